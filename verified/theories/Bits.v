(** What the checker knows of a single form, computed from the same knowledge of its options,
    and proofs that it means what it says.

    [play_bit_sound] shows strength modulo D and E. Modulo E the opponent gets the
    advantage of all dead ends at once: the opponent may wait, until it is given up by
    moving to 0. *)
From Misere Require Export Strength Normal.
Require Export PArith NArith.

(** What is known of a form in the eyes of one player p. *)
Record side := {
  s_like : bool;    (* end-like *)
  s_end : bool;     (* an end *)
  s_win : bool;     (* p wins moving first *)
  s_nwin : bool;    (* p wins moving first in normal play *)
  s_wait : bool;    (* p wins moving first if the opponent may wait, until that is given up *)
  s_held : bool;    (* p wins moving second if the opponent may so wait *)
  s_dead : bool;    (* a dead end *)
  s_blocked : bool; (* a blocked end *)
  s_block : bool    (* has an option of p that is a blocked end *) }.

Record bits := { of_left : side; of_right : side; b_member : bool; b_height : N }.
Definition sel p b := match p with Left => of_left b | Right => of_right b end.

(** What a certificate is about. The generators of D(A) are numbers of forms. *)
Inductive name := UM | UD | UE | UB | UI | UN | UDA (generators : list positive).

Definition side_of p (own other : list bits) (tomb tombs : bool) : side :=
  let like := tomb || is_nil own in
  let win := like || existsb (fun b => negb (s_win (sel (opp p) b))) own in
  let wait := like || existsb (fun b => s_held (sel p b)) own in
  let is_end := negb tomb && is_nil own in
  {| s_like := like; s_end := is_end; s_win := win;
     s_nwin := existsb (fun b => negb (s_nwin (sel (opp p) b))) own;
     s_wait := wait;
     s_held := win && wait && forallb (fun b => s_wait (sel p b)) other;
     s_dead := negb tombs && is_nil own && forallb (fun b => s_dead (sel p b)) other;
     s_blocked := is_end &&
       forallb (fun b => s_blocked (sel p b) || s_block (sel p b)) other;
     s_block := existsb (fun b => s_blocked (sel p b)) own |}.

Definition largest := fold_right N.max 0%N.

(** Membership is decided here for M, D, E, B and for the forms of normal play. *)
Definition bits_of (u : name) (l r : list bits) (tl tr : bool) : bits :=
  let sl := side_of Left l r tl (tl || tr) in
  let sr := side_of Right r l tr (tl || tr) in
  let own := match u with
    | UM | UN => true
    | UD => eqb (is_nil l) (is_nil r)
    | UE => implb' (s_end sl) (s_dead sl) && implb' (s_end sr) (s_dead sr)
    | UB => implb' (s_end sl) (s_blocked sl) && implb' (s_end sr) (s_blocked sr)
    | UI | UDA _ => false
    end in
  {| of_left := sl; of_right := sr;
     b_member := negb (tl || tr) && own && forallb b_member l && forallb b_member r;
     b_height := largest (map (fun b => N.succ (b_height b)) (l ++ r)) |}.

(** Strength that play shows: modulo D against 0, modulo E against 0 and waiting. *)
Definition play_bit u p b :=
  match u with
  | UD => s_win (sel p b)
  | UE => s_win (sel p b) && s_wait (sel p b)
  | _ => false
  end.

Fixpoint bits_form u (G : form) : bits :=
  match G with Form l r tl tr => bits_of u (map (bits_form u) l) (map (bits_form u) r) tl tr end.

Lemma existsb_map {A B} (f : B -> bool) (g : A -> B) l :
  existsb f (map g l) = existsb (fun x => f (g x)) l.
Proof. induction l; cbn; congruence. Qed.
Lemma forallb_map {A B} (f : B -> bool) (g : A -> B) l :
  forallb f (map g l) = forallb (fun x => f (g x)) l.
Proof. induction l; cbn; congruence. Qed.
Lemma existsb_ext_in {A} (f g : A -> bool) l :
  (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
Proof. induction l; cbn; intros H; auto. rewrite H, IHl; auto. Qed.
Lemma forallb_ext_in {A} (f g : A -> bool) l :
  (forall x, In x l -> f x = g x) -> forallb f l = forallb g l.
Proof. induction l; cbn; intros H; auto. rewrite H, IHl; auto. Qed.


Section Meaning.
  Variable u : name.
  Notation bit f p G := (f (sel p (bits_form u G))).

  Lemma side_eq p G : sel p (bits_form u G) =
    side_of p (map (bits_form u) (opts p G)) (map (bits_form u) (opts (opp p) G))
      (tomb p G) (tomb Left G || tomb Right G).
  Proof. now destruct p, G. Qed.

  Ltac unfold_bit := rewrite side_eq; cbn; rewrite ?existsb_map, ?forallb_map, ?is_nil_map.

  Lemma bit_like p G : bit s_like p G = endlike p G.
  Proof. now unfold_bit. Qed.
  Lemma bit_end p G : bit s_end p G = is_end p G.
  Proof. now unfold_bit. Qed.

  Lemma bit_win p G : bit s_win p G = win p G.
  Proof.
    revert p. induction G as [G IH] using form_induction. intros p.
    rewrite win_eq. unfold_bit. f_equal. apply existsb_ext_in.
    intros g Hg. now rewrite (IH p g Hg).
  Qed.

  Lemma bit_nwin p G : bit s_nwin p G = nwin p G.
  Proof.
    revert p. induction G as [G IH] using form_induction. intros p.
    rewrite nwin_eq. unfold_bit. apply existsb_ext_in.
    intros g Hg. now rewrite (IH p g Hg).
  Qed.

  Lemma bit_height G : N.to_nat (b_height (bits_form u G)) = height G.
  Proof.
    induction G as [G IH] using form_induction. destruct G as [l r tl tr].
    assert (L : forall k, N.to_nat (largest k) = list_max (map N.to_nat k)).
    { induction k as [|a k IHk]; cbn; [reflexivity|]. now rewrite N2Nat.inj_max, IHk. }
    cbn [bits_form bits_of b_height height]. rewrite L, <- map_app, !map_map, <- map_app.
    f_equal. apply map_ext_in. intros g Hg. rewrite N2Nat.inj_succ. f_equal.
    apply in_app_iff in Hg. destruct Hg as [Hg|Hg]; [apply (IH Left)|apply (IH Right)]; auto.
  Qed.

  Lemma bit_dead p G : bit s_dead p G = true -> dead p G = true.
  Proof.
    induction G as [G IH] using form_induction.
    unfold_bit. rewrite !andb_true_iff, forallb_forall, is_nil_iff. intros [[T N] H].
    apply dead_iff. repeat split; auto.
    - unfold no_tomb. now rewrite <- negb_orb.
    - intros x Hx. apply (IH (opp p)); auto.
  Qed.

  Lemma bit_blocked_block p G :
    bit s_blocked p G = blocked p G /\ bit s_block p G = existsb (blocked p) (opts p G).
  Proof.
    induction G as [G IH] using form_induction. split.
    - unfold_bit. destruct G as [l r tl tr], p; cbn [blocked opts opp] in *;
        unfold is_end; cbn [tomb opts]; f_equal; apply forallb_ext_in; intros x Hx;
        [destruct (IH Right x Hx) as [-> ->] | destruct (IH Left x Hx) as [-> ->]]; now destruct x.
    - unfold_bit. apply existsb_ext_in. intros g Hg. now apply (IH p g Hg).
  Qed.

  (** The opponent who may wait has the advantage of all dead ends but 0. *)
  Lemma bit_wait_held p G : forall X, dead p X = true -> opts (opp p) X <> [] ->
    (bit s_wait p G = true -> win p (sum G X) = true) /\
    (bit s_held p G = true -> win (opp p) (sum G X) = false).
  Proof.
    induction G as [G IH] using form_induction.
    assert (first : forall X, dead p X = true -> opts (opp p) X <> [] ->
      bit s_wait p G = true -> win p (sum G X) = true).
    { intros X DX NX W. apply win_sum. revert W. unfold_bit.
      rewrite orb_true_iff, existsb_exists. intros [EG|(g & Hg & W)].
      - left. split; auto. now apply is_end_endlike, dead_end.
      - right. left. exists g. split; auto. now apply (IH p g Hg X). }
    intros X DX NX. split; [now apply first|].
    intros H. assert (H' := H). revert H'. rewrite side_eq. cbn [s_held side_of].
    rewrite !andb_true_iff, forallb_map, forallb_forall. intros [_ WG].
    assert (bit s_win p G = true /\ bit s_wait p G = true) as [W0 W1].
    { rewrite side_eq in *. cbn [s_held side_of] in H. rewrite !andb_true_iff in H.
      cbn [s_win s_wait side_of]. tauto. }
    rewrite bit_win in W0.
    apply win_sum_false. rewrite opp_opp. pose proof (proj1 (dead_iff p X) DX) as (T & N & DO).
    repeat split.
    - intros _. unfold endlike. rewrite (no_tomb_tomb _ _ T). destruct (opts (opp p) X); easy.
    - intros g Hg. apply (IH (opp p) g Hg X DX NX). now apply WG.
    - intros x Hx. destruct (is_nil (opts (opp p) x)) eqn:Z.
      + assert (x = zero) as ->.
        { pose proof (proj1 (dead_iff p x) (DO x Hx)) as (Tx & Nx & _). apply is_nil_iff in Z.
          apply no_opts_zero; destruct p; auto. }
        now rewrite sum_zero.
      + apply first; auto. intros C. rewrite C in Z. discriminate.
  Qed.

End Meaning.

Theorem play_bit_sound p G :
  (s_win (sel p (bits_form UD G)) = true -> strong D p G) /\
  (s_win (sel p (bits_form UE G)) && s_wait (sel p (bits_form UE G)) = true -> strong E p G).
Proof.
  split; [rewrite bit_win; apply strong_D|].
  rewrite andb_true_iff, bit_win. intros [W Wt] X HX HE.
  assert (DX : dead p X = true).
  { apply member_own in HX. destruct HX as [_ HX]. now apply ends_are_iff with (p := p) in HX. }
  destruct (is_nil (opts (opp p) X)) eqn:O.
  - assert (X = zero) as ->.
    { pose proof (proj1 (dead_iff p X) DX) as (T & N & _). apply is_nil_iff in O.
      apply no_opts_zero; destruct p; auto. }
    now rewrite sum_zero.
  - apply (bit_wait_held UE p G X); auto. intros C. rewrite C in O. discriminate.
Qed.

Theorem member_sound u G : b_member (bits_form u G) = true ->
  match u with UM | UN => M G | UD => D G | UE => E G | UB => B G | UI | UDA _ => True end.
Proof.
  assert (main : b_member (bits_form u G) = true ->
    all_followers (fun G => no_tomb G && match u with
      | UM | UN => true
      | UD => eqb (is_nil (opts Left G)) (is_nil (opts Right G))
      | UE => ends_are dead G
      | UB => ends_are blocked G
      | UI | UDA _ => false end) G = true).
  { induction G as [G IH] using form_induction. intros H. apply all_followers_iff.
    assert (forall p, is_end p G = s_end (sel p (bits_form u G))) as HE by (intros; now rewrite bit_end).
    assert (forall p, blocked p G = s_blocked (sel p (bits_form u G))) as HB
      by (intros p; now rewrite (proj1 (bit_blocked_block u p G))).
    assert (forall p, s_dead (sel p (bits_form u G)) = true -> dead p G = true) as HD
      by (intros p; apply bit_dead).
    destruct G as [l r tl tr]. cbn [bits_form bits_of b_member] in H.
    rewrite !andb_true_iff, !forallb_map, !forallb_forall in H. destruct H as [[[T O] Hl] Hr].
    split.
    - apply andb_true_iff. split; [now rewrite negb_orb in T|].
      destruct u; auto.
      + now rewrite !is_nil_map in O.
      + unfold ends_are, implb' in *. rewrite !HE. cbn [sel bits_form of_left of_right bits_of].
        apply andb_true_iff in O. destruct O as [O1 O2]. apply andb_true_iff. split.
        * destruct (s_end _); [apply (HD Left), O1 | auto].
        * destruct (s_end (side_of Right _ _ _ _)); [apply (HD Right), O2 | auto].
      + unfold ends_are, implb' in *. rewrite !HE, !HB. exact O.
    - intros p g Hg. apply (IH p g Hg). destruct p; [now apply Hl|now apply Hr]. }
  intros H. specialize (main H). destruct u; auto.
Qed.
