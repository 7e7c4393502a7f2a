"""A check says how a plan was understood."""

from dataclasses import replace
from decimal import Decimal

import pytest

from budgetplan.api import check
from budgetplan.domain.plan import (
    Budget,
    ClassifierSpec,
    Columns,
    Deferral,
    ModelSpec,
    Plan,
    Quota,
    Reviewing,
    Target,
    Values,
    Words,
)
from budgetplan.domain.prices import Prices
from budgetplan.preflight.plan_text import understood

D = Decimal
EUROS = Prices(stated=True, currency="EUR", per_item=D("0.8"))
ONE = Plan("t.csv", Columns("gold"), ("x",), (ModelSpec("a", "a"),), EUROS, words=Words(entries="idioms"))
WORTH = Values({"x": D("4.5")})


@pytest.mark.parametrize(
    ("plan", "wanted"),
    [
        (replace(ONE, budget=Budget(D(1000))), "the most idioms within EUR 1,000.00"),
        (replace(ONE, budget=Budget(D(40), "hours")), "the most idioms within 40 hours"),
        (replace(ONE, budget=Budget(D(9), covers="annotation"), values=WORTH), "the greatest net value within EUR 9.00 for the annotation alone"),
        (replace(ONE, values=WORTH), "the greatest net value"),
        (replace(ONE, target=Target(D(450))), "450 idioms at the least cost"),
        (replace(ONE, target=Target(D("0.8"), "share")), "80 % of all idioms at the least cost"),
        (replace(ONE, target=Target(D("0.925"), "share"), budget=Budget(D(5))), "92.5 % of all idioms at the least cost within EUR 5.00"),
        (replace(ONE, quota=Quota("language", 20)), "at least so many idioms of each language at the least cost"),
        (replace(ONE, quota=Quota("language", 20), values=WORTH), "at least so many idioms of each language"),
        (replace(ONE, deferral=Deferral((ClassifierSpec("rf"),), reviewing=Reviewing()), budget=Budget(D(40))), "the greatest net value of answers and reviews within EUR 40.00"),
    ],
)  # fmt: skip
def test_what_is_wanted_is_said_as_it_was_understood(plan, wanted):
    assert understood(plan)[-1] == f"Wanted: {wanted}."


def test_models_worths_and_prices_are_named():
    assert understood(ONE) == ("Model: a.", "Price: EUR 0.80 an item.")
    two = replace(ONE, models=(*ONE.models, ModelSpec("b", "b")))
    assert understood(two)[0] == "Models: a, b and a mixture of them."
    assert understood(replace(two, mixture=False, values=WORTH))[:2] == ("Models: a, b.", "Worth: x EUR 4.50.")


def test_the_price_is_that_of_all_judgements_of_an_item():
    # 2 x 20 s at 24 an hour, and 8 % of 0.60; 2 x 1.5 s a character; 10 % of reserve and 20 % of overheads.
    timed = replace(EUROS, per_item=D(0), hourly_rate=D(24), seconds_per_item=D(20), seconds_per_unit=D("1.5"))
    people = replace(timed, unit="characters", annotators=D(2), adjudicated_share=D("0.08"), adjudication=D("0.6"))
    extra = replace(people, extra_per_entry=D("0.5"), fixed={"Training": D(480)})
    dear = replace(extra, contingency=D("0.1"), indirect=D("0.2"))
    assert understood(replace(ONE, prices=dear))[1] == (
        "Price: EUR 0.314667 an item and EUR 0.02 per unit (characters), EUR 0.50 more for each of the idioms, "
        "times 1.32 for reserve and overheads; once EUR 480.00 (Training)."
    )


TABLE = "item_id,gold,p,q:y,q:n,said,sure\n"
ROWS = [
    ("a", "y", 0.9, "y", "high"),
    ("b", "n", 0.2, "y", "low"),
    ("c", "n", 0.4, "", ""),
    ("d", "y", 0.6, "y", "high"),
    ("e", "n", 0.1, "n", "low"),
    ("f", "", 0.5, "y", "low"),
]
FILTER = 'file = "t.csv"\nlabel = "gold"\npositive = ["y"]\n[[models]]\nname = "p"\n'
DEFER = 'file = "t.csv"\nlabel = "gold"\n[[models]]\nname = "q"\nprobabilities = "q"\n[answers]\nerror_weight = 1\n'
LLM = '[[answerers]]\nname = "llm"\ncolumn = "said"\nconfidence = "sure"\nlevels = ["low", "high"]\n'


@pytest.fixture
def told(tmp_path):
    def check_plan(plan):
        rows = [f"{i},{gold},{p},{p},{1 - p:.1f},{said},{sure}\n" for i, gold, p, said, sure in ROWS]
        (tmp_path / "t.csv").write_text(TABLE + "".join(rows))
        (tmp_path / "plan.toml").write_text(f"[table]\n{plan}")
        return check(str(tmp_path / "plan.toml"))

    return check_plan


def test_a_check_tells_whom_was_asked_how_often_it_is_right_and_the_price(told):
    priced = 'price = 0.002\npriced_on = "2026-11-01"\n'
    found = told(FILTER + '[cost]\nper_item = 1\ncurrency = "EUR"\n' + LLM + priced)
    note = found.notes[-1]
    assert note.startswith(
        "llm: asked about 5 labelled items, no answer for 1; of 4 answers, 3 (75 %) say rightly whether"
    )
    assert "low 2, high 2 times sure; an item costs 0.002 EUR, as priced on 2026-11-01." in note
    sure = LLM.replace('"sure"\nlevels = ["low", "high"]', '"p"')
    for answerer, how in ((sure, "; it costs nothing."), (LLM.partition("confidence")[0], "; it costs nothing.")):
        assert told(DEFER + answerer).notes[-1].endswith(how)
    note = told(DEFER + LLM).notes[-1]
    assert "of 4 answers, 3 (75 %) agree with the label; low 2, high 2 times sure; it costs nothing." in note
    assert not [note for note in told(FILTER).notes if "asked about" in note]
