(* A certificate as a file for coqc, whose theorems speak of forms that are written out. *)

let int = Words.int
let num p = string_of_int (int p)
let flag b = if b then "true" else "false"
let list show l = "[" ^ String.concat ";" (List.map show l) ^ "]"
let player = function Checker.Left -> "Left" | Checker.Right -> "Right"
let nat n = string_of_int (Words.nat n) ^ "%nat"

let universe = function
  | Checker.UM -> "UM" | Checker.UD -> "UD" | Checker.UE -> "UE" | Checker.UB -> "UB"
  | Checker.UI -> "UI" | Checker.UN -> "UN"
  | Checker.UDA gs -> "UDA " ^ list num gs

let node n =
  Printf.sprintf "Node %s %s %s %s" (list num n.Checker.n_left) (list num n.Checker.n_right)
    (flag n.Checker.n_tl) (flag n.Checker.n_tr)

let claim c =
  let words name arguments = String.concat " " (name :: arguments) in
  match c with
  | Checker.Ge (g, h) -> words "Ge" [ num g; num h ]
  | Checker.NotGe (g, h) -> words "NotGe" [ num g; num h ]
  | Checker.Equal (g, h) -> words "Equal" [ num g; num h ]
  | Checker.NotEqual (g, h) -> words "NotEqual" [ num g; num h ]
  | Checker.Strong (g, p) -> words "Strong" [ num g; player p ]
  | Checker.NotStrong (g, p) -> words "NotStrong" [ num g; player p ]
  | Checker.Member x -> words "Member" [ num x ]
  | Checker.Outcome (g, a, b) -> words "Outcome" [ num g; flag a; flag b ]
  | Checker.Simplest (g, k) -> words "Simplest" [ num g; num k ]
  | Checker.Invertible g -> words "Invertible" [ num g ]
  | Checker.NotInvertible g -> words "NotInvertible" [ num g ]
  | Checker.Reduced k -> words "Reduced" [ num k ]
  | Checker.ConjIs (g, c) -> words "ConjIs" [ num g; num c ]
  | Checker.SumIs (g, h, s) -> words "SumIs" [ num g; num h; num s ]
  | Checker.Part f -> words "Part" [ num f ]
  | Checker.EndIs (p, x) -> words "EndIs" [ player p; num x ]
  | Checker.Above (n, i, j, k) -> words "Above" [ nat n; num i; num j; num k ]
  | Checker.TestSet (n, set) -> words "TestSet" [ nat n; list num set ]

let hint = function
  | Checker.Auto -> "Auto"
  | Checker.Same -> "Same"
  | Checker.Pairs (l, r) -> Printf.sprintf "Pairs %s %s" (list num l) (list num r)
  | Checker.Separator (x, p) -> Printf.sprintf "Separator %s %s" (num x) (player p)
  | Checker.EndLike -> "EndLike"
  | Checker.ByPlay -> "ByPlay"
  | Checker.ByOption x -> "ByOption " ^ num x
  | Checker.ByTestSet (s, ends) -> Printf.sprintf "ByTestSet %s %s" (num s) (list num ends)
  | Checker.ByEnd x -> "ByEnd " ^ num x
  | Checker.ByParts -> "ByParts"
  | Checker.Erased (l, r) -> Printf.sprintf "Erased %s %s" (num l) (num r)
  | Checker.BySum (c, s, z, ge, le) ->
    Printf.sprintf "BySum %s %s %s %s %s" (num c) (num s) (num z) (num ge) (num le)
  | Checker.Bounds (ge, le) -> Printf.sprintf "Bounds %s %s" (num ge) (num le)
  | Checker.Reached f -> "Reached " ^ num f
  | Checker.Split (f, r, l) -> Printf.sprintf "Split %s %s %s" (num f) (num r) (num l)
  | Checker.Closure (parts, z) -> Printf.sprintf "Closure %s %s" (list num parts) (num z)

let form p = "f" ^ num p

(* The theorem, in terms of forms, sums and play. *)
let statement certificate c =
  let u = certificate.Checker.c_universe in
  let is_normal = u = Checker.UN in
  let win = if is_normal then "nwin" else "win" in
  let modulo =
    match u with
    | Checker.UM | Checker.UN -> "M" | Checker.UD -> "D" | Checker.UE -> "E" | Checker.UB -> "B"
    | Checker.UI -> "I"
    | Checker.UDA gs -> Printf.sprintf "(DA [%s])" (String.concat "; " (List.map form gs)) in
  let order = if is_normal then "normal" else Printf.sprintf "(misere %s)" modulo in
  let ge g h =
    Printf.sprintf
      "forall X, member %s X ->\n    (%s Left (sum %s X) = true -> %s Left (sum %s X) = true) /\\\n    (%s Right (sum %s X) = true -> %s Right (sum %s X) = true)"
      modulo win h win g win g win h in
  let equal g h =
    Printf.sprintf "forall p X, member %s X ->\n    (%s p (sum %s X) = true -> %s p (sum %s X) = true) /\\\n    (%s (opp p) (sum %s X) = true -> %s (opp p) (sum %s X) = true)"
      modulo win h win g win g win h in
  let strong g p =
    Printf.sprintf "forall X, member %s X -> is_end %s X = true -> win %s (sum %s X) = true"
      modulo (player p) (player p) (form g) in
  let with_conjugate g = equal (Printf.sprintf "(sum %s (conj %s))" (form g) (form g)) "zero" in
  let not said = Printf.sprintf "~ (%s)" said in
  match c with
  | Checker.Ge (g, h) -> ge (form g) (form h)
  | Checker.NotGe (g, h) -> not (ge (form g) (form h))
  | Checker.Equal (g, h) -> equal (form g) (form h)
  | Checker.NotEqual (g, h) -> not (equal (form g) (form h))
  | Checker.Strong (g, p) -> strong g p
  | Checker.NotStrong (g, p) -> not (strong g p)
  | Checker.Member x -> Printf.sprintf "member %s %s" modulo (form x)
  | Checker.Outcome (g, a, b) ->
    Printf.sprintf "%s Left %s = %s /\\ %s Right %s = %s" win (form g) (flag a) win (form g) (flag b)
  | Checker.Simplest (g, k) ->
    Printf.sprintf "(%s) /\\\n  reduced %s %s" (equal (form g) (form k)) order (form k)
  | Checker.Invertible g -> with_conjugate g
  | Checker.NotInvertible g -> not (with_conjugate g)
  | Checker.TestSet (n, set) ->
    let generators = match u with Checker.UDA gs -> gs | _ -> [] in
    let forms l = "[" ^ String.concat "; " (List.map form l) ^ "]" in
    Printf.sprintf "covers %s %s %s" (forms generators) (nat n) (forms set)
  | Checker.Reduced _ | Checker.ConjIs _ | Checker.SumIs _ | Checker.Part _ | Checker.EndIs _
  | Checker.Above _ -> invalid_arg "a step in between is never a claim of a certificate"

(* The largest number of a form that the claims speak of. *)
let last certificate =
  let generators = match certificate.Checker.c_universe with Checker.UDA gs -> List.map int gs | _ -> [] in
  List.fold_left max 1
    (generators @ List.concat_map (fun (c, _) -> Words.forms_of c) certificate.Checker.c_claims)

(* A star beside a parenthesis would open or close a comment. *)
let in_comment text =
  let buffer = Buffer.create (String.length text) in
  String.iteri
    (fun i c ->
       let before = if i = 0 then ' ' else text.[i - 1] in
       if (before = '(' && c = '*') || (before = '*' && c = ')') then Buffer.add_char buffer ' ';
       Buffer.add_char buffer c)
    text;
  Buffer.contents buffer

let write out ~says certificate =
  let print format = Printf.fprintf out format in
  let lines show l = String.concat ";\n  " (List.map show l) in
  print "(** %s\n\n    Compile with coqc -Q THEORIES Misere, where THEORIES is the directory of the compiled\n" (in_comment says);
  print "    theories of misere, target/verified/theories after `cargo xtask verified`. *)\n";
  print "From Misere Require Import Written.\nLocal Open Scope positive_scope.\n";
  (* Conversion compares numbers and names of forms, not the trees that they stand for. *)
  print "Opaque form_of.\n\n";
  print "(** The certificate, and that the checker accepts it. *)\n";
  print "Definition nodes_here : list node := [\n  %s].\n" (lines node certificate.Checker.c_nodes);
  print "Definition steps_here : list (claim * hint) := [\n  %s].\n"
    (lines (fun (c, h) -> Printf.sprintf "(%s, %s)" (claim c) (hint h)) certificate.Checker.c_steps);
  print "Definition certificate_here : certificate := {|\n  c_universe := %s;\n" (universe certificate.Checker.c_universe);
  print "  c_nodes := nodes_here;\n  c_steps := steps_here;\n";
  print "  c_claims := [%s] |}.\n"
    (lines (fun (c, s) -> Printf.sprintf "(%s, %s)" (claim c) (num s)) certificate.Checker.c_claims);
  print "Lemma accepted : check certificate_here = Accepted.\n";
  print "Proof. vm_cast_no_check (eq_refl Accepted). Qed.\n\n";
  print "(** The forms, and that they are those of the certificate. *)\n";
  let last = last certificate in
  List.iteri
    (fun i n ->
       if i < last then begin
         let options l = "[" ^ String.concat "; " (List.map form l) ^ "]" in
         print "Definition f%d : form := Form %s %s %s %s.\n" (i + 1) (options n.Checker.n_left)
           (options n.Checker.n_right) (flag n.Checker.n_tl) (flag n.Checker.n_tr);
         let rec equal = function [] -> "eq_refl" | o :: rest -> Printf.sprintf "(f_equal2 cons e%s %s)" (num o) (equal rest) in
         print "Lemma e%d : form_of certificate_here %d = f%d.\n" (i + 1) (i + 1) (i + 1);
         print "Proof.\n  refine (written_sound certificate_here %d %s %s %s %s _ _ accepted _ %s %s).\n" (i + 1)
           (list num n.Checker.n_left) (list num n.Checker.n_right) (flag n.Checker.n_tl) (flag n.Checker.n_tr)
           (equal n.Checker.n_left) (equal n.Checker.n_right);
         print "  vm_cast_no_check (eq_refl (node_at certificate_here %d)).\nQed.\n" (i + 1);
         print "Opaque f%d.\n" (i + 1)
       end)
    certificate.Checker.c_nodes;
  print "\n(** What is proved. *)\n";
  let generators = match certificate.Checker.c_universe with Checker.UDA gs -> List.map int gs | _ -> [] in
  List.iteri
    (fun i (c, _) ->
       let rec place n = if n = 0 then "or_introl eq_refl" else Printf.sprintf "or_intror (%s)" (place (n - 1)) in
       let spoken_of = List.sort_uniq Int.compare (generators @ Words.forms_of c) in
       print "Theorem claim_%d :\n  %s.\n" (i + 1) (statement certificate c);
       print "Proof.\n  rewrite %s.\n"
         (String.concat ", " (List.map (fun f -> Printf.sprintf "<- ?e%d" f) spoken_of));
       print "  exact (check_sound certificate_here accepted _ _ (%s)).\nQed.\n" (place i);
       print "Print Assumptions claim_%d.\n" (i + 1))
    certificate.Checker.c_claims
