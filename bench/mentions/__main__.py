"""Builds an archive, exports it and writes bench/mentions.md. See ../mentions.sh."""

import collections
import gzip
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

WORK = pathlib.Path("bench/scratch/mentions")
OUT = pathlib.Path("bench/mentions.md")
DATA = pathlib.Path(os.environ["SHARED"]) / "data"
PAGES = [
    *(f"dev/{name}" for name in ("aeb", "fundus", "htmldate_eval", "mozilla_readability", "newspaper4k", "postlight", "senior_research", "trafilatura_eval")),
    *("train/wcxb_dev", "dev/frontpage_de"),
]
# Texts without a page; from synth_neardup_de_en only those that are not copies.
TEXTS = ["stories/10kgnad_test_de", "stories/ecbplus_en.dev", "stories/synth_neardup_de_en"]
TOP = 200
# Words that are not names, however often they are capitalised.
NO_NAMES = {
    "en": "i you he she it we they me him her us them my your his its our their mine yours hers ours theirs who whom whose which what this that these "
    "those myself himself herself itself themselves monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun "
    "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec",
    "de": "ich du er sie es wir ihr mich dich ihn uns euch mir dir ihm ihnen mein dein sein unser euer meine deine seine ihre unsere eure wer wen wem "
    "wessen was dieser diese dieses jener jene jenes man sich montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di do fr sa so "
    "januar jänner februar märz april mai juni juli august september oktober november dezember jan feb mär apr jun jul aug sep okt nov dez",
}


def rows(name):
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def pages():
    """The pages, each with its own URL, and the texts, each as a plain article with a paragraph per four sentences."""
    for name in PAGES:
        for at, row in enumerate(rows(name)):
            url = row.get("url") or ""
            yield {"url": url if url.startswith("http") else f"https://{name[4:].replace('_', '-')}.example/{at}", "html": row["html"]}
    for name in TEXTS:
        for at, row in enumerate(rows(name)):
            if row.get("variant", "base") != "base":
                continue
            sentences = re.split(r"(?<=[.!?]) ", row["text"].replace("\n", " "))
            parts = [" ".join(sentences[first : first + 4]) for first in range(0, len(sentences), 4)]
            paragraphs = "".join(f"<p>{html.escape(part)}</p>" for part in parts)
            title = row.get("title") or " ".join(row["text"].split()[:8])
            slug = "-".join(re.findall(r"[a-z]{3,}", title.lower())[:7])
            byline = "<p>A. Writer, <time datetime=2026-03-01T08:00:00Z>2026-03-01</time></p>"
            head = f'<title>{html.escape(title)}</title><meta property="og:type" content="article">'
            yield {
                "url": f"https://{name.split('/')[1].split('.')[0].replace('_', '-')}.example/news/{slug}-{at}.html",
                "html": f'<html lang="{row["lang"]}"><head>{head}</head><body><article><h1>{html.escape(title)}</h1>{byline}{paragraphs}</article></body></html>',
            }


def gleaner(*arguments):
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment["GLEANER_DATA_DIR"] = str((WORK / "data").resolve())
    done = subprocess.run([os.environ["GLEANER"], *arguments], check=True, stdout=subprocess.PIPE, text=True, env=environment)
    return done.stdout


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    with open(WORK / "pages.jsonl", "w", encoding="utf-8") as out:
        for page in pages():
            out.write(json.dumps(page, ensure_ascii=False) + "\n")
    for step in (["import", WORK / "pages.jsonl"], ["extract"], ["aggregate"]):
        print(step[0], file=sys.stderr, flush=True)
        gleaner(*step)
    print("export", file=sys.stderr, flush=True)
    articles = [json.loads(line) for line in gleaner("export").splitlines()]
    fields = ",".join(name for name in articles[0] if name != "entities")
    sizes = {}
    for form in ("jsonl", "jsonl.zst", "parquet"):
        for what, more in (("with", []), ("without", ["--fields", fields])):
            folder = WORK / f"{form}-{what}"
            gleaner("export", "--format", form, "--out", folder, *more)
            found = sum(file.stat().st_size for file in folder.rglob(f"*.{form}"))
            sizes[form, what] = found
    values = {"articles": len(articles), "mentions": sum(len(article["entities"] or []) for article in articles)}
    lines = [
        "# The names of an archive",
        "",
        f"Written by `bench/mentions.sh`: {len(articles):,} articles from thirteen sets of pages and texts, imported, extracted and aggregated as in a nightly run,",
        f"with {values['mentions']:,} mentions of names.",
        "",
        f"## The {TOP} most frequent names",
        "",
        f"| language | articles | names | pronouns, weekdays and months among the {TOP} most frequent | the ten most frequent |",
        "| --- | --- | --- | --- | --- |",
    ]
    for language, words in NO_NAMES.items():
        own = [article for article in articles if article["language"] == language]
        names = collections.Counter(mention["norm"] for article in own for mention in article["entities"] or [])
        top = [name for name, _ in names.most_common(TOP)]
        # "US" in capitals is the country, not the pronoun
        wrong = [name for name in top if name.lower() in words.split() and not name.isupper()]
        values[f"names_{language}"] = 1 - len(wrong) / TOP
        lines.append(f"| {language} | {len(own):,} | {len(names):,} | {', '.join(wrong) or 'none'} | {', '.join(top[:10])} |")
    lines += [
        "", "## What mentions cost", "", "| export | MB | without mentions | share of the mentions |", "| --- | --- | --- | --- |",
    ]
    for form in ("jsonl", "jsonl.zst", "parquet"):
        whole, rest = sizes[form, "with"], sizes[form, "without"]
        share = 1 - rest / whole
        values[f"beside_{form.replace('.', '_')}"] = 1 - share
        lines.append(f"| {form} | {whole / 1e6:.1f} | {rest / 1e6:.1f} | {share:.1%} |")
    lines += ["", "## Values", "", "```", *[f"{name}={value:.4f}" for name, value in values.items()], "```"]
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


main()
