"""Models that cost are let into the mixture of a ranked list while the net value grows by more than they cost."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

from budgetplan.core.path import items_for_target
from budgetplan.domain.items import UNLABELLED, Items, ModelOutput
from budgetplan.domain.plan import MIXTURE, Columns, ModelSpec, Plan, Target, Values
from budgetplan.domain.prices import Prices
from budgetplan.lists.evidence import gather, led_by

D = Decimal
WORTH = Values({"yes": D(4)})


def planned(costs, *, listed=900, seed=1, names="abc", **said):
    """A plan for 300 labelled items and a list, from models of which ``a`` and ``b`` each see another half of the truth."""
    rng = np.random.default_rng(seed)
    n = 300 + listed
    half, other = rng.normal(size=(2, n))
    entry = rng.random(n) < 1 / (1 + np.exp(1.5 - 1.6 * (half + other)))
    label = np.where(entry, 1, 0)
    label[300:] = UNLABELLED
    score = {"a": half, "b": other, "c": rng.normal(size=n), "d": other}
    items = Items(tuple(f"i{place:05d}" for place in range(n)), ("no", "yes"), label)
    said = {"values": WORTH, "prices": Prices(currency="EUR", per_item=D(1), stated=True), "resamples": 99} | said
    plan = Plan("t.csv", Columns("gold"), ("yes",), tuple(ModelSpec(name, name) for name in names), **said)
    outputs = [ModelOutput(name, score[name], cost=float(costs.get(name, 0))) for name in names]
    return gather(plan, items, outputs)


def best_net(evidence):
    """The mean net value at the best stop, from the draws."""
    evidence = led_by(evidence, MIXTURE)
    lead = evidence.model(MIXTURE)
    return float(evidence.net_values(lead, np.arange(evidence.whole_items + 1.0)).max())


@pytest.mark.parametrize("goal", [{}, {"listed": 0}])
def test_it_is_in_while_the_net_grows_by_more_than_it_costs(goal):
    without = best_net(planned({}, names="ac", **goal))
    gain = best_net(planned({}, **goal)) - without
    assert gain > 5
    cheap, dear = planned({"b": gain - 0.1}, **goal), planned({"b": gain + 0.1}, **goal)
    assert "b" in cheap.mixture
    assert (cheap.left_out, dear.left_out) == ((), ("b",))
    assert best_net(cheap) == pytest.approx(without + 0.1, abs=0.02)  # rounded to cents
    assert best_net(dear) == pytest.approx(without)


def test_the_cheapest_comes_first_and_the_order_of_the_models_says_nothing():
    """Of two models that say the same the dearer one adds nothing."""
    for names in ("abd", "dba"):
        assert planned({"b": 5, "d": 15}, names=names, listed=3000).left_out == ("d",)
        assert planned({"b": 15, "d": 5}, names=names, listed=3000).left_out == ("b",)


def test_where_all_cost_the_cheapest_begins():
    evidence = planned({"a": 3, "b": 2, "c": 1})
    assert set(evidence.mixture) >= {"a", "b"}
    assert evidence.left_out == ()
    assert planned({"a": 1e7, "b": 1e8, "c": 1e9}).left_out == ("b", "c")


def test_at_a_target_the_net_counts_that_reaching_it_leaves():
    target = {"target": Target(D("0.6"), "share")}
    nets = []
    for names in ("ac", "abc"):
        evidence = led_by(planned({}, names=names, **target), MIXTURE)
        lead = evidence.model(MIXTURE)
        stop = items_for_target(lead.path, 0.6 * lead.path.total("positives")).items
        nets.append(float(evidence.net_values(lead, np.array([float(stop)]))[0]))
    gain = nets[1] - nets[0]
    assert gain > 5
    assert planned({"b": gain - 0.1}, **target).left_out == ()
    assert planned({"b": gain + 0.1}, **target).left_out == ("b",)
