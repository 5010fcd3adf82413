"""Serves the sites, each on its own loopback address, from the folder written by pages.py. Prints its port; `GET /__log` returns counts."""

import asyncio
import json
import sys
from pathlib import Path

FOLDER, HOSTS = Path(sys.argv[1]), int(sys.argv[2])
counts = {"pages": 0, "other": 0, "missing": 0}


def path_of(number):
    return f"/news/2026/11/an-article-of-this-site-{number}.html"


def answer(host, path):
    """Status, media type, content coding and body."""
    here = f"http://127.0.2.{host + 1}:{port}"
    numbers = range(len(list((FOLDER / str(host)).iterdir())))
    if path.startswith("/news/"):
        file = FOLDER / str(host) / (path.rpartition("-")[2].removesuffix(".html") + ".gz")
        if file.is_file():
            counts["pages"] += 1
            return 200, "text/html", "gzip", file.read_bytes()
    elif path == "/robots.txt":
        counts["other"] += 1
        return 200, "text/plain", "", f"User-agent: *\nDisallow: /private/\nSitemap: {here}/sitemap.xml\n".encode()
    elif path == "/sitemap.xml":
        counts["other"] += 1
        urls = "".join(f"<url><loc>{here}{path_of(number)}</loc></url>" for number in numbers)
        return 200, "application/xml", "", f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'.encode()
    elif path == "/":
        counts["other"] += 1
        links = "".join(f'<li><a href="{path_of(number)}">An article of this site, {number}</a></li>' for number in list(numbers)[:50])
        return 200, "text/html", "", f"<html><head><title>Site {host}</title></head><body><ul>{links}</ul></body></html>".encode()
    elif path == "/__log":
        return 200, "application/json", "", json.dumps(counts).encode()
    counts["missing"] += 1
    return 404, "text/plain", "", b"not found"


async def serve(reader, writer):
    try:
        host = int(writer.get_extra_info("sockname")[0].rpartition(".")[2]) - 1
        while head := await reader.readuntil(b"\r\n\r\n"):
            status, kind, coding, body = answer(host, head.split(b" ", 2)[1].decode("ascii", "replace"))
            coding = f"Content-Encoding: {coding}\r\n" if coding else ""
            writer.write(f"HTTP/1.1 {status} -\r\nContent-Type: {kind}; charset=utf-8\r\n{coding}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            await writer.drain()
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError):
        pass
    finally:
        writer.close()


async def main():
    global port
    first = await asyncio.start_server(serve, "127.0.2.1", 0)
    port = first.sockets[0].getsockname()[1]
    others = [f"127.0.2.{host + 1}" for host in range(1, HOSTS)]
    servers = [first, await asyncio.start_server(serve, others, port)] if others else [first]
    print(port, flush=True)
    await asyncio.gather(*(server.serve_forever() for server in servers))


asyncio.run(main())
