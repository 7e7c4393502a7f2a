"""Rounding never says more than the number does."""

from decimal import Decimal
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import rows_of

from budgetplan.report import model
from budgetplan.report.display import KINDS, Style, clean, exact, show, without_tags
from budgetplan.report.model import Range
from budgetplan.report.wording import escaped, short_text

DATA = rows_of(__file__)

EUR = Style("EUR", 2)
JPY = Style("JPY", 0)
NONE = Style("", 2)


def shown(value, kind, style=EUR):
    """Return a value as shown, with plain spaces so that tests can be read."""
    return show(value, kind, style).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        (Decimal("1e24"), "money_full", "1,000,000,000,000,000,000,000,000.00"),
        (Decimal(-10) ** 31, "money", "−10,000,000,000,000,000,000,000,000,000,000.00"),
        (-0.0, "quantity", "0"),
        (2879.5, "count", "2,880"),
        (2879.4999, "count", "2,879"),
        (0.49, "count", "fewer than 1"),
        (0.5, "count", "1"),
        (-3, "count", "−3"),
        (-0.2, "count", "between −1 and 0"),
        (209.1, "items", "209.1"),
        (0.01, "items", "under 0.1"),
        (8319.205, "money", "8,319.21"),
        (Decimal("0.004"), "money", "under 0.01"),
        (0.005, "money", "0.01"),
        (-0.001, "money", "between −0.01 and 0"),
        (-0.0, "money", "0.00"),
        (0.752, "money_full", "0.752"),
        (Decimal("1234.5"), "money_full", "1,234.50"),
        (1 / 3, "money_full", "0.333333"),
        (0.1 + 0.2, "money_full", "0.30"),
        (1e-9, "money_full", "under 0.000001"),
        (0.7983, "share", "80 %"),
        (0.285, "share", "29 %"),
        (0.0996, "share", "10 %"),
        (0.0994, "share", "9.9 %"),
        (0.05, "share", "5.0 %"),
        (0.0005, "share", "0.1 %"),
        (0.0004, "share", "under 0.1 %"),
        (1, "share", "100 %"),
        (0.995, "share", "99.5 %"),
        (0.9994, "share", "99.9 %"),
        (0.9995, "share", "over 99.9 %"),
        (1.004, "share", "over 100 %"),
        (-0.3, "share", "−30 %"),
        (0.12, "percent", "12 %"),
        (0.125, "percent", "12.5 %"),
        (0.7865, "ratio", "0.787"),
        (0.9996, "ratio", "over 0.999"),
        (1, "ratio", "1.000"),
        (0.0001, "ratio", "under 0.001"),
        (38.4, "hours", "38.40"),
        (0.001, "hours", "under 0.01"),
        (2, "words", "two"),
        (13, "words", "13"),
        (2.5, "words", "3"),
        (8319.2, "amount", "EUR 8,319.20"),
        (0.001, "amount", "under EUR 0.01"),
        (0.5, "text", "0.5"),
        ("none found", "money", "none found"),
        (None, "money", ""),
    ],
)
def test_numbers_are_shown(value, kind, expected):
    assert shown(value, kind) == expected


@pytest.mark.parametrize(("ends", "kind", "expected"), DATA["ranges"])
def test_ranges_show_both_ends(ends, kind, expected):
    assert shown(Range(*ends), kind) == expected


def test_no_currency_is_no_word():
    assert show(8319.2, "amount", NONE) == "8,319.20"
    assert shown(8319.5, "amount", JPY) == "JPY 8,320"
    assert show(0.4, "money", JPY) == "under 1"


def test_every_kind_of_the_model_is_shown():
    assert set(get_args(model.ColumnKind)) <= KINDS


@pytest.mark.parametrize("value", [float("nan"), float("inf"), Decimal("NaN")])
def test_what_is_not_finite_is_refused(value):
    with pytest.raises(ValueError, match="finite"):
        show(value, "count", EUR)


@given(st.floats(0, 1))
def test_all_and_nothing_are_said_only_of_all_and_nothing(share):
    text = show(share, "share", EUR)
    assert (text == "100\u00a0%") == (exact(share) == 1)
    assert (text in {"0\u00a0%", "0.0\u00a0%"}) == (exact(share) == 0)


@given(st.decimals(0, 10**9, places=4))
def test_money_is_zero_only_if_it_is(amount):
    assert (show(amount, "money", EUR) == "0.00") == (amount == 0)


GERMAN = Style("EUR", 2, "de")


def test_words_as_text_and_html():
    words = short_text("curve.lead", EUR, model="a<b> & **c** {{ 1 }}", recommended=True, band=False)
    assert words == "a&lt;b&gt; &amp; **c** {{ 1 }}, recommended"
    assert without_tags(words) == show(words, "money", EUR) == "a<b> & **c** {{ 1 }}, recommended"
    assert short_text("numbered.table", EUR, number=2, name=words) == f"Table 2. {words}"


def test_names_from_right_to_left_are_isolated():
    assert escaped("نموذج") == "<bdi>نموذج</bdi>"
    assert escaped("mɔˈdɛl") == "mɔˈdɛl"


def test_a_line_never_ends_between_a_number_and_its_sign():
    assert short_text("col.interval", GERMAN) == "95-\u2060%-Intervall"
    assert without_tags(short_text("col.interval", GERMAN)) == "95-%-Intervall", "pasted, it stays as typed"


def test_a_number_without_a_filter_is_an_error():
    with pytest.raises(TypeError, match="needs a filter"):
        short_text("curve.lead", EUR, model=3, recommended=False, band=False)


def test_controls_and_halves_of_letters_do_not_pass():
    assert clean("a\u202eb\u0000c\nd\ud800") == "a b c d\ufffd"


@pytest.mark.parametrize(
    ("value", "shown"), [(0.2, "fewer than 1"), (0.6, "about 1"), (1234.5, "about 1,235"), (0, "about 0")]
)
def test_about_so_many_or_fewer_than_one(value, shown):
    assert show(value, "about", Style()) == shown


def test_a_range_has_cents_at_both_ends_or_at_none():
    eur = Style("EUR", 2)
    assert show(Range(98.22, 123.59), "whole", eur) == "EUR\u00a098 to 124"
    assert show(Range(-143.0, 9.5), "whole", eur) == "EUR\u00a0−143 to 10"
    assert show(Range(44.47, 65.21), "whole", eur) == "EUR\u00a044.47 to 65.21"


def test_ends_that_look_alike_are_one_number():
    assert show(Range(40.0, 40.0 + 1e-9), "money", Style("EUR", 2)) == "40.00"
    assert show(Range(39.999, 40.011), "money", Style("EUR", 2)) == "40.00 to 40.01"
