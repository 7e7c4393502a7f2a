"""What is spent where an entry costs more than a rejected item: checked in every resample."""

from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import falling, gathered

from budgetplan.domain.plan import Budget, Values
from budgetplan.domain.prices import Prices
from budgetplan.evidence import noise
from budgetplan.planning.filter import outlay
from budgetplan.planning.filter.analysis import analyse

pytestmark = pytest.mark.usefixtures("plan_alone")

D = Decimal
DEAR = Prices(currency="EUR", per_item=D("1"), extra_per_entry=D("3.50"), stated=True)


def random_sample(seed, **said):
    rng = np.random.default_rng(seed)
    label = "".join(np.where(rng.random(60) < np.linspace(0.9, 0.1, 60), "y", "n"))
    return gathered(
        label, {"m": falling(60), "r": rng.random(60)}, **({"prices": DEAR, "resamples": 200} | said)
    )


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "said", [{}, {"list_size": 400}, {"values": Values({"yes": D(9)}), "list_size": 1000}]
)
def test_the_budget_holds_in_95_of_100_resamples_where_the_price_depends_on_the_label(seed, said):
    amount = 200 if said else 100
    budget = Budget(D(amount))
    analysis = analyse(random_sample(seed, budget=budget, **said))
    evidence, chosen = analysis.evidence, analysis.decision.chosen
    shares = np.array([0.0, chosen.items / evidence.list_items, 1.0])
    spent = noise.draw(evidence, [analysis.lead], shares).totals(analysis.lead)[:, 1]
    assert (spent <= amount + 1e-6).mean() >= 0.95
    low, high = np.percentile(spent, [2.5, 97.5])
    assert (chosen.spend_low, chosen.spend_high) == (pytest.approx(low), pytest.approx(high))
    assert low <= float(chosen.spend) <= high
    # No fewer items than need be, unless entries are not worth more.
    if "values" not in said:
        shares[1] += 3 / evidence.list_items
        more = noise.draw(evidence, [analysis.lead], shares).totals(analysis.lead)[:, 1]
        assert np.percentile(more, 97.5) > amount


def test_a_flat_price_varies_with_nothing():
    flat = random_sample(1, prices=Prices(per_item=D(1), stated=True), budget=Budget(D(20)))
    analysis = analyse(flat)
    assert (analysis.decision.chosen.items, analysis.decision.chosen.spend) == (20, 20)
    assert (analysis.decision.chosen.spend_low, analysis.decision.chosen.spend_high) == (None, None)
    assert not outlay.varies(flat)


def test_budgets_that_are_no_money_and_plans_without_resampling_buy_what_they_buy():
    evidence = random_sample(1)
    model = evidence.model("m")
    drawn = noise.draw(evidence, evidence.models, noise.grid(evidence))
    assert outlay.whole_items(evidence, model, Budget(D(7), "items"), drawn) == 7
    assert outlay.whole_items(evidence, model, Budget(D(100)), None) == evidence.affordable(
        model, Budget(D(100))
    )
    surely = outlay.whole_items(evidence, model, Budget(D(100)), drawn)
    assert 0 < surely < evidence.affordable(model, Budget(D(100)))
    # Fixed costs are no part of a budget for annotation alone.
    fixed = random_sample(
        1, prices=Prices(per_item=D(1), extra_per_entry=D("3.5"), fixed={"F": D(50)}, stated=True)
    )
    drawn = noise.draw(fixed, fixed.models, noise.grid(fixed))
    model = fixed.model("m")
    assert outlay.whole_items(fixed, model, Budget(D(100), covers="annotation"), drawn) == surely
    assert outlay.whole_items(fixed, model, Budget(D(150)), drawn) == surely
    assert outlay.whole_items(fixed, model, Budget(D(50)), drawn) == 0


def test_readings_between_two_shares_are_mixed():
    evidence = random_sample(1)
    drawn = noise.draw(evidence, [evidence.model("m")], np.array([0.0, 0.5, 1.0]))
    readings = np.array([[0.0, 2.0, 6.0]])
    assert [outlay.at_items(drawn, readings, items).tolist() for items in (0, 15, 30, 45, 60)] == [
        [0],
        [1],
        [2],
        [4],
        [6],
    ]
