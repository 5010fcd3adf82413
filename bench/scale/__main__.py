"""Times the documented queries and the commands on a large database. See bench/scale.sh."""

import datetime
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

URL = os.environ["DATABASE_URL"]
GLEANER = os.environ["GLEANER"]
ROOT = Path(__file__).resolve().parents[2]


def psql(*arguments):
    command = ["psql", "--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--set", "ON_ERROR_STOP=1", URL, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def queries():
    """The queries in the documents, as pairs of comment and SQL."""
    for name in ("README.md", "docs/querying.md"):
        for heading, block in re.findall(r"(?:^###? ([^\n]*)\n(?:(?!^##|^```)[^\n]*\n)*)?^```sql\n(.*?)```", (ROOT / name).read_text(), re.S | re.M):
            comment = heading
            for statement in block.split(";"):
                lines = [line.strip() for line in statement.strip().splitlines()]
                comments = [line.removeprefix("--").strip() for line in lines if line.startswith("--")]
                comment = " ".join(comments) or comment
                sql = " ".join(line.split("--")[0].strip() for line in lines).strip()
                if sql:
                    yield comment, sql


def plausible(sql, column_values):
    """The SQL with values from this database in place of `…`."""
    for column, value in column_values.items():
        sql = re.sub(rf"\b{column} = '…'", f"{column} = '{value}'", sql)
    return sql


def timed(sql):
    """Seconds of the first and of the second execution."""
    times = []
    for _ in range(2):
        script = f"\\o /dev/null\n\\timing on\n{sql};\n"
        done = subprocess.run(["psql", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", URL], input=script, check=True, capture_output=True, text=True)
        times.append(float(re.findall(r"Time: ([0-9.]+) ms", done.stdout)[-1]) / 1000)
    return times


def command(*arguments):
    begun = time.monotonic()
    subprocess.run([GLEANER, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - begun


def served(row):
    """Times pages and answers of the reader, and a download of a tenth of all articles. Returns what it says of the download."""
    process = subprocess.Popen([GLEANER, "serve", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True, env={**os.environ, "RUST_LOG": "warn"})
    try:
        address = process.stdout.readline().strip().rstrip("/")

        def get(path):
            """Seconds to the first byte and to the last, and the number of bytes. The body is not kept."""
            begun = time.monotonic()
            with urllib.request.urlopen(address + path, timeout=600) as answer:
                size = len(answer.read(1))
                first = time.monotonic() - begun
                while chunk := answer.read(1 << 16):
                    size += len(chunk)
            return first, time.monotonic() - begun, size

        def seconds(path):
            """Seconds to the last byte, or the status of an answer that is none."""
            try:
                return get(path)[1]
            except urllib.error.HTTPError as error:
                return f"status {error.code}"

        def memory(key):
            status = Path(f"/proc/{process.pid}/status").read_text()
            return int(next(line.split()[1] for line in status.splitlines() if line.startswith(key))) // 1024

        old = "since:300d until:200d"
        for query in ("w20000", "w500", "w0", "w0 w1", '"w0 w1"', "w500 OR w501", "(w500 OR w501) -w0", "w500*", "title:w3", "site:site-3 w500", f"w500 {old}", f"w0 {old}"):
            words = urllib.parse.quote_plus(query)
            shown = query.replace("|", "\\|")
            for name, path in ((f"`/search`: `{shown}`", f"/search?q={words}"), (f"`/trends`: `{shown}`", f"/trends?q={words}"), (f"`/api/v1/search/words`: `{shown}`", f"/api/v1/search/words?q={words}")):
                row(name, seconds(path), seconds(path))
        for path in ("/", "/sources", "/changes", "/runs"):
            row(f"`{path}`", seconds(path), seconds(path))
        before = memory("VmRSS")
        said = []
        for form in ("jsonl", "csv", "parquet"):
            first, last, size = get(f"/api/v1/search?q=w0+since:37d&format={form}")
            said.append(f"{form} {first:.1f} s to the first byte, {last:.0f} s to the last of {size / 1e6:.0f} MB")
        return f"Downloads of the articles of 37 days (a tenth): {'; '.join(said)}. Memory of the reader: {before} MB before, at most {memory('VmHWM')} MB."
    finally:
        process.terminate()
        process.wait()


def main():
    articles = int(sys.argv[1])
    if psql("--command", "select count(*) from sites") == "0":
        print(f"filling with {articles:,} articles", file=sys.stderr)
        begun = time.monotonic()
        subprocess.run(["psql", "--no-psqlrc", "--quiet", "--set", f"articles={articles}", "--file", str(ROOT / "bench/scale/fill.sql"), URL], check=True, stdout=subprocess.DEVNULL)
        print(f"filled in {time.monotonic() - begun:.0f} s", file=sys.stderr)
    count = int(psql("--command", "select count(*) from articles where is_latest"))
    known = {
        "id": psql("--command", "select article_id from articles where version = 2 limit 1"),
        "story_id": psql("--command", "select story_id from stories order by score desc limit 1"),
    }
    lines = [
        "# A large database", "",
        f"`bench/scale.sh`, {datetime.date.today():%-d %B %Y}: {count:,} generated articles of 82 sites in a year, every tenth with a second version, every",
        f"fifth a copy, and {count // 2:,} rejected pages, on {os.cpu_count()} cores with the settings of the embedded database. Load of the machine",
        f"at the start: {os.getloadavg()[0]:.1f}.", "",
        "Each query of README.md and docs/querying.md, in seconds: the first execution, and the second.", "",
        "| query | first | again |", "|--|--|--|",
    ]
    def row(name, *seconds):
        lines.append(f"| {name} | " + " | ".join(value if isinstance(value, str) else f"{value:.3f}" for value in seconds) + " |")
        print(lines[-1], file=sys.stderr)

    for comment, sql in queries():
        sql = plausible(sql, known)
        short = sql if len(sql) < 90 else sql[:87] + "…"
        row(f"{comment}: `{short.replace('|', chr(92) + '|')}`" if comment else f"`{short}`", *timed(sql))
    middle = count // 2
    row("500 articles by cursor", *timed(f"select * from news.articles where cursor > {middle} and cursor <= {middle + 500}"))
    url = psql("--command", "select url from articles limit 1")
    row("an article by URL", *timed(f"select * from news.articles where url = '{url}'"))

    lines += ["", "Commands, in seconds, including the start of the program:", "", "| command | first | again |", "|--|--|--|"]
    for arguments in (
        ["status"], ["stories"], ["changes", "--limit", "20"], ["changes", "--since", "400d", "--limit", "20"],
        ["search", "w20000"], ["search", "w500"], ["search", "w0"], ["search", "--site", "site-3", "w500"],
    ):
        row(f"`gleaner {' '.join(arguments)}`", command(*arguments), command(*arguments))

    lines += ["", "The reader, in seconds to the last byte:", "", "| page | first | again |", "|--|--|--|"]
    downloads = served(row)
    lines += ["", downloads]

    seconds = command("export")
    lines += ["", f"`gleaner export` of all {count + count // 10:,} versions: {seconds:.0f} s, {(count + count // 10) / seconds:,.0f} versions per second."]
    lines += ["", "Bytes per article, including indexes and TOAST (page bodies are empty here):", "", "| table | bytes per article |", "|--|--|"]
    sizes = psql("--command", """
        select regexp_replace(relname, '_(20\\d\\d_\\d\\d|default)$', ''), sum(pg_total_relation_size(oid))::bigint
        from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace group by 1 order by 2 desc limit 14""")
    for line in sizes.splitlines():
        table, size = line.split("|")
        lines.append(f"| {table} | {int(size) / count:,.0f} |")
    (ROOT / "bench/scale.md").write_text("\n".join(lines) + "\n")
    print(f"articles={count}\nexport_seconds={seconds:.1f}\nexport_versions_per_second={(count + count // 10) / seconds:.0f}")


main()
