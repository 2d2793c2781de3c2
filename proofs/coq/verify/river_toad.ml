(* Certificates of River Toad, read for the proven checker. *)

module Integer = Z (* Checkers has a Z of its own *)
open Json
open Checkers
module Z = Integer


let largest = Z.of_string "1000000000000000"
let million = Z.of_int 1_000_000
let zero = Z.zero
let one = Z.one

let shift_of name =
  let number text =
    let digits = String.length text in
    if 1 <= digits && digits <= 3 && text.[0] <> '0' && String.for_all (fun c -> '0' <= c && c <= '9') text
    then Z.of_string text
    else unusable "expected an action: stay, left-N or right-N"
  in
  let after prefix =
    let length = String.length prefix in
    if String.length name > length && String.sub name 0 length = prefix then
      Some (String.sub name length (String.length name - length))
    else None
  in
  if name = "stay" then zero
  else
    match (after "left-", after "right-") with
    | Some n, _ -> Z.neg (number n)
    | _, Some n -> number n
    | _ -> unusable "expected an action: stay, left-N or right-N"

let bound value name = match value with Null -> None | _ -> Some (whole value zero largest name)

let scenario_of value =
  match
    fields value
      [ "rows"; "width"; "start"; "hp"; "gain"; "actions"; "overdraft"; "rolls"; "require" ]
  with
  | [ rows; width; start; hp; gain; actions; overdraft; rolls; require ] -> (
      let rows = Z.to_int (whole rows (Z.of_int 2) (Z.of_int 1000) "rows") in
      let width = whole width one (Z.of_int 50) "width" in
      let first_cell = whole start one width "start" in
      let first_hp = whole hp one largest "hp" in
      let gain = whole gain zero million "gain" in
      let clamped =
        match overdraft with
        | Text "clamped" -> true
        | Text "forbidden" -> false
        | _ -> unusable "overdraft: expected a ruling"
      in
      let most_roll = Z.succ (Z.shift_left one (Z.to_int width)) in
      let rolls = Lists.map (fun r -> whole r zero most_roll "a roll") (items rolls "rolls") in
      let turns = List.length rolls in
      expect (turns > 0) "rolls: expected at least one";
      let actions =
        match actions with
        | Object (_ :: _ as l) ->
            Lists.map (fun (name, c) -> { shift = shift_of name; cost = whole c zero million "a cost" }) l
        | _ -> unusable "actions: expected an object"
      in
      expect
        (let wide = Z.to_float width and ways = float (List.length actions) in
         float turns *. wide *. (wide +. ways) <= 50_000_000.)
        "the scenario is too large to check";
      match
        fields require [ "max_moves"; "min_final_hp"; "min_flies"; "forbid"; "visit"; "avoid" ]
      with
      | [ max_moves; min_final_hp; min_flies; forbid; visit; avoid ] ->
          let entry always value =
            match fields value [ "turn"; "cells" ] with
            | [ turn; cells ] ->
                let in_turn =
                  match turn with
                  | Null when always -> None
                  | _ -> Some (Z.to_int (whole turn one (Z.of_int turns) "a turn"))
                in
                let cells = Lists.map (fun c -> whole c one width "a cell") (items cells "cells") in
                expect (cells <> []) "cells: expected at least one";
                { in_turn; cells }
            | _ -> assert false
          in
          {
            rows; width; first_cell; first_hp; gain; actions; clamped; rolls;
            max_moves = bound max_moves "max_moves";
            min_final_hp = bound min_final_hp "min_final_hp";
            min_flies = bound min_flies "min_flies";
            forbid = Lists.map (fun a -> shift_of (text a "forbid")) (items forbid "forbid");
            visit = Lists.map (entry false) (items visit "visit");
            avoid = Lists.map (entry true) (items avoid "avoid");
          }
      | _ -> assert false)
  | _ -> assert false

let question value =
  match value with
  | Text "survive" -> Survive
  | Text "max-hp" -> Max_hp
  | Text "min-moves" -> Min_moves
  | Text "max-flies" -> Max_flies
  | Text "longest" -> Longest
  | Text "min-start-hp" -> Min_start_hp
  | _ -> unusable "ask: expected different questions"

(* As the checker's index needs them: flies rise, then HP fall, then moves rise. *)
let in_order a b =
  let by = Z.compare a.e_flies b.e_flies in
  if by <> 0 then by
  else
    let by = Z.compare b.e_hp a.e_hp in
    if by <> 0 then by else Z.compare a.e_moves b.e_moves

let layers scenario value =
  let rec elements made numbers =
    match numbers with
    | hp :: moves :: flies :: rest ->
        let number n = whole n zero largest "element" in
        elements ({ e_hp = number hp; e_moves = number moves; e_flies = number flies } :: made) rest
    | [] -> List.stable_sort in_order made
    | _ -> unusable "element: expected HP, moves and flies"
  in
  let cell value = elements [] (items ~most:300_000 value "cell") in
  let layer value = Lists.map cell (items ~most:(Z.to_int scenario.width) value "layer") in
  Lists.map layer (items ~most:(List.length scenario.rolls + 1) value "argument")

let figures value =
  match fields value [ "hp"; "moves"; "flies"; "turns"; "start_hp" ] with
  | [ hp; moves; flies; turns; start ] ->
      {
        final_hp = whole hp zero largest "hp";
        all_moves = whole moves zero largest "moves";
        all_flies = whole flies zero largest "flies";
        all_turns = whole turns zero largest "turns";
        start_hp = whole start one largest "start_hp";
      }
  | _ -> assert false

(* --- as terms of Coq ------------------------------------------------------------------------ *)

let action_term a =
  Printf.sprintf "{| shift := %s; cost := %s |}" (Statement.integer a.shift)
    (Statement.integer a.cost)

let scenario_term s =
  let open Statement in
  let z = integer and bound = option integer in
  let entry e =
    Printf.sprintf "{| in_turn := %s; cells := %s |}"
      (option (fun n -> nat n ^ "%nat") e.in_turn)
      (list z e.cells)
  in
  Printf.sprintf
    "{| rows := %d%%nat; width := %s; first_cell := %s; first_hp := %s; gain := %s; actions := %s; \
     clamped := %b; rolls := %s; max_moves := %s; min_final_hp := %s; min_flies := %s; forbid := %s; \
     visit := %s; avoid := %s |}"
    s.rows (z s.width) (z s.first_cell) (z s.first_hp) (z s.gain)
    (list action_term s.actions)
    s.clamped (list z s.rolls) (bound s.max_moves) (bound s.min_final_hp) (bound s.min_flies)
    (list z s.forbid) (list entry s.visit) (list entry s.avoid)

let question_term = function
  | Survive -> "survive"
  | Max_hp -> "max_hp"
  | Min_moves -> "min_moves"
  | Max_flies -> "max_flies"
  | Longest -> "longest"
  | Min_start_hp -> "min_start_hp"

let figures_term f =
  let z = Statement.integer in
  Printf.sprintf
    "{| final_hp := %s; all_moves := %s; all_flies := %s; all_turns := %s; start_hp := %s |}"
    (z f.final_hp) (z f.all_moves) (z f.all_flies) (z f.all_turns) (z f.start_hp)

let layers_term layers =
  let z = Statement.integer in
  let element e =
    Printf.sprintf "{| e_hp := %s; e_moves := %s; e_flies := %s |}" (z e.e_hp) (z e.e_moves)
      (z e.e_flies)
  in
  Statement.(list (list (list element))) layers

let stated theorem layers accepted =
  {
    Statement.game = "RiverToad";
    accepted;
    theorem = (fun () -> "(" ^ theorem () ^ ")%Z");
    evidence = (fun () -> Printf.sprintf "by_certificate (%s)%%Z" (layers ()));
  }

let read certificate =
  match fields certificate [ "certificate"; "scenario"; "claim"; "plan"; "arguments" ] with
  | [ _; scenario; claim; plan; arguments ] -> (
      let scenario = scenario_of scenario in
      match fields claim [ "ask"; "status"; "values" ] with
      | [ ask; status; values ] -> (
          let ask = List.map question (items ask "ask") in
          expect (ask <> []) "ask: expected different questions";
          expect
            (List.length (List.sort_uniq compare ask) = List.length ask)
            "ask: expected different questions";
          let arguments = items arguments "arguments" in
          match status with
          | Text "optimal" ->
              let action value =
                let shift = shift_of (text value "plan") in
                match List.find_opt (fun a -> Z.equal a.shift shift) scenario.actions with
                | Some a -> a
                | None -> { shift; cost = zero }
              in
              let plan = Lists.map action (items plan "plan") in
              let argument value =
                match value with Null -> None | _ -> Some (layers scenario value)
              in
              let figures = figures values and arguments = List.map argument arguments in
              stated
                (fun () ->
                  Printf.sprintf "optimal %s %s %s %s" (scenario_term scenario)
                    (Statement.list question_term ask)
                    (Statement.list action_term plan)
                    (figures_term figures))
                (fun () -> Statement.(list (option layers_term)) arguments)
                (fun () -> check_optimal scenario ask plan figures arguments)
          | Text "infeasible" -> (
              expect (plan = Null && values = Null) "expected a verdict without a plan";
              match arguments with
              | [ argument ] ->
                  let argument = layers scenario argument in
                  stated
                    (fun () ->
                      Printf.sprintf "infeasible %s %s" (scenario_term scenario)
                        (Statement.list question_term ask))
                    (fun () -> layers_term argument)
                    (fun () -> check_infeasible scenario ask argument)
              | _ -> unusable "arguments: expected as many as due")
          | _ -> unusable "status: expected optimal or infeasible")
      | _ -> assert false)
  | _ -> assert false
