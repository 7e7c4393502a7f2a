"""What labelled items say of every order of a list, beside its rows added up one by one."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from awkward_world import AWKWARD, BOTH, LABELS, PLAIN, SIZED, TIED, TIMED, TWO
from documents_world import DEFAULT, Model, make_items, world
from evidenced import Evidenced, Row

from budgetplan.domain.plan import Budget

LIST = {"labels": LABELS + "?" * 40}
LISTED = {"price": {"currency": "EUR", "extra_per_entry": "0.3"}, "listed": [f"{place % 7}.5" for place in range(88)]}
MODELS = {"models": (Model("good", 2.5, cost="7"), TIED), "budget": ("60", "money")}
WRONG = {**TWO, "error": {"idiom": "0.2", "literal": "0.05"}, "wrong": {"literal": "-3", "collocation": "1"}}
CHECKED = {"work": {"tail_sample": 6, "control": 5}}
SAID = [
    {"values": TWO},
    {"values": TWO, "price": SIZED, "list_size": 250},
    {"price": TIMED, "budget": ("0.9", "hours"), **CHECKED},
    {"values": TWO, "price": SIZED, **LIST, **CHECKED},
    {"price": TIMED, "budget": ("0.9", "hours"), **LIST, "weights": None, "groups": ""},
    {"values": TWO, **BOTH},
    {"values": TWO, **BOTH, **LIST, "answers": "01" * 44},
    {"values": TWO, "list_size": 300, "prevalence": Decimal("0.2")},
    {**LIST, "prevalence": Decimal("0.2"), "price": PLAIN},
    {"values": TWO, **LISTED},
    {**LIST, **LISTED, **CHECKED},
    {"price": None, "budget": ("30", "items"), "models": (Model("good", 2.5), Model("fair", 2.0, 4)), **CHECKED},
    {"values": WRONG, "weights": [1.5] * 88},
    {**LIST, "models": (TIED,), "weights": [1.5] * 88},  # of one score there are 15
]
BUDGETS = [Budget(Decimal("33.3"), "items"), Budget(Decimal("0.71"), "hours")]
MONEY = [Budget(Decimal(each), covers=of) for each in ("0", "4.9", "41.17") for of in ("annotation", "everything")]


def made(said):
    """Return evidence that recommends an order, and the rows that it is made of."""
    args = DEFAULT | AWKWARD | MODELS | said
    n = len(args["labels"])
    args |= {name: args[name] and tuple(args[name][:n]) for name in ("weights", "sizes", "listed")}
    args |= {"groups": args["groups"][:n], "answers": args["answers"][:n]}
    args["models"] = tuple(replace(model, order=model.order[:n]) for model in args["models"])
    evidence, items, rows = world(**args).analysis.evidence, make_items(args), {True: [], False: []}
    for place, letter in enumerate(args["labels"]):
        of_kind = rows[labelled := letter != "?"]
        each = ((m.name, m.score if labelled else evidence.scored.scores[m.name][1]) for m in evidence.models)
        scores = {name: score[len(of_kind)] for name, score in each}
        columns = ((column, 0.0) for column in (items.units, items.listed_cost))
        amounts = [default if column is None else column[place] for column, default in columns]
        name = items.classes[items.label[place]] if labelled else None
        of_kind.append(Row(evidence.plan, scores, args["weights"][place] if args["weights"] else 1.0, *amounts, name))
    return evidence, Evidenced(evidence, *rows.values())


@pytest.mark.parametrize("place", range(len(SAID)))
def test_every_order_finds_costs_and_is_worth_what_its_rows_add_up_to(place):
    evidence, anew = made(SAID[place])
    assert evidence.whole_items == anew.whole
    assert evidence.n_positives == pytest.approx(anew.mean[-1])
    stops = np.arange(2 * anew.whole + 1) / 2
    for order in (*evidence.models, evidence.perfect, evidence.random):
        name = {id(evidence.perfect): "perfect", id(evidence.random): "random"}.get(id(order), order.name)
        for each in anew.names:
            by_hand = [anew.lines[name].read(each, at) for at in stops.tolist()]
            assert order.path.read(each, stops) == pytest.approx(np.array(by_hand), rel=1e-6, abs=1e-6), (name, each)
        spends = np.array(anew.spends(name))
        assert evidence.curve(order, stops) == pytest.approx([anew.exact(name, at) for at in stops.tolist()])
        assert evidence.totals(order, stops[::2]) == pytest.approx(spends)
        # Between whole items roundings are mixed in proportion.
        rounded = spends - [anew.exact(name, at) for at in range(anew.whole + 1)]
        halves = evidence.totals(order, stops[3::2]) - evidence.curve(order, stops[3::2])
        assert halves == pytest.approx((rounded[1:-1] + rounded[2:]) / 2, abs=1e-6)
        if anew.valued:
            assert evidence.net_values(order, stops[::2]) == pytest.approx(anew.nets(name))
        bought = [evidence.affordable(order, each) for each in BUDGETS + MONEY * anew.prices.stated]
        assert bought == [anew.affordable(name, each) for each in BUDGETS + MONEY * anew.prices.stated]
