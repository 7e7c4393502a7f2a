"""What a check says of each answerer."""

import pytest

from budgetplan.before import check

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
    found = told(
        FILTER
        + '[cost]\nper_item = 1\ncurrency = "EUR"\n'
        + LLM
        + 'price = 0.002\npriced_on = "2026-11-01"\n'
    )
    assert found.notes == (
        "llm: asked about 5 labelled items, no answer for 1; of the 4 it answered it says rightly of 3 (75 %) whether they are collected; low 2, high 2 times sure; an item costs 0.002 EUR, as priced on 2026-11-01.",
    )
    assert found.text.startswith(found.notes[0] + "\n")


def test_an_answerer_without_a_price_costs_nothing(told):
    found = told(DEFER + LLM)
    assert found.notes == (
        "llm: asked about 5 labelled items, no answer for 1; of the 4 it answered it agrees with the label of 3 (75 %); low 2, high 2 times sure; it costs nothing.",
    )


def test_a_plan_without_answerers_is_checked_as_before(told):
    assert told(FILTER).notes == ()
