"""What an answerer would change: at its limits, by the laws of METHODS A, and with money to the cent."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import gathered
from screened import Screened

from budgetplan.arrays import joined
from budgetplan.core.asking import draw_along
from budgetplan.core.curve import Labelled
from budgetplan.core.stops import interval
from budgetplan.domain.items import Answerer, Answers
from budgetplan.domain.plan import Budget, Target, Values, Work
from budgetplan.domain.prices import Prices
from budgetplan.plans.review import Analysis

pytestmark = pytest.mark.usefixtures("plan_alone")
D = Decimal
LABEL = "yyynynnynnynnnnnynnn" * 10
TRUE = np.array([letter == "y" for letter in LABEL])
ONE_EURO = Prices(per_item=D(1), stated=True, currency="EUR")
SCORE = 1.5 * TRUE + np.random.default_rng(1).normal(size=len(LABEL))
OFTEN = np.random.default_rng(2).random(len(LABEL)) < 0.9


_KNOWN = {}


def asked(answer, price=0.01, *, confidence=None, **said):
    """What one answerer changes; ``answer``: shape (n,), 1, 0 or -1. Equal worlds are made once."""
    sure = None if confidence is None else confidence.tolist()
    name = repr((np.asarray(answer, dtype=np.int64).tolist(), price, sure, said))
    if name not in _KNOWN:
        _KNOWN[name] = analysed(answer, price, confidence=confidence, **said)
    return _KNOWN[name]


def analysed(answer, price, *, accept="auto", confidence=None, rows=slice(None), **said):
    said = {"resamples": 99, "prices": ONE_EURO, "list_size": 2000} | said
    llm = Answerer("llm", "said", price=D(str(price)), accept=accept, priced_on="2026-11-01")
    cost = np.full(len(LABEL), price * 1e6)
    answers = Answers("llm", np.asarray(answer, dtype=np.int64), cost, confidence)
    labels = "".join(np.array(list(LABEL))[rows])
    columns = {"answers": (answers,)}
    evidence = gathered(labels, {"m": SCORE[rows]}, answerers=(llm,), columns=columns, **said)
    return Analysis(evidence)


GOOD = np.where(OFTEN, TRUE, ~TRUE)
NET = {"values": Values({"yes": D(3)})}
BOUGHT = {"budget": Budget(D(300))}


@pytest.mark.parametrize(
    ("said", "answer", "price"),
    [
        (NET, GOOD, 1e6),
        (BOUGHT, np.full(len(LABEL), -1), 0.01),
        (NET, ~TRUE, 0.0),
        (NET | BOUGHT, np.ones(len(LABEL)), 0.0),
    ],
)
def test_where_it_is_too_dear_or_tells_nothing_the_recommended_plan_stays(said, answer, price):
    [found] = asked(answer, price, **said).screenings
    assert not found.pays
    assert found.with_it == found.without
    assert (found.gain.value, found.luck, found.known.errors_up_to) == (0, 0, None)
    assert price or found.known.worth_up_to is None or "values" not in said


def test_who_costs_more_may_err_less_before_asking_pays_no_more():
    """One of nine answers is wrong today; who errs in half of them tells nothing."""
    cheap, dear = (asked(GOOD, price, **NET).screenings[0].known.errors_up_to for price in (0.01, 0.3))
    assert 0.11 < dear < cheap - 0.05 < 0.45


def test_who_answers_alike_of_all_places_splits_a_cell_by_hand():
    """Of 60 % entries said rightly by 9 of 10: of 100 items 54 yes right, 4 yes wrong."""
    rng = np.random.default_rng(3)
    entry = (rng.random(20_000) < 0.6).astype(int)
    said = np.where(rng.random(20_000) < 0.9, entry, 1 - entry)
    sample = Labelled(rng.normal(size=20_000), entry * 1.0)
    held = np.stack([np.full((99, 1), 40.0), np.full((99, 1), 60.0)])
    entries = held * [[[0]], [[1]]]
    for drawn in draw_along(said, np.zeros_like(said), sample, np.zeros(1), 99, 1):
        assert drawn.split(held) == pytest.approx(np.array([[58.0, 42.0, 0.0, 100.0]]), abs=1)
        assert drawn.read(entries, np.array([[1.0, 0, 0, 0]])).mean() == pytest.approx(54.0, abs=1)


def test_without_a_budget_or_a_worth_or_with_a_target_nothing_is_compared():
    assert asked(GOOD).screenings == asked(GOOD, target=Target(D(100))).screenings == ()


def test_an_answerer_alone_is_asked_about_the_whole_list():
    [found] = asked(GOOD, **NET).screenings
    assert found.only.asked == 2000
    [dear] = asked(GOOD, 1.0, **BOUGHT).screenings
    assert dear.only is None
    # A hundred times as long a list moves no share, and where items are counted money limits nothing.
    [long] = asked(GOOD, list_size=200_000, **NET).screenings
    assert long.with_it.asked == pytest.approx(100 * found.with_it.asked, rel=0.02)
    assert long.gain.value == pytest.approx(100 * found.gain.value, rel=0.05)
    [counted] = asked(GOOD, 5.0, budget=Budget(D(300), "items")).screenings
    assert (counted.pays, counted.known.worth_up_to) == (True, np.inf)


WORTHS = {
    "values": Values({"yes": D(4), "rare": D(9)}, error={"yes": D("0.1"), "no": D("0.02")}, left_out={"rare": D(-1)})
}
CHECKS = Work(tail_sample=4, control=3)
TIMED = replace(ONE_EURO, fixed={"g": D(1)}, contingency=D("0.1"), indirect=D("0.2"), seconds_per_item=D(60))
DEAR = replace(
    ONE_EURO, fixed={"g": D(2)}, contingency=D("0.1"), indirect=D("0.2"), extra_per_entry=D("0.3"), per_item=D("0.9")
)


@pytest.mark.parametrize(
    ("seed", "accept", "price", "prices", "given"),
    [
        (4, "all", 0.05, DEAR, WORTHS),
        pytest.param(5, "confident", 0.05, DEAR, WORTHS | {"budget": Budget(D(25))}, marks=pytest.mark.slow),
        (6, "auto", 0.05, ONE_EURO, {"budget": Budget(D(12)), "listed": 37}),
        (7, "auto", 0.05, DEAR, {"budget": Budget(D(9), "items"), "list_size": 45, "work": Work(control=2)}),
        (8, "confident", 0.02, DEAR, WORTHS | {"budget": Budget(D(12), covers="annotation"), "list_size": 45}),
        (17, "all", 0.05, TIMED, WORTHS | {"budget": Budget(D("0.4"), "hours"), "work": CHECKS, "weight": 3}),
        (13, "all", 0.05, DEAR, WORTHS | {"budget": Budget(D(25)), "work": CHECKS, "weight": 3, "listed": 37}),
        (9, "all", 0.03, DEAR, WORTHS | {"budget": Budget(D(25)), "cost": 2, "weight": 2}),
        (10, "auto", 0.3, DEAR, {"budget": Budget(D(30)), "cost": 2, "weight": 2}),
        (11, "all", 0.5, DEAR, WORTHS),
    ],
)
def test_every_number_is_that_of_all_items_and_draws_counted_one_by_one(seed, accept, price, prices, given):
    rng, n = np.random.default_rng(seed), 60
    entry = rng.random(n) < 0.45
    label = [("yes" if rng.random() < 0.6 else "rare") if each else "no" for each in entry]
    scores = {"m": entry + rng.normal(size=n)}
    answer = np.where(rng.random(n) < 0.8, entry, ~entry).astype(int)
    answer[::7] = -1
    listed = given.pop("listed", 0)
    given = {"list_size": None if listed else 30, "resamples": 7} | given
    weight, cost = given.pop("weight", 1), {"m": given.pop("cost", 0)}
    # Of weights 1 and more the price is the mean of all that they stand for.
    prices_of = price * 1e6 * (np.ones(n) if weight == 1 else np.where(np.arange(n) % 2, 0.9, 1 + weight / 10))
    answers = Answers("llm", answer, prices_of, rng.integers(0, 3, n) * 1.0)
    llm = Answerer("llm", "said", price=D(str(price)), accept=accept, priced_on="2026-11-01")
    if listed:  # with scores of its own, of which some tie; nobody was asked about it
        label, scores = label + [""] * listed, {"m": np.append(scores["m"], rng.normal(size=listed).round(1))}
        unasked = Answers("llm", np.full(listed, -1), np.full(listed, price * 1e6), np.full(listed, np.nan))
        answers = joined(
            [replace(each, asked=each.answer > -2) for each in (answers, unasked)], {}, np.arange(n + listed)
        )
    every = range(n + listed)
    columns = {"answers": (answers,), "weight": None if weight == 1 else [1 + (weight - 1) * (i % 2) for i in every]}
    if "work" in given:
        columns["group"] = [f"g{i % 5 + 5 * (i >= n)}" for i in every]
    analysis = Analysis(
        gathered(
            label,
            scores,
            positive=("yes", "rare"),
            answerers=(llm,),
            columns=columns,
            costs=cost,
            prices=prices,
            **given,
        )
    )
    [screening] = analysis.screenings
    paid = {"per_item": float(prices.per_item), "extra": float(prices.extra_per_entry)}
    by_hand = Screened(analysis, 0, **paid, price=price)
    top, owed = by_hand.best()
    share = 0.0 if top is None else owed / (top.mean - by_hand.plain())

    def numbers(way):
        counts, entries = (way.asked, way.items, way.kept), way.found
        amounts = entries.value, entries.low, entries.high, way.net, float(way.spend), float(way.calls)
        return counts, pytest.approx(amounts), way.places

    yes, no = answer == 1, answer == 0
    assert (screening.called, screening.called_right) == (yes.sum(), (yes & entry).sum())
    right = (yes & entry) | (no & ~entry)
    held = 1.0 + (weight - 1) * (np.arange(n) % 2)
    known = screening.known.price, screening.known.answered, screening.known.right
    assert known == pytest.approx((price, held @ (yes | no), held @ right / (held @ (yes | no))))
    alone = max(by_hand.every()[1], key=lambda made: made.mean)
    assert by_hand.printed(alone, share) == numbers(screening.only)
    if top is None:
        assert (screening.with_it, screening.gain.value) == (screening.without, 0)
        return
    assert by_hand.printed(top, share) == numbers(screening.with_it)
    gain = top.mean - by_hand.plain() - owed
    assert (screening.gain.value, screening.luck) == pytest.approx((gain, owed))
    at = np.array([float(analysis.planned)])
    without = analysis.net(at) if by_hand.valued else analysis.lead.drawn.at(at)
    drawn = np.array(by_hand.in_draws(top, by_hand.by_chance)[0]) - without[:, 0]
    low, high = interval(drawn).tolist()
    assert (screening.gain.low, screening.gain.high) == pytest.approx(
        (min(low, gain + owed) - owed, max(high, gain + owed))
    )
    limit = min(screening.known.worth_up_to, 1000.0)  # where items are limited no price is too high
    for dear, pays in ((0.99 * limit, True), (1.01 * limit, limit == 1000)):  # with what stands as it does today
        dearer = Screened(analysis, 0, **paid, price=dear)
        dearer.cuts = (top.cut,)
        assert (dearer.best()[0] is not None) is pays
