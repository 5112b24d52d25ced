(** Strength in D, E, B and I: what suffices for a player to win, moving first, the sum of a
    form with every end of the universe.

    [strong_E] is what [universe] Theorem 4.9 says of E (two ends decide, 0 and a waiting game),
    [strong_B] is the half of [blocking] Theorem 3.1 that proves strength. Both are stated in
    the papers for forms without tombstones; the proofs here cover all forms. *)
From Misere Require Export Universes.

(** ** D *)
Lemma end_of_D p X : D X -> is_end p X = true -> X = zero.
Proof.
  intros HX HE. apply member_own in HX. destruct HX as [T EQ]. apply is_end_opts in HE.
  apply eqb_prop in EQ.
  assert (H : opts Left X = [] /\ opts Right X = []).
  { rewrite <- !is_nil_iff. destruct p; rewrite HE in EQ; cbn in EQ;
    [rewrite <- EQ | rewrite EQ]; rewrite HE; auto. }
  now apply no_opts_zero.
Qed.

Theorem strong_D p G : win p G = true -> strong D p G.
Proof. intros W X HX HE. rewrite (end_of_D p X HX HE). now rewrite sum_zero. Qed.

(** ** E *)
(** The form with options of p and of the opponent. *)
Definition make p own other :=
  match p with Left => Form own other false false | Right => Form other own false false end.
(** The waiting game: W_0 = 0 and W_(n+1) = {.|0,W_n} for Left, the conjugates for Right. *)
Fixpoint waiting_game p n :=
  match n with 0 => zero | S n => make p [] [zero; waiting_game p n] end.

Lemma opts_waiting_game p n :
  opts p (waiting_game p n) = [] /\ tomb p (waiting_game p n) = false /\
  opts (opp p) (waiting_game p (S n)) = [zero; waiting_game p n].
Proof. now destruct p, n. Qed.

Lemma waiting p G : forall X n, dead p X = true -> opts (opp p) X <> [] ->
  (height G <= n -> win p (sum G (waiting_game p n)) = true -> win p (sum G X) = true) /\
  (height G < n -> win (opp p) (sum G (waiting_game p n)) = false -> win (opp p) (sum G X) = false).
Proof.
  induction G as [G IH] using form_induction.
  assert (first : forall X n, dead p X = true -> opts (opp p) X <> [] ->
    height G <= n -> win p (sum G (waiting_game p n)) = true -> win p (sum G X) = true).
  { intros X n DX NX Hn W. apply win_sum. apply win_sum in W.
    destruct W as [[EG _]|[(g & Hg & W)|(x & Hx & _)]].
    - left. split; auto. now apply is_end_endlike, dead_end.
    - right. left. exists g. split; auto. apply (IH p g Hg X n); auto.
      pose proof (height_opts p G g Hg). lia.
    - rewrite (proj1 (opts_waiting_game p n)) in Hx. destruct Hx. }
  intros X n DX NX. split; [now apply first|].
  intros Hn W. destruct n as [|n]; [lia|].
  apply win_sum_false. apply win_sum_false in W. destruct W as (_ & WG & WM).
  rewrite opp_opp in *. pose proof (proj1 (dead_iff p X) DX) as (T & N & DO).
  repeat split.
  - intros _. unfold endlike. rewrite (no_tomb_tomb _ _ T). destruct (opts (opp p) X); easy.
  - intros g Hg. apply (proj1 (IH (opp p) g Hg X (S n) DX NX)); auto.
    pose proof (height_opts _ G g Hg). lia.
  - rewrite (proj2 (proj2 (opts_waiting_game p n))) in WM. intros x Hx.
    destruct (is_nil (opts (opp p) x)) eqn:Z.
    + assert (x = zero) as ->.
      { pose proof (proj1 (dead_iff p x) (DO x Hx)) as (Tx & Nx & _). apply is_nil_iff in Z.
        apply no_opts_zero; destruct p; auto. }
      apply WM. now left.
    + apply first with n; auto.
      * intros C. rewrite C in Z. discriminate.
      * lia.
      * apply WM. right. now left.
Qed.

(** A form that is won alone and together with a waiting game of at least its height is
    strong modulo E. *)
Theorem strong_E p G n :
  height G <= n -> win p G = true -> win p (sum G (waiting_game p n)) = true -> strong E p G.
Proof.
  intros Hn W WM X HX HE.
  assert (DX : dead p X = true).
  { apply member_own in HX. destruct HX as [_ HX]. now apply ends_are_iff with (p := p) in HX. }
  destruct (opts (opp p) X) eqn:O.
  - assert (X = zero) as ->.
    { pose proof (proj1 (dead_iff p X) DX) as (T & N & _). apply no_opts_zero; destruct p; auto. }
    now rewrite sum_zero.
  - apply (waiting p G X n); auto. now rewrite O.
Qed.

(** ** B *)
Lemma blocked_iff p X :
  blocked p X = true -> is_end p X = true /\
  forall x, In x (opts (opp p) X) ->
    blocked p x = true \/ exists y, In y (opts p x) /\ blocked p y = true.
Proof.
  destruct p, X as [l r tl tr]; cbn [blocked opp opts]; rewrite andb_true_iff, forallb_forall;
    intros [? H]; split; auto; intros x Hx; specialize (H x Hx); destruct x as [l' r' ? ?];
    rewrite orb_true_iff, existsb_exists in H; exact H.
Qed.

(** [blocking] Theorem 3.1, from right to left. That p wins g moving first, which the theorem
    lists too, follows from the strength of g. *)
Theorem strong_B p G g :
  In g (opts p G) ->
  win (opp p) g = false ->
  strong B p g -> (forall k, In k (opts (opp p) g) -> strong B p k) ->
  strong B p G.
Proof.
  intros Hg W Sg Sk.
  assert (main : forall X,
    (B X -> is_end p X = true -> win (opp p) (sum g X) = false) /\
    (forall q x, In x (opts q X) -> B x -> is_end p x = true -> win (opp p) (sum g x) = false)).
  { induction X as [X IH] using form_induction. split; [|intros q x Hx; now apply (IH q x Hx)].
    intros HX EX.
    destruct (opts (opp p) X) eqn:O.
    - assert (X = zero) as ->.
      { apply is_end_opts in EX. apply member_own in HX.
        apply no_opts_zero; [tauto|destruct p; auto..]. }
      now rewrite sum_zero.
    - apply win_sum_false. rewrite opp_opp. repeat split.
      + intros _. unfold endlike. now rewrite (ordinary B _ X HX), O.
      + intros k Hk. now apply Sk.
      + intros x Hx. pose proof (hereditary B _ X x HX Hx) as Bx.
        assert (BL : blocked p X = true).
        { apply member_own in HX. destruct HX as [_ HX]. now apply ends_are_iff with (p := p) in HX. }
        destruct (proj2 (blocked_iff p X BL) x Hx) as [Lx|(y & Hy & Ly)].
        * apply Sg; auto. now apply blocked_iff.
        * apply win_sum. right. right. exists y. split; auto.
          apply (proj2 (IH (opp p) x Hx) p y Hy).
          -- now apply (hereditary B p x).
          -- now apply blocked_iff. }
  intros X HX EX. apply win_sum. right. left. exists g. split; auto. now apply main.
Qed.

(** ** I *)
Theorem strong_I p G : win p G = true -> strong I p G.
Proof.
  intros W X HX EX. apply is_end_opts in EX.
  assert (X = zero) as ->; [|now rewrite sum_zero].
  pose proof (imp_tomb X HX Left) as TL. pose proof (imp_tomb X HX Right) as TR.
  assert (forall q, opts q X = []) as N.
  { intros q. destruct (opts q X) as [|x l] eqn:O; auto.
    destruct (imp_same X HX q x) as (y & Hy & _); [rewrite O; now left|].
    destruct p, q; cbn [opp] in Hy; rewrite ?EX in *; (now destruct Hy) || discriminate. }
  apply no_opts_zero; auto. unfold no_tomb. now rewrite TL, TR.
Qed.
