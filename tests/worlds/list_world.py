"""Labelled items and a list of random scores, in one table or apart, for tests of lists in files of their own."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
from rows import rows_of

from budgetplan.api import Solved
from budgetplan.settings.build import read_plan

DECIMALS = {"tenths": 1, "ties": 2, "decimals": 3}


def world(n_labelled=120, n_list=900, *, models=1, seed=1, shape="uniform", single=False, units=False, lean=0.0):
    """Return a frame with labelled and unlabelled rows: id, gold, m0.., units.

    ``lean``: by how much the log odds of an entry differ from the longest item to the shortest.
    """
    rng = np.random.default_rng(seed)
    n = n_labelled + n_list
    length = rng.random(n) if lean else np.zeros(n)
    positive = rng.random(n) < 1 / (1 + 3 * np.exp(-lean * (length - 0.5)))
    frame = {"id": [f"i{at:06d}" for at in rng.permutation(n)]}
    gold = np.where(positive, "y", "n").astype(object)
    gold[n_labelled:] = ""
    frame["gold"] = gold
    for at in range(models):
        score = 1 / (1 + np.exp(-rng.normal(positive * 1.5 - 1.0, 1 + 0.3 * at)))
        if shape in DECIMALS:
            score = np.round(score, DECIMALS[shape])
        elif shape == "skew":
            score = score**24
        elif shape == "logit":
            score = np.log(score / (1 - score))
        frame[f"m{at}"] = score.astype(np.float32) if single else score
    if units:
        frame["units"] = np.round(5 + 85 * length) if lean else rng.integers(5, 90, n)
    return pd.DataFrame(frame)


PLAN = rows_of(__file__)["plan"]


SAID = {"cost": 'per_item = "0.04"', "budget": "12", "mixture": "off", "resamples": 40, "more_table": ""}


def write_plan(folder: Path, table, *, name="plan", models=1, listed="", engine="memory", more="", **said):
    """Write a plan on a table, and on a list in files of their own; return its path; ``said``: as in ``SAID``."""
    assert set(said) <= set(SAID), said
    if listed:
        more += f'\n[list]\nfile = "{listed}"\nengine = "{engine}"\n'
    path = Path(folder) / f"{name}.toml"
    each = "".join(f'[[models]]\nname = "m{at}"\n' for at in range(models))
    path.write_text(PLAN.format(table=table, models=each, more=more, **SAID | said), encoding="utf-8")
    return str(path)


def write_apart(folder: Path, frame, *, files=1, kind="parquet"):
    """Write the labelled rows as a table, and the others as the files of a list."""
    own = frame["gold"] != ""
    frame[own].to_csv(Path(folder) / "labelled.csv", index=False)
    frame.to_csv(Path(folder) / "one.csv", index=False)
    where = Path(folder) / "list"
    where.mkdir(exist_ok=True)
    rest = frame[~own].drop(columns="gold")
    for at, part in enumerate(np.array_split(np.arange(len(rest)), files)):
        target = where / f"part-{at}.{kind}"
        if kind == "parquet":
            rest.iloc[part].to_parquet(target, index=False)
        else:
            rest.iloc[part].to_csv(target, index=False)
    return f"list/*.{kind}"


ELSEWHERE = ("provenance", "identifier", "table", "files", "checksums", "warnings")


def decided(path):
    """Return the record of the decision of a plan, without where it comes from."""
    made = Solved(read_plan(path)).made("2026-01-01")
    record = json.loads(json.dumps(made.record))
    for key in ELSEWHERE:
        record.pop(key, None)
    record.get("plan", {}).pop("table", None)
    # The file of the items to review is written where the list is loaded.
    (record.get("work_plan") or {}).pop("source", None)
    return record, made


def differences(one, other, at="", rel=1e-9):
    """Return where two records differ by more than the last digits."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = sorted({*one, *other})
        return [d for key in keys for d in differences(one.get(key), other.get(key), f"{at}/{key}", rel)]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [
            d
            for place, pair in enumerate(zip(one, other, strict=True))
            for d in differences(*pair, f"{at}/{place}", rel)
        ]
    if isinstance(one, float) or isinstance(other, float):
        near = one is not None and other is not None and abs(one - other) <= rel * max(abs(one), abs(other), 1.0)
        return [] if near else [(at, one, other)]
    return [] if one == other else [(at, one, other)]
