(** * Ugly Duck: the rules, and what is claimed

    This page stands alone: it uses natural numbers and lists and nothing else.
    Read it beside the description of the game (docs/ugly-duck.md).

    Rows count from 0 at the top, columns from 0 on the left.  Green begins in
    the top row and blue in the bottom row. *)

From Coq Require Import List Arith Bool.
Import ListNotations.

Inductive side := green | blue.
Inductive kind := duck | swan.
Inductive cell := empty | piece (s : side) (k : kind).

Definition other (s : side) : side :=
  match s with green => blue | blue => green end.

(** What a side without a legal move gets; the description leaves it open. *)
Inductive ruling :=
| loses  (* that side loses *)
| pass.  (* the other side moves; if neither side can move, the game is a draw *)

(** A board says what is in each row and column. *)
Definition board := nat -> nat -> cell.

Definition board_of (rows : list (list cell)) : board :=
  fun row column => nth column (nth row rows []) empty.

Section Rules.
  Variable rule : ruling.
  Variable height width : nat.

  (** ** Moves *)

  (** The last row that a side's ducks reach, and the row where it is at home. *)
  Definition far_row (s : side) : nat := match s with green => height - 1 | blue => 0 end.
  Definition home_row (s : side) : nat := match s with green => 0 | blue => height - 1 end.

  (** Ducks go forward and swans go back, one row. *)
  Definition goes (s : side) (k : kind) (from to : nat) : Prop :=
    match s, k with
    | green, duck | blue, swan => to = from + 1
    | green, swan | blue, duck => to + 1 = from
    end.

  Definition straight (from to : nat) : Prop := to = from.
  Definition diagonal (from to : nat) : Prop := to = from + 1 \/ to + 1 = from.

  (** A straight move goes to an empty cell.  A diagonal move goes to an empty
      cell or captures an enemy. *)
  Definition may_enter (s : side) (from to : nat) (there : cell) : Prop :=
    (straight from to /\ there = empty) \/
    (diagonal from to /\ (there = empty \/ exists k, there = piece (other s) k)).

  (** A duck on the last row becomes a swan. *)
  Definition becomes (s : side) (k : kind) (row : nat) : kind :=
    if row =? far_row s then swan else k.

  (** The board after a piece has gone from a cell to another. *)
  Definition moved (b : board) (row column row' column' : nat) (new : cell) : board :=
    fun r c =>
      if (r =? row') && (c =? column') then new
      else if (r =? row) && (c =? column) then empty
      else b r c.

  Definition move (s : side) (b b' : board) : Prop :=
    exists k row column row' column',
      row < height /\ column < width /\ row' < height /\ column' < width /\
      b row column = piece s k /\
      goes s k row row' /\
      may_enter s column column' (b row' column') /\
      b' = moved b row column row' column' (piece s (becomes s k row')).

  Definition stuck (s : side) (b : board) : Prop := forall b', ~ move s b b'.

  (** ** The end of a game *)

  (** A side has won with a swan in its home row, or if the other side has no piece. *)
  Definition swan_at_home (s : side) (b : board) : Prop :=
    exists column, column < width /\ b (home_row s) column = piece s swan.

  Definition no_piece (s : side) (b : board) : Prop :=
    forall row column k, row < height -> column < width -> b row column <> piece s k.

  Definition has_won (s : side) (b : board) : Prop :=
    swan_at_home s b \/ no_piece (other s) b.

  Definition over (b : board) : Prop := has_won green b \/ has_won blue b.

  (** ** Plies: a position is a board with the side to move *)

  Definition position := (board * side)%type.

  Inductive ply : position -> position -> Prop :=
  | a_move : forall b b' s,
      ~ over b -> move s b b' ->
      ply (b, s) (b', other s)
  | a_forced_pass : forall b s,
      rule = pass -> ~ over b -> stuck s b -> ~ stuck (other s) b ->
      ply (b, s) (b, other s).

  (** The winner of a game that is over in a position. *)
  Inductive won_by : side -> position -> Prop :=
  | by_the_board : forall w b s, has_won w b -> won_by w (b, s)
  | the_other_is_stuck : forall w b,
      rule = loses -> ~ over b -> stuck (other w) b -> won_by w (b, other w).

  (** ** Winning: [wins w x] says that the side [w] can force a win from [x] *)

  Inductive wins (w : side) : position -> Prop :=
  | has_won_already : forall x,
      won_by w x -> wins w x
  | wins_by_a_ply : forall b y,
      ply (b, w) y -> wins w y ->
      wins w (b, w)
  | wins_against_all : forall b,
      (exists y, ply (b, other w) y) ->
      (forall y, ply (b, other w) y -> wins w y) ->
      wins w (b, other w).

  (** The game is a draw if neither side can force a win. *)
  Definition drawn (x : position) : Prop := ~ wins green x /\ ~ wins blue x.
End Rules.
