"""Tests whether boxes help the default extractor: trees on its features, with and without those of the boxes, in folds by site."""

import json
import re
import subprocess
from collections import Counter
from urllib.parse import urlsplit

import numpy
from machine import GLEANER
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.model_selection import GroupKFold

FOLDS = 5
SEEDS = 3
GRAM = 4
VISUAL = ("x", "width", "right", "top", "size", "weight", "shade", "background", "column", "drawn", "gap")


def words(text):
    return re.findall(r"\w+", text.lower())


def grams(tokens):
    return Counter(tuple(tokens[at : at + GRAM]) for at in range(max(len(tokens) - GRAM + 1, 1)))


def f1_of(pairs):
    """F1 of mean precision and mean recall over pages, as in the other tables."""
    precision, recall = [], []
    for gold, made in pairs:
        wanted, found = grams(words(gold)), grams(words(made))
        both = sum((wanted & found).values())
        precision.append(both / max(sum(found.values()), 1))
        recall.append(both / max(sum(wanted.values()), 1))
    p, r = numpy.mean(precision), numpy.mean(recall)
    return 2 * p * r / (p + r) if p + r else 0.0


def explained(page):
    """The blocks of a page with their features and boxes."""
    line = json.dumps({"id": page["id"], "url": page["url"], "html": page["html"], "boxes": page["boxes"]})
    output = subprocess.run([GLEANER, "explain", "-", "--json", "--features", "0"], input=line, capture_output=True, text=True, check=True)
    return json.loads(output.stdout)["blocks"]


def visual(blocks):
    """The features of each block from the boxes, relative to the page and to the style of most words."""
    drawn = [block for block in blocks if block.get("box") and block["box"]["width"]]
    most = Counter()
    column = Counter()
    for block in drawn:
        box = block["box"]
        if block["link_density"] < 0.5 and block["words"] >= 12:
            most[box["font_size"], tuple(box["color"]), tuple(box["background"])] += block["words"]
            column[box["x"] // 24] += block["words"]
    (size, color, background), _ = most.most_common(1)[0] if most else ((160, (0, 0, 0), (255, 255, 255)), 0)
    left = column.most_common(1)[0][0] * 24 if column else 0
    bottom = max((block["box"]["y"] + block["box"]["height"] for block in drawn), default=1)
    rows, before = [], 0
    for block in blocks:
        box = block.get("box") or {}
        if not box.get("width"):
            rows.append([numpy.nan] * (len(VISUAL) - 2) + [0, numpy.nan])
            continue
        shade = sum(abs(a - b) for a, b in zip(box["color"], color, strict=True))
        behind = sum(abs(a - b) for a, b in zip(box["background"], background, strict=True))
        rows.append([
            box["x"], box["width"], box["x"] + box["width"], box["y"] / max(bottom, 1), box["font_size"] / max(size, 1),
            box["font_weight"], shade, behind, box["x"] - left, 1, box["y"] - before,
        ])
        before = box["y"] + box["height"]
    return rows


def read(file):
    """The pages of a file, with the features of their blocks and whether each is content."""
    pages = []
    for line in open(file):
        page = json.loads(line)
        blocks = explained(page)
        if not blocks:
            continue
        gold = words(page["gold_text"])
        wanted, whole = set(grams(gold)), " ".join(gold)
        labels = []
        for block in blocks:
            own = words(block["text"])
            if len(own) < GRAM:
                labels.append(bool(own) and f" {' '.join(own)} " in f" {whole} ")
            else:
                found = grams(own)
                labels.append(sum(n for gram, n in found.items() if gram in wanted) >= 0.5 * sum(found.values()))
        pages.append({
            "set": page["set"], "site": urlsplit(page["url"] or "").hostname or str(page["id"]), "gold": page["gold_text"],
            "texts": [block["text"] for block in blocks], "labels": labels,
            "own": [list(block["features"].values()) for block in blocks], "visual": visual(blocks),
            "now": [block["label"] == "content" for block in blocks],
        })
    return pages


def folded(pages, with_boxes, seed):
    """The text of each page, selected by trees that have not seen its site."""
    rows = [own + (seen if with_boxes else []) for page in pages for own, seen in zip(page["own"], page["visual"], strict=True)]
    table = numpy.array(rows, dtype=numpy.float32)
    labels = numpy.array([label for page in pages for label in page["labels"]])
    of_page = numpy.repeat(numpy.arange(len(pages)), [len(page["labels"]) for page in pages])
    weights = numpy.array([max(len(words(text)), 1) ** 0.5 for page in pages for text in page["texts"]])
    sites = numpy.array([page["site"] for page in pages])[of_page]
    chances = numpy.zeros(len(labels))
    for train, test in GroupKFold(FOLDS, shuffle=True, random_state=seed).split(table, labels, sites):
        model = HistGradientBoostingClassifier(max_iter=200, learning_rate=0.08, max_leaf_nodes=24, l2_regularization=1.0, random_state=seed)
        model.fit(table[train], labels[train], sample_weight=weights[train])
        chances[test] = model.predict_proba(table[test])[:, 1]
    texts = []
    for number, page in enumerate(pages):
        own = chances[of_page == number]
        texts.append("\n\n".join(text for text, chance in zip(page["texts"], own, strict=True) if chance >= 0.5))
    return texts


def report(file):
    """Prints the table."""
    print("\n| features | pages | F1 of the text, mean of seeds | deviation of the seeds |\n|--|--|--|--|")
    pages = read(file)
    for kind, with_boxes in {"of the default extractor": False, "and of the boxes": True}.items():
        scores = [f1_of(zip((page["gold"] for page in pages), folded(pages, with_boxes, seed), strict=True)) for seed in range(SEEDS)]
        print(f"| {kind} | {len(pages)} | {numpy.mean(scores):.3f} | {numpy.std(scores):.3f} |", flush=True)
