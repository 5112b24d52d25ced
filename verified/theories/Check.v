(** The checker: an executable function on certificates.

    A certificate is checked step by step. The hint of a step says where its evidence is; a
    wrong hint can only lead to a rejection. That what an accepted certificate claims holds is
    proved in [Sound.v]. *)
From Misere Require Export Facts Impartial.

(** ** Certificates *)
Inductive hint :=
  | Auto                                          (* the checker needs no help *)
  | Same                                          (* the two forms are one *)
  | Pairs (left right : list positive)            (* steps: a reply to each move; options of a sum *)
  | Separator (x : positive) (starter : player)   (* a game that tells two forms apart *)
  | EndLike                                       (* strength of an end-like form *)
  | ByPlay                                        (* strength modulo D and E *)
  | ByOption (to : positive)                      (* strength modulo B *)
  | ByTestSet (step : positive) (ends : list positive) (* strength modulo D(A) *)
  | ByEnd (x : positive)                          (* an end against which a form is weak *)
  | ByParts                                       (* membership in D(A): ends are sums of parts *)
  | Erased (left right : positive)                (* a form with tombstones erased *)
  | BySum (conj sum zero : positive) (ge le : positive) (* a form plus its conjugate, and steps *)
  | Reached (from : positive)                     (* an option of a part is a part *)
  | Split (part rest left_part : positive)        (* an end as a sum *)
  | Closure (parts : list positive) (zero : positive) (* all parts, for a test set *)
  | Bounds (ge le : positive).                    (* steps: two forms are equal *)

(** What is claimed, with the step that shows it. *)
Record certificate := {
  c_universe : name;
  c_nodes : list node;
  c_steps : list (claim * hint);
  c_claims : list (claim * positive) }.

Inductive verdict :=
  | Accepted
  | BadNodes
  | BadGenerators
  | BadStep (step : positive)
  | BadClaim (claim : positive).

Definition claim_eq_dec (c d : claim) : {c = d} + {c <> d}.
Proof. repeat decide equality. Defined.

(** ** What certificates are about *)
Definition generators u := match u with UDA gens => gens | _ => [] end.

Definition order_of u (A : list form) : order :=
  match u with
  | UM => misere M | UD => misere D | UE => misere E | UB => misere B | UI => misere I
  | UDA _ => misere (DA A)
  | UN => normal
  end.

Section Check.
  Variables (u : name) (T : table) (fuel : nat).
  Notation gens := (generators u).
  Notation A := (map (den T) gens).
  Notation o := (order_of u A).
  Notation Holds := (holds o A (den T)).

  (** The entry of a number; nothing is known of a number that is not listed. *)
  Definition with_entry i (f : entry -> bool) := match PM.find i T with Some e => f e | None => false end.
  Definition mem (x : positive) l := existsb (Pos.eqb x) l.
  Definition node_tomb p n := match p with Left => n_tl n | Right => n_tr n end.
  Definition is_zero z : bool :=
    with_entry z (fun e => match e_node e with Node [] [] false false => true | _ => false end).

  (** Claims make sense of all forms, but modulo I of impartial forms only, and in normal
      play of forms without tombstones. *)
  Definition fits i : bool :=
    with_entry i (fun e => match u with UI => e_impartial e | UN => b_member (e_bits e) | _ => true end).

  (** Games of the universe. *)
  Definition is_member (F : facts) x : bool :=
    with_entry x (fun e => match u with
      | UI => e_impartial e
      | UDA _ => known F (Member x)
      | _ => b_member (e_bits e) end).

  (** *** The order *)
  (** For p, a is at least b: is that a reply in g to the move to y? *)
  Definition replies p g (eg : entry) y (ey : entry) a b : bool :=
    (Pos.eqb b y && mem a (e_opts p eg)) || (Pos.eqb a g && mem b (e_opts (opp p) ey)).
  Definition is_reply p g eg y ey c : bool :=
    match c with
    | Ge a b => match p with Left => replies p g eg y ey a b | Right => replies p g eg y ey b a end
    | Equal a b => replies p g eg y ey a b || replies p g eg y ey b a
    | _ => false
    end.
  Fixpoint all_answered (F : facts) p g eg (moves steps : list positive) : bool :=
    match moves, steps with
    | [], [] => true
    | y :: moves, s :: steps =>
      with_entry y (fun ey => match step_claim F s with
        | Some c => is_reply p g eg y ey c
        | None => false end) &&
      all_answered F p g eg moves steps
    | _, _ => false
    end.
  Definition has_proviso (F : facts) p g (eg eh : entry) : bool :=
    is_normal u || negb (s_like (sel p (e_bits eh))) ||
    match u with UI => s_win (sel p (e_bits eg)) | _ => known F (Strong g p) end.
  (** Each move of p in h has a reply in g, and p is strong in g if h is end-like. *)
  Definition answered (F : facts) p g h steps : bool :=
    with_entry g (fun eg => with_entry h (fun eh =>
      all_answered F p g eg (e_opts p eh) steps && has_proviso F p g eg eh)).

  (** *** Play *)
  Definition play p i j b (m : memo) : memo * bool :=
    match plays u T fuel p i j m with (m, Some w) => (m, eqb w b) | (m, None) => (m, false) end.
  Definition play2 p i i' j b b' (m : memo) : memo * bool :=
    match play p i j b m with (m, true) => play p i' j b' m | no => no end.
  Fixpoint play_all p i (js : list positive) (m : memo) : memo * bool :=
    match js with
    | [] => (m, true)
    | j :: js => match play p i j true m with (m, true) => play_all p i js m | no => no end
    end.

  (** *** Simplest forms *)
  Definition same_but_tomb p i j : bool :=
    with_entry i (fun a => with_entry j (fun b =>
      let (l, r, tl, tr) := e_node a in let (l', r', tl', tr') := e_node b in
      same_list l l' && same_list r r' &&
      match p with
      | Left => eqb tl' false && eqb tr tr'
      | Right => eqb tr' false && eqb tl tl'
      end)).
  Definition not_at_least p x y := match p with Left => NotGe x y | Right => NotGe y x end.
  Definition reduced_for (F : facts) p k e : bool :=
    with_entry k (fun ek =>
      forallb (fun x =>
        known F (Reduced x) &&
        forallb (fun y => Pos.eqb x y || known F (not_at_least p y x)) (e_opts p ek) &&
        with_entry x (fun ex =>
          forallb (fun y => known F (not_at_least p k y)) (e_opts (opp p) ex)))
      (e_opts p ek) &&
      implb' (node_tomb p (e_node ek)) (same_but_tomb p k e && known F (NotStrong e p))).

  (** *** Conjugates and sums *)
  Definition all_in {X} (l m : list X) (f : X -> X -> bool) : bool :=
    forallb (fun x => existsb (f x) m) l && forallb (fun y => existsb (fun x => f x y) l) m.
  Definition conj_is (F : facts) g c : bool :=
    with_entry g (fun eg => with_entry c (fun ec =>
      eqb (n_tl (e_node eg)) (n_tr (e_node ec)) && eqb (n_tr (e_node eg)) (n_tl (e_node ec)) &&
      all_in (e_opts Left eg) (e_opts Right ec) (fun x y => known F (ConjIs x y)) &&
      all_in (e_opts Right eg) (e_opts Left ec) (fun x y => known F (ConjIs x y)))).
  (** Are these the sums of these pairs of forms? *)
  Fixpoint sums_are (F : facts) (pairs : list (positive * positive)) (sums : list positive) : bool :=
    match pairs, sums with
    | [], [] => true
    | (x, y) :: pairs, z :: sums => known F (SumIs x y z) && sums_are F pairs sums
    | _, _ => false
    end.
  (** The options of p in s are [sums], which are those of p in g + h. *)
  Definition sum_is_for (F : facts) p g h s sums : bool :=
    with_entry g (fun a => with_entry h (fun b => with_entry s (fun c =>
      eqb (node_tomb p (e_node c))
        (s_like (sel p (e_bits a)) && s_like (sel p (e_bits b)) &&
         (node_tomb p (e_node a) || node_tomb p (e_node b))) &&
      sums_are F (map (fun x => (x, h)) (e_opts p a) ++ map (fun y => (g, y)) (e_opts p b)) sums &&
      forallb (fun z => mem z (e_opts p c)) sums && forallb (fun z => mem z sums) (e_opts p c)))).

  (** *** D(A) *)
  Definition member_by_ends (F : facts) x : bool :=
    with_entry x (fun e =>
      negb (n_tl (e_node e) || n_tr (e_node e)) &&
      forallb (fun y => known F (Member y)) (e_opts Left e) &&
      forallb (fun y => known F (Member y)) (e_opts Right e) &&
      implb' (s_end (of_left (e_bits e))) (known F (EndIs Left x)) &&
      implb' (s_end (of_right (e_bits e))) (known F (EndIs Right x))).
  (** Each option of i + j, truncated, is above an option of k. *)
  Definition above (F : facts) n i j k : bool :=
    with_entry i (fun ei => with_entry j (fun ej => with_entry k (fun ek =>
      match n with
      | 0 => is_nil (e_opts Right ek)
      | S n =>
        implb' (is_nil (e_opts Right ei) && is_nil (e_opts Right ej)) (is_nil (e_opts Right ek)) &&
        forallb (fun x => existsb (fun z => known F (Above n x j z)) (e_opts Right ek)) (e_opts Right ei) &&
        forallb (fun y => existsb (fun z => known F (Above n i y z)) (e_opts Right ek)) (e_opts Right ej)
      end))).
  Definition is_above_some (F : facts) n i j (set : list positive) : bool :=
    existsb (fun s => known F (Above n i j s)) set.
  Fixpoint pairs_covered (F : facts) n (whole set : list positive) : bool :=
    match set with
    | [] => true
    | a :: rest => forallb (fun b => is_above_some F n a b whole) set && pairs_covered F n whole rest
    end.
  Definition is_test_set (F : facts) n set parts z : bool :=
    is_zero z && mem z set &&
    forallb (fun s => with_entry s (fun e => s_dead (of_left (e_bits e)))) set &&
    forallb (fun g => mem g parts) gens &&
    forallb (fun f => with_entry f (fun e =>
      forallb (fun x => mem x parts) (e_opts Left e) && forallb (fun x => mem x parts) (e_opts Right e) &&
      is_above_some F n f z set)) parts &&
    pairs_covered F n set set.
  (** The members of a test set as they stand against p: for Right their conjugates. *)
  Fixpoint ends_for (F : facts) p (set ends : list positive) : bool :=
    match set, ends with
    | [], [] => true
    | s :: set, c :: ends =>
      match p with Left => Pos.eqb s c | Right => known F (ConjIs s c) end && ends_for F p set ends
    | _, _ => false
    end.

  (** *** One step *)
  (** Is that the claim of the step with this number? *)
  Definition shows (F : facts) s c : bool :=
    match step_claim F s with Some d => if claim_eq_dec c d then true else false | None => false end.
  Definition is_generated := match u with UDA _ => true | _ => false end.
  Definition is_universe := match u with UI | UN => false | _ => true end.
  Definition says m b : memo * bool := (m, b).

  Definition check_claim (F : facts) (m : memo) (c : claim) (hnt : hint) : memo * bool :=
    match c, hnt with
    | Ge g h, Same | Equal g h, Same => says m (Pos.eqb g h && fits g)
    | Ge g h, Pairs ls rs =>
      says m (fits g && fits h && answered F Left g h ls && answered F Right h g rs)
    | Equal g h, Pairs ls rs =>
      says m (fits g && fits h &&
        answered F Left g h ls && answered F Right g h ls &&
        answered F Left h g rs && answered F Right h g rs)
    | NotGe g h, Separator x p =>
      if fits g && fits h && is_member F x
      then play2 p g h x (match p with Left => false | Right => true end)
                         (match p with Left => true | Right => false end) m
      else says m false
    | NotEqual g h, Separator x p =>
      if fits g && fits h && is_member F x
      then match plays u T fuel p g x m with
           | (m, Some w) => play p h x (negb w) m
           | (m, None) => says m false
           end
      else says m false
    | Strong g p, EndLike => says m (is_universe && with_entry g (fun e => s_like (sel p (e_bits e))))
    | Strong g p, ByPlay => says m (with_entry g (fun e => play_bit u p (e_bits e)))
    | Strong g p, ByOption x => says m
        (match u with UB => true | _ => false end &&
         with_entry g (fun eg => mem x (e_opts p eg)) &&
         known F (Strong x p) &&
         with_entry x (fun ex => negb (s_win (sel (opp p) (e_bits ex))) &&
           forallb (fun k => known F (Strong k p)) (e_opts (opp p) ex)))
    | Strong g p, ByTestSet s ends =>
      match step_claim F s with
      | Some (TestSet n set) =>
        if is_generated && with_entry g (fun e => N.leb (b_height (e_bits e)) (N.of_nat n)) &&
           ends_for F p set ends
        then play_all p g ends m else says m false
      | _ => says m false
      end
    | NotStrong g p, ByEnd x =>
      if is_universe && is_member F x && with_entry x (fun e => s_end (sel p (e_bits e)))
      then play p g x false m else says m false
    | Member x, Auto => says m (match u with UM | UD | UE | UB => is_member F x | _ => false end)
    | Member x, ByParts => says m (is_generated && member_by_ends F x)
    | Outcome g a b, _ => says m (fits g && with_entry g (fun e =>
        let wins s := if is_normal u then s_nwin s else s_win s in
        eqb (wins (of_left (e_bits e))) a && eqb (wins (of_right (e_bits e))) b))
    | Simplest g k, Bounds ge le => says m (fits g && fits k &&
        shows F ge (Ge g k) && shows F le (Ge k g) && known F (Reduced k))
    | Reduced k, Erased el er => says m (reduced_for F Left k el && reduced_for F Right k er)
    | Invertible g, BySum c s z ge le => says m (fits g &&
        known F (ConjIs g c) && known F (SumIs g c s) && is_zero z &&
        (shows F ge (Equal s z) || shows F ge (Equal z s) || shows F ge (Ge s z) && shows F le (Ge z s)))
    | NotInvertible g, BySum c s z ge _ => says m (fits g &&
        known F (ConjIs g c) && known F (SumIs g c s) && is_zero z &&
        (shows F ge (NotEqual s z) || shows F ge (NotEqual z s) || shows F ge (NotGe s z)))
    | ConjIs g c, _ => says m (conj_is F g c)
    | SumIs g h s, Pairs ls rs => says m (sum_is_for F Left g h s ls && sum_is_for F Right g h s rs)
    | Part f, Auto => says m (mem f gens)
    | Part f, Reached g => says m (known F (Part g) &&
        with_entry g (fun e => mem f (e_opts Left e) || mem f (e_opts Right e)))
    | EndIs _ x, Auto => says m (is_zero x)
    | EndIs p x, Split f r f' => says m (known F (SumIs f r x) && known F (EndIs p r) &&
        known F (Part f') && match p with Left => Pos.eqb f f' | Right => known F (ConjIs f' f) end)
    | Above n i j k, _ => says m (above F n i j k)
    | TestSet n set, Closure parts z => says m (is_generated && is_test_set F n set parts z)
    | _, _ => says m false
    end.

  Fixpoint check_steps (F : facts) (m : memo) (steps : list (claim * hint)) : facts + positive :=
    match steps with
    | [] => inl F
    | (c, hnt) :: steps =>
      match check_claim F m c hnt with
      | (m, true) => check_steps (learn F c) m steps
      | (_, false) => inr (next_step F)
      end
    end.

  Fixpoint check_claims (F : facts) i (claims : list (claim * positive)) : verdict :=
    match claims with
    | [] => Accepted
    | (c, s) :: claims =>
      match step_claim F s with
      | Some d => if claim_eq_dec c d then check_claims F (Pos.succ i) claims else BadClaim i
      | None => BadClaim i
      end
    end.
End Check.

Definition c_table c := build (c_universe c) (PM.empty _) 1%positive (c_nodes c).

(** The form with a number. *)
Definition form_of c i := match c_table c with Some T => den T i | None => zero end.
Definition order_of_certificate c := order_of (c_universe c) (map (form_of c) (generators (c_universe c))).
Definition claim_holds c k :=
  holds (order_of_certificate c) (map (form_of c) (generators (c_universe c))) (form_of c) k.

Definition no_memo : memo := {| m_left := PM.empty _; m_right := PM.empty _ |}.

Definition dead_generators u T : bool :=
  forallb (fun g => with_entry T g (fun e => s_dead (of_left (e_bits e)))) (generators u).

Definition check (c : certificate) : verdict :=
  match c_table c with
  | None => BadNodes
  | Some T =>
    if dead_generators (c_universe c) T then
      match check_steps (c_universe c) T (2 * length (c_nodes c) + 1) no_facts no_memo (c_steps c) with
      | inr step => BadStep step
      | inl F => check_claims F 1%positive (c_claims c)
      end
    else BadGenerators
  end.
