"""Quotas from the command line: report, queue and progress."""

import csv
import json
from dataclasses import replace
from decimal import Decimal

import pytest
from click.testing import CliRunner
from quota_world import STRATA, written

from budgetplan.cli.main import main
from budgetplan.queues.manifest import manifest_files, read_manifest
from budgetplan.report.page import Framing
from budgetplan.settings.build import read_plan
from budgetplan.workflows import workflow_of


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.mark.usefixtures("undrawn")
def test_a_report_is_written_and_says_the_plan_with_quotas(tmp_path):
    plan = written(tmp_path, listed=5)
    done = run("report", plan, "--out", tmp_path / "out", "--format", "html")
    assert done.exit_code == 0, done.output
    record = json.loads((tmp_path / "out" / "decision.json").read_text())
    assert record["recommendation"]["meets_goal"]
    parts = [Decimal(row["spend"]) for row in record["quotas"]["strata"]]
    assert Decimal(record["recommendation"]["spend"]) == sum(parts, Decimal(record["quotas"]["paid_once"]))
    assert [row["name"] for row in record["quotas"]["strata"]] == list(STRATA)


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("said", [{"quota": "minimum = 70"}, {"goal": "budget = 9"}])
def test_quotas_that_cannot_be_met_end_with_code_3(tmp_path, said):
    plan = written(tmp_path, **said)
    done = run("report", plan, "--out", tmp_path / "out", "--format", "html")
    assert done.exit_code == 3, done.output
    assert (tmp_path / "out" / "report.html").is_file()
    queue = run("queue", plan, "--out", tmp_path / "queue")
    assert queue.exit_code == 3
    assert "quotas" in queue.output


@pytest.mark.usefixtures("undrawn")
def test_the_queue_holds_what_the_report_says_and_its_manifest_names_the_strata(tmp_path):
    plan = written(tmp_path, listed=5, more="[work]\ntail_sample = 3\ncontrol = 2")
    assert run("report", plan, "--out", tmp_path / "out", "--format", "html").exit_code == 0
    done = run("queue", plan, "--out", tmp_path / "queue")
    assert done.exit_code == 0, done.output
    text = (tmp_path / "queue" / "manifest" / "items.csv").read_text()
    rows = list(csv.DictReader(text.splitlines()))
    record = json.loads((tmp_path / "out" / "decision.json").read_text())
    review = [row for row in rows if row["role"] == "review"]
    for stratum in record["quotas"]["strata"]:
        assert sum(row["stratum"] == stratum["name"] for row in review) == stratum["items"]
    scores = [float(row["score"]) for row in review]
    assert scores == sorted(scores, reverse=True)
    assert {row["stratum"] for row in rows if row["role"] == "control"} == {""}
    listed = (tmp_path / "out" / "tables" / "review.csv").read_text().splitlines()[1:]
    assert [line.split(",")[1] for line in listed] == [row["item"] for row in review]


def test_nobody_who_judges_sees_the_stratum_of_the_manifest(tmp_path):
    plan = written(tmp_path, listed=5)
    assert run("queue", plan, "--out", tmp_path / "queue").exit_code == 0
    assert "stratum" not in (tmp_path / "queue" / "packets" / "packet-001.csv").read_text().splitlines()[0]


@pytest.mark.parametrize("short", [True, False])
def test_progress_counts_each_quota_and_stops_where_all_are_met(tmp_path, short):
    """All that is judged is an entry, but for the items of one stratum where that is short."""
    plan = written(tmp_path, listed=5)
    assert run("queue", plan, "--out", tmp_path / "queue").exit_code == 0
    rows = list(csv.DictReader((tmp_path / "queue/manifest/items.csv").read_text().splitlines()))
    review = [row for row in rows if row["role"] == "review"]
    head, *_ = (tmp_path / "queue/packets/packet-001.csv").read_text(encoding="utf-8-sig").splitlines()
    last = max(row["stratum"] for row in review)
    said = read_plan(str(plan))
    other = next(name for name in read_manifest(tmp_path / "queue").labels if name not in said.positive)
    labels = [other if short and row["stratum"] == last else said.positive[0] for row in review[:-1]]
    log = [f"{row['item']},{label}" for row, label in zip(review[:-1], labels, strict=True)]
    (tmp_path / "log.csv").write_text("\n".join([f"{head.split(',')[0]},{head.split(',')[-1]}", *log]) + "\n")
    out = tmp_path / "card"
    done = run(
        "progress",
        plan,
        tmp_path / "log.csv",
        "--queue",
        tmp_path / "queue",
        "--format",
        "html",
        "--out",
        out,
    )
    assert done.exit_code == 0, done.output
    record = json.loads((out / "card-record.json").read_text())
    for name, quota in record["quotas"].items():
        mine = sum(row["stratum"] == name for row in review[:-1])
        assert quota == {"found": 0 if short and name == last else mine, "wanted": said.quota.of(name)}
    met = all(quota["found"] >= quota["wanted"] for quota in record["quotas"].values())
    assert met == (not short)
    assert (record["decision"]["why"] == "quotas_met") == met
    table = csv.DictReader((out / "tables/quotas.csv").read_text(encoding="utf-8-sig").splitlines())
    assert table.fieldnames == ["stratum", "found", "wanted"]


def test_a_queue_without_quotas_is_refused_where_the_plan_has_some(tmp_path):
    plan = written(tmp_path, listed=5)
    assert run("queue", plan, "--out", tmp_path / "queue").exit_code == 0
    manifest = read_manifest(tmp_path / "queue")
    plain = replace(manifest, items=replace(manifest.items, stratum=()))
    for name, content in manifest_files(plain).items():
        (tmp_path / "queue" / name).write_bytes(content)
    done = run("progress", plan, tmp_path / "t.csv", "--queue", tmp_path / "queue")
    assert done.exit_code == 4
    assert "written without quotas" in done.output


def test_models_are_compared_by_what_the_quotas_take(tmp_path):
    plan = written(tmp_path, models=("good", "late"))
    done = run("compare", plan)
    assert done.exit_code == 0, done.output
    assert "What each order offers" in done.output
    assert "Quota met" in done.output


def test_a_check_says_the_strata_with_their_counts(tmp_path):
    done = run("check", written(tmp_path, listed=5))
    assert done.exit_code == 0, done.output
    assert (
        "Strata (language): Czech 56 labelled, 70 in the list; Latvian 48 labelled, 60 in the list."
        in done.output
    )


def test_a_draft_names_columns_that_quotas_may_go_by_in_lines_that_say_nothing_yet(tmp_path):
    written(tmp_path, listed=5)
    done = run("init", tmp_path / "t.csv", "--out", tmp_path / "draft.toml")
    assert done.exit_code == 0, done.output
    text = (tmp_path / "draft.toml").read_text()
    assert "[quota]" in text
    assert '# by = "language"' in text
    assert "# minimum = 300" in text


def compared(folder, *plans):
    done = run("compare", *plans, "--out", folder / "compared", "--format", "html")
    assert done.exit_code == 0, done.output
    return json.loads((folder / "compared" / "comparison-record.json").read_text()), done.output


def test_two_quotas_are_compared_in_the_same_resamples(tmp_path):
    """Those of a stratum are drawn alike, whatever its quota."""
    (tmp_path / "few").mkdir()
    (tmp_path / "many").mkdir()
    few = written(tmp_path / "few", quota="minimum = 2", times=10)
    many = written(tmp_path / "many", quota="minimum = 3", times=10)
    record, _ = compared(tmp_path, few, many)
    (difference,) = record["differences"].values()
    assert difference["apart"] == []
    assert difference["found"]["low"] <= difference["found"]["value"] <= difference["found"]["high"]
    assert difference["found"]["value"] > 0


def test_beside_a_plan_without_quotas_no_interval_is_told_and_the_page_says_why(tmp_path):
    plan = written(tmp_path, times=10)
    text = plan.read_text()
    plain = tmp_path / "plain.toml"
    plain.write_text(text[: text.index("[quota]")] + "[goal]\nbudget = 20\n[sure]\nresamples = 40\n")
    plan.write_text(text.replace(text[text.index("resamples =") :].splitlines()[0], "resamples = 40"))
    for order in ((plan, plain), (plain, plan)):
        record, told = compared(tmp_path, *order)
        (difference,) = record["differences"].values()
        assert difference["apart"] == ["quotas"]
        assert difference["found"]["low"] is None
        assert "the parts of the list that quotas are set for" in " ".join(told.split())


@pytest.mark.parametrize("zero", ["minimum = 0", 'minimum = 0\nminimums.Czech = 0\nsure = "90 %"'])
@pytest.mark.parametrize("said", [{}, {"models": ("good", "other"), "mixture": "auto", "listed": 4}])
def test_quotas_of_nothing_are_the_plain_ranked_list_to_the_digit(tmp_path, zero, said):
    file = written(tmp_path, quota=zero, goal="budget = 40", more="[entry]\nvalue = 3", **said)
    texts = [file.read_text(), file.read_text().replace(f'[quota]\nby = "language"\n{zero}\n', "")]
    assert "[quota]" not in texts[1]
    records, pages = [], []
    for text in texts:
        file.write_text(text)
        plan = read_plan(str(file), {})
        flow = workflow_of(plan)
        solution = flow.solve(plan, flow.read(plan, {}), lambda *_: None)
        records.append(flow.record(solution, {}))
        pages.append(flow.report(solution, Framing("2026-01-31", "BP-1"), flow.work(solution)))
    assert records[0] == records[1]
    assert pages[0] == pages[1]
