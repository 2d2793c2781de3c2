(** * The frog puzzle: the rules, and what a certificate claims

    This page stands alone.  Read it beside the description of the puzzle
    (docs/frog-puzzle.md). *)

From Coq Require Import List.
Import ListNotations.

Inductive cell := L | R | gap.

Definition row := list cell.

(** A frog goes one cell into a gap, or two, over a frog of the other kind. *)
Inductive hop_right : row -> row -> Prop :=
| right_step : hop_right [L; gap]    [gap; L]
| right_jump : hop_right [L; R; gap] [gap; R; L].

Inductive hop_left : row -> row -> Prop :=
| left_step : hop_left [gap; R]    [R; gap]
| left_jump : hop_left [gap; L; R] [R; L; gap].

(** A move has the cells from which and to which the frog goes; cells count from 1. *)
Inductive move : nat * nat -> row -> row -> Prop :=
| to_the_right : forall left before after right,
    hop_right before after ->
    move (length left + 1, length left + length before)
      (left ++ before ++ right) (left ++ after ++ right)
| to_the_left : forall left before after right,
    hop_left before after ->
    move (length left + length before, length left + 1)
      (left ++ before ++ right) (left ++ after ++ right).

(** A goal says of each cell what it has to hold; [None] is a question mark. *)
Definition goal := list (option cell).

Definition reached (g : goal) (x : row) : Prop :=
  Forall2 (fun wanted c => wanted = None \/ wanted = Some c) g x.

(** Moves from a row to another; no move is made after the goal has been reached. *)
Inductive plays (g : goal) : row -> list (nat * nat) -> row -> Prop :=
| no_move : forall x, plays g x [] x
| one_more : forall m x y plan z,
    ~ reached g x ->
    move m x y ->
    plays g y plan z ->
    plays g x (m :: plan) z.

Definition solves (start : row) (g : goal) (plan : list (nat * nat)) : Prop :=
  exists z, plays g start plan z /\ reached g z.

(** ** The claims *)

Definition infeasible (start : row) (g : goal) : Prop := forall plan, ~ solves start g plan.

Definition optimal (fewest : bool) (start : row) (g : goal) (plan : list (nat * nat)) (moves : nat) : Prop :=
  solves start g plan /\ length plan = moves /\
  (fewest = true -> forall plan', solves start g plan' -> moves <= length plan').
