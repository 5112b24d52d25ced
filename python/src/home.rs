//! The workspace of the process, and what of it lives in objects of Python.
//!
//! A workspace keeps every game that was made in it and remembers every comparison. When it has
//! grown, and no call is under way, a fresh one takes its place: objects of Python that live are
//! moved to it, and all else is given back. No answer depends on when that happens. An object
//! keeps its identity, and a game keeps its hash.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, Weak};

use misere::core::Form;
use misere::{Budget, Error, Game, Limits, Modulus, Proof, Setup, Workspace};
use pyo3::prelude::*;

use crate::call::{ENDLESS, clock};

/// The budget of all workspaces, one after the other.
pub(crate) static BUDGET: LazyLock<Arc<Budget>> = LazyLock::new(|| {
    let limits = Limits { time: Some(ENDLESS), memory_bytes: u64::MAX };
    Arc::new(Budget::with_clock(limits, Box::new(clock)))
});

static HOME: LazyLock<RwLock<Workspace>> =
    LazyLock::new(|| RwLock::new(Workspace::with_budget(BUDGET.clone(), Setup::default())));

/// The workspace of the process.
pub(crate) fn workspace() -> Workspace {
    HOME.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Whether no call is under way, so that the workspace may be replaced.
pub(crate) fn is_idle() -> bool {
    CALLS.load(Ordering::Relaxed) == 0
}

/// The bytes that a call may take.
pub(crate) static MEMORY_LIMIT: LazyLock<AtomicU64> =
    LazyLock::new(|| AtomicU64::new(Limits::default().memory_bytes));

/// The bytes that a workspace may take before it is replaced, if neither the objects that live nor
/// a single call take more.
const USUAL_SIZE: u64 = 64 << 20;

/// The bytes that were taken after the last move, and the most that one call has taken.
static AFTER_MOVING: AtomicU64 = AtomicU64::new(0);
static LARGEST_CALL: AtomicU64 = AtomicU64::new(0);

/// The calls under way, those inside others counted.
static CALLS: AtomicUsize = AtomicUsize::new(0);

/// Whether a call reached the memory limit since this was last asked.
static MEMORY_REACHED: AtomicBool = AtomicBool::new(false);

/// Notes that a call reached the memory limit.
pub(crate) fn memory_reached() {
    MEMORY_REACHED.store(true, Ordering::Relaxed);
}

/// A call under way, for as long as this lives. Nothing is moved meanwhile.
pub(crate) struct UnderWay {
    /// The bytes that were taken before the call, if no other was under way.
    before: Option<u64>,
}

impl UnderWay {
    /// Begins a call. The memory limit is for what is taken from now on; calls that are under way
    /// at the same time share it.
    pub(crate) fn new() -> UnderWay {
        if CALLS.fetch_add(1, Ordering::Relaxed) > 0 {
            return UnderWay { before: None };
        }
        UnderWay { before: Some(limit_from_now()) }
    }
}

fn limit_from_now() -> u64 {
    let taken = BUDGET.spent().memory_bytes;
    BUDGET.limit_memory(taken.saturating_add(MEMORY_LIMIT.load(Ordering::Relaxed)));
    taken
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        if let Some(before) = self.before {
            let taken = BUDGET.spent().memory_bytes.saturating_sub(before);
            LARGEST_CALL.fetch_max(taken, Ordering::Relaxed);
        }
        CALLS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Does a call from Python, with its arguments read inside: before it, memory is given back if
/// much is taken. A call that reaches the memory limit is done once more in a fresh workspace, for
/// tables that have grown take more to grow on. The lock of the interpreter is held here, so that
/// no other call begins meanwhile.
pub(crate) fn whole_call<T>(py: Python<'_>, call: impl Fn() -> PyResult<T>) -> PyResult<T> {
    let is_alone = CALLS.load(Ordering::Relaxed) == 0;
    if is_alone {
        let room = [AFTER_MOVING.load(Ordering::Relaxed), LARGEST_CALL.load(Ordering::Relaxed)];
        let room = room.into_iter().fold(USUAL_SIZE, |room, size| room.max(size.saturating_mul(2)));
        if BUDGET.spent().memory_bytes > room {
            move_on(py);
        }
        MEMORY_REACHED.store(false, Ordering::Relaxed);
    }
    let under_way = UnderWay::new();
    let result = call();
    drop(under_way);
    let again = result.is_err()
        && is_alone
        && MEMORY_REACHED.swap(false, Ordering::Relaxed)
        && CALLS.load(Ordering::Relaxed) == 0
        && move_on(py);
    if !again {
        return result;
    }
    let under_way = UnderWay::new();
    let result = call();
    drop(under_way);
    if MEMORY_REACHED.swap(false, Ordering::Relaxed) && CALLS.load(Ordering::Relaxed) == 0 {
        // Its memory is given back, so that the same call ends in the same way when it is made again.
        move_on(py);
    }
    result
}

/// Moves everything that lives to a fresh workspace, unless there is not the memory for it, and
/// says whether it did.
fn move_on(py: Python<'_>) -> bool {
    // The handle to the old workspace must be gone when the memory is examined.
    let fresh = workspace().fresh();
    move_to(py, fresh)
}

/// Moves everything that lives to this workspace, unless there is not the memory for it, and says
/// whether it did.
pub(crate) fn move_to(_py: Python<'_>, fresh: Workspace) -> bool {
    BUDGET.limit_memory(u64::MAX);
    let old = workspace();
    let live: Vec<Arc<dyn Live>> = {
        let mut registry = registry();
        registry.prune();
        registry.all.iter().filter_map(Weak::upgrade).collect()
    };
    let moved = || {
        let games: Vec<Game> = live.iter().flat_map(|one| one.games()).collect();
        let moved = fresh.adopt_all(&old, &games)?;
        let mut numbers = HashMap::new();
        for (game, moved) in games.iter().zip(&moved) {
            if let Some(&number) = hashes().numbers.get(&game.form()) {
                numbers.insert(moved.form(), number);
            }
        }
        let mut moved = moved.into_iter();
        let commits = live.iter().map(|one| one.clone().moved(&fresh, &mut moved));
        Ok::<_, Error>((numbers, commits.collect::<Result<Vec<_>, Error>>()?))
    };
    let Ok((numbers, commits)) = moved() else { return false };
    hashes().numbers = numbers;
    commits.into_iter().for_each(|commit| commit());
    *HOME.write().unwrap_or_else(PoisonError::into_inner) = fresh;
    drop(old);
    AFTER_MOVING.store(BUDGET.spent().memory_bytes, Ordering::Relaxed);
    true
}

/// Numbers of games that were hashed. Equal games have one number, also after a move.
#[derive(Default)]
struct Hashes {
    next: u64,
    numbers: HashMap<Form, u64>,
}

fn hashes() -> MutexGuard<'static, Hashes> {
    static HASHES: LazyLock<Mutex<Hashes>> = LazyLock::new(Mutex::default);
    HASHES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of a game, by which it is hashed.
pub(crate) fn number_of(game: &Game) -> u64 {
    let mut hashes = hashes();
    let Hashes { next, numbers } = &mut *hashes;
    *numbers.entry(game.form()).or_insert_with(|| {
        *next += 1;
        *next
    })
}

/// Something that an object of Python holds, and that a move replaces.
pub(crate) trait Live: Send + Sync {
    /// The games in it, in an order of its own.
    fn games(&self) -> Vec<Game>;
    /// The function that puts the moved object in its place, given its games in the same order.
    fn moved(self: Arc<Self>, to: &Workspace, games: &mut dyn Iterator<Item = Game>)
    -> Result<Commit, Error>;
}

pub(crate) type Commit = Box<dyn FnOnce()>;

struct LiveThings {
    all: Vec<Weak<dyn Live>>,
    /// The length at which the list is rid of what is gone.
    prune_at: usize,
}

impl LiveThings {
    fn prune(&mut self) {
        self.all.retain(|one| one.strong_count() > 0);
        self.prune_at = (2 * self.all.len()).max(1 << 10);
    }
}

fn registry() -> MutexGuard<'static, LiveThings> {
    static LIVE: Mutex<LiveThings> = Mutex::new(LiveThings { all: Vec::new(), prune_at: 1 << 10 });
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has something moved for as long as it lives.
pub(crate) fn keep_at_home(thing: Weak<dyn Live>) {
    let mut live = registry();
    if live.all.len() >= live.prune_at {
        live.prune();
    }
    live.all.push(thing);
}

/// A thing with games in it, in the workspace of the process.
pub(crate) trait Movable: Sized + Send + Sync + 'static {
    /// The games in it, in an order of its own.
    fn games(&self) -> Vec<Game>;
    /// The same thing in another workspace, given its games there.
    fn moved(&self, to: &Workspace, games: &mut dyn Iterator<Item = Game>) -> Result<Self, Error>;
}

/// The games that an object of Python holds. Clones share it.
pub(crate) struct Held<T>(Arc<RwLock<T>>);

impl<T> Clone for Held<T> {
    fn clone(&self) -> Held<T> {
        Held(self.0.clone())
    }
}

impl<T: Movable> Held<T> {
    pub(crate) fn new(thing: T) -> Held<T> {
        let held = Arc::new(RwLock::new(thing));
        let weak = Arc::downgrade(&held);
        keep_at_home(weak);
        Held(held)
    }

    /// The thing, where it is now. No move takes place while a call is under way.
    pub(crate) fn get(&self) -> RwLockReadGuard<'_, T> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Movable> Live for RwLock<T> {
    fn games(&self) -> Vec<Game> {
        self.read().unwrap_or_else(PoisonError::into_inner).games()
    }

    fn moved(
        self: Arc<Self>,
        to: &Workspace,
        games: &mut dyn Iterator<Item = Game>,
    ) -> Result<Commit, Error> {
        let moved = self.read().unwrap_or_else(PoisonError::into_inner).moved(to, games)?;
        Ok(Box::new(move || *self.write().unwrap_or_else(PoisonError::into_inner) = moved))
    }
}

fn next(games: &mut dyn Iterator<Item = Game>) -> Game {
    games.next().expect("every game was moved")
}

impl Movable for Game {
    fn games(&self) -> Vec<Game> {
        vec![self.clone()]
    }

    fn moved(&self, _: &Workspace, games: &mut dyn Iterator<Item = Game>) -> Result<Game, Error> {
        Ok(next(games))
    }
}

impl Movable for Modulus {
    fn games(&self) -> Vec<Game> {
        Vec::new()
    }

    fn moved(&self, to: &Workspace, _: &mut dyn Iterator<Item = Game>) -> Result<Modulus, Error> {
        to.modulo(self.id().as_str())
    }
}

impl Movable for Proof {
    fn games(&self) -> Vec<Game> {
        Vec::new()
    }

    fn moved(&self, to: &Workspace, _: &mut dyn Iterator<Item = Game>) -> Result<Proof, Error> {
        self.moved_to(to)
    }
}
