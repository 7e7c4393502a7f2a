"""From a plan to files: which are written, with which bytes, and with which exit code."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import random
import re
import subprocess
import sys
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import numpy as np
import openpyxl
import pytest
from loans_world import write_words

from budgetplan import __version__
from budgetplan.api import Solved, compare, comparison, make_report
from budgetplan.domain.messages import literal
from budgetplan.domain.plan import Budget, Columns, ModelSpec, Plan, TableForm, Target, Values
from budgetplan.domain.prices import Prices
from budgetplan.errors import BadDataError, CannotWriteError, PdfUnavailableError, UsageError
from budgetplan.files import RECORD
from budgetplan.report.model import Facts
from budgetplan.settings.build import read_plan

DATE = "2026-11-21"
TABLES = ("budgets", "checkpoints", "costs", "figure_gain", "figure_steps", "gain_recommended", "ladder", "models")
FILES = {"report.html", "report.json", "decision.json", "justification.txt", "tables/options.csv", RECORD}


@pytest.fixture
def table(tmp_path):
    return write_words(tmp_path / "scores.csv")


@pytest.fixture
def plan(table):
    return Plan(
        table=str(table),
        columns=Columns(label="gold"),
        positive=("loan",),
        models=(ModelSpec("a", "a"), ModelSpec("b", "b")),
        prices=Prices(currency="EUR", per_item=Decimal("0.5"), stated=True),
        budget=Budget(Decimal(4)),
        resamples=40,
        mixture=False,
    )


def written(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def decided(folder):
    return json.loads((folder / "decision.json").read_text(encoding="utf-8"), parse_constant=pytest.fail)


def made(plan, folder, formats=()):
    """Make a report, and return its result and its decision."""
    return make_report(plan, out=folder, date=DATE, formats=formats), decided(folder)


@pytest.mark.usefixtures("undrawn")
def test_exactly_the_promised_files_are_written_with_the_decision_and_its_origin(plan, table, tmp_path):
    told, out = [], tmp_path / "out"
    result = make_report(plan, out=out, date=DATE, formats=("html",), progress=lambda *step: told.append(step[0]))
    assert {*told} >= {"comparing the models", "drawing the page"}
    assert result.exit_code == 0
    # Ten loans are few too; what is worst comes first.
    perfect = "the model a puts every positive item before every other (40 items)"
    assert [perfect in warning for warning in result.warnings] == [True, False]
    assert f"{out / 'report.html'}" in result.summary
    assert "review the 8 items" in result.summary
    names = {name for name in written(out) if not re.fullmatch(r"tables/gain_\d+\.csv", name)}
    assert names - {"tables/worth.csv"} == FILES | {f"tables/{name}.csv" for name in TABLES}
    record, provenance = decided(out), decided(out)["provenance"]
    assert provenance["table_sha256"] == hashlib.sha256(table.read_bytes()).hexdigest()
    assert (provenance["date"], provenance["budgetplan"]) == (DATE, __version__)
    assert {*record["checksums"]} == {*record["files"]} - {"decision.json"}
    listed = json.loads((out / RECORD).read_bytes())["files"]["report"]
    assert listed == {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in record["files"]}
    # 4.00 at 0.50 buys eight words, all of them loans.
    chosen = record["recommendation"]
    assert (chosen["model"], chosen["reviewed"]["value"], chosen["spend"]) == ("a", 8, "4.00")
    assert 0 < chosen["found"]["low"] <= chosen["found"]["value"] <= 8
    assert json.loads((out / "report.json").read_bytes())["decision"]["provenance"] == provenance


def test_rows_left_out_are_listed_and_a_workbook_has_every_table_until_the_next_report(plan, tmp_path):
    rows = [(f"w{n:02}", "loan" if n % 4 == 0 else "native", n, "" if n in {3, 5} else n) for n in range(40)]
    write_words(Path(plan.table), rows)
    plan, out = replace(plan, missing="exclude"), tmp_path / "out"
    result, _ = made(plan, out, ("xlsx",))
    assert str(out / "tables.xlsx") in result.summary
    assert list(csv.reader((out / "excluded.csv").read_text(encoding="utf-8").splitlines())) == [
        ["item", "reason", "place"],
        ["w03", "no score in the column b", "line 5"],
        ["w05", "no score in the column b", "line 7"],
    ]
    files = {path.stem: path for path in out.glob("tables/*.csv")} | {"excluded_rows": out / "excluded.csv"}
    book = openpyxl.load_workbook(out / "tables.xlsx")
    assert {*book.sheetnames} == {*files}
    for sheet in book:
        with files[sheet.title].open(encoding="utf-8", newline="") as file:
            assert (sheet.max_row, sheet.max_column) == (len([*file]), len(next(sheet.values)))
    made(plan, out)
    assert not (out / "tables.xlsx").exists()


@pytest.mark.usefixtures("plan_alone")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"budget": Budget(Decimal("0.49"))}, 3),
        ({"prices": Prices(per_item=Decimal(1), fixed={"Guidelines": Decimal(9)}, stated=True)}, 3),
        ({"budget": None, "target": Target(Decimal(11))}, 3),
        ({"budget": Budget(Decimal(1)), "target": Target(Decimal(5))}, 3),
        ({"budget": None}, 0),
        ({"budget": None, "values": Values({"loan": Decimal("0.1")})}, 0),
    ],
    ids=["no item", "fixed costs", "out of reach", "over the budget", "open question", "not to start"],
)
def test_where_nothing_meets_the_goal_the_report_is_written_and_the_code_is_3(plan, tmp_path, change, code):
    assert made(replace(plan, **change), tmp_path / "out")[0].exit_code == code


@pytest.mark.usefixtures("undrawn", "plan_alone")
def test_without_the_libraries_of_the_pdf_the_rest_is_written(plan, tmp_path, monkeypatch):
    def unavailable(*_, **__):
        raise PdfUnavailableError.of(literal("no Pango here"))

    monkeypatch.setattr("budgetplan.render.pdf.render_pdf", unavailable)
    result = make_report(replace(plan, budget=Budget(Decimal("0.49"))), out=tmp_path / "out", date=DATE)
    assert (result.exit_code, result.warnings[2:]) == (5, ("no Pango here",))
    assert {"report.html"} == written(tmp_path / "out").keys() & {"report.html", "report.pdf"}


def test_nothing_is_written_where_data_are_wrong_or_the_page_cannot_be_drawn(plan, tmp_path, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("budgetplan.render.html.render_html", broken)
    with pytest.raises(ZeroDivisionError):
        make_report(plan, out=tmp_path / "out", date=DATE)
    write_words(Path(plan.table), [("w1", "loan", "much", 1), ("w2", "native", 2, 2)])
    with pytest.raises(BadDataError, match="line 2, column a"):
        make_report(plan, out=tmp_path / "out", date=DATE)
    assert not (tmp_path / "out").exists()


def test_the_same_input_gives_the_same_bytes(table, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("plan.toml").write_text(
        '[table]\nfile = "scores.csv"\nlabel = "gold"\npositive = ["loan"]\n[[models]]\nname = "a"\n[[models]]\nname = "b"\n'
        '[cost]\ncurrency = "EUR"\nper_item = "0.5"\nfixed = { x = "1", y = "0.5" }\n[goal]\nbudget = 6\n[sure]\nresamples = 40\n'
    )
    how = {"date": DATE, "formats": ("html", "explore"), "command": ("budgetplan", "report", "plan.toml")}
    make_report(read_plan("plan.toml"), out=tmp_path / "here", **how)
    words = ["report", "plan.toml", "--out", "there", "--date", DATE, "--format", "html,explore"]
    seed = {"PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"}
    subprocess.run([sys.executable, "-m", "budgetplan", *words], env=os.environ | seed, check=True)
    assert written(tmp_path / "here") == written(tmp_path / "there")


@pytest.mark.usefixtures("undrawn")
def test_the_order_of_the_rows_changes_nothing(plan, table, tmp_path):
    header, *rows = table.read_text(encoding="utf-8").splitlines()
    turned = tmp_path / "turned" / "scores.csv"
    turned.parent.mkdir()
    turned.write_text("\n".join([header, *sorted(rows, key=lambda row: row[::-1])]) + "\n", encoding="utf-8")
    found = []
    for path in (table, turned):
        out = path.parent / "out"
        _, record = made(replace(plan, table=str(path)), out, ("html",))
        provenance = record.pop("provenance")
        record.pop("checksums")  # of pages that name the checksum of their table
        record["plan"].pop("table")
        page = (out / "report.html").read_text(encoding="utf-8")
        for mark in (provenance["table_sha256"], provenance["identifier"]):
            assert mark in page
            page = page.replace(mark, "same")
        # What figures show is in their tables.
        found.append((record, page, {name: data for name, data in written(out).items() if "tables/" in name}))
    assert found[0] == found[1]


@pytest.mark.usefixtures("plan_alone")
def test_the_identifier_is_that_of_the_inputs_wherever_they_lie(plan, tmp_path):
    def identifier(changed):
        return Solved(changed).made(DATE).record["provenance"]["identifier"]

    first, elsewhere = identifier(plan), tmp_path / "elsewhere.csv"
    assert re.fullmatch(r"BP-[0-9a-f]{8}", first)
    elsewhere.write_bytes(Path(plan.table).read_bytes())
    assert identifier(replace(plan, table=str(elsewhere))) == first
    assert identifier(replace(plan, seed=2)) != first
    # So do labels in a file of their own.
    rows = [line.split(",") for line in Path(plan.table).read_text().splitlines()]
    elsewhere.write_text("".join(",".join((row[0], *row[2:])) + "\n" for row in rows))
    labels = "".join(",".join(row[:2]) + "\n" for row in rows)
    found = []
    for name, text in (("l", labels), ("m", labels), ("n", labels.replace("native", "loan", 1))):
        path = tmp_path / f"{name}.csv"
        path.write_text(text)
        found.append(identifier(replace(plan, table=str(elsewhere), form=TableForm(labels=str(path)))))
    assert found[0] == found[1] != first
    assert found[2] != found[0]


def test_the_comparison_is_text(plan):
    text = compare(plan).summary
    assert "Spend EUR\u00a04.00: review the 8 items" in text
    assert re.search(r"^a, recommended +8 +4\.00 +7 ", text, re.MULTILINE)
    assert re.search(r"^b +8 ", text, re.MULTILINE)
    assert "<" not in text


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("parts", [("validation", "test"), ("test",), ("validation", "test", "list")])
def test_a_classifier_answers_what_it_is_sure_of_whatever_the_order_of_rows_and_columns(tmp_path, parts):
    """It is sure of two items in three, and right about them; of those of a list it is sure of one in three."""
    head, rows = ["item_id", "split", "gold", "p_sure:hate", "p_sure:rude", "p_sure:neither"], []
    for part in parts:
        for n in range(90 if part == "list" else 60):
            sure = n % 3 == 0 if part == "list" else n % 3 > 0
            chances = ["0.9", "0.05", "0.05"] if sure else ["0.5", "0.25", "0.25"]
            gold = "" if part == "list" else "hate" if sure or n % 2 > 0 else "rude"
            rows.append([f"{part}{n:02}", "test" if part == "list" else part, gold, *chances])
    split = 'split_column = "split"\n' if "validation" in parts else ""
    (tmp_path / "plan.toml").write_text(
        f'[table]\nfile = "t.csv"\nid = "item_id"\nlabel = "gold"\n{split}[[models]]\nname = "sure"\n'
        'probabilities = "p_sure"\n[answers]\nerror_weight = "4"\n[sure]\nresamples = 50\n',
        encoding="utf-8",
    )
    n, alone, records = (90, 30, []) if "list" in parts else (60, 40, [])
    for seed, columns in enumerate(([0, 1, 2, 3, 4, 5], [5, 1, 3, 0, 2, 4])):
        random.Random(seed).shuffle(rows)
        lines = [",".join(row[place] for place in columns) for row in [head, *rows]]
        (tmp_path / "t.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        plan = read_plan(str(tmp_path / "plan.toml"))
        result, record = made(plan, tmp_path / f"out{seed}", ("html", "docx"))
        assert [one for one in result.warnings if one.startswith("No application.docx: there is no text to")]
        assert {"report.html", "tables/pairs.csv", "tables/figure_value.csv"} <= {*record["files"]}
        said = Solved(plan).made(DATE)
        if "list" in parts:
            assert "90 of 210 rows have no label: taken as your list." in map(str, said.messages)
            assert "Of 90 items of your list, sure would answer 30 alone" in comparison(said).replace("\n", " ")
        records.append((record["recommendation"], record["defer"]["own_list"], record["defer"]["value_per_item"]))
    assert records[0] == records[1]
    chosen, _, value = records[0]
    assert (chosen["answered_alone"]["value"], chosen["reviewed"]["value"]) == (alone, n - alone)
    assert 0 < chosen["wrong"]["value"] < 1
    assert "list" in parts or value["value"] == pytest.approx(40 / 60, abs=0.05)


def test_the_last_page_names_an_array_without_its_folder(tmp_path):
    labels = "".join(f"{'ab'[n % 2]}\n" for n in range(60))
    (tmp_path / "t.csv").write_text(f"gold\n{labels}", encoding="utf-8")
    np.save(tmp_path / "proba_rf.npy", np.where(np.arange(60)[:, None] % 2, [0.2, 0.8], [0.7, 0.3]))
    said = {"table.label": "gold", "models.array": (f"rf={tmp_path / 'proba_rf.npy'}",)}
    said |= {"table.classes": "sorted", "answers.error_weight": "4", "sure.resamples": "0"}
    made = Solved(read_plan(str(tmp_path / "t.csv"), said)).made(DATE)
    facts = dict(next(block for block in made.document.blocks() if isinstance(block, Facts)).facts)
    assert "rf (proba_rf.npy)" in facts["Models"]
    assert facts["Further file"].startswith("proba_rf.npy, sha256 ")


@pytest.mark.usefixtures("plan_alone")
def test_a_table_is_never_written_over_by_way_of_a_link_either(plan, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    (tmp_path / "scores.csv").rename(folder / "report.json")
    (tmp_path / "link.csv").symlink_to(folder / "report.json")
    before = written(folder)
    with pytest.raises(CannotWriteError, match=r"report\.json: the report is made from this file"):
        make_report(replace(plan, table=str(tmp_path / "link.csv")), out=folder, date=DATE, formats=())
    assert written(folder) == before


@pytest.mark.usefixtures("undrawn")
@pytest.mark.skipif(os.name != "posix" or sys.platform == "darwin", reason="names are texts there")
def test_names_that_are_no_text_are_shown_and_kept(plan, tmp_path):
    name, odd = os.fsdecode(b"t\xff.csv"), os.fsdecode(b"x\xffy")
    (tmp_path / name).write_bytes((tmp_path / "scores.csv").read_bytes())
    models = ModelSpec(odd, "a"), ModelSpec("b", "b")
    said = {"title": odd, "project": odd, "author": odd, "notes": (odd,), "models": models}
    folder = tmp_path / os.fsdecode(b"out\xff")
    _, record = made(replace(plan, table=str(tmp_path / name), **said), folder, ("html",))
    for content in written(folder).values():
        content.decode("utf-8")
    assert (record["plan"]["table"], record["plan"]["title"]) == (str(tmp_path / name), odd)
    assert "x\ufffdy" in (folder / "report.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("undrawn")
def test_a_part_alone_is_shown_and_all_data_are_written(plan, tmp_path):
    def shown(*only):
        folder = tmp_path / "-".join(("out", *only))
        make_report(plan, out=folder, date=DATE, formats=("html",), only=only)
        return written(folder)

    whole, part, card = shown(), shown("justification"), shown("card")
    changed = {name for name in whole.keys() | part.keys() if whole.get(name) != part.get(name)}
    assert changed == {"decision.json", "report.html", RECORD}
    parts = re.compile(rb's-(justification|decision|work)"')
    assert {*parts.findall(part["report.html"])} == {b"justification"}
    assert {*parts.findall(card["report.html"])} & {b"work", b"justification"} == {b"work"}
    target = replace(plan, budget=None, target=Target(Decimal(40), "entries"))
    with pytest.raises(UsageError, match="no such part"):
        make_report(target, out=tmp_path / "no", date=DATE, formats=("html",), only=("justification",))
    assert not (tmp_path / "no").exists()


@pytest.mark.usefixtures("plan_alone")
def test_what_is_taken_away_is_written_where_it_is_asked_for_and_gone_with_a_later_run(plan, tmp_path):
    made(plan, tmp_path / "out", ("xlsx", "docx", "odt", "tex", "figures"))
    more = {"costs.xlsx", "tables.xlsx", "application.docx", "justification.odt", "application.tex"}
    more |= {"figures/figure_gain.svg", "figures/figure_gain.png"}
    assert more <= written(tmp_path / "out").keys()
    result, _ = made(plan, tmp_path / "out")
    assert not {name for name in written(tmp_path / "out") if name in more or name.startswith("figures/")}
    assert "costs.xlsx" not in result.written
    assert f"No longer in {tmp_path / 'out'}: application.docx, application.tex, costs.xlsx, " in result.summary
    assert "No longer" not in made(plan, tmp_path / "out")[0].summary


def test_the_identifier_hangs_on_no_folder_of_an_array(tmp_path):
    found = []
    for name, top in (("here", 0.9), ("there", 0.9), ("other", 0.8)):
        folder = tmp_path / name
        folder.mkdir()
        np.save(folder / "proba.npy", np.array([[top, 1 - top], [0.3, 0.7]] * 20))
        (folder / "t.csv").write_text("id,gold\n" + "".join(f"i{at},{'ab'[at % 2]}\n" for at in range(40)))
        flags = {"table.label": "gold", "table.classes": "a,b", "answers.error_weight": "4"}
        flags |= {"models.array": (f"m={folder / 'proba.npy'}",)}
        found.append(Solved(read_plan(str(folder / "t.csv"), flags)).identifier)
    assert found[0] == found[1] != found[2]


def test_arrays_of_two_models_that_change_places_make_another_report(tmp_path):
    for name, top in (("p", 0.9), ("q", 0.6)):
        np.save(tmp_path / f"{name}.npy", np.array([[top, 1 - top], [0.3, 0.7]] * 20))
    table = tmp_path / "t.csv"
    table.write_text("id,gold\n" + "".join(f"i{at},{'ab'[at % 2]}\n" for at in range(40)))
    flags = {"table.label": "gold", "table.classes": "a,b", "answers.error_weight": "4"}
    one, two = (
        flags | {"models.array": (f"m={tmp_path / first}.npy", f"n={tmp_path / second}.npy")}
        for first, second in ("pq", "qp")
    )
    assert Solved(read_plan(str(table), one)).identifier != Solved(read_plan(str(table), two)).identifier
