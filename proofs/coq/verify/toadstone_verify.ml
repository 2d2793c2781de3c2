(* `toadstone-verify CERTIFICATE`: the checkers that are proven in Coq, as a program.

   Exit statuses: 0 valid, 10 invalid, 30 unusable, 2 usage. *)

let games =
  [
    ("toadstone frog-puzzle 1", Frog_puzzle.check);
    ("toadstone river-toad 1", River_toad.check);
    ("toadstone squirrel-war 1", Squirrel_war.check);
    ("toadstone toads-and-frogs 1", Toads_and_frogs.check);
    ("toadstone ugly-duck 1", Ugly_duck.check);
  ]

let check certificate =
  match certificate with
  | Json.Object members -> (
      match List.assoc_opt "certificate" members with
      | Some (Json.Text kind) when List.mem_assoc kind games -> (List.assoc kind games) certificate
      | _ ->
          Json.unusable "expected a kind with a proven checker: %s"
            (String.concat ", " (List.map fst games)))
  | _ -> Json.unusable "expected an object"

let say channel words = try output_string channel (words ^ "\n"); flush channel with Sys_error _ -> ()

let () =
  match Sys.argv with
  | [| _; path |] -> (
      match check (Json.read path) with
      | true -> say stdout "valid"; exit 0
      | false -> say stdout "invalid: it does not prove its claim"; exit 10
      | exception Json.Unusable reason -> say stderr ("unusable: " ^ reason); exit 30
      | exception (Stack_overflow | Out_of_memory) ->
          say stderr "unusable: there is not enough memory";
          exit 30)
  | _ ->
      say stderr "usage: toadstone-verify CERTIFICATE";
      exit 2
