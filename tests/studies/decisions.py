"""Does the package decide well on real data, and are its own figures true?

Run ``python tests/studies/decisions.py [--draws 4] [--only orders]``: of every example's table so many items are
labelled, drawn at random or by whole groups; the rest is the project's list, with its scores and without labels.
The package plans through ``budgetplan.plan``; the true labels of the rest then say what its order, its stop, its
target or its cutoff gives. The draws take budgets, worths, targets and error weights in turn. The seeds are fixed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import real_tables
import truths
from real_tables import Answered, Ranked
from summary import Cell, Counted, Measure, lost, lost_by_weight, share, table

import budgetplan

BUDGETS = (0.1, 0.2)
"""Shares of the list that can be reviewed."""
WORTHS = (0.5, 1.0, 2.0)
"""What an entry is worth, in prices of finding one in a random order: 0.5 stops early, 2 late."""
TARGETS = (0.8, 0.95)
WEIGHTS = (1, 4, 10)
"""What a wrong answer costs, in right ones."""


@dataclass(frozen=True, eq=False)
class Draw:
    """One project: what is labelled and the rest, the share of entries in the whole table, and how to plan it."""

    labelled: Any
    rest: Any
    prevalence: float
    turn: int
    resamples: int

    def plan(self, labels: Sequence[str], models: Any, **options: Any) -> dict[str, Any]:
        """Return ``decision.json`` of a plan for the rest."""
        if self.rest.group is not None:
            options["groups"] = np.concatenate([self.labelled.group, self.rest.group])
        said = [*labels, *[None] * len(self.rest)]
        return budgetplan.plan(said, models, resamples=self.resamples, **options).decision

    def review(self, **options: Any) -> dict[str, Any]:
        """Return ``decision.json`` of a plan to review the rest."""
        both = {name: np.concatenate([score, self.rest.scores[name]]) for name, score in self.labelled.scores.items()}
        labels = np.where(self.labelled.positive, "yes", "no").tolist()
        return self.plan(labels, both, positive="yes", **options)

    def path(self, record: Mapping[str, Any]) -> np.ndarray | None:
        """Return the entries among the first items of the recommended order; None where none is recommended."""
        told = record["recommendation"]
        if told["why_not"] or told["model"] is None:
            return None
        score = self.rest.scores.get(told["model"])
        if score is None:
            score = truths.mixed(_members(record), self.rest.scores)
        return truths.curve(score, self.rest.positive)


def _members(record: Mapping[str, Any]) -> Mapping[str, float]:
    """Return what the members of a mixture weigh; empty where there is none."""
    return record["recommendation"]["members"]


def orders(draw: Draw) -> Counted:
    """Count what the recommended order finds for a budget, and what other choices would have found."""
    share = BUDGETS[draw.turn % len(BUDGETS)]
    items = int(share * len(draw.rest))
    record = draw.review(budget=f"{items} items")
    path = draw.path(record)
    if path is None:
        return {"refused": 1}
    off = draw.path(draw.review(budget=f"{items} items", mixture="off")) if _members(record) else path
    found = {name: float(truths.curve(score, draw.rest.positive)[items]) for name, score in draw.rest.scores.items()}
    told = record["recommendation"]["found"]
    product = float(path[items])
    return {
        "best": max(found.values()),
        "product": product,
        "off": product if off is None else float(off[items]),
        "random": float(np.mean(list(found.values()))),
        "f1": truths.chosen_by(truths.best_f1, draw.labelled, found),
        "auc": truths.chosen_by(truths.auc, draw.labelled, found),
        "gain": truths.chosen_by(truths.gain_at(share), draw.labelled, found),
        "mixed": record["recommendation"]["model"] not in draw.rest.scores,
        "said": told["value"],
        "covered": _covers(told, product),
    }


def stops(draw: Draw) -> Counted:
    """Count the net value that is said of the recommended stop, the true one, and that of the best stop."""
    worth = round(WORTHS[draw.turn % len(WORTHS)] / draw.prevalence, 2)
    record = draw.review(cost=1, entry_value=worth)
    path, told, most = draw.path(record), record["recommendation"], _best_net(draw.rest, worth)
    if told["why_not"]:
        return {"refused": 1}
    if path is None:  # not starting is a decision too, and may lose all there is to gain
        return {"not started": 1, "best": most, "best of models": most}
    net = worth * path - np.arange(len(path))
    at = round(told["reviewed"]["value"])
    return {
        "started": 1,
        "net": net[at],
        "best": net.max(),
        "best of models": most,
        "said": told["net"]["value"],
        "covered": _covers(told["net"], net[at]),
        "found": path[at],
        "found_said": told["found"]["value"],
        "found_covered": _covers(told["found"], path[at]),
        "reviewed": at / len(draw.rest),
    }


def _best_net(rest: Ranked, worth: float) -> float:
    """Return the net value of the best stop of the best model."""
    paths = [truths.curve(score, rest.positive) for score in rest.scores.values()]
    return max(float((worth * path - np.arange(len(path))).max()) for path in paths)


def targets(draw: Draw) -> Counted:
    """Count whether a share of all entries is reached by the recommended stop, and by the safer one."""
    share = TARGETS[draw.turn % len(TARGETS)]
    record = draw.review(target=f"{100 * share:.0f} %")
    path = draw.path(record)
    if path is None:
        return {"refused": 1}
    at = round(record["recommendation"]["reviewed"]["value"])
    safer, wanted = record["filter"]["items_for_target_in_95_percent"], share * path[-1] - 1e-9
    key = f"{100 * share:.0f}"
    return {
        f"n {key}": 1,
        f"reached {key}": path[at] >= wanted,
        f"reviewed {key}": at / len(draw.rest),
        f"least {key}": np.argmax(path >= wanted) / len(draw.rest),
        f"safer {key}": safer is not None,
        f"safer reached {key}": safer is not None and path[safer] >= wanted,
    }


def cutoffs(draw: Draw) -> Counted:
    """Count what the recommended model gives when it answers alone from the recommended cutoff on."""
    weight = WEIGHTS[draw.turn % len(WEIGHTS)]
    labelled, rest = draw.labelled, draw.rest
    models = {name: _joined(own, rest.given()[name]) for name, own in labelled.given().items()}
    record = draw.plan(labelled.truth.tolist(), models, classes=rest.classes, error_weight=weight)
    if record["recommendation"]["why_not"]:
        return {"refused": 1}
    given, told = _answering(record, labelled, rest, weight), record["defer"]["value_per_item"]
    return {
        f"best {weight}": truths.best_value(rest, weight),
        f"product {weight}": given,
        "given": given,
        "mixed": record["defer"]["chosen"]["model"] not in rest.answer,
        "said": told["value"] * len(rest),
        "covered": _covers(told, given / len(rest)),
        f"theory {weight}": truths.by_theory(labelled, rest, weight),
        f"labels {weight}": truths.by_labels(labelled, rest, weight),
    }


def _joined(own: Any, other: Any) -> Any:
    if isinstance(own, dict):
        return {key: np.concatenate([own[key], other[key]]) for key in own}
    return np.concatenate([own, other])


def _answering(record: Mapping[str, Any], labelled: Answered, rest: Answered, weight: float) -> float:
    """Return what the recommended model and cutoff give; without a cutoff people decide everything.

    The cutoff is of the stated confidence, or, where a temperature reorders confidences, of the calibrated one.
    """
    told = record["defer"]
    model = next(one for one in told["models"] if one["name"] == told["chosen"]["model"])
    if model.get("mean_of"):
        stated = truths.mean_of({one["name"]: one["temperature"] for one in model["mean_of"]}, rest, labelled)
        answer, sure = np.array(rest.classes)[stated.argmax(axis=1)], stated.max(axis=1)
    else:
        answer, sure = rest.answer[model["name"]], rest.confidence[model["name"]]
        stated = rest.probabilities.get(model["name"])
    cutoff = told["chosen"]["cutoff"]
    if cutoff is None and told.get("cutoff_on_calibrated_confidence") is not None:
        cutoff = told["cutoff_on_calibrated_confidence"]
        if model["temperature"] is not None:
            sure = truths.tempered(stated, model["temperature"]).max(axis=1)
    return 0.0 if cutoff is None else truths.value_at(answer == rest.truth, sure, weight, cutoff)


def _covers(told: Mapping[str, float], truth: float) -> bool:
    return bool(told["low"] - 1e-9 <= truth <= told["high"] + 1e-9)


ANSWERING = {
    f"{name}{told}": lost_by_weight(key, weights)
    for told, weights in (("", WEIGHTS), *((f", weight {one}", (one,)) for one in WEIGHTS))
    for name, key in (("recommended", "product"), ("stated probabilities", "theory"), ("best on the labels", "labels"))
} | {"means, %": share("mixed"), "value: said, % of truth": share("said", "given"), "covered, %": share("covered")}

MEASURES = {
    "orders": Measure(
        "Orders: entries lost against the best single model in hindsight, in per cent of what that finds",
        real_tables.RANKED,
        orders,
        {
            "recommended": lost("product"),
            "mixture off": lost("off"),
            "gain at the budget": lost("gain"),
            "best AUC": lost("auc"),
            "best F1": lost("f1"),
            "any model": lost("random"),
            "mixtures, %": share("mixed"),
            "found: said, % of truth": share("said", "product"),
            "covered, %": share("covered"),
        },
        ("found: said, % of truth",),
    ),
    "stops": Measure(
        "Stops: what is said of the recommended stop against the truth, and what the stop loses against the best",
        real_tables.RANKED,
        stops,
        {
            "net: said, % of truth": share("said", "net"),
            "net covered, %": share("covered", "started"),
            "found: said, % of truth": share("found_said", "found"),
            "found covered, %": share("found_covered", "started"),
            "lost by the stop, %": lost("net"),
            "lost by order and stop, %": lost("net", "best of models"),
            "reviewed, % of the list": share("reviewed"),
            "not started, %": share("not started"),
        },
        ("net: said, % of truth", "found: said, % of truth", "lost by the stop, %", "lost by order and stop, %"),
    ),
    "targets": Measure(
        "Targets: how often the recommended stop and the safer one reach so many per cent of all entries",
        real_tables.RANKED,
        targets,
        {
            f"{name} {key} %": share(f"{column} {key}", f"{of} {key}")
            for key in (f"{100 * one:.0f}" for one in TARGETS)
            for name, column, of in (
                ("reach", "reached", "n"),
                ("reviewed for", "reviewed", "n"),
                ("needed for", "least", "n"),
                ("a safer stop for", "safer", "n"),
                ("safer reaches", "safer reached", "safer"),
            )
        },
        tuple(f"safer reaches {100 * one:.0f} %" for one in TARGETS),
    ),
    "cutoffs": Measure(
        "Cutoffs: value lost against the best cutoff of the best model in hindsight, in per cent of that",
        real_tables.ANSWERED,
        cutoffs,
        ANSWERING,
        tuple(ANSWERING),
    ),
}


def study(said: argparse.Namespace, name: str) -> Iterator[Cell]:
    """Count one measure on all settings and sizes."""
    measure = MEASURES[name]
    for setting, whole in real_tables.chosen(measure.tables, said.settings):
        rate = float(whole.positive.mean()) if isinstance(whole, Ranked) else 0.0
        for size in said.labels:
            if size > len(whole) / 2:
                continue
            counted, started = [], time.process_time()
            for turn in range(said.draws):
                own, rest = real_tables.split(np.random.default_rng([size, turn]), whole, size, said.most)
                draw = Draw(whole.take(own), whole.take(rest), rate, turn, said.resamples)
                counted.append(measure.count(draw))
            seconds = time.process_time() - started
            print(f"{name}: {setting}, {size:,} labels, {seconds:.0f} s of CPU", file=sys.stderr, flush=True)
            cell = Cell(name, setting, size, whole.group is not None, counted)
            if said.save:
                with said.save.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(cell), default=float) + "\n")
            yield cell


def main() -> None:
    """Print the tables."""
    parser = real_tables.parser_of(__doc__)
    parser.add_argument("--only", nargs="*", choices=list(MEASURES), default=list(MEASURES))
    parser.add_argument("--labels", type=int, nargs="*", default=[150, 400, 1000])
    parser.add_argument("--draws", type=int, default=6, help="6 take every budget, worth and target in turn")
    parser.add_argument("--resamples", type=int, default=400)
    parser.add_argument("--save", type=Path, help="file to which every cell of the table is added when it is done")
    parser.add_argument("--read", type=Path, nargs="*", default=[], help="make the tables of such files instead")
    parser.add_argument("--brief", action="store_true", help="means over settings alone")
    said = parser.parse_args()
    done = [Cell(**json.loads(line)) for file in said.read for line in file.read_text("utf-8").splitlines()]
    done += [] if said.read else [cell for name in said.only for cell in study(said, name)]
    for name, measure in MEASURES.items():
        cells = [cell for cell in done if cell.measure == name]
        if cells:
            print(table(measure, cells, brief=said.brief))


if __name__ == "__main__":
    main()
