"""Contradictions between the parts of a plan, in these words."""

import ast
import inspect

import pytest

from budgetplan.domain.options import BY_KEY, REPEATED
from budgetplan.errors import UsageError
from budgetplan.settings import contradictions
from budgetplan.settings.build import read_plan

FLAGS = {"table.label": "gold", "table.positive": ("y",), "models.name": ("p",)}
NO_PRICE = "there is no price for reviewing an item; give a price, such as --cost 0.04"

CONTRADICTIONS = [
    (
        {"models.name": ("p", "p")},
        't.csv: two models have the same name (found "p"); give each model a name of its own: --model NAME=COLUMN',
    ),
    (
        {"models.name": ("m=gold",)},
        '--model m: the model m reads the column with the labels (found "gold"); name the column with its scores: --model NAME=COLUMN',
    ),
    (
        {"cost.per_unit": "1"},
        "cost.per_unit: the size of the items is not known; name the column with it: --set table.units=COLUMN",
    ),
    (
        {"cost.seconds_per_unit": "1"},
        "cost.seconds_per_unit: the size of the items is not known; name the column with it: --set table.units=COLUMN",
    ),
    (
        {"cost.hourly_rate": "20"},
        "cost.hourly_rate: how long a judgement takes is not known; give it, such as --set cost.seconds_per_item=20",
    ),
    (
        {"set": ("cost.adjudication=3",)},
        "--set cost.adjudication: adjudication needs a share and a price; give cost.adjudicated_share and cost.adjudication",
    ),
    (
        {"table.cost": "c", "cost.per_item": "1"},
        "--cost: the items have prices of their own in the cost column; give one of the two",
    ),
    (
        {"table.group": "verb", "set": ("table.stratum=part",)},
        '--set table.stratum: groups are resampled whole, and run across the parts of the list (found "part"); leave out this or --group',
    ),
    ({"set": ("cost.fixed.a=3",)}, f"--set cost.fixed.a: {NO_PRICE}"),
    ({"set": ("cost.indirect=5 %",)}, f"--set cost.indirect: {NO_PRICE}"),
    (
        {"cost.per_item": "1", "set": ("cost.without_indirect=rent", "cost.indirect=5 %", "cost.fixed.x=3")},
        '--set cost.without_indirect: there are no direct costs of this name (found "rent"); name some of these: annotation, model, answers, x',
    ),
    (
        {
            "cost.per_item": "1",
            "set": ("cost.without_indirect=model", "cost.indirect=1 %", "cost.fixed.model=3"),
        },
        '--set cost.without_indirect: a fixed cost has this name too (found "model"); give that fixed cost another name',
    ),
    (
        {"cost.per_item": "1", "set": ("cost.without_indirect=model",)},
        "--set cost.without_indirect: there are no indirect costs; give their rate: --set cost.indirect=0.25",
    ),
    (
        {"cost.per_item": "1", "set": ("cost.round_to=0.025",)},
        '--set cost.round_to: amounts are printed with 2 decimals, and these are no multiples of their last one (found "0.025"); give a multiple, or more decimals: --set cost.minor_digits=3',
    ),
    (
        {"entry.value": "10"},
        "--entry-value: an entry's worth says nothing without a price for reviewing; give a price, such as --cost 0.04",
    ),
    (
        {"goal.budget": "16"},
        '--budget: a budget in money needs a price for reviewing an item (found "16"); give one, such as --cost 0.04, or a budget as --budget "400 items"',
    ),
    (
        {"goal.budget": "40 hours", "cost.per_item": "1"},
        '--budget: a budget in hours needs the time of a judgement (found "40 hours"); give it, such as --set cost.seconds_per_item=20',
    ),
    (
        {"set": ("entry.error=0.1",), "cost.per_item": "1"},
        "--set entry.error: what an entry is worth is not known; give it, such as --entry-value 10",
    ),
    (
        {"set": ("entry.value.z=1",), "cost.per_item": "1"},
        (
            '--set entry.value.z: this class is not collected (found "z"); name it with --positive too, or leave it out; collected: y\n'
            "--set entry.value.z: the class y has no worth; write 0 if it is worth nothing"
        ),
    ),
]


@pytest.mark.parametrize(("flags", "message"), CONTRADICTIONS)
def test_a_contradiction_is_refused_in_these_words(flags, message):
    with pytest.raises(UsageError) as error:
        read_plan("t.csv", FLAGS | flags)
    assert str(error.value) == message


def test_the_cost_of_a_model_needs_a_price_too(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = "y"\n[[models]]\nname = "p"\ncost = 3\n'
    )
    with pytest.raises(
        UsageError, match=r"model 1, cost: there is no price for reviewing an item; give a price"
    ):
        read_plan(str(path))
    assert read_plan(str(path), {"cost.per_item": "1"}).models[0].cost == 3


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


def test_what_a_contradiction_advises_is_known_by_its_key():
    with pytest.raises(UsageError) as error:
        read_plan("t.csv", FLAGS | {"goal.budget": "16"})
    (problem,) = error.value.problems
    assert problem.options == {"cost.per_item": ["0.04"], "goal.budget": ["400 items"]}


def rules():
    """Every rule as it is written; what it is filled with by Python stands as NAME."""
    for node in ast.walk(ast.parse(inspect.getsource(contradictions))):
        if isinstance(node, ast.Yield):
            parts = node.value.values if isinstance(node.value, ast.JoinedStr) else [node.value]
            yield "".join(part.value if isinstance(part, ast.Constant) else "NAME" for part in parts)


@pytest.mark.parametrize("rule", [*rules()])
def test_a_rule_says_where_what_is_wrong_and_what_to_do(rule):
    keys, _, message = rule.partition(": ")
    wrong, _, todo = message.partition("; ")
    assert wrong
    assert todo
    known = {*BY_KEY, *REPEATED, "range"} | {key for section in REPEATED.values() for key in section}
    for key in keys.replace(" or ", ", ").split(", "):
        assert key in known or "NAME" in key, key
