"""From a call to a plan: what each argument becomes, and what is refused in which words."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

import budgetplan
from budgetplan.domain.options import ask
from budgetplan.errors import BadDataError, Problem, UsageError
from budgetplan.settings.arguments import read_arguments, read_file

GOLD = ["y", "n", "y", None]
SCORES = [0.9, 0.1, 0.8, 0.5]
FRAME = pd.DataFrame({"gold": GOLD, "p": SCORES, "q:y": 0.5, "q:n": 0.5, "verb": list("aabb")})


def call(source=GOLD, models=None, classes=None, validation=None, **options):
    return read_arguments(source, {"m": SCORES} if models is None else models, classes, validation, options)


def refused(*args, **options):
    with pytest.raises((UsageError, BadDataError)) as caught:
        call(*args, **options)
    return str(caught.value).splitlines()


def test_options_become_the_plan():
    given = call(
        positive=["y"], cost=0.04, budget="40 hours", seconds_per_item=20, groups=list("aabb"),
        cost__contingency="5 %", words=("a", "b", "c", "d"), notes=["one", "two"], seed=np.int64(7), units=[1, 2, 3, 4],
    )  # fmt: skip
    plan = given.plan
    assert (plan.table, plan.columns.label, plan.columns.group, plan.columns.units) == (
        "arrays",
        "y_true",
        "groups",
        "units",
    )
    assert (plan.prices.per_item, plan.prices.contingency, plan.seed) == (Decimal("0.04"), Decimal("0.05"), 7)
    assert (plan.budget.amount, plan.budget.unit, plan.words.entries) == (Decimal(40), "hours", "d")
    assert plan.notes == ("one", "two")
    assert given.tables["arrays"].header == ("y_true", "groups", "units", "models['m']")


def test_columns_of_a_data_frame_are_named():
    plan = call(FRAME, ["p"], label="gold", positive="y", group="verb").plan
    assert (plan.table, plan.columns.label, plan.columns.group) == ("DataFrame", "gold", "verb")
    assert [(model.name, model.column) for model in plan.models] == [("p", "p")]
    # Columns by class are seen from their names.
    deferred = call(FRAME, {"m": "q"}, label="gold", error_weight=4).plan.deferral
    assert [(model.name, model.probabilities) for model in deferred.models] == [("m", "q")]
    both = call(FRAME, "p", label="gold", positive="y", groups=np.arange(4))
    assert both.plan.columns.group == "groups"
    assert both.tables["DataFrame"].header[-1] == "groups"


def test_one_number_is_a_score_or_a_probability_by_what_is_asked():
    assert call(positive="y").plan.models[0].column == "models['m']"
    deferral = call(positive="y", error_weight=4).plan.deferral
    assert deferral.models[0].probabilities == "models['m']"
    assert deferral.reviewing is None
    joint = call(positive="y", error_weight=4, budget="2 items", worth_of_right_answer=1, review_cost=1).plan
    assert joint.deferral.reviewing is not None


def test_keys_of_a_model_are_those_of_a_plan_file():
    model = {"scores": SCORES, "order": "lower", "cut": 0.5, "cost": 3}
    [spec] = call(models={"m": model}, positive="y", cost=1).plan.models
    assert (spec.order, spec.cut, spec.cost, spec.column) == ("lower", 0.5, 3, "models['m']['scores']")
    svc = {"decision": SCORES, "classes": ["n", "y"]}
    [spec] = call(models={"svc": svc}, error_weight=4).plan.deferral.models
    assert (spec.decision, spec.classes) == ("models['svc']", ("n", "y"))
    p = {"probabilities": np.full((4, 2), 0.5), "classes": ["n", "y"], "cost": 2}
    given = call(models={1: p}, error_weight=4)
    assert given.plan.deferral.models[0].name == "1"
    assert "models[1]['probabilities']:n" in given.tables["arrays"].header


def test_validation_items_have_a_table_of_their_own():
    given = call(
        positive="y",
        error_weight=4,
        weights=[1, 1, 1, 1],
        validation=(GOLD[:3], {"m": SCORES[:3]}, {"weights": [1, 2, 3]}),
    )
    assert given.plan.deferral.file_validation == "validation"
    assert given.tables["validation"].header == ("y_true", "models['m']", "weights")
    assert (
        call(
            positive="y", error_weight=4, split=list("vvtt"), validation="v", test="t"
        ).plan.deferral.validation
        == "v"
    )


@pytest.mark.parametrize(
    ("how", "lines"),
    [
        ({"positive": "y", "bugdet": 3}, ["budgetplan.plan, bugdet: there is no such option; did you mean budget?"]),
        ({"positive": "y", "cost": "1,040"}, ['cost: the comma in this number may be a decimal comma or separate thousands (found "1,040"); write 1040 if it separates thousands, 1.04 if it is a decimal comma']),
        ({"positive": "y", "cost": float("nan")}, ['cost: this is not a finite number (found "nan"); write a number, such as 0.04']),
        ({"positive": "y", "missing": "lst"}, ['missing: this is not one of the choices (found "lst"); write one of error, last, exclude']),
        ({"positive": "y", "budget": 3}, ['budget: a budget in money needs a price for reviewing an item (found "3"); give one, such as cost=0.04, or a budget as budget="400 items"']),
        ({"positive": "y", "table__sheet": "x"}, ['table__sheet: this says how a file is read, and there is none (found "x"); leave it out']),
        ({"positive": "y", "label": "gold"}, ['label: the labels are the first argument (found "gold"); leave it out']),
        ({"positive": "y", "groups": "verb"}, ['groups: this names a column, and there is no DataFrame (found "verb"); give an array with one value for each item']),
        ({"positive": "y", "models": {"m": "p"}}, ["models['m']: this names a column, and there is no DataFrame (found \"p\"); give an array with one value for each item"]),
        ({"positive": "y", "models": [1, 2]}, ['models: models are not given like this; give a dictionary: {"rf": array}; for a DataFrame also names of columns; of several keys {"rf": {"column": "p", "says": "label"}}', "budgetplan.plan: still needed: a model (models)"]),
        ({"positive": "y", "models": {"m": {"scores": SCORES, "ordr": 1}}}, ["models['m']['ordr']: there is no such key; did you mean order?"]),
        ({"positive": "y", "classes": ["a"]}, ["classes: no model has an array with a column for each class; leave this out"]),
        ({"positive": "y", "validation": GOLD}, ["validation: validation items are not given like this; give validation=(y_true, {name: array}), a DataFrame, or the name of their split"]),
        ({"positive": "y", "validation": (GOLD, {"m": SCORES})}, ["validation: models that order items need no validation items; leave it out, or say what answers are worth (error_weight)"]),
        ({"positive": "y", "error_weight": 4, "validation": (GOLD, [SCORES])}, ['validation, models: models are not given like this; give a dictionary: {"rf": array}']),
        ({"error_weight": 4, "classes": [1, 1.0], "models": {"m": np.full((4, 2), 0.5)}}, ['classes: two classes have the same name (found "1"); give each column a class of its own']),
        ({"error_weight": 4, "models": {"m": {"probabilities": np.full((4, 2), 0.5), "classes": ["a", "a"]}}}, ["models['m']['classes']: two classes have the same name (found \"a\"); give each column a class of its own"]),
        ({"positive": "y", "models": {"": SCORES}}, ["models['']: the model has no name; name it"]),
        ({"source": [], "models": {"m": []}, "positive": "y"}, ["y_true: there are no items; give one label for each item, also an empty one"]),
        ({"source": FRAME[:0], "models": ["p"], "label": "gold", "positive": "y"}, ["DataFrame: there are no items; give one label for each item, also an empty one"]),
        ({"positive": "y", "error_weight": 4, "split": list("vvtt"), "validation": (GOLD, {"m": SCORES})}, ["split: the validation items are given apart; give one of the two: an array of splits, or validation items of their own"]),
        ({}, ["budgetplan.plan: still needed: the label that is collected (positive)"]),
        ({"models": {"m": np.full((4, 2), 0.5)}, "classes": ["y", "n"]}, ["budgetplan.plan: still needed: what answers are worth (error_weight); where models only order items for review, give one score an item, such as proba[:, 1]"]),
        ({"models": {"m": np.full((4, 2), 0.5)}, "classes": ["y", "n"], "positive": "y"}, ["budgetplan.plan: still needed: what answers are worth (error_weight); or, to collect what positive names, of each model the column of that class (models); where models only order items for review, give one score an item, such as proba[:, 1]"]),
        ({"positive": "y", "weights": [1, 2]}, ["weights: the number of values is 2, and there are 4 labels in y_true; give one for each item, in the same order"]),
        ({"positive": "y", "error_weight": 4, "validation": (GOLD, {"x": SCORES}, {"groups": GOLD})}, ["validation, groups: the other items have no such array; those that the other items have are none"]),
        ({"positive": "y", "error_weight": 4, "groups": list("aabb"), "validation": (GOLD, {"x": SCORES})}, ["validation, models['m']: the validation items have no such array; give one for each model, by the same name", 'validation: the validation items have no groups; give them as the third: validation=(y_true, models, {"groups": array})']),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(how, lines):
    assert refused(**how) == lines


def test_problems_are_placed_by_argument():
    given = call(positive="y")
    problem = Problem("it is bad", ask("table.missing", "last"), "arrays", 3, "models['m']", "w3", "x")
    assert str(given.placed(problem)) == (
        'models[\'m\'], position 3, item w3: it is bad (found "x"); missing="last"'
    )
    assert str(given.placed(Problem("it is bad", "mend it", "[answers]"))) == "[answers]: it is bad; mend it"
    many = call(models={"m": np.full((4, 2), 0.5)}, classes=["n", "y"], error_weight=4)
    assert str(many.placed(Problem("it is bad", "mend it", "arrays", column="models['m']:n"))) == (
        "models['m'], column n: it is bad; mend it"
    )
    frame = call(FRAME, "p", label="gold", positive="y")
    assert str(frame.placed(Problem("it is bad", "mend it", "DataFrame", 1, "p"))) == (
        "DataFrame, position 1, column p: it is bad; mend it"
    )


def test_a_plan_file_takes_options_of_a_call(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = "y"\n[[models]]\nname = "m"\n[cost]\nper_item = 1\n'
    )
    plan = read_file(str(path), {"cost": {"per_item": 0.5}, "budget": 3})
    assert (plan.prices.per_item, plan.budget.amount) == (Decimal("0.5"), Decimal(3))
    assert plan.table == str(tmp_path / "t.csv")
    with pytest.raises(UsageError, match=r'budget: this is not a number .*"400 items"'):
        read_file(str(path), {"budget": "much"})


@pytest.mark.parametrize("word", ["--cost 5", "--set table.missing=last", "a --id x", "--id COLUMN"])
@pytest.mark.parametrize("place", ["positive", "label", "column", "model"])
def test_what_the_user_wrote_is_never_reworded(word, place):
    labels, scores = ["a", "b"] * 20, list(range(40))
    positive = "no such label"
    if place == "positive":
        positive = word
    elif place == "label":
        labels = [word if one == "a" else one for one in labels]
    frame = pd.DataFrame({"g": labels, "m": scores} | ({word: scores} if place == "column" else {}))
    models = {word if place == "model" else "m": [*scores[:-1], "x"] if place == "model" else scores}
    given = (frame, ["m"]) if place == "column" else (labels, models)
    more = {"label": "nope"} if place == "column" else {}
    with pytest.raises((BadDataError, UsageError)) as error:
        budgetplan.plan(*given, positive=positive, budget="10 items", **more)
    assert word in str(error.value)
