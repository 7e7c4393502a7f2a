"""What a page with a handle needs to know of a plan: every number as it is printed, at every stop, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from budgetplan.domain.messages import NamedOption, as_flag
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import BudgetLine
from budgetplan.plans.answer import DeferSolution
from budgetplan.plans.explored import PAY, Explored, ExploredStop, explored_answers
from budgetplan.plans.joint import JointPlan
from budgetplan.plans.ladder import HERE, Rung
from budgetplan.plans.quota import QuotaPlan
from budgetplan.plans.review import Analysis
from budgetplan.report.answers import AnswerSpeaker
from budgetplan.report.costs import lines_table
from budgetplan.report.display import as_counted, show, without_tags
from budgetplan.report.joint import JointSpeaker, answerer_of, lines_of, whole
from budgetplan.report.locale import explore_words
from budgetplan.report.model import Range, interval
from budgetplan.report.phrases import Nouns
from budgetplan.report.quota import QuotaSpeaker
from budgetplan.report.ranked import ReviewSpeaker
from budgetplan.work.building import WorkPlan

LAST = ("contingency", "fixed", "model", "calls", "indirect")
"""Lines of a bill that stand below those for people, in this order."""
Exploration = dict[str, Any]
"""What the page reads, by the names that its script knows."""


def explore_ranked(analysis: Analysis, work: WorkPlan | None) -> Exploration | None:
    """Return what other amounts buy of a ranked list; None where the labels cannot speak for it."""
    if analysis.silent:
        return None
    exploration = Explored(analysis)
    speaker, stops, evidence = ReviewSpeaker(analysis, work), exploration.stops, analysis.evidence
    plain = _page(speaker, stops, exploration.planned)
    further = [stop.further if speaker.priced else None for stop in stops]
    plain["further"] = [_text(speaker, line, "amount") for line in further]
    keys = ("items", "found", "money", "hours")
    names = {evidence.random.name: without_tags(speaker.say("curve.random"))}
    plain["curves"] = [
        {"name": names.get(name) or speaker.named(name), **dict(zip(keys, columns, strict=True))}
        for name, columns in exploration.others.items()
    ]
    plain["pay"] = {"times": PAY, "once": exploration.once, "judging": exploration.judging}
    has_worth = any(explored.planned for explored in exploration.worths)
    worth_key = "worth" if has_worth else "worth_if"
    sign, kind, key = ("× ", "text", "times") if exploration.in_times else ("", "fine", worth_key)

    def option(worth: Decimal) -> str | None:
        """Return what the command says of another worth; no option has several at once."""
        return None if sign else f" {as_flag(NamedOption('entry.value', f'{worth:f}'))}"

    plain["worths"] = [
        {
            "worth": sign + _text(speaker, worth.worth, kind),
            "own": worth.planned,
            "option": "" if worth.planned or not has_worth else option(worth.worth),
            "best": [[items, spend, as_counted(dear)] for items, spend, dear in worth.dearer],
            "net": _text(speaker, worth.net, "whole"),
            "luck": _text(speaker, worth.luck, "whole"),
        }
        for worth in exploration.worths
    ]
    words = plain["text"]
    words["worth"] = words[key].format(entry=speaker.nouns.entry)
    # The command of another stop than the best one may print less.
    if not plain["targeted"] and has_worth:
        words["lede"] += f" {words['only_what_pays']}"
    words["budget_of"] = words["least"]
    return plain


def explore_quotas(quota: QuotaPlan, work: WorkPlan | None) -> Exploration | None:
    """Return what each of 21 budgets buys where so many entries of each stratum are wanted; None without such budgets."""
    if not quota.ladder:
        return None
    speaker, wanted, offer = QuotaSpeaker(quota, work), len(quota.wanted), quota.offer
    rungs, here = _different(quota.ladder)
    name = speaker.named(offer.name)
    bills = [speaker.prices.lines(offer.bought(rung.option.by_stratum), name) for rung in rungs]
    stops = [ExploredStop(rung.option, rung.budget, lines) for rung, lines in zip(rungs, bills, strict=True)]
    plain, options = _page(speaker, stops, here), [rung.option for rung in rungs]
    words = plain["text"]
    plain["beside"] = [
        words["quotas" if option.chance is None else "quotas_chance"].format(
            held=option.met, wanted=wanted, chance=_text(speaker, option.chance, "share")
        )
        for option in options
    ]
    if offer.least is not None and any(rung.option.held == wanted for rung in rungs):
        budget = without_tags(speaker.budget(offer.as_budget(offer.least)))
        words["lede"] += " " + words["before_quotas"].format(budget=budget)
    return plain


def explore_joint(joint: JointPlan, work: WorkPlan | None) -> Exploration | None:
    """Return what each of 21 budgets comes to where a model answers and people review; None without such budgets."""
    if not joint.ladder or joint.refusal:
        return None
    speaker, (rungs, here) = JointSpeaker(joint, work), _different(joint.ladder)
    options = [rung.option for rung in rungs]
    stops = [ExploredStop(rung.option, rung.budget, lines_of(joint, rung.option)) for rung in rungs]
    plain = _page(speaker, stops, here, kind="_answered")
    # Who is asked at any stop, though it be not at the plan's.
    asked_anywhere = dict.fromkeys(filter(None, map(answerer_of, options)))
    answerer = speaker.locale.listing([*asked_anywhere], choice=True)
    words, who = plain["text"], {"model": speaker.model, "answerer": answerer}
    if answerer:
        words["lede"] += " " + words["one_rule"].format(**who)
    plain["beside"], counts = list[str](), [whole(joint, option) for option in options]
    for option in options:
        span = _between(speaker, interval(option.net), "whole")
        sentence = words["net"].format(net=_text(speaker, option.net.value, "whole"), range=span)
        if asked := answerer_of(option):
            numbers = {name: _text(speaker, getattr(option, name).value, "count") for name in ("asked", "settled")}
            sentence += " " + words["asking"].format(answerer=asked, **numbers)
        plain["beside"].append(sentence)
    names = ["model_right", "model_wrong"]
    names += ["answerer_right", "answerer_wrong"] if answerer else []
    names += ["people", "people_wrong"][: len(counts[0].by_people)]
    # In whole items, all of which add up.
    plain["found"] = [count.found for count in counts]
    answers = [count.right_and_wrong if answerer else count.right_and_wrong[:1] for count in counts]
    plain["flow"] = {
        "labels": [words[name].format(**who) for name in [*names, "nobody"]],
        "parts": [
            [*(as_counted(part) for pair in (*answer, count.by_people) for part in pair), count.left]
            for answer, count in zip(answers, counts, strict=True)
        ],
    }
    return plain


def explore_answers(solution: DeferSolution, _work: WorkPlan | None) -> Exploration | None:
    """Return what answering less or more alone comes to; None where nothing is answered alone."""
    (explored, planned), speaker = explored_answers(solution), AnswerSpeaker(solution)
    if not explored:
        return None
    stops = [ExploredStop(stop, Budget(Decimal(stop.items), "items"), ()) for stop in explored]
    plain = _page(speaker, stops, planned, kind="_alone")
    # No budget is asked for, and nothing on this axis takes time or money.
    plain |= {"money": None, "hours": None, "command": ""}
    words = plain["text"]
    for name in ("sentence", "request", "model_right", "model_wrong"):
        words[name] = words[name].replace("{model}", without_tags(speaker.model))
    # Where wrong answers are bounded, the confidence alone says which stand.
    words["lede"] = words["lede"].replace("{first}", words["first"][solution.most_wrong is not None])
    pattern = words["wrong_left"]
    plain["beside"] = [
        pattern.format(wrong=_text(speaker, stop.wrong.value, "about"), left=_text(speaker, stop.left, "count"))
        for stop in explored
    ]
    labels = [words[name] for name in ("model_right", "model_wrong", "left")]
    parts = [[as_counted(stop.found.value), as_counted(stop.wrong.value), stop.left] for stop in explored]
    plain["flow"] = {"labels": labels, "parts": parts}
    return plain


def _different(ladder: Sequence[Rung[Any]]) -> tuple[list[Rung[Any]], int]:
    """Return the budgets that buy something else than those below them, and which of them has what the plan's buys."""
    bought = [(rung.option.spend, rung.option.items, rung.option.found) for rung in ladder]
    kept = [at for at in range(len(ladder)) if not at or bought[at] != bought[at - 1]]
    return [ladder[at] for at in kept], len([at for at in kept if at <= HERE]) - 1


def _page(speaker: Nouns, stops: Sequence[ExploredStop], here: int, *, kind: str = "") -> Exploration:
    """Return what all pages have: stops as they are printed, words, signs, and how the work is done.

    ``kind``: how the keys of sentences end where models answer, with people or alone.
    """
    locale, nouns, plan, work = speaker.locale, speaker.nouns, speaker.plan, speaker.work
    words: dict[str, Any] = dict(explore_words(plan.language))
    answered = bool(kind)
    if kind == "_alone":
        words |= {name: words[name + kind] for name in ("head", "lede", "nothing", "items_axis")}
    elif not speaker.priced:
        kind += "_unpriced"
    words["lede"] = words["lede"].format(stops=_text(speaker, len(stops), "count"))
    words["sentence"], request = words[f"sentence{kind}"], words[f"request{kind}"]
    words["request"] = f"{speaker.task}. {request}" if plan.project or plan.title else request
    if speaker.n_mixed:
        words["lede"] += " " + words["checks"].format(number=_text(speaker, speaker.n_mixed, "count"))
    words["lede"] += f" {words['contingency']}" if plan.prices.computed else ""
    options = [stop.option for stop in stops]
    spans, judged = [interval(option.found) for option in options], getattr(options[-1], "judged", None)
    return {
        "language": plan.language,
        "signs": {
            "decimal": locale.decimal,
            "group": locale.thousands,
            "money": locale.money.format(number="{}", currency=speaker.prices.currency),
            "fewer": locale.fewer.format(number=1),
            "digits": speaker.prices.minor_digits,
        },
        "text": words,
        "nouns": {
            "items": [nouns.item, nouns.items],
            "found": [nouns.item, nouns.items] if answered else [nouns.entry, nouns.entries],
        },
        "here": here,
        # A target would set the stop whatever the budget.
        "targeted": plan.target is not None,
        "y": words["right_labels"] if answered else nouns.entries,
        "items": [option.items for option in options],
        "money": [float(option.spend) for option in options] if speaker.priced else None,
        # As the command line takes them.
        "budgets": [f"{stop.budget.amount:f} {stop.budget.unit}".removesuffix(" money") for stop in stops],
        "found": [as_counted(option.found.value) for option in options],
        "ends": [None if span is None else [as_counted(span.low), as_counted(span.high)] for span in spans],
        "range": [_between(speaker, span, "count") for span in spans],
        "judged": None if judged is None else [as_counted(option.judged.value) for option in options],
        "ledger": _ledger(speaker, [stop.lines for stop in stops]),
        "hours": [option.hours for option in options] if speaker.prices.timed else None,
        "work": {
            "people": plan.work.people if work is None else work.people,
            "judgements": float(plan.prices.annotators),
            "a_week": None if plan.work.hours_a_week is None else float(plan.work.hours_a_week),
            "start": plan.work.start,
        },
    }


def _ledger(speaker: Nouns, budgets: Sequence[tuple[BudgetLine, ...]]) -> Exploration | None:
    """Return the cost build-up of every stop as it is printed: the lines once, and of each stop what changes in them."""
    kinds_kept = {(line.key, line.label): line for lines in budgets for line in lines}
    full = sorted(kinds_kept.values(), key=lambda line: LAST.index(line.key) if line.key in LAST else -1)
    if not full:
        return None
    table, by_stop = lines_table(speaker, full), []
    for lines in budgets:
        printed = dict[tuple[str, str], list[str]]()
        for line in lines:
            kinds = (line.quantity, "quantity"), (line.price, "money_full"), (line.amount, "money")
            printed[line.key, line.label] = [_text(speaker, value, kind) for value, kind in kinds]
        by_stop.append([printed.get((line.key, line.label)) for line in full])
    cells = [[_text(speaker, cell, "text") for cell in row.cells] for row in table.rows]
    return {
        "heads": [without_tags(column.heading) for column in table.columns],
        "lines": [[row[0], row[2]] for row in cells[:-1]],
        "total": cells[-1][0],
        "stops": by_stop,
    }


def _text(speaker: Nouns, value: Any, kind: str) -> str:
    return show(value, kind, speaker.style)


def _between(speaker: Nouns, span: Range | None, kind: str) -> str:
    return "" if span is None else f" (95\u00a0%: {_text(speaker, span, kind)})"
