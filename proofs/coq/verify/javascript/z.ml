(* What the readers and checkers use of zarith's module of this name; see z.js. *)

type t

external of_int : int -> t = "%identity"
external to_small : t -> int = "%identity"
external add : t -> t -> t = "toadstone_z_add"
external mul : t -> t -> t = "toadstone_z_mul"
external neg : t -> t = "toadstone_z_neg"
external quotient : t -> t -> t = "toadstone_z_quotient"
external left : t -> t -> t = "toadstone_z_left"
external compare : t -> t -> int = "toadstone_z_compare"
external of_string : string -> t = "toadstone_z_of_string"
external to_string : t -> string = "toadstone_z_to_string"
external to_float : t -> float = "toadstone_z_to_float"

let zero = of_int 0
let one = of_int 1
let equal x y = compare x y = 0
let leq x y = compare x y <= 0
let lt x y = compare x y < 0
let sign x = compare x zero
let sub x y = add x (neg y)
let succ x = add x one
let abs x = if sign x < 0 then neg x else x

let to_int x =
  if leq (of_int min_int) x && leq x (of_int max_int) then to_small x else failwith "Z.to_int"

let rec shift_left x n = if n = 0 then x else shift_left (add x x) (n - 1)

(* Towards minus infinity. *)
let fdiv x y =
  let q = quotient x y in
  if sign (left x y) * sign y < 0 then sub q one else q
