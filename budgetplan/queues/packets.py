"""All files of a queue: packets for those who judge, the tool's settings, and what is kept apart; and a sample to label first.

Which items make a queue: those that the plan has reviewed, and random ones among them that nobody can tell apart. Items that
nobody would review show what is left there, and how often a model is wrong that answers them; items that are labelled already
show how people agree with their labels. Both are spread at random over the queue, so that the first half of it has about half
of them; the random items stand in the order in which they were drawn, so that those judged first are a random sample, too
(METHODS R7). What those who judge get to see of each item are the columns of the user's table that hold texts, as they stand there.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_UP, Decimal
from itertools import accumulate, pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from budgetplan import __version__
from budgetplan import lazy_pandas as pd
from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.places import places
from budgetplan.dataset.list_files import UnlabelledTable, files_of_list, list_plan
from budgetplan.domain.messages import Message, NamedOption, quoted_word
from budgetplan.domain.plan import Plan
from budgetplan.domain.review import ALPHA, ROLES, Course, Manifest, PacketFile, QueueItems, TailSample, packet_name
from budgetplan.engines.counting import QueuedItems
from budgetplan.errors import BadDataError, Problem, Problems, UsageError
from budgetplan.lists.unseen import anytime_range, most_positives
from budgetplan.plans.review import Analysis, course_along
from budgetplan.preflight.draft import MOST_CHOICES, is_label_name, may_tell_of_models
from budgetplan.preflight.plan_text import printed
from budgetplan.queues.manifest import budget_told, manifest_files, queue_id
from budgetplan.queues.rest import settle
from budgetplan.tables.celltext import formulas_told, plain_csv
from budgetplan.tables.columns import find_columns, note_no_column
from budgetplan.tables.files import changed
from budgetplan.tables.opened import open_table, separator_for
from budgetplan.tables.reshape.join import open_items
from budgetplan.tables.table import Rows
from budgetplan.tools.base import QUEUE_ID
from budgetplan.tools.packets import Packet, QueueTool
from budgetplan.work.standing import ReviewState

_TAIL, _KNOWN, _MIXED, _AGAIN = 13, 14, 15, 16
"""Streams of the random numbers of a seed: which labelled items are drawn does not hang on where the plan stops."""


def draw_queue(
    course: Course,
    control: tuple[Sequence[str], Sequence[str]],
    *,
    tail_sample: int,
    n_control: int,
    packet: int,
    seed: int,
) -> QueueItems:
    """Return the queue, then all other items of the list.

    Parameters
    ----------
    course
        What the plan does with each item.
    control
        Names and labels of the labelled items, sorted by name.
    tail_sample, n_control
        How many items that nobody would review (from after the stop, and those that the model alone answers), and of the
        labelled ones, are mixed in; at most all.
    packet
        Items in a packet.
    seed
        Start of the random numbers.

    Returns
    -------
    QueueItems
        The same whatever the order of rows in the files.

    References
    ----------
    METHODS R1, R7.
    """
    rng, others, spread = (np.random.default_rng([seed, part]) for part in (_TAIL, _KNOWN, _MIXED))
    n_known, n_list, after = len(control[0]), course.n_items, course.queue[course.review :]
    # By name, so that equal scores and the order of rows play no part in what is drawn.
    drawn = rng.permutation(np.sort(unreviewed(course)))[:tail_sample]
    controls = others.permutation(n_known)[:n_control]
    mixed = np.repeat([1, 2], [len(drawn), len(controls)])
    queued = np.zeros(course.review + len(mixed), dtype=np.int64)
    among = np.sort(spread.permutation(len(queued))[: len(mixed)])
    queued[among] = spread.permutation(mixed)
    # By role the rows of each in the list, behind which the labelled items stand: the queue, those answered, those left.
    apart = [rows[~np.isin(rows, drawn)] for rows in (course.answered, after)]
    role = np.append(queued, np.repeat([3, 4], [len(rows) for rows in apart]))
    row = np.empty(len(role), dtype=np.int64)
    for code, rows in enumerate((course.queue[: course.review], drawn, n_list + controls, *apart)):
        row[role == code] = rows
    place = np.arange(1, len(role) + 1) * (np.arange(len(role)) < len(queued))
    rank = np.zeros(n_list + n_known, dtype=np.int64)
    rank[course.queue] = np.arange(1, len(course.queue) + 1)

    def of(amount: FloatArray, of_known: float = 0.0) -> FloatArray:
        return np.append(amount, np.full(n_known, of_known))[row]

    def texts(cells: Sequence[str], of_known: Sequence[str] = ("",) * n_known) -> tuple[str, ...]:
        """Return a text for each item; none where nothing is known of the list."""
        return tuple(np.array([*cells, *of_known], dtype=object)[row].tolist()) if len(cells) else ()

    def answered(cells: Sequence[str], of_known: Sequence[str] = ("",) * n_known) -> tuple[str, ...]:
        """Return a text for each item: of those answered that nobody draws, and of the labelled ones."""
        every = np.full(n_list, "", dtype=object)
        every[course.answered] = cells
        every[drawn] = ""
        return texts(every.tolist(), of_known)

    return QueueItems(
        ids=texts(course.ids, control[0]),
        role=role,
        place=place,
        rank=rank[row],
        packet=np.where(place > 0, (place - 1) // packet + 1, 0),
        score=of(course.score, np.nan),
        rate=of(course.rate, np.nan),
        nearby=of(course.rate, np.nan),
        standing=of(course.standing if len(course.standing) else np.full(n_list, np.nan), np.nan),
        cost=of(course.known_cost),
        **{name: of(course.sizes[name]) for name in ("seconds", "units", "listed")},
        label=answered(course.answers, control[1]),
        stratum=texts(course.strata),
        answered_by=answered(course.answered_by) if course.answered_by else (),
        said=texts(course.said),
    )


def unreviewed(course: Course) -> IntArray:
    """Return the rows among which the random items are drawn: those after the stop, and those that the model answers.

    What somebody else answers is no part of it: what the model says there is not what is kept.
    """
    after = course.queue[course.review :]
    return np.concatenate([after, course.answered]) if course.said else after


def judged_again(sizes: Sequence[int], judgements: Decimal, seed: int) -> list[IntArray]:
    """Return the places in each packet of the items that one person more judges than the others, in their order.

    As many of them in the first packets as in the last: how people agree is then known early.

    Parameters
    ----------
    sizes
        Items in each packet.
    judgements
        How many an item has on average; a whole number leaves nothing to draw.
    seed
        Start of the random numbers.

    Examples
    --------
    >>> [len(places) for places in judged_again([200, 200, 6], Decimal("1.2"), seed=1)]
    [40, 40, 1]
    >>> [len(places) for places in judged_again([200], Decimal(2), seed=1)]
    [0]
    """
    rng, share = np.random.default_rng([seed, _AGAIN]), judgements % 1
    ends = [int((end * share).to_integral_value()) for end in accumulate(sizes, initial=0)]
    wanted = [end - start for start, end in pairwise(ends)]
    return [np.sort(rng.permutation(size)[:n]) for size, n in zip(sizes, wanted, strict=True)]


def course_of_counted(analysis: Analysis, queued_items: QueuedItems) -> Course:
    """Return what becomes of the items that are held: those of the queue are reviewed, the others were drawn."""
    by_name = np.array(sorted(range(len(queued_items.ids)), key=queued_items.ids.__getitem__), dtype=np.int64)
    # How likely each item is an entry: by its place in the queue; not known of those drawn.
    along = analysis.lead.path.read("positives", np.arange(queued_items.n_items + 1, dtype=np.float64))
    rate = np.full(len(queued_items.ids), np.nan)
    rate[: queued_items.n_items] = np.clip(np.diff(along), 0.0, 1.0)
    scored, sizes = analysis.evidence.scored, ("seconds", "units", "listed")
    assert scored is not None
    return course_along(
        analysis,
        places(queued_items.score, *scored.listed(analysis.lead.name))[by_name],
        ids=tuple(queued_items.ids[at] for at in by_name.tolist()),
        queue=np.argsort(by_name),
        review=queued_items.n_items,
        score=queued_items.score[by_name],
        rate=rate[by_name],
        known_cost=queued_items.amounts["cost"][by_name],
        sizes={name: queued_items.amounts[name][by_name] for name in sizes},
    )


@dataclass(frozen=True)
class Shown:
    """The texts of the items.

    Attributes
    ----------
    id_column
        What the column of their names is called.
    columns
        By name, the one that is judged first: the cells of all rows, by item.
    text
        The column that is judged; empty where no column holds texts.
    hidden
        Columns that might tell what a model answers, or how sure it is.
    separator
        Between the cells of tables that people open.
    """

    id_column: str
    columns: Mapping[str, Mapping[str, str]]
    text: str
    hidden: tuple[str, ...] = ()
    separator: str = ","

    def of(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return the columns of some items, in their order."""
        return {name: tuple(cells.get(group, "") for group in ids) for name, cells in self.columns.items()}


def read_shown(
    plan: Plan,
    labels: Sequence[str],
    wanted: Sequence[str] = (),
    checksums: Mapping[str, str] = MappingProxyType({}),
    given: Mapping[str, Rows] = MappingProxyType({}),
) -> Shown:
    """Read what is shown of the items.

    Parameters
    ----------
    plan
        Its table is read once more; ``given``: tables that are no files, by name.
    labels
        What judgements may say: a column of hardly anything else is not shown unless it is named.
    wanted
        Columns to show, the one that is judged first; none: all that hold texts, the longest first.
    checksums
        Of the files as they were when the queue was planned, by path.

    Raises
    ------
    BadDataError
        The items have no ids, or there is no such column, or a file is another one by now.
    """
    if plan.listed is None:
        # Texts stand in the table itself, labels perhaps in a file of their own.
        with open_items(plan.table, plan, given=given) as file:
            parts = [_read(file, plan.table, plan, wanted, checksums)]
    else:
        parts, asked = [], list_plan(plan, plan.columns.id)
        for path in files_of_list(plan.listed):
            with open_table(path, asked.form) as file:
                parts.append(_read(file, path, asked, wanted, checksums))
    # A column that one of several files lacks is empty there.
    frame = pd.concat([pd.DataFrame(cells, names, dtype=object) for _, names, cells in parts]).fillna("")
    columns = {str(name): cells.tolist() for name, cells in frame.items()}
    return replace(shown_among(parts[0][0], [*frame.index], columns, labels, wanted), separator=separator_for(plan))


def _read(
    file: Rows, path: str, plan: Plan, wanted: Sequence[str], checksums: Mapping[str, str]
) -> tuple[str, Sequence[str], dict[str, list[str]]]:
    """Return the column of the ids, the ids, and the cells of the columns that may be shown of one file."""
    problems = Problems(path)
    layout = find_columns(file.header, plan, problems)
    for name in wanted:
        if name not in file.header:
            note_no_column(name, file.header, problems)
    if not layout.id:
        problems.add(Message("queues.no_ids"))
    problems.raise_if_any()
    names = [name for name in shown_columns(file.header, plan, layout.id, wanted) if name]
    frame = file.read(layout.id, names, [] if wanted else names, problems)
    problems.raise_if_any()
    for name, digest in {path: frame.sha256, **frame.checksums}.items():
        if checksums.get(name, digest) != digest:
            raise changed(name)
    assert frame.ids is not None
    texts = {name: frame.texts[name] for name in names if wanted or frame.numbers[name].odd}
    cells = {name: np.array(column.names, dtype=object)[column.codes].tolist() for name, column in texts.items()}
    return layout.id, frame.ids, cells


def shown_among(
    id_column: str,
    ids: Sequence[str],
    columns: Mapping[str, Sequence[str]],
    labels: Sequence[str],
    wanted: Sequence[str],
) -> Shown:
    """Return what is shown of some columns: the longest first where none are named, without what tells of models."""
    hidden, names = tuple[str, ...](), list(columns)
    if not wanted:
        hidden = tuple(name for name in names if may_tell_of_models(name, Counter(columns[name]), labels))
        names = [name for name in names if name not in hidden]
        names.sort(key=lambda name: -sum(map(len, columns[name])))
    by_item = {name: dict(zip(ids, columns[name], strict=True)) for name in names}
    return Shown(id_column, by_item, names[0] if names else "", hidden)


def shown_columns(header: Sequence[str], plan: Plan, id_column: str, wanted: Sequence[str]) -> tuple[str, ...]:
    """Return the columns that may be shown; by which people would judge, and those of names, are refused."""
    form, columns, answers = plan.form, plan.columns, {model.column for model in plan.models}
    answers |= {name for asked in plan.answerers for name in (asked.column, asked.confidence, *asked.token_columns)}
    specs = () if plan.deferral is None else plan.deferral.models
    answers |= {name for spec in specs for name in (spec.predicted, spec.confidence, spec.prefix)}
    by_class = tuple(spec.prefix for spec in specs if spec.prefix)
    reasons = {id_column: Message("queues.ids_shown")}
    judged = {columns.label, form.annotator, *form.long}
    reasons |= dict.fromkeys(judged, Message("queues.judgements_shown"))
    answers |= {name for name in wanted if name.startswith(by_class)}
    reasons |= dict.fromkeys(answers, Message("queues.models_shown"))
    problems = [Problem(reasons[name], option="--show", found=name) for name in wanted if name in reasons]
    if problems:
        raise UsageError(problems)
    besides = {columns.split, columns.weight, columns.units, columns.cost, columns.stratum}
    return tuple(wanted) or tuple(name for name in header if name not in {*reasons, *besides})


PACKETS, AGAIN, ASIDE, ANSWERS, HOW = "packets", "again", "manifest", "answered.csv", "how-to-import.txt"
"""Folders for those who judge, for one person more, and for what is kept apart; answers that nobody reviews; how the order is kept."""


_OF_COURSE = ["model", "recipe", "order_by", "model_cost", "calls", "band", "corrections", "sample", "sample_rate"]
"""What a manifest keeps of what the plan does with each item."""


def declare(
    plan: Plan, course: Course, items: QueueItems, id_column: str, labels: Sequence[str], **provenance: Any
) -> Manifest:
    """Return the manifest of a queue, without its packets.

    ``labels``: what a judgement may say; ``provenance``: the workflow, the identifier of the report with the same plan, and
    the checksum of the table.
    """
    before = None if plan.reviewed is None else plan.reviewed.before
    if before is not None and course.sample_rate is None:
        # In another order than that of earlier rounds nothing is known of where their random items stand.
        before = replace(before, random={})
    n_tail = int((items.role == ROLES.index("tail sample")).sum())
    return Manifest(
        **provenance,
        **{name: getattr(course, name) for name in _OF_COURSE},
        seed=plan.seed,
        n_list=course.n_items,
        review=course.review,
        tail=TailSample(n_tail, len(unreviewed(course)), plan.work.looks),
        tool="",
        packets=(),
        id_column=id_column,
        label_column=plan.columns.label,
        text_column="",
        labels=tuple(labels),
        positive=plan.positive,
        items=items,
        judgements=plan.prices.annotators,
        before=before,
        prices=plan.prices,
        budget=budget_told(plan),
        start=plan.work.start,
    )


def queue_files(manifest: Manifest, shown: Shown, tool: QueueTool) -> tuple[Manifest, dict[str, bytes]]:
    """Return the manifest with the names of its packets, and all files by name.

    Nothing in a packet depends on roles, ranks or scores but the order of its items.

    Raises
    ------
    BadDataError
        A text cannot be written for this tool.
    """
    files: dict[str, bytes] = {}

    def written(packets: Sequence[Packet], folder: str) -> tuple[PacketFile, ...]:
        """Write packets into a folder of the files, and return which these are."""
        made, wrong = list[PacketFile](), list[Problem]()
        for packet in packets:
            try:
                contents = tool.write(packet)
            except BadDataError as error:
                wrong += error.problems
                continue
            for name, content in contents.items():
                files[f"{folder}/{name}"] = content
                digest = hashlib.sha256(content).hexdigest()
                made.append(PacketFile(f"{folder}/{name}", len(packet.ids), digest))
            files.update({f"{ASIDE}/{name}": content for name, content in tool.aside(packet).items()})
        if wrong:
            raise BadDataError(wrong)
        return tuple(made)

    every, again = _packets(manifest, shown)
    packets, twice = written(every, PACKETS), written(again, AGAIN)
    if every:
        files |= tool.setup(every[0])
    manifest = replace(manifest, packets=packets, again=twice, text_column=shown.text, tool=tool.key)
    items = manifest.items
    if rows := np.flatnonzero(items.role == ROLES.index("answered")).tolist():
        columns = {manifest.id_column: items.ids, manifest.label_column: items.label}
        columns |= {"answered_by": items.answered_by} if items.answered_by else {}
        cells = ([column[row] for column in columns.values()] for row in rows)
        files[ANSWERS] = plain_csv(tuple(columns), cells, shown.separator).encode()
    labels = "".join(f"- {label}\n" for label in manifest.labels)
    files[HOW] = f"{tool.called}\n\n{tool.order}\n\nLabels:\n{labels}".encode()
    return manifest, files | manifest_files(manifest)


def _packets(manifest: Manifest, shown: Shown) -> tuple[list[Packet], list[Packet]]:
    """Return what is judged together, in the order of the queue, and what of it one person more judges."""
    items = manifest.items
    n_packets = int(items.packet.max(initial=0))
    mark = queue_id(manifest)
    item, label = manifest.id_column, manifest.label_column

    def packet(name: str, rows: IntArray) -> Packet:
        ids = tuple(items.ids[row] for row in rows.tolist())
        cells = {name: column for name, column in shown.of(ids).items() if name not in (item, label)}
        # By this a log is known as that of another queue, whose items may be the same.
        cells.setdefault(QUEUE_ID, (mark,) * len(ids))
        return Packet(name, item, ids, cells, shown.text, label, manifest.labels, shown.separator)

    rows_of = [np.flatnonzero(items.packet == number) for number in range(1, n_packets + 1)]
    names = [packet_name(number, n_packets) for number in range(1, n_packets + 1)]
    again = judged_again([len(rows) for rows in rows_of], manifest.judgements, manifest.seed)
    packets = [*zip(names, rows_of, again, strict=True)]
    twice = [packet(f"{AGAIN}-{name}", rows[places]) for name, rows, places in packets if len(places)]
    return [packet(name, rows) for name, rows, _ in packets], twice


def told_of_budget(plan: Plan, manifest: Manifest) -> tuple[str, ...]:
    """Return what judging the whole queue takes beyond the plan's budget, which pays for the review; nothing where it suffices."""
    lacking = ReviewState(plan, manifest, settle(manifest, ())).lacking
    if not lacking or plan.budget is None:
        return ()
    prices, unit = plan.prices, plan.budget.unit
    digits = {"money": prices.minor_digits if prices.stated else 0, "hours": 2, "items": 0}[unit]
    # Rounded up, so that it suffices.
    least, amounts = Decimal(1).scaleb(-digits), (plan.budget.amount + lacking, lacking)
    sums = (f"{amount.quantize(least, rounding=ROUND_UP):,f}" for amount in amounts)
    whole, more = (f"{prices.currency} {amount}".strip() if unit == "money" else f"{amount} {unit}" for amount in sums)
    return (
        f"To judge all of the queue takes {whole}, mixed-in items among it: {more} more than the budget. Have these at hand, or mix in fewer items (work.tail_sample, work.control).",
    )


def told_of_queue(manifest: Manifest, shown: Shown, tool: QueueTool) -> tuple[str, ...]:
    """Return what is printed of a queue."""
    items, tail, kept = manifest.items, manifest.tail, bool(manifest.items.said)
    n = {role: int((items.role == code).sum()) for code, role in enumerate(ROLES)}
    most = None
    if n["tail sample"] and not kept and manifest.positive and tail.items < tail.of:
        most = anytime_range(tail.of, tail.items, 0)[1]
        if tail.looks:
            most = most_positives(tail.of, tail.items, 0, ALPHA / tail.looks)
    names = [items.ids[row] for row in np.flatnonzero(items.packet).tolist()]
    cells = [names, *shown.of(names).values()] if tool.key == "csv" else []
    by = Counter(name for name in items.answered_by if name)
    return printed(
        "queue.j2",
        manifest=manifest,
        tail=tail,
        kept=kept,
        n=n,
        most=most,
        shown=shown,
        answers=ANSWERS,
        by=[f"{name} {count:,}" for name, count in sorted(by.items())],
        again=AGAIN,
        n_again=sum(file.items for file in manifest.again),
        formulas=formulas_told(cells, Message("tables.packets")),
        tool=tool,
    )


SAMPLE, NUMBERS = FILES = ("pilot.csv", "pilot.json")


def draw_items(n_items: int, n_labels: int, seed: int) -> IntArray:
    """Return places of the items to label, shape (at most n_labels,): every item is as likely to be at every place.

    What the scores say plays no part: labels drawn where models differ decide no better between these, and say less of
    the list (METHODS L).

    >>> draw_items(5, 3, seed=1).tolist(), sorted(draw_items(3, 20, seed=1).tolist())
    ([4, 0, 1], [0, 1, 2])
    """
    return np.random.default_rng(seed).permutation(n_items)[:n_labels]


def pilot_files(plan: Plan, table: UnlabelledTable, drawn: IntArray) -> dict[str, str]:
    """Return the files of a sample, by name."""
    places = drawn.tolist()
    ids = [table.ids[place] for place in places]
    columns = [ids, *([cells[place] for place in places] for cells in table.texts.values()), [""] * len(ids)]
    header = [table.id_column, *table.texts, table.label_column]
    record = {
        "format": "budgetplan pilot",
        "budgetplan": __version__,
        "table_sha256": table.sha256,
        "seed": plan.seed,
        "items": len(table.ids),
        "labels": len(drawn),
        "label_column": table.label_column,
        "shown": list(table.texts),
    }
    # Texts stand as they are in the table: an id with an apostrophe in front of it would be another one.
    sample = plain_csv(header, zip(*columns, strict=True), separator_for(plan))
    numbers = json.dumps(record, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    # The mark at the beginning lets a spreadsheet read the letters as they are.
    return {SAMPLE: "\ufeff" + sample, NUMBERS: numbers}


def told_of_pilot(
    plan: Plan, table: UnlabelledTable, drawn: IntArray, folder: Path, command: Sequence[str] = ()
) -> str:
    """Return what is printed: what was drawn, and what comes next."""
    places, columns = drawn.tolist(), (table.ids, *table.texts.values())
    lines = printed(
        "pilot.j2",
        plan=plan,
        table=table,
        n=len(drawn),
        before=[*plan.notices, *table.messages],
        files=[str(folder / name) for name in FILES],
        formulas=formulas_told(([cells[place] for place in places] for cells in columns), SAMPLE),
        report=_report_after(plan, table, drawn, folder, command),
    )
    return "\n".join(lines)


def without_labels(table: UnlabelledTable) -> UnlabelledTable:
    """Leave out of what people see the columns that may hold labels: whoever sees what others judged judges by it."""
    called = {name: cells for name, cells in table.texts.items() if is_label_name(name)}
    judged = [name for name, cells in called.items() if len({*cells} - {""}) <= MOST_CHOICES]
    if not judged:
        return table
    texts = {name: cells for name, cells in table.texts.items() if name not in judged}
    message = Message("preflight.labels_hidden", names=judged, way=NamedOption("table.label", judged[0]))
    return replace(table, texts=texts, messages=(*table.messages, message))


def _report_after(plan: Plan, table: UnlabelledTable, drawn: IntArray, folder: Path, command: Sequence[str]) -> str:
    """Return the command that reads the labels, with what is not known yet as an example."""
    words = ["budgetplan", *command, "--label", table.label_column]
    words += [] if plan.positive else ["--positive", "CLASS"]
    words += [] if plan.models else ["--model", "SCORES"]
    scores = [model.score[drawn] for model in table.models]
    if plan.missing == "error" and not all(np.isfinite(score).all() for score in scores):
        words += ["--set", "table.missing=last"]
    words += ["--set", f"table.labels={folder / SAMPLE}"]
    return " ".join(map(quoted_word, words))
