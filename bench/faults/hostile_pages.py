"""Extracts one hostile page of each kind, as large as a crawl accepts, and prints the time and memory.

python3 hostile_pages.py PROGRAM FOLDER; exits with 1 if a page takes more than two seconds or 200 MB.
"""

import os
import subprocess
import sys
import time

SIZE = 5 << 20  # crawl.max_body_bytes
SECONDS, BYTES = 2.0, 200_000_000


def filled(piece, end="", begin="<p>begin "):
    text = begin + piece * ((SIZE - len(begin) - len(end)) // len(piece.encode())) + end
    return text.encode()


def numbered(piece, begin=""):
    parts, size, number = [begin], len(begin), 0
    while size < SIZE - 200:
        part = piece.replace("#", str(number))
        parts.append(part)
        size, number = size + len(part), number + 1
    return "".join(parts).encode()


# Made only when needed, since a child counts the memory of its parent as its own.
PAGES = {
    "nested_div": lambda: filled("<div>"),
    "nested_table": lambda: filled("<table><tr><td>"),
    "nested_formatting": lambda: filled("<b><i>"),
    "one_line": lambda: filled("word "),
    "one_word": lambda: filled("x"),
    "attributes": lambda: numbered(" a#='b'", "<p"),
    "tiny_blocks": lambda: filled("<p>x"),
    "cells": lambda: filled("<tr><td>a<td>b", begin="<table>"),
    "links": lambda: numbered("<a href=/#/story>A story of the day, number #</a> "),
    "misnested": lambda: numbered("<b class=c#><p>x</i>"),
    "comments": lambda: filled("<!--"),
    "less_than": lambda: filled("<"),
    "entities": lambda: filled("&amp;#38;"),
    "scripts": lambda: filled("<script></script>"),
    "title": lambda: filled("endless ", "</title><p>text", "<title>"),
    "json_ld": lambda: filled("[", "</script><p>text", "<script type=application/ld+json>"),
    "json_ld_text": lambda: filled("word ", '"}</script><p>text', '<script type=application/ld+json>{"@type":"NewsArticle","articleBody":"'),
    "times": lambda: filled("<time>1 May 2026</time> "),
    "jamo": lambda: filled("\u1112\u1161\u11ab"),
    "jamo_vowels": lambda: filled("\u1161"),
    "accents": lambda: filled("\u0301\u0316"),
    "styles": lambda: filled("<b style='" + "left:-1px;" * 400 + "'>x</b>"),
    "classes": lambda: filled("<b class='" + "sr-onl " * 1_000 + "'>x</b>"),
    "comment_headings": lambda: numbered("<h2 id=comments>Comments on #</h2><p>Ten words of prose that stand below such a heading here</p>"),
    "consent_lines": lambda: filled("<p>Load external content</p>", begin="<div>"),
    "nul": lambda: filled("\0a"),
    "utf_16": lambda: b"\xff\xfe" + filled("<p>word ")[: SIZE // 2].decode().encode("utf-16-le"),
    "sentences": lambda: numbered("<p>The council of town # decided on Monday, after a long debate, that the bridge is to stay closed.</p>"),
}


def read(program, path):
    """Runs the program on a page. Returns seconds and bytes."""
    began = time.monotonic()
    child = subprocess.Popen([program, "text", "--format", "jsonl", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, 1), f"{path}: exit code {code}"
    return time.monotonic() - began, used.ru_maxrss * 1024


def main():
    program, folder = sys.argv[1:]
    worst = False
    for name, page in PAGES.items():
        path = os.path.join(folder, name + ".html")
        with open(path, "wb") as file:
            file.write(page())
        seconds, memory = min(read(program, path) for _ in range(2))
        print(f"hostile_{name}_seconds={seconds:.2f}")
        print(f"hostile_{name}_megabytes={memory / 1e6:.0f}")
        worst |= seconds > SECONDS or memory > BYTES
    return int(worst)


sys.exit(main())
