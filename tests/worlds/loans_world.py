"""Forty words in a file, ten of them loans: the model a finds them first, b knows nothing."""

from __future__ import annotations

import csv

WORDS = tuple(
    (f"w{n:02}", "loan" if n % 4 == 0 else "native", (n % 4 == 0) * 5 + n / 100, (n * 17 % 41) / 41) for n in range(40)
)


def write_words(path, rows=WORDS):
    """Write words with their labels and both scores, and return where."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("item_id", "gold", "a", "b"))
        writer.writerows(rows)
    return path
