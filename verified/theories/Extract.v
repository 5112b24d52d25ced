(** The checker as a program in OCaml: [check] and nothing else is extracted. *)
From Misere Require Import Check.
Require Import Extraction ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "checker.ml" check.
