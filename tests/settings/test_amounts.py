"""Amounts, shares, budgets and targets: exact, and refused with what to write instead."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

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

WORDS = Words("candidate", "candidates", "idiom", "idioms")
MONEY = 'write money as "1600", time as "40 hours", or a count as "400 items"'
FOUND = 'write a number of entries as "300", or a share of all entries as "80 %" or "0.8"'


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("0.04", "0.04"),
        (" 16 ", "16"),
        (3, "3"),
        ("1e3", "1E+3"),
        (".5", "0.5"),
        ("5.", "5"),
        ("+1", "1"),
        (0.1, "0.1"),
        ("0,04", "0.04"),
        ("0,50", "0.50"),
        ("0,125", "0.125"),
        ("12,5", "12.5"),
        ("1234,567", "1234.567"),
        ("1.600,50", "1600.50"),
        ("1,600.50", "1600.50"),
        ("1.600.000", "1600000"),
        ("1 600", "1600"),
        ("-1.500,00", "-1500.00"),
    ],
)
def test_numbers_are_read_exactly(written, expected):
    assert str(number(written)) == expected


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (
            "1,600",
            "the comma in this number may be a decimal comma or separate thousands; write 1600 if it separates thousands, 1.6 if it is a decimal comma",
        ),
        (
            "1.600",
            "the point in this number may be a decimal point or separate thousands; write 1600 if it separates thousands, 1.6 if it is a decimal point",
        ),
        ("", "this is not a number; write a number, such as 0.04"),
        ("1,60,50", "this is not a number; write a number, such as 0.04"),
        ("1.60,500", "this is not a number; write a number, such as 0.04"),
        ("1_000", "this is not a number; write a number, such as 0.04"),
        ("٣", "this is not a number; write a number, such as 0.04"),
        ("nan", "this is not a finite number; write a number, such as 0.04"),
        ("-inf", "this is not a finite number; write a number, such as 0.04"),
        (float("inf"), "this is not a finite number; write a number, such as 0.04"),
        ("1e13", "this number is too great or too small; write a number of at most twelve digits"),
        ("1e-999", "this number is too great or too small; write a number of at most twelve digits"),
        (True, "this is not a number; write one number, such as 0.04"),
        (10**50, "this is not a number; write one number, such as 0.04"),
        ([], "this is not a number; write one number, such as 0.04"),
    ],
)
def test_what_is_no_number_is_refused(written, message):
    with pytest.raises(RefusedError) as error:
        number(written)
    assert str(error.value) == message


TWO = "may be a decimal {0} or separate thousands; write 5000 if it separates thousands, 5 if it is a decimal {0}"


@pytest.mark.parametrize("written", ["5.000", "5.000 €", "€5.000", "EUR 5.000", "5.000 hours", "5.000 items"])
def test_a_budget_that_may_be_thousands_or_decimals_is_refused_with_both(written):
    with pytest.raises(RefusedError) as error:
        budget(written, WORDS, "EUR")
    assert str(error.value) == f"the point in this number {TWO.format('point')}"
    with pytest.raises(RefusedError) as error:
        budget(written.replace(".", ","), WORDS, "EUR")
    assert str(error.value) == f"the comma in this number {TWO.format('comma')}"


@pytest.mark.parametrize(
    "written",
    ["5.000,00 €", "5,000.00 €", "5 000.00 €", "5'000.00 €", "5\u202f000,00 €", "EUR 5 000,00", "€5000,00"],
)
def test_a_budget_whose_separators_can_mean_one_thing_alone_is_read(written):
    assert budget(written, WORDS, "EUR") == Budget(Decimal("5000.00"))


@given(st.decimals(0, 10**9, places=2), st.sampled_from([(",", "."), (".", ","), ("", ","), ("", ".")]))
def test_two_decimals_are_read_with_every_pair_of_signs(amount_said, signs):
    thousands, point = signs
    written = f"{amount_said:,.2f}".replace(",", "T").replace(".", point).replace("T", thousands)
    assert number(written) == amount_said
    assert money(f"{written} €", "EUR") == budget(f"{written} €", WORDS, "EUR").amount == amount_said


@pytest.mark.parametrize("written", ["0,50 €", "€0,50", "EUR 0.5", "0.50 eur", "0,5", 0.5])
def test_an_amount_of_money_may_name_its_currency(written):
    assert money(written, "EUR") == Decimal("0.5")


def test_an_amount_in_another_currency_or_unit_is_refused():
    with pytest.raises(
        RefusedError, match="the amount is in another currency than the plan; write it in USD"
    ):
        money("0,50 €", "USD")
    with pytest.raises(RefusedError, match="the unit of this amount is not known"):
        money("5 hours", "EUR")
    with pytest.raises(SeparatorError, match="write 1500 if it separates thousands"):
        money("1.500 €", "EUR")
    with pytest.raises(RefusedError, match="below 0"):
        money("-2 €", "EUR")
    assert money("-2 €", "EUR", negative=True) == money("€ -2", "EUR", negative=True) == -2


def test_a_sign_that_several_currencies_share_tells_none():
    assert {currency_of(f"16 {sign}") for sign in ("$", "dollars", "pounds", "¥", "fr.", "items", "")} == {""}
    assert [currency_of(f"16 {sign}") for sign in ("€", "£", "us$", "franken", "chf")] == [
        "EUR",
        "GBP",
        "USD",
        "CHF",
        "CHF",
    ]


@pytest.mark.parametrize("written", ["300.000", "1.000 idioms"])
def test_a_target_that_may_be_thousands_or_decimals_is_refused(written):
    with pytest.raises(SeparatorError, match="may be a decimal point or separate thousands"):
        target(written, WORDS)


def test_whole_numbers_and_prices_that_may_be_thousands_or_decimals_are_refused():
    for read in (lambda v: whole(v, 0, 10**9), amount, number):
        with pytest.raises(SeparatorError, match="write 2000 if it separates thousands, 2 if it is"):
            read("2.000")


def test_what_can_mean_one_thing_alone_is_read():
    assert [number(one) for one in ("0.125", "1.2500", "1234.567")] == [
        Decimal("0.125"),
        Decimal("1.25"),
        Decimal("1234.567"),
    ]
    # A share of a thousand is none, and a number of Python has no separators.
    assert share("1.000") == share("100.000 %") == 1
    assert target("12.500 %", WORDS) == Target(Decimal("0.125"), "share")
    assert number(1.125) == amount(Decimal("1.125")) == Decimal("1.125")
    assert budget(1.125, WORDS, "") == Budget(Decimal("1.125"))


def test_amounts_may_be_negative_only_where_that_is_meant():
    assert amount("-2", negative=True) == -2
    with pytest.raises(RefusedError, match="below 0"):
        amount("-2")


@pytest.mark.parametrize(
    ("written", "expected"), [("5 %", "0.05"), ("100%", "1"), ("0", "0"), (1, "1"), ("0.2", "0.2")]
)
def test_shares(written, expected):
    assert share(written) == Decimal(expected)


@pytest.mark.parametrize("written", ["5", "101 %", "-0.1", "%", "5 percent", True])
def test_what_is_no_share_is_refused(written):
    with pytest.raises(RefusedError):
        share(written)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("16", Budget(Decimal(16))),
        ("16.50", Budget(Decimal("16.50"))),
        ("16 eur", Budget(Decimal(16))),
        (16, Budget(Decimal(16))),
        ("40 hours", Budget(Decimal(40), "hours")),
        ("1.5h", Budget(Decimal("1.5"), "hours")),
        ("400 items", Budget(Decimal(400), "items")),
        ("400 Candidates", Budget(Decimal(400), "items")),
    ],
)
def test_budgets(written, expected):
    assert budget(written, WORDS, "EUR") == expected


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("-5", f"this is below 0; {MONEY}"),
        ("much", f"this is not a number; {MONEY}"),
        ("40 days", f"the unit of this budget is not known; {MONEY}"),
        ("16 USD", "the budget is in another currency than the plan; write it in EUR"),
        ("1.5 items", f"a budget in items is a whole number; {MONEY}"),
    ],
)
def test_budgets_that_are_refused(written, message):
    with pytest.raises(RefusedError) as error:
        budget(written, WORDS, "EUR")
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("300", Target(Decimal(300))),
        ("300 idioms", Target(Decimal(300))),
        ("1", Target(Decimal(1))),
        ("1.0", Target(Decimal("1.0"))),
        ("0.8", Target(Decimal("0.8"), "share")),
        ("80 %", Target(Decimal("0.8"), "share")),
        ("100%", Target(Decimal(1), "share")),
        ("0.5 %", Target(Decimal("0.005"), "share")),
    ],
)
def test_a_target_below_1_or_with_a_percent_sign_is_a_share(written, expected):
    assert target(written, WORDS) == expected


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("0", f"a target is above 0; {FOUND}"),
        ("101 %", f"a share is at most 100 %; {FOUND}"),
        ("1.5", f"a number of entries is a whole number; {FOUND}"),
        ("0.5 idioms", f"a number of entries is a whole number; {FOUND}"),
        ("3 cats", f"the unit of this target is not known; {FOUND}"),
        ("all", f"this is not a number; {FOUND}"),
    ],
)
def test_targets_that_are_refused(written, message):
    with pytest.raises(RefusedError) as error:
        target(written, WORDS)
    assert str(error.value) == message


@pytest.mark.parametrize("written", ["a,b,c", "a,b,c,", "a,b,c,d,e", True])
def test_words_are_four(written):
    with pytest.raises(RefusedError):
        words(written)


def test_whole_numbers_stay_within_their_limits():
    assert whole("20", 0, 20) == 20
    with pytest.raises(RefusedError, match="write one from 0 to 1,000, without commas"):
        whole("1001", 0, 1000)
    with pytest.raises(RefusedError, match="no whole number"):
        whole("1.5", 0, 1000)


def test_currencies_have_the_decimals_of_iso_4217():
    assert [minor_digits(code) for code in ("EUR", "JPY", "krw", "ISK", "KWD", "", "?")] == [
        2,
        0,
        0,
        0,
        3,
        2,
        2,
    ]


anything = st.one_of(
    st.text(max_size=12),
    st.integers(),
    st.floats(),
    st.booleans(),
    st.none(),
    st.text("0123456789.,eE+-% ", max_size=9),
)


@given(anything)
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
            refused = (error.wrong, error.todo)
            assert all(refused)


def test_a_separator_is_an_error_of_its_own():
    assert issubclass(SeparatorError, RefusedError)


@pytest.mark.parametrize("written", ["150", "150 EUR", "EUR 150", "eur 150", "150 €", "€150", "150 euros"])
def test_a_budget_in_money_as_people_write_it(written):
    assert budget(written, Words(), "EUR") == Budget(Decimal(150))


@pytest.mark.parametrize(
    ("written", "currency", "wrong", "todo"),
    [
        ("150 USD", "EUR", "the budget is in another currency than the plan", "write it in EUR"),
        ("$150", "EUR", "the budget is in another currency than the plan", "write it in EUR"),
        ("150 EUR", "", "the plan names no currency, and the budget does", "name it: --currency EUR"),
        ("150 XYZ", "EUR", "the unit of this budget is not known", "write money as"),
    ],
)
def test_a_budget_in_another_currency_is_refused(written, currency, wrong, todo):
    with pytest.raises(RefusedError) as caught:
        budget(written, Words(), currency)
    assert caught.value.wrong == wrong
    assert caught.value.todo.startswith(todo)


def test_reviews_are_items():
    assert budget("300 reviews", Words(), "") == budget("300 items", Words(), "")
