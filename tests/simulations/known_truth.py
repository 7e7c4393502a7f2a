"""How true what the core says is, in worlds drawn with known truth.

Run ``python tests/simulations/known_truth.py --worlds 300 --out FILE``: a world is a labelled random sample, one to six
models, and a list whose labels are known here alone. The core reads the list by its own draws: the best stop for a
worth, what 1, 3 and 10 % of the list's price buy, and the safer stop for 80 % of the entries; then the list is reviewed.
``--out`` takes each world's figures, one line of JSON each; ``--beside FILE`` runs a module of another engine (``ranked``,
``size_only``, ``by_worth``, ``by_target``) on the same worlds and marks where the core does worse.

Sums over worlds weigh each alike: entries count as shares of those to expect in the list, money as shares of what all
these are worth.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

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
    return Make(
        kind,
        labelled,
        listed,
        rate,
        skill,
        steps,
        by_label,
        bool(rng.random() < 0.3),
        group,
        within,
        weighted,
    )


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
    cost = (
        np.ones(make.listed) if even else np.round(np.exp(0.5 * rng.standard_normal(make.listed)), 2) + 0.01
    )
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
    """The list in order of review, stops by name, the items of the safer one (None: there is none), and CPU seconds."""

    order: np.ndarray
    stops: dict[str, Said]
    safer: int | None
    seconds: float


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
            return (
                self.paid[items] + self.more * self.at(self.found, items) <= money + _SLACK
            ).mean() >= 0.95

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
    start = time.process_time()
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
        drawn = core_draws.by_size(held, n, DRAWS, np.random.default_rng(seed))
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
    return Reading(order, said, safer, time.process_time() - start)


def in_order(world: World, weights: np.ndarray) -> np.ndarray:
    """Return the order in which a list is reviewed whose scores are seen only then."""
    score = world.listed.score
    whole = mixed(np.column_stack([places(one, one) for one in score.T]), weights)
    return np.lexsort((world.cost, -whole))


def other_reading(world: World, seed: int, other: ModuleType) -> Reading:
    """Return what another engine says."""
    start = time.process_time()
    sample, listed = world.sample, world.listed
    n, size = len(sample.label), len(listed.label)
    weight = np.ones(n) if world.weight is None else world.weight
    group = np.arange(n) if sample.group is None else sample.group
    held = other.Sample(sample.score, sample.label, weight, group, np.zeros(n, int))
    if world.size_only:
        drawn = other.size_only(held, size, DRAWS, seed)
        order = in_order(world, drawn.w)
    else:
        own = np.arange(size) if listed.group is None else listed.group
        drawn = other.ranked(
            held, other.List(listed.score, own, np.zeros(size, int), world.cost), DRAWS, seed
        )
        order = drawn.order
    free = other.by_worth(drawn, world.cost, world.worth - world.more)
    best = free.net[0] + free.luck
    safer = other.by_target(drawn, world.cost, TARGET)[1]
    rates, found = (np.cumsum(np.pad(each, ((0, 0), (1, 0))), axis=1) for each in (drawn.P, drawn.Y * 1.0))
    paid = np.concatenate([[0.0], np.cumsum(world.cost[order])])
    along = Along(np.arange(size + 1), rates, found, paid, world.more)

    def off(net):
        return free.luck * net / best if net > 0 < best else 0.0

    said = {FREE: along.said(free.items, world.worth, off)}
    for name, share in SHARES.items():
        said[name] = along.said(along.bought(share * float(world.cost.sum())), world.worth, off)
    return Reading(order, said, None if safer is None else safer.items, time.process_time() - start)


# ---- and what was true -------------------------------------------------------------------------------------------


def judged(world: World, reading: Reading) -> dict[str, float | None]:
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
    out: dict[str, float | None] = {"seconds": reading.seconds}
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
            out[f"luck {stop}"] = one.luck / all_worth
        out[f"{name} held"] = float(np.mean(held)) if held else None
        out[f"{name} width"] = float(np.mean(width)) if width else None
    for stop in begun:
        out[f"net before {stop}"] = out[f"net said {stop}"] + out[f"luck {stop}"]
    held = [one.net[1] - _SLACK <= net[one.items] <= one.net[2] + one.luck + _SLACK for one in begun.values()]
    out["net held below"] = float(np.mean(held)) if held else None
    for name in ("found", "net"):
        for what in ("said", "true", "before") if name == "net" else ("said", "true"):
            each = [out[f"{name} {what} {stop}"] for stop in SHARES if stop in begun]
            out[f"{name} {what} budgets"] = sum(each) if each else None
    every = [out[f"found true {stop}"] for stop in begun]
    out["found mean"] = float(np.mean(every)) if every else None
    if not world.more:
        out["spend held"] = None
    else:
        kept = [paid[reading.stops[n].items] <= s * world.cost.sum() + _SLACK for n, s in SHARES.items()]
        out["kept"] = float(np.mean(kept))
    out["lost"] = float(net.max() - net[reading.stops[FREE].items]) / all_worth
    out["best"] = float(net.max()) / all_worth
    out["items"] = float(reading.stops[FREE].items)
    out["given"] = float(reading.safer is not None)
    if reading.safer is not None and entries[-1]:
        out["reached"] = float(entries[reading.safer] >= TARGET * entries[-1] - _SLACK)
        out["safer share"] = reading.safer / len(label)
    return out


Figures = dict[str, float | None]


@dataclass(frozen=True)
class Column:
    """A mean in per cent, or a ratio of two means; ``worse``: what is less the better the figure."""

    title: str
    name: str
    over: str | None = None
    worse: Callable[[float], float] = np.negative

    def value(self, worlds: list[Figures]) -> tuple[float, np.ndarray]:
        """Return the figure, and what each world adds to its error, 0 where it says nothing."""
        top, below = (column_of(worlds, each) for each in (self.name, self.over))
        if self.over is None:
            below = np.where(np.isnan(top), np.nan, 1.0)
        known = ~(np.isnan(top) | np.isnan(below))
        if not known.any():
            return np.nan, np.zeros(len(worlds))
        ratio = top[known].mean() / below[known].mean()
        added = np.where(known, top - ratio * below, 0.0) / (below[known].mean() * known.sum())
        return float(ratio), added


def column_of(worlds: list[Figures], name: str | None) -> np.ndarray:
    return np.array([np.nan if (value := one.get(name or "")) is None else value for one in worlds])


def off_one(value):
    return abs(value - 1)


def itself(value):
    return value


OF_ENTRIES = (
    Column("found held", "found held"),
    Column("said / true, free stop", f"found said {FREE}", f"found true {FREE}", off_one),
    Column("budgets", "found said budgets", "found true budgets", off_one),
    Column("width", "found width", "found mean", itself),
    Column("safer stop given", "given"),
    Column("reached", "reached"),
    Column("its items", "safer share", None, itself),
    Column("spend held", "spend held"),
    Column("budget kept", "kept"),
)
OF_NET = (
    Column("net held", "net held"),
    Column("luck off the low end alone", "net held below"),
    Column("said / true, free stop", f"net said {FREE}", f"net true {FREE}", off_one),
    Column("before luck", f"net before {FREE}", f"net true {FREE}", off_one),
    Column("budgets", "net said budgets", "net true budgets", off_one),
    Column("before luck", "net before budgets", "net true budgets", off_one),
    Column("lost by the stop", "lost", "best", itself),
)


def table(columns: tuple[Column, ...], rows: dict[str, tuple[list[Figures], list[Figures] | None]]) -> str:
    """Return the table: a figure with its standard error; an asterisk where the core is worse by more than two."""
    head = ["worlds of this row", "worlds", *(column.title for column in columns)]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for name, (own, others) in rows.items():
        cells, beside = [name, f"{len(own)}"], ["… the other engine", ""]
        for column in columns:
            value, added = column.value(own)
            error, mark = np.sqrt((added**2).sum()), ""
            if others is not None:
                other, more = column.value(others)
                beside.append(cell(column, other, np.sqrt((more**2).sum())))
                apart = column.worse(value) - column.worse(other)
                mark = "*" if apart > 2 * np.sqrt(((added - more) ** 2).sum()) + _SLACK else ""
            cells.append(cell(column, value, error) + mark)
        lines.append("| " + " | ".join(cells) + " |")
        if others is not None:
            lines.append("| " + " | ".join(beside) + " |")
    return "\n".join(lines)


def cell(column: Column, value: float, error: float) -> str:
    if np.isnan(value):
        return ""
    if column.worse is off_one:
        return f"{value:.3f} ± {error:.3f}"
    return f"{100 * value:.1f} ± {100 * error:.1f}"


def module_at(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("other_engine", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--worlds", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first world")
    parser.add_argument("--kind", choices=ROWS, help="worlds made so alone")
    parser.add_argument("--out", type=Path, help="file for the figures of each world")
    parser.add_argument("--beside", type=Path, help="module of another engine")
    options = parser.parse_args()
    other = None if options.beside is None else module_at(options.beside)
    numbers = range(options.first, options.first + options.worlds)
    lines, of_row = [], {}
    for number in numbers:
        if options.kind not in {None, KINDS[number % len(KINDS)]}:
            continue
        world = draw_world(number)
        own = judged(world, core_reading(world, number))
        beside = None if other is None else judged(world, other_reading(world, number, other))
        about = {
            "number": number,
            "row": world.row,
            "n": len(world.sample.label),
            "entries": float(world.sample.label.sum()),
            "listed": world.make.listed,
            "rate": world.make.rate,
            "models": len(world.make.skill),
            "weighted": world.make.weighted,
            "more": world.more,
        }
        lines.append(json.dumps({**about, "core": own, "other": beside}))
        for name in [ROWS[world.row], *([DEARER] if world.more else [])]:
            of_row.setdefault(name, []).append((own, beside))
        if options.out is not None:
            options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    rows = {}
    for name in [*ROWS.values(), DEARER]:
        if name in of_row:
            own, beside = (list(each) for each in zip(*of_row[name], strict=True))
            rows[name] = (own, None if other is None else beside)
    for columns in (OF_ENTRIES, OF_NET):
        print(table(columns, rows) + "\n")
    every = [json.loads(line) for line in lines]
    for engine in ("core", "other") if other is not None else ("core",):
        print(
            f"{engine}: {np.median([one[engine]['seconds'] for one in every]):.2f} CPU seconds a world, median"
        )


if __name__ == "__main__":
    main()
