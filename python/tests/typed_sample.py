"""A program that is checked with ``mypy --strict`` and run: the types are those of the answers."""

from typing import Iterable, List, Optional

from misere import D, E, Game, Outcome, Player, Proved, Relation, census, count, limits, modulo, questions, ruleset


class Subtract:
    """Take one or two counters."""

    def options(self, position: int, player: Player) -> Iterable[int]:
        return [position - n for n in (1, 2) if n <= position]


def main() -> None:
    g = Game("{0,*|*}")
    relation: Relation = g.compare(0, D)
    proved: Proved[Relation] = g.compare(0, D, proof=True)
    outcome: Outcome = g.outcome
    expansion: Optional[Game] = g.expand(E)
    forms: List[Game] = questions.days(1)
    strong_for_left: bool = g.strong(E, player="Left")
    both = g.strong(E)
    classes: int = count(2, E)
    with modulo(D), limits(time=60):
        above: bool = g > 0
    value: Game = ruleset(Subtract())(4).value(E)
    separator = g.separator("*", E)
    print(relation, proved.answer, proved.check(), outcome, expansion, forms, strong_for_left, both.left)
    print(classes, above, value, separator.starter if separator is not None else None)
    print(sum(item.trees for item in census(2, E).classes), E.max([g, Game(0)]), (3 * g + 1).rank)


if __name__ == "__main__":
    main()
