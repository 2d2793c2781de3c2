(** * The second player wins Breakthrough on five rows of four

    The proof replays the strategy of the committed certificate
    proofs/breakthrough-five-by-four.json.gz. *)

From Coq Require Import Uint63 PArray ZArith List.
From Toadstone Require Import Walk AnyGame FourGames BreakthroughFiveByFourData.

Theorem second_wins_breakthrough_5x4 : wins (Breakthrough.game 5 4) second.
Proof.
  apply (checked_winner (Breakthrough.game 5 4) hash_pair same_pair same_pair_is_equal
    read_letter second 200 262144 replies_of_white).
  vm_cast_no_check (eq_refl true).
Qed.
