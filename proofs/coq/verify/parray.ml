(* Coq's primitive arrays: persistent, fast for the newest version of an array. An older version
   notes where it differs from the next newer one. *)

type 'a t = 'a version ref

and 'a version =
  | Newest of 'a array * 'a (* the default, outside of the array *)
  | Older of int * 'a * 'a t

let max_length = 4194303

let make n default =
  let length = if 0 <= n && n <= max_length then n else max_length in
  ref (Newest (Array.make length default, default))

let rec newest t =
  match !t with
  | Newest (cells, default) -> (cells, default)
  | Older (i, x, next) ->
      let cells, default = newest next in
      next := Older (i, cells.(i), t);
      cells.(i) <- x;
      t := Newest (cells, default);
      (cells, default)

let get t i =
  let cells, default = newest t in
  if 0 <= i && i < Array.length cells then cells.(i) else default

let set t i x =
  let cells, default = newest t in
  if 0 <= i && i < Array.length cells then begin
    let made = ref (Newest (cells, default)) in
    t := Older (i, cells.(i), made);
    cells.(i) <- x;
    made
  end
  else t

let length t = Array.length (fst (newest t))
let default t = snd (newest t)

let copy t =
  let cells, default = newest t in
  ref (Newest (Array.copy cells, default))
