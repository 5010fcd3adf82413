"""Runs the commands of the first hour and checks their output. See first_hour.sh."""

import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from sites import DATED, MARKER, Sites

GLEANER = os.environ["GLEANER"]
SITES = ["good", "dated", "forbidden", "broken", "slow", "shell", "wall", "norobots"]
"""The sites on the port of the test server; `closed` and `nowhere` come in addition."""
values = {}
wrong = []


def check(name, value, wanted):
    values[name] = value
    if value != wanted:
        wrong.append(f"{name} is {value!r} and must be {wanted!r}")


def run(*arguments, code=0):
    """Runs a command, prints it with its output, and returns the output."""
    print(f"\n$ gleaner {' '.join(arguments)}", flush=True)
    done = subprocess.run([GLEANER, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(done.stdout.rstrip())
    if code is not None and done.returncode != code:
        wrong.append(f"gleaner {' '.join(arguments)} leaves with {done.returncode}, not {code}")
    return done.stdout


def seeds(folder, sites):
    """Writes the seed file."""
    file = folder / "mine.toml"
    entry = '[[site]]\nid = "{0}"\nname = "{0}"\nhome = "{1}"\ncountry = "GB"\nlanguage = "en"\n\n'
    file.write_text("".join(entry.format(name, home) for name, home in sites.items()))
    return str(file)


def main(folder):
    os.chdir(folder)
    os.environ.update(
        GLEANER_DATA_DIR=str(folder / "data"),
        GLEANER__CRAWL__PRIVATE_HOSTS='["localhost"]',
        GLEANER__CRAWL__DELAY_SECONDS="0.05",
        GLEANER__CRAWL__TIMEOUT_SECONDS="5",
        GLEANER__WORKER__PATIENCE_SECONDS="1",
        RUST_LOG="error",
    )
    server = Sites()
    homes = {name: f"http://{name}.localhost:{server.port}/" for name in SITES}
    with socket.create_server(("127.0.0.1", 0)) as closed:
        free = closed.getsockname()[1]
    homes |= {"closed": f"http://closed.localhost:{free}/", "nowhere": "https://www.exmaple.invalid/"}
    file = seeds(folder, homes)

    output = run("nightly", "--seeds", file, code=1)
    check("without_contact_is_refused", "crawl.contact" in output, True)
    os.environ["GLEANER__CRAWL__CONTACT"] = "me"
    output = run("nightly", "--seeds", file, "--schedule", "30 2 * * *", code=1)
    check("contact_me_is_refused", "crawl.contact" in output, True)
    os.environ["GLEANER__CRAWL__CONTACT"] = "https://example.org/our-crawler"

    output = run("nightly", "--seeds", file, "--fail-on", "warnings", code=3)
    check("sites_that_never_worked_are_named", sum(name in output.split("Warnings:")[-1] for name in homes if name not in ("good", "dated")), 8)
    run("site", "list")
    shown = {name: run("site", "show", name).splitlines()[0] for name in homes}
    check("a_shell_is_called_one", "js shell" in shown["shell"], True)
    check("a_wall_is_called_one", "consent wall" in shown["wall"], True)
    run("status")
    check("dated_articles_are_requested", sum(("dated", path) in server.asked for path in DATED), len(DATED))
    output = run("status", "--skipped", "dated")
    check("calendar_is_counted", "calendar: 1 URL" in output, True)

    output = run("crawl")
    check("a_crawl_of_nothing_says_what_it_waits_for", "wait" in output, True)
    server.mended.add("norobots")
    run("site", "retry", "norobots")
    run("crawl", "--site", "norobots")
    run("extract")
    output = run("site", "show", "norobots")
    check("a_mended_site_works_at_once", "6 articles" in output, True)

    run("site", "pause", "norobots")
    asked = len([site for site, _ in server.asked if site == "norobots"])
    run("nightly", "--seeds", file, code=None)
    check("paused_requests", len([site for site, _ in server.asked if site == "norobots"]) - asked, 0)
    run("site", "resume", "norobots")
    del homes["norobots"]
    output = run("seed", seeds(folder, homes))
    check("a_site_that_is_named_no_more_is_told", "norobots" in output, True)
    run("seed", "--prune", file)

    output = run("search", MARKER)
    check("search_finds", MARKER in output, True)
    run("site", "forget", "good", "--yes")
    run("aggregate")
    run("export", "--format", "jsonl", "--out", "corpus")
    run("export", "--format", "warc", "--out", "warc")
    left = run("search", MARKER)
    left += "".join(path.read_bytes().decode("latin-1") for path in folder.glob("corpus/**/*") if path.is_file())
    left += "".join(subprocess.run(["zcat", path], stdout=subprocess.PIPE).stdout.decode("latin-1") for path in folder.glob("warc/*.gz"))
    check("forgotten_words_left", left.count(MARKER), 0)


with tempfile.TemporaryDirectory() as name:
    main(Path(name))
print()
for name, value in values.items():
    print(f"{name}={value}")
for line in wrong:
    print(f"wrong: {line}", file=sys.stderr)
sys.exit(bool(wrong))
