"""What holds for every tool: the order, the ids, and nothing beside what was given."""

import re
from dataclasses import replace

import pytest
from packet_world import packet, words

from budgetplan.tools.packets import Packet
from budgetplan.tools.registry import QUEUE_TOOLS as TOOLS

SPOKEN = {"score", "rank", "role", "tail", "control", "prediction", "manifest", "stratum", "weight"}


def test_the_tools():
    assert [*TOOLS] == ["csv", "xlsx", "jsonl", "label-studio", "prodigy", "doccano", "inception", "asreview"]
    assert all(tool.key == key for key, tool in TOOLS.items())
    assert all(re.fullmatch(r"[A-Z][^\n]*\.", tool.order) for key, tool in TOOLS.items())


@pytest.mark.parametrize("key", TOOLS)
def test_items_stand_in_their_order_whatever_that_is(key):
    texts = tuple(f"word{number:03d}" for number in range(40))
    ids = tuple(f"item{number:03d}" for number in range(40))
    shuffled = [*range(0, 40, 3), *range(2, 40, 3), *range(1, 40, 3)]
    one = packet(*(texts[at] for at in shuffled), ids=tuple(ids[at] for at in shuffled))
    content = words(*TOOLS[key].write(one).values())
    assert re.findall(r"word(\d+)", content) == [f"{at:03d}" for at in shuffled]
    aside = b"".join(TOOLS[key].aside(one).values()).decode()
    listed = list(dict.fromkeys(re.findall(r"item(\d+)", content + aside)))
    assert listed == [f"{at:03d}" for at in shuffled]


@pytest.mark.parametrize("key", TOOLS)
def test_nothing_stands_in_a_packet_but_what_was_given(key):
    written = words(*TOOLS[key].write(packet("Alpha.", "Beta.")).values()).lower()
    assert not {word for word in SPOKEN if word in written}
    assert not re.search(r"\d", re.sub(r"s-[12]", "", written))


@pytest.mark.parametrize("key", TOOLS)
def test_an_item_is_written_alike_wherever_it_stands(key):
    """What an annotator sees of an item is told by the item alone, so that nothing tells why it is there."""

    def pieces(sent: Packet) -> set[str]:
        [content] = TOOLS[key].write(sent).values()
        return {line.rstrip(",") for line in words(content).splitlines()}

    forth = packet("Alpha.", "Beta.", "Gamma.", year=("1", "2", "3"))
    back = packet("Gamma.", "Beta.", "Alpha.", ids=("s-3", "s-2", "s-1"), year=("3", "2", "1"))
    assert pieces(forth) == pieces(back)


@pytest.mark.parametrize("key", TOOLS)
def test_the_settings_depend_on_the_classes_and_not_on_the_items(key):
    one, other = packet("Alpha."), packet("Beta.", "Gamma.", name="packet-002")
    assert TOOLS[key].setup(one) == TOOLS[key].setup(other)
    assert not {*TOOLS[key].setup(one)} & {*TOOLS[key].write(one), *TOOLS[key].aside(one)}


@pytest.mark.parametrize("key", TOOLS)
def test_files_are_named_after_the_packet(key):
    sent = replace(packet("Alpha."), name="packet-017")
    names = [*TOOLS[key].write(sent), *TOOLS[key].aside(sent)]
    assert all(name.startswith("packet-017") for name in names)


@pytest.mark.parametrize("key", TOOLS)
def test_words_alone_can_be_judged(key):
    sent = Packet("p", "word", ("kaas", "boom"), {"year": ("1", "2")}, "", "gold", ("loan", "own"))
    content = words(*TOOLS[key].write(sent).values())
    assert content.index("kaas") < content.index("boom")
