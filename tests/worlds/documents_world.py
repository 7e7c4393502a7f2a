"""A small world for documents: a few labelled items, a few models, and what the report on them says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

import numpy as np

from budgetplan.domain.items import UNLABELLED, Answerer, Answers, Excluded, Items, ModelOutput, Reason
from budgetplan.domain.plan import Budget, Columns, ModelSpec, Plan, Reviewed, Target, Values, Words, Work
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.lists.evidence import gather
from budgetplan.plans.review import Analysis
from budgetplan.report.model import Document
from budgetplan.report.page import Framing
from budgetplan.report.ranked import ReviewSpeaker, build_files, build_report
from budgetplan.work.building import work_of_filter

CLASSES = {"x": "idiom", "o": "collocation", ".": "literal"}
"""Letters of a world's labels; ``?`` is an item without a label."""

LABELS = "x..." * 10
"""Forty items, ten idioms."""

WORDS = Words("sentence", "sentences", "idiom", "idioms")


@dataclass(frozen=True)
class Model:
    """How a model orders the items.

    ``order``: a letter for each item, reviewed in the order of the alphabet (equal letters are a tie); where
    it is empty, entries score ``skill`` higher than the rest, with noise of that ``seed`` around it.
    """

    name: str
    skill: float = 0.0
    seed: int = 1
    order: str = ""
    cut: float | None = None
    cost: str = "0"

    def scores(self, labels: str) -> np.ndarray:
        if self.order:
            return np.array([-float(ord(letter)) for letter in self.order])
        noise = np.random.default_rng(self.seed).normal(size=len(labels))
        return noise + self.skill * np.array([letter in "xo!" for letter in labels])


def placed(labels: str, places: Iterable[int]) -> str:
    """Return an order in which the entries stand at these places (1 is first), and the others fill the rest."""
    wanted = sorted(places)
    others = [place for place in range(1, len(labels) + 1) if place not in wanted]
    first, second = iter(wanted), iter(others)
    return "".join(chr(64 + next(first if letter in "xo" else second)) for letter in labels)


GOOD, POOR = Model("good", 9.0), Model("poor", 0.0, 2)
"""An order with all entries first, and one that knows nothing."""


@dataclass(frozen=True)
class Told:
    """A world's analysis and document."""

    analysis: Analysis
    excluded: tuple[Excluded, ...]

    @cached_property
    def document(self) -> Document:
        framing = Framing("2026-11-21", "BP-00000000", facts=(("Table", "scores.csv"),), excluded=self.excluded)
        return build_report(self.analysis, framing, work_of_filter(self.analysis))

    @property
    def speaker(self) -> ReviewSpeaker:
        return ReviewSpeaker(self.analysis)

    def table(self, key: str):
        every = (*self.document.tables(), *build_files(self.analysis))
        return next(table for table in every if table.key == key)

    def figure(self, key: str):
        return next(figure for figure in self.document.figures() if figure.key == key)


DEFAULT = {
    "labels": LABELS,
    "models": (GOOD, POOR),
    "price": {"per_item": "1", "currency": "EUR"},
    "budget": ("8", "money", "everything"),
    "values": None,
    "target": None,
    "positive": ("idiom",),
    "list_size": None,
    "judged": False,
    "prevalence": None,
    "mixture": False,
    "groups": "",
    "weights": None,
    "types": "",
    "sizes": None,
    "listed": None,
    "resamples": 100,
    "seed": 1,
    "parts": 10,
    "words": WORDS,
    "title": "",
    "project": "",
    "author": "",
    "notes": (),
    "work": {},
    "excluded": (),
    "answers": "",
    "answer_price": "0.01",
    "accept": "auto",
    "profile": "a4",
}
"""``answers``: of each item ``1`` where an answerer says it is collected, ``0`` where not, ``-`` where it says nothing."""
_KNOWN: dict[str, Told] = {}


def world(**said: object) -> Told:
    """Return what is said of a world; what is not given is as in ``DEFAULT``. Equal worlds are made once."""
    unknown = set(said) - set(DEFAULT)
    assert not unknown, unknown
    args = DEFAULT | said
    name = repr(sorted(args.items()))
    if name not in _KNOWN:
        excluded = tuple(Excluded(f"out-{at}", reason, f"line {at}") for at, reason in enumerate(args["excluded"]))
        _KNOWN[name] = Told(Analysis(gather(make_plan(args), make_items(args), outputs(args))), excluded)
    return _KNOWN[name]


_AS_THEY_ARE = (
    *("positive", "words", "list_size", "prevalence", "mixture", "parts", "resamples", "seed"),
    *("title", "project", "author", "profile", "notes"),
)
"""What the plan has by the same name as a world."""


def make_plan(args: dict) -> Plan:
    price = args["price"]
    prices = Prices()
    if price is not None:
        given = {name: _exact(value) for name, value in price.items()}
        prices = Prices(stated=True, listed=args["listed"] is not None, **given)
    values = args["values"]
    return Plan(
        table="scores.csv",
        columns=Columns(
            label="gold",
            group="type" if args["groups"] else "",
            weight="" if args["weights"] is None else "w",
            type="lemma" if len(args["types"]) > 1 else "",
        ),
        models=tuple(ModelSpec(model.name, model.name) for model in args["models"]),
        prices=prices,
        values=None if values is None else Values(**{name: _exact(value) for name, value in values.items()}),
        budget=None if args["budget"] is None else Budget(Decimal(args["budget"][0]), *args["budget"][1:]),
        target=None if args["target"] is None else Target(Decimal(args["target"][0]), *args["target"][1:]),
        work=Work(**args["work"]),
        answerers=(_answerer(args),) if args["answers"] else (),
        by_type=bool(args["types"]),
        **{name: args[name] for name in _AS_THEY_ARE},
        reviewed=Reviewed(("log.csv",), ids=frozenset({"seen"})) if args["judged"] else None,
    )


def _answerer(args: dict) -> Answerer:
    price = Decimal(args["answer_price"])
    return Answerer("llm", "said", price=price, priced_on="2026-11-01", accept=args["accept"])


def _answers(args: dict) -> tuple[Answers, ...]:
    if not args["answers"]:
        return ()
    said = np.array(["-01".index(letter) - 1 for letter in args["answers"]], dtype=np.int64)
    # An item of the list without an answer was not asked about.
    asked = np.array(
        [(kind, letter) != ("!", "-") for kind, letter in zip(args["labels"], args["answers"], strict=True)]
    )
    return (Answers("llm", said, _answerer(args).item_cost(len(said)), asked=asked),)


def _exact(value: object) -> object:
    """Turn numbers in text into decimals, also inside a mapping."""
    if isinstance(value, dict):
        return {name: Decimal(amount) for name, amount in value.items()}
    if isinstance(value, str) and value[:1].isdigit():
        return Decimal(value)
    return value


def make_items(args: dict) -> Items:
    labels = args["labels"]
    classes = tuple(sorted({CLASSES[letter] for letter in labels if letter not in "?!"}))
    codes = [UNLABELLED if letter in "?!" else classes.index(CLASSES[letter]) for letter in labels]
    names = tuple(sorted(set(args["groups"])))
    listed, sizes, weights = args["listed"], args["sizes"], args["weights"]
    # A single sign: every row is a type.
    kinds = np.array([ord(letter) for letter in args["types"]], dtype=np.int64)
    return Items(
        kind=kinds if len(kinds) > 1 else None,
        ids=tuple(f"w{place:03}" for place in range(len(labels))),
        classes=classes,
        label=np.array(codes, dtype=np.int64),
        weight=None if weights is None else np.array(weights, dtype=np.float64),
        group=np.array([names.index(letter) for letter in args["groups"]], dtype=np.int64) if names else None,
        groups=names,
        units=None if sizes is None else np.array(sizes, dtype=np.float64),
        listed_cost=None if listed is None else np.array([float(Decimal(one) * MICRO) for one in listed]),
        answers=_answers(args),
    )


def outputs(args: dict) -> list[ModelOutput]:
    return [
        ModelOutput(model.name, model.scores(args["labels"]), model.cut, float(model.cost), model.name)
        for model in args["models"]
    ]


_ALL_COSTS = {
    "per_item": "0.333",
    "currency": "EUR",
    "annotators": "1.2",
    "adjudicated_share": "0.15",
    "adjudication": "0.625",
    "extra_per_entry": "0.115",
    "fixed": {"Guidelines": "2.5", "Platform": "1.005"},
    "contingency": "0.075",
    "indirect": "0.125",
}
_EACH = {"per_item": "1", "currency": "EUR"}
FIXED = _EACH | {"fixed": {"Guidelines": "100"}}
TIMED = {"hourly_rate": "36", "seconds_per_item": "60", "currency": "EUR"}
TARGET = {"budget": None, "target": ("0.5", "share")}
_WORTH = {"entry": {"idiom": "6"}}
NET = {"values": _WORTH, "budget": None}
ITEMS = {"budget": ("8", "items"), "price": None}
_TIES = {"models": (Model("tied", order="aabb" * 4 + "aaab" * 4 + "b" * 8), POOR)}
LISTED = {"labels": LABELS + "!???" * 20}
"""A list with scores: "!" stands for an entry that nobody has labelled."""


def last_too_dear() -> dict:
    """A list whose sixth item costs ten others: the budget would pay for it alone, more money for what is behind."""
    labels, fair = LABELS + "?" * 30, Model("fair", 1.2, 3)
    order = np.argsort(-np.array(fair.scores(labels)), kind="stable")
    sizes = np.ones(len(labels))
    sizes[order[order >= len(LABELS)][5]] = 10
    return {
        "labels": labels,
        "models": (fair,),
        "sizes": tuple(sizes),
        "price": {"per_unit": "0.2", "unit": "word", "currency": "EUR"},
        "values": {"entry": {"idiom": "3"}},
        "budget": ("3", "money"),
    }


SCENES: dict[str, dict] = {
    "budget": {},
    "budget for annotation": {"price": FIXED, "budget": ("8", "money", "annotation")},
    "target share": TARGET,
    "target count": {"budget": None, "target": ("4", "entries")},
    "target over the budget": TARGET | {"budget": ("4", "money")},
    "target without a price": TARGET | {"price": None},
    "net value": NET,
    "net value within a budget": NET | {"budget": ("5", "money")},
    "open": {"budget": None},
    "open without a price": {"budget": None, "price": None},
    "unpriced": {"budget": ("8", "items"), "price": None},
    "cannot start": {"price": FIXED},
    "cannot buy": {"budget": ("0.99", "money")},
    "unreachable": {"budget": None, "target": ("11", "entries")},
    "not starting": {"budget": None, "values": {"entry": {"idiom": "0.5"}}},
    "no entries": {"labels": "." * 40},
    "one model": {"models": (GOOD,)},
    "no order": {"models": (POOR,)},
    "a mixture too dear": {"models": (Model("good", 9.0, cost="5"), Model("fair", 2.0, 3, cost="6")), "mixture": True},
    "a model too dear": {"models": (Model("good", 9.0, cost="30"),)},
    "no resamples": {"resamples": 0},
    "net value without resamples": NET | {"resamples": 0},
    "list by its size": {"list_size": 415, "budget": ("80", "money")},
    "list in the table": {"labels": LABELS + "?!???!" * 5},
    "groups": {"groups": "abcdefgh" * 5},
    "two classes": {
        "labels": "x.o." * 10,
        "positive": ("idiom", "collocation"),
        "values": {"entry": {"idiom": "6", "collocation": "3"}},
    },
    "people err": NET | {"values": _WORTH | {"error": {"idiom": "0.1", "literal": "0.05"}}},
    "left out hurts": NET | {"values": _WORTH | {"left_out": {"idiom": "-2"}}},
    "weights": {"weights": tuple(1.0 + place % 3 for place in range(40)), "budget": ("17", "money")},
    "types": {"types": ("abcdefg" * 6)[:40]},
    "types in ties": _TIES | {"types": ("abcdefg" * 6)[:40], "budget": ("12", "money")},
    "types of a worth": NET | {"types": ("abcdefghijk" * 4)[:40]},
    "rows are types": {"types": "r", "weights": tuple(1.0 + place % 3 for place in range(40))},
    "rows of a list are types": {
        "types": "r",
        "labels": LABELS + "!???" * 20,
        "weights": tuple(1.0 + place % 3 for place in range(120)),
    },
    "all costs": {"price": _ALL_COSTS, "budget": ("21.37", "money"), "models": (Model("good", 9.0, cost="1.25"), POOR)},
    "listed prices": {"listed": tuple(f"{place / 7:.6f}" for place in range(1, 41))},
    "hours": {
        "price": TIMED | {"seconds_per_unit": "0.5", "unit": "letters"},
        "sizes": tuple(range(1, 41)),
        "budget": ("0.2", "hours"),
    },
    "items": {"budget": ("8", "items")},
    "ties": _TIES,
    "rows left out": {"excluded": (Reason("no_score", "a"), Reason("split", "dev"), Reason("split", "dev"))},
    "twenty parts": {"parts": 20},
    "yen": {"price": {"per_item": "12.5", "currency": "JPY", "minor_digits": 0}, "budget": ("103", "money")},
}
"""Worlds that differ in what is asked, priced and given; what holds of every report is tested on all of them."""
