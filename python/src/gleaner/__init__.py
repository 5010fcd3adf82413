"""Extract news articles from HTML pages, and read the data of the Gleaner crawler.

    >>> import gleaner
    >>> article = gleaner.extract(html, "https://www.example.com/news/1")
    >>> article.title, article.date_published, article.text
"""

from ._article import Article, Verdict
from ._batch import export_schema, extract_batch, read_warc
from ._database import articles
from ._exports import Export, read_export
from ._gleaner import __version__
from ._pages import blocks, classify, extract

__all__ = [
    "Article",
    "Export",
    "Verdict",
    "__version__",
    "articles",
    "blocks",
    "classify",
    "export_schema",
    "extract",
    "extract_batch",
    "read_export",
    "read_warc",
]
