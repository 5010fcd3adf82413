"""One page at a time."""

import copy
import datetime
import json
import pickle
import subprocess
import sys

import gleaner
import pytest
from conftest import FIRST, IMPRINT, URL, article


def test_a_page_is_an_article():
    found = gleaner.extract(article(), URL)
    assert found.title == "Brücke 1 gesperrt"
    assert FIRST in found.text and "Impressum" not in found.text
    assert found.authors == ["Berta Muster"]
    assert found.date_published == datetime.datetime(2026, 3, 1, 7, 30, tzinfo=datetime.timezone.utc)
    assert found.date_published_tz == 60 and found.field_sources["date_published"] == "meta"
    assert (found.language, found.page_type, found.is_article) == ("de", "article", True)
    assert found.image_url == "https://www.zeitung.example/bild.jpg"
    assert len(found.id) == 64 and found.error is None and found.blocks is None
    assert found.to_dict()["date_published"] == "2026-03-01T07:30:00Z"
    assert "Brücke 1 gesperrt" in repr(found)


def test_without_a_url_there_is_no_id():
    found = gleaner.extract(article())
    assert found.id is None and found.url is None and found.title == "Brücke 1 gesperrt"


@pytest.mark.parametrize("charset", ["utf-8", "windows-1252"])
@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_are_decoded(charset, kind):
    page = article(charset=charset)
    assert gleaner.extract(kind(page.encode(charset)), URL) == gleaner.extract(page, URL)


def test_the_header_decodes_before_the_page():
    page = article(charset="utf-8").encode("utf-16-le")
    found = gleaner.extract(page, URL, content_type="text/html; charset=utf-16le")
    assert found.title == "Brücke 1 gesperrt"


def test_a_page_that_cannot_be_read_says_why():
    found = gleaner.extract(bytes(range(256)) * 100, URL)
    assert found.error == "the page is not text"
    assert (found.page_type, found.text, found.title, found.is_article) == ("error", "", None, False)
    assert gleaner.classify(b"\0\1\2\3" * 100).reason == "the page is not text"
    assert gleaner.blocks(b"\0\1\2\3" * 100) == []


@pytest.mark.parametrize("page", ["", "<", "\0", "\ud800<p>x", "<p>" * 5000, "<!--", "\u202e" * 50, "<table>" * 500], ids=repr)
def test_odd_pages_are_read(page):
    assert gleaner.extract(page, "no address").error is None
    assert isinstance(gleaner.classify(page), gleaner.Verdict)


def test_options():
    page = article().replace("<p class='byline'>", "<p class='lead'>Das ist der Vorspann der Meldung aus dem Rathaus.</p><p class='byline'>")
    plain = gleaner.extract(page, URL)
    assert "Vorspann" in gleaner.extract(page, URL, include=["lead"]).text
    assert gleaner.extract(page, URL, extractor="everything").word_count > plain.word_count
    assert gleaner.extract(page, URL, mode="recall").word_count >= gleaner.extract(page, URL, mode="precision").word_count
    for wrong in [{"extractor": "best"}, {"mode": "high"}, {"include": ["ads"]}]:
        with pytest.raises(ValueError, match="best|high|ads"):
            gleaner.extract(page, **wrong)
    with pytest.raises(TypeError, match="str or bytes"):
        gleaner.extract(7)


def test_blocks_are_parts_of_the_text():
    found = gleaner.extract(article(), URL, blocks=True)
    assert found.blocks == gleaner.blocks(article(), URL)
    assert {"paragraph", "heading", "list_item"} <= {block["type"] for block in found.blocks}
    for block in found.blocks:
        assert found.text[block["start"] : block["end"]] == block["text"]


def test_a_verdict_has_its_reason():
    article_verdict, imprint = gleaner.classify(article(), URL), gleaner.classify(IMPRINT, "https://www.zeitung.example/impressum")
    assert article_verdict.is_article and article_verdict.news_score > 0.5 and article_verdict.features
    assert (imprint.page_type, imprint.is_article, imprint.label_source) == ("legal", False, "rule:legal")
    assert imprint.reason == 'the title says "impressum"' and "legal" in repr(imprint)
    assert gleaner.classify(article(), URL, http_status=404).page_type == "error"


def test_articles_travel():
    found = gleaner.extract(article(), URL)
    assert pickle.loads(pickle.dumps(found)) == found == copy.deepcopy(found)
    assert json.loads(json.dumps(found.to_dict())) == found.to_dict()


def test_threads_read_at_once():
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda n: gleaner.extract(article(n), URL).title, range(40)))
    assert found == [f"Brücke {n} gesperrt" for n in range(40)]


def test_the_module_needs_nothing_else():
    code = "import sys, gleaner; gleaner.extract('<p>x'); print(sorted({'pyarrow', 'numpy', 'pandas'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"
