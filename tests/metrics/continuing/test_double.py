"""What judging a share of the items twice costs, and what is left wrong."""

from itertools import product

import pytest

from budgetplan.metrics.continuing.double import cost_per_item, error_left


def test_worked_numbers():
    assert cost_per_item(1, 1, 0.9, 3) == pytest.approx(2.54)
    assert error_left(1, 0.9, 0.98) == pytest.approx(0.0136)
    assert cost_per_item(1, 0.2, 0.9, 3) == pytest.approx(1.308)
    assert error_left(0.2, 0.9, 0.98) == pytest.approx(0.08272)


@pytest.mark.parametrize("share", [0, 0.3, 1])
@pytest.mark.parametrize("right", [0.5, 0.8, 1.0])
@pytest.mark.parametrize("settled_right", [0.5, 0.9, 1.0])
def test_cost_and_error_are_those_of_every_way_it_can_go(share, right, settled_right):
    cost = wrong = 0.0
    for twice, first, second, third in product((0, 1), repeat=4):
        chance = share if twice else 1 - share
        for good, rate in ((first, right), (second, right), (third, settled_right)):
            chance *= rate if good else 1 - rate
        settled = twice and first != second
        cost += chance * (2 * (1 + twice) + 5 * settled)
        wrong += chance * (not (third if settled else first))
    assert cost_per_item(2, share, right, 5) == pytest.approx(cost)
    assert error_left(share, right, settled_right) == pytest.approx(wrong)
