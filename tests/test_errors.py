"""Errors: each kind has its own exit code, and a problem says where, what and what to do."""

from __future__ import annotations

import inspect

import pytest
from rows import rows_of

from budgetplan import errors
from budgetplan.domain.messages import literal
from budgetplan.errors import BadDataError, BudgetplanError, Problem

DATA = rows_of(__file__)

KINDS = [one for _, one in inspect.getmembers(errors, inspect.isclass) if issubclass(one, BudgetplanError)]


def test_exit_codes_are_those_promised():
    assert {kind.__name__: kind.exit_code for kind in KINDS} == {
        "BudgetplanError": 1,
        "UsageError": 2,
        "BadDataError": 4,
        "PdfUnavailableError": 5,
        "CannotWriteError": 6,
    }


@pytest.mark.parametrize(("place", "text"), DATA["lines"])
def test_a_problem_in_one_line(place, text):
    assert str(Problem(literal("bad", place.pop("todo", "mend it")), **place)) == text


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_is_a_list_of_problems(kind):
    problems = (Problem(literal("one", "do this"), option="--cost"), Problem(literal("two", ""), file="t.csv"))
    assert kind(problems).problems == problems
    assert str(kind(problems)) == "--cost: one; do this\nt.csv: two"
    assert kind.of(literal("in one message")).problems == (Problem(literal("in one message")),)


def test_what_is_found_twice_is_told_once():
    twice, other = Problem(literal("bad", "mend it"), "t.csv", 3), Problem(literal("worse", ""))
    assert BadDataError([twice, Problem(literal("bad", "mend it"), "t.csv", 3), other]).problems == (twice, other)
