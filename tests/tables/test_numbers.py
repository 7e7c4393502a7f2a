"""Numbers in cells: what is one, with which signs, and what is odd."""

import datetime as dt
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import rows_of

from budgetplan.tables.cells import NumberTexts, pointed, readings, to_numbers, ungrouped, what_is_odd
from budgetplan.tables.celltext import NoTextError, as_text

DATA = rows_of(__file__)

# --- Cells become numbers and codes: the fast way and the careful way agree
cell = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.sampled_from(["", " ", "nan", "inf", "1_0", "0,5", "1e999", "٣", " 2 ", "+.5", "0x1", "1e5\u00a0"]),
)


@given(st.lists(cell, max_size=20))
def test_all_cells_together_read_as_each_alone(cells):
    cells = [text.strip() for text in cells]
    values, odd = to_numbers(cells)
    for row, text in enumerate(cells):
        alone, odd_alone = to_numbers([text])
        np.testing.assert_array_equal(values[row : row + 1], alone)
        assert odd[row : row + 1].tolist() == odd_alone.tolist()


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False)))
def test_floats_come_back_as_they_were(numbers):
    values, odd = to_numbers([repr(number) for number in numbers])
    assert values.tolist() == numbers
    assert not odd.any()


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize(
    "numbers",
    [
        np.array([1.0, np.nan, -1, 0.5]),
        np.array([3, -1, 0]),
        np.array([True, False]),
        np.array([0.1, np.nan], dtype=np.float32),
        np.array([1e22, 123456789.0]),
        np.array([], dtype=float),
    ],
)
def test_the_place_of_a_number_is_that_of_its_text(numbers, whole):
    texts = NumberTexts(numbers, whole=whole)
    for name in ("-1", "-1.0", "", "1", "0.1", "0", "x", "True", "1e22", "nan", *texts.names):
        assert texts.code(name) == (texts.names.index(name) if name in texts.names else -1)


# --- Values as texts: those that a CSV file holds for them


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


# --- Separators of thousands: what may be one is two things, and each is written so that it is one


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


@given(st.from_regex(r"[+-]?\d{0,7}([.,]\d{0,4}){0,3}", fullmatch=True))
def test_a_number_is_written_anew_only_where_it_means_one_thing(written):
    made = pointed(written)
    assert not (made and (readings(written, ".") or readings(written, ",")))
    if made:
        assert Decimal(made).is_finite()
        assert [one for one in made if one.isdigit()] == [one for one in written if one.isdigit()]


# --- Cells that hold no number: what is said of them


@pytest.mark.parametrize(("cell", "decimal", "wrong", "todo"), DATA["told"])
def test_what_is_wrong_and_what_to_write(cell, decimal, wrong, todo):
    told, advice = what_is_odd(cell, decimal).texts()
    assert told == wrong
    assert advice.startswith(todo)


def test_an_option_is_named_only_where_it_is_about_the_file():
    for can_say, comma in ((True, "use --set table.decimal=comma"), (False, "write 1.25")):
        advice = what_is_odd("1,250", ".", can_say=can_say).texts()[1]
        assert advice == f"write 1250 if it separates thousands; if it is a decimal comma, {comma}"


@pytest.mark.parametrize("cell", ["NA", "n/a", "NaN", "NULL", "None", "-"])
def test_where_there_is_no_number_the_cell_is_to_be_empty(cell):
    wrong, todo = what_is_odd(cell, ".").texts()
    assert wrong == "this is not a number"
    assert todo.startswith("leave the cell empty")
    assert f"use --set table.empty={cell}" in todo
    assert "--set" not in what_is_odd(cell, ".", can_say=False).texts()[1]
