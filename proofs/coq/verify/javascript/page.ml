external serve : (string -> string) -> unit = "toadstone_serve"

let () = serve (fun text -> Verdict.message (Verdict.of_text text))
