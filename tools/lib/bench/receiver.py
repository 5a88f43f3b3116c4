"""The sentences of a recorded drive with the time of now."""


def retimed(line, now):
    """A sentence of a drive with another time of day and date."""
    fields = line.strip().lstrip("$").split("*")[0].split(",")
    fields[1] = now.strftime("%H%M%S.00")
    if fields[0].endswith("RMC"):
        fields[9] = now.strftime("%d%m%y")
    body = ",".join(fields)
    checksum = 0
    for byte in body.encode():
        checksum ^= byte
    return f"${body}*{checksum:02X}\r\n".encode()


def epochs(path):
    """The sentences of a drive, second by second."""
    seconds = []
    with open(path) as lines:
        for line in lines:
            time_of_day = line.split(",")[1]
            if not seconds or seconds[-1][0] != time_of_day:
                seconds.append((time_of_day, []))
            seconds[-1][1].append(line)
    return [lines for _, lines in seconds]
