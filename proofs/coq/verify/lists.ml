(* Functions of lists that need little of the stack, however long the list: JavaScript has less of it.
   Those of Coq and those of OCaml's library need it all. *)

let deep = 1000

let rec map_to n f = function
  | [] -> []
  | l when n = 0 -> List.rev (List.rev_map f l)
  | x :: l -> let y = f x in y :: map_to (n - 1) f l

let rec app_to n l m =
  match l with
  | [] -> m
  | l when n = 0 -> List.rev_append (List.rev l) m
  | x :: l -> x :: app_to (n - 1) l m

let app l m = app_to deep l m

let rec flat_map_to n f = function
  | [] -> []
  | l when n = 0 -> List.rev (List.fold_left (fun made x -> List.rev_append (f x) made) [] l)
  | x :: l -> (
      match f x with
      | [] -> flat_map_to n f l
      | [ y ] -> y :: flat_map_to (n - 1) f l
      | made -> app made (flat_map_to (n - 1) f l))

let rec fold_right_to n f last = function
  | [] -> last
  | l when n = 0 -> List.fold_left (fun made x -> f x made) last (List.rev l)
  | x :: l -> f x (fold_right_to (n - 1) f last l)

let map f l = map_to deep f l
let flat_map f l = flat_map_to deep f l
let fold_right f last l = fold_right_to deep f last l

(* As long as the shorter list. *)
let combine l m =
  let rec from made l m =
    match (l, m) with
    | x :: l, y :: m -> from ((x, y) :: made) l m
    | _ -> List.rev made
  in
  from [] l m

let seq start length = List.init length (fun i -> Natural.add start i)
let repeat x length = List.init length (fun _ -> x)
