(* Certificates of Ugly Duck, read for the proven checker. *)

open Json
open Checkers

let cell letter =
  match letter with
  | '.' -> Empty
  | 'd' -> Piece (Green, Duck)
  | 's' -> Piece (Green, Swan)
  | 'D' -> Piece (Blue, Duck)
  | 'S' -> Piece (Blue, Swan)
  | _ -> unusable "board: a row is wrong"

let board_of value =
  let lines = List.map (fun line -> text line "board") (items ~most:7 value "board") in
  expect (List.length lines >= 3) "board: expected 3 to 7 rows";
  let columns = String.length (List.hd lines) in
  expect (3 <= columns && columns <= 7) "board: expected 3 to 7 columns";
  expect (List.for_all (fun line -> String.length line = columns) lines) "board: a row is wrong";
  let has line letters = String.exists (String.contains letters) line in
  expect (not (has (List.hd lines) "Ds")) "board: wrong piece in the first row";
  expect (not (has (List.nth lines (List.length lines - 1)) "dS")) "board: wrong piece in the last row";
  let all = String.concat "" lines in
  expect (has all "ds" && has all "DS") "board: a side has no piece";
  List.map (fun line -> List.map cell (List.of_seq (String.to_seq line))) lines

let digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-"
let no_move = Uint63.of_int 1000

(* The numbers of the replies; no_move for what is not well written. *)
let replies_of letters =
  let rec from at more made =
    if at = String.length letters then List.rev (if more > 0 then no_move :: made else made)
    else
      match (letters.[at], String.index_opt digits letters.[at]) with
      | '_', _ -> from (at + 1) (min 1_000_000 (more + String.length digits)) made
      | _, Some n -> from (at + 1) 0 (Uint63.of_int (more + n) :: made)
      | _, None -> from (at + 1) 0 (no_move :: made)
  in
  from 0 0 []

let side name value =
  match value with
  | Text "green" -> Green
  | Text "blue" -> Blue
  | _ -> unusable "%s: expected green or blue" name

(* Shelves of the table, and places in each: more than twice as many as positions. *)
let sizes_for count =
  let rec power n = if n > (2 * count) + 64 then n else power (2 * n) in
  let places = power 64 in
  let shelves = min 1024 (places / 64) in
  (Uint63.of_int shelves, Uint63.of_int (places / shelves))

(* --- as terms of Coq ------------------------------------------------------------------------ *)

let side_term = function Green -> "green" | Blue -> "blue"

let cell_term = function
  | Empty -> "empty"
  | Piece (side, kind) ->
      Printf.sprintf "piece %s %s" (side_term side) (match kind with Duck -> "duck" | Swan -> "swan")

let stated board turn (shelves, places) claim replies accepted =
  {
    Statement.game = "UglyDuck";
    accepted;
    theorem =
      (fun () ->
        Printf.sprintf "%s (board_of %s, %s)"
          (claim (Printf.sprintf "%d %d" (List.length board) (List.length (List.hd board))))
          (Statement.(list (list cell_term)) board)
          (side_term turn));
    evidence =
      (fun () -> Printf.sprintf "by_certificate %s%%uint63 %s%%uint63 %s" (Statement.word shelves)
          (Statement.word places) (replies ()));
  }

let read certificate =
  match fields certificate [ "certificate"; "scenario"; "claim"; "strategies" ] with
  | [ _; scenario; claim; strategies ] -> (
      match (fields scenario [ "board"; "turn"; "no_moves" ], fields claim [ "ask"; "winner" ]) with
      | [ board; turn; no_moves ], [ ask; winner ] -> (
          let board = board_of board in
          let turn = side "turn" turn in
          let passes =
            match no_moves with
            | Text "loses" -> false
            | Text "pass" -> true
            | _ -> unusable "no_moves: expected loses or pass"
          in
          expect (ask = Text "winner") "ask: expected a question that has certificates";
          match winner with
          | Text "draw" -> (
              expect passes "winner: there are no draws without passes";
              match fields strategies [ "green"; "blue" ] with
              | [ green; blue ] ->
                  let replies value = replies_of (text value "strategies") in
                  let green = replies green and blue = replies blue in
                  let shelves, places =
                    sizes_for (8 * max (List.length green) (List.length blue))
                  in
                  let holds = check_holder true true board turn in
                  stated board turn (shelves, places)
                    (fun size -> "drawn pass " ^ size)
                    (fun () -> Printf.sprintf "(%s, %s)" (Statement.packed green) (Statement.packed blue))
                    (fun () ->
                      holds Green 40 1000 shelves places green
                      && holds Blue 40 1000 shelves places blue)
              | _ -> assert false)
          | _ -> (
              let holder = side "winner" winner in
              match fields strategies [ text winner "winner" ] with
              | [ replies ] ->
                  let replies = replies_of (text replies "strategies") in
                  let shelves, places = sizes_for (List.length replies) in
                  stated board turn (shelves, places)
                    (fun size ->
                      Printf.sprintf "wins %s %s %s"
                        (if passes then "pass" else "loses")
                        size (side_term holder))
                    (fun () -> Statement.packed replies)
                    (fun () ->
                      check_holder passes false board turn holder 40 1000 shelves places replies)
              | _ -> assert false))
      | _ -> assert false)
  | _ -> assert false
