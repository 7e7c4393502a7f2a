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

from budgetplan.queues.files import queue_files, told_of
from budgetplan.queues.shown import Shown
from budgetplan.tools.registry import QUEUE_TOOLS as TOOLS


def texts(items):
    return Shown("item_id", {"text": {name: f"text of {name}" for name in items.ids}}, "text")


@pytest.mark.parametrize("tool", sorted(TOOLS))
def test_packets_hold_the_queue_in_its_order_and_their_checksums_are_declared(tool):
    items = drawn()
    made, files = queue_files(manifest(items), texts(items), TOOLS[tool])
    assert (made.tool, made.text_column) == (tool, "text")
    assert sum(one.items for one in made.packets) == 21
    for one in made.packets:
        assert hashlib.sha256(files[one.name]).hexdigest() == one.sha256
    whole = words(*(files[one.name] for one in made.packets))
    found = [whole.index(f"text of {name}") for name in items.ids[:21]]
    assert found == sorted(found)
    assert {one["sha256"] for one in json.loads(files["manifest/manifest.json"])["packets"]} == {
        one.sha256 for one in made.packets
    }


@pytest.mark.parametrize("tool", sorted(TOOLS))
def test_a_packet_tells_no_role_no_score_and_no_rank(tool):
    """Items whose names and texts are all alike in length: only the order differs with why they are there."""
    items = drawn()
    _, files = queue_files(manifest(items), texts(items), TOOLS[tool])
    packets = {name: words(content) for name, content in files.items() if name.startswith("packets/")}
    for content in packets.values():
        for told in ("tail", "control", "review", "score", "rank", "rate", "0.5"):
            assert told not in content.replace("budgetplan", "")
    other = drawn(course(), tail=0, control=0)
    one = next(name for name, role in zip(items.ids, items.role, strict=True) if role == 0)
    _, plain = queue_files(manifest(other), texts(other), TOOLS["jsonl"])
    _, mixed = queue_files(manifest(items), texts(items), TOOLS["jsonl"])
    lines = [
        [
            re.sub(r"BQ-[0-9a-f]{8}", "", line)
            for name, content in made.items()
            if name.startswith("packets/")
            for line in content.decode().splitlines()
            if f'"{one}"' in line
        ]
        for made in (plain, mixed)
    ]
    assert lines[0] == lines[1]
    assert len(lines[0]) == 1
    roles = replace(items, role=np.where(items.role == 1, 0, items.role))
    _, unmixed = queue_files(manifest(roles), texts(items), TOOLS[tool])
    assert {name: words(unmixed[name]) for name in packets} == packets


def test_what_the_model_answers_is_a_file_of_its_own():
    made = course(answered=5)
    items = drawn(made)
    _, files = queue_files(manifest(items, made), texts(items), TOOLS["csv"])
    header, *rows = csv.reader(io.StringIO(files["answered.csv"].decode()))
    assert header == ["item_id", "gold"]
    assert rows == [[f"x{at:03d}", "literal"] for at in range(5)]
    assert "answered.csv" not in queue_files(manifest(), texts(drawn()), TOOLS["csv"])[1]


def test_where_somebody_beside_the_model_answers_the_file_and_what_is_printed_say_who():
    made = replace(course(answered=5), answered_by=("m", "llm", "m", "llm", "llm"))
    items = drawn(made)
    declared, files = queue_files(manifest(items, made), texts(items), TOOLS["csv"])
    header, *rows = csv.reader(io.StringIO(files["answered.csv"].decode()))
    assert header == ["item_id", "gold", "answered_by"]
    assert [row[2] for row in rows] == ["m", "llm", "m", "llm", "llm"]
    assert "Answered: 5 items (llm 3, m 2), in answered.csv." in told_of(declared, texts(items), TOOLS["csv"])
    assert all(b"llm" not in content for name, content in files.items() if name.startswith("packets/"))


def test_what_is_printed_counts_every_role():
    made = course(answered=5)
    items = drawn(made)
    told = " ".join(told_of(manifest(items, made), texts(items), TOOLS["csv"]))
    assert "12 of 40" in told
    assert "6 random items of the 23 after the stop" in told
    assert "after any of them" in told
    assert "5 items, in answered.csv" in told
    plain = drawn(tail=0, control=0)
    told = " ".join(told_of(manifest(plain), texts(plain), TOOLS["csv"]))
    assert "nothing can be guaranteed" in told


@pytest.mark.parametrize("tool", sorted(TOOLS))
def test_a_share_of_the_queue_is_judged_by_one_person_more(tool):
    """1.2 judgements an item: of 21 items, 4 (21 x 0.2 = 4.2), each as it stands in its packet."""
    items = drawn()
    declared = replace(manifest(items), judgements=Decimal("1.2"))
    made, files = queue_files(declared, texts(items), TOOLS[tool])
    assert sum(one.items for one in made.again) == 4
    assert all(one.name.startswith("again/again-packet-") for one in made.again)
    for one in made.again:
        assert hashlib.sha256(files[one.name]).hexdigest() == one.sha256
    whole = words(*(files[one.name] for one in made.again))
    assert sum(f"text of {name}" in whole for name in items.ids[:21]) == 4
    assert "Judged by one person more: 4 items" in "\n".join(told_of(made, texts(items), TOOLS[tool]))
    # The packets themselves are what they were.
    plain = queue_files(manifest(items), texts(items), TOOLS[tool])[1]
    assert {name: files[name] for name in plain if name.startswith("packets/")} == {
        name: content for name, content in plain.items() if name.startswith("packets/")
    }
    assert not any(name.startswith("again/") for name in plain)


def test_whole_numbers_of_judgements_leave_nothing_to_draw():
    items = drawn()
    made, files = queue_files(replace(manifest(items), judgements=Decimal(2)), texts(items), TOOLS["csv"])
    assert (made.again, [name for name in files if name.startswith("again/")]) == ((), [])
    told = "\n".join(told_of(made, texts(items), TOOLS["csv"]))
    assert "Every item is judged by 2 people (cost.annotators): each has all packets." in told
