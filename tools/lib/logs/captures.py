"""pcap and pcapng: files made by their specifications, which tshark reads too, and our pcapng in tshark."""
import struct
import subprocess

from . import frames

# A dissection takes a hundred times as long as our reader.
MOST_DISSECTED = 100_000
FIELDS = ["frame.time_epoch", "frame.interface_name", "can.id", "can.flags.xtd", "can.flags.rtr",
          "can.flags.err", "can.len", "data.data", "canfd.flags.brs", "canfd.flags.esi"]


def packet(frame, endian=">", is_full=True):
    """struct can_frame or canfd_frame of linux/can.h; with is_full all bytes of it, as the kernel's captures have."""
    word = frame.identifier
    word |= 0x2000_0000 if frame.kind == "error" else 0x8000_0000 if frame.is_extended else 0
    word |= 0x4000_0000 if frame.kind == "remote" else 0
    text = struct.pack(endian + "IBBBB", word, frame.length, frame.flags, 0, 0) + frame.data
    return text.ljust(72 if frame.kind == "fd" else 16, b"\0") if is_full else text


def protocol(frame):
    return 0x000D if frame.kind == "fd" else 0x000C


def cooked(frame, endian):
    """LINKTYPE_LINUX_SLL: the identifiers in the byte order of the machine."""
    return struct.pack(">HHH8sH", 1, 280, 0, b"", protocol(frame)) + packet(frame, endian)


def cooked2(frame, endian):
    """LINKTYPE_LINUX_SLL2, which has the number of the interface."""
    return struct.pack(">HHIHBB8s", protocol(frame), 0, frame.bus, 280, 1, 0, b"") + packet(frame, endian)


def write_pcap(path, made, endian, is_nano, link, content):
    magic, tick = (0xA1B2_3C4D, 1000) if is_nano else (0xA1B2_C3D4, 1)
    with open(path, "wb") as file:
        file.write(struct.pack(endian + "IHHiIII", magic, 2, 4, 0, 0, 65535, link))
        for frame in made:
            seconds, rest = divmod(frame.time, 1_000_000)
            data = content(frame, endian)
            file.write(struct.pack(endian + "IIII", seconds, rest * tick, len(data), len(data)) + data)


def write_pcapng(path, made, endian, resolution, per_second, is_full):
    def block(kind, body):
        size = struct.pack(endian + "I", len(body) + 12)
        return struct.pack(endian + "I", kind) + size + body + size

    def padded(data):
        return data + b"\0" * (-len(data) % 4)

    with open(path, "wb") as file:
        file.write(block(0x0A0D_0D0A, struct.pack(endian + "IHHq", 0x1A2B_3C4D, 1, 0, -1)))
        for name in (b"can1", b"can2", b"can3"):
            options = struct.pack(endian + "HH", 2, len(name)) + padded(name)
            options += struct.pack(endian + "HH", 9, 1) + padded(bytes([resolution]))
            file.write(block(1, struct.pack(endian + "HHI", 227, 0, 0) + options + bytes(4)))
        # A block of another kind, which readers skip.
        file.write(block(5, struct.pack(endian + "III", 0, 0, 0)))
        for frame in made:
            data = packet(frame, is_full=is_full)
            # Rounded up: the time, rounded down again, is the same microsecond.
            stamp = -(-frame.time * per_second // 1_000_000)
            body = struct.pack(endian + "IIIII", frame.bus - 1, stamp >> 32, stamp & 0xFFFF_FFFF,
                               len(data), len(data))
            file.write(block(6, body + padded(data)))


def read(trials):
    """Our reader and captures of both formats in both byte orders; a pcap of one interface has no name for it."""
    path = trials.path("made.pcap")
    kinds = [("µs, SocketCAN", False, 227, lambda frame, _: packet(frame), "can0"),
             ("ns, SocketCAN", True, 227, lambda frame, _: packet(frame), "can0"),
             ("ns, SLL", True, 113, cooked, "can0"), ("µs, SLL2", False, 276, cooked2, "if{}")]
    for endian, order in (("<", "little-endian"), (">", "big-endian")):
        for name, is_nano, link, content, interface in kinds:
            write_pcap(path, trials.frames(), endian, is_nano, link, content)
            trials.read(f"pcap, {name}, {order}", path,
                        (frames.line(frame, True, interface) for frame in trials.frames()))
            dissect(trials, path, f"pcap, {name}, {order}, read by tshark", None)
        for name, resolution, per_second, is_full in (
                ("10^-9 s", 9, 1_000_000_000, True), ("10^-6 s, short frames", 6, 1_000_000, False),
                ("2^-30 s", 0x80 | 30, 1 << 30, True)):
            write_pcapng(trials.path("made.pcapng"), trials.frames(), endian, resolution, per_second, is_full)
            trials.read(f"pcapng, {name}, {order}", trials.path("made.pcapng"),
                        (frames.line(frame, True) for frame in trials.frames()))
    convert(trials)


def convert(trials):
    """A candump log that tshark has made a pcapng of: its one interface has no name, and frames are exported PDUs."""
    log, path = trials.path("made.log"), trials.path("converted.pcapng")
    with open(log, "w", encoding="ascii") as file:
        file.writelines(frames.line(frame, True) + "\n" for frame in trials.frames())
    subprocess.run(["tshark", "-r", log, "-F", "pcapng", "-w", path], check=True, capture_output=True)
    trials.read("pcapng, made of a candump log by tshark", path,
                (frames.line(frame, True, "can0") for frame in trials.frames()))


def write_ours(trials, source):
    """Our pcapng, read by tshark and by our reader."""
    path = trials.path("ours.pcapng")
    trials.run(source, "--output", path)
    dissect(trials, path, "our pcapng, read by tshark", "can{}")
    trials.read("our pcapng", path, (frames.line(frame, True) for frame in trials.frames()))


def dissect(trials, path, title, interface):
    """Compares each field that tshark gives; of an error frame it gives only that it is one."""
    # The dissector of AUTOSAR NM takes the data of identifier 0.
    command = ["tshark", "-r", path, "-T", "fields", "-E", "separator=;", "-c", str(MOST_DISSECTED),
               "--disable-protocol", "autosar-nm"]
    for field in FIELDS:
        command += ["-e", field]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        trials.differences += 1
        print(f"  {title}: {done.stderr.strip()}")
    made = trials.frames(most=MOST_DISSECTED)
    trials.compare(title, (shown(row, interface) for row in done.stdout.splitlines()),
                   (expected(frame, interface) for frame in made))


def shown(row, interface):
    """What a row of tshark has, as text."""
    time, name, identifier, extended, remote, error, length, data, switches, passive = row.split(";")
    seconds, fraction = time.split(".")
    text = f"{int(seconds) * 1_000_000 + int(fraction.ljust(9, '0')) // 1000} {name if interface else ''}"
    if is_set(error):
        return text + " error"
    remote = is_set(remote)
    return (text + f" {int(identifier, 0):X} {is_set(extended)} {remote} {int(length or 0)} "
            f"{'' if remote else data} {is_set(switches)} {is_set(passive)}")


def expected(frame, interface):
    text = f"{frame.time} {interface.format(frame.bus) if interface else ''}"
    if frame.kind == "error":
        return text + " error"
    return (text + f" {frame.identifier:X} {frame.is_extended} {frame.kind == 'remote'} {frame.length} "
            f"{frame.data.hex()} {bool(frame.flags & 1)} {bool(frame.flags & 2)}")


def is_set(field):
    return field in ("1", "True")
