(** * Squirrel War: the rules, and what a certificate claims

    This page stands alone.  Read it beside the description of the game
    (docs/squirrel-war.md).  Rows and columns count from 0 at the top left. *)

From Coq Require Import List Arith Bool ZArith.
Import ListNotations.

Inductive side := X | O.
Inductive square := free | held (s : side).

Definition other (s : side) : side := match s with X => O | O => X end.

Definition is_held (s : side) (q : square) : bool :=
  match q, s with held X, X | held O, O => true | _, _ => false end.

Definition is_free (q : square) : bool := match q with free => true | held _ => false end.

(** A board says who holds each square, by row and column. *)
Definition board := nat -> nat -> square.

Section Rules.
  Variable height width : nat.
  Variable value : nat -> nat -> Z.

  (** All squares in reading order. *)
  Definition squares : list (nat * nat) := list_prod (seq 0 height) (seq 0 width).

  (** Above, below, left or right of each other. *)
  Definition beside (p q : nat * nat) : bool :=
    let (r, c) := p in
    let (r', c') := q in
    (r =? r') && ((c =? c' + 1) || (c' =? c + 1)) ||
    (c =? c') && ((r =? r' + 1) || (r' =? r + 1)).

  Definition at_ (b : board) (p : nat * nat) : square := b (fst p) (snd p).

  (** A side raids if it holds a square beside the one that it takes. *)
  Definition raids (s : side) (b : board) (p : nat * nat) : bool :=
    existsb (fun q => beside p q && is_held s (at_ b q)) squares.

  (** A raid changes all enemy squares beside; a sneak changes none. *)
  Definition take (s : side) (b : board) (p : nat * nat) : board :=
    fun r c =>
      if (r =? fst p) && (c =? snd p) then held s
      else if raids s b p && beside p (r, c) && is_held (other s) (b r c) then held s
      else b r c.

  Definition free_squares (b : board) : list (nat * nat) :=
    filter (fun p => is_free (at_ b p)) squares.

  Definition full (b : board) : Prop := free_squares b = [].

  (** The points of X less those of O. *)
  Definition points (b : board) (p : nat * nat) : Z :=
    match at_ b p with
    | held X => value (fst p) (snd p)
    | held O => - value (fst p) (snd p)
    | free => 0
    end.

  Definition margin (b : board) : Z := fold_right Z.add 0%Z (map (points b) squares).

  Definition lead (s : side) (b : board) : Z :=
    match s with X => margin b | O => (- margin b)%Z end.

  (** ** Perfect play: [forces w good q b] says that [w] can force a margin that is
      [good], if [q] moves first. *)
  Inductive forces (w : side) (good : Z -> Prop) : side -> board -> Prop :=
  | it_is_over : forall q b, full b -> good (margin b) -> forces w good q b
  | by_a_move : forall b p,
      In p (free_squares b) ->
      forces w good (other w) (take w b p) ->
      forces w good w b
  | against_all : forall b,
      ~ full b ->
      (forall p, In p (free_squares b) -> forces w good w (take (other w) b p)) ->
      forces w good (other w) b.

  Definition margin_is (turn : side) (b : board) (m : Z) : Prop :=
    forces X (fun n => n >= m)%Z turn b /\ forces O (fun n => n <= m)%Z turn b.

  (** ** The margins that games can have, if the sides take only squares that are allowed *)
  Inductive ends (allowed : side -> board -> nat * nat -> Prop) : side -> board -> Z -> Prop :=
  | no_square_left : forall q b, full b -> ends allowed q b (margin b)
  | one_square : forall q b p m,
      In p (free_squares b) -> allowed q b p ->
      ends allowed (other q) (take q b p) m ->
      ends allowed q b m.

  (** A game with these moves, and its margin. *)
  Inductive game (allowed : side -> board -> nat * nat -> Prop) :
      side -> board -> list (nat * nat) -> Z -> Prop :=
  | no_move_left : forall q b, full b -> game allowed q b [] (margin b)
  | one_move : forall q b p moves m,
      In p (free_squares b) -> allowed q b p ->
      game allowed (other q) (take q b p) moves m ->
      game allowed q b (p :: moves) m.

  Definition anything (q : side) (b : board) (p : nat * nat) : Prop := True.

  Definition largest allowed (turn : side) (b : board) (m : Z) : Prop :=
    ends allowed turn b m /\ forall n, ends allowed turn b n -> (n <= m)%Z.
  Definition smallest allowed (turn : side) (b : board) (m : Z) : Prop :=
    ends allowed turn b m /\ forall n, ends allowed turn b n -> (m <= n)%Z.

  (** A greedy side takes the square that leads by most at once, of several the
      first in reading order. *)
  Definition greedy (s : side) (b : board) (p : nat * nat) : Prop :=
    exists before after, free_squares b = before ++ p :: after /\
      (forall q, In q before -> (lead s (take s b q) < lead s (take s b p))%Z) /\
      (forall q, In q after -> (lead s (take s b q) <= lead s (take s b p))%Z).

  Definition one_is_greedy (g : side) (s : side) (b : board) (p : nat * nat) : Prop :=
    s = g -> greedy s b p.

  (** The best margin for the side to move, against a greedy opponent. *)
  Definition beats (turn : side) (b : board) (m : Z) : Prop :=
    match turn with
    | X => largest (one_is_greedy O) X b m
    | O => smallest (one_is_greedy X) O b m
    end.
End Rules.
