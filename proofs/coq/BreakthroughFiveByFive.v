(** * The second player wins Breakthrough on five rows of five, and of four

    The proofs replay the strategies of the committed certificates
    proofs/breakthrough-five-by-five.json.gz and proofs/breakthrough-five-by-four.json.gz. *)

From Coq Require Import Uint63 PArray ZArith List.
From Toadstone Require Import Walk AnyGame FourGames.
From Toadstone Require BreakthroughFiveByFiveData BreakthroughFiveByFourData.

Theorem second_wins_breakthrough_5x5 : wins (Breakthrough.game 5 5) second.
Proof.
  apply (checked_winner (Breakthrough.game 5 5) hash_pair same_pair same_pair_is_equal
    read_letter second 200 1048576 BreakthroughFiveByFiveData.replies_of_white).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem second_wins_breakthrough_5x4 : wins (Breakthrough.game 5 4) second.
Proof.
  apply (checked_winner (Breakthrough.game 5 4) hash_pair same_pair same_pair_is_equal
    read_letter second 200 262144 BreakthroughFiveByFourData.replies_of_white).
  vm_cast_no_check (eq_refl true).
Qed.
