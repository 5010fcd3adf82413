"""Scores Gleaner and its peers and writes bench/metadata.md."""

import json
import os
import pathlib
import subprocess
import sys

WORK = pathlib.Path("bench/scratch/metadata")
WORKSHOP = os.environ["WORKSHOP"]
DATA = pathlib.Path(os.environ["SHARED"]) / "data/dev"
SETS = ["fundus", "postlight", "trafilatura_eval", "htmldate_eval", "newspaper4k"]
PEERS = ["htmldate", "trafilatura", "newspaper4k"]
MEASURES = ["title", "authors", "persons", "wrong_name", "day", "minute", "language", "image", "section", "tags"]


def predict(peer, name):
    out = WORK / name / f"{peer}.jsonl"
    out.parent.mkdir(parents=True, exist_ok=True)
    print(f"{peer}: {name}", file=sys.stderr, flush=True)
    source = DATA / f"{name}.jsonl.gz"
    subprocess.run([sys.executable, "bench/metadata/peer.py", peer, source, out], check=True)
    return out


def evaluate(name, *more):
    command = [WORKSHOP, "eval", "metadata", "--gold", DATA / f"{name}.jsonl.gz", "--json", *more]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def cell(metrics, measure, method):
    # htmldate finds only dates; trafilatura and htmldate find no times of day
    finds = {"htmldate": ["day"], "trafilatura": [m for m in MEASURES if m != "minute"]}
    if measure not in metrics or measure not in finds.get(method, MEASURES):
        return "–"
    return f"{metrics[measure]:.3f} ± {metrics[measure + '_std']:.3f}"


def main():
    page = [
        "# Metadata of articles",
        "",
        "Written by `bench/metadata.sh`; `docs/QUALITY.md` explains the numbers. `authors` compares persons, agencies and",
        "other organisations together with the names in the gold, `persons` only persons. `wrong_name` is the share of pages for which a",
        "person is named who is not in the gold (lower is better).",
        "",
    ]
    values = {}
    for name in SETS:
        predictions = [predict(peer, name) for peer in PEERS]
        rows = evaluate(name) + evaluate(name, "--pred", *predictions)
        measures = [measure for measure in MEASURES if measure in rows[0]["metrics"]]
        counts = [f"{measure} ({rows[0]['metrics'][measure + '_n']:.0f})" for measure in measures]
        page += [f"## {name}", "", "| | " + " | ".join(counts) + " |", "| --- " * (len(measures) + 1) + "|"]
        for row in rows:
            cells = [cell(row["metrics"], measure, row["extractor"]) for measure in measures]
            page.append(f"| {row['extractor']} | " + " | ".join(cells) + " |")
            for measure in measures:
                values[f"{name}_{measure}_{row['extractor']}"] = row["metrics"][measure]
        for measure in measures:
            values[f"{name}_{measure}_std_gleaner"] = rows[0]["metrics"][f"{measure}_std"]
            peers = [row["metrics"][measure] for row in rows[1:] if cell(row["metrics"], measure, row["extractor"]) != "–"]
            if peers:
                values[f"{name}_{measure}_peer"] = (min if measure == "wrong_name" else max)(peers)
        page.append("")
        values[f"{name}_on_top"] = rows[0]["metrics"]["on_top"]
    ours = {key: value for key, value in values.items() if key.endswith(("_gleaner", "_peer", "_on_top"))}
    page += [
        "`on_top` below is the CPU time for all metadata, divided by that for the text and shape of the page; the minimum of seven runs.", "",
        "```", *[f"{key}={value}" for key, value in ours.items()], "```",
    ]
    text = "\n".join(page) + "\n"
    pathlib.Path("bench/metadata.md").write_text(text, encoding="utf-8")
    print(text)
    for key, value in values.items():
        print(f"{key}={value}")


main()
