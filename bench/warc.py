#!/usr/bin/env python3
"""Writes pages of ../shared/data as a WARC file, as a crawler would have left it.

    bench/warc.py OUT.warc.gz IDS.jsonl DATA.jsonl.gz...

One response record a page, each a gzip member of its own (as in CC-NEWS). IDS.jsonl maps the URL of each
record back to the id, the data set, the label and the gold text, for bench/real_pages.sh. Standard library only.
A page without URL gets one under `.invalid` (RFC 2606) made of its id; pages that share a URL are visits a day apart.
"""
import datetime
import gzip
import hashlib
import json
import sys
import uuid

FIRST_DAY = datetime.datetime(2024, 6, 1)


def main(out, ids, files):
    seen = {}
    with open(out, "wb") as warc, open(ids, "w", encoding="utf-8") as index:
        warc.write(member("warcinfo", None, FIRST_DAY.strftime("%Y-%m-%dT%H:%M:%SZ"), "application/warc-fields", b"software: gleaner bench/warc.py\r\n"))
        for file in files:
            with gzip.open(file, "rt", encoding="utf-8") as lines:
                for line in lines:
                    page = json.loads(line)
                    url = page["url"] or f"https://{page['dataset']}.invalid/{page['id']}"
                    visit = seen[url] = seen.get(url, -1) + 1
                    date = (FIRST_DAY + datetime.timedelta(days=visit)).strftime("%Y-%m-%dT%H:%M:%SZ")
                    body = page["html"].encode("utf-8", "replace")
                    head = (
                        f"HTTP/1.1 {page.get('http_status') or 200} OK\r\n"
                        "Content-Type: text/html; charset=utf-8\r\n"
                        f"Content-Length: {len(body)}\r\n\r\n"
                    ).encode()
                    warc.write(member("response", url, date, "application/http; msgtype=response", head + body))
                    row = {k: page.get(k) for k in ("id", "dataset", "page_type", "gold_text")}
                    index.write(json.dumps({"url": url, "fetched_at": date, **row}, ensure_ascii=False) + "\n")
    print(f"{sum(seen.values()) + len(seen)} pages of {len(seen)} URLs in {out}", file=sys.stderr)


def member(kind, url, date, content_type, payload):
    name = hashlib.sha256(f"{url or kind} {date}".encode()).digest()[:16]
    head = [
        "WARC/1.1",
        f"WARC-Type: {kind}",
        f"WARC-Record-ID: <urn:uuid:{uuid.UUID(bytes=name)}>",
        f"WARC-Date: {date}",
        *([f"WARC-Target-URI: {url}"] if url else []),
        f"Content-Type: {content_type}",
        f"Content-Length: {len(payload)}",
    ]
    return gzip.compress("\r\n".join(head).encode() + b"\r\n\r\n" + payload + b"\r\n\r\n", mtime=0)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
