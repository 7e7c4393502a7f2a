"""Page 1 in numbers: title, tiles, the table of options, what can and cannot be told apart."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import pytest
from documents_world import GOOD, LABELS, POOR, SCENES, Model, placed, world
from statement_pairs import LUMPY

from budgetplan.domain.decision import Estimate
from budgetplan.render.display import Style, sentence_text, show
from budgetplan.report.filter.decision_page import _per_further
from budgetplan.report.model import Tiles

TWINS = (Model("a", 2.0, 1), Model("b", 2.0, 3))


def column(table, name):
    place = [one.name for one in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


def tiles(told):
    return {
        tile.label.key: tile for tile in next(b for b in told.document.blocks() if isinstance(b, Tiles)).tiles
    }


def test_a_perfect_order_in_numbers():
    # 10 idioms on top of 40 sentences, 1.00 each: 8.00 buys 8 of them, all idioms.
    told = world()
    assert dict(told.document.title.args)["spend"] == 8
    [finds] = told.said("lede.finds_like")
    assert (finds.args["found"], finds.args["recall"], finds.args["share"]) == (8, 0.8, 0.2)
    options = told.table("options")
    # A half, three quarters, the amount itself, half as much again, and the whole list.
    assert column(options, "items") == [4, 6, 8, 12, 40]
    assert column(options, "spend") == [4, 6, 8, 12, 40]
    assert column(options, "found") == [4, 6, 8, 10, 10]
    assert column(options, "recall") == [0.4, 0.6, 0.8, 1, 1]
    further = column(options, "further")
    # Nothing stands above the first; the last four cost 4.00 and hold two idioms.
    assert further[:4] == [None, 1, 1, 2]
    assert further[4].key == "no_more_found"
    assert [row.strong for row in options.rows] == [False, False, True, False, False]


def test_a_few_more_that_bring_nearly_all_of_the_next_tenth_have_a_row():
    told = world(**LUMPY)
    options, step, chosen = told.table("options"), told.analysis.next_step, told.analysis.decision.chosen
    rows = {one.key: place for place, one in enumerate(column(options, "review"))}
    assert options.rows[rows["row.soon"]].cells[0].args == {"n": step.soon}
    assert column(options, "items")[rows["row.soon"]] == chosen.items + step.soon
    spent = column(options, "spend")
    assert spent[rows["row.soon"]] - spent[rows["row.recommended"]] == pytest.approx(step.soon_cost)
    even = world(**LUMPY | {"budget": ("80", "money")}).table("options")
    assert "row.soon" not in {one.key for one in column(even, "review")}


def test_the_tiles_are_the_decision():
    told = world()
    chosen, shown = told.analysis.decision.chosen, tiles(told)
    assert list(shown) == ["tile.spend", "tile.items", "tile.found", "tile.per"]
    assert shown["tile.spend"].value.args["amount"] == chosen.spend == 8
    assert shown["tile.items"].value == chosen.items == 8
    assert shown["tile.items"].note.args["n"] == 40
    assert shown["tile.found"].value == chosen.found.value == 8
    assert shown["tile.per"].value.args["amount"] == chosen.cost_per_entry.value == 1
    span = shown["tile.found"].note.args["range"].args["range"]
    assert (span.low, span.high) == (chosen.found.low, chosen.found.high)


def test_the_net_value_is_worth_less_spend():
    # Without resampling the stop is the best on the sample: ten idioms at 6.00 for 10.00.
    told = world(**SCENES["net value without resamples"])
    shown = tiles(told)
    assert shown["tile.net"].value.args["amount"] == pytest.approx(10 * 6 - 10)
    assert told.document.title.args["items"] == 10
    assert told.said("lede.value_plain")[0].args["net"] == pytest.approx(50)


def test_page_1_says_one_net_value_and_the_page_on_stopping_what_these_labels_alone_would_say():
    told = world(**SCENES["net value"])
    chosen = told.analysis.decision.chosen
    [value] = told.said("lede.value")
    assert (value.args["worth"], value.args["net"]) == (6, chosen.net.value)
    assert "sample" not in value.args
    [rule] = told.said("stop.mean_rule")
    [taken_off] = told.said("stop.optimism")
    assert taken_off.args["mean"] == chosen.net.value == tiles(told)["tile.net"].value.args["amount"]
    # What it is worth on average over the resamples, less what the choice flatters itself by.
    assert chosen.net.value == pytest.approx(6 * chosen.found.value - chosen.items)
    # A calculator takes off what is said to be taken off.
    assert taken_off.args["optimism"] == pytest.approx(rule.args["sample"] - chosen.net.value)
    assert rule.args["sample"] == pytest.approx(10 * 6 - chosen.items)  # all ten idioms are on top
    assert chosen.items >= 10
    assert chosen.net.value < rule.args["sample"]


def test_errors_of_people_lower_the_net_value():
    # (1 - 0.1) 6.00 an idiom; the first ten sentences hold no other class.
    args = SCENES["people err"] | {"resamples": 0}
    shown = tiles(world(**args))
    assert shown["tile.net"].value.args["amount"] == pytest.approx(10 * 0.9 * 6 - 10)


def test_what_is_left_out_counts_too():
    # Nothing is left out of ten idioms once ten are reviewed; a worse stop would cost 2.00 for each.
    args = SCENES["left out hurts"] | {"resamples": 0}
    assert tiles(world(**args))["tile.net"].value.args["amount"] == pytest.approx(10 * 6 - 10)


def test_where_nothing_has_a_price_the_share_found_is_shown():
    shown = tiles(world(**SCENES["unpriced"]))
    assert list(shown) == ["tile.items", "tile.found", "tile.share"]
    assert shown["tile.share"].value == 0.8
    assert shown["tile.share"].kind == "share"


@pytest.mark.parametrize("name", ["open", "cannot start", "unreachable"])
def test_where_no_stop_is_recommended_the_tiles_say_what_there_is(name):
    told = world(**SCENES[name])
    shown = tiles(told)
    assert shown["tile.labelled"].value == 40
    assert shown["tile.positives"].value == 10
    assert shown["tile.models"].value == 2
    fixed = 100 if name == "cannot start" else 0
    assert shown["tile.whole"].value.args["amount"] == 40 + fixed


def test_a_list_is_scaled_by_share():
    # 415 items for 40: 80 items are the share of 7.71 in the sample, each worth 415/40 items.
    told = world(**SCENES["list by its size"])
    [finds] = told.said("lede.finds")
    assert finds.args["found"] == pytest.approx(80)
    assert finds.args["recall"] == pytest.approx(80 / (10 * 415 / 40))
    assert tiles(told)["tile.items"].note.key == "tile.of_list"
    assert tiles(told)["tile.items"].note.args["n"] == 415


def test_a_target_is_said_in_entries():
    title = world(**SCENES["target share"]).document.title
    assert title.args["wanted"] == 5  # half of ten
    assert title.args["items"] == 5
    assert title.args["spend"] == 5


def test_why_nothing_can_be_bought():
    told = world(**SCENES["cannot start"])
    assert told.document.title.args["first"] == 101
    assert told.said("lede.cannot_start")[0].args["fixed"] == 100
    assert "EUR 8.00" in sentence_text(told.document.title, Style.of(told.document)).replace("\u00a0", " ")


def test_what_the_whole_list_would_give_where_a_target_is_out_of_reach():
    told = world(**SCENES["unreachable"])
    assert (told.document.title.args["most"], told.document.title.args["wanted"]) == (10, 11)
    assert told.said("lede.unreachable")[0].args["spend"] == 40


def test_the_least_loss():
    # One idiom is worth 0.50 and costs 1.00: the least loss is the first.
    [said] = world(**SCENES["not starting"]).said("lede.not_starting")
    assert (said.args["items"], said.args["loss"]) == (1, pytest.approx(0.5))


def test_the_lead_and_its_interval():
    told = world()
    [firm] = told.said("lede.firm_entries")
    by_name = {one.name: one for one in told.analysis.decision.contenders}
    assert firm.args["second"] == "poor"
    assert firm.args["gap"] == -by_name["poor"].difference.value
    span = firm.args["range"]
    assert (span.low, span.high) == (-by_name["poor"].difference.high, -by_name["poor"].difference.low)
    assert 0 < span.low <= span.high


def test_what_choosing_by_f1_would_lose():
    labels = "x..." * 15
    models = (
        Model("early", order=placed(labels, (*range(1, 9), *range(40, 47)))),
        Model("late", order=placed(labels, range(11, 26))),
    )
    [said] = world(labels=labels, models=models, budget=("5", "money")).said("lede.f1_worse_entries")
    # Five idioms against none. F1 at the best cut: 15 of 25 with all found; 8 of 8 with 8 of 15 found.
    assert said.args["other"] == "late"
    assert said.args["f1_other"] == pytest.approx(2 * 15 / (25 + 15))
    assert said.args["f1"] == pytest.approx(2 * 8 / (8 + 15))
    assert said.args["gap"] == 5


def test_the_question_names_worths_that_move_the_stop():
    # Four idioms at once, then one in four: worth 1.00 for the first, 4.00 for the others.
    model = Model("stepped", order=placed(LABELS, (1, 2, 3, 4, 8, 12, 16, 20, 24, 28)))
    [said] = world(models=(model,), budget=None).said("lede.question")
    assert (said.args["few"], said.args["many"]) == (4, 28)
    assert (said.args["low"], said.args["high"]) == (pytest.approx(4), pytest.approx(4))


def test_example_stops_find_half_four_fifths_and_nearly_all():
    told = world(**SCENES["open"])
    options = told.table("options")
    assert column(options, "items") == [5, 8, 10, 40]  # 0.5, 0.8 and 0.95 of ten, in whole items
    assert [one.key for one in column(options, "review")] == ["row.example"] * 3 + ["row.whole"]


def test_models_that_would_do_are_counted():
    told = world(models=(*TWINS, Model("bad", -9.0)))
    [said] = told.said("lede.cannot_tell")
    close = 1 + len(told.analysis.decision.either_would_do)
    assert said.args["close"] == close == 2
    assert told.said("lede.told_from_entries")[0].args["worse"] == "bad"


def test_equal_models_are_compared_at_the_same_money():
    told = world(models=(GOOD, Model("dear", 9.0, cost="3"), POOR))
    options = {one.name: one.option for one in told.analysis.decision.contenders}
    assert (options["good"].items, options["dear"].items) == (8, 5)
    assert options["dear"].spend == Decimal(8)
    assert show(options["dear"].spend, "amount", Style("EUR")) == "EUR\u00a08.00"


def test_a_part_of_an_entry_that_no_row_shows_has_no_price():
    told = world()
    options = [replace(told.analysis.options[0], found=Estimate(found)) for found in (9.7, 10.2, 10.2, 10.6)]
    cells = [_per_further(told.speaker, pair, cost) for pair, cost in zip(pairwise(options), (4.0, math.inf, 7.5), strict=True)]  # fmt: skip
    # 10 and 10 are printed, then no more than that, then 11.
    assert [getattr(cell, "key", cell) for cell in cells] == ["hardly_more", "no_more_found", 7.5]
    tables = [one for name in SCENES for one in world(**SCENES[name]).document.tables()]
    for table in (one for one in tables if one.key == "options"):
        found, further = column(table, "found"), column(table, "further")
        for (before, here), cell in zip(pairwise(found), further[1:], strict=True):
            assert not (isinstance(cell, float) and math.floor(before + 0.5) == math.floor(here + 0.5))
