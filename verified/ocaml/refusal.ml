(* Why a file is not accepted. *)

exception Refused of string

let refuse format = Printf.ksprintf (fun reason -> raise (Refused reason)) format
