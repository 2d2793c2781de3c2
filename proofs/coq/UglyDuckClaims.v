(** * Ugly Duck: the theorems on claims *)

From Coq Require Import Uint63 List Arith Lia.
From Toadstone Require Import Walk UglyDuckRules UglyDuckChecker UglyDuckSoundness.
Import ListNotations.

Definition height_of (rows : list (list cell)) : nat := length rows.
Definition width_of (rows : list (list cell)) : nat :=
  match rows with [] => 0 | row :: _ => length row end.

Definition same_side (a b : side) : bool :=
  match a, b with green, green | blue, blue => true | _, _ => false end.

(** The walk of a holder's strategy; [draw_suits] if he claims a draw only. *)
Definition check_holder (passes draw_suits : bool) (rows : list (list cell)) (turn holder : side)
    (n tries : nat) (shelves size : int) (replies : list int) : bool :=
  let height := height_of rows in
  let width := width_of rows in
  if height * width <=? 63 then
    if 0 <? height then
      check_strategy (tables_of height width) passes draw_suits read_list n tries shelves size
        (same_side turn holder) (pos_of height width holder (board_of rows)) replies
    else false
  else false.

Lemma turn_is : forall turn holder,
  (if same_side turn holder then holder else other holder) = turn.
Proof. now intros [] []. Qed.

Theorem ugly_duck_winner : forall passes rows turn winner n tries shelves size replies,
  check_holder passes false rows turn winner n tries shelves size replies = true ->
  wins (rule passes) (height_of rows) (width_of rows) winner (board_of rows, turn).
Proof.
  intros passes rows turn winner n tries shelves size replies H. unfold check_holder in H.
  destruct (Nat.leb_spec (height_of rows * width_of rows) 63); [|discriminate].
  destruct (Nat.ltb_spec 0 (height_of rows)); [|discriminate].
  apply accepted_strategy_wins in H; try assumption.
  unfold first_position in H. now rewrite turn_is in H.
Qed.

(** A draw needs a strategy of either side that never loses. *)
Theorem ugly_duck_draw : forall rows turn n tries shelves size replies_green replies_blue,
  check_holder true true rows turn green n tries shelves size replies_green = true ->
  check_holder true true rows turn blue n tries shelves size replies_blue = true ->
  drawn pass (height_of rows) (width_of rows) (board_of rows, turn).
Proof.
  intros rows turn n tries shelves size rg rb G B. unfold check_holder in G, B.
  destruct (Nat.leb_spec (height_of rows * width_of rows) 63); [|discriminate].
  destruct (Nat.ltb_spec 0 (height_of rows)); [|discriminate].
  apply accepted_strategy_never_loses in G; try assumption; [|reflexivity].
  apply accepted_strategy_never_loses in B; try assumption; [|reflexivity].
  unfold first_position in G, B. rewrite turn_is in G, B. split; assumption.
Qed.
