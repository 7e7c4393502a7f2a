"""The fields of a manifest: how each kind is written as JSON, and what it has to be when it is read back."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from budgetplan.domain.prices import JUDGING, Prices
from budgetplan.domain.review.course import Band
from budgetplan.domain.review.manifest import ALPHA, PacketFile, TailSample
from budgetplan.errors import Problem

if TYPE_CHECKING:
    from budgetplan.core.curve import Labelled

PUT_BACK = "put back the file that budgetplan queue wrote, from a copy of the folder"
_MOST = 2**53
"""Greater numbers are none that this program counts."""


class FieldError(ValueError):
    """A field is not as it was written; ``problem`` says which, without its file. ``value``: none where it is missing."""

    def __init__(self, key: str, wrong: str, *value: Any) -> None:
        found = "".join(json.dumps(each, ensure_ascii=False)[:60] for each in value)
        self.problem = Problem(wrong, PUT_BACK, option=key, found=found if value else None)
        super().__init__(str(self.problem))


@dataclass(frozen=True)
class Kind:
    """What a field may be.

    Attributes
    ----------
    what
        Said where it is something else.
    read
        Returns the value of what stands in JSON, or raises ValueError, TypeError or ArithmeticError.
    write
        The other way round.
    """

    what: str
    read: Callable[[Any], Any]
    write: Callable[[Any], Any] = lambda value: value


def at(said: Mapping[str, Any], key: str) -> Any:
    """Return what stands in a field such as ``columns.item``.

    >>> at({"columns": {"item": "id"}}, "columns.item")
    'id'
    """
    value: Any = said
    for name in key.split("."):
        if not isinstance(value, dict) or name not in value:
            raise FieldError(key, "this field is missing")
        value = value[name]
    return value


def value_of(said: Mapping[str, Any], key: str, kind: Kind) -> Any:
    """Return the value of a field; one of another kind is an error.

    >>> value_of({"list": 7}, "list", WHOLE)
    7
    """
    value = at(said, key)
    try:
        return kind.read(value)
    except (ValueError, TypeError, ArithmeticError):
        raise FieldError(key, f"this is not {kind.what}", value) from None


def _check(holds: bool) -> None:
    if not holds:
        raise ValueError


def _text(value: Any) -> str:
    _check(isinstance(value, str))
    return str(value)


def _whole(value: Any) -> int:
    _check(type(value) is int and 0 <= value < _MOST)
    return int(value)


def _amount(value: Any) -> Decimal:
    amount = Decimal(_text(value))
    _check(amount.is_finite() and 0 <= amount < _MOST)
    return amount


def _real(value: Any) -> float:
    _check(type(value) in (int, float) and math.isfinite(value) and abs(value) < _MOST)
    return float(value)


def _texts(value: Any) -> tuple[str, ...]:
    _check(isinstance(value, list))
    return tuple(_text(each) for each in value)


def _weights(value: Any) -> dict[str, float]:
    _check(isinstance(value, dict))
    return {name: _real(weight) for name, weight in value.items()}


def _group(value: Any, **kinds: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the values of a group that has these fields and no other."""
    _check(isinstance(value, dict) and value.keys() == kinds.keys())
    return {name: read(value[name]) for name, read in kinds.items()}


def _tail(value: Any) -> TailSample:
    told = _group(value, items=_whole, of=_whole, looks=_whole, alpha=_real)
    _check(told.pop("alpha") == ALPHA)
    return TailSample(**told)


def _packets(value: Any) -> tuple[PacketFile, ...]:
    _check(isinstance(value, list))
    return tuple(PacketFile(**_group(each, name=_text, items=_whole, sha256=_text)) for each in value)


def _flag(value: Any) -> bool:
    _check(isinstance(value, bool))
    return bool(value)


def _prices(value: Any) -> Prices | None:
    if value is None:
        return None
    amounts = dict.fromkeys(JUDGING, _amount)
    return Prices(**_group(value, **amounts | {"currency": _text, "listed": _flag, "stated": _flag}))


def _prices_told(prices: Prices | None) -> dict[str, Any] | None:
    if prices is None:
        return None
    told = {name: getattr(prices, name) for name in JUDGING}
    return {name: str(value) if isinstance(value, Decimal) else value for name, value in told.items()}


def _reals(value: Any) -> Any:
    _check(isinstance(value, list))
    return np.array([np.nan if each is None else _real(each) for each in value], dtype=np.float64)


def _band(value: Any) -> Band | None:
    if value is None:
        return None
    band = Band(**_group(value, items=_reals, expected=_reals, low=_reals, high=_reals))
    _check(len({len(values) for values in vars(band).values()}) == 1)
    return band


def _sample(value: Any) -> Labelled | None:
    from budgetplan.core.curve import Labelled  # noqa: PLC0415 - loading scipy takes a while

    if value is None:
        return None
    amounts = _group(
        value, place=_reals, outcome=_reals, weight=_held, group=_codes, drawn=_codes, share=_share
    )
    sample = Labelled(**amounts)
    each = (sample.outcome, sample.weight, sample.group, sample.drawn)
    _check(len({len(values) for values in (sample.place, *each) if values is not None}) == 1)
    return sample


def _held(value: Any) -> Any:
    return None if value is None else _reals(value)


def _share(value: Any) -> Any:
    return None if value is None else _real(value)


def _codes(value: Any) -> Any:
    return None if value is None else np.array([_whole(each) for each in value], dtype=np.int64)


def _sample_told(sample: Labelled | None) -> dict[str, Any] | None:
    if sample is None:
        return None
    names = ("place", "outcome", "weight", "group", "drawn")
    columns = {name: getattr(sample, name) for name in names}
    told = {name: None if values is None else values.tolist() for name, values in columns.items()}
    return told | {"share": sample.share}


def _band_told(band: Band | None) -> dict[str, list[float | None]] | None:
    if band is None:
        return None
    return {
        name: [each if each == each else None for each in values.tolist()]  # noqa: PLR0124 - NaN is not itself
        for name, values in vars(band).items()
    }


TEXT = Kind("a text", _text)
WHOLE = Kind("a whole number, 0 or more", _whole)
AMOUNT = Kind('an amount such as "1.50"', _amount, str)
TEXTS = Kind("a list of texts", _texts, list)
PRICES = Kind(f"what judging costs ({', '.join(JUDGING)})", _prices, _prices_told)
WEIGHTS = Kind("a number for each model", _weights, dict)
TAIL = Kind(
    "how many random items there are (items, of, looks, alpha)",
    _tail,
    lambda tail: {**vars(tail), "alpha": ALPHA},
)
PACKETS = Kind(
    "a list of files (name, items, sha256)", _packets, lambda files: [vars(each) for each in files]
)
SAMPLE = Kind("the labelled items (place, outcome, weight, group, drawn, share)", _sample, _sample_told)
BAND = Kind("numbers along the queue (items, expected, low, high)", _band, _band_told)


def choice(*names: str) -> Kind:
    """Return the kind of a text that is one of these."""
    return Kind(f"one of {', '.join(names)}", lambda value: names[names.index(value)])
