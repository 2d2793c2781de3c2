(** * Toads and Frogs: the checker of strategies

    Programs only; [ToadsAndFrogsSoundness] proves them right.

    A row has two bits for a cell.  The rows of a position stand in one line,
    with a wall between two rows, and the line is a number with the digits below
    in base 4, the leftmost cell lowest.  In such a number a move adds a
    constant.  Lines of up to 31 cells fit into an integer of 63 bits. *)

From Coq Require Import List Uint63 PArray ZArith.
From Toadstone Require Import Walk ToadsAndFrogsRules.
Import ListNotations.
Local Open Scope uint63_scope.

(** ** Lines: rows with walls between them; a wall is [None] *)

Definition line := list (option cell).

Fixpoint join (rows : list (list cell)) : line :=
  match rows with
  | [] => []
  | [row] => map Some row
  | row :: rows => map Some row ++ None :: join rows
  end.

Definition digit (x : option cell) : Z :=
  match x with Some gap => 0 | Some T => 1 | Some F => 2 | None => 3 end.

(** The number of a line; the 1 at its end stands for no gap. *)
Fixpoint value (l : line) : Z :=
  match l with
  | [] => 1
  | x :: l => digit x + 4 * value l
  end.

(** ** Positions of the checker *)

Record pos := { code : int; beside : int }.

(** What a side can move to in the game beside the rows: numbers of games. *)
Record node := { lefts : list int; rights : list int }.

Definition next_games (p : player) (n : node) : list int :=
  match p with toads => lefts n | frogs => rights n end.

(** The last digits of a line that begins with a step, or with a jump, and what
    the move adds to the number of the line. *)
Record pattern := { near : int; near_adds : int; far : int; far_adds : int }.

Definition pattern_of (p : player) : pattern :=
  match p with
  | toads => {| near := 1; near_adds := 3; far := 9; far_adds := 15 |}
  | frogs => {| near := 8; near_adds := 0 - 6; far := 36; far_adds := 0 - 30 |}
  end.

(** The moves in a line from the cell on with the worth [unit], before [others]. *)
Fixpoint hops (k : pattern) (n : nat) (rest unit : int) (p : pos) (others : list pos) :=
  match n with
  | O => others
  | S n =>
      let later := hops k n (rest / 4) (unit * 4) p others in
      if rest mod 16 =? near k then
        {| code := code p + near_adds k * unit; beside := beside p |} :: later
      else if rest mod 64 =? far k then
        {| code := code p + far_adds k * unit; beside := beside p |} :: later
      else later
  end.

Section Checker.
  Variable cells : nat.  (* of the line *)
  Variable games : array node.  (* what the game beside can become *)

  Definition moves (pl : player) (p : pos) : list pos :=
    hops (pattern_of pl) cells (code p) 1 p
      (map (fun g => {| code := code p; beside := g |}) (next_games pl games.[beside p])).

  Definition same (p q : pos) : bool :=
    if code p =? code q then beside p =? beside q else false.

  Definition hash (p : pos) : int :=
    let h := (code p + beside p * 40503) * 2128632005 in
    h lxor (h >> 29).

  Definition nowhere : pos := {| code := 0; beside := 0 |}.

  (** What the rival can make of a position after a reply of the holder. *)
  Definition after (holder : player) (p : pos) (reply : int) : option (list pos) :=
    match pick (moves holder p) reply with
    | None => None
    | Some q => Some (moves (other holder) q)
    end.

  (** The holder's replies to everything, if the sides in [firsts] move first. *)
  Definition check_strategy {reader} (read : reader -> option (int * reader))
      (n tries : nat) (shelves places : int)
      (holder : player) (holder_first rival_first : bool) (start : pos) (replies : reader) : bool :=
    walk same hash nowhere read (fun _ => false) (after holder) n tries
      (new_table nowhere shelves places)
      ((if holder_first then [start] else []) ++
       (if rival_first then moves (other holder) start else []))
      replies.
End Checker.
