/// The request of a client to the horizon provider, in one frame.
public struct ClientRequest: Sendable, Hashable {
    /// The messages that it asks for again: of a type, all of them or the one with a counter; `nil` for none.
    public var messages: (kind: MessageKind, counter: CyclicCounter?)? {
        kind.map { ($0, counter) }
    }
    /// Whether it asks for everything again.
    public var isReset: Bool
    /// The messages that it wants to receive; `nil` where the frame does not say it.
    public var mask: ClientMask?
    private let kind: MessageKind?
    private let counter: CyclicCounter?

    /// A request of its parts.
    public init(
        _ kind: MessageKind? = nil, counter: CyclicCounter? = nil, isReset: Bool = false,
        mask: ClientMask? = nil
    ) {
        self.kind = kind
        self.counter = kind == nil ? nil : counter
        self.isReset = isReset
        self.mask = mask
    }

    /// Whether it asks for nothing: a client that sends its frame in a cycle.
    public var isEmpty: Bool { kind == nil && !isReset && mask == nil }
}

/// The messages that a client wants to receive. POSITION and META-DATA are always sent: without them the horizon
/// means nothing to the other clients.
public struct ClientMask: Sendable, Hashable {
    /// The messages that a client can switch.
    public static let kinds: [MessageKind] = [.segment, .stub, .profileShort, .profileLong]
    /// All messages.
    public static let all = ClientMask(raw: .max)

    /// A bit for each message, at the number of its type.
    private let raw: UInt8

    /// The mask of a number, with a bit for each message at the number of its type. Other bits do not count.
    public init(raw: UInt8) {
        var bits: UInt8 = 0
        for kind in Self.kinds { bits |= raw & 1 << kind.rawValue }
        self.raw = bits
    }

    /// Whether messages of a kind are wanted.
    public func allows(_ kind: MessageKind) -> Bool {
        !Self.kinds.contains(kind) || raw & 1 << kind.rawValue != 0
    }

    /// The configured mask without the messages that are not wanted. A client cannot switch on what is not
    /// configured.
    public func applied(to configured: MessageMask) -> MessageMask {
        var mask = configured
        for kind in Self.kinds where !allows(kind) { mask.set(kind, to: false) }
        return mask
    }
}
