"""The call in a notebook: the same results as the command line, in DataFrames, figures and HTML."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from commands import ended

import budgetplan
from budgetplan.api import Solved
from budgetplan.errors import BadDataError, BudgetplanError, UsageError
from budgetplan.settings.build import read_plan

DATE = "2026-11-21"
CLASSES = ["hate", "neither", "rude"]


def ranked(n=60, seed=1):
    """Items of two labels in groups of three, a third without a label, and two models, the second the better."""
    rng = np.random.default_rng(seed)
    is_idiom = rng.random(n) < 0.4
    gold = np.where(is_idiom, "idiom", "literal").astype(object)
    gold[2 * n // 3 :] = None
    return pd.DataFrame(
        {
            "item_id": [f"w{(7 * row) % n:02}" for row in range(n)],
            "gold": gold,
            "rf": np.round(rng.random(n), 2),
            "svm": np.round(rng.normal(size=n) + 2 * is_idiom, 2),
            "verb": [f"v{row // 3}" for row in range(n)],
            "weight": 1.0 + np.arange(n) % 3,
            "price": np.round(0.02 + rng.random(n) / 10, 3),
        }
    )


def classified(n=120, seed=2, digits=3):
    """Items of three classes in two splits, and what a model says of each class, in printed decimals."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, n)
    z = rng.normal(size=(n, 3))
    z[np.arange(n), truth] += 2
    p = np.round(np.exp(z) / np.exp(z).sum(axis=1, keepdims=True), digits)
    p[:, 2] = np.round(1 - p[:, 0] - p[:, 1], digits)
    frame = pd.DataFrame(
        {
            "item_id": [f"i{row:03}" for row in range(n)],
            "gold": [CLASSES[code] for code in truth],
            "split": np.where(np.arange(n) % 2, "validation", "test"),
        }
    )
    for code, name in enumerate(CLASSES):
        frame[f"p_rf:{name}"] = p[:, code]
    return frame, p


def by_command_line(tmp_path, frame, *args, name="t.csv"):
    """Return the record of the decision that the command line writes for a table."""
    frame.to_csv(tmp_path / name, index=False)
    out = tmp_path / "out"
    asked = ["report", str(tmp_path / name), *args, "--out", str(out), "--date", DATE, "--format", "html"]
    with pytest.MonkeyPatch.context() as patch:
        # Pictures take longest to make, and a record has none.
        patch.setattr("budgetplan.render.html.Drawings.draw", lambda *_, **__: b'<svg viewBox="0 0 1 1"></svg>')
        done = ended(*asked)
    assert done.exit_code in {0, 3}, done.output
    return json.loads((out / "decision.json").read_text(encoding="utf-8"))


def without_places(record):
    """Return a record without where its data lie: the file and the columns."""
    kept = {key: value for key, value in json.loads(json.dumps(record)).items() if key != "provenance"}
    for key in ("files", "checksums"):
        kept.pop(key, None)
    if kept.get("work_plan"):
        kept["work_plan"].pop("column")  # arrays are named by what was passed
    plan = kept["plan"]
    for key in ("table", "columns"):
        plan.pop(key)
    for model in [*plan["models"], *(plan["deferral"] or {"models": []})["models"]]:
        for key in ("column", "probabilities"):
            model.pop(key, None)
    if plan["deferral"]:
        plan["deferral"].pop("file_validation")
    kept["warnings"] = [
        {key: part for key, part in one.items() if key not in {"file", "column", "line"}} for one in kept["warnings"]
    ]
    return kept


FILTER = "--label gold --positive idiom --model rf --model svm --set sure.resamples=60".split()  # noqa: SIM905


@pytest.mark.parametrize(
    ("flags", "options"),
    [
        (
            ("--cost", "0.04", "--entry-value", "0.1", "--set", "cost.contingency=0.05"),
            {"cost": np.float32(0.04), "entry": {"value": {"idiom": "0.1"}}, "cost__contingency": 0.05},
        ),
        (
            ("--target", "80 %", "--cost", "1", "--set", "sure.seed=4"),
            {"target": "80 %", "cost__per_item": 1, "sure": {"seed": np.int64(4)}},
        ),
    ],
)
def test_ranked_items_give_what_the_command_line_gives(tmp_path, flags, options):
    frame = ranked()
    more = ("--group", "verb", "--set", "table.weight=weight")
    expected = by_command_line(tmp_path, frame, *FILTER, *flags, *more)
    common = {"positive": "idiom", "resamples": 60, **options}
    of_frame = budgetplan.plan(frame, label="gold", models=["rf", "svm"], group="verb", weights="weight", **common)
    of_arrays = budgetplan.plan(
        frame["gold"].tolist(),
        {"rf": frame["rf"].to_numpy(), "svm": frame["svm"]},
        ids=frame["item_id"],
        groups=frame["verb"].astype("category"),
        weights=frame["weight"].to_numpy(dtype=np.int8),
        **common,
    )
    for planned in (of_frame, of_arrays):
        assert without_places(planned.decision) == without_places(expected)
    # A DataFrame has the very columns of the file.
    plans = [{**one["plan"], "table": ""} for one in (expected, json.loads(json.dumps(of_frame.decision)))]
    assert plans[0] == plans[1]


@pytest.mark.parametrize(("key", "more"), [("quota__by", {"minimum": 1}), ("type", {"entry__unit": "type"})])
def test_strata_and_types_may_be_arrays(key, more):
    frame, more = ranked().dropna(), more | {"positive": "idiom", "cost": 1, "budget": 9, "resamples": 60}
    frame["verb"] = np.resize(["v1", "v2", "v1", "v3"], len(frame))
    of_frame = budgetplan.plan(frame, ["svm"], label="gold", **more, **{key: "verb"})
    models = {"svm": frame["svm"]}
    of_arrays = budgetplan.plan(frame["gold"], models, ids=frame["item_id"], **more, **{key: frame["verb"]})
    assert of_arrays.decision["recommendation"] == of_frame.decision["recommendation"]


@pytest.mark.usefixtures("plan_alone")
def test_prices_of_items_and_ranks_give_what_the_command_line_gives(tmp_path):
    frame = ranked()
    frame["rf"] = frame["rf"].rank(method="first").astype(int)
    plan = tmp_path / "plan.toml"
    plan.write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = "idiom"\ncost = "price"\n'
        '[[models]]\nname = "rf"\norder = "rank"\ncost = "0.2"\n[[models]]\nname = "svm"\ncut = 1.1\n'
        '[goal]\nbudget = "1"\n[sure]\nresamples = 60\n'
    )
    frame.to_csv(tmp_path / "t.csv", index=False)
    expected = budgetplan.plan(plan).decision
    models = {"rf": {"scores": frame["rf"], "order": "rank", "cost": 0.2}, "svm": {"scores": frame["svm"], "cut": 1.1}}
    said = {"ids": frame["item_id"], "costs": frame["price"], "positive": "idiom", "budget": 1}
    made = budgetplan.plan(frame["gold"], models, resamples=60, **said)
    assert without_places(made.decision) == without_places(expected)


DEFER = "--label gold --probabilities rf=p_rf --error-weight 4 --set sure.resamples=60".split()  # noqa: SIM905


def test_classes_give_what_the_command_line_gives(tmp_path):
    frame, p = classified()
    expected = without_places(by_command_line(tmp_path, frame, *DEFER))
    common = {"error_weight": 4, "resamples": 60}
    rest = {"ids": frame["item_id"], "split": frame["split"].to_numpy()} | common
    # Columns are found by their names, and stand in the order of the classes.
    turned = pd.DataFrame(p, columns=CLASSES)[CLASSES[::-1]]
    calls = [
        budgetplan.plan(frame, label="gold", models={"rf": "p_rf"}, **common),
        budgetplan.plan(frame["gold"], {"rf": p.tolist()}, classes=CLASSES, **rest),
        budgetplan.plan(frame["gold"], {"rf": turned}, **rest),
        budgetplan.plan(frame["gold"], {"rf": turned}, classes=np.array(CLASSES), **rest),
    ]
    for made in calls:
        assert without_places(made.decision) == expected


def test_validation_items_of_their_own_give_what_two_files_give(tmp_path):
    frame, p = classified()
    is_test = (frame.pop("split") == "test").to_numpy()
    frame["part"] = [f"g{row // 4}" for row in range(len(frame))]
    frame[~is_test].to_csv(tmp_path / "v.csv", index=False)
    more = ("--group", "part", "--set", f"table.file_validation={tmp_path / 'v.csv'}")
    expected = without_places(by_command_line(tmp_path, frame[is_test], *DEFER, *more))
    common = {"error_weight": 4, "resamples": 60}

    def of(rows):
        return frame["gold"][rows].to_numpy(), {"rf": p[rows]}

    def beside(rows):
        return {"ids": frame["item_id"][rows].to_numpy(), "groups": frame["part"][rows].to_numpy()}

    validation = (*of(~is_test), beside(~is_test))
    of_arrays = budgetplan.plan(*of(is_test), classes=CLASSES, **beside(is_test), validation=validation, **common)
    said = {"label": "gold", "models": {"rf": "p_rf"}, "group": "part"}
    of_frames = budgetplan.plan(frame[is_test], validation=frame[~is_test], **said, **common)
    assert without_places(of_arrays.decision) == without_places(of_frames.decision) == expected


@pytest.mark.usefixtures("undrawn")
def test_joint_plans_give_what_the_command_line_gives(tmp_path):
    frame, p = classified()
    frame.loc[frame.index % 10 == 3, "gold"] = None
    plan = tmp_path / "plan.toml"
    plan.write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\n[[models]]\nname = "rf"\nprobabilities = "p_rf"\n'
        '[answers]\nunit = "money"\nright = "0.05"\nwrong = "-0.2"\nreview_cost = "0.02"\n'
        '[[answers.cell]]\npredicted = "neither"\ntruth = "hate"\nvalue = "-1"\n'
        '[goal]\nbudget = "0.4"\n[cost]\ncurrency = "EUR"\n[sure]\nresamples = 60\n'
    )
    frame.to_csv(tmp_path / "t.csv", index=False)
    done = ended("report", plan, "--out", tmp_path / "o", "--date", DATE, "--format", "html")
    assert done.exit_code == 0, done.output
    expected = without_places(json.loads((tmp_path / "o" / "decision.json").read_text(encoding="utf-8")))
    answers = {"unit": "money", "right": 0.05, "wrong": -0.2, ("neither", "hate"): -1}
    said = {"answers": answers, "review_cost": 0.02, "budget": 0.4, "currency": "EUR", "resamples": 60}
    of_items = {"ids": frame["item_id"], "split": frame["split"]}
    made = budgetplan.plan(frame["gold"], {"rf": p}, classes=CLASSES, **of_items, **said)
    assert without_places(made.decision) == expected
    assert list(made.figures) == ["figure_flow"]


@pytest.mark.parametrize(
    ("labels", "positive"),
    [
        ([True, False, True, None, False, True, None], True),
        ([True, False, True, None, False, True, None], None),
        (np.array([True, False, True, None, False, True, None], dtype=object), None),
        (pd.Series([True, False, True, None, False, True, None], dtype="boolean"), None),
        (np.array([1.0, 0.0, 1.0, np.nan, 0.0, 1.0, np.nan]), np.int64(1)),
        (np.ma.array([1, 0, 1, 7, 0, 1, 7], mask=[0, 0, 0, 1, 0, 0, 1]), 1),
        (pd.array([1, 0, 1, None, 0, 1, None], dtype="Int64"), 1),
        (pd.Series([True, False, True, None, False, True, None], dtype="boolean"), "True"),
        (pd.Series(["y", "n", " y", pd.NA, "n", "y", ""], dtype="string"), {"y"}),
    ],
    ids=["bool", "list", "object", "Series", "numpy", "masked", "Int64", "boolean", "string"],
)
def test_labels_of_every_kind_are_read(labels, positive):
    scores = [0.9, 0.1, 0.8, 0.5, 0.3, 0.7, 0.2]
    collected = {} if positive is None else {"positive": positive}  # of true and false the true ones
    made = budgetplan.plan(labels, {"m": scores}, **collected, budget="2 items", resamples=0)
    assert made.decision["sample"]["labelled_items"] == 5
    assert made.decision["sample"]["positives"] == 3.0
    assert made.decision["list"]["items"] == 2
    # What is positive is called as the labels are, and everything is counted.
    assert re.fullmatch(r"Labels: \w+ \(3, collected\), \w+ \(2\)\.", made.messages[2])


def test_probabilities_of_single_precision_may_miss_one_by_a_ten_thousandth():
    rng = np.random.default_rng(3)
    p = np.full((20, 30), 1 / 30)
    p[:, 0] += 5e-5
    truth = [f"c{code}" for code in rng.integers(0, 30, 20)]
    names = [f"c{code}" for code in range(30)]
    options = {"classes": names, "error_weight": 2, "resamples": 0}
    budgetplan.plan(truth, {"m": p.astype(np.float32)}, **options)
    with pytest.raises(BadDataError, match=r"models\['m'\], position 0: the probabilities do not sum to 1"):
        budgetplan.plan(truth, {"m": p}, **options)
    p[:, 0] += 1e-4
    with pytest.raises(BadDataError, match="do not sum to 1"):
        budgetplan.plan(truth, {"m": p.astype(np.float32)}, **options)


def test_decision_values_and_stated_classes_are_taken():
    frame, p = classified()
    says = {"predicted": np.array(CLASSES)[p.argmax(axis=1)], "confidence": p.max(axis=1)}
    made = budgetplan.plan(
        frame["gold"],
        {"rf": p, "svc": {"decision": np.log(p + 1e-3)}, "top": says},
        classes=CLASSES,
        split=frame["split"],
        error_weight=4,
        resamples=40,
    )
    models = {one["name"]: one for one in made.decision["defer"]["models"]}
    assert list(models) == ["rf", "svc", "top"]
    assert models["rf"]["accuracy"] == models["svc"]["accuracy"] == models["top"]["accuracy"]
    assert models["svc"]["scaling"]["temperature"] > 0


@pytest.fixture(scope="module")
def planned():
    frame = ranked()
    return budgetplan.plan(
        frame, label="gold", models=["rf", "svm"], positive="idiom", cost=0.04, budget=0.8, resamples=60
    )


def test_tables_are_those_of_the_report_and_of_its_workbook(planned, tmp_path):
    reviewed = planned.decision["recommendation"]["reviewed"]["value"]
    assert reviewed in planned.tables["options"].select_dtypes("number").to_numpy()
    with pytest.raises(KeyError, match=r"there are .*options"):
        planned.tables["optons"]
    planned.report(tmp_path / "r", date=DATE, formats="xlsx")
    sheets = pd.read_excel(tmp_path / "r" / "tables.xlsx", sheet_name=None, engine="openpyxl")
    assert {*planned.tables, *planned.figures} <= {*sheets}
    for name, table in planned.tables.items():
        written = pd.read_csv(tmp_path / "r" / "tables" / f"{name}.csv")
        assert list(written.columns) == list(table.columns) == list(sheets[name].columns)
        assert len(written) == len(table)
        for column in table.select_dtypes("number").columns:
            np.testing.assert_allclose(sheets[name][column].astype(float), table[column].astype(float), rtol=1e-15)
    assert not (tmp_path / "r" / "report.html").exists()


def test_figures_draw_themselves_and_are_saved(planned, tmp_path):
    name, figure = next(iter(planned.figures.items()))
    svg = figure._repr_svg_()
    assert re.search(r'<svg role="img" aria-label="[^"]{40,}" ', svg)
    assert figure.save(tmp_path / "more" / f"{name}.svg").read_text(encoding="utf-8") == svg
    assert len(figure.data)
    with pytest.raises(UsageError, match=r"figures are SVG files .*found \"x.png\""):
        figure.save(tmp_path / "x.png")


def test_the_report_is_that_of_the_command_line(tmp_path):
    frame = ranked()
    record = by_command_line(tmp_path, frame, *FILTER, "--budget", "9 items", "--mixture", "off")
    said = {"label": "gold", "models": ["rf", "svm"], "positive": "idiom", "mixture": "off"}
    made = budgetplan.plan(frame, budget="9 items", resamples=60, **said)
    result = made.report(tmp_path / "own", date=DATE, formats=("html",))
    assert result.exit_code == 0
    # Fourteen of forty are too few to tell models apart, and that is all.
    assert [one.split("; ")[0] for one in result.warnings] == [
        "To look at: DataFrame, column gold: only 14 of 40 labelled items have the label idiom"
    ]
    assert "Written: " in result.summary
    own = json.loads((tmp_path / "own" / "decision.json").read_text(encoding="utf-8"))
    assert own["files"] == record["files"]
    assert own["provenance"]["date"] == DATE
    assert made.decision["provenance"]["date"] is None
    # The page and the data name their table and its checksum; a warning a DataFrame here, and there a file.
    for name in [*(name for name in record["files"] if name.startswith("tables/")), "justification.txt"]:
        told = (tmp_path / "out" / name).read_bytes().replace(b"t.csv", b"DataFrame")
        assert (tmp_path / "own" / name).read_bytes() == told, name


def test_the_same_data_have_the_same_name_in_reports():
    frame = ranked()
    options = {"positive": "idiom", "budget": "9 items", "resamples": 0}

    def name(changed, **more):
        made = budgetplan.plan(changed, label="gold", models=["rf"], **{**options, **more})
        return made.decision["provenance"]["identifier"]

    other = frame.copy()
    other.loc[0, "rf"] += 0.5
    assert name(frame) == name(frame.copy()) == name(frame.drop(columns="verb"))
    assert len({name(frame), name(other), name(frame, seed=7)}) == 3


@pytest.mark.parametrize("how", [{"date": "31.1.2026"}, {"formats": "rtf"}])
def test_a_report_that_cannot_be_is_refused(planned, tmp_path, how):
    [(name, value)] = how.items()
    with pytest.raises(UsageError, match=f'^{name}: .*found "{value}"'):
        planned.report(tmp_path / "r", **how)
    assert not (tmp_path / "r").exists()


def test_it_shows_itself_without_scripts_and_with_all_names_escaped():
    evil = '<script>alert("x")</script>'
    frame = ranked().rename(columns={"svm": evil})
    frame["gold"] = frame["gold"].replace({"idiom": "<img src=x onerror=y>"})
    said = {"label": "gold", "positive": "<img src=x onerror=y>", "cost": 0.1, "budget": 1, "mixture": "off"}
    words = ("<b>item", "items&", "</div>entry", "entries")
    made = budgetplan.plan(frame, models=[evil, "rf"], words=words, resamples=0, **said)
    html = made._repr_html_()
    assert not re.search(r"<(script|b|iframe|link|html|body)\b|<[^>]* on\w+=", html)
    assert re.findall(r'<img [^>]*?src="(.{19})', html) == ["data:image/svg+xml,"]
    assert html.count("<h1") == html.count("<table") == html.count("<figure") == 1
    assert "&lt;script&gt;" in html
    assert re.fullmatch(r"<budgetplan: .+>", repr(made))


def test_options_of_the_command_line_are_told_as_arguments():
    frame = ranked()
    frame["split"] = ["a", "b"] * 30
    made = budgetplan.plan(frame, label="gold", models=["rf"], positive="idiom", resamples=0, budget="3 items")
    assert any('To use one, name it: split="SPLIT"' in one for one in made.messages)


def test_a_plan_file_is_read_and_options_are_laid_over_it(tmp_path):
    ranked().to_csv(tmp_path / "t.csv", index=False)
    plan = tmp_path / "plan.toml"
    plan.write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = "idiom"\n[[models]]\nname = "svm"\n'
        '[goal]\nbudget = "9 items"\n[sure]\nresamples = 40\n'
    )
    assert budgetplan.plan(str(plan)).decision["recommendation"]["reviewed"]["value"] == 9
    assert budgetplan.plan(plan, budget="4 items").decision["recommendation"]["reviewed"]["value"] == 4
    with pytest.raises(UsageError, match=r"plan.toml, bugdet: .*did you mean budget"):
        budgetplan.plan(plan, bugdet=3)
    with pytest.raises(UsageError, match="leave out models"):
        budgetplan.plan(plan, {"rf": [1, 2]})
    with pytest.raises(UsageError, match=r"not a plan file \(found \"t.csv\"\)"):
        budgetplan.plan("t.csv")


def test_problems_of_the_data_name_argument_position_and_item():
    scores = np.array([0.5, np.nan, 0.3, np.inf])
    with pytest.raises(BadDataError) as caught:
        budgetplan.plan(list("ynyn"), {"m": scores}, ids=list("abcd"), positive="y", budget="2 items")
    infinite, missing = str(caught.value).splitlines()
    assert infinite.startswith("models['m'], position 3, item d: this is infinite")
    assert missing.startswith("models['m'], position 1, item b: a labelled item has no score")
    assert 'missing="last"' in missing
    with pytest.raises(BadDataError, match=r"^y_true: no row has a label"):
        budgetplan.plan([None, ""], {"m": [1, 2]}, positive="y", budget="2 items")


SAID = {"positive": "idiom", "cost": 0.5, "budget": 10, "resamples": 0}


def test_tables_of_pyarrow_are_read_like_those_of_pandas():
    frame = ranked()
    expected = budgetplan.plan(frame, "svm", label="gold", **SAID).decision["recommendation"]
    bare = frame.assign(gold=frame.gold.map(lambda one: one if isinstance(one, str) else None))
    table = pa.Table.from_pandas(bare)
    assert budgetplan.plan(table, "svm", label="gold", **SAID).decision["recommendation"] == expected
    coded = table["gold"].combine_chunks().dictionary_encode()
    arrays = budgetplan.plan(coded, {"svm": table["svm"]}, ids=pa.array(frame.item_id), **SAID)
    assert arrays.decision["recommendation"] == expected


def test_the_labels_of_the_rows_name_the_items():
    frame = ranked()
    expected = budgetplan.plan(frame, "svm", label="gold", **SAID).decision["recommendation"]
    indexed = frame.set_index("item_id").rename_axis(None)
    table = budgetplan.plan(indexed, "svm", label="gold", **SAID)
    series = budgetplan.plan(indexed.gold, {"svm": indexed.svm}, **SAID)
    for made in (table, series):
        assert made.decision["recommendation"] == expected
        assert not any("no ids" in message for message in made.messages)


def test_of_true_and_false_the_true_ones_are_collected():
    frame = ranked().dropna(subset="gold")
    truth = (frame.gold == "idiom").to_numpy()
    said = {name: value for name, value in SAID.items() if name != "positive"}
    found = budgetplan.plan(truth, {"svm": frame.svm.to_numpy()}, **said)
    other = budgetplan.plan(frame.gold.tolist(), {"svm": frame.svm.to_numpy()}, **SAID)
    assert found.decision["filter"]["chosen"] == other.decision["filter"]["chosen"]
    with pytest.raises(UsageError, match="positive"):
        budgetplan.plan(truth.astype(int), {"svm": frame.svm.to_numpy()}, **said)


@pytest.mark.parametrize("budget", [None, 0.4])
def test_rows_without_names_may_stand_in_any_order(budget):
    """Probabilities in an array, or scores of a list; what judging costs stands beside them."""
    frame, p = classified()
    turn = np.random.default_rng(3).permutation(len(frame))
    models = (
        {"rf": p, "noisy": np.round((p + 0.5 + np.eye(3)[:1]) / 3.5, 3)}
        if budget is None
        else {"rf": p[:, 0], "noisy": p[:, 1]}
    )
    said = (
        {"error_weight": 4, "classes": CLASSES}
        if budget is None
        else {"positive": "hate", "cost": 0.02, "budget": budget}
    )
    labels = frame.gold.where(frame.index % 3 > 0 if budget else frame.index >= 0)
    made, other = (
        budgetplan.plan(
            labels[rows].tolist(), {name: each[rows] for name, each in models.items()}, resamples=60, **said
        )
        for rows in (np.arange(len(frame)), turn)
    )
    for key in ("recommendation", "filter" if budget else "defer"):
        assert made.decision[key] == other.decision[key]


def test_rows_without_names_may_stand_in_any_order_beside_a_file_of_numbers(tmp_path):
    frame, p = classified()
    plan, made = tmp_path / "plan.toml", []
    plan.write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\n[[models]]\nname = "rf"\narray = "p.npy"\n'
        f"classes = {CLASSES}\n[answers]\nerror_weight = 4\n[sure]\nresamples = 60\n"
    )
    for rows in (np.arange(len(frame)), np.random.default_rng(3).permutation(len(frame))):
        frame.gold[rows].to_csv(tmp_path / "t.csv", index=False)
        np.save(tmp_path / "p.npy", p[rows])
        made.append(Solved(read_plan(plan)).made(DATE).record["defer"])
    assert made[0] == made[1]


def test_rows_of_several_judges_are_brought_together():
    frame = ranked().dropna(subset="gold")
    expected = budgetplan.plan(frame, "svm", label="gold", **SAID).decision["recommendation"]
    three = pd.concat([frame.assign(who=who) for who in ("ann", "bob", "eva")])
    other = np.where(three.gold == "idiom", "literal", "idiom")
    three["gold"] = np.where((three.who == "bob") & (three.item_id.str[1:].astype(int) % 5 == 0), other, three.gold)
    found = budgetplan.plan(three, "svm", label="gold", ids="item_id", annotator="who", **SAID)
    assert found.decision["recommendation"] == expected
    assert found.messages[0].startswith("Read as a table of judgements: 120 by 3 people")


def test_items_left_out_are_listed_by_their_positions(tmp_path):
    made = budgetplan.plan(
        list("ynyn"), {"m": [4, None, 3, 2]}, positive="y", budget="2 items", missing="exclude", resamples=0
    )
    made.report(tmp_path / "r", date=DATE, formats=())
    left_out = (tmp_path / "r" / "excluded.csv").read_text(encoding="utf-8").splitlines()
    assert left_out[1:] == ["1,no score in the column models['m'],position 1"]


def test_pandas_is_loaded_where_a_table_is_read_and_not_before():
    script = (
        "import sys, budgetplan\n"
        "assert not {'numpy', 'pandas', 'matplotlib', 'jinja2', 'click'} & set(sys.modules)\n"
        "made = budgetplan.plan(list('ynyn'), {'m': [4, 1, 3, 2]}, positive='y', budget='2 items', resamples=0)\n"
        "assert 'matplotlib' not in sys.modules\n"
        "print(type(made.tables['options']).__name__)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "DataFrame\n"), done.stderr
    assert set(budgetplan.__all__) == {"Planned", "__version__", "evaluate", "plan"} <= set(dir(budgetplan))
    with pytest.raises(AttributeError, match="has no attribute 'plam'"):
        budgetplan.plam  # noqa: B018


def answered_by(n=80, seed=1):
    """Truth, probabilities of two classes, and what an answerer says, of n items."""
    rng = np.random.default_rng(seed)
    truth, sure = rng.choice(["a", "b"], n), 0.5 + 0.5 * rng.random(n)
    other = np.where(truth == "a", "b", "a")
    answer = np.where(rng.random(n) < sure, truth, other)
    p_a = np.where(answer == "a", sure, 1 - sure)
    return truth, np.column_stack([p_a, 1 - p_a]), np.where(rng.random(n) < 0.95, truth, other)


WORTH = {"answers": {"right": 1, "wrong": -4, "unit": "money"}, "cost": 0.5, "currency": "EUR"}
WORTH |= {"budget": 25, "resamples": 0}


@pytest.mark.slow
def test_who_answers_for_a_price_is_given_as_arrays_as_columns_or_in_a_plan_file_alike(tmp_path, monkeypatch):
    truth, proba, says = answered_by()
    frame = pd.DataFrame({"gold": truth, "p:a": proba[:, 0], "p:b": proba[:, 1], "says": says})
    given = {"llm": {"answers": says, "price": 0.02}}
    arrays = budgetplan.plan(truth, {"m": proba}, classes=["a", "b"], answerers=given, **WORTH)
    named = {"llm": {"column": "says", "price": 0.02}}
    models = {"m": {"probabilities": "p"}}
    columns = budgetplan.plan(frame, models, label="gold", answerers=named, **WORTH)
    monkeypatch.chdir(tmp_path)
    frame.to_csv("t.csv", index=False)
    (tmp_path / "plan.toml").write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\n[[models]]\nname = "m"\nprobabilities = "p"\n[[answerers]]\nname = "llm"\n'
        'column = "says"\nprice = 0.02\n[answers]\nright = 1\nwrong = -4\nunit = "money"\n[cost]\nper_item = 0.5\n'
        'currency = "EUR"\n[goal]\nbudget = 25\n[sure]\nresamples = 0\n'
    )
    from_file = budgetplan.plan("plan.toml")
    told = [one.decision["recommendation"] for one in (arrays, columns, from_file)]
    assert told[0] == told[1] == told[2]
    assert arrays.decision["joint"]["answerers"] == from_file.decision["joint"]["answerers"]


@pytest.mark.parametrize(
    ("answerers", "told"),
    [
        (["llm"], "answerers are not given like this"),
        ({"llm": {"name": "x", "answers": ["a"] * 80}}, "there is no such key"),
        ({"llm": "says"}, "this names a column, and there is no DataFrame"),
        ({"llm": ["a"] * 5}, "the number of values is 5, and there are 80 labels"),
        ({"llm": ["z"] * 80}, "the answer of llm is not among the labels"),
    ],
)
def test_what_is_wrong_with_answerers_is_told_where_it_was_given(answerers, told):
    truth, proba, _ = answered_by()
    with pytest.raises((UsageError, BadDataError), match=told) as caught:
        budgetplan.plan(truth, {"m": proba}, classes=["a", "b"], answerers=answerers, **WORTH)
    assert "answerers" in str(caught.value)


def test_what_is_wrong_with_a_plan_as_a_whole_names_arguments_and_no_flags():
    truth, proba, _ = answered_by()
    with pytest.raises(UsageError, match=r"\(worth_of_right_answer=0\.50\)"):
        budgetplan.plan(truth, {"m": proba}, classes=["a", "b"], error_weight=4, cost=0.5, budget=25)


@pytest.mark.parametrize(("cell", "wrong"), [(np.array([0.2, 0.8]), "arrays"), ({"label": "y"}, "dictionaries")])
def test_cells_that_hold_several_values_are_one_problem(cell, wrong):
    frame = pd.DataFrame({"gold": list("yn") * 5, "said": [cell] * 10})
    with pytest.raises(BadDataError, match=f"the cells of this column are {wrong}") as caught:
        budgetplan.plan(frame, models="said", label="gold", positive="y", budget="2 items")
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("said", "advice"),
    [
        ({"answers__k_tp": 1}, "give k_tp, k_fp, k_fn"),
        ({"cost__ranges": {"per_item": [1, 2]}}, "change this range, or cost$"),
        ({"entry_value": 9, "entry__range": [1, 2]}, "change this range, or entry_value"),
        ({"target": "300%"}, r"make it a quota \(minimum, sure\)"),
        ({"quota__by": "m"}, r"give it: minimum=300, or one for each \(minimums, by the names of the strata\)"),
        ({"out": "report"}, "options are named as on the command line"),
        ({"groups": "g"}, "column g: there is no such column for group; the table has the columns y, m"),
    ],
)
def test_advice_in_a_notebook_names_arguments_and_neither_keys_nor_flags(said, advice):
    common, frame = {"positive": "y", "cost": 0.5, "budget": 10}, pd.DataFrame({"y": [*"yn"] * 20, "m": range(40)})
    with pytest.raises(BudgetplanError, match=advice):
        budgetplan.plan(frame, ["m"], label="y", **common | said)


@pytest.mark.parametrize("missing", ["last", "exclude"])
def test_a_report_says_what_became_of_items_without_a_score(tmp_path, missing):
    labels, scores = list("yn" * 30) + [None] * 40, [*map(float, range(100))]
    scores[3] = scores[70] = float("nan")
    planned = budgetplan.plan(labels, {"m": scores}, positive="y", cost=0.5, budget=10, missing=missing)
    planned.report(tmp_path, formats=["html"])
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    told = [message for message in planned.messages if "score" in message]
    assert len(told) == 2
    assert all(message.partition(", as labelled")[0] in page for message in told)
