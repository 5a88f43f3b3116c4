"""Map objects: each feature of HERE's guide as a test. docs/guide/map-objects.md has the table."""
import base64
import io
import json

import scenes
from harness import differ, drag, has_colour, map_box, pixel_of, single, test

CENTRE = scenes.at(1000, 250)


def place(east, north):
    return [round(CENTRE[0] + east * scenes.METRE_EAST, 7), round(CENTRE[1] + north * scenes.METRE_NORTH, 7)]


def prepared(browser, script="", *values):
    """An empty map around CENTRE, with a container "test" above everything; `make` is at hand in the script."""
    browser.open(single(seconds=60) + "#theme=light&right=-1&showCharts=0&showSide=0&follow=0&attribute=")
    browser.run("""ehorizon.maps.first.map.jumpTo({ center: arguments[0], zoom: 16, bearing: 0, pitch: 0, padding: { top: 0 } });
                   globalThis.objects = ehorizon.maps.first.objects; globalThis.box = objects.addContainer({ id: "test", order: 200 });""", CENTRE)
    result = browser.run(script, *values) if script else None
    browser.settle()
    return result


def colour_at(browser, at, colour, tolerance=30, reach=2):
    return has_colour(browser.picture(), pixel_of(browser, at), colour, reach, tolerance)


@test
def polylines_have_width_and_colour(browser):
    prepared(browser, "box.add(ehorizon.polyline({ points: [arguments[0], arguments[1]], color: '#ff00ff', width: 12 }), ehorizon.polyline({ points: [arguments[2], arguments[3]], color: '#ff00ff', width: 2 }))",
             place(-150, 50), place(150, 50), place(-150, -50), place(150, -50))
    picture = browser.picture()
    for north, wide in (50, 12), (-50, 2):
        x, y = pixel_of(browser, place(0, north))
        found = sum(has_colour(picture, (x, y + i), "#ff00ff", 0, 60) for i in range(-10, 11))
        assert abs(found - wide) <= 1, (found, wide)


@test
def polylines_have_colours_by_value_and_dashes(browser):
    prepared(browser, """box.add(ehorizon.polyline({ points: arguments[0], colors: ['#ff0000', '#00ff00', '#0000ff'], width: 10 }));
                         box.add(ehorizon.polyline({ points: arguments[1], color: '#000000', width: 6, dashed: true }))""", [place(x, 0) for x in (-150, -50, 50, 150)], [place(-150, -40), place(150, -40)])
    for east, colour in (-100, "#ff0000"), (0, "#00ff00"), (100, "#0000ff"):
        assert colour_at(browser, place(east, 0), colour), colour
    picture = browser.picture()
    black = sum(has_colour(picture, pixel_of(browser, place(x, -40)), "#000000", 0, 90) for x in range(-140, 140, 2)) / 140
    assert 0.3 < black < 0.85, black


@test
def circles_are_metres_or_pixels(browser):
    prepared(browser, """box.add(ehorizon.circle({ at: arguments[0], radius: 60, color: '#ff00ff', opacity: 1, outline: '#000000', outlineWidth: 4 }));
                         box.add(ehorizon.circle({ at: arguments[1], pixels: 9, color: '#00ffff', opacity: 1 }))""", place(0, 0), place(150, 0))
    assert colour_at(browser, place(50, 0), "#ff00ff") and not colour_at(browser, place(66, 0), "#ff00ff")
    assert colour_at(browser, place(0, 60), "#000000") and colour_at(browser, place(150, 0), "#00ffff")


@test
def polygons_have_holes(browser):
    prepared(browser, "box.add(ehorizon.polygon({ id: 'ring', rings: [arguments[0], arguments[1]], color: '#ff00ff', opacity: 1 }))",
             [place(x, y) for x, y in ((-100, -80), (100, -80), (100, 80), (-100, 80))], [place(x, y) for x, y in ((-40, -40), (40, -40), (40, 40), (-40, 40))])
    assert colour_at(browser, place(70, 0), "#ff00ff") and not colour_at(browser, place(0, 0), "#ff00ff")
    hits = browser.run("const at = (p) => objects.pickAt(objects.map.project(p)).map((o) => o.id); return [at(arguments[0]), at(arguments[1])]", place(70, 0), place(0, 0))
    assert hits == [["ring"], []], hits


@test
def a_polygon_that_crosses_itself_is_refused_by_name(browser):
    prepared(browser)
    messages = browser.run("""const tried = (rings) => { try { ehorizon.polygon({ id: 'bow', rings }); return null; } catch (error) { return error.message; } };
        return [tried([[[0, 0], [1, 1], [1, 0], [0, 1]]]), tried([[[0, 0], [1, 0], [1, 1], [0, 1]], [[0.5, 0.5], [2, 0.5], [0.6, 0.7]]]), tried([[[0, 0], [1, 0]]]), tried([[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]])]""")
    assert messages[0] == 'polygon "bow": the outline crosses itself at edge 1 and edge 3', messages
    assert "hole 1" in messages[1] and "2 points" in messages[2] and messages[3] is None, messages
    kept = browser.run("""const good = ehorizon.polygon({ id: 'good', rings: [[[0, 0], [1, 0], [1, 1]]] }); box.add(good);
        try { good.set({ rings: [[[0, 0], [1, 1], [1, 0], [0, 1]]] }); } catch {} return good.rings[0].length""")
    assert kept == 3, "a refused change was kept"


def images():
    from PIL import Image
    made = {"svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30"><rect width="30" height="30" fill="#ff00ff"/><script>globalThis.attacked = 1</script></svg>'}
    for kind in "png", "jpeg", "bmp":
        content = io.BytesIO()
        Image.new("RGB", (30, 30), (255, 0, 255)).save(content, kind)
        made[kind] = content.getvalue()
    return made


ADD_IMAGES = """const done = arguments[arguments.length - 1]; (async () => { const made = [];
    for (const [name, text] of Object.entries(arguments[0])) await objects.addImage(name, new Uint8Array(ehorizon.tileBytes(text)), 30);
    done(null); })().catch((error) => done(error.message))"""


@test
def markers_are_svg_png_jpeg_or_bmp(browser):
    prepared(browser)
    made = {name: base64.b64encode(content).decode() for name, content in images().items()}
    assert browser.driver.execute_async_script(ADD_IMAGES, made) is None
    browser.run("Object.keys(arguments[0]).forEach((image, i) => box.add(ehorizon.marker({ id: image, at: arguments[1][i], image })))", made, [place(-120 + 80 * i, 0) for i in range(4)])
    browser.settle()
    for i, kind in enumerate(made):
        assert colour_at(browser, place(-120 + 80 * i, 0), "#ff00ff"), kind
    assert browser.run("return globalThis.attacked") is None, "the script of an SVG ran"
    message = browser.driver.execute_async_script(ADD_IMAGES, {"bad": base64.b64encode(b"GIF89a......").decode()})
    assert message == 'image "bad": not an SVG, PNG, JPEG or BMP image', message


@test
def a_marker_has_an_anchor(browser):
    prepared(browser)
    assert browser.driver.execute_async_script(ADD_IMAGES, {"pin": base64.b64encode(images()["png"]).decode()}) is None
    browser.run("box.add(ehorizon.marker({ id: 'pin', at: arguments[0], image: 'pin', anchor: 'bottom' }))", place(0, 0))
    browser.settle()
    x, y = pixel_of(browser, place(0, 0))
    picture = browser.picture()
    assert has_colour(picture, (x, y - 24), "#ff00ff", 1) and not has_colour(picture, (x, y + 6), "#ff00ff", 1)


@test
def a_marker_is_dragged(browser):
    prepared(browser)
    assert browser.driver.execute_async_script(ADD_IMAGES, {"pin": base64.b64encode(images()["png"]).decode()}) is None
    browser.run("box.add(ehorizon.marker({ id: 'pin', at: arguments[0], image: 'pin', draggable: true })); globalThis.ended = null; objects.on('dragend', (object) => { globalThis.ended = object.id; })", place(0, 0))
    browser.settle()
    start = pixel_of(browser, place(0, 0))
    before = browser.run("return ehorizon.maps.first.camera")
    drag(browser, start, (start[0] + 90, start[1] + 40))
    browser.settle()
    assert browser.run("return globalThis.ended") == "pin"
    assert pixel_of(browser, browser.run("return objects.get('pin').at")) == (start[0] + 90, start[1] + 40)
    assert browser.run("return ehorizon.maps.first.camera") == before, "the map moved with the marker"
    assert has_colour(browser.picture(), (start[0] + 90, start[1] + 40), "#ff00ff")


@test
def labels_are_texts_without_a_glyph_server(browser):
    prepared(browser, "box.add(ehorizon.label({ id: 'word', at: arguments[0], text: 'Größe 東京 العربية', size: 24, color: '#ff00ff', background: '#00ffff' }))", place(0, 0))
    x, y = pixel_of(browser, place(0, 0))
    picture = browser.picture()
    colours = [sum(has_colour(picture, (x + i, y + j), colour, 0, 60) for i in range(-80, 80) for j in range(-8, 9)) for colour in ("#ff00ff", "#00ffff")]
    assert min(colours) > 100, colours
    assert browser.run("return objects.pickAt(objects.map.project(arguments[0]))[0].id", place(0, 0)) == "word"


@test
def an_overlay_stays_at_its_place(browser):
    prepared(browser, "box.add(ehorizon.overlay({ id: 'note', at: arguments[0], element: ehorizon.el('button', { text: 'Hello', style: { background: '#ff00ff', width: '60px', height: '30px' } }) }))", place(0, 0))
    for east in 0, 80:
        browser.run("ehorizon.maps.first.map.jumpTo({ center: arguments[0] })", place(east, 0))
        browser.settle()
        box = browser.run("const b = objects.get('note').element.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]")
        at = pixel_of(browser, place(0, 0))
        assert abs(box[0] - at[0]) < 2 and abs(box[1] - at[1]) < 2, (box, at)
    browser.run("objects.get('note').set({ visible: false })")
    browser.wait("return !document.body.textContent.includes('Hello')")


@test
def containers_nest_and_have_visibility(browser):
    prepared(browser, """const inner = ehorizon.container({ id: 'inner' }), outer = ehorizon.container({ id: 'outer' }); outer.add(inner); box.add(outer);
        inner.add(ehorizon.circle({ id: 'dot', at: arguments[0], radius: 50, color: '#ff00ff', opacity: 1 }))""", place(0, 0))
    assert colour_at(browser, place(0, 0), "#ff00ff")
    for name in "outer", "inner", "dot":
        browser.run("objects.get(arguments[0]).set({ visible: false })", name)
        browser.settle()
        assert not colour_at(browser, place(0, 0), "#ff00ff"), f"{name} is hidden and its circle is not"
        assert browser.run("return objects.get('dot').isShown") is False
        browser.run("objects.get(arguments[0]).set({ visible: true })", name)
        browser.settle()
        assert colour_at(browser, place(0, 0), "#ff00ff"), name
    refused = browser.run("try { objects.get('inner').add(objects.get('outer')); } catch (error) { return error.message }")
    assert "outer" in refused, refused


@test
def draw_order_holds_in_and_between_containers(browser):
    prepared(browser, """const low = ehorizon.container({ id: 'low', order: 1 }), high = ehorizon.container({ id: 'high', order: 2 }); box.add(high, low);
        const at = arguments[0], circle = (id, color, order) => ehorizon.circle({ id, at, radius: 50, color, opacity: 1, order });
        low.add(circle('a', '#ff0000', 9), ehorizon.polyline({ id: 'l', points: [arguments[1], arguments[2]], color: '#00ff00', width: 9, order: 9 })); high.add(circle('b', '#0000ff', 1), circle('c', '#ff00ff', 0));""",
             place(0, 0), place(-120, 0), place(120, 0))
    assert colour_at(browser, place(0, 0), "#0000ff") and colour_at(browser, place(90, 0), "#00ff00")
    pick = "return objects.pickAt(objects.map.project(arguments[0])).map((o) => o.id)"
    assert browser.run(pick, place(0, 0)) == ["b", "c", "l", "a"]
    browser.run("objects.get('low').set({ order: 3 })")
    browser.settle()
    assert colour_at(browser, place(0, 0), "#00ff00") and colour_at(browser, place(0, 30), "#ff0000"), "the order of a container did not change the picture"
    browser.run("objects.get('low').set({ order: 1 }); objects.get('c').set({ order: 5 })")
    browser.settle()
    assert colour_at(browser, place(0, 0), "#ff00ff")


@test
def ids_are_unique(browser):
    prepared(browser, "box.add(ehorizon.circle({ id: 'one', at: arguments[0], pixels: 4 }))", place(0, 0))
    messages = browser.run("""const tried = (action) => { try { action(); return null; } catch (error) { return error.message; } };
        return [tried(() => box.add(ehorizon.circle({ id: 'one', at: [0, 0], pixels: 4 }))), tried(() => objects.addContainer({ id: 'test' })), tried(() => objects.get('one').set({ id: 'two' })),
                tried(() => { objects.get('one').remove(); box.add(ehorizon.circle({ id: 'one', at: [0, 0], pixels: 4 })); }), new Set([1, 2, 3].map(() => ehorizon.circle({ at: [0, 0], pixels: 4 }).id)).size]""")
    assert messages == ['the id "one" is already on the map', 'the id "test" is already on the map', '"one": an id does not change', None, 3], messages


@test
def objects_are_picked_at_a_point_and_in_a_rectangle(browser):
    prepared(browser, """box.add(ehorizon.circle({ id: 'a', at: arguments[0], radius: 20 }), ehorizon.polyline({ id: 'b', points: [arguments[0], arguments[1]], width: 4 }), ehorizon.circle({ id: 'hidden', at: arguments[0], radius: 20, visible: false }), ehorizon.circle({ id: 'far', at: arguments[2], pixels: 5 }))""",
             place(0, 0), place(100, 0), place(-150, 60))
    picked = browser.run("""const at = (p) => objects.map.project(p), [a, far] = [at(arguments[0]), at(arguments[1])], ids = (list) => list.map((o) => o.id).filter((id) => !id.startsWith('s0-'));
        const around = (p, by) => ({ left: p.x - by, right: p.x + by, top: p.y - by, bottom: p.y + by });
        return [ids(objects.pickAt(a)), ids(objects.pickAt(a, { all: true })), ids(objects.pickIn(around(far, 8))), ids(objects.pickIn({ left: far.x - 9, right: a.x + 9, top: far.y - 9, bottom: a.y + 9 })), ids(objects.pickIn(around(at(arguments[2]), 5)))]""",
                         place(0, 0), place(-150, 60), place(80, 0))
    assert picked == [["b", "a"], ["hidden", "b", "a"], ["far"], ["far", "b", "a"], ["b"]], picked
    browser.run("globalThis.hit = null; objects.on('click', (object) => { globalThis.hit = object?.id ?? 'nothing'; })")
    from harness import click
    click(browser, pixel_of(browser, place(60, 0)))
    assert browser.run("return globalThis.hit") == "b"


@test
def roads_of_the_map_are_picked_read_only(browser):
    prepared(browser)
    browser.run("ehorizon.maps.first.map.jumpTo({ center: arguments[0] })", scenes.at(3000))
    browser.settle()
    roads = browser.run("const roads = objects.roadsAt(objects.map.project(arguments[0])); const road = roads.find((each) => each.number); try { 'use strict'; road.name = 'x'; } catch {} return [road, Object.isFrozen(road)]", scenes.at(3000))
    assert roads[0]["name"] == "Winding Road" and roads[0]["class"] == 2 and roads[1] is True, roads
    from harness import click
    click(browser, pixel_of(browser, scenes.at(3000)))
    text = browser.run("return document.querySelector('.map-card').textContent")
    assert "W 1 · Winding Road" in text and "limit" in text, text


@test
def geojson_comes_in_and_goes_out(browser):
    prepared(browser)
    collection = {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": "line", "properties": {"color": "#ff00ff", "width": 10, "containers": ["roads"]}, "geometry": {"type": "LineString", "coordinates": [place(-100, 0), place(100, 0)]}},
        {"type": "Feature", "id": "area", "properties": {"opacity": 1, "color": "#00ffff"}, "geometry": {"type": "Polygon", "coordinates": [[place(-50, 40), place(50, 40), place(50, 90), place(-50, 90), place(-50, 40)]]}},
        {"type": "Feature", "id": "dot", "properties": {}, "geometry": {"type": "Point", "coordinates": place(0, -60)}}]}
    out = browser.run("ehorizon.fromGeoJSON(box, arguments[0]); return ehorizon.toGeoJSON(box)", collection)
    browser.settle()
    assert colour_at(browser, place(0, 0), "#ff00ff") and colour_at(browser, place(0, 60), "#00ffff")
    by_id = {feature["id"]: feature for feature in out["features"]}
    for feature in collection["features"]:
        assert by_id[feature["id"]]["geometry"] == feature["geometry"], feature["id"]
    assert by_id["line"]["properties"]["containers"] == ["roads"] and by_id["dot"]["properties"]["kind"] == "circle"
    again = browser.run("box.clear(); ehorizon.fromGeoJSON(box, JSON.parse(arguments[0])); return ehorizon.toGeoJSON(box)", json.dumps(out))
    assert again == out
    bad = {"type": "Feature", "id": "bow", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]]}}
    messages = browser.run("""const tried = (json) => { try { ehorizon.fromGeoJSON(box, json); return null; } catch (error) { return error.message; } };
        return [tried(arguments[0]), tried({ type: 'Feature', id: 'x', properties: {}, geometry: { type: 'GeometryCollection' } })]""", bad)
    assert '"bow"' in messages[0] and messages[1] == '"x": geometry GeometryCollection is not supported', messages


@test
def hostile_texts_stay_texts(browser):
    browser.open(single(seconds=60, hostile=True) + "#theme=light&tab=events")
    browser.run("ehorizon.player.seek(25)")
    browser.settle()
    browser.run("""const objects = ehorizon.maps.first.objects, box = objects.addContainer({ id: 'test', order: 200 });
        box.add(ehorizon.label({ id: arguments[0], at: arguments[1], text: arguments[0], data: { note: arguments[0] } }));
        ehorizon.openHit({ object: objects.get(arguments[0]), place: arguments[1], roads: [], panel: ehorizon.maps.first });""", scenes.HOSTILE, scenes.at(500))
    assert scenes.HOSTILE in browser.run("return document.querySelector('.map-card').textContent")
    browser.run("ehorizon.openHit({ object: null, place: [0, 0], roads: [{ name: arguments[0], way: arguments[0] }], panel: ehorizon.maps.first })", scenes.HOSTILE)
    for tab in "messages", "paths", "why", "events":
        browser.run("ehorizon.settings.change({ tab: arguments[0] })", tab)
        browser.settle()
    texts = browser.run("return ['.map-caption', '.map-card', '#tab-events', '#title'].map((each) => document.querySelector(each).textContent)")
    assert all("<img src=x" in text for text in texts), texts
    assert browser.run("return [globalThis.attacked ?? null, document.querySelectorAll('img[src=x]').length]") == [None, 0]


@test
def the_policy_forbids_every_foreign_resource(browser):
    browser.open(single(seconds=60))
    results = browser.driver.execute_async_script("""const done = arguments[0], blocked = [];
        document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.violatedDirective));
        fetch('https://example.invalid/').catch(() => {});
        document.body.append(Object.assign(document.createElement('img'), { src: 'https://example.invalid/x.png' }), Object.assign(document.createElement('script'), { src: 'https://example.invalid/x.js' }),
                             Object.assign(document.createElement('iframe'), { src: 'https://example.invalid/' }), Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'https://example.invalid/x.css' }));
        setTimeout(() => done(blocked), 500)""")
    assert {"connect-src", "img-src", "script-src-elem", "frame-src", "style-src-elem"} <= set(results), results


the_policy_forbids_every_foreign_resource.errors = ("Content Security Policy", "example.invalid")


@test
def a_tilted_map_picks_what_the_picture_shows(browser):
    prepared(browser, "box.add(ehorizon.circle({ id: 'far', at: arguments[0], radius: 25, color: '#ff00ff', opacity: 1 })); ehorizon.maps.first.map.jumpTo({ pitch: 60, bearing: 40 })", place(120, 120))
    before = browser.picture()
    assert browser.run("return objects.pickAt(objects.map.project(arguments[0])).map((o) => o.id)", place(120, 120)) == ["far"]
    assert colour_at(browser, place(120, 120), "#ff00ff")
    browser.run("objects.get('far').remove()")
    browser.settle()
    assert differ(before, browser.picture(), map_box(browser)) > 0.001
