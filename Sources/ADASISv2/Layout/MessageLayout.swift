public import CANDatabase
public import CANFrames

/// Where a field sits in a message.
public struct SignalPlacement: Sendable, Hashable {
    /// The field.
    public let field: Field
    /// Its bits, counted from the PDU's first byte.
    public let bits: SignalBits

    /// The place of a field.
    public init(_ field: Field, _ bits: SignalBits) {
        self.field = field
        self.bits = bits
    }
}

/// How one message travels: its CAN identifier, its frame, the place of each of its fields.
///
/// What is made by the public initialiser holds: all signals lie in the frame, none overlap, each
/// belongs to the message and is wide enough. A field that is not placed is not sent, and reads as
/// unknown or not available.
public struct MessageLayout: Sendable, Hashable {
    /// The message.
    public let kind: MessageKind
    /// The CAN identifier.
    public internal(set) var identifier: CANIdentifier
    /// The frame's payload in bytes.
    public let frameLength: Int
    /// Whether the frame is a CAN FD frame.
    public let isFD: Bool
    /// The byte of the frame where the message begins.
    public let byteOffset: Int
    /// The place of each field.
    public let signals: [SignalPlacement]

    /// A checked layout of a message. `byteOffset` is where it begins in the frame.
    public init(
        kind: MessageKind,
        identifier: CANIdentifier,
        frameLength: Int = 8,
        isFD: Bool = false,
        byteOffset: Int = 0,
        signals: [SignalPlacement]
    ) throws(LayoutError) {
        self.init(
            unchecked: kind,
            identifier: identifier,
            frameLength: frameLength,
            isFD: isFD,
            byteOffset: byteOffset,
            signals: signals
        )
        try check()
    }

    /// A layout that is known to be right: the presets, which the tests check.
    init(
        unchecked kind: MessageKind,
        identifier: CANIdentifier,
        frameLength: Int = 8,
        isFD: Bool = false,
        byteOffset: Int = 0,
        signals: [SignalPlacement]
    ) {
        self.kind = kind
        self.identifier = identifier
        self.frameLength = frameLength
        self.isFD = isFD
        self.byteOffset = byteOffset
        self.signals = signals
    }

    /// The place of a field, `nil` where the message does not carry it.
    public func bits(of field: Field) -> SignalBits? {
        signals.first { $0.field == field }?.bits
    }

    func check() throws(LayoutError) {
        guard CANFrame.isValid(length: frameLength, isFD: isFD), byteOffset >= 0 else {
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
            let bits = signal.bits.moved(byBytes: byteOffset)
            guard bits.width <= 32, bits.fits(bytes: frameLength) else {
                throw .outsideFrame(kind, field)
            }
            for bit in bits.numbers {
                if let other = taken[bit] { throw .overlap(kind, field, other) }
                taken[bit] = field
            }
        }
        for field in fields where field.isIndispensable && !seen.contains(field) {
            throw .missingField(kind, field)
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
    /// The field has no code for unknown and so cannot be left out.
    case missingField(MessageKind, Field)
    /// The message is not placed at all.
    case missingMessage(MessageKind)
    /// The message is placed twice.
    case messageTwice(MessageKind)
    /// Two messages share an identifier where that cannot be.
    case sharedIdentifier(CANIdentifier, MessageKind, MessageKind)
}
