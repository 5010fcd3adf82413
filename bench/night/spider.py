"""The same night as users of Scrapy and trafilatura would write it: sitemaps, one request at a time per host, a row per article."""

import os

import psycopg
import trafilatura
from scrapy.spiders import SitemapSpider


class Rows:
    """An item pipeline that commits each article, as in Scrapy's documentation."""

    def open_spider(self, spider):
        self.database = psycopg.connect(os.environ["NIGHT_DATABASE"])
        self.database.execute(
            "create table if not exists peer_articles (url text primary key, fetched_at timestamptz not null default now(), title text, "
            "author text, date text, sitename text, language text, description text, categories text, tags text, text text not null)"
        )
        self.database.commit()

    def process_item(self, item, spider):
        self.database.execute(
            "insert into peer_articles (url, title, author, date, sitename, language, description, categories, tags, text) "
            "values (%(url)s, %(title)s, %(author)s, %(date)s, %(sitename)s, %(language)s, %(description)s, %(categories)s, %(tags)s, %(text)s) "
            "on conflict (url) do update set text = excluded.text",
            item,
        )
        self.database.commit()
        return item

    def close_spider(self, spider):
        self.database.close()


class Night(SitemapSpider):
    name = "night"
    sitemap_urls = os.environ["NIGHT_ROBOTS"].split()
    custom_settings = {
        "ROBOTSTXT_OBEY": True,
        "CONCURRENT_REQUESTS": 32,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
        "DOWNLOAD_DELAY": 0,
        "AUTOTHROTTLE_ENABLED": False,
        "LOG_LEVEL": "WARNING",
        "ITEM_PIPELINES": {Rows: 300},
    }

    def parse(self, response):
        found = trafilatura.bare_extraction(response.text, url=response.url, with_metadata=True, include_comments=False)
        if found is None:
            return
        found = found.as_dict()
        words = {key: "; ".join(found.get(key) or []) for key in ("categories", "tags")}
        fields = {key: found.get(key) for key in ("title", "author", "date", "sitename", "language", "description", "text")}
        fields = {key: value.replace("\0", "") if value else value for key, value in fields.items()}
        yield {"url": response.url, **words, **fields}
