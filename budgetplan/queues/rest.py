"""From logs to what each item of a queue is settled as, and the rest of a plan: what nobody has judged yet.

The rest is planned on the labelled sample with the money that is left. What was reviewed stood at the top of an order: it is no
sample of the rest and never becomes one. It leaves the list, what it cost leaves the budget, and what was paid once is not paid
again (METHODS R7).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from itertools import chain, permutations
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from budgetplan import lazy_pandas as pd
from budgetplan.arrays import IntArray
from budgetplan.domain.messages import Message, NamedOption, word
from budgetplan.domain.options import nearest
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import hours_left
from budgetplan.domain.review import NOT_YET, ROLES, SKIPPED, UNSETTLED, Before, LogNote, Manifest, NoteKind, Returned
from budgetplan.errors import BadDataError, BudgetplanError, Problem, Problems
from budgetplan.lists.likeness import depth_read_through, depth_reviewed
from budgetplan.queues.manifest import DECLARED, manifest_folder, queue_id, read_manifest
from budgetplan.tables.labels import may_be_nothing, note_alike
from budgetplan.tables.opened import open_table
from budgetplan.tables.reshape.join import changed_ids, told_of_changed
from budgetplan.tables.reshape.vote import NOBODY, elected
from budgetplan.tools.base import QUEUE_ID, moment
from budgetplan.tools.log import Log, read_logs
from budgetplan.work.building import unit_of
from budgetplan.work.onward import Onward, last_rows
from budgetplan.work.standing import Pace, ReviewState

OUTSIDE, LEAST_OUTSIDE = 0.1, 5
"""A log of which more than this share, and at least so many rows, are not in the queue comes from another one."""
SHOWN = 5
"""So many items are named with a note."""

_JUDGEMENT = ["item", "label", "when", "took"]
"""By what two rows that name nobody, or the same person, are one judgement."""
TOO_SLOW, LONG = 100.0, 3600.0
"""A judgement that takes so many times what is planned, or so many seconds where nothing is, is in other units."""


def settle(manifest: Manifest, logs: Sequence[Log], adjudicator: str = "", *, several: bool = False) -> Returned:
    """Return what the logs say of the items of a queue.

    Of several judgements of one annotator the last one counts, by time where all have one; of several annotators the adjudicator's, else the label
    that has more judgements than every other. Items without such a label are not settled. Judgements that name nobody
    are of the person after whom their file is called, or their folder, where there are several folders.
    ``several``: the plan has items judged by more than one, as the manifest may, too.

    Raises
    ------
    BadDataError
        With every judgement of an item that is not on the list, and every label that there is none of.
    """
    row_of = {name: row for row, name in enumerate(manifest.items.ids)}
    code_of = {name: code for code, name in enumerate(manifest.labels)}
    _check(manifest, logs, row_of, code_of)
    _check_people(logs)
    # In the order of their names: that of the arguments decides nothing.
    logs = sorted(logs, key=lambda log: str(Path(log.file).resolve()))
    rows, repeated = _once(logs, _begun(logs), several or manifest.judgements > 1)
    when = np.array([moment(text)[0] if text else np.nan for text in rows["when"]])
    timed = all(log.timed for log in logs) and not (len(logs) > 1 and np.isnan(when).any())
    rows = rows.iloc[np.argsort(when, kind="stable")] if timed and len(logs) > 1 else rows
    annotators, who = np.unique(_called(logs, rows).to_numpy(object), return_inverse=True)
    item = np.array([row_of[name] for name in rows["item"]], dtype=np.int64)
    codes = np.array([code_of.get(name, SKIPPED) for name in rows["label"]], dtype=np.int64)
    seconds = rows["seconds"].to_numpy(np.float64)
    last = ~pd.DataFrame({"item": item, "who": who}).duplicated(keep="last").to_numpy()
    settler = annotators.tolist().index(adjudicator) if adjudicator in annotators else -1
    given = last & (codes >= 0)
    chosen = elected(item[given], codes[given], who[given] == settler, len(row_of))
    touched = np.full(len(row_of), NOT_YET, dtype=np.int64)
    touched[item] = SKIPPED
    label = np.select([chosen >= 0, chosen == NOBODY], [chosen, touched], UNSETTLED)
    notes = [*_notes(manifest, label, item[~last & (codes >= 0)], timed), *repeated]
    alike = nearest(adjudicator, annotators.tolist()) if adjudicator and settler < 0 else ""
    if adjudicator and settler < 0 and (alike or (label == UNSETTLED).any()):
        # Who is to settle disagreements has judged nothing, or has another name in the logs.
        notes.append(LogNote("settler", 1, (adjudicator, alike)[: 1 + bool(alike)]))
    planned = manifest.items.seconds[manifest.items.seconds > 0]
    usual = planned.mean() if len(planned) else 0.0
    typical = np.median(seconds[seconds >= 0]) if (seconds >= 0).any() else 0.0
    if typical > (TOO_SLOW * usual or LONG):
        notes.append(LogNote("slow", round(float(typical))))
    return Returned(
        label=label,
        item=item,
        said=codes,
        annotator=who,
        seconds=seconds,
        annotators=tuple(annotators.tolist()),
        last=last,
        notes=tuple(notes),
        logs=tuple((log.file, log.sha256) for log in logs),
    )


def _check_people(logs: Sequence[Log]) -> None:
    """Raise the names of annotators that look alike: one person would be two who agree or do not."""
    problems, first = Problems(""), dict[str, tuple[str, int | None]]()
    for log in logs:
        for name, line in zip(log.annotator, log.line.tolist(), strict=True):
            first.setdefault(name, (log.file, line))
    counts = Counter(name for log in logs for name in log.annotator if name)
    note_alike(counts, "annotator", problems, first.__getitem__)
    problems.raise_if_any()


def _check(manifest: Manifest, logs: Sequence[Log], row_of: Mapping[str, int], code_of: Mapping[str, int]) -> None:
    """Refuse logs of another queue, items that are not on the list, and labels that there are none of.

    Of a log most of whose items are on the list but in another queue the random items are not ours.
    """
    problems: list[Problem] = []
    seen: set[Path] = set()
    for log in logs:
        if (path := Path(log.file).resolve()) in seen:
            problems.append(Problem(Message("queues.log_twice"), log.file))
        seen.add(path)
        strange = [at for at, name in enumerate(log.item) if name not in row_of]
        if changed := changed_ids([log.item[at] for at in strange], row_of):
            message = told_of_changed(changed, len(log.item), Message("tables.in_queue"))
            problems.append(Problem(message, log.file))
            continue
        if strange and len(strange) == len(log.item):
            problems.append(Problem(Message("queues.no_item_known"), log.file, found=log.item[0]))
            continue
        rows = [row_of.get(name, -1) for name in log.item]
        outside = (manifest.items.place[rows] == 0) & (np.array(rows, dtype=np.int64) >= 0)
        if outside.sum() >= max(LEAST_OUTSIDE, OUTSIDE * len(rows)):
            message = Message("queues.many_outside", n=int(outside.sum()), of=len(rows))
            problems.append(Problem(message, log.file, found=log.item[int(outside.argmax())]))
        problems += _problems_at(log, strange, Message("queues.item_unknown"))
        unknown = [at for at, name in enumerate(log.label) if name and name not in code_of]
        for name in dict.fromkeys(log.label[at] for at in unknown):
            those, meant = [at for at in unknown if log.label[at] == name], nearest(name, code_of)
            message = Message("queues.label_unknown", names=[*code_of])
            if meant:
                message = Message("queues.label_like", meant=meant, names=[*code_of])
            elif may_be_nothing(name):
                message = Message("queues.label_or_none", names=[*code_of], way=NamedOption("table.empty", name))
            problems += _problems_at(log, those, message, name)
    if problems:
        raise BadDataError(problems)


def _problems_at(log: Log, rows: Sequence[int], message: Message, label: str | None = None) -> list[Problem]:
    """Return the first rows of which something is wrong, and how many more there are."""
    lines = log.line.tolist()
    problems = [Problem(message, log.file, lines[at], item=log.item[at], found=label) for at in rows[:SHOWN]]
    if (more := len(rows) - SHOWN) > 0:
        problems.append(Problem(Message("tables.more_like_it", n=more), log.file, found=label, n_more=more))
    return problems


def _begun(logs: Sequence[Log]) -> Any:
    """Return the rows of logs that somebody has had in hand, as a table: with a label, or skipped; the others wait their turn.

    A name alone says who is to judge a row, not that it was judged. ``log``: which log it is; ``took``: the seconds as a text;
    ``signed``: whether it says who judged.
    """
    names = ("item", "label", "annotator", "when", "seconds")
    rows = pd.DataFrame({name: [*chain(*(getattr(log, name) for log in logs))] for name in names})
    rows["log"] = np.repeat(np.arange(len(logs)), [len(log.item) for log in logs])
    rows["took"] = ["" if math.isnan(seconds) else repr(seconds) for seconds in rows["seconds"]]
    rows["signed"] = rows["annotator"] != ""
    return rows[(rows[["label", "when", "took"]] != "").any(axis=1)]


def _once(logs: Sequence[Log], rows: Any, several: bool) -> tuple[Any, list[LogNote]]:
    """Leave out what stands in two logs, where that is one person's work given twice.

    It is where a row of both is by one person with one label, time and duration: a copy, or a later export. Logs that name
    nobody are one person's where both say the same at the same times, or the same in one folder: a log that was saved again,
    or in another form. So is an export that holds an earlier one, unless ``several`` people are to judge each item. The same
    in two folders is the work of two people where several are to judge; else nobody can tell, and that is asked.
    """
    by_log = rows[~rows["signed"]].groupby("log")[_JUDGEMENT]
    nameless = {at: {*part.itertuples(index=False, name=None)} for at, part in by_log}
    folder = [Path(log.file).resolve().parent for log in logs]
    dropped: set[int] = set()
    problems = []
    for mine, other in permutations(nameless, 2):
        if {mine, other} & dropped:
            continue
        # What one tool exports another leaves out: times are compared where both logs have them.
        both = [all(any(row[place] for row in nameless[at]) for at in (mine, other)) for place in (2, 3)]
        parts = [0, 1, *(place for place, kind in zip((2, 3), both, strict=True) if kind)]
        ours, theirs = ({tuple(row[part] for part in parts) for row in nameless[at]} for at in (mine, other))
        if ours == theirs:
            if any(both) or folder[mine] == folder[other]:
                dropped.add(other)
            elif not several and mine < other:
                problems.append(Problem(Message("queues.same_log", file=logs[other].file), logs[mine].file))
        elif ours < theirs and (any(both) or not several):
            dropped.add(mine)
    if problems:
        raise BadDataError(problems)
    # Of equal rows the last is kept, as the last word counts.
    later = rows.duplicated([*_JUDGEMENT, "annotator"], keep="last")
    again = later.where(rows["signed"], rows["log"].isin(dropped))
    items = sorted({*rows["item"][again]})
    return rows[~again], [LogNote("repeated", len(items), tuple(items[:SHOWN]))] if items else []


def _called(logs: Sequence[Log], rows: Any) -> Any:
    """Return who gave each judgement; one that names nobody is called after its file, or its folder where there are several."""
    paths = {at: Path(logs[at].file).resolve() for at in rows["log"][~rows["signed"]].unique()}
    folders = {path.parent for path in paths.values()}
    names = {at: path.name if len(folders) < 2 else path.parent.name for at, path in paths.items()}
    if len({folder.name for folder in folders}) < len(folders):
        names = {at: str(Path(logs[at].file).parent) for at in paths}
    return rows["annotator"].where(rows["signed"], rows["log"].map(names))


def _notes(manifest: Manifest, label: IntArray, again: IntArray, timed: bool) -> tuple[LogNote, ...]:
    """Return what is to be told of the logs; ``again``: items of judgements after which the same person judged once more."""
    items = manifest.items
    role = items.role
    judged = label != NOT_YET
    queue = items.place > 0
    # Whoever judges from the top leaves hardly a gap above what was judged.
    through = depth_read_through(judged[queue][np.argsort(items.place[queue])])
    rows_of: dict[NoteKind, IntArray] = {
        "again": np.unique(again),
        "disagree": np.flatnonzero(label == UNSETTLED),
        "skipped": np.flatnonzero(label == SKIPPED),
        "ahead": np.flatnonzero(queue & judged & (items.place > through)),
        "outside": np.flatnonzero(judged & (role == ROLES.index("left"))),
        "answered": np.flatnonzero(judged & (role == ROLES.index("answered"))),
    }
    return tuple(
        LogNote(kind, len(rows), tuple(items.ids[row] for row in rows[:SHOWN].tolist()), timed or kind != "again")
        for kind, rows in rows_of.items()
        if len(rows)
    )


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
    if manifest.calls is not None:  # what its answers left is not what labelled items about as high in the order are
        raise BadDataError.of(Message("queues.rest_of_answers", name=manifest.calls.name), option="list.reviewed")
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
    form = plan.form
    if form.annotator:
        with suppress(BudgetplanError), open_table(form.labels or plan.table, form, beside=bool(form.labels)) as file:
            if form.annotator not in file.header:  # who judged stands in the logs alone, and is settled there
                form = replace(form, annotator="", adjudicator="")
    order, took = state.order[state.rows("review")[state.order]], Pace(state)
    known = {name: labels[name] for name in before.random if labels[name] and _alike(plan, state)}
    rest = replace(
        _paid_once(plan, manifest) if state.judged.any() else plan,
        form=form,
        reviewed=replace(
            reviewed,
            ids=frozenset(before.ids),
            model=manifest.model,
            recipe=manifest.recipe,
            depth=depth_reviewed(state.judged[order]),
            earlier=len(earlier.ids),
            known=MappingProxyType(known),
            labels=MappingProxyType({name: filled for name, filled in labels.items() if filled}),
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
