"""A run that is ended leaves the old files, all of them, or the new, or a folder that says it is neither.

Files are written by one function, so most runs here call that alone, in a process that is split off a small one: each kind
of write in turn is ended at a step to the disk, by a signal or by a full disk.
"""

import contextlib
import errno
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner
from list_world import world, write_apart, write_plan

from budgetplan.cli.main import main
from budgetplan.errors import BadDataError

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that split")

OLD, NEW = 1, 2
"""Which run of two writes."""
KINDS = ("report", "queue", "queue in files")
STEPS = {os: ("fsync", "link"), Path: ("replace", "mkdir", "unlink", "write_bytes", "rmdir")}
"""What writing does to the disk, by where it is found."""
ENDS = {"kill": signal.SIGKILL, "break": signal.SIGINT, "term": signal.SIGTERM, "full": None}
NEVER = 10_000
"""A step that no run comes to."""


class EndedError(BaseException):
    """What a handler of a signal raises."""


def write(kind, folder, run):
    """Write as a command of this kind does; the second run has fewer files, and others."""
    from budgetplan.files import PeoplesWork, save

    mark = bytes([64 + run]) * 9_000
    if kind == "report":
        names = ("report.html", "tables/a.csv", "decision.json", "tables/old.csv", "costs.xlsx")[
            : 5 if run == OLD else 3
        ]
        save({name: mark + name.encode() for name in names}, folder, kind)
        return
    work = PeoplesWork(("packets", "manifest/manifest.json", "queue-[0-9]*.csv"), "files.holds_queue")
    if kind == "queue":
        numbers = range(1, 5 if run == OLD else 3)
        names = (*(f"packets/packet-{number}.csv" for number in numbers), "how.txt", "manifest/manifest.json")
        save({name: mark + name.encode() for name in names}, folder, "queue", replace=True, work=work)
        return

    def fill(place):
        names = [f"queue-{number:04d}.csv" for number in range(1, 4 if run == OLD else 3)]
        for name in names:
            with (place / name).open("wb") as stream:
                step(stream.write)(mark + name.encode())
        (place / "manifest").mkdir()
        (place / "manifest/list.json").write_bytes(mark)
        return [*names, "manifest/list.json"]

    save(fill, folder, "queue", replace=True, work=work)


def files(folder):
    """Return what stands in a folder by name, but what says that a run has not done."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.relative_to(folder).parts[0].startswith((".budgetplan-unf", ".budgetplan-l"))
    }


def marked(folder):
    from budgetplan.files import refuse_unfinished

    try:
        for path in (folder, folder / "packets/packet-1.csv", folder / "queue-0001.csv"):
            refuse_unfinished(path)
    except BadDataError as error:
        return str(folder) in str(error) and "into it again" in str(error)
    return False


def step(deed, stop=lambda _: None):
    return deed


@contextlib.contextmanager
def stopped(at, end, moves):
    """Have a run end at a step; ``moves``: only those that put a file into its place are counted."""
    left = at

    def stop():
        if end == "full":
            raise OSError(errno.ENOSPC, "No space left on device")
        os.kill(os.getpid(), ENDS[end])

    def counted(deed, moving=False):
        def done(*arguments, **options):
            nonlocal left
            here = moving and "budgetplan-unfinished" not in str(arguments[1]) if moves else True
            left -= here
            # What is full stays full for all that takes room.
            if (here and left == -1) or (
                end == "full" and left < -1 and deed.__name__ in ("fsync", "write", "write_bytes")
            ):
                stop()
            return deed(*arguments, **options)

        return done

    with pytest.MonkeyPatch.context() as patch:
        for owner, names in STEPS.items():
            for name in names:
                patch.setattr(owner, name, counted(getattr(owner, name), moving=name == "replace"))
        # What streams write is counted, too.
        patch.setitem(globals(), "step", counted)
        yield lambda: at - left


def ended(kind, folder, run, at, end, moves):
    """Write in this process until the step; return how it ended."""
    from budgetplan.errors import CannotWriteError

    def handler(*_):
        raise EndedError

    signal.signal(signal.SIGTERM, handler)
    signal.signal(signal.SIGINT, handler)
    with stopped(at, end, moves):
        try:
            write(kind, Path(folder), run)
        except EndedError:
            return 7
        except CannotWriteError as error:
            return error.exit_code
    return 0


PARENT = []
"""The small process, once it is needed."""


def apart(*how):
    """Have a run ended in a process that is split off a small one: one as large as a test run takes long to split."""
    if not PARENT:
        code = (
            "import importlib.util, sys; sys.path[:0] = sys.argv[2:]; "
            "spec = importlib.util.spec_from_file_location('killed', sys.argv[1]); "
            "made = importlib.util.module_from_spec(spec); sys.modules['killed'] = made; "
            "spec.loader.exec_module(made); made.split_for_each()"
        )
        worlds = str(Path(__file__).parent / "worlds")
        command = [sys.executable, "-c", code, __file__, worlds]
        PARENT.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    PARENT[0].stdin.write(json.dumps(how) + "\n")
    PARENT[0].stdin.flush()
    return int(PARENT[0].stdout.readline())


@pytest.fixture(scope="module", autouse=True)
def parent():
    """End the small process."""
    yield
    while PARENT:
        with PARENT.pop() as running:
            running.stdin.close()


def split_for_each():
    """Write in a process of its own for each line, and print how each ended."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            try:
                code = ended(*json.loads(line))
            except BaseException:  # noqa: BLE001 - nothing may go on in the child
                code = 1
            os._exit(code)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


@pytest.fixture(scope="module")
def sets(tmp_path_factory):
    """Return, by kind, the folder before and after the second run, and how many steps and moves that takes."""
    found = {}
    for kind in KINDS:
        folder = tmp_path_factory.mktemp("sets") / "out"
        write(kind, folder, OLD)
        old, n = files(folder), {}
        for moves in (False, True):
            copy = folder.with_name(f"copy-{moves}")
            shutil.copytree(folder, copy)
            with stopped(NEVER, "kill", moves) as taken:
                write(kind, copy, NEW)
                n[moves] = taken()
        found[kind] = old, files(copy), n
    return found


def drawn():
    """Return 108 ways to end: each kind, each end; at each move, and at random steps."""
    chance = random.Random(11)
    ways = [(kind, "kill", True, at) for kind in KINDS for at in range(12)]
    ends = ["kill"] * 5 + ["break", "term", "full"]
    ways += [(kind, ends[number % 8], number % 3 == 0, chance.random()) for number in range(24) for kind in KINDS]
    return ways


@pytest.mark.parametrize("part", range(4))
@pytest.mark.few(1)
def test_what_is_ended_at_any_step_is_the_old_set_the_new_one_or_says_that_it_is_neither(tmp_path, sets, part):
    seen = set()
    for number, (kind, end, moves, where) in enumerate(drawn()[part::4]):
        old, new, n = sets[kind]
        at = where if isinstance(where, int) else int(where * n[moves])
        folder = tmp_path / str(number)
        write(kind, folder, OLD)
        code = apart(kind, str(folder), NEW, at, end, moves)
        found, way = files(folder), (kind, end, moves, at)
        if code == 0:
            assert at >= n[moves] or end == "full", way
            assert found == new, way
        else:
            assert code == {"kill": -9, "break": 7, "term": 7, "full": 6}[end], way
        assert found in (old, new) or (end == "kill" and marked(folder)), way
        if end != "kill":
            assert not list(folder.glob(".budgetplan-unfinished")), way
        # The next write finishes or takes back, and leaves what it would leave in the old set, or in the new one.
        if found not in (old, new):
            seen.add("mixed")
            assert apart(kind, str(folder), NEW, 0, "full", False) == 6, way
            assert files(folder) == old or marked(folder), way
            assert apart(kind, str(folder), NEW, NEVER, "full", False) == 0, way
            assert files(folder) == new, way
            assert not list(folder.glob(".budgetplan-*")), way
            assert not marked(folder)
        else:
            seen.add("old" if found == old else "new")
    assert seen == {"old", "new", "mixed"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.few(1)
def test_a_second_kill_while_the_first_is_mended_loses_nothing(tmp_path, sets, kind):
    _, new, n = sets[kind]
    for at in range(0, n[True], 5):
        for again in range(1, 12, 4):
            folder = tmp_path / f"{at}-{again}"
            write(kind, folder, OLD)
            assert apart(kind, str(folder), NEW, at, "kill", True) == -9
            apart(kind, str(folder), NEW, again, "kill", False)
            assert apart(kind, str(folder), NEW, NEVER, "kill", False) == 0
            assert files(folder) == new, (at, again)


def test_what_somebody_changed_after_a_kill_stays_and_so_does_what_it_replaced(tmp_path, sets):
    old, _, n = sets["report"]
    for at in range(n[True]):
        folder = tmp_path / str(at)
        write("report", folder, OLD)
        assert apart("report", str(folder), NEW, at, "kill", True) == -9
        was = (folder / "report.html").read_bytes()
        (folder / "report.html").write_bytes(b"mine")
        assert apart("report", str(folder), NEW, NEVER, "kill", True) == 6
        found = files(folder)
        assert found["report.html"] == b"mine"
        if was != old["report.html"]:
            assert found["report.html.before-1"] == old["report.html"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.few(1)
def test_a_kill_or_a_break_in_a_new_folder_leaves_none_that_stops_the_next_run(tmp_path, sets, kind):
    write(kind, tmp_path / "whole", NEW)
    new, n = files(tmp_path / "whole"), sets[kind][2][False]
    for at in range(0, n, 5):
        folder = tmp_path / f"break-{at}" / "queue"
        assert apart(kind, str(folder), NEW, at, "break", False) in (0, 7)
        assert files(folder) == new if folder.exists() else not folder.parent.exists(), at
        folder = tmp_path / f"kill-{at}"
        assert apart(kind, str(folder), NEW, at, "kill", False) in (-9, 0)
        shutil.rmtree(folder) if files(folder) and not marked(folder) else None
        assert apart(kind, str(folder), NEW, NEVER, "kill", False) == 0
        assert not any(".before-" in name for name in files(folder))


def test_a_run_waits_for_the_one_that_writes_and_gives_up_after_a_while(tmp_path, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    from budgetplan import files as module
    from budgetplan.errors import CannotWriteError

    write("report", tmp_path, OLD)
    before = files(tmp_path)
    with (tmp_path / ".budgetplan-lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        monkeypatch.setattr(module, "_PAUSE", 0)
        with pytest.raises(CannotWriteError, match="another run of budgetplan is writing there; wait"):
            write("report", tmp_path, NEW)
    assert files(tmp_path) == before
    write("report", tmp_path, NEW)
    assert files(tmp_path) != before


ROWS = "item_id,gold,p,text\n" + "".join(
    f"i{n:03d},{('yes' if n * 37 % 100 > 60 else 'no') if n < 60 else ''},{n * 37 % 100},sentence {n}\n"
    for n in range(200)
)
PLAN = """table = {file = "t.csv", label = "gold", positive = ["yes"]}
models = [{name = "p"}]
cost = {per_item = "1", currency = "EUR"}
goal = {budget = "30"}
sure = {resamples = 40}
work = {packet = 10, tail_sample = 20}
"""


def run(*words):
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


def test_every_reader_refuses_a_queue_that_is_half_moved_and_queue_puts_it_right(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text(ROWS, encoding="utf-8")
    Path("plan.toml").write_text(PLAN, encoding="utf-8")
    real = Path.replace

    def last(self, target):
        # All but the manifest, which is moved last, and the record: as if killed there.
        if Path(target).name == "manifest.json":
            os._exit(9)
        return real(self, target)

    child = os.fork()
    if not child:
        monkeypatch.setattr(Path, "replace", last)
        run("queue", "plan.toml")
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert Path("queue/packets/packet-001.csv").exists()
    log = "queue/packets/packet-001.csv"
    rest = ["--set", f"list.reviewed={log}", "--set", "list.queue=queue"]
    for words in (
        ["progress", "plan.toml", log],
        ["report", "plan.toml", "--format", "html", *rest],
        ["queue", "plan.toml", "--out", "second", *rest],
        ["check", log, "--label", "gold", "--positive", "yes", "--model", "p"],
    ):
        done = run(*words)
        assert done.exit_code == 4, (words, done.output)
        assert f"{tmp_path / 'queue'}: a run that wrote into this folder ended before it was done" in done.output
        assert "run budgetplan queue into it again" in done.output
    done = run("queue", "plan.toml")
    assert done.exit_code == 0, done.output
    names = {".budgetplan.json", "packets", "manifest", "how-to-import.txt"}
    assert {path.name for path in Path("queue").iterdir()} == names
    assert run("progress", "plan.toml", log, "--format", "html").exit_code in (0, 4)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_during_a_query_ends_the_run_as_at_any_other_time(tmp_path, monkeypatch, number, code):
    from budgetplan.engines.duck import DuckEngine

    class Interrupted:
        """As DuckDB does it: what the handler raises is lost, and the query ends with another error."""

        def execute(self, _):
            try:
                signal.raise_signal(number)
            except BaseException:  # noqa: BLE001 - as there
                raise RuntimeError("Query interrupted") from None

        def register(self, *_):
            """Take the names of the labelled items, which come before any query."""

    made = DuckEngine.__init__

    def opened(self, *given):
        made(self, *given)
        self._connection = Interrupted()

    monkeypatch.setattr(DuckEngine, "__init__", opened)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    plan = write_plan(tmp_path, "labelled.csv", listed=write_apart(tmp_path, world(seed=3)), engine="duckdb")
    try:
        done = run("queue", str(plan), "--out", str(tmp_path / "q"))
    finally:
        signal.signal(signal.SIGINT, before)
    assert done.exit_code == code, done.output
    assert "Traceback" not in done.output
    assert not (tmp_path / "q").exists()


@pytest.mark.parametrize("most", [0, 500])
def test_a_disk_that_is_full_for_the_engine_leaves_nothing(tmp_path, monkeypatch, most):
    monkeypatch.setattr("budgetplan.api.MOST_HELD", 10)
    monkeypatch.setattr("budgetplan.api.SHARD", 60)
    listed = write_apart(tmp_path, world(seed=3))
    plan = write_plan(tmp_path, "labelled.csv", listed=listed, engine="duckdb", more="[work]\ntail_sample = 20\n")
    written, unlimited = pd.DataFrame.to_csv, resource.getrlimit(resource.RLIMIT_FSIZE)

    def full(self, path, **how):
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, unlimited[1]))
        try:
            written(self, path, **how)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)

    monkeypatch.setattr(pd.DataFrame, "to_csv", full)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        done = run("queue", plan, "--out", str(tmp_path / "q"))
    finally:
        signal.signal(signal.SIGXFSZ, before)
    told = done.output
    assert done.exit_code == 6, told
    assert f"Cannot write {tmp_path / 'q'}: File too large; make room or choose another folder" in told
    assert not (tmp_path / "q").exists()
