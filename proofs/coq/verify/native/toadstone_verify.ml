(* `toadstone-verify CERTIFICATE`: the checkers that are proven in Coq, as a program.
   `toadstone-verify --statement CERTIFICATE`: the claim as a file for coqc, with its proof.

   Exit statuses: 0 valid, 10 invalid, 30 unusable, 2 usage. *)

(* The text of a channel, refused if it is too long. *)
let contents channel =
  let made = Buffer.create 65536 in
  let piece = Bytes.create 65536 in
  let rec more () =
    let count = input channel piece 0 65536 in
    if count > 0 then begin
      Buffer.add_subbytes made piece 0 count;
      Json.expect_size (Buffer.length made);
      more ()
    end
  in
  more ();
  Buffer.contents made

(* What gzip makes of a file. *)
let unzipped path =
  let source = Unix.openfile path [ Unix.O_RDONLY ] 0 in
  let from, into = Unix.pipe ~cloexec:true () in
  let silent = Unix.openfile "/dev/null" [ Unix.O_WRONLY ] 0 in
  let program = Unix.create_process "gzip" [| "gzip"; "-dc" |] source into silent in
  List.iter Unix.close [ source; into; silent ];
  let channel = Unix.in_channel_of_descr from in
  set_binary_mode_in channel true;
  let text = contents channel in
  close_in channel;
  match Unix.waitpid [] program with
  | _, Unix.WEXITED 0 -> text
  | _, Unix.WEXITED 127 -> Json.unusable "gzip is not installed"
  | _ -> Json.unusable "the gzipped data are damaged"

let text_of path =
  try
    let channel = open_in_bin path in
    let first = try really_input_string channel 2 with End_of_file -> "" in
    seek_in channel 0;
    let text = if first = "\x1f\x8b" then unzipped path else contents channel in
    close_in channel;
    text
  with
  | Sys_error reason -> Json.unusable "%s" reason
  | Unix.Unix_error (error, _, _) -> Json.unusable "%s" (Unix.error_message error)

let say channel words = try output_string channel (words ^ "\n"); flush channel with Sys_error _ -> ()

let told verdict =
  let message = Verdict.message verdict in
  match verdict with
  | Verdict.Valid -> say stdout message; 0
  | Verdict.Invalid -> say stdout message; 10
  | Verdict.Unusable _ -> say stderr message; 30

let () =
  exit
    (match Sys.argv with
    | [| _; "--statement"; path |] -> (
        match Verdict.guarded (fun () -> Statement.file (Verdict.read (text_of path))) with
        | Ok statement -> say stdout statement; 0
        | Error reason -> told (Verdict.Unusable reason))
    | [| _; path |] -> (
        match Verdict.guarded (fun () -> text_of path) with
        | Ok text -> told (Verdict.of_text text)
        | Error reason -> told (Verdict.Unusable reason))
    | _ -> say stderr "usage: toadstone-verify [--statement] CERTIFICATE"; 2)
