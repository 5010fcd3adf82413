"""Runs the folders of `$SHARED/field/crawl` by `run_crawl.sh` and compares what was stored with what is expected."""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tomllib

FIELD = pathlib.Path(os.environ["SHARED"]) / "field"
SCRATCH = pathlib.Path("bench/scratch/field").resolve()

# Folder: nights, articles that each site has, and of sites with another number. One night is a day where it says so.
EXPECTED = {
    "01-header-name": (1, 5, {}),
    "02-location-bytes": (1, 4, {}),
    "03-urlset-of-sitemaps": (1, 6, {}),
    "04-robots-agents": (1, 4, {}),
    "05-guid-permalink": (1, 5, {}),
    "06-atom-links": (1, 5, {}),
    "07-raw-ampersand": (1, 8, {}),
    "08-junk-around-xml": (1, 5, {}),
    "09-interim-responses": (1, 5, {}),
    "10-accept-406": (1, 5, {}),
    "11-refused-paths": (4, 24, {}),
    "11b-one-refused-channel": (4, 24, {}),
    "11f-refused-page": (4, 24, {}),
    # pages that lead on by script alone need a browser: `crawl.render`
    "12-meta-refresh": (1, 5, {"script": 0}),
    "13-feed-dates": (1, 4, {}),
    "14-url-spelling": (1, 3, {"whitespace": 4, "exact": 7, "scheme": 4}),
    "15-idn-host": (1, 6, {}),
    "16-validators": (3, 6, {}),
    "17-wrong-canonical": (1, 5, {}),
    # each host answers five requests a night, of which two or three are for pages
    "18-throttled": (6, 8, {}),
    "19-base-href": (1, 5, {}),
    "20-growing-path": (1, 6, {}),
    "21-zero-dates": (1, 5, {}),
    "21b-future-dates": (1, 5, {}),
    "22-types-statuses": (1, 4, {}),
    "23-sitemap-elsewhere": (1, 5, {}),
    "24-front-outage": (6, 9, {}),
}
DAILY = {"11-refused-paths", "11b-one-refused-channel", "11f-refused-page", "16-validators", "18-throttled", "24-front-outage"}
# What must not be requested, by a part of the address.
FORBIDDEN = {"04-robots-agents": ["/closed/"], "13-feed-dates": [f"/news/{number}-" for number in range(4, 8)]}


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def host(url):
    return url.split("/")[2].rsplit(":", 1)[0] if "//" in url else ""


def run(folder):
    nights, number, others = EXPECTED[folder]
    out = SCRATCH / folder
    subprocess.run(["rm", "-rf", out], check=True)
    out.mkdir(parents=True)
    environment = os.environ | {"OUT": str(out)} | ({"DAYS": "1"} if folder in DAILY else {})
    command = ["bash", FIELD / "run_crawl.sh", os.environ["GLEANER"], folder, str(nights)]
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)
    stored = collections.defaultdict(set)
    for article in lines(out / "articles.jsonl"):
        stored[host(article["url"])].add(article["url"])
    requested = collections.defaultdict(list)
    for request in lines(out / "requests.log"):
        requested[request.get("host")].append(request.get("target", ""))
    seeds = tomllib.loads((out / "seeds.toml").read_text(encoding="utf-8"))["site"]
    passed = 0
    for site in seeds:
        # A host may be seeded in another spelling than it is stored in.
        names = [name for name in stored if name == host(site["home"])] or (list(stored) if len(seeds) == 1 else [])
        wanted = others.get(site["id"], number)
        found = sum(len(stored[name]) for name in names)
        wrong = [path for path in requested[host(site["home"])] if any(part in path for part in FORBIDDEN.get(folder, []))]
        if found >= wanted and not wrong:
            passed += 1
        else:
            print(f"# {folder}: {site['id']}: {found} of {wanted} articles" + (f", requested {wrong[0]}" if wrong else ""))
    print(f"{folder}={passed}/{len(seeds)}")
    return passed, len(seeds)


def main():
    folders = sys.argv[1:] or sorted(EXPECTED)
    sums = [run(folder) for folder in folders]
    print(f"sites={sum(passed for passed, _ in sums)}/{sum(total for _, total in sums)}")


main()
