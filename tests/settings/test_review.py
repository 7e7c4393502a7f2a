"""What a plan says of reviewing beside a model: what it comes to, and what is refused in which words."""

from dataclasses import replace
from decimal import Decimal

import pytest

from budgetplan.domain.plan import Budget, Reviewing
from budgetplan.domain.prices import Prices
from budgetplan.errors import UsageError
from budgetplan.settings.build import priced, read_plan

D = Decimal
TABLE = '[table]\nfile = "t.csv"\nlabel = "gold"\n'
MODEL = '[[models]]\nname = "rf"\nprobabilities = "p_rf"\n'
K = '[answers]\nunit = "money"\nright = 1\nwrong = -4\n'
COST = "[cost]\nper_item = 0.5\n"
BUDGET = "[goal]\nbudget = 40\n"
ALL = COST + BUDGET
P = "plan.toml, "


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("item_id,gold,p_rf:a,p_rf:b\nx,a,1,0\n")

    def read_text(text, flags=None):
        (tmp_path / "plan.toml").write_text(text)
        return read_plan("plan.toml", flags or {})

    return read_text


def test_a_budget_makes_one_plan_of_both(read):
    plan = read(TABLE + MODEL + K + ALL)
    assert plan.deferral.reviewing == Reviewing()
    assert plan.deferral.reviewing.order == "uncertain"
    assert plan.budget == Budget(D(40), "money", "everything")
    assert read(TABLE + MODEL + K).deferral.reviewing is None
    assert read(TABLE + MODEL + K + COST).deferral.reviewing is None


@pytest.mark.parametrize(
    ("workflow", "goal", "reviewed"),
    [
        ("joint", "", True),
        ("joint", BUDGET, True),
        ("auto", BUDGET, True),
        ("auto", "", False),
        ("defer", "", False),
    ],
)
def test_the_workflow_is_said_or_seen_from_the_budget(read, workflow, goal, reviewed):
    plan = read(TABLE + f'workflow = "{workflow}"\n' + MODEL + K + COST + goal)
    assert (plan.deferral.reviewing is not None) is reviewed


def test_the_filter_workflow_reviews_by_itself(read):
    text = TABLE + 'workflow = "filter"\npositive = "a"\n[[models]]\nname = "p"\n' + ALL
    assert read(text).deferral is None


def test_amounts_hold_for_every_class_or_by_class(read):
    every = "reviewed = -2\nreview_error = 0.1\nreview_wrong = -1\n"
    assert read(TABLE + MODEL + K + every + ALL).deferral.reviewing == Reviewing(
        worth={"*": D(-2)}, error={"*": D("0.1")}, wrong={"*": D(-1)}
    )
    each = 'reviewed = { a = 2, b = 0 }\nreview_error = { a = "5 %" }\nreview_wrong = { b = -1.5 }\n'
    assert read(TABLE + MODEL + K + each + ALL).deferral.reviewing == Reviewing(
        worth={"a": D(2), "b": D(0)}, error={"a": D("0.05")}, wrong={"b": D("-1.5")}
    )


def test_settings_overrule_the_file(read):
    flags = {"set": ("answers.reviewed.a=2", "answers.review_error=0.1", "answers.review_wrong.b=-1")}
    assert read(TABLE + MODEL + K + "review_error = 0.5\n" + ALL, flags).deferral.reviewing == Reviewing(
        worth={"a": D(2)}, error={"*": D("0.1")}, wrong={"b": D(-1)}
    )


@pytest.mark.parametrize("order", ["uncertain", "value-per-cost"])
def test_who_is_reviewed_first(read, order):
    plan = read(TABLE + MODEL + K + ALL + f'order = "{order}"\n')
    assert plan.deferral.reviewing.order == order


def test_the_order_by_score_takes_the_label_that_is_collected(read):
    text = TABLE + 'positive = "a"\n' + MODEL + K + ALL + 'order = "score"\n'
    assert read(text).deferral.reviewing.order == "score"
    flags = {"set": ("goal.order=score",), "table.positive": ("a",)}
    assert read(TABLE + MODEL + K + ALL, flags).deferral.reviewing.order == "score"


def test_budgets_in_items_need_no_price(read):
    plan = read(TABLE + MODEL + K + '[goal]\nbudget = "40 items"\n')
    assert plan.deferral.reviewing == Reviewing()
    assert plan.budget == Budget(D(40), "items", "everything")
    assert not plan.prices.stated


def test_a_review_cost_is_the_price_of_a_judgement(read):
    plan = read(TABLE + MODEL + K + "review_cost = 0.3\n" + BUDGET)
    assert plan.deferral.review_cost is None
    assert (plan.prices.per_item, plan.prices.stated) == (D("0.3"), True)
    alone = read(TABLE + MODEL + K + "review_cost = 0.3\n")
    assert (alone.deferral.review_cost, alone.prices.stated) == (D("0.3"), False)


def test_a_review_cost_moves_only_where_reviewing_is_planned_without_a_price(read):
    deferral = read(TABLE + MODEL + K + ALL).deferral
    costly = replace(deferral, review_cost=D("0.3"))
    stated = Prices(per_item=D(2), stated=True)
    assert priced(costly, Prices()) == (deferral, Prices(per_item=D("0.3"), stated=True))
    assert priced(costly, stated) == (costly, stated)
    assert priced(deferral, Prices()) == (deferral, Prices())
    defer_only = replace(costly, reviewing=None)
    assert priced(defer_only, Prices()) == (defer_only, Prices())


NOT_PLANNED = 'nothing is reviewed in this plan; give a budget (--budget), or say table.workflow = "joint"'
NUMBER = "write a number, such as 0.04"
SHARE = "for five percent write 0.05 or 5 %"
REFUSED = [
    (K + "reviewed = 2\n", f"answers.reviewed: {NOT_PLANNED}"),
    (K + "review_error = 0.1\n", f"answers.review_error: {NOT_PLANNED}"),
    (K + "review_wrong = -1\n", f"answers.review_wrong: {NOT_PLANNED}"),
    (K + '[goal]\norder = "uncertain"\n', f"goal.order: {NOT_PLANNED}"),
    (
        K + ALL + 'most_wrong = "2 %"\n',
        "goal.most_wrong: a share of wrong answers is not guaranteed where people review within a budget; leave it out, or leave out the budget",
    ),
    (
        K + ALL + "target = 0.9\n",
        "goal.target: a target cannot be planned for where a model answers part of the items; leave it out, and give a budget (--budget)",
    ),
    (
        K + ALL + 'order = "best"\n',
        'goal.order: this is not one of the choices (found "best"); write one of uncertain, score, value-per-cost',
    ),
    (
        K + ALL + 'order = "score"\n',
        'goal.order: the order by score needs to know what is collected (found "score"); name the label: --positive CLASS',
    ),
    (K + 'reviewed = "x"\n' + ALL, f'answers.reviewed: this is not a number (found "x"); {NUMBER}'),
    (
        K + "reviewed = { a = true }\n" + ALL,
        'answers.reviewed.a: this is not a number (found "true"); write one number, such as 0.04',
    ),
    (
        K + 'review_wrong = { b = "1,500" }\n' + ALL,
        'answers.review_wrong.b: the comma in this number may be a decimal comma or separate thousands (found "1,500"); write 1500 if it separates thousands, 1.5 if it is a decimal comma',
    ),
    (
        K + "review_error = 1.5\n" + ALL,
        f'answers.review_error: this is not a share between 0 and 1 (found "1.5"); {SHARE}',
    ),
    (
        K + "review_error = { a = -0.1 }\n" + ALL,
        f'answers.review_error.a: this is not a share between 0 and 1 (found "-0.1"); {SHARE}',
    ),
    (
        K + BUDGET,
        'goal.budget: a budget in money needs a price for reviewing an item (found "40"); give one, such as --cost 0.04, or a budget as --budget "400 items"',
    ),
    (
        K + "review_cost = 0.3\n" + ALL,
        "answers.review_cost: [cost] says what reviewing costs; give one of the two",
    ),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_cannot_be_is_refused_in_these_words(read, text, message):
    with pytest.raises(UsageError) as caught:
        read(TABLE + MODEL + text)
    assert str(caught.value) == P + message


def test_a_budget_where_only_deferring_is_asked_for(read):
    with pytest.raises(UsageError) as caught:
        read(TABLE + 'workflow = "defer"\n' + MODEL + K + ALL)
    assert str(caught.value) == P + (
        "goal.budget: a budget says nothing where reviewing is not planned; "
        'leave out table.workflow, or say table.workflow = "joint"'
    )


def test_a_flag_is_named_as_it_was_written(read):
    with pytest.raises(UsageError) as caught:
        read(TABLE + MODEL + K + ALL, {"set": ("goal.order=best", "answers.reviewed.a=x")})
    assert str(caught.value).splitlines() == [
        '--set goal.order: this is not one of the choices (found "best"); write one of uncertain, score, value-per-cost',
        f'--set answers.reviewed.a: this is not a number (found "x"); {NUMBER}',
    ]


def test_everything_that_is_wrong_is_said_at_once(read):
    text = (
        K + 'reviewed = "x"\nreview_error = 2\nreview_wrong = "y"\n' + ALL + 'target = 1\norder = "score"\n'
    )
    with pytest.raises(UsageError) as caught:
        read(TABLE + MODEL + text)
    said = str(caught.value).splitlines()
    assert [line.removeprefix(P).split(":")[0] for line in said] == [
        "goal.target",
        "goal.order",
        "answers.reviewed",
        "answers.review_error",
        "answers.review_wrong",
    ]


@pytest.mark.parametrize("key", ["goal.order=score", "answers.reviewed=1"])
def test_what_is_said_of_reviewing_has_no_place_in_the_review_of_a_list(key, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("gold,p\na,0.5\n")
    said = {
        "table.label": "gold",
        "table.positive": ("a",),
        "models.name": ("p",),
        "set": (key, "table.workflow=filter"),
    }
    with pytest.raises(UsageError) as caught:
        read_plan("t.csv", said)
    assert "this is for plans in which a model answers part of the items; leave it out" in str(caught.value)
