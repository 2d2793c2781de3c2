(** * River Toad: the rules, and what a certificate claims

    This page stands alone: it uses whole numbers and lists and nothing else.
    Read it beside the description of the game and its rulings
    (docs/river-toad.md).

    Cells count from 1 on the left, turns count from 1. *)

From Coq Require Import List ZArith.
Import ListNotations.
Local Open Scope Z_scope.

(** An action goes so many cells to the right (to the left if negative). *)
Record action := { shift : Z; cost : Z }.

(** A requirement names cells, in one turn or in every turn. *)
Record entry := { in_turn : option nat; cells : list Z }.

Record scenario := {
  rows : nat;
  width : Z;
  first_cell : Z;
  first_hp : Z;
  gain : Z;  (* the HP that a fly gives *)
  actions : list action;
  clamped : bool;  (* an action may cost more than the HP at hand, which become 0 *)
  rolls : list Z;
  max_moves : option Z;
  min_final_hp : option Z;
  min_flies : option Z;
  forbid : list Z;  (* shifts of actions that must not be used *)
  visit : list entry;  (* in the turn, one of the cells *)
  avoid : list entry  (* in the turn, none of the cells *) }.

Definition turns (s : scenario) : nat := length (rolls s).

Section Rules.
  Variable s : scenario.

  (** ** What comes down *)

  (** The roll that has reached the toad's row in a turn: that of [rows - 1] turns
      before; nothing, or 0, if there was none. *)
  Definition roll_in (turn : nat) : Z :=
    if (turn <? rows s)%nat then 0 else nth (turn - rows s) (rolls s) 0.

  (** A roll below 2^width is a mask of snakes; its last binary digit is the last cell. *)
  Definition snake (roll cell : Z) : Prop :=
    roll < 2 ^ width s /\ Z.testbit roll (width s - cell) = true.

  (** The next two rolls are a fly beside the first cell, and beside the last. *)
  Definition fly_beside (roll cell : Z) : Prop :=
    (roll = 2 ^ width s /\ cell = 1) \/ (roll = 2 ^ width s + 1 /\ cell = width s).

  Definition applies (e : entry) (turn : nat) : Prop :=
    in_turn e = None \/ in_turn e = Some turn.

  (** The cells in which a toad may end a turn. *)
  Definition open (turn : nat) (cell : Z) : Prop :=
    1 <= cell <= width s /\
    ~ snake (roll_in turn) cell /\
    (forall e, In e (visit s) -> applies e turn -> In cell (cells e)) /\
    (forall e, In e (avoid s) -> applies e turn -> ~ In cell (cells e)).

  (** ** Turns *)

  Record toad := { cell : Z; hp : Z; moves : Z; flies : Z }.

  (** A toad makes an action and lives. *)
  Inductive takes_turn (turn : nat) (a : action) : toad -> toad -> Prop :=
  | lives_unfed : forall x,
      In a (actions s) -> ~ In (shift a) (forbid s) ->
      open turn (cell x + shift a) ->
      (clamped s = true \/ cost a <= hp x) ->
      ~ fly_beside (roll_in turn) (cell x + shift a) ->
      Z.max 0 (hp x - cost a) > 0 ->
      takes_turn turn a x
        {| cell := cell x + shift a;
           hp := Z.max 0 (hp x - cost a);
           moves := if shift a =? 0 then moves x else moves x + 1;
           flies := flies x |}
  | lives_fed : forall x,
      In a (actions s) -> ~ In (shift a) (forbid s) ->
      open turn (cell x + shift a) ->
      (clamped s = true \/ cost a <= hp x) ->
      fly_beside (roll_in turn) (cell x + shift a) ->
      Z.max 0 (hp x - cost a) + gain s > 0 ->
      takes_turn turn a x
        {| cell := cell x + shift a;
           hp := Z.max 0 (hp x - cost a) + gain s;
           moves := if shift a =? 0 then moves x else moves x + 1;
           flies := flies x + 1 |}.

  (** [plays t x plan y]: after the turn [t] the toad is [x]; he makes the actions of
      the plan in the turns after it, lives, and then is [y]. *)
  Inductive plays : nat -> toad -> list action -> toad -> Prop :=
  | at_the_end : forall t x, plays t x [] x
  | one_more_turn : forall t a x y plan z,
      (t < turns s)%nat ->
      takes_turn (S t) a x y ->
      plays (S t) y plan z ->
      plays t x (a :: plan) z.

  (** ** Runs and their figures *)

  Definition start_with (start_hp : Z) : toad :=
    {| cell := first_cell s; hp := start_hp; moves := 0; flies := 0 |}.

  Record figures := {
    final_hp : Z; all_moves : Z; all_flies : Z; all_turns : Z; start_hp : Z }.

  (** A plan is a run with these figures. *)
  Definition is_run (plan : list action) (f : figures) : Prop :=
    exists y, plays 0 (start_with (start_hp f)) plan y /\
      f = {| final_hp := hp y; all_moves := moves y; all_flies := flies y;
             all_turns := Z.of_nat (length plan); start_hp := start_hp f |}.

  (** ** Questions *)

  Inductive question := survive | max_hp | min_moves | max_flies | longest | min_start_hp.

  Definition at_most (bound : option Z) (x : Z) : Prop :=
    match bound with None => True | Some b => x <= b end.
  Definition at_least (bound : option Z) (x : Z) : Prop :=
    match bound with None => True | Some b => b <= x end.

  (** What every answer must do, if these questions are asked: win, with the HP of
      the scenario, and meet the requirements.  [longest] alone asks for no win,
      and [min_start_hp] chooses the HP itself. *)
  Definition answers (ask : list question) (f : figures) : Prop :=
    (In longest ask /\ ~ In survive ask /\ ~ In min_start_hp ask \/
     all_turns f = Z.of_nat (turns s)) /\
    (In min_start_hp ask -> 1 <= start_hp f) /\
    (~ In min_start_hp ask -> start_hp f = first_hp s) /\
    at_most (max_moves s) (all_moves f) /\
    at_least (min_final_hp s) (final_hp f) /\
    at_least (min_flies s) (all_flies f).

  Definition better (q : question) (f g : figures) : Prop :=
    match q with
    | survive => False
    | max_hp => final_hp f > final_hp g
    | min_moves => all_moves f < all_moves g
    | max_flies => all_flies f > all_flies g
    | longest => all_turns f > all_turns g
    | min_start_hp => start_hp f < start_hp g
    end.

  Definition as_good (q : question) (f g : figures) : Prop :=
    match q with
    | survive => True
    | max_hp => final_hp f = final_hp g
    | min_moves => all_moves f = all_moves g
    | max_flies => all_flies f = all_flies g
    | longest => all_turns f = all_turns g
    | min_start_hp => start_hp f = start_hp g
    end.

  (** Better in the first question in which they differ. *)
  Fixpoint better_in (ask : list question) (f g : figures) : Prop :=
    match ask with
    | [] => False
    | q :: ask => better q f g \/ (as_good q f g /\ better_in ask f g)
    end.

  (** ** The claims *)

  Definition infeasible (ask : list question) : Prop :=
    forall plan f, is_run plan f -> ~ answers ask f.

  Definition optimal (ask : list question) (plan : list action) (f : figures) : Prop :=
    is_run plan f /\ answers ask f /\
    forall plan' f', is_run plan' f' -> answers ask f' -> ~ better_in ask f' f.
End Rules.
