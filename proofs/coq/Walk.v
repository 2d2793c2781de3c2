(** * The walk: a strategy, followed through everything that the other side can do

    The certificate of a strategy holds replies and no positions.  The walk
    reads one reply for each position that is new, and comes upon the positions
    after every answer of the other side.

    The theorem [walk_closed] says what an accepted walk leaves behind: a set of
    positions that holds the first ones, and in which each position either needs
    no reply, or has a reply after which all positions are in the set again.

    The table of known positions is a hash table.  The theorem needs nothing of
    the hash, and nothing of the reader of replies. *)

From Coq Require Import List Bool ZArith Uint63 PArray.
Import ListNotations.
Local Open Scope uint63_scope.

(** ** Repeating a step up to 2^n times *)

Section Run.
  Context {state : Type}.
  Variable step : state -> state + bool.

  Fixpoint run (n : nat) (s : state) : state + bool :=
    match n with
    | O => step s
    | S n => match run n s with
             | inl s' => run n s'
             | inr verdict => inr verdict
             end
    end.

  Variable invariant : state -> Prop.
  Variable goal : Prop.
  Hypothesis step_keeps : forall s,
    invariant s ->
    match step s with inl s' => invariant s' | inr true => goal | inr false => True end.

  Lemma run_keeps : forall n s,
    invariant s ->
    match run n s with inl s' => invariant s' | inr true => goal | inr false => True end.
  Proof.
    induction n as [|n IH]; intros s Hs; simpl.
    - apply step_keeps, Hs.
    - specialize (IH s Hs) as IH1. destruct (run n s) as [s'|[|]]; auto.
      apply IH, IH1.
  Qed.
End Run.

Polymorphic Lemma get_after_set@{u} : forall (A : Type@{u}) (t : array A) i j x,
  t.[i <- x].[j] = x \/ t.[i <- x].[j] = t.[j].
Proof.
  intros A t i j x. destruct (eqb i j) eqn:E.
  - apply eqb_spec in E. subst j. destruct (i <? length t) eqn:L.
    + left. apply get_set_same, L.
    + right. rewrite !get_out_of_bounds; auto using default_set.
      now rewrite length_set.
  - right. apply get_set_other. intros <-.
    assert (eqb i i = true) by now apply eqb_spec. congruence.
Qed.

Section Walk.
  Context {position reader : Type}.
  Variable same : position -> position -> bool.
  Variable hash : position -> int.
  Variable nowhere : position.  (* marks a free place of the table *)
  Variable read : reader -> option (int * reader).
  Variable settled : position -> bool.  (* a position that needs no reply *)
  Variable after : position -> int -> option (list position).
    (* after the reply with a number: the positions after every answer;
       [None] where there is no such reply, or where an answer is bad *)

  (** ** The table: shelves of places, each place with a position or free *)

  Definition table := array (array position).

  (** Every shelf is an array of its own: arrays that are shared are slow. *)
  Fixpoint free_shelves (n : nat) (i places : int) (t : table) : table :=
    match n with
    | O => t
    | S n => free_shelves n (i + 1) places t.[i <- make places nowhere]
    end.

  Definition new_table (shelves places : int) : table :=
    free_shelves (Z.to_nat (to_Z shelves)) 0 places (make shelves (make 1 nowhere)).

  Inductive found :=
  | Known  (* the position is in the table *)
  | Free (place : int)
  | Full.

  Fixpoint seek (tries : nat) (shelf : array position) (last place : int) (p : position) :=
    match tries with
    | O => Full
    | S tries =>
        let there := shelf.[place] in
        if same there nowhere then Free place
        else if same there p then Known
        else seek tries shelf last ((place + 1) land last) p
    end.

  (** Come upon positions: the new ones go into the table and onto the stack. *)
  Fixpoint discover (tries : nat) (t : table) (stack l : list position) :=
    match l with
    | [] => Some (t, stack)
    | p :: l =>
        let h := hash p in
        let i := h land (length t - 1) in
        let shelf := t.[i] in
        let last := length shelf - 1 in
        match seek tries shelf last ((h >> 13) land last) p with
        | Known => discover tries t stack l
        | Free j => discover tries (t.[i <- shelf.[j <- p]]) (p :: stack) l
        | Full => None
        end
    end.

  (** ** The walk *)

  Record state := { known : table; stack : list position; replies : reader }.

  Definition step (tries : nat) (s : state) : state + bool :=
    match stack s with
    | [] => inr (match read (replies s) with None => true | Some _ => false end)
    | p :: rest =>
        if settled p then
          inl {| known := known s; stack := rest; replies := replies s |}
        else
          match read (replies s) with
          | None => inr false
          | Some (reply, others) =>
              match after p reply with
              | None => inr false
              | Some l =>
                  match discover tries (known s) rest l with
                  | None => inr false
                  | Some (t, st) => inl {| known := t; stack := st; replies := others |}
                  end
              end
          end
    end.

  Definition walk (n tries : nat) (t : table) (firsts : list position) (r : reader) : bool :=
    match discover tries t [] firsts with
    | None => false
    | Some (t, st) =>
        match run (step tries) n {| known := t; stack := st; replies := r |} with
        | inr verdict => verdict
        | inl _ => false
        end
    end.

  (** ** What an accepted walk proves *)

  Definition closed (R : position -> Prop) : Prop :=
    forall p, R p ->
      settled p = true \/ exists reply l, after p reply = Some l /\ Forall R l.

  Hypothesis same_is_equal : forall x y, same x y = true <-> x = y.

  Definition holds (t : table) (p : position) : Prop :=
    exists i j, (t.[i]).[j] = p /\ p <> nowhere.

  Lemma holds_after_set : forall t i j p q,
    holds (t.[i <- (t.[i]).[j <- p]]) q -> q = p \/ holds t q.
  Proof.
    intros t i j p q (i' & j' & E & N). 
    destruct (get_after_set _  t i i' ((t.[i]).[j <- p])) as [H|H]; rewrite H in E.
    - destruct (get_after_set _  (t.[i]) j j' p) as [H'|H']; rewrite H' in E; [now left|].
      right. now exists i, j'.
    - right. now exists i', j'.
  Qed.

  Lemma free_shelves_are_empty : forall places p n i t,
    ~ holds t p -> ~ holds (free_shelves n i places t) p.
  Proof.
    induction n as [|n IH]; intros i t H; [exact H|]. apply IH.
    intros (i' & j & E & N).
    destruct (get_after_set _ t i i' (make places nowhere)) as [G|G]; rewrite G in E.
    - apply N. rewrite <- E. apply get_make.
    - apply H. now exists i', j.
  Qed.

  Lemma new_table_is_empty : forall m n p, ~ holds (new_table m n) p.
  Proof.
    intros m n p. apply free_shelves_are_empty. intros (i & j & E & N).
    apply N. rewrite <- E. rewrite (get_make _ (make 1 nowhere) m i). apply get_make.
  Qed.

  Lemma known_is_held : forall tries t i last place p,
    seek tries (t.[i]) last place p = Known -> holds t p.
  Proof.
    induction tries as [|tries IH]; intros t i last place p; simpl; [discriminate|].
    destruct (same _ nowhere) eqn:N; [discriminate|].
    destruct (same _ p) eqn:E.
    - intros _. apply same_is_equal in E. exists i, place. split; [exact E|].
      intros F. rewrite E, F in N.
      assert (same nowhere nowhere = true) by now apply same_is_equal. congruence.
    - apply IH.
  Qed.

  (** [R] is the set of all positions that were ever come upon. *)
  Lemma discover_keeps : forall tries l t st t' st' (R : position -> Prop),
    discover tries t st l = Some (t', st') ->
    (forall p, holds t p -> R p) ->
    exists R' : position -> Prop,
      (forall p, R p -> R' p) /\ Forall R' l /\
      (forall p, holds t' p -> R' p) /\
      (forall p, In p st -> In p st') /\
      (forall p, R' p -> R p \/ In p st').
  Proof.
    induction l as [|p l IH]; intros t st t' st' R; simpl.
    - intros [= <- <-] H. exists R. repeat split; auto.
    - destruct (seek _ _ _ _ _) as [|j|] eqn:S; [| |discriminate].
      + intros D H. destruct (IH _ _ _ _ R D H) as (R' & A & B & C & E & F).
        exists R'. repeat split; auto. constructor; auto.
        apply A, H. eapply known_is_held, S.
      + intros D H.
        destruct (IH _ _ _ _ (fun q => q = p \/ R q) D) as (R' & A & B & C & E & F).
        * intros q Hq. apply holds_after_set in Hq as [->|Hq]; auto.
        * exists R'. repeat split; auto.
          -- intros q Hq. apply E. now right.
          -- intros q Hq. destruct (F q Hq) as [[->|]|]; auto.
             right. apply E. now left.
  Qed.

  Definition answered (R : position -> Prop) (p : position) : Prop :=
    settled p = true \/ exists reply l, after p reply = Some l /\ Forall R l.

  Lemma answered_in_more : forall (R R' : position -> Prop) p,
    (forall q, R q -> R' q) -> answered R p -> answered R' p.
  Proof.
    intros R R' p H [S|(r & l & E & F)]; [now left|].
    right. exists r, l. split; [exact E|exact (Forall_impl _ H F)].
  Qed.

  Definition sound_state (firsts : list position) (s : state) : Prop :=
    exists R : position -> Prop,
      Forall R firsts /\
      (forall p, holds (known s) p -> R p) /\
      (forall p, R p -> In p (stack s) \/ answered R p).

  Lemma step_keeps : forall tries firsts s,
    sound_state firsts s ->
    match step tries s with
    | inl s' => sound_state firsts s'
    | inr true => exists R, Forall R firsts /\ closed R
    | inr false => True
    end.
  Proof.
    intros tries firsts [t st rs] (R & F & H & A). unfold step. simpl in *.
    destruct st as [|p rest].
    - destruct (read rs); auto. exists R. split; auto.
      intros p Hp. destruct (A p Hp) as [[]|]; auto.
    - destruct (settled p) eqn:S.
      { exists R. repeat split; simpl; auto. intros q Hq.
        destruct (A q Hq) as [[<-|]|]; auto. right. now left. }
      destruct (read rs) as [[reply others]|]; auto.
      destruct (after p reply) as [l|] eqn:L; auto.
      destruct (discover tries t rest l) as [[t' st']|] eqn:D; auto.
      destruct (discover_keeps _ _ _ _ _ _ R D H) as (R' & A1 & A2 & A3 & A4 & A5).
      exists R'. simpl. split; [exact (Forall_impl _ A1 F)|split; [exact A3|]].
      intros q Hq.
      destruct (A5 q Hq) as [Rq|]; auto.
      destruct (A q Rq) as [[<-|]|]; auto.
      + right. right. exists reply, l. auto.
      + right. exact (answered_in_more R R' q A1 H0).
  Qed.

  Theorem walk_closed : forall n tries m k firsts r,
    walk n tries (new_table m k) firsts r = true ->
    exists R, Forall R firsts /\ closed R.
  Proof.
    intros n tries m k firsts r. unfold walk.
    destruct (discover tries _ [] firsts) as [[t st]|] eqn:D; [|discriminate].
    destruct (discover_keeps _ _ _ _ _ _ (fun _ => False) D) as (R & _ & F & H & _ & A).
    { intros p Hp. exact (new_table_is_empty _ _ _ Hp). }
    pose proof (run_keeps (step tries) (sound_state firsts) _ (step_keeps tries firsts) n
      {| known := t; stack := st; replies := r |}) as K.
    destruct (run _ _ _) as [|[|]]; try discriminate. intros _. apply K.
    exists R. repeat split; simpl; auto. intros p Hp. destruct (A p Hp) as [[]|]; auto.
  Qed.
End Walk.

(** ** The number of a move in a list *)

Fixpoint pick {A} (l : list A) (n : int) : option A :=
  match l with
  | [] => None
  | x :: l => if n =? 0 then Some x else pick l (n - 1)
  end.

Lemma pick_in : forall A (l : list A) n x, pick l n = Some x -> In x l.
Proof.
  induction l as [|y l IH]; intros n x; simpl; [discriminate|].
  destruct (n =? 0); [intros [= ->]; auto|]. eauto.
Qed.

(** ** Replies in a list, each the number of a move *)

Definition read_list (l : list int) : option (int * list int) :=
  match l with [] => None | x :: l => Some (x, l) end.

(** ** Replies in the certificates of the big theorems

    Ten letters of 6 bits in an integer, the first lowest, and chunks of
    integers.  Nothing has to be proven of the reader: it only says which reply
    the walk tries next. *)

Record letters := {
  left : int;  (* letters to come *)
  word : int;  (* those of the integer at hand *)
  in_word : int;
  place : int;  (* of the next integer *)
  chunk : array int;
  chunks : list (array int) }.

Definition letters_of (count : int) (l : list (array int)) : letters :=
  {| left := count; word := 0; in_word := 0; place := 0; chunk := make 0 0; chunks := l |}.

Definition read_letter (r : letters) : option (int * letters) :=
  if left r =? 0 then None
  else if in_word r =? 0 then
    if place r <? length (chunk r) then
      let w := (chunk r).[place r] in
      Some (w land 63, {| left := left r - 1; word := w >> 6; in_word := 9; place := place r + 1;
                          chunk := chunk r; chunks := chunks r |})
    else
      match chunks r with
      | [] => None
      | c :: l =>
          let w := c.[0] in
          Some (w land 63, {| left := left r - 1; word := w >> 6; in_word := 9; place := 1;
                              chunk := c; chunks := l |})
      end
  else
    Some (word r land 63, {| left := left r - 1; word := word r >> 6; in_word := in_word r - 1;
                             place := place r; chunk := chunk r; chunks := chunks r |}).

(** A reply in which each letter 63 adds 63 to the letter after it. *)
Fixpoint read_long (most : nat) (more : int) (r : letters) : option (int * letters) :=
  match most with
  | O => None
  | S most =>
      match read_letter r with
      | None => if more =? 0 then None else Some (1000, r)
      | Some (d, r) => if d =? 63 then read_long most (more + 63) r else Some (more + d, r)
      end
  end.
