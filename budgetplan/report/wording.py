"""The words of a report: Jinja templates, filled in with facts.

A template is a file of macros, ``templates/en/risk.j2``; each macro says one thing, as HTML. What is true is decided
in Python and handed over as ``p``; how it is said, and in which of several ways, stands in the template. The user's
nouns are ``n``; numbers are printed by filters, and a number without one is an error. Short texts, such as headings,
stand in ``templates/en/heads.toml``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, Environment, FileSystemBytecodeCache, FunctionLoader, StrictUndefined
from jinja2.bccache import Bucket
from jinja2.environment import TemplateModule
from markupsafe import Markup, escape

from budgetplan.domain.messages import template_dir
from budgetplan.report.display import KINDS, Style, is_one, isolated, printable, show
from budgetplan.report.locale import heads, locale_of
from budgetplan.report.model import Value, interval, table_number

_CUT = "\x1e"
"""Parts a macro that says several things one by one, such as the points of a list."""
_SPACE = re.compile(r"[ \t\n]+")
# A number and its sign stay on one line, so does that of a table, and a line may not end inside 95-%-Intervall.
_PERCENT = re.compile(r"(?<=[\d}]) (?=%[^}])|(?<=able|elle) (?={{ table\()")
_HYPHEN = re.compile(r"-(?=%[^}])")


def _tied(text: str) -> str:
    """Return a text in which no line ends between a number and its sign."""
    return _HYPHEN.sub("-\u2060", _PERCENT.sub("\u00a0", text))


def capital(noun: str) -> str:
    """Return a noun as it begins a heading or a sentence."""
    return noun[:1].upper() + noun[1:]


def _printed(value: Any) -> Any:
    """Return what a template prints: words of the user without markup, and no number that no filter has rounded."""
    if isinstance(value, Markup):
        return value
    if isinstance(value, str):
        return escaped(value)
    if value is None or isinstance(value, int | float):
        raise TypeError(f"{value!r} needs a filter that says how it is printed.")
    return value


class Compiled(FileSystemBytecodeCache):
    """Templates as they were compiled, beside them where Python keeps modules: else a sixth of a command's time.

    No filter stands behind a constant, which would be compiled with what it printed.
    """

    def __init__(self) -> None:
        super().__init__(str(template_dir() / "__pycache__"))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a template down, unless Python writes nothing either or nobody may write there."""
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                Path(self.directory).mkdir(exist_ok=True)
                super().dump_bytecode(bucket)


def strict_environment(loader: BaseLoader, **more: Any) -> Environment:
    """Return what templates are filled in with: everything escaped, whatever a template is called, and nothing undefined."""
    how: dict[str, Any] = {"trim_blocks": True, "lstrip_blocks": True, "bytecode_cache": Compiled()}
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, **how, **more)
    made.filters["unbroken"] = unbroken
    return made


_OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*(?: (?!--)(?:&#39;.*?&#39;|[^\s<;]+))?")


def unbroken(text: str) -> Markup:
    """Return words in which no line ends within an option of a command and its value: what is copied must run.

    >>> print(unbroken("report plan.toml --scenario 'half of it' --no-check"))
    report plan.toml <code>--scenario &#39;half of it&#39;</code> <code>--no-check</code>
    """
    return Markup(_OPTION.sub(r"<code>\g<0></code>", str(escape(text))))  # noqa: S704 - escaped


@cache
def environment(style: Style) -> Environment:
    """Return what templates are filled in with: the language's numbers, lists and dates, everything escaped.

    Filters: the kinds of :data:`budgetplan.report.display.KINDS` (``{{ p.spend|amount }}``; a Range prints both ends),
    ``of`` (``{{ 2|of(n.item, n.items) }}``: "2 items"), ``plural`` (``{{ 2|plural("is", "are") }}``), ``and`` and ``or``
    (names in a row), ``date`` (an ISO date), ``capital``, ``begin`` (whoever answers, at the start of a sentence), ``interval`` (that of an estimate, as a Range; None: it has none). ``{{ table("key") }}`` gives the number of a table.
    """
    folder = template_dir().joinpath(style.language)

    def source(name: str) -> tuple[str, str, None]:
        file, _, key = name.partition(":")
        text = heads(style.language)[key] if key else folder.joinpath(file).read_text("utf-8")
        return _tied(text), str(folder.joinpath(file)), None

    made = strict_environment(FunctionLoader(source), finalize=_printed)
    locale = locale_of(style.language)

    def printed(value: Value, kind: str) -> Markup:
        return Markup(isolated(show(value, kind, style)))  # noqa: S704 - escaped

    def plural(value: Value, singular: str, several: str, kind: str = "count") -> str:
        return singular if is_one(value, kind, style) else several

    def of(value: Value, singular: str, several: str, kind: str = "count") -> Markup:
        return Markup("{} {}").format(printed(value, kind), _printed(plural(value, singular, several, kind)))

    made.filters |= {kind: partial(printed, kind=kind) for kind in KINDS}
    made.filters |= {
        "of": of,
        "plural": plural,
        "capital": capital,
        # The mean of models has a capital there, a user's name stays.
        "begin": lambda name: capital(name) if isinstance(name, Markup) else name,
        "date": locale.printed_date,
        "interval": interval,
        "and": locale.listing,
        "or": partial(locale.listing, choice=True),
    }
    then = Markup(_CUT)  # noqa: S704 - a sign
    made.globals |= {"table": table_number, "then": then, "currency": style.currency}
    return made


@cache
def _short(key: str, style: Style) -> Callable[[Mapping[str, Any]], str]:
    text = _tied(heads(style.language)[key])
    return environment(style).get_template(f"heads.toml:{key}").render if "{" in text else lambda _: text


def short_text(key: str, style: Style, **values: Any) -> Markup:
    """Return a short text, filled in.

    >>> short_text("row.soon", Style(), number=9600)
    Markup('9,600 more')

    Raises
    ------
    KeyError
        There is no such text.
    """
    return Markup(_short(key, style)(values))  # noqa: S704 - escaped


def escaped(text: str) -> Markup:
    """Return words of the user as text of a report."""
    return Markup(isolated(printable(text)))  # noqa: S704


@dataclass(frozen=True)
class Wording:
    """What a template says: each macro by its name."""

    macros: TemplateModule

    def __call__(self, macro: str, *args: Any, **keywords: Any) -> Markup:
        """Return what a macro says, on one line."""
        text = getattr(self.macros, macro)(*args, **keywords)
        return Markup(_SPACE.sub(" ", text).strip(" "))  # noqa: S704 - made by the template

    def parts(self, macro: str, *args: Any, **keywords: Any) -> list[Markup]:
        """Return what a macro says between one ``{{ then }}`` and the next; what is empty is left out."""
        pieces = self(macro, *args, **keywords).split(_CUT)
        return [Markup(piece.strip()) for piece in pieces if piece.strip()]  # noqa: S704 - as above

    def figure(self, macro: str) -> tuple[Markup, Markup, Markup, Markup]:
        """Return the title of a figure, what it says to those who do not see it, and what stands at its axes."""
        title, alt, x_label, y_label, *_ = *self.parts(macro), Markup("")
        return title, alt, x_label, y_label


def wording(name: str, style: Style, nouns: Any, facts: object, **more: Any) -> Wording:
    """Return a subject in words.

    Parameters
    ----------
    name
        Of the template, without its ending.
    style
        Language, currency and minor digits.
    nouns
        The user's nouns, as ``n``: item, items, entry, entries, items_dat, entries_dat.
    facts
        What is true, as ``p``: each field that the template names.
    more
        What else the template reads.
    """
    return Wording(environment(style).get_template(f"{name}.j2").make_module({"p": facts, "n": nouns, **more}))
