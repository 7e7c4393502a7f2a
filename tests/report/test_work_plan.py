"""How a plan is carried out: what is told holds, and the same numbers stand elsewhere on the pages."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal

import documents_world
import joint_report_world
import pytest
from documents_world import LABELS, Model
from golden import golden
from said import prose

from budgetplan.domain.plan import Words
from budgetplan.report.costs import CHECKS, how_paid, justification, work_record, work_sections
from budgetplan.report.display import Style, show, without_tags
from budgetplan.report.model import Range
from budgetplan.report.phrases import RankedNouns
from budgetplan.work.building import Checkpoint, work_of_filter

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
DEAR = documents_world.last_too_dear()
TIES = {
    "price": {"per_item": "1", "extra_per_entry": "1", "currency": "EUR"},
    "models": documents_world.SCENES["ties"]["models"],
    "budget": ("20", "money"),
}
SETTLED = {"work": {"people": 2}, "price": EACH | {"adjudicated_share": "0.5", "adjudication": "2"}}
UNPRICED = {"price": None, "budget": ("8", "items")}


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (LISTED, {"source": "file", "binds": "money"}),
        ({}, {"source": "column", "order": "highest", "first_score": None}),
        (MIXED, {"source": "missing", "model": "mixture"}),
        (MIXED | TYPED, {"source": "missing"}),
        (SMALL, {"packets": 3, "last_packet": 2}),
        ({"work": {"packet": 4}}, {"packets": 2, "last_packet": 4}),
        (TWICE, {"judgements": 2, "people": 2}),
        (SOMETIMES, {"judgements": Decimal("1.2")}),
        (TIMED, {"hours": pytest.approx(8 / 60), "size": 0}),
        (WEEKS, {"weeks": 1, "end": "2026-12-13"}),
        (SETTLED, {"settling": Decimal(4), "pay": Decimal(8), "pay_each": Decimal(2)}),
        (TAIL, {"mixed_in.items": 5, "items": 3, "pay": Decimal(8)}),
        (TAIL | UNPRICED, {"mixed_in.items": 5, "pay": None}),
        (TIES, {"reserved": 2}),
        (DEAR, {"not_worth": 1}),
        ({"budget": ("8", "items")}, {"binds": "number"}),
        (TIMED | {"budget": ("0.2", "hours")}, {"binds": "hours"}),
        (WORTH, {"binds": "worth"}),
        ({"budget": None, "target": ("4", "entries")}, {"binds": "target"}),
        ({"budget": ("99", "money")}, {"binds": "list"}),
    ],
)
def test_facts_are_those_of_the_plan(said, facts):
    told = documents_world.world(**said)
    work = work_of_filter(told.analysis)
    for name, value in facts.items():
        *of, last = name.split(".")
        known = work.mixed_in if of else work
        assert getattr(known, last) == value, name


def test_the_last_checkpoint_reads_as_page_1_does():
    for said in (SMALL, LISTED | SMALL, {"weights": tuple(1.0 + n % 3 for n in range(40))}):
        told = documents_world.world(**said)
        chosen, style = told.analysis.decision.chosen, Style.of(told.document)
        last = told.table(CHECKS).rows[-1]
        tiles = told.document.sections[0].blocks[3].tiles
        found = next(tile for tile in tiles if tile.label.endswith(" expected"))
        assert last.strong
        assert last.cells[0] == chosen.items
        assert show(last.cells[1], "count", style) == show(found.value, "count", style)
        assert last.cells[2] == Range(chosen.found.low, chosen.found.high)
        assert show(last.cells[2], "count", style) in without_tags(found.note)


def test_the_record_has_what_the_page_has():
    told = documents_world.world(**SMALL)
    work = work_of_filter(told.analysis)
    record, rows = work_record(work), told.table(CHECKS).rows
    assert [one["items"] for one in record["checkpoints"]] == [row.cells[0] for row in rows]
    shown = [None if isinstance(row.cells[3], str) else row.cells[3] for row in rows]
    assert [one["pause_below"] for one in record["checkpoints"]] == shown
    # The chance of a list that is only like the sample is in the interval: its low end, as it is printed.
    assert shown == [math.floor(one["low"] + 0.5) or None for one in record["checkpoints"]]
    assert record["packets"] == 3
    assert work_record(None) is None


def test_where_nothing_is_recommended_nothing_is_carried_out():
    for told in (
        documents_world.world(budget=None),
        joint_report_world.world(models=(joint_report_world.SURE,), budget="0"),
    ):
        assert "work" not in [one.key for one in told.document.sections]


COLUMNS = (
    {"order": "lowest"},
    {"order": "rank", "first_score": 1.0, "last_score": 8.0},
    {"order": "lowest", "first_score": 0.1, "last_score": 0.7},
    {"source": "strata", "binds": "quota"},
    {
        "source": "queue",
        "counts": "corrected",
        "checkpoints": (Checkpoint(3, 1.0, 0.0, 2.0), Checkpoint(8, 3.0, 1.0, 6.0)),
    },
    {"source": "answered", "binds": "list", "counts": "corrected"},
    {"counts": "wrong", "order": "unsure", "last_score": 0.8},
)
"""What those worlds do not say of the order of a column, and of plans that a model answers."""
SCENES = (
    *(
        LISTED | SMALL,
        MIXED,
        MIXED | TYPED,
        TWICE,
        SOMETIMES,
        TIMED | {"work": {"people": 2}},
        WEEKS,
        SETTLED,
    ),
    *({"work": {"start": "2026-12-07"}}, TIMED | {"work": {"start": "2026-12-07"}}, {"work": {"control": 5}}),
    *(TAIL, TAIL | RICH | {"values": WORTH["values"]}, TAIL | UNPRICED, TIES, DEAR, {"resamples": 0}, WORTH),
    {"price": EACH | {"contingency": "0.1", "indirect": "0.2", "fixed": {"Guide": "3"}}},
    {"price": EACH | {"extra_per_entry": "0.2", "indirect": "0.1", "without_indirect": ("model",)}},
)
GERMAN = Words("Satz", "Sätze", "Idiom", "Idiome")


def ranked(plan):
    speaker = RankedNouns(plan)
    speaker.lead = "good"
    return speaker


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_words_are_those_that_were_read(language):
    parts, style = [], Style("EUR", 2, language)
    for said in SCENES:
        told = documents_world.world(**said)
        work, plan = work_of_filter(told.analysis), told.speaker.plan
        words = GERMAN if language == "de" else plan.words
        speaker = ranked(replace(plan, language=language, words=words))
        chosen = told.analysis.decision.chosen
        lines = (
            plan.prices.lines(told.analysis.evidence.bought(told.analysis.lead, chosen.items))
            if plan.prices.stated
            else ()
        )
        paid = how_paid(speaker, chosen.hours, {}) if lines else []
        parts += [
            prose(work_sections(speaker, work), style),
            prose([justification(speaker, lines, work, paid, [], paid[:1])], style),
        ]
    told = documents_world.world(**SMALL)
    for change in COLUMNS:
        work = work_of_filter(told.analysis)
        vars(work).update(change)
        plan = told.speaker.plan
        speaker = ranked(replace(plan, language=language, words=GERMAN if language == "de" else plan.words))
        parts.append(prose(work_sections(speaker, work), style))
    golden(f"work.{language}.txt", "\n\n".join(parts) + "\n")
