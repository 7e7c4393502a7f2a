"""What reviewing costs, line by line and in words, for prices worked out by hand."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from documents_world import world

from budgetplan.domain.plan import Columns, Plan, Words
from budgetplan.domain.prices import Prices, Quantities
from budgetplan.report.costs import how_paid, lines_table
from budgetplan.report.display import Style, without_tags
from budgetplan.report.phrases import Nouns

D = Decimal
EUR, FREE = Style("EUR", 2), D(0)


def speaker(prices):
    words = Words("post", "posts", "idiom", "idioms")
    return Nouns(Plan("t.csv", Columns("gold"), (), (), prices=prices, words=words))


def said(prices, hours=None, costs=None):
    found = how_paid(speaker(prices), hours, costs or {})
    return [without_tags(one).replace("\u00a0", " ") for one in found]


def table(prices, bought, model="", cost=FREE):
    return lines_table(speaker(prices), prices.lines(bought, model, cost))


def cells(made):
    return [
        tuple(without_tags(one) if hasattr(one, "key") else one for one in row.cells) for row in made.rows
    ]


def test_a_price_an_item_and_time_by_the_hour():
    prices = Prices(currency="EUR", per_item=D("0.50"), stated=True)
    assert said(prices) == [
        "Each post is judged once.",
        "A judgement costs EUR 0.50.",
        "No contingency is included.",
    ]
    made = table(prices, Quantities(6, 0.0, 0.0, 0.0, 0.0))
    assert (made.key, [row.total for row in made.rows]) == ("costs", [False, True])
    assert cells(made)[0] == ("Judgements", D(6), "judgements", D("0.50"), D("3.00"))
    timed = Prices(currency="EUR", hourly_rate=D(24), seconds_per_item=D(6), stated=True)
    # 975 posts of 6 seconds: 5,850 seconds, 1.625 hours.
    assert said(timed, 975 * 6 / 3600)[1] == (
        "A judgement takes 6 seconds, paid at EUR 24.00 an hour; 1.63 hours in total."
    )
    assert cells(table(timed, Quantities(975, 5850.0, 0.0, 0.0, 0.0))) == [
        ("Annotators, time for judging", D("1.63"), "hours", D(24), D("39.12")),
        ("Total", None, None, None, D("39.12")),
    ]
    assert len(said(timed)) == 2, "nothing is said of hours that are not known"


def test_everything_that_may_come_on_top():
    tenth = {"contingency": D("0.1"), "indirect": D("0.1")}
    prices = Prices(currency="EUR", per_item=D("0.50"), fixed={"training": D(1)}, **tenth, stated=True)
    assert said(prices, costs={"rf": D("12.5"), "free": D(0)}) == [
        "Fixed costs: training (EUR 1.00), rf (EUR 12.50).",
        "Each post is judged once.",
        "A judgement costs EUR 0.50.",
        "A contingency of 10 % on annotation is included, set by hand and not computed.",
        "Indirect costs are 10 % of the direct costs.",
    ]
    # 10 x 0.50 = 5.00, a tenth of it 0.50, then 1.00 and 12.50: 19.00, and a tenth of that.
    found = cells(table(prices, Quantities(10, 0.0, 0.0, 0.0, 0.0), "rf", D("12.5")))
    assert [row[-1] for row in found] == [D("5.00"), D("0.50"), D("1.00"), D("12.50"), D("1.90"), D("20.90")]
    assert [row[0] for row in found][2:4] == ["training", "Model rf: licence, computing"]
    assert all(quantity * price == amount for _, quantity, _, price, amount in found[:-1])


def test_judged_twice_and_settled():
    settled = {"adjudicated_share": D("0.25"), "adjudication": D(2)}
    prices = Prices(currency="EUR", per_item=D("0.50"), annotators=D(2), **settled, stated=True)
    # 8 posts: sixteen judgements, and two of them settled.
    assert [row[1:] for row in cells(table(prices, Quantities(8, 0.0, 0.0, 0.0, 0.0)))] == [
        (D(16), "judgements", D("0.50"), D("8.00")),
        (D(2), "cases", D(2), D("4.00")),
        (None, None, None, D("12.00")),
    ]
    assert "25 %" in said(prices)[2]
    assert "1.2" in said(Prices(per_item=D(1), annotators=D("1.2"), stated=True))[0]


def test_prices_of_their_own_and_by_size_and_by_what_is_found():
    listed = Prices(currency="EUR", listed=True, extra_per_entry=D("0.2"), stated=True)
    # Six posts that cost 4.50 together, three of them idioms.
    found = cells(table(listed, Quantities(6, 0.0, 0.0, 4_500_000.0, 3.0)))
    assert [row[-1] for row in found] == [D("4.50"), D("0.60"), D("5.10")]
    assert found[1][2] == "idioms"
    assert len(said(listed)) == 3
    assert "EUR 0.20" in said(listed)[1]
    sized = Prices(currency="EUR", per_unit=D("0.01"), unit="letters", stated=True)
    found = cells(table(sized, Quantities(2, 0.0, 150.0, 0.0, 0.0)))
    assert [row[1:] for row in found] == [
        (D(150), "letters", D("0.01"), D("1.50")),
        (None, None, None, D("1.50")),
    ]
    assert "letters" in said(sized)[1]
    timed = Prices(
        hourly_rate=D(36), seconds_per_item=D(5), seconds_per_unit=D(2), unit="letters", stated=True
    )
    assert "letters" in said(timed, 1.0)[1]


@pytest.mark.parametrize(
    ("annotators", "checks"), [("1", {}), ("1.5", {}), ("2", {"tail_sample": 5, "control": 2})]
)
def test_a_reader_gets_every_quantity_with_a_calculator(annotators, checks):
    price = {"hourly_rate": "36", "seconds_per_item": "50", "seconds_per_unit": "3", "unit": "letters"}
    price |= {"annotators": annotators, "adjudicated_share": "0.25", "adjudication": "2", "per_item": "0.1"}
    sizes = tuple(float(1 + place % 7) for place in range(40))
    told = world(price=price | {"currency": "EUR"}, sizes=sizes, budget=("9", "items"), work=checks)
    notes = [str(one).replace("\u00a0", " ") for one in told.table("costs").notes]
    quantities = [str(row.cells[1].normalize()) for row in told.table("costs").rows[:-1]]
    assert len(notes) == (3 if annotators != "1" else 2)
    for note in notes:
        left, result = note.rstrip(".").split(": ")[1].replace("÷", "/").replace("×", "*").split(" = ")
        left = left.replace(" %", " / 100").replace("3,600", "3600")
        made = eval(re.sub(r"[a-z]+", "", left))
        assert result in quantities
        assert made == pytest.approx(float(result), abs=0.5 if "/ 3600" not in left else 0.0051)
