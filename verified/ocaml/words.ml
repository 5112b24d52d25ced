(* What was proved, in the notation of misere, from the certificate that the checker checked.

   A reader has to trust this file for what a printed claim says: it turns the numbers of the
   checked certificate into text, and uses no other file but the extracted one. Options are
   written once each and sorted; a form of more than 72 characters is called F1, F2, ..., and
   what these are stands behind the claims. *)

type player = Left | Right

let rec int = function
  | Checker.XH -> 1
  | Checker.XO p -> 2 * int p
  | Checker.XI p -> (2 * int p) + 1
let rec nat = function Checker.O -> 0 | Checker.S n -> 1 + nat n

let room = 72
let little_room = 12
let long = 2_000

type called = Integer of int | Negative of int | Nimber of int | Nothing

(* What is known of forms, by their numbers. *)
type t = {
  nodes : Checker.node array;  (* the form with number i stands at i - 1 *)
  height : int array;
  called : called array;
  width : int array;
  plain : bool array;
  impartial : bool array;
  place : int array;
  certificate : Checker.certificate;
  generators : int list;
  names : (int, int) Hashtbl.t;
  queue : int Queue.t;  (* the forms that were named, in that order *)
  mutable room : int;
  mutable universe_is_named : bool;
}

let options t p i =
  let node = t.nodes.(i - 1) in
  List.map int (match p with Left -> node.Checker.n_left | Right -> node.Checker.n_right)
let has_tomb t p i =
  let node = t.nodes.(i - 1) in
  match p with Left -> node.Checker.n_tl | Right -> node.Checker.n_tr

let in_list width = 1 + if width > room then 2 else width

let name t i =
  let left = options t Left i and right = options t Right i and h = t.height.(i) in
  let number o = match t.called.(o) with Integer 0 -> Some 0 | Nimber n -> Some n | _ -> None in
  (* The options of *h are 0, *, ..., *(h-1), each once. *)
  let is_nimber () =
    List.length left = h && List.sort compare (List.filter_map number left) = List.init h Fun.id in
  if has_tomb t Left i || has_tomb t Right i then Nothing
  else
    match (left, right) with
    | [], [] -> Integer 0
    | [ o ], [] when (match t.called.(o) with Integer _ -> true | _ -> false) -> Integer h
    | [], [ o ] when (match t.called.(o) with Integer 0 | Negative _ -> true | _ -> false) -> Negative h
    | l, r when l = r && is_nimber () -> Nimber h
    | _ -> Nothing

let describe_form t i =
  let left = options t Left i and right = options t Right i in
  t.height.(i) <- List.fold_left (fun h o -> max h (t.height.(o) + 1)) 0 (List.rev_append left right);
  let called = name t i in
  t.called.(i) <- called;
  let is_impartial =
    (not (has_tomb t Left i)) && (not (has_tomb t Right i)) && left = right
    && List.for_all (fun o -> t.impartial.(o)) left in
  t.impartial.(i) <- is_impartial;
  let written = if is_impartial then left else left @ right in
  t.width.(i) <-
    (if called = Nothing then List.fold_left (fun w o -> w + in_list t.width.(o)) 3 written else 2);
  t.plain.(i) <- called <> Nothing || List.for_all (fun o -> t.plain.(o) && t.width.(o) <= room) written

(* Forms with names come first. *)
let rank = function Integer n -> (0, n) | Negative n -> (1, n) | Nimber n -> (2, n) | Nothing -> (3, 0)

(* The order of forms in a text: by height, name, numbers of options, tombstones, options. *)
let set_places t all =
  let by_height = List.stable_sort (fun a b -> Int.compare t.height.(a) t.height.(b)) all in
  let key i =
    let places p = List.sort Int.compare (List.map (fun o -> t.place.(o)) (options t p i)) in
    let l = places Left and r = places Right in
    (rank t.called.(i), List.length l, List.length r, has_tomb t Right i, has_tomb t Left i, l, r) in
  let next = ref 0 in
  let place level =
    let keyed = List.map (fun j -> (key j, j)) level in
    List.iter
      (fun (_, j) -> t.place.(j) <- !next; incr next)
      (List.sort (fun (a, _) (b, _) -> compare a b) keyed) in
  let rec levels level = function
    | i :: rest when level = [] || t.height.(i) = t.height.(List.hd level) -> levels (i :: level) rest
    | rest -> place level; if rest <> [] then levels [] rest in
  levels [] by_height

let sorted t l = List.sort_uniq (fun a b -> Int.compare t.place.(a) t.place.(b)) l

(* *** Texts *)

let call t i =
  let number =
    match Hashtbl.find_opt t.names i with
    | Some n -> n
    | None ->
      let n = Hashtbl.length t.names + 1 in
      Hashtbl.add t.names i n;
      Queue.add i t.queue;
      n in
  Printf.sprintf "F%d" number

let rec short t i = if t.width.(i) <= t.room then spelled t i else call t i

and spelled t i =
  match t.called.(i) with
  | Integer n -> string_of_int n
  | Negative n -> "-" ^ string_of_int n
  | Nimber 1 -> "*"
  | Nimber n -> "*" ^ string_of_int n
  | Nothing ->
    if t.impartial.(i) then Printf.sprintf "*{%s}" (side t Left i)
    else
      (* Names are given in the order of reading. *)
      let left = side t Left i in
      let right = side t Right i in
      Printf.sprintf "{%s|%s}" left right

and side t p i =
  let options = String.concat "," (List.map (short t) (sorted t (options t p i))) in
  match (options, has_tomb t p i) with
  | "", false -> "·"
  | "", true -> "■"
  | _, false -> options
  | _, true -> options ^ ",■"

let form t i = if t.plain.(i) then short t i else call t i
let listed t l = String.concat "," (List.map (form t) l)

let generated t = Printf.sprintf "D(%s)" (listed t t.generators)

let universe t =
  match t.certificate.Checker.c_universe with
  | Checker.UM -> "M" | Checker.UD -> "D" | Checker.UE -> "E" | Checker.UB -> "B"
  | Checker.UI -> "I" | Checker.UN -> "N"
  | Checker.UDA _ ->
    let width = List.fold_left (fun w g -> w + in_list t.width.(g)) 0 t.generators in
    if width <= room then generated t else (t.universe_is_named <- true; "U")

(* The forms that a claim is about. *)
let forms_of = function
  | Checker.Ge (g, h) | Checker.NotGe (g, h) | Checker.Equal (g, h) | Checker.NotEqual (g, h)
  | Checker.Simplest (g, h) | Checker.ConjIs (g, h) -> [ int g; int h ]
  | Checker.Strong (g, _) | Checker.NotStrong (g, _) | Checker.Member g | Checker.Outcome (g, _, _)
  | Checker.Invertible g | Checker.NotInvertible g | Checker.Reduced g | Checker.Part g
  | Checker.EndIs (_, g) -> [ int g ]
  | Checker.SumIs (g, h, s) | Checker.Above (_, g, h, s) -> [ int g; int h; int s ]
  | Checker.TestSet (_, set) -> List.map int set

let statement t claim =
  let f g = form t (int g) in
  let is_normal = t.certificate.Checker.c_universe = Checker.UN in
  let modulo said = if is_normal then said ^ " in normal play" else said ^ " modulo " ^ universe t in
  let player = function Checker.Left -> "Left" | Checker.Right -> "Right" in
  let related g sign h = let g = f g in let h = f h in modulo (Printf.sprintf "%s %s %s" g sign h) in
  let with_conjugate g sign = let g = f g in modulo (Printf.sprintf "%s + ~%s %s 0" g g sign) in
  match claim with
  | Checker.Ge (g, h) -> related g "≥" h
  | Checker.NotGe (g, h) -> related g "≱" h
  | Checker.Equal (g, h) -> related g "≡" h
  | Checker.NotEqual (g, h) -> related g "≢" h
  | Checker.Invertible g -> with_conjugate g "≡"
  | Checker.NotInvertible g -> with_conjugate g "≢"
  | Checker.Strong (g, p) -> let g = f g in Printf.sprintf "%s is %s %s-strong" g (player p) (universe t)
  | Checker.NotStrong (g, p) ->
    let g = f g in Printf.sprintf "%s is not %s %s-strong" g (player p) (universe t)
  | Checker.Member x -> let x = f x in Printf.sprintf "%s is in %s" x (universe t)
  | Checker.Outcome (g, left_first, right_first) ->
    let outcome =
      match (left_first, right_first) with
      | true, false -> "L" | true, true -> "N" | false, false -> "P" | false, true -> "R" in
    let said = Printf.sprintf "%s has outcome %s" (f g) outcome in
    if is_normal then modulo said else said
  | Checker.Simplest (g, k) ->
    let k = f k in let g = f g in modulo (Printf.sprintf "%s is the simplest form of %s" k g)
  | Checker.TestSet (n, set) ->
    let universe = universe t in
    Printf.sprintf "every sum of followers of generators of %s, truncated after %d moves, is ≥ one of %s"
      universe (nat n) (listed t (sorted t (List.map int set)))
  | Checker.Reduced _ | Checker.ConjIs _ | Checker.SumIs _ | Checker.Part _ | Checker.EndIs _
  | Checker.Above _ -> invalid_arg "a step in between is never a claim of a certificate"

let definitions t =
  let universe = if t.universe_is_named then [ "U = " ^ generated t ] else [] in
  let length = ref 0 in
  let rec go found =
    match Queue.take_opt t.queue with
    | None -> List.rev found
    | Some i ->
      let definition = Printf.sprintf "F%d = %s" (Hashtbl.find t.names i) (spelled t i) in
      length := !length + String.length definition;
      t.room <- (if !length > long then little_room else room);
      go (definition :: found) in
  let found = go [] in
  t.room <- room;
  universe @ found

(* The writer for a certificate: only what the claims speak of is looked at. *)
let create certificate =
  let nodes = Array.of_list certificate.Checker.c_nodes in
  let table filler = Array.make (Array.length nodes + 1) filler in
  let generators = match certificate.Checker.c_universe with Checker.UDA gs -> List.map int gs | _ -> [] in
  let t =
    { nodes; height = table 0; called = table Nothing; width = table 0; plain = table false;
      impartial = table false; place = table 0; certificate; generators; names = Hashtbl.create 64;
      queue = Queue.create (); room; universe_is_named = false } in
  let wanted = table false in
  let rec visit = function
    | [] -> ()
    | i :: todo when wanted.(i) -> visit todo
    | i :: todo ->
      wanted.(i) <- true;
      visit (List.rev_append (options t Left i) (List.rev_append (options t Right i) todo)) in
  visit (generators @ List.concat_map (fun (c, _) -> forms_of c) certificate.Checker.c_claims);
  let all = List.filter (fun i -> wanted.(i)) (List.init (Array.length nodes) succ) in
  List.iter (describe_form t) all;
  set_places t all;
  { t with generators = sorted t generators }
