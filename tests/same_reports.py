"""Whether a change of the code changes any report: the examples' files, byte by byte, against another revision.

    python tests/same_reports.py [--against REVISION] [--pdf] [PLAN ...]

Each plan is reported twice at one fixed date, by the code as it stands here and by that of the revision (HEAD, unless
another is named), each in processes of its own; every file of both folders is compared. Files that differ are named
with the first line in which they do, and the exit code is 1. PDF files are made only when asked for: they are the
same bytes for the same HTML on one machine, and take the longest. The messages on broken files have a net of their
own, `tests/tables/test_broken.py`.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
DATE = "2026-01-01"
USED = ("budgetplan", "templates")
"""What of a revision makes a report; the plans and their tables are those that stand here."""


def plans() -> list[Path]:
    """Return the plans of all examples."""
    return sorted(ROOT.glob("examples/*/*.toml"))


def unpack(revision: str, folder: Path) -> Path:
    """Put the code of a revision into a folder."""
    packed = subprocess.run(
        ["git", "archive", "--format=tar", revision, *USED], cwd=ROOT, check=True, capture_output=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def report(code: Path, plan: Path, out: Path, *, pdf: bool) -> str:
    """Write the report of a plan with the code in a folder; return what was printed, and the exit code."""
    formats = [] if pdf else ["--format", "html"]
    done = subprocess.run(
        [sys.executable, "-m", "budgetplan", "report", str(plan), "--out", str(out), "--date", DATE, *formats],
        cwd=code,
        env={**os.environ, "PYTHONPATH": str(code)},
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    return f"{done.stdout}{done.stderr}exit {done.returncode}\n".replace(str(out), "OUT")


def differences(old: Path, new: Path) -> list[str]:
    """Return the files of two folders that differ, each with its first line that does."""
    names = sorted({path.relative_to(side) for side in (old, new) for path in side.rglob("*") if path.is_file()})
    found = []
    for name in names:
        if not (old / name).is_file() or not (new / name).is_file():
            found.append(f"{name}: only {'before' if (old / name).is_file() else 'after'}")
            continue
        before, after = (old / name).read_bytes(), (new / name).read_bytes()
        if before != after:
            lines = zip(before.splitlines(), after.splitlines(), strict=False)
            pairs = ((at, one, other) for at, (one, other) in enumerate(lines, 1) if one != other)
            at, one, other = next(pairs, (0, b"", b""))
            found.append(f"{name}, line {at}:\n  - {one[:300]!r}\n  + {other[:300]!r}")
    return found


def main() -> int:
    """Compare, and say what differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("plans", nargs="*", type=Path, help="plan files; all of the examples' unless named")
    parser.add_argument("--against", default="HEAD", help="revision to compare with")
    parser.add_argument("--pdf", action="store_true", help="make and compare PDF files, too")
    said = parser.parse_args()
    worse = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        other = unpack(said.against, Path(folder) / "code")
        tasks = []
        for number, plan in enumerate(said.plans or plans()):
            outs = [Path(folder) / f"{number}-{side}" for side in ("old", "new")]
            done = [
                pool.submit(report, code, plan.resolve(), out, pdf=said.pdf)
                for code, out in zip((other, ROOT), outs, strict=True)
            ]
            tasks.append((plan, outs, done))
        for plan, (old, new), (before, after) in tasks:
            told = [] if before.result() == after.result() else [f"printed:\n- {before.result()}\n+ {after.result()}"]
            found = told + differences(old, new)
            n = sum(path.is_file() for path in new.rglob("*"))
            print(f"{plan}: {n} files, {len(found)} differ" if found else f"{plan}: {n} files, all the same")
            print(*found, sep="\n", end="\n" if found else "")
            worse += len(found)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
