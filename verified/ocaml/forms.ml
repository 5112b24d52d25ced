(* The forms of a certificate, and those that are made from them: each once up to
   isomorphism, with sorted options, and numbered from 1 on, options before the forms that
   have them. *)

open Refusal

type shape = { left : int list; right : int list; left_tomb : bool; right_tomb : bool }
type player = Left | Right

module Shapes = Hashtbl.Make (struct
    type t = shape
    let rec same (a : int list) (b : int list) =
      match (a, b) with
      | [], [] -> true
      | x :: a, y :: b -> x = y && same a b
      | _ -> false
    let equal a b =
      a.left_tomb = b.left_tomb && a.right_tomb = b.right_tomb && same a.left b.left && same a.right b.right
    let mix = List.fold_left (fun h i -> (h * 1000003) lxor i)
    let hash s =
      let tombs = (if s.left_tomb then 2 else 0) + if s.right_tomb then 1 else 0 in
      mix ((mix (tombs + 17) s.left * 31) + 7) s.right land max_int
  end)

(* Tables with numbers as keys: the standard ones look at the form of a key first. *)
module Numbers = Hashtbl.Make (struct
    type t = int
    let equal (a : int) b = a = b
    let hash n = (n * 0x9e3779b97f4a7c) lsr 20 land max_int
  end)

type t = {
  mutable shapes : shape array;
  mutable heights : int array;
  mutable count : int;
  numbers : int Shapes.t;
  conjugates : int Numbers.t;
  sums : int Numbers.t;  (* the sum of two forms by the number that [pair] makes of them *)
  mutable work : int;
}

let most_forms = 1 lsl 20
let most_work = 20_000_000

(* Two numbers of forms as one. *)
let pair i j = (i lsl 21) lor j

let zero_shape = { left = []; right = []; left_tomb = false; right_tomb = false }

let create () =
  { shapes = Array.make 1024 zero_shape; heights = Array.make 1024 0; count = 0;
    numbers = Shapes.create 1024; conjugates = Numbers.create 64; sums = Numbers.create 64; work = 0 }

(* Work on forms that are not listed is bounded. *)
let spend forms units =
  forms.work <- forms.work + units;
  if forms.work > most_work then refuse "too much work: more than %d units" most_work

let shape forms i = forms.shapes.(i - 1)
let height forms i = forms.heights.(i - 1)
let options forms player i =
  let s = shape forms i in
  match player with Left -> s.left | Right -> s.right
let has_tomb forms player i =
  let s = shape forms i in
  match player with Left -> s.left_tomb | Right -> s.right_tomb
let is_end_like forms player i = has_tomb forms player i || options forms player i = []
let is_end forms player i = (not (has_tomb forms player i)) && options forms player i = []

(* Whether numbers are sorted, each once. *)
let rec is_ascending = function
  | (a : int) :: (b :: _ as rest) -> a < b && is_ascending rest
  | _ -> true

(* The number of a form. *)
let number forms left right left_tomb right_tomb =
  let sorted l = if is_ascending l then l else List.sort_uniq (fun (a : int) b -> compare a b) l in
  let s = { left = sorted left; right = sorted right; left_tomb; right_tomb } in
  match Shapes.find_opt forms.numbers s with
  | Some i -> i
  | None ->
    if forms.count = most_forms then refuse "too large: more than %d nodes" most_forms;
    if forms.count = Array.length forms.shapes then begin
      let double a filler = Array.append a (Array.make (Array.length a) filler) in
      forms.shapes <- double forms.shapes zero_shape;
      forms.heights <- double forms.heights 0
    end;
    let above = List.fold_left (fun h o -> max h (height forms o + 1)) in
    let h = above (above 0 s.left) s.right in
    forms.shapes.(forms.count) <- s;
    forms.heights.(forms.count) <- h;
    forms.count <- forms.count + 1;
    Shapes.add forms.numbers s forms.count;
    forms.count

let zero forms = number forms [] [] false false

(* The form and its followers, ascending. *)
let followers forms i =
  let seen = Numbers.create 16 in
  let rec go todo =
    match todo with
    | [] -> ()
    | i :: todo when Numbers.mem seen i -> go todo
    | i :: todo ->
      Numbers.add seen i ();
      let s = shape forms i in
      spend forms (1 + List.length s.left + List.length s.right);
      go (List.rev_append s.left (List.rev_append s.right todo))
  in
  go [ i ];
  List.sort (fun (a : int) b -> compare a b) (Numbers.fold (fun i () all -> i :: all) seen [])

(* The conjugate. [tell f c] is called for each follower f with its conjugate c, options
   first, when it is new. *)
let conjugate forms tell i =
  match Numbers.find_opt forms.conjugates i with
  | Some c -> c
  | None ->
    List.iter
      (fun f ->
         if not (Numbers.mem forms.conjugates f) then begin
           let s = shape forms f in
           let image = List.map (Numbers.find forms.conjugates) in
           let c = number forms (image s.right) (image s.left) s.right_tomb s.left_tomb in
           Numbers.add forms.conjugates f c;
           tell f c
         end)
      (followers forms i);
    Numbers.find forms.conjugates i

(* The sum. [tell a b s left right] is called for each sum s of followers a and b that is new,
   with the options of s: those from a, then those from b, in order. *)
let sum forms tell i j =
  match Numbers.find_opt forms.sums (pair i j) with
  | Some s -> s
  | None ->
    let of_j = followers forms j in
    List.iter
      (fun a ->
         List.iter
           (fun b ->
              if not (Numbers.mem forms.sums (pair a b)) then begin
                let side p =
                  let first = List.map (fun x -> Numbers.find forms.sums (pair x b)) (options forms p a) in
                  first @ List.map (fun y -> Numbers.find forms.sums (pair a y)) (options forms p b)
                in
                let tomb p =
                  is_end_like forms p a && is_end_like forms p b && (has_tomb forms p a || has_tomb forms p b)
                in
                let left = side Left and right = side Right in
                spend forms (1 + List.length left + List.length right);
                let s = number forms left right (tomb Left) (tomb Right) in
                Numbers.add forms.sums (pair a b) s;
                tell a b s left right
              end)
           of_j)
      (followers forms i);
    Numbers.find forms.sums (pair i j)

(* The form without the tombstone of a player. *)
let erased forms player i =
  let s = shape forms i in
  match player with
  | Left -> number forms s.left s.right false s.right_tomb
  | Right -> number forms s.left s.right s.left_tomb false
