"""Every question of the table, as functions, as methods of games and as methods of universes.

Nothing here names a question: the compiled part has the table from which the commands, the
batch and the language are made too, and the functions are written from it when the package is
imported. A question asked modulo a universe takes it as the last argument; inside
``with modulo(E):`` it may be left out.

>>> from misere import E, questions
>>> print(questions.simplest("{-1|1}", E))
0
"""

import builtins
import keyword
from collections import namedtuple
from typing import Any, Callable, Dict, List, Optional, Tuple

from . import _misere
from ._misere import Game, Universe
from .errors import Undecided

#: The lines of the table.
TABLE: List[Dict[str, Any]] = _misere.table()

#: The answers that have several fields are named tuples, by the names of their questions.
RECORDS: Dict[str, Any] = {}

#: The records inside answers, such as a step of a simplification, by their names.
INNER: Dict[str, Any] = {}


def _named(title: str, help: str, fields: List[Tuple[str, str, str]]) -> Any:
    """A named tuple whose documentation says what its fields are."""
    record: Any = namedtuple(title, [python_name(name) for name, *_ in fields])  # type: ignore[misc]
    record.__module__ = __name__
    record.__doc__ = help
    for name, _, said in fields:
        getattr(record, python_name(name)).__doc__ = said
    return record


def base_of(line: Dict[str, Any]) -> Optional[str]:
    """The name of an earlier question whose answer has the same fields, if there are several."""
    earlier = TABLE[: TABLE.index(line)]
    same = (other["name"] for other in earlier if other["record"] and other["fields"] == line["fields"])
    return next(same, None) if len(line["fields"]) > 2 else None


def _record(line: Dict[str, Any]) -> Any:
    fields = line["fields"]
    title = "".join(part.capitalize() for part in line["name"].split("_"))
    if hasattr(_misere, title):
        title += "Answer"
    help = f"The answer of `{line['name']}`. {line['help']}"
    same = base_of(line)
    if same is None:
        record = _named(title, help, fields)
    else:
        record = type(title, (RECORDS[same],), {"__slots__": (), "__module__": __name__, "__doc__": help})
    if fields[0][1].rstrip("?") == "boolean" and fields[0][0] == line["name"]:
        # The first field is the answer; the others say more.
        def decided(self: Any) -> bool:
            if self[0] is None:
                known = ", ".join(f"{name}: {value}" for name, value in zip(self._fields, self))
                raise Undecided({"known": False, "tried": f"what decides `{line['name']}`; {known}"})
            return bool(self[0])

        record.__bool__ = decided
    elif fields[0][1] == "boolean":

        def ambiguous(self: Any) -> bool:
            names = " or ".join(f".{name}" for name in self._fields)
            raise TypeError(f"the answer differs between the players: ask for {names}")

        record.__bool__ = ambiguous
    return record


def is_property(line: Dict[str, Any]) -> bool:
    """Whether the question is a property of games: it is about one game, and nothing else."""
    return [p[0] for p in line["parameters"]] == ["g"] and not line["modulo"]


def parameters(line: Dict[str, Any], receiver: str) -> List[Tuple[str, str, str]]:
    """The parameters of a function (receiver ``""``), of a method of games (``"g"``) or of
    universes (``"modulo"``): each with its kind and with ``required``, ``optional`` or
    ``keyword``."""
    required = [(name, kind, "required") for name, kind, needed, _ in line["parameters"] if needed]
    optional = [(name, kind, "keyword") for name, kind, needed, _ in line["parameters"] if not needed]
    universe = [("modulo", "universe", "optional")] if line["modulo"] else []
    proof = [("proof", "proof", "keyword")] if line["provable"] else []
    every = required + universe + optional + proof
    return [p for p in every if p[0] != receiver]


def receivers(line: Dict[str, Any]) -> List[str]:
    """What the question is a method of: games if it is about one, universes if it is asked
    modulo one."""
    about_game = bool(line["parameters"]) and line["parameters"][0][0] == "g"
    return ["g"] * about_game + ["modulo"] * bool(line["modulo"])


def python_name(name: str) -> str:
    return name + "_" if keyword.iskeyword(name) else name


def _function(number: int, line: Dict[str, Any], receiver: str) -> Callable[..., Any]:
    """The function that asks a question, with the signature that the table says."""
    shown = ["self"] if receiver else []
    keywords: List[str] = []
    for name, kind, need in parameters(line, receiver):
        default = "" if need == "required" else "=False" if kind in ("proof", "flag") else "=None"
        (keywords if need == "keyword" else shown).append(python_name(name) + default)
    if keywords:
        shown += ["*"] + keywords
    value = {receiver: "self"}
    given = [value.get(name, python_name(name)) for name, *_ in line["parameters"]]
    universe = value.get("modulo", "modulo") if line["modulo"] else "None"
    proof = "proof" if line["provable"] else "False"
    asked = f"_ask({number}, ({''.join(name + ', ' for name in given)}), {universe}, {proof})"
    body = f"    return {asked}\n"
    if line["record"]:
        body = f"    found = {asked}\n    return _RECORD(*found) if type(found) is tuple else found\n"
    name = python_name(line["name"])
    scope: Dict[str, Any] = {"_ask": _misere.ask, "_RECORD": RECORDS.get(line["name"])}
    exec(f"def {name}({', '.join(shown)}):\n{body}", scope)
    function: Callable[..., Any] = scope[name]
    function.__module__ = __name__
    function.__doc__ = _doc(line, receiver)
    if receiver:
        owner = {"g": "Game", "modulo": "Universe"}[receiver]
        function.__qualname__ = f"{owner}.{name}"
    return function


def _doc(line: Dict[str, Any], receiver: str) -> str:
    """The help of the question, and its example as a doctest."""
    call = example_call(line, receiver)
    if not call:
        return str(line["help"])
    fields = {name: kind for name, kind, _ in line["fields"]}
    name = "form" if "form" in fields else line["fields"][0][0]
    if line["record"]:
        call += f".{python_name(name)}"
    shown, told = _shown(call, fields[name].strip("~?"), line["example"]["answer"][name])
    return f"{line['help']}\n\n>>> from misere import Game, U, questions\n>>> {shown}\n{told}\n"


def _shown(call: str, kind: str, answer: Any) -> Tuple[str, str]:
    """An expression that shows an answer of a kind, and what it shows."""
    if answer is None:
        return f"print({call})", "None"
    if kind in ("form", "universe"):
        return f"print({call}.text('ascii'))", answer
    if kind in ("[form]", "[universe]"):
        return f"[one.text('ascii') for one in {call}]", repr(answer)
    if kind == "picture":
        return f"print({call}.splitlines()[0])", answer.splitlines()[0]
    if kind.strip("[]") in ("boolean", "number", "text") and kind != "text":
        return call, repr(answer)
    if kind.startswith("["):
        return f"len({call})", str(len(answer))
    return f"print({call})", answer


def example_call(line: Dict[str, Any], receiver: str) -> str:
    """The example of the question, as it is written in Python; an empty text for a method of universes
    if the example has no universe."""
    universe = line["example"]["modulo"]
    if receiver == "modulo" and universe is None:
        return ""
    given = dict(line["example"]["arguments"])
    kinds = {name: kind for name, kind, *_ in line["parameters"]}
    written = {name: _written(text, kinds[name]) for name, text in given.items()}
    if universe is not None:
        written["modulo"] = f"U({universe!r})"
    arguments = []
    for name, _, need in parameters(line, receiver):
        if name in written:
            word = f"{python_name(name)}=" if need == "keyword" else ""
            arguments.append(word + written[name])
    name = python_name(line["name"])
    if receiver == "":
        return f"questions.{name}({', '.join(arguments)})"
    if receiver == "g":
        call = "" if is_property(line) else f"({', '.join(arguments)})"
        return f"Game({given['g']!r}).{name}{call}"
    return f"{written['modulo']}.{name}({', '.join(arguments)})"


def _written(text: str, kind: str) -> str:
    """An argument of an example, as it is written in Python."""
    return text if kind == "number" else text.capitalize() if kind == "flag" else repr(text)


__all__: List[str] = []
for _line in TABLE:
    if _line["record"]:
        RECORDS[_line["name"]] = _record(_line)
_answers = {record.__name__: record for record in RECORDS.values()}
for _line in TABLE:
    for _title, _help, _fields in _line["records"]:
        # Strength is an answer, and is a part of others.
        INNER[_title] = _answers.get(_title) or _named(_title, _help, _fields)
globals().update({**INNER, **_answers})
for _number, _line in enumerate(TABLE):
    _name = python_name(_line["name"])
    for _receiver in receivers(_line):
        _method: Any = _function(_number, _line, _receiver)
        if _receiver == "g" and is_property(_line):
            _method = property(_method, doc=_method.__doc__)
        setattr(Game if _receiver == "g" else Universe, _name, _method)
    globals()[_name] = _function(_number, _line, "")
    __all__.append(_name)

#: The names that hide a function of Python when they are imported with a star.
HIDING = [name for name in __all__ if hasattr(builtins, name)]
