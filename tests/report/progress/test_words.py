"""What the card says of the next items, in whole numbers."""

import pytest
from progress_world import gone

from budgetplan.domain.rounding import rounded_up
from budgetplan.work.onward import Onward


def test_what_just_breaks_even_is_not_enough():
    """500 items at 0.50 and a worth of 4: 62.5 break even, 63 pay; at 50 items 6.25, 7."""
    for packet, fewest in ((500, 63), (50, 7), (8, 2)):
        assert Onward(gone(found=(1, 2), packet=packet)).coming.enough == fewest


@pytest.mark.parametrize("p", [0.0071, 0.000123, 0.5, 1.0, 0.0499999])
def test_a_probability_is_never_printed_as_less(p):
    assert p <= rounded_up(p) <= p * 1.1
