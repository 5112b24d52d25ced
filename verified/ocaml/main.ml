(* misere-verified: checks certificates with the checker that was extracted from Coq, and
   prints what it proved. *)

open Refusal

let usage = {|usage: misere-verified [--json] FILE...
       misere-verified --coq FILE

Checks certificates of misere with a checker that is proved correct in Coq, and prints for
each file one line with what is proved, in terms of play alone; - is standard input.
  --json   print a JSON object per line
  --coq    write the certificate as a file for coqc
Exit code: 0 if all files are proved, 1 if one is rejected, 2 if one cannot be read.
|}

(* *** Text of others *)

(* The text on one line, with what is not plain ASCII written as an escape. *)
let visible text =
  let buffer = Buffer.create (String.length text) in
  String.iter
    (fun c ->
       if c >= ' ' && c <= '~' then Buffer.add_char buffer c
       else Buffer.add_string buffer (Printf.sprintf "\\x%02x" (Char.code c)))
    text;
  Buffer.contents buffer

(* Our own texts have signs beyond ASCII, and no control characters. *)
let json_string text =
  let buffer = Buffer.create (String.length text + 2) in
  Buffer.add_char buffer '"';
  String.iter
    (fun c ->
       match c with
       | '"' | '\\' -> Buffer.add_char buffer '\\'; Buffer.add_char buffer c
       | c when c < ' ' || c = '\127' -> Buffer.add_string buffer (Printf.sprintf "\\u%04x" (Char.code c))
       | c -> Buffer.add_char buffer c)
    text;
  Buffer.add_char buffer '"';
  Buffer.contents buffer

(* *** Files *)

exception Unreadable of string

let load file =
  let limit = Json.most_bytes + 1 in
  let read channel =
    let buffer = Buffer.create 65536 in
    let chunk = Bytes.create 65536 in
    let rec go () =
      let n = input channel chunk 0 (Bytes.length chunk) in
      if n > 0 && Buffer.length buffer < limit then (Buffer.add_subbytes buffer chunk 0 n; go ()) in
    go ();
    Buffer.contents buffer in
  try
    if file = "-" then (set_binary_mode_in stdin true; read stdin)
    else
      let channel = open_in_bin file in
      Fun.protect ~finally:(fun () -> close_in_noerr channel) (fun () ->
          (* Of a pipe or a device the length is not known. *)
          match in_channel_length channel with
          | length when length > 0 -> really_input_string channel (min length limit)
          | _ | exception Sys_error _ -> read channel)
  with
  | Sys_error reason -> raise (Unreadable reason)
  | End_of_file -> raise (Unreadable "the file became shorter while it was read")

type proved = { modulo : string; claims : string list; definitions : string list }

let check text =
  let { Reader.certificate; origins } = Reader.read text in
  match Checker.check certificate with
  | Checker.Accepted ->
    let words = Words.create certificate in
    let claims = List.map (fun (c, _) -> Words.statement words c) certificate.Checker.c_claims in
    let modulo = Words.universe words in
    (certificate, { modulo; claims; definitions = Words.definitions words })
  | Checker.BadNodes -> refuse "the nodes are no forms"
  | Checker.BadGenerators -> refuse "a generator is not a Left dead end, and the verified checker knows no other generators"
  | Checker.BadStep s ->
    refuse "step %d: the evidence does not prove the claim" origins.(Words.int s - 1)
  | Checker.BadClaim i -> refuse "claim %d is not the claim of any step" (Words.int i - 1)

(* Forms may be as deep as the file is long. *)
let check text =
  try check text with
  | Stack_overflow -> refuse "too deep for the stack of the process; `ulimit -s unlimited` gives it more"
  | Out_of_memory -> refuse "too large for the memory of the process"

let said proved =
  let definitions = match proved.definitions with [] -> "" | l -> ", where " ^ String.concat ", " l in
  String.concat "; " proved.claims ^ definitions

let list l = "[" ^ String.concat "," (List.map json_string l) ^ "]"

let show_proved json file proved =
  if json then
    let definitions = if proved.definitions = [] then "" else Printf.sprintf ",\"where\":%s" (list proved.definitions) in
    Printf.printf "{\"ok\":true,\"file\":%s,\"modulo\":%s,\"claims\":%s%s,\"theorems\":[]}\n" (json_string (visible file))
      (json_string proved.modulo) (list proved.claims) definitions
  else Printf.printf "%s: proved from the definitions: %s\n" (visible file) (said proved)

let show_refused json file reason =
  if json then
    Printf.printf "{\"ok\":false,\"file\":%s,\"rejected\":%s}\n" (json_string (visible file)) (json_string reason)
  else Printf.printf "%s: %s\n" (visible file) reason

let check_files json files =
  let rejected = ref 0 and unreadable = ref 0 in
  List.iter
    (fun file ->
       match check (load file) with
       | _, proved -> show_proved json file proved
       | exception Refused reason ->
         incr rejected;
         show_refused json file (if json then visible reason else "rejected: " ^ visible reason)
       | exception Unreadable reason ->
         incr unreadable;
         show_refused json file ("cannot read the file: " ^ visible reason))
    files;
  if !unreadable > 0 then (prerr_endline "misere-verified: a file could not be read"; 2)
  else if !rejected > 0 then begin
    prerr_endline
      (if !rejected = 1 then "misere-verified: a certificate was rejected"
       else Printf.sprintf "misere-verified: %d certificates were rejected" !rejected);
    1
  end
  else 0

let write_theorem file =
  match check (load file) with
  | certificate, proved ->
    Theorem.write stdout ~says:(said proved) certificate;
    0
  | exception Refused reason ->
    Printf.eprintf "misere-verified: %s: rejected: %s\n" (visible file) (visible reason);
    1
  | exception Unreadable reason ->
    Printf.eprintf "misere-verified: %s: cannot read the file: %s\n" (visible file) (visible reason);
    2

let () =
  (* Checking makes many small values that soon die. *)
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 1 lsl 18; space_overhead = 400 };
  let code =
    match List.tl (Array.to_list Sys.argv) with
    | [ "--help" ] -> print_string usage; 0
    | [ "--coq"; file ] -> write_theorem file
    | "--json" :: (_ :: _ as files) -> check_files true files
    | first :: _ as files when first = "-" || not (String.length first > 1 && first.[0] = '-') -> check_files false files
    | _ -> prerr_string usage; 2 in
  exit code
