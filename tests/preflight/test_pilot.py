"""A pilot sample from table to report, through the command line: what is written, said and refused."""

from __future__ import annotations

import csv
import io
import json
import shlex

import numpy as np
import pytest
from commands import ended
from rows import rows_of
from schemas import validate

from budgetplan.queues.packets import FILES, draw_items

DATA = rows_of(__file__)

N = 600
TRUTH = np.random.default_rng(2).random(N) < 0.2
MODELS = ("--model", "A=p_a", "--model", "p_b")


def run(*words, code=0):
    done = ended(*words)
    assert done.exit_code == code, done.stderr
    return done


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A list with two models' scores and a text for each item; ids and texts that a spreadsheet would change."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(4)
    scores = [rng.normal(by * TRUTH, 1) for by in (2.0, 1.5)]
    rows = [
        {
            "item_id": f"-{place:03d}",
            "Satz": f'=Satz "{place}", ř',
            "p_a": f"{one:.4f}",
            "länge": "3",
            "p_b": f"{other:.4f}",
        }
        for place, (one, other) in enumerate(zip(*scores, strict=True))
    ]
    save(tmp_path / "list.csv", rows)
    return tmp_path


def save(path, rows, encoding="utf-8", between=","):
    with path.open("w", newline="", encoding=encoding) as file:
        writer = csv.DictWriter(file, rows[0].keys(), delimiter=between)
        writer.writeheader()
        writer.writerows(rows)


def table(path):
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))


def changed(folder, change):
    """Write the list with what ``change`` gives for each place and row."""
    rows = table(folder / "list.csv")
    save(folder / "list.csv", [row | change(place, row) for place, row in enumerate(rows)])


def labelled(folder, n=N, column="label", **saved):
    """Fill in the first labels, as a spreadsheet saves the file."""
    rows = table(folder / "pilot" / "pilot.csv")
    for row in rows[:n]:
        row[column] = "ja" if TRUTH[int(row["item_id"][1:])] else "nein"
    save(folder / "pilot" / "pilot.csv", rows, **saved)


def command_of(done):
    command = next(line for line in done.stdout.splitlines() if line.startswith("  budgetplan report"))
    return shlex.split(command.replace("CLASS", "ja"))[1:]


def test_whoever_labels_sees_the_texts_as_they_are_and_nothing_of_the_scores(folder):
    run("pilot", "list.csv", *MODELS, "--labels", "60")
    rows = table(folder / "pilot" / "pilot.csv")
    assert len(rows) == 60
    assert list(rows[0]) == ["item_id", "Satz", "label"]
    for row in rows:
        assert row["Satz"] == f'=Satz "{int(row["item_id"][1:])}", ř'
        assert row["label"] == ""
    assert [row["item_id"] for row in rows] != sorted(row["item_id"] for row in rows)
    validate("pilot-1", json.loads((folder / "pilot" / "pilot.json").read_text(encoding="utf-8")))


def test_more_labels_than_items_are_said_to_be_all_of_them(folder):
    done = run("pilot", "list.csv", *MODELS, "--labels", str(N + 1))
    assert len(table(folder / "pilot" / "pilot.csv")) == N
    assert f"Drawn: {N} items, all that have no label" in done.stdout
    assert "no list is left to plan" in done.stdout


def test_every_item_is_as_likely_to_be_drawn_and_to_be_labelled_first():
    """Five of twenty, 4,000 seeds: by item and by place within five standard deviations of what chance gives."""
    drawn = np.array([draw_items(20, 5, seed) for seed in range(4000)])
    for place in range(5):
        counts = np.bincount(drawn[:, place], minlength=20)
        assert np.abs(counts - 200).max() < 5 * np.sqrt(200 * 0.95)
    assert (np.diff(np.sort(drawn)) > 0).all()


def test_neither_scores_nor_the_order_of_rows_play_a_part_in_the_draw(folder):
    save(folder / "turned.csv", table(folder / "list.csv")[::-1])
    for out, file, *words in (
        ("a", "list.csv", *MODELS),
        ("b", "list.csv", "--model", "p_b"),
        ("c", "list.csv"),
        ("d", "turned.csv", *MODELS),
        ("e", "list.csv", *MODELS, "--set", "sure.seed=2"),
    ):
        told = run("pilot", file, *words, "--show", "Satz", "--out", out).stdout
        assert f"seed {2 if out == 'e' else 1}." in told
    first, *same, other = ((folder / out / "pilot.csv").read_bytes() for out in "abcde")
    assert same == [first] * 3
    assert first != other


@pytest.mark.usefixtures("undrawn", "plan_alone")
@pytest.mark.parametrize(("more", "saved"), DATA["commands"])
def test_the_command_that_it_names_makes_the_report(folder, more, saved):
    done = run("pilot", "list.csv", *MODELS, *more, "--show", "länge", "--labels", "80")
    labelled(folder, **saved)
    words = command_of(done)
    report = run(*words, "--format", "html", "--out", "rep", "--set", "sure.resamples=40")
    assert "520 of 600 rows have no label: taken as your list." in report.stdout
    assert '"method.strata"' not in (folder / "rep" / "report.json").read_text(encoding="utf-8")
    assert "another order than in the table" not in run("check", *words[1:]).stdout


@pytest.mark.usefixtures("undrawn", "plan_alone")
def test_a_sample_of_which_only_the_first_half_is_labelled_stands_for_the_same_list(folder):
    done = run("pilot", "list.csv", *MODELS, "--budget", "200 items", "--labels", "60")
    labelled(folder, 30)
    run(*command_of(done), "--format", "html", "--out", "rep", "--set", "sure.resamples=40")
    decision = json.loads((folder / "rep" / "decision.json").read_text(encoding="utf-8"))
    # What was drawn and has no label is one item of the list, as any other.
    assert decision["list"]["items"] == 570
    assert decision["recommendation"]["reviewed"]["value"] == 200
    assert len(table(folder / "rep" / "tables" / "review.csv")) == 200


def test_a_plan_file_names_the_command_too_and_items_without_a_score_are_drawn(folder):
    plan = '[table]\nfile = "list.csv"\nlabel = "Urteil"\npositive = "ja"\n[[models]]\nname = "p_a"\n'
    (folder / "plan.toml").write_text(plan + "[sure]\nresamples = 40\n", encoding="utf-8")
    changed(folder, lambda place, row: {"p_a": "" if place < 50 else row["p_a"]})
    done = run("pilot", "plan.toml", "--labels", "60")
    assert "table.missing=last" in done.stdout
    labelled(folder, column="Urteil")
    run("compare", *command_of(done)[1:])


def test_a_label_column_of_the_table_is_not_that_of_the_sample_nor_shown(folder):
    changed(folder, lambda place, row: {"gold": "", "label": ""})
    done = run("pilot", "list.csv", *MODELS, "--label", "gold")
    assert list(table(folder / "pilot" / "pilot.csv")[0]) == ["item_id", "Satz", "pilot_label"]
    assert "--label pilot_label" in done.stdout


def test_labels_that_the_table_has_are_shown_only_where_that_is_said(folder):
    changed(folder, lambda place, row: {"Urteil": ("ja", "nein", "")[place % 3]})
    done = run("pilot", "list.csv", *MODELS)
    assert list(table(folder / "pilot" / "pilot.csv")[0]) == ["item_id", "Satz", "label"]
    assert "is not shown in the sample: Urteil." in done.stdout
    assert "--label Urteil" in done.stdout
    run("pilot", "list.csv", *MODELS, "--out", "seen", "--show", "Satz", "--show", "Urteil")
    assert list(table(folder / "seen" / "pilot.csv")[0]) == ["item_id", "Satz", "Urteil", "label"]


def test_an_earlier_sample_is_never_overwritten(folder):
    for name in FILES:
        (folder / name).write_text("mine", encoding="utf-8")
        done = run("pilot", "list.csv", *MODELS, "--out", ".", code=6)
        assert f"it holds a sample already, which may have labels ({name}); add --replace" in done.stderr
        assert (folder / name).read_text(encoding="utf-8") == "mine"
        (folder / name).unlink()


@pytest.mark.parametrize(("code", "words", "told"), DATA["refused"])
def test_what_cannot_be_used_is_told_with_its_place(folder, code, words, told):
    changed(folder, lambda place, row: {"empty": ""})
    done = run("pilot", "list.csv", *words, code=code)
    assert done.stderr.startswith(f"budgetplan: {told}")
    assert done.stdout == ""
    assert not (folder / "pilot").exists()
