(* From the JSON of a certificate to the input of the checker.

   Nothing here is trusted: the claim that is printed is taken from what this file hands to
   the checker, and hints cannot make the checker accept what it should not. What the checker
   wants beside the steps of a certificate, that is conjugates, sums, parts and comparisons of
   dead ends, is added here as steps in between. *)

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

(* Depths of test sets beyond this are refused, since the checker counts them down. *)
let deepest_test_set = 10_000

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

let rec int_of_positive = function
  | Checker.XH -> 1
  | Checker.XO p -> 2 * int_of_positive p
  | Checker.XI p -> (2 * int_of_positive p) + 1

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

(* *** The state of a reading *)

type t = {
  forms : Forms.t;
  classes : int array;                    (* the form of each node of the file *)
  nodes : (int list * int list) array;    (* the options of each node, as the file lists them *)
  universe : universe;
  mutable steps : (Checker.claim * Checker.hint) list;  (* for the checker, latest first *)
  mutable count : int;
  mutable origin : int list;              (* the step of the file for each of these *)
  mutable current : int;                  (* the step of the file that is being read *)
  said : statement array;                 (* the claims of the steps of the file *)
  place : int array;                      (* and their numbers for the checker *)
  found : (statement, int) Hashtbl.t;     (* a step of the file for each claim *)
  hints : Checker.hint array;
  helped : (string * int, unit) Hashtbl.t;
  above : (int * int * int * int, bool) Hashtbl.t;
  mutable parts : int list option;
}

let step_refused r format =
  Printf.ksprintf (fun reason -> refuse "step %d: %s" r.current reason) format
let wrong_evidence r = step_refused r "not the kind of evidence that this claim takes in this universe"

let emit r c hint =
  r.steps <- (c, hint) :: r.steps;
  r.origin <- r.current :: r.origin;
  r.count <- r.count + 1;
  r.count

(* A step in between about a form, unless it is there. *)
let help r kind f c hint =
  if not (Hashtbl.mem r.helped (kind, f)) then begin
    Hashtbl.add r.helped (kind, f) ();
    ignore (emit r c hint)
  end

let conjugate r =
  Forms.conjugate r.forms (fun f c ->
      ignore (emit r (Checker.ConjIs (positive f, positive c)) Checker.Auto))
let sum r =
  Forms.sum r.forms (fun a b s ->
      ignore (emit r (Checker.SumIs (positive a, positive b, positive s)) Checker.Auto))

(* A claim up to what the checker of certificates does not distinguish. *)
let normal = function
  | Equal (g, h) -> Equal (min g h, max g h)
  | Not_equal (g, h) -> Not_equal (min g h, max g h)
  | other -> other

let node classes i =
  if i < Array.length classes then classes.(i) else refuse "there is no node %d" i

let named r i =
  if i < r.current then r.place.(i)
  else step_refused r "step %d does not precede it" i

(* The named step has to claim this. *)
let expect r i wanted =
  ignore (named r i);
  if r.said.(i) <> normal wanted then step_refused r "step %d does not claim what is needed" i

(* *** Statements *)

let player = function
  | Json.String "Left" -> Left
  | Json.String "Right" -> Right
  | _ -> refuse "not a certificate: neither Left nor Right"

let statement classes json =
  let kind, value = Json.tagged "a claim" json in
  let form json = node classes (Json.number "a node" json) in
  let two f = match value with Json.List [ a; b ] -> f a b | _ -> refuse "not a certificate: %s takes two values" kind in
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
        let n = Json.number "the depth of a test set" n in
        if n > deepest_test_set then refuse "too large: a test set of depth %d" n;
        Test_set (n, List.sort_uniq Int.compare (List.map form (Json.list "a test set" set))))
  | _ -> refuse "the claim %S is not known to the verified checker" kind

let makes_sense universe = function
  | Ge _ | Not_ge _ | Simplest _ -> universe <> I
  | Equal _ | Not_equal _ -> universe = I
  | Strong _ | Not_strong _ | Member _ -> universe <> I && universe <> N
  | Outcome _ | Invertible _ | Not_invertible _ -> true
  | Test_set _ -> (match universe with Generated _ -> true | _ -> false)

(* *** Evidence *)

(* The forms of these nodes in the order of the file, each once. *)
let distinct r nodes =
  let seen = Hashtbl.create 8 in
  List.filter
    (fun c -> if Hashtbl.mem seen c then false else (Hashtbl.add seen c (); true))
    (List.map (fun i -> r.classes.(i)) nodes)

let count r wanted given =
  if wanted <> given then step_refused r "%d replies are needed, %d are given" wanted given

(* The steps that answer the options of a node, sorted as the checker has the options. *)
let answers r nodes steps =
  let options = distinct r nodes in
  count r (List.length options) (List.length steps);
  let answered = List.map2 (fun c s -> (c, positive (named r s))) options steps in
  List.map snd (List.sort (fun (a, _) (b, _) -> compare (a : int) b) answered)

let steps_of get name = Json.numbers "a step" (get name)

let pairs r json g h c =
  let get, find =
    Json.fields "pairs" ~required:[ "right"; "left" ] ~optional:[ "strong_left"; "strong_right" ] json in
  let given name = Option.map (Json.number "a step") (find name) in
  let strong_left = given "strong_left" and strong_right = given "strong_right" in
  let rights = answers r (snd r.nodes.(g)) (steps_of get "right") in
  let lefts = answers r (fst r.nodes.(h)) (steps_of get "left") in
  let proviso player needed given strong =
    match given with
    | None -> if needed then step_refused r "the proviso needs strength for %s" player
    | Some _ when not needed -> step_refused r "the proviso needs no strength for %s" player
    | Some i -> expect r i strong
  in
  (match c with
   | Ge (g, h) ->
     let in_misere = r.universe <> N in
     proviso "Left" (in_misere && is_end_like r.forms Left h) strong_left (Strong (g, Left));
     proviso "Right" (in_misere && is_end_like r.forms Right g) strong_right (Strong (h, Right))
   | _ -> if strong_left <> None || strong_right <> None then wrong_evidence r);
  Checker.Pairs (lefts, rights)

let separator r json =
  let get, find = Json.fields "a separator" ~required:[ "x"; "starter" ] ~optional:[ "member" ] json in
  let x = node r.classes (Json.number "a node" (get "x")) in
  (match Option.map (Json.number "a step") (find "member") with
   | Some i when makes_sense r.universe (Member x) -> expect r i (Member x)
   | None when not (makes_sense r.universe (Member x)) -> ()
   | _ -> wrong_evidence r);
  Checker.Separator (positive x, side (player (get "starter")))

let strong_option r json p =
  let get, _ = Json.fields "an option" ~required:[ "to"; "itself"; "replies" ] ~optional:[] json in
  let raw = Json.number "a node" (get "to") in
  let x = node r.classes raw in
  expect r (Json.number "a step" (get "itself")) (Strong (x, p));
  let left, right = r.nodes.(raw) in
  let replies = distinct r (match p with Left -> right | Right -> left) in
  let steps = steps_of get "replies" in
  count r (List.length replies) (List.length steps);
  List.iter2 (fun k i -> expect r i (Strong (k, p))) replies steps;
  Checker.ByOption (positive x)

(* All followers of the generators, each with its step. *)
let parts r =
  match r.parts with
  | Some parts -> parts
  | None ->
    let generators = match r.universe with Generated gs -> gs | _ -> [] in
    let seen = Hashtbl.create 16 in
    let rec visit hint f =
      if not (Hashtbl.mem seen f) then begin
        Hashtbl.add seen f ();
        help r "part" f (Checker.Part (positive f)) hint;
        let go = List.iter (visit (Checker.Reached (positive f))) in
        go (options r.forms Left f);
        go (options r.forms Right f)
      end
    in
    List.iter (visit Checker.Auto) generators;
    let parts = List.sort Int.compare (Hashtbl.fold (fun f () all -> f :: all) seen []) in
    r.parts <- Some parts;
    parts

(* Whether i + j, truncated after n moves, is above k; what is, gets its step. *)
let rec is_above r n i j k =
  match Hashtbl.find_opt r.above (n, i, j, k) with
  | Some known -> known
  | None ->
    Forms.spend r.forms 1;
    let moves f = options r.forms Right f in
    let holds =
      if n = 0 then moves k = []
      else
        (moves i <> [] || moves j <> [] || moves k = [])
        && List.for_all (fun x -> List.exists (is_above r (n - 1) x j) (moves k)) (moves i)
        && List.for_all (fun y -> List.exists (is_above r (n - 1) i y) (moves k)) (moves j)
    in
    Hashtbl.add r.above (n, i, j, k) holds;
    if holds then
      ignore (emit r (Checker.Above (natural n, positive i, positive j, positive k)) Checker.Auto);
    holds

let closure r n set =
  let parts = parts r in
  let zero = Forms.zero r.forms in
  let is_covered i j = ignore (List.exists (is_above r n i j) set) in
  List.iter (fun f -> is_covered f zero) parts;
  let rec pairs = function
    | [] -> ()
    | a :: rest -> List.iter (is_covered a) (a :: rest); pairs rest
  in
  pairs set;
  Checker.Closure (List.map positive parts, positive zero)

let by_test_set r i p =
  let step = named r i in
  match r.said.(i) with
  | Test_set (_, set) ->
    let ends = match p with Left -> set | Right -> List.map (conjugate r) set in
    Checker.ByTestSet (positive step, List.map positive ends)
  | _ -> step_refused r "step %d does not claim a test set" i

let sums r json x =
  ignore (parts r);
  let zero = Forms.zero r.forms in
  let is_part = Hashtbl.create 16 in
  List.iter (fun f -> Hashtbl.replace is_part f ()) (parts r);
  let show_end p x hint =
    let kind = match p with Left -> "Left end" | Right -> "Right end" in
    help r kind x (Checker.EndIs (side p, positive x)) hint in
  show_end Left zero Checker.Auto;
  show_end Right zero Checker.Auto;
  List.iter
    (fun entry ->
       match entry with
       | Json.List [ e; ps ] ->
         let whole = node r.classes (Json.number "a node" e) in
         let p =
           if is_end r.forms Left whole then Left
           else if is_end r.forms Right whole then Right
           else step_refused r "an end is expected"
         in
         let add rest part =
           let part = node r.classes (Json.number "a node" part) in
           let left_part = match p with Left -> part | Right -> conjugate r part in
           if not (Hashtbl.mem is_part left_part) then step_refused r "not a follower of a generator";
           if p = Right then ignore (conjugate r left_part);
           if height r.forms part + height r.forms rest > height r.forms whole then
             step_refused r "not the sum";
           let next = sum r part rest in
           show_end p next (Checker.Split (positive part, positive rest, positive left_part));
           next
         in
         let total = List.fold_left add zero (Json.list "parts" ps) in
         if total <> whole then step_refused r "not the sum"
       | _ -> refuse "not a certificate: an end and its parts are a list of two values")
    (Json.list "sums" json);
  List.iter
    (fun f -> if f <> x then help r "member" f (Checker.Member (positive f)) Checker.ByParts)
    (followers r.forms x);
  Checker.ByParts

(* A strategy is read and not followed: the checker plays for itself. *)
let strategies r json =
  let get, _ = Json.fields "strategies" ~required:[ "left_starts"; "right_starts" ] ~optional:[] json in
  List.iter
    (fun name ->
       List.iter
         (fun move ->
            match Json.numbers "a node" move with
            | [ from; into ] -> ignore (node r.classes from, node r.classes into)
            | _ -> refuse "not a certificate: a move is a list of two nodes")
         (Json.list "moves" (get name)))
    [ "left_starts"; "right_starts" ];
  Checker.Auto

let reduced r json g k =
  let get, _ = Json.fields "reduced" ~required:[ "ge"; "le" ] ~optional:[] json in
  expect r (Json.number "a step" (get "ge")) (Ge (g, k));
  expect r (Json.number "a step" (get "le")) (Ge (k, g));
  List.iter
    (fun f ->
       let erased p = positive (if has_tomb r.forms p f then Forms.erased r.forms p f else f) in
       help r "reduced" f (Checker.Reduced (positive f)) (Checker.Erased (erased Left, erased Right)))
    (followers r.forms k);
  Checker.Auto

(* The sum of a form and its conjugate, which a node of the file has to be. *)
let with_conjugate r g raw =
  let claimed = node r.classes raw in
  if height r.forms claimed <> 2 * height r.forms g then step_refused r "node %d is not the sum" raw;
  let c = conjugate r g in
  let s = sum r g c in
  if s <> claimed then step_refused r "node %d is not the sum" raw;
  let zero = Forms.zero r.forms in
  (s, zero, Checker.BySum (positive c, positive s, positive zero))

let invertible r json g =
  let get, _ = Json.fields "a sum" ~required:[ "node"; "ge"; "le" ] ~optional:[] json in
  let s, zero, hint = with_conjugate r g (Json.number "a node" (get "node")) in
  let ge, le = if r.universe = I then (Equal (s, zero), Equal (s, zero)) else (Ge (s, zero), Ge (zero, s)) in
  expect r (Json.number "a step" (get "ge")) ge;
  expect r (Json.number "a step" (get "le")) le;
  hint

let not_invertible r json g =
  let get, _ = Json.fields "a sum" ~required:[ "node"; "not_ge" ] ~optional:[] json in
  let s, zero, hint = with_conjugate r g (Json.number "a node" (get "node")) in
  let wanted = if r.universe = I then Not_equal (s, zero) else Not_ge (s, zero) in
  expect r (Json.number "a step" (get "not_ge")) wanted;
  hint

let kinds_of_evidence =
  [ "same"; "pairs"; "separator"; "end_like"; "play"; "test_set"; "option"; "end"; "definition";
    "sums"; "strategies"; "reduced"; "sum"; "sum_not"; "closure" ]

let hint r raw c evidence =
  let kind, value = Json.tagged "the evidence" evidence in
  let alone hint = if value = Json.Null then hint else wrong_evidence r in
  let is_generated = match r.universe with Generated _ -> true | _ -> false in
  match (c, kind) with
  | _ when not (List.mem kind kinds_of_evidence) ->
    step_refused r "evidence of the kind %S is not known to the verified checker" kind
  | _ when not (makes_sense r.universe c) -> wrong_evidence r
  | (Ge _ | Equal _), "same" -> alone Checker.Same
  | (Ge _ | Equal _), "pairs" ->
    (match raw with [ g; h ] -> pairs r value g h c | _ -> wrong_evidence r)
  | (Not_ge _ | Not_equal _), "separator" -> separator r value
  | Strong _, "end_like" -> alone Checker.EndLike
  | Strong _, "play" when r.universe = D || r.universe = E -> alone Checker.ByPlay
  | Strong (_, p), "test_set" when is_generated -> by_test_set r (Json.number "a step" value) p
  | Strong (_, p), "option" when r.universe = B -> strong_option r value p
  | Not_strong _, "end" ->
    let get, _ = Json.fields "an end" ~required:[ "x"; "member" ] ~optional:[] value in
    let x = node r.classes (Json.number "a node" (get "x")) in
    expect r (Json.number "a step" (get "member")) (Member x);
    Checker.ByEnd (positive x)
  | Member _, "definition" when not is_generated -> alone Checker.Auto
  | Member x, "sums" when is_generated -> sums r value x
  | Outcome _, "strategies" -> strategies r value
  | Simplest (g, k), "reduced" -> reduced r value g k
  | Invertible g, "sum" -> invertible r value g
  | Not_invertible g, "sum_not" -> not_invertible r value g
  | Test_set (n, set), "closure" -> alone (closure r n set)
  | _ -> wrong_evidence r

(* The nodes of a statement about two forms, as the file numbers them. *)
let raw_nodes json =
  match Json.tagged "a claim" json with
  | _, Json.List [ Json.Number g; Json.Number h ] -> [ g; h ]
  | _ -> []

(* *** Certificates *)

let universe classes json =
  let get, find = Json.fields "the universe" ~required:[ "name" ] ~optional:[ "generators" ] json in
  let generators = Option.fold ~none:[] ~some:(Json.numbers "a node") (find "generators") in
  let name = Json.string "the name of the universe" (get "name") in
  if generators <> [] && name <> "D(A)" then refuse "only D(A) has generators";
  match name with
  | "M" -> M
  | "D" -> D
  | "E" -> E
  | "B" -> B
  | "I" -> I
  | "N" -> N
  | "D(A)" -> Generated (List.sort_uniq Int.compare (List.map (node classes) generators))
  | _ -> refuse "the universe %S is not known to the verified checker" name

let items what = function Json.Items items -> items | _ -> refuse "not a certificate: %s is no list" what
let value = function Json.Value value -> value | Json.Items _ -> Json.List []

let read_nodes forms jsons =
  let count = Array.length jsons.Json.places in
  let classes = Array.make count 0 in
  let raw =
    Array.init count
      (fun i ->
         let json = Json.item jsons i in
         let _, find = Json.fields "a node" ~required:[] ~optional:[ "l"; "r"; "t" ] json in
         let side name = Option.fold ~none:[] ~some:(Json.numbers "a node") (find name) in
         let l = side "l" and r = side "r" in
         let left_tomb, right_tomb =
           match find "t" with
           | None -> (false, false)
           | Some (Json.String "L") -> (true, false)
           | Some (Json.String "R") -> (false, true)
           | Some (Json.String "LR") -> (true, true)
           | Some _ -> refuse "not a certificate: tombstones are L, R or LR"
         in
         let form o = if o < i then classes.(o) else refuse "node %d has option %d, which does not precede it" i o in
         classes.(i) <- Forms.number forms (List.map form l) (List.map form r) left_tomb right_tomb;
         (l, r))
  in
  (classes, raw)

let read_step r number json =
  r.current <- number;
  let get, _ = Json.fields "a step" ~required:[ "claim"; "by" ] ~optional:[] json in
  let c = statement r.classes (get "claim") in
  let hint = hint r (raw_nodes (get "claim")) c (get "by") in
  r.said.(number) <- normal c;
  r.hints.(number) <- hint;
  r.place.(number) <- emit r (claim c) hint;
  if not (Hashtbl.mem r.found (normal c)) then Hashtbl.add r.found (normal c) number

(* A claim with the step of the checker that shows it. An equality that is claimed the other
   way round gets a step of its own, with replies exchanged. *)
let read_claim r steps number json =
  let c = statement r.classes json in
  match Hashtbl.find_opt r.found (normal c) with
  | None -> refuse "claim %d is not the claim of any step" number
  | Some i ->
    let c' = claim c in
    let get, _ = Json.fields "a step" ~required:[ "claim"; "by" ] ~optional:[] (Json.item steps i) in
    if claim (statement r.classes (get "claim")) = c' then (c', positive r.place.(i))
    else begin
      r.current <- i;
      let hint =
        match r.hints.(i) with Checker.Pairs (lefts, rights) -> Checker.Pairs (rights, lefts) | other -> other in
      (c', positive (emit r c' hint))
    end

type read = {
  certificate : Checker.certificate;
  origins : int array;  (* the step of the file that a step of the checker stands for *)
}

let format = "misere-certificate"
let version = 1

let check_header fields =
  (match List.assoc_opt "format" fields with
   | Some (Json.Value (Json.String f)) when f <> format -> refuse "not a certificate: another format"
   | _ -> ());
  match List.assoc_opt "version" fields with
  | Some (Json.Value (Json.Number v)) when v <> version ->
    refuse "version %d of the format; this checker knows version %d" v version
  | _ -> ()

let read text =
  let fields = Json.top_fields text in
  check_header fields;
  let known = [ "format"; "version"; "universe"; "nodes"; "steps"; "claims" ] in
  List.iter
    (fun (name, _) ->
       if not (List.mem name known) then refuse "not a certificate: an unknown field %S" name)
    fields;
  let get name =
    match List.assoc_opt name fields with
    | Some field -> field
    | None -> refuse "not a certificate: the field %S is missing" name in
  ignore (Json.string "the format" (value (get "format")), Json.number "the version" (value (get "version")));
  let forms = Forms.create () in
  let classes, nodes = read_nodes forms (items "nodes" (get "nodes")) in
  let universe = universe classes (value (get "universe")) in
  let steps = items "steps" (get "steps") in
  let claims = items "claims" (get "claims") in
  if claims.Json.places = [||] then refuse "nothing is claimed";
  let n = Array.length steps.Json.places in
  let r =
    { forms; classes; nodes; universe; steps = []; count = 0; origin = []; current = 0;
      said = Array.make n (Member 0); place = Array.make n 0; found = Hashtbl.create (2 * n);
      hints = Array.make n Checker.Auto; helped = Hashtbl.create 64; above = Hashtbl.create 64; parts = None } in
  for i = 0 to n - 1 do read_step r i (Json.item steps i) done;
  let claims =
    List.init (Array.length claims.Json.places) (fun i -> read_claim r steps i (Json.item claims i)) in
  let checker_node i =
    let s = Forms.shape forms (i + 1) in
    { Checker.n_left = List.map positive s.left; n_right = List.map positive s.right;
      n_tl = s.left_tomb; n_tr = s.right_tomb } in
  let certificate =
    { Checker.c_universe =
        (match universe with
         | M -> Checker.UM | D -> Checker.UD | E -> Checker.UE | B -> Checker.UB | I -> Checker.UI
         | N -> Checker.UN | Generated gs -> Checker.UDA (List.map positive gs));
      c_nodes = List.init forms.Forms.count checker_node;
      c_steps = List.rev r.steps;
      c_claims = claims } in
  { certificate; origins = Array.of_list (List.rev r.origin) }
