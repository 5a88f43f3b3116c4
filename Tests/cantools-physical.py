"""Compares the physical values of profiles by cantools, a decoder that is not ours, with those of our decoder.

usage: cantools-physical.py FILE.dbc FILE.log DECODED.jsonl

The DBC is that of `ehorizon dbc --physical`, the third file what `ehorizon decode --json` says of the log. Each
number of a profile has to be the same, and each word has to be one of the names of its signal. Prints how many
values agree; names the first that does not.
"""
import json
import re
import sys

import cantools
from cantools.database.namedsignalvalue import NamedSignalValue

database = cantools.database.load_file(sys.argv[1], strict=True)
agreed = 0
with open(sys.argv[2], encoding="ascii") as log, open(sys.argv[3], encoding="utf-8") as decoded:
    for line, ours in zip(log, decoded, strict=True):
        number, payload = line.split()[2].split("#")
        ours = json.loads(ours)["value"]
        if ours.get("profileType") is None:
            continue
        theirs = database.decode_message(int(number, 16), bytes.fromhex(payload))
        words = ours["profileType"].split("-")
        name = words[0] + "".join(word.capitalize() for word in words[1:])
        for field in ("value", "value0", "value1"):
            if field not in ours:
                continue
            signal = name + field.removeprefix("value")
            found = [value for key, value in theirs.items()
                     if re.fullmatch(re.escape(signal) + r"(_\d+)?", key)]
            if not found and field in theirs:
                continue  # a type without a scale
            expected = ours.get(f"{field}Word", ours[field])
            same = len(found) == 1
            if same and isinstance(found[0], NamedSignalValue) and not isinstance(expected, str):
                # A code that stands for all beyond the scale has a name such as ">=0.16192".
                same = f"{field}Saturated" in ours
                found = [re.sub("^[<>=]+", "", str(found[0]).split(" ")[0])]
            if same and isinstance(expected, str):
                same = str(found[0]).split(" ")[0] == expected
            elif same:
                # Our decoder rounds to the places of the code.
                same = abs(float(found[0]) - expected) < 0.006 if "Speed" in signal \
                    else abs(float(found[0]) - expected) < 1e-9 * max(1, abs(expected)) + 5e-8
            if not same:
                sys.exit(f"{line.strip()}: {signal}: ehorizon {expected}, cantools {theirs}")
            agreed += 1
print(agreed)
