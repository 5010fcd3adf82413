"""Exports and databases of the program, and archives."""

import gzip
import json
import os
import shutil
import subprocess
import sys

import gleaner
import pytest
from conftest import IMPRINT, article

SEEDS = """[[site]]
id = "zeitung"
name = "Zeitung"
home = "https://www.zeitung.example/"
"""
FORMATS = ("jsonl", "jsonl.gz", "jsonl.zst", "parquet")
ADDRESS = "https://www.zeitung.example/lokales/rat-sperrt-die-alte-bruecke-{}.html"


class Newsroom:
    """A folder with a database of its own."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.environment = {**os.environ, "GLEANER_DATA_DIR": str(folder / "data"), "RUST_LOG": "error"}
        (folder / "seeds.toml").write_text(SEEDS)
        self.run("seed", "seeds.toml")

    def run(self, *arguments):
        done = subprocess.run([self.program, *arguments], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def add(self, numbers):
        with open(self.folder / "pages.jsonl", "w") as file:
            for number in numbers:
                text = article(number).replace("Fähre", f"Fähre Nummer {number}").replace("Brücke", f"Brücke {number * 37}")
                print(json.dumps({"url": ADDRESS.format(number), "html": text}), file=file)
        self.run("import", "pages.jsonl")
        self.run("extract")


@pytest.fixture(scope="module")
def newsroom(program, tmp_path_factory):
    newsroom = Newsroom(program, tmp_path_factory.mktemp("newsroom"))
    newsroom.add(range(6))
    for format in FORMATS:
        newsroom.run("export", "--format", format, "--out", format)
    newsroom.add(range(6, 9))
    for format in FORMATS:
        newsroom.run("export", "--continue", format)
    newsroom.run("export", "--format", "csv", "--out", "csv")
    return newsroom


@pytest.mark.parametrize("format", FORMATS)
def test_an_export_is_read(newsroom, format):
    if format == "parquet":
        pytest.importorskip("pyarrow")
    export = gleaner.read_export(newsroom.folder / format)
    rows = list(export)
    assert len(rows) == len(export) == export.manifest["articles"] == 9
    lines = newsroom.run("export", "--format", "jsonl").splitlines()
    wanted = {line["version_id"]: line for line in map(json.loads, lines)}
    for row in rows:
        line = wanted[row["version_id"]]
        assert (row["text"], row["authors"], row["field_sources"]["title"]) == (line["text"], line["authors"], line["field_sources"]["title"])
        assert row["date_crawled"].tzinfo and row["date_published"].isoformat() == "2026-03-01T07:30:00+00:00"
        # A page that is extracted alone has the same id as in the database.
        assert row["id"] == gleaner.extract(article(), row["url"]).id


@pytest.mark.parametrize("format", FORMATS)
def test_an_export_is_arrow(newsroom, format):
    pa = pytest.importorskip("pyarrow")
    export = gleaner.read_export(newsroom.folder / format)
    table = export.to_arrow()
    assert table.schema.equals(gleaner.export_schema()) and table.num_rows == 9
    rows = sorted(export, key=lambda row: row["id"])
    for name in ("version_id", "title", "text", "authors", "date_published", "date_crawled", "date_modified", "word_count", "images"):
        assert table.sort_by("id")[name].to_pylist() == [row[name] for row in rows], name
    assert isinstance(next(export.to_batches()), pa.RecordBatch)


@pytest.mark.parametrize("format", FORMATS)
def test_later_and_withdrawn_versions(newsroom, format, tmp_path):
    folder = shutil.copytree(newsroom.folder / format, tmp_path / "export")
    before = list(gleaner.read_export(folder))
    manifest = json.loads((folder / "manifest.json").read_text())
    first = manifest["files"][0]
    # The first file again, as a later export: its rows replace the earlier ones.
    later = first["file"].replace("articles-", "articles-again-")
    shutil.copy(folder / first["file"], folder / later)
    manifest["files"].append({**first, "file": later})
    gone = before[:2]
    manifest["withdrawn"] = [{"cursor": 1 << 40, "id": row["id"], "version": row["version"], "withdrawn_at": "2026-01-01T00:00:00Z"} for row in gone]
    (folder / "manifest.json").write_text(json.dumps(manifest))
    after = list(gleaner.read_export(folder))
    ids = lambda rows: sorted(row["version_id"] for row in rows)
    assert ids(after) == ids(row for row in before if row not in gone)
    # A version that is published again after its withdrawal is in a file with a later cursor.
    manifest["withdrawn"][0]["cursor"] = 0
    (folder / "manifest.json").write_text(json.dumps(manifest))
    assert ids(gleaner.read_export(folder)) == ids(row for row in before if row != gone[1])


def test_what_cannot_be_read_says_so(newsroom, tmp_path):
    with pytest.raises(ValueError, match="csv is not supported"):
        gleaner.read_export(newsroom.folder / "csv")
    with pytest.raises(ValueError, match="has no manifest.json"):
        gleaner.read_export(tmp_path)
    newsroom.run("export", "--format", "jsonl", "--out", "few", "--fields", "url,title")
    with pytest.raises(ValueError, match="without the column version_id"):
        list(gleaner.read_export(newsroom.folder / "few"))


DATABASE = """
import datetime, gleaner, json, os
url = os.environ["DATABASE_URL"]
rows = list(gleaner.articles(url, latest=True))
assert all(isinstance(row["date_crawled"], datetime.datetime) for row in rows)
none = list(gleaner.articles(url, language="fr"))
late = list(gleaner.articles(url, published_since=datetime.datetime(2027, 1, 1, tzinfo=datetime.timezone.utc)))
print(json.dumps([sorted(row["version_id"] for row in rows), len(none), len(late)]))
"""


def test_a_database_is_read(newsroom):
    told = json.loads(newsroom.run("database", "--", sys.executable, "-c", DATABASE))
    assert told == [sorted(row["version_id"] for row in gleaner.read_export(newsroom.folder / "jsonl")), 0, 0]


CURSORS = """
import gleaner, os, sys
url, cursor = os.environ["DATABASE_URL"], sys.argv[1]
number, token = cursor.split("~")
after = len(list(gleaner.articles(url, since=cursor)))
assert after < len(list(gleaner.articles(url)))
try:
    list(gleaner.articles(url, since=f"{number}~000000000000"))
except ValueError as error:
    print(error)
"""


def test_a_cursor_of_another_history_is_refused(newsroom):
    cursor = gleaner.read_export(newsroom.folder / "jsonl").manifest["next_cursor"]
    told = newsroom.run("database", "--", sys.executable, "-c", CURSORS, cursor)
    assert "does not include the cursor" in told


def test_a_database_that_is_not_there_says_so():
    with pytest.raises(ValueError, match="127.0.0.1|connect|database"):
        gleaner.articles("postgres://nobody@127.0.0.1:1/none")


def record(kind, url, payload, type="application/http; msgtype=response"):
    head = f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-03-01T12:00:00Z\r\nWARC-Target-URI: {url}\r\n"
    return f"{head}Content-Type: {type}\r\nContent-Length: {len(payload)}\r\n\r\n".encode() + payload + b"\r\n\r\n"


def response(body, type="text/html; charset=utf-8", more=""):
    return f"HTTP/1.1 200 OK\r\nContent-Type: {type}\r\nETag: \"7\"\r\n{more}\r\n".encode() + body


def archive():
    records = [record("response", ADDRESS.format(n), response(article(n).encode())) for n in range(3)]
    records.append(record("response", "https://www.zeitung.example/bild.png", response(b"\x89PNG", "image/png")))
    records.append(record("response", "https://www.zeitung.example/kaputt", response(b"<p>", more="Content-Encoding: sdch\r\n")))
    records.append(record("response", "https://www.zeitung.example/impressum", response(IMPRINT.encode())))
    return b"".join(gzip.compress(each) for each in records)


def test_an_archive_is_read(tmp_path):
    pytest.importorskip("pyarrow")
    (tmp_path / "a.warc.gz").write_bytes(archive())
    pages = gleaner.read_warc(tmp_path / "a.warc.gz").read_all()
    assert pages == gleaner.read_warc(archive()).read_all()
    assert pages["url"].to_pylist() == [*map(ADDRESS.format, range(3)), "https://www.zeitung.example/kaputt", "https://www.zeitung.example/impressum"]
    assert [fault is None for fault in pages["fault"].to_pylist()] == [True, True, True, False, True]
    assert pages["date_crawled"][0].as_py().isoformat() == "2026-03-01T12:00:00+00:00" and pages["etag"][0].as_py() == '"7"'
    rows = gleaner.extract_batch(pages)
    assert rows["page_type"].to_pylist() == ["article"] * 3 + ["error", "legal"]


ROBOTS = {
    "none": ("", "", []),
    "header": ("X-Robots-Tag: noai, noarchive\r\n", "", ["ai", "noarchive"]),
    "markup": ("", "<meta name='robots' content='noindex, max-snippet:0'>", ["noindex", "nosnippet"]),
    "tdm": ("TDM-Reservation: 1\r\nTDM-Policy: https://www.zeitung.example/tdm\r\n", "", ["tdm"]),
}


def test_opt_outs_of_an_archive_are_those_of_exports(newsroom):
    pytest.importorskip("pyarrow")
    records = []
    for number, (more, markup, _) in enumerate(ROBOTS.values(), 100):
        page = article(number).replace("<head>", f"<head>{markup}").replace("Brücke", f"Brücke {number * 37}")
        records.append(record("response", ADDRESS.format(number), response(page.encode(), more=more)))
    (newsroom.folder / "robots.warc").write_bytes(b"".join(records))
    pages = gleaner.read_warc(newsroom.folder / "robots.warc").read_all().to_pylist()
    assert [page["opt_outs"] for page in pages] == [kinds for *_, kinds in ROBOTS.values()]
    newsroom.run("import", "robots.warc")
    newsroom.run("extract")
    exported = {row["url"]: row for row in map(json.loads, newsroom.run("export", "--format", "jsonl").splitlines())}
    for page in pages:
        for name in ("opt_outs", "tdm_reserved", "tdm_policy_url", "ai_optout"):
            assert page[name] == exported[page["url"]][name], (page["url"], name)


def test_a_broken_archive_ends_with_its_fault():
    pytest.importorskip("pyarrow")
    pages = gleaner.read_warc(archive()[:-200]).read_all().to_pylist()
    assert len(pages) == 5 and "the file ends in the middle of the record" in pages[-1]["fault"] and pages[-1]["url"] is None
    assert "not a WARC file" in gleaner.read_warc(b"<html>").read_all().to_pylist()[0]["fault"]
    with pytest.raises(FileNotFoundError):
        gleaner.read_warc("missing.warc.gz")
