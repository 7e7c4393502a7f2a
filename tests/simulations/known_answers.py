"""Is what is said of models' answers true? Worlds of which everything is known: see README.md."""

from __future__ import annotations

import argparse

import numpy as np

from budgetplan.arrays import FloatArray, taken
from budgetplan.core.answers import DrawnItems, Payoffs, Statement, Truths, draw_answers, together, useful
from budgetplan.core.stops import interval

DRAWS = 999


def judge(seed: int, *, grouped: bool) -> dict[str, object]:
    """Draw a world, and return how many answers are said to be wrong and are, in all and by class."""
    rng = np.random.default_rng([seed, grouped])
    n_classes, n_models = int(rng.integers(2, 6)), int(rng.integers(1, 5))
    labelled, listed = (int(np.exp(rng.uniform(*np.log(ends)))) for ends in ((60, 1500), (1000, 20000)))
    n, weight = labelled + listed, float(rng.choice([0.5, 1, 4, 10]))
    group, shift = None, 0.0
    if grouped:
        size = int(rng.integers(2, 8))
        group = rng.permutation(n) // size
        shift = rng.normal(0, rng.uniform(0.3, 1.2), (n // size + 1, n_classes))[group]
    level = rng.normal(0, 1, n_classes) + rng.normal(0, rng.uniform(1, 3), (n, n_classes))
    truth = (level + shift + rng.gumbel(size=(n, n_classes))).argmax(axis=1)
    models = []
    for _ in range(n_models):  # too sure or not sure enough, and biased by class
        noise = rng.normal(0, rng.uniform(0.3, 2.5), (n, n_classes))
        odds = rng.uniform(0.4, 3) * (level + noise) + rng.normal(0, rng.uniform(0, 1.5), n_classes)
        share = np.exp(odds - odds.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        models.append(Statement(share.argmax(axis=1), share.max(axis=1), share))
    known, rest = np.arange(labelled), np.arange(labelled, n)
    whole = None if group is None else group[known]
    told = [taken(each, known) for each in models]

    labels = Truths(truth[known], n_classes, group=whole, seed=1)
    members = useful(told, labels)
    pooled = together([told[at] for at in members], labels)
    share = pooled.of([taken(models[at], rest) for at in members])
    drawn = draw_answers(pooled.labelled, labels, DRAWS)
    answer, stands = share.argmax(axis=1), share.max(axis=1) >= weight / (weight + 1)
    items = DrawnItems(drawn, share, group=None if group is None else group[rest])
    expected = items.outcome(answer, stands)
    bad = stands & (answer != truth[rest])
    worth = Payoffs(np.where(np.eye(n_classes), 1.0, -weight), np.zeros(n_classes), np.zeros(n_classes))
    by_class = np.bincount(answer[bad], minlength=n_classes)
    return {
        "labelled": labelled,
        "taken": int(stands.sum()),
        "wrong": (float(expected.wrong.mean()), int(bad.sum())),
        "value": (float(expected.value(worth).mean()), float(stands.sum() - (1 + weight) * bad.sum())),
        "held": held(expected.wrong, bad.sum()),
        "by class": [
            held(expected.wrong_by_answer[:, code], by_class[code]) for code in np.unique(answer[stands]).tolist()
        ],
    }


def held(draws: FloatArray, true: float) -> bool:
    """Return whether a number lies in the interval that is printed."""
    low, high = interval(draws).tolist()
    return bool(low - 1e-9 <= true <= high + 1e-9)


def _share(rows: list[bool]) -> str:
    share = float(np.mean(rows))
    return f"{100 * share:.1f} ± {100 * np.sqrt(share * (1 - share) / len(rows)):.1f}"


def main() -> None:
    """Print a row of the table for each kind of world."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=300)
    worlds = parser.parse_args().worlds
    for grouped in (False, True):
        every = [world for seed in range(worlds) if (world := judge(seed, grouped=grouped))["taken"]]
        for name, rows in (
            ("60 to 200 labelled", [world for world in every if world["labelled"] <= 200]),
            ("more", [world for world in every if world["labelled"] > 200]),
        ):
            said = [np.sum([world[key] for world in rows], axis=0) for key in ("wrong", "value")]
            cells = [
                f"{'groups' if grouped else 'plain'}, {name}",
                str(len(rows)),
                _share([world["held"] for world in rows]),
                _share([one for world in rows for one in world["by class"]]),
                *(f"{amount / true:.3f}" for amount, true in said),
            ]
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
