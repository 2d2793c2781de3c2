(* An int of OCaml has 63 bits. *)

type t = int

let of_int (x : int) : t = x
let to_index (x : t) = x
let to_integer (x : t) = if x >= 0 then Z.of_int x else Z.add (Z.of_int x) (Z.shift_left Z.one 63)
let add (x : t) (y : t) : t = x + y
let sub (x : t) (y : t) : t = x - y
let mul (x : t) (y : t) : t = x * y
let l_and (x : t) (y : t) : t = x land y
let l_or (x : t) (y : t) : t = x lor y
let l_xor (x : t) (y : t) : t = x lxor y
let l_sl (x : t) (y : t) : t = if 0 <= y && y < 63 then x lsl y else 0
let l_sr (x : t) (y : t) : t = if 0 <= y && y < 63 then x lsr y else 0
let equal (x : t) (y : t) : bool = x = y
let lt (x : t) (y : t) : bool = x lxor min_int < y lxor min_int
let le (x : t) (y : t) : bool = not (lt y x)

let div (x : t) (y : t) : t =
  if y = 0 then 0
  else if y < 0 then if lt x y then 0 else 1
  else if x >= 0 then x / y
  else
    let q = ((x lsr 1) / y) lsl 1 in
    if le y (x - (q * y)) then q + 1 else q

let rem (x : t) (y : t) : t = if y = 0 then x else x - (div x y * y)
