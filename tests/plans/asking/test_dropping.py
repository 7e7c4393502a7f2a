"""Up to which price and which share of errors asking is worth it: limits, and directions that cannot turn."""

from __future__ import annotations

from itertools import pairwise

from joint_report_world import GOOD, Paid, planned


def test_labelled_items_are_counted_as_they_are_whatever_the_size_of_the_list():
    for size in (None, 4000):
        told = planned(models=(GOOD,), asked=(Paid("llm", blocks(10, 0)),), list_size=size)
        (one,) = told.answerers
        assert (one.items, one.answered) == (told.test.n_items,) * 2


def known(paid, **said):
    return planned(models=(GOOD,), asked=(paid,), **({"budget": None} | said)).answerers[0]


def blocks(right, wrong):
    return ((30, True, None), (right, True, None), (wrong, False, None))


def test_an_answerer_that_errs_more_is_worth_less():
    limits = [known(Paid("llm", blocks(10 - wrong, wrong)), price="0.90").worth_up_to for wrong in (0, 2)]
    # Ten are asked: an answer is worth 1 less what half a wrong item loses, of the 35 that the model has right and of the 5
    # that it has not; people would gain 0.1.
    assert 0.9 - 5 * (0.5 / 36 + 0.5 / 6) / 2 < limits[0] < 0.9
    assert all(one is None or one <= before for before, one in pairwise(limits))


def test_a_price_beyond_the_limit_is_not_paid_and_one_below_is():
    limit = known(Paid("llm", blocks(10, 0))).worth_up_to
    for price, asks in ((limit * 0.98, True), (limit * 1.02, False)):
        paid = Paid("llm", blocks(10, 0), price=f"{price:.6f}")
        joint = planned(models=(GOOD,), asked=(paid,), budget=None)
        assert (joint.option.asked.value > 0) is asks


def test_who_is_always_wrong_or_never_answers_is_asked_at_no_price_and_errors_begin_at_what_they_are_today():
    wrong, silent = (known(Paid("llm", ((40, right, None),))) for right in (False, None))
    assert (wrong.worth_up_to, wrong.errors_up_to, wrong.right) == (None, None, 0.0)
    assert (silent.answered, silent.right, silent.agrees) == (0.0, None, None)
    never = known(Paid("llm", blocks(10, 0), accept="none"))
    assert (never.worth_up_to, never.errors_up_to, never.right) == (None, None, 1.0)
    assert 0.0 < known(Paid("llm", blocks(10, 0))).errors_up_to < 0.5
