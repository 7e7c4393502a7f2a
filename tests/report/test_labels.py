"""More labels in every report: one line, a ceiling that is never rounded down, what stands in the record."""

import pytest
from defer_world import SCENES as DEFER
from defer_world import world as defer_world
from documents_world import SCENES as FILTER
from documents_world import world as filter_world
from joint_report_world import SCENES as JOINT
from joint_report_world import world as joint_world

from budgetplan.domain.rounding import ceiling
from budgetplan.report.model import Bullets

WORLDS = [
    *((filter_world, scene, "analysis") for scene in FILTER.values()),
    *((defer_world, scene, "selection") for scene in DEFER.values()),
    *((joint_world, scene, "joint") for scene in JOINT.values()),
]


def told_of_labels(document):
    return [
        point
        for section in document.sections
        for block in section.blocks
        if isinstance(block, Bullets)
        for point in block.points
        if point.verdict.key == "labels.ceiling"
    ]


def number(value):
    """Return the number in a sentence that may stand in another."""
    while not isinstance(value, int | float):
        value = value.args.get("value", next(iter(value.args.values())))
    return float(value)


@pytest.mark.parametrize(
    ("amount", "digits", "shown"), [(0.001, 2, 0.01), (7.2, 0, 8), (3.0, 0, 3), (0.0, 2, 0)]
)
def test_a_ceiling_is_never_rounded_down(amount, digits, shown):
    assert ceiling(amount, digits) == shown


@pytest.mark.parametrize(("world", "scene", "name"), WORLDS)
def test_one_line_says_what_stands_in_the_record(world, scene, name):
    told = world(**scene)
    solved = getattr(told, name)
    # Values with a unit of their own are told without it.
    labels = (solved.without_unit if name == "selection" else solved).labels
    points = told_of_labels(told.document)
    assert len(points) == (labels is not None and bool(points))
    if labels is None or not points:
        return
    [point] = points
    gains, *price = point.sentences
    assert labels.everything <= number(gains.args["most"]) * (1 + 1e-9) + 1e-9
    assert bool(price) == (labels.price is not None)
    assert not {"labels", "settling"} & {table.key for table in told.document.tables()}
