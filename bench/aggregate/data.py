"""The labelled articles, and background texts from other sets."""

import gzip
import json
import os
import pathlib
import re

STORIES = pathlib.Path(os.environ["SHARED"]) / "data" / "stories"
# Texts that are not news about the labelled events; word frequencies are learned from them.
BACKGROUND = [("train/wcxb_dev", lambda row: True), ("stories/synth_neardup_de_en", lambda row: row["variant"] == "base")]
ENGLISH = re.compile(r"\b(?:the|of|and)\b")


def rows(path):
    """The articles of a set."""
    with gzip.open(STORIES.parent / f"{path}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def background():
    """English articles with title and text."""
    found = []
    for path, wanted in BACKGROUND:
        for row in filter(wanted, rows(path)):
            text = row.get("gold_text") or row.get("text") or ""
            words = text.split()
            if len(words) > 50 and len(ENGLISH.findall(text)) > 0.04 * len(words):
                found.append({"id": row["id"], "title": row.get("gold_title") or row.get("title") or "", "text": text})
    return found


def write(path, articles):
    """Writes the articles as lines of JSON."""
    with open(path, "w", encoding="utf-8") as out:
        out.writelines(json.dumps(article) + "\n" for article in articles)
