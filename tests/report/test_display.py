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


EXACT = [
    (Decimal("1e24"), "money_full", "1,000,000,000,000,000,000,000,000.00"),
    (Decimal(-10) ** 31, "money", "−10,000,000,000,000,000,000,000,000,000,000.00"),
    (Decimal("0.004"), "money", "under 0.01"),
    (Decimal("1234.5"), "money_full", "1,234.50"),
    (None, "money", ""),
]


def shown(value, kind, style=EUR):
    """Return a value as shown, with plain spaces so that tests can be read."""
    return show(value, kind, style).replace("\u00a0", " ")


@pytest.mark.parametrize(("value", "kind", "expected"), [*DATA["numbers"], *EXACT])
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
