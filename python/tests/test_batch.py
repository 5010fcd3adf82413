"""Many pages, over Arrow."""

import threading
import time

import gleaner
import pytest
from conftest import IMPRINT, URL, article

pa = pytest.importorskip("pyarrow")


def pages(count=10):
    return pa.table({"url": [f"https://www.zeitung.example/lokales/rat-sperrt-die-alte-bruecke-{n}.html" for n in range(count)], "html": [article(n) for n in range(count)]})


def test_a_table_is_a_table():
    rows = gleaner.extract_batch(pages(600))
    assert isinstance(rows, pa.Table) and rows.num_rows == 600
    assert rows["title"].to_pylist() == [f"Brücke {n} gesperrt" for n in range(600)]
    assert rows["is_article"].to_pylist() == [True] * 600
    assert str(rows.schema.field("date_published").type) == "timestamp[us, tz=UTC]"


def test_the_result_has_the_type_of_the_input():
    table = pages()
    whole = gleaner.extract_batch(table)
    batch = gleaner.extract_batch(table.to_batches()[0])
    assert isinstance(batch, pa.RecordBatch) and pa.Table.from_batches([batch]) == whole
    reader = gleaner.extract_batch(table.to_reader(max_chunksize=3))
    assert isinstance(reader, pa.RecordBatchReader) and reader.read_all() == whole
    batches = gleaner.extract_batch(iter(table.to_batches(max_chunksize=3)))
    assert pa.Table.from_batches(batches) == whole
    assert list(gleaner.extract_batch(iter(()))) == []
    assert gleaner.extract_batch(table.slice(0, 0)).schema == whole.schema
    assert gleaner.extract_batch(table.to_batches()[0].slice(0, 0)).num_rows == 0
    assert gleaner.extract_batch(table.slice(4, 3)) == whole.slice(4, 3)
    with pytest.raises(TypeError):
        gleaner.extract_batch(7)


def test_a_polars_frame_is_a_polars_frame():
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame(pages())
    rows = gleaner.extract_batch(frame)
    assert isinstance(rows, pl.DataFrame) and rows.height == 10
    assert rows["title"].to_list() == gleaner.extract_batch(pages())["title"].to_pylist()
    assert rows.columns == gleaner.extract_batch(frame.clear()).columns


def test_another_stream_is_a_stream_that_is_read_once():
    class Stream:
        def __arrow_c_stream__(self, requested_schema=None):
            return pages().__arrow_c_stream__(requested_schema)

    rows = gleaner.extract_batch(Stream())
    assert pa.table(rows) == gleaner.extract_batch(pages())
    with pytest.raises(ValueError, match="were already read"):
        pa.table(rows)


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()], ids=str)
def test_types_of_pages(kind):
    table = pages()
    column = table["html"].cast(pa.binary() if "binary" in str(kind) else pa.string()).cast(kind)
    assert gleaner.extract_batch(table.set_column(1, "html", column)) == gleaner.extract_batch(table)


def test_columns_by_other_names_and_types():
    table = pages().rename_columns(["address", "content"])
    assert gleaner.extract_batch(table, html="content", url="address")["title"].to_pylist()[3] == "Brücke 3 gesperrt"
    assert gleaner.extract_batch(table, html="content")["id"].null_count == 10
    with pytest.raises(ValueError, match="html"):
        gleaner.extract_batch(table)
    with pytest.raises(ValueError, match='column "html" is Int64; expected text or bytes'):
        gleaner.extract_batch(pa.table({"html": [1, 2]}))
    with pytest.raises(ValueError, match="no extractor"):
        gleaner.extract_batch(pages(), extractor="best")


def test_a_bad_page_is_a_row():
    rows = gleaner.extract_batch(
        pa.table(
            {
                "html": [article().encode(), None, b"\0\1\2\3" * 100, IMPRINT.encode(), article(charset="windows-1252").encode("windows-1252")],
                "url": [URL, URL, URL, "https://www.zeitung.example/impressum", None],
                "http_status": pa.array([404, None, 200, 200, 200], pa.int64()),
            }
        )
    ).to_pylist()
    assert [row["error"] for row in rows] == [None, "there is no page", "the page is not text", None, None]
    assert [row["page_type"] for row in rows] == ["error", "error", "error", "legal", gleaner.classify(article()).page_type]
    assert not any(row["is_article"] for row in rows[:4])
    assert rows[4]["title"] == "Brücke 1 gesperrt" and rows[4]["id"] is None
    assert all(row["reason"] for row in rows)


@pytest.mark.parametrize("kind", [pa.int16(), pa.uint32(), pa.float64()])
def test_a_status_may_be_any_number(kind):
    table = pages(3).append_column("http_status", pa.array([404, None, 200], kind))
    assert gleaner.extract_batch(table)["page_type"].to_pylist()[0] == "error"
    assert gleaner.extract_batch(table)["is_article"].to_pylist() == [False, True, True]


def test_columns_are_those_of_exports():
    schema = gleaner.export_schema()
    rows = gleaner.extract_batch(pages(1)).schema
    extra = [field.name for field in rows if field.name not in schema.names]
    assert extra == ["is_article", "reason", "error"]
    for field in rows:
        if field.name not in extra:
            assert field.type == schema.field(field.name).type, field.name
    given = [name for name in schema.names if name in rows.names]
    assert given == [name for name in rows.names if name not in extra]  # in order
    assert {"id", "url", "text", "title", "authors", "date_published", "content_hash", "field_sources"} <= set(given)


def test_other_threads_go_on():
    ticks, done = 0, threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    began = time.monotonic()
    gleaner.extract_batch(pages(1500))
    seconds = time.monotonic() - began
    done.set()
    thread.join()
    # With the interpreter lock held, there would be one tick for each of the six batches.
    assert ticks > 20, (ticks, seconds)


def test_a_process_that_forks_has_threads_of_its_own():
    import os

    gleaner.extract_batch(pages())
    child = os.fork()
    if child == 0:
        os._exit(0 if gleaner.extract_batch(pages()).num_rows == 10 else 1)
    assert os.waitpid(child, 0)[1] == 0
