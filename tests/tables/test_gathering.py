"""Arrays that do not belong together are told so, each by the name of its argument."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from budgetplan.errors import BadDataError, Problems
from budgetplan.settings.arguments import Gathering, shape_of

LABELS = ["a", "b", "a"]


def gathered(source=LABELS, name="arrays"):
    problems = []
    return Gathering(name, source, problems), problems


def test_arrays_become_columns_by_their_arguments():
    table, problems = gathered()
    table.add("weights", [1, 2, 3])
    table.add("models['m']", np.array([1.0, 2.0, 3.0]), ())
    table.add("models['p']", np.full((3, 2), 0.5), ["a", "b"])
    assert problems == []
    assert table.table().header == ("y_true", "weights", "models['m']", "models['p']:a", "models['p']:b")
    assert table.named
    assert table.places == ["y_true", "weights", "models['m']", "models['p']"]


@pytest.mark.parametrize(
    ("value", "classes", "told"),
    [
        ([1, 2], (), "the number of values is 2, and there are 3 labels in y_true"),
        (np.ones((2, 2)), ("a", "b"), "the number of values is 2, and there are 3 labels in y_true"),
        (np.ones((3, 2)), (), "the columns of this array have no names"),
        (np.ones((3, 2)), ("a", "b", "c"), "the array has 2 columns and 3 classes are named"),
        (np.ones((3, 2, 1)), ("a", "b"), "this has the shape (3, 2, 1); give one row for each item and one column for each class"),
        (7, (), "this is not an array"),
        (pd.DataFrame({"a": [1, 2, 3], "x": 0}), ("a", "b"), "the columns are not the classes; give a column for each class; these are only in one of the two: b, x"),
        (pd.DataFrame([[1, 2]] * 3, columns=["a", "a"]), (), 'two columns have the same name ("a")'),
        (pd.DataFrame({"a": [1, 2]}), (), "the number of values is 2, and there are 3 labels in y_true"),
    ],
)  # fmt: skip
def test_arrays_that_do_not_fit_are_problems(value, classes, told):
    table, problems = gathered()
    table.add("m", value, classes)
    [problem] = map(str, BadDataError(problems).problems)
    assert problem.startswith(f"m: {told}")


def test_one_value_an_item_is_one_dimension():
    table, problems = gathered(name="validation")
    table.add("groups", np.ones((3, 2)))
    assert str(problems[0]) == "validation, groups: this has the shape (3, 2); give one value for each item"


def test_one_column_is_one_value_an_item():
    table, problems = gathered()
    table.add("groups", np.array([[1], [2], [3]]))
    table.add("models['m']", pd.DataFrame({"p": [0.5, 0.25, 0.75]}), ())
    assert problems == []
    frame = table.table().read("", ["groups"], ["models['m']"], Problems("t"))
    assert frame.texts["groups"].names == ("1", "2", "3")
    assert frame.numbers["models['m']"].values.tolist() == [0.5, 0.25, 0.75]


def test_labels_of_rows_name_items_where_each_has_its_own():
    for index, named in (
        (["a", "b", "c"], ["a", "b", "c"]),
        ([7, 3, 5], ["7", "3", "5"]),
        ([0, 1, 2], None),
        (["a", "a", "b"], None),
        (["a", None, "b"], None),
    ):
        table, _ = gathered(pd.Series(LABELS, index=index))
        assert table.named_rows() == named, index
    assert gathered()[0].named_rows() is None


def test_another_index_is_another_order():
    labels = pd.Series(LABELS, index=[5, 6, 7])
    table, problems = gathered(labels)
    table.add("same", pd.Series([1, 2, 3], index=[5, 6, 7]))
    table.add("bare", [1, 2, 3])
    assert problems == []
    table.add("weights", pd.Series([1, 2, 3], index=[7, 6, 5]))
    table.add("m", pd.DataFrame({"a": [1.0] * 3}), ())
    table.add("p", pd.DataFrame({"a": [0.5] * 3, "b": 0.5}), ["a", "b"])
    assert [str(problem).partition(";")[0] for problem in problems] == [
        f"{name}: this has a different index from y_true" for name in ("weights", "m", "p")
    ]
    table.add("other", pd.DataFrame({"a": [0.5] * 3, "c": 0.5}), ["a", "b"])
    table.add("shorter", pd.Series([1, 2], index=[5, 6]))
    assert [str(problem).partition(";")[0] for problem in problems[3:]] == [
        "other: this has a different index from y_true",
        "other: the columns are not the classes",
        "shorter: the number of values is 2, and there are 3 labels in y_true",
    ]
    assert table.named  # the classes are those of its columns, and not to be left out


def test_classes_of_a_data_frame_stand_in_the_order_that_was_named():
    table, problems = gathered()
    frame = pd.DataFrame({2: [0.1, 0.2, 0.3], 1: [0.9, 0.8, 0.7]})
    table.add("m", frame, ["1", "2"])
    table.add("own", frame.rename_axis("item"), ())
    assert problems == []
    assert table.table().header == ("y_true", "m:1", "m:2", "own:2", "own:1")


def test_columns_of_a_data_frame_are_at_hand():
    table, problems = gathered(pd.DataFrame({"gold": LABELS, "p:a": 0.5, "p:b": 0.5, "q": 1, "q:a": 1}), "DataFrame")
    assert problems == []
    assert [table.has_classes(name) for name in ("p", "q", "gold", "z")] == [True, False, False, False]
    table.add("weights", [1, 2])
    assert str(problems[0]).startswith("weights: the number of values is 2, and there are 3 rows in the DataFrame")


def test_dimensions():
    two, ones = pd.DataFrame({"a": [1], "b": [2]}), pd.DataFrame({"a": [1]})
    given = (two, ones, [], [[1, 2]], [[1]], (1, 2), np.ones((1, 2, 3)), pd.Series([1]))
    assert [shape_of(each) for each in given] == [2, 1, 1, 2, 1, 1, 3, 1]
