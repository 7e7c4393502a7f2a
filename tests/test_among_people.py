"""How an answerer agrees with people beside how these agree: the same as pair by pair, from every place of judgements."""

from __future__ import annotations

import itertools
import json
import random

import pytest

from budgetplan.dataset.predicted import read_classified
from budgetplan.dataset.scored import read_table
from budgetplan.settings.build import read_plan

PLAN = """
[table]
file = "{file}"
id = "item"
label = "{label}"
positive = "a"
{table}
[[models]]
name = "m"
{model}
[[answerers]]
name = "llm"
column = "says"
no_answer = ["refused"]
[cost]
currency = "EUR"
per_item = 1
{answers}
[goal]
budget = 10
"""
SCORED = {"model": 'column = "p:a"', "answers": ""}
CLASSIFIED = {"model": 'probabilities = "p"', "answers": "[answers]\nright = 1\nwrong = -1\nunit = 'money'"}


def judged(n=40, people="xyzw", seed=3):
    """Of each item what some of four people say, in ties too, what a model and an answerer say."""
    rng, items = random.Random(seed), {}
    for place in range(n):
        truth = rng.choice("ab")
        who = rng.sample(people, rng.randrange(1, len(people) + 1))
        said = {name: truth if rng.random() < 0.7 else rng.choice("abc") for name in who}
        says = rng.choice([truth, truth, "b", "refused", ""])
        items[f"i{place:02}"] = (said, rng.random(), says)
    return items


def by_hand(items, adjudicator=None):
    """Return items, pairs, equal pairs, judgements beside an answer, and equal ones."""
    found = [0] * 5
    for said, _, says in items.values():
        own = [label for name, label in said.items() if name != adjudicator]
        if len(own) < 2 or says in ("", "refused"):
            continue
        pairs = list(itertools.combinations(own, 2))
        each = (1, len(pairs), sum(one == other for one, other in pairs), len(own), own.count(says))
        found = [before + more for before, more in zip(found, each, strict=True)]
    return tuple(found)


def rows_of(items):
    lines = ["item,who,gold,p:a,p:b,p:c,says"]
    for name, (said, p, says) in items.items():
        lines += [f"{name},{who},{label},{p:.3f},{1 - p:.3f},0,{says}" for who, label in said.items()]
    return lines


def write_plan(folder, file="t.csv", label="gold", table='annotator = "who"', kind=SCORED):
    path = folder / "plan.toml"
    path.write_text(PLAN.format(file=file, label=label, table=table, **kind), encoding="utf-8")
    return read_plan(str(path), {})


def told(one):
    assert one is not None
    return one.items, one.pairs, one.same, one.beside, one.beside_same


@pytest.mark.parametrize("adjudicator", [None, "z"])
def test_pairs_are_counted_one_by_one_in_both_workflows_whatever_the_order_of_rows(tmp_path, adjudicator):
    items = judged()
    settles = f'\nadjudicator = "{adjudicator}"' if adjudicator else ""
    for seed in (0, 1):
        head, *rows = rows_of(items)
        random.Random(seed).shuffle(rows)
        (tmp_path / "t.csv").write_text("\n".join([head, *rows]) + "\n")
        plan = write_plan(tmp_path, table=f'annotator = "who"{settles}')
        (scored,) = read_table(plan).items.answers
        (classified,) = read_classified(
            write_plan(tmp_path, table=f'annotator = "who"{settles}', kind=CLASSIFIED)
        ).test.answers
        assert told(scored.among_people) == told(classified.among_people) == by_hand(items, adjudicator)


def test_judgements_in_a_file_of_their_own(tmp_path):
    items = judged(seed=8)
    (tmp_path / "labels.csv").write_text("\n".join(line.split(",p:")[0] if at == 0 else ",".join(line.split(",")[:3]) for at, line in enumerate(rows_of(items))) + "\n")  # fmt: skip
    lines = ["item,p:a,says", *(f"{name},{p:.3f},{says}" for name, (_, p, says) in items.items())]
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n")
    plan = write_plan(tmp_path, table='labels = "labels.csv"\nannotator = "who"')
    (said,) = read_table(plan).items.answers
    assert told(said.among_people) == by_hand(items)


def test_an_export_of_an_annotation_tool(tmp_path):
    items = judged(seed=9)
    tasks = []
    for number, (name, (said, p, says)) in enumerate(items.items(), 1):
        annotations = [
            {"id": number * 10 + at, "completed_by": at, "result": [{"type": "choices", "from_name": "gold", "to_name": "t", "value": {"choices": [label]}}]}
            for at, label in enumerate(said.values())
        ]  # fmt: skip
        data = {"item": name, "p:a": round(p, 3), "says": says}
        tasks.append({"id": number, "data": data, "annotations": annotations})
    (tmp_path / "t.json").write_text(json.dumps(tasks))
    (said,) = read_table(write_plan(tmp_path, file="t.json", label="label", table="")).items.answers
    assert told(said.among_people) == by_hand(items)


def test_where_nobody_judged_twice_there_is_nothing_to_compare(tmp_path):
    items = judged(people="x")
    (tmp_path / "t.csv").write_text("\n".join(rows_of(items)) + "\n")
    (said,) = read_table(write_plan(tmp_path)).items.answers
    assert said.among_people is None
