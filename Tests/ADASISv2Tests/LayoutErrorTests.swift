import ADASISv2
import CANDatabase
import CANFrames
import Testing

@Suite("Layouts that cannot be")
struct LayoutErrorTests {
    static let identifier = CANIdentifier(truncatingBase: 0x300)

    static func bits(_ startBit: Int, _ width: Int) -> SignalBits {
        SignalBits(startBit: startBit, width: width, byteOrder: .intel)
    }

    @Test(
        "The error names the message and the field",
        arguments: [
            ([.init(.speed, bits(0, 9))], .foreignField(.segment, .speed)),
            (
                [.init(.offset, bits(0, 13)), .init(.offset, bits(20, 13))],
                .fieldTwice(.segment, .offset)
            ),
            ([.init(.offset, bits(0, 12))], .tooNarrow(.segment, .offset, width: 12, needed: 13)),
            ([.init(.offset, bits(52, 13))], .outsideFrame(.segment, .offset)),
            ([.init(.offset, bits(0, 33))], .outsideFrame(.segment, .offset)),
            (
                [.init(.offset, bits(0, 13)), .init(.pathIndex, bits(12, 6))],
                .overlap(.segment, .pathIndex, .offset)
            ),
        ] as [([SignalPlacement], LayoutError)]
    )
    func signals(signals: [SignalPlacement], error: LayoutError) {
        #expect(throws: error) {
            try MessageLayout(kind: .segment, identifier: Self.identifier, signals: signals)
        }
        #expect(error.description.contains("SEGMENT"))
    }

    @Test("A wider signal is fine")
    func wider() throws {
        let layout = try MessageLayout(
            kind: .segment,
            identifier: Self.identifier,
            signals: [SignalPlacement(.offset, Self.bits(0, 16))]
        )
        #expect(layout.bits(of: .offset)?.width == 16)
        #expect(layout.bits(of: .tunnel) == nil)
    }

    @Test("Frames and messages")
    func frames() {
        #expect(throws: LayoutError.invalidFrame(.stub, length: 9, byteOffset: 0)) {
            try MessageLayout(kind: .stub, identifier: Self.identifier, frameLength: 9, signals: [])
        }
        #expect(throws: LayoutError.invalidFrame(.stub, length: 8, byteOffset: -1)) {
            try MessageLayout(kind: .stub, identifier: Self.identifier, byteOffset: -1, signals: [])
        }
        #expect(throws: LayoutError.missingField(.metaData, .drivingSide)) {
            try MessageLayout(kind: .metaData, identifier: Self.identifier, signals: [])
        }
        #expect(throws: LayoutError.noMessage) { try Layout(messages: []) }
        let messages = Layout(.adasis).messages
        #expect(throws: LayoutError.messageTwice(.segment)) {
            try Layout(messages: messages + [messages[1]])
        }
    }

    @Test("Without a message type an identifier belongs to one message")
    func sharedIdentifier() throws {
        let messages = try Layout(.adasis).messages.map { message in
            try MessageLayout(
                kind: message.kind,
                identifier: Self.identifier,
                signals: message.signals.filter { $0.field != .messageType }
            )
        }
        #expect(throws: LayoutError.sharedIdentifier(Self.identifier, .position, .segment)) {
            try Layout(messages: messages)
        }
    }

    @Test("Two profiles without a type field need two identifiers")
    func sharedByTypes() throws {
        let short = Layout(.adasis).messages[3]
        func only(_ type: ShortProfileType, on value: UInt16) throws -> MessageLayout {
            try MessageLayout(
                kind: .profileShort,
                identifier: CANIdentifier(truncatingBase: value),
                signals: short.signals.filter { $0.field != .profileType },
                profileTypes: ProfileTypeSet([type])
            )
        }
        let curvature = try only(.curvature, on: 0x300)
        #expect(
            throws: LayoutError.sharedIdentifier(Self.identifier, .profileShort, .profileShort)
        ) {
            try Layout(messages: [curvature, only(.slopeStep, on: 0x300)])
        }
        let layout = try Layout(messages: [curvature, only(.slopeStep, on: 0x301)])
        for type in [ShortProfileType.curvature, .slopeStep] {
            let frame = layout.encode(IdentifierTests.short(type))
            guard case .profileShort(let read)? = try layout.decode(frame) else {
                Issue.record("no PROFILE SHORT")
                continue
            }
            #expect(read.profileType == type)
        }
    }

    @Test("Messages on one identifier have their trailers in one place")
    func sharedTrailer() throws {
        let checksum = Trailer(checksum: Self.bits(64, 8), algorithm: .crc8SAEJ1850)
        var identified = checksum
        identified.dataIdentifier = 7
        let elsewhere = Trailer(checksum: Self.bits(72, 8), algorithm: .crc8SAEJ1850)
        let counting = Trailer(
            counter: Self.bits(72, 4), checksum: Self.bits(64, 8), algorithm: .crc8SAEJ1850)
        for stub in [checksum, identified, elsewhere, counting, nil] {
            var layout = try Layout(.adasis).placing(at: 0, frameLength: 12, isFD: true)
                .sealed { $0.kind == .stub ? stub : checksum }
            layout.setIdentifier(Self.identifier, of: .segment)
            layout.setIdentifier(Self.identifier, of: .stub)
            // POSITION has it already.
            if stub == checksum || stub == identified {
                try layout.check()
            } else {
                #expect(throws: LayoutError.differentTrailers(Self.identifier, .position, .stub)) {
                    try layout.check()
                }
            }
        }
    }

    @Test("Each error has its own words")
    func words() {
        let errors: [LayoutError] = [
            .invalidFrame(.stub, length: 9, byteOffset: 0), .foreignField(.stub, .speed),
            .fieldTwice(.stub, .offset), .tooNarrow(.stub, .offset, width: 1, needed: 13),
            .outsideFrame(.stub, .offset), .overlap(.stub, .offset, .update),
            .missingField(.stub, .offset), .noMessage, .messageTwice(.stub),
            .profileTypeTwice(.profileShort, 1),
            .sharedIdentifier(Self.identifier, .stub, .segment),
            .differentTrailers(Self.identifier, .stub, .segment),
            .coverageOutsideFrame(.stub, 0..<9, length: 8), .nothingCovered(.stub, 7..<8),
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
    }
}
