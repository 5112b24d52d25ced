(** One certificate as one theorem: the claims of an accepted certificate about forms that are
    written out.

    A file that [misere check --coq] writes defines the forms one by one. For each of them
    [written_sound] shows that it is the form with its number, and [check_sound] then gives the
    claims. *)
From Misere Require Export Sound.

Definition node_at c i := nth_error (c_nodes c) (pred (Pos.to_nat i)).

Lemma build_keeps u ns : forall T i T' j e, build u T i ns = Some T' ->
  PM.find j T = Some e -> PM.find j T' = Some e.
Proof.
  induction ns as [|n ns IH]; cbn; intros T i T' j e; [now intros [= <-]|].
  unfold add_node. destruct (PM.find i T) eqn:Fi; [discriminate|].
  destruct (entries T (n_left n)); [|discriminate]. destruct (entries T (n_right n)); [|discriminate].
  intros B' F. apply (IH _ _ _ _ _ B'). rewrite PM.gso; auto. congruence.
Qed.

Lemma build_nth u ns : forall T i T' k n, build u T i ns = Some T' -> nth_error ns k = Some n ->
  exists e, PM.find (Pos.of_nat (Pos.to_nat i + k)) T' = Some e /\ e_node e = n.
Proof.
  induction ns as [|m ns IH]; intros T i T' [|k] n B'; try discriminate; cbn in B'.
  - intros [= <-]. destruct (add_node u T i m) as [T1|] eqn:Ad; [|discriminate].
    rewrite Nat.add_0_r, Pos2Nat.id. unfold add_node in Ad.
    destruct (PM.find i T); [discriminate|]. destruct (entries T (n_left m)); [|discriminate].
    destruct (entries T (n_right m)); [|discriminate]. injection Ad as <-.
    eexists. split; [eapply build_keeps; [exact B'|apply PM.gss]|reflexivity].
  - intros N. destruct (add_node u T i m) as [T1|]; [|discriminate].
    destruct (IH T1 (Pos.succ i) T' k n B' N) as (e & F & E). exists e. split; auto.
    rewrite <- F. do 2 f_equal. rewrite Pos2Nat.inj_succ. lia.
Qed.

(** The form with a number is the one that its node describes. *)
Theorem written_sound c i l r tl tr L R : check c = Accepted -> node_at c i = Some (Node l r tl tr) ->
  map (form_of c) l = L -> map (form_of c) r = R -> form_of c i = Form L R tl tr.
Proof.
  unfold check, form_of, node_at. destruct (c_table c) as [T|] eqn:ET; [|discriminate].
  intros _ N <- <-. pose proof (build_ok _ _ _ _ _ (ok_empty _) ET) as O.
  destruct (build_nth _ _ _ _ _ _ _ ET N) as (e & F & E).
  replace (Pos.of_nat (Pos.to_nat 1 + pred (Pos.to_nat i))) with i in F
    by (pose proof (Pos2Nat.is_pos i); rewrite <- (Pos2Nat.id i) at 1; f_equal; lia).
  rewrite (den_found T i e F). destruct (O i e F) as (_ & -> & _ & _).
  unfold e_opts. rewrite E. reflexivity.
Qed.
