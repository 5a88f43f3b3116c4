// The parts of statements that describe signals.
extension DatabaseStatement {
    /// The number of a message, with bit 31 for 29 bits.
    mutating func messageNumber() throws(DatabaseSyntaxError) -> UInt32 {
        UInt32(try integer("the number of a message", in: 0...0xFFFF_FFFF))
    }

    /// Nothing, `M`, `m3` or `m3M` in front of the colon.
    mutating func multiplexing() throws(DatabaseSyntaxError) -> (
        isMultiplexor: Bool, value: UInt64?
    ) {
        guard !isAtEnd, let word = next.word else { return (false, nil) }
        let isMultiplexor = word.hasSuffix("M")
        let rest = isMultiplexor ? word.dropLast() : Substring(word)
        if rest.isEmpty {
            skip()
            return (true, nil)
        }
        guard rest.hasPrefix("m"), let value = UInt64(rest.dropFirst()) else {
            throw expected("':', or a mark of multiplexing such as M or m0")
        }
        skip()
        return (isMultiplexor, value)
    }

    /// `start|width@order sign`, as in `7|16@0+`.
    mutating func bits() throws(DatabaseSyntaxError) -> (bits: SignalBits, isSigned: Bool) {
        let start = try integer("the start bit", in: 0...16_383)
        try sign("|")
        let width = try integer("the number of bits", in: 1...64)
        try sign("@")
        let order: ByteOrder
        let isSigned: Bool
        switch next.word {
        case "0+": (order, isSigned) = (.motorola, false)
        case "0-": (order, isSigned) = (.motorola, true)
        case "1+": (order, isSigned) = (.intel, false)
        case "1-": (order, isSigned) = (.intel, true)
        default: throw expected("0+, 0-, 1+ or 1-")
        }
        skip()
        let bits = SignalBits(startBit: Int(start), width: Int(width), byteOrder: order)
        return (bits, isSigned)
    }

    /// Two numbers between signs, as in `(0.2,-12.8)`.
    mutating func pair(
        _ before: Unicode.Scalar,
        _ between: Unicode.Scalar,
        _ after: Unicode.Scalar
    ) throws(DatabaseSyntaxError) -> (Double, Double) {
        try sign(before)
        let first = try decimal("a number")
        try sign(between)
        let second = try decimal("a number")
        try sign(after)
        return (first, second)
    }

    /// Numbers and their names, up to the end.
    mutating func values() throws(DatabaseSyntaxError) -> [NamedValue] {
        var values: [NamedValue] = []
        while !isAtEnd {
            let raw = try raw("a number")
            values.append(NamedValue(raw, try text("the name of the number in quotes")))
        }
        return values
    }
}

extension DatabaseStatement {
    /// `0-3`, in one word or three.
    mutating func valueRange() throws(DatabaseSyntaxError) -> ClosedRange<UInt64> {
        let token = next
        let word = try word("a range of numbers such as 0-3")
        let ends = word.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let low = UInt64(ends[0]), let high = UInt64(ends[1]), low <= high
        else {
            throw token.failure(.expected("a range of numbers such as 0-3", found: token.name))
        }
        return low...high
    }
}
