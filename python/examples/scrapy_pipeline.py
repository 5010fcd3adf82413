"""A Scrapy item pipeline that converts pages to articles and drops other pages with a reason.

    ITEM_PIPELINES = {"scrapy_pipeline.GleanerPipeline": 300}

A spider yields `page(response)`; the pipeline returns dicts with the fields of the article record.
"""

import gleaner
from scrapy.exceptions import DropItem


def page(response):
    """Return the item for a spider to yield."""
    content_type = response.headers.get("Content-Type", b"").decode("latin-1")
    return {"url": response.url, "html": response.body, "content_type": content_type, "http_status": response.status}


class GleanerPipeline:
    def process_item(self, item):
        article = gleaner.extract(item["html"], item["url"], content_type=item["content_type"], http_status=item["http_status"])
        if not article.is_article:
            raise DropItem(f"{article.page_type} ({article.label_source}): {article.url}")
        return article.to_dict()
