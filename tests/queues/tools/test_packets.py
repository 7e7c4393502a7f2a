"""What holds for packets of every tool: the order, the ids, nothing beside what was given; what cannot be written is refused."""

import re

import pytest
from packet_world import packet, words

from budgetplan.domain.messages import literal
from budgetplan.errors import BadDataError
from budgetplan.tools.packets import Packet, QueueTool, named_apart
from budgetplan.tools.registry import QUEUE_TOOLS as TOOLS

every_tool = pytest.mark.parametrize("key", TOOLS)


@every_tool
def test_items_stand_in_their_order_with_what_was_given_and_no_more(key):
    shuffled = [*range(0, 40, 3), *range(2, 40, 3), *range(1, 40, 3)]
    sent = packet(
        *(f"word{at:03d}" for at in shuffled), ids=tuple(f"item{at:03d}" for at in shuffled), name="packet-017"
    )
    files, aside = TOOLS[key].write(sent), TOOLS[key].aside(sent)
    assert all(name.startswith("packet-017") for name in (*files, *aside))
    content = words(*files.values())
    assert re.findall(r"word(\d+)", content) == [f"{at:03d}" for at in shuffled]
    listed = re.findall(r"item(\d+)", content + b"".join(aside.values()).decode())
    assert [*dict.fromkeys(listed)] == [f"{at:03d}" for at in shuffled]
    rest = re.sub(r"(word|item)\d+", "", content).lower()
    assert not re.search(r"\d|score|rank|role|tail|control|prediction|manifest|stratum|weight", rest)


@every_tool
def test_an_item_is_written_alike_wherever_it_stands(key):
    """What an annotator sees of an item is told by the item alone, so that nothing tells why it is there."""
    forth = packet("Alpha.", "Beta.", "Gamma.", year=("1", "2", "3"))
    back = packet("Gamma.", "Beta.", "Alpha.", ids=("s-3", "s-2", "s-1"), year=("3", "2", "1"))
    one, other = (
        {line.rstrip(",") for line in words(*TOOLS[key].write(sent).values()).splitlines()} for sent in (forth, back)
    )
    assert one == other
    assert TOOLS[key].setup(forth) == TOOLS[key].setup(packet("Beta.", name="packet-002"))


@every_tool
def test_words_alone_can_be_judged(key):
    sent = Packet("p", "word", ("kaas", "boom"), {"year": ("1", "2")}, "", "gold", ("loan", "own"))
    content = words(*TOOLS[key].write(sent).values())
    assert content.index("kaas") < content.index("boom")


@every_tool
def test_what_no_file_of_text_can_hold_is_refused_with_its_items(key):
    with pytest.raises(BadDataError) as caught:
        TOOLS[key].write(packet("A.", "a\0b", "C.", "a\ud83dd", year=("1", "2", "3", "4")))
    assert [(one.column, one.item) for one in caught.value.problems] == [("sentence", "s-2"), ("sentence", "s-4")]
    for sent in (packet("A.", ids=("x\0",)), packet("A.", year=("\0",)), packet("A.", labels=("a\0", "b"))):
        with pytest.raises(BadDataError, match="zero byte"):
            TOOLS[key].write(sent)


def test_texts_that_show_nothing_are_refused_and_counted():
    tool = QueueTool("a", "a tool", lambda _: {}, "", blank=literal("the text is empty"))
    with pytest.raises(BadDataError) as caught:
        tool.write(packet(" \u200f \u200e ", *[" "] * 8, "A."))
    assert [problem.item for problem in caught.value.problems] == ["s-1", "s-2", "s-3", ""]
    assert str(caught.value).endswith("and 6 more like it")


@pytest.mark.parametrize(
    ("key", "texts", "items", "wrong"),
    [
        ("doccano", ("A.", "", "B."), ["s-2"], "doccano would leave the item out"),
        ("inception", ("A.", "\n"), ["s-2"], "an empty line is not a candidate"),
        ("inception", ("A\x01.",), ["s-1"], "a control character"),
        ("prodigy", ("A.", " ", "B.", "A.", "A."), ["s-2", "s-4", "s-5"], "shows each text once"),
        ("xlsx", ("A.", "b" * 32_768, "b" * 32_767), ["s-2"], "a cell of a workbook"),
    ],
)
def test_texts_that_a_tool_cannot_take_are_refused_with_their_items(key, texts, items, wrong):
    with pytest.raises(BadDataError, match=wrong) as caught:
        TOOLS[key].write(packet(*texts))
    assert [problem.item for problem in caught.value.problems] == items


def test_a_column_never_takes_a_name_that_a_tool_has_a_use_for():
    names = ["id", "ID", "column_id", "year", "Label"]
    apart = named_apart(names, {"id", "label"})
    assert [*apart] == names
    assert (apart["year"], apart["column_id"]) == ("year", "column_id")
    folded = {name.casefold() for name in apart.values()}
    assert len(folded) == 5
    assert not {"id", "label"} & folded
