"""Amounts, shares, budgets and targets: exact, and refused with what to write instead."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rows import rows_of

from budgetplan.domain.plan import Budget, Target, Words
from budgetplan.settings.amounts import (
    RefusedError,
    SeparatorError,
    amount,
    budget,
    currency_of,
    minor_digits,
    money,
    number,
    share,
    target,
    text,
    whole,
    words,
)

DATA = rows_of(__file__)

WORDS = Words("candidate", "candidates", "idiom", "idioms")
NUMBERS = {
    " 16 ": "16",
    3: "3",
    "1e3": "1E+3",
    ".5": "0.5",
    "5.": "5",
    "+1": "1",
    0.1: "0.1",
    "0.125": "0.125",
    "1.2500": "1.2500",
    "1234,567": "1234.567",
    "1.600.000": "1600000",
}


def refusal(read, *args):
    with pytest.raises(RefusedError) as caught:
        read(*args)
    return str(caught.value)


def test_numbers_are_read_exactly():
    assert {written: str(number(written)) for written in NUMBERS} == NUMBERS


@pytest.mark.parametrize("written", ["", "1,60,50", "1.60,500", "1_000", "٣", True, 10**50, []])
def test_what_is_no_number_is_refused(written):
    assert "this is not a number" in refusal(number, written)


def test_numbers_without_end_and_of_too_many_digits_are_refused():
    for written in ("nan", "-inf", float("inf")):
        assert "not a finite number" in refusal(number, written)
    for written in ("1e13", "1e-999"):
        assert "at most twelve digits" in refusal(number, written)


TWO = "may be a decimal {0} or a thousands separator; write 5000 if it separates thousands, 5 if it is a decimal {0}"


@pytest.mark.parametrize("written", ["5.000", "€5.000", "EUR 5.000", "5.000 hours", "5.000 items"])
def test_a_budget_that_may_be_thousands_or_decimals_is_refused_with_both(written):
    said = refusal(budget, written, WORDS, "EUR")
    assert said == f"the point in this number {TWO.format('point')}"
    said = refusal(budget, written.replace(".", ","), WORDS, "EUR")
    assert said == f"the comma in this number {TWO.format('comma')}"


def test_every_kind_of_amount_is_asked_about_its_thousands():
    for read, *more in ((number,), (amount,), (whole, 0, 10**9), (money, "EUR"), (target, WORDS)):
        with pytest.raises(SeparatorError, match="write 2000 if it separates thousands, 2 if it is"):
            read("2.000", *more)
    # A share of a thousand is none.
    assert share("1.000") == share("100.000 %") == 1
    assert target("12.500 %", WORDS) == Target(Decimal("0.125"), "share")


@given(st.decimals(0, 10**9, places=2), st.sampled_from([",.", ".,", " ,", "'.", "\u202f,"]))
@settings(max_examples=60)
def test_two_decimals_are_read_with_every_pair_of_signs(expected, signs):
    written = f"{expected:,.2f}".replace(",", "T").replace(".", signs[1]).replace("T", signs[0])
    assert number(written) == expected
    assert money(f"{written} €", "EUR") == budget(f"{written} €", WORDS, "EUR").amount == expected


@pytest.mark.parametrize("written", ["0,50 €", "€0,50", "EUR 0.5", "0.50 eur", "0.50 euros", "0,5", 0.5])
def test_an_amount_of_money_may_name_its_currency(written):
    assert money(written, "EUR") == Decimal("0.5")
    assert budget(written, WORDS, "EUR") == Budget(Decimal("0.5"))


def test_an_amount_in_another_currency_or_unit_is_refused():
    assert "another currency than the plan; write it in USD" in refusal(money, "0,50 €", "USD")
    assert "the unit of this amount is not known" in refusal(money, "5 hours", "EUR")


def test_amounts_are_below_0_only_where_that_is_meant():
    assert amount("-2", negative=True) == money("€ -2", "EUR", negative=True) == -2
    assert "below 0" in refusal(amount, "-2")
    assert "below 0" in refusal(money, "-2 €", "EUR")
    assert amount("0") == 0


def test_a_sign_that_several_currencies_share_tells_none():
    assert {currency_of(f"16 {sign}") for sign in ("$", "dollars", "¥", "fr.", "items", "")} == {""}
    signs = ("€", "£", "us$", "franken", "chf")
    assert [currency_of(f"16 {sign}") for sign in signs] == ["EUR", "GBP", "USD", "CHF", "CHF"]


def test_currencies_have_the_decimals_of_iso_4217():
    digits = {"EUR": 2, "JPY": 0, "krw": 0, "ISK": 0, "KWD": 3, "": 2, "?": 2}
    assert {code: minor_digits(code) for code in digits} == digits


def test_a_share_lies_between_none_and_all():
    shares = {"0": "0", "5 %": "0.05", "0.2": "0.2", 1: "1", "100%": "1"}
    assert {one: share(one) for one in shares} == {one: Decimal(value) for one, value in shares.items()}
    for written in ("1.01", "101 %", "-0.1"):
        assert "share between 0 and 1" in refusal(share, written)
    for written in ("%", "5 percent", True):
        assert "not a number" in refusal(share, written)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (16, Budget(Decimal(16))),
        ("16 eur", Budget(Decimal(16))),
        ("40 hours", Budget(Decimal(40), "hours")),
        ("1.5h", Budget(Decimal("1.5"), "hours")),
        ("400 items", Budget(Decimal(400), "items")),
        ("400 Candidates", Budget(Decimal(400), "items")),
    ],
)
def test_budgets_are_money_hours_or_items(written, expected):
    assert budget(written, WORDS, "EUR") == expected


@pytest.mark.parametrize(("written", "currency", "told"), DATA["budgets"])
def test_budgets_that_are_refused(written, currency, told):
    assert told in refusal(budget, written, WORDS, currency)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("300 idioms", Target(Decimal(300))),
        ("1", Target(Decimal(1))),
        ("0.8", Target(Decimal("0.8"), "share")),
        ("0.5 %", Target(Decimal("0.005"), "share")),
    ],
)
def test_a_target_below_1_or_with_a_percent_sign_is_a_share(written, expected):
    assert target(written, WORDS) == expected


@pytest.mark.parametrize(("written", "told"), DATA["targets"])
def test_targets_that_are_refused(written, told):
    assert told in refusal(target, written, WORDS)


def test_whole_numbers_stay_within_their_limits():
    assert (whole("0", 0, 20), whole("20", 0, 20)) == (0, 20)
    assert "write one from 0 to 1,000, without commas" in refusal(whole, "1001", 0, 1000)
    assert "not a whole number" in refusal(whole, "1.5", 0, 1000)


@given(st.one_of(st.text(max_size=12), st.integers(), st.floats(), st.none(), st.text("0123456789.,eE+-% ")))
@settings(max_examples=60)
def test_any_value_is_taken_or_refused(value):
    for read in (
        number,
        amount,
        share,
        text,
        words,
        lambda v: budget(v, WORDS, ""),
        lambda v: money(v, "EUR"),
        lambda v: target(v, WORDS),
    ):
        try:
            read(value)
        except RefusedError as error:
            refused = error.message.texts()
            assert all(refused)


def test_words_are_four():
    for written in ("a,b,c", "a,b,c,", "a,b,c,d,e", True):
        assert refusal(words, written)
