"""Whether the labels of a table can be taken as they stand, and which of them may be one label written in two ways."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from unicodedata import is_normalized

from budgetplan.domain.items import LabelCount
from budgetplan.domain.messages import Message, NamedOption, listing, shortened, word
from budgetplan.domain.options import nearest
from budgetplan.errors import GREATEST_SHOWN, Problems, did_you_mean
from budgetplan.tables.cells import ERRORS, NO_LABEL
from budgetplan.tables.table import Frame

_WORDS = (
    "none|nil|n.a.|n. a.|k.a.|k. a.|n.v.|void|empty|blank|leer|fehlt|missing|undefined|tbd|tba|tbc|t.b.d.|todo|to do"
    "|pending|unlabelled|unlabeled|unannotated|unjudged|unrated|unassigned|unannotiert|not labelled|not labeled"
    "|not annotated|not judged|not rated|not yet|no label|no judgement|no annotation|ohne label|keine angabe"
    "|skip|skipped|ignore|ignored|übersprungen|ausgelassen"
)
_NOTHING = NO_LABEL | {*_WORDS.split("|"), "\\n"}
"""What people and programs write where nobody has judged; some of it may be a class, so that it is asked about."""

_BRACKETED = re.compile(r"[<(\[{#\s]+(.*?)[>)\]}!\s]+")
_SIGNS = re.compile(r"[-\u2010-\u2015\u2212_~]+|\?+|\.+|/+|\[\s*\]|\{\s*\}|\(\s*\)|<\s*>|\"\"|''")
"""Dashes, question marks, dots and empty brackets; a plus or an asterisk is a judgement."""
_MINUS_ONE = re.compile(r"-0*1(\.0*)?", re.ASCII)
_JOINED = re.compile(r"\s*[#;,|]\s*")
"""What stands between the labels of one text: of doccano and of those who write them into one cell."""
_HALVES = re.compile(r"\d+([,.]5)?", re.ASCII)
"""Steps of a rating, whatever sign other numbers have before decimals."""
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d{1,3})?", re.ASCII)
_TRUTH = {"true": Decimal(1), "false": Decimal(0)}
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u2800\u3164\uffa0") | frozenset(
    map(chr, range(0xFE00, 0xFE10))
)
"""Letters and marks that take no ink and are not among the format characters of Unicode."""


_YES = frozenset(["yes", "ja", "oui", "si", "sí", "sim", "true", "1"])
_NO = frozenset(["no", "nein", "non", "não", "false", "0"])


def same_answer(first: str, other: str) -> bool:
    """Return whether two labels may be one answer: yes or no in two words, or a word and its first letter.

    >>> same_answer("Yes", "y"), same_answer("ja", "yes"), same_answer("no", "N"), same_answer("y", "n"), same_answer("s", "t")
    (True, True, True, False, False)
    """
    short, long = sorted((first.strip().casefold(), other.strip().casefold()), key=len)
    return any(long in words and (short in words or short == long[:1]) for words in (_YES, _NO))


def may_be_nothing(name: str) -> bool:
    r"""Return whether a label may mean that nobody has judged the item.

    >>> [may_be_nothing(one) for one in ("None", "<NA>", "[]", "?", "\\N", "-1.0", "N/A", "Skip", "not  labelled")]
    [True, True, True, True, True, True, True, True, True]
    >>> [may_be_nothing(one) for one in ("n", "no", "0", "1", "+", "*", "neither", "unknown", "nonce")]
    [False, False, False, False, False, False, False, False, False]
    """
    plain = " ".join(_seen(unicodedata.normalize("NFKC", name)).casefold().split())
    inner = _BRACKETED.fullmatch(plain)
    forms = {plain, plain.replace("_", " ").replace("-", " "), inner[1].strip() if inner else plain}
    return bool(
        not plain
        or forms & _NOTHING
        or plain.upper() in ERRORS
        or _SIGNS.fullmatch(plain)
        # What libraries of data sets write for an item without a label.
        or _MINUS_ONE.fullmatch(plain)
    )


def likeness_of_names(name: str, *, capitals: bool = True) -> str:
    r"""Return what names of people and of parts have in common that look alike.

    Of labels more is alike, see :func:`likeness`: a group 7 may stand beside a group 07, and a type t\u02b0 beside th.
    ``capitals``: whether these tell names apart, as they do with words.

    >>> likeness_of_names("Jose\u0301") == likeness_of_names("Jos\u00e9\u200b "), likeness_of_names("a\u00a0 b")
    (True, 'a b')
    >>> likeness_of_names("Arm") == likeness_of_names("arm"), likeness_of_names("Anna", capitals=False)
    (False, 'anna')
    """
    # Most names are plain, and there may be a million.
    plain = name.isprintable() and "  " not in name and name == name.strip()
    if not (plain and (name.isascii() or (is_normalized("NFC", name) and _UNSEEN.isdisjoint(name)))):
        name = " ".join(_seen(unicodedata.normalize("NFC", name)).split())
    return name if capitals else name.casefold()


def likeness(name: str) -> str:
    r"""Return what labels have in common that look alike, or are the same number.

    >>> likeness("caf\u00e9") == likeness("cafe\u0301") == likeness(" cafe\u0301\u200b"), likeness("a\u00a0 b")
    (True, 'a b')
    >>> likeness("1"), likeness("1.0"), likeness("TRUE"), likeness("Loan") == likeness("loan")
    ('= 1', '= 1', '= 1', False)
    """
    plain = " ".join(_seen(unicodedata.normalize("NFKC", name)).split())
    number = _TRUTH.get(plain.casefold())
    if number is None and _NUMBER.fullmatch(plain):
        number = Decimal(plain.replace(",", "."))
    # The zero of Decimal has a sign, and so have its exponents.
    return plain if number is None else f"= {(number + 0).normalize():f}" if number else "= 0"


def difference(first: str, other: str) -> Message:
    r"""Return how two labels differ that look alike, to be put into another message.

    >>> print(difference("caf\u00e9", "cafe\u0301"))
    in how letters and accents are combined
    >>> print(difference("loan", "loan\u200b"), difference("a b", "a  b"), difference("1", "1.0"), sep=", ")
    in invisible characters, in spaces, in how a number is written
    """
    is_number = likeness(first).startswith("= ")
    # What is passed over grows from step to step.
    for kind, common in (
        ("tables.in_accents", partial(unicodedata.normalize, "NFC")),
        ("tables.in_unseen", _seen),
        ("tables.in_spaces", lambda name: " ".join(name.split())),
        ("tables.in_capitals", str.lower),
    ):
        first, other = common(first), common(other)
        if first == other:
            return Message(kind)
    return Message("tables.in_number" if is_number else "tables.in_form")


def spelled(name: str) -> str:
    r"""Return a label with the code of each letter that would not be seen, or not be told from another.

    >>> print(spelled("cafe\u0301"), spelled("a\u00a0b"), spelled("a  b"), spelled("loan"))
    cafe\u0301 a\u00a0b a \u0020b loan
    """
    letters = []
    for at, letter in enumerate(name):
        hidden = unicodedata.category(letter) in {"Cc", "Cf", "Mn", "Zs", "Zl", "Zp"} or letter in _UNSEEN
        plain = letter == " " and 0 < at < len(name) - 1 and name[at - 1] != " "
        letters.append(f"\\u{ord(letter):04x}" if hidden and not plain else letter)
    return "".join(letters)


def likely(name: str, names: Collection[str]) -> Message | str:
    r"""Return which of some names of a table another one may mean: its twin, else the nearest; empty where none is like it.

    >>> str(likely("a b", ["x", "a  b"]))
    'did you mean a \\u0020b, which differs in spaces (copy it)? '
    >>> str(likely("gild", ["gold"])), likely("x", ["gold"])
    ('did you mean gold? ', '')
    """
    twin = next((other for other in names if likeness(other) == likeness(name)), "")
    if not twin:
        return did_you_mean(shortened(spelled(nearest(name, names))))
    return Message("tables.twin", twin=shortened(spelled(twin)), how=difference(name, twin))


def twins(
    names: Iterable[str], counts: Mapping[str, int], in_use: Collection[str], alike_as: Callable[[str], str] = likeness
) -> dict[str, str]:
    """Return, by name, the one it looks like: what is known, else what stands elsewhere, else the most frequent.

    ``counts``: how often each of these here stands. Of names that are all known none looks like another: somebody has named them.

    >>> twins(["1", "1.0", "x"], {"1": 2, "1.0": 5}, ())
    {'1': '1.0'}
    """
    names, alike = {*names}, dict[str, list[str]]()
    # Mostly none looks like another, of a million, too.
    if len(set(map(alike_as, names))) == len(names):
        return {}
    for name in sorted(names):
        alike.setdefault(alike_as(name), []).append(name)
    twin_of = {}
    for group in (value for value in alike.values() if len(value) > 1):
        first = min(group, key=lambda name: (name not in in_use, name in counts, -counts.get(name, 0), name))
        twin_of.update({name: first for name in group if name != first and name not in in_use})
    return twin_of


def in_other_capitals(names: Iterable[str], labels: Collection[str]) -> dict[str, str]:
    r"""Return, by name that is no label, the label from which it differs in capitals, and in nothing that is seen beside them.

    >>> in_other_capitals(["Yes", "no", "may", "Old  Norse", "cafe\u0301"], ["yes", "May", "may", "old norse", "caf\u00e9"])
    {'Yes': 'yes', 'Old  Norse': 'old norse'}
    """
    likes = labels_like(names, labels)
    return {name: like[-1] for name, like in likes.items() if like and likeness(name) != likeness(like[-1])}


def labels_like(names: Iterable[str], labels: Collection[str]) -> dict[str, list[str]]:
    """Return, by name that is no label, the labels that look like it but for capitals, sorted.

    >>> labels_like(["Yes", "no", "MAY"], ["yes", "May", "may"])
    {'Yes': ['yes'], 'no': [], 'MAY': ['May', 'may']}
    """
    folded: dict[str, list[str]] = {}
    for label in sorted(labels):
        folded.setdefault(likeness(label).casefold(), []).append(label)
    return {name: folded.get(likeness(name).casefold(), []) for name in names if name not in labels}


def told_of_forms(forms: Mapping[str, str]) -> str:
    """Return how names differ from the labels that they look like; of many, the first ones.

    >>> told_of_forms({"Yes": "yes"})
    'Yes differs from the label yes in capitals'
    """
    differences = (
        f"{shortened(spelled(name))} differs from the label {shortened(spelled(label))} {difference(name, label)}"
        for name, label in sorted(forms.items())
    )
    return listing([*differences], 5)


def tally(counts: Mapping[str, int], marked: Collection[str], mark: str) -> tuple[LabelCount, ...]:
    """Return labels with how many items have each: marked ones first, then the frequent ones.

    >>> [tuple(one) for one in tally({"native": 36, "loan": 23}, ["loan"], "collected")]
    [('loan', 23, 'collected'), ('native', 36, '')]
    """
    order = sorted(counts, key=lambda name: (name not in marked, -counts[name], name))
    return tuple(LabelCount(shortened(name), counts[name], mark if name in marked else "") for name in order)


def _seen(text: str) -> str:
    """Return a text without what takes neither ink nor room."""
    return "".join(letter for letter in text if unicodedata.category(letter) != "Cf" and letter not in _UNSEEN)


Place = Callable[[str], tuple[str, int | None]]
"""The file and the line of a name."""
_WHERE = ("tables.label_named", "tables.label_here", "tables.label_beside")


@dataclass(frozen=True)
class Meant:
    """What is called a label elsewhere.

    Attributes
    ----------
    known
        What the plan or the models call a label: it is one, whatever it looks like.
    collected
        Those among them from which others may not differ in capitals alone, since they would count as no entry.
    beside
        Labels of the other tables of the plan.
    """

    known: Collection[str] = ()
    collected: Collection[str] = ()
    beside: Collection[str] = ()


def check_labels(frame: Frame, column: str, problems: Problems, meant: Meant) -> None:
    """Note labels that may mean that nobody has judged, that look like others, or are several at once."""
    label = frame.texts[column]
    counts = label.counts()
    capitals = {name.casefold(): name for name in meant.collected if name in counts}
    # Two of them may be classes that stand beside a class 5.
    in_halves = all(map(_HALVES.fullmatch, counts)) and sum("," in name for name in counts) > 2
    alike = twins((*counts, *meant.known, *meant.beside), counts, meant.known)
    for name in (label_name for label_name in label.names if label_name in counts and label_name not in meant.known):
        other, capital = alike.get(name), capitals.get(name.casefold(), name)
        # A rating such as 1,5 is one number where numbers are written so.
        parts = [] if in_halves else _JOINED.split(frame.pointed(name, column))
        n, way = counts[name], NamedOption("table.as_label", name)
        if other:
            where = Message(_WHERE[0 if other in meant.known else 1 if other in counts else 2])
            like, how = shortened(spelled(other)), difference(name, other)
            message = Message("tables.label_like", n=n, other=like, where=where, how=how, way=way)
        elif capital != name:
            message = Message("tables.label_in_capitals", n=n, other=shortened(capital))
        elif len(parts) > 1 and {*parts} <= {*counts}:
            message = Message("tables.label_of_several", n=n, way=way)
        elif name.upper() in ERRORS:
            message = Message("tables.label_of_error", n=n)
        elif not may_be_nothing(name):
            continue
        elif frame.by == "position":
            message = Message("tables.label_or_none", n=n, way=way)
        else:
            message = Message("tables.label_or_empty", n=n, empty=NamedOption("table.empty", name), way=way)
        file, line = frame.place(column, int(label.holds(name).argmax()))
        problems.add(message, line=line, column=column, found=spelled(name) if other else name, file=file)


def check_alike(frame: Frame, column: str, what: str, problems: Problems, *, capitals: bool = False) -> None:
    """Note names of people, types or parts that look like others: each would be counted as one of its own.

    ``capitals``: whether these alone make another name, as they do with words.
    """
    texts = frame.texts[column]

    def place(name: str) -> tuple[str, int | None]:
        return frame.place(column, int(texts.holds(name).argmax()))

    note_alike(texts.counts(), what, problems, place, column, capitals=capitals)


def note_alike(
    counts: Mapping[str, int], what: str, problems: Problems, place: Place, column: str = "", *, capitals: bool = False
) -> None:
    """Note names that look alike by how often each stands somewhere."""
    alike = twins(counts, counts, (), partial(likeness_of_names, capitals=capitals))
    for at, (name, other) in enumerate(alike.items()):
        like, how = shortened(spelled(other)), difference(name, other)
        message = Message("tables.name_like", what=word(what), other=like, how=how)
        if at == GREATEST_SHOWN:
            problems.count_more(message, column, len(alike) - at)
            break
        file, line = place(name)
        problems.add(message, line=line, column=column, found=spelled(name), file=file)
