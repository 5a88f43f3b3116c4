"""What the page shows and how it answers, in a scene of two minutes that stands in the file."""
import time

import scenes
from harness import NORTH, click, count_colour, differ, drag, has_colour, keys, map_box, near, pixel_of, seek, single, test

MAIN, FIRST, SECOND = "#d55e00", "#0072b2", "#009e73"  # Okabe-Ito, levels 0 to 2
WIDE = {"right": -1, "theme": "light", "attribute": "", "showCharts": False}


def opened(browser, settings="", **options):
    browser.open(single(**options) + "#theme=light&" + settings)
    browser.settle()
    return browser


@test
def opens_with_two_sources_side_by_side(browser):
    opened(browser)
    assert browser.run("return document.querySelectorAll('.map').length") == 2
    texts = browser.run("return [...document.querySelectorAll('.map-caption')].map((each) => each.textContent)")
    assert "engine" in texts[0] and "turn angles" in texts[1], texts
    picture = browser.picture()
    for panel in 0, 1:
        assert count_colour(picture, map_box(browser, panel), MAIN) > 300, f"no main path in map {panel}"


@test
def both_maps_have_one_camera(browser):
    opened(browser)
    left, top, right, bottom = map_box(browser, 1)
    drag(browser, ((left + right) // 2, bottom - 40), ((left + right) // 2 + 90, bottom - 110))
    cameras = browser.run("return ehorizon.maps.panels.map((panel) => panel.camera.map((x) => x.toFixed(6)).join())")
    assert cameras[0] == cameras[1], cameras
    assert browser.run("return ehorizon.settings.follow") is False, "a drag does not end the following"


@test
def levels_have_the_colours_of_the_palette(browser):
    opened(browser, "right=-1&t=20")
    for palette, colours in {"Okabe-Ito": (MAIN, FIRST, SECOND), "HERE guide": ("#e02020", "#2050e0", "#18a038")}.items():
        seek(browser, 20, **WIDE, **NORTH, palette=palette)
        picture = browser.picture()
        branch = 600 if browser.run("return ehorizon.maps.first.state.paths.has(120)") else 300
        line = scenes.side_line(branch)
        places = scenes.at(470), line[3], [line[6][0] + 75 * scenes.METRE_EAST, line[6][1]]
        for place, colour in zip(places, colours):
            assert has_colour(picture, pixel_of(browser, place), colour), f"{palette}: {colour} is not at {place}"


@test
def a_path_that_may_not_be_driven_is_dashed(browser):
    opened(browser, "right=-1")
    seek(browser, 40, **WIDE, **NORTH)

    def share(branch):
        line = scenes.side_line(branch)
        picture = browser.picture()
        points = [pixel_of(browser, [a[0] + (b[0] - a[0]) * i / 12, a[1] + (b[1] - a[1]) * i / 12]) for a, b in zip(line[1:5], line[2:6]) for i in range(12)]
        return sum(has_colour(picture, point, FIRST, reach=0, tolerance=60) for point in points) / len(points)
    dashed, solid = share(900), share(1200)
    assert dashed < 0.85 < solid, (dashed, solid)


@test
def the_car_stands_at_its_place_with_its_heading(browser):
    opened(browser, "right=-1")
    seek(browser, 30, **WIDE, **NORTH)
    transform = browser.run("return document.querySelector('.car').style.transform")
    assert f"rotateZ({scenes.heading(600):.1f}deg)" in transform, transform
    assert has_colour(browser.picture(), pixel_of(browser, scenes.at(600)), "#0072b2", reach=6)
    seek(browser, 30, view="heading")
    assert abs(browser.run("return (ehorizon.maps.first.map.getBearing() + 360) % 360") - scenes.heading(600)) < 0.2
    seek(browser, 30, view="driver")
    assert browser.run("return ehorizon.maps.first.map.getPitch()") > 50


@test
def the_error_circle_the_fix_and_other_places_are_shown(browser):
    opened(browser, "right=-1")
    seek(browser, 5, **WIDE, **NORTH)
    sizes = browser.run("return [document.querySelector('.car-error').offsetWidth, document.querySelectorAll('.fix').length, document.querySelector('.candidate').textContent]")
    assert sizes[0] > 4 and sizes[1] == 1 and sizes[2] == "7 %", sizes
    seek(browser, 15)
    assert browser.run("return document.querySelector('.candidate')") is None, "a place that is gone stays"


@test
def a_jump_changes_the_picture_and_the_clock(browser):
    opened(browser, "right=-1")
    first, box = browser.picture(), map_box(browser)
    seek(browser, 90)
    assert differ(first, browser.picture(), box) > 0.05
    assert browser.run("return document.getElementById('clock').textContent").startswith("22:14:50.0 UTC")
    seek(browser, 0)
    assert differ(first, browser.picture(), box) < 0.02, "back at the start the picture is another one"


@test
def plays_pauses_and_takes_steps(browser):
    opened(browser, "right=-1")
    browser.run("document.getElementById('play').click()")
    browser.wait("return ehorizon.player.time > 0.5")
    browser.run("document.getElementById('play').click()")
    stopped = browser.run("return ehorizon.player.time")
    time.sleep(0.4)
    assert browser.run("return ehorizon.player.time") == stopped
    seek(browser, 50)
    keys(browser, "\ue014")
    assert browser.run("return ehorizon.player.time") == 50.1, "next fix"
    keys(browser, "\ue012")
    assert browser.run("return ehorizon.player.time") == 50, "previous fix"
    browser.run("document.getElementById('next-frame').click()")
    at = browser.run("return [ehorizon.player.time, ehorizon.messages.table.times[ehorizon.messages.table.indexAt(50) + 1]]")
    assert at[0] == at[1] > 50, at
    keys(browser, "+")
    assert browser.run("return ehorizon.player.speed") == 2
    for text, wanted in {"83.5": 83.5, "22:14:00": 40, "2023-11-14T22:14:20Z": 60}.items():
        browser.run("const input = document.getElementById('goto'); input.value = arguments[0]; input.dispatchEvent(new Event('change'))", text)
        assert abs(browser.run("return ehorizon.player.time") - wanted) < 0.01, text
    place = scenes.at(1000)
    browser.run("const input = document.getElementById('goto'); input.value = arguments[0]; input.dispatchEvent(new Event('change'))", f"{place[1]}, {place[0]}")
    assert abs(browser.run("return ehorizon.player.time") - 50) < 0.11, "to a place"


@test
def what_changed_is_highlighted_while_the_player_rests(browser):
    opened(browser, "right=-1&tab=paths")
    seek(browser, 30, **WIDE, **NORTH)
    changed = browser.run("return [ehorizon.maps.first.state.changed.paths.length, [...ehorizon.maps.first.objects.get('s0-changes').objects()].length]")
    assert changed[0] > 0 and changed[0] == changed[1], changed
    browser.wait("return document.querySelectorAll('#tab-paths tr.changed').length > 0")


@test
def a_click_on_a_path_shows_it_and_its_frames(browser):
    opened(browser, "right=-1")
    seek(browser, 30, **WIDE, **NORTH)
    click(browser, pixel_of(browser, scenes.side_line(600)[3]))
    assert browser.run("return [ehorizon.settings.selected, document.querySelector('.map-card').hidden]") == [120, False]
    text = browser.run("return document.querySelector('.map-card').textContent")
    assert "Path 11" in text and "Offset" in text and "Speed limit" in text, text
    browser.settle()
    assert has_colour(browser.picture(), pixel_of(browser, scenes.side_line(600)[7]), "#000000", tolerance=70), "no line of the selection"
    browser.run("document.getElementById('frames-of-path').click()")
    browser.wait("return document.querySelectorAll('.row:not([hidden])').length > 0 && ehorizon.messages.count < ehorizon.messages.table.count")
    assert set(browser.run("return [...document.querySelectorAll('.row:not([hidden])')].map((row) => row.children[2].textContent)")) == {"11"}
    keys(browser, "\ue00c")
    assert browser.run("return [ehorizon.settings.selected, ehorizon.settings.path]") == [None, None]


@test
def a_click_on_a_place_lists_the_frames_near_it(browser):
    opened(browser, "right=-1")
    seek(browser, 30, **WIDE, **NORTH)
    click(browser, pixel_of(browser, scenes.at(700)))
    browser.run("document.getElementById('frames-near').click()")
    offsets = browser.wait("return ehorizon.settings.near !== null && document.querySelector('.filter .chip') && ehorizon.messages.count < 400 && [...document.querySelectorAll('.row:not([hidden])')].map((row) => Number(row.children[3].textContent))")
    assert offsets and all(595 <= offset <= 805 for offset in offsets), offsets


@test
def a_click_on_a_frame_lights_its_place(browser):
    opened(browser, "right=-1")
    seek(browser, 30, **WIDE, **NORTH)
    browser.wait("return document.querySelectorAll('.row.now').length === 1")
    index = browser.run("const table = ehorizon.messages.table; let i = table.indexAt(30); while (table.name(i) !== 'POSITION') i -= 1; ehorizon.messages.select(i, true); return i")
    browser.settle()
    offset = browser.run("return ehorizon.messages.table.offset(arguments[0])", index)
    found = browser.run("const b = document.querySelector('.found').getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]")
    wanted = pixel_of(browser, scenes.at(offset, 3))
    assert abs(found[0] - wanted[0]) < 4 and abs(found[1] - wanted[1]) < 4, (found, wanted)
    assert count_colour(browser.picture(), (wanted[0] - 16, wanted[1] - 16, wanted[0] + 16, wanted[1] + 16), "#f0e442") > 30, "no ring at the place"
    signals = browser.run("return Object.fromEntries([...document.querySelectorAll('.detail dt')].map((dt) => [dt.textContent, dt.nextSibling.textContent]))")
    assert signals["offset"] == f"{offset} m" and signals["speed"] == "20 m/s" and signals["relativeProbability" if "relativeProbability" in signals else "positionProbability"].endswith("%"), signals


@test
def frames_are_decoded_by_the_layout_alone(browser):
    opened(browser, "right=-1")
    decoded = browser.run("""const intel = new ehorizon.WireDecoder({ messages: [{ name: "A", id: 1, signals: [{ name: "low", start: 4, width: 12, order: "intel", unit: "" }, { name: "high", start: 7, width: 12, order: "motorola", unit: "m" }] }] });
        return [intel.decode(1, new Uint8Array([0x12, 0x34, 0, 0])).map((signal) => signal.raw), intel.decode(1, new Uint8Array([0x12])).map((signal) => signal.text), intel.decode(2, new Uint8Array(8))]""")
    assert decoded == [[0x341, 0x123], ["not in the frame", "not in the frame"], []], decoded
    browser.run("ehorizon.settings.change({ types: 'PROFILE SHORT' })")
    texts = browser.run("const t = ehorizon.messages.table; let i = 0; while (t.name(i) !== 'PROFILE SHORT') i += 1; return ehorizon.scene.decoder.decode(t.identifiers[i], t.data(i)).map((s) => `${s.title}=${s.text} ${s.unit}`)")
    assert any(text.startswith("value0 (slope)=0.") and text.endswith("%") for text in texts) or any("curvature" in text for text in texts), texts


@test
def messages_are_filtered_by_type_and_counted(browser):
    opened(browser)
    seek(browser, 60)
    counts = browser.run("return Object.fromEntries([...document.querySelectorAll('#tab-messages .chips .chip')].map((chip) => [chip.dataset.type, Number(chip.querySelector('small').textContent.replace(',', ''))]))")
    assert sum(counts.values()) == browser.run("return ehorizon.messages.table.count") and abs(counts["STUB"] - counts["SEGMENT"]) <= 1, counts
    browser.run("document.querySelector('.chip[data-type=STUB]').click()")
    browser.wait("return ehorizon.messages.count === arguments[0]", 5, counts["STUB"])
    assert set(browser.run("return [...document.querySelectorAll('.row:not([hidden])')].map((row) => row.dataset.type)")) == {"STUB"}
    facts = browser.run("return document.querySelector('.bus-line').textContent")
    assert "Limit25 %" in facts and "Longest POSITION gap2." in facts, facts


@test
def ribbons_have_a_legend_and_unknown_is_not_a_value(browser):
    opened(browser, "right=-1")
    pictures = {}
    for attribute, title in {"speedLimit": "Speed limit, km/h", "slope": "Slope, %", "lanes": "Lanes"}.items():
        seek(browser, 100, **NORTH, attribute=attribute, right=-1, showCharts=False)
        browser.wait("return document.getElementById('legend').textContent.includes(arguments[0])", 5, title)
        assert browser.run("return document.querySelector('#legend .swatch.unknown').nextSibling.textContent") == "unknown"
        pictures[attribute] = browser.picture()
    box = map_box(browser)
    assert differ(pictures["speedLimit"], pictures["slope"], box) > 0.002 and differ(pictures["slope"], pictures["lanes"], box) > 0.002
    # The side path's limit is unknown: stripes of the grey that no palette has, on both sides of its line.
    assert count_colour(pictures["speedLimit"], box, "#9aa0a6", 25) > 40


@test
def roads_are_coloured_by_height_with_a_legend(browser):
    opened(browser, "right=-1")
    seek(browser, 30, **NORTH, right=-1, attribute="", roads="", showCharts=False)
    plain = browser.picture()
    for layer, title in {"height": "Average height, m above sea level", "slope": "Average slope, %0369", "limit": "Speed limit, km/h"}.items():
        seek(browser, 30, roads=layer)
        browser.wait("return document.getElementById('legend').textContent.includes(arguments[0])", 5, f"Roads: {title}")
        assert differ(plain, browser.picture(), map_box(browser)) > 0.002, layer
    # Heights have the range of the roads, not one of the world.
    low, high = browser.run("return ehorizon.heights.range")
    assert 900 <= low < high <= 1480, (low, high)
    colours = browser.run("""const palette = ehorizon.palettes["Okabe-Ito"], limit = (unit) => ehorizon.colouring(ehorizon.roadLayer("limit", { limit_unit: unit }), palette);
        return [["walking pace", "variable", "unlimited"].map((word) => limit("km/h").colour(word)), limit("mph").legend[0][1], ehorizon.roadLayer("limit", { limit_unit: "mph" }).unit]""")
    assert len({*colours[0], "#9aa0a6"}) == 4 and colours[1:] == ["10", "mph"], colours


@test
def the_theme_and_the_palette_change_the_picture(browser):
    opened(browser, "right=-1")
    seek(browser, 30, **WIDE, **NORTH)
    left, top, right, bottom = map_box(browser)
    light = browser.picture().getpixel((left + 30, bottom - 30))
    seek(browser, 30, theme="dark")
    dark = browser.picture().getpixel((left + 30, bottom - 30))
    assert near(light, "#f2f0ea", 6) and near(dark, "#14181e", 6), (light, dark)
    seek(browser, 30, theme="light")


@test
def profiles_stand_one_above_the_other(browser):
    opened(browser)
    seek(browser, 100, showCharts=True, right=1)
    browser.wait("return document.querySelectorAll('.profile').length === 4")
    rows = browser.run("return [...document.querySelectorAll('.profile[data-attribute=slope] .profile-row')].map((row) => [row.dataset.source, row.getBoundingClientRect().top])")
    assert [row[0] for row in rows] == ["0", "1"] and rows[0][1] < rows[1][1], rows
    profile = browser.run("return ehorizon.profileOf(ehorizon.scene.tracks.get(0).stateAt(100), ehorizon.scene.attribute('slope'))")
    assert any(abs(a - 0) < 55 and b > 350 for a, b in profile["unknown"]) or profile["unknown"], profile["unknown"]
    limits = browser.run("return ehorizon.profileOf(ehorizon.scene.tracks.get(0).stateAt(100), ehorizon.scene.attribute('speedLimit'))")
    assert {text for _, _, text in limits["texts"]} == {"unlimited"} and limits["unknown"], limits
    box = browser.run("const b = document.querySelector('.profile[data-attribute=altitude] .profile-row[data-source=\"0\"]').getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom].map(Math.round)")
    assert count_colour(browser.picture(), tuple(box), "#0072b2") > 60, "no line of the altitude"


@test
def a_place_in_a_profile_is_marked_on_the_map(browser):
    opened(browser, "right=-1")
    seek(browser, 30, **NORTH, showCharts=True)
    browser.wait("return document.querySelectorAll('.profile .u-over').length > 0")
    box = browser.run("const b = document.querySelector('.profile[data-attribute=altitude] .u-over').getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom].map(Math.round)")
    click(browser, (box[0] + (box[2] - box[0]) // 3, (box[1] + box[3]) // 2))
    browser.wait("return document.querySelectorAll('.found').length === 1")
    assert browser.run("return [...document.querySelectorAll('.profile-value')].some((each) => each.textContent.endsWith(' m'))")


@test
def events_stand_on_the_time_line_and_in_the_list(browser):
    opened(browser, "tab=events")
    seek(browser, 35)
    browser.wait("return document.querySelectorAll('.event').length > 5")
    kinds = set(browser.run("return [...document.querySelectorAll('.event')].map((each) => each.dataset.kind)"))
    assert kinds == {"main-path", "rule"}, kinds
    box = browser.run("const b = document.querySelector('.timeline-canvas').getBoundingClientRect(); return [b.left, b.top, b.width, b.height]")
    x = round(box[0] + 33 / 120 * box[2])
    assert has_colour(browser.picture(), (x, round(box[1] + 8)), "#d55e00"), "no mark of the broken rule"
    assert has_colour(browser.picture(), (x + 3, round(box[1] + 10)), "#d55e00", reach=0), "the mark of a broken rule is no triangle"
    click(browser, (x, round(box[1] + 8)))
    assert browser.run("return ehorizon.player.time") == 33
    assert "position-gap" in browser.run("return document.querySelector('.map-card').textContent")
    gap = browser.run("return ehorizon.messages.table.gaps[0]")
    middle = (gap["from"] + gap["to"]) / 2
    assert has_colour(browser.picture(), (round(box[0] + middle / 120 * box[2]), round(box[1] + 42)), "#cc79a7", reach=4), "no mark of the gap"


@test
def reasons_have_bars_and_sources(browser):
    opened(browser, "tab=why")
    seek(browser, 30)
    text = browser.wait("return document.querySelectorAll('#tab-why .reason').length === 4 && document.getElementById('tab-why').textContent")
    assert "4.1 m" in text and "heading2°" in text and "indicator" in text, text
    # The name of a path is its index on the wire; a path that is not transmitted says so.
    titles = browser.run("return [...document.querySelectorAll('#tab-why .exit b:first-child')].map((each) => each.textContent)")
    assert titles[0].startswith("path index 8 · way 1000") and titles[1].startswith("path index 11"), titles
    hidden = browser.run("ehorizon.why.show(ehorizon.scene.whyAt(0, 30)); return document.querySelector('#tab-why .exit b').textContent")
    assert hidden.startswith("path 1, not transmitted"), hidden
    rest = browser.run("return [...document.querySelectorAll('#tab-why dl.rest')].map((each) => each.textContent)")
    assert "distance4.1 m" in rest[0] and any("in300 m" in each for each in rest), rest
    assert "Last edit of the way: 2020-11-14, 3 years before the drive" in browser.run("return document.getElementById('tab-why').textContent")
    widths = browser.run("return [...document.querySelectorAll('#tab-why .reason:first-of-type .bar')].map((bar) => bar.getBoundingClientRect().width)")
    assert widths[0] > 0 and max(widths) > min(widths), widths
    browser.run("document.querySelectorAll('#tab-why .exit')[1].click()")
    assert browser.run("return ehorizon.settings.selected") == 120


@test
def a_link_from_outside_breaks_nothing(browser):
    first = browser.run("return Object.keys({})")
    assert first == []
    opened(browser, "right=-1&t=-5&roads=constructor&attribute=__proto__&charts=constructor,slope&tab=none&view=sideways&palette=toString&theme=red&speed=-3&camera=1,91,15,0,0&selected=x&hasOwnProperty=1")
    state = browser.run("const s = ehorizon.settings; return [s.roads, s.attribute, s.charts.split(',')[0], s.tab, s.view, s.palette, s.theme, s.speed, s.camera && s.camera[1] <= 85, s.selected, typeof s.hasOwnProperty]")
    assert state[:8] == ["", "speedLimit", "speedLimit", "messages", "heading", "Okabe-Ito", "light", 1] and state[8] in (None, True) and state[9:] == [None, "function"], state
    assert count_colour(browser.picture(), map_box(browser), MAIN) > 300, "no main path"
    assert browser.run("return document.querySelectorAll('[role=tab][aria-selected=true]').length") == 1
    opened(browser, "right=-1&t=10&tab=why&roads=height&speed=5")
    assert browser.run("const s = ehorizon.settings; return [s.tab, s.roads, s.speed, ehorizon.player.time]") == ["why", "height", 5, 10]


@test
def the_end_of_the_reach_is_a_ring(browser):
    opened(browser, "right=-1")
    seek(browser, 30, **WIDE, **NORTH)
    ends = browser.run("return Object.fromEntries([...ehorizon.maps.first.objects.get('s0-ends').objects()].map((each) => [each.data.path, each.data.end]))")
    # The main path may grow; the second side path branches before the end of the first one, and ends itself.
    assert ends["1"] == "reach" and ends["120"] == "reach" and ends["121"] == "dead-end", ends
    end = browser.run("const s = ehorizon.maps.first.state.paths.get(120).shape; return s.slice(-2)")
    browser.run("ehorizon.settings.change({ follow: false }); ehorizon.maps.first.map.jumpTo({ center: arguments[0], zoom: 17, padding: { top: 0 } })", end)
    browser.settle()
    at = pixel_of(browser, end)
    picture = browser.picture()
    assert has_colour(picture, at, "#f2f0ea", reach=1, tolerance=12) and has_colour(picture, at, FIRST, reach=6), "no ring at the end of the reach"
    # A path that continues in another one has no end.
    joined = browser.run("""const line = [0, 1.45, 42.5, 100, 1.451, 42.5], path = (id, parent, at, shape) => ({ id, index: null, parent, at, level: 0, probability: 1, total: 1, drivable: true, u_turn: false, end: null });
        const state = ehorizon.fold(ehorizon.emptyState, { t: 0, reset: true, paths: [path(1, null, null), path(2, 1, 100)], shape: [[1, line], [2, [0, 1.451, 42.5, 50, 1.4515, 42.5]]], main: [1, 2] });
        const view = new ehorizon.TreeView(ehorizon.maps.first.objects, "ends"); view.draw(state, ehorizon.scene, { palette: "Okabe-Ito", theme: "light", attribute: null, selected: null, showChanges: false });
        return [...view.ends.objects()].map((each) => [each.data.path, each.data.end])""")
    assert joined == [[2, "reach"]], joined


@test
def changed_values_are_marked_in_the_profile(browser):
    opened(browser, "right=-1")
    def marks(time):
        seek(browser, time, **NORTH, showCharts=True)
        browser.wait("return document.querySelectorAll('.profile .u-over').length > 0")
        box = browser.run("const b = document.querySelector('.profile[data-attribute=slope] .profile-row').getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom].map(Math.round)")
        return count_colour(browser.picture(), tuple(box), "#f0e442", 30)
    changed, same = marks(35), marks(35.1)
    assert changed >= 12 and same == 0, (changed, same)


@test
def a_link_opens_the_same_view(browser):
    opened(browser, "right=-1")
    seek(browser, 42.5, view="north", follow=False, tab="paths", palette="Cividis", attribute="slope", selected=120, types="STUB", speed=5, right=-1, showCharts=True)
    browser.run("ehorizon.maps.first.map.jumpTo({ center: [1.46, 42.501], zoom: 15.25, bearing: 30, pitch: 0, padding: { top: 0 } })")
    browser.wait("return location.hash.includes('camera=1.46')")
    first, link = browser.picture(), browser.driver.current_url
    browser.open(link)
    browser.settle()
    state = browser.run("const s = ehorizon.settings; return [s.t, s.view, s.follow, s.tab, s.palette, s.attribute, s.selected, s.types, s.speed, ehorizon.maps.first.camera.map((x) => Math.round(x * 1000) / 1000)]")
    assert state == [42.5, "north", False, "paths", "Cividis", "slope", 120, "STUB", 5, [1.46, 42.501, 15.25, 30, 0]], state
    assert differ(first, browser.picture(), map_box(browser)) < 0.02


@test
def keys_do_what_the_help_says(browser):
    opened(browser, "right=-1")
    for key, script, wanted in [("n", "settings.view", "north"), ("v", "settings.view", "driver"), ("h", "settings.view", "heading"), ("f", "settings.follow", False), ("p", "settings.showCharts", False),
                                ("l", "settings.showSide", False), ("d", "settings.theme", "dark"), ("2", "settings.tab", "paths"), (".", "player.time", 10), ("o", "settings.follow", False)]:
        keys(browser, key)
        assert browser.run(f"return ehorizon.{script}") == wanted, key
    browser.run("document.getElementById('help-button').click()")
    assert browser.run("return document.getElementById('help').open && document.querySelectorAll('#help kbd').length") >= 13
    browser.run("document.querySelector('#help .button').click()")


@test
def fingers_find_targets_of_40_pixels(browser):
    browser.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "pointer", "value": "coarse"}]})
    try:
        opened(browser)
        sizes = browser.run("return [...document.querySelectorAll('.button, .segment, select, .chip, .tab-button, #goto')].filter((each) => each.offsetParent).map((each) => [each.textContent.slice(0, 12), each.offsetWidth, each.offsetHeight])")
        small = [size for size in sizes if size[1] < 40 or size[2] < 40]
        assert len(sizes) > 20 and not small, small
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "pointer", "value": ""}]})


@test
def nothing_is_wider_than_the_window(browser):
    opened(browser)
    for width, height in (1280, 800), (1024, 768), (820, 1180):
        browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        time.sleep(0.4)
        outside = browser.run("return [...document.querySelectorAll('#bar, #stage, #maps, .map, #legend, #side, #player')].filter((each) => each.offsetParent && each.getBoundingClientRect().right > innerWidth + 1).map((each) => each.id || each.className)")
        assert not outside, (width, outside)
    browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False})


@test
def steps_fold_into_states_that_do_not_change(browser):
    opened(browser, "right=-1")
    result = browser.run("""const first = ehorizon.fold(ehorizon.emptyState, { t: 0, reset: true, paths: [{ id: 1, level: 0 }], shape: [[1, [0, 1, 1, 10, 2, 2, 20, 3, 3]]], values: [[1, "slope", 0, null, [0, 1, 10, 2]]], main: [1] });
        const kept = ehorizon.fold(first, { t: 1, keep: [[1, 15]] }), anew = ehorizon.fold(kept, { t: 2, keep: [[1, null]], shape: [[1, [0, 9, 9]]], values: [[1, "slope", 10, null, [12, null]]] }), gone = ehorizon.fold(anew, { t: 3, gone: [1] });
        const shape = (state) => state.paths.get(1).shape, slope = (state) => state.paths.get(1).values.slope;
        return [shape(first), slope(first), shape(kept), slope(kept), shape(anew), slope(anew), gone.paths.size, first.paths.size]""")
    assert result == [[0, 1, 1, 10, 2, 2, 20, 3, 3], [0, 1, 10, 2], [10, 2, 2, 20, 3, 3], [10, 2], [0, 9, 9], [12, None], 0, 1], result
