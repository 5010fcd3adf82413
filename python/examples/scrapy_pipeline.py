"""A Scrapy item pipeline: pages to articles, and what is no article is dropped with its reason.

    ITEM_PIPELINES = {"scrapy_pipeline.GleanerPipeline": 300}

A spider yields `page(response)`; what leaves the pipeline are dicts with the fields of the article record.
"""

import gleaner
from scrapy.exceptions import DropItem


def page(response):
    """The item that a spider yields."""
    content_type = response.headers.get("Content-Type", b"").decode("latin-1")
    return {"url": response.url, "html": response.body, "content_type": content_type, "http_status": response.status}


class GleanerPipeline:
    def process_item(self, item):
        article = gleaner.extract(item["html"], item["url"], content_type=item["content_type"], http_status=item["http_status"])
        if not article.is_article:
            raise DropItem(f"{article.page_type} ({article.label_source}): {article.url}")
        return article.to_dict()
