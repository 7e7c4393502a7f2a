"""Ids, labels, encodings and orders that a program changed on the way: refused with the cause, and each remedy works."""

import json
import re
import shlex
import tomllib
from pathlib import Path

import numpy as np
import pytest
from commands import ended

pytestmark = pytest.mark.usefixtures("here", "plan_alone", "undrawn")


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*words, code=0):
    done = ended(*words)
    assert done.exit_code == code, done.output
    return done.stderr if "--json-errors" in words else done.output


def write(name, header, *columns, codec="utf-8"):
    rows = [";".join(cells) for cells in zip(*columns, strict=True)]
    Path(name).write_bytes(("\n".join([header, *rows]) + "\n").encode(codec))


N = 200
TWEETS = [str(1_234_563_452_359_492_539 + 2_323_456_789_123 * n) for n in range(N)]
CHANGES = {
    "leading zeros": ([f"{n:05d}" for n in range(N)], lambda name: str(int(name))),
    "a power of ten": (TWEETS, lambda name: f"{float(name):.5E}"),
    "a power of ten with a comma": (TWEETS, lambda name: f"{float(name):.5E}".replace(".", ",")),
    "fifteen digits": (TWEETS, lambda name: name[:15] + "0" * (len(name) - 15)),
    "floats": (TWEETS, lambda name: repr(float(name))),
    "whole floats": (TWEETS, lambda name: str(int(float(name)))),
    "a decimal": ([str(n) for n in range(N)], lambda name: f"{name}.0"),
    "round numbers": ([str(100_000 * n) for n in range(1, N + 1)], lambda name: f"{int(name):.0e}"),
}
SCORES = [f"{0.5 * (n % 3 == 0) + n * 37 % N / (2 * N):.4f}" for n in range(N)]
LABELS = ["yes" if n % 3 == 0 else "no" for n in range(N)]
SAID = ("--id", "item_id", "--label", "gold", "--positive", "yes", "--model", "p")
APART = ("check", "t.csv", *SAID, "--set", "table.labels=l.csv")


@pytest.mark.parametrize("kind", CHANGES)
def test_labels_whose_ids_a_spreadsheet_changed_are_refused_with_the_cause(kind):
    names, change = CHANGES[kind]
    write("t.csv", "item_id;p", names, SCORES)
    write("l.csv", "item_id;gold", [*names[:60], *map(change, names[60:100])], LABELS[:100])
    told = run(*APART, code=4)
    assert "l.csv: a spreadsheet, or a program that mistakes ids for numbers, has changed" in told


@pytest.mark.parametrize("kind", ["leading zeros", "fifteen digits"])
def test_a_log_whose_ids_were_changed_is_refused_with_the_cause(kind):
    names, change = CHANGES[kind]
    write("t.csv", "item_id;p;gold", names, SCORES, [*LABELS[:100], *[""] * 100])
    run("queue", "t.csv", *SAID, "--budget", "40 items", "--for", "csv")
    packet = Path("queue/packets/packet-001.csv").read_text(encoding="utf-8-sig").splitlines()[1:]
    judged = [change(line.split(";")[0]) for line in packet]
    write("log.csv", "item_id;gold", judged, ["no"] * len(judged))
    told = run("progress", "t.csv", "log.csv", *SAID, "--budget", "40 items", code=4)
    assert "has changed 40 of 40 ids: here" in told


def test_ids_that_are_other_numbers_are_other_items():
    write("t.csv", "item_id;p", TWEETS, SCORES)
    others = [*TWEETS[:100], str(int(TWEETS[100]) + 1)]
    write("l.csv", "item_id;gold", others, LABELS[:101])
    assert f"left out: 1 ({others[-1]})" in run(*APART)


@pytest.mark.parametrize(("n_other", "code"), [(1, 0), (2, 4)])
def test_no_more_than_one_label_in_a_hundred_is_lost_in_passing(n_other, code):
    names = [f"w{at}" for at in range(N)]
    write("t.csv", "item_id;p", names, SCORES)
    write("l.csv", "item_id;gold", [*names[:99], *"xy"[:n_other]], LABELS[: 99 + n_other])
    told = run(*APART, code=code)
    assert ("l.csv: of 101 labels some are for items that the table does not have: 2 (x, y)" in told) == (code > 0)


def save_answers(n_classes, seed=1, sure=2.0):
    """Write labels c0, c1 ...; return the labels and probabilities that know of them, a column a class as sorted."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(n_classes, size=400)
    odds = rng.normal(size=(400, n_classes)) + sure * np.eye(n_classes)[truth]
    write("t.csv", "gold", [f"c{code}" for code in truth])
    return truth, np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True)


ARRAY = ("check", "t.csv", "--label", "gold", "--array", "m=m.npy", "--error-weight", "4")


@pytest.mark.parametrize("classes", ["sorted", "c0,c1"])
def test_two_swapped_columns_are_refused_and_the_order_that_is_named_is_taken(classes):
    np.save("m.npy", save_answers(2)[1][:, ::-1])
    told = run(*ARRAY, "--classes", classes, code=4)
    assert re.search(r"m\.npy: .* another order: .*c0 fits c1, c1 fits c0.*--classes c1,c0", told)
    run(*ARRAY, "--classes", "c1,c0")


def test_where_one_of_several_arrays_has_another_order_a_file_beside_it_says_so():
    _, proba = save_answers(3)
    np.save("m.npy", proba)
    np.save("b.npy", proba[:, [2, 0, 1]])
    words = (*ARRAY, "--array", "b=b.npy")
    told = run(*words, "--classes", "sorted", code=4)
    assert ("b.npy" in told, "m.npy:" in told) == (True, False)
    for name, order in (("m", "c0\nc1\nc2\n"), ("b", "c2\nc0\nc1\n")):
        Path(f"{name}.classes.txt").write_text(order, encoding="utf-8")
    run(*words)
    Path("b.classes.txt").write_text("c0\nc1\nc2\n", encoding="utf-8")
    assert "correct the order in b.classes.txt: c2, c0, c1" in run(*words, code=4)


def test_the_columns_of_a_table_are_held_to_their_names():
    truth, proba = save_answers(4)
    columns = [[f"c{code}" for code in truth], *([repr(float(p)) for p in each] for each in proba.T)]
    words = ("check", "t.csv", "--label", "gold", "--probabilities", "m=p", "--error-weight", "4")
    for header, code in (("p:c0;p:c1;p:c2;p:c3", 0), ("p:c0;p:c2;p:c1;p:c3", 4)):
        write("t.csv", f"gold;{header}", *columns)
        told = run(*words, code=code)
    assert "c2 fits c1, c1 fits c2" in told


@pytest.mark.parametrize(("n_classes", "seed"), [(2, 0), (3, 1), (12, 2)])
def test_a_model_that_knows_nothing_fits_no_order_better(n_classes, seed):
    np.save("m.npy", save_answers(n_classes, seed, sure=0.0)[1])
    done = ended(*ARRAY, "--classes", "sorted")
    assert "another order" not in done.output


NAMES = ("complaint", "old praise", "caf\u00e9")
FORMS = {
    "capitals": ("complaint", "Complaint"),
    "two spaces": ("old praise", "old  praise"),
    "accents": ("caf\u00e9", "cafe\u0301"),
    "capitals and accents": ("caf\u00e9", "CAFE\u0301"),
}
MODELS = {
    "predicted": 'predicted = "said"\nconfidence = "sure"',
    "predicted alone": 'predicted = "said"',
    "probabilities": 'probabilities = "q"',
}


def write_said(label, answer, names=NAMES):
    """Write a table in which a model answers so where it means this label, and is right four times of five."""
    called = {name: name for name in names} | {label: answer}
    rows = ["item_id,label,said,sure," + ",".join(f"q:{called[name]}" for name in names)]
    for at in range(120):
        guess = names[(at + (at % 5 == 0)) % len(names)]
        shares = [f"{0.9 if name == guess else 0.1 / (len(names) - 1):.3f}" for name in names]
        rows.append(f"i{at:03},{names[at % len(names)]},{called[guess]},0.{at + 500},{','.join(shares)}")
    Path("t.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")


def write_model(kind):
    Path("plan.toml").write_text(
        f'[table]\nfile = "t.csv"\nlabel = "label"\nid = "item_id"\n[[models]]\nname = "m"\n{MODELS[kind]}\n'
        '[answers]\nunit = "money"\nright = "1"\nwrong = "-3"\nreview_cost = "0.1"\n',
        encoding="utf-8",
    )


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.few(5)
def test_an_answer_that_differs_from_a_label_in_its_form_alone_is_no_class_and_each_remedy_works(form, model):
    label, answer = FORMS[form]
    write_said(label, answer)
    write_model(model)
    [problem] = json.loads(run("check", "plan.toml", "--json-errors", code=4))
    advice, _, words = problem["todo"].partition("if they are two classes, use ")
    assert advice == "write both alike; "
    run("check", "plan.toml", *shlex.split(words))
    write_said(label, label)
    run("check", "plan.toml")


def test_labels_of_people_that_differ_so_are_classes_of_a_model_too():
    write_said("may", "may", ("may", "May", "march"))
    write_model("predicted")
    run("check", "plan.toml")


def test_what_is_said_beside_a_probability_and_in_a_draft_is_told_with_the_label_it_looks_like():
    write_said("complaint", "Complaint", ("complaint", "praise"))
    model = 'positive = ["complaint"]\n[[models]]\nname = "sure"\nsays = "said"'
    Path("plan.toml").write_text(f'[table]\nfile = "t.csv"\nlabel = "label"\nid = "item_id"\n{model}\n')
    assert "Complaint differs from the label complaint in capitals" in run("check", "plan.toml", code=4)
    lines = Path("t.csv").read_text(encoding="utf-8").splitlines()
    Path("t.csv").write_text("\n".join(",".join(line.split(",")[:3]) for line in lines), encoding="utf-8")
    run("init", "t.csv", "--out", "p.toml")
    text = Path("p.toml").read_text(encoding="utf-8")
    assert "Complaint differs from the label complaint in capitals: write both alike" in " ".join(
        text.replace("#", "").split()
    )
    tomllib.loads(text)


WORDS = ["żółw", "źdźbło", "łódka", "wąż", "kość", "święto", "człowiek", "dziękuję", "późno", "książka", "już", "mąż"]
IDS = [f"{WORDS[at % 12]}{at:02}" for at in range(60)]
FITTING = ("windows-1250", "iso-8859-2", "windows-1252")
BESIDE = {
    "labels": ("label", lambda at: "tak" if at % 3 else "nie", ""),
    "costs": ("price", lambda _: "0.5", 'cost = "price"'),
    "sample": ("weight", lambda at: str(1 + at % 2), ""),
}
CODECS = [
    # How a table and a file beside it are written, and which of the two has to be asked about.
    ("utf-8", "windows-1250", "b.csv"),
    ("windows-1250", "utf-8", "t.csv"),
    ("iso-8859-2", "iso-8859-2", "t.csv"),
    ("utf-16", "windows-1250", "b.csv"),
    ("utf-8", "utf-8-sig", ""),
]


def write_beside(key, table, beside):
    """Write a table, a file beside it, and a plan of both."""
    name, value, more = BESIDE[key]
    scores, labels = [f"0.{at + (400 if at % 3 else 100)}" for at in range(60)], BESIDE["labels"][1]
    header, columns = "slowo;p", [IDS, scores]
    if key != "labels":
        header, columns = f"{header};label", [*columns, [labels(at) for at in range(60)]]
    write("t.csv", header, *columns, codec=table)
    further = (";stratum", ["all"] * 60) if key == "sample" else ("",)
    write("b.csv", f"slowo;{name}{further[0]}", IDS, [value(at) for at in range(60)], *further[1:], codec=beside)
    Path("plan.toml").write_text(
        f'[table]\nfile = "t.csv"\nid = "slowo"\n{key} = "b.csv"\n{more}\nlabel = "label"\npositive = ["tak"]\n'
        f'[[models]]\nname = "p"\n' + ("[cost]\ncurrency = 'EUR'\n" if key == "costs" else "")
    )


@pytest.mark.parametrize(("table", "beside", "asked"), CODECS)
@pytest.mark.parametrize("key", BESIDE)
@pytest.mark.few(5)
def test_an_encoding_is_asked_once_and_the_remedy_reads_both_files(key, table, beside, asked):
    write_beside(key, table, beside)
    words = ()
    if asked:
        [problem] = json.loads(run("check", "plan.toml", "--json-errors", code=4))
        assert problem["file"].endswith(asked)
        assert all(f'" in {name}' in problem["wrong"] and name in problem["todo"] for name in FITTING)
        words = ("--set", f"table.encoding={beside if asked == 'b.csv' else table}")
    assert "Items without" not in run("check", "plan.toml", *words)
    if key == "labels":
        draft = ("init", "t.csv", "--out", "draft.toml", "--set", "table.labels=b.csv")
        if asked:
            assert all(name in run(*draft, code=4) for name in FITTING)
        run(*draft, *words)
        run("check", "draft.toml", "--positive", "tak")


def test_an_encoding_that_is_said_holds_for_no_file_of_plain_letters_and_stays_where_another_needs_it():
    write_beside("labels", "utf-16-le", "utf-8")
    run("check", "plan.toml", "--set", "table.encoding=utf-16-le")
    write_beside("labels", "windows-1250", "windows-1250")
    told = run("check", "plan.toml", "--set", "table.encoding=ascii", code=4)
    assert "save the table as CSV UTF-8" in told
    assert "leave out table.encoding" not in told
