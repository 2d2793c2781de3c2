(** * The frog puzzle: the checker.  [FrogPuzzleSoundness] proves it right. *)

From Coq Require Import List ZArith Bool.
From Toadstone Require Import FrogPuzzleRules.
Import ListNotations.

(** ** The moves of a row, each with the row after it *)

(** Those at the first cell: whether the frog goes right, over how many cells, and the row. *)
Definition first_hops (x : row) : list (bool * nat * row) :=
  match x with
  | L :: gap :: r => [(true, 2, gap :: L :: r)]
  | L :: R :: gap :: r => [(true, 3, gap :: R :: L :: r)]
  | gap :: R :: r => [(false, 2, R :: gap :: r)]
  | gap :: L :: R :: r => [(false, 3, R :: L :: gap :: r)]
  | _ => []
  end.

Definition named (k : nat) (h : bool * nat * row) : (nat * nat) * row :=
  let '(goes_right, n, y) := h in
  (if goes_right then (k + 1, k + n) else (k + n, k + 1), y).

Fixpoint hops (k : nat) (x : row) : list ((nat * nat) * row) :=
  map (named k) (first_hops x) ++
  match x with
  | [] => []
  | c :: x => map (fun my => (fst my, c :: snd my)) (hops (S k) x)
  end.

Definition same_cell (a b : cell) : bool :=
  match a, b with L, L | R, R | gap, gap => true | _, _ => false end.

Fixpoint is_reached (g : goal) (x : row) : bool :=
  match g, x with
  | [], [] => true
  | w :: g, c :: x =>
      if match w with None => true | Some d => same_cell d c end then is_reached g x else false
  | _, _ => false
  end.

(** ** Sets of rows *)

Inductive set := no_row | branch (here : bool) (l r g : set).

Fixpoint mem (x : row) (s : set) : bool :=
  match s, x with
  | no_row, _ => false
  | branch here _ _ _, [] => here
  | branch _ l r g, c :: x => mem x (match c with L => l | R => r | gap => g end)
  end.

Fixpoint add (x : row) (s : set) : set :=
  let '(here, l, r, g) :=
    match s with no_row => (false, no_row, no_row, no_row) | branch here l r g => (here, l, r, g) end in
  match x with
  | [] => branch true l r g
  | L :: x => branch here (add x l) r g
  | R :: x => branch here l (add x r) g
  | gap :: x => branch here l r (add x g)
  end.

(** ** The level of a row: every move raises it by 1 *)

Local Open Scope Z_scope.

Fixpoint level (at_ rights : Z) (x : row) : Z :=
  match x with
  | [] => 0
  | L :: x => (at_ - rights) + level (at_ + 1) rights x
  | R :: x => - at_ + level (at_ + 1) (rights + 1) x
  | gap :: x => level (at_ + 1) rights x
  end.

(** ** The claims *)

(** All that the start leads to in fewer than so many moves is among the
    positions, and the goal is not. *)
Definition positions_ok (start : row) (g : goal) (fewer : option Z) (positions : list row) : bool :=
  let s := fold_left (fun s x => add x s) positions no_row in
  let base := level 1 0 start in
  if mem start s then
    forallb (fun x =>
      if is_reached g x then false
      else if match fewer with None => true | Some n => level 1 0 x - base + 1 <? n end
      then forallb (fun my => mem (snd my) s) (hops 0 x)
      else true) positions
  else false.

Definition check_infeasible (start : row) (g : goal) (positions : list row) : bool :=
  positions_ok start g None positions.

Definition same_move (a b : nat * nat) : bool :=
  if (fst a =? fst b)%nat then (snd a =? snd b)%nat else false.

Fixpoint replay (g : goal) (x : row) (plan : list (nat * nat)) : bool :=
  match plan with
  | [] => is_reached g x
  | m :: plan =>
      if is_reached g x then false
      else match find (fun my => same_move m (fst my)) (hops 0 x) with
           | None => false
           | Some my => replay g (snd my) plan
           end
  end.

(** A goal that is one row. *)
Definition is_row (g : goal) : bool :=
  forallb (fun w => match w with None => false | Some _ => true end) g.

Definition check_optimal (fewest : bool) (start : row) (g : goal) (plan : list (nat * nat))
    (moves : nat) (positions : option (list row)) : bool :=
  if replay g start plan then
    if (length plan =? moves)%nat then
      if fewest then
        if is_row g then match positions with None => true | Some _ => false end
        else if (moves =? 0)%nat then match positions with None => true | Some _ => false end
        else match positions with
             | None => false
             | Some positions => positions_ok start g (Some (Z.of_nat moves)) positions
             end
      else match positions with None => true | Some _ => false end
    else false
  else false.
