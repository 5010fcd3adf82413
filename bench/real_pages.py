#!/usr/bin/env python3
"""Counts the pages of bench/real_pages.sh that were kept and rejected, by data set and page type.
Reads ids.jsonl, articles.jsonl and rejected.jsonl in the work folder; prints name=value lines at the end."""
import collections
import json
import sys
import urllib.parse
from pathlib import Path


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def key(url, date):
    # The store has canonical URLs; the archive has the URLs of the data sets.
    parts = urllib.parse.urlsplit(url)
    return parts.netloc.lower().removeprefix("www."), urllib.parse.unquote(parts.path).rstrip("/"), date[:10]


def main(work):
    work = Path(work)
    kept = collections.Counter(key(a["url"], a["date_crawled"]) for a in lines(work / "articles.jsonl"))
    rejected = collections.Counter(key(r["url"], r["date_crawled"]) for r in lines(work / "rejected.jsonl"))
    table = collections.defaultdict(collections.Counter)
    for page in lines(work / "ids.jsonl"):
        place = key(page["url"], page["fetched_at"])
        fate = "kept" if kept[place] else "rejected" if rejected[place] else "seen again"
        table[page["dataset"], page["page_type"]][fate] += 1
    print(f"{'data set':<18}{'page type':<14}{'pages':>6}{'kept':>6}{'rejected':>10}{'seen again':>12}")
    for (dataset, kind), fates in sorted(table.items()):
        print(f"{dataset:<18}{kind:<14}{fates.total():>6}{fates['kept']:>6}{fates['rejected']:>10}{fates['seen again']:>12}")
    fundus = table["fundus", "article"]
    front = sum((fates for (dataset, _), fates in table.items() if dataset == "frontpage_de"), collections.Counter())
    print(f"fundus_articles_kept={(fundus['kept'] + fundus['seen again']) / fundus.total():.3f}")
    print(f"frontpage_de_rejected={front['rejected'] / front.total():.3f}")


if __name__ == "__main__":
    main(sys.argv[1])
