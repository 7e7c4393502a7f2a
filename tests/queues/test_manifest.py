"""What is declared when a queue is written is read back as it was, and nothing else is taken for it."""

import dataclasses
import hashlib
import json
from decimal import Decimal

import numpy as np
import pytest
from queue_world import course, drawn, manifest

from budgetplan.errors import BadDataError
from budgetplan.queues.manifest import DECLARED, ITEMS, manifest_files, read_manifest


def write(folder, files):
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)


def same(one, other):
    for field in dataclasses.fields(one):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        if dataclasses.is_dataclass(mine):
            same(mine, theirs)
        elif isinstance(mine, np.ndarray):
            assert np.array_equal(mine, theirs, equal_nan=True), field.name
        else:
            assert mine == theirs, field.name


@pytest.mark.parametrize(("answered", "by"), [(0, ()), (7, ()), (3, ("m", "llm", "m"))])
def test_a_manifest_reads_back_as_it_was(tmp_path, answered, by):
    made = course(answered=answered)
    said = ("literal",) * made.n_items if by else ()
    made = dataclasses.replace(made, answered_by=by, said=said, corrections=made.band if by else None)
    one = manifest(drawn(made), made, recipe={"a": 0.25, "b": 0.75}, judgements=Decimal("1.2"))
    write(tmp_path, manifest_files(one))
    same(one, read_manifest(tmp_path))


def test_a_queue_that_was_written_with_one_rate_alone_reads_as_before(tmp_path):
    files = manifest_files(manifest())
    header, *rows = (line.split(",") for line in files[ITEMS].decode().splitlines())
    at = header.index("nearby")
    files[ITEMS] = "\n".join(",".join(row[:at] + row[at + 1 :]) for row in (header, *rows)).encode() + b"\n"
    declared = json.loads(files[DECLARED]) | {"items_sha256": hashlib.sha256(files[ITEMS]).hexdigest()}
    files[DECLARED] = json.dumps(declared).encode()
    write(tmp_path, files)
    items = read_manifest(tmp_path).items
    assert np.array_equal(items.nearby, items.rate, equal_nan=True)


def test_names_of_items_may_hold_any_letters(tmp_path):
    made = course()
    made = dataclasses.replace(made, ids=tuple(f'x,"{at}"\n;é' for at in range(made.n_items)))
    one = manifest(drawn(made), made)
    write(tmp_path, manifest_files(one))
    assert read_manifest(tmp_path).items.ids == one.items.ids


def test_the_cutoff_is_the_last_item_that_the_plan_has_reviewed(tmp_path):
    said = json.loads(manifest_files(manifest())[DECLARED])
    assert said["cutoff"] == {"item": "x028", "score": 28 / 40}
    assert said["tail_sample"] == {"items": 6, "of": 28, "looks": 0, "alpha": 0.05}
    assert said["counts"] == {"review": 12, "tail sample": 6, "control": 3, "answered": 0, "left": 22}


def test_what_is_no_manifest_is_refused_in_one_message(tmp_path):
    files = manifest_files(manifest())
    with pytest.raises(BadDataError, match="no folder of a queue"):
        read_manifest(tmp_path)
    write(tmp_path, files | {ITEMS: files[ITEMS].replace(b"tail sample", b"review", 1)})
    with pytest.raises(BadDataError, match="not as it was written"):
        read_manifest(tmp_path)
    write(tmp_path, files | {DECLARED: b'{"format": "budgetplan pilot"}'})
    with pytest.raises(BadDataError, match="no manifest of a queue"):
        read_manifest(tmp_path)
    said = json.loads(files[DECLARED])
    del said["tail_sample"]
    write(tmp_path, files | {DECLARED: json.dumps(said).encode()})
    with pytest.raises(BadDataError, match="incomplete"):
        read_manifest(tmp_path)
