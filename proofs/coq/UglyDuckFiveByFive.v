(** * Blue wins Ugly Duck on five by five

    The proofs replay the strategies of the committed certificates
    proofs/ugly-duck-five-by-five.json.gz, where a side without a legal move loses,
    and proofs/ugly-duck-five-by-five-with-passes.json.gz, where it passes. *)

From Coq Require Import Uint63 PArray ZArith Lia List.
From Toadstone Require Import Walk UglyDuckRules UglyDuckChecker UglyDuckSoundness
  UglyDuckFiveByFiveData.
From Toadstone Require UglyDuckFiveByFiveWithPassesData.
Import ListNotations.

Definition d : cell := piece green duck.
Definition D : cell := piece blue duck.
Definition o : cell := empty.

Definition five_by_five : board := board_of
  [ [d; d; d; d; d];
    [o; o; o; o; o];
    [o; o; o; o; o];
    [o; o; o; o; o];
    [D; D; D; D; D] ].

Definition blue_keeps (passes : bool) (replies : letters) : Prop :=
  accepted 5 5 blue passes (read_long 10 0) 40 2000 1024 8192 false five_by_five replies false.

Lemma kept_is_won : forall passes replies, blue_keeps passes replies ->
  wins (rule passes) 5 5 blue (five_by_five, green).
Proof.
  intros passes replies. exact (accepted_strategy_wins 5 5 blue ltac:(lia) ltac:(lia) passes
    (read_long 10 0) 40 2000 1024 8192 false five_by_five replies).
Qed.

Theorem blue_wins_ugly_duck_5x5 :
  wins loses 5 5 blue (five_by_five, green).
Proof. apply (kept_is_won false replies_of_blue). vm_cast_no_check (eq_refl true). Qed.

Theorem blue_wins_ugly_duck_5x5_with_passes :
  wins pass 5 5 blue (five_by_five, green).
Proof.
  apply (kept_is_won true UglyDuckFiveByFiveWithPassesData.replies_of_blue).
  vm_cast_no_check (eq_refl true).
Qed.
