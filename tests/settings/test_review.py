"""What a plan says of reviewing beside a model: what it comes to, and what is refused."""

from decimal import Decimal

import pytest

from budgetplan.domain.plan import Budget, Reviewing

D = Decimal
TABLE = '[table]\nfile = "t.csv"\nlabel = "gold"\n'
MODEL = '[[models]]\nname = "rf"\nprobabilities = "p_rf"\n'
K = '[answers]\nunit = "money"\nright = 1\nwrong = -4\n'
COST = "[cost]\nper_item = 0.5\n"
BUDGET = "[goal]\nbudget = 40\n"
ALL = COST + BUDGET


def test_a_budget_makes_one_plan_of_both(read):
    plan = read(TABLE + MODEL + K + ALL)
    assert plan.deferral.reviewing == Reviewing()
    assert plan.deferral.reviewing.order == "uncertain"
    assert plan.budget == Budget(D(40), "money", "everything")
    # Items need no price.
    plan = read(TABLE + MODEL + K + BUDGET.replace("40", '"40 items"'))
    assert plan.deferral.reviewing == Reviewing()
    assert plan.budget == Budget(D(40), "items", "everything")
    assert not plan.prices.stated


@pytest.mark.parametrize(
    ("workflow", "goal", "reviewed"),
    [("joint", "", True), ("joint", BUDGET, True), ("auto", BUDGET, True), ("auto", "", False), ("defer", "", False)],
)
def test_the_workflow_is_said_or_seen_from_the_budget(read, workflow, goal, reviewed):
    plan = read(TABLE + f'workflow = "{workflow}"\n' + MODEL + K + COST + goal)
    assert (plan.deferral.reviewing is not None) is reviewed


def test_amounts_hold_for_every_class_or_by_class_and_those_of_a_call_overrule_the_file(read):
    every = "reviewed = -2\nreview_error = 0.1\nreview_wrong = -1\n"
    assert read(TABLE + MODEL + K + every + ALL).deferral.reviewing == Reviewing(
        worth={"*": D(-2)}, error={"*": D("0.1")}, wrong={"*": D(-1)}
    )
    each = 'reviewed = { a = 2, b = 0 }\nreview_error = { a = "5 %" }\nreview_wrong = { b = -1.5 }\n'
    assert read(TABLE + MODEL + K + each + ALL).deferral.reviewing == Reviewing(
        worth={"a": D(2), "b": D(0)}, error={"a": D("0.05")}, wrong={"b": D("-1.5")}
    )
    flags = {"set": ("answers.reviewed.a=2", "answers.review_error=0.1", "answers.review_wrong.b=-1")}
    assert read(TABLE + MODEL + K + "review_error = 0.5\n" + ALL, flags).deferral.reviewing == Reviewing(
        worth={"a": D(2)}, error={"*": D("0.1")}, wrong={"b": D(-1)}
    )


def test_the_order_is_said_and_by_score_it_takes_the_label_that_is_collected(read):
    plan = read(TABLE + MODEL + K + ALL + 'order = "value-per-cost"\n')
    assert plan.deferral.reviewing.order == "value-per-cost"
    flags = {"set": ("goal.order=score",), "table.positive": ("a",)}
    assert read(TABLE + MODEL + K + ALL, flags).deferral.reviewing.order == "score"


def test_a_review_cost_is_the_price_of_a_judgement_where_reviewing_is_planned(read):
    plan = read(TABLE + MODEL + K + "review_cost = 0.3\n" + BUDGET)
    assert (plan.deferral.review_cost, plan.prices.per_item, plan.prices.stated) == (None, D("0.3"), True)
    alone = read(TABLE + MODEL + K + "review_cost = 0.3\n")
    assert (alone.deferral.review_cost, alone.prices.stated) == (D("0.3"), False)


def test_a_budget_where_only_deferring_is_asked_for(refused):
    [line] = refused(TABLE + 'workflow = "defer"\n' + MODEL + K + ALL)
    assert line.startswith("plan.toml, goal.budget: a budget has no effect where reviewing is not planned")


def test_everything_that_is_wrong_is_said_at_once_as_it_was_written(refused):
    text = K + 'reviewed = "x"\nreview_error = 2\n' + ALL + 'target = 1\norder = "score"\n'
    lines = refused(TABLE + MODEL + text, {"set": ("answers.review_wrong.b=y",)})
    assert [line.split(":")[0] for line in lines] == [
        "plan.toml, goal.target",
        "plan.toml, goal.order",
        "plan.toml, answers.reviewed",
        "plan.toml, answers.review_error",
        "--set answers.review_wrong.b",
    ]


@pytest.mark.parametrize("key", ["goal.order=score", "answers.reviewed=1"])
def test_what_is_said_of_reviewing_has_no_place_in_the_review_of_a_list(refused, key):
    flags = {"table.label": "gold", "table.positive": ("a",), "models.name": ("p",)}
    told = refused(None, flags | {"set": (key, "table.workflow=filter")})
    assert "this is for plans in which a model answers part of the items" in told[0]
