"""What it costs to have a share of the items judged twice, and how many labels stay wrong (METHODS R5)."""

from __future__ import annotations


def cost_per_item(price: float, share: float, right: float, settling: float) -> float:
    """Return the expected cost of an item of which a share is judged twice, and disagreement settled by a third.

    Parameters
    ----------
    price
        Price c of one judgement.
    share
        Share q of items judged twice, in [0, 1].
    right
        How often an annotator is right, a, in [0, 1]; two classes, errors independent.
    settling
        Price c_a of settling one disagreement.

    Returns
    -------
    float
        c (1 + q) + 2 q a (1 - a) c_a, in units of the prices.

    References
    ----------
    METHODS R5.

    Examples
    --------
    >>> round(cost_per_item(1, 1, 0.9, 3), 3), round(cost_per_item(1, 0.2, 0.9, 3), 3)
    (2.54, 1.308)
    """
    return price * (1 + share) + share * 2 * right * (1 - right) * settling


def error_left(share: float, right: float, settled_right: float) -> float:
    """Return which share of the labels is wrong where some are judged twice and disagreements settled.

    Parameters
    ----------
    share, right
        As in :func:`cost_per_item`.
    settled_right
        How often who settles is right, b, in [0, 1].

    Returns
    -------
    float
        (1 - q)(1 - a) + q ((1 - a)^2 + 2 a (1 - a)(1 - b)), in [0, 1].

    References
    ----------
    METHODS R5.

    Examples
    --------
    >>> round(error_left(1, 0.9, 0.98), 4), round(error_left(0.2, 0.9, 0.98), 4)
    (0.0136, 0.0827)
    """
    wrong = 1 - right
    return (1 - share) * wrong + share * (wrong**2 + 2 * right * wrong * (1 - settled_right))
