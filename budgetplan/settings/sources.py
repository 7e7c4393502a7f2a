"""What the user said, before it is understood: the keys of a plan file with the flags laid over them."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from budgetplan.domain import options
from budgetplan.domain.asked.keys import TABLES, ValueKind
from budgetplan.domain.decision import WorkflowName
from budgetplan.domain.messages import Message, NamedOption, shortened
from budgetplan.domain.options import BY_KEY, REPEATED, SECTIONS
from budgetplan.errors import Problem, UsageError
from budgetplan.settings.amounts import currency_of
from budgetplan.tables.files import near_file, no_file

_LISTS = (ValueKind.CELLS, ValueKind.RANGE)
_MODEL_FLAGS = ("models.name", "models.probabilities", "models.decision", "models.array")
SCENARIO = "scenario"
"""The list of scenarios in a plan file, and the option that takes one of them."""
SOURCES = ("probabilities", "decision", "array", "predicted")
"""Keys of a model of which a classifier has one."""
UTILITIES = tuple(
    f"answers.{name}" for name in ("right", "wrong", "error_weight", "k_tp", "k_fp", "k_fn", "cell", "matrix")
)
"""Keys that say what answers are worth."""
WRITTEN = object()
"""In place of what was found: the value that is written there."""
Rule = tuple[str, object, Message, *tuple[Any, ...]]
"""The keys in which a problem lies, whether there is one, what it is and, if that is to be shown, what was found."""
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


@dataclass(frozen=True)
class Setting:
    """A value as it was written, and where."""

    value: Any
    where: str

    def inner(self, name: str) -> Setting:
        """Return one entry of a table; --set entry.value.idiom=10 names it in its place already."""
        return Setting(self.value[name], self.where.removesuffix(f".{name}") + f".{name}")


_TOLD = ("goal", "cost", "entry", "answers", "deferral", "quota", "work", "sure")
"""Sections whose values make the plan; what they say is the same wherever its files lie."""


@dataclass(frozen=True)
class Settings:
    """Everything that was said: by key, and the keys of each model and of each answerer.

    ``problems`` is filled while reading and checked at the end, so that the user sees all of them at once.
    ``former``: sections that were called by an old name, and where that was first. ``scenarios``: what each scenario
    of the plan file changes, by its name. ``unnamed``: ``models`` or ``answerers``, where one of them has no name. ``evaluated``: models are measured only, for which answers need no worth.
    """

    source: str
    by_key: dict[str, Setting]
    models: list[dict[str, Setting]]
    problems: list[Problem]
    former: dict[str, str] = field(default_factory=dict)
    answerers: list[dict[str, Setting]] = field(default_factory=list)
    scenarios: dict[str, list[tuple[str, Setting]]] = field(default_factory=dict)
    evaluated: bool = False
    unnamed: list[str] = field(default_factory=list)

    def today(self, key: str, where: str) -> str:
        """Return what a key is called today, and remember an old name."""
        now = options.today(key)
        if now != key:
            self.former.setdefault(key.partition(".")[0], where)
        return now

    @property
    def notices(self) -> tuple[Problem, ...]:
        """One line where old names were used, which still work."""
        if not self.former:
            return ()
        renamed = [Message("settings.renamed", old=old, new=options.today(old)) for old in sorted(self.former)]
        where = self.former[min(self.former)]
        problem = self.problem(where, Message("settings.old_names", renamed=renamed))
        return (replace(problem, option="" if problem.file else where),)

    @property
    def currency(self) -> str:
        """The currency of the plan; empty where nothing says one."""
        return str(self.typed("cost.currency") or "").strip()

    @property
    def written(self) -> tuple[tuple[str, str], ...]:
        """What was asked for, paid and wanted, as it was written, by key."""
        mine = ((key, setting.value) for key, setting in sorted(self.by_key.items()))
        return tuple((key, as_written(value)) for key, value in mine if key.partition(".")[0] in _TOLD)

    def typed(self, key: str) -> Any:
        """Return what was said of a key, as it was written; None where nothing was."""
        return self.by_key[key].value if key in self.by_key else None

    def problem(self, where: str, message: Message, found: Any = None) -> Problem:
        """Return a problem; ``where``: a key, after the name of the plan file, or an option of the command line."""
        option = where.removeprefix(f"{self.source}, ")
        shown = None if found is None else _shown(found)
        if where == self.source:
            return Problem(message, where, found=shown)
        return Problem(message, "" if option == where else self.source, found=shown, option=option)

    def note(self, rules: Iterable[Rule], table: Mapping[str, Setting] | None = None) -> None:
        """Note the problems of rules that are broken; ``table``: the keys of one table, in place of all.

        Problems lie in each of several keys with commas that was said, or in the first of several with "or".
        """
        table = self.by_key if table is None else table
        for keys, is_broken, message, *found in rules:
            given = [key for key in re.split(", | or ", keys) if is_broken and (key in table or key in REPEATED)]
            for key in given[:1] if " or " in keys else given:
                where, written = (table[key].where, table[key].value) if key in table else (self.source, None)
                self.refuse(where, message, *(written if value is WRITTEN else value for value in found))

    def refuse(self, where: str, message: Message, found: Any = None) -> None:
        """Note a problem, as :meth:`problem` takes it."""
        self.problems.append(self.problem(where, message, found))

    def tables(self, where: str, value: Any, message: Message) -> list[dict[str, Any]]:
        """Return a list of tables; anything else is noted as a problem, and is none."""
        if isinstance(value, list) and all(isinstance(table, dict) for table in value):
            return value
        self.refuse(where, message, value)
        return []

    def refuse_twice(self, where: str, names: Sequence[str], message: Message | None = None) -> None:
        """Note every name that stands there twice; without a message it is that of a class."""
        for name, n_times in Counter(names).items():
            if n_times > 1:
                self.refuse(where, message or Message("settings.class_twice"), name)


def as_written(value: Any) -> str:
    """Return a value as a plan file has it.

    >>> as_written({"guidelines": "120", "rates": [1, 2]}), as_written("60"), as_written(True)
    ('guidelines 120, rates 1, 2', '60', 'true')
    """
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {as_written(amount)}" for name, amount in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(as_written, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    # A whole number of thousands of digits cannot be written; its own check refuses it.
    return " ".join(str(value).split()) if not isinstance(value, int) or abs(value) < 10**4000 else ""


def gather(source: str, flags: Mapping[str, Any], content: dict[str, Any] | None = None) -> Settings:
    """Read a plan file, or take ``source`` for the table itself, and lay the flags over it.

    ``content``: what the plan file is to say, in place of what it says.

    Raises
    ------
    UsageError
        The plan file cannot be read at all. Other problems are noted in the settings.
    """
    settings = Settings(source, {}, [], [])
    if source.lower().endswith(".toml"):
        _take_file(settings, _load(source) if content is None else content)
    else:
        settings.by_key["table.file"] = Setting(source, "the first argument")
    _take_flags(settings, flags)
    if name := flags.get(SCENARIO):
        _lay_scenario(settings, str(name))
    return settings


def take_currency(settings: Settings) -> None:
    """Take the currency from the amounts where it stands beside one of them and nothing else says it."""
    if "cost.currency" in settings.by_key:
        return
    tables = {"": [settings.by_key], "models.": settings.models, "answerers.": settings.answerers}
    written = [(f"{place}{key}", table[key]) for place, many in tables.items() for table in many for key in table]
    for amount in (setting for key in BY_KEY for name, setting in written if key == name and BY_KEY[key].is_money):
        values = amount.value.values() if isinstance(amount.value, dict) else (amount.value,)
        if code := next(filter(None, map(currency_of, values)), ""):
            settings.by_key["cost.currency"] = Setting(code, amount.where)
            return


def is_classifier(model: Mapping[str, Setting]) -> bool:
    """Return whether a model says classes rather than one score an item."""
    return any(key in model for key in (*SOURCES, "classes", "confidence"))


def workflow_of(settings: Settings) -> WorkflowName:
    """Return what is planned: as it is named, else as the models, what answers are worth and a budget show."""
    named: WorkflowName | None = settings.typed("table.workflow")
    if named and named in BY_KEY["table.workflow"].choices[1:]:
        return named
    valued = any(BY_KEY[key].section == "answers" for key in settings.by_key)
    if not valued and not any(map(is_classifier, settings.models)):
        return "filter"
    return "joint" if "goal.budget" in settings.by_key else "defer"


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, int) and abs(value) > 10**60:
        return "a very great number"
    return shortened(as_written(value))


def _load(source: str) -> dict[str, Any]:
    def unread(message: Message, line: int | None = None) -> UsageError:
        return UsageError([Problem(message, source, line)])

    if wrong := no_file(source):
        raise unread(wrong)
    try:
        data = Path(source).read_bytes()
    except FileNotFoundError:
        near = near_file(source)
        missing = Message("settings.no_plan_file_near", near=near) if near else Message("settings.no_plan_file")
        raise unread(missing) from None
    except (OSError, ValueError) as error:
        raise unread(Message("settings.unreadable", reason=getattr(error, "strerror", None) or str(error))) from None
    try:
        # Numbers with a point stay text, so that money is read exactly as it is written.
        return tomllib.loads(data.decode("utf-8-sig"), parse_float=str)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise unread(Message("settings.not_utf8"), line) from None
    except RecursionError:
        raise unread(Message("settings.nested_too_deeply")) from None
    except tomllib.TOMLDecodeError as error:
        # Before Python 3.14 the line stands in the words of the error alone.
        at = _AT_LINE.search(str(error))
        number = int(at[1]) if at else None
        lines, reason = data.decode("utf-8-sig").rstrip().split("\n")[:number], _AT_LINE.sub("", str(error))
        kind = "settings.backslash" if number and "\\" in lines[-1] else "settings.no_toml"
        raise unread(_twice(lines) or Message(kind, reason=reason), number) from None
    except ValueError:  # of a whole number of thousands of digits
        raise unread(Message("settings.too_many_digits")) from None


def _twice(lines: Sequence[str]) -> Message | None:
    """Return that the last of some lines begins a section, or gives a key in it, that an earlier line does; None: it does not.

    >>> print(_twice(["[a]", "x = 1", "[b]", "x = 1", "[a]"]))
    this section stands in the file already, from line 1 on; put the keys of both below one heading, each key once
    >>> print(_twice(["[a]", "x = 1", "x = 2"]), _twice(["[a]", "[b]"]))
    x is given already, on line 2; keep one of the two None
    """
    *above, last = (line.partition("#")[0].strip() for line in lines)
    if "=" in last and not last.startswith("["):
        keys = [line.partition("=")[0].strip() for line in above]
        key = last.partition("=")[0].strip()
        start = max((at for at, line in enumerate(above, 1) if line.startswith("[")), default=0)
        first = next((at for at in range(start, len(above)) if keys[at] == key and "=" in above[at]), None)
        return None if first is None else Message("settings.key_twice", key=key, first=first + 1)
    if last.startswith("[[") or last not in above or not last.startswith("["):  # each [[models]] begins anew
        return None
    name, first = last.strip("[] "), above.index(last) + 1
    if name in REPEATED:
        return Message("settings.models_twice", section=name, first=first)
    return Message("settings.section_twice", first=first)


def _take_file(settings: Settings, data: dict[str, Any]) -> None:
    for name, value in data.items():
        if name in REPEATED:
            _take_tables(settings, name, value)
        elif name == SCENARIO:
            _take_scenarios(settings, value)
        else:
            for key, inner, where in stated(settings, f"{settings.source}, ", {name: value}):
                if key in settings.by_key:
                    settings.refuse(where, Message("settings.said_twice", key=key), inner)
                take(settings, key, inner, where)


def stated(
    settings: Settings, place: str, values: Mapping[str, Any], section: str = ""
) -> Iterator[tuple[str, Any, str]]:
    """Yield key, value and place of what a plan file, a scenario or --set says: with dots, or as tables in tables."""
    for last, value in values.items():
        written = f"{section}.{last}" if section else last
        where, above = f"{place}{written}", options.today(written)
        if above in SECTIONS and above and isinstance(value, dict):
            yield from stated(settings, place, value, written)
            continue
        key = settings.today(options.SHORT.get(written, written), where)
        if key in BY_KEY:
            yield key, value, where
        elif table := next((name for name in BY_KEY if key.startswith(f"{name}.") and BY_KEY[name].kind in TABLES), ""):
            # A key of a table of amounts, such as entry.value.idiom.
            yield table, {key.removeprefix(f"{table}."): value}, where
        elif above in SECTIONS and above:
            settings.refuse(where, Message("settings.is_section", section=above), value)
        elif isinstance(value, dict) and not section:
            settings.refuse(where, Message("settings.no_section", todo=options.unknown_section(last, list(value))))
        else:
            settings.refuse(where, Message("settings.no_key", todo=options.unknown_key(key)))


def take(settings: Settings, key: str, value: Any, where: str) -> None:
    """Note what was said for one key, ``where`` it was said; what no value of it can be is a problem."""
    if BY_KEY[key].section in REPEATED:
        settings.refuse(where, Message("settings.no_key", todo=options.unknown_key(key)))
    elif isinstance(value, dict) and BY_KEY[key].kind not in TABLES:
        settings.refuse(where, Message("settings.is_table"), value)
    elif isinstance(value, list) and not BY_KEY[key].many and BY_KEY[key].kind not in _LISTS:
        settings.refuse(where, Message("settings.is_list"), value)
    elif value != "":
        settings.by_key[key] = Setting(value, where)


def _take_tables(settings: Settings, section: str, value: Any) -> None:
    """Take the [[models]] or the [[answerers]]."""
    singular, keys, of_models = section.removesuffix("s"), REPEATED[section], section == "models"
    otherwise = Message("settings.models_otherwise" if of_models else "settings.answerers_otherwise")
    nameless = Message("settings.model_nameless" if of_models else "settings.answerer_nameless")
    for position, entry in enumerate(settings.tables(f"{settings.source}, {section}", value, otherwise), 1):
        place = f"{settings.source}, {singular} {position}"
        taken: dict[str, Setting] = {}
        for key, inner in entry.items():
            where = f"{place}, {key}"
            if key not in keys:
                settings.refuse(where, Message("settings.no_key", todo=options.unknown_of(section, key, keys)))
            elif isinstance(inner, dict) or (isinstance(inner, list) and not _takes_several(section, key)):
                settings.refuse(where, Message("settings.not_one_value"), inner)
            else:
                taken[key] = Setting(inner, where)
        if "name" in taken and str(taken["name"].value).strip():
            getattr(settings, section).append(taken)
        elif "name" in taken or not any(options.nearest(key, ["name"]) for key in entry if key not in keys):
            settings.refuse(f"{place}, name" if "name" in taken else place, nameless)
            settings.unnamed.append(section)


def _take_scenarios(settings: Settings, value: Any) -> None:
    """Note what each scenario changes; a scenario has a name of its own, and any keys but those of models."""
    otherwise = Message("settings.scenarios_otherwise")
    for position, entry in enumerate(settings.tables(f"{settings.source}, scenario", value, otherwise), 1):
        name = " ".join(str(entry.get("name", "")).split())
        place = f"{settings.source}, scenario {name or position}"
        if not name:
            settings.refuse(place, Message("settings.scenario_nameless"))
        elif name in settings.scenarios:
            settings.refuse(place, Message("settings.two_scenarios"))
        changes = settings.scenarios.setdefault(name, [])
        for key, inner in entry.items():
            if (section := key.partition(".")[0]) in REPEATED:
                settings.refuse(f"{place}, {key}", Message("settings.repeated_in_scenario", section=section))
            elif key != "name":
                for inner_key, inner_value, where in stated(settings, f"{place}, ", {key: inner}):
                    aside = Settings(settings.source, {}, [], settings.problems)
                    take(aside, inner_key, inner_value, where)
                    changes.append((inner_key, aside.by_key.get(inner_key, Setting("", where))))


def _lay_scenario(settings: Settings, name: str) -> None:
    """Lay what a scenario changes over everything else that was said; the plan's own name changes nothing."""
    stem = Path(settings.source).stem
    if settings.scenarios and name == stem:
        return
    if name not in settings.scenarios:
        others = Message("settings.no_such_scenario", names=[stem, *settings.scenarios])
        settings.refuse("--scenario", others if settings.scenarios else Message("settings.no_scenario"), name)
    for key, setting in settings.scenarios.get(name, ()):
        if isinstance(setting.value, list):
            settings.by_key[key] = setting
        else:
            _override(settings, key, [setting])


def _takes_several(section: str, key: str) -> bool:
    """Return whether a key of a model or an answerer may hold a list; what flags may repeat is one model each."""
    entry = BY_KEY[f"{section}.{key}"]
    return entry.many and not entry.flag


def _take_flags(settings: Settings, flags: Mapping[str, Any]) -> None:
    settings_by_key: dict[str, list[Setting]] = {}
    for key, value in flags.items():
        if value is None or value == () or key in {"set", SCENARIO, *_MODEL_FLAGS}:
            continue
        if key not in BY_KEY:
            settings.refuse(key, Message("settings.no_key", todo=options.unknown_key(key)))
            continue
        where = BY_KEY[key].flag or key
        values = value if isinstance(value, tuple | list) else (value,)
        settings_by_key.setdefault(key, []).extend(Setting(value, where) for value in values)
    for key, setting in _sets(settings, several(flags.get("set"))):
        settings_by_key.setdefault(key, []).append(setting)
    chosen = {key: several(flags.get(key)) for key in _MODEL_FLAGS}
    if any(chosen.values()):
        _choose_models(settings, chosen)
    if any(setting.value for setting in settings_by_key.get("words", ())):  # all of them, whatever the file calls one
        for key in [key for key in settings.by_key if key.startswith("words.")]:
            del settings.by_key[key]
    for key, given in settings_by_key.items():
        if key.partition(".")[0] in REPEATED:
            _set_in_tables(settings, key, given)
        else:
            _override(settings, key, given)


def several(value: Any) -> tuple[str, ...]:
    """Return one text or several as several."""
    return (value,) if isinstance(value, str) else tuple(value or ())


def _sets(settings: Settings, texts: tuple[str, ...]) -> Iterator[tuple[str, Setting]]:
    """Yield what --set says; a key below a table of amounts, such as entry.value.idiom, stays whole."""
    for text in texts:
        key, equals, value = text.partition("=")
        key, value = key.strip(), value.strip()
        if not equals:
            settings.refuse("--set", Message("settings.set_without_equals"), text)
        elif key == "table.file":
            settings.refuse(f"--set {key}", Message("settings.table_is_first"))
        elif key.partition(".")[0] in REPEATED:
            yield key, Setting(value, f"--set {key}")
        else:
            yield from ((key, Setting(inner, where)) for key, inner, where in stated(settings, "--set ", {key: value}))


def _set_in_tables(settings: Settings, key: str, given: list[Setting]) -> None:
    """Lay what --set says of all models or answerers, or of one by its number (answerers.2.accept), over their tables."""
    section, _, last = key.partition(".")
    number, dot, rest = last.partition(".")
    number, last = (number, rest) if dot and number.isdecimal() else ("", last)
    where, tables, of_models = given[0].where, getattr(settings, section), section == "models"
    if last not in REPEATED[section]:
        settings.refuse(where, Message("settings.no_key", todo=options.unknown_of(section, last, REPEATED[section])))
    elif last == "name" and not (number and given[0].value):
        settings.refuse(where, Message("settings.set_model_name" if of_models else "settings.set_answerer_name"))
    elif not tables or (number and not 1 <= int(number) <= len(tables)):
        settings.refuse(where, Message("settings.n_models" if of_models else "settings.n_answerers", n=len(tables)))
    elif len(given) > 1 and not _takes_several(section, last):
        settings.refuse(where, Message("settings.twice"), given[1].value)
    else:
        value = [model.value for model in given] if _takes_several(section, last) else given[0].value
        for table in tables[int(number) - 1 :][:1] if number else tables:
            table.pop(last, None)
            if given[0].value != "":
                table[last] = Setting(value, where)


def _override(settings: Settings, key: str, given: list[Setting]) -> None:
    """Lay what the command line says for one key over the plan file."""
    where = given[0].where
    if BY_KEY[key].kind is ValueKind.PAIRS:
        given = [_paired(settings, setting) for setting in given]
    if all(isinstance(setting.value, dict) for setting in given):
        # Amounts by name are added to those of the file, one by one.
        old = settings.by_key.get(key)
        merged = dict(old.value) if old and isinstance(old.value, dict) else {}
        for option in given:
            merged |= option.value
        settings.by_key[key] = Setting(merged, where.rpartition(".")[0] if len(given) > 1 else where)
    elif BY_KEY[key].many:
        settings.by_key[key] = Setting([setting.value for setting in given], where)
    elif len(given) > 1:
        kind = "settings.queue_twice" if key == "list.queue" else "settings.twice"
        settings.refuse(where, Message(kind), given[1].value)
    elif given[0].value == "" and where == BY_KEY[key].flag:
        # A shell writes nothing for a variable that is not set, and a budget would vanish.
        settings.refuse(where, Message("settings.empty_flag", key=key))
    elif given[0].value == "":
        settings.by_key.pop(key, None)
    else:
        settings.by_key[key] = given[0]


def _paired(settings: Settings, setting: Setting) -> Setting:
    """Return what THEIRS=OURS says as a table of one name."""
    if isinstance(setting.value, dict):
        return setting
    theirs, equals, ours = str(setting.value).rpartition("=")
    if not equals:
        settings.refuse(setting.where, Message("settings.pair_without_equals"), setting.value)
        return Setting({}, setting.where)
    return Setting({theirs.strip(): ours.strip()}, setting.where)


def _choose_models(settings: Settings, chosen: Mapping[str, tuple[str, ...]]) -> None:
    """Take the models of the command line alone; one that the plan file describes keeps its description."""
    described = {str(model["name"].value).strip(): model for model in settings.models}
    settings.models.clear()
    for flag_key, texts in chosen.items():
        # NAME=COLUMN for --model; a prefix or a file is always needed, and is the name where there is no other.
        key = "column" if flag_key == "models.name" else flag_key.partition(".")[2]
        flag = BY_KEY[flag_key].flag
        for text in texts:
            name, equals, column = text.partition("=")
            if flag_key == "models.array" and not equals:
                # Without a name of its own a file is called as it is, not as it ends.
                name, equals, column = Path(text).stem, "=", text
            if not name.strip():
                way = NamedOption(flag_key, like=f"NAME={column or 'COLUMN'}")
                settings.refuse(flag, Message("settings.flag_nameless", way=way), text)
                settings.unnamed.append("models")
                continue
            where = f"{flag} {name.strip()}"
            model = dict(described.get(name.strip(), {})) | {"name": Setting(name, where)}
            if equals or key != "column":
                model[key] = Setting(column if equals else name, where)
            settings.models.append(model)
