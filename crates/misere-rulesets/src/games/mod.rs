//! Games written in Rust.
use crate::ruleset::Ruleset;
use misere_notation::ParseError;
use std::sync::Arc;
pub(crate) fn native() -> Vec<Arc<dyn Ruleset>> {
    Vec::new()
}
pub(crate) fn with_parameter(_: &str, _: &str) -> Option<Result<Arc<dyn Ruleset>, ParseError>> {
    None
}
pub(crate) const PARAMETERISED: [(&str, &str, &str); 0] = [];
