(** Isomorphism: the same form up to the order and repetition of options ([universe]
    section 1). Play, sums and the order modulo a universe respect it. *)
From Misere Require Export Order.

Inductive iso (G H : form) : Prop := Iso {
  iso_tomb : forall p, tomb p G = tomb p H;
  iso_to : forall p g, In g (opts p G) -> exists h, In h (opts p H) /\ iso g h;
  iso_from : forall p h, In h (opts p H) -> exists g, In g (opts p G) /\ iso g h }.

Lemma iso_refl G : iso G G.
Proof. induction G as [G IH] using form_induction. split; eauto. Qed.

Lemma iso_sym G : forall H, iso G H -> iso H G.
Proof.
  induction G as [G IH] using form_induction. intros H [T A B]. split; auto.
  - intros p h Hh. destruct (B p h Hh) as (g & Hg & I). eauto.
  - intros p g Hg. destruct (A p g Hg) as (h & Hh & I). eauto.
Qed.

Lemma iso_trans G : forall H K, iso G H -> iso H K -> iso G K.
Proof.
  induction G as [G IH] using form_induction. intros H K [T A B] [T' A' B']. split.
  - congruence.
  - intros p g Hg. destruct (A p g Hg) as (h & Hh & I). destruct (A' p h Hh) as (k & Hk & I'). eauto.
  - intros p k Hk. destruct (B' p k Hk) as (h & Hh & I'). destruct (B p h Hh) as (g & Hg & I). eauto.
Qed.

Lemma iso_endlike p G H : iso G H -> endlike p G = endlike p H.
Proof.
  intros [T A B]. unfold endlike. rewrite T. f_equal.
  destruct (opts p G) as [|g l] eqn:EG, (opts p H) as [|h m] eqn:EH; auto.
  - destruct (B p h) as (? & C & _); [rewrite EH; now left | rewrite EG in C; destruct C].
  - destruct (A p g) as (? & C & _); [rewrite EG; now left | rewrite EH in C; destruct C].
Qed.

Lemma iso_win G : forall p H, iso G H -> win p G = win p H.
Proof.
  induction G as [G IH] using form_induction. intros p H I.
  apply eq_true_iff_eq. rewrite !win_iff, (iso_endlike p G H I). destruct I as [T A B].
  split; (intros [|(x & Hx & W)]; [auto|right]).
  - destruct (A p x Hx) as (h & Hh & I). exists h. split; auto.
    rewrite <- W. symmetry. eauto.
  - destruct (B p x Hx) as (g & Hg & I). exists g. split; auto.
    rewrite <- W. eauto.
Qed.

Lemma iso_sum G : forall H G' H', iso G G' -> iso H H' -> iso (sum G H) (sum G' H').
Proof.
  induction G as [G IHG] using form_induction. intros H. induction H as [H IHH] using form_induction.
  intros G' H' IG IH'. split.
  - intros p. rewrite !tomb_sum. rewrite (iso_endlike p _ _ IG), (iso_endlike p _ _ IH').
    now rewrite (iso_tomb _ _ IG), (iso_tomb _ _ IH').
  - intros p K HK. apply in_opts_sum in HK. destruct HK as [(g & Hg & ->)|(h & Hh & ->)].
    + destruct (iso_to _ _ IG p g Hg) as (g' & Hg' & I). exists (sum g' H'). split; eauto.
      apply in_opts_sum. eauto.
    + destruct (iso_to _ _ IH' p h Hh) as (h' & Hh' & I). exists (sum G' h'). split; eauto.
      apply in_opts_sum. eauto.
  - intros p K HK. apply in_opts_sum in HK. destruct HK as [(g' & Hg & ->)|(h' & Hh & ->)].
    + destruct (iso_from _ _ IG p g' Hg) as (g & Hg' & I). exists (sum g H). split; eauto.
      apply in_opts_sum. eauto.
    + destruct (iso_from _ _ IH' p h' Hh) as (h & Hh' & I). exists (sum G h). split; eauto.
      apply in_opts_sum. eauto.
Qed.

Lemma iso_ge U p G H G' H' : iso G G' -> iso H H' -> ge U p G H -> ge U p G' H'.
Proof.
  intros IG IH E X HX. unfold outcome_ge.
  rewrite <- !(fun p => iso_win _ p _ (iso_sum _ _ _ _ IG (iso_refl X))).
  rewrite <- !(fun p => iso_win _ p _ (iso_sum _ _ _ _ IH (iso_refl X))).
  now apply E.
Qed.


Lemma iso_conj G : forall H, iso G H -> iso (conj G) (conj H).
Proof.
  induction G as [G IH] using form_induction. intros H [T A B]. split.
  - intros p. now rewrite !tomb_conj.
  - intros p x Hx. rewrite opts_conj in *. apply in_map_iff in Hx. destruct Hx as (g & <- & Hg).
    destruct (A _ g Hg) as (h & Hh & I). exists (conj h). split; [now apply in_map|eauto].
  - intros p y Hy. rewrite opts_conj in *. apply in_map_iff in Hy. destruct Hy as (h & <- & Hh).
    destruct (B _ h Hh) as (g & Hg & I). exists (conj g). split; [now apply in_map|eauto].
Qed.

Lemma iso_sum_comm G : forall H, iso (sum G H) (sum H G).
Proof.
  induction G as [G IHG] using form_induction. intros H. induction H as [H IHH] using form_induction.
  split.
  - intros p. rewrite !tomb_sum, (andb_comm (endlike p G)), (orb_comm (tomb p G)). reflexivity.
  - intros p K HK. setoid_rewrite in_opts_sum. apply in_opts_sum in HK.
    destruct HK as [(g & Hg & ->)|(h & Hh & ->)]; eauto 8.
  - intros p K HK. setoid_rewrite in_opts_sum. apply in_opts_sum in HK.
    destruct HK as [(h & Hh & ->)|(g & Hg & ->)]; eauto 8.
Qed.
