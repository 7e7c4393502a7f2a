"""Types run across no group, and a list without labels is refused where types are entries."""

from __future__ import annotations

import pytest

from budgetplan.dataset.scored import read_table
from budgetplan.errors import BadDataError
from budgetplan.settings.build import read_plan


def read(folder, rows, *more):
    path = folder / "t.csv"
    path.write_text("\n".join(["id,gold,m,lemma,text", *rows]) + "\n", encoding="utf-8")
    flags = {"table.label": "gold", "table.positive": ("y",), "models.name": ("m",)}
    return read_table(read_plan(str(path), flags | {"set": ("entry.unit=type", "table.type=lemma", *more)}))


def test_types_are_read_by_their_names(tmp_path):
    data = read(tmp_path, ["b,y,1,zug,t1", "a,n,2,amt,t2", "c,y,3,zug,t1"], "table.group=text")
    assert data.items.kind is not None
    assert data.items.kind.tolist() == [0, 1, 1]
    assert "Types (lemma): 2 in 3 labelled rows; half of them have at most 1, the largest 2." in map(str, data.messages)


def test_a_type_that_a_group_cuts_is_named(tmp_path):
    with pytest.raises(BadDataError) as told:
        read(tmp_path, ["a,y,1,zug,t1", "b,n,2,amt,t2", "c,y,3,zug,t3"], "table.group=text")
    assert "t.csv, line 4, column text, item c" in str(told.value)
    assert "the type zug has rows in two groups, t1 and t3" in str(told.value)
    assert "leave --group out" in str(told.value)


def test_a_labelled_item_without_a_type_is_refused(tmp_path):
    with pytest.raises(BadDataError, match="a labelled item has no type"):
        read(tmp_path, ["a,y,1,zug,t1", "b,n,2,,t2"])


def test_a_list_without_labels_is_refused(tmp_path):
    with pytest.raises(BadDataError) as told:
        read(tmp_path, ["a,y,1,zug,t1", "b,,2,amt,t2", "c,,2,amt,t2"])
    assert "2 rows have no label, and how many new types they hold is not known" in str(told.value)
