"""Exports of tools in which anything may stand anywhere: a table, a log, or an error of the data, and nothing else."""

import copy
import json
import random
from pathlib import Path

import pytest
from log_world import read_log
from rows import rows_of

from budgetplan.errors import BadDataError
from budgetplan.preflight.survey import read_survey

DATA = rows_of(__file__)

FIXTURES = Path(__file__).parents[1] / "tools" / "fixtures"
FILES = [
    *("argilla/flat.json", "argilla/records.json", "label-studio/label-studio.json"),
    *("label-studio/label-studio-min.json", "label-studio-tasks/all.json", "doccano/ann.jsonl"),
    *("potato/annotations.jsonl", "huggingface/all_scores.json", "huggingface/top_1_with_gold.jsonl"),
    *("spacy/to_json.json", "spacy/cats.jsonl", "inception/candidates.json"),
]
PRODIGY = DATA["prodigy"]
ODD = [
    *(None, True, False, 0, -1, 7, 0.5, 1e308, 10**30, "", " ", "x", "\u2028", "2026-13-45T99:00:00Z"),
    *([], {}, [[]], [{}], [None], {"a": None}, {"": []}, ["yes", "no"], [["yes"]], {"label": {"label": "yes"}}),
]


def places(value):
    """Yield each container and key below a value."""
    for key in [*value] if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


def spoilt(records, dice):
    """Return records of which one to three parts are something else, are gone, or stand under another name."""
    records = copy.deepcopy(records)
    for _ in range(dice.randint(1, 3)):
        inside, key = dice.choice([*places(records)])
        way = dice.random()
        if way < 0.15:
            del inside[key]
        elif way < 0.25 and isinstance(inside, dict):
            inside[dice.choice(["", "label", "id", "value", f"{key}.responses"])] = inside.pop(key)
        else:
            inside[key] = copy.deepcopy(dice.choice(ODD))
    return records


def few(name):
    """Return the first objects of a fixture."""
    if name == "prodigy":
        return [PRODIGY, PRODIGY | {"answer": "reject", "_task_hash": 3}]
    text = (FIXTURES / name).read_text(encoding="utf-8")
    whole = [json.loads(line) for line in text.splitlines()] if name.endswith("l") else json.loads(text)
    return whole[:3] if isinstance(whole, list) else [whole]


@pytest.mark.parametrize("name", [*FILES, "prodigy"])
@pytest.mark.few(3)
def test_whatever_stands_in_an_export_it_is_read_or_refused(name, tmp_path):
    dice, records = random.Random(name), few(name)
    path = tmp_path / "export.json"
    for _ in range(40):
        odd = spoilt(records, dice)
        whole = odd[0] if "inception" in name and odd else odd
        path.write_text(json.dumps(whole), encoding="utf-8")
        for read in (read_survey, lambda path: read_log(path, id_column="item_id", label_column="label")):
            try:
                read(str(path))
            except BadDataError:
                pass
            except Exception as error:
                error.add_note(json.dumps(whole)[:2000])
                raise
