"""The same list, in memory and counted where it lies, gives the same plan."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from list_world import decided, differences, world, write_apart, write_plan
from rows import rows_of

from budgetplan.engines.counting import Counting
from budgetplan.engines.duck import DuckEngine

DATA = rows_of(__file__)

MEMORY, DUCK = "memory", "duckdb"
few_or_many = pytest.mark.parametrize("few", [0, 100_000])


def written(folder, frame, *, files=1, kind="parquet", goal='budget = "12"', **settings):
    """Write the list, and a plan for memory and one that counts it; return their paths."""
    listed = write_apart(folder, frame, files=files, kind=kind)
    paths = []
    for engine in (MEMORY, DUCK):
        path = write_plan(folder, "labelled.csv", name=engine, listed=listed, engine=engine, **settings)
        text = Path(path).read_text(encoding="utf-8").replace('budget = "12"', goal)
        Path(path).write_text(text, encoding="utf-8")
        paths.append(path)
    return paths


def check_same(paths, *, exact):
    """Compare the plans; not exact: what is chosen, its money and its entries; return what was made where it lies.

    Of a longer list it is not counted which scores between two labelled ones are equal.
    """
    (memory, _), (counted, made) = map(decided, paths)
    if exact:
        assert differences(memory, counted) == []
        return made
    for name in ("reviewed", "spend", "model"):
        assert memory["filter"]["chosen"][name] == counted["filter"]["chosen"][name]
    found = [record["recommendation"]["found"]["value"] for record in (memory, counted)]
    assert differences(*found, rel=0.01) == []
    return made


SIZED = {"models": 2, "more_table": 'units = "units"'}
PLANS = DATA["plans"]


@few_or_many
@pytest.mark.parametrize("name", PLANS)
@pytest.mark.few(3)
def test_the_plan_is_that_of_memory(tmp_path, monkeypatch, name, few):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", few)
    shape, settings = PLANS[name]
    check_same(written(tmp_path, world(seed=3, **shape), **settings), exact=bool(few))


def test_equal_scores_share_a_place_whatever_they_cost(tmp_path):
    frame = world(shape="tenths", units=True, seed=3)
    said = SIZED | {"models": 1, "cost": 'per_unit = "0.00123457"'}
    check_same(written(tmp_path, frame, **said), exact=True)


@pytest.mark.parametrize("shape", ["uniform", "ties", "skew"])
@pytest.mark.few(1)
def test_a_mixture_of_a_small_list_is_that_of_memory(tmp_path, shape):
    frame = world(models=3, shape=shape, seed=11)
    check_same(written(tmp_path, frame, models=3, mixture="auto"), exact=True)


@few_or_many
def test_labels_in_double_precision_beside_scores_in_single_give_the_same_plan(tmp_path, monkeypatch, few):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", few)
    frame = world(shape="ties", single=True, seed=7)
    paths = written(tmp_path, frame)
    own = frame[frame["gold"] != ""].astype({"m0": "float64"})
    own["m0"] = own["m0"].round(2) + 1e-12
    own.to_csv(tmp_path / "labelled.csv", index=False)
    check_same(paths, exact=bool(few))


def test_what_no_model_of_the_mixture_scored_stands_last_everywhere(tmp_path):
    frame = world(models=3, seed=8)
    # The third model puts entries last and weighs nothing; some items have a score of it alone, some have none.
    frame["m2"] = -frame["m0"]
    rest, none = (frame.index[frame["gold"] == label] for label in ("", "n"))
    frame.loc[[*rest[::7], *none[:9]], ["m0", "m1"]] = np.nan
    frame.loc[[*rest[::21], *none[:3]], "m2"] = np.nan
    settings = {"mixture": "auto", "goal": 'budget = "860 items"', "more_table": 'missing = "last"'}
    made = check_same(written(tmp_path, frame, models=3, **settings), exact=True)
    assert {*made.record["recommendation"]["members"]} == {"m0", "m1"}
    assert any("Rows of your list that m0 has no score for: 129 of 900" in line for line in map(str, made.messages))


@few_or_many
def test_labelled_items_are_taken_off(tmp_path, monkeypatch, few):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", few)
    frame = world(models=2, shape="uniform" if few else "ties", seed=9, units=True)
    if not few:
        frame.loc[150::50, "m0"] = np.nan
    paths = written(tmp_path, frame, **SIZED, cost='per_unit = "0.002"')
    frame.drop(columns="gold").to_parquet(tmp_path / "list" / "part-0.parquet", index=False)
    made = check_same(paths, exact=bool(few))
    assert any("120 rows of them are labelled items: left out" in line for line in map(str, made.messages))


@few_or_many
def test_labelled_items_whose_scores_the_list_has_otherwise_are_taken_off(tmp_path, monkeypatch, few):
    """They are counted with the others first: none where all of these have a score, the highest, and sizes of their own."""
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", few)
    frame = world(shape="ties", seed=9, units=True)
    paths = written(tmp_path, frame, **SIZED | {"models": 1}, cost='per_unit = "0.002"')
    rows = frame.drop(columns="gold").astype({"units": "float64"})
    rows.loc[:40, "m0"], rows.loc[50:60, "m0"], rows.loc[::3, "units"] = np.nan, 0.999, np.nan
    rows.to_parquet(tmp_path / "list" / "part-0.parquet", index=False)
    check_same(paths, exact=bool(few))


@few_or_many
@pytest.mark.parametrize("models", [1, 2])
@pytest.mark.few(2)
def test_items_without_a_score_say_nothing_of_how_the_labelled_ones_were_drawn(tmp_path, monkeypatch, models, few):
    """Half of a list has no score of one model; the labelled items are drawn at random, from those with a score."""
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", few)
    frame = world(300, models=models, seed=4)
    frame.loc[frame.index[frame["gold"] == ""][::2], "m0"] = np.nan
    paths = written(tmp_path, frame, models=models, mixture="auto")
    for path in paths:
        assert "list unlike" not in [each["key"] for each in decided(path)[1].record["warnings"]]
    # Where they are not, both say so.
    own = frame[frame["gold"] != ""].sort_values(f"m{models - 1}", ascending=False)
    own[:150].to_csv(tmp_path / "labelled.csv", index=False)
    for path in paths:
        assert "list unlike" in [each["key"] for each in decided(path)[1].record["warnings"]]


def test_a_long_list_is_looked_at_until_no_stop_moves(tmp_path, monkeypatch):
    """Stops that other worths choose moved by an item with each look, twenty times, and every look planned anew."""
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", 0)
    looks, look_at = [], Counting.look_at

    def counted(self, stops):
        looks.append(look_at(self, stops))
        return looks[-1]

    monkeypatch.setattr(Counting, "look_at", counted)
    monkeypatch.setattr(DuckEngine, "n_buckets", 64)  # as many items in each as in those of a list of a million
    _, path = written(tmp_path, world(300, 6_000, seed=3), goal='budget = "60"')
    decided(path)
    assert looks[-1] is False
    assert len(looks) <= 4
