"""Separators of thousands: what may be one is two things, and each is written so that it is one."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.tables.cells import pointed, readings, told_of_two, ungrouped


@pytest.mark.parametrize("written", ["1.600", "5.000", "12.345", "123.456", "-1.100", "+1.100", " 1.100 "])
def test_three_digits_behind_one_sign_are_two_numbers(written):
    assert readings(written, ".") is not None
    assert readings(written.replace(".", ","), ",") == readings(written, ".")


@pytest.mark.parametrize("written", ["0.125", "0.000", "1.25", "1.2500", "1234.567", "1.234.567", "1e3", ""])
def test_a_leading_nought_and_other_numbers_of_digits_leave_one_reading(written):
    assert readings(written, ".") is None
    assert readings(written, ",") is None


@given(st.integers(1000, 999_999), st.sampled_from(".,"))
def test_both_readings_are_written_so_that_they_mean_one_thing(number, sign):
    whole, with_decimals = readings(f"{number:,}".replace(",", sign), sign)
    assert Decimal(whole) == number
    assert Decimal(with_decimals) == Decimal(number) / 1000
    assert readings(whole, ".") is readings(with_decimals, ".") is None


@pytest.mark.parametrize(
    ("written", "expected"),
    [("1\u202f600", "1600"), ("1\u00a0600,5", "1600.5"), ("12'345'678", "12345678"), ("1 60", ""), ("16", "")],
)
def test_separators_that_are_one_for_sure_are_left_out(written, expected):
    assert ungrouped(written) == expected


def test_both_ways_to_write_it_are_named():
    assert told_of_two("1,100", ",", ",").texts() == (
        "the comma in this number may be a decimal comma or a thousands separator",
        "write 1100 if it separates thousands, 1,1 if it is a decimal comma",
    )
    assert told_of_two("1,10", ",") is None


@given(st.from_regex(r"[+-]?\d{0,7}([.,]\d{0,4}){0,3}", fullmatch=True))
def test_a_number_is_written_anew_only_where_it_means_one_thing(written):
    made = pointed(written)
    assert not (made and (readings(written, ".") or readings(written, ",")))
    if made:
        assert Decimal(made).is_finite()
        assert [one for one in made if one.isdigit()] == [one for one in written if one.isdigit()]
