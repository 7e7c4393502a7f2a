"""How often a classifier's value is covered, in projects drawn from a population that is known.

Run ``python tests/simulations/deferral.py [--projects 400]``: about twelve CPU minutes. Every project draws labelled items with
the answers of equally good, independent models; a wrong answer costs four right ones. The recommended model and its cutoff
are held against what they give in the population. *Simple*: the best model on the items that report, its cutoff held
fixed in the resamples, differences judged one by one. *Package*: as the package does it.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from guarantee import POPULATIONS

from budgetplan.metrics.answers.thresholds import assign_folds, cross_fit, empirical
from budgetplan.metrics.resampling.cutoffs import cross_fit_replicates, lost_by_resampling, optimism
from budgetplan.metrics.resampling.paired import Resamples, interval, kept_draws
from budgetplan.metrics.resampling.simultaneous import firm_differences

WEIGHT = 4.0
POPULATION = POPULATIONS["overconfident"]
SETUPS = ((200, 1), (200, 5), (300, 10), (500, 5), (1000, 1), (1000, 3))
"""Items (as many again for validation, where there are such) and models."""
KINDS = ("validation and test", "one set")


def worth(right):
    """Return what answers are worth."""
    return np.where(right, 1.0, -WEIGHT)


def truth(cutoff):
    """Return the mean value that a cutoff has in the population."""
    accepted = POPULATION.confidence >= cutoff
    return float((accepted * (POPULATION.right - WEIGHT * (1 - POPULATION.right))).mean())


def fit(confidence, right, folds):
    """Return the cross-fitted values of items and the cutoff learnt from all."""
    return cross_fit(confidence, worth(right), np.zeros(len(right)), WEIGHT, folds)


def means(values, drawn):
    """Return the mean of each row in each resample, shape (resamples, rows)."""
    return np.concatenate([weights @ values.T for weights in drawn]) / values.shape[1]


def one_set(rng, n, n_models, folds, how, drawn):
    """Return the simple value with its interval, the package's, the replicates, and the true values."""
    sets = [POPULATION.draw(rng, n) for _ in range(n_models)]
    fitted = [fit(*each, folds) for each in sets]
    values = np.array([one.item_values for one in fitted])
    again = np.column_stack(
        [
            cross_fit_replicates(confidence, worth(right), np.zeros(n), WEIGHT, folds, how, drawn)
            for confidence, right in sets
        ]
    )
    fixed, true = means(values, drawn), [truth(one.in_sample.cutoff) for one in fitted]
    simple, package = int(values.mean(axis=1).argmax()), int(again.mean(axis=0).argmax())
    flattered, value = optimism(again), values[package].mean()
    low, high = interval(again[:, package] - lost_by_resampling(value, again[:, package]))
    return (
        (values[simple].mean(), *interval(fixed[:, simple]), true[simple]),
        (value - flattered, low - flattered, high, true[package]),
        (fixed, simple),
        again,
    )


def two_sets(rng, n, n_models, folds, _, drawn):
    """Return the same with validation items."""
    sets = [POPULATION.draw(rng, n) for _ in range(n_models)]
    cutoffs = [empirical(c, worth(right), np.zeros(n), WEIGHT).cutoff for c, right in sets]
    judged = means(np.array([fit(*each, folds).item_values for each in sets]), drawn)
    tests = [POPULATION.draw(rng, n) for _ in range(n_models)]
    values = np.array(
        [np.where(c >= cutoff, worth(right), 0.0) for (c, right), cutoff in zip(tests, cutoffs, strict=True)]
    )
    fixed, true = means(values, drawn), [truth(cutoff) for cutoff in cutoffs]
    simple, package = int(values.mean(axis=1).argmax()), int(judged.mean(axis=0).argmax())
    found = [(values[at].mean(), *interval(fixed[:, at]), true[at]) for at in (simple, package)]
    return (*found, (fixed, simple), fixed)


def run(kind, n, n_models, projects, resamples):
    """Print one row: value over the truth and coverage, and how often some model is called firmly worse."""
    start, simple, package, alarms = time.process_time(), [], [], []
    for project in range(projects):
        rng = np.random.default_rng([project, n, n_models])
        how = Resamples(n, resamples, project)
        drawn = kept_draws(how)
        make = one_set if kind == "one set" else two_sets
        first, second, (fixed, best), replicates = make(
            rng, n, n_models, assign_folds(n, 5, project), how, drawn
        )
        simple.append(first)
        package.append(second)
        _, high = interval(fixed - fixed[:, [best]])
        alarms.append(((high < 0).any(), firm_differences(replicates).firm.any()))
    shown = []
    for rows in (simple, package):
        value, low, high, true = np.array(rows).T
        shown += [
            value.mean() / true.mean(),
            100 * np.mean((low <= true) & (true <= high)),
            (high - low).mean(),
        ]
    print(
        f"| {kind} | {n:,} | {n_models} | {shown[0]:.2f} | {shown[1]:.1f} | {shown[2]:.3f} | {shown[3]:.2f} | "
        f"{shown[4]:.1f} | {shown[5]:.3f} | {100 * np.mean(alarms, axis=0)[0]:.1f} | "
        f"{100 * np.mean(alarms, axis=0)[1]:.1f} | ({time.process_time() - start:.0f} s)",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--projects", type=int, default=400)
    parser.add_argument("--resamples", type=int, default=500)
    parser.add_argument("--kind", choices=KINDS, action="append")
    said = parser.parse_args()
    for kind in said.kind or KINDS:
        for size, count in SETUPS:
            run(kind, size, count, said.projects, said.resamples)
