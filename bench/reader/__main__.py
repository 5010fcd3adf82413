"""Requests pages from a reader at a fixed rate. See bench/reader.sh."""

import concurrent.futures
import datetime
import http.client
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

GLEANER = os.environ["GLEANER"]
URL = os.environ["DATABASE_URL"]
ROOT = Path(__file__).resolve().parents[2]
RATE = 50
WARM, MEASURED = 15, 60
BOUND_MS = 50


def psql(*arguments):
    command = ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1", URL, *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.split()


def fill(articles):
    if psql("--command", "select count(*) from (select from articles limit 1) one") == ["0"]:
        print(f"filling {articles} articles", file=sys.stderr)
        psql("--set", f"articles={articles}", "--file", str(ROOT / "bench/scale/fill.sql"))
        psql("--command", "vacuum analyze")


def asked():
    """Paths by kind of request. The words are those of the generated texts: w0 is in all of them, w40000 in few."""
    article = psql("--command", "select article_id from article_heads tablesample system (1) limit 300")
    story = psql("--command", "select story_id from stories where merged_into is null order by score desc limit 300")
    rare = [f"w{random.randrange(20000, 60000)}" for _ in range(300)]
    usual = [f"w{random.randrange(200, 2000)}" for _ in range(300)]
    common = [f"w{random.randrange(0, 12)}" for _ in range(300)]
    two = [f"w{random.randrange(0, 40)}+w{random.randrange(0, 400)}" for _ in range(300)]
    names = psql("--command", "select translate(lower(entities #>> '{0,text}'), ' ', '+') from article_terms tablesample system (1) limit 150")
    misspelt = [f"{name[:-3]}z{name[-2:]}" for name in names] + [f"w{random.randrange(60000)}x" for _ in range(150)]
    site = [f"site-{random.randrange(1, 83)}" for _ in range(300)]
    return {
        "leading stories": ["/", "/?language=de", "/?since=7d"],
        "story": [f"/story/{id}" for id in story],
        "article": [f"/article/{id}" for id in article],
        "search, a rare word": [f"/search?q={word}" for word in rare],
        "search, a usual word": [f"/search?q={word}" for word in usual],
        "search, a word of most articles": [f"/search?q={word}" for word in common],
        "search, two common words": [f"/search?q={words}" for words in two],
        "search, a site, newest first": [f"/search?q={word}+site:{id}&order=newest" for word, id in zip(usual, site)],
        "search, a misspelt name or headline": [f"/search?q={words}" for words in misspelt],
        "sources": ["/sources"],
        "a source": [f"/source/{id}" for id in site],
        "runs": ["/runs"],
        "feed of a search": [f"/feeds/search.rss?q={word}" for word in usual],
        "API: stories": ["/api/v1/stories?limit=20"],
        "API: articles": [f"/api/v1/articles?source={id}&limit=20" for id in site],
        "API: article": [f"/api/v1/articles/{id}" for id in article],
        "API: search": [f"/api/v1/search?q={word}" for word in usual],
        "API: changes": ["/api/v1/changes?limit=20"],
        "metrics": ["/metrics"],
    }


class Reader:
    def __init__(self):
        environment = {**os.environ, "RUST_LOG": "warn"}
        command = [GLEANER, "serve", "--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip().removeprefix("http://").rstrip("/")
        self.local = threading.local()

    def get(self, path):
        for attempt in (1, 2):
            connection = getattr(self.local, "connection", None)
            if connection is None:
                connection = self.local.connection = http.client.HTTPConnection(self.address, timeout=30)
            try:
                connection.request("GET", path)
                answer = connection.getresponse()
                return answer.status, len(answer.read())
            except (http.client.HTTPException, OSError):
                self.local.connection = None
                if attempt == 2:
                    raise


def load(reader, kinds, seconds):
    """Milliseconds from the due time of a request to the last byte of the response, by kind; and the failures."""
    times = {kind: [] for kind in kinds}
    failed = []
    began = time.monotonic() + 0.5

    def ask(kind, path, due):
        status, _ = reader.get(path)
        times[kind].append((time.monotonic() - due) * 1000)
        if status != 200:
            failed.append(f"{status} {path}")

    with concurrent.futures.ThreadPoolExecutor(64) as pool:
        names = list(kinds)
        for place in range(RATE * seconds):
            due = began + place / RATE
            time.sleep(max(0.0, due - time.monotonic()))
            kind = names[place % len(names)]
            pool.submit(ask, kind, random.choice(kinds[kind]), due)
    return times, failed


def at(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def main():
    random.seed(7)
    articles = int(sys.argv[1])
    fill(articles)
    kinds = asked()
    load_before = os.getloadavg()[0]
    reader = Reader()
    try:
        load(reader, kinds, WARM)
        times, failed = load(reader, kinds, MEASURED)
        memory = Path(f"/proc/{reader.process.pid}/status").read_text()
        memory = int(next(line.split()[1] for line in memory.splitlines() if line.startswith("VmHWM"))) // 1024
    finally:
        reader.process.terminate()
        reader.process.wait()
    everything = [value for values in times.values() for value in values]
    today = datetime.date.today()
    lines = [
        "# Latency of the reader",
        "",
        f"`bench/reader.sh`, {today.day} {today.strftime('%B %Y')}: {articles:,} generated articles in the embedded database, {RATE} requests per second for {MEASURED} seconds",
        "after a warm-up, each kind equally often, from a load generator on the same two cores. Milliseconds from the due time of a request to",
        f"the last byte of its response. Load of the machine at the start: {load_before:.1f}. Memory of the program: {memory} MB. Failed: {len(failed)}.",
        "",
        "| request | requests | median | 95 % | slowest |",
        "|--|--|--|--|--|",
    ]
    rows = [*times.items(), ("**all**", everything)]
    for kind, values in rows:
        numbers = " | ".join(f"{number:.1f}" for number in (at(values, 0.5), at(values, 0.95), max(values)))
        lines.append(f"| {kind} | {len(values):,} | {numbers} |")
    (ROOT / "bench/reader.md").write_text("\n".join(lines) + "\n")
    for line in failed[:10]:
        print(f"failed: {line}", file=sys.stderr)
    slow = sum(at(values, 0.95) > BOUND_MS for values in times.values())
    print(f"p95_ms={at(everything, 0.95):.1f}\nkinds_above_{BOUND_MS}_ms={slow}\nfailed={len(failed)}\nmemory_mb={memory}")


main()
