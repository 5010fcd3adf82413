"""Changes pages in ways after which a person would call them the same, and compares texts and verdicts; writes bench/invariance.md."""

import collections
import gzip
import hashlib
import json
import os
import pathlib
import random
import re
import subprocess
import sys

import lxml.html

GLEANER = os.environ["GLEANER"]
DATA = pathlib.Path(os.environ.get("SHARED", "../shared")) / "data/dev"
SETS = ["aeb", "daniel", "fundus", "indonesia", "magic_article", "mercury_new", "mk_sites", "mozilla_readability", "newspaper4k", "postlight"]
# What must stay: text and verdict, or only the verdict; and on what share of the pages.
LENGTH, LANGUAGE, SHORT = ("both", 0.99), ("verdict", 0.97), ("verdict", 0.95)
BLOCKS = ["p", "div", "li", "td", "blockquote", "h2", "h3", "section"]
UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


def words(text):
    """Words; a Chinese or Japanese character is one."""
    return re.findall(r"\w+", UNSPACED.sub(lambda found: f" {found[0]} ", text.lower()))


def runs(text):
    """The runs of four words, counted."""
    tokens = words(text)
    return collections.Counter(zip(*(tokens[at:] for at in range(4)))) or collections.Counter([tuple(tokens)])


def f1(one, other):
    one, other = runs(one), runs(other)
    common = sum((one & other).values())
    return 2 * common / max(sum(one.values()) + sum(other.values()), 1)


def folded(text):
    return " ".join(text.split())


class Page:
    """A page, the elements of its text, and what is written into it."""

    def __init__(self, row, text, paragraphs, language):
        self.tree = lxml.html.document_fromstring(row["html"])
        self.text, self.language, self.paragraphs = text, language, paragraphs
        self.random = random.Random(hashlib.sha256(row["html"].encode()).hexdigest())
        lines = set(text.split("\n\n")) | set(text.split("\n"))
        self.content = []
        for element in self.tree.iter(*BLOCKS):
            own = folded(element.text_content())
            if own in lines and own and not any(True for _ in element.iterdescendants(*BLOCKS)):
                self.content.append(element)
        self.prose = [element for element in self.content if element.tag in ("p", "div") and len(words(element.text_content())) >= 8]

    def html(self):
        return "<!doctype html>" + lxml.html.tostring(self.tree, encoding="unicode")

    def body(self):
        return self.tree.find("body") if self.tree.find("body") is not None else self.tree

    def others(self, count):
        """Paragraphs of other articles of its language, of this many words in all, none twice: copies are left out of a text."""
        known = [text for text in self.paragraphs[self.language] if text not in self.text]
        start, chosen, length = self.random.randrange(len(known)), [], 0
        for text in known[start:] + known[:start]:
            if length >= count:
                break
            chosen.append(text)
            length += len(words(text))
        return chosen if length >= count else None

    def added(self, html, first=False):
        """Adds elements at the end or at the beginning of the body."""
        for element in reversed(lxml.html.fragments_fromstring(html)):
            self.body().insert(0 if first else len(self.body()), element)


def like(element, text):
    """An element of the same names with another text."""
    made = lxml.html.Element(element.tag, {name: value for name, value in element.attrib.items() if name != "id"})
    made.text, made.tail = text, "\n"
    return made


def removed(element):
    """Takes an element out and leaves what follows it."""
    tail, before, parent = element.tail or "", element.getprevious(), element.getparent()
    if before is not None:
        before.tail = (before.tail or "") + tail
    else:
        parent.text = (parent.text or "") + tail
    parent.remove(element)


def longer(count):
    def change(page):
        if len(page.prose) < 2:
            return None
        after = page.prose[len(page.prose) // 2]
        others = page.others(max(count - len(words(page.text)), 200))
        if others is None:
            return None
        for text in reversed(others):
            after.addnext(like(after, text))
        return page.text + "\n\n" + "\n\n".join(others)

    return change


def shorter(count):
    def change(page):
        if len(page.prose) <= count:
            return None
        last = page.prose[count - 1]
        gone = page.content[page.content.index(last) + 1 :]
        for element in gone:
            removed(element)
        return "\n\n".join(folded(element.text_content()) for element in page.content if element not in gone)

    return change


def merged(page):
    pairs = 0
    for one, two in zip(page.prose[::2], page.prose[1::2]):
        if one.getnext() is two:
            last = one[-1] if len(one) else None
            text = " " + (two.text or "")
            if last is None:
                one.text = (one.text or "") + text
            else:
                last.tail = (last.tail or "") + text
            one.extend(list(two))
            removed(two)
            pairs += 1
    return page.text if pairs else None


def split(page):
    parts = 0
    for element in page.prose:
        sentences = re.split(r"(?<=[.!?])\s+(?=\w)|(?<=[。！？])", element.text or "") if not len(element) else []
        sentences = [sentence for sentence in sentences if len(words(sentence)) >= 4]
        if len(sentences) > 1 and folded(" ".join(sentences)) == folded(element.text):
            element.text = sentences[0]
            for sentence in reversed(sentences[1:]):
                element.addnext(like(element, sentence))
            parts += 1
    return page.text if parts else None


def hashed(page):
    def hashes(names):
        return " ".join("x" + str(int(hashlib.sha256(name.encode()).hexdigest()[:8], 16)) for name in names.split())

    for element in page.tree.iter():
        if isinstance(element.tag, str):
            for name in ("class", "id"):
                if element.get(name):
                    element.set(name, hashes(element.get(name)))
    return page.text


def wrapped(page):
    for element in list(page.body().iter("div", "section", "article", "main", "p", "ul", "h1", "h2", "blockquote", "table")):
        parent = element.getparent()
        if parent is None or parent.tag in ("p", "span", "a", "table", "tr", "button"):
            continue
        wrapper = lxml.html.Element("div")
        wrapper.tail, element.tail = element.tail, None
        parent.replace(element, wrapper)
        wrapper.append(element)
    return page.text


def columns(page):
    headline = lambda: " ".join(page.others(8)[0].split()[:8])
    links = "".join(f"<li><a href='/section-{at}/'>{headline()[:14]}</a></li>" for at in range(20))
    stories = "".join(f"<li><a href='/story-{at}.html'>{headline()}</a></li>" for at in range(12))
    page.added(f"<nav class=menu><ul>{links}</ul></nav>", first=True)
    page.added(f"<aside class=column><ul>{stories}</ul></aside><footer><ul>{links}</ul><p>© Example</p></footer>")
    return page.text


def bare(page):
    kept = {id(around) for element in page.content for around in [element, *element.iterancestors()]}
    gone = [element for element in page.body().iter("nav", "footer", "aside", "menu") if id(element) not in kept]
    gone = [element for element in gone if not any(id(around) in {id(other) for other in gone} for around in element.iterancestors())]
    for element in gone:
        removed(element)
    return page.text if gone else None


def added(html, first=False):
    def change(page):
        page.added(html, first)
        return page.text

    return change


def translated(target, declared):
    def change(page):
        if page.language == target or target not in page.paragraphs or len(page.prose) < 3:
            return None
        known = page.paragraphs[target]
        start = page.random.randrange(len(known))
        for at, element in enumerate(page.prose):
            for child in list(element):
                element.remove(child)
            element.text = known[(start + at) % len(known)]
        page.tree.attrib.pop("lang", None)
        if declared:
            page.tree.set("lang", target)
        return page.text

    return change


LOGIN = "<form class=login action=/login><input name=user><input type=password name=word><button>Login</button></form>"
SEARCH = "<form class=search action=/search><input type=search name=q><button>Search</button></form>"
LETTER = "<form class=newsletter action=/news><label>Your e-mail</label><input type=email><button>Subscribe</button></form>"
PLAYER = "<div class=player><video src=/film.mp4 controls></video><button>Play</button></div>"
TARGETS = ["ar", "de", "el", "en", "fr", "id", "ja", "ko", "pl", "ru", "zh"]
CHANGES = {
    "1,000 words": (longer(1_000), LENGTH, 1),
    "10,000 words": (longer(10_000), LENGTH, 3),
    "100,000 words": (longer(100_000), LENGTH, 15),
    "2 paragraphs": (shorter(2), SHORT, 1),
    "4 paragraphs": (shorter(4), SHORT, 1),
    "8 paragraphs": (shorter(8), SHORT, 1),
    "merged paragraphs": (merged, LENGTH, 1),
    "split paragraphs": (split, LENGTH, 1),
    "hashed names": (hashed, LENGTH, 1),
    "wrapped elements": (wrapped, LENGTH, 1),
    "more menus": (columns, LENGTH, 1),
    "no menus": (bare, LENGTH, 1),
    "login form": (added(LOGIN, first=True), LENGTH, 1),
    "search form": (added(SEARCH, first=True), LENGTH, 1),
    "newsletter form": (added(LETTER), LENGTH, 1),
    "video player": (added(PLAYER, first=True), LENGTH, 1),
    **{f"in {target}": (translated(target, True), LANGUAGE, 4) for target in TARGETS},
    **{f"in {target}, not declared": (translated(target, False), LANGUAGE, 4) for target in TARGETS},
}


def read(rows):
    """What the program reads of pages, by id."""
    records = {}
    for at in range(0, len(rows), 50):
        lines = "".join(json.dumps(row) + "\n" for row in rows[at : at + 50])
        run = subprocess.run([GLEANER, "text", "--format", "jsonl", "-"], input=lines, capture_output=True, text=True, check=False)
        for line in run.stdout.splitlines():
            record = json.loads(line)
            records[record["id"]] = (record.get("text") or "", record["page_type"])
    return records


def gold_pages():
    """Articles with their language, and the paragraphs of their gold texts by language."""
    rows, paragraphs = [], collections.defaultdict(list)
    for name in SETS:
        with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            for at, line in enumerate(lines):
                page = json.loads(line)
                language = str(page.get("language") or page.get("gold_language") or page.get("est_language") or "en")[:2]
                for paragraph in (page.get("gold_text") or "").split("\n"):
                    if len(words(paragraph)) >= 12:
                        paragraphs[language].append(folded(paragraph))
                if page.get("page_type") in (None, "article"):
                    rows.append({"id": f"{name}/{at}", "url": page.get("url"), "html": page["html"], "language": language})
    return rows, paragraphs


def main():
    chosen = sys.argv[1:] or list(CHANGES)
    rows, paragraphs = gold_pages()
    for row in rows:
        # as bytes: a page with an XML declaration is refused as a string
        tree = lxml.html.document_fromstring(row["html"].encode(errors="replace"), parser=lxml.html.HTMLParser(encoding="utf-8"))
        row["html"] = "<!doctype html>" + lxml.html.tostring(tree, encoding="unicode")
    send = lambda row, html: {"id": row["id"], "url": row["url"], "html": html}
    base = read([send(row, row["html"]) for row in rows])
    # a paragraph that is not in the text of its own page is one of the doubtful ones: a notice, a comment, a caption
    read_texts = {folded(line) for text, _ in base.values() for line in text.split("\n")}
    known = {language: [text for text in dict.fromkeys(texts) if text in read_texts] for language, texts in paragraphs.items()}
    paragraphs = {language: texts for language, texts in known.items() if len(texts) >= 30}
    rows = [row for row in rows if base.get(row["id"], ("", ""))[1] == "article" and row["language"] in paragraphs and len(words(base[row["id"]][0])) >= 60]
    table = []
    for name in chosen:
        change, (what, least), step = CHANGES[name]
        wanted, sent = {}, []
        for row in rows[::step]:
            page = Page(row, base[row["id"]][0], paragraphs, row["language"])
            try:
                expected = change(page)
            except ValueError:  # lxml refuses the control characters of some pages
                continue
            if expected is not None:
                wanted[row["id"]] = expected
                sent.append(send(row, page.html()))
        records = read(sent)
        verdicts = sum(records[id][1] == "article" for id in wanted)
        texts = sum(f1(expected, records[id][0]) >= 0.99 for id, expected in wanted.items()) if what == "both" else None
        count = max(len(wanted), 1)
        lost = [id for id in wanted if records[id][1] != "article"] + [id for id, expected in wanted.items() if texts is not None and f1(expected, records[id][0]) < 0.99]
        print(f"{name}: {count} pages, verdict {verdicts / count:.3f}" + (f", text {texts / count:.3f}" if texts is not None else ""), file=sys.stderr, flush=True)
        if os.environ.get("SHOW"):
            print("   ", *lost[:12], file=sys.stderr)
        table.append((name, count, verdicts / count, None if texts is None else texts / count, least))
    lines = [
        "# What must not change a text or a verdict",
        "",
        "Written by `bench/invariance.sh`. Each row is a change of real pages that are read as articles, after which a person would call them the same. *Text* is the",
        "share of pages whose text is the expected one, with an F1 of at least .99; *verdict* is the share that is still read as an article. Paragraphs that are",
        "inserted are of other articles of the same language, none twice: a language without that many words has no such pages.",
        "",
        "| change | pages | verdict | text | wanted |",
        "| --- | --- | --- | --- | --- |",
        *[
            f"| {name} | {count} | {verdict:.3f} | {'' if text is None else f'{text:.3f}'} | {least:.2f} |"
            for name, count, verdict, text, least in table
        ],
        "",
        "```",
    ]
    for name, _, verdict, text, _ in table:
        key = re.sub(r"\W+", "_", name.replace(",", ""))
        lines.append(f"invariance_{key}_verdict={verdict:.4f}")
        if text is not None:
            lines.append(f"invariance_{key}_text={text:.4f}")
    lines.append("```")
    if len(sys.argv) == 1:
        pathlib.Path("bench/invariance.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


main()
