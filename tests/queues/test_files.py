"""All files of a queue: whole packets in order, and nothing in them that tells why an item is there."""

import csv
import hashlib
import io
import json
import re
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from packet_world import words
from queue_world import course, drawn, manifest

from budgetplan.errors import BadDataError
from budgetplan.queues.packets import Shown, queue_files, told_of_queue
from budgetplan.tools.registry import QUEUE_TOOLS as TOOLS

every_tool = pytest.mark.parametrize("tool", TOOLS)


def texts(items):
    return Shown("item_id", {"text": {name: f"text of {name}" for name in items.ids}}, "text")


def files_of(declared, tool="csv"):
    return queue_files(declared, texts(declared.items), TOOLS[tool])


def printed(declared):
    return " ".join(told_of_queue(declared, texts(declared.items), TOOLS["csv"]))


def packets_of(files, folder="packets/"):
    return {name: words(content) for name, content in files.items() if name.startswith(folder)}


def test_texts_that_a_tool_cannot_take_are_told_of_all_packets():
    declared = manifest(drawn())
    ids = [name for packet in (1, declared.items.packet.max()) for name in _of_packet(declared, packet)[:1]]
    shown = Shown("item_id", {"text": dict.fromkeys(declared.items.ids, "a text") | dict.fromkeys(ids, "")}, "text")
    with pytest.raises(BadDataError) as error:
        queue_files(declared, shown, TOOLS["doccano"])
    assert [problem.item for problem in error.value.problems] == ids


def _of_packet(declared, number):
    return [declared.items.ids[row] for row in np.flatnonzero(declared.items.packet == number)]


@every_tool
def test_packets_hold_the_queue_in_its_order_and_a_share_of_it_once_more(tool):
    """1.2 judgements an item: of 21 items, 4 (21 x 0.2 = 4.2), each as it stands in its packet."""
    items = drawn()
    made, files = files_of(replace(manifest(items), judgements=Decimal("1.2")), tool)
    assert (made.tool, made.text_column) == (tool, "text")
    assert (sum(one.items for one in made.packets), sum(one.items for one in made.again)) == (21, 4)
    for one in (*made.packets, *made.again):
        assert hashlib.sha256(files[one.name]).hexdigest() == one.sha256
    declared = json.loads(files["manifest/manifest.json"])["packets"]
    assert [one["sha256"] for one in declared] == [one.sha256 for one in made.packets]
    whole, again = ("".join(packets_of(files, folder).values()) for folder in ("packets/", "again/again-"))
    places = [whole.index(f"text of {name}") for name in items.ids[:21]]
    assert places == sorted(places)
    assert sum(f"text of {name}" in again for name in items.ids[:21]) == 4
    assert "Judged by one more person: 4 items" in printed(made)
    _, plain = files_of(manifest(items), tool)
    assert packets_of(plain) == packets_of(files)
    assert not packets_of(plain, "again/")


@every_tool
def test_a_packet_tells_no_role_no_score_and_no_rank(tool):
    """Items whose names and texts are all alike in length: only the order differs with why they are there."""
    items = drawn()
    packets = packets_of(files_of(manifest(items), tool)[1])
    content = "".join(packets.values()).replace("budgetplan", "")
    assert not re.search(r"tail|control|review|score|rank|rate|0\.5", content)
    roles = replace(items, role=np.where(items.role == 1, 0, items.role))
    assert packets_of(files_of(manifest(roles), tool)[1]) == packets


def test_an_item_is_written_alike_in_a_queue_with_checks_and_without():
    name, lines = drawn().ids[int(np.argmax(drawn().role == 0))], []
    for items in (drawn(), drawn(tail=0, control=0)):
        content = "".join(packets_of(files_of(manifest(items), "jsonl")[1]).values())
        lines += [re.sub(r"BQ-[0-9a-f]{8}", "", line) for line in content.splitlines() if f'"{name}"' in line]
    assert lines[0] == lines[1]
    assert len(lines) == 2


def test_what_a_model_answers_is_a_file_of_its_own_which_names_who_answers_beside_it():
    made = course(answered=3)
    declared = manifest(drawn(made), made)
    _, *rows = csv.reader(io.StringIO(files_of(declared)[1]["answered.csv"].decode()))
    assert rows == [[f"x{at:03d}", "literal"] for at in range(3)]
    for part in ("12 of 40", "6 random items of the 25 after the stop", "after any of them", "3 items, in"):
        assert part in printed(declared)
    made = replace(made, answered_by=("m", "llm", "llm"))
    declared, files = files_of(manifest(drawn(made), made))
    header, *rows = csv.reader(io.StringIO(files["answered.csv"].decode()))
    assert header == ["item_id", "gold", "answered_by"]
    assert [row[2] for row in rows] == ["m", "llm", "llm"]
    assert "Answered: 3 items (llm 2, m 1), in answered.csv." in printed(declared)
    assert "llm" not in "".join(packets_of(files).values())


def test_where_nothing_is_mixed_in_answered_or_judged_by_some_that_is_printed():
    declared, files = files_of(replace(manifest(drawn(tail=0, control=0)), judgements=Decimal(2)))
    assert "nothing can be guaranteed" in printed(declared)
    assert "Every item is judged by 2 people (cost.annotators): each has all packets." in printed(declared)
    assert declared.again == ()
    assert "answered.csv" not in files
