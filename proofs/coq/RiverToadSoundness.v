(** * River Toad: accepted, then the claim holds *)

From Coq Require Import ZArith List Bool Lia.
From Toadstone Require Import RiverToadRules RiverToadChecker.
Import ListNotations.
Local Open Scope Z_scope.

(** ** An index covers only what an element covers *)

Definition element_covers (l : list element) (h m f : Z) : Prop :=
  exists e, In e l /\ h <= e_hp e /\ e_moves e <= m /\ f <= e_flies e.

Fixpoint in_tree (e : element) (t : tree) : Prop :=
  match t with leaf => False | node l x r => in_tree e l \/ e = x \/ in_tree e r end.

Lemma tree_of_in : forall depth n l t rest,
  tree_of depth n l = (t, rest) ->
  (forall e, in_tree e t -> In e l) /\ (forall e, In e rest -> In e l).
Proof.
  induction depth as [|depth IH]; intros n l t rest H; cbn [tree_of] in H.
  { injection H as <- <-. split; [intros e []|auto]. }
  destruct (n <=? 0). { injection H as <- <-. split; [intros e []|auto]. }
  destruct (tree_of depth (n / 2) l) as [high l1] eqn:E1. apply IH in E1 as [A1 B1].
  destruct l1 as [|e1 l1]. { injection H as <- <-. split; [auto|intros e []]. }
  destruct (tree_of depth (n - 1 - n / 2) l1) as [low l2] eqn:E2. apply IH in E2 as [A2 B2].
  injection H as <- <-. split.
  - cbn [in_tree]. intros e [H|[->|H]]; auto using in_eq, in_cons.
  - intros e H. auto using in_cons.
Qed.

Lemma covers_in : forall t h m, covers t h m = true ->
  exists e, in_tree e t /\ h <= e_hp e /\ e_moves e <= m.
Proof.
  induction t as [|l IHl e r IHr]; intros h m H; cbn [covers] in H; [discriminate|].
  destruct (Z.leb_spec h (e_hp e)).
  - destruct (Z.leb_spec (e_moves e) m).
    + exists e. cbn. auto.
    + destruct (IHl h m H) as (x & I & Q). exists x. cbn. auto.
  - destruct (IHr h m H) as (x & I & Q). exists x. cbn. auto.
Qed.

Lemma stairs_in : forall l least kept e, In e (stairs least kept l) -> In e kept \/ In e l.
Proof.
  induction l as [|x l IH]; intros least kept e H; cbn [stairs] in H.
  - rewrite rev_append_rev, app_nil_r in H. left. now apply in_rev.
  - destruct (match least with None => true | Some m => e_moves x <? m end);
      apply IH in H as [H|H]; cbn [In] in *; intuition.
Qed.

Lemma groups_in : forall l f g e, In (f, g) (groups l) -> In e g -> In e l /\ e_flies e = f.
Proof.
  induction l as [|x l IH]; intros f g e I E; [destruct I|].
  unfold groups in *. cbn [fold_right] in I. unfold with_group in I at 1.
  destruct (fold_right with_group [] l) as [|[f' g'] r].
  - destruct I as [[= <- <-]|[]]. destruct E as [->|[]]. split; [now left|reflexivity].
  - destruct (Z.eqb_spec (e_flies x) f') as [Q|Q].
    + destruct I as [[= <- <-]|I].
      * destruct E as [->|E]; [split; [now left|exact Q]|].
        destruct (IH f' g' e) as [A B]; [now left|exact E|]. split; [now right|exact B].
      * destruct (IH f g e) as [A B]; [now right|exact E|]. split; [now right|exact B].
    + destruct I as [[= <- <-]|I].
      * destruct E as [->|[]]. split; [now left|reflexivity].
      * destruct (IH f g e I E) as [A B]. split; [now right|exact B].
Qed.

Lemma index_covers_in : forall l h m f,
  index_covers (index_of l) h m f = true -> element_covers l h m f.
Proof.
  intros l h m f H. unfold index_of in H.
  assert (G : forall k g e, In (k, g) (groups l) -> In e g -> In e l /\ e_flies e = k)
    by apply groups_in.
  induction (groups l) as [|[k g] r IH]; cbn [map index_covers] in H; [discriminate|].
  assert (IH' : index_covers (map (fun '(f0, g0) =>
      (f0, fst (tree_of 64 (Z.of_nat (length (stairs None [] g0))) (stairs None [] g0)))) r)
        h m f = true ->
    element_covers l h m f).
  { intros Q. apply IH; auto. intros k' g' e I. apply G. now right. }
  destruct (Z.leb_spec f k); [|now apply IH'].
  destruct (covers _ h m) eqn:C; [|now apply IH'].
  apply covers_in in C as (e & I & A & B).
  destruct (tree_of _ _ _) as [t rest] eqn:E. apply tree_of_in in E as [E _].
  apply E in I. apply stairs_in in I as [[]|I]. destruct (G k g e) as [L F]; [now left|exact I|].
  exists e. repeat split; auto. lia.
Qed.

Section Game.
  Variable s : scenario.

  (** ** Turns of the checker and turns of the rules *)

  Lemma in_list_spec : forall x l, in_list x l = true <-> In x l.
  Proof.
    intros x l. unfold in_list. rewrite existsb_exists. split.
    - intros (y & I & E). apply Z.eqb_eq in E. now subst.
    - intros I. exists x. split; auto. apply Z.eqb_refl.
  Qed.

  Lemma snake_spec : forall r c, is_snake s r c = true <-> snake s r c.
  Proof.
    intros r c. unfold is_snake, snake. destruct (Z.ltb_spec r (2 ^ width s)).
    - tauto.
    - split; [discriminate|]. intros [H1 _]. lia.
  Qed.

  Lemma fed_spec : forall r c, is_fed s r c = true <-> fly_beside s r c.
  Proof.
    intros r c. unfold is_fed, fly_beside.
    destruct (Z.eqb_spec r (2 ^ width s)); [rewrite Z.eqb_eq; split; [auto|intros [[_ H]|[H _]]; lia]|].
    destruct (Z.eqb_spec r (2 ^ width s + 1)); [rewrite Z.eqb_eq; split; [auto|intros [[H _]|[_ H]]; lia]|].
    split; [discriminate|]. intros [[H _]|[H _]]; contradiction.
  Qed.

  Lemma applies_spec : forall t e, applies_now t e = true <-> applies e t.
  Proof.
    intros t e. unfold applies_now, applies. destruct (in_turn e) as [u|].
    - rewrite Nat.eqb_eq. split; [intros ->; auto|intros [H|[= ->]]; [discriminate|auto]].
    - split; auto.
  Qed.

  Lemma open_spec : forall t c,
    is_open s (roll_in s t) (visits_in s t) (avoids_in s t) c = true <-> open s t c.
  Proof.
    intros t c. unfold is_open, open, visits_in, avoids_in.
    destruct (Z.leb_spec 1 c); [|split; [discriminate|intros [H1 _]; lia]].
    destruct (Z.leb_spec c (width s)); [|split; [discriminate|intros [H1 _]; lia]].
    destruct (is_snake s (roll_in s t) c) eqn:Sn.
    { apply snake_spec in Sn. split; [discriminate|]. intros (_ & N & _). contradiction. }
    assert (~ snake s (roll_in s t) c) as N by (intros N; apply snake_spec in N; congruence).
    destruct (forallb _ (filter _ (visit s))) eqn:V.
    - rewrite forallb_forall in V. rewrite forallb_forall. split.
      + intros A. repeat split; auto.
        * intros e I P. apply in_list_spec, V, filter_In. split; auto. now apply applies_spec.
        * intros e I P L. assert (In e (filter (applies_now t) (avoid s))) as I2.
          { apply filter_In. split; auto. now apply applies_spec. }
          apply A in I2. apply in_list_spec in L. rewrite L in I2. discriminate.
      + intros (_ & _ & _ & A) e I. apply filter_In in I as [I P]. apply applies_spec in P.
        destruct (in_list c (cells e)) eqn:L; auto. apply in_list_spec in L. now elim (A e I P).
    - split; [discriminate|]. intros (_ & _ & Vs & _).
      assert (forallb (fun e => in_list c (cells e)) (filter (applies_now t) (visit s)) = true).
      + apply forallb_forall. intros e I. apply filter_In in I as [I P]. apply applies_spec in P.
        apply in_list_spec. now apply Vs.
      + congruence.
  Qed.

  Lemma usable_spec : forall a, In a (usable s) <->
    In a (actions s) /\ ~ In (shift a) (forbid s) /\ Z.abs (shift a) < width s.
  Proof.
    intros a. unfold usable. rewrite filter_In.
    destruct (in_list (shift a) (forbid s)) eqn:L.
    - apply in_list_spec in L. split; [intros [_ H]; discriminate|tauto].
    - rewrite Z.ltb_lt. assert (~ In (shift a) (forbid s)); [|tauto].
      intros I. apply in_list_spec in I. congruence.
  Qed.

  (** A toad in the river stays in it: the shift of a legal action is below the width. *)
  Definition in_river (x : toad) : Prop := 1 <= cell x <= width s.

  Definition stage_of (t : nat) : stage := (t, roll_in s t).

  Lemma turn_is_a_way : forall t a x y, in_river x ->
    takes_turn s t a x y <->
    In a (usable s) /\ 1 <= hp y /\
    exists w, In w (way_of s t (roll_in s t) (visits_in s t) (avoids_in s t) (cell x) a) /\
              y = after s w x.
  Proof.
    intros t a x y Rx. unfold way_of. rewrite usable_spec. split.
    - intros H. destruct H as [x A F O C N L|x A F O C N L];
        (assert (Z.abs (shift a) < width s) as W by (destruct O as [O _]; unfold in_river in Rx; lia));
        apply open_spec in O as O'; rewrite O'; cbn [hp];
        (split; [auto|]; split; [lia|]; eexists; split; [now left|]);
        unfold after, hp_after; cbn [to pays moved fed].
      + assert (is_fed s (roll_in s t) (cell x + shift a) = false) as ->.
        { apply not_true_is_false. intros Q. now apply fed_spec in Q. }
        assert ((if cost a <=? hp x then true else clamped s) = true) as ->.
        { destruct (Z.leb_spec (cost a) (hp x)); auto. destruct C; [auto|lia]. }
        f_equal; try lia. destruct (shift a =? 0); lia.
      + assert (is_fed s (roll_in s t) (cell x + shift a) = true) as -> by now apply fed_spec.
        assert ((if cost a <=? hp x then true else clamped s) = true) as ->.
        { destruct (Z.leb_spec (cost a) (hp x)); auto. destruct C; [auto|lia]. }
        f_equal; try lia. destruct (shift a =? 0); lia.
    - intros ((A & F & _) & L & w & I & ->).
      destruct (is_open s _ _ _ _) eqn:O; [|destruct I]. apply open_spec in O.
      destruct I as [<-|[]]. cbn [hp after] in L. unfold hp_after in L. cbn [pays fed] in L.
      destruct (if cost a <=? hp x then true else clamped s) eqn:C; [|lia].
      assert (clamped s = true \/ cost a <= hp x) as C'.
      { destruct (Z.leb_spec (cost a) (hp x)); auto. }
      unfold after, hp_after. cbn [to pays moved fed]. rewrite C.
      destruct (is_fed s (roll_in s t) (cell x + shift a)) eqn:Fd.
      + apply fed_spec in Fd. replace (gain s * 1) with (gain s) in * by lia.
        replace (moves x + (if shift a =? 0 then 0 else 1))
          with (if shift a =? 0 then moves x else moves x + 1) by (destruct (shift a =? 0); lia).
        apply lives_fed; auto. lia.
      + assert (~ fly_beside s (roll_in s t) (cell x + shift a)) as N.
        { intros Q. apply fed_spec in Q. congruence. }
        replace (Z.max 0 (hp x - cost a) + gain s * 0) with (Z.max 0 (hp x - cost a)) in * by lia.
        replace (moves x + (if shift a =? 0 then 0 else 1))
          with (if shift a =? 0 then moves x else moves x + 1) by (destruct (shift a =? 0); lia).
        replace (flies x + 0) with (flies x) by lia.
        apply lives_unfed; auto. lia.
  Qed.

  Lemma turn_stays_in_river : forall t a x y, takes_turn s t a x y -> in_river y /\ 1 <= hp y.
  Proof.
    intros t a x y H. unfold in_river. destruct H as [x A F O C N L|x A F O C N L];
      destruct O as [O _]; cbn [cell hp]; lia.
  Qed.

  Lemma in_ways : forall t c w,
    In w (ways s (stage_of t) c) <->
    exists a, In a (usable s) /\
      In w (way_of s t (roll_in s t) (visits_in s t) (avoids_in s t) c a).
  Proof. intros. unfold ways, stage_of. apply in_flat_map. Qed.

  (** ** The stages are the turns *)

  Hypothesis some_rows : (1 <= rows s)%nat.

  Lemma arrival : forall t, nth t (arrivals s) 0 = roll_in s (S t).
  Proof.
    intros t. unfold arrivals, roll_in.
    destruct (Nat.ltb_spec (S t) (rows s)).
    - rewrite app_nth1 by (rewrite repeat_length; lia). apply nth_repeat.
    - rewrite app_nth2 by (rewrite repeat_length; lia). rewrite repeat_length.
      f_equal. lia.
  Qed.

  Lemma stages_from : forall n t l,
    (n <= length l)%nat ->
    (forall i, nth i l 0 = roll_in s (t + S i)) ->
    combine (seq (S t) n) l = map stage_of (seq (S t) n).
  Proof.
    induction n as [|n IH]; intros t l L H; [reflexivity|].
    destruct l as [|r l]; [cbn in L; lia|]. cbn [seq combine map]. f_equal.
    - unfold stage_of. f_equal. specialize (H O). cbn [nth] in H. rewrite H. f_equal. lia.
    - apply IH; [cbn in L; lia|]. intros i. specialize (H (S i)). cbn [nth] in H. rewrite H.
      f_equal. lia.
  Qed.

  Lemma stages_are_turns : stages s = map stage_of (seq 1 (turns s)).
  Proof.
    unfold stages. apply stages_from.
    - unfold arrivals, turns. rewrite app_length. lia.
    - intros i. apply arrival.
  Qed.

  (** ** Reaching a target *)

  Hypothesis gain_positive : 0 <= gain s.
  Hypothesis costs_positive : forall a, In a (actions s) -> 0 <= cost a.

  Notation D := (dearest s).
  Notation T := (T s).

  Lemma dearest_spec : 0 <= D /\ forall a, In a (usable s) -> cost a <= D.
  Proof.
    unfold dearest. induction (usable s) as [|a l [IH1 IH2]]; cbn [fold_right].
    - split; [lia|intros a []].
    - split; [lia|]. intros b [->|I]; [lia|]. specialize (IH2 b I). lia.
  Qed.

  Definition met (g : target) (t : nat) (y : toad) : Prop :=
    t_turns g <= Z.of_nat t /\ t_hp g <= hp y /\ moves y <= t_moves g /\ t_flies g <= flies y.

  Definition can_reach (g : target) (t : nat) (x : toad) : Prop :=
    exists plan y, plays s t x plan y /\ met g (t + length plan) y.

  (** A toad that can do what another can: he has no less HP, or enough for every
      turn to come; no more moves, or few enough; no fewer flies, or enough. *)
  Definition as_good_as (g : target) (t : nat) (a x : toad) : Prop :=
    cell a = cell x /\
    (hp x <= hp a \/ D * (T - Z.of_nat t) + t_hp g <= hp a) /\
    (moves a <= moves x \/ moves a + (T - Z.of_nat t) <= t_moves g) /\
    (flies x <= flies a \/ t_flies g <= flies a).

  Section Target.
    Variable g : target.
    Hypothesis hp_wanted : 1 <= t_hp g.

    Lemma one_turn_copied : forall t a x y b,
      (t < turns s)%nat -> in_river x -> takes_turn s (S t) a x y -> as_good_as g t b x ->
      exists z, takes_turn s (S t) a b z /\ as_good_as g (S t) z y.
    Proof.
      intros t a x y b Lt Rx M (C & H & Mo & Fl).
      assert (U : In a (usable s)) by (apply (turn_is_a_way (S t) a x y Rx) in M; tauto).
      destruct dearest_spec as [D0 D1]. specialize (D1 a U).
      assert (C0 : 0 <= cost a).
      { apply usable_spec in U as [U _]. now apply costs_positive. }
      assert (E : D * (T - Z.of_nat t) = D * (T - Z.of_nat (S t)) + D) by (rewrite Nat2Z.inj_succ; ring).
      assert (E0 : 0 <= D * (T - Z.of_nat (S t))).
      { apply Z.mul_nonneg_nonneg; [lia|]. unfold RiverToadChecker.T. lia. }
      assert (Aff : clamped s = true \/ cost a <= hp x -> clamped s = true \/ cost a <= hp b).
      { intros [Q|Q]; [now left|right]. destruct H; lia. }
      destruct M as [x A F O Cl N L|x A F O Cl N L]; rewrite <- C in *.
      - eexists. split.
        + apply lives_unfed; auto. destruct H; lia.
        + unfold as_good_as. cbn [cell hp moves flies]. rewrite Nat2Z.inj_succ in *.
          repeat split; [destruct H; [left|right]; lia| |exact Fl].
          destruct (shift a =? 0); destruct Mo; [left|right|left|right]; lia.
      - eexists. split.
        + apply lives_fed; auto. destruct H; lia.
        + unfold as_good_as. cbn [cell hp moves flies]. rewrite Nat2Z.inj_succ in *.
          repeat split; [destruct H; [left|right]; lia| |destruct Fl; [left|right]; lia].
          destruct (shift a =? 0); destruct Mo; [left|right|left|right]; lia.
    Qed.

    Lemma plays_to : forall t x plan y, plays s t x plan y ->
      (t <= turns s)%nat -> (t + length plan <= turns s)%nat.
    Proof.
      induction 1 as [t x|t a x y plan z L M P IH]; intros H; cbn [length]; lia.
    Qed.

    Lemma run_copied : forall t x plan y,
      plays s t x plan y -> (t <= turns s)%nat -> in_river x -> met g (t + length plan) y ->
      forall b, as_good_as g t b x -> can_reach g t b.
    Proof.
      induction 1 as [t x|t a x y plan z L M P IH]; intros Lt Rx Me b A.
      - exists [], b. split; [constructor|]. cbn [length] in *. rewrite Nat.add_0_r in *.
        destruct Me as (M1 & M2 & M3 & M4). destruct A as (_ & H & Mo & Fl).
        destruct dearest_spec as [D0 _].
        assert (0 <= T - Z.of_nat t) by (unfold RiverToadChecker.T; lia).
        assert (0 <= D * (T - Z.of_nat t)) by now apply Z.mul_nonneg_nonneg.
        repeat split; auto; lia.
      - destruct (one_turn_copied t a x y b L Rx M A) as (w & M' & A').
        destruct (turn_stays_in_river _ _ _ _ M) as [Ry _].
        cbn [length] in Me. rewrite <- Nat.add_succ_comm in Me.
        destruct (IH ltac:(lia) Ry Me w A') as (plan' & y' & P' & Me').
        exists (a :: plan'), y'. split; [econstructor; eauto|].
        cbn [length]. now rewrite <- Nat.add_succ_comm.
    Qed.

    Lemma as_good_reaches : forall t x b, (t <= turns s)%nat -> in_river x ->
      can_reach g t x -> as_good_as g t b x -> can_reach g t b.
    Proof.
      intros t x b L R (plan & y & P & M) A. exact (run_copied t x plan y P L R M b A).
    Qed.

    Lemma relevant_is_as_good : forall t x, as_good_as g t (relevant s g t x) x.
    Proof.
      intros t x. unfold as_good_as, relevant. cbn [cell hp moves flies]. repeat split.
      - lia.
      - destruct (Z.ltb_spec (t_moves g) T); [left; lia|right; lia].
      - lia.
    Qed.

    (** ** The outlook is generous enough *)

    Definition generous (o : option outlook) (m f h : Z) : Prop :=
      exists x, o = Some x /\ o_moves x <= m /\ f <= o_flies x /\ h <= o_hp x.

    Lemma better_of_generous : forall o x m f h,
      generous o m f h \/ generous (Some x) m f h -> generous (better_of o x) m f h.
    Proof.
      intros o x m f h [(y & -> & A)|(y & [= <-] & A)]; unfold generous.
      - cbn [better_of]. eexists. split; [reflexivity|]. cbn [o_moves o_flies o_hp]. lia.
      - destruct o as [z|]; cbn [better_of]; (eexists; split; [reflexivity|]);
          cbn [o_moves o_flies o_hp]; lia.
    Qed.

    Lemma through_keeps : forall r ws o m f h,
      generous o m f h -> generous (fold_left (through s r) ws o) m f h.
    Proof.
      induction ws as [|w ws IH]; intros o m f h H; [exact H|]. cbn [fold_left]. apply IH.
      unfold through. destruct (at_cell r (to w)); [|exact H]. apply better_of_generous. now left.
    Qed.

    Lemma through_counts : forall r ws o w x m f h,
      In w ws -> at_cell r (to w) = Some x ->
      o_moves x + moved w <= m -> f <= o_flies x + fed w ->
      h <= o_hp x + gain s * fed w - (if clamped s then Z.min (pays w) 1 else pays w) ->
      generous (fold_left (through s r) ws o) m f h.
    Proof.
      induction ws as [|v ws IH]; intros o w x m f h I A M F H; [destruct I|].
      cbn [fold_left]. destruct I as [->|I]; [|eapply IH; eauto].
      apply through_keeps. unfold through. rewrite A. apply better_of_generous. right.
      eexists. split; [reflexivity|]. cbn [o_moves o_flies o_hp]. auto.
    Qed.

    Lemma at_cell_all : forall f c, 1 <= c <= width s -> at_cell (map f (all_cells s)) c = f c.
    Proof.
      intros f c H. unfold at_cell, all_cells. rewrite map_map.
      rewrite nth_indep with (d' := f (Z.of_nat 0)).
      - rewrite (map_nth (fun x => f (Z.of_nat x))). rewrite seq_nth by lia. f_equal. lia.
      - rewrite map_length, seq_length. lia.
    Qed.

    Definition row_ok (t : nat) (r : row) : Prop := forall x plan y,
      in_river x -> 1 <= hp x -> plays s t x plan y -> met g (t + length plan) y ->
      generous (at_cell r (cell x)) (moves y - moves x) (flies y - flies x) (hp y - hp x).

    Lemma end_here_generous : forall t y, met g t y -> generous (end_here g t) 0 0 0.
    Proof.
      intros t y (M & _). unfold end_here. destruct (Z.leb_spec (t_turns g) (Z.of_nat t)); [|lia].
      eexists. split; [reflexivity|]. cbn. lia.
    Qed.

    Lemma last_row_ok : row_ok (turns s) (last_row s g).
    Proof.
      intros x plan y R H P M. unfold last_row.
      rewrite (at_cell_all (fun _ => end_here g (turns s)) _ R).
      inversion P; subst; [|lia]. cbn [length] in M. rewrite Nat.add_0_r in M.
      rewrite !Z.sub_diag. eapply end_here_generous, M.
    Qed.

    Lemma row_before_ok : forall t r, (t < turns s)%nat -> row_ok (S t) r ->
      row_ok t (row_before s g (stage_of (S t)) r).
    Proof.
      intros t r L Ok x plan y R H P M. unfold row_before.
      rewrite (at_cell_all (fun c => fold_left (through s r) (ways s (stage_of (S t)) c)
        (end_here g (fst (stage_of (S t)) - 1))) _ R).
      cbn [fst stage_of]. replace (S t - 1)%nat with t by lia.
      inversion P; subst.
      - apply through_keeps. cbn [length] in M. rewrite Nat.add_0_r in M.
        rewrite !Z.sub_diag. eapply end_here_generous, M.
      - rename y0 into z, H1 into Tk, H2 into Pz.
        destruct (turn_stays_in_river _ _ _ _ Tk) as [Rz Hz].
        cbn [length] in M. rewrite <- Nat.add_succ_comm in M.
        destruct (Ok z plan0 y Rz Hz Pz M) as (o & A & O1 & O2 & O3).
        apply (turn_is_a_way _ _ _ _ R) in Tk as (U & _ & w & I & ->).
        cbn [after cell hp moves flies] in *.
        apply through_counts with w o; auto; [|lia|lia|].
        + apply in_ways. eauto.
        + unfold hp_after in *. apply usable_spec in U as [U _]. apply costs_positive in U.
          unfold way_of in I. destruct (is_open _ _ _ _ _); [|destruct I]. destruct I as [<-|[]].
          cbn [pays fed] in *. destruct (Z.leb_spec (cost a) (hp x)).
          * destruct (clamped s); lia.
          * destruct (clamped s); lia.
    Qed.

    Fixpoint rows_ok (t : nat) (rs : list row) : Prop :=
      match rs with [] => True | r :: rs => row_ok t r /\ rows_ok (S t) rs end.

    Lemma outlooks_ok : forall n t, (t + n = turns s)%nat ->
      exists r rs, outlooks s g (map stage_of (seq (S t) n)) = r :: rs /\ rows_ok t (r :: rs).
    Proof.
      assert (E : forall sts, outlooks s g sts =
        fold_right (fun st rs => match rs with [] => [] | r :: _ => row_before s g st r :: rs end)
          [last_row s g] sts).
      { intros sts. unfold outlooks. rewrite <- fold_left_rev_right. now rewrite rev_involutive. }
      induction n as [|n IH]; intros t H; rewrite E.
      - cbn [seq map fold_right]. exists (last_row s g), []. split; auto.
        rewrite Nat.add_0_r in H. subst t. split; [apply last_row_ok|exact I].
      - destruct (IH (S t) ltac:(lia)) as (r & rs & E1 & Ok). rewrite E in E1.
        cbn [seq map fold_right]. rewrite E1.
        exists (row_before s g (stage_of (S t)) r), (r :: rs). split; auto.
        split; [|exact Ok]. apply row_before_ok; [lia|]. apply Ok.
    Qed.

    Lemma reaching_is_not_hopeless : forall t r x,
      row_ok t r -> in_river x -> 1 <= hp x -> can_reach g t x -> hopeless g r x = false.
    Proof.
      intros t r x Ok R H (plan & y & P & M).
      destruct (Ok x plan y R H P M) as (o & A & O1 & O2 & O3). unfold hopeless. rewrite A.
      destruct M as (M1 & M2 & M3 & M4).
      destruct (Z.ltb_spec (hp x + o_hp o) (t_hp g)); [lia|].
      destruct (Z.ltb_spec (flies x + o_flies o) (t_flies g)); [lia|].
      apply Z.ltb_ge. lia.
    Qed.

    (** ** The argument *)

    Lemma nth_indices : forall k (l : layer), nth k (indices l) [] = index_of (nth k l []).
    Proof. intros k l. unfold indices. change (@nil (Z * tree)) with (index_of []). apply map_nth. Qed.

    Lemma dealt_with_sound : forall t r l x, (t <= turns s)%nat ->
      dealt_with s g r (indices l) t x = true ->
      row_ok t r -> in_river x -> 1 <= hp x -> can_reach g t x ->
      exists e, In e (nth (Z.to_nat (cell x - 1)) l []) /\ can_reach g t (toad_of (cell x) e).
    Proof.
      intros t r l x Lt W Ok R H C. unfold dealt_with in W.
      pose proof (relevant_is_as_good t x) as A.
      pose proof (as_good_reaches t x _ Lt R C A) as C'.
      set (y := relevant s g t x) in *.
      assert (in_river y) as Ry by exact R.
      assert (1 <= hp y) as Hy.
      { unfold y, relevant. cbn [hp]. destruct dearest_spec as [D0 _].
        assert (0 <= T - Z.of_nat t) by (unfold RiverToadChecker.T; lia).
        assert (0 <= D * (T - Z.of_nat t)) by now apply Z.mul_nonneg_nonneg. lia. }
      rewrite (reaching_is_not_hopeless t r y Ok Ry Hy C') in W.
      rewrite nth_indices in W. apply index_covers_in in W as (e & I & E1 & E2 & E3).
      change (cell y) with (cell x) in *. exists e. split; auto.
      apply (as_good_reaches t y); auto. repeat split; cbn [toad_of cell hp moves flies]; auto.
    Qed.

    Lemma cells_ok_spec : forall st r is l c k e w,
      cells_ok s g st r is c l = true ->
      In e (nth k l []) -> In w (ways s st (c + Z.of_nat k)) ->
      let y := after s w (toad_of (c + Z.of_nat k) e) in
      hp y < 1 \/ dealt_with s g r is (fst st) y = true.
    Proof.
      induction l as [|es l IH]; intros c k e w H I W; cbn [cells_ok] in H.
      { destruct k; destruct I. }
      destruct (match es with [] => true | _ => _ end) eqn:E; [|discriminate].
      destruct k as [|k].
      - cbn [nth] in I. rewrite Z.add_0_r in *. destruct es as [|e0 es]; [destruct I|].
        rewrite forallb_forall in E. specialize (E e I). unfold element_ok in E.
        rewrite forallb_forall in E. specialize (E w W). cbv zeta in *.
        destruct (Z.ltb_spec (hp (after s w (toad_of c e))) 1); auto.
      - cbn [nth] in I. specialize (IH (c + 1) k e w H I).
        replace (c + 1 + Z.of_nat k) with (c + Z.of_nat (S k)) in IH by lia. auto.
    Qed.

    Lemma layers_ok_sound : forall n t rs l ls, (t + n = turns s)%nat ->
      layers_ok s g (map stage_of (seq (S t) n)) rs t l ls = true -> rows_ok (S t) rs ->
      forall c e, 1 <= c <= width s -> In e (nth (Z.to_nat (c - 1)) l []) ->
      ~ can_reach g t (toad_of c e).
    Proof.
      induction n as [|n IH]; intros t rs l ls Tn Ok Rs c e C I (plan & y & P & M);
        cbn [seq map layers_ok] in Ok; destruct (no_end g t l) eqn:N; try discriminate.
      all: assert (Ends : ~ met g t (toad_of c e)) by
        (intros (M1 & M2 & M3 & M4); unfold no_end in N; rewrite forallb_forall in N;
         assert (In (nth (Z.to_nat (c - 1)) l []) l) as I2 by
           (destruct (nth_in_or_default (Z.to_nat (c - 1)) l []) as [Q|Q]; [exact Q|];
            rewrite Q in I; destruct I);
         specialize (N _ I2); rewrite forallb_forall in N; specialize (N e I);
         cbn [toad_of hp moves flies] in *; unfold met_by in N;
         destruct (Z.leb_spec (t_turns g) (Z.of_nat t)); [|lia];
         destruct (Z.leb_spec (t_hp g) (e_hp e)); [|lia];
         destruct (Z.leb_spec (e_moves e) (t_moves g)); [|lia];
         destruct (Z.leb_spec (t_flies g) (e_flies e)); [discriminate|lia]).
      - inversion P; subst; [|lia]. cbn [length] in M. rewrite Nat.add_0_r in M. contradiction.
      - inversion P; subst.
        { cbn [length] in M. rewrite Nat.add_0_r in M. contradiction. }
        rename y0 into z, H0 into Tk, H1 into Pz.
        destruct rs as [|r rs]; [discriminate|].
        destruct (match ls with [] => ([], []) | l' :: ls' => (l', ls') end) as [l' ls'].
        destruct (cells_ok _ _ _ _ _ _ _) eqn:K; [|discriminate].
        destruct Rs as [R1 Rs].
        assert (in_river (toad_of c e)) as Rc by exact C.
        destruct (turn_stays_in_river _ _ _ _ Tk) as [Rz Hz].
        pose proof Tk as Tk'. apply (turn_is_a_way _ _ _ _ Rc) in Tk' as (U & _ & w & W & E).
        assert (In w (ways s (stage_of (S t)) (1 + Z.of_nat (Z.to_nat (c - 1))))) as W'.
        { replace (1 + Z.of_nat (Z.to_nat (c - 1))) with c by lia. apply in_ways.
          exists a. split; auto. }
        pose proof (cells_ok_spec _ _ _ _ _ _ _ _ K I W') as Q. cbv zeta in Q.
        replace (1 + Z.of_nat (Z.to_nat (c - 1))) with c in Q by lia.
        rewrite <- E in Q. destruct Q as [Q|Q]; [lia|]. cbn [fst stage_of] in Q.
        assert (can_reach g (S t) z) as Cz.
        { exists plan0, y. split; auto. cbn [length] in M. now rewrite <- Nat.add_succ_comm in M. }
        destruct (dealt_with_sound (S t) r l' z ltac:(lia) Q R1 Rz Hz Cz) as (e' & I' & C').
        exact (IH (S t) rs l' ls' ltac:(lia) Ok Rs (cell z) e' Rz I' C').
    Qed.

    Hypothesis start_in_river : 1 <= first_cell s <= width s.

    Lemma argument_sound : forall ls, argument_ok s g ls = true ->
      ~ can_reach g 0 (start_with s (t_start g)).
    Proof.
      intros ls H C. unfold argument_ok in H.
      destruct (Z.leb_spec 1 (t_hp g)); [|discriminate].
      destruct (Z.leb_spec 1 (t_start g)); [|discriminate].
      rewrite stages_are_turns in H.
      destruct (outlooks_ok (turns s) 0 eq_refl) as (r & rs & E & Ok1 & Ok2).
      rewrite E in H.
      destruct (match ls with [] => ([], []) | l' :: ls' => (l', ls') end) as [l ls'].
      destruct (dealt_with _ _ _ _ _ _) eqn:W; [|discriminate].
      destruct (dealt_with_sound 0 r l _ ltac:(lia) W Ok1) as (e & I & C'); auto.
      exact (layers_ok_sound (turns s) 0 rs l ls' eq_refl H Ok2 (first_cell s) e
        start_in_river I C').
    Qed.
  End Target.
End Game.
