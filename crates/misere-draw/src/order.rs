//! The order in which options are drawn: the picture of the conjugate of a form is the
//! mirror image of the picture of the form.

use std::collections::HashMap;

use misere_core::{Account, Exhausted, Form, Forms, Player, table_bytes};

/// The facts about all followers of a form that drawing needs.
pub(crate) struct Followers {
    facts: HashMap<Form, Facts>,
    /// The memory of the facts, charged as long as they exist.
    _account: Account,
}

#[derive(Clone, Copy)]
struct Facts {
    /// The place of the form in an order, as each player sees it: the place of a form for
    /// Left is the place of its conjugate for Right.
    place: [u32; 2],
    name: Option<Name>,
    /// The nodes of the tree, not counting those below a named node if names are used.
    nodes: u128,
}

/// The short name of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    Zero,
    /// The integer of this rank, or its conjugate.
    Integer(Player),
    /// The nimber of this rank.
    Nimber,
}

/// The key of the order within a rank: how many options each player has, tombstones, and
/// the places of the options.
type Key = (usize, usize, [bool; 2], Vec<u32>, Vec<u32>);

impl Followers {
    pub(crate) fn new(forms: &Forms, root: Form, names_are_leaves: bool) -> Result<Followers, Exhausted> {
        let mut all = forms.followers_within(&[root])?;
        all.sort_by_key(|&f| forms.rank(f));
        let account = Account::new(forms.budget().clone());
        account.charge(table_bytes::<(Form, Facts)>(all.len()))?;
        let mut followers = Followers { facts: HashMap::with_capacity(all.len()), _account: account };
        let mut next = 0;
        for level in all.chunk_by(|&f, &g| forms.rank(f) == forms.rank(g)) {
            for &f in level {
                forms.budget().steps(Player::BOTH.map(|p| forms.options(f, p).len()).iter().sum())?;
            }
            let seen = level.iter().flat_map(|&f| Player::BOTH.map(|player| (f, player)));
            let mut seen: Vec<(Key, Form, Player)> =
                seen.map(|(f, player)| (followers.key(forms, f, player), f, player)).collect();
            seen.sort_by(|a, b| a.0.cmp(&b.0));
            for alike in seen.chunk_by(|a, b| a.0 == b.0) {
                for &(_, form, player) in alike {
                    let unknown = Facts { place: [0; 2], name: None, nodes: 0 };
                    followers.facts.entry(form).or_insert(unknown).place[player.index()] = next;
                }
                next += 1;
            }
            for &form in level {
                let name = followers.classify(forms, form);
                let nodes = if names_are_leaves && name.is_some() { 1 } else { followers.size(forms, form) };
                if let Some(facts) = followers.facts.get_mut(&form) {
                    (facts.name, facts.nodes) = (name, nodes);
                }
            }
        }
        Ok(followers)
    }

    pub(crate) fn name(&self, f: Form) -> Option<Name> {
        self.facts[&f].name
    }

    /// The nodes of the tree, `u128::MAX` if there are more.
    pub(crate) fn nodes(&self, f: Form) -> u128 {
        self.facts[&f].nodes
    }

    /// The options of a player, nearest to the form first.
    pub(crate) fn options(&self, forms: &Forms, f: Form, player: Player) -> Vec<Form> {
        let mut options = forms.options(f, player).to_vec();
        options.sort_by_key(|o| self.facts[o].place[player.index()]);
        options
    }

    fn key(&self, forms: &Forms, f: Form, player: Player) -> Key {
        let [own, other] = [player, player.opponent()].map(|owner| {
            let options = forms.options(f, owner).iter();
            let mut places: Vec<u32> = options.map(|o| self.facts[o].place[player.index()]).collect();
            places.sort_unstable();
            places
        });
        let stones = forms.tombstones(f);
        (own.len(), other.len(), [stones.has(player), stones.has(player.opponent())], own, other)
    }

    fn classify(&self, forms: &Forms, f: Form) -> Option<Name> {
        if Player::BOTH.iter().any(|&p| forms.tombstones(f).has(p)) {
            return None;
        }
        let [left, right] = Player::BOTH.map(|p| forms.options(f, p));
        let is = |o: &Form, name| matches!(self.name(*o), Some(n) if n == Name::Zero || n == name);
        match (left, right) {
            ([], []) => Some(Name::Zero),
            ([o], []) if is(o, Name::Integer(Player::Left)) => Some(Name::Integer(Player::Left)),
            ([], [o]) if is(o, Name::Integer(Player::Right)) => Some(Name::Integer(Player::Right)),
            // As many options as the rank says, each 0 or a nimber: all the smaller ones.
            _ if left == right
                && left.len() == forms.rank(f) as usize
                && left.iter().all(|o| is(o, Name::Nimber)) =>
            {
                Some(Name::Nimber)
            }
            _ => None,
        }
    }

    fn size(&self, forms: &Forms, f: Form) -> u128 {
        let stones = Player::BOTH.iter().filter(|&&p| forms.tombstones(f).has(p)).count() as u128;
        let options = Player::BOTH.into_iter().flat_map(|p| forms.options(f, p));
        options.fold(1 + stones, |sum, o| sum.saturating_add(self.nodes(*o)))
    }
}
