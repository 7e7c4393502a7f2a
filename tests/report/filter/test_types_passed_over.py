"""A plan whose entries are types, in at the door: what is passed over is neither judged nor paid, anywhere in the report."""

from __future__ import annotations

import json
from decimal import Decimal

import numpy as np
import pytest
from said import prose

from budgetplan.api import work
from budgetplan.report.display import without_tags
from budgetplan.report.model import Tiles
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


def made_of(folder, budget):
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
    return work(read_plan(str(folder / "plan.toml"), {"set": ("sure.resamples=200",)}))("2026-01-31")


def column(made, key, name):
    table = made.document.table(key)
    place = [each.name for each in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


@pytest.mark.parametrize("budget", ["60 items", "0.2 hours"])
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
    assert chosen["hours"] == pytest.approx(types["judged"] * 10 / 3600)
    assert work_plan["checkpoints"][-1]["items"] == places
    # What the budget buys is what it pays for, and no more.
    least, most = (59, 60) if budget == "60 items" else (70, 72)
    assert least <= judged <= most
    low, high = chosen["spend_range"]["low"], chosen["spend_range"]["high"]
    assert low < float(chosen["spend"]) < high
    for rung in record["ladder"]:
        assert Decimal(rung["option"]["spend"]) <= 2 * Decimal(chosen["spend"]) + 1
    bought = dict(zip(column(made, "options", "items"), column(made, "options", "judged"), strict=True))
    assert bought[places] == pytest.approx(types["judged"])


def test_page_one_says_how_many_are_judged_and_no_cost_beyond_the_budget(tmp_path):
    made = made_of(tmp_path, "40")
    record = made.record
    chosen, types = record["filter"]["chosen"], record["filter"]["types"]
    span = chosen["spend_range"]
    assert span["high"] == 40 >= Decimal(chosen["spend"])
    judged, over = (f"{types[name]:.0f}" for name in ("judged", "of_types_confirmed_before"))
    places, said = str(int(chosen["reviewed"]["value"])), prose(made.document.sections)
    assert f"review about {judged} of the {places} Sätze that m ranks highest" in made.document.title
    assert f"about {over} Sätze show one that is confirmed already and are skipped" in said
    assert f"to have {judged} of {places} Sätze judged by people, in the order of m" in said
    money, to_judge, *_ = next(b for b in made.document.blocks() if isinstance(b, Tiles)).tiles
    assert f"{span['low']:.2f} to 40.00" in without_tags(money.note)
    assert (str(to_judge.label), f"{to_judge.value:.0f}") == ("To judge", judged)
    # A judgement costs 0.55: 40.00 pay for 72 of them at most, and no interval says more.
    low, _, high, *_ = without_tags(to_judge.note).split()
    assert 0 < int(low) < to_judge.value < int(high) <= 73
    # Random and perfect orders pass over too.
    rows = zip(*(column(made, "models", name) for name in ("judged", "items", "spend")), strict=True)
    for known, items, spend in rows:
        assert known < items
        assert float(spend) == pytest.approx(known * 0.55, abs=0.5)
