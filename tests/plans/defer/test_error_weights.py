"""What is answered alone at other prices of errors is what a plan with these prices says."""

from __future__ import annotations

from decimal import Decimal

import pytest
from defer_world import COSTS, TWINS, world


def dearer(worths, factor):
    """Multiply what wrong answers cost in the words of a plan, and leave the rest."""
    costs = {key: worths[key] for key in ("error_weight", "wrong", "k_fp", "k_fn") if key in worths}
    return worths | {key: str(Decimal(cost) * Decimal(factor)) for key, cost in costs.items()}


@pytest.mark.parametrize("given", [{}, {"models": TWINS}, {"validation": False}, COSTS], ids=str)
@pytest.mark.parametrize("weight", ["0.4", "4"])
def test_other_prices_of_errors_say_what_a_plan_with_these_prices_says(given, weight):
    worths = {"error_weight": weight} if given is not COSTS else COSTS["worths"] | {"k_fn": weight}
    found = world(**given | {"worths": worths}).selection
    assert [one["factor"] for one in found.dearer] == [0.5, 2.0]
    for one in found.dearer:
        other = world(**given | {"worths": dearer(worths, str(one["factor"]))}).selection
        # Without a mean of them another model may be recommended at other prices.
        if other.chosen.name == found.chosen.name:
            assert one["share"] == other.alone.alone / other.alone.items
            assert one["wrong"] == pytest.approx(other.alone.wrong.value)


@pytest.mark.parametrize("given", [{"most_wrong": "0.2"}, {"worths": {"error_weight": "0"}}], ids=str)
def test_where_the_price_of_errors_moves_no_cutoff_nothing_is_said(given):
    assert world(**given).selection.dearer == ()
