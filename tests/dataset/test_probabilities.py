"""How far probabilities may miss 1, by how they are printed (METHODS S1)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.dataset.arrays import off_one, printed_decimals, sum_tolerance


@pytest.mark.parametrize(
    ("values", "decimals"),
    [
        ([0.5, 0.25], 2),
        ([1.0, 0.0], None),  # exact
        ([1.0, 0.000012], 6),
        ([1 / 3, 2 / 3], None),
        ([0.123457, 0.876542, 1.23457e-05], 6),  # "%.6g": small numbers have more decimals
        ([], None),
    ],
)
def test_the_last_printed_place(values, decimals):
    assert printed_decimals(np.array(values)) == decimals


def test_tolerances_of_the_method():
    # 1e-6 for exact numbers and for few classes; C x half a unit of the last place; 1e-4 in single precision.
    assert sum_tolerance(np.array([[1 / 3, 2 / 3]]), single=False) == 1e-6
    assert sum_tolerance(np.full((1, 3), 0.333333), single=False) == pytest.approx(1.5e-6)
    assert sum_tolerance(np.full((1, 150), 0.0067), single=False) == pytest.approx(150 * 0.5e-4)
    assert sum_tolerance(np.full((1, 3), 0.25), single=True) == 1e-4
    assert sum_tolerance(np.eye(3), single=False) == 1e-6


@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=30), st.integers(2, 8))
def test_rounding_alone_is_never_too_much(weights, decimals):
    exact = np.array([weights]) / np.sum(weights)
    rounded = np.round(exact, decimals)
    # Digits that happen to be 0 make fewer decimals, never more.
    assert off_one(rounded).max() <= sum_tolerance(rounded, single=False)
