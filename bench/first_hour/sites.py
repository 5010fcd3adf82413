"""Ten sites on one port of loopback: two that work, eight that do not."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SENTENCES = [
    "The council of {town} decided on {day} to repair the old bridge over the river before winter.",
    "Residents had waited for years, and several of them came to the meeting with photographs of the cracks.",
    "The mayor said that the money had been found after long talks with the county and two banks.",
    "Work begins in spring, and the road will stay open to buses, bicycles and people on foot.",
    "An engineer warned that the second pillar needs more care than the first plans had shown.",
    "The opposition agreed in the end, but asked for a report on the costs every three months.",
    "Shops along the road fear for their trade and want signs that show the way around the works.",
    "The last repair was forty years ago, when the bridge was closed for the whole of a summer.",
]
TOWNS = ["Aldermouth", "Brackwater", "Cinderford", "Dunholme", "Eastmere", "Fallowfield"]
MARKER = "Quillifarth"
"""A word that occurs only in the texts of `good`."""

DATED = [f"/news/{town.lower()}-repairs-its-old-bridge-2019-05-{day:02}/" for day, town in enumerate(TOWNS, 10)]
ORDINARY = [f"/news/{town.lower()}-repairs-its-old-bridge.html" for town in TOWNS]


def article(site, path):
    """An article page with a distinct story."""
    number = (DATED + ORDINARY).index(path) % len(TOWNS)
    town = TOWNS[number]
    lines = [line.format(town=town, day="Monday") for line in SENTENCES[number:] + SENTENCES[:number]]
    if site == "good":
        lines.insert(1, f"{MARKER} is what the people of {town} call it.")
    text = "".join(f"<p>{' '.join(lines[at:at + 2])}</p>" for at in range(0, len(lines), 2))
    return page(f"{town} repairs its old bridge", f"<article><h1>{town} repairs its old bridge</h1>{text}</article>")


def page(title, body):
    return f"<!doctype html><html lang=en><head><title>{title}</title></head><body>{body}</body></html>"


def front(paths):
    links = "".join(f'<li><a href="{path}">{path.strip("/").replace("-", " ")}</a></li>' for path in paths)
    return page("News", f"<h1>News</h1><ul>{links}</ul>")


class Sites:
    """The sites, by the first label of their host."""

    def __init__(self):
        self.mended = set()
        self.asked = []
        sites = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                site = self.headers.get("Host", "").split(".")[0]
                sites.asked.append((site, self.path))
                status, kind, body = sites.answer(site, self.path)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                try:
                    self.wfile.write(body)
                except OSError:
                    pass

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, site, path):
        html = "text/html; charset=utf-8"
        if path == "/robots.txt":
            if site == "norobots" and site not in self.mended:
                return 503, "text/plain", b"later"
            if site == "slow":
                time.sleep(70)
            return 404, "text/plain", b"none"
        if site == "forbidden":
            return 403, html, page("403", "Forbidden").encode()
        if site == "broken":
            return 500, html, page("500", "Error").encode()
        if site == "shell":
            return 200, html, page("App", '<div id="root"></div><script src="/app.js"></script>').encode()
        if site == "wall":
            text = "We and our 842 partners use cookies. Accept all or pay for a subscription without tracking."
            return 200, html, page("Consent", f"<h1>Your privacy</h1><p>{text}</p><button>Accept all</button>").encode()
        paths = DATED if site == "dated" else ORDINARY
        if path == "/":
            return 200, html, front(paths + ["/kalender/2031/05/01"]).encode()
        if path in paths:
            return 200, html, article(site, path).encode()
        return 404, html, page("404", "Not found").encode()
