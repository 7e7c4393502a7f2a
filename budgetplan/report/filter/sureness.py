"""How sure the decision is: model, stop and amount found each get a verdict by rule, and what would change it."""

from __future__ import annotations

from typing import Any

from budgetplan.domain.decision import Contender, LabelsWorth
from budgetplan.domain.doubt import FEW
from budgetplan.domain.plan import MIXTURE
from budgetplan.domain.risk.ranges import WORTH
from budgetplan.planning.filter import facts
from budgetplan.report.filter.figures import single_worth
from budgetplan.report.filter.risk.page import SWINGS, covered
from budgetplan.report.filter.screening import screening_points
from budgetplan.report.first_page import Point, digits_of, labels_point, rounded_up
from budgetplan.report.model import Bullet, Range, Ref, Sentence
from budgetplan.report.phrases import Speaker, interval

NAMED = 2
"""So many other single models are named on page 1; all stand in the table of models."""
_ALIKE = 1.05
"""All of a review pays where some of it does, if the worths at which they begin to are no farther apart than so many times."""
_NEAR = 0.99
"""A stop is the recommended one where it reviews so much of that."""


def sureness(speaker: Speaker) -> list[Point]:
    """Return the points of "How sure is this?"."""
    points = []
    decision, labels = speaker.analysis.decision, speaker.analysis.labels
    if decision.rule != "impossible":
        points.append(Point(_model(speaker)))
        if decision.chosen is not None:
            # How many are found stands in the numbers above.
            points += [Point(_stop(speaker)), Point(_found(speaker), aside=True)]
        points += [] if labels is None else [labels_point(speaker, _labels(speaker, labels))]
        points += [Point(one) for one in screening_points(speaker)]
        if texts := changes(speaker):
            points.append(Point(Bullet(speaker.say("change.heading"), tuple(texts), leads=True)))
    return [*points, Point(Bullet(speaker.say("sure.not_covered")))]


def _labels(speaker: Speaker, labels: LabelsWorth) -> list[Sentence]:
    most = rounded_up(labels.everything, digits_of(labels.everything, speaker.prices.minor_digits))
    said = [speaker.say("labels.gain", most=most)]
    return said if labels.price is None else [*said, speaker.say("labels.price", price=labels.price)]


def _model(speaker: Speaker) -> Bullet:
    decision, lead = speaker.analysis.decision, speaker.analysis.lead.name
    if decision.rule == "only_model" or len(decision.contenders) == 1:
        return Bullet(speaker.say("sure.model_only"), (speaker.say("sure.only"),))
    mixed = lead == MIXTURE
    heading = speaker.say("sure.model_mixture") if mixed else speaker.say("sure.model_single", model=lead)
    others = [each for each in decision.contenders if each.name != lead]
    # First the best single model, by what it brings at its own stop.
    others.sort(
        key=lambda each: (
            each.name != decision.single,
            -each.difference.value if each.difference else 0.0,
            each.name,
        )
    )
    said = [sentence for each in others[:NAMED] for sentence in beside(speaker, "sure.alone", each)]
    return Bullet(heading, tuple(said) or (speaker.say("sure.in_table"),))


def _stop(speaker: Speaker) -> Bullet:
    decision = speaker.analysis.decision
    if decision.goal == "target":
        return Bullet(speaker.say("sure.stop_target"), tuple(_target_texts(speaker)))
    following = next_step(speaker)
    if speaker.analysis.next_step is None:
        return Bullet(speaker.say("sure.stop_whole"), following)
    budget = speaker.plan.budget
    if budget is not None and speaker.stopped_by_budget:
        return Bullet(speaker.say("sure.stop_budget", budget=speaker.budget(budget)), following)
    span = _between(speaker, speaker.analysis.stop_range)
    key = "sure.stop_luck" if decision.shown is False else "sure.stop_worth"
    return Bullet(speaker.say(key), (*span, *following))


def _between(speaker: Speaker, span: tuple[float, float] | None) -> tuple[Sentence, ...]:
    """Say between which counts, and sums of money, the best stop lies."""
    if span is None:
        return ()
    low, high = span
    return (
        speaker.say(
            "sure.stop_range",
            low=low,
            high=high,
            money=Range(*map(float, facts.spends(speaker.analysis, span))),
        ),
    )


def next_step(speaker: Speaker) -> tuple[Sentence, ...]:
    """Return what the next tranche would bring, and what an entry is worth where that can be set against its cost."""
    step = speaker.analysis.next_step
    if step is None:
        return (speaker.say("sure.next_nothing"),)
    tenth = speaker.plan.parts == 10 and step.items == speaker.evidence.tranche
    key = "sure.next_tenth" if tenth else "sure.next_items"
    span, per = interval(step.new), step.cost_per_entry
    if per is None:
        return (speaker.say(f"{key}_none", items=step.items, most=step.new.high or 0.0),)
    said: dict[str, Any] = {"items": step.items, "new": step.new.value}
    if not speaker.priced:
        return () if span is None else (speaker.say(f"{key}_unpriced", **said, range=span),)
    said |= {"per": per.value}
    dear, worth = interval(per), single_worth(speaker)
    against = () if worth is None else (speaker.say("sure.worth", worth=worth),)
    if span is not None and step.lumpy:
        first = {"few": step.soon, "cost": step.soon_cost}
        lumps = speaker.say(f"{key}_soon", items=step.items, new=step.new.value, range=span, **first)
        return (lumps, *against)
    if span is None:
        return (speaker.say(f"{key}_plain", **said), *against)
    if dear is None:
        return (speaker.say(f"{key}_open", **said, range=span), *against)
    return (speaker.say(key, **said, range=span, per_range=dear), *against)


def _target_texts(speaker: Speaker) -> list[Sentence]:
    analysis, target = speaker.analysis, speaker.plan.target
    assert target is not None
    texts = []
    if analysis.target_safe is not None:
        safe = analysis.target_safe
        [spend] = facts.spends(analysis, [safe])
        texts.append(speaker.say_price("sure.target_safe", spend, items=safe))
    elif speaker.plan.resamples:
        texts.append(speaker.say_of_list("sure.target_unsafe"))
    worst = facts.target_worst(analysis, target)
    if worst is not None:
        texts.append(speaker.say("sure.target_worst", items=worst))
    return texts


def _found(speaker: Speaker) -> Bullet:
    evidence = speaker.evidence
    chosen = speaker.analysis.decision.chosen
    assert chosen is not None
    span = interval(chosen.found)
    verdict = (
        speaker.say("sure.found", range=span)
        if span
        else speaker.say("sure.found_plain", found=chosen.found.value)
    )
    counts = {"n": evidence.n_sample, "positives": evidence.entries_labelled}
    if evidence.n_groups is None:
        texts = [speaker.say("sure.from_sample", **counts)]
        if counts["positives"] < 10:
            more = facts.labels_lacking(evidence.n_sample, round(counts["positives"]))
            texts.append(speaker.say("sure.few", wanted=FEW, more=more))
    else:
        groups = {"groups": evidence.n_groups, "column": evidence.group_column}
        texts = [speaker.say("sure.from_groups", **counts, **groups)]
        if evidence.few_groups:
            texts.append(speaker.say("sure.few_groups"))
    return Bullet(verdict, tuple(texts))


def changes(speaker: Speaker) -> list[Sentence]:
    """Return what would change the decision: the worth of an entry, the price of a review, the budget."""
    texts = []
    if speaker.analysis.decision.chosen is not None:
        # What the table of inputs says is not said twice.
        texts += [] if covered(speaker, WORTH) else _by_worth(speaker)
        texts += [] if covered(speaker, "") else _by_price(speaker)
        seen = covered(speaker, WORTH) or covered(speaker, "")
        texts += [speaker.say("risk.see", table=Ref(SWINGS))] if seen else []
    return texts


def _by_worth(speaker: Speaker) -> list[Sentence]:
    decision, analysis = speaker.analysis.decision, speaker.analysis
    chosen = decision.chosen
    assert chosen is not None
    if decision.goal == "net_value":
        return _by_common_worth(speaker)
    step, stops = analysis.last_step, [one for one in analysis.choices if one.items > 0]
    if step is None or not stops:
        return []
    near = [one for one in stops if one.items >= _NEAR * chosen.items]
    if not near:
        return [speaker.say("change.earlier_none", items=step.items)]
    least, per = stops[0].low, near[0].low
    if speaker.priced and _NEAR * stops[0].items > chosen.items:
        # What is paid once is borne by more entries where more is reviewed: the plan itself pays later, or never best.
        return [speaker.say("change.earlier_more", per=least, items=stops[0].items)]
    if speaker.priced and per <= _ALIKE * least:
        return [speaker.say("change.earlier_alike", per=least)]
    return [speaker.say("change.earlier" if speaker.priced else "change.earlier_items", per=per, least=least)]


def _by_common_worth(speaker: Speaker) -> list[Sentence]:
    """Say for which worths of an entry the stop is best, and where it would be for half and twice the worth."""
    found, worth = speaker.analysis.worth, speaker.evidence.common_worth
    if found is None or worth is None:
        return []
    key, said = "change.worth_above", {"low": found.low}
    if found.high is not None:
        key, said = "change.worth", said | {"high": found.high}
    if worth / 2 >= found.low or (found.high is not None and worth * 2 <= found.high):
        return [speaker.say(key, **said)]
    other: dict[str, Any] = {"half": worth / 2} | ({"fewer": found.at_half} if found.at_half else {})
    other |= {"twice": worth * 2, "more": found.at_twice} if found.high is not None else {}
    far = speaker.say(f"{key}_stops" if found.at_half else f"{key}_starts", **other)
    return [far, speaker.say(key, **said)]


def _by_price(speaker: Speaker) -> list[Sentence]:
    """Say what a review that costs 10 % more would do; the annotation alone becomes dearer."""
    analysis, plan = speaker.analysis, speaker.plan
    chosen = analysis.decision.chosen
    assert chosen is not None
    if not speaker.priced:
        return []
    if analysis.decision.goal == "target":
        return [speaker.say("change.price_target", spend=facts.dearer_spend(analysis, chosen.items))]
    if analysis.decision.goal == "net_value":
        items = analysis.dearer_stop
        if items is None or items == 0:
            return [] if items is None else [speaker.say("change.price_value_none")]
        if facts.same_stop(analysis, items, chosen.items):
            return [speaker.say("change.price_value_same")]
        return [speaker.say("change.price_value", items=items)]
    budget = plan.budget
    if budget is None or budget.unit != "money":
        return []
    bought = facts.dearer_bought(analysis, budget)
    return [speaker.say("change.price", items=bought.items, found=bought.found)]


def beside(speaker: Speaker, key: str, single: Contender) -> list[Sentence]:
    """Say how many entries fewer, or more, a single model finds than the recommended order does."""
    gap = single.difference
    if gap is None or speaker.aim in {"cost", "reviews"}:
        return []
    span = interval(gap)
    if gap.value <= 0:
        key, shown = f"{key}_fewer", None if span is None else Range(-span.high + 0.0, -span.low + 0.0)
    else:
        key, shown = f"{key}_more", span
    said: dict[str, Any] = {"model": single.name, "gap": abs(gap.value)}
    if shown is None:
        return [speaker.say(f"{key}_plain", **said)]
    return [speaker.say(key, **said, range=shown)]
