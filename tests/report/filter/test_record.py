"""The record and the bill: exact, the same decision as the report's, what is passed over neither judged nor paid."""

import json
from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest
from documents_world import SCENES, world
from rows import rows_of
from said import prose

from budgetplan.api import Solved
from budgetplan.report.display import without_tags
from budgetplan.report.model import Facts, Tiles
from budgetplan.report.ranked import decision_record
from budgetplan.report.record import plain
from budgetplan.settings.build import read_plan


def test_a_list_groups_weights_and_types_are_on_record():
    listed = decision_record(world(**SCENES["list by its size"]).analysis, {})["list"]
    assert (listed["basis"], listed["items"]) == ("list", 415)
    # As many in 415 as in 40, but for the draws, which are others: 100 of them.
    small = world().analysis.evidence.n_positives
    assert listed["expected_positives"] == pytest.approx(small * 415 / 40, rel=0.02)
    assert decision_record(world(**SCENES["groups"]).analysis, {})["sample"]["groups"] == 8
    assert decision_record(world(weights=[3.0] * 40).analysis, {})["filter"]["rows"] == 40
    # Where no intervals were joined nothing is said of it.
    assert decision_record(world().analysis, {})["filter"]["winner_by_budget"].keys() == {"unit", "intervals"}
    told = world(**SCENES["types"])
    analysis, chosen = told.analysis, told.analysis.chosen
    judged = float(analysis.draws.at(np.array([float(chosen.items)]), analysis.draws.paid["judged"]).mean())
    assert decision_record(analysis, {})["filter"]["types"] == {
        "column": "lemma",
        "labelled_types": 7,
        "labelled_tokens": 10.0,
        "tokens": 10.0,
        "judged": pytest.approx(judged),
        "of_types_confirmed_before": pytest.approx(chosen.items - judged),
    }
    table = told.table("gain_recommended")
    place = [one.name for one in table.columns].index("tokens")
    assert (table.rows[0].cells[place], table.rows[-1].cells[place]) == (4, 10)


def test_amounts_are_exact_and_endless_ends_are_none():
    assert plain(Decimal("1E+3")) == "1000"
    assert plain(Decimal("0.10")) == "0.10"
    assert plain((float("inf"), float("nan"))) == [None, None]
    assert plain({"a": (1, Decimal(2), "text", None, True)}) == {"a": [1, "2", "text", None, True]}


def test_a_weighted_list_of_less_than_one_item_has_no_stop(tmp_path):
    rows = [f"i{n},yes,{n / 60},1" for n in range(60)] + ["i60,,0.5,0.4"]
    (tmp_path / "t.csv").write_text("item_id,gold,m,w\n" + "\n".join(rows) + "\n", encoding="utf-8")
    text = '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = ["yes"]\nweight = "w"\n[[models]]\nname = "m"\n'
    text += '[cost]\nper_item = "1"\ncurrency = "EUR"\n[entry]\nvalue = "30"\n[sure]\nresamples = 40\n'
    (tmp_path / "plan.toml").write_text(text, encoding="utf-8")
    record = Solved(read_plan(str(tmp_path / "plan.toml"), {})).made("2026-01-31").record
    assert record["recommendation"]["reviewed"]["value"] == 0


CENT = Decimal("0.01")


def lines(told):
    return [row.cells for row in told.table("costs").rows]


@pytest.mark.parametrize("name", ["all costs", "listed prices", "hours", "list by its size", "weights", "yen"])
def test_lines_multiply_and_add_up(name):
    told = world(**SCENES[name])
    step = Decimal(1) if name == "yen" else CENT
    *rows, total = lines(told)
    for _, quantity, _, price, amount in rows:
        assert (quantity * price).quantize(step, ROUND_HALF_UP) == amount
    assert total[0] == "Total"
    assert total[-1] == sum(row[-1] for row in rows) == told.analysis.chosen.spend


def test_all_costs_by_hand():
    told = world(**SCENES["all costs"] | {"budget": ("26", "items")})
    # 26 items, 9.1 idioms: 1.2 x 26 = 31.2 judgements -> 31; 0.15 x 26 = 3.9 -> 4 adjudications.
    assert round(told.analysis.chosen.found.value) == 9
    shown = [(str(row[0]), row[1], row[3], row[4]) for row in lines(told)[:-1]]
    annotation = Decimal("10.32") + Decimal("2.50") + Decimal("1.04")
    contingency = (annotation * Decimal("0.075")).quantize(CENT, ROUND_HALF_UP)
    direct = annotation + contingency + Decimal("2.50") + Decimal("1.01") + Decimal("1.25")
    indirect = (direct * Decimal("0.125")).quantize(CENT, ROUND_HALF_UP)
    assert shown == [
        ("Judgements", 31, Decimal("0.333"), Decimal("10.32")),
        ("Adjudicator, disagreements", 4, Decimal("0.625"), Decimal("2.50")),
        ("Confirmed idioms, extra", 9, Decimal("0.115"), Decimal("1.04")),
        ("Contingency on annotation", Decimal("7.5"), annotation / 100, contingency),
        ("Guidelines", 1, Decimal("2.5"), Decimal("2.50")),
        ("Platform", 1, Decimal("1.005"), Decimal("1.01")),
        ("Model good: licence, computing", 1, Decimal("1.25"), Decimal("1.25")),
        ("Indirect costs on direct costs", Decimal("12.5"), direct / 100, indirect),
    ]


PLAN = rows_of(__file__)["plan"]


def made_of(folder, budget):
    """Return what a table of 300 items of 30 types comes to; a type that is an entry shows in most of its items."""
    rng = np.random.default_rng(4)
    kind = rng.integers(0, 30, 300)
    entry = (kind < 12) & (rng.random(300) < 0.7)
    score = rng.normal(entry * 1.5, 1.0)
    rows = [f"i{at},{'yes' if entry[at] else 'no'},{score[at]:.6f},w{kind[at]}" for at in rng.permutation(300).tolist()]
    (folder / "t.csv").write_text("id,gold,m,lemma\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (folder / "plan.toml").write_text(PLAN.format(budget=budget), encoding="utf-8")
    return Solved(read_plan(str(folder / "plan.toml"), {"set": ("sure.resamples=200",)})).made("2026-01-31")


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
    # Hours are billed in hundredths.
    assert low < float(chosen["spend"]) <= high <= 0.5 * most + 18 * round(most * 10 / 3600, 2) + 1e-6
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
    assert f"of the {places} Sätze about {over} show one that is confirmed already and are skipped" in said
    assert f"to have {judged} of {places} Sätze judged by people, in the order of m" in said
    settings = dict(next(b for b in made.document.blocks() if isinstance(b, Facts)).facts)["Settings"]
    assert "table.label = gold; table.type = lemma; table.positive = yes;" in settings
    # Of the rows of the table it is told which the budget does not pay for.
    table = made.document.table("options")
    above = [str(row.cells[0]) for row in table.rows if float(row.cells[3]) > 40]
    assert "whole list" in above
    assert f"Above the budget of EUR\u00a040.00: {', '.join(above)}." in table.notes[0]
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


def test_the_settings_that_make_a_report_again_name_the_size_of_the_list(tmp_path):
    made_of(tmp_path, "40")
    items = PLAN.format(budget="40").replace('type = "lemma"', "").replace('unit = "type"', "")
    (tmp_path / "plan.toml").write_text(items, encoding="utf-8")
    said = {"set": ("sure.resamples=40", "list.size=900", "list.prevalence=12%")}
    made = Solved(read_plan(str(tmp_path / "plan.toml"), said)).made("2026-01-31")
    settings = dict(next(b for b in made.document.blocks() if isinstance(b, Facts)).facts)["Settings"]
    assert "; list.size = 900; list.prevalence = 0.12;" in settings
