"""Which rows are used, and why the others are not."""

import numpy as np

from budgetplan.dataset.rows import KEPT, Sheet, UsedRows, counted, select, without_unsettled
from budgetplan.domain.plan import Columns, ModelSpec, Plan
from budgetplan.tables.cells import Texts
from budgetplan.tables.columns import Layout
from budgetplan.tables.frame import Frame
from budgetplan.tables.problems import Problems


def texts(column):
    names = tuple(dict.fromkeys(column))
    return Texts(np.array([names.index(name) for name in column]), names)


def selected(label, split, wanted):
    frame = Frame.of(np.arange(2, 2 + len(label)), None, {"g": texts(label), "s": texts(split)})
    plan = Plan("t", Columns("g", split="s"), ("y",), (ModelSpec("p", "p"),), split=wanted)
    problems, n = Problems("t"), len(label)
    every = UsedRows(np.array([name != "" for name in label]), np.full(n, KEPT), (), ())
    layout = Layout("g", "", "s", "", "", "", "", ("p",))
    return select(Sheet(plan, frame, layout, problems, every, [])), problems


def test_the_list_is_kept_unless_its_split_has_labels():
    selection, problems = selected(["y", "n", "", "", "", ""], ["t", "d", "d", "t", "new", ""], "t")
    assert not problems
    assert selection.kept.tolist() == [True, False, False, True, True, True]
    assert selection.labelled.tolist() == [True, True, False, False, False, False]
    assert [selection.reasons[code] for code in selection.reason.tolist() if code != KEPT] == [
        ("split_labelled", "d"),
        ("split_unlabelled", "d"),
    ]


def test_without_a_named_split_everything_is_kept():
    selection, _ = selected(["y", "n", ""], ["t", "d", "d"], "")
    assert selection.kept.all()
    assert selection.messages == (
        'All splits are used together: "d" (1), "t" (1). To use one, name it: --set table.split=d',
    )


def test_counted_is_in_the_order_of_names():
    assert counted(texts(["b", "a", "b"]), np.array([True, True, True])) == '"a" (1), "b" (2)'


def test_items_that_stay_without_a_label_are_no_list():
    selection, _ = selected(["y", "n", "", "", "", ""], ["t", "d", "d", "t", "new", ""], "t")
    narrowed = without_unsettled(selection, {2: "tie", 3: "tie", 5: "odd"})
    assert narrowed.kept.tolist() == [True, False, False, False, True, False]
    # What was left out already keeps its reason.
    assert [narrowed.reasons[code] for code in narrowed.reason.tolist() if code != KEPT] == [
        ("split_labelled", "d"),
        ("split_unlabelled", "d"),
        ("tie", ""),
        ("odd", ""),
    ]
    assert without_unsettled(selection, {}) is selection
