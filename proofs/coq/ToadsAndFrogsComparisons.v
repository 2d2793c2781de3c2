(** * Toads and Frogs: what "at least 2" excludes

    Rows that are at least 2 are equal neither to 1 nor to 1*. *)

From Coq Require Import List.
From Toadstone Require Import ToadsAndFrogsRules.
Import ListNotations.

(** A side that wins moving first has such a move; one that wins moving second
    wins after each move of the other side. *)
Lemma wins_first : forall p x, wins p p x -> exists y, move p x y /\ wins p (other p) y.
Proof.
  intros p x H. remember p as q eqn:E in H at 2. destruct H as [x y M W|x W].
  - now exists y.
  - destruct p; discriminate.
Qed.

Lemma wins_second : forall p x y, wins p (other p) x -> move (other p) x y -> wins p p y.
Proof.
  intros p x y H M. remember (other p) as q eqn:E in H. destruct H as [x z M' W|x W].
  - destruct p; discriminate.
  - now apply W.
Qed.

Lemma other_other : forall p, other (other p) = p.
Proof. now destruct p. Qed.

(** No position is won by both sides. *)
Lemma one_winner : forall p q x, wins p q x -> ~ wins (other p) q x.
Proof.
  intros p q x H. induction H as [x y M W IH|x W IH]; intros H.
  - apply IH. apply (wins_second (other p) x y); rewrite other_other; assumption.
  - apply wins_first in H as (y & M & H). rewrite other_other in H.
    exact (IH y M H).
Qed.

(** [n] free moves of the frogs; -1 and -2 are such games.  Toads that win with
    some free moves of the frogs beside also win with one fewer. *)
Fixpoint free_moves (n : nat) : game :=
  match n with O => zero | S n => Game [] [free_moves n] end.

Lemma fewer_free_moves : forall q x,
  wins toads q x ->
  forall rows n, x = (rows, free_moves (S n)) -> wins toads q (rows, free_moves n).
Proof.
  intros q x H. induction H as [x y M W IH|x W IH]; intros rows n ->.
  - inversion M as [above row row' below g R E|? g g' I E]; subst; [|destruct I].
    apply wins_by_a_move with (above ++ row' :: below, free_moves n).
    + now constructor.
    + now apply IH.
  - apply wins_against_all. intros y M.
    inversion M as [above row row' below g R E|? g g' I E]; subst.
    + apply (IH (above ++ row' :: below, free_moves (S n))); auto. now constructor.
    + destruct n as [|n]; [destruct I|]. destruct I as [<-|[]].
      apply (IH (rows, free_moves (S n))); auto. apply move_beside. now left.
Qed.

Lemma at_least_two_excludes_one : forall rows, at_least rows two -> ~ at_most rows one.
Proof.
  intros rows H. apply (one_winner toads toads). 
  apply (wins_second toads (rows, negative two)); [exact H|].
  apply move_beside. now left.
Qed.

Lemma at_least_two_excludes_one_star : forall rows, at_least rows two -> ~ at_most rows one_star.
Proof.
  intros rows H. apply (one_winner toads toads).
  apply wins_by_a_move with (rows, free_moves 1).
  - apply move_beside. now left.
  - exact (fewer_free_moves _ _ H rows 1 eq_refl).
Qed.

Theorem at_least_two_is_neither : forall rows,
  at_least rows two -> ~ equal rows one /\ ~ equal rows one_star.
Proof.
  intros rows H. split; intros [_ M].
  - exact (at_least_two_excludes_one rows H M).
  - exact (at_least_two_excludes_one_star rows H M).
Qed.
