(* Statements about forms, in JSON and as the checker has them. *)

open Refusal
open Forms

type universe = M | D | E | B | I | N | Generated of int list

type statement =
  | Ge of int * int
  | Not_ge of int * int
  | Equal of int * int
  | Not_equal of int * int
  | Strong of int * player
  | Not_strong of int * player
  | Member of int
  | Outcome of int * bool * bool
  | Simplest of int * int
  | Invertible of int
  | Not_invertible of int
  | Test_set of int * int list

let is_universe = function I | N -> false | _ -> true
let is_impartial = function I -> true | _ -> false
let is_generated = function Generated _ -> true | _ -> false

let makes_sense universe = function
  | Ge _ | Not_ge _ | Simplest _ -> not (is_impartial universe)
  | Equal _ | Not_equal _ -> is_impartial universe
  | Strong _ | Not_strong _ | Member _ -> is_universe universe
  | Outcome _ | Invertible _ | Not_invertible _ -> true
  | Test_set _ -> is_generated universe

(* *** Numbers of the checker *)

(* Numbers share their parts, since a certificate names the same ones over and over. *)
let positives = ref [| Checker.XH; Checker.XH |]
let rec positive n =
  let known = Array.length !positives in
  if n < known then !positives.(n)
  else begin
    let more = Array.append !positives (Array.make known Checker.XH) in
    for i = known to (2 * known) - 1 do
      let half = more.(i / 2) in
      more.(i) <- (if i land 1 = 0 then Checker.XO half else Checker.XI half)
    done;
    positives := more;
    positive n
  end

let naturals = ref [| Checker.O |]
let natural n =
  let known = Array.length !naturals in
  if n >= known then begin
    let more = Array.make (n + 1 - known) Checker.O in
    naturals := Array.append !naturals more;
    for i = known to n do !naturals.(i) <- Checker.S !naturals.(i - 1) done
  end;
  !naturals.(n)

let side = function Left -> Checker.Left | Right -> Checker.Right

let claim = function
  | Ge (g, h) -> Checker.Ge (positive g, positive h)
  | Not_ge (g, h) -> Checker.NotGe (positive g, positive h)
  | Equal (g, h) -> Checker.Equal (positive g, positive h)
  | Not_equal (g, h) -> Checker.NotEqual (positive g, positive h)
  | Strong (g, p) -> Checker.Strong (positive g, side p)
  | Not_strong (g, p) -> Checker.NotStrong (positive g, side p)
  | Member x -> Checker.Member (positive x)
  | Outcome (g, a, b) -> Checker.Outcome (positive g, a, b)
  | Simplest (g, k) -> Checker.Simplest (positive g, positive k)
  | Invertible g -> Checker.Invertible (positive g)
  | Not_invertible g -> Checker.NotInvertible (positive g)
  | Test_set (n, set) -> Checker.TestSet (natural n, List.map positive set)

(* A claim as a number. Equality may be claimed either way round. Test sets have none. *)
let key statement =
  let pack kind g h = (((kind lsl 21) lor g) lsl 21) lor h in
  let two_ways kind g h = if g < h then pack kind g h else pack kind h g in
  let flag b = if b then 1 else 0 in
  let of_player p = match p with Left -> 0 | Right -> 1 in
  match statement with
  | Ge (g, h) -> pack 1 g h
  | Not_ge (g, h) -> pack 2 g h
  | Equal (g, h) -> two_ways 3 g h
  | Not_equal (g, h) -> two_ways 4 g h
  | Strong (g, p) -> pack 5 g (of_player p)
  | Not_strong (g, p) -> pack 6 g (of_player p)
  | Member x -> pack 7 x 0
  | Outcome (g, a, b) -> pack 8 g ((2 * flag a) + flag b)
  | Simplest (g, k) -> pack 9 g k
  | Invertible g -> pack 10 g 0
  | Not_invertible g -> pack 11 g 0
  | Test_set _ -> 0

(* *** JSON *)

(* Depths of test sets beyond this are refused, since the checker counts them down. *)
let deepest_test_set = 10_000

let node classes i =
  if i < Array.length classes then classes.(i) else refuse "there is no node %d" i

let player = function
  | Json.String "Left" -> Left
  | Json.String "Right" -> Right
  | _ -> refuse "not a certificate: neither Left nor Right"

let statement classes json =
  let kind, value = Json.tagged "a claim" json in
  let form json = node classes (Json.to_number "a node" json) in
  let two f = let a, b = Json.to_pair kind value in f a b in
  match kind with
  | "ge" -> two (fun g h -> Ge (form g, form h))
  | "not_ge" -> two (fun g h -> Not_ge (form g, form h))
  | "equal" -> two (fun g h -> Equal (form g, form h))
  | "not_equal" -> two (fun g h -> Not_equal (form g, form h))
  | "strong" -> two (fun g p -> Strong (form g, player p))
  | "not_strong" -> two (fun g p -> Not_strong (form g, player p))
  | "member" -> Member (form value)
  | "outcome" ->
    two (fun g o ->
        let left_first, right_first =
          match o with
          | Json.String "L" -> (true, false)
          | Json.String "N" -> (true, true)
          | Json.String "P" -> (false, false)
          | Json.String "R" -> (false, true)
          | _ -> refuse "not a certificate: no outcome"
        in
        Outcome (form g, left_first, right_first))
  | "simplest" -> two (fun g k -> Simplest (form g, form k))
  | "invertible" -> Invertible (form value)
  | "not_invertible" -> Not_invertible (form value)
  | "test_set" ->
    two (fun n set ->
        let n = Json.to_number "the depth of a test set" n in
        if n > deepest_test_set then refuse "too large: a test set of depth %d" n;
        Test_set (n, List.sort_uniq Int.compare (List.map (node classes) (Json.to_numbers "a test set" set))))
  | _ -> refuse "the claim %S is not known to the verified checker" kind
