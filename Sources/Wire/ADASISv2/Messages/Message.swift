/// SYSTEM SPECIFIC: a message whose content the car's makers agreed on between themselves.
public struct SystemSpecificMessage: Sendable, Hashable {
    /// The eight bytes of the message, the first one in the most significant bits. The bits of the
    /// message type are 0 on the wire, whatever they are here.
    public var bytes: UInt64

    /// A message of eight bytes.
    public init(bytes: UInt64) { self.bytes = bytes }
}

/// A message of the protocol.
public enum Message: Sendable, Hashable {
    /// Something between the car's makers.
    case systemSpecific(SystemSpecificMessage)
    /// Where the car is.
    case position(PositionMessage)
    /// The attributes of the road from an offset on.
    case segment(SegmentMessage)
    /// Where a road leaves the path.
    case stub(StubMessage)
    /// A value of ten bits along a path.
    case profileShort(ProfileShortMessage)
    /// A value of 32 bits along a path.
    case profileLong(ProfileLongMessage)
    /// Country, unit, versions.
    case metaData(MetaDataMessage)

    /// The message's type.
    public var kind: MessageKind {
        switch self {
        case .systemSpecific: .systemSpecific
        case .position: .position
        case .segment: .segment
        case .stub: .stub
        case .profileShort: .profileShort
        case .profileLong: .profileLong
        case .metaData: .metaData
        }
    }

    /// The counter of the message's type. A system specific message has none: it reads as 0 and
    /// setting it does nothing.
    public var cyclicCounter: CyclicCounter {
        get {
            switch self {
            case .systemSpecific: .zero
            case .position(let message): message.cyclicCounter
            case .segment(let message): message.cyclicCounter
            case .stub(let message): message.cyclicCounter
            case .profileShort(let message): message.cyclicCounter
            case .profileLong(let message): message.cyclicCounter
            case .metaData(let message): message.cyclicCounter
            }
        }
        set {
            switch self {
            case .systemSpecific: break
            case .position(var message):
                message.cyclicCounter = newValue
                self = .position(message)
            case .segment(var message):
                message.cyclicCounter = newValue
                self = .segment(message)
            case .stub(var message):
                message.cyclicCounter = newValue
                self = .stub(message)
            case .profileShort(var message):
                message.cyclicCounter = newValue
                self = .profileShort(message)
            case .profileLong(var message):
                message.cyclicCounter = newValue
                self = .profileLong(message)
            case .metaData(var message):
                message.cyclicCounter = newValue
                self = .metaData(message)
            }
        }
    }

    /// Whether the message repeats something already sent. POSITION, META-DATA and system specific
    /// messages have no such bit: it reads as false and setting it does nothing.
    public var retransmission: Bool {
        get {
            switch self {
            case .segment(let message): message.retransmission
            case .stub(let message): message.retransmission
            case .profileShort(let message): message.retransmission
            case .profileLong(let message): message.retransmission
            case .systemSpecific, .position, .metaData: false
            }
        }
        set {
            switch self {
            case .segment(var message):
                message.retransmission = newValue
                self = .segment(message)
            case .stub(var message):
                message.retransmission = newValue
                self = .stub(message)
            case .profileShort(var message):
                message.retransmission = newValue
                self = .profileShort(message)
            case .profileLong(var message):
                message.retransmission = newValue
                self = .profileLong(message)
            case .systemSpecific, .position, .metaData: break
            }
        }
    }
}
