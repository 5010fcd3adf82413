"""Renders real pages without network access and scores `visual`, `gleaner` and boilerpipe on them. See ../visual.sh."""

import gzip
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import zstandard

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench/crawl"))
import cluster  # noqa: E402
import machine  # noqa: E402
import trees  # noqa: E402
from machine import GLEANER, Failed, describe, say  # noqa: E402

WORK = ROOT / "bench/scratch/visual"
machine.WORK = cluster.WORK = WORK
SETS = ("aeb", "fundus", "mozilla_readability", "newspaper4k")
STYLES = 20_000
cluster.SETTINGS = """\
[crawl]
contact = "https://bench.example/"
delay_seconds = 0
concurrency_per_host = {concurrency}
private_hosts = ["127.0.0.1"]
max_pages_per_visit = 100000
max_pages_per_site = 100000
max_visit_seconds = 7200
[crawl.render]
boxes = true
sandbox = false
pages_at_once = 2
page_seconds = 6
max_pages_per_site = 100000
[worker]
patience_seconds = 2
"""


def gold():
    """The pages that have a gold text, in the order of the sets."""
    for name in SETS:
        with gzip.open(Path(os.environ["SHARED"]) / f"data/dev/{name}.jsonl.gz", "rt") as lines:
            for page in map(json.loads, lines):
                if page.get("html") and page.get("gold_text"):
                    page["set"] = name
                    yield page


def renders_offline(html):
    """Whether a page contains its styles."""
    named = re.search(r'<link[^>]+rel=["\']?stylesheet', html, re.I)
    own = sum(map(len, re.findall(r"<style[^>]*>(.*?)</style>", html, re.I | re.S)))
    return not named or own >= STYLES


class Site:
    """Serves the pages; its robots.txt disallows everything else."""

    def __init__(self, pages):
        paths = [f"/news/a-page-of-a-set-{n}.html" for n in range(len(pages))]
        bodies = {path: page["html"] for path, page in zip(paths, pages, strict=True)}
        bodies["/"] = "<!doctype html><title>Pages</title>"
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler(bodies))
        self.home = f"http://127.0.0.1:{server.server_port}/"
        entries = "".join(f"<url><loc>{self.home[:-1]}{path}</loc></url>" for path in paths)
        bodies["/sitemap.xml"] = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'
        bodies["/robots.txt"] = f"User-agent: *\nDisallow: /\nAllow: /news/\nAllow: /sitemap.xml\nAllow: /$\nSitemap: {self.home}sitemap.xml\n"
        threading.Thread(target=server.serve_forever, daemon=True).start()

    @staticmethod
    def handler(bodies):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                text = bodies.get(self.path)
                body = (text or "").encode("utf-8", "replace")
                self.send_response(200 if text else 404)
                kinds = {"/robots.txt": "text/plain", "/sitemap.xml": "application/xml"}
                self.send_header("Content-Type", kinds.get(self.path, "text/html; charset=utf-8"))
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        return Handler


def rendered(pages):
    """The pages as the browser rendered them, with the boxes of their text."""
    site = Site(pages)
    seeds = WORK / "seeds.toml"
    seeds.write_text(f'[[site]]\nid = "pages"\nname = "Pages"\nhome = "{site.home}"\nrender = "always"\n')
    with cluster.Cluster("data", concurrency=2) as database:
        database.command("migrate").wait()
        database.command("seed", seeds).wait()
        for _ in range(4):
            database.command("crawl", limit=7200).wait()
            rows = database.sql(
                "select distinct on (s.url) substring(s.url from '-(\\d+)[.]html$'), encode(p.body, 'hex'), encode(p.boxes, 'hex') "
                "from pages p join seen s using (host_id, url_id) where p.boxes is not null and s.url like '%/news/%' order by s.url, p.fetched_at"
            )
            say(f"  {len(rows.splitlines())} of {len(pages)} pages are rendered")
            if len(rows.splitlines()) >= len(pages) * 0.98:
                break
    unpack = zstandard.ZstdDecompressor().decompressobj
    packed = plain = boxed = 0
    for row in rows.splitlines():
        number, body, boxes = row.split("|")
        boxes_json = unpack().decompress(bytes.fromhex(boxes))
        packed, plain, boxed = packed + len(boxes) // 2, plain + len(body) // 2, boxed + 1
        html = unpack().decompress(bytes.fromhex(body)).decode("utf-8", "replace")
        yield int(number), html, json.loads(boxes_json)
    print(f"\nThe boxes of a page take {packed / max(boxed, 1) / 1000:.1f} KB in the database, its document {plain / max(boxed, 1) / 1000:.1f} KB.\n")


def evaluate(files, extractor):
    """The scores for each file."""
    output = subprocess.run([GLEANER.with_name("workshop"), "eval", "extract", "--gold", *files, "--extractor", extractor, "--json"], check=True, capture_output=True, text=True)
    return [row | row["metrics"] for row in map(json.loads, output.stdout.splitlines())]


def written(folder, pages):
    """Writes the pages to one file per set and one file for all."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name in (*SETS, "all"):
        own = [page for page in pages if name in ("all", page["set"])]
        files.append(folder / f"{name}.jsonl")
        files[-1].write_text("".join(json.dumps(page) + "\n" for page in own))
    return files


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    pages = list(gold())
    kept = ("id", "url", "gold_text", "set")
    try:
        made = {number: (html, boxes) for number, html, boxes in rendered(pages)}
    except Failed as failure:
        sys.exit(f"bench: {failure}")
    print(f"{time.strftime('%Y-%m-%d %H:%M')} UTC: {describe()}. {len(made)} of {len(pages)} pages were rendered and have boxes.\n")
    print("| styles | document | extractor | set | pages | F1 | precision | recall |\n|--|--|--|--|--|--|--|--|")
    whole = {}
    for name in ("own", "all"):
        some = [n for n in sorted(made) if name == "all" or renders_offline(pages[n]["html"])]
        fields = [{key: pages[n].get(key) for key in kept} for n in some]
        plain = [field | {"html": pages[n]["html"]} for n, field in zip(some, fields, strict=True)]
        drawn = [field | {"html": made[n][0], "boxes": made[n][1]} for n, field in zip(some, fields, strict=True)]
        for kind, group in (("plain", plain), ("rendered", drawn)):
            files = written(WORK / name / kind, group)
            for extractor in ("gleaner", "visual", "boilerpipe-article") if kind == "rendered" else ("gleaner",):
                for row in evaluate(files, extractor):
                    print(f"| {name} | {kind} | `{extractor}` | {row['set']} | {row['n']} | {row['f1']:.3f} ± {row['f1_std']:.3f} | {row['precision']:.3f} | {row['recall']:.3f} |")
            whole[name, kind] = files[-1]
    trees.report(whole["own", "rendered"])
    if not os.environ.get("KEEP"):
        shutil.rmtree(WORK, ignore_errors=True)


main()
