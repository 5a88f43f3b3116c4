"""The wheel on a golden log: python3 test_client.py LOG"""
import os
import random
import re
import subprocess
import sys
import unittest

from ehorizon_client import EXTENDED_ID, Client, MESSAGES, NAMES, PROFILES, RECEPTIONS, name_of

EXAMPLE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "examples", "limit_ahead.py")

LINE = re.compile(r"\((\d+)\.(\d{6})\) \S+ ([0-9A-F]+)#([0-9A-F]*)")


def read(path):
    """Identifier, bytes and milliseconds of each frame of a candump log."""
    with open(path, encoding="ascii") as log:
        for line in log:
            seconds, micros, identifier, data = LINE.match(line).groups()
            yield (int(identifier, 16), bytes.fromhex(data),
                   int(seconds) * 1000 + int(micros) // 1000)


class GoldenLog(unittest.TestCase):
    frames = []
    log = None

    def test_codes_have_names(self):
        self.assertEqual(name_of("form_of_way", 4), "roundabout")
        self.assertEqual(NAMES["functional_road_class"][0], "unknown")
        self.assertEqual(NAMES["effective_speed_limit"][30], "unlimited")
        for names in NAMES.values():
            self.assertIn(len(names), (4, 8, 16, 32))
        client = Client()
        named = 0
        for identifier, data, time in self.frames:
            client.feed(identifier, data, time)
            word = int.from_bytes(data, "big")
            if identifier != 0x302 or client.main_path != word >> 40 & 63:
                continue
            segment = client.segment_at(client.main_path, word >> 48 & 0x1FFF)
            if segment and segment.metres == word >> 48 & 0x1FFF:
                self.assertEqual(segment.form_of_way_name, NAMES["form_of_way"][word >> 16 & 15])
                self.assertEqual(segment.speed_limit_type_name, NAMES["effective_speed_limit_type"][word >> 8 & 7])
                named += 1
        self.assertGreater(named, 100)

    def test_the_example_prints_the_limits_of_the_frames(self):
        """Against the SEGMENTs as they are on the wire."""
        done = subprocess.run([sys.executable, EXAMPLE, self.log], capture_output=True, text=True, check=True)
        lines = done.stdout.splitlines()
        self.assertGreater(len(lines), 400)
        printed = {line.split()[0]: line for line in lines}
        limits, compared, ahead = {}, 0, 0
        for identifier, data, time in self.frames:
            word = int.from_bytes(data, "big")
            path, offset = word >> 40 & 63, word >> 48 & 0x1FFF
            if identifier == 0x302:
                limits.setdefault(path, {})[offset] = NAMES["effective_speed_limit"][word >> 11 & 31]
            line = printed.get(f"{time / 1000:.3f}")
            if identifier != 0x300 or line is None:
                continue
            behind = [place for place in limits.get(path, {}) if place <= offset]
            if not behind or "(" not in line:
                continue
            limit = limits[path][max(behind)]
            words = f"{limit} km/h" if limit.isdigit() else limit
            self.assertIn(f"on-path  {words} (", line)
            compared += 1
            ahead += " in " in line
        self.assertGreater(compared, 300)
        self.assertGreater(ahead, 50)

    def test_every_position_is_the_one_of_the_frame(self):
        client = Client()
        positions = 0
        for identifier, data, time in self.frames:
            result = client.feed(identifier, data, time)
            self.assertIn(result, RECEPTIONS)
            if identifier != 0x300:
                continue
            word = int.from_bytes(data, "big")
            position = client.position()
            self.assertEqual(position.path, word >> 40 & 63)
            self.assertEqual(position.metres % 8191, word >> 48 & 0x1FFF)
            self.assertAlmostEqual(position.speed.value, ((word >> 8 & 511) - 64) / 5)
            self.assertEqual(position.received_ms, time)
            self.assertEqual(client.main_path, position.path)
            positions += 1
        self.assertGreater(positions, 100)
        self.assertEqual(client.whereabouts, "on-path")
        receptions, resets = client.counters
        self.assertEqual(sum(receptions.values()), len(self.frames))
        self.assertEqual(receptions["wrong-type"], 0)
        self.assertEqual(sum(resets.values()), 0)
        self.assertEqual(client.lost("stub"), 0)

    def test_values_of_points_are_those_of_the_frames(self):
        client = Client()
        sent = {}
        for identifier, data, time in self.frames:
            client.feed(identifier, data, time)
            word = int.from_bytes(data, "big")
            if identifier == 0x304 and word >> 35 & 31 == 2:
                sent[word >> 40 & 63, word >> 48 & 0x1FFF] = word & 0xFFFFFFFF
        compared = 0
        for path in client.paths:
            for spot in client.spots(path.index, "latitude"):
                raw = sent[path.index, spot.metres % 8191]
                self.assertEqual(spot.raw, raw)
                self.assertAlmostEqual(spot.number.value, raw / 1e7 - 90, places=9)
                value = client.value_at(path.index, PROFILES["latitude"], spot.metres)
                self.assertEqual(value, spot.number)
                compared += 1
        self.assertGreater(compared, 0)

    def test_segments_hold_up_to_the_next_one(self):
        client = Client()
        compared = 0
        for identifier, data, time in self.frames:
            client.feed(identifier, data, time)
            if identifier != 0x300 or client.main_path is None:
                continue
            segments = client.segments(client.main_path)
            for segment, following in zip(segments, segments[1:]):
                found = client.segment_at(client.main_path, following.metres - 0.5)
                self.assertEqual(found, segment)
                compared += 1
            if segments:
                before = client.segment_at(client.main_path, segments[0].metres - 1)
                self.assertIsNone(before)
        self.assertGreater(compared, 0)

    def test_lost_frames_are_counted(self):
        chance = random.Random(3)
        client = Client()
        dropped = 0
        for number, (identifier, data, time) in enumerate(self.frames):
            is_single = identifier == 0x300 and number > 100 and chance.random() < 0.02
            dropped += is_single
            if not is_single:
                client.feed(identifier, data, time)
        self.assertGreater(dropped, 10)
        self.assertEqual(client.lost("position"), dropped)

    def test_silence_ends_the_position(self):
        client = Client()
        for identifier, data, time in self.frames[:1000]:
            client.feed(identifier, data, time)
        self.assertIsNotNone(client.position())
        client.advance(time + 60_000)
        self.assertIsNone(client.position())
        self.assertEqual(client.whereabouts, "no-position")
        self.assertEqual(client.paths, [])
        self.assertEqual(client.offset_at(time).reading, "unknown")

    def test_a_frame_that_nothing_overtook_is_not_late(self):
        for missing in range(100, 400):
            client = Client()
            for number, (identifier, data, time) in enumerate(self.frames[:900]):
                if number != missing:
                    client.feed(identifier, data, time)
            self.assertEqual([client.late(message) for message in MESSAGES], [0] * 6, missing)
            self.assertEqual(sum(client.lost(message) for message in MESSAGES), 1, missing)

    def test_other_identifiers_make_the_same_tree(self):
        identifiers = {message: [0x500 + number, EXTENDED_ID | 0x18FF0000 + number]
                       for number, message in enumerate(MESSAGES)}
        usual, other = Client(), Client(identifiers=identifiers)
        most = 0
        numbers = {0x300: 0, 0x302: 1, 0x301: 2, 0x303: 3, 0x304: 4, 0x305: 5}
        for place, (identifier, data, time) in enumerate(self.frames):
            usual.feed(identifier, data, time)
            renamed = identifiers[list(MESSAGES)[numbers[identifier]]][place % 2]
            self.assertNotEqual(other.feed(renamed & ~EXTENDED_ID, data, time, bool(renamed & EXTENDED_ID)), "other-id")
            if identifier == 0x300:
                self.assertEqual(usual.paths, other.paths)
                most = max(most, len(usual.paths))
        self.assertGreater(most, 5)
        self.assertEqual(usual.counters, other.counters)
        self.assertEqual(other.feed(0x300, bytes(8), time), "other-id")

    def test_a_choice_of_profiles(self):
        client = Client(profiles=["curvature", "latitude"])
        held = set()
        for identifier, data, time in self.frames:
            client.feed(identifier, data, time)
            for path in client.paths if identifier == 0x300 else ():
                held.update(client.profiles(path.index))
        self.assertEqual(held, {"curvature", "latitude"})

    def test_a_timeout_is_the_given_one(self):
        client = Client(position_timeout_ms=500)
        for identifier, data, time in self.frames[:1000]:
            client.feed(identifier, data, time)
        received = client.position().received_ms
        client.advance(received + 500)
        self.assertIsNotNone(client.position())
        client.advance(received + 501)
        self.assertIsNone(client.position())

    def test_meta_data_are_those_of_the_frame(self):
        client = Client()
        self.assertIsNone(client.meta_data)
        for identifier, data, time in self.frames:
            client.feed(identifier, data, time)
        self.assertEqual(client.meta_data.country, 276)
        self.assertTrue(client.meta_data.drives_on_right)
        self.assertFalse(client.meta_data.speeds_in_mph)
        self.assertIsNone(client.current_link)

    def test_the_link_of_a_provider_without_paths(self):
        for offset, metres in ((8191, None), (25, 25)):
            client = Client()
            word = 2 << 61 | offset << 48 | 4 << 40 | 3 << 30
            client.feed(0x302, word.to_bytes(8, "big"), 0)
            self.assertIsNotNone(client.current_link)
            self.assertEqual(client.current_link.metres, metres)

    def test_what_is_not_possible_is_named(self):
        for words, attempt in (
                ("layout 'maker.dbc'", lambda: Client("maker.dbc")),
                ("profile 'curvatur'", lambda: Client(profiles=["curvatur"])),
                ("message 'pos'", lambda: Client(identifiers={"pos": 1})),
                ("longest_jump_m 70000", lambda: Client(longest_jump_m=70000)),
                ("out of its range", lambda: Client(longest_jump_m=0)),
                ("identifier 0x800", lambda: Client(identifiers={"stub": 0x800})),
                ("identifier -0x1", lambda: Client(identifiers={"stub": -1})),
                ("there are none", lambda: Client(identifiers={})),
                ("profile 64", lambda: Client(profiles=[64])),
                ("profile 300", lambda: Client().spots(8, 300)),
                ("path -1", lambda: Client().stubs(-1)),
                ("identifier 0x100000300", lambda: Client().feed(0x100000300, bytes(8), 0)),
                ("time 18446744073709551616", lambda: Client().advance(2**64)),
                ("13 identifiers", lambda: Client(identifiers={"stub": range(13)})),
                ("time -1", lambda: Client().feed(0x300, bytes(8), -1)),
                ("time -1", lambda: Client().advance(-1)),
                ("time -1", lambda: Client().offset_at(-1)),
                ("profile 'curvatur'", lambda: Client().spots(8, "curvatur")),
                ("message 'pos'", lambda: Client().lost("pos"))):
            with self.assertRaisesRegex(ValueError, words):
                attempt()

    def test_the_example_reads_what_python_can_writes_and_names_what_is_no_log(self):
        with open(self.log, encoding="ascii") as log:
            lines = log.read().splitlines()
        original = subprocess.run([sys.executable, EXAMPLE, self.log], capture_output=True, text=True, check=True)
        written = "".join(f"{line} {'RT'[number % 2]}\n" for number, line in enumerate(lines))
        done = subprocess.run([sys.executable, EXAMPLE, "-"], input=written, capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, original.stdout)
        done = subprocess.run([sys.executable, EXAMPLE, __file__], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no line is a frame", done.stderr)
        done = subprocess.run([sys.executable, EXAMPLE], capture_output=True, text=True, check=False)
        self.assertIn("usage", done.stderr)

    def test_what_is_no_message(self):
        client = Client()
        self.assertEqual(client.feed(0x7FF, bytes(8), 0), "other-id")
        self.assertEqual(client.feed(0x300, bytes(7), 0), "wrong-length")
        self.assertEqual(client.feed(0x300, b"\x40" + bytes(7), 0), "wrong-type")
        self.assertEqual(client.feed(0x300, bytes(8), 0, is_extended=True), "other-id")


if __name__ == "__main__":
    GoldenLog.log = sys.argv.pop(1)
    GoldenLog.frames = list(read(GoldenLog.log))
    unittest.main()
