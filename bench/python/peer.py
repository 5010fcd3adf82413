"""A method in a separate process: for each line on standard input it processes all pages, and prints wall seconds, CPU seconds and characters.

    peer.py METHOD CORES FILE…
"""

import gzip
import json
import logging
import multiprocessing
import os
import pathlib
import sys
import time
from multiprocessing import get_context


def gleaner_extract():
    import gleaner

    return lambda url, html: gleaner.extract(html, url).text


def trafilatura(with_metadata):
    from trafilatura import extract

    return lambda url, html: extract(html, url=url, include_comments=False, with_metadata=with_metadata, output_format="json" if with_metadata else "txt")


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text

    return lambda url, html: extract_plain_text(html, main_content=True, alt_texts=False)


METHODS = {
    "extract": gleaner_extract,
    "trafilatura": lambda: trafilatura(False),
    "trafilatura-metadata": lambda: trafilatura(True),
    "resiliparse": resiliparse,
}


def begin(name):
    global method
    logging.disable(logging.CRITICAL)
    method = METHODS[name]()


def length(page):
    try:
        return len(method(*page) or "")
    except Exception:  # a page that cannot be parsed has no text
        return 0


def batch(pages, cores):
    import gleaner
    import pyarrow as pa

    table = pa.table({"url": [url for url, _ in pages], "html": [html for _, html in pages]})
    return lambda: sum(gleaner.extract_batch(table, threads=cores)["char_count"].to_pylist())


def cpu(processes):
    """CPU seconds of this process and of others, as the system accounts for them."""
    ticks = 0
    for process in processes:
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


def main(name, cores, files):
    workers = []
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    pages = []
    for file in files:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            pages += [(page["url"], page["html"]) for page in map(json.loads, lines)]
    if name == "extract_batch":
        run = batch(pages, cores)
    elif cores == 1:
        begin(name)
        run = lambda: sum(map(length, pages))
    else:
        pool = get_context("fork").Pool(cores, begin, [name])
        workers = multiprocessing.active_children()
        run = lambda: sum(pool.imap_unordered(length, pages, chunksize=4))
    print(len(pages), sum(len(html.encode("utf-8", "replace")) for _, html in pages), flush=True)
    for _ in sys.stdin:
        began, cpu_began = time.perf_counter(), cpu(workers)
        characters = run()
        print(time.perf_counter() - began, cpu(workers) - cpu_began, characters, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
