"""Answers of a table: what is read of them, that they stay with their items, and what is refused in which words."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from budgetplan.dataset.list_files import labelled_alone, read_unlabelled, with_list
from budgetplan.dataset.predicted import read_classified
from budgetplan.dataset.scored import read_table
from budgetplan.domain.items import Answerer, Excluded, Reason
from budgetplan.domain.plan import ClassifierSpec, Columns, Deferral, ListFiles, ModelSpec, Plan, Worths
from budgetplan.errors import BadDataError

LLM = Answerer("llm", "said", price=Decimal("0.002"))
SURE = replace(LLM, confidence="sure", levels=("low", "mid", "high"))


@pytest.fixture(autouse=True)
def _there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def frame_of(rows):
    """Return rows of id, split, label, score, answer and confidence, for both workflows."""
    frame = pd.DataFrame(rows, columns=["id", "split", "gold", "p", "said", "sure"])
    return frame.assign(**{"q:y": frame["p"], "q:n": 1 - frame["p"]})


ROWS = [
    ("d", "test", "y", 0.75, "y", "high"),
    ("a", "test", "n", 0.25, "y", "low"),
    ("c", "validation", "n", 0.5, "", ""),
    ("b", "validation", "y", 0.5, "n", "mid"),
    ("e", "", "", 0.125, "", ""),
    ("f", "", "", 1.0, "y", "high"),
]


def ordering(answerers=(SURE,), **more):
    columns = Columns("gold", id="id", split="split")
    return Plan("t.csv", columns, ("y",), (ModelSpec("p", "p"),), answerers=answerers, **more)


def answering(answerers=(SURE,)):
    deferral = Deferral((ClassifierSpec("m", "q"),), Worths(error_weight=Decimal(4)))
    columns = Columns("gold", id="id", split="split")
    return Plan("t.csv", columns, (), (), answerers=answerers, deferral=deferral)


def test_answers_are_read_of_ranked_lists_and_of_classes():
    frame_of(ROWS).to_csv("t.csv", index=False)
    [said] = read_table(ordering()).items.answers
    assert said.answer.tolist() == [1, 0, -1, 1, -1, 1]
    assert said.cost.tolist() == [2000] * 6
    assert said.confidence.tolist()[:2] == [0, 1]
    assert np.isnan(said.confidence[[2, 4]]).all()
    # Of labelled items an empty cell is a call without an answer; of the list it is none.
    assert said.asked.tolist() == [True, True, True, True, False, True]
    got = read_classified(answering())
    [of_test], [of_validation] = got.test.answers, got.validation.answers
    assert got.test.classes == ("n", "y")
    assert (of_test.answer.tolist(), of_validation.answer.tolist()) == ([1, 1], [0, -1])
    assert of_test.confidence.tolist() == [0, 2]
    assert of_test.asked is None
    [of_list] = got.listed.answers
    assert (of_list.answer.tolist(), of_list.asked.tolist()) == ([-1, 1], [False, True])


def test_a_split_of_the_labelled_items_keeps_its_answers():
    frame_of(ROWS).to_csv("t.csv", index=False)
    items = read_table(ordering(split="validation")).items
    assert items.ids == ("b", "c", "e", "f")
    assert items.answers[0].answer.tolist() == [0, -1, -1, 1]


def test_an_answer_may_be_a_label_that_no_model_knows():
    rows = [*ROWS, ("g", "test", "odd", 0.5, "odd", ""), ("h", "test", "y", 0.5, "odd", "")]
    frame_of(rows).to_csv("t.csv", index=False)
    test = read_classified(answering()).test
    assert (test.ids, test.unknown) == (("a", "d", "g", "h"), ("odd",))
    assert test.answers[0].answer.tolist() == [1, 1, 2, 2]
    assert read_table(ordering()).items.answers[0].answer.tolist()[-2:] == [0, 0]


def test_items_that_were_not_asked_about_are_left_out_for_all():
    frame_of(ROWS).to_csv("t.csv", index=False)
    asked = replace(SURE, empty="not asked")
    got = read_table(ordering(answerers=(asked,)))
    assert got.items.ids == ("a", "b", "d", "e", "f")
    assert got.excluded == (Excluded("c", Reason("not_asked", "llm"), "line 4"),)
    assert "Labelled rows that llm was not asked about, left out for all: 1." in map(str, got.messages)
    assert got.items.answers[0].asked.tolist() == [True, True, True, False, True]
    classified = read_classified(answering(answerers=(asked,)))
    assert classified.validation.ids == ("b",)
    assert Excluded("c", Reason("not_asked", "llm"), "line 4") in classified.excluded
    assert "Labelled rows that llm was not asked about, left out for all: 1." in map(str, classified.messages)


def test_where_no_item_was_asked_about_by_all_nothing_can_be_compared():
    frame_of(ROWS).assign(other="").to_csv("t.csv", index=False)
    both = (SURE, Answerer("crowd", "other", empty="not asked"))
    for read, plan in ((read_table, ordering), (read_classified, answering)):
        with pytest.raises(BadDataError, match="no labelled item was asked about by all answerers"):
            read(plan(answerers=both))


def test_a_text_may_say_that_there_was_no_answer():
    frame = frame_of(ROWS)
    frame.loc[0, "said"] = "refused"
    frame.to_csv("t.csv", index=False)
    [said] = read_table(ordering(answerers=(replace(SURE, no_answer=("refused",), empty="not asked"),))).items.answers
    assert said.answer.tolist() == [1, 0, -1, -1, 1]
    assert said.asked.tolist() == [True, True, True, False, True]


def test_tokens_may_be_counted_by_item():
    frame_of(ROWS).assign(n=[600, 601, 602, 603, None, 604]).to_csv("t.csv", index=False)
    llm = Answerer("llm", "said", tokens_in="n", price_in=Decimal("0.15"))
    [said] = read_table(ordering(answerers=(llm,))).items.answers
    np.testing.assert_array_equal(said.cost, [91, 91, 91, 90, np.nan, 91])


def test_a_list_in_files_of_its_own_may_have_answers_or_none():
    frame = frame_of(ROWS).drop(columns="split")
    frame.iloc[:4].to_csv("t.csv", index=False)
    frame.iloc[4:5].drop(columns=["gold", "said", "sure"]).to_csv("l1.csv", index=False)
    frame.iloc[5:].drop(columns="gold").to_csv("l2.csv", index=False)
    plan = ordering(listed=ListFiles("l*.csv", engine="memory"))
    data = read_table(plan)
    [said] = with_list(plan, data).items.answers
    assert said.answer.tolist() == [1, 0, -1, 1, -1, 1]
    assert said.asked.tolist() == [True, True, True, True, False, True]
    assert said.confidence[[0, 1, 3, 5]].tolist() == [0, 1, 2, 2]
    assert labelled_alone(data).items.answers[0].answer.tolist() == [1, 0, -1, 1]


def test_the_list_alone_needs_no_answers_and_shows_none_to_those_who_label():
    frame_of(ROWS[4:]).drop(columns=["gold", "split"]).assign(text="some words").to_csv("t.csv", index=False)
    assert "said" not in read_unlabelled(ordering()).texts


def refused(rows, *answerers):
    frame_of(rows).to_csv("t.csv", index=False)
    told = []
    for read, plan in ((read_table, ordering), (read_classified, answering)):
        with pytest.raises(BadDataError) as caught:
            read(plan(answerers=answerers))
        told.append(str(caught.value))
    assert told[0] == told[1]
    return told[0]


def test_an_answer_that_is_no_label_is_told_with_its_line():
    rows = [(*row[:4], "hat" if row[0] in "af" else row[4], row[5]) for row in ROWS]
    first, second = refused(rows, SURE).splitlines()
    assert first.startswith("t.csv, line 3, column said, item a: the answer of llm is not among the labels")
    assert '(found "hat"); the labels are n, y; ' in first
    assert 'no_answer = ["hat"]' in first
    assert second.startswith("t.csv, line 7, column said, item f:")
    like = [(*row[:4], "y\u200b" if row[0] == "a" else row[4], row[5]) for row in ROWS]
    assert "did you mean y, which differs in invisible characters (copy it)?" in refused(like, SURE)


def test_of_many_answers_that_are_no_labels_each_is_told_once():
    rows = [(f"i{at:02d}", "test", "yn"[at % 2], 0.5, "hat", "") for at in range(30)]
    rows += [("j", "test", "y", 0.5, "Y", ""), ("k", "validation", "y", 0.5, "coat", "")]
    told = refused(rows, SURE)
    assert told.count("is not among the labels") == 3
    assert "line 32, column said, item j:" in told
    assert '(found "Y"); did you mean y?' in told


def test_what_stands_for_no_answer_is_no_label_and_there_is_some_answer():
    told = refused(ROWS, replace(SURE, no_answer=("n",)))
    assert told.startswith('t.csv, column said: the word that means no answer of llm is a label (found "n")')
    rows = [(*row[:4], "", "") for row in ROWS]
    assert refused(rows, SURE).startswith("t.csv, column said: no labelled item has an answer of llm")


def test_a_word_that_is_no_level_is_told_with_its_line():
    rows = [(*row[:5], "lo" if row[0] in "ad" else row[5]) for row in ROWS]
    first, second = refused(rows, SURE).splitlines()
    assert first.startswith("t.csv, line 2, column sure, item d:")
    assert '(found "lo"); did you mean low? they are low, mid, high' in first
    assert second.startswith("t.csv, line 3, column sure, item a:")


def test_words_need_an_order_and_numbers_are_not_mixed_with_them():
    plain = replace(SURE, levels=())
    told = refused(ROWS, plain)
    assert told.startswith("t.csv, column sure: llm says how sure it is by words without an order")
    assert 'levels = ["high", "low", "mid"]' in told
    mixed = [(*row[:5], "0.5" if row[0] == "a" else row[5]) for row in ROWS]
    told = refused(mixed, plain).splitlines()
    assert told[0].startswith("t.csv, column sure: llm says how sure it is by numbers and by words")
    assert told[1].startswith('t.csv, line 2, column sure, item d: this is not a number (found "high")')


def test_a_column_that_is_not_there_is_told_with_the_nearest():
    first, second = refused(ROWS, replace(SURE, column="sad"), replace(LLM, name="b", tokens_in="n")).splitlines()
    assert first.startswith("t.csv, column sad: there is no such column for the answerer llm; did you mean said?")
    assert second.startswith("t.csv, column n: there is no such column for the answerer b;")


def test_tokens_are_numbers_of_0_or_more():
    frame_of(ROWS).assign(n=[600, -1, None, 603, None, 604]).to_csv("t.csv", index=False)
    llm = Answerer("llm", "said", tokens_in="n", price_in=Decimal("0.15"))
    with pytest.raises(BadDataError) as caught:
        read_table(ordering(answerers=(llm,)))
    assert "item c: a labelled item has no number of tokens; write a number of 0 or more" in str(caught.value)
    assert 'item a: the number of tokens is below 0 (found "-1")' in str(caught.value)
