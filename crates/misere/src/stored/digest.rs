//! Digests of forms and positions, the same in every process.

use std::fmt;

use misere_core::{Form, Forms, Player, Tombstones};
use misere_notation::{Notation, Style};
use rustc_hash::FxHashMap;
use sha2::{Digest as _, Sha256};

/// Forms with more edges are kept without a text, which may be as long as the tree.
const EDGES_WITH_TEXT: u64 = 60;

/// The first 16 bytes of a SHA-256: 128 bits, among which 2^64 forms would have to be made before
/// two are likely to share one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 16]);

impl Digest {
    /// The digest of bytes that begin with a text for their kind.
    #[must_use]
    pub fn of(kind: &str, parts: &[&[u8]]) -> Digest {
        let mut hash = Sha256::new();
        hash.update(kind.as_bytes());
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Digest::first_half(hash)
    }

    fn first_half(hash: Sha256) -> Digest {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.finalize()[..16]);
        Digest(bytes)
    }

    /// The digest in these bytes, if they are 16.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Digest> {
        Some(Digest(bytes.try_into().ok()?))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A form outside any store of forms, whose options are known by their digests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormNode {
    /// The digest of the form.
    pub digest: Digest,
    /// The digests of the options of Left and of Right, in ascending order.
    pub options: [Vec<Digest>; 2],
    /// The tombstones among the options of the form itself.
    pub tombstones: Tombstones,
    /// The number of edges of the tree, or the largest number there is if it is larger.
    pub edges: u64,
    /// The form as text, if it is short.
    pub text: Option<String>,
}

impl FormNode {
    /// The form with these options, which may come in any order.
    #[must_use]
    pub fn new(mut options: [Vec<Digest>; 2], tombstones: Tombstones, edges: u64) -> FormNode {
        let digest = FormNode::digest_of(&mut options, tombstones);
        FormNode { digest, options, tombstones, edges, text: None }
    }

    /// The digest of the form with these options, which are put in ascending order.
    #[must_use]
    pub fn digest_of(options: &mut [Vec<Digest>; 2], tombstones: Tombstones) -> Digest {
        let mut hash = Sha256::new();
        hash.update(b"misere form 1");
        hash.update(Player::BOTH.map(|p| u8::from(tombstones.has(p))));
        for list in options {
            list.sort_unstable();
            hash.update((list.len() as u64).to_le_bytes());
            list.iter().for_each(|option| hash.update(option.0));
        }
        Digest::first_half(hash)
    }
}

/// The digests of forms of one store, found so far.
#[derive(Default)]
pub(crate) struct Digests {
    known: FxHashMap<Form, (Digest, u64)>,
}

impl Digests {
    /// The digest of a form. The forms whose digests were not known before are added to `new`,
    /// options first.
    pub(crate) fn of(&mut self, forms: &Forms, form: Form, new: &mut Vec<FormNode>) -> Digest {
        // Forms on the way to one without a digest, and how many options of each have one: to put
        // down all options instead would take the square of a long form's size.
        let mut pending = vec![(form, 0)];
        while let Some((next, looked_at)) = pending.last_mut() {
            let next = *next;
            if self.known.contains_key(&next) {
                pending.pop();
                continue;
            }
            let all = Player::BOTH.map(|p| forms.options(next, p));
            let mut rest = all.iter().copied().flatten().skip(*looked_at);
            let unknown = rest.find(|option| {
                *looked_at += 1;
                !self.known.contains_key(option)
            });
            if let Some(&option) = unknown {
                pending.push((option, 0));
                continue;
            }
            let tombstones = forms.tombstones(next);
            let mut edges = Player::BOTH.iter().filter(|p| tombstones.has(**p)).count() as u64;
            let options = all.map(|list| {
                let digests = list.iter().map(|option| {
                    let (digest, below) = self.known[option];
                    edges = edges.saturating_add(below).saturating_add(1);
                    digest
                });
                digests.collect()
            });
            let mut node = FormNode::new(options, tombstones, edges);
            if edges <= EDGES_WITH_TEXT {
                node.text = Notation::new(Style::Ascii).write(forms, next).ok();
            }
            self.known.insert(next, (node.digest, edges));
            new.push(node);
            pending.pop();
        }
        self.known[&form].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(forms: &Forms, form: Form) -> Digest {
        Digests::default().of(forms, form, &mut Vec::new())
    }

    #[test]
    fn digests_do_not_depend_on_the_store_and_tell_forms_apart() {
        let (one, two) = (Forms::new(), Forms::new());
        let all = one.born_by(2).unwrap();
        // The other store makes the forms in the opposite order.
        let mut seen = std::collections::HashSet::new();
        for &form in all.iter().rev() {
            let copy = two.import(&one, form).unwrap();
            assert_eq!(digest(&one, form), digest(&two, copy));
            assert!(seen.insert(digest(&one, form)));
        }
        assert_eq!(seen.len(), 256);
    }

    #[test]
    fn a_digest_is_the_same_in_every_version() {
        // Computed with another program: SHA-256 of the bytes that docs/guide/store.md describes.
        let forms = Forms::new();
        assert_eq!(digest(&forms, Form::ZERO).to_string(), "4bdfc3c868c1f4d89b74e2cb5f41afef");
        let stone = forms.make(&[Form::ZERO], &[], Tombstones::only(Player::Left)).unwrap();
        assert_eq!(digest(&forms, stone).to_string(), "445fdbef612e74b3e4ce7aa258449ee7");
    }

    #[test]
    fn forms_come_after_their_options_and_once() {
        let forms = Forms::new();
        let star = forms.nimber(1).unwrap();
        let g = forms.ordinary(&[Form::ZERO, star], &[star]).unwrap();
        let (mut digests, mut new) = (Digests::default(), Vec::new());
        let of_g = digests.of(&forms, g, &mut new);
        assert_eq!(new.len(), 3);
        assert_eq!((new[2].digest, new[2].edges), (of_g, 7));
        digests.of(&forms, star, &mut new);
        assert_eq!(new.len(), 3);
    }
}
