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

import openpyxl
import pytest
from loans_world import write_words

from budgetplan import __version__
from budgetplan.api import compare, comparison, make_report, work
from budgetplan.domain.plan import Budget, Columns, ModelSpec, Plan, TableForm, Target, Values
from budgetplan.domain.prices import Prices
from budgetplan.errors import BadDataError, CannotWriteError, PdfUnavailableError, UsageError
from budgetplan.files import RECORD
from budgetplan.report.display import Style
from budgetplan.report.model import Facts
from budgetplan.report.wording import short_text
from budgetplan.settings.build import read_plan

DATE = "2026-11-21"
TABLES = {
    "tables/budgets.csv", "tables/checkpoints.csv", "tables/costs.csv", "tables/figure_gain.csv",
    "tables/ladder.csv",
    "tables/figure_steps.csv", "tables/gain_recommended.csv", "tables/models.csv",
    "tables/options.csv",
}  # fmt: skip
CHANGED = b"changed by hand"
PLAIN = {"report.html", "report.json", "decision.json", "justification.txt"}


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
        resamples=100,
        mixture=False,
    )


def written(folder):
    """Return the files of a folder but its record, which has the checksums of all others."""
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
    record = json.loads(found.pop(RECORD, b'{"files": {}}'))
    for name, digest in record["files"].get("report", {}).items():
        assert digest == hashlib.sha256(found[name]).hexdigest() or found[name] == CHANGED
    return found


def names(folder):
    """Return what was written, without the gain tables, which are named by their numbers."""
    return {name for name in written(folder) if not re.fullmatch(r"tables/gain_\d+\.csv", name)}


PERFECT = "the model a puts every positive item before every other (40 items)"
"""What is said of every report here: the order is perfect."""


@pytest.mark.usefixtures("undrawn")
def test_exactly_the_promised_files_are_written(plan, tmp_path):
    result = make_report(plan, out=tmp_path / "out", date=DATE, formats=("html",))
    assert result.exit_code == 0
    # Ten loans are few too; what is worst comes first.
    assert [PERFECT in one for one in result.warnings] == [True, False]
    assert names(tmp_path / "out") - {"tables/worth.csv"} == PLAIN | TABLES
    assert str(tmp_path / "out" / "report.html") in result.summary
    assert "review the 8 items" in result.summary


def test_the_decision_is_on_record_with_its_origin(plan, table, tmp_path):
    import hashlib

    make_report(plan, out=tmp_path / "out", date=DATE, formats=())
    record = json.loads(
        (tmp_path / "out" / "decision.json").read_text(encoding="utf-8"), parse_constant=pytest.fail
    )
    assert record["provenance"]["table_sha256"] == hashlib.sha256(table.read_bytes()).hexdigest()
    assert record["provenance"]["date"] == DATE
    assert record["provenance"]["budgetplan"] == __version__
    # 4.00 at 0.50 buys eight words, all of them loans.
    chosen = record["recommendation"]
    assert 0 < chosen["found"]["low"] <= chosen["found"]["value"] <= 8
    assert (chosen["model"], chosen["reviewed"]["value"], chosen["spend"]) == (
        "a",
        8,
        "4.00",
    )
    report = json.loads(
        (tmp_path / "out" / "report.json").read_text(encoding="utf-8"), parse_constant=pytest.fail
    )
    assert report["decision"]["provenance"] == record["provenance"]
    assert names(tmp_path / "out") - {"tables/worth.csv"} == PLAIN - {"report.html"} | TABLES


def test_rows_left_out_are_listed(plan, tmp_path):
    rows = [(f"w{n:02}", "loan" if n % 4 == 0 else "native", n, "" if n in {3, 5} else n) for n in range(40)]
    write_words(Path(plan.table), rows)
    make_report(replace(plan, missing="exclude"), out=tmp_path / "out", date=DATE, formats=())
    text = (tmp_path / "out" / "excluded.csv").read_text(encoding="utf-8")
    assert list(csv.reader(text.splitlines())) == [
        ["item", "reason", "place"],
        ["w03", "no score in the column b", "line 5"],
        ["w05", "no score in the column b", "line 7"],
    ]


def test_a_workbook_has_every_table_that_is_written_and_goes_with_the_next_report(plan, tmp_path):
    rows = [
        (f"w{n:02}", "loan" if n % 4 == 0 else "native", n + 40 * (n % 4 == 0), "" if n == 3 else n)
        for n in range(40)
    ]
    write_words(Path(plan.table), rows)
    out = tmp_path / "out"
    once, again = (
        make_report(replace(plan, missing="exclude"), out=folder, date=DATE, formats=("xlsx",))
        for folder in (out, tmp_path / "again")
    )
    assert str(out / "tables.xlsx") in once.summary
    assert once.exit_code == again.exit_code == 0
    assert (out / "tables.xlsx").read_bytes() == (tmp_path / "again" / "tables.xlsx").read_bytes()
    book = openpyxl.load_workbook(out / "tables.xlsx")
    files = {path.stem: path for path in out.glob("tables/*.csv")} | {"excluded_rows": out / "excluded.csv"}
    assert {*book.sheetnames} == {*files}
    for sheet in book:
        with files[sheet.title].open(encoding="utf-8", newline="") as file:
            assert (sheet.max_row, sheet.max_column) == (len([*file]), len(next(sheet.values)))
    make_report(replace(plan, missing="exclude"), out=out, date=DATE, formats=())
    assert not (out / "tables.xlsx").exists()


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    "change",
    [
        {"budget": Budget(Decimal("0.49"))},
        {"prices": Prices(per_item=Decimal(1), fixed={"Guidelines": Decimal(9)}, stated=True)},
        {"budget": None, "target": Target(Decimal(11))},
        {"budget": Budget(Decimal(1)), "target": Target(Decimal(5))},
    ],
    ids=["no item", "fixed costs", "target out of reach", "target over the budget"],
)
def test_where_nothing_meets_the_goal_the_report_is_written_and_the_code_is_3(plan, tmp_path, change):
    result = make_report(replace(plan, **change), out=tmp_path / "out", date=DATE, formats=("html",))
    assert result.exit_code == 3
    assert (tmp_path / "out" / "report.html").is_file()


@pytest.mark.parametrize(
    "change", [{"budget": None}, {"values": Values({"loan": Decimal("0.1")}), "budget": None}]
)
def test_an_open_question_and_not_starting_are_answers(plan, tmp_path, change):
    assert make_report(replace(plan, **change), out=tmp_path / "out", date=DATE, formats=()).exit_code == 0


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("budget", "code"), [("4", 5), ("0.49", 5)])
def test_without_the_libraries_of_the_pdf_the_rest_is_written(plan, tmp_path, monkeypatch, budget, code):
    def unavailable(*_, **__):
        raise PdfUnavailableError("no Pango here")

    monkeypatch.setattr("budgetplan.render.pdf.render_pdf", unavailable)
    result = make_report(replace(plan, budget=Budget(Decimal(budget))), out=tmp_path / "out", date=DATE)
    assert result.exit_code == code
    assert result.warnings[2:] == ("no Pango here",)
    assert PERFECT in result.warnings[0]
    assert (tmp_path / "out" / "report.html").is_file()
    assert not (tmp_path / "out" / "report.pdf").exists()


def test_a_pdf_is_written_where_it_was_asked_for(plan, tmp_path, monkeypatch):
    from budgetplan.render.pdf import PdfFile

    monkeypatch.setattr(
        "budgetplan.render.pdf.render_pdf", lambda *_: PdfFile(b"%PDF", ("a letter is missing",))
    )
    result = make_report(plan, out=tmp_path / "out", date=DATE, formats=("pdf",))
    assert (tmp_path / "out" / "report.pdf").read_bytes() == b"%PDF"
    assert not (tmp_path / "out" / "report.html").exists()
    assert (result.exit_code, result.warnings[2:]) == (0, ("a letter is missing",))


def test_nothing_is_written_where_the_data_are_wrong(plan, tmp_path):
    write_words(Path(plan.table), [("w1", "loan", "much", 1), ("w2", "native", 2, 2)])
    with pytest.raises(BadDataError, match="line 2, column a"):
        make_report(plan, out=tmp_path / "out", date=DATE)
    assert not (tmp_path / "out").exists()


def test_nothing_is_written_where_the_page_cannot_be_drawn(plan, tmp_path, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("budgetplan.render.html.render_html", broken)
    with pytest.raises(ZeroDivisionError):
        make_report(plan, out=tmp_path / "out", date=DATE)
    assert not (tmp_path / "out").exists()


def test_nothing_is_changed_where_the_folder_is_a_file(plan, tmp_path):
    (tmp_path / "out").write_text("mine")
    with pytest.raises(CannotWriteError):
        make_report(plan, out=tmp_path / "out", date=DATE, formats=())
    assert (tmp_path / "out").read_text() == "mine"


RUN = """
import sys
from decimal import Decimal
from pathlib import Path
from budgetplan.api import make_report
from budgetplan.domain.plan import Budget, Columns, ModelSpec, Plan
from budgetplan.domain.prices import Prices

def run(table, out):
    plan = Plan(
        table=table, columns=Columns(label="gold"), positive=("loan",),
        models=(ModelSpec("a", "a"), ModelSpec("b", "b")),
        prices=Prices(
            currency="EUR", per_item=Decimal("0.5"), fixed={"x": Decimal(1), "y": Decimal("0.5")}, stated=True
        ),
        budget=Budget(Decimal(6)), resamples=50,
    )
    return make_report(plan, out=out, date="2026-11-21").exit_code
"""


def test_the_same_input_gives_the_same_bytes(table, tmp_path):
    here = {}
    exec(RUN, here)
    assert here["run"](str(table), tmp_path / "here") in {0, 5}
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    done = subprocess.run(
        [sys.executable, "-c", f"{RUN}\nraise SystemExit(run(*sys.argv[1:]))", str(table), str(tmp_path / "there")],
        env=os.environ | {"PYTHONHASHSEED": other}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode in {0, 5}, done.stderr
    made = [written(tmp_path / "here"), written(tmp_path / "there")]
    assert made[0].keys() == made[1].keys()
    for name, content in made[0].items():
        assert content == made[1][name], name


@pytest.mark.usefixtures("undrawn")
def test_the_order_of_the_rows_changes_nothing(plan, table, tmp_path):
    header, *rows = table.read_text(encoding="utf-8").splitlines()
    turned = tmp_path / "turned" / "scores.csv"
    turned.parent.mkdir()
    turned.write_text("\n".join([header, *sorted(rows, key=lambda row: row[::-1])]) + "\n", encoding="utf-8")
    pages, records = [], []
    for number, path in enumerate((table, turned)):
        out = tmp_path / f"out-{number}"
        make_report(replace(plan, table=str(path)), out=out, date=DATE, formats=("html",))
        record = json.loads((out / "decision.json").read_text(encoding="utf-8"))
        provenance = record.pop("provenance")
        record.pop("checksums")  # of pages that name the checksum of their table
        record["plan"].pop("table")
        page = (out / "report.html").read_text(encoding="utf-8")
        for own in (provenance["table_sha256"], provenance["identifier"]):
            assert own in page
            page = page.replace(own, "same")
        # What figures show is in their tables.
        shown = {name: data for name, data in written(out).items() if name.startswith("tables/")}
        assert {"tables/figure_gain.csv", "tables/figure_steps.csv"} <= shown.keys()
        pages.append((page, shown))
        records.append(record)
    assert records[0] == records[1]
    assert pages[0] == pages[1]


def test_the_identifier_is_that_of_the_inputs(plan, tmp_path):
    def identifier(changed, place):
        make_report(changed, out=tmp_path / place, date=DATE, formats=())
        return json.loads((tmp_path / place / "decision.json").read_text(encoding="utf-8"))["provenance"][
            "identifier"
        ]

    own = identifier(plan, "1")
    assert re.fullmatch(r"BP-[0-9a-f]{8}", own)
    elsewhere = tmp_path / "elsewhere.csv"
    elsewhere.write_bytes(Path(plan.table).read_bytes())
    assert identifier(replace(plan, table=str(elsewhere)), "2") == own
    assert identifier(replace(plan, seed=2), "3") != own
    # So do labels in a file of their own: what they say counts, not where they lie.
    rows = [line.split(",") for line in Path(plan.table).read_text().splitlines()]
    elsewhere.write_text("".join(",".join((row[0], *row[2:])) + "\n" for row in rows))
    labels = [tmp_path / "l.csv", tmp_path / "m.csv"]
    names = []
    for number, path in enumerate(labels):
        path.write_text("".join(",".join(row[:2]) + "\n" for row in rows))
        apart = replace(plan, table=str(elsewhere), form=TableForm(labels=str(path)))
        names.append(identifier(apart, f"4{number}"))
    assert names[0] == names[1] != own
    labels[0].write_text(labels[0].read_text().replace("native", "loan", 1))
    assert identifier(replace(apart, form=TableForm(labels=str(labels[0]))), "5") != names[0]


@pytest.mark.usefixtures("undrawn")
def test_progress_is_told(plan, tmp_path):
    told = []
    make_report(
        plan, out=tmp_path / "out", date=DATE, formats=("html",), progress=lambda *one: told.append(one)
    )
    assert {what for what, _, _ in told} >= {"comparing the models", "drawing the page"}


def test_the_comparison_is_text(plan):
    text = compare(plan).summary
    assert "Spend EUR\u00a04.00: review the 8 items" in text
    assert re.search(r"^a, recommended +8 +4\.00 +7 ", text, re.MULTILINE)
    assert re.search(r"^b +8 ", text, re.MULTILINE)
    assert short_text("table.models", Style(), goal="budget") in text
    assert "<" not in text


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("split", ["validation,test", "test"])
def test_a_classifiers_report_is_written_and_the_same_twice(tmp_path, split):
    head = ["item_id", "split", "gold", "p_sure:hate", "p_sure:neither", "p_sure:rude"]
    names, rows = ("hate", "neither", "rude"), []
    for part in split.split(","):
        for n in range(60):
            # Sure of two items in three, and right about them; of the third it knows little and errs half the time.
            sure, right = n % 3 > 0, n % 3 > 0 or n % 2 > 0
            said = names[n % 3] if right else names[(n + 1) % 3]
            rest = "0.05" if sure else "0.25"
            most = "0.9" if sure else "0.5"
            chances = [most if one == said else rest for one in names]
            rows.append([f"{part}{n:02}", part, names[n % 3], *chances])
    plan_file = tmp_path / "plan.toml"
    plan_file.write_text(
        '[table]\nfile = "scores.csv"\nid = "item_id"\nlabel = "gold"\n'
        + ('split_column = "split"\nvalidation = "validation"\ntest = "test"\n' if "," in split else "")
        + '[[models]]\nname = "sure"\nprobabilities = "p_sure"\n[answers]\nerror_weight = "4"\n',
        encoding="utf-8",
    )
    made = []
    for place, seed in enumerate((1, 2)):
        random.Random(seed).shuffle(rows)
        with (tmp_path / "scores.csv").open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream).writerows([head, *rows])
        plan = replace(read_plan(str(plan_file)), resamples=100)
        out = tmp_path / f"out{place}"
        result = make_report(plan, out=out, date=DATE, formats=("html",))
        assert result.exit_code == 0
        make_report(plan, out=tmp_path / f"again{place}", date=DATE, formats=("html",))
        assert written(out) == written(tmp_path / f"again{place}")
        assert {
            "report.html",
            "report.json",
            "decision.json",
            "tables/models.csv",
            "tables/pairs.csv",
            "tables/figure_value.csv",
        } <= set(written(out))
        made.append(
            json.loads((out / "decision.json").read_text(encoding="utf-8"), parse_constant=pytest.fail)
        )
    # Forty of sixty are answered, all right so far; the order of the rows changes nothing but the file's hash.
    decision = made[0]["recommendation"]
    assert (decision["answered_alone"]["value"], decision["reviewed"]["value"]) == (40, 20)
    assert 0 < decision["wrong"]["value"] < 1
    assert made[0]["defer"]["value_per_item"]["value"] == pytest.approx(40 / 60, abs=0.05)
    assert made[0]["recommendation"] == made[1]["recommendation"]
    assert made[0]["defer"] == made[1]["defer"]
    assert "sure" in compare(plan).summary


def test_rows_without_a_label_are_the_list_of_a_classifier_whatever_their_order(tmp_path):
    """Of sixty two thirds are sure, and right; of the ninety of the list every third is: thirty are answered."""
    head = ["item_id", "split", "gold", "p_sure:hate", "p_sure:rude", "p_sure:neither"]
    rows = []
    for part, n_items in (("validation", 60), ("test", 60), ("list", 90)):
        for n in range(n_items):
            sure = n % 3 > 0 if part != "list" else n % 3 == 0
            right = sure or n % 2 > 0
            chances = ["0.9", "0.05", "0.05"] if sure else ["0.5", "0.25", "0.25"]
            gold = "" if part == "list" else "hate" if right else "rude"
            rows.append([f"{part}{n:02}", "test" if part == "list" else part, gold, *chances])
    plan_file = tmp_path / "plan.toml"
    plan_file.write_text(
        '[table]\nfile = "scores.csv"\nid = "item_id"\nlabel = "gold"\nsplit_column = "split"\n'
        '[[models]]\nname = "sure"\nprobabilities = "p_sure"\n[answers]\nerror_weight = "4"\n[sure]\nresamples = 50\n',
        encoding="utf-8",
    )
    records = []
    for seed, columns in enumerate(([0, 1, 2, 3, 4, 5], [5, 1, 3, 0, 2, 4])):
        random.Random(seed).shuffle(rows)
        with (tmp_path / "scores.csv").open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream).writerows([row[place] for place in columns] for row in [head, *rows])
        made = work(read_plan(str(plan_file)))(DATE)
        assert "90 of 210 rows have no label: taken as your list." in made.messages
        assert made.excluded == ()
        assert "Of 90 items of your list, sure would answer 30 alone" in comparison(made).replace("\n", " ")
        records.append(made.record)
    own = records[0]["recommendation"]
    assert own == records[1]["recommendation"]
    assert records[0]["defer"]["own_list"] == records[1]["defer"]["own_list"]
    assert own["answered_alone"]["value"] == 30.0
    assert 0.0 < own["wrong"]["value"] < 1.0


def test_the_last_page_names_an_array_without_its_folder():
    plan = read_plan(
        str(Path(__file__).parents[1] / "examples" / "intents" / "plan.toml"), {"sure.resamples": "0"}
    )
    blocks = work(plan)("2026-11-21").document.blocks()
    facts = dict(next(block for block in blocks if isinstance(block, Facts)).facts)
    assert "logreg (proba_logreg.npy)" in facts["Models"]
    assert facts["Further file"].startswith("proba_logreg.npy, sha256 ")


def quick(plan, folder):
    return make_report(replace(plan, resamples=0), out=folder, date=DATE, formats=("html",))


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("name", ["report.json", "tables/models.csv", "decision.json"])
@pytest.mark.parametrize("linked", [False, True])
def test_a_table_is_never_written_over(plan, tmp_path, name, linked):
    table = tmp_path / "report" / name
    table.parent.mkdir(parents=True)
    table.write_bytes((tmp_path / "scores.csv").read_bytes())
    if linked:
        (tmp_path / "link.csv").symlink_to(table)
    before = written(tmp_path / "report")
    with pytest.raises(CannotWriteError) as caught:
        quick(replace(plan, table=str(tmp_path / "link.csv" if linked else table)), tmp_path / "report")
    assert str(caught.value) == (
        f"Cannot write {table}: the report is made from this file; choose another folder with --out. Nothing was changed."
    )
    assert caught.value.exit_code == 6
    assert written(tmp_path / "report") == before


@pytest.mark.usefixtures("undrawn")
def test_only_what_a_run_wrote_is_removed(plan, tmp_path):
    folder = tmp_path / "report"
    gappy = tmp_path / "gappy.csv"
    gappy.write_text((tmp_path / "scores.csv").read_text(encoding="utf-8") + "w99,,0.5,\n", encoding="utf-8")
    (folder / "tables").mkdir(parents=True)
    mine = {"notes.txt": b"mine", "data.csv": b"mine", "tables/mine.csv": b"mine"}
    for name, content in mine.items():
        (folder / name).write_bytes(content)
    quick(replace(plan, table=str(gappy)), folder)
    decision = json.loads((folder / "decision.json").read_bytes())
    assert set(decision["checksums"]) == set(decision["files"]) - {"decision.json"}
    record = json.loads((folder / RECORD).read_bytes())
    assert set(record["files"]["report"]) == set(decision["files"])
    # A record that names files of others, as a run that wrote other ones would.
    record["files"]["report"] |= dict.fromkeys(mine, "0" * 64)
    (folder / RECORD).write_text(json.dumps(record), encoding="utf-8")
    (folder / "tables" / "costs.csv").write_bytes(CHANGED)
    free = replace(plan, prices=Prices(), budget=Budget(Decimal(4), "items"))
    quick(free, folder)
    found = written(folder)
    assert {name: found[name] for name in mine} == mine
    assert found["tables/costs.csv"] == CHANGED
    assert set(found) - set(mine) - {"tables/costs.csv"} == set(json.loads(found["decision.json"])["files"])


@pytest.mark.skipif(os.name != "posix" or sys.platform == "darwin", reason="names are texts there")
def test_names_that_are_no_text_are_shown_and_kept(plan, tmp_path):
    name = os.fsdecode(b"t\xff.csv")
    (tmp_path / name).write_bytes((tmp_path / "scores.csv").read_bytes())
    odd = os.fsdecode(b"x\xffy")
    told = replace(
        plan, table=str(tmp_path / name), title=odd, project=odd, author=odd, notes=(odd,),
        models=(ModelSpec(odd, "a"), ModelSpec("b", "b")),
    )  # fmt: skip
    folder = tmp_path / os.fsdecode(b"out\xff")
    quick(told, folder)
    for path, content in written(folder).items():
        content.decode("utf-8")
        if path.endswith(".json"):
            json.loads(content)
    record = json.loads((folder / "decision.json").read_bytes())
    assert record["plan"]["table"] == told.table
    assert record["plan"]["title"] == odd
    assert "x\ufffdy" in (folder / "report.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("undrawn")
def test_a_part_alone_is_shown_and_all_data_are_written(plan, tmp_path):
    make_report(plan, out=tmp_path / "whole", date=DATE, formats=("html",))
    make_report(plan, out=tmp_path / "part", date=DATE, formats=("html",), only=("justification",))
    whole, part = written(tmp_path / "whole"), written(tmp_path / "part")
    assert whole.keys() == part.keys()
    assert {name for name in whole if whole[name] != part[name]} == {"decision.json", "report.html"}
    assert b's-justification"' in part["report.html"]
    assert b's-decision"' not in part["report.html"]
    make_report(plan, out=tmp_path / "card", date=DATE, formats=("html",), only=("card",))
    card = written(tmp_path / "card")["report.html"]
    assert b's-work"' in card
    assert b's-justification"' not in card
    assert re.findall(rb"<h1.*?</h1>", card) == re.findall(rb"<h1.*?</h1>", whole["report.html"])
    with pytest.raises(UsageError, match="no such part"):
        make_report(
            replace(plan, budget=None, target=Target(Decimal(40), "entries")),
            out=tmp_path / "none",
            date=DATE,
            formats=("html",),
            only=("justification",),
        )
    assert not (tmp_path / "none").exists()


def test_what_is_taken_away_is_written_where_it_is_asked_for(plan, tmp_path):
    wanted = ("html", "xlsx", "docx", "odt", "tex", "figures")
    make_report(plan, out=tmp_path / "out", date=DATE, formats=wanted)
    names = written(tmp_path / "out").keys()
    more = {"costs.xlsx", "tables.xlsx", "application.docx", "justification.odt", "application.tex"}
    assert more <= names
    assert {"figures/figure_gain.svg", "figures/figure_gain.png"} <= names
    # A later run without them takes them away again.
    result = make_report(plan, out=tmp_path / "out", date=DATE, formats=("html",))
    assert not {name for name in written(tmp_path / "out") if name in more or name.startswith("figures/")}
    assert "costs.xlsx" not in result.summary


def test_a_report_without_tables_has_no_workbook_and_all_else(tmp_path):
    # The only item of the list scores above all that is labelled: nothing is recommended, and nothing is tabulated.
    rows = [f"i{n:02},{'yes' if n < 20 else 'no'},{1.5 - n / 10}" for n in range(40)] + ["i40,,2.4"]
    (tmp_path / "t.csv").write_text("\n".join(["item_id,gold,a", *rows]) + "\n", encoding="utf-8")
    said = '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = ["yes"]\n[[models]]\nname = "a"\n'
    goal = '[cost]\ncurrency = "EUR"\nper_item = "1"\n[goal]\nbudget = "1 items"\n[sure]\nresamples = 40\n'
    (tmp_path / "plan.toml").write_text(said + goal, encoding="utf-8")
    plan = read_plan(str(tmp_path / "plan.toml"), {})
    result = make_report(plan, out=tmp_path / "out", date=DATE, formats=("html", "xlsx", "docx"))
    assert result.exit_code == 3
    assert {"report.html", "decision.json"} <= written(tmp_path / "out").keys()
    assert "tables.xlsx" not in written(tmp_path / "out")


def test_a_document_without_a_text_to_paste_is_told(tmp_path):
    """A classifier that answers alone asks for no money."""
    rows = "".join(
        f"i{n},{'ab'[n % 2]},{0.9 if n % 2 == 0 else 0.1},{0.1 if n % 2 == 0 else 0.9}\n" for n in range(60)
    )
    (tmp_path / "t.csv").write_text("id,gold,m:a,m:b\n" + rows, encoding="utf-8")
    (tmp_path / "plan.toml").write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\n[[models]]\nname = "m"\nprobabilities = "m"\n[answers]\nerror_weight = 2\n'
        "[sure]\nresamples = 40\n",
        encoding="utf-8",
    )
    done = make_report(
        read_plan(str(tmp_path / "plan.toml")), out=tmp_path / "out", date=DATE, formats=("docx",)
    )
    assert "No application.docx: there is no text to paste, since no money is asked for." in done.warnings
    assert not (tmp_path / "out" / "application.docx").exists()
