"""A queue with items mixed in says what judging all of it takes beyond the budget, which pays for the review alone."""

import json
import re

import pytest
from click.testing import CliRunner

from budgetplan.cli.main import main

PLAN = """[table]
file = "t.csv"
id = "item_id"
label = "gold"
positive = ["yes"]
[[models]]
name = "p"
[cost]
per_item = "0.50"
currency = "EUR"
seconds_per_item = "20"
{cost}
[goal]
budget = "{budget}"
[sure]
resamples = 40
[work]
packet = 10
tail_sample = {tail}
control = {control}
"""
SCORES = [(n * 37 % 100) / 100 for n in range(120)]
ROWS = [f"i{n:03d},{('yes' if SCORES[n] > 0.5 else 'no') if n < 40 else ''},{SCORES[n]}" for n in range(120)]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("\n".join(["item_id,gold,p", *ROWS, ""]), encoding="utf-8")
    return tmp_path


def queue(folder, budget, tail, control, cost=""):
    text = PLAN.format(budget=budget, tail=tail, control=control, cost=cost)
    (folder / "plan.toml").write_text(text, encoding="utf-8")
    done = CliRunner().invoke(main, ["queue", "plan.toml"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(
    ("budget", "tail", "control", "cost", "whole", "more"),
    # 0.50 each: 40 to review, and what is mixed in.
    [
        ("20", 20, 0, "", "EUR 30.00", "EUR 10.00"),
        ("20", 0, 5, "", "EUR 22.50", "EUR 2.50"),
        ("20", 10, 5, "", "EUR 27.50", "EUR 7.50"),
        ("20", 20, 0, "annotators = 2", "EUR 40.00", "EUR 20.00"),
        ("20", 20, 0, "contingency = 0.5", "EUR 34.50", "EUR 14.50"),
        ("40 items", 20, 3, "", "63 items", "23 items"),
        ("0.2 hours", 20, 0, "", "0.32 hours", "0.12 hours"),
    ],
)
def test_what_the_whole_queue_takes_is_said(folder, budget, tail, control, cost, whole, more):
    told = queue(folder, budget, tail, control, cost)
    assert (
        f"To judge all of the queue takes {whole}, mixed-in items among it: {more} more than the budget."
        in told
    )


def test_nothing_is_said_where_nothing_is_mixed_in(folder):
    assert "To judge all" not in queue(folder, "20", 0, 0)


def test_progress_lacks_as_much(folder):
    assert "EUR 10.00 more than the budget" in queue(folder, "20", 20, 0)
    packet = min((folder / "queue/packets").iterdir()).read_text(encoding="utf-8-sig").splitlines()
    judged = [f"{line.split(',')[0]},no" for line in packet[1:3]]
    (folder / "log.csv").write_text("\n".join(["item_id,gold", *judged, ""]), encoding="utf-8")
    done = CliRunner().invoke(main, ["progress", "plan.toml", "log.csv", "--out", "card"])
    assert done.exit_code == 0, done.output
    card = " ".join((folder / "card/card.html").read_text(encoding="utf-8").split())
    assert re.search(r"10\.00 are lacking", card)


@pytest.mark.parametrize(
    "cost", ["indirect = 0.17", "contingency = 0.033", "contingency = 0.033\nindirect = 0.0177"]
)
def test_the_report_prints_the_same_total(folder, cost):
    told = queue(folder, "20", 21, 0, cost)
    done = CliRunner().invoke(main, ["report", "plan.toml", "--format", "html", "--quiet"])
    assert done.exit_code == 0, done.output
    total = json.loads((folder / "report/decision.json").read_text(encoding="utf-8"))["work_plan"][
        "mixed_in"
    ]["total"]
    assert f"To judge all of the queue takes EUR {total}, " in told
