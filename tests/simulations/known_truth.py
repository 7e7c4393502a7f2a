"""How true what the core says is, in worlds drawn with known truth.

Run ``python tests/simulations/known_truth.py --worlds 300 --out FILE``: a world is a labelled random sample, one to six
models, and a list whose labels are known here alone. The core reads the list by its own draws: the best stop for a
worth, what 1, 3 and 10 % of the list's price buy, and the safer stop for 80 % of the entries; then the list is reviewed.
``--out`` takes each world's figures, one line of JSON each.

Sums over worlds weigh each alike: entries count as shares of those to expect in the list, money as shares of what all
these are worth.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.special import ndtri

from budgetplan.core import draws as core_draws
from budgetplan.core import stops
from budgetplan.core.curve import Labelled
from budgetplan.core.mixture import mix, mixed
from budgetplan.core.places import places

DRAWS = 999
SHARES = {"1 %": 0.01, "3 %": 0.03, "10 %": 0.1}
FREE, TARGET = "free", 0.8
FEW, MANY_GROUPS = 10, 10.0
"""Labelled entries, and effective groups, that rows are parted at."""
KINDS = (
    *("plain",) * 6,
    *("groups",) * 4,
    *("few groups", "few entries", "tied", "size only") * 2,
    *("other mix", "other rate"),
)
ROWS = {
    "plain": "plain",
    "groups": "ten effective groups or more",
    "few groups": "fewer effective groups",
    "few entries": "at most ten labelled entries",
    "tied": "few different scores",
    "size only": "only the size known",
    "other mix": "list unlike: other scores, as many entries at each",
    "other rate": "list unlike: twice or half the entries",
}
DEARER = "entries cost more to review (also above)"
_SLACK = 1e-9
Figures = dict[str, float | None]


# ---- worlds ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Make:
    """What a world is made of.

    ``steps``: what scores of each model are rounded to, 0: not. ``by_label``: scores differ by label; else they follow
    what the label is cut from, so that no score is sure. ``heavy``: noise with heavy tails. ``group``: mean size of a
    group, 0: none; ``within``: its share of the variance of what labels are cut from.
    """

    kind: str
    labelled: int
    listed: int
    rate: float
    skill: np.ndarray
    steps: np.ndarray
    by_label: bool
    heavy: bool
    group: float
    within: float
    weighted: bool


@dataclass(frozen=True)
class Drawn:
    """Items: scores (n, models), labels, codes of groups, and what a group or item has more of than others, (n,)."""

    score: np.ndarray
    label: np.ndarray
    group: np.ndarray | None
    inclined: np.ndarray

    def some(self, index: np.ndarray) -> Drawn:
        """Return the items at an index, groups numbered anew."""
        group = None if self.group is None else np.unique(self.group[index], return_inverse=True)[1].ravel()
        return Drawn(self.score[index], self.label[index], group, self.inclined[index])


@dataclass(frozen=True)
class World:
    """A sample with its weights, a list, prices of its items, what an entry costs more, and what one is worth."""

    make: Make
    sample: Drawn
    weight: np.ndarray | None
    listed: Drawn
    cost: np.ndarray
    more: float
    worth: float

    @property
    def size_only(self) -> bool:
        return self.make.kind == "size only"

    @property
    def row(self) -> str:
        """Of the table: lists unlike the sample first, then samples that say little, then what they are like."""
        if self.make.kind in {"other mix", "other rate"}:
            return self.make.kind
        if self.sample.label.sum() <= FEW:
            return "few entries"
        if self.make.kind in {"tied", "size only"}:
            return self.make.kind
        if self.sample.group is None:
            return "plain"
        size = np.bincount(self.sample.group)
        return "groups" if size.sum() ** 2 / (size**2).sum() >= MANY_GROUPS else "few groups"


def log_uniform(rng, low, high):
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def make_of(rng: np.random.Generator, kind: str) -> Make:
    """Draw what a world is made of; nothing that is drawn later has a say in it."""
    while True:
        labelled, rate = round(log_uniform(rng, 60, 1500)), log_uniform(rng, 0.005, 0.4)
        # A sample of this make holds more than ten entries, but for bad luck, or at most ten, but for good luck.
        if rate * labelled < 5 if kind == "few entries" else rate * labelled > 18:
            break
    listed, models = round(log_uniform(rng, 1000, 30_000)), int(rng.integers(1, 7))
    # Some models know next to nothing, some are worse than none.
    skill = rng.uniform(0.2, 2.5, models) * rng.choice([1.0, 0.1, -0.2], models, p=[0.8, 0.12, 0.08])
    steps = rng.choice([0.0, 0.25], models, p=[0.8, 0.2])
    if kind == "tied":
        steps = rng.choice([1.0, 1.5, 2.5], models)
    group = 0.0
    if kind == "groups" or (kind == "size only" and rng.random() < 0.3):
        group = log_uniform(rng, 2, max(labelled / 30, 2.5))
    elif kind == "few groups":
        group = labelled / float(rng.uniform(5, 16))
    by_label = bool(rng.random() < 0.5) or kind == "other rate"
    within = float(rng.uniform(0.05, 0.4))
    weighted = kind not in {"size only", "few groups"} and bool(rng.random() < 0.3)
    heavy = bool(rng.random() < 0.3)
    return Make(kind, labelled, listed, rate, skill, steps, by_label, heavy, group, within, weighted)


def draw_items(rng: np.random.Generator, make: Make, n: int, rate: float) -> Drawn:
    """Draw items of fresh groups."""
    group, models = None, len(make.skill)
    latent, common = rng.standard_normal((2, n))
    noise = rng.standard_t(3, (n, models)) / np.sqrt(3) if make.heavy else rng.standard_normal((n, models))
    inclined = common
    if make.group:
        size = rng.geometric(1 / make.group, 2 * n)
        group = np.repeat(np.arange(len(size)), size)[:n]
        on_label, on_score = rng.standard_normal((2, int(group.max()) + 1))
        latent = np.sqrt(make.within) * on_label[group] + np.sqrt(1 - make.within) * latent
        common = common + np.sqrt(make.within) / 0.6 * on_score[group]
        inclined = on_label[group] + on_score[group]
    label = (latent > ndtri(1 - rate)).astype(float)
    signal = label if make.by_label else latent
    score = make.skill * signal[:, None] + 0.6 * common[:, None] + 0.8 * noise
    step = np.where(make.steps > 0, make.steps, 1.0)
    return Drawn(np.where(make.steps > 0, np.round(score / step) * step, score), label, group, inclined)


def draw_world(number: int) -> World:
    """Draw one world; its number is its seed."""
    rng = np.random.default_rng([41, number])
    make = make_of(rng, KINDS[number % len(KINDS)])
    sample, weight = labelled(rng, make)
    rate = make.rate * (float(rng.choice([0.5, 2.0])) if make.kind == "other rate" else 1.0)
    listed = draw_items(rng, make, make.listed * (3 if make.kind == "other mix" else 1), min(rate, 0.6))
    if make.kind == "other mix":
        # Chosen by what the models see, and by nothing else: rates at each score stay as they are.
        seen = listed.score.mean(axis=1)
        keen = rng.choice([-1.0, 1.0]) * (seen - seen.mean()) / seen.std() + rng.standard_normal(len(seen))
        listed = listed.some(np.sort(np.argsort(-keen)[: make.listed]))
    even = make.kind == "size only" or rng.random() < 0.3
    cost = np.ones(make.listed) if even else np.round(np.exp(0.5 * rng.standard_normal(make.listed)), 2) + 0.01
    # At this rate of entries a review pays: from a list that pays as a whole to one that hardly does at its top.
    break_even = min(make.rate * log_uniform(rng, 0.6, 6), 0.7)
    more = float(rng.uniform(0.3, 1.5)) if rng.random() < 0.25 else 0.0
    return World(make, sample, weight, listed, cost, more, float(cost.mean()) / break_even + more)


def labelled(rng: np.random.Generator, make: Make) -> tuple[Drawn, np.ndarray | None]:
    """Draw a sample; weighted ones take three times as many of one half of the items, or groups, as of the other."""
    n = make.labelled
    pool = draw_items(rng, make, 4 * n if make.weighted else n, make.rate)
    if not make.weighted:
        return pool, None
    often = pool.inclined > 0
    unit = np.arange(len(often)) if pool.group is None else pool.group
    kept = np.flatnonzero(often | (rng.random(int(unit.max()) + 1) < 1 / 3)[unit])[:n]
    return pool.some(kept), np.where(often[kept], 1.0, 3.0)


# ---- what is said of them ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Said:
    """Of a stop: its items, what is said of entries, spend and net value: mean, low and high end each; luck taken off."""

    items: int
    found: list[float]
    spend: list[float]
    net: list[float]
    luck: float


@dataclass(frozen=True)
class Reading:
    """The list in order of review, stops by name, the items of the safer one (None: there is none)."""

    order: np.ndarray
    stops: dict[str, Said]
    safer: int | None


@dataclass(frozen=True)
class Along:
    """Running sums at stops ``ends`` (K + 1,): entries to expect and entries drawn, each (B, K + 1); the path's price."""

    ends: np.ndarray
    rates: np.ndarray
    found: np.ndarray
    paid: np.ndarray
    more: float

    def at(self, sums: np.ndarray, items: int) -> np.ndarray:
        """Return sums at a number of items, which may lie between two stops."""
        after = max(int(np.searchsorted(self.ends, items)), 1)
        low, high = self.ends[after - 1], self.ends[after]
        return sums[:, after - 1] + (items - low) / (high - low) * (sums[:, after] - sums[:, after - 1])

    def bought(self, money: float) -> int:
        """Return how many items money buys, surely in 95 % of the draws where an entry costs more."""
        most = int(np.searchsorted(self.paid, money + _SLACK, side="right")) - 1
        if not self.more:
            return most

        def kept(items):
            return (self.paid[items] + self.more * self.at(self.found, items) <= money + _SLACK).mean() >= 0.95

        low, high = 0, most
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if kept(middle) else (low, middle - 1)
        return low

    def said(self, items: int, worth: float, off: Callable[[float], float]) -> Said:
        """Return what is said of a stop, luck taken off its net value."""
        found, mean = self.at(self.found, items), float(self.at(self.rates, items).mean())
        low, high = stops.interval(found).tolist()
        told, gain = np.array([mean, low, high]), worth - self.more
        net, spend = gain * told - self.paid[items], self.paid[items] + self.more * told
        luck = off(float(net[0]))
        return Said(items, told.tolist(), spend.tolist(), (net - luck).tolist(), luck)


def core_reading(world: World, seed: int) -> Reading:
    """Return what the core says."""
    sample, listed = world.sample, world.listed
    weight = np.ones(len(sample.label)) if world.weight is None else world.weight
    reference, count = (sample, weight / weight.mean()) if world.size_only else (listed, None)

    def every_place(score):
        columns = [places(one, other, count) for one, other in zip(score.T, reference.score.T, strict=True)]
        return np.column_stack(columns)

    own, others = every_place(sample.score), every_place(reference.score)
    folds, (weights, *without) = mix(own, sample.label, weight, sample.group, seed)
    place = np.empty(len(sample.label))
    for fold, learnt in enumerate(without):
        out = folds == fold
        place[out] = places(mixed(own[out], learnt), mixed(others, learnt), count)
    held = Labelled(place, sample.label, world.weight, sample.group)
    if world.size_only:
        order, n = in_order(world, weights), world.make.listed
        drawn = core_draws.by_size(held, n, DRAWS, seed)
    else:
        whole = mixed(others, weights)
        order = np.lexsort((world.cost, -whole))
        at = places(whole, whole)[order]
        group = None if listed.group is None else listed.group[order]
        drawn = core_draws.of_list(held, at, np.ones(len(at)), DRAWS, seed, group=group)
    paid = np.concatenate([[0.0], np.cumsum(world.cost[order])])
    along = Along(drawn.ends.astype(int), drawn.rates, drawn.found, paid, world.more)
    net = (world.worth - world.more) * drawn.rates - paid[along.ends]
    owed = stops.luck(net)
    said = {FREE: along.said(int(along.ends[net.mean(axis=0).argmax()]), world.worth, owed.off)}
    for name, share in SHARES.items():
        said[name] = along.said(along.bought(share * float(world.cost.sum())), world.worth, owed.off)
    safer = stops.least(stops.held(drawn.found, TARGET, share=True), stops.SAFE)
    safer = None if safer is None else int(along.ends[safer])
    return Reading(order, said, safer)


def in_order(world: World, weights: np.ndarray) -> np.ndarray:
    """Return the order in which a list is reviewed whose scores are seen only then."""
    score = world.listed.score
    whole = mixed(np.column_stack([places(one, one) for one in score.T]), weights)
    return np.lexsort((world.cost, -whole))


# ---- and what was true -------------------------------------------------------------------------------------------


def judged(world: World, reading: Reading) -> Figures:
    """Return a world's figures: what was said, what was true, and what held."""
    label = world.listed.label[reading.order]
    entries = np.concatenate([[0.0], np.cumsum(label)])
    paid = np.concatenate([[0.0], np.cumsum(world.cost[reading.order])]) + world.more * entries
    net = world.worth * entries - paid
    # Of entries to expect, not of those that are there: a list that happens to hold few would count for many.
    expected = world.make.rate * len(label)
    all_worth = world.worth * expected
    # A stop at nothing says nothing that could be wrong.
    begun = {name: one for name, one in reading.stops.items() if one.items}
    out: Figures = {}
    for name, truth in (("found", entries), ("net", net), ("spend", paid)):
        scale = expected if name == "found" else all_worth
        held, width = [], []
        for stop, one in begun.items():
            mean, low, high = getattr(one, name)
            true = truth[one.items]
            held.append(low - _SLACK <= true <= high + _SLACK)
            width.append((high - low) / scale)
            out[f"{name} said {stop}"], out[f"{name} true {stop}"] = mean / scale, true / scale
            out[f"{name} low {stop}"], out[f"{name} high {stop}"] = low / scale, high / scale
        out[f"{name} held"], out[f"{name} width"] = mean_of(held), mean_of(width)
    out |= {f"net before {stop}": (one.net[0] + one.luck) / all_worth for stop, one in begun.items()}
    out["net held below"] = mean_of(
        [one.net[1] - _SLACK <= net[one.items] <= one.net[2] + one.luck + _SLACK for one in begun.values()]
    )
    for name in ("found said", "found true", "net said", "net true", "net before"):
        each = [out[f"{name} {stop}"] for stop in SHARES if stop in begun]
        out[f"{name} budgets"] = sum(each) if each else None
    out["found mean"] = mean_of([out[f"found true {stop}"] for stop in begun])
    if not world.more:
        out["spend held"] = None
    else:
        kept = [paid[reading.stops[n].items] <= s * world.cost.sum() + _SLACK for n, s in SHARES.items()]
        out["kept"] = float(np.mean(kept))
    out["lost"] = float(net.max() - net[reading.stops[FREE].items]) / all_worth
    out["best"] = float(net.max()) / all_worth
    out["given"] = float(reading.safer is not None)
    if reading.safer is not None and entries[-1]:
        out["reached"] = float(entries[reading.safer] >= TARGET * entries[-1] - _SLACK)
        out["safer share"] = reading.safer / len(label)
    return out


def mean_of(values: list[float]) -> float | None:
    return float(np.mean(values)) if values else None


@dataclass(frozen=True)
class Column:
    """A mean in per cent, or a ratio of two means, in per cent or not."""

    title: str
    name: str
    over: str | None = None
    per_cent: bool = True

    def cell(self, worlds: list[Figures]) -> str:
        """Return the figure and its standard error; empty where no world says anything."""
        top, below = (column_of(worlds, each) for each in (self.name, self.over))
        if self.over is None:
            below = np.where(np.isnan(top), np.nan, 1.0)
        known = ~(np.isnan(top) | np.isnan(below))
        if not known.any():
            return ""
        top, below = top[known], below[known]
        ratio = top.mean() / below.mean()
        error = np.sqrt((((top - ratio * below) / below.sum()) ** 2).sum())
        return f"{100 * ratio:.1f} ± {100 * error:.1f}" if self.per_cent else f"{ratio:.3f} ± {error:.3f}"


def column_of(worlds: list[Figures], name: str | None) -> np.ndarray:
    return np.array([np.nan if (value := one.get(name or "")) is None else value for one in worlds])


OF_ENTRIES = (
    Column("found held", "found held"),
    Column("said / true, free stop", f"found said {FREE}", f"found true {FREE}", per_cent=False),
    Column("budgets", "found said budgets", "found true budgets", per_cent=False),
    Column("width", "found width", "found mean"),
    Column("safer stop given", "given"),
    Column("reached", "reached"),
    Column("its items", "safer share"),
    Column("spend held", "spend held"),
    Column("budget kept", "kept"),
)
OF_NET = (
    Column("net held", "net held"),
    Column("luck off the low end alone", "net held below"),
    Column("said / true, free stop", f"net said {FREE}", f"net true {FREE}", per_cent=False),
    Column("before luck", f"net before {FREE}", f"net true {FREE}", per_cent=False),
    Column("budgets", "net said budgets", "net true budgets", per_cent=False),
    Column("before luck", "net before budgets", "net true budgets", per_cent=False),
    Column("lost by the stop", "lost", "best"),
)


def table(columns: tuple[Column, ...], rows: dict[str, list[Figures]]) -> str:
    """Return the table: a figure with its standard error."""
    head = ["worlds of this row", "worlds", *(column.title for column in columns)]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for name, worlds in rows.items():
        cells = [name, f"{len(worlds)}", *(column.cell(worlds) for column in columns)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--worlds", type=int, default=300)
    parser.add_argument("--out", type=Path, help="file for the figures of each world")
    options = parser.parse_args()
    lines, of_row = [], {}
    for number in range(options.worlds):
        world = draw_world(number)
        figures = judged(world, core_reading(world, number))
        lines.append(json.dumps({"number": number, "row": world.row, "more": world.more, "core": figures}))
        for name in [ROWS[world.row], *([DEARER] if world.more else [])]:
            of_row.setdefault(name, []).append(figures)
        if options.out is not None:
            options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    rows = {name: of_row[name] for name in [*ROWS.values(), DEARER] if name in of_row}
    for columns in (OF_ENTRIES, OF_NET):
        print(table(columns, rows) + "\n")


if __name__ == "__main__":
    main()
