"""Puts the page together as the program does: one file with the scene in it, or files that a server sends."""
import base64
import gzip
import html
import http.server
import json
import pathlib
import re
import threading
import time
import urllib.parse

PAGE = pathlib.Path(__file__).resolve().parents[3] / "Sources" / "Viewer" / "Page"


def lines_of(records):
    return "".join(json.dumps(record, separators=(",", ":"), ensure_ascii=False) + "\n" for record in records).encode()


def inlined():
    """The page with its scripts and styles in the place of the elements that name them."""
    text = (PAGE / "page.html").read_text()
    text = re.sub(r'<link rel="stylesheet" href="([^"]+)">', lambda m: f"<style>{(PAGE / m[1]).read_text()}</style>", text)
    script = lambda found: "<script>" + (PAGE / found[1]).read_text().replace("</script", r"<\/script") + "</script>"  # noqa: E731
    return re.sub(r'<script src="([^"]+)"></script>', script, text)


def single_file(records, tiles):
    scene = base64.b64encode(gzip.compress(lines_of(records), 6)).decode()
    embedded = json.dumps({name: base64.b64encode(content).decode() for name, content in tiles.items()})
    data = f'<script id="scene" type="text/plain">{scene}</script>\n<script id="tiles" type="application/json">{embedded}</script>\n'
    # The first script of the page looks for the data, so it stands before all scripts.
    return inlined().replace('<div id="notice"', data + '<div id="notice"', 1)


class Server:
    """The page and a scene over HTTP on loopback. `live` sends the records at their times."""

    def __init__(self, records, tiles, tree=None, live=False):
        owner = self
        self.requests = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def answer(self, content, kind, status=200):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def do_GET(self):
                path, _, query = self.path.partition("?")
                owner.requests.append(self.path)
                if path == "/":
                    self.answer(inlined().encode(), "text/html; charset=utf-8")
                elif path == "/scene":
                    self.scene()
                elif path.startswith("/tiles/"):
                    content = tiles.get(path[7:])
                    self.answer(content or b"", "application/vnd.mapbox-vector-tile", 200 if content else 204)
                elif path == "/tree" and tree:
                    latitude, longitude = urllib.parse.parse_qs(query)["at"][0].split(",")[:2]
                    self.answer(json.dumps(tree(float(latitude), float(longitude))).encode(), "application/json")
                else:
                    self.answer(html.escape(path).encode(), "text/plain", 404)

            def scene(self):
                self.send_response(200)
                self.send_header("Content-Type", "application/x-ndjson")
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                start = time.monotonic()
                try:
                    pieces, size = [], 0
                    for record in records():
                        wait = record.get("t", 0) - (time.monotonic() - start) if live else 0
                        if wait > 0:
                            time.sleep(wait)
                        pieces.append(lines_of([record]))
                        size += len(pieces[-1])
                        if live or size > 65536:
                            content = b"".join(pieces)
                            self.wfile.write(b"%x\r\n%s\r\n" % (len(content), content))
                            pieces, size = [], 0
                    content = b"".join(pieces)
                    self.wfile.write((b"%x\r\n%s\r\n" % (len(content), content) if content else b"") + b"0\r\n\r\n")
                except OSError:  # the browser went away
                    self.close_connection = True

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/"

    def close(self):
        self.server.shutdown()
