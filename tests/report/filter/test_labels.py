"""More labels: what is said on page 1 and in the tables is what was worked out, and always as a ceiling."""

from __future__ import annotations

import pytest
from documents_world import GOOD, POOR, SCENES, world
from statement_pairs import LIST_OF_40, MIXED, NET, SAME, TWINS

from budgetplan.report.filter.labels import labels_blocks, labels_point, settling_said
from budgetplan.report.filter.record import decision_record

LONG = NET | {"models": TWINS, "list_size": 40_000}


def cells(table, name):
    place = [one.name for one in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


def test_labels_that_pay_are_told_with_what_they_cost():
    told = world(**LONG)
    best = told.analysis.labels.best
    [point] = labels_point(told.speaker)
    assert (point.verdict.key, point.verdict.args["n"]) == ("labels.worth_it", best.n)
    said = point.sentences[0].args
    assert best.worth <= said["worth"] <= best.worth + 1
    assert said["beyond"] == best.beyond
    assert best.net == pytest.approx(best.worth - best.beyond)
    [strong] = [row for row in told.table("labels").rows if row.strong]
    assert strong.cells[0] == best.n


def test_the_most_that_is_gained_is_rounded_up():
    told = world(**NET, models=TWINS)
    [point] = labels_point(told.speaker)
    everything = told.analysis.labels.everything
    assert point.verdict.key == "labels.not_worth"
    assert everything <= point.sentences[0].args["most"] < everything + 0.01
    entries = world(models=TWINS)
    most = labels_point(entries.speaker)[0].sentences[0].args["most"]
    assert entries.analysis.labels.everything <= most == int(most)


def test_the_choice_between_the_first_two_is_settled_by_so_many_labels():
    told = world(models=TWINS)
    [one] = told.analysis.labels.settling
    [said] = settling_said(told.speaker, one.model)
    assert (said.args["labels"], said.args["targeted"]) == (one.labels, one.targeted)
    assert one.targeted < one.labels
    table = told.table("settling")
    assert cells(table, "labels") == [one.labels]
    assert cells(table, "share") == [one.share]
    # Where more would have to be labelled than there is, no number is told.
    few = world(**LIST_OF_40, models=TWINS)
    assert settling_said(few.speaker, one.model)[0].key == "labels.settle_beyond"
    assert cells(few.table("settling"), "labels")[0].key == "row.labels_too_many"
    assert cells(few.table("settling"), "targeted") == [None]
    none = world(models=SAME)
    assert cells(none.table("settling"), "labels")[0].key == "row.labels_none"
    assert settling_said(told.speaker, "unknown") == []


def test_the_mixture_is_an_action_like_a_model():
    told = world(**MIXED)
    assert told.analysis.labels.settling
    assert told.said("labels.settle_mixed")[0].args["other"] in ("a", "b")


@pytest.mark.parametrize("name", SCENES)
def test_what_is_printed_is_what_stands_in_the_record(name):
    told = world(**SCENES[name])
    record, labels = decision_record(told.analysis, {})["labels"], told.analysis.labels
    assert (record is None) == (labels is None) == (labels_blocks(told.speaker) == [])
    if labels is None:
        assert "head.labels" not in told.keys
        return
    assert [row["n"] for row in record["by_n"]] == [one.n for one in labels.by_n]
    if labels.by_n:
        table = told.table("labels")
        assert cells(table, "more") == [one.n for one in labels.by_n]
        assert ("net" in [one.name for one in table.columns]) == (labels.beyond is not None)


def test_without_resamples_or_a_goal_nothing_is_said():
    for told in (world(resamples=0), world(budget=None), world(models=(GOOD,))):
        assert labels_point(told.speaker) == []
        assert labels_blocks(told.speaker) == []
    assert labels_point(world(models=(GOOD, POOR)).speaker)
