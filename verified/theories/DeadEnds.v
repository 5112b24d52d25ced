(** Dead ends: their order, their truncations, and strength in D(A) by test sets.

    The order of dead ends is [universe] Theorem 3.1 ([dge], [dead_end_order]), truncations
    are Definition 4.7, [trunc_wins] is Lemma 4.11, and [strong_DA] is the half of Theorem
    4.9 that proves strength, for both players and for all forms, with or without
    tombstones. *)
From Misere Require Export Strength.

(** The order of dead ends for p ([universe] Theorem 3.1). *)
Inductive dge p (X S : form) : Prop := Dge {
  dge_nil : opts (opp p) X = [] -> opts (opp p) S = [];
  dge_opt : forall x, In x (opts (opp p) X) -> exists s, In s (opts (opp p) S) /\ dge p x s }.

Lemma dge_refl p X : dge p X X.
Proof. induction X as [X IH] using form_induction. split; eauto. Qed.

Lemma dge_trans p X : forall Y Z, dge p X Y -> dge p Y Z -> dge p X Z.
Proof.
  induction X as [X IH] using form_induction. intros Y Z [N O] [N' O']. split; auto.
  intros x Hx. destruct (O x Hx) as (y & Hy & Dy). destruct (O' y Hy) as (z & Hz & Dz). eauto.
Qed.

Lemma dge_wins p G : forall X S, dead p X = true -> dead p S = true -> dge p X S ->
  (win p (sum G S) = true -> win p (sum G X) = true) /\
  (win (opp p) (sum G S) = false -> win (opp p) (sum G X) = false).
Proof.
  induction G as [G IH] using form_induction.
  assert (first : forall X S, dead p X = true -> dead p S = true -> dge p X S ->
    win p (sum G S) = true -> win p (sum G X) = true).
  { intros X S DX DS L W. apply win_sum. apply win_sum in W.
    destruct W as [[EG _]|[(g & Hg & W)|(s & Hs & _)]].
    - left. split; auto. now apply is_end_endlike, dead_end.
    - right. left. exists g. split; auto. now apply (IH p g Hg X S).
    - apply dead_iff in DS. destruct DS as (_ & N & _). rewrite N in Hs. destruct Hs. }
  intros X S DX DS L. split; [now apply first|].
  rewrite !win_sum_false, opp_opp. intros (W0 & W1 & W2).
  pose proof (proj1 (dead_iff p X) DX) as (TX & NX & OX).
  pose proof (proj1 (dead_iff p S) DS) as (TS & NS & OS). destruct L as [LN LO].
  split; [|split].
  - intros EG. specialize (W0 EG). revert W0. unfold endlike.
    rewrite (no_tomb_tomb _ _ TX), (no_tomb_tomb _ _ TS). cbn.
    destruct (opts (opp p) X); auto. now rewrite LN.
  - intros g Hg. apply (IH (opp p) g Hg X S); auto. now split.
  - intros x Hx. destruct (LO x Hx) as (s & Hs & L). apply first with s; auto.
Qed.

(** ** Truncations ([universe] Definition 4.7) *)
Fixpoint trunc n G :=
  match n, G with
  | 0, _ => zero
  | S n, Form l r _ _ => Form (map (trunc n) l) (map (trunc n) r) false false
  end.

Lemma opts_trunc p n G : opts p (trunc (S n) G) = map (trunc n) (opts p G).
Proof. now destruct G, p. Qed.
Lemma trunc_no_tomb n G : no_tomb (trunc n G) = true.
Proof. now destruct n, G. Qed.

Lemma dead_trunc p n : forall X, dead p X = true -> dead p (trunc n X) = true.
Proof.
  induction n as [|n IH]; intros X DX; [now destruct p|].
  apply dead_iff in DX. destruct DX as (T & N & OX).
  apply dead_iff. split; [apply trunc_no_tomb|]. rewrite !opts_trunc, N. split; auto.
  intros x Hx. apply in_map_iff in Hx. destruct Hx as (y & <- & Hy). auto.
Qed.

(** [universe] Lemma 4.11. *)
Lemma trunc_wins p G : forall X n, dead p X = true ->
  (height G <= n -> win p (sum G (trunc n X)) = true -> win p (sum G X) = true) /\
  (height G < n -> win (opp p) (sum G (trunc n X)) = false -> win (opp p) (sum G X) = false).
Proof.
  induction G as [G IH] using form_induction.
  assert (first : forall X n, dead p X = true ->
    height G <= n -> win p (sum G (trunc n X)) = true -> win p (sum G X) = true).
  { intros X n DX Hn W. apply win_sum. apply win_sum in W.
    destruct W as [[EG _]|[(g & Hg & W)|(x & Hx & _)]].
    - left. split; auto. now apply is_end_endlike, dead_end.
    - right. left. exists g. split; auto. apply (IH p g Hg X n); auto.
      pose proof (height_opts p G g Hg). lia.
    - apply (dead_trunc p n), dead_iff in DX. destruct DX as (_ & N & _). rewrite N in Hx. destruct Hx. }
  intros X n DX. split; [now apply first|].
  intros Hn. destruct n as [|n]; [lia|]. rewrite !win_sum_false, opp_opp, opts_trunc.
  intros (W0 & W1 & W2). pose proof (proj1 (dead_iff p X) DX) as (T & N & OX).
  split; [|split].
  - intros EG. specialize (W0 EG). revert W0. unfold endlike.
    now rewrite opts_trunc, is_nil_map, (no_tomb_tomb _ _ T), (no_tomb_tomb _ _ (trunc_no_tomb _ _)).
  - intros g Hg. apply (proj1 (IH (opp p) g Hg X (S n) DX)); auto.
    pose proof (height_opts _ G g Hg). lia.
  - intros x Hx. apply first with n; auto; [lia|]. apply W2. now apply in_map.
Qed.

(** [universe] Theorem 4.9, the half that proves strength. *)
Theorem strong_by_test_set (U : universe) p G n (test : list form) :
  height G <= n ->
  (forall X, U X -> is_end p X = true -> dead p X = true) ->
  (forall S, In S test -> dead p S = true) ->
  (forall X, U X -> is_end p X = true -> exists S, In S test /\ dge p (trunc n X) S) ->
  (forall S, In S test -> win p (sum G S) = true) ->
  strong U p G.
Proof.
  intros Hn DU DT C W X HX EX. destruct (C X HX EX) as (S & HS & L).
  apply (trunc_wins p G X n); auto.
  apply (dge_wins p G (trunc n X) S); auto. now apply dead_trunc; auto.
Qed.

(** ** Test sets are found by adding and truncating *)
Lemma trunc_trunc m : forall k G, m <= k -> trunc m (trunc k G) = trunc m G.
Proof.
  induction m as [|m IH]; intros k G Hk; auto.
  destruct k as [|k]; [lia|]. destruct G as [l r tl tr]. cbn. rewrite !map_map.
  f_equal; apply map_ext; intros; apply IH; lia.
Qed.

Lemma trunc_sum n : forall G H, trunc n (sum G H) = trunc n (sum (trunc n G) (trunc n H)).
Proof.
  induction n as [|n IH]; intros G H; auto.
  assert (E : forall p, opts p (trunc (S n) (sum G H)) =
                        opts p (trunc (S n) (sum (trunc (S n) G) (trunc (S n) H)))).
  { intros p. rewrite !opts_trunc, !opts_sum, !opts_trunc, !map_app, !map_map.
    f_equal; apply map_ext; intros x.
    - rewrite IH. rewrite (IH (trunc n x) (trunc (S n) H)). now rewrite !trunc_trunc by lia.
    - rewrite IH. rewrite (IH (trunc (S n) G) (trunc n x)). now rewrite !trunc_trunc by lia. }
  pose proof (E Left) as EL. pose proof (E Right) as ER.
  destruct (sum G H), (sum (trunc (S n) G) (trunc (S n) H)). cbn in *. congruence.
Qed.

Lemma dge_trunc p n : forall X S, dge p X S -> dge p (trunc n X) (trunc n S).
Proof.
  induction n as [|n IH]; intros X S [N L]; [apply dge_refl|].
  split; rewrite !opts_trunc.
  - intros E. apply map_eq_nil in E. now rewrite N.
  - intros x Hx. apply in_map_iff in Hx. destruct Hx as (y & <- & Hy).
    destruct (L y Hy) as (s & Hs & Ds). exists (trunc n s). split; [now apply in_map|auto].
Qed.

Lemma dge_sum p X : forall Y S R, dge p X S -> dge p Y R -> dge p (sum X Y) (sum S R).
Proof.
  induction X as [X IHX] using form_induction. intros Y. induction Y as [Y IHY] using form_induction.
  intros S R LX LY. split.
  - rewrite !opts_sum. intros E. apply app_eq_nil in E. destruct E as [E1 E2].
    apply map_eq_nil in E1, E2. rewrite (dge_nil _ _ _ LX E1), (dge_nil _ _ _ LY E2). reflexivity.
  - intros K HK. setoid_rewrite in_opts_sum. apply in_opts_sum in HK.
    destruct HK as [(x & Hx & ->)|(y & Hy & ->)].
    + destruct (dge_opt _ _ _ LX x Hx) as (s & Hs & Ds). exists (sum s R). split; eauto.
    + destruct (dge_opt _ _ _ LY y Hy) as (r & Hr & Dr). exists (sum S r). split; eauto.
Qed.

(** A set that lies below the truncations of all parts, and of sums of two of its members,
    lies below the truncations of all sums of parts. *)
Theorem test_set p n (part : form -> Prop) (test : list form) :
  In zero test ->
  (forall F, part F -> exists S, In S test /\ dge p (trunc n F) S) ->
  (forall A B, In A test -> In B test -> exists S, In S test /\ dge p (trunc n (sum A B)) S) ->
  forall Fs, Forall part Fs -> exists S, In S test /\ dge p (trunc n (sum_of Fs)) S.
Proof.
  intros Z C1 C2 Fs H. induction H as [|F Fs HF HFs IH]; cbn.
  - exists zero. split; auto. destruct n; apply dge_refl.
  - destruct IH as (S & HS & L). destruct (C1 F HF) as (A & HA & LA).
    destruct (C2 A S HA HS) as (S' & HS' & L'). exists S'. split; auto.
    rewrite trunc_sum. apply (dge_trans p _ (trunc n (sum A S))); auto.
    apply dge_trunc. now apply dge_sum.
Qed.

(** ** Strength in D(A) *)
Lemma dead_follower p F G : follower F G -> dead p G = true -> dead p F = true.
Proof.
  induction 1 as [|q G g Hg _ IH]; auto. intros DG. apply IH.
  unfold dead in DG. apply all_followers_iff in DG. destruct DG as [_ DG]. eauto.
Qed.

Lemma tomb_sum_none G H : no_tomb G = true -> no_tomb H = true -> no_tomb (sum G H) = true.
Proof.
  intros TG TH. unfold no_tomb. rewrite !tomb_sum. now rewrite !no_tomb_tomb, !andb_false_r by auto.
Qed.

Lemma dead_sum p G : forall H, dead p G = true -> dead p H = true -> dead p (sum G H) = true.
Proof.
  induction G as [G IHG] using form_induction. intros H. induction H as [H IHH] using form_induction.
  intros DG DH. pose proof (proj1 (dead_iff p G) DG) as (TG & NG & OG).
  pose proof (proj1 (dead_iff p H) DH) as (TH & NH & OH).
  apply dead_iff. split; [now apply tomb_sum_none|]. rewrite opts_sum, NG, NH. split; auto.
  intros x Hx. apply in_opts_sum in Hx. destruct Hx as [(g & Hg & ->)|(h & Hh & ->)]; eauto.
Qed.

Lemma iso_dead p G : forall H, iso G H -> dead p H = true -> dead p G = true.
Proof.
  induction G as [G IH] using form_induction. intros H I DH.
  pose proof (proj1 (dead_iff p H) DH) as (TH & NH & OH). apply dead_iff.
  split; [|split].
  - unfold no_tomb in *. now rewrite !(iso_tomb _ _ I).
  - destruct (opts p G) as [|g l] eqn:EG; auto.
    destruct (iso_to _ _ I p g) as (h & Hh & _); [rewrite EG; now left|]. rewrite NH in Hh. destruct Hh.
  - intros g Hg. destruct (iso_to _ _ I (opp p) g Hg) as (h & Hh & I'). eauto.
Qed.

Lemma iso_dge p X : forall Y, iso X Y -> dge p X Y.
Proof.
  induction X as [X IH] using form_induction. intros Y I. split.
  - intros N. destruct (opts (opp p) Y) as [|y l] eqn:EY; auto.
    destruct (iso_from _ _ I (opp p) y) as (x & Hx & _); [rewrite EY; now left|].
    rewrite N in Hx. destruct Hx.
  - intros x Hx. destruct (iso_to _ _ I (opp p) x Hx) as (y & Hy & I'). eauto.
Qed.


(** What a test set of Left dead ends says: each sum of parts of Left, truncated after n
    moves, is at least as good for Left as a member of the set. *)
Definition covers A n (test : list form) :=
  (forall S, In S test -> dead Left S = true) /\
  (forall Fs, Forall (part A Left) Fs -> exists S, In S test /\ dge Left (trunc n (sum_of Fs)) S).

(** The test set of a player: for Right the conjugates. *)
Definition tests p test : list form := match p with Left => test | Right => map conj test end.

Lemma conj_conj G : conj (conj G) = G.
Proof.
  induction G as [G IH] using form_induction. destruct G as [l r tl tr]. cbn. rewrite !map_map.
  f_equal; apply map_id_in; intros x Hx; [apply (IH Left)|apply (IH Right)]; auto.
Qed.

Lemma conj_sum G : forall H, conj (sum G H) = sum (conj G) (conj H).
Proof.
  induction G as [G IHG] using form_induction. intros H. induction H as [H IHH] using form_induction.
  assert (E : forall p, opts p (conj (sum G H)) = opts p (sum (conj G) (conj H))).
  { intros p. rewrite opts_conj, !opts_sum, !opts_conj, map_app, !map_map. f_equal; apply map_ext_in.
    - intros g Hg. now rewrite (IHG (opp p) g Hg).
    - intros h Hh. now rewrite (IHH (opp p) h Hh). }
  assert (Ti : forall p, tomb p (conj (sum G H)) = tomb p (sum (conj G) (conj H))).
  { intros p. rewrite tomb_conj, !tomb_sum, !tomb_conj. unfold endlike.
    now rewrite !opts_conj, !tomb_conj, !is_nil_map. }
  pose proof (E Left). pose proof (E Right). pose proof (Ti Left). pose proof (Ti Right).
  destruct (conj (sum G H)), (sum (conj G) (conj H)). cbn in *. congruence.
Qed.

Lemma conj_trunc n : forall G, conj (trunc n G) = trunc n (conj G).
Proof.
  induction n as [|n IH]; intros G; auto. destruct G as [l r tl tr]. cbn.
  rewrite !map_map. f_equal; apply map_ext; intros; apply IH.
Qed.

Lemma conj_dead p G : dead p (conj G) = dead (opp p) G.
Proof.
  apply eq_true_iff_eq. revert G.
  assert (H : forall p G, dead (opp p) G = true -> dead p (conj G) = true).
  { clear p. intros p G. induction G as [G IH] using form_induction. rewrite !dead_iff.
    rewrite opp_opp. intros (T & N & O). split; [|split].
    - unfold no_tomb in *. now rewrite !tomb_conj, andb_comm.
    - now rewrite opts_conj, N.
    - intros x. rewrite opts_conj, opp_opp, in_map_iff. intros (g & <- & Hg). eauto. }
  intros G. split; [|apply H]. intros D. rewrite <- (conj_conj G). apply H. now rewrite opp_opp.
Qed.

Lemma conj_dge p X : forall S, dge p X S -> dge (opp p) (conj X) (conj S).
Proof.
  induction X as [X IH] using form_induction. intros S [N O]. split; rewrite !opts_conj, !opp_opp.
  - intros E. apply map_eq_nil in E. now rewrite N.
  - intros x Hx. apply in_map_iff in Hx. destruct Hx as (y & <- & Hy).
    destruct (O y Hy) as (s & Hs & Ds). exists (conj s). split; [now apply in_map|eauto].
Qed.

Lemma follower_conj F G : follower F G -> follower (conj F) (conj G).
Proof.
  induction 1 as [|p G g Hg _ IH]; [constructor|]. apply F_opt with (opp p) (conj g); auto.
  rewrite opts_conj, opp_opp. now apply in_map.
Qed.

Lemma part_conj A F : part A Right F <-> part A Left (conj F).
Proof.
  split; intros (G & HG & HF); exists G; split; auto.
  - apply follower_conj in HF. now rewrite conj_conj in HF.
  - apply follower_conj in HF. now rewrite conj_conj in HF.
Qed.

Lemma sum_of_conj Fs : sum_of (map conj Fs) = conj (sum_of Fs).
Proof. induction Fs as [|F Fs IH]; auto. cbn. now rewrite IH, conj_sum. Qed.

Lemma covers_both A n test p : covers A n test ->
  (forall S, In S (tests p test) -> dead p S = true) /\
  (forall Fs, Forall (part A p) Fs -> exists S, In S (tests p test) /\ dge p (trunc n (sum_of Fs)) S).
Proof.
  intros [D C]. destruct p; [now split|]. cbn [tests]. split.
  - intros S HS. apply in_map_iff in HS. destruct HS as (S' & <- & HS). rewrite conj_dead. now apply D.
  - intros Fs HF. destruct (C (map conj Fs)) as (S & HS & L).
    { clear - HF. induction HF; constructor; auto. now apply part_conj. }
    exists (conj S). split; [now apply in_map|]. apply conj_dge in L.
    now rewrite conj_trunc, sum_of_conj, conj_conj in L.
Qed.

(** [universe] Theorem 4.9 for D(A), the half that proves strength: a form that a player wins,
    moving first, together with every member of a test set for its height is strong. *)
Theorem strong_DA A p G n test :
  (forall F, In F A -> dead Left F = true) ->
  covers A n test -> height G <= n ->
  (forall S, In S (tests p test) -> win p (sum G S) = true) ->
  strong (DA A) p G.
Proof.
  intros DA' C Hn W. destruct (covers_both A n test p C) as [DT C'].
  assert (DP : forall F, part A p F -> dead p F = true).
  { intros F (G' & HG & HF). apply (dead_follower p F _ HF).
    destruct p; [auto|]. rewrite conj_dead. auto. }
  assert (E : forall X, DA A X -> is_end p X = true -> end_of A p X).
  { intros X HX. apply HX. constructor. }
  apply (strong_by_test_set (DA A) p G n (tests p test)); auto.
  - intros X HX EX. destruct (E X HX EX) as (Fs & HF & I). apply (iso_dead p X _ I).
    clear I. induction HF; [now destruct p|]. cbn. apply dead_sum; auto.
  - intros X HX EX. destruct (E X HX EX) as (Fs & HF & I).
    destruct (C' Fs HF) as (S & HS & L).
    exists S. split; auto. apply (dge_trans p _ (trunc n (sum_of Fs))); auto.
    now apply dge_trunc, iso_dge.
Qed.

(** [universe] Theorem 3.1, from right to left: [dge] is contained in the order of forms,
    modulo every universe. *)
Theorem dead_end_order (U : universe) p X S :
  dead p X = true -> dead p S = true -> dge p X S -> ge U p X S.
Proof.
  intros DX DS L G _. destruct (dge_wins p G X S DX DS L) as [W1 W2].
  unfold outcome_ge. rewrite !(fun p => iso_win _ p _ (iso_sum_comm X G)).
  rewrite !(fun p => iso_win _ p _ (iso_sum_comm S G)). split; auto.
  intros H. destruct (win (opp p) (sum G S)); auto. rewrite W2 in H; auto.
Qed.
