(** The order modulo a universe, and what suffices to prove and to refute it.

    This file defines the order G >=_U H ([universe] section 1) and strength ([universe]
    Definition 2.3), and proves the half of [universe] Theorem 5.5 by which a table of
    replies shows G >=_U H ([maintenance]). A game that tells G and H apart refutes
    G >=_U H by definition ([separator]). *)
From Misere Require Export Forms.

(** What this half of the theory needs of a universe: it is closed under options, and its
    games have no tombstones. Closure under sums and conjugates is not needed; the universes
    of [Universes.v] are given by their definitions. *)
Record universe := {
  member :> form -> Prop;
  hereditary : forall p X x, member X -> In x (opts p X) -> member x;
  ordinary : forall p X, member X -> tomb p X = false }.

(** o(G) >= o(H) in the eyes of p: where p wins H moving first, p wins G moving first; and
    where the opponent wins G moving first, the opponent wins H moving first. *)
Definition outcome_ge p G H :=
  (win p H = true -> win p G = true) /\ (win (opp p) G = true -> win (opp p) H = true).

(** For p, G is at least as good as H modulo U: o(G+X) >= o(H+X), in the eyes of p, for
    every X in U. The relation G >=_U H of the papers is [ge U Left G H]; [ge U Right G H] is
    H >=_U G, see [ge_swap]. *)
Definition ge (U : universe) p G H := forall X, U X -> outcome_ge p (sum G X) (sum H X).

(** G is strong for p modulo U: moving first, p wins G + X for every X in U that is an end
    for p. *)
Definition strong (U : universe) p G :=
  forall X, U X -> is_end p X = true -> win p (sum G X) = true.

Lemma ge_swap U p G H : ge U p G H <-> ge U (opp p) H G.
Proof.
  unfold ge, outcome_ge. rewrite opp_opp. split; intros E X HX; destruct (E X HX); auto.
Qed.

Lemma ge_refl U p G : ge U p G G.
Proof. now intros X HX. Qed.

Lemma ge_trans U p G H K : ge U p G H -> ge U p H K -> ge U p G K.
Proof. intros E F X HX. destruct (E X HX), (F X HX). split; auto. Qed.

(** (b) and (c) of [universe] Theorem 5.5 for p = Left; (a) and (d), with G and H
    exchanged, for p = Right. *)
Definition answers (U : universe) p G H :=
  forall h, In h (opts p H) ->
    (exists g, In g (opts p G) /\ ge U p g h) \/
    (exists k, In k (opts (opp p) h) /\ ge U p G k).
Definition proviso (U : universe) p G H := endlike p H = true -> strong U p G.

(** If p wins H + X moving first, then p wins G + X moving first, given that G + x is as
    good as H + x for the options x of X. *)
Lemma half U p G H X :
  answers U p G H -> proviso U p G H -> U X ->
  (forall x, In x (opts p X) -> outcome_ge p (sum G x) (sum H x)) ->
  win p (sum H X) = true -> win p (sum G X) = true.
Proof.
  intros A P HX IH W. apply win_sum in W. destruct W as [[EH EX]|[(h & Hh & W)|(x & Hx & W)]].
  - apply (P EH); auto. unfold is_end, endlike in *. now rewrite (ordinary U p X HX) in *.
  - destruct (A h Hh) as [(g & Hg & E)|(k & Hk & E)]; destruct (E X HX) as [E1 E2].
    + apply win_sum. right. left. exists g. split; auto.
      destruct (win (opp p) (sum g X)); auto. rewrite E2 in W; auto.
    + apply E1. apply win_sum_false in W. destruct W as (_ & W & _).
      specialize (W k Hk). now rewrite opp_opp in W.
  - apply win_sum. right. right. exists x. split; auto.
    destruct (IH x Hx) as [_ E]. destruct (win (opp p) (sum G x)); auto. rewrite E in W; auto.
Qed.

(** [universe] Theorem 5.5, from right to left. The induction is on X alone, because answers
    and provisos speak of the order itself: steps of a certificate can be checked one by one. *)
Theorem maintenance (U : universe) p G H :
  answers U p G H -> proviso U p G H ->
  answers U (opp p) H G -> proviso U (opp p) H G ->
  ge U p G H.
Proof.
  intros A P A' P' X. induction X as [X IH] using form_induction. intros HX.
  assert (IHp : forall q x, In x (opts q X) -> outcome_ge p (sum G x) (sum H x)).
  { intros q x Hx. apply (IH q); auto. now apply (hereditary U q X). }
  split; apply (half U); auto; intros x Hx.
  - now apply (IHp p).
  - destruct (IHp (opp p) x Hx) as [E1 E2]. split; auto. now rewrite opp_opp.
Qed.

(** Refutations: one game X, and play decides. *)
Theorem separator (U : universe) p G H X :
  U X -> win p (sum G X) = false -> win p (sum H X) = true -> ~ ge U p G H.
Proof. intros HX WG WH E. destruct (E X HX) as [E1 _]. rewrite E1 in WG; congruence. Qed.

Theorem separator' (U : universe) p G H X :
  U X -> win (opp p) (sum G X) = true -> win (opp p) (sum H X) = false -> ~ ge U p G H.
Proof. intros HX WG WH E. destruct (E X HX) as [_ E2]. rewrite E2 in WH; congruence. Qed.

Theorem not_strong (U : universe) p G X :
  U X -> is_end p X = true -> win p (sum G X) = false -> ~ strong U p G.
Proof. intros HX EX W S. rewrite (S X HX EX) in W. discriminate. Qed.

(** Strength in any universe. *)
Theorem endlike_strong (U : universe) p G : endlike p G = true -> strong U p G.
Proof. intros E X _ EX. apply win_sum. left. split; auto. now apply is_end_endlike. Qed.

Theorem strong_mono U p G H : ge U p G H -> strong U p H -> strong U p G.
Proof. intros E S X HX EX. destruct (E X HX). auto. Qed.
