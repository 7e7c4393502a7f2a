"""`budgetplan evaluate` as a user runs it, and the same call from a notebook."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from budgetplan import evaluate
from budgetplan.cli.main import main
from budgetplan.errors import UsageError

ROOT = Path(__file__).parents[2]


def run(*words):
    return main([*map(str, words)], standalone_mode=False)


@pytest.fixture
def classifiers(tmp_path):
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 2, 120)
    table = pd.DataFrame({"id": [f"i{n:03}" for n in range(120)], "gold": np.where(truth, "<b>ja</b>", "nein & so")})
    for name, skill in (("m1", 1.0), ("m2", 2.0)):
        z = rng.normal(size=120) + skill * (2 * truth - 1)
        table[f"{name}:<b>ja</b>"] = (1 / (1 + np.exp(-z))).round(6)
        table[f"{name}:nein & so"] = 1 - table[f"{name}:<b>ja</b>"]
    table["domain"] = np.where(np.arange(120) % 3, "news", "web")
    path = tmp_path / "t.csv"
    table.to_csv(path, index=False)
    return path


def options(path, out):
    return (path, "--id", "id", "--label", "gold", "--probabilities", "m1", "--probabilities", "m2", "--out", out)


def test_one_call_writes_every_table_and_a_page(classifiers, tmp_path, capsys):
    out = tmp_path / "e"
    said = ("--weights", "1,4", "--set", "table.domain=domain", "--set", "sure.resamples=99")
    assert run("evaluate", *options(classifiers, out), *said) == 0
    assert f"Written: {out / 'evaluation.html'}" in capsys.readouterr().out
    names = {path.stem for path in (out / "tables").glob("*.csv")}
    assert {"value", "voc", "nowhere_below", "costs", "choices", "classes", "matrix", "domains", "transfer"} <= names
    assert names == {path.stem for path in (out / "tables").glob("*.json")}
    for name in names:
        data = json.loads((out / "tables" / f"{name}.json").read_text())
        frame = pd.read_csv(out / "tables" / f"{name}.csv")
        assert data["columns"] == list(frame.columns)
        assert len(data["rows"]) == len(frame)
    page = (out / "evaluation.html").read_text()
    assert "<script" not in page
    assert "<b>ja" not in page
    assert "&lt;b&gt;ja&lt;/b&gt;" in page
    assert not re.search(r'(?:src|href)="(?!data:|#)', page)
    assert page.count("<img alt=") == 5
    assert set(pd.read_csv(out / "tables" / "value.csv")["k"]) == {1.0, 4.0}


@pytest.mark.usefixtures("undrawn")
def test_the_order_of_rows_and_models_changes_nothing(classifiers, tmp_path):
    table = pd.read_csv(classifiers)
    table.sample(frac=1, random_state=2).to_csv(tmp_path / "u.csv", index=False)
    run("evaluate", *options(classifiers, tmp_path / "a"), "--set", "sure.resamples=40")
    run("evaluate", *options(tmp_path / "u.csv", tmp_path / "b"), "--set", "sure.resamples=40")
    for path in sorted((tmp_path / "a" / "tables").iterdir()):
        assert path.read_bytes() == (tmp_path / "b" / "tables" / path.name).read_bytes(), path.name


@pytest.mark.slow
def test_figures_are_files_on_demand(classifiers, tmp_path):
    run("evaluate", *options(classifiers, tmp_path / "a"), "--format", "html,figures", "--set", "sure.resamples=0")
    assert {path.suffix for path in (tmp_path / "a" / "figures").iterdir()} == {".svg", ".png"}


@pytest.mark.parametrize("weights", ["x", "0", "nan", ""])
def test_weights_are_numbers_above_0(classifiers, tmp_path, weights, capsys):
    assert run("evaluate", *options(classifiers, tmp_path / "a"), "--weights", weights) == 2
    assert "write numbers above 0: 1,4,10" in capsys.readouterr().err
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("areas", ["2", "2:1", "-1:2", "0:inf"])
def test_areas_go_from_a_weight_to_a_greater_one(classifiers, tmp_path, areas, capsys):
    assert run("evaluate", *options(classifiers, tmp_path / "a"), "--areas", areas) == 2
    assert "--areas: these are not weights of an error" in capsys.readouterr().err


@pytest.mark.usefixtures("undrawn")
def test_areas_of_the_command_line(classifiers, tmp_path):
    out = tmp_path / "a"
    said = ("--weights", "1,4", "--areas", "0:2,3:7", "--set", "sure.resamples=0")
    assert run("evaluate", *options(classifiers, out), *said) == 0
    rows = pd.read_csv(out / "tables" / "areas.csv")
    assert set(zip(rows["from"], rows["to"], strict=True)) == {(1, 4), (0, 2), (3, 7)}


def test_parts_other_than_tenths_are_called_what_they_are():
    gold, scores = ["y", "n"] * 12, {"m": np.arange(24)}
    for parts, said in ((10, "Gain by tenth"), (6, "Gain by 6th part")):
        page = evaluate(gold, scores, positive="y", report__parts=parts).html()
        assert said in page
        assert ("tenth" in page) == (parts == 10)


def test_every_language_has_the_same_texts():
    texts = {path.stem: tomllib.loads(path.read_text()) for path in (ROOT / "templates" / "evaluation").glob("*.toml")}
    english = texts.pop("en")
    tables = {name for section in english["sections"] for name in section["tables"]}
    assert tables == set(english["tables"])
    for language, other in texts.items():
        assert [each["tables"] for each in other["sections"]] == [each["tables"] for each in english["sections"]]
        assert set(other["tables"]) == tables, language
        assert set(english["words"]) <= set(other["words"]), language
        for name, text in english["tables"].items():
            for key in ("title", "note"):
                fields = [set(re.findall(r"\{(\w+)\}", each[key])) for each in (text, other["tables"][name])]
                assert fields[0] == fields[1], (language, name)


@pytest.mark.usefixtures("undrawn")
def test_a_page_in_german(classifiers, tmp_path):
    run("evaluate", *options(classifiers, tmp_path / "a"), "--set", "report.language=de", "--set", "sure.resamples=0")
    page = (tmp_path / "a" / "evaluation.html").read_text()
    assert '<html lang="de">' in page
    assert "Verwechslungsmatrix" in page
    assert re.search(r"<td[^>]*>0,\d{3}</td>", page)
    # What is no name of the user's is in German.
    assert "calibrated" not in page
    assert "Cutoff" in page


def test_undefined_numbers_are_blank_and_null(tmp_path):
    gold = ["a", "a", "b", "c"] * 10
    said = ["a", "b", "b", "b"] * 10
    got = evaluate(gold, {"m": {"predicted": said, "confidence": [0.9] * 40}}, resamples=0)
    files = got.files()
    rows = json.loads(files["tables/classes.json"])
    place = rows["columns"].index("precision")
    of_c = next(row for row in rows["rows"] if row[rows["columns"].index("class")] == "c")
    assert of_c[place] is None
    means = got.tables["means"].query("mean == 'macro'").iloc[0]
    assert (means["classes_precision"], means["classes_recall"]) == (2, 3)


def test_names_of_the_user_are_no_words_of_the_page():
    truth = ["other", "yes", "from"] * 12
    page = evaluate(
        truth, {"all": {"predicted": truth, "confidence": [0.9] * 36}}, report__language="de", resamples=0
    ).html()
    for name in ("other", "yes", "from", "all"):
        assert f">{name}<" in page
    assert "Anderes Modell<" not in page.replace(">Anderes Modell</th>", "")


@pytest.mark.parametrize("weights", [[0], ["x"], 2])
def test_weights_of_a_notebook_are_numbers_above_0(weights):
    with pytest.raises(UsageError, match="weights of an error"):
        evaluate(["a", "b"] * 9, {"m": {"predicted": ["a", "b"] * 9}}, weights_of_errors=weights)
