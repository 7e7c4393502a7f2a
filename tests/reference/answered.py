"""How models are pooled and how often answers are right in every draw, anew: item by item and draw by draw (METHODS S5, S7).

What labelled items weigh in each draw, the curve's coefficients, and folds are given.
"""

from __future__ import annotations

import math
from collections import defaultdict
from statistics import mean

import numpy as np

from budgetplan.arrays import first_seen
from budgetplan.core.answers import Statement, by_content
from budgetplan.core.mixture import deal

LOWEST, RAKED, WIDTH = 1e-12, 8, 0.02


def first_of(row):
    return max(range(len(row)), key=lambda c: (row[c], -c))


def softer(row, beta):
    powers = [max(p, LOWEST) ** beta for p in row]
    return [p / sum(powers) for p in powers]


def temperature(rows, truth, weight):
    """The power of probabilities that makes the labels likeliest, within e^-4 and e^4: its slope is halved into."""
    seen = {c for row in rows for c, p in enumerate(row) if p > 0}
    some = [(row, t, w) for row, t, w in zip(rows, truth, weight, strict=True) if t in seen and w > 0]
    some = [([math.log(max(p, LOWEST)) for p in row], t, w) for row, t, w in some]
    if all(max(row) == min(row) for row, _, _ in some):
        return 1.0

    def slope(at):
        total = 0.0
        for z, t, w in some:
            powers = [math.exp(math.exp(at) * (each - max(z))) for each in z]
            total += w * (sum(a * b for a, b in zip(z, powers, strict=True)) / sum(powers) - z[t])
        return total

    low, high = -4.0, 4.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
    return math.exp(low)


def some_of(model, items):
    """What a model states of some items."""
    probability = None if model.probability is None else model.probability[items]
    return Statement(model.answer[items], model.confidence[items], probability)


def stated_of(statement, share):
    """Probabilities of all classes: where one answer is stated alone the others share the rest as labels do."""
    if statement.probability is not None:
        return statement.probability.tolist()
    rows = []
    for answer, sure in zip(statement.answer.tolist(), statement.confidence.tolist(), strict=True):
        rest = sum(max(each, LOWEST) for c, each in enumerate(share) if c != answer)
        rows.append([sure if c == answer else (1 - sure) * max(each, LOWEST) / rest for c, each in enumerate(share)])
    return rows


class Pool:
    """Models pooled from labelled items; ``inverse``: of each model, where it is that of a pool of it alone."""

    def __init__(self, stated, truth, weight, n_classes):
        held = [sum(w for t, w in zip(truth, weight, strict=True) if t == c) for c in range(n_classes)]
        self.share = [each / sum(held) for each in held]
        each = [stated_of(model, self.share) for model in stated]
        self.inverse = [temperature(rows, truth, weight) for rows in each]
        self.of_mean = temperature(self.mean(stated), truth, weight)

    def mean(self, stated):
        models = zip(stated, self.inverse, strict=True)
        each = [[softer(row, beta) for row in stated_of(model, self.share)] for model, beta in models]
        return [[mean(column) for column in zip(*rows, strict=True)] for rows in zip(*each, strict=True)]

    def of(self, stated):
        return [softer(row, self.of_mean) for row in self.mean(stated)]


def together(stated, labels):
    """The pool of all items, and what pools without each item's fold say of it."""
    truth, weight, n = labels.truth.tolist(), labels.held.tolist(), len(labels.truth)
    pool = Pool(stated, truth, weight, labels.n_classes)
    order, fold, said = by_content(stated, labels, np.array(pool.share)), [0] * n, [None] * n
    group = None if labels.group is None else first_seen(labels.group[order])
    for i, number in zip(order.tolist(), deal(np.zeros(n), group, labels.seed).tolist(), strict=True):
        fold[i] = number
    for number in set(fold):
        outside, inside = ([i for i in range(n) if (fold[i] != number) is out] for out in (True, False))
        rest = [some_of(model, outside) for model in stated]
        part = Pool(rest, [truth[i] for i in outside], [weight[i] for i in outside], labels.n_classes)
        for i, row in zip(inside, part.of([some_of(model, inside) for model in stated]), strict=True):
            said[i] = row
    return pool, said


def useful(stated, labels):
    """Models let in one by one while what the surest class is worth over all cutoffs grows."""
    truth, weight, members, best = labels.truth.tolist(), labels.held.tolist(), [], -math.inf
    while len(members) < len(stated):
        worth = {}
        for place in set(range(len(stated))) - set(members):
            _, said = together([stated[each] for each in sorted([*members, place])], labels)
            total = 0.0
            for row, t, w in zip(said, truth, weight, strict=True):
                sure = min(max(row), 1 - 1e-6)
                total += w * (sure if first_of(row) == t else sure + math.log(1 - sure))
            worth[place] = round(total / sum(weight), 9)
        place = max(worth, key=lambda each: (worth[each], -each))
        if worth[place] <= best:
            break
        members, best = [*members, place], worth[place]
    return tuple(sorted(members))


class Answered:
    """``rows``: probabilities of the labelled items; see :func:`budgetplan.core.answers.draw_answers`."""

    def __init__(self, drawn, rows, labels):
        self.drawn, self.C, self.T = drawn, range(labels.n_classes), range(labels.n_classes + labels.n_unknown)
        self.knots, self.B = drawn.curve.shape.knots.tolist(), range(drawn.draws)
        self.curve = drawn.curve.coefficients.tolist()
        self.middle = [mean(column) for column in zip(*self.curve, strict=True)]
        weights, row = drawn.fit.resampled(drawn.draws, np.random.default_rng(drawn.seed)), drawn.fit.code.tolist()
        in_row = [sum(w for each, w in zip(row, labels.held, strict=True) if each == k) for k in range(max(row) + 1)]
        part = [float(w) / in_row[k] for k, w in zip(row, labels.held, strict=True)]
        self.weights = [[each[k] * share for k, share in zip(row, part, strict=True)] for each in weights.tolist()]
        held, top = labels.held.tolist(), [first_of(row) for row in rows]
        times, items = drawn.fit.worth.n_effective / sum(held), range(len(rows))
        self.held, truth = [w * times for w in held], labels.truth.tolist()
        wrong = [i for i in items if truth[i] != top[i]]
        lost = sum(self.held[i] for i in wrong)
        self.unseen = [sum(self.held[i] for i in wrong if truth[i] == t) / max(lost, LOWEST) for t in self.T]
        self.unseen = self.unseen[len(self.C) :]
        missed = [self.held[i] * (1 - self.right(self.middle, self.odds(rows[i]), top[i])) for i in items]
        self.factor = [[[1.0 for _ in self.T] for _ in self.C] for _ in self.B]
        for m in {top[i] for i in wrong}:
            among, of_class = [i for i in items if top[i] == m], [i for i in wrong if top[i] == m]
            seen = [sum(self.held[i] for i in of_class if truth[i] == t) for t in self.T]
            other = {i: self.otherwise(rows[i], m) for i in among}
            scale, often = sum(seen) / sum(missed[i] for i in among), [1.0 for _ in self.T]
            for _ in range(RAKED):
                sums = {i: sum(o * f for o, f in zip(other[i], often, strict=True)) for i in among}
                there = [often[t] * sum(missed[i] * scale / sums[i] * other[i][t] for i in among) for t in self.T]
                often = [often[t] * (seen[t] + 1) / (there[t] + 1) for t in self.T]
            stated = {}
            for i in of_class:
                row = [often[t] * other[i][t] for t in self.T]
                stated[i] = [each / sum(row) for each in row]
            for t in self.T:
                usual = sum(self.held[i] * stated[i][t] for i in of_class)
                for b in self.B:
                    drawn_wrong = sum(self.weights[b][i] for i in of_class if truth[i] == t)
                    expected = sum(self.weights[b][i] * stated[i][t] for i in of_class)
                    ratio = (drawn_wrong + 1) / (expected + 1) * (usual + 1) / (seen[t] + 1)
                    self.factor[b][m][t] = often[t] * ratio

    @staticmethod
    def odds(row):
        sure = min(max(row), 1 - 1e-3)
        return math.log(sure / (1 - sure))

    def right(self, c, x, m):
        """How likely an answer m is right at some log odds, by coefficients of one draw."""
        p = 2 + len(self.knots)
        level = c[0] + c[1] * x + sum(c[2 + k] * max(x - knot, 0.0) for k, knot in enumerate(self.knots))
        level += c[p + m] + c[p + len(self.C) + m] * x
        return 1 / (1 + math.exp(-level))

    def otherwise(self, row, m):
        """How likely each truth is where class m is wrong, as it is stated."""
        rest = [0.0 if c == m else max(row[c], LOWEST) for c in self.C]
        return [each / sum(rest) * (1 - sum(self.unseen)) for each in rest] + self.unseen

    def truths(self, b, row, x, m, a):
        """How likely each truth of an item is in a draw, if m is its most probable class and a is answered."""
        right, other, chance = self.right(self.curve[b], x, m), self.otherwise(row, m), 0.0
        if a != m:
            chance = other[a] / (1 - sum(self.unseen))
            other[a] = 0.0
        each = [o * f for o, f in zip(other, self.factor[b][m], strict=True)]
        each = [(1 - right) * (1 - chance) * part / max(sum(each), LOWEST) for part in each]
        each[a] += (1 - right) * chance if a != m else 0.0
        each[m] += right
        return each

    def weighed(self):
        """How many times as much as usual each labelled item weighs in every draw, on average as much."""
        held, items = self.held, range(len(self.held))
        rows = [list(row) for row in self.weights]
        for _ in range(RAKED):
            by_item = [mean(row[i] for row in rows) for i in items]
            rows = [[row[i] * held[i] / by_item[i] for i in items] for row in rows]
            rows = [[each * sum(held) / sum(row) for each in row] for row in rows]
        return [[row[i] / held[i] for i in items] for row in rows]

    def counts(self, rows, codes, answer, held=None, times=None):
        """Of each code, answer and draw how many items have each truth; items of one code that stand close are one.

        ``held``: how many each stands for; ``times``: how many times as many in each draw.
        """
        held, cells = held or [1.0 for _ in rows], defaultdict(list)
        for i, row in enumerate(rows):
            cells[codes[i], first_of(row), answer[i], round(self.odds(row) / WIDTH)].append(i)
        counts = defaultdict(lambda: [0.0 for _ in self.T])
        for (code, m, a, _), items in cells.items():
            total = sum(held[i] for i in items)
            x = sum(held[i] * self.odds(rows[i]) for i in items) / total
            row = [sum(held[i] * rows[i][c] for i in items) / total for c in self.C]
            for b in self.B:
                many = sum(held[i] * (times[b][i] if times else 1.0) for i in items)
                for t, each in enumerate(self.truths(b, row, x, m, a)):
                    counts[code, a, b][t] += many * each
        return counts
