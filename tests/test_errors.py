"""Errors: each kind has its own exit code, and a problem says where, what and what to do."""

from __future__ import annotations

import inspect

import pytest

from budgetplan import errors
from budgetplan.errors import (
    BadDataError,
    BudgetplanError,
    CannotWriteError,
    PdfUnavailableError,
    Problem,
    UsageError,
)

KINDS = [one for _, one in inspect.getmembers(errors, inspect.isclass) if issubclass(one, BudgetplanError)]


def test_exit_codes_are_those_promised():
    assert {kind.__name__: kind.exit_code for kind in KINDS} == {
        "BudgetplanError": 1,
        "UsageError": 2,
        "BadDataError": 4,
        "PdfUnavailableError": 5,
        "CannotWriteError": 6,
    }


@pytest.mark.parametrize("kind", [UsageError, PdfUnavailableError, CannotWriteError])
def test_the_text_is_the_whole_message(kind):
    assert str(kind("what is wrong; what to do")) == "what is wrong; what to do"
    assert issubclass(kind, Exception)


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem("it is bad", "mend it"), "it is bad; mend it"),
        (Problem("it is bad", ""), "it is bad"),
        (Problem("it is bad", "mend it", file="t.csv"), "t.csv: it is bad; mend it"),
        (Problem("it is bad", "mend it", line=0), "line 0: it is bad; mend it"),
        (
            Problem("it is bad", "mend it", file="y_true", line=0, by="position"),
            "y_true, position 0: it is bad; mend it",
        ),
        (
            Problem("it is bad", "mend it", column="gold", item="w1"),
            "column gold, item w1: it is bad; mend it",
        ),
        (Problem("it is bad", "mend it", found=""), 'it is bad (found ""); mend it'),
        (
            Problem("it is bad", "mend it", file="p.toml", option="cost.per_item"),
            "p.toml, cost.per_item: it is bad; mend it",
        ),
        (Problem("it is bad", "mend it", option="--cost"), "--cost: it is bad; mend it"),
        (
            Problem("it is bad", "mend it", file="t.csv", line=7, column="p", item="w1", found="n/a"),
            't.csv, line 7, column p, item w1: it is bad (found "n/a"); mend it',
        ),
    ],
)
def test_a_problem_in_one_line(problem, text):
    assert str(problem) == text


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_is_a_list_of_problems(kind):
    problems = (Problem("one", "do this", option="--cost"), Problem("two", "", file="t.csv"))
    assert kind(problems).problems == problems
    assert str(kind(problems)) == "--cost: one; do this\nt.csv: two"
    assert kind("in one message").problems == (Problem("in one message", ""),)


def test_all_problems_of_a_file_are_told_at_once():
    error = BadDataError([Problem("one", "do this", line=1), Problem("two", "do that", line=2)])
    assert str(error) == "line 1: one; do this\nline 2: two; do that"
    assert [problem.line for problem in error.problems] == [1, 2]
    assert error.exit_code == 4


def test_what_is_found_twice_is_told_once():
    one = Problem("bad", "mend it", "t.csv", 3)
    assert BadDataError([one, Problem("bad", "mend it", "t.csv", 3), Problem("worse", "")]).problems == (
        one,
        Problem("worse", ""),
    )
