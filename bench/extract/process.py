"""Child processes that answer line by line, and their cost."""

import os
import subprocess
from pathlib import Path

from methods import WORK


class Failed(Exception):
    """A measurement could not be made."""


class Peer:
    """A method in a separate process: one line in, one line out. See bench/peers/src/main.rs."""

    def __init__(self, method):
        self.method = method
        # One thread, in numerical libraries too.
        env = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self.child = subprocess.Popen(
            method.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.child.poll() is None:
            self.child.kill()
            self.child.wait()

    def ask(self, *words):
        """Sends a command and returns the numbers of the answer."""
        try:
            self.child.stdin.write(" ".join(map(str, words)) + "\n")
            self.child.stdin.flush()
        except BrokenPipeError:
            pass
        answer = self.child.stdout.readline()
        if not answer:
            raise Failed(f"{self.method.name} gave no answer to {words[0]}")
        return [float(number) for number in answer.split()]


def run(command, *, out=None, env=None):
    """Runs a command outside the settings of this repository. Returns its CPU seconds and peak memory in MB."""
    output = open(out, "wb") if out else subprocess.DEVNULL
    child = subprocess.Popen(
        [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL,
        env={**os.environ, **(env or {})}, cwd=WORK,
    )
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if out:
        output.close()
    if child.returncode != 0:
        raise Failed(f"{' '.join(map(str, command[:3]))} … ended with {child.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / 1e6


def describe():
    """The machine, in one line."""
    names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    name = names[0].partition(":")[2].strip() if names else os.uname().machine
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    return f"{name}, {os.cpu_count()} CPUs, {memory:.0f} GB, Linux {os.uname().release}"
