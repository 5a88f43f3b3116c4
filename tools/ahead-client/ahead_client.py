#!/usr/bin/env python3
"""Prints what lies ahead of the car: a client of contract version 1, as an example.

    ehorizon ahead --map roads.ehmap --input drive.nmea --json | ahead_client.py
    ahead_client.py --control-socket /run/ehorizon/control

The first form reads the answers of `ehorizon ahead --json`, the second one the `ahead` events of a running daemon.
`ehorizon reference --schema ahead` and `--schema control-event` print the contracts. A member without a value is
missing or null: it is unknown. The client ignores members that it does not know, and refuses another version.
"""

import argparse
import json
import socket
import sys

STOPS = {"stopSign", "giveWaySign", "trafficLight", "levelCrossing"}


class ContractError(Exception):
    """A line that version 1 does not allow."""


def documents(lines):
    """The JSON objects of lines, each of version 1."""
    for number, line in enumerate(lines, 1):
        try:
            document = json.loads(line)
        except ValueError as error:
            raise ContractError(f"line {number}: no JSON: {error}") from None
        if not isinstance(document, dict) or document.get("version") != 1:
            raise ContractError(f"line {number}: not version 1 of the contract; use the client of that version")
        yield document


def events(path):
    """The `ahead` events of a daemon, to its end."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.connect(path)
        connection.sendall(b'{"version":1,"request":"subscribe","events":["ahead"]}\n')
        for document in documents(connection.makefile("r", encoding="utf-8")):
            if document.get("ok") is False:
                raise ContractError(f"the daemon refuses: {document.get('error')}")
            if document.get("event") == "ahead":
                yield of_event(document)


def speed_limit(number, unit, word):
    """A limit in words; None if it is unknown."""
    if number is not None:
        return f"{number} {unit}"
    return None if word in (None, "unknown") else word


def of_event(event):
    """The common form of an event of the control socket."""
    following, curve, stop = event["next_limit"], event["curve"], event["stop"]
    return {
        "limit": speed_limit(event["limit"], event["limit_unit"], event["limit_word"]),
        "next limit": (following["distance_m"], speed_limit(
            following["limit"], following["limit_unit"], following["limit_word"]) or "unknown"),
        "curve": (curve["distance_m"], curve["safe_speed_m_s"]),
        "stop": (stop["distance_m"], stop["kind"]),
    }


def of_answer(answer):
    """The common form of an answer of `ehorizon ahead --json`: the first entry of each kind."""
    found = {"time": answer["time"]}
    for entry in answer["ahead"]:
        kind, distance = entry["kind"], entry["distance"]
        if kind == "speed-limit":
            limit = speed_limit(entry.get("limit"), entry.get("limitUnit"), entry.get("limitWord"))
            if distance <= 0:
                found["limit"] = limit
            else:
                found.setdefault("next limit", (distance, limit or "unknown"))
        elif kind == "curve":
            found.setdefault("curve", (max(distance, 0), entry["safeSpeed"]))
        elif entry.get("object") in STOPS and distance > 0:
            found.setdefault("stop", (distance, entry["object"]))
    return found


def line(found):
    """What is known, in one line."""
    words = [f"{found['time']:.3f}"] if "time" in found else []
    words.append(f"limit {found.get('limit') or 'unknown'}")
    for name in ("next limit", "curve", "stop"):
        distance, value = found.get(name) or (None, None)
        if distance is not None:
            shown = f"{value * 3.6:.0f} km/h" if name == "curve" else value
            words.append(f"{name} {shown} in {distance:.0f} m")
    return "  ".join(words)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--control-socket", metavar="PATH", help="the socket of a running daemon")
    options = parser.parse_args()
    try:
        if options.control_socket:
            answers = events(options.control_socket)
        else:
            answers = map(of_answer, documents(sys.stdin))
        for found in answers:
            print(line(found), flush=True)
    except (ContractError, OSError) as error:
        sys.exit(f"ahead_client: {error}")


if __name__ == "__main__":
    main()
