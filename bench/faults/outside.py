"""Attacks the reader and the crawler from outside, and measures what they do.

python3 outside.py PROGRAM FOLDER FILL_SQL [PART]; prints name=value lines, exits with 1 if a bound is broken.
"""

import concurrent.futures
import gzip
import http.client
import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

SETTINGS = """[crawl]
contact = "https://example.org/bot"
delay_seconds = 0
domain_delay_seconds = 0
address_delay_seconds = 0
private_hosts = ["localhost"]
"""
ARTICLES = 100_000
good = True


def bound(name, value, fits):
    """Prints a measurement. The script fails if it does not fit."""
    global good
    good &= fits
    print(f"outside_{name}={value}" + ("" if fits else "   # beyond its bound"), flush=True)


def peak(process):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmHWM"))


class Reader:
    """A reader that is serving, and requests to it."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "serve", "--images", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip().removeprefix("http://").rstrip("/")

    def get(self, path, timeout=90):
        """Status, body and seconds."""
        began = time.monotonic()
        connection = http.client.HTTPConnection(self.address, timeout=timeout)
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, body, time.monotonic() - began

    def raw(self, request, wait=True):
        host, port = self.address.split(":")
        connection = socket.create_connection((host, int(port)), timeout=60)
        connection.sendall(request)
        return connection.recv(100) if wait else connection

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


def explained(program):
    """A page of tiny blocks is explained, and by forty requests that nobody waits for."""
    blocks = "".join(f"<p>Paragraph {n} of the council.</p>" for n in range(120_000))
    report = "<p>The council of the town opened the bridge over the Alder on Monday, after a debate of two years about its costs.</p>" * 6
    page = lambda title, body: (
        "<html lang=en><head><meta property=og:type content=article><meta property=og:image content='http://[::1]:8080/picture.png'>"
        f"<title>{title}</title></head><body><article><h1>{title}</h1>{body}</article></body></html>"
    )
    pages = {
        "https://paper.example/news/long-list-of-the-council": page("Long list of the council", blocks),
        "https://gazette.example/news/council-opens-bridge": page("Council opens bridge over the Alder", report),
        "https://courier.example/news/bridge-is-open": page("Bridge over the Alder is opened by the council", report.replace("two years", "ten months")),
    }
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    with open("page.jsonl", "w", encoding="utf-8") as file:
        file.writelines(json.dumps({"url": url, "fetched_at": now, "html": html}) + "\n" for url, html in pages.items())
    subprocess.run([program, "import", "page.jsonl"], check=True, stdout=subprocess.DEVNULL)
    for stage in ("extract", "aggregate"):
        subprocess.run([program, stage], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    reader = Reader(program)
    articles = json.loads(reader.get("/api/v1/articles?limit=10")[1])["items"]
    identity = next(article["id"] for article in articles if "long-list" in article["url"])
    _, front, _ = reader.get("/")
    bound("pictures_of_private_hosts", front.count(b"[::1]"), b"[::1]" not in front)
    _, body, seconds = reader.get(f"/article/{identity}/explain")
    bound("explain_megabytes", round(len(body) / 1e6, 1), len(body) < 10_000_000)
    bound("explain_seconds", round(seconds, 2), seconds < 3)
    request = f"GET /article/{identity}/explain HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    for connection in [reader.raw(request, wait=False) for _ in range(40)]:
        time.sleep(0.3)
        connection.close()
    time.sleep(20)
    bound("explain_given_up_megabytes", peak(reader.process), peak(reader.process) < 400)
    reader.stop()


def searched(program, fill):
    """Searches of frequent phrases in a large archive."""
    psql = ["psql", "--no-psqlrc", "--quiet", os.environ["DATABASE_URL"]]
    subprocess.run([*psql, "--set", f"articles={ARTICLES}", "--file", fill], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([*psql, "--command", "vacuum analyze"], check=True, stdout=subprocess.DEVNULL)
    reader = Reader(program)
    query = lambda phrases: "/search?q=" + urllib.parse.quote(" OR ".join(f'"w{n % 5} w{n // 5}"' for n in range(phrases)))
    for phrases in (10, 60):
        status, _, seconds = reader.get(query(phrases))
        bound(f"search_of_{phrases}_phrases_seconds", round(seconds, 2), seconds < 3)
        print(f"outside_search_of_{phrases}_phrases_status={status}")
    done, slowest = threading.Event(), [0.0]

    def others():
        while not done.is_set():
            try:
                status, _, seconds = reader.get("/sources")
            except OSError:
                status, seconds = 0, 90
            slowest[0] = max(slowest[0], seconds if status == 200 else 90)
            time.sleep(0.1)

    with concurrent.futures.ThreadPoolExecutor(33) as pool:
        pool.submit(others)
        for _ in pool.map(lambda _: reader.get(query(10)), range(64)):
            pass
        done.set()
    bound("other_pages_beside_searches_seconds", round(slowest[0], 2), slowest[0] < 3)
    reader.stop()


def connected(program):
    """256 connections that ask again and again, and odd requests."""
    reader = Reader(program)
    done = threading.Event()

    def busy():
        while not done.is_set():
            connection = http.client.HTTPConnection(reader.address, timeout=60)
            try:
                while not done.is_set():
                    connection.request("GET", "/sources")
                    answer = connection.getresponse()
                    answer.read()
                    if answer.will_close:
                        break
            except OSError:
                pass
            connection.close()

    threads = [threading.Thread(target=busy) for _ in range(256)]
    for thread in threads:
        thread.start()
    time.sleep(5)
    try:
        seconds = reader.get("/healthz", timeout=20)[2]
    except OSError:
        seconds = 20.0
    done.set()
    bound("healthz_beside_256_connections_seconds", round(seconds, 2), seconds < 5)
    for thread in threads:
        thread.join()
    answer = reader.raw(b"GET /healthz HTTP/1.0\r\n\r\n").split(b"\r\n")[0].decode()
    bound("healthz_without_host", answer.split()[1], " 200 " in answer)
    answer = reader.raw(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: example.org\r\n\r\n").split(b"\r\n")[0].decode()
    bound("two_hosts", answer.split()[1], " 400 " in answer)
    form = b"token=x&back=%2Fsources%0D%0Ax"
    answer = reader.raw(b"POST /token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        + f"Content-Length: {len(form)}\r\n\r\n".encode() + form).split(b"\r\n")[0].decode()
    bound("line_break_in_back", answer.split()[1], " 500 " not in answer)
    reader.stop()


class Site:
    """Sites on one port of this machine, told apart by their host names."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.sent = 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection):
        try:
            with connection, connection.makefile("rb") as request:
                path = request.readline().split()[1].decode()
                host = ""
                while (line := request.readline().strip()):
                    if line.lower().startswith(b"host:"):
                        host = line[5:].strip().decode().split(":")[0]
                self.reply(connection, host, path)
        except (OSError, IndexError):
            pass

    def reply(self, connection, host, path):
        if host.startswith("flood"):
            return self.flood(connection, path)
        base = f"http://{host}:{self.port}"
        kind, body = "text/html", "<html><title>News</title><body><h1>News</h1><p>Nothing yet.</body></html>"
        if path == "/robots.txt":
            kind, body = "text/plain", f"Sitemap: {base}/index.xml\n"
        elif path == "/index.xml":
            kind, body = "text/xml", "<sitemapindex>" + "".join(f"<sitemap><loc>{base}/part-{n}.xml</loc></sitemap>" for n in range(60)) + "</sitemapindex>"
        elif path.startswith("/part-"):
            kind, body = "text/xml", "<urlset>" + "".join(f"<url><loc>{base}/news/{path[6:-4]}-{n}.html</loc></url>" for n in range(40_000)) + "</urlset>"
        data = gzip.compress(body.encode(), 1)
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Encoding: gzip\r\nContent-Length: {len(data)}\r\nConnection: close\r\n\r\n"
        connection.sendall(head.encode() + data)

    def flood(self, connection, path):
        """An interim response without end, or a chunk's size with zeros without end."""
        if path == "/robots.txt":
            return connection.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        piece = b"HTTP/1.1 103 Early Hints\r\nLink: <" + b"x" * 4_000 + b">\r\n\r\n"
        if path != "/":
            connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            piece = b"0" * 4_000
        connection.settimeout(30)
        ends = time.monotonic() + 25
        while time.monotonic() < ends:
            self.sent += connection.send(piece)


def crawled(program):
    """A site of sitemaps without end, and one that sends everything but a body."""
    site = Site()
    with open("seeds.toml", "w", encoding="utf-8") as file:
        for name in ("sitemaps", "flood"):
            home = f"http://{name}.localhost:{site.port}/"
            file.write(f'[[site]]\nid = "{name}"\nname = "{name}"\nhome = "{home}"\n')
            if name == "flood":
                file.write(f'feeds = ["{home}feed"]\n')
    subprocess.run([program, "seed", "seeds.toml"], check=True, stdout=subprocess.DEVNULL)
    # ended after a while, as the pages that the sitemaps name are due as well
    command = [program, "--config", "gleaner.toml", "crawl", "--max-duration", "60s"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    count = "select count(*) from seen join hosts using (host_id) where authority like 'sitemaps%'"
    waiting = subprocess.run(
        ["psql", "--no-psqlrc", "--tuples-only", "--no-align", os.environ["DATABASE_URL"], "--command", count], capture_output=True, text=True
    )
    rows = int(waiting.stdout or -1)
    bound("known_urls_of_a_host", rows, 0 < rows <= 25_000)
    bound("flood_megabytes", round(site.sent / 1e6), 0 < site.sent < 100_000_000)


def main():
    program, folder, fill = sys.argv[1:4]
    if len(sys.argv) == 4:
        # a database for each part
        parts = os.environ.get("PARTS", "explained crawled searched").split()
        codes = []
        for part in parts:
            os.environ["GLEANER_DATA_DIR"] = os.path.join(folder, part)
            codes.append(subprocess.run([program, "database", "--", sys.executable, __file__, program, folder, fill, part]).returncode)
        return int(any(codes))
    with open("gleaner.toml", "w", encoding="utf-8") as file:
        file.write(SETTINGS)
    part = sys.argv[4]
    if part == "explained":
        explained(program)
    elif part == "crawled":
        crawled(program)
    else:
        searched(program, fill)
        connected(program)
    return int(not good)


sys.exit(main())
