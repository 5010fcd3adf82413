"""Pages per CPU second and memory of the browser, of Gleaner and of Scrapy with scrapy-playwright. See ../render.sh."""

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "bench/scratch/render"
GLEANER = Path(os.environ.get("GLEANER", ROOT / "target/release/gleaner"))
LOOK = 0.1


class Watch:
    """CPU and memory of all processes that have a mark in their environment: who starts a process hands it on."""

    def __init__(self, mark):
        self.mark = f"BENCH_RUN={mark}".encode()
        self.cpu, self.browser, self.server = {}, 0, {}

    def look(self):
        browser = 0
        for folder in Path("/proc").iterdir():
            if not folder.name.isdigit():
                continue
            try:
                if self.mark not in (folder / "environ").read_bytes():
                    continue
                name, _, rest = (folder / "stat").read_text().rpartition(")")
                fields = rest.split()
                key = (folder.name, fields[19])  # a number may be used again; the time of the start is not
                self.cpu[key] = (int(fields[11]) + int(fields[12])) / TICK
                if "postgres" in name:
                    self.server[key] = self.cpu[key]
                if "chrom" in name:
                    rollup = (folder / "smaps_rollup").read_text()
                    browser += next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
            except (OSError, StopIteration):
                continue
        self.browser = max(self.browser, browser)

    def run(self, command, env):
        process = subprocess.Popen(command, env=env, cwd=WORK, stdin=subprocess.DEVNULL)
        while process.poll() is None:
            self.look()
            time.sleep(LOOK)
        if process.returncode:
            sys.exit(f"{command[:3]} ended with {process.returncode}")

    @property
    def seconds(self):
        return sum(self.cpu.values())


def environment(mark, **more):
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PG", "DATABASE_URL", "GLEANER"))}
    return {**env, "BENCH_RUN": mark, **more}


def scrapy(home, articles, number):
    mark = f"scrapy-{number}"
    stats = WORK / "stats.json"
    env = environment(mark, BENCH_HOME=home, BENCH_STATS=str(stats), BENCH_BROWSER=shutil.which("chromium"))
    watch, began = Watch(mark), time.time()
    scrapy = Path(sys.executable).parent / "scrapy"
    watch.run([str(scrapy), "runspider", str(ROOT / "bench/render/spider.py")], env)
    wall = time.time() - began
    found = json.loads(stats.read_text())["articles"]
    return watch, wall, found


def gleaner(seeds, articles, number):
    mark = f"gleaner-{number}"
    data = WORK / mark
    env = environment(
        mark, GLEANER_DATA_DIR=str(data), GLEANER__CRAWL__CONTACT="https://bench.example/", GLEANER__CRAWL__DELAY_SECONDS="0",
        GLEANER__CRAWL__CONCURRENCY_PER_HOST="2", GLEANER__CRAWL__PRIVATE_HOSTS='["localhost"]',
        GLEANER__CRAWL__RENDER__SANDBOX="false", GLEANER__CRAWL__RENDER__MAX_PAGES_PER_SITE="100000",
        GLEANER__CRAWL__RENDER__BROWSER_PAGES="100000", GLEANER__WORKER__PATIENCE_SECONDS="2",
        GLEANER__CRAWL__WELL_KNOWN_CHANNELS="false", RUST_LOG="error",
    )
    subprocess.run([GLEANER, "seed", str(seeds)], env=env, cwd=WORK, check=True, stdout=subprocess.DEVNULL)
    watch, began = Watch(mark), time.time()
    watch.run([str(GLEANER), "crawl"], env)
    wall = time.time() - began
    subprocess.run([GLEANER, "extract"], env=env, cwd=WORK, check=True, stdout=subprocess.DEVNULL)
    out = subprocess.run([GLEANER, "export", "--format", "jsonl"], env=env, cwd=WORK, check=True, stdout=subprocess.PIPE)
    shutil.rmtree(data, ignore_errors=True)
    return watch, wall, len(out.stdout.splitlines())


def main(articles, runs):
    seeds = WORK / "apps.toml"
    site = subprocess.Popen(
        [ROOT / "target/release/examples/apps", str(articles), str(seeds)], stdout=subprocess.PIPE, text=True
    )
    home = site.stdout.readline().strip()
    chromium = subprocess.run(["chromium", "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.strip()
    print(f"{time.strftime('%Y-%m-%d %H:%M')}: {chromium}, load {os.getloadavg()[0]:.1f} at the start\n")
    print("| | pages per CPU s | CPU s | of it PostgreSQL | wall s | browser MB | articles found |\n|--|--|--|--|--|--|--|")
    rates = {"scrapy": [], "gleaner": []}
    memory = {"scrapy": [], "gleaner": []}
    try:
        for number in range(runs):
            for name, (watch, wall, found) in (
                ("scrapy", scrapy(home, articles, number)),
                ("gleaner", gleaner(seeds, articles, number)),
            ):
                rate = (articles + 1) / watch.seconds
                rates[name].append(rate)
                memory[name].append(watch.browser / 1024)
                server = sum(watch.server.values())
                print(
                    f"| {name} | {rate:.1f} | {watch.seconds:.1f} | {server:.1f} | {wall:.1f} | {watch.browser / 1024:.0f} | {found} |",
                    flush=True,
                )
                if found != articles:
                    print(f"{name} found {found} of {articles} articles", file=sys.stderr)
    finally:
        site.kill()
    print()
    for name in rates:
        print(f"pages_per_cpu_s_{name}={statistics.median(rates[name]):.2f}")
        print(f"browser_mb_{name}={statistics.median(memory[name]):.0f}")
    print(f"ratio={statistics.median(rates['gleaner']) / statistics.median(rates['scrapy']):.2f}")


main(int(sys.argv[1]), int(sys.argv[2]))
