//! The items that are wanted, and their work on several threads.

use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread::Builder;

use crate::item::{Item, Note, Pace, Paper};
use crate::items;

/// A choice of items.
pub struct Wanted<'a> {
    /// The names of the papers, or none for all of them.
    pub only: &'a [String],
    /// The number of the items, such as `Figure 5`.
    pub label: Option<&'a str>,
    /// Only errata, and numbers that could not be reproduced.
    pub errata: bool,
    /// Only open problems.
    pub open: bool,
    /// Slow items too.
    pub slow: bool,
}

/// There is no such item or paper.
pub struct NotFound {
    /// The text that nothing has for a name.
    pub message: String,
    /// The names that there are.
    pub help: String,
}

impl Wanted<'_> {
    /// The items that are wanted, in the order of the papers.
    ///
    /// # Errors
    /// [`NotFound`] for a paper or a label that does not exist.
    pub fn items(&self) -> Result<Vec<Item>, NotFound> {
        let names = Paper::ALL.map(Paper::name);
        if let Some(unknown) = self.only.iter().find(|only| !names.contains(&only.as_str())) {
            return Err(NotFound {
                message: format!("there is no paper called {unknown}"),
                help: format!("the papers are {}", names.join(", ")),
            });
        }
        let wanted = |item: &Item| match self.label {
            Some(label) => item.label.eq_ignore_ascii_case(label) || has_label(item.label, label),
            None => self.slow || item.pace == Pace::Fast,
        };
        let is_noted = |item: &Item| match item.note {
            Note::Erratum(_) | Note::Unexplained(_) => self.errata || !self.open,
            Note::Open => self.open || !self.errata,
            Note::Plain => !self.errata && !self.open,
        };
        let of_papers: Vec<Item> = items().into_iter().filter(|item| self.is_of(item.paper)).collect();
        let chosen: Vec<Item> =
            of_papers.iter().copied().filter(|item| wanted(item) && is_noted(item)).collect();
        match self.label {
            Some(label) if chosen.is_empty() => Err(NotFound {
                message: format!("there is no item {label}"),
                help: similar(&of_papers, label),
            }),
            _ => Ok(chosen),
        }
    }

    /// Whether a paper is wanted.
    pub fn is_of(&self, paper: Paper) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == paper.name())
    }
}

/// The labels that look most like the one that was asked for.
fn similar(items: &[Item], asked: &str) -> String {
    const MOST: usize = 5;
    let asked = asked.to_lowercase();
    let mut scored: Vec<(f64, String)> = items
        .iter()
        .map(|item| {
            let score = strsim::jaro_winkler(&asked, &item.label.to_lowercase());
            (score, format!("[{}] {}", item.paper.name(), item.label))
        })
        .collect();
    scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let close: Vec<String> = scored.into_iter().take(MOST).map(|(_, label)| label).collect();
    format!("close to it are {}; `misere papers` lists all", close.join("; "))
}

/// Whether a label belongs to the one asked for: `Figure 5, a` and `Theorem 5.1, Figure 5` to
/// `Figure 5`, `Figure 51` not.
fn has_label(label: &str, asked: &str) -> bool {
    let starts = |label: &str| {
        let head = label.get(..asked.len()).filter(|head| head.eq_ignore_ascii_case(asked));
        head.is_some() && (label.len() == asked.len() || label[asked.len()..].starts_with([',', ' ']))
    };
    starts(label) || label.match_indices(", ").any(|(at, comma)| starts(&label[at + comma.len()..]))
}

/// Does the work on several threads, and hands on the results in the order of the list, as
/// soon as it is their turn.
///
/// # Errors
/// The first error of `take`, which ends the work.
pub fn in_order<T: Send, E>(
    list: &[Item],
    threads: usize,
    work: impl Fn(usize, &Item) -> T + Sync,
    mut take: impl FnMut(&Item, T) -> Result<(), E>,
) -> Result<(), E> {
    let next = Mutex::new(0..list.len());
    let (done, results) = channel();
    std::thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..threads {
            let (done, next, work) = (done.clone(), &next, &work);
            let some = move || {
                while let Some(at) = next.lock().ok().and_then(|mut range| range.next()) {
                    // When results are no longer taken, there is nothing left to do.
                    if done.send((at, work(at, &list[at]))).is_err() {
                        break;
                    }
                }
            };
            started += u32::from(Builder::new().spawn_scoped(scope, some).is_ok());
        }
        drop(done);
        if started == 0 {
            return list.iter().enumerate().try_for_each(|(at, item)| take(item, work(at, item)));
        }
        let mut waiting: Vec<Option<T>> = list.iter().map(|_| None).collect();
        let mut turn = 0;
        for (at, result) in results {
            waiting[at] = Some(result);
            while let Some(result) = waiting.get_mut(turn).and_then(Option::take) {
                take(&list[turn], result)?;
                turn += 1;
            }
        }
        Ok(())
    })
}
