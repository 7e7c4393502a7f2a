"""What looks wrong, in words: of every kind of doubt the numbers, the names and the option to use, and the sum."""

import re
from dataclasses import replace

import pytest
from rows import rows_of

from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.messages import catalogue, literal
from budgetplan.errors import Problem
from budgetplan.render.warning_texts import findings_text, summary, to_look_at, warnings_of

Kind = DoubtKind
SAID = rows_of(__file__)["doubts"]


def doubt_of(kind, n=0, of=0, names=(), value=None, told=()):
    return Doubt(Kind(kind), "t.csv", "c", n, of, tuple(names), value, 7)


@pytest.mark.parametrize("said", SAID, ids=lambda said: said["kind"])
def test_every_doubt_says_where_how_many_and_what_to_do(said):
    doubt = doubt_of(**said)
    line = str(doubt.problem)
    assert line.startswith("t.csv, line 7, column c: ")
    assert all(words in line for words in said["told"]), line
    # One of many is said in the singular.
    wrong = replace(doubt, n=1, of=1 if doubt.kind is Kind.NO_POSITIVES else 80).problem.wrong
    plural = "rows|items|groups|ids|classes|labels|models|ones"
    assert not re.search(rf"(?<!of )\b1 (?:\w+ )?(?:{plural})\b", wrong)
    assert not re.search(r"\b1 of (?:the )?80 [^,;:]*?\b(?:have|are|stand|score)\b", wrong)
    (german,) = warnings_of([doubt], "de")
    assert german.told
    assert german.todo


def test_every_kind_is_tested():
    assert {Kind(said["kind"]) for said in SAID} == set(Kind)
    told = {doubt_of(**said).message.kind for said in SAID}
    told |= {doubt_of(Kind.DUPLICATES, 1, 4, ("2",), None).message.kind}
    told |= {doubt_of(Kind.REVERSED, 0, 80, ("m", "higher"), 0.3).message.kind}
    told |= {doubt_of(Kind.LIST_UNLIKE, 300, 0, ("m", "0.03", "0.01", "0.05"), 0.4).message.kind}
    assert told == {f"doubts.{name}" for name in catalogue()["doubts"]}


def test_shares_and_money_are_written_as_the_language_does():
    unlike = doubt_of(Kind.LIST_UNLIKE, 300, 0, ("m", "0.035", "0.01", "0.05"), 0.4)
    assert "about 3.5\u00a0% (1\u00a0% to 5\u00a0%): --set list.prevalence=0.035;" in unlike.problem.todo
    assert "etwa 3,5\u00a0% (1\u00a0% bis 5\u00a0%)" in unlike.problem.words("de")
    rare = doubt_of(Kind.LIST_UNLIKE, 300, 0, ("m", "9e-05", "1e-05", "0.1"), 0.4)
    assert "about 0.009\u00a0% (0.001\u00a0% to 10\u00a0%): --set list.prevalence=9e-05;" in rare.problem.todo
    rounded = doubt_of(Kind.ROUNDED_UP, 0, 0, ("100",), 1300.0)
    assert "ergeben die Posten 1.300,00, mehr" in rounded.problem.words("de")


def test_warnings_are_told_worst_first_and_each_once():
    few, leak, odd = (doubt_of(kind, 80, 80, ("m",), None) for kind in (Kind.FEW_GROUPS, Kind.PERFECT, Kind.DUPLICATES))
    for order in ([few, leak, odd, leak], [odd, few, leak]):
        warnings = warnings_of(order)
        assert [(one.key, one.severity, one.model) for one in warnings] == [
            ("perfect", "serious", "m"),
            ("few groups", "note", ""),
            ("duplicates", "note", ""),
        ]
        assert [to_look_at(one) for one in warnings] == [f"To look at: {one.problem}" for one in (leak, few, odd)]
    german = to_look_at(warnings_of([few], "de")[0], "de")
    assert german == f"Bitte ansehen: {few.problem.words('de')}"


WRONG = [
    Problem(literal("bad", "mend it"), "t.csv", 3),
    Problem(literal("and 998 more like it", ""), "t.csv", n_more=998),
]


def test_errors_and_doubts_are_counted_and_kept_apart():
    assert summary([], 0) == "Nothing is wrong."
    assert summary([], 1) == "Nothing is wrong; 1 thing to look at."
    assert summary(WRONG, 2) == "999 things are wrong; 2 things to look at."
    assert findings_text(WRONG[:1], [Problem(literal("odd", "look at it"))]) == (
        "Wrong:\n- t.csv, line 3: bad; mend it\n\nTo look at:\n- odd; look at it\n\n1 thing is wrong; 1 thing to look at."
    )
