(** * The checkers as OCaml programs

    [make checker] compiles them with toadstone_verify.ml, which reads the files.
    Trusted beside the theorems: this extraction, with the replacements below, and
    the shims uint63.ml and parray.ml of Coq's primitive integers and arrays. *)

From Coq Require Import ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZBigInt ExtrOCamlInt63 ExtrOCamlPArray.
From Coq Require Import Extraction ZArith PArray.
From Toadstone Require Import RiverToadRules RiverToadChecker UglyDuckRules UglyDuckChecker
  UglyDuckClaims.
From Toadstone Require FrogPuzzleRules FrogPuzzleChecker.
From Toadstone Require SquirrelWarClaims.
From Toadstone Require ToadsAndFrogsRules ToadsAndFrogsQuestions ToadsAndFrogsLayers ToadsAndFrogsClaims.

(* The library's replacement of the type of arrays is not well formed if it is inlined. *)
Extraction NoInline PArray.array.

Extract Constant Z.leb => "Big_int_Z.le_big_int".
Extract Constant Z.ltb => "Big_int_Z.lt_big_int".
Extract Constant Z.div =>
  "(fun a b -> if Big_int_Z.eq_big_int b Big_int_Z.zero_big_int then Big_int_Z.zero_big_int else Z.fdiv a b)".
Extract Constant Z.of_nat => "Big_int_Z.big_int_of_int".
Extract Constant Z.to_nat =>
  "(fun z -> if Big_int_Z.sign_big_int z <= 0 then 0 else Big_int_Z.int_of_big_int z)".


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
