"""From the command line and the plan file to a plan; every problem in one error."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from budgetplan.dataset.arrays import SORTED, beside
from budgetplan.domain.answerers import Answerer
from budgetplan.domain.asked.keys import ReportKeys, SureKeys
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
    Quota,
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
from budgetplan.settings.contradictions import check, check_labelled, check_worths, idle_keys
from budgetplan.settings.kinds import COMPUTED, Reader, read_matrix
from budgetplan.settings.missing_settings import lacking
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

NAMED = 'name the classes in their order: in a file ({table.classes=classes.txt}, or {} beside it), by classes = ["hate", "neither"] in a plan file, or use {table.classes=sorted} if they are the sorted labels, as scikit-learn has them'
"""What to do where nobody names the columns of an array."""

MEMORY = re.compile(r"[1-9][0-9]*\s?(MB|GB|MiB|GiB)")
"""An amount of memory."""

_NUMBER = re.compile(r"[+-]?[\d.,' ]*\d[\d.,' ]*([eE][+-]?\d+)?", re.ASCII)


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
        settings.refuse_key("", f"a pilot sample is drawn at random, whatever models answer; {todo}")
    for key, drawn_from in (
        ("table.weight", "rows that stand for one item each"),
        ("list.reviewed", "a list that nobody has reviewed"),
    ):
        settings.refuse_said(key, f"a pilot sample is drawn from {drawn_from}; leave this out")
    plan = _plan(Reader(settings))
    if not settings.problems:
        check(plan, settings)
    if settings.problems:
        raise UsageError(settings.problems)
    return plan


def read_plan(path_or_table: str, flags: Mapping[str, Any] | None = None, *, evaluated: bool = False) -> Plan:
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

    Raises
    ------
    UsageError
        With one line for each problem: where, what is wrong, what was found, what to do.
    """
    return plan_of(replace(gather(str(path_or_table), flags or {}), evaluated=evaluated), lacking)


def plan_of(settings: Settings, lacking_told: Callable[[Plan, str, Sequence[str]], Problem]) -> Plan:
    """Return the plan that was said, or raise all its problems at once.

    ``lacking_told`` says what is still needed, from the plan, the source of the settings and what is lacking.

    Raises
    ------
    UsageError
        With one line for each problem: where, what is wrong, what was found, what to do.
    """
    take_currency(settings)
    if settings.evaluated and is_deferred(settings) and not any(key in settings.by_key for key in UTILITIES):
        settings.by_key["answers.error_weight"] = Setting("1", settings.source)
    plan = _plan(Reader(settings))
    if not settings.problems:
        check_labelled(plan, settings)
    problems = list(settings.problems)
    needed = [] if plan.columns.label else [advise("the column with the labels ({table.label})")]
    needed += _lacking_in_workflow(plan, settings)
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
        collected = [] if plan.positive else [advise("the label that is collected ({table.positive})")]
        return collected + ([] if has_model else [advise("a model ({models.name})")])
    needed = []
    if not has_model and settings.answerers:
        column = settings.answerers[0].get("column", settings.answerers[0]["name"]).value
        model = 'a model with class probabilities ({models.probabilities}), or, where the answers are there for the list, [[models]] with predicted = "{}" in place of [[answerers]]'
        needed.append(advise(model, column))
    elif not has_model:
        model = 'a model with class probabilities ({models.probabilities}), or with answers alone (a plan file\'s [[models]] with predicted = "COLUMN")'
        needed.append(advise(model))
    if not any(key in settings.by_key for key in UTILITIES):
        needed.append(WORTH_OR_COLLECT if "table.positive" in settings.by_key else ANSWERS_WORTH)
    return needed


def _plan(reader: Reader) -> Plan:
    """Return the plan; what is refused is noted and replaced by the default."""
    value, settings, words = reader.value, reader.settings, reader.words
    positive, form = value("table.positive"), table_form(reader)
    value("table.workflow")
    deferral = _deferral(reader, positive) if is_deferred(settings) else None
    if deferral is None:
        message = "no model answers by itself in this plan; leave it out, or name models with class probabilities ({models.probabilities})"
        settings.refuse_said("goal.most_wrong", message)
    else:
        message = "where a model answers, the rest is not planned again from what came back; leave it out, and take the judged rows out of the table"
        settings.refuse_said("list.reviewed", message)
    prices = _prices(reader)
    if deferral is not None:
        deferral, prices = priced(deferral, prices)
    budget: Budget | None = value("goal.budget")
    covers = value("goal.covers")
    return Plan(
        table=reader.path(value("table.file_test") or value("table.file")),
        columns=_columns(reader, form),
        positive=positive,
        models=() if deferral else tuple(_model(reader, model) for model in settings.models),
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
        work=Work(**reader.section(Work)),
        by_type=value("entry.unit") == "type",
        ranges=_ranges(reader),
        reviewed=_reviewed(reader),
        quota=_quota(reader),
        said=settings.said,
        notices=settings.notices,
        listed=_listed(reader),
        answerers=tuple(_answerer(reader, said) for said in settings.answerers),
        split=value("table.split"),
        missing=value("table.missing"),
        **reader.section(ReportKeys),
        **reader.section(SureKeys),
    )


def table_form(reader: Reader) -> TableForm:
    """Return what was said of how the table is written."""
    said = reader.section(TableForm)
    said |= {name: "" for name in ("separator", "decimal", "dialect") if said[name] == "auto"}
    said |= {name: reader.path(said[name]) for name in ("labels", "costs", "sample")}
    return TableForm(**said | {"long": _long(reader)}, collected=reader.value("table.positive"))


def _long(reader: Reader) -> tuple[str, ...]:
    """Return the columns of a long table: a list of three, or one text with commas."""
    names: tuple[str, ...] = reader.value("table.long")
    if len(names) == 1:
        names = tuple(dict.fromkeys(name.strip() for name in names[0].split(",") if name.strip()))
    if names and len(names) != 3:
        message = "a long table has three columns; name those with the item, the model and the score: item_id,model,score"
        reader.settings.refuse_key("table.long", message, found=",".join(names))
        return ()
    return names


def _columns(reader: Reader, form: TableForm) -> Columns:
    said = reader.section(Columns)
    if form.sample:
        # Whole groups are resampled whatever they were drawn from.
        drawn = {"weight": "weight"} | ({} if said["group"] else {"stratum": "stratum"})
        said |= {name: said[name] or column for name, column in drawn.items()}
    return Columns(**said | {"id": said["id"] or next(iter(form.long), "")})


def _listed(reader: Reader) -> ListFiles | None:
    """Return where the list is, None where it is in the table."""
    settings, said, pattern = reader.settings, reader.section(ListFiles), reader.value("list.file")
    # A table of a warehouse lies in no folder.
    pattern = pattern if said["engine"] == "sql" else reader.path(pattern)
    if not pattern:
        message = 'this is about a list in files of its own; name them: [list] file = "list/*.parquet"'
        settings.refuse_said(tuple(f"list.{name}" for name in said), message)
        return None
    settings.refuse_said("list.size", "the files of the list say how many items it has; leave this out")
    if is_deferred(settings):
        todo = "put the list into the table, as rows without a label"
        settings.refuse_said("list.file", f"only ranked lists may be in files of their own; {todo}")
    if said["memory"] and not MEMORY.fullmatch(said["memory"]):
        message = "this is no amount of memory; write it as 4GB or 500MB"
        settings.refuse_key("list.memory", message, found=said["memory"])
    return ListFiles(pattern, **said | {"temp": reader.path(said["temp"])})


def _ranges(reader: Reader) -> Ranges:
    """Return which inputs are known as ranges."""
    said: dict[str, tuple[Decimal, Decimal]] = dict(reader.value("cost.ranges"))
    if (worth := reader.value("entry.range")) is not None:
        said[WORTH] = worth
    spans = {key: Span(*both) for key, both in said.items()}
    return Ranges(spans, reader.value("cost.contingency") == COMPUTED)


def _reviewed(reader: Reader) -> Reviewed | None:
    logs: tuple[str, ...] = reader.value("list.reviewed")
    if not logs:
        return None
    paths = tuple(reader.path_of("list.reviewed", log) for log in logs)
    return Reviewed(paths, reader.path_of("list.queue", reader.value("list.queue")))


def _quota(reader: Reader) -> Quota | None:
    """Return the quotas; None where none is said, or where they ask for nothing."""
    settings, read = reader.settings, reader.section(Quota)
    said = tuple(f"quota.{name}" for name in read if f"quota.{name}" in settings.by_key)
    if not said:
        return None
    if is_deferred(settings):
        todo = "leave this out, or plan a ranked list ({models.name=NAME=COLUMN})"
        settings.refuse_said(said[0], f"quotas are held by people who review a ranked list; {todo}")
    elif not read["by"]:
        todo = "name the column: {quota.by=COLUMN}"
        settings.refuse_said(said[0], f"of what at least so many are wanted is not known; {todo}")
    elif not {"quota.minimum", "quota.minimums"} & {*said}:
        todo = "give it: {quota.minimum=300}, or [quota.minimums] with a line for each"
        settings.refuse_said("quota.by", f"how many of each are wanted is not known; {todo}")
    elif read["sure"] is not None and not 0 < read["sure"] < 1:
        todo = "write a share of the resamples, such as 95 %"
        settings.refuse_said("quota.sure", f"nothing is sure in none of them, or in all; {todo}")
    elif read["minimum"] or any(read["minimums"].values()):
        return Quota(**read)
    return None


def _answerer(reader: Reader, said: Mapping[str, Setting]) -> Answerer:
    read = reader.section(Answerer, said)
    for key in ("tokens_in", "tokens_out"):
        # A number is a mean, any other text a column.
        if key in said and _NUMBER.fullmatch(read[key]):
            read[key] = reader.take(said[key], amounts.amount, Decimal(0))
    return Answerer(**read | {"column": read["column"] or read["name"]})


def _model(reader: Reader, model: Mapping[str, Setting]) -> ModelSpec:
    read = reader.section(ModelSpec, model)
    cut = None if read["cut"] is None else float(read["cut"])
    return ModelSpec(**read | {"column": read["column"] or read["name"], "cut": cut})


def _prices(reader: Reader) -> Prices:
    said = reader.section(Prices)
    computed = said["contingency"] == COMPUTED
    timed = said["seconds_per_item"] or said["seconds_per_unit"]
    listed = bool(reader.value("table.cost"))
    settled = said["adjudication"] and said["adjudicated_share"]
    stated = said["per_item"] or said["per_unit"] or (said["hourly_rate"] and timed) or settled
    said["currency"] = amounts.code_of(said["currency"])
    if "cost.minor_digits" not in reader.settings.by_key:
        said["minor_digits"] = amounts.minor_digits(said["currency"])
    said["contingency"] = Decimal(0) if computed else said["contingency"]
    said["without_indirect"] = tuple(sorted({*said["without_indirect"]}))
    coin = reader.value("cost.round_to") or Decimal(0)
    paper = Decimal(0) if coin else PROFILES[reader.value("report.profile")].coin
    stated = bool(listed or stated)
    return Prices(**said, listed=listed, stated=stated, computed=computed, coin=coin, printed_in=paper)


def _values(reader: Reader, positive: tuple[str, ...]) -> Values | None:
    if "entry.value" not in reader.settings.by_key:
        return None
    entry, left_out = (reader.by_class(f"entry.{name}", positive) for name in ("value", "left_out"))
    error, wrong = (reader.by_class(f"entry.{name}", (EVERY_CLASS,)) for name in ("error", "wrong"))
    return Values(entry, error, wrong, left_out)


def _deferral(reader: Reader, positive: tuple[str, ...]) -> Deferral:
    """Return the plan's part for the defer workflow."""
    value, settings, splits = reader.value, reader.settings, reader.section(Deferral)
    return Deferral(
        review_cost=value("answers.review_cost"),
        models=tuple(spec for model in settings.models if (spec := _classifier(reader, model))),
        worths=_worths(reader, positive),
        **splits | {name: reader.path(splits[name]) for name in ("file_validation", "file_test")},
        relabel=value("answers.relabel") == "true",
        most_wrong=_most_wrong(reader),
        reviewing=_reviewing(reader, positive),
    )


def _classifier(reader: Reader, model: Mapping[str, Setting]) -> ClassifierSpec | None:
    keys = ["cost", *(key for key in ("name", *SOURCES, "confidence", "no_answer") if key in model)]
    read = {key: reader.convert(BY_KEY[f"models.{key}"], model.get(key)) for key in keys}
    where, refuse, name = model["name"].where, reader.settings.refuse, read["name"]
    given = [key for key in SOURCES if key in read]
    if len(given) != 1:
        wrong = "no class probabilities and no predicted classes" if not given else "more than one source"
        todo = 'give one of probabilities = "p_rf", decision = "d_svc", array = "proba.npy", predicted = "pred_rf"'
        refuse(where, f"the model has {wrong}; {todo}", found=name)
        return None
    (source,) = given
    beside_predicted = set() if source == "predicted" else {"confidence", "no_answer"}
    for key in (key for key in MODEL_KEYS if key in model):
        if key in beside_predicted | {"column", "order", "cut"}:
            refuse(model[key].where, f"{key} says nothing beside {source}; leave it out")
        elif key == "classes" and source not in ("array", "decision"):
            message = "classes are named for an array or decision values alone; leave them out"
            refuse(model[key].where, message)
    classes = _classes(reader, model["classes"]) if "classes" in model else ()
    if source == "decision" and classes and len(classes) != 2:
        message = 'a column of decision values tells two classes apart; name two, the one with the higher values second: classes = ["neither", "hate"]; or write columns PREFIX:CLASS'
        refuse(model["classes"].where, message, found=", ".join(classes))
    array = read["array"] = reader.path(read.get("array", ""))
    named = ""
    if array.lower().endswith(".npy") and not classes:
        named = _classes_from(reader, array)
        if "," in named and not Path(named).is_file():
            # Classes one after the other where a file could be named.
            setting = reader.settings.by_key["table.classes"]
            names = [one.strip() for one in str(setting.value).split(",")]
            classes, named = _classes(reader, Setting(names, setting.where)), ""
        if not classes and not named:
            refuse(where, f"the columns of an .npy file have no names; {NAMED}", beside(array)[0], found=name)
    return ClassifierSpec(classes=classes, classes_from=named, **read)


def _classes_from(reader: Reader, array: str) -> str:
    """Return where the classes of an array are named: as said, else the file beside it, if there is one."""
    said: str = reader.value("table.classes")
    if said:
        return said if said == SORTED else reader.path(said)
    return next((path for path in beside(array) if Path(path).is_file()), "")


def _classes(reader: Reader, setting: Setting) -> tuple[str, ...]:
    names, refuse = reader.texts(setting), reader.settings.refuse
    if not all(names):
        message = "a class has no name; name every column in its order, with one comma between two names"
        refuse(setting.where, message, found=",".join(names))
    refuse_same_classes(reader.settings, names, setting.where)
    return tuple(names)


def refuse_same_classes(settings: Settings, names: Sequence[str], where: str) -> None:
    """Note every name that two classes have."""
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        message = "two classes have the same name; give each column a class of its own"
        settings.refuse(where, message, found=name)


def _worths(reader: Reader, positive: tuple[str, ...]) -> Worths:
    said, settings = reader.section(Worths), reader.settings
    if not isinstance(said["left_out"], Mapping):
        if said["abstain"] is not None:
            settings.refuse_key("answers.left_out", "answers.abstain says the same; give one of the two")
        said |= {"abstain": said["left_out"], "left_out": {}}
    worths = Worths(
        **said,
        cells=reader.value("answers.cell") | _matrix(reader),
        positive=positive[0] if len(positive) == 1 else "",
        worth_of_right_answer=reader.value("answers.worth_of_right_answer"),
    )
    check_worths(worths, positive, settings)
    return worths


def _matrix(reader: Reader) -> dict[tuple[str, str], Decimal]:
    written, settings = reader.value("answers.matrix"), reader.settings
    if not written:
        return {}
    if "answers.cell" in settings.by_key:
        settings.refuse_key("answers.matrix", "there are answers.cell tables too; give one of the two")
    try:
        return read_matrix(reader.path(written))
    except BadDataError as error:
        settings.problems.extend(error.problems)
        return {}


def _most_wrong(reader: Reader) -> Decimal | None:
    """Return the share of wrong answers that is to be guaranteed, None where nothing is said."""
    key, settings = "goal.most_wrong", reader.settings
    if is_joint(settings):
        wrong = "a share of wrong answers is not guaranteed where people review within a budget"
        settings.refuse_said(key, f"{wrong}; leave it out, or leave out the budget")
        return None
    if reader.value("answers.relabel") == "true":
        wrong = "a share of wrong answers is guaranteed for cutoffs, not for answers by expected value"
        settings.refuse_said(key, f"{wrong}; leave out this or answers.relabel")
    share: Decimal | None = reader.value(key)
    return share


def _reviewing(reader: Reader, positive: tuple[str, ...]) -> Reviewing | None:
    """Return what the plan says of reviewing, None where it is not planned."""
    settings = reader.settings
    wrong = "a target cannot be planned for where a model answers part of the items"
    settings.refuse_said("goal.target", f"{wrong}; leave it out, and give a budget ({{goal.budget}})")
    if not is_joint(settings):
        todo = 'give a budget ({goal.budget}), or say table.workflow = "joint"'
        settings.refuse_said(REVIEWING, f"nothing is reviewed in this plan; {todo}")
        todo = 'leave out table.workflow, or say table.workflow = "joint"'
        settings.refuse_said("goal.budget", f"a budget says nothing where reviewing is not planned; {todo}")
        return None
    order = reader.value("goal.order")
    if order == "score" and not positive:
        message = "the order by score needs to know what is collected; name the label: {table.positive=CLASS}"
        settings.refuse_key("goal.order", message, found=order)
    names = ("reviewed", "review_error", "review_wrong")
    worth, error, wrongly = (reader.by_class(f"answers.{name}", (EVERY_CLASS,)) for name in names)
    return Reviewing(worth, error, wrongly, order)


def priced(deferral: Deferral, prices: Prices) -> tuple[Deferral, Prices]:
    """Return the same with the price of a review among the prices, where the plan has no other."""
    if deferral.reviewing is None or deferral.review_cost is None or prices.stated:
        return deferral, prices
    per_item = replace(prices, per_item=deferral.review_cost, stated=True)
    return replace(deferral, review_cost=None), per_item
