"""Make ``answers.csv``: two free models, and what a third one answers as if it were paid by the post.

The forest of ../hate_speech plays the paid assistant: its most probable label is the answer, and three words say how
probable that is.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

HERE = Path(__file__).parent
CLASSES = ["hate", "offensive", "neither"]
WORDS = {"low": 0.0, "medium": 0.7, "high": 0.9}
"""From which probability on the assistant says so of an answer."""

if __name__ == "__main__":
    posts = pd.read_csv(HERE.parent / "hate_speech" / "scores.csv")
    free = [f"p_{model}:{name}" for model in ("cnb", "mnb") for name in CLASSES]
    answers = posts[["item_id", "split", "gold", "n_tokens", "n_votes", "n_agree", *free]].copy()
    probable = posts[[f"p_rf:{name}" for name in CLASSES]].to_numpy()
    answers["assistant"] = np.array(CLASSES)[probable.argmax(axis=1)]
    level = np.searchsorted(list(WORDS.values()), probable.max(axis=1), side="right") - 1
    answers["assistant_sure"] = np.array(list(WORDS))[level]
    # Rows that say the same in all of these columns may be the same post: one of them stays.
    answers = answers.drop_duplicates([name for name in answers if name not in ("item_id", "split")])
    answers.to_csv(HERE / "answers.csv", index=False)
