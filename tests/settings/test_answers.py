"""Plans in which models answer: what they come to, and what is refused."""

from decimal import Decimal
from pathlib import Path

import pytest
from rows import rows_of

from budgetplan.domain.plan import ClassifierSpec, Deferral, Worths
from budgetplan.settings.build import read_plan

DATA = rows_of(__file__)
MODEL, K4 = DATA["pieces"]["MODEL"], DATA["pieces"]["K4"]

D = Decimal
TABLE = '[table]\nfile = "t.csv"\nlabel = "gold"\n'
FULL = DATA["full"]


def test_a_full_plan_names_its_files_from_its_folder(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(FULL)
    plan = read_plan(str(path))
    assert (plan.table, plan.models) == (str(tmp_path / "t.csv"), ())
    assert plan.deferral == Deferral(
        models=(
            ClassifierSpec("rf", "p_rf", cost=D("12.50")),
            ClassifierSpec("net", array=str(tmp_path / "net.npy"), classes=("a", "b")),
            ClassifierSpec("llm", predicted="pred_llm", confidence="conf_llm"),
        ),
        worths=Worths(
            unit="money", right=D(1), wrong=D("-2.5"), abstain=D("-0.5"), positive="b", left_out={"a": D(-1)}
        ),
        validation="dev",
        test="eval",
        review_cost=D("0.30"),
        domain="topic",
    )
    path.write_text(FULL.replace('validation = "dev"\ntest = "eval"', 'file_validation = "v.csv"'))
    assert read_plan(str(path)).deferral.file_validation == str(tmp_path / "v.csv")
    path.write_text(TABLE + 'classes = "c.txt"\n[[models]]\nname = "rf"\narray = "x.npy"\n' + K4)
    assert read_plan(str(path)).deferral.models[0].classes_from == str(tmp_path / "c.txt")


def test_flags_choose_among_the_models_of_the_plan(read):
    text = TABLE + MODEL + 'cost = 3\n[[models]]\nname = "nb"\nprobabilities = "p_nb"\n' + K4
    assert read(text, {"models.name": ("rf",)}).deferral.models == (ClassifierSpec("rf", "p_rf", cost=D(3)),)
    chosen = read(text, {"models.probabilities": ("nb=q",)}).deferral.models
    assert chosen == (ClassifierSpec("nb", "q"),)


def test_the_classes_of_arrays_are_named_beside_them_or_by_a_flag(read, refused):
    flags = {"table.label": "gold", "models.array": ("rf=x.npy", "nb=y.npy"), "answers.error_weight": "4"}

    def classes_from(**more):
        plan = read(None, flags | {f"table.{key}": value for key, value in more.items()})
        return [spec.classes_from for spec in plan.deferral.models]

    assert "the columns of an .npy file have no names" in refused(None, flags)[0]
    assert classes_from(classes="sorted") == ["sorted"] * 2
    Path("x.classes.json").write_text("[]")
    Path("y.classes.json").write_text("[]")
    assert classes_from() == ["x.classes.json", "y.classes.json"]
    Path("x.classes.txt").write_text("")
    assert classes_from() == ["x.classes.txt", "y.classes.json"]
    # What is said goes before what lies beside; what a model says itself goes before both.
    assert classes_from(classes="c.txt") == ["c.txt"] * 2
    own = TABLE + '[[models]]\nname = "rf"\narray = "x.npy"\nclasses = ["a", "b"]\n' + K4
    [named] = read(own, {"models.array": ("rf=z.npy",)}).deferral.models
    assert named == ClassifierSpec("rf", array="z.npy", classes=("a", "b"))
    assert refused(own, {"table.classes": "sorted"})[0].startswith("--classes: no model has an .npy file")
    assert refused(None, flags | {"table.classes": "a,,b"})[0].startswith("--classes: a class has no name")


def test_the_workflow_is_seen_from_the_models_or_said(read):
    scores = TABLE + 'positive = "a"\n'
    model = '[[models]]\nname = "p"\n'
    assert read(scores + model).deferral is None
    assert read(scores + 'workflow = "filter"\n' + model + K4).deferral is None
    assert read(scores + 'workflow = "defer"\n' + MODEL + K4).deferral is not None
    assert read(scores + 'workflow = "auto"\n' + MODEL + K4).deferral is not None


def test_answers_by_expected_value_are_asked_for_as_toml_or_set_says_it(read):
    text = TABLE + MODEL + K4
    assert read(text).deferral.relabel is False
    assert read(text + "relabel = true\n").deferral.relabel is True
    assert read(text + "relabel = false\n", {"set": ("answers.relabel=true",)}).deferral.relabel is True


def test_test_and_validation_items_may_have_a_table_each(read):
    text = '[table]\nlabel = "gold"\nfile_validation = "v.csv"\nfile_test = "e.csv"\n' + MODEL + K4
    plan = read(text)
    assert (plan.table, plan.deferral.file_test, plan.deferral.file_validation) == ("e.csv", "e.csv", "v.csv")


@pytest.mark.parametrize(
    ("text", "worths"),
    [
        ("error_weight = 4", {"error_weight": D(4)}),
        ("k_tp = 2\nk_fp = 1\nk_fn = 5", {"k_tp": D(2), "k_fp": D(1), "k_fn": D(5)}),
        ("right = 1\nwrong = -1\nleft_out = -0.5", {"right": D(1), "wrong": D(-1), "abstain": D("-0.5")}),
        (
            'right = 1\nwrong = 0\n[[answers.cell]]\npredicted = "a"\ntruth = "b"\nvalue = -9.5',
            {"right": D(1), "wrong": D(0), "cells": {("a", "b"): D("-9.5")}},
        ),
        ('matrix = "m.csv"', {"cells": {("a", "b"): D(-9), ("b", "a"): D("-0.5")}}),
        ("error_weight = 2\nworth_of_right_answer = 0.2", {"error_weight": D(2), "worth_of_right_answer": D("0.2")}),
    ],
)
def test_each_way_to_say_what_answers_are_worth(read, text, worths):
    Path("m.csv").write_text("predicted,truth,value\na,b,-9\nb,a,-0.5\n")
    plan = read(TABLE + 'positive = "a"\n' + MODEL + "[answers]\n" + text)
    assert plan.deferral.worths == Worths(positive="a", **worths)


@pytest.mark.parametrize(("text", "told"), DATA["broken"])
def test_what_cannot_be_is_told_with_its_key(refused, text, told):
    [line] = refused(TABLE + text)
    assert line.startswith(f"plan.toml, {told}")


def test_a_matrix_that_is_not_there_is_told(refused):
    [line] = refused(TABLE + MODEL + '[answers]\nmatrix = "none.csv"\n')
    assert line.startswith("none.csv: there is no such file")


@pytest.mark.parametrize("key", ["validation", "file_validation", "domain"])
def test_what_only_classifiers_need_is_refused_for_scores(refused, key):
    flags = {"table.label": "gold", "table.positive": ("a",), "models.name": ("p",), f"table.{key}": "x"}
    assert f"table.{key}: this is for plans in which a model answers" in refused(None, flags)[0]
