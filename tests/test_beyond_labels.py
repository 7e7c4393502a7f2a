"""A list so long that a model's top lies beyond every labelled score: no label says what is found there."""

import numpy as np
import pytest
from commands import ended

pytestmark = pytest.mark.usefixtures("plan_alone")
N, KNOWN, SURE = 20_000, 400, 1.2


@pytest.fixture
def table(tmp_path):
    """Return a table: ``known`` has labels all along its order, above all labels ``sure`` puts 400 items at random."""
    rng = np.random.default_rng(4)
    entry = rng.random(N) < 0.1
    known = rng.normal(2 * entry, 1)
    known[KNOWN:] = np.minimum(known[KNOWN:], np.sort(known[:KNOWN])[-2])
    sure = rng.normal(SURE * entry, 1)
    sure[rng.permutation(np.arange(KNOWN, N))[:400]] += 20
    rows = [f"i{at},{int(entry[at]) if at < KNOWN else ''},{known[at]:.5f},{sure[at]:.5f}" for at in range(N)]
    (tmp_path / "t.csv").write_text("\n".join(["item_id,gold,known,sure", *rows]) + "\n", encoding="utf-8")
    return str(tmp_path / "t.csv")


def compare(table, *words):
    told = ("--label", "gold", "--positive", "1", "--budget", "300 items")
    return ended("compare", table, *told, *words)


def test_a_model_of_which_no_label_tells_what_it_finds_does_not_lead(table):
    done = compare(table, "--model", "known", "--model", "sure", "--mixture", "off")
    assert done.exit_code == 0, done.output
    assert "that known ranks highest" in done.output


def test_where_most_of_what_would_be_reviewed_lies_beyond_all_labels_nothing_is_recommended(table):
    done = compare(table, "--model", "sure")
    assert done.exit_code == 3
    assert "beyond all 400 labelled ones" in " ".join(done.output.split())
