//! Positions with the players exchanged: their moves are not looked for again, and their values
//! are conjugates.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashSet;
use std::sync::Arc;

use misere_core::{
    AllGames, DeadEnding, Dicots, Engine, Exhausted, Form, Forms, NormalPlay, Player, Setting, Settings,
    Value,
};
use misere_rulesets::{Component, Memory, Method, PositionGraph, Sum, find_ruleset};

const BOARDS: [(&str, &str); 10] = [
    ("clobber", "3x4"),
    ("clobber", "xoxo/ox.x/.oxx"),
    ("anti-clobber", "2x4"),
    ("col", "2x3"),
    ("snort", "2x3"),
    ("domineering", "3x4"),
    ("domineering", "4x4"),
    ("konane", "xoxo/o.ox/xoxo"),
    ("nogo", "2x3"),
    ("toads-and-frogs", "TT..FF"),
];

struct Board {
    forms: Arc<Forms>,
    graph: PositionGraph,
    sum: Sum,
}

fn explored(game: &str, board: &str) -> Board {
    let forms = Arc::new(Forms::new());
    let mut graph = PositionGraph::new(find_ruleset(game).unwrap(), forms.budget().clone());
    let position = graph.ruleset().read(board).unwrap();
    let sum = graph.explore(&position).unwrap();
    Board { forms, graph, sum }
}

/// The options that the ruleset gives for the position of a component.
fn literal_options(graph: &PositionGraph, component: Component, player: Player) -> HashSet<Vec<Component>> {
    let options = graph.ruleset().options(&graph.position(component), player);
    options.iter().map(|option| graph.find(option).unwrap()).collect()
}

#[test]
fn options_are_those_of_the_rules() {
    let mut images = 0;
    for (game, board) in BOARDS {
        let Board { graph, .. } = explored(game, board);
        for &component in graph.bottom_up() {
            for player in Player::BOTH {
                let options = graph.options(component, player);
                let found: HashSet<_> = options.map(|option| graph.components(option).to_vec()).collect();
                let written = || graph.ruleset().write(&graph.position(component));
                assert_eq!(found, literal_options(&graph, component, player), "{game} {}", written());
            }
            if let Some(conjugate) = graph.conjugate(component) {
                assert_eq!(graph.conjugate(conjugate), Some(component));
                images += usize::from(conjugate > component);
            }
        }
        let met: HashSet<_> = graph.bottom_up().iter().collect();
        assert_eq!(met.len(), graph.component_count(), "{game} {board}: all components are explored, once");
    }
    assert!(images > 1_000, "only {images} components have another conjugate");
}

/// The value of a board, as a form of its store, with all laws or without.
fn value(
    Board { forms, graph, sum }: &Board,
    setting: &Arc<dyn Setting>,
    laws: bool,
    threads: usize,
    memory: Option<&Half>,
) -> Form {
    let settings = Settings { laws, ..Settings::default() };
    let engine = Engine::with_settings(forms.clone(), setting.clone(), settings);
    let method = Method::AddComponents;
    let value = match memory {
        None => graph.value(&engine, *sum, method, threads).unwrap(),
        Some(half) => {
            let recalling = Recalling { half, graph, engine: &engine };
            graph.value_with(&engine, *sum, method, threads, &recalling).unwrap()
        }
    };
    engine.form(value).unwrap()
}

/// Which components are remembered: about half of them.
struct Half(u64);

impl Half {
    fn has(&self, component: Component) -> bool {
        use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
        BuildHasherDefault::<DefaultHasher>::new().hash_one((self.0, component)).is_multiple_of(2)
    }
}

/// A memory that finds the values it remembers by their trees.
struct Recalling<'a> {
    half: &'a Half,
    graph: &'a PositionGraph,
    engine: &'a Engine,
}

impl Memory for Recalling<'_> {
    fn recall(&self, sum: &[Component]) -> Result<Option<Value>, Exhausted> {
        let [component] = *sum else { return Ok(None) };
        if !self.half.has(component) {
            return Ok(None);
        }
        let form = self.graph.component_form(self.engine.forms(), component)?;
        self.engine.value(form).map(Some)
    }

    fn keep(&self, sum: &[Component], _: Value) {
        assert!(!sum.iter().any(|&component| self.half.has(component)), "a value was found again");
    }
}

#[test]
fn values_do_not_depend_on_conjugates() {
    let normal: Arc<dyn Setting> = Arc::new(NormalPlay);
    let all: Arc<dyn Setting> = Arc::new(AllGames);
    let dead: Arc<dyn Setting> = Arc::new(DeadEnding);
    let dicots: Arc<dyn Setting> = Arc::new(Dicots);
    for (game, board) in BOARDS {
        let settings = match game {
            "clobber" => vec![&all, &dead, &dicots, &normal],
            "domineering" => vec![&all, &dead, &normal],
            _ => vec![&all, &normal],
        };
        let board_of_game = explored(game, board);
        for setting in settings {
            let expected = value(&board_of_game, setting, false, 1, None);
            for threads in [1, 3] {
                let found = value(&board_of_game, setting, true, threads, None);
                assert_eq!(found, expected, "{game} {board} modulo {}", setting.id());
            }
            for seed in 0..3 {
                let found = value(&board_of_game, setting, true, 2, Some(&Half(seed)));
                assert_eq!(found, expected, "{game} {board} modulo {}, remembered", setting.id());
            }
        }
    }
}
