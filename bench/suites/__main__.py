"""Scores `gleaner text` on the suites of dates: names of months in a line of a page, and dates in markup."""

import gzip
import html
import json
import os
import pathlib
import re
import subprocess

SUITES = pathlib.Path(os.environ["SHARED"]) / "data/suites"
LANGUAGES = pathlib.Path("crates/text/languages")
TEXT = "The council opened the harbour bridge after a long debate, and forty residents watched from the old mill. " * 3


def cases(name):
    file = SUITES / f"{name}.{os.environ.get('HALF', 'dev')}.jsonl.gz"
    if not file.exists():
        return []
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def published(pages):
    """The fields of each page, by its id."""
    lines = "".join(json.dumps(page) + "\n" for page in pages)
    command = [os.environ["GLEANER"], "text", "--format", "jsonl", "-"]
    run = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return {record["id"]: record for record in map(json.loads, run.stdout.splitlines())}


def report(name, results):
    for case, read in results:
        wanted = case["expected"]["date"]
        if read != wanted:
            print(f"# {name}: {case['id']}: {read}, not {wanted}")
    right = sum(read == case["expected"]["date"] for case, read in results)
    wrong = sum(read not in (None, case["expected"]["date"]) for case, read in results)
    print(f"{name}_cases={len(results)}\n{name}_right={right}\n{name}_wrong={wrong}")


def months():
    shipped = {path.stem for path in LANGUAGES.glob("*.toml") if re.search(r"^\[months\]", path.read_text(encoding="utf-8"), re.M)}
    code = lambda case: {"nb": "no", "nn": "no"}.get(case["lang"].split("-")[0], case["lang"].split("-")[0])
    wanted = [case for case in cases("months") if code(case) in shipped]
    page = lambda case: {
        "id": case["id"],
        "url": "https://paper.example/local/council-renews-bridge",
        "html": f"<html lang={case['lang']}><title>Bridge</title><article><h1>Bridge</h1><p class=date>{html.escape(case['input'])}</p>"
        + f"<p>{TEXT}</p>" * 3 + "</article></html>",
    }
    read = published(map(page, wanted))
    report("months_in_pages", [(case, (read[case["id"]].get("date_published") or "")[:10] or None) for case in wanted])


# A year of copyright is no date of a page, and two cases with one input cannot both be right.
NOT_APPLYING = {"htmldate/test_exact_date/008", "htmldate/test_exact_date/059", "htmldate/test_deferred/002"}


def dates_in_html():
    wanted = [case for case in cases("dates-html") if case["id"] not in NOT_APPLYING]
    read = published({"id": case["id"], "url": case["url"], "html": case["input"]} for case in wanted)
    results = []
    for case in wanted:
        record = read.get(case["id"], {})
        dates = [(record.get(field) or "")[:10] or None for field in ("date_published", "date_modified")]
        which = case["expected"].get("which")
        chosen = {"published": dates[:1], "modified": dates[1:]}.get(which, dates)
        date = case["expected"]["date"]
        results.append((case, date if date in chosen and (date or not any(chosen)) else next(filter(None, chosen), None)))
    report("dates_html", results)


months()
dates_in_html()
