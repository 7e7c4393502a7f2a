"""The same list, in memory and counted where it lies, gives the same plan."""

from __future__ import annotations

from pathlib import Path

import pytest
from list_world import decided, differences, world, write_apart, write_plan


def written(tmp_path, frame, *, files=1, kind="parquet", **said):
    """Write the list, and a plan for memory and one that counts it; return their paths."""
    listed = write_apart(tmp_path, frame, files=files, kind=kind)
    engines = {"memory": "memory", "duck": "duckdb"}
    return [
        write_plan(tmp_path, "labelled.csv", name=name, listed=listed, engine=engine, **said)
        for name, engine in engines.items()
    ]


def both(tmp_path, frame, **said):
    in_memory, in_place = written(tmp_path, frame, **said)
    memory, _ = decided(in_memory)
    counted, made = decided(in_place)
    return memory, counted, made


@pytest.mark.parametrize("few", [0, 100_000])
@pytest.mark.parametrize("shape", ["uniform", "ties", "decimals", "skew", "logit"])
def test_at_a_flat_price_the_plan_is_that_of_memory(tmp_path, monkeypatch, shape, few):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", few)
    memory, counted, _ = both(tmp_path, world(shape=shape, seed=3), files=2)
    same(memory, counted, exact=bool(few))


def same(memory, counted, *, exact):
    """Compare two plans; not exact: what is chosen, its money and its entries.

    Of a longer list it is not counted which scores between two labelled ones are equal.
    """
    if exact:
        assert differences(memory, counted) == []
        return
    for name in ("reviewed", "spend", "model"):
        assert memory["filter"]["chosen"][name] == counted["filter"]["chosen"][name]
    found = [record["recommendation"]["found"]["value"] for record in (memory, counted)]
    assert differences(*found, rel=0.01) == []


GOALS = {
    "budget": {},
    "worth": {"more": '[entry]\nvalue = "0.3"'},
    "items": {"budget": "137 items"},
}


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(("shape", "few"), [("decimals", 0), ("uniform", 100_000)])
def test_several_models_and_goals_are_planned_as_in_memory(tmp_path, monkeypatch, goal, shape, few):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", few)
    memory, counted, _ = both(tmp_path, world(models=3, shape=shape, seed=5), models=3, **GOALS[goal])
    same(memory, counted, exact=bool(few))


@pytest.mark.parametrize("few", [0, 100_000])
def test_a_target_is_reached_after_as_many_items(tmp_path, monkeypatch, few):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", few)
    frame = world(models=2, shape="decimals", seed=6)
    listed = write_apart(tmp_path, frame)
    records = []
    for engine in ("memory", "duckdb"):
        path = write_plan(tmp_path, "labelled.csv", name=engine, listed=listed, engine=engine, models=2)
        text = Path(path).read_text(encoding="utf-8").replace('budget = "12"', 'target = "80 %"')
        Path(path).write_text(text, encoding="utf-8")
        records.append(decided(path)[0])
    same(*records, exact=bool(few))


@pytest.mark.parametrize("few", [0, 100_000])
def test_scores_of_single_precision_are_those_that_tables_show(tmp_path, monkeypatch, few):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", few)
    frame = world(shape="ties", single=True, seed=7)
    memory, counted, _ = both(tmp_path, frame)
    same(memory, counted, exact=bool(few))
    # Labels in double precision beside them.
    own = frame[frame["gold"] != ""].astype({"m0": "float64"})
    own["m0"] = own["m0"].round(2) + 1e-12
    own.to_csv(tmp_path / "labelled.csv", index=False)
    records = [decided(str(tmp_path / f"{name}.toml"))[0] for name in ("memory", "duck")]
    same(*records, exact=bool(few))


@pytest.mark.parametrize("few", [0, 100_000])
def test_rows_without_a_score_come_last_and_are_told(tmp_path, monkeypatch, few):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", few)
    frame = world(models=2, seed=8)
    rest = frame.index[frame["gold"] == ""]
    frame.loc[rest[::7], "m0"] = float("nan")
    frame.loc[rest[::11], "m1"] = None
    said = {"models": 2, "mixture": "auto"}
    memory, counted, made = both(tmp_path, frame, files=2, **said)
    assert any("Rows of your list that m0 has no score for: 129 of 900" in told for told in made.messages)
    assert few == 0 or differences(memory, counted) == []


def test_what_no_model_of_the_mixture_scored_stands_last_everywhere(tmp_path):
    frame = world(models=3, seed=8)
    # The third model puts entries last and weighs nothing; some items have a score of it alone, some have none.
    frame["m2"] = -frame["m0"]
    rest = frame.index[frame["gold"] == ""]
    frame.loc[rest[::7], ["m0", "m1"]] = float("nan")
    frame.loc[rest[::21], "m2"] = float("nan")
    frame.loc[frame.index[frame["gold"] == "n"][:9], ["m0", "m1"]] = float("nan")
    frame.loc[frame.index[frame["gold"] == "n"][:3], "m2"] = float("nan")
    said = {"models": 3, "mixture": "auto", "budget": "860 items", "more_table": 'missing = "last"'}
    memory, counted, _ = both(tmp_path, frame, **said)
    assert set(memory["recommendation"]["members"]) == {"m0", "m1"}
    assert differences(memory, counted) == []


@pytest.mark.parametrize(("shape", "few"), [("ties", 0), ("uniform", 100_000)])
def test_labelled_items_are_taken_off(tmp_path, monkeypatch, shape, few):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", few)
    frame = world(models=2, shape=shape, seed=9, units=True)
    said = {"models": 2, "cost": 'per_unit = "0.002"', "more_table": 'units = "units"'}
    paths = written(tmp_path, frame, **said)
    frame.drop(columns="gold").to_parquet(tmp_path / "list" / "part-0.parquet", index=False)
    records = [decided(path) for path in paths]
    same(*(record for record, _ in records), exact=bool(few))
    for _, made in records:
        assert any("120 rows of them are labelled items: left out" in told for told in made.messages)


@pytest.mark.parametrize(("shape", "few"), [("ties", 0), ("uniform", 100_000)])
@pytest.mark.parametrize(
    "cost",
    [
        'per_unit = "0.002"',
        'per_item = "0.01"\nper_unit = "0.00123457"',
        'hourly_rate = "31"\nseconds_per_unit = "0.7"',
    ],
)
def test_what_a_budget_buys_of_items_of_different_size_is_that_of_memory(
    tmp_path, monkeypatch, shape, cost, few
):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", few)
    said = {"models": 2, "cost": cost, "more_table": 'units = "units"'}
    memory, counted, _ = both(tmp_path, world(models=2, shape=shape, seed=10, units=True), **said)
    same(memory, counted, exact=bool(few))


def test_a_mixture_of_a_small_list_is_that_of_memory(tmp_path):
    for seed, shape in ((11, "uniform"), (12, "ties"), (13, "skew")):
        said = {"models": 3, "mixture": "auto"}
        memory, counted, _ = both(tmp_path, world(models=3, shape=shape, seed=seed), **said)
        assert differences(memory, counted) == []
