//! The stack of the parser, and its states.

use std::ops::Range;

use misere_core::Player;

/// A construct that was begun and waits for what stands inside it or after it.
#[derive(Clone, Copy)]
pub(crate) enum Frame {
    /// The whole text, which is one form.
    Text,
    /// The generators of a universe: an opening parenthesis was read.
    Generators {
        open: usize,
        item: usize,
    },
    /// A brace and the list after it.
    Brace {
        open: usize,
        list: List,
    },
    /// A bar and the list after it. The list before the bar belongs to the frame below,
    /// whose bar is longer if it is a bar.
    Bar {
        length: usize,
        list: List,
    },
    /// `[`, the start of the items, the place of the current item, and whether there are
    /// commas, which make a list and no game.
    Bracket {
        open: usize,
        values: usize,
        item: usize,
        is_list: bool,
    },
    /// `*{`, the start of the options, and the place of the current option.
    Impartial {
        open: usize,
        values: usize,
        item: usize,
    },
    Paren {
        open: usize,
    },
    /// `±(` and the start of the list after it.
    PlusMinusList {
        open: usize,
        values: usize,
    },
    Call {
        open: usize,
        function: Function,
    },
    /// A bar over a game: its brace was read.
    Overline {
        open: usize,
    },
    Prefix(Prefix),
    /// The start of the terms read so far.
    Sum {
        values: usize,
    },
}

/// Where a list of options starts in the stacks of values and of tombstones.
#[derive(Clone, Copy)]
pub(crate) struct List {
    pub(super) values: usize,
    pub(super) stones: usize,
}

#[derive(Clone, Copy)]
pub(crate) enum Prefix {
    Conjugate,
    PlusMinus,
    Copies(u64),
}

#[derive(Clone, Copy)]
pub(crate) enum Function {
    Adjoint,
    Conjugate,
    Sharp,
}

impl Function {
    pub(super) const ALL: [(&'static str, Function); 3] =
        [("adj", Function::Adjoint), ("conj", Function::Conjugate), ("sharp", Function::Sharp)];
}

/// A tombstone that was read, with the player it was marked for.
pub(super) struct Stone {
    pub(super) player: Option<Player>,
    pub(super) span: Range<usize>,
}

/// The state of the parser: the tokens that it accepts next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Term,
    /// The first element of a list in braces, or its end.
    List,
    /// An element of a list in braces.
    Element,
    AfterTerm,
    AfterStone,
    AfterDot,
    Done,
}
