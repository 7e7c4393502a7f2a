"""Which tests run which lines, and how long they take."""

from __future__ import annotations

import gc
import json
from collections import Counter, defaultdict
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest
from mutants import ROOMS, ROOT, Mutant


class Mapped:
    """Note which lines each test runs, and how long the test takes."""

    def __init__(self) -> None:
        import coverage

        rooms = [str(ROOT / "budgetplan" / room) for room in ROOMS]
        self.coverage = coverage.Coverage(data_file=None, source=rooms, config_file=False)
        self.coverage.start()
        self.seconds: dict[str, float] = defaultdict(float)
        self.failed: set[str] = set()
        self.caches: list[_lru_cache_wrapper] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector):
        self.coverage.switch_context(f"{collector.nodeid}|shared")
        return (yield)

    def pytest_collection_finish(self):
        """Find what remembers results: a line is not run by a test that is handed what another computed."""
        gc.unfreeze()
        cached = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
        self.caches = [one for one in cached if (one.__module__ or "").startswith("budgetplan.")]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item):
        for one in self.caches:
            one.cache_clear()
        self.coverage.switch_context(f"{item.nodeid.partition('::')[0]}|shared")
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        self.coverage.switch_context(item.nodeid)
        return (yield)

    def pytest_runtest_logreport(self, report):
        self.seconds[report.nodeid] += report.duration
        if report.failed:
            self.failed.add(report.nodeid)

    def saved(self, path: Path) -> None:
        self.coverage.stop()
        data = self.coverage.get_data()
        lines: dict[str, dict[str, list[int]]] = defaultdict(dict)
        for file in data.measured_files():
            for line, contexts in data.contexts_by_lineno(file).items():
                for context in contexts:
                    lines[context].setdefault(str(Path(file).relative_to(ROOT)), []).append(line)
        tests = {name: lasted for name, lasted in self.seconds.items() if name not in self.failed}
        path.write_text(json.dumps({"seconds": tests, "lines": lines}), encoding="utf-8")


class Tests:
    """Which tests run a line, the fastest of each file first: those of one file are much alike."""

    def __init__(self, paths: list[Path]) -> None:
        self.seconds: dict[str, float] = {}
        self.of: dict[tuple[str, int], set[str]] = defaultdict(set)
        of_file: dict[str, set[str]] = defaultdict(set)
        parts = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
        for part in parts:
            self.seconds |= part["seconds"]
        for name in self.seconds:
            of_file[name.partition("::")[0]].add(name)
        for part in parts:
            for context, files in part["lines"].items():
                name = context.partition("|shared")[0]
                names = of_file[name.partition("::")[0]] if context.endswith("|shared") else {context}
                for file, lines in files.items():
                    for line in lines:
                        self.of[file, line] |= names & self.seconds.keys()

    def chosen(self, mutant: Mutant, most: int) -> list[str]:
        """Return tests that run a line of a mutant."""
        names = set().union(*(self.of[mutant.file, line] for line in range(mutant.line, mutant.last + 1)))
        turn: Counter[str] = Counter()
        turns = []
        for name in sorted(names, key=lambda name: (self.seconds[name], name)):
            turn[file := name.partition("::")[0]] += 1
            turns.append((turn[file], self.seconds[name], name))
        return [name for _, _, name in sorted(turns)[:most]]
