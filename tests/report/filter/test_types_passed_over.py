"""A plan whose entries are types, in at the door: what is passed over is neither judged nor paid, anywhere in the report."""

from __future__ import annotations

import json
from decimal import Decimal

import numpy as np
import pytest

from budgetplan.api import work
from budgetplan.report.display import without_tags
from budgetplan.report.model import Paste, Prose, Tiles
from budgetplan.settings.build import read_plan

PLAN = """
[table]
file = "t.csv"
label = "gold"
positive = ["yes"]
type = "lemma"
[[models]]
name = "m"
[cost]
currency = "EUR"
per_item = "0.50"
hourly_rate = "18"
seconds_per_item = "10"
[entry]
unit = "type"
[goal]
budget = "{budget}"
[words]
item = "Satz"
items = "Sätze"
entry = "Wort"
entries = "Wörter"
"""


def made_of(folder, budget, *more, resamples=200):
    """Return what a table of 300 items of 30 types comes to; a type that is an entry shows in most of its items."""
    rng = np.random.default_rng(4)
    kind = rng.integers(0, 30, 300)
    entry = (kind < 12) & (rng.random(300) < 0.7)
    score = rng.normal(entry * 1.5, 1.0)
    rows = [
        f"i{at},{'yes' if entry[at] else 'no'},{score[at]:.6f},w{kind[at]}"
        for at in rng.permutation(300).tolist()
    ]
    (folder / "t.csv").write_text("id,gold,m,lemma\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (folder / "plan.toml").write_text(PLAN.format(budget=budget), encoding="utf-8")
    return work(read_plan(str(folder / "plan.toml"), {"set": (f"sure.resamples={resamples}", *more)}))(
        "2026-01-31"
    )


def said_in(made):
    texts = []
    for section in made.document.sections:
        for block in section.blocks:
            if isinstance(block, Prose):
                texts.append(str(block.html))
            elif isinstance(block, Paste):
                texts += [str(each) for part in block.paragraphs for each in part]
    return " ".join(texts)


def table(made, key):
    return next(each for each in made.document.tables() if each.key == key)


def column(made, key, name):
    place = [each.name for each in table(made, key).columns].index(name)
    return [row.cells[place] for row in table(made, key).rows]


@pytest.mark.parametrize("budget", ["40", "60 items", "0.2 hours"])
def test_bill_work_plan_and_record_count_what_is_judged(tmp_path, budget):
    made = made_of(tmp_path, budget)
    record = json.loads(json.dumps(made.record))
    chosen, types, work_plan = record["filter"]["chosen"], record["filter"]["types"], record["work_plan"]
    places, judged = chosen["reviewed"]["value"], round(types["judged"])
    assert judged < places / 1.5
    assert types["judged"] + types["of_types_confirmed_before"] == pytest.approx(places)
    quantity = dict(zip(column(made, "costs", "unit"), column(made, "costs", "quantity"), strict=True))
    assert quantity["judgements"] == judged
    assert Decimal(chosen["spend"]) == sum(Decimal(each) for each in column(made, "costs", "amount")[:-1])
    assert work_plan["items"] == judged
    # Which are passed over is known only while people review: the packets hold all of them.
    assert (work_plan["packets"] - 1) * work_plan["packet"] + work_plan["last_packet"] == places
    assert f"About {judged} of these Sätze are judged." in said_in(made)
    assert chosen["hours"] == pytest.approx(types["judged"] * 10 / 3600)
    assert work_plan["checkpoints"][-1]["items"] == places
    # What the budget buys is what it pays for, and no more.
    limits = {"40": Decimal(40), "60 items": 60, "0.2 hours": 72}
    assert (Decimal(chosen["spend"]) if budget == "40" else judged) <= limits[budget]
    assert judged >= 59 if budget == "60 items" else judged >= 70
    low, high = chosen["spend_range"]["low"], chosen["spend_range"]["high"]
    assert low < float(chosen["spend"]) < high
    for rung in record["ladder"]:
        assert Decimal(rung["option"]["spend"]) <= 2 * Decimal(chosen["spend"]) + 1
    assert column(made, "options", "judged")[column(made, "options", "items").index(places)] == pytest.approx(
        types["judged"]
    )


def test_page_one_names_no_cost_beyond_the_budget_that_ends_the_review(tmp_path):
    made = made_of(tmp_path, "40")
    span = made.record["filter"]["chosen"]["spend_range"]
    assert span["high"] == 40
    tiles = next(block for block in made.document.sections[0].blocks if isinstance(block, Tiles)).tiles
    assert f"{span['low']:.2f} to 40.00" in without_tags(str(tiles[0].note))
    # A judgement costs 0.55: 40.00 pay for 72 of them at most, and no interval says more.
    low, _, high, *_ = without_tags(str(tiles[1].note)).split()
    assert 0 < int(low) < tiles[1].value < int(high) <= 73


def test_random_and_perfect_orders_pass_over_too(tmp_path):
    made = made_of(tmp_path, "40")
    for judged, items, spend in zip(
        *(column(made, "models", name) for name in ("judged", "items", "spend")), strict=True
    ):
        assert judged < items
        assert float(spend) == pytest.approx(judged * 0.55, abs=0.5)


def test_page_one_says_how_many_are_judged_and_why(tmp_path):
    made = made_of(tmp_path, "40")
    types = made.record["filter"]["types"]
    judged, over = (f"{types[name]:.0f}" for name in ("judged", "of_types_confirmed_before"))
    places = str(int(made.record["recommendation"]["reviewed"]["value"]))
    assert f"review about {judged} of the {places} Sätze that m ranks highest" in str(made.document.title)
    said = said_in(made)
    assert f"about {over} Sätze show one that is confirmed already and are skipped" in said
    assert f"to have {judged} of {places} Sätze judged by people, in the order of m" in said
    assert f"confirmed already: the {judged} Sätze do not include them." in said
    tiles = next(block for block in made.document.sections[0].blocks if isinstance(block, Tiles)).tiles
    assert [str(tile.label) for tile in tiles][1] == "To judge"
    assert f"{tiles[1].value:.0f}" == judged


def test_the_same_in_german(tmp_path):
    made = made_of(tmp_path, "40", "report.language=de")
    types = made.record["filter"]["types"]
    judged, over = (f"{types[name]:.0f}" for name in ("judged", "of_types_confirmed_before"))
    places = str(int(made.record["recommendation"]["reviewed"]["value"]))
    assert f"etwa {judged} der obersten {places} Sätze von m prüfen" in str(made.document.title)
    said = said_in(made)
    assert (
        f"Etwa {over} Sätze gehören zu einem schon bestätigten Type und werden unbezahlt übergangen" in said
    )
    assert f"{judged} von {places} Sätzen" in said


def test_a_contingency_is_computed_from_what_is_judged_in_each_draw(tmp_path):
    more = ("cost.contingency=computed", "cost.ranges.seconds_per_item=5 to 20", "work.hours_a_week=1")
    record = made_of(tmp_path, "60", "entry.value=9", *more).record
    judged = record["filter"]["types"]["judged"]
    reserve = record["filter"]["contingency"]
    assert reserve["planned"] == pytest.approx(judged * 0.55, abs=0.5)
    assert reserve["cost"][0] < reserve["planned"] < reserve["cost"][-1] <= 300 * (0.5 + 20 * 18 / 3600)
