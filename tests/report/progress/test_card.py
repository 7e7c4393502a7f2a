"""The card: what it tells holds, and nothing on it contradicts the numbers below."""

import io
import json
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from golden import golden
from markupsafe import Markup
from pango import needs_pdf
from progress_world import LABELS, gone
from pypdf import PdfReader
from schemas import validate

from budgetplan.domain.plan import Budget, Quota, Target, Values
from budgetplan.domain.prices import Calls, Prices
from budgetplan.domain.review import SKIPPED, Before, LogNote
from budgetplan.render.pdf import render_pdf
from budgetplan.render.text import prose_lines
from budgetplan.report.card import CardSpeaker, build_card, card_files, card_record
from budgetplan.report.display import without_tags
from budgetplan.report.model import Notice, Tiles
from budgetplan.report.page import Framing
from budgetplan.work.onward import Onward
from budgetplan.work.standing import Pace, ReviewState

MINUTES = Prices(currency="EUR", per_item=Decimal("0.25"), extra_per_entry=Decimal("0.75"), stated=True)
FOUND = {"found": [*range(1, 175), *range(2600, 2606)]}
WORKED = {"prices": MINUTES, "values": Values({"idiom": Decimal(8)})} | FOUND
SHARE = {"target": Target(Decimal("0.8"), "share"), "found": range(1, 181)}
HOURS = Prices(currency="EUR", hourly_rate=Decimal(60), seconds_per_item=Decimal(30), stated=True)
NAMED = (
    *(("again", 1), ("repeated", 2), ("disagree", 2), ("settler", 1), ("settler", 2)),
    *(("slow", 21_000), ("skipped", 1), ("ahead", 4), ("outside", 1), ("answered", 1)),
)
NOTES = (
    *(LogNote(kind, n, ("x1", "x2", "x3", "x4")[:n]) for kind, n in NAMED),
    LogNote("again", 1, ("x1",), timed=False),
    *(LogNote(kind, 1) for kind in ("table", "prices", "prices_sizes", "prices_unknown")),
    LogNote("budget", 1, ("EUR 400", "EUR 240")),
    LogNote("fewer", 20, ("40",)),
)


def changed(state, *, plan=None, back=None, **manifest):
    """Return the same review with some parts of its plan, its manifest and what came back changed."""
    items = replace(state.manifest.items, **manifest.pop("items", {}))
    known = replace(state.manifest, items=items, **manifest)
    return ReviewState(replace(state.plan, **(plan or {})), known, replace(state.returned, **(back or {})))


def timed(state, twice=0):
    """Return the same review with times, and with so many of its items judged by a second person."""
    back = state.returned
    n = len(back.item) + twice
    again = (back.said[:twice] + (np.arange(twice) % 5 == 0)) % 2
    more = {
        "item": np.append(back.item, back.item[:twice]),
        "said": np.append(back.said, again),
        "annotator": np.append(back.annotator, np.ones(twice, dtype=np.int64)),
        "seconds": np.full(n, 45.0) + np.arange(n) % 7,
        "annotators": ("anna", "ben"),
        "last": np.ones(n, dtype=bool),
    }
    return changed(state, back=more)


def paced(state):
    """Return the same review with times of 48 s where 30 s were planned, and the days on which people work."""
    work = replace(state.plan.work, people=1, hours_a_week=Decimal("0.26"), start="2026-12-07")
    cost = np.full(len(state.manifest.items.ids), 500_000.0)
    seconds = np.full(len(state.returned.item), 48.0)
    return changed(state, plan={"work": work}, items={"cost": cost}, back={"seconds": seconds})


def of_strata(state):
    """Return the same review of a plan that wants 400 entries of each of two strata."""
    stratum = ("north", "south") * (len(state.manifest.items.ids) // 2)
    return changed(state, plan={"quota": Quota("region", 400)}, items={"stratum": stratum})


BETWEEN = WORKED | {"found": range(2_985, 3_001)}
WORLDS = {
    "third round": lambda: changed(gone(**WORKED), before=Before(("a", "b", "c"), 2, Decimal("12.50"), {})),
    "all_judged": lambda: gone(n=100, review=100, found=(1, 2)),
    "poor": lambda: gone(**WORKED, rated=False),
    "poor_last": lambda: gone(**(WORKED | {"found": [*range(1, 175), *range(2600, 2610)]})),
    "stake": lambda: gone(**(BETWEEN | {"found": [*range(1, 1_000), *range(2_985, 3_001)]})),
    "stake_none": lambda: gone(**BETWEEN, tail=300, tail_found=8),
    "begun": lambda: gone(**WORKED, judged=0, tail=20, tail_judged=0),
    "no_money": lambda: gone(found=range(1, 900), judged=1_000, budget=Budget(Decimal(500))),
    "corrected": lambda: gone(
        100, 40, found=(1, 2), judged=20, answers="literal", alone=60, tail=10, tail_judged=5, tail_found=1
    ),
    "over": lambda: gone(found=range(1, 900), judged=1_001, budget=Budget(Decimal(500))),
    "hours": lambda: gone(found=range(1, 900), judged=900, budget=Budget(Decimal(100), "hours")),
    "target_sure": lambda: gone(**SHARE, tail=930),
    "target_likely": lambda: gone(
        n=1_000, review=920, packet=920, found=range(1, 21), target=Target(Decimal("0.95"), "share")
    ),
    "target_missed": lambda: gone(**(SHARE | {"found": range(1, 1_500)}), tail=930, tail_found=300),
    "target_open": lambda: gone(**(SHARE | {"found": range(1, 3_000, 16)}), tail=398),
    "rich_rest": lambda: gone(**(WORKED | {"found": range(1, 1_500)}), tail=300, tail_found=30),
    "rich_forecast": lambda: gone(**(WORKED | {"found": range(1, 3_000, 2)}), judged=2_000),
    "below": lambda: gone(**(WORKED | {"found": range(1, 3_000, 8)}), judged=2_000),
    "open": lambda: gone(**BETWEEN, tail=300, tail_judged=10, tail_found=4),
    "plan": lambda: gone(values=None, judged=1_000, found=range(1, 500)),
    "plan_done": lambda: gone(values=None),
    "looks": lambda: gone(**WORKED, tail=300, tail_found=2, looks=3),
    "unpriced": lambda: gone(prices=Prices(), values=None, judged=100, found=(1,), tail=20),
    "timed_extra": lambda: timed(
        gone(100, 40, judged=20, prices=replace(HOURS, extra_per_entry=Decimal("0.5")), found=(1, 2)), twice=10
    ),
    "timed_plain": lambda: timed(gone(100, 40, judged=3, found=(1, 2))),
    "paced": lambda: paced(
        gone(40, 30, judged=10, prices=HOURS, found=(1, 2, 5), values=Values({"idiom": Decimal(20)}))
    ),
    "noted": lambda: changed(gone(**WORKED), back={"notes": NOTES}),
    "classes": lambda: changed(gone(judged=1_000), positive=()),
    "quotas": lambda: of_strata(gone(values=None, found=range(1, 500), judged=1_000)),
    "quotas met": lambda: of_strata(gone(values=None, found=range(1, 900), judged=1_000, budget=Budget(Decimal(500)))),
    "quotas missed": lambda: of_strata(
        gone(values=None, found=range(1, 800), judged=1_000, budget=Budget(Decimal(500)))
    ),
    "asked": lambda: changed(gone(**WORKED), calls=Calls("llm", 600, Decimal("0.002"))),
}


def made(name):
    state = WORLDS[name]()
    return state, Onward(state), Pace(state)


def speaker_of(state):
    return CardSpeaker(state, Onward(state), Pace(state), "budgetplan report PLAN")


def speaker(name):
    return speaker_of(WORLDS[name]())


def card_of(state):
    return build_card(speaker_of(state), Framing("2026-11-22", "BP-1"))


def card(name):
    return card_of(WORLDS[name]())


def test_a_full_card_keeps_its_figure_and_nobody_is_told_to_shorten_it():
    needs_pdf()
    drawn = render_pdf(card("paced"))
    assert drawn.warnings == ()
    (page,) = PdfReader(io.BytesIO(drawn.data)).pages
    assert "Figure 1" in page.extract_text()


def test_a_card_with_more_than_a_page_has_room_for_has_its_figure_on_the_next():
    needs_pdf()
    state = changed(made("paced")[0], back={"notes": NOTES})
    state.quotas = {f"stratum {number}": (3, 5) for number in range(12)}
    drawn = render_pdf(card_of(state))
    assert drawn.warnings == ()
    assert ["Figure 1" in page.extract_text() for page in PdfReader(io.BytesIO(drawn.data)).pages] == [False, True]


def test_what_deciding_costs_is_held_against_what_is_at_stake():
    for name, undecided in (("open", True), ("stake", False)):
        onward = made(name)[1]
        assert (onward.deciding_cost < onward.coming.stake) == (onward.outcome == "undecided") == undecided
    assert made("stake_none")[1].deciding_cost is None


def test_the_worked_card_has_its_numbers():
    _, onward, _ = made("poor")
    coming = onward.coming
    assert (coming.last, coming.last_found, coming.most, coming.enough) == (500, 6, 14, 18)
    assert (round(coming.cost, 2), round(coming.cost_per_entry, 2)) == (129.95, 19.71)
    assert (onward.kind, onward.left_at_most, round(onward.pays_from, 2)) == ("conditional", 167, 9.68)


def test_random_items_are_held_against_what_the_plan_expected_of_them():
    """Of 7,000 after the stop the plan expected 700; 30 of 300 are then as many as that, 4 of the first 10 are many."""
    state, onward, _ = made("rich_rest")
    # What is expected among those that nobody has read goes by the same rate.
    unread = state.manifest.tail.of - 300
    assert onward.tail_left / unread * 300 == pytest.approx(onward.tail_expected)
    few, many = made("looks")[1], made("open")[1]
    assert few.unseen.found < few.tail_expected
    assert few.tail_chance < speaker("looks").rare
    assert (many.unseen.drawn, many.unseen.found) == (10, 4)
    assert 0 < many.tail_chance < 1
    assert made("begun")[1].tail_expected is None


def test_the_whole_cost_and_its_end_are_as_measured():
    """10 of 30 items are judged, at 48 s and not 30 s each, for 60 an hour: 0.4 h in all, not 0.25; 0.08 h were billed."""
    facts = speaker("paced")
    pace = facts.pace
    assert facts.outpaced
    assert (pace.total_planned, pace.total_measured) == pytest.approx((15.0, 24.0))
    assert (pace.weeks_planned, pace.weeks_measured) == (1, 2)
    assert (pace.end_planned, pace.end_measured) == ("2026-12-13", "2026-12-20")
    (tiles,) = (one for one in card("paced").blocks() if isinstance(one, Tiles))
    assert [show for one in tiles.tiles[2:] if (show := without_tags(one.value))] == [
        "EUR\u00a024.00",
        "20 December 2026",
    ]
    assert not speaker("timed_plain").outpaced


def test_notes_that_change_what_is_said_come_first_and_three_stand_on_the_card():
    every = speaker("noted").notes()
    assert len(every) == len(NOTES)
    (box,) = (one for one in card("noted").blocks() if isinstance(one, Notice))
    assert box.points == tuple(every[:3])
    assert f"(all {len(NOTES)} in the terminal)" in box.heading
    assert "milliseconds" in every[0]
    assert "Nobody in the logs is called x1" in every[1]


@pytest.mark.parametrize(("name", "shown"), [("target_likely", "0.006"), ("target_sure", "under 0.000001")])
def test_a_chance_in_the_table_is_never_nothing(name, shown):
    tables = {one.key: one for one in card_files(speaker(name))}
    assert without_tags(tables["next"].rows[-1].cells[1]).startswith(shown)


@pytest.mark.parametrize("name", sorted(WORLDS))
def test_numbers_of_the_tables_are_those_of_the_record(name):
    state, onward, pace = made(name)
    record = card_record(state, onward, pace, {"budgetplan": "0", "date": "", "table_sha256": "0" * 64})
    record = json.loads(json.dumps(record, allow_nan=False))
    validate("card-1", record | {"checksums": {}, "files": []})
    assert record["decision"]["outcome"] == onward.outcome
    assert record["found"] == (state.found if state.manifest.positive else None)
    document = card(name)
    (section,) = document.sections
    assert section.one_page
    start = {"stop": ("Stop", "Done"), "continue": "Continue", "pause": "Pause", "undecided": "Undecided"}
    assert without_tags(document.title).startswith(start[onward.outcome])
    every = (*document.tables(), *card_files(speaker(name)))
    tables = {table.key: table for table in every}
    assert len(tables) == len(every)
    if "next" in tables and onward.coming.last and not state.quotas:
        first = without_tags(tables["next"].rows[0].cells[1])
        assert first == f"{record['onward']['coming']['most']:,}"
    assert "people" not in tables or len(tables["people"].rows) == len(pace.annotators)
    assert "found" not in tables or tables["found"].rows[-1].cells[1] == state.reviewed.found


def test_a_card_of_quotas_says_what_may_be_left_out_and_offers_no_rest():
    """Of 450 wanted of each 450 are found in the north and 449 in the south; half of the 2,000 unread are of the north."""
    state = of_strata(gone(values=None, found=range(1, 900), judged=1_000))
    told = speaker_of(changed(state, plan={"quota": Quota("region", 450)}))
    assert told.state.enough == {"north": 1_000}
    lede = " ".join(without_tags(told.words("lede")).split())
    assert (
        "1,000 items still to be judged are of north, of which as many as are wanted are found, and may be left out."
        in lede
    )
    assert "richer" in lede
    assert "plan the rest" not in lede + told.words("points")
    assert told.onward.left_at_most is None


def test_the_record_counts_every_role():
    state = gone(100, 40, found=(1, 2, 3), judged=20, tail=10, tail_found=1, budget=Budget(Decimal(30)))
    record = card_record(state, Onward(state), Pace(state), {})
    assert record["parts"]["review"] == {"of": 40, "judged": 20, "settled": 20, "found": 3, "unsettled": 0}
    assert record["parts"]["tail sample"]["found"] == 1
    assert (record["found"], record["spent"]) == (4, "15.00")
    assert record["budget_left"] == {"amount": "15.00", "unit": "money"}
    assert record["logs"] == [{"file": "log.csv", "sha256": "0" * 64}]


def test_what_is_left_is_without_a_check_only_where_some_of_it_is_left():
    for tail, without in ((0, False), (20, True)):
        state = timed(gone(100, 40, judged=3, tail=tail, tail_judged=0, prices=HOURS, found=(1, 2)))
        assert (", without its check," in speaker_of(state).words("points")) == without


@pytest.mark.parametrize(("name", "then"), [("classes", ", for EUR"), ("poor", ", and 180 entries found")])
def test_what_has_no_label_is_told_in_a_sentence(name, then):
    state = WORLDS[name]()
    label = state.returned.label.copy()
    label[np.flatnonzero(label == LABELS.index("literal"))[:2]] = SKIPPED
    lede = without_tags(Markup(speaker_of(changed(state, back={"label": label})).words("lede")))
    assert f"judged, 2 of them without a label{then}" in lede


def test_what_just_breaks_even_is_not_enough():
    """500 items at 0.50 and a worth of 4: 62.5 break even, 63 pay; at 50 items 6.25, 7."""
    for packet, fewest in ((500, 63), (50, 7), (8, 2)):
        assert Onward(gone(found=(1, 2), packet=packet)).coming.enough == fewest


PRINTED = ("third round", "poor", "poor_last", "stake", "begun", "no_money", "over", "corrected", "target_likely", "target_missed",
           "target_open", "rich_rest", "rich_forecast", "below", "open", "looks", "plan", "plan_done", "classes", "paced", "timed_extra", "noted", "quotas met", "quotas missed", "asked")  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de"])
def test_cards_read_as_they_were_read(language):
    lines = []
    for name in PRINTED:
        state = WORLDS[name]()
        state.plan = replace(state.plan, language=language)
        speaking = speaker_of(state)
        say = speaking.words
        said = [say("title"), say("figure"), say("lede"), *prose_lines(say("points")), *speaking.notes()]
        lines += [f"# {name}", *(without_tags(Markup(text)) for text in said), ""]
    golden(f"progress.{language}.txt", "\n".join(lines))
