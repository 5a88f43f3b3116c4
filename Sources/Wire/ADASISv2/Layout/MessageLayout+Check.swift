import CANDatabase
public import CANFrames

extension MessageLayout {
    /// Refuses what cannot carry the message.
    func check() throws(LayoutError) {
        guard CANFrame.isValid(length: frameLength, isFD: isFD),
            (0..<CANFrame.flexibleCapacity).contains(byteOffset)
        else {
            throw .invalidFrame(kind, length: frameLength, byteOffset: byteOffset)
        }
        let fields = kind.fields
        var seen: [Field] = []
        var taken = [Field?](repeating: nil, count: frameLength * 8)
        for signal in signals {
            let field = signal.field
            guard kind != .systemSpecific, fields.contains(field) else {
                throw .foreignField(kind, field)
            }
            if seen.contains(field) { throw .fieldTwice(kind, field) }
            seen.append(field)
            if let needed = field.width, signal.bits.width < needed {
                throw .tooNarrow(kind, field, width: signal.bits.width, needed: needed)
            }
            guard signal.bits.startBit >= 0, signal.bits.width <= 32 else {
                throw .outsideFrame(kind, field)
            }
            try take(field, signal.bits.moved(byBytes: byteOffset), &taken)
        }
        for field in fields where field.isIndispensable && !seen.contains(field) {
            throw .missingField(kind, field)
        }
        guard let trailer else { return }
        if let counter = trailer.counter { try take(.aliveCounter, counter, &taken) }
        let width = trailer.checksum.width
        guard width >= trailer.algorithm.width else {
            throw .tooNarrow(kind, .checksum, width: width, needed: trailer.algorithm.width)
        }
        try take(.checksum, trailer.checksum, &taken)
        guard let covered = trailer.covered else { return }
        guard covered.lowerBound >= 0, covered.upperBound <= frameLength else {
            throw .coverageOutsideFrame(kind, covered, length: frameLength)
        }
        guard covered.contains(where: { !trailer.fills($0) }) else {
            throw .nothingCovered(kind, covered)
        }
    }

    private func take(
        _ field: Field,
        _ bits: SignalBits,
        _ taken: inout [Field?]
    ) throws(LayoutError) {
        guard bits.fits(bytes: frameLength) else { throw .outsideFrame(kind, field) }
        for bit in bits.numbers {
            if let other = taken[bit] { throw .overlap(kind, field, other) }
            taken[bit] = field
        }
    }
}

/// Why a layout cannot carry the messages. Each case names the message and the field.
public enum LayoutError: Error, Sendable, Hashable {
    /// No frame has that many bytes, or the message begins before it.
    case invalidFrame(MessageKind, length: Int, byteOffset: Int)
    /// The message has no such field.
    case foreignField(MessageKind, Field)
    /// The field is placed twice.
    case fieldTwice(MessageKind, Field)
    /// The signal has fewer bits than the field.
    case tooNarrow(MessageKind, Field, width: Int, needed: Int)
    /// The signal does not lie in the frame, or has more than 32 bits.
    case outsideFrame(MessageKind, Field)
    /// Two fields share a bit.
    case overlap(MessageKind, Field, Field)
    /// The checksum is to cover bytes that the frame does not have.
    case coverageOutsideFrame(MessageKind, Range<Int>, length: Int)
    /// Of the bytes that the checksum is to cover, it fills each itself.
    case nothingCovered(MessageKind, Range<Int>)
    /// The field has no code for unknown and so cannot be left out.
    case missingField(MessageKind, Field)
    /// No message is placed at all.
    case noMessage
    /// The message is placed twice, and it has no profile types that could distinguish its places.
    case messageTwice(MessageKind)
    /// A profile type is sent on two identifiers.
    case profileTypeTwice(MessageKind, UInt8)
    /// Two messages share an identifier where that cannot be.
    case sharedIdentifier(CANIdentifier, MessageKind, MessageKind)
    /// Two messages that share an identifier have their trailers in different places, or one of them
    /// has none.
    case differentTrailers(CANIdentifier, MessageKind, MessageKind)
}
