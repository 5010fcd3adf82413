"""The labelled pages, with uniform labels."""

import gzip
import json
import os
import pathlib

# Sets whose pages are all articles, or all something else.
KINDS = {"fundus": "article", "aeb": "article", "magic_article": "article", "indonesia": "article", "mercury_new": "article", "magic_forum": "forum"}
NEWS = ["fundus", "aeb", "senior_research", "frontpage_de", "newspaper4k"]
NEVER = ["aeb", "newspaper4k"]
SETS = {name: f"dev/{name}" for name in [*NEWS, *KINDS]} | {name: f"train/{name}" for name in ("wcxb_dev", "formasaurus", "ota_demo")}
# Forms that show that a page is not an article. A page with only a search form may be anything, and is left out.
FORMS = {"login": "login", "registration": "login", "password_recovery": "login", "contact": "other", "order": "other"}


def prepare(work):
    """For each set, a file that `workshop train page` reads."""
    files = {}
    for name, path in SETS.items():
        source = pathlib.Path(os.environ["SHARED"]) / "data" / f"{path}.jsonl.gz"
        files[name] = work / f"{name}.jsonl.gz"
        if files[name].exists() and files[name].stat().st_mtime > source.stat().st_mtime:
            continue
        with gzip.open(source, "rt", encoding="utf-8") as lines, gzip.open(files[name], "wt", encoding="utf-8", compresslevel=1) as out:
            for line in lines:
                page = labelled(name, json.loads(line))
                if page:
                    out.write(json.dumps(page, ensure_ascii=False) + "\n")
    return files


def labelled(name, page):
    """The page with `label` and `page_type`, or None if it has no label."""
    kind = page.get("page_type")
    if name in KINDS:
        kind = KINDS[name]
    elif name == "formasaurus":
        kinds = [FORMS[form] for form in page["form_types"] if form in FORMS]
        kind = kinds[0] if kinds else None
    if kind is None:
        return None
    # The sets differ in their fields; only these are kept.
    keys = ("id", "url", "html", "http_status", "site")
    return {key: page.get(key) for key in keys} | {"page_type": kind, "label": kind == "article"}
