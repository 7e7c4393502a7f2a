"""How often the interval of what a paid answerer would change contains the truth, beside a ranked list.

Run ``python tests/simulations/screening.py [--projects 200] [--row "good, 250"]``. A project draws labelled items from a
population (15 % entries, two correlated models, the second with many ties, reviews priced by item) with what an answerer
says of each; the package plans with and without it. The truth is what both plans bring, carried out item by item as
shares of the list, in 400,000 items of that population; where the project has a list of its own, in a list of that many
items drawn afresh.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from budgetplan.core.asking import levels
from budgetplan.domain.items import Answerer, Answers, Items, ModelOutput
from budgetplan.domain.plan import Budget, Columns, Plan, Values
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.lists.evidence import gather
from budgetplan.plans import review as planning
from budgetplan.plans import screening as asking

POPULATION = 400_000
PREVALENCE_CUT = 1.0364333894937898  # a standard normal exceeds it with probability 0.15
SKILL = {"fine": 1.5, "coarse": 1.2}
COARSE = 0.5  # scores of the coarse model are rounded to halves: ties are many
WORTH, FIXED = 5.0, 20.0
MEAN_COST = 0.592  # of an item, about; the budget pays for a share of the list at this price
ANSWERERS = {
    "good": (0.85, 0.06, 0.01),
    "dear": (0.85, 0.06, 0.20),
    "barely": (0.55, 0.25, 0.02),
    "useless": (0.30, 0.30, 0.01),
}
"""How often entries, and other items, are called entries; what an answer costs on average, reviews costing 0.59."""


@dataclass(frozen=True)
class Setup:
    """One kind of project.

    ``models``: how many of the population's two. ``worth`` of an entry, None where only the budget counts: a share of
    the items at the mean price of a review. ``lists``: the list is so many times the labelled items; 0: none.
    ``accept``: which answers stand.
    """

    said: str
    labelled: int
    worth: float | None = WORTH
    budget: float | None = None
    lists: int = 0
    models: int = 1
    accept: str = "auto"


SETUPS = {
    **{f"{said}, {n:,}": Setup(said, n) for said in ("good", "dear", "barely", "useless") for n in (250, 500, 1000)},
    "good, 500, two models": Setup("good", 500, models=2),
    "good, 500, list of 2,500": Setup("good", 500, lists=5),
    "barely, 500, list of 2,500": Setup("barely", 500, lists=5),
    "good, 500, surest stand": Setup("good", 500, accept="confident"),
    "barely, 500, surest stand": Setup("barely", 500, accept="confident"),
    "good, 500, budget": Setup("good", 500, worth=None, budget=0.1),
    "barely, 500, budget": Setup("barely", 500, worth=None, budget=0.1),
    "good, 500, worth and budget": Setup("good", 500, budget=0.1),
}


@dataclass(frozen=True)
class Asked:
    """Items: labels, scores by model, costs in millionths; and what is said of them.

    ``called``: 1 for called an entry; ``price`` of asking, in millionths; how ``sure`` the answerer is, 0 to 2.
    """

    label: np.ndarray
    score: dict[str, np.ndarray]
    cost: np.ndarray
    called: np.ndarray
    price: np.ndarray
    sure: np.ndarray

    def in_order(self, model):
        """Return the same items, first to be reviewed first."""
        order = np.lexsort((self.cost, -self.score[model]))
        score = {name: score[order] for name, score in self.score.items()}
        parts = (part[order] for part in (self.cost, self.called, self.price, self.sure))
        return Asked(self.label[order], score, *parts)


def draw(rng, n, said):
    """Draw items of the population; who is sure of an answer is more often right."""
    latent, common, spread, *own = rng.standard_normal((3 + len(SKILL), n))
    label = (latent > PREVALENCE_CUT).astype(np.int64)
    score = {
        name: skill * label + 0.6 * common + 0.8 * noise
        for (name, skill), noise in zip(SKILL.items(), own, strict=True)
    }
    score["coarse"] = np.round(score["coarse"] / COARSE) * COARSE
    # Twentieths of a currency unit, and dearer where the score is high.
    cost = 50_000.0 * np.ceil(10 * np.exp(0.45 * spread + 0.2 * common))
    hits, alarms, price = ANSWERERS[said]
    called = (rng.random(n) < np.where(label == 1, hits, alarms)).astype(np.int64)
    sure = rng.binomial(2, np.where(called == label, 0.7, 0.4)).astype(float)
    return Asked(label, score, cost, called, np.ceil(price * MICRO * rng.uniform(0.5, 1.5, n)), sure)


def the_plan(setup, size, resamples, seed):
    """Return the plan of a project whose list has so many items."""
    money = None if setup.budget is None else Decimal(round(FIXED + MEAN_COST * size * setup.budget))
    return Plan(
        table="",
        columns=Columns(label="label"),
        positive=("yes",),
        models=(),
        prices=Prices(listed=True, stated=True, currency="EUR", fixed={"guidelines": Decimal(str(FIXED))}),
        values=None if setup.worth is None else Values({"yes": Decimal(str(setup.worth))}),
        budget=None if money is None else Budget(money),
        list_size=size if setup.lists else None,
        resamples=resamples,
        seed=seed,
        answerers=(Answerer("llm", "said", accept=setup.accept),),
        mixture=False,
    )


def planned(setup, plan, drawn):
    """Return what the package says, the plan that asks as shares of cells and answers, and how answers are told apart."""
    n = len(drawn.called)
    table = Items(
        ids=tuple(map(str, range(n))),
        classes=("no", "yes"),
        label=drawn.label,
        listed_cost=drawn.cost,
        answers=(Answers("llm", drawn.called, drawn.price, drawn.sure),),
    )
    names = list(drawn.score)[: setup.models]
    CHOSEN.clear()
    found = planning.Analysis(gather(plan, table, [ModelOutput(name, drawn.score[name]) for name in names]))
    [told] = found.screenings
    return found, told, CHOSEN.get("plan"), drawn.sure


def carried(ordered, setup, size, share, kept):
    """Return what reviewing these shares of items brings, others taken over: its objective, in these items."""
    found = ordered.label @ (share + kept)
    if setup.worth is None:
        return float(found)
    return float(setup.worth * (found - (1 - ordered.label) @ kept) - ordered.cost @ share / MICRO)


def true_gain(setup, size, ordered, told, made, cut):
    """Return by how much more the plan with the answerer brings in these items, scaled to the list."""
    n = len(ordered.called)
    place = (np.arange(n) + 0.5) / n * size
    stop = np.clip((told.without.items - place) * n / size + 0.5, 0.0, 1.0)
    without = carried(ordered, setup, size, stop, np.zeros(n))
    if not told.pays:
        return 0.0
    n_levels = made.kept.shape[1] // 2 - 1
    cell = np.clip(np.searchsorted(CHOSEN["ends"], place) - 1, 0, len(made.asked) - 1)
    outcome = levels(ordered.sure, n, cut) + np.where(ordered.called == 1, 0, n_levels)
    asked = made.asked[cell]
    share = made.shares[cell, np.where(asked, outcome, -1)]
    kept = (asked & made.kept[cell, outcome]) * 1.0
    with_it = carried(ordered, setup, size, share, kept)
    if setup.worth is not None:
        with_it -= float(ordered.price @ asked) / MICRO
    # What is paid once does not grow with the items.
    once = FIXED if setup.worth is not None else 0.0
    used = bool(made.reviewed or kept.any()) - bool(told.without.items)
    return (with_it - without) * size / n - once * used


def numbers(setup, projects, resamples):
    """Return value, ends, optimism and truth of the gain, shape (projects, 6); the last: items asked about."""
    size = setup.labelled * max(setup.lists, 1)
    population = draw(np.random.default_rng(0), POPULATION, setup.said)
    orders = {} if setup.lists else {name: population.in_order(name) for name in SKILL}
    rows = []
    for project in range(projects):
        rng = np.random.default_rng([project, setup.labelled, setup.lists, 5])
        drawn = draw(rng, setup.labelled, setup.said)
        plan = the_plan(setup, size, resamples, project)
        found, told, made, cut = planned(setup, plan, drawn)
        lead = found.lead.name
        ordered = draw(rng, size, setup.said).in_order(lead) if setup.lists else orders[lead]
        true = true_gain(setup, size, ordered, told, made, cut)
        gain = told.gain
        low, high = (gain.low, gain.high) if gain.known else (gain.value, gain.value)
        rows.append((gain.value, low, high, told.luck, true, told.with_it.asked))
    return np.array(rows)


def run(name, setup, projects, resamples):
    """Print one row."""
    start = time.process_time()
    value, low, high, optimism, true, asked = numbers(setup, projects, resamples).T
    asks, pays = asked > 0, (asked > 0) & (value > 0)
    under, over = true > high + 1e-9, true < low - 1e-9

    def share(of, among):
        return f"{100 * of[among].mean():.0f}" if among.any() else ""

    def mean(of, among):
        return f"{of[among].mean():.1f}" if among.any() else ""

    firm = pays & (low > 0)
    cells = [
        f"{100 * asks.mean():.0f}",
        mean(value, asks),
        mean(true, asks),
        f"{(value - true)[asks].std() / np.sqrt(max(asks.sum(), 1)):.1f}" if asks.any() else "",
        mean(optimism, asks),
        share(~(under | over), asks),
        share(under, asks),
        share(over, asks),
        f"{100 * pays.mean():.0f}",
        share(~(under | over), pays),
        f"{100 * (pays & (true <= 0)).mean():.0f}",
        f"{100 * firm.mean():.1f}",
        f"{100 * (firm & (true <= 0)).mean():.1f}",
    ]
    print(f"| {name} | " + " | ".join(cells) + f" | ({time.process_time() - start:.0f} s)", flush=True)


CHOSEN = {}


def noted(one, best=asking._Asking.best):
    """Note the plan that asks, which is not printed in full."""
    found = best(one)
    CHOSEN["plan"], CHOSEN["ends"] = found[0], one.cells.reading.draws.ends
    return found


COLUMNS = (
    *("asks %", "said", "true", "s.e.", "taken off", "held %", "above %", "below %"),
    *("pays %", "held of these %", "pays, and is not worth it %", "clear %", "clear, and is not worth it %"),
)


def main():
    """Print the rows of the table that are asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--projects", type=int, default=200)
    parser.add_argument("--resamples", type=int, default=200)
    parser.add_argument("--row", action="append", help="rows whose name contains this; else all")
    arguments = parser.parse_args()
    print("| setup | " + " | ".join(COLUMNS) + " |")
    asking._Asking.best = noted
    asking.known_answerer = lambda *_, **__: None  # touches no interval counted here
    for name, setup in SETUPS.items():
        if any(part in name for part in arguments.row or [""]):
            run(name, setup, arguments.projects, arguments.resamples)


if __name__ == "__main__":
    main()
