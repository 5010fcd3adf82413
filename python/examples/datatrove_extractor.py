"""An extractor for datatrove: converts HTML documents to text documents with metadata from the page.

    pipeline = [WarcReader("CC-NEWS"), GleanerExtractor(), LanguageFilter("de"), JsonlWriter("out")]

It reads any page in linear time and needs no subprocess with a timeout.
"""

import gleaner
from datatrove.data import DocumentsPipeline
from datatrove.pipeline.extractors.base import BaseExtractor
from datatrove.utils.typeshelper import StatHints

METADATA = ("title", "authors", "date_published", "language", "source_domain", "page_type", "license", "content_hash")


class GleanerExtractor(BaseExtractor):
    name = "🌾 Gleaner"

    def __init__(self, articles_only: bool = True, **options):
        """`options` are passed to `gleaner.extract`."""
        super().__init__()
        self.articles_only = articles_only
        self.options = options

    def extract(self, text: str) -> str:
        return gleaner.extract(text, **self.options).text

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        for document in data:
            self.stat_update(StatHints.total)
            with self.track_time():
                article = gleaner.extract(document.text, document.metadata.get("url"), **self.options)
            if not article.text or self.articles_only and not article.is_article:
                self.stat_update(StatHints.dropped, f"dropped_{article.page_type}")
                continue
            document.text = article.text
            record = article.to_dict()
            document.metadata |= {name: record[name] for name in METADATA if record[name] is not None}
            self.stat_update(StatHints.forwarded)
            self.update_doc_stats(document)
            yield document
