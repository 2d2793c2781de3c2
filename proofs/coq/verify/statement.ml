(* What a certificate proves: whether the checker accepts it, and the claim as a theorem of Coq.

   Each game's reader makes both from the same values. *)

type t = {
  accepted : unit -> bool;
  game : string; (* the module of Statements.v *)
  theorem : unit -> string;
  evidence : unit -> string; (* what [by_certificate] or its like takes *)
}

(* Figures that contradict each other: no theorem. *)
let refused =
  let none () = raise (Json.Unusable "the figures of the claim contradict each other") in
  { accepted = (fun () -> false); game = ""; theorem = none; evidence = none }

(* --- values as terms ------------------------------------------------------------------------ *)

let list show l = "[" ^ String.concat "; " (Lists.map show l) ^ "]"
let option show = function None -> "None" | Some x -> "(Some " ^ show x ^ ")"
let pair (a, b) = Printf.sprintf "(%d,%d)" a b
let bool = string_of_bool
let nat = string_of_int
let integer n = if Z.sign n < 0 then "(" ^ Z.to_string n ^ ")" else Z.to_string n
let word n = Z.to_string (Uint63.to_integer n)
let words l = list word l ^ "%uint63"

(* Replies in letters of 6 bits, ten in an integer; Statements.v unpacks them. Long lists are cut,
   since coqc reads no list of many thousands. *)
let packed replies =
  let rec letters n = if n < 63 then [ n ] else 63 :: letters (n - 63) in
  let all = List.concat_map (fun reply -> letters (Uint63.to_index reply)) replies in
  let rec pieces most made piece length = function
    | [] -> List.rev (if piece = [] then made else List.rev piece :: made)
    | x :: rest when length < most -> pieces most made (x :: piece) (length + 1) rest
    | rest -> pieces most (List.rev piece :: made) [] 0 rest
  in
  let with_letter n letter = Uint63.(l_or (l_sl n (of_int 6)) (of_int letter)) in
  let together letters = List.fold_left with_letter (Uint63.of_int 0) (List.rev letters) in
  let words = Lists.map together (pieces 10 [] [] 0 all) in
  Printf.sprintf "(replies %d %s)%%uint63" (List.length all)
    (list (list word) (pieces 4096 [] [] 0 words))

(* Lines of at most 100 letters, broken at blanks. *)
let wrapped text =
  let made = Buffer.create (String.length text + 100) and column = ref 0 in
  let word w =
    let length = String.length w in
    if !column > 0 && !column + length >= 100 then (Buffer.add_string made "\n  "; column := 2)
    else if !column > 0 then (Buffer.add_char made ' '; incr column);
    Buffer.add_string made w;
    column := !column + length
  in
  List.iter word (String.split_on_char ' ' text);
  Buffer.contents made

(* A file that coqc accepts if the checker accepts the certificate. *)
let file { game; theorem; evidence; _ } =
  Printf.sprintf
    "From Toadstone Require Import Statements. Import Statements.%s.\n%s\n%s\nPrint Assumptions claim."
    game
    (wrapped ("Theorem claim : " ^ theorem () ^ "."))
    (wrapped ("Proof. " ^ evidence () ^ ". Qed."))
