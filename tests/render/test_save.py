"""Files appear whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from budgetplan.errors import CannotWriteError
from budgetplan.render import save as module
from budgetplan.render.save import save, save_new

NEW = {"report.html": b"new page", "tables/a.csv": b"new table", "report.json": b"{}"}


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_files_and_folders_are_made(tmp_path):
    folder = tmp_path / "deep" / "out"
    assert save(NEW, folder) == tuple(folder / name for name in NEW)
    assert tree(folder) == {name.replace("/", os.sep): content for name, content in NEW.items()}


def test_earlier_files_are_replaced_and_others_left(tmp_path):
    (tmp_path / "report.html").write_bytes(b"old page, longer than the new one")
    (tmp_path / "notes.txt").write_bytes(b"mine")
    save(NEW, tmp_path)
    assert tree(tmp_path) == {**NEW, "notes.txt": b"mine"}


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")
def test_files_have_the_usual_mode(tmp_path):
    save(NEW, tmp_path)
    (tmp_path / "usual").write_bytes(b"")
    assert (tmp_path / "report.html").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("failing", [1, 2, 3])
def test_a_failure_while_moving_leaves_all_as_it_was(tmp_path, monkeypatch, failing):
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "report.html").write_bytes(b"old page")
    moved = []
    real = Path.replace

    def sometimes(self, target):
        if self.name.startswith("new-"):
            moved.append(target)
            if len(moved) == failing:
                raise OSError(errno.ENOSPC, "No space left on device")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", sometimes)
    with pytest.raises(CannotWriteError, match="no space left on device; make room"):
        save(NEW, folder)
    assert tree(tmp_path) == {str(Path("out", "report.html")): b"old page"}
    assert [path.name for path in folder.iterdir()] == ["report.html"]


def test_a_failure_while_writing_leaves_no_folder(tmp_path, monkeypatch):
    def full(_handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(module.os, "fsync", full)
    with pytest.raises(CannotWriteError) as caught:
        save(NEW, tmp_path / "a" / "b")
    assert caught.value.exit_code == 6
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_break_by_the_user_leaves_nothing_either(tmp_path, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "_move", stop)
    with pytest.raises(KeyboardInterrupt):
        save(NEW, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_is_in_the_way_is_named(tmp_path):
    (tmp_path / "report.json").mkdir()
    with pytest.raises(
        CannotWriteError, match=r"Cannot write .*report\.json: a folder has this name; rename"
    ):
        save(NEW, tmp_path)
    assert tree(tmp_path) == {}
    (tmp_path / "file").write_bytes(b"x")
    with pytest.raises(CannotWriteError, match="rename what is in the way"):
        save(NEW, tmp_path / "file")
    with pytest.raises(CannotWriteError, match="rename what is in the way"):
        save(NEW, tmp_path / "file" / "deeper")


@pytest.mark.parametrize(
    ("out", "named"), [("a", "a"), ("a/..", "a"), ("a/b", "a"), ("new/../a", "new/../a")]
)
def test_the_file_in_the_place_of_a_folder_is_named(tmp_path, monkeypatch, out, named):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_text("mine")
    with pytest.raises(CannotWriteError) as caught:
        save({"tables/t.csv": b"x"}, Path(out))
    assert str(caught.value).startswith(f"Cannot write {named}: not a directory; rename what is in the way")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_folder_may_be_named_by_way_of_one_that_is_not_there_yet(tmp_path):
    save({"tables/t.csv": b"x"}, tmp_path / "new" / ".." / "out")
    assert (tmp_path / "out" / "tables" / "t.csv").read_bytes() == b"x"


def test_no_permission_is_said(tmp_path, monkeypatch):
    def refused(*_, **__):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(module.tempfile, "mkdtemp", refused)
    with pytest.raises(
        CannotWriteError, match=r"permission denied; choose another folder .* Nothing was changed\."
    ):
        save(NEW, tmp_path)


@pytest.mark.parametrize("name", ["/etc/x", "../x", "a/../../x", "", "c:x", "a\\b", "a\0b"])
def test_names_stay_in_the_folder(tmp_path, name):
    with pytest.raises(ValueError, match="inside the folder"):
        save({name: b""}, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="folders are flushed on POSIX only")
def test_a_folder_that_cannot_be_flushed_is_no_error(tmp_path, monkeypatch):
    def refused(*_):
        raise OSError

    monkeypatch.setattr(module.os, "open", refused)
    module._settle({tmp_path})
    monkeypatch.setattr(module.os, "name", "nt")
    module._settle({tmp_path})


def test_a_new_file_is_written_and_never_overwritten(tmp_path):
    path = tmp_path / "plan.toml"
    save_new(path, b"first")
    with pytest.raises(CannotWriteError) as raised:
        save_new(path, b"second")
    assert str(raised.value) == (
        f"Cannot write {path}: it is there already, and is never overwritten; choose another name with --out. Nothing was changed."
    )
    assert path.read_bytes() == b"first"


def test_a_new_file_needs_its_folder(tmp_path):
    path = tmp_path / "none" / "plan.toml"
    with pytest.raises(CannotWriteError, match=r"no such file or directory; .* Nothing was changed\."):
        save_new(path, b"x")


def test_half_a_new_file_is_removed(tmp_path, monkeypatch):
    class Full:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

        def write(self, _):
            raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "plan.toml"

    def opened(self, mode):
        assert mode == "xb"
        path.touch()
        return Full()

    monkeypatch.setattr(type(path), "open", opened)
    with pytest.raises(CannotWriteError, match="no space left on device"):
        save_new(path, b"x")
    assert not path.exists()
