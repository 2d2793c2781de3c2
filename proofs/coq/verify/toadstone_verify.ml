(* `toadstone-verify CERTIFICATE`: the checkers that are proven in Coq, as a program.
   `toadstone-verify --statement CERTIFICATE`: the claim as a file for coqc, with its proof.

   Exit statuses: 0 valid, 10 invalid, 30 unusable, 2 usage. *)

let games =
  [
    ("toadstone frog-puzzle 1", Frog_puzzle.read);
    ("toadstone river-toad 1", River_toad.read);
    ("toadstone squirrel-war 1", Squirrel_war.read);
    ("toadstone toads-and-frogs 1", Toads_and_frogs.read);
    ("toadstone ugly-duck 1", Ugly_duck.read);
  ]

let read certificate =
  match certificate with
  | Json.Object members -> (
      match List.assoc_opt "certificate" members with
      | Some (Json.Text kind) when List.mem_assoc kind games -> (List.assoc kind games) certificate
      | _ ->
          Json.unusable "expected a kind with a proven checker: %s"
            (String.concat ", " (List.map fst games)))
  | _ -> Json.unusable "expected an object"

let say channel words = try output_string channel (words ^ "\n"); flush channel with Sys_error _ -> ()

let judged certificate =
  if certificate.Statement.accepted () then (say stdout "valid"; 0)
  else (say stdout "invalid: it does not prove its claim"; 10)

let stated certificate = say stdout (Statement.file certificate); 0

let with_certificate path action =
  match action (read (Json.read path)) with
  | status -> exit status
  | exception Json.Unusable reason -> say stderr ("unusable: " ^ reason); exit 30
  | exception (Stack_overflow | Out_of_memory) ->
      say stderr "unusable: there is not enough memory";
      exit 30

let () =
  match Sys.argv with
  | [| _; "--statement"; path |] -> with_certificate path stated
  | [| _; path |] -> with_certificate path judged
  | _ ->
      say stderr "usage: toadstone-verify [--statement] CERTIFICATE";
      exit 2
