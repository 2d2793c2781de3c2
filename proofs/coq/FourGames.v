(** * Breakthrough, rows of equal signs, Domineering and Nim

    Four games for the one checker of [AnyGame].  Each is its rules, and two lines
    that tell positions apart.  A set of squares is an integer: square 0 is its
    lowest bit, and squares count along the rows from the top left.  The rules say
    what they mean for boards of up to 63 squares. *)

From Coq Require Import List Bool Uint63 ZArith.
From Toadstone Require Import Walk AnyGame.
Import ListNotations.
Local Open Scope uint63_scope.

(** ** Boards and sets of squares *)

Definition numbers (n : nat) : list int := map (fun k => of_Z (Z.of_nat k)) (seq 0 n).
Definition set_of (l : list int) : int := fold_right (fun n s => (1 << n) lor s) 0 l.
Definition has (s n : int) : bool := negb (s land (1 << n) =? 0).
Definition without (s n : int) : int := s land (s lxor (1 << n)).

(** The square in a row and a column; none beyond the edge (0 - 1 is a very large number). *)
Definition square (height width : nat) (r c : int) : option int :=
  if r <? of_Z (Z.of_nat height) then
    if c <? of_Z (Z.of_nat width) then Some (r * of_Z (Z.of_nat width) + c) else None
  else None.

Definition all_squares (height width : nat) : list (int * int) :=
  list_prod (numbers height) (numbers width).

(** Those that are there. *)
Fixpoint present {A} (l : list (option A)) : list A :=
  match l with [] => [] | None :: l => present l | Some a :: l => a :: present l end.

(** Positions of two sets: of the first side, and of the second. *)
Definition same_pair (x y : int * int) : bool :=
  if fst x =? fst y then snd x =? snd y else false.

Lemma same_pair_is_equal : forall x y, same_pair x y = true -> x = y.
Proof.
  intros [a b] [c d] H. unfold same_pair in H. cbn [fst snd] in H.
  destruct (a =? c) eqn:E; [|discriminate].
  apply eqb_correct in E as ->. now apply eqb_correct in H as ->.
Qed.

Definition mixed (n : int) : int := let h := n * 2654435769 in h lxor (h >> 29).
Definition hash_pair (x : int * int) : int := mixed (fst x + mixed (snd x)).

(** ** Breakthrough

    The first side has two rows of men at the top and goes down, the second has two
    at the bottom and goes up.  A man goes one square forward: straight to a free
    square; diagonally to a free one, or to one of the enemy, whom it captures.  A
    side wins with a man on the last row, or if the other side has no man left. *)
Module Breakthrough.
  Section Board.
    Variable height width : nat.

    Definition rows_from (r : int) : int :=
      set_of (present (map (fun c => square height width r c) (numbers width))).
    Definition last : int := of_Z (Z.of_nat height) - 1.

    (** From each square, where a man may go: to the left, straight on, to the right. *)
    Definition ways (s : side) : list (int * list (bool * int)) :=
      map (fun rc : int * int =>
        let (r, c) := rc in
        let forward := match s with first => r + 1 | second => r - 1 end in
        let way (straight : bool) (c : int) :=
          match square height width forward c with None => None | Some t => Some (straight, t) end in
        (r * of_Z (Z.of_nat width) + c, present [way false (c - 1); way true c; way false (c + 1)]))
        (all_squares height width).

    Definition after (own enemy : int) (from : int * list (bool * int)) : list (int * int) :=
      if has own (fst from) then
        map (fun way => (without own (fst from) lor (1 << snd way), without enemy (snd way)))
          (filter (fun way : bool * int =>
             let (straight, t) := way in
             negb (has own t) && negb (straight && has enemy t)) (snd from))
      else [].

    Definition exchange (x : int * int) : int * int := (snd x, fst x).

    Definition game : game :=
      let down := ways first in
      let up := ways second in
      let top := rows_from 0 in
      let bottom := rows_from last in
      {| position := int * int;
         start := (top lor rows_from 1, rows_from (last - 1) lor bottom);
         moves := fun s x =>
           match s with
           | first => flat_map (after (fst x) (snd x)) down
           | second => map exchange (flat_map (after (snd x) (fst x)) up)
           end;
         ended := fun _ x =>
           if negb (fst x land bottom =? 0) then Some (win first)
           else if negb (snd x land top =? 0) then Some (win second)
           else if snd x =? 0 then Some (win first)
           else if fst x =? 0 then Some (win second)
           else None |}.
  End Board.
End Breakthrough.

(** ** Rows of equal signs: Tic-tac-toe on so many rows and columns

    The sides mark a free square in turn.  Who first has [long] marks in a row,
    a column or a diagonal has won; a full board is a draw. *)
Module InARow.
  Section Board.
    Variable height width long : nat.

    (** The squares from one on, in steps of so many rows and columns. *)
    Fixpoint line (n : nat) (r c down right : int) : option (list int) :=
      match n with
      | O => Some []
      | S n =>
          match square height width r c, line n (r + down) (c + right) down right with
          | Some s, Some l => Some (s :: l)
          | _, _ => None
          end
      end.

    Definition lines : list int :=
      map set_of (present (flat_map (fun rc : int * int =>
        map (fun way : int * int => line long (fst rc) (snd rc) (fst way) (snd way))
          [(0, 1); (1, 0); (1, 1); (1, 0 - 1)]) (all_squares height width))).

    Definition game : game :=
      let wanted := lines in
      let squares := numbers (height * width) in
      let full := set_of squares in
      let has_line s := existsb (fun l => s land l =? l) wanted in
      {| position := int * int;
         start := (0, 0);
         moves := fun s x =>
           map (fun n => match s with
                         | first => (fst x lor (1 << n), snd x)
                         | second => (fst x, snd x lor (1 << n))
                         end)
             (filter (fun n => negb (has (fst x lor snd x) n)) squares);
         ended := fun _ x =>
           if has_line (fst x) then Some (win first)
           else if has_line (snd x) then Some (win second)
           else if fst x lor snd x =? full then Some draw
           else None |}.
  End Board.
End InARow.

(** ** Domineering

    The first side's dominoes stand, the second's lie.  Who cannot move has lost. *)
Module Domineering.
  Definition game (height width : nat) (taken : int) : game :=
    let places down right :=
      present (map (fun rc : int * int =>
        match square height width (fst rc) (snd rc),
              square height width (fst rc + down) (snd rc + right) with
        | Some a, Some b => Some (set_of [a; b])
        | _, _ => None
        end) (all_squares height width)) in
    let upright := places 1 0 in
    let flat := places 0 1 in
    {| position := int;
       start := taken;
       moves := fun s x =>
         map (fun domino => x lor domino)
           (filter (fun domino => x land domino =? 0)
             (match s with first => upright | second => flat end));
       ended := fun _ _ => None |}.

  Lemma same_is_equal : forall x y, (x =? y) = true -> x = y.
  Proof. exact eqb_correct. Qed.
End Domineering.

(** ** Nim: take any number from one heap; who takes the last wins *)
Module Nim.
  Fixpoint takes (heaps : list nat) : list (list nat) :=
    match heaps with
    | [] => []
    | n :: rest =>
        map (fun left => left :: rest) (rev (seq 0 n)) ++ map (cons n) (takes rest)
    end.

  Definition game (heaps : list nat) : game :=
    {| position := list nat; start := heaps; moves := fun _ x => takes x; ended := fun _ _ => None |}.

  Fixpoint same (x y : list nat) : bool :=
    match x, y with
    | [], [] => true
    | a :: x, b :: y => if Nat.eqb a b then same x y else false
    | _, _ => false
    end.

  Lemma same_is_equal : forall x y, same x y = true -> x = y.
  Proof.
    induction x as [|a x IH]; intros [|b y] H; cbn [same] in H; try discriminate; auto.
    destruct (PeanoNat.Nat.eqb_spec a b) as [->|]; [|discriminate]. f_equal. now apply IH.
  Qed.

  Definition hash (x : list nat) : int :=
    fold_right (fun n h => mixed (of_Z (Z.of_nat n) + h)) 0 x.
End Nim.
