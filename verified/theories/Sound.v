(** Soundness: what an accepted certificate claims, holds ([check_sound]).

    The proof goes through the kinds of steps; each rests on one theorem of the files before,
    and no axiom is used. *)
From Misere Require Export Check.

Section Sound.
  Variables (u : name) (T : table) (fuel : nat).
  Hypothesis O : ok u T.
  Hypothesis DG : dead_generators u T = true.
  Notation gens := (generators u).
  Notation A := (map (den T) gens).
  Notation o := (order_of u A).
  Notation Holds := (holds o A (den T)).
  Notation True_facts := (all_facts Holds).

  Lemma with_entry_iff i f : with_entry T i f = true -> exists e, PM.find i T = Some e /\ f e = true.
  Proof. unfold with_entry. destruct (PM.find i T); [eauto|discriminate]. Qed.

  Tactic Notation "entry" hyp(H) simple_intropattern(e) simple_intropattern(F) :=
    apply with_entry_iff in H; destruct H as (e & F & H).

  Lemma in_den p i e x : PM.find i T = Some e -> In x (opts p (den T i)) ->
    exists j, In j (e_opts p e) /\ x = den T j.
  Proof.
    intros F Hx. rewrite (den_opts u T O i e p F) in Hx. apply in_map_iff in Hx.
    destruct Hx as (j & <- & Hj). eauto.
  Qed.
  Lemma den_in p i e j : PM.find i T = Some e -> In j (e_opts p e) -> In (den T j) (opts p (den T i)).
  Proof. intros F Hj. rewrite (den_opts u T O i e p F). now apply in_map. Qed.
  Lemma den_tomb p i e : PM.find i T = Some e -> tomb p (den T i) = node_tomb p (e_node e).
  Proof.
    intros F. rewrite (den_found T i e F). destruct (O i e F) as (_ & -> & _ & _). now destruct p.
  Qed.
  Lemma mem_iff x l : mem x l = true <-> In x l.
  Proof.
    unfold mem. rewrite existsb_exists. split.
    - intros (y & Hy & E). apply Pos.eqb_eq in E. now subst.
    - intros H. exists x. split; auto. apply Pos.eqb_refl.
  Qed.
  Lemma implb'_iff a b : implb' a b = true -> a = true -> b = true.
  Proof. now destruct a. Qed.
  Lemma is_zero_sound z : is_zero T z = true -> den T z = zero.
  Proof.
    intros H. entry H e Fz. rewrite (den_found T z e Fz). destruct (O z e Fz) as (_ & -> & _ & _).
    unfold e_opts. destruct (e_node e) as [[|] [|] [] []]; try discriminate. reflexivity.
  Qed.

  (** ** Orders *)
  Lemma order_cases : (u = UN /\ o = normal) \/ (is_normal u = false /\ exists U, o = misere U).
  Proof. destruct u; cbn; eauto. Qed.
  Lemma order_wins : wins o = win_by u.
  Proof. now destruct u. Qed.
  Lemma order_swap p G H : at_least o p G H <-> at_least o (opp p) H G.
  Proof.
    destruct order_cases as [[_ ->]|[_ [U ->]]]; cbn; [apply nge_swap|apply ge_swap].
  Qed.
  Lemma equal_sym G H : equal o G H -> equal o H G.
  Proof. intros E p. apply order_swap, E. Qed.
  Lemma order_refl p G : at_least o p G G.
  Proof. destruct order_cases as [[_ ->]|[_ [U ->]]]; cbn; [apply nge_refl|apply ge_refl]. Qed.
  Lemma order_iso p G H G' H' : iso G G' -> iso H H' -> at_least o p G H -> at_least o p G' H'.
  Proof.
    destruct order_cases as [[_ ->]|[_ [U ->]]]; cbn; [|apply iso_ge].
    intros IG IH E X HX. unfold noutcome_ge.
    rewrite <- !(fun p => iso_nwin _ p _ (iso_sum _ _ _ _ IG (iso_refl X))).
    rewrite <- !(fun p => iso_nwin _ p _ (iso_sum _ _ _ _ IH (iso_refl X))). now apply E.
  Qed.

  (** Replies to the moves of p in H, and the proviso, in any order. *)
  Definition order_answers p G H :=
    (forall h, In h (opts p H) ->
      (exists g, In g (opts p G) /\ at_least o p g h) \/
      (exists k, In k (opts (opp p) h) /\ at_least o p G k)) /\
    (is_normal u = true \/ (endlike p H = true -> is_strong o p G)).

  Lemma order_maintenance p G H :
    order_answers p G H -> order_answers (opp p) H G -> at_least o p G H.
  Proof.
    unfold order_answers.
    destruct order_cases as [[-> E]|[N [U E]]]; rewrite E; cbn.
    - intros [A1 _] [A2 _]. now apply normal_maintenance.
    - rewrite N. intros [A1 [?|P1]] [A2 [?|P2]]; try discriminate. now apply maintenance.
  Qed.

  Lemma order_separator p G H X : has_member o X ->
    win_by u p (sum G X) = match p with Left => false | Right => true end ->
    win_by u p (sum H X) = match p with Left => true | Right => false end ->
    ~ at_least o Left G H.
  Proof.
    unfold win_by. destruct order_cases as [[-> ->]|[-> [U ->]]]; cbn; intros HX W W'; destruct p.
    - now apply (normal_separator Left _ _ X).
    - now apply (normal_separator' Left _ _ X).
    - now apply (separator U Left _ _ X).
    - now apply (separator' U Left _ _ X).
  Qed.

  Lemma order_differ p G H X : has_member o X ->
    win_by u p (sum G X) = negb (win_by u p (sum H X)) -> ~ equal o G H.
  Proof.
    intros HX W E. pose proof (E p) as E1. pose proof (E (opp p)) as E2. revert HX W E1 E2.
    unfold win_by. destruct order_cases as [[-> ->]|[-> [U ->]]]; cbn; intros HX W E1 E2;
      destruct (E1 X HX) as [L1 _]; destruct (E2 X HX) as [_ L2]; rewrite opp_opp in L2.
    - destruct (nwin p (sum G X)), (nwin p (sum H X)); try discriminate; intuition congruence.
    - destruct (win p (sum G X)), (win p (sum H X)); try discriminate; intuition congruence.
  Qed.

  Lemma is_reply_sound p g eg y ey c : PM.find g T = Some eg -> PM.find y T = Some ey ->
    Holds c -> is_reply p g eg y ey c = true ->
    (exists x, In x (opts p (den T g)) /\ at_least o p x (den T y)) \/
    (exists k, In k (opts (opp p) (den T y)) /\ at_least o p (den T g) k).
  Proof.
    intros Fg Fy H.
    assert (R : forall a b, at_least o p (den T a) (den T b) -> replies p g eg y ey a b = true ->
      (exists x, In x (opts p (den T g)) /\ at_least o p x (den T y)) \/
      (exists k, In k (opts (opp p) (den T y)) /\ at_least o p (den T g) k)).
    { intros a b E. unfold replies. rewrite orb_true_iff, !andb_true_iff, !Pos.eqb_eq, !mem_iff.
      intros [[-> Ha]|[-> Hb]]; [left|right].
      - exists (den T a). split; auto. now apply (den_in p g eg).
      - exists (den T b). split; auto. now apply (den_in _ y ey). }
    destruct c; try discriminate; cbn [is_reply].
    - destruct p; apply R; [exact H|]. now apply (order_swap Left).
    - rewrite orb_true_iff. intros [W|W]; [apply (R g0 h); auto|apply (R h g0); auto].
      apply order_swap, H.
  Qed.

  Lemma all_answered_sound F p g eg : True_facts F -> PM.find g T = Some eg ->
    forall moves steps, all_answered T F p g eg moves steps = true ->
    forall y, In y moves ->
    (exists x, In x (opts p (den T g)) /\ at_least o p x (den T y)) \/
    (exists k, In k (opts (opp p) (den T y)) /\ at_least o p (den T g) k).
  Proof.
    intros TF Fg. induction moves as [|m moves IH]; intros steps H y; [intros []|].
    destruct steps as [|s steps]; [discriminate|]. cbn in H. apply andb_true_iff in H.
    destruct H as [H1 H2]. intros [->|Hy]; [|eauto]. entry H1 ey Fy.
    destruct (step_claim F s) as [c|] eqn:S; [|discriminate].
    eapply is_reply_sound; eauto. exact (proj2 TF s c S).
  Qed.

  Lemma strong_I_entry p g e : u = UI -> PM.find g T = Some e -> s_win (sel p (e_bits e)) = true ->
    is_strong o p (den T g).
  Proof.
    intros E F W. rewrite (den_bits u T O g e F), bit_win in W. rewrite E. cbn. now apply strong_I.
  Qed.

  Lemma answered_sound F p g h steps : True_facts F -> answered u T F p g h steps = true ->
    order_answers p (den T g) (den T h).
  Proof.
    intros TF H. entry H eg Fg. entry H eh Fh. apply andb_true_iff in H. destruct H as [An P]. split.
    - intros y Hy. destruct (in_den p h eh y Fh Hy) as (j & Hj & ->).
      eapply all_answered_sound; eauto.
    - unfold has_proviso in P. rewrite (den_like u T O h eh p Fh) in P.
      rewrite !orb_true_iff, negb_true_iff in P. destruct P as [[P|P]|P]; auto.
      + right. congruence.
      + right. intros _. destruct u eqn:E; rewrite <- E in *; try exact (proj1 TF _ P).
        now apply (strong_I_entry p g eg).
  Qed.

  (** ** Membership *)
  Lemma is_member_sound F x : True_facts F -> is_member u T F x = true -> has_member o (den T x).
  Proof.
    intros TF H. entry H e Fx. pose proof (den_bits u T O x e Fx) as EB.
    destruct (O x e Fx) as (_ & _ & _ & HI). rewrite <- (den_found T x e Fx) in HI.
    rewrite EB in H.
    destruct u eqn:E; try (apply member_sound in H; exact H); rewrite <- E in *.
    - rewrite E. cbn. auto.
    - exact (proj1 TF _ H).
  Qed.

  Lemma member_by_ends_sound F x : True_facts F -> is_generated u = true ->
    member_by_ends T F x = true -> Holds (Member x).
  Proof.
    intros TF G H. entry H e Fx. rewrite !andb_true_iff, !forallb_forall in H.
    destruct H as [[[[Tm Hl] Hr] El] Er]. cbn.
    assert (forall X, has_member o X <-> DA A X) as DAo by (destruct u; easy || discriminate).
    assert (forall p y, In y (opts p (den T x)) -> DA A y) as Hy.
    { intros p y Hy. destruct (in_den p x e y Fx Hy) as (j & Hj & ->). apply DAo.
      apply (proj1 TF (Member j)). destruct p; auto. }
    apply DAo. intros K HK. apply follower_inv in HK. destruct HK as [->|(p & y & Hy' & HK)].
    - split.
      + unfold no_tomb. rewrite !(den_tomb _ x e Fx). now rewrite <- negb_orb.
      + intros p EX. rewrite <- (bit_end u), <- (den_bits u T O x e Fx) in EX.
        destruct p; [apply (proj1 TF (EndIs Left x))|apply (proj1 TF (EndIs Right x))];
          eapply implb'_iff; eauto.
    - exact (Hy p y Hy' K HK).
  Qed.

  (** ** Simplest forms *)
  Lemma same_list_sound l m : same_list l m = true -> l = m.
  Proof. unfold same_list. now destruct (list_eq_dec _ _ _). Qed.

  Lemma same_but_tomb_sound p i j : same_but_tomb T p i j = true -> den T j = erase p (den T i).
  Proof.
    intros H. entry H a Fa. entry H b Fb.
    rewrite (den_found T i a Fa), (den_found T j b Fb).
    destruct (O i a Fa) as (_ & -> & _ & _), (O j b Fb) as (_ & -> & _ & _).
    unfold e_opts. destruct (e_node a) as [l r tl tr], (e_node b) as [l' r' tl' tr']. cbn.
    rewrite !andb_true_iff in H. destruct H as [[L R] H].
    apply same_list_sound in L, R. subst l' r'.
    destruct p; rewrite andb_true_iff, !eqb_true_iff in H; destruct H as [-> ->]; reflexivity.
  Qed.

  Lemma not_at_least_holds p x y : Holds (not_at_least p x y) <-> ~ at_least o p (den T x) (den T y).
  Proof. destruct p; cbn; [tauto|]. now rewrite (order_swap Left). Qed.

  Lemma reduced_for_sound F p k e : True_facts F -> reduced_for T F p k e = true ->
    (forall x y, In x (opts p (den T k)) -> In y (opts p (den T k)) -> x <> y -> ~ at_least o p y x) /\
    (forall x y, In x (opts p (den T k)) -> In y (opts (opp p) x) -> ~ at_least o p (den T k) y) /\
    (tomb p (den T k) = true -> ~ is_strong o p (erase p (den T k))) /\
    (forall x, In x (opts p (den T k)) -> reduced o x).
  Proof.
    intros TF H. entry H ek Fk. rewrite andb_true_iff, forallb_forall in H. destruct H as [H S].
    assert (H' : forall x, In x (e_opts p ek) -> Holds (Reduced x) /\
      (forall y, In y (e_opts p ek) -> x = y \/ Holds (not_at_least p y x)) /\
      exists ex, PM.find x T = Some ex /\
        forall y, In y (e_opts (opp p) ex) -> Holds (not_at_least p k y)).
    { intros x Hx. specialize (H x Hx). rewrite !andb_true_iff, forallb_forall in H.
      destruct H as [[R Dm] Rv]. entry Rv ex Fx.
      rewrite forallb_forall in Rv. split; [exact (proj1 TF _ R)|split].
      - intros y Hy. specialize (Dm y Hy). rewrite orb_true_iff, Pos.eqb_eq in Dm.
        destruct Dm as [|Dm]; auto. right. exact (proj1 TF _ Dm).
      - exists ex. split; auto. intros y Hy. exact (proj1 TF _ (Rv y Hy)). }
    split; [|split; [|split]].
    - intros x y Hx Hy N. destruct (in_den p k ek x Fk Hx) as (i & Hi & ->).
      destruct (in_den p k ek y Fk Hy) as (j & Hj & ->).
      destruct (H' i Hi) as (_ & Dm & _). destruct (Dm j Hj) as [->|K]; [easy|].
      now apply not_at_least_holds.
    - intros x y Hx Hy. destruct (in_den p k ek x Fk Hx) as (i & Hi & ->).
      destruct (H' i Hi) as (_ & _ & ex & Fx & Rv).
      destruct (in_den _ i ex y Fx Hy) as (j & Hj & ->). apply not_at_least_holds. auto.
    - intros Ht. rewrite (den_tomb p k ek Fk) in Ht. pose proof (implb'_iff _ _ S Ht) as S'.
      rewrite andb_true_iff in S'. destruct S' as [S1 S2].
      rewrite <- (same_but_tomb_sound p k e S1). exact (proj1 TF _ S2).
    - intros x Hx. destruct (in_den p k ek x Fk Hx) as (i & Hi & ->). apply (H' i Hi).
  Qed.

  (** ** Conjugates and sums *)
  Lemma conj_is_sound F g c : True_facts F -> conj_is T F g c = true -> Holds (ConjIs g c).
  Proof.
    intros TF H. entry H eg Fg. entry H ec Fc.
    unfold all_in in H. rewrite !andb_true_iff, !forallb_forall, !eqb_true_iff in H.
    destruct H as [[[T1 T2] [L1 L2]] [R1 R2]]. cbn. split.
    - intros p. rewrite tomb_conj, (den_tomb p c ec Fc), (den_tomb _ g eg Fg). now destruct p.
    - intros p x Hx. destruct (in_den p c ec x Fc Hx) as (j & Hj & ->). setoid_rewrite opts_conj.
      assert (exists i, In i (e_opts (opp p) eg) /\ known F (ConjIs i j) = true) as (i & Hi & K).
      { apply existsb_exists. destruct p; auto. }
      exists (conj (den T i)). split; [|exact (proj1 TF _ K)]. apply in_map. now apply (den_in _ g eg).
    - intros p y Hy. rewrite opts_conj in Hy. apply in_map_iff in Hy. destruct Hy as (x & <- & Hx).
      destruct (in_den _ g eg x Fg Hx) as (i & Hi & ->).
      assert (exists j, In j (e_opts p ec) /\ known F (ConjIs i j) = true) as (j & Hj & K).
      { apply existsb_exists. destruct p; auto. }
      exists (den T j). split; [now apply (den_in _ c ec)|exact (proj1 TF _ K)].
  Qed.

  Lemma sums_are_sound F pairs : True_facts F -> forall sums, sums_are F pairs sums = true ->
    (forall x y, In (x, y) pairs -> exists z, In z sums /\ Holds (SumIs x y z)) /\
    (forall z, In z sums -> exists x y, In (x, y) pairs /\ Holds (SumIs x y z)).
  Proof.
    intros TF. induction pairs as [|[x y] pairs IH]; intros [|z sums]; try discriminate; cbn [sums_are].
    - intros _. split; [intros ? ? []|intros ? []].
    - rewrite andb_true_iff. intros [K H]. apply (proj1 TF) in K.
      destruct (IH sums H) as [S1 S2]. split.
      + intros x' y' [[= <- <-]|Hx]; [exists z; split; [now left|exact K]|].
        destruct (S1 x' y' Hx) as (z' & Hz & K'). exists z'. split; [now right|exact K'].
      + intros z' [<-|Hz]; [exists x, y; split; [now left|exact K]|].
        destruct (S2 z' Hz) as (x' & y' & Hx & K'). exists x', y'. split; [now right|exact K'].
  Qed.

  Lemma sum_is_sound F g h s sums : True_facts F ->
    (forall p, sum_is_for T F p g h s (sums p) = true) -> Holds (SumIs g h s).
  Proof.
    intros TF H.
    assert (H' : forall p, exists a b c,
      (PM.find g T = Some a /\ PM.find h T = Some b /\ PM.find s T = Some c) /\
      node_tomb p (e_node c) = endlike p (den T g) && endlike p (den T h) &&
        (node_tomb p (e_node a) || node_tomb p (e_node b)) /\
      (forall x, In x (e_opts p a) -> exists z, In z (e_opts p c) /\ Holds (SumIs x h z)) /\
      (forall y, In y (e_opts p b) -> exists z, In z (e_opts p c) /\ Holds (SumIs g y z)) /\
      (forall z, In z (e_opts p c) ->
        (exists x, In x (e_opts p a) /\ Holds (SumIs x h z)) \/
        (exists y, In y (e_opts p b) /\ Holds (SumIs g y z)))).
    { intros p. specialize (H p). entry H a Fa. entry H b Fb. entry H c Fc.
      rewrite !andb_true_iff, !forallb_forall, eqb_true_iff in H.
      rewrite (den_like u T O g a p Fa), (den_like u T O h b p Fb) in H.
      destruct H as [[[Tm H1] H2] H3]. exists a, b, c. split; [easy|]. split; [easy|].
      destruct (sums_are_sound F _ TF _ H1) as [S1 S2].
      split; [|split].
      - intros x Hx. destruct (S1 x h) as (z & Hz & K).
        { apply in_app_iff. left. apply in_map_iff. eauto. }
        exists z. split; [apply mem_iff, H2, Hz|exact K].
      - intros y Hy. destruct (S1 g y) as (z & Hz & K).
        { apply in_app_iff. right. apply in_map_iff. eauto. }
        exists z. split; [apply mem_iff, H2, Hz|exact K].
      - intros z Hz. specialize (H3 z Hz). apply mem_iff in H3.
        destruct (S2 z H3) as (x & y & Hxy & K). rewrite in_app_iff, !in_map_iff in Hxy.
        destruct Hxy as [(i & [= <- <-] & Hi)|(i & [= <- <-] & Hi)]; [left|right]; eauto. }
    cbn. split; intros p; destruct (H' p) as (a & b & c & (Fa & Fb & Fc) & Tm & H1 & H2 & H3).
    - now rewrite tomb_sum, (den_tomb p s c Fc), Tm, (den_tomb p g a Fa), (den_tomb p h b Fb).
    - intros z Hz. destruct (in_den p s c z Fc Hz) as (k & Hk & ->).
      setoid_rewrite in_opts_sum. destruct (H3 k Hk) as [(x & Hx & K)|(y & Hy & K)].
      + exists (sum (den T x) (den T h)). split; [|exact K]. left. exists (den T x).
        split; auto. now apply (den_in p g a).
      + exists (sum (den T g) (den T y)). split; [|exact K]. right. exists (den T y).
        split; auto. now apply (den_in p h b).
    - intros K HK. apply in_opts_sum in HK. destruct HK as [(x & Hx & ->)|(y & Hy & ->)].
      + destruct (in_den p g a x Fa Hx) as (i & Hi & ->). destruct (H1 i Hi) as (z & Hz & K).
        exists (den T z). split; [now apply (den_in p s c)|exact K].
      + destruct (in_den p h b y Fb Hy) as (i & Hi & ->). destruct (H2 i Hi) as (z & Hz & K).
        exists (den T z). split; [now apply (den_in p s c)|exact K].
  Qed.

  Lemma sum_transfer g c s : Holds (ConjIs g c) -> Holds (SumIs g c s) ->
    iso (den T s) (sum (den T g) (conj (den T g))).
  Proof.
    intros C S. apply (iso_trans _ _ _ S). apply iso_sum; [apply iso_refl|exact C].
  Qed.

  (** ** D(A) *)
  Lemma split_sound p x f r f' : Holds (SumIs f r x) -> Holds (EndIs p r) -> Holds (Part f') ->
    (p = Left -> f = f') -> (p = Right -> Holds (ConjIs f' f)) -> Holds (EndIs p x).
  Proof.
    cbn. intros S (Fs & HF & I') P EL ER.
    exists ((match p with Left => den T f' | Right => conj (den T f') end) :: Fs). split.
    - constructor; auto. destruct p; auto. apply part_conj. now rewrite conj_conj.
    - cbn. apply (iso_trans _ _ _ S). apply iso_sum; auto.
      destruct p; [rewrite EL by auto; apply iso_refl|auto].
  Qed.

  Lemma above_sound F n i j k : True_facts F -> above T F n i j k = true -> Holds (Above n i j k).
  Proof.
    intros TF H. entry H ei Fi. entry H ej Fj. entry H ek Fk. cbn.
    assert (Nk : is_nil (e_opts Right ek) = true -> opts Right (den T k) = []).
    { rewrite is_nil_iff, (den_opts u T O k ek Right Fk). now intros ->. }
    destruct n as [|n].
    - cbn. split; [auto|intros x []].
    - rewrite !andb_true_iff, !forallb_forall in H. destruct H as [[N Hi] Hj].
      split; cbn [opp]; rewrite opts_trunc, opts_sum, map_app, !map_map.
      + rewrite (den_opts u T O i ei Right Fi), (den_opts u T O j ej Right Fj).
        intros E. apply app_eq_nil in E. destruct E as [E1 E2].
        apply map_eq_nil in E1, E2. apply map_eq_nil in E1, E2. apply Nk.
        apply (implb'_iff _ _ N). now rewrite E1, E2.
      + intros y. rewrite in_app_iff, !in_map_iff.
        intros [(x & <- & Hx)|(x & <- & Hx)].
        * destruct (in_den Right i ei x Fi Hx) as (a & Ha & ->).
          specialize (Hi a Ha). apply existsb_exists in Hi. destruct Hi as (z & Hz & K).
          exists (den T z). split; [now apply (den_in Right k ek)|exact (proj1 TF _ K)].
        * destruct (in_den Right j ej x Fj Hx) as (a & Ha & ->).
          specialize (Hj a Ha). apply existsb_exists in Hj. destruct Hj as (z & Hz & K).
          exists (den T z). split; [now apply (den_in Right k ek)|exact (proj1 TF _ K)].
  Qed.

  Lemma above_some_sound F n i j set : True_facts F -> is_above_some F n i j set = true ->
    exists S, In S (map (den T) set) /\ dge Left (trunc n (sum (den T i) (den T j))) S.
  Proof.
    intros TF H. apply existsb_exists in H. destruct H as (s & Hs & K).
    exists (den T s). split; [now apply in_map|exact (proj1 TF _ K)].
  Qed.

  Lemma pairs_covered_sound F n whole set : True_facts F -> pairs_covered F n whole set = true ->
    forall a b, In a set -> In b set ->
    exists S, In S (map (den T) whole) /\ dge Left (trunc n (sum (den T a) (den T b))) S.
  Proof.
    intros TF. induction set as [|s set IH]; [intros _ a b []|].
    cbn [pairs_covered]. rewrite andb_true_iff, forallb_forall. intros [H1 H2] a b Ha Hb.
    destruct Ha as [<-|Ha].
    { apply (above_some_sound F); auto. }
    destruct Hb as [<-|Hb]; [|now apply IH].
    destruct (above_some_sound F n s a whole TF (H1 a (or_intror Ha))) as (S & HS & L).
    exists S. split; auto. apply (dge_trans Left _ (trunc n (sum (den T s) (den T a)))); auto.
    apply dge_trunc, iso_dge, iso_sum_comm.
  Qed.

  Lemma is_test_set_sound F n set parts z : True_facts F ->
    is_test_set u T F n set parts z = true -> Holds (TestSet n set).
  Proof.
    intros TF H. unfold is_test_set in H. rewrite !andb_true_iff, !forallb_forall in H.
    destruct H as [[[[[Z Zin] Dd] Gn] Cl] Pr]. cbn. split.
    - intros S HS. apply in_map_iff in HS. destruct HS as (s & <- & Hs). specialize (Dd s Hs).
      entry Dd e Fs. rewrite (den_bits u T O s e Fs) in Dd. exact (bit_dead u Left _ Dd).
    - assert (P : forall X f, follower X (den T f) -> In f parts -> exists g, In g parts /\ X = den T g).
      { intros X f HX. remember (den T f) as Y eqn:EY. revert f EY.
        induction HX as [|p Y y Hy _ IH]; intros f EY Hf; [eauto|]. subst Y.
        specialize (Cl f Hf). entry Cl e Ff. rewrite !andb_true_iff, !forallb_forall in Cl.
        destruct Cl as [[C1 C2] _]. destruct (in_den p f e y Ff Hy) as (g & Hg & ->).
        apply (IH g); auto. destruct p; [specialize (C1 g Hg)|specialize (C2 g Hg)];
          now apply mem_iff. }
      apply is_zero_sound in Z. apply mem_iff in Zin.
      apply test_set.
      + rewrite <- Z. now apply in_map.
      + intros X (G & HG & HX). apply in_map_iff in HG. destruct HG as (g & <- & Hg).
        destruct (P X g HX) as (f & Hf & ->); [apply mem_iff; auto|].
        specialize (Cl f Hf). entry Cl e Ff. rewrite !andb_true_iff in Cl. destruct Cl as [_ Cl].
        apply (above_some_sound F) in Cl; auto. now rewrite Z, sum_zero in Cl.
      + intros X Y HX HY. apply in_map_iff in HX, HY. destruct HX as (a & <- & Ha), HY as (b & <- & Hb).
        eapply pairs_covered_sound; eauto.
  Qed.

  (** ** Play *)
  Lemma play_sound p i j b m : right u T m ->
    right u T (fst (play u T fuel p i j b m)) /\
    (snd (play u T fuel p i j b m) = true -> win_by u p (sum (den T i) (den T j)) = b).
  Proof.
    intros R. unfold play. destruct (plays_spec u T O fuel p i j m R) as [R' V].
    destruct (plays u T fuel p i j m) as [m' [w|]]; cbn in *; split; auto; try discriminate.
    intros H. apply eqb_prop in H. subst. auto.
  Qed.

  Lemma play2_sound p i i' j b b' m : right u T m ->
    right u T (fst (play2 u T fuel p i i' j b b' m)) /\
    (snd (play2 u T fuel p i i' j b b' m) = true ->
     win_by u p (sum (den T i) (den T j)) = b /\ win_by u p (sum (den T i') (den T j)) = b').
  Proof.
    intros R. unfold play2. destruct (play_sound p i j b m R) as [R1 V1].
    destruct (play u T fuel p i j b m) as [m1 []]; cbn in *; [|split; auto; discriminate].
    destruct (play_sound p i' j b' m1 R1) as [R2 V2]. split; auto.
  Qed.

  Lemma play_all_sound p i js : forall m, right u T m ->
    right u T (fst (play_all u T fuel p i js m)) /\
    (snd (play_all u T fuel p i js m) = true ->
     forall j, In j js -> win_by u p (sum (den T i) (den T j)) = true).
  Proof.
    induction js as [|j js IH]; cbn; intros m R; [split; [auto|intros _ ? []]|].
    destruct (play_sound p i j true m R) as [R1 V1].
    destruct (play u T fuel p i j true m) as [m1 []]; cbn in *; [|split; auto; discriminate].
    destruct (IH m1 R1) as [R2 V2]. split; auto. intros H j' [<-|Hj]; auto.
  Qed.

  Lemma ends_for_sound F p set : forall ends, True_facts F -> ends_for F p set ends = true ->
    forall S, In S (tests p (map (den T) set)) -> exists c, In c ends /\ iso (den T c) S.
  Proof.
    induction set as [|s set IH]; intros [|c ends] TF; try discriminate; cbn [ends_for].
    - intros _ S HS. now destruct p.
    - rewrite andb_true_iff. intros [H1 H2] S HS.
      assert (HS' : S = match p with Left => den T s | Right => conj (den T s) end \/
                    In S (tests p (map (den T) set))) by (destruct p; cbn in HS; intuition).
      destruct HS' as [->|HS'].
      + exists c. split; [now left|]. destruct p.
        * apply Pos.eqb_eq in H1. subst. apply iso_refl.
        * exact (proj1 TF _ H1).
      + destruct (IH ends TF H2 S HS') as (d & Hd & I'). exists d. split; [now right|auto].
  Qed.

  Lemma strong_by_test_set_sound g p n set ends F : True_facts F -> is_generated u = true ->
    with_entry T g (fun e => N.leb (b_height (e_bits e)) (N.of_nat n)) = true ->
    ends_for F p set ends = true -> Holds (TestSet n set) ->
    (forall j, In j ends -> win_by u p (sum (den T g) (den T j)) = true) -> Holds (Strong g p).
  Proof.
    intros TF G Hn E C W. cbn in *.
    assert (forall q X, is_strong o q X <-> strong (DA A) q X) as S by (destruct u; easy || discriminate).
    apply S. apply (strong_DA A p (den T g) n (map (den T) set)); auto.
    - intros X HX. apply in_map_iff in HX. destruct HX as (x & <- & Hx).
      pose proof DG as DG'. unfold dead_generators in DG'. rewrite forallb_forall in DG'.
      specialize (DG' x Hx). entry DG' e Fx. rewrite (den_bits u T O x e Fx) in DG'.
      exact (bit_dead u Left _ DG').
    - entry Hn e Fg. rewrite (den_bits u T O g e Fg) in Hn. apply N.leb_le in Hn.
      rewrite <- (bit_height u). lia.
    - intros X HX. destruct (ends_for_sound F p set ends TF E X HX) as (c & Hc & I').
      specialize (W c Hc). unfold win_by in W. replace (is_normal u) with false in W by (now destruct u).
      rewrite <- W. apply iso_win, iso_sum; [apply iso_refl|now apply iso_sym].
  Qed.

  Lemma shows_sound F s c : True_facts F -> shows F s c = true -> Holds c.
  Proof.
    intros TF. unfold shows. destruct (step_claim F s) as [d|] eqn:S; [|discriminate].
    destruct (claim_eq_dec c d) as [->|]; [|discriminate]. intros _. exact (proj2 TF s d S).
  Qed.

  (** ** Every step *)
  Ltac no := split; [assumption|discriminate].
  Ltac yes := split; [assumption|]; cbn [snd says].

  Lemma check_claim_sound F m c hnt : True_facts F -> right u T m ->
    right u T (fst (check_claim u T fuel F m c hnt)) /\
    (snd (check_claim u T fuel F m c hnt) = true -> Holds c).
  Proof.
    intros TF R. pose proof (proj1 TF) as K.
    destruct c as [g h|g h|g h|g h|g p|g p|x|g a b|g k|g|g|k|g c|g h s|f|p x|n i j k|n set];
      cbn [check_claim].
    - (* Ge *) destruct hnt; try no; yes.
      + rewrite andb_true_iff, Pos.eqb_eq. intros [-> _]. apply order_refl.
      + rewrite !andb_true_iff. intros [[_ A1] A2].
        apply (answered_sound F _ _ _ _ TF) in A1, A2. now apply order_maintenance.
    - (* NotGe *) destruct hnt as [| | |x p| | | | | | | | | | | |]; try no.
      destruct (fits u T g && fits u T h && is_member u T F x) eqn:C; [|no].
      apply andb_true_iff in C. destruct C as [_ Mx]. apply (is_member_sound F x TF) in Mx.
      destruct (play2_sound p g h x (match p with Left => false | Right => true end)
        (match p with Left => true | Right => false end) m R) as [R' V].
      split; auto. intros H. destruct (V H) as [V1 V2]. now apply (order_separator p _ _ (den T x)).
    - (* Equal *) destruct hnt; try no; yes.
      + rewrite andb_true_iff, Pos.eqb_eq. intros [-> _] q. apply order_refl.
      + rewrite !andb_true_iff. intros [[[[_ A1] A2] A3] A4].
        apply (answered_sound F _ _ _ _ TF) in A1, A2, A3, A4.
        intros []; now apply order_maintenance.
    - (* NotEqual *) destruct hnt as [| | |x p| | | | | | | | | | | |]; try no.
      destruct (fits u T g && fits u T h && is_member u T F x) eqn:C; [|no].
      apply andb_true_iff in C. destruct C as [_ Mx]. apply (is_member_sound F x TF) in Mx.
      destruct (plays_spec u T O fuel p g x m R) as [R1 V1].
      destruct (plays u T fuel p g x m) as [m1 [w|]]; cbn in R1, V1; [|no].
      destruct (play_sound p h x (negb w) m1 R1) as [R2 V2]. split; auto. intros H.
      apply (order_differ p _ _ (den T x)); auto. rewrite (V2 H), (V1 w eq_refl). now rewrite negb_involutive.
    - (* Strong *) destruct hnt as [| | | | | |x|s ends| | | | | | | |]; try no.
      + yes. rewrite andb_true_iff. intros [G H]. entry H e Fg.
        rewrite (den_like u T O g e p Fg) in H.
        destruct u; try discriminate; now apply endlike_strong.
      + yes. intros H. entry H e Fg. rewrite (den_bits u T O g e Fg) in H.
        destruct u; try discriminate; now apply play_bit_sound in H.
      + yes. rewrite !andb_true_iff. intros [[[UB' M'] S1] S2].
        entry M' eg Fg. apply mem_iff in M'. apply (den_in p g eg x Fg) in M'.
        entry S2 ex Fx. rewrite andb_true_iff, negb_true_iff, forallb_forall in S2.
        destruct S2 as [W S2]. rewrite (den_bits u T O x ex Fx), bit_win in W.
        apply K in S1.
        assert (S3 : forall k, In k (opts (opp p) (den T x)) -> is_strong o p k).
        { intros k Hk. destruct (in_den _ x ex k Fx Hk) as (j & Hj & ->). exact (K _ (S2 j Hj)). }
        clear - UB' M' S1 W S3. cbn in *. destruct u; try discriminate. now apply (strong_B p _ (den T x)).
      + destruct (step_claim F s) as [c|] eqn:S; [|no]. pose proof (proj2 TF s c S) as HS.
        destruct c; try no.
        destruct (is_generated u && _ && _) eqn:C; [|no]. rewrite !andb_true_iff in C.
        destruct C as [[G Hn] E]. destruct (play_all_sound p g ends m R) as [R' V]. split; auto.
        intros H. eapply strong_by_test_set_sound; eauto.
    - (* NotStrong *) destruct hnt as [| | | | | | | |x| | | | | | |]; try no.
      destruct (is_universe u && _ && _) eqn:C; [|no]. rewrite !andb_true_iff in C.
      destruct C as [[G Mx] Ex]. apply (is_member_sound F x TF) in Mx.
      entry Ex e Fx. rewrite (den_bits u T O x e Fx), bit_end in Ex.
      destruct (play_sound p g x false m R) as [R' V]. split; auto. intros H. specialize (V H).
      clear - G Mx Ex V. cbn in *. unfold win_by in V.
      destruct u; try discriminate; apply (not_strong _ p _ (den T x)); auto.
    - (* Member *) destruct hnt; try no; yes.
      + intros H. apply (is_member_sound F); auto. clear - H. destruct u; auto; discriminate.
      + rewrite andb_true_iff. intros [G H]. now apply (member_by_ends_sound F).
    - (* Outcome *) yes. rewrite andb_true_iff. intros [_ H]. entry H e Fg.
      rewrite (den_bits u T O g e Fg), andb_true_iff, !eqb_true_iff in H.
      pose proof (bit_win u Left (den T g)) as WL. pose proof (bit_win u Right (den T g)) as WR.
      pose proof (bit_nwin u Left (den T g)) as NL. pose proof (bit_nwin u Right (den T g)) as NR.
      cbn [sel] in *. cbn [holds]. rewrite order_wins. unfold win_by. destruct (is_normal u);
        [now rewrite <- NL, <- NR|now rewrite <- WL, <- WR].
    - (* Simplest *) destruct hnt; try no. yes. rewrite !andb_true_iff. intros [[[_ A1] A2] A3].
      apply (shows_sound F _ _ TF) in A1, A2. apply K in A3. split; [|exact A3].
      intros []; [exact A1|]. now apply (order_swap Left).
    - (* Invertible *) destruct hnt as [| | | | | | | | | | |c s z ge le| | | |]; try no. yes.
      rewrite !andb_true_iff, !orb_true_iff. intros [[[[_ C] S] Z] G1]. apply K in C, S.
      pose proof (sum_transfer g c s C S) as I'. apply is_zero_sound in Z.
      assert (equal o (den T s) (den T z)) as E.
      { destruct G1 as [[G1|G1]|G1].
        - exact (shows_sound F _ _ TF G1).
        - apply equal_sym, (shows_sound F _ _ TF G1).
        - apply andb_true_iff in G1. destruct G1 as [G1 G2].
          apply (shows_sound F _ _ TF) in G1, G2. intros []; [exact G1|]. now apply (order_swap Left). }
      rewrite Z in E. intros q. apply (order_iso q (den T s) zero); auto using iso_refl.
    - (* NotInvertible *) destruct hnt as [| | | | | | | | | | |c s z ge le| | | |]; try no. yes.
      rewrite !andb_true_iff, !orb_true_iff. intros [[[[_ C] S] Z] G1]. apply K in C, S.
      pose proof (sum_transfer g c s C S) as I'. apply is_zero_sound in Z.
      assert (~ equal o (den T s) (den T z)) as E.
      { destruct G1 as [[G1|G1]|G1]; apply (shows_sound F _ _ TF) in G1; [exact G1|..]; intros E;
          [exact (G1 (equal_sym _ _ E))|exact (G1 (E Left))]. }
      rewrite Z in E. intros E'. apply E. intros q.
      exact (order_iso q _ _ _ _ (iso_sym _ _ I') (iso_refl _) (E' q)).
    - (* Reduced *) destruct hnt as [| | | | | | | | | |el er| | | | |]; try no. yes.
      rewrite andb_true_iff. intros [A1 A2].
      apply (reduced_for_sound F _ _ _ TF) in A1, A2.
      destruct A1 as (D1 & V1 & E1 & N1), A2 as (D2 & V2 & E2 & N2).
      constructor; intros []; auto.
    - (* ConjIs *) yes. now apply conj_is_sound.
    - (* SumIs *) destruct hnt as [| |ls rs| | | | | | | | | | | | |]; try no. yes.
      rewrite andb_true_iff. intros [A1 A2].
      apply (sum_is_sound F _ _ _ (fun p => match p with Left => ls | Right => rs end)); auto. now intros [].
    - (* Part *) destruct hnt as [| | | | | | | | | | | |g| | |]; try no; yes.
      + rewrite mem_iff. intros H. exists (den T f). split; [now apply in_map|constructor].
      + rewrite andb_true_iff. intros [H1 H2]. entry H2 e Fg. rewrite orb_true_iff, !mem_iff in H2.
        apply K in H1. destruct H1 as (G & HG & HF). exists G. split; auto. cbn in HF |- *.
        assert (exists p, In (den T f) (opts p (den T g))) as (p & Hp).
        { destruct H2 as [H2|H2]; [exists Left|exists Right]; now apply (den_in _ g e). }
        clear - HF Hp. induction HF as [|q G x Hx _ IH]; [|econstructor; eauto].
        econstructor; [exact Hp|constructor].
    - (* EndIs *) destruct hnt as [| | | | | | | | | | | | |f r f'| |]; try no; yes.
      + intros H. apply is_zero_sound in H. cbn. rewrite H. exists []. split; [constructor|apply iso_refl].
      + rewrite !andb_true_iff. intros [[[S E] P] C]. apply K in S, E, P.
        apply (split_sound p x f r f'); auto; intros ->; [now apply Pos.eqb_eq|exact (K _ C)].
    - (* Above *) yes. now apply above_sound.
    - (* TestSet *) destruct hnt; try no. yes. rewrite andb_true_iff. intros [_ H].
      now apply (is_test_set_sound F) in H.
  Qed.

  Lemma check_steps_sound steps : forall F m F',
    True_facts F -> right u T m -> check_steps u T fuel F m steps = inl F' -> True_facts F'.
  Proof.
    induction steps as [|[c hnt] steps IH]; cbn; intros F m F' TF R.
    - now intros [= <-].
    - destruct (check_claim_sound F m c hnt TF R) as [R' V].
      destruct (check_claim u T fuel F m c hnt) as [m' []]; [|discriminate]. cbn in *.
      apply IH; auto. apply all_facts_learn; auto.
  Qed.

  Lemma check_claims_sound F claims : True_facts F -> forall i, check_claims F i claims = Accepted ->
    forall c s, In (c, s) claims -> Holds c.
  Proof.
    intros TF. induction claims as [|[d t] claims IH]; cbn; intros i H c s; [intros []|].
    destruct (step_claim F t) as [d'|] eqn:S; [|discriminate].
    destruct (claim_eq_dec d d') as [<-|]; [|discriminate].
    intros [[= <- <-]|Hc]; [exact (proj2 TF t d S)|eauto].
  Qed.
End Sound.

(** The soundness of the checker: what an accepted certificate claims, holds. *)
Theorem check_sound c : check c = Accepted ->
  forall k s, In (k, s) (c_claims c) -> claim_holds c k.
Proof.
  unfold check, claim_holds, order_of_certificate, form_of.
  destruct (c_table c) as [T|] eqn:ET; [|discriminate].
  pose proof (build_ok _ _ _ _ _ (ok_empty _) ET) as O.
  destruct (dead_generators (c_universe c) T) eqn:DG; [|discriminate].
  destruct (check_steps _ _ _ _ _ _) as [F|] eqn:ES; [|discriminate].
  intros H k s Hk. apply (check_steps_sound _ _ _ O DG) in ES.
  - exact (check_claims_sound _ _ F _ ES _ H k s Hk).
  - apply all_facts_none.
  - intros [] i j b F2; cbn in F2; now rewrite find2_empty in F2.
Qed.
