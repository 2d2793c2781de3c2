(** * The frog puzzle: accepted, then the claim holds *)

From Coq Require Import List ZArith Bool Lia.
From Toadstone Require Import FrogPuzzleRules FrogPuzzleChecker.
Import ListNotations.

(** ** Moves *)

(** A move in the cells after the first [k]. *)
Definition move_from (k : nat) (m : nat * nat) (x y : row) : Prop :=
  exists left before after right,
    x = left ++ before ++ right /\ y = left ++ after ++ right /\
    (hop_right before after /\ m = (k + length left + 1, k + length left + length before) \/
     hop_left before after /\ m = (k + length left + length before, k + length left + 1)).

Lemma move_is_move_from : forall m x y, move m x y <-> move_from 0 m x y.
Proof.
  intros m x y. split.
  - intros [l b a r H|l b a r H]; exists l, b, a, r; auto.
  - intros (l & b & a & r & -> & -> & [[H ->]|[H ->]]); now constructor.
Qed.

Lemma first_hops_spec : forall k m x y,
  In (m, y) (map (named k) (first_hops x)) <->
  exists before after right, x = before ++ right /\ y = after ++ right /\
    (hop_right before after /\ m = (k + 1, k + length before) \/
     hop_left before after /\ m = (k + length before, k + 1)).
Proof.
  intros k m x y. split.
  - intros H. destruct x as [|[] [|[] [|[] r]]]; cbn in H; try contradiction;
      destruct H as [[= <- <-]|[]].
    all: first
      [ exists [L; gap], [gap; L]; eexists; split; [reflexivity|split; [reflexivity|left; split; [constructor|reflexivity]]]
      | exists [L; R; gap], [gap; R; L]; eexists; split; [reflexivity|split; [reflexivity|left; split; [constructor|reflexivity]]]
      | exists [gap; R], [R; gap]; eexists; split; [reflexivity|split; [reflexivity|right; split; [constructor|reflexivity]]]
      | exists [gap; L; R], [R; L; gap]; eexists; split; [reflexivity|split; [reflexivity|right; split; [constructor|reflexivity]]] ].
  - intros (b & a & r & -> & -> & [[H ->]|[H ->]]); destruct H; cbn; auto.
Qed.

Lemma hops_spec : forall x k m y, In (m, y) (hops k x) <-> move_from k m x y.
Proof.
  induction x as [|c x IH]; intros k m y; cbn [hops]; rewrite in_app_iff, first_hops_spec.
  - split.
    + intros [(b & a & r & E & -> & H)|[]]. exists [], b, a, r. cbn [app length].
      rewrite Nat.add_0_r. auto.
    + intros (l & b & a & r & E & -> & H). left. exists b, a, r.
      symmetry in E. apply app_eq_nil in E as [-> E]. cbn [app length] in *.
      rewrite Nat.add_0_r in H. auto.
  - split.
    + intros [(b & a & r & E & -> & H)|H].
      * exists [], b, a, r. cbn [app length]. rewrite Nat.add_0_r. auto.
      * apply in_map_iff in H as ([m' y'] & [= <- <-] & I). apply IH in I.
        destruct I as (l & b & a & r & -> & -> & H). exists (c :: l), b, a, r.
        cbn [app length fst snd].
        replace (k + S (length l)) with (S k + length l) by lia. auto.
    + intros ([|d l] & b & a & r & E & -> & H).
      * left. exists b, a, r. cbn [app length] in *. rewrite Nat.add_0_r in H. auto.
      * right. injection E as <- E. apply in_map_iff. exists (m, l ++ a ++ r). split; auto.
        apply IH. exists l, b, a, r. cbn [length] in H.
        replace (k + S (length l)) with (S k + length l) in H by lia. auto.
Qed.

Lemma hops_are_moves : forall m x y, In (m, y) (hops 0 x) <-> move m x y.
Proof. intros. rewrite move_is_move_from. apply hops_spec. Qed.

Lemma is_reached_spec : forall g x, is_reached g x = true <-> reached g x.
Proof.
  unfold reached. induction g as [|w g IH]; intros [|c x]; cbn [is_reached].
  - split; auto.
  - split; [discriminate|intros H; inversion H].
  - split; [discriminate|intros H; inversion H].
  - assert (W : match w with None => true | Some d => same_cell d c end = true <->
      w = None \/ w = Some c).
    { destruct w as [[]|], c; cbn; intuition (discriminate || congruence). }
    destruct (match w with None => true | Some d => same_cell d c end).
    + rewrite IH. split.
      * intros H. constructor; tauto.
      * intros H. now inversion H.
    + split; [discriminate|]. intros H. inversion H; subst. apply W in H3. discriminate.
Qed.

(** ** Sets *)

Lemma mem_add : forall x y s, mem x (add y s) = true -> x = y \/ mem x s = true.
Proof.
  induction x as [|c x IH]; intros [|d y] s H; destruct s as [|here l r g]; cbn in *;
    try destruct d; try destruct c; cbn in *; auto; try discriminate;
    try (destruct x; discriminate);
    try (apply IH in H as [->|H]; auto; destruct x; discriminate);
    try (now apply IH in H as [->|H]; auto).
Qed.

Lemma mem_all : forall l s x, mem x (fold_left (fun s y => add y s) l s) = true ->
  In x l \/ mem x s = true.
Proof.
  induction l as [|y l IH]; intros s x H; cbn [fold_left] in H; auto.
  apply IH in H as [H|H]; [now left; right|].
  apply mem_add in H as [->|H]; [now left; left|auto].
Qed.

(** ** Levels *)

Local Open Scope Z_scope.

Fixpoint rights (x : row) : Z :=
  match x with [] => 0 | R :: x => 1 + rights x | _ :: x => rights x end.

Lemma level_app : forall x y k r,
  level k r (x ++ y) = level k r x + level (k + Z.of_nat (length x)) (r + rights x) y.
Proof.
  induction x as [|c x IH]; intros y k r; cbn [app level rights length].
  - cbn [Z.of_nat]. now rewrite Z.add_0_l, !Z.add_0_r.
  - rewrite Nat2Z.inj_succ. destruct c; rewrite IH;
      replace (k + 1 + Z.of_nat (length x)) with (k + Z.succ (Z.of_nat (length x))) by lia;
      try replace (r + 1 + rights x) with (r + (1 + rights x)) by lia; lia.
Qed.

Lemma move_raises_level : forall m x y, move m x y -> level 1 0 y = level 1 0 x + 1.
Proof.
  intros m x y H. destruct H as [l b a r H|l b a r H]; rewrite !level_app;
    destruct H; cbn [level length rights]; rewrite ?Z.add_0_r; cbn [Z.of_nat]; lia.
Qed.

Lemma play_raises_level : forall g x plan y, plays g x plan y ->
  level 1 0 y = level 1 0 x + Z.of_nat (length plan).
Proof.
  induction 1 as [x|m x y plan z N M P IH]; cbn [length]; [lia|].
  apply move_raises_level in M. lia.
Qed.

(** ** The claims *)

Lemma positions_sound : forall start g fewer positions plan,
  positions_ok start g fewer positions = true ->
  match fewer with None => True | Some n => Z.of_nat (length plan) < n end ->
  ~ solves start g plan.
Proof.
  intros start g fewer positions plan H F (z & P & Rz). unfold positions_ok in H.
  set (s := fold_left (fun s x => add x s) positions no_row) in *.
  destruct (mem start s) eqn:M; [|discriminate]. rewrite forallb_forall in H.
  assert (In_ : forall x, mem x s = true -> In x positions).
  { intros x I. apply mem_all in I as [I|I]; auto. destruct x; discriminate. }
  assert (G : forall x plan, plays g x plan z -> mem x s = true ->
    match fewer with
    | None => True
    | Some n => level 1 0 x - level 1 0 start + Z.of_nat (length plan) < n
    end -> False).
  { clear P F plan. intros x plan P. induction P as [x|m x y plan z N Mv P IH]; intros I F.
    - apply In_, H in I. apply is_reached_spec in Rz. rewrite Rz in I. discriminate.
    - specialize (IH Rz). apply In_, H in I. destruct (is_reached g x); [discriminate|].
      cbn [length] in F.
      destruct (match fewer with None => true | Some n => _ end) eqn:E.
      + rewrite forallb_forall in I. apply IH.
        * apply (I (m, y)). now apply hops_are_moves.
        * apply move_raises_level in Mv. destruct fewer; auto. lia.
      + destruct fewer as [n|]; [|discriminate]. apply Z.ltb_ge in E. lia. }
  apply (G start plan P M). destruct fewer; auto. lia.
Qed.

Theorem frog_puzzle_infeasible : forall start g positions,
  check_infeasible start g positions = true -> infeasible start g.
Proof. intros start g positions H plan. now apply (positions_sound start g None positions plan). Qed.

Lemma replay_sound : forall g plan x, replay g x plan = true -> solves x g plan.
Proof.
  induction plan as [|m plan IH]; intros x H; cbn [replay] in H.
  - exists x. split; [constructor|now apply is_reached_spec].
  - destruct (is_reached g x) eqn:N; [discriminate|].
    destruct (find _ _) as [[m' y]|] eqn:F; [|discriminate].
    apply find_some in F as [I E]. cbn [fst snd] in *.
    assert (m = m') as <-.
    { unfold same_move in E. destruct m as [m1 m2], m' as [n1 n2]. cbn [fst snd] in E.
      destruct (Nat.eqb_spec m1 n1); [|discriminate]. apply Nat.eqb_eq in E. now subst. }
    apply hops_are_moves in I. destruct (IH y H) as (z & P & Rz). exists z. split; auto.
    econstructor; eauto. intros Q. apply is_reached_spec in Q. congruence.
Qed.

Lemma one_row : forall g x y, is_row g = true -> reached g x -> reached g y -> x = y.
Proof.
  unfold reached. induction g as [|w g IH]; intros x y H A B; inversion A; inversion B; subst; auto.
  cbn [is_row forallb] in H. apply andb_true_iff in H as [Q1 Q2]. destruct w; [|discriminate].
  f_equal; [|now apply IH].
  repeat match goal with H : _ = None \/ _ |- _ => destruct H as [H|H]; [discriminate|] end.
  congruence.
Qed.

Theorem frog_puzzle_optimal : forall fewest start g plan moves positions,
  check_optimal fewest start g plan moves positions = true ->
  optimal fewest start g plan moves.
Proof.
  intros fewest start g plan moves positions H. unfold check_optimal in H.
  destruct (replay g start plan) eqn:P; [|discriminate]. apply replay_sound in P.
  destruct (Nat.eqb_spec (length plan) moves) as [E|]; [|discriminate].
  split; [exact P|]. split; [exact E|]. intros -> plan' P'.
  destruct (is_row g) eqn:Row.
  - destruct P as (z & P & Rz), P' as (z' & P' & Rz').
    apply play_raises_level in P, P'. assert (z = z') as <- by now apply (one_row g). lia.
  - destruct (Nat.eqb_spec moves 0); [lia|]. destruct positions as [positions|]; [|discriminate].
    destruct (Nat.le_gt_cases moves (length plan')) as [Q|Q]; auto. exfalso.
    apply (positions_sound start g _ positions plan' H); auto. cbn. lia.
Qed.
