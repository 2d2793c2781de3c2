(** * Toads and Frogs: the rules, and what is claimed

    This page stands alone: it uses lists and nothing else.  Read it beside the
    description of the game (docs/toads-and-frogs.md).  Toads go right, frogs go
    left, and who cannot move on his turn loses. *)

From Coq Require Import List.
Import ListNotations.

Inductive player := toads | frogs.  (* Left and Right of the theory *)

Definition other (p : player) : player :=
  match p with toads => frogs | frogs => toads end.

(** ** One row *)

Inductive cell := T | F | gap.

(** What a move makes of two or three neighbouring cells: an animal goes one
    cell forward into a gap, or two, over one animal of the other kind. *)
Inductive hop : player -> list cell -> list cell -> Prop :=
| toad_steps : hop toads [T; gap]    [gap; T]
| toad_jumps : hop toads [T; F; gap] [gap; F; T]
| frog_steps : hop frogs [gap; F]    [F; gap]
| frog_jumps : hop frogs [gap; T; F] [F; T; gap].

Inductive row_move (p : player) : list cell -> list cell -> Prop :=
| move_in_the_row : forall left before after right,
    hop p before after ->
    row_move p (left ++ before ++ right) (left ++ after ++ right).

(** ** A game given by its options

    [Game l r] is the game in which Left can move to the games of [l], and Right
    to those of [r].  Left plays the toads, Right plays the frogs. *)
Inductive game := Game (left right : list game).

Definition options (p : player) (g : game) : list game :=
  match p, g with
  | toads, Game l _ => l
  | frogs, Game _ r => r
  end.

(** The game with the sides exchanged. *)
Fixpoint negative (g : game) : game :=
  match g with Game l r => Game (map negative r) (map negative l) end.

(** ** Positions: rows, with one game beside them.  A move is in one of them. *)

Definition position := (list (list cell) * game)%type.

Inductive move (p : player) : position -> position -> Prop :=
| move_in_a_row : forall above row row' below g,
    row_move p row row' ->
    move p (above ++ row :: below, g) (above ++ row' :: below, g)
| move_beside : forall rows g g',
    In g' (options p g) ->
    move p (rows, g) (rows, g').

(** ** Winning: [wins p q x] says that [p] wins the position [x] if [q] moves first

    A side that has no move is covered by [wins_against_all]: then there is
    nothing to show, and the other side has won. *)
Inductive wins (p : player) : player -> position -> Prop :=
| wins_by_a_move : forall x y,
    move p x y ->
    wins p (other p) y ->
    wins p p x
| wins_against_all : forall x,
    (forall y, move (other p) x y -> wins p p y) ->
    wins p (other p) x.

(** ** Comparing rows with a value

    The rows are at least [v] if Left wins them with the negative of [v] beside,
    moving second; at most [v] if Right does; equal to [v] if both. *)
Definition at_least (rows : list (list cell)) (v : game) : Prop :=
  wins toads frogs (rows, negative v).

Definition at_most (rows : list (list cell)) (v : game) : Prop :=
  wins frogs toads (rows, negative v).

Definition equal (rows : list (list cell)) (v : game) : Prop :=
  at_least rows v /\ at_most rows v.

(** ** Some values: 0 = {|}, 1 = {0|}, 2 = {1|}, and 1* = {1|1} *)

Definition zero : game := Game [] [].
Definition one : game := Game [zero] [].
Definition two : game := Game [one] [].
Definition one_star : game := Game [one] [one].
