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

  (** ** The greedy reply *)

  Definition ld (q : side) (x o : int) (p : nat * nat) : Z := lead_of infos q x o (info_of p).

  Lemma best_lead_spec : forall q x o e ps best i v,
    best_lead infos q x o e (map info_of ps) best = Some (i, v) ->
    (best = Some (i, v) /\ forall r, In r (filter (holds width e) ps) -> ld q x o r <= v) \/
    exists before p after, filter (holds width e) ps = before ++ p :: after /\
      i = info_of p /\ v = ld q x o p /\
      (forall r, In r before -> ld q x o r < v) /\ (forall r, In r after -> ld q x o r <= v) /\
      (forall i' v', best = Some (i', v') -> v' < v).
  Proof.
    intros q x o e. induction ps as [|r ps IH]; intros best i v H; cbn [map best_lead filter] in H |- *.
    - left. split; [exact H|]. intros r [].
    - change (has e (bit (info_of r))) with (holds width e r) in H.
      change (lead_of infos q x o (info_of r)) with (ld q x o r) in H.
      destruct (holds width e r); [|exact (IH best i v H)].
      assert (N : best_lead infos q x o e (map info_of ps) (Some (info_of r, ld q x o r)) = Some (i, v) ->
        (forall i' v', best = Some (i', v') -> v' < ld q x o r) ->
        exists before p after, r :: filter (holds width e) ps = before ++ p :: after /\
          i = info_of p /\ v = ld q x o p /\
          (forall r, In r before -> ld q x o r < v) /\ (forall r, In r after -> ld q x o r <= v) /\
          (forall i' v', best = Some (i', v') -> v' < v)).
      { intros K L. destruct (IH _ _ _ K) as [[E A]|(before & p & after & E & Ei & Ev & B & A & M)].
        - injection E as <- <-. exists [], r, (filter (holds width e) ps).
          split; [reflexivity|]. split; [reflexivity|]. split; [reflexivity|].
          split; [intros s []|]. split; [exact A|exact L].
        - specialize (M _ _ eq_refl). exists (r :: before), p, after. split; [cbn; now rewrite E|].
          split; [exact Ei|]. split; [exact Ev|]. split; [|split; [exact A|]].
          + intros s [<-|I]; [exact M|now apply B].
          + intros i' v' E'. specialize (L _ _ E'). lia. }
      destruct best as [[i0 b0]|].
      + destruct (Z.ltb_spec b0 (ld q x o r)) as [L|L].
        * right. apply N; [exact H|]. intros i' v' [= <- <-]. exact L.
        * destruct (IH _ _ _ H) as [[E A]|(before & p & after & E & Ei & Ev & B & A & M)].
          -- left. split; [exact E|]. injection E as <- <-. intros s [<-|I]; [exact L|now apply A].
          -- right. specialize (M _ _ eq_refl) as M'. exists (r :: before), p, after.
             split; [cbn; now rewrite E|]. split; [exact Ei|]. split; [exact Ev|].
             split; [|split; [exact A|exact M]].
             intros s [<-|I]; [lia|now apply B].
      + right. apply N; [exact H|]. discriminate.
  Qed.

  Lemma free_are : forall x o e b, shows height width x o e b ->
    free b = filter (holds width e) (squares height width).
  Proof.
    intros x o e b S. unfold free_squares. apply filter_ext_in. intros p I.
    apply (in_squares height width small) in I. destruct (S p I) as (_ & _ & E). now rewrite E.
  Qed.

  (** The lead after a move differs by the same for all moves. *)
  Definition offset (q : side) (x o e : int) : Z :=
    let m := margin_of infos (minus x (near_to infos e)) (minus o (near_to infos e)) in
    match q with X => m | O => - m end.

  Lemma lead_is : forall q x o e lx lo b p,
    shows height width x o e b -> live height width value x o e lx lo ->
    In p (free b) ->
    lead height width value q (taking q b p) = offset q x o e + ld q lx lo p.
  Proof.
    intros q x o e lx lo b p S L I. apply (in_free height width small x o e b p S) in I as [P F].
    pose proof (margin_after height width value small q x o e lx lo b p S L P F) as M.
    pose proof (margin_shown height width value small _ _ _ _
      (after_take_shows height width value small q x o e b p S P F)) as N.
    unfold ld, lead_of, lead, offset. rewrite N.
    destruct q; destruct (after_take _ lx lo (info_of p)) as [lx1 lo1]; cbn [fst snd] in M |- *;
      rewrite M; lia.
  Qed.

  Lemma greedy_choice_sound : forall q lx lo e i, greedy_choice infos q lx lo e = Some i ->
    exists p, inside height width p /\ i = info_of p /\
      forall x o b, shows height width x o e b -> live height width value x o e lx lo ->
        greedy height width value q b p.
  Proof.
    intros q lx lo e i H. unfold greedy_choice in H.
    destruct (best_lead infos q lx lo e infos None) as [[i' v]|] eqn:E; [|discriminate H].
    injection H as ->. rewrite (infos_are height width value) in E at 2.
    apply best_lead_spec in E as [[E _]|(before & p & after & E & -> & V & B & A & _)];
      [discriminate E|].
    exists p. split; [|split; [reflexivity|]].
    - apply (in_squares height width small). assert (In p (before ++ p :: after)) as I.
      { apply in_or_app. right. now left. }
      rewrite <- E in I. now apply filter_In in I.
    - intros x o b S L. exists before, after. rewrite <- (free_are x o e b S) in E.
      assert (Fr : forall r, In r (before ++ p :: after) ->
        lead height width value q (taking q b r) = offset q x o e + ld q lx lo r).
      { intros r I. rewrite <- E in I. exact (lead_is q x o e lx lo b r S L I). }
      split; [exact E|]. subst v. split; intros r I.
      + specialize (B r I). rewrite !Fr; [lia| |]; apply in_or_app; [right; now left|now left].
      + specialize (A r I). rewrite !Fr; [lia| |]; apply in_or_app; right; [now left|now right].
  Qed.

  Lemma two_places : forall (a a' : nat * nat) l1 l2 l1' l2',
    l1 ++ a :: l2 = l1' ++ a' :: l2' -> a = a' \/ In a l1' \/ In a' l1.
  Proof.
    intros a a'. induction l1 as [|c l1 IH]; intros l2 l1' l2' E; destruct l1' as [|c' l1'];
      cbn [app] in E; injection E as E1 E2; subst.
    - now left.
    - right. left. now left.
    - right. right. now left.
    - destruct (IH _ _ _ E2) as [Q|[Q|Q]]; [now left|right; left; now right|right; right; now right].
  Qed.

  Lemma greedy_unique : forall q b p p',
    greedy height width value q b p -> greedy height width value q b p' -> p = p'.
  Proof.
    assert (A : forall q b p p' l1 l2 l1' l2',
      free b = l1 ++ p :: l2 -> free b = l1' ++ p' :: l2' ->
      (forall r, In r l1' -> lead height width value q (taking q b r) <
        lead height width value q (taking q b p')) ->
      (forall r, In r l1 -> lead height width value q (taking q b r) <
        lead height width value q (taking q b p)) ->
      (forall r, In r l2 -> lead height width value q (taking q b r) <=
        lead height width value q (taking q b p)) ->
      In p l1' -> False).
    { intros q b p p' l1 l2 l1' l2' E E' B' B C I. specialize (B' p I).
      assert (In p' (l1 ++ p :: l2)) as J.
      { rewrite <- E, E'. apply in_or_app. right. now left. }
      apply in_app_or in J as [J|[->|J]]; [specialize (B _ J)| |specialize (C _ J)]; lia. }
    intros q b p p' (l1 & l2 & E & B & C) (l1' & l2' & E' & B' & C').
    destruct (two_places p p' l1 l2 l1' l2') as [Q|[Q|Q]]; [congruence|exact Q| |].
    - destruct (A q b p p' l1 l2 l1' l2' E E' B' B C Q).
    - destruct (A q b p' p l1' l2' l1 l2 E' E B B' C' Q).
  Qed.

  (** ** The best end of all games *)

  Definition best_end (largest_of : bool) (allowed : side -> board -> nat * nat -> Prop) :=
    if largest_of then largest height width value allowed else smallest height width value allowed.

  Definition end_is (largest_of : bool) allowed (q : side) (b : board) (v : Z) : Prop :=
    ends height width value allowed q b v /\
    forall n, ends height width value allowed q b n -> bound largest_of n v.

  Lemma end_is_best : forall largest_of allowed q b v,
    end_is largest_of allowed q b v -> best_end largest_of allowed q b v.
  Proof. intros [] allowed q b v H; exact H. Qed.

  Lemma ends_full : forall allowed q b n, full b -> ends height width value allowed q b n ->
    n = margin b.
  Proof.
    intros allowed q b n F E. destruct E as [q b _|q b p n I _ _]; [reflexivity|].
    unfold SquirrelWarRules.full in F. rewrite F in I. destruct I.
  Qed.

  Lemma walk_sound : forall reader z follows choose largest_of turn b (r : reader) v
      (allowed : side -> board -> nat * nat -> Prop),
    (forall q b p, follows q = false -> allowed q b p) ->
    (forall q b p, follows q = true -> allowed q b p -> greedy height width value q b p) ->
    (forall q b p, greedy height width value q b p -> allowed q b p) ->
    (forall q lx lo e r i r', follows q = true -> choose q lx lo e r = Some (i, r') ->
      greedy_choice infos q lx lo e = Some i) ->
    is_value (end_of (walk infos z follows choose largest_of (sets_of height width b) turn r)) v
      = true ->
    best_end largest_of allowed turn b v.
  Proof.
    intros reader z follows choose largest_of turn b r v allowed Any Only Gr Ch H.
    unfold walk in H.
    destruct (whole _ _ _ _ _ _ _ _ _ _ _) as [[w st]|] eqn:E; [|discriminate H].
    apply Z.eqb_eq in H. subst w. apply end_is_best.
    refine (whole_sound height width value small follows choose largest_of (looks z)
      (end_is largest_of allowed) (greedy height width value) _ _ _ _ _ _ _ _ _ _ _ _ b _ _ E).
    - intros q b' F. split; [now apply no_square_left|]. intros n K.
      rewrite (ends_full _ _ _ _ F K). unfold bound. destruct largest_of; lia.
    - intros q b' p v' Fo G I [K M]. split.
      + eapply one_square; [exact I|now apply Gr|exact K].
      + intros n K'. destruct K' as [q b' F|q b' p' n I' Al K'].
        * unfold SquirrelWarRules.full in F. rewrite F in I. destruct I.
        * apply (Only q b' p' Fo) in Al. rewrite (greedy_unique q b' p' p Al G) in K'. now apply M.
    - intros q b' v' Fo N A (p & I & K & _). split.
      + eapply one_square; [exact I|now apply Any|exact K].
      + intros n K'. destruct K' as [q b' F|q b' p' n I' Al K']; [now elim N|].
        destruct (A p' I') as (a & [_ M] & B). specialize (M n K').
        unfold bound in *. destruct largest_of; lia.
    - intros q lx lo e r' i r'' Fo C _. apply (Ch _ _ _ _ _ _ _ Fo) in C.
      now apply greedy_choice_sound.
    - apply sets_show, small.
    - intros i j en G. cbn [known] in G. rewrite new_table_empty in G. discriminate G.
  Qed.

  (** ** The plan *)

  Lemma same_side_self : forall g, same_side g g = true.
  Proof. now intros []. Qed.

  Lemma replay_sound : forall g plan x o e q b m, shows height width x o e b ->
    replay infos g x o e q plan = Some m ->
    game height width value (one_is_greedy height width value g) q b plan m.
  Proof.
    intros g. induction plan as [|p plan IH]; intros x o e q b m S H; cbn [replay] in H.
    - destruct (e =? 0)%uint63 eqn:Z0; [|discriminate H]. injection H as <-.
      apply Uint63.eqb_spec in Z0. subst e.
      rewrite <- (margin_shown height width value small _ _ _ _ S). apply no_move_left.
      unfold SquirrelWarRules.full. destruct (free b) as [|p l] eqn:E; [reflexivity|]. exfalso.
      assert (In p (free b)) as I by (rewrite E; now left).
      apply (in_free height width small x o 0%uint63 b p S) in I as [_ I].
      unfold holds, has in I. rewrite land0 in I. discriminate I.
    - destruct (List.find _ infos) as [i|] eqn:Fi; [|discriminate H].
      apply find_some in Fi as [Ii Ei]. apply eqp_spec in Ei.
      apply (in_infos height width value small) in Ii as (p' & P & ->). cbn [where_ SquirrelWarSoundness.info_of] in Ei.
      subst p'. destruct (has e (bit (info_of p))) eqn:F; [|discriminate H].
      change (holds width e p = true) in F.
      destruct (if same_side g q then _ else _) eqn:G; [|discriminate H].
      pose proof (after_take_shows height width value small q x o e b p S P F) as S'.
      destruct (after_take q x o (info_of p)) as [x' o']. cbn [fst snd] in S'.
      apply one_move.
      + apply (in_free height width small x o e b p S). auto.
      + intros ->. rewrite same_side_self in G. unfold is_greedy in G.
        destruct (greedy_choice infos g _ _ e) as [j|] eqn:C; [|discriminate G].
        apply greedy_choice_sound in C as (p' & _ & -> & K). apply eqp_spec in G.
        cbn [where_ SquirrelWarSoundness.info_of] in G. subst p'. apply (K x o b S).
        intros r R. split; apply (holds_keep height width small); exact R.
      + exact (IH _ _ _ _ _ _ S' H).
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

Theorem squirrel_war_beat : forall height width value z turn b m plan,
  check_beat height width value z turn b m plan = true ->
  beats height width value turn b m /\
  game height width value (one_is_greedy height width value (other turn)) turn b plan m.
Proof.
  intros height width value z turn b m plan H. unfold check_beat in H.
  destruct (Nat.leb_spec (height * width) 63) as [small|]; [|discriminate H].
  cbv zeta in H. destruct (is_value (replay _ _ _ _ _ _ _) m) eqn:R; [|discriminate H].
  split.
  - apply (walk_sound height width value small) with
      (allowed := one_is_greedy height width value (other turn)) in H.
    + destruct turn; exact H.
    + intros q b' p F ->. rewrite same_side_self in F. discriminate F.
    + intros q b' p F A. apply same_side_spec in F. apply A. now symmetry.
    + intros q b' p G _. exact G.
    + intros q lx lo e r i r' _ C. unfold greedy_reply in C.
      destruct (greedy_choice _ q lx lo e); [|discriminate C]. now injection C as -> _.
  - destruct (replay _ _ _ _ _ _ _) as [v|] eqn:E; [|discriminate R].
    apply Z.eqb_eq in R. subst v. refine (replay_sound height width value small _ _ _ _ _ _ _ _ _ E).
    now apply sets_show.
Qed.

Theorem squirrel_war_shared : forall height width value z turn b most least,
  check_shared height width value z turn b most least = true ->
  largest height width value anything turn b most /\
  smallest height width value anything turn b least.
Proof.
  intros height width value z turn b most least H. unfold check_shared in H.
  destruct (Nat.leb_spec (height * width) 63) as [small|]; [|discriminate H].
  cbv zeta in H. destruct (is_value _ most) eqn:M; [|discriminate H].
  split;
    [apply (walk_sound height width value small) with (allowed := anything) in M; [exact M|..]
    |apply (walk_sound height width value small) with (allowed := anything) in H; [exact H|..]];
    intros; try exact I; discriminate.
Qed.
