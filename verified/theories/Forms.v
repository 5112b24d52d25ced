(** Forms of games, their sums, and who wins.

    This file defines forms with tombstones ([universe] Definition 5.1), play
    (Definition 5.3), sums (Definition 5.4), conjugates and heights, and proves the
    equations by which play in a sum is computed. Options are lists here; [Iso.v] says
    when two forms are the same up to the order and repetition of options.

    Everything that exists for Left and for Right is written once, for a player p. *)
Require Export List Bool Arith Lia.
Export ListNotations.

Inductive player := Left | Right.
Definition opp p := match p with Left => Right | Right => Left end.

(** A form: the ordinary options of Left and of Right, and whether it has the tombstone
    of Left and that of Right. *)
Inductive form := Form (l r : list form) (tl tr : bool).

Definition opts p G :=
  match G with Form l r _ _ => match p with Left => l | Right => r end end.
Definition tomb p G :=
  match G with Form _ _ tl tr => match p with Left => tl | Right => tr end end.
Definition is_nil {A} (l : list A) := match l with [] => true | _ => false end.

(** End-like: an end, or with the player's tombstone ([universe] Definition 5.2). *)
Definition endlike p G := tomb p G || is_nil (opts p G).
(** An end: neither an option nor a tombstone ([universe] Definition 1.2). *)
Definition is_end p G := negb (tomb p G) && is_nil (opts p G).
Definition zero := Form [] [] false false.

(** Moving first, p wins G in misère play: G is end-like for p, or p has a move after which
    the opponent, moving first, does not win ([universe] Definition 5.3). *)
Fixpoint win (p : player) (G : form) : bool :=
  match G with
  | Form l r tl tr =>
    match p with
    | Left => tl || is_nil l || existsb (fun g => negb (win Right g)) l
    | Right => tr || is_nil r || existsb (fun g => negb (win Left g)) r
    end
  end.

(** The disjunctive sum ([universe] Definition 5.4). *)
Fixpoint sum (G : form) : form -> form :=
  match G with
  | Form l r tl tr =>
    fix sumG (H : form) : form :=
      match H with
      | Form l' r' tl' tr' =>
        Form (map (fun g => sum g H) l ++ map sumG l')
             (map (fun g => sum g H) r ++ map sumG r')
             ((tl || is_nil l) && (tl' || is_nil l') && (tl || tl'))
             ((tr || is_nil r) && (tr' || is_nil r') && (tr || tr'))
      end
  end.

(** The conjugate: the players exchanged. *)
Fixpoint conj (G : form) : form :=
  match G with Form l r tl tr => Form (map conj r) (map conj l) tr tl end.

(** The length of the longest run of ordinary moves. *)
Fixpoint height (G : form) : nat :=
  match G with Form l r _ _ => list_max (map (fun g => S (height g)) l ++ map (fun g => S (height g)) r) end.

Lemma opp_opp p : opp (opp p) = p.
Proof. now destruct p. Qed.

(** ** Induction *)
Section Induction.
  Variable P : form -> Prop.
  Hypothesis step : forall G, (forall p g, In g (opts p G) -> P g) -> P G.
  Fixpoint form_induction (G : form) : P G.
  Proof.
    destruct G as [l r tl tr]. apply step. intros p g. revert g. apply Forall_forall.
    destruct p; cbn.
    - induction l; constructor; auto.
    - induction r; constructor; auto.
  Defined.
End Induction.

(** ** Equations that treat the players alike *)
Lemma win_eq p G :
  win p G = endlike p G || existsb (fun g => negb (win (opp p) g)) (opts p G).
Proof. now destruct G, p. Qed.

Lemma win_iff p G :
  win p G = true <-> endlike p G = true \/ exists g, In g (opts p G) /\ win (opp p) g = false.
Proof.
  rewrite win_eq, orb_true_iff, existsb_exists.
  split; intros [|(g & ? & H)]; auto; right; exists g; split; auto;
    [now apply negb_true_iff | now rewrite H].
Qed.

Lemma win_false_iff p G :
  win p G = false <-> endlike p G = false /\ forall g, In g (opts p G) -> win (opp p) g = true.
Proof.
  split.
  - intros H. split.
    + destruct (endlike p G) eqn:E; auto.
      enough (win p G = true) by congruence. apply win_iff; auto.
    + intros g Hg. destruct (win (opp p) g) eqn:E; auto.
      enough (win p G = true) by congruence. apply win_iff; right; exists g; auto.
  - intros [H1 H2]. destruct (win p G) eqn:E; auto.
    apply win_iff in E. destruct E as [|(g & Hg & E)]; [congruence|].
    rewrite H2 in E by assumption. discriminate.
Qed.

Lemma opts_sum p G H :
  opts p (sum G H) = map (fun g => sum g H) (opts p G) ++ map (sum G) (opts p H).
Proof. now destruct G, H, p. Qed.

Lemma tomb_sum p G H :
  tomb p (sum G H) = endlike p G && endlike p H && (tomb p G || tomb p H).
Proof. now destruct G, H, p. Qed.

Lemma in_opts_sum p G H K :
  In K (opts p (sum G H)) <->
  (exists g, In g (opts p G) /\ K = sum g H) \/ (exists h, In h (opts p H) /\ K = sum G h).
Proof.
  rewrite opts_sum, in_app_iff, !in_map_iff.
  split; (intros [(x & ? & ?)|(x & ? & ?)]; [left|right]; exists x; auto).
Qed.

Lemma is_nil_app {A} (l m : list A) : is_nil (l ++ m) = is_nil l && is_nil m.
Proof. now destruct l. Qed.
Lemma is_nil_map {A B} (f : A -> B) l : is_nil (map f l) = is_nil l.
Proof. now destruct l. Qed.
Lemma is_nil_iff {A} (l : list A) : is_nil l = true <-> l = [].
Proof. destruct l; cbn; split; congruence. Qed.

Lemma endlike_sum p G H : endlike p (sum G H) = endlike p G && endlike p H.
Proof.
  unfold endlike at 1. rewrite opts_sum, tomb_sum, is_nil_app, !is_nil_map.
  unfold endlike. now destruct (tomb p G), (tomb p H), (is_nil (opts p G)), (is_nil (opts p H)).
Qed.

Lemma is_end_endlike p G : is_end p G = true -> endlike p G = true.
Proof. unfold is_end, endlike. now destruct (tomb p G), (is_nil (opts p G)). Qed.

Lemma is_end_opts p G : is_end p G = true -> opts p G = [].
Proof. unfold is_end. rewrite andb_true_iff, is_nil_iff. tauto. Qed.

(** Moving first in a sum. *)
Lemma win_sum p G X :
  win p (sum G X) = true <->
  (endlike p G = true /\ endlike p X = true)
  \/ (exists g, In g (opts p G) /\ win (opp p) (sum g X) = false)
  \/ (exists x, In x (opts p X) /\ win (opp p) (sum G x) = false).
Proof.
  rewrite win_iff, endlike_sum, andb_true_iff. setoid_rewrite in_opts_sum.
  split.
  - intros [?|(K & [(g & ? & ->)|(x & ? & ->)] & ?)]; eauto.
  - intros [?|[(g & ? & ?)|(x & ? & ?)]]; eauto 7.
Qed.

Lemma win_sum_false p G X :
  win p (sum G X) = false <->
  (endlike p G = true -> endlike p X = false)
  /\ (forall g, In g (opts p G) -> win (opp p) (sum g X) = true)
  /\ (forall x, In x (opts p X) -> win (opp p) (sum G x) = true).
Proof.
  rewrite win_false_iff, endlike_sum, andb_false_iff. setoid_rewrite in_opts_sum.
  split.
  - intros [H1 H2]. split; [destruct H1; congruence|]. split; eauto.
  - intros (H1 & H2 & H3). split.
    + destruct (endlike p G); auto.
    + intros K [(g & ? & ->)|(x & ? & ->)]; auto.
Qed.

Lemma map_id_in {A} (f : A -> A) l : (forall x, In x l -> f x = x) -> map f l = l.
Proof.
  induction l; cbn; intros H; auto. rewrite H, IHl; auto.
Qed.

Lemma sum_zero G : sum G zero = G.
Proof.
  induction G as [G IH] using form_induction. destruct G as [l r tl tr]. cbn.
  rewrite !app_nil_r. f_equal.
  - apply map_id_in. intros g Hg. apply (IH Left); assumption.
  - apply map_id_in. intros g Hg. apply (IH Right); assumption.
  - destruct tl, l; reflexivity.
  - destruct tr, r; reflexivity.
Qed.

Lemma height_opts p G g : In g (opts p G) -> height g < height G.
Proof.
  destruct G as [l r tl tr]. cbn [height opts]. intros H.
  enough (S (height g) <= list_max (map (fun g => S (height g)) l ++ map (fun g => S (height g)) r)) by lia.
  assert (Hin : In (S (height g)) (map (fun g => S (height g)) l ++ map (fun g => S (height g)) r)).
  { rewrite in_app_iff. destruct p; [left|right]; now apply (in_map (fun g => S (height g))). }
  revert Hin. generalize (map (fun g => S (height g)) l ++ map (fun g => S (height g)) r).
  intros k Hin. pose proof (proj1 (list_max_le k (list_max k)) (le_n _)) as HF.
  rewrite Forall_forall in HF. now apply HF.
Qed.

Lemma opts_conj p G : opts p (conj G) = map conj (opts (opp p) G).
Proof. now destruct G, p. Qed.
Lemma tomb_conj p G : tomb p (conj G) = tomb (opp p) G.
Proof. now destruct G, p. Qed.
