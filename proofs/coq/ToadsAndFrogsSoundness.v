(** * Toads and Frogs: an accepted strategy wins *)

From Coq Require Import Uint63 PArray ZArith Lia List.
From Toadstone Require Import Walk ToadsAndFrogsRules ToadsAndFrogsChecker.
Import ListNotations.
Local Open Scope Z_scope.
Local Notation "'φ' x" := (to_Z x%uint63) (at level 0) : Z_scope.

(** ** Moves in a line *)

Definition line_move (p : player) (l l' : line) : Prop :=
  exists left before after right,
    hop p before after /\
    l = left ++ map Some before ++ right /\
    l' = left ++ map Some after ++ right.

Definition begins_with_move (p : player) (l l' : line) : Prop :=
  exists before after right,
    hop p before after /\ l = map Some before ++ right /\ l' = map Some after ++ right.

Lemma line_move_nil : forall p l', ~ line_move p [] l'.
Proof.
  intros p l' (left & b & a & r & H & E & _).
  destruct left; [|discriminate]. destruct H; discriminate.
Qed.

Lemma line_move_cons : forall p x l l',
  line_move p (x :: l) l' <->
  begins_with_move p (x :: l) l' \/ exists l2, line_move p l l2 /\ l' = x :: l2.
Proof.
  intros p x l l'. split.
  - intros ([|y left] & b & a & r & H & E & E').
    + left. exists b, a, r. auto.
    + injection E as <- E. right. exists (left ++ map Some a ++ r). split.
      * exists left, b, a, r. auto.
      * exact E'.
  - intros [(b & a & r & H & E & E')|(l2 & (left & b & a & r & H & E & E') & ->)].
    + exists [], b, a, r. auto.
    + exists (x :: left), b, a, r. subst. auto.
Qed.

Lemma line_move_length : forall p l l', line_move p l l' -> length l' = length l.
Proof.
  intros p l l' (left & b & a & r & H & -> & ->).
  rewrite !app_length, !map_length. destruct H; reflexivity.
Qed.

(** ** Numbers of lines *)

Lemma digit_bound : forall x, 0 <= digit x <= 3.
Proof. destruct x as [[]|]; simpl; lia. Qed.

Lemma value_positive : forall l, 1 <= value l.
Proof. induction l as [|x l IH]; cbn [value]; [lia|]. pose proof (digit_bound x). lia. Qed.

Lemma value_bound : forall l, value l < 2 * 4 ^ Z.of_nat (length l).
Proof.
  induction l as [|x l IH]; cbn [value length]; [reflexivity|].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. pose proof (digit_bound x). lia.
Qed.

Lemma value_app : forall pre l l',
  value (pre ++ l') = value (pre ++ l) + 4 ^ Z.of_nat (length pre) * (value l' - value l).
Proof.
  induction pre as [|x pre IH]; intros l l'; cbn [app length value].
  - rewrite Z.pow_0_r. lia.
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. rewrite (IH l l'). ring.
Qed.

Lemma value_fits : forall l, (length l <= 31)%nat -> 0 <= value l < wB.
Proof.
  intros l H. pose proof (value_positive l). pose proof (value_bound l).
  assert (4 ^ Z.of_nat (length l) <= 4 ^ 31) by (apply Z.pow_le_mono_r; lia).
  change wB with (2 * 4 ^ 31). lia.
Qed.

Lemma value_injective : forall l l', length l = length l' -> value l = value l' -> l = l'.
Proof.
  induction l as [|x l IH]; intros [|y l'] E H; try discriminate; [reflexivity|].
  cbn [value] in H. pose proof (digit_bound x). pose proof (digit_bound y).
  assert (digit x = digit y /\ value l = value l') as [D V] by lia.
  f_equal; [destruct x as [[]|], y as [[]|]; cbn in D; congruence || lia|].
  apply IH; [now injection E|exact V].
Qed.

(** ** The patterns of moves *)

(** What the first move of a line adds to its number. *)
Definition adds (k : pattern) (v : Z) : option int :=
  if v mod 16 =? φ (near k)%uint63 then Some (near_adds k)
  else if v mod 64 =? φ (far k)%uint63 then Some (far_adds k)
  else None.

Definition shift (p : player) : Z := match p with toads => 0 | frogs => wB end.

Ltac know_values :=
  repeat match goal with
  | |- context [value ?l] =>
    lazymatch goal with
    | _ : 1 <= value l |- _ => fail
    | _ => pose proof (value_positive l)
    end
  | H : context [value ?l] |- _ =>
    lazymatch goal with
    | _ : 1 <= value l |- _ => fail
    | _ => pose proof (value_positive l)
    end
  end.

Ltac remainders := know_values; Z.to_euclidean_division_equations; lia.

Lemma first_move_adds : forall p l l',
  begins_with_move p l l' ->
  exists d, adds (pattern_of p) (value l) = Some d /\ value l' = value l + φ d - shift p.
Proof.
  intros p l l' (b & a & r & H & -> & ->). unfold adds. destruct H;
    cbn [app map value digit pattern_of near far near_adds far_adds shift].
  - replace (_ mod 16 =? _) with true; [eexists; split; [reflexivity|]|].
    + change (φ 3%uint63) with 3. lia.
    + symmetry. apply Z.eqb_eq. change (φ 1%uint63) with 1. remainders.
  - replace (_ mod 16 =? _) with false; [replace (_ mod 64 =? _) with true|].
    + eexists; split; [reflexivity|]. change (φ 15%uint63) with 15. lia.
    + symmetry. apply Z.eqb_eq. change (φ 9%uint63) with 9. remainders.
    + symmetry. apply Z.eqb_neq. change (φ 1%uint63) with 1. remainders.
  - replace (_ mod 16 =? _) with true; [eexists; split; [reflexivity|]|].
    + change (φ (0 - 6)%uint63) with (wB - 6). lia.
    + symmetry. apply Z.eqb_eq. change (φ 8%uint63) with 8. remainders.
  - replace (_ mod 16 =? _) with false; [replace (_ mod 64 =? _) with true|].
    + eexists; split; [reflexivity|]. change (φ (0 - 30)%uint63) with (wB - 30). lia.
    + symmetry. apply Z.eqb_eq. change (φ 36%uint63) with 36. remainders.
    + symmetry. apply Z.eqb_neq. change (φ 8%uint63) with 8. remainders.
Qed.

Lemma near_move : forall p x l,
  value (x :: l) mod 16 = φ (near (pattern_of p)) ->
  exists l', begins_with_move p (x :: l) l'.
Proof.
  intros p x l H. destruct p; cbn [pattern_of near] in H.
  - change (φ 1%uint63) with 1 in H.
    destruct l as [|y r].
    + exfalso. destruct x as [[]|]; discriminate.
    + assert (x = Some T /\ y = Some gap) as [-> ->].
      { cbn [value] in H. destruct x as [[]|], y as [[]|]; cbn [digit] in H; auto;
          exfalso; clear -H; remainders. }
      exists (map Some [gap; T] ++ r), [T; gap], [gap; T], r. repeat split. constructor.
  - change (φ 8%uint63) with 8 in H.
    destruct l as [|y r].
    + exfalso. destruct x as [[]|]; discriminate.
    + assert (x = Some gap /\ y = Some F) as [-> ->].
      { cbn [value] in H. destruct x as [[]|], y as [[]|]; cbn [digit] in H; auto;
          exfalso; clear -H; remainders. }
      exists (map Some [F; gap] ++ r), [gap; F], [F; gap], r. repeat split. constructor.
Qed.

Lemma far_move : forall p x l,
  value (x :: l) mod 64 = φ (far (pattern_of p)) ->
  exists l', begins_with_move p (x :: l) l'.
Proof.
  intros p x l H. destruct p; cbn [pattern_of far] in H.
  - change (φ 9%uint63) with 9 in H.
    destruct l as [|y [|z r]].
    + exfalso. destruct x as [[]|]; discriminate.
    + exfalso. destruct x as [[]|], y as [[]|]; discriminate.
    + assert (x = Some T /\ y = Some F /\ z = Some gap) as (-> & -> & ->).
      { cbn [value] in H. destruct x as [[]|], y as [[]|], z as [[]|]; cbn [digit] in H; auto;
          exfalso; clear -H; remainders. }
      exists (map Some [gap; F; T] ++ r), [T; F; gap], [gap; F; T], r. repeat split. constructor.
  - change (φ 36%uint63) with 36 in H.
    destruct l as [|y [|z r]].
    + exfalso. destruct x as [[]|]; discriminate.
    + exfalso. destruct x as [[]|], y as [[]|]; discriminate.
    + assert (x = Some gap /\ y = Some T /\ z = Some F) as (-> & -> & ->).
      { cbn [value] in H. destruct x as [[]|], y as [[]|], z as [[]|]; cbn [digit] in H; auto;
          exfalso; clear -H; remainders. }
      exists (map Some [F; T; gap] ++ r), [gap; T; F], [F; T; gap], r. repeat split. constructor.
Qed.

Lemma begins_length : forall p l l', begins_with_move p l l' -> length l' = length l.
Proof.
  intros p l l' (b & a & r & H & -> & ->). apply (line_move_length p).
  exists [], b, a, r. auto.
Qed.

Lemma adds_first_move : forall p x l d,
  adds (pattern_of p) (value (x :: l)) = Some d ->
  exists l', begins_with_move p (x :: l) l' /\ value l' = value (x :: l) + φ d - shift p.
Proof.
  intros p x l d H.
  assert (exists l', begins_with_move p (x :: l) l') as (l' & B).
  { unfold adds in H. destruct (Z.eqb_spec (value (x :: l) mod 16) (φ (near (pattern_of p)))).
    - now apply near_move.
    - destruct (Z.eqb_spec (value (x :: l) mod 64) (φ (far (pattern_of p)))); [|discriminate].
      now apply far_move. }
  exists l'. split; auto.
  destruct (first_move_adds p _ l' B) as (d' & E & V). congruence.
Qed.

(** ** The moves that the checker finds in a line are the moves in it *)

Lemma added_code : forall p (pre l l' : line) (c d unit : int),
  (length (pre ++ l) <= 31)%nat ->
  length l' = length l ->
  φ c%uint63 = value (pre ++ l) ->
  φ unit%uint63 = 4 ^ Z.of_nat (length pre) ->
  value l' = value l + φ d%uint63 - shift p ->
  φ (c + d * unit)%uint63 = value (pre ++ l').
Proof.
  intros p pre l l' c d unit L E C U V.
  rewrite add_spec, mul_spec, C, U, (value_app pre l l').
  rewrite Zplus_mod_idemp_r.
  assert (0 <= value (pre ++ l') < wB).
  { apply value_fits. rewrite app_length in *. lia. }
  rewrite (value_app pre l l') in H.
  replace (value l' - value l) with (φ d - shift p) in * by lia.
  symmetry. destruct p; cbn [shift] in *.
  - apply Zmod_unique with 0; lia.
  - apply Zmod_unique with (4 ^ Z.of_nat (length pre)); lia.
Qed.

Lemma pos_equal : forall p q : pos,
  φ (code p) = φ (code q) -> beside p = beside q -> p = q.
Proof.
  intros [c b] [c' b'] C B. cbn in *. subst. f_equal. now apply to_Z_inj.
Qed.

Lemma hops_are_moves : forall pl l pre rest unit p others q,
  (length (pre ++ l) <= 31)%nat ->
  φ rest%uint63 = value l ->
  φ unit%uint63 = 4 ^ Z.of_nat (length pre) ->
  φ (code p) = value (pre ++ l) ->
  In q (hops (pattern_of pl) (length l) rest unit p others) <->
  In q others \/
  exists l', line_move pl l l' /\ φ (code q) = value (pre ++ l') /\ beside q = beside p.
Proof.
  induction l as [|x l IH]; intros pre rest unit p others q L R U C.
  { cbn [length hops]. split; auto. intros [H|(l' & M & _)]; auto.
    now apply line_move_nil in M. }
  set (later := hops (pattern_of pl) (length l) (rest / 4) (unit * 4) p others).
  assert (Later : In q later <-> In q others \/
    exists l', line_move pl l l' /\ φ (code q) = value (pre ++ x :: l') /\ beside q = beside p).
  { unfold later. rewrite (IH (pre ++ [x])).
    - split; (intros [H|(l' & M & V & B)]; [now left|right; exists l'; repeat split; auto]);
        rewrite <- app_assoc in *; exact V.
    - rewrite <- app_assoc. exact L.
    - rewrite div_spec, R. change (φ 4%uint63) with 4. cbn [value].
      pose proof (digit_bound x). Z.to_euclidean_division_equations; lia.
    - rewrite mul_spec, U, app_length, Nat2Z.inj_add. change (φ 4%uint63) with 4.
      cbn [length]. rewrite Z.pow_add_r by lia. apply Z.mod_small.
      rewrite app_length in L. cbn [length] in L.
      assert (4 ^ Z.of_nat (length pre) <= 4 ^ 30) by (apply Z.pow_le_mono_r; lia).
      change wB with (2 * 4 ^ 31). lia.
    - rewrite <- app_assoc. exact C. }
  assert (Head : forall d, adds (pattern_of pl) (value (x :: l)) = Some d ->
    In q ({| code := code p + d * unit; beside := beside p |}%uint63 :: later) <->
    In q others \/
    exists l', line_move pl (x :: l) l' /\ φ (code q) = value (pre ++ l') /\
               beside q = beside p).
  { intros d D. destruct (adds_first_move _ _ _ _ D) as (l1 & B1 & V1).
    pose proof (added_code pl pre (x :: l) l1 (code p) d unit L (begins_length _ _ _ B1) C U V1)
      as A.
    cbn [In]. rewrite Later. split.
    - intros [<-|[H|(l' & M & V & B)]]; auto; right.
      + exists l1. cbn [code beside]. repeat split; auto.
        apply line_move_cons. now left.
      + exists (x :: l'). repeat split; auto. apply line_move_cons. right. now exists l'.
    - intros [H|(l' & M & V & B)]; auto.
      apply line_move_cons in M as [B2|(l2 & M & ->)].
      + left. apply pos_equal; cbn [code beside]; auto. rewrite A, V.
        f_equal. f_equal. apply value_injective.
        * rewrite (begins_length _ _ _ B1). symmetry. apply (begins_length _ _ _ B2).
        * destruct (first_move_adds _ _ _ B2) as (d2 & D2 & V2).
          rewrite V1, V2. congruence.
      + right. right. exists l2. auto. }
  assert (NoHead : adds (pattern_of pl) (value (x :: l)) = None ->
    In q later <->
    In q others \/
    exists l', line_move pl (x :: l) l' /\ φ (code q) = value (pre ++ l') /\
               beside q = beside p).
  { intros D. rewrite Later. split.
    - intros [H|(l' & M & V & B)]; auto; right.
      exists (x :: l'). repeat split; auto. apply line_move_cons. right. now exists l'.
    - intros [H|(l' & M & V & B)]; auto. right.
      apply line_move_cons in M as [B2|(l2 & M & ->)].
      + destruct (first_move_adds _ _ _ B2) as (d2 & D2 & V2). congruence.
      + exists l2. auto. }
  cbn [length hops]. fold later.
  assert (Eq : forall a b : int, (a =? b)%uint63 = (φ a =? φ b)).
  { intros a b. destruct (Z.eqb_spec (φ a) (φ b)) as [H|H].
    - apply eqb_spec. now apply to_Z_inj.
    - destruct (a =? b)%uint63 eqn:E; auto. elim H. f_equal. now apply eqb_spec. }
  rewrite !Eq.
  rewrite !mod_spec, R. change (φ 16%uint63) with 16. change (φ 64%uint63) with 64.
  unfold adds in Head, NoHead.
  destruct (value (x :: l) mod 16 =? φ (near (pattern_of pl))); [now apply Head|].
  destruct (value (x :: l) mod 64 =? φ (far (pattern_of pl))); [now apply Head|].
  now apply NoHead.
Qed.

(** ** Rows and lines *)

Definition rest_of_line (rows : list (list cell)) : line :=
  match rows with [] => [] | _ => None :: join rows end.

Lemma join_cons : forall row rows, join (row :: rows) = map Some row ++ rest_of_line rows.
Proof. intros row [|r rows]; cbn; [now rewrite app_nil_r|reflexivity]. Qed.

Lemma line_move_inside : forall p a l l' b,
  line_move p l l' -> line_move p (a ++ l ++ b) (a ++ l' ++ b).
Proof.
  intros p a l l' b (left & x & y & right & H & -> & ->).
  exists (a ++ left), x, y, (right ++ b). now rewrite <- !app_assoc.
Qed.

Lemma row_move_in_line : forall p row row' below above,
  row_move p row row' ->
  line_move p (join (above ++ row :: below)) (join (above ++ row' :: below)).
Proof.
  intros p row row' below above M. induction above as [|r above IH]; cbn [app].
  - rewrite !join_cons. apply (line_move_inside p [] (map Some row) (map Some row')).
    destruct M as [left x y right H]. rewrite !map_app.
    exists (map Some left), x, y, (map Some right). auto.
  - rewrite !join_cons. unfold rest_of_line.
    assert (forall r', match above ++ r' :: below with [] => [] | _ :: _ => None :: join (above ++ r' :: below) end
      = None :: join (above ++ r' :: below)) as E by (intros r'; now destruct above).
    rewrite !E.
    pose proof (line_move_inside p (map Some r ++ [None]) _ _ [] IH) as I.
    rewrite !app_nil_r, <- !app_assoc in I. exact I.
Qed.

Lemma line_move_splits : forall p l2 l1 l',
  l2 = [] \/ (exists r, l2 = None :: r) ->
  line_move p (l1 ++ l2) l' ->
  (exists l1', line_move p l1 l1' /\ l' = l1' ++ l2) \/
  (exists l2', line_move p l2 l2' /\ l' = l1 ++ l2').
Proof.
  intros p l2 l1 l' W. revert l'. induction l1 as [|x l1 IH]; cbn [app]; intros l' M.
  - right. now exists l'.
  - apply line_move_cons in M as [(b & a & r & H & E & ->)|(l3 & M & ->)].
    + left. destruct H; cbn [map app] in E;
        destruct l1 as [|y [|z l1]]; destruct W as [->|[? ->]]; cbn [app] in E;
        try discriminate; injection E; intros; subst;
        try discriminate; (eexists; split;
          [apply line_move_cons; left; do 2 eexists; eexists; split; [constructor|split;
            cbn [map app]; reflexivity]
          |cbn [map app]; rewrite ?app_nil_r; reflexivity]).
    + destruct (IH l3 M) as [(l1' & M' & ->)|(l2' & M' & ->)].
      * left. exists (x :: l1'). split; auto. apply line_move_cons. right. now exists l1'.
      * right. now exists l2'.
Qed.

Lemma some_injective : forall a b : list cell, map Some a = map Some b -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b] E; try discriminate; auto.
  injection E as -> E. f_equal. now apply IH.
Qed.

Lemma line_move_in_row : forall p row l',
  line_move p (map Some row) l' -> exists row', l' = map Some row' /\ row_move p row row'.
Proof.
  intros p row l' (left & b & a & right & H & E & ->).
  apply map_eq_app in E as (left0 & rest & -> & <- & E).
  apply map_eq_app in E as (b0 & right0 & -> & E & <-).
  apply some_injective in E as ->.
  exists (left0 ++ a ++ right0). rewrite !map_app. split; auto. now constructor.
Qed.

Lemma line_move_of_rows : forall p rows l',
  line_move p (join rows) l' ->
  exists above row row' below,
    rows = above ++ row :: below /\ l' = join (above ++ row' :: below) /\ row_move p row row'.
Proof.
  induction rows as [|r rows IH]; intros l' M; [now apply line_move_nil in M|].
  rewrite join_cons in M. apply line_move_splits in M as [(l1 & M & ->)|(l2 & M & ->)].
  - apply line_move_in_row in M as (row' & -> & M).
    exists [], r, row', rows. cbn [app]. rewrite join_cons. auto.
  - destruct rows as [|r2 rows]; [now apply line_move_nil in M|].
    cbn [rest_of_line] in M. apply line_move_cons in M as [(b & a & s & H & E & _)|(l3 & M & ->)].
    { destruct H; discriminate. }
    destruct (IH l3 M) as (above & row & row' & below & E & -> & M').
    exists (r :: above), row, row', below. rewrite E. cbn [app]. rewrite join_cons.
    split; [reflexivity|]. split; [|exact M']. f_equal. unfold rest_of_line. now destruct above.
  - destruct rows; cbn [rest_of_line]; eauto.
Qed.

(** ** Positions of the checker and positions of the rules *)

Section Games.
  Variable cells : nat.
  Variable games : array node.
  Hypothesis few_cells : (cells <= 31)%nat.

  (** The games beside: a number stands for a game. *)
  Inductive stands_for : int -> game -> Prop :=
  | stands : forall i l r,
      Forall2 stands_for (lefts games.[i]) l ->
      Forall2 stands_for (rights games.[i]) r ->
      stands_for i (Game l r).

  Definition shows (p : pos) (x : position) : Prop :=
    φ (code p) = value (join (fst x)) /\ length (join (fst x)) = cells /\
    stands_for (beside p) (snd x).

  Lemma options_stand : forall pl i g,
    stands_for i g -> Forall2 stands_for (next_games pl games.[i]) (options pl g).
  Proof. intros pl i g H. destruct H. destruct pl; auto. Qed.

  Lemma forall2_left : forall A B (P : A -> B -> Prop) l m x,
    Forall2 P l m -> In x l -> exists y, In y m /\ P x y.
  Proof.
    induction 1 as [|a b l m H F IH]; [intros []|].
    intros [->|I]; [exists b; simpl; auto|].
    destruct (IH I) as (y & I' & H'). exists y. simpl. auto.
  Qed.

  Lemma forall2_right : forall A B (P : A -> B -> Prop) l m y,
    Forall2 P l m -> In y m -> exists x, In x l /\ P x y.
  Proof.
    induction 1 as [|a b l m H F IH]; [intros []|].
    intros [->|I]; [exists a; simpl; auto|].
    destruct (IH I) as (x & I' & H'). exists x. simpl. auto.
  Qed.

  Lemma in_moves : forall pl p x q,
    shows p x ->
    In q (moves cells games pl p) <->
    (exists g, In g (next_games pl games.[beside p]) /\ q = {| code := code p; beside := g |}) \/
    (exists l', line_move pl (join (fst x)) l' /\ φ (code q) = value l' /\ beside q = beside p).
  Proof.
    intros pl p x q (C & L & G). unfold moves.
    rewrite <- L, (hops_are_moves pl (join (fst x)) []).
    - cbn [app]. rewrite in_map_iff. split; (intros [(g & A & B)|H]; [left; exists g; auto|now right]).
    - cbn [app]. lia.
    - exact C.
    - reflexivity.
    - exact C.
  Qed.

  Lemma each_move_is_found : forall pl p x y,
    shows p x -> move pl x y -> exists q, In q (moves cells games pl p) /\ shows q y.
  Proof.
    intros pl p x y S M. pose proof (in_moves pl p x) as I. destruct S as (C & L & G).
    destruct M as [above row row' below g M|rows g g' M]; cbn [fst snd] in *.
    - pose proof (row_move_in_line _ _ _ below above M) as LM.
      set (l' := join (above ++ row' :: below)) in *.
      pose proof (line_move_length _ _ _ LM) as E.
      assert (V : 0 <= value l' < wB) by (apply value_fits; lia).
      exists {| code := of_Z (value l'); beside := beside p |}.
      assert (Q : φ (of_Z (value l')) = value l') by (rewrite of_Z_spec; now apply Z.mod_small).
      split.
      + apply I; [repeat split; auto|]. right. exists l'. auto.
      + repeat split; cbn [fst snd code beside]; fold l'; auto. lia.
    - pose proof (options_stand pl _ _ G) as O.
      destruct (forall2_right _ _ _ _ _ g' O M) as (i & A & B).
      exists {| code := code p; beside := i |}. split.
      + apply I; [repeat split; auto|]. left. now exists i.
      + repeat split; auto.
  Qed.

  Lemma each_found_is_a_move : forall pl p x q,
    shows p x -> In q (moves cells games pl p) -> exists y, move pl x y /\ shows q y.
  Proof.
    intros pl p [rows g] q S M. apply (in_moves pl p _ q S) in M. destruct S as (C & L & G).
    cbn [fst snd] in *. destruct M as [(i & A & ->)|(l' & M & V & B)].
    - pose proof (options_stand pl _ _ G) as O.
      destruct (forall2_left _ _ _ _ _ i O A) as (g' & I & B).
      exists (rows, g'). split; [now constructor|]. repeat split; auto.
    - pose proof (line_move_length _ _ _ M) as E.
      apply line_move_of_rows in M as (above & row & row' & below & -> & -> & M).
      exists (above ++ row' :: below, g). split; [now constructor|].
      repeat split; cbn [fst snd]; auto; [lia|]. now rewrite B.
  Qed.
End Games.

(** ** Every game ends *)

(** The cells that the animals still have before them, other animals included. *)
Fixpoint way (before : nat) (row : list cell) (behind : nat) : nat :=
  match row with
  | [] => 0
  | x :: row =>
      match x with T => length row + behind | F => before | gap => 0 end
      + way (S before) row behind
  end.

Lemma way_app : forall l1 l2 b a,
  way b (l1 ++ l2) a = (way b l1 (length l2 + a) + way (b + length l1) l2 a)%nat.
Proof.
  induction l1 as [|x l1 IH]; intros l2 b a; cbn [app way length].
  - now rewrite Nat.add_0_r.
  - rewrite IH, app_length. replace (S b + length l1)%nat with (b + S (length l1))%nat by lia.
    destruct x; lia.
Qed.

Lemma row_move_shortens : forall p row row', row_move p row row' -> (way 0 row' 0 < way 0 row 0)%nat.
Proof.
  intros p row row' [left b a right H]. rewrite !way_app.
  assert (length a = length b) as E by (now destruct H). rewrite !app_length, E.
  assert (forall m n, way m a n < way m b n)%nat as D.
  { intros m n. destruct H; cbn [way length]; lia. }
  specialize (D (length left)%nat (length right + 0)%nat). cbn [Nat.add] in *. lia.
Qed.

Fixpoint size (g : game) : nat :=
  match g with Game l r => S (list_sum (map size l) + list_sum (map size r)) end.

Lemma in_sum : forall g l, In g l -> (size g <= list_sum (map size l))%nat.
Proof.
  induction l as [|h l IH]; cbn [In map list_sum fold_right]; [intros []|].
  unfold list_sum in *. cbn [fold_right]. intros [->|I]; [lia|]. specialize (IH I). lia.
Qed.

Lemma option_is_smaller : forall p g g', In g' (options p g) -> (size g' < size g)%nat.
Proof.
  intros p [l r] g' I. cbn [size]. destruct p; cbn [options] in I; apply in_sum in I; lia.
Qed.

Definition plies_left (x : position) : nat :=
  list_sum (map (fun row => way 0 row 0) (fst x)) + size (snd x).

Lemma move_shortens : forall p x y, move p x y -> (plies_left y < plies_left x)%nat.
Proof.
  intros p x y [above row row' below g M|rows g g' M]; unfold plies_left; cbn [fst snd].
  - rewrite !map_app, !list_sum_app. cbn [map]. unfold list_sum. cbn [fold_right].
    apply row_move_shortens in M. lia.
  - apply option_is_smaller in M. lia.
Qed.

(** ** An accepted strategy wins *)

Section Strategy.
  Variable cells : nat.
  Variable games : array node.
  Hypothesis few_cells : (cells <= 31)%nat.
  Variable holder : player.

  Lemma closed_wins : forall R : pos -> Prop,
    closed (fun _ => false) (after cells games holder) R ->
    forall n x p, (plies_left x < n)%nat -> R p -> shows cells games p x ->
    wins holder holder x.
  Proof.
    intros R closed_R. induction n as [|n IH]; intros x p N Rp S; [lia|].
    destruct (closed_R p Rp) as [|(reply & l & A & F)]; [discriminate|].
    unfold after in A. destruct (pick _ reply) as [q|] eqn:P; [|discriminate].
    injection A as <-. apply pick_in in P.
    destruct (each_found_is_a_move _ _ few_cells _ _ _ _ S P) as (y & M & Sq).
    apply wins_by_a_move with y; [exact M|]. apply wins_against_all. intros z M2.
    destruct (each_move_is_found _ _ few_cells _ _ _ _ Sq M2) as (q2 & I2 & S2).
    apply IH with q2; auto.
    - apply move_shortens in M. apply move_shortens in M2. lia.
    - rewrite Forall_forall in F. now apply F.
  Qed.

  Lemma same_is_equal : forall p q, same p q = true <-> p = q.
  Proof.
    intros [c b] [c' b']. unfold same. cbn. split.
    - destruct (c =? c')%uint63 eqn:E; [|discriminate]. intros H.
      apply eqb_spec in E. apply eqb_spec in H. now subst.
    - intros [= -> ->]. now rewrite !eqb_refl.
  Qed.

  Theorem accepted_strategy_wins :
    forall reader (read : reader -> option (int * reader)) n tries shelves places
      holder_first rival_first start replies x,
    check_strategy cells games read n tries shelves places
      holder holder_first rival_first start replies = true ->
    shows cells games start x ->
    (holder_first = true -> wins holder holder x) /\
    (rival_first = true -> wins holder (other holder) x).
  Proof.
    intros reader read n tries shelves places hf rf start replies x H S.
    apply (walk_closed _ _ _ _ _ _ same_is_equal) in H as (R & F & C).
    rewrite Forall_app in F. destruct F as [F1 F2]. split; intros ->.
    - apply (closed_wins R C (Datatypes.S (plies_left x)) x start); auto. now inversion F1.
    - apply wins_against_all. intros y M.
      destruct (each_move_is_found _ _ few_cells _ _ _ _ S M) as (q & I & Sq).
      apply (closed_wins R C (Datatypes.S (plies_left y)) y q); auto.
      rewrite Forall_forall in F2. now apply F2.
  Qed.
End Strategy.
