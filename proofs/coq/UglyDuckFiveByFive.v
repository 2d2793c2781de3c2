(** * Blue wins Ugly Duck on five by five

    The proof replays the strategy of the committed certificate
    proofs/ugly-duck-five-by-five.json.gz.  A side without a legal move loses. *)

From Coq Require Import Uint63 PArray ZArith Lia List.
From Toadstone Require Import Walk UglyDuckRules UglyDuckChecker UglyDuckSoundness
  UglyDuckFiveByFiveData.
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

Lemma strategy_is_accepted :
  accepted 5 5 blue false (read_long 10 0) 40 2000 1024 8192 false five_by_five replies false.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem blue_wins_ugly_duck_5x5 :
  wins loses 5 5 blue (five_by_five, green).
Proof.
  apply (accepted_strategy_wins 5 5 blue ltac:(lia) ltac:(lia) false
    (read_long 10 0) 40 2000 1024 8192 false five_by_five replies strategy_is_accepted).
Qed.
