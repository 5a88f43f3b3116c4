extension LoggedFrame {
    /// Reads one line of a log, without its line feed. A carriage return or blanks at its end do no
    /// harm, nor does the direction (`R`, `T`) that `candump -x` adds. Beside microseconds it takes
    /// the nanoseconds that newer candumps can write.
    ///
    /// - Complexity: O(bytes), without allocation.
    public init(parsing line: Span<UInt8>) throws(LogSyntaxError) {
        var reader = LogLineReader()
        nanoseconds = try reader.time(line)
        try reader.blanks(line, or: .interface)
        interface = try reader.interface(line)
        try reader.blanks(line, or: .identifier)
        let (identifier, isError) = try reader.identifier(line)
        flags = 0
        guard reader.skip("#", line) else { throw reader.failure(.separator) }
        if reader.skip("#", line) {
            flags = try reader.flags(line)
            content = .data(try reader.frame(line, identifier, isFD: true))
        } else if isError {
            content = .error(try reader.errorFrame(line, classes: identifier))
        } else if reader.skip("R", line) {
            content = .remote(identifier, length: reader.remoteLength(line))
        } else {
            content = .data(try reader.frame(line, identifier, isFD: false))
        }
        try reader.end(line)
    }

    /// Reads one line of a log.
    public init(parsing line: String) throws(LogSyntaxError) {
        let bytes = Array(line.utf8)
        try self.init(parsing: bytes.span)
    }
}

/// A place in a line of a log, and the words that can stand there.
private struct LogLineReader {
    private var place = 0

    func failure(_ problem: LogSyntaxError.Problem) -> LogSyntaxError {
        LogSyntaxError(problem: problem, column: place + 1)
    }

    private func next(_ line: Span<UInt8>) -> UInt8? {
        place < line.count ? line[place] : nil
    }

    mutating func skip(_ character: Unicode.Scalar, _ line: Span<UInt8>) -> Bool {
        guard next(line) == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    mutating func blanks(
        _ line: Span<UInt8>,
        or problem: LogSyntaxError.Problem
    ) throws(LogSyntaxError) {
        guard skip(" ", line) else { throw failure(problem) }
        while skip(" ", line) {}
    }

    /// `(seconds.fraction)`, the fraction of six or nine digits.
    mutating func time(_ line: Span<UInt8>) throws(LogSyntaxError) -> Int64 {
        guard skip("(", line) else { throw failure(.time) }
        let isNegative = skip("-", line)
        let (seconds, count) = decimal(line, atMost: 10)
        guard count > 0, skip(".", line) else { throw failure(.time) }
        let (fraction, places) = decimal(line, atMost: 9)
        guard places == 6 || places == 9, skip(")", line) else { throw failure(.time) }
        // Ten digits of seconds do not fit: Int64 nanoseconds end in the year 2262.
        guard seconds < 9_223_372_036 else { throw failure(.time) }
        let time = seconds * 1_000_000_000 + (places == 6 ? fraction * 1000 : fraction)
        return isNegative ? -time : time
    }

    private mutating func decimal(
        _ line: Span<UInt8>,
        atMost count: Int
    ) -> (value: Int64, digits: Int) {
        var value: Int64 = 0
        let start = place
        while place < start + count, let byte = next(line), (0x30...0x39).contains(byte) {
            value = value * 10 + Int64(byte - 0x30)
            place += 1
        }
        return (value, place - start)
    }

    mutating func interface(_ line: Span<UInt8>) throws(LogSyntaxError) -> String {
        let start = place
        while let byte = next(line), byte > 0x20 { place += 1 }
        let name = line.extracting(start..<place)
        // IFNAMSIZ is 16 with its terminator.
        guard (1...15).contains(name.count), let text = try? UTF8Span(validating: name) else {
            place = start
            throw failure(.interface)
        }
        return String(copying: text)
    }

    /// Three or eight hexadecimal digits; with bit 29 set it is the classes of an error frame.
    mutating func identifier(
        _ line: Span<UInt8>
    ) throws(LogSyntaxError) -> (identifier: CANIdentifier, isError: Bool) {
        let start = place
        var value: UInt32 = 0
        while place < start + 8, let digit = hexDigit(line) {
            value = value << 4 | UInt32(digit)
            place += 1
        }
        let errorFlag: UInt32 = 0x2000_0000
        let identifier =
            switch place - start {
            case 3: CANIdentifier(base: value)
            case 8: CANIdentifier(extended: value & ~errorFlag)
            default: CANIdentifier?.none
            }
        guard let identifier else {
            place = start
            throw failure(.identifier)
        }
        return (identifier, value & errorFlag != 0)
    }

    private func hexDigit(_ line: Span<UInt8>) -> UInt8? {
        switch next(line) {
        case let byte? where (0x30...0x39).contains(byte): byte - 0x30
        case let byte? where (0x41...0x46).contains(byte): byte - 0x41 + 10
        case let byte? where (0x61...0x66).contains(byte): byte - 0x61 + 10
        default: nil
        }
    }

    mutating func flags(_ line: Span<UInt8>) throws(LogSyntaxError) -> UInt8 {
        guard let flags = hexDigit(line) else { throw failure(.flags) }
        place += 1
        return flags
    }

    mutating func frame(
        _ line: Span<UInt8>,
        _ identifier: CANIdentifier,
        isFD: Bool
    ) throws(LogSyntaxError) -> CANFrame {
        let start = place
        let capacity = isFD ? CANFrame.flexibleCapacity : CANFrame.classicalCapacity
        var bytes = [64 of UInt8](repeating: 0)
        var count = 0
        while let high = hexDigit(line) {
            guard count < capacity else {
                place = start
                throw failure(.length)
            }
            place += 1
            guard let low = hexDigit(line) else { throw failure(.data) }
            place += 1
            bytes[count] = high << 4 | low
            count += 1
        }
        guard var frame = CANFrame(identifier: identifier, length: count, isFD: isFD) else {
            place = start
            throw failure(.length)
        }
        frame.bytes = bytes
        return frame
    }

    mutating func errorFrame(
        _ line: Span<UInt8>,
        classes: CANIdentifier
    ) throws(LogSyntaxError) -> CANErrorFrame {
        let frame = try frame(line, classes, isFD: false)
        var details: UInt64 = 0
        for index in 0..<8 { details = details << 8 | UInt64(frame.bytes[index]) }
        return CANErrorFrame(classes: classes.value, details: details, length: frame.length)
    }

    /// The length that a remote frame asks for, 0 where it does not say.
    mutating func remoteLength(_ line: Span<UInt8>) -> Int {
        guard let byte = next(line), (0x30...0x38).contains(byte) else { return 0 }
        place += 1
        return Int(byte - 0x30)
    }

    mutating func end(_ line: Span<UInt8>) throws(LogSyntaxError) {
        let start = place
        if skip(" ", line), next(line) == UInt8(ascii: "R") || next(line) == UInt8(ascii: "T") {
            place += 1
        }
        while let byte = next(line), byte == 0x20 || byte == 0x0D { place += 1 }
        guard place == line.count else {
            // Right behind hexadecimal digits it is the data that is wrong.
            let isData = place == start
            throw failure(isData ? .data : .trailing)
        }
    }
}
