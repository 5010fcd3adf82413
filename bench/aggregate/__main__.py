"""Runs Gleaner and its peers on the same articles, prints name=value lines and writes bench/aggregate.md."""

import json
import os
import pathlib
import resource
import subprocess
import re
import sys
import time

import data
import peers

WORK = pathlib.Path("bench/scratch/aggregate")
RELEASE = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", "target")) / "release"
WORKSHOP = os.environ["WORKSHOP"]
PAGE = pathlib.Path("bench/aggregate.md")
# Thresholds of the single pass by TF-IDF. The best one on the scored articles themselves counts, which favours the peer.
THRESHOLDS = [0.06, 0.08, 0.1, 0.12, 0.15, 0.18, 0.21, 0.24, 0.27, 0.3, 0.35]


def ours(what, articles):
    """The metrics of `workshop eval aggregate`, and its CPU seconds."""
    file = WORK / "gold.jsonl"
    data.write(file, articles)
    command = [WORKSHOP, "eval", "aggregate", "--what", what, "--gold", file, "--json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout)["metrics"], spent


def timed(run, *arguments):
    """The result of a call, and its CPU seconds."""
    before = time.process_time()
    found = run(*arguments)
    return found, time.process_time() - before


VALUES = {}


def say(name, value):
    VALUES[name] = f"{value:.4f}" if isinstance(value, float) else value
    print(f"{name}={VALUES[name]}", flush=True)


def compare(name, articles, quality, theirs, cpu, their_cpu):
    """Quality and speed of both, and their ratios."""
    say(f"{name}_f", quality)
    say(f"{name}_peer_f", theirs)
    say(f"{name}_f_ratio", quality / theirs)
    say(f"{name}_articles_per_cpu_second", articles / cpu)
    say(f"{name}_peer_articles_per_cpu_second", articles / their_cpu)
    say(f"{name}_speed_ratio", their_cpu / cpu)


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


def stories(name, path, background):
    articles = data.rows(path)
    gold = [article["cluster"] for article in articles]
    values, cpu = ours("stories", articles)
    say(f"{name}_f_std", values["b3_f_std"])
    say(f"{name}_pairs_f", values["pair_f"])
    say(f"{name}_rand", values["ari"])
    results = [(peers.b_cubed_f(gold, peers.single_pass(articles, background, t)), t) for t in THRESHOLDS]
    theirs, threshold = max(results)
    say(f"{name}_peer_threshold_chosen_on_all", threshold)
    _, their_cpu = timed(peers.single_pass, articles, background, threshold)
    compare(name, len(articles), values["b3_f"], theirs, cpu, their_cpu)


def cost():
    done = subprocess.run([RELEASE / "examples" / "cost", "articles=100000"], check=True, stdout=subprocess.PIPE, text=True)
    for line in done.stdout.splitlines():
        if " " not in line:
            name, value = line.split("=")
            say(f"cost_{name}", value)


def growth():
    """The section on a growing archive. It is measured separately and kept as it is."""
    return re.search(r"^## As the archive grows\n.*?(?=^## )", PAGE.read_text(encoding="utf-8"), re.M | re.S).group()


def page():
    """Writes the run as bench/aggregate.md."""
    v = {name: float(value) for name, value in VALUES.items()}

    def row(label, name, quality):
        peer = f"scikit-learn {v[f'{name}_peer_f']:.3f}"
        return f"| {label} | {quality} | {peer} | {v[f'{name}_f_ratio']:.2f} times | {v[f'{name}_speed_ratio']:.1f} times |"

    def quality(name):
        return f"{v[f'{name}_f']:.3f} ± {v[f'{name}_f_std']:.3f}, pairs {v[f'{name}_pairs_f']:.3f}, Rand {v[f'{name}_rand']:.3f}"

    copies_row = row("copies, pairs F, synth_neardup_de_en (9,755)", "copies", f"{v['copies_f']:.3f} at precision {v['copies_precision']:.3f}")
    distinct = "none" if v["copies_distinct_precision"] == 1 else f"B³ precision {v['copies_distinct_precision']:.4f}"
    rows = [
        "| | ours | peer | quality | speed |",
        "| --- | --- | --- | --- | --- |",
        copies_row.replace("scikit-learn", "datasketch"),
        f"| false copies, 10kgnad_test_de ({v['copies_distinct_articles']:,.0f}) | {distinct} | | | |",
        row("stories, B³ F, ecbplus_en.dev (367)", "events", quality("events")),
        row("titles alone, B³ F, uci_headlines_part_en.dev, the whole set", "headlines", quality("headlines")),
        f"| 100,000 generated articles of 350 words, all stages, one thread | {v['cost_cpu_seconds']:.1f} s CPU | | | |",
    ]
    lines = [f"{name}={value}" for name, value in VALUES.items()]
    PAGE.write_text(
        f"""# Aggregation

Written by `bench/aggregate.sh` on {time.strftime("%Y-%m-%d")}: one run of Gleaner, scikit-learn 1.9 (TF-IDF in a single pass, cosine to the
centroid of the event) and datasketch 2.0 (MinHash of 14 bands of 8) on the same articles, one thread each. Speed is articles per CPU
second. Gleaner weights words by the tables that ship, and its threshold is fixed. TF-IDF learns from {v["background_texts"]:,.0f} English texts, and its
threshold is the best of {len(THRESHOLDS)} on the scored articles themselves.

{chr(10).join(rows)}

{growth()}## Values

```
{chr(10).join(lines)}
```
""",
        encoding="utf-8",
    )


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    background = data.background()
    say("background_texts", len(background))
    for name, run in [
        ("copies", copies),
        ("events", lambda: stories("events", "stories/ecbplus_en.dev", background)),
        ("headlines", lambda: stories("headlines", "stories/uci_headlines_part_en.dev", background)),
        ("cost", cost),
    ]:
        print(name, file=sys.stderr, flush=True)
        run()
    page()


main()
