"""The pages of the sites: real ones, and as many again with other words as are wanted. Written to disk, packed as servers send them."""

import gzip
import hashlib
import json
import multiprocessing
import re
import shutil
from pathlib import Path

# Sets whose pages have a URL of their own.
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
    """The page with every third longer word of its paragraphs, headings and title replaced, so that variants tell different things."""

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
    # What the page links to stays where it was.
    base = f'<base href="{url}">'
    html, found = re.subn(r"(<head\b[^>]*>)", lambda match: match[1] + base, html, count=1, flags=re.IGNORECASE)
    body = (html if found else base + html).encode("utf-8", "replace")
    path.write_bytes(gzip.compress(body, 4))
    return len(body)


def write(shared, folder, hosts, wanted):
    """Writes `wanted` pages for `hosts` hosts, in turns, as HOST/NUMBER.gz. Gives their mean size."""
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
