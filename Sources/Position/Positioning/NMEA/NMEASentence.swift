/// One sentence as it stands in the input, with the places of its fields. A fixed-size value that
/// the reader fills eight bytes at a time and uses again for the next one.
///
/// ```
/// $GPRMC,123519,A,4807.038,N*6A
///  0     1      2 3        4        field numbers; 0 is the address, talker and sentence
/// ```
struct NMEASentence {
    /// NMEA 0183 allows 82 bytes from `$` to line feed; receivers with many digits or long
    /// proprietary sentences exceed it (gpsd reads 102), so this many are kept, without the line
    /// end.
    static let capacity = 120
    /// More fields than any standard sentence has; further fields are not read.
    static let fieldCapacity = 40

    /// The bytes after the `$`, the first one in the lowest byte of the first word. Bytes after the
    /// sentence are undefined. There is one word more than needed, so that eight bytes can be read
    /// anywhere.
    private var words = [16 of UInt64](repeating: 0)
    private(set) var count = 0
    /// A bit for each byte that is a comma before the asterisk, in two halves.
    private var commas: (UInt64, UInt64) = (0, 0)
    /// Where each field starts, after ``findFields()``.
    private var fieldStarts = [41 of UInt8](repeating: 0)
    private(set) var fieldCount = 0
    /// The exclusive or of all bytes between `$` and `*`, spread over the word.
    private var sums: UInt64 = 0
    /// Where the asterisk is.
    private(set) var asterisk: Int?
    /// The line that the sentence stands in, counted from 1.
    private(set) var line = 1
    /// The column of its `$`, counted from 1.
    private(set) var column = 1

    /// Starts a new sentence whose `$` stands there.
    mutating func restart(line: Int, column: Int) {
        count = 0
        fieldCount = 0
        commas = (0, 0)
        sums = 0
        asterisk = nil
        self.line = line
        self.column = column
    }

    /// Adds bytes from `index` on, as far as they belong to a sentence, and moves `index` behind
    /// them: up to a control byte, one beyond ASCII, the start of another sentence, the end of the
    /// chunk or the capacity (``isFull``).
    mutating func append(_ chunk: Span<UInt8>, from index: inout Int) {
        if asterisk == nil, count & 7 == 0 { appendWords(chunk, from: &index) }
        let end = min(chunk.count, index + Self.capacity - count)
        while index < end {
            let byte = chunk[index]
            guard byte >= 0x20, byte <= 0x7E, byte != UInt8(ascii: "$"), byte != UInt8(ascii: "!")
            else { return }
            put(byte)
            index += 1
        }
    }

    private mutating func put(_ byte: UInt8) {
        let shift = UInt64(count & 7) << 3
        words[count >> 3] = words[count >> 3] & ~(0xFF << shift) | UInt64(byte) << shift
        count += 1
        if asterisk != nil { return }
        if byte == UInt8(ascii: "*") {
            asterisk = count - 1
            return
        }
        sums ^= UInt64(byte) << shift
        if byte == UInt8(ascii: ",") { noteComma(1, at: count - 1) }
    }

    @inline(__always)
    private mutating func noteComma(_ bits: UInt64, at place: Int) {
        if place < 64 {
            commas.0 |= bits << UInt64(place)
        } else {
            commas.1 |= bits << UInt64(place - 64)
        }
    }

    /// Finds out where the fields begin. For sentences that are used; the others need not.
    mutating func findFields() {
        fieldStarts[0] = 0
        fieldCount = 1
        findFields(commas.0, 1)
        findFields(commas.1, 65)
    }

    private mutating func findFields(_ commas: UInt64, _ base: Int) {
        var rest = commas
        var count = fieldCount
        while rest != 0, count < Self.fieldCapacity {
            fieldStarts[count] = UInt8(truncatingIfNeeded: base &+ rest.trailingZeroBitCount)
            count &+= 1
            rest &= rest &- 1
        }
        fieldCount = count
    }

    /// Adds whole words, and the bytes of the last word up to the end of the sentence or its sum.
    ///
    /// The bytes of a word are compared all at once. Source: Warren, Hacker's Delight, 2nd edition,
    /// 6–1, "Find First 0-Byte".
    private mutating func appendWords(_ chunk: Span<UInt8>, from index: inout Int) {
        let bytes = unsafe chunk.bytes
        // Kept in locals: this loop is all that is done for most bytes of most inputs.
        var place = index
        var count = count
        var sums = sums
        var commas = commas
        let lastPlace = bytes.byteCount - 8
        while place <= lastPlace, count <= Self.capacity - 8 {
            // The guard above is the bound that the unchecked load leaves out.
            let word = unsafe UInt64(
                littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
            words[count >> 3] = word
            let isWhole = Self.isPlain(word)
            let length = isWhole ? 8 : Self.stops(word).trailingZeroBitCount >> 3
            // Of no bytes, none: shifting by 64 would shift by nothing.
            let kept = length == 0 ? 0 : word & (.max >> UInt64((8 &- length) << 3))
            sums ^= kept
            // The marks of eight bytes become eight bits (Hacker's Delight, 7–4).
            let marks = Self.matches(kept, UInt8(ascii: ",")) >> 7
            let bits = (marks &* 0x0102_0408_1020_4080) >> 56
            if count < 64 {
                commas.0 |= bits << UInt64(count)
            } else {
                commas.1 |= bits << UInt64(count &- 64)
            }
            count &+= length
            place &+= length
            // A blank or the like may be why it was not plain.
            if length < 8 { break }
        }
        index = place
        self.count = count
        self.sums = sums
        self.commas = commas
    }

    /// Whether no byte of a word can be one that ends a sentence or its sum: all lie between `+`
    /// and `~`, as those of nearly all words do.
    @inline(__always)
    private static func isPlain(_ word: UInt64) -> Bool {
        let top: UInt64 = 0x8080_8080_8080_8080
        let isAtLeastPlus = (word | top) - 0x2B2B_2B2B_2B2B_2B2B
        let isBeyondTilde = (word & ~top) + 0x0101_0101_0101_0101 | word
        return (~isAtLeastPlus | isBeyondTilde) & top == 0
    }

    /// The highest bit of each byte that ends a sentence or its sum: control characters, bytes
    /// beyond ASCII, `*`, `$` and `!`.
    private static func stops(_ word: UInt64) -> UInt64 {
        let low = word & 0x7F7F_7F7F_7F7F_7F7F
        let isPrintable = low + 0x6060_6060_6060_6060
        let isDelete = low + 0x0101_0101_0101_0101
        let controls = (word | ~isPrintable | isDelete) & 0x8080_8080_8080_8080
        return controls | matches(word, UInt8(ascii: "*")) | matches(word, UInt8(ascii: "$"))
            | matches(word, UInt8(ascii: "!"))
    }

    /// The highest bit of each byte that is that one.
    @inline(__always)
    static func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let rest = word ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
        let isOther = (rest & 0x7F7F_7F7F_7F7F_7F7F) + 0x7F7F_7F7F_7F7F_7F7F | rest
        return ~isOther & 0x8080_8080_8080_8080
    }

    /// Whether it takes no more bytes: it is longer than any sentence that is read.
    var isFull: Bool { count == Self.capacity }

    /// The exclusive or of all bytes between `$` and `*`.
    var sum: UInt8 {
        var sum = sums ^ sums >> 32
        sum ^= sum >> 16
        return UInt8(truncatingIfNeeded: sum ^ sum >> 8)
    }

    /// The bytes that a field takes; empty where the sentence has no such field.
    func field(_ index: Int) -> Range<Int> {
        guard index < fieldCount else { return 0..<0 }
        let start = Int(fieldStarts[index])
        if index + 1 < fieldCount { return start..<Int(fieldStarts[index + 1]) - 1 }
        return start..<(asterisk ?? count)
    }

    /// One of the sentence's bytes.
    @inline(__always)
    func byte(_ index: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: words[index >> 3] >> (UInt64(index & 7) << 3))
    }

    /// Eight bytes from a place on, the first one lowest; bytes after the sentence are undefined.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
        let shift = UInt64(index & 7) << 3
        let low = words[index >> 3] >> shift
        // Shifted in two steps, since by 64 at once it would not be shifted at all.
        return low | (words[index >> 3 + 1] << 1) << (63 - shift)
    }

    /// Whether the checksum behind the asterisk is that of the sentence.
    func checkSum() throws(InputProblem) {
        guard let asterisk else { throw end(.checksumMissing) }
        // Blanks behind it are forgiven.
        var end = count
        while end > asterisk + 3, byte(end - 1) == UInt8(ascii: " ") { end -= 1 }
        guard end == asterisk + 3, let high = byte(asterisk + 1).hexadecimalDigit,
            let low = byte(asterisk + 2).hexadecimalDigit
        else { throw self.end(.checksumMalformed) }
        let given = high << 4 | low
        guard given == sum else { throw self.end(.checksumWrong(given: given, computed: sum)) }
    }

    /// The error at the end of the sentence.
    private func end(_ kind: InputProblem.Kind) -> InputProblem {
        let place = asterisk.map { $0 + 1 } ?? count
        return InputProblem(kind, line: line, column: column + 1 + place)
    }

    /// The error of a field.
    func problem(_ kind: InputProblem.Kind, at index: Int) -> InputProblem {
        let offset = index < fieldCount ? field(index).lowerBound : asterisk ?? count
        // The column of the sentence is that of the `$`, which is not among the bytes.
        return InputProblem(kind, line: line, column: column + 1 + offset)
    }
}
