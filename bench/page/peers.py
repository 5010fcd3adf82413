"""Verdicts of others on the same pages: storysniffer, by the URL; og:type, by the page's own claim."""

import gzip
import json
import logging
import re

OG = re.compile(r"<meta\b[^>]*\bproperty\s*=\s*[\"']?og:type[\"']?[^>]*>", re.I)
CONTENT = re.compile(r"\bcontent\s*=\s*[\"']?([^\"'>\s]+)", re.I)


def scores(pairs):
    """Accuracy, precision, recall and F1 of pairs of truth and verdict."""
    found = sum(truth and kept for truth, kept in pairs)
    kept = sum(kept for _, kept in pairs)
    articles = sum(truth for truth, _ in pairs)
    right = sum(truth == kept for truth, kept in pairs)
    precision, recall = found / max(1, kept), found / max(1, articles)
    return [right / len(pairs), precision, recall, 2 * found / max(1, kept + articles)]


def peers(files, names):
    """Rows: name, pages, scores."""
    # It tries to fetch a newer suffix list, and works without it.
    logging.getLogger("tldextract").setLevel(logging.CRITICAL)
    from storysniffer import StorySniffer

    sniffer = StorySniffer()
    by_address, by_claim = [], []
    for name in names:
        with gzip.open(files[name], "rt", encoding="utf-8") as lines:
            for line in lines:
                page = json.loads(line)
                tag = OG.search(page["html"])
                content = CONTENT.search(tag.group()) if tag else None
                by_claim.append((page["label"], bool(content and "article" in content.group(1).lower())))
                if page["url"]:
                    by_address.append((page["label"], bool(sniff(sniffer, page["url"]))))
    return [
        ("storysniffer 1.0.9 (pages with an address)", len(by_address), scores(by_address)),
        ("og:type is an article's", len(by_claim), scores(by_claim)),
    ]


def sniff(sniffer, url):
    """Whether storysniffer takes a URL for a story; not if it cannot parse the URL."""
    try:
        return sniffer.guess(url)
    except ValueError:
        return False
