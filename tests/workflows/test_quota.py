"""Quotas from the command line: report, queue and progress."""

import csv
import json
from dataclasses import replace
from decimal import Decimal

import pytest
from commands import ended
from quota_world import STRATA, written

from budgetplan.queues.manifest import manifest_files, read_manifest
from budgetplan.report.page import Framing
from budgetplan.settings.build import read_plan
from budgetplan.workflows import workflow_of


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The folder of a plan with quotas whose report and queue are written, the report's record, and the rows of the queue."""
    folder = tmp_path_factory.mktemp("quotas")
    plan = written(folder, listed=5, more="[work]\ntail_sample = 3\ncontrol = 2")
    for words in (
        ("report", plan, "--out", folder / "out", "--format", "html"),
        ("queue", plan, "--out", folder / "queue"),
    ):
        done = ended(*words)
        assert done.exit_code == 0, done.output
    record = json.loads((folder / "out" / "decision.json").read_text())
    return (folder, record, list(csv.DictReader((folder / "queue/manifest/items.csv").read_text().splitlines())))


def test_a_report_says_the_plan_with_quotas_and_the_queue_holds_it(made):
    folder, record, rows = made
    quotas, said = record["quotas"], record["recommendation"]
    assert said["meets_goal"]
    assert [row["name"] for row in quotas["strata"]] == list(STRATA)
    parts = [Decimal(row["spend"]) for row in quotas["strata"]]
    assert Decimal(said["spend"]) == sum(parts, Decimal(quotas["paid_once"]))
    review = [row for row in rows if row["role"] == "review"]
    for stratum in quotas["strata"]:
        assert sum(row["stratum"] == stratum["name"] for row in review) == stratum["items"]
    scores = [float(row["score"]) for row in review]
    assert scores == sorted(scores, reverse=True)
    assert {row["stratum"] for row in rows if row["role"] == "control"} == {""}
    listed = (folder / "out" / "tables" / "review.csv").read_text().splitlines()[1:]
    assert [line.split(",")[1] for line in listed] == [row["item"] for row in review]
    # Nobody who judges sees the stratum.
    assert "stratum" not in (folder / "queue/packets/packet-001.csv").read_text().splitlines()[0]


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("said", [{"quota": "minimum = 70"}, {"goal": "budget = 9"}])
def test_quotas_that_cannot_be_met_end_with_code_3(tmp_path, said):
    plan = written(tmp_path, **said)
    done = ended("report", plan, "--out", tmp_path / "out", "--format", "html")
    assert done.exit_code == 3, done.output
    assert (tmp_path / "out" / "report.html").is_file()
    queue = ended("queue", plan, "--out", tmp_path / "queue")
    assert queue.exit_code == 3
    assert "quotas" in queue.output


@pytest.mark.parametrize("short", [True, False])
def test_progress_counts_each_quota_and_stops_where_all_are_met(made, tmp_path, short):
    """All that is judged is an entry, but for the items of one stratum where that is short."""
    folder, _, rows = made
    review, said = [row for row in rows if row["role"] == "review"], read_plan(str(folder / "plan.toml"))
    head, *_ = (folder / "queue/packets/packet-001.csv").read_text(encoding="utf-8-sig").splitlines()
    last = max(row["stratum"] for row in review)
    other = next(name for name in read_manifest(folder / "queue").labels if name not in said.positive)
    labels = [other if short and row["stratum"] == last else said.positive[0] for row in review[:-1]]
    log = [f"{row['item']},{label}" for row, label in zip(review[:-1], labels, strict=True)]
    (tmp_path / "log.csv").write_text("\n".join([f"{head.split(',')[0]},{head.split(',')[-1]}", *log]) + "\n")
    where = ("--queue", folder / "queue", "--format", "html", "--out", tmp_path / "card")
    done = ended("progress", folder / "plan.toml", tmp_path / "log.csv", *where)
    assert done.exit_code == 0, done.output
    record = json.loads((tmp_path / "card/card-record.json").read_text())
    for name, quota in record["quotas"].items():
        mine = sum(row["stratum"] == name for row in review[:-1])
        assert quota == {"found": 0 if short and name == last else mine, "wanted": said.quota.of(name)}
    assert (record["decision"]["why"] == "quotas_met") == (not short)
    table = csv.DictReader((tmp_path / "card/tables/quotas.csv").read_text(encoding="utf-8-sig").splitlines())
    assert table.fieldnames == ["stratum", "found", "wanted"]


def test_a_queue_without_quotas_is_refused_where_the_plan_has_some(made, tmp_path):
    folder, *_ = made
    manifest = read_manifest(folder / "queue")
    plain = replace(manifest, items=replace(manifest.items, stratum=()))
    (tmp_path / "manifest").mkdir()
    for name, content in manifest_files(plain).items():
        (tmp_path / name).write_bytes(content)
    done = ended("progress", folder / "plan.toml", folder / "t.csv", "--queue", tmp_path)
    assert done.exit_code == 4
    assert "without quotas" in done.output


def test_a_check_says_the_strata_with_their_counts(tmp_path):
    done = ended("check", written(tmp_path, listed=5))
    assert done.exit_code == 0, done.output
    assert "Czech 56 labelled, 70 in the list; Latvian 48 labelled, 60 in the list" in done.output


def test_a_draft_names_columns_that_quotas_may_go_by_in_lines_that_say_nothing_yet(tmp_path):
    written(tmp_path, listed=5)
    done = ended("init", tmp_path / "t.csv", "--out", tmp_path / "draft.toml")
    assert done.exit_code == 0, done.output
    assert "[quota]\n" in (tmp_path / "draft.toml").read_text()
    assert '# by = "language"' in (tmp_path / "draft.toml").read_text()


def test_quotas_are_compared_in_the_same_resamples_and_beside_a_plan_without_them_in_none(tmp_path):
    """Those of a stratum are drawn alike, whatever its quota."""
    plans = {}
    for name, quota in (("few", "minimum = 2"), ("many", "minimum = 3"), ("none", "")):
        (tmp_path / name).mkdir()
        plans[name] = written(tmp_path / name, quota=quota, times=10, goal="" if quota else "budget = 20")
    text = plans["none"].read_text()
    plans["none"].write_text(text.replace('[quota]\nby = "language"\n', ""))
    found = {}
    for other in ("many", "none"):
        done = ended("compare", plans["few"], plans[other], "--out", tmp_path / other, "--format", "html")
        assert done.exit_code == 0, done.output
        [found[other]] = json.loads((tmp_path / other / "comparison-record.json").read_text())["differences"].values()
    assert (found["many"]["apart"], found["none"]["apart"]) == ([], ["quotas"])
    more = found["many"]["found"]
    assert more["value"] > 0
    assert more["low"] <= more["value"] <= more["high"]
    assert found["none"]["found"]["low"] is None


@pytest.mark.parametrize("zero", ["minimum = 0", 'minimum = 0\nminimums.Czech = 0\nsure = "90 %"'])
@pytest.mark.parametrize("said", [{}, {"models": ("good", "other"), "mixture": "auto", "listed": 4}])
@pytest.mark.few(1)
def test_quotas_of_nothing_are_the_plain_ranked_list_to_the_digit(tmp_path, zero, said):
    file = written(tmp_path, quota=zero, goal="budget = 40", more="[entry]\nvalue = 3", **said)
    text, made = file.read_text(), []
    for words in (text, text.replace(f'[quota]\nby = "language"\n{zero}\n', "")):
        file.write_text(words)
        plan = read_plan(str(file), {})
        flow = workflow_of(plan)
        solution = flow.solve(plan, flow.read(plan, {}), lambda *_: None)
        page = flow.report(solution, Framing("2026-01-31", "BP-1"), flow.work(solution))
        made.append((flow.record(solution, {}), page))
    assert "[quota]" not in words
    assert made[0] == made[1]
