"""Every question of the table exists in Python and gives the answer of its example."""

import base64
import enum
import inspect
from typing import Any

import pytest

import misere
from misere import Game, U, _misere, questions
from misere.questions import TABLE, example_call, is_property, parameters, python_name, receivers

#: A method of universes is asked if the example has a universe.
CALLS = [(line, receiver) for line in TABLE for receiver in ["", *receivers(line)] if example_call(line, receiver)]


def in_json(answer: Any, kind: str) -> Any:
    """A value of a kind as it is in JSON."""
    kind = kind.strip("~?")
    if isinstance(answer, (Game, U)):
        return answer.text("ascii")
    if isinstance(answer, enum.Enum):
        return answer.value
    if isinstance(answer, bytes):
        return base64.b64encode(answer).decode()
    if hasattr(answer, "_fields"):
        return object_of(answer, next(found for title, found in RECORDS if title == kind))
    if isinstance(answer, list):
        return [in_json(item, kind[1:-1]) for item in answer]
    return str(answer) if kind == "digits" and answer is not None else answer


#: The fields of the records inside answers.
RECORDS = [(title, fields) for line in TABLE for title, _, fields in line["records"]]


def object_of(record: Any, fields: list) -> dict:
    """A record as an object of JSON; a field that may be left out is left out if it is None."""
    assert list(record._fields) == [python_name(name) for name, *_ in fields]
    named = [(name, kind, value) for (name, kind, _), value in zip(fields, record)]
    return {name: in_json(value, kind) for name, kind, value in named if value is not None or kind[0] != "~"}


def fields(line: dict, answer: Any) -> dict:
    if hasattr(answer, "_fields"):
        return object_of(answer, line["fields"])
    name, kind, _ = line["fields"][0]
    return {name: in_json(answer, kind)}


def expected(line: dict) -> dict:
    """The answer in JSON. A field that may be left out and is null is None in Python too."""
    answer = dict(line["example"]["answer"])
    for name, kind, _ in line["fields"]:
        if kind[0] == "~" and answer.get(name) is None:
            answer.pop(name, None)
    if not line["record"]:
        # The answer is its first field; what stands beside it in JSON was given.
        return {line["fields"][0][0]: answer[line["fields"][0][0]]}
    return answer


@pytest.mark.parametrize("line, receiver", CALLS, ids=lambda value: value["name"] if isinstance(value, dict) else value)
def test_the_example_has_the_answer_of_the_table(line: dict, receiver: str) -> None:
    answer = eval(example_call(line, receiver), {"Game": Game, "U": U, "questions": questions})
    assert fields(line, answer) == expected(line)


def test_every_question_is_there_and_documented() -> None:
    assert len(TABLE) > 70
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
    answer = questions.RECORDS[line["name"]](*proved.answer) if type(proved.answer) is tuple else proved.answer
    assert fields(line, answer) == expected(line)
    assert proved.check().startswith("checked")
    assert proved.why().splitlines()[-1] == proved.check()
    assert proved.certificate["claims"]
    assert [reason.claim.statement for reason in proved.reasons][:1] == [
        next(iter(proved.certificate["claims"][0]))
    ]
