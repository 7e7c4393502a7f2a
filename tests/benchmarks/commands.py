"""CPU time of whole commands, the code as it stands here against that of another revision.

Run ``python tests/benchmarks/commands.py --against REVISION [--rounds 3]``. Both sides run in turns, each in a process of its
own, so that imports count; a ratio is the median of the ratios within a round, so that a busy machine shifts both sides alike.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from same_reports import ROOT, unpack

COMMANDS = {
    "compare": "compare examples/loanwords/plan.toml",
    "report, HTML": "report examples/loanwords/plan.toml --format html --out {out}",
    "report, HTML and PDF": "report examples/loanwords/plan.toml --format html,pdf --out {out}",
    "joint plan, HTML": "report examples/hate_speech/joint.toml --format html --out {out}",
    "quotas, HTML": "report examples/loanwords/quota.toml --format html --out {out}",
    "queue": "queue examples/loanwords/review.toml --for csv --out {out}",
}


def seconds(root, command):
    """Return the CPU time of a command, with that of processes that it starts."""
    env = os.environ | {"PYTHONPATH": str(root), "OPENBLAS_NUM_THREADS": "1"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        words = command.format(out=f"{folder}/out").replace("examples/", f"{ROOT}/examples/").split()
        run = [sys.executable, "-m", "budgetplan", *words]
        done = subprocess.run(run, cwd=root, env=env, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode in (0, 3), done.stderr.decode()
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    said = parser.parse_args()
    print(f"| command | {said.against}, CPU s | here, CPU s | ratio |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        other = unpack(said.against, Path(folder))
        for name, command in COMMANDS.items():
            times = np.array([[seconds(root, command) for root in (other, ROOT)] for _ in range(said.rounds)])
            old, new = np.median(times, axis=0)
            print(f"| {name} | {old:.2f} | {new:.2f} | {np.median(times[:, 1] / times[:, 0]):.2f} |", flush=True)


if __name__ == "__main__":
    main()
