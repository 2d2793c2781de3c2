(** * Toads and Frogs: the theorems on comparisons with a value *)

From Coq Require Import Uint63 PArray ZArith Lia List Bool.
From Toadstone Require Import Walk ToadsAndFrogsRules ToadsAndFrogsChecker ToadsAndFrogsSoundness
  ToadsAndFrogsComparisons ToadsAndFrogsQuestions.
Import ListNotations.

(** ** A table of games

    Whoever reads the certificate makes it; here it is only checked: the number
    [i] stands for the game [g]. *)

Fixpoint array_of (l : list node) (i : int) (t : array node) : array node :=
  match l with [] => t | n :: l => array_of l (i + 1)%uint63 t.[i <- n] end.

Section Table.
  Variable games : array node.

  Fixpoint stands_ok (g : game) (i : int) : bool :=
    let all := fix all (l : list game) (is : list int) : bool :=
      match l, is with
      | [], [] => true
      | g :: l, i :: is => if stands_ok g i then all l is else false
      | _, _ => false
      end in
    match g with
    | Game l r => if all l (lefts games.[i]) then all r (rights games.[i]) else false
    end.

  Lemma stands_ok_sound : forall g i, stands_ok g i = true -> stands_for games i g.
  Proof.
    fix IH 1. intros [l r] i H. cbn [stands_ok] in H.
    set (all := fix all (l : list game) (is : list int) : bool :=
      match l, is with
      | [], [] => true
      | g :: l, i :: is => if stands_ok g i then all l is else false
      | _, _ => false
      end) in *.
    assert (A : forall l is, all l is = true -> Forall2 (stands_for games) is l).
    { clear - IH. fix IHl 1. intros [|g l] [|i is] H; cbn in H; try discriminate; [constructor|].
      destruct (stands_ok g i) eqn:E; [|discriminate]. constructor; [apply IH, E|apply IHl, H]. }
    destruct (all l (lefts games.[i])) eqn:E; [|discriminate].
    constructor; now apply A.
  Qed.
End Table.

(** ** The claims *)

Inductive claim := is_equal | is_greater | is_less | is_confused | is_at_least | is_not_at_least.

Definition claim_holds (c : claim) (rows : list (list cell)) (v : game) : Prop :=
  match c with
  | is_equal => equal rows v
  | is_greater => greater rows v
  | is_less => less rows v
  | is_confused => confused rows v
  | is_at_least => at_least rows v
  | is_not_at_least => ~ at_least rows v
  end.

(** Whether a side has to win moving first, and moving second. *)
Definition due (c : claim) (holder : player) : bool * bool :=
  match c, holder with
  | is_equal, _ => (false, true)
  | is_greater, toads | is_less, frogs => (true, true)
  | is_confused, _ | is_not_at_least, frogs => (true, false)
  | is_at_least, toads => (false, true)
  | _, _ => (false, false)
  end.

Record sizes := { doublings : nat; tries : nat; shelves : int; places : int }.

Definition check_holder (t : list node) (number : int) (v : game) (rows : list (list cell))
    (holder : player) (firsts : bool * bool) (z : sizes) (replies : list int) : bool :=
  let games := array_of t 0 (make (of_Z (Z.of_nat (List.length t))) {| lefts := []; rights := [] |}) in
  let cells := List.length (join rows) in
  if (cells <=? 31)%nat then
    if stands_ok games (negative v) number then
      check_strategy cells games read_list (doublings z) (tries z) (shelves z) (places z)
        holder (fst firsts) (snd firsts)
        {| code := of_Z (value (join rows)); beside := number |} replies
    else false
  else false.

Definition check_side (t : list node) (number : int) (v : game) (rows : list (list cell))
    (holder : player) (c : claim) (replies : option (sizes * list int)) : bool :=
  match due c holder, replies with
  | (false, false), None => true
  | (false, false), Some _ => false
  | _, None => false
  | firsts, Some (z, l) => check_holder t number v rows holder firsts z l
  end.

(** [t] and [number] stand for the negative of the value with the name [n]. *)
Definition check_claim (t : list node) (number : int) (n : name) (rows : list (list cell))
    (c : claim) (of_toads of_frogs : option (sizes * list int)) : bool :=
  if check_side t number (meaning n) rows toads c of_toads
  then check_side t number (meaning n) rows frogs c of_frogs
  else false.

Lemma holder_wins : forall t number v rows holder firsts z replies,
  check_holder t number v rows holder firsts z replies = true ->
  (fst firsts = true -> wins holder holder (rows, negative v)) /\
  (snd firsts = true -> wins holder (other holder) (rows, negative v)).
Proof.
  intros t number v rows holder firsts z replies H. unfold check_holder in H.
  set (games := array_of t 0 _) in *. set (cells := List.length (join rows)) in *.
  destruct (Nat.leb_spec cells 31) as [L|]; [|discriminate].
  destruct (stands_ok games (negative v) number) eqn:S; [|discriminate].
  apply (accepted_strategy_wins cells games L holder _ _ _ _ _ _ _ _ _ _ (rows, negative v) H).
  split; [|split].
  - cbn [code fst]. rewrite of_Z_spec. apply Z.mod_small. now apply value_fits.
  - reflexivity.
  - cbn [beside snd]. now apply stands_ok_sound.
Qed.

Lemma side_wins : forall t number v rows holder c replies,
  check_side t number v rows holder c replies = true ->
  (fst (due c holder) = true -> wins holder holder (rows, negative v)) /\
  (snd (due c holder) = true -> wins holder (other holder) (rows, negative v)).
Proof.
  intros t number v rows holder c replies H. unfold check_side in H.
  destruct (due c holder) as [[|] [|]]; try (split; intros; discriminate);
    (destruct replies as [[z l]|]; [|discriminate]); exact (holder_wins _ _ _ _ _ _ _ _ H).
Qed.

Theorem toads_and_frogs_comparison : forall t number n rows c of_toads of_frogs,
  check_claim t number n rows c of_toads of_frogs = true -> claim_holds c rows (meaning n).
Proof.
  intros t number n rows c of_toads of_frogs H. unfold check_claim in H.
  destruct (check_side _ _ _ _ toads _ _) eqn:Ht; [|discriminate].
  apply side_wins in Ht as [T1 T2]. apply side_wins in H as [F1 F2].
  unfold claim_holds, equal, greater, less, confused, at_least, at_most.
  destruct c; cbn [due fst snd other] in *.
  - split; auto.
  - split; auto. intros W. exact (one_winner toads toads _ (T1 eq_refl) W).
  - split; auto. intros W. exact (one_winner frogs frogs _ (F1 eq_refl) W).
  - split; intros W.
    + exact (one_winner frogs frogs _ (F1 eq_refl) W).
    + exact (one_winner toads toads _ (T1 eq_refl) W).
  - auto.
  - intros W. exact (one_winner frogs frogs _ (F1 eq_refl) W).
Qed.
