"""A ladder of budgets: 21 rungs, exact, the middle one as it was given."""

from decimal import Decimal

from budgetplan.domain.decision import WinnerInterval
from budgetplan.domain.plan import Budget
from budgetplan.plans.ladder import ladder_of, leading, times

D = Decimal


def test_a_ladder_rises_in_tenths_from_nothing_to_twice_the_budget():
    base = Budget(D("16.05"), "money", "annotation")
    ladder = ladder_of(base, 2)
    assert [percent for percent, _ in ladder] == list(range(0, 201, 10))
    assert ladder[10][1] == base
    assert [str(one.amount) for _, one in ladder[:4]] == ["0.00", "1.61", "3.21", "4.82"]
    assert {(one.unit, one.covers) for _, one in ladder} == {("money", "annotation")}
    assert ladder[20][1].amount == 2 * base.amount


def test_amounts_are_such_as_can_be_paid():
    """Yen have no cents, items no halves, and hours are told to a hundredth."""
    assert times(Budget(D(105)), D("0.1"), 0).amount == 11
    assert times(Budget(D(25), "items"), D("0.1"), 2).amount == 3
    assert times(Budget(D("1.23"), "hours"), D("0.5"), 2).amount == D("0.62")


def test_who_leads_is_read_from_the_interval_that_holds_the_budget():
    found = [WinnerInterval(D(2), D(5), ("a", "b")), WinnerInterval(D(5), None, ("a",))]
    assert [leading(found, D(at)) for at in (1, 2, 5, 99)] == [(), ("a", "b"), ("a",), ("a",)]
