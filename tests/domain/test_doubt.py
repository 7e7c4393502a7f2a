"""Kinds of doubt: what a record of one must keep apart."""

from __future__ import annotations

from budgetplan.domain.doubt import OF_A_MODEL, SERIOUS, Kind


def test_what_makes_a_whole_report_doubtful_is_what_makes_its_numbers_mean_nothing():
    assert {Kind.REVERSED, Kind.FROM_THE_TOP, Kind.COPIES, Kind.LIST_UNLIKE, Kind.NO_BETTER} <= SERIOUS
    assert not {Kind.FEW_POSITIVES, Kind.OTHER_ORDER, Kind.DUPLICATES, Kind.ONE_CLASS} & SERIOUS


def test_a_doubt_of_the_table_names_no_model():
    assert not {Kind.DUPLICATES, Kind.NO_POSITIVES, Kind.FEW_GROUPS, Kind.JUDGEMENTS} & OF_A_MODEL
