"""What comes after a report: the queue that people review, and how far they are."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from budgetplan import __version__
from budgetplan.api import Made, Result, identifier_of
from budgetplan.before import unmet_problem
from budgetplan.dataset.list_files import files_read
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import JUDGING
from budgetplan.domain.review import LogNote, Manifest, TailSample
from budgetplan.engines.queue import read_queue
from budgetplan.engines.queue import write_queue as write_items
from budgetplan.errors import UNMET, BadDataError, UsageError, counted
from budgetplan.files import Fill, PeoplesWork, as_bytes, checksum, refuse_work, save
from budgetplan.plans.screening import first_to_ask
from budgetplan.preflight.unmet import Unmet
from budgetplan.queues.draw import course_of_counted, draw_queue
from budgetplan.queues.files import ASIDE, PACKETS, declare, queue_files, told_of, told_of_budget
from budgetplan.queues.manifest import BEFORE, DECLARED, ITEMS, budget_told, manifest_folder
from budgetplan.queues.rest import read_review, rest_of
from budgetplan.queues.shown import read_shown, shown_among, shown_columns
from budgetplan.report.card import (
    CardSpeaker,
    build_card,
    card_files,
    card_record,
)
from budgetplan.report.display import without_tags
from budgetplan.report.page import Framing
from budgetplan.tools.registry import QUEUE_TOOLS
from budgetplan.work.building import ASK_FILE
from budgetplan.work.onward import Onward
from budgetplan.work.standing import Pace, holds_sizes
from budgetplan.workflows import COMPARING, READING, Progress, opened, silent

OF_LIST = "manifest/list.json"
"""What says who is in the queue of a list that is not loaded."""
SHARD, MOST_HELD = 100_000, 200_000
"""Items in one of its files; a longer queue is written by the engine alone: names in their order, without packets."""

QUEUE = PeoplesWork(
    ("packets", "again", "manifest/manifest.json", OF_LIST, "queue-[0-9][0-9][0-9][0-9].*"),
    "a queue already, which may be under review",
    "; what nobody has judged yet is planned with list.reviewed and list.queue, into another folder",
)
"""What says that a folder holds a queue; all of it is put away together."""

Save = Callable[[Mapping[str, bytes] | Fill], object]
"""Writes the files of a queue."""


def write_queue(
    plan: Plan,
    out: str | Path,
    tool: str,
    shown: Sequence[str] = (),
    progress: Progress | None = None,
    *,
    put_away: bool = False,
    inputs: Sequence[str] = (),
) -> Result:
    """Write the items that a plan has reviewed, in their order, for a tool; and the manifest that is kept apart.

    Parameters
    ----------
    plan
        Its list stands in the table: rows without a label.
    out
        A folder that holds no queue yet.
    tool
        A name of :data:`budgetplan.tools.registry.QUEUE_TOOLS`.
    shown
        Columns that annotators see, the one that is judged first; none: all that hold texts.
    put_away
        Whether a queue that the folder holds is put away first, as ``packets.before-1`` and so on.
    inputs
        Files that were read beside those of the plan, such as its own.

    Raises
    ------
    BadDataError
        The table cannot be used, or a text cannot be written for this tool.
    CannotWriteError
        The folder holds a queue already, or cannot be written.
    """
    progress, folder = progress or silent, Path(out)
    made_from = (*files_read(plan), *inputs)
    refuse_work(folder, "queue", QUEUE, replace=put_away, inputs=made_from)
    save_files = partial(save, folder=folder, command="queue", replace=put_away, inputs=made_from, work=QUEUE)
    if plan.listed is not None and plan.work.control:
        message = "the texts of labelled items are not in the files of the list; leave it out"
        raise UsageError.of(message, option="work.control", found=str(plan.work.control))
    progress(READING, 0, 1)
    plan, rest = rest_of(plan)
    as_written = plan
    plan, workflow, data = opened(plan)
    progress(COMPARING, 0, 1)
    solution = workflow.solve(plan, data, progress)
    work, labels = plan.work, sorted({label.name for label in data.labels})
    in_memory = plan.listed is None or plan.listed.engine == "memory"
    chosen: Any = None if in_memory else solution.decision.chosen
    course = workflow.course(solution) if in_memory else None
    if course is None and chosen is None:
        if in_memory:
            _check_asked(plan, solution)
        return _nothing_to_write(plan, workflow.unmet(solution))
    if chosen is not None and chosen.items + work.tail_sample > MOST_HELD:
        return _write_long(plan, data, chosen, folder, tool, save_files)
    identifier = identifier_of(plan, data.sha256, workflow.source(plan, data).further)
    provenance = {"identifier": identifier, "workflow": workflow.name, "table_sha256": data.sha256}
    draw = partial(draw_queue, tail_sample=work.tail_sample, packet=work.packet, seed=plan.seed)
    if course is not None:
        if course.weighted:
            message = "rows of the list stand for several items each, and a queue is of single items; write a row for each item to be reviewed, and leave its weight empty"
            raise BadDataError.of(message, plan.table, column=plan.columns.weight)
        texts = read_shown(as_written, labels, shown, {plan.table: data.sha256, **data.checksums})
        items = draw(course, data.known_labels(), n_control=work.control)
        manifest = declare(plan, course, items, texts.id_column, labels, **provenance)
    else:
        id_column, engine = data.counted.asked.id_name, data.counted.engine
        of_text = [name for name, kind in engine.columns().items() if kind == "text"]
        columns = shown_columns(of_text, plan, id_column, shown)
        held = read_queue(
            data.counted, chosen.model, chosen.items, seed=plan.seed, tail=work.tail_sample, shown=columns
        )
        course = course_of_counted(solution, held)
        texts = shown_among(id_column, held.ids, held.texts, labels, shown)
        items = draw(course, ([], []), n_control=0)
        # The manifest has those alone that people judge.
        tail = TailSample(len(held.ids) - held.n_items, held.n_after, work.looks)
        manifest = declare(plan, course, items, id_column, labels, **provenance)
        manifest = replace(manifest, n_list=data.counted.n_items, tail=tail)
        rest = data.messages
    manifest, files = queue_files(manifest, texts, QUEUE_TOOLS[tool])
    lines = [*map(str, plan.notices), *rest, *told_of(manifest, texts, QUEUE_TOOLS[tool])]
    lines += [*told_of_budget(plan, manifest), *_asks_nobody(solution)]
    # Writing comes last: whatever fails, no queue stands there that the next run would refuse to replace.
    save_files(files)
    lines.append(f"Written: {folder / PACKETS}, for those who judge; keep {folder / ASIDE} from them.")
    return Result(0, "\n".join(lines))


def _write_long(plan: Plan, data: Any, chosen: Any, folder: Path, tool: str, save_files: Save) -> Result:
    """Write a queue that is too long to be held: names of items in their order, by the engine that counts the list."""
    if tool != "csv":
        message = "of a list that is not loaded the names of its items are written, and no texts; write --for csv, and join the texts by id"
        raise UsageError.of(message, option="--for", found=tool)
    told = list[str]()

    def fill(where: Path) -> list[str]:
        how = {"seed": plan.seed, "tail": plan.work.tail_sample, "shard": SHARD}
        found = write_items(data.counted, chosen.model, chosen.items, where, **how)
        names = sorted(path.name for path in where.iterdir())
        (where / OF_LIST).parent.mkdir()
        (where / OF_LIST).write_bytes(as_bytes(json.dumps(found.record, indent=2, ensure_ascii=False) + "\n"))
        files = counted(len(found.files), "file")
        told.append(f"{counted(chosen.items, 'item')} in the order of {chosen.model}, in {files}.")
        if found.tail is not None:
            random = (
                f"{found.record['random']:,} random items after the stop are in {folder / found.tail.name}"
            )
            told.append(f"{random}: mix them in unseen.")
        # What tells readers that there is a queue is the last to be moved.
        return [*names, OF_LIST]

    save_files(fill)
    return Result(0, "\n".join([*map(str, plan.notices), *data.messages, *told, f"Written: {folder}"]))


def read_progress(
    plan: Plan,
    logs: Sequence[str],
    *,
    queue: str | Path,
    date: str,
    progress: Progress | None = None,
    planned: Sequence[str] = ("report", "PLAN"),
) -> Made:
    """Return the card on a review that is under way.

    Parameters
    ----------
    plan
        What the queue was written from: its prices, worths, budget and target.
    logs
        What came back: exports of annotation tools, or tables.
    queue
        The folder of the queue, with its manifest.
    date
        On the card (2026-01-31).
    planned
        The command that wrote the report, word by word: with the logs and the queue it plans the rest.

    Raises
    ------
    BadDataError
        A log or the manifest cannot be used: everything that is wrong at once.
    """
    progress = progress or silent
    progress(READING, 0, 1)
    state, read = read_review(plan, logs, Path(queue))
    plan, manifest, back = state.plan, state.manifest, state.returned
    notes = [*back.notes, *_since_written(plan, manifest)]
    notes += [] if state.fewer is None else [state.fewer]
    state.returned = replace(back, notes=tuple(notes))
    said, took = Onward(state), Pace(state)
    provenance = {"budgetplan": __version__, "date": date, "table_sha256": manifest.table_sha256}
    rest = [f"list.reviewed={log}" for log in logs] + [f"list.queue={queue}"]
    command = shlex.join(["budgetplan", *planned, *(word for one in rest for word in ("--set", one))])
    speaker = CardSpeaker(state, said, took, command)
    document = build_card(speaker, Framing(date, manifest.identifier))
    alike = len({Path(log.file).name for log in read}) < len(read)
    messages = tuple(
        f"{log.file if alike else Path(log.file).name}: {told}" for log in read for told in log.messages
    )
    messages += tuple(f"To look at: {without_tags(note)}" for note in speaker.notes())
    kept = (manifest_folder(Path(queue)) / Path(name).name for name in (DECLARED, ITEMS, BEFORE))
    return Made(
        document,
        card_record(state, said, took, provenance),
        (*map(str, plan.notices), *messages),
        (),
        unmet=False,
        tables=card_files(speaker),
        inputs=(*logs, *map(str, kept), *files_read(plan)),
        stem="card",
    )


def _since_written(plan: Plan, manifest: Manifest) -> list[LogNote]:
    """Return what has changed since a queue was written: its table, what judging costs, and what may be spent."""
    found = []
    # A table that is not there says nothing.
    if Path(plan.table).is_file() and checksum(Path(plan.table)) != manifest.table_sha256:
        found.append(LogNote("table", 1))
    if manifest.prices is None:
        found.append(LogNote("prices_unknown", 1))
    elif any(getattr(manifest.prices, name) != getattr(plan.prices, name) for name in JUDGING):
        found.append(LogNote("prices" if holds_sizes(plan, manifest) else "prices_sizes", 1))
    now = budget_told(plan)
    # Whether to stop hangs on it, and whoever gave it on the command line has to give it again.
    other = bool(now and manifest.budget) and now != manifest.budget
    return [*found, LogNote("budget", 1, (manifest.budget, now))] if other else found


def _check_asked(plan: Plan, solution: Any) -> None:
    """Refuse a list that an answerer is still to be asked about: what its answers settle nobody is to review."""
    known = getattr(solution, "answered_list", None)
    if known is None or not known.waits:
        return
    column, n = plan.answerer(known.answerer).column, counted(len(known.unasked), "item")
    wrong = f"{known.answerer} has not been asked about {n} of the list, and what its answers settle is not reviewed"
    todo = f"budgetplan report names them in {ASK_FILE}; write the answers into this column, and where it gave none a word that stands for that (no_answer)"
    raise BadDataError.of(f"{wrong}; {todo}", plan.table, column=column)


def _asks_nobody(solution: Any) -> list[str]:
    """Say that the queue of a ranked list asks nobody, where asking somebody first would bring more."""
    if not getattr(solution, "screenings", ()):
        return []
    best, ids = first_to_ask(solution.screenings, solution.evidence.own, solution.lead.name)
    first = (
        f"Asking {best.known.name} first about {counted(len(ids), 'item')} would bring more" if best else ""
    )
    told = "what people then review is in the report, and budgetplan report names these items in"
    return [f"This queue is of the plan that asks nobody. {first}: {told} {ASK_FILE}."] if ids else []


def _nothing_to_write(plan: Plan, unmet: Unmet | None) -> Result:
    """Say why there is no queue: nothing is recommended, or there is no list that could be ordered."""
    if unmet is None:
        message = "the plan has nothing reviewed, or the table does not hold the list: rows without a label that every model has scored; see the report; add the rows to be reviewed to the table, with an empty label"
        raise BadDataError.of(message, plan.table)
    told = unmet_problem(unmet)
    return Result(UNMET, f"{told.wrong} {told.todo}".rstrip())
