"""The methods and data sets that are compared, and the paths."""

import importlib.metadata
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("SHARED", ROOT.parent / "shared")).resolve()
WORK = ROOT / "bench/scratch"
GLEANER, WORKSHOP = Path(os.environ["GLEANER"]), Path(os.environ["WORKSHOP"])
PEERS = WORK / "target/release/peers"
PYTHON_PEER = Path(__file__).with_name("python_peer.py")

# Slow methods have few rounds and no warm-up: they are far from the others, and a round takes long.
ROUNDS = 7
SLOW_ROUNDS = 3

SPEED_SETS = ["aeb", "fundus"]
THREE_SETS = ["aeb", "fundus", "trafilatura_eval"]
WCXB = "wcxb_dev"


@dataclass(frozen=True)
class Method:
    """One way to extract the text of a page. `package` is the package whose version is shown."""

    name: str
    python: bool
    package: str
    rounds: int = ROUNDS
    sets: tuple = tuple(THREE_SETS)

    @property
    def command(self):
        return [sys.executable, PYTHON_PEER, self.name] if self.python else [PEERS, self.name]

    @property
    def ours(self):
        return self.package == "extract"

    @property
    def version(self):
        if self.python:
            return importlib.metadata.version(self.package)
        lock = (ROOT / "bench/peers/Cargo.lock").read_text()
        found = re.search(rf'name = "{self.package}"\nversion = "([^"]+)"', lock)
        return found.group(1) if found else "?"

    @property
    def label(self):
        if self.ours:
            return f"**`{self.name}`**"
        return f"{self.name} {self.version} ({'Python' if self.python else 'crate'})"


def default_extractor():
    """The name of the extractor that `gleaner text` uses."""
    listed = subprocess.run([GLEANER, "text", "--list-extractors"], check=True, capture_output=True, text=True, cwd=WORK)
    return re.search(r"^(\S+) \(default\)$", listed.stdout, re.M).group(1)


def methods():
    """All methods, Gleaner's first, in the order of the tables."""
    ours = dict.fromkeys([default_extractor(), "boilerpipe-article"])
    return [
        *(Method(name, False, "extract") for name in ours),
        Method("resiliparse", True, "resiliparse"),
        Method("dom_smoothie", False, "dom_smoothie"),
        Method("readability-crate", False, "readability", SLOW_ROUNDS),
        Method("trafilatura-crate-without-fallback", False, "trafilatura", SLOW_ROUNDS),
        Method("trafilatura-crate", False, "trafilatura", SLOW_ROUNDS),
        Method("trafilatura-crate-precision", False, "trafilatura", 0),
        Method("trafilatura", True, "trafilatura", SLOW_ROUNDS, (*THREE_SETS, WCXB)),
        Method("trafilatura-with-comments", True, "trafilatura", 0, (*THREE_SETS, WCXB)),
        Method("readability-lxml", True, "readability-lxml", 1),
    ]


def pages(name):
    """The file of a data set."""
    return SHARED / "data" / ("train" if name == WCXB else "dev") / f"{name}.jsonl.gz"


def lines(path):
    """The objects of an uncompressed JSONL file."""
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]
