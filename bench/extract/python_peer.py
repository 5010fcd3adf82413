#!/usr/bin/env python3
"""One Python extractor in a separate process, with the line protocol of bench/peers/src/main.rs.

Each method is used as its documentation shows, for the text alone where it offers that.
"""

import gzip
import json
import logging
import sys
import time


def trafilatura(**options):
    from trafilatura import extract

    return lambda html: extract(html, **options) or ""


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text

    # No gold text here contains alternative texts of pictures; without them the scores are better on all three sets.
    return lambda html: extract_plain_text(html, main_content=True, alt_texts=False)


def readability():
    """It returns HTML, whose blocks are separated by line breaks here."""
    from lxml import html as lxml_html
    from readability import Document

    blocks = "//p|//div|//li|//h1|//h2|//h3|//h4|//h5|//h6|//br|//tr|//pre|//blockquote"

    def text(html):
        tree = lxml_html.fromstring(Document(html).summary(html_partial=True))
        for element in tree.xpath(blocks):
            element.tail = "\n" + (element.tail or "")
        return tree.text_content()

    return text


METHODS = {
    # No gold text here contains comments of readers; without them the scores are better on all three sets.
    "trafilatura": lambda: trafilatura(include_comments=False),
    "trafilatura-with-comments": trafilatura,
    "resiliparse": resiliparse,
    "readability-lxml": readability,
}


def pages(file):
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            page = json.loads(line)
            yield page["id"], page["html"]


def main(name):
    logging.disable(logging.CRITICAL)
    method = METHODS[name]()

    def text(html):
        try:
            return method(html)
        except Exception:  # a page that cannot be parsed has no text
            return ""

    loaded = []
    for line in sys.stdin:
        command, *words = line.split()
        if command == "load":
            loaded = [html for file in words for _, html in pages(file)]
            print(len(loaded), sum(len(html.encode("utf-8", "replace")) for html in loaded), flush=True)
        elif command == "round":
            times = int(words[0])
            began = time.process_time()
            for _ in range(times):
                for html in loaded:
                    text(html)
            print((time.process_time() - began) / times, flush=True)
        elif command == "predict":
            count = 0
            with open(words[1], "w", encoding="utf-8") as out:
                for page, html in pages(words[0]):
                    out.write(json.dumps({"id": page, "text": text(html)}) + "\n")
                    count += 1
            print(count, flush=True)
        else:
            sys.exit(f"no command {line!r}")


if __name__ == "__main__":
    main(sys.argv[1])
