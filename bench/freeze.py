"""Prints an export of the demo's articles without what depends on the clock: dates, times, and values derived from them."""

import json
import re
import sys

KEPT = [
    "source_id", "title", "description", "authors", "agencies", "organizations", "language", "section", "tags", "page_type",
    "label_source", "is_free", "is_truncated", "discovered_via", "http_status", "content_type", "extractor", "robots_rule",
    "tdm_reserved", "ai_optout", "license", "field_sources", "date_published_precision", "date_published_source",
]


def main():
    rows = []
    with open(sys.argv[1], encoding="utf-8") as lines:
        for line in lines:
            article = json.loads(line)
            row = {name: article[name] for name in KEPT}
            row["columns"] = sorted(article)
            row["url"] = re.sub(r"\d", "0", article["url"])
            row["is_copy"] = article["duplicate_of"] is not None
            row["is_in_story"] = article["story_id"] is not None
            rows.append(re.sub(r"\d{4}-\d\d-\d\d", "0000-00-00", json.dumps(row, sort_keys=True)))
    print("\n".join(sorted(rows)))


main()
