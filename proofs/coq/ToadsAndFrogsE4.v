(** * Conjecture E4 fails for seven toads

    The proof replays the strategy of the committed certificate
    proofs/toads-and-frogs-e4-seven-toads.json.gz. *)

From Coq Require Import Uint63 PArray ZArith List.
From Toadstone Require Import Walk ToadsAndFrogsRules ToadsAndFrogsChecker
  ToadsAndFrogsSoundness ToadsAndFrogsComparisons ToadsAndFrogsE4Data.
Import ListNotations.

Definition seven_toads : list cell :=
  [T; T; T; T; T; T; T; gap; gap; gap; gap; gap; gap; gap; F; F; F; F; F; F].

(** 0, -1 and -2: each by its number, with the moves of either side. *)
Definition games : array node :=
  (make 3 {| lefts := []; rights := [] |})
    .[1 <- {| lefts := []; rights := [0%uint63] |}]
    .[2 <- {| lefts := []; rights := [1%uint63] |}].

Definition start : pos :=
  {| code := of_Z (value (join [seven_toads])); beside := 2 |}.

Lemma strategy_is_accepted :
  check_strategy 20 games read_letter 40 2000 1024 8192 toads false true start replies_of_toads = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma seven_toads_at_least_two : at_least [seven_toads] two.
Proof.
  apply (accepted_strategy_wins 20 games ltac:(repeat constructor) toads
    letters read_letter 40 2000 1024%uint63 8192%uint63 false true start replies_of_toads
    ([seven_toads], negative two) strategy_is_accepted); [|reflexivity].
  split; [reflexivity|]. split; [reflexivity|].
  repeat constructor.
Qed.

Theorem e4_fails_at_seven :
  at_least [seven_toads] two /\
  ~ equal [seven_toads] one /\
  ~ equal [seven_toads] one_star.
Proof.
  split; [exact seven_toads_at_least_two|].
  exact (at_least_two_is_neither _ seven_toads_at_least_two).
Qed.

(** ** The conjecture as it is printed: for all [a], T^a _^a F^(a-1) is 1 or 1* *)

Definition e4_row (a : nat) : list cell := repeat T a ++ repeat gap a ++ repeat F (a - 1).

Definition conjecture_E4 : Prop :=
  forall a, 1 <= a -> equal [e4_row a] one \/ equal [e4_row a] one_star.

Theorem conjecture_E4_is_false : ~ conjecture_E4.
Proof.
  intros E. destruct e4_fails_at_seven as (_ & N1 & N2).
  destruct (E 7 ltac:(repeat constructor)) as [H|H]; [exact (N1 H)|exact (N2 H)].
Qed.
