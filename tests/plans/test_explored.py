"""What a handle shows of another budget or worth is what the report of that budget or worth prints."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from commands import ended
from defer_world import BAD, MONEY, Model, chosen_in
from explored_world import plan_of, world
from rows import rows_of

from budgetplan.api import Solved, write_queue
from budgetplan.core.stops import interval
from budgetplan.domain.prices import MICRO
from budgetplan.plans.explored import Explored, explored_answers
from budgetplan.report.explore import explore_answers, explore_joint, explore_ranked
from budgetplan.settings.build import read_plan

EXAMPLE = Path(__file__).parents[2] / "examples" / "loanwords"
IDIOMS = EXAMPLE.with_name("idioms")


def test_a_stop_has_all_that_its_budget_buys_where_items_are_passed_over(tmp_path):
    """Of an idiom that is found no sentence is judged any more: one cent often buys several items."""
    shutil.copy(IDIOMS / "scores.csv", tmp_path)
    words = (IDIOMS / "types.toml").read_text(encoding="utf-8").replace('value = "20.00"', "")
    path = tmp_path / "plan.toml"
    path.write_text(f"{words}\n[sure]\nresamples = 60\n", encoding="utf-8")
    stops = Explored(plan_of(str(path))).stops
    for stop in (stops[3], stops[5], stops[70]):
        chosen = plan_of(str(path), goal__budget=str(stop.budget.amount)).chosen
        bought, found = stop.option, chosen.found
        assert chosen.items == bought.items
        assert (found.value, found.low, found.high) == pytest.approx(
            (bought.found.value, bought.found.low, bought.found.high)
        )


def test_what_a_budget_no_longer_pays_for_is_not_found(tmp_path):
    """EUR 5 end the review of idioms early in three draws of ten, as they are confirmed late: counted draw by draw."""
    shutil.copy(IDIOMS / "scores.csv", tmp_path)
    words = (IDIOMS / "types.toml").read_text(encoding="utf-8").replace('"50.00"', '"5.00"')
    path = tmp_path / "plan.toml"
    path.write_text(f"{words}\n[sure]\nresamples = 300\n", encoding="utf-8")
    analysis = plan_of(str(path))
    chosen, draws, items = analysis.chosen, analysis.draws, np.arange(analysis.chosen.items + 1.0)
    finds, nets = [], []
    for cost, found in zip(draws.paid["cost"], draws.found, strict=True):
        paid = np.interp(items, draws.ends, cost) / MICRO
        last = min(5.0, paid[-1])
        finds.append(np.interp(np.interp(last, paid, items), draws.ends, found))
        nets.append(20 * finds[-1] - last)
    low, high = np.sort(finds)[[7, 292]]
    assert (chosen.found.low, chosen.found.high) == pytest.approx((low, high), abs=1.01)
    assert chosen.found.low < np.quantile(draws.at(items[-1:])[:, 0], 0.025) - 0.3
    assert chosen.net.low == pytest.approx(np.quantile(nets, 0.025) - analysis.stop_luck, abs=20)


@pytest.mark.parametrize("entry", ["", '[entry]\nvalue = "2.37"'])
def test_it_is_said_that_more_is_not_spent_than_pays(tmp_path, entry):
    path = world(tmp_path, entry)
    solution = plan_of(path)
    dearest, chosen = Explored(solution).stops[-1], plan_of(path, goal__budget="9999").chosen
    assert (chosen.items < dearest.option.items) == bool(entry)
    assert ("only what pays" in explore_ranked(solution, None)["text"]["lede"]) == bool(entry)


def test_labels_that_say_nothing_of_the_list_are_not_explored(tmp_path):
    # The list stands where nothing is labelled.
    rows = ["item,gold,a,b,weight,text"]
    rows += [f"i{at},{'yes' if at % 3 else 'no'},{at % 7},{at % 3},1,t{at % 5}" for at in range(80)]
    rows += [f"j{at},,{100 + at},{100 + at},1,t1" for at in range(900)]
    path = world(tmp_path)
    (tmp_path / "t.csv").write_text("\n".join(rows))
    assert explore_ranked(plan_of(path, goal__budget="100"), None) is None


def test_the_budget_of_a_later_round_is_that_of_all_rounds(tmp_path, monkeypatch):
    shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    write_queue(read_plan("review.toml", {"sure.resamples": "40"}), "queue", "csv")
    told = {"list.reviewed": ["log.csv"], "list.queue": "queue", "sure.resamples": "40"}
    stop = Explored(Solved(read_plan("review.toml", told)).solution).stops[200]
    flags = {"goal.budget": str(stop.budget.amount), "set": ("entry.value=",)}
    chosen = Solved(read_plan("review.toml", told | flags)).solution.chosen
    assert (chosen.items, chosen.spend) == (stop.option.items, stop.option.spend)
    assert stop.budget.amount > chosen.spend + 600  # what was paid before


ANSWERED = [
    {"worths": {"error_weight": "1"}},
    {"worths": MONEY["worths"], "currency": "EUR", "relabel": True, "validation": False},
    {"worths": {"error_weight": "1"}, "weight": tuple(1.0 + 2 * (place % 3 == 0) for place in range(60))},
    {"worths": {"error_weight": "1"}, "most_wrong": "0.4"},
]


@pytest.mark.parametrize("place", range(len(ANSWERED)))
def test_fewer_and_more_answers_alone_are_those_that_bring_most_one_by_one(place):
    """First those of the plan, then by what an answer brings beyond leaving the item, or by how sure it is."""
    rng = np.random.default_rng(3)
    blocks = tuple((1, bool(rng.random() < sure + 0.05), round(float(sure), 2)) for sure in rng.uniform(0.6, 0.99, 60))
    solution = chosen_in(**{"models": (Model("m", blocks),), "resamples": 60} | ANSWERED[place])
    (stops, planned), bench, alone = explored_answers(solution), solution.bench, solution.alone
    assert (stops[planned].items, stops[planned].wrong) == (alone.alone, alone.wrong)
    assert stops[0].items == stops[0].found.value == stops[0].wrong.value == 0
    p, worth, left = (each.tolist() for each in (bench.probability, bench.payoffs.answer, bench.payoffs.left))

    def best(row):
        values = [sum(a * b for a, b in zip(row, of, strict=True)) for of in (*worth, left)]
        by = [round(each, 12) for each in values] if bench.pool.relabels else row
        answer = max(range(2), key=lambda c: (by[c], row[c], -c))
        return answer, max(row) if solution.most_wrong else values[answer] - values[-1]

    answer, by = zip(*map(best, p), strict=True)
    key = [(not stands, -round(each, 9)) for stands, each in zip(alone.accepted.tolist(), by, strict=True)]
    order = sorted(set(key))
    surest = bench.drawn.surest(np.array(answer), -np.array([order.index(each) for each in key], dtype=float))
    for stop, last, wrong in zip(stops[1:], order, surest.wrong.T, strict=True):
        items = sum(n for each, n in zip(key, bench.count.tolist(), strict=True) if each <= last)
        assert (stop.items, stop.left) == (items, alone.items - items)
        assert abs(stop.items - stop.found.value - stop.wrong.value) <= 0.5
        if stop is not stops[planned]:
            ends = np.clip(interval(wrong), 0, None).tolist()
            assert [stop.wrong.value, stop.wrong.low, stop.wrong.high] == pytest.approx([wrong.mean(), *ends], abs=1e-4)
    lede = explore_answers(solution, None)["text"]["lede"]
    assert ("the surest answers are given first" in lede) is (solution.most_wrong is not None)
    assert explored_answers(chosen_in(models=(BAD,))) == ((), 0)


def test_a_stop_of_which_nothing_labelled_speaks_is_not_told(tmp_path):
    """Nobody labelled any of the five highest scores: a report on EUR 5 recommends nothing, one on EUR 30 does."""
    rows = [
        f"i{n},{n / 200},{'' if n % 2 or n > 194 else 'yes' if n > 120 or n % 8 == 0 else 'no'}" for n in range(200)
    ]
    (tmp_path / "t.csv").write_text("\n".join(["id,a,gold", *rows]))
    head = '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = ["yes"]\n[[models]]\nname = "a"\n'
    path = tmp_path / "plan.toml"
    path.write_text(f'{head}[cost]\ncurrency = "EUR"\nper_item = 1\n[goal]\nbudget = 30\n[sure]\nresamples = 60\n')
    few = plan_of(str(path), goal__budget="5")
    assert (few.check.refusal, few.chosen) == ("outside", None)
    told = [stop.option.items for stop in Explored(plan_of(str(path))).stops]
    assert told[0] == 0
    assert plan_of(str(path), goal__budget=str(told[1])).chosen.items == told[1] > 9


ASKED = rows_of(__file__)["asked"]


def test_who_is_asked_at_other_stops_alone_is_on_their_bills(tmp_path):
    """EUR 30 pay for guidelines and people, who are right more often; less pays for answers alone."""
    rng, rows = np.random.default_rng(4), ["id,gold,m:a,m:b,llm"]
    for place, (truth, pull) in enumerate(zip(rng.random(300) < 0.4, rng.normal(size=300), strict=True)):
        likely, right = 1 / (1 + np.exp(1.4 * pull - 1.6 * (truth - 0.5))), rng.random() < 0.8
        gold = "" if place % 5 < 3 else "ba"[int(truth)]
        rows.append(f"i{place},{gold},{likely:.4f},{1 - likely:.4f},{'ba'[int(truth == right)]}")
    (tmp_path / "t.csv").write_text("\n".join(rows))
    (tmp_path / "plan.toml").write_text(ASKED)
    nobody = ASKED.replace('[[answerers]]\nname = "llm"\ncolumn = "llm"\nprice = 0.1\n', "")
    (tmp_path / "plain.toml").write_text(nobody)
    solution, plain = (Solved(read_plan(str(tmp_path / f"{name}.toml"))).solution for name in ("plan", "plain"))
    asks = [rung.option.calls is not None for rung in solution.ladder]
    assert solution.option.calls is None
    assert any(asks)
    page, other = (explore_joint(each, None) for each in (solution, plain))
    assert "a report of another budget chooses its own" in page["text"]["lede"]
    assert "a report of another budget chooses its own" not in other["text"]["lede"]
    assert {round(sum(parts)) for parts in page["flow"]["parts"]} == {180}
    assert "answered right by llm" in page["flow"]["labels"]
    bills = [[float(line[2]) for line in stop if line] for stop in page["ledger"]["stops"]]
    assert [sum(bill) for bill in bills] == pytest.approx(page["money"])


@pytest.mark.parametrize("asked", [("--target", "60"), ("--set", "goal.target=60")])
def test_the_command_of_a_stop_does_not_say_the_target_twice(tmp_path, asked):
    """The page takes a target back, as it would set the stop whatever the budget: saying it twice is refused."""
    run = [
        "report",
        world(tmp_path),
        "--format",
        "explore",
        "--set",
        "sure.resamples=39",
        "--out",
        str(tmp_path / "out"),
    ]
    assert ended(*run, *asked).exit_code == 0
    page = (tmp_path / "out" / "explore.html").read_text(encoding="utf-8")
    assert '"command":"budgetplan report plan.toml --set sure.resamples=39"' in page.replace('": "', '":"')
