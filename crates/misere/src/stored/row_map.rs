//! A table by rows of a store.

use super::FormRow;

/// How many rows share a page.
const PAGE: usize = 1 << 10;

/// A page of a table.
type Page<T> = Box<[Option<T>; PAGE]>;

/// What is known of some rows of a store. Rows that are written together are read together, so
/// that pages are dense, and nothing is hashed.
#[derive(Clone, Debug)]
pub struct RowMap<T> {
    pages: Vec<Option<Page<T>>>,
}

impl<T: Copy> RowMap<T> {
    /// A table in which nothing is known.
    #[must_use]
    pub fn new() -> RowMap<T> {
        RowMap { pages: Vec::new() }
    }

    /// What is known of a row.
    #[must_use]
    pub fn get(&self, row: FormRow) -> Option<T> {
        let row = usize::try_from(row.0).ok()?;
        self.pages.get(row / PAGE)?.as_ref()?[row % PAGE]
    }

    /// Notes something of a row, and returns what was known before. Rows are positive.
    pub fn insert(&mut self, row: FormRow, known: T) -> Option<T> {
        let row = usize::try_from(row.0).ok()?;
        let page = row / PAGE;
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        self.pages[page].get_or_insert_with(|| Box::new([None; PAGE]))[row % PAGE].replace(known)
    }

    /// The last row before this one of which something is known.
    #[must_use]
    pub fn before(&self, row: FormRow) -> Option<FormRow> {
        let row = usize::try_from(row.0).ok()?.min(self.pages.len() * PAGE);
        let mut end = row % PAGE;
        for page in (0..=row / PAGE).rev() {
            if let Some(Some(entries)) = self.pages.get(page)
                && let Some(found) = entries[..end].iter().rposition(Option::is_some)
            {
                return i64::try_from(page * PAGE + found).ok().map(FormRow);
            }
            end = PAGE;
        }
        None
    }
}

impl<T: Copy> Default for RowMap<T> {
    fn default() -> RowMap<T> {
        RowMap::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_also_backwards() {
        let mut map = RowMap::new();
        let rows = [1, 5, 1_023, 1_024, 70_000];
        for (at, &row) in rows.iter().enumerate() {
            assert_eq!(map.insert(FormRow(row), at), None);
        }
        assert_eq!(map.insert(FormRow(5), 7), Some(1));
        assert_eq!((map.get(FormRow(5)), map.get(FormRow(6)), map.get(FormRow(-1))), (Some(7), None, None));
        let mut found = Vec::new();
        let mut row = FormRow(i64::MAX);
        while let Some(before) = map.before(row) {
            found.push(before.0);
            row = before;
        }
        found.reverse();
        assert_eq!(found, rows);
    }
}
