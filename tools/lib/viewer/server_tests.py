"""The page with a server: records as they come, tiles and trees on request."""
import time

import pages
import scenes
import tiles
from harness import NORTH, FOLDER, count_colour, click, drag, has_colour, map_box, pixel_of, test


def tree(latitude, longitude):
    """The tree of a place: a main path to the east and a side path to the north."""
    east = [value for i in range(20) for value in (i * 20, longitude + i * 20 * scenes.METRE_EAST, latitude)]
    north = [value for i in range(10) for value in (i * 20, longitude + 100 * scenes.METRE_EAST, latitude + i * 20 * scenes.METRE_NORTH)]
    return {"r": "step", "s": 0, "t": 0, "paths": [{"id": 1, "index": None, "parent": None, "at": None, "level": 0, "probability": 1, "total": 1, "drivable": True, "end": None},
                                                 {"id": 2, "index": None, "parent": 1, "at": 100, "level": 1, "probability": 0.4, "total": 0.4, "drivable": True, "end": None}],
            "shape": [[1, east], [2, north]], "main": [1]}


def served(drive, **options):
    roads = tiles.pyramid(drive.roads())
    return pages.Server(drive.records, roads, tree=tree, **options)


@test
def a_recorded_scene_comes_over_http(browser):
    server = served(scenes.Drive(seconds=60))
    try:
        browser.open(server.address + "#theme=light&right=-1&t=20")
        browser.settle()
        assert browser.run("return [ehorizon.player.time, ehorizon.scene.end]") == [20, 60]
        assert any(request.startswith("/tiles/") for request in server.requests)
        assert count_colour(browser.picture(), map_box(browser), "#d55e00") > 300
    finally:
        server.close()


@test
def a_link_to_the_start_opens_there(browser):
    drive = scenes.Drive(seconds=60)
    records = drive.records
    # The tree comes after five seconds.
    drive.records = lambda: ({**record, "t": record["t"] + 5} if "t" in record else {**record, "duration": 65.0} for record in records())
    server = served(drive)
    try:
        for link, time in ("", 5), ("&t=0", 0), ("&t=20", 20):
            browser.open(server.address + "#theme=light&right=-1" + link)
            assert browser.run("return [ehorizon.player.time, ehorizon.scene.beginning]") == [time, 5], link
        browser.run("ehorizon.player.seek(0)")
        browser.wait("return new URLSearchParams(location.hash.slice(1)).get('t') === '0.000'")
    finally:
        server.close()


@test
def the_pin_asks_for_the_tree_of_another_place(browser):
    server = served(scenes.Drive(seconds=60))
    try:
        browser.open(server.address + "#theme=light&right=-1&t=20&attribute=&showCharts=0")
        browser.run("ehorizon.settings.change(arguments[0]); ehorizon.settings.change({ follow: false }); ehorizon.maps.first.map.jumpTo({ center: arguments[1], zoom: 16, padding: { top: 0 } })", NORTH, scenes.at(5000 - 3000))
        browser.settle()
        click(browser, pixel_of(browser, scenes.at(2000)))
        browser.run("(document.getElementById('tree-here') ?? [...document.querySelectorAll('.map-card .button')].find((each) => each.textContent === 'Tree here')).click()")
        browser.wait("return ehorizon.pinTrees === 1")
        browser.settle()
        start = browser.run("return ehorizon.maps.first.objects.get('tree-pin').at")
        side = [start[0] + 100 * scenes.METRE_EAST, start[1] + 60 * scenes.METRE_NORTH]
        assert has_colour(browser.picture(), pixel_of(browser, side), "#0072b2"), "no side path of the pin's tree"
        at = pixel_of(browser, start)
        drag(browser, (at[0], at[1] - 20), (at[0] - 120, at[1] + 60))
        browser.wait("return ehorizon.pinTrees === 2")
        browser.settle()
        assert not has_colour(browser.picture(), pixel_of(browser, side), "#0072b2"), "the old tree stays"
        now = browser.run("return ehorizon.maps.first.objects.get('tree-pin').at")
        assert has_colour(browser.picture(), pixel_of(browser, [now[0] + 100 * scenes.METRE_EAST, now[1] + 60 * scenes.METRE_NORTH]), "#0072b2")
        assert sum(request.startswith("/tree?at=") for request in server.requests) == 2
    finally:
        server.close()


@test
def a_live_scene_follows_the_newest_records_and_forgets_old_ones(browser):
    server = served(scenes.Drive(seconds=40, live=True), live=True)
    try:
        browser.driver.get("about:blank")
        browser.driver.get(server.address + "#theme=light&right=-1")
        browser.wait("return globalThis.ehorizon?.scene?.head && (ehorizon.scene.keepSeconds = 8)", 20)
        browser.wait("return ehorizon.player.isLive && ehorizon.player.time > 3", 20)
        assert browser.run("return [document.getElementById('live').hidden, ehorizon.scene.end - ehorizon.player.time < 0.5]") == [False, True]
        browser.run("document.getElementById('play').click()")
        held = browser.run("return [ehorizon.player.isLive, ehorizon.player.time]")
        time.sleep(1)
        assert held[0] is False and browser.run("return ehorizon.player.time") == held[1] and browser.run("return ehorizon.scene.end") > held[1]
        browser.run("document.getElementById('go-live').click()")
        browser.wait("return ehorizon.scene.end - ehorizon.player.time < 0.5 && ehorizon.player.isLive")
        # Steps and frames before the time limit go with the next snapshot.
        counts = browser.run("return [ehorizon.scene.tracks.get(0).count, ehorizon.scene.frames.get(1).count]")
        assert counts[0] > 20 and counts[1] > 20, counts
    finally:
        server.close()


@test
def old_records_of_a_live_scene_are_dropped(browser):
    server = served(scenes.Drive(seconds=600, live=True, frames=50))
    try:
        browser.open(server.address + "#theme=light&right=-1", within=40)
        counts = browser.run("const s = ehorizon.scene, t = s.tracks.get(0), f = s.frames.get(1); return [s.start, t.times[0], t.count, t.dropped, f.times[0], f.count, f.dropped, s.loads.get(1).times[0], s.events.every((e) => e.t > 180)]")
        assert counts[0] == 300 and 150 < counts[1] <= 300 and counts[3] > 1500 and 180 < counts[4] <= 300 and counts[6] > 8000 and counts[7] > 180 and counts[8], counts
        state = browser.run("ehorizon.player.seek(400); const s = ehorizon.maps.first.state; return [s.car.offset, s.paths.size > 5, s.paths.get(1).shape.length > 30]")
        assert state == [8000, True, True], state
    finally:
        server.close()


@test
def without_reasons_the_tab_says_so(browser):
    drive = scenes.Drive(seconds=60)
    records = drive.records
    drive.records = lambda: (record for record in records() if record["r"] != "why")
    server = served(drive)
    try:
        browser.open(server.address + "#theme=light&right=-1&t=20&tab=why")
        browser.wait("return document.getElementById('tab-why').textContent.includes('Reasons exist for recorded drives')")
    finally:
        server.close()


@test
def a_damaged_scene_is_reported_with_its_line(browser):
    drive = scenes.Drive(seconds=20)
    path = FOLDER / "damaged.html"
    lines = pages.lines_of(drive.records()).split(b"\n")
    lines[4] = lines[4][:30]
    original = pages.lines_of
    pages.lines_of = lambda _: b"\n".join(lines)
    try:
        path.write_text(pages.single_file([], {}))
    finally:
        pages.lines_of = original
    browser.open(path.as_uri(), ready=False)
    text = browser.wait("return !document.getElementById('notice').hidden && document.getElementById('notice').textContent", 20)
    assert "scene, line 5: not a JSON object" in text, text


a_damaged_scene_is_reported_with_its_line.errors = ("line 5",)
