"""The list in files of its own is planned as if it stood in the table."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest
from list_world import decided, differences, world, write_apart, write_plan

from budgetplan.api import Solved
from budgetplan.errors import BadDataError
from budgetplan.settings.build import read_plan


@pytest.mark.parametrize(("kind", "files"), [("parquet", 1), ("csv", 3)])
def test_a_list_in_files_of_its_own_is_planned_as_in_one_table(tmp_path, kind, files):
    frame = world(models=2, units=True)
    listed = write_apart(tmp_path, frame, files=files, kind=kind)
    said = {"models": 2, "mixture": "auto", "cost": 'per_unit = "0.002"', "more_table": 'units = "units"'}
    one, _ = decided(write_plan(tmp_path, "one.csv", name="one", **said))
    apart, made = decided(write_plan(tmp_path, "labelled.csv", name="apart", listed=listed, **said))
    assert differences(one, apart) == []
    assert any("The list: 900 items" in told for told in map(str, made.messages))


QUOTAS = {"more": '\n[quota]\nby = "type"\nminimum = 2\n'}


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ({"more_table": 'group = "type"'}, [f"t{at % 23}" for at in range(460)]),
        # Each of two files has one stratum alone.
        (QUOTAS, [*["t1", "t2"] * 30, *["t1"] * 200, *["t2"] * 200]),
    ],
    ids=["groups", "strata"],
)
def test_groups_and_strata_of_the_list_are_those_of_one_table(tmp_path, said, kinds):
    frame = world(60, 400)
    frame["type"] = kinds
    listed = write_apart(tmp_path, frame, files=2)
    one, _ = decided(write_plan(tmp_path, "one.csv", name="one", **said))
    apart, _ = decided(write_plan(tmp_path, "labelled.csv", name="apart", listed=listed, **said))
    assert differences(one, apart) == []


def test_items_that_are_labelled_are_no_part_of_the_list(tmp_path):
    frame = world(60, 400)
    listed = write_apart(tmp_path, frame)
    whole = frame.drop(columns="gold")
    whole.to_parquet(tmp_path / "list" / "part-0.parquet", index=False)
    one, _ = decided(write_plan(tmp_path, "one.csv", name="one"))
    apart, made = decided(write_plan(tmp_path, "labelled.csv", name="apart", listed=listed))
    assert differences(one, apart) == []
    assert any("60 rows of them are labelled items: left out of the list." in told for told in map(str, made.messages))


def test_rows_of_the_table_without_a_label_are_not_the_list(tmp_path):
    frame = world(60, 400)
    listed = write_apart(tmp_path, frame)
    frame.iloc[:63].to_csv(tmp_path / "some.csv", index=False)
    one, _ = decided(write_plan(tmp_path, "one.csv", name="one"))
    apart, made = decided(write_plan(tmp_path, "some.csv", name="apart", listed=listed))
    assert differences(one, apart) == []
    assert any(told.startswith("3 rows of the table have no label: left out") for told in map(str, made.messages))


def refused(tmp_path, frame, change, **said):
    listed = write_apart(tmp_path, frame, files=2)
    change(tmp_path / "list")
    with pytest.raises(BadDataError) as caught:
        decided(write_plan(tmp_path, "labelled.csv", listed=said.pop("listed", listed), **said))
    return str(caught.value)


def test_what_is_shown_of_a_list_is_found_by_the_ids_of_the_table(tmp_path):
    listed = write_apart(tmp_path, world(60, 400).assign(text="a text"))
    plan = Path(write_plan(tmp_path, "labelled.csv", listed=listed))
    plan.write_text(plan.read_text(encoding="utf-8").replace('id = "id"\n', ""), encoding="utf-8")
    shown = Solved(read_plan(str(plan))).texts()
    assert (shown.id_column, [*shown.columns]) == ("id", ["text"])


@pytest.mark.parametrize(
    ("kind", "told"),
    [("", "column type, item .*: an item has no stratum"), ("t3", "no item of this stratum of the list is labelled")],
)
def test_strata_of_the_list_are_those_of_the_sample(tmp_path, kind, told):
    frame = world(60, 400).assign(type="t1")
    frame.loc[frame.index[-1], "type"] = kind
    wanted = {"more": f"{QUOTAS['more']}[quota.minimums]\nt3 = 3\n"}
    assert re.search(told, refused(tmp_path, frame, lambda _: None, **wanted))


def test_a_pattern_without_files_is_told(tmp_path):
    told = refused(tmp_path, world(30, 60), lambda _: None, listed="lists/*.parquet")
    assert told.startswith(f"{tmp_path}/lists/*.parquet: no file of the list has this name; write the path")


def test_a_missing_column_is_told_with_those_that_are_like_it(tmp_path):
    def change(folder):
        path = folder / "part-1.parquet"
        pd.read_parquet(path).rename(columns={"m0": "m_0"}).to_parquet(path)

    told = refused(tmp_path, world(30, 60), change)
    assert told == (
        f"{tmp_path}/list/part-1.parquet, column m0: there is no such column for the model m0; "
        "did you mean m_0? the table has the columns id, m_0"
    )


def test_two_rows_of_one_name_are_told_with_their_files(tmp_path):
    def change(folder):
        first, second = (pd.read_parquet(folder / f"part-{at}.parquet") for at in (0, 1))
        second.loc[0, "id"] = first.loc[0, "id"]
        second.to_parquet(folder / "part-1.parquet", index=False)

    told = refused(tmp_path, world(30, 60), change)
    assert "part-0.parquet" in told
    assert "part-1.parquet" in told
    assert "1 row of the list has the id of another row; give every item of the list an id of its own" in told
