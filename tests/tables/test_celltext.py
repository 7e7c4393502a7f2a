"""Values as texts: those that a CSV file holds for them."""

import datetime as dt
from decimal import Decimal

import numpy as np
import pytest

from budgetplan.domain.messages import literal
from budgetplan.tables.celltext import NoTextError, as_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (" x ", " x "),
        (None, ""),
        (0, "0"),
        (False, "no"),
        (True, "yes"),
        (1e-7, "1e-07"),
        (np.float32(0.1), "0.1"),
        (np.float64(0.1), "0.1"),
        (float("inf"), "inf"),
        (Decimal("1.50"), "1.50"),
        (dt.datetime(2026, 1, 31), "2026-01-31"),  # noqa: DTZ001
        (dt.datetime(2026, 1, 31, 8, 30), "2026-01-31 08:30:00"),  # noqa: DTZ001
        (dt.time(8, 30), "08:30:00"),
        (dt.timedelta(seconds=90), "0:01:30"),
    ],
)
def test_a_value_has_one_text(value, text):
    assert as_text(value, "yes", "no") == text


@pytest.mark.parametrize(
    ("value", "kind"), [([1], "a list"), ({"a": 1}, "an object"), (b"x", "a byte string"), (1j, "complex")]
)
def test_what_no_cell_can_hold_is_told(value, kind):
    with pytest.raises(NoTextError) as error:
        as_text(value, "yes", "no")
    assert (error.value.message.texts()[0], error.value.found) == (f"this value is {kind}", str(value))


def test_an_error_in_place_of_a_value_is_raised():
    with pytest.raises(NoTextError, match="mine"):
        as_text(NoTextError(literal("mine"), ""), "yes", "no")
