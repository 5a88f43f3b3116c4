"""Writes Mapbox vector tiles (version 2.1) with one layer of lines, for scenes of tests."""
import math
import struct

EXTENT = 4096


def varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def field(number, kind, content):
    return varint(number << 3 | kind) + (varint(len(content)) + content if kind == 2 else content)


def zigzag(number):
    return number << 1 if number >= 0 else -number * 2 - 1


def value(content):
    if isinstance(content, bool):
        return field(7, 0, varint(int(content)))
    if isinstance(content, int) and content >= 0:
        return field(5, 0, varint(content))
    if isinstance(content, (int, float)):
        return field(3, 1, struct.pack("<d", content))
    return field(1, 2, content.encode())


def place(longitude, latitude, zoom):
    """The place in tiles of the zoom level."""
    count = 2 ** zoom
    sine = math.sin(math.radians(latitude))
    return (longitude + 180) / 360 * count, (0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)) * count


def tile(lines, zoom, column, row):
    """The bytes of a tile with lines [(points, properties)]; points are [longitude, latitude]."""
    keys, values, features = {}, {}, []
    for points, properties in lines:
        tags, commands, last, previous = b"", [], (0, 0), None
        for name, content in properties.items():
            tags += varint(keys.setdefault(name, len(keys)))
            tags += varint(values.setdefault((type(content), content), len(values)))
        steps = []
        for longitude, latitude in points:
            x, y = place(longitude, latitude, zoom)
            at = round((x - column) * EXTENT), round((y - row) * EXTENT)
            if at == previous:
                continue
            previous = at
            steps.append((at[0] - last[0], at[1] - last[1]))
            last = at
        if len(steps) < 2:
            continue
        commands = varint(1 | 1 << 3) + b"".join(varint(zigzag(n)) for n in steps[0])
        commands += varint(2 | (len(steps) - 1) << 3) + b"".join(varint(zigzag(n)) for step in steps[1:] for n in step)
        features.append(field(2, 2, field(2, 2, tags) + field(3, 0, varint(2)) + field(4, 2, commands)))
    layer = field(15, 0, varint(2)) + field(1, 2, b"roads") + b"".join(features)
    layer += b"".join(field(3, 2, key.encode()) for key in keys)
    layer += b"".join(field(4, 2, value(content)) for _, content in values) + field(5, 0, varint(EXTENT))
    return field(3, 2, layer)


def pyramid(roads, zooms=range(8, 15)):
    """All tiles of roads [(points, properties)], as {"z/x/y": bytes}. Low zoom levels have main roads only."""
    tiles = {}
    for zoom in zooms:
        highest = 3 if zoom < 12 else 5 if zoom < 14 else 7
        cells = {}
        for points, properties in roads:
            if properties.get("class", 5) > highest:
                continue
            places = [place(*point, zoom) for point in points]
            # A line is cut into pieces of a few points: no tile gets a road that is far away.
            for first in range(0, len(points) - 1, 8):
                piece = places[first:first + 9]
                for column in range(int(min(x for x, _ in piece) - 0.02), int(max(x for x, _ in piece) + 0.02) + 1):
                    for row in range(int(min(y for _, y in piece) - 0.02), int(max(y for _, y in piece) + 0.02) + 1):
                        cells.setdefault((column, row), []).append((points[first:first + 9], properties))
        for (column, row), lines in cells.items():
            tiles[f"{zoom}/{column}/{row}"] = tile(lines, zoom, column, row)
    return tiles
