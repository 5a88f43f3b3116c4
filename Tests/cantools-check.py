"""Compares frames and raw values by cantools, a decoder and encoder that is not ours.

usage: cantools-check.py FILE.dbc < lines

A line is a decimal identifier (with bit 31 for 29 bits, as in the DBC), the payload in hexadecimal,
and the raw value of every signal as NAME=VALUE. Each frame has to decode to exactly these values,
and these values have to encode to exactly this frame. Prints the number of frames that agree and
names the first that does not.
"""
import sys

import cantools

database = cantools.database.load_file(sys.argv[1], strict=True)
messages = {
    message.frame_id | (0x80000000 if message.is_extended_frame else 0): message
    for message in database.messages
}
agreed = 0
for line in sys.stdin:
    number, payload, *values = line.split()
    message = messages[int(number)]
    payload = bytes.fromhex(payload)
    expected = {name: int(value) for name, value in (word.split("=") for word in values)}
    decoded = message.decode(payload, decode_choices=False, scaling=False)
    if decoded != expected:
        sys.exit(f"{line.strip()}\ncantools reads {decoded}")
    encoded = message.encode(expected, scaling=False, strict=False)
    if encoded != payload:
        sys.exit(f"{line.strip()}\ncantools writes {encoded.hex()}")
    agreed += 1
print(agreed)
