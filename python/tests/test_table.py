"""Every question of the table exists in Python and gives the answer of its example."""

import enum
import inspect
from typing import Any

import pytest

import misere
from misere import Game, U, _misere, questions
from misere.questions import TABLE, example_call, is_property, parameters, receivers

CALLS = [(line, receiver) for line in TABLE for receiver in ["", *receivers(line)]]


def in_json(answer: Any, kind: str) -> Any:
    """A field of an answer as it is in JSON."""
    if isinstance(answer, Game):
        return answer.text("ascii")
    if isinstance(answer, enum.Enum):
        return answer.value
    if hasattr(answer, "_fields"):
        kinds = {title: fields for line in TABLE for title, _, fields in line["records"]}[kind]
        return {name: in_json(value, kind) for (name, kind, _), value in zip(kinds, answer)}
    if isinstance(answer, list):
        return [in_json(item, kind[1:-1]) for item in answer]
    return str(answer) if kind == "digits" else answer


def fields(line: dict, answer: Any) -> dict:
    names = [name for name, *_ in line["fields"]]
    kinds = [kind for _, kind, _ in line["fields"]]
    several = hasattr(answer, "_fields")
    if several:
        assert list(answer._fields) == names
    values = list(answer) if several else [answer]
    return {name: in_json(value, kind) for name, value, kind in zip(names, values, kinds)}


@pytest.mark.parametrize("line, receiver", CALLS, ids=lambda value: value["name"] if isinstance(value, dict) else value)
def test_the_example_has_the_answer_of_the_table(line: dict, receiver: str) -> None:
    answer = eval(example_call(line, receiver), {"Game": Game, "U": U, "questions": questions})
    expected = dict(line["example"]["answer"])
    if not line["record"]:
        # The answer is its first field; what stands beside it in JSON was given.
        expected = {line["fields"][0][0]: expected[line["fields"][0][0]]}
    assert fields(line, answer) == expected


def test_every_question_is_there_and_documented() -> None:
    assert len(TABLE) > 30
    for line in TABLE:
        function = getattr(questions, line["name"])
        assert function.__doc__.startswith(line["help"])
        assert [p for p in inspect.signature(function).parameters] == [p[0] for p in parameters(line, "")]
        for receiver in receivers(line):
            owner = Game if receiver == "g" else U
            member = inspect.getattr_static(owner, line["name"])
            assert isinstance(member, property) == (receiver == "g" and is_property(line))
            assert member.__doc__.startswith(line["help"])


def test_every_universe_of_the_registry_has_its_name() -> None:
    for name, _ in _misere.universes():
        assert getattr(misere, name) == U(name) and name in misere.__all__
        assert str(U(name)) == name


def test_a_star_hides_nothing_of_python() -> None:
    assert questions.HIDING and not set(questions.HIDING) & set(misere.__all__)


@pytest.mark.parametrize("line", [line for line in TABLE if line["provable"]], ids=lambda line: line["name"])
def test_an_answer_with_a_proof_is_the_answer(line: dict) -> None:
    names = {"Game": Game, "U": U, "questions": questions}
    call = example_call(line, "")
    proved = eval(call[:-1] + ", proof=True)", names)
    assert fields(line, questions.RECORDS[line["name"]](*proved.answer) if type(proved.answer) is tuple else proved.answer) == line["example"]["answer"]
    assert proved.check().startswith("checked")
    assert proved.why().splitlines()[-1] == proved.check()
    assert proved.certificate["claims"]
