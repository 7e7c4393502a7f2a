"""The card: every text stands on one where it holds, and nothing on it contradicts the numbers below."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from documents_world import sentences
from pango import needs_pdf
from progress_world import gone
from pypdf import PdfReader

from budgetplan.domain.plan import Budget, ClassifierSpec, Deferral, Quota, Target, Values
from budgetplan.domain.prices import Prices
from budgetplan.domain.review.before import Before
from budgetplan.domain.review.returned import LogNote
from budgetplan.render.pdf import render_pdf
from budgetplan.render.text import render_text
from budgetplan.report.display import Style, sentence_text
from budgetplan.report.first_page import ORDER, shortened
from budgetplan.report.model import Bullets
from budgetplan.report.page import Framing
from budgetplan.report.progress.card import (
    Card,
    build_card,
    card_files,
    card_record,
    found_table,
    next_table,
    people_table,
)
from budgetplan.report.sentences import subjects, texts
from budgetplan.work.onward import Onward
from budgetplan.work.standing import Pace, ReviewState

SAID = subjects()["progress"]
TEXTS = texts()
MINUTES = Prices(currency="EUR", per_item=Decimal("0.25"), extra_per_entry=Decimal("0.75"), stated=True)
FOUND = {"found": [*range(1, 175), *range(2600, 2606)]}
WORKED = {"prices": MINUTES, "values": Values({"idiom": Decimal(8)})} | FOUND
SHARE = {"target": Target(Decimal("0.8"), "share"), "found": range(1, 181)}
FLAT = Prices(currency="EUR", per_item=Decimal("0.50"), stated=True)
ONCE = replace(FLAT, fixed={"guidelines": Decimal(100)})
HOURS = Prices(currency="EUR", hourly_rate=Decimal(60), seconds_per_item=Decimal(30), stated=True)
NOTES = (
    *tuple(
        LogNote(kind, n, ("x1", "x2", "x3", "x4")[:n])
        for kind, n in (
            ("again", 1),
            ("repeated", 2),
            ("disagree", 2),
            ("settler", 1),
            ("skipped", 1),
            ("ahead", 4),
            ("outside", 1),
            ("answered", 1),
        )
    ),
    LogNote("again", 1, ("x1",), timed=False),
    LogNote("table", 1),
    LogNote("prices", 1),
    LogNote("prices_sizes", 1),
    LogNote("prices_unknown", 1),
    LogNote("budget", 1, ("EUR 400", "EUR 240")),
    LogNote("fewer", 20, ("40",)),
)


def timed(state, seconds=45.0, twice=0):
    """Return the same review with times, and with so many of its items judged by a second person."""
    back = state.returned
    extra = back.item[:twice]
    back = replace(
        back,
        item=np.append(back.item, extra),
        said=np.append(back.said, (back.said[:twice] + (np.arange(twice) % 5 == 0)) % 2),
        annotator=np.append(back.annotator, np.ones(twice, dtype=np.int64)),
        seconds=np.full(len(back.item) + twice, seconds) + np.arange(len(back.item) + twice) % 7,
        annotators=("anna", "ben"),
        last=np.ones(len(back.item) + twice, dtype=bool),
    )
    return ReviewState(state.plan, state.manifest, back)


def noted(state):
    return ReviewState(state.plan, state.manifest, replace(state.returned, notes=NOTES))


def without_band(state):
    """Return the same review of a plan that was not resampled."""
    band = state.manifest.band
    bare = replace(band, low=np.full_like(band.low, np.nan), high=np.full_like(band.high, np.nan))
    return ReviewState(state.plan, replace(state.manifest, band=bare), state.returned)


def nothing_collected(state):
    return ReviewState(state.plan, replace(state.manifest, positive=()), state.returned)


def known(state):
    """Return the same review with some of its items as ones with a known label."""
    items = state.manifest.items
    role, label = items.role.copy(), list(items.label)
    role[:10], label[:10] = 2, ["idiom"] * 10
    manifest = replace(state.manifest, items=replace(items, role=role, label=tuple(label)))
    return ReviewState(state.plan, manifest, state.returned)


def beside_a_model(state):
    """Return the same review of a plan in which a model answers alone."""
    deferral = Deferral((ClassifierSpec("m", "m"),))
    return ReviewState(replace(state.plan, deferral=deferral), state.manifest, state.returned)


def of_strata(state, minimum):
    """Return the same review of a plan that wants so many entries of each of two strata."""
    items = state.manifest.items
    manifest = replace(
        state.manifest, items=replace(items, stratum=("north", "south") * (len(items.ids) // 2))
    )
    return ReviewState(replace(state.plan, quota=Quota("region", minimum)), manifest, state.returned)


def third_round(state):
    """Return the same review where other items were judged before its queue was written."""
    before = Before(("a", "b", "c"), 2, Decimal("12.50"), {})
    return ReviewState(state.plan, replace(state.manifest, before=before), state.returned)


BETWEEN = WORKED | {"found": range(2_985, 3_001)}
WORLDS = {
    "third round": lambda: third_round(gone(**WORKED)),
    "third round, unpriced": lambda: third_round(gone(found=range(1, 50), prices=Prices())),
    "poor": lambda: gone(**WORKED, rated=False),
    "nothing_left": lambda: gone(**(WORKED | {"values": Values({"idiom": Decimal(1)})}), tail=930),
    "poor_last": lambda: gone(**(WORKED | {"found": [*range(1, 175), *range(2600, 2610)]})),
    "poor_forecast": lambda: gone(**(WORKED | {"found": range(2_901, 3_001), "packet": 3_000})),
    "stake": lambda: gone(**(BETWEEN | {"found": [*range(1, 1_000), *range(2_985, 3_001)]})),
    "stake_none": lambda: gone(**BETWEEN, tail=300, tail_found=8),
    "begun": lambda: gone(**WORKED, judged=0, tail=20, tail_judged=0),
    "never": lambda: gone(**(WORKED | {"values": Values({"idiom": Decimal("0.70")})})),
    "all_judged": lambda: gone(n=100, review=100, found=(1, 2)),
    "no_money": lambda: gone(found=range(1, 900), judged=1_000, budget=Budget(Decimal(500))),
    "corrected": lambda: gone(
        100, 40, found=(1, 2), judged=20, answers="literal", alone=60, tail=10, tail_judged=5, tail_found=1
    ),
    "over": lambda: gone(found=range(1, 900), judged=1_001, budget=Budget(Decimal(500))),
    "items": lambda: gone(found=range(1, 900), judged=900, budget=Budget(Decimal(1000), "items")),
    "hours": lambda: gone(found=range(1, 900), judged=900, budget=Budget(Decimal(100), "hours")),
    "money": lambda: gone(found=range(1, 900), judged=900, budget=Budget(Decimal(1000))),
    "target_found": lambda: gone(found=range(1, 181), target=Target(Decimal(180), "entries")),
    "target_sure": lambda: gone(**SHARE, tail=930),
    "target_likely": lambda: gone(
        n=1_000, review=920, packet=920, found=range(1, 21), target=Target(Decimal("0.95"), "share")
    ),
    "target_missed": lambda: gone(**(SHARE | {"found": range(1, 1_500)}), tail=930, tail_found=300),
    "target_open": lambda: gone(**(SHARE | {"found": range(1, 3_000, 16)}), tail=398),
    "target_blind": lambda: gone(target=Target(Decimal("0.99"), "share"), found=range(1, 2_999)),
    "target_going": lambda: gone(found=range(1, 50), judged=900, target=Target(Decimal(180), "entries")),
    "rich_rest": lambda: gone(**(WORKED | {"found": range(1, 1_500)}), tail=300, tail_found=30),
    "rich_forecast": lambda: gone(**(WORKED | {"found": range(1, 3_000, 2)}), judged=2_000),
    "below": lambda: gone(**(WORKED | {"found": range(1, 3_000, 8)}), judged=2_000),
    "open": lambda: gone(**BETWEEN, tail=300, tail_judged=10, tail_found=4),
    "target_none": lambda: gone(
        n=60,
        review=40,
        packet=30,
        found=range(1, 20),
        target=Target(Decimal("0.9"), "share"),
        tail=4,
        tail_found=1,
    ),
    "open_none": lambda: gone(
        n=60,
        review=50,
        packet=30,
        judged=50,
        found=range(25, 32),
        prices=FLAT,
        values=Values({"idiom": Decimal(2)}),
    ),
    "plan": lambda: gone(values=None, judged=1_000, found=range(1, 500)),
    "plan_done": lambda: gone(values=None),
    "as_planned": lambda: gone(found=range(1, 1_500), judged=3_000),
    "above": lambda: gone(found=range(1, 2_900), judged=3_000),
    "plain": lambda: without_band(gone(found=range(1, 1_500))),
    "looks": lambda: gone(**WORKED, tail=300, tail_found=2, looks=3),
    "waiting": lambda: gone(**WORKED, tail=300, tail_judged=10, looks=3),
    "unpriced": lambda: gone(prices=Prices(), values=None, judged=100, found=(1,), tail=20),
    "unpriced_there": lambda: gone(
        prices=Prices(), values=None, judged=100, found=(1,), tail=20, tail_found=2
    ),
    "timed": lambda: timed(gone(100, 40, judged=20, prices=HOURS, found=(1, 2)), twice=10),
    "timed_extra": lambda: timed(
        gone(100, 40, judged=20, prices=replace(HOURS, extra_per_entry=Decimal("0.5")), found=(1, 2)),
        twice=10,
    ),
    "from the middle": lambda: gone(**WORKED, judged=range(1_001, 1_501)),
    "joint": lambda: beside_a_model(gone(100, 40, found=(1, 2), judged=20, values=None)),
    "timed_plain": lambda: timed(gone(100, 40, judged=3, found=(1, 2))),
    "noted": lambda: noted(gone(**WORKED)),
    "once": lambda: gone(judged=1_000, prices=ONCE),
    "classes": lambda: nothing_collected(gone(judged=1_000)),
    "known": lambda: known(gone(100, 40, judged=20, found=(1, 2))),
    "project": lambda: gone(**WORKED, project="Dictionary"),
    "going": lambda: gone(found=range(1, 900), judged=1_000),
    "quotas": lambda: of_strata(gone(values=None, found=range(1, 500), judged=1_000), 400),
    "quotas_met": lambda: of_strata(gone(values=None, found=range(1, 500), judged=1_000), 200),
}


def made(name):
    state = WORLDS[name]()
    return state, Onward(state), Pace(state)


def card(name):
    return build_card(*made(name), Framing("2026-11-22", "BP-1"), "budgetplan report PLAN")


@pytest.fixture(scope="module")
def printed():
    """Return the keys of all sentences of all worlds, and of the tables beside the cards."""
    return {name: {one.key for one in sentences((card(name), card_files(*made(name))))} for name in WORLDS}


def test_every_text_is_printed_somewhere_and_nowhere_always(printed):
    every = set().union(*printed.values())
    keys = {key for kind in SAID.values() for key in kind}
    assert keys - every == set()
    always = set.intersection(*printed.values())
    assert not [
        key
        for key in SAID["statements"]
        if key in always - {"progress.to_do", "progress.judged", "progress.next_replan"}
    ]


@pytest.mark.parametrize("name", WORLDS)
def test_whatever_leaves_a_card_no_point_is_left_that_only_leads_to_what_left(name):
    document = card(name)
    for steps in range(len(ORDER) + 1):
        for block in shortened(document, ORDER[:steps]).sections[0].blocks:
            if isinstance(block, Bullets):
                alone = [point for point in block.points if not point.sentences]
                assert not [one for one in alone if TEXTS[one.verdict.key].endswith(":**")]


def test_a_full_card_keeps_its_figure_and_nobody_is_told_to_shorten_it():
    needs_pdf()
    drawn = render_pdf(card("project"))
    assert drawn.warnings == ()
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(drawn.data)
        file.flush()
        first = PdfReader(file.name).pages[0].extract_text()
    assert "Figure 1" in first
    assert "What would change this" in first


@pytest.mark.parametrize("name", ["open", "stake", "stake_none"])
def test_what_deciding_costs_stands_beside_what_is_at_stake(name):
    _, said, _ = made(name)
    amounts = [one.args for one in sentences(card(name)) if "stake" in one.args]
    assert amounts
    assert all(args["stake"] == said.coming.stake for args in amounts)
    if name == "stake_none":
        assert said.deciding_cost is None
        return
    assert all(args["price"] == said.deciding_cost for args in amounts)
    assert (said.deciding_cost < said.coming.stake) == (said.outcome == "undecided")


def test_titles_say_what_is_decided(printed):
    for name in WORLDS:
        state, said, _ = made(name)
        titles = {key for key in printed[name] if key.startswith("progress.title_")}
        ending = f"_{said.why}" + ("_target" if said.why == "open" and state.plan.target else "")
        if ending == "_no_money" and state.over_budget:
            ending = "_no_money_over"
        if said.outcome == "pause":
            ending = "_below"
        assert titles == {f"progress.title{ending}"}
        text = sentence_text(card(name).title, Style("EUR", 2))
        start = {
            "stop": ("Stop", "Done"),
            "continue": ("Continue",),
            "pause": ("Pause",),
            "undecided": ("Undecided",),
        }[said.outcome]
        assert text.startswith(start)


def test_the_worked_card_says_its_numbers():
    text = " ".join(render_text(card("poor"), ("next",)).split())
    for told in (
        "Stop: the next 500 items would not pay",
        "The last 500 items held 6.",
        "If the next 500 are no richer, they hold at most 14; at least 18 would have to be among them to pay.",
        "Conditional. This holds if unread items are no richer than the last ones read.",
        "EUR 129.95",
        "EUR 19.71",
        "If one entry were worth more than EUR 9.68, the next 500 might pay.",
        "167 conditional",
    ):
        assert told in text, told


def test_what_is_below_the_plan_is_told_before_anything_else():
    text = render_text(card("poor"), ())
    assert (
        "Pause: of the 3,000 of the plan it expected 1,500 to be entries (900 to 2,100), and 180 are."
        in " ".join(text.split())
    )
    assert "as planned" in " ".join(render_text(card("as_planned"), ()).split())
    assert "richer than was thought" in " ".join(render_text(card("above"), ()).split())


@pytest.mark.parametrize("name", sorted(WORLDS))
def test_numbers_of_the_table_are_those_of_the_record(name):
    state, said, took = made(name)
    record = card_record(state, said, took, {})
    assert record["decision"]["outcome"] == said.outcome
    assert record["found"] == (state.found if state.manifest.positive else None)
    one = Card(state, said, took)
    table = next_table(one)
    if table is not None and said.coming.last:
        assert dict(table.rows[0].cells[1].args)["n"] == record["onward"]["coming"]["most"]
    people, along = people_table(one), found_table(one)
    assert people is None or len(people.rows) == len(took.annotators)
    assert along is None or along.rows[-1].cells[1] == state.reviewed.found


def test_a_card_has_one_page_and_its_keys_are_files_of_their_own():
    document = card("timed")
    assert [section.key for section in document.sections] == ["card"]
    assert document.sections[0].one_page
    names = [table.key for table in (*document.tables(), *card_files(*made("timed")))]
    assert len(names) == len({*names})
