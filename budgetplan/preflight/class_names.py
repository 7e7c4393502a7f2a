"""Recognises columns of probabilities that are called as classes are, as R's caret and tidymodels write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from budgetplan.dataset.probabilities import off_one, sum_tolerance
from budgetplan.domain.survey import MOST_CHOICES, Column

_MODEL = "model"


@dataclass(frozen=True)
class Family:
    """Columns with the probability of a class each.

    ``model``: what the model may be called. ``by_class``: the column of each class.
    """

    model: str
    by_class: dict[str, str]


def find_family(columns: Sequence[Column]) -> Family | None:
    """Return the columns that are probabilities of classes: together 1 in every row, and called as the classes are.

    The classes are the texts of another column, such as the labels; where there is none, all columns of shares must
    add up to 1.

    Examples
    --------
    >>> def column(name, values):
    ...     numbers = np.array(values, dtype=float) if not isinstance(values[0], str) else np.full(len(values), np.nan)
    ...     names, codes = np.unique(np.array([str(one) for one in values]), return_inverse=True)
    ...     return Column(name, codes, tuple(names.tolist()), numbers, int(np.isnan(numbers).sum()))
    >>> p = [column(".pred_no", [0.25, 0.5]), column(".pred_yes", [0.75, 0.5])]
    >>> find_family([*p, column("truth", ["yes", "no"])])
    Family(model='model', by_class={'no': '.pred_no', 'yes': '.pred_yes'})
    >>> find_family([column("no", [0.25, 0.4]), column("truth", ["yes", "no"])]) is None
    True
    """
    shares = {one.name: one for one in columns if _is_share(one)}
    named = [one for one in columns if not one.is_number and 2 <= len(one.different) <= MOST_CHOICES]
    for names in dict.fromkeys(one.different for one in named):
        for prefix in _prefixes(names[0], shares):
            found = {name: prefix + name for name in names}
            if {*found.values()} <= {*shares} and _adds_up([shares[name] for name in found.values()]):
                return Family(_called(prefix), found)
    if len(shares) < 2 or named or not _adds_up([*shares.values()]):
        return None
    prefix = _common([*shares])
    return Family(_called(prefix), {name.removeprefix(prefix): name for name in shares})


def _is_share(column: Column) -> bool:
    if not column.is_number or ":" in column.name:
        return False
    return float(column.numbers.min()) >= 0 and float(column.numbers.max()) <= 1


def _prefixes(name: str, shares: dict[str, Column]) -> list[str]:
    """Return what stands before the name of a class in the names of columns, if it is the end of a word."""
    before = [one.removesuffix(name) for one in shares if one.endswith(name)]
    return sorted((one for one in before if not one or not one[-1].isalnum()), key=len)


def _common(names: Sequence[str]) -> str:
    """Return how all names begin, up to a sign between words.

    >>> _common([".pred_no", ".pred_not_sure"]), _common(["no", "not"])
    ('.pred_', '')
    """
    first, last = min(names), max(names)
    start = "".join(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False)))
    found = re.match(r".*[\W_]", start)
    return found[0] if found else ""


def _adds_up(columns: Sequence[Column]) -> bool:
    values = np.column_stack([one.values for one in columns])
    whole = values[np.isfinite(values).all(axis=1)]
    return len(whole) > 0 and bool((off_one(whole) <= sum_tolerance(whole, single=False)).all())


def _called(prefix: str) -> str:
    """Return what a model may be called whose columns begin so.

    >>> _called(".pred_"), _called(""), _called("rf_prob_")
    ('model', 'model', 'rf')
    """
    words = [one for one in re.split(r"[\W_]+", prefix) if one]
    kept = [
        one for one in words if one.casefold() not in {"pred", "p", "prob", "proba", "probability", "score"}
    ]
    return "_".join(kept) or _MODEL
