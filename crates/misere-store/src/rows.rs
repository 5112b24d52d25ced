//! How lists and values are written in the rows of a store.

use misere::core::Player;
use misere::rulesets::Method;
use misere::{
    Digest, FormGraph, FormNode, FormRow, RowMap, StoredMethod, Tombstones, push_number, take_number,
};

/// The numbers of a list; `None` if the bytes are not such a list.
pub(crate) fn numbers(mut bytes: &[u8]) -> Option<Vec<u64>> {
    let mut numbers = Vec::new();
    while !bytes.is_empty() {
        numbers.push(take_number(&mut bytes)?);
    }
    Some(numbers)
}

/// The options of the form with this id, as a list of differences.
pub(crate) fn options_to_bytes(id: i64, options: &[i64]) -> Vec<u8> {
    let mut out = Vec::with_capacity(options.len() * 2);
    for option in options {
        push_number(&mut out, id.abs_diff(*option));
    }
    out
}

/// The ids of the options of the form with this id; `None` if they are not smaller ids.
pub(crate) fn options_from_bytes(id: i64, bytes: &[u8]) -> Option<Vec<i64>> {
    let option = |difference: u64| {
        let option = id.checked_sub(i64::try_from(difference).ok()?)?;
        (difference > 0 && option > 0).then_some(option)
    };
    numbers(bytes)?.into_iter().map(option).collect()
}

pub(crate) fn tombstones_to_number(tombstones: Tombstones) -> i64 {
    i64::from(tombstones.has(Player::Left)) + 2 * i64::from(tombstones.has(Player::Right))
}

pub(crate) fn tombstones_from_number(number: i64) -> Option<Tombstones> {
    (0..4).contains(&number).then(|| Tombstones::new(number & 1 == 1, number & 2 == 2))
}

pub(crate) fn method_name(method: Method) -> &'static str {
    match method {
        Method::AddComponents => "components added",
        Method::WholeBoard => "whole board",
    }
}

pub(crate) fn method_of(name: &str) -> Option<Method> {
    [Method::AddComponents, Method::WholeBoard].into_iter().find(|method| method_name(*method) == name)
}

/// The checksum of a value of a position, over all that is read of it.
pub(crate) fn value_checksum(
    position: Digest,
    universe: &str,
    form: Digest,
    outcome: &str,
    how: Option<&StoredMethod>,
) -> Vec<u8> {
    let how = how.map_or(String::new(), |how| format!("{} {}", method_name(how.method), how.reason));
    let parts: [&[u8]; 5] = [&position.0, universe.as_bytes(), &form.0, outcome.as_bytes(), how.as_bytes()];
    Digest::of("misere value 1", &parts).0[..8].to_vec()
}

/// The checksum of a piece.
pub(crate) fn piece_checksum(name: &str, forms: &[Digest], data: &[u8]) -> Vec<u8> {
    let forms: Vec<u8> = forms.iter().flat_map(|form| form.0).collect();
    Digest::of("misere piece 1", &[name.as_bytes(), &forms, data]).0[..8].to_vec()
}

/// The checksum of the graph of a form.
pub(crate) fn graph_checksum(form: Digest, graph: &FormGraph) -> Vec<u8> {
    Digest::of("misere graph 1", &[&form.0, graph.as_bytes()]).0[..8].to_vec()
}

/// A form as its row has it.
pub(crate) struct FormInRow {
    pub(crate) id: i64,
    pub(crate) digest: Digest,
    pub(crate) options: [Vec<i64>; 2],
    pub(crate) tombstones: Tombstones,
    edges: u64,
    text: Option<String>,
}

impl FormInRow {
    /// The form with digests for its options, if they are known and the form is what its digest
    /// says.
    pub(crate) fn node(self, digests: &RowMap<Digest>) -> Option<FormNode> {
        let options = self.options.map(|list| {
            list.iter().map(|option| digests.get(FormRow(*option))).collect::<Option<Vec<Digest>>>()
        });
        let [Some(left), Some(right)] = options else { return None };
        let mut node = FormNode::new([left, right], self.tombstones, self.edges);
        node.text = self.text;
        (node.digest == self.digest).then_some(node)
    }

    /// The form of a row; `None` if the row makes no sense.
    pub(crate) fn read(id: i64, row: &rusqlite::Row<'_>) -> rusqlite::Result<Option<FormInRow>> {
        let (tombstones, edges): (i64, i64) = (row.get(4)?, row.get(5)?);
        let text: Option<String> = row.get(6)?;
        let blobs = [row.get_ref(1)?, row.get_ref(2)?, row.get_ref(3)?].map(|blob| blob.as_blob());
        let [Ok(digest), Ok(left), Ok(right)] = blobs else { return Ok(None) };
        let form = || {
            Some(FormInRow {
                id,
                digest: Digest::from_bytes(digest)?,
                options: [options_from_bytes(id, left)?, options_from_bytes(id, right)?],
                tombstones: tombstones_from_number(tombstones)?,
                edges: edges_from_row(edges),
                text,
            })
        };
        Ok(form())
    }
}

/// The number of edges as it stands in a row: at most the largest integer of SQLite.
pub(crate) fn edges_to_row(edges: u64) -> i64 {
    i64::try_from(edges).unwrap_or(i64::MAX)
}

fn edges_from_row(edges: i64) -> u64 {
    if edges == i64::MAX { u64::MAX } else { u64::try_from(edges).unwrap_or(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_smaller_ids() {
        let bytes = options_to_bytes(10, &[9, 1, 4]);
        assert_eq!(options_from_bytes(10, &bytes), Some(vec![9, 1, 4]));
        assert_eq!(options_from_bytes(9, &bytes), None, "9 - 9 is not an id");
        assert_eq!(options_from_bytes(10, &[0]), None, "a form is not an option of itself");
    }
}
