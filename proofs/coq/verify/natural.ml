(* Coq's natural numbers as ints of OCaml that cannot overflow: no check gets beyond [most], which
   is the same on both platforms. *)

exception Too_large

let most = 0x3fffffff
let checked n = if n <= most then n else raise Too_large
let succ n = checked (n + 1)
let add a b = checked (a + b)
let sub a b = if a <= b then 0 else a - b
let mul a b = if a > 0 && b > most / a then raise Too_large else a * b

let of_integer z =
  if Z.sign z <= 0 then 0 else if Z.leq z (Z.of_int most) then Z.to_int z else raise Too_large

(* The number of some digits, if there are at most nine. *)
let of_string_opt text =
  let size = String.length text in
  if 0 < size && size < 10 && String.for_all (fun c -> '0' <= c && c <= '9') text then
    int_of_string_opt text
  else None
