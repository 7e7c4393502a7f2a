"""More labels for a classifier: what is said on page 1 and in the tables is what was worked out, and a ceiling."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest
from defer_world import GOOD, MONEY, SCENES, TWINS, world
from labels_told import hold_to_the_record, point

from budgetplan.report.sentences import texts

IMPORTS = """from pathlib import Path
from budgetplan.api import make_report
from budgetplan.settings.build import read_plan
"""
CHEAP = MONEY | {"models": TWINS, "review_cost": 1e-4, "listed": TWINS[0].test, "list_cost": 1e-4}


@pytest.mark.parametrize("name", SCENES)
def test_what_is_printed_is_what_stands_in_the_record(name):
    told = world(**SCENES[name])
    hold_to_the_record(told, told.selection.labels, told.selection.close[0] if told.selection.used else ())


def test_the_most_that_is_gained_is_rounded_up_and_told_of_so_many_items():
    told = world(models=TWINS, **MONEY)
    most = point(told).sentences[0].args["most"]
    everything = told.selection.labels.everything
    assert (most.key, point(told).verdict.key) == ("defer.labels_per", "defer.labels_ceiling")
    assert everything <= most.args["value"].args["value"] < everything + 1
    listed = world(models=TWINS, **MONEY, listed=GOOD.test * 2)
    most = point(listed).sentences[0].args["most"]
    assert (most.key, most.args["n"]) == ("defer.labels_list", 80)
    assert listed.selection.labels.everything == pytest.approx(everything * 80 / 1000)


def test_labels_that_pay_are_told_with_what_they_cost():
    told = world(**CHEAP)
    best = told.selection.labels.best
    assert (point(told).verdict.key, point(told).verdict.args["n"]) == ("defer.labels_worth_it", best.n)
    said = point(told).sentences[0].args
    assert best.worth <= said["worth"].args["value"] <= best.worth + 1
    assert said["beyond"].args["value"] == pytest.approx(best.beyond)
    [strong] = [row for row in told.table("labels").rows if row.strong]
    assert strong.cells[0] == best.n


def test_every_sentence_on_what_labels_gain_is_a_ceiling():
    for key in ("defer.labels_gain", "defer.labels_worth", "defer.c_labels_per", "defer.c_labels_list"):
        assert "at most" in texts()[key]


def test_where_labels_go_is_said():
    assert point(world(models=TWINS, validation=False)).verdict.key == "labels.ceiling"
    assert "validation" in texts()[point(world(models=TWINS)).verdict.key]


def told_of(path, seed):
    """Return what decision.json says of labels, from a table whose rows stand in an order of their own."""
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 200)
    rows = []
    for place, label in enumerate(truth.tolist()):
        sure = np.clip(0.25 + 0.5 * label + rng.normal(0, 0.25, 2), 0.01, 0.99).round(3)
        rows.append(f"i{place:03},{'ab'[label]}," + ",".join(f"{1 - one:.3f},{one:.3f}" for one in sure))
    order = np.random.default_rng(seed).permutation(200)
    lines = ["id,gold,m:a,m:b,n:a,n:b", *(rows[place] for place in order)]
    table = path / f"{seed}.csv"
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    plan = path / "plan.toml"
    plan.write_text(
        f'[table]\nfile = "{table.name}"\nid = "id"\nlabel = "gold"\n'
        '[[models]]\nname = "m"\nprobabilities = "m"\n[[models]]\nname = "n"\nprobabilities = "n"\n'
        '[answers]\nerror_weight = "4"\n[sure]\nresamples = 200\n',
        encoding="utf-8",
    )
    out = path / f"out{seed}"
    made = (
        f"make_report(read_plan({str(plan)!r}, {{}}), out=Path({str(out)!r}), date='2026-11-21', formats=())"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{IMPORTS}raise SystemExit({made}.exit_code)"],
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads((out / "decision.json").read_text(encoding="utf-8"))["labels"]


def test_the_order_of_rows_plays_no_part(tmp_path):
    first, second = (told_of(tmp_path, seed) for seed in (1, 2))
    assert first == second
    assert first["labelled"] == 200
    assert first["everything"] > 0
    assert (tmp_path / "out1" / "tables" / "labels.csv").read_text(encoding="utf-8").count("\n") > 1
