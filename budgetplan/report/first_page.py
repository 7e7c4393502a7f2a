"""What page 1 says, and what leaves it: the type is never made smaller for more words.

Page 1 has a title, at most three sentences, some numbers, a figure, a table and a few points. What stands behind them
is in a section of its own. Where they are still too much for a page, content leaves it in the order of :data:`ORDER`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from budgetplan.domain.decision import LabelsWorth
from budgetplan.report.model import (
    Block,
    Bullet,
    Bullets,
    Document,
    Figure,
    Heading,
    Notice,
    Paragraph,
    Section,
    Sentence,
    Table,
    Text,
)
from budgetplan.report.phrases import Nouns

BEHIND = "behind"
"""Key of the section with what page 1 has no room for."""
LEDE = 3
"""So many sentences stand below the title."""
FEW_POINTS = 3
"""So many points stay on a page that is too full."""


@dataclass(frozen=True)
class Point:
    """One of the points on how sure a plan is; page 1 shows its verdict and so many of its sentences, or none of it."""

    bullet: Bullet
    shown: int = 1
    aside: bool = False


def points_shown(points: Sequence[Point]) -> list[Bullet]:
    """Return the points as page 1 has them."""
    return [
        replace(one.bullet, sentences=one.bullet.sentences[: one.shown]) for one in points if not one.aside
    ]


def behind(speaker: Nouns, lede: Sequence[Text], points: Sequence[Point]) -> list[Section]:
    """Return the section with the rest of the first sentences and of the points; none where nothing is left of them."""
    left = [
        one.bullet if one.aside else replace(one.bullet, sentences=one.bullet.sentences[one.shown :])
        for one in points
        if one.aside or one.bullet.sentences[one.shown :]
    ]
    blocks: list[Block] = [Heading(speaker.say("head.behind"))]
    blocks += [Paragraph(tuple(lede))] if lede else []
    blocks += [Bullets(tuple(left))] if left else []
    return [Section(BEHIND, tuple(blocks))] if len(blocks) > 1 else []


Blocks = tuple[Block, ...]
Cut = Callable[[Blocks], tuple[Blocks, Blocks]]
"""Lets something leave the page: what stays, and what left."""


def _notes(blocks: Blocks) -> tuple[Blocks, Blocks]:
    """Let the notes go that stand alone."""
    return _apart(blocks, lambda one: isinstance(one, Paragraph) and one.role == "note")


def _first_steps(blocks: Blocks) -> tuple[Blocks, Blocks]:
    """Let the first steps of the work go: the next page has them all."""
    return _apart(blocks, lambda one: isinstance(one, Bullets) and one.role == "begin")[0], ()


def _last_reason(blocks: Blocks) -> tuple[Blocks, Blocks]:
    """Let the reasons of the last point that has some go; what would change the decision is no reason, and stays."""
    places = [
        (place, at) for place, at, one in _points(blocks) if one.sentences and not (one.leads or one.stays)
    ]
    return _without(blocks, *places[-1], keep=True) if places else (blocks, ())


def _late_reasons(blocks: Blocks) -> tuple[Blocks, Blocks]:
    """Let the reasons of the last point go that says little without them."""
    places = [(place, at) for place, at, one in _points(blocks) if one.sentences and one.stays]
    return _without(blocks, *places[-1], keep=True) if places else (blocks, ())


def _last_point(blocks: Blocks) -> tuple[Blocks, Blocks]:
    """Let the last point go, if there are more than a few: one that leads to its sentence, as what would change, last."""
    places = [(one.leads or one.stays, place, at) for place, at, one in _points(blocks)]
    if len(places) <= FEW_POINTS:
        return blocks, ()
    _, place, at = max(places, key=lambda one: (not one[0], one[1:]))
    return _without(blocks, place, at, keep=False)


def _points(blocks: Blocks) -> Iterator[tuple[int, int, Bullet]]:
    """Return the points with the place of their block, and their place in it."""
    for place, block in enumerate(blocks):
        if isinstance(block, Bullets):
            for at, point in enumerate(block.points):
                yield place, at, point


def _without(blocks: Blocks, place: int, at: int, *, keep: bool) -> tuple[Blocks, Blocks]:
    """Return blocks without a point, or with its verdict alone, and what went."""
    block = blocks[place]
    assert isinstance(block, Bullets)
    point = block.points[at]
    stays = (Bullet(point.verdict),) if keep and not point.leads else ()
    kept = replace(block, points=(*block.points[:at], *stays, *block.points[at + 1 :]))
    return (*blocks[:place], kept, *blocks[place + 1 :]), (Bullets((point,)),)


def _last_sentence(blocks: Blocks) -> tuple[Blocks, Blocks]:
    """Let the last sentence below the title go, not the only one."""
    kept, moved = list[Block](), list[Block]()
    for one in blocks:
        if isinstance(one, Paragraph) and one.role == "lede" and len(one.sentences) > 1:
            kept.append(replace(one, sentences=one.sentences[:-1]))
            moved.append(Paragraph(one.sentences[-1:]))
        else:
            kept.append(one)
    return tuple(kept), tuple(moved)


def _lesser_warnings(blocks: Blocks) -> tuple[Blocks, Blocks]:
    """Let all warnings but the worst go; a section has them all."""
    return _worst(blocks, {"note", "serious"}), ()


def _lesser_notes(blocks: Blocks) -> tuple[Blocks, Blocks]:
    """Let all but the first go of what is to be looked at and is not serious."""
    return _worst(blocks, {"note"}), ()


def _later_tables(blocks: Blocks) -> tuple[Blocks, Blocks]:
    """Let all tables but the first go."""
    tables = [one for one in blocks if isinstance(one, Table)]
    return _apart(blocks, lambda one: isinstance(one, Table) and one is not tables[0])


def _worst(blocks: Blocks, kinds: Collection[str]) -> Blocks:
    return tuple(
        replace(one, points=one.points[:1]) if isinstance(one, Notice) and one.severity in kinds else one
        for one in blocks
    )


def _figure(blocks: Blocks) -> tuple[Blocks, Blocks]:
    return _apart(blocks, lambda one: isinstance(one, Figure))


def _table(blocks: Blocks) -> tuple[Blocks, Blocks]:
    return _apart(blocks, lambda one: isinstance(one, Table))


def _apart(blocks: Blocks, goes: Callable[[Block], bool]) -> tuple[Blocks, Blocks]:
    return tuple(one for one in blocks if not goes(one)), tuple(one for one in blocks if goes(one))


ORDER: tuple[Cut, ...] = (
    _notes,
    _first_steps,
    _lesser_notes,
    _later_tables,
    *(_last_reason,) * 4,
    _lesser_warnings,
    _last_sentence,
    *(_last_reason, _last_point) * 3,
    _last_sentence,
    _late_reasons,
    _figure,
    _table,
)
"""What leaves a page that is too full, first things first: notes, first steps, what is to be looked at and not serious but
for one, tables but the first, the reasons of the last four points, warnings but the worst, the third sentence, other reasons and points until
three are left, what would change the decision among them, the second sentence, who else may be as good, the figure, the
table. All but what stands elsewhere anyway moves behind."""

_WITH_FIGURE = ORDER[: ORDER.index(_figure)]
WAYS: tuple[tuple[tuple[Cut, ...], ...], ...] = (
    tuple(_WITH_FIGURE[:taken] for taken in range(len(_WITH_FIGURE) + 1)),
    (*((_figure, *_WITH_FIGURE[:taken]) for taken in range(len(_WITH_FIGURE) + 1)), ORDER),
)
"""What may leave, each time with less on the page than the time before: with its figure, and without. Where even the figure
goes, it leaves more room than it lacked, and what went for its sake stays."""


def shortened(document: Document, cuts: Sequence[Cut]) -> Document:
    """Return a report whose sections of one page have less on them.

    Parameters
    ----------
    cuts
        What leaves, in this order: one of :data:`WAYS`.

    Returns
    -------
    Document
        With what left at the head of the section behind page 1, which is made where there is none. Tables and figures
        keep their numbers.
    """
    if not cuts:
        return document
    first, *rest = document.sections
    if not first.one_page:
        return document
    blocks, moved = first.blocks, list[Blocks]()
    for cut in cuts:
        blocks, gone = cut(blocks)
        moved.append(gone)
    # What left last was the most important.
    left = tuple(block for gone in reversed(moved) for block in gone)
    if not left:
        return replace(document, sections=(replace(first, blocks=blocks), *rest))
    at = next((place for place, one in enumerate(rest) if one.key == BEHIND), None)
    if at is None:
        at = next((place + 1 for place, one in enumerate(rest) if one.key == "work"), 0)
        if at == 0 and rest:
            rest[0] = replace(rest[0], new_page=False)
        rest.insert(at, Section(BEHIND, (Heading(Sentence("head.behind")),), new_page=at == 0))
    head, *others = rest[at].blocks
    page = [point.verdict for _, _, point in _points(first.blocks)]
    rest[at] = replace(rest[at], blocks=(head, *_in_order((*left, *others), page)))
    return replace(document, sections=(replace(first, blocks=blocks), *rest))


def _in_order(blocks: Blocks, page: Sequence[Text]) -> Iterator[Block]:
    """Return what stands behind page 1: sentences, one list of points, then figures and tables with their notes.

    ``page``: the verdicts of page 1, whose order the points keep.
    """
    words, others = _apart(blocks, lambda one: not isinstance(one, Paragraph) or one.role == "note")
    shown, points = _apart(others, lambda one: isinstance(one, Bullets))
    notes, shown = _apart(shown, lambda one: not isinstance(one, Paragraph))
    yield from words
    if points:
        yield Bullets(_merged([point for _, _, point in _points(points)], page))
    yield from (*shown, *notes)


def _merged(points: Sequence[Bullet], page: Sequence[Text]) -> tuple[Bullet, ...]:
    """Return points of which no two have the same verdict, in the order of page 1; others stay behind their neighbour."""
    told: list[tuple[int, Bullet]] = []
    last = -1
    for one in points:
        last = page.index(one.verdict) if one.verdict in page else last
        same = next((at for at, (_, other) in enumerate(told) if other.verdict == one.verdict), None)
        if same is None:
            told.append((last, one))
            continue
        place, other = told[same]
        told[same] = place, replace(other, sentences=(*other.sentences, *one.sentences))
    return tuple(one for _, one in sorted(told, key=lambda pair: pair[0]))


def labels_points(
    speaker: Nouns,
    labels: LabelsWorth | None,
    gain: Callable[[float], Text],
    price: Callable[[float], Text],
) -> list[Point]:
    """Return the point on more labels, what they gain at most and what one costs; it stands behind page 1.

    ``gain``: says the most that they gain, ``price`` what one costs.
    """
    if labels is None:
        return []
    said = [gain(labels.at_most(speaker.prices.minor_digits))]
    said += [] if labels.price is None else [price(labels.price)]
    return [Point(Bullet(speaker.say("labels.ceiling"), tuple(said)), aside=True)]
