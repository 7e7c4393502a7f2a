"""The rest of a plan: what nobody has judged yet, planned on the labelled sample with the money that is left.

What was reviewed stood at the top of an order: it is no sample of the rest and never becomes one. It leaves the list,
what it cost leaves the budget, and what was paid once is not paid again (METHODS R7).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType

import numpy as np

from budgetplan.domain.messages import Message, NamedOption, word
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import hours_left
from budgetplan.domain.review import ROLES, SKIPPED, UNSETTLED, Before, Manifest
from budgetplan.errors import BadDataError, Problem
from budgetplan.lists.likeness import depth_reviewed
from budgetplan.queues.manifest import DECLARED, manifest_folder, queue_id, read_manifest
from budgetplan.queues.settle import settle
from budgetplan.tools.base import QUEUE_ID
from budgetplan.tools.log import Log, read_logs
from budgetplan.work.building import unit_of
from budgetplan.work.onward import Onward, last_rows
from budgetplan.work.standing import Pace, ReviewState


def read_review(plan: Plan, logs: Sequence[str], folder: Path) -> tuple[ReviewState, tuple[Log, ...]]:
    """Return how far the review of a queue is, by what came back of it, and the logs; its plan is that of this round.

    Raises
    ------
    BadDataError
        A log or the manifest cannot be used, or the target is a share of all entries, of which a later round has a part.
    """
    manifest = read_manifest(folder)
    plan = _of_round(plan, manifest)
    read = _logs_of(plan, manifest, logs, folder)
    back = settle(manifest, read, plan.form.adjudicator, several=plan.prices.annotators > 1)
    state, before = ReviewState(plan, manifest, back), manifest.before
    if before is not None and plan.target is not None and plan.target.unit == "share":
        message = Message("queues.share_of_rest", n=before.found + state.found)
        raise BadDataError.of(message, option="goal.target")
    return state, read


def _logs_of(plan: Plan, manifest: Manifest, logs: Sequence[str], folder: Path) -> tuple[Log, ...]:
    """Return what came back of a queue; it is told by its own signs, and by names that the plan knows.

    A log whose items are of another queue is refused: they stand there in another place, with other prices, and other random
    ones among them.
    """
    read = read_logs(
        logs,
        form=replace(plan.form, labels="", costs="", sample="", long=()),
        id_column=manifest.id_column,
        label_column=manifest.label_column,
        labels=manifest.labels,
        positive=manifest.positive,
        aside=str(manifest_folder(folder)),
    )
    problems, queue_here = [], queue_id(manifest)
    earlier = {*(manifest.before.ids if manifest.before else ())}
    is_control = manifest.items.role == ROLES.index("control")
    queue = {name for name, again in zip(manifest.items.ids, is_control.tolist(), strict=True) if not again}
    for log in read:
        if not earlier.isdisjoint(log.item) and queue.isdisjoint(log.item):
            problems.append(Problem(Message("queues.judged_before", folder=str(folder)), log.file))
            continue
        for name in {*log.queues} - {queue_here}:
            way = _folder_of(name, folder)
            message = Message("queues.judged_elsewhere", name=name, folder=str(folder), here=queue_here, way=way)
            problems.append(Problem(message, log.file, log.queues[name], column=QUEUE_ID))
    if problems:
        raise BadDataError(problems)
    return read


def _folder_of(name: str, folder: Path) -> NamedOption:
    """Return how to name the folder of a queue: where it was put away when that of a folder was written, if it was."""
    for earlier in sorted(folder.glob(f"{Path(DECLARED).parent}.before-*/{Path(DECLARED).name}")):
        try:
            if queue_id(read_manifest(earlier.parent)) == name:
                return NamedOption("list.queue", str(earlier.parent))
        except BadDataError:
            continue
    return NamedOption("list.queue", like="FOLDER")


def _of_round(plan: Plan, manifest: Manifest) -> Plan:
    """Return the plan as a queue of the rest has it: without what earlier rounds paid and found; else as it is."""
    _check_same(plan, manifest)
    before, budget, target = manifest.before, plan.budget, plan.target
    if before is None:
        return plan
    if budget is not None:
        used = before.used.get(unit_of(budget), Decimal(0))
        budget = replace(budget, amount=max(budget.amount - used, Decimal(0)))
    if target is not None and target.unit == "entries":
        target = replace(target, amount=max(target.amount - before.found, Decimal(0)))
    plan = replace(plan, budget=budget, target=target)
    return _paid_once(plan, manifest) if any(before.used.values()) else plan


def _check_same(plan: Plan, manifest: Manifest) -> None:
    """Refuse a plan whose entries or models are not those of the queue: its counts would be of something else."""
    problems = []
    if {*plan.positive} != {*manifest.positive}:
        then, now = (sorted(labels) or Message("queues.nothing") for labels in (manifest.positive, plan.positive))
        problems.append(Problem(Message("queues.other_positive", then=then, now=now), option="table.positive"))
    if plan.quota is not None and not manifest.items.stratum:
        problems.append(Problem(Message("queues.without_quotas"), option="quota.by", found=plan.quota.by))
    names = [model.name for model in plan.models]
    missing = [name for name in manifest.recipe or (manifest.model,) if name not in names]
    if missing and names:
        problems.append(Problem(Message("queues.other_models", missing=missing, names=names), option="models"))
    if problems:
        raise BadDataError(problems)


def _paid_once(plan: Plan, manifest: Manifest) -> Plan:
    """Return the plan without what was paid once with a queue; a model that its order left out is still to be paid."""
    used = manifest.recipe or (manifest.model,)
    models = tuple(replace(model, cost=Decimal(0)) if model.name in used else model for model in plan.models)
    return replace(plan, prices=replace(plan.prices, fixed={}), models=models)


def rest_of(plan: Plan) -> tuple[Plan, tuple[Message, ...]]:
    """Return the plan for what nobody has judged yet, and what is to be told of that; a plan without logs is as it was.

    Raises
    ------
    BadDataError
        A log or the manifest cannot be used, or what is wanted cannot be told of the rest alone.
    """
    reviewed = plan.reviewed
    if reviewed is None or reviewed.ids:
        return plan, ()
    state, _ = read_review(plan, reviewed.logs, Path(reviewed.queue))
    plan, manifest = state.plan, state.manifest
    items, budget, target = manifest.items, plan.budget, plan.target
    if target is not None and target.unit == "share":
        raise BadDataError.of(Message("queues.share_of_rest", n=state.found), option="goal.target")
    if target is not None and target.amount <= state.found:
        raise BadDataError.of(Message("queues.target_reached"), option="goal.target", found=str(state.found))
    judged = state.judged & ~state.rows("control")
    # What was judged and paid in all rounds up to this one.
    earlier = manifest.before or Before((), 0, Decimal(0), {})
    if budget is not None and state.budget_left is not None:
        budget = replace(budget, amount=state.budget_left)
    label = state.returned.label
    labels = dict(zip(earlier.ids, earlier.labels or ("",) * len(earlier.ids), strict=True))
    for row in np.flatnonzero(judged).tolist():
        labels[items.ids[row]] = manifest.labels[label[row]] if label[row] >= 0 else ""
    drawn = np.flatnonzero(judged & state.rows("tail sample")).tolist()
    # Of those of earlier rounds, which were drawn from a longer rest, such as stand after this stop, too.
    stop = items.standing[state.rows("review")].min(initial=np.inf)
    random = {name: place for name, place in earlier.random.items() if place < stop}
    random |= {items.ids[row]: float(items.standing[row]) for row in drawn}
    ids = tuple(sorted(labels))
    before = Before(
        ids=ids,
        found=earlier.found + state.found,
        spent=earlier.spent + state.spent,
        used={unit: earlier.used.get(unit, Decimal(0)) + used for unit, used in state.used.items()},
        labels=tuple(labels[name] for name in ids),
        random=random,
    )
    order, took = state.order[state.rows("review")[state.order]], Pace(state)
    known = {name: labels[name] for name in before.random if labels[name] and _alike(plan, state)}
    rest = replace(
        _paid_once(plan, manifest) if state.judged.any() else plan,
        reviewed=replace(
            reviewed,
            ids=frozenset(before.ids),
            model=manifest.model,
            recipe=manifest.recipe,
            depth=depth_reviewed(state.judged[order]),
            earlier=len(earlier.ids),
            known=MappingProxyType(known),
            labels=MappingProxyType({name: each for name, each in labels.items() if each}),
            latest=tuple(state.positive[last_rows(state)].tolist()),
            checksums=MappingProxyType(dict(state.returned.logs)),
            pace=took.time.mean.value if took.time is not None else 0.0,
            seconds=took.seconds or 0.0,
            settings=took.settings,
            before=before,
            began=manifest.start,
            measured=float(earlier.spent) + took.spent_measured if took.apart and took.spent_measured else 0.0,
        ),
        budget=budget,
        target=None if target is None else replace(target, amount=target.amount - state.found),
    )
    return rest, tuple(_messages(state, before))


def _alike(plan: Plan, state: ReviewState) -> bool:
    """Return whether random items from after a stop are labelled items of what is left as any others are.

    That is so once all before the stop is reviewed, and as long as labelled items count alike. Nobody has to have asked an
    answerer about a list in files of its own, so that its items say nothing of one.
    """
    columns = plan.columns
    alike = not (columns.weight or columns.stratum or plan.form.sample) and plan.prevalence is None
    alike = alike and not (plan.listed is not None and plan.answerers)
    return alike and state.reviewed.judged >= state.reviewed.of


def _messages(state: ReviewState, before: Before) -> Iterator[Message]:
    """Yield what is told of the review before the rest is planned."""
    plan, onward = state.plan, Onward(state)
    yield _judged(state, before)
    label = state.returned.label[~state.rows("control")]
    n_skipped, n_torn = (int((label == kind).sum()) for kind in (SKIPPED, UNSETTLED))
    if n_skipped:
        yield Message("queues.skipped", n=n_skipped)
    if n_torn:
        yield Message("queues.unsettled", n=n_torn)
    if plan.budget is not None and state.budget_left is not None:
        unit = plan.prices.currency if plan.budget.unit == "money" else word(plan.budget.unit)
        n = hours_left(state.budget_left) if plan.budget.unit == "hours" else state.budget_left
        left = Message("queues.amount_left", n=n, unit=unit) if unit else n
        yield Message("queues.budget_left", left=left)
    if state.judged.any() and (plan.prices.fixed or any(model.cost for model in plan.models)):
        yield Message("queues.paid_once")
    outcome = word(onward.outcome)
    if onward.outcome != "undecided":
        outcome = Message("queues.decision", outcome=outcome, statement=word(onward.kind))
    yield Message("queues.card", outcome=outcome)


def told_of_labels(plan: Plan, labelled: Collection[str], *, as_before: bool) -> Iterator[Message]:
    """Yield on what a rest is planned.

    ``labelled``: names of the labelled items in use; ``as_before``: whether it stands in the order of the whole list.
    """
    if plan.reviewed is None:
        return
    if n_random := len(plan.reviewed.known.keys() & {*labelled}):
        yield Message("queues.random_labelled", n=n_random)
    yield Message("queues.rest_as_before" if as_before else "queues.rest_sample")


def _judged(state: ReviewState, before: Before) -> Message:
    """Return what is judged already, and what it cost."""
    prices, fewer = state.plan.prices, state.fewer
    message = Message("queues.judged", n=len(before.ids))
    if state.manifest.positive:
        message = Message("queues.judged_wanted", n=len(before.ids), wanted=before.found)
    if not prices.stated:
        return message
    cost = Message("queues.cost", currency=prices.currency, cost=before.spent) if prices.currency else before.spent
    then = "" if state.then == prices.planned else Message("queues.prices_then")
    planned = "" if fewer is None else Message("queues.judgements_planned", n=int(fewer.items[0]), held=fewer.n)
    return Message("queues.judged_for", message=message, cost=cost, then=then, planned=planned)
