"""The same list gives the same plan and the same queue in memory, on DuckDB and on Spark.

    python tests/engines/same_everywhere.py [--rows N]

Spark runs in local mode: pip install pyspark, and a Java of version 17. Lists of ties, single precision, missing scores
and prices by size are planned by each engine; told is where two of them differ.
"""

import argparse
import hashlib
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1] / "worlds"))
from list_world import decided, differences, world, write_apart, write_plan

import budgetplan.engines.counting
from budgetplan.engines.counting import write_queue
from budgetplan.settings.build import read_plan
from budgetplan.workflows import FILTER

SIZED = {"cost": 'per_unit = "0.002"', "more_table": 'units = "units"'}
WORLDS = {
    "ties": ({"shape": "decimals"}, {}),
    "single precision": ({"single": True}, {}),
    "prices by size": ({"shape": "ties", "units": True}, SIZED),
    "entries follow the price": ({"shape": "tenths", "units": True, "lean": 6.0}, SIZED | {"budget": "30"}),
    "three models": ({"models": 3, "shape": "skew"}, {"models": 3, "mixture": "auto"}),
}


def queue_of(path: str, folder: Path) -> tuple[str, ...]:
    """Return checksums of the queue of a plan, and of the items drawn after it."""
    plan = read_plan(path)
    data = FILTER.read(plan, {})
    chosen = FILTER.solve(plan, data, lambda *_: None).chosen
    record = write_queue(data.counted, chosen.model, chosen.items, folder, seed=1, tail=30, shard=100)
    parts = (
        "".join(pd.concat([pd.read_csv(folder / name) for name in names])["id"])
        for names in (record["files"], ["tail.csv"])
    )
    return tuple(hashlib.sha256(one.encode()).hexdigest()[:12] for one in parts)


def main() -> int:
    """Compare, and return 1 where two differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1500)
    parser.add_argument("--coarse", action="store_true", help="count in stretches, as a long list is")
    asked = parser.parse_args()
    if asked.coarse:
        budgetplan.engines.counting.FEW_ITEMS = 0
    from pyspark.sql import SparkSession

    quiet = {"spark.ui.showConsoleProgress": "false", "spark.ui.enabled": "false"}
    small = {"spark.sql.shuffle.partitions": "2", "spark.driver.host": "localhost"}
    SparkSession.builder.master("local[2]").config(map={**quiet, **small}).getOrCreate()
    differ = 0
    for name, (shape, said) in WORLDS.items():
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            frame = world(150, asked.rows, seed=4, **shape)
            frame.loc[frame.index[frame["gold"] == ""][::9], "m0"] = np.nan
            listed = write_apart(folder, frame, files=2)
            records, queues = {}, {}
            for engine in ("memory", "duckdb", "spark"):
                start = time.perf_counter()
                path = write_plan(folder, "labelled.csv", name=engine, listed=listed, engine=engine, **said)
                records[engine] = decided(path)[0]
                if engine != "memory":
                    queues[engine] = queue_of(path, folder / engine)
                print(f"{name}: {engine}, {time.perf_counter() - start:.1f} s", flush=True)
            for one in ("memory", "spark"):
                found = differences(records[one], records["duckdb"])
                print(f"{name}: {one} and duckdb: {len(found)} differences", *found[:3], sep="\n  ")
                differ += len(found) if not (asked.coarse and one == "memory") else 0
            same = queues["duckdb"] == queues["spark"]
            print(f"{name}: queues {'alike' if same else 'differ'} {queues}", flush=True)
            differ += not same
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main())
