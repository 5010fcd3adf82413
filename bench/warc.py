#!/usr/bin/env python3
"""Writes pages of ../shared/data as a WARC file, as a crawler would.

    bench/warc.py OUT.warc.gz IDS.jsonl DATA.jsonl.gz...
    bench/warc.py check GLEANER FOLDER

The second form checks the archives that `GLEANER export --format warc` writes from the current database into FOLDER:
`warcio check` (PyPI, in a separate venv under bench/work) must accept every record, and GLEANER must read them all back.

Each page is one response record and one gzip member (as in CC-NEWS). IDS.jsonl maps the URL of each
record to the id, the data set, the page type and the gold text, for bench/real_pages.sh. Standard library only,
except for the check. A page without a URL gets one under `.invalid` (RFC 2606) from its id; pages that share a URL become visits a day apart.
"""
import collections
import datetime
import gzip
import hashlib
import json
import os
import pathlib
import subprocess
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


def check(gleaner, folder):
    subprocess.run([gleaner, "export", "--format", "warc", "--out", folder], check=True)
    manifest = json.loads((pathlib.Path(folder) / "manifest.json").read_text())
    files = [str(pathlib.Path(folder) / file["file"]) for file in manifest["files"]]
    venv = pathlib.Path(__file__).parent / "work" / "warcio"
    if not (venv / "bin" / "warcio").exists():
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        subprocess.run([venv / "bin" / "pip", "-q", "install", "warcio==1.8.1"], check=True)
    accepted = subprocess.run([venv / "bin" / "warcio", "check", *files]).returncode == 0
    listed = subprocess.run([venv / "bin" / "warcio", "index", "-f", "warc-type", *files], check=True, capture_output=True, text=True)
    kinds = collections.Counter(json.loads(line)["warc-type"] for line in listed.stdout.splitlines())
    digests = all(hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest() == file["sha256"] for path, file in zip(files, manifest["files"]))
    # Imported into the database that they come from, every page must be known and none new.
    back = subprocess.run([gleaner, "import", *files], check=True, capture_output=True, text=True, env={**os.environ, "RUST_LOG": "warn"})
    print(back.stdout, end="")
    known = f"0 pages added, {manifest['pages']} already known" in back.stdout
    for kind, count in sorted(kinds.items()):
        print(f"records_{kind}={count}")
    print(f"pages={manifest['pages']}")
    print(f"bytes={sum(file['bytes'] for file in manifest['files'])}")
    print(f"counts_right={kinds['response'] == manifest['pages'] and sum(kinds.values()) == sum(file['records'] for file in manifest['files'])}")
    print(f"sha256_right={digests}")
    print(f"all_read_back={known}")
    print(f"warcio_check_accepts={accepted}")
    sys.exit(0 if accepted and known and digests else 1)


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "check":
        check(sys.argv[2], sys.argv[3])
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
