"""How a plan is carried out, in words: every statement where it holds, the same numbers as elsewhere on the pages."""

from __future__ import annotations

import math
import re
import string

import defer_world
import documents_world
import joint_report_world
import pytest
from documents_world import GOOD, LABELS, POOR, Model, sentences

from budgetplan.report.display import Style, sentence_text, show
from budgetplan.report.first_page import ORDER, shortened
from budgetplan.report.model import Bullets, Range, Sentence
from budgetplan.report.sentences import subjects
from budgetplan.report.work_plan import CHECKS, work_bullets, work_record, work_sections
from budgetplan.work.building import Checkpoint, work_of_filter

STATEMENTS = subjects()["work"]["statements"]
WORLDS = {"filter": documents_world.world, "joint": joint_report_world.world, "defer": defer_world.world}
LISTED = {"labels": LABELS + "?!???!" * 5}
MIXED = {"mixture": True, "models": (Model("a", 2.0, 1), Model("b", 2.0, 3))}
TYPED = {"types": ("abcdefg" * 6)[:40]}
SMALL = {"work": {"packet": 3}}
EACH = {"per_item": "1", "currency": "EUR"}
TIMED = {
    "price": {"hourly_rate": "36", "seconds_per_item": "60", "currency": "EUR"},
    "budget": ("8", "items"),
}
TWICE = {"price": {"per_item": "1", "currency": "EUR", "annotators": "2"}}
SOMETIMES = {"price": {"per_item": "1", "currency": "EUR", "annotators": "1.2"}}
WEEKS = TIMED | {"work": {"hours_a_week": 4, "start": "2026-12-07"}}
TAIL = {"work": {"tail_sample": 5}}
WORTH = {"budget": None, "values": {"entry": {"idiom": "6"}}}
RICH = {"budget": ("30", "money")}
EVEN = {"models": (joint_report_world.EVEN,)}
JOINT_LIST = EVEN | {"listed": ((30, True, 0.9), (30, True, 0.6))}
ASKED = EVEN | {
    "listed": ((30, True, 0.9), (30, True, 0.6)),
    "asked": (joint_report_world.Paid("llm", ((20, True, None), (20, None, None))),),
}
MANY = {"models": (defer_world.Model("many", ((300, True, 0.9), (10, False, 0.9), (90, False, 0.6))),)}
PAIRS = {
    "work.begin": ("filter", {}, {"budget": None}),
    "work.begin_file": ("filter", LISTED, {"labels": LABELS}),
    "work.begin_highest": ("filter", {}, MIXED),
    "work.begin_queue": ("joint", JOINT_LIST, {"listed": ()}),
    "work.begin_breaks": ("filter", TAIL, RICH | {"values": WORTH["values"]}),
    "work.begin_breaks_unpriced": (
        "filter",
        TAIL | {"price": None, "budget": ("8", "items")},
        {"work": {}},
    ),
    "work.begin_answered": ("joint", ASKED, {"listed": ()}),
    "work.begin_missing": ("filter", MIXED, {"mixture": False}),
    "work.begin_missing_types": ("filter", MIXED | TYPED, {"types": ""}),
    "work.begin_unsure": ("defer", MANY, {"models": (defer_world.BAD,)}),
    "work.check": ("filter", SMALL, {"work": {"packet": 8}}),
    "work.check_found": ("filter", SMALL, {"resamples": 0}),
    "work.check_counted": ("filter", {"work": {"packet": 3, "tail_sample": 5}}, SMALL),
    "work.check_wrong": ("defer", MANY, {"models": (defer_world.GOOD,)}),
    "work.first": ("filter", {}, {"budget": None}),
    "work.file": ("filter", LISTED, {"labels": LABELS}),
    "work.queue": ("joint", JOINT_LIST, {"listed": ()}),
    "work.answered": ("joint", ASKED, {"listed": ()}),
    "work.highest": ("filter", {}, LISTED),
    "work.rest_unsure": ("defer", MANY, {"models": (defer_world.BAD,)}),
    "work.missing": ("filter", MIXED, {"mixture": False}),
    "work.missing_types": ("filter", MIXED | TYPED, {"types": ""}),
    "work.scores": ("filter", LISTED, {"labels": LABELS}),
    "work.about": ("filter", {}, LISTED),
    "work.packets": ("filter", {}, {"budget": None}),
    "work.packets_one": ("filter", {}, SMALL),
    "work.packets_many": ("filter", SMALL, {"work": {"packet": 4}}),
    "work.packets_even": ("filter", {"work": {"packet": 4}}, SMALL),
    "work.who": ("filter", {}, {"budget": None}),
    "work.once": ("filter", {}, TWICE),
    "work.several": ("filter", TWICE, SOMETIMES),
    "work.some_twice": ("filter", SOMETIMES, TWICE),
    "work.no_hours": ("filter", {"budget": ("8", "items")}, {"price": TIMED["price"]}),
    "work.hours": ("filter", TIMED, {"work": {"people": 2}}),
    "work.hours_each": ("filter", TIMED | {"work": {"people": 2}}, {"work": {}}),
    "work.pay": ("filter", {}, {"work": {"people": 2}}),
    "work.pay_each": ("filter", {"work": {"people": 2}}, {"work": {}}),
    "work.pay_settling": (
        "filter",
        {"work": {"people": 2}, "price": EACH | {"adjudicated_share": "0.5", "adjudication": "2"}},
        {"price": EACH},
    ),
    "work.pay_before": (
        "filter",
        {"price": EACH | {"contingency": "0.1", "indirect": "0.2"}},
        {"price": EACH | {"contingency": "0.1"}},
    ),
    "work.pay_before_contingency": ("filter", {"price": EACH | {"contingency": "0.1"}}, {"price": EACH}),
    "work.pay_before_indirect": ("filter", {"price": EACH | {"indirect": "0.2"}}, {"price": EACH}),
    "work.when": ("filter", WEEKS, {"work": {}}),
    "work.dates": ("filter", WEEKS, {"work": {"hours_a_week": 4}}),
    "work.weeks": ("filter", WEEKS | {"work": {"hours_a_week": 4}}, {"work": {}}),
    "work.from": ("filter", TIMED | {"work": {"start": "2026-12-07"}}, {"work": {}}),
    "work.from_untimed": ("filter", {"work": {"start": "2026-12-07", "hours_a_week": 4}}, {"work": {}}),
    "work.top": ("filter", TAIL, {"work": {}}),
    "work.tail": ("filter", TAIL, {"work": {"control": 5}}),
    "work.tail_answered": ("joint", EVEN | TAIL, {"work": {"control": 5}}),
    "work.control": ("filter", {"work": {"control": 5}}, TAIL),
    "work.mixed": ("filter", TAIL | {"price": None, "budget": ("8", "items")}, {"work": {}}),
    "work.top_cost": ("filter", TAIL, {"work": {}}),
    "work.top_fits": ("filter", TAIL | RICH | {"values": WORTH["values"]}, {"budget": ("10", "money")}),
    "work.top_breaks": ("filter", TAIL, {"work": {}}),
    "work.ends": ("filter", {}, {"budget": None}),
    "work.by_money": ("filter", {}, {"budget": ("8", "items")}),
    "work.by_money_reserved": (
        "filter",
        {
            "price": {"per_item": "1", "extra_per_entry": "1", "currency": "EUR"},
            "models": documents_world.SCENES["ties"]["models"],
            "budget": ("20", "money"),
        },
        {"price": {"per_item": "1", "currency": "EUR"}},
    ),
    "work.by_money_nearly": ("filter", documents_world.last_too_dear(), {"budget": ("2", "money")}),
    "work.by_number": ("filter", {"budget": ("8", "items")}, {"budget": ("8", "money")}),
    "work.by_hours": ("filter", TIMED | {"budget": ("0.2", "hours")}, {"budget": ("8", "items")}),
    "work.by_worth": ("filter", WORTH, {"values": None}),
    "work.by_target": ("filter", {"budget": None, "target": ("4", "entries")}, {"target": None}),
    "work.by_list": ("filter", {"budget": ("99", "money")}, {"budget": ("8", "money")}),
    "work.by_queue": ("joint", EVEN | {"budget": "999"}, {"budget": "2"}),
    "work.by_rest": ("defer", MANY, {"models": (defer_world.BAD,)}),
    "work.pause_found": ("filter", LISTED, {"resamples": 0}),
    "work.pause_found_like": ("filter", {}, LISTED),
    "work.pause_corrected": ("joint", EVEN, {"resamples": 0}),
    "work.pause_wrong": ("defer", MANY, {"models": (defer_world.BAD,)}),
    "work.pause_unknown": ("filter", {"resamples": 0}, {"resamples": 100}),
    "work.own_items": ("filter", TAIL, {"work": {}}),
}
"""For every statement: the workflow, a world in which it is printed, and one change after which it is not."""
BY_PLAN = {
    "work.begin_lowest": "the order of a column",
    "work.begin_rank": "the order of a column",
    "work.lowest": "the order of a column",
    "work.rank": "the order of a column",
    "work.ranks": "the order of a column in the list",
    "work.scores_up": "the order of a column in the list",
    "work.check_corrected": "packets of a joint plan",
    "work.begin_sure": "a column of confidences",
    "work.rest_sure": "a column of confidences",
    "work.below": "one cutoff on the model's own confidence",
}
"""Asked for by what those worlds do not say: see below."""


def fields(text):
    found = [(name, kind) for _, name, kind, _ in string.Formatter().parse(text) if name is not None]
    return {name for name, _ in found}.union(*(fields(kind) for _, kind in found if "|" in kind))


def test_every_statement_has_its_pair():
    assert PAIRS.keys() | BY_PLAN.keys() == STATEMENTS.keys()


@pytest.mark.parametrize("key", PAIRS)
def test_a_statement_is_printed_where_it_holds_and_not_next_door(key):
    workflow, said, change = PAIRS[key]
    told = WORLDS[workflow](**said)
    assert key in told.keys
    assert key not in WORLDS[workflow](**(said | change)).keys
    style = Style.of(told.document)
    for one in sentences(told.document):
        if one.key in STATEMENTS:
            assert fields(STATEMENTS[one.key]) == set(one.args)
            shown = sentence_text(one, style)
            assert not re.search(r"\{|\*\*|\bnan\b|  ", shown), shown


def page_one(told):
    style = Style.of(told.document)
    points = [
        point
        for block in told.document.sections[0].blocks
        if isinstance(block, Bullets)
        for point in block.points
    ]
    return [
        " ".join(sentence_text(one, style) for one in (point.verdict, *point.sentences)).replace(
            "\u00a0", " "
        )
        for point in points
    ]


def test_page_1_says_what_to_open_first_and_when_to_look():
    told = documents_world.world(**LISTED, **SMALL, models=(GOOD, POOR))
    first, check = page_one(told)[:2]
    assert first == "To begin: tables/review.csv holds the sentences in their order: 3 packets of up to 3."
    assert re.fullmatch(
        r"First check: After 3 sentences expect \d idioms?; pause if fewer than \d are found \(table \d\).",
        check,
    )
    number = re.search(r"table (\d)", check)[1]
    assert told.table(CHECKS).number == int(number)


def test_the_last_checkpoint_reads_as_page_1_does():
    for said in ({}, SMALL, LISTED | SMALL, WORTH, {"weights": tuple(1.0 + n % 3 for n in range(40))}):
        told = documents_world.world(**said)
        chosen, style = told.analysis.decision.chosen, Style.of(told.document)
        last = told.table(CHECKS).rows[-1]
        tiles = told.document.sections[0].blocks[3].tiles
        found = next(tile for tile in tiles if tile.label.key == "tile.found")
        assert last.strong
        assert last.cells[0] == chosen.items
        assert show(last.cells[1], "count", style) == show(found.value, "count", style)
        assert last.cells[2] == Range(chosen.found.low, chosen.found.high)
        assert show(last.cells[2], "count", style) in sentence_text(found.note, style)


def test_the_record_has_what_the_page_has():
    told = documents_world.world(**SMALL)
    work = work_of_filter(told.analysis)
    record, rows = work_record(work), told.table(CHECKS).rows
    assert [one["items"] for one in record["checkpoints"]] == [row.cells[0] for row in rows]
    shown = [None if isinstance(row.cells[3], Sentence) else row.cells[3] for row in rows]
    assert [one["pause_below"] for one in record["checkpoints"]] == shown
    # Of a list that is only like the sample, by hand: 1.4142 times as far below.
    assert shown == [
        max(math.floor(one["expected"] - 2**0.5 * (one["expected"] - one["low"]) + 0.5), 0) or None
        for one in record["checkpoints"]
    ]
    assert record["packets"] == 3
    assert work_record(None) is None


def test_the_page_after_page_1_is_shared_with_what_follows():
    for told in (documents_world.world(), joint_report_world.world(**EVEN), defer_world.world(**MANY)):
        first, work, after = told.document.sections[:3]
        assert (first.key, work.key) == ("decision", "work")
        assert work.new_page
        assert not after.new_page


def test_where_nothing_is_recommended_nothing_is_carried_out():
    for told in (
        documents_world.world(budget=None),
        joint_report_world.world(models=(joint_report_world.SURE,), budget="0"),
    ):
        assert not told.keys & STATEMENTS.keys()
        assert told.document.sections[1].new_page


@pytest.mark.parametrize(
    ("change", "printed"),
    [
        ({"order": "lowest"}, {"work.begin_lowest", "work.lowest", "work.about"}),
        (
            {"order": "rank", "first_score": 1.0, "last_score": 8.0},
            {"work.begin_rank", "work.rank", "work.ranks"},
        ),
        (
            {"order": "lowest", "first_score": 0.1, "last_score": 0.7},
            {"work.begin_lowest", "work.lowest", "work.scores_up"},
        ),
        (
            {
                "source": "queue",
                "counts": "corrected",
                "checkpoints": (Checkpoint(3, 1.0, 0.0, 2.0), Checkpoint(8, 3.0, 1.0, 6.0)),
            },
            {"work.begin_queue", "work.queue", "work.check_corrected", "work.pause_corrected"},
        ),
        (
            {"counts": "wrong", "last_score": 0.8},
            {"work.begin_sure", "work.rest_sure", "work.below", "work.by_rest"},
        ),
    ],
)
def test_columns_are_sorted_as_their_scores_ask_for(change, printed):
    told = documents_world.world(**SMALL)
    work = work_of_filter(told.analysis)
    vars(work).update(change)
    said = (tuple(work_bullets(told.speaker, work)), tuple(work_sections(told.speaker, work)))
    keys = {one.key for one in sentences(said)}
    assert keys >= printed
    assert not keys & (BY_PLAN.keys() - printed)


def test_that_the_money_does_not_last_stays_on_a_page_that_is_too_full():
    document = documents_world.world(**TAIL).document
    for steps in range(len(ORDER) + 1):
        [page] = [one for one in shortened(document, ORDER[:steps]).sections if one.one_page]
        keys = {one.key for block in page.blocks for one in getattr(block, "sentences", ())}
        assert "work.begin_breaks" in keys
