"""What every model is worth as a missed positive costs more, where that has a cost of its own (S24 section 4.2.2)."""

from __future__ import annotations

from budgetplan.planning.defer.error_weights import Missed
from budgetplan.report.defer.context import DeferContext
from budgetplan.report.defer.figures import model_lines
from budgetplan.report.defer.worth_words import PER
from budgetplan.report.model import Block, Figure, FilledColumn, Heading, Paragraph, Ref, Table, by_columns


def missed_blocks(context: DeferContext) -> tuple[Block, ...]:
    """Return how the models' worths change with the cost of a missed positive; nothing where it has none."""
    missed, speaker = context.selection.missed, context.speaker
    if missed is None:
        return ()
    how = speaker.say(
        "defer.missed", positive=missed.positive, cost=float(context.selection.worths.k_fn or 0)
    )
    head = Heading(speaker.say("defer.head_missed", positive=missed.positive))
    return head, Paragraph((how,)), _figure(context, missed), _table(context, missed)


def _figure(context: DeferContext, missed: Missed) -> Figure:
    speaker = context.speaker
    return Figure(
        key="figure_missed",
        kind="curve",
        title=speaker.say("defer.fig_missed", positive=missed.positive),
        alt=speaker.say("defer.fig_missed_alt", positive=missed.positive, table=Ref("missed")),
        x_label=speaker.say("defer.axis_missed", positive=missed.positive),
        y_label=speaker.say("defer.axis_worth", unit=context.words.unit),
        lines=model_lines(context, missed.costs, missed.worth),
    )


def _table(context: DeferContext, missed: Missed) -> Table:
    """Return a row a model, and a column for each cost that is shown."""
    speaker, models = context.speaker, context.ordered
    columns: list[FilledColumn] = [
        ("model", speaker.say("defer.c_model"), "text", [one.name for one in models])
    ]
    for place in missed.shown.nonzero()[0].tolist():
        cost = float(missed.costs[place])
        values = [float(missed.worth[one.name][place]) * PER for one in models]
        columns.append((f"at_{cost:g}", speaker.say("defer.c_missed", cost=cost), "gap", values))
    strong = [one is context.selection.chosen for one in models]
    notes = (speaker.say("defer.missed_how"),)
    return by_columns("missed", speaker.say("defer.t_missed"), columns, strong=strong, notes=notes)
