"""The ladder of a ranked list: each rung is the plan of its budget, and the middle one the plan itself."""

from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import ONE_EURO, falling, gathered

from budgetplan.domain.plan import Budget, Target, Values
from budgetplan.domain.prices import Prices
from budgetplan.planning.filter.analysis import analyse
from budgetplan.planning.filter.contest import stop_on_sample

D = Decimal
LABEL = "".join("y" if (place * 7919) % 100 < 60 - place // 2 else "n" for place in range(120))
MODELS = {"good": falling(120), "other": falling(120) + np.arange(120) % 5 / 40}
WORTH = Values({"yes": D("2.5")})
FIXED = Prices(currency="EUR", per_item=D("0.37"), fixed={"setup": D(9)}, stated=True)
PLANS = {
    "budget": {"budget": Budget(D("25.50"))},
    "budget in items": {"budget": Budget(D(33), "items"), "prices": Prices()},
    "budget of annotation": {"budget": Budget(D(20), "money", "annotation"), "prices": FIXED},
    "worth": {"values": WORTH},
    "worth within a budget": {"values": WORTH, "budget": Budget(D(12))},
    "worth beside more money than it takes": {"values": WORTH, "budget": Budget(D(90))},
    "worth, with a fixed cost": {"values": WORTH, "prices": FIXED},
    "target": {"target": Target(D("0.5"), "share")},
    "target without prices": {"target": Target(D("0.5"), "share"), "prices": Prices()},
    "list": {"values": WORTH, "list_size": 4000},
    "mixture": {"values": WORTH, "mixture": True},
    "not resampled": {"values": WORTH, "resamples": 0},
}


def decide(label=LABEL, scores=None, **said):
    return analyse(gathered(label, scores or MODELS, **({"resamples": 60} | said)))


@pytest.mark.parametrize("said", PLANS.values(), ids=PLANS)
def test_the_rung_of_the_whole_budget_is_the_plan_itself(said):
    analysis = decide(**said)
    rung = analysis.ladder[10]
    assert rung.percent == 100
    assert rung.option == analysis.decision.chosen
    base = analysis.decision.chosen.spend
    bounded = said.get("budget") if "target" not in said else None
    assert rung.budget.amount == (bounded.amount if bounded else base)


@pytest.mark.parametrize("said", PLANS.values(), ids=PLANS)
def test_no_rung_costs_more_than_its_budget_and_more_money_never_finds_less(said):
    ladder = decide(**said).ladder
    assert len(ladder) == 21
    if said.get("budget", Budget(D(1))).covers == "everything":
        assert all(one.option.spend <= one.budget.amount for one in ladder)
    assert np.all(np.diff([one.option.items for one in ladder]) >= 0)
    # What the choice flatters a stop by differs a little from stop to stop.
    assert np.all(np.diff([one.option.found.value for one in ladder]) >= -0.2)
    assert ladder[0].option.items == 0


def test_rungs_have_the_numbers_of_the_report_s_other_stops():
    analysis = decide(budget=Budget(D(24)))
    by_items = {one.option.items: one.option for one in analysis.ladder}
    shared = [one for one in analysis.options if one.items in by_items]
    assert len(shared) >= 3
    assert all(by_items[one.items] == one for one in shared)


def test_without_resampling_each_rung_is_the_best_stop_of_its_budget():
    analysis = decide(values=WORTH, prices=FIXED, resamples=0)
    lead = analysis.lead
    for one in analysis.ladder:
        assert one.option.items == stop_on_sample(analysis.evidence, lead, one.budget)


def test_where_nothing_is_worth_reviewing_there_is_no_ladder():
    assert decide(values=Values({"yes": D("0.5")})).ladder == ()


def test_a_budget_that_cannot_start_may_start_higher_on_the_ladder():
    """The set-up costs 9: a budget of 10 pays for 2 items, which bring less than that; twice as much for 29."""
    analysis = decide(values=WORTH, prices=FIXED, budget=Budget(D(10)))
    assert analysis.decision.chosen is None
    bought = [one.option.items for one in analysis.ladder]
    assert bought[:11] == [0] * 11
    assert bought[20] == 29


def test_who_leads_is_who_finds_most_for_that_budget():
    analysis = decide(budget=Budget(D(24)))
    evidence = analysis.evidence
    for one in analysis.ladder:
        found = {
            model.name: model.path.read("positives", evidence.affordable(model, one.budget))
            for model in evidence.models
        }
        most = max(found.values())
        assert set(one.models) == {name for name, each in found.items() if each >= most - 1e-9}


def test_with_one_model_nobody_leads():
    ladder = decide(scores={"m": falling(120)}, budget=Budget(D(24)), prices=ONE_EURO).ladder
    assert {one.models for one in ladder} == {()}


def test_where_nobody_says_what_is_wanted_the_ladder_ends_at_the_whole_list():
    analysis = decide()
    assert analysis.ladder[20].option.items == 120
    assert analysis.ladder[10].option.items == 60


def test_the_budget_of_the_plan_itself_buys_the_plan():
    # Hours are billed to the hundredth: the printed spend of some stops does not pay for them before it is rounded.
    moved = 0
    for rate in ("19.3", "24.7", "31.1", "43"):
        timed = Prices(currency="EUR", hourly_rate=D(rate), seconds_per_item=D(37), stated=True)
        said = {"values": Values({"yes": D(1)}), "prices": timed, "resamples": 0}
        told = decide(**said)
        rung = next(one for one in told.ladder if one.percent == 100)
        assert decide(**said, budget=rung.budget).decision.chosen.items == rung.option.items
        moved += rung.budget.amount > rung.option.spend
    assert moved
