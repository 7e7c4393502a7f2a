"""Classes and the values of answers: order, contradictions, and what is refused in which words."""

from decimal import Decimal
from types import SimpleNamespace

import numpy as np
import pytest

from budgetplan.dataset.predicted import Stated, check_worths, settle_classes
from budgetplan.domain.plan import ClassifierSpec, Worths
from budgetplan.errors import BadDataError, Problems

ONE = Decimal(1)


def sheet(*models):
    stated = tuple(Stated(ClassifierSpec(name, name), classes, np.ones((1, len(classes)))) for name, classes in models)
    return SimpleNamespace(problems=Problems("t.csv"), stated=stated, layout=SimpleNamespace(label="gold"), messages=[])


def test_models_know_the_same_classes():
    with pytest.raises(BadDataError) as caught:
        settle_classes([sheet(("m", ("a", "b")), ("n", ("a", "c")))], {"a": 1}, Worths())
    assert str(caught.value) == (
        "t.csv: the models m and n do not know the same classes; give both a probability for every class; only one of them knows: b, c"
    )


def test_costs_are_for_two_classes():
    costs = Worths(k_tp=ONE, k_fp=ONE, k_fn=ONE, positive="a")
    assert settle_classes([sheet(("m", ("a", "b")))], {"a": 1}, costs) == (("b", "a"), ())
    with pytest.raises(BadDataError, match="are for two classes, one of them positive"):
        settle_classes([sheet(("m", ("a", "b", "c")))], {"a": 1}, costs)


CELLS = {("a", "a"): ONE, ("b", "b"): ONE, ("a", "b"): -ONE, ("b", "a"): -ONE}


@pytest.mark.parametrize(
    ("worths", "unknown", "told"),
    [
        (Worths(cells=CELLS), (), []),
        (Worths(cells={("a", "b"): ONE}, right=ONE, wrong=-ONE), ("oos",), []),
        (Worths(cells=CELLS | {("a", "oos"): ONE, ("b", "oos"): ONE}), ("oos",), []),
        (Worths(left_out={"oos": ONE}), ("oos",), []),
        (Worths(cells={("a", "b"): ONE}, right=ONE), (), ['an answer has no value (found "predicted b, truth a")']),
        (
            Worths(cells=CELLS),
            ("oos",),
            [
                'an answer has no value (found "predicted a, truth oos")',
                'an answer has no value (found "predicted b, truth oos")',
            ],
        ),
        (
            Worths(cells=CELLS | {("A", "b"): ONE}),
            (),
            ['a value is given for a class that does not exist (found "A"); did you mean a?'],
        ),
        (Worths(left_out={"zzz": ONE}), (), ['left_out has a value for a class that does not exist (found "zzz")']),
    ],
)
def test_every_answer_has_a_value_and_every_value_an_answer(worths, unknown, told):
    if not told:
        check_worths(worths, ("a", "b"), unknown)
        return
    with pytest.raises(BadDataError) as caught:
        check_worths(worths, ("a", "b"), unknown)
    for line, start in zip(str(caught.value).splitlines(), told, strict=True):
        assert line.startswith(f"[answers]: {start}")


def test_nobody_predicts_a_class_that_no_model_knows():
    with pytest.raises(BadDataError, match=r'class that does not exist \(found "oos"\)'):
        check_worths(Worths(cells={("oos", "a"): ONE}, right=ONE, wrong=ONE), ("a", "b"), ("oos",))
