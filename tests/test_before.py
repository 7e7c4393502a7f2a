"""Before a report: drafts of plan files, and what looks wrong in a plan and its data."""

from __future__ import annotations

import csv
import json
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


@pytest.fixture
def table(tmp_path):
    return write_words(tmp_path / "scores.csv")


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
        "Items are named by the column item_id.\nLabels: loan (10, collected), native (30).\n"
        "Models: a, b and a mixture of them.\n\nTo look at:\n"
        f"- {table}, column gold: only 10 of 40 labelled items have the label loan; label more items: with fewer than 30, models and stops can hardly be told apart\n"
        f"- {table}, column a: the model a puts every positive item before every other (40 items); see that the column was not made from the labels, and that it did not learn from these items\n"
        "\nNothing is wrong; 2 things to look at."
    )


def test_bad_data_are_told_beside_what_can_be_seen_all_the_same(table):
    rows = list(csv.reader(table.read_text(encoding="utf-8").splitlines()))[1:]
    rows[5] = ["w99", *rows[4][1:]]
    rows[7][2] = "n/a"
    rows[8][0] = "w01"
    write_words(table, rows)
    found = check(str(table), {"table.label": "gold", "table.positive": "loan", "models.name": ("a",)})
    assert found.exit_code == 4
    assert [str(problem) for problem in found.errors] == [
        f'{table}, line 10, column item_id: two items have the same id (found "w01"); the first is on line 3; give every item an id of its own; if several people judged the same items, use --set table.annotator=COLUMN',
        f'{table}, line 9, column a, item w07: this is not a number (found "n/a"); leave the cell empty where there is none, or use --set table.empty=n/a',
    ]
    assert [str(problem) for problem in found.doubts] == [
        f"{table}, line 7: 1 row repeats an earlier one under another id (this line repeats line 6); see whether these are the same items"
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
        'confidence = "conf"\n[answers]\nerror_weight = 4\n',
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
    assert {
        problem.wrong.split(" repeat")[0].split(" behind")[0].split(" (")[0] for problem in found.doubts
    } <= {
        "11 of 2,963 rows",
        "200 of 9,914 rows",
        "114 of the 4,957 rows",
        "922 of 8,600 rows",
        "402 of the 5,500 rows",
        # 68 types of idioms, of uneven size: intervals by group need 100 of these.
        "there are only 68 groups among 2,065 items, so that intervals may be too narrow",
        # Queries that belong to no class: the report on them says the same.
        "in out_of_scope the model's answers are worth less than leaving everything to people",
    }


def test_long_tables_and_labels_of_their_own_are_checked(tmp_path):
    long = tmp_path / "long.csv"
    rows = [f"w{i},{m},{(i * 7 % 40 + 20 * (i % 2)) / 60}" for i in range(40) for m in ("a", "b")]
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
    assert [problem.wrong for problem in found.doubts] == [
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
    with pytest.raises(CannotWriteError, match=r"plan\.toml: it is there already; add --replace"):
        draft_plan(str(table), table.with_name("plan.toml"))
    assert table.with_name("plan.toml").read_text(encoding="utf-8") == "mine"
    draft_plan(str(table), table.with_name("plan.toml"), put_away=True)
    assert table.with_name("plan.toml.before-1").read_text(encoding="utf-8") == "mine"
    assert "[table]" in table.with_name("plan.toml").read_text(encoding="utf-8")


def drafted(tmp_path, monkeypatch, name, columns):
    """Draft a plan for a table in its folder, and return the keys it needs and its text."""
    monkeypatch.chdir(tmp_path)
    rows = [list(columns), *zip(*columns.values(), strict=True)]
    with Path(name).open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(rows)
    return draft_plan(name, "plan.toml"), Path("plan.toml").read_text(encoding="utf-8")


def test_many_columns_take_no_more_time_each_than_few(tmp_path):
    names = [f"c{n}" for n in range(30_000)]
    path = tmp_path / "wide.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["id", "gold", "p", *names])
        writer.writerows([f"w{n}", "yn"[n % 2], n * 7 % 30, *range(n, n + 30_000)] for n in range(6))
    start = time.process_time()
    flags = {"table.label": "gold", "table.positive": "y", "models.name": ("p",)}
    assert check(str(path), flags).errors == ()
    # Two seconds; over a minute where each column is sought among all.
    assert time.process_time() - start < 20


def test_a_long_table_is_drafted_as_one(tmp_path, monkeypatch):
    items = [f"w{n:02}" for n in range(40) for _ in range(2)]
    needed, text = drafted(
        tmp_path,
        monkeypatch,
        "long.csv",
        {
            "Nr": items,
            "Urteil": ["NA" if n >= 30 else "ja" if n % 3 == 0 else "nein" for n in range(40) for _ in "ab"],
            "system": ["rf", "bert"] * 40,
            "score": [f"{(n * 7 % 80) / 80:.3f}" for n in range(80)],
            "ms": list(range(80)),
        },
    )
    assert needed == ()
    assert 'long = ["Nr", "system", "score"]' in text
    assert "# Passed over, since it differs between the rows of an item: ms." in text
    plan = read_plan("plan.toml")
    assert (plan.columns.id, plan.columns.label, plan.positive) == ("Nr", "Urteil", ("ja",))
    assert [model.name for model in plan.models] == ["bert", "rf"]
    assert (plan.form.empty, plan.form.long) == (("NA",), ("Nr", "system", "score"))
    found = check("plan.toml")
    assert found.errors == ()
    assert any("fewer than 30" in line for line in found.text.splitlines())
    assert "Nr" in text


def test_a_word_that_is_called_na_is_a_word(tmp_path, monkeypatch):
    columns = {
        "item": [f"w{n:02}" for n in range(30)],
        "lemma": ["na", "null", *(f"l{n}" for n in range(28))],
        "gold": ["ja" if n % 3 == 0 else "nein" for n in range(30)],
        "p_rf": [f"{n / 30:.3f}" for n in range(29)] + ["NA"],
    }
    needed, text = drafted(tmp_path, monkeypatch, "t.csv", columns)
    assert needed == ("table.missing",)
    assert 'empty = ["NA"]' in text


@pytest.fixture
def arrays(tmp_path, monkeypatch):
    """Labels, and beside them two classifiers, embeddings, and files that are none of them."""
    monkeypatch.chdir(tmp_path)
    random = np.random.default_rng(1)
    truth = np.arange(60) % 3
    for name in ("proba_bert", "proba_svm"):
        proba = random.dirichlet(np.ones(3), 60) + np.eye(3)[truth]
        np.save(f"{name}.npy", (proba / proba.sum(axis=1, keepdims=True)).astype(np.float32))
    np.save("other_rows.npy", np.full((59, 2), 0.5))
    np.save("texts.npy", np.array(["a"] * 60))
    np.save("pickled.npy", np.array([None] * 60, dtype=object), allow_pickle=True)
    Path("broken.npy").write_bytes(b"\x93NUMPY")
    return {"label": [f"c{code}" for code in truth]}


def test_arrays_beside_a_table_are_its_models(tmp_path, monkeypatch, arrays):
    needed, text = drafted(tmp_path, monkeypatch, "labels.csv", arrays)
    assert needed == ("table.classes", "answers.error_weight")
    assert (
        'there are 3 labels: "sorted" if the columns are the labels as scikit-learn sorts them'
        in text.replace("\n# ", " ")
    )
    text = text.replace('# classes = "sorted"', 'classes = "sorted"')
    text = text.replace('# error_weight = "4"', 'error_weight = "4"')
    Path("plan.toml").write_text(text, encoding="utf-8")
    assert check("plan.toml").errors == ()
    plan = read_plan("plan.toml")
    assert [(spec.name, spec.array) for spec in plan.deferral.models] == [
        ("bert", "proba_bert.npy"),
        ("svm", "proba_svm.npy"),
    ]


def test_classes_that_a_file_names_are_not_asked_for(tmp_path, monkeypatch, arrays):
    for name in ("proba_bert", "proba_svm"):
        Path(f"{name}.classes.txt").write_text("c0\nc1\nc2\n", encoding="utf-8")
    needed, text = drafted(tmp_path, monkeypatch, "labels.csv", arrays)
    assert needed == ("answers.error_weight",)
    assert "classes = " not in text.replace("# classes", "")


def test_one_file_of_classes_that_is_missing_is_said_once(arrays):
    flags = {
        "table.label": "label",
        "models.array": ("a=proba_bert.npy", "b=proba_svm.npy"),
        "table.classes": "no.txt",
        "answers.error_weight": "4",
    }
    _write_labels(arrays)
    assert [str(one) for one in check("labels.csv", flags).errors] == [
        "no.txt: there is no such file; check the name and the folder"
    ]


def _write_labels(columns):
    Path("labels.csv").write_text("label\n" + "\n".join(columns["label"]) + "\n", encoding="utf-8")


def test_an_array_that_is_no_probabilities_is_only_mentioned(tmp_path, monkeypatch, arrays):
    np.save("emb.npy", np.linspace(-1, 1, 240).reshape(60, 4))
    _, text = drafted(tmp_path, monkeypatch, "labels.csv", arrays)
    assert "# An array of 4 columns beside the table: -1 to 1.\n# Not used: are these class" in text
    assert "have 3 columns" in text.replace("\n# ", " ")


def test_arrays_beside_a_table_with_scores_are_passed_over(tmp_path, monkeypatch, arrays):
    columns = {**arrays, "p_rf": [f"{n / 60:.3f}" for n in range(60)]}
    _, text = drafted(tmp_path, monkeypatch, "labels.csv", columns)
    assert "bert" not in text
    assert 'name = "p_rf"' in text


def test_a_plan_in_another_folder_names_arrays_as_seen_from_there(tmp_path, arrays):
    _write_labels(arrays)
    Path("plans").mkdir()
    draft_plan("labels.csv", "plans/plan.toml")
    assert 'array = "../proba_bert.npy"' in Path("plans/plan.toml").read_text(encoding="utf-8")


def written_lines(tmp_path, monkeypatch, name, objects):
    """Draft a plan for a file of JSON Lines; return the keys it needs, its keys that are used, and its comments."""
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("".join(json.dumps(one) + "\n" for one in objects), encoding="utf-8")
    return used_and_said(draft_plan(name, "plan.toml"), Path("plan.toml").read_text(encoding="utf-8"))


def used_and_said(needed, text):
    used = "\n".join(line for line in text.splitlines() if line and not line.startswith("#"))
    return needed, used, text.replace("\n# ", " ")


P = [0.05 + 0.9 * (n * 7 % 40) / 40 for n in range(40)]


def test_answers_of_a_model_are_never_drafted_as_the_truth(tmp_path, monkeypatch):
    # A data set with labels as numbers, and predictions with names.
    objects = [
        {"label": n % 2, "prediction": [{"label": "idiom", "score": p}, {"label": "literal", "score": 1 - p}]}
        for n, p in enumerate(P)
    ]
    needed, used, said = written_lines(tmp_path, monkeypatch, "predicted.jsonl", objects)
    assert "table.label" in needed
    assert "label = " not in used
    assert "prediction.predicted seems to hold what a model said, which is no label of people." in said
    assert "label holds no class that the models know (idiom, literal): write them alike." in said


def test_top_answers_are_never_drafted_as_the_truth(tmp_path, monkeypatch):
    objects = [
        {"text": f"t{n}", "label": "idiom" if p > 0.5 else "literal", "score": max(p, 1 - p)}
        for n, p in enumerate(P)
    ]
    needed, used, said = written_lines(tmp_path, monkeypatch, "top.jsonl", objects)
    assert needed == ("table.label", "table.positive", "models.name")
    assert "label = " not in used
    assert "[[models]]" not in used
    assert "label may hold what a model said, by the numbers beside it: use it only if people" in said
    assert 'if so, write predicted = "label" and confidence = "score"' in said


def test_numbers_of_rows_are_never_drafted_as_a_model(tmp_path, monkeypatch):
    columns = {
        "pred": ["yes" if p > 0.5 else "no" for p in P],
        "obs": ["yes" if n % 3 else "no" for n in range(40)],
        "yes": P,
        "no": [1 - p for p in P],
        "rowIndex": [n * 7 % 40 + 1 for n in range(40)],
    }
    needed, used, _ = used_and_said(*drafted(tmp_path, monkeypatch, "caret.csv", columns))
    assert 'label = "obs"' in used
    assert "rowIndex" not in used
    # The two columns add up to 1, as probabilities of the labels do: one of them is a score.
    assert '[[models]]\nname = "yes"' in used
    assert needed == ()


def test_a_ranking_made_with_the_labels_is_never_drafted_as_a_model(tmp_path, monkeypatch):
    # Included records first, then those that nobody judged, then the excluded ones.
    columns = {
        "record_id": range(100, 140),
        "title": [f"title {n}" for n in range(40)],
        "included": ["1"] * 6 + [""] * 20 + ["0"] * 14,
        "asreview_ranking": range(1, 41),
    }
    needed, used, said = used_and_said(*drafted(tmp_path, monkeypatch, "asreview.csv", columns))
    assert "[[models]]" not in used
    assert needed == ("models.name",)
    assert "asreview_ranking was made with the labels and is no model" in said


@pytest.mark.skipif(os.name != "posix" or sys.platform == "darwin", reason="names are texts there")
def test_a_name_that_is_no_text_has_no_plan_file(tmp_path):
    table = tmp_path / os.fsdecode(b"t\xff.csv")
    table.write_text("gold,p\ny,1\nn,0\n", encoding="utf-8")
    with pytest.raises(BadDataError, match="no UTF-8, and a plan file cannot say it; rename the file"):
        draft_plan(str(table), tmp_path / "plan.toml")
    assert not (tmp_path / "plan.toml").exists()


def test_what_is_wrong_with_a_scenario_is_said_before_a_report(tmp_path):
    wrong = '\n[[scenario]]\nname = "more"\ngoal.budget = "much"\n'
    found = check(write_plan(tmp_path, wrong))
    assert found.exit_code == 2
    assert [one.option for one in found.errors] == ["scenario more, goal.budget"]
    assert check(write_plan(tmp_path, MORE)).exit_code == 0


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
    work = '[work]\nstart = "2026-12-07"\nhours_a_week = 6\ndeadline = "2027-06-30"\n'
    plan.write_text(text + more + work)
    told = check(str(plan))
    assert told.exit_code == 0
    assert told.declared == (
        "cost.ranges.seconds_per_item: 15 to 30",
        "cost.contingency: computed",
        "work.deadline: 2027-06-30",
    )
    assert "Declared:\n- cost.ranges.seconds_per_item: 15 to 30\n" in told.text


def test_a_draft_for_models_that_answer_says_how_to_collect_one_label_instead(tmp_path, monkeypatch):
    n, names = 120, ("hate", "neither", "rude")
    labels = [names[0] if k % 7 == 0 else names[1 + k % 2] for k in range(n)]
    columns = {"item_id": [f"w{k:03}" for k in range(n)], "split": ["dev", "test"] * (n // 2), "gold": labels}
    for model, shift in (("p_rf", 1), ("p_lr", 3)):
        sure = [0.4 + (k * 7 + shift) % 50 / 100 for k in range(n)]
        for name in names:
            values = (p if labels[k] == name else (1 - p) / 2 for k, p in enumerate(sure))
            columns[f"{model}:{name}"] = [f"{p:.4f}" for p in values]
    text = " ".join(drafted(tmp_path, monkeypatch, "t.csv", columns)[1].replace("\n# ", " ").split())
    told = re.search(r"To collect the items with one label instead, such as hate: write (.*?)\.( |$)", text)[
        1
    ]
    assert told.startswith('positive = ["hate"] above and column = "p_rf:hate" in place of what rf has below')
    assert told.endswith('leave out [answers], validation, test, and write split = "test"')
    # Done as it says, it is a plan.
    plan = Path("plan.toml").read_text(encoding="utf-8").replace("[answers]\n", "")
    plan = re.sub(r"^(validation|test) = .*\n", "", plan, flags=re.MULTILINE)
    plan = plan.replace('label = "gold"', 'label = "gold"\npositive = ["hate"]\nsplit = "test"')
    Path("plan.toml").write_text(
        re.sub(r'probabilities = "(\w+)"', r'column = "\1:hate"', plan), encoding="utf-8"
    )
    assert check("plan.toml").errors == ()
    assert [(one.name, one.column) for one in read_plan("plan.toml").models] == [
        ("rf", "p_rf:hate"),
        ("lr", "p_lr:hate"),
    ]


def test_a_label_to_collect_beside_probabilities_is_told_of_both_ways_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text("gold,p_rf:a,p_rf:b\na,0.7,0.3\nb,0.2,0.8\n", encoding="utf-8")
    flags = {"table.label": "gold", "table.positive": "a", "models.probabilities": ("rf=p_rf",)}
    [told] = check("t.csv", flags).errors
    assert (
        "what answers are worth (--error-weight); or, to collect what --positive names, of each model the column"
        in str(told)
    )
