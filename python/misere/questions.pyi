# Written by python/tools/stubs.py from the table of questions.

from typing import Any, Dict, Iterable, List, Literal, NamedTuple, Optional, Tuple, Union, overload

from ._misere import Game, Proved, Universe
from .typing import GameLike, PositionLike, RulesetLike, UniverseLike
from .words import Outcome, Player, Relation

__all__ = ["show", "show_modulo", "outcome", "normal_outcome", "passing_outcome", "simplest", "steps", "reduced", "canonical", "normal", "expand", "expansion_of", "p_free_modulo", "p_free_expansion", "birthday", "compare", "separator", "downlinked", "downlink", "invertible", "strong", "strong_outcome", "test_set", "member", "literal_member", "sum", "adjoint", "modified_adjoint", "conjugate", "truncate", "options", "followers", "rank", "edges", "dicot", "dead_ending", "blocking", "impartial", "ordinary", "p_free", "end", "dead_end", "blocked_end", "end_like", "genus", "days", "census", "census_summary", "census_count", "census_list", "census_order", "census_covers", "census_comparisons", "census_hasse", "random", "count", "count_explained", "min", "max", "value", "home", "table", "rulesets", "ruleset", "moves", "tree", "universe", "universe_relation", "universe_of", "universe_lattice", "universe_survey", "universe_survey_rows", "dead_ends", "dead_ends_order", "dead_ends_list", "dead_ends_show", "nim_position", "draw", "hasse"]

TABLE: List[Dict[str, Any]]
RECORDS: Dict[str, Any]
INNER: Dict[str, Any]
HIDING: List[str]

def is_property(line: Dict[str, Any]) -> bool: ...
def parameters(line: Dict[str, Any], receiver: str) -> List[Tuple[str, str, str]]: ...
def receivers(line: Dict[str, Any]) -> List[str]: ...
def python_name(name: str) -> str: ...
def example_call(line: Dict[str, Any], receiver: str) -> str: ...

class ModuloRow(NamedTuple):
    modulo: Universe
    form: Game
    strong: Optional[Strong]
    invertible: Optional[bool]
    in_monoid: Optional[bool]

class Claim(NamedTuple):
    statement: str
    g: Optional[Game]
    h: Optional[Game]
    player: Optional[Player]
    outcome: Optional[Outcome]
    games: Optional[List[Game]]

class SeparatorReason(NamedTuple):
    x: Game
    starter: Optional[Player]
    loses: Game
    wins: Game

class AnswerReason(NamedTuple):
    player: Optional[Player]
    option: Game
    claim: Claim

class StrengthReason(NamedTuple):
    g: Game
    player: Player
    by: Optional[str]

class ReplyReason(NamedTuple):
    claim: Claim
    answers: List[AnswerReason]
    strong: List[StrengthReason]

class WinningReply(NamedTuple):
    option: Game
    reply: Optional[Game]

class StartReason(NamedTuple):
    starter: Player
    winner: Player
    to: Optional[Game]
    answers: List[WinningReply]

class ReasonRow(NamedTuple):
    claim: Claim
    by: Optional[str]
    separator: Optional[SeparatorReason]
    end: Optional[Game]
    to: Optional[Game]
    ends: Optional[List[Game]]
    cells: Optional[int]
    replies: Optional[List[ReplyReason]]
    more_replies: Optional[int]
    starts: Optional[List[StartReason]]
    separators: Optional[int]
    tombstone_ends: Optional[int]

class Step(NamedTuple):
    operation: str
    player: Player
    of: Game
    option: Optional[Game]
    by: Optional[Game]
    fundamental: Optional[bool]
    ends: List[Game]
    becomes: Game
    form: Game
    text: str
    source: str

class OutcomeCounts(NamedTuple):
    L: int
    N: int
    P: int
    R: int

class StrongCounts(NamedTuple):
    left: int
    right: int
    both: int

class ClassRow(NamedTuple):
    class_: int
    form: Game
    game: Game
    day: int
    trees: int
    outcome: Outcome
    strong: Optional[Strong]
    invertible: Optional[bool]
    conjugate: Optional[int]

class Pair(NamedTuple):
    above: int
    below: int

class Cell(NamedTuple):
    position: str
    modulo: Universe
    form: Game
    tree_edges: int
    outcome: Outcome
    how: str

class RulesetEntry(NamedTuple):
    name: str
    title: str
    about: str
    universe: Optional[str]
    parameterised: bool

class Move(NamedTuple):
    position: Optional[str]
    form: Game
    outcome: Outcome
    wins: bool
    fate: Optional[str]
    by: Game
    times: int

class TreeNode(NamedTuple):
    l: List[int]
    r: List[int]
    t: Optional[str]

class DecidingEnds(NamedTuple):
    rank: Optional[int]
    left_moves: Optional[int]
    ends: List[str]

class IsInside(NamedTuple):
    holds: Optional[bool]
    end: Optional[Game]
    tested_ends: Optional[int]

class TellingGames(NamedTuple):
    greater: Game
    lesser: Game
    modulo: Universe
    not_modulo: Universe
    end: Optional[Game]

class TheirOrder(NamedTuple):
    same: Optional[bool]
    telling: Optional[TellingGames]
    tested_forms: Optional[int]
    tested_rank: Optional[int]
    undecided: Optional[int]

class TheirValues(NamedTuple):
    holds: Optional[bool]
    end: Optional[Game]

class TheirBound(NamedTuple):
    universe: Universe
    to_rank: Optional[int]

class LargestUniverse(NamedTuple):
    undominated: List[Game]
    ends: List[int]
    universes: int

class SmallOrder(NamedTuple):
    classes: int
    universes: int
    closures: List[int]

class SurveyRow(NamedTuple):
    ends: List[Game]
    universes: int
    classes: int
    strength: str

class ListedEnd(NamedTuple):
    place: int
    shorthand: str
    form: Game
    birthday: int
    race: int
    flexibility: int
    terminable: bool

class OtherEnd(NamedTuple):
    shorthand: str
    relation: Relation
    meet: Optional[str]
    join: Optional[str]
    sum: str
    quotient: Optional[str]

class NimMove(NamedTuple):
    heap: str
    to: str

class Play(NamedTuple):
    outcome: Outcome
    winning_moves: List[NimMove]

class NimEquality(NamedTuple):
    position: List[str]
    reduced: List[str]
    I: bool
    M: bool

class Show(NamedTuple):
    rank: int
    outcome: Outcome
    normal_outcome: Optional[Outcome]
    conjugate: Game
    adjoint: Game
    impartial: bool
    dicot: bool
    dead_ending: bool
    blocking: bool
    p_free: bool
    form: Game
    tree_edges: int
    dag_edges: int
    modulo: Optional[List[ModuloRow]]

class ShowModulo(Show): ...

class Steps(NamedTuple):
    steps: List[Step]
    form: Game

class Reduced(NamedTuple):
    reduced: bool
    canonical: Optional[bool]
    form: Game
    def __bool__(self) -> bool: ...

class Separator(NamedTuple):
    form: Game
    starter: Player

class Invertible(NamedTuple):
    invertible: Optional[bool]
    inverse: Optional[Game]
    in_monoid: bool
    cancels: bool
    none_up_to: Optional[int]
    def __bool__(self) -> bool: ...

class Strong(NamedTuple):
    left: bool
    right: bool
    def __bool__(self) -> bool: ...

class End(NamedTuple):
    left: bool
    right: bool
    def __bool__(self) -> bool: ...

class DeadEnd(NamedTuple):
    left: bool
    right: bool
    def __bool__(self) -> bool: ...

class BlockedEnd(NamedTuple):
    left: bool
    right: bool
    def __bool__(self) -> bool: ...

class EndLike(NamedTuple):
    left: bool
    right: bool
    def __bool__(self) -> bool: ...

class Genus(NamedTuple):
    genus: str
    normal: int
    misere: List[int]

class CensusSummary(NamedTuple):
    day: int
    modulo: Universe
    of: Universe
    games: int
    classes: int
    forms: List[Game]
    by_day: List[int]
    outcomes: OutcomeCounts
    strong: Optional[StrongCounts]
    invertible: Optional[int]
    not_invertible: Optional[int]
    self_conjugate: Optional[int]
    single: int

class CensusOrder(NamedTuple):
    classes: int
    pairs: int
    covers: int
    maximal: List[int]
    minimal: List[int]
    longest_chain: List[int]
    largest_antichain: List[int]
    antichains: Optional[int]

class CountExplained(NamedTuple):
    day: int
    modulo: Universe
    of: Universe
    invertible: bool
    classes: int
    by: str
    explanation: Optional[List[str]]

class Value(NamedTuple):
    ruleset: str
    position: str
    modulo: Universe
    form: Game
    sum: Optional[str]
    tree_edges: int
    outcome: Outcome
    how: str
    reason: str

class Home(NamedTuple):
    universe: Universe
    claimed: bool

class RulesetAnswer(NamedTuple):
    name: str
    title: str
    rules: str
    source: str
    syntax: str
    examples: List[str]
    universe: Optional[str]
    reason: Optional[str]

class Moves(NamedTuple):
    ruleset: Optional[str]
    position: Optional[str]
    modulo: Optional[Universe]
    form: Game
    outcome: Outcome
    left: List[Move]
    right: List[Move]

class Tree(NamedTuple):
    nodes: List[TreeNode]
    root: int

class UniverseAnswer(NamedTuple):
    universe: Universe
    ends: str
    parental: bool
    generators: Optional[List[Game]]
    undominated: Optional[List[Game]]
    terminable: Optional[List[Game]]
    neutral: Optional[List[Game]]
    up: Optional[List[Game]]
    left_ends: List[int]
    tests: List[DecidingEnds]
    strength: Optional[str]
    lies_in: List[Universe]
    contains: List[Universe]

class UniverseRelation(NamedTuple):
    first: Universe
    second: Universe
    first_inside_second: IsInside
    second_inside_first: IsInside
    order: TheirOrder
    first_values_in_second: Optional[TheirValues]
    second_values_in_first: Optional[TheirValues]
    meet: Optional[TheirBound]
    join: Optional[TheirBound]

class UniverseOf(NamedTuple):
    ruleset: str
    starts: List[str]
    positions: int
    ends: List[Game]
    generators: List[Game]
    universe: Universe
    home: Universe

class UniverseLattice(NamedTuple):
    universes: List[List[Universe]]
    covers: List[List[int]]
    tested_inclusions: List[List[int]]
    orders: List[List[int]]
    undistinguished: List[List[int]]
    picture: Optional[Union[str, bytes]]

class UniverseSurvey(NamedTuple):
    birthday: int
    ends: List[Game]
    sets: int
    universes: int
    closures: List[LargestUniverse]
    small_orders: List[SmallOrder]
    types_of_rank_3: int
    samples: int
    sampled_types: int
    forms: int
    types: List[List[int]]
    covers: List[List[int]]
    picture: Optional[Union[str, bytes]]

class DeadEnds(NamedTuple):
    day: int
    dead_ends: int
    by_day: List[int]

class DeadEndsOrder(NamedTuple):
    day: int
    dead_ends: int
    pairs: int
    of_pairs: int
    covers: int
    maximal: int
    minimal: int

class DeadEndsShow(NamedTuple):
    shorthand: str
    form: Game
    birthday: int
    race: int
    flexibility: int
    integer: bool
    terminable: bool
    options: List[str]
    atoms: List[List[str]]
    above_count: Optional[int]
    above: Optional[List[str]]
    in_closure: Optional[List[str]]
    in_upward_closure: Optional[List[str]]
    other: Optional[OtherEnd]

class NimPosition(NamedTuple):
    position: List[str]
    misere: Play
    normal: Play
    nim_sum: str
    genus: Optional[str]
    reduced: List[str]
    equal: Optional[NimEquality]

class Draw(NamedTuple):
    drawn: str
    form: Optional[Game]
    picture: Optional[Union[str, bytes]]
    text: Optional[str]
    width: Optional[int]

class Hasse(NamedTuple):
    classes: List[List[Game]]
    covers: List[List[int]]
    picture: Optional[Union[str, bytes]]

def show(g: GameLike) -> Show: ...
def show_modulo(g: GameLike, moduli: Union[str, Iterable[UniverseLike]]) -> ShowModulo: ...
@overload
def outcome(g: GameLike, *, proof: Literal[False] = False) -> Outcome: ...
@overload
def outcome(g: GameLike, *, proof: Literal[True]) -> Proved[Outcome]: ...
def normal_outcome(g: GameLike) -> Optional[Outcome]: ...
def passing_outcome(g: GameLike, player: Union[Player, str]) -> Outcome: ...
@overload
def simplest(g: GameLike, modulo: Optional[UniverseLike] = None, *, proof: Literal[False] = False) -> Game: ...
@overload
def simplest(g: GameLike, modulo: Optional[UniverseLike] = None, *, proof: Literal[True]) -> Proved[Game]: ...
def steps(g: GameLike, modulo: Optional[UniverseLike] = None) -> Steps: ...
def reduced(g: GameLike, modulo: Optional[UniverseLike] = None) -> Reduced: ...
def canonical(g: GameLike, modulo: Optional[UniverseLike] = None) -> Game: ...
@overload
def normal(g: GameLike, *, proof: Literal[False] = False) -> Game: ...
@overload
def normal(g: GameLike, *, proof: Literal[True]) -> Proved[Game]: ...
def expand(g: GameLike, modulo: Optional[UniverseLike] = None) -> Optional[Game]: ...
def expansion_of(g: GameLike, h: GameLike, modulo: Optional[UniverseLike] = None) -> bool: ...
def p_free_modulo(g: GameLike, modulo: Optional[UniverseLike] = None) -> bool: ...
def p_free_expansion(g: GameLike, modulo: Optional[UniverseLike] = None) -> Optional[Game]: ...
def birthday(g: GameLike, modulo: Optional[UniverseLike] = None) -> Optional[int]: ...
@overload
def compare(g: GameLike, h: GameLike, modulo: Optional[UniverseLike] = None, *, proof: Literal[False] = False) -> Relation: ...
@overload
def compare(g: GameLike, h: GameLike, modulo: Optional[UniverseLike] = None, *, proof: Literal[True]) -> Proved[Relation]: ...
def separator(g: GameLike, h: GameLike, modulo: Optional[UniverseLike] = None, *, starter: Optional[Union[Player, str]] = None) -> Optional[Separator]: ...
@overload
def downlinked(g: GameLike, h: GameLike, modulo: Optional[UniverseLike] = None, *, proof: Literal[False] = False) -> bool: ...
@overload
def downlinked(g: GameLike, h: GameLike, modulo: Optional[UniverseLike] = None, *, proof: Literal[True]) -> Proved[bool]: ...
def downlink(g: GameLike, h: GameLike, modulo: Optional[UniverseLike] = None) -> Optional[Game]: ...
@overload
def invertible(g: GameLike, modulo: Optional[UniverseLike] = None, *, proof: Literal[False] = False) -> Invertible: ...
@overload
def invertible(g: GameLike, modulo: Optional[UniverseLike] = None, *, proof: Literal[True]) -> Proved[Invertible]: ...
@overload
def strong(g: GameLike, modulo: Optional[UniverseLike] = None, *, player: None = None, proof: Literal[False] = False) -> Strong: ...
@overload
def strong(g: GameLike, modulo: Optional[UniverseLike] = None, *, player: None = None, proof: Literal[True]) -> Proved[Strong]: ...
@overload
def strong(g: GameLike, modulo: Optional[UniverseLike] = None, *, player: Union[Player, str], proof: Literal[False] = False) -> bool: ...
@overload
def strong(g: GameLike, modulo: Optional[UniverseLike] = None, *, player: Union[Player, str], proof: Literal[True]) -> Proved[bool]: ...
def strong_outcome(g: GameLike, modulo: Optional[UniverseLike] = None) -> Outcome: ...
def test_set(moves: int, modulo: Optional[UniverseLike] = None) -> List[Game]: ...
def member(g: GameLike, modulo: Optional[UniverseLike] = None) -> bool: ...
def literal_member(g: GameLike, modulo: Optional[UniverseLike] = None) -> bool: ...
def sum(g: GameLike, h: GameLike) -> Game: ...
def adjoint(g: GameLike) -> Game: ...
def modified_adjoint(g: GameLike) -> Game: ...
def conjugate(g: GameLike) -> Game: ...
def truncate(g: GameLike, moves: int) -> Game: ...
def options(g: GameLike, player: Union[Player, str]) -> List[Game]: ...
def followers(g: GameLike) -> List[Game]: ...
def rank(g: GameLike) -> int: ...
def edges(g: GameLike) -> int: ...
def dicot(g: GameLike) -> bool: ...
def dead_ending(g: GameLike) -> bool: ...
def blocking(g: GameLike) -> bool: ...
def impartial(g: GameLike) -> bool: ...
def ordinary(g: GameLike) -> bool: ...
def p_free(g: GameLike) -> bool: ...
@overload
def end(g: GameLike, *, player: None = None) -> End: ...
@overload
def end(g: GameLike, *, player: Union[Player, str]) -> bool: ...
@overload
def dead_end(g: GameLike, *, player: None = None) -> DeadEnd: ...
@overload
def dead_end(g: GameLike, *, player: Union[Player, str]) -> bool: ...
@overload
def blocked_end(g: GameLike, *, player: None = None) -> BlockedEnd: ...
@overload
def blocked_end(g: GameLike, *, player: Union[Player, str]) -> bool: ...
@overload
def end_like(g: GameLike, *, player: None = None) -> EndLike: ...
@overload
def end_like(g: GameLike, *, player: Union[Player, str]) -> bool: ...
def genus(g: GameLike) -> Genus: ...
def days(day: int) -> List[Game]: ...
def census(day: int, modulo: Optional[UniverseLike] = None, *, of: Optional[UniverseLike] = None) -> List[Game]: ...
def census_summary(day: int, modulo: Optional[UniverseLike] = None, *, of: Optional[UniverseLike] = None) -> CensusSummary: ...
def census_count(day: int, modulo: Optional[UniverseLike] = None, *, of: Optional[UniverseLike] = None) -> int: ...
def census_list(day: int, modulo: Optional[UniverseLike] = None, *, of: Optional[UniverseLike] = None) -> List[ClassRow]: ...
def census_order(day: int, modulo: Optional[UniverseLike] = None, *, of: Optional[UniverseLike] = None) -> CensusOrder: ...
def census_covers(day: int, modulo: Optional[UniverseLike] = None, *, of: Optional[UniverseLike] = None) -> List[Pair]: ...
def census_comparisons(day: int, modulo: Optional[UniverseLike] = None, *, of: Optional[UniverseLike] = None) -> List[Pair]: ...
def census_hasse(day: int, modulo: Optional[UniverseLike] = None, *, of: Optional[UniverseLike] = None, format: Optional[Literal["svg", "tikz", "tikz-document", "pdf", "png"]] = None, dpi: Optional[int] = None) -> Union[str, bytes]: ...
def random(day: int, of: UniverseLike, number: int, *, seed: Optional[int] = None) -> List[Game]: ...
def count(day: int, modulo: Optional[UniverseLike] = None, *, of: Optional[UniverseLike] = None) -> int: ...
def count_explained(day: int, modulo: Optional[UniverseLike] = None, *, of: Optional[UniverseLike] = None, invertible: bool = False, explain: bool = False) -> CountExplained: ...
def min(games: Union[str, Iterable[GameLike]], modulo: Optional[UniverseLike] = None) -> List[Game]: ...
def max(games: Union[str, Iterable[GameLike]], modulo: Optional[UniverseLike] = None) -> List[Game]: ...
@overload
def value(position: PositionLike, modulo: Optional[UniverseLike] = None, *, proof: Literal[False] = False) -> Value: ...
@overload
def value(position: PositionLike, modulo: Optional[UniverseLike] = None, *, proof: Literal[True]) -> Proved[Value]: ...
def home(position: PositionLike) -> Home: ...
def table(ruleset: RulesetLike, positions: Union[str, Iterable[str]], *, moduli: Optional[Union[str, Iterable[UniverseLike]]] = None) -> List[Cell]: ...
def rulesets(*, named: Optional[str] = None) -> List[RulesetEntry]: ...
def ruleset(ruleset: RulesetLike) -> RulesetAnswer: ...
def moves(g: GameLike, modulo: Optional[UniverseLike] = None) -> Moves: ...
def tree(g: GameLike) -> Tree: ...
def universe(universe: UniverseLike) -> UniverseAnswer: ...
def universe_relation(first: UniverseLike, second: UniverseLike) -> UniverseRelation: ...
def universe_of(ruleset: RulesetLike, *, boards: Optional[str] = None, positions: Optional[Union[str, Iterable[str]]] = None) -> UniverseOf: ...
def universe_lattice(moduli: Union[str, Iterable[UniverseLike]], *, format: Optional[Literal["svg", "tikz", "tikz-document", "pdf", "png"]] = None, dpi: Optional[int] = None) -> UniverseLattice: ...
def universe_survey(*, birthday: Optional[int] = None, format: Optional[Literal["svg", "tikz", "tikz-document", "pdf", "png"]] = None, dpi: Optional[int] = None) -> UniverseSurvey: ...
def universe_survey_rows(*, birthday: Optional[int] = None) -> List[SurveyRow]: ...
def dead_ends(day: int) -> DeadEnds: ...
def dead_ends_order(day: int) -> DeadEndsOrder: ...
def dead_ends_list(day: int) -> List[ListedEnd]: ...
def dead_ends_show(g: GameLike, *, h: Optional[GameLike] = None, closure: Optional[Union[str, Iterable[GameLike]]] = None, above: bool = False) -> DeadEndsShow: ...
def nim_position(heaps: str, *, equal: Optional[str] = None) -> NimPosition: ...
def draw(g: GameLike, modulo: Optional[UniverseLike] = None, *, format: Optional[Literal["svg", "tikz", "tikz-document", "pdf", "png"]] = None, tree: bool = False, steps: bool = False, merge: bool = False, no_legend: bool = False, labels: bool = False, depth: Optional[int] = None, max_nodes: Optional[int] = None, dpi: Optional[int] = None) -> Draw: ...
def hasse(games: Union[str, Iterable[GameLike]], modulo: Optional[UniverseLike] = None, *, format: Optional[Literal["svg", "tikz", "tikz-document", "pdf", "png"]] = None, dpi: Optional[int] = None) -> Hasse: ...
