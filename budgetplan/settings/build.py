"""From the command line and the plan file to a plan; every problem in one error."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from budgetplan.dataset.arrays import SORTED, beside
from budgetplan.domain.asked.profile import PROFILES
from budgetplan.domain.options import BY_KEY, MODEL_KEYS, advise
from budgetplan.domain.plan import (
    EVERY_CLASS,
    Budget,
    ClassifierSpec,
    Columns,
    Deferral,
    ListFiles,
    ModelSpec,
    Plan,
    Reviewed,
    TableForm,
    Values,
    Work,
)
from budgetplan.domain.prices import Prices
from budgetplan.domain.risk.ranges import WORTH, Ranges, Span
from budgetplan.domain.utilities import Reviewing, Worths
from budgetplan.errors import BadDataError, Problem, UsageError
from budgetplan.settings import amounts
from budgetplan.settings import contradictions as checks
from budgetplan.settings.answerers import check_answerers, read_answerers
from budgetplan.settings.idle import idle_keys
from budgetplan.settings.kinds import COMPUTED, Reader, is_date
from budgetplan.settings.matrix import read_matrix
from budgetplan.settings.missing_settings import lacking
from budgetplan.settings.quotas import check_quota, read_quota
from budgetplan.settings.sources import (
    NO_NAME,
    REVIEWING,
    SOURCES,
    UTILITIES,
    Setting,
    Settings,
    gather,
    is_deferred,
    is_joint,
    take_currency,
)
from budgetplan.settings.spans import check_ranges

NAMED = 'name the classes in their order: in a file ({table.classes=classes.txt}, or {} beside it), by classes = ["hate", "neither"] in a plan file, or use {table.classes=sorted} if they are the sorted labels, as scikit-learn has them'
"""What to do where nobody names the columns of an array."""

MEMORY = re.compile(r"[1-9][0-9]*\s?(MB|GB|MiB|GiB)")
"""An amount of memory."""


def read_plan_without_labels(path_or_table: str, flags: Mapping[str, Any]) -> Plan:
    """Return the plan of a ranked list that nobody has labelled yet, as :func:`read_plan` does.

    Raises
    ------
    UsageError
        With one line for each problem; also where the plan is for classifiers.
    """
    settings = gather(path_or_table, flags)
    take_currency(settings)
    if is_deferred(settings):
        todo = "leave out the models and what their answers count"
        settings.refuse(settings.source, "a pilot sample is drawn at random, whatever models answer", todo)
    settings.refuse_said(
        ("table.weight",), "a pilot sample is drawn from rows that stand for one item each", "leave this out"
    )
    settings.refuse_said(
        ("list.reviewed",), "a pilot sample is drawn from a list that nobody has reviewed", "leave this out"
    )
    plan = _plan(Reader(settings))
    if not settings.problems:
        checks.check(plan, settings)
    if settings.problems:
        raise UsageError(settings.problems)
    return plan


def read_plan(path_or_table: str, flags: Mapping[str, Any] | None = None) -> Plan:
    """Return the plan that a plan file or a table, and flags, make together.

    Parameters
    ----------
    path_or_table
        A plan file (its name ends in ``.toml``; paths in it start at its folder), or the table itself.
    flags
        By key of the option table, such as ``{"table.label": "gold", "models.name": ("p_rf",)}``: texts, or
        tuples of texts where an option may be given several times. ``"set"`` holds ``key=value`` texts. None
        and empty tuples count as not given. Flags override the plan file.

    Raises
    ------
    UsageError
        With one line for each problem: where, what is wrong, what was found, what to do.
    """
    return plan_of(gather(str(path_or_table), flags or {}), lacking)


def form_of(settings: Settings) -> TableForm:
    """Return what was said of how the table is written; what is wrong with it is noted in the settings."""
    return _form(Reader(settings))


def plan_of(settings: Settings, lacking_told: Callable[[Plan, str, Sequence[str]], Problem]) -> Plan:
    """Return the plan that was said, or raise all its problems at once.

    ``lacking_told`` says what is still needed, from the plan, the source of the settings and what is lacking.

    Raises
    ------
    UsageError
        With one line for each problem: where, what is wrong, what was found, what to do.
    """
    take_currency(settings)
    plan = _plan(Reader(settings))
    if not settings.problems:
        checks.check_deferral(plan, settings)
        checks.check(plan, settings)
        check_answerers(plan, settings)
        check_quota(plan, settings)
        check_ranges(plan, settings)
    problems = list(settings.problems)
    needed = [
        *([] if plan.columns.label else [advise("the column with the labels ({table.label})")]),
        *_lacking_in_workflow(plan, settings),
    ]
    if not plan.table:
        todo = 'write file = "scores.csv" below [table]'
        problems.append(Problem("the plan names no table", todo, settings.source))
    elif needed:
        problems.append(lacking_told(plan, settings.source, needed))
    if problems:
        raise UsageError(problems)
    return replace(plan, notices=(*plan.notices, *idle_keys(plan, settings)))


ANSWERS_WORTH = advise("what answers are worth ({answers.error_weight})")
WORTH_OR_COLLECT = advise(
    "{}; or, to collect what {table.positive} names, of each model the column of that class ({models.name})",
    ANSWERS_WORTH,
)


def _lacking_in_workflow(plan: Plan, settings: Settings) -> list[str]:
    """Return what the workflow needs and nobody gave."""
    # What was said and refused is not lacking.
    has_model = settings.models or any(problem.wrong == NO_NAME for problem in settings.problems)
    if plan.deferral is None:
        return [
            *([] if plan.positive else [advise("the label that is collected ({table.positive})")]),
            *([] if has_model else [advise("a model ({models.name})")]),
        ]
    model = advise(
        'a model with class probabilities ({models.probabilities}), or with answers alone (a plan file\'s [[models]] with predicted = "COLUMN")'
    )
    if settings.answerers:
        column = settings.answerers[0].get("column", settings.answerers[0]["name"]).value
        model = advise(
            'a model with class probabilities ({models.probabilities}), or, where the answers are there for the list, [[models]] with predicted = "{}" in place of [[answerers]]',
            column,
        )
    return [
        *([] if has_model else [model]),
        *(
            []
            if any(key in settings.by_key for key in UTILITIES)
            else [ANSWERS_WORTH if settings.by_key.get("table.positive") is None else WORTH_OR_COLLECT]
        ),
    ]


def _plan(reader: Reader) -> Plan:
    """Return the plan; what is refused is noted and replaced by the default."""
    value, settings = reader.value, reader.settings
    table = reader.path(value("table.file_test") or value("table.file"))
    words = reader.words
    positive = value("table.positive")
    form = _form(reader)
    value("table.workflow")
    deferral = _deferral(reader, positive) if is_deferred(settings) else None
    if deferral is None:
        settings.refuse_said(
            ["goal.most_wrong"],
            "no model answers by itself in this plan",
            advise("leave it out, or name models with class probabilities ({models.probabilities})"),
        )
    if deferral is not None:
        settings.refuse_said(
            ["list.reviewed"],
            "where a model answers, the rest is not planned again from what came back",
            "leave it out, and take the judged rows out of the table",
        )
    prices = _prices(reader)
    if deferral is not None:
        deferral, prices = priced(deferral, prices)
    return Plan(
        table=table,
        columns=_columns(reader, form),
        positive=positive,
        models=() if deferral else tuple(_model(reader, model) for model in settings.models),
        prices=prices,
        values=_values(reader, positive),
        budget=_budget(reader),
        target=value("goal.target"),
        words=words,
        split=value("table.split", ""),
        list_size=value("list.size"),
        prevalence=value("list.prevalence"),
        missing=value("table.missing"),
        parts=value("report.parts"),
        resamples=_resamples(reader),
        seed=value("sure.seed"),
        title=value("report.title"),
        project=value("report.project"),
        author=value("report.author"),
        notes=value("report.notes"),
        deferral=deferral,
        mixture=value("goal.mixture") == "auto",
        form=form,
        work=_work(reader),
        by_type=value("entry.unit") == "type",
        ranges=_ranges(reader),
        reviewed=_reviewed(reader),
        quota=read_quota(reader),
        language=value("report.language"),
        profile=value("report.profile"),
        said=settings.said,
        notices=settings.notices,
        listed=_listed(reader),
        answerers=read_answerers(reader),
    )


def _listed(reader: Reader) -> ListFiles | None:
    """Return where the list is, None where it is in the table."""
    settings, names = reader.settings, ("id", "engine", "memory", "temp", "dialect")
    said = {name: reader.value(f"list.{name}") for name in names}
    pattern = reader.value("list.file")
    # A table of a warehouse lies in no folder.
    pattern = pattern if said["engine"] == "sql" else reader.path(pattern)
    if not pattern:
        unused = "this is about a list in files of its own"
        settings.refuse_said(
            [f"list.{name}" for name in names], unused, 'name them: [list] file = "list/*.parquet"'
        )
        return None
    settings.refuse_said(["list.size"], "the files of the list say how many items it has", "leave this out")
    if is_deferred(settings):
        todo = "put the list into the table, as rows without a label"
        settings.refuse_said(["list.file"], "only ranked lists may be in files of their own", todo)
    if said["memory"] and not MEMORY.fullmatch(said["memory"]):
        where = settings.by_key["list.memory"].where
        settings.refuse(where, "this is no amount of memory", "write it as 4GB or 500MB", said["memory"])
    return ListFiles(pattern, **said | {"temp": reader.path(said["temp"])})


def _work(reader: Reader) -> Work:
    names = ("packet", "people", "hours_a_week", "month_hours", "tail_sample", "looks", "control")
    said = {name: reader.value(f"work.{name}") for name in names}
    days = {}
    for name in ("start", "deadline"):
        days[name] = day = reader.value(f"work.{name}")
        if day and not is_date(day):
            where = reader.settings.by_key[f"work.{name}"].where
            reader.settings.refuse(where, "this is not a date", "write it as 2026-12-07", day)
    return Work(**said, **days)


def _ranges(reader: Reader) -> Ranges:
    """Return which inputs are known as ranges."""
    said: dict[str, tuple[Decimal, Decimal]] = reader.value("cost.ranges")
    worth = reader.value("entry.range")
    said = said if worth is None else said | {WORTH: worth}
    spans = {key: Span(*both) for key, both in said.items()}
    return Ranges(spans, reader.value("cost.contingency") == COMPUTED)


def _reviewed(reader: Reader) -> Reviewed | None:
    logs: tuple[str, ...] = reader.value("list.reviewed")
    if not logs:
        return None
    queue = reader.value("list.queue") or BY_KEY["list.queue"].default
    paths = tuple(reader.path_of("list.reviewed", one) for one in logs)
    return Reviewed(paths, reader.path_of("list.queue", queue))


LEAST_DRAWS = 39
"""Of so many draws the first and the last lie just outside the middle 95 %."""


def _resamples(reader: Reader) -> int:
    n_resamples: int = reader.value("sure.resamples")
    if 0 < n_resamples < LEAST_DRAWS:
        where = reader.settings.by_key["sure.resamples"].where
        todo = f"write 0 for none, or {LEAST_DRAWS} or more, such as 999"
        reader.settings.refuse(where, "so few draws have no middle 95 %", todo, n_resamples)
    return n_resamples


def _columns(reader: Reader, form: TableForm) -> Columns:
    names = ("label", "group", "weight", "units", "cost", "stratum", "type")
    said = {name: reader.value(f"table.{name}") for name in names}
    if form.sample:
        # Whole groups are resampled whatever they were drawn from.
        drawn = {"weight": "weight"} | ({} if said["group"] else {"stratum": "stratum"})
        said |= {name: said[name] or column for name, column in drawn.items()}
    return Columns(
        id=reader.value("table.id") or next(iter(form.long), ""),
        split=reader.value("table.split_column") or BY_KEY["table.split_column"].default,
        **said,
    )


def _form(reader: Reader) -> TableForm:
    names = ("separator", "decimal", "encoding", "dialect")
    said = {name: reader.value(f"table.{name}") for name in names}
    return TableForm(
        **{name: "" if choice == "auto" else choice for name, choice in said.items()},
        sheet=reader.value("table.sheet"),
        header=reader.value("table.header") or 0,
        map=reader.value("table.map"),
        labels=reader.path(reader.value("table.labels")),
        costs=reader.path(reader.value("table.costs")),
        sample=reader.path(reader.value("table.sample")),
        long=_long(reader),
        empty=reader.value("table.empty"),
        annotator=reader.value("table.annotator"),
        adjudicator=reader.value("table.adjudicator"),
        as_label=reader.value("table.as_label"),
        collected=reader.value("table.positive"),
    )


def _long(reader: Reader) -> tuple[str, ...]:
    """Return the columns of a long table: a list of three, or one text with commas."""
    names: tuple[str, ...] = reader.value("table.long")
    if len(names) == 1:
        names = tuple(dict.fromkeys(name.strip() for name in names[0].split(",") if name.strip()))
    if names and len(names) != 3:
        todo = "name those with the item, the model and the score: item_id,model,score"
        where = reader.settings.by_key["table.long"].where
        reader.settings.refuse(where, "a long table has three columns", todo, ",".join(names))
        return ()
    return names


def _model(reader: Reader, model: Mapping[str, Setting]) -> ModelSpec:
    keys = ("name", "column", "cut", "order", "cost", "says")
    said = {key: reader.convert(BY_KEY[f"models.{key}"], model.get(key)) for key in keys}
    cut = said.pop("cut")
    return ModelSpec(
        **said | {"column": said["column"] or said["name"]}, cut=None if cut is None else float(cut)
    )


def _prices(reader: Reader) -> Prices:
    names = ["per_item", "per_unit", "hourly_rate", "adjudication", "extra_per_entry", "seconds_per_item"]
    names += ["seconds_per_unit", "adjudicated_share", "contingency", "indirect"]
    said = {name: reader.value(f"cost.{name}") for name in names}
    computed = said["contingency"] == COMPUTED
    said["contingency"] = Decimal(0) if computed else said["contingency"]
    timed = said["seconds_per_item"] or said["seconds_per_unit"]
    listed = bool(reader.value("table.cost"))
    settled = said["adjudication"] and said["adjudicated_share"]
    stated = said["per_item"] or said["per_unit"] or (said["hourly_rate"] and timed) or settled
    currency = amounts.code_of(reader.value("cost.currency"))
    digits = reader.value("cost.minor_digits")
    return Prices(
        currency=currency,
        minor_digits=amounts.minor_digits(currency) if digits is None else digits,
        unit=reader.value("cost.unit") or BY_KEY["cost.unit"].default,
        annotators=reader.value("cost.annotators"),
        listed=listed,
        fixed=reader.value("cost.fixed"),
        stated=bool(listed or stated),
        computed=computed,
        without_indirect=tuple(sorted({*reader.value("cost.without_indirect")})),
        coin=reader.value("cost.round_to") or PROFILES[reader.value("report.profile")].coin,
        **said,
    )


def _values(reader: Reader, positive: tuple[str, ...]) -> Values | None:
    if "entry.value" not in reader.settings.by_key:
        return None
    every = (EVERY_CLASS,)
    return Values(
        entry=reader.by_class("entry.value", positive),
        error=reader.by_class("entry.error", every),
        wrong=reader.by_class("entry.wrong", every),
        left_out=reader.by_class("entry.left_out", positive),
    )


def _budget(reader: Reader) -> Budget | None:
    budget: Budget | None = reader.value("goal.budget")
    covers = reader.value("goal.covers")
    return None if budget is None else replace(budget, covers=covers)


def _deferral(reader: Reader, positive: tuple[str, ...]) -> Deferral:
    """Return the plan's part for the defer workflow."""
    value, settings = reader.value, reader.settings
    review_cost = value("answers.review_cost")
    return Deferral(
        models=tuple(spec for model in settings.models if (spec := _classifier(reader, model))),
        worths=_worths(reader, positive),
        validation=value("table.validation") or BY_KEY["table.validation"].default,
        test=value("table.test") or BY_KEY["table.test"].default,
        review_cost=review_cost,
        domain=value("table.domain"),
        file_validation=reader.path(value("table.file_validation")),
        file_test=reader.path(value("table.file_test")),
        relabel=value("answers.relabel") == "true",
        most_wrong=_most_wrong(reader),
        reviewing=_reviewing(reader, positive),
    )


def _classifier(reader: Reader, model: Mapping[str, Setting]) -> ClassifierSpec | None:
    said = {
        key: reader.convert(BY_KEY[f"models.{key}"], model[key])
        for key in ("name", *SOURCES, "confidence", "no_answer")
        if key in model
    }
    where, refuse, name = model["name"].where, reader.settings.refuse, said["name"]
    given = [key for key in SOURCES if key in said]
    if len(given) != 1:
        wrong = "no class probabilities and no predicted classes" if not given else "more than one source"
        refuse(
            where,
            f"the model has {wrong}",
            'give one of probabilities = "p_rf", decision = "d_svc", array = "proba.npy", predicted = "pred_rf"',
            name,
        )
        return None
    for key in (key for key in MODEL_KEYS if key in model):
        if (key in {"confidence", "no_answer"} and given != ["predicted"]) or key in {
            "column",
            "order",
            "cut",
        }:
            refuse(model[key].where, f"{key} says nothing beside {given[0]}", "leave it out")
        elif key == "classes" and given[0] not in ("array", "decision"):
            todo = "leave them out"
            refuse(model[key].where, "classes are named for an array or decision values alone", todo)
    classes = _classes(reader, model["classes"]) if "classes" in model else ()
    if given == ["decision"] and classes and len(classes) != 2:
        refuse(
            model["classes"].where,
            "a column of decision values tells two classes apart",
            'name two, the one with the higher values second: classes = ["neither", "hate"]; or write columns PREFIX:CLASS',
            ", ".join(classes),
        )
    said["cost"] = reader.convert(BY_KEY["models.cost"], model.get("cost"))
    array = said["array"] = reader.path(said.get("array", ""))
    named = ""
    if array.lower().endswith(".npy") and not classes:
        named = _classes_from(reader, array)
        classes = _listed_classes(reader, named)
        if classes:
            named = ""
        elif not named:
            todo = advise(NAMED, beside(array)[0])
            refuse(where, "the columns of an .npy file have no names", todo, name)
    return ClassifierSpec(classes=classes, classes_from=named, **said)


def _classes_from(reader: Reader, array: str) -> str:
    """Return where the classes of an array are named: as said, else the file beside it, if there is one."""
    said: str = reader.value("table.classes")
    if said:
        return said if said == SORTED else reader.path(said)
    return next((path for path in beside(array) if Path(path).is_file()), "")


def _listed_classes(reader: Reader, said: str) -> tuple[str, ...]:
    """Return the classes that are named one after the other where a file could be named."""
    if "," not in said or Path(said).is_file():
        return ()
    setting = reader.settings.by_key["table.classes"]
    names = [name.strip() for name in str(setting.value).split(",")]
    return _classes(reader, Setting(names, setting.where))


def _classes(reader: Reader, setting: Setting) -> tuple[str, ...]:
    names, refuse = reader.texts(setting), reader.settings.refuse
    if not all(names):
        todo = "name every column in its order, with one comma between two names"
        refuse(setting.where, "a class has no name", todo, ",".join(names))
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        refuse(setting.where, "two classes have the same name", "give each column a class of its own", name)
    return tuple(names)


def _worths(reader: Reader, positive: tuple[str, ...]) -> Worths:
    names = ("right", "wrong", "abstain", "error_weight", "k_tp", "k_fp", "k_fn", "worth_of_right_answer")
    numbers = {name: reader.value(f"answers.{name}", None) for name in names}
    unit = reader.value("answers.unit")
    left_out = reader.value("answers.left_out", {})
    if isinstance(left_out, Decimal):
        if numbers["abstain"] is not None:
            where = reader.settings.by_key["answers.left_out"].where
            reader.settings.refuse(where, "answers.abstain says the same", "give one of the two")
        numbers["abstain"], left_out = left_out, {}
    worths = Worths(
        unit=unit,
        cells=reader.value("answers.cell") | _matrix(reader),
        left_out=left_out,
        positive=positive[0] if len(positive) == 1 else "",
        **numbers,
    )
    checks.check_worths(worths, positive, reader.settings)
    return worths


def _matrix(reader: Reader) -> dict[tuple[str, str], Decimal]:
    written, settings = reader.value("answers.matrix"), reader.settings
    if not written:
        return {}
    if "answers.cell" in settings.by_key:
        where = settings.by_key["answers.matrix"].where
        settings.refuse(where, "there are answers.cell tables too", "give one of the two")
    try:
        return read_matrix(reader.path(written))
    except BadDataError as error:
        settings.problems.extend(error.problems)
        return {}


def _most_wrong(reader: Reader) -> Decimal | None:
    """Return the share of wrong answers that is to be guaranteed, None where nothing is said."""
    if is_joint(reader.settings):
        reader.settings.refuse_said(
            ["goal.most_wrong"],
            "a share of wrong answers is not guaranteed where people review within a budget",
            "leave it out, or leave out the budget",
        )
        return None
    if "answers.relabel" in reader.settings.by_key and reader.value("answers.relabel") == "true":
        reader.settings.refuse_said(
            ["goal.most_wrong"],
            "a share of wrong answers is guaranteed for cutoffs, not for answers by expected value",
            "leave out this or answers.relabel",
        )
    share: Decimal | None = reader.value("goal.most_wrong")
    return share


def _reviewing(reader: Reader, positive: tuple[str, ...]) -> Reviewing | None:
    """Return what the plan says of reviewing, None where it is not planned."""
    settings = reader.settings
    settings.refuse_said(
        ["goal.target"],
        "a target cannot be planned for where a model answers part of the items",
        advise("leave it out, and give a budget ({goal.budget})"),
    )
    if not is_joint(settings):
        settings.refuse_said(
            REVIEWING,
            "nothing is reviewed in this plan",
            advise('give a budget ({goal.budget}), or say table.workflow = "joint"'),
        )
        settings.refuse_said(
            ["goal.budget"],
            "a budget says nothing where reviewing is not planned",
            'leave out table.workflow, or say table.workflow = "joint"',
        )
        return None
    order = reader.value("goal.order")
    if order == "score" and not positive:
        settings.refuse(
            settings.by_key["goal.order"].where,
            "the order by score needs to know what is collected",
            advise("name the label: {table.positive=CLASS}"),
            order,
        )
    every = (EVERY_CLASS,)
    return Reviewing(
        worth=reader.by_class("answers.reviewed", every),
        error=reader.by_class("answers.review_error", every),
        wrong=reader.by_class("answers.review_wrong", every),
        order=order,
    )


def priced(deferral: Deferral, prices: Prices) -> tuple[Deferral, Prices]:
    """Return the same with the price of a review among the prices, where the plan has no other."""
    if deferral.reviewing is None or deferral.review_cost is None or prices.stated:
        return deferral, prices
    return (
        replace(deferral, review_cost=None),
        replace(prices, per_item=deferral.review_cost, stated=True),
    )
