"""Printed amounts, from the sums of the budget lines."""

from decimal import Decimal


def annotation_total(prices, bought):
    """Return the printed total of the annotation lines alone."""
    return Decimal(int(prices.printed_totals(bought, annotation_only=True)[0])).scaleb(-prices.minor_digits)
