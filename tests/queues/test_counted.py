"""The queue of a list that is not loaded: which columns are shown, and what becomes of the items that are held."""

import numpy as np
import pytest
from documents_world import GOOD, LABELS, world

from budgetplan.engines.queue import QueuedItems
from budgetplan.plans.review import course_of
from budgetplan.queues.draw import course_of_counted
from budgetplan.queues.shown import shown_among, shown_columns
from budgetplan.settings.build import read_plan


def held(**more):
    said = {
        "ids": ("z", "b", "c", "a"),
        "score": np.array([0.9, 0.8, 0.1, 0.2]),
        "n_items": 2,
        "n_after": 70,
        "texts": {"w": ("one", "two", "three", "four"), "said": ("yes", "no", "", "yes")},
        "amounts": {name: np.arange(4.0) for name in ("cost", "listed", "units", "seconds")},
    }
    return QueuedItems(**said | more)


def test_texts_are_shown_and_what_models_say_is_not(tmp_path):
    flags = {"table.label": "gold", "table.positive": ("yes",), "models.name": ("p",), "table.units": "n"}
    plan = read_plan(
        str(tmp_path / "t.csv"), {key: one for key, one in flags.items() if key != "table.units"}
    )
    texts, found = ["id", "w", "gold"], held()
    assert shown_columns(texts, plan, "id", ()) == ("w",)
    assert shown_columns(texts, plan, "id", ("year",)) == ("year",)
    shown = shown_among("id", found.ids, found.texts, ("no", "yes"), ())
    assert (shown.text, shown.hidden) == ("w", ("said",))
    assert shown.of(("a", "z")) == {"w": ("four", "one")}
    assert shown_among("id", found.ids, found.texts, ("no", "yes"), ("said",)).hidden == ()


def test_items_keep_their_order_whatever_their_names():
    analysis = world(labels=LABELS + "!???" * 20, budget=("30", "money"), models=(GOOD,)).analysis
    course = course_of_counted(analysis, held())
    assert course.ids == ("a", "b", "c", "z")
    assert [course.ids[row] for row in course.queue.tolist()] == ["z", "b", "c", "a"]
    assert course.review == 2
    assert course.score.tolist() == [0.2, 0.8, 0.1, 0.9]
    assert course.known_cost.tolist() == [3.0, 1.0, 2.0, 0.0]
    # By their places in the queue: as likely entries as the first items of the list in memory.
    whole = course_of(analysis)
    expected = np.diff(analysis.lead.path.read("positives", np.arange(3.0)))
    assert course.rate[[3, 1]].tolist() == expected.tolist()
    assert course.nearby[[3, 1]] == pytest.approx(whole.nearby[whole.queue[:2]])
    assert np.isnan(course.rate[[0, 2]]).all()
    assert np.isnan(course.nearby[[0, 2]]).all()
    assert course.band.expected.tolist() == whole.band.expected.tolist()
