(** Simplest forms are unique: [universe] Theorem 5.18, and Conway's theorem in normal play.

    The way there is the other half of [universe] Theorem 5.5 ([only_if]), by the adjoint
    (Definition 5.6, Proposition 5.7) and Lemmas 5.8 and 5.10. Unlike the checker, this file
    uses classical logic, and more of the universe: that it is parental. M, D, E, B and D(A)
    are. *)
From Misere Require Export Claims Generated.
Require Import Classical.

(** ** What uniqueness takes *)
Section Unique.
  Variable o : order.
  Variable fine : form -> Prop.
  Hypothesis fine_opts : forall p G g, fine G -> In g (opts p G) -> fine g.
  Hypothesis swap : forall p G H, at_least o p G H <-> at_least o (opp p) H G.
  Hypothesis trans : forall p G H K, at_least o p G H -> at_least o p H K -> at_least o p G K.
  Hypothesis answers_exist : forall p G H h, fine G -> fine H -> at_least o p G H -> In h (opts p H) ->
    (exists g, In g (opts p G) /\ at_least o p g h) \/
    (exists k, In k (opts (opp p) h) /\ at_least o p G k).
  (** Two forms with the same options, of which the first has a tombstone that cannot be
      erased, and the second has no such tombstone, are not equal. *)
  Hypothesis tombstones : forall p G H, fine G -> fine H -> equal o G H -> reduced_here o G ->
    (forall g, In g (opts p G) -> exists h, In h (opts p H) /\ iso g h) ->
    (forall h, In h (opts p H) -> exists g, In g (opts p G) /\ iso g h) ->
    tomb p G = true -> tomb p H = true.

  Lemma options_match p G H g :
    fine G -> fine H -> reduced o G -> reduced o H -> equal o G H ->
    (forall h, In h (opts p H) -> equal o g h -> iso g h) ->
    In g (opts p G) -> exists h, In h (opts p H) /\ iso g h.
  Proof.
    intros FG FH [RG RGo] [RH RHo] E IH Hg.
    assert (E' : equal o H G) by (intros q; rewrite swap; auto).
    destruct (answers_exist p H G g FH FG (E' p) Hg) as [(h & Hh & L)|(k & Hk & L)].
    2: { destruct (RG p) as (_ & V & _). destruct (V g k Hg Hk). now apply trans with H. }
    destruct (answers_exist p G H h FG FH (E p) Hh) as [(g' & Hg' & L')|(k & Hk & L')].
    2: { destruct (RH p) as (_ & V & _). destruct (V h k Hh Hk). now apply trans with G. }
    exists h. split; auto. apply IH; auto.
    destruct (classic (g = g')) as [<-|N].
    2: { destruct (RG p) as (V & _). destruct (V g g' Hg Hg' N). now apply trans with h. }
    intros q. destruct p, q; auto; rewrite swap; auto.
  Qed.

  Theorem unique G : forall H, fine G -> fine H -> reduced o G -> reduced o H -> equal o G H -> iso G H.
  Proof.
    induction G as [G IH] using form_induction. intros H FG FH RG RH E.
    assert (E' : equal o H G) by (intros q; rewrite swap; auto).
    assert (to : forall p g, In g (opts p G) -> exists h, In h (opts p H) /\ iso g h).
    { intros p g Hg. apply (options_match p G H g); auto. intros h Hh Eh.
      apply (IH p g Hg h); eauto; [now destruct RG; eauto|now destruct RH; eauto]. }
    assert (from : forall p h, In h (opts p H) -> exists g, In g (opts p G) /\ iso g h).
    { intros p h Hh. destruct (options_match p H G h) as (g & Hg & I'); auto.
      - intros g Hg Eg. apply iso_sym, (IH p g Hg h); eauto;
          [now destruct RG; eauto|now destruct RH; eauto|intros q; rewrite swap; apply Eg].
      - exists g. split; auto. now apply iso_sym. }
    split; auto. intros p.
    destruct (tomb p G) eqn:TG, (tomb p H) eqn:TH; auto.
    - rewrite <- TH. symmetry. apply (tombstones p G H); auto. now destruct RG.
    - rewrite <- TG. apply (tombstones p H G); auto; [now destruct RH|..].
      + intros h Hh. destruct (from p h Hh) as (g & Hg & I'). exists g. split; auto. now apply iso_sym.
      + intros g Hg. destruct (to p g Hg) as (h & Hh & I'). exists h. split; auto. now apply iso_sym.
  Qed.
End Unique.

(** ** Parental universes *)

(** 0 is in U, and {A|B} for non-empty sets A and B of games of U. *)
Record parental (U : universe) : Prop := {
  has_zero : U zero;
  dicotic : forall l r, l <> [] -> r <> [] -> (forall x, In x l -> U x) -> (forall x, In x r -> U x) ->
    U (Form l r false false) }.

(** The adjoint ([universe] Definition 5.6). *)
Definition or_zero (l : list form) := match l with [] => [zero] | _ => l end.
Fixpoint adj (G : form) : form :=
  match G with Form l r _ _ => Form (or_zero (map adj r)) (or_zero (map adj l)) false false end.

Lemma opts_adj p G : opts p (adj G) = or_zero (map adj (opts (opp p) G)).
Proof. now destruct p, G. Qed.
Lemma in_or_zero x l : In x (or_zero l) <-> In x l \/ (l = [] /\ x = zero).
Proof. destruct l; cbn; intuition congruence. Qed.
Lemma or_zero_nil l : or_zero l <> [].
Proof. now destruct l. Qed.
Lemma in_or_zero_l x l : In x l -> In x (or_zero l).
Proof. rewrite in_or_zero. auto. Qed.
Lemma not_like p G : tomb p G = false -> opts p G <> [] -> endlike p G = false.
Proof. unfold endlike. intros -> H. now destruct (opts p G). Qed.

(** [universe] Proposition 5.7. *)
Lemma adj_P G : forall p, win p (sum G (adj G)) = false.
Proof.
  induction G as [G IH] using form_induction. intros p. apply win_sum_false. split; [|split].
  - intros _. apply not_like; [now destruct G, p|]. rewrite opts_adj. apply or_zero_nil.
  - intros g Hg. apply win_sum. right. right. exists (adj g). rewrite opts_adj, !opp_opp.
    split; [now apply in_or_zero_l, in_map | now apply (IH p)].
  - intros x Hx. rewrite opts_adj, in_or_zero in Hx. destruct Hx as [Hx|[N ->]].
    + apply in_map_iff in Hx. destruct Hx as (g & <- & Hg).
      apply win_sum. right. left. exists g. split; auto. rewrite opp_opp. now apply (IH (opp p)).
    + rewrite sum_zero. apply win_iff. left. apply map_eq_nil in N. unfold endlike. rewrite N.
      apply orb_true_r.
Qed.

Section Parental.
  Variable U : universe.
  Hypothesis PU : parental U.

  Lemma adj_in G : U (adj G).
  Proof.
    induction G as [G IH] using form_induction.
    assert (forall p x, In x (or_zero (map adj (opts p G))) -> U x).
    { intros p x. rewrite in_or_zero, in_map_iff. intros [(g & <- & Hg)|[_ ->]]; [eauto|apply PU]. }
    destruct G as [l r tl tr]. cbn. apply PU; try apply or_zero_nil; [apply (H Right)|apply (H Left)].
  Qed.

  Lemma make_in p own other : own <> [] -> other <> [] ->
    (forall x, In x own -> U x) -> (forall x, In x other -> U x) -> U (make p own other).
  Proof. destruct p; cbn; intros; now apply PU. Qed.
  Lemma opts_make p own other :
    opts p (make p own other) = own /\ opts (opp p) (make p own other) = other /\
    forall q, tomb q (make p own other) = false.
  Proof. destruct p; cbn; repeat split; now intros []. Qed.

  (** [universe] Lemma 5.8. *)
  Definition sep p G H := exists X, U X /\ win p (sum G X) = false /\ win p (sum H X) = true.
  Lemma sep_other p G H : sep p G H -> sep (opp p) H G.
  Proof.
    intros (T & HT & WG & WH).
    destruct (opts_make p (zero :: map adj (opts (opp p) H)) [T]) as (O1 & O2 & O3).
    exists (make p (zero :: map adj (opts (opp p) H)) [T]). split; [|split].
    - apply make_in; try discriminate.
      + intros x [<-|Hx]; [apply PU|]. apply in_map_iff in Hx. destruct Hx as (h & <- & _). apply adj_in.
      + intros x [<-|[]]. auto.
    - apply win_sum_false. rewrite O2, opp_opp. split; [|split].
      + intros _. apply not_like; auto. now rewrite O2.
      + intros h Hh. apply win_sum. right. right. exists (adj h). rewrite O1.
        split; [right; now apply in_map | apply adj_P].
      + intros x [<-|[]]. auto.
    - apply win_sum. right. right. exists T. rewrite O2, opp_opp. split; [now left|auto].
  Qed.
  Lemma not_ge p G H : ~ ge U p G H -> sep p G H.
  Proof.
    intros N. apply not_all_ex_not in N. destruct N as (X & N). apply imply_to_and in N.
    destruct N as (HX & N). apply not_and_or in N.
    destruct N as [N|N]; apply imply_to_and in N; destruct N as [W N]; apply not_true_is_false in N.
    - exists X. auto.
    - rewrite <- (opp_opp p). apply sep_other. exists X. auto.
  Qed.

  Lemma choose (R : form -> form -> Prop) l : (forall x, In x l -> exists y, R x y) ->
    exists m, (forall x, In x l -> exists y, In y m /\ R x y) /\
              (forall y, In y m -> exists x, In x l /\ R x y).
  Proof.
    induction l as [|a l IH]; intros H; [exists []; split; intros ? []|].
    destruct (H a) as (b & Hb); [now left|]. destruct IH as (m & M1 & M2); [intros; apply H; now right|].
    exists (b :: m). split.
    - intros x [<-|Hx]; [exists b; split; [now left|auto]|].
      destruct (M1 x Hx) as (y & Hy & Ry). exists y. split; [now right|auto].
    - intros y [<-|Hy]; [exists a; split; [now left|auto]|].
      destruct (M2 y Hy) as (x & Hx & Rx). exists x. split; [now right|auto].
  Qed.

  (** [universe] Lemma 5.10, with the T of [dicots] Lemma 3.6. *)
  Lemma downlink p G H :
    (forall g, In g (opts p G) -> ~ ge U p g H) -> (forall h, In h (opts (opp p) H) -> ~ ge U p G h) ->
    exists T, U T /\ win p (sum G T) = false /\ win (opp p) (sum H T) = false.
  Proof.
    intros NG NH.
    destruct (choose (fun g X => U X /\ win p (sum g X) = false /\ win p (sum H X) = true)
      (opts p G)) as (Xs & X1 & X2); [intros g Hg; exact (not_ge _ _ _ (NG g Hg))|].
    destruct (choose (fun h Y => U Y /\ win (opp p) (sum h Y) = false /\ win (opp p) (sum G Y) = true)
      (opts (opp p) H)) as (Ys & Y1 & Y2); [intros h Hh; exact (sep_other _ _ _ (not_ge _ _ _ (NH h Hh)))|].
    set (own := or_zero (Ys ++ map adj (opts (opp p) G))).
    set (other := or_zero (Xs ++ map adj (opts p H))).
    destruct (opts_make p own other) as (O1 & O2 & O3).
    exists (make p own other). split; [|split].
    - apply make_in; try apply or_zero_nil; intros x; unfold own, other;
        rewrite in_or_zero, in_app_iff, in_map_iff.
      + intros [[Hx|(g & <- & _)]|[_ ->]]; [|apply adj_in|apply PU].
        destruct (Y2 x Hx) as (h & _ & HU & _). auto.
      + intros [[Hx|(g & <- & _)]|[_ ->]]; [|apply adj_in|apply PU].
        destruct (X2 x Hx) as (h & _ & HU & _). auto.
    - apply win_sum_false. rewrite O1. split; [|split].
      + intros _. apply not_like; auto. rewrite O1. apply or_zero_nil.
      + intros g Hg. destruct (X1 g Hg) as (X & HX & _ & W & _). apply win_sum. right. right.
        exists X. rewrite O2, opp_opp. split; auto. apply in_or_zero_l, in_app_iff. auto.
      + intros x. unfold own. rewrite in_or_zero, in_app_iff, in_map_iff.
        intros [[Hx|(g & <- & Hg)]|[N ->]].
        * destruct (Y2 x Hx) as (h & _ & _ & _ & W). auto.
        * apply win_sum. right. left. exists g. split; auto. apply adj_P.
        * apply app_eq_nil in N. destruct N as [_ N]. apply map_eq_nil in N.
          rewrite sum_zero. apply win_iff. left. unfold endlike. rewrite N. apply orb_true_r.
    - apply win_sum_false. rewrite O2, opp_opp. split; [|split].
      + intros _. apply not_like; auto. rewrite O2. apply or_zero_nil.
      + intros h Hh. destruct (Y1 h Hh) as (Y & HY & _ & W & _). apply win_sum. right. right.
        exists Y. rewrite O1. split; auto. apply in_or_zero_l, in_app_iff. auto.
      + intros x. unfold other. rewrite in_or_zero, in_app_iff, in_map_iff.
        intros [[Hx|(g & <- & Hg)]|[N ->]].
        * destruct (X2 x Hx) as (h & _ & _ & _ & W). auto.
        * apply win_sum. right. left. exists g. split; auto. apply adj_P.
        * apply app_eq_nil in N. destruct N as [_ N]. apply map_eq_nil in N.
          rewrite sum_zero. apply win_iff. left. unfold endlike. rewrite N. apply orb_true_r.
  Qed.

  (** [universe] Theorem 5.5, from left to right. *)
  Theorem only_if p G H : ge U p G H -> answers U p G H /\ proviso U p G H.
  Proof.
    intros E. split.
    - intros h Hh. apply NNPP. intros C. apply not_or_and in C. destruct C as [C1 C2].
      destruct (downlink (opp p) h G) as (T & HT & W1 & W2).
      + intros k Hk L. apply C2. exists k. split; auto. apply ge_swap. auto.
      + rewrite opp_opp. intros g Hg L. apply C1. exists g. split; auto. apply ge_swap. auto.
      + rewrite opp_opp in W2. destruct (E T HT) as [E1 _]. rewrite E1 in W2; [discriminate|].
        apply win_sum. right. left. exists h. auto.
    - intros EH. apply (strong_mono U p G H E). now apply endlike_strong.
  Qed.

  Lemma strong_match p G K :
    (forall g, In g (opts p G) -> exists k, In k (opts p K) /\ iso g k) ->
    (opts p G = [] -> opts p K = []) -> tomb p G = false ->
    strong U p G -> strong U p K.
  Proof.
    intros M N T S X HX EX. specialize (S X HX EX). apply win_sum in S. apply win_sum.
    destruct S as [[EG EX']|[(g & Hg & W)|(x & Hx & _)]].
    - left. split; auto. unfold endlike in *. rewrite T in EG. cbn in EG.
      apply is_nil_iff, N in EG. rewrite EG. apply orb_true_r.
    - right. left. destruct (M g Hg) as (k & Hk & I). exists k. split; auto.
      rewrite <- W. symmetry. apply iso_win, iso_sum; auto using iso_refl.
    - apply is_end_opts in EX. rewrite EX in Hx. destruct Hx.
  Qed.

  (** [universe] Theorem 5.18 modulo a parental universe. *)
  Theorem unique_modulo G H :
    reduced (misere U) G -> reduced (misere U) H -> equal (misere U) G H -> iso G H.
  Proof.
    intros RG RH E. apply (unique (misere U) (fun _ => True)); auto.
    - apply ge_swap.
    - apply ge_trans.
    - intros p G' H' h _ _ L Hh. now apply (only_if p G' H' L).
    - clear. intros p G H _ _ E R to from TG. destruct (tomb p H) eqn:TH; auto. exfalso.
      destruct (R p) as (_ & _ & V). apply (V TG). cbn.
      assert (opts p (erase p G) = opts p G) as O by (now destruct G, p).
      apply (strong_match p H); auto; rewrite ?O.
      + intros h Hh. destruct (from h Hh) as (g & Hg & I'). exists g. split; auto. now apply iso_sym.
      + intros N. destruct (opts p G) as [|g l] eqn:EG; auto.
        destruct (to g) as (h & Hh & _); [now left|]. rewrite N in Hh. destruct Hh.
      + apply (strong_mono U p H G); [apply ge_swap, (E (opp p))|].
        apply endlike_strong. unfold endlike. now rewrite TG.
  Qed.
End Parental.

Lemma universe_of_parental own :
  own zero = true -> (forall l r, l <> [] -> r <> [] -> own (Form l r false false) = true) ->
  parental (universe_of own).
Proof.
  intros Z N. split.
  - apply all_followers_iff. rewrite Z. split; auto. now intros [].
  - intros l r Hl Hr Ml Mr. apply all_followers_iff. cbn. rewrite N by auto.
    split; auto. intros []; auto.
Qed.

Theorem M_parental : parental M.
Proof. now apply universe_of_parental. Qed.
Theorem D_parental : parental D.
Proof. apply universe_of_parental; auto. intros [|] [|]; easy. Qed.
Theorem E_parental : parental E.
Proof. apply universe_of_parental; auto. intros [|] [|]; easy. Qed.
Theorem B_parental : parental B.
Proof. apply universe_of_parental; auto. intros [|] [|]; easy. Qed.
Theorem DA_parental A : parental (DA A).
Proof. split; [apply generated_zero|apply generated_dicotic]. Qed.

(** Modulo M, D, E, B and D(A), a form has at most one simplest form. *)
Theorem simplest_form (U : universe) G K K' : parental U ->
  equal (misere U) G K -> reduced (misere U) K ->
  equal (misere U) G K' -> reduced (misere U) K' -> iso K K'.
Proof.
  intros PU E R E' R'. apply (unique_modulo U PU); auto.
  intros p. apply (ge_trans U p K G K'); [|apply E']. apply ge_swap, (E (opp p)).
Qed.

(** In normal play, a form has at most one simplest form among the forms without
    tombstones. *)
Theorem normal_simplest_form G K K' : M K -> M K' ->
  equal normal G K -> reduced normal K -> equal normal G K' -> reduced normal K' -> iso K K'.
Proof.
  intros MK MK' E R E' R'. apply (unique normal M); auto.
  - intros p X x HX Hx. now apply (hereditary M p X).
  - apply nge_swap.
  - apply nge_trans.
  - intros p X Y y _ MY L Hy. now apply (normal_answers p X Y).
  - intros p X Y FX FY _ _ _ _ T. rewrite (ordinary M p X FX) in T. discriminate.
  - intros p. apply (nge_trans p K G K'); [|apply E']. apply nge_swap, (E (opp p)).
Qed.
