"""Floats may round a probability across 0 or 1 by a hair: it counts as 0 or 1, in every form that it comes in."""

import numpy as np
import pandas as pd
import pytest
from commands import ended

import budgetplan

N = 200
HAIR = 6.66e-16


def labels_and_probabilities(hair, single=False):
    """Return labels, and probabilities of the classes n and y of which some are outside [0, 1] by a hair."""
    rng = np.random.default_rng(3)
    labels = np.where(rng.random(N) < 0.4, "y", "n")
    p = np.clip(rng.normal(np.where(labels == "y", 0.7, 0.3), 0.2), 0.01, 0.99)
    p[:5], p[5:10] = 1 + hair, -hair
    values = np.column_stack([1 - p, p])
    return labels, values.astype(np.float32) if single else values


def check(folder, form, labels, values):
    names = {
        "columns": ["--probabilities", "m=p"],
        "one column": ["--probabilities", "m=p:y", "--positive", "y"],
        "array": ["--array", f"m={folder / 'p.npy'}", "--classes", "sorted"],
        "says": ["--set", "models.says=s", "--model", "m=c", "--positive", "y", "--budget", "50 items"],
    }[form]
    says = np.array(["n", "y"])[values.argmax(axis=1)]
    rows = zip(labels, values.tolist(), says, values.max(axis=1).tolist(), strict=True)
    text = "".join(f"{gold},{n!r},{y!r},{said},{sure!r}\n" for gold, (n, y), said, sure in rows)
    (folder / "t.csv").write_text("gold,p:n,p:y,s,c\n" + text)
    np.save(folder / "p.npy", values)
    plan = ["[table]", f'file = "{folder / "t.csv"}"', 'label = "gold"', 'positive = ["y"]']
    if form == "says":
        plan += ["[[models]]", 'name = "m"', 'column = "c"', 'says = "s"', "[goal]", 'budget = "50 items"']
        (folder / "plan.toml").write_text("\n".join(plan))
        return ended("check", folder / "plan.toml")
    asked = ["check", str(folder / "t.csv"), "--label", "gold", *names, "--error-weight", "4"]
    return ended(*asked)


@pytest.mark.parametrize("form", ["columns", "one column", "array", "says"])
def test_a_hair_outside_counts_as_0_or_1(tmp_path, form):
    done = check(tmp_path, form, *labels_and_probabilities(1e-9 * 0.999))
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("form", ["columns", "one column", "array", "says"])
def test_more_than_a_hair_is_no_probability(tmp_path, form):
    done = check(tmp_path, form, *labels_and_probabilities(1e-8))
    assert done.exit_code == 4
    assert "probability" in done.output


def test_single_precision_has_a_coarser_hair(tmp_path):
    labels, values = labels_and_probabilities(1.2e-7, single=True)
    assert (values > 1).any()
    assert check(tmp_path, "array", labels, values).exit_code == 0
    pd.DataFrame({"gold": labels, "p:n": values[:, 0], "p:y": values[:, 1]}).to_parquet(tmp_path / "t.parquet")
    asked = ["check", str(tmp_path / "t.parquet"), "--label", "gold", "--probabilities", "m=p", "--error-weight", "4"]
    done = ended(*asked)
    assert done.exit_code == 0, done.output
    plan = tmp_path / "plan.toml"
    ended("init", tmp_path / "t.parquet", "--out", plan)
    assert 'probabilities = "p"' in plan.read_text()


def test_arrays_in_python_are_read_alike():
    labels, values = labels_and_probabilities(HAIR)
    asked = {"classes": ["n", "y"], "error_weight": 4, "positive": "y", "resamples": 0}
    hairy, exact = (dict(budgetplan.plan(labels, {"m": one}, **asked).decision) for one in (values, values.clip(0, 1)))
    # It names the checksum of what was given.
    del hairy["provenance"], exact["provenance"]
    assert hairy == exact
