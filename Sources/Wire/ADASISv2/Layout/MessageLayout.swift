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

    /// The profile types that travel this way; for messages without types all.
    public internal(set) var profileTypes: ProfileTypeSet
    /// The counter and checksum that the frame carries beside the message.
    public let trailer: Trailer?

    /// A checked layout of a message. `byteOffset` is where it begins in the frame; `profileTypes` says
    /// nothing of messages without types.
    public init(
        kind: MessageKind,
        identifier: CANIdentifier,
        frameLength: Int = 8,
        isFD: Bool = false,
        byteOffset: Int = 0,
        signals: [SignalPlacement],
        profileTypes: ProfileTypeSet = .all,
        trailer: Trailer? = nil
    ) throws(LayoutError) {
        self.init(
            unchecked: kind,
            identifier: identifier,
            frameLength: frameLength,
            isFD: isFD,
            byteOffset: byteOffset,
            signals: signals,
            profileTypes: profileTypes,
            trailer: trailer
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
        signals: [SignalPlacement],
        profileTypes: ProfileTypeSet = .all,
        trailer: Trailer? = nil
    ) {
        self.kind = kind
        self.identifier = identifier
        self.frameLength = frameLength
        self.isFD = isFD
        self.byteOffset = byteOffset
        self.signals = signals
        self.profileTypes = kind.hasProfileTypes ? profileTypes : .all
        self.trailer = trailer
    }

    /// The same message in another frame: from another byte on, in frames of another length or kind,
    /// with or without a trailer.
    public func placing(
        at byteOffset: Int,
        frameLength: Int,
        isFD: Bool,
        trailer: Trailer? = nil
    ) throws(LayoutError) -> MessageLayout {
        try MessageLayout(
            kind: kind,
            identifier: identifier,
            frameLength: frameLength,
            isFD: isFD,
            byteOffset: byteOffset,
            signals: signals,
            profileTypes: profileTypes,
            trailer: trailer
        )
    }

    /// The place of a field, `nil` where the message does not carry it.
    public func bits(of field: Field) -> SignalBits? {
        signals.first { $0.field == field }?.bits
    }

    /// Whether the other one puts every bit where this one does.
    func hasSameFrame(as other: MessageLayout) -> Bool {
        frameLength == other.frameLength && isFD == other.isFD && byteOffset == other.byteOffset
            && signals == other.signals && trailer == other.trailer
    }

    /// Where the message type lies in the frame.
    var typeInFrame: SignalBits? { bits(of: .messageType)?.moved(byBytes: byteOffset) }
}
