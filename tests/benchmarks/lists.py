"""CPU time and memory of planning a list of any size where it lies, and of writing its queue.

    python tests/benchmarks/lists.py [--rows N ...] [--engine duckdb|memory] [--folder FOLDER] [--plans NAME ...]

A list of N rows is made once in a folder, in files of ten million rows at most: names, three scores (skewed ones of
double precision, single ones, three decimals), a size. 2,000 labelled items stand in a table. Each plan is made in a
process of its own, so that imports count: told are CPU seconds, seconds on the clock, the greatest memory, and what
was decided. Plans: ``flat`` (one model, one price), ``sized`` (one model, prices by size), ``mixture`` (three models),
``queue`` (flat, and its queue written as Parquet).
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
PART = 10_000_000
MAKE = """
COPY (
  SELECT 'item' || lpad(CAST(i AS VARCHAR), 10, '0') AS id,
    pow(u, 8) AS m0, CAST(0.6 * u + 0.4 * v AS FLOAT) AS m1, round(0.5 * u + 0.5 * w, 3) AS m2,
    CAST(5 + floor(90 * v * w) AS INTEGER) AS units
  FROM (
    SELECT i, (hash(i) % 1000003) / 1000003.0 AS u0, (hash(i + 7919) % 999983) / 999983.0 AS v,
      (hash(i * 31 + 5) % 999979) / 999979.0 AS w, (u0 + (hash(i + 104729) % 65537) / 65537.0 / 1e6) AS u
    FROM range({first}, {last}) t(i)
  )
) TO '{path}' (FORMAT parquet)
"""
PLANS = {
    "flat": (1, 'per_item = "0.04"', ""),
    "sized": (1, 'per_unit = "0.001"', 'units = "units"'),
    "mixture": (3, 'per_item = "0.04"', ""),
    "queue": (1, 'per_item = "0.04"', ""),
}
FLOOR = """
import resource, sys
import duckdb
duckdb.sql(f"SELECT histogram(m0, [i / 1000 for i in range(1000)]) FROM read_parquet('{sys.argv[1]}')").fetchall()
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime)
"""
"""What the CPU seconds are divided by: a histogram of the first score in one scan."""
RUN = """
import json, resource, sys
from budgetplan.api import Solved
from budgetplan.settings.build import read_plan
plan = read_plan(sys.argv[1])
if sys.argv[2] == "queue":
    from pathlib import Path
    from budgetplan.engines.counting import write_queue
    from budgetplan.workflows import FILTER
    data = FILTER.read(plan, {})
    chosen = FILTER.solve(plan, data, lambda *_: None).chosen
    found = write_queue(data.counted, chosen.model, chosen.items, Path(sys.argv[3]), seed=1, tail=1000)
    told, chosen = [str(found["cutoff"])], {"reviewed": {"value": chosen.items}, "spend": str(chosen.spend), "model": chosen.model}
else:
    made = Solved(plan).made("2026-01-01")
    told, chosen = made.messages, made.record["recommendation"]
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss / 1e3, chosen, list(map(str, told))]))
"""


def make_list(folder: Path, rows: int) -> None:
    """Write the list, unless it is there."""
    import duckdb

    where = folder / f"list-{rows}"
    if where.is_dir():
        return
    where.mkdir(parents=True)
    for at, first in enumerate(range(0, rows, PART)):
        last = min(first + PART, rows)
        duckdb.sql(MAKE.format(first=first, last=last, path=where / f"part-{at:03d}.parquet"))


def make_labels(folder: Path, rows: int) -> None:
    """Write 2,000 labelled items beside it: they are drawn from the list."""
    import duckdb
    import numpy as np

    files = folder / f"list-{rows}" / "*.parquet"
    query = f"SELECT * FROM read_parquet('{files}') WHERE hash(id) % {max(rows // 2000, 1)} = 3 ORDER BY id"
    frame = duckdb.sql(query).df()
    rng = np.random.default_rng(1)
    frame["gold"] = np.where(rng.random(len(frame)) < frame["m2"] ** 3, "y", "n")
    frame.to_csv(folder / f"labelled-{rows}.csv", index=False)


def make_plan(folder: Path, rows: int, name: str, engine: str) -> Path:
    """Write a plan; its budget reviews about a twentieth of the list."""
    models, cost, columns = PLANS[name]
    path = folder / f"{name}-{rows}.toml"
    each = "".join(f'[[models]]\nname = "m{at}"\n' for at in range(models))
    path.write_text(
        f'[table]\nfile = "labelled-{rows}.csv"\nlabel = "gold"\npositive = ["y"]\nid = "id"\n{columns}\n{each}'
        f'[cost]\ncurrency = "EUR"\n{cost}\n[goal]\nbudget = "{rows * 0.002:.2f}"\n'
        f'[list]\nfile = "list-{rows}/*.parquet"\nengine = "{engine}"\nmemory = "400MB"\ntemp = "{folder}/temp"\n',
        encoding="utf-8",
    )
    return path


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[1_000_000])
    parser.add_argument("--plans", nargs="+", default=list(PLANS), choices=list(PLANS))
    parser.add_argument("--engine", default="duckdb")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "budgetplan-lists")
    asked = parser.parse_args()
    for rows in asked.rows:
        make_list(asked.folder, rows)
        make_labels(asked.folder, rows)
        files = asked.folder / f"list-{rows}" / "*.parquet"
        counted = subprocess.run([sys.executable, "-c", FLOOR, str(files)], capture_output=True, text=True, check=True)
        floor = float(counted.stdout.split()[-1])  # behind the bar of its progress
        print(f"{rows:>11,} histogram of a column {floor:.1f} s CPU")
        for name in asked.plans:
            plan = make_plan(asked.folder, rows, name, asked.engine)
            start = time.perf_counter()
            command = [sys.executable, "-c", RUN, str(plan), name, str(asked.folder / f"queue-{rows}")]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            if done.returncode:
                print(f"{rows:>11,} {name:8} {done.stderr.strip().splitlines()[-1]}")
                continue
            cpu, peak, chosen, told = json.loads(done.stdout)
            clock = time.perf_counter() - start
            what = [chosen["model"], chosen["reviewed"]["value"], chosen["spend"]] if chosen else None
            print(
                f"{rows:>11,} {name:8} {cpu:7.1f} s CPU ({cpu / floor:.1f} times) {clock:7.1f} s {peak:7.0f} MB  {what}"
            )
            print("\n".join(f"{'':12}{line}" for line in told if "ounted" in line or "mixture" in line))


if __name__ == "__main__":
    main()
