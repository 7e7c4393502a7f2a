"""A list without labels: what is read of it, and what whoever labels will see."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from rows import rows_of

from budgetplan.dataset.list_files import read_unlabelled
from budgetplan.domain.plan import Columns, ModelSpec, Plan, TableForm
from budgetplan.errors import BadDataError

DATA = rows_of(__file__)

MODELS = (ModelSpec("p", "p"), ModelSpec("r", "rank", "rank"))
TEXT = "id,verb,p,rank,länge\nb,gehen,0.5,2,\na,-heit,,1,x\nc,,0.25,3,4\n"


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def read_text(text=TEXT, shown=(), label="", labels=""):
        (tmp_path / "t.csv").write_text(text, encoding="utf-8")
        return read_unlabelled(Plan("t.csv", Columns(label), (), MODELS, form=TableForm(labels=labels)), shown)

    return read_text


def test_columns_that_hold_texts_are_seen_as_they_are_and_scores_never(read):
    table = read()
    assert [model.score.tolist() for model in table.models] == [[-np.inf, 0.5, 0.25], [-1, -2, -3]]
    assert (table.ids, table.texts) == (("a", "b", "c"), {"verb": ["-heit", "gehen", ""], "länge": ["x", "", "4"]})
    assert read(shown=["rank"]).texts == {"rank": ["1", "2", "3"]}


def test_the_labels_go_into_the_column_that_was_named_unless_the_table_has_it(read):
    assert read().label_column == "label"
    assert read(label="Urteil").label_column == "Urteil"
    full = TEXT.replace("verb", "label")
    assert read(full).label_column == "pilot_label"
    empty = "id,gold,p,rank\na,,1,1\n"
    assert read(empty, label="gold").label_column == "label"


@pytest.mark.parametrize(("rows", "filled"), [("a,\nb,\n", False), ("a,yes\nb,\n", True)])
def test_labels_in_a_file_of_their_own_are_not_drawn_and_paid_for_again(read, rows, filled):
    Path("l.csv").write_text("id,gold\n" + rows, encoding="utf-8")
    if not filled:
        assert read(label="gold", labels="l.csv").label_column == "gold"
        return
    with pytest.raises(BadDataError, match=r"l\.csv, column gold: 1 item has a label already"):
        read(label="gold", labels="l.csv")


@pytest.mark.parametrize(("text", "message"), DATA["refused"])
def test_what_cannot_be_drawn_from_is_told(read, text, message):
    with pytest.raises(BadDataError) as caught:
        read(text)
    assert message in str(caught.value)
