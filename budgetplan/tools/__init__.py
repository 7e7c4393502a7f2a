"""The tools in which people judge, a file each: how their exports are read, and how a queue is written for them.

Names alone stand here and nothing is loaded, so that help and settings may know them. A further tool is a file of this
folder, named in ``FILES``, and its names below.
"""

FILES = (
    *("plain", "labelstudio", "prodigy", "doccano", "inception"),
    *("spacy", "huggingface", "asreview", "argilla", "potato"),
)
READ = ("label-studio", "prodigy", "doccano", "spacy", "huggingface", "asreview", "argilla", "potato")
"""Whose exports are told apart, as ``table.dialect`` names them."""
WRITTEN = ("csv", "xlsx", "jsonl", "label-studio", "prodigy", "doccano", "inception", "asreview")
"""For what a queue is written, as the command line names it."""
