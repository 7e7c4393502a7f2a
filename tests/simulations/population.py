"""A known population: 15 % entries, two correlated models, one with many ties, prices by item."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

PREVALENCE_CUT = 1.0364333894937898  # a standard normal exceeds it with probability 0.15
WITHIN_GROUPS = 0.2  # variance of group effects: a fifth of the labels' (latent), added to the scores'
SKILL = {"fine": 1.5, "coarse": 1.2}
COARSE = 0.5  # scores of the coarse model are rounded to halves: ties are many
WORTH, FIXED = 5.0, 20.0
MEAN_COST = 0.592  # of an item, about; the budget pays for a fifth of the list at this price


@dataclass(frozen=True)
class Drawn:
    """Items: labels, scores by model, costs in millionths, groups."""

    label: np.ndarray
    score: dict[str, np.ndarray]
    cost: np.ndarray
    group: np.ndarray | None

    def some(self, index):
        """Return the items at an index, their groups under the same numbers."""
        scores = {name: score[index] for name, score in self.score.items()}
        group = None if self.group is None else self.group[index]
        return Drawn(self.label[index], scores, self.cost[index], group)


def draw_within(rng, group, n, effects):
    """Draw items of given groups (n independent ones where None), ``effects`` on labels and on scores."""
    n = n if group is None else len(group)
    latent, common, price, *own = rng.standard_normal((3 + len(SKILL), n))
    if group is not None:
        on_label, on_score = np.sqrt(WITHIN_GROUPS) * effects[:, group]
        latent = on_label + np.sqrt(1 - WITHIN_GROUPS) * latent
        common = on_score / 0.6 + common
    label = (latent > PREVALENCE_CUT).astype(np.int64)
    scores = {
        name: skill * label + 0.6 * common + 0.8 * noise_
        for (name, skill), noise_ in zip(SKILL.items(), own, strict=True)
    }
    scores["coarse"] = np.round(scores["coarse"] / COARSE) * COARSE
    # Twentieths of a currency unit, and dearer where the score is high.
    cost = 50_000.0 * np.ceil(10 * np.exp(0.45 * price + 0.2 * common))
    return Drawn(label, scores, cost, group)
