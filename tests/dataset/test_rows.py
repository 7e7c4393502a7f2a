"""Which rows are used, and why the others are not."""

import numpy as np

from budgetplan.dataset.rows import KEPT, Sheet, select
from budgetplan.domain.plan import Columns, ModelSpec, Plan
from budgetplan.tables.cells import Texts
from budgetplan.tables.columns import Layout
from budgetplan.tables.frame import LEFT_OUT, Frame
from budgetplan.tables.problems import Problems


def texts(column):
    names = tuple(dict.fromkeys(column))
    return Texts(np.array([names.index(name) for name in column]), names)


def selected(label, split, wanted):
    frame = Frame(np.arange(2, 2 + len(label)), None, {"g": texts(label), "s": texts(split)})
    plan = Plan("t", Columns("g", split="s"), ("y",), (ModelSpec("p", "p"),), split=wanted)
    sheet = Sheet(
        plan=plan,
        frame=frame,
        layout=Layout("g", split="s", scores=("p",)),
        names=[],
        labelled=np.array([name != "" for name in label]),
        reason=np.full(len(label), KEPT),
        problems=Problems("t"),
    )
    select(sheet)
    return sheet, sheet.problems


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
    assert selection.messages == [
        'All splits are used together: "d" (1), "t" (1). To use one, name it: --set table.split=d',
    ]


def test_counted_is_in_the_order_of_names():
    sheet, _ = selected(["b", "a", "b"], ["t", "t", ""], "")
    assert sheet.counted("g", np.array([True, True, True])) == '"a" (1), "b" (2)'
    assert sheet.counted("s", np.array([False, True, True])) == '"" (1), "t" (1)'


def test_items_that_stay_without_a_label_are_no_list():
    sheet, _ = selected(["y", "n", "", "", "", ""], ["t", "d", "d", "t", "new", ""], "t")
    unsettled = {2: "tie", 3: "tie", 5: "odd"}
    sheet.frame = Frame(np.arange(2, 8), None, {"g": sheet.label}, marks={(LEFT_OUT, "g"): unsettled})
    sheet.leave_out_unsettled()
    assert sheet.kept.tolist() == [True, False, False, False, True, False]
    # What was left out already keeps its reason.
    assert [sheet.reasons[code] for code in sheet.reason.tolist() if code != KEPT] == [
        ("split_labelled", "d"),
        ("split_unlabelled", "d"),
        ("tie", ""),
        ("odd", ""),
    ]
