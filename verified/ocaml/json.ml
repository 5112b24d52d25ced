(* A reader of JSON: the whole text is one value, objects name no field twice, and numbers
   are natural numbers below 2^32, since a certificate has no others. *)

open Refusal

type t =
  | Null
  | Bool of bool
  | Number of int
  | String of string
  | List of t list
  | Object of (string * t) list

let deepest = 128
let most_bytes = 64 lsl 20
let most_brackets = 4 lsl 20

let malformed at what = refuse "not a certificate: %s at byte %d" what at

(* The text of a character of Unicode. *)
let add_utf8 buffer at code =
  if not (Uchar.is_valid code) then malformed at "a code that is no character";
  Buffer.add_utf_8_uchar buffer (Uchar.of_int code)

(* Whether a text is UTF-8: a certificate that is not is no JSON. *)
let is_utf8 text =
  let n = String.length text in
  let byte i = if i < n then Char.code (String.unsafe_get text i) else 0 in
  let continues i = byte i land 0xc0 = 0x80 in
  let rec from i =
    if i >= n then true
    else
      let b = byte i in
      if b < 0x80 then from (i + 1)
      else if b >= 0xc2 && b <= 0xdf && continues (i + 1) then from (i + 2)
      else if b land 0xf0 = 0xe0 && continues (i + 1) && continues (i + 2)
           && (b <> 0xe0 || byte (i + 1) >= 0xa0) && (b <> 0xed || byte (i + 1) < 0xa0) then from (i + 3)
      else if b >= 0xf0 && b <= 0xf4 && continues (i + 1) && continues (i + 2) && continues (i + 3)
           && (b <> 0xf0 || byte (i + 1) >= 0x90) && (b <> 0xf4 || byte (i + 1) < 0x90) then from (i + 4)
      else false
  in
  from 0

(* Reads one value from a place on; returns it with the place behind it. *)
let value_at text start =
  let n = String.length text in
  let at = ref start in
  let peek () = if !at < n then String.unsafe_get text !at else '\000' in
  let rec skip () =
    match peek () with
    | ' ' | '\t' | '\n' | '\r' when !at < n -> incr at; skip ()
    | _ -> ()
  in
  let expect c =
    if !at < n && peek () = c then incr at
    else malformed !at (Printf.sprintf "no %c" c)
  in
  let word w value =
    let length = String.length w in
    if !at + length <= n && String.sub text !at length = w then (at := !at + length; value)
    else malformed !at "no JSON"
  in
  let hex4 () =
    let digit c =
      match c with
      | '0' .. '9' -> Char.code c - 48
      | 'a' .. 'f' -> Char.code c - 87
      | 'A' .. 'F' -> Char.code c - 55
      | _ -> malformed !at "no hexadecimal digit"
    in
    let code = ref 0 in
    for _ = 1 to 4 do
      if !at >= n then malformed !at "the end";
      code := (!code * 16) + digit (peek ());
      incr at
    done;
    !code
  in
  let string () =
    expect '"';
    let start = !at in
    let rec plain i =
      if i >= n then -1
      else
        match String.unsafe_get text i with
        | '"' -> i
        | '\\' | '\000' .. '\031' -> -1
        | _ -> plain (i + 1)
    in
    let stop = plain start in
    if stop >= 0 then (at := stop + 1; String.sub text start (stop - start)) else
    let buffer = Buffer.create 16 in
    let rec go () =
      if !at >= n then malformed !at "the end";
      let c = peek () in
      incr at;
      if c = '"' then ()
      else if c < ' ' then malformed (!at - 1) "a control character in a string"
      else if c <> '\\' then (Buffer.add_char buffer c; go ())
      else begin
        let escape = peek () in
        incr at;
        (match escape with
         | '"' | '\\' | '/' -> Buffer.add_char buffer escape
         | 'b' -> Buffer.add_char buffer '\b'
         | 'f' -> Buffer.add_char buffer '\012'
         | 'n' -> Buffer.add_char buffer '\n'
         | 'r' -> Buffer.add_char buffer '\r'
         | 't' -> Buffer.add_char buffer '\t'
         | 'u' ->
           let first = hex4 () in
           if first < 0xd800 || first > 0xdbff then add_utf8 buffer !at first
           else begin
             expect '\\';
             expect 'u';
             let second = hex4 () in
             if second < 0xdc00 || second > 0xdfff then malformed !at "half a character";
             add_utf8 buffer !at (0x10000 + ((first - 0xd800) lsl 10) + (second - 0xdc00))
           end
         | _ -> malformed (!at - 1) "an unknown escape");
        go ()
      end
    in
    go ();
    Buffer.contents buffer
  in
  let number () =
    let start = !at in
    let value = ref 0 in
    let rec digits () =
      match peek () with
      | '0' .. '9' as c when !at < n ->
        value := (!value * 10) + Char.code c - 48;
        if !value > 0xffffffff then malformed start "a number that is too large";
        incr at;
        digits ()
      | _ -> ()
    in
    digits ();
    if !at = start || (text.[start] = '0' && !at > start + 1) then malformed start "no natural number";
    (match peek () with '.' | 'e' | 'E' -> malformed start "no natural number" | _ -> ());
    Number !value
  in
  let rec value depth =
    if depth > deepest then malformed !at "too many brackets in each other";
    skip ();
    match peek () with
    | '{' -> incr at; obj depth
    | '[' -> incr at; list depth
    | '"' -> String (string ())
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | _ -> number ()
  and list depth =
    skip ();
    if peek () = ']' then (incr at; List [])
    else
      let rec go items =
        let items = value (depth + 1) :: items in
        skip ();
        match peek () with
        | ',' -> incr at; go items
        | ']' -> incr at; List (List.rev items)
        | _ -> malformed !at "no , or ]"
      in
      go []
  and obj depth =
    skip ();
    if peek () = '}' then (incr at; Object [])
    else
      let rec go fields =
        skip ();
        let place = !at in
        let name = string () in
        if List.mem_assoc name fields then malformed place "a field that was there before";
        skip ();
        expect ':';
        let fields = (name, value (depth + 1)) :: fields in
        skip ();
        match peek () with
        | ',' -> incr at; go fields
        | '}' -> incr at; Object (List.rev fields)
        | _ -> malformed !at "no , or }"
      in
      go []
  in
  let value = value 0 in
  (value, !at)

let check_text text =
  if String.length text > most_bytes then refuse "too large: more than %d bytes" most_bytes;
  let brackets = ref 0 in
  String.iter (fun c -> if c = '[' || c = '{' then incr brackets) text;
  if !brackets > most_brackets then refuse "too large: more than %d brackets" most_brackets;
  if not (is_utf8 text) then refuse "not a certificate: the file is not UTF-8"

(* A list whose items are read one by one, so that a long list is not in memory as JSON:
   where each item begins and ends. *)
type items = { text : string; places : (int * int) array }

let item items i =
  let start, stop = items.places.(i) in
  let value, behind = value_at items.text start in
  if behind <> stop then malformed behind "no , or ]";
  value

type top = Value of t | Items of items

(* The fields of the object that the text is; lists among them are read later. *)
let top_fields text =
  check_text text;
  let n = String.length text in
  let char i = if i < n then String.unsafe_get text i else '\000' in
  let rec skip i = match char i with ' ' | '\t' | '\n' | '\r' when i < n -> skip (i + 1) | _ -> i in
  (* The place behind a string that begins before i. *)
  let rec behind_string i =
    if i >= n then malformed i "the end"
    else match String.unsafe_get text i with
      | '"' -> i + 1
      | '\\' -> behind_string (i + 2)
      | _ -> behind_string (i + 1) in
  (* The end of an item: a comma or bracket outside of all brackets that it opens. White space
     before it is left out. *)
  let rec end_of_item i depth last =
    if i >= n then malformed i "the end"
    else match String.unsafe_get text i with
      | '"' -> let i = behind_string (i + 1) in end_of_item i depth i
      | '[' | '{' -> end_of_item (i + 1) (depth + 1) (i + 1)
      | (']' | '}') when depth > 0 -> end_of_item (i + 1) (depth - 1) (i + 1)
      | (',' | ']' | '}') when depth = 0 -> last
      | ' ' | '\t' | '\n' | '\r' -> end_of_item (i + 1) depth last
      | _ -> end_of_item (i + 1) depth (i + 1) in
  let rec items i found =
    let start = skip i in
    let stop = end_of_item start 0 start in
    let next = skip stop in
    let found = (start, stop) :: found in
    match char next with
    | ',' -> items (next + 1) found
    | ']' -> (Array.of_list (List.rev found), next + 1)
    | _ -> malformed next "no , or ]" in
  let field i =
    if char i = '[' then
      let first = skip (i + 1) in
      if char first = ']' then (Items { text; places = [||] }, first + 1)
      else let places, behind = items first [] in (Items { text; places }, behind)
    else let value, behind = value_at text i in (Value value, behind) in
  let rec fields i found =
    let place = skip i in
    let name, behind = match value_at text place with
      | String name, behind -> (name, behind)
      | _ -> malformed place "no name of a field" in
    if List.mem_assoc name found then malformed place "a field that was there before";
    let colon = skip behind in
    if char colon <> ':' then malformed colon "no :";
    let value, behind = field (skip (colon + 1)) in
    let found = (name, value) :: found in
    let next = skip behind in
    match char next with
    | ',' -> fields (next + 1) found
    | '}' when skip (next + 1) = n -> found
    | '}' -> malformed next "more than one value"
    | _ -> malformed next "no , or }" in
  let start = skip 0 in
  if char start <> '{' then refuse "not a certificate: no object";
  if char (skip (start + 1)) = '}' then [] else fields (start + 1) []

(* What certificates are made of. *)

let number what = function Number n -> n | _ -> refuse "not a certificate: %s is no number" what
let string what = function String s -> s | _ -> refuse "not a certificate: %s is no string" what
let list what = function List l -> l | _ -> refuse "not a certificate: %s is no list" what
let numbers what json = List.map (number what) (list what json)

(* The fields of an object, of which the optional ones may be absent or null. *)
let fields what ~required ~optional json =
  match json with
  | Object fields ->
    List.iter
      (fun (name, _) ->
         if not (List.mem name required || List.mem name optional) then
           refuse "not a certificate: %s has an unknown field %S" what name)
      fields;
    let get name =
      match List.assoc_opt name fields with
      | Some value -> value
      | None -> refuse "not a certificate: %s lacks the field %S" what name
    and find name =
      match List.assoc_opt name fields with Some Null | None -> None | Some value -> Some value
    in
    (get, find)
  | _ -> refuse "not a certificate: %s is no object" what

(* A value with its kind: a word alone, or an object with one field. *)
let tagged what = function
  | String kind -> (kind, Null)
  | Object [ (kind, value) ] -> (kind, value)
  | _ -> refuse "not a certificate: %s is neither a word nor an object with one field" what
