"""Contradictions between the parts of a plan."""

import ast
import inspect

import pytest

from budgetplan.domain.messages import catalogue
from budgetplan.domain.options import BY_KEY, REPEATED
from budgetplan.errors import UsageError
from budgetplan.settings import contradictions
from budgetplan.settings.build import read_plan

RANKED = {"table.label": "gold", "table.positive": ("y",), "models.name": ("p",)}
ANSWERS = {"table.label": "gold", "models.probabilities": ("rf=p_rf",)}
PRICED = "cost.per_item=1; "
TYPE = PRICED + "entry.unit=type; table.type=lemma; entry.value=2; "
QUOTA = "quota.by=language; quota.minimum=3; "
TIMED = "cost.hourly_rate=24; cost.seconds_per_item=20; "
SHARE = "; cost.adjudicated_share=0.1; cost.adjudication=1"
K4 = "answers.error_weight=4; "
RIGHT = "answers.right=1; answers.wrong=0; "
MONEY = "answers.unit=money; answers.right=1; answers.wrong=-4; "
BUDGET = "; cost.per_item=0.5; goal.budget=40"


def read(flags, said=""):
    return read_plan("t.csv", flags | {"set": tuple(filter(None, said.split("; ")))})


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("cost.per_unit=1", "cost.per_unit: the size of the items is not known"),
        ("cost.hourly_rate=20", "cost.hourly_rate: how long a judgement takes is not known"),
        ("cost.adjudication=3", "cost.adjudication: adjudication needs a share and a price"),
        (PRICED + "table.cost=c", "cost.per_item: the items have prices of their own in the cost column"),
        ("table.group=verb; table.stratum=part", "table.stratum: groups are resampled as a whole, and they"),
        ("cost.fixed.a=3", "cost.fixed.a: there is no price for reviewing an item"),
        (
            PRICED + "cost.without_indirect=rent; cost.indirect=5 %; cost.fixed.x=3",
            "cost.without_indirect: there are no direct costs",
        ),
        (
            PRICED + "cost.without_indirect=model; cost.indirect=1 %; cost.fixed.model=3",
            "cost.without_indirect: a fixed cost has this name",
        ),
        (PRICED + "cost.without_indirect=model", "cost.without_indirect: there are no indirect costs"),
        (PRICED + "cost.round_to=0.025", "cost.round_to: amounts are printed with 2 decimals, and these are not"),
        ("entry.value=10", "entry.value: an entry's worth has no effect without a price for reviewing"),
        ("goal.budget=16", 'goal.budget: a budget in money needs a price for reviewing an item (found "16")'),
        (PRICED + "goal.budget=40 hours", "goal.budget: a budget in hours needs the time of a judgement (found"),
        (PRICED + "entry.error=0.1", "entry.error: what an entry is worth is not known"),
        (TYPE + "table.weight=f", "table.weight: a type has several rows, and each row would"),
        (TYPE + "list.size=500", "list.size: twice as many items hold fewer than twice as many"),
        (TYPE + "list.file=l.csv", "list.file: the types of a list in files are not counted"),
        (TYPE + "list.prevalence=0.1", "list.prevalence: a share of items does not give the"),
        (TYPE + "cost.extra_per_entry=1", "cost.extra_per_entry: this is paid for each item"),
        (TYPE + "entry.error=0.1", "entry.error: errors are those of single items, and a type"),
        (TYPE + "entry.left_out=-1", "entry.left_out: items are left out, and a type is lost"),
        (TYPE + "table.stratum=s", "table.stratum: how items were drawn does not show how many"),
        (TYPE + "list.reviewed=log.csv", "list.reviewed: types that are confirmed already"),
        ("quota.by=l; quota.minimums.x=many", "quota.minimums.x: this is not a whole number that can be used"),
        ("quota.by=language", "quota.by: how many of each stratum are wanted is not known"),
        ("quota.minimum=3", "quota.minimum: the column of the strata with quotas is not known"),
        ("quota.by=gold; quota.minimum=3", "quota.by: the label of an item is not known before it is reviewed,"),
        ("quota.by=item; quota.minimum=3; table.id=item", "quota.by: every item is alone in its stratum (found"),
        (QUOTA + "goal.target=50", "goal.target: quotas say how many entries are wanted"),
        (QUOTA + "list.prevalence=0.1", "list.prevalence: the share of entries in each stratum is not known"),
        (QUOTA + "list.file=list/*.parquet", "list.file: a list in files of its own is not counted by stratum"),
        (QUOTA + "list.reviewed=back.csv", "list.reviewed: what came back from a queue is not counted by"),
        (QUOTA + "quota.sure=100 %", 'quota.sure: this share is none or all (found "100 %")'),
        (TIMED + "cost.ranges.seconds_per_item=35 to 15", "cost.ranges.seconds_per_item: the low end of this"),
        (TIMED + "cost.ranges.seconds_per_item=15", "cost.ranges.seconds_per_item: a range has two ends (found"),
        (TIMED + "cost.ranges.seconds_per_item=-5 to 35", "cost.ranges.seconds_per_item: this is below 0 (found"),
        (TIMED + "cost.ranges.seconds_per_item=0 to 35", "cost.ranges.seconds_per_item: every judgement takes"),
        (TIMED + "cost.ranges.seconds_per_item=21 to 35", "cost.ranges.seconds_per_item: the plan is made with"),
        (TIMED + "cost.ranges.seconds_per_item=5 to 19", "cost.ranges.seconds_per_item: the plan is made with"),
        (TIMED + "cost.ranges.per_item=1 to 2", "cost.ranges.per_item: cost.per_item is not given, and a plan"),
        (TIMED + "cost.ranges.second_per_item=15 to 35", "cost.ranges.second_per_item: second_per_item has no"),
        (
            TIMED + "cost.ranges.adjudicated_share=0 to 0.2" + SHARE,
            "cost.ranges.adjudicated_share: the ends of a share lie",
        ),
        (TIMED + "cost.ranges.adjudicated_share=5 to 20" + SHARE, "cost.ranges.adjudicated_share: this is not a"),
        (TIMED + "entry.range=1 to 2", "entry.range: what an entry is worth is not known"),
        (
            TIMED + "entry.range=1 to 2; entry.value=3",
            "entry.range: the plan is made with 3, which is outside this range",
        ),
        (TIMED + "entry.range=1 to 5; entry.value=3; entry.error=0.1", "entry.range: entries have no single"),
        (TIMED + "cost.contingency=5 %; cost.ranges.hourly_rate=20 to 30", "cost.contingency: it is computed"),
        (TIMED + "cost.contingency=computed; sure.resamples=0", "cost.contingency: nothing varies, so it cannot"),
        (TIMED + "cost.contingency=guessed", 'cost.contingency: this is not a number (found "guessed")'),
        (TIMED + "work.deadline=30.6.2027", 'work.deadline: this is not a date (found "30.6.2027")'),
        (
            TIMED + "work.deadline=2026-12-01; work.start=2026-12-07; work.hours_a_week=6",
            "work.deadline: this is before the first",
        ),
        (TIMED + "work.deadline=2027-12-01; work.hours_a_week=6", "work.deadline: the first day is not known"),
        (TIMED + "work.deadline=2027-12-01; work.start=2026-12-07", "work.deadline: how many hours a week"),
        ("quota.by=p; quota.minimum=3", "quota.by: a model reads this column"),
    ],
)
def test_a_contradiction_in_the_plan_of_a_ranked_list_is_refused_with_its_key(said, told):
    with pytest.raises(UsageError) as error:
        read(RANKED, said)
    [problem] = error.value.problems
    assert str(problem).startswith(f"--set {told}")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (K4 + "table.split=test", "table.split: defer needs two splits"),
        (K4 + "table.missing=last", "table.missing: an item without a prediction has no place in the queue"),
        (K4 + "table.workflow=filter; table.positive=a", "--probabilities rf: the filter workflow needs one"),
        (K4 + "table.file_test=e.csv", "the first argument: table.file_test names the test items"),
        (K4 + "table.file_validation=v.csv; table.split_column=x", "table.split_column: validation and test"),
        (K4 + "answers.relabel=true; goal.most_wrong=2 %", "goal.most_wrong: a share of wrong answers is"),
        (K4 + "answers.right=1; answers.wrong=0", "answers.right: answers.error_weight gives the values of"),
        ("answers.k_fp=1", "answers.k_fp: three costs belong together"),
        ("answers.k_tp=1; answers.k_fp=1; answers.k_fn=1", "answers.k_tp: these costs need one positive class"),
        ("answers.right=1", "answers.right: the worths of right and wrong answers belong together"),
        ("answers.right=1; answers.wrong=4", "answers.wrong: a wrong answer is worth more than a right one,"),
        (RIGHT + "answers.abstain=1", "answers.right: a right answer is worth no more than leaving the item to"),
        (RIGHT + "answers.abstain=0; answers.left_out=0", "answers.left_out: answers.abstain says the same"),
        (
            RIGHT + "answers.unit=money; answers.worth_of_right_answer=1",
            "answers.worth_of_right_answer: the values are in",
        ),
        (
            K4 + "answers.unit=right answers; answers.worth_of_right_answer=0",
            "answers.worth_of_right_answer: a right answer worth",
        ),
        ("answers.cell=a", 'answers.cell: cells are not written like this (found "a")'),
        (K4 + "answers.review_cost=1; cost.per_item=2", "answers.review_cost: [cost] says what reviewing costs"),
        (MONEY + "answers.reviewed=2", "answers.reviewed: no review is planned here: what people do with the"),
        (MONEY + "answers.review_error=0.1", "answers.review_error: no review is planned here: what people do"),
        (MONEY + "answers.review_wrong=-1", "answers.review_wrong: no review is planned here: what people do"),
        (MONEY + "goal.order=uncertain", "goal.order: no review is planned here: what people do with the items"),
        (MONEY + "goal.most_wrong=2 %" + BUDGET, "goal.most_wrong: a share of wrong answers is not guaranteed"),
        (MONEY + "goal.target=0.9" + BUDGET, "goal.target: a plan cannot have a target where a model answers"),
        (MONEY + "goal.order=score" + BUDGET, "goal.order: the order by score needs to know what is collected"),
        (MONEY + "answers.reviewed.a=true" + BUDGET, 'answers.reviewed.a: this is not a number (found "true")'),
        (MONEY + "answers.review_error.a=-0.1" + BUDGET, "answers.review_error.a: this is not a share between 0"),
    ],
)
def test_a_contradiction_where_a_model_answers_is_refused_with_its_key(said, told):
    with pytest.raises(UsageError) as error:
        read(ANSWERS, said)
    [problem] = error.value.problems
    assert str(problem).removeprefix("--set ").startswith(told)


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ({"models.name": ("p", "p")}, 't.csv: two models have the same name (found "p")'),
        ({"models.name": ("m=gold",)}, "--model m: the model m reads the column with the labels (found"),
        ({"models.name": ("m",), "models.says": ("gold",)}, "--model m: the model m reads the column with the labels"),
        ({"models.probabilities": ("p",), "models.name": ("q",)}, "--model q: other models here give classes, and"),
        ({"cost.per_item": "1", "entry.value": {"z": 1}}, '--entry-value: this class is not collected (found "z")'),
        ({"cost.per_item": "1", "table.cost": "c"}, "--cost: the items have prices of their own in the cost column"),
        (
            {"cost.per_item": "1", "table.positive": ("y", "z"), "entry.value": {"z": 1}},
            "--entry-value: the class y has no worth",
        ),
    ],
)
def test_a_contradiction_is_refused_with_its_option(flags, told):
    with pytest.raises(UsageError) as error:
        read_plan("t.csv", RANKED | flags)
    assert str(error.value).startswith(told)


@pytest.mark.parametrize("key", ["cost.adjudication=3", "cost.adjudicated_share=0.2", "list.temp=folder"])
def test_what_is_lacking_beside_a_key_is_named_with_a_value_that_does(key):
    with pytest.raises(UsageError) as error:
        read(RANKED, key)
    [problem] = error.value.problems
    more = [f"{name}={value}" for name, [value] in problem.options.items() if not key.startswith(name)]
    assert read(RANKED, "; ".join([key, *more])).table == "t.csv"


def test_the_cost_of_a_model_needs_a_price_too(refused):
    text = '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = "y"\n[[models]]\nname = "p"\ncost = 3\n'
    assert refused(text)[0].startswith("plan.toml, model 1, cost: there is no price for reviewing an item")


@pytest.mark.parametrize(
    "said",
    [
        "goal.budget=400 items",
        "goal.budget=40 hours; cost.seconds_per_item=20",
        "goal.budget=16; cost.hourly_rate=20; cost.seconds_per_item=20",
        "goal.budget=16; table.cost=c",
        "entry.value=10; table.units=u; cost.per_unit=1",
        "table.group=verb; table.sample=s.csv",
    ],
)
def test_what_fits_together_is_taken(said):
    assert read(RANKED, said)


def test_every_rule_says_where_what_is_wrong_and_what_to_do():
    """What a rule is filled with by Python stands as NAME."""
    known = {*BY_KEY, *REPEATED, "range"} | {key for section in REPEATED.values() for key in section}
    rules = [node for node in ast.walk(ast.parse(inspect.getsource(contradictions))) if isinstance(node, ast.Yield)]
    for node in rules:
        keys, _, message, *_ = node.value.elts
        if not isinstance(keys, ast.Name):
            parts = keys.values if isinstance(keys, ast.JoinedStr) else [keys]
            text = "".join(part.value if isinstance(part, ast.Constant) else "NAME" for part in parts)
            for key in text.replace(" or ", ", ").split(", "):
                assert key in known or "NAME" in key, text
        kinds = [kind.value for kind in ast.walk(message.args[0]) if isinstance(kind, ast.Constant)]
        assert kinds
        for kind in kinds:
            wrong, todo = catalogue()["rules"][kind.removeprefix("rules.")]
            assert wrong, kind
            assert todo, kind
