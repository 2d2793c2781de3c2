(** * Claims as theorems

    [toadstone-verify --statement CERTIFICATE] writes a file that needs this one.
    Its theorem states the claim in the words of the pages of rules, and
    [by_certificate] proves it by computation.  Nothing here has to be trusted:
    these are names for grids, and ways to the theorems on the checkers. *)

From Coq Require Import ZArith.
From Coq Require Export List Uint63.
From Toadstone Require FrogPuzzleSoundness RiverToadClaims SquirrelWarClaims
  ToadsAndFrogsLayers ToadsAndFrogsClaims UglyDuckClaims.
Export ListNotations.

(** The checker accepts, as Coq's virtual machine computes. *)
Ltac accepted := vm_cast_no_check (eq_refl true).

(** ** Replies: [count] letters of 6 bits, ten in an integer, the first lowest

    A letter 63 adds 63 to the letter after it. *)

Record unpacking := { letters_left : int; more : int; unpacked : list int }.

Fixpoint unpack_word (n : nat) (s : unpacking) (word : int) : unpacking :=
  match n with
  | O => s
  | S n =>
      if (letters_left s =? 0)%uint63 then s
      else
        let letter := (word land 63)%uint63 in
        unpack_word n
          (if (letter =? 63)%uint63
           then {| letters_left := letters_left s - 1; more := more s + 63; unpacked := unpacked s |}
           else {| letters_left := letters_left s - 1; more := 0;
                   unpacked := (more s + letter)%uint63 :: unpacked s |})
          (word >> 6)
  end%uint63.

Definition replies (count : int) (chunks : list (list int)) : list int :=
  rev_append (unpacked (fold_left (fun s c => fold_left (unpack_word 10) c s) chunks
    {| letters_left := count; more := 0; unpacked := [] |})) [].

Module FrogPuzzle.
  Export FrogPuzzleRules FrogPuzzleChecker.

  (** [positions] for a certificate of "infeasible"; of "optimal" they are optional. *)
  Tactic Notation "by_certificate" uconstr(positions) :=
    lazymatch goal with
    | |- optimal _ _ _ _ _ =>
        refine (FrogPuzzleSoundness.frog_puzzle_optimal _ _ _ _ _ positions _)
    | |- infeasible _ _ => refine (FrogPuzzleSoundness.frog_puzzle_infeasible _ _ positions _)
    end; accepted.
End FrogPuzzle.

Module RiverToad.
  Export ZArith RiverToadRules RiverToadChecker.

  Tactic Notation "by_certificate" uconstr(layers) :=
    lazymatch goal with
    | |- optimal _ _ _ _ => refine (RiverToadClaims.river_toad_optimal _ _ _ _ layers _)
    | |- infeasible _ _ => refine (RiverToadClaims.river_toad_infeasible _ _ layers _)
    end; accepted.
End RiverToad.

Module UglyDuck.
  Export UglyDuckRules.

  (** For a draw, [replies] is a pair: those of green and those of blue. *)
  Ltac by_certificate shelves places replies :=
    lazymatch goal with
    | |- wins loses _ _ _ (board_of ?rows, _) =>
        refine (UglyDuckClaims.ugly_duck_winner false rows _ _ 40 1000 shelves places replies _)
    | |- wins pass _ _ _ (board_of ?rows, _) =>
        refine (UglyDuckClaims.ugly_duck_winner true rows _ _ 40 1000 shelves places replies _)
    | |- drawn _ _ _ (board_of ?rows, _) =>
        refine (UglyDuckClaims.ugly_duck_draw rows _ 40 1000 shelves places
          (fst replies) (snd replies) _ _)
    end; accepted.
End UglyDuck.

Module SquirrelWar.
  Export ZArith SquirrelWarRules.

  (** What stands in a row and a column, both from 0. *)
  Definition grid {A} (rows : list (list A)) (outside : A) (row column : nat) : A :=
    nth column (nth row rows []) outside.

  Definition next (replies : list int) : option (nat * list int) :=
    match replies with [] => None | n :: rest => Some (Z.to_nat (to_Z n), rest) end.

  Definition sizes (shelves places : int) : SquirrelWarClaims.sizes :=
    {| SquirrelWarClaims.shelves := shelves; SquirrelWarClaims.places := places;
       SquirrelWarClaims.looks := 1000; SquirrelWarClaims.most_moves := 64 |}.

  Ltac by_certificate z replies :=
    lazymatch goal with
    | |- margin_is _ _ _ _ _ _ =>
        refine (SquirrelWarClaims.squirrel_war_margin _ _ _ _ next z _ _ _
          (fst replies) (snd replies) _)
    | |- beats _ _ _ _ _ _ /\ _ => refine (SquirrelWarClaims.squirrel_war_beat _ _ _ z _ _ _ _ _)
    | |- largest _ _ _ _ _ _ _ /\ _ =>
        refine (SquirrelWarClaims.squirrel_war_shared _ _ _ z _ _ _ _ _)
    end; accepted.
End SquirrelWar.

Module ToadsAndFrogs.
  Export ZArith ToadsAndFrogsRules ToadsAndFrogsQuestions.
  Import ToadsAndFrogsLayers.

  (** ** Replies by their positions *)

  Inductive tree := no_reply | fork (here : option name3) (t f g w : tree).

  Fixpoint look_up (x : key) (s : tree) : option name3 :=
    match s, x with
    | no_reply, _ => None
    | fork here _ _ _ _, [] => here
    | fork _ t f g w, c :: x =>
        look_up x (match c with Some T => t | Some F => f | Some gap => g | None => w end)
    end.

  Fixpoint enter (x : key) (n : name3) (s : tree) : tree :=
    let '(here, t, f, g, w) :=
      match s with
      | no_reply => (None, no_reply, no_reply, no_reply, no_reply)
      | fork here t f g w => (here, t, f, g, w)
      end in
    match x with
    | [] => fork (Some n) t f g w
    | Some T :: x => fork here (enter x n t) f g w
    | Some F :: x => fork here t (enter x n f) g w
    | Some gap :: x => fork here t f (enter x n g) w
    | None :: x => fork here t f g (enter x n w)
    end.

  Definition tree_of (l : list (list row * name3)) : tree :=
    fold_left (fun s e => enter (key_of (fst e)) (snd e) s) l no_reply.

  Definition reply (of_toads of_frogs : list (list row * name3))
      : player -> list row -> option name3 :=
    let t := tree_of of_toads in
    let f := tree_of of_frogs in
    fun p x => look_up (key_of x) (match p with toads => t | frogs => f end).

  (** ** Comparisons *)

  Definition strategy (shelves places : int) (replies : list int) :=
    Some ({| ToadsAndFrogsClaims.doublings := 40; ToadsAndFrogsClaims.tries := 1000;
             ToadsAndFrogsClaims.shelves := shelves; ToadsAndFrogsClaims.places := places |},
          replies).

  Definition no_strategy : option (ToadsAndFrogsClaims.sizes * list int) := None.

  (** A game of the table, by the numbers of the games that the sides can move to. *)
  Definition node (l r : list int) := {| ToadsAndFrogsChecker.lefts := l; ToadsAndFrogsChecker.rights := r |}.

  Ltac compared_by claim games number of_toads of_frogs :=
    lazymatch goal with
    | |- context [meaning ?n] =>
        refine (ToadsAndFrogsClaims.toads_and_frogs_comparison games number n _ claim
          of_toads of_frogs _)
    end; accepted.

  Ltac by_comparison games number of_toads of_frogs :=
    lazymatch goal with
    | |- equal _ _ => compared_by ToadsAndFrogsClaims.is_equal games number of_toads of_frogs
    | |- greater _ _ => compared_by ToadsAndFrogsClaims.is_greater games number of_toads of_frogs
    | |- less _ _ => compared_by ToadsAndFrogsClaims.is_less games number of_toads of_frogs
    | |- confused _ _ => compared_by ToadsAndFrogsClaims.is_confused games number of_toads of_frogs
    | |- at_least _ _ => compared_by ToadsAndFrogsClaims.is_at_least games number of_toads of_frogs
    | |- ~ _ => compared_by ToadsAndFrogsClaims.is_not_at_least games number of_toads of_frogs
    end.

  (** [fuel] is more than the plies of any game. *)
  Ltac by_certificate fuel replies :=
    lazymatch goal with
    | |- _ /\ _ => split; by_certificate fuel replies
    | |- wins _ _ _ => refine (toads_and_frogs_winner replies fuel _ _ _ _); accepted
    | |- remoteness _ _ _ _ => refine (toads_and_frogs_remoteness replies fuel _ _ _ _ _); accepted
    | |- shortest _ _ _ => refine (toads_and_frogs_shortest fuel _ _ replies _); accepted
    | |- longest _ _ _ => refine (toads_and_frogs_longest fuel _ _ replies _); accepted
    end.
End ToadsAndFrogs.
