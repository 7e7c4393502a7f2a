"""What page 1 tells is so: facts in the worlds where they hold, and numbers that follow from the labels."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from documents_world import GOOD, LABELS, POOR, SCENES, Model, last_too_dear, placed, spoken, world
from golden import golden
from statement_pairs import (
    BEYOND,
    FIXED,
    LISTED,
    LOST,
    NET,
    NO_ENTRIES,
    REVIEWED,
    SOON,
    STEPPED,
    TURNED,
)

from budgetplan.render.text import prose_lines
from budgetplan.report.model import interval
from budgetplan.report.phrases import Speaker
from budgetplan.report.ranked import ReviewFacts, decision_words
from budgetplan.work.building import work_of_filter

TWINS = (Model("a", 2.0, 1), Model("b", 2.0, 3))
TIED = (Model("tied", order="aabb" * 4 + "aaab" * 4 + "b" * 8),)
"""Scores of two values only: every stop but 20 and 40 lies among equals."""


CHECKS = {"work": {"tail_sample": 5, "control": 3}}
HOURLY = {"hourly_rate": "36", "seconds_per_item": "10", "currency": "EUR"}
UNSURE = NET | {"values": {"entry": {"idiom": "1.2"}}}
"""The net value is no more than luck explains."""


def facts(**args):
    """Return what is told of a world, with how its plan is carried out."""
    analysis = world(**args).analysis
    return ReviewFacts(Speaker(analysis), work_of_filter(analysis))


@pytest.mark.parametrize(
    ("args", "lacking"),
    [
        ({"labels": "x..." * 7}, "labels"),
        (NO_ENTRIES, "entries"),
        ({"labels": "x" * 40}, "alike"),
        ({"labels": "x" + "." * 39}, "few"),
        ({"labels": "x" * 39 + "."}, "others"),
        ({}, ""),
    ],
)
def test_labels_that_are_too_few_are_called_by_their_kind(args, lacking):
    told = facts(**args)
    assert told.lacking == lacking
    assert (told.decision.refusal == "few") == bool(lacking)
    assert bool(told.analysis.check and told.analysis.check.more) == bool(lacking)


@pytest.mark.parametrize(
    ("args", "refusal"), [(REVIEWED, "reviewed"), (BEYOND, "outside"), ({"models": TURNED}, "chance")]
)
def test_a_refusal_is_told_with_what_to_do(args, refusal):
    told = facts(**args)
    assert told.decision.refusal == refusal
    assert told.analysis.check.worse == (refusal == "chance")
    assert told.analysis.labels_for_list() > 0


def test_all_the_money_stands_in_title_and_tile_where_the_budget_holds_it():
    told = facts(**LISTED | NET | CHECKS)
    assert told.mixed.items > 0
    assert told.spend == told.decision.chosen.spend
    short = facts(**LISTED | CHECKS | {"budget": ("20", "money")})
    assert (short.spend, short.decision.chosen.items, short.mixed.items) == (20, 12, 8)
    assert facts().spend == 8


def test_a_contingency_is_told_with_its_amount():
    price = {"per_item": "1", "currency": "EUR", "contingency": "0.1"}
    told = facts(price=price)
    chosen = told.decision.chosen
    assert told.analysis.contingency == chosen.spend - chosen.items == Decimal("0.70")
    assert told.level is None  # it was typed
    assert facts().analysis.contingency is None


def test_net_value_luck_and_errors():
    told = facts(**NET)
    chosen, luck = told.decision.chosen, told.decision.luck
    assert (told.worth, told.luck, told.left, told.lost) == (6, luck, None, None)
    assert chosen.net.value + luck == pytest.approx(6 * chosen.found.value - chosen.items)
    # A few cents are worth no sentence, but where they are all there is.
    unsure = facts(**UNSURE)
    assert unsure.decision.shown is False
    assert unsure.luck is not None
    left = facts(**LOST)
    assert left.left == pytest.approx(-0.5 * left.evidence.n_positives, abs=0.05)
    erring = facts(**SCENES["people err"])
    assert erring.lost[1] == Decimal("0.1")
    assert erring.lost[0] == pytest.approx(0.1 * erring.decision.chosen.found.value)
    several = facts(**SCENES["two classes"])
    assert several.worth is None


def test_the_model_beside_the_mixture_is_the_best_single_one():
    told = facts(models=TWINS, mixture=True)
    rival, *_ = told.rivals
    assert rival.name == told.decision.single == told.analysis.rival
    chosen = told.decision.chosen.found.value
    assert rival.option.found.value == pytest.approx(chosen + rival.difference.value)
    # Whoever subtracts the two printed counts gets the printed difference.
    assert rival.apart.value == abs(round(rival.option.found.value) - round(chosen))
    assert rival.apart.low <= abs(rival.difference.value) <= rival.apart.high
    assert sum(told.members.values()) == pytest.approx(1)
    alone = facts()
    assert ([one.name for one in alone.rivals], alone.members) == (["poor"], {})
    [poor] = alone.rivals
    fewer = round(alone.decision.chosen.found.value) - round(poor.option.found.value)
    assert poor.apart.value == fewer == pytest.approx(-poor.difference.value, abs=1)
    assert (poor.apart.low, poor.apart.high) == (-poor.difference.high, -poor.difference.low)
    assert poor.open == (poor.difference.low <= 0 <= poor.difference.high)
    assert facts(models=(GOOD,)).rivals == []
    many = facts(models=(GOOD, *(Model(name, 2.0 - at, at) for at, name in enumerate("abcd"))), mixture=True)
    assert len(many.rivals) == 2


@pytest.mark.parametrize(("seed", "ahead"), [(1, ""), (2, "a")])
def test_a_model_that_leads_on_the_labels_is_named_beside_the_mixture(seed, ahead):
    models = tuple(Model(name, 1.5, seed + 20 * place) for place, name in enumerate("abc"))
    analysis = world(models=models, mixture=True).analysis
    told = ReviewFacts(Speaker(analysis))
    assert told.ahead == ahead
    assert (told.rivals[0].difference.value > 0) == bool(ahead)
    said = decision_words(Speaker(analysis))("points")
    assert ("That a is ahead on these labels may be chance" in said) == bool(ahead)


def test_without_prices_no_part_of_the_list_has_a_cost():
    told = facts(budget=("11", "items"), models=(GOOD,))
    assert told.around == told.analysis.part_around is not None
    assert facts(budget=("11", "items"), models=(GOOD,), price=None).around is None


def test_what_is_mixed_in_is_named_on_page_1():
    analysis = world(**LISTED | NET | CHECKS).analysis
    said = decision_words(Speaker(analysis), work_of_filter(analysis))("title")
    assert said.strip().endswith("and 8 more as a check")


def test_models_that_find_as_many_are_alike():
    same = (Model("a", 9.0, 1), Model("b", 9.0, 3))
    assert [one.alike for one in facts(models=same, budget=("4", "money")).rivals] == [True]


def test_few_entries_lack_labels():
    assert facts().lacks == 80  # until 30 of them are idioms, at 10 of 40
    assert facts(labels="x..." * 11).lacks == 0
    assert facts(resamples=0).lacks == 0


def test_the_next_step_in_numbers():
    told = facts()
    step, path = told.analysis.next_step, told.analysis.lead.path
    new = float(np.diff(path.read("positives", np.array([8.0, 12.0])))[0])
    assert (step.items, step.new.value) == (4, pytest.approx(new))
    assert step.cost_per_entry.value == pytest.approx(4 / new)
    assert 0 <= step.new.low <= new <= step.new.high <= 4
    lumpy = facts(**SOON).analysis
    start, before, there, end = lumpy.lead.path.read(
        "positives", np.array([20.0, 19.0 + lumpy.next_step.soon, 20.0 + lumpy.next_step.soon, 145.0])
    )
    assert lumpy.next_step.lumpy
    # The first item with which nine tenths are found.
    assert before - start < 0.9 * (end - start) <= there - start
    assert facts(budget=("40", "money")).analysis.next_step is None


def test_the_best_stop_lies_between_those_of_the_draws():
    told = facts(budget=None, models=(GOOD,), values={"entry": {"idiom": "3"}})
    (low, high), chosen = told.analysis.stop_range, told.decision.chosen
    assert 0 < low <= chosen.items <= high <= 40
    assert (told.stop_money.low, told.stop_money.high) == (low, high)
    # A good order's best stop is about where its idioms end: ten of forty labels vary by sqrt(40 / 4 * 3 / 4) = 2.7.
    assert 10 - 3 * 2.7 < low < high < 10 + 3 * 2.7
    more = facts(budget=None, models=(GOOD,), values={"entry": {"idiom": "9"}})
    assert more.decision.chosen.items >= chosen.items


def test_from_which_worth_on_all_of_the_review_pays_and_from_which_any_of_it():
    told = facts(models=STEPPED).analysis
    how, first, near = told.pays_from(8)
    found = told.lead.path.read("positives", np.arange(9.0))
    # The first item pays from the price of what it finds on, the eighth from the price of what it adds on.
    assert (how, first.low, near.low) == (
        "",
        pytest.approx(1 / found[1]),
        pytest.approx(1 / (found[8] - found[7])),
    )
    # With so much paid once, one begins only where all of it pays.
    dear = facts(models=STEPPED, price=FIXED, budget=("108", "money")).analysis
    how, _, near = dear.pays_from(dear.planned)
    assert (how, near.low) == ("alike", pytest.approx(108 / dear.decision.chosen.found.value))


def test_a_dearer_review_buys_less():
    # 8.80 for 8 items at 1.00; at 1.10 the 8.00 buy 7.
    analysis = facts().analysis
    items, found, _ = analysis.dearer
    assert (items, found) == (7, float(analysis.lead.path.read("positives", 7)))
    aimed = facts(**SCENES["target count"]).analysis
    assert aimed.dearer[2] == pytest.approx(1.1 * float(aimed.decision.chosen.spend))
    once = {"price": {"per_item": "1", "currency": "EUR", "fixed": {"Guidelines": "10"}}}
    fixed = facts(**SCENES["target count"] | once).analysis
    assert fixed.dearer[2] == pytest.approx(10 + 1.1 * fixed.decision.chosen.items)


def test_how_far_to_go_for_a_target():
    told = facts(**SCENES["target share"])
    assert told.wanted == told.decision.chosen.found.value
    assert told.analysis.target_safe > told.decision.chosen.items
    aimed = facts(models=TIED, budget=None, target=("0.2", "share"))
    found = float(aimed.analysis.lead.path.read("positives", 20))
    # At worst all others come before them.
    assert aimed.analysis.target_worst() == int(np.ceil(20 - found + np.ceil(aimed.wanted)))
    beyond = facts(**SCENES["target over the budget"])
    assert 0 < beyond.in_budget < beyond.wanted


def test_the_case_of_klubicka_salton_and_kelleher():
    # Section 4: 16 dollars at 0.04 are "two deciles" of 2,091 candidates; Table 5 prints 16.73 for two deciles.
    price = {"per_item": "0.04", "currency": "USD"}
    told = facts(labels=("x..." * 523)[:2091], price=price, budget=("16", "money"), resamples=0)
    place, part = told.around
    assert (told.decision.chosen.items, place, part.end) == (400, 2, pytest.approx(418.2))
    assert round(part.total, 2) == 16.73
    assert facts(budget=("8", "money")).around is None  # two tenths of forty
    assert facts(budget=("8", "money"), parts=20).around is None


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ({"budget": ("8.75", "money")}, "little"),
        ({"budget": ("8", "money")}, ""),
        ({"budget": ("41", "money")}, "ends"),
        (SCENES["net value within a budget"] | {"budget": ("30", "money"), "resamples": 0}, "worth"),
        (last_too_dear(), "few"),
        ({"budget": None}, ""),
        ({"budget": ("8", "items")}, ""),
        # A sentence costs 0.10, and 0.31 is left: the bill would have another hundredth of an hour.
        ({"budget": ("3.55", "money"), "price": HOURLY}, ""),
        ({"budget": ("8.75", "money"), "price": HOURLY | {"seconds_per_item": "100"}}, "little"),
    ],
)
def test_why_money_is_left(args, why):
    told = facts(**args)
    assert told.unspent == why
    if why == "little":
        assert told.analysis.unspent(told.decision.chosen) in (Decimal("0.75"), Decimal("0.83"))


def test_how_far_the_spend_varies_where_entries_cost_more():
    dear = {"per_item": "1", "extra_per_entry": "3.50", "currency": "EUR"}

    def spent(told):
        return interval(told.chosen.spend_range)

    within = facts(price=dear, budget=("60", "money"), resamples=200)
    assert within.holds
    assert spent(within).low < spent(within).high <= 60
    by_items = facts(price=dear, budget=("20", "items"), resamples=200)
    assert spent(by_items).low < spent(by_items).high
    assert not by_items.holds
    assert spent(facts(price=dear, budget=("20", "money"), resamples=0)) is None
    assert spent(facts(budget=("20", "money"), resamples=200)) is None


def test_ties_at_the_stop_have_a_worst_and_a_best_order():
    # 8 of 20 equal items that hold about seven idioms: none are possible, and all that the twenty hold.
    chosen = facts(models=TIED).decision.chosen
    first = float(world(models=TIED).analysis.lead.path.read("positives", 20))
    assert (chosen.tied, chosen.found_worst, chosen.found_best) == (True, 0, pytest.approx(first))


def test_a_whole_list_asks_whether_half_would_do():
    told = facts(budget=("40", "money"))
    half = told.analysis.half_of_whole
    assert (told.all_found, half.spend) == (True, 20)
    assert facts().analysis.half_of_whole is None


def test_types_that_were_confirmed_before_are_passed_over():
    told = facts(types=("abcdefg" * 6)[:40])
    # Eight euros pay for eight judgements, and the places go on while others are passed over.
    assert (told.judged, told.spares) == (8, told.chosen.items - 8)
    assert told.chosen.spend == 8
    # By the labels the first ten are idioms of all seven types: no more are ever judged.
    assert told.analysis.given.model("good").path.total("judged") == 7
    assert facts(types="r", weights=[5.0] * 40).spares == 0
    assert facts().spares == 0


def test_the_question_names_worths_that_move_the_stop():
    # Four idioms at once, then one in four: each further one is dearer.
    told = facts(models=STEPPED, budget=None).analysis
    few, many = told.question()
    assert few.items < many.items
    assert few.high < many.low
    # An idiom of that worth is what the next sentence costs by the curve.
    more = told.lead.path.read("positives", np.array([few.items, few.items + 1.0]))
    assert few.high == pytest.approx(1 / (more[1] - more[0]))


@pytest.mark.parametrize(
    "name", ["budget", "open", "list in the table", "list by its size", "weights", "hours"]
)
def test_the_table_of_worths_has_the_rows_that_page_1_speaks_of_and_none_that_is_empty(name):
    analysis = world(**SCENES[name]).analysis
    shown = [analysis.choices[place] for place in sorted(analysis.choices_shown())]
    chosen = analysis.decision.chosen
    named = analysis.pays_from(chosen.items)[1:] if chosen else analysis.question()
    assert all(one.high is None or one.high - one.low >= 1e-4 for one in shown)
    # Of one that lies between worths that are printed alike the row before has the worth.
    ends = {one.low for one in shown} | {one.high for one in shown}
    assert all(min(abs(end - one.low) for end in ends if end is not None) < 1e-4 for one in named)


def test_why_nothing_can_be_bought():
    told = facts(**SCENES["cannot start"])
    assert (told.cannot_start, told.fixed, told.analysis.first_item()) == (True, 100, 101)
    assert not facts(**SCENES["cannot buy"]).cannot_start
    least = facts(**SCENES["not starting"]).analysis
    first = float(least.lead.path.read("positives", 1))
    # One idiom is worth 0.50 and costs 1.00: the least loss is the first, which is nearly always one.
    assert least.least_loss() == (1, pytest.approx(1 - 0.5 * first))


def test_after_the_stop_some_may_pay_or_none():
    model = Model("m", order=placed(LABELS, (1, 2, 3, 4, 20, 21, 22, 23, 24, 25)))
    told = world(models=(model,), budget=None, values={"entry": {"idiom": "3"}}, resamples=0)
    after = [
        bar.value for bar in told.figure("figure_steps").bars if not bar.filled and bar.value is not None
    ]
    assert told.analysis.more_may_pay == any(value <= 3 for value in after)
    assert world().analysis.more_may_pay


def test_a_share_of_all_is_always_reached_by_reviewing_all():
    assert facts(models=(POOR,), budget=None, target=("1", "share")).analysis.target_safe is not None


def test_a_loss_is_told_as_one():
    told = facts(budget=None, values={"entry": {"idiom": "0.5"}, "left_out": {"idiom": "-2"}})
    assert told.decision.chosen is None or told.left < 0


SHOWN = {
    **SCENES,
    "reviewed": REVIEWED,
    "outside": BEYOND,
    "chance": {"models": (POOR,)},
    "turned": {"models": TURNED},
    "mixture": {"models": TWINS, "mixture": True},
    "tied": {"models": TIED},
    "few": last_too_dear(),
    "not shown": UNSURE,
    "checks": LISTED | NET | CHECKS,
    "soon": SOON,
    "checks first": LISTED | CHECKS | {"budget": ("20", "money")},
    "checks alone": LISTED | CHECKS | {"budget": ("8", "money")},
    "whole": {"budget": ("40", "money")},
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_page_1_reads_as_it_was_read(language):
    told = []
    for name, args in SHOWN.items():
        analysis = world(**args).analysis
        say = decision_words(spoken(analysis, language), work_of_filter(analysis))
        macros = ["title", "lede", "gain_title", "steps_title"]
        if not analysis.decision.silent:
            macros += ["options_note"]
        if analysis.decision.chosen is not None:
            macros += ["spend_note"]
        if not analysis.decision.refusal:
            macros += ["points"]
        lines = [line for macro in macros for line in prose_lines(say(macro))]
        told += [f"== {name}", *lines, ""]
    golden(f"review.{language}.txt", "\n".join(told))
