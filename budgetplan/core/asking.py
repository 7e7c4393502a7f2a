"""Somebody who answers for a price: what it says of items, and what its answers are worth, in every draw (METHODS A).

What it says depends on the truth, on whether the model is right, and on how sure the model is: it errs more often where the
model errs, and where items are hard, and what it says then speaks of the model's answer, too. All that a plan says of an
item's truth stays as it is on average, so asking brings nothing where no answer is used.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.special import expit, gammaln, logit, ndtr, ndtri

from budgetplan.arrays import BoolArray, FloatArray, IntArray, first_seen, taken
from budgetplan.core.answers import EQUAL, LOWEST, Truths, log_odds, moved_alike
from budgetplan.core.curve import ODDS, Fit, Labelled

RIGHT, MODELS, OTHER = 0, 1, 2
"""It says what is true; the model's wrong answer; something else that is wrong. Beside these: nothing."""
LEVELS = 10
"""Numbers that say how sure it is are told apart in so many parts of equal size at most."""
JEFFREYS = 0.5
PARTS = 10
"""Items are alike that a model answers alike with a confidence in the same tenth of the labelled ones."""
MOST_MOVED = 8.0
"""The log odds of one truth are moved by no more."""
ITEMS_MORE = 2.0 ** np.arange(8)
"""The shares of outcomes that all items have may count as so many more of a tenth, or of a truth.

As one each, plans followed the chance of few labels: of 300, in 20 worlds each, they earned EUR 427 and 447 (two ways to
say how sure it is) and promised 37 and 28 more; so they earn 439 and 456."""
MOST_TRUTHS = 12
"""Of more classes what it says is not told apart by truth."""


def levels(confidence: FloatArray | None, n: int, like: FloatArray | None = None) -> IntArray:
    """Return at which level each answer is given, shape (n,): 0 where nothing is stated, then rising.

    Parameters
    ----------
    confidence
        Shape (n,): how sure an answerer is, higher is surer, NaN where it does not say; None: it never says.
    like
        The confidences that say where levels begin, by default the same; one below all of these is of the lowest stated.

    Examples
    --------
    >>> levels(np.array([0.5, np.nan, 0.9, 0.5]), 4).tolist(), levels(None, 2).tolist()
    ([1, 0, 2, 1], [0, 0])
    >>> levels(np.array([0.1, 0.8]), 2, np.array([0.5, np.nan, 0.9])).tolist()
    [1, 1]
    """
    if confidence is None:
        return np.zeros(n, dtype=np.int64)
    stated = confidence if like is None else like
    stated = stated[np.isfinite(stated)]
    least = np.unique(stated)
    if len(least) > LEVELS:
        least = np.unique(np.quantile(stated, np.arange(LEVELS) / LEVELS, method="lower"))
    # Where no labelled answer states anything, there is no such level.
    level = np.clip(np.searchsorted(least, confidence, side="right"), 1, len(least))
    return np.where(np.isfinite(confidence), level, 0)


@dataclass(frozen=True, eq=False)
class Policy:
    """Which answers stand where a model gives one answer.

    Attributes
    ----------
    top, part
        The model's most probable class, and the tenth of its confidence.
    stands
        Shape (C, L): whether an answer stands, by class and level.
    mass, amount
        Shapes (T, K) and (T, K, A): the share of such outcomes that stand, and what they come to, by truth.
    """

    top: int
    part: int
    stands: BoolArray
    mass: FloatArray
    amount: FloatArray


@dataclass(frozen=True, eq=False)
class AskDraws:
    """What an answerer says of items, in each of B draws; K = 3 L + 1 outcomes: three kinds by L levels, and no answer.

    Attributes
    ----------
    chance, mean
        Shape (B, 2, P, T, K): of each outcome where the model is wrong, and where it is right, by the tenth of its
        confidence and by truth (1 in place of T where truths are not told apart); and the mean of all draws.
    pooled
        Shape (2, T, K): the same mean for all tenths together, drawn to that of all truths, by which it is chosen what
        stands. Chosen by what few labelled items of a tenth and a truth hold, plans followed their chance: of 900 labels
        and ten levels of an honest answerer, 12 wrong answers (3 to 32) were promised where 160 came.
    edges
        Shape (P - 1,): the confidences where tenths begin.
    other
        Shape (T, C): shares of the classes among wrong answers that are not the model's.
    """

    chance: FloatArray
    mean: FloatArray
    pooled: FloatArray
    edges: FloatArray
    other: FloatArray

    def part(self, confidence: FloatArray) -> IntArray:
        """Return in which tenth each confidence is, shape (n,)."""
        return np.searchsorted(self.edges, confidence, side="right")

    def _where(self, top: int, part: int) -> tuple[IntArray, int, IntArray]:
        """Return for each truth where its chances stand."""
        truth = np.arange(len(self.other))
        return (truth == top).astype(np.int64), part, np.minimum(truth, self.mean.shape[2] - 1)

    def answers(self, top: int) -> FloatArray:
        """Return on which classes each kind of answer falls where a model gives one, shape (T, 3, C)."""
        n_truths, n = self.other.shape
        every, share = np.arange(n), self.other.copy()
        share[every, every] = share[:, top] = 0.0
        answers = np.zeros((n_truths, 3, n))
        answers[every, RIGHT, every] = answers[:, MODELS, top] = 1.0
        answers[:, OTHER] = share / np.maximum(share.sum(axis=1, keepdims=True), LOWEST)
        return answers

    def shares(self, top: int) -> FloatArray:
        """Return how likely each answer is at each level whatever the tenth, by truth, (T, C, L); the rest is no answer."""
        is_right, _, truth = self._where(top, 0)
        kinds = self.pooled[is_right, truth, :-1].reshape(len(self.other), 3, -1)
        return np.asarray(np.einsum("tkl,tkc->tcl", kinds, self.answers(top)))

    def policy(self, top: int, part: int, stands: BoolArray, table: FloatArray) -> Policy:
        """Return a policy with what it comes to; ``table``: amounts of answers that stand, by truth, (C, T, A)."""
        n_truths, n_amounts = table.shape[1:]
        by_level = np.einsum("cl,cta->tcla", stands, table).reshape(n_truths, len(table), -1)
        mass, amount = self.answers(top) @ (stands * 1.0), self.answers(top) @ by_level
        mass, amount = mass.reshape(n_truths, -1), amount.reshape(n_truths, -1, n_amounts)
        return Policy(top, part, stands, np.pad(mass, ((0, 0), (0, 1))), np.pad(amount, ((0, 0), (0, 1), (0, 0))))

    def expected(self, policy: Policy) -> tuple[FloatArray, FloatArray]:
        """Return how often an answer stands on average, and to what it then comes, by truth, shapes (T,) and (T, A)."""
        mean = self.mean[self._where(policy.top, policy.part)]
        return (mean * policy.mass).sum(axis=1), np.einsum("tk,tka->ta", mean, policy.amount)

    def read(self, policy: Policy, truths: FloatArray, draws: slice) -> tuple[FloatArray, FloatArray]:
        """Return how many items of each truth no answer settles, and what the others come to, (..., B, T) and (..., B, A).

        ``truths``: items of each truth, (..., B, T); ``draws``: which of the draws these B are.
        """
        right, part, truth = self._where(policy.top, policy.part)
        chance = self.chance[draws][:, right, part, truth]
        rest = truths * (1 - (chance * policy.mass).sum(axis=2))
        joint = truths[..., None] * chance
        flat = joint.reshape(*joint.shape[:-2], -1)
        return np.asarray(rest), np.asarray(flat @ policy.amount.reshape(-1, policy.amount.shape[2]))

    def by_truth(self, policy: Policy, truths: FloatArray, draws: slice, amounts: list[int]) -> FloatArray:
        """Return what answers that stand come to by truth in these draws together, (len(amounts), T); see :meth:`read`."""
        right, part, truth = self._where(policy.top, policy.part)
        chance = self.chance[draws][:, right, part, truth]
        return np.asarray(np.einsum("bt,btk,tka->at", truths, chance, policy.amount[..., amounts]))


def draw_asked(answer: IntArray, level: IntArray, probability: FloatArray, labels: Truths, draws: int) -> AskDraws:
    """Draw what an answerer says, from labelled items.

    Parameters
    ----------
    answer, level
        Shape (n,): the class that it says, -1 for no answer, and how sure it is of it, from 0.
    probability, labels, draws
        As in :func:`budgetplan.core.answers.draw_answers`.

    References
    ----------
    METHODS A: Dirichlet draws by whether the model is right, how sure it is, and the truth, drawn to the shares of all
    truths, see ``ITEMS_MORE``; these to those of all tenths, these by Jeffreys' half an item of right answers and of wrong.

    Examples
    --------
    Of 100 items, of which the model says the same, all answers are right.

    >>> said, truth = np.tile([0.7, 0.3], (100, 1)), np.repeat([0, 1], [70, 30])
    >>> asked = draw_asked(truth, np.zeros(100, dtype=int), said, Truths(truth, 2, seed=1), 999)
    >>> asked.chance.shape, asked.mean[[1, 0], -1, [0, 1], RIGHT].round(2).tolist()
    ((999, 2, 10, 2, 4), [1.0, 1.0])
    """
    n_classes, n_levels = probability.shape[1], int(level.max(initial=0)) + 1
    top, sure, outcomes = probability.argmax(axis=1), probability.max(axis=1), 3 * n_levels + 1
    truth, held, n_truths = labels.truth, labels.held, n_classes + labels.n_unknown
    edges = np.quantile(sure, np.arange(1, PARTS) / PARTS)
    kind = np.select([answer == truth, answer == top], [RIGHT, MODELS], OTHER)
    outcome = np.where(answer < 0, outcomes - 1, kind * n_levels + level)
    shape = 2, PARTS, n_truths if n_truths <= MOST_TRUTHS else 1, outcomes
    where = (top == truth).astype(np.int64), np.searchsorted(edges, sure, side="right")
    code = np.ravel_multi_index((*where, np.minimum(truth, shape[2] - 1), outcome), shape)
    order = np.lexsort((truth, answer, held, code, *probability.T.round(EQUAL)))
    answer, level, top, code = (array[order] for array in (answer, level, top, code))
    labels, place = taken(labels, order), log_odds(sure[order])
    truth, held, group = labels.truth, labels.held, labels.group
    group = None if group is None else first_seen(group)
    sample = Labelled(place, (answer == truth) * 1.0, labels.weight, group, code, labels.drawn)
    rng = np.random.default_rng([labels.seed, 12])
    fit = Fit.of(sample, ODDS)
    weights, first = fit.resampled(draws, rng) / fit.worth.widening**2, fit.first
    by_code = np.argsort(code[first], kind="stable")
    codes, starts = np.unique(code[first][by_code], return_index=True)
    seen = np.zeros((draws, int(np.prod(shape))))
    seen[:, codes] = np.add.reduceat(weights[:, by_code], starts, axis=1)
    seen = seen.reshape(draws, *shape)
    spoken = answer >= 0
    at_level = np.bincount(level[spoken], held[spoken], n_levels) + LOWEST
    # Where the model is right no answer is its wrong one; of two classes there is no third answer.
    share = np.array([[0.5, 0.25, 0.25] if n_classes > 2 else [0.5, 0.5, 0.0], [0.5, 0.0, 0.5]])
    prior = 2 * JEFFREYS * share[..., None] * at_level / at_level.sum()
    whole = seen.sum(axis=(2, 3)) + np.pad(prior.reshape(2, -1), ((0, 0), (0, 1)))
    by_part = _drawn_to(whole[:, :, None] / whole.sum(axis=-1)[:, :, None, None], seen.sum(axis=3), rng)
    chance = _drawn_to(by_part[:, :, :, None], seen, rng)
    others = spoken & (answer != truth) & (answer != top)
    count = np.zeros((n_truths, n_classes))
    np.add.at(count, (truth[others], answer[others]), held[others])
    share = count.sum(axis=0) + JEFFREYS
    other = (count + share / share.sum()) / (count.sum(axis=1, keepdims=True) + 1)
    kinds = np.where(spoken, top == answer, False), top == truth, np.minimum(truth, shape[2] - 1)
    pooled = _pooled(replace(sample, part=None), level, *kinds, spoken, prior, shape[2])
    return AskDraws(chance, chance.mean(axis=0), pooled, edges, other)


def _pooled(
    sample: Labelled,
    level: IntArray,
    agrees: BoolArray,
    is_right: BoolArray,
    truth: IntArray,
    spoken: BoolArray,
    prior: FloatArray,
    n_truths: int,
) -> FloatArray:
    """Return the shares of outcomes where a model is wrong, and where it is right, whatever its confidence, (2, T, K).

    How often answers are right changes smoothly from level to level, see :attr:`budgetplan.core.curve.Fit.mean`, and is
    moved for each truth as far as its items say (sd 1, as strata are). ``prior``: shape (2, 3, L), what one item more says.

    References
    ----------
    METHODS A.
    """
    n_levels, held = prior.shape[2], sample.weights / sample.weights.mean()
    places = np.asarray(ndtri((np.arange(n_levels) + 0.5) / n_levels))
    shares = np.zeros((2, n_truths, 3 * n_levels + 1))
    for side in (0, 1):
        here = spoken & (is_right == side)
        at = np.bincount(level[here], held[here], n_levels) + prior[side].sum(axis=0)
        right = np.full(n_levels, 0.5)
        if here.any():
            some = sample.take(np.flatnonzero(here))
            right = Fit.of(replace(some, place=places[level[here]])).mean.rate(places)[0]
        odds, wrong = logit(right), here & (sample.outcome == 0)
        models = float(held[wrong & agrees].sum()) + prior[side, MODELS].sum()
        models /= float(held[wrong].sum()) + prior[side, 1:].sum()
        silent = ~spoken & (is_right == side)
        every = float(held[silent].sum()) / (float(held[here | silent].sum()) + 1)
        for code in range(n_truths):
            of = truth == code
            rows = here & of
            wanted = float(held[rows] @ sample.outcome[rows])
            moved = expit(odds + moved_alike(odds[level[rows]], held[rows], wanted, MOST_MOVED, prior=1.0))
            kinds = np.stack([moved, (1 - moved) * models, (1 - moved) * (1 - models)]) * at / at.sum()
            # How often it says nothing is drawn to that of all truths by one item.
            quiet = (float(held[silent & of].sum()) + every) / (float(held[(silent | here) & of].sum()) + 1)
            shares[side, code] = np.append((1 - quiet) * kinds.ravel(), quiet)
    return np.asarray(shares / shares.sum(axis=2, keepdims=True))


def _drawn_to(whole: FloatArray, seen: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Return draws of the shares of outcomes, shape (B, ..., K), each drawn to those of all, ``whole``, as items more.

    In each draw these are as many as the chance is that what is ``seen`` came of them (Dirichlet and multinomial): many
    where all are alike, few where they differ.
    """
    share = np.broadcast_to(np.maximum(whole, LOWEST), seen.shape)
    count, every = seen.mean(axis=0), ITEMS_MORE.reshape(-1, *[1] * (seen.ndim - 1))
    prior, number = every * share.mean(axis=0), count.sum(axis=-1, keepdims=True)
    likely = (
        (gammaln(count + prior) - gammaln(prior)).sum(axis=-1, keepdims=True) + gammaln(every) - gammaln(number + every)
    )
    likely = likely.reshape(len(every), -1).sum(axis=1)
    chance = np.exp(likely - likely.max())
    more = rng.choice(every.ravel(), len(seen), p=chance / chance.sum())
    drawn = seen + rng.gamma(np.maximum(more.reshape(-1, *every.shape[1:]) * share, LOWEST))
    return np.asarray(drawn / drawn.sum(axis=-1, keepdims=True))


@dataclass(frozen=True, eq=False)
class ListAnswers:
    """What an answerer says along a ranked list, in each of B draws; M = 2 L + 2 outcomes: yes and no by level, no answer, all.

    Attributes
    ----------
    chance
        Shape (B, 2, P, M): of each outcome of an item that is no entry, and of an entry, by part of the order; the last is 1,
        for items that nobody is asked about.
    part
        Shape (K,): in which part each cell of the list is.
    """

    chance: FloatArray
    part: IntArray

    def split(self, amount: FloatArray) -> FloatArray:
        """Return how much comes with each outcome on average, (2, B, K) of other items and of entries to (K, M)."""
        split = np.empty((len(self.part), self.chance.shape[-1]))
        for part in np.unique(self.part).tolist():
            here, chance = self.part == part, self.chance[:, :, part]
            split[here] = amount[1][:, here].T @ chance[:, 1] + amount[0][:, here].T @ chance[:, 0]
        return split / len(self.chance)

    def read(self, amount: FloatArray, share: FloatArray) -> FloatArray:
        """Return what shares of the outcomes, (K, M), come to in every draw, (2, B, K) as above to (B,)."""
        total = np.zeros(len(self.chance))
        for part in np.unique(self.part).tolist():
            here, chance = self.part == part, self.chance[:, :, part]
            for truth in (0, 1):
                total += ((amount[truth][:, here] @ share[here]) * chance[:, truth]).sum(axis=1)
        return total

    def rates(self, held: FloatArray, cell: IntArray, outcome: IntArray) -> FloatArray:
        """Return how likely an item of a cell is an entry after an outcome, in every draw: shapes (U,) to (B, U).

        ``held``: other items and entries in each cell, (2, B, K).
        """
        other, entry = (held[kind][:, cell] * self.chance[:, kind, self.part[cell], outcome] for kind in (0, 1))
        return np.asarray(entry / np.maximum(other + entry, LOWEST))


def draw_along(
    answer: IntArray, level: IntArray, sample: Labelled, listed: FloatArray, draws: int, seed: int
) -> tuple[ListAnswers, ListAnswers]:
    """Draw what an answerer says along a ranked list, from labelled items: by tenths of the places, and all together.

    Parameters
    ----------
    answer, level, draws, seed
        As in :func:`draw_asked`; 1 says that an item is an entry, 0 that it is none.
    sample
        The labelled items: where they stand, on a normal scale, and whether they are entries.
    listed
        Shape (K,): where each cell of the list stands.

    References
    ----------
    METHODS A: a model that calls every item an entry, surer the higher it stands.

    Examples
    --------
    Of 100 items it is always right.

    >>> sample = Labelled(np.linspace(-2, 2, 100), np.repeat([0.0, 1.0], 50))
    >>> said = sample.outcome.astype(int)
    >>> tenths, whole = draw_along(said, np.zeros(100, dtype=int), sample, np.array([-1.0, 1.0]), 99, 1)
    >>> tenths.chance.shape, tenths.part.tolist(), whole.chance.shape, whole.part.tolist()
    ((99, 2, 10, 4), [2, 7], (99, 2, 1, 4), [0, 0])
    >>> tenths.chance[:, [0, 1], [2, 7], [1, 0]].mean(axis=0).round(1).tolist()
    [1.0, 1.0]
    """
    sure, at = (np.asarray(0.55 + 0.4 * ndtr(place)) for place in (sample.place, listed))
    truth = sample.outcome.astype(np.int64)
    labels = Truths(truth, 2, weight=sample.weight, group=sample.group, drawn=sample.drawn, seed=seed)
    asked = draw_asked(answer, level, np.column_stack([1 - sure, sure]), labels, draws)
    # Of an item that is no entry the model is wrong.
    kinds = asked.chance[:, [0, 1], :, [0, 1], :-1].reshape(2, draws, PARTS, 3, -1)
    by_class = np.einsum("tbpkl,tkc->btpcl", kinds, asked.answers(1))[:, :, :, ::-1].reshape(draws, 2, PARTS, -1)
    silent = 1 - by_class.sum(axis=-1, keepdims=True)
    chance = np.concatenate([by_class, silent, np.ones_like(silent)], axis=-1)
    # Each tenth counts as its labelled items do, and as one item more, as one may hold none.
    held = np.ones((2, PARTS))
    weight = np.ones(len(sure)) if sample.weight is None else sample.weight / sample.weight.mean()
    np.add.at(held, (truth, asked.part(sure)), weight)
    pooled = np.einsum("btpm,tp->btm", chance, held / held.sum(axis=1, keepdims=True))[:, :, None]
    return ListAnswers(chance, asked.part(at)), ListAnswers(pooled, np.zeros(len(at), dtype=np.int64))
