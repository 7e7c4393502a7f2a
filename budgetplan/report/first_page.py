"""What page 1 says: a title, at most three sentences, some numbers, a figure, a table and a few points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from budgetplan.domain.decision import LabelsWorth
from budgetplan.report.model import (
    Block,
    Bullet,
    Bullets,
    Heading,
    Paragraph,
    Section,
    Text,
)
from budgetplan.report.phrases import Nouns

BEHIND = "behind"
"""Key of the section with what page 1 has no room for."""
LEDE = 3
"""So many sentences stand below the title."""


@dataclass(frozen=True)
class Point:
    """One of the points on how sure a plan is; page 1 shows its verdict and so many of its sentences, or none of it."""

    bullet: Bullet
    shown: int = 1
    aside: bool = False


def points_shown(points: Sequence[Point]) -> list[Bullet]:
    """Return the points as page 1 has them."""
    return [
        replace(one.bullet, sentences=one.bullet.sentences[: one.shown]) for one in points if not one.aside
    ]


def behind(speaker: Nouns, lede: Sequence[Text], points: Sequence[Point]) -> list[Section]:
    """Return the section with the rest of the first sentences and of the points; none where nothing is left of them."""
    left = [
        one.bullet if one.aside else replace(one.bullet, sentences=one.bullet.sentences[one.shown :])
        for one in points
        if one.aside or one.bullet.sentences[one.shown :]
    ]
    blocks: list[Block] = [Heading(speaker.say("head.behind"))]
    blocks += [Paragraph(tuple(lede))] if lede else []
    blocks += [Bullets(tuple(left))] if left else []
    return [Section(BEHIND, tuple(blocks))] if len(blocks) > 1 else []


def labels_points(
    speaker: Nouns,
    labels: LabelsWorth | None,
    gain: Callable[[float], Text],
    price: Callable[[float], Text],
) -> list[Point]:
    """Return the point on more labels, what they gain at most and what one costs; it stands behind page 1.

    ``gain``: says the most that they gain, ``price`` what one costs.
    """
    if labels is None:
        return []
    said = [gain(labels.at_most(speaker.prices.minor_digits))]
    said += [] if labels.price is None else [price(labels.price)]
    return [Point(Bullet(speaker.say("labels.ceiling"), tuple(said)), aside=True)]
