"""The whole computation for a ranked list: from evidence to a decision, and what stands beside it (METHODS F6, F7, M)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import compress, pairwise
from typing import Any, Literal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.path import TIE, affordable_items, best_stop, items_for_target, stops_by_entry_value
from budgetplan.core.places import put_back
from budgetplan.core.stops import HALF, POINTS, SAFE, interval, merged, spread, worth_of_everything
from budgetplan.domain.decision import (
    Alternative,
    Contender,
    Estimate,
    LabelsWorth,
    Recommendation,
    Rule,
    Step,
    StopChoice,
    WhyNot,
    WinnerInterval,
)
from budgetplan.domain.doubt import FEW, Doubt, DoubtKind
from budgetplan.domain.plan import MIXTURE, RANDOM, Budget, Target
from budgetplan.domain.prices import MICRO, exact, round_to
from budgetplan.domain.review import Band, Course
from budgetplan.domain.risk.ranges import Risk
from budgetplan.lists.evidence import Evidence, Ranked, alike, led_by, limit_of, list_rates
from budgetplan.lists.unseen import ALPHA, certified_entry, least_certified, most_in_next
from budgetplan.plans.compared import PlanDraws
from budgetplan.plans.ladder import HERE, Rung, ladder_of, leading
from budgetplan.plans.list_check import ListCheck, check_list, check_plan, labels_wanted
from budgetplan.plans.review_reading import (
    Comparator,
    DrawnOrder,
    ListPart,
    alone,
    best_single,
    by_itself,
    contenders,
    has_to_hold,
    on_the_curve,
    plain,
)
from budgetplan.plans.screening import ScreenedList, Screening, first_to_ask, screenings

DEARER = 1.1
"""By so much a review is dearer where it is asked what that would change."""
BETTER = 0.9
"""An order is better than chance that finds more than a random one in so many of the draws."""
LITTLE = 0.1
"""A random order that finds all but this share finds almost as much."""
LESS_AND_MORE = (Decimal("0.5"), Decimal("0.75"), Decimal("1.5"))
"""Multiples of the recommended amount in the table of options."""
EXAMPLES = (Decimal("0.5"), Decimal("0.8"), Decimal("0.95"))
"""Shares of all entries at which example stops are shown where nobody said what is wanted."""
MOST_POINTS = 400_000
"""Above this many (model, item) pairs budgets are compared at evenly spaced stops and the ends of tie groups."""
MOST_EXACT, NARROW = 1_000, 1_000
"""Up to so many intervals are told as they are; of more, those narrower than such a part of all budgets joined."""
HOUR_DIGITS = 2
"""Budgets in hours are told to a hundredth."""
ROUGH = 0.01
"""So much of a net value whole finds may be off."""
ALIKE = 200
"""Stops this part of the list apart are one."""
_EARLY = 0.4
"""Half of the entries come early where they are in less than this part of the list."""
_PARTS = (0.5, 0.75, 1.5)
"""Parts of the recommended money, or items where nothing has a price, that have names."""
_NEARLY = 0.02
"""Stops buy a little less than a part of the money; so little is not told."""
_NEAR = 0.99
"""A stop is the recommended one where it reviews so much of that."""
_ALIKE = 1.05
"""All of a review pays where some of it does, if the worths at which they begin to are no farther apart than so many times."""
_MOST_ROWS, _MOST_CHOICES = 12, 4
"""So many changes of the lead, and so many stops, have room in a table."""
_WIDTHS = (100, 50, 20, 10)
"""Parts of the budget of the last change: where the lead changes more often, narrower stretches cannot be seen."""


@dataclass(frozen=True)
class Certified:
    """How many labelled entries there are, the items that by these alone hold a target, and how many entries it takes at least.

    None: these guarantee no stop; no number of them does.
    """

    entries: int
    items: int | None
    least: int | None


class Analysis(DrawnOrder):
    """Which order, how far it is reviewed, how sure and why; what pages and records say of it is read from its draws.

    Parameters
    ----------
    before
        The evidence before an order is chosen.

    Attributes
    ----------
    stop, planned
        Where to stop before any refusal, 0 for not starting, None where the goal cannot be met; and 0 there, too.
    most
        The items that the budget pays for.
    check, refusal
        Whether the labelled items may speak for the list; why they cannot, empty where they can.
    silent
        Whether the labelled items say nothing of the list, so that no figure of it is shown.
    rule
        Why this order, or none.
    within_budget, unmet
        False where a target needs more than the budget that was given; whether nothing meets the goal, so that there is
        nothing to recommend.
    by_worth
        Whether a stop is recommended that was chosen by worth.
    risk
        What the plan may cost and how long it may take, where that was asked.
    """

    risk: Risk | None = None

    def __init__(self, before: Evidence) -> None:
        self.before, evidence = before, recommended(before)
        super().__init__(evidence, next(model for model in evidence.models if model.drawn is not None))
        plan, lead, goal = self.plan, self.lead, self.goal
        self.most = most = self.most_for(plan.budget)
        stop: int | None = _half(evidence) if goal == "open" else self.within(most)
        if plan.target is not None:
            stop = self.target(plan.target, HALF)
        elif plan.budget is not None and most == 0:
            stop = None
        self.stop, self.planned = stop, stop or 0
        check = check_plan(check_list(evidence), evidence, lead, self.planned)
        self.check = _check_order(check, self, self.planned)
        self.refusal = self.check.refusal
        self.silent = self.refusal in {"outside", "reviewed"}
        rule: Rule = "best_single" if len(evidence.single) > 1 else "only_model"
        rule = "not_starting" if not stop else "mixture" if evidence.mixture else rule
        self.rule: Rule = "impossible" if stop is None or self.refusal else rule
        self.within_budget = goal != "target" or self.planned <= most
        self.unmet = self.rule == "impossible" or not self.within_budget
        self.by_worth = self.rule not in {"impossible", "not_starting"} and goal == "net_value"

    @cached_property
    def reference(self) -> Budget:
        """The budget at which orders are compared: that of the plan, else what its target costs, else half of the list."""
        by_target = self.plan.target is not None
        if self.plan.budget is not None and not by_target:
            return self.plan.budget
        return _as_budget(
            self.evidence, self.lead, self.planned if by_target and self.planned else _half(self.evidence)
        )

    @cached_property
    def chosen(self) -> Alternative | None:
        """What to do; None: not to start, or nothing can be recommended."""
        starts = self.rule not in {"impossible", "not_starting"} and self.goal != "open"
        return self.at(self.planned) if starts else None

    @cached_property
    def _alone(self) -> list[Alternative]:
        """Where each order would stop by itself."""
        return [alone(self.evidence, model, self.reference) for model in self.evidence.models]

    @cached_property
    def contenders(self) -> tuple[Contender, ...]:
        """Each order at its own stop; none where nothing meets the goal."""
        return () if self.rule == "impossible" else contenders(self, self._alone, self.planned)

    @cached_property
    def single(self) -> str:
        """The single model that brings most; empty where the goal cannot be met."""
        if self.stop is None or not self.evidence.mixture:
            return "" if self.stop is None else self.lead.name
        # As they are compared beside the mixture, where they are.
        options = [contender.option for contender in self.contenders] or self._alone
        return best_single(self.evidence, [option for option in options if option.model != MIXTURE])

    @property
    def stop_luck(self) -> float | None:
        """What choosing the stop owes to luck, in currency units; it is taken off every net value of it that is printed.

        None where the stop is not chosen by worth.
        """
        return self.off(self.planned) if self.by_worth else None

    @property
    def shown(self) -> bool | None:
        """Whether labels show that reviewing pays: the net value is more than that luck; None where it was not chosen by worth."""
        return self.luck.shown(float(self.mean_net(np.array([float(self.planned)]))[0])) if self.by_worth else None

    @cached_property
    def worths(self) -> tuple[tuple[float, StopChoice], ...]:
        """The worth of an entry, half of it and twice as much, each with its best stop; none where entries have no single worth."""
        return switching_values(self.evidence, self.lead, self.planned, self.most) if self.by_worth else ()

    @property
    def by_f1(self) -> str:
        """The user's model that F1 would choose."""
        return max(sorted(model.name for model in self.evidence.single), key=lambda name: self.quality[name][0])

    @property
    def by_accuracy(self) -> str:
        """The user's model that accuracy would choose."""
        return max(sorted(model.name for model in self.evidence.single), key=lambda name: self.quality[name][1])

    @property
    def money_ends(self) -> bool:
        """Whether the budget, and not the worth of an entry, the target or the list, ends the review."""
        plan, at = self.plan, self.planned
        ends = plan.budget is not None and plan.target is None and at < self.evidence.whole_items
        return ends and (plan.values is None or (at > 0 and self.best() > self.most))

    @property
    def set_by(self) -> Literal["list", "target", "worth", "budget"]:
        """What ends the review."""
        if self.chosen is not None and self.chosen.items >= self.evidence.whole_items:
            return "list"
        if self.goal == "target":
            return "target"
        return "worth" if (self.valued and not self.money_ends) or self.plan.budget is None else "budget"

    @property
    def pays_no_more(self) -> bool:
        """Whether the worth ends the review, and the next tranche costs more than that, also as it is printed."""
        step, worth = self.next_step, self.evidence.common_worth
        if self.goal != "net_value" or self.money_ends or not (step and step.net and step.cost_per_entry):
            return False
        if step.net.value >= 0:
            return False
        printed = round_to(exact(step.cost_per_entry.value), self.prices.minor_digits)
        return worth is None or printed > worth

    @cached_property
    def next_step(self) -> Step | None:
        """What a tranche more brings."""
        return self.step(self.planned, self.planned + self.evidence.tranche)

    @cached_property
    def last_step(self) -> Step | None:
        """What the last tranche brings."""
        return self.step(self.planned - self.evidence.tranche, self.planned)

    @cached_property
    def whole(self) -> Alternative:
        """What reviewing the whole list comes to."""
        return self.at(self.evidence.whole_items)

    @cached_property
    def options(self) -> tuple[Alternative, ...]:
        """What half to twice the recommended amount buys, and a few items more that bring much.

        Example stops where nobody said what is wanted, or nothing is recommended: then none is hinted at.
        """
        evidence, lead, step = self.evidence, self.lead, self.next_step
        items = 0 if self.refusal else self.planned
        if self.goal == "open":
            reaches = [on_the_curve(lead, Target(share, "share")) for share in EXAMPLES]
            stops = [reach[0] for reach in reaches if reach is not None]
        elif not items:
            stops = [round(evidence.whole_items * share) for share in (0.1, 0.2, 0.4)]
        else:
            amount = _as_budget(evidence, lead, items)
            parts = [replace(amount, amount=amount.amount * part) for part in LESS_AND_MORE]
            stops = [items, *(evidence.affordable(lead, part) for part in parts)]
            stops += [items + step.soon] if step is not None and step.lumpy else []
        return tuple(self.at(stop) for stop in sorted(set(stops)) if stop > 0)

    @cached_property
    def _budgets(self) -> tuple[tuple[int, Budget], ...]:
        """The rungs of the ladder in per cent and as budgets; without one, of the least that pays for the stop; none without a stop."""
        base = self.reference if self.goal == "open" else None if self.goal == "target" else self.plan.budget
        if self.rule == "impossible" or not (base or self.planned):
            return ()
        if base is None:
            # Not what is spent: rounded, or where more is found than on average, that does not pay for it.
            (base,) = self.least(np.array([self.planned]))
        return ladder_of(base, self.prices.minor_digits)

    @cached_property
    def ladder(self) -> tuple[Rung[Alternative], ...]:
        """What each of 21 budgets buys; that at 100 % is the plan itself."""

        def rung(place: int, percent: int, budget: Budget) -> Rung[Alternative]:
            ahead = leading(self.winners, budget.amount) if len(self.evidence.single) > 1 else ()
            here = self.at(self.planned) if place == HERE else self.at(self.within(self.most_for(budget)), budget)
            return Rung(percent, budget, here, ahead)

        return tuple(rung(place, *rung_of) for place, rung_of in enumerate(self._budgets))

    @cached_property
    def winners(self) -> tuple[WinnerInterval, ...]:
        """Which single model brings most at which budget, by one measure of all, also where one of them is recommended."""
        evidence = self.evidence if self.evidence.mixture else alike(self.before, self.evidence)
        held, only = [budget.amount for _, budget in self._budgets], self.reference.covers == "annotation"
        return winners_by_budget(evidence, self.reference.unit, held, annotation_only=only)

    @cached_property
    def choices(self) -> tuple[StopChoice, ...]:
        """The stops on the hull of the path, each best for some worths of an entry, where nobody said one (METHODS F7).

        With annotator error the worth that counts is (1 - e) v + e H_wrong; here entries are taken as found.
        """
        if self.valued:
            return ()
        items = np.append(self.path.items[self.path.items < self.most], float(self.most))
        return _by_worth(self.evidence, self.lead, items, self.evidence.curve(self.lead, items))

    @cached_property
    def band(self) -> tuple[FloatArray, FloatArray, FloatArray] | None:
        """Items along the list, and the low and high ends of the entries found by then; None where nothing was drawn."""
        if not self.sure:
            return None
        ends, mean = self.draws.ends, self.draws.mean
        low, high = np.clip(interval(self.draws.found), 0.0, ends)
        return ends, np.minimum(low, mean), np.maximum(high, mean)

    @property
    def along(self) -> tuple[tuple[int, Estimate], ...]:
        """How many items of the recommended plan should have brought what by then."""
        checked = () if self.chosen is None else self.plan.work.checked_at(self.chosen.items)
        return tuple((items, self.at(items).found) for items in checked)

    @property
    def target_safe(self) -> int | None:
        """The items that hold the target in 95 % of the draws, None where not even all do."""
        return self.target(self.plan.target, SAFE) if self.plan.target is not None and self.sure else None

    @cached_property
    def certified(self) -> Certified | None:
        """What the labelled entries alone guarantee of a target that is a share, in 95 % of samples, whatever the curve is.

        None where the labelled items are no plain random sample of single items of the list, or nobody has read how many of
        the list stand above an entry: counted on the labelled items, they held the target in 84 % of samples.

        References
        ----------
        METHODS R2.
        """
        evidence, target = self.evidence, self.plan.target
        sample, scored = evidence.sample, evidence.scored
        unlike = sample.weight, sample.group, sample.drawn, sample.share, evidence.types, self.plan.reviewed
        random = scored is not None and self.sure and all(part is None for part in unlike)
        if not random or scored is None or target is None or target.unit != "share":
            return None
        entries, share = np.sort(-self.lead.place[sample.outcome > 0]), float(target.amount)
        # An order chosen among several by these labels is judged by them more kindly than by others.
        alpha = ALPHA / (1 if evidence.mixture else len(evidence.single))
        at = certified_entry(len(entries), share, alpha)
        items = None
        if at is not None:
            place, count = scored.stand(self.lead.name)
            items = math.ceil(float(count[-place <= entries[at - 1] + 1e-12].sum()) - 1e-9)
        return Certified(len(entries), items, least_certified(share, alpha))

    @property
    def stop_range(self) -> tuple[float, float] | None:
        """The interval of the best stop."""
        if self.goal != "net_value" or not self.single or not self.sure:
            return None
        low, high = interval(self.draws.ends[self.expected_within(self.most).argmax(axis=1)]).tolist()
        return min(low, self.planned), max(high, self.planned)

    @property
    def half_of_whole(self) -> Alternative | None:
        """What half of the money finds where the plan reads the whole list: then no order decides anything."""
        if self.chosen is None or not self.prices.stated or self.chosen.items < self.evidence.whole_items:
            return None
        halves = (option for option in self.options if self.part_of(option) == HALF and option.recall is not None)
        return next(halves, None)

    @property
    def more_may_pay(self) -> bool:
        """Whether some entry after the stop may cost no more than it is worth: in the next step, or in a later part.

        Also where no single worth is known. Where the money ends the review, what comes first after the stop may pay though a
        whole part does not.
        """
        chosen, step = self.chosen, self.next_step
        worth = None if self.plan.values is None else self.plan.values.common
        if worth is None or chosen is None or step is None or self.money_ends:
            return True
        later = [part.cost_per_entry for part in self.parts[self.lead.name] if part.start >= chosen.items]
        return any(per is not None and per.value <= worth for per in [step.cost_per_entry, *later])

    @property
    def dearer(self) -> tuple[int, float, float]:
        """Where to stop if the annotation of each item were a tenth dearer, what that finds and what it costs.

        By the goal: the best stop (0: none pays), what the budget buys, or what the same items cost. Fixed costs stay.
        """
        evidence, lead, path, budget = self.evidence, self.lead, self.path, self.plan.budget
        items, most = self.planned, evidence.whole_items
        if budget is not None:  # as many as ever where it counts no money
            measure, limit = limit_of(evidence.prices, lead.cost, budget)
            bought = affordable_items(path, limit / DEARER if measure == "cost" else limit, measure)
            most = min(self.kept(bought, budget, DEARER), most)

        def spend(items: FloatArray | float) -> FloatArray:
            return evidence.prices.total(path.read("cost", items) * DEARER, lead.cost) / MICRO

        if self.goal == "net_value":
            stops = evidence.stops(lead, evidence.whole_items).astype(np.float64)
            stops = stops[stops <= most]
            items = int(stops[best_stop(path.read("value", stops) - np.where(stops > 0, spend(stops), 0.0))])
        elif self.goal == "budget":
            items = most
        return items, float(path.read("positives", items)), float(spend(items))

    @property
    def rival(self) -> str:
        """The model that is named beside the recommended order: the best single one, else the next best; empty: none."""
        if self.single not in ("", self.lead.name):
            return self.single
        others = [contender for contender in self.contenders if contender.name != self.lead.name]
        gaps = {other.name: other.difference.value if other.difference is not None else 0.0 for other in others}
        return max(gaps, key=lambda name: (gaps[name], name), default="")

    @property
    def rivals(self) -> list[Contender]:
        """All other orders: first the one of that name, then by what they find alone."""
        others = [model for model in self.contenders if model.name != self.lead.name]
        gaps = {model.name: model.difference.opposite.value if model.difference else 0.0 for model in others}
        return sorted(others, key=lambda model: (model.name != self.rival, gaps[model.name], model.name))

    @cached_property
    def ahead(self) -> tuple[str, float]:
        """Which other order does best on these labels, by what models are compared by, and by how much; ("", 0.0): none does.

        In money, where it says what is gained or what the target costs; else in finds.
        """

        def better(contender: Contender) -> float:
            """By how much it is better than the recommended one."""
            if self.chosen is None or contender.difference is None or contender.name == self.lead.name:
                return 0.0
            if self.goal == "target":
                return float(self.chosen.spend - contender.option.spend)
            if self.chosen.net is not None and contender.option.net is not None:
                return contender.option.net.value - self.chosen.net.value
            return 0.0 if contender.alike else contender.difference.value

        best = max(self.contenders, key=better)
        return (best.name, better(best)) if better(best) > 0 else ("", 0.0)

    @property
    def why_unspent(self) -> Literal["", "ends", "little", "few", "worth"]:
        """Why money of the budget is left; empty where none is, or only how bills are rounded leaves it."""
        chosen, budget = self.chosen, self.plan.budget
        left = None if chosen is None else self.unspent(chosen)
        if not left or left < 0 or budget is None or chosen is None:
            return ""
        if chosen.items >= self.evidence.whole_items:
            return "ends"
        if self.evidence.affordable(self.lead, budget) <= chosen.items:
            # An item that costs no more than that is billed with more: in whole hundredths of an hour, say.
            here, following = self.evidence.curve(self.lead, chosen.items + np.arange(2.0)).tolist()
            return "little" if following - here > float(left) else ""
        if self.prices.extra_per_entry or self.goal != "net_value":
            return ""  # what is left is for more entries than are expected
        return "few" if self.money_ends else "worth"

    @property
    def holds(self) -> bool:
        """Whether a budget of money holds whatever the recommended stop costs in 95 % of the draws."""
        budget, chosen = self.plan.budget, self.chosen
        spend = chosen and chosen.spend_range
        if budget is None or budget.unit != "money" or chosen is None or not spend or spend.high is None:
            return False
        if chosen.judged is None:  # the rule by which a budget ends a review
            return self.kept(chosen.items, budget) == chosen.items
        most, at = spend.high, np.array([float(chosen.items)])
        if budget.covers == "annotation":
            most = float(interval(self.annotation(at, self.draws.at(at)))[1, 0]) / MICRO
        # A spend that may be more where types are passed over is cut to the budget.
        return most <= float(budget.amount) * (1 - 1e-9)

    @property
    def contingency(self) -> Decimal | None:
        """What the contingency in the recommended amount comes to; None where there is none."""
        if self.chosen is None or not self.prices.contingency:
            return None
        lines = self.prices.lines(self.evidence.bought(self.lead, self.chosen.items), self.lead.name)
        return next((line.amount for line in lines if line.key == "contingency"), None)

    @property
    def part_around(self) -> tuple[int, ListPart] | None:
        """The part of the list that the stop of a budget comes nearer to than to the one before, and its place from 1.

        What it holds and costs is told beside what the budget buys (Klubicka, Salton and Kelleher 2018 round to it). None
        where the stop is at its end.
        """
        if self.chosen is None:
            return None
        numbered = enumerate(self.parts[self.lead.name], start=1)
        return next(((place, part) for place, part in numbered if part.middle <= self.chosen.items < part.end), None)

    @property
    def labels(self) -> LabelsWorth | None:
        """What more labels are worth at most, beside the price of one (METHODS L); None where nothing could better them."""
        evidence, prices = self.evidence, self.prices
        by_worth = self.goal == "net_value" and self.rule != "impossible"
        if not by_worth or not self.sure or evidence.types is not None:
            return None
        price = None
        if prices.stated:
            first, whole = prices.total(np.array([0.0, evidence.random.path.alone.total("cost")])) / MICRO
            price = float(whole - first) / evidence.list_items
        # The stop itself may lie between two ends.
        here = float(self.mean_net(np.array([float(self.planned)]))[0])
        listed = evidence.list_items if evidence.basis == "list" else None
        everything = worth_of_everything(self.expected_within(self.most), here)
        labelled, _, _ = evidence.labels_behind(self.lead.name)
        return LabelsWorth("money", labelled, listed, price, everything)

    @cached_property
    def asking(self) -> tuple[tuple[Screening, ScreenedList | None], ...]:
        """What each answerer would change, and how that is carried out on the list."""
        return () if self.rule == "impossible" else screenings(self, self.planned)

    @property
    def screenings(self) -> tuple[Screening, ...]:
        """What each answerer would change."""
        return tuple(screening for screening, _ in self.asking)

    @property
    def answered_list(self) -> ScreenedList | None:
        """The list with an answerer whom asking pays, and who has answered some of it; None: nobody has."""
        answers = self.evidence.answers_of_list if self.evidence.scored is not None else ()
        if not any(answer.asked is None or answer.asked.any() for answer in answers):
            return None
        listed = first_to_ask(self.asking)[1]
        return listed if listed is not None and listed.answered else None

    @property
    def plan_draws(self) -> PlanDraws | None:
        """The plan in every draw."""
        return self.in_draws(self.planned) if self.sure and self.single else None

    # What pages say beside these results.

    def bought(self, model: Ranked, budget: Budget) -> Alternative:
        """Return what a budget buys along a perfect or a random order, by the rule of the recommended one, on average."""
        evidence, items = self.evidence, self.evidence.affordable(model, budget)
        if has_to_hold(evidence, budget):
            items = Comparator(evidence, replace(model, drawn=self.draws)).kept(items, budget)
        return plain(evidence, model, items)

    def comparators(self) -> tuple[Alternative, ...]:
        """Return what a perfect and a random order find for the same money, or within the same items where that is no goal."""
        orders = self.evidence.perfect, self.evidence.random
        if self.goal in ("open", "budget"):
            return tuple(self.bought(model, self.reference) for model in orders)
        items = self.evidence.whole_items if self.chosen is None else self.chosen.items
        return tuple(plain(self.evidence, model, items) for model in orders)

    @cached_property
    def without_model(self) -> Alternative | None:
        """What people find in any order for the budget, or in the whole list, where that is better than an order that costs.

        By net value, else by entries, and of equal ones by what is spent; None: it is not better, or there is a target.
        """
        evidence, order, budget = self.evidence, self.evidence.random, self.plan.budget
        if not self.lead.cost or self.refusal or self.goal not in ("budget", "net_value"):
            return None
        other = plain(evidence, order, evidence.whole_items) if budget is None else self.bought(order, budget)

        def worth(option: Alternative) -> tuple[float, float]:
            net = option.found if option.net is None else option.net
            return round(net.value, 6), -float(option.spend)

        # Both before luck, which is taken off what is recommended.
        here = (0.0, 0.0) if self.chosen is None else worth(plain(evidence, self.lead, self.chosen.items))
        return other if worth(other) > here else None

    @cached_property
    def random_instead(self) -> Contender | None:
        """What a random order finds for the same money where that is not surely a tenth less, and entries are types.

        (Of items it finds its share; how many types it meets, nobody sees.) None: surely less, or an order that costs is worse.
        """
        chosen, evidence = self.chosen, self.evidence
        if self.draws.at_random is None or chosen is None or self.without_model is not None:
            return None
        items, more = _over_random(self, self.lead, chosen.items)
        value = float(more.mean())
        # As the models beside it, by as much more as a list differs from the sample.
        wider = np.sqrt(1 + len(evidence.sample.outcome) / evidence.list_items) * evidence.worth.widening
        fewer = self.estimate(-value, (value - more) * wider - value)
        option = plain(evidence, evidence.random, items, Estimate(chosen.found.value - value))
        other = Contender(RANDOM, option, fewer, 0.0, 0.0, chosen.found.value)
        return other if other.open or other.alike or value < LITTLE * chosen.found.value else None

    @cached_property
    def single_instead(self) -> Alternative | None:
        """What the best single model finds for a budget that does not pay for the mixture; None: it pays for none either."""
        evidence, budget = self.evidence, self.plan.budget
        if self.rule != "impossible" or self.refusal or self.goal == "target" or budget is None:
            return None
        options = [option for model in evidence.single if (option := alone(evidence, model, budget)).items > 0]
        best = best_single(evidence, options) if options else ""
        return next((option for option in options if option.model == best), None)

    def part_of(self, option: Alternative) -> float | None:
        """Return which part of the recommended money, or of the items without prices, an option is; None: of no name."""
        if self.chosen is None:
            return None
        times = float(option.spend / self.chosen.spend) if self.chosen.spend else option.items / self.chosen.items
        return next((part for part in _PARTS if abs(times / part - 1) < _NEARLY), None)

    def ends_soon(self, option: Alternative) -> bool:
        """Return whether an option adds to the stop just the few items that bring most of the next step's entries."""
        step = self.next_step
        return step is not None and step.lumpy and option.items == self.planned + step.soon

    def left(self, stop: Alternative) -> float:
        """Return how many items of the list nobody reads."""
        return self.evidence.list_items - stop.items

    def without_checks(self, options: Sequence[Alternative]) -> list[Alternative]:
        """Return options at the cost of their own items: of a whole list no random ones are left to be drawn as a check."""
        alone = replace(self.lead, walk=lambda: self.path.alone)
        return [replace(option, spend=self.evidence.spend(alone, option.items)) for option in options]

    def spend_to(self, items: float) -> Decimal:
        """Return what reviewing so many items costs."""
        return self.evidence.spend(self.lead, round(items))

    def unspent(self, chosen: Alternative) -> Decimal | None:
        """Return what a budget of money that pays for everything leaves beside a stop; None of other budgets."""
        budget = self.plan.budget
        whole = budget is not None and budget.unit == "money" and budget.covers == "everything"
        return budget.amount - chosen.spend if budget is not None and whole else None

    def lost_to_errors(self, chosen: Alternative) -> tuple[float, Decimal] | None:
        """Return how many of what is found people reject by mistake, and how often they do, where that is one rate for all.

        None where nothing is said of errors, or they differ by class.
        """
        plan = self.plan
        if plan.values is None or not plan.values.error or chosen.net is None:
            return None
        rate, *others = {plan.values.error_of(name) for name in plan.positive}
        return None if others else (chosen.found.value * float(rate), rate)

    def finds_of_net(self, chosen: Alternative) -> float | None:
        """Return what is found where as many in whole numbers, at their worth, would give another net value; None: they do not."""
        values = self.plan.values
        worth = None if values is None or any(values.left_out.values()) else values.common
        if worth is None or chosen.net is None:
            return None
        found = chosen.found.value
        off = abs(math.floor(found + 0.5) - found) * worth
        return found if off > ROUGH * abs(chosen.net.value) else None

    def wanted(self, target: Target) -> float:
        """Return a target as a number of entries: of a share what its stop finds, without a stop so much of all in the list."""
        if target.unit != "share":
            return float(target.amount)
        every = self.evidence.n_positives
        return float(target.amount) * every if self.chosen is None else self.chosen.found.value

    def target_worst(self) -> int | None:
        """Return how many items hold what the stop of a target does if equal scores fall worst; None where that is no matter."""
        reach = items_for_target(self.path, float(self.path.read("positives", self.planned)))
        return None if reach is None or reach.worst_items <= self.planned else reach.worst_items

    def half_found(self) -> int | None:
        """Return within how many items half of the entries are, on the line that is drawn; None where these are many."""
        half = on_the_curve(self.lead, Target(Decimal("0.5"), "share"))
        return None if half is None or half[0] > _EARLY * self.evidence.whole_items else half[0]

    def found_in_budget(self) -> float:
        """Return how many entries are expected of all items that the budget pays for."""
        return float(self.path.read("positives", self.most))

    def least_loss(self) -> tuple[int, float] | None:
        """Return the stop that loses least where none within the budget pays, and what it loses; None without any stop."""
        stops = self.evidence.stops(self.lead, self.most)[1:]
        net = self.mean_net(stops.astype(np.float64))
        # A weighted list may be one of less than one item.
        return (int(stops[net.argmax()]), float(-net.max())) if len(stops) else None

    def pays_beyond(self) -> int:
        """Return the first stop that is worth more than it costs where all of these are beyond the budget; 0: none is."""
        stops = self.evidence.stops(self.lead, self.evidence.whole_items)
        paying = stops[self.mean_net(stops.astype(np.float64)) > TIE * max(1.0, float(self.whole.spend))]
        return int(paying.min(initial=self.evidence.whole_items)) if len(paying) else 0

    def unchecked(self) -> Alternative | None:
        """Return the stop that would pay if no random items were judged beside it; None: none would, or there is no check."""
        option = alone(self.evidence, replace(self.lead, walk=lambda: self.path.alone), self.reference)
        return option if option.items and self.path.checks is not None else None

    def check_at(self, items: int) -> tuple[float, float]:
        """Return how many items are judged as a check if so many are reviewed, and what that costs in currency units."""
        cost, judged = (float(self.path.beside(name, [float(items)])[0]) for name in ("cost", "judged"))
        return judged, cost * float(self.prices.per_direct) / MICRO

    def question(self) -> tuple[StopChoice, StopChoice] | None:
        """Return two stops that worths of an entry tell apart: about a quarter of those that are best for some lie beyond each."""
        choices = [choice for choice in self.choices if choice.items > 0]
        if len(choices) < 2:
            return None
        few, many = choices[len(choices) // 4], choices[-(len(choices) // 4) - 1]
        return (choices[0], choices[-1]) if few is many or few.high is None else (few, many)

    def pays_from(self, items: int) -> tuple[str, StopChoice, StopChoice] | None:
        """Return from which worth of an entry on a stop is best, and from which one any is: how both lie, and the two.

        None where no stop is best for any worth; "none" where one so far down the list never is; "more" where only stops
        beyond it are; "alike" where both worths are about the same.
        """
        stops = [choice for choice in self.choices if choice.items > 0]
        near = [choice for choice in stops if choice.items >= _NEAR * items]
        if not near:
            return ("none", stops[0], stops[0]) if stops else None
        # What is paid once is borne by more entries where more is reviewed: the plan itself pays later, or never best.
        priced = self.prices.stated
        alike = "alike" if priced and near[0].low <= _ALIKE * stops[0].low else ""
        return "more" if priced and _NEAR * stops[0].items > items else alike, stops[0], near[0]

    def choices_shown(self) -> set[int]:
        """Return which stops have room in a table: of each quarter of the way the one that is best for the widest range of worths.

        Also those whose worths page 1 names; none whose worths are printed as one and the same.
        """
        choices, steps, chosen = self.choices, dict[int, tuple[float, int]](), self.chosen
        first, most = choices[0].items, choices[-1].items
        smallest = 10.0 ** -(self.prices.minor_digits + 2)
        pays = None if chosen is None else self.pays_from(chosen.items)
        stops = {choice.items for choice in (pays[1:] if pays else self.question() or ())}
        shown = set[int]()
        for place, choice in enumerate(choices):  # stops, not items
            if choice.high is not None and choice.high - choice.low < smallest:
                continue
            wide = math.inf if choice.high is None or not choice.low else choice.high / choice.low
            few = len(choices) <= _MOST_CHOICES
            step = place if few else (choice.items - first) * _MOST_CHOICES // (most - first + 1)
            steps[step] = max(steps.get(step, (0.0, 0)), (wide, place))
            shown |= {place} if choice.items in stops else set()
        return shown | {place for _, place in steps.values()}

    @property
    def tells_choices(self) -> bool:
        """Whether the page has all of stops by worth: not where a target sets the stop; of three or fewer page 1 says all."""
        return self.goal != "target" and (self.silent or len(self.choices_shown()) > 3)

    def closer_than_coins(self) -> bool:
        """Return whether a stop that is shown is best for worths of an entry that lie closer than the smallest coin."""
        shown = [self.choices[place] for place in self.choices_shown()]
        coin = 10.0**-self.prices.minor_digits
        return any(option.high is not None and option.high - option.low < coin for option in shown)

    def stop_in_parts(self) -> float | None:
        """Return where the stop lies among the equal parts of the list, each as long as one and the first one at 0."""
        if self.chosen is None or self.chosen.items >= self.evidence.whole_items:
            return None
        return self.chosen.items / self.evidence.whole_items * self.plan.parts - 0.5

    def same_stop(self, items: int) -> bool:
        """Return whether another stop is no farther from the planned one than can be told in print."""
        return abs(items - self.planned) <= max(1.0, self.evidence.list_items / ALIKE)

    def curve(self, model: Ranked) -> tuple[FloatArray, FloatArray, FloatArray | None, FloatArray | None]:
        """Return what a figure draws of an order, at no more stops than can be seen in print, shape (n,) each.

        Items, entries found by then, and the band of the recommended order: None where there is none.
        """
        items, low, high = _thinned(model.path.items), None, None
        if model is self.evidence.perfect:
            items = np.unique([0.0, model.path.total("positives"), model.path.n_items])
        elif model is self.lead and self.band is not None:
            items = np.unique(np.concatenate([self.band[0], items]))
            low, high = (np.interp(items, self.band[0], end) for end in self.band[1:])
        return items, model.path.read("positives", items), low, high

    def costs_along(self) -> list[tuple[float, float]]:
        """Return items and what they cost in all; the costs begin with what is paid once anything is reviewed, checks too."""
        path, stops = self.path, _thinned(self.path.items)
        cost = path.read("cost", stops)
        if path.checks is not None:
            cost[0] = path.read("cost", 1e-9)
        total = self.prices.total(cost, self.lead.cost) / MICRO
        return list(zip(stops.tolist(), total.tolist(), strict=True))

    def judged(self) -> tuple[int, int]:
        """Return how many items of the recommended stop are judged, as they are billed, and how many are passed over."""
        if self.chosen is None:
            return 0, 0
        judged = int(self.path.judged(self.chosen.items) + 0.5)
        return judged, 0 if self.chosen.judged is None else self.chosen.items - judged

    def type_counts(self) -> dict[str, float]:
        """Return the tokens of the types found, the items judged, and those passed over (of types confirmed before)."""
        names = [name for name in ("tokens", "judged") if self.chosen is not None and name in self.path.sums]
        counts = {name: float(self.path.alone.read(name, self.planned)) for name in names}
        return counts | ({"spare": self.planned - counts["judged"]} if "judged" in counts else {})

    def rows_to_review(self) -> list[tuple[str, float]] | None:
        """Return ids and scores of the items to review, the first one first; None where there is no such list."""
        chosen, scored = self.chosen, self.evidence.scored
        if chosen is None or scored is None or chosen.model not in scored.rankings:
            return None
        order = scored.rankings[chosen.model].order
        # A row may stand for several items; the last one reviewed may stand for some that are not.
        passed = np.cumsum(scored.weight[order])
        first = order[: int(np.searchsorted(passed, chosen.items * (1 - 1e-12), side="left")) + 1]
        scores = scored.scores[chosen.model][1][first]
        return [(scored.ids[row], score) for row, score in zip(first.tolist(), scores.tolist(), strict=True)]

    def labels_for_list(self) -> int:
        """Return how many labels let a list be judged that these do not (METHODS F9)."""
        if self.refusal == "reviewed":
            return labels_wanted(self.evidence, self.check.top[1])
        return labels_wanted(self.evidence, planned=self.planned)


def recommended(evidence: Evidence) -> Evidence:
    """Return evidence with the draws of the order that is recommended: all models mixed, else the best single one.

    References
    ----------
    METHODS M.
    """
    names = [model.name for model in evidence.models]
    if evidence.mixture or len(names) == 1:
        return led_by(evidence, MIXTURE if evidence.mixture else names[0])
    # Without scores of the list orders are compared by their labelled entries, else by their curves.
    first = evidence if evidence.scored is None else led_by(evidence, names[0])
    reference = evidence.plan.budget or _as_budget(first, first.models[0], _half(first))
    return led_by(evidence, best_single(first, [alone(first, model, reference) for model in first.models]))


def _half(evidence: Evidence) -> int:
    """Return half of the list: where orders are compared if nobody said what is wanted."""
    return max(int(evidence.whole_items / 2), 1)


def _as_budget(evidence: Evidence, lead: Ranked, items: int) -> Budget:
    """Return what so many items cost, as a budget."""
    return Budget(evidence.cost(lead, items), "money" if evidence.prices.stated else "items")


def _over_random(reading: DrawnOrder, lead: Ranked, items: int) -> tuple[int, FloatArray]:
    """Return how many items of a random order cost as much as the first ``items``, and how many more entries these hold.

    Shape (B,): in each draw. ``lead``: the order as it is paid for. Where entries are types, a random order passes over
    fewer items.
    """
    evidence, draws = reading.evidence, reading.draws
    if draws.at_random is None:
        finds = draws.at(np.array([items, float(evidence.whole_items)]), draws.rates)
        return items, finds[:, 0] - finds[:, 1] * (items / evidence.whole_items)
    beside = evidence.affordable(evidence.random, _as_budget(evidence, lead, items))
    here, there = (
        draws.at(np.array([float(n)]), rows) for n, rows in ((items, draws.rates), (beside, draws.at_random))
    )
    return beside, (here - there)[:, 0]


def _check_order(check: ListCheck, reading: DrawnOrder, items: int) -> ListCheck:
    """Add that the first items do not show to hold more entries than as many random ones.

    Nothing where all are reviewed, or all labels are alike.

    References
    ----------
    METHODS F8.
    """
    if check.refusal or not reading.sure or not 0 < items < reading.evidence.whole_items:
        return check
    # What the model costs says nothing of its order: where that is too much, page 1 says so.
    _, more = _over_random(reading, replace(reading.lead, cost=Decimal(0)), items)
    # An order in which all stand alike is a random one.
    better, worse = ((sign * more > 1e-9).mean() >= BETTER for sign in (1, -1))
    return check if better else replace(check, refusal="chance", worse=bool(worse))


def stops_named(analysis: Analysis, *, choices: bool = True) -> dict[str, set[int]]:
    """Return by model the stops of which something is printed: there a counted list is looked at more closely.

    ``choices``: also those that other worths choose; looked at, each moves to the next item, and so on.
    """
    evidence, lead = analysis.evidence, analysis.lead.name
    stops = {name: {round(part.end) for part in parts} for name, parts in analysis.parts.items()}
    options = [*analysis.options, analysis.whole, *(rung.option for rung in analysis.ladder)]
    options += [contender.option for contender in analysis.contenders]
    options += [analysis.chosen] if analysis.chosen is not None else []
    for option in options:
        stops[option.model].add(option.items)
    near = np.clip(analysis.planned + np.arange(-1, 2) * evidence.tranche, 0, evidence.whole_items)
    # The score of the first item is printed, too.
    stops[lead] |= {1, *near.tolist(), *(choice.items for choice in analysis.choices if choices)}
    return stops


def spent(evidence: Evidence, model: Ranked, items: IntArray, axis: str, *, annotation_only: bool = False) -> IntArray:
    """Return the least printable budget that pays for ``items``, in units of its last digit, same shape.

    Money is the exact or the printed total, of everything or of annotation alone, whichever is more, in 95 % of the draws
    where entries cost more; hours are rounded up, items are those that are judged.
    """
    if axis == "items":
        return np.asarray(evidence.bought(model, items).items)
    if axis == "hours":
        hours = model.path.read("seconds", items) / 3600 * 10**HOUR_DIGITS
        return np.asarray(np.ceil(hours * (1 - 1e-12) - 1e-9), dtype=np.int64)
    if evidence.extra_micros:
        return by_itself(evidence, model).surely_least(items, annotation_only=annotation_only)
    return evidence.least_budgets(model, items, annotation_only=annotation_only)


def winners_by_budget(
    evidence: Evidence, axis: str, held: Sequence[Decimal] = (), *, annotation_only: bool = False
) -> tuple[WinnerInterval, ...]:
    """Return which single models bring most from which budget to which, exact at item level.

    Very long lists: to their 100,000th part.

    Objective: net value of the best plan within the budget where entries have a worth, else entries found.
    Where the lead changes more than 1,000 times, changes within a thousandth of what the whole list costs are told
    together, with how many they are.

    Parameters
    ----------
    axis
        ``money``, ``hours`` or ``items``: what a budget is counted in.
    held
        Other budgets of which the report speaks: who leads there is told of them alone.
    annotation_only
        Whether budgets of money cover annotation alone.
    """
    models, whole, plan = evidence.single, evidence.whole_items, evidence.plan
    # A model that is alone leads throughout.
    n_points = min(whole + 1, MOST_POINTS // len(models)) if len(models) > 1 else 1
    evenly = np.round(np.linspace(0, whole, n_points)).astype(np.int64)
    stops = merged(evenly, *(evidence.stops(model, whole) for model in models))
    costs = [spent(evidence, model, stops, axis, annotation_only=annotation_only) for model in models]
    edges = merged(*costs)

    def objective(model: Ranked) -> FloatArray:
        if plan.values is None:
            return model.path.read("positives", stops)
        return np.asarray(np.maximum.accumulate(evidence.net_values(model, stops.astype(np.float64))))

    last = [np.searchsorted(cost, edges, side="right") - 1 for cost in costs]
    brings = np.stack([objective(model)[at] for model, at in zip(models, last, strict=True)])
    scale = max(1.0, float(np.abs(brings).max()))
    if plan.values is not None:  # a small net value is the difference of large sums
        scale = max(scale, *(float(evidence.totals(model, np.array([float(whole)]))[0]) for model in models))
    leading = brings >= brings.max(axis=0) - TIE * scale
    changes = np.flatnonzero(np.any(leading[:, 1:] != leading[:, :-1], axis=0)) + 1
    starts = np.concatenate([[0], changes])
    lows, leading = edges[starts], leading[:, starts]
    digits = {"money": evidence.prices.minor_digits if evidence.prices.stated else 0, "hours": HOUR_DIGITS}
    unit = Decimal(1).scaleb(-digits.get(axis, 0))
    opens = np.arange(len(lows))
    if len(lows) > MOST_EXACT:
        budget = [plan.budget.amount] if plan.budget is not None and plan.budget.unit == axis else []
        opens = _joined(lows, leading, int(edges[-1]), [int(amount / unit) for amount in (*budget, *held)])
    ahead = np.logical_or.reduceat(leading, opens, axis=1)
    numbers = np.diff(opens, append=len(lows)).tolist()
    ends = [Decimal(int(low)) * unit for low in lows[opens]]
    names = [tuple(model.name for model in compress(models, leads)) for leads in ahead.T]
    return tuple(map(WinnerInterval, ends, [*ends[1:], None], names, numbers))


def _joined(lows: IntArray, leading: BoolArray, whole: int, stops: list[int]) -> IntArray:
    """Return where joined intervals begin: narrow ones in the same thousandth of all budgets are told together.

    Neighbours in which the same models take turns are one. Intervals that hold a budget of which the report speaks
    (the named ones, and tenths of the last change) stay as they are, like those wider than a thousandth.
    """
    step, last = max(whole // NARROW, 1), int(lows[-1])
    narrow = np.diff(lows, append=2 * whole + step + 1) < step
    held = np.array([*stops, *(last * tenth // 10 for tenth in range(1, 11))])
    narrow[np.maximum(np.searchsorted(lows, held, side="right") - 1, 0)] = False
    part = lows // step
    joins = narrow[1:] & narrow[:-1] & (part[1:] == part[:-1])
    opens = np.flatnonzero(np.concatenate([[True], ~joins]))
    ahead = np.logical_or.reduceat(leading, opens, axis=1)
    many = np.diff(opens, append=len(lows)) > 1
    alike = (ahead[:, 1:] == ahead[:, :-1]).all(axis=0) & many[1:] & many[:-1]
    return np.asarray(opens[np.concatenate([[True], ~alike])])


def _by_worth(evidence: Evidence, model: Ranked, items: FloatArray, total: FloatArray) -> tuple[StopChoice, ...]:
    """Return the stops on the hull of a path, each with the worths of an entry for which it is best (METHODS F7)."""
    positives, choices = model.path.read("positives", items), []
    for stop in stops_by_entry_value(positives, total):
        at, finds = round(float(items[stop.position])), float(positives[stop.position])
        choices.append(StopChoice(at, evidence.spend(model, at), finds, stop.low, stop.high))
    return tuple(choices)


def switching_values(evidence: Evidence, model: Ranked, items: int, most: int) -> tuple[tuple[float, StopChoice], ...]:
    """Return the worth of an entry with the stop, which says between which worths it stays best, and half and twice of it.

    Nothing where entries have no single worth (several worths, errors, or left-out items with a worth), or
    where the stop is best for no worth at all.
    """
    if evidence.common_worth is None:
        return ()
    at = merged(evidence.stops(model, most), np.array([items])).astype(np.float64)
    stops = _by_worth(evidence, model, at, np.maximum.accumulate(evidence.totals(model, at)))
    away = np.abs(np.searchsorted(at, [stop.items for stop in stops]) - np.searchsorted(at, items))
    # The printed total is rounded: a neighbour within a cent may stand for the stop.
    if away.min() > 1:
        return ()
    worths = [evidence.common_worth * times for times in (1.0, 0.5, 2.0)]
    best = [next(stop for stop in stops if stop.high is None or worth <= stop.high) for worth in worths]
    return tuple(zip(worths, [stops[int(away.argmin())], *best[1:]], strict=True))


def _thinned(items: FloatArray) -> FloatArray:
    return items[np.unique(np.round(np.linspace(0, len(items) - 1, POINTS)).astype(np.int64))]


def per_further(options: Sequence[Alternative]) -> list[float | None]:
    """Return what each further entry costs from one option to the next.

    inf where no more are found; None where less than one is, as both are printed: a part of one has no price.
    """
    costs: list[float | None] = []
    for before, option in pairwise(options):
        more = option.found.value - before.found.value
        cost = math.inf if more <= 1e-9 else float(option.spend - before.spend) / more
        alike = math.floor(option.found.value + 0.5) == math.floor(before.found.value + 0.5)
        costs.append(None if alike and math.isfinite(cost) else cost)
    return costs


def tokens_along(model: Ranked, items: Sequence[float]) -> list[float]:
    """Return the tokens that come with the types found within some items."""
    return list(model.path.read("tokens", np.asarray(items, dtype=float)))


def labels_lacking(n_items: int, n_entries: float) -> int:
    """Return how many items more to label until enough of them are entries, at the rate of these labels, rounded up.

    >>> labels_lacking(20, 4), labels_lacking(20, 7)
    (130, 66)
    """
    entries = round(n_entries)
    return -(-(FEW - entries) * n_items // entries)


def changes_of_lead(winners: Sequence[WinnerInterval]) -> tuple[int, int]:
    """Return how often the lead changes as budgets grow, and how many stretches of one lead each are told together.

    >>> changes_of_lead([WinnerInterval(Decimal(low), None, ("a",), n) for low, n in enumerate((1, 3, 1, 2))])
    (6, 5)
    """
    stretches = [winner.stretches for winner in winners]
    return sum(stretches) - 1, sum(number for number in stretches if number > 1)


def visible_leads(winners: Sequence[WinnerInterval], n_models: int) -> list[WinnerInterval]:
    """Return which single model brings most at which budget; none where there is one, or all bring the same.

    Where the lead changes more than twelve times, stretches narrower than a hundredth of the budget of the last change
    are left out, or than a greater part of it, until the rest has room.

    >>> alone, alike = (WinnerInterval(Decimal(0), None, models) for models in (("a",), ("a", "b")))
    >>> visible_leads([alone], 1), visible_leads([alike], 2), visible_leads([alone], 2) == [alone]
    ([], [], True)
    >>> visible_leads([replace(alike, low=Decimal("0.5"))], 2)
    [WinnerInterval(low=Decimal('0.5'), high=None, models=('a', 'b'), stretches=1)]
    """
    winners = [lead for lead in winners if lead.low > 0 or len(lead.models) < n_models]
    if n_models < 2 or not winners:
        return []
    if changes_of_lead(winners)[0] < _MOST_ROWS:
        return winners
    for part in _WIDTHS:
        width = winners[-1].low / part
        wide = [lead for lead in winners if lead.high is None or lead.high - lead.low >= width]
        wide = [lead for lead in wide if lead.stretches == 1]
        opens = [*wide[:1], *(lead for before, lead in pairwise(wide) if before.models != lead.models)]
        if len(opens) <= _MOST_ROWS:
            break
    ends = [*(lead.low for lead in opens[1:]), None]
    return [replace(lead, high=end) for lead, end in zip(opens, ends, strict=True)]


def course_of(analysis: Analysis) -> Course | None:
    """Return the order of review and what is expected along it; None where nothing is reviewed, or no list has scores.

    Where somebody was asked about the list as asking pays, it goes by the answers.
    """
    chosen, scored = analysis.chosen, analysis.evidence.scored
    if chosen is None or scored is None or scored.counted is not None or chosen.model not in scored.rankings:
        return None
    if analysis.answered_list is not None:
        return analysis.answered_list.course()
    return course_along(
        analysis,
        scored.stand(chosen.model)[0],
        ids=scored.ids,
        queue=scored.rankings[chosen.model].order,
        review=min(chosen.items, len(scored.ids)),
        score=scored.scores[chosen.model][1],
        rate=list_rates(scored, analysis.lead),
        known_cost=scored.known,
        sizes=scored.sizes,
        weighted=scored.weights is not None,
    )


def course_along(analysis: Analysis, place: FloatArray, **rows: Any) -> Course:
    """Return the recommended order with what is expected along it and the labelled items behind it.

    ``place``: where its rows stand in this list; ``rows``: what else is known of them, by the names of :class:`Course`.
    """
    evidence, lead = analysis.evidence, analysis.lead
    whole, sample, rate = evidence.along_whole(lead.name), None, None
    if whole is not None:
        sample, rate = whole.sample, whole.rate
        place = put_back(place, whole.gone[lead.name], whole.n_items)
    elif evidence.types is None:  # entries that are types do not add up along the order
        sample = replace(evidence.sample, place=lead.place)
    return Course(
        model=lead.name,
        band=band_of(analysis),
        recipe=evidence.mixture,
        model_cost=lead.cost,
        sample=sample,
        sample_rate=rate,
        standing=place,
        **rows,
    )


def band_of(analysis: Analysis) -> Band:
    """Return what is expected to be found along the recommended order, from 0 to the whole list."""
    most = float(analysis.evidence.whole_items)
    stop = 0 if analysis.chosen is None else analysis.chosen.items
    items = spread(most, [stop, *(items for items, _ in analysis.along)])
    expected = analysis.lead.path.read("positives", items)
    if analysis.band is None:
        unknown = np.full(len(items), np.nan)
        return Band(items, expected, unknown, unknown)
    lower, upper = (np.interp(items, analysis.band[0], end) for end in analysis.band[1:])
    return Band(items, expected, np.minimum(lower, expected), np.clip(upper, expected, items))


def doubts_of_rest(analysis: Analysis) -> Iterator[Doubt]:
    """Find judgements that took longer or less long than the rest has them last, and a day of the start that is past.

    And first items that are promised more than the last ones reviewed leave room for: nothing is said of it where entries are types, or rows stand for
    several items: then the two are not counted alike.

    References
    ----------
    METHODS R3: what the next items may hold where they are no richer than the last.
    """
    evidence = analysis.evidence
    reviewed, scored = evidence.plan.reviewed, evidence.scored
    if reviewed is None:
        return
    chosen = analysis.chosen
    if reviewed.settings:
        names = f"{reviewed.seconds:.2f}", *reviewed.settings
        yield Doubt(DoubtKind.OTHER_PACE, "", names=names, value=reviewed.pace)
    if reviewed.began and reviewed.began == evidence.plan.work.start and reviewed.labels:
        yield Doubt(DoubtKind.SAME_START, "", names=(reviewed.began,))
    latest, coming = reviewed.latest, min(evidence.plan.work.packet, chosen.items if chosen else 0)
    if not latest or not coming or scored is None or evidence.types is not None or scored.weights is not None:
        return
    expected = round(float(analysis.lead.path.read("positives", coming)))
    most = most_in_next(len(latest), sum(latest), coming)
    if expected > most:
        file, counts = reviewed.logs[0] if len(reviewed.logs) == 1 else "", (str(sum(latest)), str(most))
        yield Doubt(DoubtKind.RICHER_REST, file, n=coming, of=len(latest), names=counts, value=expected)


def of_people(evidence: Evidence, chosen: Alternative | None, why_not: WhyNot, **more: Any) -> Recommendation:
    """Return the decision to have people judge the first items of one order, or of each stratum; None: nothing.

    ``more``: what else is known of it, by the names of :class:`Recommendation`.
    """
    items = float(evidence.list_items)
    more |= {"workflow": "filter", "why_not": why_not, "basis": evidence.basis, "items": items}
    if chosen is None:
        return Recommendation(left=Estimate(items), **more)
    return Recommendation(
        model=chosen.model,
        reviewed=Estimate(float(chosen.items)),
        left=Estimate(items - chosen.items),
        spend=chosen.spend if evidence.plan.prices.stated else None,
        found=chosen.found,
        net=chosen.net,
        net_unit="" if chosen.net is None else "money",
        spend_range=chosen.spend_range,
        members=evidence.mixture if chosen.model == MIXTURE else {},
        **more,
    )


def recommend(analysis: Analysis) -> Recommendation:
    """Return the decision on a ranked list: people judge the first items, nothing is answered without them."""
    evidence = analysis.evidence
    why_not: WhyNot = ""
    if analysis.unmet:
        why_not = analysis.refusal or ("impossible" if analysis.within_budget else "over_budget")
    single = analysis.single if len(evidence.single) > 1 and analysis.single else None
    more = {"luck": analysis.stop_luck, "shown": analysis.shown, "best_single": single}
    return of_people(evidence, analysis.chosen, why_not, **more)
