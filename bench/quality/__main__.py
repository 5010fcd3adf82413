"""Writes docs/QUALITY.md from page.md and the pages that the other scripts of bench/ write. See ../quality.sh."""

import pathlib
import re
import sys
from types import SimpleNamespace

HERE = pathlib.Path(__file__).parent
OUT = pathlib.Path("docs/QUALITY.md")


def section(file, heading):
    """What a page says under a heading, up to the next heading of its level or a higher one."""
    text = pathlib.Path(file).read_text(encoding="utf-8")
    level = len(heading) - len(heading.lstrip("#"))
    found = re.search(rf"^{re.escape(heading)}\n(.*?)(?=^#{{1,{level}}} |\Z)", text, re.M | re.S)
    if not found:
        sys.exit(f"{file} has no section {heading!r}")
    return found.group(1).strip()


def table(file, heading):
    """The first table of a section."""
    found = re.search(r"(^\|.*\n?)+", section(file, heading) + "\n", re.M)
    if not found:
        sys.exit(f"{file} has no table under {heading!r}")
    # links are relative to the page, which is in bench/
    return re.sub(r"\]\((?=\w+\.md\))", "](../bench/", found.group().strip())


def versions():
    """Of the code of each stage."""
    found = {}
    for stage in ("extract", "classify", "aggregate"):
        source = pathlib.Path(f"crates/{stage}/src/lib.rs").read_text(encoding="utf-8")
        found[stage] = re.search(r'pub const VERSION: &str = "(\w+)"', source).group(1)
    return SimpleNamespace(**found)


def page():
    text = (HERE / "page.md").read_text(encoding="utf-8")
    text = re.sub(r"^@table (\S+) (.*)$", lambda m: table(m[1], m[2]).replace("{", "{{").replace("}", "}}"), text, flags=re.M)
    return text.format(version=versions())


def main():
    text = page()
    if sys.argv[1:] == ["--check"]:
        if OUT.read_text(encoding="utf-8") != text:
            sys.exit(f"{OUT} is not what bench/quality.sh writes: run it")
    else:
        OUT.write_text(text, encoding="utf-8")


main()
