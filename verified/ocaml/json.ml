(* A reader of JSON: the whole text is one value, objects name no field twice, and numbers
   are natural numbers below 2^32, since a certificate has no others. *)

open Refusal

type t =
  | Null
  | Bool of bool
  | Number of int
  | String of string
  | Numbers of int list  (* a list of numbers, also the empty list *)
  | List of t list       (* any other list *)
  | Object of fields

(* The fields of an object, the last one first. *)
and fields = Nothing | Field of { name : string; value : t; before : fields }

let deepest = 128
let most_bytes = 64 lsl 20
let most_brackets = 4 lsl 20

let malformed at what = refuse "not a certificate: %s at byte %d" what at

(* Refuses a text that is too large, or that is not UTF-8. *)
let check_text text =
  let n = String.length text in
  if n > most_bytes then refuse "too large: more than %d bytes" most_bytes;
  let byte i = if i < n then Char.code (String.unsafe_get text i) else 0 in
  let continues i = byte i land 0xc0 = 0x80 in
  let width i =
    let b = byte i in
    if b >= 0xc2 && b <= 0xdf && continues (i + 1) then 2
    else if b land 0xf0 = 0xe0 && continues (i + 1) && continues (i + 2)
         && (b <> 0xe0 || byte (i + 1) >= 0xa0) && (b <> 0xed || byte (i + 1) < 0xa0) then 3
    else if b >= 0xf0 && b <= 0xf4 && continues (i + 1) && continues (i + 2) && continues (i + 3)
         && (b <> 0xf0 || byte (i + 1) >= 0x90) && (b <> 0xf4 || byte (i + 1) < 0x90) then 4
    else refuse "not a certificate: the file is not UTF-8" in
  let rec brackets_from i brackets =
    if i >= n then brackets
    else
      let b = Char.code (String.unsafe_get text i) in
      (* Both opening brackets, and no other character, are 0x5b but for one bit. *)
      if b < 0x80 then brackets_from (i + 1) (if b land 0xdf = 0x5b then brackets + 1 else brackets)
      else brackets_from (i + width i) brackets in
  if brackets_from 0 0 > most_brackets then refuse "too large: more than %d brackets" most_brackets

(* *** Tokens *)

(* A place in a text. Behind the last byte of a string OCaml has at least one byte more, which
   is below 8 and hence no character of JSON: the byte at the end of the text may be looked at,
   and stops whoever reads. *)
type cursor = { text : string; mutable at : int }

let start text = check_text text; { text; at = 0 }

let rec skip c =
  match String.unsafe_get c.text c.at with
  | ' ' | '\t' | '\n' | '\r' -> c.at <- c.at + 1; skip c
  | _ -> ()

(* The next character, which is no white space. *)
let peek c =
  let next = String.unsafe_get c.text c.at in
  if next > ' ' then next else (skip c; String.unsafe_get c.text c.at)

let step c = c.at <- c.at + 1

let expect c wanted =
  if peek c = wanted then step c else malformed c.at (Printf.sprintf "no %c" wanted)

(* Whether a list or an object goes on after an item. *)
let goes_on c closing =
  let next = peek c in
  if next = ',' then (step c; true)
  else if next = closing then (step c; false)
  else malformed c.at (Printf.sprintf "no , or %c" closing)

(* Words of the format by their place in a table, so that they need not be copied from the
   text. A word that lost its place to another is copied. *)
let place text start length =
  let code i = Char.code (String.unsafe_get text i) in
  ((code start * 5) + (code (start + length - 1) * 3) + (length * 11)) land 255

let words =
  let table = Array.make 256 "" in
  List.iter
    (fun word -> table.(place word 0 (String.length word)) <- word)
    [ "generators"; "name"; "format"; "version"; "universe"; "nodes"; "claims"; "steps"; "t"; "LR"; "N"; "P";
      "outcome"; "invertible"; "not_invertible"; "equal"; "not_equal"; "test_set"; "simplest"; "closure";
      "reduced"; "le"; "sum"; "sum_not"; "not_strong"; "option"; "to"; "itself"; "replies"; "strategies";
      "left_starts"; "right_starts"; "end"; "end_like"; "play"; "definition"; "sums"; "same"; "strong";
      "strong_left"; "strong_right"; "member"; "starter"; "separator"; "x"; "Left"; "Right"; "L"; "R"; "l";
      "r"; "not_ge"; "ge"; "pairs"; "right"; "left"; "by"; "claim" ];
  table

let word text start length =
  if length = 0 then ""
  else
    let known = Array.unsafe_get words (place text start length) in
    let rec same i =
      i = length || (String.unsafe_get text (start + i) = String.unsafe_get known i && same (i + 1)) in
    if String.length known = length && same 0 then known else String.sub text start length

let hex4 c =
  let digit d =
    match d with
    | '0' .. '9' -> Char.code d - 48
    | 'a' .. 'f' -> Char.code d - 87
    | 'A' .. 'F' -> Char.code d - 55
    | _ -> malformed c.at "no hexadecimal digit" in
  let code = ref 0 in
  for _ = 1 to 4 do
    code := (!code * 16) + digit (String.unsafe_get c.text c.at);
    step c
  done;
  !code

(* A string with escapes, from behind its opening quote. *)
let string_with_escapes c =
  let buffer = Buffer.create 16 in
  let add_code code =
    if not (Uchar.is_valid code) then malformed c.at "a code that is no character";
    Buffer.add_utf_8_uchar buffer (Uchar.of_int code) in
  let rec go () =
    if c.at >= String.length c.text then malformed c.at "the end";
    let next = String.unsafe_get c.text c.at in
    if next < ' ' then malformed c.at "a control character in a string";
    step c;
    if next = '"' then ()
    else if next <> '\\' then (Buffer.add_char buffer next; go ())
    else begin
      let escape = String.unsafe_get c.text c.at in
      (match escape with
       | '"' | '\\' | '/' -> step c; Buffer.add_char buffer escape
       | 'b' -> step c; Buffer.add_char buffer '\b'
       | 'f' -> step c; Buffer.add_char buffer '\012'
       | 'n' -> step c; Buffer.add_char buffer '\n'
       | 'r' -> step c; Buffer.add_char buffer '\r'
       | 't' -> step c; Buffer.add_char buffer '\t'
       | 'u' ->
         step c;
         let first = hex4 c in
         if first < 0xd800 || first > 0xdbff then add_code first
         else begin
           let take wanted =
             if String.unsafe_get c.text c.at = wanted then step c else malformed c.at "half a character" in
           take '\\';
           take 'u';
           let second = hex4 c in
           if second < 0xdc00 || second > 0xdfff then malformed c.at "half a character";
           add_code (0x10000 + ((first - 0xd800) lsl 10) + (second - 0xdc00))
         end
       | _ -> malformed c.at "an unknown escape");
      go ()
    end in
  go ();
  Buffer.contents buffer

let string c =
  expect c '"';
  let start = c.at in
  let rec plain i =
    match String.unsafe_get c.text i with
    | '"' -> c.at <- i + 1; word c.text start (i - start)
    | '\\' | '\000' .. '\031' -> string_with_escapes c
    | _ -> plain (i + 1) in
  plain start

let is_digit d = d >= '0' && d <= '9'

let number c =
  ignore (peek c);
  let start = c.at in
  let rec digits i value =
    let d = String.unsafe_get c.text i in
    if is_digit d && value <= 0xffffffff then digits (i + 1) ((value * 10) + Char.code d - 48)
    else (c.at <- i; value) in
  let value = digits start 0 in
  if value > 0xffffffff then malformed start "a number that is too large";
  if c.at = start || (String.unsafe_get c.text start = '0' && c.at > start + 1) then
    malformed start "no natural number";
  (match String.unsafe_get c.text c.at with '.' | 'e' | 'E' -> malformed start "no natural number" | _ -> ());
  value

(* *** Values *)

let literal c text value =
  let length = String.length text in
  if c.at + length <= String.length c.text && String.sub c.text c.at length = text then
    (c.at <- c.at + length; value)
  else malformed c.at "no JSON"

let rec has_field name = function
  | Nothing -> false
  | Field field -> String.equal field.name name || has_field name field.before

let rec value c depth =
  if depth > deepest then malformed c.at "too many brackets in each other";
  match peek c with
  | '{' ->
    step c;
    if peek c = '}' then (step c; Object Nothing) else Object (fields c depth Nothing)
  | '[' ->
    step c;
    if peek c = ']' then (step c; Numbers []) else list c depth
  | '"' -> String (string c)
  | 't' -> literal c "true" (Bool true)
  | 'f' -> literal c "false" (Bool false)
  | 'n' -> literal c "null" Null
  | _ -> Number (number c)

and fields c depth before =
  let place = c.at in
  let name = string c in
  if has_field name before then malformed place "a field that was there before";
  expect c ':';
  let value = value c (depth + 1) in
  let found = Field { name; value; before } in
  if goes_on c '}' then fields c depth found else found

and list c depth = if is_digit (peek c) then numbers c depth [] else items c depth []

(* The numbers of a list, until another item follows. *)
and numbers c depth found =
  let found = number c :: found in
  if not (goes_on c ']') then Numbers (List.rev found)
  else if is_digit (peek c) then numbers c depth found
  else items c depth (List.map (fun n -> Number n) found)

and items c depth found =
  let found = value c (depth + 1) :: found in
  if goes_on c ']' then items c depth found else List (List.rev found)

(* Reads the items of a list one by one, so that a long list is not in memory as JSON. *)
let each_item c use =
  expect c '[';
  if peek c = ']' then step c
  else
    let rec go () =
      use (value c 2);
      if goes_on c ']' then go () in
    go ()

(* Reads the fields of the object that the text is: [use] is given each name and reads the
   value. *)
let each_field c use =
  expect c '{';
  let rec go seen =
    ignore (peek c);
    let place = c.at in
    let name = string c in
    if List.mem name seen then malformed place "a field that was there before";
    expect c ':';
    use name;
    if goes_on c '}' then go (name :: seen) in
  if peek c = '}' then step c else go [];
  ignore (peek c);
  if c.at <> String.length c.text then malformed c.at "more than one value"

(* *** What a value has to be *)

let to_number what = function Number n -> n | _ -> refuse "not a certificate: %s is no number" what
let to_string what = function String s -> s | _ -> refuse "not a certificate: %s is no string" what
let to_numbers what = function
  | Numbers l -> l
  | List _ -> refuse "not a certificate: %s is no number" what
  | _ -> refuse "not a certificate: %s stands where a list is needed" what
let to_list what = function
  | Numbers l -> List.map (fun n -> Number n) l
  | List l -> l
  | _ -> refuse "not a certificate: %s is no list" what

(* Two values in a list. *)
let to_pair what = function
  | Numbers [ a; b ] -> (Number a, Number b)
  | List [ a; b ] -> (a, b)
  | _ -> refuse "not a certificate: %s takes two values" what

(* The fields of an object that has no others than these. *)
let fields what names json =
  let rec is_known name = function
    | [] -> false
    | known :: others -> String.equal known name || is_known name others in
  let rec check = function
    | Nothing -> ()
    | Field { name; before; _ } ->
      if not (is_known name names) then refuse "not a certificate: %s has an unknown field %S" what name;
      check before in
  match json with
  | Object fields -> check fields; fields
  | _ -> refuse "not a certificate: %s is no object" what

let rec get what name = function
  | Nothing -> refuse "not a certificate: %s lacks the field %S" what name
  | Field field -> if String.equal field.name name then field.value else get what name field.before

(* A field that may be absent or null. *)
let rec find name = function
  | Nothing -> None
  | Field field when String.equal field.name name -> (match field.value with Null -> None | value -> Some value)
  | Field field -> find name field.before

(* A value with its kind: a word alone, or an object with one field. *)
let tagged what = function
  | String kind -> (kind, Null)
  | Object (Field { name; value; before = Nothing }) -> (name, value)
  | _ -> refuse "not a certificate: %s is neither a word nor an object with one field" what
