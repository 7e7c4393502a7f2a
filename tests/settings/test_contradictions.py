"""Contradictions between the parts of a plan."""

import ast
import inspect

import pytest

from budgetplan.domain.messages import catalogue
from budgetplan.domain.options import BY_KEY, REPEATED
from budgetplan.errors import UsageError
from budgetplan.settings import contradictions
from budgetplan.settings.build import read_plan

FLAGS = {"table.label": "gold", "table.positive": ("y",), "models.name": ("p",)}
PRICED = {"cost.per_item": "1"}


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ({"models.name": ("p", "p")}, 't.csv: two models have the same name (found "p")'),
        ({"models.name": ("m=gold",)}, "--model m: the model m reads the column with the labels (found"),
        ({"models.name": ("m",), "models.says": ("gold",)}, "--model m: the model m reads the column with the labels"),
        (
            {"models.probabilities": ("p",), "models.name": ("q",)},
            "--model q: other models here give classes, and this one has only a score",
        ),
        ({"cost.per_unit": "1"}, "cost.per_unit: the size of the items is not known"),
        ({"cost.hourly_rate": "20"}, "cost.hourly_rate: how long a judgement takes is not known"),
        ({"set": ("cost.adjudication=3",)}, "--set cost.adjudication: adjudication needs a share and a"),
        (PRICED | {"table.cost": "c"}, "--cost: the items have prices of their own in the cost column"),
        (
            {"table.group": "verb", "set": ("table.stratum=part",)},
            '--set table.stratum: groups are resampled as a whole, and they cross the parts of the list (found "part")',
        ),
        ({"set": ("cost.fixed.a=3",)}, "--set cost.fixed.a: there is no price for reviewing an item"),
        (
            PRICED | {"set": ("cost.without_indirect=rent", "cost.indirect=5 %", "cost.fixed.x=3")},
            '--set cost.without_indirect: there are no direct costs of this name (found "rent")',
        ),
        (
            PRICED | {"set": ("cost.without_indirect=model", "cost.indirect=1 %", "cost.fixed.model=3")},
            "--set cost.without_indirect: a fixed cost has this name too",
        ),
        (
            PRICED | {"set": ("cost.without_indirect=model",)},
            "--set cost.without_indirect: there are no indirect costs",
        ),
        (PRICED | {"set": ("cost.round_to=0.025",)}, "--set cost.round_to: amounts are printed with 2"),
        ({"entry.value": "10"}, "--entry-value: an entry's worth has no effect without a price for reviewing"),
        ({"goal.budget": "16"}, "--budget: a budget in money needs a price for reviewing an item (found"),
        (PRICED | {"goal.budget": "40 hours"}, "--budget: a budget in hours needs the time of a judgement"),
        (PRICED | {"set": ("entry.error=0.1",)}, "--set entry.error: what an entry is worth is not known"),
        (PRICED | {"set": ("entry.value.z=1",)}, "--set entry.value.z: this class is not collected (found"),
        (
            PRICED | {"table.positive": ("y", "z"), "set": ("entry.value.z=1",)},
            "--set entry.value.z: the class y has no worth",
        ),
    ],
)
def test_a_contradiction_is_refused_with_its_option(flags, told):
    with pytest.raises(UsageError) as error:
        read_plan("t.csv", FLAGS | flags)
    assert str(error.value).startswith(told)


@pytest.mark.parametrize("key", ["cost.adjudication=3", "cost.adjudicated_share=0.2", "list.temp=folder"])
def test_what_is_lacking_beside_a_key_is_named_with_a_value_that_does(key):
    with pytest.raises(UsageError) as error:
        read_plan("t.csv", FLAGS | {"set": (key,)})
    [problem] = error.value.problems
    more = (f"{name}={value}" for name, [value] in problem.options.items() if not key.startswith(name))
    assert read_plan("t.csv", FLAGS | {"set": (key, *more)}).table == "t.csv"


def test_the_cost_of_a_model_needs_a_price_too(read, refused):
    text = '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = "y"\n[[models]]\nname = "p"\ncost = 3\n'
    assert refused(text)[0].startswith("plan.toml, model 1, cost: there is no price for reviewing an item")
    assert read(text, PRICED).models[0].cost == 3


@pytest.mark.parametrize(
    "flags",
    [
        {"goal.budget": "400 items"},
        {"goal.budget": "40 hours", "cost.seconds_per_item": "20"},
        {"goal.budget": "16", "cost.hourly_rate": "20", "cost.seconds_per_item": "20"},
        {"goal.budget": "16", "table.cost": "c"},
        {"entry.value": "10", "table.units": "u", "cost.per_unit": "1"},
        {"table.group": "verb", "set": ("table.sample=s.csv",)},
    ],
)
def test_what_fits_together_is_taken(flags):
    assert read_plan("t.csv", FLAGS | flags)


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
