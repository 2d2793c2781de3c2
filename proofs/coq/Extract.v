(** * The checkers as OCaml programs

    [make checker] compiles them with toadstone_verify.ml, which reads the files,
    and [make js] for JavaScript.  Trusted beside the theorems: this extraction with
    the replacements below, and the shims of Coq's primitive integers and arrays,
    of natural numbers, and of functions of lists. *)

From Coq Require Import ExtrOcamlBasic ExtrOcamlZBigInt ExtrOCamlInt63 ExtrOCamlPArray.
From Coq Require Import Extraction ZArith PArray List.
From Toadstone Require Import RiverToadRules RiverToadChecker UglyDuckRules UglyDuckChecker
  UglyDuckClaims.
From Toadstone Require FrogPuzzleRules FrogPuzzleChecker.
From Toadstone Require SquirrelWarClaims.
From Toadstone Require ToadsAndFrogsRules ToadsAndFrogsQuestions ToadsAndFrogsLayers ToadsAndFrogsClaims.

(* The library's replacement of the type of arrays is not well formed if it is inlined. *)
Extraction NoInline PArray.array.
Extraction Blacklist List Lists Natural.

(** Natural numbers: ints that are refused where they would overflow. *)
Extract Inductive nat => int [ "0" "Natural.succ" ]
  "(fun fO fS n -> if n=0 then fO () else fS (n-1))".
Extract Inlined Constant Nat.add => "Natural.add".
Extract Inlined Constant Nat.sub => "Natural.sub".
Extract Inlined Constant Nat.mul => "Natural.mul".
Extract Inlined Constant Nat.eqb => "((=) : int -> int -> bool)".
Extract Inlined Constant Nat.leb => "((<=) : int -> int -> bool)".

(** Functions of lists that need little of the stack. *)
Extract Inlined Constant length => "List.length".
Extract Inlined Constant app => "Lists.app".
Extract Inlined Constant rev => "List.rev".
Extract Inlined Constant map => "Lists.map".
Extract Inlined Constant flat_map => "Lists.flat_map".
Extract Inlined Constant fold_right => "Lists.fold_right".
Extract Inlined Constant filter => "List.filter".
Extract Inlined Constant combine => "Lists.combine".
Extract Inlined Constant seq => "Lists.seq".
Extract Inlined Constant repeat => "Lists.repeat".

Extract Constant Z.leb => "Big_int_Z.le_big_int".
Extract Constant Z.ltb => "Big_int_Z.lt_big_int".
Extract Constant Z.div =>
  "(fun a b -> if Big_int_Z.eq_big_int b Big_int_Z.zero_big_int then Big_int_Z.zero_big_int else Z.fdiv a b)".
Extract Constant Z.of_nat => "Big_int_Z.big_int_of_int".
Extract Constant Z.to_nat => "Natural.of_integer".

Extraction "checkers.ml"
  RiverToadChecker.check_infeasible RiverToadChecker.check_optimal
  FrogPuzzleChecker.check_infeasible FrogPuzzleChecker.check_optimal
  UglyDuckClaims.check_holder
  ToadsAndFrogsLayers.check_wins ToadsAndFrogsLayers.check_remoteness
  ToadsAndFrogsLayers.check_length ToadsAndFrogsQuestions.meaning
  ToadsAndFrogsClaims.check_claim.

(* A file of its own, so that its names do not change those of the others. *)
Extraction "squirrel_war_checkers.ml"
  SquirrelWarClaims.check_margin SquirrelWarClaims.check_beat SquirrelWarClaims.check_shared.
