"""Peak memory of `gleaner text`: over the pages of the sets, and over single pages of 50 MB."""

import gzip
import itertools
import json

from methods import GLEANER, SPEED_SETS, WORK, pages
from process import run

PAGE_BYTES = 50_000_000
# The memory allowed: 64 MB plus three times the largest page of the input.
FIXED_MB, TIMES = 64, 3
ARTICLE = "<div class=teaser><h2>Headline {0}</h2><p>Paragraph {0} of an article, with <a href=/{0}>a link</a> &amp; some <b>bold</b> words in it, and enough others to make it text.</p></div>\n"
KINDS = {
    "paragraphs": ARTICLE,
    "tiny blocks": "<p>x",
    "one line of text": "word{0} ",
    "table cells": "<td>{0}",
    "links": "<a href=/{0}>{0}</a>\n",
}


def measure(say):
    """Rows: the input with the number of threads, CPU seconds, peak MB, and the MB allowed."""
    rows = []
    files = [pages(name) for name in SPEED_SETS]
    for threads in (1, 2):
        cpu, peak = run([GLEANER, "text", "--threads", threads, *files])
        what = f"`gleaner text`, aeb and fundus, {threads} thread{'s' * (threads > 1)}"
        rows.append((what, cpu, peak, FIXED_MB + TIMES * largest(files) / 1e6))
    folder = WORK / "memory"
    folder.mkdir(parents=True, exist_ok=True)
    for kind, piece in KINDS.items():
        page = folder / "page.html"
        write(page, piece)
        env = {"GLEANER__EXTRACT__MAX_PAGE_BYTES": str(64 << 20)}
        cpu, peak = run([GLEANER, "text", "--threads", 1, page], env=env)
        rows.append((f"`gleaner text`, one page of 50 MB: {kind}", cpu, peak, FIXED_MB + TIMES * PAGE_BYTES / 1e6))
        say(f"memory: {kind}, {peak:.0f} MB")
        page.unlink()
    return rows


def largest(files):
    """Bytes of the largest page of the files."""
    size = 0
    for file in files:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            size = max(size, *(len(json.loads(line)["html"].encode("utf-8", "replace")) for line in lines))
    return size


def write(path, piece):
    """A page of 50 MB made of numbered pieces."""
    with open(path, "w", encoding="ascii") as file:
        size = file.write("<!doctype html><title>Big</title><body><table><tr>" if "<td>" in piece else "<!doctype html><title>Big</title><body>")
        for number in itertools.count():
            if size >= PAGE_BYTES:
                break
            size += file.write(piece.format(number))


def report(rows):
    """The table and the values."""
    table = ["| | CPU s | peak MB | allowed |", "|--|--|--|--|"]
    table += [f"| {what} | {cpu:.2f} | {peak:.0f}{', exceeded' * (peak > bound)} | {bound:.0f} |" for what, cpu, peak, bound in rows]
    pages_peak, pages_bound = max((peak, bound) for what, _, peak, bound in rows if "aeb" in what)
    big = max(peak for what, _, peak, _ in rows if "50 MB" in what)
    return "\n".join(table), {
        "peak_rss_mb_pages": f"{pages_peak:.0f}", "allowed_rss_mb_pages": f"{pages_bound:.0f}",
        "peak_rss_mb_page_of_50_mb": f"{big:.0f}", "memory_rows_exceeded": sum(peak > bound for _, _, peak, bound in rows),
    }
