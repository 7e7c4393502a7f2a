"""What a reader with a calculator finds wrong in the text of a report: lines that don't multiply, columns that don't add up.

It reads the printed page alone, as its text comes out of the PDF (cells two spaces apart at least), and knows of the
program only the words of some headings.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from itertools import pairwise

WORDS = {
    "en": {
        "costs": "Unit price",
        "gain": "Gain by tenth of the list",
        "ladder": "What less or more money would buy",
        "years": "The budget by year",
        "total": "Total",
    },
    "de": {
        "costs": "Einzelpreis",
        "gain": "Ausbeute nach Zehnteln der Liste",
        "ladder": "Was weniger oder mehr Geld brächte",
        "years": "Das Budget nach Jahren",
        "total": "Summe",
    },
}
"""Words of the headings of tables, and of the last row of some, by language."""
CENT = Decimal("0.01")
_NUMBERS = {
    "en": re.compile(r"(?<![\w.,])[−-]?\d{1,3}(?:,\d{3})*(?:\.\d+)?(?![\w.,]*\w)"),
    "de": re.compile(r"(?<![\w.,])[−-]?\d{1,3}(?:\.\d{3})*(?:,\d+)?(?![\w.,]*\w)"),
}
_LONG = 45
"""A line of more letters without a gap is of running text, no name in a table."""
_GAP = re.compile(r"\s{2,}")


def numbers(text: str, language: str) -> list[Decimal]:
    """Return the numbers of a line as its language writes them.

    >>> numbers("Judgements   1,234   judgements   0.25   308.50", "en")
    [Decimal('1234'), Decimal('0.25'), Decimal('308.50')]
    >>> numbers("Urteile   1.234   Urteile   0,25   −308,50", "de")
    [Decimal('1234'), Decimal('0.25'), Decimal('-308.50')]
    """
    thousands, point = (",", ".") if language == "en" else (".", ",")
    found = _NUMBERS[language].findall(text)
    return [Decimal(one.replace(thousands, "").replace(point, ".").replace("−", "-")) for one in found]


def rows_of(text: str, heading: str, n_cells: int) -> list[list[str]]:
    """Return the rows of the table below a heading: lines of so many cells or more, up to the next that is none.

    What is left of a name that takes two lines, and of the table's own head, is passed over.

    >>> rows_of("Head of it\\n\\nA   B   C\\na   1   2\\nof a\\nb   3   4\\n\\nSome words.\\nc   5   6", "Head of it", 3)
    [['a', '1', '2'], ['b', '3', '4']]
    """
    found: list[list[str]] = []
    for line in text.partition(heading)[2].splitlines()[1:]:
        cells = _GAP.split(line.strip())
        if len(cells) >= n_cells and any(sign.isdigit() for sign in cells[1] + cells[-1]):
            found.append(cells)
        elif found and len(cells) == 1 and (len(cells[0]) > _LONG or cells[0].endswith((".", ":"))):
            break
    return found


def faults(text: str, language: str, coin: Decimal = CENT) -> list[str]:
    """Return what is wrong in any table of a report that a calculator can check.

    >>> faults("Work   Quantity   Unit   Unit price   Amount\\nA   2   items   3   6.00\\nTotal   7.00", "en")
    ['costs: the lines add up to 6.00, the total is 7.00']
    """
    words = WORDS[language]
    return [
        f"{name}: {fault}"
        for name, check in _CHECKS.items()
        if words[name] in text
        for fault in check(text, language, coin)
    ]


def cost_faults(text: str, language: str, coin: Decimal = CENT) -> list[str]:
    """Return what is wrong in the cost build-up.

    >>> page = "Work   Quantity   Unit   Unit price   Amount\\nA   77   items   0.25   19.25\\nTotal   19.25"
    >>> cost_faults(page, "en"), cost_faults(page.replace("77", "78"), "en")
    ([], ['A: 78 x 0.25 is 19.50, printed 19.25'])
    """
    words, wrong, sums = WORDS[language], [], Decimal(0)
    for line in text.partition(words["costs"])[2].splitlines()[1:]:
        found, cells = numbers(line, language), _GAP.split(line.strip())
        if cells[0] == words["total"]:
            return wrong + [f"the lines add up to {sums}, the total is {found[-1]}"] * (found[-1] != sums)
        if len(cells) < 4:  # what is left of a name that takes two lines
            continue
        quantity, price, amount = numbers(cells[1], language)[0], found[-2], found[-1]
        if abs(quantity * price - amount) > coin / 2:
            wrong.append(f"{cells[0]}: {quantity} x {price} is {quantity * price}, printed {amount}")
        sums += amount
    return [*wrong, "no total"]


def total_of(text: str, language: str) -> Decimal | None:
    """Return the total of the cost build-up, None without one.

    >>> total_of("Total   7\\nUnit price\\nTotal   1,019.20", "en")
    Decimal('1019.20')
    """
    for line in text.partition(WORDS[language]["costs"])[2].splitlines():
        if _GAP.split(line.strip())[0] == WORDS[language]["total"]:
            return numbers(line, language)[-1]
    return None


def year_faults(text: str, language: str, coin: Decimal = CENT) -> list[str]:
    """Return what is wrong in the budget by year: each line and each year adds up.

    >>> page = "The budget by year\\nWork   Year 1   Year 2   Total\\nA   2.00   1.00   3.00\\nTotal   2.00   1.00   3.00"
    >>> year_faults(page, "en"), year_faults(page.replace("Total   2.00", "Total   3.00"), "en")
    ([], ['Total: 3.00, 1.00 are not 3.00', 'column 1: its sum is 2.00, printed 3.00'])
    """
    rows = rows_of(text, WORDS[language]["years"], 3)
    last = next(place for place, row in enumerate(rows) if row[0] == WORDS[language]["total"])
    rows = [row for row in rows[: last + 1] if all(numbers(cell, language) for cell in row[1:])]
    told = [[numbers(cell, language)[0] for cell in row[1:]] for row in rows]
    wrong = [
        f"{row[0]}: {', '.join(map(str, one[:-1]))} are not {one[-1]}"
        for row, one in zip(rows, told, strict=True)
        if sum(one[:-1]) != one[-1]
    ]
    for place, column in enumerate(zip(*told, strict=True), start=1):
        if sum(column[:-1]) != column[-1]:
            wrong.append(f"column {place}: its sum is {sum(column[:-1])}, printed {column[-1]}")
    return wrong


def gain_faults(text: str, language: str, coin: Decimal = CENT) -> list[str]:
    """Return what is wrong in the gain by tenth: tenth, items so far, new, interval, found so far, gain, cost.

    Counts are rounded each for itself, so that a sum of two may be off by one.

    >>> page = "Gain by tenth of the list\\n1   9   30   20 to 40   30   67 %   9.00\\n2   18   10   5 to 15   45   100 %   18.00"
    >>> gain_faults(page, "en")
    ['tenth 2: 30 and 10 are not 45']
    """
    rows = [row for row in rows_of(text, WORDS[language]["gain"], 6) if row[0].isdigit()][:10]
    told = [[int(numbers(row[place], language)[0]) for place in (2, 4)] for row in rows]
    wrong = [] if [row[0] for row in rows] == [str(one + 1) for one in range(len(rows))] else ["no ten rows"]
    for place, ((_, before), (new, so_far)) in enumerate(pairwise([[0, 0], *told]), start=1):
        if abs(before + new - so_far) > 1:
            wrong.append(f"tenth {place}: {before} and {new} are not {so_far}")
    return wrong


def ladder_faults(text: str, language: str, coin: Decimal = CENT) -> list[str]:
    """Return what is wrong in what less or more money would buy: money, items, cost, found, interval, share, per further.

    >>> page = "What less or more money would buy\\nhalf   9   9.00   30   20 to 40   67 %\\nall   18   18.00   45   30 to 60   100 %   0.90"
    >>> ladder_faults(page, "en")
    ['all: 9.00 for 15 more is 0.56 to 0.64 each, printed 0.90']
    """
    rows = [row for row in rows_of(text, WORDS[language]["ladder"], 6) if "%" in row[5]]
    wrong = [] if len(rows) > 1 else ["no rows"]
    for before, row in pairwise(rows):
        if len(row) < 7 or not numbers(row[6], language):  # nothing further is found
            continue
        cost, found = (numbers(row[place], language)[0] - numbers(before[place], language)[0] for place in (2, 3))
        per = numbers(row[6], language)[0]
        low, high = cost / (found + 1), cost / (found - 1) if found > 1 else Decimal("Infinity")
        if not low - coin <= per <= high + coin:
            wrong.append(f"{row[0]}: {cost} for {found} more is {low:.2f} to {high:.2f} each, printed {per}")
    return wrong


_CHECKS: dict[str, Callable[[str, str, Decimal], list[str]]] = {
    "costs": cost_faults,
    "years": year_faults,
    "gain": gain_faults,
    "ladder": ladder_faults,
}
