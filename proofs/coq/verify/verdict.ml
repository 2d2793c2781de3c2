(* What the proven checkers say of the text of a certificate. *)

type t = Valid | Invalid | Unusable of string

let games =
  [
    ("toadstone frog-puzzle 1", Frog_puzzle.read);
    ("toadstone river-toad 1", River_toad.read);
    ("toadstone squirrel-war 1", Squirrel_war.read);
    ("toadstone toads-and-frogs 1", Toads_and_frogs.read);
    ("toadstone ugly-duck 1", Ugly_duck.read);
  ]

let read text =
  match Json.parse text with
  | Json.Object members as certificate -> (
      match List.assoc_opt "certificate" members with
      | Some (Json.Text kind) when List.mem_assoc kind games -> (List.assoc kind games) certificate
      | _ ->
          Json.unusable "expected a kind with a proven checker: %s"
            (String.concat ", " (List.map fst games)))
  | _ -> Json.unusable "expected an object"

(* The result of some work, or why there is none. *)
let guarded work =
  match work () with
  | made -> Ok made
  | exception Json.Unusable reason -> Error reason
  | exception Natural.Too_large -> Error "a number is too large"
  | exception (Stack_overflow | Out_of_memory) -> Error "there is not enough memory"

let of_text text =
  match guarded (fun () -> (read text).Statement.accepted ()) with
  | Ok true -> Valid
  | Ok false -> Invalid
  | Error reason -> Unusable reason

let message = function
  | Valid -> "valid"
  | Invalid -> "invalid: it does not prove its claim"
  | Unusable reason -> "unusable: " ^ reason
