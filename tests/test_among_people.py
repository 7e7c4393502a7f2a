"""How an answerer agrees with people beside how these agree: the same as pair by pair, from every place of judgements."""

from __future__ import annotations

import itertools
import json
import random

import pytest

from budgetplan.dataset.predicted import read_classified
from budgetplan.dataset.scored import read_table
from budgetplan.settings.build import read_plan

SCORED = {"model": 'column = "p:a"', "answers": ""}
CLASSIFIED = {"model": 'probabilities = "p"', "answers": "[answers]\nright = 1\nwrong = -1\nunit = 'money'"}


def judged(people="xyzw", seed=3):
    """Of 40 items what some of four people say, in ties too, what a model and an answerer say."""
    rng, items = random.Random(seed), {}
    for place in range(40):
        truth = rng.choice("ab")
        who = rng.sample(people, rng.randrange(1, len(people) + 1))
        said = {name: truth if rng.random() < 0.7 else rng.choice("abc") for name in who}
        items[f"i{place:02}"] = (said, rng.random(), rng.choice([truth, truth, "b", "refused", ""]))
    return items


def by_hand(items, adjudicator=None):
    """Return items, pairs, equal pairs, judgements beside an answer, and equal ones."""
    rows = []
    for said, _, says in items.values():
        labels = [label for name, label in said.items() if name != adjudicator]
        pairs = [first == second for first, second in itertools.combinations(labels, 2)]
        if pairs and says not in ("", "refused"):
            rows.append((1, len(pairs), sum(pairs), len(labels), labels.count(says)))
    return tuple(map(sum, zip(*rows, strict=True)))


def rows_of(items):
    lines = ["item,who,gold,p:a,p:b,p:c,says"]
    for name, (said, p, says) in items.items():
        lines += [f"{name},{who},{label},{p:.3f},{1 - p:.3f},0,{says}" for who, label in said.items()]
    return lines


def counted(folder, file="t.csv", label="gold", table='annotator = "who"', kind=SCORED):
    """Return what is counted of a plan, in the order of what is counted by hand."""
    path = folder / "plan.toml"
    path.write_text(
        f'[table]\nfile = "{file}"\nid = "item"\nlabel = "{label}"\npositive = "a"\n{table}\n[[models]]\nname = "m"\n'
        f'{kind["model"]}\n[[answerers]]\nname = "llm"\ncolumn = "says"\nno_answer = ["refused"]\n'
        f'[cost]\ncurrency = "EUR"\nper_item = 1\n{kind["answers"]}\n[goal]\nbudget = 10\n',
        encoding="utf-8",
    )
    plan = read_plan(str(path), {})
    (told,) = read_table(plan).items.answers if kind is SCORED else read_classified(plan).test.answers
    told = told.among_people
    return told and (told.items, told.pairs, told.same, told.beside, told.beside_same)


@pytest.mark.parametrize("adjudicator", [None, "z"])
@pytest.mark.parametrize("kind", [SCORED, CLASSIFIED], ids=["scored", "classified"])
def test_pairs_are_counted_one_by_one_whatever_the_order_of_rows(tmp_path, kind, adjudicator):
    items = judged()
    table = 'annotator = "who"' + (f'\nadjudicator = "{adjudicator}"' if adjudicator else "")
    for seed in (0, 1):
        head, *rows = rows_of(items)
        random.Random(seed).shuffle(rows)
        (tmp_path / "t.csv").write_text("\n".join([head, *rows]) + "\n")
        assert counted(tmp_path, table=table, kind=kind) == by_hand(items, adjudicator)


def test_judgements_in_a_file_of_their_own(tmp_path):
    items = judged(seed=8)
    labels = [",".join(line.split(",")[:3]) for line in rows_of(items)]
    (tmp_path / "labels.csv").write_text("\n".join(labels) + "\n")
    lines = ["item,p:a,says", *(f"{name},{p:.3f},{says}" for name, (_, p, says) in items.items())]
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n")
    assert counted(tmp_path, table='labels = "labels.csv"\nannotator = "who"') == by_hand(items)


def test_an_export_of_an_annotation_tool(tmp_path):
    items, tasks = judged(seed=9), []
    for number, (name, (said, p, says)) in enumerate(items.items(), 1):
        annotations = [
            {"id": number * 10 + at, "completed_by": at, "result": [{"type": "choices", "from_name": "gold", "to_name": "t", "value": {"choices": [label]}}]}
            for at, label in enumerate(said.values())
        ]  # fmt: skip
        data = {"item": name, "p:a": round(p, 3), "says": says}
        tasks.append({"id": number, "data": data, "annotations": annotations})
    (tmp_path / "t.json").write_text(json.dumps(tasks))
    assert counted(tmp_path, file="t.json", label="label", table="") == by_hand(items)


def test_where_nobody_judged_twice_there_is_nothing_to_compare(tmp_path):
    (tmp_path / "t.csv").write_text("\n".join(rows_of(judged(people="x"))) + "\n")
    assert counted(tmp_path) is None
