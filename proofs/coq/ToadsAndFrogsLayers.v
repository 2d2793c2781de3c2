(** * Toads and Frogs: the checker of winners, plies and whole games

    All positions after a number of plies are looked at together, as in the Python
    checker.  A side follows its replies or makes every move that it has. *)

From Coq Require Import List ZArith Bool Lia.
From Toadstone Require Import ToadsAndFrogsRules ToadsAndFrogsQuestions ToadsAndFrogsComparisons.
Import ListNotations.

Definition row := list cell.
Definition name3 := (nat * nat * nat)%type.  (* the row, and the cells from and to *)

(** ** Moves *)

Definition first_hops (p : player) (x : row) : list (nat * row) :=
  match p, x with
  | toads, T :: gap :: r => [(2, gap :: T :: r)]
  | toads, T :: F :: gap :: r => [(3, gap :: F :: T :: r)]
  | frogs, gap :: F :: r => [(2, F :: gap :: r)]
  | frogs, gap :: T :: F :: r => [(3, F :: T :: gap :: r)]
  | _, _ => []
  end.

Definition ends (p : player) (k n : nat) : nat * nat :=
  match p with toads => (k + 1, k + n) | frogs => (k + n, k + 1) end.

Fixpoint row_hops (p : player) (k : nat) (x : row) : list ((nat * nat) * row) :=
  map (fun ny => (ends p k (fst ny), snd ny)) (first_hops p x) ++
  match x with
  | [] => []
  | c :: x => map (fun my => (fst my, c :: snd my)) (row_hops p (S k) x)
  end.

Fixpoint hops (p : player) (i : nat) (rows : list row) : list (name3 * list row) :=
  match rows with
  | [] => []
  | r :: rest =>
      map (fun my => ((i, fst (fst my), snd (fst my)), snd my :: rest)) (row_hops p 0 r) ++
      map (fun my => (fst my, r :: snd my)) (hops p (S i) rest)
  end.

(** ** Sets of positions; a row ends with [None] *)

Definition key := list (option cell).

Fixpoint key_of (rows : list row) : key :=
  match rows with [] => [] | r :: rest => map Some r ++ None :: key_of rest end.

Inductive set := no_key | fork (here : bool) (t f g w : set).

Fixpoint mem (x : key) (s : set) : bool :=
  match s, x with
  | no_key, _ => false
  | fork here _ _ _ _, [] => here
  | fork _ t f g w, c :: x =>
      mem x (match c with Some T => t | Some F => f | Some gap => g | None => w end)
  end.

Fixpoint add (x : key) (s : set) : set :=
  let '(here, t, f, g, w) :=
    match s with
    | no_key => (false, no_key, no_key, no_key, no_key)
    | fork here t f g w => (here, t, f, g, w)
    end in
  match x with
  | [] => fork true t f g w
  | Some T :: x => fork here (add x t) f g w
  | Some F :: x => fork here t (add x f) g w
  | Some gap :: x => fork here t f (add x g) w
  | None :: x => fork here t f g (add x w)
  end.

Fixpoint add_all (l acc : list (list row)) (s : set) : list (list row) * set :=
  match l with
  | [] => (acc, s)
  | y :: l => if mem (key_of y) s then add_all l acc s else add_all l (y :: acc) (add (key_of y) s)
  end.

(** ** Layers *)

Definition same_name (a b : name3) : bool :=
  let '(i, f, t) := a in
  let '(j, g, u) := b in
  if i =? j then if f =? g then t =? u else false else false.

Definition same_player (p q : player) : bool :=
  match p, q with toads, toads | frogs, frogs => true | _, _ => false end.

Section Layers.
  Variable follows : player -> bool.  (* the sides that make their replies alone *)
  Variable reply : player -> list row -> option name3.
  Variable may_end : nat -> player -> bool.  (* after so many plies, that side cannot move *)

  Fixpoint following (k : nat) (mover : player) (layer acc : list (list row)) (s : set)
      : option (list (list row)) :=
    match layer with
    | [] => Some acc
    | x :: layer =>
        match hops mover 1 x with
        | [] => if may_end k mover then following k mover layer acc s else None
        | m :: ms =>
            if follows mover then
              match reply mover x with
              | None => None
              | Some n =>
                  match find (fun my => same_name n (fst my)) (m :: ms) with
                  | None => None
                  | Some my =>
                      let '(acc, s) := add_all [snd my] acc s in following k mover layer acc s
                  end
              end
            else let '(acc, s) := add_all (map snd (m :: ms)) acc s in following k mover layer acc s
        end
    end.

  Fixpoint layers_ok (fuel k : nat) (mover : player) (layer : list (list row)) : bool :=
    match layer with
    | [] => true
    | _ =>
        match fuel with
        | O => false
        | S fuel =>
            match following k mover layer [] no_key with
            | None => false
            | Some l => layers_ok fuel (S k) (other mover) l
            end
        end
    end.
End Layers.

(** ** The checks *)

Definition check_wins (reply : player -> list row -> option name3) (fuel : nat)
    (w first : player) (rows : list row) : bool :=
  layers_ok (same_player w) reply (fun _ stuck => same_player stuck (other w)) fuel 0 first [rows].

Definition check_remoteness (reply : player -> list row -> option name3) (fuel : nat)
    (w turn : player) (rows : list row) (r : nat) : bool :=
  if layers_ok (same_player w) reply
       (fun k stuck => if same_player stuck (other w) then k <=? r else false) fuel 0 turn [rows]
  then layers_ok (same_player (other w)) reply
         (fun k stuck => if same_player stuck (other w) then r <=? k else true) fuel 0 turn [rows]
  else false.

Fixpoint whole_game (mover : player) (rows : list row) (plan : list name3) : bool :=
  match plan with
  | [] => match hops mover 1 rows with [] => true | _ => false end
  | n :: plan =>
      match find (fun my => same_name n (fst my)) (hops mover 1 rows) with
      | None => false
      | Some my => whole_game (other mover) (snd my) plan
      end
  end.

Definition no_replies (p : player) (rows : list row) : option name3 := None.

Definition check_length (is_shortest : bool) (fuel : nat) (turn : player) (rows : list row)
    (plan : list name3) : bool :=
  if whole_game turn rows plan then
    layers_ok (fun _ => false) no_replies
      (fun k _ => if is_shortest then length plan <=? k else k <=? length plan) fuel 0 turn [rows]
  else false.

(** ** The moves are those of the rules *)

Definition begins (p : player) (x y : row) : Prop :=
  exists b a r, hop p b a /\ x = b ++ r /\ y = a ++ r.

Lemma first_hops_spec : forall p x y, (exists n, In (n, y) (first_hops p x)) <-> begins p x y.
Proof.
  intros p x y. split.
  - intros [n H]. destruct p, x as [|[] [|[] [|[] r]]]; cbn in H; try contradiction;
      destruct H as [[= <- <-]|[]]; unfold begins.
    all: first
      [ exists [T; gap], [gap; T]; eexists; split; [constructor|split; reflexivity]
      | exists [T; F; gap], [gap; F; T]; eexists; split; [constructor|split; reflexivity]
      | exists [gap; F], [F; gap]; eexists; split; [constructor|split; reflexivity]
      | exists [gap; T; F], [F; T; gap]; eexists; split; [constructor|split; reflexivity] ].
  - intros (b & a & r & H & -> & ->). destruct H; cbn; eexists; left; reflexivity.
Qed.

Lemma row_move_cons : forall p x y,
  row_move p x y <->
  begins p x y \/ exists c x' y', x = c :: x' /\ y = c :: y' /\ row_move p x' y'.
Proof.
  intros p x y. split.
  - intros [[|c l] b a r H].
    + left. exists b, a, r. auto.
    + right. exists c, (l ++ b ++ r), (l ++ a ++ r).
      split; [reflexivity|]. split; [reflexivity|]. now constructor.
  - intros [(b & a & r & H & -> & ->)|(c & x' & y' & -> & -> & [l b a r H])].
    + now apply (move_in_the_row p [] b a r).
    + now apply (move_in_the_row p (c :: l) b a r).
Qed.

Lemma row_hops_spec : forall p x k y, (exists n, In (n, y) (row_hops p k x)) <-> row_move p x y.
Proof.
  induction x as [|c x IH]; intros k y; rewrite row_move_cons, <- first_hops_spec; cbn [row_hops].
  - split.
    + intros [n H]. destruct p; cbn in H; contradiction.
    + intros [[n H]|(c & x' & y' & E & _)]; [|discriminate]. destruct p; cbn in H; contradiction.
  - split.
    + intros [n H]. apply in_app_iff in H as [H|H]; apply in_map_iff in H as ([m z] & [= <- <-] & I).
      * left. now exists m.
      * right. exists c, x, z. repeat split. apply (IH (S k)). now exists m.
    + intros [[n H]|(c' & x' & y' & [= <- <-] & -> & H)].
      * exists (ends p k n). apply in_app_iff. left. apply in_map_iff. now exists (n, y).
      * apply (IH (S k)) in H as [n H]. exists n. apply in_app_iff. right.
        apply in_map_iff. now exists (n, y').
Qed.

Lemma hops_are_moves : forall p rows i y,
  (exists n, In (n, y) (hops p i rows)) <->
  exists above r r' below, rows = above ++ r :: below /\ y = above ++ r' :: below /\ row_move p r r'.
Proof.
  induction rows as [|r rest IH]; intros i y; cbn [hops].
  - split; [intros [n []]|]. intros (a & r & r' & b & E & _). destruct a; discriminate.
  - split.
    + intros [n H]. apply in_app_iff in H as [H|H]; apply in_map_iff in H as ([m z] & [= <- <-] & I).
      * exists [], r, z, rest. repeat split. apply (row_hops_spec p r 0). now exists m.
      * destruct (proj1 (IH (S i) z)) as (a & r1 & r2 & b & E & -> & M); [now exists m|].
        exists (r :: a), r1, r2, b. rewrite E. auto.
    + intros ([|r0 a] & r1 & r2 & b & E & -> & M); injection E as <- E.
      * subst b. apply (row_hops_spec p r 0) in M as [n H].
        exists (i, fst n, snd n). apply in_app_iff. left. apply in_map_iff. now exists (n, r2).
      * destruct (proj2 (IH (S i) (a ++ r2 :: b))) as [n H]; [now exists a, r1, r2, b|].
        exists n. apply in_app_iff. right. apply in_map_iff. now exists (n, a ++ r2 :: b).
Qed.

Lemma move_alone : forall p rows y,
  move p (alone rows) y <-> exists n ys, In (n, ys) (hops p 1 rows) /\ y = alone ys.
Proof.
  intros p rows y. split.
  - intros H. inversion H as [above r r' below g M E|rs g g' I E]; subst.
    + destruct (proj2 (hops_are_moves p (above ++ r :: below) 1 (above ++ r' :: below))) as [n I].
      { now exists above, r, r', below. }
      exists n, (above ++ r' :: below). auto.
    + destruct p; destruct I.
  - intros (n & ys & I & ->).
    destruct (proj1 (hops_are_moves p rows 1 ys)) as (a & r & r' & b & -> & -> & M); [now exists n|].
    now constructor.
Qed.

Lemma no_hops : forall p rows, hops p 1 rows = [] <-> forall y, ~ move p (alone rows) y.
Proof.
  intros p rows. split.
  - intros E y M. apply move_alone in M as (n & ys & I & _). rewrite E in I. destruct I.
  - intros N. destruct (hops p 1 rows) as [|[n ys] l] eqn:E; auto. exfalso.
    apply (N (alone ys)), move_alone. exists n, ys. rewrite E. split; [now left|auto].
Qed.

(** ** Sets *)

Lemma mem_add : forall x y s, mem x (add y s) = true -> x = y \/ mem x s = true.
Proof.
  induction x as [|c x IH]; intros [|d y] s H; destruct s as [|here t f g w];
    try destruct d as [[]|]; try destruct c as [[]|]; cbn in *; auto; try discriminate;
    try (destruct x; discriminate);
    try (apply IH in H as [->|H]; auto; destruct x; discriminate).
Qed.

Lemma key_injective : forall a b, key_of a = key_of b -> a = b.
Proof.
  assert (R : forall r r' l l', map Some r ++ None :: l = map Some r' ++ None :: l' ->
    r = r' /\ l = l' :> key).
  { induction r as [|c r IH]; intros [|c' r'] l l' E; cbn in E; try discriminate.
    - injection E as E. auto.
    - injection E as -> E. apply IH in E as [-> ->]. auto. }
  induction a as [|r a IH]; intros [|r' b] E; cbn [key_of] in E; auto.
  - destruct r'; discriminate.
  - destruct r; discriminate.
  - apply R in E as [-> E]. f_equal. now apply IH.
Qed.

Definition known_in (s : set) (acc : list (list row)) : Prop :=
  forall y, mem (key_of y) s = true -> In y acc.

Lemma add_all_spec : forall l acc s acc' s',
  add_all l acc s = (acc', s') -> known_in s acc ->
  known_in s' acc' /\ (forall y, In y acc -> In y acc') /\ (forall y, In y l -> In y acc').
Proof.
  induction l as [|y l IH]; intros acc s acc' s' H K; cbn [add_all] in H.
  - injection H as <- <-. split; [exact K|]. split; [auto|]. intros y [].
  - destruct (mem (key_of y) s) eqn:M.
    + destruct (IH _ _ _ _ H K) as (A & B & C). split; [exact A|]. split; [exact B|].
      intros z [<-|I]; auto.
    + destruct (IH _ _ _ _ H) as (A & B & C).
      { intros z Z. apply mem_add in Z as [Z|Z]; [apply key_injective in Z; subst; now left|right; auto]. }
      split; [exact A|]. split.
      * intros z I. apply B. now right.
      * intros z [<-|I]; auto. apply B. now left.
Qed.

(** ** What a layer leads to *)

Section Soundness.
  Variable follows : player -> bool.
  Variable reply : player -> list row -> option name3.
  Variable may_end : nat -> player -> bool.

  (** A position is dealt with by the positions of the next layer. *)
  Definition goes_on (k : nat) (mover : player) (x : list row) (next : list (list row)) : Prop :=
    ((forall y, ~ move mover (alone x) y) /\ may_end k mover = true) \/
    (exists y, move mover (alone x) (alone y)) /\
    (if follows mover then exists y, move mover (alone x) (alone y) /\ In y next
     else forall y, move mover (alone x) y -> exists ys, y = alone ys /\ In ys next).

  Lemma goes_on_in_more : forall k mover x l l', (forall y, In y l -> In y l') ->
    goes_on k mover x l -> goes_on k mover x l'.
  Proof.
    intros k mover x l l' S [A|[E H]]; [now left|right]. split; auto. destruct (follows mover).
    - destruct H as (y & M & I). exists y. auto.
    - intros y M. destruct (H y M) as (ys & Q & I). exists ys. auto.
  Qed.

  Lemma following_spec : forall k mover layer acc s next,
    following follows reply may_end k mover layer acc s = Some next -> known_in s acc ->
    (forall y, In y acc -> In y next) /\ forall x, In x layer -> goes_on k mover x next.
  Proof.
    induction layer as [|x layer IH]; intros acc s next H K; cbn [following] in H.
    { injection H as <-. split; auto. intros x []. }
    destruct (hops mover 1 x) as [|m ms] eqn:E.
    - destruct (may_end k mover) eqn:M; [|discriminate].
      destruct (IH _ _ _ H K) as [A B]. split; auto. intros z [<-|I]; auto.
      left. split; auto. now apply no_hops.
    - assert (Some_move : exists y, move mover (alone x) (alone y)).
      { destruct m as [n y]. exists y. apply move_alone. exists n, y. rewrite E. split; [now left|auto]. }
      destruct (follows mover) eqn:Fo.
      + destruct (reply mover x) as [n|]; [|discriminate].
        destruct (find _ (m :: ms)) as [[n' y]|] eqn:Fi; [|discriminate].
        apply find_some in Fi as [Fi _]. rewrite <- E in Fi.
        destruct (add_all _ acc s) as [acc' s'] eqn:A. apply add_all_spec in A as (A1 & A2 & A3); auto.
        destruct (IH _ _ _ H A1) as [B C]. split; [auto|]. intros z [<-|I]; auto.
        right. split; auto. rewrite Fo. exists y. split.
        * apply move_alone. exists n', y. auto.
        * apply B, A3. now left.
      + destruct (add_all _ acc s) as [acc' s'] eqn:A. apply add_all_spec in A as (A1 & A2 & A3); auto.
        destruct (IH _ _ _ H A1) as [B C]. split; [auto|]. intros z [<-|I]; auto.
        right. split; auto. rewrite Fo. intros y M. apply move_alone in M as (n & ys & I & ->).
        exists ys. split; auto. apply B, A3. rewrite E in I. apply in_map_iff. now exists (n, ys).
  Qed.

  (** A statement about positions holds if it follows, backwards, from the next layer. *)
  Variable holds : nat -> player -> list row -> Prop.
  Hypothesis backwards : forall k mover x next,
    goes_on k mover x next ->
    (forall y, In y next -> holds (S k) (other mover) y) -> holds k mover x.

  Lemma layers_hold : forall fuel k mover layer,
    layers_ok follows reply may_end fuel k mover layer = true ->
    forall x, In x layer -> holds k mover x.
  Proof.
    induction fuel as [|fuel IH]; intros k mover [|x0 layer] H x I; cbn [layers_ok] in H;
      try (destruct I; fail); [discriminate|].
    destruct (following _ _ _ k mover (x0 :: layer) [] no_key) as [next|] eqn:F; [|discriminate].
    apply following_spec in F as [_ F]; [|intros y M; destruct (key_of y); discriminate].
    apply (backwards k mover x next (F x I)). intros y J. exact (IH _ _ _ H y J).
  Qed.
End Soundness.

Lemma same_player_spec : forall p q, same_player p q = true <-> p = q.
Proof. intros [] []; cbn; split; congruence || discriminate. Qed.

Lemma side_or_other : forall w q, q = w \/ q = other w.
Proof. intros [] []; auto. Qed.

(** ** The theorems *)

Theorem toads_and_frogs_winner : forall reply fuel w first rows,
  check_wins reply fuel w first rows = true -> wins w first (alone rows).
Proof.
  intros reply fuel w first rows H. unfold check_wins in H.
  refine (layers_hold _ _ _ (fun _ mover x => wins w mover (alone x)) _ _ _ _ _ H rows
    (or_introl eq_refl)).
  intros k mover x next G A. destruct (side_or_other w mover) as [->| ->].
  - destruct G as [[_ M]|[_ G]].
    + apply same_player_spec in M. destruct w; discriminate.
    + rewrite (proj2 (same_player_spec w w) eq_refl) in G. destruct G as (y & M & I).
      apply wins_by_a_move with (alone y); auto.
  - apply wins_against_all. intros y M. destruct G as [[N _]|[_ G]]; [now elim (N y)|].
    assert (same_player w (other w) = false) as E by now destruct w.
    rewrite E in G. destruct (G y M) as (ys & -> & I). rewrite <- (other_other w) at 2. auto.
Qed.

Theorem toads_and_frogs_remoteness : forall reply fuel w turn rows r,
  check_remoteness reply fuel w turn rows r = true -> remoteness w turn (alone rows) r.
Proof.
  intros reply fuel w turn rows r H. unfold check_remoteness in H.
  destruct (layers_ok _ _ _ _ _ _ _) eqn:H1; [|discriminate].
  assert (Wo : same_player w (other w) = false) by now destruct w.
  assert (Ow : same_player (other w) w = false) by now destruct w.
  assert (Ww : forall p, same_player p p = true) by (intros p; now apply same_player_spec).
  split.
  - assert (0 <= r /\ wins_within w (r - 0) turn (alone rows)) as [_ Q];
      [|now rewrite Nat.sub_0_r in Q].
    refine (layers_hold _ _ _ (fun k mover x => k <= r /\ wins_within w (r - k) mover (alone x))
      _ _ _ _ _ H1 rows (or_introl eq_refl)).
    intros k mover x next G A. destruct (side_or_other w mover) as [->| ->].
    + destruct G as [[_ M]|[_ G]]; [rewrite Wo in M; discriminate|].
      rewrite Ww in G. destruct G as (y & M & I). destruct (A y I) as [L W]. split; [lia|].
      replace (r - k) with (S (r - S k)) by lia. apply after_a_move with (alone y); auto.
    + destruct G as [[N M]|[[y0 M0] G]].
      * rewrite Ww in M. apply Nat.leb_le in M. split; auto. now apply the_other_is_stuck.
      * rewrite Wo in G. destruct (G _ M0) as (ys & _ & I0). destruct (A ys I0) as [L _].
        split; [lia|]. replace (r - k) with (S (r - S k)) by lia. apply after_all_moves.
        intros y M. destruct (G y M) as (zs & -> & I). destruct (A zs I) as [_ W].
        now rewrite other_other in W.
  - intros m Lm.
    assert (forall n, 0 + n < r -> ~ wins_within w n turn (alone rows)) as Q; [|now apply Q].
    refine (layers_hold _ _ _ (fun k mover x =>
      forall n, k + n < r -> ~ wins_within w n mover (alone x)) _ _ _ _ _ H rows (or_introl eq_refl)).
    intros k mover x next G A n Ln W. inversion W; subst.
    + destruct G as [[_ M]|[[y M] _]]; [rewrite Ww in M; apply Nat.leb_le in M; lia|].
      match goal with N : forall y, ~ move _ _ y |- _ => exact (N _ M) end.
    + destruct G as [[N _]|[_ G]]; [match goal with M : move _ _ _ |- _ => exact (N _ M) end|].
      rewrite Ow in G. match goal with M : move _ _ _ |- _ => destruct (G _ M) as (ys & -> & I) end.
      match goal with W' : wins_within _ ?n _ _ |- _ => apply (A ys I n ltac:(lia)); exact W' end.
    + destruct G as [[_ M]|[_ G]]; [rewrite Ww in M; apply Nat.leb_le in M; lia|].
      rewrite Ww in G. destruct G as (y & M & I).
      match goal with Al : forall y, move _ _ y -> wins_within _ ?n0 _ _ |- _ =>
        apply (A y I n0 ltac:(lia)); rewrite other_other; exact (Al _ M) end.
Qed.

Lemma whole_game_lasts : forall plan mover rows,
  whole_game mover rows plan = true -> lasts mover (alone rows) (length plan).
Proof.
  induction plan as [|n plan IH]; intros mover rows H; cbn [whole_game length] in *.
  - destruct (hops mover 1 rows) eqn:E; [|discriminate]. constructor. now apply no_hops.
  - destruct (find _ _) as [[n' y]|] eqn:F; [|discriminate]. apply find_some in F as [I _].
    apply one_ply with (alone y); [apply move_alone; now exists n', y|]. now apply IH.
Qed.

Lemma lasts_at_most : forall may_end (bound : nat -> nat -> Prop) fuel turn rows,
  (forall k p, may_end k p = true -> bound k 0) ->
  (forall k m, bound (S k) m -> bound k (S m)) ->
  layers_ok (fun _ => false) no_replies may_end fuel 0 turn [rows] = true ->
  forall m, lasts turn (alone rows) m -> bound 0 m.
Proof.
  intros may_end bound fuel turn rows B0 B1 H.
  refine (layers_hold _ _ _ (fun k mover x => forall m, lasts mover (alone x) m -> bound k m)
    _ _ _ _ _ H rows (or_introl eq_refl)).
  intros k mover x next G A m L. inversion L; subst.
  - destruct G as [[_ M]|[[y M] _]]; [eapply B0, M|].
    match goal with N : forall y, ~ move _ _ y |- _ => now elim (N _ M) end.
  - destruct G as [[N _]|[_ G]]; [match goal with M : move _ _ _ |- _ => now elim (N _ M) end|].
    match goal with M : move _ _ _ |- _ => destruct (G _ M) as (ys & -> & I) end.
    apply B1, (A ys I). assumption.
Qed.

Theorem toads_and_frogs_shortest : forall fuel turn rows plan,
  check_length true fuel turn rows plan = true -> shortest turn (alone rows) (length plan).
Proof.
  intros fuel turn rows plan H. unfold check_length in H.
  destruct (whole_game turn rows plan) eqn:W; [|discriminate]. apply whole_game_lasts in W.
  split; auto. intros m L.
  apply (lasts_at_most _ (fun k m => length plan <= k + m) fuel turn rows) with (m := m) in H; auto.
  - intros k p M. apply Nat.leb_le in M. lia.
  - intros k n Q. lia.
Qed.

Theorem toads_and_frogs_longest : forall fuel turn rows plan,
  check_length false fuel turn rows plan = true -> longest turn (alone rows) (length plan).
Proof.
  intros fuel turn rows plan H. unfold check_length in H.
  destruct (whole_game turn rows plan) eqn:W; [|discriminate]. apply whole_game_lasts in W.
  split; auto. intros m L.
  apply (lasts_at_most _ (fun k m => k + m <= length plan) fuel turn rows) with (m := m) in H; auto.
  - intros k p M. apply Nat.leb_le in M. lia.
  - intros k n Q. lia.
Qed.
