import CANFrames

/// Reads the TRC logs of PEAK's tools, versions 1.0 to 2.1.
///
/// ```
/// ;$FILEVERSION=2.1
/// ;$STARTTIME=42209.4075997106
/// ;$COLUMNS=N,O,T,B,I,d,R,L,D
///       1      1059.900 DT 1      0300 Rx -  7    00 00 00 00 04 00 00
///       2      1336.543 RR 1      0100 Rx -  3
/// ```
/// Versions 1.x have fixed columns: `1)  1059.900 1  Rx  0300 -  7  00 00 00 00 04 00 00` in 1.3, the column of the bus
/// from 1.2 on. An identifier of up to four digits has 11 bits. Warnings, states (`ST`), error counters (`EC`) and
/// events (`EV`) are no frames.
///
/// A frame's time is the start and the offset in its line. The start is a number of days since 1899-12-30 without a
/// zone, which is read as UTC; it is rounded to a microsecond. (PEAK writes ten decimals, 9 µs.) Without one,
/// as in version 1.0, times count from 0.
///
/// Source: PEAK CAN TRC File Format, PEAK-System, 2020-07-27.
struct TRCReader: TextLogReader {
    let lines = TextLogLines()
    private let channels = ChannelNames()
    private var start: Int64 = 0
    var origin: Int64? { start == 0 ? nil : start }
    private var columns = TRCColumns(version: 10)

    mutating func read(_ line: Span<UInt8>) throws(TextLogError) -> LoggedFrame? {
        var fields = TextLogFields()
        let first = fields.peek(line)
        guard !first.isEmpty else { return nil }
        guard line[first.lowerBound] == UInt8(ascii: ";") else {
            return try readFrame(line, &fields)
        }
        guard let equals = line.firstEquals(first) else { return nil }
        let name = first.lowerBound..<equals
        let value = equals + 1..<line.count
        if line.matches(name, ";$FILEVERSION") {
            columns = try version(line, value)
        } else if line.matches(name, ";$STARTTIME") {
            start = try startTime(line, value)
        } else if line.matches(name, ";$COLUMNS") {
            try columns.read(line, value)
        }
        return nil
    }

    private func version(
        _ line: Span<UInt8>,
        _ value: Range<Int>
    ) throws(TextLogError) -> TRCColumns {
        var fields = TextLogFields(place: value.lowerBound)
        let field = fields.next(line)
        for version in [10, 11, 12, 13, 20, 21] {
            let text = "\(version / 10).\(version % 10)"
            if line.matches(field, text) || line.hasPrefix(field, text + ".") {
                return TRCColumns(version: version)
            }
        }
        throw TextLogError("expected a file version of 1.0 to 1.3, 2.0 or 2.1", at: field)
    }

    private func startTime(
        _ line: Span<UInt8>,
        _ value: Range<Int>
    ) throws(TextLogError) -> Int64 {
        var fields = TextLogFields(place: value.lowerBound)
        let field = fields.next(line)
        guard let time = line.dateOfDays(field) else {
            throw TextLogError(
                "expected a start time in days since 1899-12-30, such as 42209.4075997106",
                at: field)
        }
        return time
    }

    private mutating func readFrame(
        _ line: Span<UInt8>,
        _ fields: inout TextLogFields
    ) throws(TextLogError) -> LoggedFrame? {
        let row = try columns.row(line, &fields)
        guard row.type != .none else { return nil }
        let (time, isOverflow) = start.addingReportingOverflow(row.offset)
        guard !isOverflow else { throw TextLogError("expected a time before 2262", at: 0..<0) }
        var frame = LoggedFrame(
            nanoseconds: time, interface: channels.name(of: row.channel),
            content: .error(.busError))
        guard row.type != .error, let identifier = row.identifier else { return frame }
        let word = fields.peek(line)
        if row.type == .remote || line.matches(word, "RTR") {
            let length = CANFrame.length(ofCode: row.length, isFD: false)
            frame.content = .remote(identifier, length: length)
            return frame
        }
        // Version 1.0 has no column of the type.
        if columns.version == 10, line.matches(word, "ERROR") { return frame }
        let isFD = row.type == .flexible
        let length =
            columns.hasLengthCode
            ? CANFrame.length(ofCode: row.length, isFD: isFD) : row.length
        guard let empty = CANFrame(identifier: identifier, length: length, isFD: isFD) else {
            throw TextLogError("no frame has that many bytes", at: row.lengthField)
        }
        frame.content = .data(try fields.data(line, of: empty))
        frame.flags = row.flags
        let rest = fields.next(line)
        guard rest.isEmpty else { throw TextLogError("something follows the frame", at: rest) }
        return frame
    }
}

extension Span<UInt8> {
    fileprivate func firstEquals(_ field: Range<Int>) -> Int? {
        for place in field where self[place] == UInt8(ascii: "=") { return place }
        return nil
    }

    /// A number of days since 1899-12-30 in nanoseconds since 1970, rounded to a microsecond.
    ///
    /// The tools print a Double, which today is exact to 0.4 µs. So the Double of the digits is taken before it is
    /// rounded, not the digits themselves: the printed digits may be off by as much again.
    fileprivate func dateOfDays(_ field: Range<Int>) -> Int64? {
        guard (1...32).contains(field.count) else { return nil }
        for place in field where !(0x30...0x39).contains(self[place]) {
            guard self[place] == UInt8(ascii: ".") else { return nil }
        }
        guard let digits = try? UTF8Span(validating: extracting(field)),
            let days = Double(String(copying: digits)), days < 1_000_000
        else { return nil }
        let whole = days.rounded(.down)
        let microseconds = ((days - whole) * 86_400_000_000).rounded()
        // 1899-12-30 is 25,569 days before 1970-01-01.
        let start = (Int64(whole) - 25_569).multipliedReportingOverflow(
            by: CivilDate.nanosecondsPerDay)
        let sum = start.partialValue.addingReportingOverflow(Int64(microseconds) * 1000)
        return start.overflow || sum.overflow ? nil : sum.partialValue
    }
}
