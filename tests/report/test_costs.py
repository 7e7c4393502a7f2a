"""What reviewing costs, line by line and in words, by year and in the units and rules of a funder."""

import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from documents_world import TIMED, world

from budgetplan.api import make_report
from budgetplan.domain.asked.profile import PROFILES
from budgetplan.domain.plan import Columns, Plan, Words
from budgetplan.domain.prices import Prices, Quantities
from budgetplan.report.costs import EFFORT, RULES, YEARS, funder_rules, how_paid, lines_table
from budgetplan.report.display import Style, without_tags
from budgetplan.report.model import Prose
from budgetplan.report.phrases import Nouns
from budgetplan.settings.build import read_plan

D = Decimal

EUR, FREE = Style("EUR", 2), D(0)


def speaker(prices):
    words = Words("post", "posts", "idiom", "idioms")
    return Nouns(Plan("t.csv", Columns("gold"), (), (), prices=prices, words=words))


def said(prices, hours=None, costs=None):
    found = how_paid(speaker(prices), hours, costs or {})
    return [without_tags(one).replace("\u00a0", " ") for one in found]


def table(prices, bought, model="", cost=FREE):
    return lines_table(speaker(prices), prices.lines(replace(bought, model_cost=cost), model))


def cells(made):
    return [tuple(without_tags(one) if hasattr(one, "key") else one for one in row.cells) for row in made.rows]


def test_a_price_an_item_and_time_by_the_hour():
    prices = Prices(currency="EUR", per_item=D("0.50"), stated=True)
    assert said(prices) == ["Each post is judged once.", "A judgement costs EUR 0.50.", "No contingency is included."]
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
    assert [row[1:] for row in found] == [(D(150), "letters", D("0.01"), D("1.50")), (None, None, None, D("1.50"))]
    assert "letters" in said(sized)[1]
    timed = Prices(hourly_rate=D(36), seconds_per_item=D(5), seconds_per_unit=D(2), unit="letters", stated=True)
    assert "letters" in said(timed, 1.0)[1]


@pytest.mark.parametrize(("annotators", "checks"), [("1", {}), ("1.5", {}), ("2", {"tail_sample": 5, "control": 2})])
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


ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", PROFILES)
def test_each_rule_has_a_row_with_its_source(name):
    tables = funder_rules(Nouns(replace(world().speaker.plan, profile=name)))
    assert bool(tables) == bool(PROFILES[name].rules)
    for table in tables:
        rules = [(one.source, one.date) for one in PROFILES[name].rules]
        assert [row.cells[1:] for row in table.rows] == rules


@pytest.mark.slow
def test_the_funder_gets_none_of_them_and_whoever_applies_gets_all(tmp_path, undrawn):
    plan = read_plan(str(ROOT / "examples" / "klubicka2018" / "plan.toml"), {"report.profile": "sshrc"})
    made = make_report(plan, out=tmp_path, formats=("html",), date="2026-01-01")
    rule = "The justification may take 2 pages; a message says so if it takes more."
    assert rule not in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert rule in made.summary
    assert rule in (tmp_path / "tables" / "rules.csv").read_text(encoding="utf-8")


def test_a_table_that_is_a_file_alone_has_no_number():
    document = world(profile="horizon", price=TIMED).document
    numbers = [one.number for one in document.tables() if one.on_page().rows]
    assert numbers == list(range(1, len(numbers) + 1))
    assert document.table(RULES).number == 0


LONG = {"price": TIMED | {"seconds_per_item": "36000"}, "budget": ("8", "items")}
"""8 items of ten hours: 80 hours."""


def test_work_is_told_in_the_units_of_the_funder():
    # 36 an hour, 60 seconds an item: 8 items are 0.13 hours as printed.
    short = world(price=TIMED, budget=("8", "items"), profile="horizon").table(EFFORT)
    assert short.rows[0].cells[1:] == (0.13, 0.0, 0.0)
    # 80 hours are ten days of eight, and 80 / (215 x 8 / 12) = 0.558 months.
    assert world(**LONG, profile="horizon").table(EFFORT).rows[0].cells[1:] == (80, 10, 0.56)
    # At 160 hours a month; the funder's own days stay, where it has some.
    for profile, cells in (("a4", (80, 0.5)), ("nih", (80, 0.5)), ("horizon", (80, 10, 0.5))):
        table = world(**LONG, profile=profile, work={"month_hours": Decimal(160)}).table(EFFORT)
        assert table.rows[0].cells[1:] == cells
    for said in ({"profile": "horizon"}, {"profile": "dfg", "price": TIMED}):
        assert EFFORT not in [one.key for one in world(**said).document.tables()]


PAID_ONCE = LONG | {"price": LONG["price"] | {"fixed": {"Guide": "40"}, "indirect": "0.1"}}
"""80 hours for 2,880.00, 40.00 paid once, 292.00 on both."""


def years(**said):
    told = world(**said)
    found = [one for one in told.document.tables() if one.key == YEARS]
    return told, found[0] if found else None


def test_the_budget_by_year():
    # 1.12 hours a week: 500 days, of which 365 are in the first year: .73 x 2,880; the tenth follows both.
    told, table = years(**PAID_ONCE, work={"hours_a_week": Decimal("1.12")})
    assert [one.name for one in table.columns] == ["work", "year_1", "year_2", "total"]
    assert [[str(cell) for cell in row.cells[1:]] for row in table.rows] == [
        ["2102.40", "777.60", "2880.00"],
        ["40.00", "0.00", "40.00"],
        ["214.24", "77.76", "292.00"],
        ["2356.64", "855.36", "3212.00"],
    ]
    assert table.rows[-1].total
    blocks = [block for section in told.document.sections for block in section.blocks]
    assert blocks[blocks.index(table) - 1].key == "costs", "it stands behind the cost build-up"
    assert "72 weeks" in table.notes[0]


def test_a_budget_by_year_only_where_it_is_asked_for_or_takes_years():
    assert years(**PAID_ONCE, work={"hours_a_week": Decimal(10)})[1] is None
    assert years(**PAID_ONCE)[1] is None, "nobody said how long it takes"
    for profile in ("nsf", "nih", "sshrc"):
        table = years(**PAID_ONCE, work={"hours_a_week": Decimal(10)}, profile=profile)[1]
        assert [one.name for one in table.columns] == ["work", "year_1", "total"]
        assert all(row.cells[1] == row.cells[2] for row in table.rows)


def test_more_than_nine_years_are_told_and_have_no_table():
    # 80 hours are 457 weeks at 0.175 a week, less than nine years, and 516 weeks at 0.155.
    table = years(**PAID_ONCE, work={"hours_a_week": Decimal("0.175")})[1]
    assert [one.name for one in table.columns][-2:] == ["year_9", "total"]
    told, table = years(**PAID_ONCE, work={"hours_a_week": Decimal("0.155")})
    assert table is None
    page = next(one for one in told.document.sections if one.key == "justification")
    assert any("517 weeks" in block.html for block in page.blocks if isinstance(block, Prose))
