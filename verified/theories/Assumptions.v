(** What the theorems rest on. The build compares what is printed here with what is allowed:
    nothing for the soundness of the checker, classical logic for uniqueness. *)
From Misere Require Import Written Unique.
Print Assumptions check_sound.
Print Assumptions written_sound.
Print Assumptions generated_least.
Print Assumptions strong_E.
Print Assumptions dead_end_order.
Print Assumptions impartial_equality.
Print Assumptions normal_order.
Print Assumptions simplest_form.
Print Assumptions normal_simplest_form.
