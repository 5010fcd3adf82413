"""Crawls the single-page applications as users of scrapy-playwright would: scrolls front pages to the end, renders each article."""

import os

import scrapy
from scrapy_playwright.page import PageMethod

SCROLL = """async () => {
    for (let last = -1, height = 0; last !== height; ) {
        last = height;
        window.scrollTo(0, 0);
        await new Promise(done => setTimeout(done, 50));
        window.scrollTo(0, document.body.scrollHeight);
        await new Promise(done => setTimeout(done, 600));
        height = document.body.scrollHeight;
    }
}"""
UNWANTED = {"image", "font", "media", "stylesheet"}


class Apps(scrapy.Spider):
    name = "apps"
    custom_settings = {
        "DOWNLOAD_HANDLERS": {"http": "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"},
        "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
        "PLAYWRIGHT_LAUNCH_OPTIONS": {
            "executable_path": os.environ["RENDER_CHROMIUM"],
            "args": ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
        },
        "PLAYWRIGHT_ABORT_REQUEST": lambda request: request.resource_type in UNWANTED,
        "PLAYWRIGHT_MAX_PAGES_PER_CONTEXT": 2,
        "ROBOTSTXT_OBEY": True,
        "CONCURRENT_REQUESTS": 2,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
        "DOWNLOAD_DELAY": float(os.environ["RENDER_DELAY"]),
        "RANDOMIZE_DOWNLOAD_DELAY": False,
        "LOG_LEVEL": "WARNING",
        "FEEDS": {os.environ["RENDER_OUT"]: {"format": "jsonlines", "overwrite": True}},
    }

    async def start(self):
        for home in os.environ["RENDER_HOMES"].split():
            yield scrapy.Request(home, self.front, meta={"playwright": True, "playwright_page_methods": [
                PageMethod("wait_for_load_state", "networkidle"), PageMethod("evaluate", SCROLL),
            ]})

    def front(self, response):
        for link in response.css("a::attr(href)").getall():
            if "/artikel/" in link:
                methods = [PageMethod("wait_for_load_state", "networkidle")]
                yield response.follow(link, self.article, meta={"playwright": True, "playwright_page_methods": methods})

    def article(self, response):
        yield {"url": response.url, "html": response.text, "text": " ".join(response.css("p::text").getall())}
