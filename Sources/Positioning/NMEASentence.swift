import Quantities

/// One sentence as it stands in the input, with the places of its fields. A fixed-size value that the
/// reader fills byte by byte and uses again for the next one.
///
/// ```
/// $GPRMC,123519,A,4807.038,N*6A
///  0     1      2 3        4        field numbers; 0 is the address, talker and sentence
/// ```
struct NMEASentence {
    /// NMEA 0183 allows 82 bytes from `$` to line feed; receivers with many digits or long
    /// proprietary sentences exceed it (gpsd reads 102), so this many are kept, without the line end.
    static let capacity = 120
    /// More fields than any standard sentence has; what lies behind them is not looked at.
    static let fieldCapacity = 40

    /// The bytes from behind the `$` on.
    private var bytes = [120 of UInt8](repeating: 0)
    private(set) var count = 0
    private var fieldStarts = [41 of UInt8](repeating: 0)
    private(set) var fieldCount = 0
    /// The exclusive or of all bytes between `$` and `*`.
    private(set) var sum: UInt8 = 0
    /// Where the asterisk is.
    private(set) var asterisk: Int?
    /// The line that the sentence stands in, counted from 1.
    private(set) var line = 1
    /// The column of its `$`, counted from 1.
    private(set) var column = 1

    /// Starts a new sentence whose `$` stands there.
    mutating func restart(line: Int, column: Int) {
        count = 0
        fieldStarts[0] = 0
        fieldCount = 1
        sum = 0
        asterisk = nil
        self.line = line
        self.column = column
    }

    /// Adds bytes from `index` on, as far as they belong to a sentence, and moves `index` behind them:
    /// up to a control byte, one beyond ASCII, the start of another sentence, the end of the chunk or
    /// the capacity (``isFull``).
    mutating func append(_ chunk: Span<UInt8>, from index: inout Int) {
        // Kept in locals: this loop is all that is done for most bytes of most inputs.
        var count = count
        var sum = sum
        var hasAsterisk = asterisk != nil
        let end = min(chunk.count, index + Self.capacity - count)
        while index < end {
            let byte = chunk[index]
            guard byte >= 0x20, byte <= 0x7E, byte != UInt8(ascii: "$"), byte != UInt8(ascii: "!")
            else { break }
            bytes[count] = byte
            count += 1
            index += 1
            if hasAsterisk { continue }
            if byte == UInt8(ascii: "*") {
                hasAsterisk = true
                asterisk = count - 1
                continue
            }
            sum ^= byte
            if byte == UInt8(ascii: ","), fieldCount <= Self.fieldCapacity {
                fieldStarts[fieldCount] = UInt8(count)
                fieldCount += 1
            }
        }
        self.count = count
        self.sum = sum
    }

    /// Whether it takes no more bytes: it is longer than any sentence that is read.
    var isFull: Bool { count == Self.capacity }

    /// The bytes that a field takes; empty where the sentence has no such field.
    func field(_ index: Int) -> Range<Int> {
        guard index < fieldCount else { return 0..<0 }
        let start = Int(fieldStarts[index])
        if index + 1 < fieldCount { return start..<Int(fieldStarts[index + 1]) - 1 }
        return start..<(asterisk ?? count)
    }

    /// One of the sentence's bytes.
    func byte(_ index: Int) -> UInt8 { bytes[index] }

    /// The decimal number that takes all of the range.
    func decimal(_ range: Range<Int>) -> DecimalNumber? { DecimalNumber(bytes.span, range) }

    /// The number that two digits make.
    func twoDigits(_ start: Int) -> Int? { CalendarDate.number(bytes.span, start, 2) }

    /// Whether the checksum behind the asterisk is that of the sentence.
    func checkSum() throws(InputProblem) {
        guard let asterisk else { throw end(.checksumMissing) }
        // Blanks behind it are forgiven.
        var end = count
        while end > asterisk + 3, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        guard end == asterisk + 3, let high = bytes[asterisk + 1].hexadecimalDigit,
            let low = bytes[asterisk + 2].hexadecimalDigit
        else { throw self.end(.checksumMalformed) }
        let given = high << 4 | low
        guard given == sum else { throw self.end(.checksumWrong(given: given, computed: sum)) }
    }

    /// What is wrong with the end of the sentence.
    private func end(_ kind: InputProblem.Kind) -> InputProblem {
        let place = asterisk.map { $0 + 1 } ?? count
        return InputProblem(kind, line: line, column: column + 1 + place)
    }

    /// What is wrong with a field.
    func problem(_ kind: InputProblem.Kind, at index: Int) -> InputProblem {
        let offset = index < fieldCount ? field(index).lowerBound : asterisk ?? count
        // The column of the sentence is that of the `$`, which is not among the bytes.
        return InputProblem(kind, line: line, column: column + 1 + offset)
    }
}
