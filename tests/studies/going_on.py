"""What does a review by the forecast of its next tranche bring, on real lists?

Run ``nice -n 19 python tests/studies/going_on.py [--seeds 20] [--settings hate]``: lists whose labels are all known are
read in the order of all models together, learnt from 400 labelled items, a tenth of the list at a time. After every tenth
what was read joins the labelled items, and the rules say whether to go on. The seeds are fixed.
"""

from __future__ import annotations

import math
from collections import defaultdict

import numpy as np
import real_tables
from replays import LABELLED, WORTHS, count_worth, lines, percent
from stopping_rules import WORTH_RULES, Review, Stopped

from budgetplan.core.curve import Labelled
from budgetplan.core.draws import of_list
from budgetplan.core.mixture import mix, mixed
from budgetplan.core.places import places
from budgetplan.lists.unseen import Rest, anytime_range, break_even_yield, verdict
from budgetplan.work.onward import size_that_decides

DRAWS = 199
FORECASTS = {"forecast, undecided stops": ("stop", "undecided"), "forecast, undecided reads on": ("stop",)}
"""No random items are drawn where nothing is decided."""
DECIDING = "forecast, as progress decides"
"""Where nothing is decided, random items of the rest are read if as many as would decide cost less than is at stake; else,
and where they leave it open, it stops (METHODS R3)."""


def ordered(whole: real_tables.Ranked, own: np.ndarray, rest: np.ndarray, seed: int) -> tuple[Labelled, np.ndarray]:
    """Return the labelled items where they stand out of fold, and the mixed places of the list."""
    scores = list(whole.scores.values())
    known = np.column_stack([places(score[own], score[rest]) for score in scores])
    listed = np.column_stack([places(score[rest], score[rest]) for score in scores])
    entry = whole.positive[own].astype(float)
    codes = None if whole.group is None else np.unique(whole.group[own], return_inverse=True)[1]
    folds, learnt = mix(known, entry, np.ones(len(own)), codes, seed)
    place = np.zeros(len(own))
    for fold, weights in enumerate(learnt[1:]):
        rows = folds == fold
        place[rows] = places(mixed(known[rows], weights), mixed(listed, weights))
    order = mixed(listed, learnt[0])
    return Labelled(place, entry, group=codes), places(order, order)


def by_forecast(sample: Labelled, place: np.ndarray, review: Review, worths: list[float]) -> dict[str, list[Stopped]]:
    """Stop where the next tranche is not expected to pay, once for every worth, and where nothing is decided or not."""
    stops: dict[tuple[str, float], int] = {}
    deciding: dict[float, Stopped] = {}
    drawn = {worth: np.array([], dtype=int) for worth in worths}
    rng = np.random.default_rng([review.seed, 13])
    bounds = [0, *review.ends.tolist()]
    entry = review.positive.astype(float)
    for start, end, after in zip(bounds, bounds[1:], bounds[2:], strict=False):
        joined = sample.joined(place[:end], entry[:end])
        coming = of_list(joined, place[end:after], np.ones(after - end), DRAWS, review.seed, rate=sample.rate).found[
            :, -1
        ]
        last = end - start, int(review.found[end] - review.found[start])
        for worth in worths:
            needed = break_even_yield(after - end, 1, 1, worth)
            outcome = verdict(after - end, needed, coming, last=last).outcome
            for name, stopping in FORECASTS.items():
                if outcome in stopping:
                    stops.setdefault((name, worth), end)
            if worth in deciding:
                continue
            if outcome == "undecided":
                stake = worth * float(np.maximum(coming - needed, 0.0).mean())
                given = after - end, needed, coming, last, len(review) - end
                n = enough(*given)
                outcome = "stop"
                if n is not None and n < stake:
                    sample_of = rng.permutation(np.arange(end, len(review)))[:n]
                    drawn[worth] = np.union1d(drawn[worth], sample_of)
                    outcome = told_by(*given, n, int(review.positive[sample_of].sum()))
            if outcome in ("stop", "undecided"):
                deciding[worth] = Stopped(end, drawn[worth][drawn[worth] >= end])
        if len(stops) == len(worths) * len(FORECASTS) and len(deciding) == len(worths):
            break
    whole = Stopped(len(review))
    by = {name: [Stopped(stops.get((name, worth), len(review))) for worth in worths] for name in FORECASTS}
    return by | {DECIDING: [deciding.get(worth, whole) for worth in worths]}


def told_by(
    items: int, needed: float, coming: np.ndarray, last: tuple[int, int], of: int, drawn: int, found: int
) -> str:
    """Return what is decided of the next items once so many random ones of the rest are read."""
    least, most = anytime_range(of, drawn, found)
    most = max(min(most, of - (drawn - found)), found)
    rest = Rest(of - drawn, max(least, found) - found, most - found)
    return verdict(items, needed, coming, last=last, rest=rest).outcome


def enough(items: int, needed: float, coming: np.ndarray, last: tuple[int, int], of: int) -> int | None:
    """Return how many random items would decide if they held entries at the rate of the last tranche; None: no number."""
    rate = last[1] / last[0]
    whole = math.ceil if rate * items <= needed else math.floor
    given = items, needed, coming, last, of
    return size_that_decides(of // 2, lambda n: told_by(*given, n, min(whole(rate * n), n)) != "undecided")


def main() -> None:
    """Print the table."""
    parser = real_tables.parser_of(__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    asked = parser.parse_args()
    counts = defaultdict(list)
    for setting, whole in real_tables.chosen(real_tables.RANKED, asked.settings):
        for seed in range(asked.seeds):
            rng = np.random.default_rng([LABELLED, seed])
            own, rest = real_tables.split(rng, whole, LABELLED, asked.most)
            sample, place = ordered(whole, own, rest, seed)
            first = np.lexsort((rng.random(len(rest)), -place))
            positive, place = whole.positive[rest][first], place[first]
            if not positive.any():
                continue
            ends = real_tables.tranches(len(rest), 10)
            worths = [worth * len(rest) / int(positive.sum()) for worth in WORTHS]
            forecast = by_forecast(sample, place, Review(positive, ends, seed), worths)
            for turn, worth in enumerate(worths):
                review = Review(positive, ends, seed, worth=worth)
                stops = {name: each[turn] for name, each in forecast.items()}
                stops |= {name: rule(review) for name, rule in WORTH_RULES.items()}
                for name, stopped in stops.items():
                    row = count_worth(review, stopped)
                    counts[name, setting].append(row)
                    counts[name, "all"].append(row)
    head = ["table", "rule", "wrong stops", "entries missed", "read", "net value, of the best"]
    rows = [
        [setting, name, *(percent(cell, key) for key in ("wrong", "missed", "read")), percent(cell, "net", "best")]
        for (name, setting), cell in counts.items()
        if setting == "all" or name in FORECASTS or name == DECIDING
    ]
    print(lines(head, rows))


if __name__ == "__main__":
    main()
