(** D(A) is a universe that contains A: with [generated_least] of [Universes.v], it is the
    smallest one, which is [universe] Proposition 2.6. *)
From Misere Require Export DeadEnds.

Lemma iso_sum_assoc G : forall H K, iso (sum (sum G H) K) (sum G (sum H K)).
Proof.
  induction G as [G IHG] using form_induction. intros H. induction H as [H IHH] using form_induction.
  intros K. induction K as [K IHK] using form_induction. split.
  - intros p. rewrite !tomb_sum, !endlike_sum.
    destruct (endlike p G), (endlike p H), (endlike p K), (tomb p G), (tomb p H), (tomb p K); reflexivity.
  - intros p x Hx. apply in_opts_sum in Hx. setoid_rewrite in_opts_sum.
    destruct Hx as [(y & Hy & ->)|(k & Hk & ->)].
    + apply in_opts_sum in Hy. destruct Hy as [(g & Hg & ->)|(h & Hh & ->)].
      * exists (sum g (sum H K)). split; eauto.
      * exists (sum G (sum h K)). split; eauto. right. exists (sum h K). split; auto.
        apply in_opts_sum. eauto.
    + exists (sum G (sum H k)). split; eauto. right. exists (sum H k). split; auto.
      apply in_opts_sum. eauto.
  - intros p x Hx. apply in_opts_sum in Hx. setoid_rewrite in_opts_sum.
    destruct Hx as [(g & Hg & ->)|(y & Hy & ->)].
    + exists (sum (sum g H) K). split; eauto. left. exists (sum g H). split; auto.
      apply in_opts_sum. eauto.
    + apply in_opts_sum in Hy. destruct Hy as [(h & Hh & ->)|(k & Hk & ->)].
      * exists (sum (sum G h) K). split; eauto. left. exists (sum G h). split; auto.
        apply in_opts_sum. eauto.
      * exists (sum (sum G H) k). split; eauto.
Qed.

Lemma sum_of_app Fs Gs : iso (sum (sum_of Fs) (sum_of Gs)) (sum_of (Fs ++ Gs)).
Proof.
  induction Fs as [|F Fs IH]; cbn.
  - apply (iso_trans _ _ _ (iso_sum_comm zero (sum_of Gs))). rewrite sum_zero. apply iso_refl.
  - apply (iso_trans _ _ _ (iso_sum_assoc F (sum_of Fs) (sum_of Gs))).
    apply iso_sum; auto using iso_refl.
Qed.

Lemma follower_sum K S : follower K S -> forall G H, S = sum G H ->
  exists g h, follower g G /\ follower h H /\ K = sum g h.
Proof.
  induction 1 as [|p S s Hs _ IH]; intros G H ->.
  - exists G, H. repeat split; constructor.
  - apply in_opts_sum in Hs. destruct Hs as [(g & Hg & ->)|(h & Hh & ->)].
    + destruct (IH g H eq_refl) as (g' & h' & Fg & Fh & E). exists g', h'. repeat split; auto.
      now apply (F_opt g' p G g).
    + destruct (IH G h eq_refl) as (g' & h' & Fg & Fh & E). exists g', h'. repeat split; auto.
      now apply (F_opt h' p H h).
Qed.

Lemma is_end_sum p G H : no_tomb G = true -> no_tomb H = true ->
  is_end p (sum G H) = is_end p G && is_end p H.
Proof.
  intros TG TH. unfold is_end. rewrite opts_sum, is_nil_app, !is_nil_map.
  rewrite (no_tomb_tomb p _ TG), (no_tomb_tomb p _ TH), (no_tomb_tomb p _ (tomb_sum_none G H TG TH)).
  reflexivity.
Qed.

Lemma is_end_conj p G : is_end p (conj G) = is_end (opp p) G.
Proof. unfold is_end. now rewrite tomb_conj, opts_conj, is_nil_map. Qed.

Lemma follower_iso F G : follower F G -> forall H, iso G H -> exists K, follower K H /\ iso F K.
Proof.
  induction 1 as [|p G g Hg _ IH]; intros H I'.
  - exists H. split; [constructor|auto].
  - destruct (iso_to _ _ I' p g Hg) as (h & Hh & Ih). destruct (IH h Ih) as (K & HK & IK).
    exists K. split; auto. now apply (F_opt K p H h).
Qed.

Section Generated.
  Variable A : list form.
  Hypothesis dead_A : forall F, In F A -> dead Left F = true.

  Lemma generated_sum G H : DA A G -> DA A H -> DA A (sum G H).
  Proof.
    intros HG HH K HK. destruct (follower_sum K _ HK G H eq_refl) as (g & h & Fg & Fh & ->).
    destruct (HG g Fg) as [Tg Eg], (HH h Fh) as [Th Eh]. split; [now apply tomb_sum_none|].
    intros p. rewrite is_end_sum, andb_true_iff by auto. intros [E1 E2].
    destruct (Eg p E1) as (Fs & P1 & I1), (Eh p E2) as (Gs & P2 & I2).
    exists (Fs ++ Gs). split; [apply Forall_app; auto|].
    apply (iso_trans _ (sum (sum_of Fs) (sum_of Gs))); [now apply iso_sum|apply sum_of_app].
  Qed.

  Lemma end_of_conj p F : end_of A (opp p) (conj F) -> end_of A p F.
  Proof.
    intros (Fs & P & I'). exists (map conj Fs). split.
    - clear I'. induction P as [|G Gs HG _ IH]; constructor; auto. destruct p; cbn [opp] in HG.
      + now apply part_conj in HG.
      + apply part_conj. now rewrite conj_conj.
    - rewrite sum_of_conj, <- (conj_conj F). now apply iso_conj.
  Qed.

  Lemma generated_conj G : DA A G -> DA A (conj G).
  Proof.
    intros HG K HK. apply follower_conj in HK. rewrite conj_conj in HK.
    destruct (HG _ HK) as [T E]. split.
    - unfold no_tomb in *. rewrite !tomb_conj in T. cbn in T. now rewrite andb_comm.
    - intros p EK. apply end_of_conj, E. rewrite is_end_conj, opp_opp. exact EK.
  Qed.

  Lemma generated_dicotic l r : l <> [] -> r <> [] -> (forall x, In x l -> DA A x) ->
    (forall x, In x r -> DA A x) -> DA A (Form l r false false).
  Proof.
    intros Nl Nr Hl Hr F HF. apply follower_inv in HF. destruct HF as [->|(p & g & Hg & HF)].
    - split; auto. intros p EX. apply is_end_opts in EX. now destruct p.
    - destruct p; [apply (Hl g Hg F HF) | apply (Hr g Hg F HF)].
  Qed.

  Lemma generated_zero : DA A zero.
  Proof.
    intros F HF. apply follower_inv in HF. destruct HF as [->|(p & g & Hg & _)]; [|now destruct p].
    split; auto. intros p _. exists []. split; [constructor|apply iso_refl].
  Qed.

  Lemma generated_contains G : In G A -> DA A G.
  Proof.
    intros HG F HF. pose proof (dead_follower Left F G HF (dead_A G HG)) as DF.
    pose proof (proj1 (dead_iff Left F) DF) as (T & N & _). split; auto. intros [] E.
    - exists [F]. split; [constructor; [exists G; auto|constructor]|]. cbn. rewrite sum_zero. apply iso_refl.
    - exists []. split; [constructor|]. apply is_end_opts in E.
      rewrite (no_opts_zero F T N E). apply iso_refl.
  Qed.

  Lemma generated_iso G H : iso G H -> DA A H -> DA A G.
  Proof.
    intros I' HH F HF. destruct (follower_iso F G HF H I') as (K & HK & IK).
    destruct (HH K HK) as [T E]. split.
    - unfold no_tomb in *. now rewrite !(iso_tomb _ _ IK).
    - intros p EF. destruct (E p) as (Fs & P & I2).
      + pose proof (iso_endlike p F K IK) as L. unfold is_end, endlike in *.
        rewrite (iso_tomb _ _ IK) in *. destruct (tomb p K); [discriminate|]. cbn in *. congruence.
      + exists Fs. split; auto. exact (iso_trans _ _ _ IK I2).
  Qed.

  (** D(A) contains 0 and A, and is closed under options, sums, conjugates, {B|C} for
      non-empty B and C, and isomorphism. *)
  Theorem generated_is_universe :
    DA A zero /\ (forall G, In G A -> DA A G) /\
    (forall p G g, DA A G -> In g (opts p G) -> DA A g) /\
    (forall G H, DA A G -> DA A H -> DA A (sum G H)) /\ (forall G, DA A G -> DA A (conj G)) /\
    (forall l r, l <> [] -> r <> [] -> (forall x, In x l -> DA A x) -> (forall x, In x r -> DA A x) ->
       DA A (Form l r false false)) /\
    (forall G H, iso G H -> DA A H -> DA A G).
  Proof.
    split; [apply generated_zero|]. split; [apply generated_contains|].
    split; [intros p G g; apply (hereditary (DA A))|]. split; [apply generated_sum|].
    split; [apply generated_conj|]. split; [apply generated_dicotic|apply generated_iso].
  Qed.
End Generated.
