"""Sentences get the user's words, the currency and the name of the list; gaps read as positive numbers."""

from __future__ import annotations

from decimal import Decimal

import pytest
from documents_world import world
from jinja2 import UndefinedError

from budgetplan.domain.decision import Estimate
from budgetplan.domain.items import LabelCount
from budgetplan.domain.plan import Budget, Words
from budgetplan.report.display import Style, without_tags
from budgetplan.report.model import Range, interval


def test_nouns_of_the_user_are_filled_in():
    told = world(words=Words("åtgärd", "åtgärder", "éntry", "éntries"))
    assert told.speaker.say("col.to_review") == "Åtgärder to review"
    assert told.speaker.say("tile.per") == "Cost per éntry"
    assert told.speaker.say("row.total") == "Total"


def test_a_field_that_was_not_given_is_an_error():
    with pytest.raises(UndefinedError, match="number"):
        world().speaker.say("row.soon")


def test_a_budget_is_said_as_it_was_given():
    budgets = Budget(Decimal(16)), Budget(Decimal("40.5"), "hours"), Budget(Decimal(400), "items")
    shown = [without_tags(world().speaker.budget(each)).replace("\u00a0", " ") for each in budgets]
    assert shown == ["EUR 16.00", "40.5 hours", "400 sentences"]


def test_the_currency_stands_in_headings_where_there_is_one():
    assert without_tags(world().speaker.in_money("col.spend")) == "Total cost, EUR"
    bare = world(price={"per_item": "1"}).speaker.in_money("col.spend")
    assert without_tags(bare) == "Total cost"


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


def test_a_dozen_labels_are_counted_by_name():
    speaker, _style = world().speaker, Style()
    few = speaker.counted([LabelCount("loan", 1200, "collected"), LabelCount("native", 36)])
    assert without_tags(few) == "loan (1,200, collected), native (36)"
    many = speaker.counted([LabelCount(f"l{at:02}", 1) for at in range(14)])
    assert without_tags(many).endswith("l11 (1) and 2 more")
