"""Whatever a refusal tells the user to write on the command line is accepted, or at least brings them further."""

import json
import re
import shutil
from pathlib import Path

import pytest
from commands import ended

pytestmark = pytest.mark.usefixtures("undrawn", "plan_alone")
PUBLIC = Path(__file__).parent / "public"
ASKED = ("--label", "gold", "--positive", "yes", "--model", "p", "--budget", "20 items")
OFFERED = re.compile(r"""(--set [a-z_.]+=|--[a-z-]+ )("[^"]*"|'[^']*'|[^\s"',;:)]+)""")
PLACEHOLDER = re.compile(r"[A-Z_]{2,}")


def table(gold=None, p=None, *, separator=",", encoding="utf-8"):
    """Return 60 rows as bytes; ``gold`` and ``p``: what stands in a row instead, by its number."""
    rows = [separator.join(("id", "gold", "p"))]
    for at in range(60):
        label = ("yes" if at % 3 else "no") if at < 30 else ""
        score = f"0.{(at * 37) % 90 + 10}"
        cells = (f"i{at}", (gold or {}).get(at, label), (p or (lambda _, text: text))(at, score))
        rows.append(separator.join(cells))
    return ("\n".join(rows) + "\n").encode(encoding)


TABLES = {
    "thousands with commas": table(p=lambda at, _: f"1,{100 + at}" if at % 2 else str(at), separator=";"),
    "a dash": table(p=lambda at, text: "-" if at % 9 == 0 else text),
    "labels that are none": table(gold=dict.fromkeys(range(3, 9), "n/a")),
    "an unknown sign": table(p=lambda at, text: "?" if at == 4 else text),
    "words for no score": table(p=lambda at, text: ("-", "n/a", text)[at % 3]),
    "no label and no score": table(gold={3: "none"}, p=lambda at, text: "<NA>" if at == 9 else text),
    "an error as a label": table(gold={3: "#N/A", 4: "#N/A"}),
    "bare 16 bits": table(encoding="utf-16-le"),
}
CASES = {
    "03": ("all.csv", "--label=label", "--positive=metaphor", "--model=p"),
    "06": ("labels.csv", "--label=label", "--array=m=proba.npy", "--error-weight=4"),
    "11": ("t.csv", "--label=label", "--probabilities=g=g", "--error-weight=4"),
    "12": ("werte.xlsx", "--id=Wort", "--label=Urteil", "--positive=ja", "--model=Wert"),
    "15": ("plan.toml",),
    "21": ("t.csv", "--label=spend", "--model=pred"),
    "32": ("t.csv", "--label=label", "--positive=Yes", "--model=m"),
}


def refusal(words):
    """Return what is wrong with a check, as what, where and what to do; nothing where nothing is."""
    done = ended("check", *words, "--json-errors")
    if done.exit_code in (0, 3):
        return []
    problems = json.loads(done.output.strip().splitlines()[-1])
    return [one for one in problems if one["code"]]


def offers(problem):
    """Return the options that a problem offers with their values, as pairs of a key and a value."""
    said = OFFERED.findall(f"{problem['wrong']}; {problem['todo']}")
    pairs = [(key, value.strip("\"'").rstrip(".")) for key, value in said]
    return [(key, value) for key, value in pairs if value and not PLACEHOLDER.fullmatch(value)]


def given(words, key, value):
    """Return a command with an option more; a flag that was a remedy before is given anew."""
    flag, _, name = key.strip().partition(" ")
    if flag != "--set" and flag in words:
        at = words.index(flag)
        words = [*words[:at], *words[at + 2 :]]
    return [*words, flag, f"{name}{value}"]


def kind(problem):
    return problem["wrong"], problem["column"], problem["found"]


def follow(words, mended=()):
    """Run every remedy that a refusal offers, and those of what is refused then, till none is left.

    What a remedy mends never comes back. Returns how many remedies were run.
    """
    problems, n = refusal(words), 0
    back = [one for one in problems if kind(one) in mended]
    assert not back, (words, back)
    # What cannot be written so is refused before the table is read.
    unknown = [one for one in problems if mended and one["code"] == 2 and one["option"]]
    assert not unknown, (words, unknown)
    for what, key, value in dict.fromkeys((kind(one), *pair) for one in problems for pair in offers(one)):
        if f"{key.strip()}={value}" in words:
            continue  # an example of a whole command repeats what was given
        n += 1 + follow(given(words, key, value), (*mended, what))
    return n


@pytest.mark.parametrize("name", TABLES)
def test_what_a_refusal_of_a_table_offers_leads_on(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_bytes(TABLES[name])
    assert follow(["t.csv", *ASKED])


@pytest.mark.parametrize("number", CASES)
def test_what_a_refusal_of_a_public_case_offers_leads_on(tmp_path, monkeypatch, number):
    monkeypatch.chdir(tmp_path)
    (folder,) = PUBLIC.glob(f"{number}-*")
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    budget = () if {"06", "11", "15"} & {number} else ("--budget", "50 items")
    follow([*CASES[number], *budget])


def test_a_queue_of_a_plan_that_says_no_goal_asks_for_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [
        f"w{at},{'yn'[at % 3 > 0] if at < 300 else ''},{(at % 3 == 0) * 0.3 + at % 11 / 20:.3f}" for at in range(600)
    ]
    Path("t.csv").write_text("\n".join(["id,gold,p", *rows]))
    words = ["queue", "t.csv", "--id", "id", "--label", "gold", "--positive", "y", "--model", "p"]
    done = ended(*words)
    assert done.exit_code == 2
    assert "this plan has no budget, no target and no worth of an entry" in done.output
    assert ended(*words, "--budget", "20 items").exit_code == 0
