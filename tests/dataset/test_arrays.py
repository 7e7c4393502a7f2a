"""Arrays of class probabilities: what is read, and what is refused in which words."""

import hashlib
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from budgetplan.dataset.arrays import read_array
from budgetplan.errors import BadDataError

P = np.array([[0.25, 0.75], [1.0, 0.0]])
FLOATS = "save probabilities as float64 or float32: numpy.save(path, array.astype('float64'))"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("kind", ["<f8", ">f8", "<f4"])
def test_npy_is_read_in_every_order_of_bytes(here, kind):
    np.save("p.npy", np.asfortranarray(P.astype(kind)))
    found = read_array("p.npy", ("a", "b"))
    assert found.values.tolist() == P.tolist()
    assert found.values.dtype == np.float64
    assert (found.classes, found.ids, found.single) == (("a", "b"), None, kind == "<f4")
    assert found.sha256 == hashlib.sha256((here / "p.npy").read_bytes()).hexdigest()


def saved(array):
    return lambda path: np.save(path, array)


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (
            saved(np.array([["a", None]], dtype=object)),
            f"p.npy: this array holds Python objects, which are not loaded; {FLOATS}",
        ),
        (saved(np.array([[0, 1]])), f"p.npy: this array holds int64; {FLOATS}"),
        (saved(P.astype(np.float16)), f"p.npy: this array holds float16; {FLOATS}"),
        (
            saved(P[0]),
            "p.npy: this array has the shape (2,); save one row for each item, one column a class",
        ),
        (
            saved(np.ones((2, 3))),
            "p.npy: the array has 3 columns and 2 classes are named; name every class once, in the order of the columns",
        ),
        (lambda path: path.write_bytes(b""), f"p.npy: this is not a whole .npy file; {FLOATS}"),
        (lambda path: path.write_bytes(b"\x80\x04N."), f"p.npy: this is not a whole .npy file; {FLOATS}"),
        (lambda path: path.mkdir(), "p.npy: this is a folder; name the file in it"),
        (lambda path: None, "p.npy: there is no such file; check the name and the folder"),
    ],
)
def test_what_is_no_array_of_floats_is_refused(here, write, message):
    write(here / "p.npy")
    with pytest.raises(BadDataError) as caught:
        read_array("p.npy", ("a", "b"))
    assert str(caught.value) == message


def test_an_archive_is_refused_though_its_name_says_npy(here):
    np.savez("p.npz", a=P)
    (here / "p.npz").rename(here / "p.npy")
    with pytest.raises(BadDataError, match=r"^p.npy: this is an archive of several arrays; save one array"):
        read_array("p.npy", ("a", "b"))


def test_other_files_are_refused():
    with pytest.raises(BadDataError, match=r"^p.csv: arrays are read from .npy and .parquet files"):
        read_array("p.csv", ())


@pytest.fixture
def parquet():
    """What writes columns into a file; None: what is no Parquet."""

    def give(columns):
        if columns is None:
            Path("p.parquet").write_bytes(b"PAR1")
        else:
            pd.DataFrame(columns).to_parquet("p.parquet")

    return give


def test_parquet_names_its_classes_and_its_items(parquet):
    parquet({"item_id": ["x", "y"], "a": P[:, 0], "b": P[:, 1], "__index_level_0__": [0, 1]})
    found = read_array("p.parquet", ())
    assert (found.classes, found.ids, found.single) == (("a", "b"), ("x", "y"), False)
    assert found.values.tolist() == P.tolist()
    assert read_array("p.parquet", ("b", "a")).values.tolist() == P[:, ::-1].tolist()


def test_parquet_without_ids_is_in_the_order_of_the_table(parquet):
    parquet({"a": P[:, 0].astype(np.float32), "b": P[:, 1].astype(np.float32)})
    found = read_array("p.parquet", (), "key")
    assert (found.ids, found.single) == (None, True)


@pytest.mark.parametrize(
    ("columns", "classes", "message"),
    [
        (
            None,
            (),
            "p.parquet: this is not a Parquet file that can be read; write it anew, or save it as .npy",
        ),
        ({"a": [0.5]}, ("z",), "p.parquet, column z: there is no such column; the columns are a"),
        (
            {"a": [0.5], "key": ["x"]},
            (),
            "p.parquet, column key: this column holds no floats; save probabilities as float64 or float32; a column with the items' names is called like that of the table",
        ),
        (
            {"id": ["x"]},
            (),
            "p.parquet: the file has no columns with probabilities; write one column for each class",
        ),
    ],
)
def test_broken_parquet(parquet, columns, classes, message):
    parquet(columns)
    with pytest.raises(BadDataError) as caught:
        read_array("p.parquet", classes)
    assert str(caught.value) == message


@pytest.mark.parametrize("ids", ["item_id", "key"])
def test_items_that_name_the_rows_of_a_frame_are_its_ids(here, ids):
    pd.DataFrame({"a": P[:, 0], "b": P[:, 1]}, pd.Index(["x", "y"], name=ids)).to_parquet("p.parquet")
    found = read_array("p.parquet", (), "key" if ids == "key" else "")
    assert (found.ids, found.classes, found.values.tolist()) == (("x", "y"), ("a", "b"), P.tolist())


def test_without_a_library_one_message_says_how(here, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "fastparquet", None)
    (here / "p.parquet").write_bytes(b"PAR1")
    with pytest.raises(BadDataError) as caught:
        read_array("p.parquet", ())
    assert str(caught.value) == (
        "p.parquet: no library for Parquet files is installed; run: pip install pyarrow; or save the probabilities as .npy"
    )


def test_a_real_parquet_file(here):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table({"id": ["x", "y"], "a": P[:, 0].astype(np.float32), "b": [None, 0.0]})
    parquet.write_table(table, "p.parquet")
    found = read_array("p.parquet", ())
    assert (found.ids, found.classes) == (("x", "y"), ("a", "b"))
    assert np.isnan(found.values[0, 1])


def test_labels_in_the_place_of_probabilities_are_called_so(tmp_path):
    path = tmp_path / "y_true.npy"
    np.save(path, np.array(["a", "b"]))
    with pytest.raises(BadDataError) as caught:
        read_array(str(path), ("a", "b"))
    assert str(caught.value) == (
        f"{path}: this array holds texts; give class probabilities here; labels are the table: the first argument"
    )
