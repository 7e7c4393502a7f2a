"""Items that are mixed into a queue are paid from the budget first: what is left pays for the review."""

import json

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
    ("budget", "tail", "control", "cost", "reviewed", "spend"),
    # 0.50 each, 120 items an hour and a half.
    [
        ("20", 0, 0, "", 40, "20.00"),
        ("20", 20, 0, "", 20, "20.00"),
        ("20", 0, 5, "", 35, "20.00"),
        ("20", 10, 5, "", 25, "20.00"),
        ("20", 10, 0, "annotators = 2", 10, "20.00"),
        ("20", 20, 0, "contingency = 0.5", 6, "19.50"),  # 26 at 0.75
        ("20", 20, 0, "indirect = 0.17", 14, "19.89"),  # 34 at 0.585
        ("40 items", 20, 3, "", 17, "20.00"),
        ("0.2 hours", 20, 0, "", 16, "18.00"),  # 36 of 20 seconds
    ],
)
def test_the_budget_pays_for_what_is_mixed_in_first(folder, budget, tail, control, cost, reviewed, spend):
    told = queue(folder, budget, tail, control, cost)
    assert f"To review: {reviewed} of 80 items" in told
    assert "To judge all" not in told
    done = CliRunner().invoke(main, ["report", "plan.toml", "--format", "html", "--quiet"])
    assert done.exit_code == 0, done.output
    record = json.loads((folder / "report/decision.json").read_text(encoding="utf-8"))
    assert record["recommendation"]["spend"] == spend
    assert record["recommendation"]["reviewed"]["value"] == reviewed


def test_a_whole_list_leaves_nothing_to_draw_from(folder):
    """All 80 at 0.50: no random items after the last one, and no money for them."""
    assert "To review: 80 of 80 items" in queue(folder, "40", 20, 0)


def test_a_budget_for_checks_alone_starts_nothing(folder):
    """Twenty random items at 0.50 take all of 10."""
    text = PLAN.format(budget="10", tail=20, control=0, cost="")
    (folder / "plan.toml").write_text(text, encoding="utf-8")
    done = CliRunner().invoke(main, ["report", "plan.toml", "--format", "html", "--quiet"])
    assert done.exit_code == 3
    assert "EUR 10.00 cannot start the review: the first item costs EUR 10.50" in done.output.replace(
        "\u00a0", " "
    )


def test_progress_counts_them_as_paid_from_the_budget(folder):
    queue(folder, "20", 20, 0)
    packet = min((folder / "queue/packets").iterdir()).read_text(encoding="utf-8-sig").splitlines()
    judged = [f"{line.split(',')[0]},no" for line in packet[1:3]]
    (folder / "log.csv").write_text("\n".join(["item_id,gold", *judged, ""]), encoding="utf-8")
    done = CliRunner().invoke(main, ["progress", "plan.toml", "log.csv", "--out", "card"])
    assert done.exit_code == 0, done.output
    card = " ".join((folder / "card/card.html").read_text(encoding="utf-8").split())
    assert "are lacking" not in card
