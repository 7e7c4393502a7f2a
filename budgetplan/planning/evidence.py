"""What the labelled sample says of each model: its order, its path, what a budget buys from it.

Where there is a project list, every path is the sample's path scaled to the list: each labelled item stands for
N / n items of it, so the top share f of the list behaves as the top share f of the sample (METHODS F9, by share).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal
from functools import lru_cache
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from budgetplan.domain.decision import Basis
from budgetplan.domain.items import FloatArray, IntArray, Items, ModelOutput
from budgetplan.domain.plan import Budget, Plan
from budgetplan.domain.prices import MICRO, Prices, Quantities
from budgetplan.metrics.budget import affordable_items
from budgetplan.metrics.order import rank
from budgetplan.metrics.path import Path, Ranking, make_path
from budgetplan.planning.estimates import resampled_if_told_apart
from budgetplan.planning.limits import check_total

PERFECT, RANDOM = "perfect order", "random order"


@dataclass(frozen=True, eq=False)
class Ranked:
    """One order of review: a model's, or a comparator's."""

    name: str
    ranking: Ranking
    path: Path
    cost: Decimal
    score: FloatArray
    cut: float | None


@dataclass(frozen=True, eq=False)
class Evidence:
    """All that decisions are made of.

    Attributes
    ----------
    plan
        What the user said.
    n_sample, n_groups
        Labelled items that give the figures, and their groups (None: independent items).
    basis, list_items
        What counts refer to, and how many items that is (weighted, for a sample).
    whole_items
        ``list_items`` as a whole number: the most that can be reviewed.
    measures
        Per labelled item, shape (n,): ``cost`` in millionths, ``positives`` 0/1, ``value`` (H - R, in currency
        units), ``seconds``, ``units``, ``listed``.
    weight, group
        Shape (n,), or None.
    left_value
        Worth of leaving everything out: the sum of R over the list.
    models, perfect, random
        The users' models in the order of their names, and the comparators.
    """

    plan: Plan
    n_sample: int
    n_groups: int | None
    basis: Basis
    list_items: float
    whole_items: int
    measures: Mapping[str, FloatArray]
    weight: FloatArray | None
    group: IntArray | None
    left_value: float
    models: tuple[Ranked, ...]
    perfect: Ranked
    random: Ranked

    @property
    def prices(self) -> Prices:
        """The cost model."""
        return self.plan.prices

    @property
    def n_positives(self) -> float:
        """Entries in the list, as far as the sample tells."""
        return self.random.path.total("positives")

    @property
    def common_worth(self) -> float | None:
        """Worth of every entry where all are worth the same, people make no errors and nothing else counts."""
        values = self.plan.values
        if values is None or values.error or any(values.left_out.values()):
            return None
        worths = {values.entry.get(name) for name in self.plan.positive}
        others = [worth for name, worth in values.entry.items() if name not in self.plan.positive and worth]
        worth = worths.pop() if len(worths) == 1 and not others else None
        return None if worth is None else float(worth)

    def model(self, name: str) -> Ranked:
        """Return the model of that name."""
        return next(model for model in self.models if model.name == name)

    def bought(self, model: Ranked, items: int) -> Quantities:
        """Return what is paid for when the first ``items`` are reviewed in this order."""
        path = model.path
        return Quantities(
            items=items,
            seconds=float(path.read("seconds", items)),
            units=float(path.read("units", items)),
            listed=float(path.read("listed", items)),
            positives=float(path.read("positives", items)),
        )

    def spend(self, model: Ranked, items: int) -> Decimal:
        """Return the printed total of reviewing the first ``items`` (items, where nothing has a price)."""
        return self.prices.printed_total(self.bought(model, items), model.cost)

    def totals(self, model: Ranked, items: FloatArray) -> FloatArray:
        """Return T in currency units at each number of items, same shape; 0 where none is reviewed."""
        total = self.prices.total(model.path.read("cost", items), model.cost) / MICRO
        return np.where(items > 0, total, 0.0)

    def net_values(self, model: Ranked, items: FloatArray) -> FloatArray:
        """Return value minus T at each number of items, same shape, in currency units."""
        return model.path.read("value", items) + self.left_value - self.totals(model, items)

    def printed(self, model: Ranked, *, annotation_only: bool = False) -> IntArray:
        """Return the printed total of every whole number of items from 0 on, in minor units."""
        return _printed(self, model, annotation_only)

    def affordable(self, model: Ranked, budget: Budget) -> int:
        """Return m(B): the greatest whole number of items that the budget pays for.

        Money is tested against the printed total: every line rounded as it is printed, then added.
        """
        if budget.unit == "items":
            return min(int(budget.amount), self.whole_items)
        if budget.unit == "hours":
            return min(affordable_items(model.path, float(budget.amount * 3600), "seconds"), self.whole_items)
        digits = self.prices.minor_digits if self.prices.stated else 0
        least = int((budget.amount.scaleb(digits)).to_integral_value(ROUND_FLOOR))
        # Printed totals never fall as items are added.
        totals = self.printed(model, annotation_only=budget.covers == "annotation")
        return max(int(np.searchsorted(totals, least, side="right")) - 1, 0)

    def limit(self, model: Ranked, budget: Budget) -> tuple[str, float]:
        """Return (measure, limit) of a budget on the paths: for resamples, where nothing is printed."""
        if budget.unit == "items":
            return "items", float(budget.amount)
        if budget.unit == "hours":
            return "seconds", float(budget.amount * 3600)
        covers_all = budget.covers == "everything"
        # Costs are whole millionths, so a fraction of one buys nothing.
        return "cost", float(
            np.floor(self.prices.annotation_within(budget.amount, model.cost, covers_all=covers_all))
        )


@lru_cache(maxsize=64)
def _printed(evidence: Evidence, model: Ranked, annotation_only: bool) -> IntArray:
    stops = np.arange(evidence.whole_items + 1)
    path = model.path
    bought = Quantities(
        stops,
        *(path.read(measure, stops) for measure in ("seconds", "units", "listed", "positives")),
    )
    return evidence.prices.printed_totals(bought, model.cost, annotation_only=annotation_only)


def gather(plan: Plan, items: Items, outputs: Sequence[ModelOutput]) -> Evidence:
    """Turn labelled items and model outputs into paths.

    Parameters
    ----------
    plan
        Prices, values, positive classes.
    items
        All items; those without a label are the project's list and count, no more.
    outputs
        Scores for the items, same order.
    """
    labelled = items.labelled
    n = int(labelled.sum())
    label = items.label[labelled]
    weight = None if items.weight is None else items.weight[labelled]
    group = None if items.group is None else np.unique(items.group[labelled], return_inverse=True)[1]
    n_list = plan.list_size if plan.list_size is not None else items.n_items - n
    weighted = float(n) if weight is None else float(weight.sum())
    basis: Basis = "list" if n_list else "sample"
    total = float(n_list) if n_list else weighted
    scale = total / weighted
    path_weight = weight if basis == "sample" else (np.ones(n) if weight is None else weight) * scale
    known, measures = _measures(plan, items, labelled, label)
    whole = measures["cost"].sum() if path_weight is None else measures["cost"] @ path_weight
    dearest = max((Decimal(repr(out.cost)) for out in outputs), default=Decimal(0))
    check_total(plan.prices, float(whole), dearest, total)

    def ranked(name: str, score: FloatArray, cost: Decimal = Decimal(0), cut: float | None = None) -> Ranked:
        ranking = rank(score, known)
        return Ranked(
            name, ranking, _closed(make_path(ranking, path_weight, measures), total), cost, score, cut
        )

    models = tuple(
        ranked(out.name, out.score[labelled], Decimal(repr(out.cost)), out.cut)
        for out in sorted(outputs, key=lambda output: output.name)
    )
    left = measures["left"]
    everything = Ranking(order=np.arange(n), ends=np.array([n]))
    return Evidence(
        plan=resampled_if_told_apart(plan, group),
        n_sample=n,
        n_groups=None if group is None else int(group.max()) + 1,
        basis=basis,
        list_items=total,
        whole_items=int(np.floor(total * (1 + 1e-9))),
        measures=measures,
        weight=weight,
        group=group,
        left_value=float((left if path_weight is None else left * path_weight).sum()),
        models=models,
        perfect=ranked(PERFECT, measures["positives"]),
        random=Ranked(
            RANDOM, everything, make_path(everything, path_weight, measures), Decimal(0), np.zeros(n), None
        ),
    )


def _measures(
    plan: Plan, items: Items, labelled: npt.NDArray[np.bool_], label: IntArray
) -> tuple[FloatArray, Mapping[str, FloatArray]]:
    """Return the cost that is known beforehand (it orders ties) and all amounts per labelled item."""
    n = len(label)
    units = None if items.units is None else items.units[labelled]
    listed = None if items.listed_cost is None else items.listed_cost[labelled]
    known = plan.prices.item_cost(n, units, listed)
    wanted = np.array([name in plan.positive for name in items.classes], dtype=np.float64)
    positives = wanted[label]
    extra = float(plan.prices.extra_per_entry * MICRO)
    return known, MappingProxyType(
        {
            "cost": known + extra * positives if extra else known,
            "positives": positives,
            "value": (
                _by_class(plan, items.classes, "reviewed") - _by_class(plan, items.classes, "left_out")
            )[label],
            "left": _by_class(plan, items.classes, "left_out")[label],
            "seconds": plan.prices.item_seconds(n, units),
            "units": np.zeros(n) if units is None else units,
            "listed": np.zeros(n) if listed is None else listed,
        }
    )


def _by_class(plan: Plan, classes: Sequence[str], what: str) -> FloatArray:
    """Return the worth of reviewing, or of leaving out, an item of each class."""
    values = plan.values
    if values is None or not classes:
        return np.zeros(max(len(classes), 1))
    if what == "left_out":
        return np.array([float(values.left_out.get(name, Decimal(0))) for name in classes])
    return np.array([float(values.reviewed(name, plan.positive)) for name in classes])


def _closed(path: Path, total: float) -> Path:
    """Let a scaled path end at exactly the number of items: N times n/n is N, not N - 1e-12."""
    if path.items[-1] == total:
        return path
    items = path.items.copy()
    items[-1] = total
    items.setflags(write=False)
    return Path(items, path.sums)
