"""News articles out of HTML pages.

    >>> import gleaner
    >>> article = gleaner.extract("<article><h1>…</h1><p>…</p></article>", "https://www.example.com/news/1")
    >>> article.title, article.date_published, article.text
"""

from ._article import Article, Verdict
from ._batch import extract_batch
from ._gleaner import __version__
from ._pages import blocks, classify, extract

__all__ = ["Article", "Verdict", "__version__", "blocks", "classify", "extract", "extract_batch"]
