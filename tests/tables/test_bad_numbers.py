"""Cells that hold no number: what is said of them."""

import pytest

from budgetplan.tables.bad_numbers import what_is_odd


@pytest.mark.parametrize(
    ("cell", "decimal", "wrong", "todo"),
    [
        ("x", ".", "this is not a number", "write a number with a decimal point, such as 0.5"),
        ("x", ",", "this is not a number", "write a number with a decimal comma, such as 0,5"),
        ("1.23.456", ".", "this is not a number", "write a number with a decimal point, such as 0.5"),
        ("1e-3.5", ",", "this is not a number", "write a number with a decimal comma, such as 0,5"),
        (
            "-,5",
            ".",
            "this number has a decimal comma",
            "write -.5 with a decimal point, or use --set table.decimal=comma",
        ),
        (
            "0.5",
            ",",
            "this number has a decimal point",
            "write 0,5 with a decimal comma, or use --set table.decimal=point",
        ),
        ("1,234.5", ".", "this number has thousands separators", "write 1234.5"),
        ("1.234,5", ".", "this number has thousands separators", "write 1234.5"),
        ("1.234.567", ".", "this number has thousands separators", "write 1234567"),
        ("1.234.567", ",", "this number has thousands separators", "write 1234567"),
        ("inf", ".", "this is infinite or too large", "write a number, or leave the cell empty"),
        ("1e999", ",", "this is infinite or too large", "write a number, or leave the cell empty"),
        ("\u22120,5", ",", "this minus is a typographic character, not the one used in numbers", "write -0,5"),
        ("2.5%", ".", "this number has a percent sign", "write 0.025"),
        ("22,85 %", ".", "this number has a percent sign", "write 0.2285"),
        ("7,834%", ".", "this number has a percent sign", "write 0.07834"),
        ("#REF!", ".", "this is an error of the spreadsheet", "mend the formula, or leave the cell empty"),
    ],
)
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
