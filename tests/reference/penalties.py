"""Value against the penalty of an error anew, in fractions: each answer, cutoff and penalty by itself (METHODS S5, S6, S9).

Items are (right, confidence, weight), all of them whole numbers or fractions; a penalty is one of ``ALWAYS`` or less.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

ALWAYS = Fraction(10**9)
"""Beyond any penalty at which anything changes."""


def size(items):
    return sum(weight for *_, weight in items)


def reach(sure):
    """Up to which penalty an answer is accepted."""
    return ALWAYS if sure == 1 else sure / (1 - sure)


def held(items, cutoff):
    """Right and wrong answers of that confidence or more; None: of no item."""
    kept = [each for each in items if cutoff is not None and each[1] >= cutoff]
    return [sum(weight for right, _, weight in kept if right is wanted) for wanted in (True, False)]


def by_theory(items):
    """Of each stretch of penalties from where to where it goes, and the right and wrong answers accepted in it."""
    ends = sorted({Fraction(0), ALWAYS, *(reach(sure) for _, sure, _ in items)})
    return [(a, b, *held([each for each in items if reach(each[1]) >= b], 0)) for a, b in pairwise(ends)]


def cutoffs(items):
    """Every cutoff between two confidences, that which accepts most first."""
    sure = sorted({each for _, each, weight in items if weight})
    return [Fraction(0), *((a + b) / 2 for a, b in pairwise(sure)), None]


def best(items, penalty):
    """The cutoff of the greatest value; of equal ones that which accepts most."""

    def value(cutoff):
        right, wrong = held(items, cutoff)
        return right - penalty * wrong

    return max(cutoffs(items), key=value)


def learnt(items, folds=None, validation=None):
    """The same stretches where the cutoff is the best on other items: a validation set, or the other folds."""
    parts = [(items, validation)]
    if folds is not None:
        parts = [
            ([each for each, at in zip(items, folds, strict=True) if at == fold],
             [each for each, at in zip(items, folds, strict=True) if at != fold])
            for fold in sorted(set(folds))
        ]  # fmt: skip
    ends = {Fraction(0), ALWAYS}
    for _, others in parts:
        each = [held(others, cutoff) for cutoff in cutoffs(others)]
        ends |= {(a - c) / Fraction(b - d) for a, b in each for c, d in each if b != d and (a - c) * (b - d) > 0}
    stretches = []
    for a, b in pairwise(sorted(ends)):
        sums = [held(of, best(others, (a + b) / 2)) for of, others in parts]
        stretches.append((a, b, *map(sum, zip(*sums, strict=True))))
    return stretches


def area(stretches, n, low, high):
    """Under the positive part of the value, over penalties from low to high; None: it has no end."""
    total = Fraction(0)
    for start, end, right, wrong in stretches:
        a, b = max(start, low), min(end, high)
        b = min(b, Fraction(right, wrong)) if wrong else b
        if right and b > a:
            if b == ALWAYS:
                return None
            total += right * (b - a) - wrong * (b * b - a * a) / 2
    return total / n


def last_positive(stretches):
    """Up to which penalty the value is positive anywhere; None: without end."""
    ends = [min(b, Fraction(right, wrong)) if wrong else b for a, b, right, wrong in stretches if right > a * wrong]
    return None if ALWAYS in ends else max(ends, default=0)


def first_not_positive(stretches):
    """The first penalty of value 0 or less; None: there is none."""
    for start, end, right, wrong in stretches:
        if right <= start * wrong:
            return start
        if wrong and Fraction(right, wrong) <= end:
            return Fraction(right, wrong)
    return None


def first_below(stretches, n, others, m):
    """From which penalty on the value of one is less than another's, neither below 0; None: from none."""
    for a, b in pairwise(sorted({end for each in (*stretches, *others) for end in each[:2]})):
        mine, theirs = (
            next((Fraction(right, k), Fraction(wrong, k)) for start, end, right, wrong in each if start <= a < end)
            for each, k in ((stretches, n), (others, m))
        )

        def gap(at, mine=mine, theirs=theirs):
            return max(mine[0] - at * mine[1], 0) - max(theirs[0] - at * theirs[1], 0)

        # Straight between the ends, the zero of each, and where they cross.
        turns = {a, b, *(right / wrong for right, wrong in (mine, theirs) if wrong)}
        if mine[1] != theirs[1]:
            turns.add((mine[0] - theirs[0]) / (mine[1] - theirs[1]))
        for c, d in pairwise(sorted(turn for turn in turns if a <= turn <= b)):
            if gap((c + d) / 2) < 0:
                return c
    return None


def risk(items):
    """Wrong answers per item if the surest are answered alone, where each group of equally sure ones ends."""
    n = size(items)
    points = [(Fraction(0), Fraction(0))]
    for cutoff in sorted({sure for _, sure, _ in items}, reverse=True):
        right, wrong = held(items, cutoff)
        points.append((Fraction(right + wrong, n), Fraction(wrong, n)))
    return points


def area_of_risk(items):
    return sum((d + b) / 2 * (c - a) for (a, b), (c, d) in pairwise(risk(items)))
