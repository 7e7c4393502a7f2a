"""Rebuild three rankings that agree with every number of Klubička, Salton and Kelleher (2018), section 4.1.

2,091 candidates, 414 of them VNICs. A decile is 209.1 candidates. Printed there, and reproduced here:

* M1 finds all 414 by decile 2; M2 finds 410 by decile 2, none in decile 3 and all by decile 4; M3 finds 394,
  402, 406 and 414 by deciles 2, 3, 4 and 5.
* M2 leads at one decile, M1 at two and three.

Where inside a decile the VNICs lie is not printed and is chosen here, evenly spread; the labels' own order is
shuffled with a fixed seed so that no file order gives them away.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

N, POSITIVES = 2091, 414
# (ranks from, to, how many VNICs): whole candidates that lie inside the deciles of 209.1.
BLOCKS = {
    "M1": [(1, 209, 205), (210, 418, 209)],
    "M2": [(1, 209, 209), (210, 400, 183), (401, 418, 18), (629, 836, 4)],
    "M3": [(1, 209, 200), (210, 418, 194), (420, 627, 8), (629, 836, 4), (838, 1045, 8)],
}


def positions(blocks: list[tuple[int, int, int]]) -> np.ndarray:
    """Return the ranks (from 1) at which the VNICs stand."""
    ranks = [np.round(np.linspace(low, high, count)).astype(int) for low, high, count in blocks]
    found = np.concatenate(ranks)
    assert len(np.unique(found)) == len(found) == POSITIVES
    return found


def main() -> None:
    """Write candidates.csv."""
    rng = np.random.default_rng(2018)
    is_vnic = np.zeros(N, dtype=bool)
    is_vnic[rng.permutation(N)[:POSITIVES]] = True
    columns = {}
    for name, blocks in BLOCKS.items():
        ranks = np.zeros(N, dtype=int)
        for_vnics = positions(blocks)
        others = np.setdiff1d(np.arange(1, N + 1), for_vnics)
        ranks[is_vnic] = rng.permutation(for_vnics)
        ranks[~is_vnic] = rng.permutation(others)
        columns[name] = ranks
    with (Path(__file__).parent / "candidates.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["candidate", "gold", *(f"rank_{name}" for name in columns)])
        for i in range(N):
            label = "VNIC" if is_vnic[i] else "other"
            writer.writerow([f"vn-{i + 1:04d}", label, *(int(ranks[i]) for ranks in columns.values())])


if __name__ == "__main__":
    main()
