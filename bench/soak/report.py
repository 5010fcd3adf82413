"""Checks the nights against the requirements, and writes bench/soak.md with its plots."""

import time
from pathlib import Path
from statistics import median

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "soak", "font.size": 8, "axes.spines.top": False, "axes.spines.right": False})
from matplotlib import pyplot  # noqa: E402

BENCH = Path(__file__).resolve().parents[1]
IMAGE = BENCH / "soak/soak.svg"
MIGRATIONS = BENCH.parent / "migrations"
# Tables with one or several rows per article and URL; and tables whose bound (90 or 400 days) is longer than the soak.
BY_ARTICLE = {
    "articles", "article_heads", "article_changes", "article_search", "article_terms", "publications", "copies", "stories", "story_articles", "story_links",
    "seen", "discoveries", "visits", "url_variants",
}
BY_DAY = {"verdicts", "visit_days", "verdict_days", "runs", "runs_before", "size_days"}
COMMANDS = ("nightly", "export", "status")


def week(nights, number):
    """The nights of a week; the first week is 1."""
    return nights[7 * (number - 1) : 7 * number]


def tables(night, names):
    return sum(night["tables"][name]["rows"] for name in names)


def judge(nights, outage):
    """The requirements that are not met."""
    wrong = []
    site, broken, repaired = outage
    for night in nights:
        for name, requests in night["requests"].items():
            if not requests:
                wrong.append(f"night {night['night'] + 1}: {name} got no visit")
    last = nights[-1]
    for name, published in last["published"].items():
        if last["articles"].get(name, 0) < 0.95 * published:
            wrong.append(f"{name}: {last['articles'].get(name, 0)} articles of {published}")
    if len(nights) < 42:
        return wrong + ["fewer than 42 nights: growth is not judged"]
    second, fifth, sixth = week(nights, 2), week(nights, 5), week(nights, 6)
    for command in COMMANDS:
        before, after = (max(night[command]["rss"] for night in nights) for nights in (second, sixth))
        if after > 1.2 * before:
            wrong.append(f"{command}: {after >> 20} MB in the last week, {before >> 20} MB in the second")
    cpu = [median(night["nightly"]["cpu"] + night["server_cpu"] for night in of) for of in (fifth, sixth)]
    if cpu[1] > 1.2 * cpu[0]:
        wrong.append(f"a night takes {cpu[1]:.1f} CPU seconds in the last week, {cpu[0]:.1f} the week before")
    due, urls = max(night["due"] for night in sixth), sixth[-1]["queue"]
    if due > 0.01 * urls:
        wrong.append(f"{due} of {urls} URLs are due after a night of the sixth week")
    for name in last["tables"]:
        before, after = (max(night["tables"][name]["rows"] for night in of) for of in (fifth, sixth))
        if name not in BY_ARTICLE | BY_DAY and after > 1.2 * before + 100:
            wrong.append(f"{name} grows: {before} rows in week 5, {after} in week 6")
    for name in BY_ARTICLE | BY_DAY:
        # Compared with the fourth week, in which all retention rules act.
        fourth, growth = week(nights, 4), lambda of: of[-1]["tables"][name]["rows"] - of[0]["tables"][name]["rows"]
        if growth(sixth) > 1.3 * growth(fourth) + 100:
            wrong.append(f"{name} grows faster and faster: by {growth(fourth)} rows in week 4, by {growth(sixth)} in week 6")
    return wrong


def plot(nights, outage):
    figure, axes = pyplot.subplots(3, 2, figsize=(10, 9), layout="constrained")
    days = [night["night"] + 1 for night in nights]

    def draw(axis, title, lines):
        for label, values in lines.items():
            axis.plot(days, values, label=label, linewidth=1.2)
        axis.set_title(title, loc="left")
        axis.set_ylim(bottom=0)
        axis.axvspan(outage[1] + 1, outage[2] + 1, color="0.92", linewidth=0)
        axis.legend(frameon=False)

    draw(axes[0, 0], "Peak memory, MB", {command: [night[command]["rss"] / 1e6 for night in nights] for command in COMMANDS})
    draw(axes[0, 1], "A night, seconds", {
        "wall": [night["nightly"]["wall"] for night in nights], "CPU": [night["nightly"]["cpu"] for night in nights],
        "CPU, PostgreSQL": [night["server_cpu"] for night in nights],
    })
    draw(axes[1, 0], "URLs that are revisited", {"all": [night["queue"] for night in nights], "due at the end of the night": [night["due"] for night in nights]})
    draw(axes[1, 1], "Size, MB", {"database": [night["database_bytes"] / 1e6 for night in nights], "write-ahead log per night": [night["wal_bytes"] / 1e6 for night in nights]})
    draw(axes[2, 0], "Articles", {"published": [sum(night["published"].values()) for night in nights], "in the database; moved ones count twice": [sum(night["articles"].values()) for night in nights]})
    bounded = set(nights[0]["tables"]) - BY_ARTICLE - BY_DAY
    draw(axes[2, 1], "Rows", {
        "pages": [tables(night, ["pages"]) for night in nights], "fetches": [tables(night, ["fetches"]) for night in nights],
        "all other bounded tables": [tables(night, bounded - {"pages", "fetches"}) for night in nights],
    })
    figure.savefig(IMAGE, metadata={"Date": None})
    # Strip trailing blanks.
    IMAGE.write_text("".join(line.rstrip() + "\n" for line in IMAGE.read_text().splitlines()))


def early(weeks):
    """A note on the weeks before the sixth in which more URLs are due than the requirement for the sixth allows."""
    shares = [(number + 1, max(night["due"] for night in of) / of[-1]["queue"]) for number, of in enumerate(weeks[:5])]
    more = [f"{100 * share:.1f} % in week {number}" for number, share in shares if share > 0.01]
    return f"- More than 1 % of the URLs are due after the worst night of earlier weeks: {', '.join(more)}.\n" if more else ""


def write(nights, machine, outage, settings):
    wrong = judge(nights, outage)
    plot(nights, outage)
    weeks = [week(nights, number) for number in range(1, len(nights) // 7 + 1)]

    def row(name, value):
        return f"| {name} | " + " | ".join(f"{value(of):,.0f}" for of in weeks) + " |"

    head = "| | " + " | ".join(f"week {number + 1}" for number in range(len(weeks))) + " |\n|--|" + "--|" * len(weeks)
    mean = lambda value: lambda of: sum(map(value, of)) / len(of)  # noqa: E731
    rows = [row(f"`{command}`: peak memory, MB", lambda of, command=command: max(night[command]["rss"] for night in of) / 1e6) for command in COMMANDS]
    rows += [
        row("`nightly`: seconds", mean(lambda night: night["nightly"]["wall"])),
        row("CPU seconds, including the export and PostgreSQL", mean(lambda night: night["nightly"]["cpu"] + night["export"]["cpu"] + night["server_cpu"])),
        row("requests per night", mean(lambda night: sum(night["requests"].values()))),
        row("fewest requests to a site in a night", lambda of: min(min(night["requests"].values()) for night in of)),
        row("URLs that are revisited", lambda of: of[-1]["queue"]),
        row("of which due after a night, at most", lambda of: max(night["due"] for night in of)),
        row("database, MB", lambda of: of[-1]["database_bytes"] / 1e6),
        row("write-ahead log of a night, MB", mean(lambda night: night["wal_bytes"] / 1e6)),
        row("articles published", lambda of: sum(of[-1]["published"].values())),
        row("articles in the database", lambda of: sum(of[-1]["articles"].values())),
    ]
    names = sorted(nights[-1]["tables"], key=lambda name: (name not in BY_ARTICLE, name not in BY_DAY, -nights[-1]["tables"][name]["bytes"]))
    kinds = {name: "articles" if name in BY_ARTICLE else "days" if name in BY_DAY else "bounded" for name in names}
    grown = [
        f"| `{name}` | {kinds[name]} | " + " | ".join(f"{of[-1]['tables'][name]['rows']:,}" for of in weeks) + f" | {nights[-1]['tables'][name]['bytes'] / 1e6:.1f} |"
        for name in names if nights[-1]["tables"][name]["rows"]
    ]
    broken = f"`{outage[0]}` answered 503 to everything from night {outage[1] + 1} to night {outage[2]}"
    verdict = "All requirements are met." if not wrong else "Not met:\n\n" + "\n".join(f"- {line}" for line in wrong)
    (BENCH / "soak.md").write_text(f"""# Six weeks of nights

`bench/soak.sh` writes this page: {len(nights)} nights of `gleaner nightly` over 60 sites on loopback, with the embedded database, an export of what is new
after each, and a clock that advances by a day from night to night, for the program and for PostgreSQL (libfaketime). Each site publishes 5 to 15 articles
a day, corrects two, moves one and withdraws one; each has the traps of the [newsroom](../crates/testsite/README.md).
{broken} (shaded in the plots).

{time.strftime('%Y-%m-%d')}, with {len(list(MIGRATIONS.glob('*.sql')))} migrations, {machine}.
Retention in days: {', '.join(line for line in settings.splitlines() if '_days' in line)}.

![Memory, time, queue, size, articles and rows, night by night](soak/soak.svg)

{head}
{chr(10).join(rows)}

Requirements:

- Peak memory of each command in the sixth week is at most a fifth above that of the second.
- A night takes at most a fifth more CPU time in the sixth week than in the fifth (medians).
- In the sixth week, at most 1 % of the URLs are due at the end of a night.
- Each site is visited each night, and has 95 % of its articles after the last.
- Tables that grow with articles or with days gain at most three tenths more rows in the sixth week than in the fourth. The others have at most a fifth
  more rows in the sixth week than in the fifth.

{verdict}

Notes:

{early(weeks)}- Memory grows for two weeks, as long as the grouping remembers texts.
- From the fourth week on, URLs that were found more than `url_days` ago, of which nothing is kept and which a site still names, are found and
  requested again.
- Pages, visits and verdicts have one partition per month. Rows that retention deletes from the partition of a past month free no disk space until
  the partition is empty and dropped. So the database grows faster after the first of a month.
- Wall time is not a requirement: that of the crawl differs by up to a factor of two from one night to the next. Extraction and aggregation are steady.

Rows at the end of each week, and the size of each table at the end in MB. An article that has moved counts at both URLs.

| table | grows with | {' | '.join(f'week {number + 1}' for number in range(len(weeks)))} | MB |
|--|--|{'--|' * len(weeks)}--|
{chr(10).join(grown)}
""")
    return wrong
