(* Certificates of the frog puzzle, read for the proven checker. *)

open Json
open Checkers

let cell = function L -> "L" | R -> "R" | Gap -> "gap"
let term = Statement.list cell

let goal_term = Statement.(list (option cell))

let stated theorem positions accepted =
  {
    Statement.game = "FrogPuzzle";
    accepted;
    theorem;
    evidence = (fun () -> "by_certificate " ^ positions ());
  }

let letters ~wanted value =
  let line = text value "row" in
  let length = String.length line in
  expect (1 <= length && length <= 200) "expected 1 to 200 cells";
  List.map
    (fun letter ->
      match letter with
      | 'L' -> Some L
      | 'R' -> Some R
      | '_' -> Some Gap
      | '?' when wanted -> None
      | _ -> unusable "expected the letters L, R and _")
    (List.of_seq (String.to_seq line))

let row value = List.filter_map Fun.id (letters ~wanted:false value)

(* The cells of a move; 0-0, which is never legal, for what is no move. *)
let move value =
  let name = text value "plan" in
  match List.map Natural.of_string_opt (String.split_on_char '-' name) with
  | [ Some a; Some b ] when Printf.sprintf "%d-%d" a b = name && a > 0 && b > 0 -> (a, b)
  | _ -> (0, 0)

let read certificate =
  match fields certificate [ "certificate"; "scenario"; "claim"; "plan"; "positions" ] with
  | [ _; scenario; claim; plan; positions ] -> (
      match (fields scenario [ "start"; "goal" ], fields claim [ "ask"; "status"; "values" ]) with
      | [ start; goal ], [ ask; status; values ] -> (
          let start = row start and goal = letters ~wanted:true goal in
          let size = List.length start in
          expect (List.length goal = size) "expected a goal as long as the start";
          let ask = List.map (fun q -> text q "ask") (items ask "ask") in
          let known q = q = "min-moves" || q = "reach" in
          expect
            (ask <> [] && List.for_all known ask
            && List.length (List.sort_uniq compare ask) = List.length ask)
            "ask: expected different questions";
          let rows value =
            let rows = Lists.map row (items value "positions") in
            expect
              (List.for_all (fun r -> List.length r = size) rows)
              "positions: expected rows as long as the start";
            rows
          in
          match status with
          | Text "optimal" -> (
              let plan = Lists.map move (items plan "plan") in
              match fields values [ "moves" ] with
              | [ Number moves ] when Big_int_Z.eq_big_int moves (Big_int_Z.big_int_of_int (List.length plan))
                ->
                  let fewest = List.mem "min-moves" ask in
                  let positions = match positions with Null -> None | _ -> Some (rows positions) in
                  stated
                    (fun () ->
                      Printf.sprintf "optimal %b %s %s %s %d" fewest (term start) (goal_term goal)
                        (Statement.list Statement.pair plan) (List.length plan))
                    (fun () -> Statement.option (Statement.list term) positions)
                    (fun () -> check_optimal0 fewest start goal plan (List.length plan) positions)
              | _ -> Statement.refused)
          | Text "infeasible" ->
              expect (plan = Null && values = Null) "expected a verdict without a plan";
              let positions = rows positions in
              stated
                (fun () -> Printf.sprintf "infeasible %s %s" (term start) (goal_term goal))
                (fun () -> Statement.list term positions)
                (fun () -> check_infeasible0 start goal positions)
          | _ -> unusable "status: expected optimal or infeasible")
      | _ -> assert false)
  | _ -> assert false
