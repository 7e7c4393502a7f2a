"""What a plan says of its money, by hand: weights 1 and 3, five groups, two worths, people who err, a model that costs."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from awkward_world import EACH, EXTRA, FIXED, LABELS, MODEL, ODD, OVERHEADS, RESERVE, TIMES, bill
from documents_world import DEFAULT, NET, Model, world

from budgetplan.domain.decision import Estimate
from budgetplan.plans import review
from budgetplan.plans.review import course_of, per_further, recommend
from budgetplan.plans.review_reading import beside
from budgetplan.work.building import work_of_filter

SAID = ODD | {"values": {"entry": {"idiom": "9", "collocation": "5"}, "error": {"*": "0.1"}}}
WHOLE = sum(SAID["weights"])
CENTS = (EXTRA + 0.40) * TIMES / 2 + 0.05
"""Lines are rounded to the cent, and entries and what is adjudicated are counted whole on a bill."""


def most_found(analysis, whole=WHOLE):
    """Entries among the first items, of each number of them, that have to be paid for in 95 % of the draws."""
    return np.quantile(analysis.draws.at(np.arange(whole + 1.0)), 0.95, axis=0, method="inverted_cdf")


@pytest.fixture(scope="module", params=[60, 110, 400])
def analysis(request):
    return world(**SAID, budget=(str(request.param), "money")).analysis


def test_the_bill_is_that_of_the_items_and_the_entries_to_expect(analysis):
    chosen = analysis.chosen
    assert float(chosen.spend) == pytest.approx(bill(chosen.items, chosen.found.value, MODEL), abs=CENTS)
    assert chosen.spend <= analysis.evidence.plan.budget.amount
    reserve = (EACH * chosen.items + EXTRA * chosen.found.value) * (RESERVE - 1)
    assert float(analysis.contingency) == pytest.approx(reserve, abs=0.05)
    assert analysis.unspent(chosen) == analysis.evidence.plan.budget.amount - chosen.spend
    assert float(analysis.spend_to(1)) == pytest.approx(bill(1, analysis.at(1).found.value, MODEL), abs=CENTS)


def test_the_net_value_is_what_is_found_less_spend_and_luck(analysis):
    """People lose a tenth of the entries; they take a tenth of the others for entries, which is worth minus an entry."""
    chosen, evidence, path = analysis.chosen, analysis.evidence, analysis.lead.path
    found, items = chosen.found.value, chosen.items
    assert chosen.cost_per_entry.value == pytest.approx(float(chosen.spend) / found)
    worth = float(path.read("value", items))
    assert chosen.net.value == pytest.approx(worth - float(chosen.spend) - analysis.off(items), abs=1e-6)
    assert evidence.list_items == WHOLE
    lost, rate = analysis.lost_to_errors(chosen)
    assert (lost, rate) == (pytest.approx(found / 10), Decimal("0.1"))
    assert analysis.lost_to_errors(replace(chosen, net=None)) is None
    uneven = SAID["values"] | {"error": {"idiom": "0.1"}}  # of either kind another share is lost
    assert world(**SAID | {"values": uneven}, budget=("60", "money")).analysis.lost_to_errors(chosen) is None


def test_the_dear_and_the_cheap_end_of_the_spend_are_the_bills_of_the_entries(analysis):
    """The rounding of the plan's own bill, up to half of what an entry costs more, is none of theirs."""
    chosen = analysis.chosen
    paid_range = chosen.spend_range
    for paid, found in ((paid_range.low, chosen.found.low), (paid_range.high, chosen.found.high)):
        assert paid == pytest.approx(bill(chosen.items, found, MODEL), abs=CENTS - EXTRA * TIMES / 2)


@pytest.mark.parametrize("budget", [("60", "money"), ("110", "money"), ("400", "money"), ("20", "money", "annotation")])
@pytest.mark.parametrize("factor", [1.0, 1.1, 1.5, 3.0])
@pytest.mark.parametrize("values", [SAID["values"], None])
def test_dearer_reviews_stop_where_that_is_best_or_with_the_budget(budget, factor, values, monkeypatch):
    """What is paid once, the model, the reserve and the overheads are no part of a budget for annotation alone."""
    monkeypatch.setattr(review, "DEARER", factor)
    analysis = world(**SAID | {"values": values}, budget=budget).analysis
    path, stops = analysis.lead.path, np.arange(WHOLE + 1)
    each, limit = path.read("positives", stops), float(budget[0])
    paid = np.array([bill(at, some, MODEL, factor) for at, some in enumerate(each)])
    most = np.maximum(each, most_found(analysis))
    used = np.array([bill(at, some, MODEL, factor) for at, some in enumerate(most)])
    if len(budget) == 3:
        used = factor * (EACH * stops + EXTRA * most)
    net = np.where(used <= limit, path.read("value", stops) - paid if values else stops, -np.inf)
    at, found, spend = analysis.dearer
    assert net[at] == pytest.approx(net.max(), abs=1e-6)
    assert found == pytest.approx(path.read("positives", at))
    assert not at or spend == pytest.approx(bill(at, found, MODEL, factor), abs=0.01)


def test_parts_of_the_list_add_up_to_all_of_it(analysis):
    parts = analysis.parts[analysis.lead.name]
    assert [part.end for part in parts] == pytest.approx(WHOLE * np.arange(1, 11) / 10)
    everything = analysis.at(int(WHOLE)).found.value
    assert sum(part.new.value for part in parts) == pytest.approx(everything)
    assert parts[-1].cumulative.value == pytest.approx(1)
    for items in range(1, int(WHOLE) + 1):
        assert [part.holds(items) for part in parts].count(True) == 1
    for place, part in enumerate(parts, start=1):
        assert part.total == pytest.approx(bill(part.end, part.found.value, MODEL), abs=CENTS)
        assert part.lift == pytest.approx(part.found.value / everything / (place / 10))
        assert part.gain.value == pytest.approx(part.new.value / everything)
        first = (FIXED + MODEL) * OVERHEADS if place == 1 else 0.0
        more = first + TIMES * (EACH * WHOLE / 10 + EXTRA * part.new.value)
        assert part.cost_per_entry.value == pytest.approx(more / part.new.value, abs=2 * CENTS / part.new.value)


def test_the_price_of_a_label_is_the_mean_of_the_list_without_what_is_paid_once(analysis):
    labels = analysis.labels
    everything = analysis.evidence.n_positives
    assert labels.price == pytest.approx(TIMES * (EACH + EXTRA * everything / WHOLE), abs=0.01)
    assert (labels.unit, labels.labelled, labels.listed) == ("money", len(LABELS), None)
    assert labels.everything >= 0


def test_the_price_of_a_label_is_no_dearer_for_what_is_judged_as_a_check():
    checks = {"work": {"tail_sample": 5, "control": 10}}
    assert world(**NET, **checks).analysis.labels.price == pytest.approx(1)


def test_without_a_worth_other_orders_are_read_for_the_same_money():
    analysis = world(**SAID | {"values": None}, budget=("60", "money")).analysis
    perfect, random = analysis.comparators()
    everything = analysis.evidence.n_positives
    assert random.found.value == pytest.approx(everything * random.items / WHOLE)
    assert perfect.found.value == pytest.approx(min(perfect.items, everything))
    for one in (perfect, random):
        assert float(one.spend) <= 60
        more = bill(one.items + 1, one.found.value, 0.0)
        assert more > 60 - EXTRA * TIMES * 8


def test_the_sample_behind_a_queue_stands_where_its_own_order_puts_it():
    models = (Model("poor", 0.5, 3), Model("good", 3.0, 5))
    said = {"labels": LABELS + "?" * 60, "models": models, "positive": SAID["positive"], "resamples": 40}
    analysis = world(**said, budget=("30", "items")).analysis
    assert analysis.lead.name == "good"
    assert course_of(analysis).sample.place == pytest.approx(analysis.lead.place)


def test_another_order_with_more_entries_is_worth_so_much_more_at_its_own_spend(analysis):
    """In proportion: three entries more than twelve are worth a quarter of what reviewing these is worth."""
    evidence, option = analysis.evidence, analysis.chosen
    there = option.found.value
    worth = float(analysis.lead.path.read("value", option.items))
    for more in (1.5, -2.0):
        found = beside(evidence, option, there + more)
        assert found.found.value == pytest.approx(there + more)
        paid = float(found.spend - option.spend)
        assert paid == pytest.approx(EXTRA * TIMES * more, abs=CENTS)
        assert found.net.value == pytest.approx(option.net.value + more / there * worth - paid)
    most = beside(evidence, option, 1000.0).found.value
    assert most == pytest.approx(min(option.items, analysis.lead.path.total("positives")))


@pytest.mark.parametrize(("skill", "worse"), [(0.0, False), (-3.0, True)])
def test_an_order_no_better_than_chance_is_told_from_one_that_runs_the_other_way(skill, worse):
    check = world(labels=LABELS, models=(Model("m", skill, 2),), budget=("12", "money")).analysis.check
    assert (check.refusal, check.worse) == ("chance", worse)


@pytest.mark.parametrize("covers", ["everything", "annotation"])
def test_two_models_of_the_same_scores_cost_and_find_the_same_where_an_entry_costs_more(covers):
    price = {"per_item": "0.10", "currency": "EUR", "extra_per_entry": "5"}
    said = {"labels": "x..x....x." * 6, "models": (Model("one", 1.5), Model("two", 1.5)), "price": price}
    one, two = world(**said, budget=("60", "money", covers)).analysis.contenders
    assert (one.option.items, one.option.spend) == (two.option.items, two.option.spend)
    assert two.option.found.value == pytest.approx(one.option.found.value)
    assert float(two.option.spend) == pytest.approx(0.1 * two.option.items + 5 * round(two.option.found.value))
    assert two.option.cost_per_entry.value == pytest.approx(float(two.option.spend) / two.option.found.value)


@pytest.mark.parametrize("worth", [0.15, 3, 100])
def test_every_model_stops_where_it_would_if_it_were_the_only_one_however_deep_that_is(worth):
    """Single models were read to what half of the list costs: at a great worth the mixture seemed to find far more.

    And then to where the labels happened to lie best: in 60 known worlds a model said to find 10 fewer found 24 fewer.
    """
    said = {"labels": "x..x....x." * 6, "price": {"per_item": "0.10"}, "budget": None, "resamples": 0}
    said |= {"values": {"entry": {"idiom": str(worth)}}}
    models = Model("one", 1.5), Model("two", 0.6)
    stops = {each.name: each.option.items for each in world(**said, models=models).analysis.contenders}
    for model in models:
        assert stops[model.name] == world(**said, models=(model,)).analysis.planned


@pytest.mark.parametrize("worth", ["5", "12", "40"])
def test_the_stop_for_half_and_for_twice_the_worth_is_best_for_it(worth):
    values = {"entry": {"idiom": worth, "collocation": worth}}
    said = SAID | {"values": values, "models": (Model("good", 2.5),), "resamples": 40}
    told = world(**said, budget=None).analysis.worths
    assert [each for each, _ in told] == [float(worth) * times for times in (1, 0.5, 2)]
    for each, stop in told:
        assert stop.low <= each * (1 + 1e-9)
        assert stop.high is None or each <= stop.high * (1 + 1e-9)


@pytest.mark.parametrize(
    ("budget", "items", "part"), [("40", 11, None), ("60", 20, (3, 16, 24)), ("70", 24, None), ("80", 28, (4, 24, 32))]
)
def test_the_part_that_is_told_beside_a_stop_is_the_one_of_which_it_has_half_or_more_and_not_all(budget, items, part):
    """Ten parts of eight items: 20 and 28 are the middle of the third and of the fourth."""
    analysis = world(**SAID, budget=(budget, "money")).analysis
    place, around = analysis.part_around or (0, None)
    assert (analysis.planned, around and (place, around.start, around.end)) == (items, part)


def test_nine_tenths_of_what_a_step_brings_are_found_after_so_many_items_of_it(analysis):
    found = analysis.lead.path.read("positives", np.arange(WHOLE + 1.0))
    for start, end in ((0, 20), (5, int(WHOLE))):
        soon = next(
            at for at in range(start, end + 1) if found[at] - found[start] >= 0.9 * (found[end] - found[start]) - 1e-9
        )
        assert analysis.step(start, end).soon == soon - start < end - start


def test_the_decision_says_who_does_how_much(analysis):
    said, chosen = recommend(analysis), analysis.chosen
    assert (said.model, said.items, said.reviewed.value) == ("good", WHOLE, chosen.items)
    assert said.left.value == WHOLE - chosen.items
    assert (said.spend, said.found, said.net) == (chosen.spend, chosen.found, chosen.net)
    assert (said.answered_alone.value, said.wrong, said.best_single) == (0, None, None)


@pytest.mark.parametrize(("target", "why"), [(("6", "entries"), "over_budget"), (("600", "entries"), "impossible")])
def test_a_target_beyond_the_budget_or_the_list_is_told_as_that(target, why):
    decided = recommend(world(target=target, budget=("2", "money")).analysis)
    assert (decided.why_not, decided.meets_goal) == (why, False)


def test_a_plan_of_one_item_stands_among_its_options_and_names_the_best_single_model():
    analysis = world(budget=("1", "money")).analysis
    assert analysis.chosen.items == 1
    assert [one.items for one in analysis.options] == [1]
    assert recommend(analysis).best_single == "good"


def test_random_items_beside_the_queue_are_paid_before_its_first_item():
    """Of 12 four are paid for them: eight of the queue are left, and costs begin with 4."""
    said = {"work": {"tail_sample": 4}, "budget": ("12", "money"), "labels": DEFAULT["labels"] + "?" * 40}
    analysis = world(**said).analysis
    assert (analysis.chosen.items, analysis.chosen.spend) == (8, 12)
    assert np.array(analysis.costs_along()[:3]) == pytest.approx(np.array([(0, 4), (1, 5), (2, 6)]))


def test_a_further_entry_has_no_price_where_both_numbers_are_printed_alike():
    """2.4, 2.6 and 3.4 entries are printed as 2, 3 and 3; 3.4 again costs without end."""
    one = world().analysis.chosen
    said = ((2.4, 10), (2.6, 12), (3.4, 15), (3.4, 16))
    options = [replace(one, found=Estimate(found), spend=Decimal(spend)) for found, spend in said]
    assert per_further(options) == [pytest.approx(2 / 0.2), None, np.inf]


def test_the_last_score_of_a_review_is_that_of_the_labelled_item_at_the_same_place():
    """Eight of forty are reviewed where the labelled items are the list."""
    analysis = world().analysis
    found = work_of_filter(analysis)
    assert (found.source, found.first_score) == ("column", None)
    assert found.last_score == pytest.approx(np.sort(analysis.lead.score)[::-1][7])


def test_in_every_draw_the_entries_of_that_draw_are_billed():
    """Of the entries to expect a bill counts whole ones: what that rounds is no part of what the draws cost."""
    price = {"per_item": "0.50", "extra_per_entry": "5", "currency": "EUR"}
    valued = world(**SAID | {"price": price, "models": (Model("good", 2.5),)}, budget=("60", "money")).analysis
    for items in (1, 2, 5, 12):
        drawn, stop = valued.in_draws(items), valued.at(items)
        np.testing.assert_allclose(drawn.spend, 0.50 * items + 5 * np.round(drawn.found), atol=1e-9)
        assert stop.spend_range.low >= 0.50 * items
