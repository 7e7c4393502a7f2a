"""Where to stop and with which model: gain by tenth, worths, the ladder of budgets, comparators, and who leads."""

from decimal import Decimal
from itertools import pairwise

import numpy as np
import pytest
from documents_world import GOOD, ITEMS, LABELS, LISTED, NET, POOR, SCENES, TARGET, Model, placed, world
from scipy.stats import norm

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


@pytest.mark.parametrize("name", ["list in the table", "weights", "types in ties", "two classes", "twenty parts"])
def test_tenths_of_every_model_add_up_to_everything(name):
    told = world(**SCENES[name])
    tables = [one for one in build_files(told.analysis) if one.key.startswith("gain_")]
    assert len(tables) == len(told.analysis.evidence.models)
    for table in (told.table("gain_recommended"), *tables):
        in_all = told.analysis.evidence.model(table.caption.rpartition(" ")[2]).path.total("positives")
        assert sum(cells(table, "new")) == pytest.approx(in_all)
        assert cells(table, "found")[-1] == pytest.approx(in_all)
        assert cells(table, "items")[-1] == pytest.approx(told.analysis.evidence.list_items)
        assert [row.cells[0] for row in table.rows] == list(range(1, (20 if name == "twenty parts" else 10) + 1))


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
    chosen, table = told.analysis.chosen, told.table("ladder")
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
    for base, said in {"budget": ITEMS | {"price": None}, "cost": TARGET, "half": {"budget": None}}.items():
        told = world(**said)
        table = told.table("ladder")
        assert table.caption == told.speaker.say("table.ladder", base=base)
        parts = dict(zip(cells(table, "part"), cells(table, "budget"), strict=True))
        assert (min(parts), max(parts), 1 in parts) == (0, 2, True)
        if base == "budget":
            assert parts[1] == 8
            assert "spend" not in [column.name for column in table.columns]


SWITCHING = (
    Model("a", order=placed(LABELS, (1, 4, 5, 8, 9, 12, 13, 16, 17, 20))),
    Model("b", order=placed(LABELS, (2, 3, 6, 7, 10, 11, 14, 15, 18, 19))),
)

FEW = (
    Model("early", order=placed(LABELS, (1, 2, 3, 20, 21, 22, 23, 24, 25, 26))),
    Model("late", order=placed(LABELS, (5, 6, 7, 8, 9, 10, 11, 12, 13, 14))),
)


def file_of(told, key):
    """Return a table that is a file alone, None where there is none."""
    return next((one for one in build_files(told.analysis) if one.key == key), None)


def test_models_and_comparators_at_the_same_money():
    told = world()
    table = told.table("models")
    assert cells(table, "model") == ["good, recommended", "poor", "perfect order", "random order"]
    assert cells(table, "items") == [8, 8, 8, 8]
    found, gap = cells(table, "found"), cells(table, "difference")
    assert found[0] == told.analysis.chosen.found.value
    # A perfect order, and a fifth of the list.
    assert found[2:] == [8, pytest.approx(told.analysis.evidence.n_positives / 5)]
    assert found[3] < found[0] < found[2]
    poor = next(one for one in told.analysis.contenders if one.name == "poor")
    # One difference stands between two orders: the counted one.
    assert found[1] == pytest.approx(max(found[0] + poor.difference.value, 0))
    assert gap[0] is None
    assert (gap[1].low, gap[1].high) == (poor.difference.low, poor.difference.high)
    assert gap[1].low <= poor.difference.value <= gap[1].high < 0


def test_the_recommended_stands_first_then_the_best_single_model_then_the_others_by_name():
    models = (Model("bad", -9.0), GOOD, Model("fair", 1.5))
    for mixture, first in ((False, ["good", "bad", "fair"]), (True, ["the mixture", "good", "bad", "fair"])):
        table = world(models=models, mixture=mixture).table("models")
        names = [text.removesuffix(", recommended") for text in cells(table, "model")]
        assert names[-len(first) - 2 : -2] == first
        assert [row.strong for row in table.rows] == [True] + [False] * (len(first) + 1)


def test_models_of_their_own_cost_are_compared_at_the_same_money():
    told = world(models=(GOOD, Model("dear", 9.0, cost="3"), POOR))
    options = {one.name: one.option for one in told.analysis.contenders}
    assert (options["good"].items, options["dear"].items, options["dear"].spend) == (8, 5, 8)


def test_who_leads_at_which_budget():
    # early has three idioms after 3 items, late after 7; late has a fourth after 8; early has all ten after 26 items.
    told = world(models=FEW, budget=("6", "money"))
    assert "budgets" not in {one.key for one in told.document.tables()}
    rows = [
        (low, high if isinstance(high, Decimal) else str(high), who)
        for low, high, who in (row.cells for row in file_of(told, "budgets").rows)
    ]
    assert rows == [(1, 7, "early"), (7, 8, "early and late"), (8, 26, "late"), (26, "and above", "early and late")]
    # a and b take turns for 19 budgets, and have all ten entries after 20 items: narrow stretches are left out.
    switching = file_of(world(models=SWITCHING, mixture=True), "budgets").rows
    assert [(row.cells[0], row.cells[2]) for row in switching] == [(20, "a and b")]
    assert file_of(world(**SCENES["one model"]), "budgets") is None
    assert file_of(world(**SCENES["hours"] | {"models": (GOOD, POOR)}), "budgets").columns[0].kind == "number"


def test_the_items_to_review_are_those_of_the_list_in_the_order_of_the_mixture():
    labels = LABELS + "!???" * 20
    told = world(labels=labels, budget=("30", "money"), mixture=True, models=(GOOD, POOR))
    assert told.analysis.chosen.model == "mixture"
    listed = np.arange(len(LABELS), len(labels))
    mixed = np.zeros(len(listed))
    for model in (GOOD, POOR):
        score = model.scores(labels)[listed]
        rank = (score[:, None] > score).sum(axis=1)  # how many of the list stand below; no two are equal
        weight = told.analysis.evidence.mixture.get(model.name, 0.0)
        mixed += weight * norm.ppf((rank + 0.5 + 0.5) / (len(listed) + 1))
    best = listed[np.argsort(-mixed, kind="stable")[:30]]
    table = file_of(told, "review")
    assert cells(table, "item") == [f"w{place:03}" for place in best]
    assert cells(table, "place") == list(range(1, 31))
    assert cells(table, "score") == sorted(cells(table, "score"), reverse=True)
    assert file_of(world(list_size=400), "review") is None


def test_rows_that_stand_for_several_items_are_as_few_as_hold_them():
    weights = [1.0] * len(LABELS) + [2.0] * 80
    told = world(labels=LABELS + "!???" * 20, budget=("30", "money"), weights=weights, models=(GOOD,))
    assert len(file_of(told, "review").rows) == -(-told.analysis.chosen.items // 2)
