(** * Two small theorems, with their certificates in this file

    A row of eight cells is equal to 1*, and blue wins Ugly Duck on three by
    three under both rulings.  The replies are those that Toadstone writes. *)

From Coq Require Import Uint63 PArray ZArith Lia Ascii String List.
From Toadstone Require Import Walk.
From Toadstone Require ToadsAndFrogsRules ToadsAndFrogsChecker ToadsAndFrogsSoundness.
From Toadstone Require UglyDuckRules UglyDuckChecker UglyDuckSoundness.
Import ListNotations.
Local Open Scope string_scope.

(** Replies below 10, each a digit. *)
Definition digits (s : string) : list int :=
  map (fun a => of_Z (Z.of_nat (nat_of_ascii a) - 48)) (list_ascii_of_string s).

Module Row.
  Import ToadsAndFrogsRules ToadsAndFrogsChecker ToadsAndFrogsSoundness.

  Definition row : list cell := [T; T; T; gap; gap; gap; F; F].

  (** 0, -1 and the negative of 1*, which is {-1|-1}. *)
  Definition games : array node :=
    (make 3 {| lefts := []; rights := [] |})
      .[1 <- {| lefts := []; rights := [0%uint63] |}]
      .[2 <- {| lefts := [1%uint63]; rights := [1%uint63] |}].

  Definition start : pos := {| code := of_Z (value (join [row])); beside := 2 |}.

  Definition toads_replies : list int := digits
    "0011000011000110101100001010000010001001201000001000000111010000130".

  Definition frogs_replies : list int := digits
    "001010112100010001110110000002001001001000210000000101222110201001100000".

  Definition check (holder : player) (replies : list int) : bool :=
    check_strategy 8 games read_list 20 100 4 64 holder false true start replies.

  Lemma start_shown : shows 8 games start ([row], negative one_star).
  Proof. split; [reflexivity|]. split; [reflexivity|]. repeat constructor. Qed.

  Lemma accepted_wins : forall holder replies,
    check holder replies = true -> wins holder (other holder) ([row], negative one_star).
  Proof.
    intros holder replies H.
    apply (accepted_strategy_wins 8 games ltac:(lia) holder _ read_list 20 100 4 64
      false true start replies _ H start_shown). reflexivity.
  Qed.

  Theorem three_toads_against_two : equal [row] one_star.
  Proof.
    split.
    - apply (accepted_wins toads toads_replies). vm_compute. reflexivity.
    - apply (accepted_wins frogs frogs_replies). vm_compute. reflexivity.
  Qed.
End Row.

Module Duck.
  Import UglyDuckRules UglyDuckChecker UglyDuckSoundness.

  Definition d : cell := piece green duck.
  Definition D : cell := piece blue duck.
  Definition o : cell := empty.

  Definition three_by_three : board := board_of
    [ [d; d; d];
      [o; o; o];
      [D; D; D] ].

  Definition replies : list int := digits
    "232232230002111241102321011112022212210310221302112231403323502402012121014110230".

  Definition replies_with_passes : list int := digits
    "232232230002111241101231121311120222122011210102231403323502402001230332310211000".

  Definition check (passes : bool) (holder : side) (holder_first : bool) (l : list int) : Prop :=
    accepted 3 3 holder passes read_list 20 100 4 64 holder_first three_by_three l false.

  Lemma accepted_wins : forall passes l,
    check passes blue false l -> wins (rule passes) 3 3 blue (three_by_three, green).
  Proof.
    intros passes l H.
    exact (accepted_strategy_wins 3 3 blue ltac:(lia) ltac:(lia) passes read_list 20 100 4 64
      false three_by_three l H).
  Qed.

  Theorem blue_wins_3x3 :
    wins loses 3 3 blue (three_by_three, green) /\
    wins pass 3 3 blue (three_by_three, green).
  Proof.
    split.
    - apply (accepted_wins false replies). vm_compute. reflexivity.
    - apply (accepted_wins true replies_with_passes). vm_compute. reflexivity.
  Qed.
End Duck.
