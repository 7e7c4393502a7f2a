"""Break the rooms that compute, a little and many times, and see whether a test notices: see tests/README.md."""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import os
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType

import hypothesis
import pytest
from lines import Mapped, Tests
from mutants import ROOMS, ROOT, Mutant, mutants

sys.path[:0] = [str(ROOT)]
HERE = Path(__file__).parent
OPTIONS = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly", "--rootdir", str(ROOT)]
OPTIONS += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]


class Broken:
    """Judge mutants, each in a process of its own that puts it into the functions that all tests share."""

    def __init__(self, drawn: list[Mutant], tests: Tests, asked: argparse.Namespace) -> None:
        self.drawn, self.tests, self.asked = drawn, tests, asked
        self.failed = ""
        self.functions: dict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self):
        """Spend no time on the smallest example that fails, and draw the same examples for all mutants."""
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile("mutation", derandomize=True, phases=phases, deadline=None)
        hypothesis.settings.load_profile("mutation")

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self):
        for room in ROOMS:
            for path in (ROOT / "budgetplan" / room).glob("[a-z]*.py"):
                importlib.import_module(f"budgetplan.{room}.{path.stem}")
        for one in gc.get_objects():
            if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(f"{ROOT}/budgetplan/"):
                code = one.__code__
                self.functions[code.co_filename, code.co_qualname, code.co_firstlineno].append(one)

    def pytest_runtest_logreport(self, report):
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_runtestloop(self, session):
        items = {item.nodeid: item for item in session.items}
        waiting, running = list(self.drawn), {}
        with tempfile.TemporaryDirectory() as folder, self.asked.out.open("w", encoding="utf-8") as out:
            os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
            while waiting or running:
                if waiting and len(running) < self.asked.jobs:
                    mutant = waiting.pop(0)
                    chosen = [name for name in self.tests.chosen(mutant, self.asked.tests) if name in items]
                    answer = Path(folder) / str(len(waiting))
                    answer.write_text("ended by itself or by time" if chosen else "", encoding="utf-8")
                    if not (child := os.fork()):
                        try:
                            self.judge(mutant, [items[name] for name in chosen], answer)
                        finally:
                            os._exit(0)
                    running[child] = (mutant, answer, time.monotonic(), len(chosen))
                    continue
                mutant, answer, began, number = running.pop(os.wait()[0])
                row = {"by": answer.read_text(encoding="utf-8"), "tests": number}
                row |= {"took": round(time.monotonic() - began, 1), **mutant.shown()}
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
                out.flush()
        return True

    def judge(self, mutant: Mutant, items: list[pytest.Item], answer: Path) -> None:
        """Run tests until one fails, and end."""
        began = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, self.asked.seconds + 60)  # what never ends, ends here
        if not self.put(compile(mutant.source, str(ROOT / mutant.file), "exec", dont_inherit=True)):
            self.failed = "no mutant"
        for item, following in zip(items, [*items[1:], None], strict=bool(items)):
            if self.failed or time.process_time() - began > self.asked.seconds:
                break
            item.config.pluginmanager.unregister(name="terminalreporter")
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        answer.write_text(self.failed, encoding="utf-8")

    def put(self, code: CodeType) -> int:
        """Put the code of functions, those of classes too, where they are; return how many it changes."""
        changed = 0
        for inner in code.co_consts:
            if isinstance(inner, CodeType):
                there = self.functions.get((inner.co_filename, inner.co_qualname, inner.co_firstlineno), [])
                changed += sum(one.__code__ != inner for one in there)
                for one in there:
                    one.__code__ = inner
                changed += 0 if there else self.put(inner)
        return changed


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--map", nargs="+", type=Path, required=True, help="files with the lines of tests")
    asked.add_argument("--over", nargs="+", help="make the map, over these files of tests, and no more")
    asked.add_argument("--seed", default="1")
    asked.add_argument("--number", type=int, default=500)
    asked.add_argument("--jobs", type=int, default=2)
    asked.add_argument("--tests", type=int, default=200, help="at most so many tests a mutant")
    asked.add_argument("--seconds", type=float, default=20, help="so many seconds of the processor a mutant")
    asked.add_argument("--out", type=Path, default=Path("mutants.jsonl"))
    asked.add_argument("--again", type=Path, help="not those killed in an earlier run")
    asked.add_argument("--unbroken", action="store_true", help="change nothing: all have to survive")
    asked = asked.parse_args()
    os.chdir(ROOT)
    if asked.over:
        mapped = Mapped()
        with tempfile.TemporaryDirectory() as folder:
            os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
            pytest.main([*OPTIONS, *asked.over], plugins=[mapped])
            mapped.saved(asked.map[0])
        return
    equivalent = tomllib.loads((HERE / "equivalent.toml").read_text(encoding="utf-8"))["mutant"]
    proved = {(one["file"], one["line"], one["before"], one["after"], one.get("occurrence")) for one in equivalent}
    drawn = sorted(mutants(), key=lambda one: sha256(f"{asked.seed}|{one.key}".encode()).digest())[: asked.number]
    left = [one for one in drawn if not {(*one.named, None), (*one.named, one.occurrence)} & proved]
    counted = Counter((one.room, "equivalent") for one in drawn if one not in left)
    killed: dict[str, dict[str, object]] = {}
    if asked.again:
        earlier = [json.loads(line) for line in asked.again.read_text(encoding="utf-8").splitlines()]
        killed = {one["key"]: one for one in earlier if one["by"]}
        seen = {one["key"] for one in earlier}
        left.sort(key=lambda one: one.key in seen)  # those that are new first
    kept = [killed[one.key] for one in left if one.key in killed]
    left = [one for one in left if one.key not in killed]
    if asked.unbroken:
        left = [one.unbroken() for one in left]
    tests = Tests(asked.map)
    files = sorted({name.partition("::")[0] for name in tests.seconds})
    pytest.main([*OPTIONS, *files], plugins=[Broken(left, tests, asked)])
    rows = kept + [json.loads(line) for line in asked.out.read_text(encoding="utf-8").splitlines()]
    asked.out.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    for row in rows:
        counted[str(row["file"]).split("/")[1], "killed" if row["by"] else "survived"] += 1
    for room in ROOMS:
        print(room, *(f"{word} {counted[room, word]}" for word in ("killed", "survived", "equivalent")))


if __name__ == "__main__":
    main()
