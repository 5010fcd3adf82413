"""Runs nights with an advancing clock and measures them. See ../soak.sh."""

import glob
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench/crawl"))
import machine  # noqa: E402
from machine import GLEANER, Failed, Process, describe, limit_files, say, stat, stop  # noqa: E402

import report  # noqa: E402

WORK = machine.WORK = ROOT / "bench/scratch/soak"
NEWSROOMS = os.environ["NEWSROOMS"]
# Retention is short, so that all of it acts within six weeks; by default pages are kept for ever, visits and URLs for a year.
SETTINGS = """\
[crawl]
contact = "https://bench.example/"
delay_seconds = 0
private_hosts = ["localhost"]
[worker]
patience_seconds = 2
[retention]
page_days = 10
rejected_page_days = 5
visit_days = 14
url_days = 21
"""
# A site that fails for three nights: id, first failing night, and first night on which it works again.
OUTAGE = ("harbour-gazette-5", 15, 18)
TABLES = """
select c.relname, pg_total_relation_size(c.oid) + coalesce((select sum(pg_total_relation_size(i.inhrelid)) from pg_inherits i where i.inhparent = c.oid), 0),
    (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from public.%I', c.relname), false, true, '')))[1]::text
from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1"""
QUEUE = """
select count(*), count(*) filter (where due.next_due <= now()) from (select next_due from visits union all select now() from queue) due"""


class Sites:
    """The newsrooms."""

    def __enter__(self):
        command = [NEWSROOMS, str(WORK / "seeds.toml")]
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.answer()
        return self

    def answer(self):
        line = self.child.stdout.readline().strip()
        if not line:
            raise Failed("the newsrooms process has ended")
        return line

    def tell(self, line):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()
        return self.answer()

    def __exit__(self, *_):
        self.child.stdin.close()
        stop(self.child)


class Day:
    """A day of the program and its embedded server, with a clock that is `number` days ahead."""

    def __init__(self, number):
        self.log = WORK / "gleaner.log"
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("PG", "DATABASE_URL", "GLEANER__"))}
        self.env = kept | {
            "GLEANER_DATA_DIR": str(WORK / "data"), "LD_PRELOAD": faketime(), "FAKETIME": f"+{number}d",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1",
        }

    def __enter__(self):
        command = [GLEANER, "--config", WORK / "gleaner.toml", "database"]
        self.holder = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log.open("ab"), env=self.env, text=True
        )
        self.url = self.holder.stdout.readline().strip()
        if not self.url:
            raise Failed(f"the database did not start; see {self.log}")
        self.postmaster = int((WORK / "data/postgres/data/postmaster.pid").read_text().split()[0])
        return self

    def __exit__(self, *_):
        Process.kill_all()
        stop(self.holder)
        self.holder.stdout.close()

    def gleaner(self, *arguments):
        command = [GLEANER, "--config", WORK / "gleaner.toml", "--log-format", "json", *arguments]
        return Process(command, log=self.log, env=self.env, limit=1800).wait()

    def sql(self, text):
        done = subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", self.url],
            input=text, capture_output=True, text=True, check=False, env=self.env, timeout=300,
        )
        if done.returncode:
            raise Failed(f"psql: {done.stderr.strip()}")
        return [line.split("|") for line in done.stdout.splitlines()]

    def server_cpu(self):
        children = Path(f"/proc/{self.postmaster}/task/{self.postmaster}/children").read_text().split()
        own, reaped, _ = stat(self.postmaster)
        total = own + reaped
        for pid in children:
            try:
                total += stat(pid)[0]
            except OSError:
                pass
        return total


def faketime():
    found = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1") + glob.glob("/usr/lib*/faketime/libfaketimeMT.so.1")
    if not found:
        raise Failed("libfaketime is not installed: apt-get install faketime")
    return found[0]


def stages(log, since):
    """Seconds of each stage, from the log of the night."""
    found = {}
    with log.open(errors="replace") as lines:
        lines.seek(since)
        for line in lines:
            try:
                record = json.loads(line)
            except ValueError:
                continue
            fields = record.get("fields", record)
            stage, _, ended = str(fields.get("message", "")).partition(" ")
            if ended == "finished" and "duration_ms" in fields:
                found[stage] = fields["duration_ms"] / 1000
    return found


def night(number, sites):
    if number:
        sites.tell("day")
    site, broken, repaired = OUTAGE
    if number == broken:
        sites.tell(f"fail {site} 503")
    if number == repaired:
        sites.tell(f"repair {site}")
    with Day(number) as day:
        if number == 0:
            # A real night lasts hours, in which the server vacuums every twenty seconds. This one is shorter and gets as many rounds.
            day.sql("alter system set autovacuum_naptime = '1s'")
            day.sql("select pg_reload_conf()")
        at, lsn = day.log.stat().st_size, day.sql("select pg_current_wal_insert_lsn()")[0][0] if number else None
        before = day.server_cpu()
        done = day.gleaner("nightly", "--seeds", WORK / "seeds.toml")
        export = day.gleaner("export", *(["--continue", WORK / "corpus"] if number else ["--format", "jsonl.zst", "--out", WORK / "corpus"]))
        server = day.server_cpu() - before
        status = day.gleaner("status")
        wal = day.sql(f"select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '{lsn}')")[0][0] if lsn else 0
        tables = {name: {"bytes": int(size), "rows": int(rows)} for name, size, rows in day.sql(TABLES)}
        queue, due = day.sql(QUEUE)[0]
        articles = dict(day.sql("select source_id, count(*) from news.articles where is_latest group by 1"))
        counts = json.loads(sites.tell("counts"))
        return {
            "night": number, "today": day.sql("select now()::date")[0][0],
            "nightly": {"wall": done.wall, "cpu": done.cpu, "rss": done.rss}, "export": {"wall": export.wall, "cpu": export.cpu, "rss": export.rss},
            "status": {"wall": status.wall, "cpu": status.cpu, "rss": status.rss}, "server_cpu": server, "stages": stages(day.log, at),
            "database_bytes": int(day.sql("select pg_database_size(current_database())")[0][0]), "wal_bytes": int(wal),
            "queue": int(queue), "due": int(due), "tables": tables,
            "articles": {site: int(n) for site, n in articles.items()}, "published": counts["articles"], "requests": counts["requests"],
        }


def main():
    nights = int(sys.argv[1])
    limit_files()
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    (WORK / "gleaner.toml").write_text(SETTINGS)
    (WORK / "gleaner.log").write_bytes(b"")
    head, begun, found = describe(), time.time(), []
    try:
        with Sites() as sites:
            for number in range(nights):
                found.append(night(number, sites))
                last = found[-1]
                (WORK / "nights.json").write_text(json.dumps(found))
                say(
                    f"night {number + 1}: {last['nightly']['wall']:.1f} s, {last['nightly']['rss'] >> 20} MB, {sum(last['requests'].values())} requests, "
                    f"{sum(last['articles'].values())} of {sum(last['published'].values())} articles, {last['due']} of {last['queue']} due"
                )
    except Failed as failure:
        sys.exit(f"bench: {failure}")
    finally:
        Process.kill_all()
    wrong = report.write(found, f"{head}; {(time.time() - begun) / 60:.0f} minutes", OUTAGE, SETTINGS)
    shutil.rmtree(WORK / "data", ignore_errors=True)
    shutil.rmtree(WORK / "corpus", ignore_errors=True)
    for line in wrong:
        print(f"not met: {line}", file=sys.stderr)
    sys.exit(bool(wrong))


main()
