//! Texts that identify rules in every process.

use std::sync::Arc;

use crate::catalogue::find_ruleset;
use crate::rules::Rewriting;
use crate::ruleset::{Description, Ruleset};

/// The prefix of the text of a rules file. The number goes up when the meaning of rules
/// files changes, so that values of positions under the old meaning are not taken for others.
const RULES_FILE: &str = "rules file 1\n";

/// The prefix of the name of a ruleset written in Rust. The number goes up when the moves
/// of such a ruleset change.
const NATIVE: &str = "native 1 ";

pub(crate) fn rules_file_identity(text: &str) -> String {
    format!("{RULES_FILE}{text}")
}

/// The identity of a ruleset written in Rust, whose name has its parameters.
pub(crate) fn native_identity(description: &Description) -> String {
    format!("{NATIVE}{}", description.name)
}

/// The ruleset with this name and this [identity](Ruleset::identity), if this version of the
/// program has it: what a rules file says is in its identity.
///
/// ```
/// use misere_rulesets::{find_ruleset, ruleset_of_identity};
/// let clobber = find_ruleset("clobber")?;
/// let identity = clobber.identity().expect("values of Clobber are kept");
/// assert!(ruleset_of_identity("clobber", &identity).is_some());
/// assert!(ruleset_of_identity("clobber", "native 0 clobber").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn ruleset_of_identity(name: &str, identity: &str) -> Option<Arc<dyn Ruleset>> {
    let found: Arc<dyn Ruleset> = match identity.strip_prefix(RULES_FILE) {
        Some(text) => Arc::new(Rewriting::read(name, text).ok()?),
        None => find_ruleset(name).ok()?,
    };
    (found.identity().as_deref() == Some(identity)).then_some(found)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::catalogue::catalogue;

    #[test]
    fn every_ruleset_of_the_catalogue_is_found_again_by_its_identity() {
        let mut seen = HashSet::new();
        for entry in catalogue() {
            let ruleset = find_ruleset(&entry.name).unwrap();
            let identity = ruleset.identity().unwrap();
            let again = ruleset_of_identity(&entry.name, &identity).unwrap();
            assert_eq!(again.description(), ruleset.description());
            assert!(seen.insert(identity), "{} has the identity of another ruleset", entry.name);
        }
        let [one, two] = ["0.77", "0.137"].map(|code| find_ruleset(code).unwrap().identity());
        assert_ne!(one, two);
    }
}
