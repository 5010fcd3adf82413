"""The CPU time and memory of a command with all processes that it starts."""

import os
import signal
import subprocess
import time
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
LOOK = 0.1


def parents():
    """For each process: its parent, CPU seconds and start time."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            found[int(entry.name)] = (int(fields[1]), (int(fields[11]) + int(fields[12])) / TICK, fields[19])
    return found


def memory(pid):
    """Proportional set size of a process in bytes, and whether it belongs to a browser."""
    try:
        is_browser = b"chrom" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024, is_browser
    except OSError:
        pass
    return 0, False


class Tree:
    """A command and its descendants, sampled ten times per second; what a process does after its last sample is not counted."""

    def __init__(self, command, log, env, cwd, limit=3600):
        self.began = time.monotonic()
        with open(log, "ab") as out:
            self.child = subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=env, cwd=cwd, start_new_session=True)
        self.cpu_of, self.members = {}, {self.child.pid}
        self.peak, self.browser_peak, self.looks = 0, 0, 0
        try:
            while self.child.poll() is None:
                self.look()
                if time.monotonic() - self.began > limit:
                    raise TimeoutError(f"{command[:3]} took longer than {limit} s; see {log}")
                time.sleep(LOOK)
        finally:
            if self.child.poll() is None:
                os.killpg(self.child.pid, signal.SIGKILL)
        self.wall = time.monotonic() - self.began
        if self.child.returncode != 0:
            raise RuntimeError(f"{command[:3]} ended with {self.child.returncode}: {Path(log).read_text(errors='replace')[-2000:]}")

    def look(self):
        found = parents()
        grown = True
        while grown:
            new = {pid for pid, (parent, *_) in found.items() if parent in self.members and pid not in self.members}
            self.members |= new
            grown = bool(new)
        alive = [pid for pid in self.members if pid in found]
        for pid in alive:
            _, cpu, begun = found[pid]
            self.cpu_of[pid, begun] = max(cpu, self.cpu_of.get((pid, begun), 0))
        self.looks += 1
        if self.looks % 5 == 1:
            held = [memory(pid) for pid in alive]
            self.peak = max(self.peak, sum(size for size, _ in held))
            self.browser_peak = max(self.browser_peak, sum(size for size, is_browser in held if is_browser))

    @property
    def cpu(self):
        return sum(self.cpu_of.values())
