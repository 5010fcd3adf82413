"""Gleaner's embedded database, kept running over several commands, and the CPU time of all its processes."""

import os
import shutil
import subprocess
import time
from pathlib import Path

from machine import GLEANER, WORK, Failed, Process, stat, stop

# Settings that the measurements need; all others have their defaults.
SETTINGS = """\
[crawl]
contact = "https://bench.example/"
delay_seconds = 0
concurrency_per_host = {concurrency}
private_hosts = ["localhost", "127.0.0.1"]
[worker]
patience_seconds = 2
"""


class Cluster:
    """A fresh data directory with its server."""

    def __init__(self, name, concurrency=1):
        self.home = WORK / name
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir(parents=True)
        self.config = WORK / f"{name}.toml"
        self.config.write_text(SETTINGS.format(concurrency=concurrency))
        self.log = WORK / f"{name}.log"
        self.log.write_bytes(b"")
        self.env = {key: value for key, value in os.environ.items() if not key.startswith(("PG", "DATABASE_URL"))}
        self.env["GLEANER_DATA_DIR"] = str(self.home)

    def __enter__(self):
        try:
            self.holder = subprocess.Popen(
                [GLEANER, "--config", self.config, "database"],
                stdout=subprocess.PIPE, stderr=self.log.open("ab"), stdin=subprocess.DEVNULL, env=self.env, text=True,
            )
            self.url = self.holder.stdout.readline().strip()
            if not self.url:
                raise Failed(f"the database did not start; see {self.log}")
            pid_file = self.home / "postgres/data/postmaster.pid"
            self.postmaster = int(pid_file.read_text().split()[0])
            beside = Path(f"/proc/{self.postmaster}/exe").resolve().parent / "psql"
            self.psql = shutil.which("psql") or str(beside)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        Process.kill_all()  # running clients would keep the server up
        holder = getattr(self, "holder", None)
        if holder is not None:
            stop(holder)
            holder.stdout.close()
        shutil.rmtree(self.home, ignore_errors=True)

    def command(self, *arguments, limit=900):
        return Process(
            [GLEANER, "--config", self.config, *arguments],
            log=self.log, env=self.env, limit=limit,
        )

    def sql(self, text, limit=900):
        """The output of one or several statements."""
        done = subprocess.run(
            [self.psql, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", self.url],
            input=text, capture_output=True, text=True, timeout=limit, check=False, env=self.env,
        )
        if done.returncode != 0:
            raise Failed(f"psql: {done.stderr.strip()}")
        return done.stdout.strip()

    def cpu(self):
        """CPU seconds of the whole server so far: the main process, live children and reaped children."""
        total, children = 0.0, self.children()
        for pid in [self.postmaster, *children]:
            try:
                own, reaped, _ = stat(pid)
                total += own + (reaped if pid == self.postmaster else 0)
            except OSError:
                pass  # it has just ended; the next call counts it among the reaped
        return total

    def children(self):
        path = Path(f"/proc/{self.postmaster}/task/{self.postmaster}/children")
        return [int(pid) for pid in path.read_text().split()]

    def settled_cpu(self):
        """As `cpu`, once the backends of disconnected clients have exited."""
        for _ in range(100):
            before = len(self.children())
            time.sleep(0.02)
            if len(self.children()) == before:
                break
        return self.cpu()

    def is_durable(self):
        names = ["fsync", "synchronous_commit", "full_page_writes"]
        found = self.sql("".join(f"show {name};" for name in names)).split()
        if found != ["on"] * len(names):
            raise Failed(f"the server is not durable: {dict(zip(names, found))}")
