"""Trains and scores the page models and their peers, and writes bench/page.md."""

import gzip
import json
import os
import pathlib
import subprocess
import sys

import bare
from data import NEVER, NEWS, prepare
from peers import peers

WORK = pathlib.Path("bench/scratch/page")
GLEANER, WORKSHOP = os.environ["GLEANER"], os.environ["WORKSHOP"]
SHIPPED = pathlib.Path("crates/classify/models/gleaner.json")
TRAINED = [
    "fundus", "senior_research", "frontpage_de", "wcxb_dev", "formasaurus", "ota_demo", "magic_article", "magic_forum", "indonesia", "mercury_new",
]
# Sets to train on, and sets to test on.
DIRECTIONS = [
    (["fundus", "frontpage_de"], ["senior_research"]),
    (["senior_research"], ["fundus", "frontpage_de"]),
    (["wcxb_dev"], ["senior_research"]),
    (["wcxb_dev"], ["fundus", "frontpage_de"]),
    (["fundus", "frontpage_de", "wcxb_dev", "formasaurus", "ota_demo"], ["senior_research"]),
    (["senior_research", "wcxb_dev", "formasaurus", "ota_demo"], ["fundus", "frontpage_de"]),
]


def train(data, *more, out="model.json"):
    """The output of `workshop train page`."""
    command = [WORKSHOP, "train", "page", "--data", *data, "--out", WORK / out, *more]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def cells(text, label):
    """The numbers of the first row that begins with a label."""
    for line in text.splitlines():
        if line.strip().startswith(label):
            return [float(cell) for cell in line.strip()[len(label):].replace("(never trained on)", "").split()]
    sys.exit(f"no row {label!r} in:\n{text}")


def articles_of(file):
    """The number of articles in a set."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return sum(json.loads(line)["label"] for line in lines)


def deviation(share, count):
    """The standard deviation of a share of `count` pages."""
    return (share * (1 - share) / count) ** 0.5


def main():
    files = prepare(WORK)
    say = lambda text: print(text, file=sys.stderr, flush=True)
    say("the page model")
    shipped = train(
        [files[name] for name in TRAINED], "--never", *[files[name] for name in NEVER], "--name", "gleaner-1",
        "--date", "2026-11-28", "--curve", "--errors", WORK / "errors.jsonl", "--calibration", "docs/calibration.svg",
        out="gleaner.json",
    )
    rows = []
    for data, test in DIRECTIONS:
        say(f"{'+'.join(data)} -> {'+'.join(test)}")
        text = train([files[name] for name in data], "--test", *[files[name] for name in test])
        rows.append((data, test, cells(text, f"trained on all, tested on {', '.join(test)}")))
    say("seven features and peers")
    seven = train([files[name] for name in NEWS], "--model", "seven", out="seven.json")
    others = peers(files, NEWS)
    news = [cells(shipped, name) for name in NEWS]
    pages = sum(row[0] for row in news)
    lost, wrong = (sum(row[column] for row in news) for column in (5, 6))
    accuracy = 1 - (lost + wrong) / pages
    articles = {name: articles_of(files[name]) for name in NEWS}

    def kept(view):
        """The share of the articles of the news sets that is kept in this view of the pages."""
        return 1 - sum(cells(shipped, f"{name}, {view}")[5] for name in NEWS) / sum(articles.values())

    if json.loads((WORK / "gleaner.json").read_text())["articles"] != json.loads(SHIPPED.read_text())["articles"]:
        say(f"{SHIPPED} has other weights: the shipped weights are not those scored here")
    bare_kept = bare.kept(GLEANER, WORK)
    mean = sum(row[2][1] for row in rows) / len(rows)
    page = [
        "# Article or not",
        "",
        "Written by `bench/page.sh`; `docs/QUALITY.md` explains the numbers.",
        "",
        "## The page model on sites it has not seen",
        "",
        "```", shipped.rstrip(), "```",
        "",
        "## Trained on some sets, tested on others",
        "",
        "| trained on | tested on | pages | accuracy | precision | recall |",
        "| --- | --- | --- | --- | --- | --- |",
        *[f"| {', '.join(data)} | {', '.join(test)} | {row[0]:.0f} | {row[1]:.4f} | {row[2]:.4f} | {row[3]:.4f} |" for data, test, row in rows],
        "",
        "## Seven features, and others",
        "",
        "```", seven.rstrip(), "```",
        "",
        "All news sets together, in the same run:",
        "",
        "| | pages | accuracy | precision | recall | F1 |",
        "| --- | --- | --- | --- | --- | --- |",
        *[f"| {name} | {n} | " + " | ".join(f"{value:.4f}" for value in values) + " |" for name, n, values in others],
        "",
        "Bare pages consist of the title of an article, one line, and its first paragraphs, with a short URL and without menus or claims. The weights that ship",
        f"keep {bare_kept['author_time'][1]} of {bare_kept['author_time'][0]} if the line is an author and a time, and {bare_kept['date'][1]} if it is only a date in words.",
        "",
        "```",
        f"accuracy_news_sets_by_site={accuracy:.4f}",
        f"accuracy_news_sets_by_site_std={deviation(accuracy, pages):.4f}",
        f"accuracy_news_sets_by_site_peer={max(values[0] for _, _, values in others):.4f}",
        f"lost_news_sets={lost:.0f}",
        f"wrong_news_sets={wrong:.0f}",
        f"accuracy_all_by_site={cells(shipped, 'folds by site')[1]:.4f}",
        f"kept_without_claims={kept('without claims'):.4f}",
        f"kept_without_address={kept('without address'):.4f}",
        f"kept_without_both={kept('without both'):.4f}",
        f"kept_short_address={kept('short address'):.4f}",
        *[
            f"kept_{view.replace(' ', '_')}_std={deviation(kept(view), sum(articles.values())):.4f}"
            for view in ("without claims", "without address", "without both", "short address")
        ],
        *[f"kept_bare_{line}={of / pages:.4f}" for line, (pages, of) in bare_kept.items()],
        *[f"kept_bare_{line}_std={deviation(of / pages, pages):.4f}" for line, (pages, of) in bare_kept.items()],
        f"transfer_mean={mean:.4f}",
        f"transfer_least={min(row[2][1] for row in rows):.4f}",
        "```",
    ]
    text = "\n".join(page) + "\n"
    pathlib.Path("bench/page.md").write_text(text, encoding="utf-8")
    print(text)


main()
