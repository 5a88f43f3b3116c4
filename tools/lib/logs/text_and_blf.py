"""Candump, ASC, TRC and BLF: files of python-can for our reader, and our files for python-can."""
import can

from . import frames


def message(frame, channel):
    return can.Message(
        timestamp=frame.time / 1e6, channel=channel, arbitration_id=frame.identifier,
        is_extended_id=frame.is_extended, is_remote_frame=frame.kind == "remote",
        is_error_frame=frame.kind == "error", is_fd=frame.kind == "fd", dlc=frame.length,
        data=None if frame.kind == "remote" else frame.data, is_rx=frame.is_received,
        bitrate_switch=bool(frame.flags & 1), error_state_indicator=bool(frame.flags & 2))


def write(path, writer, made, channel):
    with writer(path) as log:
        for frame in made:
            log.on_message_received(message(frame, channel(frame.bus)))


def line_of(message, has_error_details=False):
    """The line of a message that python-can read; its channels count from 0."""
    kind = ("error" if message.is_error_frame else "remote" if message.is_remote_frame
            else "fd" if message.is_fd else "data")
    flags = 4 | message.bitrate_switch | message.error_state_indicator << 1 if kind == "fd" else 0
    return frames.line(frames.Frame(
        round(message.timestamp * 1e6), message.channel + 1, kind, message.arbitration_id,
        message.is_extended_id, message.dlc, bytes(message.data), flags, True), has_error_details)


def candump_line(frame):
    """python-can writes neither the length of a remote frame, nor the classes of an error, nor the bit of CAN FD."""
    if frame.kind == "error":
        return frames.line(frame._replace(identifier=0x80), True)
    if frame.kind == "remote":
        frame = frame._replace(length=0)
    return frames.line(frame._replace(flags=frame.flags & 3))


def screen_line(frame):
    """The line of `candump -ta`, as can-utils' lib.c prints it, without the two blanks before an interface."""
    text = f" ({frame.time // 1_000_000:010d}.{frame.time % 1_000_000:06d})  can{frame.bus}  "
    if frame.kind == "error":
        data = " ".join(f"{byte:02X}" for byte in frame.data)
        return text + f"{frame.identifier | 0x2000_0000:08X}   [8]  {data}   ERRORFRAME"
    text += frames.identifier(frame)
    if frame.kind == "remote":
        return text + f"   [{frame.length}]  remote request"
    data = "".join(f" {byte:02X}" for byte in frame.data)
    return text + (f"  [{frame.length:02d}] " if frame.kind == "fd" else f"   [{frame.length}] ") + data


def read(trials):
    """Our reader and the files of python-can; the screen of candump has no writer there."""
    path = trials.path("candump.log")
    write(path, can.CanutilsLogWriter, trials.frames(), lambda bus: f"can{bus}")
    trials.read("candump -L of python-can", path, map(candump_line, trials.frames()))

    path = trials.path("screen.txt")
    with open(path, "w") as file:
        file.writelines(screen_line(frame) + "\n" for frame in trials.frames())
    # Without -x the screen has no flags of CAN FD.
    without = (frame._replace(flags=frame.flags & 4) for frame in trials.frames())
    trials.read("screen of candump", path, (frames.line(frame, True) for frame in without))

    # python-can counts channels from 0, and writes them from 1.
    path = trials.path("written.asc")
    write(path, can.ASCWriter, trials.frames(), lambda bus: bus - 1)
    trials.read("ASC of python-can", path, map(frames.line, trials.frames()))

    path = trials.path("written.trc")
    write(path, can.TRCWriter, trials.frames(frames.DATA_ONLY), lambda bus: bus - 1)
    trials.read("TRC of python-can, which writes only data frames", path,
                map(frames.line, trials.frames(frames.DATA_ONLY)))

    # python-can cuts off a difference of floating-point times.
    path = trials.path("written.blf")
    write(path, can.BLFWriter, trials.frames(), lambda bus: bus - 1)
    trials.read("BLF of python-can", path, (frames.line(frame, True) for frame in trials.frames()), 1)


def write_ours(trials, source):
    """Our ASC and BLF, read by python-can and by our reader."""
    path = trials.path("ours.asc")
    trials.run(source, "--output", path)
    with can.ASCReader(path, relative_timestamp=False) as log:
        trials.compare("our ASC, read by python-can", map(asc_line_of, log),
                       map(asc_line, trials.frames()))
    trials.read("our ASC", path, map(frames.line, trials.frames()))

    path = trials.path("ours.blf")
    trials.run(source, "--output", path)
    with can.BLFReader(path) as log:
        trials.compare("our BLF, read by python-can", (line_of(entry, True) for entry in log),
                       (frames.line(frame, True) for frame in trials.frames()))
        if log.object_count != trials.count:
            trials.differences += 1
            print(f"  our BLF: its header counts {log.object_count} objects")
    trials.read("our BLF", path, (frames.line(frame, True) for frame in trials.frames()))


def asc_line_of(entry):
    if entry.is_error_frame:
        entry.arbitration_id = 0
    if entry.is_remote_frame:
        entry.is_fd = False
    return line_of(entry)


def asc_line(frame):
    """python-can takes a CAN FD line without data for a remote frame."""
    if frame.kind == "fd" and frame.length == 0:
        frame = frame._replace(kind="remote", flags=0)
    return frames.line(frame)
