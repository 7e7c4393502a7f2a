"""Does the forecast of a list hold what it should, on real data?

Run ``python tests/simulations/forecasts.py [--splits 200] [--table NAME]``: every example's table is split at
random, or by whole groups, into a labelled sample and a list. The package plans on the sample and the list's
scores; the list's own labels then say what was there. Counted is how often the 95 % intervals of the entries in
the list's top tenth, fifth and half, in all of it, and within a budget contain the truth, by score and by share.
"""

from __future__ import annotations

import argparse
import csv
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import numpy as np

from budgetplan.domain.items import UNLABELLED, Items, ModelOutput
from budgetplan.domain.plan import Budget, Columns, Plan
from budgetplan.domain.prices import Prices
from budgetplan.evidence import noise
from budgetplan.evidence.paths import gather
from budgetplan.evidence.rates import found_at

EXAMPLES = Path(__file__).parents[2] / "examples"
SHARES = (0.1, 0.2, 0.5, 1.0)
LEAST_GROUPS = 5
QUANTITIES = (*(f"top {share:.0%}" for share in SHARES[:-1]), "whole list", "budget")


@dataclass(frozen=True)
class Source:
    """An example's table: its file, what is collected, the models' columns, and the groups."""

    file: str
    positive: str
    columns: tuple[str, ...]
    group: str = ""
    rank: bool = False


SOURCES = {
    "loanwords": Source("loanwords/scores.csv", "loanword", ("p_mlp1_full", "p_rf_meta", "s_meaning_prior")),
    "loanwords by language": Source(
        "loanwords/scores.csv", "loanword", ("p_mlp1_full", "p_rf_meta"), group="domain"
    ),
    "idioms": Source("idioms/scores.csv", "literal", ("p_bert_mlm", "p_logreg", "s_lexicon")),
    "idioms by type": Source("idioms/scores.csv", "literal", ("p_bert_mlm", "p_logreg"), group="idiom"),
    "hate speech": Source("hate_speech/scores.csv", "hate", ("p_logreg:hate", "p_rf:hate")),
    "klubicka 2018": Source("klubicka2018/candidates.csv", "", ("rank_M1", "rank_M2"), rank=True),
}


@dataclass(frozen=True)
class Table:
    """Labels (1: collected), scores by model, and groups, of all rows."""

    label: np.ndarray
    scores: dict[str, np.ndarray]
    group: np.ndarray | None


def load(source):
    """Read a table."""
    with (EXAMPLES / source.file).open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if all(row[name] for name in source.columns)]
    gold = [row["gold"] for row in rows]
    positive = source.positive or min(set(gold) - {"other"})
    sign = -1 if source.rank else 1
    scores = {name: sign * np.array([float(row[name]) for row in rows]) for name in source.columns}
    group = np.unique([row[source.group] for row in rows], return_inverse=True)[1] if source.group else None
    return Table(np.array([name == positive for name in gold], dtype=np.int64), scores, group)


def split(rng, table, n, most):
    """Return which rows are the sample and which the list, at random or by whole groups."""
    rows = len(table.label)
    if table.group is None:
        order = rng.permutation(rows)
        return order[:n], order[n : n + most]
    groups = rng.permutation(int(table.group.max()) + 1)
    sizes = np.bincount(table.group)[groups]
    # Fewer groups than this say nothing of chance, and the package says so.
    count = max(int(np.searchsorted(np.cumsum(sizes), n)) + 1, LEAST_GROUPS)
    inside = np.isin(table.group, groups[:count])
    return np.flatnonzero(inside), np.flatnonzero(~inside)


def intervals(table, sample, own, resamples, *, by_share):
    """Return (low, high) of each model's quantities, shape (models, quantities, 2), and the truth."""
    both = np.concatenate([sample, own])
    label = table.label[both].copy()
    label[len(sample) :] = UNLABELLED
    group = None if table.group is None else table.group[both]
    budget = Budget(Decimal(len(own) // 4), "items")
    plan = Plan(
        table="",
        columns=Columns(label="gold"),
        positive=("yes",),
        models=(),
        prices=Prices(per_item=Decimal(1), stated=True),
        budget=budget,
        resamples=resamples,
    )
    width = len(str(len(both)))
    items = Items(tuple(f"{i:0{width}d}" for i in range(len(both))), ("no", "yes"), label, group=group)
    outputs = [ModelOutput(name, score[both]) for name, score in table.scores.items()]
    evidence = gather(plan, items, outputs, by_share=by_share)
    shares = np.unique([0.0, *SHARES, int(budget.amount) / len(own)])
    drawn = noise.draw(evidence, evidence.models, shares, [budget])
    found, truth = [], []
    for model in evidence.models:
        tops = [*(round(share * len(own)) for share in SHARES), int(budget.amount)]
        said = found_at(drawn, model, tops)
        found.append([(one.value, one.low, one.high) for one in said])
        order = np.argsort(-table.scores[model.name][own], kind="stable")
        cumulated = np.append(0, np.cumsum(table.label[own][order]))
        truth.append(cumulated[tops])
    return np.array(found), np.array(truth)


def main():
    """Print a table of coverage."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--splits", type=int, default=200)
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument("--sizes", type=int, nargs="*", default=[150, 400, 1000])
    parser.add_argument("--most", type=int, default=3000)
    parser.add_argument("--table", default="")
    said = parser.parse_args()
    print(
        "| table | labelled | list |",
        " | ".join(QUANTITIES),
        "| too high by | by share:",
        " | ".join(QUANTITIES),
        "|",
    )
    for name, source in SOURCES.items():
        if said.table and said.table != name:
            continue
        table = load(source)
        for n in said.sizes:
            if n > len(table.label) / 2:
                continue
            covered, value, own_size = {False: [], True: []}, [], []
            for seed in range(said.splits):
                sample, own = split(np.random.default_rng(seed), table, n, said.most)
                own_size.append(len(own))
                for by_share in (False, True):
                    found, truth = intervals(table, sample, own, said.resamples, by_share=by_share)
                    inside = (found[..., 1] <= truth + 1e-9) & (truth <= found[..., 2] + 1e-9)
                    covered[by_share].append(inside)
                    if not by_share:
                        value.append((found[..., 0].sum(axis=0)[4], truth.sum(axis=0)[4]))
            row = [100 * np.mean(covered[way], axis=(0, 1)) for way in (False, True)]
            high = np.sum(value, axis=0)
            cells = [" | ".join(f"{cell:.1f}" for cell in part) for part in row]
            print(
                f"| {name} | {n:,} | {np.mean(own_size):,.0f} | {cells[0]} | {high[0] / high[1] - 1:+.1%} | {cells[1]} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
