"""Makes MDF 4.11 files as a logger writes them: records of several channel groups in the order of time.

The layout is that of the ASAM MDF base standard: blocks with links, record identifiers, and bit fields.
"""
import struct
import zlib

from . import frames

DATA, ERROR, REMOTE, PAYLOADS = 1, 2, 3, 4
NAMES = {DATA: "CAN_DataFrame", ERROR: "CAN_ErrorFrame", REMOTE: "CAN_RemoteFrame"}
RECORD = struct.Struct("<BQBIBB")
PIECE = 1_000_003


class File:
    """The bytes of a file, block by block."""

    def __init__(self):
        head = b"MDF     4.11    ehorizon" + bytes(4) + struct.pack("<H", 411)
        self.bytes = bytearray(head.ljust(64, b"\0"))

    def block(self, mark, links, body):
        """Adds a block; returns its address."""
        self.bytes += bytes(-len(self.bytes) % 8)
        address = len(self.bytes)
        size = 24 + 8 * len(links) + len(body)
        self.bytes += struct.pack("<4sIQQ", mark, 0, size, len(links))
        self.bytes += struct.pack(f"<{len(links)}Q", *links) + body
        return address

    def link(self, block, index, target):
        struct.pack_into("<Q", self.bytes, block + 24 + 8 * index, target)

    def chain(self, blocks):
        for block, following in zip(blocks, blocks[1:]):
            self.link(block, 0, following)
        return blocks[0]

    def text(self, text):
        return self.block(b"##TX", [], text.encode() + bytes(8 - len(text) % 8))

    def channel(self, name, kind, data_type, place, bits, conversion=0, members=0, data=0):
        """A channel: `place` is its byte and bit in the record; a kind of 2 is the master, the time."""
        byte, bit = place
        flags = 0x400 if kind != 2 else 0
        body = struct.pack("<BBBBIIIIBBHdddddd", kind, int(kind == 2), data_type, bit, byte, bits, flags,
                           *[0] * 10)
        return self.block(b"##CN", [0, members, self.text(name), 0, conversion, data, 0, 0], body)

    def group(self, identifier, count, flags, size, channels=0, source=0):
        separator = ord(".") if flags & 2 else 0
        body = struct.pack("<QQHHIII", identifier, count, flags, separator, 0, size, 0)
        return self.block(b"##CG", [0, channels, 0, source, 0, 0], body)


def kind(frame):
    return {"error": ERROR, "remote": REMOTE}.get(frame.kind, DATA)


def records(made, has_lengths):
    """The records. With has_lengths the data of a frame are a record of another group, named by its offset."""
    text = bytearray()
    offset = 0
    for frame in made:
        identifier = kind(frame)
        flags = frame.is_extended | frame.flags >> 2 << 1 | (frame.flags & 1) << 2 | (frame.flags & 2) << 2
        # The identifier is big-endian here, and begins at bit 2; the code of the length begins at bit 3.
        word, = struct.unpack("<I", struct.pack(">I", frame.identifier << 2))
        text += RECORD.pack(identifier, (frame.time - frames.START) * 1000, flags | frame.bus << 4, word,
                            frame.dlc << 3, frame.length)
        if identifier != DATA:
            continue
        if has_lengths:
            text += struct.pack("<QBI", offset, PAYLOADS, frame.length) + frame.data
            offset += 4 + frame.length
        else:
            text += frame.data.ljust(64, b"\0")
    return bytes(text)


def compressed(file, data):
    pieces = []
    for start in range(0, len(data), PIECE):
        piece = data[start:start + PIECE]
        packed = zlib.compress(piece, 1)
        head = struct.pack("<2sBBIQQ", b"DT", 0, 0, 0, len(piece), len(packed))
        pieces.append(file.block(b"##DZ", [], head + packed))
    body = struct.pack("<B3sIQ", 1, bytes(3), len(pieces), PIECE)
    chunks = file.block(b"##DL", [0, *pieces], body)
    return file.block(b"##HL", [chunks], struct.pack("<HB5x", 1, 0))


def log(made, has_lengths, is_compressed):
    """The bytes of a log."""
    file = File()
    start = frames.START * 1000
    times = struct.pack("<QhhBBBBdd", start, 60, 60, 2, 0, 0, 0, 0, 0)
    header = file.block(b"##HD", [0] * 6, times)
    comment = file.block(b"##MD", [], b"<FHcomment><TX>made</TX></FHcomment>".ljust(40, b"\0"))
    file.link(header, 1, file.block(b"##FH", [0, comment], struct.pack("<QhhB3x", start, 0, 0, 0)))
    source = file.block(b"##SI", [file.text("CAN"), file.text("CAN"), 0], struct.pack("<BBB5x", 2, 2, 0))
    nanoseconds = file.block(b"##CC", [0] * 4, struct.pack("<BBHHHdddd", 1, 0, 0, 0, 2, 0, 0, 0.0, 1e-9))
    counts = {identifier: sum(kind(frame) == identifier for frame in made) for identifier in NAMES}
    # A group without channels has the data of variable length.
    payloads = file.group(PAYLOADS, counts[DATA], 1, 0) if has_lengths else 0
    groups = []
    for identifier, name in NAMES.items():
        members = [file.channel(f"{name}.{field}", 0, data_type, place, bits) for field, data_type, place, bits in (
            ("IDE", 0, (8, 0), 1), ("EDL", 0, (8, 1), 1), ("BRS", 0, (8, 2), 1), ("ESI", 0, (8, 3), 1),
            ("BusChannel", 0, (8, 4), 4), ("ID", 1, (9, 2), 29), ("DLC", 0, (13, 3), 4),
            ("DataLength", 0, (14, 0), 7))]
        size = 15
        if identifier == DATA:
            members.append(file.channel(
                f"{name}.DataBytes", int(has_lengths), 10, (15, 0), 64 if has_lengths else 512, data=payloads))
            size += 8 if has_lengths else 64
        whole = file.channel(name, 0, 10, (8, 0), 8 * (size - 8), members=file.chain(members))
        clock = file.channel("t", 2, 0, (0, 0), 64, conversion=nanoseconds)
        groups.append(file.group(identifier, counts[identifier], 6, size, file.chain([clock, whole]), source))
    data = records(made, has_lengths)
    block = compressed(file, data) if is_compressed else file.block(b"##DT", [], data)
    if has_lengths:
        groups.append(payloads)
    file.link(header, 0, file.block(b"##DG", [0, file.chain(groups), block, 0], struct.pack("<B7x", 1)))
    return bytes(file.bytes)
