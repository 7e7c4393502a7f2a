"""Where to stop: gain by tenth, the worths that each stop suits, and the ladder of budgets."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from documents_world import GOOD, LABELS, SCENES, Model, placed, world
from statement_pairs import ITEMS, LISTED, NET, TARGET

from budgetplan.report.ranked import build_files, decision_record

STEPPED = (Model("stepped", order=placed(LABELS, (1, 2, 3, 4, 8, 12, 16, 20, 24, 28))),)


def cells(table, name):
    place = [one.name for one in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


def test_gain_by_tenth_in_numbers():
    told = world(models=(GOOD,))
    table = told.table("gain_recommended")
    found, in_all = cells(table, "found"), told.analysis.evidence.n_positives
    assert found == pytest.approx(told.analysis.lead.path.read("positives", np.arange(1, 11) * 4.0).tolist())
    # All ten idioms are on top: three tenths hold nearly all that there are.
    assert found[2] > 0.85 * in_all
    new = cells(table, "new")
    assert new == pytest.approx(np.diff([0, *found]).tolist())
    for one, span in zip(new, cells(table, "interval"), strict=True):
        assert 0 <= span.low <= one <= span.high <= 4
    assert cells(table, "cumulative") == pytest.approx([one / in_all for one in found])
    assert cells(table, "items") == cells(table, "cost") == [4 * tenth for tenth in range(1, 11)]
    prices = [pytest.approx(4 / one) if one >= 0.5 else "hardly any more" for one in new]
    assert cells(table, "per") == prices
    assert "hardly any more" in prices
    # Eight items end the second tenth, nine end inside the third.
    assert [row.cells[0] for row in table.rows if row.strong] == [2]
    assert "stops" not in table.notes[0]
    inside = world(budget=("9", "money")).table("gain_recommended")
    assert [row.cells[0] for row in inside.rows if row.strong] == [3]
    assert "in which the review stops" in inside.notes[0]
    long = next(one for one in build_files(told.analysis) if one.key == "gain_1")
    assert cells(long, "gain") == pytest.approx([one / in_all for one in new])
    lift = [one / in_all * 10 / tenth for tenth, one in enumerate(found, start=1)]
    assert cells(long, "lift") == pytest.approx(lift)


def test_a_check_is_paid_with_the_first_tenth_and_makes_no_later_one_cheaper():
    """Of the whole list no random items are left to draw: that takes nothing off what its last entries cost."""
    fair = Model("fair", 1.2, 3)
    told = world(**LISTED | NET | {"models": (fair,), "work": {"tail_sample": 10, "control": 3}})
    table = told.table("gain_recommended")
    new, per, cost = (cells(table, name) for name in ("new", "per", "cost"))
    assert cells(table, "items")[0] == 8
    # Eighty items at 1.00: the first tenth with 13 checks; the whole list, all of which is read, with three.
    assert [cost[0], cost[-2], cost[-1]] == [8 + 13, 72 + 11, 80 + 3]
    for tenth, (more, each) in enumerate(zip(new, per, strict=True)):
        assert each == (pytest.approx((8 if tenth else 21) / more) if more >= 0.5 else "hardly any more")
    options = told.table("options")
    items, found, further = (cells(options, name) for name in ("items", "found", "further"))
    for at in range(1, len(items)):
        if isinstance(further[at], float):
            assert further[at] == pytest.approx((items[at] - items[at - 1]) / (found[at] - found[at - 1]))
    assert isinstance(further[-1], float)


@pytest.mark.parametrize(
    "name", ["list in the table", "weights", "types in ties", "two classes", "twenty parts"]
)
def test_tenths_of_every_model_add_up_to_everything(name):
    told = world(**SCENES[name])
    tables = [one for one in build_files(told.analysis) if one.key.startswith("gain_")]
    assert len(tables) == len(told.analysis.evidence.models)
    for table in (told.table("gain_recommended"), *tables):
        in_all = told.analysis.evidence.model(table.caption.rpartition(" ")[2]).path.total("positives")
        assert sum(cells(table, "new")) == pytest.approx(in_all)
        assert cells(table, "found")[-1] == pytest.approx(in_all)
        assert cells(table, "items")[-1] == pytest.approx(told.analysis.evidence.list_items)
        assert [row.cells[0] for row in table.rows] == list(
            range(1, (20 if name == "twenty parts" else 10) + 1)
        )


def test_which_stop_is_best_for_which_worth():
    told = world(models=STEPPED, budget=None)
    table, path = told.table("worth"), told.analysis.lead.path
    shown = [tuple(row.cells) for row in table.rows]
    assert shown[0][2] == 0
    assert shown[-1][1] == "and above"
    for here, after in pairwise(shown):
        # Where one stop takes over from another, an idiom is worth what the further ones cost each.
        assert here[1] == after[0] == pytest.approx(float(after[3] - here[3]) / (after[4] - here[4]))
        assert here[0] < after[0]
        assert here[2] < after[2]
    at = np.array([row[2] for row in shown], dtype=float)
    assert [row[4] for row in shown] == pytest.approx(path.read("positives", at).tolist())
    assert [row[3] for row in shown] == at.tolist()
    # At the worth in the middle of a row no other stop, shown or not, is worth more by the curve.
    every = np.arange(41.0)
    for row in shown[1:-1]:
        worth = (row[0] + row[1]) / 2
        net = worth * path.read("positives", every) - every
        assert worth * row[4] - row[2] == pytest.approx(float(net.max()), abs=0.05)
    assert "worth" not in {table.key for table in world(**SCENES["net value"]).document.tables()}


@pytest.mark.parametrize(
    "name", ["budget", "net value", "target share", "weights", "types", "hours", "list by its size"]
)
def test_the_marked_row_of_the_ladder_is_the_plan_of_page_1(name):
    told = world(**SCENES[name])
    chosen, table = told.analysis.decision.chosen, told.table("ladder")
    (row,) = [row.cells for row in table.rows if row.strong]
    by_name = {column.name: cell for column, cell in zip(table.columns, row, strict=True)}
    assert (by_name["items"], by_name["found"]) == (chosen.items, chosen.found.value)
    assert by_name.get("spend", chosen.spend) == chosen.spend
    assert by_name.get("net") == (None if chosen.net is None else chosen.net.value)
    rungs = decision_record(told.analysis, {})["ladder"]
    assert [rung["percent"] for rung in rungs] == list(range(0, 201, 10))
    items = {rung["percent"] / 100: rung["option"]["reviewed"]["value"] for rung in rungs}
    assert dict(zip(cells(table, "part"), cells(table, "items"), strict=True)) == items


def test_the_ladder_says_of_what_its_rungs_are_parts():
    bases = {"budget": {"budget": ("8", "money")}, "cost": TARGET, "half": {"budget": None}}
    for base, said in bases.items():
        told = world(**said)
        table = told.table("ladder")
        assert table.caption == told.speaker.say("table.ladder", base=base)
        assert table.columns[0].heading == told.speaker.say("col.rung", base=base)
        parts = cells(table, "part")
        assert (parts[0], parts[-1], 1 in parts) == (0, 2, True)
    bare = world(**ITEMS | {"price": None}).table("ladder")
    assert "spend" not in [column.name for column in bare.columns]
    assert dict(zip(cells(bare, "part"), cells(bare, "budget"), strict=True))[1] == 8
