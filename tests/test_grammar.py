"""One of anything is said in the singular, in every workflow and wherever it is printed."""

import re

import pytest

from budgetplan.api import check, compare, make_report
from budgetplan.report.display import Style
from budgetplan.report.locale import heads
from budgetplan.report.wording import environment
from budgetplan.settings.build import read_plan

SEVERAL = "items entries models labels reviews rows groups answers budgets resamples hours times tasks classes seconds words idioms people"
ONE_OF_SEVERAL = re.compile(
    rf"(?<!to )(?<![\d,.])\b(?:1|[Oo]ne)[^\S\n](?:\w+[^\S\n])?(?:{'|'.join(SEVERAL.split())})\b"
)
"""A single one of what is several: "1 items", "one other models"; "0 to 1 items" is right."""
RANKED = 'positive = "y"\n[[models]]\nname = "p"\n'
PRICED = f"{RANKED}[cost]\nper_item = 1\n"
ANSWERS = '[[models]]\nname = "m"\npredicted = "says"\nconfidence = "sure"\n[answers]\nerror_weight = 1\n'
WORLDS = {
    "one item": (RANKED + '[goal]\nbudget = "1 items"\n', 0),
    "one entry": (RANKED + "[goal]\ntarget = 1\n", 0),
    "one hour": (RANKED + '[cost]\nseconds_per_item = 3600\n[goal]\nbudget = "1 hours"\n', 0),
    "one second": (RANKED + "[cost]\nseconds_per_item = 1\nhourly_rate = 36\n[goal]\nbudget = 1\n", 0),
    "net value": (PRICED + "[entry]\nvalue = 2\n", 0),
    "a list of one": (PRICED + "[goal]\nbudget = 1\n", 1),
    "a list of a size of one": (PRICED + "[list]\nsize = 1\n[goal]\nbudget = 1\n", 0),
    "a quota of one": (PRICED + '[quota]\nby = "says"\nminimum = 1\n', 4),
    "one quota of one": (RANKED + '[quota]\nby = "says"\n[quota.minimums]\ny = 1\n', 0),
    "answers of a list of one": (ANSWERS, 1),
    "answers and one review": (ANSWERS + '[goal]\nbudget = "1 items"\n', 0),
    "answers and one review of a list of one": (
        ANSWERS + "worth_of_right_answer = 2\n[cost]\nper_item = 1\n[goal]\nbudget = 1\n",
        1,
    ),
}


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("name", WORLDS)
@pytest.mark.few(3)
def test_one_is_never_several_in_what_is_printed(tmp_path, name):
    text, n_list = WORLDS[name]
    rows = [
        f"w{i},{'' if i >= 36 else 'ynnynn'[i % 6]},{(6 - i % 6) / 7 - 0.001 * i:.4f},{'ny'[i % 2]},{0.6 + 0.05 * (i % 6):.2f}"
        for i in range(36 + n_list)
    ]
    (tmp_path / "t.csv").write_text("\n".join(["id,gold,p,says,sure", *rows]) + "\n", encoding="utf-8")
    path, out = tmp_path / "plan.toml", tmp_path / "out"
    path.write_text(f'[table]\nfile = "t.csv"\nlabel = "gold"\n{text}[sure]\nresamples = 40\n', encoding="utf-8")
    plan = read_plan(str(path))
    made = make_report(plan, out=out, date="2026-11-22", formats=("html",))
    page = re.sub(
        r"<(script|style|svg).*?</\1>|<[^>]+>", " ", (out / "report.html").read_text("utf-8"), flags=re.DOTALL
    )
    printed = [made.summary, *made.warnings, compare(plan).summary, check(str(path)).text, page]
    printed += [path.read_text("utf-8") for path in out.glob("*.txt")]
    # What the user wrote is repeated as it is.
    printed = [re.sub(r"\b[a-z]+\.\w+ = [^;<\n]+", "", text) for text in printed]
    assert [found[0] for text in printed for found in ONE_OF_SEVERAL.finditer(text)] == []


NUMBERED = re.compile(r"\{\{ \w+\|(?:count|about|words|quantity) \}\}\s(?:\w+\s)?\{\{ n\.(?:items|entries)\b")


def test_no_head_has_a_plural_of_the_user_behind_a_number_that_may_be_one():
    assert {key: found[0] for key, text in heads().items() if (found := NUMBERED.search(text))} == {}


@pytest.mark.parametrize(
    ("n", "expected"),
    [(1.2, "about 1 idiom"), (0.2, "fewer than 1 idiom"), (0, "about 0 idioms"), (1000, "about 1,000 idioms")],
)
def test_a_noun_goes_with_the_number_as_it_is_printed(n, expected):
    template = environment(Style("EUR")).from_string('{{ n|of("idiom", "idioms", "about") }}')
    assert template.render(n=n) == expected


def test_the_mean_of_the_models_has_its_article_in_german_wherever_it_is_named():
    """It is called "das kombinierte Modell", so that no text may ask for another case."""
    german = heads("de")
    assert german["name.mean"].startswith("das ")
    case = r"\b(?:von|mit|bei|zu|aus|nach|neben|seit|vor|vom|zum|dem|der|des) \W*\{\{ model\b"
    places = [key for key in german if key.startswith(("defer.", "joint.", "asked."))]
    assert [key for key in places if re.search(case, german[key], re.IGNORECASE)] == []
