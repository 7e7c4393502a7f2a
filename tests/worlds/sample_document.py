"""An invented document with every kind of block, plain or with names that try to do harm."""

from __future__ import annotations

import math
from decimal import Decimal

from markupsafe import Markup

from budgetplan.report.model import (
    Bar,
    Document,
    Facts,
    Figure,
    Heading,
    Line,
    Marker,
    Paste,
    Prose,
    Range,
    Row,
    Section,
    Stack,
    Table,
    TableColumn,
    Tile,
    Tiles,
)
from budgetplan.report.wording import escaped

AUTHOR = "An Invented Applicant"
LEDE = (
    "This buys about <strong>2,880 dictionary entries</strong>, 97 % of those in the list. {} has a higher F1 (0.787 "
    "against 0.661), yet for the same money it finds 360 entries fewer (95 % interval 228 to 504)."
)
REQUEST = (
    "<strong>Annotation of idiom candidates, EUR 8,319.20.</strong> We request EUR 8,319.20 to have 9,600 candidate "
    "expressions judged by people. two trained annotators judge each candidate independently; an adjudicator settles "
    "the 12 % on which they disagree. One candidate costs EUR 0.752, and 9,600 candidates cost EUR 7,219.20. No "
    "contingency is included."
)
QUANTITY = (
    "The quantity follows from a measured trade-off. Candidates are ranked by {}, chosen among three. We expect 2,880 "
    "dictionary entries (95 % interval 2,544 to 3,216), 97 % of those in the list. Reviewing a further 2,400 "
    "candidates would add about 48 entries at EUR 37.60 each."
)
SURE = (
    "<ul><li>Model: firm. {} beats {} at this budget in all of 2,000 resamples of the labelled data.</li>"
    "<li>Stopping point: firm. The next step costs EUR 37.60 for each entry. The project values an entry at EUR 12.00.</li>"
    "<li>Amount: rests on 45 seconds per decision, timed on 300 candidates. At 55 seconds it is EUR 9,631.20.</li>"
    "<li>Not covered: a list whose texts differ from the 2,000 labelled candidates.</li></ul>"
)
GLOSSARY = (
    '<dl class="terms"><dt>Candidate</dt><dd>An item on the ranked list that a person may accept or reject.</dd>'
    "<dt>Gain</dt><dd>The number of entries found in a part of the list.</dd></dl>"
)
HOSTILE = (
    "<script>alert(1)</script> {{ 7*7 }} $x^2$ & co",
    '=cmd()|"/c calc" {% raw %} %s \\frac',
    "نموذج الكلمات الدخيلة",
    "mɔˈdɛl ʔa̰ t͡ʃʼ ŋ̊ e᷄ ɖʐ",
    "a very long model name of forty letters!!",
)
TENTHS = (1692, 684, 276, 228, 48, 24, 12, 0, 12, 0)
UNIT = Decimal("0.752")


def paragraph(sentences, role="body"):
    """Return sentences as a template would say them."""
    html = Markup(" ").join(sentences)
    return Prose(Markup("<p>{}</p>").format(html) if role == "body" else html, role)


def say(text: str, *names: str) -> Markup:
    """Return a sentence of the sample, with names that a user gave."""
    kept = text.replace("EUR ", "EUR\u00a0").replace(" %", "\u00a0%")
    return Markup(kept).format(*map(plain, names))


def title_of(name: str) -> Markup:
    return say("Review the 9,600 candidates that {} ranks highest, then stop: EUR 8,319.20", name)


plain = escaped


def sample(
    names: tuple[str, str, str] = ("model B", "model A", "model C"), project: str = "Idiom dictionary"
) -> Document:
    """Return a document like a real one, with invented numbers."""
    return Document(
        kind="report",
        title=title_of(names[0]),
        subject=plain("Annotation budget: decision report"),
        project=project,
        author=AUTHOR,
        date="2026-11-20",
        identifier="BP-488b43a4",
        currency="EUR",
        minor_digits=2,
        sections=(
            first_section(names, project),
            justification(names),
            stopping(names),
            assumptions(),
            splits(names[0]),
        ),
    ).numbered()


def hostile() -> Document:
    """Return the document with names that are markup, formulas, other scripts, or very long."""
    return sample((HOSTILE[4], HOSTILE[0], HOSTILE[3]), f"{HOSTILE[2]} {HOSTILE[1]}")


def first_section(names: tuple[str, str, str], project: str) -> Section:
    best, second, _ = names
    return Section(
        "decision",
        (
            paragraph(
                (say("<strong>{}</strong> · {} · 20 November 2026 · Report BP-488b43a4", project, AUTHOR),), "kicker"
            ),
            Heading(title_of(best), 1),
            paragraph((say(LEDE, second),), "lede"),
            Tiles(
                (
                    Tile(plain("Amount"), 8319.2, "money", plain("318 paid hours")),
                    Tile(plain("Candidates to review"), 9600, "count", plain("of 24,000 in the list")),
                    Tile(plain("Entries expected"), 2879.6, "count", plain("2,544 to 3,216 (95\u00a0%)")),
                    Tile(plain("Cost per entry"), 2.889, "money", plain("2.59 to 3.27 (95\u00a0%)")),
                )
            ),
            gain_figure(names),
            options_table(),
            Heading(plain("How sure is this?"), 2),
            Prose(say(SURE, best, second), "points"),
        ),
        one_page=True,
    )


def gain_figure(names: tuple[str, str, str]) -> Figure:
    x = tuple(float(120 * i) for i in range(201))
    curves = {
        "recommended": tuple(2976 * (1 - math.exp(-v / 2900)) for v in x),
        "second": tuple(min(2976 * (1 - math.exp(-v / 1500)), 2150.0) + 826 * (v / 24000) ** 1.2 * (v > 0) for v in x),
        "third": tuple(2976 * (1 - math.exp(-v / 7000)) * (1 + 0.03 * v / 24000) for v in x),
        "other": tuple(2976 * (v / 24000) ** 0.8 for v in x),
        "perfect": tuple(min(v, 2976.0) for v in x),
        "random": tuple(2976 * v / 24000 for v in x),
    }
    labels = (f"{names[0]}, recommended (band: 95\u00a0% interval)", f"{names[1]}, best F1", names[2])
    roles = ("recommended", "second", "third", "other", "perfect", "random")
    all_names = (*labels, "frequency of the head word", "perfect order", "random order")
    lines = []
    for role, name in zip(roles, all_names, strict=True):
        y = curves[role]
        band = {"low": tuple(v * 0.89 for v in y), "high": tuple(v * 1.11 for v in y)} if role == "recommended" else {}
        label = None if role == "other" else plain(name)
        lines.append(Line(name, x, y, role, label=label, **band))
    return Figure(
        "gain",
        "gain",
        plain("From 20\u00a0% of the list on, the recommended model finds most entries for the money"),
        plain("Line chart of entries found against candidates reviewed for three models. Numbers: Tables 1 and 4."),
        plain("Candidates reviewed, best-ranked first (number)"),
        plain("Entries found (number)"),
        lines=tuple(lines),
        markers=(Marker(9600, curves["recommended"][80], plain("Stop: 9,600 candidates, 2,868 entries")),),
        top=tuple((v, 1100.0 + v * 0.76) for v in (0.0, 12000.0, 24000.0)),
        top_label=plain("Cost of this review (EUR)"),
    )


OPTIONS = (
    ("20\u00a0%", 4800, 4638.4, 2376, Range(2088, 2652), 0.7984, 2.64),
    ("30\u00a0%", 7200, 6478.8, 2652, Range(2340, 2940), 0.8911, 6.54),
    ("40\u00a0%, recommended", 9600, 8319.2, 2880, Range(2544, 3216), 0.9677, 7.92),
    ("50\u00a0%", 12000, 10159.6, 2928, Range(2604, 3264), 0.9839, 37.6),
    ("100\u00a0%", 24000, 19364.0, 2976, Range(2640, 3336), 1.0, None),
)


def options_table() -> Table:
    return Table(
        "options",
        plain("What less or more money would buy"),
        (
            TableColumn("share_of_list", plain("Review the top"), "text"),
            TableColumn("items", plain("Candidates"), "count"),
            TableColumn("amount", plain("Amount"), "money", "EUR"),
            TableColumn("entries", plain("Entries"), "count"),
            TableColumn("interval", plain("95\u00a0% interval"), "count"),
            TableColumn("share", plain("Share of all"), "share"),
            TableColumn("last", plain("Per entry, last tenth"), "money", "EUR"),
        ),
        tuple(Row((*row[:6], "none found" if row[6] is None else row[6]), strong=row[1] == 9600) for row in OPTIONS),
    )


def justification(names: tuple[str, str, str]) -> Section:
    work = (
        ("Annotators, two independent decisions per candidate", "9,600 × 2 × 45 s", 240, 24, Decimal("5760.00")),
        ("Adjudicator, disagreements only", "9,600 × 12\u00a0% × 120 s", 38.4, 38, Decimal("1459.20")),
        ("Annotators, training and calibration round", "2 people × 12 h", 24, 24, 576),
        ("Lead linguist, guidelines and supervision", "1 person × 10 h", 10, 38, 380),
        ("Annotators, blind re-check of 5\u00a0%", "480 × 45 s", 6, 24, 144),
    )
    return Section(
        "justification",
        (
            Heading(plain("Budget justification"), 2),
            paragraph((plain("Ready to paste. Every figure multiplies out from Table 2."),), "kicker"),
            Paste(((say(REQUEST),), (say(QUANTITY, names[0]),))),
            Table(
                "cost",
                plain("Cost build-up (EUR, 2027 rates, employer cost, no VAT, no overhead)"),
                (
                    TableColumn("work", plain("Work"), "text"),
                    TableColumn("basis", plain("Quantity"), "text"),
                    TableColumn("hours", plain("Hours"), "hours"),
                    TableColumn("rate", plain("Rate per hour"), "money_full"),
                    TableColumn("amount", plain("Amount"), "money"),
                ),
                (*(Row(row) for row in work), Row(("Total requested", None, 318.4, None, 8319.2), total=True)),
                notes=(plain("Rates: university pay scale 2027."),),
            ),
            options_figure(),
            paragraph((plain("The labelled sample is small: see the assumptions."),), "warning"),
        ),
        new_page=True,
    )


def options_figure() -> Figure:
    return Figure(
        "choices",
        "options",
        plain("Less money misses entries; more money finds few new ones"),
        plain("Interval chart of the entries expected at five amounts of review. Numbers: Table 1."),
        plain("Dictionary entries found (number), with 95\u00a0% interval"),
        plain(""),
        bars=tuple(Bar(say(f"{row[0]}: EUR {row[2]:,.2f}"), row[3], row[4], strong=row[1] == 9600) for row in OPTIONS),
    )


def stopping(names: tuple[str, str, str]) -> Section:
    rows, bars, total = [], [], 0
    for tenth, new in enumerate(TENTHS, start=1):
        total += new
        each = 2400 * float(UNIT) / new if new else None
        interval = Range(max(0, new * 0.7 - 12), new * 1.25 + 24)
        shown = "none found" if each is None else each
        cells = (tenth, 2400 * tenth, new, interval, total, total / 2976, 2400 * tenth * UNIT, shown)
        rows.append(Row(cells, strong=tenth == 4))
        ends = None if each is None else Range(each * 0.75, each * 1.6)
        note = plain("none found") if each is None else None
        bars.append(Bar(plain(str(10 * tenth)), each, ends, note, strong=tenth == 4, filled=tenth < 5))
    return Section(
        "stopping",
        (
            Heading(plain("Where to stop"), 2),
            paragraph((plain("The models were compared by what a reviewer finds, not by F1."), plain("Then we stop."))),
            Figure(
                "steps",
                "steps",
                plain("After 40\u00a0% of the list one more entry costs three times its worth"),
                plain("Bar chart of the cost of one more entry for each tenth of the list. Numbers: Table 3."),
                plain("Share of the list reviewed after this step (%)"),
                plain("Cost of one more entry (EUR)"),
                caption=plain("Vertical lines: 95\u00a0% interval. White bars are not bought."),
                bars=tuple(bars),
                level=12,
                level_label=say("Value of one entry: EUR 12.00"),
            ),
            Table(
                "tenths",
                plain(f"Gain by tenth of the list, {names[0]}"),
                (
                    TableColumn("tenth", plain("Tenth"), "count"),
                    TableColumn("items", plain("Candidates so far"), "count"),
                    TableColumn("new", plain("New entries"), "count"),
                    TableColumn("interval", plain("95\u00a0% interval"), "count"),
                    TableColumn("entries", plain("Entries so far"), "count"),
                    TableColumn("share", plain("Share of all"), "share"),
                    TableColumn("cost", plain("Cost so far"), "money", "EUR"),
                    TableColumn("each", plain("Per new entry"), "money", "EUR"),
                ),
                tuple(rows),
            ),
        ),
    )


def assumptions() -> Section:
    return Section(
        "assumptions",
        (
            Heading(plain("Assumptions"), 2),
            Table(
                "assumptions",
                plain("Each assumption, where it comes from, and what it would change"),
                (
                    TableColumn("no", plain("No."), "count"),
                    TableColumn("what", plain("Assumption"), "sentence"),
                    TableColumn("source", plain("Source"), "text"),
                    TableColumn("wrong", plain("If wrong"), "sentence"),
                ),
                tuple(
                    Row((i + 1, plain(text), text, say("Value of one entry: EUR 12.00")))
                    for i, text in enumerate(HOSTILE)
                ),
            ),
            Heading(plain("Glossary"), 2),
            Prose(say(GLOSSARY), "glossary"),
            Heading(plain("How to reproduce this report"), 3),
            Facts((("Command", "budgetplan report --config idioms.toml"), ("sha256", "3f1c9a02" * 8))),
        ),
    )


PARTS = ("answered alone and right", "answered alone and wrong", "reviewed by people", "left without a label")


def split_figure(name: str = "model B") -> Figure:
    """Return bars with large and with very small parts."""
    rows = (
        ("EUR\u00a02,000", (6000.0, 480.0, 1100.0, 2420.0)),
        ("EUR\u00a05,000, recommended", (4380.0, 92.4, 5200.0, 327.6)),
        (f"EUR\u00a07,500, {name}", (2400.0, 14.0, 7586.0, 0.0)),
        ("EUR\u00a09,000", (0.0, 0.0, 10000.0, 0.0)),
    )
    return Figure(
        "split",
        "split",
        plain("A higher budget replaces wrong answers by reviewed items"),
        plain("Stacked bars of what becomes of the items at four budgets. Numbers: Table 3."),
        plain("Items (number)"),
        plain(""),
        stacks=tuple(Stack(plain(label), parts, strong="recommended" in label) for label, parts in rows),
        part_labels=tuple(plain(part) for part in PARTS),
    )


def splits(name: str) -> Section:
    """Return both figures as a section."""
    return Section("splits", (split_figure(name),))
