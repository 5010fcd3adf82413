"""A whole night with Gleaner, and with Scrapy and trafilatura. See ../night.sh."""

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench/crawl"))
import cluster  # noqa: E402
import machine  # noqa: E402
import pages  # noqa: E402
from machine import Failed, Process, describe, limit_files, mb, say, stop  # noqa: E402

WORK = ROOT / "bench/scratch/night"
machine.WORK = cluster.WORK = WORK
HOSTS = 60


class Sites:
    """The server of the sites."""

    def __enter__(self):
        command = [sys.executable, str(ROOT / "bench/night/server.py"), str(WORK / "sites"), str(HOSTS)]
        self.child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.port = int(self.child.stdout.readline())
        self.homes = [f"http://127.0.2.{host + 1}:{self.port}/" for host in range(HOSTS)]
        return self

    def __exit__(self, *_):
        stop(self.child)

    def counts(self):
        with urllib.request.urlopen(f"{self.homes[0]}__log", timeout=10) as answer:
            return json.load(answer)


def seeds(sites):
    file = WORK / "seeds.toml"
    entries = [f'[[site]]\nid = "site-{n}"\nname = "Site {n}"\nhome = "{home}"\n' for n, home in enumerate(sites.homes)]
    file.write_text("\n".join(entries))
    return file


def gleaner(wanted):
    """From an empty database to ranked stories and an export in Parquet."""
    addresses = ", ".join(f'"127.0.2.{host + 1}"' for host in range(HOSTS))
    cluster.SETTINGS = cluster.SETTINGS.replace('["localhost", "127.0.0.1"]', f"[{addresses}]")
    with Sites() as sites, cluster.Cluster("data") as database:
        file = seeds(sites)
        database.command("migrate").wait()
        database.is_durable()
        before, steps = database.settled_cpu(), {}
        for name, command in {
            "crawl": ["crawl"], "extract": ["extract"], "aggregate": ["aggregate"], "export": ["export", "--format", "parquet", "--out", WORK / "corpus"],
        }.items():
            if name == "crawl":
                seed = database.command("seed", file).wait()
            say(f"  gleaner {name}")
            run = database.command(*command, limit=3600).wait()
            after = database.settled_cpu()
            steps[name] = {"cpu": run.cpu, "database": after - before, "wall": run.wall, "rss": run.rss}
            before = after
        steps["crawl"]["cpu"] += seed.cpu
        found = sites.counts()
        if found["pages"] != wanted:
            raise Failed(f"Gleaner asked for {found['pages']} of {wanted} pages")
        rows = database.sql("select count(*) from news.articles; select count(*) from news.stories where articles > 1")
        return steps, rows.split(), found


def peer(wanted):
    """Crawls the same pages with the peer, which stores a row of text and metadata for each."""
    with Sites() as sites, cluster.Cluster("peer") as database:
        before = database.settled_cpu()
        env = {
            "PATH": "/usr/bin:/bin", "HOME": str(WORK), "PYTHONDONTWRITEBYTECODE": "1", "NIGHT_DATABASE": database.url,
            "NIGHT_ROBOTS": " ".join(f"{home}robots.txt" for home in sites.homes),
        }
        say("  Scrapy and trafilatura")
        (WORK / "peer.log").write_bytes(b"")
        python = ROOT / "bench/scratch/night-venv/bin/python"
        run = Process([python, "-m", "scrapy", "runspider", ROOT / "bench/night/spider.py"], log=WORK / "peer.log", env=env, limit=7200).wait()
        found = sites.counts()
        if found["pages"] != wanted:
            raise Failed(f"Scrapy asked for {found['pages']} of {wanted} pages; see {WORK / 'peer.log'}")
        rows = database.sql("select count(*) from peer_articles")
        return {"cpu": run.cpu, "database": database.settled_cpu() - before, "wall": run.wall, "rss": run.rss}, rows


def main():
    wanted, with_peer = int(sys.argv[1]), sys.argv[2] == "peer"
    limit_files()
    WORK.mkdir(parents=True, exist_ok=True)
    try:
        say(f"writing {wanted} pages")
        size, real = pages.write(Path(os.environ["SHARED"]), WORK / "sites", HOSTS, wanted)
        head = f"{time.strftime('%Y-%m-%d %H:%M')} UTC: {describe()}. {wanted:,} pages of {HOSTS} sites, {size // 1000} KB on average, from {real:,} real ones."
        steps, (articles, stories), found = gleaner(wanted)
        theirs = peer(wanted) if with_peer else None
    except Failed as failure:
        sys.exit(f"bench: {failure}")
    finally:
        Process.kill_all()
    print(f"{head}\n\n| | CPU s | of which PostgreSQL | wall s | peak RSS MB | CPU ms per page |\n|--|--|--|--|--|--|")

    def row(name, one):
        cpu = one["cpu"] + one["database"]
        print(f"| {name} | {cpu:.1f} | {one['database']:.1f} | {one['wall']:.1f} | {mb(one['rss']):.0f} | {1000 * cpu / wanted:.2f} |")
        return cpu

    for name, one in steps.items():
        row(f"`gleaner {name}`", one)
    whole = {key: sum(step[key] for step in steps.values()) for key in ("cpu", "database", "wall")}
    ours = row("**Gleaner**, all of it", {**whole, "rss": max(step["rss"] for step in steps.values())})
    values = {"pages": wanted, "articles": articles, "stories": stories, "other_requests": found["other"] + found["missing"], "cpu_s": f"{ours:.1f}"}
    if theirs:
        values["peer_cpu_s"] = f"{row('Scrapy and trafilatura into PostgreSQL: text and metadata only', theirs[0]):.1f}"
        values["peer_articles"] = theirs[1]
        values["cpu_ratio"] = f"{float(values['peer_cpu_s']) / ours:.1f}"
    print("\n```")
    for name, value in values.items():
        print(f"{name}={value}")
    print("```")
    shutil.rmtree(WORK / "sites", ignore_errors=True)


main()
