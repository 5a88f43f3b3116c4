import CANDatabase
public import CANFrames

/// How the messages travel on the bus: one table that encoder, decoder, DBC and documentation read.
///
/// ```swift
/// var layout = Layout(.adasis)
/// try layout.setIdentifier(0x310, of: .curvature)
/// let frame = layout.encode(.position(PositionMessage(pathIndex: .first)))
/// let message = try layout.decode(frame)
/// ```
/// Several messages may share one CAN identifier: the message type distinguishes them. A profile
/// message may travel on several identifiers, each with some of its types.
public struct Layout: Sendable {
    /// The messages' layouts in the order of ``MessageKind/standard``. Those of one kind follow each
    /// other, the one for all types without another way first.
    public private(set) var messages: [MessageLayout]
    /// The same, ready for speed.
    private(set) var packed: [PackedMessage] = []
    /// The same messages' identifiers, to be looked through quickly.
    public private(set) var identifiers: [CANIdentifier] = []
    /// Which of them carries what; rebuilt with them.
    private(set) var routes = Routes()

    /// The layout of a preset, with the default identifiers.
    public init(_ preset: LayoutPreset) {
        self.init(unchecked: MessageKind.standard.map { preset.message($0) })
    }

    /// A layout of one's own, with each message once, or profiles once for some of their types. A
    /// kind that is not among them is not sent: see ``carries(_:)-(Message)``.
    public init(messages: [MessageLayout]) throws(LayoutError) {
        guard !messages.isEmpty else { throw .noMessage }
        let ordered = MessageKind.standard.flatMap { kind in messages.filter { $0.kind == kind } }
        self.init(unchecked: ordered)
        try check()
    }

    private init(unchecked messages: [MessageLayout]) {
        self.messages = []
        replace(with: messages)
    }

    /// Takes other messages in the place of the ones that it has.
    mutating func replace(with messages: [MessageLayout]) {
        self.messages = messages
        packed = messages.map { PackedMessage($0) }
        identifiers = messages.map { $0.identifier }
        routes = Routes(messages)
    }

    /// The frame of a message, with 0 as the trailer's counter. What the layout does not carry becomes
    /// an empty frame on the message's default identifier: see ``carries(_:)-(Message)``.
    ///
    /// - Complexity: O(fields), without allocation.
    public func encode(_ message: Message) -> CANFrame {
        switch message {
        case .position(let message): frame(routes.position, message, .position)
        case .segment(let message): frame(routes.segment, message, .segment)
        case .stub(let message): frame(routes.stub, message, .stub)
        case .profileShort(let message):
            frame(routes[message.profileType], message, .profileShort)
        case .profileLong(let message): frame(routes[message.profileType], message, .profileLong)
        case .metaData(let message): frame(routes.metaData, message, .metaData)
        case .systemSpecific(let message): frame(of: message)
        }
    }

    @inline(__always)
    private func frame(
        _ place: UInt8,
        _ message: some WireMessage,
        _ kind: MessageKind
    ) -> CANFrame {
        let place = Int(place)
        guard place < packed.count else {
            return CANFrame(identifier: kind.defaultIdentifier, clampedLength: 0)
        }
        return packed[place].frame(of: message)
    }

    /// The message of a frame; `nil` where the frame's identifier is none of the layout's.
    public func decode(_ frame: CANFrame) throws(FrameError) -> Message? {
        guard let found = try find(frame) else { return nil }
        let packed = packed[found.place]
        let word = found.word
        return switch found.isSystemSpecific ? .systemSpecific : packed.kind {
        case .position: .position(packed.message(in: frame, word))
        case .segment: .segment(packed.message(in: frame, word))
        case .stub: .stub(packed.message(in: frame, word))
        case .profileShort: .profileShort(packed.message(in: frame, word))
        case .profileLong: .profileLong(packed.message(in: frame, word))
        case .metaData: .metaData(packed.message(in: frame, word))
        case .systemSpecific:
            .systemSpecific(
                SystemSpecificMessage(
                    bytes: frame.word(at: messages[found.place].byteOffset)))
        }
    }

    /// The kind of message in a frame and the raw numbers of its fields, reserved bits included, in
    /// the order of ``MessageKind/fields``; `nil` where the frame's identifier is none of the
    /// layout's.
    public func fields(
        of frame: CANFrame
    ) throws(FrameError) -> (kind: MessageKind, raw: RawFields)? {
        guard let found = try find(frame) else { return nil }
        if found.isSystemSpecific { return (.systemSpecific, RawFields(repeating: 0)) }
        return (packed[found.place].kind, packed[found.place].fields(of: frame))
    }

    /// The message that a frame carries.
    private struct Found {
        /// Its place among the layout's.
        let place: Int
        /// Whether it is a system specific one.
        let isSystemSpecific: Bool
        /// The word in which its fields lie.
        let word: UInt64
    }

    /// Where several messages of one kind share an identifier, every bit has one place in all of them
    /// (see ``check()``): the first one reads any of their types.
    private func find(_ frame: CANFrame) throws(FrameError) -> Found? {
        var problem: FrameError?
        for index in identifiers.indices where identifiers[index] == frame.identifier {
            let packed = packed[index]
            let kind = packed.kind
            guard frame.isFD == packed.emptyFrame.isFD else {
                if problem == nil { problem = .wrongFormat(kind, isFD: frame.isFD) }
                continue
            }
            let length = packed.emptyFrame.length
            guard frame.length == length else {
                if problem == nil {
                    problem = .wrongLength(kind, expected: length, actual: frame.length)
                }
                continue
            }
            let word = packed.word(of: frame)
            let type = packed.messageType(in: frame, word)
            guard type == UInt32(kind.rawValue) || type == 0 else {
                problem = .wrongType(kind, actual: Int(type))
                continue
            }
            if packed.hasTrailer { try packed.verify(frame) }
            return Found(place: index, isSystemSpecific: type == 0, word: word)
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
    /// The trailer's checksum does not belong to the rest of the frame.
    case wrongChecksum(MessageKind, expected: UInt64, actual: UInt64)
}

// System specific messages: eight bytes as they are, except for the message type.
extension Layout {
    private func frame(of message: SystemSpecificMessage) -> CANFrame {
        guard let place = carrierOfSystemSpecific else {
            let identifier = MessageKind.systemSpecific.defaultIdentifier
            return CANFrame(identifier: identifier, clampedLength: 0)
        }
        var frame = packed[place].emptyFrame
        let layout = messages[place]
        frame.setWord(message.bytes, at: layout.byteOffset)
        layout.typeInFrame?.insert(0, into: &frame.bytes)
        layout.trailer?.seal(&frame, count: 0)
        return frame
    }

    /// The place of the first message with a message type, which is POSITION's where it has one;
    /// without a type no client could know what it is.
    var carrierOfSystemSpecific: Int? {
        messages.firstIndex { $0.bits(of: .messageType) != nil }
    }
}
