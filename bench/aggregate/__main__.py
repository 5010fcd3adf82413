"""Runs ours and the others on the same articles and prints name=value lines."""

import hashlib
import json
import os
import pathlib
import resource
import subprocess
import sys
import time

import data
import peers

WORK = pathlib.Path("bench/scratch/aggregate")
RELEASE = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", "target")) / "release"
GLEANER = os.environ.get("GLEANER") or RELEASE / "gleaner"
# Of the single pass by TF-IDF; the best on one half of the events is taken for the other.
THRESHOLDS = [0.06, 0.08, 0.1, 0.12, 0.15, 0.18, 0.21, 0.24, 0.27, 0.3, 0.35]


def ours(what, articles, *options):
    """What our program measures, and the seconds of CPU it took."""
    file = WORK / "gold.jsonl"
    data.write(file, articles)
    command = [GLEANER, "eval", "aggregate", "--what", what, "--gold", file, "--json", *options]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout)["metrics"], spent


def timed(run, *arguments):
    """What it answers, and the seconds of CPU it took."""
    before = time.process_time()
    found = run(*arguments)
    return found, time.process_time() - before


def say(name, value):
    print(f"{name}={value:.4f}" if isinstance(value, float) else f"{name}={value}", flush=True)


def compare(name, articles, quality, theirs, cpu, their_cpu):
    """Quality and speed beside one another."""
    say(f"{name}_f", quality)
    say(f"{name}_peer_f", theirs)
    say(f"{name}_f_ratio", quality / theirs)
    say(f"{name}_articles_per_cpu_second", articles / cpu)
    say(f"{name}_peer_articles_per_cpu_second", articles / their_cpu)
    say(f"{name}_speed_ratio", their_cpu / cpu)


def half(article):
    """Events are halved by the hash of their name."""
    return hashlib.sha256(article["cluster"].encode()).digest()[0] % 2


def copies():
    articles = data.rows("stories/synth_neardup_de_en")
    values, cpu = ours("copies", articles)
    leaders, their_cpu = timed(peers.minhash, articles)
    theirs = peers.pairs_f([article["dup_group"] for article in articles], leaders)
    say("copies_precision", values["pair_precision"])
    compare("copies", len(articles), values["pair_f"], theirs, cpu, their_cpu)
    distinct = data.rows("stories/10kgnad_test_de")
    values, _ = ours("copies", distinct)
    say("copies_distinct_articles", len(distinct))
    say("copies_distinct_precision", values["b3_precision"])


def stories(name, path, background, file):
    articles = data.rows(path)
    gold = [article["cluster"] for article in articles]
    values, cpu = ours("stories", articles, "--background", file)
    say(f"{name}_f_std", values["b3_f_std"])
    say(f"{name}_pairs_f", values["pair_f"])
    say(f"{name}_rand", values["ari"])
    results = [(peers.b_cubed_f(gold, peers.single_pass(articles, background, t)), t) for t in THRESHOLDS]
    theirs, threshold = max(results)
    say(f"{name}_peer_threshold_chosen_on_all", threshold)
    _, their_cpu = timed(peers.single_pass, articles, background, threshold)
    compare(name, len(articles), values["b3_f"], theirs, cpu, their_cpu)


def headlines(background, file):
    """Titles only. Our numbers are fixed beforehand; the peer's threshold is chosen on the other half."""
    articles = data.rows("stories/uci_headlines_part_en.dev")
    halves = [[article for article in articles if half(article) == side] for side in (0, 1)]
    scores = []
    for side in (0, 1):
        gold = [article["cluster"] for article in halves[side]]
        scores.append({t: peers.b_cubed_f(gold, peers.single_pass(halves[side], background, t)) for t in THRESHOLDS})
    for side in (0, 1):
        values, cpu = ours("stories", halves[side], "--background", file)
        threshold = max(scores[1 - side], key=scores[1 - side].get)
        _, their_cpu = timed(peers.single_pass, halves[side], background, threshold)
        say(f"headlines_half{side}_f_std", values["b3_f_std"])
        say(f"headlines_half{side}_pairs_f", values["pair_f"])
        compare(f"headlines_half{side}", len(halves[side]), values["b3_f"], scores[side][threshold], cpu, their_cpu)


def cost():
    done = subprocess.run([RELEASE / "examples" / "cost", "articles=100000"], check=True, stdout=subprocess.PIPE, text=True)
    for line in done.stdout.splitlines():
        if " " not in line:
            print(f"cost_{line}", flush=True)


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    file = WORK / "background.jsonl"
    background = data.background()
    data.write(file, background)
    for name, run in [
        ("copies", copies),
        ("events", lambda: stories("events", "stories/ecbplus_en.dev", background, file)),
        ("headlines", lambda: headlines(background, file)),
        ("cost", cost),
    ]:
        print(name, file=sys.stderr, flush=True)
        run()


main()
