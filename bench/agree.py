#!/usr/bin/env python3
"""Checks that `workshop eval extract` and the shared evaluator give the same scores. See agree.sh.

The evaluator runs unchanged, with its own command line, once for each set, extractor, page type and language. Every number that
both print is compared.
"""

import collections
import contextlib
import importlib.util
import io
import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).with_name("extract")))
from methods import GLEANER, SHARED, THREE_SETS, WCXB, WORK, WORKSHOP, default_extractor, lines, pages  # noqa: E402
from quality import PREDICTIONS, REFERENCE, gold, slim  # noqa: E402

SETS = [*THREE_SETS, "newspaper4k", WCXB, "wcxb_test"]
EXTRACTORS = ["boilerpipe-article", "density", "arc90", "everything"]
# Both print four digits; the last may be rounded differently.
CLOSE = 0.000101
# Deviations come from different random numbers; with a thousand resamples they are accurate to 2 %.
CLOSE_STD = 0.15

NAMES = {
    "f1": "aeb_f1", "precision": "aeb_precision", "recall": "aeb_recall", "accuracy": "aeb_accuracy",
    "token_f1": "token_f1", "token_f1_median": "token_f1_median", "token_precision": "token_precision", "token_recall": "token_recall",
    "empty": "n_empty_pred",
}
SNIPPETS = {f"snippet_{name}": name for name in ("f1", "precision", "recall", "accuracy")}


class Count:
    """The numbers compared, and the differences."""

    def __init__(self):
        self.all, self.wrong = collections.Counter(), []

    def compare(self, place, ours, theirs):
        self.all[place[0]] += 1
        if abs(ours - theirs) > CLOSE:
            self.wrong.append(f"{' '.join(place)}: gleaner {ours}, evaluate.py {theirs}")

    def compare_std(self, place, ours, theirs):
        self.all[place[0]] += 1
        if abs(ours - theirs) > 0.0005 + CLOSE_STD * theirs:
            self.wrong.append(f"{' '.join(place)}: gleaner ± {ours}, evaluate.py ± {theirs}")


def load_evaluator():
    spec = importlib.util.spec_from_file_location("evaluate", SHARED / "eval/evaluate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def evaluate(*options):
        sys.argv = ["evaluate.py", *map(str, options)]
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            module.main()
        return output.getvalue()

    return evaluate


def ours(name, *options):
    """The lines of `workshop eval extract`, by group."""
    command = [WORKSHOP, "eval", "extract", "--gold", pages(name), "--json", *options]
    done = subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=WORK)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {(row.get("group") or {}).get("value", "all"): row for row in rows}


def compare(count, evaluate, name, method, prediction, options):
    """Compares one method on one set: all pages, by page type, by language."""
    has_text = any(row.get("gold_text") for row in lines(gold(name)))
    by_type, by_language = ours(name, *options, "--by", "page_type"), ours(name, *options, "--by", "language")
    common = ["--gold", gold(name), "--pred", prediction]
    out = WORK / "agree.json"
    if has_text:
        evaluate(*common, "--by", "page_type", "--json", out)
        for group, theirs in json.loads(out.read_text()).items():
            texts(count, (name, method, group), by_type["unknown" if group == "None" else group], theirs)
    for language, row in by_language.items():
        filters = [] if language == "all" else ["--lang", language]
        if language == "unknown":
            continue
        if has_text and filters and "token_f1" in row["metrics"]:
            evaluate(*common, *filters, "--json", out)
            texts(count, (name, method, language), row, json.loads(out.read_text())["all"])
        if "snippet_f1" in row["metrics"]:
            theirs = json.loads(evaluate(*common, *filters, "--snippets").strip())
            for key, their_key in SNIPPETS.items():
                count.compare((name, method, language, key), row["metrics"][key], theirs[their_key])


def texts(count, place, row, theirs):
    count.compare((*place, "n"), row["n"], theirs["n"])
    for key, their_key in NAMES.items():
        count.compare((*place, key), row["metrics"][key], theirs[their_key])
        # In small groups, the deviation of a rare share depends on a few pages and is too coarse to compare.
        if their_key + "_std" in theirs and row["n"] >= 100:
            count.compare_std((*place, key + "_std"), row["metrics"][key + "_std"], theirs[their_key + "_std"])


def main():
    evaluate, count = load_evaluator(), Count()
    folder = WORK / "agree"
    folder.mkdir(exist_ok=True)
    for name in SETS:
        slim(name)
        for method in dict.fromkeys([default_extractor(), *EXTRACTORS]):
            prediction = folder / f"{method}.jsonl"
            with open(prediction, "wb") as out:
                command = [GLEANER, "text", "--format", "jsonl", "--extractor", method, pages(name)]
                subprocess.run([str(part) for part in command], check=True, stdout=out, stderr=subprocess.DEVNULL, cwd=WORK)
            compare(count, evaluate, name, method, prediction, ["--extractor", method])
            # The same texts, read from the file.
            if name == SETS[0]:
                compare(count, evaluate, name, f"{method} --pred", prediction, ["--pred", prediction])
        foreign = PREDICTIONS / REFERENCE / f"{name}.jsonl"
        if foreign.exists():
            compare(count, evaluate, name, f"{REFERENCE} --pred", foreign, ["--pred", foreign])
        print(f"{name}: {count.all[name]} numbers, {sum(line.startswith(name + ' ') for line in count.wrong)} differ", flush=True)
    for line in count.wrong:
        print(line)
    total = count.all.total()
    print(f"agree={total - len(count.wrong)} of {total}")
    sys.exit(1 if count.wrong else 0)


main()
