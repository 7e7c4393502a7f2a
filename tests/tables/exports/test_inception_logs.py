"""INCEpTION: annotations name their items, or their lines do."""

import json

import numpy as np
import pytest
from log_world import logged, written

from budgetplan.errors import BadDataError
from budgetplan.tools.inception import lines_at

TEXT = "She spilled 🫘.\nB.\nC.\n"


def document(*annotations, text=TEXT, title="packet-001.txt"):
    """Return a document; annotations are (begin, label, further features)."""
    structures = [
        {"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaNum": 1, "sofaID": "_InitialView", "sofaString": text},
        {
            "%ID": 2,
            "%TYPE": "de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData",
            "@sofa": 1,
            "begin": 0,
            "end": 9,
            "documentTitle": title,
            "label": "no",
        },
    ]
    for number, (begin, label, more) in enumerate(annotations, 3):
        one = {"%ID": number, "%TYPE": "custom.Candidate", "@sofa": 1, "begin": begin, "end": begin + 1}
        structures.append(one | ({} if label is None else {"label": label}) | more)
    return {"%TYPES": {}, "%FEATURE_STRUCTURES": structures, "%VIEWS": {}}


def test_annotations_that_name_their_items(tmp_path):
    log = logged(tmp_path, document((19, "literal", {"itemId": "s-3"}), (4, "idiom", {"itemId": "s-1"})))
    assert log.item == ("s-1", "s-3")
    assert log.label == ("idiom", "literal")
    assert log.line.tolist() == [1, 3]
    assert log.messages == ("Read as an INCEpTION document: 2 judgements of 2 items.",)


@pytest.mark.parametrize("beside", [True, False])
def test_lines_that_name_their_items(beside, tmp_path):
    (tmp_path / "manifest").mkdir()
    folder = tmp_path if beside else tmp_path / "manifest"
    written(folder, "packet-001-lines.tsv", 'line\titem_id\r\n1\ts-1\r\n2\t"""q"""\r\n3\ts-3\r\n')
    content = json.dumps(document((16, "literal", {}), (0, "idiom", {})), indent=2)
    log = logged(tmp_path, content, "ann.json", aside="" if beside else str(folder))
    assert log.item == ("s-1", '"q"', "s-3")
    assert log.label == ("idiom", "literal", "")


def test_places_are_counted_in_units_of_which_some_letters_take_two():
    text = "🫘🫘\nb\n\nc"
    offsets = np.array([0, 3, 5, 6, 7, 8])
    units = text.encode("utf-16-le")
    assert lines_at(text, offsets).tolist() == [
        units[: 2 * at].decode("utf-16-le", "ignore").count("\n") + 1 for at in offsets.tolist()
    ]


def test_what_is_not_read_says_what_to_export(tmp_path):
    for content, told in (
        ("#FORMAT=WebAnno TSV 3.3\n", "WebAnno TSV is not read; export the document as UIMA CAS JSON"),
        ('{"%TYPES": {}', "the document breaks off or is damaged"),
        ({"%FEATURE_STRUCTURES": {}}, "the document has no list of feature structures"),
        (document(), "no annotation of the document has the feature label"),
        (
            document((0, "idiom", {})),
            "put packet-001-lines.tsv, which was written with the queue, beside this file",
        ),
    ):
        with pytest.raises(BadDataError) as caught:
            logged(tmp_path, content, "ann.json")
        assert told in str(caught.value)
        assert len(caught.value.problems) == 1


def test_lines_of_another_packet_are_told(tmp_path):
    written(tmp_path, "packet-001-lines.tsv", "line\titem_id\r\n1\ts-1\r\n")
    with pytest.raises(BadDataError, match="this file has 1 lines, and the document 3; take the one of this packet"):
        logged(tmp_path, document((0, "idiom", {})))


def test_a_document_as_another_program_writes_it(tmp_path):
    """Written by dkpro-cassis 0.12.0, which counts the bean as two."""
    content = (
        '{"%TYPES": {"custom.Candidate": {"%NAME": "custom.Candidate", "%SUPER_TYPE": "uima.tcas.Annotation", '
        '"label": {"%NAME": "label", "%RANGE": "uima.cas.String"}, "itemId": {"%NAME": "itemId", "%RANGE": '
        '"uima.cas.String"}}}, "%FEATURE_STRUCTURES": [{"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaNum": 1, "sofaID": '
        '"_InitialView", "mimeType": "text/plain", "sofaString": "She spilled 🫘.\\nB.\\nC.\\n"}, {"%ID": 2, "%TYPE": '
        '"custom.Candidate", "@sofa": 1, "begin": 0, "end": 15, "label": "idiom"}, {"%ID": 3, "%TYPE": '
        '"custom.Candidate", "@sofa": 1, "begin": 19, "end": 21, "label": "literal"}], "%VIEWS": {"_InitialView": '
        '{"%SOFA": 1, "%MEMBERS": [2, 3]}}}'
    )
    written(tmp_path, "log-lines.tsv", "line\titem_id\r\n1\ts-1\r\n2\ts-2\r\n3\ts-3\r\n")
    log = logged(tmp_path, content)
    assert (log.item, log.label) == (("s-1", "s-3", "s-2"), ("idiom", "literal", ""))
