"""Contradictions between the parts of a plan."""

import ast
import inspect

import pytest
from rows import rows_of

from budgetplan.domain.messages import catalogue
from budgetplan.domain.options import BY_KEY, REPEATED
from budgetplan.errors import UsageError
from budgetplan.settings import contradictions
from budgetplan.settings.build import read_plan

DATA = rows_of(__file__)

RANKED = {"table.label": "gold", "table.positive": ("y",), "models.name": ("p",)}
ANSWERS = {"table.label": "gold", "models.probabilities": ("rf=p_rf",)}


def read(flags, said=""):
    return read_plan("t.csv", flags | {"set": tuple(filter(None, said.split("; ")))})


@pytest.mark.parametrize(("said", "told"), DATA["ranked"])
def test_a_contradiction_in_the_plan_of_a_ranked_list_is_refused_with_its_key(said, told):
    with pytest.raises(UsageError) as error:
        read(RANKED, said)
    [problem] = error.value.problems
    assert str(problem).startswith(f"--set {told}")


@pytest.mark.parametrize(("said", "told"), DATA["answers"])
def test_a_contradiction_where_a_model_answers_is_refused_with_its_key(said, told):
    with pytest.raises(UsageError) as error:
        read(ANSWERS, said)
    [problem] = error.value.problems
    assert str(problem).removeprefix("--set ").startswith(told)


@pytest.mark.parametrize(("flags", "told"), DATA["options"])
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


@pytest.mark.parametrize("said", DATA["taken"])
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
