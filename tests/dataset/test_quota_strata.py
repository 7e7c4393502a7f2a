"""The strata of quotas: every item is in one, and sample and list have the same."""

from dataclasses import replace

import pytest

from budgetplan.dataset.scored import read_table
from budgetplan.domain.plan import Columns, ModelSpec, Plan, Quota
from budgetplan.errors import BadDataError

HEADER = "item,gold,p,language\n"
SAMPLE = "a,y,0.9,Czech\nb,n,0.2,Czech\nc,y,0.8,Latvian\nd,n,0.1,Latvian\n"
LIST = "e,,0.9,Czech\nf,,0.2,Latvian\n"


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def read_text(rows, quota=None):
        (tmp_path / "t.csv").write_text(HEADER + rows)
        models = (ModelSpec("p", "p"),)
        plan = Plan("t.csv", Columns(label="gold", id="item"), ("y",), models)
        return read_table(replace(plan, quota=quota or Quota("language", 1)))

    return read_text


def refused(read, rows, quota=None):
    with pytest.raises(BadDataError) as error:
        read(rows, quota)
    return [str(one) for one in error.value.problems]


def test_strata_are_read_by_name_in_the_order_of_the_ids(read):
    items = read(LIST + SAMPLE).items
    assert items.quotas == ("Czech", "Latvian")
    assert [items.quotas[code] for code in items.quota] == ["Czech", "Czech", "Latvian", "Latvian", "Czech", "Latvian"]


def test_an_item_without_a_stratum_is_named_with_its_line(read):
    (told,) = refused(read, SAMPLE + "e,,0.4,\nf,,0.3,Czech\ng,,0.3,Latvian\n")
    assert "line 6" in told
    assert "an item has no stratum" in told
    assert "write it, or take the row out" in told


def test_a_quota_of_a_stratum_that_nobody_has_is_refused(read):
    (told,) = refused(read, SAMPLE, Quota("language", 0, {"Latvain": 3}))
    assert "Latvain" in told
    assert "did you mean Latvian?" in told
    assert '"Czech" (2), "Latvian" (2)' in told


def test_sample_and_list_have_the_same_strata(read):
    (told,) = refused(read, SAMPLE + LIST + "g,,0.3,Maltese\n")
    assert "no item of this stratum of the list is labelled" in told
    assert "Maltese" in told
    (told,) = refused(read, SAMPLE + "e,,0.9,Czech\n")
    assert "the list has no item of this stratum" in told
    assert "Latvian" in told


def test_a_column_that_names_items_is_no_column_of_strata(read):
    (told,) = refused(read, "".join(f"i{place},y,0.5,n{place}\n" for place in range(101)))
    assert "more than 100 strata" in told
    assert "101" in told


def test_strata_are_told_with_their_counts(read):
    told = [*map(str, read(SAMPLE + LIST).messages)]
    assert "Strata (language): Czech 2 labelled, 1 in the list; Latvian 2 labelled, 1 in the list." in told
    assert "Strata (language): Czech 2 labelled; Latvian 2 labelled." in map(str, read(SAMPLE).messages)
