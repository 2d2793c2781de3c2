(** * Sets of up to 63 cells in an integer, a bit for each cell *)

From Coq Require Import Uint63 ZArith Lia Bool List.
From Toadstone Require Import Walk UglyDuckRules UglyDuckChecker.
Import ListNotations.

Definition cell_bit (n : nat) : int := (1 << of_Z (Z.of_nat n))%uint63.

Section Sets.
  Local Open Scope uint63_scope.

  Lemma number_of_bit : forall n, (n < 63)%nat -> to_Z (of_Z (Z.of_nat n)) = Z.of_nat n.
  Proof.
    intros n H. rewrite of_Z_spec. apply Z.mod_small.
    change wB with 9223372036854775808%Z. lia.
  Qed.

  Lemma bit_of_cell : forall n i, (n < 63)%nat ->
    bit (cell_bit n) i = (i =? of_Z (Z.of_nat n)).
  Proof.
    intros n i H. unfold cell_bit. rewrite bit_lsl.
    pose proof (number_of_bit n H) as E. set (m := of_Z (Z.of_nat n)) in *.
    destruct (Uint63.ltbP i m) as [L|L].
    - cbn [orb]. symmetry. destruct (i =? m) eqn:Q; auto. apply Uint63.eqb_spec in Q. subst. lia.
    - cbn [orb]. destruct (Uint63.lebP digits i) as [D|D].
      + symmetry. destruct (i =? m) eqn:Q; auto. apply Uint63.eqb_spec in Q. subst i.
        change (to_Z digits) with 63%Z in D. lia.
      + rewrite bit_1. assert (0 <= to_Z m <= to_Z i)%Z as B by (pose proof (to_Z_bounded m); lia).
        assert (to_Z (i - m) = to_Z i - to_Z m)%Z as S.
        { rewrite sub_spec. apply Z.mod_small. pose proof (to_Z_bounded i). lia. }
        destruct (i =? m) eqn:Q.
        * apply Uint63.eqb_spec in Q. subst i. apply Uint63.eqb_spec. apply to_Z_inj. rewrite S.
          change (to_Z 0) with 0%Z. lia.
        * destruct (i - m =? 0) eqn:Z0; auto. apply Uint63.eqb_spec in Z0.
          assert (i = m); [|subst; now rewrite Uint63.eqb_refl in Q].
          apply to_Z_inj. rewrite Z0 in S. change (to_Z 0) with 0%Z in S. lia.
  Qed.

  Lemma has_bit : forall x n, (n < 63)%nat -> has x (cell_bit n) = bit x (of_Z (Z.of_nat n)).
  Proof.
    intros x n H. unfold has. set (m := of_Z (Z.of_nat n)).
    assert (M : bit (cell_bit n) m = true) by (rewrite bit_of_cell by auto; apply Uint63.eqb_refl).
    destruct (bit x m) eqn:B.
    - destruct (x land cell_bit n =? 0) eqn:E; auto. apply Uint63.eqb_spec in E.
      assert (bit (x land cell_bit n) m = true) as C by now rewrite land_spec, B, M.
      rewrite E, bit_0 in C. discriminate.
    - assert (x land cell_bit n = 0) as ->; [|now rewrite Uint63.eqb_refl].
      apply bit_ext. intros i. rewrite land_spec, bit_0, bit_of_cell by auto.
      fold m. destruct (i =? m) eqn:E; [|apply andb_false_r].
      apply Uint63.eqb_spec in E. subst i. now rewrite B.
  Qed.

  Lemma same_bit : forall m n, (m < 63)%nat -> (n < 63)%nat ->
    (of_Z (Z.of_nat n) =? of_Z (Z.of_nat m)) = (n =? m)%nat.
  Proof.
    intros m n Hm Hn. destruct (Nat.eqb_spec n m) as [->|E]; [apply Uint63.eqb_refl|].
    destruct (_ =? _) eqn:Q; auto. apply Uint63.eqb_spec in Q. elim E.
    apply (f_equal to_Z) in Q. rewrite !number_of_bit in Q by auto. lia.
  Qed.

  Lemma has_cell : forall m n, (m < 63)%nat -> (n < 63)%nat ->
    has (cell_bit m) (cell_bit n) = (n =? m)%nat.
  Proof. intros. now rewrite has_bit, bit_of_cell, same_bit. Qed.

  Lemma has_add : forall x m n, (m < 63)%nat -> (n < 63)%nat ->
    has (add x (cell_bit m)) (cell_bit n) = has x (cell_bit n) || (n =? m)%nat.
  Proof. intros. unfold add. now rewrite !has_bit, lor_spec, bit_of_cell, same_bit. Qed.

  Lemma has_remove : forall x m n, (m < 63)%nat -> (n < 63)%nat ->
    has (remove x (cell_bit m)) (cell_bit n) = has x (cell_bit n) && negb (n =? m)%nat.
  Proof.
    intros. unfold remove. rewrite !has_bit, lxor_spec, land_spec, bit_of_cell, same_bit by auto.
    now destruct (bit x _), (n =? m)%nat.
  Qed.

  Lemma land_lor : forall x a b, x land (a lor b) = (x land a) lor (x land b).
  Proof.
    intros. apply bit_ext. intros i. rewrite land_spec, !lor_spec, !land_spec.
    now destruct (bit x i), (bit a i), (bit b i).
  Qed.

  Lemma lor_is_0 : forall a b, (a lor b =? 0) = (a =? 0) && (b =? 0).
  Proof.
    intros a b. destruct (a =? 0) eqn:A; [apply Uint63.eqb_spec in A; subst; now rewrite lor0|].
    cbn [andb]. destruct (a lor b =? 0) eqn:E; auto. apply Uint63.eqb_spec in E.
    assert (a = 0); [|subst; discriminate].
    apply bit_ext. intros i. apply (f_equal (fun x => bit x i)) in E.
    rewrite lor_spec, bit_0 in E. rewrite bit_0. now destruct (bit a i).
  Qed.

  Lemma has_either : forall x a b, has x (a lor b) = has x a || has x b.
  Proof.
    intros. unfold has. rewrite land_lor, lor_is_0.
    now destruct (x land a =? 0), (x land b =? 0).
  Qed.

  Lemma has_sym : forall a b, has a b = has b a.
  Proof. intros. unfold has. now rewrite landC. Qed.

  Lemma either_has : forall a b x, has (a lor b) x = has a x || has b x.
  Proof. intros. rewrite !(has_sym _ x). apply has_either. Qed.

  Lemma has_together : forall x l, has x (together l) = existsb (has x) l.
  Proof.
    induction l as [|a l IH]; cbn [together fold_right existsb].
    - unfold has. now rewrite land0_r.
    - rewrite has_either. now rewrite <- IH.
  Qed.

  Lemma together_has : forall x l, has (together l) x = existsb (fun c => has c x) l.
  Proof.
    intros x l. rewrite has_sym, has_together. induction l as [|a l IH]; cbn; auto.
    now rewrite IH, has_sym.
  Qed.
End Sets.
