import CANFrames

/// The columns of a TRC log, by the letters of `;$COLUMNS`: number N, offset O, type T, bus B, identifier I, direction
/// d, reserved R, length code L or length l, data D.
struct TRCColumns {
    /// The version, 10 for 1.0.
    let version: Int
    /// Whether the length is a DLC code.
    var hasLengthCode: Bool { letters.contains(UInt8(ascii: "L")) }
    private var letters: [UInt8]

    /// The columns of a version, those of 2.x where the log does not name them.
    init(version: Int) {
        self.version = version
        let text =
            switch version {
            case 10: "NOIL"
            case 11: "NOTIL"
            case 12: "NOBTIL"
            case 13: "NOBTIRL"
            case 20: "NOTIdl"
            default: "NOTBIdRL"
            }
        letters = Array(text.utf8)
    }

    /// Reads `N,O,T,B,I,d,R,L,D`. Versions 1.x have none.
    mutating func read(_ line: Span<UInt8>, _ value: Range<Int>) throws(TextLogError) {
        guard version >= 20 else { return }
        var found: [UInt8] = []
        for place in value where ![0x20, 0x0D, UInt8(ascii: ",")].contains(line[place]) {
            found.append(line[place])
        }
        // The data are the last column in every version.
        if found.last == UInt8(ascii: "D") { found.removeLast() }
        let known = Array("NOTBIdRLl".utf8)
        let isKnown = found.allSatisfy { known.contains($0) } && Set(found).count == found.count
        let needed = Array("OTI".utf8).allSatisfy { found.contains($0) }
        let lengths = Array("Ll".utf8).filter { found.contains($0) }
        guard isKnown, needed, lengths.count == 1 else {
            throw TextLogError("expected columns such as N,O,T,B,I,d,R,L,D", at: value)
        }
        letters = found
    }

    /// The kinds of lines.
    enum Kind { case none, data, flexible, remote, error }

    /// A line up to its data.
    struct Row {
        var type = Kind.data
        var flags: UInt8 = 0
        var offset: Int64 = 0
        var channel: UInt64 = 1
        var identifier: CANIdentifier?
        var length = 0
        var lengthField = 0..<0
    }

    /// Reads a line up to its data. Lines that are no data frame have neither identifier nor length in 2.0.
    func row(_ line: Span<UInt8>, _ fields: inout TextLogFields) throws(TextLogError) -> Row {
        var row = Row()
        for letter in letters {
            if letter == UInt8(ascii: "I"), row.type == .error { break }
            let field = fields.next(line)
            switch letter {
            case UInt8(ascii: "N"):
                // Versions 1.x write a bracket: `1)`.
                let last = field.upperBound - 1
                let isBracketed = !field.isEmpty && line[last] == UInt8(ascii: ")")
                let digits = isBracketed ? field.lowerBound..<last : field
                guard line.number(digits, max: 1 << 58) != nil else {
                    throw TextLogError("expected a message number", at: field)
                }
            case UInt8(ascii: "O"):
                guard let offset = line.nanoseconds(field, unit: 1_000_000) else {
                    throw TextLogError("expected a time offset in milliseconds", at: field)
                }
                row.offset = offset
            case UInt8(ascii: "T"):
                (row.type, row.flags) = try type(line, field)
                if row.type == .none { return row }
            case UInt8(ascii: "B"):
                guard let channel = line.number(field, max: 0xFFFF) else {
                    throw TextLogError("expected a bus number", at: field)
                }
                row.channel = channel
            case UInt8(ascii: "I"):
                // Version 1.0 marks a warning by its identifier.
                if version == 10, line.matches(field, "FFFFFFFF") {
                    row.type = .none
                    return row
                }
                row.identifier = try identifier(line, field)
            case UInt8(ascii: "d"):
                guard line.matches(field, "Rx") || line.matches(field, "Tx") else {
                    throw TextLogError("expected the direction Rx or Tx", at: field)
                }
            case UInt8(ascii: "L"), UInt8(ascii: "l"):
                guard let length = line.number(field, max: hasLengthCode ? 15 : 64) else {
                    throw TextLogError("expected a data length", at: field)
                }
                row.length = Int(length)
                row.lengthField = field
            default: break
            }
        }
        return row
    }

    private func type(
        _ line: Span<UInt8>,
        _ field: Range<Int>
    ) throws(TextLogError) -> (Kind, flags: UInt8) {
        if version < 20 {
            if line.matches(field, "Rx") || line.matches(field, "Tx") { return (.data, 0) }
            if line.matches(field, "Error") { return (.error, 0) }
            if line.matches(field, "Warng") || line.matches(field, "Event") { return (.none, 0) }
            throw TextLogError("expected the type Rx, Tx, Warng or Error", at: field)
        }
        if line.matches(field, "DT") { return (.data, 0) }
        if line.matches(field, "FD") { return (.flexible, 4) }
        if line.matches(field, "FB") { return (.flexible, 4 | 1) }
        if line.matches(field, "FE") { return (.flexible, 4 | 2) }
        if line.matches(field, "BI") { return (.flexible, 4 | 1 | 2) }
        if line.matches(field, "RR") { return (.remote, 0) }
        if line.matches(field, "ER") { return (.error, 0) }
        for word in ["ST", "EC", "EV"] where line.matches(field, word) { return (.none, 0) }
        throw TextLogError("expected a type such as DT, FD, RR or ER", at: field)
    }

    private func identifier(
        _ line: Span<UInt8>,
        _ field: Range<Int>
    ) throws(TextLogError) -> CANIdentifier {
        if let value = line.number(field, base: 16, max: 0x1FFF_FFFF),
            let identifier = field.count <= 4
                ? CANIdentifier(base: UInt32(value)) : CANIdentifier(extended: UInt32(value))
        {
            return identifier
        }
        throw TextLogError(
            "expected an identifier of 11 bits in 4 digits, or of 29 bits in 8", at: field)
    }
}
