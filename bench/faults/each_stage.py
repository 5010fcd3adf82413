"""Kills each stage, or the server beneath it, until the stage completes. See each_stage.sh."""

import datetime
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

GLEANER, PAGES, SITES = os.environ["GLEANER"], int(sys.argv[1]), 20
SYLLABLES = "ba ke ri to lu san mer din vo gra pel ti schu na wor fe".split()
STAGES = ("migrate", "import", "extract", "aggregate", "export")
# Maximum number of kills per stage; the next attempt is left alone.
STRIKES = 12
PATIENCE = 300
# What must be equal in the end. Times, page ids and the order of publication differ between any two runs.
CONTENTS = """
select 'articles', count(*), md5(string_agg(article_id || version || md5(text) || coalesce(title, ''), '' order by article_id, version)) from articles;
select 'pages', count(*), md5(string_agg(encode(body_hash, 'hex'), '' order by body_hash)) from pages;
select 'verdicts', count(*), md5(string_agg(page_type, '' order by p.body_hash)) from verdicts v join pages p using (fetched_at, page_id);
select 'publications', count(distinct article_id), '' from publications;
select 'copies', count(*), count(distinct duplicate_of)::text from copies where duplicate_of is not null;
select 'stories', count(*), sum(articles)::text from stories;
"""


def address(name):
    return re.sub(r"^(\w+://[^/?]*)/[^?]*", rf"\g<1>/{name}", os.environ["DATABASE_URL"])


def psql(name, sql):
    command = ["psql", "--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--set", "ON_ERROR_STOP=1", address(name)]
    for _ in range(60):
        done = subprocess.run(command, input=sql, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return done.stdout.strip()
        time.sleep(0.5)  # while the server recovers
    raise RuntimeError(done.stderr)


def pages(file):
    """Writes articles of twenty sites: a quarter are copies, the rest report a hundred events."""
    dice = random.Random(1)
    words = ["".join(dice.choices(SYLLABLES, k=dice.randint(1, 4))) for _ in range(20_000)]
    events = [dice.sample(words, 30) for _ in range(100)]
    begin, told = datetime.datetime(2026, 11, 1, tzinfo=datetime.timezone.utc), []
    with file.open("w") as out:
        for number in range(PAGES):
            if told and dice.random() < 0.25:
                title, paragraphs = dice.choice(told[-500:])
            else:
                event = dice.choice(events)
                sentence = lambda: " ".join(dice.choices(words, k=10) + dice.choices(event, k=6)).capitalize() + "."  # noqa: E731
                title = " ".join(dice.sample(event, 7)).capitalize()
                paragraphs = [" ".join(sentence() for _ in range(4)) for _ in range(6)]
                told.append((title, paragraphs))
            at = begin + datetime.timedelta(minutes=number * 2)
            body = "".join(f"<p>{text}</p>" for text in paragraphs)
            html = (
                f'<!doctype html><html lang="de"><head><title>{title}</title><meta property="og:type" content="article">'
                f'<meta property="article:published_time" content="{at.isoformat()}"></head><body><article><h1>{title}</h1>{body}</article></body></html>'
            )
            url = f"https://site-{number % SITES}.example/politik/2026/{title.split()[0].lower()}-und-mehr-{number}.html"
            out.write(json.dumps({"url": url, "html": html, "fetched_at": at.isoformat(), "status": 200}) + "\n")


def command(name, stage):
    export = ["export", "--format", "jsonl", "--out", f"corpus-{name}"]
    arguments = {"import": ["import", "pages.jsonl"], "export": [*export, "--force"]}.get(stage, [stage])
    env = os.environ | {"DATABASE_URL": address(name)}
    return subprocess.Popen([GLEANER, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=sys.stderr, env=env)


def backend(name):
    """The id of a server process that works for the program."""
    sql = f"select pid from pg_stat_activity where datname = '{name}' and pid <> pg_backend_pid() order by state = 'active' desc limit 1"
    return psql("postgres", sql)


def run(name, stage, strike, dice, took):
    """Runs a stage until it completes. Returns the number of kills."""
    struck = 0
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        process = command(name, stage)
        if strike and struck < STRIKES:
            time.sleep(dice.uniform(0.02, max(0.7 * took, 0.1)))
            if process.poll() is None:
                if strike == "kill":
                    process.kill()
                    struck += 1
                elif pid := backend(name):
                    struck += subprocess.run(["kill", "-KILL", pid], check=False).returncode == 0
        if process.wait() == 0:
            return struck
    raise RuntimeError(f"{stage} is not through after {PATIENCE} s")


def contents(name):
    rows = psql(name, CONTENTS)
    digest, lines = hashlib.sha256(), 0
    kept = ("id", "url", "title", "text", "published_at", "language")
    exported = []
    for file in sorted(Path(f"corpus-{name}").rglob("*.jsonl*")):
        assert file.suffix == ".jsonl", file
        exported += [json.dumps([article.get(key) for key in kept]) for article in map(json.loads, file.open())]
    for line in sorted(exported):
        digest.update(line.encode())
        lines += 1
    return rows, f"{lines} {digest.hexdigest()}"


def main():
    pages(Path("pages.jsonl"))
    dice = random.Random(2)
    took, found, is_good = {}, {}, True
    for name, strike in (("undisturbed", None), ("killed", "kill"), ("restarted", "restart")):
        psql("postgres", f"create database {name}")
        for stage in STAGES:
            began = time.monotonic()
            struck = run(name, stage, strike, dice, took.get(stage, 0))
            took.setdefault(stage, time.monotonic() - began)
            if strike:
                print(f"{name}_{stage}_struck={struck}")
                is_good &= struck > 0  # a stage that was never killed proves nothing
        found[name] = contents(name)
        if strike:
            is_same = found[name] == found["undisturbed"]
            print(f"{name}_is_same={'yes' if is_same else 'no'}")
            is_good &= is_same
    print(f"pages={PAGES}")
    print(f"articles_exported={found['undisturbed'][1].split()[0]}")
    sys.exit(0 if is_good else 1)


main()
