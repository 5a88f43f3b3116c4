"""The two sources of values: the control socket of the daemon, and the lines of `ehorizon reconstruct`."""

import json
import pathlib
import queue
import socket
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any, TextIO

# A source with its newest document; None: there is no connection.
Update = tuple[str, dict[str, Any] | None]
Updates = queue.Queue[Update]
RETRY = 1.0
SILENCE = 5.0


def report(text: str) -> None:
    """One line for people."""
    print(f"{pathlib.Path(sys.argv[0]).stem}: {text}", file=sys.stderr, flush=True)


class ContractError(Exception):
    """An answer that version 1 of the protocol does not allow."""


def lines(path: str, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Sends requests on a connection: the answers and events. The receiver asks for the next one."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(SILENCE)
        connection.connect(path)
        reader = connection.makefile("rb")
        while True:
            connection.sendall(json.dumps({"version": 1, **request}).encode() + b"\n")
            yield parsed(reader.readline())
            while request["request"] == "subscribe":
                yield parsed(reader.readline())


def parsed(line: bytes) -> dict[str, Any]:
    """A line of the daemon."""
    if not line.endswith(b"\n"):
        raise ConnectionError("the daemon closed the connection")
    try:
        document = json.loads(line)
    except ValueError as error:
        raise ContractError(f"a line that is no JSON: {error}") from None
    if not isinstance(document, dict) or document.get("version") != 1:
        raise ContractError(f"a line that is not version 1 of the protocol: {line[:80]!r}")
    if document.get("ok") is False:
        raise ContractError(f"the daemon refuses '{document.get('answer')}': {document.get('error')}")
    return document


def follow_socket(path: str, source: str, interval: float, updates: Updates) -> None:
    """Follows the daemon for ever: `status` by request, `ahead` by subscription."""
    is_ahead = source == "ahead"
    request: dict[str, Any] = (
        {"request": "subscribe", "events": ["ahead"]} if is_ahead else {"request": "status"}
    )
    problem = ""
    while True:
        try:
            for document in lines(path, request):
                if problem:
                    report(f"{path}: {source}: connected")
                problem = ""
                if not is_ahead:
                    updates.put((source, document))
                    time.sleep(interval)
                elif document.get("event") == "ahead":
                    updates.put((source, document))
        except (OSError, ContractError) as error:
            text = getattr(error, "strerror", None) or str(error)
            if isinstance(error, (BrokenPipeError, ConnectionResetError)):
                text = "the daemon closed the connection"
            if isinstance(error, TimeoutError):
                text = f"no data for {SILENCE:g} s"
            if text != problem:
                report(f"{path}: {source}: {text}; trying again every {RETRY:g} s")
            problem = text
            updates.put((source, None))
        time.sleep(RETRY)


def follow_wire(stream: TextIO, name: str, updates: Updates) -> None:
    """Follows the lines of `ehorizon reconstruct --follow --json` to their end."""
    for number, line in enumerate(stream, 1):
        try:
            document = json.loads(line)
            if not isinstance(document, dict) or "position" not in document:
                raise ValueError("no line of 'ehorizon reconstruct --follow --json'")
            updates.put(("wire", at_position(with_texts(document))))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            report(f"{name}:{number}: {error}; the line is skipped")
    report(f"{name}: the end of the input; its leaves are unset")
    updates.put(("wire", None))


SIGNS = {"above": ">", "at-least": ">=", "at-most": "<="}


def with_texts(value: Any) -> Any:
    """A document with the words and ends of ranges in the place of numbers, as the DBC names them: `n/a`, `>2545`."""
    if isinstance(value, list):
        return [with_texts(element) for element in value]
    if not isinstance(value, dict):
        return value
    found = {}
    for name, member in value.items():
        if name.endswith(("Word", "Saturated")):
            continue
        word, bound = value.get(f"{name}Word"), value.get(f"{name}Saturated")
        if word is not None:
            found[name] = word
        else:
            found[name] = with_texts(member) if bound is None else f"{SIGNS[bound]}{member}"
    return found


def at_position(tree: dict[str, Any]) -> dict[str, Any]:
    """What a tree states at the position of the vehicle."""
    found: dict[str, Any] = {"candidates": tree.get("candidates", []), "metaData": tree.get("metaData")}
    if tree["position"] != "on-path":
        return found
    place = tree["candidates"][0]
    offset = place["offset"]
    path = next((path for path in tree["paths"] if path["pathIndex"] == place["pathIndex"]), None)
    if path is None:
        return found
    behind = [segment for segment in path["segments"] if segment["offset"] <= offset]
    if behind:
        found["segment"] = behind[-1]
    ahead = [stub for stub in path["stubs"] if stub["offset"] >= offset]
    if ahead:
        found["stub"] = {**ahead[0], "distance": ahead[0]["offset"] - offset}
    found["profiles"] = {
        name: spots_around(points, offset) for name, points in path["profiles"].items()
    }
    return found


def spots_around(points: list[dict[str, Any]], offset: float) -> dict[str, Any]:
    """The profile point at or behind an offset and the next one, with the share of the way between."""
    behind = [point for point in points if point["offset"] <= offset]
    ahead = [point for point in points if point["offset"] > offset]
    found: dict[str, Any] = {"from": behind[-1]["value"] if behind else None, "to": None, "share": 0.0}
    if behind and ahead:
        found["to"] = ahead[0]["value"]
        found["share"] = (offset - behind[-1]["offset"]) / (ahead[0]["offset"] - behind[-1]["offset"])
    return found


def start(function: Any, *arguments: Any) -> None:
    """Runs a source beside the others, until the program ends."""
    threading.Thread(target=function, args=arguments, daemon=True).start()
