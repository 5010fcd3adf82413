"""Scores every extractor of Gleaner with `workshop eval extract`."""

import json
import subprocess

from methods import THREE_SETS, WORKSHOP, pages
from process import Failed


def report():
    """The table, best mean first, and the values."""
    command = [WORKSHOP, "eval", "extract", "--extractor", "all", "--json", "--gold", *map(pages, THREE_SETS)]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise Failed(done.stderr)
    scores = {}
    for row in map(json.loads, done.stdout.splitlines()):
        scores.setdefault(row["extractor"], {})[row["set"]] = row["metrics"]["f1"]
    mean = lambda by_set: sum(by_set[name] for name in THREE_SETS) / len(THREE_SETS)
    table = ["| extractor | aeb | fundus | trafilatura_eval |", "|--|--|--|--|"]
    values = {}
    for name, by_set in sorted(scores.items(), key=lambda item: -mean(item[1])):
        table.append(f"| `{name}` | {' | '.join(f'{by_set[set_]:.3f}' for set_ in THREE_SETS)} |")
        for set_ in THREE_SETS:
            values[f"f1_{set_}_{name.replace('-', '_')}"] = f"{by_set[set_]:.4f}"
    return "\n".join(table), values
