extension Message {
    /// The content of the message without counter and flags.
    public var withoutCounterAndFlags: Message {
        var message = self
        message.cyclicCounter = .zero
        message.retransmission = false
        switch message {
        case .stub(var stub):
            stub.update = false
            return .stub(stub)
        case .segment(var segment):
            segment.update = false
            return .segment(segment)
        case .profileShort(var profile):
            profile.update = false
            return .profileShort(profile)
        case .profileLong(var profile):
            profile.update = false
            return .profileLong(profile)
        case .systemSpecific, .position, .metaData: return message
        }
    }

    /// The path of the message and the offset on it; `nil` for META-DATA and system specific messages.
    public var place: (path: PathIndex, offset: OffsetCode)? {
        switch self {
        case .position(let message): (message.pathIndex, message.offset)
        case .segment(let message): (message.pathIndex, message.offset)
        case .stub(let message): (message.pathIndex, message.offset)
        case .profileShort(let message): (message.pathIndex, message.offset)
        case .profileLong(let message): (message.pathIndex, message.offset)
        case .systemSpecific, .metaData: nil
        }
    }
}
