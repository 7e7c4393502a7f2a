"""Where the labels of a figure go: beside what they name, on nothing else, inside the canvas."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

_STEP = 2.5  # points between the samples of a line
_PAD = 1.5  # free room around a label
_NEAR = 4.0  # up to here a label needs no line to what it names
_DISTANCES = (3.0, 9.0, 16.0, 25.0, 36.0, 50.0, 68.0, 90.0)
_SIDES = ((-1, 1), (0, 1), (1, 1), (-1, -1), (0, -1), (1, -1), (1, 0), (-1, 0))
_SHORTLIST = 40
_MAX_ANCHORS = 36


class Box(NamedTuple):
    """A rectangle of the canvas, in points from the lower left corner."""

    x0: float
    y0: float
    x1: float
    y1: float

    def meets(self, other: Box) -> bool:
        """Return whether two boxes share any area."""
        return self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1

    def holds(self, other: Box) -> bool:
        """Return whether the other box lies inside this one."""
        return self.x0 <= other.x0 and other.x1 <= self.x1 and self.y0 <= other.y0 and other.y1 <= self.y1

    def nearest(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the box that is nearest to a point."""
        return min(max(x, self.x0), self.x1), min(max(y, self.y0), self.y1)


@dataclass(frozen=True)
class Place:
    """Where a label stands, which point it names, whether a line must join them, whether it covers no label and no line."""

    box: Box
    anchor: tuple[float, float]
    joined: bool
    free: bool = True
    bare: bool = True


def sample(points: Points) -> Points:
    """Return points along a polyline, close enough that no label slips between two of them."""
    if len(points) < 2:
        return points
    lengths = np.hypot(*np.diff(points, axis=0).T)
    along = np.concatenate(([0.0], np.cumsum(lengths)))
    if along[-1] <= 0:
        return points[:1]
    steps = np.linspace(0.0, along[-1], max(2, int(along[-1] / _STEP) + 1))
    return np.column_stack([np.interp(steps, along, points[:, axis]) for axis in (0, 1)])


def place(
    size: tuple[float, float], points: Points, foreign: Points, taken: Sequence[Box], frame: Box, *, prefer: float = 1.0
) -> Place:
    """Find the best place of a label.

    Parameters
    ----------
    size
        Width and height of the label.
    points
        Samples of what it names.
    foreign
        Samples of everything else that is drawn.
    taken
        Boxes of the labels that stand already.
    frame
        What the label must not leave.
    prefer
        Which part of ``points`` is liked best: 0 its beginning, 1 its end.

    Returns
    -------
    Place
        Never outside the frame, and on another label or line only if there is no free place at all.
    """
    anchors = points[np.unique(np.linspace(0, len(points) - 1, _MAX_ANCHORS).astype(int))]
    boxes, owners, distances = _candidates(size, anchors)
    # Into the frame; one that is larger than it starts at its left or lower side.
    low, high = boxes[:, :2], boxes[:, 2:]
    shift = np.maximum((frame.x0, frame.y0) - low, np.minimum(0.0, (frame.x1, frame.y1) - high))
    boxes = boxes + np.hstack((shift, shift))
    cost = distances * 0.35 + 14.0 * np.abs(owners / max(1, len(anchors) - 1) - prefer)
    # Where lines run together, nobody sees which of them is meant.
    cost += 30.0 * np.maximum(0.0, 1.0 - _gaps(anchors, foreign) / 9.0)[owners]
    cost += 40.0 * _covered(boxes, np.concatenate((points, foreign)))
    cost += 8000.0 * _overlaps(boxes, taken)
    best: tuple[float, Place] | None = None
    for index in np.argsort(cost, kind="stable")[:_SHORTLIST]:
        if best is not None and cost[index] >= best[0]:
            break  # a second look makes none cheaper
        x, y = anchors[owners[index]].tolist()
        refined = _refined(float(cost[index]), Box(*boxes[index].tolist()), (x, y), foreign, taken)
        if best is None or refined[0] < best[0]:
            best = refined
    assert best is not None  # there is always a candidate
    return replace(best[1], bare=not covers(best[1].box, np.concatenate((points, foreign))))


def covers(box: Box, points: Points) -> bool:
    """Return whether a box lies on any of the points."""
    return bool(_covered(np.array([box]), points)[0])


def _candidates(size: tuple[float, float], anchors: Points) -> tuple[Points, NDArray[np.intp], Points]:
    """Return boxes around each anchor, the number of the anchor of each, and the distance."""
    width, height = size
    boxes, half = [], (width / 2, height / 2)
    for distance, (across, up) in itertools.product(_DISTANCES, _SIDES):
        dx = across * (width / 2 + (distance if up == 0 else min(distance, 12.0) - 6.0))
        dy = up * (height / 2 + distance)
        centre = anchors + np.array((dx, dy))
        boxes.append(np.hstack((centre - half, centre + half)))
    owners = np.tile(np.arange(len(anchors)), len(boxes))
    return np.concatenate(boxes), owners, np.repeat(_DISTANCES, len(_SIDES) * len(anchors))


def _covered(boxes: Points, points: Points) -> Points:
    """Return how many points each box covers."""
    x, y = points[:, 0], points[:, 1]
    inside = (x > boxes[:, :1] - _PAD) & (x < boxes[:, 2:3] + _PAD)
    inside &= (y > boxes[:, 1:2] - _PAD) & (y < boxes[:, 3:4] + _PAD)
    return np.asarray(np.count_nonzero(inside, axis=1), dtype=np.float64)


def _overlaps(boxes: Points, taken: Sequence[Box]) -> Points:
    """Return with how many standing labels each box overlaps."""
    number = np.zeros(len(boxes))
    for box in taken:
        across = (boxes[:, 0] < box.x1 + 4 * _PAD) & (boxes[:, 2] > box.x0 - 4 * _PAD)
        number += across & (boxes[:, 1] < box.y1 + _PAD) & (boxes[:, 3] > box.y0 - _PAD)
    return number


def _refined(
    cost: float, box: Box, anchor: tuple[float, float], foreign: Points, taken: Sequence[Box]
) -> tuple[float, Place]:
    """Add what only a few candidates are worth checking for: a joining line that crosses, a doubtful owner."""
    x, y = box.nearest(*anchor)
    length = float(np.hypot(anchor[0] - x, anchor[1] - y))
    close = _closest(foreign, box)
    joined = length > _NEAR or close < length + 3.0
    if joined:
        share = np.linspace(0.12, 1.0, 24)[:, None]
        way = np.array(anchor) * (1 - share) + np.array((x, y)) * share
        cost += 12.0 + 0.4 * length + 25.0 * float(int((_gaps(way, foreign) < _STEP).sum()))
        cost += sum(60.0 for other in taken if _covered(np.array([other]), way)[0])
        # A line too short to be seen does not tell whose the label is.
        cost += 25.0 if length < 5.0 else 0.0
    return cost, Place(box, anchor, joined, not any(box.meets(other) for other in taken))


def _closest(points: Points, box: Box) -> float:
    if not len(points):
        return float("inf")
    dx = np.maximum(0, np.maximum(box.x0 - points[:, 0], points[:, 0] - box.x1))
    dy = np.maximum(0, np.maximum(box.y0 - points[:, 1], points[:, 1] - box.y1))
    return float(np.sqrt((dx * dx + dy * dy).min()))


def _gaps(points: Points, foreign: Points) -> Points:
    """Return how far each point is from what else is drawn."""
    if not len(foreign):
        return np.full(len(points), np.inf)
    across, up = points[:, :1] - foreign[:, 0], points[:, 1:] - foreign[:, 1]
    # The root of the least square: a root of each takes twice as long.
    return np.asarray(np.sqrt((across * across + up * up).min(axis=1)))
