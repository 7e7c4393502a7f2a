"""A packet knows what annotators get and nothing else; what a tool cannot take is told by item."""

from dataclasses import fields

import pytest
from packet_world import packet

from budgetplan.errors import BadDataError
from budgetplan.tools.packets import Packet, QueueTool, named_apart
from budgetplan.tools.registry import QUEUE_TOOLS as TOOLS


def test_a_packet_has_no_room_for_scores_ranks_and_roles():
    assert [one.name for one in fields(Packet)] == [
        *("name", "id_column", "ids", "columns", "text", "label_column", "labels", "separator")
    ]


def test_the_id_stands_for_a_text_that_is_not_there():
    assert Packet("p", "word", ("kaas", "boom"), {}, "", "gold", ("loan", "own")).judged == ("kaas", "boom")


@pytest.mark.parametrize("key", TOOLS)
@pytest.mark.parametrize("bad", ["a\0b", "a\ud83d"])
def test_what_no_file_of_text_can_hold_is_told_with_its_items(key, bad):
    sent = packet("A.", bad, "C.", f"{bad}d", year=("1", "2", "3", "4"))
    with pytest.raises(BadDataError) as caught:
        TOOLS[key].write(sent)
    assert [problem.item for problem in caught.value.problems] == ["s-2", "s-4"]
    assert str(caught.value).splitlines()[0] == (
        "column sentence, item s-2: the cell holds a zero byte or half a letter, which no file of text can hold; take it out of the table"
    )


@pytest.mark.parametrize("key", TOOLS)
def test_ids_columns_and_classes_are_looked_at_too(key):
    for sent in (packet("A.", ids=("x\0",)), packet("A.", year=("\0",)), packet("A.", labels=("a\0", "b"))):
        with pytest.raises(BadDataError, match="zero byte"):
            TOOLS[key].write(sent)
    with pytest.raises(BadDataError, match="the name of a column or of a class"):
        TOOLS[key].write(packet("A.", labels=("a\0", "b")))


def taking(**wrong):
    return QueueTool("a", "a tool", lambda _: {}, "", **wrong)


def test_many_problems_are_counted():
    with pytest.raises(BadDataError) as caught:
        taking(blank="the text is empty").write(packet(*[" "] * 9, "A."))
    assert [problem.item for problem in caught.value.problems] == ["s-1", "s-2", "s-3", ""]
    assert str(caught.value).endswith("and 6 more like it")


def test_marks_of_direction_are_no_text():
    with pytest.raises(BadDataError, match="item s-1: empty"):
        taking(blank="empty").write(packet(" \u200f \u200e "))


def test_a_column_never_takes_a_name_that_a_tool_has_a_use_for():
    names = ["id", "ID", "column_id", "year", "Label"]
    found = named_apart(names, {"id", "label"})
    assert [*found] == names
    assert found["year"] == "year"
    assert found["column_id"] == "column_id"
    assert len({name.casefold() for name in found.values()}) == 5
    assert not {"id", "label"} & {name.casefold() for name in found.values()}
