"""MDF4 with bus logging: files of asammdf and python-can, and unsorted files, which asammdf only reads."""
import datetime
import os
import time

import asammdf
import numpy
from asammdf.blocks.v4_blocks import SourceInformation
from can.io.mf4 import ERR_DTYPE, RTR_DTYPE, STD_DTYPE, MF4Reader, MF4Writer

from . import frames, text_and_blf, unsorted_mdf

# python-can's writer takes a millisecond for each frame.
MOST_OF_PYTHON_CAN = 10_000
GROUPS = (("CAN_DataFrame", STD_DTYPE), ("CAN_ErrorFrame", ERR_DTYPE), ("CAN_RemoteFrame", RTR_DTYPE))


class Columns:
    """The frames as arrays."""

    def __init__(self, made):
        made = list(made)
        self.time = numpy.array([frame.time - frames.START for frame in made]) / 1e6
        # The places of the kinds in GROUPS.
        self.kind = numpy.array([{"error": 1, "remote": 2}.get(frame.kind, 0) for frame in made])
        self.fields = {
            "BusChannel": [frame.bus for frame in made], "ID": [frame.identifier for frame in made],
            "IDE": [frame.is_extended for frame in made], "DLC": [frame.dlc for frame in made],
            "DataLength": [frame.length for frame in made], "Dir": [not frame.is_received for frame in made],
            "EDL": [frame.flags >> 2 & 1 for frame in made], "BRS": [frame.flags & 1 for frame in made],
            "ESI": [frame.flags >> 1 & 1 for frame in made]}
        self.fields = {name: numpy.array(values, "u4") for name, values in self.fields.items()}
        data = b"".join(frame.data.ljust(64, b"\0") for frame in made)
        self.fields["DataBytes"] = numpy.frombuffer(data, "u1").reshape(len(made), 64)


def write_asammdf(columns, path, version, compression, has_columns):
    log = asammdf.MDF(version=version)
    log._mdf._column_storage = has_columns
    log.header.start_time = datetime.datetime.fromtimestamp(frames.START // 1_000_000, datetime.timezone.utc)
    log.header.abs_time = frames.START * 1000
    for kind, (name, dtype) in enumerate(GROUPS):
        for bus in (1, 2, 3):
            chosen = (columns.kind == kind) & (columns.fields["BusChannel"] == bus)
            samples = numpy.zeros(chosen.sum(), dtype=dtype)
            for field, values in columns.fields.items():
                if f"{name}.{field}" in dtype.names:
                    samples[f"{name}.{field}"] = values[chosen]
            signal = asammdf.Signal(name=name, samples=samples, timestamps=columns.time[chosen],
                                    source=SourceInformation(source_type=2, bus_type=2))
            # asammdf 8.8.28 asks for these with column storage, and does not set them.
            signal.axes = signal.conversions = signal.units = None
            log.append(signal)
    log.save(path, overwrite=True, compression=compression)
    log.close()


def lines_of_asammdf(path):
    """The frames as asammdf reads them, in the order of time."""
    log = asammdf.MDF(path)
    rows = []
    for index, group in enumerate(log.groups):
        names = [channel.name for channel in group.channels]
        for kind, (name, _) in zip(("data", "error", "remote"), GROUPS):
            if name not in names:
                continue
            signal = log.get(name, index)
            fields = {field.split(".")[-1]: signal.samples[field] for field in signal.samples.dtype.names}
            for place, seconds in enumerate(signal.timestamps):
                row = {field: values[place] for field, values in fields.items()}
                length = int(row["DataLength"])
                flags = 4 | int(row["BRS"]) | int(row["ESI"]) << 1 if row.get("EDL") else 0
                data = row["DataBytes"][:length].tobytes() if kind == "data" else b""
                rows.append(frames.Frame(
                    frames.START + round(float(seconds) * 1e6), int(row["BusChannel"]),
                    "fd" if flags else kind, int(row["ID"]), bool(row["IDE"]), length, data, flags, True))
    log.close()
    return map(frames.line, sorted(rows, key=lambda frame: frame.time))


def write_python_can(made, path, compression):
    log = MF4Writer(path, compression_level=compression)
    # The times of its frames count from the moment at which it was made.
    base = log._start_time - frames.START / 1e6
    for frame in made:
        message = text_and_blf.message(frame, frame.bus)
        message.timestamp += base
        log.on_message_received(message)
    log.stop()


def lines_of_python_can(path):
    for message in MF4Reader(path):
        message.channel -= 1
        yield text_and_blf.line_of(message)


def lines(trials):
    return map(frames.line, trials.frames())


def read(trials):
    """Our reader and files of each kind, with asammdf as a second reader."""
    # python-can reads the start of a log as local time.
    os.environ["TZ"] = "UTC"
    time.tzset()
    columns = Columns(trials.frames())
    for version, compression, has_columns in (
            ("4.10", 0, False), ("4.10", 1, False), ("4.10", 2, False), ("4.20", 0, False),
            ("4.20", 2, False), ("4.20", 0, True), ("4.20", 2, True)):
        path = trials.path("written.mf4")
        write_asammdf(columns, path, version, compression, has_columns)
        storage = ", column storage" if has_columns else ""
        trials.read(f"MDF {version} of asammdf, compression {compression}{storage}", path, lines(trials))
    for has_lengths, is_compressed in ((False, False), (False, True), (True, False), (True, True)):
        path = trials.path("unsorted.mf4")
        with open(path, "wb") as file:
            file.write(unsorted_mdf.log(list(trials.frames()), has_lengths, is_compressed))
        title = "MDF 4.11, unsorted" + ", variable length" * has_lengths + ", compressed" * is_compressed
        trials.read(title, path, lines(trials))
        # Of an uncompressed file with variable lengths asammdf 8.8.28 reads only a part of the records.
        if is_compressed or not has_lengths:
            trials.compare(f"{title}, read by asammdf", lines_of_asammdf(path), lines(trials))
    for compression in (0, 2):
        path = trials.path("python-can.mf4")
        write_python_can(trials.frames(most=MOST_OF_PYTHON_CAN), path, compression)
        trials.read(f"MDF of python-can, compression {compression}", path, lines_of_python_can(path), 1)
