"""From a call to a plan: what each argument is called and becomes, and what is refused."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

import budgetplan
from budgetplan.domain import messages
from budgetplan.domain.messages import Message, catalogue, literal
from budgetplan.domain.options import BY_KEY, OPTIONS, REPEATED
from budgetplan.errors import BadDataError, Problem, UsageError
from budgetplan.settings.arguments import (
    PLURALS,
    argument,
    as_argument,
    meanings,
    read_arguments,
    read_file,
    stated_in,
    unknown_argument,
)
from budgetplan.settings.sources import Settings

GOLD = ["y", "n", "y", None]
SCORES = [0.9, 0.1, 0.8, 0.5]
TWO = np.full((4, 2), 0.5)
FRAME = pd.DataFrame({"gold": GOLD, "p": SCORES, "q:y": 0.5, "q:n": 0.5, "verb": list("aabb")})


def call(source=GOLD, models=None, classes=None, validation=None, **options):
    return read_arguments(source, {"m": SCORES} if models is None else models, classes, validation, options)


def test_every_key_and_flag_has_a_name_that_means_it_and_nothing_else():
    keys = [key for key, entry in BY_KEY.items() if entry.section not in REPEATED]
    for key in keys:
        assert meanings(argument(key)) == meanings(key.replace(".", "__")) == (key,)
        assert argument(key).isidentifier()
    for entry in OPTIONS:
        if entry.flag and entry.key in keys:
            assert meanings(entry.flag.lstrip("-").replace("-", "_")) == (entry.key,)
    assert {meanings(name) for name in PLURALS} == {(key,) for key in PLURALS.values()}
    # --cost is the price of one item, costs those of all.
    assert (meanings("cost"), meanings("costs")) == (("cost.per_item",), ("table.cost",))


@pytest.mark.parametrize(
    ("name", "todo"),
    [
        ("bugdet", "did you mean budget?"),
        ("costs__contingency", "write contingency"),
        ("entry__valu", "did you mean entry_value?"),
        ("left_out", "write entry__left_out or answers__left_out"),
    ],
)
def test_what_means_nothing_names_the_nearest(name, todo):
    assert unknown_argument(name).texts(option=as_argument) == (todo, "")
    assert "cost__contingency" in str(unknown_argument("zzzzz"))


def test_values_are_as_a_plan_file_has_them():
    cost = call(positive="y", cost=np.float32(0.04), entry={"value": {"y": np.float64(0.5)}}).plan
    assert (cost.prices.per_item, cost.values.entry) == (Decimal("0.04"), {"y": Decimal("0.5")})
    for label, text in ((True, "True"), (1.0, "1"), (np.int64(3), "3")):
        assert call(positive=label).plan.positive == (text,)
    assert call(positive={"b", "a"}).plan.positive == ("a", "b")
    for names in (np.array([True, False]), pd.Series([1.0, 2.0])):
        [spec] = call(models={"m": {"decision": SCORES, "classes": names}}, error_weight=4).plan.deferral.models
        assert spec.classes in {("True", "False"), ("1", "2")}


def test_sections_are_taken_key_by_key_and_pairs_are_cells():
    settings = Settings("call", {}, [], [])
    options = {
        "answers": {"right": 1, ("a", 1): -2, "wrnog": 3},
        "cost": {"contingency": 0.05},
        "budget": None,
        "colour": 3,
    }
    assert list(stated_in(settings, options)) == [
        ("answers.right", 1, "answers.right"),
        ("answers.cell", [{"predicted": "a", "truth": 1, "value": -2}], "answers.cell"),
        ("cost.contingency", 0.05, "cost.contingency"),
    ]
    first, second = map(str, settings.problems)
    assert first == "answers.wrnog: there is no such key; did you mean answers.wrong?"
    assert second.startswith("call, colour: there is no such option")


def test_options_become_the_plan():
    given = call(
        positive=["y"],
        cost=0.04,
        budget="40 hours",
        seconds_per_item=20,
        groups=list("aabb"),
        cost__contingency="5 %",
        words=("a", "b", "c", "d"),
        notes=["one", "two"],
        seed=np.int64(7),
        units=[1, 2, 3, 4],
    )
    plan = given.plan
    columns = plan.columns
    assert (plan.table, columns.label) == ("arrays", "y_true")
    assert (columns.group, columns.units) == ("groups", "units")
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
    assert (both.plan.columns.group, both.tables["DataFrame"].header[-1]) == ("groups", "groups")


def test_one_number_is_a_score_or_a_probability_by_what_is_asked():
    assert call(positive="y").plan.models[0].column == "models['m']"
    deferral = call(positive="y", error_weight=4).plan.deferral
    assert (deferral.models[0].probabilities, deferral.reviewing) == ("models['m']", None)
    joint = call(positive="y", error_weight=4, budget="2 items", worth_of_right_answer=1, review_cost=1).plan
    assert joint.deferral.reviewing is not None


def test_keys_of_a_model_are_those_of_a_plan_file():
    model = {"scores": SCORES, "order": "lower", "cut": 0.5, "cost": 3}
    [spec] = call(models={"m": model}, positive="y", cost=1).plan.models
    assert (spec.order, spec.cut, spec.cost, spec.column) == ("lower", 0.5, 3, "models['m']['scores']")
    svc = {"decision": SCORES, "classes": ["n", "y"]}
    [spec] = call(models={"svc": svc}, error_weight=4).plan.deferral.models
    assert (spec.decision, spec.classes) == ("models['svc']", ("n", "y"))
    given = call(models={1: {"probabilities": TWO, "classes": ["n", "y"], "cost": 2}}, error_weight=4)
    assert given.plan.deferral.models[0].name == "1"
    assert "models[1]['probabilities']:n" in given.tables["arrays"].header


def test_validation_items_have_a_table_of_their_own_or_a_split():
    apart = (GOLD[:3], {"m": SCORES[:3]}, {"weights": [1, 2, 3]})
    given = call(positive="y", error_weight=4, weights=[1, 1, 1, 1], validation=apart)
    assert given.plan.deferral.file_validation == "validation"
    assert given.tables["validation"].header == ("y_true", "models['m']", "weights")
    split = call(positive="y", error_weight=4, split=list("vvtt"), validation="v", test="t")
    assert split.plan.deferral.validation == "v"


Y = {"positive": "y"}
PROBA = {"models": {"m": TWO}, "classes": ["y", "n"]}
ANSWERS = {"positive": "y", "error_weight": 4}
OTHERS = {"groups": list("aabb")}


@pytest.mark.parametrize(
    ("how", "told"),
    [
        (Y | {"bugdet": 3}, "budgetplan.plan, bugdet: there is no such option; did you mean budget?"),
        (Y | {"table__sheet": "x"}, "table__sheet: this says how a file is read, and there is no file"),
        (Y | {"label": "gold"}, "label: the labels are the first argument"),
        (Y | {"groups": "verb"}, "groups: this names a column, and there is no DataFrame"),
        (Y | {"models": {"m": "p"}}, "models['m']: this names a column, and there is no DataFrame"),
        (Y | {"models": [1, 2]}, "models: models are not given like this"),
        (Y | {"models": {"m": {"scores": SCORES, "ordr": 1}}}, "models['m']['ordr']: there is no such key"),
        (Y | {"classes": ["a"]}, "classes: no model has an array with a column for each class"),
        (Y | {"validation": GOLD}, "validation: validation items are not given like this"),
        (Y | {"validation": (GOLD, {"m": SCORES})}, "validation: models that order items need no validation"),
        (ANSWERS | {"validation": (GOLD, [SCORES])}, "validation, models: models are not given like this"),
        (
            {"error_weight": 4, "models": {"m": {"probabilities": TWO, "classes": ["a", "a"]}}},
            "models['m']['classes']: two classes have the same name",
        ),
        (Y | {"models": {"": SCORES}}, "models['']: the model has no name"),
        (Y | {"source": [], "models": {"m": []}}, "y_true: there are no items"),
        (Y | {"source": FRAME[:0], "models": ["p"], "label": "gold"}, "DataFrame: there are no items"),
        (
            ANSWERS | {"split": list("vvtt"), "validation": (GOLD, {"m": SCORES})},
            "split: the validation items are given separately",
        ),
        ({}, "budgetplan.plan: still needed: the label that is collected (positive)"),
        (PROBA, "budgetplan.plan: still needed: what answers are worth (error_weight); where models only"),
        (Y | PROBA, "budgetplan.plan: still needed: what answers are worth (error_weight); or, to collect"),
        (Y | {"weights": [1, 2]}, "weights: the number of values is 2, and there are 4 labels in y_true"),
        (ANSWERS | {"validation": (GOLD, {"x": SCORES}, OTHERS)}, "validation, groups: the other items have no"),
        (
            ANSWERS | OTHERS | {"validation": (GOLD, {"x": SCORES})},
            "validation, models['m']: the validation items have no such array",
        ),
        (ANSWERS | OTHERS | {"validation": (GOLD, {"m": SCORES})}, "validation: the validation items have no gro"),
    ],
)
def test_what_cannot_be_is_told_with_its_argument(how, told):
    with pytest.raises((UsageError, BadDataError)) as caught:
        call(**how)
    assert str(caught.value).startswith(told)


def test_what_is_called_is_named():
    with pytest.raises(UsageError, match=r"^budgetplan\.evaluate, wieghts: there is no such option"):
        read_arguments(GOLD, {"m": SCORES}, None, None, {"wieghts": 4}, evaluated=True)


def test_problems_are_placed_by_argument(monkeypatch):
    words = catalogue() | {"x": {"bad": ["it is bad", "{table.missing=last}"]}}
    monkeypatch.setattr(messages, "catalogue", lambda _="en": words)
    given = call(positive="y")
    problem = Problem(Message("x.bad"), "arrays", 3, "models['m']", "w3", "x")
    assert given.placed(problem).words(option=as_argument) == (
        'models[\'m\'], position 3, item w3: it is bad (found "x"); missing="last"'
    )
    assert str(given.placed(Problem(literal("it is bad", "mend it"), "[answers]"))) == "[answers]: it is bad; mend it"
    many = call(models={"m": TWO}, classes=["n", "y"], error_weight=4)
    placed = many.placed(Problem(literal("it is bad", "mend it"), "arrays", column="models['m']:n"))
    assert str(placed) == "models['m'], column n: it is bad; mend it"
    frame = call(FRAME, "p", label="gold", positive="y")
    placed = frame.placed(Problem(literal("it is bad", "mend it"), "DataFrame", 1, "p"))
    assert str(placed) == "DataFrame, position 1, column p: it is bad; mend it"


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


@pytest.mark.parametrize("word", ["--cost 5", "--id COLUMN"])
@pytest.mark.parametrize("place", ["positive", "label", "column", "model"])
def test_what_the_user_wrote_is_never_reworded(word, place):
    labels = [word if place == "label" else "a", "b"] * 20
    scores = [*range(39), "x" if place == "model" else 39]
    positive = word if place == "positive" else "no such label"
    given = (labels, {word if place == "model" else "m": scores})
    more = {}
    if place == "column":
        given, more = (pd.DataFrame({"g": labels, word: scores}), [word]), {"label": "nope"}
    with pytest.raises((BadDataError, UsageError)) as error:
        budgetplan.plan(*given, positive=positive, budget="10 items", **more)
    assert word in str(error.value)
