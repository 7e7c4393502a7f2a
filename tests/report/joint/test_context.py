"""What the parts of a report on a joint plan share: units, intervals, and the words for cutoff and order."""

from __future__ import annotations

from decimal import Decimal

import pytest
from joint_report_world import SCENES, world

from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Budget
from budgetplan.report.display import Style, sentence_text
from budgetplan.report.joint.context import JointContext, moved
from budgetplan.report.model import Range
from budgetplan.report.phrases import interval


def context(**said):
    return JointContext(world(**said).joint)


def words(here, sentence):
    return sentence_text(sentence, Style(here.currency)).replace("\u00a0", " ")


def test_net_values_have_the_unit_of_what_is_planned():
    money, plain, bare = context(), context(**SCENES["no price"]), context(**SCENES["no currency"])
    assert [words(one, one.amount(1234.5)) for one in (money, plain, bare)] == [
        "EUR 1,235",
        "1,235 net right answers",
        "1,235",
    ]
    assert [words(one, one.exact(0.005)) for one in (money, plain)] == ["EUR 0.005", "0.005"]
    assert [(one.money, one.priced, one.net_kind) for one in (money, plain)] == [
        (True, True, "money"),
        (False, False, "gap"),
    ]
    assert [words(one, one.net_unit) for one in (money, plain, bare)] == [
        "EUR",
        "net right answers",
        "currency units",
    ]


def test_money_without_prices_is_still_money():
    here = context(price=None, budget="4", unit="items")
    assert (here.money, here.priced, here.currency) == (True, False, "EUR")


@pytest.mark.parametrize(
    ("estimate", "shown"),
    [
        (Estimate(33.0, 27.5, 37.5), "EUR 33.00 (95 % interval EUR 27.50 to 37.50)"),
        (Estimate(3.0, 3.0, 3.0), "EUR 3.00"),
        (Estimate(33.0), "EUR 33.00"),
    ],
)
def test_an_interval_is_given_where_chance_moves_the_estimate(estimate, shown):
    here = context()
    assert words(here, here.estimate(estimate)) == shown


def test_ranges():
    assert interval(Estimate(1.0)) is None
    assert interval(Estimate(1.0, 1.0, 1.0)) == Range(1, 1)
    assert moved(Estimate(1.0)) is None
    assert moved(Estimate(1.0, 1.0, 1.0)) is None
    assert moved(Estimate(1.0, 0.0, 2.0)) == Range(0, 2)
    here = context()
    assert here.span(Estimate(1.0)) is None
    assert words(here, here.span(Estimate(1.0, 0.0, 2.0))) == "EUR 0.00 to 2.00"


def test_budgets_are_named_as_they_are_counted():
    here = context()
    found = [None, Budget(Decimal(40)), Budget(Decimal("1.5"), "hours"), Budget(Decimal(400), "items")]
    assert [words(here, here.budget(one)) for one in found] == [
        "no limit",
        "EUR 40.00",
        "1.5 hours",
        "400 posts",
    ]
    scenes = ("default", "a budget in hours", "a budget in items", "no currency")
    units = [JointContext(world(**SCENES[name]).joint) for name in scenes]
    assert [words(one, one.budget_unit) for one in units] == ["EUR", "hours", "posts", "currency units"]


def test_the_list_is_the_users_or_one_like_the_sample():
    own, like = context(list_size=4000, budget="300"), context()
    said = {"reviewed": 2, "model": "m"}
    assert " in the list;" in words(own, own.say_where("joint.people_all", **said))
    assert " like the labelled ones;" in words(like, like.say_where("joint.people_all", **said))


RULES = {
    # A wrong answer loses four times what a right one is worth.
    "default": "It answers where it is at least 80 % sure, in line with the labels.",
    "one set": "It answers where it is at least 80 % sure, in line with the labels.",
    "by value": "It answers where its answer is expected to be worth at least as much as no label.",
}


@pytest.mark.parametrize("name", RULES)
def test_the_rule_says_from_where_on_answers_are_accepted(name):
    here = JointContext(world(**SCENES[name]).joint)
    assert words(here, here.rule()) == RULES[name]


@pytest.mark.parametrize("name", ["default", "by score", "no price, by gain"])
def test_the_order_says_who_is_reviewed_first(name):
    here = JointContext(world(**SCENES[name]).joint)
    price = " for their price" if here.priced else ""
    assert words(here, here.order()) == f"Those that gain most{price} are reviewed first."
