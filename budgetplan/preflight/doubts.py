"""What looks like a mistake in the data of a plan, without being one for certain."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from budgetplan import lazy_pandas as pd
from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.path import auc
from budgetplan.domain.decision import Recommendation
from budgetplan.domain.doubt import FEW, Doubt, DoubtKind
from budgetplan.domain.items import Answers, ClassifiedSet, Items, ModelOutput, Predictions
from budgetplan.domain.messages import shortened
from budgetplan.domain.plan import Plan
from budgetplan.errors import BudgetplanError
from budgetplan.lists import likeness
from budgetplan.models.resampling import too_few
from budgetplan.preflight import draft
from budgetplan.preflight.draft import Column, Survey
from budgetplan.tables.cells import MANY
from budgetplan.tables.columns import find_id
from budgetplan.tables.labels import same_answer
from budgetplan.tables.table import Source

MANY_REPEATED = 0.2
"""From this share of repeated rows on, intervals are a tenth too narrow: the sample looks a quarter greater."""

LEAST_REPEATED = 10
"""Fewer repeated rows are not many, whatever their share."""

MOST_STEPS = 10
"""Numbers with no more different ones than this are kinds rather than scores."""

TELLS_ROWS_APART = 0.95
"""A column that is different in so many of the distinct rows tells them apart."""


HALF = 0.5
"""If fewer rows have such a number in any column, whether there are copies is seen on the rest."""
PILED = 5
"""A number that so many times as many rows have as others on average; each row of a table may stand in it ten times."""


def are_many(n: int, of: int) -> bool:
    """Return whether so many repeated rows make the numbers of a report doubtful.

    >>> are_many(9, 20), are_many(10, 20), are_many(10, 51)
    (False, True, False)
    """
    return n >= max(LEAST_REPEATED, MANY_REPEATED * of)


def find_repeats(survey: Survey, label: str, passed: Collection[str]) -> IntArray | None:
    """Return for each row the first that says the same but for the columns ``passed``; None where equal rows are no wonder.

    They are none where no column but the labels tells rows apart, and where rounding explains them.
    """
    numbered = {column.name for column in survey.columns if draft.called_as_rows(column.name) and column.is_whole}
    columns = [column for column in survey.columns if column.name not in {*passed, *numbered}]
    if not columns or any(column.n_different == survey.n_rows for column in columns):
        return None
    first = repeated(np.column_stack([column.codes for column in columns]))
    n_distinct = int((first == np.arange(len(first))).sum())
    telling = [column for column in columns if column.name != label]
    tells = any(_tells_apart(column, survey.n_rows, n_distinct) for column in telling)
    if n_distinct == survey.n_rows or not (tells or _is_one_row(first, telling)):
        return None
    numbers = [column for column in telling if column.is_number and column.n_different > MOST_STEPS]
    rows = np.arange(len(first))
    in_words = any(not column.is_number and column.n_different > draft.MOST_CHOICES for column in telling)
    if numbers and not _is_one_row(first, telling) and not in_words:
        # Nothing tells these apart: that they are equal does not show that they are copies. Others say more of that, too,
        # than those of which some model tells nothing.
        ends = np.array([_at_an_end(column) for column in numbers])
        tied, some = ends.all(axis=0), ends.any(axis=0)
        rows, first = rows[~(some if some.mean() < HALF else tied)], np.where(tied, rows, first)
    codes = [column.codes[rows] for column in columns if column not in numbers]
    exact = np.column_stack(codes) if codes else np.zeros((len(rows), 0), dtype=np.int64)
    among = np.searchsorted(rows, first[rows])
    return None if repeats_are_chance(among, exact, [column.values[rows] for column in numbers]) else first


def _is_one_row(first: IntArray, telling: list[Column]) -> bool:
    """Return whether almost all rows are one and the same in several columns of scores.

    One column of scores that hardly differ is a model that orders nothing, and whole numbers may be kinds.
    """
    n_same = int(np.bincount(first).max())
    scores = [column for column in telling if column.is_number and not column.is_whole]
    return n_same >= max(LEAST_REPEATED, TELLS_ROWS_APART * len(first)) and len(scores) > 1


def _at_an_end(column: Column) -> BoolArray:
    """Return which cells hold the lowest or the greatest number, where far more rows have it than others, shape (n,).

    So many scores are 0 where a model has nothing to go by, and 1 where rounding makes it sure.
    """
    at_end = np.zeros(len(column.values), dtype=bool)
    for end in (np.nanmin(column.values), np.nanmax(column.values)):
        cells = column.values == end
        if cells.sum() >= max(LEAST_REPEATED, PILED * len(cells) / column.n_different):
            at_end |= cells
    return at_end


def _tells_apart(column: Column, n_rows: int, n_distinct: int) -> bool:
    """Return whether equal rows are worth a look beside a column.

    It tells most rows apart, or, among ever so many copies, almost all distinct ones; or it holds rounded numbers,
    whose repeats are compared with those of chance.
    """
    n_different = int((np.bincount(column.codes) > 0).sum())  # numpy.unique takes a hundred times as long
    if n_different > n_rows / 2 or n_different > max(draft.MOST_CHOICES, TELLS_ROWS_APART * n_distinct):
        return True
    return column.is_number and n_different > MOST_STEPS and is_rounded(column.values)


def repeated(codes: IntArray) -> IntArray:
    """Return for each row the first row that equals it, itself where it is the first, shape (n,).

    Parameters
    ----------
    codes
        Shape (n, columns), whole numbers from 0 on, below 2**31.

    Examples
    --------
    >>> import numpy as np
    >>> repeated(np.array([[1, 2], [1, 3], [1, 2]])).tolist()
    [0, 1, 0]
    """
    key, *others = codes.T
    for column in others or [0]:
        key = ranks(key << 32 | column, sort=False)
        if key.max(initial=0) + 1 == len(key):
            break
    return np.asarray(np.unique(key, return_index=True)[1][key])


# What overflows stands on no grid and was rounded by nobody.
@np.errstate(over="ignore", invalid="ignore")
def coarser(values: FloatArray, factor: int) -> IntArray:
    """Return codes of numbers that are equal where numbers differ by less than ``factor`` units of their last digit.

    Parameters
    ----------
    values
        Shape (n,); NaN has a code of its own.
    factor
        10, 100 and so on: how many digits less.

    Returns
    -------
    Shape (n,). Numbers of more than eight digits, on no grid, keep a code each: they are not rounded.

    Examples
    --------
    >>> import numpy as np
    >>> coarser(np.array([0.121, 0.129, 0.13, 0.2]), 10).tolist()
    [0, 0, 1, 2]
    >>> coarser(np.array([1.21e-7, 1.29e-7, 0.135]), 10).tolist()
    [0, 0, 1]
    >>> coarser(np.arange(12) / 7, 10).tolist()
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]
    """
    is_number = np.isfinite(values)
    numbers = np.where(is_number, values, 0)
    if (numbers.astype(np.float32) == numbers).all():
        # In single precision seven digits are right.
        numbers = np.round(numbers / 10.0 ** _exponent(numbers), 6) * 10.0 ** _exponent(numbers)
    gap = _grid(numbers[is_number])
    unit = np.full(len(values), gap) if gap else _unit(numbers)
    if unit is None:
        return ranks(np.where(is_number, values, np.inf))
    start = 0.0 if not gap or _is_round(numbers / gap) else float(numbers[is_number].min())
    steps = np.floor((numbers - start) / (unit * factor) + 1e-6)
    steps = np.where(is_number, steps, np.inf)
    # Sorting pairs takes many times as long.
    at = ranks(steps)
    return at if (unit == unit[:1]).all() else ranks(at << 32 | ranks(unit))


def ranks(values: npt.NDArray[Any], *, sort: bool = True) -> IntArray:
    """Return for each value how many different ones are below it: two models that order alike have the same places.

    ``sort``: else equal values have the same place alone, whichever it is.

    Examples
    --------
    >>> ranks(np.array([0.2, 7.0, 0.2])).tolist()
    [0, 1, 0]
    """
    if len(values) > MANY:  # sorting takes several times as long
        return np.asarray(pd.factorize(values, sort=sort, use_na_sentinel=False)[0], dtype=np.int64)
    return np.unique(values, return_inverse=True)[1]


_MOST_DIGITS = 9
"""Numbers that need so many digits or more were not rounded by anybody: two of them are equal by no chance."""


def _grid(values: FloatArray) -> float:
    """Return the distance of numbers that stand on a grid and fill a tenth of it or more, else 0."""
    different = np.unique(values)
    gaps = np.diff(different)
    gap = float(gaps.min(initial=np.inf))
    on_grid = len(gaps) > 1 and np.ptp(different) <= 10 * gap * len(different) and _is_round(gaps / gap)
    return gap if on_grid else 0.0


def _unit(numbers: FloatArray) -> FloatArray | None:
    """Return the unit of the last digit: of all numbers alike, or of each by its own size, whichever is coarser."""
    exponent = _exponent(numbers)
    mantissa = numbers / 10.0**exponent
    n_digits = next((n for n in range(_MOST_DIGITS) if _is_round(mantissa * 10.0**n)), None)
    n_decimals = next((n for n in range(_MOST_DIGITS) if _is_round(numbers * 10.0**n)), None)
    if n_digits is None and n_decimals is None:
        return None
    of_all = np.full(len(numbers), 0.0 if n_decimals is None else 10.0**-n_decimals)
    return of_all if n_digits is None else np.maximum(of_all, 10.0 ** (exponent - n_digits))


def _exponent(numbers: FloatArray) -> FloatArray:
    """Return the power of ten of each number's first digit, 0 for 0."""
    power = np.log10(np.abs(numbers), out=np.zeros(len(numbers)), where=numbers != 0)
    return np.asarray(np.floor(power + 1e-12))


def _is_round(values: FloatArray) -> bool:
    # Mostly the first ones tell that they are not.
    return all(bool((np.abs(some - np.rint(some)) <= 1e-6).all()) for some in (values[:1000], values))


_ENOUGH_PAIRS = 30
"""So many neighbours tell how close rows are; with fewer, wider neighbourhoods are looked at."""


def is_rounded(values: FloatArray) -> bool:
    """Return whether numbers were rounded, so that two of them may be equal by chance.

    Examples
    --------
    >>> import numpy as np
    >>> is_rounded(np.arange(40) / 100), is_rounded(np.sin(np.arange(40)))
    (True, False)
    """
    return len(np.unique(coarser(values, 1000))) < len(np.unique(values))


def repeats_are_chance(first: IntArray, codes: IntArray, numbers: Sequence[FloatArray]) -> bool:
    """Return whether equal rows are no more than what rounding makes equal.

    Rows that are equal by the rounding of their numbers have neighbours: rows that would be equal with a digit
    less. In a bin of ten units two rows share a unit at most in 1 of 9 pairs, in 2 of 9 where the bins are full;
    with more than one number that varies freely, more seldom. Copies have no such neighbours. They are told from
    chance where so many would come about once in a thousand tables at most (Chernoff's bound on a Poisson count).

    Parameters
    ----------
    first
        Shape (n,): for each row the first that equals it, see :func:`repeated`.
    codes
        Shape (n, columns): what is not rounded; whole numbers from 0 on, below 2**32.
    numbers
        For each column of numbers shape (n,).

    Examples
    --------
    >>> import numpy as np
    >>> scores = np.round(np.random.default_rng(1).random(500), 3)
    >>> none = np.zeros((500, 0), dtype=np.int64)
    >>> repeats_are_chance(repeated(ranks(scores)[:, None]), none, [scores])
    True
    >>> copied = np.tile(scores[:250], 2)
    >>> repeats_are_chance(repeated(ranks(copied)[:, None]), none, [copied])
    False
    """
    distinct = np.flatnonzero(first == np.arange(len(first)))
    n_repeated = int((np.bincount(first) > 1).sum())
    codes_here = codes[distinct]
    if not numbers:
        return n_repeated == 0
    # The number that tells most rows apart bounds the chance, and so do all of them together; their bins may lie
    # askew to each other, as those of a share and its complement do, and then halves of them are compared.
    coarse = cache(lambda at, factor: coarser(numbers[at][distinct], factor))
    finest = max(range(len(numbers)), key=lambda at: len(np.unique(numbers[at])))
    alone = _most_by_chance(codes_here, [finest], coarse, 1)
    together = 2.25 * _most_by_chance(codes_here, range(len(numbers)), coarse, n_free(numbers))
    expected = min(alone, together)
    if n_repeated <= expected or not expected:
        return n_repeated <= expected
    return n_repeated * math.log(n_repeated / expected) - n_repeated + expected < math.log(1000)


def n_free(numbers: Sequence[FloatArray]) -> int:
    """Return how many of some columns vary freely: 1 to 3, more are not needed.

    Examples
    --------
    >>> import numpy as np
    >>> one, other = np.random.default_rng(1).random((2, 100))
    >>> n_free([one, 1 - one]), n_free([one, other, 1 - one - other])
    (1, 2)
    """
    # The twenty that tell most rows apart are enough, of however many.
    finest = sorted(numbers, key=lambda column: -len(np.unique(column)))[:20] if len(numbers) > 20 else numbers
    is_number = np.nan_to_num(np.column_stack(finest), posinf=0, neginf=0)
    # Squares of the greatest numbers would overflow.
    is_number /= np.maximum(np.abs(is_number).max(axis=0), np.finfo(float).tiny)
    spread = is_number.std(axis=0)
    centred = (is_number - is_number.mean(axis=0)) / np.where(spread > 0, spread, 1)
    singular = np.linalg.svd(centred, compute_uv=False)
    return int(np.clip((singular > 0.05 * singular[0]).sum(), 1, 3))


def _most_by_chance(
    codes: IntArray, numbers: Sequence[int], coarse: Callable[[int, int], IntArray], n_free: int
) -> float:
    """Return how many distinct rows rounding makes equal to another at most, by their neighbours.

    ``coarse``: the codes of a number, by its position and how many units they hold. ``n_free``: how many of the numbers
    vary freely; so often are bins divided by their number of units.
    """
    most = 0.0
    for factor in (10, 100, 1000):
        n_near = np.bincount(repeated(np.column_stack([codes, *(coarse(at, factor) for at in numbers)])))
        n_pairs = float((n_near * (n_near - 1.0)).sum() / 2)
        most = max(most, 2 * n_pairs / (float(factor) ** n_free - 1))
        if n_pairs >= _ENOUGH_PAIRS:
            break
    return most


ALMOST_ALL = 0.95
"""Scores are near constant where this share of the items has the same one."""

MOST_CLASSES = 10
"""A column called a confidence is taken for one where it can be that of the likeliest of so many classes."""

MOST_SLIPS, OFTENER = 2, 10
"""A label may be a slip where so few rows have it, and another one is so many times as frequent."""
LEAST_LETTERS, LIKENESS = 4, 0.8
"""Shorter labels differ by a letter on purpose; the likeness is that of ``difflib``."""

SHORT = 0.05
"""A list of so small a share of the rows, and of few, may be rows whose labels were forgotten."""

FAR_OUT, MOST_FAR = 10, 0.01
"""Beside scores of at most 1 so few greater ones than this have lost their decimal sign, as spreadsheets take it off."""

LEAST_PERFECT = 10
"""A perfect order is worth a word where there are so many positive and other items."""


def doubts_of_table(plan: Plan, survey: Survey) -> tuple[Doubt, ...]:
    """Return what looks wrong in the rows of a table as such: repeated ones, labels, groups across splits."""
    label = survey.column(plan.columns.label)
    split = survey.column(plan.columns.split)
    group = survey.column(plan.columns.group) if plan.deferral is None else None
    return (
        *_judgements(plan, survey),
        *_repeated_rows(plan, survey, split),
        *(_labels(plan.table, label) if label else ()),
        *(_groups_across(plan, label, split, group) if label and split and group else ()),
    )


def _judgements(plan: Plan, survey: Survey) -> Iterable[Doubt]:
    """Find rows that are judgements and are taken for items."""
    judged = None if plan.form.annotator or plan.form.long else draft.guess_judgements(survey)
    if judged is not None:
        where, n_items = (plan.table, judged.annotator), survey.by_name[judged.item].n_different
        yield Doubt(DoubtKind.JUDGEMENTS, *where, n_items, survey.n_rows, (judged.item,))


def _repeated_rows(plan: Plan, survey: Survey, split: Column | None) -> Iterable[Doubt]:
    """Find rows that say the same, and rows that stand in two splits."""
    first = find_repeats(survey, plan.columns.label, {find_id(survey.names, plan.columns.id), plan.columns.split})
    if first is None:
        return
    again = np.flatnonzero(first != np.arange(len(first)))
    n, line, earlier = len(again), int(survey.lines[again[0]]), int(survey.lines[first[again[0]]])
    kind = DoubtKind.MANY_DUPLICATES if are_many(n, survey.n_rows) else DoubtKind.DUPLICATES
    yield Doubt(kind, plan.table, n=n, of=survey.n_rows, names=(str(earlier),), line=line)
    if split is None:
        return
    # Where many of the items that are reported on stand elsewhere too, what is reported was known before.
    here = plan.deferral.test if plan.deferral else plan.split
    # Whichever of two equal rows comes first, so that the order of the rows plays no part.
    pairs = np.unique(np.column_stack([first, split.codes]), axis=0)
    rows, n_splits = np.unique(pairs[:, 0], return_counts=True)
    in_split = split.texts.holds(here) | (not here)
    n_both, n_here = int((np.isin(first, rows[n_splits > 1]) & in_split).sum()), int(in_split.sum())
    if here and are_many(n_both, n_here):
        yield Doubt(DoubtKind.MANY_DUPLICATES_ACROSS, plan.table, split.name, n_both, n_here, (here,))
    elif n_both:
        yield Doubt(DoubtKind.DUPLICATES_ACROSS, plan.table, split.name, n_both, n_here)


def _labels(file: str, label: Column) -> Iterable[Doubt]:
    n_different = label.n_different
    fractions = label.is_number and not label.is_whole
    many = label.is_number and n_different > draft.MOST_LABELS
    lone = n_different > max(20, label.n_filled / 2)
    if fractions or many or lone:
        yield Doubt(DoubtKind.LABELS_LIKE_SCORES, file, label.name, n_different, label.n_filled, label.different[:3])
        return
    # Labels that hardly any row has, and that differ by a letter or two from one that many have: each is compared with each.
    counts = label.counts()
    for rare, n in counts.items() if n_different <= draft.MOST_LABELS else ():
        if n > MOST_SLIPS or len(rare) < LEAST_LETTERS or any(letter.isdigit() for letter in rare):
            continue
        common = [name for name, n_other in counts.items() if n_other >= OFTENER * n]
        swapped = [name for name in common if sorted(name) == sorted(rare)]  # too unlike in a word of four letters
        if meant := swapped or get_close_matches(rare, common, 1, LIKENESS):
            names = (shortened(rare), shortened(meant[0]))
            yield Doubt(DoubtKind.RARE_LABEL, file, label.name, n, counts[meant[0]], names)


def _groups_across(plan: Plan, label: Column, split: Column, group: Column) -> Iterable[Doubt]:
    """Find groups of the split that is used which are in other splits with labels too."""
    used = label.filled & split.texts.holds(plan.split)
    if not plan.split or not used.any():
        return
    rest = label.filled & ~used
    ours, theirs = group.counts(used), group.counts(rest)
    if names := [name for name in ours if name in theirs]:
        splits = (names[0], plan.split, *split.counts(rest & (group.texts.among(names) >= 0)))
        yield Doubt(DoubtKind.GROUPS_ACROSS, plan.table, group.name, len(names), len(ours), splits)


def doubts_of_scores(
    plan: Plan, items: Items, outputs: Sequence[ModelOutput], entries: float = 0.0
) -> tuple[Doubt, ...]:
    """Return what looks wrong in the labels and scores of the filter workflow."""
    labelled = items.labelled
    wanted = [code for code, name in enumerate(items.classes) if name in plan.positive]
    positive = np.isin(items.label[labelled], wanted)
    all_doubts = [*_labels_in_use(plan, items, entries), *_few_groups(plan, items.group, labelled)]
    all_doubts += _per_thousand(plan, items.answers)
    scores = {out.name: out.score[labelled] for out in outputs}
    for out in outputs:
        is_number = np.isfinite(scores[out.name])
        where = (plan.table, out.column, 0, len(out.score), (out.name,))
        all_doubts += [Doubt(DoubtKind.ROW_NUMBERS, *where)] * draft.called_as_rows(out.column)
        all_doubts += [Doubt(DoubtKind.MADE_WITH_LABELS, *where)] * (out.column.casefold() == draft.MADE_WITH_LABELS)
        order = next((model.order for model in plan.models if model.name == out.name), "higher")
        score, as_told = scores[out.name][is_number], order == "higher"
        doubts = [*_score(plan, out, score, positive[is_number], as_told=as_told)]
        if order != "rank":
            sign = 1.0 if as_told else -1.0
            written = replace(out, score=sign * out.score)
            sure = [*_confidence(plan, written, sign * score, positive[is_number], len(items.classes))]
            # Turned round, how sure a model is of whatever it says orders nothing either.
            doubts = [doubt for doubt in doubts if not sure or doubt.kind is not DoubtKind.REVERSED] + sure
        all_doubts += doubts
    orders = {name: ranks(score) for name, score in scores.items()}
    all_doubts += _copies(plan, {out.name: out.column for out in outputs}, orders, len(positive))
    return tuple(all_doubts)


def _per_thousand(plan: Plan, answers: Sequence[Answers]) -> Iterable[Doubt]:
    """Find calls of which none costs more than the least that is counted: tokens may be priced by the thousand."""
    for answer, given in zip(plan.answerers, answers, strict=True):
        costs = given.cost[~np.isnan(given.cost)]
        if (answer.price_in or answer.price_out) and costs.size and 0 < costs.max() <= 1:
            column = next(iter(answer.token_columns), "")
            yield Doubt(DoubtKind.PRICED_PER_THOUSAND, plan.table, column, len(costs), names=(answer.name,))


def _labels_in_use(plan: Plan, items: Items, entries: float) -> Iterable[Doubt]:
    """Find few positives, labels that may be what is collected in another word, and a list that may be forgotten labels."""
    counts = np.bincount(items.label[items.labelled], minlength=len(items.classes)).tolist()
    times, where = dict(zip(items.classes, counts, strict=True)), (plan.table, plan.columns.label)
    n, n_positive = sum(counts), sum(times.get(name, 0) for name in plan.positive)
    if n_positive in {0, n}:
        yield Doubt(DoubtKind.ALL_POSITIVE if n_positive else DoubtKind.NO_POSITIVES, *where, n, n, plan.positive)
    elif max(n_positive, entries) < FEW:
        yield Doubt(DoubtKind.FEW_POSITIVES, *where, n_positive, n, plan.positive)
    for name in (class_name for class_name in items.classes if class_name not in (*plan.positive, *plan.form.as_label)):
        alike = [class_collected for class_collected in plan.positive if same_answer(class_collected, name)]
        if alike and times[name]:
            names = (name, alike[0], *plan.positive)
            yield Doubt(DoubtKind.SAME_ANSWER, *where, times[name], times.get(alike[0], 0), names)
    n_listed = items.n_items - n
    # The labels of so few rows may have been forgotten.
    if plan.list_size is None and plan.reviewed is None and 0 < n_listed < min(FEW, SHORT * items.n_items):
        yield Doubt(DoubtKind.SHORT_LIST, *where, n_listed, items.n_items)


def _few_groups(plan: Plan, group: IntArray | None, used: BoolArray) -> Iterable[Doubt]:
    if group is not None:
        n_groups = len(np.unique(group[used]))
        if n_groups < FEW or too_few(group[used]):
            yield Doubt(DoubtKind.FEW_GROUPS, plan.table, plan.columns.group, n_groups, int(used.sum()))


def _score(plan: Plan, out: ModelOutput, score: FloatArray, positive: BoolArray, *, as_told: bool) -> Iterable[Doubt]:
    """Look at the scores of one model; ``as_told``: higher ones are reviewed first, as they stand in the table."""
    where, n = (plan.table, out.column), len(score)
    value, n_same = likeness.commonest(score)
    if n and n_same >= ALMOST_ALL * n:
        yield Doubt(DoubtKind.CONSTANT, *where, n_same, n, (out.name,), value if as_told else -value)
        return
    n_different = len(np.unique(score))
    if as_told and n > 2 and np.array_equal(np.unique(score), [-1, 0, 1]):
        yield Doubt(DoubtKind.SCORES_LIKE_ABSTENTIONS, *where, int((score == -1).sum()), n, (out.name,))
    if n_different == 2 and n > 2:
        yield Doubt(DoubtKind.SCORES_LIKE_LABELS, *where, n_different, n, (out.name,))
    area = auc(score, positive)
    if likeness.is_reversed(score, positive):
        yield Doubt(DoubtKind.REVERSED, *where, 0, n, (out.name, "lower" if as_told else "higher"), area)
    elif area == 1 and min(int(positive.sum()), int((~positive).sum())) >= LEAST_PERFECT:
        yield Doubt(DoubtKind.PERFECT, *where, n, n, (out.name,))
    n_outside = int(((score < 0) | (score > 1)).sum())
    size = np.abs(out.score[np.isfinite(out.score)])
    far = size[size > FAR_OUT]
    if 0 < len(far) <= max(1, MOST_FAR * len(size)) and (size[size <= FAR_OUT] <= 1).all():
        yield Doubt(DoubtKind.FAR_OUT, *where, len(far), len(size), (out.name,), float(far.max()))
    elif as_told and n_outside and out.column.casefold().startswith(("p_", "prob")):
        yield Doubt(DoubtKind.NO_PROBABILITIES, *where, n_outside, n, (out.name,))


def _confidence(
    plan: Plan, out: ModelOutput, score: FloatArray, positive: BoolArray, n_classes: int
) -> Iterable[Doubt]:
    """Find scores that say how sure a model is of whatever it says, by their name or by their numbers."""
    every = out.score[np.isfinite(out.score)]
    # A model may know more classes than people gave.
    is_called = draft.called_as_confidence(out.column) and likeness.likeliest_only(every, max(MOST_CLASSES, n_classes))
    if is_called or (likeness.likeliest_only(every, n_classes) and likeness.is_sure_of_any(score, positive, n_classes)):
        names = (out.name, *plan.positive)
        yield Doubt(DoubtKind.CONFIDENCE, plan.table, out.column, len(every), len(out.score), names, float(every.min()))


def _copies(plan: Plan, column: dict[str, str], orders: dict[str, IntArray], n: int) -> Iterable[Doubt]:
    first: dict[bytes, str] = {}
    for name, order in orders.items():
        same = first.setdefault(order.tobytes(), name)
        if same != name:
            yield Doubt(DoubtKind.COPIES, plan.table, column[name], n, n, (name, same))


def doubts_of_answers(plan: Plan, validation: ClassifiedSet | None, test: ClassifiedSet) -> tuple[Doubt, ...]:
    """Return what looks wrong in the labels and predictions of the defer workflow."""
    doubts = [*_few_of_classes(plan, test), *_few_groups(plan, test.group, np.ones(test.n_items, dtype=bool))]
    doubts += _per_thousand(plan, test.answers)
    both = sorted(set(test.groups) & set(validation.groups)) if validation is not None else []
    if both and plan.deferral is not None:
        splits = (both[0], plan.deferral.test, plan.deferral.validation)
        where = (plan.table, plan.columns.group)
        doubts.append(Doubt(DoubtKind.GROUPS_ACROSS, *where, len(both), len(test.groups), splits))
    orders = {}
    for predictions in test.models:
        doubts += _answers(plan, predictions, test)
        # Decision values are not scaled yet, so that each of them orders the answers.
        sure = [predictions.confidence] if predictions.decision is None else predictions.decision.T
        orders[predictions.name] = np.concatenate([predictions.predicted, *map(ranks, sure)])
    doubts += _copies(plan, {model.name: model.column for model in test.models}, orders, test.n_items)
    return tuple(doubts)


def _few_of_classes(plan: Plan, test: ClassifiedSet) -> Iterable[Doubt]:
    counts = np.bincount(test.truth, minlength=len(test.names))
    occurring = np.flatnonzero(counts).tolist()
    where = (plan.table, plan.columns.label)
    if len(occurring) == 1:
        yield Doubt(DoubtKind.ONE_CLASS, *where, test.n_items, test.n_items, (test.names[occurring[0]],))
        return
    few = np.flatnonzero(counts[: test.n_classes] < FEW).tolist()
    if few:
        names = tuple(f"{test.names[code]} {counts[code]:,}" for code in few)
        yield Doubt(DoubtKind.FEW_OF_CLASSES, *where, len(few), test.n_classes, names)


def _answers(plan: Plan, predictions: Predictions, test: ClassifiedSet) -> Iterable[Doubt]:
    n, right = test.n_items, predictions.predicted == test.truth
    models = plan.deferral.models if plan.deferral else ()
    is_array = any(model.array for model in models if model.name == predictions.name)
    where = (predictions.column, "") if is_array else (plan.table, predictions.column)
    if n >= FEW and right.all():
        yield Doubt(DoubtKind.ALL_RIGHT, *where, n, n, (predictions.name,))
    answered = predictions.predicted >= 0
    if likeness.agrees_by_chance(predictions.predicted[answered], test.truth[answered]):
        kind = ("array",) if is_array else ()
        yield Doubt(DoubtKind.AGREES_BY_CHANCE, *where, int(right.sum()), n, (predictions.name, *kind))
    if predictions.unscaled:
        return
    value, n_same = likeness.commonest(predictions.confidence)
    if n_same >= ALMOST_ALL * n:
        yield Doubt(DoubtKind.CONSTANT, *where, n_same, n, (predictions.name,), value)
    elif likeness.is_reversed(predictions.confidence, right):
        yield Doubt(DoubtKind.UNSURE_IS_RIGHT, *where, 0, n, (predictions.name,), auc(predictions.confidence, right))
    if predictions.probabilities is None:
        # The greatest of C probabilities is at least 1 / C; a tenth of it is left for rounding. Who gives no answer may be
        # as unsure of it as can be.
        n_low = int((answered & (predictions.confidence < 0.9 / test.n_classes)).sum())
        if n_low:
            yield Doubt(DoubtKind.BELOW_CHANCE, *where, n_low, n, (predictions.name,), 1 / test.n_classes)


def doubts_of_lines(plan: Plan, recommended: Recommendation) -> Iterator[Doubt]:
    """Yield that the printed lines come to more than the budget: whole amounts that a funder wants move no plan."""
    budget, spend, paper = plan.budget, recommended.spend, plan.prices.printed_in
    if not paper or budget is None or spend is None or not recommended.meets_goal:
        return
    if (budget.unit, budget.covers) == ("money", "everything") and spend > budget.amount:
        yield Doubt(DoubtKind.ROUNDED_UP, "", names=(str(paper),), value=float(spend))


MOST_ROWS = 100_000
"""With a report longer tables are not read once more for this, which takes longer than all the rest; see a check."""


def doubts_of_files(plan: Plan, source: Source | None = None) -> tuple[Doubt, ...]:
    """Return what looks wrong in the rows of a plan's table, and in the order of the files beside it.

    What cannot be read at all is passed over: whoever reads it for its content says so. ``source``: as in :func:`read_survey`.
    """
    from budgetplan.preflight.survey import other_orders, read_survey  # only where files are read

    doubts: tuple[Doubt, ...] = ()
    with suppress(BudgetplanError):
        label, columns = "" if plan.form.labels else plan.columns.label, plan.columns
        used = {columns.label, columns.split, columns.group}
        doubts = doubts_of_table(plan, read_survey(plan.table, plan.form, label, columns.id, used, source))
    return (*doubts, *other_orders(plan))
