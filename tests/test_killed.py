"""A run that is killed leaves whole files: each is the earlier one or the new one, and the next run mends the rest."""

import errno
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from budgetplan.cli.main import main
from budgetplan.render.pdf import PdfFile

DATE = "2026-11-21"
WRITES = {os: ["fsync"], shutil: ["copy2"], Path: ["replace", "mkdir", "unlink"]}
"""What saving does to the disk, by where it is found."""


OLD = {"a.txt": b"old a", "tables/b.csv": b"old b" * 9000, "stale.csv": b"stale"}
SET = {"a.txt": b"new a" * 9000, "tables/b.csv": b"new b", "c.json": b"new c"}
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that split")


def arguments(out, budget, formats):
    asked = ["--label", "gold", "--positive", "y", "--model", "p", "--budget", f"{budget} items"]
    return [
        "report",
        "t.csv",
        *asked,
        "--set",
        "sure.resamples=50",
        "--date",
        DATE,
        "--out",
        out,
        "--format",
        formats,
    ]


def whole(out, budget, formats="html,pdf"):
    """Run to the end, and return the files by name; what is in a page or a PDF plays no part in how it is saved."""
    pdf = PdfFile(b"%PDF-1.7\n" + bytes([budget]) * 60_000 + b"\n%%EOF\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("budgetplan.render.html.Drawings.draw", lambda *_, **__: b"<svg/>")
        patch.setattr("budgetplan.render.pdf.render_pdf", lambda *_, **__: pdf)
        done = CliRunner().invoke(main, arguments(out, budget, formats), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return files(Path(out))


def files(folder):
    """Return what a user finds in a folder; what begins with a dot is not shown, nor named as output."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.relative_to(folder).parts[0].startswith(".unfinished-")
    }


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """Return where a report was made over an earlier one, both by name, and the folder before each write.

    What a kill leaves is what stands in the folder at that moment: what a process had not yet written is lost
    with it. So copies of the folder are all the kills there are, from one run.
    """
    here = tmp_path_factory.mktemp("killed")
    chance = np.random.default_rng(4)
    rows = [
        f"w{number},{label},{score:.3f}"
        for number, (label, score) in enumerate(
            zip(chance.choice(["y", "n"], 80).tolist(), chance.random(80).tolist(), strict=True)
        )
    ]
    (here / "t.csv").write_text("\n".join(["item_id,gold,p", *rows, ""]), encoding="utf-8")
    moments = []

    def copied(deed):
        def done(*given, **options):
            moments.append(here / f"killed-{len(moments)}")
            with pytest.MonkeyPatch.context() as own:
                undone(own)
                shutil.copytree(here / "report", moments[-1])
            return deed(*given, **options)

        return done

    kept = {(owner, name): getattr(owner, name) for owner, names in WRITES.items() for name in names}

    def undone(patch):
        for (owner, name), deed in kept.items():
            patch.setattr(owner, name, deed)

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(here)
        old = whole("report", 30)
        for (owner, name), deed in kept.items():
            patch.setattr(owner, name, copied(deed))
        new = whole("report", 40)
    return here, old, new, moments


def test_a_report_that_is_killed_leaves_whole_files(reports):
    _, old, new, moments = reports
    assert old["report.pdf"] != new["report.pdf"]
    assert old["decision.json"] != new["decision.json"]
    # Every file is flushed and moved, one after the other.
    assert len(moments) > 2 * len(new)
    seen = set()
    for folder in moments:
        found = files(folder)
        for name, content in found.items():
            assert content in (old.get(name), new.get(name)), (folder.name, name)
        assert found.keys() <= old.keys() | new.keys(), folder.name
        assert old.keys() & new.keys() <= found.keys(), folder.name
        # Whole by what is in them, too.
        assert found["report.pdf"].startswith(b"%PDF-")
        assert found["report.pdf"].rstrip().endswith(b"%%EOF")
        assert found["report.html"].rstrip().endswith(b"</html>")
        for name in ("report.json", "decision.json"):
            json.loads(found[name])
        seen.add("old" if found == old else "new" if found == new else "mixed")
    assert seen == {"old", "new", "mixed"}


def test_after_a_report_that_was_killed_the_next_one_is_whole(reports, monkeypatch):
    here, old, new, moments = reports
    monkeypatch.chdir(here)
    half = next(folder for folder in moments if files(folder) not in (old, new))
    assert whole(half.name, 40) == new
    assert not list(half.glob(".unfinished-*"))


def test_a_process_that_is_killed_leaves_what_stood_there(reports, monkeypatch):
    here, *_ = reports
    monkeypatch.chdir(here)
    old, new = whole("process", 30, "xlsx"), whole("whole", 40, "xlsx")
    running = subprocess.Popen(
        [sys.executable, "-m", "budgetplan", *arguments("process", 40, "xlsx")],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    # It has everything to write, and has begun.
    while running.poll() is None and not list((here / "process").glob(".unfinished-*")):
        time.sleep(0.001)
    running.kill()
    running.wait(timeout=60)
    found = files(here / "process")
    for name, content in found.items():
        assert content in (old.get(name), new.get(name)), name
    assert old.keys() & new.keys() <= found.keys() <= old.keys() | new.keys()
    assert whole("process", 40, "xlsx") == new


def lay_out(folder, contents):
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


@needs_fork
@pytest.mark.parametrize("fresh", [True, False], ids=["a new folder", "over earlier files"])
def test_a_kill_at_each_step_of_saving_leaves_whole_files(tmp_path, fresh):
    old = {} if fresh else {name: OLD[name] for name in ("a.txt", "tables/b.csv")}
    mixed = 0
    for step in range(100):
        folder = tmp_path / str(step)
        lay_out(folder, old)
        ended = cut_short(folder, step, after=False, end="kill", gone=())
        found = files(folder) if folder.is_dir() else {}
        for name, content in found.items():
            assert content in (old.get(name), SET.get(name)), (step, name)
        assert old.keys() <= found.keys(), step
        mixed += found not in (old, SET)
        if ended == 0:
            assert found == SET
            assert not list(Path(folder).glob(".unfinished-*"))
            break
        assert ended == 9
        assert (cut_short(folder, NEVER, after=False, end="kill", gone=()), files(folder)) == (0, SET), step
        # What the killed run left behind is gone, if it came as far as saying that it was its own.
        assert len(list(folder.glob(".unfinished-*"))) == 0, step
    # Three files are flushed and moved, one after the other: the steps between two moves were among them.
    assert step >= 6
    assert mixed >= 2


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


def cut_short(folder, step, after, end, gone=("stale.csv",)):
    """Save in a run that ends in the given step, before or after its deed; return its code.

    ``end`` is a kill from outside, a break by the user, or a full disk from this step on. Only what is killed needs a
    process of its own.
    """
    if end != "kill" or step >= NEVER:
        return run_short(folder, step, after, end, gone)
    return killed_in(json.dumps([str(folder), step, after, end, gone]))


def killed_in(said):
    """Have a run killed in a process that is split off a small one: one as large as a test run takes long to split."""
    if not PARENT:
        code = (
            "import importlib.util, sys; spec = importlib.util.spec_from_file_location('killed', sys.argv[1]); "
            "made = importlib.util.module_from_spec(spec); spec.loader.exec_module(made); made.split_for_each()"
        )
        command = [sys.executable, "-c", code, __file__]
        PARENT.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    PARENT[0].stdin.write(said + "\n")
    PARENT[0].stdin.flush()
    return int(PARENT[0].stdout.readline())


PARENT = []
"""The small process, once it is needed."""


@pytest.fixture(scope="module", autouse=True)
def parent():
    """End the small process."""
    yield
    while PARENT:
        with PARENT.pop() as running:
            running.stdin.close()


def split_for_each():
    """Save in a process of its own for each line, and print how each ended."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            folder, step, after, end, gone = json.loads(line)
            try:
                code = run_short(Path(folder), step, after, end, gone)
            except BaseException:  # noqa: BLE001 - nothing may go on in the child
                code = 1
            os._exit(code)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


NEVER = 1000
"""A step that no run comes to."""


def run_short(folder, step, after, end, gone):  # noqa: C901 - three ways to end
    """Save here and now."""
    from budgetplan.errors import CannotWriteError
    from budgetplan.render import save as module

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

    with pytest.MonkeyPatch.context() as patch:
        for owner, names in WRITES.items():
            for name in names:
                patch.setattr(owner, name, counted(getattr(owner, name)))
        try:
            module.save(SET, folder, gone)
        except KeyboardInterrupt:
            return 7
        except CannotWriteError:
            return 6
    return 0


def ends_in_steps(tmp_path, end, code):
    for step in range(100):
        # A kill after a step leaves what a kill before the next one leaves; what is raised passes other code.
        for after in (False,) if end == "kill" else (False, True):
            folder = tmp_path / f"{step}-{after}"
            lay_out(folder, OLD)
            ended = cut_short(folder, step, after, end)
            assert ended in (0, code), (step, after)
            yield (step, after), folder, ended
        if ended == 0:
            assert step > 5
            return


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
            assert cut_short(folder, NEVER, False, "kill") == 0
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
            if cut_short(copy, again, True, "kill") == 0:
                break
            assert cut_short(copy, 0, False, "full") == 6
            assert files(copy) in (OLD, SET), (place, again)


@needs_fork
def test_what_somebody_changed_after_a_kill_stays(tmp_path):
    for place, folder, ended in ends_in_steps(tmp_path, "kill", 9):
        if ended == 9:
            (folder / "a.txt").write_bytes(b"mine")
            assert cut_short(folder, 0, False, "full") == 6
            assert (folder / "a.txt").read_bytes() == b"mine", place
