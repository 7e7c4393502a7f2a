"""What holds of every report on a classifier: numbering, mentions, one value, one unit."""

from __future__ import annotations

import json
import re
import sys

import pytest
from defer_world import ALL_ALIKE, GOOD, MANY, MONEY, PERFECT, SCENES, UNLUCKY, Model, world
from documents_world import sentences
from scipy.stats import beta

from budgetplan.domain.rounding import rounded_up
from budgetplan.render.data import render_json, render_tables
from budgetplan.report.defer.pages import build_defer_files, build_defer_report
from budgetplan.report.defer.record import selection_record
from budgetplan.report.display import Style, sentence_text
from budgetplan.report.model import Figure, Heading, Table, Tiles
from budgetplan.report.page import Framing
from budgetplan.work.building import work_of_defer

MONEY_KINDS = {"money", "money_full", "money_fine", "amount", "amount_full", "whole", "fine"}


@pytest.fixture(params=SCENES)
def told(request):
    return world(**SCENES[request.param])


def shown(told, sentence):
    return sentence_text(sentence, Style.of(told.document))


def tiles(told):
    return {
        one.label.key: one for one in next(b for b in told.document.blocks() if isinstance(b, Tiles)).tiles
    }


def test_tables_and_figures_are_numbered_in_reading_order(told):
    tables, figures = told.document.tables(), told.document.figures()
    assert [table.number for table in tables] == list(range(1, len(tables) + 1))
    assert [figure.number for figure in figures] == list(range(1, len(figures) + 1))
    keys = [block.key for block in (*tables, *figures)]
    assert len(keys) == len(set(keys))


def test_a_table_that_is_mentioned_exists_and_is_the_right_one(told):
    tables = {str(table.number): table.key for table in told.document.tables()}
    for figure in told.document.figures():
        alt = shown(told, figure.alt)
        found = re.search(r"Numbers: Table (\d+)", alt)
        if figure.key == "figure_value":
            assert tables[found[1]] == "models"
        else:
            assert alt.endswith(f"Numbers: tables/{figure.key}.csv.")
    for sentence in sentences(told.document):
        for number in re.findall(r"Table (\d+)", shown(told, sentence)):
            assert number in tables


def test_there_is_one_title_and_it_is_the_documents(told):
    headings = [block for block in told.document.blocks() if isinstance(block, Heading) and block.level == 1]
    assert [heading.text for heading in headings] == [told.document.title]
    assert told.document.sections[0].one_page
    assert told.document.sections[0].new_page is False


def test_page_1_tells_one_value_and_one_count(told):
    alone = told.selection.without_unit.alone
    record = told.record["defer"]
    decision = record["chosen"]
    page = tiles(told)
    assert page["defer.tile_alone"].value == alone.alone == decision["answered_alone"]["value"]
    assert page["defer.tile_wrong"].value == alone.wrong.value == decision["wrong"]["value"]
    assert page["defer.tile_people"].value == alone.left == decision["reviewed"]["value"]
    assert page["defer.tile_value"].value.args["value"] == pytest.approx(alone.value.value * 1000)
    own = record.get("dimensionless_value_per_item", record["value_per_item"])
    assert own["value"] == alone.value.value
    for sentence in told.said("defer.finds") + told.said("defer.list"):
        assert (sentence.args["alone"], sentence.args["wrong"]) == (alone.alone, alone.wrong.value)
        assert sentence.args["alone"] + sentence.args["left"] == pytest.approx(sentence.args["n"])
    (value,) = told.said("defer.value") + told.said("defer.value_plain")
    assert value.args["value"].args["value"] == pytest.approx(alone.value.value * 1000)
    assert value.args["none"].args["value"] == pytest.approx(alone.none.value * 1000)
    # The first row of the table is the recommendation, in the same numbers; the first bar is what others differ from.
    row = next(row for row in told.table("models").rows if row.strong)
    names = [column.name for column in told.table("models").columns]
    cells = dict(zip(names, row.cells, strict=True))
    assert cells["model"] == told.selection.without_unit.chosen.name == decision["model"]
    assert cells["value"] == pytest.approx(alone.value.value * 1000)
    assert cells["alone"] == pytest.approx(alone.alone / alone.items)
    assert cells["wrong"] == pytest.approx(alone.wrong.value)
    bar = next(bar for bar in told.document.figures()[0].bars if bar.strong)
    assert bar.value == 0


def test_errors_by_class_add_up_to_all_errors(told):
    alone = told.selection.alone
    for by in (alone.wrong_by_answer, alone.wrong_by_truth):
        assert sum(each.value for each in by.values()) == pytest.approx(alone.wrong.value, abs=1e-9)


def test_money_and_right_answers_are_never_mixed(told):
    in_money = told.selection.plan.deferral.worths.unit == "money"
    used = {sentence.key for sentence in sentences(told.document)}
    weights = next(one for one in told.document.sections if one.key == "weights")
    # Here a right answer is worth 1 by definition.
    first = {
        one.key for section in told.document.sections if section is not weights for one in sentences(section)
    }
    if in_money:
        assert not {"defer.right", "defer.range_right", "defer.unit_right"} & first
    else:
        assert not {"defer.money", "defer.range_money", "defer.unit_money"} & used
        assert told.document.currency == ""
        assert not [c for table in told.document.tables() for c in table.columns if c.kind in MONEY_KINDS]


def test_the_document_is_strict_json(told):
    def refuse(constant):
        raise AssertionError(constant)

    data = json.loads(render_json(told.document, told.record), parse_constant=refuse)
    assert len(data["sections"]) == len(told.document.sections)
    files = render_tables(told.document)
    assert len(files) == len([b for b in told.document.blocks() if isinstance(b, Table | Figure)])


def test_a_model_that_beats_doing_without_is_not_said_to_lose():
    # Each post left to people costs 1.00: with the model -10 / 40, without -1.
    told = world(**ALL_ALIKE)
    assert told.selection.alone.gain.value == pytest.approx(0.75, abs=0.05)
    assert told.document.title.key == "defer.title"
    assert "defer.loses" not in told.keys


def test_a_domain_where_the_model_beats_doing_without_is_not_warned_of():
    told = world(**ALL_ALIKE, domain="x" * 20 + "y" * 20)
    # In y: 10 answered and worth 0, 10 left at -1: -0.5 against -1.
    assert "defer.domain_warning" not in told.keys
    losing = world(models=(UNLUCKY,), domain="x" * 20 + "y" * 20)
    assert [one.args["domains"] for one in losing.said("defer.domain_warning")] == ["y"]


def test_titles_promise_no_more_than_the_cutoff_holds():
    # On validation .6 is wrong and .9 right: the cutoff .81 happens to let every test post through, and one
    # above the wrong answer at .85 would have been worth more.
    blocks = (30, True, 0.95), (1, False, 0.85), (9, True, 0.9)
    told = world(models=(Model("m", blocks, ((20, True, 0.9), (20, False, 0.6))),))
    assert told.selection.chosen.counts.n_abstained == 0
    assert told.document.title.key != "defer.title_all"


def test_a_model_that_says_no_confidence_and_answers_all_is_not_said_to_be_sure():
    # Each of its answers is right in 19 of 20, and 16 of 20 would do where a wrong one counts -4.
    model = Model("llm", ((19, True, 0.9), (1, False, 0.9)) * 2, alone=True)
    told = world(truth="a" * 20 + "b" * 20, models=(model,), worths={"error_weight": "4"})
    assert told.selection.chosen.counts.n_abstained == 0
    assert told.document.title.key == "defer.title_all"


def test_no_model_is_used_only_where_no_cutoff_pays():
    # Nothing on test is as sure as validation asks for; but every answer is right.
    blocks = ((40, True, 0.7),), ((20, True, 0.9), (20, False, 0.8))
    told = world(models=(Model("m", *blocks),))
    assert "at every cutoff" not in shown(told, told.document.title)


def test_exact_bounds_are_only_given_for_independent_items_that_count_once():
    assert "defer.guarantee" in world(mixture=True).keys
    assert "defer.guarantee" not in world(group=tuple(place // 4 for place in range(40))).keys
    assert "defer.guarantee" not in world(weight=(2.0,) * 40).keys


def test_bounds_of_errors_are_those_of_clopper_and_pearson():
    # Nothing was chosen on the test items: however many models are averaged, the bound is that of one.
    for said in ({"models": (GOOD,)}, {"mixture": True}):
        (guarantee, *_) = world(**said).said("defer.guarantee")
        assert guarantee.args["bound"] == rounded_up(1 - 0.1 ** (1 / 30)) == 0.074
    # The best single one of two is chosen on them.
    (guarantee, *_) = world().said("defer.guarantee_all")
    assert (guarantee.args["bound"], guarantee.args["n"]) == (rounded_up(1 - 0.05 ** (1 / 30)), 2)
    (guarantee, *_) = world(models=(GOOD,), worths={"error_weight": "0"}).said("defer.guarantee")
    # Five wrong of forty (scipy: quantiles of the beta distribution).
    assert guarantee.args["bound"] == rounded_up(beta.ppf(0.9, 6, 35))


def test_what_accuracy_would_lose_is_the_difference_in_value():
    told = world(models=MANY, worths={"error_weight": "10"})
    (said,) = told.said("defer.accuracy_other_validation")
    # accurate answers all 400, 20 of them wrong; choosy answers 360, all right.
    assert said.args["gap"].key == "defer.by_less"
    assert said.args["gap"].args["amount"].args["value"] == pytest.approx(1000 * (0.9 - (380 - 200) / 400))
    assert (said.args["acc_other"], said.args["acc"]) == (0.95, 0.9)
    assert said.args["range"].args["range"].low > 0


def test_the_currency_is_the_plans():
    yen = world(**MONEY | {"currency": "JPY"}).document
    assert yen.currency == "JPY"
    assert world().document.currency == ""


def test_notes_and_words_of_the_user_are_used():
    told = world(notes=("Money is invented.",), title="Posts")
    first = told.document.sections[0].blocks[0]
    assert first.html.endswith(" · <strong>Money is invented.</strong>")
    assert told.document.project == "Posts"
    assert "posts" in shown(told, told.document.title)
    assert shown(world(models=(PERFECT,)), world(models=(PERFECT,)).document.title).startswith(
        "Let perfect answer where it is at least"
    )


def test_documents_compute_nothing(told):
    called = set()
    work = work_of_defer(told.selection)

    def notice(frame, event, _):
        if event == "call" and "/budgetplan/metrics/" in frame.f_code.co_filename:
            called.add(frame.f_code.co_qualname)

    before = sys.getprofile()
    sys.setprofile(notice)
    try:
        build_defer_report(told.selection, Framing("2026-01-01", "BP-1"), work)
        build_defer_files(told.selection)
        selection_record(told.selection, {})
    finally:
        sys.setprofile(before)
    # Records may be asked for sums, ends and points of their own fields.
    records = {"Counts", "Drift", "WorthTable", "answer_worths"}
    assert {name for name in called if name.split(".")[0] not in records} == set()
