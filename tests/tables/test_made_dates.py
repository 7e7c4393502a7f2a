"""Spreadsheets make dates of numbers and words: the message says so, and what to do."""

import datetime as dt

import openpyxl
import pytest
from commands import ended

DAY = dt.date(2026, 3, 7)
ASKED = ("--label", "Urteil", "--positive", "ja", "--model", "Wert", "--budget", "10 items")


def run(command, path):
    return ended(command, path, *ASKED, "--set", "sure.resamples=0")


def write(folder, word=None, score=None):
    """Write 60 rows, of which the first seven have this word or this score."""
    book = openpyxl.Workbook()
    book.active.append(["Wort", "Urteil", "Wert"])
    for at in range(60):
        few = at < 7
        value = score if few and score else 0.5 + at / 100
        book.active.append([word if few and word else f"w{at}", "ja" if at % 3 else "nein", value])
    book.save(folder / "t.xlsx")
    return folder / "t.xlsx"


@pytest.mark.parametrize("command", ["check", "compare"])
def test_scores_that_became_dates(tmp_path, command):
    done = run(command, write(tmp_path, score=DAY))
    assert done.exit_code == 4
    told = 'this is a date, which spreadsheets make out of numbers such as 7.3 (found "2026-03-07")'
    assert f"line 2, column Wert: {told}" in done.output.replace(", item 2", "")
    assert "; 7 of 60 cells of the column are dates" in done.output
    assert "and 4 more like it" in done.output


@pytest.mark.parametrize(
    "cell", ["07.03.2026", "7.3.26", "2026-03-07", "7. Mrz", "07. März", "7-Mar", "Mar-26", "3/7/2026", "1. Mai"]
)
def test_dates_in_text_files_are_seen_too(tmp_path, cell):
    rows = "".join(f"{'ja' if at % 3 else 'nein'};0.{at + 10}\n" for at in range(60))
    (tmp_path / "t.csv").write_text(f"Urteil;Wert\nja;{cell}\n{rows}")
    assert "this is a date, which spreadsheets make out of numbers" in run("check", tmp_path / "t.csv").output


@pytest.mark.parametrize("cell", ["maybe 5", "march", "version 3", "1.2.3.4"])
def test_other_words_are_no_dates(tmp_path, cell):
    (tmp_path / "t.csv").write_text(f"Urteil;Wert\nja;{cell}\nnein;0.5\nja;0.25\n")
    assert "this is a date" not in run("check", tmp_path / "t.csv").output


def test_words_that_became_dates_are_told_of_also_where_nothing_reads_them(tmp_path):
    done = run("check", write(tmp_path, word=DAY))
    assert done.exit_code == 0, done.output
    told = (
        "A spreadsheet seems to have made dates out of 7 of 60 cells in the column Wort, first on line 2 (2026-03-07): "
    )
    assert told in done.stdout


def test_a_column_of_dates_is_one(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["Tag", "Urteil", "Wert"])
    for at in range(30):
        book.active.append(["k. A." if at < 4 else DAY, "ja" if at % 3 else "nein", at / 30])
    book.save(tmp_path / "t.xlsx")
    assert "A spreadsheet" not in run("check", tmp_path / "t.xlsx").output
