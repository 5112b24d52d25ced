(** What the claims of a certificate mean.

    This file, with the definitions that it stands on in [Forms.v], [Order.v], [Iso.v],
    [Universes.v] and [Normal.v], is what a reader has to understand in order to know what
    has been proved. It holds definitions and no algorithm. *)
From Misere Require Export Normal DeadEnds.
Require Export PArith.

(** What claims are made modulo: misère play with the games of a universe, or normal play. *)
Record order := {
  at_least : player -> form -> form -> Prop;
  is_strong : player -> form -> Prop;
  has_member : form -> Prop;
  wins : player -> form -> bool }.

Definition misere (U : universe) : order :=
  {| at_least := ge U; is_strong := strong U; has_member := U; wins := win |}.

(** Normal play knows no strength, and forms without tombstones only. *)
Definition normal : order :=
  {| at_least := nge; is_strong := fun _ _ => False; has_member := M; wins := nwin |}.

Definition equal o G H := forall p, at_least o p G H.

(** The form without the tombstone of p ([universe] Definition 5.15). *)
Definition erase p G :=
  match G with Form l r tl tr =>
    match p with Left => Form l r false tr | Right => Form l r tl false end end.

(** No option is dominated or reversible, and no tombstone can be erased, in the form itself
    and in its followers ([universe] Definitions 5.11 and 5.17). *)
Definition reduced_here o G := forall p,
  (forall x y, In x (opts p G) -> In y (opts p G) -> x <> y -> ~ at_least o p y x) /\
  (forall x y, In x (opts p G) -> In y (opts (opp p) x) -> ~ at_least o p G y) /\
  (tomb p G = true -> ~ is_strong o p (erase p G)).
Inductive reduced (o : order) (G : form) : Prop :=
  Red : reduced_here o G -> (forall p g, In g (opts p G) -> reduced o g) -> reduced o G.

(** Claims about forms, which are named by numbers. The first eleven and the last are claims
    of certificates; the others are steps in between. *)
Inductive claim :=
  | Ge (g h : positive) | NotGe (g h : positive)
  | Equal (g h : positive) | NotEqual (g h : positive)
  | Strong (g : positive) (p : player) | NotStrong (g : positive) (p : player)
  | Member (x : positive)
  | Outcome (g : positive) (left_first right_first : bool) (* does the player who starts win? *)
  | Simplest (g k : positive)
  | Invertible (g : positive) | NotInvertible (g : positive)
  | Reduced (k : positive)
  | ConjIs (g c : positive) | SumIs (g h s : positive)
  | Part (f : positive)
  | EndIs (p : player) (x : positive)
  | Above (n : nat) (i j k : positive)
  | TestSet (n : nat) (set : list positive).

(** The meaning of a claim: [o] is what the claim is made modulo, [A] the set of generators if
    it is made modulo D(A), and [den] gives the form with a number. *)
Definition holds (o : order) (A : list form) (den : positive -> form) (c : claim) : Prop :=
  match c with
  | Ge g h => at_least o Left (den g) (den h)
  | NotGe g h => ~ at_least o Left (den g) (den h)
  | Equal g h => equal o (den g) (den h)
  | NotEqual g h => ~ equal o (den g) (den h)
  | Strong g p => is_strong o p (den g)
  | NotStrong g p => ~ is_strong o p (den g)
  | Member x => has_member o (den x)
  | Outcome g a b => wins o Left (den g) = a /\ wins o Right (den g) = b
  | Simplest g k => equal o (den g) (den k) /\ reduced o (den k)
  | Invertible g => equal o (sum (den g) (conj (den g))) zero
  | NotInvertible g => ~ equal o (sum (den g) (conj (den g))) zero
  | Reduced k => reduced o (den k)
  | ConjIs g c => iso (den c) (conj (den g))
  | SumIs g h s => iso (den s) (sum (den g) (den h))
  | Part f => part A Left (den f)
  | EndIs p x => end_of A p (den x)
  | Above n i j k => dge Left (trunc n (sum (den i) (den j))) (den k)
  | TestSet n set => covers A n (map den set)
  end.
