(* See uint63.js. *)

type t

external add : t -> t -> t = "toadstone_uint63_add"
external sub : t -> t -> t = "toadstone_uint63_sub"
external mul : t -> t -> t = "toadstone_uint63_mul"
external div : t -> t -> t = "toadstone_uint63_div"
external rem : t -> t -> t = "toadstone_uint63_rem"
external l_and : t -> t -> t = "toadstone_uint63_and"
external l_or : t -> t -> t = "toadstone_uint63_or"
external l_xor : t -> t -> t = "toadstone_uint63_xor"
external l_sl : t -> t -> t = "toadstone_uint63_shift_left"
external l_sr : t -> t -> t = "toadstone_uint63_shift_right"
external equal : t -> t -> bool = "toadstone_uint63_equal"
external lt : t -> t -> bool = "toadstone_uint63_less"
external to_index : t -> int = "toadstone_uint63_index"
external to_integer : t -> Z.t = "toadstone_uint63_big"
external of_int : int -> t = "%identity"
