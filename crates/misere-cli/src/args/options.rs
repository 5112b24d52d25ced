//! The options of single commands, and those that several have in common.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use misere::{Player, TombstoneSign};
use misere_store::Shard;

use super::values::{parse_dpi, parse_interval, parse_nodes};

/// A part of a computation, in a file of its own.
#[derive(Args, Default)]
pub(crate) struct Sharding {
    /// Compute part i of n, counted from 0, and write it to --output; `misere merge` puts the
    /// parts together.
    #[arg(long, value_name = "I/N", requires = "shard_output", conflicts_with_all = ["latex", "json"])]
    pub(crate) shard: Option<Shard>,
    /// The file of the part.
    #[arg(long = "output", id = "shard_output", value_name = "FILE", requires = "shard")]
    pub(crate) output: Option<PathBuf>,
}

/// Where the explorer's server listens.
#[derive(Args)]
pub(crate) struct ServerOf {
    /// The port (without it, any that is free).
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    pub(crate) port: u16,
}

/// What `misere store` does.
#[derive(Subcommand)]
pub(crate) enum StoreCommand {
    /// Show the contents of a store: rulesets, universes, values, and the last runs.
    #[command(after_help = "Example: misere store info values.db")]
    Info {
        /// The store.
        file: PathBuf,
    },
    /// Check a store: every row by its digest or checksum, and some values by proof.
    ///
    /// A value is proved anew from its position, and the proof is checked by the independent
    /// checker. A value whose proof is too large for the checker, or takes longer than
    /// --each, is counted and not proved. The exit code is 1 if anything is wrong.
    #[command(after_help = "\
Examples:
  misere store verify values.db
  misere store verify values.db --all --each 60")]
    Verify {
        /// The store.
        file: PathBuf,
        /// Prove this many values.
        #[arg(long, value_name = "N", default_value = "100", conflicts_with = "all")]
        sample: u64,
        /// Prove all values.
        #[arg(long)]
        all: bool,
        /// Spend at most this many seconds on each value.
        #[arg(long, value_name = "SECONDS", value_parser = parse_interval, default_value = "10")]
        each: Duration,
    },
    /// Write the file of a store anew without gaps.
    #[command(after_help = "Example: misere store compact values.db")]
    Compact {
        /// The store.
        file: PathBuf,
    },
    /// Take over what other stores have.
    ///
    /// Rows that are damaged are left out and counted. Stores that differ in a value are refused.
    #[command(after_help = "Example: misere store merge all.db one.db two.db")]
    Merge {
        /// The store that takes over, which is made if it does not exist.
        file: PathBuf,
        /// The other stores, which are not changed.
        #[arg(required = true)]
        others: Vec<PathBuf>,
    },
    /// Write all values, with each form once, as JSON Lines or comma-separated values.
    #[command(after_help = "\
Examples:
  misere store export values.db --output values.jsonl
  misere store export values.db --output values.csv --csv")]
    Export {
        /// The store.
        file: PathBuf,
        /// The file to write.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        /// Write comma-separated values; a text that begins with = + - @ has an apostrophe before it.
        #[arg(long)]
        csv: bool,
    },
}

/// The options of `misere census`.
#[derive(Args)]
pub(crate) struct CensusOf {
    /// The day.
    #[arg(long, value_name = "N")]
    pub(crate) day: u32,
    /// The universe, or N or I.
    #[arg(long = "modulo", short, value_name = "U")]
    pub(crate) modulus: String,
    /// The universe whose games are examined (without it, the one of --modulo; for N all
    /// games).
    #[arg(long, value_name = "V")]
    pub(crate) of: Option<String>,
    /// Look at the games of D, as --of D does.
    #[arg(long, conflicts_with = "of")]
    pub(crate) dicots: bool,
    /// Print the number of classes alone.
    #[arg(long, group = "census_shown")]
    pub(crate) count: bool,
    /// Print all classes: simplest form, smallest game, outcome, strength and more.
    #[arg(long, group = "census_shown")]
    pub(crate) list: bool,
    /// Describe the order of the classes: pairs, covers, largest and smallest classes, chains
    /// and antichains.
    #[arg(long, group = "census_shown")]
    pub(crate) order: bool,
    /// Print all pairs of classes with nothing between, the edges of the Hasse diagram.
    #[arg(long, group = "census_shown")]
    pub(crate) covers: bool,
    /// Print all pairs of classes of which the first is greater.
    #[arg(long, group = "census_shown")]
    pub(crate) comparisons: bool,
    /// Print comma-separated values: the classes, or with --covers or --comparisons
    /// pairs of their numbers. A text that begins with = + - @ has an apostrophe before it.
    #[arg(long, conflicts_with_all = ["count", "order", "latex", "json"])]
    pub(crate) csv: bool,
    /// Write classes and order to an SQLite database, in the tables classes,
    /// order_relation, covers and meta. Forms are in ASCII.
    #[arg(long, value_name = "FILE")]
    pub(crate) sqlite: Option<PathBuf>,
    /// Draw the order as a Hasse diagram: .svg, .pdf, .png, or .tex for TikZ; - is SVG on
    /// standard output. More than 60 classes are numbered dots with a key.
    #[arg(long, value_name = "FILE")]
    pub(crate) hasse: Option<PathBuf>,
    /// Write a whole LaTeX document, not only the tikzpicture.
    #[arg(long, requires = "hasse")]
    pub(crate) standalone: bool,
    /// Draw a PNG with this many dots to the inch.
    #[arg(long, value_name = "N", requires = "hasse", value_parser = parse_dpi)]
    pub(crate) dpi: Option<u32>,
    /// Replace the database if it exists.
    #[arg(long, requires = "sqlite")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) sharding: Sharding,
}

/// The options of `misere count`.
#[derive(Args)]
pub(crate) struct CountOf {
    /// The day.
    #[arg(long, value_name = "N")]
    pub(crate) day: u32,
    /// The universe, or N or I.
    #[arg(long = "modulo", short, value_name = "U")]
    pub(crate) modulus: String,
    /// The universe whose games are counted (without it, the one of --modulo; for N all
    /// games).
    #[arg(long, value_name = "V", conflicts_with = "invertible")]
    pub(crate) of: Option<String>,
    /// Count only the invertible classes.
    #[arg(long)]
    pub(crate) invertible: bool,
    /// Say how the classes were counted.
    #[arg(long)]
    pub(crate) explain: bool,
    #[command(flatten)]
    pub(crate) sharding: Sharding,
}

/// The options of `misere universe`.
#[derive(Args)]
pub(crate) struct UniverseOf {
    /// One universe, or two; with --lattice as many as you like.
    #[arg(value_name = "U", required_unless_present_any = ["of", "survey"])]
    pub(crate) universes: Vec<String>,
    /// Draw the inclusion order of all the universes, and which have the same order.
    #[arg(long, requires = "universes", conflicts_with_all = ["of", "survey"])]
    pub(crate) lattice: bool,
    /// Find the ends that occur in the play of this game, and the universe they generate: a name
    /// (see `misere rulesets`), or the path of a rules file.
    #[arg(long, value_name = "RULESET", conflicts_with_all = ["universes", "survey"])]
    pub(crate) of: Option<String>,
    /// Look at the empty boards of all sizes up to this one, such as 4x5.
    #[arg(long, value_name = "ROWSxCOLUMNS", requires = "of")]
    pub(crate) boards: Option<String>,
    /// Look at this position (repeatable).
    #[arg(long = "position", value_name = "POSITION", requires = "of")]
    pub(crate) positions: Vec<String>,
    /// Look at the universes that all sets of Left ends of small birthday generate, and count
    /// their orders.
    #[arg(long, conflicts_with = "universes")]
    pub(crate) survey: bool,
    /// The largest birthday of the ends of the survey, at most 2.
    #[arg(long, value_name = "N", requires = "survey", default_value = "2")]
    pub(crate) birthday: u32,
    /// Compute part i of n of the survey, counted from 0, and write it to the file of --output;
    /// `misere merge` puts the parts together.
    #[arg(long, value_name = "I/N", requires_all = ["survey", "output"], conflicts_with_all = ["latex", "json"])]
    pub(crate) shard: Option<Shard>,
    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// The options of `misere papers`.
#[derive(Args)]
pub(crate) struct PapersOf {
    /// Only this paper: dicots, day-2, blocking, nim or universe (repeatable).
    #[arg(long, value_name = "PAPER")]
    pub(crate) only: Vec<String>,
    /// Only items with this number, such as 'Figure 5', with all details.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) item: Option<String>,
    /// Only the errata, and numbers that could not be reproduced.
    #[arg(long, conflicts_with = "figures")]
    pub(crate) errata: bool,
    /// Only the open problems and conjectures, with what is known of them.
    #[arg(long, conflicts_with = "figures")]
    pub(crate) open: bool,
    /// Recompute slow items too: exact numbers of classes born by day 3.
    #[arg(long)]
    pub(crate) slow: bool,
    /// Draw the figures instead, as SVG and TikZ, into this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with = "item")]
    pub(crate) figures: Option<PathBuf>,
    /// Write whole LaTeX documents, not only tikzpictures.
    #[arg(long, requires = "figures")]
    pub(crate) standalone: bool,
}

/// What `misere dead-ends --day` shows.
#[derive(Args)]
pub(crate) struct DeadEndsShown {
    /// Print the number of dead ends alone.
    #[arg(long, group = "dead_ends_shown")]
    pub(crate) count: bool,
    /// Describe the order of the dead ends.
    #[arg(long, group = "dead_ends_shown")]
    pub(crate) order: bool,
    /// Print all dead ends.
    #[arg(long, group = "dead_ends_shown")]
    pub(crate) list: bool,
    /// Print comma-separated values; a text that begins with = + - @ has an apostrophe before it.
    #[arg(long, conflicts_with_all = ["count", "order", "latex", "json"])]
    pub(crate) csv: bool,
}

#[derive(Subcommand)]
pub(crate) enum DeadEndsCommand {
    /// Everything about a dead end, or about two.
    ///
    /// Dead ends are written as games are, or in the shorthand of Siegel: 0, digits with
    /// a bar, 2̄1̄0 for {|-2,-1,0}, (1̄0)# for {|{|-1,0}}. A dead end of Right stands for
    /// its conjugate.
    #[command(after_help = "\
Examples:
  misere dead-ends show '[-1 0]'
  misere dead-ends show 2̄1̄ '(1̄0)#'
  misere dead-ends show '[-2 [-1 0]]' --closure '[-1 0]' --above")]
    Show {
        /// The dead end.
        g: String,
        /// Another dead end, to compare with the first.
        h: Option<String>,
        /// Say whether the dead end is in cl(A) and in up(A): a member of A (repeatable).
        #[arg(long, value_name = "A")]
        closure: Vec<String>,
        /// Print all dead ends that are at least the given one.
        #[arg(long, conflicts_with = "h")]
        above: bool,
    },
}

/// A position of a game.
#[derive(Args)]
pub(crate) struct PositionOf {
    /// The game: a name (see `misere rulesets`), or the path of a rules file; or the whole
    /// position, as domineering(2x4).
    pub(crate) ruleset: String,
    /// The position; `misere rulesets NAME` says how positions are written. Also - (standard
    /// input) or @FILE.
    pub(crate) position: Option<String>,
}

/// The options of `misere draw`.
#[derive(Args)]
pub(crate) struct Draw {
    /// The game; or, before a position, the ruleset or the path of a rules file.
    #[arg(value_name = "GAME|RULESET")]
    pub(crate) game: String,
    /// A position of the ruleset, whose board is drawn.
    pub(crate) position: Option<String>,
    /// Draw the tree of the simplest form modulo this universe.
    #[arg(long = "modulo", short, value_name = "U")]
    pub(crate) modulus: Option<String>,
    /// Draw the game and the steps to its simplest form, one tree after the other.
    #[arg(long, requires = "modulus")]
    pub(crate) steps: bool,
    /// Draw the game tree of the position instead of its board.
    #[arg(long, requires = "position")]
    pub(crate) tree: bool,
    /// Draw equal subtrees once: Left's moves solid, Right's dashed, those of both thick.
    #[arg(long)]
    pub(crate) merge: bool,
    /// Do not say in the picture whose moves solid and dashed edges are.
    #[arg(long, requires = "merge")]
    pub(crate) no_legend: bool,
    /// Draw the tree this many moves deep.
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<usize>,
    /// Write integers and nimbers instead of drawing their trees.
    #[arg(long)]
    pub(crate) labels: bool,
    /// Draw at most this many nodes (without it, 500, or as text 120).
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    pub(crate) max_nodes: Option<usize>,
    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// The file that a picture is written to.
#[derive(Args)]
pub(crate) struct Picture {
    /// Write the picture to this file: .svg, .pdf, .png, or .tex for TikZ; - is SVG on standard
    /// output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write a whole LaTeX document, not only the tikzpicture.
    #[arg(long, requires = "output")]
    pub(crate) standalone: bool,
    /// Draw a PNG with this many dots to the inch (without it, 216, or fewer if it is large).
    #[arg(long, value_name = "N", requires = "output", value_parser = parse_dpi)]
    pub(crate) dpi: Option<u32>,
}

/// The sign of a tombstone.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Tombstone {
    /// The block ■, as Davies and Milley write it.
    Block,
    /// The letter Σᴸ or Σᴿ, as Siegel writes it.
    Sigma,
}

impl From<Tombstone> for TombstoneSign {
    fn from(sign: Tombstone) -> TombstoneSign {
        match sign {
            Tombstone::Block => TombstoneSign::Block,
            Tombstone::Sigma => TombstoneSign::Sigma,
        }
    }
}

/// A player.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Side {
    Left,
    Right,
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::Left => Player::Left,
            Side::Right => Player::Right,
        }
    }
}

/// The evidence to show besides the answer.
#[derive(Args, Default)]
pub(crate) struct Evidence {
    /// Say why: the reason in a few lines, and the verdict of the checker.
    #[arg(long)]
    pub(crate) why: bool,
    /// Write the certificate to a file (modulo one universe); - is standard output, in place
    /// of the answer.
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
}

impl Evidence {
    pub(crate) fn is_asked_for(&self) -> bool {
        self.why || self.certificate.is_some()
    }
}
