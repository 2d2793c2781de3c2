(* Certificates of Toads and Frogs, read for the proven checker. *)

module Integer = Z (* Checkers has a Z of its own *)
open Json
open Checkers
module Z = Integer

let zero = Z.zero

let side name value =
  match value with
  | Text "toads" -> Toads
  | Text "frogs" -> Frogs
  | _ -> unusable "%s: expected toads or frogs" name

let cell letter =
  match letter with
  | 'T' -> T
  | 'F' -> F
  | '_' -> Gap0
  | _ -> unusable "start: expected the letters T, F and _"

let row value =
  let line = text value "start" in
  let length = String.length line in
  expect (1 <= length && length <= 60) "start: expected rows of 1 to 60 cells";
  List.map cell (List.of_seq (String.to_seq line))

let written rows =
  let letter cell = match cell with T -> 'T' | F -> 'F' | Gap0 -> '_' in
  String.concat "+" (List.map (fun r -> String.of_seq (List.to_seq (List.map letter r))) rows)

(* The row and the cells of a move; 0, which is never legal, for what is no move. *)
let move ~rows name =
  let number text = Option.value (Natural.of_string_opt text) ~default:0 in
  let made =
    match String.split_on_char ':' name with
    | [ cells ] when rows = 1 -> (1, cells)
    | [ number_of_row; cells ] when rows > 1 -> (number number_of_row, cells)
    | _ -> (0, "")
  in
  match (made, String.split_on_char '-' (snd made)) with
  | (row, _), [ a; b ] ->
      let a = number a and b = number b in
      let again =
        if rows = 1 then Printf.sprintf "%d-%d" a b else Printf.sprintf "%d:%d-%d" row a b
      in
      if again = name then ((row, a), b) else ((0, 0), 0)
  | _ -> ((0, 0), 0)

let fuel = 1_000_000

(* --- winners, plies and whole games --------------------------------------------------------- *)

let table ~rows value =
  match value with
  | Object members ->
      let made = Hashtbl.create 1024 in
      List.iter
        (fun (position, reply) ->
          match reply with
          | Text name -> Hashtbl.replace made position (move ~rows name)
          | _ -> ())
        members;
      made
  | _ -> unusable "expected objects of replies"

let tables ~rows value =
  match fields value [ "toads"; "frogs" ] with
  | [ toads; frogs ] -> (table ~rows toads, table ~rows frogs)
  | _ -> assert false

let reply_in (toads, frogs) player position =
  Hashtbl.find_opt (match player with Toads -> toads | Frogs -> frogs) (written position)

let side_term = function Toads -> "toads" | Frogs -> "frogs"
let cell_term = function T -> "T" | F -> "F" | Gap0 -> "gap"
let rows_term = Statement.(list (list cell_term))
let name_term ((row, a), b) = Printf.sprintf "(%d, %d, %d)" row a b

(* Replies to rows of other letters are never asked for. *)
let table_term table =
  let entry (position, name) =
    let rows = String.split_on_char '+' position in
    let cells line = List.map cell (List.of_seq (String.to_seq line)) in
    match List.map cells rows with
    | rows -> [ Printf.sprintf "(%s, %s)" (rows_term rows) (name_term name) ]
    | exception Unusable _ -> []
  in
  Statement.list Fun.id (List.concat_map entry (List.of_seq (Hashtbl.to_seq table)))

let tables_term (toads, frogs) =
  Printf.sprintf "(reply %s %s)" (table_term toads) (table_term frogs)

(* No game is longer: each animal crosses its row at most once. *)
let most_plies start = List.fold_left (fun n row -> n + (List.length row * List.length row)) 2 start

let stated start theorem replies accepted =
  {
    Statement.game = "ToadsAndFrogs";
    accepted;
    theorem = (fun () -> theorem (Printf.sprintf "(alone %s)" (rows_term start)));
    evidence =
      (fun () -> Printf.sprintf "by_certificate %d%%nat %s" (most_plies start) (replies ()));
  }

let read_winner start values strategies =
  let tables = tables ~rows:(List.length start) strategies in
  match fields values [ "toads"; "frogs" ] with
  | [ toads; frogs ] ->
      let toads = side "winner" toads and frogs = side "winner" frogs in
      let wins winner first = check_wins (reply_in tables) fuel winner first start in
      stated start
        (fun rows ->
          Printf.sprintf "wins %s toads %s /\\ wins %s frogs %s" (side_term toads) rows
            (side_term frogs) rows)
        (fun () -> tables_term tables)
        (fun () -> wins toads Toads && wins frogs Frogs)
  | _ -> assert false

let read_plies start turn values strategies =
  let tables = tables ~rows:(List.length start) strategies in
  match fields values [ "winner"; "remoteness" ] with
  | [ winner; plies ] ->
      let plies = Z.to_int (whole plies zero (Z.of_int 1_000_000) "remoteness") in
      let winner = side "winner" winner in
      stated start
        (fun rows ->
          Printf.sprintf "remoteness %s %s %s %d" (side_term winner) (side_term turn) rows plies)
        (fun () -> tables_term tables)
        (fun () -> check_remoteness (reply_in tables) fuel winner turn start plies)
  | _ -> assert false

let read_game ~is_shortest start turn values plan =
  let plan =
    Lists.map
      (fun m -> match m with Text name -> move ~rows:(List.length start) name | _ -> ((0, 0), 0))
      (items plan "plan")
  in
  match fields values [ "plies" ] with
  | [ plies ] ->
      let plies = Z.to_int (whole plies zero (Z.of_int 1_000_000) "plies") in
      stated start
        (fun rows ->
          Printf.sprintf "%s %s %s %d"
            (if is_shortest then "shortest" else "longest")
            (side_term turn) rows plies)
        (fun () -> Statement.list name_term plan)
        (fun () -> List.length plan = plies && check_length is_shortest fuel turn start plan)
  | _ -> assert false

(* --- names of values ------------------------------------------------------------------------ *)

let digit c = '0' <= c && c <= '9'

(* Reads a name as the Python checker does; docs/values.md explains names. *)
let name_of line =
  let size = String.length line in
  let at = ref 0 in
  let peek k = if !at + k < size then line.[!at + k] else '\000' in
  let wrong () = unusable "there is no value %s" line in
  let skipped sign =
    let length = String.length sign in
    let comes = !at + length <= size && String.sub line !at length = sign in
    if comes then at := !at + length;
    comes
  in
  let digits most =
    let began = !at in
    while !at - began < most && digit (peek 0) do incr at done;
    String.sub line began (!at - began)
  in
  (* m/2^k in lowest terms *)
  let fraction above below =
    let m = int_of_string above and n = if below = "" then 1 else int_of_string below in
    if n = 0 then unusable "a denominator is 0";
    let rec gcd a b = if b = 0 then a else gcd b (a mod b) in
    let g = max 1 (gcd (abs m) n) in
    let m = m / g and n = n / g in
    let rec log k = if 1 lsl k = n then k else if k > 20 then unusable "a fraction is no value" else log (k + 1) in
    if (abs m - 1) / 1000 >= n then unusable "a number is too large";
    (Z.of_int m, log 0)
  in
  let unsigned () =
    let above = digits 4 in
    if peek 0 = '/' && digit (peek 1) then (incr at; (above, digits 7)) else (above, "")
  in
  let counted () =
    match digits 4 with "" -> 1 | text -> int_of_string text
  in
  let simple () =
    let began = !at in
    if (peek 0 = '+' || peek 0 = '-') && peek 1 = '_' && digit (peek 2) then begin
      let up = peek 0 = '+' in
      at := !at + 2;
      let above, below = unsigned () in
      let m, k = fraction above below in
      if up then Tiny (m, k) else Miny (m, k)
    end
    else begin
      let negative = peek 0 = '-' && digit (peek 1) in
      if negative then incr at;
      let m, k =
        if digit (peek 0) then
          let above, below = unsigned () in
          fraction above below
        else (zero, 0)
      in
      let m = if negative then Z.neg m else m in
      let arrow = peek 0 in
      let count = if arrow = '^' || arrow = 'v' then (incr at; counted ()) else 0 in
      let star = if peek 0 = '*' then (incr at; counted ()) else 0 in
      if !at = began then wrong ();
      if count > 1000 then unusable "there are too many ups";
      if star lxor (count land 1) > 62 then unusable "a nimber is too large";
      Simple (m, k, arrow <> 'v', count, star)
    end
  in
  let rec value depth =
    if depth > 100 then unusable "braces are nested too deep";
    if skipped "{" then
      let left = options depth "|" in
      let right = options depth "}" in
      Braces (left, right)
    else if skipped "+-" then begin
      let began = !at in
      if skipped "{" then begin
        let left = several depth in
        if skipped "}" then Switch left
        else begin
          at := began;
          Switch [ value (depth + 1) ]
        end
      end
      else Switch [ value (depth + 1) ]
    end
    else simple ()
  and options depth sign =
    if skipped sign then []
    else begin
      let made = several depth in
      if not (skipped sign) then wrong ();
      made
    end
  and several depth =
    let first = value (depth + 1) in
    let rec more made = if skipped "," then more (value (depth + 1) :: made) else List.rev made in
    more [ first ]
  in
  let made = value 1 in
  if !at < size then wrong ();
  made

(* The games that a value consists of are written out as a tree, which must not be too large. *)
let most_games = 2_000_000.

let rec tree_size name =
  let number k m = (2. ** float k) *. (1. +. abs_float (Z.to_float m /. (2. ** float k))) in
  match name with
  | Simple (m, k, _, count, star) ->
      let x = number k m in
      (x *. (2. ** float (star lor 1 + 1))) +. (float count *. (4. *. x))
  | Tiny (m, k) | Miny (m, k) -> number k m +. 4.
  | Switch l -> 2. *. sum l
  | Braces (l, r) -> 1. +. sum l +. sum r

and sum l = List.fold_left (fun total each -> total +. tree_size each) 1. l

(* The numbers of a game and of all that it can become; equal games have one number. *)
let numbered game =
  let known = Hashtbl.create 64 and made = ref [] in
  let rec number (Game (left, right)) =
    let key = (List.map number left, List.map number right) in
    match Hashtbl.find_opt known key with
    | Some i -> i
    | None ->
        let i = Hashtbl.length known in
        Hashtbl.add known key i;
        let words = List.map Uint63.of_int in
        made := { lefts = words (fst key); rights = words (snd key) } :: !made;
        i
  in
  let number = number game in
  (List.rev !made, Uint63.of_int number)

(* --- comparisons ---------------------------------------------------------------------------- *)

let letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-"

let strategy value =
  match value with
  | Null -> None
  | _ ->
      let line = text value "strategies" in
      expect (String.length line <= 5_000_000) "strategies: expected text";
      let reply c = Uint63.of_int (Option.value (String.index_opt letters c) ~default:1000) in
      let replies = List.rev (String.fold_left (fun made c -> reply c :: made) [] line) in
      let rec power n = if n > (2 * String.length line) + 64 then n else power (2 * n) in
      let places = power 64 in
      let shelves = min 1024 (places / 64) in
      Some ({ doublings = 40; tries = 1000; shelves = Uint63.of_int shelves;
              places0 = Uint63.of_int (places / shelves) }, replies)

(* --- comparisons as terms of Coq ------------------------------------------------------------ *)

let rec value_term name =
  let open Statement in
  match name with
  | Simple (m, k, is_up, count, star) ->
      Printf.sprintf "(Simple %s %d %b %d %d)" (integer m) k is_up count star
  | Tiny (m, k) -> Printf.sprintf "(Tiny %s %d)" (integer m) k
  | Miny (m, k) -> Printf.sprintf "(Miny %s %d)" (integer m) k
  | Switch l -> Printf.sprintf "(Switch %s)" (list value_term l)
  | Braces (l, r) -> Printf.sprintf "(Braces %s %s)" (list value_term l) (list value_term r)

let relation = function
  | Is_equal -> "equal"
  | Is_greater -> "greater"
  | Is_less -> "less"
  | Is_confused -> "confused"
  | Is_at_least -> "at_least"
  | Is_not_at_least -> "~ at_least"

let strategy_term = function
  | None -> "no_strategy"
  | Some (z, replies) ->
      Printf.sprintf "(strategy %s%%uint63 %s%%uint63 %s)" (Statement.word z.shelves)
        (Statement.word z.places0) (Statement.packed replies)

let games_term games =
  Statement.list
    (fun n -> Printf.sprintf "node %s %s" (Statement.words n.lefts) (Statement.words n.rights))
    games

let compared start ask values strategies =
  let name, claim =
    match ask with
    | "at-least" -> (
        match fields values [ "other"; "at_least" ] with
        | [ other; Bool true ] -> (other, Is_at_least)
        | [ other; Bool false ] -> (other, Is_not_at_least)
        | _ -> unusable "at_least: expected true or false")
    | "value" -> (
        match fields values [ "value" ] with [ v ] -> (v, Is_equal) | _ -> assert false)
    | _ -> (
        match fields values [ "other"; "relation" ] with
        | [ other; Text "=" ] -> (other, Is_equal)
        | [ other; Text ">" ] -> (other, Is_greater)
        | [ other; Text "<" ] -> (other, Is_less)
        | [ other; Text "||" ] -> (other, Is_confused)
        | _ -> unusable "relation: unknown")
  in
  let name = name_of (text name "value") in
  expect (tree_size name <= most_games) "the value is too large";
  let games, number = numbered (negative (meaning name)) in
  match fields strategies [ "toads"; "frogs" ] with
  | [ toads; frogs ] ->
      let toads = strategy toads and frogs = strategy frogs in
      {
        Statement.game = "ToadsAndFrogs";
        accepted = (fun () -> check_claim games number name start claim toads frogs);
        theorem =
          (fun () ->
            Printf.sprintf "%s %s (meaning %s)" (relation claim) (rows_term start) (value_term name));
        evidence =
          (fun () ->
            Printf.sprintf "by_comparison %s %s%%uint63 %s %s" (games_term games)
              (Statement.word number)
              (strategy_term toads) (strategy_term frogs));
      }
  | _ -> assert false

let read certificate =
  match fields certificate [ "certificate"; "scenario"; "claim"; "plan"; "strategies" ] with
  | [ _; scenario; claim; plan; strategies ] -> (
      match (fields scenario [ "start"; "turn" ], fields claim [ "ask"; "values" ]) with
      | [ start; turn ], [ ask; values ] -> (
          let start = List.map row (items ~most:20 start "start") in
          expect (start <> []) "start: expected at least one row";
          let turn = side "turn" turn in
          let without value name = expect (value = Null) (name ^ ": expected null") in
          match text ask "ask" with
          | ("value" | "at-least" | "compare-with") as ask ->
              without plan "plan";
              compared start ask values strategies
          | ("shortest" | "longest") as ask ->
              without strategies "strategies";
              read_game ~is_shortest:(ask = "shortest") start turn values plan
          | "winner" ->
              without plan "plan";
              read_winner start values strategies
          | "remoteness" ->
              without plan "plan";
              read_plies start turn values strategies
          | _ -> unusable "ask: expected a question that has certificates")
      | _ -> assert false)
  | _ -> assert false
