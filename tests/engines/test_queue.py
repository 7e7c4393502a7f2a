"""The queue of a plan, written where the list lies, against the order made by hand."""

from __future__ import annotations

import hashlib

import numpy as np
import pandas as pd
import pytest
from list_world import world, write_apart, write_plan

from budgetplan.engines.counting import TAIL, write_queue
from budgetplan.settings.build import read_plan
from budgetplan.workflows import FILTER

pytestmark = pytest.mark.usefixtures("plan_alone")


def data_of(folder, frame, **settings):
    listed = write_apart(folder, frame, files=2)
    return FILTER.read(read_plan(write_plan(folder, "labelled.csv", listed=listed, engine="duckdb", **settings)), {})


def by_hand(frame, seed, price=None):
    """Return the list in the order of review: score, price, hash."""
    rest = frame[frame["gold"] == ""].copy()
    rest["h"] = [hashlib.md5(f"{name}:{seed}".encode()).hexdigest() for name in rest["id"]]
    rest["price"] = 0 if price is None else rest[price]
    rest["m0"] = rest["m0"].fillna(-np.inf)
    return rest.sort_values(["m0", "price", "h"], ascending=[False, True, True])


def read(files):
    # pandas 2 would change the last digit.
    exact = {"score": lambda text: float(text or "nan")}
    return pd.concat([pd.read_csv(file, converters=exact) for file in files], ignore_index=True)


@pytest.mark.parametrize(("shape", "units", "few"), [("uniform", True, 0), ("ties", True, 100_000), ("ties", False, 0)])
def test_the_queue_is_the_order_of_the_plan(tmp_path, monkeypatch, shape, units, few):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", few)
    frame, items = world(shape=shape, seed=21, units=True), 297
    settings = {"cost": 'per_unit = "0.002"', "more_table": 'units = "units"'} if units else {}
    data = data_of(tmp_path, frame, **settings)
    record = write_queue(data.counted, "m0", items, tmp_path / "q", seed=7, tail=50, shard=60)
    wanted = by_hand(frame, 7, "units" if units else None)
    queue = read(tmp_path / "q" / name for name in record["files"])
    assert len(record["files"]) == 5
    assert queue["place"].tolist() == list(range(1, items + 1))
    assert queue["id"].tolist() == wanted["id"].tolist()[:items]
    assert queue["score"].tolist() == wanted["m0"].tolist()[:items]
    last = wanted.iloc[items - 1]
    price = int(last["units"]) * 2000 if units else None
    assert record["cutoff"] == {"score": last["m0"], "price_micros": price, "hash": last["h"]}
    drawn = wanted.iloc[items:].sort_values("h").head(50)
    assert read([tmp_path / "q" / TAIL])["id"].tolist() == drawn["id"].tolist()
    assert [record[key] for key in ("review", "random", "after")] == [items, 50, 900 - items]


def test_a_queue_that_cannot_be_written_is_no_fault_of_the_list(tmp_path):
    engine = data_of(tmp_path, world(seed=24)).counted.engine
    with pytest.raises(OSError, match="No such file or directory"):
        engine.write("SELECT 1 AS place", tmp_path / "nowhere" / "queue-0001.csv")


def test_items_without_a_score_are_last_and_labelled_ones_are_not_there(tmp_path, monkeypatch):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", 0)
    frame = world(seed=22)
    frame.loc[frame.index[frame["gold"] == ""][::5], "m0"] = np.nan
    data_of(tmp_path, frame)
    frame.drop(columns="gold").to_parquet(tmp_path / "list" / "part-0.parquet", index=False)
    (tmp_path / "list" / "part-1.parquet").unlink()
    data = FILTER.read(read_plan(str(tmp_path / "plan.toml")), {})
    record = write_queue(data.counted, "m0", 880, tmp_path / "q", seed=1, tail=100)
    wanted = by_hand(frame, 1)["id"].tolist()
    assert read(tmp_path / "q" / name for name in record["files"])["id"].tolist() == wanted[:880]
    assert record["random"] == 20
    assert sorted(read([tmp_path / "q" / TAIL])["id"]) == sorted(wanted[880:])


def test_a_mixture_has_a_queue_too(tmp_path, monkeypatch):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", 0)
    data = data_of(tmp_path, world(models=3, seed=23), models=3, mixture="auto")
    # The mixture is learnt as the plan is made.
    FILTER.solve(read_plan(str(tmp_path / "plan.toml")), data, lambda *_: None)
    record = write_queue(data.counted, "mixture", 300, tmp_path / "q", seed=1)
    queue = read(tmp_path / "q" / name for name in record["files"])
    assert not (tmp_path / "q" / TAIL).exists()
    assert queue["id"].is_unique
    assert queue["place"].tolist() == list(range(1, 301))
    assert (np.diff(queue["score"]) <= 0).all()
    assert queue["score"].iloc[-1] == pytest.approx(record["cutoff"]["score"], abs=1e-12)


@pytest.mark.parametrize("name", ["ü{}é語", "{}"])
def test_names_that_are_whole_numbers_or_of_other_letters_hash_alike(tmp_path, name):
    frame = world(seed=24, shape="ties")
    names = [name.format(7 * at) for at in range(len(frame))]
    frame["id"] = [int(each) for each in names] if name == "{}" else names
    record = write_queue(data_of(tmp_path, frame).counted, "m0", 333, tmp_path / "q", seed=3)
    assert (
        read(tmp_path / "q" / name for name in record["files"])["id"].tolist() == by_hand(frame, 3)["id"].tolist()[:333]
    )
