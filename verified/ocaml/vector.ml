(* Arrays that grow at the end. *)

type 'a t = { mutable items : 'a array; mutable count : int; filler : 'a }

let create filler = { items = Array.make 64 filler; count = 0; filler }

let push v item =
  if v.count = Array.length v.items then
    v.items <- Array.append v.items (Array.make v.count v.filler);
  v.items.(v.count) <- item;
  v.count <- v.count + 1

let get v i = if i < v.count then v.items.(i) else invalid_arg "beyond the end"

let to_list v =
  let rec go i list = if i < 0 then list else go (i - 1) (v.items.(i) :: list) in
  go (v.count - 1) []

let to_array v = Array.sub v.items 0 v.count
