"""Small worlds of models and people together: what is worth what, what a budget pays, and the report on it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

import defer_world
from defer_world import BAD, GOOD, Model, decimals, make_plan, make_set
from documents_world import sentences

from budgetplan.documents.joint_record import joint_record
from budgetplan.documents.joint_report import build_joint_report
from budgetplan.documents.model import Document, Sentence
from budgetplan.domain.plan import Budget, Plan
from budgetplan.domain.prices import Prices
from budgetplan.domain.worths import Reviewing
from budgetplan.planning.joint import JointPlan, plan_jointly

MONEY = {"unit": "money", "right": "1", "wrong": "-4", "abstain": "0"}
"""A right label is worth 1, a wrong one -4, none 0; a review costs 0.50 unless said otherwise."""
DEFAULT = defer_world.DEFAULT | {
    "worths": MONEY,
    "currency": "EUR",
    "price": "0.50",
    "prices": {},
    "budget": "3",
    "unit": "money",
    "covers": "everything",
    "reviewed": {},
    "error": {},
    "order": "uncertain",
    "list_size": None,
    "positive": (),
    "model_cost": "0",
}


def plan_of(args) -> Plan:
    plan = make_plan({name: args[name] for name in defer_world.DEFAULT})
    prices = Prices(currency=args["currency"])
    if args["price"] is not None:
        extra = {
            name: {k: Decimal(v) for k, v in value.items()} if isinstance(value, dict) else Decimal(value)
            for name, value in args["prices"].items()
        }
        prices = Prices(currency=args["currency"], per_item=Decimal(args["price"]), stated=True, **extra)
    budget = None if args["budget"] is None else Budget(Decimal(args["budget"]), args["unit"], args["covers"])
    reviewing = Reviewing(decimals(args["reviewed"]), decimals(args["error"]), order=args["order"])
    deferral = replace(plan.deferral, reviewing=reviewing)
    return replace(
        plan,
        prices=prices,
        budget=budget,
        deferral=deferral,
        list_size=args["list_size"],
        positive=args["positive"],
    )


def set_of(args, part="test"):
    price = 0.0 if args["price"] is None else float(args["price"])
    made = make_set({name: args[name] for name in defer_world.DEFAULT} | {"review_cost": price}, part)
    cost = float(args["model_cost"])
    return replace(made, models=tuple(replace(one, cost=cost) for one in made.models))


def planned(**said) -> JointPlan:
    """Return the analysis of a world; what is not said is as in ``DEFAULT``."""
    assert not set(said) - set(DEFAULT), said
    args = DEFAULT | said
    validation = set_of(args, "validation") if args["validation"] else None
    return plan_jointly(plan_of(args), validation, set_of(args))


@dataclass(frozen=True)
class Told:
    """A world's analysis, document and record."""

    joint: JointPlan
    document: Document
    record: dict

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(sentence.key for sentence in sentences(self.document))

    def table(self, key):
        return next(table for table in self.document.tables() if table.key == key)

    def said(self, key) -> list[Sentence]:
        return [sentence for sentence in sentences(self.document) if sentence.key == key]


_KNOWN: dict[str, Told] = {}


def world(**said) -> Told:
    """Return what is said of a world. Equal worlds are made once."""
    name = repr(sorted((DEFAULT | said).items()))
    if name not in _KNOWN:
        joint = planned(**said)
        document = build_joint_report(
            joint, date="2026-11-21", identifier="BP-00000000", facts=(("Table", "scores.csv"),)
        )
        _KNOWN[name] = Told(joint, document, joint_record(joint, {"seed": said.get("seed", 1)}))
    return _KNOWN[name]


EVEN = Model("even", ((20, True, 0.9), (10, True, 0.6), (10, False, 0.6)))
"""Twenty sure answers, all right; of twenty unsure ones half are wrong."""
TWINS = (
    Model("one", ((20, True, 0.9), (10, True, 0.6), (10, False, 0.6))),
    Model("two", ((10, False, 0.6), (10, True, 0.6), (20, True, 0.9))),
)
"""Two models that the items cannot tell apart."""
SURE = Model("sure", ((40, True, 0.9),))
HOPELESS = Model("hopeless", ((40, False, 0.9),))
"""Sure of everything and always wrong."""
UNLUCKY = Model("unlucky", ((20, True, 0.9), (20, False, 0.9)), ((38, True, 0.9), (2, False, 0.9)))
"""Nearly always right on validation, wrong about every second test item."""
BY_CLASS = {"worths": MONEY | {"cells": {("a", "b"): "-9"}}}
"""A missed b loses nine: cutoffs may differ by class."""

SCENES = {
    "default": {},
    "one model": {"models": (GOOD,)},
    "one set": {"validation": False},
    "no resamples": {"resamples": 0},
    "no budget": {"budget": None},
    "a budget in items": {"budget": "4", "unit": "items"},
    "no price": {"budget": "4", "unit": "items", "price": None, "worths": {"error_weight": "4"}},
    "nothing can be paid": {"budget": "0"},
    "enough for everything": {"budget": "100"},
    "a list": {"list_size": 4000, "budget": "300"},
    "people alone": {"models": (HOPELESS,)},
    "nothing pays": {"models": (HOPELESS,), "price": "9"},
    "the model is dear": {"model_cost": "5"},
    "fixed costs": {"prices": {"fixed": {"training": "1"}, "indirect": "0.1", "contingency": "0.1"}},
    "people err": {"error": {"*": "0.1"}},
    "by class": BY_CLASS,
    "by score": {"order": "score", "positive": ("a",)},
    "by gain": {"order": "value-per-cost"},
    "twins": {"models": TWINS},
    "groups": {"group": tuple(place // 4 for place in range(40))},
    "weights": {"weight": tuple(1.0 + place % 3 for place in range(40))},
    "labels that no model knows": {"truth": "ab" * 19 + "ac"},
    "unlucky": {"models": (UNLUCKY,)},
    "bad": {"models": (BAD,)},
}
"""Worlds that differ in what is given; what holds of every report is tested on all of them."""
