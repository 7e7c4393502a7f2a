"""From the command line and the plan file to a plan, or to several; every problem in one error."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

from budgetplan.dataset.arrays import SORTED, beside
from budgetplan.domain import plan as parts
from budgetplan.domain.asked.profile import PROFILES
from budgetplan.domain.items import Answerer
from budgetplan.domain.messages import Message
from budgetplan.domain.options import words_of
from budgetplan.domain.plan import Budget, ClassifierSpec, Columns, Deferral, ModelSpec, Plan, TableForm
from budgetplan.domain.prices import Prices
from budgetplan.domain.risk.ranges import WORTH, Ranges, Span
from budgetplan.errors import BadDataError, Problem, UsageError
from budgetplan.settings import amounts, contradictions, sources
from budgetplan.settings.kinds import COMPUTED, Reader, read_matrix
from budgetplan.settings.sources import Setting, Settings

T = TypeVar("T", Answerer, ModelSpec)


def in_short(_plan: Plan, source: str, needed: Mapping[str, Message]) -> Problem:
    """Return what is still needed, and no more, as a problem of where the plan comes from."""
    kind = "arguments.still_needed_for_answers" if "answers" in needed else "arguments.still_needed"
    return Problem(Message(kind, needed=[*needed.values()]), source)


Lacking = Callable[[Plan, str, Mapping[str, Message]], Problem]
"""Says what is still needed, from the plan, the source of the settings and what is lacking, by its key."""


def read_plan(
    path_or_table: str,
    flags: Mapping[str, Any] | None = None,
    lacking: Lacking = in_short,
    *,
    evaluated: bool = False,
    labelled: bool = True,
) -> Plan:
    """Return the plan that a plan file or a table, and flags, make together.

    Parameters
    ----------
    path_or_table
        A plan file (its name ends in ``.toml``; paths in it start at its folder), or the table itself.
    flags
        By key of the option table, such as ``{"table.label": "gold", "models.name": ("p_rf",)}``: texts, or
        tuples of texts where an option may be given several times. ``"set"`` holds ``key=value`` texts. None
        and empty tuples count as not given. Flags override the plan file.
    evaluated
        Whether models are measured only: then answers need no worth.
    labelled
        Whether there are labels; else it is a ranked list that nobody has labelled yet.
    lacking
        Says what is still needed.

    Raises
    ------
    UsageError
        With one line for each problem: where, what is wrong, what was found, what to do.
    """
    settings = replace(sources.gather(str(path_or_table), flags or {}), evaluated=evaluated)
    return plan_of(settings, lacking, labelled=labelled)


def plan_of(settings: Settings, lacking: Lacking = in_short, *, labelled: bool = True) -> Plan:
    """Return the plan that was said, or raise all its problems at once; parameters as in :func:`read_plan`.

    Raises
    ------
    UsageError
        With one line for each problem: where, what is wrong, what was found, what to do.
    """
    sources.take_currency(settings)
    valued = any(key in settings.by_key for key in sources.UTILITIES)
    if settings.evaluated and sources.workflow_of(settings) != "filter" and not valued:
        settings.by_key["answers.error_weight"] = Setting("1", settings.source)
    if not labelled:
        settings.note(contradictions.of_a_pilot(settings))
    plan = _plan(Reader(settings))
    if not settings.problems:
        (contradictions.check_labelled if labelled else contradictions.check)(plan, settings)
    problems = list(settings.problems)
    needed = _needed(plan, settings) if labelled else {}
    if not plan.table:
        problems.append(Problem(Message("settings.no_table"), settings.source))
    elif needed:
        problems.append(lacking(plan, settings.source, needed))
    if problems:
        raise UsageError(problems)
    idle = contradictions.idle_keys(plan, settings) if labelled else ()
    return replace(plan, notices=(*plan.notices, *idle))


def _needed(plan: Plan, settings: Settings) -> dict[str, Message]:
    """Return what is needed and nobody gave, by its key; what was said and refused is not lacking."""
    needed = {}
    if not plan.columns.label:
        needed["table.label"] = Message("settings.needs_label")
    if plan.deferral is None and not plan.positive:
        needed["table.positive"] = Message("settings.needs_positive")
    has_no_model = not settings.models and "models" not in settings.unnamed
    if has_no_model and plan.deferral is None:
        needed["models.name"] = Message("settings.needs_model")
    elif has_no_model and settings.answerers:
        column = str(settings.answerers[0].get("column", settings.answerers[0]["name"]).value)
        needed["models.name"] = Message("settings.needs_classes_or_list", column=column)
    elif has_no_model:
        needed["models.name"] = Message("settings.needs_classes")
    if plan.deferral is not None and not any(key in settings.by_key for key in sources.UTILITIES):
        collected = "table.positive" in settings.by_key
        needed["answers"] = Message("settings.needs_worth_or_scores" if collected else "settings.needs_worth")
    return needed


def _plan(reader: Reader) -> Plan:
    """Return the plan; what is refused is noted and replaced by the default."""
    value, settings, words = reader.value, reader.settings, reader.words
    positive, form = value("table.positive"), table_form(reader)
    value("table.workflow")
    settings.note(contradictions.of_keys(settings))
    deferral = _deferral(reader, positive) if sources.workflow_of(settings) != "filter" else None
    prices = _prices(reader)
    if deferral is not None:
        deferral, prices = priced(deferral, prices)
    budget: Budget | None = value("goal.budget")
    covers, quota = value("goal.covers"), reader.section(parts.Quota)
    return Plan(
        table=reader.path(value("table.file_test") or value("table.file")),
        columns=_columns(reader, form),
        positive=positive,
        models=() if deferral else tuple(_specified(reader, ModelSpec, model) for model in settings.models),
        prices=prices,
        values=_values(reader, positive),
        budget=budget and replace(budget, covers=covers),
        target=value("goal.target"),
        words=words,
        list_size=value("list.size"),
        prevalence=value("list.prevalence"),
        deferral=deferral,
        mixture=value("goal.mixture") == "auto",
        form=form,
        work=parts.Work(**reader.section(parts.Work)),
        by_type=value("entry.unit") == "type",
        ranges=_ranges(reader),
        reviewed=_reviewed(reader),
        # Quotas that ask for nothing are none.
        quota=parts.Quota(**quota) if quota["minimum"] or any(quota["minimums"].values()) else None,
        written=settings.written,
        notices=settings.notices,
        listed=_listed(reader),
        answerers=tuple(_specified(reader, Answerer, answerer) for answerer in settings.answerers),
        split=value("table.split"),
        missing=value("table.missing"),
        **reader.section(Plan),
    )


def table_form(reader: Reader) -> TableForm:
    """Return what was said of how the table is written; the columns of a long one as a list of three, or as one text."""
    values = reader.section(TableForm)
    values |= {name: reader.path(values[name]) for name in ("labels", "costs", "sample")}
    if len(names := values["long"]) == 1:
        names = tuple(dict.fromkeys(name.strip() for name in names[0].split(",") if name.strip()))
    if names and len(names) != 3:
        reader.settings.note([("table.long", True, Message("settings.long_columns"), ",".join(names))])
    values["long"] = names if len(names) == 3 else ()
    of_two = bool(reader.value("table.file_validation") or reader.value("list.file"))
    return TableForm(**values, collected=reader.value("table.positive"), of_two=of_two)


def _columns(reader: Reader, form: TableForm) -> Columns:
    values = reader.section(Columns)
    if "entry.unit" in reader.settings.by_key and reader.value("entry.unit") == "item":
        # Items of a type do not become independent by being counted.
        kind, values["type"] = values["type"], ""
        values["group"] = values["group"] or kind
    if form.sample:
        # Whole groups are resampled whatever they were drawn from.
        drawn = {"weight": "weight"} | ({} if values["group"] else {"stratum": "stratum"})
        values |= {name: values[name] or column for name, column in drawn.items()}
    return Columns(**values | {"id": values["id"] or next(iter(form.long), "")})


def _listed(reader: Reader) -> parts.ListFiles | None:
    """Return where the list is, None where it is in the table."""
    values, pattern = reader.section(parts.ListFiles), reader.value("list.file")
    # A table of a warehouse lies in no folder.
    pattern = pattern if values["engine"] == "sql" else reader.path(pattern)
    return parts.ListFiles(pattern, **values | {"temp": reader.path(values["temp"])}) if pattern else None


def _ranges(reader: Reader) -> Ranges:
    """Return which inputs are known as ranges."""
    ranges = {**reader.value("cost.ranges"), WORTH: reader.value("entry.range")}
    spans = {key: Span(*both) for key, both in ranges.items() if both is not None}
    return Ranges(spans, reader.value("cost.contingency") == COMPUTED)


def _reviewed(reader: Reader) -> parts.Reviewed | None:
    logs: tuple[str, ...] = reader.value("list.reviewed")
    if not logs:
        return None
    paths: list[str] = []
    for log in logs:
        # Several may stand with commas between them, as long as no file is called so.
        whole, *several = (reader.path(name, "list.reviewed") for name in (log, *log.split(",")))
        paths += several if not Path(whole).exists() and all(Path(part).is_file() for part in several) else [whole]
    return parts.Reviewed(tuple(paths), reader.path(reader.value("list.queue"), "list.queue"))


def _specified(reader: Reader, filled: type[T], given: Mapping[str, Setting]) -> T:
    """Return a model, or who answers for a price: its column is called as it is, where nobody says otherwise."""
    read = reader.section(filled, given)
    return filled(**read | {"column": read["column"] or read["name"]})


def _prices(reader: Reader) -> Prices:
    values = reader.section(Prices)
    computed = values["contingency"] == COMPUTED
    timed = values["seconds_per_item"] or values["seconds_per_unit"]
    listed = bool(reader.value("table.cost"))
    settled = values["adjudication"] and values["adjudicated_share"]
    stated = values["per_item"] or values["per_unit"] or (values["hourly_rate"] and timed) or settled
    if "cost.minor_digits" not in reader.settings.by_key:
        values["minor_digits"] = amounts.minor_digits(values["currency"])
    values["contingency"] = Decimal(0) if computed else values["contingency"]
    values["without_indirect"] = tuple(sorted({*values["without_indirect"]}))
    coin = reader.value("cost.round_to") or Decimal(0)
    paper = Decimal(0) if coin else PROFILES[reader.value("report.profile")].coin
    stated = bool(listed or stated)
    return Prices(**values, listed=listed, stated=stated, computed=computed, coin=coin, printed_in=paper)


def _values(reader: Reader, positive: tuple[str, ...]) -> parts.Values | None:
    if "entry.value" not in reader.settings.by_key:
        return None
    entry, left_out = (reader.by_class(f"entry.{name}", positive) for name in ("value", "left_out"))
    error, wrong = (reader.by_class(f"entry.{name}", (parts.EVERY_CLASS,)) for name in ("error", "wrong"))
    return parts.Values(entry, error, wrong, left_out)


def _deferral(reader: Reader, positive: tuple[str, ...]) -> Deferral:
    """Return the plan's part for the defer workflow."""
    value, settings, splits = reader.value, reader.settings, reader.section(Deferral)
    return Deferral(
        review_cost=value("answers.review_cost"),
        models=tuple(_classifier(reader, model) for model in settings.models),
        worths=_worths(reader, positive),
        **splits | {name: reader.path(splits[name]) for name in ("file_validation", "file_test")},
        relabel=value("answers.relabel") == "true",
        most_wrong=value("goal.most_wrong"),
        reviewing=_reviewing(reader),
    )


def _classifier(reader: Reader, model: Mapping[str, Setting]) -> ClassifierSpec:
    read = reader.section(ClassifierSpec, model)
    classes = _classes(reader, model["classes"]) if "classes" in model else ()
    array = read["array"] = reader.path(read["array"])
    classes_file = ""
    if array.lower().endswith(".npy") and not classes:
        classes_given = reader.value("table.classes")
        classes_file = classes_given if classes_given == SORTED else reader.path(classes_given)
        # Else by a file beside the array, if there is one.
        classes_file = classes_file or next((path for path in beside(array) if Path(path).is_file()), "")
        if "," in classes_file and not Path(classes_file).is_file():
            # Classes one after the other where a file could be named.
            setting = reader.settings.by_key["table.classes"]
            names = [name.strip() for name in str(setting.value).split(",")]
            classes, classes_file = _classes(reader, Setting(names, setting.where)), ""
    spec = ClassifierSpec(**read | {"classes": classes}, classes_from=classes_file)
    reader.settings.note(contradictions.of_a_classifier(spec, model), model)
    return spec


def _classes(reader: Reader, setting: Setting) -> tuple[str, ...]:
    names = reader.texts(setting)
    if not all(names):
        reader.settings.refuse(setting.where, Message("settings.class_nameless"), ",".join(names))
    reader.settings.refuse_twice(setting.where, names)
    return tuple(names)


def _worths(reader: Reader, positive: tuple[str, ...]) -> parts.Worths:
    values, settings = reader.section(parts.Worths), reader.settings
    if not isinstance(values["left_out"], Mapping):
        values |= {"abstain": values["left_out"], "left_out": {}}
    worths = parts.Worths(
        **values,
        cells=reader.value("answers.cell") | _matrix(reader),
        positive=positive[0] if len(positive) == 1 else "",
        worth_of_right_answer=reader.value("answers.worth_of_right_answer"),
    )
    settings.note(contradictions.of_worths(worths, positive, settings))
    return worths


def _matrix(reader: Reader) -> dict[tuple[str, str], Decimal]:
    path = reader.path(reader.value("answers.matrix"))
    try:
        return read_matrix(path) if path else {}
    except BadDataError as error:
        reader.settings.problems.extend(error.problems)
        return {}


def _reviewing(reader: Reader) -> parts.Reviewing | None:
    """Return what the plan says of reviewing, None where it is not planned."""
    if sources.workflow_of(reader.settings) != "joint":
        return None
    order, names = reader.value("goal.order"), ("reviewed", "review_error", "review_wrong")
    worth, error, wrongly = (reader.by_class(f"answers.{name}", (parts.EVERY_CLASS,)) for name in names)
    return parts.Reviewing(worth, error, wrongly, order)


def priced(deferral: Deferral, prices: Prices) -> tuple[Deferral, Prices]:
    """Return the same with the price of a review among the prices, where the plan has no other."""
    if deferral.reviewing is None or deferral.review_cost is None or prices.stated:
        return deferral, prices
    return replace(deferral, review_cost=None), replace(prices, per_item=deferral.review_cost, stated=True)


BUDGET = "goal.budget"


@dataclass(frozen=True)
class Scenario:
    """One of several plans that are compared.

    Attributes
    ----------
    name
        What it is called; no two are called the same.
    written
        Everything that was said of it, as it was written, by key.
    command
        What makes its own report.
    """

    name: str
    plan: Plan
    written: Mapping[str, str]
    command: str


def are_several(paths: Sequence[str], flags: Mapping[str, Any]) -> bool:
    """Return whether a command names several plans: files, budgets, or the scenarios of a plan file.

    A plan file that cannot be read is one plan; whoever reads it says why.
    """
    if len(paths) > 1 or len(_budgets(flags)) > 1:
        return True
    if flags.get(sources.SCENARIO) or not paths[0].lower().endswith(".toml"):
        return False
    try:
        return bool(sources.gather(paths[0], {}).scenarios)
    except UsageError:
        return False


def read_scenarios(paths: Sequence[str], flags: Mapping[str, Any], lacking: Lacking = in_short) -> tuple[Scenario, ...]:
    """Return the plans that are compared, in the order in which they were named.

    Parameters
    ----------
    paths
        Plan files, or tables; one of them has several budgets or scenarios. The scenarios of a plan file stand after the
        plan as it is without them.
    flags
        By key of the option table, as :func:`budgetplan.settings.build.read_plan` takes them; they hold for every plan.
    lacking
        Says what is still needed.

    Raises
    ------
    UsageError
        With one line for each problem of any plan.
    """
    problems: list[Problem] = []
    scenarios = []
    for name, source, flags_of_plan in _each_plan(paths, flags):
        settings = sources.gather(source, flags_of_plan)
        try:
            plan = plan_of(settings, lacking)
        except UsageError as error:
            problems += error.problems
        else:
            command = shlex.join(["budgetplan", "report", source, *words_of(flags_of_plan)])
            scenarios.append(Scenario(name, plan, said_of(settings), command))
    if problems:
        raise UsageError(problems)
    return tuple(scenarios)


def _each_plan(paths: Sequence[str], flags: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield name, source and flags of each plan."""
    budgets, plain = _budgets(flags), dict(flags)
    if len(paths) > 1:
        if len(budgets) > 1:
            raise UsageError.of(Message("settings.several_of_both"), option="--budget")
        yield from zip(_file_names(paths), paths, [plain] * len(paths), strict=True)
        return
    (source,) = paths
    scenarios = sources.gather(source, plain).scenarios if source.lower().endswith(".toml") else {}
    if len(budgets) > 1:
        if scenarios and not flags.get(sources.SCENARIO):
            raise UsageError.of(Message("settings.scenarios_and_budgets"), source, option="--budget")
        twice = [text for text, n_times in Counter(budgets).items() if n_times > 1]
        if twice:
            raise UsageError.of(Message("settings.budget_twice"), option="--budget", found=twice[0])
        yield from ((text, source, plain | {BUDGET: text}) for text in budgets)
        return
    base = Path(source).stem
    if base in scenarios:
        raise UsageError.of(Message("settings.named_as_plan"), source, option=f"scenario {base}")
    # By its own name the plan without its scenarios has a report, too.
    yield base, source, plain | ({sources.SCENARIO: base} if scenarios else {})
    yield from ((name, source, plain | {sources.SCENARIO: name}) for name in scenarios)


def _budgets(flags: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the budgets that were given, as they were written."""
    return tuple(" ".join(budget.split()) for budget in sources.several(flags.get(BUDGET)))


def _file_names(paths: Sequence[str]) -> list[str]:
    """Return what plans in files are called: as their files, with the folders where these are alike.

    >>> _file_names(["a.toml", "b.toml"]), _file_names(["x/plan.toml", "y/plan.toml"]), _file_names(["a.toml", "a.toml"])
    (['a', 'b'], ['x/plan.toml', 'y/plan.toml'], ['a.toml', 'a.toml (2)'])
    """
    stems = [Path(source).stem for source in paths]
    names = stems if len(set(stems)) == len(stems) else [Path(source).as_posix() for source in paths]
    earlier = [names[:place].count(name) for place, name in enumerate(names)]
    return [f"{name} ({n + 1})" if n else name for name, n in zip(names, earlier, strict=True)]


def said_of(settings: Settings) -> dict[str, str]:
    """Return everything that was said, as it was written, by key; a table by the keys in it."""
    by_key: dict[str, str] = {}
    for key, setting in settings.by_key.items():
        if isinstance(setting.value, dict):
            by_key |= {f"{key}.{name}": sources.as_written(amount) for name, amount in setting.value.items()}
        else:
            by_key[key] = sources.as_written(setting.value)
    for section, entries in (("models", settings.models), ("answerers", settings.answerers)):
        for entry in entries:
            name = str(entry["name"].value).strip()
            others = {key: sources.as_written(amount.value) for key, amount in entry.items() if key != "name"}
            by_key |= {f"{section}.{name}.{key}": text for key, text in others.items()}
            by_key[f"{section}.{name}"] = name
    return by_key
