(** * Any finite two-player game: rules, winning, and one proven checker

    A game is given by three functions: the positions that moves lead to, in
    order, how the game has ended, and the start.  A side without a move has
    lost.  The certificates are those of own games (docs/certificates.md): a list
    of numbers of moves for each holder, and no positions. *)

From Coq Require Import List ZArith Uint63 PArray.
From Toadstone Require Import Walk.
Import ListNotations.

Inductive side := first | second.
Inductive outcome := win (s : side) | draw.

Definition other (s : side) : side := match s with first => second | second => first end.

Record game := {
  position : Type;
  start : position;
  moves : side -> position -> list position;  (* what the moves of a side lead to, in order *)
  ended : side -> position -> option outcome  (* how the game has ended, that side being to move *) }.

(** ** The rules of play *)

Definition result (G : game) (s : side) (x : position G) : option outcome :=
  match ended G s x with
  | Some o => Some o
  | None => match moves G s x with [] => Some (win (other s)) | _ => None end
  end.

(** [forces G good h s x]: with [s] to move, [h] can force an end that is good. *)
Inductive forces (G : game) (good : outcome -> Prop) (h : side) : side -> position G -> Prop :=
| it_has_ended : forall s x o, result G s x = Some o -> good o -> forces G good h s x
| by_a_move : forall x y,
    result G h x = None -> In y (moves G h x) -> forces G good h (other h) y -> forces G good h h x
| against_all : forall x,
    result G (other h) x = None ->
    (forall y, In y (moves G (other h) x) -> forces G good h h y) ->
    forces G good h (other h) x.

Definition wins (G : game) (h : side) : Prop := forces G (fun o => o = win h) h first (start G).
Definition never_loses (G : game) (h : side) : Prop :=
  forces G (fun o => o <> win (other h)) h first (start G).
Definition drawn (G : game) : Prop := never_loses G first /\ never_loses G second.

Lemma forces_first : forall G good h s x, forces G good h s x -> s = h -> result G h x = None ->
  exists y, In y (moves G h x) /\ forces G good h (other h) y.
Proof.
  intros G good h s x F. destruct F as [s x o R _|x y _ I F|x _ _]; intros E N.
  - subst s. congruence.
  - now exists y.
  - destruct h; discriminate.
Qed.

Lemma forces_second : forall G good h s x y, forces G good h s x -> s = other h ->
  result G s x = None -> In y (moves G s x) -> forces G good h h y.
Proof.
  intros G good h s x y F. destruct F as [s x o R _|x z _ _ _|x _ A]; intros E N I.
  - congruence.
  - destruct h; discriminate.
  - now apply A.
Qed.

(** Two sides cannot force what excludes each other. *)
Theorem not_both_force : forall G (good bad : outcome -> Prop), (forall o, good o -> bad o -> False) ->
  forall h s x, forces G good h s x -> ~ forces G bad (other h) s x.
Proof.
  intros G good bad X h s x F.
  assert (O : other (other h) = h) by now destruct h.
  induction F as [s x o R Good|x y N I _ IH|x N _ IH]; intros B.
  - destruct B as [s x o' R' B|x y N _ _|x N _]; [apply (X o); congruence|congruence|congruence].
  - apply IH. exact (forces_second G bad (other h) h x y B (eq_sym O) N I).
  - destruct (forces_first G bad (other h) (other h) x B eq_refl N) as (y & I & F).
    rewrite O in F. exact (IH y I F).
Qed.

Theorem one_winner : forall G h, wins G h -> ~ wins G (other h) /\ ~ never_loses G (other h).
Proof.
  intros G h W. split; apply (not_both_force G (fun o => o = win h)); try exact W;
    intros o -> E; [destruct h; discriminate|]. apply E. now destruct h.
Qed.

Theorem a_draw_has_no_winner : forall G, drawn G -> forall h, ~ wins G h.
Proof.
  intros G [A B] h W. apply one_winner in W as [_ N]. now destruct h.
Qed.

(** ** The checker: the holder's replies, followed through everything that the other side can do *)

Section Checker.
  Variable G : game.
  Variable hash : position G -> int.
  Variable same : position G -> position G -> bool.
  Hypothesis same_is_equal : forall x y, same x y = true -> x = y.

  Context {reader : Type}.
  Variable read : reader -> option (int * reader).
  Variable holder : side.
  Variable accepts : outcome -> bool.
  Variable good : outcome -> Prop.
  Hypothesis accepts_good : forall o, accepts o = true -> good o.

  (** A bucket holds the places that were visited, each with the side to move. *)
  Definition table := array (list (side * position G)).
  Record state := { known : table; replies : reader }.

  Definition same_side (a b : side) : bool :=
    match a, b with first, first | second, second => true | _, _ => false end.

  Definition bucket (s : side) (x : position G) (t : table) : int :=
    (hash x * 2 + (match s with first => 0 | second => 1 end))%uint63 land (PArray.length t - 1).

  Definition visited (s : side) (x : position G) (t : table) : bool :=
    existsb (fun p => if same_side s (fst p) then same x (snd p) else false) t.[bucket s x t].

  Definition note (s : side) (x : position G) (st : state) : state :=
    let t := known st in
    let i := bucket s x t in
    {| known := t.[i <- (s, x) :: t.[i]]; replies := replies st |}.

  Definition is_win (s : side) (y : position G) : bool :=
    match result G (other s) y with Some (win w) => same_side s w | _ => false end.

  Fixpoint visit_all (visit : position G -> state -> option state) (l : list (position G))
      (st : state) : option state :=
    match l with
    | [] => Some st
    | y :: l => match visit y st with None => None | Some st => visit_all visit l st end
    end.

  (** Depth first; [n] is more than the plies to come. *)
  Fixpoint visit (n : nat) (s : side) (x : position G) (st : state) : option state :=
    match n with
    | O => None
    | S n =>
        if visited s x (known st) then Some st
        else
          match
            match result G s x with
            | Some o => if accepts o then Some st else None
            | None =>
                if same_side s holder then
                  match find (is_win s) (moves G s x) with
                  | Some y => visit n (other s) y st
                  | None =>
                      match read (replies st) with
                      | None => None
                      | Some (k, r) =>
                          match pick (moves G s x) k with
                          | None => None
                          | Some y => visit n (other s) y {| known := known st; replies := r |}
                          end
                      end
                  end
                else visit_all (visit n (other s)) (moves G s x) st
            end
          with
          | None => None
          | Some st => Some (note s x st)
          end
    end.

  Definition check (n : nat) (buckets : int) (r : reader) : bool :=
    match visit n first (start G) {| known := make buckets []; replies := r |} with
    | None => false
    | Some st => match read (replies st) with None => true | Some _ => false end
    end.

  (** ** Sound: what was visited is forced *)

  Definition sound (st : state) : Prop :=
    forall i s x, In (s, x) (known st).[i] -> forces G good holder s x.

  Lemma same_side_is_equal : forall a b, same_side a b = true <-> a = b.
  Proof. intros [] []; cbn; split; congruence. Qed.

  Lemma visited_is_forced : forall s x st, sound st -> visited s x (known st) = true ->
    forces G good holder s x.
  Proof.
    intros s x st S V. apply existsb_exists in V as ([s' x'] & I & E). cbn [fst snd] in E.
    destruct (same_side s s') eqn:Es; [|discriminate].
    apply same_side_is_equal in Es as ->. apply same_is_equal in E as ->. exact (S _ _ _ I).
  Qed.

  Lemma note_is_sound : forall s x st, sound st -> forces G good holder s x -> sound (note s x st).
  Proof.
    intros s x st S F j s' x' I. unfold note in I. cbn [known] in I.
    destruct (get_after_set _ (known st) (bucket s x (known st)) j
      ((s, x) :: (known st).[bucket s x (known st)])) as [E|E]; rewrite E in I.
    - destruct I as [[= <- <-]|I]; [exact F|exact (S _ _ _ I)].
    - exact (S _ _ _ I).
  Qed.

  Lemma visit_all_is_sound : forall v s,
    (forall y st st', sound st -> v y st = Some st' -> sound st' /\ forces G good holder s y) ->
    forall l st st', sound st -> visit_all v l st = Some st' ->
    sound st' /\ forall y, In y l -> forces G good holder s y.
  Proof.
    intros v s H. induction l as [|y l IH]; intros st st' S V; cbn [visit_all] in V.
    - injection V as <-. split; [exact S|intros y []].
    - destruct (v y st) as [st1|] eqn:E; [|discriminate]. apply H in E as [S1 F]; [|exact S].
      apply IH in V as [S' A]; [|exact S1]. split; [exact S'|].
      intros z [<-|I]; [exact F|now apply A].
  Qed.

  Lemma visit_is_sound : forall n s x st st', sound st -> visit n s x st = Some st' ->
    sound st' /\ forces G good holder s x.
  Proof.
    induction n as [|n IH]; intros s x st st' S V; cbn [visit] in V; [discriminate|].
    destruct (visited s x (known st)) eqn:K.
    { injection V as <-. split; [exact S|exact (visited_is_forced s x st S K)]. }
    match type of V with match ?m with _ => _ end = _ => destruct m as [st1|] eqn:E end; [|discriminate].
    injection V as <-.
    enough (A : sound st1 /\ forces G good holder s x).
    { destruct A as [S1 F]. split; [now apply note_is_sound|exact F]. }
    destruct (result G s x) as [o|] eqn:R.
    { destruct (accepts o) eqn:A; [|discriminate]. injection E as <-. split; [exact S|].
      eapply it_has_ended; eauto. }
    destruct (same_side s holder) eqn:Own.
    - apply same_side_is_equal in Own as ->.
      assert (By : forall y st2, In y (moves G holder x) -> sound st2 ->
        visit n (other holder) y st2 = Some st1 -> sound st1 /\ forces G good holder holder x).
      { intros y st2 I S2 V. apply IH in V as [S1 F]; [|exact S2].
        split; [exact S1|]. now apply by_a_move with y. }
      destruct (find (is_win holder) (moves G holder x)) as [y|] eqn:W.
      + apply find_some in W as [I _]. exact (By y st I S E).
      + destruct (read (replies st)) as [[k r]|]; [|discriminate].
        destruct (pick (moves G holder x) k) as [y|] eqn:P; [|discriminate].
        apply pick_in in P. apply (By y _ P) in E; [exact E|exact S].
    - assert (s = other holder) as -> by (destruct s, holder; try reflexivity; discriminate).
      assert (O : other (other holder) = holder) by now destruct holder.
      rewrite O in E. apply (visit_all_is_sound _ holder) in E as [S1 A]; [| |exact S].
      + split; [exact S1|]. now apply against_all.
      + intros y st2 st3 S2 V. exact (IH holder y st2 st3 S2 V).
  Qed.

  Lemma check_is_sound : forall n buckets r, check n buckets r = true ->
    forces G good holder first (start G).
  Proof.
    intros n buckets r H. unfold check in H.
    destruct (visit n first (start G) _) as [st|] eqn:V; [|discriminate].
    apply visit_is_sound in V as [_ F]; [exact F|].
    intros i s x I. cbn [known] in I. rewrite get_make in I. destruct I.
  Qed.
End Checker.

(** ** The claims *)

Definition winning (h : side) (o : outcome) : bool :=
  match o with win s => same_side s h | draw => false end.
Definition not_losing (h : side) (o : outcome) : bool :=
  match o with win s => same_side s h | draw => true end.

Section Claims.
  Variable G : game.
  Variable hash : position G -> int.
  Variable same : position G -> position G -> bool.
  Hypothesis same_is_equal : forall x y, same x y = true -> x = y.
  Context {reader : Type}.
  Variable read : reader -> option (int * reader).

  Theorem checked_winner : forall h n buckets r,
    check G hash same read h (winning h) n buckets r = true -> wins G h.
  Proof.
    intros h n buckets r. apply check_is_sound; [exact same_is_equal|].
    intros [s|] A; [|discriminate]. apply same_side_is_equal in A as ->. reflexivity.
  Qed.

  Theorem checked_draw : forall n buckets r1 r2,
    check G hash same read first (not_losing first) n buckets r1 = true ->
    check G hash same read second (not_losing second) n buckets r2 = true -> drawn G.
  Proof.
    intros n buckets r1 r2 A B. split; [revert A|revert B]; apply check_is_sound;
      try exact same_is_equal; intros [[]|] N; cbn in N; try discriminate; now intros [=].
  Qed.
End Claims.

(** ** Lines of play of each length, counted *)

Fixpoint lines (G : game) (n : nat) (s : side) (x : position G) : N :=
  match n with
  | O => 1
  | S n =>
      match result G s x with
      | Some _ => 0
      | None => fold_left (fun sum y => sum + lines G n (other s) y)%N (moves G s x) 0%N
      end
  end.

Definition perft (G : game) (most : nat) : list N :=
  map (fun n => lines G n first (start G)) (seq 0 (S most)).
