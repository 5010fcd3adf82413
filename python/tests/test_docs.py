"""The code in the user documentation."""

import pathlib
import re
import sys

import pytest
from conftest import URL, article
from test_exports import archive, newsroom  # noqa: F401

ROOT = pathlib.Path(__file__).resolve().parents[2]


def code(page, language):
    return "\n".join(re.findall(rf"^```{language}\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S))


@pytest.mark.parametrize(("page", "language"), [("python/README.md", "python"), ("docs/nlp.md", "py")])
def test_the_code_runs(page, language, newsroom, tmp_path, capsys):  # noqa: F811
    pa = pytest.importorskip("pyarrow")
    pytest.importorskip("pandas")
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"url": [URL], "html": [article()]}), tmp_path / "pages.parquet")
    (tmp_path / "news.warc.gz").write_bytes(archive())
    (tmp_path / "corpus").symlink_to(newsroom.folder / "parquet")
    (tmp_path / "lines").symlink_to(newsroom.folder / "jsonl.zst")
    (tmp_path / "code.py").write_text(
        f"import os\nhtml, url = {article()!r}, {URL!r}\ndatabase_url = os.environ['DATABASE_URL']\nos.chdir({str(tmp_path)!r})\n" + code(page, language)
    )
    told = newsroom.run("database", "--", sys.executable, tmp_path / "code.py")
    assert "Brücke" in told
