"""What answers are worth: each way of saying it gives the values of METHODS S2."""

from decimal import Decimal

import pytest

from budgetplan.domain.plan import Worths

D = Decimal


def values(worths, classes):
    return [[worths.accepted(predicted, truth) for truth in classes] for predicted in classes]


def test_an_error_weight_is_the_triple_1_minus_k_0():
    weight = Worths(error_weight=D(4))
    assert values(weight, "ab") == values(Worths(right=D(1), wrong=D(-4)), "ab") == [[1, -4], [-4, 1]]
    assert weight.deferred("a") == 0


def test_costs_of_two_classes():
    # S24, section 3.4: V[1][1] = k_tp, V[0][0] = 1, V[1][0] = -k_fp, V[0][1] = -k_fn, R = 0.
    worths = Worths(k_tp=D(2), k_fp=D(3), k_fn=D(5), positive="p")
    assert values(worths, "np") == [[1, -5], [-3, 2]]
    assert worths.deferred("p") == 0


def test_cells_go_before_the_triple():
    worths = Worths(right=D(1), wrong=D(-1), cells={("a", "b"): D(-9)})
    assert values(worths, "ab") == [[1, -9], [-1, 1]]
    assert Worths(cells={("a", "b"): D(-9)}).accepted("b", "a") is None


def test_abstaining_by_class_goes_before_abstaining_at_all():
    worths = Worths(abstain=D("0.5"), left_out={"a": D(-2)})
    assert (worths.deferred("a"), worths.deferred("b")) == (-2, D("0.5"))


def test_worths_do_not_change_with_what_they_were_made_from():
    cells = {("a", "b"): D(1)}
    worths = Worths(cells=cells)
    cells.clear()
    assert worths.accepted("a", "b") == 1
    with pytest.raises(TypeError):
        worths.cells["a", "a"] = D(1)
