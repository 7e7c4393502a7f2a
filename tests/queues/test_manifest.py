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
from schemas import validate

from budgetplan.core.curve import Labelled
from budgetplan.domain.review import Before, PacketFile
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
    validate("manifest-2", json.loads(manifest_files(one)[DECLARED]))


def test_the_labelled_items_read_back_and_queues_without_them_still_read(tmp_path):
    place, codes = np.array([0.25, -1.5, 1 / 3]), np.array([0, 1, 1])
    for n, sample in enumerate(
        (
            Labelled(place, np.array([1.0, 0, 0])),
            Labelled(place, np.array([1.0, 0, 0]), np.array([2.0, 1, 0.5]), codes, drawn=codes, share=0.1),
        )
    ):
        folder = tmp_path / str(n)
        folder.mkdir()
        write(folder, manifest_files(manifest(sample=sample)))
        same(sample, read_manifest(folder).sample)
        validate("manifest-2", json.loads((folder / DECLARED).read_bytes()))
    files = manifest_files(manifest())
    declared = json.loads(files[DECLARED])
    del declared["labelled"], declared["sha256"]
    declared["sha256"] = hashlib.sha256(json.dumps(declared, sort_keys=True).encode()).hexdigest()
    files[DECLARED] = json.dumps(declared).encode()
    write(tmp_path, files)
    assert read_manifest(tmp_path).sample is None


def test_a_queue_that_was_written_with_one_rate_alone_reads_as_before(tmp_path):
    files = manifest_files(manifest())
    header, *rows = (line.split(",") for line in files[ITEMS].decode().splitlines())
    at = header.index("nearby")
    files[ITEMS] = "\n".join(",".join(row[:at] + row[at + 1 :]) for row in (header, *rows)).encode() + b"\n"
    digest = hashlib.sha256(files[ITEMS]).hexdigest()
    declared = json.loads(files[DECLARED]) | {"items_sha256": digest, "version": 1}
    del declared["sha256"]
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


VALUES = (7, 20, "text", "0", None, [], {}, [None], float("nan"), -1, 1e300, True, "GONE")
"""What somebody may leave in a field."""


def leaves(said, *path):
    """Return the ways to all values of a manifest, and to all that holds values."""
    inner = said.items() if isinstance(said, dict) else enumerate(said) if isinstance(said, list) else ()
    return [path] * bool(path) + [way for key, one in inner for way in leaves(one, *path, key)]


def edited(said, path, value):
    *way, last = path
    said = copy.deepcopy(said)
    at = functools.reduce(operator.getitem, way, said)
    if value == "GONE":
        del at[last]
    else:
        at[last] = value
    return said


def whole_manifest():
    """Return the files of a manifest that has something in every field."""
    made = course(15, 4, answered=3)
    made = dataclasses.replace(made, said=("literal",) * made.n_items, corrections=made.band)
    packet = PacketFile("packets/packet-001.csv", 5, "abc")
    before = Before(("w1", "w2"), 1, Decimal("12.5"), {"hours": Decimal("1.5")})
    return manifest_files(
        manifest(drawn(made), made, recipe={"a": 0.25}, packets=(packet,), again=(packet,), before=before)
    )


def test_a_manifest_of_which_any_field_was_edited_is_refused(tmp_path):
    files = whole_manifest()
    write(tmp_path, files)
    read_manifest(tmp_path)
    said = json.loads(files[DECLARED])
    validate("manifest-2", said)
    for path, value in itertools.product(leaves(said), VALUES):
        changed = edited(said, path, value)
        if json.dumps(changed) == json.dumps(said):
            continue
        (tmp_path / DECLARED).write_text(json.dumps(changed))
        with pytest.raises(BadDataError) as error:
            read_manifest(tmp_path)
        assert "manifest" in str(error.value), (path, value)


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("tail_sample", "of"), 20, "tail_sample.of"),
        (("tail_sample", "items"), 3, "tail_sample.items"),
        (("counts", "left"), 9, "counts.left"),
        (("list",), 400, "list"),
        (("review",), 11, "review"),
        (("cutoff", "score"), 0.1, "cutoff"),
        (("model_cost",), "abc", "model_cost"),
        (("model_cost",), "NaN", "model_cost"),
        (("judgements",), "abc", "judgements"),
        (("band",), "abc", "band"),
        (("band", "low"), [1], "band"),
        (("corrections", "items", 3), "2", "corrections.items"),
        (("packets", 0, "items"), "5", "packets.items"),
        (("before", "found"), True, "before.found"),
        (("seed",), 1.5, "seed"),
        (("workflow",), "other", "workflow"),
        (("columns", "item"), "GONE", "columns.item"),
    ],
)
def test_the_field_of_a_manifest_that_cannot_be_is_named_whatever_its_checksum(tmp_path, path, value, told):
    files = whole_manifest()
    changed = edited(json.loads(files[DECLARED]), path, value)
    rest = {name: one for name, one in changed.items() if name != "sha256"}
    changed["sha256"] = hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()
    write(tmp_path, files | {DECLARED: json.dumps(changed).encode()})
    with pytest.raises(BadDataError, match=rf"manifest\.json, {told}: .*; put back the file"):
        read_manifest(tmp_path)


@pytest.mark.parametrize(
    "edit",
    [
        lambda told: b"[" * 100_000,
        lambda told: told.replace(b'"seed": 1', b'"seed": NaN'),
        lambda told: told.replace(b'"review"', b'<<<<<<< ours\n"review"', 1),
        lambda told: told[: len(told) // 2],
        lambda told: b"\xff\xfe" + told,
        lambda told: told.replace(b'"seed": 1', b'"seed": ' + b"9" * 5000),
    ],
)
def test_a_manifest_that_is_no_json_is_refused(tmp_path, edit):
    files = whole_manifest()
    write(tmp_path, files | {DECLARED: edit(files[DECLARED])})
    with pytest.raises(BadDataError, match=r"manifest\.json: this is no JSON.*put back"):
        read_manifest(tmp_path)


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
    with pytest.raises(BadDataError, match="tail_sample: this field is missing"):
        read_manifest(tmp_path)
