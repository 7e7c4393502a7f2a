"""What more labels could be worth at most before deciding: one line, in every report alike."""

from __future__ import annotations

import math
from collections.abc import Sequence

from budgetplan.report.first_page import Point
from budgetplan.report.model import Bullet, Sentence
from budgetplan.report.phrases import Nouns


def labels_point(speaker: Nouns, said: Sequence[Sentence]) -> Point:
    """Return the point on more labels: what they gain at most, and what one costs; it stands behind page 1."""
    return Point(Bullet(speaker.say("labels.ceiling"), tuple(said)), aside=True)


def rounded_up(amount: float, digits: int) -> float:
    """Return a ceiling rounded up as far as it is printed: noise of the last digits is no cent.

    >>> rounded_up(1.231, 2), rounded_up(1.1 * 3, 1)
    (1.24, 3.3)
    """
    scale = 10.0**digits
    return math.ceil(amount * scale - 1e-9) / scale


def digits_of(worth: float, minor_digits: int | None) -> int:
    """Return how many decimals a ceiling is printed with; ``minor_digits``: of money, None for right answers.

    >>> digits_of(120.0, 2), digits_of(1.2, 2), digits_of(1.2, None), digits_of(0.2, None)
    (0, 2, 0, 1)
    """
    if minor_digits is None:
        return 0 if worth > 0.4 else 1
    return 0 if worth >= 100 else minor_digits
