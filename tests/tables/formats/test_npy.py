"""Labels that are an array of their own: what becomes of them, and what is refused."""

import io
from pathlib import Path

import numpy as np
import pytest
from commands import ended

from budgetplan.errors import BadDataError, Problems
from budgetplan.tables.opened import open_table


def labels_of(tmp_path, array):
    path = str(tmp_path / "labels.npy")
    np.save(path, array)
    with open_table(path) as file:
        assert file.header == ("label",)
        found = file.read("", ["label"], [], Problems(path))
    label = found.texts["label"]
    assert found.lines.tolist() == list(range(1, len(array) + 1))
    assert (*map(str, found.messages),) == (f"Read as an array of {len(array):,} labels, column label.",)
    return [label.names[code] for code in label.codes.tolist()]


@pytest.mark.parametrize(
    ("array", "expected"),
    [
        (np.array(["ja", "", "nein"]), ["ja", "", "nein"]),
        (np.array([10, 9, 2], dtype=np.int16), ["10", "9", "2"]),
        (np.array([1.0, np.nan, 0.0], dtype=np.float32), ["1", "", "0"]),
        (np.array([True, False]), ["True", "False"]),
    ],
)
def test_labels_are_texts_as_in_a_table(tmp_path, array, expected):
    assert labels_of(tmp_path, array) == expected


def saved(array, **more):
    stream = io.BytesIO()
    np.save(stream, array, **more)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (saved(np.array(["a", None], dtype=object), allow_pickle=True), "this array holds Python objects"),
        (saved(np.ones((3, 2))), "this array has the shape (3, 2), and labels have one dimension"),
        (saved(np.array([1 + 2j])), "this array holds complex128"),
        (saved(np.array(["a", "b"]))[:-3], "this is not a whole .npy file"),
    ],
)
def test_what_is_no_array_of_labels_is_told(tmp_path, data, told):
    path = tmp_path / "labels.npy"
    path.write_bytes(data)
    with pytest.raises(BadDataError) as raised, open_table(str(path)):
        pass
    assert str(raised.value).startswith(f"{path}: {told}")


def test_the_same_answer_as_from_a_table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    random = np.random.default_rng(1)
    truth = random.integers(0, 3, 90)
    proba = random.dirichlet(np.ones(3), 90) + np.eye(3)[truth]
    np.save("rf.npy", proba / proba.sum(axis=1, keepdims=True))
    np.save("labels.npy", np.array(["x", "y", "z"])[truth])
    rows = ["label", *("xyz"[one] for one in truth)]
    Path("labels.csv").write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    asked = ["--label", "label", "--array", "rf=rf.npy", "--error-weight", "4"]
    shown = [
        ended("compare", name, *asked, "--classes", classes, "--set", "sure.resamples=50")
        for name, classes in (("labels.npy", "sorted"), ("labels.csv", "sorted"), ("labels.csv", "x, y,z"))
    ]
    assert [one.exit_code for one in shown] == [0, 0, 0]
    array, table, listed = (one.output for one in shown)
    assert listed == table.partition("\n")[2]
    assert array.startswith("Read as an array of 90 labels, column label.\n")
    assert array.partition("\n")[2] == table


def test_a_damaged_header_is_told_wherever_an_array_is_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    whole = saved(np.full((3, 2), 0.5))
    damaged = whole.replace(b"(3, 2), }", b"(3, 2)   ")
    assert damaged != whole
    Path("p.npy").write_bytes(damaged)
    Path("labels.csv").write_text("label\nx\ny\nx\n", encoding="utf-8")
    asked = ["--label", "label", "--classes", "sorted", "--error-weight", "4"]
    for table, array in (("p.npy", "p.npy"), ("labels.csv", "p.npy")):
        done = ended("compare", table, *asked, "--array", f"m={array}")
        assert done.exit_code == 4
        assert "p.npy: this is not a" in done.stderr
    assert ended("init", "labels.csv").exit_code == 0


@pytest.mark.parametrize("code", [0xD800, 0xDFFF, 0x110000])
@pytest.mark.parametrize("order", ["<", ">"])
def test_what_stands_for_no_letter_is_refused(tmp_path, code, order):
    array = np.array(["yes", "no", "no"], dtype=f"{order}U3")
    array.view(f"{order}u4")[3] = code
    with pytest.raises(BadDataError, match=r"line 2: this label contains half a character; save the labels"):
        labels_of(tmp_path, array)


@pytest.mark.parametrize("array", [np.array([], dtype="U3"), np.array(["", ""]), np.array(["😀", "\U0010ffff"])])
def test_letters_of_every_plane_are_taken(tmp_path, array):
    assert labels_of(tmp_path, array) == array.tolist()
