(* Coq's primitive arrays: persistent, fast for the newest version of an array. An older version
   notes where it differs from the next newer one. *)

type 'a cells = { cells : 'a array; default : 'a (* outside of the array *) }
type 'a t = 'a version ref
and 'a version = Newest of 'a cells | Older of int * 'a * 'a t

let max_length = 4194303

let make n default =
  let n = Uint63.to_index n in
  let length = if 0 <= n && n <= max_length then n else max_length in
  ref (Newest { cells = Array.make length default; default })

(* The cells, after which this version is the newest. *)
let rec newest t =
  match !t with
  | Newest cells -> cells
  | Older (i, x, next) ->
      let it = newest next in
      let made = !next in
      next := Older (i, it.cells.(i), t);
      it.cells.(i) <- x;
      t := made;
      it

let get t i =
  let i = Uint63.to_index i and { cells; default } = newest t in
  if 0 <= i && i < Array.length cells then cells.(i) else default

let set t i x =
  let i = Uint63.to_index i and { cells; _ } = newest t in
  if 0 <= i && i < Array.length cells then begin
    let made = ref !t in
    t := Older (i, cells.(i), made);
    cells.(i) <- x;
    made
  end
  else t

let length t = Uint63.of_int (Array.length (newest t).cells)
