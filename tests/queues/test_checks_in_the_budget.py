"""Items that are mixed into a queue are paid from the budget first: what is left pays for the review."""

import json
from pathlib import Path

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

pytestmark = pytest.mark.usefixtures("undrawn", "plan_alone", "folder")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text("\n".join(["item_id,gold,p", *ROWS, ""]), encoding="utf-8")


def run(budget, tail, control, cost="", *, words=("report", "plan.toml", "--format", "html"), code=0):
    text = PLAN.format(budget=budget, tail=tail, control=control, cost=cost)
    Path("plan.toml").write_text(text, encoding="utf-8")
    done = CliRunner().invoke(main, words, catch_exceptions=False)
    assert done.exit_code == code, done.output
    return done.output.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("budget", "tail", "control", "cost", "reviewed", "spend"),
    # 0.50 each, 120 items an hour and a half.
    [
        ("20", 0, 0, "", 40, "20.00"),
        ("20", 10, 5, "", 25, "20.00"),
        ("20", 10, 0, "annotators = 2", 10, "20.00"),
        ("20", 20, 0, "contingency = 0.5", 6, "19.50"),  # 26 at 0.75
        ("20", 20, 0, "indirect = 0.17", 14, "19.89"),  # 34 at 0.585
        ("40 items", 20, 3, "", 17, "20.00"),
        ("0.2 hours", 20, 0, "", 16, "18.00"),  # 36 of 20 seconds
        ("40", 20, 0, "", 80, "40.00"),  # the whole list leaves nothing to draw from
    ],
)
def test_the_budget_pays_for_what_is_mixed_in_first(budget, tail, control, cost, reviewed, spend):
    run(budget, tail, control, cost)
    plan = json.loads(Path("report/decision.json").read_text(encoding="utf-8"))["recommendation"]
    assert (plan["reviewed"]["value"], plan["spend"]) == (reviewed, spend)


def test_a_budget_for_checks_alone_starts_nothing():
    """Twenty random items at 0.50 take all of 10."""
    output = run("10", 20, 0, code=3)
    assert "EUR 10.00 cannot start the review: the first item costs EUR 10.50" in output


def test_the_queue_and_the_progress_count_them_as_paid_from_the_budget():
    output = run("20", 20, 0, words=("queue", "plan.toml"))
    assert "To review: 20 of 80 items" in output
    assert "To judge all" not in output
    packet = Path("queue/packets/packet-001.csv").read_text(encoding="utf-8-sig").splitlines()
    judged = [f"{line.split(',')[0]},no" for line in packet[1:3]]
    Path("log.csv").write_text("\n".join(["item_id,gold", *judged, ""]), encoding="utf-8")
    run("20", 20, 0, words=("progress", "plan.toml", "log.csv", "--out", "card"))
    assert "are lacking" not in " ".join(Path("card/card.html").read_text(encoding="utf-8").split())
