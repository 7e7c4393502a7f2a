"""What the site takes from the program while it is built: options, commands, schemas, exit codes, pictures."""  # noqa: INP001

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import click

from budgetplan import errors
from budgetplan.cli.main import INTERRUPTED, PIPE_CLOSED, main
from budgetplan.domain.asked.keys import Option
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.messages import catalogue
from budgetplan.domain.options import OPTIONS, REPEATED, SECTIONS
from budgetplan.render.warning_texts import warnings_of

ROOT = Path(__file__).parents[1]
SCHEMAS = ROOT / "templates" / "schema"
PAGES = {
    "explanation/simulations.md": ROOT / "tests/simulations/README.md",
    "explanation/studies.md": ROOT / "tests/studies/README.md",
}
"""Pages that stand beside the scripts whose results they give."""
OUTSIDE = {"examples": "examples", "templates/schema": "schema"}
"""Folders outside of ``docs`` from which pages show pictures and link files, with their places in the site."""


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown."""
    head = list(head)
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def code(text: str) -> str:
    """Return a text as code, and nothing for an empty one."""
    return f"`{text}`" if text else ""


def options() -> str:
    """Return all options: for each section of the plan file a heading and its keys."""
    parts = []
    for section, heading in SECTIONS.items():
        name = f"[[{section}]]" if section in REPEATED else f"[{section}]"
        title = f"## {heading}: `{name}`" if section else f"## {heading}"
        entries = [_entry(entry) for entry in OPTIONS if entry.section == section]
        parts += [f"{title} {{ #{section or 'run'} }}", *entries]
    return "\n\n".join(parts)


def _entry(entry: Option) -> str:
    names = [f"`{entry.key}`{{ #{entry.key} }}"] if entry.key else []
    names += [f"`{entry.flag} {entry.metavar}`".replace(" `", "`")] if entry.flag else []
    value = ", ".join(entry.choices) or entry.kind.value
    many = " Can be given several times." if entry.many else ""
    default = f" Default: {entry.default}." if entry.default else ""
    return f"{', '.join(names)}\n:   {entry.help}{many}<br>*Value: {value}.{default}*"


def commands() -> str:
    """Return all commands: for each its usage, what it does, and the options that it alone has."""
    return "\n\n".join(_command(name, main.commands[name]) for name in sorted(main.commands))


def _command(name: str, command: click.Command) -> str:
    context = click.Context(command, info_name=f"budgetplan {name}")
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    shared = {entry.flag for entry in OPTIONS if entry.flag and entry.key} | {"--set", "--scenario"}
    own = [one for one in command.params if isinstance(one, click.Option)]
    takes_plans = shared <= {flag for one in own for flag in one.opts}
    records = [
        record for one in own if not (takes_plans and shared & {*one.opts}) if (record := one.get_help_record(context))
    ]
    parts = [f"## budgetplan {name} {{ #{name} }}", f"```text\n{usage}\n```", _paragraphs(command.help or "")]
    if takes_plans:
        parts.append("Takes the [options of a plan](options.md), `--set` and `--scenario`, and:")
    parts.append(table(("Option", "Meaning"), ((code(flag), told) for flag, told in records)))
    return "\n\n".join(parts)


def _paragraphs(text: str) -> str:
    return "\n\n".join(" ".join(part.split()) for part in text.replace("\b", "").split("\n\n"))


def schemas() -> str:
    """Return the schemas: for each its description, and its keys with their types and meanings."""
    return "\n\n".join(map(_schema, sorted(SCHEMAS.glob("*.json"))))


def _schema(path: Path) -> str:
    schema = json.loads(path.read_text(encoding="utf-8"))
    link = f"[`{path.name}`](../../templates/schema/{path.name})"
    needed = schema.get("required", ())
    rows = [
        (code(key), _type(said), "yes" if key in needed else "", said.get("description", ""))
        for key, said in schema["properties"].items()
    ]
    keys = table(("Key", "Type", "Always", "Meaning"), rows)
    return f"### {schema['title']} {{ #{path.stem} }}\n\n{schema['description']}\nSchema: {link}.\n\n{keys}"


def _type(said: dict[str, Any]) -> str:
    if "const" in said:
        return code(json.dumps(said["const"]))
    named = said.get("type", "")
    return named if isinstance(named, str) else " or ".join(named)


def exit_codes() -> str:
    """Return the exit codes with their meanings, as the errors say them."""
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    told = {
        kind.exit_code: (kind.__doc__ or "").partition(" (exit code")[0] + "."
        for kind in kinds
        if issubclass(kind, errors.BudgetplanError)
    }
    told |= {
        0: "Done.",
        1: "A fault of the program.",
        errors.UNMET: "Done, but nothing meets the goal, and the report says why.",
        INTERRUPTED: "Ended by Ctrl-C.",
        PIPE_CLOSED: "The reader of the output went away.",
    }
    return table(("Exit code", "Meaning"), ((code(str(number)), told[number]) for number in sorted(told)))


def warnings() -> str:
    """Return what may look wrong in data: for each kind its weight, an example, and what to do."""
    names = {
        DoubtKind.DUPLICATES: ("125",),
        DoubtKind.LIST_UNLIKE: ("m1",),
        DoubtKind.MANY_DUPLICATES: ("125",),
        DoubtKind.OTHER_PACE: ("20", "cost.seconds_per_item=26.24"),
        DoubtKind.RICHER_REST: ("40", "60"),
        DoubtKind.ROUNDED_UP: ("1",),
        DoubtKind.SAME_START: ("2026-12-07",),
    }
    doubts = [Doubt(kind, "", "", 120, 400, names.get(kind, ("m1", "m2", "m3")), 0.3) for kind in DoubtKind]
    rows = [(one.severity, capital(one.told) + ".", capital(one.todo) + ".") for one in warnings_of(doubts)]
    return table(("Weight", "An example", "What to do"), rows)


def mistakes() -> str:
    """Return every kind of mistake by its section, with the words in which it is told."""
    parts = []
    for section, kinds in catalogue().items():
        # A single text stands in others, or is a mistake by itself; what begins with another mistake only adds to it.
        rows = [
            (code(f"{section}.{name}"), capital(_as_written(text[0])) + ".", _remedy(text[1]))
            for name, text in kinds.items()
            if not isinstance(text, str) and section and not text[0].startswith("{wrong")
        ]
        parts += [f"### {section} {{ #{section}-kinds }}", table(("Kind", "Mistake", "Remedy"), rows)] if rows else []
    return "\n\n".join(parts)


def _remedy(text: str) -> str:
    """Return what to do as it is written; where all of it is a place, each message fills it otherwise."""
    return "As the message says." if re.fullmatch(r"\{\w+\}", text) else f"{capital(_as_written(text))}."


def _as_written(text: str) -> str:
    """Return a text of the catalogue with its places in capitals, as the help has them, and its options by their keys.

    >>> _as_written("{n:row|rows} of {file}: say {table.id=COLUMN}, or {{}}")
    'N rows of FILE: say table.id, or {}'
    """
    shown = []
    # Which name is meant is asked only where there is a name like it.
    for before, place, form, _ in Formatter().parse(text.replace("{hint}", "")):
        several = (form or "").rstrip(":").partition("|")[2]
        name = (place or "").partition("=")[0]
        counted = f"N {several}" if several and not (form or "").endswith(":") else several
        shown += [before, counted or (name if "." in name else name.upper())]
    return "".join(shown)


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def trying() -> str:
    """Return the command of the README that sets the program up and makes a report."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    block = readme.partition("\n## Try it\n")[2].partition("```sh\n")[2].partition("```")[0]
    return f"```sh\n{block}```"


GENERATED: dict[str, Callable[[], str]] = {
    "options": options,
    "commands": commands,
    "schemas": schemas,
    "exit codes": exit_codes,
    "trying": trying,
    "warnings": warnings,
    "mistakes": mistakes,
}
"""What stands in a page from ``<!-- generated: NAME -->`` to ``<!-- end -->``, in the place of what readers of the file see there."""


def filled(markdown: str) -> str:
    """Return a page with what is generated in its places."""
    return re.sub(r"<!-- generated: (.+?) -->\n.*?\n<!-- end -->", lambda found: GENERATED[found[1]](), markdown)


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Fill a page, and let its links to files outside of ``docs`` point to where the site has them."""
    up = "../" * page.file.src_uri.count("/")
    links = rf"\]\((?:\.\./)+({'|'.join(OUTSIDE)})/"
    return re.sub(links, lambda found: f"]({up}{OUTSIDE[found[1]]}/", filled(markdown))


def on_files(files: Any, *, config: Any) -> Any:
    """Add the pictures of the examples, the schemas, and the pages that stand beside scripts."""
    from mkdocs.structure.files import File

    for name, path in [*PAGES.items(), *_outside()]:
        files.append(File.generated(config, name, abs_src_path=str(path)))
    return files


def _outside() -> Iterator[tuple[str, Path]]:
    for folder, place in OUTSIDE.items():
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".png", ".json"}:
                yield f"{place}/{path.relative_to(ROOT / folder).as_posix()}", path
