"""What is wrong between the parts of a plan, each of which is right by itself; and what changes nothing in it.

Each rule says, as :meth:`~budgetplan.settings.sources.Settings.note` takes it, in which keys it lies, when it is broken,
what the problem is, and what is shown as found.
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
from budgetplan.settings.sources import SOURCES, WRITTEN, Rule, Setting, Settings, is_classifier, workflow_of

Rules = Iterator[Rule]
_KEYS = (("k_tp", "k_fp", "k_fn"), ("cell", "matrix"), ("right", "wrong", "abstain", "left_out"), ("error_weight",))
_WAYS = tuple(tuple(f"answers.{name}" for name in names) for names in _KEYS)
"""Ways to say what answers are worth: costs, cells, a worth for every answer of a kind, the weight of an error."""
_REVIEWING = "answers.reviewed, answers.review_error, answers.review_wrong, goal.order"
"""Keys of plans in which people review beside a model that answers."""
_ANSWERING = f"{_REVIEWING}, table.validation, table.test, table.file_validation, table.file_test, table.domain"
"""Keys of plans in which a model answers part of the items."""
_OF_FILES = "list.id, list.engine, list.memory, list.temp, list.dialect"
"""Keys of a list in files."""


def of_a_pilot(settings: Settings) -> Rules:
    """Rules of a sample of a list that nobody has labelled."""
    yield "models", workflow_of(settings) != "filter", Message("rules.pilot_models")
    yield "table.weight", True, Message("rules.pilot_weight")
    yield "list.reviewed", True, Message("rules.pilot_reviewed")


def of_keys(settings: Settings) -> Rules:
    """Rules of keys that go together or do not, whatever they say."""
    given, workflow = settings.by_key, workflow_of(settings)
    quotas = "quota.by or quota.minimum or quota.minimums or quota.sure"
    yield "list.size", "list.file" in given, Message("rules.size_beside_files")
    yield _OF_FILES, "list.file" not in given, Message("rules.no_list_files")
    yield "list.queue", "list.reviewed" not in given, Message("rules.no_reviewed")
    yield "answers.matrix", "answers.cell" in given, Message("rules.cells_and_matrix")
    left_alike = not isinstance(settings.typed("answers.left_out"), Mapping)
    yield "answers.left_out", "answers.abstain" in given and left_alike, Message("rules.abstain_twice")
    if workflow == "filter":
        yield "goal.most_wrong", True, Message("rules.no_model_answers")
        yield quotas, "quota.by" not in given, Message("rules.quotas_of_nothing")
        yield "quota.by", not {"quota.minimum", "quota.minimums"} & {*given}, Message("rules.no_minimum")
        return
    yield "list.reviewed", True, Message("rules.reviewed_and_answers")
    yield "list.file", True, Message("rules.files_and_answers")
    yield quotas, True, Message("rules.quotas_and_answers")
    yield "goal.target", True, Message("rules.target_and_answers")
    if workflow == "joint":
        of_nothing = settings.typed("goal.order") == "score" and not settings.typed("table.positive")
        yield "goal.most_wrong", True, Message("rules.most_wrong_in_budget")
        yield "goal.order", of_nothing, Message("rules.order_of_what"), WRITTEN
        return
    relabelled = settings.typed("answers.relabel") in (True, "true")
    yield "goal.most_wrong", relabelled, Message("rules.most_wrong_relabelled")
    yield _REVIEWING, True, Message("rules.nothing_reviewed")
    yield "goal.budget", True, Message("rules.budget_for_nothing")


def of_a_classifier(spec: ClassifierSpec, given: Mapping[str, Setting]) -> Rules:
    """Rules of a model that says classes rather than one score an item."""
    source, *others = [key for key in SOURCES if key in given] or [""]
    by_flag = given["name"].where.startswith("--")
    yield "name", others, Message("rules.several_sources"), WRITTEN
    yield "name", not source and by_flag, Message("rules.flag_without_source"), WRITTEN
    yield "name", not source and not by_flag, Message("rules.no_source"), WRITTEN
    if others or not source:
        return
    beside_predicted = "" if source == "predicted" else ", confidence, no_answer"
    not_two = source == "decision" and len(spec.classes) not in (0, 2)
    yield f"column, order, cut{beside_predicted}", True, Message("rules.idle_beside", source=source)
    yield "classes", source not in ("array", "decision"), Message("rules.classes_of_nothing")
    yield "classes", not_two, Message("rules.not_two_classes"), ", ".join(spec.classes)
    if spec.array.lower().endswith(".npy") and not (spec.classes or spec.classes_from):
        yield "name", True, Message("rules.nameless_columns", beside=beside(spec.array)[0]), WRITTEN


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
        settings.note(_of_model(plan, model, keys_given), keys_given)
    for rules in (_of_parts, _of_table, _of_prices, _of_types, _of_entries):
        settings.note(rules(plan))


def _of_model(plan: Plan, model: ModelSpec | ClassifierSpec, given: Mapping[str, Setting]) -> Rules:
    label, name = plan.columns.label, model.name.casefold()
    if isinstance(model, ClassifierSpec):
        reads = label and label in {model.predicted, model.confidence, model.decision}
        yield "name", plan.mixture and name == MEAN, Message("rules.named_as_mean"), model.name
        yield "name", reads, Message("rules.answers_are_labels", model=model.name), label
        return
    reordered = plan.listed is not None or model.order != "higher"
    yield "name", is_classifier(given), Message("rules.no_score")
    yield "name", name in {PERFECT, RANDOM, MIXTURE}, Message("rules.named_as_order"), model.name
    yield "name", model.says and reordered, Message("rules.says_and_order", model=model.name), model.says
    reads = label and label in {model.column, model.says}
    yield "name", reads, Message("rules.scores_are_labels", model=model.name), label
    yield "cost", model.cost and _is_unpriced(plan), Message("rules.no_price")


def _of_table(plan: Plan) -> Rules:
    form, columns = plan.form, plan.columns
    in_long = form.annotator and form.long and not form.labels
    yield "table.costs", form.costs and not columns.cost, Message("rules.no_cost_column")
    yield "table.stratum", columns.stratum and columns.group, Message("rules.groups_and_strata"), WRITTEN
    yield "table.id", form.long and columns.id != form.long[0], Message("rules.id_of_long"), WRITTEN
    yield "table.adjudicator", form.adjudicator and not form.annotator, Message("rules.no_annotator"), WRITTEN
    yield "table.annotator", in_long, Message("rules.judgements_in_long"), WRITTEN


def _of_prices(plan: Plan) -> Rules:
    prices, unpriced, unit = plan.prices, _is_unpriced(plan), plan.budget and plan.budget.unit

    def paid(*names: str) -> str:
        """Return the keys of those that cost something."""
        amounts = {name: getattr(prices, name) for name in names}
        tables = {name: any(amount.values()) for name, amount in amounts.items() if isinstance(amount, Mapping)}
        return ", ".join(f"cost.{name}" for name, amount in (amounts | tables).items() if amount)

    yield paid("per_unit", "seconds_per_unit"), not plan.columns.units, Message("rules.no_units")
    yield "cost.hourly_rate", prices.hourly_rate and not prices.timed, Message("rules.no_time")
    half = bool(prices.adjudication) != bool(prices.adjudicated_share)
    yield "cost.adjudication or cost.adjudicated_share", half, Message("rules.half_adjudication")
    yield "cost.without_indirect", prices.without_indirect and not prices.indirect, Message("rules.no_indirect")
    finer = prices.coin and prices.coin % Decimal(1).scaleb(-prices.minor_digits)
    yield "cost.round_to", finer, Message("rules.rounded_too_finely", digits=prices.minor_digits), WRITTEN
    yield "goal.budget", unit == "hours" and not prices.timed, Message("rules.hours_without_time"), WRITTEN
    ways = paid("per_item", "per_unit", "hourly_rate", "adjudication")
    yield ways, prices.listed, Message("rules.priced_twice")
    yield paid("fixed", "extra_per_entry", "contingency", "indirect"), unpriced, Message("rules.no_price")
    yield "entry.value", plan.values and unpriced, Message("rules.worth_without_price")
    yield "goal.budget", unit == "money" and unpriced, Message("rules.budget_without_price"), WRITTEN
    yield "entry.left_out, entry.error, entry.wrong", plan.values is None, Message("rules.no_worth")


def _is_unpriced(plan: Plan) -> bool:
    """Return whether reviewing an item has no price; what time and adjudication lack is said by itself."""
    prices, review = plan.prices, getattr(plan.deferral, "review_cost", None)
    timed_or_settled = prices.hourly_rate or prices.adjudication or prices.adjudicated_share
    return not (prices.listed or prices.stated or timed_or_settled) and review is None


def _of_parts(plan: Plan) -> Rules:
    """Rules of what is left out of the base of the indirect costs."""
    parts = [ANNOTATION, MODEL, ANSWERS, *plan.prices.fixed]
    for name in plan.prices.without_indirect:
        yield "cost.without_indirect", name not in parts, Message("rules.no_such_cost", parts=parts), name
        yield "cost.without_indirect", parts.count(name) > 1, Message("rules.cost_named_as_part"), name


def _of_entries(plan: Plan) -> Rules:
    """Rules of the classes that are collected or have a worth."""
    collected, worths = plan.positive, plan.positive if plan.values is None else plan.values.entry
    for name in (*worths, *collected):
        yield "entry.value", name not in collected, Message("rules.not_collected", collected=collected), name
        yield "entry.value", name not in worths, Message("rules.class_without_worth", name=name)


def _of_types(plan: Plan) -> Rules:
    """Rules of types as entries, each counted and paid once (METHODS R6)."""
    yield "table.type", plan.columns.type and not plan.by_type, Message("rules.entries_are_items")
    yield "entry.unit", plan.by_type and plan.deferral, Message("rules.types_and_answers")
    if not plan.by_type or plan.deferral is not None:
        return
    column, untold = plan.columns.type, not plan.columns.type and not plan.columns.weight
    worths = {plan.values.entry.get(name) for name in plan.positive} if plan.values else set()
    yield "answerers", plan.answerers, Message("rules.types_and_answerers")
    yield "table.sample, table.stratum", True, Message("rules.drawn_types")
    yield "entry.unit", untold, Message("rules.no_type_column")
    # What is said of single items, where a type may have several of them.
    yield "entry.error, entry.wrong", column, Message("rules.errors_of_types")
    yield "entry.left_out", column, Message("rules.left_out_types")
    yield "cost.extra_per_entry", column, Message("rules.extra_per_type")
    yield "list.prevalence", column, Message("rules.prevalence_of_types")
    yield "list.reviewed", column, Message("rules.reviewed_types")
    yield "table.weight", column, Message("rules.weight_of_types")
    yield "list.size", column, Message("rules.size_of_types")
    yield "list.file", column, Message("rules.files_of_types")
    yield "entry.value", column and len(worths) > 1, Message("rules.worths_of_types")


def of_worths(worths: Worths, positive: tuple[str, ...], settings: Settings) -> Rules:
    """Rules of ways of saying it that contradict each other, and of triples that decide nothing."""
    costs, cells, triple, weight = ([key for key in way if key in settings.by_key] for way in _WAYS)
    first, *others = [way[0] for way in (weight, costs, cells or triple) if way] or [""]
    yield ", ".join(others), True, Message("rules.worth_otherwise", first=first)
    if others:
        return
    price, labels = "answers.worth_of_right_answer", ", ".join(positive) or None
    in_money, worth = worths.unit == "money", worths.worth_of_right_answer
    yield "answers.k_tp or answers.k_fp or answers.k_fn", len(costs) < 3, Message("rules.three_costs")
    yield "answers.k_tp", len(costs) == 3 and len(positive) != 1, Message("rules.not_one_positive"), labels
    yield price, in_money and worth is not None, Message("rules.in_money_already")
    yield price, not in_money and worth == 0, Message("rules.worth_no_money"), WRITTEN
    if cells or not triple:
        return
    keys = "answers.right or answers.wrong or answers.abstain or answers.left_out"
    least = min([worths.deferred(""), *worths.left_out.values()])
    if worths.right is None or worths.wrong is None:
        yield keys, True, Message("rules.right_and_wrong")
    elif worths.wrong > worths.right:
        lost = str(-abs(worths.wrong))
        yield "answers.wrong", True, Message("rules.wrong_above_right", right=worths.right, lost=lost), worths.wrong
    # Reviews may have a worth alone.
    elif worths.right <= least and "answers.reviewed" not in settings.by_key:
        yield keys, True, Message("rules.right_below_left", least=least), worths.right


def _of_deferral(plan: Plan, settings: Settings) -> Rules:
    """Rules of what belongs to plans in which a model answers, or does not."""
    deferral = plan.deferral
    with_classes = {str(model["name"].value).strip() for model in settings.models if "classes" in model}
    arrays = {spec.name for spec in (deferral.models if deferral else ()) if spec.array.lower().endswith(".npy")}
    yield "table.classes", arrays <= with_classes, Message("rules.no_open_classes")
    yield _ANSWERING, deferral is None, Message("rules.not_deferred")
    if deferral is None:
        return
    splits, priced = "table.validation, table.test, table.split_column", deferral.review_cost is not None
    yield "list.prevalence", True, Message("rules.prevalence_and_answers")
    yield "table.split", True, Message("rules.one_split")
    yield splits, deferral.file_validation, Message("rules.splits_and_files")
    yield "table.missing", plan.missing == "last", Message("rules.last_and_answers")
    yield "answers.review_cost", priced and plan.prices.stated, Message("rules.reviews_priced_twice")
    yield "table.file", deferral.file_test, Message("rules.file_test_twice")


def _of_answerer(plan: Plan, answerer: Answerer, given: Mapping[str, Setting]) -> Rules:
    label, levels, name = plan.columns.label, answerer.levels, answerer.name
    as_model = name in {model.name for model in (plan.deferral or plan).models}
    as_other = not as_model and name.casefold() in {PERFECT, RANDOM, MIXTURE, MEAN}
    reads = label and label in {answerer.column, answerer.confidence}
    typed = given["levels"].value if "levels" in given else ()
    twice = [level for level in levels if isinstance(typed, list) and typed.count(level) > 1]
    unsure, unlike = answerer.accept == "confident", answerer.accept == "agree" and plan.deferral is None
    yield "name", as_model, Message("rules.named_as_model"), name
    yield "name", as_other, Message("rules.named_as_other"), name
    yield "name", reads, Message("rules.answerer_reads_labels", answerer=name), label
    yield "levels", levels and not answerer.confidence, Message("rules.levels_of_what"), ", ".join(levels)
    yield "levels", twice, Message("rules.level_twice"), ", ".join(twice)
    yield "levels", len(levels) == 1, Message("rules.one_level"), ", ".join(levels)
    for tokens, price in (("tokens_in", "price_in"), ("tokens_out", "price_out")):
        # What was refused is as if never said, and told already.
        unpriced, of_nothing = price not in given, tokens not in given
        yield tokens, getattr(answerer, tokens) and unpriced, Message("rules.tokens_without_price", key=price), WRITTEN
        yield price, getattr(answerer, price) and of_nothing, Message("rules.price_without_tokens", key=tokens), WRITTEN
    yield "accept", unsure and not answerer.confidence, Message("rules.confident_of_what"), WRITTEN
    yield "accept", unlike, Message("rules.agrees_with_none"), WRITTEN
    yield "price or price_in or price_out", not _in_money(plan), Message("rules.only_answers_priced"), WRITTEN


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
    quota, columns = plan.quota, plan.columns
    if quota is None:
        return
    if quota.by in {model.column for model in plan.models}:
        yield "quota.by", True, Message("rules.strata_are_scores"), WRITTEN
    elif quota.by == columns.id:
        yield "quota.by", True, Message("rules.strata_are_items"), WRITTEN
    else:
        yield "quota.by", quota.by == columns.label, Message("rules.strata_are_labels"), WRITTEN
    yield "quota.by", plan.answerers, Message("rules.quotas_and_answerers")
    yield "quota.sure", not plan.resamples, Message("rules.sure_without_draws")
    yield "goal.target", True, Message("rules.quotas_and_target")
    yield "list.prevalence", True, Message("rules.quotas_and_prevalence")
    yield "list.file", plan.listed is not None and plan.listed.engine != "memory", Message("rules.quotas_and_files")
    yield "list.reviewed", True, Message("rules.quotas_and_reviewed")
    yield "table.type", plan.columns.type, Message("rules.quotas_and_types")


def _of_span(plan: Plan, key: str, span: Span) -> Rules:
    """Rules of a range of a price, a time or a share (METHODS C)."""
    planned: Decimal = getattr(plan.prices, key)
    if not planned:
        values = {"key": NamedOption(f"cost.{key}"), "way": NamedOption(f"cost.{key}", str(span.low))}
        yield "range", True, Message("rules.range_of_nothing", **values)
    elif key in TIMES and not span.low:
        yield "range", True, Message("rules.no_time_at_all"), WRITTEN
    elif key in SHARES and not 0 < span.low <= span.high < 1:
        yield "range", True, Message("rules.share_of_none_or_all"), WRITTEN
    elif not span.low <= planned <= span.high:
        yield (
            "range",
            True,
            Message("rules.outside_range", way=NamedOption(f"cost.{key}"), planned=str(planned)),
            WRITTEN,
        )


def _of_worth_span(plan: Plan, span: Span) -> Rules:
    """Rules of a range of what an entry is worth."""
    worths = set() if plan.values is None else {*plan.values.entry.values()}
    if plan.values is None:
        yield "range", True, Message("rules.range_of_no_worth", way=NamedOption("entry.value", str(span.low)))
    elif len(worths) != 1 or any(plan.values.left_out.values()) or any(plan.values.error.values()):
        yield "range", True, Message("rules.no_single_worth")
    elif not span.low <= (worth := min(worths)) <= span.high or not worth:
        yield "range", True, Message("rules.outside_range", way=NamedOption("entry.value"), planned=str(worth)), WRITTEN


def _of_ranges(plan: Plan) -> Rules:
    """Rules of ranges, of a computed contingency, and of a deadline (METHODS C)."""
    prices, ranges, work = plan.prices, plan.ranges, plan.work
    if plan.deferral is not None or plan.quota is not None:
        why = Message("rules.not_with_quotas" if plan.quota else "rules.not_where_models_answer")
        yield "cost.ranges, entry.range", True, Message("rules.ranked_alone", why=why)
        yield "work.deadline", plan.quota, Message("rules.deadline_as_budget", why=why)
        yield "work.deadline", not plan.quota, Message("rules.ranked_alone", why=why)
        yield "cost.contingency", ranges.computed, Message("rules.computed_for_ranked_alone", why=why)
        return
    spans, typed = {*ranges.spans} - {WORTH}, "cost.contingency" if prices.contingency else ""
    of_profile = PROFILES[plan.profile].computed_contingency
    yield typed, spans, Message("rules.contingency_beside_ranges"), WRITTEN
    yield typed, of_profile, Message("rules.contingency_of_profile", profile=plan.profile), WRITTEN
    unbounded = plan.values is None and plan.target is None and plan.budget is None
    if ranges.computed and not prices.stated:
        yield "cost.contingency", True, Message("rules.no_price")
    elif ranges.computed and not plan.resamples and not ranges.spans:
        yield "cost.contingency", True, Message("rules.nothing_varies")
    elif ranges.computed:
        yield "cost.contingency", unbounded, Message("rules.contingency_of_no_plan")
    early = work.start and work.deadline < work.start
    yield "work.deadline", not work.start, Message("rules.no_first_day")
    yield "work.deadline", early, Message("rules.deadline_before_start", start=work.start), WRITTEN
    yield "work.deadline", work.hours_a_week is None, Message("rules.no_hours")
    yield "work.deadline", not prices.timed, Message("rules.no_time")


def idle_keys(plan: Plan, settings: Settings) -> tuple[Problem, ...]:
    """Return a line for each key that is right by itself and changes nothing in this plan, in the order of the keys."""
    prices, work, budget = plan.prices, plan.work, plan.budget
    answers, joint = plan.deferral is not None, plan.workflow == "joint"
    by_size = prices.per_unit or prices.seconds_per_unit
    untimed = "" if prices.timed else "rules.idle_untimed"
    # What annotation costs bears a contingency and indirect costs; with neither, and nothing paid once, it is all there is.
    annotation_alone = not (prices.fixed or prices.contingency or prices.computed or prices.indirect)
    annotation_alone &= not any(model.cost for model in (plan.deferral or plan).models) and not plan.answerers
    covers = "rules.idle_no_budget" if budget is None else ""
    if budget is not None and budget.covers == "annotation" and annotation_alone:
        covers = "rules.idle_annotation_alone"
    why = {
        "cost.extra_per_entry": "rules.idle_extra" if answers and not (joint and plan.positive) else "",
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
    notices = [settings.problem(where, Message("rules.idle", reason=reason)) for where, reason in idle]
    unit, value = given.get("entry.unit"), given.get("entry.value")
    # Who counts the items of a plan of types by an option has not said what one of them is worth.
    if unit and value and "table.type" in given and unit.value == "item" and unit.where[:1] == "-" != value.where[:1]:
        notices.append(settings.problem(value.where, Message("rules.worth_of_items")))
    return tuple(notices)
