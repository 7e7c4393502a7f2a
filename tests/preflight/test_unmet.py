"""What is said where nothing meets the goal: in a check in the words of the report, with its exit code."""

import numpy as np
import pytest
from doubtful_world import N, classified, ranked

from budgetplan.api import check, compare, make_report
from budgetplan.settings.build import read_plan

DATE = "2026-11-22"
FLAGS = {"table.label": "gold", "table.positive": "loan", "models.name": "a", "set": ("sure.resamples=50",)}
PRICED = {"cost.per_item": "1", "goal.budget": "100"}


def _write(path, columns):
    rows = [",".join(columns), *map(",".join, zip(*columns.values(), strict=True))]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(path)


def _with_list(scores):
    """Return the sound table with a list without labels, by what its items score."""
    columns, n = ranked(), len(scores)
    for name, cells in columns.items():
        columns[name] = cells + [""] * n
    columns["id"][N:] = [f"list{place}" for place in range(n)]
    columns["a"][N:] = [f"{score:.6f}" for score in scores]
    return {name: columns[name] for name in ("id", "gold", "a")}


def _outside():
    return _with_list(9 + np.arange(400) / 100)


def _reviewed():
    columns = {name: ranked()[name] for name in ("id", "gold", "a")}
    last = np.argsort([-float(score) for score in columns["a"]])[80:]
    columns["gold"] = ["" if place in last else one for place, one in enumerate(columns["gold"])]
    return columns


def _without_entries():
    columns = {name: ranked()[name] for name in ("id", "gold", "a")}
    columns["split"] = ["test" if one == "native" else "train" for one in columns["gold"]]
    return columns


def _in_strata():
    """Return the sound table with every second item in another language."""
    columns = ranked()
    return columns | {"language": [("a", "b")[place % 2] for place in range(len(columns["id"]))]}


OF_EACH = {"quota.by": "language", "quota.minimum": "5", "cost.per_item": "1"}
UNMET = {
    "no review is as sure of all quotas": (
        _in_strata,
        {**OF_EACH, "quota.minimum": "36", "quota.sure": "99 %"},
    ),
    "the budget is less than all quotas take": (_in_strata, {**OF_EACH, "goal.budget": "3"}),
    "no labelled item is an entry": (_without_entries, {**PRICED, "table.split": "test"}),
    "the list is unlike anything labelled": (_outside, PRICED),
    "the labels are the top of an order": (_reviewed, PRICED),
    "the target is beyond the list": (ranked, {"goal.target": "300"}),
    "the target is beyond the budget": (ranked, {**PRICED, "goal.budget": "10", "goal.target": "70"}),
    "the budget buys nothing": (ranked, {**PRICED, "goal.budget": "0.5"}),
}
MET = {
    "quotas that are sure": (_in_strata, {**OF_EACH, "quota.sure": "95 %"}),
    "a budget": (ranked, PRICED),
    "no goal": (ranked, {}),
    "not worth starting": (ranked, {"cost.per_item": "9", "entry.value": "1"}),
    "a list like the labelled items": (lambda: _with_list(np.linspace(-1, 2, 400)), PRICED),
}


def _run(tmp_path, case):
    make, more = case
    path, flags = _write(tmp_path / "t.csv", make()), FLAGS | more
    result = make_report(read_plan(path, flags), out=tmp_path / "out", date=DATE, formats=("html",))
    return check(path, flags), result, compare(read_plan(path, flags))


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("name", UNMET)
def test_a_check_says_that_nothing_will_be_recommended_in_the_words_of_the_report(tmp_path, name):
    found, report, compared = _run(tmp_path, UNMET[name])
    assert found.exit_code == report.exit_code == compared.exit_code == 3
    assert (
        found.unmet.wrong
        == report.title.removeprefix("Doubtful until the warning is settled: ")
        in found.text
    )
    assert "Nothing is wrong" not in found.text
    assert found.text.splitlines()[-1].startswith("A report would recommend nothing")
    said = " ".join(compared.summary.split())
    assert " ".join(found.unmet.todo.split()) in said


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("name", MET)
def test_a_check_says_so_only_where_a_report_does(tmp_path, name):
    found, report, compared = _run(tmp_path, MET[name])
    assert found.exit_code == report.exit_code == compared.exit_code == 0
    assert found.unmet is None
    assert "Nothing is wrong" in found.text


@pytest.mark.parametrize("name", ["the target is beyond the list", "the target is beyond the budget"])
def test_a_comparison_is_printed_though_nothing_meets_the_goal(tmp_path, name):
    make, more = UNMET[name]
    compared = compare(read_plan(_write(tmp_path / "t.csv", make()), FLAGS | more))
    assert compared.exit_code == 3
    assert "Table 1." in compared.summary


@pytest.mark.usefixtures("undrawn")
def test_a_budget_that_does_not_pay_for_the_model_is_said_by_a_check(tmp_path):
    _write(tmp_path / "t.csv", classified())
    plan = tmp_path / "plan.toml"
    plan.write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\n[[models]]\nname = "m"\npredicted = "m_says"\n'
        'confidence = "m_sure"\ncost = 50\n[answers]\nerror_weight = 4\nworth_of_right_answer = 1\n'
        "[cost]\nper_item = 1\n[goal]\nbudget = 20\n[sure]\nresamples = 50\n",
        encoding="utf-8",
    )
    report = make_report(read_plan(str(plan)), out=tmp_path / "out", date=DATE, formats=("html",))
    found = check(str(plan))
    assert found.exit_code == report.exit_code == compare(read_plan(str(plan))).exit_code == 3
    assert found.unmet.wrong == report.title.removeprefix("Doubtful until the warning is settled: ")
    assert found.unmet.todo
