"""Weights: a row that stands for w items counts as w rows would, and the list is as long as its weights say."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest
from rows import rows_of

from budgetplan.api import Solved, evaluate, make_report
from budgetplan.errors import BudgetplanError
from budgetplan.settings.build import read_plan

pytestmark = pytest.mark.usefixtures("plan_alone", "undrawn")

PLAN = rows_of(__file__)["plan"]


def rows(n_labelled, n_list, seed=1):
    """Labelled and other rows with whole weights; scores of one model are coarse, so that there are ties."""
    rng = np.random.default_rng(seed)
    n = n_labelled + n_list
    positive = rng.random(n) < 0.35
    gold = np.where(positive, "y", "n").astype(object)
    gold[n_labelled:] = ""
    return pd.DataFrame(
        {
            "id": [f"i{at:04d}" for at in range(n)],
            "gold": gold,
            "m": np.round(rng.normal(positive * 1.2, 1), 3),
            "k": rng.integers(0, 6, n) + positive,
            "w": rng.integers(1, 6, n),
        }
    )


def copied(frame):
    """The same with every row as often as its weight says, each copy with a name of its own."""
    again = frame.loc[np.repeat(frame.index, frame["w"])].reset_index(drop=True)
    again["id"] = [f"{name}.{at:05d}" for at, name in enumerate(again["id"])]
    return again.drop(columns="w")


def planned(folder, frame, *, weight="w", goal='budget = "9"', worth="0.4", table="", more=""):
    folder.mkdir()
    frame.to_csv(folder / "t.csv", index=False)
    table += f'\nweight = "{weight}"' if weight else ""
    path = folder / "plan.toml"
    path.write_text(PLAN.format(table=table, goal=goal, worth=worth, more=more), encoding="utf-8")
    return str(path)


def decided(path):
    """Return what is decided and counted, without where it comes from."""
    made = Solved(read_plan(path)).made("2026-01-01")
    own = ("goal", "chosen", "options", "whole_list", "next_step", "last_step", "winner_by_budget")
    shared = {name: made.record[name] for name in ("list", "recommendation", "singles")}
    return shared | {"filter": {name: made.record["filter"][name] for name in own}}


def alike(one, other):
    """Say that two records are the same, numbers to the last digits."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for name in one:
            alike(one[name], other[name])
    elif isinstance(one, list):
        assert len(one) == len(other)
        for left, right in zip(one, other, strict=True):
            alike(left, right)
    elif isinstance(one, float):
        assert other == pytest.approx(one, rel=1e-9, abs=1e-9)
    else:
        assert one == other


GOALS = {
    "budget": {"goal": 'budget = "9"'},
    "items": {"goal": 'budget = "37 items"'},
    "target": {"goal": 'target = "60 %"'},
    "worth alone": {"goal": "", "worth": "0.25"},
}


@pytest.mark.parametrize("goal", GOALS)
def test_a_row_of_weight_w_is_w_rows(tmp_path, goal):
    frame = rows(60, 90)
    # A label is one label, whatever it stands for: rows of the list alone are so many.
    frame.loc[frame["gold"] != "", "w"] = 1
    weighted = decided(planned(tmp_path / "one", frame, **GOALS[goal]))
    many = decided(planned(tmp_path / "many", copied(frame), weight="", **GOALS[goal]))
    alike(weighted, many)


@pytest.mark.parametrize("n_list", [0, 90])
def test_weights_of_1_are_no_weights(tmp_path, n_list):
    frame = rows(60, n_list).assign(w=1)
    alike(decided(planned(tmp_path / "one", frame)), decided(planned(tmp_path / "none", frame, weight="")))


def test_the_list_is_as_long_as_its_weights_say(tmp_path):
    # Labelled 1 + 3; the list 2 + 5: seven items, whatever the labelled ones weigh.
    frame = pd.DataFrame({"id": list("abcd"), "gold": ["y", "n", "", ""], "m": [2, 1, 2, 1], "k": [1, 2, 1, 2]})
    found = decided(planned(tmp_path / "p", frame.assign(w=[1, 3, 2, 5]), goal='budget = "0.40"', worth="9"))
    # Weights of labelled rows alone say for how much of the list each speaks.
    labelled = decided(planned(tmp_path / "q", frame.assign(w=["1", "3", "", ""]), worth="9"))
    assert labelled["list"]["items"] == 2
    assert found["list"]["items"] == 7
    assert found["filter"]["whole_list"]["spend"] == "0.70"
    assert found["filter"]["options"][-1]["reviewed"]["value"] <= 7


def test_a_size_that_is_said_holds_and_weights_share_it_out(tmp_path):
    # y weighs 1 of 4: of 40 items 10 are entries.
    frame = pd.DataFrame({"id": list("ab"), "gold": ["y", "n"], "m": [2, 1], "k": [1, 2], "w": [1, 3]})
    found = decided(planned(tmp_path / "p", frame, more="[list]\nsize = 40", worth="9"))
    assert (found["list"]["basis"], found["list"]["items"]) == ("list", 40.0)
    # Two labels say little: what is made up beside them is half an item of either kind at least.
    assert 5 < found["list"]["expected_positives"] < 20


def refused(path):
    with pytest.raises(BudgetplanError) as told:
        Solved(read_plan(path)).made("2026-01-01")
    return str(told.value)


def test_a_list_of_which_some_rows_have_no_weight_is_refused(tmp_path):
    frame = rows(20, 20).astype({"w": object})
    frame.loc[25, "w"] = ""
    said = refused(planned(tmp_path / "p", frame))
    assert "t.csv, line 27, column w, item i0025" in said
    assert "a row of the list has no weight, but others have one" in said


def test_weights_of_a_list_in_files_are_refused(tmp_path):
    frame = rows(20, 20)
    path = planned(tmp_path / "p", frame[frame["gold"] != ""], more='[list]\nfile = "rest.csv"\nengine = "memory"')
    frame[frame["gold"] == ""].drop(columns="gold").to_csv(tmp_path / "p" / "rest.csv", index=False)
    said = refused(path)
    assert "rest.csv" in said
    assert "column w" in said
    assert "every row of a list in files is one item" in said


def printed(folder, frame, **said):
    path = planned(folder, frame, **said)
    make_report(read_plan(path), out=folder / "out", date="2026-01-01", formats=("html",))
    text = re.sub(r"<[^>]*>", "", (folder / "out" / "report.html").read_text("utf-8"))
    return re.sub(r"\s+", " ", text)


@pytest.mark.usefixtures("undrawn")
def test_the_method_says_how_many_rows_stand_for_how_many_items(tmp_path):
    frame = rows(60, 90)
    listed = int(frame["w"][60:].sum())
    page = printed(tmp_path / "list", frame)
    assert f"90 rows stand for {listed} items, each at the price of one." in page
    page = printed(tmp_path / "sample", frame[:60])
    assert f"60 rows stand for {int(frame['w'][:60].sum())} items, each at the price of one." in page
    page = printed(tmp_path / "drawn", frame.assign(w=[*frame["w"][:60].astype(str), *[""] * 90]))
    assert "rows stand for" not in page
    assert "Labelled items stand for as much of the list as the column w states" in page


def test_what_was_drawn_more_of_one_part_has_left_less_of_it(tmp_path):
    """Of 200 items one in two is an entry, of 800 one in ten; 100 of either were labelled: 100 and 700 are left, with 120."""
    rng = np.random.default_rng(8)
    rich = np.arange(1000) < 200
    label = np.full(1000, "", dtype=object)
    for part, hits in ((rich, 50), (~rich, 10)):
        drawn = rng.choice(np.flatnonzero(part), 100, replace=False)
        label[drawn] = ["yes"] * hits + ["no"] * (100 - hits)
    known = label != ""
    table = pd.DataFrame({"id": np.arange(1000), "gold": label, "m": rng.normal(size=1000).round(4)})
    table.to_csv(tmp_path / "t.csv", index=False)
    sample = pd.DataFrame(
        {"id": table["id"], "weight": np.where(rich, 2, 8), "stratum": np.where(rich, "rich", "poor")}
    )
    sample[known].to_csv(tmp_path / "s.csv", index=False)
    flags = {"table.positive": ("yes",), "models.name": ("m",), "table.label": "gold", "table.id": "id"}
    flags |= {"table.sample": str(tmp_path / "s.csv"), "goal.budget": "100 items", "sure.resamples": "99"}
    plan = read_plan(str(tmp_path / "t.csv"), flags)
    # Taken for all 1,000 items they would be said to be 800 x 180/1,000 = 144.
    said = Solved(plan).solution.evidence.n_positives
    assert said == pytest.approx(120, abs=6)
    table[known].to_csv(tmp_path / "labelled.csv", index=False)
    for rows_of_list, engine in ((table, "memory"), (table[~known], "memory"), (table, "duckdb")):
        rows_of_list.drop(columns="gold").to_csv(tmp_path / "list.csv", index=False)
        more = {"list.file": str(tmp_path / "list.csv"), "list.engine": engine}
        apart = Solved(read_plan(str(tmp_path / "labelled.csv"), flags | more)).solution.evidence.n_positives
        assert apart == pytest.approx(said, rel=1e-9)


@pytest.mark.parametrize("seldom", [0.5, 0])
def test_weights_that_count_no_items_may_add_up_to_anything(tmp_path, seldom):
    """Weights say how the labelled items stand to each other: the same ones, twice as great, say the same."""
    frame = rows(60, 90).astype({"w": float})
    own = frame["gold"] != ""
    frame["w"] = np.where(own & (np.arange(len(frame)) < 30), seldom, 5 - seldom).astype(object)
    frame.loc[~own, "w"] = ""
    assert frame["w"][own].sum() == len(frame)
    twice = frame.assign(w=[each and 2 * each for each in frame["w"]])
    alike(decided(planned(tmp_path / "one", frame)), decided(planned(tmp_path / "twice", twice)))


def test_models_are_measured_on_all_that_labels_stand_for(tmp_path):
    """What is left of a list of which all that scores high is labelled says little of a model."""
    frame = rows(60, 90)
    own = frame["gold"] != ""
    high = own & (frame["m"] > frame["m"][own].median())
    frame["w"] = np.where(high, 1.0, (150 - high.sum()) / (own & ~high).sum()).astype(object)
    frame.loc[~own, "w"] = ""
    with_list, alone = (
        evaluate(read_plan(planned(tmp_path / name, part)))[0]
        for name, part in (("list", frame), ("alone", frame[own]))
    )
    csvs = [{name: table.to_csv() for name, table in each.tables.items()} for each in (with_list, alone)]
    assert csvs[0] == csvs[1]
