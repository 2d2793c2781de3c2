(** * The margin of the course's position is 130

    The proof replays the strategies of the committed certificate
    proofs/squirrel-war-course-position.json.gz. *)

From Coq Require Import Uint63 ZArith List.
From Toadstone Require Import Walk SquirrelWarRules SquirrelWarClaims Statements
  SquirrelWarCourseData.
Import ListNotations.

Definition values : nat -> nat -> Z := SquirrelWar.grid
  [ [20; 16;  1; 32; 30];
    [20; 12;  2; 11;  8];
    [28; 48;  9;  1;  1];
    [20; 12; 10;  6;  2];
    [25; 30; 23; 21; 10] ]%Z 0%Z.

Definition course_position : board :=
  let x := held X in
  let o := held O in
  let f := free in
  SquirrelWar.grid
  [ [f; f; x; x; f];
    [f; f; x; o; x];
    [f; f; f; o; f];
    [f; f; o; o; f];
    [f; f; f; f; f] ] free.

Definition next (r : letters) : option (nat * letters) :=
  match read_letter r with None => None | Some (n, r) => Some (Z.to_nat (to_Z n), r) end.

Theorem the_margin_is_130 : margin_is 5 5 values X course_position 130.
Proof.
  apply (squirrel_war_margin 5 5 values letters next (SquirrelWar.sizes 64 65536) X
    course_position 130 replies_of_X replies_of_O).
  vm_cast_no_check (eq_refl true).
Qed.
