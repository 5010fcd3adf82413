"""The adapters in `examples`, each with its library."""

import json
import pathlib
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import gleaner
import pytest
from conftest import FIRST, IMPRINT, URL, article

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"


@pytest.fixture(autouse=True)
def examples(monkeypatch):
    monkeypatch.syspath_prepend(EXAMPLES)


@pytest.fixture
def site():
    """A local server with two pages."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            body = (IMPRINT if self.path == "/impressum" else article()).encode("windows-1252")
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=windows-1252")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


SPIDER = """
import scrapy, sys
from scrapy.crawler import CrawlerProcess
from scrapy_pipeline import page

class Spider(scrapy.Spider):
    name = "news"
    start_urls = [sys.argv[1] + "/lokales/rat-sperrt-die-alte-bruecke-1.html", sys.argv[1] + "/impressum"]

    def parse(self, response):
        yield page(response)

process = CrawlerProcess({"ITEM_PIPELINES": {"scrapy_pipeline.GleanerPipeline": 300}, "FEEDS": {sys.argv[2]: {"format": "jsonlines"}},
                          "TELNETCONSOLE_ENABLED": False})
process.crawl(Spider)
process.start()
"""


def test_scrapy(site, tmp_path):
    pytest.importorskip("scrapy")
    out = tmp_path / "articles.jsonl"
    done = subprocess.run([sys.executable, "-c", SPIDER, site, str(out)], cwd=EXAMPLES, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["title"] for row in rows] == ["Brücke 1 gesperrt"]
    assert rows[0]["text"] == gleaner.extract(article(), URL).text
    assert "Dropped: legal (rule:legal)" in done.stderr


def test_datatrove():
    pytest.importorskip("datatrove")
    from datatrove.data import Document
    from datatrove_extractor import GleanerExtractor

    pages = [Document(text=article(n), id=str(n), metadata={"url": URL}) for n in range(3)]
    pages.append(Document(text=IMPRINT, id="legal", metadata={"url": "https://www.zeitung.example/impressum"}))
    step = GleanerExtractor(include=["lead"])
    documents = list(step.run(iter(pages)))
    assert [document.id for document in documents] == ["0", "1", "2"]
    assert FIRST in documents[0].text and documents[1].metadata["title"] == "Brücke 1 gesperrt"
    assert documents[0].metadata["date_published"] == "2026-03-01T07:30:00Z"
    assert step.stats["dropped_legal"].total == 1


def test_trafilatura():
    trafilatura = pytest.importorskip("trafilatura")
    import trafilatura_extract

    theirs, ours = trafilatura.extract(article(), url=URL), trafilatura_extract.extract(article(), url=URL)
    assert FIRST in theirs and FIRST in ours
    found = json.loads(trafilatura_extract.extract(article().encode(), url=URL, output_format="json", with_metadata=True))
    assert found["text"] == ours
    known = trafilatura.bare_extraction(article(), url=URL, with_metadata=True).as_dict()
    for field in ("title", "author", "date", "url", "hostname", "sitename"):
        assert found[field] == known[field], field
    assert trafilatura_extract.extract("<p></p>") is None
    assert trafilatura_extract.extract(article(), target_language="fr") is None
    assert trafilatura_extract.extract(article(), only_with_metadata=True) is None
    with pytest.raises(ValueError, match="xml"):
        trafilatura_extract.extract(article(), output_format="xml")
    with pytest.raises(TypeError):
        trafilatura_extract.extract(article(), include_links=True)
