"""Generates pages, exports them, and reads the exports with other tools. See bench/consumers.sh."""

import contextlib
import datetime
import glob
import io
import json
import os
import re
import subprocess
import sys

GLEANER, FOLDER = os.environ["GLEANER"], os.environ["GLEANER_DATA_DIR"]
BARE, FULL = 1_100, 300
WORDS = "Rat Stadt Hafen Brücke Schule Winter Abend Woche Geld Plan Verein Markt Straße Fluss Haus Jahr".split()


def gleaner(*arguments):
    return subprocess.run([GLEANER, *arguments], check=True, capture_output=True, text=True).stdout


def page(number):
    """A generated page. The first BARE pages have only a headline and a text; the others have all metadata."""
    sentence = lambda n: " ".join(WORDS[(number * 7 + n * 3 + k * k) % len(WORDS)] for k in range(14)) + "."
    text = "".join(f"<p>Der Rat der Stadt {WORDS[number % 16]}{number} hat am Dienstag beschlossen: {sentence(n)} {sentence(n + 5)} "
                   f"Das sagte Anna Beispiel in Hamburg 🙂 vor {number + n} Gästen.</p>" for n in range(5))
    head = f"<title>Meldung {number}</title><meta property='og:type' content='article'>"
    top = ""
    if number >= BARE:
        day = f"2026-{1 + number % 9:02}-{1 + number % 27:02}"
        head += (f"<meta name='description' content='Kurz {number}'><meta property='article:published_time' content='{day}T08:30:00+02:00'>"
                 f"<meta property='article:modified_time' content='{day}T09:30:00+02:00'><meta name='keywords' content='eins,zwei'>"
                 f"<meta property='og:image' content='https://zeitung.example/{number}.jpg'><meta property='article:section' content='Lokales'>"
                 f"<meta name='author' content='Berta Muster'><meta name='robots' content='noarchive'>")
        top = f"<p class='byline'>Von Berta Muster</p><time datetime='{day}T08:30:00+02:00'>{day}</time>"
    return {"url": f"https://zeitung.example/lokales/meldung-{number}.html",
            "html": f"<html lang='de'><head>{head}</head><body><article><h1>Meldung {number} aus dem Rat</h1>{top}{text}</article></body></html>"}


def prepare():
    """Makes the exports, and returns the articles as plain JSON."""
    os.chdir(FOLDER)
    with open("zeitung.toml", "w") as file:  # every page is an article, however little it contains
        file.write("[[site]]\nid = 'zeitung'\nname = 'Zeitung'\nhome = 'https://zeitung.example/'\n[site.rules]\narticles = ['/lokales/*']\n")
    gleaner("seed", "zeitung.toml")
    for numbers in [range(BARE), range(BARE, BARE + FULL)]:  # grouping reorders what it groups at once
        with open("pages.jsonl", "w") as file:
            file.writelines(json.dumps(page(number)) + "\n" for number in numbers)
        gleaner("import", "pages.jsonl")
        gleaner("extract")
        gleaner("aggregate")
    gleaner("export", "--format", "parquet", "--out", "corpus")
    for format, folder in [("jsonl", "lines"), ("jsonl.gz", "gz"), ("jsonl.zst", "zst"), ("csv", "csv")]:
        gleaner("export", "--format", format, "--out", folder)
    gleaner("export", "--format", "warc", "--out", "warc")
    gleaner("export", "--format", "parquet", "--tagged", "--out", "tagged")
    rows = [json.loads(line) for name in glob.glob("lines/data/*.jsonl") for line in open(name)]
    null_at_first = [name for name in rows[0] if all(row[name] in (None, []) for row in rows[:1000])]
    later = [name for name in null_at_first if any(row[name] not in (None, []) for row in rows)]
    print(f"articles={len(rows)}\nnull_in_the_first_1000={','.join(later)}")
    assert len(rows) > BARE and {"date_modified", "description", "section", "authors", "tags"} <= set(later), later
    return {row["id"]: row for row in rows}


def same(name, rows, wanted, fields=("title", "text", "language", "word_count", "authors")):
    """Checks that rows (dicts) equal the expected ones, with times and lists as values of those types."""
    rows = list(rows)
    assert len(rows) == len(wanted), (name, len(rows), len(wanted))
    for row in rows:
        article = wanted[row["id"]]
        for field in fields:
            value = row[field]
            value = value.tolist() if hasattr(value, "tolist") else value
            value = list(value) if isinstance(value, tuple) else value
            assert value == article[field], (name, field, value, article[field])
        date, at = article["date_published"], row["date_published"]
        if date is None:
            assert at is None or at != at, (name, at)
        else:
            at = at.to_pydatetime() if hasattr(at, "to_pydatetime") else at
            assert at == datetime.datetime.fromisoformat(date.replace("Z", "+00:00")), (name, at, date)
    print(f"{name}=ok")


def consumers(wanted):
    import duckdb
    import pandas as pd
    import polars as pl
    import pyarrow as pa
    import pyarrow.dataset as ds
    from datasets import Features, load_dataset
    from datatrove.pipeline.readers import JsonlReader, ParquetReader
    from warcio.archiveiterator import ArchiveIterator

    schema = pa.ipc.open_stream("lines/schema.arrow").schema
    table = ds.dataset("corpus/data", format="parquet").to_table()
    assert table.schema.equals(schema), table.schema
    same("pyarrow_parquet", table.to_pylist(), wanted)
    rows = pd.read_parquet("corpus/data")
    assert str(rows.date_published.dtype).startswith("datetime64[us, UTC"), rows.date_published.dtype
    same("pandas_parquet", rows.to_dict("records"), wanted)
    frame = pl.read_parquet("corpus/data/*/*/*.parquet")
    assert frame.schema["entities"].inner.to_schema()["start"] == pl.Int32
    same("polars_parquet", frame.to_dicts(), wanted)
    for name, source in [("parquet", "'corpus/data/*/*/*.parquet'"), ("jsonl", "read_json('lines/data/*.jsonl')"),
                         ("jsonl_gz", "read_json('gz/data/*.jsonl.gz')"), ("jsonl_zst", "read_json('zst/data/*.jsonl.zst')")]:
        duckdb.sql("set timezone = 'UTC'")
        same(f"duckdb_{name}", duckdb.sql(f"select * from {source}").to_arrow_table().to_pylist(), wanted)
    found = duckdb.sql("select id, title, text, language, word_count, date_published from read_csv('csv/data/*.csv')").to_arrow_table()
    same("duckdb_csv", found.to_pylist(), wanted, ("title", "text", "language", "word_count"))
    same("pandas_csv", pd.read_csv(glob.glob("csv/data/*.csv")[0], parse_dates=["date_published"]).to_dict("records"), wanted,
         ("title", "text", "language", "word_count"))
    same("datasets_parquet", load_dataset("parquet", data_files="corpus/data/*/*/*.parquet", split="train"), wanted)
    same("datasets_card", load_dataset("./corpus", split="train"), wanted)
    features = Features.from_arrow_schema(schema)
    same("datasets_jsonl", load_dataset("json", data_files="lines/data/*.jsonl", features=features, split="train"), wanted)
    for name, reader in [("parquet", ParquetReader("corpus/data", glob_pattern="*/*/*.parquet")),
                         ("jsonl", JsonlReader("lines/data", glob_pattern="*.jsonl")), ("jsonl_gz", JsonlReader("gz/data", glob_pattern="*.jsonl.gz"))]:
        documents = list(reader.run())
        assert {document.id: document.text for document in documents} == {id: row["text"] for id, row in wanted.items()}
        print(f"datatrove_{name}=ok")
    pages = sum(record.rec_type == "response" for name in glob.glob("warc/*.warc.gz") for record in ArchiveIterator(open(name, "rb")))
    assert pages == BARE + FULL, pages
    print("warcio_warc=ok")


def spans(wanted):
    """Checks that offsets of names equal spaCy's, also after characters of four bytes."""
    import spacy

    nlp, checked = spacy.blank("de"), 0
    for row in wanted.values():
        doc = nlp.make_doc(row["text"])
        for entity in row["entities"] or []:
            assert row["text"][entity["start"]:entity["end"]] == entity["text"]
            assert entity["text"] in doc.char_span(entity["start"], entity["end"], alignment_mode="expand").text
            checked += "🙂" in row["text"][:entity["start"]]
    assert checked > 0, "no name after a character of four bytes"
    print("spacy_offsets=ok")


def sentences(wanted):
    """Checks the sentence positions in Parquet, and that they agree with spaCy."""
    import polars as pl
    import spacy

    rows = {row["version_id"]: row for row in pl.read_parquet("tagged/data/*/*/*.parquet").to_dicts()}
    assert len(rows) == len(wanted)
    nlp = spacy.blank("de")
    for row in rows.values():
        doc = nlp.make_doc(row["text"])
        for sentence in row["sentences"]:
            text = row["text"][sentence["start"]:sentence["end"]]
            assert text == row["text"].encode()[sentence["start_byte"]:sentence["end_byte"]].decode() and text == text.strip()
            assert doc.char_span(sentence["start"], sentence["end"], alignment_mode="strict").text == text
    print("spacy_sentences=ok")


def documented(path, wanted):
    """Runs the Python code of a document in order."""
    names = {}
    for block in re.findall(r"```python\n(.*?)```", open(path).read(), re.S):
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(block, path, "exec"), names)
    assert names["articles"].height == len(wanted) and len(names["documents"]) == len(wanted) and len(names["lines"]) == len(wanted)
    assert str(names["articles"].schema["date_published"]) == "Datetime(time_unit='us', time_zone='UTC')"
    print("nlp_md=ok")


if __name__ == "__main__":
    document = os.path.abspath(sys.argv[1])
    articles = prepare()
    consumers(articles)
    spans(articles)
    sentences(articles)
    documented(document, articles)
