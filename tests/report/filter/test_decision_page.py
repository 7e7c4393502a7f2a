"""Page 1 in numbers: title, tiles, the table of options, what can and cannot be told apart."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import numpy as np
import pytest
from documents_world import GOOD, POOR, SCENES, Model, world

from budgetplan.domain.decision import Estimate
from budgetplan.plans import review
from budgetplan.report.display import Style, show
from budgetplan.report.model import Range, Tiles
from budgetplan.report.ranked import _per_further

TWINS = (Model("a", 2.0, 1), Model("b", 2.0, 3))
SOON = {"labels": ("x" + "." * 19) * 25, "models": (GOOD,), "budget": ("20", "money"), "parts": 4}
"""All 25 idioms are on top: of the quarter of the list after 20 sentences the first few hold the rest of them."""


def column(table, name):
    place = [one.name for one in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


def tiles(told):
    return {
        tile.label: tile for tile in next(b for b in told.document.blocks() if isinstance(b, Tiles)).tiles
    }


def test_a_good_order_in_numbers():
    # 10 idioms on top of 40 sentences, 1.00 each: 8.00 buys 8 of them, and most are idioms.
    told = world()
    chosen, in_all = told.analysis.decision.chosen, told.analysis.evidence.n_positives
    assert (chosen.spend, chosen.recall, chosen.share) == (8, chosen.found.value / in_all, 0.2)
    assert 6 < chosen.found.value < 8
    options = told.table("options")
    # A half, three quarters, the amount itself, half as much again, and the whole list.
    assert column(options, "items") == [4, 6, 8, 12, 40]
    assert column(options, "spend") == [4, 6, 8, 12, 40]
    found = column(options, "found")
    assert found == sorted(found)
    assert found[2] == chosen.found.value
    assert found[4] == pytest.approx(in_all)
    assert column(options, "recall") == pytest.approx([one / in_all for one in found])
    for one, span in zip(found, column(options, "interval"), strict=True):
        assert span.low <= one <= span.high
    further = column(options, "further")
    # Nothing stands above the first; in a good order each further idiom is dearer than the one before.
    assert further[0] is None
    assert further[1:] == sorted(further[1:])
    spent = column(options, "spend")
    steps = [float(b - a) / (d - c) for (a, b), (c, d) in zip(pairwise(spent), pairwise(found), strict=True)]
    assert further[1:] == pytest.approx(steps)
    assert [row.strong for row in options.rows] == [False, False, True, False, False]


def test_a_few_more_that_bring_nearly_all_of_the_next_quarter_have_a_row():
    told = world(**SOON)
    options, step, chosen = told.table("options"), told.analysis.next_step, told.analysis.decision.chosen
    assert step.lumpy
    rows = {text: place for place, text in enumerate(column(options, "review"))}
    soon = rows[f"{step.soon} more"]
    assert column(options, "items")[soon] == chosen.items + step.soon
    spent = column(options, "spend")
    assert spent[soon] - spent[rows["recommended"]] == pytest.approx(step.soon_cost)
    even = world(**SOON | {"parts": 10}).table("options")
    assert not [text for text in column(even, "review") if text.endswith(" more")]


def test_the_tiles_are_the_decision():
    told = world()
    chosen, shown = told.analysis.decision.chosen, tiles(told)
    assert list(shown) == ["Total cost", "Sentences to review", "Idioms expected", "Cost per idiom"]
    assert shown["Total cost"].value.replace("\u00a0", " ") == "EUR 8.00"
    assert shown["Sentences to review"].value == chosen.items == 8
    assert shown["Sentences to review"].note == "of 40 in such a list"
    assert shown["Idioms expected"].value == chosen.found.value
    per = chosen.cost_per_entry.value
    assert shown["Cost per idiom"].value == show(per, "amount", Style("EUR"))
    assert per == pytest.approx(8 / chosen.found.value)
    span = show(Range(chosen.found.low, chosen.found.high), "count", Style())
    assert shown["Idioms expected"].note == f"{span} (95\u00a0%)"


def test_the_net_value_is_worth_less_spend():
    told = world(**SCENES["net value without resamples"])
    chosen, luck = told.analysis.decision.chosen, told.analysis.decision.luck
    net = 6 * chosen.found.value - chosen.items - luck
    assert tiles(told)["Net value"].value == show(chosen.net.value, "whole", Style("EUR"))
    assert chosen.net.value == pytest.approx(net)
    assert luck > 0


def test_where_luck_explains_the_net_value_the_page_says_that_it_is_not_shown_to_pay():
    told = world(**SCENES["net value"] | {"values": {"entry": {"idiom": "1.2"}}})
    decision = told.analysis.decision
    assert decision.shown is False
    # All of the mean net value is taken off.
    assert tiles(told)["Net value"].value == show(decision.chosen.net.value, "whole", Style("EUR"))
    assert decision.chosen.net.value == 0
    assert decision.luck == pytest.approx(1.2 * decision.chosen.found.value - decision.chosen.items)
    assert world(**SCENES["net value"]).analysis.decision.shown


def test_errors_of_people_lower_the_net_value():
    # An idiom is worth (1 - 0.1) 6.00, and 5 % of the others are confirmed by mistake, each at a loss of 6.00.
    told = world(**SCENES["people err"])
    chosen, luck = told.analysis.decision.chosen, told.analysis.decision.luck
    others = chosen.items - chosen.found.value
    net = 0.9 * 6 * chosen.found.value - 0.05 * 6 * others - chosen.items - luck
    # The worth of an item is one of its fifth of the order: the draws of these weigh the labels anew.
    assert chosen.net.value == pytest.approx(net, abs=0.5)
    assert chosen.net.value < world(**SCENES["net value"]).analysis.decision.chosen.net.value


def test_what_is_left_out_counts_too():
    told = world(**SCENES["left out hurts"])
    chosen, luck = told.analysis.decision.chosen, told.analysis.decision.luck
    left = told.analysis.evidence.n_positives - chosen.found.value
    net = 6 * chosen.found.value - 2 * left - chosen.items - luck
    assert tiles(told)["Net value"].value == show(chosen.net.value, "whole", Style("EUR"))
    assert chosen.net.value == pytest.approx(net, abs=0.05)


def test_where_nothing_has_a_price_the_share_found_is_shown():
    shown = tiles(world(**SCENES["unpriced"]))
    assert list(shown) == ["Sentences to review", "Idioms expected", "Share found"]
    assert shown["Share found"].value == world(**SCENES["unpriced"]).analysis.decision.chosen.recall
    assert shown["Share found"].kind == "share"


@pytest.mark.parametrize("name", ["open", "cannot start", "unreachable"])
def test_where_no_stop_is_recommended_the_tiles_say_what_there_is(name):
    told = world(**SCENES[name])
    shown = tiles(told)
    assert shown["Labelled sentences"].value == 40
    assert shown["Idioms among them"].value == 10
    assert shown["Models"].value == 2
    fixed = 100 if name == "cannot start" else 0
    assert shown["Whole list"].value == f"EUR\u00a0{40 + fixed}.00"


def test_a_list_is_scaled_by_share():
    # 415 items for 40: 80 of them are the share of 7.71.
    told = world(**SCENES["list by its size"])
    chosen = told.analysis.decision.chosen
    small = float(world().analysis.lead.path.read("positives", 80 * 40 / 415))
    # The draws of a longer list are others, 100 of them.
    assert chosen.found.value == pytest.approx(small * 415 / 40, rel=0.03)
    assert tiles(told)["Sentences to review"].note == "of 415 in the list"


def test_example_stops_find_half_four_fifths_and_nearly_all():
    told = world(**SCENES["open"])
    options = told.table("options")
    items, in_all = column(options, "items"), told.analysis.evidence.n_positives
    assert items[3] == 40
    for stop, share in zip(items, (0.5, 0.8, 0.95), strict=False):
        below, there = told.analysis.lead.path.read("positives", np.array([stop - 1.0, stop])) / in_all
        assert below < share <= there  # the first whole item that holds the share
    heads = column(options, "review")
    assert ([text.startswith("finds ") for text in heads], heads[3]) == ([True] * 3 + [False], "whole list")


def test_equal_models_are_compared_at_the_same_money():
    told = world(models=(GOOD, Model("dear", 9.0, cost="3"), POOR))
    options = {one.name: one.option for one in told.analysis.decision.contenders}
    assert (options["good"].items, options["dear"].items) == (8, 5)
    assert options["dear"].spend == Decimal(8)
    assert show(options["dear"].spend, "amount", Style("EUR")) == "EUR\u00a08.00"


def test_a_part_of_an_entry_that_no_row_shows_has_no_price():
    told = world()
    options = [replace(told.analysis.options[0], found=Estimate(found)) for found in (9.7, 10.2, 10.2, 10.6)]
    costs = review.per_further([replace(one, spend=Decimal(3 * at)) for at, one in enumerate(options)])
    cells = [_per_further(told.speaker, cost) for cost in costs]
    # 10 and 10 are printed, then no more than that, then 11.
    assert cells == ["hardly any more", "no more found", pytest.approx(7.5)]
    tables = [one for name in SCENES for one in world(**SCENES[name]).document.tables()]
    for table in (one for one in tables if one.key == "options"):
        found, further = column(table, "found"), column(table, "further")
        for (before, here), cell in zip(pairwise(found), further[1:], strict=True):
            assert not (isinstance(cell, float) and math.floor(before + 0.5) == math.floor(here + 0.5))
