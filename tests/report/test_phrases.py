"""Sentences get the user's words, the currency and the name of the list; gaps read as positive numbers."""

from __future__ import annotations

from decimal import Decimal

import pytest
from documents_world import world

from budgetplan.domain.decision import Estimate
from budgetplan.domain.items import LabelCount
from budgetplan.domain.plan import Budget, Words
from budgetplan.report.display import Style, sentence_text
from budgetplan.report.model import Range, Sentence
from budgetplan.report.phrases import capital, fields, interval, joined


def test_nouns_of_the_user_are_filled_in():
    told = world(words=Words("åtgärd", "åtgärder", "éntry", "éntries"))
    said = told.speaker.say("tile.items")
    assert said.args == {"Nouns": "Åtgärder"}
    assert told.speaker.say("tile.per").args == {"entry": "éntry"}
    assert told.speaker.say("row.total").args == {}


def test_a_field_that_a_text_does_not_have_is_an_error():
    with pytest.raises(AssertionError, match="plain has no"):
        world().speaker.say("plain", text="a", number=1)


@pytest.mark.parametrize(
    ("budget", "shown"),
    [
        (Budget(Decimal(16)), "EUR 16.00"),
        (Budget(Decimal("40.5"), "hours"), "40.5 hours"),
        (Budget(Decimal(400), "items"), "400 sentences"),
    ],
)
def test_a_budget_is_said_as_it_was_given(budget, shown):
    assert sentence_text(world().speaker.budget(budget), Style("EUR")).replace("\u00a0", " ") == shown


def test_the_currency_stands_in_headings_where_there_is_one():
    assert sentence_text(world().speaker.in_money("col.spend"), Style("EUR")) == "Total cost, EUR"
    bare = world(price={"per_item": "1"}).speaker.in_money("col.spend")
    assert sentence_text(bare, Style()) == "Total cost"


@pytest.mark.parametrize(
    ("estimate", "shown"),
    [
        (None, None),
        (Estimate(1.0), None),
        (Estimate(1.0, 0.5, float("inf")), None),
        (Estimate(1.0, float("inf"), float("inf")), None),
        (Estimate(1.0, 0.5, 2.0), Range(0.5, 2.0)),
    ],
)
def test_an_interval_without_an_end_is_not_shown(estimate, shown):
    assert interval(estimate) == shown


def test_a_noun_begins_a_heading_with_a_capital():
    assert capital("ärende") == "Ärende"
    assert capital("") == ""


def test_fields_of_a_text():
    assert fields("mark.stop") >= {"items", "nouns", "found"}
    assert fields("row.total") == frozenset()


def test_a_dozen_labels_are_counted_by_name():
    speaker, style = world().speaker, Style()
    few = speaker.counted([LabelCount("loan", 1200, "collected"), LabelCount("native", 36)])
    assert sentence_text(few, style) == "loan (1,200, collected), native (36)"
    many = speaker.counted([LabelCount(f"l{at:02}", 1) for at in range(14)])
    assert sentence_text(many, style).endswith("l11 (1) and 2 more")


def depth(said):
    return 1 + max((depth(part) for part in said.args.values() if isinstance(part, Sentence)), default=0)


@pytest.mark.parametrize("count", [1, 2, 3, 7, 900, 1024, 5000])
def test_phrases_in_a_row_are_never_deep(count):
    row = joined([Sentence("plain", {"text": f"w{number}"}) for number in range(count)])
    assert sentence_text(row, Style()) == ", ".join(f"w{number}" for number in range(count))
    assert depth(row) <= 2 + (count - 1).bit_length()
