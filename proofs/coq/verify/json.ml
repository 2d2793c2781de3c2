(* JSON as certificates use it: ASCII, no backslash, whole numbers, no key twice. *)

exception Unusable of string

let unusable format = Printf.ksprintf (fun text -> raise (Unusable text)) format

type t =
  | Null
  | Bool of bool
  | Number of Z.t
  | Text of string
  | List of t list
  | Object of (string * t) list

let most_depth = 1000
let most_digits = 1000
let most_bytes = 128 * 1024 * 1024
let small = Array.init 100000 (fun n -> Number (Z.of_int n)) (* kept once *)

let expect_size bytes = if bytes > most_bytes then unusable "the file is too large"

let parse (text : string) : t =
  let size = String.length text in
  expect_size size;
  let at = ref 0 in
  let peek () = if !at < size then text.[!at] else '\000' in
  let wrong () = unusable "not JSON at byte %d" (!at + 1) in
  let rec skip () =
    match peek () with
    | (' ' | '\t' | '\n' | '\r') when !at < size -> incr at; skip ()
    | _ -> ()
  in
  let expect sign = if peek () = sign && !at < size then incr at else wrong () in
  let word letters value =
    let length = String.length letters in
    if !at + length <= size && String.sub text !at length = letters then begin
      at := !at + length;
      value
    end
    else wrong ()
  in
  let digit c = '0' <= c && c <= '9' in
  let number () =
    let began = !at in
    if peek () = '-' then incr at;
    let first = !at in
    while digit (peek ()) do incr at done;
    let digits = !at - first in
    if digits = 0 || (digits > 1 && text.[first] = '0') then wrong ();
    (match peek () with
    | '.' | 'e' | 'E' -> unusable "expected whole numbers"
    | _ -> ());
    if digits > most_digits then unusable "a number has more than %d digits" most_digits;
    if digits <= 5 && first = began then small.(int_of_string (String.sub text first digits))
    else Number (Z.of_string (String.sub text began (!at - began)))
  in
  let quoted () =
    expect '"';
    let began = !at in
    let rec close () =
      if !at >= size then wrong ()
      else
        match text.[!at] with
        | '"' -> ()
        | c when c < ' ' -> wrong ()
        | _ -> incr at; close ()
    in
    close ();
    incr at;
    String.sub text began (!at - 1 - began)
  in
  let rec value depth =
    if depth > most_depth then unusable "lists and objects are nested too deep";
    skip ();
    let made =
      match peek () with
      | '{' -> incr at; Object (members depth)
      | '[' -> incr at; List (items depth)
      | '"' -> Text (quoted ())
      | 'n' -> word "null" Null
      | 't' -> word "true" (Bool true)
      | 'f' -> word "false" (Bool false)
      | _ -> number ()
    in
    skip ();
    made
  and items depth =
    skip ();
    if peek () = ']' then (incr at; [])
    else
      let rec more made =
        let made = value (depth + 1) :: made in
        if peek () = ',' then (incr at; more made)
        else (expect ']'; List.rev made)
      in
      more []
  and members depth =
    skip ();
    if peek () = '}' then (incr at; [])
    else begin
      let keys = Hashtbl.create 16 in
      let rec more made =
        skip ();
        let key = quoted () in
        if Hashtbl.mem keys key then unusable "a key stands twice in an object";
        Hashtbl.add keys key ();
        skip ();
        expect ':';
        let made = (key, value (depth + 1)) :: made in
        if peek () = ',' then (incr at; more made)
        else (expect '}'; List.rev made)
      in
      more []
    end
  in
  String.iteri
    (fun i c ->
      if c > '\127' then unusable "expected ASCII text, found none at byte %d" (i + 1);
      if c = '\\' then unusable "expected no backslash, as no certificate needs one")
    text;
  let made = value 0 in
  if !at < size then wrong ();
  made

(* --- values within bounds ------------------------------------------------------------------- *)

let expect condition message = if not condition then raise (Unusable message)

let whole value least most name =
  match value with
  | Number n when Z.leq least n && Z.leq n most -> n
  | _ ->
      unusable "%s: expected a whole number from %s to %s" name (Z.to_string least)
        (Z.to_string most)

let items ?(most = 1_000_000) value name =
  match value with
  | List l when List.compare_length_with l most <= 0 -> l
  | _ -> unusable "%s: expected a list of up to %d" name most

let text value name =
  match value with Text t -> t | _ -> unusable "%s: expected text" name

let fields value names =
  match value with
  | Object members
    when List.length members = List.length names
         && List.for_all (fun name -> List.mem_assoc name members) names ->
      List.map (fun name -> List.assoc name members) names
  | _ -> unusable "expected an object with the keys %s" (String.concat ", " names)
