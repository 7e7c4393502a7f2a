"""Cells that hold no number: what is said of them."""

import pytest

from budgetplan.readers.oddcells import what_is_odd


@pytest.mark.parametrize(
    ("cell", "decimal", "wrong", "todo"),
    [
        ("x", ".", "this is not a number", "write a number with a decimal point, such as 0.5"),
        ("x", ",", "this is not a number", "write a number with a decimal comma, such as 0,5"),
        ("-,5", ".", "this number has a decimal comma", "write -.5 with a decimal point"),
        ("1e-3.5", ",", "this is not a number", "write a number with a decimal comma, such as 0,5"),
        ("0.5", ",", "this number has a decimal point", "write 0,5 with a decimal comma"),
        ("1,234.5", ".", "this number has separators of thousands", "write 1234.5"),
        ("1.234,5", ".", "this number has separators of thousands", "write 1234.5"),
        ("1.234.567", ".", "this number has separators of thousands", "write 1234567"),
        ("1.23.456", ".", "this is not a number", "write a number with a decimal point, such as 0.5"),
        ("1.234.567", ",", "this number has separators of thousands", "write 1234567"),
        ("inf", ".", "this is not a finite number", "write a number"),
        ("1e999", ",", "this is not a finite number", "write a number"),
    ],
)
def test_what_is_wrong_and_what_to_write(cell, decimal, wrong, todo):
    assert what_is_odd(cell, decimal) == (wrong, todo)


def test_an_option_is_named_only_where_it_is_about_the_file():
    assert what_is_odd("1,250", ".")[1] == "write 1250, or say --set table.decimal=comma where it is 1.250"
    assert what_is_odd("1,250", ".", can_say=False)[1] == "write 1250, or write 1.250 where it is 1.250"


@pytest.mark.parametrize("cell", ["NA", "n/a", "NaN", "NULL", "None", "-"])
def test_where_there_is_no_number_the_cell_is_to_be_empty(cell):
    wrong, todo = what_is_odd(cell, ".")
    assert (wrong, todo) == (
        "this is not a number",
        f"leave the cell empty where there is none, or say --set table.empty={cell}",
    )
    assert what_is_odd(cell, ".", can_say=False)[1] == "leave the cell empty where there is none"
