//! Items and figures as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use crate::figures::Figure;
use crate::item::{Finding, Item, Note, Report as Examined, Scope, Verdict};

/// A figure that was drawn.
#[derive(Serialize, JsonSchema)]
pub struct FigureObject<'a> {
    ok: bool,
    paper: &'a str,
    figure: &'a str,
    caption: &'a str,
    files: Vec<String>,
}

impl<'a> FigureObject<'a> {
    /// A figure that is in these files.
    pub fn new(figure: &Figure, files: Vec<String>) -> FigureObject<'a> {
        let (paper, caption) = (figure.paper.name(), figure.caption);
        FigureObject { ok: true, paper, figure: figure.label, caption, files }
    }
}

/// An item of a paper, recomputed.
#[derive(Serialize, JsonSchema)]
pub struct ItemObject<'a> {
    ok: bool,
    paper: &'a str,
    item: &'a str,
    statement: &'a str,
    /// Whether the statement is finite and was decided, or was tried on a finite world.
    decided: bool,
    how: Vec<WayObject<'a>>,
    /// The commands that show the item.
    r#try: Vec<String>,
    /// The claim of the paper in the terms of `computed`; null if the statement says it all.
    claim: Option<&'a str>,
    computed: &'a str,
    verdict: &'a str,
    erratum: Option<&'a str>,
    unexplained: Option<&'a str>,
    details: Option<&'a str>,
}

/// A way in which an item was established.
#[derive(Serialize, JsonSchema)]
struct WayObject<'a> {
    way: &'a str,
    what: &'a str,
}

impl<'a> ItemObject<'a> {
    /// An item, and what came out.
    pub fn new(item: &'a Item, examined: &'a Examined) -> ItemObject<'a> {
        let Finding { claim, computed, details, .. } = &examined.finding;
        let (erratum, unexplained) = match item.note {
            Note::Erratum(text) => (Some(text), None),
            Note::Unexplained(text) => (None, Some(text)),
            Note::Plain | Note::Open => (None, None),
        };
        ItemObject {
            ok: true,
            paper: item.paper.name(),
            item: item.label,
            statement: item.statement,
            decided: item.scope == Scope::Decided,
            how: item.how().map(|how| WayObject { way: how.way(), what: how.what() }).collect(),
            r#try: item.commands().collect(),
            claim: claim.as_deref(),
            computed,
            verdict: match examined.verdict {
                Verdict::Agrees => "agrees",
                Verdict::Erratum(_) => "erratum",
                Verdict::Unexplained(_) => "unexplained",
                Verdict::Open => "open",
                Verdict::Disagrees => "disagrees",
            },
            erratum,
            unexplained,
            details: details.as_deref(),
        }
    }
}
