"""Tables on classifiers: every row has its cells, and the cells their numbers."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from defer_world import GOOD, MONEY, SCENES, UNLUCKY, world

from budgetplan.report.model import Range, Sentence, Table


@pytest.fixture(params=SCENES)
def told(request):
    return world(**SCENES[request.param])


def cells(told, key):
    """Return the rows of a table by their first cell, each by column."""
    table = told.table(key)
    names = [column.name for column in table.columns]
    return {row.cells[0]: dict(zip(names, row.cells, strict=True)) for row in table.rows}


def test_a_row_has_a_cell_for_every_column(told):
    for table in told.document.tables():
        assert table.rows
        assert {len(row.cells) for row in table.rows} == {len(table.columns)}
        names = [column.name for column in table.columns]
        assert len(names) == len(set(names))
        assert sum(row.strong for row in table.rows) <= 1


def test_every_number_can_be_shown(told):
    for table in told.document.tables():
        for row in table.rows:
            for cell in row.cells:
                if isinstance(cell, Range):
                    assert math.isfinite(cell.low)
                    assert math.isfinite(cell.high)
                    assert cell.low <= cell.high
                elif isinstance(cell, float):
                    assert math.isfinite(cell)


def test_the_recommended_model_comes_first_and_others_from_the_best_down(told):
    _, *gaps = [row["difference"] for row in cells(told, "models").values()]
    values = [gap.args["gap" if "gap" in gap.args else "value"] for gap in gaps]
    values = [value.args["value"] if isinstance(value, Sentence) else value for value in values]
    assert values == sorted(values, reverse=True)
    assert told.table("models").rows[0].strong


def test_the_models_by_hand():
    rows = cells(world(), "models")
    alone = world().selection.alone
    assert (rows["good"]["alone"], rows["good"]["wrong"]) == (0.75, alone.wrong.value)
    assert rows["good"]["value"] == pytest.approx(alone.value.value * 1000)
    assert rows["good"]["cutoff"] == world().selection.chosen.cutoff == pytest.approx(0.666, abs=0.001)
    three = cells(world(classes=("a", "b", "c")), "models")["good"]["cutoff"]
    assert (three.key, three.args["cutoff"]) == ("defer.cut_calibrated", 0.8)
    assert rows["good"]["difference"] is None
    assert isinstance(rows["bad"]["cutoff"], Sentence)  # it accepts nothing: no number
    assert (rows["bad"]["alone"], rows["bad"]["value"]) == (0, None)
    assert (rows["bad"]["wrong"].key, rows["bad"]["wrong"].args["n"]) == ("defer.wrong_fewer", 0)
    gap = rows["bad"]["difference"].args
    assert gap["gap"].args["value"] == pytest.approx(-750)
    assert gap["range"].args["range"].high < 0


def test_money_is_money_by_thousand():
    told = world(**MONEY)
    gap = cells(told, "models")["bad"]["difference"].args["gap"]
    assert (gap.key, gap.args["value"]) == ("defer.money", pytest.approx(-375))
    kinds = {column.name: column.kind for column in told.table("models").columns}
    assert kinds["value"] == kinds["interval"] == kinds["difference"] == "money"
    assert {column.kind for column in world().table("models").columns if column.name == "value"} == {"gap"}


def test_domains_by_hand():
    rows = cells(world(models=(UNLUCKY,), domain="x" * 10 + "y" * 30), "domains")
    assert {key: rows["y"][key] for key in ("n", "alone", "wrong")} == {"n": 30, "alone": 1, "wrong": 20}
    assert rows["y"]["value"] == pytest.approx(1000 * (10 - 80) / 30)
    assert rows["x"]["value"] == pytest.approx(1000)


def test_page_1_has_the_first_five_of_many_models_and_the_table_of_all_stands_behind():
    few = world(models=(GOOD,))
    assert few.table("models").number == 1
    assert "best_models" not in [table.key for table in few.document.tables()]
    many = tuple(replace(GOOD, name=f"m{place}") for place in range(7))
    told = world(models=many)
    first, every = told.table("best_models"), told.table("models")
    assert first.rows == every.rows[:5]
    assert len(every.rows) == 7
    (note,) = told.said("defer.more_models")
    assert (note.args["n"], note.args["table"]) == (7, every.number)
    assert "best_models" in [
        block.key for block in told.document.sections[0].blocks if isinstance(block, Table)
    ]


def test_the_value_follows_from_what_is_printed_below_it():
    # Rights, wrongs and what is left to people at their prices, the price of the reviews taken off.
    told = world(**(MONEY | {"review_cost": 0.25}))
    table = next(one for one in told.document.tables() if one.key == "models")
    said = {note.key: note.args for note in table.notes}
    worth, cost = said["defer.said_alike"], said["defer.said_reviews"]["cost"].args["value"]
    right, wrong, left = (worth[name].args["value"] for name in ("right", "wrong", "abstain"))
    row = cells(told, "models")["good"]
    answered = 40 * row["alone"]
    value = right * (answered - row["wrong"]) + wrong * row["wrong"] + (left - cost) * (40 - answered)
    assert row["value"] == pytest.approx(1000 * value / 40)
    assert "defer.said_reviews" not in {note.key for note in world(**MONEY).table("models").notes}
