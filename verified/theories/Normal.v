(** Normal play: who cannot move loses.

    This file defines normal play and its order, and proves Conway's theorem that G >= H if
    and only if Right, moving first, does not win G plus the conjugate of H
    ([normal_order]), in the shape in which certificates use it: a table of replies shows
    G >= H ([normal_maintenance]), and has to exist where G >= H ([normal_answers]). *)
From Misere Require Export Universes.

(** Moving first, p wins G in normal play. Tombstones play no part. *)
Fixpoint nwin (p : player) (G : form) : bool :=
  match G with
  | Form l r _ _ =>
    match p with
    | Left => existsb (fun g => negb (nwin Right g)) l
    | Right => existsb (fun g => negb (nwin Left g)) r
    end
  end.

Definition noutcome_ge p G H :=
  (nwin p H = true -> nwin p G = true) /\ (nwin (opp p) G = true -> nwin (opp p) H = true).

(** For p, G is at least as good as H in normal play: o(G+X) >= o(H+X), in the eyes of p, for
    every X without tombstones. *)
Definition nge p G H := forall X, M X -> noutcome_ge p (sum G X) (sum H X).

Lemma nwin_eq p G : nwin p G = existsb (fun g => negb (nwin (opp p) g)) (opts p G).
Proof. now destruct G, p. Qed.

Lemma nwin_sum p G X :
  nwin p (sum G X) = true <->
  (exists g, In g (opts p G) /\ nwin (opp p) (sum g X) = false)
  \/ (exists x, In x (opts p X) /\ nwin (opp p) (sum G x) = false).
Proof.
  rewrite nwin_eq, existsb_exists. setoid_rewrite in_opts_sum. setoid_rewrite negb_true_iff.
  split.
  - intros (K & [(g & ? & ->)|(x & ? & ->)] & ?); eauto.
  - intros [(g & ? & ?)|(x & ? & ?)]; eauto 7.
Qed.

Lemma nwin_sum_false p G X :
  nwin p (sum G X) = false <->
  (forall g, In g (opts p G) -> nwin (opp p) (sum g X) = true)
  /\ (forall x, In x (opts p X) -> nwin (opp p) (sum G x) = true).
Proof.
  rewrite <- not_true_iff_false, nwin_sum. split.
  - intros N. split; intros y Hy; apply not_false_iff_true; intros C; apply N; eauto.
  - intros [A C] [(y & Hy & W)|(y & Hy & W)]; [rewrite A in W|rewrite C in W]; easy.
Qed.

Lemma nge_swap p G H : nge p G H <-> nge (opp p) H G.
Proof.
  unfold nge, noutcome_ge. rewrite opp_opp. split; intros E X HX; destruct (E X HX); auto.
Qed.
Lemma nge_refl p G : nge p G G.
Proof. now intros X _. Qed.
Lemma nge_trans p G H K : nge p G H -> nge p H K -> nge p G K.
Proof. intros E F X HX. destruct (E X HX), (F X HX). split; auto. Qed.

Definition nanswers p G H :=
  forall h, In h (opts p H) ->
    (exists g, In g (opts p G) /\ nge p g h) \/ (exists k, In k (opts (opp p) h) /\ nge p G k).

Lemma nhalf p G H X : M X -> nanswers p G H ->
  (forall x, In x (opts p X) -> noutcome_ge p (sum G x) (sum H x)) ->
  nwin p (sum H X) = true -> nwin p (sum G X) = true.
Proof.
  intros HX A IH W. apply nwin_sum in W. destruct W as [(h & Hh & W)|(x & Hx & W)].
  - destruct (A h Hh) as [(g & Hg & E)|(k & Hk & E)]; destruct (E X HX) as [E1 E2].
    + apply nwin_sum. left. exists g. split; auto.
      destruct (nwin (opp p) (sum g X)); auto. rewrite E2 in W; auto.
    + apply E1. destruct (nwin p (sum k X)) eqn:Ek; auto.
      enough (nwin (opp p) (sum h X) = true) by congruence.
      apply nwin_sum. left. exists k. now rewrite opp_opp.
  - apply nwin_sum. right. exists x. split; auto.
    destruct (IH x Hx) as [_ E]. destruct (nwin (opp p) (sum G x)); auto. rewrite E in W; auto.
Qed.

(** A table of replies shows G >= H. *)
Theorem normal_maintenance p G H : nanswers p G H -> nanswers (opp p) H G -> nge p G H.
Proof.
  intros A A' X. induction X as [X IH] using form_induction. intros HX.
  assert (IHp : forall q x, In x (opts q X) -> noutcome_ge p (sum G x) (sum H x)).
  { intros q x Hx. apply (IH q); auto. now apply (hereditary M q X). }
  split; apply nhalf; auto; intros x Hx; [now apply (IHp p)|].
  destruct (IHp (opp p) x Hx) as [E1 E2]. split; auto. now rewrite opp_opp.
Qed.

Theorem normal_separator p G H X :
  M X -> nwin p (sum G X) = false -> nwin p (sum H X) = true -> ~ nge p G H.
Proof. intros HX WG WH E. destruct (E X HX) as [E1 _]. rewrite E1 in WG; congruence. Qed.

Theorem normal_separator' p G H X :
  M X -> nwin (opp p) (sum G X) = true -> nwin (opp p) (sum H X) = false -> ~ nge p G H.
Proof. intros HX WG WH E. destruct (E X HX) as [_ E2]. rewrite E2 in WH; congruence. Qed.

Lemma iso_nwin G : forall p H, iso G H -> nwin p G = nwin p H.
Proof.
  induction G as [G IH] using form_induction. intros p H I'.
  apply eq_true_iff_eq. rewrite !nwin_eq, !existsb_exists. destruct I' as [_ A B].
  split; intros (x & Hx & W).
  - destruct (A p x Hx) as (h & Hh & I'). exists h. split; auto. now rewrite <- (IH p x Hx (opp p) h I').
  - destruct (B p x Hx) as (g & Hg & I'). exists g. split; auto. now rewrite (IH p g Hg (opp p) x I').
Qed.

(** ** Conway's order *)
Lemma conj_second G : forall p, nwin p (sum G (conj G)) = false.
Proof.
  induction G as [G IH] using form_induction. intros p. apply nwin_sum_false. split.
  - intros g Hg. apply nwin_sum. right. exists (conj g). rewrite opts_conj, !opp_opp.
    split; [now apply in_map|]. now apply (IH p).
  - intros x Hx. rewrite opts_conj in Hx. apply in_map_iff in Hx. destruct Hx as (g & <- & Hg).
    apply nwin_sum. left. exists g. split; auto. rewrite opp_opp. now apply (IH (opp p)).
Qed.

Lemma conj_in_M G : M G -> M (conj G).
Proof.
  cbn. induction G as [G IH] using form_induction. rewrite !all_followers_iff. intros [T O]. split.
  - revert T. unfold no_tomb. rewrite !tomb_conj. cbn. now rewrite (andb_comm (negb (tomb Left G))).
  - intros p x Hx. rewrite opts_conj in Hx. apply in_map_iff in Hx. destruct Hx as (g & <- & Hg). eauto.
Qed.

Lemma second_answers p n :
  (forall G H, height G + height H < n -> nwin (opp p) (sum G (conj H)) = false -> nge p G H) ->
  forall G H, height G + height H <= n -> nwin (opp p) (sum G (conj H)) = false ->
    nanswers p G H /\ nanswers (opp p) H G.
Proof.
  intros IH G H Hn W. apply nwin_sum_false in W. rewrite opp_opp in W. destruct W as [WG WH]. split.
  - intros h Hh. pose proof (height_opts p H h Hh). specialize (WH (conj h)).
    rewrite opts_conj, opp_opp in WH. specialize (WH (in_map conj _ _ Hh)). apply nwin_sum in WH.
    destruct WH as [(g & Hg & W)|(x & Hx & W)].
    + left. exists g. split; auto. apply IH; auto. pose proof (height_opts p G g Hg). lia.
    + right. rewrite opts_conj in Hx. apply in_map_iff in Hx. destruct Hx as (k & <- & Hk).
      exists k. split; auto. apply IH; auto. pose proof (height_opts _ h k Hk). lia.
  - intros g Hg. pose proof (height_opts _ G g Hg). specialize (WG g Hg). apply nwin_sum in WG.
    rewrite opp_opp.
    destruct WG as [(k & Hk & W)|(x & Hx & W)].
    + right. exists k. split; auto. apply nge_swap. rewrite opp_opp. apply IH; auto.
      pose proof (height_opts _ g k Hk). lia.
    + left. rewrite opts_conj in Hx. apply in_map_iff in Hx. destruct Hx as (h & <- & Hh).
      exists h. split; auto. apply nge_swap. rewrite opp_opp. apply IH; auto.
      pose proof (height_opts _ H h Hh). lia.
Qed.

Lemma second_ge p n : forall G H, height G + height H < n ->
  nwin (opp p) (sum G (conj H)) = false -> nge p G H.
Proof.
  induction n as [|n IH]; intros G H Hn W; [lia|].
  destruct (second_answers p n IH G H) as [A A']; auto; [lia|]. now apply normal_maintenance.
Qed.

(** G >= H if and only if the opponent, moving first, does not win G plus the conjugate of H. *)
Theorem normal_order p G H : M H -> (nge p G H <-> nwin (opp p) (sum G (conj H)) = false).
Proof.
  intros MH. split.
  - intros E. destruct (E (conj H) (conj_in_M H MH)) as [_ E2].
    destruct (nwin (opp p) (sum G (conj H))); auto. rewrite <- E2 by auto. apply conj_second.
  - apply (second_ge p (S (height G + height H))). lia.
Qed.

(** Where G >= H, there is a table of replies. *)
Theorem normal_answers p G H : M H -> nge p G H -> nanswers p G H.
Proof.
  intros MH E. apply (second_answers p (height G + height H)); auto.
  - intros; eapply second_ge; eauto.
  - now apply normal_order.
Qed.
