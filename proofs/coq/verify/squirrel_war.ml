(* Certificates of Squirrel War, read for the proven checker. *)

module Integer = Z (* Squirrel_war_checkers has a Z, too *)
open Squirrel_war_checkers
open Json

let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvw" (* of the squares, as one reads *)

type start = {
  height : int;
  width : int;
  value : int -> int -> Integer.t;
  turn : side;
  board : int -> int -> square;
  free : int; (* how many squares *)
}

let values_of value =
  let row value = Array.of_list (items ~most:7 value "values") in
  let rows = Array.of_list (List.map row (items ~most:7 value "values")) in
  expect (rows <> [||] && rows.(0) <> [||]) "values: no board";
  expect
    (Array.for_all (fun row -> Array.length row = Array.length rows.(0)) rows)
    "values: no board";
  let most = Integer.of_int 1_000_000 in
  Array.map (Array.map (fun value -> whole value (Integer.neg most) most "a value")) rows

let start_of scenario =
  match fields scenario [ "values"; "board"; "turn" ] with
  | [ values; board; turn ] ->
      let values = values_of values in
      let height = Array.length values and width = Array.length values.(0) in
      let lines = Array.of_list (List.map (fun l -> text l "board") (items ~most:7 board "board")) in
      expect
        (Array.length lines = height && Array.for_all (fun l -> String.length l = width) lines)
        "board: rows";
      let square = function
        | 'X' -> Held X
        | 'O' -> Held O
        | '.' -> Free
        | _ -> unusable "board: its letters"
      in
      let squares = Array.map (fun l -> Array.init width (fun c -> square l.[c])) lines in
      let count row = List.length (List.filter (fun s -> s = Free) (Array.to_list row)) in
      {
        height;
        width;
        value = (fun r c -> values.(r).(c));
        turn =
          (match turn with
          | Text "X" -> X
          | Text "O" -> O
          | _ -> unusable "turn: expected X or O");
        board = (fun r c -> squares.(r).(c));
        free = Array.fold_left (fun sum row -> sum + count row) 0 squares;
      }
  | _ -> assert false

let most_margin = Integer.of_int 1_000_000_000
let margin_in value name = whole value (Integer.neg most_margin) most_margin name

(* The margin that is claimed; none if the winner does not go with it. *)
let claimed values =
  match fields values [ "winner"; "margin" ] with
  | [ winner; margin ] ->
      let margin = margin_in margin "margin" in
      let sign = Integer.sign margin in
      let named = if sign = 0 then "draw" else if sign > 0 then "X" else "O" in
      if winner = Text named then Some margin else None
  | _ -> assert false

(* Places of the table for so many positions: more than twice as many, in up to 64 shelves. *)
let sizes_for count =
  let rec power n = if n > (2 * count) + 64 then n else power (2 * n) in
  let all = power 64 in
  let shelves = min 64 (all / 64) in
  { shelves = Uint63.of_int shelves; places = Uint63.of_int (all / shelves); looks = 1000; most_moves = 64 }

(* The table is no larger than this; the walk forgets positions if it is full. *)
let sizes_of_walk free = sizes_for (min 2_000_000 (1 lsl (2 * min 11 (free + 1))))

(* --- as terms of Coq ------------------------------------------------------------------------ *)

let side_term = function X -> "X" | O -> "O"

(* height, width and values; the side to move and the board *)
let board_terms start =
  let rows show at =
    Statement.(
      list (list show) (List.init start.height (fun r -> List.init start.width (fun c -> at r c))))
  in
  let square = function Free -> "free" | Held side -> "held " ^ side_term side in
  ( Printf.sprintf "%d %d (grid %s%%Z 0%%Z)" start.height start.width
      (rows Statement.integer start.value),
    Printf.sprintf "%s (grid %s free)" (side_term start.turn) (rows square start.board) )

let stated start sizes claim replies accepted =
  {
    Statement.game = "SquirrelWar";
    accepted;
    theorem =
      (fun () ->
        let values, board = board_terms start in
        claim values board);
    evidence =
      (fun () ->
        Printf.sprintf "by_certificate (sizes %s %s)%%uint63 %s" (Statement.word sizes.shelves)
          (Statement.word sizes.places) (replies ()));
  }

let check_both start values strategies =
  let margin = claimed values in
  match List.map (fun value -> text value "strategies") (fields strategies [ "X"; "O" ]) with
  | [ x; o ] -> (
      let number letter = Option.value (String.index_opt letters letter) ~default:1000 in
      let next (replies, at) =
        if at = String.length replies then None else Some (number replies.[at], (replies, at + 1))
      in
      (* For each reply at most two positions are new. *)
      let sizes = sizes_for (2 + (2 * max (String.length x) (String.length o))) in
      match margin with
      | None -> Statement.refused
      | Some margin ->
          let numbers line = 
            let reply letter = Uint63.of_int (number letter) in
            Statement.packed (Lists.map reply (List.of_seq (String.to_seq line)))
          in
          stated start sizes
            (fun values board ->
              Printf.sprintf "margin_is %s %s %s%%Z" values board (Statement.integer margin))
            (fun () -> Printf.sprintf "(%s, %s)" (numbers x) (numbers o))
            (fun () ->
              check_margin next start.height start.width start.value sizes start.turn start.board
                margin (x, 0) (o, 0)))
  | _ -> assert false

let square_named start value =
  let name = text value "plan" in
  let column = if name = "" then -1 else Option.value (String.index_opt letters name.[0]) ~default:(-1) in
  let row =
    if String.length name <> 2 then -1 else Char.code name.[1] - Char.code '1'
  in
  expect
    (0 <= column && column < start.width && 0 <= row && row < start.height)
    "plan: expected cells";
  (row, column)

let read certificate =
  match fields certificate [ "certificate"; "scenario"; "claim"; "plan"; "strategies" ] with
  | [ _; scenario; claim; plan; strategies ] -> (
      let start = start_of scenario in
      match fields claim [ "ask"; "values" ] with
      | [ Text "margin"; values ] ->
          expect (plan = Null) "plan: expected null";
          check_both start values strategies
      | [ Text "beat"; values ] -> (
          expect (strategies = Null) "strategies: expected null";
          let plan = List.map (square_named start) (items ~most:49 plan "plan") in
          match claimed values with
          | None -> Statement.refused
          | Some margin ->
              let sizes = sizes_of_walk start.free in
              let m = Statement.integer margin and plan_term = Statement.(list pair) plan in
              stated start sizes
                (fun values board ->
                  Printf.sprintf
                    "beats %s %s %s%%Z /\\ game %s (one_is_greedy %s (other %s)) %s %s %s%%Z" values
                    board m values values (side_term start.turn) board plan_term m)
                (fun () -> "tt")
                (fun () ->
                  check_beat start.height start.width start.value sizes start.turn start.board margin
                    plan))
      | [ Text "shared"; values ] -> (
          expect (strategies = Null && plan = Null) "plan, strategies: expected null";
          match fields values [ "largest"; "smallest" ] with
          | [ largest; smallest ] ->
              let sizes = sizes_of_walk start.free in
              let largest = margin_in largest "largest" and smallest = margin_in smallest "smallest" in
              stated start sizes
                (fun values board ->
                  Printf.sprintf "largest %s anything %s %s%%Z /\\ smallest %s anything %s %s%%Z" values
                    board (Statement.integer largest) values board (Statement.integer smallest))
                (fun () -> "tt")
                (fun () ->
                  check_shared start.height start.width start.value sizes start.turn start.board
                    largest smallest)
          | _ -> assert false)
      | _ -> unusable "ask: expected a question that has certificates")
  | _ -> assert false
