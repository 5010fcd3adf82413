"""Scrapy with a browser for every page of one site: two pages at a time, nothing but scripts and data loaded, nothing stored."""

import json
import os

import scrapy
from scrapy_playwright.page import PageMethod


class Site(scrapy.Spider):
    name = "site"
    custom_settings = {
        "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
        "DOWNLOAD_HANDLERS": {"http": "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"},
        "PLAYWRIGHT_LAUNCH_OPTIONS": {
            "executable_path": os.environ["BENCH_BROWSER"],
            "args": ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
        },
        "PLAYWRIGHT_MAX_PAGES_PER_CONTEXT": 2,
        "PLAYWRIGHT_ABORT_REQUEST": lambda request: request.resource_type not in ("document", "script", "xhr", "fetch"),
        "ROBOTSTXT_OBEY": True,
        "CONCURRENT_REQUESTS": 2,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 2,
        "DOWNLOAD_DELAY": 0,
        "LOG_LEVEL": "WARNING",
    }
    found = 0

    async def start(self):
        yield self.rendered(os.environ["BENCH_HOME"], "li a")

    def rendered(self, url, selector):
        wait = [PageMethod("wait_for_selector", selector)]
        return scrapy.Request(url, callback=self.page, meta={"playwright": True, "playwright_page_methods": wait})

    def page(self, response):
        self.found += bool(response.css("article p").get())
        for link in response.css("li a::attr(href)").getall():
            yield self.rendered(response.urljoin(link), "article p")

    def closed(self, reason):
        with open(os.environ["BENCH_STATS"], "w", encoding="utf-8") as file:
            json.dump({"reason": reason, "articles": self.found}, file)
