import CANFrames

/// Reads the ASC logs of Vector's tools.
///
/// ```
/// date Thu Nov 26 11:00:00.123 am 2026
/// base hex  timestamps absolute
/// internal events logged
/// Begin Triggerblock Thu Nov 26 11:00:00.123 am 2026
///    0.000000 Start of measurement
///    0.123456 1  300             Rx   d 8 01 02 03 04 05 06 07 08  Length = 240000 BitCount = 124
///    0.200000 1  18FF1234x       Rx   r 4
///    0.300000 2  ErrorFrame
///    0.400000 CANFD   1 Rx        300  Name  1 0 9 12 01 02 03 04 05 06 07 08 09 0A 0B 0C
/// End TriggerBlock
/// ```
/// A frame's time is the date of the measurement's start and the time of its line. The date has no zone and is read
/// as UTC; without one, times count from 0. Other events, such as statistics or LIN frames, are no frames; of them
/// only relative times are summed. A request to transmit (`TxRq`) is no frame on the bus.
struct ASCReader: TextLogReader {
    let lines = TextLogLines()
    let channels = ChannelNames()
    /// The base of identifiers and data, 16 or 10.
    private(set) var base: UInt64 = 16
    private var isRelative = false
    /// When the measurement started, `nil` before a date.
    private var start: Int64?
    var origin: Int64? { start }
    /// The date of a block whose first event has not come yet.
    private var blockDate: Int64?
    private var sum: Int64 = 0

    mutating func read(_ line: Span<UInt8>) throws(TextLogError) -> LoggedFrame? {
        var fields = TextLogFields()
        let first = fields.next(line)
        guard !first.isEmpty else { return nil }
        let letter = line[first.lowerBound]
        guard (0x30...0x39).contains(letter) || letter == UInt8(ascii: "-") else {
            try readHeader(line, first, fields)
            return nil
        }
        guard let elapsed = line.nanoseconds(first), line.hasPoint(first) else {
            throw TextLogError("expected a time such as 0.123456", at: first)
        }
        sum = isRelative ? sum.addingClamped(elapsed) : elapsed
        // The block's date is the date of this event. Where the header's date is another one, it is
        // the time when the file was made.
        if let date = blockDate, line.isStartOfMeasurement(fields) {
            start = date.addingClamped(0 &- sum)
            blockDate = nil
            return nil
        }
        guard let frame = try readEvent(line, &fields) else { return nil }
        let (time, isOverflow) = (start ?? 0).addingReportingOverflow(sum)
        guard !isOverflow else { throw TextLogError("expected a time before 2262", at: first) }
        var timed = frame
        timed.nanoseconds = time
        return timed
    }

    private mutating func readHeader(
        _ line: Span<UInt8>,
        _ first: Range<Int>,
        _ fields: TextLogFields
    ) throws(TextLogError) {
        var fields = fields
        if line.matches(first, "date") {
            start = try line.ascDate(&fields)
            blockDate = nil
            sum = 0
        } else if line.matches(first, "base") {
            let word = fields.next(line)
            guard line.matches(word, "hex") || line.matches(word, "dec") else {
                throw TextLogError("expected 'base hex' or 'base dec'", at: word)
            }
            base = line.matches(word, "hex") ? 16 : 10
            guard line.matches(fields.next(line), "timestamps") else { return }
            let kind = fields.next(line)
            guard line.matches(kind, "absolute") || line.matches(kind, "relative") else {
                throw TextLogError("expected 'absolute' or 'relative' timestamps", at: kind)
            }
            isRelative = line.matches(kind, "relative")
        } else if line.matches(first, "begin") {
            guard line.matches(fields.next(line), "triggerblock"),
                !fields.peek(line).isEmpty
            else { return }
            let date = try line.ascDate(&fields)
            blockDate = date
            if start == nil { start = date }
        } else if !line.isLetter(at: first.lowerBound), !line.hasPrefix(first, "//") {
            throw TextLogError("expected a time such as 0.123456", at: first)
        }
    }
}

extension Span<UInt8> {
    fileprivate func hasPoint(_ field: Range<Int>) -> Bool {
        for place in field where self[place] == UInt8(ascii: ".") { return true }
        return false
    }

    fileprivate func isLetter(at place: Int) -> Bool {
        (0x41...0x5A).contains(self[place] & ~0x20)
    }

    fileprivate func isStartOfMeasurement(_ fields: TextLogFields) -> Bool {
        var fields = fields
        return matches(fields.next(self), "start") && matches(fields.next(self), "of")
            && matches(fields.next(self), "measurement")
    }

    /// A date without its zone, `Thu Nov 26 11:00:00.123 am 2026`, also in 24 hours without `am` or `pm`.
    fileprivate func ascDate(_ fields: inout TextLogFields) throws(TextLogError) -> Int64 {
        let weekday = fields.next(self)
        let month = fields.next(self)
        let day = fields.next(self)
        let clock = fields.next(self)
        var year = fields.next(self)
        var isAfternoon: Bool?
        if matches(year, "am") || matches(year, "pm") {
            isAfternoon = matches(year, "pm")
            year = fields.next(self)
        }
        guard let month = self.month(month), let day = number(day, max: 31),
            let year = number(year, max: 9999),
            let time = timeOfDay(clock, addingHalfDay: isAfternoon),
            let date = CivilDate.nanoseconds(
                year: Int(year), month: month, day: Int(day), timeOfDay: time)
        else {
            throw TextLogError(
                "expected a date such as Thu Nov 26 11:00:00.123 am 2026", at: weekday)
        }
        return date
    }

    /// The month of an English or German name; the tools write the names of the computer's language.
    private func month(_ field: Range<Int>) -> Int? {
        for (number, names) in monthNames.enumerated() {
            for name in names where hasPrefix(field, name) { return number + 1 }
        }
        // "Mär" in Windows' code page is no UTF-8.
        let start = field.lowerBound
        let isMarch =
            field.count >= 3 && hasPrefix(field, "M") && self[start + 1] == 0xE4
            && self[start + 2] == UInt8(ascii: "r")
        return isMarch ? 3 : nil
    }
}

/// The first letters of the months' names.
private let monthNames = [
    ["Jan"], ["Feb"], ["Mar", "Mär"], ["Apr"], ["May", "Mai"], ["Jun"], ["Jul"], ["Aug"], ["Sep"],
    ["Oct", "Okt"], ["Nov"], ["Dec", "Dez"],
]
