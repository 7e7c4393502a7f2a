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
from click.testing import CliRunner

from budgetplan.cli.main import main
from budgetplan.tools.registry import QUEUE_TOOLS as TOOLS

# What is read of a report here is its data.
pytestmark = pytest.mark.usefixtures("undrawn")
FIXTURES = Path(__file__).parent / "tools" / "fixtures"
README = ["--positive", "idiom", "--budget", "20", "--cost", "0.50", "--currency", "EUR"]
RANKED = {
    # file: the label, the models' columns, and what is left to say before the README's report.
    "r/write_table.txt": ("gold", ["model_a"], []),
    "r/write_table.tsv": ("gold", ["model_a"], []),
    "r/write_csv.csv": ("gold", ["model_a"], []),
    "r/write_csv2.csv": ("gold", ["model_a"], []),
    "r/row_names.csv": ("gold", ["model_a"], []),
    "r/row_names.txt": ("gold", ["model_a"], []),
    "r/with_na.csv": ("gold", ["model_a"], []),
    "r/ranked.sav": ("gold", ["model_a"], []),
    "r/ranked.dta": ("gold", ["model_a"], []),
    "r/caret_pred.csv": ("obs", ["idiom"], []),
    "r/caret_prob_labelled.csv": ("label", ["idiom"], []),
    "r/caret_extract.csv": ("label", ["idiom"], []),
    "office/table.feather": ("gold", ["score"], []),
    "office/table.dta": ("gold", ["score"], []),
    "office/table.sav": ("gold", ["score"], []),
    "libreoffice/table.ods": ("gold", ["model_a"], []),
    "libreoffice/table.xls": ("gold", ["model_a"], []),
    "label-studio-tasks/all.json": ("label", ["p_idiom"], []),
    "label-studio-tasks/all.min.json": ("label", ["p_idiom"], []),
    "label-studio-tasks/all.csv": ("label", ["p_idiom"], []),
    "label-studio-tasks/all.tsv": ("label", ["p_idiom"], []),
    "label-studio-tasks/snapshot.json": ("label", ["p_idiom"], []),
    "doccano-archives/each-jsonl.zip": ("label", ["p_idiom"], []),
    "doccano-archives/each-csv.zip": ("label", ["p_idiom"], []),
    "doccano-archives/together-jsonl.zip": ("label", ["p_idiom"], []),
    "doccano-archives/together-csv.zip": ("label", ["p_idiom"], []),
    "argilla/flat.json": ("label", ["p_idiom"], []),
    "argilla/records.json": ("label", ["p_idiom"], []),
    "huggingface/top_1_with_gold.jsonl": ("gold", ["score"], ["table.positive"]),
    "huggingface/dataset.parquet": ("label", ["score"], []),
    "huggingface/dataset.arrow": ("label", ["score"], []),
    "inception/candidates.json": ("label", ["score"], []),
}
NUMBERED = ("huggingface/dataset.csv", "huggingface/dataset.jsonl")
CLASSIFIED = {
    "huggingface/jsonl_with_gold.jsonl": ("label", "prediction"),
    "spacy/cats.jsonl": ("label", "cats"),
}
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


def run(*words):
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


def drafted(name, tmp_path):
    """Return the draft of a plan, the keys it asks for, and its path."""
    tmp_path.mkdir(exist_ok=True)
    plan = tmp_path / "plan.toml"
    done = run("init", str(FIXTURES / name), "--out", str(plan))
    assert done.exit_code == 0, done.output
    text = plan.read_text(encoding="utf-8")
    asked = re.search(r"Needed before a report .*?: (.*)", done.output)
    needed = asked[1].split(", ") if asked else []
    return tomllib.loads(text), needed, plan


def decided(plan, out, *flags):
    done = run(
        "report", str(plan), *flags, "--set", "sure.resamples=50", "--format", "html", "--out", str(out)
    )
    assert done.exit_code == 0, done.output
    assert (out / "report.html").is_file()
    return json.loads((out / "decision.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", RANKED)
def test_the_readmes_two_commands(name, tmp_path):
    label, columns, needed = RANKED[name]
    said, asked, plan = drafted(name, tmp_path)
    assert said["table"]["label"] == label
    assert [one.get("column", one["name"]) for one in said["models"]] == columns
    assert asked == needed
    assert decided(plan, tmp_path / "out", *README)["recommendation"]


@pytest.mark.parametrize("name", NUMBERED)
def test_minus_one_is_no_class(name, tmp_path):
    """Nothing in these files names the classes: which of 0 and 1 is collected is the one question."""
    said, asked, plan = drafted(name, tmp_path)
    assert said["table"]["empty"] == ["-1"]
    assert said["table"]["label"] == "label"
    text = plan.read_text(encoding="utf-8")
    assert "# Rows without a label: 40" in text
    # The scores are those of class 0, though 0 mostly says "no".
    assert asked == ["table.positive"]
    assert decided(plan, tmp_path / "out", "--positive", "0", *README[2:])["recommendation"]


@pytest.mark.parametrize("name", CLASSIFIED)
def test_with_probabilities_of_each_class_one_question_is_left(name, tmp_path):
    label, model = CLASSIFIED[name]
    said, asked, plan = drafted(name, tmp_path)
    assert said["table"]["label"] == label
    assert [one["probabilities"] for one in said["models"]] == [model]
    assert asked == ["answers.error_weight"]
    assert decided(plan, tmp_path / "out", "--error-weight", "4")["recommendation"]


@pytest.mark.parametrize("name", OPEN)
def test_what_is_missing_is_asked_for_and_never_guessed(name, tmp_path):
    said, asked, plan = drafted(name, tmp_path)
    assert {*asked} == OPEN[name]
    if name.startswith("asreview"):
        assert "cross_val_predict" in " ".join(plan.read_text(encoding="utf-8").replace("\n# ", " ").split())
    taken = [one.get("column", one.get("name")) for one in said.get("models", [])]
    assert not {*taken} & {"asreview_ranking", "record_id", "rowIndex", "row.names", "asreview_prior"}


def test_judgements_of_potato_beside_its_items(tmp_path):
    folder = FIXTURES / "potato"
    for log in ("annotations.csv", "annotations.tsv", "annotations.jsonl"):
        words = ["report", str(folder / "items.json"), "--set", f"table.labels={folder / log}", "--id", "id"]
        words += ["--label", "reading", "--model", "p_idiom", *README, "--set", "sure.resamples=50"]
        out = tmp_path / log
        done = run(*words, "--format", "html", "--out", str(out))
        assert done.exit_code == 0, done.output
        data = json.loads((out / "decision.json").read_text(encoding="utf-8"))
        assert data["recommendation"]


def test_every_way_of_an_export_says_the_same(tmp_path):
    """Tables and JSON_MIN hold the same judgements; JSON alone says which of them are the ground truth."""
    found = {}
    for name in ("all.csv", "all.tsv", "all.min.json"):
        _, _, plan = drafted(f"label-studio-tasks/{name}", tmp_path / name.replace(".", ""))
        found[name] = decided(plan, tmp_path / f"out-{name}", *README)["recommendation"]
    assert found["all.csv"] == found["all.tsv"] == found["all.min.json"]


MATRIX = {
    # Row of the table of tools: folders of fixtures; what is measured where judgements come back.
    "R 4.2, caret 6.0": ("r",),
    "Label Studio 1.23": ("label-studio-tasks", "label-studio"),
    "doccano 1.8": ("doccano-archives", "doccano"),
    "ASReview 1.6, 2.2, 3.0": ("asreview-1", "asreview-2", "asreview-3", "asreview"),
    "Prodigy (from its documentation)": (),
    "INCEpTION, UIMA": ("inception",),
    "Hugging Face datasets 5.2, transformers 5.23": ("huggingface",),
    "spaCy 3.8": ("spacy",),
    "Argilla 2.8": ("argilla",),
    "Potato 2.12": ("potato",),
    "LibreOffice 7.4, Excel": ("libreoffice",),
}


def matrix():
    page = Path(__file__).parents[1] / "docs" / "how-to" / "my-tool.md"
    text = page.read_text(encoding="utf-8")
    rows = re.search(r"\| Tool \(tried with\).*?\n\|[-|]+\n((?:\|.*\n)+)", text)[1].splitlines()
    return {
        cells[0]: cells[1:]
        for cells in ([cell.strip() for cell in row.strip("|").split("|")] for row in rows)
    }


def test_every_row_of_the_matrix_was_tried_with_the_version_it_names():
    assert {*matrix()} == {*MATRIX}
    for tool, folders in MATRIX.items():
        told = " ".join((FIXTURES / one / "version.txt").read_text(encoding="utf-8") for one in folders)
        assert all(number in told for number in re.findall(r"\d+\.\d+", tool)), tool
    read = {name.partition("/")[0] for name in (*RANKED, *CLASSIFIED, *OPEN)}
    assert {folders[0] for folders in MATRIX.values() if folders} <= read


def test_every_queue_of_the_matrix_is_one():
    queues = {row[1].strip("`") for row in matrix().values()}
    assert queues == {*TOOLS}


def test_measured_times_are_told(tmp_path):
    """Those of a log are measured in ``tests/test_every_tool.py``."""
    measured = {tool for tool, row in matrix().items() if row[2] != "none"}
    assert measured == {"Label Studio 1.23", "Prodigy (from its documentation)", "ASReview 1.6, 2.2, 3.0"}
    _, _, plan = drafted("label-studio-tasks/all.json", tmp_path)
    text = " ".join(plan.read_text(encoding="utf-8").replace("\n# ", " ").split())
    assert "Measured time: median 6 s from 130 annotations" in text


def test_three_classes_of_tidymodels_are_one_model(tmp_path):
    """Its columns, as its documentation has them: .pred_class, and .pred_ with the name of each class."""
    rng = np.random.default_rng(1)
    names, truth = ["a", "b", "c"], rng.integers(0, 3, 150)
    z = rng.normal(size=(150, 3))
    z[np.arange(150), truth] += 1.5
    p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    rows = [
        f"{names[each.argmax()]},{','.join(f'{one:.9f}' for one in each)},{names[one]}\n"
        for each, one in zip(p, truth.tolist(), strict=True)
    ]
    path = tmp_path / "tidy.csv"
    path.write_text(".pred_class,.pred_a,.pred_b,.pred_c,truth\n" + "".join(rows), encoding="utf-8")
    said, asked, plan = drafted(path, tmp_path)
    assert said["table"]["label"] == "truth"
    assert said["table"]["map"] == {f".pred_{name}": f"model:{name}" for name in names}
    assert [one["probabilities"] for one in said["models"]] == ["model"]
    assert asked == ["answers.error_weight"]
    found = decided(plan, tmp_path / "out", "--error-weight", "3")
    assert found["recommendation"]["model"] == "model"


def test_names_of_rows_are_ids_without_being_asked_for(tmp_path):
    table = str(FIXTURES / "r/row_names.csv")
    said = ["report", table, "--label", "gold", "--model", "model_a", *README, "--format", "html"]
    result = run(*said, "--out", str(tmp_path))
    assert result.exit_code == 0
    assert "named by their lines" not in result.output
