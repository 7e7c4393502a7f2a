"""Arrays of class probabilities: what is read, and what is refused in which words."""

import hashlib
import sys

import numpy as np
import pandas as pd
import pytest

from budgetplan.dataset.arrays import read_array
from budgetplan.errors import BadDataError

P = np.array([[0.25, 0.75], [1.0, 0.0]])


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


def archive(path):
    np.savez(path.with_suffix(".npz"), a=P)
    path.with_suffix(".npz").rename(path)


@pytest.mark.parametrize(
    ("write", "word"),
    [
        (saved(np.array([["a", None]], dtype=object)), "holds Python objects"),
        (saved(np.array([[0, 1]])), "holds int64"),
        (saved(P.astype(np.float16)), "holds float16"),
        (saved(np.array(["a", "b"])), "holds texts"),
        (saved(P[0]), "has the shape (2,)"),
        (saved(np.ones((2, 3))), "3 columns and 2 classes"),
        (lambda path: path.write_bytes(b""), "not a whole .npy file"),
        (lambda path: path.write_bytes(b"\x80\x04N."), "not a whole .npy file"),
        (archive, "an archive of several arrays"),
        (lambda path: path.mkdir(), "this is a folder"),
        (lambda path: None, "no such file"),
    ],
)
def test_what_is_no_array_of_floats_is_refused(here, write, word):
    write(here / "p.npy")
    with pytest.raises(BadDataError) as caught:
        read_array("p.npy", ("a", "b"))
    assert str(caught.value).startswith("p.npy: ")
    assert word in str(caught.value)


def test_other_files_are_refused():
    with pytest.raises(BadDataError, match=r"^p.csv: arrays are read from .npy and .parquet files"):
        read_array("p.csv", ())


def parquet(columns, index=None):
    pd.DataFrame(columns, index).to_parquet("p.parquet")


def test_parquet_names_its_classes_and_its_items():
    parquet({"item_id": ["x", "y"], "a": P[:, 0], "b": P[:, 1], "__index_level_0__": [0, 1]})
    found = read_array("p.parquet", ())
    assert (found.classes, found.ids, found.single) == (("a", "b"), ("x", "y"), False)
    assert found.values.tolist() == P.tolist()
    assert read_array("p.parquet", ("b", "a")).values.tolist() == P[:, ::-1].tolist()
    parquet({"id": ["x"], "a": [np.nan], "b": [0.5]})
    assert np.isnan(read_array("p.parquet", ()).values[0, 0])


@pytest.mark.parametrize(
    ("columns", "classes", "told"),
    [
        ({"a": [0.5]}, ("z",), "p.parquet, column z: there is no such column; the columns are a"),
        ({"a": [0.5], "key": ["x"]}, (), "p.parquet, column key: this column does not hold floats"),
        ({"id": ["x"]}, (), "p.parquet: the file has no columns with probabilities"),
    ],
)
def test_broken_parquet_is_refused(columns, classes, told):
    parquet(columns)
    with pytest.raises(BadDataError) as caught:
        read_array("p.parquet", classes)
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize("ids", ["item_id", "key"])
def test_items_that_name_the_rows_of_a_frame_are_its_ids(ids):
    parquet({"a": P[:, 0], "b": P[:, 1]}, pd.Index(["x", "y"], name=ids))
    found = read_array("p.parquet", (), "key" if ids == "key" else "")
    assert (found.ids, found.classes, found.values.tolist()) == (("x", "y"), ("a", "b"), P.tolist())


def test_what_is_no_parquet_is_refused_and_without_a_library_it_is_named(here, monkeypatch):
    (here / "p.parquet").write_bytes(b"PAR1")
    with pytest.raises(BadDataError, match=r"^p\.parquet: this is not a Parquet file"):
        read_array("p.parquet", ())
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "fastparquet", None)
    with pytest.raises(BadDataError, match=r"^p\.parquet: no library for Parquet files .* pip install pyarrow"):
        read_array("p.parquet", ())
