"""Kinds of doubt: what a record of one must keep apart."""

from __future__ import annotations

from budgetplan.domain.doubt import OF_A_MODEL, SERIOUS, DoubtKind


def test_what_makes_a_whole_report_doubtful_is_what_makes_its_numbers_mean_nothing():
    assert {
        DoubtKind.REVERSED,
        DoubtKind.FROM_THE_TOP,
        DoubtKind.COPIES,
        DoubtKind.LIST_UNLIKE,
    } <= SERIOUS
    assert (
        not {DoubtKind.FEW_POSITIVES, DoubtKind.OTHER_ORDER, DoubtKind.DUPLICATES, DoubtKind.ONE_CLASS}
        & SERIOUS
    )


def test_a_doubt_of_the_table_names_no_model():
    assert (
        not {DoubtKind.DUPLICATES, DoubtKind.NO_POSITIVES, DoubtKind.FEW_GROUPS, DoubtKind.JUDGEMENTS}
        & OF_A_MODEL
    )
