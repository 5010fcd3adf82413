"""Articles without menus, claims and a telling address, as print versions and small sites have them: title, author, time and paragraphs."""

import gzip
import html
import json
import os
import pathlib
import subprocess

SETS = ["aeb", "fundus", "trafilatura_eval", "postlight", "mozilla_readability"]
URL = "https://news.example/flut/deich"
# Texts of fewer words are announcements as much as articles.
LEAST = 100
PARAGRAPHS = 6


def bare_pages():
    for name in SETS:
        source = pathlib.Path(os.environ["SHARED"]) / "data/dev" / f"{name}.jsonl.gz"
        with gzip.open(source, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                text = [part.strip() for part in (row.get("gold_text") or "").split("\n") if part.strip()][:PARAGRAPHS]
                if sum(len(part.split()) for part in text) < LEAST:
                    continue
                title = html.escape(row.get("gold_title") or " ".join(text[0].split()[:8]))
                body = "".join(f"<p>{html.escape(part)}</p>" for part in text)
                byline = "<p>By A. Writer, <time datetime=2026-03-01T08:00:00Z>1 March 2026</time></p>"
                page = f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{byline}{body}</body></html>"
                yield {"id": f"{name}-{row['id']}", "url": URL, "html": page}


def kept(gleaner, work):
    """How many bare pages there are, and how many the shipped model takes for articles."""
    file = work / "bare.jsonl"
    with open(file, "w", encoding="utf-8") as out:
        for page in bare_pages():
            out.write(json.dumps(page, ensure_ascii=False) + "\n")
    done = subprocess.run([gleaner, "classify", file], check=True, stdout=subprocess.PIPE, text=True)
    verdicts = [json.loads(line)["page_type"] for line in done.stdout.splitlines()]
    return len(verdicts), sum(verdict in ("article", "live_blog") for verdict in verdicts)
