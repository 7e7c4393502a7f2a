"""Cells become numbers and codes: the fast way and the careful way agree."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.tables.cells import NumberReading, NumberTexts, Texts, to_numbers

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


def test_texts_are_numbered_as_they_come():
    texts = Texts.of([" x ", "y", "x"])
    assert (texts.codes.tolist(), texts.names) == ([0, 1, 0], ("x", "y"))
    reading = NumberReading.of(Texts.of(["1", "z", ""]), ".")
    assert (reading.numbers.values[0], reading.numbers.odd) == (1, {1: "z"})


def test_a_name_that_does_not_occur_has_no_code():
    assert Texts(np.array([0]), ("a",)).code("b") == -1


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
