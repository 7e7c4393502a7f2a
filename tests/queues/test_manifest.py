"""What is declared when a queue is written is read back as it was, and nothing else is taken for it."""

import copy
import dataclasses
import functools
import hashlib
import itertools
import json
import operator
from decimal import Decimal

import numpy as np
import pytest
from queue_world import course, drawn, manifest
from rows import rows_of
from schemas import validate

from budgetplan.core.curve import Labelled
from budgetplan.domain.review import Before, PacketFile
from budgetplan.errors import BadDataError
from budgetplan.queues.manifest import DECLARED, ITEMS, manifest_files, read_manifest

DATA = rows_of(__file__)


def write(folder, files):
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)


def write_declared(folder, files, declared):
    """Write the files of a manifest that declares something else, with its checksum."""
    declared = {name: value for name, value in declared.items() if name != "sha256"}
    digest = hashlib.sha256(json.dumps(declared, sort_keys=True).encode()).hexdigest()
    write(folder, files | {DECLARED: json.dumps(declared | {"sha256": digest}).encode()})


def same(one, other):
    for field in dataclasses.fields(one):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        if dataclasses.is_dataclass(mine):
            same(mine, theirs)
        elif isinstance(mine, np.ndarray):
            assert np.array_equal(mine, theirs, equal_nan=True), field.name
        else:
            assert mine == theirs, field.name


def whole_manifest():
    """Return a manifest that has something in every field, and a name of an item that holds any letters."""
    made = course(12, 3, answered=3)
    made = dataclasses.replace(
        made,
        ids=('x,"0"\n;é', *made.ids[1:]),
        answered_by=("m", "llm", "m"),
        said=("literal",) * made.n_items,
        corrections=made.band,
    )
    packet = PacketFile("packets/packet-001.csv", 5, "abc")
    codes, first = np.array([0, 1, 1]), np.array([1.0, 0, 0])
    weight, place = np.array([2.0, 1, 0.5]), np.array([0.25, -1.5, 1 / 3])
    return manifest(
        drawn(made),
        made,
        recipe={"a": 0.25, "b": 0.75},
        judgements=Decimal("1.2"),
        packets=(packet,),
        again=(packet,),
        before=Before(("w1", "w2"), 1, Decimal("12.5"), {"hours": Decimal("1.5")}, ("idiom", ""), {"w1": -0.25}),
        sample_rate=0.125,
        sample=Labelled(place, first, weight, codes, drawn=codes, share=0.1),
    )


def test_a_manifest_reads_back_as_it_was(tmp_path):
    for at, made in enumerate((manifest(), whole_manifest())):
        folder = tmp_path / str(at)
        folder.mkdir()
        write(folder, manifest_files(made))
        same(made, read_manifest(folder))
        validate("manifest-2", json.loads(manifest_files(made)[DECLARED]))


def test_manifests_of_earlier_releases_are_read(tmp_path):
    """Of one rate alone, without the labelled items, and with what was judged before counted in one unit."""
    files = manifest_files(whole_manifest())
    header, *rows = (line.split(",") for line in manifest_files(manifest())[ITEMS].decode().splitlines())
    at = header.index("nearby")
    items = "\n".join(",".join(row[:at] + row[at + 1 :]) for row in (header, *rows)).encode() + b"\n"
    declared = json.loads(manifest_files(manifest())[DECLARED])
    declared |= {"items_sha256": hashlib.sha256(items).hexdigest(), "version": 1}
    del declared["labelled"], declared["labelled_rate"], declared["sha256"]
    write(tmp_path, {ITEMS: items, DECLARED: json.dumps(declared).encode()})
    read = read_manifest(tmp_path)
    assert np.array_equal(read.items.nearby, read.items.rate, equal_nan=True)
    assert read.sample is None
    declared = json.loads(files[DECLARED])
    declared["before"] |= {"used": "80.00", "unit": "money"}
    write_declared(tmp_path, files, declared)
    assert read_manifest(tmp_path).before.used == {"money": 80}


def test_the_cutoff_is_the_last_item_that_the_plan_has_reviewed():
    declared = json.loads(manifest_files(manifest())[DECLARED])
    assert declared["cutoff"] == {"item": "x028", "score": 28 / 40}
    assert declared["tail_sample"] == {"items": 6, "of": 28, "looks": 0, "alpha": 0.05}
    assert declared["counts"] == {"review": 12, "tail sample": 6, "control": 3, "answered": 0, "left": 22}


def leaves(declared, *path):
    """Return the ways to all values of a manifest, and to all that holds values."""
    inner = declared.items() if isinstance(declared, dict) else ()
    inner = enumerate(declared) if isinstance(declared, list) else inner
    return [path] * bool(path) + [way for key, value in inner for way in leaves(value, *path, key)]


def edited(declared, path, value):
    *way, last = path
    declared = copy.deepcopy(declared)
    at = functools.reduce(operator.getitem, way, declared)
    if value == "GONE":
        del at[last]
    else:
        at[last] = value
    return declared


def test_a_manifest_of_which_any_field_was_edited_is_refused(tmp_path):
    files = manifest_files(whole_manifest())
    write(tmp_path, files)
    declared = json.loads(files[DECLARED])
    for path, value in itertools.product(leaves(declared), (7, "text", None, {}, "GONE")):
        changed = edited(declared, path, value)
        if json.dumps(changed) == json.dumps(declared):
            continue
        (tmp_path / DECLARED).write_text(json.dumps(changed))
        with pytest.raises(BadDataError, match="manifest"):
            read_manifest(tmp_path)


@pytest.mark.parametrize(("path", "value", "field"), DATA["fields"])
def test_the_field_of_a_manifest_that_cannot_be_is_named_whatever_its_checksum(tmp_path, path, value, field):
    files = manifest_files(whole_manifest())
    write_declared(tmp_path, files, edited(json.loads(files[DECLARED]), path, value))
    with pytest.raises(BadDataError, match=rf"manifest\.json, {field}: .*; put back the file"):
        read_manifest(tmp_path)


def test_a_manifest_that_is_no_json_is_refused(tmp_path):
    files = manifest_files(whole_manifest())
    whole, seed = files[DECLARED], b'"seed": 1'
    number, endless = (whole.replace(seed, seed[:-1] + value) for value in (b"9" * 5000, b"NaN"))
    for content in (whole[: len(whole) // 2], b"\xff\xfe" + whole, b"[" * 100_000, number, endless):
        write(tmp_path, files | {DECLARED: content})
        with pytest.raises(BadDataError, match=r"manifest\.json: this is not JSON.*put back"):
            read_manifest(tmp_path)


def test_what_is_no_manifest_or_is_not_as_it_was_written_is_refused(tmp_path):
    files = manifest_files(whole_manifest())
    [before] = (name for name in files if name.endswith("before.csv"))
    with pytest.raises(BadDataError, match="not the folder of a queue"):
        read_manifest(tmp_path)
    for changed, wrong in (
        ({ITEMS: files[ITEMS].replace(b"tail sample", b"review", 1)}, "not as it was written"),
        ({before: files[before] + b"i599\n"}, "judged before"),
        ({DECLARED: b'{"format": "budgetplan pilot"}'}, "not a manifest of a queue"),
    ):
        write(tmp_path, files | changed)
        with pytest.raises(BadDataError, match=wrong):
            read_manifest(tmp_path)
