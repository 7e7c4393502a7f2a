"""The printed queries run as they are on real warehouses, and give the plan that DuckDB gives.

    python tests/engines/every_warehouse.py [--rows N] [postgres clickhouse spark]

PostgreSQL is run by ``psql -f`` on a server that the environment names (``PGHOST``, ``PGUSER`` ...), ClickHouse in this process
(pip install chdb), Spark in local mode (pip install pyspark, and a Java of version 17). What is not there is left out, in a line.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "worlds"))
from list_world import decided, differences, world, write_apart, write_plan
from same_everywhere import WORLDS

import budgetplan.engines.counting
from budgetplan.engines.duck import DuckEngine
from budgetplan.engines.open_list import PrintedEngine
from budgetplan.errors import BadDataError


class Postgres:
    """Runs files of queries as its own program does."""

    def __init__(self) -> None:
        self._psql("-c", "SELECT 1")

    def _psql(self, *words: str) -> str:
        command = ["psql", "-X", "-q", "--csv", "-v", "ON_ERROR_STOP=1", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr.strip())
        return done.stdout

    def load(self, frame: pd.DataFrame, file: Path) -> None:
        """Make the table: missing scores are NULL."""
        kinds = {"O": "TEXT", "i": "BIGINT", "f": "DOUBLE PRECISION"}
        columns = ", ".join(
            f'"{name}" {"REAL" if kind == np.float32 else kinds[kind.kind]}' for name, kind in frame.dtypes.items()
        )
        frame.to_csv(file, index=False)
        self._psql("-c", "DROP SCHEMA IF EXISTS shop CASCADE", "-c", "CREATE SCHEMA shop")
        self._psql("-c", f"CREATE TABLE shop.items ({columns})")
        self._psql("-c", f"\\copy shop.items FROM '{file}' CSV HEADER")

    def answer(self, query: Path) -> None:
        """Write the answer beside the query."""
        query.with_suffix(".csv").write_text(self._psql("-f", str(query)), encoding="utf-8")


class ClickHouse:
    """Runs queries in this process."""

    def __init__(self) -> None:
        from chdb.session import Session

        self._session = Session()

    def load(self, frame: pd.DataFrame, file: Path) -> None:
        """Make the table: scores are Nullable, as they are where some are missing."""
        frame.to_parquet(file, index=False)
        most = ("max_query_size", "max_ast_elements", "max_expanded_ast_elements")
        self._session.query(f"SET {', '.join(f'{name} = 100000000' for name in most)}")
        self._session.query("CREATE DATABASE IF NOT EXISTS shop")
        self._session.query("DROP TABLE IF EXISTS shop.items")
        made = "CREATE TABLE shop.items ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM"
        self._session.query(f"{made} file('{file}', Parquet)")

    def answer(self, query: Path) -> None:
        """Write the answer beside the query."""
        text = self._session.query(query.read_text(encoding="utf-8"), "CSVWithNames")
        query.with_suffix(".csv").write_text(str(text), encoding="utf-8")


class Spark:
    """Runs queries in local mode."""

    def __init__(self) -> None:
        from pyspark.sql import SparkSession

        quiet = {"spark.ui.showConsoleProgress": "false", "spark.ui.enabled": "false"}
        self._session = SparkSession.builder.master("local[2]").config(map=quiet).getOrCreate()

    def load(self, frame: pd.DataFrame, file: Path) -> None:
        """Make the table, as a view on a file."""
        frame.to_parquet(file, index=False)
        self._session.read.parquet(str(file)).createOrReplaceTempView("items")

    def answer(self, query: Path) -> None:
        """Write the answer beside the query."""
        text = query.read_text(encoding="utf-8").replace("`shop`.`items`", "`items`")
        self._session.sql(text).toPandas().to_csv(query.with_suffix(".csv"), index=False)


WAREHOUSES = {"postgres": Postgres, "clickhouse": ClickHouse, "spark": Spark}
UNWRITTEN = re.compile(r"(.*\.sql): this query has no answer yet")


def planned(path: str, warehouse: Postgres | ClickHouse | Spark) -> tuple[dict, int]:
    """Answer each query that is printed until the plan is made; return its record, and how many there were."""
    n_queries = 0
    while True:
        try:
            return decided(path)[0], n_queries
        except BadDataError as error:
            asked = UNWRITTEN.match(str(error))
            if not asked:
                raise
            warehouse.answer(Path(asked[1]))
            n_queries += 1


def main() -> int:
    """Compare, and return 1 where a warehouse gives another plan."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1500)
    parser.add_argument("warehouses", nargs="*", default=[*WAREHOUSES])
    asked = parser.parse_args()
    budgetplan.engines.counting.FEW_ITEMS = 0
    # As finely as the printed queries count, which are read by people.
    DuckEngine.n_buckets = PrintedEngine.n_buckets
    differ = 0
    for dialect in asked.warehouses:
        try:
            warehouse = WAREHOUSES[dialect]()
        except (ImportError, OSError, RuntimeError) as error:
            print(f"{dialect}: left out ({str(error).partition(chr(10))[0]})")
            continue
        for name, (shape, settings) in WORLDS.items():
            folder = Path(tempfile.mkdtemp())
            frame = world(150, asked.rows, seed=4, **shape)
            frame.loc[frame.index[frame["gold"] == ""][::9], "m0"] = np.nan
            listed = write_apart(folder, frame)
            warehouse.load(frame[frame["gold"] == ""].drop(columns="gold"), folder / "items.file")
            duck = decided(write_plan(folder, "labelled.csv", name="duck", listed=listed, engine="duckdb", **settings))[
                0
            ]
            path = write_plan(folder, "labelled.csv", name="sql", listed="shop.items", engine="sql", **settings)
            more = f'temp = "{folder / "answers"}"\ndialect = "{dialect}"\n'
            Path(path).write_text(Path(path).read_text(encoding="utf-8") + more, encoding="utf-8")
            record, n_queries = planned(path, warehouse)
            # Nobody can look whether a score is of single precision, which is printed with fewer digits.
            apart = differences(duck, record, rel=1e-7 if shape.get("single") else 1e-9)
            print(f"{dialect}: {name}: {n_queries} queries, {len(apart)} differences", *apart[:3], sep="\n  ")
            differ += len(apart)
            shutil.rmtree(folder)
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main())
