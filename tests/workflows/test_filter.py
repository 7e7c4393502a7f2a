"""The ranked list as a workflow: from a table to what is recommended, with its progress."""

from __future__ import annotations

import json
from dataclasses import replace

import jsonschema
import pytest
from schemas import schema_of

from budgetplan.api import make_report
from budgetplan.report.display import without_tags
from budgetplan.settings.build import read_plan
from budgetplan.workflows import FILTER


def test_a_table_becomes_a_recommendation(tmp_path):
    table = tmp_path / "scores.csv"
    rows = "".join(f"{n:02},{'y' if n < 20 else 'n'},{40 - n}\n" for n in range(40))
    table.write_text("id,gold,m\n" + rows, encoding="utf-8")
    (tmp_path / "plan.toml").write_text(
        '[table]\nfile = "scores.csv"\nlabel = "gold"\npositive = ["y"]\n[[models]]\nname = "m"\n'
        '[cost]\nper_item = "1"\ncurrency = "EUR"\n[goal]\nbudget = "20"\n',
        encoding="utf-8",
    )
    plan, flow, told = read_plan(str(tmp_path / "plan.toml"), {}), FILTER, []
    data = flow.read(plan, {})
    solution = flow.solve(plan, data, lambda *step: told.append(step))
    found = flow.recommend(solution)
    assert (found.model, found.reviewed.value) == ("m", 20.0)
    assert 17 < found.found.value < 20  # forty labels leave some doubt
    [model] = flow.models(plan, data)
    assert without_tags(model) == "m (column m, higher)"
    [model] = flow.models(replace(plan, language="de"), data)
    assert without_tags(model) == "m (Spalte m, höchste zuerst)"
    assert told[-1] == ("comparing the models", 0, 1)


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("worth", [False, True])
def test_what_it_may_cost_and_take_stands_in_the_report_and_in_its_record(tmp_path, worth):
    rows = "".join(f"i{n:03},{'y' if n * n % 7 < 4 and n < 60 else 'n'},{100 - n}\n" for n in range(100))
    (tmp_path / "scores.csv").write_text("id,gold,m\n" + rows, encoding="utf-8")
    goal = "[entry]\nvalue = 2\nrange = [1, 4]\n" if worth else '[goal]\ntarget = "60 %"\n'
    (tmp_path / "plan.toml").write_text(
        '[table]\nfile = "scores.csv"\nlabel = "gold"\npositive = ["y"]\n[[models]]\nname = "m"\n'
        '[cost]\ncurrency = "EUR"\nhourly_rate = 36\nseconds_per_item = 60\ncontingency = "computed"\n'
        "ranges = { seconds_per_item = [40, 100], hourly_rate = [30, 48] }\n[sure]\nresamples = 100\n"
        '[work]\nstart = "2026-12-07"\nhours_a_week = 1\ndeadline = "2027-06-30"\n' + goal,
        encoding="utf-8",
    )
    made = make_report(
        read_plan(str(tmp_path / "plan.toml")), out=tmp_path / "out", date="2026-11-22", formats=("html",)
    )
    assert made.exit_code == 0
    record = json.loads((tmp_path / "out" / "decision.json").read_text(encoding="utf-8"))
    jsonschema.validate(record, schema_of("decision-3"))
    assert record["plan"]["prices"]["contingency"] == (record["filter"]["contingency"]["rate"] or "0")
    assert 0 <= record["filter"]["calendar"]["chance"] <= 1
    assert record["filter"]["swings"]["measure"] == ("net" if worth else "cost")
    assert {one["key"] for one in record["filter"]["swings"]["inputs"]} >= {"seconds_per_item", "hourly_rate"}
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert worth or "If it takes longer" in page


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("models", [("a",), ("a", "b")])
def test_items_without_a_score_are_reviewed_last_and_have_none_in_the_list_to_review(tmp_path, models):
    rows = [f"i{n:03},{'y' if n < 30 else 'n'},{90 - n},{90 - n + n % 7}" for n in range(60)]
    rows += [f"l{n:02},,{90 - 3 * n},{90 - 3 * n + n % 7}" for n in range(20)]
    rows += [f"m{n},,," for n in range(3)]
    (tmp_path / "t.csv").write_text("\n".join(["id,gold,a,b", *rows]) + "\n", encoding="utf-8")
    named = "".join(f'[[models]]\nname = "{name}"\n' for name in models)
    (tmp_path / "plan.toml").write_text(
        f'[table]\nfile = "t.csv"\nlabel = "gold"\npositive = ["y"]\n{named}'
        '[goal]\nbudget = "23 items"\n[sure]\nresamples = 40\n',
        encoding="utf-8",
    )
    plan = read_plan(str(tmp_path / "plan.toml"), {})
    made = make_report(plan, out=tmp_path / "out", date="2026-11-21", formats=("html",))
    assert made.exit_code == 0
    review = (tmp_path / "out" / "tables" / "review.csv").read_text(encoding="utf-8-sig").splitlines()
    assert [line.split(",")[1:] for line in review[-3:]] == [[f"m{n}", ""] for n in range(3)]
