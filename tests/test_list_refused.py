"""A list of which nothing labelled says anything: no workflow recommends anything, and the exit code is 3."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import ended

SAID = ["--label", "gold", "--probabilities", "m=p"]
JOINT = "--error-weight 1 --cost 0.3 --budget 3 --set answers.worth_of_right_answer=1"
WORKFLOWS = {"defer": ["--error-weight", "1"], "joint": JOINT.split()}


def table(folder: Path, surer: int, size: int = 60) -> Path:
    """A hundred labelled items, at most 90 % sure; of the list so many are 99 % sure, the others 80 %."""
    rows = ["id,gold,p:a,p:b"]
    for place in range(100):
        sure = (0.9, 0.7, 0.9, 0.6)[place % 4]
        gold = "ab"[place % 2] if place % 4 < 3 else "a"
        p_a = sure if place % 2 == 0 else 1 - sure
        rows.append(f"t{place:03},{gold},{p_a:.2f},{1 - p_a:.2f}")
    for place in range(size):
        sure = 0.99 if place < surer else 0.8
        p_a = sure if place % 2 == 0 else 1 - sure
        rows.append(f"u{place:05},,{p_a:.2f},{1 - p_a:.2f}")
    file = folder / "scores.csv"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return file


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("workflow", WORKFLOWS)
@pytest.mark.parametrize(("surer", "code"), [(0, 0), (60, 3)])
@pytest.mark.few(2)
def test_nothing_is_recommended_where_the_whole_list_lies_beyond_the_labelled_items(tmp_path, workflow, surer, code):
    out = tmp_path / "out"
    words = [str(table(tmp_path, surer)), *SAID, *WORKFLOWS[workflow], "--set", "sure.resamples=40"]
    result = ended("report", *words, "--format", "html", "--out", out)
    assert result.exit_code == code, result.output
    decision = json.loads((out / "decision.json").read_text(encoding="utf-8"))["recommendation"]
    assert decision["why_not"] == ("outside" if code else "")
    assert (decision["model"] is None) == bool(code)
    page = (out / "report.html").read_text(encoding="utf-8")
    assert ("label 100 items of the list" in page or "label 60 items of the list" in page) == bool(code)
    # A check says so before the report is made.
    checked = ended("check", *words)
    assert checked.exit_code == code, checked.output
    assert ("Nothing is wrong" in checked.output) == (not code)
