"""Labelled items that were chosen to hold more entries than the list: the report says so, and what settles it."""

import json
import re

import numpy as np
import pytest
from commands import ended

pytestmark = pytest.mark.usefixtures("undrawn", "plan_alone")

SHARE, N, REVIEWED = 0.02, 10_000, 500


def write_table(path, seed, n_entries, n_others, n_random):
    """Write a list, and so many entries, others, and items at random that are labelled; return where the list has entries, by score."""
    rng = np.random.default_rng(seed)
    known = np.concatenate([np.ones(n_entries), np.zeros(n_others), rng.random(n_random) < SHARE]) > 0
    listed = rng.random(N) < SHARE
    score = rng.normal(1.5 * np.concatenate([known, listed]), 1)
    label = [*map(str, known.astype(int)), *[""] * N]
    rows = [f"i{at},{label[at]},{score[at]:.5f}" for at in range(len(score))]
    path.write_text("\n".join(["item_id,gold,p", *rows]) + "\n", encoding="utf-8")
    return listed[np.argsort(-score[len(known) :], kind="stable")]


@pytest.mark.parametrize(("seed", "design"), [(1, (150, 150, 0)), (2, (120, 0, 300))])
@pytest.mark.few(1)
def test_the_share_that_the_lists_scores_suggest_is_named_and_settles_a_richer_sample(tmp_path, seed, design):
    table = tmp_path / "t.csv"
    entry = write_table(table, seed, *design)
    words = ["report", str(table), "--label", "gold", "--positive", "1", "--budget", f"{REVIEWED} items"]
    words += ["--cost", "0.1", "--currency", "EUR", "--format", "html", "--out", str(tmp_path / "out")]
    done = ended(*words, "--model", "p")
    assert done.exit_code == 0, done.output
    told = re.search(r"about \S+\s%.*\((\S+)\s% to (\S+)\s%\): --set (list\.prevalence=[\d.]+);", done.output)
    assert told, done.output
    assert float(told[1]) <= 100 * entry.mean() <= float(told[2])
    pasted = (tmp_path / "out/justification.txt").read_text(encoding="utf-8")
    assert "Doubtful until this is settled: " in pasted
    # Each length may travel alone, and carries the doubt.
    assert pasted.count("We expect") == pasted.count("Doubtful until this is settled: ") == 3

    settled = ended(*words, "--model", "p", "--set", told[3])
    assert settled.exit_code == 0, settled.output
    assert "no random sample of the list" not in settled.output
    # The interval is that of a list which holds the share that is said.
    assert ended(*words, "--model", "p", "--set", f"list.prevalence={entry.mean():.4f}").exit_code == 0
    said = json.loads((tmp_path / "out/decision.json").read_text(encoding="utf-8"))
    found = said["recommendation"]["found"]
    assert found["low"] <= entry[:REVIEWED].sum() <= found["high"]


def test_no_share_is_suggested_where_another_one_would_not_make_the_list_alike(tmp_path):
    rng = np.random.default_rng(3)
    score = np.concatenate([rng.normal(0, 1, 300), rng.normal(0, 0.2, 3000)])
    label = ["1" if one else "0" for one in rng.random(300) < 1 / (1 + np.exp(-score[:300]))] + [""] * 3000
    rows = [f"i{at},{label[at]},{score[at]:.5f}" for at in range(3300)]
    (tmp_path / "t.csv").write_text("\n".join(["item_id,gold,p", *rows]) + "\n", encoding="utf-8")
    done = ended(
        "compare", str(tmp_path / "t.csv"), "--label", "gold", "--positive", "1", "--model", "p", "--budget", "50 items"
    )
    assert "no random sample of the list" in done.output
    assert "list.prevalence" not in done.output
