"""Before a report: drafts of plan files, and what looks wrong in a plan and its data."""

from __future__ import annotations

import csv
import os
import re
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from compare_world import MORE, write_plan
from loans_world import write_words

from budgetplan.api import check, draft_plan, make_report
from budgetplan.errors import BadDataError, CannotWriteError, UsageError
from budgetplan.settings.build import read_plan

LOANS = {"table.label": "gold", "table.positive": "loan"}


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return write_words(tmp_path / "scores.csv")


def test_a_sound_plan_has_nothing_wrong(table):
    """Ten positives are few, and an order that is perfect is worth a look."""
    found = check(str(table), LOANS | {"models.name": ("a", "b"), "table.missing": "last"})
    assert (found.errors, found.exit_code) == ((), 0)
    assert found.text.startswith(
        "Items are named by the column item_id.\nLabels: loan (10, collected), native (30).\n"
        "Models: a, b and a mixture of them.\n\nTo look at:\n"
    )
    few, perfect = map(str, found.doubts)
    assert few.startswith(f"{table}, column gold: only 10 of 40 labelled items have the label loan; ")
    assert perfect.startswith(f"{table}, column a: the model a puts every positive item before every other (40")
    assert found.text.endswith("\n\nNothing is wrong; 2 things to look at.")


def test_bad_data_are_told_beside_what_can_be_seen_all_the_same(table):
    rows = list(csv.reader(table.read_text(encoding="utf-8").splitlines()))[1:]
    rows[5] = ["w99", *rows[4][1:]]
    rows[7][2] = "n/a"
    rows[8][0] = "w01"
    write_words(table, rows)
    found = check(str(table), LOANS | {"models.name": ("a",)})
    assert found.exit_code == 4
    assert [(one.line, one.column, one.item, one.found) for one in found.errors] == [
        (10, "item_id", "", "w01"),
        (9, "a", "w07", "n/a"),
    ]
    assert ["first is in line 3" in str(one) for one in found.errors] == [True, False]
    assert ["this line repeats line 6" in str(one) for one in found.doubts] == [True]
    assert found.text.endswith("\n\n2 things are wrong; 1 thing to look at.")


def test_a_wrong_plan_ends_with_its_code_and_names_the_option(table):
    found = check(str(table), {"table.label": "gold", "cost.per_item": "-1"})
    assert (found.exit_code, found.errors[0].option, found.errors[0].found) == (2, "--cost", "-1")
    assert check("none.toml").exit_code == 2
    assert check("none.csv", {"table.label": "g", "table.positive": "y", "models.name": "a"}).exit_code == 4
    found = check(write_plan(Path(), '\n[[scenario]]\nname = "more"\ngoal.budget = "much"\n'))
    assert (found.exit_code, found.errors[0].option) == (2, "scenario more, goal.budget")
    assert check(write_plan(Path(), MORE)).exit_code == 0
    table.write_text("gold,p_rf:a,p_rf:b\na,0.7,0.3\nb,0.2,0.8\n", encoding="utf-8")
    [both] = check(str(table), LOANS | {"table.positive": "a", "models.probabilities": ("rf=p_rf",)}).errors
    assert "(--error-weight); or, to collect what --positive names" in str(both)


def test_what_only_a_run_finds_is_found_without_one(table):
    """All labelled items are one group: no folds can be made of them."""
    lines = [f"{i},{'xy'[i % 2]},g,{0.6 + i % 3 / 10:.1f},{'xy'[i % 2]}" for i in range(40)]
    table.write_text("\n".join(["id,gold,doc,conf,pred", *lines]) + "\n", encoding="utf-8")
    Path("plan.toml").write_text(
        '[table]\nfile = "scores.csv"\nlabel = "gold"\ngroup = "doc"\n[[models]]\nname = "m"\n'
        'predicted = "pred"\nconfidence = "conf"\n[answers]\nerror_weight = 4\n',
        encoding="utf-8",
    )
    found = check("plan.toml")
    assert found.exit_code == 2
    with pytest.raises(UsageError) as raised:
        make_report(read_plan("plan.toml"), out=Path("out"), date="2026-11-21", formats=("html",))
    assert found.errors == raised.value.problems


def test_long_tables_and_labels_in_a_file_beside_are_checked(table):
    rows = [f"w{i},{m},{(i * 7 % 40 + 20 * (i % 2)) / 60}" for i in range(40) for m in ("a", "b")]
    table.write_text("\n".join(["item_id,model,score", *rows]) + "\n", encoding="utf-8")
    gold = [f"w{i},{'loan' if i % 2 else 'native'}" for i in reversed(range(40))]
    Path("labels.csv").write_text("\n".join(["item_id,gold", *gold]) + "\n", encoding="utf-8")
    said = ("table.long=item_id,model,score", "table.labels=labels.csv")
    found = check(str(table), LOANS | {"models.name": ("a", "b"), "set": said})
    assert found.errors == ()
    assert [problem.wrong for problem in found.doubts] == [
        "only 20 of 40 labelled items have the label loan",
        "the models b and a say the same of all 40 items",
        "40 of 40 ids stand in another order than in the table",
    ]


def test_many_columns_take_no_more_time_each_than_few(table):
    n = 10_000
    rows = [[f"w{at}", "yn"[at % 2], at * 7 % 30, *range(at, at + n)] for at in range(6)]
    with table.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([["id", "gold", "p", *(f"c{at}" for at in range(n))], *rows])
    start = time.process_time()
    assert check(str(table), {"table.label": "gold", "table.positive": "y", "models.name": ("p",)}).errors == ()
    # Less than a second; seven where each column is sought among all.
    assert time.process_time() - start < 4


def test_a_check_says_what_is_declared(tmp_path):
    (tmp_path / "t.csv").write_text("item,gold,p\n" + "".join(f"i{n},{'yn'[n % 2]},{n}\n" for n in range(40)))
    plan = tmp_path / "plan.toml"
    text = (
        '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = "y"\n[[models]]\nname = "p"\n[goal]\nbudget = 9\n'
        "[cost]\nhourly_rate = 24\nseconds_per_item = 20\n"
    )
    plan.write_text(text)
    assert check(str(plan)).declared == ()
    more = 'contingency = "computed"\nranges = { seconds_per_item = ["15", "30"] }\n'
    plan.write_text(f'{text}{more}[work]\nstart = "2026-12-07"\nhours_a_week = 6\ndeadline = "2027-06-30"\n')
    told = check(str(plan))
    assert told.declared == (
        "cost.ranges.seconds_per_item: 15 to 30",
        "cost.contingency: computed",
        "work.deadline: 2027-06-30",
    )
    assert "Declared:\n- cost.ranges.seconds_per_item: 15 to 30\n" in told.text


def test_a_draft_finds_its_table_from_its_own_folder_and_never_overwrites(table):
    Path("plans").mkdir()
    plan = Path("plans/plan.toml")
    assert draft_plan("scores.csv", plan) == ("table.positive", "models.name", "models.name")
    assert 'file = "../scores.csv"' in plan.read_text(encoding="utf-8")
    with pytest.raises(CannotWriteError, match=r"plan\.toml: it is there already; add --replace"):
        draft_plan(str(table), plan)
    draft_plan(str(table), plan, replace=True)
    assert f'file = "{table}"' in plan.read_text(encoding="utf-8")
    assert 'file = "../scores.csv"' in Path("plans/plan.toml.before-1").read_text(encoding="utf-8")
    draft_plan(str(table), table.with_name("beside.toml"))
    assert 'file = "scores.csv"' in Path("beside.toml").read_text(encoding="utf-8")


@pytest.mark.skipif(os.name != "posix" or sys.platform == "darwin", reason="names are texts there")
def test_a_name_that_is_no_text_has_no_plan_file(table):
    odd = table.rename(os.fsdecode(b"t\xff.csv"))
    with pytest.raises(BadDataError, match="not UTF-8, which a plan file cannot hold; rename the file"):
        draft_plan(str(odd), Path("plan.toml"))
    assert not Path("plan.toml").exists()


def drafted(columns):
    """Draft a plan for a table here; return the keys it needs, its text, and its text on one line."""
    with Path("t.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([list(columns), *zip(*columns.values(), strict=True)])
    needed, text = draft_plan("t.csv", "plan.toml"), Path("plan.toml").read_text(encoding="utf-8")
    return needed, text, " ".join(text.replace("\n# ", " ").split())


@pytest.fixture
def arrays(tmp_path, monkeypatch):
    """Labels, and beside them two classifiers, embeddings, and files that are none of them."""
    monkeypatch.chdir(tmp_path)
    random = np.random.default_rng(1)
    truth = np.arange(60) % 3
    for name in ("proba_bert", "proba_svm"):
        proba = random.dirichlet(np.ones(3), 60) + np.eye(3)[truth]
        np.save(f"{name}.npy", (proba / proba.sum(axis=1, keepdims=True)).astype(np.float32))
    np.save("emb.npy", np.linspace(-1, 1, 240).reshape(60, 4))
    np.save("other_rows.npy", np.full((59, 2), 0.5))
    np.save("texts.npy", np.array(["a"] * 60))
    np.save("pickled.npy", np.array([None] * 60, dtype=object), allow_pickle=True)
    Path("broken.npy").write_bytes(b"\x93NUMPY")
    return {"label": [f"c{code}" for code in truth]}


def test_arrays_beside_a_table_are_its_models(arrays):
    needed, text, said = drafted(arrays)
    assert needed == ("table.classes", "answers.error_weight")
    assert 'there are 3 labels: "sorted" if the columns are the labels as scikit-learn sorts them' in said
    assert "An array of 4 columns beside the table: -1 to 1. Not used: are these class" in said
    text = re.sub(r'^# (classes = "sorted"|error_weight = "4")', r"\1", text, flags=re.MULTILINE)
    Path("plan.toml").write_text(text, encoding="utf-8")
    assert check("plan.toml").errors == ()
    models = [(spec.name, spec.array) for spec in read_plan("plan.toml").deferral.models]
    assert models == [("bert", "proba_bert.npy"), ("svm", "proba_svm.npy")]
    Path("plans").mkdir()
    for name in ("proba_bert", "proba_svm"):
        Path(f"{name}.classes.txt").write_text("c0\nc1\nc2\n", encoding="utf-8")
    assert draft_plan("t.csv", "plans/plan.toml") == ("answers.error_weight",)
    assert 'array = "../proba_bert.npy"' in Path("plans/plan.toml").read_text(encoding="utf-8")


def test_of_arrays_beside_a_table_with_scores_and_of_missing_classes_nothing_is_said_twice(arrays):
    _, text, _ = drafted({**arrays, "p_rf": [f"{n / 60:.3f}" for n in range(60)]})
    assert "bert" not in text
    assert 'name = "p_rf"' in text
    said = {"table.label": "label", "models.array": ("a=proba_bert.npy", "b=proba_svm.npy")}
    found = check("t.csv", said | {"table.classes": "no.txt", "answers.error_weight": "4"})
    assert [one.file for one in found.errors] == ["no.txt"]


def test_a_draft_for_models_that_answer_says_how_to_collect_one_label_instead(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    n, names = 120, ("hate", "neither", "rude")
    labels = [names[0] if k % 7 == 0 else names[1 + k % 2] for k in range(n)]
    columns = {"item_id": [f"w{k:03}" for k in range(n)], "split": ["dev", "test"] * (n // 2), "gold": labels}
    for model, shift in (("p_rf", 1), ("p_lr", 3)):
        sure = [0.4 + (k * 7 + shift) % 50 / 100 for k in range(n)]
        for name in names:
            values = (p if labels[k] == name else (1 - p) / 2 for k, p in enumerate(sure))
            columns[f"{model}:{name}"] = [f"{p:.4f}" for p in values]
    _, plan, said = drafted(columns)
    assert 'such as hate: write positive = ["hate"] above and column = "p_rf:hate" in place of what rf has' in said
    assert 'leave out [answers], validation, test, and write split = "test"' in said
    # Done as it says, it is a plan.
    plan = re.sub(r"^(validation|test) = .*\n", "", plan.replace("[answers]\n", ""), flags=re.MULTILINE)
    plan = plan.replace('label = "gold"', 'label = "gold"\npositive = ["hate"]\nsplit = "test"')
    plan = re.sub(r'probabilities = "(\w+)"', r'column = "\1:hate"', plan)
    Path("plan.toml").write_text(plan, encoding="utf-8")
    assert check("plan.toml").errors == ()
    models = [(one.name, one.column) for one in read_plan("plan.toml").models]
    assert models == [("rf", "p_rf:hate"), ("lr", "p_lr:hate")]
