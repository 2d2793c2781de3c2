(** * Ugly Duck: an accepted strategy wins, or never loses *)

From Coq Require Import Uint63 PArray ZArith Lia Bool List Arith.
From Toadstone Require Import Walk UglyDuckRules UglyDuckChecker CellSets.
Import ListNotations.

Lemma is_piece_spec : forall s k x, is_piece s k x = true <-> x = piece s k.
Proof. intros [] [] [|[] []]; cbn; split; congruence || discriminate. Qed.

Lemma is_piece_same : forall s k s' k',
  is_piece s k (piece s' k') = true <-> s = s' /\ k = k'.
Proof. intros [] [] [] []; cbn; intuition (congruence || discriminate). Qed.

Lemma other_other : forall s, other (other s) = s.
Proof. now intros []. Qed.

Section Boards.
  Variable height width : nat.
  Variable holder : side.
  Hypothesis small : height * width <= 63.
  Hypothesis tall : 0 < height.

  Notation bit := (bit_of width).
  Notation row_of := (turned height holder).
  Notation column_of := (mirrored width).

  Definition side_of (is_holder : bool) : side := if is_holder then holder else other holder.

  (** ** Cells and their bits *)

  Lemma index_fits : forall r c, r < height -> c < width -> r * width + c < 63.
  Proof. intros. nia. Qed.

  Lemma bit_is : forall r c, bit r c = cell_bit (r * width + c).
  Proof. reflexivity. Qed.

  Definition same_cell (r c r' c' : nat) : bool := (r =? r') && (c =? c').

  Lemma index_same : forall r c r' c', c < width -> c' < width ->
    (r * width + c =? r' * width + c') = same_cell r c r' c'.
  Proof.
    intros r c r' c' H H'. unfold same_cell.
    destruct (Nat.eqb_spec r r') as [->|R]; destruct (Nat.eqb_spec c c') as [->|C]; cbn [andb];
      try apply Nat.eqb_refl; apply Nat.eqb_neq; intros E.
    - lia.
    - apply R. nia.
    - apply R. nia.
  Qed.

  Lemma turned_fits : forall r, r < height -> row_of r < height.
  Proof. intros. destruct holder; cbn; lia. Qed.

  Lemma mirrored_fits : forall m c, c < width -> column_of m c < width.
  Proof. intros [] c; cbn; lia. Qed.

  Lemma turned_twice : forall r, r < height -> row_of (row_of r) = r.
  Proof. intros. destruct holder; cbn; lia. Qed.

  Lemma mirrored_twice : forall m c, c < width -> column_of m (column_of m c) = c.
  Proof. intros [] c; cbn; lia. Qed.

  Lemma turned_same : forall r r', r < height -> r' < height ->
    (row_of r =? row_of r') = (r =? r').
  Proof.
    intros. destruct (Nat.eqb_spec r r') as [->|E]; [apply Nat.eqb_refl|].
    apply Nat.eqb_neq. destruct holder; cbn; lia.
  Qed.

  Lemma mirrored_same : forall m c c', c < width -> c' < width ->
    (column_of m c =? column_of m c') = (c =? c').
  Proof.
    intros m c c' H H'. destruct (Nat.eqb_spec c c') as [->|E]; [apply Nat.eqb_refl|].
    apply Nat.eqb_neq. destruct m; cbn; lia.
  Qed.

  Lemma image_column : forall m c, c < width ->
    column_of (negb m) (width - 1 - c) = column_of m c.
  Proof. intros [] c; cbn; lia. Qed.

  (** ** Boards of the checker and boards of the rules *)

  Definition plane (s : sides) (is_holder : bool) (k : kind) : int :=
    let h := if is_holder then mine s else theirs s in
    match k with duck => ducks h | swan => swans h end.

  Definition shows (m : bool) (s : sides) (b : board) : Prop :=
    forall ih k r c, r < height -> c < width ->
      has (plane s ih k) (bit r c) = is_piece (side_of ih) k (b (row_of r) (column_of m c)).

  Definition pos_shows (p : pos) (b : board) : Prop :=
    exists m, shows m (upright p) b /\ shows (negb m) (image p) b.

  Lemma cells_with_has : forall m b s k r c, r < height -> c < width ->
    has (cells_with height width holder m b s k) (bit r c)
    = is_piece s k (b (row_of r) (column_of m c)).
  Proof.
    intros m b s k r c R C. unfold cells_with. rewrite together_has. apply eq_true_iff_eq.
    rewrite existsb_exists. split.
    - intros (x & I & H). apply in_flat_map in I as (r' & R' & I). apply in_seq in R'.
      apply in_flat_map in I as (c' & C' & I). apply in_seq in C'.
      destruct (is_piece s k _) eqn:P; [|destruct I]. destruct I as [<-|[]].
      rewrite !bit_is, has_cell, index_same in H by (lia || (apply index_fits; lia)).
      apply andb_true_iff in H as [H1 H2]. apply Nat.eqb_eq in H1, H2. now subst.
    - intros P. exists (bit r c). split.
      + apply in_flat_map. exists r. split; [apply in_seq; lia|].
        apply in_flat_map. exists c. split; [apply in_seq; lia|]. rewrite P. now left.
      + rewrite !bit_is, has_cell by (apply index_fits; lia). apply Nat.eqb_refl.
  Qed.

  Lemma pos_of_shows : forall b, pos_shows (pos_of height width holder b) b.
  Proof.
    intros b. exists false. split; intros ih k r c R C; cbn [pos_of upright image negb];
      unfold sides_of, plane; destruct ih, k; cbn [mine theirs ducks swans side_of];
      now apply cells_with_has.
  Qed.

  (** ** A move on the board and in the sets *)

  Lemma plane_go : forall ih s r c r' c' sw jh k r2 c2,
    r < height -> c < width -> r' < height -> c' < width -> r2 < height -> c2 < width ->
    has (plane (go ih s (bit r c) (bit r' c') sw) jh k) (bit r2 c2) =
    if Bool.eqb ih jh then
      has (plane s jh k) (bit r2 c2) && negb (same_cell r2 c2 r c)
      || (match k with duck => negb sw | swan => sw end && same_cell r2 c2 r' c')
    else has (plane s jh k) (bit r2 c2) && negb (same_cell r2 c2 r' c').
  Proof.
    intros ih s r c r' c' sw jh k r2 c2 R C R' C' R2 C2. rewrite !bit_is.
    destruct ih, jh, k, sw; unfold plane, go, gone, without;
      cbn [mine theirs ducks swans Bool.eqb negb andb];
      rewrite ?has_add, ?has_remove by (apply index_fits; lia);
      rewrite ?index_same by lia; now rewrite ?orb_false_r.
  Qed.

  Lemma shows_go : forall m s b ih k r c r' c' sw,
    shows m s b ->
    r < height -> c < width -> r' < height -> c' < width ->
    b (row_of r) (column_of m c) = piece (side_of ih) k ->
    (forall k', b (row_of r') (column_of m c') <> piece (side_of ih) k') ->
    shows m (go ih s (bit r c) (bit r' c') sw)
      (moved b (row_of r) (column_of m c) (row_of r') (column_of m c')
         (piece (side_of ih) (if sw then swan else duck))).
  Proof.
    intros m s b ih k r c r' c' sw S R C R' C' P N jh k2 r2 c2 R2 C2.
    rewrite plane_go by assumption. rewrite (S jh k2 r2 c2 R2 C2).
    unfold moved. rewrite !turned_same, !mirrored_same by assumption.
    fold (same_cell r2 c2 r' c'). fold (same_cell r2 c2 r c).
    assert (E : forall a b, same_cell r2 c2 a b = true -> r2 = a /\ c2 = b).
    { intros x y H. apply andb_true_iff in H as [H1 H2]. now apply Nat.eqb_eq in H1, H2. }
    destruct (same_cell r2 c2 r' c') eqn:E'.
    - apply E in E' as [-> ->].
      destruct (is_piece (side_of jh) k2 (b (row_of r') (column_of m c'))) eqn:Q.
      + apply is_piece_spec in Q. destruct (Bool.eqb ih jh) eqn:I.
        * apply eqb_prop in I. subst jh. now apply N in Q.
        * cbn [andb negb]. symmetry. apply not_true_is_false. intros H.
          apply is_piece_same in H as [H _]. revert H I. unfold side_of. destruct ih, jh, holder; cbn; congruence.
      + unfold side_of. destruct ih, jh, holder, k2, sw; reflexivity.
    - destruct (same_cell r2 c2 r c) eqn:E0.
      + apply E in E0 as [-> ->]. rewrite P.
        unfold side_of. destruct ih, jh, holder, k2, k, sw; reflexivity.
      + cbn [negb]. rewrite !andb_true_r, andb_false_r, orb_false_r. now destruct (Bool.eqb ih jh).
  Qed.

  (** ** The ways of the pieces *)

  Definition goes_down (ih : bool) (k : kind) : bool :=
    match k with duck => ih | swan => negb ih end.

  Lemma goes_turned : forall ih k r r', r < height -> r' < height ->
    goes (side_of ih) k (row_of r) (row_of r') <->
    (if goes_down ih k then r' = S r else r = S r').
  Proof. intros ih k r r' R R'. unfold side_of. destruct ih, k, holder; cbn; lia. Qed.

  Lemma next_rows_are : forall down r r', r < height ->
    In r' (next_rows height down r) <-> r' < height /\ if down then r' = S r else r = S r'.
  Proof.
    intros [] r r' R; unfold next_rows.
    - destruct (Nat.ltb_spec (S r) height); cbn [In]; lia.
    - destruct r; cbn [In]; lia.
  Qed.

  Lemma next_columns_are : forall c c', c < width ->
    In c' (next_columns width c) <-> c' < width /\ (straight c c' \/ diagonal c c').
  Proof.
    intros c c' C. unfold next_columns, straight, diagonal. rewrite !in_app_iff.
    destruct (Nat.ltb_spec (S c) width); destruct c; cbn [In]; lia.
  Qed.

  Lemma becomes_turned : forall ih k r', r' < height ->
    becomes height (side_of ih) k (row_of r')
    = if (if r' =? far_of height ih then true else match k with swan => true | duck => false end)
      then swan else duck.
  Proof.
    intros ih k r' R'. unfold becomes.
    assert (far_row height (side_of ih) = row_of (far_of height ih)) as ->.
    { unfold side_of. destruct ih, holder; cbn; lia. }
    rewrite turned_same; auto.
    - destruct (r' =? far_of height ih); [reflexivity|now destruct k].
    - destruct ih; cbn; lia.
  Qed.

  Lemma columns_turned : forall m c c', c < width -> c' < width ->
    (straight (column_of m c) (column_of m c') <-> straight c c') /\
    (diagonal (column_of m c) (column_of m c') <-> diagonal c c').
  Proof. intros [] c c' C C'; unfold straight, diagonal; cbn; lia. Qed.

  Definition is_swan (k : kind) : bool := match k with swan => true | duck => false end.

  Definition the_way (ih : bool) (k : kind) (c r' c' : nat) : way :=
    {| to := bit r' c'; to_image := bit r' (width - 1 - c'); is_straight := c' =? c;
       swan_there := if r' =? far_of height ih then true else is_swan k |}.

  Lemma in_ways : forall ih k r c w,
    In w (ways height width (is_swan k) (goes_down ih k) (far_of height ih) r c) <->
    exists r' c', In r' (next_rows height (goes_down ih k) r) /\
      In c' (next_columns width c) /\ w = the_way ih k c r' c'.
  Proof.
    intros. unfold ways. rewrite in_flat_map. split.
    - intros (r' & R & I). apply in_map_iff in I as (c' & <- & I). exists r', c'. auto.
    - intros (r' & c' & R & C & ->). exists r'. split; auto. apply in_map_iff. now exists c'.
  Qed.

  (** ** The moves that the checker finds are the moves of the rules *)

  Notation the_tables := (tables_of height width).

  Definition go_both (ih : bool) (p : pos) (k : kind) (r c r' c' : nat) : pos :=
    let w := the_way ih k c r' c' in
    {| upright := go ih (upright p) (bit r c) (bit r' c') (swan_there w);
       image := go ih (image p) (bit r (width - 1 - c)) (bit r' (width - 1 - c')) (swan_there w) |}.

  Definition own_of (ih : bool) (p : pos) : half :=
    if ih then mine (upright p) else theirs (upright p).
  Definition enemy_of (ih : bool) (p : pos) : half :=
    if ih then theirs (upright p) else mine (upright p).

  Lemma in_moves : forall ih p q,
    In q (moves the_tables ih p) <->
    exists k r c r' c',
      r < height /\ c < width /\
      has (plane (upright p) ih k) (bit r c) = true /\
      (k = swan -> has (plane (upright p) ih duck) (bit r c) = false) /\
      In r' (next_rows height (goes_down ih k) r) /\
      In c' (next_columns width c) /\
      may_go (all (own_of ih p)) (all (enemy_of ih p)) (the_way ih k c r' c') = true /\
      q = go_both ih p k r c r' c'.
  Proof.
    intros ih p q. unfold moves.
    change (if ih then mine (upright p) else theirs (upright p)) with (own_of ih p).
    change (if ih then theirs (upright p) else mine (upright p)) with (enemy_of ih p).
    assert ((if ih then holder_places the_tables else rival_places the_tables)
      = places height width ih) as -> by now destruct ih.
    assert (D : forall k, plane (upright p) ih k =
      match k with duck => ducks (own_of ih p) | swan => swans (own_of ih p) end).
    { unfold plane, own_of. now destruct ih. }
    assert (On : forall k r c, In q (moves_on ih p (all (own_of ih p)) (all (enemy_of ih p))
        (bit r c) (bit r (width - 1 - c))
        (ways height width (is_swan k) (goes_down ih k) (far_of height ih) r c)) <->
      exists r' c', In r' (next_rows height (goes_down ih k) r) /\
        In c' (next_columns width c) /\
        may_go (all (own_of ih p)) (all (enemy_of ih p)) (the_way ih k c r' c') = true /\
        q = go_both ih p k r c r' c').
    { intros k r c. unfold moves_on. rewrite in_flat_map. split.
      - intros (w & I & Q). apply in_ways in I as (r' & c' & R' & C' & ->).
        destruct (may_go _ _ _) eqn:G; [|destruct Q]. destruct Q as [<-|[]].
        exists r', c'. auto.
      - intros (r' & c' & R' & C' & G & ->). exists (the_way ih k c r' c'). split.
        + apply in_ways. exists r', c'. auto.
        + rewrite G. now left. }
    unfold places. rewrite in_flat_map. split.
    - intros (x & I & Q). apply in_flat_map in I as (r & R & I). apply in_seq in R.
      apply in_map_iff in I as (c & <- & C). apply in_seq in C.
      unfold moves_from in Q. cbn [from from_image duck_ways swan_ways] in Q.
      destruct (has (ducks (own_of ih p)) (bit r c)) eqn:Hd.
      + apply (On duck) in Q as (r' & c' & H). exists duck, r, c, r', c'.
        rewrite !D. repeat split; try tauto; try lia. discriminate.
      + destruct (has (swans (own_of ih p)) (bit r c)) eqn:Hs; [|destruct Q].
        apply (On swan) in Q as (r' & c' & H). exists swan, r, c, r', c'.
        rewrite !D. repeat split; try tauto; try lia.
    - intros (k & r & c & r' & c' & R & C & H & N & R' & C' & G & Q).
      eexists. split.
      + apply in_flat_map. exists r. split; [apply in_seq; lia|].
        apply in_map_iff. exists c. split; [reflexivity|apply in_seq; lia].
      + unfold moves_from. cbn [from from_image duck_ways swan_ways]. rewrite !D in *.
        destruct k.
        * rewrite H. apply (On duck). exists r', c'. auto.
        * rewrite (N eq_refl), H. apply (On swan). exists r', c'. auto.
  Qed.

  Lemma side_of_negb : forall ih, side_of (negb ih) = other (side_of ih).
  Proof. intros []; unfold side_of; cbn; now rewrite ?other_other. Qed.

  Lemma all_own : forall m ih p b r c, shows m (upright p) b -> r < height -> c < width ->
    has (all (own_of ih p)) (bit r c) =
    is_piece (side_of ih) duck (b (row_of r) (column_of m c)) ||
    is_piece (side_of ih) swan (b (row_of r) (column_of m c)).
  Proof.
    intros m ih p b r c S R C. unfold all. rewrite either_has.
    rewrite <- (S ih duck r c R C), <- (S ih swan r c R C). unfold plane, own_of. now destruct ih.
  Qed.

  Lemma all_enemy : forall m ih p b r c, shows m (upright p) b -> r < height -> c < width ->
    has (all (enemy_of ih p)) (bit r c) =
    is_piece (other (side_of ih)) duck (b (row_of r) (column_of m c)) ||
    is_piece (other (side_of ih)) swan (b (row_of r) (column_of m c)).
  Proof.
    intros m ih p b r c S R C. rewrite <- side_of_negb.
    rewrite <- (all_own m (negb ih) p b r c S R C). unfold own_of, enemy_of. now destruct ih.
  Qed.

  Lemma may_go_is_may_enter : forall m ih k p b r' c c',
    shows m (upright p) b -> r' < height -> c < width -> c' < width ->
    straight c c' \/ diagonal c c' ->
    may_go (all (own_of ih p)) (all (enemy_of ih p)) (the_way ih k c r' c') = true <->
    may_enter (side_of ih) (column_of m c) (column_of m c') (b (row_of r') (column_of m c')).
  Proof.
    intros m ih k p b r' c c' S R C C' W. unfold may_go. cbn [to is_straight the_way].
    rewrite (all_own m ih p b) by assumption. rewrite (all_enemy m ih p b) by assumption.
    unfold may_enter. destruct (columns_turned m c c' C C') as [-> ->].
    assert (St : (c' =? c) = true <-> straight c c') by apply Nat.eqb_eq.
    assert (Di : diagonal c c' -> ~ straight c c') by (unfold diagonal, straight; lia).
    generalize (side_of ih). intros sd.
    destruct (b (row_of r') (column_of m c')) as [|sd' k'].
    - cbn [is_piece orb]. intuition auto.
    - assert (own : sd' = sd \/ sd' = other sd) by (destruct sd, sd'; auto).
      destruct own as [->| ->].
      + assert (is_piece sd duck (piece sd k') || is_piece sd swan (piece sd k') = true) as ->.
        { destruct sd, k'; reflexivity. }
        split; [discriminate|]. intros [[_ H]|[_ [H|[k2 H]]]]; try discriminate.
        exfalso. destruct sd; discriminate.
      + assert (is_piece sd duck (piece (other sd) k') || is_piece sd swan (piece (other sd) k')
          = false) as -> by (destruct sd, k'; reflexivity).
        assert (is_piece (other sd) duck (piece (other sd) k')
          || is_piece (other sd) swan (piece (other sd) k') = true) as ->
          by (destruct sd, k'; reflexivity).
        destruct (c' =? c) eqn:E.
        * split; [discriminate|]. intros [[_ H]|[D _]]; [discriminate|].
          elim (Di D). now apply St.
        * split; auto. intros _. right. split; [|right; now exists k'].
          destruct W as [W|W]; auto. apply St in W. congruence.
  Qed.

  Lemma may_enter_not_own : forall sd c c' x k, may_enter sd c c' x -> x <> piece sd k.
  Proof.
    intros sd c c' x k [[_ ->]|[_ [->|[k' ->]]]]; try discriminate. destruct sd; discriminate.
  Qed.

  Lemma go_both_shows : forall m ih p b k r c r' c',
    shows m (upright p) b -> shows (negb m) (image p) b ->
    r < height -> c < width -> r' < height -> c' < width ->
    b (row_of r) (column_of m c) = piece (side_of ih) k ->
    (forall k', b (row_of r') (column_of m c') <> piece (side_of ih) k') ->
    pos_shows (go_both ih p k r c r' c')
      (moved b (row_of r) (column_of m c) (row_of r') (column_of m c')
        (piece (side_of ih) (becomes height (side_of ih) k (row_of r')))).
  Proof.
    intros m ih p b k r c r' c' S I R C R' C' P N. exists m.
    rewrite becomes_turned by assumption. unfold go_both. cbn [upright image].
    split.
    - apply (shows_go m (upright p) b ih k); assumption.
    - rewrite <- (image_column m c C), <- (image_column m c' C').
      apply (shows_go (negb m) (image p) b ih k); try assumption; try lia.
      + now rewrite image_column.
      + now rewrite image_column.
  Qed.

  Lemma each_move_is_found : forall ih p b b',
    pos_shows p b -> move height width (side_of ih) b b' ->
    exists q, In q (moves the_tables ih p) /\ pos_shows q b'.
  Proof.
    intros ih p b b' (m & S & I) (k & row & col & row' & col' & R & C & R' & C' & P & G & E & ->).
    pose proof (turned_fits row R) as TR. pose proof (turned_fits row' R') as TR'.
    pose proof (mirrored_fits m col C) as TC. pose proof (mirrored_fits m col' C') as TC'.
    set (r := row_of row) in *. set (r' := row_of row') in *.
    set (c := column_of m col) in *. set (c' := column_of m col') in *.
    assert (row = row_of r) as Er by (symmetry; now apply turned_twice).
    assert (row' = row_of r') as Er' by (symmetry; now apply turned_twice).
    assert (col = column_of m c) as Ec by (symmetry; now apply mirrored_twice).
    assert (col' = column_of m c') as Ec' by (symmetry; now apply mirrored_twice).
    rewrite Er, Er', Ec, Ec' in *. clearbody r r' c c'. subst row row' col col'.
    exists (go_both ih p k r c r' c'). split.
    - apply in_moves. exists k, r, c, r', c'.
      assert (W : straight c c' \/ diagonal c c').
      { destruct (columns_turned m c c' TC TC') as [HS HD].
        destruct E as [[W _]|[W _]]; [left; now apply HS|right; now apply HD]. }
      split; [assumption|]. split; [assumption|].
      split; [rewrite (S ih k r c TR TC); now apply is_piece_spec|].
      split.
      { intros ->. rewrite (S ih duck r c TR TC), P. destruct (side_of ih); reflexivity. }
      split; [apply next_rows_are; [assumption|]; split; [assumption|]; now apply goes_turned|].
      split; [apply next_columns_are; auto|].
      split; [|reflexivity]. now apply (may_go_is_may_enter m ih k p b).
    - apply go_both_shows; try assumption.
      intros k'. eapply may_enter_not_own, E.
  Qed.

  Lemma each_found_is_a_move : forall ih p b q,
    pos_shows p b -> In q (moves the_tables ih p) ->
    exists b', move height width (side_of ih) b b' /\ pos_shows q b'.
  Proof.
    intros ih p b q (m & S & I) M.
    apply in_moves in M as (k & r & c & r' & c' & R & C & H & _ & R' & C' & G & ->).
    apply next_rows_are in R' as [R' D]; [|assumption].
    apply next_columns_are in C' as [C' W]; [|assumption].
    rewrite (S ih k r c R C) in H. apply is_piece_spec in H.
    apply (may_go_is_may_enter m ih k p b) in G; try assumption.
    eexists. split.
    - exists k, (row_of r), (column_of m c), (row_of r'), (column_of m c').
      repeat split; auto using turned_fits, mirrored_fits.
      apply goes_turned; assumption.
    - apply (go_both_shows m ih p b k r c r' c'); try assumption.
      intros k'. eapply may_enter_not_own, G.
  Qed.

  Lemma no_moves_is_stuck : forall ih p b, pos_shows p b ->
    moves the_tables ih p = [] <-> stuck height width (side_of ih) b.
  Proof.
    intros ih p b S. split.
    - intros E b' M. destruct (each_move_is_found ih p b b' S M) as (q & I & _).
      rewrite E in I. destruct I.
    - intros St. destruct (moves the_tables ih p) as [|q l] eqn:E; auto. exfalso.
      destruct (each_found_is_a_move ih p b q S) as (b' & M & _); [rewrite E; now left|].
      exact (St b' M).
  Qed.

  (** ** The end of a game *)

  Lemma has_row : forall x r, has x (together (row_cells width r)) = true <->
    exists c, c < width /\ has x (bit r c) = true.
  Proof.
    intros x r. rewrite has_together, existsb_exists. unfold row_cells. split.
    - intros (y & I & H). apply in_map_iff in I as (c & <- & I). apply in_seq in I.
      exists c. split; [lia|exact H].
    - intros (c & C & H). exists (bit r c). split; [|exact H].
      apply in_map_iff. exists c. split; auto. apply in_seq. lia.
  Qed.

  Lemma has_everywhere : forall x, has x (everywhere the_tables) = true <->
    exists r c, r < height /\ c < width /\ has x (bit r c) = true.
  Proof.
    intros x. unfold tables_of. cbn [everywhere]. rewrite has_together, existsb_exists. split.
    - intros (y & I & H). apply in_flat_map in I as (r & R & I). apply in_seq in R.
      apply in_map_iff in I as (c & <- & I). apply in_seq in I.
      exists r, c. repeat split; [lia|lia|exact H].
    - intros (r & c & R & C & H). exists (bit r c). split; [|exact H].
      apply in_flat_map. exists r. split; [apply in_seq; lia|].
      apply in_map_iff. exists c. split; auto. apply in_seq. lia.
  Qed.

  Lemma won_test : forall ih p b,
    pos_shows p b ->
    (if has (plane (upright p) ih swan) (together (row_cells width (if ih then 0 else height - 1)))
     then true
     else if has (all (enemy_of ih p)) (everywhere the_tables) then false else true) = true <->
    has_won height width (side_of ih) b.
  Proof.
    intros ih p b (m & S & _).
    set (home := if ih then 0 else height - 1).
    assert (home < height) as Hh by (unfold home; destruct ih; lia).
    assert (home_row height (side_of ih) = row_of home) as Eh.
    { unfold home, side_of. destruct ih, holder; cbn; lia. }
    assert (A : has (plane (upright p) ih swan) (together (row_cells width home)) = true <->
      swan_at_home height width (side_of ih) b).
    { rewrite has_row. unfold swan_at_home. rewrite Eh. split.
      - intros (c & C & H). rewrite (S ih swan home c Hh C) in H. apply is_piece_spec in H.
        exists (column_of m c). split; auto using mirrored_fits.
      - intros (c & C & H). exists (column_of m c). split; [auto using mirrored_fits|].
        rewrite (S ih swan home _ Hh (mirrored_fits m c C)), mirrored_twice by assumption.
        now apply is_piece_spec. }
    assert (B : has (all (enemy_of ih p)) (everywhere the_tables) = true <->
      ~ no_piece height width (other (side_of ih)) b).
    { rewrite has_everywhere. split.
      - intros (r & c & R & C & H) N. rewrite (all_enemy m ih p b) in H by assumption.
        apply orb_true_iff in H as [H|H]; apply is_piece_spec in H;
          exact (N _ _ _ (turned_fits r R) (mirrored_fits m c C) H).
      - intros N. destruct (has (all (enemy_of ih p)) (everywhere the_tables)) eqn:E.
        + now apply has_everywhere.
        + elim N. intros row col k R C H.
          assert (has (all (enemy_of ih p)) (everywhere the_tables) = true); [|congruence].
          apply has_everywhere. exists (row_of row), (column_of m col).
          split; [auto using turned_fits|]. split; [auto using mirrored_fits|].
          rewrite (all_enemy m ih p b) by (auto using turned_fits, mirrored_fits).
          rewrite turned_twice, mirrored_twice, H by assumption.
          destruct (other (side_of ih)), k; reflexivity. }
    unfold has_won. destruct (has (plane _ _ _) _) eqn:E1.
    - split; auto. intros _. left. now apply A.
    - destruct (has (all _) _) eqn:E2.
      + split; [discriminate|]. intros [H|H]; [apply A in H; congruence|].
        destruct B as [B _]. now elim (B eq_refl).
      + split; auto. intros _. right. intros row col k R C H.
        assert (~ ~ no_piece height width (other (side_of ih)) b) as NN.
        { intros N. apply B in N. congruence. }
        apply NN. intros N. exact (N row col k R C H).
  Qed.

  Lemma holder_won_is : forall p b, pos_shows p b ->
    holder_won the_tables (upright p) = true <-> has_won height width holder b.
  Proof. intros p b S. exact (won_test true p b S). Qed.

  Lemma rival_won_is : forall p b, pos_shows p b ->
    rival_won the_tables (upright p) = true <-> has_won height width (other holder) b.
  Proof. intros p b S. exact (won_test false p b S). Qed.

  (** ** Every game ends: the rows that the pieces still have to go *)

  Definition to_go (row : nat) (x : cell) : nat :=
    match x with
    | empty => 0
    | piece green duck => (height - 1 - row) + height
    | piece green swan => row
    | piece blue duck => row + height
    | piece blue swan => height - 1 - row
    end.

  Definition total (f : nat -> nat -> nat) : nat :=
    list_sum (map (fun r => list_sum (map (f r) (seq 0 width))) (seq 0 height)).

  Definition rows_to_go (b : board) : nat := total (fun r c => to_go r (b r c)).

  Lemma sum_same : forall l (f g : nat -> nat),
    (forall x, In x l -> g x = f x) -> list_sum (map g l) = list_sum (map f l).
  Proof. intros l f g H. f_equal. now apply map_ext_in. Qed.

  Lemma sum_change : forall (f g : nat -> nat) a l, NoDup l -> In a l ->
    (forall x, In x l -> x <> a -> g x = f x) ->
    list_sum (map g l) + f a = list_sum (map f l) + g a.
  Proof.
    intros f g a l N. induction N as [|x l X N IH]; intros I E; [destruct I|].
    unfold list_sum in *. cbn [map fold_right]. destruct I as [->|I].
    - pose proof (sum_same l f g) as Q. unfold list_sum in Q. rewrite Q; [lia|].
      intros y Y. apply E; [now right|]. intros ->. contradiction.
    - assert (g x = f x) by (apply E; [now left|intros ->; contradiction]).
      assert (forall y, In y l -> y <> a -> g y = f y) as E' by (intros y Y; apply E; now right).
      specialize (IH I E'). lia.
  Qed.

  Lemma total_change : forall (f g : nat -> nat -> nat) a b, a < height -> b < width ->
    (forall r c, (r = a /\ c = b) \/ g r c = f r c) ->
    total g + f a b = total f + g a b.
  Proof.
    intros f g a b A B E. unfold total.
    pose proof (sum_change (fun r => list_sum (map (f r) (seq 0 width)))
      (fun r => list_sum (map (g r) (seq 0 width))) a (seq 0 height) (seq_NoDup _ _)) as H.
    pose proof (sum_change (f a) (g a) b (seq 0 width) (seq_NoDup _ _)) as H2.
    cbv beta in H. rewrite !in_seq in *.
    specialize (H ltac:(lia)). specialize (H2 ltac:(lia)).
    assert (H3 : forall x, In x (seq 0 height) -> x <> a ->
      list_sum (map (g x) (seq 0 width)) = list_sum (map (f x) (seq 0 width))).
    { intros x _ X. apply sum_same. intros y _. destruct (E x y) as [[-> _]|]; [contradiction|auto]. }
    specialize (H H3).
    assert (H4 : forall x, In x (seq 0 width) -> x <> b -> g a x = f a x).
    { intros x _ X. destruct (E a x) as [[_ ->]|]; [contradiction|auto]. }
    specialize (H2 H4). lia.
  Qed.

  Lemma move_shortens : forall s b b',
    move height width s b b' -> rows_to_go b' < rows_to_go b.
  Proof.
    intros s b b' (k & r & c & r' & c' & R & C & R' & C' & P & G & E & ->).
    set (new := piece s (becomes height s k r')).
    set (b1 := fun x y => if (x =? r) && (y =? c) then empty else b x y).
    assert (r' <> r) as D by (destruct s, k; cbn in G; lia).
    pose proof (total_change (fun x y => to_go x (b x y)) (fun x y => to_go x (b1 x y)) r c R C)
      as H1.
    pose proof (total_change (fun x y => to_go x (b1 x y))
      (fun x y => to_go x (moved b r c r' c' new x y)) r' c' R' C') as H2.
    assert (to_go r' new < to_go r (b r c)) as L.
    { rewrite P. unfold new, becomes. destruct s, k; cbn in G; unfold far_row;
        destruct (Nat.eqb_spec r' (height - 1)); destruct (Nat.eqb_spec r' 0); cbn; lia. }
    assert (b1 r c = empty) as B1 by (unfold b1; now rewrite !Nat.eqb_refl).
    assert (moved b r c r' c' new r' c' = new) as B2 by (unfold moved; now rewrite !Nat.eqb_refl).
    assert (b1 r' c' = b r' c') as B3.
    { unfold b1. destruct (Nat.eqb_spec r' r); [contradiction|reflexivity]. }
    cbv beta in H1, H2. rewrite B1 in H1. rewrite B2, B3 in H2. cbn [to_go] in H1.
    assert (total (fun x y => to_go x (b1 x y)) + to_go r (b r c) =
            total (fun x y => to_go x (b x y)) + 0) as T1.
    { apply H1. intros x y. unfold b1.
      destruct (Nat.eqb_spec x r); destruct (Nat.eqb_spec y c); cbn [andb]; auto. }
    assert (total (fun x y => to_go x (moved b r c r' c' new x y)) + to_go r' (b r' c') =
            total (fun x y => to_go x (b1 x y)) + to_go r' new) as T2.
    { apply H2. intros x y. unfold moved, b1.
      destruct (Nat.eqb_spec x r'); destruct (Nat.eqb_spec y c'); cbn [andb]; auto. }
    unfold rows_to_go. lia.
  Qed.

  (** ** Plies and the choices of the checker *)

  Variable passes : bool.
  Definition rule : ruling := if passes then pass else loses.

  Notation the_ply := (ply rule height width).
  Notation the_choices := (choices the_tables passes).

  Lemma ply_shortens : forall b s y, the_ply (b, s) y ->
    snd y = other s /\
    (rows_to_go (fst y) < rows_to_go b \/
     fst y = b /\ ~ stuck height width (other s) b).
  Proof.
    intros b s y P. inversion P; subst; cbn [fst snd]; split; auto.
    left. eapply move_shortens. eassumption.
  Qed.

  Lemma two_plies_shorten : forall b s y z, the_ply (b, s) y -> the_ply y z ->
    snd z = s /\ rows_to_go (fst z) < rows_to_go b.
  Proof.
    intros b s [b1 s1] [b2 s2] P1 P2.
    apply ply_shortens in P1 as [E1 D1]. cbn [fst snd] in *. subst s1.
    pose proof P2 as Q. apply ply_shortens in P2 as [E2 D2]. cbn [fst snd] in *. subst s2.
    rewrite other_other in *. split; auto.
    destruct D1 as [D1|[-> N1]].
    - destruct D2 as [D2|[-> _]]; lia.
    - destruct D2 as [D2|[-> N2]]; [lia|]. exfalso.
      inversion Q; subst.
      + match goal with M : move _ _ _ _ _ |- _ => apply move_shortens in M; lia end.
      + match goal with H : stuck _ _ _ _ |- _ => rewrite !other_other in H; contradiction end.
  Qed.

  Lemma stuck_or_not : forall ih p b, pos_shows p b ->
    {moves the_tables ih p = [] /\ stuck height width (side_of ih) b} +
    {moves the_tables ih p <> [] /\ ~ stuck height width (side_of ih) b}.
  Proof.
    intros ih p b S. destruct (moves the_tables ih p) as [|q l] eqn:E.
    - left. split; auto. now apply (no_moves_is_stuck ih p).
    - right. split; [discriminate|]. intros St. apply (no_moves_is_stuck ih p b S) in St. congruence.
  Qed.

  Lemma choices_are : forall ih p b, pos_shows p b ->
    (the_choices ih p = moves the_tables ih p /\ ~ stuck height width (side_of ih) b) \/
    (stuck height width (side_of ih) b /\
     ((passes = true /\ ~ stuck height width (side_of (negb ih)) b /\ the_choices ih p = [p]) \/
      ((passes = false \/ stuck height width (side_of (negb ih)) b) /\ the_choices ih p = []))).
  Proof.
    intros ih p b S. unfold choices.
    destruct (stuck_or_not ih p b S) as [[E St]|[E St]].
    - rewrite E. right. split; auto. destruct passes; [|right; auto].
      destruct (stuck_or_not (negb ih) p b S) as [[E2 St2]|[E2 St2]].
      + rewrite E2. right. auto.
      + destruct (moves the_tables (negb ih) p); [contradiction|]. left. auto.
    - left. destruct (moves the_tables ih p); [contradiction|]. auto.
  Qed.

  Lemma each_ply_is_found : forall ih p b y,
    pos_shows p b -> the_ply (b, side_of ih) y ->
    exists q b', In q (the_choices ih p) /\ y = (b', side_of (negb ih)) /\ pos_shows q b'.
  Proof.
    intros ih p b y S P. rewrite side_of_negb.
    destruct (choices_are ih p b S) as [[E N]|[St H]].
    - inversion P; subst; [|contradiction].
      match goal with M : move _ _ _ _ _ |- _ =>
        destruct (each_move_is_found ih p b _ S M) as (q & I & Q) end.
      exists q, b'. rewrite E. auto.
    - inversion P; subst.
      + match goal with M : move _ _ _ _ _ |- _ => destruct (St _ M) end.
      + destruct H as [(_ & _ & E)|[[F|F] _]].
        * exists p, b. rewrite E. split; [now left|auto].
        * match goal with R : rule = pass |- _ => unfold rule in R; rewrite F in R; discriminate end.
        * rewrite side_of_negb in F. contradiction.
  Qed.

  Lemma each_found_is_a_ply : forall ih p b q,
    pos_shows p b -> ~ over height width b -> In q (the_choices ih p) ->
    exists b', the_ply (b, side_of ih) (b', side_of (negb ih)) /\ pos_shows q b'.
  Proof.
    intros ih p b q S O I. rewrite side_of_negb.
    destruct (choices_are ih p b S) as [[E N]|[St [(R & N & E)|[_ E]]]]; rewrite E in I.
    - destruct (each_found_is_a_move ih p b q S I) as (b' & M & Q).
      exists b'. split; auto. now constructor.
    - destruct I as [<-|[]]. exists b. split; auto. rewrite side_of_negb in N.
      apply a_forced_pass; auto. unfold rule. now rewrite R.
    - destruct I.
  Qed.

  (** ** Mirror images, and positions won at once *)

  Lemma canonical_shows : forall p b, pos_shows p b -> pos_shows (canonical p) b.
  Proof.
    intros p b (m & S & I). unfold canonical. destruct (less _ _); [|now exists m].
    exists (negb m). cbn [upright image]. rewrite negb_involutive. auto.
  Qed.

  Lemma canonical_wins_now : forall q l, In q l ->
    wins_now the_tables (canonical q) = true \/ In (canonical q) (collect the_tables l).
  Proof.
    induction l as [|p l IH]; intros I; [destruct I|]. cbn [collect].
    assert (Ins : forall x r, In x (insert x r) /\ forall y, In y r -> In y (insert x r)).
    { intros x. induction r as [|y r [IH1 IH2]]; cbn [insert]; [split; [now left|intros ? []]|].
      destruct (less (upright y) (upright x)); split; cbn [In]; auto.
      intros z [->|Z]; auto. }
    destruct I as [->|I].
    - destruct (wins_now the_tables (canonical q)) eqn:W; [now left|]. right. apply (proj1 (Ins (canonical q) (collect the_tables l))).
    - destruct (IH I) as [|H]; auto. right.
      destruct (wins_now the_tables (canonical p)); auto. now apply Ins.
  Qed.

  Lemma collect_from : forall x l, In x (collect the_tables l) -> exists q, In q l /\ x = canonical q.
  Proof.
    induction l as [|p l IH]; cbn [collect]; [intros []|].
    assert (Ins : forall x y r, In x (insert y r) -> x = y \/ In x r).
    { intros a y. induction r as [|z r IHr]; cbn [insert In]; [intuition auto|].
      destruct (less _ _); cbn [In]; intuition auto. }
    destruct (wins_now the_tables (canonical p)); intros H.
    - destruct (IH H) as (q & I & E). exists q. split; [now right|auto].
    - apply Ins in H as [->|H]; [exists p; split; [now left|auto]|].
      destruct (IH H) as (q & I & E). exists q. split; [now right|auto].
  Qed.

  Definition wins_at_once (b : board) : Prop :=
    ~ has_won height width (other holder) b /\
    exists b', move height width holder b b' /\ has_won height width holder b' /\
               ~ has_won height width (other holder) b'.

  Lemma wins_now_is : forall p b, pos_shows p b -> wins_now the_tables p = true -> wins_at_once b.
  Proof.
    intros p b S H. unfold wins_now in H.
    destruct (no_win_in_sight _ _); [discriminate|].
    destruct (rival_won the_tables (upright p)) eqn:R; [discriminate|]. split.
    { intros W. apply (rival_won_is p b S) in W. congruence. }
    assert (exists q, In q (moves the_tables true p) /\ holder_won the_tables (upright q) = true /\
      rival_won the_tables (upright q) = false) as (q & I & W & N).
    { clear - H. revert H. induction (moves the_tables true p) as [|q l IH]; cbn [one_wins];
        [discriminate|]. destruct (holder_won the_tables (upright q)) eqn:W, (rival_won the_tables (upright q)) eqn:N;
        intros H;
        try (exists q; repeat split; auto; now left);
        destruct (IH H) as (q' & I & Q); exists q'; split; auto; now right. }
    destruct (each_found_is_a_move true p b q S I) as (b' & M & Q). exists b'. split; auto.
    split; [now apply (holder_won_is q)|]. intros F. apply (rival_won_is q b' Q) in F. congruence.
  Qed.

  Definition decided (w : side) (b : board) : Prop :=
    has_won height width w b \/ ~ has_won height width w b.

  Lemma holder_decided : forall p b, pos_shows p b -> decided holder b.
  Proof.
    intros p b S. destruct (holder_won the_tables (upright p)) eqn:E.
    - left. now apply (holder_won_is p).
    - right. intros H. apply (holder_won_is p b S) in H. congruence.
  Qed.

  Lemma over_is : forall b, over height width b <->
    has_won height width holder b \/ has_won height width (other holder) b.
  Proof. intros b. unfold over. destruct holder; cbn; tauto. Qed.

  (** ** The theorems *)

  Notation the_wins := (wins rule height width).

  Lemma wins_cases : forall w s b, the_wins w (b, s) ->
    won_by rule height width w (b, s) \/
    (s = w /\ exists y, the_ply (b, s) y /\ the_wins w y) \/
    (s = other w /\ (exists y, the_ply (b, s) y) /\ forall y, the_ply (b, s) y -> the_wins w y).
  Proof. intros w s b H. inversion H; subst; [left; assumption|right; left; eauto|right; right; auto]. Qed.

  Lemma ply_not_over : forall b s y, the_ply (b, s) y -> ~ over height width b.
  Proof. intros b s y P. now inversion P. Qed.

  Lemma at_once_wins : forall p b, pos_shows p b -> wins_at_once b -> the_wins holder (b, holder).
  Proof.
    intros p b S (N & b' & M & W & _). destruct (holder_decided p b S) as [H|H].
    - apply has_won_already. now constructor.
    - apply wins_by_a_ply with (b', other holder).
      + constructor; auto. intros O. apply over_is in O. tauto.
      + apply has_won_already. now constructor.
  Qed.

  Section Winning.
    Variable R : pos -> Prop.

    Lemma follow_wins : forall q b l,
      follow the_tables passes false q = Some l -> pos_shows q b -> Forall R l ->
      (forall b2 p, the_ply (b, other holder) (b2, holder) -> R p -> pos_shows p b2 ->
        the_wins holder (b2, holder)) ->
      the_wins holder (b, other holder).
    Proof.
      intros q b l F S A IH. unfold follow in F.
      destruct (rival_won the_tables (upright q)) eqn:RW; [discriminate|].
      destruct (holder_won the_tables (upright q)) eqn:HW.
      { apply has_won_already. constructor. now apply (holder_won_is q b S). }
      assert (~ over height width b) as O.
      { intros O. apply over_is in O as [O|O].
        - apply (holder_won_is q b S) in O. congruence.
        - apply (rival_won_is q b S) in O. congruence. }
      destruct (the_choices false q) as [|c cs] eqn:C.
      - destruct passes eqn:P; [discriminate|]. apply has_won_already.
        apply the_other_is_stuck; auto; [unfold rule; now rewrite P|].
        destruct (choices_are false q b S) as [[E N]|[St _]]; [|exact St].
        rewrite P, C in E. symmetry in E. now apply (no_moves_is_stuck false q b S) in E.
      - injection F as <-. apply wins_against_all.
        + destruct (each_found_is_a_ply false q b c S O) as (b' & Y & _).
          { rewrite C. now left. } exists (b', side_of (negb false)). exact Y.
        + intros y Y. destruct (each_ply_is_found false q b y S Y) as (q2 & b2 & I & -> & S2).
          rewrite C in I. change (side_of (negb false)) with holder in *.
          destruct (canonical_wins_now q2 _ I) as [W|W].
          * apply (at_once_wins q2 b2 S2). apply (wins_now_is (canonical q2)); auto.
            now apply canonical_shows.
          * apply (IH b2 (canonical q2) Y); [|now apply canonical_shows].
            rewrite Forall_forall in A. now apply A.
    Qed.

    Hypothesis closed_R : closed (settled the_tables passes false) (after the_tables passes false) R.

    Lemma closed_wins : forall n p b, rows_to_go b < n -> R p -> pos_shows p b ->
      the_wins holder (b, holder).
    Proof.
      induction n as [|n IH]; intros p b L Rp S; [lia|].
      destruct (holder_decided p b S) as [H|H].
      { apply has_won_already. now constructor. }
      destruct (closed_R p Rp) as [D|(reply & l & A & F)]; [discriminate|].
      unfold after in A. destruct (rival_won the_tables (upright p)) eqn:RW; [discriminate|].
      assert (~ over height width b) as O.
      { intros O. apply over_is in O as [O|O]; auto.
        apply (rival_won_is p b S) in O. congruence. }
      destruct (pick _ reply) as [q|] eqn:P; [|discriminate]. apply pick_in in P.
      destruct (each_found_is_a_ply true p b q S O P) as (b1 & Y & S1).
      change (side_of true) with holder in Y.
      change (side_of (negb true)) with (other holder) in Y.
      apply wins_by_a_ply with (b1, other holder); [exact Y|].
      apply (follow_wins q b1 l A S1 F). intros b2 p2 Y2 R2 S2.
      apply (IH p2 b2); auto. apply (two_plies_shorten _ _ _ _ Y) in Y2 as [_ L2].
      cbn [fst] in L2. lia.
    Qed.
  End Winning.

  Section Drawing.
    Hypothesis may_pass : passes = true.

    Lemma won_on_the_board : forall w b s,
      won_by rule height width w (b, s) -> has_won height width w b.
    Proof.
      intros w b s H. inversion H; subst; auto. exfalso.
      match goal with E : rule = loses |- _ => unfold rule in E; rewrite may_pass in E; discriminate end.
    Qed.

    Lemma other_differs : forall s, other s <> s.
    Proof. now intros []. Qed.

    Lemma at_once_not_lost : forall b, wins_at_once b -> ~ the_wins (other holder) (b, holder).
    Proof.
      intros b (N & b' & M & W & N') H.
      apply wins_cases in H as [H|[[E _]|[_ [[y0 Y0] A]]]].
      - now apply won_on_the_board in H.
      - symmetry in E. now apply other_differs in E.
      - assert (the_ply (b, holder) (b', other holder)) as Y.
        { constructor; [|exact M]. exact (ply_not_over _ _ _ Y0). }
        apply A in Y. apply wins_cases in Y as [H|[[_ (y & Y & _)]|[E _]]].
        + now apply won_on_the_board in H.
        + apply (ply_not_over _ _ _ Y). apply over_is. now left.
        + rewrite other_other in E. now apply other_differs in E.
    Qed.

    Variable R : pos -> Prop.

    Lemma follow_never_loses : forall q b l,
      follow the_tables passes true q = Some l -> pos_shows q b -> Forall R l ->
      (forall b2 p, the_ply (b, other holder) (b2, holder) -> R p -> pos_shows p b2 ->
        ~ the_wins (other holder) (b2, holder)) ->
      ~ the_wins (other holder) (b, other holder).
    Proof.
      intros q b l F S A IH H. unfold follow in F.
      destruct (rival_won the_tables (upright q)) eqn:RW; [discriminate|].
      apply wins_cases in H as [H|[[_ (y & Y & W)]|[E _]]].
      - apply won_on_the_board in H. apply (rival_won_is q b S) in H. congruence.
      - destruct (holder_won the_tables (upright q)) eqn:HW.
        { apply (ply_not_over _ _ _ Y). apply over_is. left. now apply (holder_won_is q b S). }
        destruct (each_ply_is_found false q b y S Y) as (q2 & b2 & I & -> & S2).
        change (side_of (negb false)) with holder in *.
        destruct (the_choices false q) as [|c cs] eqn:C; [destruct I|]. injection F as <-.
        destruct (canonical_wins_now q2 _ I) as [X|X].
        + apply (at_once_not_lost b2); auto. apply (wins_now_is (canonical q2)); auto.
          now apply canonical_shows.
        + apply (IH b2 (canonical q2) Y); auto; [|now apply canonical_shows].
          rewrite Forall_forall in A. now apply A.
      - rewrite other_other in E. now apply other_differs in E.
    Qed.

    Hypothesis closed_R : closed (settled the_tables passes true) (after the_tables passes true) R.

    Lemma closed_never_loses : forall n p b, rows_to_go b < n -> R p -> pos_shows p b ->
      ~ the_wins (other holder) (b, holder).
    Proof.
      induction n as [|n IH]; intros p b L Rp S H; [lia|].
      assert (rival_won the_tables (upright p) = false) as RW.
      { destruct (closed_R p Rp) as [D|(reply & l & A & _)].
        - unfold settled in D. rewrite may_pass in D.
          destruct (choices _ _ _ _); [|discriminate]. now destruct (rival_won _ _).
        - unfold after in A. now destruct (rival_won the_tables (upright p)). }
      apply wins_cases in H as [H|[[E _]|[_ [[y0 Y0] Al]]]].
      - apply won_on_the_board in H. apply (rival_won_is p b S) in H. congruence.
      - symmetry in E. now apply other_differs in E.
      - destruct (closed_R p Rp) as [D|(reply & l & A & F)].
        + destruct (each_ply_is_found true p b y0 S Y0) as (q & b' & I & _).
          unfold settled in D. destruct passes; [|discriminate].
          destruct (choices _ _ true p); [destruct I|discriminate].
        + unfold after in A. rewrite RW in A.
          destruct (pick _ reply) as [q|] eqn:P; [|discriminate]. apply pick_in in P.
          destruct (each_found_is_a_ply true p b q S (ply_not_over _ _ _ Y0) P) as (b1 & Y & S1).
          change (side_of true) with holder in Y.
          change (side_of (negb true)) with (other holder) in Y.
          apply (follow_never_loses q b1 l A S1 F); [|apply Al, Y].
          intros b2 p2 Y2 R2 S2. apply (IH p2 b2); auto.
          apply (two_plies_shorten _ _ _ _ Y) in Y2 as [_ L2]. cbn [fst] in L2. lia.
    Qed.
  End Drawing.

  Lemma same_is_equal : forall p q, same p q = true <-> p = q.
  Proof.
    assert (H : forall a b, same_half a b = true <-> a = b).
    { intros [a1 a2] [b1 b2]. unfold same_half. cbn. split.
      - destruct (a1 =? b1)%uint63 eqn:E; [|discriminate]. intros E2.
        apply Uint63.eqb_spec in E, E2. now subst.
      - intros [= -> ->]. now rewrite !Uint63.eqb_refl. }
    assert (H2 : forall a b, same_sides a b = true <-> a = b).
    { intros [a1 a2] [b1 b2]. unfold same_sides. cbn [mine theirs]. split.
      - destruct (same_half a1 b1) eqn:E; [|discriminate]. intros E2.
        apply H in E, E2. now subst.
      - intros [= -> ->]. rewrite (proj2 (H b1 b1) eq_refl). now apply H. }
    intros [a1 a2] [b1 b2]. unfold same. cbn [upright image]. split.
    - destruct (same_sides a1 b1) eqn:E; [|discriminate]. intros E2.
      apply H2 in E, E2. now subst.
    - intros [= -> ->]. rewrite (proj2 (H2 b1 b1) eq_refl). now apply H2.
  Qed.

  Section Accepted.
    Context {reader : Type}.
    Variable read : reader -> option (int * reader).
    Variable n tries : nat.
    Variable shelves size : int.
    Variable holder_first : bool.
    Variable b : board.
    Variable replies : reader.

    Definition accepted (draw_suits : bool) : Prop :=
      check_strategy the_tables passes draw_suits read n tries shelves size holder_first
        (pos_of height width holder b) replies = true.

    Definition first_position : position := (b, if holder_first then holder else other holder).

    Theorem accepted_strategy_wins : accepted false -> the_wins holder first_position.
    Proof.
      intros H. unfold accepted, check_strategy in H. pose proof (pos_of_shows b) as S.
      unfold first_position. set (start := pos_of height width holder b) in *.
      destruct holder_first.
      - apply (walk_closed _ _ _ _ _ _ same_is_equal) in H as (R & F & C).
        destruct (canonical_wins_now start [start]) as [W|W]; [now left| |].
        + apply (at_once_wins start b S). apply (wins_now_is (canonical start)); auto.
          now apply canonical_shows.
        + apply (closed_wins R C (Datatypes.S (rows_to_go b)) (canonical start)); auto.
          * rewrite Forall_forall in F. now apply F.
          * now apply canonical_shows.
      - destruct (follow _ _ _ start) as [l|] eqn:L; [|discriminate].
        apply (walk_closed _ _ _ _ _ _ same_is_equal) in H as (R & F & C).
        apply (follow_wins R start b l); auto. intros b2 p _ Rp S2.
        apply (closed_wins R C (Datatypes.S (rows_to_go b2)) p); auto.
    Qed.

    Theorem accepted_strategy_never_loses :
      passes = true -> accepted true -> ~ the_wins (other holder) first_position.
    Proof.
      intros P H. unfold accepted, check_strategy in H. pose proof (pos_of_shows b) as S.
      unfold first_position. set (start := pos_of height width holder b) in *.
      destruct holder_first.
      - apply (walk_closed _ _ _ _ _ _ same_is_equal) in H as (R & F & C).
        destruct (canonical_wins_now start [start]) as [W|W]; [now left| |].
        + apply at_once_not_lost; auto. apply (wins_now_is (canonical start)); auto.
          now apply canonical_shows.
        + apply (closed_never_loses P R C (Datatypes.S (rows_to_go b)) (canonical start)); auto.
          * rewrite Forall_forall in F. now apply F.
          * now apply canonical_shows.
      - destruct (follow _ _ _ start) as [l|] eqn:L; [|discriminate].
        apply (walk_closed _ _ _ _ _ _ same_is_equal) in H as (R & F & C).
        apply (follow_never_loses P R start b l); auto. intros b2 p _ Rp S2.
        apply (closed_never_loses P R C (Datatypes.S (rows_to_go b2)) p); auto.
    Qed.
  End Accepted.
End Boards.
