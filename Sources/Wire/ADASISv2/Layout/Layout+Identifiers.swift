import CANDatabase
public import CANFrames

// Which message travels on which identifier.
extension Layout {
    /// The identifier on which messages of a kind travel, of profiles those without an identifier of
    /// their own; the default one where the layout has none of them. System specific messages travel
    /// on POSITION's, or where that has no message type on the first that has one.
    public func identifier(of kind: MessageKind) -> CANIdentifier {
        let place =
            kind == .systemSpecific
            ? carrierOfSystemSpecific : messages.firstIndex { $0.kind == kind }
        return place.map { identifiers[$0] } ?? kind.defaultIdentifier
    }

    /// The identifier on which a message travels, by its kind and profile type; `nil` where the layout
    /// does not carry it.
    public func identifier(for message: Message) -> CANIdentifier? {
        place(of: message).map { identifiers[$0] }
    }

    /// Whether the layout has a place for messages of a kind.
    public func carries(_ kind: MessageKind) -> Bool {
        kind == .systemSpecific
            ? carrierOfSystemSpecific != nil : messages.contains { $0.kind == kind }
    }

    /// Whether messages of a kind have a place for a field in such frames. What a layout leaves out
    /// reads as unknown, and what has no unknown as 0.
    public func carries(_ field: Field, of kind: MessageKind, in frame: CANFrame) -> Bool {
        messages.contains {
            $0.identifier == frame.identifier && $0.kind == kind && $0.bits(of: field) != nil
        }
    }

    /// Whether the layout sends a message, by its kind and profile type.
    public func carries(_ message: Message) -> Bool { identifier(for: message) != nil }

    /// Lets messages of a kind travel on another identifier, which they may share with others; of
    /// profiles, those without an identifier of their own. System specific messages travel on
    /// POSITION's and have none of their own: setting it does nothing.
    public mutating func setIdentifier(_ identifier: CANIdentifier, of kind: MessageKind) {
        guard let place = messages.firstIndex(where: { $0.kind == kind }) else { return }
        var changed = messages
        changed[place].identifier = identifier
        replace(with: changed)
    }

    /// Lets one type of PROFILE SHORT travel on an identifier of its own, or on one that other types
    /// have already. Where the layout has no PROFILE SHORT this does nothing.
    public mutating func setIdentifier(_ identifier: CANIdentifier, of type: ShortProfileType) {
        setIdentifier(identifier, of: type.raw, .profileShort)
    }

    /// Lets one type of PROFILE LONG travel on an identifier of its own, or on one that other types
    /// have already. Where the layout has no PROFILE LONG this does nothing.
    public mutating func setIdentifier(_ identifier: CANIdentifier, of type: LongProfileType) {
        setIdentifier(identifier, of: type.raw, .profileLong)
    }

    private mutating func setIdentifier(
        _ identifier: CANIdentifier,
        of type: UInt8,
        _ kind: MessageKind
    ) {
        var changed = messages
        let places = changed.indices.filter { changed[$0].kind == kind }
        guard let first = places.first, let last = places.last else { return }
        var other = changed[places.first { changed[$0].profileTypes.contains(type) } ?? first]
        for place in places { changed[place].profileTypes.remove(type) }
        if let shared = places.first(where: { changed[$0].identifier == identifier }) {
            changed[shared].profileTypes.insert(type)
        } else {
            other.identifier = identifier
            other.profileTypes = ProfileTypeSet()
            other.profileTypes.insert(type)
            changed.insert(other, at: last + 1)
        }
        // An identifier that lost its last type is free; the kind's first one stays.
        for place in places.dropFirst().reversed() where changed[place].profileTypes.isEmpty {
            changed.remove(at: place)
        }
        replace(with: changed)
    }

    /// The same messages in other frames: from another byte on, in frames of another length or kind.
    /// Trailers are dropped: they have their place in the frame.
    public func placing(
        at byteOffset: Int,
        frameLength: Int,
        isFD: Bool
    ) throws(LayoutError) -> Layout {
        var moved: [MessageLayout] = []
        for message in messages {
            moved.append(
                try message.placing(at: byteOffset, frameLength: frameLength, isFD: isFD)
            )
        }
        return try Layout(messages: moved)
    }

    /// The same messages with a trailer in each frame, `nil` for none.
    public func sealed(
        with trailer: (MessageLayout) -> Trailer?
    ) throws(LayoutError) -> Layout {
        var sealed: [MessageLayout] = []
        for message in messages {
            sealed.append(
                try message.placing(
                    at: message.byteOffset,
                    frameLength: message.frameLength,
                    isFD: message.isFD,
                    trailer: trailer(message)
                )
            )
        }
        return try Layout(messages: sealed)
    }

    /// Refuses a layout whose frames a client could not distinguish: to be called after identifiers were
    /// set. Messages on one identifier need the message type, in one place of frames of one kind, and
    /// their trailers in one place: a client has to find them whatever the message is.
    public func check() throws(LayoutError) {
        for (index, message) in messages.enumerated() {
            let kind = message.kind
            // Of all types together a client knows as much with it as without.
            if message.bits(of: .profileType) == nil, message.profileTypes != .all,
                message.profileTypes.numbers.count > 1
            {
                throw .missingField(kind, .profileType)
            }
            for other in messages[..<index] {
                if other.kind == kind {
                    guard kind.hasProfileTypes else { throw .messageTwice(kind) }
                    let both = message.profileTypes.intersection(other.profileTypes)
                    if let type = both.numbers.first { throw .profileTypeTwice(kind, type) }
                    if message.bits(of: .profileType) == nil,
                        other.identifier == message.identifier
                    {
                        throw .sharedIdentifier(message.identifier, kind, kind)
                    }
                }
                guard other.identifier == message.identifier else { continue }
                let isClear =
                    other.kind == kind
                    ? message.hasSameFrame(as: other)
                    : message.typeInFrame != nil && message.typeInFrame == other.typeInFrame
                        && message.frameLength == other.frameLength && message.isFD == other.isFD
                guard isClear else {
                    throw .sharedIdentifier(message.identifier, other.kind, kind)
                }
                let (own, others) = (message.trailer, other.trailer)
                guard own?.checksum == others?.checksum, own?.counter == others?.counter else {
                    throw .differentTrailers(message.identifier, other.kind, kind)
                }
            }
        }
    }
}

// Trailers.
extension Layout {
    /// The place of the message's layout among all, `nil` where the layout does not carry it.
    private func place(of message: Message) -> Int? {
        if message.kind == .systemSpecific { return carrierOfSystemSpecific }
        let place = Int(routes[message])
        return place < messages.count ? place : nil
    }

    /// The frame of a message, with the next number of its trailer's counter.
    public func encode(_ message: Message, counting counters: inout AliveCounters) -> CANFrame {
        let frame = encode(message, at: counters)
        advance(&counters, by: message)
        return frame
    }

    /// The same without counting it: for a frame that the bus may not take.
    public func encode(_ message: Message, at counters: AliveCounters) -> CANFrame {
        var frame = encode(message)
        guard let place = place(of: message), packed[place].hasTrailer else { return frame }
        packed[place].trailer?.seal(&frame, count: counters[place])
        return frame
    }

    /// Counts a message that was sent.
    public func advance(_ counters: inout AliveCounters, by message: Message) {
        if let place = place(of: message) { counters.advance(place) }
    }

    /// The trailer's counter in a frame, `nil` where the frame has none.
    public func aliveCounter(of frame: CANFrame) -> UInt64? {
        messages.first { $0.identifier == frame.identifier }?.trailer?.counter?
            .extract(from: frame.bytes)
    }
}

extension PackedMessage {
    /// Refuses a frame whose checksum does not belong to it.
    func verify(_ frame: CANFrame) throws(FrameError) {
        if let trailer {
            let expected = trailer.checksum(of: frame)
            let actual = trailer.checksum.extract(from: frame.bytes)
            if actual != expected {
                throw .wrongChecksum(kind, expected: expected, actual: actual)
            }
        }
    }
}
