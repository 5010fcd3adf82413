"""Reads the pages of the other scripts and writes bench/unseen.md. See ../unseen.sh."""

import pathlib
import re
import sys
import time

BENCH = pathlib.Path("bench")
# Page types of WCXB other than articles.
TYPES = ["listing", "documentation", "service", "forum", "collection", "product"]
# Measure, set, the page and its value, and the target: a number, or PEER for at least the score of the best peer.
PEER = "peer"
ROWS = [
    ("text, F1", "fundus, by site", "extract", "quality_fundus", 0.965),
    ("", "trafilatura_eval", "extract", "quality_trafilatura_eval", 0.950),
    ("", "aeb", "extract", "quality_aeb", 0.975),
    *[("", f"wcxb_dev, {name}, by site", "extract", f"quality_wcxb_{name}", PEER) for name in TYPES],
    ("title, exact", "fundus", "metadata", "fundus_title_gleaner", 0.92),
    ("authors", "fundus", "metadata", "fundus_authors_gleaner", 0.90),
    ("day", "fundus", "metadata", "fundus_day_gleaner", 0.99),
    ("", "htmldate_eval", "metadata", "htmldate_eval_day_gleaner", 0.93),
    ("article or not, accuracy", "news sets, by site", "page", "accuracy_news_sets_by_site", PEER),
    ("articles kept", "without claims, by site", "page", "kept_without_claims", 0.98),
    ("", "without address, by site", "page", "kept_without_address", 0.93),
    ("", "without both, by site", "page", "kept_without_both", 0.93),
    ("", "short address, by site", "page", "kept_short_address", 0.93),
    ("", "bare pages with author and time", "page", "kept_bare_author_time", 0.93),
    ("", "bare pages with a date in words", "page", "kept_bare_date", 0.93),
    ("stories, B³ F", "ecbplus_en.dev", "aggregate", "events_f", 0.94),
    ("", "titles of uci_headlines_part_en.dev", "aggregate", "headlines_f", 0.88),
    ("names, F1", "germeval_dev_de", "names", "germeval_dev_de_f1", 0.70),
    ("", "wikigold_en, by folds", "names", "wikigold_en_f1", 0.72),
    ("", "re3d_train_en, by folds", "names", "re3d_train_en_f1", 0.60),
    ("not a pronoun, weekday or month", "200 most frequent names, English", "mentions", "names_en", 1.0),
    ("", "200 most frequent names, German", "mentions", "names_de", 1.0),
    ("share of bytes not in mentions", "export as Parquet", "mentions", "beside_parquet", 0.9),
    ("", "export as JSONL", "mentions", "beside_jsonl", 0.9),
]


def values(page):
    """The name=value lines of a page."""
    text = (BENCH / f"{page}.md").read_text(encoding="utf-8")
    return {name: float(value) for name, value in re.findall(r"^(\w+)=(-?[\d.]+)$", text, re.M)}


def main():
    pages = {page: values(page) for page in {row[2] for row in ROWS}}
    missing = [f"bench/{page}.md has no {key}" for _, _, page, key, _ in ROWS if key not in pages[page]]
    if missing:
        sys.exit("\n".join(missing))
    lines = [
        "# On pages nobody has seen",
        "",
        f"Written by `bench/unseen.sh` on {time.strftime('%Y-%m-%d')} from the pages of the other scripts, with the best peer of the same run.",
        "The models, or the models of the fold, have not seen these sets; thresholds were chosen on some of them.",
        "Bare pages, copies and stories are measured with the weights that ship. The archive of the last rows contains all sets, including training sets.",
        "",
        "*Claims* are metadata of `og:`, `article:` and `twitter:`, and JSON-LD. The *address* of a page is its URL; a short one has only the first word of",
        "each of its last two path segments. A *bare page* is a title, one line and the first paragraphs of a text.",
        "",
        "| measure | set | score | target | best peer | page |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for what, where, page, key, wanted in ROWS:
        # metadata values end with the name of the method
        name, method = (key.removesuffix("_gleaner"), "_gleaner") if key.endswith("_gleaner") else (key, "")
        now, deviation, peer = (pages[page].get(each) for each in (key, f"{name}_std{method}", f"{name}_peer"))
        # values of copies and stories end with the measure
        peer = pages[page].get(f"{key.removesuffix('_f')}_peer_f", peer)
        least = peer if wanted == PEER else wanted
        # compared at the precision that is printed
        missed = "" if round(now, 3) >= round(least, 3) else " (not reached)"
        goal = ("as the peer" if wanted == PEER else f"{wanted:.3f}") + missed
        spread = f" ± {deviation:.3f}" if deviation is not None else ""
        beside = "" if peer is None else f"{peer:.3f}"
        lines.append(f"| {what} | {where} | {now:.3f}{spread} | {goal} | {beside} | [{page}.md]({page}.md) |")
    (BENCH / "unseen.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


main()
