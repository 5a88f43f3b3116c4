import ADASISv2
import CANDatabase
import CANFrames
import RandomNumbers
import Testing

@Suite("Layouts")
struct LayoutTests {
    @Test(
        "Presets fill 64 bits exactly, with the widths of the protocol",
        arguments: LayoutPreset.allCases)
    func presets(preset: LayoutPreset) throws {
        let layout = Layout(preset)
        #expect(layout.messages.map(\.kind) == MessageKind.standard)
        for message in layout.messages {
            #expect(message.signals.reduce(0) { $0 + $1.bits.width } == 64, "\(message.kind)")
            #expect(
                Set(message.signals.map(\.field)).isSuperset(
                    of: message.kind.fields.dropLast().filter { !$0.isMakersOwn }
                )
            )
            for signal in message.signals {
                #expect(signal.field.width == nil || signal.field.width == signal.bits.width)
            }
            // The checked initialiser finds nothing wrong with it.
            let checked = try MessageLayout(
                kind: message.kind,
                identifier: message.identifier,
                signals: message.signals
            )
            #expect(checked == message)
        }
    }

    @Test("Presets are known by their names")
    func names() {
        #expect(LayoutPreset.allCases.map(\.name) == ["adasis", "adasis-intel", "table-order"])
        for preset in LayoutPreset.allCases {
            #expect(LayoutPreset(name: preset.name) == preset)
        }
        #expect(LayoutPreset(name: "ADASIS") == nil)
    }

    @Test("Default identifiers")
    func identifiers() {
        let layout = Layout(.adasis)
        let kinds: [MessageKind] = [
            .position, .stub, .segment, .profileShort, .profileLong, .metaData,
        ]
        #expect(kinds.map { layout.identifier(of: $0).value } == Array(0x300...0x305))
        #expect(layout.identifier(of: .systemSpecific) == layout.identifier(of: .position))
    }

    @Test("Random messages come back in each preset", arguments: LayoutPreset.allCases)
    func roundTrip(preset: LayoutPreset) throws {
        try check(Layout(preset), seed: 1)
    }

    @Test("Random messages come back in CAN FD, at any byte, and spread over the frame")
    func unusual() throws {
        for byteOffset in [0, 1, 8, 55, 56] {
            try check(try Self.moved(byteOffset: byteOffset, spread: false), seed: 2)
        }
        try check(try Self.moved(byteOffset: 4, spread: true), seed: 3)
    }

    private func check(_ layout: Layout, seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for message in layout.messages {
            for _ in 0..<1_000 {
                let random = RandomFrame(message, using: &generator)
                let (kind, raw) = try #require(try layout.fields(of: random.frame))
                try #require(kind == message.kind)
                for (index, field) in kind.fields.enumerated() where !field.isMakersOwn {
                    #expect(UInt64(raw[index]) == random.raw[field] ?? 0, "\(kind) \(field)")
                }
                let decoded = try #require(try layout.decode(random.frame))
                #expect(layout.encode(decoded) == random.frame)
            }
        }
    }

    /// `adasis` at another byte of CAN FD frames with identifiers of 29 bits; spread: every other
    /// field 40 bytes further on, so that they do not fit into a word.
    static func moved(byteOffset: Int, spread: Bool) throws -> Layout {
        let messages = try Layout(.adasis).messages.map { message in
            let signals = message.signals.enumerated().map { index, signal in
                let shift = spread && index % 2 == 1 ? 40 : 0
                return SignalPlacement(signal.field, signal.bits.moved(byBytes: shift))
            }
            let identifier = CANIdentifier(extended: 0x18FF_0000 | message.identifier.value)
            return try MessageLayout(
                kind: message.kind,
                identifier: #require(identifier),
                frameLength: 64,
                isFD: true,
                byteOffset: byteOffset,
                signals: signals
            )
        }
        return try Layout(messages: messages)
    }

    @Test("A field that the layout leaves out reads as unknown or not available")
    func missingFields() throws {
        let messages = try Layout(.adasis).messages.map { message in
            try MessageLayout(
                kind: message.kind,
                identifier: message.identifier,
                signals: message.signals.filter {
                    [.messageType, .drivingSide, .speedUnit].contains($0.field)
                }
            )
        }
        let layout = try Layout(messages: messages)
        let metaData = MetaDataMessage(
            countryCode: .unknown,
            drivingSide: .left,
            speedUnit: .milesPerHour
        )
        for message in [
            Message.position(PositionMessage()), .segment(SegmentMessage()), .stub(StubMessage()),
            .profileShort(ProfileShortMessage()), .profileLong(ProfileLongMessage()),
            .metaData(metaData),
        ] {
            #expect(try layout.decode(layout.encode(message)) == message)
        }
        var stub = StubMessage(pathIndex: .first, subPathIndex: .last)
        stub.update = true
        #expect(try layout.decode(layout.encode(.stub(stub))) == .stub(StubMessage()))
    }

    @Test("A message without its type, spread over the frame or in both byte orders")
    func withoutType() throws {
        func bits(_ start: Int, _ width: Int, _ order: ByteOrder) -> SignalBits {
            SignalBits(startBit: start, width: width, byteOrder: order)
        }
        var stub = StubMessage(pathIndex: .last, offset: OffsetCode(raw: 4711))
        stub.turnAngle = AngleCode(raw: 99)
        for (length, path) in [(64, bits(500, 6, .intel)), (8, bits(40, 6, .intel))] {
            let layout = try Layout(messages: [
                MessageLayout(
                    kind: .stub,
                    identifier: CANIdentifier(truncatingBase: 1),
                    frameLength: length,
                    isFD: length > 8,
                    signals: [
                        SignalPlacement(.offset, bits(7, 13, .motorola)),
                        SignalPlacement(.turnAngle, bits(32, 8, .intel)),
                        SignalPlacement(.pathIndex, path),
                    ]
                )
            ])
            #expect(try layout.decode(layout.encode(.stub(stub))) == .stub(stub))
            let (kind, raw) = try #require(try layout.fields(of: layout.encode(.stub(stub))))
            #expect(kind == .stub)
            #expect(raw[kind.fields.count - 2] == 3)
        }
    }

    @Test("Messages on one identifier are told apart by their type")
    func sharedIdentifier() throws {
        var layout = Layout(.adasis)
        let shared = CANIdentifier(truncatingBase: 0x123)
        for kind in MessageKind.standard { layout.setIdentifier(shared, of: kind) }
        for sample in Sample.all {
            let message = try #require(try layout.decode(frame(shared, sample.frames[0].1)))
            #expect(message.kind == sample.kind)
            #expect(layout.encode(message).identifier == shared)
        }
        #expect(throws: FrameError.wrongType(.metaData, actual: 7)) {
            try layout.decode(frame(shared, 0xE000_0000_0000_0000))
        }
    }

    @Test("System specific messages pass through as eight bytes")
    func systemSpecific() throws {
        var layout = Layout(.adasis)
        layout.setIdentifier(CANIdentifier(truncatingBase: 1), of: .systemSpecific)
        let message = Message.systemSpecific(SystemSpecificMessage(bytes: .max))
        let frame = layout.encode(message)
        #expect(frame.identifier == layout.identifier(of: .position))
        #expect(word(frame) == 0x1FFF_FFFF_FFFF_FFFF)
        let expected = SystemSpecificMessage(bytes: 0x1FFF_FFFF_FFFF_FFFF)
        #expect(try layout.decode(frame) == .systemSpecific(expected))
    }

    @Test("Frames that are no messages")
    func refusedFrames() throws {
        let layout = Layout(.adasis)
        let identifier = layout.identifier(of: .stub)
        #expect(try layout.decode(frame(CANIdentifier(truncatingBase: 0x2FF), 0)) == nil)
        #expect(throws: FrameError.wrongType(.stub, actual: 1)) {
            try layout.decode(frame(identifier, 0x2000_0000_0000_0000))
        }
        #expect(throws: FrameError.wrongLength(.stub, expected: 8, actual: 7)) {
            try layout.decode(CANFrame(identifier: identifier, clampedLength: 7))
        }
        #expect(throws: FrameError.wrongFormat(.stub, isFD: true)) {
            try layout.decode(CANFrame(identifier: identifier, clampedLength: 8, isFD: true))
        }
        // The same number in 29 bits is another identifier.
        let extended = try #require(CANIdentifier(extended: identifier.value))
        #expect(try layout.decode(frame(extended, 0x6000_0000_0000_0000)) == nil)
        let errors: [FrameError] = [
            .wrongFormat(.stub, isFD: true), .wrongFormat(.stub, isFD: false),
            .wrongLength(.stub, expected: 8, actual: 7), .wrongType(.stub, actual: 1),
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
    }
}
