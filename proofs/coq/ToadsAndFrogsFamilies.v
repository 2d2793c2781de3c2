(** * Values of infinitely many rows of Toads and Frogs

    Rows with one gap, and rows of one toad and one frog, by induction.  The
    second player's answers are the proof. *)

From Coq Require Import List Lia.
From Toadstone Require Import ToadsAndFrogsRules ToadsAndFrogsQuestions ToadsAndFrogsComparisons.
From Toadstone Require ToadsAndFrogsLayers.
Import ListNotations.

Definition star : game := Game [zero] [zero].

(** ** The moves of a row *)

Fixpoint next (p : player) (x : list cell) : list (list cell) :=
  map snd (ToadsAndFrogsLayers.first_hops p x) ++
  match x with [] => [] | c :: x => map (cons c) (next p x) end.

Lemma first_is_begins : forall p x y,
  In y (map snd (ToadsAndFrogsLayers.first_hops p x)) <-> ToadsAndFrogsLayers.begins p x y.
Proof.
  intros p x y. rewrite <- ToadsAndFrogsLayers.first_hops_spec, in_map_iff. split.
  - intros ([n z] & <- & I). now exists n.
  - intros [n I]. now exists (n, y).
Qed.

Lemma next_is_row_move : forall p x y, In y (next p x) <-> row_move p x y.
Proof.
  intros p x. induction x as [|c x IH]; intros y; cbn [next];
    rewrite ToadsAndFrogsLayers.row_move_cons, in_app_iff, first_is_begins.
  - split; [intros [B|[]]; now left|]. intros [B|(? & ? & ? & E & _)]; [now left|discriminate].
  - rewrite in_map_iff. split.
    + intros [B|(z & <- & I)]; [now left|]. right. exists c, x, z. now rewrite <- IH.
    + intros [B|(d & x' & z & [= <- <-] & -> & M)]; [now left|].
      right. exists z. now rewrite IH.
Qed.

Lemma toad_step : forall u v, row_move toads (u ++ T :: gap :: v) (u ++ gap :: T :: v).
Proof. intros u v. apply (move_in_the_row toads u [T; gap] [gap; T] v). constructor. Qed.

Lemma toad_jump : forall u v, row_move toads (u ++ T :: F :: gap :: v) (u ++ gap :: F :: T :: v).
Proof. intros u v. apply (move_in_the_row toads u [T; F; gap] [gap; F; T] v). constructor. Qed.

(** What frogs can do behind toads and frogs. *)
Lemma behind : forall c n x, c <> gap ->
  next frogs (repeat c n ++ x) = map (app (repeat c n)) (next frogs x).
Proof.
  intros c n x N. induction n as [|n IH]; cbn [repeat app]; [now rewrite map_id|].
  cbn [next]. rewrite IH, map_map. destruct c; [reflexivity|reflexivity|now elim N].
Qed.

Lemma frogs_only : forall n, next frogs (repeat F n) = [].
Proof.
  intros n. rewrite <- (app_nil_r (repeat F n)), behind by discriminate. reflexivity.
Qed.

Lemma behind_gaps : forall n x,
  next frogs (repeat gap n ++ gap :: x) = map (app (repeat gap n)) (next frogs (gap :: x)).
Proof.
  intros n x. induction n as [|n IH]; [cbn [repeat app]; now rewrite map_id|].
  change (repeat gap (S n) ++ gap :: x) with (gap :: repeat gap n ++ gap :: x).
  cbn [next]. rewrite IH, map_map. now destruct n.
Qed.

Lemma gaps_only : forall n, next frogs (repeat gap n) = [].
Proof.
  induction n as [|n IH]; [reflexivity|]. cbn [repeat next]. rewrite IH. now destruct n.
Qed.

Lemma one_more : forall (c : cell) n v, repeat c n ++ c :: v = repeat c (S n) ++ v.
Proof.
  intros c n v. change (repeat c (S n)) with (c :: repeat c n).
  now rewrite repeat_cons, <- app_assoc.
Qed.

(** ** Turns, with one row and one game *)

Lemma toads_answer_all : forall x g,
  (forall y, In y (next frogs x) -> wins toads toads ([y], g)) ->
  (forall h, In h (options frogs g) -> wins toads toads ([x], h)) ->
  wins toads frogs ([x], g).
Proof.
  intros x g R B. apply (wins_against_all toads ([x], g)). intros y M.
  inversion M as [above r r' below h Mr E|? ? h I E]; subst; [|now apply B].
  destruct above as [|? [|]]; try discriminate. injection E as -> ->.
  apply R, next_is_row_move, Mr.
Qed.

Lemma toads_move : forall x y g,
  row_move toads x y -> wins toads frogs ([y], g) -> wins toads toads ([x], g).
Proof.
  intros x y g M W. apply wins_by_a_move with ([y], g); [|exact W].
  exact (move_in_a_row toads [] x y [] g M).
Qed.

Lemma toads_move_beside : forall x g h,
  In h (options toads g) -> wins toads frogs ([x], h) -> wins toads toads ([x], g).
Proof. intros x g h I W. apply wins_by_a_move with ([x], h); [now apply move_beside|exact W]. Qed.

(** ** Rows seen from the other side *)

Definition mirror_cell (c : cell) : cell := match c with T => F | F => T | gap => gap end.
Definition mirror (x : list cell) : list cell := rev (map mirror_cell x).

Lemma mirror_app : forall x y, mirror (x ++ y) = mirror y ++ mirror x.
Proof. intros x y. unfold mirror. now rewrite map_app, rev_app_distr. Qed.

Lemma mirror_mirror : forall x, mirror (mirror x) = x.
Proof.
  intros x. unfold mirror. rewrite map_rev, rev_involutive, map_map.
  rewrite <- map_id. apply map_ext. now intros [].
Qed.

Lemma mirror_repeat : forall c n, mirror (repeat c n) = repeat (mirror_cell c) n.
Proof.
  intros c n. unfold mirror. induction n as [|n IH]; [reflexivity|].
  cbn [repeat map rev]. rewrite IH. symmetry. apply repeat_cons.
Qed.

Lemma mirror_row_move : forall p x y, row_move p x y -> row_move (other p) (mirror x) (mirror y).
Proof.
  intros p x y [l b a r H]. rewrite !mirror_app, <- !app_assoc. constructor.
  destruct H; constructor.
Qed.

Lemma negative_negative : forall g, negative (negative g) = g.
Proof.
  fix IH 1. intros [l r]. cbn [negative]. rewrite !map_map. f_equal.
  - induction l as [|g l IHl]; [reflexivity|]. cbn [map]. now rewrite IH, IHl.
  - induction r as [|g r IHr]; [reflexivity|]. cbn [map]. now rewrite IH, IHr.
Qed.

Lemma options_of_negative : forall p g, options (other p) (negative g) = map negative (options p g).
Proof. now intros [] [l r]. Qed.

Definition mirrored (x : position) : position := (map mirror (fst x), negative (snd x)).

Lemma mirrored_mirrored : forall x, mirrored (mirrored x) = x.
Proof.
  intros [rows g]. unfold mirrored. cbn [fst snd]. rewrite negative_negative, map_map. f_equal.
  rewrite <- map_id. apply map_ext, mirror_mirror.
Qed.

Lemma mirrored_move : forall p x y, move p x y -> move (other p) (mirrored x) (mirrored y).
Proof.
  intros p x y [above r r' below g M|rows g h I]; unfold mirrored; cbn [fst snd].
  - rewrite !map_app. cbn [map]. constructor. now apply mirror_row_move.
  - apply move_beside. rewrite options_of_negative. now apply in_map.
Qed.

Lemma mirrored_wins : forall p q x, wins p q x -> wins (other p) (other q) (mirrored x).
Proof.
  intros p q x W. induction W as [x y M _ IH|x _ IH].
  - apply wins_by_a_move with (mirrored y); [now apply mirrored_move|exact IH].
  - apply wins_against_all. intros y M. apply mirrored_move in M.
    rewrite mirrored_mirrored, !other_other in M. apply IH in M.
    now rewrite mirrored_mirrored in M.
Qed.

Lemma at_most_mirrored : forall x v, at_least [mirror x] (negative v) -> at_most [x] v.
Proof.
  intros x v W. apply mirrored_wins in W. unfold mirrored in W. cbn [map fst snd] in W.
  rewrite mirror_mirror, !negative_negative in W. exact W.
Qed.

(** ** One gap *)

Definition one_gap (a b : nat) : list cell := repeat T a ++ gap :: repeat F b.

(** The last toad steps each time, and the frogs jump over it. *)
Lemma last_toad : forall b a k,
  wins toads frogs ([repeat T a ++ repeat F k ++ gap :: T :: repeat F b], zero).
Proof.
  induction b as [|b IH]; intros a k; (apply toads_answer_all; [|intros h []]);
    intros y I; rewrite !behind in I by discriminate;
    apply in_map_iff in I as (y1 & <- & I); apply in_map_iff in I as (y2 & <- & I).
  - destruct I.
  - cbn [repeat next ToadsAndFrogsLayers.first_hops map snd app] in I.
    rewrite frogs_only in I. destruct I as [<-|[]]. rewrite one_more.
    eapply toads_move; [rewrite app_assoc; apply toad_step|]. rewrite <- app_assoc. apply IH.
Qed.

Lemma toads_first : forall a b, wins toads toads ([one_gap (S a) b], zero).
Proof.
  intros a b. unfold one_gap. rewrite <- one_more.
  eapply toads_move; [apply toad_step|]. exact (last_toad b a 0).
Qed.

Lemma one_gap_at_least_star : forall a b, at_least [one_gap (2 + a) (1 + b)] star.
Proof.
  intros a b. apply toads_answer_all; [|intros h [<-|[]]; apply toads_first].
  intros y I. unfold one_gap in I. rewrite behind in I by discriminate.
  apply in_map_iff in I as (y1 & <- & I).
  cbn [repeat Nat.add next ToadsAndFrogsLayers.first_hops map snd app] in I.
  rewrite frogs_only in I. destruct I as [<-|[]].
  (* a frog has stepped up to the toads; one jumps over it *)
  cbn [Nat.add]. rewrite <- one_more. eapply toads_move; [apply toad_jump|].
  apply toads_answer_all.
  - intros y I. rewrite behind in I by discriminate. apply in_map_iff in I as (y1 & <- & I).
    cbn [next ToadsAndFrogsLayers.first_hops map snd app] in I.
    rewrite frogs_only in I. destruct I as [<-|[]].
    apply toads_move_beside with zero; [now left|]. exact (last_toad b (S a) 1).
  - intros h [<-|[]]. rewrite <- one_more. eapply toads_move; [apply toad_step|].
    apply toads_answer_all; [|intros h []]. intros y I. rewrite behind in I by discriminate.
    apply in_map_iff in I as (y1 & <- & I).
    cbn [next ToadsAndFrogsLayers.first_hops map snd app] in I.
    rewrite frogs_only in I. destruct I as [<-|[]].
    eapply toads_move.
    + pose proof (toad_step (repeat T a ++ [F]) (T :: repeat F b)) as M.
      rewrite <- !app_assoc in M. exact M.
    + apply toads_answer_all; [|intros h []]. intros y I. cbn [app] in I.
      rewrite behind in I by discriminate.
      cbn [next ToadsAndFrogsLayers.first_hops map snd app] in I.
      rewrite frogs_only in I. destruct I.
Qed.

Lemma mirror_one_gap : forall a b, mirror (one_gap a b) = one_gap b a.
Proof.
  intros a b. unfold one_gap. change (gap :: repeat F b) with ([gap] ++ repeat F b).
  rewrite !mirror_app, !mirror_repeat, <- app_assoc. reflexivity.
Qed.

Theorem one_gap_is_star : forall a b, 2 <= a -> 2 <= b -> equal [one_gap a b] star.
Proof.
  intros a b A B. destruct a as [|[|a]]; [lia|lia|]. destruct b as [|[|b]]; [lia|lia|]. split.
  - exact (one_gap_at_least_star a (S b)).
  - apply at_most_mirrored. rewrite mirror_one_gap. exact (one_gap_at_least_star b (S a)).
Qed.

(** ** One toad and one frog *)

Definition apart (i b j : nat) : list cell :=
  repeat gap i ++ T :: repeat gap b ++ F :: repeat gap j.

(** They have passed: each goes on alone. *)
Definition passed (p q r : nat) : list cell :=
  repeat gap p ++ F :: repeat gap q ++ T :: repeat gap r.

Lemma passed_moves : forall p q r y, In y (next frogs (passed p q r)) ->
  exists p', p = S p' /\ y = passed p' (S q) r.
Proof.
  intros p q r y I. unfold passed in I.
  assert (N : next frogs (F :: repeat gap q ++ T :: repeat gap r) = []).
  { cbn [next ToadsAndFrogsLayers.first_hops map app].
    destruct q as [|q]; [cbn [repeat app next ToadsAndFrogsLayers.first_hops map]; now rewrite gaps_only|].
    change (repeat gap (S q)) with (gap :: repeat gap q). rewrite repeat_cons, <- app_assoc.
    cbn [app]. rewrite behind_gaps. cbn [next ToadsAndFrogsLayers.first_hops map snd app].
    rewrite gaps_only. now destruct r. }
  destruct p as [|p]; [cbn [repeat app] in I; rewrite N in I; destruct I|].
  change (repeat gap (S p)) with (gap :: repeat gap p) in I.
  rewrite repeat_cons, <- app_assoc in I. cbn [app] in I.
  rewrite behind_gaps in I. apply in_map_iff in I as (z & <- & I).
  cbn [next ToadsAndFrogsLayers.first_hops map snd app] in I.
  destruct I as [<-|I]; [exists p; split; [reflexivity|]; reflexivity|].
  exfalso. apply in_map_iff in I as (w & <- & I).
  cbn [next ToadsAndFrogsLayers.first_hops map snd app] in N. rewrite N in I. destruct I.
Qed.

(** The toad is as far from its end as the frog, and moves second. *)
Lemma toad_goes_on : forall p q r, p <= r -> wins toads frogs ([passed p q r], zero).
Proof.
  induction p as [|p IH]; intros q r L; (apply toads_answer_all; [|intros h []]); intros y I;
    apply passed_moves in I as (p' & E & ->); [discriminate|]. injection E as <-.
  destruct r as [|r]; [lia|]. apply toads_move with (passed p (S (S q)) r).
  - unfold passed. change (repeat gap (S r)) with (gap :: repeat gap r).
    pose proof (toad_step (repeat gap p ++ F :: repeat gap (S q)) (repeat gap r)) as M.
    rewrite <- !app_assoc in M. cbn [app] in M. rewrite one_more in M. exact M.
  - apply IH. lia.
Qed.

Lemma toad_goes_first : forall p q r, p < r -> wins toads toads ([passed p q r], zero).
Proof.
  intros p q r L. destruct r as [|r]; [lia|]. apply toads_move with (passed p (S q) r).
  - unfold passed. pose proof (toad_step (repeat gap p ++ F :: repeat gap q) (repeat gap r)) as M.
    rewrite <- !app_assoc in M. cbn [app] in M. rewrite one_more in M. exact M.
  - apply toad_goes_on. lia.
Qed.

(** The one move of the frog before they have passed. *)
Lemma apart_moves : forall i b j y, In y (next frogs (apart i b j)) ->
  (exists b', b = S b' /\ y = apart i b' (S j)) \/
  (exists i', b = 0 /\ i = S i' /\ y = passed i' 0 (S j)).
Proof.
  intros i b j y I. unfold apart in I. destruct b as [|b].
  - right. destruct i as [|i].
    { cbn [repeat app next ToadsAndFrogsLayers.first_hops map] in I.
      rewrite gaps_only in I. destruct I. }
    change (repeat gap (S i)) with (gap :: repeat gap i) in I.
    rewrite repeat_cons, <- app_assoc in I. cbn [app] in I.
    rewrite behind_gaps in I. apply in_map_iff in I as (z & <- & I).
    cbn [repeat app next ToadsAndFrogsLayers.first_hops map snd] in I.
    rewrite gaps_only in I. destruct I as [<-|[]]. now exists i.
  - left. exists b. split; [reflexivity|].
    assert (E : next frogs (T :: repeat gap (S b) ++ F :: repeat gap j) =
      [T :: repeat gap b ++ F :: gap :: repeat gap j]).
    { change (repeat gap (S b)) with (gap :: repeat gap b). rewrite repeat_cons, <- app_assoc.
      cbn [next ToadsAndFrogsLayers.first_hops map app]. rewrite behind_gaps.
      cbn [next ToadsAndFrogsLayers.first_hops map snd app]. now rewrite gaps_only. }
    destruct i as [|i].
    { change (repeat gap 0 ++ ?x) with x in I. rewrite E in I. now destruct I as [<-|[]]. }
    change (repeat gap (S i)) with (gap :: repeat gap i) in I.
    rewrite repeat_cons, <- app_assoc in I. change ([gap] ++ ?x) with (gap :: x) in I.
    rewrite behind_gaps in I. apply in_map_iff in I as (z & <- & I).
    change (next frogs (gap :: ?x)) with
      (map snd (ToadsAndFrogsLayers.first_hops frogs (gap :: x)) ++ map (cons gap) (next frogs x)) in I.
    rewrite E in I. cbn [repeat app ToadsAndFrogsLayers.first_hops map snd] in I.
    destruct I as [<-|[]]. unfold apart. now rewrite <- one_more.
Qed.

Lemma toad_comes_nearer : forall i b j, row_move toads (apart i (S b) j) (apart (S i) b j).
Proof.
  intros i b j. unfold apart. rewrite <- (one_more gap i). exact (toad_step _ _).
Qed.

(** Evenly apart, the toad answers steps with steps. *)
Lemma evenly_apart : forall n i, wins toads frogs ([apart i (2 * n) i], zero).
Proof.
  induction n as [|n IH]; intros i; (apply toads_answer_all; [|intros h []]); intros y I;
    apply apart_moves in I as [(b & E & ->)|(i' & E & -> & ->)]; try lia.
  - apply toad_goes_first. lia.
  - replace b with (S (2 * n)) by lia. eapply toads_move; [apply toad_comes_nearer|apply IH].
Qed.

(** Oddly apart and moving first, too: the frog is never nearer to its end. *)
Lemma oddly_apart : forall n i, wins toads toads ([apart i (2 * n + 1) i], zero).
Proof.
  induction n as [|n IH]; intros i.
  - eapply toads_move; [apply (toad_comes_nearer i 0 i)|].
    apply toads_answer_all; [|intros h []]. intros y I.
    apply apart_moves in I as [(b & E & ->)|(i' & _ & E & ->)]; [discriminate|].
    apply toad_goes_first. lia.
  - replace (2 * S n + 1) with (S (S (2 * n + 1))) by lia.
    eapply toads_move; [apply toad_comes_nearer|].
    apply toads_answer_all; [|intros h []]. intros y I.
    apply apart_moves in I as [(b & E & ->)|(i' & E & _ & _)]; [|lia].
    injection E as <-. apply IH.
Qed.

Lemma oddly_apart_with_star : forall n i, wins toads frogs ([apart i (2 * n + 1) i], star).
Proof.
  induction n as [|n IH]; intros i;
    (apply toads_answer_all; [|intros h [<-|[]]; apply oddly_apart]); intros y I;
    apply apart_moves in I as [(b & E & ->)|(i' & E & -> & ->)]; try lia.
  - assert (b = 0) as -> by lia. apply toads_move_beside with zero; [now left|].
    apply toads_answer_all; [|intros h []]. intros y I.
    apply apart_moves in I as [(b & E' & ->)|(i' & _ & -> & ->)]; [discriminate|].
    apply toad_goes_first. lia.
  - replace b with (S (2 * n + 1)) by lia.
    eapply toads_move; [apply toad_comes_nearer|apply IH].
Qed.

Lemma mirror_apart : forall i b j, mirror (apart i b j) = apart j b i.
Proof.
  intros i b j. unfold apart. change (T :: repeat gap b ++ F :: repeat gap j) with
    ([T] ++ repeat gap b ++ [F] ++ repeat gap j).
  rewrite !mirror_app, !mirror_repeat, <- !app_assoc. reflexivity.
Qed.

Theorem one_toad_and_one_frog : forall b,
  equal [apart 0 b 0] (if Nat.even b then zero else star).
Proof.
  assert (E : forall b, at_least [apart 0 b 0] (if Nat.even b then zero else star)).
  { intros b. destruct (Nat.even b) eqn:E.
    - apply PeanoNat.Nat.even_spec in E as [n ->]. apply evenly_apart.
    - assert (O : Nat.odd b = true) by (unfold Nat.odd; now rewrite E).
      apply PeanoNat.Nat.odd_spec in O as [n ->]. apply oddly_apart_with_star. }
  intros b. split; [apply E|]. apply at_most_mirrored. rewrite mirror_apart.
  specialize (E b). now destruct (Nat.even b).
Qed.

(** Conjecture E5's rows with one gap: all are equal to [star]. *)
Theorem as_many_frogs_and_one_gap : forall a, 1 <= a -> equal [one_gap a a] star.
Proof.
  intros [|[|a]] A; [lia| |apply one_gap_is_star; lia].
  exact (one_toad_and_one_frog 1).
Qed.
