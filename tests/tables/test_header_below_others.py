"""The names of the columns may stand below a title or search terms; which line they are on is guessed or asked."""

import json

import numpy as np
import openpyxl
import pandas as pd
import pytest
from commands import ended

RNG = np.random.default_rng(11)
HEADER = ["Wort", "Lehnwort", "Modell A", "Modell B"]
ROWS = [
    [f"wort{at}", ("ja", "nein", "")[at % 3], round(a, 3), round(b, 3)] for at, (a, b) in enumerate(RNG.random((90, 2)))
]
ABOVE = {
    "a title": [["Kandidaten, Stand 2.11.2026"], []],
    "key and value": [["corpus", "Beispielkorpus 2024"], ["subcorpus", "-"], ["created", "2026-11-02"], []],
    "groups": [["", "", "Modelle"]],
    "a title and groups": [["Lehnwörter"], [], ["", "Urteil", "Modelle", ""]],
    "nothing": [],
}
FORMS = ("csv", "scsv", "tsv", "xlsx", "ods")
MODELS = ("--model", "Modell A", "--model", "Modell B")
ASKED = ("--label", "Lehnwort", "--positive", "ja", *MODELS, "--budget", "20 items")


def write(folder, above, form, rows=ROWS, header=HEADER):
    table = [*above, header, *rows]
    path = folder / f"t.{form}"
    if form == "ods":
        pd.DataFrame([row + [""] * (4 - len(row)) for row in table]).to_excel(
            path, engine="odf", header=False, index=False
        )
    elif form == "xlsx":
        book = openpyxl.Workbook()
        for row in table:
            book.active.append(row)
        if above and len(above[0]) == 1:
            book.active.merge_cells("A1:D1")
        book.save(path)
    else:
        sign = {"csv": ",", "scsv": ";", "tsv": "\t"}[form]
        # A spreadsheet writes as many separators in every line, other programs do not.
        padded = [row + [""] * (4 - len(row)) if form == "scsv" else row for row in table]
        texts = [
            [str(cell).replace(".", ",") if form == "scsv" and type(cell) is float else str(cell) for cell in row]
            for row in padded
        ]
        path.write_text(
            "".join(sign.join(f'"{cell}"' if sign in cell else cell for cell in row) + "\n" for row in texts)
        )
    return path


def run(command, path, *more):
    return ended(command, path, *ASKED, "--set", "sure.resamples=0", *more)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("above", ABOVE)
@pytest.mark.few(10)
def test_what_stands_above_the_header_is_left_out_and_told(tmp_path, above, form):
    if form == "ods":
        pytest.importorskip("python_calamine")
        pytest.importorskip("odf")
    path = write(tmp_path, ABOVE[above], form)
    done = run("check", path)
    assert done.exit_code == 0, done.output
    assert "Labels: ja (30, collected), nein (30)." in done.stdout
    line = len(ABOVE[above]) + 1
    assert (f"The header is line {line}; the lines above it are left out: " in done.stdout) == (line > 1)
    # Said, it is the same.
    assert run("check", path, "--set", f"table.header={line}").stdout == done.stdout


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_lines_are_those_of_the_file(tmp_path, form):
    rows = [list(row) for row in ROWS]
    rows[9][2] = "hoch"
    done = run("check", write(tmp_path, ABOVE["key and value"], form, rows))
    assert f"line {4 + 1 + 10}, column Modell A" in done.output


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_second_row_of_names_is_asked_about(tmp_path, form):
    above = [["Kandidaten"], [], ["word", "loan", "model A", "model B"]]
    path = write(tmp_path, above, form)
    done = run("check", path, "--json-errors")
    assert done.exit_code == 4
    [problem] = json.loads(done.stderr)
    assert problem["options"] == {"table.header": ["3"]}
    # The line that is named can be said, and so can the line below it, but no line that holds nothing.
    said = {line: run("check", path, "--set", f"table.header={line}") for line in (2, 3, 4)}
    assert "line 2: the names of the columns cannot be in this line, which holds nothing" in said[2].output
    assert "the table has the columns word, loan, model A, model B" in said[3].output
    assert said[4].exit_code == 0


def test_init_drafts_the_line_of_the_header(tmp_path):
    path, plan = write(tmp_path, ABOVE["a title and groups"], "scsv"), tmp_path / "plan.toml"
    done = ended("init", path, "--out", plan)
    assert "header = 4\n" in plan.read_text(), done.output


@pytest.mark.parametrize(
    "text",
    [
        'gold,p\n"y","0.5"\nn,0,7\nn,0,2\ny,0,9\n',  # decimal commas without quotation marks
        "gold,p,\nloan,0.5,x\nnative,0.7,y\n",  # a column without a name
        '"gold"\t"p"\n"1"\t"y"\t0.5\n"2"\t"n"\t0.7\n',  # R
    ],
)
def test_a_first_line_with_names_stays_the_header(tmp_path, text):
    (tmp_path / "t.csv").write_text(text)
    done = ended("check", tmp_path / "t.csv", "--label", "gold", "--model", "p")
    assert "header is line" not in done.output
    assert "table.header" not in done.output
