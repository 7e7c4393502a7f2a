"""How often each answer is right, and which class is true where it is wrong, anew in plain loops (METHODS S7)."""

from __future__ import annotations


def rates(said, truth, weight, n_classes):
    """Of each answer, and at last of none (-1), how likely each class is; a truth beyond these is one that nobody can answer."""
    answers = range(n_classes)
    # As many items as weigh alike say as much.
    times = sum(weight) / sum(w * w for w in weight) if any(weight) else 0.0
    held = {}
    for a, t, w in zip(said, truth, weight, strict=True):
        held[a, t] = held.get((a, t), 0.0) + w * times
    n = {a: sum(w for (b, _), w in held.items() if b == a) for a in answers}
    right = {a: held.get((a, a), 0.0) for a in answers}
    every = (sum(right.values()) + 0.5) / (sum(n.values()) + 1)
    size = strength([(right[a], n[a]) for a in answers if n[a] > 0], every)
    labels = [sum(w for (_, u), w in held.items() if u == t) for t in range(n_classes)]
    table = []
    for a in (*answers, -1):
        rate = (right[a] + size * every) / (n[a] + size) if a >= 0 else 0.0
        others = [t for t in answers if t != a]
        usual = sum(labels[t] + 0.5 for t in others)
        wrong = [held.get((a, t), 0.0) + (labels[t] + 0.5) / usual if t in others else 0.0 for t in range(n_classes)]
        table.append([rate if t == a else (1 - rate) * wrong[t] / max(sum(wrong), 1e-12) for t in range(n_classes)])
    return table


def strength(counted, every):
    """Of how many items the rate of all answers counts in each: by how far these are apart beyond chance, two at least."""
    size, spread = sum(n for _, n in counted), every * (1 - every)
    apart = sum((right - n * every) ** 2 / n for right, n in counted) - (len(counted) - 1) * spread
    most = max(size, 2.0)
    if len(counted) < 2 or apart <= 0:
        return most
    return min(max(spread * (size - sum(n * n for _, n in counted) / size) / apart - 1, 2.0), most)


def by_folds(said, truth, weight, folds, n_classes):
    """The table without each fold, and their mean, which holds of items that nobody labelled."""
    tables = []
    for fold in sorted(set(folds)):
        kept = [i for i, at in enumerate(folds) if at != fold or len(set(folds)) == 1]
        each = ([column[i] for i in kept] for column in (said, truth, weight))
        tables.append(rates(*each, n_classes))
    mean = [
        [sum(table[a][t] for table in tables) / len(tables) for t in range(n_classes)] for a in range(n_classes + 1)
    ]
    return tables, mean
