(* Zarith's other names, which the extraction uses. *)

type big_int = Z.t

let zero_big_int = Z.zero
let unit_big_int = Z.one
let big_int_of_int = Z.of_int
let int_of_big_int = Z.to_int
let add_big_int = Z.add
let succ_big_int = Z.succ
let sub_big_int = Z.sub
let mult_big_int = Z.mul
let mult_int_big_int n x = Z.mul (Z.of_int n) x
let add_int_big_int n x = Z.add (Z.of_int n) x
let minus_big_int = Z.neg
let abs_big_int = Z.abs
let sign_big_int = Z.sign
let compare_big_int = Z.compare
let eq_big_int = Z.equal
let le_big_int = Z.leq
let lt_big_int = Z.lt
let max_big_int x y = if Z.lt x y then y else x
let min_big_int x y = if Z.lt y x then y else x

(* The rest is never negative. *)
let quomod_big_int x y =
  let q = Z.quotient x y and r = Z.left x y in
  if Z.sign r >= 0 then (q, r)
  else if Z.sign y > 0 then (Z.sub q Z.one, Z.add r y)
  else (Z.succ q, Z.sub r y)
