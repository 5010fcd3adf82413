"""The package and the command line return the same results for real pages."""

import gzip
import json
import subprocess

import gleaner


def lines(program, command, pages, folder, *options):
    path = folder / "pages.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8", compresslevel=1) as file:
        for number, page in enumerate(pages):
            print(json.dumps({"id": number, "url": page["url"], "html": page["html"]}), file=file)
    done = subprocess.run([program, command, *options, path], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_extract_is_text(program, real_pages, tmp_path):
    told = lines(program, "text", real_pages, tmp_path, "--format", "jsonl")
    assert len(told) == len(real_pages) > 100
    for number, (line, page) in enumerate(zip(told, real_pages)):
        article = gleaner.extract(page["html"], page["url"], blocks=True)
        # lines of the program have the id of the input
        assert {**article.to_dict(), "id": number} == line, page["url"]


def test_classify_is_classify(program, real_pages, tmp_path):
    told = lines(program, "classify", real_pages, tmp_path)
    assert len(told) == len(real_pages)
    for number, (line, page) in enumerate(zip(told, real_pages)):
        assert {**gleaner.classify(page["html"], page["url"]).to_dict(), "id": number} == line, page["url"]


def test_a_batch_is_extract(real_pages):
    import pyarrow as pa
    import pytest

    table = gleaner.extract_batch(pa.table({"url": [page["url"] for page in real_pages], "html": [page["html"] for page in real_pages]}))
    for row, page in zip(table.to_pylist(), real_pages):
        article = gleaner.extract(page["html"], page["url"])
        assert row["is_article"] == article.is_article and row["reason"] == gleaner.classify(page["html"], page["url"]).reason
        for name in ("id", "title", "text", "authors", "language", "date_published", "date_modified", "page_type", "content_hash", "tags"):
            assert row[name] == getattr(article, name), (name, page["url"])
        assert row["news_score"] == pytest.approx(article.news_score)
