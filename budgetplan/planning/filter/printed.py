"""What is printed of a stop: what it brings, less what the choice of it flatters itself by (METHODS F7).

A choice looks better on the labels that it was made on than it is. The whole choice is made again in every resample,
and what it gains there too much, on average, is taken off: of the recommended model and stop, of the model that would
be recommended alone, and of every other model as far as its stop was chosen. One figure stands for a stop everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from budgetplan.domain.decision import Alternative, Estimate
from budgetplan.evidence.noise import ReviewResamples, per_entry
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.evidence.rates import found_at
from budgetplan.intervals.estimates import less
from budgetplan.intervals.flattery import Flattery
from budgetplan.metrics.resampling.paired import interval
from budgetplan.metrics.resampling.widening import widened
from budgetplan.planning.filter import outlay, stop
from budgetplan.planning.filter.contest import Contest


@dataclass(frozen=True, eq=False)
class Printed:
    """Reads stops as they are printed.

    Attributes
    ----------
    noise
        Read at every stop that is asked for; None: nothing was resampled, and nothing is taken off.
    contest
        How the model was chosen; None: none was.
    items
        The recommended stop; 0: not to start.
    """

    evidence: Evidence
    noise: ReviewResamples | None
    contest: Contest | None
    items: int

    def at(self, model: Ranked, items: int) -> Alternative:
        """Return what the first ``items`` of a model's order bring."""
        evidence, noise = self.evidence, self.noise
        if noise is None:
            return stop.option(evidence, model, items, None, None)
        place = noise.place(items)
        net = noise.net_at(model, place) if evidence.plan.values is not None else None
        (found,) = found_at(noise, model, [items])
        ends = interval(widened(noise.positives(model)[:, place], noise.widening))
        room = stop.beyond(found, *map(float, ends))
        read = stop.option(evidence, model, items, found, net, room)
        if outlay.varies(evidence):
            low, high = interval(widened(noise.totals_at(model, place), noise.widening))
            read = replace(read, spend_low=float(low), spend_high=float(high))
        return self._honest(model, read)

    def found(self, model: Ranked, items: float) -> Estimate:
        """Return what the first ``items`` are expected to hold: between two stops that were read, in proportion."""
        if self.noise is None:
            return Estimate(float(model.path.read("positives", items)))
        at = self.noise.items
        after = int(np.clip(np.searchsorted(at, items), 1, len(at) - 1))
        ends = found_at(self.noise, model, at[after - 1 : after + 1])
        low, high = (
            self._less(model, float(stop), one)
            for stop, one in zip(at[after - 1 : after + 1], ends, strict=True)
        )
        part = float(np.clip((items - at[after - 1]) / (at[after] - at[after - 1]), 0.0, 1.0))
        mixed = (
            None if one is None or other is None else one + part * (other - one)
            for one, other in ((low.value, high.value), (low.low, high.low), (low.high, high.high))
        )
        value, *around = mixed
        assert value is not None
        return Estimate(value, *around)

    def _less(self, model: Ranked, items: float, found: Estimate) -> Estimate:
        """Return entries among the first ``items`` without what the choice flatters itself by."""
        off, raw = self.flattery(model, items), found.value
        plain, kept = self._mean(model, items) - off.found, self._told(model, items)[0]
        # Noise of the last digits is no difference; nobody finds fewer than none, or more than all of them.
        most = max(min(items, self.evidence.entries(model)), raw)
        kept = raw if abs(kept - raw) <= 1e-9 * max(raw, 1.0) else min(max(kept, 0.0), most)
        return less(found, kept, off.found + max(plain - kept, 0.0), 0.0)

    def _honest(self, model: Ranked, read: Alternative) -> Alternative:
        """Take off what the choice flatters itself by."""
        raw, in_all = read.found.value, self.evidence.entries(model)
        found = self._less(model, float(read.items), read.found)
        kept = found.value
        return replace(
            read,
            found=found,
            recall=found.value / in_all if in_all > 0 else None,
            cost_per_entry=per_entry(float(read.spend), found),
            net=self._net_less(model, read),
            found_worst=_shifted(read.found_worst, kept - raw, read.items),
            found_best=_shifted(read.found_best, kept - raw, read.items),
        )

    def _net_less(self, model: Ranked, read: Alternative) -> Estimate | None:
        if read.net is None:
            return None
        off, (_, kept) = self.flattery(model, read.items).net, self._told(model, read.items)
        return less(read.net, kept, off + max(read.net.value - off - kept, 0.0))

    def _told(self, model: Ranked, items: float) -> tuple[float, float]:
        """Return entries and net value of a stop, in line with the recommended one of the same model.

        Fewer items never find more. No stop is worth more than the one that is recommended for its net value: what it
        seems to be worth beyond that is chance, which choosing it would turn into flattery.
        """
        found, net = self._without_flattery(model, items)
        if self.contest is None or model is not self.contest.best.model or items == self.items:
            return found, net
        reached, best = self._without_flattery(model, self.items)
        kept, one = min(found, reached) if items < self.items else max(found, reached), self.worth
        net += one * (kept - found)
        if net > best and self._compared(model, items):
            # Where entries have several worths nobody knows which of them would be fewer.
            kept, net = kept - ((net - best) / one if one > 0 else 0.0), best
        return kept, net

    def _without_flattery(self, model: Ranked, items: float) -> tuple[float, float]:
        """Return entries and net value of a stop on average over the resamples, less what the choice flatters it by.

        Where every entry is worth the same, the net value is what these entries are worth less what is spent, as
        anybody can compute it again: in the resamples prices vary, too, with the items that are drawn.
        """
        off, common = self.flattery(model, items), self.evidence.common_worth
        found = self._mean(model, items) - off.found
        if common is None:
            return found, self._mean_net(model, items) - off.net
        spent = float(self.evidence.totals(model, np.array([float(items)]))[0]) if items else 0.0
        return found, common * found - spent

    @property
    def worth(self) -> float:
        """Return what one entry more is worth, at the printed spend; 0 where entries have several worths, or none."""
        common = self.evidence.common_worth
        if common is not None or self.evidence.own is None:
            return common or 0.0
        return stop.worth_of_one(self.evidence)

    def _compared(self, model: Ranked, items: float) -> bool:
        """Say whether the recommended stop was chosen among others, this one too, for its net value."""
        plan = self.evidence.plan
        if plan.values is None or plan.target is not None or not 0 < items < self.evidence.whole_items:
            return False
        return (
            items < self.items or plan.budget is None or items <= self.evidence.affordable(model, plan.budget)
        )

    def _mean_net(self, model: Ranked, items: float) -> float:
        """Return the net value of the first ``items``, on average over the resamples; 0 without worths."""
        assert self.noise is not None
        if self.evidence.plan.values is None:
            return 0.0
        return float(self.noise.net_at(model, self.noise.place(items)).mean())

    def _mean(self, model: Ranked, items: float) -> float:
        """Return the entries among the first ``items``, on average over the resamples."""
        assert self.noise is not None
        return float(self.noise.positives(model)[:, self.noise.place(items)].mean())

    def flattery(self, model: Ranked, items: float) -> Flattery:
        """Return what the choice flatters a stop of a model by."""
        result = self.contest
        if result is None:
            return Flattery()
        if model.name == result.best.name:
            return result.flattery if items == self.items else self._of_model(items)
        if model.name == result.single.name:
            return result.flattery_single
        again = next(one.again for one in result.entrants if one.name == model.name)
        return Flattery() if again is None else Flattery(float(again.found.mean()), float(again.net.mean()))

    def _of_model(self, items: float) -> Flattery:
        """Return what the choice of the model alone flatters a stop by that nobody chose."""
        assert self.contest is not None
        assert self.noise is not None
        chosen = self.contest.again
        if chosen is None:
            return Flattery()
        noise, place, at = self.noise, self.noise.place(items), np.array([float(items)])
        models = [one.model for one in self.contest.entrants]
        rows = np.arange(len(chosen))
        found = np.column_stack(
            [noise.positives(one)[:, place] - one.path.read("positives", at) for one in models]
        )
        gap = float(found[rows, chosen].mean())
        if self.evidence.plan.values is None:
            return Flattery(gap)
        net = np.column_stack(
            [noise.net_at(one, place) - self.evidence.net_values(one, at) for one in models]
        )
        return Flattery(gap, float(net[rows, chosen].mean()))


def _shifted(count: float | None, by: float, items: int) -> float | None:
    return None if count is None else min(max(count + by, 0.0), float(items))
