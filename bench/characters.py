"""Chinese and Japanese pages, by runs of four characters. See characters.sh.

These scripts do not separate words, so characters are counted. Everything else is as in the article extraction benchmark: runs with
repetition, means over pages of precision and recall, and F1 of these two means.
"""

import collections
import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).with_name("extract")))
from methods import GLEANER, SHARED, WORK, lines  # noqa: E402
from python_peer import METHODS  # noqa: E402
from quality import HELD_OUT  # noqa: E402

# The gold texts come from persons and from site-specific parsers; the silver texts are Readability's own output, reviewed.
GOLD = ["aeb", "fundus", "newspaper4k"]
SILVER = ["mozilla_readability"]
PEERS = ["trafilatura", "readability-lxml", "resiliparse"]
RUN = 4
# Minimum share of Chinese or Japanese characters in a gold text.
LEAST = 0.4
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
WORD = re.compile(r"\w")


def characters(text):
    return WORD.findall(text or "")


def runs(text):
    found = characters(text)
    return collections.Counter("".join(found[at : at + RUN]) for at in range(max(len(found) - RUN + 1, 0)))


def is_cjk(text):
    return len(CJK.findall(text or "")) >= LEAST * max(len(characters(text)), 1)


def load(names):
    """The Chinese and Japanese pages with gold text, by set and id."""
    pages = {}
    for name in names:
        with gzip.open(SHARED / f"data/dev/{name}.jsonl.gz", "rt", encoding="utf-8") as file:
            for page in map(json.loads, file):
                if page.get("gold_text") and is_cjk(page["gold_text"]):
                    pages[name, page["id"]] = page
    return pages


def ours(extractor, file):
    command = [GLEANER, "text", "--extractor", extractor, "--format", "jsonl", file]
    done = subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True)
    return {row["id"]: row["text"] for row in map(json.loads, done.stdout.splitlines())}


def score(pages, texts):
    """F1, precision and recall."""
    precision, recall = [], []
    for key, page in pages.items():
        gold, found = runs(page["gold_text"]), runs(texts.get(key[1], ""))
        common = sum((gold & found).values())
        recall.append(common / sum(gold.values()))
        if found:
            precision.append(common / sum(found.values()))
    p, r = sum(precision) / max(len(precision), 1), sum(recall) / len(recall)
    return 2 * p * r / max(p + r, 1e-9), p, r


def main():
    pages = load(GOLD + SILVER)
    file = WORK / "characters.jsonl"
    with open(file, "w", encoding="utf-8") as out:
        for page in pages.values():
            out.write(json.dumps({key: page.get(key) for key in ("id", "url", "html")}) + "\n")
    listed = subprocess.run([GLEANER, "text", "--list-extractors"], check=True, capture_output=True, text=True, cwd=WORK).stdout
    extractors = re.findall(r"^(\S+)(?: \(default\))?$", listed, re.M)
    texts = {f"`{name}`": ours(name, file) for name in extractors}
    unseen = HELD_OUT["fundus"]
    if unseen.exists():
        seen = texts[f"`{extractors[0]}`"]
        seen.update((row["id"], row["text"]) for row in lines(unseen) if row["id"] in seen)
    for peer in PEERS:
        method = METHODS[peer]()
        texts[peer] = {page["id"]: method(page["html"]) for page in pages.values()}
    parts = [{key: page for key, page in pages.items() if key[0] in names} for names in (GOLD, SILVER)]
    scores = {name: [score(part, found) for part in parts] for name, found in texts.items()}
    counts = [len(part) for part in parts]
    report = [
        "# Chinese and Japanese pages", "",
        "Written by `bench/characters.sh`: F1, precision and recall over runs of four characters, because the scripts do not separate words. The first",
        f"three columns are for the {counts[0]} pages of {', '.join(GOLD)} whose gold text is Chinese or Japanese; the last is F1 on the {counts[1]} pages of",
        f"{SILVER[0]}, whose gold text is Readability's own output. With so few pages, differences of .02 mean nothing. `text-statistics` and",
        "`block-clusters` were published for Chinese pages, or evaluated on them. The weights of `density-slp` and `density-mlp`",
        "have seen the pages of fundus; " + ("those of `gleaner` come from folds by site and have not." if unseen.exists() else "so have those of `gleaner`."), "",
        "| method | F1 | precision | recall | F1, silver |", "| --- | --- | --- | --- | --- |",
    ]
    for name, (gold, silver) in sorted(scores.items(), key=lambda item: -item[1][0][0]):
        report.append(f"| {name} | {' | '.join(f'{value:.3f}' for value in gold)} | {silver[0]:.3f} |")
    keys = {name.strip("`").replace("-", "_"): both for name, both in scores.items()}
    report += ["", "## Values", "", "```", *[f"characters_{key}={both[0][0]:.4f}" for key, both in keys.items()], "```"]
    Path("bench/characters.md").write_text("\n".join(report) + "\n", encoding="utf-8")
    print("\n".join(report))


main()
