"""How sure the decision is: model, stop and amount found each get a verdict by rule, and what would change it."""

from __future__ import annotations

from typing import Any

from budgetplan.domain.decision import Contender
from budgetplan.domain.doubt import FEW
from budgetplan.domain.plan import MIXTURE
from budgetplan.domain.risk.ranges import WORTH
from budgetplan.plans.review import labels_lacking
from budgetplan.plans.review_reading import dearer
from budgetplan.report.filter.figures import single_worth
from budgetplan.report.filter.screening import screening_points
from budgetplan.report.first_page import Point, labels_points
from budgetplan.report.model import Bullet, Range, Ref, Text
from budgetplan.report.phrases import TENTHS, Speaker, interval
from budgetplan.report.risk.page import SWINGS, covered

HALF_AN_ENTRY = 0.5
"""Orders that are no farther apart find as many, as it is printed."""
NAMED = 2
"""So many other single models are named on page 1; all stand in the table of models."""


def sureness(speaker: Speaker) -> list[Point]:
    """Return the points of "How sure is this?"."""
    points = []
    decision = speaker.analysis.decision
    if decision.rule != "impossible":
        points.append(Point(_model(speaker)))
        if decision.chosen is not None:
            # How many are found stands in the numbers above.
            points += [Point(_stop(speaker)), Point(_found(speaker), aside=True)]
        points += labels_points(
            speaker,
            speaker.analysis.labels,
            lambda most: speaker.say("labels.gain", most=most),
            speaker.label_price,
        )
        points += [Point(one, shown=len(one.sentences)) for one in screening_points(speaker)]
        if texts := changes(speaker):
            points.append(Point(Bullet(speaker.say("change.heading"), tuple(texts), leads=True)))
    return [*points, Point(Bullet(speaker.say("sure.not_covered")))]


def _model(speaker: Speaker) -> Bullet:
    decision, lead = speaker.analysis.decision, speaker.analysis.lead.name
    if decision.rule == "only_model" or len(decision.contenders) == 1:
        return Bullet(speaker.say("sure.model_only"), (speaker.say("sure.only"),))
    mixed = lead == MIXTURE
    heading = speaker.say("sure.model_mixture") if mixed else speaker.say("sure.model_single", model=lead)
    others = [each for each in decision.contenders if each.name != lead]
    # What is said of the best single model above is not said twice.
    others = [each for each in others if not mixed or each.name != decision.single]
    others.sort(key=lambda each: (each.difference.opposite.value if each.difference else 0.0, each.name))
    said = [sentence for each in others[:NAMED] for sentence in beside(speaker, "sure.alone", each)]
    return Bullet(heading, tuple(said) or (speaker.say("sure.in_table"),))


def _stop(speaker: Speaker) -> Bullet:
    analysis, budget = speaker.analysis, speaker.plan.budget
    if analysis.decision.goal == "target":
        return Bullet(speaker.say("sure.stop_target"), tuple(_target_texts(speaker)))
    following = next_step(speaker)
    if analysis.next_step is None:
        return Bullet(speaker.say("sure.stop_whole"), following)
    if budget is not None and speaker.stopped_by_budget:
        return Bullet(speaker.say("sure.stop_budget", budget=speaker.budget(budget)), following)
    said = list(following)
    if analysis.stop_range is not None:
        low, high = analysis.stop_range
        money = Range(float(analysis.spend_to(low)), float(analysis.spend_to(high)))
        said.insert(0, speaker.say("sure.stop_range", low=low, high=high, money=money))
    key = "sure.stop_luck" if analysis.decision.shown is False else "sure.stop_worth"
    return Bullet(speaker.say(key), tuple(said))


def next_step(speaker: Speaker) -> tuple[Text, ...]:
    """Return what the next tranche would bring, and what an entry is worth where that can be set against its cost."""
    step = speaker.analysis.next_step
    if step is None:
        return (speaker.say("sure.next_nothing"),)
    tenth = speaker.plan.parts == TENTHS and step.items == speaker.evidence.tranche
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
        lumps = speaker.say("sure.next_items_soon", items=step.items, new=step.new.value, range=span, **first)
        return (lumps, *against)
    if span is None:
        return (speaker.say(f"{key}_plain", **said), *against)
    if dear is None:
        return (speaker.say(f"{key}_open", **said, range=span), *against)
    return (speaker.say(key, **said, range=span, per_range=dear), *against)


def _target_texts(speaker: Speaker) -> list[Text]:
    analysis, texts = speaker.analysis, []
    if analysis.target_safe is not None:
        safe = analysis.target_safe
        texts.append(speaker.say_price("sure.target_safe", analysis.spend_to(safe), items=safe))
    elif speaker.plan.resamples:
        texts.append(speaker.say_of_list("sure.target_unsafe"))
    worst = analysis.target_worst()
    if worst is not None:
        texts.append(speaker.say("sure.target_worst", items=worst))
    return texts


def _found(speaker: Speaker) -> Bullet:
    evidence = speaker.evidence
    chosen = speaker.analysis.decision.chosen
    assert chosen is not None
    verdict, span = speaker.say("sure.found_plain", found=chosen.found.value), interval(chosen.found)
    if span is not None:
        verdict = speaker.say("sure.found", range=span)
    counts = {"n": evidence.n_sample, "positives": evidence.entries_labelled}
    if evidence.n_groups is None:
        texts = [speaker.say("sure.from_sample", **counts)]
        if counts["positives"] < 10:
            more = labels_lacking(evidence.n_sample, counts["positives"])
            texts.append(speaker.say("sure.few", wanted=FEW, more=more))
    else:
        groups = {"groups": evidence.n_groups, "column": evidence.group_column}
        texts = [speaker.say("sure.from_groups", **counts, **groups)]
        if evidence.few_groups:
            texts.append(speaker.say("sure.few_groups"))
    return Bullet(verdict, tuple(texts))


def changes(speaker: Speaker) -> list[Text]:
    """Return what would change the decision: the worth of an entry, the price of a review, the budget."""
    texts = []
    if speaker.analysis.decision.chosen is not None:
        # What the table of inputs says is not said twice.
        texts += [] if covered(speaker, WORTH) else _by_worth(speaker)
        texts += [] if covered(speaker, "") else _by_price(speaker)
        seen = covered(speaker, WORTH) or covered(speaker, "")
        texts += [speaker.say("risk.see", table=Ref(SWINGS))] if seen else []
    return texts


def _by_worth(speaker: Speaker) -> list[Text]:
    analysis, chosen = speaker.analysis, speaker.analysis.decision.chosen
    assert chosen is not None
    if analysis.decision.goal == "net_value":
        return _by_common_worth(speaker)
    found = analysis.pays_from(chosen.items)
    if analysis.last_step is None or found is None:
        return []
    how, first, near = found
    if how == "none":
        return [speaker.say("change.earlier_none", items=analysis.last_step.items)]
    if how == "more":
        return [speaker.say("change.earlier_more", per=first.low, items=first.items)]
    if how == "alike":
        return [speaker.say("change.earlier_alike", per=first.low)]
    key = "change.earlier" if speaker.priced else "change.earlier_items"
    return [speaker.say(key, per=near.low, least=first.low)]


def _by_common_worth(speaker: Speaker) -> list[Text]:
    """Say for which worths of an entry the stop is best, and where it would be for half and twice the worth."""
    worths = speaker.analysis.decision.worths
    if not worths:
        return []
    (_, stay), (half, fewer), (twice, more) = worths
    key, said = "change.worth_above", {"low": stay.low}
    if stay.high is not None:
        key, said = "change.worth", said | {"high": stay.high}
    if half >= stay.low or (stay.high is not None and twice <= stay.high):
        return [speaker.say(key, **said)]
    other: dict[str, Any] = {"half": half} | ({"fewer": fewer.items} if fewer.items else {})
    other |= {"twice": twice, "more": more.items} if stay.high is not None else {}
    far = speaker.say(f"{key}_stops" if fewer.items else f"{key}_starts", **other)
    return [far, speaker.say(key, **said)]


def _by_price(speaker: Speaker) -> list[Text]:
    """Say what a review that costs 10 % more would do; the annotation alone becomes dearer."""
    analysis, plan = speaker.analysis, speaker.plan
    if not speaker.priced:
        return []
    items, found, spend = dearer(analysis, analysis.planned)
    if analysis.decision.goal == "target":
        return [speaker.say("change.price_target", spend=spend)]
    if analysis.decision.goal == "net_value" and not items:
        return [speaker.say("change.price_value_none")]
    if analysis.decision.goal == "net_value":
        same = analysis.same_stop(items)
        return [
            speaker.say("change.price_value_same") if same else speaker.say("change.price_value", items=items)
        ]
    in_money = plan.budget is not None and plan.budget.unit == "money"
    return [speaker.say("change.price", items=items, found=found)] if in_money else []


def beside(speaker: Speaker, key: str, single: Contender) -> list[Text]:
    """Say how many entries fewer, or more, a single model finds than the recommended order does."""
    gap = single.difference
    if gap is None or speaker.aim in {"cost", "reviews"}:
        return []
    said: dict[str, Any] = {"model": single.name}
    if -HALF_AN_ENTRY < gap.value < HALF_AN_ENTRY:
        key = f"{key}_alike"
    else:
        key, gap = (f"{key}_more", gap) if gap.value > 0 else (f"{key}_fewer", gap.opposite)
        said |= {"gap": gap.value}
    return [speaker.between(key, interval(gap), **said)]
