"""A joint plan of two classes in which no answer and no item left has a worth is made as a ranked list, to the digit."""

from __future__ import annotations

import numpy as np
import pytest
from rows import rows_of

from budgetplan.api import Solved
from budgetplan.settings.build import read_plan

pytestmark = pytest.mark.usefixtures("plan_alone", "undrawn")

JOINT = rows_of(__file__)["joint"]
RANKED = (
    JOINT[: JOINT.index("[answers]")]
    .replace('label = "label"', 'label = "label"\npositive = "yes"')
    .replace('probabilities = "p"', 'column = "p:yes"')
    .replace('probabilities = "q"', 'column = "q:yes"')
    + """
[entry]
value = "5"
error = {{ yes = "0.1", no = "0.05" }}
wrong = {{ yes = "0", no = "-1" }}
[goal]
budget = "30"
"""
)


@pytest.fixture
def folder(tmp_path):
    rng = np.random.default_rng(3)
    rows = ["id,label,group,price,p:yes,p:no,q:yes,q:no"]
    for place in range(400):
        p, q = np.round(rng.beta(1, 4, 2), 3)
        label = "" if place >= 120 else "yes" if rng.random() < (p + q) / 2 else "no"
        rows.append(f"i{place:03},{label},g{place // 3},{0.2 + place % 3 / 10:.1f},{p},{1 - p:.3f},{q},{1 - q:.3f}")
    (tmp_path / "items.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return tmp_path


def solved(folder, text, **said):
    path = folder / "plan.toml"
    cost = said.pop("cost", '[cost]\ncurrency = "EUR"\nper_item = "0.25"')
    path.write_text(text.format(**{"table": "", "right": "0"} | said, cost=cost), encoding="utf-8")
    return Solved(read_plan(str(path), {}))


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"table": 'group = "group"'},
        {"table": 'cost = "price"', "cost": '[cost]\ncurrency = "EUR"'},
        {"table": "[list]\nsize = 3000"},
    ],
    ids=["plain", "groups", "prices", "size"],
)
def test_it_is_the_ranked_list_of_the_same_table(folder, said):
    joint, ranked = (solved(folder, text, **said) for text in (JOINT, RANKED))
    assert joint.recommendation == ranked.recommendation
    for name in ("goal", "refusal", "chosen", "contenders", "shown", "luck", "labels"):
        assert getattr(joint.solution, name) == getattr(ranked.solution, name), name
    assert np.array_equal(joint.solution.plan_draws.net, ranked.solution.plan_draws.net)


def test_an_answer_that_has_a_worth_makes_it_a_joint_plan(folder):
    assert solved(folder, JOINT, right="0.1").recommendation.workflow == "joint"
