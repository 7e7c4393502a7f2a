"""How often the 95 % intervals contain the truth, in projects drawn from a population that is known.

Run ``python tests/simulations/coverage.py [--projects 2000] [--setup NAME]``: three setups take six CPU
minutes, ``--setup all`` takes 45. Every project is a labelled sample; its intervals come from the package, the
truth from lists that are sorted and added up here.

What an interval should contain. Without a list of the project's own: what the population's own path gives in
a project of the same make, as many items (or groups, each of average size), read from millions of items; it is
the number that estimates gather around as samples grow. With a list: what is found in a fresh list of N items
when its own top is reviewed, a number of another chance each time.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from budgetplan.domain.items import Items, ModelOutput
from budgetplan.domain.plan import Budget, Columns, Plan, Values
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.evidence import noise
from budgetplan.evidence.paths import gather
from budgetplan.intervals.estimates import estimate, paired
from budgetplan.metrics.resampling.paired import interval
from budgetplan.planning.filter.parts import part_tables

PREVALENCE_CUT = 1.0364333894937898  # a standard normal exceeds it with probability 0.15
WITHIN_GROUPS = 0.2  # variance of group effects: a fifth of the labels' (latent), added to the scores'
GROUP_SIZE = 12.5
SKILL = {"fine": 1.5, "coarse": 1.2}
COARSE = 0.5  # scores of the coarse model are rounded to halves: ties are many
WORTH, FIXED = 5.0, 20.0
MEAN_COST = 0.592  # of an item, about; the budget pays for a fifth of the list at this price
SHARES = (0.1, 0.2, 0.5)
NET_AT = 0.2
QUANTITIES = (
    *(f"entries found in the top {share:.0%}" for share in SHARES),
    *(f"CG({share * 10:.0f})" for share in SHARES),
    "entries within the budget",
    f"net value at {NET_AT:.0%}",
)
DIFFERENCE = "difference of the models at the budget"
TITLES = [(quantity, model) for model in SKILL for quantity in QUANTITIES] + [(DIFFERENCE, "both")]


@dataclass(frozen=True)
class Setup:
    """One kind of project: ``size`` items, or groups where ``grouped``.

    ``lists``: None where counts refer to the sample; else the list is so many times the sample, of ``fresh``
    groups or (not fresh) more items of the sample's own. ``as_is``: the truth is that of a list with the
    sample's number of items, not with its number of groups. ``even``: groups are all of one size.
    """

    size: int
    grouped: bool = False
    lists: int | None = None
    fresh: bool = True
    as_is: bool = False
    even: bool = False


SETUPS = {
    "a: 250 items": Setup(250),
    "a: 1,000 items": Setup(1000),
    "a: 2,000 items": Setup(2000),
    "b: 40 groups": Setup(40, grouped=True, as_is=True),
    "b: 80 groups": Setup(80, grouped=True, as_is=True),
    "b: 160 groups": Setup(160, grouped=True, as_is=True),
    "b: 320 groups": Setup(320, grouped=True, as_is=True),
    "b: 80 even groups": Setup(80, grouped=True, even=True, as_is=True),
    "c: 1,000 items, list of 5,000": Setup(1000, lists=5),
    "c: 2,000 items, list of 10,000": Setup(2000, lists=5),
    "c: 1,000 items, list of 1,000": Setup(1000, lists=1),
    "d: 160 groups, list of 800 new groups": Setup(160, grouped=True, lists=5),
    "d: 160 groups, list of 160 new groups": Setup(160, grouped=True, lists=1),
    "d: 160 groups, list of the same groups": Setup(160, grouped=True, lists=5, fresh=False),
}
FIRST = ("a: 1,000 items", "b: 80 groups", "c: 1,000 items, list of 5,000")


@dataclass(frozen=True)
class Drawn:
    """Items: labels, scores by model, costs in millionths, groups."""

    label: np.ndarray
    score: dict[str, np.ndarray]
    cost: np.ndarray
    group: np.ndarray | None

    def some(self, index):
        """Return the items at an index, their groups under the same numbers."""
        scores = {name: score[index] for name, score in self.score.items()}
        group = None if self.group is None else self.group[index]
        return Drawn(self.label[index], scores, self.cost[index], group)


def draw_items(rng, setup, times=1):
    """Draw ``times`` the setup's size from the population; groups are whole."""
    if setup.grouped:
        n_groups = setup.size * times
        sizes = (
            np.full(n_groups, round(GROUP_SIZE)) if setup.even else rng.geometric(1 / GROUP_SIZE, n_groups)
        )
        group = np.repeat(np.arange(n_groups), sizes)
    else:
        n_groups, group = 0, None
    return draw_within(rng, group, setup.size * times, rng.standard_normal((2, n_groups)))


def draw_within(rng, group, n, effects):
    """Draw items of given groups (n independent ones where None), ``effects`` on labels and on scores."""
    n = n if group is None else len(group)
    latent, common, price, *own = rng.standard_normal((3 + len(SKILL), n))
    if group is not None:
        on_label, on_score = np.sqrt(WITHIN_GROUPS) * effects[:, group]
        latent = on_label + np.sqrt(1 - WITHIN_GROUPS) * latent
        common = on_score / 0.6 + common
    label = (latent > PREVALENCE_CUT).astype(np.int64)
    scores = {
        name: skill * label + 0.6 * common + 0.8 * noise_
        for (name, skill), noise_ in zip(SKILL.items(), own, strict=True)
    }
    scores["coarse"] = np.round(scores["coarse"] / COARSE) * COARSE
    # Twentieths of a currency unit, and dearer where the score is high.
    cost = 50_000.0 * np.ceil(10 * np.exp(0.45 * price + 0.2 * common))
    return Drawn(label, scores, cost, group)


class Curve:
    """What a list yields from the top, by plain sorting; an item stands for ``size / n`` items."""

    def __init__(self, items, model, *, tied=True):
        order = np.lexsort((items.cost, -items.score[model]))
        keys = np.stack([items.score[model][order], items.cost[order]])
        # Tied items count as shared out evenly, or as they happen to come.
        last = np.append((keys[:, 1:] != keys[:, :-1]).any(axis=0) | (not tied), True)
        self.items = np.append(0, np.flatnonzero(last) + 1)
        self.found = np.append(0.0, np.cumsum(items.label[order])[last])
        self.cost = np.append(0.0, np.cumsum(items.cost[order])[last]) / MICRO

    def read(self, size, budget, *, whole=True):
        """Return the quantities, shape (8,)."""
        n = self.items[-1]
        scale = size / n
        found = np.interp(np.array(SHARES) * n, self.items, self.found) * scale
        within = np.interp((budget - FIXED) / scale, self.cost, self.items) * scale
        # 1e-6: costs are whole millionths, read through floats.
        within = np.floor(within + 1e-6) if whole else within
        bought = np.interp(within / scale, self.items, self.found) * scale
        at = NET_AT * n
        spent = FIXED + np.interp(at, self.items, self.cost) * scale
        net = WORTH * np.interp(at, self.items, self.found) * scale - spent
        return np.concatenate([found, found / (self.found[-1] * scale), [bought, net]])


def both(read_one):
    """Return all quantities of both models and the difference at the budget, shape (17,)."""
    fine, coarse = (read_one(model) for model in SKILL)
    return np.concatenate([fine, coarse, [fine[-2] - coarse[-2]]])


def the_plan(size, *, list_size=None, resamples=1000, seed=1):
    """Return the plan of a project whose budget pays for about a fifth of ``size`` items."""
    return Plan(
        table="",
        columns=Columns(label="label"),
        positive=("yes",),
        models=(),
        prices=Prices(listed=True, stated=True, fixed={"guidelines": Decimal(str(FIXED))}),
        values=Values(entry={"yes": Decimal(str(WORTH))}),
        budget=Budget(Decimal(round(FIXED + MEAN_COST * size / 5))),
        list_size=list_size,
        resamples=resamples,
        seed=seed,
    )


def intervals(plan, sample):
    """Return what the package says: estimate, low and high end of every quantity, shape (3, 17)."""
    n = len(sample.label)
    items = Items(
        ids=tuple(map(str, range(n))),
        classes=("no", "yes"),
        label=sample.label,
        group=sample.group,
        listed_cost=sample.cost,
    )
    evidence = gather(plan, items, [ModelOutput(name, score) for name, score in sample.score.items()])
    shares = np.arange(11) / 10
    drawn = noise.draw(evidence, evidence.models, shares, [plan.budget])
    tables = part_tables(evidence, drawn)
    by_model, within, replicates = [], [], []
    for name in SKILL:
        model, table = evidence.model(name), tables[name]
        tenths = [round(share * 10) - 1 for share in SHARES]
        within.append(float(model.path.read("positives", evidence.affordable(model, plan.budget))))
        replicates.append(drawn.found_within(model)[:, 0])
        net = float(evidence.net_values(model, np.array([NET_AT * evidence.list_items]))[0])
        by_model += [table.found[tenth] for tenth in tenths] + [table.cumulative[tenth] for tenth in tenths]
        by_model.append(estimate(within[-1], replicates[-1], drawn.widening))
        by_model.append(
            estimate(net, drawn.net(model)[:, np.flatnonzero(shares == NET_AT)[0]], drawn.widening)
        )
    by_model.append(paired(within[0] - within[1], replicates[0], replicates[1], drawn.widening))
    return np.array([(one.value, one.low, one.high) for one in by_model]).T


def expected_items(setup):
    """Return how many items a project of this make has on average."""
    per_group = round(GROUP_SIZE) if setup.even else GROUP_SIZE
    return round(setup.size * per_group) if setup.grouped else setup.size


def list_for(rng, setup, sample_rng):
    """Return a sample and a list for it that was drawn from the same population, or the same groups."""
    if setup.fresh:
        return draw_items(sample_rng, setup), draw_items(rng, setup, setup.lists)
    # Every item of the groups is as likely to be in the sample.
    sizes = (1 + setup.lists) * sample_rng.geometric(1 / GROUP_SIZE, setup.size)
    group = np.repeat(np.arange(setup.size), sizes)
    whole = draw_within(sample_rng, group, 0, sample_rng.standard_normal((2, setup.size)))
    chosen = sample_rng.permutation(len(group)) < len(group) / (1 + setup.lists)
    sample = whole.some(chosen)
    return replace(sample, group=np.unique(sample.group, return_inverse=True)[1]), whole.some(~chosen)


def simulate(setup, projects, resamples):
    """Return estimates, low ends, high ends and truths, shape (4, projects, 17)."""
    rng = np.random.default_rng([7, setup.size, setup.lists or 0, setup.grouped, setup.fresh])
    size = expected_items(setup)
    if setup.lists is None:
        huge = draw_items(rng, setup, max(1, 4_000_000 // size))
        curves = {model: Curve(huge, model) for model in SKILL}
    out = np.empty((4, projects, len(TITLES)))
    for project in range(projects):
        if setup.lists is None:
            sample = draw_items(rng, setup)
            refers_to = len(sample.label) if setup.as_is else size
            plan = the_plan(refers_to, resamples=resamples, seed=project)
            budget = float(plan.budget.amount)
            truth = both(lambda model, n=refers_to, b=budget: curves[model].read(n, b, whole=False))
        else:
            sample, fresh = list_for(rng, setup, rng)
            n_list = len(fresh.label)
            plan = the_plan(n_list, list_size=n_list, resamples=resamples, seed=project)
            budget = float(plan.budget.amount)
            truth = both(lambda model, f=fresh, n=n_list, b=budget: Curve(f, model, tied=False).read(n, b))
        out[:3, project] = intervals(plan, sample)
        out[3, project] = truth
    return out


def table(name, out):
    """Print coverage with its standard error, on which side it fails, and the bias of the estimates."""
    value, low, high, truth = out
    projects = len(value)
    under, over = (truth > high).mean(axis=0), (truth < low).mean(axis=0)
    covered = 1 - under - over
    error = np.sqrt(covered * (1 - covered) / projects)
    off = (value - truth).mean(axis=0) / (value - truth).std(axis=0)
    width = (high - low).mean(axis=0) / (2 * 1.959964 * (value - truth).std(axis=0))
    print(f"\n{name}; {projects:,} projects")
    print(f"{'':48}{'covered %':>10}{'s.e.':>6}{'too low %':>11}{'too high %':>11}{'bias/sd':>9}{'width':>7}")
    for at, (quantity, model) in enumerate(TITLES):
        print(
            f"{quantity:40}{model:8}{100 * covered[at]:10.1f}{100 * error[at]:6.1f}{100 * under[at]:11.1f}"
            f"{100 * over[at]:11.1f}{off[at]:9.2f}{width[at]:7.2f}"
        )


def naive(setup, sample, plan, n_list, resamples):
    """Resample by writing items out by index, sorting and adding up: replicates, shape (resamples, 17)."""
    rng = np.random.default_rng(99)
    budget, n, out = float(plan.budget.amount), len(sample.label), []
    members = [np.flatnonzero(sample.group == g) for g in range(setup.size)] if setup.grouped else None
    for _ in range(resamples):
        if members is None:
            index = rng.integers(0, n, n)
        else:
            index = np.concatenate([members[g] for g in rng.integers(0, setup.size, setup.size)])
        if n_list is not None:
            index = index[rng.integers(0, len(index), n_list)]
        again = sample.some(index)
        out.append(both(lambda model, a=again: Curve(a, model).read(len(a.label), budget)))
    return np.array(out)


def compare(name, setup, resamples=4000):
    """Print how far the package's intervals lie from naive ones, in Monte Carlo standard errors of an end."""
    rng = np.random.default_rng(5)
    sample = draw_items(rng, setup)
    n_list = None if setup.lists is None else len(sample.label) * setup.lists
    plan = the_plan(n_list or len(sample.label), list_size=n_list, resamples=resamples)
    ends = intervals(plan, sample)[1:]
    replicates = naive(setup, sample, plan, n_list, resamples)
    theirs = np.array(interval(replicates))
    # How far an end of ours is from being a 2.5 % point of theirs; between two steps of a count it is one.
    tail = np.array([[0.025], [0.975]])
    below = (replicates < ends[:, None] - 1e-9).mean(axis=1)
    up_to = (replicates <= ends[:, None] + 1e-9).mean(axis=1)
    apart = np.maximum(np.maximum(below - tail, tail - up_to), 0) / np.sqrt(2 * 0.025 * 0.975 / resamples)
    width = np.abs(ends - theirs).max(axis=0) / (theirs[1] - theirs[0])
    print(
        f"{name:40}at most {apart.max():.1f} standard errors, root mean square {np.sqrt((apart**2).mean()):.2f}; "
        f"{width.max():.1%} of the width"
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--projects", type=int, default=2000)
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument(
        "--setup", help="setups whose name contains this, or all; else the first of a, b and c"
    )
    options = parser.parse_args()
    part = "" if options.setup == "all" else options.setup
    names = FIRST if part is None else [name for name in SETUPS if part in name]
    if not names:
        parser.error(f"no setup is called {part}; there are: {'; '.join(SETUPS)}")
    print("Package against naive resampling, one project each")
    for name in names:
        if SETUPS[name].fresh and not SETUPS[name].as_is:
            compare(name, SETUPS[name])
    for name in names:
        start = time.process_time()
        table(name, simulate(SETUPS[name], options.projects, options.resamples))
        print(f"{time.process_time() - start:.0f} CPU seconds", flush=True)


if __name__ == "__main__":
    main()
