"""A run that is killed leaves whole files: each is the earlier one or the new one, and the next run mends the rest."""

import errno
import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from pango import needs_pdf

DATE = "2026-11-21"
STEPS = """
import os, sys
from pathlib import Path
from budgetplan.render.save import save

left = int(sys.argv[2])

def counted(deed):
    def done(*arguments, **options):
        global left
        if not left:
            # As a kill from outside: nothing is undone, nothing is flushed.
            os._exit(9)
        left -= 1
        return deed(*arguments, **options)
    return done

os.fsync = counted(os.fsync)
Path.replace = counted(Path.replace)
Path.mkdir = counted(Path.mkdir)
save({"a.txt": b"new a" * 9000, "tables/b.csv": b"new b", "c.json": b"new c"}, Path(sys.argv[1]))
"""


def command(out, budget):
    asked = ["--label", "gold", "--positive", "y", "--model", "p", "--budget", f"{budget} items"]
    return [
        sys.executable, "-m", "budgetplan", "report", "t.csv", *asked, "--set", "sure.resamples=50", "--date", DATE,
        "--out", out,
    ]  # fmt: skip


def start(here, out, budget):
    return subprocess.Popen(
        command(out, budget), cwd=here, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def whole(here, out, budget):
    """Run to the end, and return the files by name and how long it took, in seconds."""
    began = time.monotonic()
    assert start(here, out, budget).wait(timeout=120) == 0
    return files(here / out), time.monotonic() - began


def files(folder):
    """Return what a user finds in a folder; what begins with a dot is not shown, nor named as output."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.relative_to(folder).parts[0].startswith(".unfinished-")
    }


def test_a_report_that_is_killed_leaves_whole_files(tmp_path):
    needs_pdf()
    chance = np.random.default_rng(4)
    rows = [
        f"w{number},{label},{score:.3f}"
        for number, (label, score) in enumerate(
            zip(chance.choice(["y", "n"], 80).tolist(), chance.random(80).tolist(), strict=True)
        )
    ]
    (tmp_path / "t.csv").write_text("\n".join(["item_id,gold,p", *rows, ""]), encoding="utf-8")
    old, _ = whole(tmp_path, "report", 30)
    new, lasts = whole(tmp_path, "other", 40)
    assert old["report.pdf"] != new["report.pdf"]
    assert old["decision.json"] != new["decision.json"]
    moments = random.Random(5)
    finished = 0
    for number in range(12):
        # Over its whole run, a bit beyond its end; each twelfth once, at a random place in it.
        moment = lasts * (number + moments.random()) / 11
        running = start(tmp_path, "report", 40)
        try:
            running.wait(timeout=moment)
            finished += 1
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait(timeout=60)
        found = files(tmp_path / "report")
        for name, content in found.items():
            assert content in (old.get(name), new.get(name)), (number, name)
        assert found.keys() <= old.keys() | new.keys(), number
        assert old.keys() & new.keys() <= found.keys(), number
        # Whole by what is in them, too.
        assert found["report.pdf"].startswith(b"%PDF-")
        assert found["report.pdf"].rstrip().endswith(b"%%EOF")
        assert found["report.html"].rstrip().endswith(b"</html>")
        for name in ("report.json", "decision.json"):
            json.loads(found[name])
    assert finished < 12
    assert whole(tmp_path, "report", 40)[0] == new


@pytest.mark.parametrize("fresh", [True, False], ids=["a new folder", "over earlier files"])
def test_a_kill_at_each_step_of_saving_leaves_whole_files(tmp_path, fresh):
    new = {"a.txt": b"new a" * 9000, "tables/b.csv": b"new b", "c.json": b"new c"}
    old = {} if fresh else {"a.txt": b"old a", "tables/b.csv": b"old b" * 9000}
    mixed = 0
    for step in range(100):
        folder = tmp_path / str(step)
        for name, content in old.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        ended = subprocess.run([sys.executable, "-c", STEPS, str(folder), str(step)], check=False)
        found = files(folder) if folder.is_dir() else {}
        for name, content in found.items():
            assert content in (old.get(name), new.get(name)), (step, name)
        assert old.keys() <= found.keys(), step
        mixed += found not in (old, new)
        if ended.returncode == 0:
            assert found == new
            assert not list(Path(folder).glob(".unfinished-*"))
            break
        assert ended.returncode == 9
        again = subprocess.run([sys.executable, "-c", STEPS, str(folder), "1000"], check=False)
        assert (again.returncode, files(folder)) == (0, new), step
        # What the killed run left behind is gone, if it came as far as saying that it was its own.
        assert len(list(folder.glob(".unfinished-*"))) == 0, step
    # Three files are flushed and moved, one after the other: the steps between two moves were among them.
    assert step >= 6
    assert mixed == 2


def test_the_work_of_a_run_that_goes_on_stays(tmp_path):
    fcntl = pytest.importorskip("fcntl")
    from budgetplan.render.save import save

    going_on, abandoned = tmp_path / ".unfinished-a", tmp_path / ".unfinished-b"
    for work in (going_on, abandoned):
        work.mkdir()
        (work / "in-use").touch()
    with (going_on / "in-use").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        save({"a.txt": b"a"}, tmp_path)
        assert sorted(path.name for path in tmp_path.iterdir()) == [".unfinished-a", "a.txt"]
    save({"a.txt": b"b"}, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


OLD = {"a.txt": b"old a", "tables/b.csv": b"old b" * 9000, "stale.csv": b"stale"}
SET = {"a.txt": b"new a" * 9000, "tables/b.csv": b"new b", "c.json": b"new c"}


def cut_short(folder, step, after, end):  # noqa: C901 - three ways to end, one child
    """Save in a process of its own that ends in the given step, before or after its deed; return its code.

    ``end`` is a kill from outside, a break by the user, or a full disk from this step on.
    """
    from budgetplan.errors import CannotWriteError
    from budgetplan.render import save as module

    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    left = step

    def stop():
        if end == "kill":
            os._exit(9)
        if end == "full":
            raise OSError(errno.ENOSPC, "No space left on device")
        raise KeyboardInterrupt

    def counted(deed):
        def done(*arguments, **options):
            nonlocal left
            left -= 1
            writes = deed.__name__ in ("fsync", "copy2")
            now = left < 0 and writes if end == "full" else left == -1
            if now and not after:
                stop()
            made = deed(*arguments, **options)
            if now and after:
                stop()
            return made

        return done

    os.fsync = counted(os.fsync)
    shutil.copy2 = counted(shutil.copy2)
    for name in ("replace", "mkdir", "unlink"):
        setattr(Path, name, counted(getattr(Path, name)))
    try:
        module.save(SET, folder, ["stale.csv"])
    except KeyboardInterrupt:
        os._exit(7)
    except CannotWriteError:
        os._exit(6)
    except BaseException:  # noqa: BLE001 - nothing may go on in the child
        os._exit(1)
    os._exit(0)


def lay_out(folder):
    for name, content in OLD.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def ends_in_steps(tmp_path, end, code):
    for step in range(100):
        for after in (False, True):
            folder = tmp_path / f"{step}-{after}"
            lay_out(folder)
            ended = cut_short(folder, step, after, end)
            assert ended in (0, code), (step, after)
            yield (step, after), folder, ended
        if ended == 0:
            assert step > 5
            return


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that split")


@needs_fork
@pytest.mark.parametrize(("end", "code"), [("break", 7), ("full", 6)])
def test_what_is_cut_short_is_the_old_set_or_the_new_one(tmp_path, end, code):
    both = set()
    for place, folder, ended in ends_in_steps(tmp_path, end, code):
        found = files(folder)
        assert found in (OLD, SET), place
        assert found == SET or ended == code, place
        assert not list(folder.glob(".unfinished-*")), place
        both.add(found == SET)
    assert both == {True, False}


@needs_fork
def test_after_a_kill_a_run_that_fails_leaves_the_old_set_or_the_new_one(tmp_path):
    for place, folder, ended in ends_in_steps(tmp_path, "kill", 9):
        if ended == 9:
            # The disk is full now: the copies of the killed run are all there is of the old set.
            assert cut_short(folder, 0, False, "full") == 6
            assert files(folder) in (OLD, SET), place
            assert cut_short(folder, 1000, False, "kill") == 0
        assert files(folder) == SET, place
        assert not list(folder.glob(".unfinished-*")), place


@needs_fork
def test_a_second_kill_while_the_first_is_mended_loses_nothing(tmp_path):
    for place, folder, ended in ends_in_steps(tmp_path, "kill", 9):
        if ended == 0:
            continue
        for again in range(6):
            copy = tmp_path / "copy"
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(folder, copy)
            cut_short(copy, again, True, "kill")
            assert cut_short(copy, 0, False, "full") == 6
            assert files(copy) in (OLD, SET), (place, again)


@needs_fork
def test_what_somebody_changed_after_a_kill_stays(tmp_path):
    for place, folder, ended in ends_in_steps(tmp_path, "kill", 9):
        if ended == 9:
            (folder / "a.txt").write_bytes(b"mine")
            assert cut_short(folder, 0, False, "full") == 6
            assert (folder / "a.txt").read_bytes() == b"mine", place
