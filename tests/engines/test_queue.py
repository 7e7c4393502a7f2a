"""The queue of a plan, written where the list lies, against the order made by hand."""

from __future__ import annotations

import hashlib

import numpy as np
import pandas as pd
import pytest
from list_world import world, write_apart, write_plan

from budgetplan.engines.queue import write_queue
from budgetplan.settings.build import read_plan
from budgetplan.workflows import FILTER

pytestmark = pytest.mark.usefixtures("plan_alone")


def hashes(ids, seed):
    return [hashlib.md5(f"{name}:{seed}".encode()).hexdigest() for name in ids]


def planned(tmp_path, frame, **said):
    listed = write_apart(tmp_path, frame, files=2)
    plan = read_plan(write_plan(tmp_path, "labelled.csv", listed=listed, engine="duckdb", **said))
    flow = FILTER
    data = flow.read(plan, {})
    return data, flow.solve(plan, data, lambda *_: None)


def by_hand(frame, seed, price=None):
    """Return the list in the order of review: score, price, hash."""
    rest = frame[frame["gold"] == ""].copy()
    rest["h"] = hashes(rest["id"], seed)
    rest["price"] = 0 if price is None else rest[price]
    rest["m0"] = rest["m0"].fillna(-np.inf)
    return rest.sort_values(["m0", "price", "h"], ascending=[False, True, True])


def read(files):
    # pandas 2 would change the last digit.
    exact = {"score": lambda text: float(text or "nan")}
    return pd.concat([pd.read_csv(file, converters=exact) for file in files], ignore_index=True)


@pytest.mark.parametrize("few", [0, 100_000])
@pytest.mark.parametrize("units", [False, True])
@pytest.mark.parametrize("shape", ["uniform", "ties"])
def test_the_queue_is_the_order_of_the_plan(tmp_path, monkeypatch, shape, units, few):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", few)
    frame = world(shape=shape, seed=21, units=True)
    said = {"cost": 'per_unit = "0.002"', "more_table": 'units = "units"'} if units else {}
    data, solution = planned(tmp_path, frame, **said)
    items = solution.decision.chosen.items
    found = write_queue(data.counted, "m0", items, tmp_path / "q", seed=7, tail=50, shard=60)
    wanted = by_hand(frame, 7, "units" if units else None)
    queue = read(found.files)
    assert len(found.files) == -(-items // 60)
    assert queue["place"].tolist() == list(range(1, items + 1))
    assert queue["id"].tolist() == wanted["id"].tolist()[:items]
    assert queue["score"].to_numpy() == pytest.approx(wanted["m0"].to_numpy()[:items], abs=0)
    last = wanted.iloc[items - 1]
    price = int(last["units"]) * 2000 if units else None
    assert found.record["cutoff"] == {"score": last["m0"], "price_micros": price, "hash": last["h"]}
    drawn = wanted.iloc[items:].sort_values("h").head(50)
    assert read([found.tail])["id"].tolist() == drawn["id"].tolist()
    assert [found.record[key] for key in ("review", "random", "after")] == [items, 50, 900 - items]


def test_items_without_a_score_are_last_and_labelled_ones_are_not_there(tmp_path, monkeypatch):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", 0)
    frame = world(seed=22)
    rest = frame.index[frame["gold"] == ""]
    frame.loc[rest[::5], "m0"] = np.nan
    data, _ = planned(tmp_path, frame)
    whole = frame.drop(columns="gold")
    whole.to_parquet(tmp_path / "list" / "part-0.parquet", index=False)
    (tmp_path / "list" / "part-1.parquet").unlink()
    plan = read_plan(str(tmp_path / "plan.toml"))
    data = FILTER.read(plan, {})
    found = write_queue(data.counted, "m0", 880, tmp_path / "q", seed=1, tail=100)
    assert read(found.files)["id"].tolist() == by_hand(frame, 1)["id"].tolist()[:880]
    assert found.record["random"] == 20
    assert sorted(read([found.tail])["id"]) == sorted(by_hand(frame, 1)["id"].tolist()[880:])


def test_a_mixture_has_a_queue_too(tmp_path, monkeypatch):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", 0)
    data, _ = planned(tmp_path, world(models=3, seed=23), models=3, mixture="auto")
    found = write_queue(data.counted, "mixture", 300, tmp_path / "q", seed=1)
    queue = read(found.files)
    assert found.tail is None
    assert queue["id"].is_unique
    assert queue["place"].tolist() == list(range(1, 301))
    assert (np.diff(queue["score"]) <= 0).all()
    assert queue["score"].iloc[-1] == pytest.approx(found.record["cutoff"]["score"], abs=1e-12)


def test_names_that_are_whole_numbers_or_of_other_letters_hash_alike(tmp_path):
    frame = world(seed=24, shape="ties")
    frame["id"] = [f"ü{at}é語" for at in range(len(frame))]
    data, _ = planned(tmp_path, frame)
    found = write_queue(data.counted, "m0", 333, tmp_path / "q", seed=3)
    assert read(found.files)["id"].tolist() == by_hand(frame, 3)["id"].tolist()[:333]
    frame["id"] = np.arange(len(frame)) * 7
    data, _ = planned(tmp_path, frame)
    found = write_queue(data.counted, "m0", 333, tmp_path / "q2", seed=3)
    assert read(found.files)["id"].astype(int).tolist() == by_hand(frame, 3)["id"].tolist()[:333]
