"""Run by an environment with pandas, pyarrow, pyreadstat and dkpro-cassis: files of other programs.

python with_office.py FOLDER
"""

import sys
from importlib.metadata import version
from pathlib import Path

import pandas as pd
from cassis import Cas, TypeSystem

sys.path.insert(0, str(Path(__file__).parent))
from items import items

JUDGED = 110


def main(folder):
    """Write one table in every format, and one document of candidates."""
    rows = items()
    table = pd.DataFrame(rows)[["item_id", "label", "score"]].rename(columns={"label": "gold"})
    table.loc[JUDGED:, "gold"] = None
    table.to_feather(folder / "table.feather")
    filled = table.assign(gold=table.gold.fillna(""))
    filled.to_stata(folder / "table.dta", write_index=False)
    import pyreadstat

    coded = table.assign(gold=table.gold.map({"literal": 1.0, "idiom": 2.0}))
    named = {"gold": {1.0: "literal", 2.0: "idiom"}}
    pyreadstat.write_sav(coded, str(folder / "table.sav"), variable_value_labels=named)

    types = TypeSystem()
    candidate = types.create_type(name="custom.Candidate", supertypeName="uima.tcas.Annotation")
    for name, kind in (("label", "String"), ("score", "Float"), ("itemId", "String")):
        types.create_feature(domainType=candidate, name=name, rangeType=f"uima.cas.{kind}")
    cas = Cas(typesystem=types)
    cas.sofa_string = "\n".join(one["text"] for one in rows)
    cas.sofa_mime = "text/plain"
    at = 0
    for place, one in enumerate(rows):
        label = one["label"] if place < JUDGED else None
        end = at + len(one["text"])
        cas.add(candidate(begin=at, end=end, label=label, score=one["score"], itemId=one["item_id"]))
        at = end + 1
    cas.to_json(folder / "candidates.json", pretty_print=False)
    cas.to_xmi(folder / "candidates.xmi")
    named = ("pandas", "pyarrow", "pyreadstat", "dkpro-cassis")
    (folder / "version.txt").write_text(" ".join(f"{one} {version(one)}" for one in named) + "\n", encoding="utf-8")


main(Path(sys.argv[1]))
