"""Who judged what, as logs say it: one log in several forms is one, and a folder of logs is none."""

import json
import re

import pytest
from commands import ended

from budgetplan.tools.log import read_logs

pytestmark = pytest.mark.usefixtures("undrawn", "plan_alone")

SCORES = [(n * 37 % 100) / 100 for n in range(120)]
ROWS = "item_id,gold,p\n" + "".join(
    f"i{n:03d},{('yes' if SCORES[n] > 0.5 else 'no') if n < 40 else ''},{SCORES[n]}\n" for n in range(120)
)
PLAN = """table = {file = "t.csv", label = "gold", positive = ["yes"]}
models = [{name = "p"}]
cost = {per_item = "0.50", currency = "EUR"}
goal = {budget = "60"}
sure = {resamples = 0}
work = {packet = 10, tail_sample = 20}
"""
FORMS = {
    "crlf.csv": lambda lines: "\ufeff" + "\r\n".join([*lines, ""]),
    "sorted.csv": lambda lines: "\n".join([lines[0], *sorted(lines[1:], reverse=True), ""]),
    "lines.jsonl": lambda lines: "".join(
        json.dumps(dict(zip(("item_id", "gold"), line.split(","), strict=True))) + "\n" for line in lines[1:]
    ),
    "capitals.csv": lambda lines: "\n".join([lines[0], *(_called(line, "Yes", "NO") for line in lines[1:]), ""]),
}


def _called(line, yes, no):
    """Return a line of a log in which labels are called otherwise."""
    item, label = line.split(",")
    return f"{item},{yes if label == 'yes' else no}"


@pytest.fixture
def lines(tmp_path, monkeypatch):
    """Return the lines of a log of 20 items of a queue."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(ROWS, encoding="utf-8")
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    assert ended("queue", "plan.toml").exit_code == 0
    names = []
    for packet in sorted((tmp_path / "queue/packets").iterdir())[:2]:
        names += [row.split(",")[0] for row in packet.read_text(encoding="utf-8-sig").splitlines()[1:]]
    found = ["item_id,gold", *(f"{name},{'yes' if at % 3 else 'no'}" for at, name in enumerate(names))]
    (tmp_path / "a.csv").write_text("\n".join([*found, ""]), encoding="utf-8", newline="")
    return found


def card(*logs):
    """Return what the card says, but for the names of files and what is to be looked at."""
    done = ended("progress", "plan.toml", *logs, "--out", "card", "--format", "html")
    assert done.exit_code == 0, done.output
    with open("card/card-record.json", encoding="utf-8") as file:  # noqa: PTH123 - in the test's own folder
        record = json.load(file)
    notes = {note["kind"] for note in record.pop("notes")}
    return {key: value for key, value in record.items() if key not in ("logs", "provenance", "checksums")}, notes


def test_what_was_judged_of_another_list_is_refused(tmp_path, lines):
    """It took its cost from the budget of a list that has none of its items."""
    (tmp_path / "t.csv").write_text(ROWS.replace("\ni", "\nother"), encoding="utf-8")
    done = ended("report", "plan.toml", "--set=list.reviewed=a.csv", "--format", "html")
    assert done.exit_code == 4
    assert f"t.csv: of the {len(lines) - 1} items judged already, none is in this table; keep" in done.output
    assert ended("report", "plan.toml", "--format", "html").exit_code == 0


@pytest.mark.usefixtures("lines")
def test_nothing_is_planned_where_the_whole_list_is_judged(tmp_path):
    """It ended in a traceback, as no labelled item was left that says anything of what is left."""
    names = [row.split(",")[0] for row in ROWS.splitlines()[1:]]
    (tmp_path / "every.csv").write_text(
        "item_id,gold\n" + "".join(f"{name},no\n" for name in names[40:]), encoding="utf-8"
    )
    done = ended("report", "plan.toml", "--set=list.reviewed=every.csv", "--format", "html")
    assert done.exit_code == 4
    assert "t.csv: every item of the list is judged already, so that nothing is left to plan; see" in done.output


@pytest.mark.parametrize("form", FORMS)
def test_one_log_in_two_forms_is_one_log(tmp_path, lines, form):
    (tmp_path / form).write_text(FORMS[form](lines), encoding="utf-8", newline="")
    (whole, notes), (both, noted) = card("a.csv"), card("a.csv", form)
    assert both == whole
    assert noted == notes | {"repeated"}
    assert card(form, "a.csv") == (both, noted)
    left = []
    for logs in (("a.csv",), ("a.csv", form)):
        done = ended("report", "plan.toml", *(f"--set=list.reviewed={name}" for name in logs), "--format", "html")
        left.append([line for line in done.output.splitlines() if "Left of the budget" in line])
    assert left[0]
    assert left[0] == left[1]


def test_labels_that_look_like_those_of_the_queue_are_read_as_these_and_that_is_said_once(tmp_path, lines):
    """A spreadsheet writes capitals of its own; where two labels could be meant nobody can tell."""
    (tmp_path / "a.csv").write_text(FORMS["capitals.csv"](lines), encoding="utf-8")
    said = ended("progress", "plan.toml", "a.csv", "--out", "card", "--format", "html").output
    assert said.count("The labels of 20 judgements were read as those they look like: NO as no, Yes as yes.") == 1
    # Where two labels could be meant nobody can tell.
    [log] = read_logs(["a.csv"], id_column="item_id", label_column="gold", labels=("YES", "no", "yes"))
    assert {*log.label} == {"Yes", "no"}


def test_a_file_that_names_nobody_is_called_a_file(tmp_path, lines):
    whose = [f"{line},{'annotator' if at == 0 else 'anna'}" for at, line in enumerate(lines)]
    (tmp_path / "b.csv").write_text("\n".join([*whose, ""]), encoding="utf-8")
    for log, head in (("a.csv", "Who, or a file that names nobody"), ("b.csv", "Who")):
        said = ended("progress", "plan.toml", log, "--out", "card", "--format", "html").output
        assert re.search(f"^{head} +Judgements", said, re.MULTILINE)


def test_a_folder_of_logs_is_refused_with_the_logs_in_it(tmp_path, lines):
    place = tmp_path / "back" / "anna"
    place.mkdir(parents=True)
    for name in ("b.csv", "a.jsonl", "readme.md", ".DS_Store", ".hidden.json"):
        (place / name).write_text("\n".join(lines), encoding="utf-8")
    done = ended("progress", "plan.toml", "back", "--out", "card")
    assert done.exit_code == 4
    wrong = "back: this is a folder; name the logs in it: back/anna/a.jsonl, back/anna/b.csv"
    assert wrong in done.output.replace("\\", "/")


def test_a_word_for_no_judgement_is_refused_with_what_makes_it_one(tmp_path, lines):
    item = lines[1].split(",")[0]
    (tmp_path / "a.csv").write_text("\n".join([lines[0], f"{item},?", *lines[2:], ""]), encoding="utf-8")
    done = ended("progress", "plan.toml", "a.csv", "--out", "card", "--format", "html")
    assert done.exit_code == 4
    assert 'if it means that nobody has judged the item, use --set table.empty="?"' in done.output
    done = ended("progress", "plan.toml", "a.csv", "--set=table.empty=?", "--out", "card", "--format", "html")
    assert done.exit_code == 0, done.output
    assert "19 judgements of 19 items; 1 skipped or not judged yet" in done.output
