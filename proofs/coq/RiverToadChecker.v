(** * River Toad: the checker

    Programs only; [RiverToadSoundness] proves them right.  docs/certificates.md
    explains the argument. *)

From Coq Require Import ZArith List Bool.
From Toadstone Require Import RiverToadRules.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Elements in the order of flies, then of falling HP, then of moves

    The reader sorts them.  The checker does not trust it: in any other order the
    index covers less, and the certificate may be refused. *)

Record element := { e_hp : Z; e_moves : Z; e_flies : Z }.

(** A search tree of elements with equal flies: HP rise from left to right. *)
Inductive tree := leaf | node (l : tree) (e : element) (r : tree).

(** The tree of the first [n] elements of a list whose HP fall, and the rest. *)
Fixpoint tree_of (depth : nat) (n : Z) (l : list element) : tree * list element :=
  match depth with
  | O => (leaf, l)
  | S depth =>
      if n <=? 0 then (leaf, l)
      else
        let half := n / 2 in
        let '(high, l) := tree_of depth half l in
        match l with
        | [] => (high, [])
        | e :: l => let '(low, l) := tree_of depth (n - 1 - half) l in (node low e high, l)
        end
  end.

Fixpoint covers (t : tree) (hp moves : Z) : bool :=
  match t with
  | leaf => false
  | node l e r =>
      if hp <=? e_hp e then
        if e_moves e <=? moves then true else covers l hp moves
      else covers r hp moves
  end.

(** Leave out elements that have no fewer moves than one with more HP. *)
Fixpoint stairs (least : option Z) (kept l : list element) : list element :=
  match l with
  | [] => rev_append kept []
  | e :: l =>
      if match least with None => true | Some m => e_moves e <? m end
      then stairs (Some (e_moves e)) (e :: kept) l
      else stairs least kept l
  end.

(** The runs of elements with equal flies. *)
Definition with_group (e : element) (l : list (Z * list element)) : list (Z * list element) :=
  match l with
  | (f, g) :: r => if e_flies e =? f then (f, e :: g) :: r else (e_flies e, [e]) :: l
  | [] => [(e_flies e, [e])]
  end.

Definition groups (l : list element) : list (Z * list element) := fold_right with_group [] l.

Definition index := list (Z * tree).

Definition index_of (l : list element) : index :=
  map (fun '(f, g) =>
         let g := stairs None [] g in
         (f, fst (tree_of 64 (Z.of_nat (length g)) g)))
    (groups l).

Fixpoint index_covers (i : index) (hp moves flies : Z) : bool :=
  match i with
  | [] => false
  | (f, t) :: i =>
      if flies <=? f then if covers t hp moves then true else index_covers i hp moves flies
      else index_covers i hp moves flies
  end.

(** ** Ways *)

Record way := { to : Z; pays : Z; moved : Z; fed : Z }.

Definition in_list (x : Z) (l : list Z) : bool := existsb (Z.eqb x) l.

Section Game.
  Variable s : scenario.

  Definition applies_now (t : nat) (e : entry) : bool :=
    match in_turn e with None => true | Some u => (u =? t)%nat end.

  (** The actions that are ever of use. *)
  Definition usable : list action :=
    filter (fun a => if in_list (shift a) (forbid s) then false else Z.abs (shift a) <? width s)
      (actions s).

  Definition dearest : Z := fold_right (fun a d => Z.max (cost a) d) 0 usable.

  Definition is_snake (roll c : Z) : bool :=
    if roll <? 2 ^ width s then Z.testbit roll (width s - c) else false.

  Definition is_fed (roll c : Z) : bool :=
    if roll =? 2 ^ width s then c =? 1
    else if roll =? 2 ^ width s + 1 then c =? width s
    else false.

  Definition is_open (roll : Z) (visits avoids : list entry) (c : Z) : bool :=
    if 1 <=? c then
      if c <=? width s then
        if is_snake roll c then false
        else if forallb (fun e => in_list c (cells e)) visits
        then forallb (fun e => if in_list c (cells e) then false else true) avoids
        else false
      else false
    else false.

  Definition way_of (t : nat) (roll : Z) (visits avoids : list entry) (c : Z) (a : action) : list way :=
    let c' := c + shift a in
    if is_open roll visits avoids c' then
      [{| to := c'; pays := cost a; moved := if shift a =? 0 then 0 else 1;
          fed := if is_fed roll c' then 1 else 0 |}]
    else [].

  (** A turn with the roll that arrives in it. *)
  Definition stage := (nat * Z)%type.

  Definition visits_in (t : nat) : list entry := filter (applies_now t) (visit s).
  Definition avoids_in (t : nat) : list entry := filter (applies_now t) (avoid s).

  Definition ways (st : stage) (c : Z) : list way :=
    let '(t, roll) := st in
    let visits := visits_in t in
    let avoids := avoids_in t in
    flat_map (way_of t roll visits avoids c) usable.

  Definition arrivals : list Z := repeat 0 (rows s - 1) ++ rolls s.

  Definition stages : list stage := combine (seq 1 (turns s)) arrivals.

  (** The HP after a turn; 0 if the toad is dead or the action is not legal. *)
  Definition hp_after (w : way) (hp : Z) : Z :=
    if (if pays w <=? hp then true else clamped s)
    then Z.max 0 (hp - pays w) + gain s * fed w else 0.

  Definition after (w : way) (x : toad) : toad :=
    {| cell := to w; hp := hp_after w (hp x); moves := moves x + moved w; flies := flies x + fed w |}.

  (** ** Plans *)

  Definition same_action (a b : action) : bool :=
    if shift a =? shift b then cost a =? cost b else false.

  Fixpoint replay (sts : list stage) (x : toad) (plan : list action) : option toad :=
    match plan, sts with
    | [], _ => Some x
    | a :: plan, (t, roll) :: sts =>
        if existsb (same_action a) usable then
          match way_of t roll (visits_in t) (avoids_in t) (cell x) a with
          | [] => None
          | w :: _ =>
              let y := after w x in
              if 1 <=? hp y then replay sts y plan else None
          end
        else None
    | _ :: _, [] => None
    end.

  (** ** Targets: what a run has to reach, all at once *)

  Record target := { t_start : Z; t_turns : Z; t_hp : Z; t_moves : Z; t_flies : Z }.

  Definition met_by (g : target) (t : Z) (hp moves flies : Z) : bool :=
    if t_turns g <=? t then
      if t_hp g <=? hp then
        if moves <=? t_moves g then t_flies g <=? flies else false
      else false
    else false.

  Definition T : Z := Z.of_nat (turns s).

  Section Target.
    Variable g : target.

    (** ** Relevant numbers *)

    Definition relevant (t : nat) (x : toad) : toad :=
      {| cell := cell x;
         hp := Z.min (hp x) (dearest * (T - Z.of_nat t) + t_hp g);
         moves := if t_moves g <? T then moves x else 0;
         flies := Z.min (flies x) (t_flies g) |}.

    (** ** The outlook: the fewest further moves, the most further flies and HP *)

    Record outlook := { o_moves : Z; o_flies : Z; o_hp : Z }.

    Definition better_of (a : option outlook) (b : outlook) : option outlook :=
      match a with
      | None => Some b
      | Some a =>
          Some {| o_moves := Z.min (o_moves a) (o_moves b);
                  o_flies := Z.max (o_flies a) (o_flies b);
                  o_hp := Z.max (o_hp a) (o_hp b) |}
      end.

    Definition row := list (option outlook).  (* of the cells 1, 2, ... *)

    Definition at_cell (r : row) (c : Z) : option outlook := nth (Z.to_nat (c - 1)) r None.

    Definition all_cells : list Z := map Z.of_nat (seq 1 (Z.to_nat (width s))).

    Definition end_here (t : nat) : option outlook :=
      if t_turns g <=? Z.of_nat t then Some {| o_moves := 0; o_flies := 0; o_hp := 0 |} else None.

    Definition through (r : row) (so_far : option outlook) (w : way) : option outlook :=
      match at_cell r (to w) with
      | None => so_far
      | Some o =>
          better_of so_far
            {| o_moves := o_moves o + moved w;
               o_flies := o_flies o + fed w;
               o_hp := o_hp o + gain s * fed w - (if clamped s then Z.min (pays w) 1 else pays w) |}
      end.

    Definition row_before (st : stage) (r : row) : row :=
      map (fun c => fold_left (through r) (ways st c) (end_here (fst st - 1))) all_cells.

    Definition last_row : row := map (fun _ => end_here (turns s)) all_cells.

    (** The rows of the times 0, 1, ... *)
    Definition outlooks (sts : list stage) : list row :=
      fold_left (fun rs st => match rs with [] => [] | r :: _ => row_before st r :: rs end)
        (rev sts) [last_row].

    Definition hopeless (r : row) (x : toad) : bool :=
      match at_cell r (cell x) with
      | None => true
      | Some o =>
          if hp x + o_hp o <? t_hp g then true
          else if flies x + o_flies o <? t_flies g then true
          else t_moves g <? moves x + o_moves o
      end.

    (** ** The argument *)

    Definition layer := list (list element).  (* of the cells 1, 2, ... *)

    Definition indices (l : layer) : list index := map index_of l.

    (** A toad is dealt with: he is hopeless, or an element covers him. *)
    Definition dealt_with (r : row) (is : list index) (t : nat) (x : toad) : bool :=
      let y := relevant t x in
      if hopeless r y then true
      else index_covers (nth (Z.to_nat (cell y - 1)) is []) (hp y) (moves y) (flies y).

    Definition toad_of (c : Z) (e : element) : toad :=
      {| cell := c; hp := e_hp e; moves := e_moves e; flies := e_flies e |}.

    (** [next]: what follows from elements in a cell is dealt with at the next time. *)
    Definition element_ok (r : row) (is : list index) (t : nat) (c : Z) (ws : list way)
        (e : element) : bool :=
      forallb (fun w =>
        let y := after w (toad_of c e) in
        if hp y <? 1 then true else dealt_with r is t y) ws.

    Definition no_end (t : nat) (l : layer) : bool :=
      forallb (forallb (fun e =>
        if met_by g (Z.of_nat t) (e_hp e) (e_moves e) (e_flies e) then false else true)) l.

    Fixpoint cells_ok (st : stage) (r : row) (is : list index) (c : Z) (l : layer) : bool :=
      match l with
      | [] => true
      | es :: l =>
          if match es with
             | [] => true
             | _ => let ws := ways st c in forallb (element_ok r is (fst st) c ws) es
             end
          then cells_ok st r is (c + 1) l else false
      end.

    (** [l] is the layer at the time before the first of the stages. *)
    Fixpoint layers_ok (sts : list stage) (rs : list row) (t : nat) (l : layer) (ls : list layer) : bool :=
      if no_end t l then
        match sts, rs with
        | st :: sts, r :: rs =>
            let '(l', ls') := match ls with [] => ([], []) | l' :: ls' => (l', ls') end in
            if cells_ok st r (indices l') 1 l then layers_ok sts rs (S t) l' ls' else false
        | [], _ => true
        | _ :: _, [] => false
        end
      else false.

    Definition argument_ok (ls : list layer) : bool :=
      if 1 <=? t_hp g then
        if 1 <=? t_start g then
          match outlooks stages with
          | [] => false
          | r :: rs =>
              let '(l, ls) := match ls with [] => ([], []) | l :: ls => (l, ls) end in
              if dealt_with r (indices l) 0
                   {| cell := first_cell s; hp := t_start g; moves := 0; flies := 0 |}
              then layers_ok stages rs 0 l ls else false
          end
        else false
      else false.
  End Target.

  (** ** The claims *)

  Definition same_question (a b : question) : bool :=
    match a, b with
    | survive, survive | max_hp, max_hp | min_moves, min_moves | max_flies, max_flies
    | longest, longest | min_start_hp, min_start_hp => true
    | _, _ => false
    end.

  Definition asked (q : question) (ask : list question) : bool := existsb (same_question q) ask.

  Definition default (o : option Z) (d : Z) : Z := match o with Some x => x | None => d end.

  Definition base_target (ask : list question) : target :=
    {| t_start := first_hp s;
       t_turns := if asked longest ask then
                    if asked survive ask then T else if asked min_start_hp ask then T else 0
                  else T;
       t_hp := Z.max 1 (default (min_final_hp s) 0);
       t_moves := default (max_moves s) T;
       t_flies := default (min_flies s) 0 |}.

  Definition sane : bool :=
    if (1 <=? rows s)%nat then
      if 0 <=? gain s then
        if 1 <=? first_hp s then
          if 1 <=? first_cell s then
            if first_cell s <=? width s then forallb (fun a => 0 <=? cost a) (actions s) else false
          else false
        else false
      else false
    else false.

  Definition check_infeasible (ask : list question) (argument : list layer) : bool :=
    if sane then
      let g := base_target ask in
      let g := if asked min_start_hp ask
               then {| t_start := dearest * T + t_hp g; t_turns := t_turns g; t_hp := t_hp g;
                       t_moves := t_moves g; t_flies := t_flies g |}
               else g in
      argument_ok g argument
    else false.

  (** The target of a run that is as good in one more question, or better. *)
  Definition fixed (q : question) (by_ : Z) (f : figures) (g : target) : target :=
    {| t_start := match q with min_start_hp => start_hp f - by_ | _ => t_start g end;
       t_turns := match q with longest => all_turns f + by_ | _ => t_turns g end;
       t_hp := match q with max_hp => final_hp f + by_ | _ => t_hp g end;
       t_moves := match q with min_moves => all_moves f - by_ | _ => t_moves g end;
       t_flies := match q with max_flies => all_flies f + by_ | _ => t_flies g end |}.

  (** Nothing is left to exclude. *)
  Definition impossible (q : question) (g : target) : bool :=
    match q with
    | survive => true
    | _ =>
        if t_start g <? 1 then true
        else if t_moves g <? 0 then true
        else T <? t_turns g
    end.

  Fixpoint arguments_ok (ask : list question) (f : figures) (g : target)
      (arguments : list (option (list layer))) : bool :=
    match ask, arguments with
    | [], [] => true
    | q :: ask, a :: arguments =>
        let excluded := fixed q 1 f g in
        if match a with
           | None => impossible q excluded
           | Some argument => if impossible q excluded then false else argument_ok excluded argument
           end
        then arguments_ok ask f (fixed q 0 f g) arguments
        else false
    | _, _ => false
    end.

  Definition same_figures (f g : figures) : bool :=
    if final_hp f =? final_hp g then
      if all_moves f =? all_moves g then
        if all_flies f =? all_flies g then
          if all_turns f =? all_turns g then start_hp f =? start_hp g else false
        else false
      else false
    else false.

  Definition check_plan (ask : list question) (plan : list action) (f : figures) : bool :=
    if (if asked min_start_hp ask then 1 <=? start_hp f else start_hp f =? first_hp s) then
      match replay stages (start_with s (start_hp f)) plan with
      | None => false
      | Some y =>
          if same_figures f
               {| final_hp := hp y; all_moves := moves y; all_flies := flies y;
                  all_turns := Z.of_nat (length plan); start_hp := start_hp f |}
          then met_by (base_target ask) (all_turns f) (final_hp f) (all_moves f) (all_flies f)
          else false
      end
    else false.

  Definition check_optimal (ask : list question) (plan : list action) (f : figures)
      (arguments : list (option (list layer))) : bool :=
    if sane then
      if match ask with [] => true | _ :: rest => if asked min_start_hp rest then false else true end then
        if check_plan ask plan f then arguments_ok ask f (base_target ask) arguments else false
      else false
    else false.
End Game.
