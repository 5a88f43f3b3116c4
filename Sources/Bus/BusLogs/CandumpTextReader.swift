import CANFrames

/// Reads the lines that `candump` of can-utils prints on the screen, without `-L`.
///
/// ```
///  (1436509052.249713)  can0  123   [8]  11 22 33 44 55 66 77 88   '."3DUfw.'    -t a, -a
///  (000.010000)  can0  RX B -  12345678  [12]  01 02 03 04 05 06 07 08 09 0A 0B 0C  -t d or z, -x
///  (2015-07-10 05:50:52.249713)  can0  123   [2]  remote request                    -t A
///   can0  20000004   [8]  00 0C 00 00 00 00 00 00   ERRORFRAME
/// ```
/// A length of two digits is CAN FD. `-t A` prints local time without its zone, which is read as UTC. Bytes in the
/// wrong order (`-S`) and colours (`-c`) are not read.
struct CandumpTextReader: TextLogReader {
    let lines = TextLogLines()
    /// Whether a line had a time. Without one every frame's time is 0.
    private(set) var hasTimes = false
    private var times = CandumpTimes()
    /// Items held back until it is known whether the times are to be summed.
    private var held: [(item: BusLogItem, isShort: Bool)] = []
    private var lineIsShort = false

    mutating func read(_ line: Span<UInt8>) throws(TextLogError) -> LoggedFrame? {
        lineIsShort = false
        var fields = TextLogFields()
        let first = fields.peek(line)
        // `candump -e` explains an error frame in lines that begin with a tab.
        if first.isEmpty || line[0] == 0x09 || line.matches(first, "DROPCOUNT:") { return nil }
        let time = try self.time(line, &fields)
        let interface = try self.interface(line, &fields)
        let switches = try self.switches(line, &fields)
        var frame = LoggedFrame(nanoseconds: 0, interface: interface, content: .error(.busError))
        try readContent(line, &fields, of: &frame, switches: switches)
        // A line that is no frame must not count for the times.
        frame.nanoseconds = time.nanoseconds
        if time.isShort {
            lineIsShort = true
            frame.nanoseconds = times.take(time.nanoseconds)
        }
        return frame
    }

    mutating func add(_ item: BusLogItem, to items: inout [BusLogItem]) {
        guard times.isUndecided else {
            release(into: &items)
            items.append(item)
            return
        }
        held.append((item, lineIsShort))
        lineIsShort = false
    }

    mutating func finish(into items: inout [BusLogItem]) {
        if lines.last() { readLine(into: &items) }
        times.decide()
        release(into: &items)
    }

    private mutating func release(into items: inout [BusLogItem]) {
        guard !held.isEmpty else { return }
        var sum: Int64 = 0
        for (item, isShort) in held {
            if case .frame(var frame, let place) = item, isShort, times.areDeltas {
                sum = sum.addingClamped(frame.nanoseconds)
                frame.nanoseconds = sum
                items.append(.frame(frame, at: place))
            } else {
                items.append(item)
            }
        }
        held.removeAll()
    }

    private mutating func time(
        _ line: Span<UInt8>,
        _ fields: inout TextLogFields
    ) throws(TextLogError) -> (nanoseconds: Int64, isShort: Bool) {
        fields.skipBlanks(line)
        guard line[fields.place] == UInt8(ascii: "(") else { return (0, false) }
        let start = fields.place + 1
        var end = start
        while end < line.count, line[end] != UInt8(ascii: ")") { end += 1 }
        fields.move(to: min(end + 1, line.count))
        hasTimes = true
        var inside = TextLogFields(place: start)
        let word = inside.next(line)
        if end < line.count, word.upperBound < end {
            let clock = inside.next(line).clamped(to: start..<end)
            if let time = line.dateTime(word, clock) { return (time, false) }
        } else if end < line.count, let time = line.nanoseconds(start..<end) {
            var digits = 0
            while start + digits < end, line[start + digits] != UInt8(ascii: ".") { digits += 1 }
            // Absolute seconds have ten digits, the time since the start or the previous frame three.
            return (time, digits < 9)
        }
        throw TextLogError(
            "expected a time such as (1436509052.249713)", at: start - 1..<line.count)
    }

    private func interface(
        _ line: Span<UInt8>,
        _ fields: inout TextLogFields
    ) throws(TextLogError) -> String {
        let field = fields.next(line)
        // IFNAMSIZ is 16 with its terminator. No name has a control character.
        guard (1...15).contains(field.count), field.allSatisfy({ line[$0] > 0x20 }),
            let name = try? UTF8Span(validating: line.extracting(field))
        else {
            throw TextLogError("expected an interface name of 1 to 15 characters", at: field)
        }
        return String(copying: name)
    }

    /// The direction and the flags of `candump -x`: `RX B E`.
    private func switches(
        _ line: Span<UInt8>,
        _ fields: inout TextLogFields
    ) throws(TextLogError) -> UInt8 {
        let direction = fields.peek(line)
        guard line.matches(direction, "RX") || line.matches(direction, "TX") else { return 0 }
        _ = fields.next(line)
        var flags: UInt8 = 0
        for (letter, flag) in [("B", 1 as UInt8), ("E", 2)] {
            let field = fields.next(line)
            if line.matches(field, letter) {
                flags |= flag
            } else if !line.matches(field, "-") {
                throw TextLogError("expected '\(letter)' or '-' after RX or TX", at: field)
            }
        }
        return flags
    }
}
