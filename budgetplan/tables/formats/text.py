"""How a text file is written, its encoding, what stands between cells, the sign before decimals, and its rows, read in pieces.

Everything is found on the whole file. Where two readings are possible nothing is guessed: the message names both, and the
option that decides. The standard library's parser is used: it is strict about quotation marks, knows the lines of each row,
and lets columns be taken from a piece of the file without a loop over rows in Python.
"""

from __future__ import annotations

import codecs
import contextlib
import csv
import io
import re
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress, islice
from types import MappingProxyType
from typing import IO, Any, NamedTuple

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.domain.messages import Message, NamedOption, shortened, word
from budgetplan.errors import BadDataError, Problems
from budgetplan.tables.cells import MANY, NAMES
from budgetplan.tables.files import BLOCK, Opened, broken, unreadable
from budgetplan.tables.formats.headers import N_LOOKED_AT, left_out, place_header
from budgetplan.tables.table import N_ROWS_AT_ONCE, Source

SEPARATORS = MappingProxyType({"comma": ",", "semicolon": ";", "tab": "\t", "space": " "})
ROW_NAMES = "row.names"
"""What a first column is called that has no name, as R and pandas write one for the names of rows."""
_CODECS = MappingProxyType({"utf-8": "utf-8-sig"})
"""What Python calls encodings that it has under another name than a plan: that of a text with or without a mark."""
_UTF_16 = dict.fromkeys(("utf-16", "utf-16-le", "utf-16-be"), "UTF-16")
_TOLD = MappingProxyType({"utf-8": "UTF-8", "windows-1252": "Windows-1252", **_UTF_16})
LONGEST = 2**24
"""A cell may have so many characters: whole texts stand in tables, the one of a book in less than a tenth of it."""
# The parser's own limit is 131,072, for all cells, those of columns that nobody asked for too.
csv.field_size_limit(max(LONGEST, csv.field_size_limit()))

_BY = MappingProxyType({"comma": "tables.by_commas", "semicolon": "tables.by_semicolons", "tab": "tables.by_tabs"})
_SAVE = Message("tables.save_as_utf8")
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_UTF8_LETTER = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}", re.DOTALL)
# A letter such as the German sharp s before a quotation mark, a dash or a wide space; in UTF-8 it would be Syriac or N'Ko.
_WORD_END = re.compile(rb"[\xdc-\xdf][\x84\x85\x91-\x97\xa0\xab\xbb]", re.DOTALL)
# Excel writes and obeys such a first line.
_NAMED = re.compile(r'"?sep=([,;\t])"?[,;\t]*\s*', re.IGNORECASE)


@dataclass(frozen=True)
class Dialect:
    """How a text file is written.

    Attributes
    ----------
    encoding
        As in the options: ``utf-8``, ``utf-16``, ``windows-1252`` ...
    separator
        ``comma``, ``semicolon``, ``tab`` or ``space``.
    quoted
        Whether quotation marks hold cells together; else they are letters like others.
    n_before
        Rows before the header that are no part of the table, empty lines among them.
    row_names
        Whether the rows begin with a name of their own, for which the header has no cell.
    """

    encoding: str = "utf-8"
    separator: str = "comma"
    quoted: bool = True
    n_before: int = 0
    row_names: bool = False

    def read_as(self, decimal: str) -> tuple[Message | str, ...]:
        """Return how the file was read; nothing where it is the plain case.

        ``decimal`` is the sign before decimals, empty where no number has one.

        >>> print(*Dialect("windows-1252", "semicolon").read_as(","), sep=", ")
        semicolon-separated, decimal comma, Windows-1252
        >>> Dialect().read_as(".")
        ()
        """
        if (self.encoding, self.separator) == ("utf-8", "comma") and decimal != ",":
            return ()
        separated = Message("tables.separated", sign=word(self.separator))
        row_names = [Message("tables.row_names")] * self.row_names
        quotes = [Message("tables.quotes_as_letters")] * (not self.quoted)
        sign = [Message("tables.decimal", sign=word(NAMES[decimal]))] if decimal else []
        return (separated, *row_names, *quotes, *sign, _TOLD.get(self.encoding, self.encoding))


def find_dialect(opened: Opened) -> Dialect:
    """Return how a text file is written; what is said of it is not looked for.

    Raises
    ------
    BadDataError
        The bytes are no text, or there are two ways to read them.
    """
    file, encoding, stated = opened.file, encoding_of(opened), opened.form.separator
    first_line = _NAMED.fullmatch(next(open_text(file, encoding), ""))
    if first_line:
        separator = next(name for name, sign in SEPARATORS.items() if sign == first_line[1])
        return _below(opened, Dialect(encoding, stated or separator, n_before=1))
    separator = stated or _find_separator(opened, encoding)
    dialect = _below(opened, _quoting(file, encoding, separator))
    return replace(dialect, row_names=_names_rows(file, dialect))


def first_rows(file: IO[bytes], dialect: Dialect) -> list[tuple[int, int, list[str]]]:
    """Return the first rows that hold something: at which row of the file each is, its line, its cells."""
    parser, rows = open_rows(file, dialect), []
    before = parser.line_num
    with contextlib.suppress(csv.Error):
        for at, row in enumerate(islice(parser, N_LOOKED_AT), dialect.n_before):
            if any(map(str.strip, row)):
                rows.append((at, before + 1, row))
            before = parser.line_num
    return rows


def _below(opened: Opened, dialect: Dialect) -> Dialect:
    """Return a dialect whose header is the row with the names of the columns, which may stand below others."""
    rows = first_rows(opened.file, dialect)
    at = place_header(opened, [row[1:] for row in rows])
    return replace(dialect, n_before=rows[at][0]) if at else dialect


def _quoting(file: IO[bytes], encoding: str, separator: str) -> Dialect:
    """Return how a file is written with this separator: whether quotation marks hold cells together."""
    plain = Dialect(encoding, separator)
    unquoted = replace(plain, quoted=False)
    # A cell begins with a quotation mark.
    opens = separator == "tab" and any(line.startswith('"') or '\t"' in line for line in open_text(file, encoding))
    return unquoted if opens and not _fits(file, plain) and _fits(file, unquoted) else plain


def _names_rows(file: IO[bytes], dialect: Dialect) -> bool:
    """Return whether every row has one cell more than the header, the first one, as R writes tables.

    Not with commas: such rows have a decimal comma. Not where the last cells are empty: such rows end in a separator.
    """
    n_columns, filled = len(_header(file, dialect)), False
    if dialect.separator == "comma" or not n_columns:
        return False
    try:
        rows = (row for row in open_rows(file, dialect) if any(map(str.strip, row)))
        next(rows, None)
        for row in rows:
            if len(row) != n_columns + 1:
                return False
            filled = filled or bool(row[-1].strip())
    except csv.Error:
        return False
    return filled


class _Scan(NamedTuple):
    """What a file's bytes show: its first ones, and whether there is a zero byte, one that is not UTF-8, one beyond ASCII."""

    start: bytes
    zero: bool
    bad: bool
    beyond: bool

    def shows(self, encoding: str) -> bool:
        """Return whether these bytes are not in the encoding that is said, but in one that they show themselves."""
        marks = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
        other = encoding.startswith("utf-16") or (self.beyond and not self.bad)
        return self.start.startswith(marks) or (other and not self.zero)


def scanned(file: IO[bytes]) -> _Scan:
    """Return what the bytes of a file show."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    file.seek(0)
    start, zero, bad, beyond, whole = file.read(4), False, False, False, True
    file.seek(0)
    while block := file.read(BLOCK):
        zero = zero or b"\0" in block
        # Most blocks of most files are ASCII, which needs no decoding.
        ascii_only = block.isascii()
        beyond = beyond or not ascii_only
        if not bad and not (whole and ascii_only):
            try:
                decoder.decode(block)
            except UnicodeDecodeError:
                bad = True
            whole = not bad and not decoder.getstate()[0]
    return _Scan(start, zero, bad or not whole, beyond)


def encoding_of(opened: Opened) -> str:
    """Return the encoding of a text file, by all its bytes.

    What is said is about a table and the files beside it, and need not hold for the one that shows its own encoding.

    UTF-8 is taken where every byte is UTF-8 (a text in another encoding with letters beyond ASCII is not), UTF-16
    where a byte order mark says so, Windows-1252 where no letter is written in UTF-8.
    """
    path, form, scan = opened.path, opened.form, scanned(opened.file)
    both = opened.beside or form.of_two or bool(form.labels or form.costs or form.sample)
    if form.encoding and not (both and scan.shows(form.encoding)):
        return _checked(opened, _marked(opened, form.encoding), stated=not both)
    if scan.start.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        raise broken(path, Message("tables.utf_32"))
    if scan.start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _checked(opened, "utf-16")
    if scan.zero:
        raise _with_zeros(opened)
    if not scan.bad:
        return "utf-8"
    if scan.start.startswith(codecs.BOM_UTF8):
        return _checked(opened, "utf-8")
    return _beyond_utf8(opened)


def _marked(opened: Opened, stated: str) -> str:
    """Return UTF-16 as it is to be read: with its byte order mark, or in the order that is said."""
    has_mark = opened.data(2) in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}
    if stated == "utf-16" and not has_mark:
        raise broken(opened.path, Message("tables.no_mark"))
    return "utf-16" if has_mark and stated.startswith("utf-16") else stated


def line_after(before: str) -> int:
    r"""Return on which line a text goes on.

    >>> line_after("a"), line_after("a\r\nb\n")
    (1, 3)
    """
    return len(_LINE_BREAK.findall(before)) + 1


def _line_at(data: bytes, at: int) -> int:
    return line_after(data[:at].decode("latin-1"))


def _checked(opened: Opened, encoding: str, *, stated: bool = False) -> str:
    """Return an encoding, if the whole file can be read in it; ``stated``: an option says it."""
    path, data = opened.path, opened.data()
    todo = Message("tables.leave_out_encoding") if stated else _SAVE
    try:
        text = data.decode(_CODECS.get(encoding, encoding))
    except UnicodeDecodeError as error:
        # Where the file begins with a mark, the decoder counts from behind it.
        before = error.object[: error.start].decode(_CODECS.get(encoding, encoding), "ignore")
        message = Message("tables.other_encoding", encoding=_TOLD.get(encoding, encoding), todo=todo)
        raise broken(path, message, line_after(before)) from None
    before, zero, _ = text.partition("\0")
    if zero:
        raise broken(path, Message("tables.zero_byte", todo=todo), line_after(before))
    return encoding


def _with_zeros(opened: Opened) -> BadDataError:
    """Say of a file with zero bytes what it may be."""
    data, can_say = opened.data(), opened.can_say or opened.beside
    even, odd = data[::2], data[1::2]
    for encoding, low, high in (("utf-16-le", even, odd), ("utf-16-be", odd, even)):
        # Letters stand in the other half: a file of zero bytes has none.
        if high.count(0) > len(high) / 2 > low.count(0):
            or_say = Message("tables.save_or_say", way=NamedOption("table.encoding", encoding))
            return broken(opened.path, Message("tables.utf_16_unmarked", todo=or_say if can_say else _SAVE))
    return broken(opened.path, Message("tables.zero_byte", todo=_SAVE), _line_at(data, data.index(0)))


def _beyond_utf8(opened: Opened) -> str:
    """Return Windows-1252 for a file that is not UTF-8, if nothing in it is."""
    path, data, can_say = opened.path, opened.data(), opened.can_say or opened.beside
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = _line_at(data, error.start)
    # A part in UTF-8 makes the file a mixed one, whatever the rest is.
    letters = (match for match in _UTF8_LETTER.finditer(data) if not _WORD_END.fullmatch(match[0]))
    letter = next(letters, None)
    if letter is None and (readings := other_encodings(data)):
        seen = [Message("tables.word_in", word=shortened(word), encoding=name) for name, word in readings.items()]
        first, *others = readings
        which = Message("tables.say_encoding", which=[NamedOption("table.encoding", first), *others])
        raise broken(path, Message("tables.encoding_unclear", seen=seen, todo=which if can_say else _SAVE), line)
    try:
        data.decode("cp1252")
    except UnicodeDecodeError as error:
        line = _line_at(data, error.start)
        raise broken(path, Message("tables.no_known_encoding"), line) from None
    if letter is not None:
        other = _line_at(data, letter.start())
        todo = Message("tables.type_anew") if can_say else _SAVE
        apart = Message("tables.two_encodings", other=other, todo=todo)
        raise broken(path, Message("tables.two_encodings_here", todo=todo) if other == line else apart, line)
    return "windows-1252"


def open_text(file: IO[bytes], encoding: str) -> io.TextIOWrapper:
    """Return the text of a file from its beginning, line ends as they are; closing it leaves the file open."""
    file.seek(0)
    return io.TextIOWrapper(io.BufferedReader(_View(file), BLOCK), _CODECS.get(encoding, encoding), newline="")


class _View(io.RawIOBase):
    """Passes on the bytes of a file that stays open."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        block = self._file.read(len(buffer))
        buffer[: len(block)] = block
        return len(block)


def open_rows(file: IO[bytes], dialect: Dialect) -> Any:
    """Return a parser of a file's rows that knows its line, behind the lines that are no part of the table."""
    parser = rows_of(open_text(file, dialect.encoding), dialect)
    # A row here is a line: what Excel writes before a header holds no quotation mark that stays open.
    deque(islice(parser, dialect.n_before), maxlen=0)
    return parser


def rows_of(text: io.TextIOBase, dialect: Dialect) -> Any:
    """Return a parser of the rows of a text."""
    quoting: Any = csv.QUOTE_MINIMAL if dialect.quoted else csv.QUOTE_NONE
    return csv.reader(text, delimiter=SEPARATORS[dialect.separator], quoting=quoting, strict=True)


def _find_separator(opened: Opened, encoding: str) -> str:
    """Return what separates the cells: what makes columns of the header, and rows as long as it."""
    file, readings = opened.file, [Dialect(encoding, name) for name in SEPARATORS if name != "space"]
    possible = [reading for reading in readings if len(_header(file, reading)) > 1]
    spaced = Dialect(encoding, "space")
    # A space separates cells where nothing else does and all rows agree: else it stands between words.
    if not possible and len(_header(file, spaced)) > 1 and (_fits(file, spaced) or _names_rows(file, spaced)):
        return "space"
    if opened.form.header or not any(_fits_mostly(file, sign) or _names_rows(file, sign) for sign in possible):
        # Few rows are as long as the first one: where the header stands below others, it is another one.
        possible = [reading for reading in _below_others(opened, readings) if len(_header(file, reading)) > 1]
    for header in possible:
        _refuse_two(opened, header, [reading for reading in readings if reading not in possible])
    if len(possible) < 2:
        return possible[0].separator if possible else "comma"
    fitting = [reading for reading in possible if _fits(file, reading)]
    if len(fitting) == 1:
        return fitting[0].separator
    if fitting:
        first, *others = [reading.separator for reading in fitting]
        headers = {reading.separator: _header(file, reading) for reading in fitting}
        seen = [Message(_BY[name], names=[*names[:5], "…"] if names[5:] else names) for name, names in headers.items()]
        which = Message("tables.say_which", which=[NamedOption("table.separator", first), *others])
        message = Message("tables.separator_unclear", seen=seen, todo=which if opened.can_say else _SAVE)
        raise broken(opened.path, message)
    # Every reading has rows of the wrong length: those of the likeliest one are shown.
    return max(possible, key=lambda reading: _lengths(file, reading)[len(_header(file, reading))]).separator


def _refuse_two(opened: Opened, header: Dialect, others: Sequence[Dialect]) -> None:
    """Refuse a header above rows that are as long as it in another reading, which does not divide the header."""
    rows = first_rows(opened.file, header)
    if {len(row) for _, _, row in rows[1:]} == {1}:
        for other in others:
            if {len(row) for _, _, row in first_rows(opened.file, other)[1:]} == {len(rows[0][2])}:
                signs = {"header": word(header.separator), "rows": word(other.separator)}
                raise broken(opened.path, Message("tables.two_separators", **signs), rows[0][1])


def _below_others(opened: Opened, readings: list[Dialect]) -> Iterator[Dialect]:
    """Yield readings with the header that each would have; what is wrong is told of the one that is taken."""
    for plain in readings:
        try:
            yield _below(opened, plain)
        except BadDataError:
            yield plain


def _fits_mostly(file: IO[bytes], dialect: Dialect) -> bool:
    """Return whether more than half of the first rows are as long as the header."""
    lengths = [len(row) for _, _, row in first_rows(file, dialect)]
    return lengths[1:].count(lengths[0]) > len(lengths[1:]) / 2 or len(lengths) < 2


def _header(file: IO[bytes], dialect: Dialect) -> list[str]:
    """Return the first row that is not empty; empty where there is none in this reading."""
    try:
        return next((row for row in open_rows(file, dialect) if any(map(str.strip, row))), [])
    except csv.Error:
        return []


def _fits(file: IO[bytes], dialect: Dialect) -> bool:
    """Return whether every row is as long as the header."""
    return {*_lengths(file, dialect)} <= {0, len(_header(file, dialect))}


def _lengths(file: IO[bytes], dialect: Dialect) -> Counter[int]:
    """Return how many rows have so many cells, up to the first that cannot be read, which has -1."""
    lengths = Counter[int]()
    try:
        lengths.update(map(len, open_rows(file, dialect)))
    except csv.Error:
        lengths[-1] += 1
    return lengths


_WESTERN = "windows-1252"
_CENTRAL = ("windows-1250", "iso-8859-2", "windows-1254")
_OTHER_SCRIPTS = ("windows-1251", "koi8-r", "windows-1253")
_NO_TEXT = frozenset({"idna", "punycode", "raw-unicode-escape", "unicode-escape", "undefined", "utf-7", "mbcs", "oem"})
_N_EXAMPLES = 100
_MOST_ODD = 0.05
"""So many of the words with letters beyond ASCII may look odd: a slip, or a word about letters."""

_LETTER = "[^\\W\\d_]"
_SIGN = "[\u00a1-\u00a3\u00a5\u00a6\u00a7\u00a9\u00ac\u00ae\u00af\u00b1-\u00b3\u00b6\u00b9\u00ba\u00bc-\u00bf\u00d7\u00f7\u0192\ufffd]"
_WORD = re.compile(rf"(?:{_LETTER}|{_SIGN})+")
# A sign inside a word, or one of those that stand for frequent letters at its beginning.
_SIGN_INSIDE = re.compile(rf"{_LETTER}{_SIGN}+{_LETTER}|^[\u00b3\u00b9\u00be]{_LETTER}{{2}}")
# No word of western Europe has both.
_APART = tuple(
    re.compile(f"[{letters}].*[{other}]|[{other}].*[{letters}]")
    for letters, other in (("ìèùòøï", "áíýúóšž"), ("ýþð", "çü"), ("û", "õáöó"))
)
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")


def text_encoding(name: str) -> str:
    """Return an encoding of texts by the name that is used here; empty where Python has none of this name.

    >>> text_encoding("UTF8"), text_encoding("cp1252"), text_encoding("windows-1250"), text_encoding("rot13")
    ('utf-8', 'windows-1252', 'windows-1250', '')
    """
    try:
        codec = codecs.lookup(name)
    except (LookupError, ValueError):
        return ""
    # The codecs module says by this alone whether one is about texts.
    if not getattr(codec, "_is_text_encoding", False) or codec.name.replace("_", "-") in _NO_TEXT:
        return ""
    plain = {"utf-8-sig": "utf-8", "cp1252": _WESTERN}.get(codec.name, codec.name)
    return plain if plain in {"utf-8", "utf-16", "utf-16-le", "utf-16-be", _WESTERN} else name.strip().lower()


def other_encodings(data: bytes) -> dict[str, str]:
    """Return the encodings that a text may be in that does not look western, each with how one word looks in it.

    The likeliest is the first, Windows-1252 the last; none where the text looks as western ones do.

    >>> other_encodings("żółw".encode("cp1250"))
    {'windows-1250': 'żółw', 'iso-8859-2': 'żółw', 'windows-1252': '¿ó³w'}
    >>> other_encodings("Größe, été, ¿mañana?, smørebrød, coração".encode("cp1252"))
    {}
    """
    text = data.decode("cp1252", "replace")
    words = [word for word in _WORD.findall(text) if not word.isascii() and len(word) > 1]
    # Four letters beyond ASCII in a row, of three kinds at least.
    foreign = [
        word for word in words if any(len(run) > 3 and len({*run.lower()}) > 2 for run in _BEYOND_ASCII.findall(word))
    ]
    odd = [word for word in words if _SIGN_INSIDE.search(word) or any(pair.search(word.lower()) for pair in _APART)]
    if len(foreign) + len(odd) <= _MOST_ODD * len(words):
        return {}
    shown = foreign if len(foreign) > len(odd) else odd
    names = _OTHER_SCRIPTS if shown is foreign else _CENTRAL
    # What Windows-1252 lacks cannot be read back from it.
    whole = [word for word in dict.fromkeys(shown) if "\ufffd" not in word][:_N_EXAMPLES]
    encodings = {name: readings for name in names if (readings := _readings(data, whole, name))}
    if not encodings:
        return {}
    plain = {name: [letter for letter in encodings[name] if letter.isalpha()] for name in encodings}
    best = sorted(plain, key=lambda name: -sum(letter.islower() or letter.istitle() for letter in plain[name]))
    return {name: encodings[name][0] for name in best} | ({} if "\ufffd" in text else {_WESTERN: whole[0]})


def _readings(data: bytes, words: list[str], name: str) -> list[str]:
    """Return words as another encoding has them; none where it cannot be that one."""
    try:
        data.decode(name)
        read = [word.encode("cp1252").decode(name) for word in words]
    except UnicodeError:
        return []
    return read if read and sum(map(str.isalpha, read)) > len(read) / 2 else []


_CELLS_APART = "\0"
"""What keeps cells apart that are kept as one text, in a tenth of the room: no text file holds it."""


class CsvSource(Source):
    """A text file: its header is known, its rows are read when the first column is asked for."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.dialect: Dialect = find_dialect(opened)
        self.header = self._open()[1]
        rows = first_rows(opened.file, replace(self.dialect, n_before=0)) if self.dialect.n_before else []
        # What Excel says of separators is nothing that anybody misses.
        rows = [row for row in rows if row[0] or not row[2][0].lower().startswith("sep=")]
        at = next((at for at, row in enumerate(rows) if row[0] >= self.dialect.n_before), 0)
        self.header_at = rows[at][1] if at else 0
        self.messages = left_out([row[1:] for row in rows], at)

    def read_as(self, decimal: str) -> tuple[Message | str, ...]:
        """Return how the file was read; nothing where there is nothing to say."""
        return self.dialect.read_as(decimal)

    @cached_property
    def lines(self) -> IntArray:  # type: ignore[override]
        """Shape (n,): where the rows begin."""
        return self._read[0]

    def cells(self, at: int) -> Sequence[str]:
        """Return the cells of a column, by its position."""
        return [cell for piece in self._read[1][at] for cell in piece.split(_CELLS_APART)]

    @cached_property
    def _read(self) -> tuple[IntArray, list[list[str]]]:
        """Where rows begin, and by column the cells, in pieces; rows of the wrong length are problems."""
        parser, header = self._open()
        n_columns, before = len(header), parser.line_num
        lines, columns = [np.empty(0, np.int64)], [list[str]() for _ in header]
        while rows := self._next_rows(parser, N_ROWS_AT_ONCE):
            places = _lines(rows, before, parser.line_num)
            before = parser.line_num
            lengths = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
            # An empty line is no row.
            for at in np.flatnonzero((lengths != n_columns) & (lengths > 0)).tolist():
                note_length(self.noted, n_columns, len(rows[at]), int(places[at]), self.dialect.separator)
            whole = lengths == n_columns
            # A row of separators alone is as empty as a line without them; few rows begin with nothing.
            blank = [at for at, row in enumerate(rows) if row and not row[0].strip() and not "".join(row).strip()]
            whole[blank] = False
            rows = rows if whole.all() else list(compress(rows, whole.tolist()))
            if rows:
                lines.append(places[whole])
                for column, cells in zip(columns, zip(*rows, strict=True), strict=True):
                    column.append(_CELLS_APART.join(cells))
        places = np.concatenate(lines)
        self.viewed = {} if len(places) <= MANY else None
        return places, columns

    def _open(self) -> tuple[Any, tuple[str, ...]]:
        """Return a parser that has read the header, and the header."""
        parser = open_rows(self.opened.file, self.dialect)
        while rows := self._next_rows(parser, 1):
            names = tuple(map(str.strip, rows[0]))
            if any(names):
                return parser, _with_row_names(names, added=self.dialect.row_names)
        raise broken(self.opened.path, Message("tables.empty_file"))

    def _next_rows(self, parser: Any, n_rows: int) -> list[list[str]]:
        """Read rows; what the parser refuses becomes an error that names the line."""
        before = parser.line_num
        rows: list[list[str]] = []
        try:
            rows.extend(islice(parser, n_rows))
        except csv.Error as error:
            # The rows before the broken one have been taken; it begins on the line after them.
            line = before + sum(map(_n_lines, rows)) + 1
            # The library tells them apart in its words alone.
            message = Message("tables.quotes_unfit")
            if "unexpected end" in str(error):
                message = Message("tables.quote_open")
            elif "field larger" in str(error):
                message = Message("tables.cell_too_long", most=csv.field_size_limit())
            raise broken(self.opened.path, message, line) from None
        except OSError as error:
            raise unreadable(self.opened.path, error) from None
        return rows


def _with_row_names(names: tuple[str, ...], *, added: bool) -> tuple[str, ...]:
    """Return a header whose first cell has a name where the rows begin with names of their own.

    >>> _with_row_names(("gold", "p"), added=True), _with_row_names(("", "gold"), added=False)
    (('row.names', 'gold', 'p'), ('row.names', 'gold'))
    """
    if ROW_NAMES in names:
        return ("", *names) if added else names
    if added:
        return (ROW_NAMES, *names)
    return (ROW_NAMES, *names[1:]) if len(names) > 1 and not names[0] else names


def note_length(problems: Problems, n_columns: int, n_cells: int, line: int, separator: str) -> None:
    """Note a row that is longer or shorter than the header."""
    sign, found = word(separator), f"{n_cells:,}"
    if n_cells < n_columns:
        problems.add(Message("tables.row_too_short", n=n_columns, sign=sign), line=line, found=found)
    elif separator == "comma":
        problems.add(Message("tables.row_too_long_or_decimal", n=n_columns), line=line, found=found)
    else:
        problems.add(Message("tables.row_too_long", n=n_columns, sign=sign), line=line, found=found)


def _n_lines(row: list[str]) -> int:
    """Return how many lines a row takes."""
    return line_after(" ".join(row))


def _lines(rows: list[list[str]], before: int, after: int) -> IntArray:
    """Return the line where each row begins; ``before`` and ``after`` are the last lines before and in them."""
    if after - before == len(rows):
        return np.arange(before + 1, after + 1, dtype=np.int64)
    taken = np.fromiter(map(_n_lines, rows), dtype=np.int64, count=len(rows))
    return before + 1 + np.cumsum(taken) - taken
