(** * Ugly Duck: the checker of strategies

    Programs only; [UglyDuckSoundness] proves them right.

    The holder is the side that has a strategy, the rival is the other side.
    The checker turns the board so that the holder's home row is the top row.
    A set of cells is an integer with a bit for each cell, so boards have at most
    63 cells. *)

From Coq Require Import Uint63 PArray ZArith List.
From Toadstone Require Import Walk UglyDuckRules.
Import ListNotations.
Local Open Scope uint63_scope.

(** ** Positions: the pieces of both sides, and the same in the mirror image *)

Record half := { ducks : int; swans : int }.
Record sides := { mine : half; theirs : half }.
Record pos := { upright : sides; image : sides }.

Definition has (set cells : int) : bool := if set land cells =? 0 then false else true.
Definition add (set cell : int) : int := set lor cell.
Definition remove (set cell : int) : int := set lxor (set land cell).
Definition all (h : half) : int := ducks h lor swans h.

(** ** The ways of the pieces *)

Record way := { to : int; to_image : int; is_straight : bool; swan_there : bool }.
Record place := { from : int; from_image : int; duck_ways : list way; swan_ways : list way }.

Section Geometry.
  Variable height width : nat.

  Definition bit_of (row column : nat) : int := 1 << of_Z (Z.of_nat (row * width + column)).

  Definition next_rows (down : bool) (row : nat) : list nat :=
    if down then (if S row <? height then [S row] else [])%nat
    else match row with O => [] | S row => [row] end.

  Definition next_columns (column : nat) : list nat :=
    match column with O => [] | S c => [c] end
    ++ [column]
    ++ (if S column <? width then [S column] else [])%nat.

  (** Those of a duck ([down] for the holder) or of a swan; [far] is the row in
      which ducks become swans. *)
  Definition ways (is_swan down : bool) (far row column : nat) : list way :=
    flat_map (fun row' =>
      map (fun column' =>
        {| to := bit_of row' column'; to_image := bit_of row' (width - 1 - column');
           is_straight := (column' =? column)%nat;
           swan_there := if (row' =? far)%nat then true else is_swan |})
        (next_columns column))
      (next_rows down row).

  Definition far_of (is_holder : bool) : nat := if is_holder then (height - 1)%nat else 0%nat.

  Definition places (is_holder : bool) : list place :=
    flat_map (fun row =>
      map (fun column =>
        {| from := bit_of row column; from_image := bit_of row (width - 1 - column);
           duck_ways := ways false is_holder (far_of is_holder) row column;
           swan_ways := ways true (negb is_holder) (far_of is_holder) row column |})
        (seq 0 width))
      (seq 0 height).

  Definition row_cells (row : nat) : list int := map (bit_of row) (seq 0 width).

  Definition together (cells : list int) : int := fold_right (fun cell set => cell lor set) 0 cells.
End Geometry.

(** ** Boards as sets, turned for the holder, and their mirror images *)

Definition is_piece (s : side) (k : kind) (x : cell) : bool :=
  match x, s, k with
  | piece green duck, green, duck | piece green swan, green, swan
  | piece blue duck, blue, duck | piece blue swan, blue, swan => true
  | _, _, _ => false
  end.

Section Boards.
  Variable height width : nat.
  Variable holder : side.

  Definition turned (row : nat) : nat :=
    match holder with green => row | blue => (height - 1 - row)%nat end.

  Definition mirrored (m : bool) (column : nat) : nat :=
    if m then (width - 1 - column)%nat else column.

  Definition cells_with (m : bool) (b : board) (s : side) (k : kind) : int :=
    together (flat_map (fun row =>
      flat_map (fun column =>
        if is_piece s k (b (turned row) (mirrored m column)) then [bit_of width row column] else [])
        (seq 0 width))
      (seq 0 height)).

  Definition sides_of (m : bool) (b : board) : sides :=
    {| mine := {| ducks := cells_with m b holder duck; swans := cells_with m b holder swan |};
       theirs := {| ducks := cells_with m b (other holder) duck;
                    swans := cells_with m b (other holder) swan |} |}.

  Definition pos_of (b : board) : pos :=
    {| upright := sides_of false b; image := sides_of true b |}.
End Boards.

(** What the checker knows of a board, computed once. *)
Record tables := {
  holder_places : list place;
  rival_places : list place;
  top : int; second : int; bottom : int; everywhere : int }.

Definition tables_of (height width : nat) : tables :=
  {| holder_places := places height width true;
     rival_places := places height width false;
     top := together (row_cells width 0);
     second := together (row_cells width 1);
     bottom := together (row_cells width (height - 1));
     everywhere := together (flat_map (row_cells width) (seq 0 height)) |}.

(** ** Moves *)

(** The own pieces after one has gone, and the enemy's without the one in its way. *)
Definition gone (own : half) (f t : int) (swan : bool) : half :=
  if swan then {| ducks := remove (ducks own) f; swans := add (remove (swans own) f) t |}
  else {| ducks := add (remove (ducks own) f) t; swans := remove (swans own) f |}.

Definition without (enemy : half) (t : int) : half :=
  {| ducks := remove (ducks enemy) t; swans := remove (swans enemy) t |}.

Definition go (is_holder : bool) (s : sides) (f t : int) (swan : bool) : sides :=
  if is_holder then {| mine := gone (mine s) f t swan; theirs := without (theirs s) t |}
  else {| mine := without (mine s) t; theirs := gone (theirs s) f t swan |}.

Definition may_go (own enemy : int) (w : way) : bool :=
  if has own (to w) then false
  else if has enemy (to w) then (if is_straight w then false else true)
  else true.

Definition moves_on (is_holder : bool) (p : pos) (own enemy : int) (f fi : int) (l : list way) :=
  flat_map (fun w =>
    if may_go own enemy w then
      [{| upright := go is_holder (upright p) f (to w) (swan_there w);
          image := go is_holder (image p) fi (to_image w) (swan_there w) |}]
    else []) l.

Definition moves_from (is_holder : bool) (p : pos) (h : half) (own enemy : int) (x : place) :=
  if has (ducks h) (from x) then
    moves_on is_holder p own enemy (from x) (from_image x) (duck_ways x)
  else if has (swans h) (from x) then
    moves_on is_holder p own enemy (from x) (from_image x) (swan_ways x)
  else [].

Section Checker.
  Variable t : tables.
  Variable passes : bool.  (* a side without a move passes; otherwise it loses *)
  Variable draw_suits : bool.  (* the holder claims no more than a draw *)

  Definition moves (is_holder : bool) (p : pos) : list pos :=
    let h := if is_holder then mine (upright p) else theirs (upright p) in
    let own := all h in
    let enemy := all (if is_holder then theirs (upright p) else mine (upright p)) in
    flat_map (moves_from is_holder p h own enemy)
      (if is_holder then holder_places t else rival_places t).

  (** ** The end of a game *)

  Definition holder_won (s : sides) : bool :=
    if has (swans (mine s)) (top t) then true
    else if has (all (theirs s)) (everywhere t) then false else true.

  Definition rival_won (s : sides) : bool :=
    if has (swans (theirs s)) (bottom t) then true
    else if has (all (mine s)) (everywhere t) then false else true.

  (** No swan is near enough, and the rival has more than one piece. *)
  Definition no_win_in_sight (s : sides) : bool :=
    if has (swans (mine s)) (second t) then false
    else
      let d := ducks (theirs s) in
      let w := swans (theirs s) in
      if d land (d - 1) =? 0 then
        if w land (w - 1) =? 0 then
          if d =? 0 then false else if w =? 0 then false else true
        else true
      else true.

  Fixpoint one_wins (l : list pos) : bool :=
    match l with
    | [] => false
    | p :: l =>
        if holder_won (upright p) then (if rival_won (upright p) then one_wins l else true)
        else one_wins l
    end.

  Definition wins_now (p : pos) : bool :=
    if no_win_in_sight (upright p) then false
    else if rival_won (upright p) then false
    else one_wins (moves true p).

  (** ** Every move, or the forced pass *)

  Definition choices (is_holder : bool) (p : pos) : list pos :=
    match moves is_holder p with
    | [] =>
        if passes then
          match moves (negb is_holder) p with [] => [] | _ => [p] end
        else []
    | l => l
    end.

  (** ** One of a position and its mirror image, and lists in the order of numbers *)

  Definition less (a b : sides) : bool :=
    let (am, at_) := a in
    let (bm, bt) := b in
    if swans at_ =? swans bt then
      if ducks at_ =? ducks bt then
        if swans am =? swans bm then ducks am <? ducks bm
        else swans am <? swans bm
      else ducks at_ <? ducks bt
    else swans at_ <? swans bt.

  Definition canonical (p : pos) : pos :=
    if less (image p) (upright p) then {| upright := image p; image := upright p |} else p.

  Fixpoint insert (p : pos) (l : list pos) : list pos :=
    match l with
    | [] => [p]
    | q :: r => if less (upright q) (upright p) then q :: insert p r else p :: l
    end.

  (** The positions with the holder to move that need a reply. *)
  Fixpoint collect (l : list pos) : list pos :=
    match l with
    | [] => []
    | p :: l =>
        let c := canonical p in
        if wins_now c then collect l else insert c (collect l)
    end.

  (** ** Replies *)

  (** What the rival can make of a position; [None] where that is bad for the holder. *)
  Definition follow (q : pos) : option (list pos) :=
    if rival_won (upright q) then None
    else if holder_won (upright q) then Some []
    else match choices false q with
         | [] => if passes then (if draw_suits then Some [] else None) else Some []
         | l => Some (collect l)
         end.

  Definition after (p : pos) (reply : int) : option (list pos) :=
    if rival_won (upright p) then None
    else match pick (choices true p) reply with
         | None => None
         | Some q => follow q
         end.

  (** A drawn position needs no reply. *)
  Definition settled (p : pos) : bool :=
    if draw_suits then
      if passes then
        match choices true p with
        | [] => if rival_won (upright p) then false else true
        | _ => false
        end
      else false
    else false.

  Definition same_half (a b : half) : bool :=
    if ducks a =? ducks b then swans a =? swans b else false.
  Definition same_sides (a b : sides) : bool :=
    if same_half (mine a) (mine b) then same_half (theirs a) (theirs b) else false.
  Definition same (p q : pos) : bool :=
    if same_sides (upright p) (upright q) then same_sides (image p) (image q) else false.

  Definition hash (p : pos) : int :=
    let s := upright p in
    let h := ducks (mine s) * 2128632005 + swans (mine s) * 506952121 in
    let h := (h lxor (h >> 31)) * 1119006269 + ducks (theirs s) in
    let h := (h lxor (h >> 29)) * 99338871 + swans (theirs s) in
    let h := (h lxor (h >> 32)) * 668265263 in
    h lxor (h >> 30).

  Definition no_one : half := {| ducks := 0; swans := 0 |}.
  Definition empty_board : sides := {| mine := no_one; theirs := no_one |}.
  Definition nowhere : pos := {| upright := empty_board; image := empty_board |}.

  Definition check_strategy {reader} (read : reader -> option (int * reader))
      (n tries : nat) (shelves size : int) (holder_first : bool) (start : pos)
      (replies : reader) : bool :=
    match (if holder_first then Some (collect [start]) else follow start) with
    | None => false
    | Some firsts =>
        walk same hash nowhere read settled after n tries
          (new_table nowhere shelves size) firsts replies
    end.
End Checker.
