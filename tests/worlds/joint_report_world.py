"""Small worlds of models and people together: what is worth what, what a budget pays, and the report on it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

import defer_world
import numpy as np
from defer_world import BAD, GOOD, Model, decimals, make_plan, make_set

from budgetplan.domain.items import AmongPeople, Answerer, Answers, Predictions
from budgetplan.domain.plan import Budget, Plan, Reviewing, Work
from budgetplan.domain.prices import Prices
from budgetplan.plans.joint import JointPlan
from budgetplan.report.joint import JointSpeaker, build_joint_report, joint_record
from budgetplan.report.model import Document
from budgetplan.report.page import Framing
from budgetplan.work.building import work_of_joint

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
    "listed": (),
    "listed_group": None,
    "listed_said": (),
    "resamples": 40,
    "seed": 4,
    "asked": (),
    "work": {},
}


@dataclass(frozen=True)
class Paid:
    """Who answers for a price: blocks as those of a model, None where there is no answer, or nothing said of how sure."""

    name: str
    test: tuple[tuple[int, bool | None, float | None], ...]
    price: str = "0.05"
    levels: tuple[str, ...] = ()
    accept: str = "auto"
    priced_on: str = ""
    validation: tuple[tuple[int, bool | None, float | None], ...] = ()
    people: AmongPeople | None = None

    def answers(self, truth, n_classes, part="test") -> Answers:
        blocks = self.validation if part == "validation" and self.validation else self.test
        right = [one for n, one, _ in blocks for _ in range(n)]
        sure = np.array([np.nan if one is None else one for n, _, one in blocks for _ in range(n)])
        wrong = (truth + 1) % n_classes
        answer = [-1 if one is None else t if one else w for one, t, w in zip(right, truth, wrong, strict=True)]
        cost = np.full(len(truth), round(float(self.price) * 1e6), dtype=float)
        sure = None if np.isnan(sure).all() else sure
        return Answers(self.name, np.array(answer), cost, sure, among_people=self.people)


def plan_of(args) -> Plan:
    plan = make_plan({name: args[name] for name in defer_world.DEFAULT})
    prices = Prices(currency=args["currency"])
    if args["price"] is not None:
        extra = {name: decimals(value) for name, value in args["prices"].items()}
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
        work=Work(**args["work"]),
        answerers=tuple(
            Answerer(
                one.name,
                one.name,
                confidence="sure",
                levels=one.levels,
                price=Decimal(one.price),
                accept=one.accept,
                priced_on=one.priced_on,
            )
            for one in args["asked"]
        ),
    )


def set_of(args, part="test"):
    price = 0.0 if args["price"] is None else float(args["price"])
    made = make_set({name: args[name] for name in defer_world.DEFAULT} | {"review_cost": price}, part)
    answers = tuple(one.answers(made.truth, made.n_classes, part) for one in args["asked"])
    return replace(made, answers=answers)


def thirty(rng, args, part):
    """30 items of three classes whose truths fall as dice; who is asked answers two of three rightly, of every fifth nothing."""
    p = rng.dirichlet([0.5] * 3, 30).round(2) + 0.01
    p /= p.sum(axis=1, keepdims=True)
    truth = np.array([rng.choice(3, p=each) for each in p])
    model = Predictions("m", p.argmax(axis=1), p.max(axis=1), p, "m", cost=float(args["model_cost"]))
    made = set_of(args, part)
    answer = np.where(rng.random(30) < 0.66, truth, rng.integers(0, 3, 30))
    answer[::5], sure = -1, rng.integers(0, 2, 30) * 1.0
    answers = tuple(replace(each, answer=answer, confidence=sure) for each in made.answers)
    return replace(made, truth=truth, models=(model,), answers=answers)


def planned(**said) -> JointPlan:
    """Return the analysis of a world; what is not said is as in ``DEFAULT``."""
    assert not set(said) - set(DEFAULT), said
    args = DEFAULT | said
    validation = set_of(args, "validation") if args["validation"] else None
    own = list_of(args) if args["listed"] else None
    return JointPlan(plan_of(args), validation, set_of(args), 0 if own is None else own.n_items, own)


def list_of(args):
    """Return a list with predictions of the first model, in blocks as those of the test items.

    ``listed_said``: what who is asked says of it, in blocks; empty: nobody was asked yet.
    """
    plain = args | {
        "asked": (),
        "models": (Model(args["models"][0].name, args["listed"]),),
        "weight": None,
        "group": None,
    }
    made = set_of(plain)
    grouped = {}
    if args["listed_group"] is not None:
        names, code = np.unique(np.array(args["listed_group"]), return_inverse=True)
        grouped = {"group": code, "groups": tuple(str(name) for name in names)}
    ids = tuple(f"l{place:05}" for place in range(made.n_items))
    answers = tuple(_listed_answers(one, args["listed_said"], made) for one in args["asked"])
    return replace(made, ids=ids, truth=-1 - 0 * made.truth, answers=answers, **grouped)


def _listed_answers(paid, blocks, made):
    said = replace(paid, test=blocks or ((made.n_items, None, None),)).answers(made.truth, made.n_classes)
    return replace(said, asked=np.full(made.n_items, bool(blocks)))


@dataclass(frozen=True)
class Told:
    """A world's analysis, document and record."""

    joint: JointPlan
    seed: int

    @cached_property
    def document(self) -> Document:
        framing = Framing("2026-11-21", "BP-00000000", facts=(("Table", "scores.csv"),))
        return build_joint_report(self.joint, framing, work_of_joint(self.joint))

    @cached_property
    def record(self) -> dict:
        return joint_record(self.joint, {"seed": self.seed})

    @property
    def facts(self) -> JointSpeaker:
        return JointSpeaker(self.joint, work_of_joint(self.joint))

    def table(self, key):
        return next(table for table in self.document.tables() if table.key == key)


_KNOWN: dict[str, Told] = {}


def world(**said) -> Told:
    """Return what is said of a world. Equal worlds are made once."""
    name = repr(sorted((DEFAULT | said).items()))
    if name not in _KNOWN:
        _KNOWN[name] = Told(planned(**said), said.get("seed", 1))
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
LATE = Model("late", ((40, True, 0.7),), ((20, True, 0.9), (20, False, 0.8)))
"""No test item is as sure as the validation items ask for."""
HASTY = Model("hasty", ((30, True, 0.9), (2, False, 0.9), (8, False, 0.6)))
"""Worth 30 - 8 without a budget, and 26 at most."""
SLOW = Model("slow", ((10, False, 0.6), (10, True, 0.6), (20, True, 0.9)))
"""Worth 20 without a budget, and 30 if all it leaves is reviewed: more than HASTY from EUR 6.00 on."""
ONE_SIDED = BY_CLASS | {
    "truth": "a" * 20 + "b" * 20,
    "models": (Model("one-sided", ((20, True, 0.9), (10, True, 0.6), (10, False, 0.6))),),
}
"""At .6 what it calls b is right and what it calls a is a missed b: expected -1 and -3, with a review 2 and 4 less
than that."""
SURER = ONE_SIDED | {"models": (Model("surer", ((30, True, 0.9), (10, False, 0.9))),), "budget": "0"}
"""The same at .9: what it calls a is expected to be worth 0, what it calls b 0.5."""


def uneven(seed) -> Model:
    """Return a model with forty confidences of its own, surer ones more often right."""
    rng = np.random.default_rng(seed)
    return Model("uneven", tuple((1, bool(rng.random() < 0.4 + p / 80), 0.5 + p / 100) for p in range(40)))


FOLDS = {"validation": False, "budget": "0"}
NO_PRICE = {"budget": "4", "unit": "items", "price": None, "worths": {"error_weight": "4"}}

SCENES = {
    "default": {},
    "the mean of two": {"models": defer_world.COMPLEMENT, "mixture": True, "budget": "3"},
    "one model": {"models": (GOOD,)},
    "one set": {"validation": False},
    "no resamples": {"resamples": 0},
    "no budget": {"budget": None},
    "a budget in items": {"budget": "4", "unit": "items"},
    "no price": NO_PRICE,
    "no price, no budget": NO_PRICE | {"budget": None},
    "no price, by gain": NO_PRICE | {"order": "value-per-cost"},
    "no price, money": {"budget": "4", "unit": "items", "price": None},
    "a budget in hours": {"budget": "1", "unit": "hours", "prices": {"seconds_per_item": "600"}},
    "no currency": {"currency": ""},
    "nothing can be paid": {"budget": "0"},
    "enough for everything": {"budget": "100"},
    "by class, no price": BY_CLASS
    | {"price": None, "budget": "4", "unit": "items", "currency": ""}
    | {"worths": {"right": "1", "wrong": "-4", "cells": {("a", "b"): "-9"}}},
    "a list with predictions": {"models": (GOOD,), "listed": GOOD.test * 10, "budget": "30"},
    "a list unlike the sample": {"models": (GOOD,), "listed": ((400, True, 0.6),), "budget": "30"},
    "a list of few texts": {
        "models": (GOOD,),
        "group": tuple(place % 4 for place in range(40)),
        "listed": GOOD.test * 2,
        "listed_group": tuple(4 + place % 4 for place in range(80)),
    },
    "a list": {"list_size": 4000, "budget": "300"},
    "people alone": {"models": (HOPELESS,)},
    "nothing pays": {"models": (HOPELESS,), "price": "9"},
    "the model is dear": {"model_cost": "5"},
    "fixed costs": {"prices": {"fixed": {"training": "1"}, "indirect": "0.1", "contingency": "0.1"}},
    "people err": {"error": {"*": "0.1"}},
    "by class": BY_CLASS,
    "by score": {"order": "score", "positive": ("a",)},
    "by gain": {"order": "value-per-cost"},
    "by value": ONE_SIDED,
    "by value, people err": SURER | {"error": {"*": "0.5"}},
    "by value, nothing reviewed": ONE_SIDED | {"budget": "0", "reviewed": {"a": "1", "b": "20"}},
    "by value, sure": SURER | {"reviewed": {"a": "1", "b": "20"}},
    "the model is paid": {"models": (SURE,), "model_cost": "3", "prices": {"indirect": "0"}},
    "the model is paid, with indirect costs": {"models": (SURE,), "model_cost": "2", "prices": {"indirect": "0.1"}},
    "everything by people": {"models": (HOPELESS,), "budget": "100"},
    "everything by the model": {"models": (SURE,)},
    "nothing pays, no budget": {"models": (HOPELESS,), "price": "9", "budget": None},
    "no test item reaches the cutoff": {"models": (LATE,), "budget": "0"},
    "the lead changes": {"models": (HASTY, SLOW), "budget": "4"},
    "one set, nothing accepted": {"models": (HOPELESS,), "validation": False},
    "one set, everything accepted": {"models": (SURE,), "validation": False},
    "one set, all of it would be accepted": FOLDS | {"models": (uneven(2),), "worths": MONEY | {"wrong": "-1"}},
    "one set, none of it would be accepted": FOLDS | {"models": (uneven(10),)},
    "twins, no budget": {"models": TWINS, "budget": None},
    "twins": {"models": TWINS},
    "groups": {"group": tuple(place // 4 for place in range(40))},
    "weights": {"weight": tuple(1.0 + place % 3 for place in range(40))},
    "labels that no model knows": {"truth": "ab" * 19 + "ac"},
    "unlucky": {"models": (UNLUCKY,)},
    "bad": {"models": (BAD,)},
}
"""Worlds that differ in what is given; what holds of every report is tested on all of them."""
