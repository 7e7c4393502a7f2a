"""What every report says alike of those who answer for a price."""

from __future__ import annotations

from decimal import Decimal

import pytest

from budgetplan.domain.answerers import Answerer, AnswerRule
from budgetplan.domain.plan import Columns, Plan
from budgetplan.report.asked_words import rounded_percent, rule_words, two_digits
from budgetplan.report.phrases import Nouns

GRADED = Answerer("llm", "said", "sure", ("low", "medium", "high"))
SPEAKER = Nouns(Plan("t.csv", Columns("gold"), (), (), answerers=(GRADED, Answerer("other", "o", "p"))))


@pytest.mark.parametrize(
    ("rule", "key", "level"),
    [
        (AnswerRule("llm", "agree"), "asked.rule_agree", None),
        (AnswerRule("llm", "all"), "asked.rule_all", None),
        (AnswerRule("llm", "confident", 1.0), "asked.rule_words", "medium"),
        (AnswerRule("llm", "confident", 2.0), "asked.rule_word", "high"),
        (AnswerRule("other", "confident", 0.75), "asked.rule_sure", "0.75"),
    ],
)
def test_a_rule_is_said_in_the_words_of_the_answerer(rule, key, level):
    said = rule_words(SPEAKER, rule)
    assert said.key == key
    assert said.args.get("level") == level


@pytest.mark.parametrize(
    ("amount", "shown"), [(0.012999, "0.012"), (1239.0, "1200"), (0.5, "0.5"), (2.0, "2")]
)
def test_a_limit_is_never_rounded_up(amount, shown):
    assert two_digits(amount) == Decimal(shown)


def test_shares_are_told_in_whole_hundredths():
    assert rounded_percent(0.104095) == Decimal("0.10")
