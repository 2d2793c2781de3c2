(** * Lines of play of each length, counted

    A count of the lines of play (perft) compares the rules of this folder with
    the simulator: tests/proofs/test_theorems.py compares both with the tables of
    tests/perft.  The functions that list what follows a position are proven to
    list just what the rules allow. *)

From Coq Require Import Uint63 PArray ZArith Lia List Bool.
From Toadstone Require Import Walk.
From Toadstone Require ToadsAndFrogsRules ToadsAndFrogsChecker ToadsAndFrogsSoundness.
From Toadstone Require UglyDuckRules UglyDuckChecker CellSets UglyDuckSoundness.
From Toadstone Require FrogPuzzleRules FrogPuzzleChecker FrogPuzzleSoundness.
From Toadstone Require RiverToadRules RiverToadChecker RiverToadSoundness.
Import ListNotations.

Section Lines.
  Context {position : Type}.
  Variable next : bool -> position -> list position.  (* [true]: the first side is to move *)

  Fixpoint lines (n : nat) (first : bool) (p : position) : int :=
    match n with
    | O => 1
    | S n => fold_left (fun sum q => (sum + lines n (negb first) q)%uint63) (next first p) 0%uint63
    end.

  Definition counts (most : nat) (first : bool) (p : position) : list int :=
    map (fun n => lines n first p) (seq 0 (S most)).
End Lines.

Module ToadsAndFrogs.
  Import ToadsAndFrogsRules ToadsAndFrogsChecker ToadsAndFrogsSoundness.

  Definition no_games : array node := make 1 {| lefts := []; rights := [] |}.

  Definition player_of (first : bool) : player := if first then toads else frogs.

  Definition next (rows : list (list cell)) (first : bool) (p : pos) : list pos :=
    moves (List.length (join rows)) no_games (player_of first) p.

  Definition start (rows : list (list cell)) : pos :=
    {| code := of_Z (value (join rows)); beside := 0 |}.

  Definition perft (most : nat) (rows : list (list cell)) (turn : player) : list int :=
    counts (next rows) most (match turn with toads => true | frogs => false end) (start rows).

  Theorem next_is_move : forall rows first p x,
    List.length (join rows) <= 31 ->
    shows (List.length (join rows)) no_games p x ->
    (forall y, move (player_of first) x y ->
       exists q, In q (next rows first p) /\ shows (List.length (join rows)) no_games q y) /\
    (forall q, In q (next rows first p) ->
       exists y, move (player_of first) x y /\ shows (List.length (join rows)) no_games q y).
  Proof.
    intros rows first p x L S. split.
    - intros y M. exact (each_move_is_found _ _ L _ _ _ _ S M).
    - intros q I. exact (each_found_is_a_move _ _ L _ _ _ _ S I).
  Qed.
End ToadsAndFrogs.

Module UglyDuck.
  Import UglyDuckRules UglyDuckChecker UglyDuckSoundness.

  (** Green is the holder here. *)
  Definition next (height width : nat) (passes : bool) (first : bool) (p : pos) : list pos :=
    let t := tables_of height width in
    if holder_won t (upright p) then []
    else if rival_won t (upright p) then []
    else choices t passes first p.

  Definition perft (most : nat) (passes : bool) (rows : list (list cell)) (turn : side) : list int :=
    let height := List.length rows in
    let width := match rows with [] => 0 | row :: _ => List.length row end in
    counts (next height width passes) most (match turn with green => true | blue => false end)
      (pos_of height width green (board_of rows)).

  Theorem next_is_ply : forall height width passes first p b,
    height * width <= 63 -> 0 < height -> pos_shows height width green p b ->
    (forall y, ply (rule passes) height width (b, side_of green first) y ->
       exists q b', In q (next height width passes first p) /\
         y = (b', side_of green (negb first)) /\ pos_shows height width green q b') /\
    (forall q, In q (next height width passes first p) ->
       exists b', ply (rule passes) height width (b, side_of green first)
         (b', side_of green (negb first)) /\ pos_shows height width green q b').
  Proof.
    intros h w passes first p b Small Tall S. unfold next.
    pose proof (holder_won_is h w green Small Tall p b S) as H.
    pose proof (rival_won_is h w green Small Tall p b S) as Rv.
    assert (O : holder_won (tables_of h w) (upright p) = true \/
      rival_won (tables_of h w) (upright p) = true <-> over h w b).
    { rewrite (over_is h w green b), <- H, <- Rv. reflexivity. }
    split.
    - intros y P. pose proof (ply_not_over h w passes b _ y P) as N.
      destruct (holder_won _ _); [tauto|]. destruct (rival_won _ _); [tauto|].
      exact (each_ply_is_found h w green Small Tall passes first p b y S P).
    - intros q I. destruct (holder_won _ _) eqn:E1; [destruct I|].
      destruct (rival_won _ _) eqn:E2; [destruct I|].
      apply (each_found_is_a_ply h w green Small Tall passes first p b q S); [|exact I].
      intros V. apply O in V as [V|V]; discriminate.
  Qed.
End UglyDuck.

Module FrogPuzzle.
  Import FrogPuzzleRules FrogPuzzleChecker FrogPuzzleSoundness.

  Definition next (g : goal) (first : bool) (x : row) : list row :=
    if is_reached g x then [] else map snd (hops 0 x).

  Definition perft (most : nat) (start : row) (g : goal) : list int :=
    counts (next g) most true start.

  Theorem next_is_move : forall g first x y,
    In y (next g first x) <-> ~ reached g x /\ exists m, move m x y.
  Proof.
    intros g first x y. unfold next. rewrite <- is_reached_spec.
    destruct (is_reached g x).
    - split; [intros []|]. intros [N _]. now elim N.
    - rewrite in_map_iff. split.
      + intros ([m z] & <- & I). split; [discriminate|]. exists m. now apply hops_are_moves.
      + intros (_ & m & M). exists (m, y). split; auto. now apply hops_are_moves.
  Qed.
End FrogPuzzle.

Module RiverToad.
  Import RiverToadRules RiverToadChecker RiverToadSoundness.

  Section Scenario.
    Variable s : scenario.

    (** The toads that can live through a turn. *)
    Definition next (st : stage) (x : toad) : list toad :=
      filter (fun y => (1 <=? hp y)%Z) (map (fun w => after s w x) (ways s st (cell x))).

    (** The legal actions, deadly ones included: in the river, and paid for. *)
    Definition legal (x : toad) : nat :=
      List.length (filter (fun a =>
        let c := (cell x + shift a)%Z in
        ((1 <=? c) && (c <=? width s) && ((cost a <=? hp x) || clamped s))%Z) (usable s)).

    (** Lines of play of [n] turns; the last of them may be deadly. *)
    Fixpoint lines (n : nat) (sts : list stage) (x : toad) : nat :=
      match n, sts with
      | O, _ => 1
      | _, [] => 0
      | S O, _ => legal x
      | S n, st :: sts => list_sum (map (lines n sts) (next st x))
      end.

    Definition perft (most : nat) : list nat :=
      map (fun n => lines n (stages s) (start_with s (first_hp s))) (seq 0 (S most)).

    Theorem next_is_turn : forall t x y, in_river s x ->
      In y (next (stage_of s t) x) <-> exists a, takes_turn s t a x y.
    Proof.
      intros t x y Rx. unfold next. rewrite filter_In, in_map_iff. split.
      - intros ((w & <- & I) & L). apply in_ways in I as (a & U & I). exists a.
        apply turn_is_a_way; auto. split; [exact U|]. split; [now apply Z.leb_le|].
        exists w. auto.
      - intros [a M]. apply turn_is_a_way in M as (U & L & w & I & ->); [|exact Rx].
        split; [|now apply Z.leb_le]. exists w. split; auto. apply in_ways. exists a. auto.
    Qed.
  End Scenario.
End RiverToad.
