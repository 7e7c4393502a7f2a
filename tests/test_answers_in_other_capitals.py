"""A model's answer that differs from people's label in capitals, accents or blanks alone is no class of its own."""

import json
import shlex
import tomllib

import pytest
from click.testing import CliRunner

from budgetplan.cli.main import main

LABELS = ("complaint", "old praise", "caf\u00e9")
FORMS = {
    "capitals": ("complaint", "Complaint"),
    "all capitals": ("old praise", "OLD PRAISE"),
    "two spaces": ("old praise", "old  praise"),
    "capitals and spaces": ("old praise", "Old  praise"),
    "accents": ("caf\u00e9", "cafe\u0301"),
    "capitals and accents": ("caf\u00e9", "CAFE\u0301"),
}
PLAN = """
[table]
file = "t.csv"
label = "label"
id = "item_id"
[[models]]
name = "m"
{model}
[answers]
unit = "money"
right = "1"
wrong = "-3"
review_cost = "0.1"
"""
MODELS = {
    "predicted": 'predicted = "said"\nconfidence = "sure"',
    "predicted alone": 'predicted = "said"',
    "probabilities": 'probabilities = "q"',
}


def write(folder, label, answer, labels=LABELS):
    """Write a table in which a model answers so where it means this label, and is right four times of five."""
    called = {name: name for name in labels} | {label: answer}
    rows = ["item_id,label,said,sure," + ",".join(f"q:{called[name]}" for name in labels)]
    for at in range(120):
        truth = labels[at % len(labels)]
        guess = labels[(at + (at % 5 == 0)) % len(labels)]
        shares = [f"{0.9 if name == guess else 0.1 / (len(labels) - 1):.3f}" for name in labels]
        rows.append(f"i{at:03},{truth},{called[guess]},0.{at + 500},{','.join(shares)}")
    (folder / "t.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")


def check(folder, model, *more):
    (folder / "plan.toml").write_text(PLAN.format(model=MODELS[model]), encoding="utf-8")
    return CliRunner().invoke(main, ["check", str(folder / "plan.toml"), *more])


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("form", FORMS)
def test_it_is_refused_and_each_remedy_works(tmp_path, form, model):
    label, answer = FORMS[form]
    write(tmp_path, label, answer)
    found = check(tmp_path, model, "--json-errors")
    assert found.exit_code == 4, found.output
    [problem] = json.loads(found.stderr)
    advice, told, words = problem["todo"].partition("if they are two, use ")
    assert (advice, bool(told)) == ("write both alike; ", True)
    done = check(tmp_path, model, *shlex.split(words))
    assert done.exit_code == 0, done.output
    write(tmp_path, label, label)
    assert check(tmp_path, model).exit_code == 0


def test_labels_of_people_that_differ_so_are_classes_of_a_model_too(tmp_path):
    write(tmp_path, "may", "may", ("may", "May", "march"))
    assert check(tmp_path, "predicted").exit_code == 0


def test_what_is_said_beside_a_probability_is_refused_with_the_label_it_looks_like(tmp_path):
    write(tmp_path, "complaint", "Complaint", ("complaint", "praise"))
    plan = 'positive = ["complaint"]\n[[models]]\nname = "sure"\nsays = "said"'
    (tmp_path / "plan.toml").write_text(f'[table]\nfile = "t.csv"\nlabel = "label"\nid = "item_id"\n{plan}\n')
    found = CliRunner().invoke(main, ["check", str(tmp_path / "plan.toml")])
    assert found.exit_code == 4, found.output
    assert "Complaint differs from the label complaint in capitals" in found.output


def test_a_draft_names_the_column_and_what_to_write_alike(tmp_path):
    write(tmp_path, "complaint", "Complaint")
    lines = (tmp_path / "t.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "t.csv").write_text(
        "\n".join(",".join(line.split(",")[:3]) for line in lines), encoding="utf-8"
    )
    done = CliRunner().invoke(main, ["init", str(tmp_path / "t.csv"), "--out", str(tmp_path / "p.toml")])
    assert done.exit_code == 0, done.output
    text = " ".join((tmp_path / "p.toml").read_text(encoding="utf-8").replace("#", "").split())
    assert "said holds labels too" in text
    assert "Complaint differs from the label complaint in capitals: write both alike" in text
    tomllib.loads((tmp_path / "p.toml").read_text(encoding="utf-8"))
