//! The positions of [universe] section 6 and Figure 5.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use misere_core::{
    AllGames, Blocking, DeadEnding, Dicots, Engine, FiniteGenerators, Form, Forms, Generated, NormalPlay,
    Setting, Settings,
};
use misere_notation::{Notation, Style};
use misere_rulesets::{Method, PositionGraph, Sum, find_ruleset};

struct Board {
    forms: Arc<Forms>,
    graph: PositionGraph,
    sum: Sum,
}

fn board(ruleset: &str, position: &str) -> Board {
    let forms = Arc::new(Forms::new());
    let ruleset = find_ruleset(ruleset).unwrap();
    let position = ruleset.read(position).unwrap();
    let mut graph = PositionGraph::new(ruleset, forms.budget().clone());
    let sum = graph.explore(&position).unwrap();
    Board { forms, graph, sum }
}

impl Board {
    fn simplest(&self, modulus: impl Setting + 'static, method: Method) -> Form {
        let modulo = Engine::new(self.forms.clone(), Arc::new(modulus));
        modulo.form(self.graph.value(&modulo, self.sum, method, 1).unwrap()).unwrap()
    }

    fn edges(&self, modulus: impl Setting + 'static, method: Method) -> u64 {
        self.forms.tree_edges(self.simplest(modulus, method)).unwrap().try_into().unwrap()
    }

    fn generated(&self, ends: &[Form]) -> Generated<FiniteGenerators> {
        Generated::new(&self.forms, FiniteGenerators::new(&self.forms, ends, "A").unwrap())
    }

    fn minus_one(&self) -> Form {
        self.forms.integer(-1).unwrap()
    }

    /// The dead end {·|-1,0}, of which the ends of Domineering are made.
    fn minus_one_or_zero(&self) -> Form {
        self.forms.ordinary(&[], &[self.minus_one(), Form::ZERO]).unwrap()
    }
}

/// The edges of [universe] Figure 5. Its figure of 3,757 for Domineering modulo D belongs
/// to no form known to us; the game itself gives 341,870, and adding the D-simplest forms
/// of components, which is wrong outside D, 276,495.
#[test]
fn figure_5() {
    use Method::{AddComponents, WholeBoard};
    let d = board("domineering", "2x10");
    assert_eq!(d.edges(AllGames, AddComponents), 21_946_743);
    assert_eq!(d.edges(DeadEnding, AddComponents), 4_590_982);
    assert_eq!(d.edges(d.generated(&[d.minus_one_or_zero()]), AddComponents), 4_569_496);
    assert_eq!(d.edges(d.generated(&[d.minus_one()]), WholeBoard), 4_409_745);
    assert_eq!(d.edges(Dicots, WholeBoard), 341_870);
    assert_eq!(d.edges(Dicots, AddComponents), 276_495);
    assert_eq!(d.edges(NormalPlay, AddComponents), 33);
    assert_eq!(d.edges(Blocking, AddComponents), 6_935_251);

    let c = board("clobber", "xoxo/oxox/xox.");
    assert_eq!(c.edges(AllGames, AddComponents), 2_441_649);
    assert_eq!(c.edges(DeadEnding, AddComponents), 2_411_294);
    assert_eq!(c.edges(c.generated(&[c.minus_one_or_zero()]), AddComponents), 2_411_294);
    assert_eq!(c.edges(c.generated(&[c.minus_one()]), AddComponents), 2_411_241);
    assert_eq!(c.edges(Dicots, AddComponents), 981_460);
    assert_eq!(c.edges(NormalPlay, AddComponents), 1_418);
    assert_eq!(c.edges(Blocking, AddComponents), 2_441_649);
}

/// 2×9 Domineering in every universe: filters off, a memo of 64 entries, and two and
/// four threads change nothing.
#[test]
fn settings_and_threads_change_no_value() {
    fn check<P: Setting + 'static>(modulus: impl Fn(&Board) -> P) {
        let b = board("domineering", "2x9");
        let simplest = |settings: Settings, threads: usize| {
            let modulo = Engine::with_settings(b.forms.clone(), Arc::new(modulus(&b)), settings);
            let value = b.graph.value(&modulo, b.sum, Method::AddComponents, threads).unwrap();
            modulo.form(value).unwrap()
        };
        let usual = Settings::default();
        let expected = simplest(usual, 1);
        for threads in [2, 4] {
            assert_eq!(simplest(usual, threads), expected, "{} with {threads} threads", modulus(&b).id());
        }
        assert_eq!(simplest(Settings { filters: false, ..usual }, 1), expected, "{}", modulus(&b).id());
        assert_eq!(simplest(Settings { memo_entries: 64, ..usual }, 1), expected, "{}", modulus(&b).id());
        assert_eq!(simplest(Settings { filters: false, ..usual }, 4), expected, "{}", modulus(&b).id());
        assert_eq!(simplest(Settings { laws: false, ..usual }, 1), expected, "{}", modulus(&b).id());
        // Wide signatures from the first value on, alone and with threads that make them at once.
        for threads in [1, 4] {
            let early = Settings { wide_from: 0, ..usual };
            assert_eq!(simplest(early, threads), expected, "{}", modulus(&b).id());
        }
    }
    check(|_| AllGames);
    check(|_| Dicots);
    check(|_| DeadEnding);
    check(|_| Blocking);
    check(|_| NormalPlay);
    check(|b| b.generated(&[b.minus_one()]));
    check(|b| b.generated(&[b.minus_one_or_zero()]));
    // A universe without a chain: the games of its signatures are made of its own ends.
    check(|b| b.generated(&[b.forms.ordinary(&[], &[Form::ZERO, b.forms.integer(-2).unwrap()]).unwrap()]));
}

/// Values that turn out to be sums while sums with them are computed, by one thread and by many:
/// 2×12 modulo E ended in a panic where two threads met.
#[test]
fn threads_that_find_sums_at_once_agree() {
    let b = board("domineering", "2x12");
    let settings: [Arc<dyn Setting>; 2] = [Arc::new(AllGames), Arc::new(DeadEnding)];
    for setting in settings {
        let simplest = |laws: bool, threads: usize| {
            let settings = Settings { laws, ..Settings::default() };
            let engine = Engine::with_settings(b.forms.clone(), setting.clone(), settings);
            let value = b.graph.value(&engine, b.sum, Method::AddComponents, threads).unwrap();
            engine.form(value).unwrap()
        };
        let expected = simplest(false, 1);
        for threads in [1, 2, 4, 8, 2, 2] {
            assert_eq!(simplest(true, threads), expected, "{} with {threads} threads", setting.id());
        }
    }
}

/// Inside the universe, adding components and playing the whole board give the same form.
#[test]
fn adding_components_is_following_the_whole_board() {
    for (ruleset, position) in
        [("domineering", "3x4"), ("domineering", "2x7"), ("clobber", "2x4"), ("snort", "2x3"), ("col", "2x3")]
    {
        let b = board(ruleset, position);
        let both = |modulus: &dyn Fn(Method) -> Form| {
            assert_eq!(modulus(Method::AddComponents), modulus(Method::WholeBoard), "{ruleset} {position}");
        };
        both(&|method| b.simplest(AllGames, method));
        both(&|method| b.simplest(Blocking, method));
        both(&|method| b.simplest(DeadEnding, method));
        both(&|method| b.simplest(NormalPlay, method));
        if ruleset == "domineering" {
            both(&|method| b.simplest(b.generated(&[b.minus_one_or_zero()]), method));
        }
        if ruleset == "clobber" {
            both(&|method| b.simplest(Dicots, method));
        }
        let literal = b.graph.form(&b.forms, b.sum).unwrap();
        let m = Engine::new(b.forms.clone(), Arc::new(AllGames));
        assert_eq!(m.simplest(literal).unwrap(), b.simplest(AllGames, Method::AddComponents));
    }
}

#[test]
fn domineering_three_by_four_and_full_clobber() {
    use Method::{AddComponents, WholeBoard};
    let d = board("domineering", "3x4");
    assert_eq!(d.edges(AllGames, AddComponents), 2_872);
    assert_eq!(d.edges(DeadEnding, AddComponents), 1_920);
    assert_eq!(d.edges(Blocking, AddComponents), 1_943);
    assert_eq!(d.edges(Dicots, WholeBoard), 1_034);
    let c = board("clobber", "3x4");
    assert_eq!(c.edges(AllGames, AddComponents), 16_083_256);
    assert_eq!(c.edges(DeadEnding, AddComponents), 15_938_138);
    assert_eq!(c.edges(Dicots, AddComponents), 2_037_444);
}

/// [universe] section 6, the example.
#[test]
fn two_by_n_domineering() {
    for (n, expected) in [
        (1, "1"),
        (2, "±1"),
        (3, "{2,±1||-1|0,■}"),
        (4, "{2,±1|0|||-1|0,■||·}"),
        (5, "{±{2,±1|0},{3,{2,±1|0}||0|1}||{0|1},{0|*,{·|0,-1},±1}|*{*},±(1,*),{·|0,-1||0,-1,■}}"),
    ] {
        let b = board("domineering", &format!("2x{n}"));
        let form = b.simplest(b.generated(&[b.minus_one_or_zero()]), Method::AddComponents);
        assert_eq!(Notation::new(Style::Unicode).write(&b.forms, form).unwrap(), expected);
    }
}

/// [universe] Theorem 6.1, where {·|-1,0} + -1 is its (1̄0)♯.
#[test]
fn theorem_6_1() {
    for n in 0..=18u32 {
        // A strip without cells is not a board.
        let b = board("domineering", &format!("1x{}", n.max(1)));
        let period = b.forms.sum(b.minus_one_or_zero(), b.minus_one()).unwrap();
        let multiple = b.forms.multiple(u64::from(n / 6), period).unwrap();
        let rest = match n % 6 {
            0 | 1 => Form::ZERO,
            2 | 3 => b.minus_one(),
            4 => b.minus_one_or_zero(),
            _ => b.forms.integer(-2).unwrap(),
        };
        let expected = b.forms.sum(multiple, rest).unwrap();
        // The order of dead ends is the same in every universe.
        let m = Engine::new(b.forms.clone(), Arc::new(AllGames));
        assert_eq!(b.simplest(AllGames, Method::AddComponents), m.simplest(expected).unwrap(), "1x{n}");
    }
}
