"""Files that the tools themselves wrote, met for the first time: a draft, the README's command, a report.

No draft may take a model's answer for a label, a row number or a ranking made with the labels for a model, or an
unlabelled row for a class.
"""

import json
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest
from commands import run
from rows import rows_of

from budgetplan.tools.registry import QUEUE_TOOLS

DATA = rows_of(__file__)

# What is read of a report here is its data.
pytestmark = pytest.mark.usefixtures("undrawn", "plan_alone")
FIXTURES = Path(__file__).parent / "tools" / "fixtures"
README = ["--positive", "idiom", "--budget", "20", "--cost", "0.50", "--currency", "EUR"]
RANKED = {
    # The label and the model's column of the draft; the first file of each folder is reported, too.
    ("gold", "model_a"): """
        r/write_table.txt r/write_table.tsv r/write_csv.csv r/write_csv2.csv r/row_names.csv r/row_names.txt r/with_na.csv
        r/ranked.sav r/ranked.dta libreoffice/table.ods libreoffice/table.xls""",
    ("obs", "idiom"): "r/caret_pred.csv",
    ("label", "idiom"): "r/caret_prob_labelled.csv r/caret_extract.csv",
    ("gold", "score"): "office/table.feather office/table.dta office/table.sav huggingface/top_1_with_gold.jsonl",
    ("label", "p_idiom"): """
        label-studio-tasks/all.json label-studio-tasks/all.min.json label-studio-tasks/all.csv label-studio-tasks/all.tsv
        label-studio-tasks/snapshot.json doccano-archives/each-jsonl.zip doccano-archives/each-csv.zip
        doccano-archives/together-jsonl.zip doccano-archives/together-csv.zip argilla/flat.json argilla/records.json""",
    ("label", "score"): "huggingface/dataset.parquet huggingface/dataset.arrow inception/candidates.json",
}
RANKED = [(name, *read) for read, names in RANKED.items() for name in names.split()]
REPORTED = {name.partition("/")[0]: name for name, *_ in reversed(RANKED)}.values()
NUMBERED = ("huggingface/dataset.csv", "huggingface/dataset.jsonl")
CLASSIFIED = [("huggingface/jsonl_with_gold.jsonl", "prediction"), ("spacy/cats.jsonl", "cats")]
OPEN = {
    # What cannot be drafted whole: the keys that are asked for.
    "r/caret_prob.csv": {"table.label", "table.positive", "models.name"},
    "asreview-1/export.csv": {"models.name"},
    "asreview-2/export.csv": {"models.name"},
    "asreview-3/export.csv": {"models.name"},
    "huggingface/all_scores.json": {"table.label", "answers.error_weight"},
    "huggingface/top_1.json": {"table.label", "answers.error_weight"},
    "spacy/to_json.json": {"table.label", "answers.error_weight"},
    "spacy/to_json.jsonl": {"table.label", "answers.error_weight"},
    "potato/items.json": {"table.label", "table.positive"},
}


@pytest.fixture
def drafted(tmp_path):
    """Draft a plan; give what it says, the keys it asks for, its text on one line, and what a report of it decides."""

    def draft(name):
        plan = tmp_path / "plan.toml"
        asked = re.search(r"Needed before a report .*?: (.*)", run("init", FIXTURES / name, "--out", plan, "--replace"))
        text = plan.read_text(encoding="utf-8")

        def decide(*flags):
            words = ("--set", "sure.resamples=40", "--format", "html", "--out", tmp_path / "out")
            run("report", plan, *flags, *words)
            return json.loads((tmp_path / "out/decision.json").read_text(encoding="utf-8"))["recommendation"]

        said = " ".join(text.replace("\n# ", " ").split())
        return tomllib.loads(text), asked[1].split(", ") if asked else [], said, decide

    return draft


@pytest.mark.parametrize(("name", "label", "column"), RANKED)
def test_the_readmes_two_commands(name, label, column, drafted):
    plan, asked, said, decide = drafted(name)
    assert plan["table"]["label"] == label
    assert [model.get("column", model["name"]) for model in plan["models"]] == [column]
    assert asked == (["table.positive"] if "top_1" in name else [])
    if name == "label-studio-tasks/all.json":
        assert "Measured time: median 6 s from 130 annotations" in said
    if name in REPORTED:
        assert decide(*README)


@pytest.mark.parametrize("name", NUMBERED)
def test_minus_one_is_no_class(name, drafted):
    """Nothing in these files names the classes: which of 0 and 1 is collected is the one question."""
    plan, asked, said, decide = drafted(name)
    assert (plan["table"]["empty"], plan["table"]["label"]) == (["-1"], "label")
    assert "Rows without a label: 40" in said
    # The scores are those of class 0, though 0 mostly says "no".
    assert asked == ["table.positive"]
    assert decide("--positive", "0", *README[2:])


@pytest.mark.parametrize(("name", "model"), CLASSIFIED)
def test_with_probabilities_of_each_class_one_question_is_left(name, model, drafted):
    plan, asked, _, decide = drafted(name)
    assert plan["table"]["label"] == "label"
    assert [one["probabilities"] for one in plan["models"]] == [model]
    assert asked == ["answers.error_weight"]
    assert decide("--error-weight", "4")


@pytest.mark.parametrize("name", OPEN)
def test_what_is_missing_is_asked_for_and_never_guessed(name, drafted):
    plan, asked, said, _ = drafted(name)
    assert {*asked} == OPEN[name]
    assert "cross_val_predict" in said or not name.startswith("asreview")
    taken = [one.get("column", one.get("name")) for one in plan.get("models", [])]
    assert not {*taken} & {"asreview_ranking", "record_id", "rowIndex", "row.names", "asreview_prior"}


@pytest.mark.parametrize("log", ["annotations.csv", "annotations.tsv", "annotations.jsonl"])
def test_judgements_of_potato_beside_its_items(log, tmp_path):
    folder = FIXTURES / "potato"
    words = ["report", folder / "items.json", "--set", f"table.labels={folder / log}", "--id", "id"]
    words += ["--label", "reading", "--model", "p_idiom", *README, "--set", "sure.resamples=40"]
    run(*words, "--format", "html", "--out", tmp_path)
    assert json.loads((tmp_path / "decision.json").read_text(encoding="utf-8"))["recommendation"]


def test_every_way_of_an_export_says_the_same(drafted):
    """Tables and JSON_MIN hold the same judgements; JSON alone says which of them are the ground truth."""
    first, *others = (
        drafted(f"label-studio-tasks/{name}")[-1](*README) for name in ("all.csv", "all.tsv", "all.min.json")
    )
    assert others == [first, first]


MATRIX = DATA["matrix"]


def test_every_row_of_the_matrix_was_tried_with_the_version_it_names_and_every_queue_is_there():
    page = (Path(__file__).parents[1] / "docs" / "how-to" / "my-tool.md").read_text(encoding="utf-8")
    rows = re.search(r"\| Tool \(tried with\).*?\n\|[-|]+\n((?:\|.*\n)+)", page)[1].splitlines()
    table = {tool: more for tool, *more in ([cell.strip() for cell in row.strip("|").split("|")] for row in rows)}
    assert {*table} == {*MATRIX}
    for tool, folders in MATRIX.items():
        told = " ".join((FIXTURES / one / "version.txt").read_text(encoding="utf-8") for one in folders)
        assert all(number in told for number in re.findall(r"\d+\.\d+", tool)), tool
    read = {name.partition("/")[0] for name in (*(name for name, *_ in (*RANKED, *CLASSIFIED)), *OPEN)}
    assert {folders[0] for folders in MATRIX.values() if folders} <= read
    assert {row[1].strip("`") for row in table.values()} == {*QUEUE_TOOLS}
    # Those of a log are measured in ``tests/test_every_tool.py``.
    measured = {tool for tool, row in table.items() if row[2] != "none"}
    assert measured == {"Label Studio 1.23", "Prodigy (from its documentation)", "ASReview 1.6, 2.2, 3.0"}


def test_three_classes_of_tidymodels_are_one_model(tmp_path, drafted):
    """Its columns, as its documentation has them: .pred_class, and .pred_ with the name of each class."""
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 3, 150)
    p = np.exp(rng.normal(size=(150, 3)) + 1.5 * np.eye(3)[truth])
    p /= p.sum(axis=1, keepdims=True)
    rows = [
        f"{'abc'[each.argmax()]},{','.join(f'{share:.9f}' for share in each)},{'abc'[code]}\n"
        for each, code in zip(p, truth.tolist(), strict=True)
    ]
    path = tmp_path / "tidy.csv"
    path.write_text(".pred_class,.pred_a,.pred_b,.pred_c,truth\n" + "".join(rows), encoding="utf-8")
    plan, asked, _, decide = drafted(path)
    assert plan["table"]["label"] == "truth"
    assert plan["table"]["map"] == {f".pred_{name}": f"model:{name}" for name in "abc"}
    assert [one["probabilities"] for one in plan["models"]] == ["model"]
    assert asked == ["answers.error_weight"]
    assert decide("--error-weight", "3")["model"] == "model"


def test_names_of_rows_are_ids_without_being_asked_for(tmp_path):
    words = ["report", FIXTURES / "r/row_names.csv", "--label", "gold", "--model", "model_a", *README]
    assert "named by their lines" not in run(*words, "--format", "html", "--out", tmp_path)
