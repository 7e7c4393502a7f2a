"""Problems are grouped by what is wrong and where."""

import pytest

from budgetplan.domain.messages import Message, listing, literal, shortened
from budgetplan.errors import BadDataError, Problems


def test_kinds_are_counted_apart():
    problems = Problems("f")
    for line in range(6):
        problems.add(literal("bad", "mend it"), line=line, column="p")
    problems.add(literal("bad", "mend it"), line=9, column="q")
    problems.count_more(literal("bad"), "p", 1000)
    with pytest.raises(BadDataError) as error:
        problems.raise_if_any()
    assert str(error.value) == (
        "f, line 0, column p: bad; mend it\n"
        "f, line 1, column p: bad; mend it\n"
        "f, line 2, column p: bad; mend it\n"
        "f, column p: and 1,003 more like it\n"
        "f, line 9, column q: bad; mend it"
    )


def test_what_is_counted_stands_in_the_file_that_it_is_about():
    problems = Problems("f")
    for line in range(6):
        problems.add(literal("bad", "mend it"), line=line, file="g")
    assert [problem.file for problem in problems.listed()] == ["g"] * 4


def test_a_problem_around_another_is_of_the_kind_of_both():
    problems = Problems("f")
    for wrong in ("tables.no_id", "tables.same_id"):
        for line in range(6):
            problems.add(Message("tables.of_model", wrong=Message(wrong), model="m"), line=line, column="p")
    assert [problem.n_more for problem in problems.listed()] == [0, 0, 0, 3] * 2


def test_long_cells_and_long_lists_are_cut():
    assert shortened("a\nb" + "x" * 99) == "a b" + "x" * 57 + "…"
    assert listing([]) == ""
    assert listing(["a", "b"], most=2) == "a, b"
    assert listing(list("abc"), most=1) == "a and 2 more"
