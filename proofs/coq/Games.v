(** * Games, not only rows

    [at_least] is an order, and what is equal has the same outcome in every sum:
    the [=] of this folder is Conway's.  Stated for every kind of position in
    which a measure gets smaller with each move, rows of Toads and Frogs included. *)

From Coq Require Import List Lia.
From Toadstone Require Import ToadsAndFrogsRules ToadsAndFrogsComparisons.
From Toadstone Require Import ToadsAndFrogsFamilies.
Import ListNotations.

(** ** Kinds of positions, their sums, and winning *)

Record kind := {
  at_ :> Type;
  next : player -> at_ -> list at_;
  size : at_ -> nat;
  shorter : forall p x y, In y (next p x) -> size y < size x }.

Definition moves (X : kind) (p : player) (x y : X) : Prop := In y (next X p x).

(** Two positions side by side: a move is in one of them. *)
Definition sum (X Y : kind) : kind.
Proof.
  refine {| at_ := X * Y;
            next := fun p s => map (fun x => (x, snd s)) (next X p (fst s)) ++
                               map (fun y => (fst s, y)) (next Y p (snd s));
            size := fun s => size X (fst s) + size Y (snd s) |}.
  intros p [x y] s I. cbn [fst snd] in *.
  apply in_app_iff in I as [I|I]; apply in_map_iff in I as (z & <- & I); apply shorter in I;
    cbn [fst snd]; lia.
Defined.

Lemma moves_of_sum : forall (X Y : kind) p (x : X) (y : Y) s, moves (sum X Y) p (x, y) s <->
  (exists x', s = (x', y) /\ moves X p x x') \/ (exists y', s = (x, y') /\ moves Y p y y').
Proof.
  intros X Y p x y s. unfold moves. cbn [next sum fst snd].
  rewrite in_app_iff, !in_map_iff. split.
  - intros [(z & <- & I)|(z & <- & I)]; [left|right]; eauto.
  - intros [(z & -> & I)|(z & -> & I)]; [left|right]; eauto.
Qed.

Lemma in_the_first : forall (X Y : kind) p x x' y, moves X p x x' -> moves (sum X Y) p (x, y) (x', y).
Proof. intros. apply moves_of_sum. left. eauto. Qed.

Lemma in_the_second : forall (X Y : kind) p x y y', moves Y p y y' -> moves (sum X Y) p (x, y) (x, y').
Proof. intros. apply moves_of_sum. right. eauto. Qed.

(** As in the rules: a side that cannot move has lost. *)
Inductive won (X : kind) (p : player) : player -> X -> Prop :=
| won_by_a_move : forall x y, moves X p x y -> won X p (other p) y -> won X p p x
| won_against_all : forall x,
    (forall y, moves X (other p) x y -> won X p p y) -> won X p (other p) x.

(** The games of the rules, given by their options. *)
Fixpoint depth (g : game) : nat :=
  match g with Game l r => S (list_sum (map depth l) + list_sum (map depth r)) end.

Lemma in_list_sum : forall (l : list game) g, In g l -> depth g <= list_sum (map depth l).
Proof.
  induction l as [|h l IH]; intros g I; [destruct I|]. change (list_sum (map depth (h :: l)))
    with (depth h + list_sum (map depth l)). destruct I as [->|I]; [lia|]. apply IH in I. lia.
Qed.

Definition games : kind.
Proof.
  refine {| at_ := game; next := options; size := depth |}.
  intros p [l r] h I. destruct p; cbn [options] in I; apply in_list_sum in I; cbn [depth]; lia.
Defined.

(** ** Who wins *)

Section Winning.
  Variable X : kind.

  Lemma won_first : forall p x, won X p p x -> exists y, moves X p x y /\ won X p (other p) y.
  Proof.
    intros p x H. remember p as q eqn:E in H at 2. destruct H as [x y M W|x W]; [now exists y|].
    destruct p; discriminate.
  Qed.

  Lemma won_second : forall p x y, won X p (other p) x -> moves X (other p) x y -> won X p p y.
  Proof.
    intros p x y H M. remember (other p) as q eqn:E in H. destruct H as [x z M' W|x W].
    - destruct p; discriminate.
    - now apply W.
  Qed.

  Lemma one_of_both : forall p q x, won X p q x \/ won X (other p) q x.
  Proof.
    assert (H : forall n x, size X x < n -> forall p q, won X p q x \/ won X (other p) q x).
    { induction n as [|n IH]; intros x L p q; [lia|].
      assert (F : forall l, (forall y, In y l -> moves X q x y) ->
        (exists y, In y l /\ won X q (other q) y) \/ forall y, In y l -> won X (other q) (other q) y).
      { induction l as [|y l IHl]; intros A; [right; intros y []|].
        destruct IHl as [(z & I & W)|N]; [intros z I; apply A; now right|left|].
        - exists z. split; [now right|exact W].
        - destruct (IH y) with (p := q) (q := other q) as [W|W].
          + pose proof (shorter X q x y (A y (or_introl eq_refl))). lia.
          + left. exists y. split; [now left|exact W].
          + right. intros z [<-|I]; [exact W|now apply N]. }
      assert (D : won X q q x \/ won X (other q) q x).
      { destruct (F (next X q x)) as [(y & I & W)|N]; [auto|left|right].
        - now apply won_by_a_move with y.
        - pose proof (won_against_all X (other q) x) as W. rewrite other_other in W. now apply W. }
      destruct p, q; cbn [other] in *; tauto. }
    intros p q x. apply (H (S (size X x))). lia.
  Qed.

  Lemma not_both : forall p q x, won X p q x -> ~ won X (other p) q x.
  Proof.
    intros p q x H. induction H as [x y M W IH|x W IH]; intros H.
    - apply IH. apply (won_second (other p) x y); rewrite other_other; assumption.
    - apply won_first in H as (y & M & H). rewrite other_other in H. exact (IH y M H).
  Qed.
End Winning.

(** ** The sum of what wins wins: a game and its negative between them cancel out *)

Lemma between : forall (X Y : kind) p n (x : X) (y : Y) (g : game),
  size X x + size Y y + depth g < n ->
  (won (sum X games) p (other p) (x, g) -> won (sum Y games) p (other p) (y, negative g) ->
   won (sum X Y) p (other p) (x, y)) /\
  (won (sum X games) p p (x, g) -> won (sum Y games) p (other p) (y, negative g) ->
   won (sum X Y) p p (x, y)) /\
  (won (sum X games) p (other p) (x, g) -> won (sum Y games) p p (y, negative g) ->
   won (sum X Y) p p (x, y)).
Proof.
  intros X Y p. induction n as [|n IH]; intros x y g L; [lia|]. split; [|split].
  - intros A B. apply (won_against_all (sum X Y) p (x, y)). intros s M.
    apply moves_of_sum in M as [(x' & -> & M)|(y' & -> & M)]; pose proof (shorter _ _ _ _ M).
    + destruct (IH x' y g) as (_ & H2 & _); [lia|]. apply H2; [|exact B].
      apply (won_second (sum X games) p (x, g)); [exact A|now apply in_the_first].
    + destruct (IH x y' g) as (_ & _ & H3); [lia|]. apply H3; [exact A|].
      apply (won_second (sum Y games) p (y, negative g)); [exact B|now apply in_the_first].
  - intros A B. apply won_first in A as (s & M & A).
    apply moves_of_sum in M as [(x' & -> & M)|(h & -> & M)]; pose proof (shorter _ _ _ _ M) as S.
    + apply (won_by_a_move (sum X Y) p (x, y) (x', y)); [now apply in_the_first|].
      destruct (IH x' y g) as (H1 & _ & _); [lia|]. now apply H1.
    + cbn [size games] in S. destruct (IH x y h) as (_ & _ & H3); [lia|]. apply H3; [exact A|].
      apply (won_second (sum Y games) p (y, negative g)); [exact B|].
      apply in_the_second. unfold moves. cbn [next games]. rewrite options_of_negative. now apply in_map.
  - intros A B. apply won_first in B as (s & M & B).
    apply moves_of_sum in M as [(y' & -> & M)|(h & -> & M)].
    + pose proof (shorter _ _ _ _ M).
      apply (won_by_a_move (sum X Y) p (x, y) (x, y')); [now apply in_the_second|].
      destruct (IH x y' g) as (H1 & _ & _); [lia|]. now apply H1.
    + unfold moves in M. cbn [next games] in M.
      rewrite <- (other_other p), options_of_negative in M. apply in_map_iff in M as (k & <- & M).
      pose proof (shorter games (other p) g k M) as S. cbn [size games] in S.
      destruct (IH x y k) as (_ & H2 & _); [lia|]. apply H2; [|exact B].
      apply (won_second (sum X games) p (x, g)); [exact A|now apply in_the_second].
Qed.

Lemma exchanged : forall (X Y : kind) p q x y, won (sum X Y) p q (x, y) -> won (sum Y X) p q (y, x).
Proof.
  intros X Y p q x y W. remember (x, y) as s eqn:E. revert x y E.
  induction W as [s s' M _ IH|s _ IH]; intros x y ->.
  - apply moves_of_sum in M as [(x' & -> & M)|(y' & -> & M)].
    + apply (won_by_a_move (sum Y X) p (y, x) (y, x')); [now apply in_the_second|now apply IH].
    + apply (won_by_a_move (sum Y X) p (y, x) (y', x)); [now apply in_the_first|now apply IH].
  - apply (won_against_all (sum Y X) p (y, x)). intros s' M.
    apply moves_of_sum in M as [(y' & -> & M)|(x' & -> & M)].
    + apply (IH (x, y')); [now apply in_the_second|reflexivity].
    + apply (IH (x', y)); [now apply in_the_first|reflexivity].
Qed.

(** ** An order: for [toads] "at least", for [frogs] "at most" *)

Definition as_good (p : player) (X : kind) (x : X) (v : game) : Prop :=
  won (sum X games) p (other p) (x, negative v).

Definition same_value (X : kind) (x : X) (v : game) : Prop :=
  as_good toads X x v /\ as_good frogs X x v.

Theorem as_good_as_itself : forall p g, as_good p games g g.
Proof.
  intros p. assert (H : forall n g, depth g < n -> as_good p games g g).
  { induction n as [|n IH]; intros g L; [lia|].
    apply (won_against_all (sum games games) p (g, negative g)). intros s M.
    apply moves_of_sum in M as [(h & -> & M)|(h & -> & M)].
    - pose proof (shorter _ _ _ _ M) as S. cbn [size games] in S.
      apply (won_by_a_move (sum games games) p (h, negative g) (h, negative h)); [|apply IH; lia].
      apply in_the_second. unfold moves. cbn [next games].
      rewrite <- (other_other p), options_of_negative. now apply in_map.
    - unfold moves in M. cbn [next games] in M. rewrite options_of_negative in M.
      apply in_map_iff in M as (k & <- & M).
      pose proof (shorter games p g k M) as S. cbn [size games] in S.
      apply (won_by_a_move (sum games games) p (g, negative k) (k, negative k)); [|apply IH; lia].
      now apply in_the_first. }
  intros g. apply (H (S (depth g))). lia.
Qed.

Theorem as_good_is_transitive : forall p (X : kind) (x : X) g h,
  as_good p X x g -> as_good p games g h -> as_good p X x h.
Proof.
  intros p X x g h A B. unfold as_good in *.
  destruct (between X games p (S (size X x + depth (negative h) + depth (negative g))) x
    (negative h) (negative g)) as (H & _ & _); [cbn [size games]; lia|]. apply H; [exact A|].
  rewrite negative_negative. now apply exchanged.
Qed.

(** The order is Conway's: nothing that the other side moves to from [g] is as good for it
    as [h], and [g] is not as good for it as anything that [p] moves to from [h]. *)
Theorem as_good_is_conways : forall p g h, as_good p games g h <->
  (forall g', In g' (options (other p) g) -> ~ as_good (other p) games g' h) /\
  (forall h', In h' (options p h) -> ~ as_good (other p) games g h').
Proof.
  intros p g h. unfold as_good. rewrite other_other.
  assert (N : forall x y, ~ won (sum games games) (other p) p (x, y) <->
    won (sum games games) p p (x, y)).
  { intros x y. split.
    - intros W. now destruct (one_of_both (sum games games) p p (x, y)).
    - apply not_both. }
  split.
  - intros W. split; intros k I; apply N; apply (won_second (sum games games) p (g, negative h)); try exact W.
    + now apply in_the_first.
    + apply in_the_second. unfold moves. cbn [next games].
      rewrite options_of_negative. now apply in_map.
  - intros [G H]. apply (won_against_all (sum games games) p (g, negative h)). intros s M.
    apply moves_of_sum in M as [(k & -> & M)|(k & -> & M)]; apply N.
    + now apply G.
    + unfold moves in M. cbn [next games] in M. rewrite options_of_negative in M.
      apply in_map_iff in M as (k' & <- & M). now apply H.
Qed.

(** What has the same value has the same outcome beside anything, and only that. *)
Theorem same_value_same_outcomes : forall (X : kind) (x : X) g, same_value X x g <->
  forall (Y : kind) (y : Y) p q, won (sum X Y) p q (x, y) <-> won (sum games Y) p q (g, y).
Proof.
  intros X x g. split.
  - intros [A B] Y y.
    assert (E : forall p, as_good p X x g) by now intros [].
    assert (In_ : forall p q, won (sum games Y) p q (g, y) -> won (sum X Y) p q (x, y)).
    { intros p q W. apply exchanged in W. specialize (E p). unfold as_good in E.
      destruct (between X Y p (S (size X x + size Y y + depth (negative g))) x y (negative g))
        as (H1 & _ & H3); [lia|]. rewrite negative_negative in *.
      assert (Q : q = p \/ q = other p) by (destruct p, q; auto). destruct Q as [->| ->]; auto. }
    intros p q. split; [|apply In_]. intros W.
    destruct (one_of_both (sum games Y) p q (g, y)) as [V|V]; [exact V|].
    apply In_ in V. destruct (not_both _ p q _ W V).
  - intros H. split; apply H; apply as_good_as_itself.
Qed.

(** ** Rows of Toads and Frogs are such a kind, and the rules' words mean this *)

Fixpoint row_size (k : nat) (x : list cell) : nat :=
  match x with
  | [] => 0
  | T :: x => length x + row_size (S k) x
  | F :: x => k + row_size (S k) x
  | gap :: x => row_size (S k) x
  end.

Lemma row_moves_shorten : forall p x k y, row_move p x y ->
  length y = length x /\ row_size k y < row_size k x.
Proof.
  intros p. induction x as [|c x IH]; intros k y M; apply ToadsAndFrogsLayers.row_move_cons in M.
  - destruct M as [(b & a & r & H & E & _)|(? & ? & ? & E & _)]; [|discriminate].
    destruct H; discriminate.
  - destruct M as [(b & a & r & H & E & ->)|(d & x' & z & [= <- <-] & -> & M)].
    + rewrite E. destruct H; cbn [app length row_size]; split; try reflexivity;
        repeat rewrite (PeanoNat.Nat.add_succ_r k); lia.
    + destruct (IH (S k) z M) as [L S]. cbn [length]. split; [lia|].
      destruct c; cbn [row_size]; lia.
Qed.

Definition rows : kind.
Proof.
  refine {| at_ := list (list cell);
            next := fun p x => map snd (ToadsAndFrogsLayers.hops p 1 x);
            size := fun x => list_sum (map (row_size 0) x) |}.
  intros p x y I. apply in_map_iff in I as ([n z] & <- & I).
  assert (H : exists n, In (n, z) (ToadsAndFrogsLayers.hops p 1 x)) by now exists n.
  apply ToadsAndFrogsLayers.hops_are_moves in H as (above & r & r' & below & -> & -> & M).
  apply (row_moves_shorten p r 0) in M as [_ M]. cbn [snd].
  rewrite !map_app, !list_sum_app. cbn [map]. 
  change (list_sum (?n :: ?l)) with (n + list_sum l). lia.
Defined.

Lemma moves_of_rows : forall p x g s, move p (x, g) s <-> moves (sum rows games) p (x, g) s.
Proof.
  intros p x g s.
  assert (R : forall y, moves rows p x y <-> exists n, In (n, y) (ToadsAndFrogsLayers.hops p 1 x)).
  { intros y. unfold moves. cbn [next rows]. rewrite in_map_iff. split.
    - intros ([n z] & <- & I). now exists n.
    - intros [n I]. now exists (n, y). }
  rewrite moves_of_sum. split.
  - intros Mv. inversion Mv as [above r r' below h M|l h k I]; subst; [left|right; now exists k].
    exists (above ++ r' :: below). split; [reflexivity|].
    apply R, ToadsAndFrogsLayers.hops_are_moves. now exists above, r, r', below.
  - intros [(y & -> & M)|(k & -> & M)]; [|now apply move_beside].
    apply R, ToadsAndFrogsLayers.hops_are_moves in M as (above & r & r' & below & -> & -> & M).
    now constructor.
Qed.

Theorem the_rules_words : forall p q x g,
  wins p q (x, g) <-> won (sum rows games) p q (x, g).
Proof.
  intros p q x g. split; intros W.
  - remember (x, g) as s eqn:E. revert x g E.
    induction W as [s [y h] M _ IH|s _ IH]; intros x g ->.
    + apply moves_of_rows in M. exact (won_by_a_move (sum rows games) p (x, g) (y, h) M (IH y h eq_refl)).
    + apply (won_against_all (sum rows games) p (x, g)). intros [y h] M.
      apply moves_of_rows in M. exact (IH (y, h) M y h eq_refl).
  - change (x, g) with (fst (x, g), snd (x, g)). induction W as [[y h] [z k] M _ IH|[y h] _ IH].
    + apply moves_of_rows in M. exact (wins_by_a_move p (y, h) (z, k) M IH).
    + apply (wins_against_all p (y, h)). intros [z k] M. apply moves_of_rows in M. exact (IH _ M).
Qed.

(** So [equal] of the rules is Conway's: rows that are equal to a value have its outcome
    in every sum. *)
Theorem equal_is_conways : forall x v, equal x v <->
  forall (Y : kind) (y : Y) p q, won (sum rows Y) p q (x, y) <-> won (sum games Y) p q (v, y).
Proof.
  intros x v. rewrite <- (same_value_same_outcomes rows x v). unfold equal, same_value, as_good.
  unfold at_least, at_most. now rewrite !the_rules_words.
Qed.

Theorem at_least_is_transitive : forall x v w,
  at_least x v -> as_good toads games v w -> at_least x w.
Proof.
  intros x v w A B. apply the_rules_words. apply (as_good_is_transitive toads rows x v w); [|exact B].
  now apply the_rules_words.
Qed.
