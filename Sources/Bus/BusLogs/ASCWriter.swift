import CANFrames

/// Writes an ASC log of Vector's tools, as `ASCReader` describes it.
///
/// The date is the first frame's time in UTC, cut to milliseconds; times count from it, with six decimals, or nine
/// where a time is no whole number of microseconds. A frame older than the date gets the time 0, as no tool reads
/// times below 0. The details of error frames and the flags of `candump` beyond the two bits are not written.
///
/// Interfaces have the numbers of ``ChannelNumbers``.
struct ASCWriter: BusLogWriter {
    private var start: Int64?
    private var channels = ChannelNumbers()

    mutating func write(_ frame: LoggedFrame, to bytes: inout [UInt8]) {
        let start = self.start ?? begin(frame.nanoseconds, &bytes)
        let (difference, isOverflow) = frame.nanoseconds.subtractingReportingOverflow(start)
        // The farthest difference that Int64 cannot hold is that to a later time.
        let elapsed = isOverflow ? (frame.nanoseconds < start ? 0 : .max) : max(difference, 0)
        bytes.appendTime(elapsed)
        let channel = channels.number(of: frame.interface)
        switch frame.content {
        case .data(let data) where data.isFD:
            bytes.append(text: " CANFD ")
            bytes.append(text: "\(channel)", width: -3)
            bytes.append(text: " Rx   ")
            bytes.append(text: ascText(data.identifier), width: -8)
            bytes.append(text: "                                   ")
            bytes.append(text: frame.flags & 1 != 0 ? "1 " : "0 ")
            bytes.append(text: frame.flags & 2 != 0 ? "1 " : "0 ")
            bytes.append(text: String(data.lengthCode, radix: 16))
            bytes.append(text: " ")
            bytes.append(text: "\(data.length)", width: -2)
            bytes.append(data)
            let flags: UInt64 =
                0x1000 | (frame.flags & 1 != 0 ? 0x2000 : 0) | (frame.flags & 2 != 0 ? 0x4000 : 0)
            bytes.append(text: "        0    0     ")
            bytes.append(text: String(flags, radix: 16))
            bytes.append(text: "        0        0        0        0        0")
        case .data(let data):
            appendHead(channel, data.identifier, to: &bytes)
            bytes.append(text: "d \(data.length)")
            bytes.append(data)
        case .remote(let identifier, let length):
            appendHead(channel, identifier, to: &bytes)
            bytes.append(text: "r \(min(max(length, 0), 8))")
        case .error:
            bytes.append(text: " \(channel)  ErrorFrame")
        }
        bytes.append(0x0A)
    }

    mutating func finish(to bytes: inout [UInt8]) {
        if start == nil { _ = begin(0, &bytes) }
        bytes.append(text: "End TriggerBlock\n")
    }

    private mutating func begin(_ time: Int64, _ bytes: inout [UInt8]) -> Int64 {
        let millisecond: Int64 = 1_000_000
        let remainder = time % millisecond
        let offset = remainder < 0 ? remainder + millisecond : remainder
        // Below the first whole millisecond that Int64 holds there is none.
        let (cut, isOverflow) = time.subtractingReportingOverflow(offset)
        let start = isOverflow ? time - remainder : cut
        self.start = start
        let date = ascDate(start)
        bytes.append(text: "date \(date)\nbase hex  timestamps absolute\n")
        bytes.append(text: "internal events logged\nBegin Triggerblock \(date)\n")
        bytes.append(text: "   0.000000 Start of measurement\n")
        return start
    }

    private func appendHead(_ channel: Int, _ identifier: CANIdentifier, to bytes: inout [UInt8]) {
        bytes.append(text: " \(channel)  ")
        bytes.append(text: ascText(identifier), width: 15)
        bytes.append(text: " Rx   ")
    }

    private func ascText(_ identifier: CANIdentifier) -> String {
        String(identifier.value, radix: 16, uppercase: true) + (identifier.isExtended ? "x" : "")
    }
}

/// A time as `Thu Nov 26 11:00:00.123 2026`, UTC.
private func ascDate(_ nanoseconds: Int64) -> String {
    let perDay = CivilDate.nanosecondsPerDay
    let remainder = nanoseconds % perDay
    let days = nanoseconds / perDay - (remainder < 0 ? 1 : 0)
    let milliseconds = (remainder < 0 ? remainder + perDay : remainder) / 1_000_000
    let (year, month, day) = CivilDate.date(days: Int(days))
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let weekday = weekdays[Int((days % 7 + 7) % 7)]
    let clock = [
        padded(milliseconds / 3_600_000, 2), padded(milliseconds / 60_000 % 60, 2),
        padded(milliseconds / 1000 % 60, 2),
    ].joined(separator: ":")
    let date = "\(weekday) \(months[month - 1]) \(padded(Int64(day), 2))"
    return "\(date) \(clock).\(padded(milliseconds % 1000, 3)) \(year)"
}

private func padded(_ number: Int64, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
}

extension [UInt8] {
    fileprivate mutating func append(text: String) { append(contentsOf: text.utf8) }

    /// Appends a text with blanks up to a width: behind the text, or before it where the width is negative.
    fileprivate mutating func append(text: String, width: Int) {
        let blanks = Swift.max(abs(width) - text.utf8.count, 0)
        if width < 0 { append(contentsOf: repeatElement(0x20, count: blanks)) }
        append(contentsOf: text.utf8)
        if width > 0 { append(contentsOf: repeatElement(0x20, count: blanks)) }
    }

    fileprivate mutating func append(_ frame: CANFrame) {
        for index in 0..<frame.length {
            append(0x20)
            for digit in [frame.bytes[index] >> 4, frame.bytes[index] & 0xF] {
                append(digit < 10 ? 0x30 + digit : 0x41 + digit - 10)
            }
        }
    }

    /// Appends seconds with six or nine decimals, of a time that is not negative.
    fileprivate mutating func appendTime(_ nanoseconds: Int64) {
        append(text: String(nanoseconds / 1_000_000_000), width: -4)
        append(UInt8(ascii: "."))
        let isWhole = nanoseconds % 1000 == 0
        var divisor: Int64 = 100_000_000
        for _ in 0..<(isWhole ? 6 : 9) {
            append(UInt8(truncatingIfNeeded: nanoseconds / divisor % 10) + 0x30)
            divisor /= 10
        }
    }
}
