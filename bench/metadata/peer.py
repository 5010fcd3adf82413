"""Runs one program on one set and writes a line of JSON per page, with the field names of the article record."""

import datetime
import gzip
import json
import logging
import sys


def htmldate():
    from htmldate import find_date

    # As in its own evaluation: the original date, not that of the last change.
    return lambda page: {"date_published": find_date(page["html"], original_date=True, url=page["url"])}


def trafilatura():
    from trafilatura import extract_metadata

    def facts(page):
        found = extract_metadata(page["html"], default_url=page["url"])
        names = found.author.split("; ") if found.author else []
        return {
            "title": found.title, "authors": names, "date_published": found.date, "image_url": found.image,
            "language": found.language, "section": (found.categories or [None])[0], "tags": found.tags or [],
        }

    return facts


def newspaper4k():
    import newspaper

    def facts(page):
        article = newspaper.Article(page["url"] or "http://page.invalid/", fetch_images=False)
        article.download(input_html=page["html"])
        article.parse()
        date = article.publish_date
        return {
            "title": article.title, "authors": article.authors,
            "date_published": date.isoformat() if isinstance(date, datetime.datetime) else None,
            "image_url": article.top_image or None, "language": article.meta_lang or None,
            "tags": sorted(article.tags or []) or article.meta_keywords or [],
        }

    return facts


METHODS = {"htmldate": htmldate, "trafilatura": trafilatura, "newspaper4k": newspaper4k}


def main(name, source, out):
    logging.disable(logging.CRITICAL)
    method = METHODS[name]()
    with gzip.open(source, "rt", encoding="utf-8") as lines, open(out, "w", encoding="utf-8") as predictions:
        for line in lines:
            page = json.loads(line)
            try:
                facts = {key: value for key, value in method(page).items() if value is not None}
            except Exception:  # a page that cannot be parsed has no metadata
                facts = {}
            predictions.write(json.dumps({"id": page["id"], **facts}) + "\n")


main(*sys.argv[1:])
