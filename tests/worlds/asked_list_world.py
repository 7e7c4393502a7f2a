"""Tables of labelled items and a list, a model's confidences in both, and an answerer who was asked about some of them."""

from __future__ import annotations

import random

from rows import rows_of

from budgetplan.settings.build import read_plan
from budgetplan.workflows import JOINT, silent

HEADER = "item,gold,p:a,p:b,says,sure,tokens"
PLAN = rows_of(__file__)["plan"]


def rows_of(n, listed, asked=True, seed=5, unsure=False):
    """Labelled rows and rows of the list; the model is right the more often the surer it is, the answerer in 19 of 20.

    ``unsure``: of the list the model is sure of nothing.
    """
    rng, rows = random.Random(seed), []
    for place in range(n + listed):
        truth = rng.choice("ab")
        sure = 0.5 + (0.1 if unsure and place >= n else 0.5) * rng.random()
        answer = truth if rng.random() < sure else "ab"[truth == "a"]
        p_a = sure if answer == "a" else 1 - sure
        says = truth if rng.random() < 0.95 else "ab"[truth == "a"]
        says = "refused" if rng.random() < 0.05 else says
        known = place < n
        told = says if known or asked else ""
        how_sure, n_tokens = 0.5 + rng.random() / 2, rng.randrange(50, 150)
        cell = f"{how_sure:.1f}" if told and told != "refused" else ""
        tokens = str(n_tokens) if known or asked else ""
        gold = truth if known else ""
        rows.append([f"{'k' if known else 'l'}{place:04}", gold, f"{p_a:.4f}", f"{1 - p_a:.4f}", told, cell, tokens])  # fmt: skip
    return rows


def write_world(folder, rows, goal="budget = 1000", price="price = 0.02", per_item="0.5", resamples=0, answerer=""):
    """Write table and plan (with six levels of sureness at most, so that plans are quick), and return the path of the plan."""
    lines = [HEADER, *(",".join(row) for row in rows)]
    (folder / "t.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = {"goal": goal, "price": price, "per_item": per_item, "resamples": resamples, "answerer": answerer}
    (folder / "plan.toml").write_text(PLAN.format(**said), encoding="utf-8")
    return folder / "plan.toml"


def solved(folder, rows, **said):
    """Return the joint plan of a world."""
    flow, plan = JOINT, read_plan(str(write_world(folder, rows, **said)), {})
    return flow.solve(plan, flow.read(plan, {}), silent)
