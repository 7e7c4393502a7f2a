"""How much money is counted: beyond it, whole minor units would no longer be exact."""

from __future__ import annotations

from decimal import Decimal

from budgetplan.domain.prices import MICRO, Prices
from budgetplan.errors import Problem, UsageError

GREATEST_TOTAL = 10**12
"""Currency units. Millionths of more do not fit 64 bits, not even where a resample costs a few times the list."""


def _told(amount: float) -> str:
    """Return an amount by the digits that are sure: a float holds no more than fifteen of them.

    >>> _told(99_999_999_999_999_984.0)
    '100,000,000,000,000,000'
    """
    return f"{Decimal(f'{amount:.14e}'):,.0f}"


def check_total(prices: Prices, annotation: float, model_cost: Decimal, items: float) -> None:
    """Refuse prices at which reviewing the whole list costs more than can be counted.

    Parameters
    ----------
    prices
        The cost model; without a price nothing is refused.
    annotation
        What reviewing every item of the list costs, in millionths, before fixed costs and rates.
    model_cost
        What using the model costs.
    items
        Number of items in the list.

    Raises
    ------
    budgetplan.errors.UsageError
        The total is beyond :data:`GREATEST_TOTAL`.

    Examples
    --------
    >>> price = Prices(per_item=Decimal(10) ** 9, stated=True)
    >>> check_total(price, 1e9 * MICRO * 1000, Decimal(0), 1000)
    >>> check_total(price, 1e9 * MICRO * 1001, Decimal(0), 1001)
    Traceback (most recent call last):
    budgetplan.errors.UsageError: reviewing all 1,001 items would cost 1,001,000,000,000, more than can be counted (1,000,000,000,000); write prices, worths and budgets in a greater unit, such as thousands
    """
    if not prices.stated:
        return
    total = float(prices.total(annotation, model_cost)) / MICRO
    if total > GREATEST_TOTAL:
        wrong = f"reviewing all {items:,.0f} items would cost {_told(total)}, more than can be counted ({GREATEST_TOTAL:,})"
        raise UsageError(
            [Problem(wrong, "write prices, worths and budgets in a greater unit, such as thousands")]
        )
