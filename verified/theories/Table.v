(** Forms as numbers in a table, and who plays the sum of two of them.

    [plays] plays a sum of two listed forms by the rules and remembers who won;
    [plays_spec] shows that it is right. *)
From Misere Require Export Bits.
Require Export FMapPositive.
Module PM := PositiveMap.

(** ** Maps on pairs of numbers *)
Definition map2 A := PM.t (PM.t A).
Definition find2 {A} (i j : positive) (m : map2 A) : option A :=
  match PM.find i m with Some r => PM.find j r | None => None end.
Definition add2 {A} (i j : positive) (v : A) (m : map2 A) : map2 A :=
  PM.add i (PM.add j v (match PM.find i m with Some r => r | None => PM.empty A end)) m.

Lemma find2_add2 {A} i j i' j' (v w : A) m :
  find2 i j (add2 i' j' v m) = Some w ->
  (i = i' /\ j = j' /\ v = w) \/ find2 i j m = Some w.
Proof.
  unfold find2, add2. destruct (Pos.eq_dec i i') as [->|Ni].
  - rewrite PM.gss. destruct (Pos.eq_dec j j') as [->|Nj].
    + rewrite PM.gss. intros [= ->]. auto.
    + rewrite PM.gso by auto. destruct (PM.find i' m); auto. now rewrite PM.gempty.
  - rewrite PM.gso by auto. auto.
Qed.

Lemma find2_empty {A} i j : find2 i j (PM.empty (PM.t A)) = None.
Proof. unfold find2. now rewrite PM.gempty. Qed.

(** ** Play by the rules of misère or of normal play *)
Definition is_normal u := match u with UN => true | _ => false end.
Definition win_by u := if is_normal u then nwin else win.

Lemma win_by_sum u p G X : win_by u p (sum G X) =
  negb (is_normal u) && endlike p G && endlike p X ||
  (existsb (fun g => negb (win_by u (opp p) (sum g X))) (opts p G) ||
   existsb (fun x => negb (win_by u (opp p) (sum G x))) (opts p X)).
Proof.
  unfold win_by. destruct (is_normal u); cbn [negb andb orb].
  - now rewrite nwin_eq, opts_sum, existsb_app, !existsb_map.
  - now rewrite win_eq, endlike_sum, opts_sum, existsb_app, !existsb_map.
Qed.

(** ** The table *)
Record node := Node { n_left : list positive; n_right : list positive; n_tl : bool; n_tr : bool }.
Record entry := { e_node : node; e_form : form; e_bits : bits; e_impartial : bool }.
Definition table := PM.t entry.
Definition n_opts p n := match p with Left => n_left n | Right => n_right n end.
Definition e_opts p e := n_opts p (e_node e).

(** The form with a number. *)
Definition den (T : table) (i : positive) := match PM.find i T with Some e => e_form e | None => zero end.

Fixpoint entries (T : table) (l : list positive) : option (list entry) :=
  match l with
  | [] => Some []
  | i :: l =>
    match PM.find i T, entries T l with Some e, Some es => Some (e :: es) | _, _ => None end
  end.

Definition same_list (l m : list positive) : bool := if list_eq_dec Pos.eq_dec l m then true else false.

Definition add_node u (T : table) i n : option table :=
  match PM.find i T, entries T (n_left n), entries T (n_right n) with
  | None, Some l, Some r =>
    Some (PM.add i {| e_node := n;
                      e_form := Form (map e_form l) (map e_form r) (n_tl n) (n_tr n);
                      e_bits := bits_of u (map e_bits l) (map e_bits r) (n_tl n) (n_tr n);
                      e_impartial := same_list (n_left n) (n_right n) && negb (n_tl n || n_tr n) &&
                                     forallb e_impartial l |} T)
  | _, _, _ => None
  end.

Fixpoint build u (T : table) i (ns : list node) : option table :=
  match ns with
  | [] => Some T
  | n :: ns => match add_node u T i n with Some T => build u T (Pos.succ i) ns | None => None end
  end.

Definition ok u (T : table) := forall i e, PM.find i T = Some e ->
  (forall p x, In x (e_opts p e) -> PM.find x T <> None) /\
  e_form e = Form (map (den T) (e_opts Left e)) (map (den T) (e_opts Right e))
                  (n_tl (e_node e)) (n_tr (e_node e)) /\
  e_bits e = bits_form u (e_form e) /\
  (e_impartial e = true -> impartial (e_form e)).

Lemma entries_spec u T (O : ok u T) l es : entries T l = Some es ->
  (forall x, In x l -> PM.find x T <> None) /\
  map e_form es = map (den T) l /\ map e_bits es = map (bits_form u) (map (den T) l) /\
  (forallb e_impartial es = true -> forall x, In x l -> impartial (den T x)).
Proof.
  revert es. induction l as [|i l IH]; cbn; intros es.
  - intros [= <-]. cbn. split; [tauto|]. split; [easy|]. split; [easy|tauto].
  - destruct (PM.find i T) as [e|] eqn:F; [|discriminate].
    destruct (entries T l) as [es'|]; [|discriminate]. intros [= <-].
    destruct (IH _ eq_refl) as (H1 & H2 & H3 & H4). cbn.
    assert (D : den T i = e_form e) by (unfold den; now rewrite F).
    rewrite H2, H3, D. destruct (O i e F) as (_ & _ & -> & HI).
    split; [|split; [easy|split; [easy|]]].
    + intros x [<-|]; auto. now rewrite F.
    + rewrite andb_true_iff. intros [I1 I2] x [<-|Hx]; [rewrite D|]; auto.
Qed.

Lemma den_add T i e x : PM.find i T = None -> PM.find x T <> None -> den (PM.add i e T) x = den T x.
Proof. intros Fi Fx. unfold den. rewrite PM.gso; auto. intros ->. auto. Qed.

Lemma add_node_ok u T i n T' : ok u T -> add_node u T i n = Some T' -> ok u T'.
Proof.
  intros O. unfold add_node. destruct (PM.find i T) eqn:Fi; [discriminate|].
  destruct (entries T (n_left n)) as [l|] eqn:El; [|discriminate].
  destruct (entries T (n_right n)) as [r|] eqn:Er; [|discriminate].
  intros [= <-].
  destruct (entries_spec u T O _ _ El) as (L1 & L2 & L3 & L4).
  destruct (entries_spec u T O _ _ Er) as (R1 & R2 & R3 & _).
  rewrite L2, L3, R2, R3.
  set (e0 := {| e_node := n |}).
  assert (imp : e_impartial e0 = true -> impartial (e_form e0)).
  { cbn. unfold same_list. destruct (list_eq_dec _ _ _) as [Same|]; [|discriminate]. cbn.
    rewrite !andb_true_iff, negb_true_iff, orb_false_iff. intros [[Tl Tr] Il].
    pose proof (L4 Il) as I'. rewrite <- Same.
    split; intros p; [now destruct p|..]; intros g Hg.
    - exists g. split; [now destruct p|apply iso_refl].
    - assert (In g (map (den T) (n_left n))) as Hg' by now destruct p.
      apply in_map_iff in Hg'. destruct Hg' as (x & <- & Hx). auto. }
  assert (same : forall l, (forall x, In x l -> PM.find x T <> None) ->
    map (den (PM.add i e0 T)) l = map (den T) l).
  { intros k Hk. apply map_ext_in. intros x Hx. apply den_add; auto. }
  assert (kept : forall x, PM.find x T <> None -> PM.find x (PM.add i e0 T) <> None).
  { intros x Hx. destruct (Pos.eq_dec x i) as [->|N]; [rewrite PM.gss | rewrite PM.gso]; easy. }
  intros j e Fj. destruct (Pos.eq_dec j i) as [->|N].
  - rewrite PM.gss in Fj. injection Fj as <-. unfold e_opts. cbn [e_node n_opts e0].
    rewrite !same by auto. split; [|split; [easy|split; [easy|exact imp]]].
    intros [] x Hx; apply kept; auto.
  - rewrite PM.gso in Fj by auto. destruct (O j e Fj) as (H1 & H2 & H3 & H4).
    rewrite (same _ (H1 Left)), (same _ (H1 Right)).
    split; [|split; [easy|split; [easy|easy]]]. intros p x Hx. apply kept. eauto.
Qed.

Lemma build_ok u ns : forall T i T', ok u T -> build u T i ns = Some T' -> ok u T'.
Proof.
  induction ns as [|n ns IH]; cbn; intros T i T' O.
  - now intros [= <-].
  - destruct (add_node u T i n) as [T1|] eqn:A; [|discriminate].
    apply IH. now apply add_node_ok in A.
Qed.

Lemma ok_empty u : ok u (PM.empty _).
Proof. intros i e. now rewrite PM.gempty. Qed.

Section Play.
  Variables (u : name) (T : table).
  Hypothesis O : ok u T.

  Lemma den_found i e : PM.find i T = Some e -> den T i = e_form e.
  Proof. intros F. unfold den. now rewrite F. Qed.

  Lemma den_opts i e p : PM.find i T = Some e -> opts p (den T i) = map (den T) (e_opts p e).
  Proof.
    intros F. rewrite (den_found i e F). destruct (O i e F) as (_ & -> & _ & _). now destruct p.
  Qed.

  Lemma den_bits i e : PM.find i T = Some e -> e_bits e = bits_form u (den T i).
  Proof. intros F. rewrite (den_found i e F). now apply O in F. Qed.

  Lemma den_like i e p : PM.find i T = Some e -> s_like (sel p (e_bits e)) = endlike p (den T i).
  Proof. intros F. now rewrite (den_bits i e F), bit_like. Qed.

  (** ** Who plays den i + den j *)
  Record memo := { m_left : map2 bool; m_right : map2 bool }.
  Definition m_of p m := match p with Left => m_left m | Right => m_right m end.
  Definition m_add p i j b m :=
    match p with
    | Left => {| m_left := add2 i j b (m_left m); m_right := m_right m |}
    | Right => {| m_left := m_left m; m_right := add2 i j b (m_right m) |}
    end.

  (** Some x in the list for which the opponent loses. *)
  Fixpoint some_lost (play : memo -> positive -> memo * option bool) (l : list positive) (m : memo)
    : memo * option bool :=
    match l with
    | [] => (m, Some false)
    | x :: l =>
      match play m x with
      | (m, Some true) => some_lost play l m
      | (m, Some false) => (m, Some true)
      | (m, None) => (m, None)
      end
    end.

  Fixpoint plays (fuel : nat) (p : player) (i j : positive) (m : memo) : memo * option bool :=
    match fuel with
    | 0 => (m, None)
    | S fuel =>
      match find2 i j (m_of p m) with
      | Some b => (m, Some b)
      | None =>
        match PM.find i T, PM.find j T with
        | Some a, Some b =>
          let (m, r) :=
            if negb (is_normal u) && s_like (sel p (e_bits a)) && s_like (sel p (e_bits b)) then (m, Some true)
            else match some_lost (fun m x => plays fuel (opp p) x j m) (e_opts p a) m with
                 | (m, Some false) => some_lost (fun m y => plays fuel (opp p) i y m) (e_opts p b) m
                 | done => done
                 end in
          match r with
          | Some w => (m_add p i j w m, Some w)
          | None => (m, None)
          end
        | _, _ => (m, None)
        end
      end
    end.

  Notation truth p i j := (win_by u p (sum (den T i) (den T j))).
  Definition right m := forall p i j b, find2 i j (m_of p m) = Some b -> truth p i j = b.

  Lemma right_add p i j b m : right m -> truth p i j = b -> right (m_add p i j b m).
  Proof.
    intros R E q i' j' b' F.
    assert (S : q = p /\ find2 i' j' (add2 i j b (m_of p m)) = Some b' \/
                find2 i' j' (m_of q m) = Some b') by (destruct q, p; cbn in F; auto).
    destruct S as [[-> S]|S]; [|now apply R].
    apply find2_add2 in S. destruct S as [(-> & -> & <-)|S]; [easy | now apply R].
  Qed.

  Lemma some_lost_spec play (value : positive -> bool) :
    (forall m x, right m -> right (fst (play m x)) /\
      forall b, snd (play m x) = Some b -> value x = b) ->
    forall l m, right m -> right (fst (some_lost play l m)) /\
      forall b, snd (some_lost play l m) = Some b -> existsb (fun x => negb (value x)) l = b.
  Proof.
    intros H l. induction l as [|x l IH]; cbn; intros m R; [split; auto; now intros b [= <-]|].
    destruct (H m x R) as [R' V]. destruct (play m x) as [m' [[]|]]; cbn in *.
    - destruct (IH m' R') as [R2 V2]. split; auto. intros b Hb. rewrite (V true eq_refl). cbn. auto.
    - split; auto. intros b [= <-]. now rewrite (V false eq_refl).
    - split; auto. discriminate.
  Qed.

  Theorem plays_spec fuel : forall p i j m, right m ->
    right (fst (plays fuel p i j m)) /\
    forall b, snd (plays fuel p i j m) = Some b -> truth p i j = b.
  Proof.
    induction fuel as [|fuel IH]; cbn; intros p i j m R; [split; [auto|discriminate]|].
    destruct (find2 i j (m_of p m)) as [b|] eqn:F.
    { split; auto. cbn. intros b' [= <-]. eapply R; eauto. }
    destruct (PM.find i T) as [a|] eqn:Fi; [|split; [auto|discriminate]].
    destruct (PM.find j T) as [b|] eqn:Fj; [|split; [auto|discriminate]].
    match goal with |- context [let (m, r) := ?body in _] => set (X := body) end.
    assert (main : right (fst X) /\ forall w, snd X = Some w -> truth p i j = w).
    { unfold X. rewrite (den_like i a p Fi), (den_like j b p Fj).
      pose proof (win_by_sum u p (den T i) (den T j)) as W.
      rewrite (den_opts i a p Fi), (den_opts j b p Fj), !existsb_map in W.
      cbv beta in W.
      destruct (negb (is_normal u) && endlike p (den T i) && endlike p (den T j)).
      { split; auto. cbn in *. now intros w [= <-]. }
      destruct (some_lost_spec (fun m x => plays fuel (opp p) x j m)
        (fun x => truth (opp p) x j) (fun m x => IH (opp p) x j m) (e_opts p a) m R) as [R1 V1].
      destruct (some_lost _ (e_opts p a) m) as [m1 [[]|]]; cbn in R1, V1.
      - split; auto. cbn. intros w [= <-]. now rewrite W, (V1 true eq_refl).
      - destruct (some_lost_spec (fun m y => plays fuel (opp p) i y m)
          (fun y => truth (opp p) i y) (fun m y => IH (opp p) i y m) (e_opts p b) m1 R1) as [R2 V2].
        split; auto. intros w Hw. rewrite W, (V1 false eq_refl). cbn. auto.
      - split; auto. discriminate. }
    destruct main as [R' V]. destruct X as [m' [w|]]; cbn in *.
    - split; [|now intros ? [= <-]; apply V]. apply right_add; auto.
    - split; [auto|discriminate].
  Qed.
End Play.
