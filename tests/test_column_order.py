"""Columns of probabilities whose order cannot be the one assumed: the run is refused, and names the order that fits."""

import re

import numpy as np
import pytest
from click.testing import CliRunner

from budgetplan.cli.main import main

N = 400


def answers(n_classes, seed=1, sure=2.0):
    """Return labels c0, c1 ..., and probabilities that know something of them, a column a class in sorted order."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(n_classes, size=N)
    odds = rng.normal(size=(N, n_classes)) + sure * np.eye(n_classes)[truth]
    return truth, np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True)


def check(*words):
    return CliRunner().invoke(main, ["check", *words], catch_exceptions=False)


def write_labels(path, truth):
    path.write_text("gold\n" + "".join(f"c{one}\n" for one in truth), encoding="utf-8")


@pytest.mark.parametrize("classes", ["sorted", "c0,c1"])
def test_two_swapped_columns_are_refused_and_the_order_that_is_named_is_taken(tmp_path, monkeypatch, classes):
    monkeypatch.chdir(tmp_path)
    truth, proba = answers(2)
    write_labels(tmp_path / "t.csv", truth)
    np.save("m.npy", proba[:, ::-1])
    words = ("t.csv", "--label", "gold", "--array", "m=m.npy", "--error-weight", "4")
    done = check(*words, "--classes", classes)
    assert done.exit_code == 4, done.output
    assert re.search(r"m\.npy: .* another order: .*c0 fits c1, c1 fits c0.*--classes c1,c0", done.output)
    assert check(*words, "--classes", "c1,c0").exit_code == 0


def test_where_one_of_several_arrays_has_another_order_a_file_beside_it_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    truth, proba = answers(3)
    write_labels(tmp_path / "t.csv", truth)
    np.save("a.npy", proba)
    np.save("b.npy", proba[:, [2, 0, 1]])
    words = ("t.csv", "--label", "gold", "--array", "a=a.npy", "--array", "b=b.npy", "--error-weight", "4")
    done = check(*words, "--classes", "sorted")
    assert done.exit_code == 4
    assert "b.npy" in done.output
    assert "a.npy:" not in done.output
    for name, order in (("a", "c0\nc1\nc2\n"), ("b", "c2\nc0\nc1\n")):
        (tmp_path / f"{name}.classes.txt").write_text(order, encoding="utf-8")
    assert check(*words).exit_code == 0
    (tmp_path / "b.classes.txt").write_text("c0\nc1\nc2\n", encoding="utf-8")
    assert "correct the order in b.classes.txt: c2, c0, c1" in check(*words).output


def test_the_columns_of_a_table_are_held_to_their_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    truth, proba = answers(4)
    rows = [
        ",".join([f"c{one}", *(repr(float(p)) for p in each)]) for one, each in zip(truth, proba, strict=True)
    ]
    words = ("t.csv", "--label", "gold", "--probabilities", "m=p", "--error-weight", "4")
    for header, code in (("p:c0,p:c1,p:c2,p:c3", 0), ("p:c0,p:c2,p:c1,p:c3", 4)):
        (tmp_path / "t.csv").write_text("\n".join([f"gold,{header}", *rows]) + "\n", encoding="utf-8")
        done = check(*words)
        assert done.exit_code == code, done.output
    assert "c2 fits c1, c1 fits c2" in done.output


@pytest.mark.parametrize("n_classes", [2, 3, 12])
@pytest.mark.parametrize("seed", range(3))
def test_a_model_that_knows_nothing_fits_no_order_better(tmp_path, monkeypatch, n_classes, seed):
    monkeypatch.chdir(tmp_path)
    truth, proba = answers(n_classes, seed, sure=0.0)
    write_labels(tmp_path / "t.csv", truth)
    np.save("m.npy", proba)
    done = check(
        "t.csv", "--label", "gold", "--array", "m=m.npy", "--error-weight", "4", "--classes", "sorted"
    )
    assert "another order" not in done.output
