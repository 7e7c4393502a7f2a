"""Which columns are read."""

from dataclasses import replace

import pytest

from budgetplan.dataset.scored import read_table
from budgetplan.domain.plan import Columns, ModelSpec, Plan
from budgetplan.errors import BadDataError, Problems
from budgetplan.tables.columns import find_columns


def plan(split="", **columns):
    return Plan(
        "t", Columns(**({"label": "gold", "split": "split"} | columns)), ("y",), (ModelSpec("p", "p"),), split=split
    )


@pytest.mark.parametrize("asked", [plan(split="test"), replace(plan(), columns=Columns("gold", split="part"))])
def test_a_split_column_that_was_asked_for_must_be_there(asked):
    problems = Problems("t")
    find_columns(["gold", "p"], asked, problems)
    assert [problem.column for problem in problems.listed()] == [asked.columns.split]


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
        ("p_ä", "did you mean p_a\\u0308, which differs in how letters and accents are combined"),
        ("p, my q", 'name each model separately: --model p --model "my q"'),
    ],
)
def test_what_a_model_is_called_instead_is_said(name, told):
    problems = Problems("t.csv")
    find_columns(["gold", "p", "my q", "p_a\u0308"], replace(plan(), models=(ModelSpec(name, name),)), problems)
    [problem] = map(str, problems.listed())
    assert problem.startswith(f"t.csv, column {name}: there is no such column for the model {name}")
    assert told in problem


def test_a_column_of_types_that_is_lacking_is_named_by_its_key_though_types_are_groups():
    problems = Problems("t.csv")
    grouped = replace(plan(), columns=Columns("gold", group="lemma"), models=(), written=(("entry.unit", "item"),))
    find_columns(["gold"], grouped, problems)
    [problem] = map(str, problems.listed())
    assert "there is no such column for table.type or --group;" in problem
