"""Scores names and writes bench/names.md. See ../names.sh."""

import json
import os
import pathlib
import re
import subprocess
import sys

NAMES = pathlib.Path(os.environ["NAMES"])
FOLDS = pathlib.Path("bench/scratch/names_folds.txt")
OUT = pathlib.Path("bench/names.md")


def lines_of(command, **more):
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **more)
    return [json.loads(line) for line in done.stdout.splitlines()]


def row(name, method, score, f1, pace):
    return f"| {name} | {method} | {score['precision']:.3f} | {score['recall']:.3f} | {f1} | {pace} |"


def main():
    values, rows = {}, []
    # the model that ships has not seen this set
    [german] = lines_of([os.environ["WORKSHOP"], "eval", "names", "--json", "--gold", NAMES / "germeval_dev_de.jsonl.gz"])
    values["germeval_dev_de_f1"], values["germeval_dev_de_f1_std"] = german["all"]["f1"], german["f1_std"]
    f1 = f"{german['all']['f1']:.3f} ± {german['f1_std']:.3f}"
    rows.append(row("germeval_dev_de", "all", german["all"], f1, f"{german['words_per_second']:,.0f}"))
    for kind, score in german["kinds"].items():
        rows.append(row("", kind, score, f"{score['f1']:.3f}", ""))
    folds = re.findall(r"(\w+): precision ([\d.]+), recall ([\d.]+), F1 ([\d.]+) ± ([\d.]+)", FOLDS.read_text(encoding="utf-8"))
    files = [NAMES / f"{name}.jsonl.gz" for name, *_ in folds]
    # the model that ships has seen these sets: only its speed is used
    paces = [lines_of([os.environ["WORKSHOP"], "eval", "names", "--json", "--gold", file])[0] for file in files]
    peers = lines_of([sys.executable, "bench/names/spacy_peer.py", *files], env=os.environ | {"OMP_NUM_THREADS": "1"})
    for (name, precision, recall, f1, deviation), ours, peer in zip(folds, paces, peers):
        score = {"precision": float(precision), "recall": float(recall)}
        rows.append(row(name, "all, by folds", score, f"{f1} ± {deviation}", f"{ours['words_per_second']:,.0f}"))
        rows.append(row("", f"all, spaCy {peer['version']}", peer["all"], f"{peer['all']['f1']:.3f}", f"{peer['words_per_second']:,.0f}"))
        values[f"{name}_f1"], values[f"{name}_f1_std"], values[f"{name}_f1_peer"] = float(f1), float(deviation), peer["all"]["f1"]
    lines = [
        "# Names of people, organisations and places",
        "",
        "Written by `bench/names.sh`; `docs/QUALITY.md` explains the numbers. Words per second are for one thread. spaCy's model is",
        "the small English one; it has seen none of the sets, and its kinds are mapped to Gleaner's.",
        "",
        "## Scores",
        "",
        "| set | names | precision | recall | F1 | words/s |",
        "| --- | --- | --- | --- | --- | --- |",
        *rows,
        "",
        "## Values",
        "",
        "```",
        *[f"{name}={value:.4f}" for name, value in values.items()],
        "```",
    ]
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


main()
