"""Numbers as they were written, in fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.models.thresholds import as_written, exact

cents = st.integers(-(10**9), 10**9)


def test_a_number_is_the_shortest_decimal_that_reads_as_it():
    assert exact(0.1) == Fraction(1, 10)
    assert exact(-5) == -5
    assert exact(1e-7) == Fraction(1, 10**7)


@given(cents, cents)
def test_a_difference_of_decimals_is_the_decimal_nearest_to_it(one, other):
    assert float(exact(one / 100) - exact(other / 100)) == (one - other) / 100


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_number_reads_as_itself(value):
    assert float(exact(value)) == value


@given(st.integers(0, 10**5))
def test_a_cutoff_that_is_a_decimal_on_paper_is_that_decimal(thousandths):
    penalty = Fraction(thousandths, 1000)
    cutoff = penalty / (1 + penalty)
    found = as_written(np.array([float(penalty) / (1 + float(penalty))]))[0]
    if (cutoff * 10**6).denominator == 1:
        assert found == float(cutoff)
    assert abs(found - float(cutoff)) <= 1e-15
