"""More labels in every report: a ceiling that is never rounded down."""

import pytest

from budgetplan.domain.rounding import ceiling


@pytest.mark.parametrize(
    ("amount", "digits", "shown"), [(0.001, 2, 0.01), (7.2, 0, 8), (3.0, 0, 3), (0.0, 2, 0)]
)
def test_a_ceiling_is_never_rounded_down(amount, digits, shown):
    assert ceiling(amount, digits) == shown
