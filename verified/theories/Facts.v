(** What a check has proved so far: the claims of the steps by their numbers, and most of them
    also by what they say. *)
From Misere Require Export Table Claims.

(** The key under which a claim is found; different claims have different keys. That a form is
    at least another, or equals it or not, is needed most often where a step is named: like a
    test set, it is found by the number of its step only, and has no key. *)
Definition key c : option (positive * positive * positive * positive) :=
  match c with
  | NotGe g h => Some (4, g, h, 1)
  | Strong g Left => Some (6, g, 1, 1) | Strong g Right => Some (8, g, 1, 1)
  | NotStrong g Left => Some (10, g, 1, 1) | NotStrong g Right => Some (12, g, 1, 1)
  | Member x => Some (14, x, 1, 1)
  | Outcome g true true => Some (16, g, 1, 1) | Outcome g true false => Some (18, g, 1, 1)
  | Outcome g false true => Some (20, g, 1, 1) | Outcome g false false => Some (22, g, 1, 1)
  | Simplest g k => Some (24, g, k, 1) | Reduced k => Some (26, k, 1, 1)
  | Invertible g => Some (28, g, 1, 1) | NotInvertible g => Some (30, g, 1, 1)
  | ConjIs g c => Some (32, g, c, 1) | SumIs g h s => Some (34, g, h, s)
  | Part f => Some (40, f, 1, 1)
  | EndIs Left x => Some (42, x, 1, 1) | EndIs Right x => Some (44, x, 1, 1)
  | Above n i j k => Some (xI (Pos.of_succ_nat n), i, j, k)
  | Ge _ _ | Equal _ _ | NotEqual _ _ | TestSet _ _ => None
  end%positive.

Lemma key_inj c d k : key c = Some k -> key d = Some k -> c = d.
Proof.
  destruct c as [| | | |? []|? []| |? [] []| | | | | | | |[] ?| |],
           d as [| | | |? []|? []| |? [] []| | | | | | | |[] ?| |];
    cbn; try discriminate; intros; try congruence.
  assert (Pos.of_succ_nat n = Pos.of_succ_nat n0) as N%SuccNat2Pos.inj by congruence. congruence.
Qed.

Record facts := {
  by_key : PM.t (PM.t (map2 unit));
  by_step : PM.t claim;
  next_step : positive }.

Definition no_facts : facts :=
  {| by_key := PM.empty _; by_step := PM.empty _; next_step := 1%positive |}.

Definition known (F : facts) c : bool :=
  match key c with
  | None => false
  | Some (k, x, i, j) =>
    match PM.find k (by_key F) with
    | None => false
    | Some m => match PM.find x m with
      | None => false
      | Some m => match find2 i j m with Some _ => true | None => false end
      end
    end
  end.

Definition or_empty {A} (m : option (PM.t A)) := match m with Some m => m | None => PM.empty A end.

Definition learn (F : facts) c : facts :=
  {| by_key := match key c with
       | None => by_key F
       | Some (k, x, i, j) =>
         let m := or_empty (PM.find k (by_key F)) in
         PM.add k (PM.add x (add2 i j tt (or_empty (PM.find x m))) m) (by_key F)
       end;
     by_step := PM.add (next_step F) c (by_step F);
     next_step := Pos.succ (next_step F) |}.

Definition step_claim (F : facts) s : option claim := PM.find s (by_step F).

(** A property that all facts have. *)
Definition all_facts (P : claim -> Prop) F :=
  (forall c, known F c = true -> P c) /\ (forall s c, step_claim F s = Some c -> P c).

Lemma all_facts_none P : all_facts P no_facts.
Proof.
  split.
  - intros c. unfold known. destruct (key c) as [[[[? ?] ?] ?]|]; [|discriminate].
    cbn. now rewrite PM.gempty.
  - intros s c. unfold step_claim. cbn. now rewrite PM.gempty.
Qed.

Lemma find_or_empty {A} (m : option (PM.t A)) x v : PM.find x (or_empty m) = Some v ->
  exists m', m = Some m' /\ PM.find x m' = Some v.
Proof. destruct m; cbn; [eauto|now rewrite PM.gempty]. Qed.

Lemma known_learn F c d : known (learn F c) d = true -> d = c \/ known F d = true.
Proof.
  unfold known, learn. cbn [by_key].
  destruct (key d) as [[[[k' x'] i'] j']|] eqn:Kd; [|discriminate].
  destruct (key c) as [[[[k x] i] j]|] eqn:Kc; [|auto].
  destruct (Pos.eq_dec k' k) as [->|N]; [|rewrite PM.gso by auto; auto].
  rewrite PM.gss. destruct (Pos.eq_dec x' x) as [->|N].
  - rewrite PM.gss. destruct (find2 i' j' _) eqn:F2; [|discriminate]. intros _.
    apply find2_add2 in F2. destruct F2 as [(-> & -> & _)|F2].
    + left. exact (key_inj _ _ _ Kd Kc).
    + right. destruct (PM.find k (by_key F)) as [m|]; cbn in F2.
      * destruct (PM.find x m); cbn in F2; [now rewrite F2|now rewrite find2_empty in F2].
      * rewrite PM.gempty in F2. cbn in F2. now rewrite find2_empty in F2.
  - rewrite PM.gso by auto. intros H. right.
    destruct (PM.find x' (or_empty _)) as [m|] eqn:Fx; [|discriminate].
    apply find_or_empty in Fx. destruct Fx as (m' & -> & ->). exact H.
Qed.

Lemma all_facts_learn (P : claim -> Prop) F c : P c -> all_facts P F -> all_facts P (learn F c).
Proof.
  intros H [K S]. split.
  - intros d Kd. apply known_learn in Kd. destruct Kd as [->|Kd]; auto.
  - intros s d. unfold step_claim, learn. cbn [by_step].
    destruct (Pos.eq_dec s (next_step F)) as [->|N].
    + rewrite PM.gss. now intros [= <-].
    + rewrite PM.gso by auto. apply S.
Qed.
