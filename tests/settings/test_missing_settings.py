"""What a plan still needs is said with a command that works, and with what the table holds."""

import json
import shlex

import pytest
from commands import ended

from budgetplan.errors import UsageError
from budgetplan.preflight.survey import read_plan

ROWS = "Nr;Wort;Urteil;Modell A;Modell B\n" + "".join(
    f"{n};w{n};{'ja' if n % 4 == 0 else 'nein' if n < 30 else ''};{n},5;0,{n:02}\n" for n in range(40)
)


@pytest.fixture
def told(tmp_path, monkeypatch):
    """Write a table, and return what is said to be still needed."""
    monkeypatch.chdir(tmp_path)

    def ask(text, **flags):
        (tmp_path / "t.csv").write_text(text, encoding="utf-8")
        with pytest.raises(UsageError) as caught:
            read_plan("t.csv", {key.replace("__", "."): value for key, value in flags.items()})
        return str(caught.value)

    return ask


def test_the_labels_and_a_column_of_scores_are_named_with_a_command_that_works(told):
    lines = told(ROWS, table__label="Urteil").splitlines()
    assert lines == [
        "t.csv: still needed: the label that is collected (--positive), a model (--model); for example:",
        '  budgetplan report t.csv --label Urteil --positive ja --model "Modell B"',
        "The columns of t.csv: Nr, Wort, Urteil, Modell A, Modell B",
        "The labels in Urteil: ja (10), nein (22)",
    ]
    program, _, *arguments = shlex.split(lines[1])
    assert program == "budgetplan"
    # It is understood; so few labels may recommend nothing.
    assert ended("compare", *arguments).exit_code in (0, 3)


def test_of_labels_in_a_file_of_their_own_its_columns_are_named(told, tmp_path):
    rows = [{"text": f"w{n}", "label": "loan", "answer": "accept" if n % 2 else "reject"} for n in range(40)]
    (tmp_path / "p.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    said = told("text,p\n" + "".join(f"w{n},0.{n:02}\n" for n in range(40)), table__labels="p.jsonl")
    assert "--label label --set table.labels=p.jsonl" in said
    assert "The columns of p.jsonl: " in said
    _, _, *arguments = shlex.split(said.splitlines()[1].replace("LABEL", "loan"))
    done = ended("compare", *arguments, "--set", "table.id=text")
    assert "still needed" not in done.output
    assert done.exit_code in (0, 3), done.output


ADVICE = {
    "id,note,said,x": "--label note --positive a --model x",
    "id,what,place": "--label what --positive a --model place",
    "id,what,said": "--label what --positive a --model COLUMN",
    "id,what,q:a,q:b": "--label what --probabilities q=q --error-weight 4",
    "id,text": "--label COLUMN --positive LABEL --model COLUMN",
}
CELLS = {
    "id": lambda at: f"w{at}",
    "note": lambda at: "ab"[at % 3 > 0],
    "what": lambda at: "ab"[at % 3 > 0],
    "said": lambda at: "ab"[at % 4 > 0],
    "x": lambda at: str(at % 7),
    "place": lambda at: str(at + 1),
    "q:a": lambda at: f"0.{at + 10}",
    "q:b": lambda at: f"0.{90 - at}",
    "text": lambda at: f"word {at}",
}


@pytest.mark.parametrize("head", ADVICE)
def test_the_advice_on_an_unedited_draft_names_columns_of_the_table(tmp_path, head):
    rows = [",".join(CELLS[name](at) for name in head.split(",")) for at in range(60)]
    (tmp_path / "t.csv").write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    plan = str(tmp_path / "plan.toml")
    assert ended("init", tmp_path / "t.csv", "--out", plan).exit_code == 0
    done = ended("report", plan)
    assert done.exit_code == 2, done.output
    assert f" {ADVICE[head]}\n" in done.output
    # What the table lacks is said, and not named as if it were there.
    assert ("COLUMN stands for a column that the table does not have" in done.output) == ("COLUMN" in ADVICE[head])


def test_many_labels_are_not_listed(told):
    rows = "".join(f"{n},l{n},0.5\n" for n in range(30))
    assert "The labels" not in told(f"id,gold,p\n{rows}")


def test_where_the_table_cannot_be_read_that_is_said(told):
    assert told("").endswith("t.csv: the file is empty; write a header and one row for each item")
    assert "t.csv, line 1, column a: two columns have the same name" in told("a,a\n1,2\n")


def test_amounts_in_place_of_labels_are_told_not_to_be_counted(tmp_path):
    path = tmp_path / "t.csv"
    asked = ["check", str(path), "--model", "pred", "--budget", "50 items", "--label", "spend"]
    for n_amounts, is_told in ((40, True), (2, False)):
        rows = "".join(f"{(at % n_amounts) * 12.5:.2f},{at / 120:.3f}\n" for at in range(120))
        path.write_text("spend,pred\n" + rows)
        told = "The column spend holds 40 different numbers, and amounts are not counted"
        assert (told in ended(*asked).output) is is_told
