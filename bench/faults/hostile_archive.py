"""Extracts, groups, exports and serves an archive of hostile pages beside good ones, within bounds of memory.

python3 hostile_archive.py PROGRAM FOLDER; prints name=value lines, exits with 1 if a bound is broken.
"""

import json
import os
import random
import resource
import subprocess
import sys
import time
import urllib.request

ADDRESS_SPACE, BYTES = 700 << 20, 300_000_000
WORDS = "council bridge river market school harbour winter budget station library garden mayor forest street museum".split()


def sentence(numbers):
    words = " ".join(numbers.choice(WORDS) for _ in range(11))
    return f"The {words} of {numbers.randrange(10**9)} was opened on Monday, said a speaker of the town."


POOL = [sentence(random.Random(number)) for number in range(50_000)]


def paragraphs(numbers, size):
    """Paragraphs of three sentences, of about `size` bytes in all."""
    sentences = numbers.choices(POOL, k=3 * max(size // 450, 4))
    return "".join(f"<p>{' '.join(sentences[at : at + 3])}</p>\n" for at in range(0, len(sentences), 3))


def page(title, body, links=""):
    return (
        f"<html lang=en><head><title>{title}</title><meta property=og:type content=article>{links}</head><body><article><h1>{title}</h1>"
        f"<p>By Jane Doe, <time datetime=2026-03-01T08:00:00Z>1 March 2026</time></p>{body}</article></body></html>"
    )


def archive():
    """URL and HTML of each page."""
    numbers = random.Random(54)
    series = "https://series.example/news/the-long-report"
    for number in range(1, 100):
        url = series if number == 1 else f"{series}?page={number}"
        follow = f"<link rel=next href='{series}?page={number + 1}'>" if number < 99 else ""
        yield url, page("The long report of the town", paragraphs(numbers, 2_800_000), follow)
    for number in range(96):
        yield f"https://large.example/news/report-{number}", page(f"Report {number} of the town", paragraphs(numbers, 5 << 20))
    for site in range(5):
        for number in range(6):
            title = f"Town {site} opens bridge number {number} in spring"
            yield f"https://good-{site}.example/news/bridge-{number}", page(title, paragraphs(numbers, 1_500))


def bounded():
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


def run(program, name, *arguments):
    """Runs a command within the bound of address space. Returns whether it succeeded within the bound of memory."""
    began = time.monotonic()
    with open(f"{name}.log", "wb") as log:
        child = subprocess.Popen([program, *arguments], stdout=log, stderr=subprocess.STDOUT, preexec_fn=bounded)
        _, status, used = os.wait4(child.pid, 0)
    code, memory = os.waitstatus_to_exitcode(status), used.ru_maxrss * 1024
    print(f"archive_{name}_exit={code}\narchive_{name}_seconds={time.monotonic() - began:.1f}\narchive_{name}_megabytes={memory / 1e6:.0f}", flush=True)
    if code != 0:
        with open(f"{name}.log", encoding="utf-8", errors="replace") as log:
            print("   ", log.read()[-600:].strip().replace("\n", "\n    "))
    return code == 0 and memory <= BYTES


def serve(program):
    """Reads the largest articles from the reader's API and pages."""
    reader = subprocess.Popen(
        [program, "serve", "--listen", "127.0.0.1:8097"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=bounded
    )
    base, good = "http://127.0.0.1:8097", True
    for _ in range(100):
        try:
            urllib.request.urlopen(base + "/healthz", timeout=5).read()
            break
        except OSError:
            time.sleep(0.2)
    listed = json.load(urllib.request.urlopen(base + "/api/v1/articles?limit=100", timeout=60))
    largest = [item["id"] for item in listed["items"]]
    for path in [f"/api/v1/articles/{id}" for id in largest] + [f"/article/{id}" for id in largest[:20]] + ["/api/v1/changes?limit=100"]:
        try:
            urllib.request.urlopen(base + path, timeout=60).read()
        except OSError as error:
            print(f"    {path}: {error}")
            good = getattr(error, "code", None) == 404
    with open(f"/proc/{reader.pid}/status", encoding="ascii") as status:
        memory = next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))
    reader.terminate()
    reader.wait(30)
    print(f"archive_serve_megabytes={memory / 1e6:.0f}")
    return good and memory <= BYTES


def main():
    program, folder = sys.argv[1:]
    os.environ["GLEANER_DATA_DIR"] = os.path.join(folder, "data")
    # kept running outside of the bound, so that only the program is bounded
    database = subprocess.Popen([program, "database"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    database.stdout.readline()
    with open("pages.jsonl", "w", encoding="utf-8") as file:
        for url, html in archive():
            file.write(json.dumps({"url": url, "fetched_at": "2026-03-01T09:00:00Z", "html": html}) + "\n")
    subprocess.run([program, "import", "pages.jsonl"], check=True, stdout=subprocess.DEVNULL)
    good = run(program, "extract", "extract")
    good &= run(program, "aggregate", "aggregate")
    good &= run(program, "export_jsonl", "export", "--format", "jsonl", "--out", "jsonl")
    good &= run(program, "export_parquet", "export", "--format", "parquet", "--out", "parquet")
    good &= serve(program)
    status = json.loads(subprocess.run([program, "status", "--json"], check=True, capture_output=True).stdout)
    sites = {site["id"]: site["articles"] for site in status["sites"]}
    kept = sum(sites.get(f"good-{site}.example", 0) for site in range(5))
    print(f"archive_good_articles={kept}")
    database.terminate()
    database.wait(60)
    return int(not good or kept != 30)


sys.exit(main())
