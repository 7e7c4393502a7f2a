"""The same table in every form gives the same decision."""

import gzip
import json

import numpy as np
import pandas as pd
import pytest

import budgetplan

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
ASKED = {
    "label": "gold",
    "positive": "größer",
    "models": ["a", "b"],
    "cost": "0.5",
    "budget": "9",
    "resamples": 60,
}


def written(separator, decimal, encoding, pack=bytes):
    """Return a way to write the table as text."""

    def write(path):
        text = TABLE.to_csv(index=False, sep=separator, decimal=decimal, lineterminator="\r\n")
        path.write_bytes(pack(text.encode(encoding)))

    return write


def as_long(path):
    """Write one row for each item and model; the label stands in each."""
    TABLE.melt(["item_id", "gold"], var_name="model", value_name="score").to_csv(path, index=False)


def as_lines(path):
    rows = TABLE.to_dict("records")
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


FORMS = {
    "CSV": ("t.csv", written(",", ".", "utf-8")),
    "German CSV": ("t.csv", written(";", ",", "windows-1252")),
    "CSV with a mark": ("t.csv", written(";", ".", "utf-8-sig")),
    "UTF-16": ("t.txt", written("\t", ",", "utf-16")),
    "TSV": ("t.tsv", written("\t", ".", "utf-8")),
    "gzip": ("t.csv.gz", written(",", ".", "utf-8", gzip.compress)),
    "workbook": ("t.xlsx", lambda path: TABLE.to_excel(path, index=False)),
    "Parquet": ("t.parquet", TABLE.to_parquet),
    "JSON Lines": ("t.jsonl", as_lines),
    "long": ("t.csv", as_long),
}


def planned_from(path, more=""):
    """Return the plan for a table in a file."""
    plan = path.with_name("plan.toml")
    plan.write_text(
        f"""[table]
file = "{path.name}"
label = "gold"
positive = ["größer"]
{more}
[[models]]
name = "a"
[[models]]
name = "b"
[cost]
per_item = "0.5"
[goal]
budget = "9"
[sure]
resamples = 60
""",
        encoding="utf-8",
    )
    return budgetplan.plan(str(plan))


def answer(planned):
    """Return what was decided, without what says how the table was read."""
    told = {
        key: value
        for key, value in planned.decision.items()
        if key not in {"plan", "provenance", "files", "identifier"}
    }
    assert told["decision"]["chosen"]["items"] == 18
    return json.dumps(told, sort_keys=True, default=str)


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    path = tmp_path_factory.mktemp("usual") / "t.csv"
    TABLE.to_csv(path, index=False)
    return answer(planned_from(path))


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_table_gives_the_same_decision(tmp_path, usual, form):
    name, write = FORMS[form]
    write(tmp_path / name)
    more = 'long = ["item_id", "model", "score"]' if form == "long" else ""
    assert answer(planned_from(tmp_path / name, more)) == usual


def test_what_is_in_memory_gives_the_same_decision(usual):
    assert answer(budgetplan.plan(TABLE, **ASKED)) == usual
    rest = {key: value for key, value in ASKED.items() if key not in {"label", "models"}}
    given = budgetplan.plan(
        TABLE["gold"].tolist(),
        {"a": TABLE["a"].to_numpy(), "b": TABLE["b"].tolist()},
        ids=TABLE["item_id"].to_numpy(),
        **rest,
    )
    assert answer(given) == usual
