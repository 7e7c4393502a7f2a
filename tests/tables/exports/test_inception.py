"""INCEpTION: a row for each annotation of the user's own layer; annotations name their items, or their lines do."""

import csv
import json
from pathlib import Path

import pytest
from export_world import column
from log_world import logged, written

from budgetplan.errors import BadDataError

DOCUMENT = Path(__file__).parents[2] / "tools" / "fixtures" / "inception" / "candidates.json"
LINES = "line\titem_id\r\n1\ts-1\r\n"


def test_every_annotation_is_a_row(read):
    frame, header, _ = read(DOCUMENT.read_bytes(), "d.json", ("label", "text"), ("score",))
    assert {"item_id", "label", "score", "text", "begin"} <= {*header}
    with (DOCUMENT.parents[1] / "r" / "row_names.csv").open(encoding="utf-8", newline="") as file:
        known = [*csv.DictReader(file)]
    assert frame.ids == [one[""] for one in known]
    assert column(frame, "label") == [one["gold"] if at < 110 else "" for at, one in enumerate(known)]
    assert frame.numbers["score"].values.tolist() == pytest.approx([float(one["model_a"]) for one in known])
    assert column(frame, "text")[0] == "She saw the light on the kitchen floor."
    assert str(frame.messages[0]) == "Read as a UIMA document (CAS JSON): 150 annotations of the layer Candidate."


def test_damaged_and_empty_documents_and_annotations_without_a_place_are_refused(read):
    text = DOCUMENT.read_text(encoding="utf-8")
    empty, placeless = json.loads(text), json.loads(text)
    empty["%FEATURE_STRUCTURES"] = empty["%FEATURE_STRUCTURES"][:1]
    empty["%VIEWS"]["_InitialView"]["%MEMBERS"] = []
    next(one for one in placeless["%FEATURE_STRUCTURES"] if one["%TYPE"] == "custom.Candidate")["begin"] = 0.5
    for content, told in (
        (text[:-400], "the document breaks off or is damaged"),
        (empty, "no layer of the document has annotations"),
        (placeless, "has no place in the text"),
    ):
        with pytest.raises(BadDataError, match=told):
            read(content, "d.json")


def document(*annotations):
    """Return a document of three lines; annotations are (begin, label, further features)."""
    sofa = {"sofaNum": 1, "sofaID": "_InitialView", "sofaString": "She spilled 🫘.\nB.\nC.\n"}
    about = {"begin": 0, "end": 9, "documentTitle": "packet-001.txt", "label": "no"}
    structures = [
        {"%ID": 1, "%TYPE": "uima.cas.Sofa", **sofa},
        {"%ID": 2, "%TYPE": "de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData", "@sofa": 1, **about},
    ]
    for number, (begin, label, more) in enumerate(annotations, 3):
        place = {"%ID": number, "%TYPE": "custom.Candidate", "@sofa": 1, "begin": begin, "end": begin + 1}
        structures.append(place | {"label": label} | more)
    return {"%TYPES": {}, "%FEATURE_STRUCTURES": structures, "%VIEWS": {}}


def test_annotations_that_name_their_items(tmp_path):
    log = logged(tmp_path, document((19, "literal", {"itemId": "s-3"}), (4, "idiom", {"itemId": "s-1"})))
    assert (log.item, log.label, log.line.tolist()) == (("s-1", "s-3"), ("idiom", "literal"), [1, 3])
    assert (*map(str, log.messages),) == ("Read as an INCEpTION document: 2 judgements of 2 items.",)


@pytest.mark.parametrize("beside", [True, False])
def test_lines_that_name_their_items(beside, tmp_path):
    (tmp_path / "manifest").mkdir()
    folder = tmp_path if beside else tmp_path / "manifest"
    written(folder, "packet-001-lines.tsv", LINES + '2\t"""q"""\r\n3\ts-3\r\n')
    content = json.dumps(document((16, "literal", {}), (0, "idiom", {})), indent=2)
    log = logged(tmp_path, content, "ann.json", aside="" if beside else str(folder))
    assert (log.item, log.label) == (("s-1", '"q"', "s-3"), ("idiom", "literal", ""))


def test_what_is_no_log_says_what_to_export(tmp_path):
    for content, told in (
        ("#FORMAT=WebAnno TSV 3.3\n", "WebAnno TSV is not read; export the document as UIMA CAS JSON"),
        ('{"%TYPES": {}', "the document breaks off or is damaged"),
        ({"%FEATURE_STRUCTURES": {}}, "the document has no list of feature structures"),
        (document(), "no annotation of the document has the feature label"),
        (document((0, "idiom", {})), "put packet-001-lines.tsv, which was written with the queue, beside this file"),
    ):
        with pytest.raises(BadDataError, match=told) as caught:
            logged(tmp_path, content, "ann.json")
        assert len(caught.value.problems) == 1
    written(tmp_path, "packet-001-lines.tsv", LINES)
    with pytest.raises(BadDataError, match="this file has 1 line, and the document 3"):
        logged(tmp_path, document((0, "idiom", {})))


def test_a_document_as_another_program_writes_it(tmp_path):
    """dkpro-cassis 0.12.0 counts the bean as two, and says nothing of the document."""
    content = document((0, "idiom", {}), (19, "literal", {}))
    del content["%FEATURE_STRUCTURES"][1]
    written(tmp_path, "log-lines.tsv", LINES + "2\ts-2\r\n3\ts-3\r\n")
    log = logged(tmp_path, content | {"%VIEWS": {"_InitialView": {"%SOFA": 1, "%MEMBERS": [3, 4]}}})
    assert (log.item, log.label) == (("s-1", "s-3", "s-2"), ("idiom", "literal", ""))
