(** * The frog puzzle for every size

    A row of [a] frogs, one gap and [b] frogs can be crossed, and every crossing
    takes ab + a + b moves. *)

From Coq Require Import List ZArith Lia.
From Toadstone Require Import FrogPuzzleRules FrogPuzzleChecker FrogPuzzleSoundness.
Import ListNotations.

Definition facing (a b : nat) : row := repeat L a ++ gap :: repeat R b.
Definition crossed (a b : nat) : row := repeat R b ++ gap :: repeat L a.

(** ** The length: a move raises the level by 1, and the levels of both rows are known *)

Local Open Scope Z_scope.

Fixpoint up_to (n : nat) : Z := match n with O => 0 | S n => Z.of_nat n + up_to n end.

Lemma level_of_left_frogs : forall n k r,
  level k r (repeat L n) = Z.of_nat n * (k - r) + up_to n.
Proof.
  induction n as [|n IH]; intros k r; [cbn; lia|].
  cbn [repeat level up_to]. rewrite IH. lia.
Qed.

Lemma level_of_right_frogs : forall n k r,
  level k r (repeat R n) = - Z.of_nat n * k - up_to n.
Proof.
  induction n as [|n IH]; intros k r; [cbn; lia|].
  cbn [repeat level up_to]. rewrite IH. lia.
Qed.

Lemma rights_of_right_frogs : forall n, rights (repeat R n) = Z.of_nat n.
Proof. induction n as [|n IH]; [reflexivity|]. cbn [repeat rights]. lia. Qed.

Lemma levels_apart : forall a b,
  level 1 0 (crossed a b) = level 1 0 (facing a b) + Z.of_nat (a * b + a + b).
Proof.
  intros a b. unfold crossed, facing. rewrite !level_app. cbn [level].
  rewrite !repeat_length, !level_of_left_frogs, !level_of_right_frogs, rights_of_right_frogs. nia.
Qed.

Local Close Scope Z_scope.

Lemma reached_row : forall y x, reached (map Some y) x <-> x = y.
Proof.
  unfold reached. induction y as [|c y IH]; intros x; cbn [map].
  - split; [intros H; now inversion H|intros ->; constructor].
  - split.
    + intros H. inversion H as [|? d ? x' [E|E] F]; [discriminate|].
      injection E as ->. f_equal. now apply IH.
    + intros ->. constructor; [now right|]. now apply IH.
Qed.

Lemma every_crossing_is_as_long : forall a b plan,
  solves (facing a b) (map Some (crossed a b)) plan -> length plan = a * b + a + b.
Proof.
  intros a b plan (z & P & Rz). apply reached_row in Rz as ->.
  apply play_raises_level in P. rewrite levels_apart in P. lia.
Qed.

(** ** A crossing *)

Inductive leads : row -> row -> Prop :=
| nowhere : forall x, leads x x
| further : forall m x y z, move m x y -> leads y z -> leads x z.

Lemma leads_on : forall x y z, leads x y -> leads y z -> leads x z.
Proof. induction 1; eauto using further. Qed.

Lemma hop_leads : forall u x y v, (hop_right x y \/ hop_left x y) -> leads (u ++ x ++ v) (u ++ y ++ v).
Proof. intros u x y v [H|H]; eapply further; constructor; exact H. Qed.

(** The last row of a play is a goal that is met there first: levels rise. *)
Lemma leads_solves : forall x z, leads x z -> exists plan, solves x (map Some z) plan.
Proof.
  assert (G : forall x z, leads x z -> exists plan, plays (map Some z) x plan z).
  { induction 1 as [x|m x y z M _ [plan P]]; [exists []; constructor|].
    exists (m :: plan). econstructor; eauto. intros Rx. apply reached_row in Rx as ->.
    apply move_raises_level in M. apply play_raises_level in P. lia. }
  intros x z H. destruct (G x z H) as [plan P]. exists plan, z. split; [exact P|].
  now apply reached_row.
Qed.

(** So many pairs. *)
Fixpoint pairs (c d : cell) (n : nat) : row :=
  match n with O => [] | S n => c :: d :: pairs c d n end.

Lemma pairs_end : forall c d n, pairs c d (S n) = pairs c d n ++ [c; d].
Proof. induction n as [|n IH]; [reflexivity|]. cbn [pairs app] in *. now rewrite IH. Qed.

Lemma pairs_turn : forall c d n v, c :: pairs d c n ++ v = pairs c d n ++ c :: v.
Proof. induction n as [|n IH]; intros v; [reflexivity|]. cbn [pairs app]. now rewrite <- IH. Qed.

Lemma all_jump_right : forall n u v,
  leads (u ++ pairs L R n ++ gap :: v) (u ++ gap :: pairs R L n ++ v).
Proof.
  induction n as [|n IH]; intros u v; [constructor|].
  rewrite pairs_end, <- app_assoc.
  apply leads_on with (u ++ pairs L R n ++ gap :: R :: L :: v).
  - pose proof (hop_leads (u ++ pairs L R n) [L; R; gap] [gap; R; L] v (or_introl right_jump)) as H.
    rewrite <- !app_assoc in *. exact H.
  - replace (pairs R L (S n) ++ v) with (pairs R L n ++ R :: L :: v); [apply IH|].
    now rewrite pairs_end, <- app_assoc.
Qed.

Lemma all_jump_left : forall n u v,
  leads (u ++ gap :: pairs L R n ++ v) (u ++ pairs R L n ++ gap :: v).
Proof.
  induction n as [|n IH]; intros u v; [constructor|]. cbn [pairs app].
  apply leads_on with (u ++ R :: L :: gap :: pairs L R n ++ v).
  - apply (hop_leads u [gap; L; R] [R; L; gap]). right. constructor.
  - specialize (IH (u ++ [R; L]) v). now rewrite <- !app_assoc in IH.
Qed.

Lemma step_right : forall u v, leads (u ++ L :: gap :: v) (u ++ gap :: L :: v).
Proof. intros u v. apply (hop_leads u [L; gap] [gap; L] v). left. constructor. Qed.

Lemma step_left : forall u v, leads (u ++ gap :: R :: v) (u ++ R :: gap :: v).
Proof. intros u v. apply (hop_leads u [gap; R] [R; gap] v). right. constructor. Qed.

(** A step, and jumps past [n] pairs. *)
Lemma a_left_frog_passes : forall n u v,
  leads (u ++ L :: gap :: pairs R L n ++ v) (u ++ pairs R L n ++ gap :: L :: v).
Proof.
  intros n u v. eapply leads_on; [apply step_right|].
  rewrite pairs_turn. apply all_jump_left.
Qed.

Lemma a_right_frog_passes : forall n u v,
  leads (u ++ pairs R L n ++ gap :: R :: v) (u ++ R :: gap :: pairs R L n ++ v).
Proof.
  intros n u v. eapply leads_on.
  - rewrite app_assoc. apply step_left.
  - rewrite <- app_assoc, <- pairs_turn.
    pose proof (all_jump_right n (u ++ [R]) v) as H. now rewrite <- !app_assoc in H.
Qed.

Lemma the_first_pair_parts : forall n u v,
  leads (u ++ gap :: pairs R L (S n) ++ v) (u ++ R :: pairs R L n ++ gap :: L :: v).
Proof.
  intros n u v. eapply leads_on; [apply step_left|]. cbn [pairs app]. rewrite pairs_turn.
  pose proof (all_jump_left n (u ++ [R]) (L :: v)) as H. now rewrite <- !app_assoc in H.
Qed.

Lemma the_last_pair_parts : forall n u v,
  leads (u ++ pairs R L (S n) ++ gap :: v) (u ++ R :: gap :: pairs R L n ++ L :: v).
Proof.
  intros n u v. rewrite pairs_end, <- app_assoc. cbn [app]. eapply leads_on.
  - pose proof (step_right (u ++ pairs R L n ++ [R]) v) as H.
    rewrite <- !app_assoc in H. exact H.
  - cbn [app]. rewrite <- pairs_turn.
    pose proof (all_jump_right n (u ++ [R]) (L :: v)) as H. now rewrite <- !app_assoc in H.
Qed.

Lemma one_more_behind : forall c n (v : row), repeat c n ++ c :: v = repeat c (S n) ++ v.
Proof.
  intros c n v. change (repeat c (S n)) with (c :: repeat c n).
  now rewrite repeat_cons, <- app_assoc.
Qed.

(** The rows on the way: [n] pairs R L, with the gap before or behind them. *)
Definition both_lead (u : row) (n : nat) (v z : row) : Prop :=
  leads (u ++ gap :: pairs R L n ++ v) z /\ leads (u ++ pairs R L n ++ gap :: v) z.

(** No frog waits on either side. *)
Lemma none_waits : forall n s t,
  both_lead (repeat R s) n (repeat L t) (repeat R (s + n) ++ gap :: repeat L (n + t)).
Proof.
  induction n as [|n IH]; intros s t.
  - rewrite Nat.add_0_r. split; constructor.
  - destruct (IH (S s) (S t)) as [P Q].
    replace (s + S n) with (S s + n) by lia. replace (S n + t) with (n + S t) by lia. split.
    + eapply leads_on; [apply the_first_pair_parts|]. now rewrite one_more_behind.
    + eapply leads_on; [apply the_last_pair_parts|]. now rewrite one_more_behind.
Qed.

Lemma left_frogs_wait : forall i n t,
  both_lead (repeat L i) n (repeat L t) (repeat R n ++ gap :: repeat L (i + n + t)).
Proof.
  induction i as [|i IH]; intros n t; [exact (none_waits n 0 t)|].
  destruct (IH n (S t)) as [P Q]. replace (S i + n + t) with (i + n + S t) by lia.
  unfold both_lead. rewrite <- !one_more_behind.
  assert (A : leads (repeat L i ++ L :: gap :: pairs R L n ++ repeat L t)
    (repeat R n ++ gap :: repeat L (i + n + S t))).
  { eapply leads_on; [apply a_left_frog_passes|]. exact Q. }
  split; [exact A|]. destruct n as [|n]; [exact A|].
  eapply leads_on.
  - pose proof (the_last_pair_parts n (repeat L i ++ [L]) (repeat L t)) as H.
    rewrite <- !app_assoc in H. exact H.
  - eapply leads_on; [|exact P]. apply (hop_leads _ [L; R; gap] [gap; R; L]). left. constructor.
Qed.

Lemma right_frogs_wait : forall j n s,
  both_lead (repeat R s) n (repeat R j) (repeat R (s + n + j) ++ gap :: repeat L n).
Proof.
  induction j as [|j IH]; intros n s.
  - rewrite Nat.add_0_r. pose proof (none_waits n s 0) as H. now rewrite Nat.add_0_r in H.
  - destruct (IH n (S s)) as [P Q]. replace (s + n + S j) with (S s + n + j) by lia. split.
    + destruct n as [|n].
      * eapply leads_on; [apply step_left|]. now rewrite one_more_behind.
      * eapply leads_on; [apply the_first_pair_parts|]. eapply leads_on; [|exact Q].
        pose proof (hop_leads (repeat R s ++ R :: pairs R L n) [gap; L; R] [R; L; gap] (repeat R j)
          (or_intror left_jump)) as H.
        rewrite <- one_more_behind, pairs_end, <- !app_assoc in *. cbn [app] in *. exact H.
    + eapply leads_on; [apply a_right_frog_passes|]. now rewrite one_more_behind.
Qed.

Lemma both_wait : forall i j n,
  both_lead (repeat L i) n (repeat R j) (repeat R (n + j) ++ gap :: repeat L (i + n)).
Proof.
  induction i as [|i IH]; intros j n; [exact (right_frogs_wait j n 0)|].
  destruct j as [|j].
  { pose proof (left_frogs_wait (S i) n 0) as H. now rewrite !Nat.add_0_r in *. }
  destruct (IH j (S n)) as [P Q]. unfold both_lead. rewrite <- !one_more_behind.
  replace (n + S j) with (S n + j) by lia. replace (S i + n) with (i + S n) by lia. split.
  - eapply leads_on; [apply a_left_frog_passes|]. eapply leads_on; [|exact Q].
    pose proof (hop_leads (repeat L i ++ pairs R L n) [gap; L; R] [R; L; gap] (repeat R j)
      (or_intror left_jump)) as H.
    rewrite pairs_end, <- !app_assoc in *. exact H.
  - eapply leads_on.
    + pose proof (a_right_frog_passes n (repeat L i ++ [L]) (repeat R j)) as H.
      rewrite <- !app_assoc in H. exact H.
    + eapply leads_on; [|exact P]. apply (hop_leads _ [L; R; gap] [gap; R; L]). left. constructor.
Qed.

(** ** The theorem *)

Theorem frog_puzzle_of_every_size : forall a b,
  (exists plan, solves (facing a b) (map Some (crossed a b)) plan) /\
  (forall plan, solves (facing a b) (map Some (crossed a b)) plan -> length plan = a * b + a + b).
Proof.
  intros a b. split; [|apply every_crossing_is_as_long].
  apply leads_solves. destruct (both_wait a b 0) as [P _]. now rewrite Nat.add_0_r in P.
Qed.
