(** Equality of impartial games: [nim] Theorem 1, the half that proves equality. *)
From Misere Require Export Strength.

(** G and H are equal modulo I: o(G+X) = o(H+X) for every impartial X. *)
Definition equal_I G H := forall p, ge I p G H.

Lemma equal_I_sym G H : equal_I G H -> equal_I H G.
Proof. intros E p. apply ge_swap. apply E. Qed.

Theorem impartial_equality G H :
  (forall p h, In h (opts p H) -> (exists g, In g (opts p G) /\ equal_I g h) \/
                                  (exists k, In k (opts (opp p) h) /\ equal_I G k)) ->
  (forall p g, In g (opts p G) -> (exists h, In h (opts p H) /\ equal_I g h) \/
                                  (exists k, In k (opts (opp p) g) /\ equal_I k H)) ->
  (forall p, endlike p H = true -> win p G = true) ->
  (forall p, endlike p G = true -> win p H = true) ->
  equal_I G H.
Proof.
  intros A A' P P' p. apply maintenance.
  - intros h Hh. destruct (A p h Hh) as [(g & Hg & E)|(k & Hk & E)]; [left|right]; eauto.
  - intros E. apply strong_I. auto.
  - intros g Hg. destruct (A' (opp p) g Hg) as [(h & Hh & E)|(k & Hk & E)]; [left|right];
      eexists; (split; [eassumption|]); now apply equal_I_sym.
  - intros E. apply strong_I. auto.
Qed.
