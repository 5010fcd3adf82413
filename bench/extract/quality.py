"""Scores the text of each method with the shared evaluator.

Predictions of the peers are in bench/scratch/pred/METHOD/SET.jsonl and are kept from run to run as long as the version of the peer is
the same, because slow peers take minutes. Gleaner's are made again by the program as shipped.
"""

import functools
import gzip
import hashlib
import json
import re
import subprocess
import sys
import time

import numpy

from methods import GLEANER, ROOT, SHARED, THREE_SETS, WCXB, WORK, lines, methods, pages
from process import Failed, Peer, run

PREDICTIONS = WORK / "pred"
GOLD = WORK / "gold"
# Predictions by weights that have never seen the site of the page, made by `bench/extract.sh lso`.
HELD_OUT = {"fundus": WORK / "fundus_lso.jsonl", WCXB: WORK / "wcxb_cv.jsonl"}
MODEL = ROOT / "crates/extract/models/blocks.json"
# The extractor whose shipped weights are trained on the pages of HELD_OUT.
LEARNED = "gleaner"
REFERENCE = "trafilatura"
RESAMPLES = 1000


def measure(say):
    """The prediction file of each method on each set."""
    for name in [*THREE_SETS, WCXB]:
        slim(name)
    results = {}
    for method in methods():
        for name in sets_of(method):
            say(f"quality: {method.name}, {name}")
            results[method.name, name] = predictions(method, name)
    return results


def sets_of(method):
    return [*THREE_SETS, WCXB] if method.ours else method.sets


def slim(name):
    """Writes the data set without its HTML, which the evaluator does not need; so it reads faster."""
    path = gold(name)
    if path.exists() and path.stat().st_mtime > pages(name).stat().st_mtime:
        return
    GOLD.mkdir(parents=True, exist_ok=True)
    with gzip.open(pages(name), "rt", encoding="utf-8") as file:
        rows = [{key: value for key, value in json.loads(line).items() if key != "html"} for line in file]
    write(path, rows)
    if name == WCXB:
        write(gold("wcxb_dev_other"), [row for row in rows if row["page_type"] != "article"])


def write(path, rows):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)


def gold(name):
    return GOLD / f"{name}.jsonl"


def predictions(method, name):
    """The file with the texts; None if the only available weights were trained on these pages."""
    if method.name == LEARNED and name in HELD_OUT:
        path = HELD_OUT[name]
        return path if path.exists() else None
    out = PREDICTIONS / method.name / f"{name}.jsonl"
    out.parent.mkdir(parents=True, exist_ok=True)
    if method.ours:
        run([GLEANER, "text", "--extractor", method.name, "--format", "jsonl", pages(name)], out=out)
        return out
    stamp = out.with_suffix(".version")
    if not out.exists() or not stamp.exists() or stamp.read_text() != method.version:
        with Peer(method) as peer:
            peer.ask("predict", pages(name), out)
        stamp.write_text(method.version)
    return out


def score(name, prediction, *options):
    """The evaluator's scores of a set by group."""
    out = WORK / "score.json"
    evaluate(name, prediction, "--json", out, *options)
    return json.loads(out.read_text())


def evaluate(name, prediction, *options):
    command = [sys.executable, SHARED / "eval/evaluate.py", "--gold", gold(name), "--pred", prediction, *options]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise Failed(done.stderr)
    return done.stdout


@functools.cache
def f1(name, prediction, *options):
    """F1 and its standard deviation."""
    if name == "trafilatura_eval":
        scores = json.loads(re.search(r"\{.*\}", evaluate(name, prediction, "--snippets", *options)).group())
        return scores["f1"], resampled(snippet_pages(prediction), snippet_f1).std(ddof=1)
    scores = score(name, prediction, *options)["all"]
    return scores["aeb_f1"], scores["aeb_f1_std"]


def held_out_of():
    """When the held-out predictions were made, and whether the shipped weights are still the same."""
    stamp = WORK / "held_out.sha256"
    if not stamp.exists():
        return "The held-out predictions come from elsewhere" if HELD_OUT["fundus"].exists() else "There are none yet"
    same = stamp.read_text() == hashlib.sha256(MODEL.read_bytes()).hexdigest()
    date = time.strftime("%Y-%m-%d %H:%M", time.gmtime(stamp.stat().st_mtime))
    return f"Made on {date}, {'for the current weights' if same else 'for earlier weights'}"


def text_pages(name, prediction):
    """Per page: true positives, false positives and false negatives, as shares."""
    out = WORK / "pages.jsonl"
    evaluate(name, prediction, "--bootstrap", 0, "--per-page", out)
    return numpy.array([[row["tp"], row["fp"], row["fn"]] for row in lines(out)])


def text_f1(values, weights):
    """The harmonic mean of mean precision and mean recall, for each row of weights."""
    tp, fp, fn = values.T

    def mean(part, whole):
        known = whole > 0
        return weights[:, known] @ (part[known] / whole[known]) / weights[:, known].sum(1)

    return harmonic(mean(tp, tp + fp), mean(tp, tp + fn))


def snippet_pages(prediction):
    """Per page: phrases found, wrongly included, and missed."""
    texts = {row["id"]: row.get("text") or "" for row in lines(prediction)}
    rows = []
    for page in lines(gold("trafilatura_eval")):
        if page.get("with") or page.get("without"):
            text = texts.get(page["id"], "")
            hits = [sum(phrase in text for phrase in page.get(key) or []) for key in ("with", "without")]
            rows.append([*hits, len(page.get("with") or []) - hits[0]])
    return numpy.array(rows, float)


def snippet_f1(values, weights):
    tp, fp, fn = (weights @ values).T
    return harmonic(tp / (tp + fp), tp / (tp + fn))


def harmonic(a, b):
    return 2 * a * b / (a + b)


def resampled(values, measure):
    """A measure over resamples of the pages. All methods get the same resamples, so that differences can be computed."""
    random = numpy.random.default_rng(1)
    weights = random.multinomial(len(values), numpy.full(len(values), 1 / len(values)), size=RESAMPLES)
    return measure(values, weights.astype(float))


def difference(ours, theirs):
    """The mean over the three sets of one method minus that of the other, and its deviation over resamples."""
    point, drawn = 0.0, 0.0
    for name in THREE_SETS:
        point += (f1(name, ours[name])[0] - f1(name, theirs[name])[0]) / len(THREE_SETS)
        rows, measure = (snippet_pages, snippet_f1) if name == "trafilatura_eval" else (lambda p: text_pages(name, p), text_f1)
        drawn = drawn + (resampled(rows(ours[name]), measure) - resampled(rows(theirs[name]), measure)) / len(THREE_SETS)
    return point, drawn.std(ddof=1)


def report(results):
    """The tables and values."""
    values = {}
    table = [
        "| F1 | aeb, 181 pages | fundus, 129 | of these German, 51 | trafilatura_eval, 473 | mean of the three |",
        "|--|--|--|--|--|--|",
    ]
    ours = methods()[0]
    for method in methods():
        columns = [("aeb",), ("fundus",), ("fundus", "--lang", "de"), ("trafilatura_eval",)]
        cells, means = [], []
        for name, *options in columns:
            prediction = results[method.name, name]
            if prediction is None:
                cells.append("trained on")
                continue
            value, std = f1(name, prediction, *options)
            cells.append(f"{value:.3f} ± {std:.3f}")
            if not options:
                means.append(value)
            key = "_".join(["quality", name, *options[1:]])
            if method == ours:
                values[key] = f"{value:.4f}"
                values[f"{key}_std"] = f"{std:.4f}"
            elif not method.ours:
                values[f"{key}_peer"] = f"{max(value, float(values.get(f'{key}_peer', 0))):.4f}"
        mean = f"{sum(means) / 3:.3f}" if len(means) == 3 else ""
        table.append(f"| {method.label} | {' | '.join(cells)} | {mean} |")
    if results[ours.name, "fundus"]:
        by_set = lambda name: {part: results[name, part] for part in THREE_SETS}
        point, std = difference(by_set(ours.name), by_set(REFERENCE))
        values["quality_mean_minus_trafilatura"] = f"{point:.4f}"
        values["quality_mean_minus_trafilatura_std"] = f"{std:.4f}"
    other, more = wcxb(results, ours)
    values.update(more)
    return "\n".join(table), other, values


def wcxb(results, ours):
    """The pages of WCXB by type."""
    columns = [name for name in dict.fromkeys([ours.name, "boilerpipe-article", REFERENCE, "trafilatura-with-comments"]) if results[name, WCXB]]
    scores = {name: score(WCXB, results[name, WCXB], "--by", "page_type") for name in columns}
    for name in columns:
        scores[name]["**no article**"] = score("wcxb_dev_other", results[name, WCXB])["all"]
    table = [f"| F1 | pages | {' | '.join(f'`{name}`' for name in columns)} |", f"|--|--|{'--|' * len(columns)}"]
    groups = [group for group in scores[REFERENCE] if group not in ("all", "**no article**")] + ["**no article**"]
    for group in groups:
        cells = [f"{scores[name][group]['aeb_f1']:.3f} ± {scores[name][group]['aeb_f1_std']:.3f}" for name in columns]
        table.append(f"| {group} | {scores[REFERENCE][group]['n']} | {' | '.join(cells)} |")
    values = {}
    if ours.name in columns:
        last = {name: scores[name]["**no article**"]["aeb_f1"] for name in columns}
        values["quality_wcxb_no_article"] = f"{last[ours.name]:.4f}"
        values["quality_wcxb_no_article_minus_trafilatura"] = f"{last[ours.name] - max(last[n] for n in columns if n.startswith(REFERENCE)):.4f}"
        for group in groups:
            key = f"quality_wcxb_{group.strip('*').replace(' ', '_')}"
            of = {name: scores[name][group] for name in columns}
            values[key] = f"{of[ours.name]['aeb_f1']:.4f}"
            values[f"{key}_std"] = f"{of[ours.name]['aeb_f1_std']:.4f}"
            values[f"{key}_peer"] = f"{max(of[name]['aeb_f1'] for name in columns if name.startswith(REFERENCE)):.4f}"
    return "\n".join(table), values
