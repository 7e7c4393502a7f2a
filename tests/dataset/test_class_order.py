"""Classes and the values of answers: order, contradictions, and what is refused in which words."""

from decimal import Decimal

import pytest

from budgetplan.dataset.predicted import check_worths
from budgetplan.domain.plan import Worths
from budgetplan.errors import BadDataError

ONE = Decimal(1)


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
