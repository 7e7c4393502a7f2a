"""Values in words, per 1,000 items: in money or in right answers."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from answer_values import cost_sensitive, triple
from defer_world import DEFAULT, MONEY, make_plan

from budgetplan.cli.main import main
from budgetplan.domain.decision import Estimate
from budgetplan.models.value import answer_worths
from budgetplan.report.defer.context import DeferContext
from budgetplan.report.display import Style, sentence_text


def words(**said):
    alone = SimpleNamespace(share=0.5, alone=20.0, left=20.0)
    plan = make_plan(DEFAULT | said)
    return DeferContext(SimpleNamespace(plan=plan, chosen=SimpleNamespace(name="m"), alone=alone))


def table_of(folder, key):
    with (folder / "tables" / f"{key}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def shown(sentence, currency=""):
    return sentence_text(sentence, Style(currency)).replace("\u00a0", " ")


def test_right_answers_are_counted_and_never_money():
    own = words()
    assert not own.money
    assert own.kind == "gap"
    assert shown(own.amount(Estimate(0.7504))) == "750 net right answers"
    assert shown(own.amount(Estimate(-0.7504))) == "−750 net right answers"
    assert shown(own.short(Estimate(0.75))) == "750"
    assert shown(own.unit) == "right answers, less what the wrong ones cost"


def test_money_has_its_currency():
    own = words(**MONEY)
    assert own.money
    assert own.kind == "money"
    assert shown(own.amount(Estimate(0.375)), "EUR") == "EUR 375"
    assert shown(own.amount(Estimate(0.0125)), "EUR") == "EUR 12.50"
    assert shown(own.short(Estimate(0.375)), "EUR") == "EUR 375"
    assert shown(own.unit) == "EUR"
    assert shown(own.span(Estimate(0.35, 0.3, 0.4)), "EUR") == "EUR 300 to 400"


def test_money_without_a_currency_is_counted_in_units():
    assert shown(words(worths=MONEY["worths"]).unit) == "currency units"


def test_without_an_interval_there_is_none():
    own = words()
    assert own.span(Estimate(0.5)) is None
    assert shown(own.span(Estimate(0.5, 0.4, 0.6))) == "400 to 600"


def test_what_answers_count_is_said_where_it_is_the_same_for_all_classes():
    alike = words().answers(answer_worths(triple(3, 1.0, -4.0, 0.0)))
    assert shown(alike) == "A right answer counts 1, a wrong one −4, one left to people 0."
    assert words().answers(answer_worths(cost_sensitive(2, 1, 4))).key == "defer.said_pairs"


def test_a_value_of_its_own_for_a_label_that_no_model_knows_is_not_hidden():
    dear = replace(triple(3, 1.0, -4.0, 0.0), unknown_wrong=np.full((3, 1), -9.0), unknown_r=np.zeros(1))
    assert words().answers(answer_worths(dear)).key == "defer.said_alike"  # no item has such a label
    assert words().answers(answer_worths(dear, unknown=True)).key == "defer.said_pairs"
    assert words().answers(answer_worths(triple(3, 1.0, -4.0, 0.0), unknown=True)).key == "defer.said_alike"


def test_where_the_values_are_money_what_answers_count_is_money():
    told = words(**MONEY).answers(answer_worths(triple(3, 0.05, -0.2, 0.0)))
    assert (
        shown(told, "EUR")
        == "A right answer counts EUR 0.05, a wrong one EUR −0.20, one left to people EUR 0.00."
    )
    assert shown(words().answers(answer_worths(triple(3, 1.0, -4.0, 0.0)))) == (
        "A right answer counts 1, a wrong one −4, one left to people 0."
    )


def test_values_with_a_unit_of_their_own_are_told_without_it_as_evaluate_tells_them(tmp_path):
    rng, n = np.random.default_rng(3), 400
    sure = rng.uniform(0.5, 1, n)
    right, truth = rng.random(n) < sure, rng.integers(0, 2, n)
    p = np.where(truth == np.where(right, 1, 0), sure, 1 - sure).round(6)
    rows = [f"i{i},{'ab'[truth[i]]},{1 - p[i]:.6f},{p[i]:.6f}" for i in range(n)]
    (tmp_path / "t.csv").write_text("\n".join(["item_id,gold,p:a,p:b", *rows]) + "\n")
    worths = "right = 5\nabstain = -1\nwrong = -10\n"
    said = f'[table]\nfile = "t.csv"\nlabel = "gold"\n[[models]]\nname = "m"\nprobabilities = "p"\n[answers]\n{worths}'
    (tmp_path / "plan.toml").write_text(said + "[sure]\nresamples = 50\n")
    for command in ("report", "evaluate"):
        words = (command, tmp_path / "plan.toml", "--out", tmp_path / command, "--format", "html")
        assert main([*map(str, words)], standalone_mode=False) == 0
    decided = json.loads((tmp_path / "report" / "decision.json").read_text())["defer"]
    # Casati et al., equation 3: (V - V_a) / (V_c - V_a), of an item.
    own, without = decided["value_per_item"], decided["dimensionless_value_per_item"]
    assert {key: (each + 1) / 6 for key, each in own.items()} == pytest.approx(without)
    assert decided["value_of_no_model"]["value"] == pytest.approx(-1)
    shown = table_of(tmp_path / "report", "models")[0]
    assert float(shown["value"]) == pytest.approx(1000 * without["value"])
    told = re.sub(r"<[^>]*>", "", (tmp_path / "report" / "report.html").read_text("utf-8"))
    assert f"worth {without['value'] * 1000:.0f} net right answers" in told
    assert "against 0 net right answers without one" in told
    assert "with a right answer as 1: a wrong one is −1.5" in told
    # By hand: all answered, a wrong one costs (-1 + 10) / (5 + 1) right ones.
    good = int(((p >= 0.5) == truth).sum())
    routes = {row["way"]: float(row["per_1000"]) for row in table_of(tmp_path / "evaluate", "ways")}
    assert routes["all"] == pytest.approx(1000 * (good - 1.5 * (n - good)) / n)
    measured = table_of(tmp_path / "evaluate", "value")
    at = {row["way"]: float(row["value"]) for row in measured if row["k"] == "1.5"}
    ways = ("all", "stated", "calibrated", "learnt")
    assert {way: 1000 * at[way] for way in ways} == pytest.approx({way: routes[way] for way in ways})
