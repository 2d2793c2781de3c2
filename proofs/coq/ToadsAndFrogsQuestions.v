(** * Toads and Frogs: plies, whole games, and the names of values

    Read it after [ToadsAndFrogsRules].  The claims of certificates that are not
    stated there. *)

From Coq Require Import List ZArith.
From Toadstone Require Import ToadsAndFrogsRules.
Import ListNotations.

(** ** Rows alone *)

Definition alone (rows : list (list cell)) : position := (rows, zero).

(** ** Remoteness

    [wins_within w n q x]: if [q] moves first in [x], then [w] can force that the
    other side cannot move after at most [n] plies. *)
Inductive wins_within (w : player) : nat -> player -> position -> Prop :=
| the_other_is_stuck : forall n x,
    (forall y, ~ move (other w) x y) ->
    wins_within w n (other w) x
| after_a_move : forall n x y,
    move w x y ->
    wins_within w n (other w) y ->
    wins_within w (S n) w x
| after_all_moves : forall n x,
    (forall y, move (other w) x y -> wins_within w n w y) ->
    wins_within w (S n) (other w) x.

(** The winner wins in [r] plies if the winner hurries and the loser delays. *)
Definition remoteness (w turn : player) (x : position) (r : nat) : Prop :=
  wins_within w r turn x /\ forall m, m < r -> ~ wins_within w m turn x.

(** ** Whole games: [lasts q x n], with [q] to move the game can end after [n] plies. *)
Inductive lasts : player -> position -> nat -> Prop :=
| no_ply : forall q x,
    (forall y, ~ move q x y) ->
    lasts q x 0
| one_ply : forall q x y n,
    move q x y ->
    lasts (other q) y n ->
    lasts q x (S n).

Definition shortest (turn : player) (x : position) (n : nat) : Prop :=
  lasts turn x n /\ forall m, lasts turn x m -> n <= m.

Definition longest (turn : player) (x : position) (n : nat) : Prop :=
  lasts turn x n /\ forall m, lasts turn x m -> m <= n.

(** ** Comparisons *)

Definition greater (rows : list (list cell)) (v : game) : Prop := at_least rows v /\ ~ at_most rows v.
Definition less (rows : list (list cell)) (v : game) : Prop := at_most rows v /\ ~ at_least rows v.
Definition confused (rows : list (list cell)) (v : game) : Prop := ~ at_least rows v /\ ~ at_most rows v.

(** ** The names of values (docs/toads-and-frogs.md) *)

Local Open Scope Z_scope.

(** A whole number: so many moves for one side. *)
Fixpoint moves_of_left (n : nat) : game :=
  match n with O => zero | S n => Game [moves_of_left n] [] end.
Fixpoint moves_of_right (n : nat) : game :=
  match n with O => zero | S n => Game [] [moves_of_right n] end.
Definition integer (m : Z) : game :=
  if m <? 0 then moves_of_right (Z.to_nat (- m)) else moves_of_left (Z.to_nat m).

(** m / 2^k; in lowest terms it is {(m-1)/2^k | (m+1)/2^k}. *)
Fixpoint number (m : Z) (k : nat) : game :=
  match k with
  | O => integer m
  | S k =>
      if Z.even m then number (m / 2) k
      else Game [number ((m - 1) / 2) k] [number ((m + 1) / 2) k]
  end.

(** x, x*, x*2, ..., x*n: in x*n both sides can move to all before it. *)
Fixpoint nimbers (x : game) (n : nat) : list game :=
  match n with
  | O => [x]
  | S n => let before := nimbers x n in before ++ [Game before before]
  end.
Definition nimber (x : game) (n : nat) : game := last (nimbers x n) x.

(** x, so many ups (downs if not [is_up]) and *size. *)
Fixpoint arrows (is_up : bool) (x : game) (count size : nat) : game :=
  match count with
  | O => nimber x size
  | S rest =>
      let '(near, far) :=
        match rest, size with
        | O, 1%nat => ([x; nimber x 1], [x])  (* x^* is {x,x*|x} *)
        | _, _ => ([x], [arrows is_up x rest (Nat.lxor size 1)])
        end in
      if is_up then Game near far else Game far near
  end.

Definition tiny (m : Z) (k : nat) : game := Game [zero] [Game [zero] [number (- m) k]].

Inductive name :=
| Simple (m : Z) (k : nat) (is_up : bool) (count size : nat)  (* m/2^k, arrows and a nimber *)
| Tiny (m : Z) (k : nat)  (* +_x *)
| Miny (m : Z) (k : nat)  (* -_x *)
| Switch (l : list name)  (* +-a, or +-{a,b} *)
| Braces (l r : list name).

Fixpoint meaning (n : name) : game :=
  match n with
  | Simple m k is_up count size => arrows is_up (number m k) count size
  | Tiny m k => tiny m k
  | Miny m k => negative (tiny m k)
  | Switch l => Game (map meaning l) (map (fun a => negative (meaning a)) l)
  | Braces l r => Game (map meaning l) (map meaning r)
  end.
