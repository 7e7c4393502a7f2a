"""What is said where nothing meets the goal: in a check in the words of the report, with its exit code."""

import numpy as np
import pytest
from doubtful_world import N, classified, ranked

from budgetplan.api import Solved, check, compare
from budgetplan.settings.build import read_plan

DATE = "2026-11-22"
FLAGS = {"table.label": "gold", "table.positive": "loan", "models.name": "a", "set": ("sure.resamples=40",)}
PRICED = {"cost.per_item": "1", "goal.budget": "100"}
OF_EACH = {"quota.by": "language", "quota.minimum": "5", "cost.per_item": "1"}


def _ranked():
    return {name: ranked()[name] for name in ("id", "gold", "a")}


def _with_list(scores):
    """Return the sound table with a list without labels, by what its items score."""
    columns, n = _ranked(), len(scores)
    columns["id"] += [f"list{place}" for place in range(n)]
    columns["gold"] += [""] * n
    columns["a"] += [f"{score:.6f}" for score in scores]
    return columns


def _reviewed():
    columns = _ranked()
    last = np.argsort([-float(score) for score in columns["a"]])[80:]
    return columns | {"gold": ["" if place in last else one for place, one in enumerate(columns["gold"])]}


def _without_entries():
    columns = _ranked()
    return columns | {"split": ["test" if one == "native" else "train" for one in columns["gold"]]}


def _in_strata():
    return _ranked() | {"language": [("a", "b")[place % 2] for place in range(N)]}


CASES = {
    "no review is as sure of all quotas": (3, _in_strata, OF_EACH | {"quota.minimum": "36", "quota.sure": "99 %"}),
    "the budget is less than all quotas take": (3, _in_strata, OF_EACH | {"goal.budget": "3"}),
    "no labelled item is an entry": (3, _without_entries, PRICED | {"table.split": "test"}),
    "the list is unlike anything labelled": (3, lambda: _with_list(9 + np.arange(400) / 100), PRICED),
    "the labels are the top of an order": (3, _reviewed, PRICED),
    "the target is beyond the list": (3, _ranked, {"goal.target": "300"}),
    "the target is beyond the budget": (3, _ranked, PRICED | {"goal.budget": "10", "goal.target": "70"}),
    "the budget buys nothing": (3, _ranked, PRICED | {"goal.budget": "0.5"}),
    "quotas that are sure": (0, _in_strata, OF_EACH | {"quota.sure": "95 %"}),
    "a budget": (0, _ranked, PRICED),
    "not worth starting": (0, _ranked, {"cost.per_item": "9", "entry.value": "1"}),
    "a list like the labelled items": (0, lambda: _with_list(np.linspace(-1, 2, 400)), PRICED),
}


def _table(path, columns):
    rows = [",".join(columns), *map(",".join, zip(*columns.values(), strict=True))]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(path)


def _agree(path, flags, code):
    """Return what a comparison prints; it, a check and a report end alike, the check in the words of the report."""
    checked, made, compared = (
        check(path, flags),
        Solved(read_plan(path, flags)).made(DATE),
        compare(read_plan(path, flags)),
    )
    assert checked.exit_code == made.exit_code == compared.exit_code == code
    if code == 0:
        assert checked.unmet is None
        assert "Nothing is wrong" in checked.text
        return compared.summary
    wrong = checked.unmet.wrong
    assert wrong == made.document.title.removeprefix("Doubtful until the warning is settled: ")
    assert wrong in checked.text
    assert checked.text.splitlines()[-1].startswith("A report would recommend nothing")
    assert " ".join(checked.unmet.todo.split()) in " ".join(compared.summary.split())
    return compared.summary


@pytest.mark.parametrize("name", CASES)
@pytest.mark.few(3)
def test_a_check_says_that_nothing_will_be_recommended_where_a_report_does_and_only_there(tmp_path, name):
    code, make, more = CASES[name]
    summary = _agree(_table(tmp_path / "t.csv", make()), FLAGS | more, code)
    if name.startswith("the target"):
        assert "Table 1." in summary


def test_a_budget_that_does_not_pay_for_the_model_is_said_by_a_check(tmp_path):
    _table(tmp_path / "t.csv", classified())
    plan = tmp_path / "plan.toml"
    plan.write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\n[[models]]\nname = "m"\npredicted = "m_says"\n'
        'confidence = "m_sure"\ncost = 50\n[answers]\nerror_weight = 4\nworth_of_right_answer = 1\n'
        "[cost]\nper_item = 1\n[goal]\nbudget = 20\n[sure]\nresamples = 40\n",
        encoding="utf-8",
    )
    _agree(str(plan), {}, 3)
