"""The same table in every form gives the same decision, in every workflow."""

import gzip
import json

import numpy as np
import pandas as pd
import pytest
from export_world import annotation, lines, task

import budgetplan
from budgetplan.errors import BadDataError

N = 90
CHANCE = np.random.default_rng(7)
LABEL = CHANCE.choice(["größer", "klein"], N)
A = np.where(LABEL == "größer", 0.6, 0.4) + CHANCE.integers(-400, 400, N) / 1000
TABLE = pd.DataFrame(
    {
        "item_id": [f"w{number:02}" for number in range(N)],
        "gold": np.where(np.arange(N) < 60, LABEL, ""),
        "a": A.round(3),
        "b": (CHANCE.integers(-5000, 5000, N) / 1000).round(3),
    }
)
PLAN = """positive = ["größer"]
[[models]]
name = "a"
[[models]]
name = "b"
[cost]
per_item = "0.5"
[goal]
budget = "9"
"""

CLASSES = ["größer", "klein", "offen"]
TRUTH = CHANCE.integers(0, 3, N)


def thousandths(sure):
    """Return probabilities of three decimals that add up to 1, with most of it for the truth."""
    counts = CHANCE.multinomial(1000, [1 / 3] * 3, N) + sure * np.eye(3, dtype=int)[TRUTH]
    first = (1000 * counts[:, :2] / counts.sum(axis=1, keepdims=True)).round()
    return np.column_stack([first, 1000 - first.sum(axis=1)]) / 1000


MODELS = {"rf": thousandths(60), "svm": thousandths(30)}
CLASSIFIED = pd.DataFrame(
    {
        "item_id": TABLE["item_id"],
        "gold": np.where(np.arange(N) < 75, np.array(CLASSES)[TRUTH], ""),
        "split": np.where(np.arange(N) % 2 == 0, "validation", "test"),
    }
    | {f"p_{name}:{label}": values[:, at] for name, values in MODELS.items() for at, label in enumerate(CLASSES)}
)
DEFERRED = """
[[models]]
name = "rf"
probabilities = "p_rf"
[[models]]
name = "svm"
probabilities = "p_svm"
[answers]
error_weight = "4"
"""
JOINT = DEFERRED + '[goal]\nbudget = "9 items"\n'


def written(separator, decimal, encoding, pack=bytes):
    """Return a way to write a table as text."""

    def write(path, table):
        text = table.to_csv(index=False, sep=separator, decimal=decimal, lineterminator="\r\n")
        path.write_bytes(pack(text.encode(encoding)))

    return write


def as_lines(path, table):
    path.write_text(lines(*table.to_dict("records")), encoding="utf-8")


def as_list(path, table):
    path.write_text(json.dumps(table.to_dict("records"), indent=1), encoding="utf-8")


def as_tasks(path, table):
    """Write what Label Studio exports: the label as an annotation, everything else as data."""
    tasks = []
    for number, row in enumerate(table.to_dict("records"), 1):
        label = row.pop("gold")
        tasks.append(task(number, *([annotation(label)] if label else []), **row))
    path.write_text(json.dumps(tasks, ensure_ascii=False), encoding="utf-8")


FORMS = {
    "German CSV": ("t.csv", written(";", ",", "windows-1252")),
    "UTF-16": ("t.txt", written("\t", ",", "utf-16")),
    "gzip": ("t.csv.gz", written(",", ".", "utf-8", gzip.compress)),
    "workbook": ("t.xlsx", lambda path, table: table.to_excel(path, index=False)),
    "Parquet": ("t.parquet", lambda path, table: table.to_parquet(path)),
    "JSON Lines": ("t.jsonl", as_lines),
    "JSON list": ("t.json", as_list),
    "Label Studio": ("t.json", as_tasks),
}

WORKFLOWS = {"filter": (TABLE, PLAN), "defer": (CLASSIFIED, DEFERRED), "joint": (CLASSIFIED, JOINT)}


def planned_from(path, plan, more='label = "gold"'):
    """Return the plan for a table in a file."""
    toml = path.with_name("plan.toml")
    toml.write_text(f'[table]\nfile = "{path.name}"\n{more}\n{plan}[sure]\nresamples = 40\n', encoding="utf-8")
    return budgetplan.plan(str(toml))


def answer(planned):
    """Return what was decided and doubted, without what says how the table was read and where it was doubted."""
    outside, places = {"plan", "provenance", "files", "identifier"}, {"file", "column", "line"}
    told = {key: value for key, value in planned.decision.items() if key not in outside}
    told["warnings"] = [
        {key: value for key, value in warning.items() if key not in places}
        for warning in told["warnings"]
        if warning["key"] != "other order"
    ]
    if told.get("work_plan"):
        told["work_plan"] = {key: value for key, value in told["work_plan"].items() if key not in places}
    return json.dumps(told, sort_keys=True, default=str)


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    answers = {}
    for name, (table, plan) in WORKFLOWS.items():
        path = tmp_path_factory.mktemp(name) / "t.csv"
        table.to_csv(path, index=False)
        answers[name] = answer(planned_from(path, plan))
    return answers


def test_the_answers_are_no_empty_ones(usual):
    filtered, deferred, joint = (json.loads(usual[name])["recommendation"] for name in WORKFLOWS)
    assert filtered["reviewed"]["value"] == 18
    assert 0 < deferred["answered_alone"]["value"] < 37
    assert 0 < joint["reviewed"]["value"] <= 9


@pytest.mark.parametrize(
    ("workflow", "form"),
    [*(("filter", form) for form in FORMS), ("joint", "German CSV"), ("joint", "Label Studio"), ("defer", "workbook")],
)
def test_every_form_of_a_table_gives_the_same_decision(tmp_path, usual, workflow, form):
    name, write = FORMS[form]
    table, plan = WORKFLOWS[workflow]
    write(tmp_path / name, table)
    # The tool calls people's label otherwise.
    more = f'label = "{"label" if form == "Label Studio" else "gold"}"\nid = "item_id"'
    assert answer(planned_from(tmp_path / name, plan, more)) == usual[workflow]


@pytest.mark.parametrize("kind", ["npy", "npy by ids", "npy by listed ids", "parquet by rows", "parquet by ids"])
def test_probabilities_in_files_of_their_own_give_the_same_decision(tmp_path, usual, kind):
    CLASSIFIED.iloc[:, :3].to_csv(tmp_path / "t.csv", index=False)
    plan = DEFERRED
    for name, values in MODELS.items():
        frame = pd.DataFrame(values, columns=CLASSES)
        if kind == "npy":
            np.save(tmp_path / f"{name}.npy", values)
            (tmp_path / f"{name}.classes.txt").write_text("\n".join(CLASSES), encoding="utf-8")
        elif kind.startswith("npy by"):
            order = np.random.default_rng(3).permutation(N)
            np.save(tmp_path / f"{name}.npy", values[order])
            ids = [CLASSIFIED["item_id"][row] for row in order]
            (tmp_path / "ids.txt").write_text("\n".join(ids), encoding="utf-8")
            beside = {"classes": CLASSES, "ids": ids if "listed" in kind else "ids.txt"}
            (tmp_path / f"{name}.classes.json").write_text(json.dumps(beside), encoding="utf-8")
        elif kind == "parquet by rows":
            frame.to_parquet(tmp_path / f"{name}.parquet", index=False)
        else:
            frame = frame.assign(item_id=CLASSIFIED["item_id"]).sample(frac=1, random_state=1)
            # Columns in another order are found by their names.
            frame[["offen", "item_id", "klein", "größer"]].to_parquet(tmp_path / f"{name}.parquet", index=False)
        plan = plan.replace(f'probabilities = "p_{name}"', f'array = "{name}.{kind.split()[0]}"')
    assert answer(planned_from(tmp_path / "t.csv", plan)) == usual["defer"]


def test_ids_of_other_rows_are_refused(tmp_path):
    CLASSIFIED.iloc[:, :3].to_csv(tmp_path / "t.csv", index=False)
    np.save(tmp_path / "rf.npy", MODELS["rf"])
    beside = {"classes": CLASSES, "ids": ["w00", "w01"]}
    (tmp_path / "rf.classes.json").write_text(json.dumps(beside), encoding="utf-8")
    only = '[[models]]\nname = "rf"\narray = "rf.npy"\n[answers]\nerror_weight = "4"\n'
    with pytest.raises(BadDataError, match="2 ids are named and the array has 90 rows"):
        planned_from(tmp_path / "t.csv", only)
