"""What comes after a report: the queue that people review, and how far they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from budgetplan import __version__
from budgetplan.domain.plan import Plan
from budgetplan.errors import BadDataError, Problem, UsageError, counted
from budgetplan.files import Fill, PeoplesWork, checksum, refuse_work, save

if TYPE_CHECKING:
    from budgetplan.api import Made
    from budgetplan.domain.review.course import Course
    from budgetplan.domain.review.manifest import Manifest
    from budgetplan.domain.review.returned import LogNote
    from budgetplan.preflight.unmet import Unmet
    from budgetplan.queues.files import Provenance
    from budgetplan.queues.shown import Shown
    from budgetplan.workflows.base import Progress

COUNTED = {"csv": "csv"}
"""How the queue of a list that is not loaded is written, by what it is written for."""
OF_LIST = "manifest/list.json"
"""What says who is in it."""
SHARD = 100_000
"""Items in one of its files."""

QUEUE = PeoplesWork(
    ("packets", "again", "manifest/manifest.json", OF_LIST, "queue-[0-9][0-9][0-9][0-9].*"),
    "a queue already, which may be under review",
    "; what nobody has judged yet is planned with list.reviewed and list.queue, into another folder",
)
"""What says that a folder holds a queue; all of it is put away together."""
UNMET = 3
"""Exit code where nothing meets the goal."""


@dataclass(frozen=True)
class Written:
    """What a command wrote: its exit code, and what to print."""

    exit_code: int
    text: str


@dataclass(frozen=True)
class _Place:
    """Where a queue is written to, whether an earlier one is put away there, and which files it is made from."""

    folder: Path
    put_away: bool
    inputs: tuple[str, ...]

    def refuse_earlier(self) -> None:
        refuse_work(self.folder, "queue", QUEUE, replace=self.put_away, inputs=self.inputs)

    def save(self, files: Mapping[str, bytes] | Fill) -> None:
        save(files, self.folder, "queue", replace=self.put_away, inputs=self.inputs, work=QUEUE)


def write_queue(
    plan: Plan,
    out: str | Path,
    tool: str,
    shown: Sequence[str] = (),
    progress: Progress | None = None,
    *,
    put_away: bool = False,
    inputs: Sequence[str] = (),
) -> Written:
    """Write the items that a plan has reviewed, in their order, for a tool; and the manifest that is kept apart.

    Parameters
    ----------
    plan
        Its list stands in the table: rows without a label.
    out
        A folder that holds no queue yet.
    tool
        A name of :data:`budgetplan.queues.tools.registry.TOOLS`.
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
    from budgetplan.dataset.list_files import files_read  # noqa: PLC0415 - only for this command
    from budgetplan.queues.draw import draw_queue  # noqa: PLC0415
    from budgetplan.queues.files import declare  # noqa: PLC0415
    from budgetplan.queues.rest import rest_of  # noqa: PLC0415
    from budgetplan.queues.shown import read_shown  # noqa: PLC0415
    from budgetplan.workflows.base import COMPARING, READING, silent  # noqa: PLC0415
    from budgetplan.workflows.registry import workflow_of  # noqa: PLC0415

    place, progress = _Place(Path(out), put_away, (*files_read(plan), *inputs)), progress or silent
    place.refuse_earlier()
    if plan.listed is not None and plan.work.control:
        wrong = "the texts of labelled items are not in the files of the list"
        raise UsageError(
            [Problem(wrong, "leave it out", option="work.control", found=str(plan.work.control))]
        )
    progress(READING, 0, 1)
    plan, rest = rest_of(plan)
    workflow = workflow_of(plan)
    data = workflow.read(plan, {})
    progress(COMPARING, 0, 1)
    solution = workflow.solve(plan, data, progress)
    if plan.listed is not None and plan.listed.engine != "memory":
        return _write_counted(plan, data, solution, place, tool, shown)
    course = workflow.course(solution)
    if course is None:
        _check_asked(plan, solution)
        return _nothing_to_write(plan, workflow.unmet(solution))
    _check(plan, course)
    known, labels = data.known_labels(), sorted({one.name for one in data.labels})
    texts = read_shown(plan, labels, shown, {plan.table: data.sha256, **data.checksums})
    items = draw_queue(
        course,
        known,
        tail_sample=plan.work.tail_sample,
        n_control=plan.work.control,
        packet=plan.work.packet,
        seed=plan.seed,
    )
    declared = declare(plan, course, items, _provenance(plan, data), (texts.id_column, labels))
    return _save_queue(plan, declared, texts, tool, place, [*map(str, plan.notices), *rest])


def _provenance(plan: Plan, data: Any) -> Provenance:
    """Return what a queue comes from."""
    from budgetplan.api import identifier_of  # noqa: PLC0415 - only for this command
    from budgetplan.queues.files import Provenance  # noqa: PLC0415
    from budgetplan.workflows.registry import workflow_of  # noqa: PLC0415

    workflow = workflow_of(plan)
    identifier = identifier_of(plan, data.sha256, workflow.source(plan, data).further)
    return Provenance(workflow.name, identifier, data.sha256)


def _save_queue(
    plan: Plan, declared: Manifest, texts: Shown, tool: str, place: _Place, before: Sequence[str]
) -> Written:
    """Write packets and manifest, and return what is printed of them after other lines."""
    from budgetplan.queues.files import (  # noqa: PLC0415 - only for this command
        ASIDE,
        PACKETS,
        queue_files,
        told_of,
        told_of_budget,
    )
    from budgetplan.queues.tools.registry import TOOLS  # noqa: PLC0415

    manifest, files = queue_files(declared, texts, TOOLS[tool])
    place.save(files)
    folder = place.folder
    lines = [*before, *told_of(manifest, texts, TOOLS[tool]), *told_of_budget(plan, manifest)]
    lines.append(f"Written: {folder / PACKETS}, for those who judge; keep {folder / ASIDE} from them.")
    return Written(0, "\n".join(lines))


def _write_counted(
    plan: Plan, data: Any, solution: Any, place: _Place, tool: str, shown: Sequence[str]
) -> Written:
    """Write the queue of a list that is not loaded: as any other where it is short enough to be held."""
    from budgetplan.preflight.unmet import unmet_of_queue  # noqa: PLC0415 - only for this command
    from budgetplan.queues.counted import MOST_HELD  # noqa: PLC0415

    chosen = solution.decision.chosen
    if chosen is None:
        return _nothing_to_write(plan, unmet_of_queue(solution))
    if chosen.items + plan.work.tail_sample > MOST_HELD:
        return _write_long(plan, data, solution, place, tool)
    return _write_held(plan, data, solution, place, tool, shown)


def _write_held(
    plan: Plan, data: Any, solution: Any, place: _Place, tool: str, shown: Sequence[str]
) -> Written:
    """Write the queue of a list that is not loaded, in packets and with its manifest."""
    from budgetplan.domain.review.manifest import TailSample  # noqa: PLC0415 - only for this command
    from budgetplan.engines.queue import read_queue  # noqa: PLC0415
    from budgetplan.queues.counted import course_of_counted, shown_of, text_columns  # noqa: PLC0415
    from budgetplan.queues.draw import draw_queue  # noqa: PLC0415
    from budgetplan.queues.files import declare  # noqa: PLC0415

    counted, chosen = data.counted, solution.decision.chosen
    labels, id_column = sorted({one.name for one in data.labels}), counted.asked.id_name
    columns = text_columns(counted.engine.columns(), plan, id_column, shown)
    tail = plan.work.tail_sample
    found = read_queue(counted, chosen.model, chosen.items, seed=plan.seed, tail=tail, shown=columns)
    course, texts = course_of_counted(solution, found), shown_of(found, id_column, labels, shown)
    packet, seed = plan.work.packet, plan.seed
    items = draw_queue(course, ([], []), tail_sample=tail, n_control=0, packet=packet, seed=seed)
    n_tail = len(found.ids) - found.n_items
    declared = replace(
        declare(plan, course, items, _provenance(plan, data), (id_column, labels)),
        n_list=counted.n_items,
        tail=TailSample(n_tail, found.n_after, plan.work.looks),
    )
    return _save_queue(plan, declared, texts, tool, place, [*map(str, plan.notices), *data.messages])


def _write_long(plan: Plan, data: Any, solution: Any, place: _Place, tool: str) -> Written:
    """Write a queue that is too long to be held: names of items in their order, by the engine that counts the list."""
    from budgetplan.engines.queue import write_queue as write_items  # noqa: PLC0415 - only for this command
    from budgetplan.engines.queue import written_text  # noqa: PLC0415

    if tool not in COUNTED:
        todo = f"write --for {' or --for '.join(COUNTED)}, and join the texts by id"
        wrong = "of a list that is not loaded the names of its items are written, and no texts"
        raise UsageError([Problem(wrong, todo, option="--for", found=tool)])
    chosen, tail, told = solution.decision.chosen, plan.work.tail_sample, list[str]()

    def fill(folder: Path) -> list[str]:
        found = write_items(
            data.counted,
            chosen.model,
            chosen.items,
            folder,
            seed=plan.seed,
            tail=tail,
            form=COUNTED[tool],
            shard=SHARD,
        )
        names = sorted(path.name for path in folder.iterdir())
        (folder / OF_LIST).parent.mkdir()
        (folder / OF_LIST).write_text(written_text(found, chosen.model), encoding="utf-8")
        files = counted(len(found.files), "file")
        told.append(f"{counted(found.n_items, 'item')} in the order of {chosen.model}, in {files}.")
        if found.tail is not None:
            where = place.folder / found.tail.name
            told.append(f"{found.n_tail:,} random items after the stop are in {where}: mix them in unseen.")
        # What tells readers that there is a queue is the last to be moved.
        return [*names, OF_LIST]

    place.save(fill)
    return Written(0, "\n".join([*map(str, plan.notices), *data.messages, *told, f"Written: {place.folder}"]))


def read_progress(
    plan: Plan,
    logs: Sequence[str],
    *,
    queue: str | Path,
    date: str,
    progress: Progress | None = None,
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

    Raises
    ------
    BadDataError
        A log or the manifest cannot be used: everything that is wrong at once.
    """
    from budgetplan.api import Made  # noqa: PLC0415 - only for this command
    from budgetplan.dataset.list_files import files_read  # noqa: PLC0415
    from budgetplan.progress.onward import onward  # noqa: PLC0415
    from budgetplan.progress.pace import pace  # noqa: PLC0415
    from budgetplan.progress.standing import fewer_judgements, standing  # noqa: PLC0415
    from budgetplan.queues.manifest import BEFORE, DECLARED, ITEMS, manifest_folder, read_manifest  # noqa: PLC0415
    from budgetplan.queues.rest import logs_of, of_round  # noqa: PLC0415
    from budgetplan.queues.settle import settle  # noqa: PLC0415
    from budgetplan.render.display import Style, sentence_text  # noqa: PLC0415
    from budgetplan.report.model import Notice  # noqa: PLC0415
    from budgetplan.report.page import Framing  # noqa: PLC0415
    from budgetplan.report.progress.card import build_card, card_files  # noqa: PLC0415
    from budgetplan.report.progress.record import card_record  # noqa: PLC0415
    from budgetplan.workflows.base import READING, silent  # noqa: PLC0415

    progress = progress or silent
    progress(READING, 0, 1)
    _check_no_quotas(plan)
    manifest = read_manifest(Path(queue))
    plan = of_round(plan, manifest)
    read = logs_of(plan, manifest, logs, Path(queue))
    back = settle(manifest, read, plan.form.adjudicator, several=plan.prices.annotators > 1)
    back = replace(back, notes=(*back.notes, *_since_written(plan, manifest)))
    state = standing(plan, manifest, back)
    if lacking := fewer_judgements(state):
        back = replace(back, notes=(*back.notes, lacking))
        state = replace(state, returned=back)
    said, took = onward(state), pace(state)
    provenance = {"budgetplan": __version__, "date": date, "table_sha256": manifest.table_sha256}
    document = build_card(state, said, took, Framing(date, manifest.identifier))
    alike = len({Path(log.file).name for log in read}) < len(read)
    messages = tuple(
        f"{log.file if alike else Path(log.file).name}: {told}" for log in read for told in log.messages
    )
    style = Style.of(document)
    messages += tuple(
        f"To look at: {sentence_text(note, style)}"
        for block in document.blocks()
        if isinstance(block, Notice)
        for note in block.points
    )
    return Made(
        document,
        card_record(state, said, took, provenance),
        (*map(str, plan.notices), *messages),
        (),
        unmet=False,
        tables=card_files(state, said, took),
        inputs=(
            *logs,
            *(str(manifest_folder(Path(queue)) / Path(name).name) for name in (DECLARED, ITEMS, BEFORE)),
            *files_read(plan),
        ),
        stem="card",
    )


def _check_no_quotas(plan: Plan) -> None:
    """Refuse quotas: whether to go on is told of the list as a whole, and may be wrong of a stratum."""
    if plan.quota is not None:
        wrong = "whether to go on is told of a list as a whole, not of how far each quota is"
        todo = "count what came back by the column stratum of manifest/items.csv, or leave [quota] out"
        raise UsageError([Problem(wrong, todo, option="quota.by", found=plan.quota.by)])


def _since_written(plan: Plan, manifest: Manifest) -> list[LogNote]:
    """Return what has changed since a queue was written: its table, what judging costs, and what may be spent."""
    from budgetplan.domain.prices import JUDGING  # noqa: PLC0415
    from budgetplan.domain.review.returned import LogNote  # noqa: PLC0415 - only for this command
    from budgetplan.progress.standing import holds_sizes  # noqa: PLC0415
    from budgetplan.queues.manifest import budget_told  # noqa: PLC0415

    found = [LogNote("table", 1)] if _changed(plan.table, manifest.table_sha256) else []
    if manifest.prices is None:
        found.append(LogNote("prices_unknown", 1))
    elif any(getattr(manifest.prices, name) != getattr(plan.prices, name) for name in JUDGING):
        found.append(LogNote("prices" if holds_sizes(plan, manifest) else "prices_sizes", 1))
    now = budget_told(plan)
    # Whether to stop hangs on it, and whoever gave it on the command line has to give it again.
    other = bool(now and manifest.budget) and now != manifest.budget
    return [*found, LogNote("budget", 1, (manifest.budget, now))] if other else found


def _changed(table: str, sha256: str) -> bool:
    """Say whether a table is another one than the queue was written from; one that is not there says nothing."""
    try:
        return checksum(Path(table)) != sha256
    except OSError:
        return False


def _check_asked(plan: Plan, solution: Any) -> None:
    """Refuse a list that an answerer is still to be asked about: what its answers settle nobody is to review."""
    known = getattr(solution, "answered_list", None)
    if known is None or not known.waits:
        return
    from budgetplan.workplan.building import ASK_FILE  # noqa: PLC0415 - only for this command

    column = plan.answerer(known.answerer).column
    n = len(known.unasked)
    wrong = f"{known.answerer} has not been asked about {n:,} {'item' if n == 1 else 'items'} of the list, and what its answers settle is not reviewed"
    todo = f"budgetplan report names them in {ASK_FILE}; write the answers into this column, and where it gave none a word that stands for that (no_answer)"
    raise BadDataError([Problem(wrong, todo, plan.table, column=column)])


def _nothing_to_write(plan: Plan, unmet: Unmet | None) -> Written:
    """Say why there is no queue: nothing is recommended, or there is no list that could be ordered."""
    from budgetplan.render.display import Style, sentence_text  # noqa: PLC0415 - only for this command

    if unmet is None:
        wrong = "the plan has nothing reviewed, or the table does not hold the list: rows without a label that every model has scored"
        todo = "see the report; add the rows to be reviewed to the table, with an empty label"
        raise BadDataError([Problem(wrong, todo, plan.table)])
    style = Style(plan.prices.currency if plan.prices.stated else "", plan.prices.minor_digits, plan.language)
    title, why = unmet
    return Written(UNMET, " ".join(sentence_text(one, style) for one in (title, *why)))


def _check(plan: Plan, course: Course) -> None:
    """Refuse lists of which a row stands for several items: nobody reviews it several times."""
    if course.weighted:
        wrong = "rows of the list stand for several items each, and a queue is of single items"
        todo = "write a row for each item to be reviewed, and leave its weight empty"
        raise BadDataError([Problem(wrong, todo, plan.table, column=plan.columns.weight)])
