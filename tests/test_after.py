"""What comes after a report, through the command line: the queue, and how far it is."""

import json

import pytest
from click.testing import CliRunner

from budgetplan.cli.main import main

SCORES = [(n * 37 % 100) / 100 for n in range(200)]
TRUTH = ["yes" if (score > 0.6) != (n % 7 == 0) else "no" for n, score in enumerate(SCORES)]
ROWS = "item_id,gold,p,text\n" + "".join(
    f"i{n:03d},{TRUTH[n] if n < 60 else ''},{SCORES[n]},sentence {n}\n" for n in range(200)
)
PLAN = """[table]
file = "t.csv"
label = "gold"
positive = ["yes"]
[[models]]
name = "p"
[cost]
per_item = "1"
currency = "EUR"
[goal]
budget = "{budget}"
[sure]
resamples = 50
[work]
packet = 10
tail_sample = 20
control = 3
"""


def run(*words):
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(ROWS, encoding="utf-8")
    (tmp_path / "plan.toml").write_text(PLAN.format(budget="30"), encoding="utf-8")
    return tmp_path


def test_a_queue_is_written_and_never_written_over(folder):
    done = run("queue", "plan.toml", "--for", "jsonl")
    assert done.exit_code == 0, done.output
    said = json.loads((folder / "queue/manifest/manifest.json").read_text(encoding="utf-8"))
    assert said["counts"] == {"review": 30, "tail sample": 20, "control": 3, "answered": 0, "left": 90}
    lines = [
        line
        for name in sorted((folder / "queue/packets").iterdir())
        for line in name.read_text(encoding="utf-8").splitlines()
    ]
    assert len(lines) == 53
    assert len(list((folder / "queue/packets").iterdir())) == 6
    again = run("queue", "plan.toml")
    assert again.exit_code == 6
    assert "holds a queue already" in again.output


def test_the_same_plan_gives_the_same_bytes_whatever_the_order_of_rows(folder):
    run("queue", "plan.toml")
    first = {p.name: p.read_bytes() for p in (folder / "queue").rglob("*") if p.is_file()}
    head, *rows = ROWS.splitlines(keepends=True)
    (folder / "t.csv").write_text(head + "".join(reversed(rows)), encoding="utf-8")
    run("queue", "plan.toml", "--out", "again")
    again = {p.name: p.read_bytes() for p in (folder / "again").rglob("*") if p.is_file()}
    for name, content in first.items():
        if name != "manifest.json":
            assert again[name] == content, name
    one, other = (json.loads(files["manifest.json"]) for files in (first, again))
    assert {key for key in one if one[key] != other[key]} == {"table_sha256", "identifier"}


def test_a_tool_that_is_not_known_a_weighted_list_and_a_plan_without_a_list_are_refused(folder):
    assert run("queue", "plan.toml", "--for", "excel").exit_code == 2
    rows = [line + (",2\n" if at else ",w\n") for at, line in enumerate(ROWS.splitlines())]
    (folder / "t.csv").write_text("".join(rows), encoding="utf-8")
    done = run("queue", "plan.toml", "--set", "table.weight=w")
    assert done.exit_code == 4
    assert "stand for several items" in done.output
    (folder / "t.csv").write_text("".join(ROWS.splitlines(keepends=True)[:61]), encoding="utf-8")
    done = run("queue", "plan.toml")
    assert done.exit_code == 4
    assert "does not hold the list" in done.output


def test_where_nothing_meets_the_goal_there_is_no_queue(folder):
    done = run("queue", "plan.toml", "--target", "5000", "--set", "goal.budget=")
    assert done.exit_code in (2, 3)
    assert not (folder / "queue").exists()
