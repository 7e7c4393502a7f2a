"""What is wrong between the parts of a plan, each of which is right by itself; and what changes nothing in it.

Each rule is a condition and, as :meth:`~budgetplan.settings.sources.Settings.note` takes it, the keys it lies in, the
problem, and what is shown as found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from budgetplan.dataset.arrays import beside
from budgetplan.domain.asked.profile import PROFILES
from budgetplan.domain.items import Answerer
from budgetplan.domain.messages import Message, NamedOption
from budgetplan.domain.plan import MEAN, MIXTURE, PERFECT, RANDOM, ClassifierSpec, ModelSpec, Plan, Worths
from budgetplan.domain.prices import ANNOTATION, ANSWERS, MODEL
from budgetplan.domain.risk.ranges import SHARES, TIMES, WORTH, Span
from budgetplan.errors import Problem
from budgetplan.settings.sources import SOURCES, WRITTEN, Rule, Setting, Settings, is_classifier, is_deferred, is_joint

Rules = Iterator[Rule]
_WAYS = tuple(
    tuple(f"answers.{name}" for name in names.split())
    for names in ("k_tp k_fp k_fn", "cell matrix", "right wrong abstain left_out", "error_weight")
)
"""Ways to say what answers are worth: costs, cells, a worth for every answer of a kind, the weight of an error."""
_REVIEWING = "answers.reviewed, answers.review_error, answers.review_wrong, goal.order"
"""Keys of plans in which people review beside a model that answers."""
_ANSWERING = f"{_REVIEWING}, table.validation, table.test, table.file_validation, table.file_test, table.domain"
"""Keys of plans in which a model answers part of the items."""


def of_a_pilot(settings: Settings) -> Rules:
    """Rules of a sample of a list that nobody has labelled."""
    if is_deferred(settings):
        yield "models", Message("rules.pilot_models")
    yield "table.weight", Message("rules.pilot_weight")
    yield "list.reviewed", Message("rules.pilot_reviewed")


def of_keys(settings: Settings) -> Rules:
    """Rules of keys that go together or do not, whatever they say."""
    given, quotas = settings.by_key, "quota.by or quota.minimum or quota.minimums or quota.sure"
    if "list.file" in given:
        yield "list.size", Message("rules.size_beside_files")
    else:
        yield "list.id, list.engine, list.memory, list.temp, list.dialect", Message("rules.no_list_files")
    if "list.reviewed" not in given:
        yield "list.queue", Message("rules.no_reviewed")
    if "answers.cell" in given:
        yield "answers.matrix", Message("rules.cells_and_matrix")
    if "answers.abstain" in given and not isinstance(settings.typed("answers.left_out"), Mapping):
        yield "answers.left_out", Message("rules.abstain_twice")
    if not is_deferred(settings):
        yield "goal.most_wrong", Message("rules.no_model_answers")
        if "quota.by" not in given:
            yield quotas, Message("rules.quotas_of_nothing")
        elif not {"quota.minimum", "quota.minimums"} & {*given}:
            yield "quota.by", Message("rules.no_minimum")
        return
    yield "list.reviewed", Message("rules.reviewed_and_answers")
    yield "list.file", Message("rules.files_and_answers")
    yield quotas, Message("rules.quotas_and_answers")
    yield "goal.target", Message("rules.target_and_answers")
    if is_joint(settings):
        yield "goal.most_wrong", Message("rules.most_wrong_in_budget")
        if settings.typed("goal.order") == "score" and not settings.typed("table.positive"):
            yield "goal.order", Message("rules.order_of_what"), WRITTEN
        return
    if settings.typed("answers.relabel") in (True, "true"):
        yield "goal.most_wrong", Message("rules.most_wrong_relabelled")
    yield _REVIEWING, Message("rules.nothing_reviewed")
    yield "goal.budget", Message("rules.budget_for_nothing")


def of_a_classifier(spec: ClassifierSpec, given: Mapping[str, Setting]) -> Rules:
    """Rules of a model that says classes rather than one score an item."""
    source, *others = [key for key in SOURCES if key in given] or [""]
    if others or not source:
        by_flag = given["name"].where.startswith("--")
        alone = "rules.flag_without_source" if by_flag else "rules.no_source"
        yield "name", Message("rules.several_sources" if others else alone), WRITTEN
        return
    beside_predicted = "" if source == "predicted" else ", confidence, no_answer"
    yield f"column, order, cut{beside_predicted}", Message("rules.idle_beside", source=source)
    if source not in ("array", "decision"):
        yield "classes", Message("rules.classes_of_nothing")
    elif source == "decision" and len(spec.classes) not in (0, 2):
        yield "classes", Message("rules.not_two_classes"), ", ".join(spec.classes)
    if spec.array.lower().endswith(".npy") and not (spec.classes or spec.classes_from):
        yield "name", Message("rules.nameless_columns", beside=beside(spec.array)[0]), WRITTEN


def check_labelled(plan: Plan, settings: Settings) -> None:
    """Note every contradiction of a plan with labels in the settings' problems."""
    settings.note(_of_deferral(plan, settings))
    check(plan, settings)
    names = [answerer.name for answerer in plan.answerers]
    settings.refuse_twice(settings.source, names, Message("rules.two_answerers"))
    for answerer, keys_given in zip(plan.answerers, settings.answerers, strict=True):
        settings.note(_of_answerer(plan, answerer, keys_given), keys_given)
    settings.note(_of_quotas(plan))
    for key, span in () if plan.deferral or plan.quota else plan.ranges.spans.items():
        rules = _of_worth_span(plan, span) if key == WORTH else _of_span(plan, key, span)
        ranges = settings.by_key["entry.range" if key == WORTH else "cost.ranges"]
        where = ranges.where if key == WORTH else ranges.inner(key).where
        settings.note(rules, {"range": Setting(f"{span.low} to {span.high}", where)})
    settings.note(_of_ranges(plan))


def check(plan: Plan, settings: Settings) -> None:
    """Note every contradiction of what a plan has with or without labels in the settings' problems."""
    models: Sequence[ModelSpec | ClassifierSpec] = (plan.deferral or plan).models
    key, like = ("models.probabilities", "NAME=PREFIX") if plan.deferral else ("models.name", "NAME=COLUMN")
    way = NamedOption(key, like=like)
    settings.refuse_twice(settings.source, [model.name for model in models], Message("rules.two_models", way=way))
    for model, keys_given in zip(models, settings.models, strict=True):
        if plan.deferral is None and is_classifier(keys_given):
            settings.note([("name", Message("rules.no_score"))], keys_given)
        settings.note(_of_model(plan, model), keys_given)
    for rules in (_of_parts, _of_table, _of_prices, _of_types, _of_entries):
        settings.note(rules(plan))


def _of_model(plan: Plan, model: ModelSpec | ClassifierSpec) -> Rules:
    label = plan.columns.label
    if isinstance(model, ClassifierSpec):
        if plan.mixture and model.name.casefold() == MEAN:
            yield "name", Message("rules.named_as_mean"), model.name
        if label and label in {model.predicted, model.confidence, model.decision}:
            yield "name", Message("rules.answers_are_labels", model=model.name), label
        return
    if model.name.casefold() in {PERFECT, RANDOM, MIXTURE}:
        yield "name", Message("rules.named_as_order"), model.name
    if model.says and (plan.listed is not None or model.order != "higher"):
        yield "name", Message("rules.says_and_order", model=model.name), model.says
    if label and model.column == label:
        yield "name", Message("rules.scores_are_labels", model=model.name), label
    if model.cost and _is_unpriced(plan):
        yield "cost", Message("rules.no_price")


def _of_table(plan: Plan) -> Rules:
    form, columns = plan.form, plan.columns
    if form.costs and not columns.cost:
        yield "table.costs", Message("rules.no_cost_column")
    if columns.stratum and columns.group:
        yield "table.stratum", Message("rules.groups_and_strata"), WRITTEN
    if form.long and columns.id != form.long[0]:
        yield "table.id", Message("rules.id_of_long"), WRITTEN
    if form.adjudicator and not form.annotator:
        yield "table.adjudicator", Message("rules.no_annotator"), WRITTEN
    if form.annotator and form.long and not form.labels:
        yield "table.annotator", Message("rules.judgements_in_long"), WRITTEN


def _of_prices(plan: Plan) -> Rules:
    prices, budget = plan.prices, plan.budget
    for name in () if plan.columns.units else ("per_unit", "seconds_per_unit"):
        if getattr(prices, name):
            yield f"cost.{name}", Message("rules.no_units")
    if prices.hourly_rate and not prices.timed:
        yield "cost.hourly_rate", Message("rules.no_time")
    if bool(prices.adjudication) != bool(prices.adjudicated_share):
        yield "cost.adjudication or cost.adjudicated_share", Message("rules.half_adjudication")
    if prices.without_indirect and not prices.indirect:
        yield "cost.without_indirect", Message("rules.no_indirect")
    if prices.coin and prices.coin % Decimal(1).scaleb(-prices.minor_digits):
        yield "cost.round_to", Message("rules.rounded_too_finely", digits=prices.minor_digits), WRITTEN
    if budget is not None and budget.unit == "hours" and not prices.timed:
        yield "goal.budget", Message("rules.hours_without_time"), WRITTEN
    for name in ("per_item", "per_unit", "hourly_rate", "adjudication") if prices.listed else ():
        if getattr(prices, name):
            yield f"cost.{name}", Message("rules.priced_twice")
    for name in ("fixed", "extra_per_entry", "contingency", "indirect") if _is_unpriced(plan) else ():
        given = getattr(prices, name)
        if any(given.values()) if isinstance(given, Mapping) else given:
            yield f"cost.{name}", Message("rules.no_price")
    if plan.values is not None and _is_unpriced(plan):
        yield "entry.value", Message("rules.worth_without_price")
    if budget is not None and budget.unit == "money" and _is_unpriced(plan):
        yield "goal.budget", Message("rules.budget_without_price"), WRITTEN
    if plan.values is None:
        yield "entry.left_out, entry.error, entry.wrong", Message("rules.no_worth")


def _is_unpriced(plan: Plan) -> bool:
    """Return whether reviewing an item has no price; what time and adjudication lack is said by itself."""
    prices, review = plan.prices, getattr(plan.deferral, "review_cost", None)
    timed_or_settled = prices.hourly_rate or prices.adjudication or prices.adjudicated_share
    return not (prices.listed or prices.stated or timed_or_settled) and review is None


def _of_parts(plan: Plan) -> Rules:
    """Rules of what is left out of the base of the indirect costs."""
    parts = [ANNOTATION, MODEL, ANSWERS, *plan.prices.fixed]
    for name in plan.prices.without_indirect:
        if name not in parts:
            yield "cost.without_indirect", Message("rules.no_such_cost", parts=parts), name
        if parts.count(name) > 1:
            yield "cost.without_indirect", Message("rules.cost_named_as_part"), name


def _of_entries(plan: Plan) -> Rules:
    """Rules of the classes that are collected or have a worth."""
    for name in (*plan.values.entry, *plan.positive) if plan.values else ():
        if name not in plan.positive:
            yield "entry.value", Message("rules.not_collected", collected=plan.positive), name
        if plan.values and name not in plan.values.entry:
            yield "entry.value", Message("rules.class_without_worth", name=name)


def _of_types(plan: Plan) -> Rules:
    """Rules of types as entries, each counted and paid once (METHODS R6)."""
    column = plan.columns.type
    if not plan.by_type:
        yield "table.type", Message("rules.entries_are_items")
        return
    if plan.deferral is not None:
        yield "entry.unit", Message("rules.types_and_answers")
        return
    if plan.answerers:
        yield "answerers", Message("rules.types_and_answerers")
    yield "table.sample, table.stratum", Message("rules.drawn_types")
    if not column and not plan.columns.weight:
        yield "entry.unit", Message("rules.no_type_column")
    if not column:
        return
    # What is said of single items, where a type may have several of them.
    yield "entry.error, entry.wrong", Message("rules.errors_of_types")
    yield "entry.left_out", Message("rules.left_out_types")
    yield "cost.extra_per_entry", Message("rules.extra_per_type")
    yield "list.prevalence", Message("rules.prevalence_of_types")
    yield "list.reviewed", Message("rules.reviewed_types")
    yield "table.weight", Message("rules.weight_of_types")
    yield "list.size", Message("rules.size_of_types")
    yield "list.file", Message("rules.files_of_types")
    if plan.values is not None and len({plan.values.entry.get(name) for name in plan.positive}) > 1:
        yield "entry.value", Message("rules.worths_of_types")


def of_worths(worths: Worths, positive: tuple[str, ...], settings: Settings) -> Rules:
    """Rules of ways of saying it that contradict each other, and of triples that decide nothing."""
    costs, cells, triple, weight = ([key for key in way if key in settings.by_key] for way in _WAYS)
    first, *others = [way[0] for way in (weight, costs, cells or triple) if way] or [""]
    for way in others:
        yield way, Message("rules.worth_otherwise", first=first)
    if others:
        return
    if costs and len(costs) < 3:
        yield "answers.k_tp or answers.k_fp or answers.k_fn", Message("rules.three_costs")
    elif costs and len(positive) != 1:
        yield "answers.k_tp", Message("rules.not_one_positive"), ", ".join(positive) or None
    if worths.worth_of_right_answer is not None and worths.unit == "money":
        yield "answers.worth_of_right_answer", Message("rules.in_money_already")
    elif worths.worth_of_right_answer == 0:
        yield "answers.worth_of_right_answer", Message("rules.worth_no_money"), WRITTEN
    if cells or not triple:
        return
    keys = "answers.right or answers.wrong or answers.abstain or answers.left_out"
    least = min([worths.deferred(""), *worths.left_out.values()])
    if worths.right is None or worths.wrong is None:
        yield keys, Message("rules.right_and_wrong")
    elif worths.wrong > worths.right:
        lost = str(-abs(worths.wrong))
        yield "answers.wrong", Message("rules.wrong_above_right", right=worths.right, lost=lost), worths.wrong
    # Reviews may have a worth alone.
    elif worths.right <= least and "answers.reviewed" not in settings.by_key:
        yield keys, Message("rules.right_below_left", least=least), worths.right


def _of_deferral(plan: Plan, settings: Settings) -> Rules:
    """Rules of what belongs to plans in which a model answers, or does not."""
    deferral = plan.deferral
    with_classes = {str(model["name"].value).strip() for model in settings.models if "classes" in model}
    arrays = {spec.name for spec in (deferral.models if deferral else ()) if spec.array.lower().endswith(".npy")}
    if arrays <= with_classes:
        yield "table.classes", Message("rules.no_open_classes")
    if deferral is None:
        yield _ANSWERING, Message("rules.not_deferred")
        return
    yield "list.prevalence", Message("rules.prevalence_and_answers")
    yield "table.split", Message("rules.one_split")
    if deferral.file_validation:
        yield "table.validation, table.test, table.split_column", Message("rules.splits_and_files")
    if plan.missing == "last":
        yield "table.missing", Message("rules.last_and_answers")
    if deferral.review_cost is not None and plan.prices.stated:
        yield "answers.review_cost", Message("rules.reviews_priced_twice")
    if deferral.file_test:
        yield "table.file", Message("rules.file_test_twice")


def _of_answerer(plan: Plan, answerer: Answerer, given: Mapping[str, Setting]) -> Rules:
    label, levels = plan.columns.label, answerer.levels
    if answerer.name in {model.name for model in (plan.deferral or plan).models}:
        yield "name", Message("rules.named_as_model"), answerer.name
    elif answerer.name.casefold() in {PERFECT, RANDOM, MIXTURE, MEAN}:
        yield "name", Message("rules.named_as_other"), answerer.name
    if label and label in {answerer.column, answerer.confidence}:
        yield "name", Message("rules.answerer_reads_labels", answerer=answerer.name), label
    if levels and not answerer.confidence:
        yield "levels", Message("rules.levels_of_what"), ", ".join(levels)
    typed = given["levels"].value if "levels" in given else ()
    if twice := [level for level in levels if isinstance(typed, list) and typed.count(level) > 1]:
        yield "levels", Message("rules.level_twice"), ", ".join(twice)
    if len(levels) == 1:
        yield "levels", Message("rules.one_level"), levels[0]
    for way in ("in", "out"):
        # What was refused is as if never said, and told already.
        if getattr(answerer, f"tokens_{way}") and f"price_{way}" not in given:
            yield f"tokens_{way}", Message("rules.tokens_without_price", key=f"price_{way}"), WRITTEN
        if getattr(answerer, f"price_{way}") and f"tokens_{way}" not in given:
            yield f"price_{way}", Message("rules.price_without_tokens", key=f"tokens_{way}"), WRITTEN
    if answerer.accept == "confident" and not answerer.confidence:
        yield "accept", Message("rules.confident_of_what"), WRITTEN
    if answerer.accept == "agree" and plan.deferral is None:
        yield "accept", Message("rules.agrees_with_none"), WRITTEN
    if not _in_money(plan):
        yield "price or price_in or price_out", Message("rules.only_answers_priced"), WRITTEN


def _in_money(plan: Plan) -> bool:
    """Return whether anything but answers is counted in money."""
    prices, deferral = plan.prices, plan.deferral
    if prices.stated or prices.hourly_rate or prices.adjudication:
        return True
    if deferral is None:
        return False
    worths = deferral.worths
    return deferral.review_cost is not None or worths.worth_of_right_answer is not None or worths.unit == "money"


def _of_quotas(plan: Plan) -> Rules:
    quota = plan.quota
    if quota is None:
        return
    if quota.by in {model.column for model in plan.models}:
        yield "quota.by", Message("rules.strata_are_scores"), WRITTEN
    elif quota.by == plan.columns.id:
        yield "quota.by", Message("rules.strata_are_items"), WRITTEN
    elif quota.by == plan.columns.label:
        yield "quota.by", Message("rules.strata_are_labels"), WRITTEN
    if plan.answerers:
        yield "quota.by", Message("rules.quotas_and_answerers")
    if not plan.resamples:
        yield "quota.sure", Message("rules.sure_without_draws")
    yield "goal.target", Message("rules.quotas_and_target")
    yield "list.prevalence", Message("rules.quotas_and_prevalence")
    yield "list.file", Message("rules.quotas_and_files")
    yield "list.reviewed", Message("rules.quotas_and_reviewed")
    yield "table.type", Message("rules.quotas_and_types")


def _of_span(plan: Plan, key: str, span: Span) -> Rules:
    """Rules of a range of a price, a time or a share (METHODS C)."""
    planned: Decimal = getattr(plan.prices, key)
    if not planned:
        yield "range", Message("rules.range_of_nothing", key=key, way=NamedOption(f"cost.{key}", str(span.low)))
    elif key in TIMES and not span.low:
        yield "range", Message("rules.no_time_at_all"), WRITTEN
    elif key in SHARES and not 0 < span.low <= span.high < 1:
        yield "range", Message("rules.share_of_none_or_all"), WRITTEN
    elif not span.low <= planned <= span.high:
        yield "range", Message("rules.outside_range", key=key, planned=str(planned)), WRITTEN


def _of_worth_span(plan: Plan, span: Span) -> Rules:
    """Rules of a range of what an entry is worth."""
    worths = set() if plan.values is None else {*plan.values.entry.values()}
    if plan.values is None:
        yield "range", Message("rules.range_of_no_worth", way=NamedOption("entry.value", str(span.low)))
    elif len(worths) != 1 or any(plan.values.left_out.values()) or any(plan.values.error.values()):
        yield "range", Message("rules.no_single_worth")
    elif not span.low <= (worth := min(worths)) <= span.high or not worth:
        yield "range", Message("rules.worth_outside_range", worth=str(worth)), WRITTEN


def _of_ranges(plan: Plan) -> Rules:
    """Rules of ranges, of a computed contingency, and of a deadline (METHODS C)."""
    prices, ranges, work = plan.prices, plan.ranges, plan.work
    if plan.deferral is not None or plan.quota is not None:
        why = Message("rules.not_with_quotas" if plan.quota else "rules.not_where_models_answer")
        yield "cost.ranges, entry.range, work.deadline", Message("rules.ranked_alone", why=why)
        if ranges.computed:
            yield "cost.contingency", Message("rules.computed_for_ranked_alone", why=why)
        return
    if prices.contingency and {*ranges.spans} - {WORTH}:
        yield "cost.contingency", Message("rules.contingency_beside_ranges"), WRITTEN
    if prices.contingency and PROFILES[plan.profile].computed_contingency:
        yield "cost.contingency", Message("rules.contingency_of_profile", profile=plan.profile), WRITTEN
    if ranges.computed and not prices.stated:
        yield "cost.contingency", Message("rules.no_price")
    elif ranges.computed and not plan.resamples and not ranges.spans:
        yield "cost.contingency", Message("rules.nothing_varies")
    elif ranges.computed and plan.values is None and plan.target is None and plan.budget is None:
        yield "cost.contingency", Message("rules.contingency_of_no_plan")
    if not work.start:
        yield "work.deadline", Message("rules.no_first_day")
    elif work.deadline < work.start:
        yield "work.deadline", Message("rules.deadline_before_start", start=work.start), WRITTEN
    if work.hours_a_week is None:
        yield "work.deadline", Message("rules.no_hours")
    if not prices.timed:
        yield "work.deadline", Message("rules.no_time")


def idle_keys(plan: Plan, settings: Settings) -> tuple[Problem, ...]:
    """Return a line for each key that is right by itself and changes nothing in this plan, in the order of the keys."""
    prices, work, budget, answers = plan.prices, plan.work, plan.budget, plan.deferral is not None
    by_size = prices.per_unit or prices.seconds_per_unit
    untimed = "" if prices.timed else "rules.idle_untimed"
    # What annotation costs bears a contingency and indirect costs; with neither, and nothing paid once, it is all there is.
    annotation_alone = not (prices.fixed or prices.contingency or prices.computed or prices.indirect)
    annotation_alone &= not any(model.cost for model in (plan.deferral or plan).models) and not plan.answerers
    covers = "rules.idle_no_budget" if budget is None else ""
    if budget is not None and budget.covers == "annotation" and annotation_alone:
        covers = "rules.idle_annotation_alone"
    why = {
        "cost.extra_per_entry": "" if not answers or (is_joint(settings) and plan.positive) else "rules.idle_extra",
        "cost.unit": "" if by_size else "rules.idle_unit",
        "entry.value": "rules.idle_worth" if answers else "",
        "goal.covers": covers,
        "report.parts": "rules.idle_parts" if answers else "",
        "table.units": "" if by_size else "rules.idle_units",
        "work.hours_a_week": untimed,
        "work.looks": "" if work.tail_sample else "rules.idle_looks",
        "work.month_hours": untimed,
    }
    given = settings.by_key
    idle = [(given[key].where, Message(reason)) for key, reason in why.items() if reason and key in given]
    return tuple(settings.problem(where, Message("rules.idle", reason=reason)) for where, reason in idle)
