import CANDatabase
public import CANFrames

/// How the six messages travel on the bus: one table that encoder, decoder, DBC and documentation
/// read.
///
/// ```swift
/// var layout = Layout(.adasis)
/// let frame = layout.encode(.position(PositionMessage(pathIndex: .first)))
/// let message = try layout.decode(frame)
/// ```
/// Several messages may share one CAN identifier: the message type tells them apart.
public struct Layout: Sendable {
    /// The messages' layouts, one for each kind of ``MessageKind/standard``, in that order.
    public private(set) var messages: [MessageLayout]
    /// The same, ready for speed.
    private var packed: [PackedMessage]
    /// The same messages' identifiers, to be looked through quickly.
    private var identifiers: [CANIdentifier]

    /// The layout of a preset, with the default identifiers.
    public init(_ preset: LayoutPreset) {
        self.init(unchecked: MessageKind.standard.map { preset.message($0) })
    }

    /// A layout of one's own, with each of the six messages once.
    public init(messages: [MessageLayout]) throws(LayoutError) {
        var ordered: [MessageLayout] = []
        for kind in MessageKind.standard {
            let found = messages.filter { $0.kind == kind }
            guard let message = found.first else { throw .missingMessage(kind) }
            guard found.count == 1 else { throw .messageTwice(kind) }
            ordered.append(message)
        }
        for message in ordered {
            let others = ordered.filter {
                $0.identifier == message.identifier && $0.kind != message.kind
            }
            // Without a message type only the identifier says what a frame is.
            if let other = others.first, message.bits(of: .messageType) == nil {
                throw .sharedIdentifier(message.identifier, message.kind, other.kind)
            }
        }
        self.init(unchecked: ordered)
    }

    private init(unchecked messages: [MessageLayout]) {
        self.messages = messages
        packed = messages.map { PackedMessage($0) }
        identifiers = messages.map { $0.identifier }
    }

    /// The identifier on which a message travels. System specific messages travel on POSITION's.
    public func identifier(of kind: MessageKind) -> CANIdentifier {
        messages[index(of: kind)].identifier
    }

    /// Lets a message travel on another identifier, which it may share with others. System specific
    /// messages travel on POSITION's and have none of their own: setting it does nothing.
    public mutating func setIdentifier(_ identifier: CANIdentifier, of kind: MessageKind) {
        guard kind != .systemSpecific else { return }
        let index = index(of: kind)
        messages[index].identifier = identifier
        packed[index] = PackedMessage(messages[index])
        identifiers[index] = identifier
    }

    private func index(of kind: MessageKind) -> Int { max(Int(kind.rawValue) - 1, 0) }

    /// The frame of a message.
    ///
    /// - Complexity: O(fields), without allocation.
    public func encode(_ message: Message) -> CANFrame {
        switch message {
        case .position(let message): packed[0].frame(message.rawFields)
        case .segment(let message): packed[1].frame(message.rawFields)
        case .stub(let message): packed[2].frame(message.rawFields)
        case .profileShort(let message): packed[3].frame(message.rawFields)
        case .profileLong(let message): packed[4].frame(message.rawFields)
        case .metaData(let message): packed[5].frame(message.rawFields)
        case .systemSpecific(let message): frame(of: message)
        }
    }

    /// The message of a frame; `nil` where the frame's identifier is none of the layout's.
    ///
    /// - Complexity: O(messages + fields), without allocation.
    public func decode(_ frame: CANFrame) throws(FrameError) -> Message? {
        guard let (kind, raw) = try fields(of: frame) else { return nil }
        return switch kind {
        case .position: .position(PositionMessage(raw))
        case .segment: .segment(SegmentMessage(raw))
        case .stub: .stub(StubMessage(raw))
        case .profileShort: .profileShort(ProfileShortMessage(raw))
        case .profileLong: .profileLong(ProfileLongMessage(raw))
        case .metaData: .metaData(MetaDataMessage(raw))
        case .systemSpecific: .systemSpecific(systemSpecific(frame))
        }
    }

    /// The kind of message in a frame and the raw numbers of its fields, reserved bits included, in
    /// the order of ``MessageKind/fields``; `nil` where the frame's identifier is none of the
    /// layout's.
    public func fields(
        of frame: CANFrame
    ) throws(FrameError) -> (kind: MessageKind, raw: RawFields)? {
        var problem: FrameError?
        for index in identifiers.indices where identifiers[index] == frame.identifier {
            let packed = packed[index]
            let kind = packed.kind
            guard frame.isFD == packed.emptyFrame.isFD else {
                problem = problem ?? .wrongFormat(kind, isFD: frame.isFD)
                continue
            }
            let length = packed.emptyFrame.length
            guard frame.length == length else {
                problem = problem ?? .wrongLength(kind, expected: length, actual: frame.length)
                continue
            }
            let raw = packed.fields(of: frame)
            let type = packed.messageType(in: raw)
            if type == UInt32(kind.rawValue) { return (kind, raw) }
            if type == 0 { return (.systemSpecific, RawFields(repeating: 0)) }
            problem = .wrongType(kind, actual: Int(type))
        }
        if let problem { throw problem }
        return nil
    }
}

/// Why a frame on one of the layout's identifiers is no message.
public enum FrameError: Error, Sendable, Hashable {
    /// The frame is classical where CAN FD is expected, or the other way round.
    case wrongFormat(MessageKind, isFD: Bool)
    /// The frame has another number of bytes.
    case wrongLength(MessageKind, expected: Int, actual: Int)
    /// The message type is none that travels on this identifier.
    case wrongType(MessageKind, actual: Int)
}

// System specific messages: eight bytes as they are, except for the message type.
extension Layout {
    private func frame(of message: SystemSpecificMessage) -> CANFrame {
        var frame = packed[0].emptyFrame
        frame.setWord(message.bytes, at: min(messages[0].byteOffset, 56))
        messages[0].bits(of: .messageType)?
            .insert(0, into: &frame.bytes, byteOffset: messages[0].byteOffset)
        return frame
    }

    private func systemSpecific(_ frame: CANFrame) -> SystemSpecificMessage {
        let message = messages.first { $0.identifier == frame.identifier }
        return SystemSpecificMessage(bytes: frame.word(at: min(message?.byteOffset ?? 0, 56)))
    }
}
