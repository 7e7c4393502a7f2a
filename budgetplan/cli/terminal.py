"""What goes to the terminal, or to the file in its place: it can always be written, and commands nothing there."""

from __future__ import annotations

import codecs
import contextlib
import gc
import json
import os
import re
import signal
import sys
import threading
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import IO, Any, NoReturn

import click

from budgetplan.domain.messages import Message
from budgetplan.errors import CannotWriteError

_LOOSE = "budgetplan.loose"
_SELDOM = (100_000, 20, 100)
"""After how many new objects the interpreter looks for those that nobody holds any more."""
_ALIKE = {"\u2212": "-", "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2026": "...", "\u2264": "<=", "\u2265": ">="}
"""What stands for characters that an encoding lacks, where dropping an accent does not help."""

_COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that move the cursor, begin a command to the terminal or turn a line around; not tab and newline."""


class Terminated(BaseException):
    """The system asked this program to end; as with Ctrl-C, everything is cleared away on the way out."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.exit_code = 128 + number


def legible(text: str) -> str:
    r"""Return a text in which no character commands the terminal.

    >>> legible("a\x1b[2Jb\n")
    'a\\x1b[2Jb\n'
    """
    return _COMMANDS.sub(lambda match: ascii(match[0])[1:-1], text)


def as_json(data: Any, encoding: str) -> str:
    r"""Return data as JSON in which no character commands the terminal, nor is lacking in an encoding.

    >>> as_json(["\x9b", "ř"], "utf-8"), as_json("ř", "latin-1")
    ('["\\u009b", "ř"]', '"\\u0159"')
    """
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode(encoding, "strict")
    except UnicodeEncodeError:
        text = json.dumps(data)
    return _COMMANDS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def say(text: str) -> None:
    """Write to stdout.

    Raises
    ------
    budgetplan.errors.CannotWriteError
        It is closed, or its disk is full.
    """
    with _writing():
        click.echo(legible(text))


def at_terminal() -> bool:
    """Return whether somebody reads and answers: both streams are a terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def ask_for(question: str, default: str = "") -> str:
    """Ask on the terminal, and return the answer without blanks at its ends; the default where there is none."""
    answer: str = click.prompt(legible(question), default=default, show_default=bool(default), prompt_suffix="? ")
    return answer.strip()


def flush() -> None:
    """Write what still waits for stdout; raises what :func:`say` does."""
    with _writing():
        sys.stdout.flush()


def say_aside(text: str) -> None:
    """Write to stderr; where that cannot be written, nobody reads it."""
    try:
        click.echo(legible(text), err=True)
    except OSError:
        drop(sys.stderr)


def drop(stream: IO[str]) -> None:
    """Send what is still to be written nowhere, also what Python writes when it closes the stream."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        drop(sys.stdout)
        reason = error.strerror or Message("files.refused")
        raise CannotWriteError.of(Message("cli.no_output", reason=reason)) from error


@contextlib.contextmanager
def ready() -> Iterator[None]:
    """Make sure of both streams, and let a request to end be an exception, for as long as a command runs."""
    sweeps = gc.get_threshold()
    # A command is short and what it holds it needs: looking for what it does not takes a tenth of its time.
    gc.set_threshold(*_SELDOM)
    _open_closed()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_LOOSE)
    _ended.clear()
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    # Python takes handlers in the main thread alone. What the caller ignores or handles stays so.
    mine = threading.current_thread() is threading.main_thread()
    numbers = [number for number in numbers if mine and signal.getsignal(number) is signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, _end)
    try:
        yield
    finally:
        gc.set_threshold(*sweeps)
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    _ended.append(number)
    raise Terminated(number)


_ended: list[int] = []
"""Which signals asked this program to end."""


def asked_to_end() -> int:
    """Return the exit code of a program that the system asked to end; 0 where it did not."""
    return Terminated(_ended[-1]).exit_code if _ended else 0


def _open_closed() -> None:
    """Open streams that were closed, so that none of our files takes their place.

    What is written to a closed stdout fails as on a full disk: it was asked for. Messages on a closed stderr
    are not.
    """
    if sys.stdout is not None and sys.stderr is not None:
        return
    with contextlib.suppress(OSError):
        while (place := os.open(os.devnull, os.O_RDONLY)) <= 2:
            pass
        os.close(place)
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - for all the run
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for all the run


def _loose(error: UnicodeError) -> tuple[str, int]:
    r"""Return what stands for characters that the encoding of a stream lacks: alike, or as an escape.

    >>> "−3 ř α".encode("latin-1", _LOOSE)
    b'-3 r \\u03b1'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    made = []
    for letter in error.object[error.start : error.end]:
        bare = "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))
        alike = _ALIKE.get(letter, bare)
        # A byte of a name that is no text comes as half a surrogate.
        escape = f"\\x{ord(letter) - 0xDC00:02x}" if "\udc80" <= letter <= "\udcff" else ascii(letter)[1:-1]
        made.append(alike if alike.isascii() and alike else escape)
    return "".join(made), error.end


codecs.register_error(_LOOSE, _loose)
