(* From the JSON of a certificate to the input of the checker.

   Nothing here is trusted: the claim that is printed is taken from what this file hands to
   the checker, and hints cannot make the checker accept what it should not. What the checker
   wants beside the steps of a certificate, that is conjugates, sums, parts and comparisons of
   dead ends, is added here as steps in between. *)

open Refusal
open Forms
open Statement

(* *** The state of a reading *)

type t = {
  forms : Forms.t;
  classes : int array;                    (* the form of each node of the file *)
  options : (int list * int list) array;  (* its options as the node lists them, each once *)
  universe : universe;
  steps : (Checker.claim * Checker.hint) Vector.t;  (* for the checker *)
  origin : int Vector.t;                  (* the step of the file for each of these *)
  mutable current : int;                  (* the step of the file that is being read *)
  said : statement Vector.t;              (* the claims of the steps of the file *)
  place : int Vector.t;                   (* and their numbers for the checker *)
  helped : unit Numbers.t;                (* the steps in between about one form, by [help] *)
  above : (int * int * int * int, bool) Hashtbl.t;
  mutable parts : int list option;
}

let step_refused r format =
  Printf.ksprintf (fun reason -> refuse "step %d: %s" r.current reason) format
let wrong_evidence r = step_refused r "not the kind of evidence that this claim takes in this universe"

let emit r c hint =
  Vector.push r.steps (c, hint);
  Vector.push r.origin r.current

type help = Part | Left_end | Right_end | Member_by_ends | Reduced

(* A step in between about a form, unless it is there. *)
let help r kind f c hint =
  let kind =
    match kind with Part -> 0 | Left_end -> 1 | Right_end -> 2 | Member_by_ends -> 3 | Reduced -> 4 in
  let key = (f * 8) + kind in
  if not (Numbers.mem r.helped key) then begin
    Numbers.add r.helped key ();
    emit r c hint
  end

let conjugate r =
  Forms.conjugate r.forms (fun f c ->
      emit r (Checker.ConjIs (positive f, positive c)) Checker.Auto)
let sum r =
  Forms.sum r.forms (fun a b s left right ->
      emit r (Checker.SumIs (positive a, positive b, positive s))
        (Checker.Pairs (List.map positive left, List.map positive right)))

(* The number that the checker gives to a step of the file. *)
let named r i =
  if i < r.current then positive (Vector.get r.place i)
  else step_refused r "step %d does not precede it" i

(* The number of the named step, which has to claim this. *)
let expect r i wanted =
  let step = named r i in
  if key (Vector.get r.said i) <> key wanted then step_refused r "step %d does not claim what is needed" i;
  step

(* *** Evidence *)

let count r wanted given =
  if wanted <> given then step_refused r "%d replies are needed, %d are given" wanted given

(* The steps that answer these options, sorted as the checker has the options. *)
let answers r options steps =
  count r (List.length options) (List.length steps);
  let steps = List.map (named r) steps in
  if is_ascending options then steps
  else
    let by_option (a, _) (b, _) = Int.compare a b in
    List.map snd (List.sort by_option (List.combine options steps))

let get_step what name fields = Json.to_number "a step" (Json.get what name fields)
let get_steps what name fields = Json.to_numbers "a step" (Json.get what name fields)
let get_node what name fields = Json.to_number "a node" (Json.get what name fields)

let proviso r player is_needed given strong =
  match given with
  | None -> if is_needed then step_refused r "the proviso needs strength for %s" player
  | Some _ when not is_needed -> step_refused r "the proviso needs no strength for %s" player
  | Some step -> ignore (expect r (Json.to_number "a step" step) strong)

let pairs r json g h c =
  let fields = Json.fields "pairs" [ "right"; "left"; "strong_left"; "strong_right" ] json in
  let strong_left = Json.find "strong_left" fields and strong_right = Json.find "strong_right" fields in
  let rights = answers r (snd r.options.(g)) (get_steps "pairs" "right" fields) in
  let lefts = answers r (fst r.options.(h)) (get_steps "pairs" "left" fields) in
  (match c with
   | Ge (g, h) ->
     let in_misere = is_universe r.universe in
     proviso r "Left" (in_misere && is_end_like r.forms Left h) strong_left (Strong (g, Left));
     proviso r "Right" (in_misere && is_end_like r.forms Right g) strong_right (Strong (h, Right))
   | _ -> if Option.is_some strong_left || Option.is_some strong_right then wrong_evidence r);
  Checker.Pairs (lefts, rights)

let separator r json =
  let fields = Json.fields "a separator" [ "x"; "member"; "starter" ] json in
  let x = node r.classes (get_node "a separator" "x" fields) in
  (match Json.find "member" fields with
   | Some step when is_universe r.universe -> ignore (expect r (Json.to_number "a step" step) (Member x))
   | None when not (is_universe r.universe) -> ()
   | _ -> wrong_evidence r);
  Checker.Separator (positive x, side (player (Json.get "a separator" "starter" fields)))

let strong_option r json p =
  let fields = Json.fields "an option" [ "to"; "itself"; "replies" ] json in
  let raw = get_node "an option" "to" fields in
  let x = node r.classes raw in
  ignore (expect r (get_step "an option" "itself" fields) (Strong (x, p)));
  let left, right = r.options.(raw) in
  let replies = match p with Left -> right | Right -> left in
  let steps = get_steps "an option" "replies" fields in
  count r (List.length replies) (List.length steps);
  List.iter2 (fun k i -> ignore (expect r i (Strong (k, p)))) replies steps;
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
        help r Part f (Checker.Part (positive f)) hint;
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
    if holds then emit r (Checker.Above (natural n, positive i, positive j, positive k)) Checker.Auto;
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
  match Vector.get r.said i with
  | Test_set (_, set) ->
    let ends = match p with Left -> set | Right -> List.map (conjugate r) set in
    Checker.ByTestSet (step, List.map positive ends)
  | _ -> step_refused r "step %d does not claim a test set" i

let sums r json x =
  let zero = Forms.zero r.forms in
  let is_part = Numbers.create 16 in
  List.iter (fun f -> Numbers.replace is_part f ()) (parts r);
  let show_end p x hint =
    let kind = match p with Left -> Left_end | Right -> Right_end in
    help r kind x (Checker.EndIs (side p, positive x)) hint in
  show_end Left zero Checker.Auto;
  show_end Right zero Checker.Auto;
  List.iter
    (fun entry ->
       let whole, parts = Json.to_pair "an end with its parts" entry in
       let whole = node r.classes (Json.to_number "a node" whole) in
       let p =
         if is_end r.forms Left whole then Left
         else if is_end r.forms Right whole then Right
         else step_refused r "an end is expected"
       in
       let add rest part =
         let part = node r.classes part in
         let left_part = match p with Left -> part | Right -> conjugate r part in
         if not (Numbers.mem is_part left_part) then step_refused r "not a follower of a generator";
         if p = Right then ignore (conjugate r left_part);
         if height r.forms part + height r.forms rest > height r.forms whole then
           step_refused r "not the sum";
         let next = sum r part rest in
         show_end p next (Checker.Split (positive part, positive rest, positive left_part));
         next
       in
       let total = List.fold_left add zero (Json.to_numbers "a node" parts) in
       if total <> whole then step_refused r "not the sum")
    (Json.to_list "sums" json);
  List.iter
    (fun f -> if f <> x then help r Member_by_ends f (Checker.Member (positive f)) Checker.ByParts)
    (followers r.forms x);
  Checker.ByParts

(* Follows a strategy against all that the loser can do. A strategy that does not win is
   refused here, as it does not fit the claim; that the claim is true, the checker finds by
   playing itself. *)
let follow r g starter winner moves =
  let opponent = function Left -> Right | Right -> Left in
  let is_normal = match r.universe with N -> true | _ -> false in
  let replies = Numbers.create 16 in
  List.iter
    (fun move ->
       match Json.to_numbers "a node" move with
       | [ from; into ] -> Numbers.replace replies (node r.classes from) (node r.classes into)
       | _ -> refuse "not a certificate: a move is a list of two nodes")
    moves;
  let seen = Numbers.create 64 in
  let is_new (position, mover) =
    let key = (2 * position) + match mover with Left -> 0 | Right -> 1 in
    (not (Numbers.mem seen key)) && (Numbers.add seen key (); true) in
  let rec go = function
    | [] -> ()
    | (position, mover) :: pending ->
      let options = options r.forms mover position in
      Forms.spend r.forms (1 + List.length options);
      let is_over = if is_normal then options = [] else is_end_like r.forms mover position in
      let next =
        if is_over then begin
          let wins = if is_normal then opponent mover else mover in
          if wins <> winner then step_refused r "the strategy does not win";
          []
        end
        else if mover <> winner then options
        else
          match Numbers.find_opt replies position with
          | Some reply when List.mem reply options -> [ reply ]
          | Some _ -> step_refused r "a reply of the strategy is no option"
          | None -> step_refused r "the strategy lacks a reply" in
      go (List.rev_append (List.filter is_new (List.map (fun o -> (o, opponent mover)) next)) pending) in
  go [ (g, starter) ]

let strategies r json g left_first right_first =
  let fields = Json.fields "strategies" [ "left_starts"; "right_starts" ] json in
  let moves name = Json.to_list "moves" (Json.get "strategies" name fields) in
  follow r g Left (if left_first then Left else Right) (moves "left_starts");
  follow r g Right (if right_first then Right else Left) (moves "right_starts");
  Checker.Auto

let reduced r json g k =
  let fields = Json.fields "reduced" [ "ge"; "le" ] json in
  let ge = expect r (get_step "reduced" "ge" fields) (Ge (g, k)) in
  let le = expect r (get_step "reduced" "le" fields) (Ge (k, g)) in
  List.iter
    (fun f ->
       let erased p = positive (if has_tomb r.forms p f then Forms.erased r.forms p f else f) in
       help r Reduced f (Checker.Reduced (positive f)) (Checker.Erased (erased Left, erased Right)))
    (followers r.forms k);
  Checker.Bounds (ge, le)

(* The sum of a form and its conjugate, which a node of the file has to be. *)
let with_conjugate r g raw =
  let claimed = node r.classes raw in
  if height r.forms claimed <> 2 * height r.forms g then step_refused r "node %d is not the sum" raw;
  let c = conjugate r g in
  let s = sum r g c in
  if s <> claimed then step_refused r "node %d is not the sum" raw;
  let zero = Forms.zero r.forms in
  (s, zero, fun ge le -> Checker.BySum (positive c, positive s, positive zero, ge, le))

let invertible r json g =
  let fields = Json.fields "a sum" [ "node"; "ge"; "le" ] json in
  let s, zero, hint = with_conjugate r g (get_node "a sum" "node" fields) in
  let ge, le =
    if is_impartial r.universe then (Equal (s, zero), Equal (s, zero)) else (Ge (s, zero), Ge (zero, s)) in
  let ge = expect r (get_step "a sum" "ge" fields) ge in
  let le = expect r (get_step "a sum" "le" fields) le in
  hint ge le

let not_invertible r json g =
  let fields = Json.fields "a sum" [ "node"; "not_ge" ] json in
  let s, zero, hint = with_conjugate r g (get_node "a sum" "node" fields) in
  let wanted = if is_impartial r.universe then Not_equal (s, zero) else Not_ge (s, zero) in
  let step = expect r (get_step "a sum" "not_ge" fields) wanted in
  hint step step

let kinds_of_evidence =
  [ "same"; "pairs"; "separator"; "end_like"; "play"; "test_set"; "option"; "end"; "definition";
    "sums"; "strategies"; "reduced"; "sum"; "sum_not"; "closure" ]

let hint r raw c evidence =
  let kind, value = Json.tagged "the evidence" evidence in
  let alone hint = match value with Json.Null -> hint | _ -> wrong_evidence r in
  let plays = match r.universe with D | E -> true | _ -> false in
  let is_blocking = match r.universe with B -> true | _ -> false in
  if not (makes_sense r.universe c) then wrong_evidence r;
  match (c, kind) with
  | (Ge _ | Equal _), "pairs" ->
    (match raw with Json.Numbers [ g; h ] -> pairs r value g h c | _ -> wrong_evidence r)
  | (Not_ge _ | Not_equal _), "separator" -> separator r value
  | (Ge _ | Equal _), "same" -> alone Checker.Same
  | Strong _, "end_like" -> alone Checker.EndLike
  | Strong _, "play" when plays -> alone Checker.ByPlay
  | Strong (_, p), "test_set" when is_generated r.universe ->
    by_test_set r (Json.to_number "a step" value) p
  | Strong (_, p), "option" when is_blocking -> strong_option r value p
  | Not_strong _, "end" ->
    let fields = Json.fields "an end" [ "x"; "member" ] value in
    let x = node r.classes (get_node "an end" "x" fields) in
    ignore (expect r (get_step "an end" "member" fields) (Member x));
    Checker.ByEnd (positive x)
  | Member _, "definition" when not (is_generated r.universe) -> alone Checker.Auto
  | Member x, "sums" when is_generated r.universe -> sums r value x
  | Outcome (g, left_first, right_first), "strategies" -> strategies r value g left_first right_first
  | Simplest (g, k), "reduced" -> reduced r value g k
  | Invertible g, "sum" -> invertible r value g
  | Not_invertible g, "sum_not" -> not_invertible r value g
  | Test_set (n, set), "closure" -> alone (closure r n set)
  | _ when List.mem kind kinds_of_evidence -> wrong_evidence r
  | _ -> step_refused r "evidence of the kind %S is not known to the verified checker" kind

(* *** Certificates *)

(* The name of the universe, and its generators. *)
let name_of_universe json =
  let fields = Json.fields "the universe" [ "name"; "generators" ] json in
  let generators = Option.fold ~none:[] ~some:(Json.to_numbers "a node") (Json.find "generators" fields) in
  (Json.to_string "the name of the universe" (Json.get "the universe" "name" fields), generators)

let universe classes (name, generators) =
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

(* These forms in the same order, each once. *)
let distinct forms =
  if is_ascending forms then forms
  else
    let seen = Numbers.create 8 in
    List.filter (fun f -> (not (Numbers.mem seen f)) && (Numbers.add seen f (); true)) forms

(* The form of each node, and its options as the node lists them. *)
let read_nodes forms cursor =
  let classes = Vector.create 0 and options = Vector.create ([], []) in
  Json.each_item cursor (fun json ->
      let i = classes.Vector.count in
      let form o =
        if o < i then Vector.get classes o
        else refuse "node %d has option %d, which does not precede it" i o in
      let fields = Json.fields "a node" [ "l"; "r"; "t" ] json in
      let side name =
        match Json.find name fields with
        | None -> []
        | Some list -> distinct (List.map form (Json.to_numbers "a node" list)) in
      let left = side "l" and right = side "r" in
      let left_tomb, right_tomb =
        match Json.find "t" fields with
        | None -> (false, false)
        | Some (Json.String "L") -> (true, false)
        | Some (Json.String "R") -> (false, true)
        | Some (Json.String "LR") -> (true, true)
        | Some _ -> refuse "not a certificate: tombstones are L, R or LR" in
      Vector.push classes (Forms.number forms left right left_tomb right_tomb);
      Vector.push options (left, right));
  (Vector.to_array classes, Vector.to_array options)

let read_step r json =
  let fields = Json.fields "a step" [ "claim"; "by" ] json in
  let said = Json.get "a step" "claim" fields in
  let c = statement r.classes said in
  let hint = hint r (snd (Json.tagged "a claim" said)) c (Json.get "a step" "by" fields) in
  emit r (claim c) hint;
  Vector.push r.said c;
  Vector.push r.place r.steps.Vector.count;
  r.current <- r.current + 1

(* For each of these claims the first step of the file that claims it. *)
let steps_that_claim r claims =
  let first = Numbers.create 16 in
  let none = -1 in
  List.iter (fun c -> Numbers.replace first (key c) none) claims;
  for i = r.said.Vector.count - 1 downto 0 do
    let k = key (Vector.get r.said i) in
    if Numbers.mem first k then Numbers.replace first k i
  done;
  let rec test_set c i =
    if i = r.said.Vector.count then none else if Vector.get r.said i = c then i else test_set c (i + 1) in
  List.mapi
    (fun number c ->
       let step = match c with Test_set _ -> test_set c 0 | _ -> Numbers.find first (key c) in
       if step = none then refuse "claim %d is not the claim of any step" number;
       (c, step))
    claims

(* A claim with the step of the checker that shows it. An equality that is claimed the other
   way round gets a step of its own, with replies exchanged. *)
let shown r (c, i) =
  let place = Vector.get r.place i in
  let said, hint = Vector.get r.steps (place - 1) in
  let c = claim c in
  if said = c then (c, positive place)
  else begin
    r.current <- i;
    emit r c (match hint with Checker.Pairs (lefts, rights) -> Checker.Pairs (rights, lefts) | other -> other);
    (c, positive r.steps.Vector.count)
  end

type read = {
  certificate : Checker.certificate;
  origins : int array;  (* the step of the file that a step of the checker stands for *)
}

let format = "misere-certificate"
let version = 1

let check_format json =
  if Json.to_string "the format" json <> format then refuse "not a certificate: another format"

let check_version json =
  let given = Json.to_number "the version" json in
  if given <> version then refuse "version %d of the format; this checker knows version %d" given version

let start forms (classes, options) said =
  { forms; classes; options; universe = universe classes said;
    steps = Vector.create (Checker.Member Checker.XH, Checker.Auto); origin = Vector.create 0; current = 0;
    said = Vector.create (Member 0); place = Vector.create 0; helped = Numbers.create 64;
    above = Hashtbl.create 64; parts = None }

let missing name = refuse "not a certificate: the field %S is missing" name
let present name = function Some value -> value | None -> missing name

(* Reads the fields of a file. Steps that stand before the nodes or the universe are read again
   when these are known. *)
let read_fields cursor =
  let forms = Forms.create () in
  let formats = ref None and versions = ref None and said = ref None and nodes = ref None in
  let steps_at = ref None and reading = ref None and claims = ref None in
  Json.each_field cursor (function
      | "format" -> formats := Some (check_format (Json.value cursor 1))
      | "version" -> versions := Some (check_version (Json.value cursor 1))
      | "universe" -> said := Some (name_of_universe (Json.value cursor 1))
      | "nodes" -> nodes := Some (read_nodes forms cursor)
      | "claims" -> claims := Some (Json.to_list "claims" (Json.value cursor 1))
      | "steps" ->
        steps_at := Some cursor.Json.at;
        (match (!nodes, !said) with
         | Some nodes, Some said ->
           let r = start forms nodes said in
           Json.each_item cursor (read_step r);
           reading := Some r
         | _ -> ignore (Json.value cursor 1))
      | name -> refuse "not a certificate: an unknown field %S" name);
  present "format" !formats;
  present "version" !versions;
  let nodes = present "nodes" !nodes and said = present "universe" !said in
  let steps_at = present "steps" !steps_at and claims = present "claims" !claims in
  match !reading with
  | Some r -> (r, claims)
  | None ->
    let r = start forms nodes said in
    cursor.Json.at <- steps_at;
    Json.each_item cursor (read_step r);
    (r, claims)

let read text =
  let r, claims = read_fields (Json.start text) in
  if claims = [] then refuse "nothing is claimed";
  let claims = List.map (shown r) (steps_that_claim r (List.map (statement r.classes) claims)) in
  let checker_node i =
    let s = Forms.shape r.forms (i + 1) in
    { Checker.n_left = List.map positive s.left; n_right = List.map positive s.right;
      n_tl = s.left_tomb; n_tr = s.right_tomb } in
  let certificate =
    { Checker.c_universe =
        (match r.universe with
         | M -> Checker.UM | D -> Checker.UD | E -> Checker.UE | B -> Checker.UB | I -> Checker.UI
         | N -> Checker.UN | Generated gs -> Checker.UDA (List.map positive gs));
      c_nodes = List.init r.forms.Forms.count checker_node;
      c_steps = Vector.to_list r.steps;
      c_claims = claims } in
  { certificate; origins = Vector.to_array r.origin }
