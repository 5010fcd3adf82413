"""The steps `scrapy`, `gleaner` and `workers`. Each prints the rows of its table and returns its values by name."""

import json
from statistics import median

from cluster import Cluster
from machine import ROOT, WORK, Failed, Process, Site, mb, say, wait_all

ROUNDS = 3
# One site of 5,001 pages, as in the comparison that set the target.
PAGES = 5_001
CONCURRENCY = 32
# Many sites: 50 hosts.
HOSTS, PAGES_PER_HOST = 50, 600


def check_pages(counts, pages, who):
    """Fails unless all pages were requested and nothing that robots.txt disallows."""
    if counts["distinct_pages"] != pages or counts["forbidden"] != 0:
        raise Failed(f"{who} asked for {counts['distinct_pages']} of {pages} pages: {counts}")
    if counts["repeated_pages"]:
        say(f"  {who} asked for {counts['repeated_pages']} pages more than once")


def check_rows(cluster, pages):
    found = cluster.sql("select count(distinct (host_id, url_id)), count(*) from pages")
    if found != f"{pages}|{pages}":
        raise Failed(f"{found} (distinct, all) pages are stored, not {pages}")


def scrapy_once():
    with Site(1, PAGES) as site:
        stats = WORK / "scrapy.json"
        python = ROOT / "bench/scratch/scrapy-venv/bin/python"
        env = {
            "PATH": "/usr/bin:/bin", "HOME": str(WORK), "PYTHONDONTWRITEBYTECODE": "1",
            "BENCH_HOME": site.home, "BENCH_STATS": str(stats),
        }
        log = WORK / "scrapy.log"
        log.write_bytes(b"")
        command = [python, "-m", "scrapy", "runspider", ROOT / "bench/crawl/spider.py"]
        run = Process(command, log=log, env=env).wait()
        counts = site.counts()
        check_pages(counts, PAGES, "Scrapy")
        finish = json.loads(stats.read_text())
        if finish["reason"] != "finished":
            raise Failed(f"Scrapy ended early: {finish}")
        return {"cpu": run.cpu, "wall": run.wall, "rss": run.rss, "server_cpu": site.cpu(), "counts": counts}


def gleaner_once():
    with Site(1, PAGES) as site, Cluster("data", CONCURRENCY) as cluster:
        cluster.command("migrate").wait()
        cluster.is_durable()
        before = cluster.settled_cpu()
        seed = cluster.command("seed", site.seeds).wait()
        crawl = cluster.command("crawl").wait()
        database = cluster.settled_cpu() - before
        counts = site.counts()
        check_pages(counts, PAGES, "Gleaner")
        check_rows(cluster, PAGES)
        before = cluster.settled_cpu()
        cluster.sql("checkpoint")
        return {
            "own": seed.cpu + crawl.cpu, "database": database, "cpu": seed.cpu + crawl.cpu + database,
            "checkpoint": cluster.settled_cpu() - before, "wall": seed.wall + crawl.wall, "rss": crawl.rss,
            "server_cpu": site.cpu(), "counts": counts,
        }


def row(who, run):
    share = f"{run['own']:.2f} + {run['database']:.2f} PostgreSQL" if "own" in run else f"{run['cpu']:.2f}"
    print(
        f"| {who} | {PAGES / run['cpu']:,.0f} | {share} | {run['wall']:.1f} | {mb(run['rss']):.0f} |"
        f" {run['counts']['page_requests']:,} |",
        flush=True,
    )
    return run


def gleaner():
    """Pages per CPU second of Gleaner alone, for work on the crawler."""
    rates = [PAGES / row("Gleaner", gleaner_once())["cpu"] for _ in range(ROUNDS)]
    return {"gleaner_pages_per_cpu_s": round(median(rates), 1)}


def scrapy():
    """Pages per CPU second against Scrapy: one site, 32 concurrent requests, in turns."""
    theirs, ours = [], []
    for _ in range(ROUNDS):
        theirs.append(row("Scrapy", scrapy_once()))
        ours.append(row("Gleaner", gleaner_once()))
    rate = {name: median(PAGES / run["cpu"] for run in runs) for name, runs in [("scrapy", theirs), ("gleaner", ours)]}
    return {
        "scrapy_pages_per_cpu_s": round(rate["scrapy"], 1),
        "gleaner_pages_per_cpu_s": round(rate["gleaner"], 1),
        "gleaner_pages_per_own_cpu_s": round(median(PAGES / run["own"] for run in ours), 1),
        "gleaner_closing_checkpoint_cpu_s": round(median(run["checkpoint"] for run in ours), 3),
        "scrapy_peak_rss_mb": round(median(mb(run["rss"]) for run in theirs), 1),
        "gleaner_peak_rss_mb": round(median(mb(run["rss"]) for run in ours), 1),
        "pages_per_cpu_s_ratio_vs_scrapy": round(rate["gleaner"] / rate["scrapy"], 2),
    }


def workers_once():
    with Site(HOSTS, PAGES_PER_HOST) as site, Cluster("data") as cluster:
        cluster.command("migrate").wait()
        cluster.is_durable()
        cluster.command("seed", site.seeds).wait()
        before = cluster.settled_cpu()
        crawls = [cluster.command("crawl", "--worker", name) for name in ("one", "two")]
        wait_all(crawls)
        pages = HOSTS * PAGES_PER_HOST
        counts = site.counts()
        check_pages(counts, pages, "Gleaner")
        check_rows(cluster, pages)
        seconds = counts["last_at"] - min(crawl.started for crawl in crawls)
        return {
            "rate": pages / seconds, "seconds": seconds, "wall": max(crawl.wall for crawl in crawls),
            "rss": max(crawl.rss for crawl in crawls), "own": sum(crawl.cpu for crawl in crawls),
            "database": cluster.settled_cpu() - before, "server_cpu": site.cpu(),
            "repeated": counts["repeated_pages"],
        }


def workers():
    """Two workers on one database, 50 hosts, one request at a time per host, no delay."""
    runs = []
    for _ in range(ROUNDS):
        run = workers_once()
        runs.append(run)
        print(
            f"| {run['rate']:,.0f} | {run['seconds']:.1f} | {run['own']:.1f} | {run['database']:.1f} |"
            f" {run['server_cpu']:.1f} | {mb(run['rss']):.0f} | {run['repeated']} |",
            flush=True,
        )
    return {
        "pages_per_s_two_workers": round(median(run["rate"] for run in runs), 1),
        "peak_rss_mb_per_worker": round(max(mb(run["rss"]) for run in runs), 1),
    }
