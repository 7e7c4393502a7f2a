"""A plan's table with what lies beside it: the same answer as from one file."""

import pytest
from commands import ended

from budgetplan.dataset.predicted import read_classified
from budgetplan.dataset.scored import read_table
from budgetplan.domain.plan import ClassifierSpec, Columns, Deferral, ModelSpec, Plan, TableForm

WHOLE = "item_id,gold,c,p,m:ja,m:nein\na,ja,0.5,1,0.9,0.1\nb,nein,1,2,0.2,0.8\nc,,,3,0.5,0.5\n"


@pytest.fixture
def split(tmp_path, monkeypatch):
    """Write the whole table, and the same in three files."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "whole.csv").write_text(WHOLE)
    rows = [line.split(",") for line in WHOLE.splitlines()]
    for name, at in (("t.csv", (0, 3, 4, 5)), ("l.csv", (0, 1)), ("c.csv", (0, 2))):
        (tmp_path / name).write_text("".join(",".join(row[one] for one in at) + "\n" for row in rows))


PLAIN = Columns("gold", cost="c", split="split")
APART = TableForm(labels="l.csv", costs="c.csv")


def test_three_files_are_one_table(split):
    whole, apart = (
        read_table(Plan(path, PLAIN, ("ja",), (ModelSpec("p", "p"),), form=form))
        for path, form in (("whole.csv", TableForm()), ("t.csv", APART))
    )
    assert whole.items.ids == apart.items.ids
    assert whole.items.label.tolist() == apart.items.label.tolist() == [0, 1, -1]
    assert whole.items.listed_cost.tolist()[:2] == apart.items.listed_cost.tolist()[:2]
    assert set(apart.checksums) == {"l.csv", "c.csv"}
    assert whole.checksums == {}
    assert str(apart.messages[0]) == "Items without a label in l.csv: 1 (c)."
    assert str(apart.messages[-1]) == str(whole.messages[-1]) == "1 of 3 rows has no label: taken as your list."


def test_three_files_are_one_table_where_models_answer(split):
    deferral = Deferral((ClassifierSpec("m", "m"),))
    whole, apart = (
        read_classified(Plan(path, PLAIN, (), (), form=form, deferral=deferral))
        for path, form in (("whole.csv", TableForm()), ("t.csv", APART))
    )
    assert whole.test.truth.tolist() == apart.test.truth.tolist()
    assert set(apart.checksums) == {"t.csv", "l.csv", "c.csv"}


def test_rows_without_a_label_are_said_in_either_workflow(tmp_path):
    path = tmp_path / "t.csv"
    rows = [f"i{n};{('ja', 'nein')[n % 2] if n < 400 else ''};0,{n + 1};0,25;0,75" for n in range(3000)]
    path.write_text("\n".join(["item_id;Urteil;p;m:ja;m:nein", *rows]) + "\n")
    asked = ["compare", str(path), "--label", "Urteil", "--set", "sure.resamples=0"]
    done = ended(*asked, "--positive", "ja", "--model", "p")
    told = ["--probabilities", "m", "--error-weight", "4"]
    classified = ended(*asked, *told)
    for each in (done, classified):
        assert each.exit_code == 0
        assert "2,600 of 3,000 rows have no label: taken as your list." in each.stdout.splitlines()[:3]
