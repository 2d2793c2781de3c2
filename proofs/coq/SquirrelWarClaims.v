(** * Squirrel War: certificates that are accepted prove their claims *)

From Coq Require Import Uint63 PArray ZArith Lia Bool Arith List.
From Toadstone Require Walk.
From Toadstone Require Import UglyDuckChecker CellSets.
From Toadstone Require Import SquirrelWarRules SquirrelWarChecker SquirrelWarSoundness.
Import ListNotations.
Local Open Scope Z_scope.

(** ** The checkers *)

Record sets := { of_x : int; of_o : int; of_free : int }.

Definition sets_of (height width : nat) (b : board) : sets :=
  {| of_x := set_of height width b (is_held X);
     of_o := set_of height width b (is_held O);
     of_free := set_of height width b is_free |}.

(** The places of the table, how many are looked at, and the most moves: the
    theorems hold for any sizes. *)
Record sizes := { shelves : int; places : int; looks : nat; most_moves : nat }.

Definition walk {reader} (l : list info) (z : sizes) follows choose (largest_of : bool) (s : sets)
    (turn : side) (r : reader) : option (Z * state (reader := reader)) :=
  whole l (looks z) follows choose largest_of (most_moves z) (of_x s) (of_o s) (of_free s) turn
    {| known := new_table (shelves z) (places z); rest := r |}.

(** The next reply that is written down: the number of a square. *)
Definition read_choice {reader} (l : list info) (next : reader -> option (nat * reader))
    (q : side) (x o e : int) (r : reader) : option (info * reader) :=
  match next r with
  | None => None
  | Some (n, r) => match nth_error l n with None => None | Some i => Some (i, r) end
  end.

Definition keeps {reader} (next : reader -> option (nat * reader)) (l : list info) (z : sizes)
    (s : sets) (turn w : side) (m : Z) (r : reader) : bool :=
  match walk l z (same_side w) (read_choice l next)
          (match w with X => false | O => true end) s turn r with
  | None => false
  | Some (v, st) =>
      if match w with X => m <=? v | O => v <=? m end
      then match next (rest st) with None => true | Some _ => false end
      else false
  end.

Definition check_margin {reader} (next : reader -> option (nat * reader)) (height width : nat)
    (value : nat -> nat -> Z) (z : sizes) (turn : side) (b : board) (m : Z)
    (replies_x replies_o : reader) : bool :=
  if (height * width <=? 63)%nat then
    let l := infos height width value in
    let s := sets_of height width b in
    if keeps next l z s turn X m replies_x then keeps next l z s turn O m replies_o else false
  else false.

Definition greedy_reply (l : list info) (q : side) (x o e : int) (r : unit) : option (info * unit) :=
  match greedy_choice l q x o e with None => None | Some i => Some (i, r) end.

Definition is_greedy (l : list info) (q : side) (x o e : int) (p : nat * nat) : bool :=
  let near := near_to l e in
  match greedy_choice l q (keep x near) (keep o near) e with
  | None => false
  | Some i => eqp (where_ i) p
  end.

Fixpoint replay (l : list info) (g : side) (x o e : int) (q : side) (plan : list (nat * nat))
    : option Z :=
  match plan with
  | [] => if (e =? 0)%uint63 then Some (margin_of l x o) else None
  | p :: plan =>
      match List.find (fun i => eqp (where_ i) p) l with
      | None => None
      | Some i =>
          if has e (bit i) then
            if (if same_side g q then is_greedy l q x o e p else true) then
              let (x, o) := after_take q x o i in
              replay l g x o (minus e (bit i)) (other q) plan
            else None
          else None
      end
  end.

Definition is_value (found : option Z) (m : Z) : bool :=
  match found with None => false | Some v => v =? m end.

Definition end_of {reader} (found : option (Z * state (reader := reader))) : option Z :=
  match found with None => None | Some (v, _) => Some v end.

Definition check_beat (height width : nat) (value : nat -> nat -> Z) (z : sizes) (turn : side)
    (b : board) (m : Z) (plan : list (nat * nat)) : bool :=
  if (height * width <=? 63)%nat then
    let l := infos height width value in
    let s := sets_of height width b in
    let g := other turn in
    if is_value (replay l g (of_x s) (of_o s) (of_free s) turn plan) m then
      is_value (end_of (walk l z (same_side g) (greedy_reply l) (same_side turn X) s turn tt)) m
    else false
  else false.

Definition no_choice (q : side) (x o e : int) (r : unit) : option (info * unit) := None.

Definition check_shared (height width : nat) (value : nat -> nat -> Z) (z : sizes) (turn : side)
    (b : board) (most least : Z) : bool :=
  if (height * width <=? 63)%nat then
    let l := infos height width value in
    let s := sets_of height width b in
    if is_value (end_of (walk l z (fun _ => false) no_choice true s turn tt)) most then
      is_value (end_of (walk l z (fun _ => false) no_choice false s turn tt)) least
    else false
  else false.

(** ** The start *)

Lemma sets_show : forall height width b, (height * width <= 63)%nat ->
  shows height width (of_x (sets_of height width b)) (of_o (sets_of height width b))
    (of_free (sets_of height width b)) b.
Proof.
  intros height width b small p I. cbn [sets_of of_x of_o of_free]. unfold set_of.
  rewrite !(holds_filter height width small) by exact I. auto.
Qed.

Lemma new_shelves_empty : forall n i k (t : table),
  (forall a b, (t.[a]).[b] = None) -> forall a b, ((new_shelves n i k t).[a]).[b] = None.
Proof.
  induction n as [|n IH]; intros i k t H a b; cbn [new_shelves]; [apply H|]. apply IH.
  intros c d. destruct (Walk.get_after_set _ t i c (make k None)) as [G|G]; rewrite G; [apply get_make|apply H].
Qed.

Lemma new_table_empty : forall k n a b, ((new_table k n).[a]).[b] = None.
Proof.
  intros. unfold new_table. apply new_shelves_empty. intros c d. rewrite get_make. apply get_make.
Qed.

Section Claims.
  Variable height width : nat.
  Variable value : nat -> nat -> Z.
  Hypothesis small : (height * width <= 63)%nat.

  Notation infos := (infos height width value).
  Notation free := (free_squares height width).
  Notation taking := (take height width).
  Notation full := (full height width).
  Notation margin := (margin height width value).
  Notation info_of := (info_of height width value).

  Lemma other_of : forall w q, same_side w q = false -> q = other w.
  Proof. intros [] [] H; try reflexivity; discriminate H. Qed.

  (** ** Margins *)

  Definition as_good (w : side) (m n : Z) : Prop := match w with X => n >= m | O => n <= m end.

  Lemma forces_less : forall w (good good' : Z -> Prop), (forall n, good n -> good' n) ->
    forall q b, forces height width value w good q b -> forces height width value w good' q b.
  Proof.
    intros w good good' H q b F. induction F as [q b Fb G|b p I _ IH|b N _ IH].
    - apply it_is_over; auto.
    - eapply by_a_move; eauto.
    - apply against_all; auto.
  Qed.

  Lemma keeps_sound : forall reader (next : reader -> option (nat * reader)) z turn w b m r,
    keeps next infos z (sets_of height width b) turn w m r = true ->
    forces height width value w (as_good w m) turn b.
  Proof.
    intros reader next z turn w b m r H. unfold keeps, walk in H.
    destruct (whole _ _ _ _ _ _ _ _ _ _ _) as [[v st]|] eqn:E; [|discriminate H].
    assert (forces height width value w (as_good w v) turn b) as F.
    { refine (whole_sound height width value small (same_side w) (read_choice infos next)
        (match w with X => false | O => true end) (looks z)
        (fun q b v => forces height width value w (as_good w v) q b) (fun _ _ _ => True)
        _ _ _ _ _ _ _ _ _ _ _ _ b _ _ E).
      - intros q b' Fb. apply it_is_over; [exact Fb|]. destruct w; cbn; lia.
      - intros q b' p v' Fo _ I K. apply same_side_spec in Fo. subst q. eapply by_a_move; eauto.
      - intros q b' v' Fo N A _. apply other_of in Fo. subst q. apply against_all; [exact N|].
        intros p I. destruct (A p I) as (a & K & B).
        replace (other (other w)) with w in K by now destruct w.
        refine (forces_less _ _ _ _ _ _ K). intros n. unfold bound in B. destruct w; cbn in *; lia.
      - intros q lx lo e r' i r'' _ C _. unfold read_choice in C.
        destruct (next r') as [[n r3]|]; [|discriminate]. destruct (nth_error infos n) eqn:Ni; [|discriminate].
        injection C as <- <-. apply nth_error_In in Ni. apply (in_infos height width value small) in Ni as (p & P & ->).
        exists p. split; [exact P|]. split; [reflexivity|]. intros. exact Logic.I.
      - apply sets_show, small.
      - intros i j en G. cbn [known] in G. rewrite new_table_empty in G. discriminate G. }
    clear E. refine (forces_less _ _ _ _ _ _ F). intros n. destruct w; cbn [as_good].
    - destruct (Z.leb_spec m v); [lia|discriminate H].
    - destruct (Z.leb_spec v m); [lia|discriminate H].
  Qed.
End Claims.

Theorem squirrel_war_margin :
  forall height width value reader (next : reader -> option (nat * reader)) z turn b m
    replies_x replies_o,
  check_margin next height width value z turn b m replies_x replies_o = true ->
  margin_is height width value turn b m.
Proof.
  intros height width value reader next z turn b m rx ro H. unfold check_margin in H.
  destruct (Nat.leb_spec (height * width) 63) as [small|]; [|discriminate H].
  cbv zeta in H. destruct (keeps next _ z _ turn X m rx) eqn:K; [|discriminate H].
  split.
  - exact (keeps_sound height width value small _ _ _ _ _ _ _ _ K).
  - exact (keeps_sound height width value small _ _ _ _ _ _ _ _ H).
Qed.
