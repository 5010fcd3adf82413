"""Memory and cost per page, by the number of URLs in the database."""

from contextlib import ExitStack
from statistics import median

from cluster import Cluster
from machine import ROOT, Failed, Site, mb, say

KNOWN = (5_000, 50_000, 500_000, 5_000_000)
# Hosts that are crawled, some in each round, and hosts that are only in the database.
ROUNDS, HOSTS_PER_ROUND, PAGES_PER_HOST, OTHERS = 3, 10, 400, 170
# Requests per round: new pages first; known pages where there are no new ones yet.
REQUESTS = 3_000


def fill(cluster, site, urls):
    """Fills a database with `urls` URLs and seeds the site's hosts."""
    cluster.command("migrate").wait()
    cluster.is_durable()
    cluster.command("seed", site.seeds).wait()
    script = (ROOT / "bench/crawl/prefill.sql").read_text()
    cluster.sql(f"\\set urls {urls}\n\\set others {OTHERS}\n{script}")
    size = cluster.sql("select count(*), pg_size_pretty(pg_database_size(current_database())) from seen")
    say(f"  filled: {size} (URLs, size)")


def crawl(cluster, first):
    """CPU seconds per page and memory of a crawl of some of the hosts."""
    stored = int(cluster.sql("checkpoint; select count(*) from pages"))
    names = [f"bench-{number:03}" for number in range(first, first + HOSTS_PER_ROUND)]
    before = cluster.settled_cpu()
    only = [word for name in names for word in ("--site", name)]
    run = cluster.command("crawl", "--max-pages", REQUESTS, *only).wait()
    database = cluster.settled_cpu() - before
    pages = int(cluster.sql("select count(*) from pages")) - stored
    if not REQUESTS * 0.95 <= pages <= REQUESTS:
        raise Failed(f"{pages} pages are stored after {REQUESTS} requests")
    return {"cost": (run.cpu + database) / pages, "own": run.cpu / pages, "database": database / pages, "rss": run.rss}


def scaling():
    """The same crawls over databases that know few and many URLs."""
    with ExitStack() as stack:
        site = stack.enter_context(Site(ROUNDS * HOSTS_PER_ROUND, PAGES_PER_HOST))
        clusters = {urls: stack.enter_context(Cluster(f"known-{urls}")) for urls in KNOWN}
        for urls, cluster in clusters.items():
            fill(cluster, site, urls)
        runs = {urls: [] for urls in KNOWN}
        for number in range(ROUNDS):
            for urls, cluster in clusters.items():
                run = crawl(cluster, number * HOSTS_PER_ROUND)
                runs[urls].append(run)
                say(f"  {urls:,} known: {run}")
    cost = {urls: median(run["cost"] for run in runs[urls]) for urls in KNOWN}
    rss = {urls: median(mb(run["rss"]) for run in runs[urls]) for urls in KNOWN}
    for urls in KNOWN:
        own, database = (median(run[part] for run in runs[urls]) for part in ("own", "database"))
        costs = " ".join(f"{run['cost'] * 1e6:,.0f}" for run in runs[urls])
        print(
            f"| {urls:,} | {cost[urls] * 1e6:,.0f} ({costs}) | {own * 1e6:,.0f} | {database * 1e6:,.0f} |"
            f" {rss[urls]:.1f} |"
        )
    return {
        **{f"cpu_us_per_page_at_{urls}_known": round(cost[urls] * 1e6) for urls in KNOWN},
        **{f"peak_rss_mb_at_{urls}_known": round(rss[urls], 1) for urls in KNOWN},
        "rss_growth_5k_to_500k": round(rss[500_000] / rss[5_000], 3),
        "cost_ratio_5m_vs_50k": round(cost[5_000_000] / cost[50_000], 3),
    }
