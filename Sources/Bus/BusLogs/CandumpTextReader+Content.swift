import CANFrames

extension CandumpTextReader {
    /// Reads the identifier, the length and the data of a line.
    func readContent(
        _ line: Span<UInt8>,
        _ fields: inout TextLogFields,
        of frame: inout LoggedFrame,
        switches: UInt8
    ) throws(TextLogError) {
        let (identifier, isError) = try identifier(line, fields.next(line))
        let (length, isFD) = try length(line, fields.next(line))
        if !isFD, line.matches(fields.peek(line), "remote") {
            _ = fields.next(line)
            let word = fields.next(line)
            guard line.matches(word, "request") else {
                throw TextLogError("expected 'remote request'", at: word)
            }
            frame.content = .remote(identifier, length: length)
            return try end(line, &fields)
        }
        let start = fields.peek(line)
        guard let empty = CANFrame(identifier: identifier, length: length, isFD: isFD) else {
            throw TextLogError("no frame has that many bytes", at: start)
        }
        // `candump -i` prints bytes of eight binary digits.
        let data =
            length > 0 && start.count == 8
            ? try binaryData(line, &fields, of: empty) : try fields.data(line, of: empty)
        if isError {
            var details: UInt64 = 0
            for index in 0..<8 { details = details << 8 | UInt64(data.bytes[index]) }
            frame.content = .error(
                CANErrorFrame(classes: identifier.value, details: details, length: length))
        } else {
            frame.content = .data(data)
            frame.flags = isFD ? 4 | switches : 0
        }
        try end(line, &fields)
    }

    private func identifier(
        _ line: Span<UInt8>,
        _ field: Range<Int>
    ) throws(TextLogError) -> (CANIdentifier, isError: Bool) {
        let errorFlag: UInt32 = 0x2000_0000
        if let number = line.number(field, base: 16, max: 0x3FFF_FFFF) {
            let value = UInt32(number)
            if field.count == 3, let identifier = CANIdentifier(base: value) {
                return (identifier, false)
            }
            if field.count == 8, let identifier = CANIdentifier(extended: value & ~errorFlag) {
                return (identifier, value & errorFlag != 0)
            }
        }
        throw TextLogError("expected an identifier of 3 or 8 hexadecimal digits", at: field)
    }

    /// `[8]` is the length of a classical frame, `[08]` of CAN FD, `{F}` the raw code of eight bytes (`candump -8`).
    private func length(
        _ line: Span<UInt8>,
        _ field: Range<Int>
    ) throws(TextLogError) -> (Int, isFD: Bool) {
        if field.count == 3 || field.count == 4 {
            let inside = field.lowerBound + 1..<field.upperBound - 1
            let brackets = (line[field.lowerBound], line[field.upperBound - 1])
            let isFD = inside.count == 2
            if brackets == (UInt8(ascii: "["), UInt8(ascii: "]")),
                let length = line.number(inside, max: 99)
            {
                guard CANFrame.isValid(length: Int(length), isFD: isFD) else {
                    throw TextLogError("no frame has that many bytes", at: field)
                }
                return (Int(length), isFD)
            }
            if brackets == (UInt8(ascii: "{"), UInt8(ascii: "}")),
                let code = line.number(inside, base: 16, max: 15), code >= 8
            {
                return (8, false)
            }
        }
        throw TextLogError("expected a length such as [8] or [08]", at: field)
    }

    private func binaryData(
        _ line: Span<UInt8>,
        _ fields: inout TextLogFields,
        of frame: CANFrame
    ) throws(TextLogError) -> CANFrame {
        var frame = frame
        for index in 0..<frame.length {
            let field = fields.next(line)
            guard field.count == 8, let byte = line.number(field, base: 2, max: 0xFF) else {
                throw TextLogError("expected \(frame.length) binary data bytes", at: field)
            }
            frame.bytes[index] = UInt8(truncatingIfNeeded: byte)
        }
        return frame
    }

    /// After the data only `ERRORFRAME` or the characters of `candump -a` may come.
    private func end(
        _ line: Span<UInt8>,
        _ fields: inout TextLogFields
    ) throws(TextLogError) {
        let field = fields.next(line)
        if field.isEmpty || line.matches(field, "ERRORFRAME") { return }
        guard line[field.lowerBound] == UInt8(ascii: "'") else {
            throw TextLogError("something follows the frame", at: field)
        }
    }
}

/// Finds out whether short times, such as `(000.010000)`, count from the log's start (`-t z`) or from the previous
/// frame (`-t d`). The two look the same; only a time below the previous one is sure to be a difference.
struct CandumpTimes {
    /// After that many times without a smaller one they count from the start.
    static let window = 256

    /// Whether the times are differences, as far as is known.
    private(set) var areDeltas = false
    private var isDecided = false
    private var count = 0
    private var equal = 0
    private var previous: Int64 = 0
    private var sum: Int64 = 0

    /// Whether times were taken whose meaning is not known.
    var isUndecided: Bool { count > 0 && !isDecided }

    /// Takes in the next time. The frame's time where the meaning is known, otherwise the time itself.
    mutating func take(_ time: Int64) -> Int64 {
        if !isDecided {
            count += 1
            if count > 1, time == previous { equal += 1 }
            sum = sum.addingClamped(time)
            let isSmaller = count > 1 && time < previous
            previous = time
            if isSmaller { areDeltas = true }
            if isSmaller { isDecided = true }
            if count >= CandumpTimes.window { decide() }
            return isDecided && areDeltas ? sum : time
        }
        guard areDeltas else { return time }
        sum = sum.addingClamped(time)
        return sum
    }

    /// Decides with the times so far: differences of one period are equal, times since the start seldom.
    mutating func decide() {
        guard !isDecided else { return }
        isDecided = true
        areDeltas = count > 1 && equal * 2 >= count - 1
    }
}

extension Int64 {
    /// The sum, or the nearest number there is.
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, isOverflow) = addingReportingOverflow(other)
        return isOverflow ? (other < 0 ? .min : .max) : sum
    }
}

extension Span<UInt8> {
    /// The fields `2026-11-26` and `11:00:00.123456` in nanoseconds since 1970, read as UTC.
    func dateTime(_ date: Range<Int>, _ clock: Range<Int>) -> Int64? {
        guard date.count == 10, self[date.lowerBound + 4] == UInt8(ascii: "-"),
            self[date.lowerBound + 7] == UInt8(ascii: "-")
        else { return nil }
        let start = date.lowerBound
        guard let year = number(start..<start + 4, max: 9999),
            let month = number(start + 5..<start + 7, max: 12),
            let day = number(start + 8..<start + 10, max: 31), let time = timeOfDay(clock)
        else { return nil }
        return CivilDate.nanoseconds(
            year: Int(year), month: Int(month), day: Int(day), timeOfDay: time)
    }
}
