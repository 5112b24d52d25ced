(** One certificate as one theorem: the claims of an accepted certificate about forms that are
    written out.

    A file that [misere check --coq] writes defines the forms one by one, [written] checks that
    they are the listed ones, and [written_sound] gives the claim about them. *)
From Misere Require Export Sound.

Definition look (known : PM.t form) i := match PM.find i known with Some f => f | None => zero end.

(** The forms fs are those of the first nodes. *)
Fixpoint written_from i (known : PM.t form) (ns : list node) (fs : list form) : Prop :=
  match fs, ns with
  | [], _ => True
  | f :: fs, n :: ns =>
    f = Form (map (look known) (n_left n)) (map (look known) (n_right n)) (n_tl n) (n_tr n) /\
    written_from (Pos.succ i) (PM.add i f known) ns fs
  | _, [] => False
  end.
Fixpoint numbered_from i (known : PM.t form) (fs : list form) : PM.t form :=
  match fs with [] => known | f :: fs => numbered_from (Pos.succ i) (PM.add i f known) fs end.

Definition written c fs := written_from 1 (PM.empty _) (c_nodes c) fs.
Definition numbered fs := numbered_from 1 (PM.empty _) fs.

(** The numbers in a claim. *)
Definition numbers k : list positive :=
  match k with
  | Ge g h | NotGe g h | Equal g h | NotEqual g h | Simplest g h | ConjIs g h => [g; h]
  | Strong g _ | NotStrong g _ | Member g | Outcome g _ _ | Invertible g | NotInvertible g
  | Reduced g | Part g | EndIs _ g => [g]
  | SumIs g h s => [g; h; s]
  | Above _ i j k => [i; j; k]
  | TestSet _ set => set
  end.

Lemma holds_ext o A den den' k : (forall i, In i (numbers k) -> den i = den' i) ->
  holds o A den k -> holds o A den' k.
Proof.
  intros H. destruct k; cbn [numbers] in H; cbn [holds];
    try (rewrite !H by (cbn; tauto); exact (fun x => x)).
  rewrite (map_ext_in den den' set) by auto. exact (fun x => x).
Qed.

Lemma build_keeps u ns : forall T i T' j e, build u T i ns = Some T' ->
  PM.find j T = Some e -> PM.find j T' = Some e.
Proof.
  induction ns as [|n ns IH]; cbn; intros T i T' j e; [now intros [= <-]|].
  unfold add_node. destruct (PM.find i T) eqn:Fi; [discriminate|].
  destruct (entries T (n_left n)); [|discriminate]. destruct (entries T (n_right n)); [|discriminate].
  intros B' F. apply (IH _ _ _ _ _ B'). rewrite PM.gso; auto. congruence.
Qed.

Lemma entries_look T known l es : (forall j, PM.find j known = option_map e_form (PM.find j T)) ->
  entries T l = Some es -> map e_form es = map (look known) l.
Proof.
  intros K. revert es. induction l as [|i l IH]; cbn; intros es; [now intros [= <-]|].
  unfold look at 1. rewrite K. destruct (PM.find i T) as [e|]; [|discriminate].
  destruct (entries T l) as [es'|]; [|discriminate]. intros [= <-]. cbn. now rewrite (IH _ eq_refl).
Qed.

Lemma written_from_sound u fs : forall ns T i T' known,
  (forall j, PM.find j known = option_map e_form (PM.find j T)) ->
  build u T i ns = Some T' -> written_from i known ns fs ->
  forall j f, PM.find j (numbered_from i known fs) = Some f -> den T' j = f.
Proof.
  induction fs as [|f fs IH]; intros ns T i T' known K B' W j g Fj.
  - cbn in Fj. rewrite K in Fj. destruct (PM.find j T) as [e|] eqn:Ft; [|discriminate].
    cbn in Fj. injection Fj as <-. unfold den. now rewrite (build_keeps _ _ _ _ _ _ _ B' Ft).
  - destruct ns as [|n ns]; [destruct W|]. cbn in B', W, Fj. destruct W as [E W].
    unfold add_node in B'. destruct (PM.find i T) eqn:Fi; [discriminate|].
    destruct (entries T (n_left n)) as [l|] eqn:El; [|discriminate].
    destruct (entries T (n_right n)) as [r|] eqn:Er; [|discriminate].
    refine (IH _ _ _ _ _ _ B' W j g Fj). intros x.
    destruct (Pos.eq_dec x i) as [->|N]; [rewrite !PM.gss|rewrite !PM.gso by auto; apply K].
    cbn. now rewrite E, (entries_look T known _ _ K El), (entries_look T known _ _ K Er).
Qed.

Definition listed fs is := forallb (fun i => match PM.find i (numbered fs) with Some _ => true | None => false end) is.

(** The claims of an accepted certificate hold of the forms that are written out. *)
Theorem written_sound c fs : check c = Accepted -> written c fs ->
  forall k s, In (k, s) (c_claims c) ->
  listed fs (generators (c_universe c)) = true -> listed fs (numbers k) = true ->
  let A := map (look (numbered fs)) (generators (c_universe c)) in
  holds (order_of (c_universe c) A) A (look (numbered fs)) k.
Proof.
  intros C W k s Hk Lg Lk. pose proof (check_sound c C k s Hk) as H.
  assert (E : forall is, listed fs is = true -> forall i, In i is -> form_of c i = look (numbered fs) i).
  { intros is L i Hi. unfold listed in L. rewrite forallb_forall in L. specialize (L i Hi).
    unfold look. destruct (PM.find i (numbered fs)) as [f|] eqn:F; [|discriminate].
    unfold form_of. unfold check in C. unfold c_table in *.
    destruct (build _ _ _ _) as [T|] eqn:B'; [|discriminate].
    eapply (written_from_sound (c_universe c) fs); eauto. intros j. now rewrite !PM.gempty. }
  cbv zeta. rewrite <- (map_ext_in _ _ _ (E _ Lg)).
  unfold claim_holds, order_of_certificate in H. eapply holds_ext; [|exact H]. now apply E.
Qed.
