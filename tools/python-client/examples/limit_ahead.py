#!/usr/bin/env python3
"""Prints the speed limit here and the next one ahead from a candump log: limit_ahead.py LOG

One line a second: the time, the limit at the vehicle, its basis, and the distance to the next other limit on the
path of the vehicle. The log is what `candump -L`, python-can or `ehorizon replay` writes; `-` is standard input.
"""
import re
import sys

from ehorizon_client import Client

LINE = re.compile(r"\((\d+)\.(\d{6})\) \S+ ([0-9A-F]{3}|[0-9A-F]{8})#([0-9A-F]*)(?: [RT])?\s*$")


def frames(lines):
    """Identifier, whether it has 29 bits, bytes and milliseconds of each classic data frame of a log."""
    for line in lines:
        match = LINE.match(line)
        if match is None:
            continue  # a remote frame, an error frame or CAN FD
        seconds, micros, identifier, data = match.groups()
        time = int(seconds) * 1000 + int(micros) // 1000
        yield int(identifier, 16), len(identifier) == 8, bytes.fromhex(data), time


def words(segment):
    """A limit in words. Unknown is never a number."""
    limit = segment.speed_limit_kmh
    if limit.reading == "known":
        return f"{limit.value:.0f} km/h"
    return f"{limit.reading} {limit.value:.0f} km/h" if limit.value is not None else limit.reading


def limits(client, time):
    """The limit at the vehicle, and the distance to the next other one with that; None where there is none."""
    path, offset = client.main_path, client.offset_at(time)
    if path is None or offset.value is None:
        return None, None
    here = client.segment_at(path, offset.value)
    for segment in client.segments(path):
        if here and segment.metres > offset.value and segment.speed_limit_kmh != here.speed_limit_kmh:
            return here, (segment.metres - offset.value, segment)
    return here, None


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: limit_ahead.py LOG")
    client = Client()
    known = 0
    log = sys.stdin if sys.argv[1] == "-" else open(sys.argv[1], encoding="ascii")
    printed = None
    with log:
        for identifier, is_extended, data, time in frames(log):
            known += client.feed(identifier, data, time, is_extended) != "other-id"
            client.advance(time)
            if client.position() is None or printed == time // 1000:
                continue
            printed = time // 1000
            here, ahead = limits(client, time)
            line = f"{time / 1000:.3f}  {client.whereabouts}"
            if here:
                line += f"  {words(here)} ({here.speed_limit_type_name}), {here.form_of_way_name}"
            if ahead:
                line += f"  in {ahead[0]:.0f} m {words(ahead[1])}"
            print(line)
    if known == 0:
        sys.exit(f"{sys.argv[1]}: no line is a frame of ADASIS v2 with the usual identifiers, as candump -L writes it")


if __name__ == "__main__":
    main()
