"""A pilot sample from table to report, through the command line: what is written, said and refused."""

from __future__ import annotations

import csv
import io
import json
import shlex

import numpy as np
import pytest
from click.testing import CliRunner
from schemas import validate

from budgetplan.cli.main import main
from budgetplan.preflight.pilot import FILES, draw_items

N = 600


def run(*words):
    return CliRunner().invoke(main, list(words), prog_name="budgetplan")


def truth(n=N):
    return np.random.default_rng(2).random(n) < 0.2


def write(path, *, turned=False, more=(), n=N):
    """A list with two models' scores and a text for each item; ids and texts that a spreadsheet would change."""
    rng = np.random.default_rng(4)
    scores = [rng.normal(by * truth(n), 1) for by in (2.0, 1.5)]
    header = ["item_id", "Satz", "p_a", "länge", "p_b", *(name for name, _ in more)]
    rows = [
        [f"-{place:03d}", f'=Satz "{place}", ř', f"{scores[0][place]:.4f}", "3", f"{scores[1][place]:.4f}"]
        for place in range(n)
    ]
    rows = [[*row, *(cell for _, cell in more)] for row in rows]
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *(reversed(rows) if turned else rows)])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "list.csv")
    return tmp_path


MODELS = ("--model", "A=p_a", "--model", "p_b")


def table(path):
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))


def labelled(path, column="label", *, write_as="utf-8-sig", between=","):
    """Fill in the labels, as a spreadsheet saves the file."""
    rows = table(path)
    for row in rows:
        row[column] = "ja" if truth()[int(row["item_id"][1:])] else "nein"
    with path.open("w", newline="", encoding=write_as) as file:
        writer = csv.DictWriter(file, rows[0].keys(), delimiter=between)
        writer.writeheader()
        writer.writerows(rows)


def test_whoever_labels_sees_the_texts_as_they_are_and_nothing_of_the_scores(folder):
    done = run("pilot", "list.csv", *MODELS, "--labels", "60")
    assert done.exit_code == 0, done.stderr
    rows = table(folder / "pilot" / "pilot.csv")
    assert len(rows) == 60
    assert list(rows[0]) == ["item_id", "Satz", "label"]
    for row in rows:
        assert row["Satz"] == f'=Satz "{int(row["item_id"][1:])}", ř'
        assert row["label"] == ""
    assert [row["item_id"] for row in rows] != sorted(row["item_id"] for row in rows)
    validate("pilot-1", json.loads((folder / "pilot" / "pilot.json").read_text(encoding="utf-8")))


def test_every_item_is_as_likely_to_be_drawn_and_to_be_labelled_first(folder):
    """Five of twenty, 4,000 seeds: by item and by place within five standard deviations of what chance gives."""
    drawn = np.array([draw_items(20, 5, seed) for seed in range(4000)])
    for place in range(5):
        counts = np.bincount(drawn[:, place], minlength=20)
        assert np.abs(counts - 200).max() < 5 * np.sqrt(200 * 0.95)
    assert (np.diff(np.sort(drawn)) > 0).all()


def test_scores_play_no_part_in_the_draw(folder):
    for words, out in ((MODELS, "a"), (("--model", "p_b"), "b"), ((), "c")):
        assert run("pilot", "list.csv", *words, "--show", "Satz", "--out", out).exit_code == 0
    a, b, c = ((folder / out / "pilot.csv").read_bytes() for out in "abc")
    assert a == b == c
    assert "--model SCORES" in run("pilot", "list.csv", "--out", "d").stdout


def test_the_same_seed_draws_the_same_sample_whatever_the_order_of_rows(folder):
    write(folder / "turned.csv", turned=True)
    for table_file, seed, out in (
        ("list.csv", 1, "a"),
        ("turned.csv", 1, "b"),
        ("list.csv", 2, "c"),
    ):
        done = run("pilot", table_file, *MODELS, "--set", f"sure.seed={seed}", "--out", out)
        assert f"seed {seed}." in done.stdout
    first, same, other = ((folder / out / "pilot.csv").read_bytes() for out in "abc")
    assert first == same
    assert first != other


@pytest.mark.parametrize(
    ("more", "saved"),
    [
        ((), {}),
        (("--budget", "90 items"), {}),
        (("--budget", "40", "--cost", "0.50", "--entry-value", "6", "--positive", "ja"), {}),
        ((), {"write_as": "utf-16", "between": "\t"}),
        ((), {"write_as": "windows-1252", "between": ";"}),
    ],
)
def test_the_command_that_it_names_makes_the_report(folder, more, saved):
    done = run("pilot", "list.csv", *MODELS, *more, "--show", "länge", "--labels", "80")
    command = next(line for line in done.stdout.splitlines() if line.startswith("  budgetplan report"))
    labelled(folder / "pilot" / "pilot.csv", **saved)
    words = shlex.split(command.replace("CLASS", "ja"))
    assert words[0] == "budgetplan"
    report = run(*words[1:], "--format", "html", "--out", "rep", "--set", "sure.resamples=40")
    assert report.exit_code == 0, report.stderr
    assert "520 of 600 rows have no label: taken as your list." in report.stdout
    said = json.loads((folder / "rep" / "report.json").read_text(encoding="utf-8"))
    keys = json.dumps(said)
    assert '"method.strata"' not in keys
    checked = run("check", *words[2:])
    assert "another order than in the table" not in checked.stdout


def test_a_sample_of_which_only_the_first_half_is_labelled_stands_for_the_same_list(folder):
    done = run("pilot", "list.csv", *MODELS, "--budget", "200 items", "--labels", "60")
    command = next(line for line in done.stdout.splitlines() if line.startswith("  budgetplan report"))
    labelled(folder / "pilot" / "pilot.csv")
    rows = table(folder / "pilot" / "pilot.csv")
    for row in rows[30:]:
        row["label"] = ""
    with (folder / "pilot" / "pilot.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    words = shlex.split(command.replace("CLASS", "ja"))
    report = run(*words[1:], "--format", "html", "--out", "rep", "--set", "sure.resamples=40")
    assert report.exit_code == 0, report.stderr
    said = json.loads((folder / "rep" / "decision.json").read_text(encoding="utf-8"))
    # What was drawn and has no label is one item of the list, as any other.
    assert said["list"]["items"] == 570
    assert (
        len(table(folder / "rep" / "tables" / "review.csv"))
        == said["recommendation"]["reviewed"]["value"]
        == 200
    )


def test_a_plan_file_names_the_command_too(folder):
    (folder / "plan.toml").write_text(
        '[table]\nfile = "list.csv"\nlabel = "Urteil"\npositive = "ja"\n[[models]]\nname = "p_a"\n'
        '[[models]]\nname = "p_b"\n[sure]\nresamples = 40\n',
        encoding="utf-8",
    )
    done = run("pilot", "plan.toml", "--labels", "60")
    assert done.exit_code == 0, done.stderr
    labelled(folder / "pilot" / "pilot.csv", "Urteil")
    command = next(line for line in done.stdout.splitlines() if line.startswith("  budgetplan report"))
    report = run(*shlex.split(command)[1:], "--format", "html", "--out", "rep")
    assert report.exit_code == 0, report.stderr


def test_items_that_a_model_has_no_score_for_are_drawn_and_reported_on(folder):
    rows = (folder / "list.csv").read_text(encoding="utf-8").splitlines()
    lines = [",".join([*line.split(",")[:-1], ""]) if line.startswith("-1") else line for line in rows]
    (folder / "list.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run("pilot", "list.csv", *MODELS)
    assert done.exit_code == 0, done.stderr
    command = next(line for line in done.stdout.splitlines() if line.startswith("  budgetplan report"))
    assert "table.missing=last" in command
    labelled(folder / "pilot" / "pilot.csv")
    words = [*shlex.split(command.replace("CLASS", "ja"))[1:], "--set", "sure.resamples=40"]
    assert run(*words, "--format", "html", "--out", "rep").exit_code == 0


def test_an_empty_label_column_of_the_table_is_not_that_of_the_sample(folder):
    write(folder / "list.csv", more=(("gold", ""), ("label", "")))
    done = run("pilot", "list.csv", *MODELS, "--label", "gold")
    assert done.exit_code == 0, done.stderr
    assert list(table(folder / "pilot" / "pilot.csv")[0]) == ["item_id", "Satz", "pilot_label"]
    assert "--label pilot_label" in done.stdout


def test_labels_that_the_table_has_are_not_shown_to_whoever_labels(folder):
    write(folder / "list.csv", more=(("Urteil", "ja"),))
    rows = (folder / "list.csv").read_text(encoding="utf-8").splitlines()
    lines = [
        rows[0],
        *(f"{line.removesuffix('ja')}{('nein', 'ja', '')[at % 3]}" for at, line in enumerate(rows[1:])),
    ]
    (folder / "list.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run("pilot", "list.csv", *MODELS)
    assert done.exit_code == 0, done.stderr
    assert list(table(folder / "pilot" / "pilot.csv")[0]) == ["item_id", "Satz", "label"]
    assert "is not shown in the sample: Urteil." in done.stdout
    assert "--label Urteil" in done.stdout
    done = run("pilot", "list.csv", *MODELS, "--out", "seen", "--show", "Satz", "--show", "Urteil")
    assert list(table(folder / "seen" / "pilot.csv")[0]) == ["item_id", "Satz", "Urteil", "label"]


def test_an_earlier_sample_is_never_overwritten(folder):
    for name in FILES:
        (folder / name).write_text("mine", encoding="utf-8")
        done = run("pilot", "list.csv", *MODELS, "--out", ".")
        assert done.exit_code == 6
        assert done.stderr == (
            f"budgetplan: Cannot write .: it holds a sample already, which may have labels ({name}); add --replace, which first puts away what stands there ({name}.before-1), or choose another folder with --out. Nothing was changed.\n"
        )
        (folder / name).unlink()


T = "list.csv"
REFUSED = {
    "a classifier": (
        2,
        ("--probabilities", "p"),
        f"{T}: a pilot sample is drawn at random, whatever models answer; leave out the models and what their answers count",
    ),
    "weights": (
        2,
        (*MODELS, "--set", "table.weight=länge"),
        "--set table.weight: a pilot sample is drawn from rows that stand for one item each; leave this out",
    ),
    "too few labels": (
        2,
        (*MODELS, "--labels", "19"),
        "--labels: 19 is not in the range x>=20",
    ),
    "no such column": (
        4,
        ("--model", "p_c"),
        f"{T}, column p_c: there is no such column for the model p_c; did you mean p_b? the table has the columns item_id, Satz, p_a, länge, p_b",
    ),
    "nothing to show": (
        4,
        (*MODELS, "--show", "satz"),
        f"{T}, column satz: there is no such column; did you mean Satz? the table has the columns item_id, Satz, p_a, länge, p_b",
    ),
    "labels": (
        4,
        (*MODELS, "--label", "länge"),
        f"{T}, column länge: 600 rows have a label already; budgetplan report takes these; to draw a sample all the same, from all rows, leave out --label",
    ),
    "no ids": (
        4,
        (*MODELS, "--set", "table.map.item_id=Nr"),
        f"{T}: the items have no ids, by which their labels are to be found again; name the column of the ids (--id COLUMN), or add one: item_id",
    ),
    "texts for scores": (
        4,
        ("--model", "Satz"),
        f"{T}, line 2, column Satz, item -000: this is not a number",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_used_gives_one_message(folder, name):
    code, words, message = REFUSED[name]
    done = run("pilot", "list.csv", *words)
    assert done.stderr.startswith(f"budgetplan: {message}")
    assert (done.exit_code, done.stdout) == (code, "")
    assert not (folder / "pilot").exists()


def test_a_column_without_scores_is_no_model(folder):
    write(folder / "list.csv", more=(("p_c", ""),))
    done = run("pilot", "list.csv", *MODELS, "--model", "p_c")
    assert done.exit_code == 4
    assert "column p_c: no row has a score; name the column with the scores" in done.stderr
