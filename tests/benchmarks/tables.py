"""CPU time and memory of reading a large table: the code as it stands here, and that of another revision.

    python tests/benchmarks/tables.py [--against REVISION] [--rows N] [--rounds N] [--quoted] [--verb VERB]

A CSV file of nine columns (id, label, split, group, four scores, a price) is made once. Each round reads it with both
in turns, each time in a process of its own, so that imports count. Told are the least CPU seconds of the rounds and
the greatest memory. ``--quoted``: with quotation marks about every text, as R writes it. ``--verb``: what is done with it,
the ids being those of four rows each: ``widen`` (a row a model), ``vote`` (a row a person), or ``join`` (the table is joined
to itself, its ids being those of one row).
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from same_reports import ROOT, unpack

READ = """
import hashlib, resource, sys
from budgetplan.domain.plan import Columns, Plan, TableForm
from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems
from budgetplan.tables.reshape.join import JoinedRows
from budgetplan.tables.reshape.vote import judged
from budgetplan.tables.reshape.vote import widened
path, verb = sys.argv[1:]
texts, numbers = ["label", "split", "group"], ["p0", "p1", "p2", "p3", "cost"]
form = TableForm(annotator="split" * (verb == "vote"), labels=path, map={"label": "gold"} if verb == "join" else {})
plan = Plan(path, Columns("gold" if verb == "join" else "label", "id"), (), (), form=form)
with open_table(path) as table:
    if verb == "join":
        table, texts = JoinedRows(table, plan, alone=True), ["gold", "split", "group"]
    elif verb == "vote":
        table, texts, numbers = judged(table, path, plan, alone=True), ["label"], []
    elif verb == "widen":
        table = widened(table, path, ("id", "split", "cost"))
        texts, numbers = [], [*table.models]
    found = table.read("id", texts, numbers, Problems("t"))
used = resource.getrusage(resource.RUSAGE_SELF)
digest = hashlib.sha256("".join(found.ids).encode())
for one in found.numbers.values():
    digest.update(one.values.tobytes())
for one in found.texts.values():
    digest.update(one.codes.tobytes() + "/".join(one.names).encode())
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1e3, digest.hexdigest())
"""


def write(path: Path, n_rows: int, *, quoted: bool, n_each: int) -> None:
    """Write the table, ``n_each`` rows with each id."""
    rng = np.random.default_rng(1)
    scores = rng.random((n_rows, 4))
    words = "{}" if not quoted else '"{}"'
    labels = [words.format(name) for name in ("yes", "no", "")]
    splits = [words.format(name) for name in ("train", "test", "third", "fourth")]
    drawn = zip(
        rng.integers(0, 3, n_rows).tolist(),
        rng.integers(0, 2, n_rows).tolist(),
        rng.integers(0, 500, n_rows).tolist(),
        scores.tolist(),
        rng.integers(1, 400, n_rows).tolist(),
        strict=True,
    )
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write("id,label,split,group,p0,p1,p2,p3,cost\n")
        for row, (label, split, group, four, cost) in enumerate(drawn):
            name, author = words.format(f"w{row // n_each:07d}"), words.format(f"author {group}")
            numbers = ",".join(map(repr, four))
            file.write(
                f"{name},{labels[label]},{splits[row % n_each if n_each > 1 else split]},{author},{numbers},{cost / 100}\n"
            )


def read(code: Path, table: Path, verb: str) -> tuple[float, float, str]:
    """Return CPU seconds, MB and what was read, of one process with the code in a folder."""
    done = subprocess.run(
        [sys.executable, "-c", READ, str(table), verb],
        env={**os.environ, "PYTHONPATH": str(code)},
        cwd=code,
        check=True,
        capture_output=True,
        text=True,
    )
    seconds, memory, found = done.stdout.split()
    return float(seconds), float(memory), found


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", default="HEAD", help="revision to compare with")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quoted", action="store_true")
    parser.add_argument("--verb", choices=("read", "join", "widen", "vote"), default="read")
    said = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "t.csv"
        write(table, said.rows, quoted=said.quoted, n_each=4 if said.verb in {"widen", "vote"} else 1)
        sides = {said.against: unpack(said.against, Path(folder) / "code"), "here": ROOT}
        rounds = [
            {name: read(code, table, said.verb) for name, code in sides.items()} for _ in range(said.rounds)
        ]
        print(f"{said.rows:,} rows x 9 columns, {table.stat().st_size / 1e6:.0f} MB")
        for name in sides:
            seconds, memory, found = zip(*(one[name] for one in rounds), strict=True)
            assert len({*found}) == 1
            print(f"  {name:12} {min(seconds):6.2f} s CPU {max(memory):7.0f} MB")
        assert len({one[name][2] for one in rounds for name in sides}) == 1, "both read other things"


if __name__ == "__main__":
    main()
