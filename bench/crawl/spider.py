"""A plain Scrapy spider: follows every link of one site, obeys robots.txt, stores nothing.

It has Scrapy's defaults except for the settings below. Storing nothing and logging little favours it.
"""

import json
import os

from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule


class Site(CrawlSpider):
    name = "site"
    allowed_domains = ["127.0.0.1"]
    start_urls = [os.environ["BENCH_HOME"]]
    rules = (Rule(LinkExtractor(), callback="page", follow=True),)
    custom_settings = {
        "ROBOTSTXT_OBEY": True,
        "CONCURRENT_REQUESTS": 32,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 32,
        "DOWNLOAD_DELAY": 0,
        "AUTOTHROTTLE_ENABLED": False,
        "LOG_LEVEL": "WARNING",
    }

    def page(self, response):
        """Does nothing with a page."""

    def closed(self, reason):
        stats = {key: value for key, value in self.crawler.stats.get_stats().items() if isinstance(value, int)}
        with open(os.environ["BENCH_STATS"], "w", encoding="utf-8") as file:
            json.dump({"reason": reason, **stats}, file)
