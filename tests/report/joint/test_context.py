"""What the parts of a report on a joint plan share: units, intervals, and the words for cutoff and order."""

from __future__ import annotations

from decimal import Decimal

import pytest
from joint_report_world import GOOD, MONEY, SCENES, TWINS, world

from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Budget
from budgetplan.render.display import Style, sentence_text
from budgetplan.report.joint.context import JointContext, by_net, moved
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
    "default": "It answers where it is at least 75 % sure.",
    "one set": "It answers where it is sure enough (each fold has its own cutoff; for new posts 75 %).",
    "one set, all of it would be accepted": "It answers where it is sure enough (each fold has its own cutoff; for new posts whatever its confidence).",
    "one set, none of it would be accepted": "It answers where it is sure enough (each fold has its own cutoff; for new posts none: it answers nothing).",
    # What is called b at .6 is worth .6 - .4 x 4 = -1, a review 1; what is called a -3: the cutoff lies between.
    "by value": "It answers where a review is expected to add at most EUR 3.0000.",
    # The same with nothing reviewed: between -1 and -3.
    "by value, nothing reviewed": "It answers where leaving the label out is expected to add at most EUR 2.0000.",
    # At .9: a is worth .9 - .1 x 9 = 0 and b .9 - .1 x 4 = .5.
    "by value, sure": "It answers where its answer is expected to be worth at least EUR 0.2500 more than no label.",
    # Half of the reviews are wrong: worth -1.5 for an a, -4 for a b. 0 + 1.75 and .5 + 3.75.
    "by value, people err": "It answers where a review is expected to lose at least EUR 3.0000.",
}


@pytest.mark.parametrize("name", RULES)
def test_the_rule_says_from_where_on_answers_are_accepted(name):
    here = JointContext(world(**SCENES[name]).joint)
    assert words(here, here.rule(here.chosen.applied)) == RULES[name]


def test_the_cell_of_a_cutoff():
    cells = {
        name: JointContext(world(**SCENES[name]).joint)
        for name in ("default", "by value", "people alone", "one set, none of it would be accepted")
    }
    found = {name: one.cutoff(one.chosen.applied) for name, one in cells.items()}
    assert found["default"] == 0.75
    assert [getattr(found[name], "key", None) for name in list(cells)[1:]] == [
        "joint.by_gain",
        "joint.nothing",
        "joint.nothing",
    ]


ORDERS = {
    "default": "Those that the model is least sure of are reviewed first.",
    "by value": "Those where its answer is expected to be worth least are reviewed first.",
    "by score": "Those most likely “a” are reviewed first.",
    "by gain": "Those that gain most for their price are reviewed first.",
    "no price, by gain": "Those that gain most are reviewed first.",
}


@pytest.mark.parametrize("name", ORDERS)
def test_the_order_says_who_is_reviewed_first(name):
    here = JointContext(world(**SCENES[name]).joint)
    assert words(here, here.order(here.chosen.applied)) == ORDERS[name]


def test_the_recommended_model_comes_first_though_another_is_worth_as_much():
    joint = world(models=TWINS).joint
    assert by_net(joint)[0] == joint.chosen.name
    assert sorted(by_net(joint)) == ["one", "two"]
    assert by_net(world().joint) == ["good", "bad"]
    assert by_net(world(models=(GOOD,), worths=MONEY).joint) == ["good"]
