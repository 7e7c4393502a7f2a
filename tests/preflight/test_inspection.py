"""Every warning of the terminal stands in everything that a run writes, in every workflow; without any, there is no box."""

import html
import json
import re
from pathlib import Path, PurePath

import numpy as np
import pytest
from doubtful_world import DEFER, FILTER, WORLDS, write

from budgetplan.api import Made, Solved, check, comparison, make_report
from budgetplan.domain.doubt import DoubtKind
from budgetplan.preflight.doubts import doubts_of_files
from budgetplan.render.data import render_json
from budgetplan.render.html import fill
from budgetplan.render.text import paste_text
from budgetplan.report.display import Style, without_tags
from budgetplan.report.model import Notice
from budgetplan.report.page import place, warning_words
from budgetplan.settings.build import read_plan

DATE = "2026-11-21"
MADE: dict[tuple, Made] = {}
IDS = [f"{workflow}: {'sound' if kind is None else kind.value}" for workflow, kind in WORLDS]


@pytest.fixture
def made(request, tmp_path):
    """What a run gives; each world is run once."""
    if request.param not in MADE:
        MADE[request.param] = Solved(read_plan(write(tmp_path, *request.param))).made(DATE)
    return MADE[request.param]


def page(document):
    """Return the words of the report's page, without drawing its figures."""
    text = fill(document, {figure.key: "" for figure in document.figures()})
    return html.unescape(re.sub(r"<[^>]+>", "", text))


worlds = pytest.mark.parametrize("made", WORLDS, ids=IDS, indirect=True)


def test_every_kind_of_doubt_has_its_world():
    assert {*FILTER, *DEFER} == {*DoubtKind}


@worlds
@pytest.mark.few(4)
def test_a_world_gives_the_doubt_it_is_made_for_and_is_hedged_where_that_is_serious(made, request):
    kind = request.node.callspec.params["made"][1]
    keys = [one.key for one in made.warnings]
    assert keys == [] if kind is None else kind.value in keys
    serious = any(DoubtKind(key).serious for key in keys)
    Style.of(made.document)
    assert without_tags(made.document.title).startswith("Doubtful until the warning is settled: ") == serious
    [heading] = [one for one in made.document.sections[0].blocks if getattr(one, "level", 0) == 1]
    assert heading.text == made.document.title


@worlds
@pytest.mark.few(9)
def test_every_warning_of_the_terminal_stands_in_all_that_is_written(made):
    words, pasted = page(made.document), paste_text(made.document)
    report = json.loads(render_json(made.document, made.record))
    assert len(made.to_look_at) == len(made.warnings)
    for line, one in zip(made.to_look_at, made.warnings, strict=True):
        assert one.told in line
        for text in [words, *([pasted] if pasted else [])]:
            # A sentence that begins with it begins with a capital.
            assert one.told[1:] in text
            assert one.todo in text
            # Where to look: the file without its folder, the line, the column.
            at = "" if one.line is None else f"line {one.line}"
            column = f"column {one.column}" if one.column else ""
            assert ", ".join(filter(None, (PurePath(one.file).name, at, column))) in text
    for record in (made.record["warnings"], report["warnings"], report["decision"]["warnings"]):
        assert [(one["told"], one["todo"], one["key"]) for one in record] == [
            (one.told, one.todo, one.key) for one in made.warnings
        ]
        assert not [one for one in record if "/" in one["file"]]
    assert all(line in comparison(made) for line in made.to_look_at)


@worlds
@pytest.mark.few(3)
def test_one_box_stands_above_the_tiles_where_there_are_warnings_with_three_sentences_at_most(made):
    kinds = [type(block).__name__ for block in made.document.sections[0].blocks]
    boxes = [block for block in made.document.blocks() if isinstance(block, Notice)]
    if not made.warnings:
        assert boxes == []
        assert "doubts" not in [section.key for section in made.document.sections]
        return
    [box] = boxes
    # What page 1 does not say in full stands in the section; else there is none.
    say, told = warning_words("en"), [without_tags(one) for one in box.points]
    full = [without_tags(say("sentence", place(say, one), one.told, one.todo)) for one in made.warnings]
    sections = [section.key for section in made.document.sections]
    assert sections.count("doubts") == any(text not in told for text in full)
    assert kinds.index("Notice") < kinds.index("Tiles")
    assert len(box.points) == min(len(made.warnings), 3)
    # Worst first, as everywhere.
    assert all(one.told[1:] in text for one, text in zip(made.warnings, told, strict=False))


@pytest.mark.usefixtures("undrawn")
def test_what_a_run_writes_and_says_holds_the_warnings(tmp_path):
    plan = read_plan(write(tmp_path, "filter", DoubtKind.PERFECT))
    result = make_report(plan, out=tmp_path / "out", date=DATE, formats=("html",))
    assert result.title.startswith("Doubtful until the warning is settled: ")
    [line] = result.warnings
    told = "the model b puts every positive item before every other (240 items)"
    assert told in line
    for name in ("report.html", "report.json", "decision.json", "justification.txt"):
        assert told in (tmp_path / "out" / name).read_text(encoding="utf-8"), name


def test_of_two_positives_no_stop_is_recommended_and_entries_are_what_is_lacking(tmp_path):
    scores = np.random.default_rng(5).random((30, 10)).round(6)
    models = tuple(f"m{model}" for model in range(10))
    rows = [",".join(["id", "gold", *models])]
    rows += [f"w{row},{'loan' if row in {4, 17} else 'native'},{','.join(map(str, scores[row]))}" for row in range(30)]
    table = tmp_path / "t.csv"
    table.write_text("\n".join(rows) + "\n", encoding="utf-8")
    flags = {"table.label": "gold", "table.positive": "loan", "models.name": models, "cost.per_item": "1"}
    flags |= {"goal.budget": "100", "set": ("list.size=1000", "sure.resamples=40")}
    made = Solved(read_plan(str(table), flags)).made(DATE)
    assert [one.key for one in made.warnings] == ["few positives"]
    words = page(made.document)
    assert "No recommendation yet: of 30 labelled items, 2 are entries" in words
    # One entry is lacking to three, at a rate of 2 in 30.
    assert re.search(r"label\W+15\W+more items, drawn at random", words)


def test_the_order_of_the_rows_moves_no_warning(tmp_path):
    for kind in (DoubtKind.COPIES, DoubtKind.FEW_GROUPS):
        plan = write(tmp_path, "filter", kind)
        warnings = Solved(read_plan(plan)).made(DATE).warnings
        header, *rows = (tmp_path / "t.csv").read_text(encoding="utf-8").splitlines()
        (tmp_path / "t.csv").write_text("\n".join([header, *rows[::-1]]) + "\n", encoding="utf-8")
        assert Solved(read_plan(plan)).made(DATE).warnings == warnings != ()


@pytest.mark.parametrize(
    ("workflow", "kind"),
    [
        ("filter", None),
        ("filter", DoubtKind.FEW_GROUPS),
        ("filter", DoubtKind.OTHER_ORDER),
        ("defer", DoubtKind.LIST_UNLIKE),
        ("joint", DoubtKind.COPIES),
    ],
)
def test_a_check_tells_what_a_report_tells(workflow, kind, tmp_path):
    plan = write(tmp_path, workflow, kind)
    warnings = Solved(read_plan(plan)).made(DATE).warnings
    assert {problem.wrong for problem in check(plan).doubts} == {one.told for one in warnings}


def test_what_cannot_be_read_is_passed_over(tmp_path):
    plan = read_plan(write(tmp_path, "filter", None))
    Path(plan.table).write_bytes(b"")
    assert doubts_of_files(plan) == ()
