(** * Squirrel War: the walk finds the margin *)

From Coq Require Import Uint63 PArray ZArith Lia Bool Arith List.
From Toadstone Require Walk.
From Toadstone Require Import UglyDuckChecker CellSets.
From Toadstone Require Import SquirrelWarRules SquirrelWarChecker.
Import ListNotations.
Local Open Scope Z_scope.

Section Boards.
  Variable height width : nat.
  Variable value : nat -> nat -> Z.
  Hypothesis small : (height * width <= 63)%nat.

  Notation squares := (squares height width).
  Notation bit_at := (bit_at width).
  Notation infos := (infos height width value).
  Notation near_to := (near_to infos).
  Notation margin_of := (margin_of infos).

  (** ** Squares and their bits *)

  Definition inside (p : nat * nat) : Prop := (fst p < height /\ snd p < width)%nat.

  Lemma in_squares : forall p, In p squares <-> inside p.
  Proof. intros [r c]. unfold squares, inside. rewrite in_prod_iff, !in_seq. cbn. lia. Qed.

  Definition eqp (p q : nat * nat) : bool := ((fst p =? fst q) && (snd p =? snd q))%nat.

  Lemma eqp_spec : forall p q, eqp p q = true <-> p = q.
  Proof.
    intros [a b] [c d]. unfold eqp. cbn. rewrite andb_true_iff, !Nat.eqb_eq.
    split; [intros [-> ->]; auto|intros [= -> ->]; auto].
  Qed.

  Definition index (p : nat * nat) : nat := (fst p * width + snd p)%nat.

  Lemma bit_is : forall p, bit_at p = cell_bit (index p).
  Proof. reflexivity. Qed.

  Lemma index_fits : forall p, inside p -> (index p < 63)%nat.
  Proof. intros [r c] [H1 H2]. unfold index. cbn in *. nia. Qed.

  Lemma index_same : forall p q, inside p -> inside q -> (index p =? index q)%nat = eqp p q.
  Proof.
    intros [r c] [r' c'] [H1 H2] [H3 H4]. unfold index, eqp. cbn in *.
    destruct (Nat.eqb_spec r r') as [->|R]; destruct (Nat.eqb_spec c c') as [->|C]; cbn [andb];
      try apply Nat.eqb_refl; apply Nat.eqb_neq; intros E; try lia; apply R; nia.
  Qed.

  Definition holds (s : int) (p : nat * nat) : bool := has s (bit_at p).

  Ltac bits := intros; unfold holds; rewrite !bit_is in *;
    repeat match goal with H : inside ?p |- _ =>
      lazymatch goal with _ : (index p < 63)%nat |- _ => fail | _ => pose proof (index_fits p H) end end.

  Lemma holds_bit : forall p q, inside p -> inside q -> holds (bit_at q) p = eqp p q.
  Proof. bits. rewrite has_cell by assumption. now apply index_same. Qed.

  Lemma holds_lor : forall a b p, holds (a lor b)%uint63 p = holds a p || holds b p.
  Proof. intros. apply either_has. Qed.

  Lemma holds_keep : forall s m p, inside p -> holds (keep s m) p = holds s p && holds m p.
  Proof. bits. unfold keep. now rewrite !has_bit, land_spec by assumption. Qed.

  Lemma holds_minus : forall s m p, inside p -> holds (minus s m) p = holds s p && negb (holds m p).
  Proof.
    bits. unfold minus. rewrite !has_bit, lxor_spec, land_spec by assumption.
    now destruct (Uint63.bit s _), (Uint63.bit m _).
  Qed.

  Lemma holds_together : forall l p, inside p -> (forall q, In q l -> inside q) ->
    holds (together (map bit_at l)) p = existsb (eqp p) l.
  Proof.
    intros l p Hp Hl. unfold holds. rewrite together_has. induction l as [|q l IH]; [reflexivity|].
    cbn [map existsb]. rewrite IH by (intros; apply Hl; now right). f_equal.
    apply holds_bit; auto. apply Hl. now left.
  Qed.

  Lemma holds_filter : forall f p, inside p ->
    holds (together (map bit_at (filter f squares))) p = f p.
  Proof.
    intros f p H. rewrite holds_together; auto.
    - apply eq_true_iff_eq. rewrite existsb_exists. split.
      + intros (q & I & E). apply eqp_spec in E. subst q. now apply filter_In in I.
      + intros F. exists p. split; [|now apply eqp_spec]. apply filter_In. split; auto.
        now apply in_squares.
    - intros q I. apply filter_In in I as [I _]. now apply in_squares.
  Qed.

  (** ** What is known of a square *)

  Definition info_of (p : nat * nat) : info :=
    {| where_ := p; bit := bit_at p;
       around := together (map bit_at (filter (beside p) squares));
       worth := value (fst p) (snd p) |}.

  Lemma infos_are : infos = map info_of squares.
  Proof. reflexivity. Qed.

  Lemma in_infos : forall i, In i infos <-> exists p, inside p /\ i = info_of p.
  Proof.
    intros i. rewrite infos_are, in_map_iff. split.
    - intros (p & <- & I). exists p. split; auto. now apply in_squares.
    - intros (p & H & ->). exists p. split; auto. now apply in_squares.
  Qed.

  Lemma holds_around : forall p q, inside q -> holds (around (info_of p)) q = beside p q.
  Proof. intros p q H. apply holds_filter, H. Qed.

  Lemma meets_around : forall s p,
    has s (around (info_of p)) = existsb (fun q => beside p q && holds s q) squares.
  Proof.
    intros s p. cbn [info_of around]. rewrite has_together. apply eq_true_iff_eq.
    rewrite !existsb_exists. split.
    - intros (x & I & H). apply in_map_iff in I as (q & <- & I). apply filter_In in I as [I B].
      exists q. split; auto. unfold holds. now rewrite B, H.
    - intros (q & I & H). apply andb_true_iff in H as [B H]. exists (bit_at q). split; auto.
      apply in_map_iff. exists q. split; auto. now apply filter_In.
  Qed.

  Lemma near_spec : forall e q, inside q ->
    holds (near_to e) q = true <-> exists p, inside p /\ holds e p = true /\ beside p q = true.
  Proof.
    intros e q H. rewrite infos_are. unfold SquirrelWarChecker.near_to.
    assert (A : forall l, (forall p, In p l -> inside p) ->
      holds (fold_right (fun i s => if has e (bit i) then (around i lor s)%uint63 else s) 0%uint63
        (map info_of l)) q = true <->
      exists p, In p l /\ holds e p = true /\ beside p q = true).
    { induction l as [|p l IH]; intros L; cbn [map fold_right].
      - split; [unfold holds, has; rewrite land0; discriminate|intros (p & [] & _)].
      - specialize (IH (fun p I => L p (or_intror I))).
        change (has e (bit (info_of p))) with (holds e p).
        destruct (holds e p) eqn:E.
        + rewrite holds_lor, holds_around by assumption. rewrite orb_true_iff, IH. split.
          * intros [B|(p' & I & E' & B)]; [exists p; cbn; auto|exists p'; cbn; auto].
          * intros (p' & [->|I] & E' & B); [now left|right; now exists p'].
        + rewrite IH. split.
          * intros (p' & I & E' & B). exists p'. cbn. auto.
          * intros (p' & [->|I] & E' & B); [congruence|now exists p']. }
    rewrite A by (intros; now apply in_squares). split; intros (p & I & R); exists p;
      (split; [now apply in_squares|exact R]).
  Qed.

  Lemma near_less : forall e e' q, inside q ->
    (forall p, inside p -> holds e' p = true -> holds e p = true) ->
    holds (near_to e') q = true -> holds (near_to e) q = true.
  Proof.
    intros e e' q H S N. apply near_spec in N as (p & I & E & B); auto.
    apply near_spec; auto. exists p. auto.
  Qed.

  (** ** Sums over the board *)

  Definition sum (f : nat * nat -> Z) : Z := fold_right Z.add 0 (map f squares).

  Lemma sum_split : forall f g h, (forall p, inside p -> f p = g p + h p) -> sum f = sum g + sum h.
  Proof.
    intros f g h H. unfold sum.
    assert (A : forall l, (forall p, In p l -> inside p) ->
      fold_right Z.add 0 (map f l) = fold_right Z.add 0 (map g l) + fold_right Z.add 0 (map h l)).
    { induction l as [|p l IH]; intros L; cbn [map fold_right]; [reflexivity|].
      rewrite (IH (fun q I => L q (or_intror I))), (H p (L p (or_introl eq_refl))). lia. }
    apply A. intros p I. now apply in_squares.
  Qed.

  Lemma sum_same : forall f g, (forall p, inside p -> f p = g p) -> sum f = sum g.
  Proof.
    intros f g H. unfold sum. f_equal. apply map_ext_in. intros p I. apply H. now apply in_squares.
  Qed.

  Definition part (x o : bool) (p : nat * nat) : Z :=
    if x then value (fst p) (snd p) else if o then - value (fst p) (snd p) else 0.

  Lemma margin_of_sum : forall x o, margin_of x o = sum (fun p => part (holds x p) (holds o p) p).
  Proof.
    intros x o. rewrite infos_are. unfold SquirrelWarChecker.margin_of, sum.
    induction squares as [|p l IH]; cbn [map fold_right]; [reflexivity|].
    rewrite IH. change (has x (bit (info_of p))) with (holds x p).
    change (has o (bit (info_of p))) with (holds o p). unfold part. cbn [info_of worth].
    destruct (holds x p), (holds o p); lia.
  Qed.

  (** ** Boards and sets *)

  Definition shows (x o e : int) (b : board) : Prop := forall p, inside p ->
    holds x p = is_held X (at_ b p) /\ holds o p = is_held O (at_ b p) /\
    holds e p = is_free (at_ b p).

  Lemma margin_shown : forall x o e b, shows x o e b ->
    margin height width value b = margin_of x o.
  Proof.
    intros x o e b S. rewrite margin_of_sum. unfold margin. apply sum_same.
    intros p H. destruct (S p H) as (A & B & _). rewrite A, B. unfold points, part.
    destruct (at_ b p) as [|[]]; reflexivity.
  Qed.

  Lemma in_free : forall x o e b p, shows x o e b ->
    In p (free_squares height width b) <-> inside p /\ holds e p = true.
  Proof.
    intros x o e b p S. unfold free_squares. rewrite filter_In, in_squares. split.
    - intros [I F]. split; auto. destruct (S p I) as (_ & _ & E). now rewrite E.
    - intros [I F]. split; auto. destruct (S p I) as (_ & _ & E). now rewrite <- E.
  Qed.

  Lemma free_is_empty : forall x o e b p, shows x o e b -> inside p -> holds e p = true ->
    holds x p = false /\ holds o p = false.
  Proof.
    intros x o e b p S I F. destruct (S p I) as (A & B & E). rewrite E in F. rewrite A, B.
    now destruct (at_ b p).
  Qed.

  (** The sets of a side and of its enemy after the side takes a square. *)
  Lemma take_set_own : forall own enemy p r, inside p -> inside r ->
    holds (fst (take_set own enemy (info_of p))) r =
    holds own r || (has own (around (info_of p)) && beside p r && holds enemy r) || eqp r p.
  Proof.
    intros own enemy p r P R. unfold take_set.
    destruct (has own (around (info_of p))); cbn [fst];
      rewrite !holds_lor, ?holds_keep, ?holds_around by assumption;
      change (bit (info_of p)) with (bit_at p); rewrite holds_bit by assumption;
      destruct (holds own r), (holds enemy r), (beside p r); reflexivity.
  Qed.

  Lemma take_set_enemy : forall own enemy p r, inside p -> inside r ->
    holds (snd (take_set own enemy (info_of p))) r =
    holds enemy r && negb (has own (around (info_of p)) && beside p r).
  Proof.
    intros own enemy p r P R. unfold take_set.
    destruct (has own (around (info_of p))); cbn [snd].
    - rewrite holds_minus, holds_around by assumption. reflexivity.
    - now rewrite andb_true_r.
  Qed.

  Lemma raids_shown : forall s (set : int) b p,
    (forall r, inside r -> holds set r = is_held s (at_ b r)) ->
    has set (around (info_of p)) = raids height width s b p.
  Proof.
    intros s set b p H. rewrite meets_around. unfold raids.
    assert (A : forall l, (forall r, In r l -> inside r) ->
      existsb (fun q => beside p q && holds set q) l =
      existsb (fun q => beside p q && is_held s (at_ b q)) l).
    { induction l as [|r l IH]; intros L; cbn [existsb]; [reflexivity|].
      rewrite (IH (fun q I => L q (or_intror I))), (H r (L r (or_introl eq_refl))). reflexivity. }
    apply A. intros r I. now apply in_squares.
  Qed.

  Lemma at_take : forall s b p r,
    at_ (take height width s b p) r =
    if eqp r p then held s
    else if raids height width s b p && beside p r && is_held (other s) (at_ b r) then held s
    else at_ b r.
  Proof. intros s b p [r c]. reflexivity. Qed.

  Lemma after_take_shows : forall q x o e b p,
    shows x o e b -> inside p -> holds e p = true ->
    shows (fst (after_take q x o (info_of p))) (snd (after_take q x o (info_of p)))
      (minus e (bit_at p)) (take height width q b p).
  Proof.
    intros q x o e b p S P F r R. rewrite at_take, holds_minus, holds_bit by assumption.
    destruct (S r R) as (A & B & E).
    assert (Rx : has x (around (info_of p)) = raids height width X b p).
    { apply raids_shown. intros; now apply S. }
    assert (Ro : has o (around (info_of p)) = raids height width O b p).
    { apply raids_shown. intros; now apply S. }
    assert (N : eqp r p = true -> at_ b r = free).
    { intros Q. apply eqp_spec in Q. subst r. rewrite E in F. now destruct (at_ b p). }
    destruct q; unfold after_take.
    - pose proof (take_set_own x o p r P R) as T1. pose proof (take_set_enemy x o p r P R) as T2.
      destruct (take_set x o (info_of p)) as [x' o']. cbn [fst snd] in *.
      rewrite T1, T2, A, B, E, Rx. cbn [other].
      destruct (eqp r p); [rewrite N by reflexivity; cbn; now rewrite ?andb_false_r, ?orb_true_r|].
      destruct (raids height width X b p), (beside p r), (at_ b r) as [|[]]; cbn; auto.
    - pose proof (take_set_own o x p r P R) as T1. pose proof (take_set_enemy o x p r P R) as T2.
      destruct (take_set o x (info_of p)) as [o' x']. cbn [fst snd] in *.
      rewrite T1, T2, A, B, E, Ro. cbn [other].
      destruct (eqp r p); [rewrite N by reflexivity; cbn; now rewrite ?andb_false_r, ?orb_true_r|].
      destruct (raids height width O b p), (beside p r), (at_ b r) as [|[]]; cbn; auto.
  Qed.

  (** ** Live squares *)

  Definition live (x o e lx lo : int) : Prop := forall p, inside p ->
    holds lx p = holds x p && holds (near_to e) p /\
    holds lo p = holds o p && holds (near_to e) p.

  Lemma take_set_live : forall own enemy lown lenemy e p r,
    inside p -> inside r -> holds e p = true ->
    holds own p = false -> holds enemy p = false ->
    (forall r, inside r -> holds lown r = holds own r && holds (near_to e) r /\
                           holds lenemy r = holds enemy r && holds (near_to e) r) ->
    holds (fst (take_set lown lenemy (info_of p))) r =
      holds (fst (take_set own enemy (info_of p))) r && (holds (near_to e) r || eqp r p) /\
    holds (snd (take_set lown lenemy (info_of p))) r =
      holds (snd (take_set own enemy (info_of p))) r && (holds (near_to e) r || eqp r p) /\
    (holds (near_to e) r = false -> eqp r p = false ->
     holds (fst (take_set own enemy (info_of p))) r = holds own r /\
     holds (snd (take_set own enemy (info_of p))) r = holds enemy r).
  Proof.
    intros own enemy lown lenemy e p r P R F Op Ep L.
    assert (N : forall r, inside r -> beside p r = true -> holds (near_to e) r = true).
    { intros q Q B. apply near_spec; auto. exists p. auto. }
    assert (Raid : has lown (around (info_of p)) = has own (around (info_of p))).
    { rewrite !meets_around. apply eq_true_iff_eq. rewrite !existsb_exists. split.
      - intros (q & I & H). exists q. split; auto. apply andb_true_iff in H as [B H].
        apply in_squares in I. destruct (L q I) as [L1 _]. rewrite L1 in H.
        apply andb_true_iff in H as [H _]. now rewrite B, H.
      - intros (q & I & H). exists q. split; auto. apply andb_true_iff in H as [B H].
        apply in_squares in I. destruct (L q I) as [L1 _].
        now rewrite L1, B, H, (N q I B). }
    rewrite !take_set_own, !take_set_enemy, Raid by assumption.
    destruct (L r R) as [L1 L2]. rewrite L1, L2. specialize (N r R).
    assert (Q : eqp r p = true -> holds own r = false /\ holds enemy r = false).
    { intros Q. apply eqp_spec in Q. subst r. auto. }
    destruct (beside p r); [rewrite N by reflexivity|];
      (destruct (eqp r p); [destruct (Q eq_refl) as [-> ->]|]);
      destruct (has own (around (info_of p))), (holds own r), (holds enemy r),
        (holds (near_to e) r); cbn; repeat split; auto; discriminate.
  Qed.

  Section Taking.
    Variable q : side.
    Variable x o e lx lo : int.
    Variable b : board.
    Variable p : nat * nat.
    Hypothesis S : shows x o e b.
    Hypothesis L : live x o e lx lo.
    Hypothesis P : inside p.
    Hypothesis F : holds e p = true.

    Notation x1 := (fst (after_take q x o (info_of p))).
    Notation o1 := (snd (after_take q x o (info_of p))).
    Notation lx1 := (fst (after_take q lx lo (info_of p))).
    Notation lo1 := (snd (after_take q lx lo (info_of p))).
    Notation e1 := (minus e (bit_at p)).
    Notation near := (near_to e).
    Notation near1 := (near_to e1).

    Lemma after_take_live : forall r, inside r ->
      holds lx1 r = holds x1 r && (holds near r || eqp r p) /\
      holds lo1 r = holds o1 r && (holds near r || eqp r p) /\
      (holds near r = false -> eqp r p = false ->
       holds x1 r = holds x r /\ holds o1 r = holds o r) /\
      (eqp r p = true -> holds x r = false /\ holds o r = false) /\
      (holds near1 r = true -> holds near r = true).
    Proof.
      intros r R. destruct (free_is_empty x o e b p S P F) as [Xp Op].
      assert (Q : eqp r p = true -> holds x r = false /\ holds o r = false).
      { intros Q. apply eqp_spec in Q. subst r. auto. }
      assert (N : holds near1 r = true -> holds near r = true).
      { apply near_less; auto. intros s Hs. rewrite holds_minus by assumption.
        intros H. now apply andb_true_iff in H as [H _]. }
      destruct q; unfold after_take.
      - pose proof (take_set_live x o lx lo e p r P R F Xp Op L) as (A & B & C).
        destruct (take_set x o (info_of p)), (take_set lx lo (info_of p)). cbn [fst snd] in *. auto.
      - pose proof (take_set_live o x lo lx e p r P R F Op Xp
          (fun r H => conj (proj2 (L r H)) (proj1 (L r H)))) as (A & B & C).
        destruct (take_set o x (info_of p)), (take_set lo lx (info_of p)). cbn [fst snd] in *.
        split; [exact B|]. split; [exact A|]. split; [|split; auto].
        intros H1 H2. destruct (C H1 H2). auto.
    Qed.

    Lemma live_after : live x1 o1 e1 (keep lx1 near1) (keep lo1 near1).
    Proof.
      intros r R. destruct (after_take_live r R) as (A & B & _ & _ & N).
      rewrite !holds_keep, A, B by assumption.
      destruct (holds near1 r); [rewrite N by reflexivity|]; cbn [orb];
        rewrite ?andb_true_r, ?andb_false_r; auto.
    Qed.

    Lemma settled_after :
      margin_of (minus x1 near1) (minus o1 near1) =
      margin_of (minus x near) (minus o near) + margin_of (minus lx1 near1) (minus lo1 near1).
    Proof.
      rewrite !margin_of_sum. apply sum_split. intros r R. rewrite !holds_minus by assumption.
      destruct (after_take_live r R) as (A & B & C & D & N). rewrite A, B. unfold part.
      destruct (holds near1 r); [rewrite N by reflexivity|];
        destruct (holds near r); destruct (eqp r p);
        try (destruct (C eq_refl eq_refl) as [-> ->]); try (destruct (D eq_refl) as [-> ->]);
        destruct (holds x1 r), (holds o1 r), (holds x r), (holds o r); cbn; lia.
    Qed.

    Lemma margin_after :
      margin_of x1 o1 = margin_of (minus x near) (minus o near) + margin_of lx1 lo1.
    Proof.
      rewrite !margin_of_sum. apply sum_split. intros r R. rewrite !holds_minus by assumption.
      destruct (after_take_live r R) as (A & B & C & D & N). rewrite A, B. unfold part.
      destruct (holds near r); destruct (eqp r p);
        try (destruct (C eq_refl eq_refl) as [-> ->]); try (destruct (D eq_refl) as [-> ->]);
        destruct (holds x1 r), (holds o1 r), (holds x r), (holds o r); cbn; lia.
    Qed.
  End Taking.

  (** ** The walk *)

  Context {reader : Type}.
  Variable follows : side -> bool.
  Variable choose : side -> int -> int -> int -> reader -> option (info * reader).
  Variable largest_of : bool.
  Variable tries : nat.

  Variable val : side -> board -> Z -> Prop.
  Variable allowed : side -> board -> nat * nat -> Prop.

  Definition bound (a v : Z) : Prop := if largest_of then a <= v else v <= a.

  Notation free := (free_squares height width).
  Notation taking := (take height width).

  Hypothesis val_full : forall q b, full height width b -> val q b (margin height width value b).
  Hypothesis val_follow : forall q b p v,
    follows q = true -> allowed q b p -> In p (free b) -> val (other q) (taking q b p) v -> val q b v.
  Hypothesis val_all : forall q b v, follows q = false -> ~ full height width b ->
    (forall p, In p (free b) -> exists a, val (other q) (taking q b p) a /\ bound a v) ->
    (exists p, In p (free b) /\ val (other q) (taking q b p) v) ->
    val q b v.
  Hypothesis chosen : forall q lx lo e r i r',
    follows q = true -> choose q lx lo e r = Some (i, r') -> has e (bit i) = true ->
    exists p, inside p /\ i = info_of p /\
      forall x o b, shows x o e b -> live x o e lx lo -> allowed q b p.

  Definition settled (x o e : int) : Z := margin_of (minus x (near_to e)) (minus o (near_to e)).

  Definition ok (e lx : int) (q : side) (v : Z) : Prop := forall b x o,
    shows x o e b -> (forall p, inside p -> holds lx p = holds x p && holds (near_to e) p) ->
    val q b (settled x o e + v).

  Definition table_ok (t : table) : Prop := forall i j en, (t.[i]).[j] = Some en ->
    ok (e_free en) (e_x en) (e_turn en) (e_value en).

  Definition possible (lx lo e : int) : Prop := exists b x o, shows x o e b /\ live x o e lx lo.

  (** The live squares of X and the free ones say which are live of O. *)
  Lemma live_of_x : forall lx lo e b x o, possible lx lo e -> shows x o e b ->
    (forall p, inside p -> holds lx p = holds x p && holds (near_to e) p) -> live x o e lx lo.
  Proof.
    intros lx lo e b x o (b0 & x0 & o0 & S0 & L0) S H p I. split; [now apply H|].
    destruct (L0 p I) as [A B]. rewrite B. rewrite (H p I) in A.
    destruct (S p I) as (S1 & S2 & S3). destruct (S0 p I) as (T1 & T2 & T3).
    rewrite S1, T1 in A. rewrite S2, T2. rewrite S3 in T3.
    destruct (at_ b p) as [|[]], (at_ b0 p) as [|[]], (holds (near_to e) p); cbn in *; congruence.
  Qed.

  Lemma same_side_spec : forall a b, same_side a b = true -> a = b.
  Proof. intros [] [] H; auto; discriminate. Qed.

  Lemma find_spec : forall n t i last place e x q v,
    fst (find n t.[i] last place e x q) = Some v ->
    exists j en, (t.[i]).[j] = Some en /\ e_free en = e /\ e_x en = x /\ e_turn en = q /\ e_value en = v.
  Proof.
    induction n as [|n IH]; intros t i last place e x q v H; cbn [find] in H; [discriminate|].
    destruct ((t.[i]).[place]) as [en|] eqn:E; [|discriminate].
    destruct (e_free en =? e)%uint63 eqn:E1; [|now apply IH in H].
    destruct (e_x en =? x)%uint63 eqn:E2; [|now apply IH in H].
    destruct (same_side (e_turn en) q) eqn:E3; [|now apply IH in H].
    injection H as <-. apply Uint63.eqb_spec in E1, E2. apply same_side_spec in E3.
    exists place, en. auto.
  Qed.

  Lemma look_up_ok : forall (st : state (reader := reader)) e x q v,
    table_ok (known st) -> look_up tries st e x q = Some v -> ok e x q v.
  Proof.
    intros st e x q v T H. unfold look_up in H. destruct (at_key e x (known st)) as [[i last] place].
    apply find_spec in H as (j & en & E & <- & <- & <- & <-). exact (T i j en E).
  Qed.

  Lemma note_ok : forall (st : state (reader := reader)) e x q v,
    table_ok (known st) -> ok e x q v -> table_ok (known (note tries st e x q v)).
  Proof.
    intros st e x q v T H i' j' en E. unfold note in E.
    destruct (at_key e x (known st)) as [[i last] place]. cbn [known] in E. revert E.
    generalize (snd (find tries ((known st).[i]) last place e x q)). intros j E.
    destruct (Walk.get_after_set _ (known st) i i'
      (((known st).[i]).[j <- Some {| e_free := e; e_x := x; e_turn := q; e_value := v |}]))
      as [G|G]; rewrite G in E.
    - destruct (Walk.get_after_set _ ((known st).[i]) j j'
        (Some {| e_free := e; e_x := x; e_turn := q; e_value := v |})) as [G2|G2]; rewrite G2 in E.
      + injection E as <-. exact H.
      + exact (T i j' en E).
    - exact (T i' j' en E).
  Qed.

  Definition sound_from (go_on : int -> int -> int -> side -> state (reader := reader) ->
      option (Z * state (reader := reader))) : Prop :=
    forall lx lo e q st v st',
      possible lx lo e -> table_ok (known st) -> go_on lx lo e q st = Some (v, st') ->
      table_ok (known st') /\ ok e lx q v.

  Definition worth_taking (lx e : int) (q : side) (p : nat * nat) (v : Z) : Prop := forall b x o,
    shows x o e b -> (forall r, inside r -> holds lx r = holds x r && holds (near_to e) r) ->
    val (other q) (taking q b p) (settled x o e + v).

  Lemma taken_sound : forall go_on lx lo e q p st v st',
    sound_from go_on -> possible lx lo e -> table_ok (known st) -> inside p -> holds e p = true ->
    taken infos go_on lx lo e q (info_of p) st = Some (v, st') ->
    table_ok (known st') /\ worth_taking lx e q p v.
  Proof.
    intros go_on lx lo e q p st v st' G Po T P F H. unfold taken in H.
    destruct (after_take q lx lo (info_of p)) as [lx1 lo1] eqn:A.
    change (bit (info_of p)) with (bit_at p) in H.
    set (e1 := minus e (bit_at p)) in *.
    destruct (go_on _ _ e1 (other q) st) as [[w st1]|] eqn:W; [|discriminate].
    injection H as <- <-.
    assert (Lx : lx1 = fst (after_take q lx lo (info_of p))) by now rewrite A.
    assert (Lo : lo1 = snd (after_take q lx lo (info_of p))) by now rewrite A.
    apply G in W as [T' K]; auto.
    - split; auto. intros b x o S L1.
      pose proof (live_of_x lx lo e b x o Po S L1) as L.
      pose proof (after_take_shows q x o e b p S P F) as S'.
      pose proof (live_after q x o e lx lo b p S L P F) as L'.
      pose proof (settled_after q x o e lx lo b p S L P F) as M.
      rewrite <- Lx, <- Lo in L', M. fold e1 in S', L', M.
      specialize (K _ _ _ S' (fun r R => proj1 (L' r R))). unfold settled in *.
      rewrite M in K. now rewrite <- Z.add_assoc in K.
    - destruct Po as (b & x & o & S & L).
      exists (taking q b p), (fst (after_take q x o (info_of p))), (snd (after_take q x o (info_of p))).
      split; [now apply after_take_shows|]. rewrite Lx, Lo. now apply (live_after q x o e lx lo b p).
  Qed.

  Lemma all_taken_sound : forall go_on lx lo e q ps best st v st',
    sound_from go_on -> possible lx lo e ->
    (forall p, In p ps -> inside p) -> table_ok (known st) ->
    all_taken infos largest_of go_on lx lo e q (map info_of ps) best st = Some (v, st') ->
    table_ok (known st') /\
    (forall p, In p ps -> holds e p = true -> exists a, worth_taking lx e q p a /\ bound a v) /\
    (best = Some v \/ exists p, In p ps /\ holds e p = true /\ worth_taking lx e q p v) /\
    (forall a, best = Some a -> bound a v).
  Proof.
    intros go_on lx lo e q. induction ps as [|p ps IH]; intros best st v st' G Po I T H;
      cbn [map all_taken] in H.
    - destruct best as [a|]; [|discriminate]. injection H as <- <-. repeat split; auto.
      + intros p [].
      + intros a' [= <-]. unfold bound. destruct largest_of; lia.
    - specialize (IH) as IH'. change (has e (bit (info_of p))) with (holds e p) in H.
      destruct (holds e p) eqn:F.
      + destruct (taken _ _ _ _ _ _ _ _) as [[a st1]|] eqn:K; [|discriminate].
        apply taken_sound in K as [T1 W]; auto; [|apply I; now left].
        destruct (IH _ _ _ _ G Po (fun r R => I r (or_intror R)) T1 H) as (A & B & C & D).
        specialize (D _ eq_refl).
        assert (Da : bound a v).
        { unfold better, bound in *. destruct best as [c|]; destruct largest_of; lia. }
        split; [exact A|]. split; [|split].
        * intros r [<-|R] E; [exists a; auto|auto].
        * destruct C as [[= C]|(r & R & C)]; [|right; exists r; split; [now right|auto]].
          destruct best as [c|]; cbn [better] in C.
          -- assert (c = v \/ a = v) as [-> | ->] by (destruct largest_of; lia); auto.
             right. exists p. split; [now left|auto].
          -- subst v. right. exists p. split; [now left|auto].
        * intros c ->. unfold better, bound in *. destruct largest_of; lia.
      + destruct (IH _ _ _ _ G Po (fun r R => I r (or_intror R)) T H) as (A & B & C & D).
        split; [exact A|]. split; [|split; auto].
        * intros r [<-|R] E; [congruence|auto].
        * destruct C as [C|(r & R & C)]; [now left|right; exists r; split; [now right|auto]].
  Qed.

  Lemma to_come_sound : forall n, sound_from (to_come infos tries follows choose largest_of n).
  Proof.
    induction n as [|n IH]; intros lx lo e q st v st' Po T H; cbn [to_come] in H; [discriminate|].
    destruct (e =? 0)%uint63 eqn:Z0.
    { injection H as <- <-. split; auto. intros b x o S L. apply Uint63.eqb_spec in Z0. subst e.
      assert (N : forall p, holds 0%uint63 p = false).
      { intros p. unfold holds, has. now rewrite land0. }
      assert (full height width b) as Fb.
      { unfold full. destruct (free b) as [|p l] eqn:E; auto. exfalso.
        assert (In p (free b)) as I by (rewrite E; now left).
        apply (in_free x o 0%uint63 b p S) in I as [_ I]. rewrite N in I. discriminate. }
      replace (settled x o 0 + 0) with (margin height width value b); [now apply val_full|].
      rewrite (margin_shown x o 0%uint63 b S), Z.add_0_r. unfold settled. rewrite !margin_of_sum.
      apply sum_same. intros p I. rewrite !holds_minus by assumption.
      assert (holds (near_to 0) p = false) as ->.
      { apply not_true_is_false. intros Q. apply near_spec in Q as (r & _ & Q & _); auto.
        rewrite N in Q. discriminate. }
      now rewrite !andb_true_r. }
    destruct (look_up tries st e lx q) as [w|] eqn:Lu.
    { injection H as <- <-. split; auto. eapply look_up_ok; eauto. }
    destruct (if follows q then _ else _) as [[w st1]|] eqn:W; [|discriminate].
    injection H as <- <-.
    assert (table_ok (known st1) /\ ok e lx q w) as [T1 K].
    { destruct (follows q) eqn:Fo.
      - destruct (choose q lx lo e (rest st)) as [[i r]|] eqn:Ch; [|discriminate].
        destruct (has e (bit i)) eqn:Fi; [|discriminate].
        destruct (chosen q lx lo e _ i r Fo Ch Fi) as (p & P & -> & Al).
        apply taken_sound in W as [T1 Wt]; auto. split; auto.
        intros b x o S L. apply val_follow with p; auto.
        + eapply Al; eauto. now apply (live_of_x lx lo e b).
        + apply (in_free x o e b p S). auto.
      - change (all_taken infos largest_of (to_come infos tries follows choose largest_of n)
          lx lo e q (map info_of squares) None st = Some (w, st1)) in W.
        apply all_taken_sound in W as (T1 & B & C & _); auto; [|intros; now apply in_squares].
        split; auto. intros b x o S L. apply val_all; auto.
        + intros Fb. destruct C as [C|(p & I & E & _)]; [discriminate|].
          assert (In p (free b)) as J by (apply (in_free x o e b p S); split; auto; now apply in_squares).
          rewrite Fb in J. destruct J.
        + intros p I. apply (in_free x o e b p S) in I as [I E].
          destruct (B p) as (a & Wt & Bd); auto; [now apply in_squares|].
          exists (settled x o e + a). split; [now apply Wt|].
          unfold bound in *. destruct largest_of; lia.
        + destruct C as [C|(p & I & E & Wt)]; [discriminate|]. exists p. split; [|now apply Wt].
          apply (in_free x o e b p S). split; auto. now apply in_squares. }
    split; auto. now apply note_ok.
  Qed.

  Theorem whole_sound : forall fuel x o e q st v st' b,
    shows x o e b -> table_ok (known st) ->
    whole infos tries follows choose largest_of fuel x o e q st = Some (v, st') -> val q b v.
  Proof.
    intros fuel x o e q st v st' b S T H. unfold whole in H.
    destruct (to_come _ _ _ _ _ _ _ _ _ _ _) as [[w st1]|] eqn:W; [|discriminate].
    injection H as <- <-.
    assert (Lv : live x o e (keep x (near_to e)) (keep o (near_to e))).
    { intros p I. split; apply holds_keep; exact I. }
    apply to_come_sound in W as [_ K]; [|exists b, x, o; exact (conj S Lv)|exact T].
    exact (K b x o S (fun p I => proj1 (Lv p I))).
  Qed.
End Boards.
