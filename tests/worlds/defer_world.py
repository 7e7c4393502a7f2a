"""Small worlds of classifiers: items in blocks of equal confidence, what answers are worth, and the report on it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

import numpy as np

from budgetplan.domain.items import ClassifiedSet, Predictions
from budgetplan.domain.plan import ClassifierSpec, Columns, Deferral, Plan, Words, Worths
from budgetplan.domain.prices import Prices
from budgetplan.plans.answer import DeferSolution
from budgetplan.render.text import prose_lines
from budgetplan.report.answers import AnswerSpeaker, build_defer_report, selection_record
from budgetplan.report.display import Style, without_tags
from budgetplan.report.model import Document, Figure, Heading, Prose, Table
from budgetplan.report.page import Framing
from budgetplan.work.building import work_of_defer

Block = tuple[int, bool, float]
"""How many items, whether the model is right about them, and how sure it is."""


@dataclass(frozen=True)
class Model:
    """What a model says of the test items, and of the validation items where that differs."""

    name: str
    test: tuple[Block, ...]
    validation: tuple[Block, ...] | None = None
    bare: bool = False
    decision: bool = False
    alone: bool = False

    @property
    def learnt_on(self):
        return self.test if self.validation is None else self.validation

    def answers(self, truth, blocks, n_classes):
        """Return the model's answers: the true class where it is right, else the next one."""
        right = np.array([one for n, one, _ in blocks for _ in range(n)])
        sure = np.array([one for n, _, one in blocks for _ in range(n)])
        assert len(right) == len(truth), self.name
        predicted = np.where(right, truth, (truth + 1) % n_classes)
        rest = (1 - sure) / (n_classes - 1)
        probabilities = np.repeat(rest[:, None], n_classes, axis=1)
        probabilities[np.arange(len(truth)), predicted] = sure
        if self.alone:
            return Predictions(self.name, predicted, np.full(len(truth), np.nan), column=self.name)
        if self.decision:  # any numbers: logits, moved and stretched
            decision, unsure = 3 * np.log(probabilities) + 5, np.full(len(truth), np.nan)
            return Predictions(self.name, predicted, unsure, column=self.name, decision=decision)
        return Predictions(self.name, predicted, sure, None if self.bare else probabilities, self.name)


GOOD = Model("good", ((30, True, 0.9), (5, True, 0.6), (5, False, 0.6)))
"""Thirty sure answers, all right; ten unsure ones, half of them wrong."""
BAD = Model("bad", ((20, True, 0.9), (20, False, 0.9)))
"""Sure of everything, and wrong about every second item."""
DEFAULT = {
    "truth": "",
    "classes": ("a", "b"),
    "models": (GOOD, BAD),
    "validation": True,
    "worths": {"error_weight": "4"},
    "weight": None,
    "group": None,
    "domain": "",
    "review_cost": None,
    "relabel": False,
    "resamples": 100,
    "mixture": False,
    "most_wrong": None,
    "seed": 1,
    "currency": "",
    "words": Words("post", "posts"),
    "title": "",
    "notes": (),
    "listed": None,
    "list_cost": None,
    "model_cost": "0",
    "prices": {},
}


def decimals(value):
    """Turn numbers in text into decimals, also inside a mapping."""
    if isinstance(value, dict):
        return {key: Decimal(one) for key, one in value.items()}
    return Decimal(value) if value.lstrip("-")[:1].isdigit() else value


def make_plan(args) -> Plan:
    worths = Worths(**{name: decimals(value) for name, value in args["worths"].items()})
    specs = tuple(ClassifierSpec(one.name, probabilities=one.name) for one in args["models"])
    return Plan(
        table="scores.csv",
        columns=Columns(label="gold", id="item_id", split="split"),
        positive=(),
        models=(),
        prices=Prices(currency=args["currency"], **{name: decimals(value) for name, value in args["prices"].items()}),
        words=args["words"],
        resamples=args["resamples"],
        seed=args["seed"],
        title=args["title"],
        notes=args["notes"],
        deferral=Deferral(
            specs,
            worths,
            relabel=args["relabel"],
            most_wrong=None if args["most_wrong"] is None else Decimal(args["most_wrong"]),
            domain="topic" if args["domain"] else "",
        ),
        mixture=args["mixture"],
    )


def make_set(args, part="test") -> ClassifiedSet:
    """Return one set; letters of ``truth`` beyond the classes are labels that no model knows."""
    classes, letters = args["classes"], args["truth"]
    of = [one.test if part == "test" else one.learnt_on for one in args["models"]]
    n = sum(block[0] for block in of[0])
    unknown = tuple(sorted(set(letters) - set(classes)))
    truth = np.arange(n) % len(classes)
    if letters and len(letters) == n:
        known = letters if part == "test" else "".join(one if one in classes else classes[0] for one in letters)
        truth = np.array([(*classes, *unknown).index(one) for one in known])
    known = np.where(truth < len(classes), truth, 0)
    each = {}
    if part == "test":
        names = tuple(sorted(set(args["domain"])))
        each["weight"] = None if args["weight"] is None else np.array(args["weight"], dtype=float)
        each["group"] = None if args["group"] is None else np.array(args["group"])
        each["groups"] = () if args["group"] is None else tuple(str(g) for g in sorted(set(args["group"])))
        each["domain"] = np.array([names.index(one) for one in args["domain"]]) if names else None
        each["domains"] = names
    return ClassifiedSet(
        ids=tuple(f"{part[0]}{place:03}" for place in range(n)),
        classes=classes,
        truth=truth,
        unknown=unknown,
        review_cost=None if args["review_cost"] is None else np.broadcast_to(args["review_cost"], n).astype(float),
        models=tuple(
            replace(one.answers(known, blocks, len(classes)), cost=float(args["model_cost"]))
            for one, blocks in zip(args["models"], of, strict=True)
        ),
        **each,
    )


def make_list(args) -> ClassifiedSet | None:
    """Return the project's list, on which every model says the same, without truths; None where there is none."""
    if args["listed"] is None:
        return None
    models = tuple(replace(one, test=args["listed"]) for one in args["models"])
    said = {"models": models, "truth": "", "weight": None, "group": None, "domain": ""}
    made = make_set(args | said | {"review_cost": args["list_cost"]})
    return replace(made, ids=tuple(f"l{one}" for one in made.ids), truth=np.full(made.n_items, -1))


def chosen_in(**said) -> DeferSolution:
    """Return the analysis of a world; what is not said is as in ``DEFAULT``."""
    assert not set(said) - set(DEFAULT), said
    args = DEFAULT | said
    validation = make_set(args, "validation") if args["validation"] else None
    return DeferSolution(make_plan(args), validation, make_set(args), make_list(args))


@dataclass(frozen=True)
class Told:
    """A world's analysis, document and record."""

    selection: DeferSolution
    seed: int

    @cached_property
    def document(self) -> Document:
        framing = Framing("2026-11-21", "BP-00000000", facts=(("Table", "scores.csv"),))
        return build_defer_report(self.selection, framing, work_of_defer(self.selection))

    @cached_property
    def record(self) -> dict:
        return selection_record(self.selection, {"seed": self.seed})

    @cached_property
    def facts(self) -> AnswerSpeaker:
        return AnswerSpeaker(self.selection.without_unit)

    @cached_property
    def shown(self) -> str:
        """All words of the report, a paragraph, point, caption or note a line."""
        _style, lines = Style.of(self.document), []
        for block in self.document.blocks():
            if isinstance(block, Prose):
                lines += prose_lines(block.html)
            elif isinstance(block, Heading):
                lines.append(without_tags(block.text))
            elif isinstance(block, Table | Figure):
                title = block.caption if isinstance(block, Table) else block.title
                lines += [without_tags(title)]
                lines += [without_tags(one) for one in getattr(block, "notes", ())]
        return "\n".join(lines).replace("\u00a0", " ").replace("\u2060", "") + "\n"

    def table(self, key):
        return next(table for table in self.document.tables() if table.key == key)


_KNOWN: dict[str, Told] = {}


def world(*, language="en", **said) -> Told:
    """Return what is said of a world. Equal worlds are made once."""
    name = language + repr(sorted((DEFAULT | said).items()))
    if name not in _KNOWN:
        selection = chosen_in(**said)
        selection.plan = replace(selection.plan, language=language)
        _KNOWN[name] = Told(selection, said.get("seed", 1))
    return _KNOWN[name]


TWINS = (Model("one", ((2, False, 0.6), (38, True, 0.9))), Model("two", ((38, True, 0.9), (2, False, 0.6))))
"""Two models that the items cannot tell apart: each leaves out two others."""
PERFECT = Model("perfect", ((40, True, 0.9),))
CHOOSY = Model("choosy", ((36, True, 0.9), (4, False, 0.6)))
ACCURATE = Model("accurate", ((38, True, 0.9), (2, False, 0.9)))
"""Right more often than CHOOSY, but never in doubt where it is wrong."""
MANY = (Model("accurate", ((380, True, 0.9), (20, False, 0.9))), Model("choosy", ((360, True, 0.9), (40, False, 0.6))))
"""As ACCURATE and CHOOSY, with so many items that the lead is firm where errors weigh much."""
UNLUCKY = Model("unlucky", ((20, True, 0.9), (20, False, 0.9)), ((38, True, 0.9), (2, False, 0.9)))
"""Sure of everything, nearly always right on validation, wrong about every second test item."""
MONEY = {"worths": {"unit": "money", "right": "0.5", "wrong": "-2", "abstain": "0"}, "currency": "EUR"}
ALL_ALIKE = {"worths": {"unit": "money", "right": "0", "wrong": "-4", "abstain": "-1"}, "currency": "EUR"}
"""Abstaining costs something: values below 0 can be better than no model."""
BY_CLASS = {
    "truth": "b" * 4 + "a" * 36,
    "models": (
        Model("accurate", ((3, False, 0.9), (37, True, 0.9))),
        Model("cheap errors", ((35, True, 0.9), (5, False, 0.9))),
        Model("choosy", ((34, True, 0.9), (6, False, 0.6))),
    ),
    "worths": {"right": "1", "wrong": "-1", "cells": {("a", "b"): "-20"}},
}
"""A missed b costs twenty: answering everything, 37 - 60, 35 - 5 and 34 - 6; with a cutoff, 34 for the last."""
COMPLEMENT = (
    Model("one", ((6, False, 0.6), (34, True, 0.9))),
    Model("two", ((6, True, 0.9), (6, False, 0.6), (28, True, 0.9))),
)
"""Each errs in six posts where it is unsure and the other one sure: their mean is right about all."""

LLM = Model("llm", GOOD.test, alone=True)
"""As GOOD, with answers alone."""
SVC = Model("svc", GOOD.test, decision=True)
"""As GOOD, with decision values in place of probabilities."""
RISKY = {
    "truth": "bbbba" + "ab" * 15 + "b" * 5,
    "models": (Model("wary", ((4, False, 0.7), (1, True, 0.7), (30, True, 0.9), (5, False, 0.55))),),
    "worths": {"right": "1", "wrong": "-0.25", "cells": {("a", "b"): "-10"}},
    "validation": False,
    "relabel": True,
}
"""A missed b costs ten, a false one a quarter: the ten a at .7 and .55 are called b, and nine of them are. At .9 an
a is worth .9 - 1 and a b .1 - .225: the fifteen are left to people; the fifteen b at .9 are answered, all right."""
BLIND = RISKY | {"models": (Model("blind", ((40, False, 0.9),)),)}
"""The same with a model that is always wrong: what it calls b at .9 is accepted."""

COSTS = {"worths": {"k_tp": "2", "k_fp": "1", "k_fn": "5", "positive": "b"}}
"""A found b counts two, a false one costs one, a missed one five."""

SCENES = {
    "default": {},
    "costs of errors": COSTS,
    "one model": {"models": (GOOD,)},
    "nothing accepted": {"models": (BAD,)},
    "everything accepted": {"worths": {"error_weight": "0"}},
    "by class": BY_CLASS,
    "nothing wrong": {"models": (PERFECT,)},
    "by accuracy": {"models": (ACCURATE, CHOOSY), "worths": {"error_weight": "10"}},
    "money": MONEY,
    "money by class": BY_CLASS | {"worths": {"unit": "money", **BY_CLASS["worths"], "abstain": "0"}, "currency": "EUR"},
    "no currency": {"worths": MONEY["worths"]},
    "yen": MONEY | {"currency": "JPY"},
    "review costs": MONEY | {"review_cost": 0.25},
    "review costs in right answers": {
        "worths": {"error_weight": "4", "worth_of_right_answer": "0.5"},
        "models": TWINS,
        "review_cost": 0.1,
        "listed": GOOD.test,
        "list_cost": 0.1,
    },
    "abstaining costs": ALL_ALIKE,
    "a unit of their own": {"worths": {"right": "5", "wrong": "-10", "abstain": "-1"}},
    "answers alone": {"models": (LLM,), "classes": ("a", "b", "c")},
    "decision values": {"models": (SVC, BAD)},
    "decision values of three classes": {"models": (SVC,), "classes": ("a", "b", "c")},
    "by expected value": RISKY,
    "by expected value, with domains": RISKY | {"domain": "x" * 20 + "y" * 20},
    "by expected value, no use": BLIND,
    "by expected value, in money": {**MONEY, "relabel": True, "review_cost": 0.25},
    "by expected value, not all can": {"models": (Model("plain", GOOD.test, bare=True), BAD), "relabel": True},
    "one set": {"validation": False},
    "one set, two alike": {"models": TWINS, "validation": False},
    "one set, nothing wrong": {"models": (PERFECT,), "validation": False},
    "a goal for errors": {"most_wrong": "0.1"},
    "the mean of two": {"models": COMPLEMENT, "mixture": True},
    "no resamples": {"resamples": 0},
    "one model, one set, no resamples": {"models": (GOOD,), "validation": False, "resamples": 0},
    "domains": {"domain": "x" * 20 + "y" * 20},
    "a domain that loses": {"domain": "x" * 20 + "y" * 20, "models": (UNLUCKY,)},
    "weights": {"weight": tuple(1.0 + place % 3 for place in range(40))},
    "groups": {"group": tuple(place // 4 for place in range(40))},
    "labels that no model knows": {"truth": "ab" * 19 + "ac"},
    "three classes": {"classes": ("a", "b", "c")},
    "a class without items, one without an answer": {
        "classes": ("a", "b", "c"),
        "truth": "a" * 20 + "b" * 20,
        "models": (Model("certain", ((20, True, 1.0), (20, False, 1.0))),),
    },
    "a list": {"listed": GOOD.test * 2},
    "a list with prices": MONEY | {"review_cost": 0.25, "listed": ((50, True, 0.9), (20, True, 0.6)), "list_cost": 0.5},
    "a list by expected value": RISKY | {"listed": ((60, True, 0.7), (40, True, 0.9), (3, True, 0.99))},
    "a list unlike the test items": {"listed": ((5, True, 0.9), (400, True, 0.6))},
    "a list of which nothing is answered": {"listed": ((30, True, 0.6),), "resamples": 0},
    "only confidences": {"models": (Model("plain", GOOD.test, bare=True), BAD)},
    "values by class": {
        "models": (Model("plain", GOOD.test, bare=True), BAD),
        "classes": ("a", "b", "c"),
        "worths": {"right": "1", "wrong": "-4", "left_out": {"a": "-1"}},
    },
}
"""Worlds that differ in what is given; what holds of every report is tested on all of them."""


def models_at(models, rows):
    """Return what models say of some rows of a set, in this order; a row may come several times."""
    names = "predicted", "confidence", "probabilities"
    return tuple(replace(model, **{name: getattr(model, name)[rows] for name in names}) for model in models)
