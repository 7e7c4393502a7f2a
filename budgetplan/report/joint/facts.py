"""What is true of one plan for a model, people and whoever is paid by the item: all that its pages tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from budgetplan.domain.decision import FEWEST, Estimate
from budgetplan.domain.plan import MEAN
from budgetplan.domain.rounding import shows
from budgetplan.plans.answerers import KnownAnswerer
from budgetplan.plans.joint import JointPlan, worth_more
from budgetplan.plans.ways import JointAlternative, WholeCounts, whole_counts
from budgetplan.report.defer.context import MOST_CLASSES
from budgetplan.report.model import Range
from budgetplan.report.phrases import Nouns, interval
from budgetplan.work.building import ASK_FILE, MixedIn, WorkPlan


@dataclass(frozen=True)
class Heavier:
    """The plan where wrong answers lose ``factor`` times as much: its printed counts, and who is asked."""

    factor: float
    counts: WholeCounts
    answerer: str


@dataclass(frozen=True)
class JointFacts:
    """What ``joint.j2`` tells.

    Attributes
    ----------
    joint, option, counts
        The analysis, its plan, and what becomes of the items as it is printed.
    model
        Who answers.
    answerer, answerers, asked
        Who is asked, empty where nobody is; who may be; and of whom it is known up to which price that pays.
    priced, money
        Whether anything has a price, and whether values are money.
    spend, mixed
        All the money that is needed; None: none. And what is mixed in on top of the plan, included in it.
    spans
        Intervals by name; None where chance moves nothing.
    states
        What an item counts by what becomes of it, before costs.
    many_classes
        Whether a table by class has no room.
    errs
        How often people are taken to err; None: never, or nobody reviews.
    luck, labels_gain
        What is taken off the net value, and what more labels would gain at most; None where that is not told.
    dearer, heavier
        A larger budget that is worth more, and what becomes of the plan if wrong answers lose more.
    enough, most
        The plan from whose budget on more money changes nothing, and the one of the largest budget.
    done
        The plan of the least budget that leaves nothing without a label, where larger ones do neither.
    left
        How many items the largest budget leaves.
    few
        So many independent labelled items, where that is too few for intervals; None: enough.
    wanted
        So many labels of the list would let it be planned, where these do not; None: they do.
    seed, ask_file
        What the draws start from, and the file with the items to ask about.
    """

    joint: JointPlan
    option: JointAlternative
    counts: WholeCounts
    model: str
    answerer: str
    answerers: tuple[str, ...]
    asked: tuple[KnownAnswerer, ...]
    priced: bool
    money: bool
    spend: Decimal | None
    mixed: MixedIn | None
    spans: Mapping[str, Range | None]
    states: Mapping[str, Range]
    many_classes: bool
    errs: Range | None
    luck: float | None
    labels_gain: float | None
    dearer: JointAlternative | None
    heavier: Heavier | None
    enough: JointAlternative | None
    most: JointAlternative
    done: JointAlternative | None
    left: int
    few: int | None
    wanted: int | None
    seed: str
    ask_file: str = ASK_FILE


def speaker_of(joint: JointPlan) -> Nouns:
    """Return who says a plan: where values are money, in its currency, though nothing has a price."""
    speaker = Nouns(joint.plan)
    speaker.currency = joint.plan.prices.currency if in_money(joint) else ""
    return speaker


def whole(joint: JointPlan, option: JointAlternative) -> WholeCounts:
    """Return the counts of a plan as they are printed."""
    return whole_counts(option, collected=bool(joint.plan.positive))


def answerer_of(option: JointAlternative) -> str:
    """Return who is asked in a plan: empty where nobody is."""
    return option.rule.answerer if option.calls is not None else ""


def in_money(joint: JointPlan) -> bool:
    """Return whether net values are money."""
    assert joint.plan.deferral is not None
    return joint.plan.prices.stated or joint.plan.deferral.worths.unit == "money"


def moved(estimate: Estimate) -> Range | None:
    """Return an interval as a range where chance moves the estimate at all, else None."""
    return interval(estimate) if estimate.moves else None


def told_rows(joint: JointPlan) -> list[JointAlternative]:
    """Return the plans at the budgets up to that from which on more money changes nothing."""
    rows = list(joint.rows)

    def bought(one: JointAlternative) -> tuple[object, ...]:
        return one.spend, one.net.value, whole(joint, one)

    while len(rows) > 1 and rows[-1].budget != joint.plan.budget and bought(rows[-1]) == bought(rows[-2]):
        rows.pop()
    return rows


def joint_facts(joint: JointPlan, work: WorkPlan | None = None) -> JointFacts:
    """Return what is told of a plan; ``work``: how it is carried out."""
    plan, option, test = joint.plan, joint.option, joint.test
    assert plan.deferral is not None
    assert plan.deferral.reviewing is not None
    priced, money, error = plan.prices.stated, in_money(joint), plan.deferral.reviewing.error
    mixed = None if work is None else work.mixed_in
    named = {"found": option.found, "net": option.net}
    if joint.single is not None:
        more = joint.single.more
        named["single"] = more if more.value > 0 else more.opposite
    counts, states, n = whole(joint, option), joint.bench.payoffs.states, len(joint.bench.payoffs.answer)
    errs = sorted(error.get(name, error.get("*", Decimal(0))) for name in test.names)
    heavier = (
        Heavier(factor, whole(joint, one), answerer_of(one))
        for factor, one in joint.harsher
        if factor > 1 and whole(joint, one).accepted != counts.accepted
    )
    rows = [one for one in joint.rows if one.budget is not None]
    left, told = [whole(joint, one).left for one in rows], told_rows(joint)
    first = left.index(0) if 0 in left and len(rows) == len(joint.rows) else 0
    own, labels = joint.own_list, joint.labels
    digits = plan.prices.minor_digits
    return JointFacts(
        joint=joint,
        option=option,
        counts=counts,
        model=Nouns(plan).say("name.mean") if joint.name == MEAN else joint.name,
        answerer=answerer_of(option),
        answerers=tuple(one.name for one in joint.answerers),
        asked=tuple(one for one in joint.answerers if priced and one.right is not None),
        priced=priced,
        money=money,
        spend=((mixed.total if mixed else None) or option.spend or None) if priced else None,
        mixed=mixed,
        spans={name: moved(one) for name, one in named.items()},
        states={name: Range(float(each.min()), float(each.max())) for name, each in states.items() if n > 1},
        many_classes=test.n_classes > MOST_CLASSES,
        errs=Range(float(errs[0]), float(errs[-1])) if option.items and any(errs) else None,
        luck=option.luck if shows(option.luck, digits if money else 1) else None,
        labels_gain=None if labels is None else labels.at_most(digits),
        dearer=max(worth_more(joint), key=lambda one: one.net.value, default=None) if option.budget else None,
        heavier=next(heavier, None),
        enough=told[-1] if len(told) < len(joint.rows) else None,
        most=joint.rows[-1],
        done=rows[first] if first and not any(left[first:]) else None,
        left=left[-1] if len(rows) == len(joint.rows) > 1 else 0,
        few=test.n_independent if plan.resamples and test.n_independent < FEWEST else None,
        wanted=None if own is None or not joint.refusal else own.labels_to_draw(test.n_items),
        seed=str(plan.seed),
    )
