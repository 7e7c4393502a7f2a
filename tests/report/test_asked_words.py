"""What every report says alike of those who answer for a price."""

from __future__ import annotations

from decimal import Decimal

import pytest

from budgetplan.domain.answerers import Answerer, AnswerRule
from budgetplan.domain.plan import Columns, Plan
from budgetplan.domain.rounding import cut_to, rounded_percent
from budgetplan.report.asked_words import rule_words
from budgetplan.report.phrases import Nouns

EVERY = tuple(Answerer(name, "said", "sure", accept=name) for name in ("auto", "agree", "confident", "all"))
SPEAKER = Nouns(Plan("t.csv", Columns("gold"), (), (), answerers=EVERY))


@pytest.mark.parametrize(
    ("name", "all_stand", "key"),
    [
        ("auto", False, "nor a review nor no label"),
        ("auto", True, "less than a hundredth more"),
        ("agree", False, "the same, and nothing else"),
        ("agree", True, "says the same."),
        ("confident", False, "how sure it is, and nothing else"),
        ("confident", True, "how sure it is."),
        ("all", True, "Every answer of all stands."),
    ],
)
def test_which_answers_stand_is_said_by_what_the_plan_allows(name, all_stand, key):
    assert key in rule_words(SPEAKER, AnswerRule(name, all_stand))


@pytest.mark.parametrize(
    ("amount", "shown"), [(0.012999, "0.012"), (1239.0, "1200"), (0.5, "0.5"), (2.0, "2")]
)
def test_a_limit_is_never_rounded_up(amount, shown):
    assert cut_to(2, amount) == Decimal(shown)


def test_shares_are_told_in_whole_hundredths():
    assert rounded_percent(0.104095) == Decimal("0.10")
