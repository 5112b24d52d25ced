//! The command line.

mod options;
mod values;

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, Args, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use misere::{Limits, Setup, Style, homes_in_words, named_in_words};

use crate::failure::flag_of;
use crate::language;

pub(crate) use self::options::{
    CensusOf, CountOf, DeadEndsCommand, DeadEndsShown, Draw, Evidence, PapersOf, Picture, PositionOf,
    ServerOf, Sharding, Side, StoreCommand, Tombstone, UniverseOf,
};
use self::values::{parse_bytes, parse_interval, parse_output, parse_seconds, parse_threads};

/// Misère combinatorial games modulo universes.
///
/// Games are written as in the papers: integers 3 and -2, nimbers * and *2,
/// *{0,*2} for the impartial game {0,*2|0,*2}, {a,b|c,d} with longer bars || and |||
/// separating more, an empty side (or .) for no options, # or ■ for a tombstone, G+H,
/// ~G for the conjugate, +-G or ±G, 3.G for G+G+G, adj(G), sharp(G), [-1 0] for {|-1,0},
/// the families W3, K3, B3, A3, S3, and positions of rulesets such as domineering(2x4)
/// (see `misere rulesets`). A game may also be - (standard input) or @FILE.
///
/// Universes: M all games, D dicots, E dead-ending, B blocking, D(A,…) generated
/// by ends such as D(-1) or D({|*}), D([-n 0] for n even); also the set ends(A,… | B,…),
/// N for normal play and I for impartial games among themselves.
///
/// Without a command, on a terminal, misere is a worksheet: type ? for help.
#[derive(Parser)]
#[command(name = "misere", version, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    /// The command; without one, the worksheet.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten)]
    pub(crate) options: Options,
}

/// The options that all commands have.
#[derive(Args)]
pub(crate) struct Options {
    /// Print one JSON object per line, with forms in ASCII.
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// Write forms in ASCII.
    #[arg(long, global = true, conflicts_with_all = ["latex", "json"])]
    ascii: bool,

    /// Write forms in LaTeX, for mathematical mode. What is written can be read, too.
    #[arg(long, global = true, conflicts_with = "json")]
    latex: bool,

    /// Write tombstones as ■, or as Σ with the player who has them. ASCII has # for both.
    #[arg(long, global = true, value_name = "SIGN", value_enum, default_value = "block")]
    tombstone: Tombstone,

    /// Give up beyond this much memory, for example 512M or 4G, or a third of what the system
    /// grants if that is less.
    #[arg(long, global = true, value_name = "BYTES", value_parser = parse_bytes, default_value = "4G")]
    max_memory: u64,

    /// Read no more than this much text from a file or standard input.
    #[arg(long, global = true, value_name = "BYTES", value_parser = parse_bytes, default_value = "64M")]
    pub(crate) max_input: u64,

    /// Write no game with more text than this: larger values of positions are summarised, other
    /// games are an error.
    #[arg(long, global = true, value_name = "BYTES", value_parser = parse_output, default_value = "16M")]
    max_output: u64,

    /// Give up after this many seconds; in the worksheet, on each question.
    #[arg(long, global = true, value_name = "SECONDS", value_parser = parse_seconds)]
    max_time: Option<Duration>,

    /// Read a rules file, whose games are then known by the name of the file: with my.rules,
    /// my(1x3) is a game, and `misere value my 1x3` its value (repeatable).
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) rules: Vec<String>,

    /// Read a universe file, whose universe is then known by the name in the file (repeatable);
    /// `-m @FILE` reads it too.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) universe: Vec<String>,

    /// Keep values of positions in this file, and take them from there when they are wanted again
    /// (without it, the file that MISERE_STORE names, or none). The file is made if it does not
    /// exist.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,

    /// Write what was found to the store every so many seconds.
    #[arg(long, global = true, value_name = "SECONDS", value_parser = parse_interval, default_value = "30")]
    pub(crate) checkpoint: Duration,

    /// Use this many threads for large positions (without it, all cores).
    #[arg(long, global = true, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
}

const EXIT_CODES: &str = "\
Exit codes: 0 answered, whatever the answer; 1 a rejected certificate or an
unexpected disagreement; 2 bad input; 3 a limit was reached; 70 a bug; 130
interrupted.

Examples:
  misere show '{0,*|*}'
  misere simplest '{0,*|*}' --modulo D --modulo E
  misere compare -1 0 --modulo E
  misere value clobber xoxo/oxox --modulo D
  echo '{0|1}' | misere outcome -";

impl Arguments {
    /// The options that all commands have, without a command.
    pub(crate) fn from_options(matches: &ArgMatches) -> Result<Arguments, clap::Error> {
        Ok(Arguments { command: None, options: Options::from_arg_matches(matches)? })
    }
}

impl Options {
    pub(crate) fn style(&self) -> Style {
        if self.latex {
            Style::Latex
        } else if self.ascii || self.json {
            Style::Ascii
        } else {
            Style::Unicode
        }
    }

    /// The setup of the workspace, as the arguments say.
    pub(crate) fn setup(&self) -> Setup {
        // A growing table has three times the room it needs, and the program takes some itself: its
        // code, and what the allocator reserves for each of the threads beside the work.
        const PROGRAM: u64 = 192 << 20;
        let available = address_space().map_or(u64::MAX, |bytes| bytes.saturating_sub(PROGRAM) / 3);
        let limits = Limits { memory_bytes: self.max_memory.min(available), time: self.max_time };
        let longest_text = usize::try_from(self.max_output).unwrap_or(usize::MAX);
        let tombstone = self.tombstone.into();
        let setup = Setup { limits, tombstone, longest_text, limit_help: flag_of, ..Setup::default() };
        Setup { threads: self.threads.unwrap_or(setup.threads), ..setup }
    }
}

/// The limit of the system on the address space of a process (`ulimit -v`), if there is one.
pub(crate) fn address_space() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::As).current;
    #[cfg(not(unix))]
    None
}

const ABOUT_UNIVERSE: &str = "A universe: its ends and how strength is decided; or how two universes relate, \
                              which one a ruleset needs, how many lie";

/// The help of the universe that may be left out where positions are given.
fn or_home(lies: &str) -> String {
    let homes = homes_in_words();
    format!(
        "The universe (repeatable; without it, the one the ruleset claims to lie in, or else the first of {homes} \
         that {lies} in)"
    )
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Everything about one game.
    #[command(after_help = "Examples:
  misere show '{0,*|*}'
  misere show '{0,*|*}' --modulo D --modulo 'D(-1)'")]
    Show {
        /// The game.
        game: String,
        /// With --latex, print a whole document.
        #[arg(long)]
        standalone: bool,
        /// The universe (repeatable; without it, the usual seven).
        #[arg(long = "modulo", short, value_name = "U")]
        moduli: Vec<String>,
    },
    #[command(about = ABOUT_UNIVERSE, long_about = format!("\
{ABOUT_UNIVERSE}.

For one universe, prints whether its ends are dead or blocked, least generators, the ends that no \
others replace, neutral and terminable ends, how many Left ends are born on each day, the ends or the \
theorem that decide strength, and where it lies among {}. For two, prints whether one is inside the \
other, whether all forms have the same order, or two games that separate the orders, and meet and join; \
each says what is proved and what is tested. Ends are taken up to equality modulo M.", named_in_words()),
        after_help = "\
Examples:
  misere universe 'D({|*},{|1})'
  misere universe 'D({|*},{|1})' 'D(-1)'
  misere universe --of domineering --boards 4x5
  misere universe --lattice D 'D({|*})' 'D(-1)' 'D([-1 0])' E B M -o universes.svg
  misere universe --survey --birthday 2 -o orders.svg")]
    Universe(UniverseOf),
    /// The value of a position of a game, modulo a universe.
    ///
    /// Values of the independent parts of a position are added where the game lies
    /// inside the universe; otherwise positions are followed as a whole. The answer
    /// says which of the two methods was used.
    #[command(after_help = "\
Examples:
  misere value domineering 2x4 --modulo 'D({|-1,0})'
  misere value clobber xoxo/oxox/xox. --modulo D --edges
  misere value 'octal(0.77)' 5,3 --modulo M
  misere value my.rules 'x.o/..o' --modulo E")]
    Value {
        #[command(flatten)]
        position: PositionOf,
        #[arg(long = "modulo", short, value_name = "U", help = or_home("the position lies"))]
        moduli: Vec<String>,
        /// Print the number of edges of the simplest form, drawn as a tree.
        #[arg(long)]
        edges: bool,
        /// Print the outcome.
        #[arg(long)]
        outcome: bool,
        #[command(flatten)]
        evidence: Evidence,
        /// With --latex, print a whole document.
        #[arg(long)]
        standalone: bool,
    },
    /// A position of Nim, with finite and infinite heaps.
    ///
    /// Heaps are ordinals below ε₀ such as 5, w, w+1, w^2*2+3 or w^(w+1), as separate
    /// arguments or with commas or spaces between them. Shown are who wins and the winning
    /// moves, under misère and under normal play; the genus if the nim-sum is finite; the
    /// reduced form, which tells the class modulo I; and the class modulo M, where no two
    /// positions are equal.
    #[command(after_help = "\
Examples:
  misere nim 3 5 w+1 'w^2*2+3'
  misere nim w+3 w+2 1 --equal 'w+2 w+2'")]
    Nim {
        /// The heaps. Also - (standard input) or @FILE.
        #[arg(required = true, value_name = "HEAPS")]
        heaps: Vec<String>,
        /// Say also whether the position equals this one (its heaps in one argument).
        #[arg(long, value_name = "HEAPS")]
        equal: Option<String>,
    },
    /// Evaluate expressions: names, lists, comparisons, functions.
    ///
    /// Statements are separated by `;` or by lines. `G := {0,*|*}` gives a name, `modulo E`
    /// sets the universe of comparisons, and `G >= H mod D` sets it for one comparison.
    /// Comparisons are =, !=, >=, <=, >, <, || (incomparable, also <>) and == (the same
    /// form), joined with and, or, not. Lists are [a, b], 1..8 and
    /// [simplest(g, E) for g in days(2) if dicot(g)]; the first item is L[1], and `g in L`
    /// asks whether g is an item. With blanks, [-1 0] is the dead end {|-1,0}. An integer is a
    /// game, or beside a count a count; counts have +, - and *. A name for a number may stand in
    /// a position: [outcome(domineering(2 x n)) for n in 1..8]. `f(g) := simplest(g + *, E)`
    /// defines a function, `_` is the last answer, and `load rules "my.rules"` makes my(…) a
    /// ruleset. Comments are `-- …`, with a blank. The expression may also be - (standard
    /// input) or @FILE. With --json, what is computed with counts is a string of digits, since
    /// it may have thousands of digits.
    #[command(after_help = format!("Functions (U may be left out after `modulo U`):\n{}\n
Examples:
  misere eval 'G := {{0,*|*}}; simplest(G, D)'
  misere eval '{{0,*|*}} >= 0 mod E' --why
  misere eval 'length([g for g in census(2, E) if invertible(g, E)])'", language::list_of_functions()))]
    Eval {
        /// The expressions.
        expression: String,
        /// Say why, for answers that can be proved.
        #[arg(long)]
        why: bool,
    },
    /// Evaluate the statements of a file, one after the other; see `misere eval`.
    ///
    /// The first error ends the run, with the file, the line and the character.
    #[command(after_help = "Example: misere run worksheet.mis")]
    Run {
        /// The file; - is standard input.
        file: String,
        /// Say why, for answers that can be proved.
        #[arg(long)]
        why: bool,
    },
    /// The rulesets; with a name, its rules and how positions are written.
    ///
    /// Without a name, a line for each ruleset: its name, the universe that it lies in (- where
    /// that is determined for each position), and what is played.
    #[command(after_help = "Example: misere rulesets domineering")]
    Rulesets {
        /// The game: a name, or the path of a rules file.
        ruleset: Option<String>,
        /// Only rulesets whose names begin so.
        #[arg(long, value_name = "BEGINNING", conflicts_with = "ruleset")]
        named: Option<String>,
    },
    /// The values of many positions of a game as a table.
    ///
    /// Several positions may be given, and a position may have one or two ranges such as 1..6,
    /// which the table runs through. Several universes stand side by side.
    #[command(after_help = "\
Examples:
  misere table domineering 1..2x1..6 --modulo E
  misere table domineering 2x1..4 --modulo D --modulo E
  misere table clobber xo xoxo xoxoxo --modulo D
  misere table nim 1..4,1..4 --modulo M --outcome --csv")]
    Table {
        /// The game: a name (see `misere rulesets`), or the path of a rules file.
        ruleset: String,
        /// The positions, with or without ranges; one of them may be - (standard input) or
        /// @FILE.
        #[arg(required = true, value_name = "POSITION")]
        positions: Vec<String>,
        #[arg(long = "modulo", short, value_name = "U", help = or_home("all positions lie"))]
        moduli: Vec<String>,
        /// Print the number of edges of the simplest form instead of the form.
        #[arg(long, conflicts_with = "outcome")]
        edges: bool,
        /// Print the outcome instead of the form.
        #[arg(long)]
        outcome: bool,
        /// Print comma-separated values; a text that begins with = + - @ has an apostrophe before it.
        #[arg(long, conflicts_with_all = ["latex", "json"])]
        csv: bool,
        /// With --latex, print a whole document.
        #[arg(long)]
        standalone: bool,
        #[command(flatten)]
        sharding: Sharding,
    },
    /// The classes of the games born by some day, modulo a universe, and their order.
    ///
    /// By day 2 all 256 trees are looked at. Dicots go to day 3 (1,046,530 trees), and
    /// impartial games to day 4. Later days are refused.
    #[command(after_help = "\
Examples:
  misere census --day 2 --modulo E
  misere census --day 2 --modulo E --list --csv
  misere census --day 3 --modulo M --dicots --count
  misere census --day 2 --modulo D --of M --order
  misere census --day 2 --modulo E --hasse e2.svg --sqlite e2.db")]
    Census(CensusOf),
    /// How many classes of games are born by some day, modulo a universe.
    ///
    /// By day 2 classes are listed and counted. By day 3 there may be 2^170 classes, which are
    /// counted by the types of their options, exactly and without being listed.
    #[command(after_help = "\
Examples:
  misere count --day 3 --modulo D
  misere count --day 3 --modulo E --explain
  misere count --day 3 --modulo M --of D
  misere count --day 3 --modulo B --invertible")]
    Count(CountOf),
    /// Left dead ends: all that are born by some day, or one or two that are given.
    #[command(
        args_conflicts_with_subcommands = true,
        subcommand_negates_reqs = true,
        after_help = "\
Examples:
  misere dead-ends --day 5 --count
  misere dead-ends --day 5 --order
  misere dead-ends --day 3 --list
  misere dead-ends show '[-2 [-1 0]]' --closure '[-1 0]'"
    )]
    DeadEnds {
        /// The day, at most 5.
        #[arg(long, value_name = "N", required = true)]
        day: Option<u32>,
        #[command(flatten)]
        shown: DeadEndsShown,
        #[command(subcommand)]
        command: Option<DeadEndsCommand>,
    },
    /// The five papers, recomputed: every table, theorem and figure with numbers.
    ///
    /// Prints for each item its number, what it says and what came out, how that was
    /// established, and a command that shows it. ✓ is a finite statement that was decided,
    /// ○ a general one that was tried on the finite world that is named, ≠ an erratum, ? a
    /// number that could not be reproduced, ◇ an open problem. Any other difference from a
    /// paper makes the exit code 1.
    #[command(after_help = "\
Examples:
  misere papers
  misere papers --only universe
  misere papers --errata
  misere papers --open
  misere papers --item 'Figure 5'
  misere papers --figures figures")]
    Papers(PapersOf),
    /// Play a game against a perfect opponent.
    ///
    /// The player who cannot move wins, or with --normal loses. Moves are chosen by number;
    /// `hint` tells the winning moves and why, `back` takes a move back, `quit` ends.
    #[command(after_help = "Example: misere play clobber xoxo/oxox --you left")]
    Play {
        #[command(flatten)]
        position: PositionOf,
        /// The player you are.
        #[arg(long, value_enum, default_value = "left")]
        you: Side,
        /// The player who moves first.
        #[arg(long, value_enum, default_value = "left")]
        first: Side,
        /// Play by the normal rule: the player who cannot move loses.
        #[arg(long)]
        normal: bool,
    },
    /// Draw a game tree, or the board of a position.
    ///
    /// Left's options are drawn to the left and Right's to the right; a black square is
    /// a tombstone. Without -o the tree is drawn as text.
    #[command(after_help = "\
Examples:
  misere draw '{0,*|*}'
  misere draw '{0,*|*}' --modulo D --labels -o g.svg
  misere draw '{0,{0,-1|W5}||-2,0}' --modulo E --steps
  misere draw clobber xo/ox -o board.tex
  misere draw '*5' --merge -o star.pdf
  misere draw domineering 2x4 --modulo 'D({|-1,0})' -o value.png")]
    Draw(Draw),
    /// The Hasse diagram of games modulo a universe.
    ///
    /// Games that are equal are one element. Without -o the elements are listed, each with the
    /// elements it covers.
    #[command(after_help = "Example: misere hasse '0,1,-1,*,*2' --modulo E -o h.svg")]
    Hasse {
        /// The games, with commas or line breaks between them.
        games: String,
        /// The universe.
        #[arg(long = "modulo", short, value_name = "U")]
        modulus: String,
        #[command(flatten)]
        picture: Picture,
    },
    /// Check certificates, with the independent checker alone.
    ///
    /// Prints a line for each file: what it proves and the theorems the proof relies
    /// on, or why it is rejected. The exit code is 1 if any file is rejected.
    ///
    /// All claims are shown, with options and generators sorted and each once. A claim of
    /// more than 2,000 characters, or definitions of names of as many, are replaced by the
    /// SHA-256 of the text that --full prints there.
    #[command(after_help = "Example: misere check proof.json")]
    Check {
        /// The files; - is standard input.
        #[arg(required = true)]
        files: Vec<String>,
        /// Print claims of any length. JSON always has them whole.
        #[arg(long)]
        full: bool,
        /// Check with misere-verified, which is proved correct in Coq: no theorem is relied on,
        /// and claims are printed whole.
        #[arg(long)]
        verified: bool,
        /// Write the certificate of one file as a theorem for coqc.
        #[arg(long, conflicts_with_all = ["verified", "full", "json"])]
        coq: bool,
    },
    /// Answer JSON Lines from standard input, one object per line.
    ///
    /// A request has an "op", the name of a question (`misere schema` lists all questions), its
    /// arguments such as "g" and "h", where needed "modulo", and optionally an "id", which is
    /// given back. With "why":true the answers that can be proved carry "why" (lines to
    /// read), "theorems" and "certificate". Empty lines are skipped. A bad line is
    /// answered with {"ok":false,"code":…,"message":…}, for syntax errors with "field" and
    /// "at" (characters before the place), and the run goes on. --max-time holds for each
    /// line.
    #[command(after_help = r#"Example:
  echo '{"op":"simplest","g":"{0,*|*}","modulo":"D"}' | misere batch
  {"ok":true,"modulo":"D","form":"{0,#|*}"}"#)]
    Batch,
    /// The explorer in a browser: click a position together and see what it is worth.
    ///
    /// Starts the server of `misere serve` and opens a browser with its page. Where there is no
    /// display, open the printed line yourself.
    #[command(after_help = "\
Examples:
  misere explore
  misere explore 'domineering(2x4)'
  misere explore '{0,*|*}' --no-open")]
    Explore {
        /// The position or game that the page shows first.
        game: Option<String>,
        /// Only print the line.
        #[arg(long)]
        no_open: bool,
        #[command(flatten)]
        server: ServerOf,
    },
    /// The explorer's server, for a page in a browser on this machine.
    ///
    /// Prints a line with the address. The part after `#` is a secret, without which the server
    /// answers nobody: open the line as it stands. A question has 5 seconds and 512 MB, unless
    /// --max-time and --max-memory say otherwise. The server ends at Ctrl-C, or after half an hour
    /// without a page.
    #[command(after_help = "Example: misere serve --port 8377")]
    Serve(ServerOf),
    /// Put the parts that --shard made together.
    ///
    /// The parts are the files of `table`, `census`, `count`, `universe --survey` or `random` with
    /// --shard. All n of them must be there, each once and whole, and of one computation. The
    /// result is one JSON object per line, as the command prints with --json, and the same for
    /// every n.
    #[command(after_help = "\
Example:
  misere table domineering 1..3x1..4 -m E --shard 0/2 --output part-0
  misere table domineering 1..3x1..4 -m E --shard 1/2 --output part-1
  misere merge part-0 part-1 --output table.jsonl")]
    Merge {
        /// The parts, in any order.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The file to write; - is standard output.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
    },
    /// Look after a store of values, which --store makes.
    #[command(after_help = "Example: misere store info values.db")]
    Store {
        #[command(subcommand)]
        command: StoreCommand,
    },
    /// The JSON Schema of all that is read and printed as JSON.
    #[command(after_help = "Example: misere schema > misere.schema.json")]
    Schema,
    /// The manual page of misere, or of one of its commands, as roff.
    #[command(after_help = "\
Examples:
  misere man | man -l -
  misere man simplest | man -l -
  misere man --directory ~/.local/share/man/man1")]
    Man {
        /// The command.
        command: Vec<String>,
        /// Write the pages of all commands to this directory instead.
        #[arg(long, value_name = "DIRECTORY", conflicts_with = "command")]
        directory: Option<PathBuf>,
    },
    /// A script that completes commands and options in a shell.
    #[command(after_help = "\
Examples:
  misere completions bash > ~/.local/share/bash-completion/completions/misere
  misere completions zsh > ~/.zfunc/_misere
  misere completions fish > ~/.config/fish/completions/misere.fish")]
    Completions {
        /// The shell.
        shell: Shell,
    },
}
