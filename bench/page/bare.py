"""Articles without menus, claims or a telling URL, as in print versions, old pages and small sites."""

import gzip
import html
import json
import os
import pathlib
import subprocess

SETS = ["aeb", "fundus", "trafilatura_eval", "postlight", "mozilla_readability"]
URL = "https://news.example/flut/deich"
# Minimum words; shorter texts may be announcements.
LEAST = 100
PARAGRAPHS = 6
# If the gold has no title, the headline is the first words of the first paragraph that is long enough.
HEADLINE_WORDS = 8
# The line below the headline.
LINES = {
    "author_time": "<p>By A. Writer, <time datetime=2026-03-01T08:00:00Z>1 March 2026</time></p>",
    "date": '<div class="date">Last Updated: Saturday, 1 March 2008, 08:12 GMT</div>',
}


def bare_pages(line):
    """Title, line and first paragraphs of each text that is not a placeholder."""
    for name in SETS:
        source = pathlib.Path(os.environ["SHARED"]) / "data/dev" / f"{name}.jsonl.gz"
        with gzip.open(source, "rt", encoding="utf-8") as rows:
            for row in map(json.loads, rows):
                text = row.get("gold_text") or ""
                parts = [part.strip() for part in text.split("\n") if part.strip()]
                first = next((words for part in parts if len(words := part.split()) >= HEADLINE_WORDS), None)
                if first is None or "lorem ipsum" in text.lower() or sum(len(part.split()) for part in parts[:PARAGRAPHS]) < LEAST:
                    continue
                title = html.escape(row.get("gold_title") or " ".join(first[:HEADLINE_WORDS]))
                body = "".join(f"<p>{html.escape(part)}</p>" for part in parts[:PARAGRAPHS])
                page = f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{line}{body}</body></html>"
                yield {"id": f"{name}-{row['id']}", "url": URL, "html": page}


def kept(gleaner, work):
    """For each kind of line, the number of bare pages, and the number that the shipped model takes for articles."""
    found = {}
    for name, line in LINES.items():
        file = work / "bare.jsonl"
        with open(file, "w", encoding="utf-8") as out:
            for page in bare_pages(line):
                out.write(json.dumps(page, ensure_ascii=False) + "\n")
        done = subprocess.run([gleaner, "classify", file], check=True, stdout=subprocess.PIPE, text=True)
        verdicts = [json.loads(answer)["page_type"] for answer in done.stdout.splitlines()]
        found[name] = len(verdicts), sum(verdict in ("article", "live_blog") for verdict in verdicts)
    return found
