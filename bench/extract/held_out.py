"""Makes texts of the pages that the shipped weights were trained on, by weights that have never seen their site.

`workshop train blocks` trains again with the settings in the provenance of the shipped weights, in folds that keep sites
together; the resulting weights are discarded. quality.py uses the texts. Without them, these pages have no score.
"""

import hashlib
import json
import subprocess
import sys

from methods import WCXB, WORK, WORKSHOP, lines, pages
from quality import HELD_OUT, MODEL, slim, write


def options(provenance):
    """The command-line options that reproduce such weights."""
    settings = provenance["settings"]
    trees = settings.get("trees", {})
    flags = {
        "--folds": settings.get("folds"),
        "--far-share": settings.get("far_share"),
        "--forests": trees.get("forests"),
        "--trees": trees.get("trees"),
        "--leaves": trees.get("leaves"),
        "--learning-rate": trees.get("learning_rate"),
        "--seed": trees.get("seed"),
    }
    command = ["--data", *map(pages, [WCXB, "fundus"])]
    for flag, value in flags.items():
        if value is not None:
            command += [flag, value]
    for view in ("plain", "cut", "hashed", "cut_hashed", "script", "long"):
        if weight := provenance.get(view):
            command += ["--" + view.replace("_", "-"), weight]
    if weigh := provenance.get("weigh"):
        command += ["--weigh", *(f"{name}={factor}" for name, factor in weigh.items())]
    if never := (provenance.get("never") or {}).get("sets"):
        command += ["--never", *map(pages, never)]
    return command


def main():
    provenance = json.loads(MODEL.read_text())["provenance"]
    together = WORK / "held_out.jsonl"
    command = [WORKSHOP, "train", "blocks", *options(provenance), "--out", WORK / "held_out.json", "--predictions", together]
    command = [str(part) for part in command]
    print(" ".join(command), file=sys.stderr)
    subprocess.run(command, check=True, cwd=WORK)
    texts = {row["id"]: row for row in lines(together)}
    for name, path in HELD_OUT.items():
        slim(name)
        ids = [row["id"] for row in lines(WORK / f"gold/{name}.jsonl") if row.get("gold_text")]
        write(path, [texts[page] for page in ids if page in texts])
        print(f"{path}: {sum(page in texts for page in ids)} of {len(ids)} pages")
    (WORK / "held_out.sha256").write_text(hashlib.sha256(MODEL.read_bytes()).hexdigest())


main()
