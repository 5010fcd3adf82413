"""Scores names and writes bench/names.md. See ../names.sh."""

import json
import os
import pathlib
import re
import subprocess

NAMES = pathlib.Path(os.environ["NAMES"])
FOLDS = pathlib.Path("bench/scratch/names_folds.txt")
OUT = pathlib.Path("bench/names.md")
ROW = "| {} | {} | {:.3f} | {:.3f} | {:.3f} | {} |"


VALUES = []


def shipped(name):
    """The rows of a set that the shipped model has not seen."""
    command = [os.environ["GLEANER"], "eval", "names", "--json", "--gold", NAMES / f"{name}.jsonl.gz"]
    scores = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    kinds = {"all": scores["all"], **scores["kinds"]}
    VALUES.append(f"{name}_f1={scores['all']['f1']:.4f}")
    for kind, score in kinds.items():
        pace = f"{scores['words_per_second']:,.0f}" if kind == "all" else ""
        yield ROW.format(name if kind == "all" else "", kind, score["precision"], score["recall"], score["f1"], pace)


lines = [
    "# Names of people, organisations and places",
    "",
    "Written by `bench/names.sh`; what the numbers mean stands in `docs/QUALITY.md`. Words a second are those of one thread.",
    "",
    "## Scores",
    "",
    "| set | names | precision | recall | F1 | words/s |",
    "| --- | --- | --- | --- | --- | --- |",
    *shipped("germeval_dev_de"),
]
for name, *scores in re.findall(r"(\w+): precision ([\d.]+), recall ([\d.]+), F1 ([\d.]+)", FOLDS.read_text(encoding="utf-8")):
    lines.append(ROW.format(f"{name}, by folds", "all", *map(float, scores), ""))
    VALUES.append(f"{name}_f1={scores[2]}")
lines += shipped("wnut17_train_en")
lines += ["", "## Values", "", "```", *VALUES, "```"]
OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
print("\n".join(lines))
