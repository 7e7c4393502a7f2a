"""Files appear whole or not at all."""

from __future__ import annotations

import errno
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from budgetplan import files as module
from budgetplan.errors import BadDataError, CannotWriteError
from budgetplan.files import RECORD, PeoplesWork, refuse_unfinished, save

NEW = {"report.html": b"new page", "tables/a.csv": b"new table", "report.json": b"{}"}


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def raising(error):
    def refused(*_, **__):
        raise error

    return refused


def test_files_are_made_with_their_folders_by_way_of_a_folder_that_is_not_there_yet(tmp_path):
    folder = tmp_path / "deep" / "out"
    assert save(NEW, folder) == tuple(folder / name for name in NEW)
    assert tree(folder) == NEW
    (tmp_path / "usual").write_bytes(b"")
    assert (folder / "report.html").stat().st_mode == (tmp_path / "usual").stat().st_mode
    save({"tables/t.csv": b"x"}, tmp_path / "new" / ".." / "out")
    assert (tmp_path / "out" / "tables" / "t.csv").read_bytes() == b"x"


def test_earlier_files_are_replaced_or_removed_and_others_and_changed_files_left(tmp_path):
    save({"report.html": b"longer than the new page", "old.csv": b"old", "costs.csv": b"1"}, tmp_path, "report")
    mine = {"notes.txt": b"mine", "data.csv": b"mine", "costs.csv": b"changed by hand"}
    for name, content in mine.items():
        (tmp_path / name).write_bytes(content)
    record = json.loads((tmp_path / RECORD).read_bytes())
    record["files"]["report"]["data.csv"] = "0" * 64  # a record that names a file of somebody else
    (tmp_path / RECORD).write_text(json.dumps(record))
    save(NEW, tmp_path, "report")
    found = tree(tmp_path)
    assert set(json.loads(found.pop(RECORD))["files"]["report"]) == set(NEW)
    assert found == NEW | mine


@pytest.mark.parametrize("failing", [1, 2, 3, 4])
def test_a_failure_while_moving_leaves_all_as_it_was(tmp_path, monkeypatch, failing):
    folder, moved, real = tmp_path / "out", [], Path.replace
    save({"report.html": b"old page"}, folder, "report")
    before = tree(folder)

    def sometimes(self, target):
        if self.name != "draft":
            moved.append(target)
            if len(moved) == failing:
                raise OSError(errno.ENOSPC, "No space left on device")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", sometimes)
    with pytest.raises(CannotWriteError, match="No space left on device; make room"):
        save(NEW, folder, "report")
    assert tree(folder) == before
    assert {path.name for path in folder.iterdir()} == {"report.html", RECORD}


@pytest.mark.parametrize(
    ("owner", "name", "error", "told"),
    [
        (module.os, "fsync", OSError(errno.ENOSPC, "No space left on device"), "make room"),
        (Path, "open", PermissionError(errno.EACCES, "Permission denied"), "Permission denied; choose another folder"),
        (Path, "open", OSError(errno.EROFS, "Read-only file system"), "Read-only file system; choose another folder"),
        (module, "_move", KeyboardInterrupt(), None),
    ],
)
def test_a_failure_or_a_break_while_writing_is_said_and_leaves_no_folder(
    tmp_path, monkeypatch, owner, name, error, told
):
    monkeypatch.setattr(owner, name, raising(error))
    with pytest.raises(CannotWriteError if told else KeyboardInterrupt, match=told):
        save(NEW, tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("out", "named"), [("a", "a"), ("a/..", "a"), ("a/b", "a"), ("new/../a", "new/../a"), ("", "tables")]
)
def test_the_file_in_the_place_of_a_folder_is_named(tmp_path, monkeypatch, out, named):
    monkeypatch.chdir(tmp_path)
    (tmp_path / named.rpartition("/")[2]).write_text("mine")
    before = tree(tmp_path)
    for again in (False, True):
        with pytest.raises(CannotWriteError, match=f"^Cannot write {named}: not a directory; rename what is in"):
            save({"tables/t.csv": b"x"}, Path(out), "report", replace=again)
        assert tree(tmp_path) == before


def test_a_folder_in_the_place_of_a_file_is_named(tmp_path):
    (tmp_path / "report.json").mkdir()
    with pytest.raises(CannotWriteError, match=r"Cannot write .*report\.json: a folder has this name; rename"):
        save(NEW, tmp_path)
    assert tree(tmp_path) == {}


@pytest.mark.parametrize("name", ["/etc/x", "../x", "a/../../x", "", "c:x", "a\\b", "a\0b"])
def test_names_stay_in_the_folder(tmp_path, name):
    with pytest.raises(ValueError, match="inside the folder"):
        save({name: b""}, tmp_path)
    assert list(tmp_path.iterdir()) == []


STANDING = {
    "of somebody": {"report.html": b"mine"},
    "a record that is none": {RECORD: b"{"},
    "a record of a later version": {RECORD: b'{"format": "budgetplan files", "version": 9}'},
    "a record that leads out": {
        RECORD: b'{"format": "budgetplan files", "version": 1, "files": {"report": {"../out.txt": ""}}}'
    },
}


@pytest.mark.parametrize(
    ("standing", "command"), [("of somebody", ""), *((standing, "report") for standing in (*STANDING, "changed"))]
)
def test_what_is_not_ours_is_refused_and_put_away_where_that_is_asked_for(tmp_path, standing, command):
    if standing == "changed":
        save(NEW, tmp_path, "report")
    for name, content in STANDING.get(standing, dict.fromkeys(NEW, b"mine")).items():
        (tmp_path / name).write_bytes(content)
    before = tree(tmp_path)
    with pytest.raises(CannotWriteError, match=r"Cannot write .*add --replace, .*before-1.* Nothing was changed"):
        save(NEW, tmp_path, command)
    assert tree(tmp_path) == before
    save(NEW, tmp_path, command, replace=True)
    found = tree(tmp_path)
    assert {name: found[name] for name in NEW} == NEW
    kept = {content for name, content in found.items() if ".before-1" in name}
    assert kept
    assert kept <= {*before.values()}
    assert (b"mine" in before.values()) <= (b"mine" in kept)
    # A second time they have the next number; without a change there is nothing to put away.
    save(NEW, tmp_path, command, replace=True)
    assert tree(tmp_path) == found
    (tmp_path / "report.html").write_bytes(b"mine again")
    save(NEW, tmp_path, command, replace=True)
    assert b"mine again" in [content for name, content in tree(tmp_path).items() if ".before-" in name]


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("name", ["report.html", "old.csv", "tables/a.csv"])
def test_what_was_read_is_neither_replaced_nor_removed_nor_put_away(tmp_path, name, again):
    save({"report.html": b"1", "old.csv": b"2", "tables/a.csv": b"3"}, tmp_path / "out", "report")
    (tmp_path / "link").symlink_to(tmp_path / "out" / name)
    before = tree(tmp_path)
    with pytest.raises(CannotWriteError, match=f"{name}: the report is made from this file"):
        save(NEW, tmp_path / "out", "report", replace=again, inputs=["gone", "\0", str(tmp_path / "link")])
    assert tree(tmp_path) == before


def test_the_record_says_who_wrote_what_and_is_the_same_for_the_same_files(tmp_path):
    for folder in (tmp_path / "a", tmp_path / "b"):
        save(NEW, folder, "report")
        save({"card.html": b"card", "report.json": b"{}"}, folder, "progress")
        save({"card.html": b"card 2"}, folder, "progress")
    first, second = tree(tmp_path / "a"), tree(tmp_path / "b")
    assert first == second
    record = json.loads(first[RECORD])
    assert (record["format"], record["version"]) == ("budgetplan files", 1)
    written = {who: sorted(names) for who, names in record["files"].items()}
    assert written == {"progress": ["card.html"], "report": ["report.html", "tables/a.csv"]}


def test_runs_at_once_into_a_new_folder_leave_that_of_one_run(tmp_path):
    def run(number):
        save({f"{name}": bytes([number]) * 99 for name in NEW}, tmp_path / "new" / "out", "report")

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(run, range(12)))
    found = tree(tmp_path / "new" / "out")
    del found[RECORD]
    assert len({*found.values()}) == 1
    assert found.keys() == NEW.keys()


def test_of_runs_at_once_one_writes_what_people_work_on_and_the_others_are_refused(tmp_path):
    work = PeoplesWork(("packets",), "files.holds_queue")

    def run(number):
        try:
            save({"packets/packet-1.csv": bytes([number]) * 99}, tmp_path / "q", "queue", work=work)
        except CannotWriteError as error:
            return str(error)
        return number

    with ThreadPoolExecutor(12) as pool:
        done = list(pool.map(run, range(12)))
    [wrote] = [number for number in done if isinstance(number, int)]
    assert (tmp_path / "q/packets/packet-1.csv").read_bytes() == bytes([wrote]) * 99
    told = "it holds a queue already, which may be under review (packets/packet-1.csv)"
    assert sum(told in str(one) for one in done) == 11


def test_who_reads_waits_for_a_run_that_goes_on_and_refuses_what_a_run_left(tmp_path, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    save(NEW, tmp_path, "report")
    journal = tmp_path / ".budgetplan-unfinished" / "journal"
    journal.parent.mkdir()
    journal.write_text('{"command": "report", "entries": []}')
    with pytest.raises(BadDataError, match="run budgetplan report into it again"):
        refuse_unfinished(tmp_path / "tables" / "a.csv")
    with (tmp_path / ".budgetplan-lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        monkeypatch.setattr(module.time, "sleep", lambda _: journal.unlink())
        refuse_unfinished(tmp_path / "tables" / "a.csv")


@pytest.mark.parametrize("relative", [True, False])
def test_of_a_link_that_is_put_away_what_it_leads_to_is_kept(tmp_path, relative):
    out, kept = tmp_path / "out", tmp_path / "kept.txt"
    out.mkdir()
    kept.write_text("mine")
    (out / "report.json").symlink_to("../kept.txt" if relative else kept)
    save({"report.json": b"new"}, out, "report", replace=True)
    assert (out / "report.json").read_bytes() == b"new"
    assert not (out / "report.json").is_symlink()
    assert (out / "report.json.before-1").read_text() == kept.read_text() == "mine"
