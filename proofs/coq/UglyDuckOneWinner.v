(** * Ugly Duck: a position has at most one winner *)

From Coq Require Import List Arith Bool.
From Toadstone Require Import UglyDuckRules.
Import ListNotations.

Lemma other_is_not : forall s, other s <> s.
Proof. now intros []. Qed.

Lemma other_other : forall s, other (other s) = s.
Proof. now intros []. Qed.

Section Rules.
  Variable rule : ruling.
  Variable height width : nat.

  (** A board on which not both sides have won already. *)
  Definition fair (x : position) : Prop :=
    ~ (has_won height width green (fst x) /\ has_won height width blue (fst x)).

  Lemma not_both_over : forall s b,
    fair (b, green) -> has_won height width s b -> has_won height width (other s) b -> False.
  Proof. intros [] b F A B; apply F; now split. Qed.

  (** Nobody makes the other side win by a move: its pieces stay where they are, and
      the own ones stay on the board. *)
  Lemma a_move_wins_for_the_mover : forall s b b',
    ~ over height width b -> move height width s b b' -> ~ has_won height width (other s) b'.
  Proof.
    intros s b b' N (k & r & c & r' & c' & Hr & Hc & Hr' & Hc' & Own & _ & _ & ->) [Sw|No].
    - destruct Sw as (column & L & E). unfold moved in E.
      destruct ((home_row height (other s) =? r') && (column =? c')).
      { injection E as E _. now apply (other_is_not s). }
      destruct ((home_row height (other s) =? r) && (column =? c)); [discriminate|].
      apply N. assert (W : has_won height width (other s) b) by (left; now exists column).
      destruct s; [now right|now left].
    - rewrite other_other in No.
      apply (No r' c' (becomes height s k r') Hr' Hc'). unfold moved.
      now rewrite !Nat.eqb_refl.
  Qed.

  Lemma a_ply_is_fair : forall x y, ply rule height width x y -> fair y.
  Proof.
    intros x y [b b' s N M|b s _ N _ _] [G B]; cbn [fst] in *.
    - apply (a_move_wins_for_the_mover s b b' N M). now destruct s.
    - apply N. now left.
  Qed.

  Lemma a_ply_is_before_the_end : forall w x y, ply rule height width x y ->
    ~ won_by rule height width w x.
  Proof.
    intros w x y [b b' s N M|b s P N S NS] W; inversion W as [w' b1 s1 H E|w' b1 L N1 S1]; subst.
    - apply N. destruct w; [now left|now right].
    - exact (S1 b' M).
    - apply N. destruct w; [now left|now right].
    - discriminate.
  Qed.

  Theorem ugly_duck_has_one_winner : forall w x, fair x ->
    wins rule height width w x -> ~ wins rule height width (other w) x.
  Proof.
    intros w x F W. revert F. induction W as [x Wb|b y P _ IH|b E _ IH]; intros F V.
    - inversion V as [x' Vb|b y P _|b [y P] _]; subst.
      + inversion Wb as [w1 b s H|w1 b L N S]; subst; inversion Vb as [w2 b2 s2 H2|w2 b2 L2 N2 S2]; subst.
        * exact (not_both_over w b F H H2).
        * apply N2. destruct w; [now left|now right].
        * apply N. destruct w; [now right|now left].
        * destruct w; discriminate.
      + exact (a_ply_is_before_the_end _ _ _ P Wb).
      + exact (a_ply_is_before_the_end _ _ _ P Wb).
    - inversion V as [x' Vb|b1 y1 P1 _ E|b1 Ex All E]; subst.
      + exact (a_ply_is_before_the_end _ _ _ P Vb).
      + now apply (other_is_not w).
      + rewrite !other_other in All. exact (IH (a_ply_is_fair _ _ P) (All y P)).
    - destruct E as [z Pz]. inversion V as [x' Vb|b1 y1 P1 V1 E|b1 Ex All E]; subst.
      + exact (a_ply_is_before_the_end _ _ _ Pz Vb).
      + exact (IH y1 P1 (a_ply_is_fair _ _ P1) V1).
      + destruct w; discriminate.
  Qed.
End Rules.
