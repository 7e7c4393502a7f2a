"""Where to stop: gain by tenth, and the worths that each stop suits."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from documents_world import GOOD, LABELS, POOR, SCENES, Model, placed, world
from statement_pairs import LISTED, NET

from budgetplan.report.ranked import build_files

FAIR = Model("fair", 1.2, 3)
STEPPED = (Model("stepped", order=placed(LABELS, (1, 2, 3, 4, 8, 12, 16, 20, 24, 28))),)


def cells(table, name):
    place = [one.name for one in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


def test_gain_by_tenth_in_numbers():
    told = world(models=(GOOD,))
    table = told.table("gain_recommended")
    assert cells(table, "items") == [4 * d for d in range(1, 11)]
    found, in_all = cells(table, "found"), told.analysis.evidence.n_positives
    assert found == pytest.approx(told.analysis.lead.path.read("positives", np.arange(1, 11) * 4.0).tolist())
    # All ten idioms are on top: three tenths hold nearly all that there are.
    assert found[2] > 0.85 * in_all
    new = cells(table, "new")
    assert new == pytest.approx(np.diff([0, *found]).tolist())
    for one, span in zip(new, cells(table, "interval"), strict=True):
        assert 0 <= span.low <= one <= span.high <= 4
    assert cells(table, "cumulative") == pytest.approx([one / in_all for one in found])
    assert cells(table, "cost") == [4.0 * d for d in range(1, 11)]
    prices = [pytest.approx(4 / one) if one >= 0.5 else "hardly any more" for one in new]
    assert cells(table, "per") == prices
    assert "hardly any more" in prices
    assert [row.strong for row in table.rows] == [False, True] + [
        False
    ] * 8  # eight items end the second tenth
    long = next(one for one in build_files(told.analysis) if one.key == "gain_1")
    assert cells(long, "gain") == pytest.approx([one / in_all for one in new])
    assert cells(long, "lift") == pytest.approx(
        [one / in_all * 10 / d for d, one in enumerate(found, start=1)]
    )
    assert cells(long, "lift")[-1] == pytest.approx(1)


def test_a_check_is_paid_with_the_first_tenth_and_makes_no_later_one_cheaper():
    """Of the whole list no random items are left to draw: that takes nothing off what its last entries cost."""
    told = world(**LISTED | NET | {"models": (FAIR,), "work": {"tail_sample": 10, "control": 3}})
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


@pytest.mark.parametrize("name", [name for name in SCENES if name != "no entries"])
def test_tenths_add_up_to_everything(name):
    told = world(**SCENES[name])
    for table in (*told.document.tables(), *build_files(told.analysis)):
        if not table.key.startswith("gain"):
            continue
        evidence = told.analysis.evidence
        in_all = evidence.model(table.caption.rpartition(" ")[2]).path.total("positives")
        assert sum(cells(table, "new")) == pytest.approx(in_all)
        assert cells(table, "found")[-1] == pytest.approx(in_all)
        assert cells(table, "cumulative")[-1] == pytest.approx(1)
        assert cells(table, "items")[-1] == pytest.approx(told.analysis.evidence.list_items)
        assert [row.cells[0] for row in table.rows] == list(range(1, len(table.rows) + 1))
        assert len(table.rows) == (20 if name == "twenty parts" else 10)


def test_the_stop_lies_in_the_strong_tenth():
    table = world(budget=("9", "money")).table("gain_recommended")
    assert [row.cells[0] for row in table.rows if row.strong] == [3]


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


def test_where_the_review_ends_inside_a_tenth_the_table_says_what_is_marked():
    # A tenth is four sentences: eight end with the second one, nine inside the third.
    [note] = world(budget=("9", "money")).table("gain_recommended").notes
    assert "in which the review stops" in note
    [note] = world(budget=("8", "money")).table("gain_recommended").notes
    assert "stops" not in note


def test_what_has_no_price_says_why_in_its_place():
    def notes(**args):
        figure = next(one for one in world(**args).document.figures() if one.key == "figure_steps")
        return {str(bar.note) for bar in figure.bars if bar.value is None}

    assert notes(models=(POOR,)) == set()
    assert notes() == {"hardly any more"}
    # With so many labels the draws hold none at all in the last tenths.
    many = notes(labels=("x" + "." * 9) * 100, models=(GOOD,), resamples=50)
    assert many >= {"none found"}


def test_where_a_worth_was_given_no_others_are_listed():
    assert "worth" not in {table.key for table in world(**SCENES["net value"]).document.tables()}
