(** * River Toad: the theorems on claims *)

From Coq Require Import ZArith List Bool Lia.
From Toadstone Require Import RiverToadRules RiverToadChecker RiverToadSoundness.
Import ListNotations.
Local Open Scope Z_scope.

Section Claims.
  Variable s : scenario.
  Hypothesis is_sane : sane s = true.

  Lemma sane_spec :
    (1 <= rows s)%nat /\ 0 <= gain s /\ 1 <= first_hp s /\ 1 <= first_cell s <= width s /\
    forall a, In a (actions s) -> 0 <= cost a.
  Proof.
    pose proof is_sane as H. unfold sane in H.
    destruct (Nat.leb_spec 1 (rows s)); [|discriminate].
    destruct (Z.leb_spec 0 (gain s)); [|discriminate].
    destruct (Z.leb_spec 1 (first_hp s)); [|discriminate].
    destruct (Z.leb_spec 1 (first_cell s)); [|discriminate].
    destruct (Z.leb_spec (first_cell s) (width s)); [|discriminate].
    rewrite forallb_forall in H. repeat split; auto. intros a I. apply Z.leb_le, H, I.
  Qed.

  (** ** Figures of runs *)

  Lemma plays_counts : forall t x plan y, plays s t x plan y -> (t <= turns s)%nat ->
    moves x <= moves y <= moves x + Z.of_nat (length plan) /\
    flies x <= flies y /\ (1 <= hp x -> 1 <= hp y) /\ (t + length plan <= turns s)%nat.
  Proof.
    induction 1 as [t x|t a x y plan z L M P IH]; intros H; cbn [length].
    - repeat split; auto; lia.
    - destruct (IH ltac:(lia)) as (I1 & I2 & I3 & I4).
      assert (moves x <= moves y <= moves x + 1 /\ flies x <= flies y /\ 1 <= hp y) as (J1 & J2 & J3).
      { destruct M; cbn [moves flies hp]; destruct (shift a =? 0); lia. }
      repeat split; auto; lia.
  Qed.

  Lemma run_counts : forall plan f, is_run s plan f ->
    0 <= all_moves f <= all_turns f /\ 0 <= all_flies f /\ all_turns f <= T s /\
    (1 <= start_hp f -> 1 <= final_hp f).
  Proof.
    intros plan f (y & P & ->). cbn [all_moves all_turns all_flies final_hp start_hp].
    destruct (plays_counts _ _ _ _ P ltac:(lia)) as (A & B & C & E). cbn [start_with moves flies hp] in *.
    unfold T. repeat split; try lia.
  Qed.

  (** A run meets a target, if it starts with no more HP. *)
  Definition meets (g : target) (f : figures) : Prop :=
    start_hp f <= t_start g /\ t_turns g <= all_turns f /\ t_hp g <= final_hp f /\
    all_moves f <= t_moves g /\ t_flies g <= all_flies f.

  Lemma accepted_excludes : forall g argument plan f,
    argument_ok s g argument = true -> is_run s plan f -> ~ meets g f.
  Proof.
    intros g argument plan f H (y & P & F) (M1 & M2 & M3 & M4 & M5).
    destruct sane_spec as (S1 & S2 & S3 & S4 & S5).
    assert (1 <= t_hp g) as Hh.
    { unfold argument_ok in H. destruct (Z.leb_spec 1 (t_hp g)); [assumption|discriminate]. }
    apply (argument_sound s S1 S2 S5 g Hh S4 argument H).
    apply (as_good_reaches s S1 S2 S5 g Hh 0 (start_with s (start_hp f))); [lia|exact S4| |].
    - exists plan, y. split; auto. rewrite F in M2, M3, M4, M5.
      cbn [all_turns final_hp all_moves all_flies] in *. repeat split; auto.
    - repeat split; cbn [start_with cell hp moves flies]; lia.
  Qed.

  (** ** The base target *)

  Lemma asked_spec : forall q ask, asked q ask = true <-> In q ask.
  Proof.
    intros q ask. unfold asked. rewrite existsb_exists. split.
    - intros (x & I & E). destruct q, x; try discriminate; exact I.
    - intros I. exists q. split; auto. now destruct q.
  Qed.

  Lemma base_target_spec : forall ask plan f, is_run s plan f ->
    (1 <= start_hp f) ->
    ((In longest ask /\ ~ In survive ask /\ ~ In min_start_hp ask \/
      all_turns f = Z.of_nat (turns s)) /\
     at_most (max_moves s) (all_moves f) /\
     at_least (min_final_hp s) (final_hp f) /\
     at_least (min_flies s) (all_flies f)) <->
    (t_turns (base_target s ask) <= all_turns f /\ t_hp (base_target s ask) <= final_hp f /\
     all_moves f <= t_moves (base_target s ask) /\ t_flies (base_target s ask) <= all_flies f).
  Proof.
    intros ask plan f R H. destruct (run_counts plan f R) as (A & B & C & E). specialize (E H).
    unfold base_target. cbn [t_turns t_hp t_moves t_flies].
    assert (M : at_most (max_moves s) (all_moves f) <->
      all_moves f <= default (max_moves s) (T s)).
    { unfold at_most, default. destruct (max_moves s); lia. }
    assert (Fh : at_least (min_final_hp s) (final_hp f) <->
      Z.max 1 (default (min_final_hp s) 0) <= final_hp f).
    { unfold at_least, default. destruct (min_final_hp s); lia. }
    assert (Fl : at_least (min_flies s) (all_flies f) <-> default (min_flies s) 0 <= all_flies f).
    { unfold at_least, default. destruct (min_flies s); lia. }
    assert (Tu : In longest ask /\ ~ In survive ask /\ ~ In min_start_hp ask \/
        all_turns f = Z.of_nat (turns s) <->
      (if asked longest ask then
         if asked survive ask then T s else if asked min_start_hp ask then T s else 0
       else T s) <= all_turns f).
    { rewrite <- !asked_spec. unfold T in *.
      destruct (asked longest ask), (asked survive ask), (asked min_start_hp ask);
        (split; [intros [(X & Y & Z)|X]; try congruence; try lia|intros X; try (right; lia)]).
      left. repeat split; auto; discriminate. }
    rewrite <- M, <- Fh, <- Fl, <- Tu. tauto.
  Qed.

  Lemma answers_start : forall ask f, answers s ask f -> 1 <= start_hp f.
  Proof.
    intros ask f (_ & A & B & _). destruct sane_spec as (_ & _ & S3 & _).
    destruct (asked min_start_hp ask) eqn:E.
    - apply A. now apply asked_spec.
    - rewrite B; auto. intros I. apply asked_spec in I. congruence.
  Qed.

  Theorem accepted_infeasible : forall ask argument,
    check_infeasible s ask argument = true -> infeasible s ask.
  Proof.
    intros ask argument H plan f R A. unfold check_infeasible in H. rewrite is_sane in H.
    pose proof (answers_start ask f A) as H1.
    pose proof A as (A1 & A2 & A3 & A4 & A5 & A6).
    destruct (proj1 (base_target_spec ask plan f R H1)) as (M2 & M3 & M4 & M5); [tauto|].
    destruct (asked min_start_hp ask) eqn:E.
    - (* any HP: more than can ever matter *)
      destruct sane_spec as (S1 & S2 & S3 & S4 & S5).
      set (g := base_target s ask) in *.
      set (g' := {| t_start := dearest s * T s + t_hp g; t_turns := t_turns g; t_hp := t_hp g;
                    t_moves := t_moves g; t_flies := t_flies g |}) in *.
      assert (1 <= t_hp g') as Hh.
      { unfold argument_ok in H. destruct (Z.leb_spec 1 (t_hp g')); [assumption|discriminate]. }
      apply (argument_sound s S1 S2 S5 g' Hh S4 argument H).
      destruct R as (y & P & F).
      apply (as_good_reaches s S1 S2 S5 g' Hh 0 (start_with s (start_hp f))); [lia|exact S4| |].
      + exists plan, y. split; auto. rewrite F in M2, M3, M4, M5.
        cbn [all_turns final_hp all_moves all_flies] in *. repeat split; auto.
      + split; [reflexivity|]. unfold start_with. cbn [hp moves flies t_start].
        split; [right|split; left]; cbn; lia.
    - apply (accepted_excludes _ _ _ _ H R). repeat split; auto.
      cbn [base_target t_start]. rewrite A3; [lia|]. intros I. apply asked_spec in I. congruence.
  Qed.

  (** ** Plans *)

  Lemma replay_plays : forall n t x plan y,
    (t + n = turns s)%nat -> in_river s x ->
    replay s (map (stage_of s) (seq (S t) n)) x plan = Some y -> plays s t x plan y.
  Proof.
    induction n as [|n IH]; intros t x plan y Tn R H.
    - destruct plan; [injection H as <-; constructor|discriminate].
    - destruct plan as [|a plan]; [injection H as <-; constructor|].
      cbn [seq map replay stage_of] in H.
      destruct (existsb (same_action a) (usable s)) eqn:U; [|discriminate].
      apply existsb_exists in U as (a' & U & Q).
      assert (a = a') as <-.
      { unfold same_action in Q. destruct a, a'. cbn in Q.
        destruct (Z.eqb_spec shift shift0); [|discriminate]. apply Z.eqb_eq in Q. now subst. }
      destruct (way_of _ _ _ _ _ _ _) as [|w ws] eqn:W; [discriminate|].
      destruct (Z.leb_spec 1 (hp (after s w x))); [|discriminate].
      assert (takes_turn s (S t) a x (after s w x)) as Tk.
      { apply turn_is_a_way; auto. repeat split; auto. exists w. rewrite W. split; [now left|auto]. }
      econstructor; [lia|exact Tk|]. apply IH; auto; [lia|].
      now apply turn_stays_in_river in Tk as [Rz _].
  Qed.

  Lemma check_plan_sound : forall ask plan f, check_plan s ask plan f = true ->
    is_run s plan f /\ answers s ask f.
  Proof.
    intros ask plan f H. unfold check_plan in H.
    destruct sane_spec as (S1 & S2 & S3 & S4 & S5).
    destruct (if asked min_start_hp ask then 1 <=? start_hp f else start_hp f =? first_hp s) eqn:E;
      [|discriminate].
    rewrite (stages_are_turns s S1) in H.
    destruct (replay _ _ _ _) as [y|] eqn:P; [|discriminate].
    apply replay_plays in P; [|reflexivity|exact S4].
    destruct (same_figures _ _) eqn:F; [|discriminate].
    assert (R : is_run s plan f).
    { exists y. split; auto. unfold same_figures in F. destruct f as [f1 f2 f3 f4 f5].
      cbn [final_hp all_moves all_flies all_turns start_hp] in *.
      repeat match goal with F : (if ?a =? ?b then _ else false) = true |- _ =>
        destruct (Z.eqb_spec a b); [subst|discriminate] end. reflexivity. }
    split; auto.
    assert (1 <= start_hp f) as H1.
    { destruct (asked min_start_hp ask); [now apply Z.leb_le|apply Z.eqb_eq in E; lia]. }
    unfold met_by in H.
    destruct (Z.leb_spec (t_turns (base_target s ask)) (all_turns f)); [|discriminate].
    destruct (Z.leb_spec (t_hp (base_target s ask)) (final_hp f)); [|discriminate].
    destruct (Z.leb_spec (all_moves f) (t_moves (base_target s ask))); [|discriminate].
    apply Z.leb_le in H.
    destruct (proj2 (base_target_spec ask plan f R H1)) as (A1 & A4 & A5 & A6); [auto|].
    repeat split; auto.
    intros N. destruct (asked min_start_hp ask) eqn:Q; [apply asked_spec in Q; contradiction|].
    now apply Z.eqb_eq.
  Qed.

  (** ** Best *)

  (** The starting HP count only after [min_start_hp], the first question if it is one. *)
  Definition meets_before (q : question) (g : target) (f : figures) : Prop :=
    (q = min_start_hp \/ start_hp f <= t_start g) /\
    t_turns g <= all_turns f /\ t_hp g <= final_hp f /\
    all_moves f <= t_moves g /\ t_flies g <= all_flies f.

  Lemma better_meets : forall q g f f',
    better q f' f -> meets_before q g f' -> meets (fixed q 1 f g) f'.
  Proof.
    intros q g f f' B (M1 & M2 & M3 & M4 & M5). unfold meets, fixed.
    cbn [t_start t_turns t_hp t_moves t_flies].
    destruct q; cbn [better] in B; try contradiction;
      (destruct M1 as [M1|M1]; [try discriminate|]; repeat split; try lia).
  Qed.

  Lemma as_good_meets : forall q g f f',
    as_good q f' f -> meets_before q g f' -> meets (fixed q 0 f g) f'.
  Proof.
    intros q g f f' B (M1 & M2 & M3 & M4 & M5). unfold meets, fixed.
    cbn [t_start t_turns t_hp t_moves t_flies].
    destruct q; cbn [as_good] in B;
      (destruct M1 as [M1|M1]; [try discriminate|]; repeat split; try lia).
  Qed.

  Lemma impossible_spec : forall q g plan f f',
    impossible s q (fixed q 1 f g) = true -> better q f' f -> is_run s plan f' -> 1 <= start_hp f' ->
    ~ meets (fixed q 1 f g) f'.
  Proof.
    intros q g plan f f' I B R H (M1 & M2 & M3 & M4 & M5).
    destruct (run_counts plan f' R) as (A1 & A2 & A3 & A4).
    set (e := fixed q 1 f g) in *. unfold impossible in I.
    destruct q; try contradiction;
      (destruct (Z.ltb_spec (t_start e) 1); [lia|];
       destruct (Z.ltb_spec (t_moves e) 0); [lia|];
       apply Z.ltb_lt in I; lia).
  Qed.

  Lemma arguments_sound : forall ask f g arguments plan f',
    arguments_ok s ask f g arguments = true ->
    is_run s plan f' -> 1 <= start_hp f' ->
    (forall q rest, ask = q :: rest -> meets_before q g f') ->
    ~ better_in ask f' f.
  Proof.
    induction ask as [|q ask IH]; intros f g arguments plan f' H R H1 M B; [destruct B|].
    cbn [better_in] in B. cbn [arguments_ok] in H.
    destruct arguments as [|a arguments]; [discriminate|].
    specialize (M q ask eq_refl).
    destruct (match a with Some _ => _ | None => _ end) eqn:A; [|discriminate].
    destruct B as [B|[B Later]].
    - pose proof (better_meets q g f f' B M) as Me. destruct a as [argument|].
      + destruct (impossible _ _ _); [discriminate|].
        exact (accepted_excludes _ _ _ _ A R Me).
      + exact (impossible_spec q g plan f f' A B R H1 Me).
    - pose proof (as_good_meets q g f f' B M) as Me.
      apply (IH f (fixed q 0 f g) arguments plan f' H R H1); [|exact Later].
      intros q' rest _. destruct Me as (M1 & M2). split; auto.
  Qed.

  Theorem accepted_optimal : forall ask plan f arguments,
    check_optimal s ask plan f arguments = true -> optimal s ask plan f.
  Proof.
    intros ask plan f arguments H. unfold check_optimal in H. rewrite is_sane in H.
    destruct (match ask with [] => true | _ => _ end) eqn:First; [|discriminate].
    destruct (check_plan s ask plan f) eqn:P; [|discriminate].
    apply check_plan_sound in P as [R A]. repeat split; auto; try apply A; try apply R.
    intros plan' f' R' A'. pose proof (answers_start ask f' A') as H1.
    apply (arguments_sound ask f (base_target s ask) arguments plan' f' H R' H1).
    intros q rest ->. destruct A' as (A1 & A2 & A3 & A4 & A5 & A6).
    destruct (proj1 (base_target_spec (q :: rest) plan' f' R' H1)) as (M2 & M3 & M4 & M5); [tauto|].
    repeat split; auto.
    destruct (asked min_start_hp rest) eqn:E; [discriminate|].
    assert (q = min_start_hp \/ q <> min_start_hp) as [->|N] by (destruct q; auto; right; discriminate).
    - now left.
    - right. cbn [base_target t_start]. rewrite A3; [lia|].
      intros [Q|I]; [contradiction|]. apply asked_spec in I. congruence.
  Qed.
End Claims.

(** ** The two theorems, without a hypothesis *)

Theorem river_toad_infeasible : forall s ask argument,
  check_infeasible s ask argument = true -> infeasible s ask.
Proof.
  intros s ask argument H. apply (accepted_infeasible s) with argument; auto.
  unfold check_infeasible in H. now destruct (sane s).
Qed.

Theorem river_toad_optimal : forall s ask plan f arguments,
  check_optimal s ask plan f arguments = true -> optimal s ask plan f.
Proof.
  intros s ask plan f arguments H. apply (accepted_optimal s) with arguments; auto.
  unfold check_optimal in H. now destruct (sane s).
Qed.
