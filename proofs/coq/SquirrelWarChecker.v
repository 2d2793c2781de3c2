(** * Squirrel War: the checker.  [SquirrelWarSoundness] proves it right.

    A held square without a free square beside it changes hands no more.  So the
    rest of a game depends on the free squares and on who holds the squares beside
    them, the live ones.  The walk visits each such position once. *)

From Coq Require Import Uint63 PArray ZArith List Bool.
From Toadstone Require Import UglyDuckChecker.
From Toadstone Require Import SquirrelWarRules.
Import ListNotations.
Local Open Scope uint63_scope.

Record info := { where_ : nat * nat; bit : int; around : int; worth : Z }.

Section Walk.
  Variable height width : nat.
  Variable value : nat -> nat -> Z.

  Definition bit_at (p : nat * nat) : int := bit_of width (fst p) (snd p).

  Definition infos : list info :=
    map (fun p =>
      {| where_ := p; bit := bit_at p;
         around := together (map bit_at (filter (beside p) (squares height width)));
         worth := value (fst p) (snd p) |}) (squares height width).

  Definition keep (set mask : int) : int := set land mask.
  Definition minus (set mask : int) : int := set lxor (set land mask).

  Section With.
    Variable l : list info.  (* [infos], computed once *)

    (** The squares beside free ones. *)
    Definition near_to (e : int) : int :=
      fold_right (fun i s => if has e (bit i) then around i lor s else s) 0 l.

    Definition margin_of (x o : int) : Z :=
      fold_right (fun i s =>
        if has x (bit i) then worth i + s
        else if has o (bit i) then s - worth i else s)%Z 0%Z l.

    Definition take_set (own enemy : int) (i : info) : int * int :=
      if has own (around i)
      then ((own lor keep enemy (around i)) lor bit i, minus enemy (around i))
      else (own lor bit i, enemy).

    (** The squares of X and of O after a side takes one. *)
    Definition after_take (q : side) (x o : int) (i : info) : int * int :=
      match q with
      | X => take_set x o i
      | O => let (o, x) := take_set o x i in (x, o)
      end.

    (** ** Positions that are known: free squares, live squares of X, the side to move *)

    Record entry := { e_free : int; e_x : int; e_turn : side; e_value : Z }.
    Definition table := array (array (option entry)).

    Definition same_side (a b : side) : bool :=
      match a, b with X, X | O, O => true | _, _ => false end.

    Definition hash (e x : int) : int :=
      let h := e * 2128632005 + x * 506952121 in
      let h := (h lxor (h >> 31)) * 1119006269 in
      h lxor (h >> 29).

    Fixpoint find (n : nat) (shelf : array (option entry)) (last place e x : int) (q : side)
        : option Z * int :=
      match n with
      | Datatypes.O => (None, place)
      | S n =>
          match shelf.[place] with
          | None => (None, place)
          | Some en =>
              if e_free en =? e then
                if e_x en =? x then
                  if same_side (e_turn en) q then (Some (e_value en), place)
                  else find n shelf last ((place + 1) land last) e x q
                else find n shelf last ((place + 1) land last) e x q
              else find n shelf last ((place + 1) land last) e x q
          end
      end.

    Context {reader : Type}.
    Record state := { known : table; rest : reader }.

    Variable tries : nat.  (* places of the table that are looked at *)

    Variable follows : side -> bool.
    Variable choose : side -> int -> int -> int -> reader -> option (info * reader).
    Variable largest_of : bool.  (* of the ends of the others; else the smallest *)

    Definition at_key (e x : int) (t : table) : int * int * int :=
      let h := hash e x in
      let i := h land (PArray.length t - 1) in
      let last := PArray.length t.[i] - 1 in
      (i, last, (h >> 13) land last).

    Definition look_up (st : state) (e x : int) (q : side) : option Z :=
      let '(i, last, place) := at_key e x (known st) in
      fst (find tries (known st).[i] last place e x q).

    Definition note (st : state) (e x : int) (q : side) (v : Z) : state :=
      let t := known st in
      let '(i, last, place) := at_key e x t in
      let j := snd (find tries t.[i] last place e x q) in
      {| known := t.[i <- t.[i].[j <- Some {| e_free := e; e_x := x; e_turn := q; e_value := v |}]];
         rest := rest st |}.

    Definition taken (go_on : int -> int -> int -> side -> state -> option (Z * state))
        (x o e : int) (q : side) (i : info) (st : state) : option (Z * state) :=
      let (x', o') := after_take q x o i in
      let e' := minus e (bit i) in
      let near := near_to e' in
      match go_on (keep x' near) (keep o' near) e' (other q) st with
      | None => None
      | Some (v, st) => Some (margin_of (minus x' near) (minus o' near) + v, st)%Z
      end.

    Definition better (best : option Z) (v : Z) : Z :=
      match best with
      | None => v
      | Some b => if largest_of then Z.max b v else Z.min b v
      end.

    Fixpoint all_taken (go_on : int -> int -> int -> side -> state -> option (Z * state))
        (x o e : int) (q : side) (is : list info) (best : option Z) (st : state)
        : option (Z * state) :=
      match is with
      | [] => match best with None => None | Some b => Some (b, st) end
      | i :: is =>
          if has e (bit i) then
            match taken go_on x o e q i st with
            | None => None
            | Some (v, st) => all_taken go_on x o e q is (Some (better best v)) st
            end
          else all_taken go_on x o e q is best st
      end.

    (** The margin to come, on the free and on the live squares. *)
    Fixpoint to_come (n : nat) (x o e : int) (q : side) (st : state) : option (Z * state) :=
      match n with
      | Datatypes.O => None
      | S n =>
          if e =? 0 then Some (0%Z, st)
          else match look_up st e x q with
               | Some v => Some (v, st)
               | None =>
                   match
                     (if follows q then
                        match choose q x o e (rest st) with
                        | None => None
                        | Some (i, r) =>
                            if has e (bit i)
                            then taken (to_come n) x o e q i {| known := known st; rest := r |}
                            else None
                        end
                      else all_taken (to_come n) x o e q l None st)
                   with
                   | None => None
                   | Some (v, st) => Some (v, note st e x q v)
                   end
               end
      end.

    Variable fuel : nat.  (* more than the squares that are free *)

    Definition whole (x o e : int) (q : side) (st : state) : option (Z * state) :=
      let near := near_to e in
      match to_come fuel (keep x near) (keep o near) e q st with
      | None => None
      | Some (v, st) => Some (margin_of (minus x near) (minus o near) + v, st)%Z
      end.

    (** ** The greedy reply *)

    Definition lead_of (q : side) (x o : int) (i : info) : Z :=
      let (x', o') := after_take q x o i in
      match q with X => margin_of x' o' | O => - margin_of x' o' end.

    Fixpoint best_lead (q : side) (x o e : int) (is : list info) (best : option (info * Z))
        : option (info * Z) :=
      match is with
      | [] => best
      | i :: is =>
          if has e (bit i) then
            let v := lead_of q x o i in
            match best with
            | Some (_, b) => if (b <? v)%Z then best_lead q x o e is (Some (i, v))
                             else best_lead q x o e is best
            | None => best_lead q x o e is (Some (i, v))
            end
          else best_lead q x o e is best
      end.

    Definition greedy_choice (q : side) (x o e : int) : option info :=
      match best_lead q x o e l None with None => None | Some (i, _) => Some i end.
  End With.

  Definition set_of (b : board) (f : square -> bool) : int :=
    together (map bit_at (filter (fun p => f (at_ b p)) (squares height width))).
End Walk.

Fixpoint new_shelves (n : nat) (i places : int) (t : table) : table :=
  match n with
  | Datatypes.O => t
  | S n => new_shelves n (i + 1) places t.[i <- make places None]
  end.

Definition new_table (shelves places : int) : table :=
  new_shelves (Z.to_nat (to_Z shelves)) 0 places (make shelves (make 1 None)).
