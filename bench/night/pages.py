"""Writes the pages of the sites to disk, gzipped: real ones, and as many variants with other words as are needed."""

import gzip
import hashlib
import json
import multiprocessing
import re
import shutil
from pathlib import Path

# Sets whose pages have their own URLs.
SETS = ["dev/aeb", "dev/fundus", "dev/frontpage_de", "dev/htmldate_eval", "dev/senior_research", "dev/trafilatura_eval", "train/wcxb_dev"]
TEXT = re.compile(r"(<(?:p|h1|h2|h3|li|title)\b[^>]*>)([^<]+)")
WORD = re.compile(r"[^\W\d_]{5,}")


def originals(shared):
    for name in SETS:
        with gzip.open(shared / "data" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            for line in lines:
                page = json.loads(line)
                if page.get("url") and page.get("html"):
                    yield page["url"], page["html"]


def altered(html, variant):
    """The page with every third longer word of its paragraphs, headings and title replaced, so that variants differ in content."""

    def word(match):
        text = match[0]
        digest = hashlib.blake2b(f"{variant} {text}".encode(), digest_size=4).digest()
        if digest[0] % 3:
            return text
        return text[0] + "".join(chr(97 + (ord(c) + digest[1]) % 26) for c in text[1:].lower() if c.isascii()) + "n"

    return TEXT.sub(lambda match: match[1] + WORD.sub(word, match[2]), html)


def written(task):
    path, url, html, variant = task
    if variant:
        html = altered(html, variant)
    # The links of the page keep their targets.
    base = f'<base href="{url}">'
    html, found = re.subn(r"(<head\b[^>]*>)", lambda match: match[1] + base, html, count=1, flags=re.IGNORECASE)
    body = (html if found else base + html).encode("utf-8", "replace")
    path.write_bytes(gzip.compress(body, 4))
    return len(body)


def write(shared, folder, hosts, wanted):
    """Writes `wanted` pages for `hosts` hosts, round-robin, as HOST/NUMBER.gz. Returns their mean size and the number of real pages."""
    shutil.rmtree(folder, ignore_errors=True)
    for host in range(hosts):
        (folder / str(host)).mkdir(parents=True)
    real = list(originals(shared))

    def tasks():
        for number in range(wanted):
            url, html = real[number % len(real)]
            yield folder / str(number % hosts) / f"{number // hosts}.gz", url, html, number // len(real)

    with multiprocessing.Pool() as pool:
        sizes = pool.imap_unordered(written, tasks(), chunksize=16)
        return sum(sizes) // wanted, len(real)
