"""What all reports say of the ladder of budgets: which row is the plan, and who leads."""

from decimal import Decimal

from budgetplan.domain.plan import Budget, Columns, Plan
from budgetplan.plans.ladder import RUNGS, Rung
from budgetplan.report.page import leads
from budgetplan.report.phrases import Nouns

NOUNS = Nouns(Plan(table="t.csv", columns=Columns(label="gold"), positive=("yes",), models=()))


def ladder(*leaders):
    """Rungs with these leaders, the last ones over again."""
    named = [*leaders, *[leaders[-1]] * (len(RUNGS) - len(leaders))]
    return [Rung(10 * at, Budget(Decimal(at)), None, one) for at, one in enumerate(named)]


def test_nobody_leads_where_all_are_alike():
    [leader] = leads(NOUNS, ladder((), ("a", "b", "c"), ("a", "b"), ("c",)), 3)
    assert leader[3][:4] == ["", "All alike", "a and b", "c"]


def test_of_one_model_no_lead_is_told():
    assert leads(NOUNS, ladder(()), 1) == []
