(** The universes M, D, E, B, I and D(A), each by its definition.

    Dead ends are [universe] Definition 1.3, blocked ends [universe] Definition 7.1 and
    [blocking] section 2; D(A) is described as in [universe] Proposition 2.6, and
    [generated_least] shows that it lies in every class of games that contains A and is
    closed as a universe must be. *)
From Misere Require Export Order Iso.

(** ** Universes given by a property of every follower *)
(** The form G and all its followers have a property. *)
Fixpoint all_followers (own : form -> bool) (G : form) : bool :=
  match G with Form l r _ _ =>
    own G && forallb (all_followers own) l && forallb (all_followers own) r end.

Lemma all_followers_iff own G :
  all_followers own G = true <->
  own G = true /\ forall p g, In g (opts p G) -> all_followers own g = true.
Proof.
  destruct G as [l r tl tr]. cbn [all_followers opts]. rewrite !andb_true_iff, !forallb_forall.
  split.
  - intros ((? & ?) & ?). split; auto. intros []; auto.
  - intros (? & H). repeat split; auto. + apply (H Left). + apply (H Right).
Qed.

Definition no_tomb G := negb (tomb Left G) && negb (tomb Right G).
Lemma no_tomb_tomb p G : no_tomb G = true -> tomb p G = false.
Proof. unfold no_tomb. rewrite andb_true_iff, !negb_true_iff. destruct p; tauto. Qed.

(** The forms all of whose followers have no tombstone and a property. *)
Program Definition universe_of (own : form -> bool) : universe :=
  {| member X := all_followers (fun G => no_tomb G && own G) X = true |}.
Next Obligation. apply all_followers_iff in H. destruct H as [_ H]. eapply H; eauto. Qed.
Next Obligation.
  apply all_followers_iff in H. rewrite andb_true_iff in H. now apply no_tomb_tomb.
Qed.

Definition implb' (a b : bool) := if a then b else true.

(** An end for p, with all its followers ([universe] Definition 1.3). *)
Definition dead p := all_followers (fun G => no_tomb G && is_nil (opts p G)).

(** A blocked end for p ([universe] Definition 7.1). *)
Fixpoint blocked (p : player) (G : form) : bool :=
  match G with
  | Form l r _ _ =>
    match p with
    | Left => is_end Left G && forallb (fun x =>
        match x with Form l' _ _ _ => blocked Left x || existsb (blocked Left) l' end) r
    | Right => is_end Right G && forallb (fun x =>
        match x with Form _ r' _ _ => blocked Right x || existsb (blocked Right) r' end) l
    end
  end.

(** All games without tombstones. *)
Definition M := universe_of (fun _ => true).
(** Dicots: in every follower both players can move, or neither can. *)
Definition D := universe_of (fun G => eqb (is_nil (opts Left G)) (is_nil (opts Right G))).

Definition ends_are (good : player -> form -> bool) G :=
  implb' (is_end Left G) (good Left G) && implb' (is_end Right G) (good Right G).
(** Dead-ending games: every follower that is an end is a dead end. *)
Definition E := universe_of (ends_are dead).
(** Blocking games: every follower that is an end is a blocked end. *)
Definition B := universe_of (ends_are blocked).

Lemma ends_are_iff good p G : ends_are good G = true -> is_end p G = true -> good p G = true.
Proof.
  unfold ends_are, implb'. rewrite andb_true_iff.
  intros [H1 H2] H. destruct p; rewrite H in *; auto.
Qed.

Lemma member_own own X : universe_of own X -> no_tomb X = true /\ own X = true.
Proof. cbn. rewrite all_followers_iff, andb_true_iff. tauto. Qed.

Lemma no_opts_zero X :
  no_tomb X = true -> opts Left X = [] -> opts Right X = [] -> X = zero.
Proof.
  intros H. pose proof (no_tomb_tomb Left X H). pose proof (no_tomb_tomb Right X H).
  destruct X as [l r tl tr]. cbn in *. now intros; subst.
Qed.

Lemma dead_iff p X :
  dead p X = true <-> no_tomb X = true /\ opts p X = [] /\
                      forall x, In x (opts (opp p) X) -> dead p x = true.
Proof.
  unfold dead at 1. rewrite all_followers_iff, andb_true_iff, is_nil_iff.
  split.
  - intros ([T N] & H). repeat split; auto. intros x Hx. now apply (H (opp p)).
  - intros (T & N & H). repeat split; auto. intros q x Hx.
    apply H. destruct p, q; auto; rewrite N in Hx; destruct Hx.
Qed.

Lemma dead_end p X : dead p X = true -> is_end p X = true.
Proof.
  rewrite dead_iff. intros (T & N & _). unfold is_end. rewrite N, no_tomb_tomb; auto.
Qed.

(** ** I *)
(** Impartial games: no tombstones, and in every follower each option of one player is, up
    to isomorphism, an option of the other. I has no order of its own, since it is not
    parental; two games are equal modulo I if outcomes agree in every sum with a game of I. *)
Inductive impartial (G : form) : Prop := Impartial {
  imp_tomb : forall p, tomb p G = false;
  imp_same : forall p g, In g (opts p G) -> exists h, In h (opts (opp p) G) /\ iso g h;
  imp_opts : forall p g, In g (opts p G) -> impartial g }.

Program Definition I : universe := {| member := impartial |}.
Next Obligation. eapply imp_opts; eauto. Qed.
Next Obligation. now apply imp_tomb. Qed.

(** ** D(A) *)
(** F is G or can be reached from G by moves. *)
Inductive follower (F : form) : form -> Prop :=
  | F_self : follower F F
  | F_opt p G g : In g (opts p G) -> follower F g -> follower F G.

(** Parts: for Left the followers of members of A, for Right those of their conjugates. An
    end of D(A) is a sum of parts. *)
Definition sum_of := fold_right sum zero.
Definition part (A : list form) p F :=
  exists G, In G A /\ follower F (match p with Left => G | Right => conj G end).
Definition end_of A p X := exists Fs, Forall (part A p) Fs /\ iso X (sum_of Fs).

(** D(A): every follower that is an end for a player is a sum of parts of that player. *)
Program Definition DA (A : list form) : universe :=
  {| member X := forall F, follower F X ->
       no_tomb F = true /\ forall p, is_end p F = true -> end_of A p F |}.
Next Obligation. apply H; econstructor; eauto. Qed.
Next Obligation. apply no_tomb_tomb, H. constructor. Qed.

Lemma follower_inv F G : follower F G -> F = G \/ exists p g, In g (opts p G) /\ follower F g.
Proof. destruct 1; eauto. Qed.

(** D(A) lies in every class that contains A and is closed as a universe must be, the hard
    half of [universe] Proposition 2.6. *)
Theorem generated_least A (V : form -> Prop) :
  V zero ->
  (forall G H, V G -> V H -> V (sum G H)) -> (forall G, V G -> V (conj G)) ->
  (forall p G g, V G -> In g (opts p G) -> V g) ->
  (forall l r, l <> [] -> r <> [] -> (forall x, In x l -> V x) -> (forall x, In x r -> V x) ->
     V (Form l r false false)) ->
  (forall G H, iso G H -> V H -> V G) ->
  (forall G, In G A -> V G) ->
  forall X, DA A X -> V X.
Proof.
  intros Z Sm Cj Op Di Is HA X. induction X as [X IH] using form_induction. intros HX.
  destruct (is_end Left X || is_end Right X) eqn:EX.
  - assert (exists p, is_end p X = true) as (p & Ep).
    { apply orb_true_iff in EX. destruct EX; eauto. }
    destruct (HX X (F_self X)) as [_ Ends]. destruct (Ends p Ep) as (Fs & HF & I).
    apply (Is _ _ I). clear I. induction HF as [|F Fs (G & HG & HFo) _ IHF]; auto.
    cbn. apply Sm; auto.
    assert (VG : V (match p with Left => G | Right => conj G end)) by (destruct p; auto).
    revert VG. clear - HFo Op. induction HFo; eauto.
  - assert (No : forall p x, In x (opts p X) -> V x).
    { intros p x Hx. apply (IH p x Hx). now apply (hereditary (DA A) p X). }
    pose proof (ordinary (DA A) Left X HX) as TL. pose proof (ordinary (DA A) Right X HX) as TR.
    apply orb_false_iff in EX. unfold is_end in EX. rewrite TL, TR in EX. cbn in EX.
    pose proof (No Left) as NL. pose proof (No Right) as NR.
    destruct X as [l r tl tr]. cbn in *. subst. destruct EX. apply Di; auto; now intros ->.
Qed.
