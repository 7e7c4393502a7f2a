"""Names for the columns of an array: which files name them, and how labels are sorted."""

import hashlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.dataset.arrays import read_class_names, sorted_labels
from budgetplan.errors import BadDataError


@pytest.mark.parametrize(
    ("name", "text", "names"),
    [
        ("c.txt", "b\na\n", ("b", "a")),
        ("c.txt", "\ufeff b \r\na, or so\r\n\r\n", ("b", "a, or so")),
        ("c.classes.json", '["b", "a\\u00e9", 3]', ("b", "aé", "3")),
        ("c.classes.json", '{"classes": ["b", "a"]}', ("b", "a")),
    ],
)
def test_classes_stand_in_the_order_of_the_file(tmp_path, name, text, names):
    path = tmp_path / name
    path.write_bytes(text.encode())
    sums = {str(path): hashlib.sha256(text.encode()).hexdigest()}
    assert read_class_names(str(path)) == (names, None, sums)


@pytest.mark.parametrize(
    ("name", "data", "place", "word"),
    [
        ("c.txt", b" \n\n", "c.txt:", "no class is named"),
        ("c.json", b"[]", "c.json:", "no class is named"),
        ("c.txt", b"a\n\nb", "c.txt, line 2:", "a class has no name"),
        ("c.txt", b"a\nb\na \n", "c.txt, line 3:", 'the same name (found "a")'),
        ("c.json", b'["a", "a"]', "c.json:", 'the same name (found "a")'),
        ("c.json", b'["a", "b\\ud800"]', "c.json:", 'half a character (found "b\\ud800")'),
        ("c.json", b'{"a": 0}', "c.json:", "not a JSON list of classes"),
        ("c.json", b'["a", true]', "c.json:", "not a JSON list of classes"),
        ("c.json", b"[" * 100_000, "c.json:", "not a JSON list of classes"),
        ("c.txt", b"a\n\xe9\n", "c.txt, line 2:", "not UTF-8"),
        ("c.txt", None, "c.txt:", "no such file"),
        (".", None, ".:", "this is a folder"),
    ],
)
def test_what_names_no_classes_is_refused(tmp_path, monkeypatch, name, data, place, word):
    monkeypatch.chdir(tmp_path)
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(BadDataError) as caught:
        read_class_names(name)
    assert str(caught.value).startswith(place)
    assert word in str(caught.value)


@given(st.lists(st.text(st.characters(exclude_characters="\0"), min_size=1), unique=True, min_size=1))
def test_texts_are_sorted_as_numpy_sorts_them(names):
    if not all(name.isdecimal() for name in names):
        assert sorted_labels(names) == tuple(np.unique(np.array(names)).tolist())


@given(st.lists(st.integers(-(10**9), 10**9), unique=True, min_size=1))
def test_whole_numbers_are_sorted_as_numpy_sorts_them(numbers):
    assert sorted_labels(map(str, numbers)) == tuple(map(str, np.unique(np.array(numbers)).tolist()))


def test_rows_may_be_named_too(tmp_path):
    path = tmp_path / "c.json"
    for text, ids in (
        ('["a"]', None),
        ('{"classes": ["a"]}', None),
        ('{"classes": ["a"], "ids": [" x", 2]}', ("x", "2")),
    ):
        path.write_text(text, encoding="utf-8")
        found = read_class_names(str(path))
        assert found[:2] == (("a",), ids)
        assert found[2].keys() == {str(path)}
    path.write_text('{"classes": ["a"], "ids": "ids.txt"}', encoding="utf-8")
    with pytest.raises(BadDataError, match=r"ids\.txt: there is no such file; check the name and the folder"):
        read_class_names(str(path))
    (tmp_path / "ids.txt").write_bytes(b"x\xe9\n")
    with pytest.raises(BadDataError, match=r"ids\.txt, line 1: this is not UTF-8 text"):
        read_class_names(str(path))
    (tmp_path / "ids.txt").write_bytes(b"x\r\n2\n\n")
    _, ids, checksums = read_class_names(str(path))
    assert ids == ("x", "2")
    assert checksums[str(tmp_path / "ids.txt")] == hashlib.sha256(b"x\r\n2\n\n").hexdigest()
    (tmp_path / "rows").mkdir()
    (tmp_path / "rows" / "ids.txt").write_bytes(b"y\n")
    path.write_text('{"classes": ["a"], "ids": "rows/ids.txt"}', encoding="utf-8")
    assert read_class_names(str(path))[1] == ("y",)
    path.write_text('{"classes": ["a"], "ids": 3}', encoding="utf-8")
    with pytest.raises(BadDataError, match="neither a list nor a file"):
        read_class_names(str(path))
