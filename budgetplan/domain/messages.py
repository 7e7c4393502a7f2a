"""What is said to the user as data: a kind, its values, and the options that an advice names. Doors put it into words.

The words of a kind stand in ``templates/en/messages.toml``, under its section and name: one text, or two, of which the
first says what is wrong, as the beginning of a sentence, and the second what to do about it. A place in them is

- ``{name}``: a value: a text as it is, several with commas between them, another message, an option;
- ``{name:todo}``: what to do about what another message says;
- ``{n:,}``: a number with its thousands apart, or in any other form that ``format`` knows;
- ``{n:row|rows}``: a count with its noun; ``{n:it is|they are:}`` the word alone that goes with it;
- ``{names: or }``: several with this between them; ``{names:5}``: five of them, and how many more;
- ``{table.id=COLUMN}``: an option, with its value, or in capitals with what stands for one.
"""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Any, NamedTuple

from budgetplan.domain.asked.keys import ROWS

ENGLISH = "en"
MOST_NAMES = 30
"""So many names are listed, and the others counted."""
_FLAGS = MappingProxyType({row.key: row.flag for row in ROWS if row.key})


class NamedOption(NamedTuple):
    """An option that a message names, with the value that it would have it take, or what stands for one (``like``)."""

    key: str
    value: str = ""
    like: str = ""


def quoted_word(word: str) -> str:
    """Return a word as command lines take it, in quotation marks that Windows knows too where they do.

    >>> quoted_word("p_rf"), quoted_word("my class"), quoted_word("a $b")
    ('p_rf', '"my class"', "'a $b'")
    """
    quoted = shlex.quote(word)
    return f'"{word}"' if quoted != word and not set(word) & set('"$`\\!%') else quoted


def as_flag(option: NamedOption, flags: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return how to give an option on the command line; ``flags``: what a command alone calls some keys.

    >>> as_flag(NamedOption("cost.per_item", "0.04")), as_flag(NamedOption("cost.contingency", "0.05"))
    ('--cost 0.04', '--set cost.contingency=0.05')
    >>> as_flag(NamedOption("list.queue", like="FOLDER"), {"list.queue": "--queue"}), as_flag(NamedOption("table.id"))
    ('--queue FOLDER', '--id')
    >>> as_flag(NamedOption("cost.contingency"))
    'cost.contingency'
    """
    flag = flags.get(option.key, _FLAGS[option.key])
    value = option.like or (quoted_word(option.value) if option.value else "")
    return f"{flag} {value}".rstrip() if flag else f"--set {option.key}={value}" if value else option.key


@dataclass(frozen=True, init=False)
class Message:
    """One thing to say: its kind, as ``section.name``, and the values in it.

    >>> message = Message("literal", wrong="this is bad", todo="mend it")
    >>> str(message), message.parts("de")
    ('this is bad; mend it', (('this is bad',), ('mend it',)))
    """

    kind: str
    values: tuple[tuple[str, Any], ...]

    def __init__(self, kind: str, **values: Any) -> None:
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "values", tuple((name, _plain(value)) for name, value in sorted(values.items())))

    def parts(self, language: str = ENGLISH) -> tuple[tuple[str | NamedOption, ...], ...]:
        """Return what is wrong and what to do about it, each as pieces of text and options."""
        section, _, name = self.kind.rpartition(".")
        written = catalogue(language)[section][name]
        texts = (written,) if isinstance(written, str) else written
        return tuple(tuple(_parts(text, dict(self.values), language)) for text in texts)

    def texts(self, language: str = ENGLISH, option: Callable[[NamedOption], str] = as_flag) -> tuple[str, str]:
        """Return what is wrong, and what to do about it, which may be empty, in the words of a door."""
        wrong, *todo = (_joined(text, option) for text in self.parts(language))
        return wrong, "".join(todo)

    def plain(self) -> dict[str, Any]:
        """Return the values as plain data; what has words of its own is none."""
        values = dict(self.values) if self.kind != "literal" else {}
        worded = {name: _joined(_of_value(value, "", ENGLISH), as_flag) for name, value in values.items()}
        return worded | {name: value for name, value in values.items() if isinstance(value, str | int | float)}

    def words(self, language: str = ENGLISH, option: Callable[[NamedOption], str] = as_flag) -> str:
        """Return the message in one line, in the words of a door."""
        return "; ".join(filter(None, self.texts(language, option)))

    def __str__(self) -> str:
        return self.words()


def _joined(parts: Iterable[str | NamedOption], option: Callable[[NamedOption], str]) -> str:
    return "".join(part if isinstance(part, str) else option(part) for part in parts)


def _plain(value: Any) -> Any:
    """Return a value that can be counted and compared: a list as a tuple, a number of an array as Python has it."""
    return tuple(value) if isinstance(value, list) else value.item() if hasattr(value, "dtype") else value


def word(name: str) -> Message:
    """Return a word that stands in other messages, by its name.

    >>> str(word("semicolon"))
    'semicolon'
    """
    return Message(f"words.{name}")


def literal(wrong: str, todo: str = "") -> Message:
    """Return what a library says, in its own words, as a message."""
    return Message("literal", wrong=wrong, todo=todo)


@cache
def catalogue(language: str = ENGLISH) -> Mapping[str, Mapping[str, str | list[str]]]:
    """Return the texts of every kind of message in a language, by section and name."""
    path = template_dir() / language / "messages.toml"
    kinds: dict[str, dict[str, str | list[str]]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return {"": {"literal": ["{wrong}", "{todo}"]}} | kinds


def template_dir() -> Path:
    """Return the folder of the templates: in the installed package, or at the top of a checkout."""
    installed = Path(str(files("budgetplan")), "templates")
    return installed if installed.is_dir() else Path(__file__).resolve().parents[2].joinpath("templates")


def listing(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """Return names with commas, the first ones alone where there are many.

    >>> listing(["a", "b", "c", "d"], most=2)
    'a, b and 2 more'
    """
    return "".join(map(str, _listed(names, ", ", ENGLISH, most)))


def _parts(text: str, values: Mapping[str, Any], language: str) -> Iterator[str | NamedOption]:
    for before, place, form, _ in Formatter().parse(text):
        if before:
            yield before
        if place is None:
            continue
        if place in values:
            yield from _of_value(values[place], form or "", language)
        else:
            key, _, value = place.partition("=")
            yield NamedOption(key, like=value) if value.isupper() else NamedOption(key, value)


def _of_value(value: Any, form: str, language: str) -> Iterator[str | NamedOption]:
    if isinstance(value, Message):
        wrong, *todo = value.parts(language)
        yield from chain(*todo) if form == "todo" else wrong
    elif isinstance(value, NamedOption):
        yield value
    elif isinstance(value, tuple):
        yield from _listed(value, "" if form.isdigit() else form, language, int(form) if form.isdigit() else MOST_NAMES)
    elif isinstance(value, str):
        yield value
    elif "|" in form:
        one, several = form.removesuffix(":").split("|")
        noun = one if value == 1 else several
        yield noun if form.endswith(":") else f"{_number(value, ',', language)} {noun}"
    else:
        yield _number(value, form, language)


def _number(value: Any, form: str, language: str) -> str:
    return format(value, form).translate(str.maketrans(",.", str(catalogue(language)["words"]["signs"])))


def _listed(values: Sequence[Any], between: str, language: str, most: int = MOST_NAMES) -> Iterator[str | NamedOption]:
    for place, value in enumerate(values[:most]):
        if place:
            yield between or ", "
        yield from _of_value(shortened(value) if isinstance(value, str) else value, "", language)
    if len(values) > most:
        yield from Message("words.and_more", n=len(values) - most).parts(language)[0]


def shortened(text: str) -> str:
    """Return a text from a file in one short line.

    >>> shortened("a  long" + chr(10) + "cell"), len(shortened("x" * 1000))
    ('a long cell', 61)
    """
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:60] + "…"
