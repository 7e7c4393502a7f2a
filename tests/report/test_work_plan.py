"""How a plan is carried out: what is told holds, and the same numbers stand elsewhere on the pages."""

import math
from dataclasses import replace
from decimal import Decimal

import documents_world
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
BY_TIME = {"hourly_rate": "36", "seconds_per_item": "60", "currency": "EUR"}
TIMED = {"price": BY_TIME, "budget": ("8", "items")}
TWICE = {"price": EACH | {"annotators": "2"}}
SOMETIMES = {"price": EACH | {"annotators": "1.2"}}
WEEKS = TIMED | {"work": {"hours_a_week": 4, "start": "2026-12-07"}}
TAIL = {"work": {"tail_sample": 5}}
WORTH = {"budget": None, "values": {"entry": {"idiom": "6"}}}
RICH = {"budget": ("30", "money")}
DEAR = documents_world.last_too_dear()
TIES = documents_world.SCENES["ties"] | {"price": EACH | {"extra_per_entry": "1"}, "budget": ("20", "money")}
SETTLED = {"work": {"people": 2}, "price": EACH | {"adjudicated_share": "0.5", "adjudication": "2"}}
UNPRICED = {"price": None, "budget": ("8", "items")}


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ({}, {"source": "column", "order": "highest", "first_score": None}),
        (SMALL, {"packets": 3, "last_packet": 2}),
        ({"work": {"packet": 4}}, {"packets": 2, "last_packet": 4}),
        (TIMED, {"hours": pytest.approx(8 / 60), "size": 0}),
        (SETTLED, {"settling": Decimal(4), "pay": Decimal(8), "pay_each": Decimal(2)}),
        ({"budget": ("8", "items")}, {"binds": "number"}),
        (TIMED | {"budget": ("0.2", "hours")}, {"binds": "hours"}),
        ({"budget": None, "target": ("4", "entries")}, {"binds": "target"}),
        ({"budget": ("99", "money")}, {"binds": "list"}),
    ],
)
def test_facts_are_those_of_the_plan(said, facts):
    work = work_of_filter(documents_world.world(**said).analysis)
    assert {name: getattr(work, name) for name in facts} == facts


def test_the_last_checkpoint_reads_as_page_1_does():
    for said in (SMALL, LISTED | SMALL, {"weights": tuple(1.0 + n % 3 for n in range(40))}):
        told = documents_world.world(**said)
        chosen, style = told.analysis.chosen, Style.of(told.document)
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
    assert "work" not in [section.key for section in documents_world.world(budget=None).document.sections]


QUEUED = Checkpoint(3, 1.0, 0.0, 2.0), Checkpoint(8, 3.0, 1.0, 6.0)
COLUMNS = (
    {"order": "lowest"},
    {"order": "rank", "first_score": 1.0, "last_score": 8.0},
    {"order": "lowest", "first_score": 0.1, "last_score": 0.7},
    {"source": "strata", "binds": "quota"},
    {"source": "queue", "counts": "corrected", "checkpoints": QUEUED},
    {"source": "answered", "binds": "list", "counts": "corrected"},
    {"counts": "wrong", "order": "unsure", "last_score": 0.8},
)
"""What those worlds do not say of the order of a column, and of plans that a model answers."""
SCENES = (
    *(LISTED | SMALL, MIXED, MIXED | TYPED, TWICE, SOMETIMES),
    *(TIMED | {"work": {"people": 2}}, WEEKS, SETTLED),
    *({"work": {"start": "2026-12-07"}}, TIMED | {"work": {"start": "2026-12-07"}}, {"work": {"control": 5}}),
    *(TAIL, TAIL | RICH | {"values": WORTH["values"]}, TAIL | UNPRICED, TIES, DEAR, {"resamples": 0}, WORTH),
    {"price": EACH | {"contingency": "0.1", "indirect": "0.2", "fixed": {"Guide": "3"}}},
    {"price": EACH | {"extra_per_entry": "0.2", "indirect": "0.1", "without_indirect": ("model",)}},
)
GERMAN = Words("Satz", "Sätze", "Idiom", "Idiome")


def ranked(plan, language, work):
    words = GERMAN if language == "de" else plan.words
    speaker = RankedNouns(replace(plan, language=language, words=words), work)
    speaker.lead = "good"
    return speaker


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_words_are_those_that_were_read(language):
    parts, style = [], Style("EUR", 2, language)
    for said in SCENES:
        analysis = documents_world.world(**said).analysis
        work, evidence, chosen = work_of_filter(analysis), analysis.evidence, analysis.chosen
        speaker, prices = ranked(evidence.plan, language, work), evidence.plan.prices
        lines = prices.lines(evidence.bought(analysis.lead, chosen.items)) if prices.stated else ()
        paid = how_paid(speaker, chosen.hours, {}) if lines else []
        page = justification(speaker, lines, paid, [], paid[:1])
        parts += [prose(work_sections(speaker), style), prose([page], style)]
    analysis = documents_world.world(**SMALL).analysis
    for change in COLUMNS:
        work = work_of_filter(analysis)
        vars(work).update(change)
        parts.append(prose(work_sections(ranked(analysis.evidence.plan, language, work)), style))
    golden(f"work.{language}.txt", "\n\n".join(parts) + "\n")
