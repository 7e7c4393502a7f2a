"""Before a report: drafts of plan files, and what looks wrong in a plan and its data."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from budgetplan.api import make_report
from budgetplan.before import check, draft_plan
from budgetplan.errors import CannotWriteError, UsageError
from budgetplan.readers.planfile import read_plan


@pytest.fixture
def table(tmp_path):
    """Forty words, ten of them loans: a finds them first, b knows nothing; two rows have no score of b."""
    path = tmp_path / "scores.csv"
    rows = [
        (f"w{n:02}", "loan" if n % 4 == 0 else "native", (n % 4 == 0) * 5 + n / 100, (n * 17 % 41) / 41)
        for n in range(40)
    ]
    _write(path, rows)
    return path


def _write(path, rows):
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("item_id", "gold", "a", "b"))
        writer.writerows(rows)


def test_a_sound_plan_has_nothing_wrong(table):
    # Ten positives are few, and an order that is perfect is worth a look.
    flags = {
        "table.label": "gold",
        "table.positive": "loan",
        "models.name": ("a", "b"),
        "table.missing": "last",
    }
    found = check(str(table), flags)
    assert (found.errors, found.exit_code) == ((), 0)
    assert found.text == (
        "To look at:\n"
        f"- {table}, column gold: only 10 of 40 labelled items have the label loan; label more items: with fewer than 30 the models can hardly be told apart\n"
        f"- {table}, column a: the model a puts every positive item before every other (40 items); see that the column was not made from the labels, and that it did not learn from these items\n"
        "\nNothing is wrong; 2 things to look at."
    )


def test_bad_data_are_told_beside_what_can_be_seen_all_the_same(table):
    rows = list(csv.reader(table.read_text(encoding="utf-8").splitlines()))[1:]
    rows[5] = ["w99", *rows[4][1:]]
    rows[7][2] = "n/a"
    rows[8][0] = "w01"
    _write(table, rows)
    found = check(str(table), {"table.label": "gold", "table.positive": "loan", "models.name": ("a",)})
    assert found.exit_code == 4
    assert [str(problem) for problem in found.errors] == [
        f'{table}, line 10, column item_id: two items have the same id (found "w01"); the first is on line 3; give every item an id of its own',
        f'{table}, line 9, column a, item w07: this is not a number (found "n/a"); leave the cell empty where there is none, or say --set table.empty=n/a',
    ]
    assert [str(problem) for problem in found.doubts] == [
        f"{table}, line 7: 1 row says the same as an earlier one, but for the id (this one as line 6); see whether these are the same items; repeated ones make the sample look greater than it is"
    ]
    assert found.text.endswith("\n\n2 things are wrong; 1 thing to look at.")


def test_a_wrong_plan_ends_with_its_own_code(table):
    found = check(str(table), {"table.label": "gold", "cost.per_item": "-1"})
    assert found.exit_code == 2
    assert str(found.errors[0]) == '--cost: this is below 0 (found "-1"); write 0 or more'
    assert found.errors[0].option == "--cost"
    assert check("none.toml").exit_code == 2
    assert check("none.csv", {"table.label": "g", "table.positive": "y", "models.name": "a"}).exit_code == 4


def test_what_only_a_run_finds_is_found_without_one(tmp_path):
    # All labelled items are one group: no folds can be made of them.
    path = tmp_path / "t.csv"
    lines = [f"{i},{'xy'[i % 2]},g,{0.6 + i % 3 / 10:.1f},{'xy'[i % 2]}" for i in range(40)]
    path.write_text("\n".join(["id,gold,doc,conf,pred", *lines]) + "\n", encoding="utf-8")
    toml = tmp_path / "plan.toml"
    toml.write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\ngroup = "doc"\n[[models]]\nname = "m"\npredicted = "pred"\n'
        'confidence = "conf"\n[values]\nerror_weight = 4\n',
        encoding="utf-8",
    )
    found = check(str(toml))
    assert found.exit_code == 2
    with pytest.raises(UsageError) as raised:
        make_report(read_plan(str(toml)), out=tmp_path / "out", date="2026-11-21", formats=("html",))
    assert found.errors == raised.value.problems


@pytest.mark.parametrize("name", ["hate_speech/joint.toml", "idioms/plan.toml", "intents/plan.toml"])
def test_the_examples_have_nothing_wrong(name):
    found = check(str(Path(__file__).parents[1] / "examples" / name))
    assert (found.errors, found.exit_code) == ((), 0)
    # Posts and queries that look alike to the models are in both splits.
    assert {problem.wrong.split(" say")[0].split(" (")[0] for problem in found.doubts} <= {
        "11 of 2,963 rows",
        "200 of 9,914 rows",
        "114 of these rows are in another split than the earlier one",
        "922 of 8,600 rows",
        "402 of these rows are in another split than the earlier one",
    }


def test_long_tables_and_labels_of_their_own_are_checked(tmp_path):
    long = tmp_path / "long.csv"
    rows = [f"w{i},{m},{(i * 7 % 40) / 40}" for i in range(40) for m in ("a", "b")]
    long.write_text("\n".join(["item_id,model,score", *rows]) + "\n", encoding="utf-8")
    labels = tmp_path / "labels.csv"
    gold = [f"w{i},{'loan' if i % 2 else 'native'}" for i in reversed(range(40))]
    labels.write_text("\n".join(["item_id,gold", *gold]) + "\n", encoding="utf-8")
    flags = {
        "table.label": "gold",
        "table.positive": "loan",
        "models.name": ("a", "b"),
        "set": ("table.long=item_id,model,score", f"table.labels={labels}"),
    }
    found = check(str(long), flags)
    assert found.errors == ()
    assert [str(problem).partition(": ")[2].partition(";")[0] for problem in found.doubts] == [
        "only 20 of 40 labelled items have the label loan",
        "the models b and a say the same of all 40 items",
        "40 of 40 ids stand in another order than in the table",
    ]


def test_a_draft_finds_its_table_from_its_own_folder(table, tmp_path, monkeypatch):
    (tmp_path / "plans").mkdir()
    out = tmp_path / "plans" / "plan.toml"
    monkeypatch.chdir(tmp_path)
    assert draft_plan("scores.csv", out) == (
        "table.positive",
        "models.name",
        "models.name",
    )
    assert 'file = "../scores.csv"' in out.read_text(encoding="utf-8")
    draft_plan(str(table), tmp_path / "beside.toml")
    assert 'file = "scores.csv"' in (tmp_path / "beside.toml").read_text(encoding="utf-8")
    draft_plan(str(table), tmp_path / "plans" / "far.toml")
    assert f'file = "{table}"' in (tmp_path / "plans" / "far.toml").read_text(encoding="utf-8")


def test_a_draft_never_overwrites(table):
    table.with_name("plan.toml").write_text("mine", encoding="utf-8")
    with pytest.raises(CannotWriteError, match="it is there already, and is never overwritten"):
        draft_plan(str(table), table.with_name("plan.toml"))
    assert table.with_name("plan.toml").read_text(encoding="utf-8") == "mine"
