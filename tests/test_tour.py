"""Three people with files of their own: one or two commands answer what they asked."""

import json
import re
import shlex
from pathlib import Path

import numpy as np
import pytest
from commands import ended
from export_world import annotation, task
from scipy import stats

pytestmark = pytest.mark.usefixtures("undrawn", "plan_alone")

COMMANDS = [
    'budgetplan report Kandidaten.csv --id Nr --label Lehnwort --positive ja --model "Modell A" --model "Modell B" --budget "500 items"\n',
    "budgetplan report labels.csv --label label --array bert=proba_bert.npy --array svm=proba_svm.npy --array forest=proba_forest.npy --classes sorted --error-weight 4\n",
    (
        "budgetplan init project-export.json --out plan.toml\n"
        "budgetplan report plan.toml --positive idiom --budget 200 --cost 0.50 --currency EUR\n"
    ),
]
PAGE = ("--format", "html", "--set", "sure.resamples=100")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(block):
    """Run the commands of one block of the tour; return what they print."""
    printed = ""
    for line in block.splitlines():
        _, *arguments = shlex.split(line)
        more = PAGE if arguments[0] == "report" else ()
        done = ended(*arguments, *more)
        assert done.exit_code == 0, done.output
        printed += done.stdout
    assert Path("report/report.html").is_file()
    return printed


def answer(done):
    """Return what a command prints, without the lines that say who names the columns."""
    assert done.exit_code == 0, done.output
    return [line for line in done.stdout.splitlines() if not line.startswith("The columns of ")]


def decision():
    return json.loads(Path("report/decision.json").read_text(encoding="utf-8"))


def mixed(scores):
    """The list in the order of the mixture, made again from what the decision says of it: best first."""
    members = decision()["recommendation"]["members"]
    places = {name: stats.norm.ppf((stats.rankdata(each) - 0.5) / len(each)) for name, each in scores.items()}
    return np.argsort(-sum(weight * places[name] for name, weight in members.items()), kind="stable")


def test_a_linguist_with_a_spreadsheet():
    chance = np.random.default_rng(1)
    is_loan = chance.random(3000) < 0.2
    better = np.clip(chance.normal(np.where(is_loan, 0.7, 0.3), 0.2), 0, 1).round(3)
    worse = np.clip(chance.normal(np.where(is_loan, 0.6, 0.4), 0.3), 0, 1).round(3)
    labels = np.where(is_loan, "ja", "nein")
    rows = [f"W{at};Wört {at};{labels[at]};{better[at]:.3f};{worse[at]:.3f}".replace(".", ",") for at in range(3000)]
    # She has labelled the first 400; what the others are, only this test knows.
    rows[400:] = [re.sub(";(ja|nein);", ";;", row) for row in rows[400:]]
    table = "\r\n".join(["Nr;Wort;Lehnwort;Modell A;Modell B", *rows, ""])
    Path("Kandidaten.csv").write_bytes(table.encode("windows-1252"))

    printed = run(COMMANDS[0])
    assert "Read as semicolon-separated, decimal comma, Windows-1252." in printed
    assert "2,600 of 3,000 rows have no label: taken as your list." in printed
    assert "Review the 500 items that the mixture of two models ranks highest, then stop" in printed
    chosen = decision()["recommendation"]
    assert (chosen["model"], chosen["reviewed"]["value"], chosen["best_single"]) == ("mixture", 500, "Modell A")
    first = mixed({"Modell A": better[400:], "Modell B": worse[400:]})[:500]
    assert chosen["found"]["low"] <= is_loan[400:][first].sum() <= chosen["found"]["high"]
    # Nobody named a price, so none is shown.
    assert "EUR" not in Path("report/report.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_student_with_arrays():
    chance = np.random.default_rng(2)
    names = np.array([f"intent {number}" for number in range(20)])
    # Their sorted order is not the order of their numbers: a list by hand would be a trap.
    classes = np.unique(names)
    truth = chance.integers(0, 20, 600)
    truth[:20] = np.arange(20)
    right = {}
    for model, strength in {"bert": 5.0, "svm": 4.0, "forest": 3.0}.items():
        values = chance.normal(size=(600, 20))
        values[np.arange(600), truth] += strength
        values = np.exp(values)
        np.save(f"proba_{model}.npy", values / values.sum(axis=1, keepdims=True))
        right[model] = int((values.argmax(axis=1) == truth).sum())
    lines = [f"q{number},{name}" for number, name in enumerate(classes[truth].tolist())]
    Path("labels.csv").write_text("\n".join(["id,label", *lines, ""]), encoding="utf-8")

    printed = run(COMMANDS[1])
    assert "The columns of .npy files are the sorted labels: intent 0, intent 1, intent 10" in printed
    told = decision()
    assert told["sample"]["classes"] == classes.tolist()
    assert max(right, key=right.__getitem__) == "bert"
    assert told["recommendation"]["model"] == "the mean of the models"
    for model in told["defer"]["models"]:
        if model["name"] in right:
            assert model["accuracy"] == pytest.approx(right[model["name"]] / 600)

    # The same from names in a file beside each array, and from one file that is named.
    options = [*shlex.split(COMMANDS[1])[2:], "--set", "sure.resamples=0"]
    at = options.index("--classes")
    expected = answer(ended("compare", *options))
    Path("classes.json").write_text(json.dumps(classes.tolist()), encoding="utf-8")
    options[at + 1] = "classes.json"
    assert answer(ended("compare", *options)) == expected
    for model in right:
        Path(f"proba_{model}.classes.txt").write_text("\n".join(classes.tolist()), encoding="utf-8")
    del options[at : at + 2]
    assert answer(ended("compare", *options)) == expected


def test_a_project_lead_with_an_export():
    chance = np.random.default_rng(3)
    is_idiom = chance.random(1200) < 0.3
    better = chance.normal(np.where(is_idiom, 0.7, 0.3), 0.2).round(3).tolist()
    worse = chance.normal(np.where(is_idiom, 0.55, 0.45), 0.3).round(3).tolist()
    tasks = []
    for at, name in enumerate(np.where(is_idiom, "idiom", "literal").tolist()):
        judged = [annotation(name, who, id=10 * at + who) for who in (1, 2)] if at < 400 else []
        tasks.append(task(at + 1, *judged, score_bert=better[at], score_svm=worse[at]))
    Path("project-export.json").write_text(json.dumps(tasks), encoding="utf-8")

    printed = run(COMMANDS[2])
    assert "Read as a Label Studio export: 1,200 tasks, 2 annotators, 800 annotations." in printed
    chosen = decision()["recommendation"]
    assert (chosen["model"], chosen["reviewed"]["value"]) == ("mixture", 400)
    first = mixed({"score_bert": better[400:], "score_svm": worse[400:]})[:400]
    assert chosen["found"]["low"] <= is_idiom[400:][first].sum() <= chosen["found"]["high"]
