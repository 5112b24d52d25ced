"""Writes the type stubs of the compiled part and of the questions, from the table.

``python python/tools/stubs.py`` writes them; with ``--check`` it says whether they are as they
would be written.
"""

import re
import sys
from pathlib import Path
from typing import Any, Dict, List

from misere import _misere, questions
from misere.questions import TABLE, base_of, is_property, parameters, python_name, receivers

PACKAGE = Path(__file__).resolve().parent.parent / "misere"

ARGUMENTS = {
    "game": "GameLike",
    "games": "Union[str, Iterable[GameLike]]",
    "number": "int",
    "player": "Union[Player, str]",
    "universe": "UniverseLike",
    "universes": "Union[str, Iterable[UniverseLike]]",
    "position": "PositionLike",
    "ruleset": "RulesetLike",
    "text": "str",
    "texts": "Union[str, Iterable[str]]",
    "flag": "bool",
}
FIELDS = {
    "form": "Game",
    "relation": "Relation",
    "outcome": "Outcome",
    "player": "Player",
    "boolean": "bool",
    "number": "int",
    "digits": "int",
    "text": "str",
    "universe": "Universe",
    "picture": "Union[str, bytes]",
}
HEAD = '# Written by python/tools/stubs.py from the table of questions.\n'


def argument_type(kind: str) -> str:
    if kind.startswith("word:"):
        words = ", ".join(f'"{word}"' for word in kind[len("word:") :].split("|"))
        return f"Literal[{words}]"
    return ARGUMENTS[kind]


def field_type(kind: str) -> str:
    # None stands for null, and for a field that is left out.
    if kind.startswith("~") or kind.endswith("?"):
        return f"Optional[{field_type(kind.strip('~?'))}]"
    if kind.startswith("["):
        return f"List[{field_type(kind[1:-1])}]"
    return FIELDS.get(kind, kind)


def record_name(line: Dict[str, Any]) -> str:
    return str(questions.RECORDS[line["name"]].__name__)


def answer_type(line: Dict[str, Any]) -> str:
    first = line["fields"][0][1]
    if line["name"] not in questions.RECORDS:
        return field_type(first)
    record = record_name(line)
    return f"Optional[{record}]" if line["optional"] else record


def records() -> List[str]:
    out = []
    answers = {record.__name__ for record in questions.RECORDS.values()}
    inner = {title: fields for line in TABLE for title, _, fields in line["records"] if title not in answers}
    for title, fields in inner.items():
        out.append(f"class {title}(NamedTuple):")
        out += [f"    {python_name(name)}: {field_type(kind)}" for name, kind, _ in fields] + [""]
    for line in TABLE:
        if line["name"] not in questions.RECORDS:
            continue
        base = base_of(line)
        if base is not None:
            out += [f"class {record_name(line)}({questions.RECORDS[base].__name__}): ...", ""]
            continue
        out.append(f"class {record_name(line)}(NamedTuple):")
        for name, kind, _ in line["fields"]:
            # An optional record is there as a whole or not at all.
            its_type = field_type(kind.rstrip("?") if line["optional"] else kind)
            out.append(f"    {python_name(name)}: {its_type}")
        if line["fields"][0][1].rstrip("?") == "boolean":
            out.append("    def __bool__(self) -> bool: ...")
        out.append("")
    return out


def signatures(line: Dict[str, Any], receiver: str) -> List[str]:
    """The signatures of a question: one for each way its answer has a type of its own."""
    answer = answer_type(line)
    # A player makes a yes or a no of an answer for both players, and of no other.
    for_both = [name for name, *_ in line["fields"]] == ["left", "right"]
    by_player = for_both and any(p[1] == "player" and not p[2] for p in line["parameters"])
    ways = [("", answer)]
    if by_player:
        ways = [("None", answer), ("player", "bool")]
    proofs = ["False", "True"] if line["provable"] else [""]
    out = []
    for way, told in ways:
        for proof in proofs:
            shown = ["self"] if receiver else []
            keywords = []
            for name, kind, need in parameters(line, receiver):
                if kind == "proof":
                    default = " = False" if proof == "False" else ""
                    keywords.append(f"proof: Literal[{proof}]{default}")
                elif kind == "player" and way == "player":
                    keywords.append(f"{name}: {argument_type(kind)}")
                elif kind == "player" and way == "None":
                    keywords.append(f"{name}: None = None")
                elif need == "required":
                    shown.append(f"{name}: {argument_type(kind)}")
                elif kind == "flag":
                    keywords.append(f"{name}: bool = False")
                else:
                    text = f"{name}: Optional[{argument_type(kind)}] = None"
                    (keywords if need == "keyword" else shown).append(text)
            everything = shown + (["*"] + keywords if keywords else [])
            result = f"Proved[{told}]" if proof == "True" else told
            out.append(f"def {line['name']}({', '.join(everything)}) -> {result}: ...")
    return out


def definitions(line: Dict[str, Any], receiver: str) -> List[str]:
    if receiver == "g" and is_property(line):
        return ["@property", f"def {line['name']}(self) -> {answer_type(line)}: ..."]
    ways = signatures(line, receiver)
    return ways if len(ways) == 1 else [text for way in ways for text in ("@overload", way)]


def methods(receiver: str) -> str:
    lines = [text for line in TABLE if receiver in receivers(line) for text in definitions(line, receiver)]
    return "\n".join("    " + text for text in lines)


def stub_of_questions() -> str:
    functions = [text for line in TABLE for text in definitions(line, "")]
    names = ", ".join(f'"{line["name"]}"' for line in TABLE)
    return "\n".join(
        [
            HEAD,
            "from typing import Any, Dict, Iterable, List, Literal, NamedTuple, Optional, Tuple, Union, overload",
            "",
            "from ._misere import Game, Proved, Universe",
            "from .typing import GameLike, PositionLike, RulesetLike, UniverseLike",
            "from .words import Outcome, Player, Relation",
            "",
            f"__all__ = [{names}]",
            "",
            "TABLE: List[Dict[str, Any]]",
            "RECORDS: Dict[str, Any]",
            "INNER: Dict[str, Any]",
            "HIDING: List[str]",
            "",
            "def is_property(line: Dict[str, Any]) -> bool: ...",
            "def parameters(line: Dict[str, Any], receiver: str) -> List[Tuple[str, str, str]]: ...",
            "def receivers(line: Dict[str, Any]) -> List[str]: ...",
            "def python_name(name: str) -> str: ...",
            "def example_call(line: Dict[str, Any], receiver: str) -> str: ...",
            "",
            *records(),
            *functions,
            "",
        ]
    )


def stub_of_compiled() -> str:
    template = (Path(__file__).parent / "_misere.pyi.in").read_text(encoding="utf-8")
    of_games, of_universes = methods("g"), methods("modulo")
    titles = {record.__name__ for record in [*questions.RECORDS.values(), *questions.INNER.values()]}
    names = sorted(titles & set(re.findall(r"\w+", of_games + of_universes)))
    template = template.replace("    #: questions about a game\n", of_games + "\n")
    template = template.replace("    #: questions modulo a universe\n", of_universes + "\n")
    everything = ", ".join(f'"{name}"' for name in _misere.__all__)
    template = template.replace("EVERYTHING", f"[{everything}]")
    return HEAD + template.replace("RECORDS", ", ".join(names))


def main() -> int:
    stubs = {"questions.pyi": stub_of_questions(), "_misere.pyi": stub_of_compiled()}
    stale = []
    for name, text in stubs.items():
        path = PACKAGE / name
        if "--check" in sys.argv:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                stale.append(name)
        else:
            path.write_text(text, encoding="utf-8")
    if stale:
        print(f"{', '.join(stale)}: run python python/tools/stubs.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
