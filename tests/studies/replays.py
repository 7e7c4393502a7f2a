"""Do rules that say "stop" hold on real data?

Run ``nice -n 19 python tests/studies/replays.py [--draws 20] [--settings hate]``: lists whose labels are all known are
read in the order of one model, and each rule is asked after every tranche. 400 items drawn beforehand are labelled and
plan the depth. Every list is read three times: as it is, and with three tenths of its entries gathered in one late
cluster, of which the labelled items tell, or do not. The seeds are fixed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import real_tables
from real_tables import Ranked
from scipy.special import betainc
from stopping_rules import FIXED_RULES, TARGET_RULES, WORTH_RULES, Review, Stopped

LABELLED = 400
TARGETS = (0.8, 0.95)
WORTHS = (0.5, 1.0, 2.0)
"""What an entry is worth, in prices of finding one in a random order."""
CLUSTER, PLACE = 0.3, 0.75
"""So many of the entries sit together, behind such a share of the items."""
ORDERS = ("the model's", "a late cluster", "a late cluster that the labelled items lack")

Counts = dict[tuple[str, str, str], list[dict[str, float]]]
"""Of each question, order and rule, what every replay counts."""


def clustered(rng: np.random.Generator, score: np.ndarray, positive: np.ndarray) -> np.ndarray:
    """Return scores under which some of the entries sit together, late: labelled ones and those of the list."""
    rows = np.flatnonzero(positive)
    moved = rng.choice(rows, round(CLUSTER * len(rows)), replace=False)
    score = score.astype(float).copy()
    score[moved] = np.quantile(np.delete(score, moved), 1 - PLACE)
    return score


def target_rank(target: float, entries: int) -> int | None:
    """Return which labelled entry's depth holds a share on average: that of the j-th of v holds j / (v + 1)."""
    rank = int(np.ceil(target * (entries + 1) - 1e-9))
    return rank if rank <= entries else None


def safer_rank(target: float, entries: int) -> int | None:
    """Return which labelled entry's depth holds a share in 95 % of samples (Lewis, Yang and Frieder 2021)."""
    ranks = np.arange(1, entries + 1)
    enough = ranks[betainc(ranks, entries - ranks + 1, target) <= 0.05 * (1 + 1e-12)]
    return int(enough[0]) if len(enough) else None


def depth(rank: int | None, own: np.ndarray, listed: np.ndarray) -> int:
    """Return how many items of the list score at least as high as a labelled entry; all where there is none."""
    return len(listed) if rank is None else int((listed >= np.sort(own)[::-1][rank - 1]).sum())


def replays(whole: Ranked, draws: int, most: int, tranches: int) -> Iterator[tuple[str, Review, dict[float, Review]]]:
    """Give each order's review, and the same for each target."""
    for turn in range(draws):
        rng = np.random.default_rng([LABELLED, turn])
        own, rest = real_tables.split(rng, whole, LABELLED, most)
        name = sorted(whole.scores)[turn % len(whole.scores)]
        late = clustered(rng, whole.scores[name], whole.positive)
        for order in ORDERS:
            score = whole.scores[name] if order == ORDERS[0] else late
            first = np.lexsort((rng.random(len(rest)), -score[rest]))
            positive = whole.positive[rest][first]
            if not positive.any():
                continue
            ends = real_tables.tranches(len(rest), tranches)
            told = whole.scores[name] if order == ORDERS[2] else score
            entries = told[own][whole.positive[own]]
            rate = float(whole.positive[own].mean())
            review = Review(positive, ends, turn, expected=rate * len(rest))
            each = {
                target: replace(
                    review,
                    target=target,
                    planned=depth(target_rank(target, len(entries)), entries, score[rest]),
                    safer=depth(safer_rank(target, len(entries)), entries, score[rest]),
                )
                for target in TARGETS
            }
            yield order, review, each


def count_target(review: Review, stopped: Stopped) -> dict[str, float]:
    """Count whether the target is missed, what is not found and what was read."""
    recall = stopped.found(review) / int(review.found[-1])
    needed = int(np.searchsorted(review.found, review.target * review.found[-1] - 1e-9))
    return {
        "wrong": recall < review.target - 1e-12,
        "missed": 1 - recall,
        "read": stopped.read / len(review),
        "needed": needed / len(review),
    }


def count_worth(review: Review, stopped: Stopped) -> dict[str, float]:
    """Count whether reading on to some later end pays, and what the review brings."""
    net = review.worth * review.found - np.arange(len(review) + 1)
    later = review.ends[review.ends > stopped.at]
    return {
        "wrong": bool(len(later)) and bool(net[later].max() > net[stopped.at] + 1e-9),
        "missed": 1 - stopped.found(review) / int(review.found[-1]),
        "read": stopped.read / len(review),
        "net": review.worth * stopped.found(review) - stopped.read,
        "best": max(float(net.max()), 0.0),
    }


def study(said: argparse.Namespace) -> Counts:
    """Replay every list by every rule."""
    counts: Counts = defaultdict(list)
    for setting, whole in real_tables.chosen(real_tables.RANKED, said.settings):
        started = time.process_time()
        for order, review, each in replays(whole, said.draws, said.most, said.tranches):
            for target, asked in each.items():
                for name, rule in (TARGET_RULES | FIXED_RULES).items():
                    counts[f"{target:g}", order, name].append(count_target(asked, rule(asked)))
            for worth in WORTHS if order != ORDERS[2] else ():  # labelled items have no say there
                valued = replace(review, worth=worth * len(review) / int(review.found[-1]))
                for name, rule in (WORTH_RULES | FIXED_RULES).items():
                    counts["worth", order, name].append(count_worth(valued, rule(valued)))
        print(f"{setting}: {time.process_time() - started:.0f} s of CPU", file=sys.stderr, flush=True)
    return counts


def percent(rows: list[dict[str, float]], key: str, of: str = "") -> str:
    """Return a mean, or one sum over another, in per cent."""
    total = sum(row[key] for row in rows)
    base = sum(row[of] for row in rows) if of else len(rows)
    return f"{round(100 * total / base, 1) + 0.0:.1f}".replace("-", "−")


def lines(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows])


def main() -> None:
    """Print the tables."""
    parser = real_tables.parser_of(__doc__)
    parser.add_argument("--draws", type=int, default=20, help="lists of each setting; models take turns")
    parser.add_argument("--tranches", type=int, default=10)
    said = parser.parse_args()
    counts = study(said)
    for order in ORDERS:
        head = ["rule"]
        for target in TARGETS:
            short = f"{100 * target:.0f} %"
            head += [f"wrong stops, {short}", f"entries missed, {short}", f"read, {short}"]
        rows = []
        for name in TARGET_RULES | FIXED_RULES:
            row = [name]
            for target in TARGETS:
                cell = counts[f"{target:g}", order, name]
                row += [percent(cell, key) for key in ("wrong", "missed", "read")]
            rows.append(row)
        known = ["*known beforehand*"]
        for target in TARGETS:
            cell = counts[f"{target:g}", order, "half of the list"]
            known += ["0.0", "", percent(cell, "needed")]
        print(f"**A share of all entries, order: {order}** ({len(cell)} lists; per cent)\n")
        print(lines(head, [*rows, known]), "\n")
    for order in ORDERS[:2]:
        head = ["rule", "wrong stops", "entries missed", "read", "net value, of the best"]
        rows = []
        for name in WORTH_RULES | FIXED_RULES:
            cell = counts["worth", order, name]
            row = [percent(cell, key) for key in ("wrong", "missed", "read")]
            rows.append([name, *row, percent(cell, "net", "best")])
        print(f"**What pays, order: {order}** ({len(cell)} lists and worths; per cent)\n")
        print(lines(head, rows), "\n")


if __name__ == "__main__":
    main()
