"""What the card says, sentence by sentence."""

from __future__ import annotations

from typing import Any

from budgetplan.domain.plan import Budget
from budgetplan.domain.review.manifest import ALPHA
from budgetplan.domain.review.returned import LogNote
from budgetplan.progress.onward import NextItems, Onward, looks
from budgetplan.progress.pace import Known, Pace
from budgetplan.progress.standing import ReviewState, expected_beyond
from budgetplan.report.model import Bullet, Sentence
from budgetplan.report.phrases import Nouns, interval, rounded_up

NAMED = 3
"""So many items are named with a note."""


class Card(Nouns):
    """Makes keyed sentences for one review."""

    def __init__(self, state: ReviewState, onward: Onward, pace: Pace) -> None:
        super().__init__(state.plan)
        self.state, self.onward, self.pace = state, onward, pace
        self.priced = state.plan.prices.stated

    @property
    def target(self) -> Any:
        """The target, as a count or a share; None: there is none."""
        target = self.state.plan.target
        return None if target is None else float(target.amount)

    @property
    def by_share(self) -> bool:
        """Whether the target is a share of all entries."""
        target = self.state.plan.target
        return target is not None and target.unit == "share"

    def kicker(self, date: str, identifier: str) -> tuple[Sentence, ...]:
        """Return the line above the title: what this is, the project, the date as it is read, the queue."""
        said: dict[str, Any] = {"date": self.locale.printed_date(date), "identifier": identifier}
        project = self.plan.project or self.plan.title
        if project:
            return (self.say("progress.kicker_project", project=project, **said),)
        return (self.say("progress.kicker", **said),)

    def budget(self, budget: Budget) -> Sentence:
        """Return a budget as the user gave it."""
        unit = {"hours": "hours_amount", "items": "items_amount"}.get(budget.unit, "amount")
        return self.say(unit, amount=budget.amount)

    def title(self) -> Sentence:
        """Return whether to go on, in one sentence."""
        why, state = self.onward.why, self.state
        coming = self.onward.coming
        said: dict[str, Any] = {}
        if self.onward.outcome == "pause":
            return self.say("progress.title_below")
        if why in {"poor", "poor_last", "poor_forecast", "stake", "nothing_left", "rich_forecast", "open"}:
            assert coming is not None
            said = {"items": coming.items}
        if why == "open":
            return self._undecided(said["items"])
        if why == "all_judged":
            said = {"n": state.manifest.n_list}
        elif why == "no_money":
            return self._no_money()
        elif why == "target_found":
            said = {"wanted": self.target, "found": state.found}
        elif why in {"target_sure", "target_likely", "target_missed"}:
            said = {"share": self.target}
        elif why == "plan":
            said = {"rest": state.reviewed.of - state.reviewed.judged}
        elif why == "plan_done":
            said = {"of": state.reviewed.of}
        return self.say(f"progress.title_{why}", **said)

    def _no_money(self) -> Sentence:
        """Say that the budget is spent, or by how much it is overspent."""
        budget, over = self.state.plan.budget, self.state.over_budget
        assert budget is not None
        said = {"budget": self.budget(budget)}
        if not over:
            return self.say("progress.title_no_money", **said)
        return self.say(
            "progress.title_no_money_over", over=self.say(f"progress.left_{budget.unit}", left=over), **said
        )

    def _undecided(self, items: int) -> Sentence:
        """Say what nothing decides: the target, or whether what lies after the plan's stop pays."""
        if self.by_share:
            return self.say("progress.title_open_target", share=self.target)
        return self.say("progress.title_open", items=items)

    def lede(self) -> list[Sentence]:
        """Return how far the review is, what it found and cost, and whether that is as planned."""
        state = self.state
        part = state.reviewed
        said = [self.say("progress.judged", judged=part.judged, of=part.of)]
        if not state.manifest.positive:
            spent = [self.say("progress.spent", spend=state.spent)] if self.priced else []
            return [*said, *spent, *self._lacking()]
        random = state.parts["tail sample"].found
        key = ("progress.found_there" if random else "progress.found") + ("" if self.priced else "_unpriced")
        more: dict[str, Any] = {"spend": state.spent} if self.priced else {}
        more |= {"random": random} if random else {}
        found = self.say(key, found=state.found, **more)
        return [*said, found, *self._before(), *self._lacking(), *self._against_the_plan()]

    def _before(self) -> list[Sentence]:
        """Say what earlier rounds judged, found and paid, which is no part of these numbers."""
        before = self.state.manifest.before
        if before is None:
            return []
        said: dict[str, Any] = {"n": len(before.ids), "found": before.found}
        if not self.priced:
            return [self.say("progress.before_unpriced", **said)]
        return [self.say("progress.before", spend=before.spent, **said)]

    def _lacking(self) -> list[Sentence]:
        """Say what it takes to judge all that is in the queue, where the money for it is not there."""
        state = self.state
        if not state.lacking or self.onward.outcome not in ("continue", "pause") or state.plan.budget is None:
            return []
        lacking = self.say(f"progress.left_{state.plan.budget.unit}", left=state.lacking)
        return [self.say("progress.lacking", lacking=lacking)]

    def _against_the_plan(self) -> list[Sentence]:
        state, expected = self.state, self.state.expected
        if expected is None or not state.reviewed.told:
            return []
        said: dict[str, Any] = {"expected": expected.value, "found": state.reviewed.found}
        said["judged"] = state.reviewed.told
        span = interval(expected)
        if span is None:
            return [self.say("progress.as_planned_plain", **said)]
        key = "below" if state.below_plan else "above" if state.above_plan else "as_planned"
        return [self.say(f"progress.{key}", range=span, **said)]

    def why(self) -> list[Sentence]:
        """Return why to go on or not, and what kind of statement that is."""
        onward, why = self.onward, self.onward.why
        kind = [self.say(f"progress.kind_{onward.kind}")] if onward.outcome != "undecided" else []
        if why in {"all_judged", "target_found", "plan_done"}:
            return kind
        if not self.state.judged.any():
            return [self.say("progress.why_begin")]
        if self.target is not None and why in {"plan", "open"}:
            return [self._towards_the_target(), *kind]
        if why == "plan" and self.plan.deferral is not None:
            return [self.say("progress.why_plan_worths"), *kind]
        if why == "plan" and self.plan.values is not None:
            return [self.say("progress.why_plan_apart"), *kind]
        key = "stake_none" if why == "stake" and self.onward.deciding_cost is None else why
        return [self.say(f"progress.why_{key}", **self._because()), *kind]

    def _towards_the_target(self) -> Sentence:
        """Say why to go on, or what is open, where a target is wanted."""
        unseen = self.onward.unseen
        if self.onward.why == "plan":
            return self.say("progress.why_plan_target")
        if unseen is None or unseen.recall is None or not unseen.drawn:
            return self.say("progress.why_open_blind")
        return self.say("progress.why_open_target", low=unseen.recall[0], high=unseen.recall[1])

    def _because(self) -> dict[str, Any]:
        """Return the numbers on which the decision rests."""
        onward, why = self.onward, self.onward.why
        coming, unseen = onward.coming, onward.unseen
        if why == "never":
            return {"worth": onward.worth}
        if why == "target_likely":
            assert onward.p_missed is not None
            return {"p": rounded_up(onward.p_missed), "level": ALPHA / looks(self.state)}
        if why in {"target_sure", "target_missed"}:
            assert unseen is not None
            assert unseen.recall is not None
            ends = {"low": unseen.recall[0], "high": unseen.recall[1]}
            return ends if why == "target_sure" else {"high": ends["high"]}
        if coming is None or why in {"no_money", "plan"}:
            return {}
        if why in {"rich_forecast", "poor_forecast", "stake"}:
            assert coming.forecast is not None
            span: dict[str, Any] = dict(zip(("low", "middle", "high"), coming.forecast, strict=True))
            if why == "stake":
                span |= {"stake": coming.stake}
                if onward.deciding_cost is not None:
                    span |= {"n": onward.deciding, "price": onward.deciding_cost}
            return span | {"even": coming.enough, "items": coming.items}
        if unseen is not None and why == "nothing_left":
            return {"most": unseen.most, "items": coming.items, "even": coming.enough}
        if unseen is not None and why == "rich_rest":
            return {"least": unseen.least, "items": coming.items}
        said = _of_the_last(coming)
        return {name: one for name, one in said.items() if why != "poor_last" or name != "most"}

    def sureness(self) -> list[Bullet]:
        """Return what is guaranteed of the rest, what would decide, how fast and how well people judge."""
        points = self._corrected()
        if self.state.manifest.positive:
            points += [self._unseen()] if self.state.manifest.tail.of else []
            if self.onward.outcome == "undecided":
                points.append(self._deciding())
            points += self._changing()
        if self.pace.time is not None:
            points.append(self._time())
        pairs, known = self.pace.pairs, self.pace.known
        if pairs is not None:
            low, high = pairs.share.low, pairs.share.high
            said = [self.say("progress.pairs_share", agree=pairs.agree, n=pairs.n, low=low, high=high)]
            said += [] if pairs.alpha is None else [self.say("progress.pairs_alpha", alpha=pairs.alpha)]
            points.append(Bullet(self.say("progress.pairs"), tuple(said), leads=True))
        if known is not None:
            low, high = known.share.low, known.share.high
            told = self.say("progress.known_share", agree=known.agree, n=known.n, low=low, high=high)
            points.append(Bullet(self.say("progress.known"), (told,), leads=True))
        return points

    def _corrected(self) -> list[Bullet]:
        """Say how often people differ from the model: where they review, and among random items that keep no label."""
        found = self.state.corrected
        if found is None or not (found.of or found.random):
            return []
        said, model = list[Sentence](), self.state.manifest.model
        if found.of and found.expected is not None:
            counts = {"differ": found.differ, "of": found.of, "expected": found.expected}
            said.append(self.say("progress.corrected_plan", model=model, **counts))
        if found.random:
            share = Known(found.random, found.random_differ).share
            ends = {"low": share.low, "high": share.high}
            said.append(
                self.say("progress.corrected_random", differ=found.random_differ, of=found.random, **ends)
            )
        return [Bullet(self.say("progress.corrected"), tuple(said), leads=True, stays=True)] if said else []

    def _unseen(self) -> Bullet:
        unseen = self.onward.unseen
        if unseen is None or not unseen.drawn:
            late = self.say("progress.note_late")
            waiting = "unseen_look_why" if unseen is not None and unseen.looks else "unseen_waiting_why"
            key = "unseen_none_why" if unseen is None else waiting
            return Bullet(self.say("progress.unseen_none"), (self.say(f"progress.{key}"), late), stays=True)
        said = {"drawn": unseen.drawn, "found": unseen.found, "of": unseen.of}
        said |= {"least": unseen.least, "most": unseen.most}
        key = "progress.unseen_any"
        if unseen.looks:
            key, said = "progress.unseen_looks", said | {"looks": unseen.looks}
        told = [self.say(key, **said)]
        beyond = expected_beyond(self.state.manifest)
        if beyond is not None:
            told.append(self.say("progress.unseen_expected", expected=beyond))
        return Bullet(self.say("progress.unseen"), tuple(told), stays=True)

    def _changing(self) -> list[Bullet]:
        """Return what would change the decision, where a number says it."""
        onward, coming = self.onward, self.onward.coming
        if coming is None or onward.why not in {"rich_forecast", "poor"}:
            return []
        if onward.why == "rich_forecast":
            told = self.say("progress.change_stop", even=coming.enough, items=coming.items)
        else:
            worth = onward.pays_from
            if worth is None:
                return []
            told = self.say("progress.change_go", worth=worth, items=coming.items)
        return [Bullet(self.say("progress.change"), (told,), leads=True)]

    def _deciding(self) -> Bullet:
        n, coming = self.onward.deciding, self.onward.coming
        if n:
            told = [self.say("progress.deciding_n", n=n)]
            if self.onward.deciding_cost is not None and coming is not None and coming.stake is not None:
                price = self.onward.deciding_cost
                told.append(self.say("progress.deciding_price", price=price, stake=coming.stake))
        else:
            told = [self.say("progress.deciding_none")]
        return Bullet(self.say("progress.deciding"), tuple(told), leads=True)

    def _time(self) -> Bullet:
        pace = self.pace
        assert pace.time is not None
        mean = pace.time.mean
        span = interval(mean)
        if pace.planned_seconds is not None and span is not None:
            said = [
                self.say("progress.time_planned", mean=mean.value, range=span, planned=pace.planned_seconds)
            ]
        else:
            said = [self.say("progress.time_plain", mean=mean.value, median=pace.time.median)]
        if pace.rest and pace.rest_measured is not None and pace.rest_planned is not None:
            costs = {"measured": pace.rest_measured, "planned": pace.rest_planned}
            said.append(self.say("progress.recost", rest=pace.rest, **costs))
            if self.plan.prices.extra_per_entry:
                said.append(self.say("progress.recost_extra", price=self.plan.prices.extra_per_entry))
        if pace.spent_measured is not None:
            said.append(self.say("progress.judged_measured", spent=pace.spent_measured))
        return Bullet(self.say("progress.time"), tuple(said), leads=True)

    def notes(self) -> list[Sentence]:
        """Return what is to be told of the logs."""
        return [self._note(note) for note in self.state.returned.notes]

    def _note(self, note: LogNote) -> Sentence:
        if note.kind in ("table", "prices", "prices_sizes", "prices_unknown"):
            return self.say(f"progress.note_{note.kind}")
        if note.kind == "budget":
            return self.say("progress.note_budget", then=note.items[0], now=note.items[1])
        if note.kind == "fewer":
            return self.say("progress.note_fewer", n=note.n, planned=int(note.items[0]))
        names = self.locale.listing(list(note.items[:NAMED]))
        if note.n > NAMED:
            names = f"{names} …"
        if note.kind == "settler":
            return self.say("progress.note_settler", items=names)
        kind = note.kind if note.timed else f"{note.kind}_untimed"
        return self.say(f"progress.note_{kind}", n=note.n, items=names)


def _of_the_last(coming: NextItems) -> dict[str, Any]:
    said = {"last": coming.last, "held": coming.last_found, "items": coming.items}
    return said | {"most": coming.most, "even": coming.enough}
