"""How far to review for a target: on average, and so that it is all but certain (METHODS F8)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from budgetplan.domain.plan import Target
from budgetplan.evidence.noise import ReviewResamples
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.metrics.ranking.budget import Reach, items_for_target
from budgetplan.metrics.ranking.targets import entries_to_certify, safer_rank, target_rank


def wanted_entries(evidence: Evidence, target: Target, model: Ranked) -> float:
    """Return a target as a number of entries of the list, of which a model's scores promise so many."""
    amount = float(target.amount)
    return amount * evidence.entries(model) if target.unit == "share" else amount


def labelled_entries(evidence: Evidence) -> int:
    """Return how many labelled items are entries."""
    return int((evidence.measures["positives"] > 0).sum())


def on_the_curve(evidence: Evidence, model: Ranked, target: Target) -> Reach | None:
    """Return the fewest items at which a model's curve reaches a target; None where it never does."""
    return items_for_target(model.path, wanted_entries(evidence, target, model))


def reach(evidence: Evidence, model: Ranked, target: Target) -> Reach | None:
    """Return how many items the target takes in this order; None where all of them hold less.

    On the labelled items themselves, the fewest that hold it. On a list, the depth of the labelled entry that
    covers the target on average: the j-th of v covers j / (v + 1), and beyond the last the whole list is due.
    """
    wanted = wanted_entries(evidence, target, model)
    own = on_the_curve(evidence, model, target)
    if own is not None and model.queue is not None:
        return replace(own, worst_items=max(own.items, model.queue.worst_reach(wanted)))
    if own is None or evidence.basis == "sample" or wanted <= 0:
        return own
    v = labelled_entries(evidence)
    rank = target_rank(wanted / evidence.entries(model), v)
    return _whole(evidence) if rank is None else _depth(evidence, model, rank / v)


def safer_reach(
    evidence: Evidence, model: Ranked, target: Target, noise: ReviewResamples
) -> tuple[int | None, int | None]:
    """Return how many items of a list reach the target in 95 % of samples, else how many entries that would take.

    At least the items of :func:`reach`. None twice where no number of labelled entries is enough.
    """
    share = wanted_entries(evidence, target, model) / evidence.entries(model)
    plain = reach(evidence, model, target)
    if plain is None or not 0 < share < 1:
        return None, None
    v = labelled_entries(evidence)
    effect = design_effect(evidence, model, noise, plain.items, v)
    rank = safer_rank(share, v, effect)
    if rank is None:
        return None, entries_to_certify(share, effect)
    found = _depth(evidence, model, rank / v)
    return max(plain.items, found.worst_items), None


def design_effect(
    evidence: Evidence, model: Ranked, noise: ReviewResamples, items: int, n_entries: int
) -> float:
    """Return the variance of recall over resampled groups, over that of independent entries; at least 1.

    Independent entries vary by the labelled ones and by those of the list that each resample draws.
    """
    if evidence.n_groups is None:
        return 1.0
    found = noise.positives(model)
    held = found[:, -1]
    recall = np.divide(found[:, noise.place(items)], held, out=np.full(len(held), np.nan), where=held > 0)
    level = float(model.path.read("positives", float(items))) / evidence.entries(model)
    alone = level * (1 - level) * (1 / n_entries + 1 / max(evidence.entries(model), 1.0))
    known = recall[~np.isnan(recall)]
    return max(float(known.var() / alone), 1.0) if alone > 0 and len(known) else 1.0


def _depth(evidence: Evidence, model: Ranked, share: float) -> Reach:
    """Return how deep in the list a share of the labelled entries lies."""
    return items_for_target(model.path, share * evidence.entries(model)) or _whole(evidence)


def _whole(evidence: Evidence) -> Reach:
    return Reach(evidence.whole_items, evidence.whole_items)
