"""Cuts Swift sources into tokens: as much of the grammar as finding mutation sites needs."""

import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*)
    | (?P<text>\"\"\"|\")
    | (?P<number>0x[0-9A-Fa-f_]+ | 0b[01_]+ | [0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:e-?[0-9]+)?)
    | (?P<word>[#@$]?[A-Za-z_][A-Za-z0-9_]*|\$[0-9]+|`[a-z]+`)
    | (?P<operator>\.\.\.|\.\.<|[-+*/%<>=!&|^~?]+)
    | (?P<sign>.)""",
    re.VERBOSE | re.DOTALL,
)
OPENING, CLOSING = "([{", ")]}"


@dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int
    line: int
    begins_line: bool
    # The place of the bracket that this one closes or is closed by, and of the one around it.
    partner: int = -1
    around: int = -1


def _end_of_comment(source, start):
    depth, place = 0, start
    while True:
        if source.startswith("/*", place):
            depth, place = depth + 1, place + 2
        elif source.startswith("*/", place):
            depth, place = depth - 1, place + 2
            if depth == 0:
                return place
        else:
            place += 1


def _end_of_text(source, start, quote):
    """The end of a string literal, whose interpolations may hold string literals."""
    place = start + len(quote)
    while not source.startswith(quote, place):
        if source.startswith("\\(", place):
            depth, place = 1, place + 2
            while depth:
                if source[place] == '"':
                    place = _end_of_text(source, place, '"')
                    continue
                depth += {"(": 1, ")": -1}.get(source[place], 0)
                place += 1
        else:
            place += 2 if source[place] == "\\" else 1
    return place + len(quote)


def tokens(source):
    """The tokens of a source, without spaces and comments."""
    found, stack, place, line, last_line = [], [], 0, 1, 0
    while place < len(source):
        if source.startswith("/*", place):
            end, kind = _end_of_comment(source, place), "space"
        else:
            match = TOKEN.match(source, place)
            end, kind = match.end(), match.lastgroup
            if kind == "text":
                end = _end_of_text(source, place, match.group())
        text = source[place:end]
        if kind != "space":
            token = Token(kind, text, place, end, line, line != last_line)
            token.around = stack[-1] if stack else -1
            if text in OPENING and kind == "sign":
                stack.append(len(found))
            elif text in CLOSING and kind == "sign":
                token.partner = stack.pop()
                found[token.partner].partner = len(found)
                token.around = stack[-1] if stack else -1
            found.append(token)
            last_line = line
        line += text.count("\n")
        if kind != "space":
            last_line = line
        place = end
    return found
