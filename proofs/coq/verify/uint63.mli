(* Coq's primitive integers: whole numbers modulo 2^63, without a sign. Each platform has its own. *)

type t

val of_int : int -> t (* of no negative number *)
val to_index : t -> int (* -1 for what is no index of an array *)
val to_integer : t -> Z.t
val add : t -> t -> t
val sub : t -> t -> t
val mul : t -> t -> t
val div : t -> t -> t (* 0 for a division by 0 *)
val rem : t -> t -> t
val l_and : t -> t -> t
val l_or : t -> t -> t
val l_xor : t -> t -> t
val l_sl : t -> t -> t
val l_sr : t -> t -> t
val equal : t -> t -> bool
val lt : t -> t -> bool
