"""How often the bound on errors of page 1 holds, in projects drawn from a population that is known.

Run ``python tests/simulations/guarantee.py [--projects 10000]``: five CPU minutes. Every project draws
validation and test items from a population whose share of wrong answers above each cutoff is known exactly,
and learns its cutoff on validation as the package does. The 90 % bound is then taken from the test items, as in
the report, and, for comparison, from the validation items themselves, on which the cutoff was chosen; and for the one of five models, all drawn
alike and independent, that is worth most on the test items, with and without its chance of error shared out among
the five. Last, ``lowest_cutoff_within`` picks from a grid fixed beforehand, on the test items.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from functools import cache

import numpy as np

from budgetplan.models.bounds import lowest_cutoff_within, upper_bound
from budgetplan.models.thresholds import empirical

ALPHA = 0.1
SIZES = (100, 400, 2000)
WEIGHTS = (1.0, 4.0, 10.0)
GRID = np.arange(50, 100, 5) / 100
RISKS = (0.1, 0.149, 0.2)
MODELS = 5
bound = cache(upper_bound)


@dataclass(frozen=True, eq=False)
class Population:
    """Equally likely confidences, increasing, and how often an answer of each is right."""

    confidence: np.ndarray
    right: np.ndarray

    def draw(self, rng, n):
        """Return confidences of n items and whether they are right."""
        place = rng.integers(0, len(self.confidence), n)
        return self.confidence[place], rng.random(n) < self.right[place]

    def risk(self, cutoff):
        """Return the share of wrong answers among all that are at least so sure; 0 where there are none."""
        accepted = self.right[np.searchsorted(self.confidence, cutoff) :]
        return 1 - accepted.mean() if len(accepted) else 0.0


FINE, COARSE = 0.5 + (np.arange(10_000) + 0.5) / 20_000, 0.5 + (np.arange(10) + 0.5) / 20
POPULATIONS = {
    "overconfident": Population(FINE, 0.5 + 0.9 * (FINE - 0.5)),
    "overconfident, ten confidences": Population(COARSE, 0.5 + 0.9 * (COARSE - 0.5)),
    "confidence says nothing": Population(FINE, np.full(len(FINE), 0.85)),
}


def within(confidence, right, cutoff, alpha=ALPHA):
    """Return the bound for the items that a cutoff accepts; None where it accepts none."""
    accepted = confidence >= cutoff
    n = int(accepted.sum())
    return bound(int((accepted & ~right).sum()), n, alpha) if n else None


def tuned(confidence, right, weight):
    """Return the cutoff of greatest value, as the package learns it."""
    worth = np.where(right, 1.0, -weight)
    return empirical(confidence, worth, np.zeros(len(right)), max(1.0, weight))


def best_of_many(population, rng, n, weight):
    """Return whether the bound holds for the best of the models on test, plain and shared out; or None."""
    cutoffs = [tuned(*population.draw(rng, n), weight) for _ in range(MODELS)]
    tests = [population.draw(rng, n) for _ in range(MODELS)]
    values = [
        ((confidence >= cutoff) * np.where(right, 1.0, -weight)).sum()
        for cutoff, (confidence, right) in zip(cutoffs, tests, strict=True)
    ]
    best = int(np.argmax(values))
    risk, plain = population.risk(cutoffs[best]), within(*tests[best], cutoffs[best])
    shared = within(*tests[best], cutoffs[best], ALPHA / MODELS)
    return None if plain is None or shared is None else (plain >= risk, shared >= risk)


def learnt(population, n, weight, projects):
    """Print how often the bound holds for a learnt cutoff, from test items and from validation items."""
    rng = np.random.default_rng([11, n, int(weight), len(population.confidence), int(population.right[0] * 100)])
    held, bounds, risks, flattered, best = [], [], [], [], []
    for _ in range(projects):
        (confidence, right), test = population.draw(rng, n), population.draw(rng, n)
        cutoff = tuned(confidence, right, weight)
        risk, on_test = population.risk(cutoff), within(*test, cutoff)
        on_same = within(confidence, right, cutoff)
        if on_test is not None:
            held.append(on_test >= risk)
            bounds.append(on_test)
            risks.append(risk)
        if on_same is not None:
            flattered.append(on_same >= risk)
        of_many = best_of_many(population, rng, n, weight)
        if of_many is not None:
            best.append(of_many)
    plain, shared = (100 * np.mean([one[at] for one in best]) for at in range(2))
    print(
        f"{n:6,}{weight:8.0f}{len(held):8,}{100 * np.mean(held):9.1f}{error(held):6.1f}{100 * np.mean(risks):9.1f}"
        f"{100 * np.mean(bounds):9.1f}{100 * np.mean(flattered):14.1f}{error(flattered):6.1f}"
        f"{plain:12.1f}{shared:12.1f}",
        flush=True,
    )


def error(held):
    """Return the standard error of a share, in points."""
    return 100 * np.sqrt(np.mean(held) * (1 - np.mean(held)) / len(held))


def sequence(population, n, risk, projects):
    """Print how often the cutoff that ``lowest_cutoff_within`` gives back keeps its promise."""
    rng = np.random.default_rng([13, n, int(risk * 100), len(population.confidence)])
    chosen = np.array([lowest_cutoff_within(risk, *population.draw(rng, n), GRID, ALPHA) for _ in range(projects)])
    given = np.isfinite(chosen)
    held = np.array([population.risk(cutoff) <= risk for cutoff in chosen])
    print(f"{n:6,}{risk:8.2f}{100 * held.mean():9.1f}{error(held):6.1f}{100 * given.mean():9.1f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--projects", type=int, default=10_000)
    projects = parser.parse_args().projects
    start = time.process_time()
    for name, population in POPULATIONS.items():
        print(f"\n{name}: learnt cutoff, as many validation as test items; {projects:,} projects")
        print(f"{'items':>6}{'weight':>8}{'given':>8}{'holds %':>9}{'s.e.':>6}{'risk %':>9}{'bound %':>9}", end="")
        print(f"{'same items %':>14}{'s.e.':>6}{'best of 5 %':>12}{'shared %':>12}")
        for n in SIZES:
            for weight in WEIGHTS:
                learnt(population, n, weight, projects)
        print(f"{name}: lowest_cutoff_within, ten cutoffs fixed beforehand")
        print(f"{'items':>6}{'risk':>8}{'holds %':>9}{'s.e.':>6}{'given %':>9}")
        for n in SIZES:
            for risk in RISKS:
                sequence(population, n, risk, projects)
    print(f"{time.process_time() - start:.0f} CPU seconds")


if __name__ == "__main__":
    main()
