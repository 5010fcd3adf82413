"""Processes with their CPU time and memory, read from /proc."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "bench/scratch/crawl"
RELEASE = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "release"
GLEANER = Path(os.environ.get("GLEANER", RELEASE / "gleaner"))
SITE = RELEASE / "bench-site"
LOOK = 0.02


class Failed(Exception):
    """A measurement could not be made."""


def stat(pid):
    """CPU seconds (user and system) of a process, those of its reaped children, and its parent's id."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = int(fields[11]) + int(fields[12])
    reaped = int(fields[13]) + int(fields[14])
    return own / TICK, reaped / TICK, int(fields[1])


def peak_rss(pid):
    """Peak resident memory of a process in bytes (VmHWM); 0 if it has exited."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


class Process:
    """A child process, watched until it exits."""

    live = set()

    @classmethod
    def kill_all(cls):
        """Kills all running processes, for an early exit."""
        for process in cls.live:
            process.child.kill()
            process.child.wait()
        cls.live.clear()

    def __init__(self, command, *, log, env=None, limit=900):
        self.command, self.limit = [str(part) for part in command], limit
        self.log = Path(log)
        self.output = self.log.open("ab")
        self.started = time.time()
        self.deadline = time.monotonic() + limit
        self.rss, self.cpu, self.ended = 0, 0.0, None
        self.child = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.output,
            env=env, cwd=WORK,
        )
        self.live.add(self)

    def look(self):
        """Records the memory. Returns whether the process has ended."""
        if self.ended is not None:
            return True
        self.rss = max(self.rss, peak_rss(self.child.pid))
        pid, status, usage = os.wait4(self.child.pid, os.WNOHANG)
        if pid == 0:
            if time.monotonic() > self.deadline:
                self.child.kill()
                raise Failed(f"{self.command[:3]} took longer than {self.limit} s; see {self.log}")
            return False
        self.ended = time.time()
        self.live.discard(self)
        self.child.returncode = os.waitstatus_to_exitcode(status)
        self.cpu = usage.ru_utime + usage.ru_stime
        self.output.close()
        if self.child.returncode != 0:
            tail = self.log.read_text(errors="replace")[-2000:]
            raise Failed(f"{' '.join(self.command[:4])}… ended with {self.child.returncode}:\n{tail}")
        return True

    def wait(self):
        while not self.look():
            time.sleep(LOOK)
        return self

    @property
    def wall(self):
        return self.ended - self.started


def wait_all(processes):
    while not all([process.look() for process in processes]):
        time.sleep(LOOK)


def stop(child, patience=60):
    """Sends SIGTERM to a child, and kills it if it does not exit."""
    if child.poll() is None:
        child.send_signal(signal.SIGTERM)
        try:
            child.wait(patience)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


class Site:
    """The server of the site."""

    def __init__(self, hosts, pages):
        self.seeds = WORK / "seeds.toml"
        self.child = subprocess.Popen(
            [SITE, "--hosts", str(hosts), "--pages", str(pages), "--seeds", self.seeds],
            stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True, bufsize=1,
        )
        self.home = self.child.stdout.readline().strip()
        if not self.home:
            raise Failed("the site server did not start")

    def counts(self):
        print(file=self.child.stdin)
        return json.loads(self.child.stdout.readline())

    def cpu(self):
        return stat(self.child.pid)[0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        stop(self.child)
        self.child.stdin.close()
        self.child.stdout.close()


def say(line):
    """Prints progress to stderr."""
    print(line, file=sys.stderr, flush=True)


def mb(size):
    return size / (1 << 20)


def describe():
    """The machine, in one line."""
    names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    name = names[0].partition(":")[2].strip() if names else os.uname().machine
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    load = os.getloadavg()[0]
    return f"{name}, {os.cpu_count()} CPUs, {memory:.0f} GB, Linux {os.uname().release}, load {load:.1f} at the start"


def limit_files():
    """Raises the limit on open files, for many concurrent connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4096)), hard))
