"""Which columns are read."""

from dataclasses import replace

import pytest

from budgetplan.dataset.scored import read_table
from budgetplan.domain.plan import Columns, ModelSpec, Plan
from budgetplan.errors import BadDataError, Problems
from budgetplan.tables.columns import Layout, find_columns


def plan(split="", **columns):
    return Plan(
        "t", Columns(**({"label": "gold", "split": "split"} | columns)), ("y",), (ModelSpec("p", "p"),), split=split
    )


@pytest.mark.parametrize(
    ("header", "told", "layout"),
    [
        (["gold", "p"], {}, Layout("gold", scores=("p",))),
        (["gold", "p", "id", "item_id", "split"], {}, Layout("gold", "item_id", "split", scores=("p",))),
        (["gold", "p", "id", "key"], {"id": "key"}, Layout("gold", "key", scores=("p",))),
    ],
)
def test_columns_that_are_there(header, told, layout):
    problems = Problems("t")
    assert find_columns(header, plan(**told), problems) == layout
    assert not problems


@pytest.mark.parametrize("asked", [plan(split="test"), replace(plan(), columns=Columns("gold", split="part"))])
def test_a_split_column_that_was_asked_for_must_be_there(asked):
    problems = Problems("t")
    find_columns(["gold", "p"], asked, problems)
    assert [problem.column for problem in problems.listed()] == [asked.columns.split]


def test_long_lists_of_columns_are_cut():
    problems = Problems("t")
    find_columns(["gold", *(f"c{number}" for number in range(50))], plan(), problems)
    assert "c0, c1, c2" in problems.listed()[0].todo
    assert problems.listed()[0].todo.endswith("c28 and 21 more")


def test_columns_without_a_name_may_be_several():
    problems = Problems("t")
    find_columns(["gold", "p", "", ""], plan(), problems)
    assert not problems


@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_prices_near_the_greatest_numbers_are_refused_without_a_warning(tmp_path):
    (tmp_path / "t.csv").write_text("id,gold,p,c\na,y,1e308,1e308\nb,n,-1e308,2\n")
    plan = Plan(str(tmp_path / "t.csv"), Columns("gold", cost="c"), ("y",), (ModelSpec("p", "p"),))
    with pytest.raises(BadDataError) as error:
        read_table(plan)
    assert [one.wrong for one in error.value.problems] == ["the price is too large"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("p_ä", "the table has p_a\\u0308, which differs in how letters and accents are combined"),
        ("p, my q", 'name each model separately: --model p --model "my q"'),
    ],
)
def test_what_a_model_is_called_instead_is_said(name, told):
    problems = Problems("t.csv")
    find_columns(["gold", "p", "my q", "p_a\u0308"], replace(plan(), models=(ModelSpec(name, name),)), problems)
    [problem] = map(str, problems.listed())
    assert problem.startswith(f"t.csv, column {name}: there is no such column for the model {name}")
    assert told in problem
