"""A plan in every draw: what is printed is its mean, and the interval of a difference is that of its draws."""

from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import falling, gathered

from budgetplan.core.stops import interval
from budgetplan.domain.plan import Budget, Values
from budgetplan.domain.prices import Prices
from budgetplan.plans.compared import drawn_from
from budgetplan.plans.review import Analysis

D = Decimal
LABEL = "".join("y" if (place * 7919) % 100 < 70 - place // 2 else "n" for place in range(120))
WORTH = Values({"yes": D("2.5")})


def decide(**said):
    return Analysis(gathered(LABEL, {"m": falling(120)}, **({"resamples": 80} | said)))


@pytest.mark.parametrize("said", [{"budget": Budget(D(30))}, {"budget": Budget(D(30)), "values": WORTH}])
def test_a_stop_in_every_draw_is_that_of_the_draws_themselves(said):
    """One model, and a stop of 30 items whatever is drawn."""
    analysis = decide(**said)
    chosen, drawn = analysis.chosen, analysis.plan_draws
    raw = analysis.lead.drawn.found[:, 30]
    assert chosen.items == 30
    np.testing.assert_allclose(drawn.found, raw)
    low, high = interval(drawn.found)
    assert (chosen.found.low, chosen.found.high) == (low, high)
    if "values" in said:
        np.testing.assert_allclose(drawn.net, 2.5 * raw - 30 - analysis.stop_luck)
    else:
        assert drawn.net is None
    assert drawn.spend is None


def test_a_spend_that_chance_moves_is_told_in_every_resample():
    dear = Prices(currency="EUR", per_item=D(1), extra_per_entry=D(2), stated=True)
    analysis = decide(budget=Budget(D(60)), prices=dear)
    chosen = analysis.chosen
    assert interval(analysis.plan_draws.spend) == pytest.approx([chosen.spend_range.low, chosen.spend_range.high])


def test_each_part_has_a_checksum_of_its_own_and_no_groups_are_not_groups_of_one():
    codes = np.array([0, 1, 1])
    one = drawn_from(labelled=codes, list=("list", 12.0), groups=None)
    assert drawn_from(labelled=codes.copy(), list=("list", 12.0), groups=None) == one
    other = drawn_from(labelled=np.array([0, 1, 0]), list=("list", 13.0), groups=None)
    assert [name for name in one if one[name] != other[name]] == ["labelled", "list"]
    assert one["groups"] != drawn_from(groups=np.zeros(3))["groups"] != drawn_from(groups=np.zeros((3, 1)))["groups"]
