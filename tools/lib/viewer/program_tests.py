"""The page as `ehorizon view` serves it: of a drive, and of a bus while frames come."""
import os
import re
import subprocess
import threading
import time
import urllib.error
import urllib.request

from harness import NORTH, has_colour, pixel_of, test
from sample import program, sample

# The names of docs/guide/explain.md.
SOURCES = {"tag", "sign", "zone", "law", "marking", "legal-default", "derived", "line", "elevation",
           "overlay"}


class View:
    """A running `ehorizon view`, and its address."""

    def __init__(self, *options, **streams):
        self.process = subprocess.Popen([program("ehorizon"), "view", *map(str, options), "--listen", "127.0.0.1:0"],
                                        stderr=subprocess.PIPE, text=True, **streams)
        self.lines = []
        for line in self.process.stderr:
            self.lines.append(line)
            found = re.search(r"http://127\.0\.0\.1:\d+/", line)
            if found:
                self.address = found[0]
                return
        raise AssertionError(f"ehorizon view ended: {self.lines}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        status = self.process.wait(10)
        assert status == 0, f"ehorizon view: status {status} after SIGTERM"


class LiveLog:
    """The frames of a log on a pipe, in their own time."""

    def __init__(self, path, seconds):
        self.read, self.write = os.pipe()
        self.path, self.seconds = path, seconds
        threading.Thread(target=self.play, daemon=True).start()

    def play(self):
        start, first = time.time(), None
        with open(self.path) as lines, os.fdopen(self.write, "w") as pipe:
            for line in lines:
                at = float(line[1:line.index(")")])
                first = at if first is None else first
                if at - first > self.seconds:
                    return
                wait = start + at - first - time.time()
                if wait > 0:
                    pipe.flush()
                    time.sleep(wait)
                try:
                    pipe.write(f"({start + at - first:.6f}){line[line.index(')') + 1:]}")
                except OSError:
                    return


@test
def the_program_serves_a_drive(browser):
    roads, drive, _ = sample()
    with View("--map", roads, "--input", drive) as view:
        browser.open(view.address + "#theme=light&right=-1&t=60&tab=why")
        browser.settle()
        browser.wait("return document.querySelectorAll('#tab-why .reason').length > 3")
        text = browser.run("return document.getElementById('tab-why').textContent")
        assert "Neustrelitzer Straße" in text and "uniform" in text and "speedLimit" in text, text[:300]
        assert browser.run("return ehorizon.scene.end") > 400
        # What the program writes of sources and ages.
        why = browser.run("return ehorizon.scene.whyAt(0, 60)")
        assert {value["source"] for value in why["values"]} <= SOURCES and len({value["source"] for value in why["values"]}) > 1, why["values"]
        shown = browser.run("return [...document.querySelectorAll('#tab-why table.values tr')].slice(1).map((row) => [row.children[0].textContent, row.children[2].textContent.split(' · ')[0]])")
        assert shown == [[value["name"], value["source"]] for value in why["values"]], shown
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", why["last_edit"]), why["last_edit"]
        assert f"Last edit of the way: {why['last_edit']}, " in text and "years before the drive" in text, text[-300:]
        ends = browser.run("return [...ehorizon.maps.first.objects.get('s0-ends').objects()].map((each) => each.data.end)")
        assert "reach" in ends and set(ends) <= {"reach", "dead-end", "loop"}, ends
        browser.run("ehorizon.settings.change(arguments[0])", NORTH)
        browser.settle()
        car = browser.run("return ehorizon.maps.first.state.car.at")
        assert has_colour(browser.picture(), pixel_of(browser, car), "#0072b2", reach=20)


@test
def the_program_answers_for_the_tree_of_another_place(browser):
    roads, drive, _ = sample()
    with View("--map", roads, "--input", drive) as view:
        browser.open(view.address + "#theme=light&right=-1&t=60&attribute=&showCharts=0")
        browser.run("ehorizon.settings.change(arguments[0]); ehorizon.settings.change({ follow: false })", NORTH)
        browser.settle()
        browser.run("ehorizon.askTree(ehorizon.maps.first, ehorizon.maps.first.state.car.at)")
        browser.wait("return ehorizon.pinTrees === 1")


@test
def the_program_follows_a_log_while_it_comes(browser):
    roads, _, log = sample()
    source = LiveLog(log, seconds=60)
    with View("--map", roads, "--log", "-", stdin=source.read) as view:
        browser.driver.get(view.address + "#theme=light&right=-1")
        browser.wait("return globalThis.ehorizon?.maps?.first && ehorizon.player.isLive && ehorizon.scene.end > 4 && ehorizon.maps.first.state.car?.at", 30)
        assert browser.run("return ehorizon.scene.source(0).geometry") == "transmitted"
        first = browser.run("return ehorizon.maps.first.state.car.offset")
        browser.wait("return ehorizon.maps.first.state.car.offset > arguments[0] + 5", 20, first)
        # One that joins late gets the whole tree at once.
        browser.driver.refresh()
        browser.wait("return globalThis.ehorizon?.maps?.first?.state.car?.at && ehorizon.maps.first.state.paths.size > 3", 20)
        browser.driver.get("about:blank")


@test
def the_program_answers_no_page_of_another_name(browser):
    roads, drive, _ = sample()
    with View("--map", roads, "--input", drive) as view:
        request = urllib.request.Request(view.address + "scene", headers={"Host": "attacker.example:80"})
        try:
            urllib.request.urlopen(request)
            raise AssertionError("a page of another name reads the scene")
        except urllib.error.HTTPError as error:
            assert error.code == 403
        for path in "../etc/passwd", "tiles/1/2", "tiles/30/1/1", "scene/-1", "scene/x", "tree", "tree?at=1":
            try:
                status = urllib.request.urlopen(view.address + path).status
            except urllib.error.HTTPError as error:
                status = error.code
            assert status in (200, 204, 400, 404), (path, status)
        browser.open(view.address + "#theme=light&right=-1&t=10")
