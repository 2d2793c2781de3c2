(** * Lines of play of each length, counted

    A count of the lines of play (perft) compares the rules of this folder with
    the simulator: tests/test_theorems.py compares both with the tables of
    tests/perft.  The functions that list what follows a position are proven to
    list just what the rules allow. *)

From Coq Require Import Uint63 PArray ZArith Lia List Bool.
From Toadstone Require Import Walk.
From Toadstone Require ToadsAndFrogsRules ToadsAndFrogsChecker ToadsAndFrogsSoundness.
From Toadstone Require UglyDuckRules UglyDuckChecker CellSets UglyDuckSoundness.
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
