"""Single-page applications crawled by Gleaner and by Scrapy with scrapy-playwright. See ../render.sh."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench/crawl"))
import cluster  # noqa: E402
import machine  # noqa: E402
from machine import Failed, describe, mb, say  # noqa: E402
from tree import Tree  # noqa: E402

WORK = ROOT / "bench/scratch/render"
machine.WORK = cluster.WORK = WORK
DELAY = 0.05
SITES = 3
cluster.SETTINGS = f"""\
[crawl]
contact = "https://bench.example/"
delay_seconds = {DELAY}
concurrency_per_host = {{concurrency}}
private_hosts = ["localhost", "127.0.0.1"]
[crawl.render]
sandbox = false
pages_at_once = 2
max_pages_per_site = 100000
[worker]
patience_seconds = 2
"""


class Sites:
    """The server of the sites."""

    def __init__(self, articles):
        self.articles = articles

    def __enter__(self):
        program = machine.RELEASE / "examples/apps"
        self.seeds = WORK / "seeds.toml"
        self.child = subprocess.Popen([program, str(self.articles), self.seeds], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.homes = []
        while line := self.child.stdout.readline().strip():
            self.homes.append(line)
        return self

    def counts(self):
        """Stops the server and returns the counts of requests."""
        output, _ = self.child.communicate(timeout=60)
        return {name: int(value) for name, value in (line.split("=") for line in output.split())}

    def __exit__(self, *_):
        self.child.kill()
        self.child.wait()


def gleaner(articles):
    with Sites(articles) as sites, cluster.Cluster("data") as database:
        database.command("migrate").wait()
        database.command("seed", sites.seeds).wait()
        before = database.settled_cpu()
        say("  gleaner nightly")
        run = Tree([cluster.GLEANER, "--config", database.config, "nightly"], database.log, database.env, WORK)
        after = database.settled_cpu() - before
        found = int(database.sql("select count(*) from news.articles where text <> ''"))
        return result(run, after, found, sites.counts())


def peer(articles):
    with Sites(articles) as sites:
        out = WORK / "peer.jsonl"
        env = {
            "PATH": "/usr/bin:/bin", "HOME": str(WORK), "PYTHONDONTWRITEBYTECODE": "1", "RENDER_HOMES": " ".join(sites.homes),
            "RENDER_OUT": str(out), "RENDER_DELAY": str(DELAY), "RENDER_CHROMIUM": shutil.which("chromium-headless-shell"), "NODE_OPTIONS": "",
        }
        say("  Scrapy and scrapy-playwright")
        python = ROOT / "bench/scratch/render-venv/bin/python"
        run = Tree([python, "-m", "scrapy", "runspider", ROOT / "bench/render/spider.py"], WORK / "peer.log", env, WORK)
        read = {page["url"] for page in map(json.loads, out.open()) if len(page["text"]) > 200}
        return result(run, 0.0, len(read), sites.counts())


def result(run, database, found, requests):
    return {"cpu": run.cpu + database, "database": database, "wall": run.wall, "rss": run.peak, "browser": run.browser_peak, "found": found, **requests}


def main():
    articles, with_peer = int(sys.argv[1]), sys.argv[2] == "peer"
    WORK.mkdir(parents=True, exist_ok=True)
    wanted = SITES * articles
    head = f"{time.strftime('%Y-%m-%d %H:%M')} UTC: {describe()}. {wanted} articles of {SITES} sites, {DELAY} s between two requests to a host."
    try:
        rows = {"Gleaner, into PostgreSQL, with text, verdict and stories": gleaner(articles)}
        if with_peer:
            rows["Scrapy and scrapy-playwright, into a file"] = peer(articles)
    except Failed as failure:
        sys.exit(f"bench: {failure}")
    print(f"{head}\n\n| | articles | requests | of which unwanted | CPU s | of which PostgreSQL | wall s | articles per CPU s | memory MB | of which browser |\n|--|--|--|--|--|--|--|--|--|--|")
    for name, one in rows.items():
        print(
            f"| {name} | {one['found']} | {one['requests']} | {one['unwanted_requests']} | {one['cpu']:.1f} | {one['database']:.1f} | {one['wall']:.1f} | "
            f"{one['found'] / one['cpu']:.2f} | {mb(one['rss']):.0f} | {mb(one['browser']):.0f} |"
        )
    print("\n```")
    for name, one in zip(("gleaner", "peer"), rows.values(), strict=False):
        for key in ("found", "unwanted_requests"):
            print(f"{name}_{key}={one[key]}")
        print(f"{name}_pages_per_cpu_second={one['found'] / one['cpu']:.2f}")
        print(f"{name}_browser_mb={mb(one['browser']):.0f}")
    print("```")
    if rows and next(iter(rows.values()))["found"] != wanted:
        sys.exit(f"bench: Gleaner has not all of the {wanted} articles")


main()
