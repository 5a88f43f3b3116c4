import CANDatabase
import CANFrames
import Testing

@testable import ADASISv2

@Suite("The codec at its edges")
struct CodecEdgeTests {
    /// The examples of AUTOSAR's specification of the CRC routines.
    @Test(
        "Checksums give the values of AUTOSAR's tables",
        arguments: [
            ([0x00, 0x00, 0x00, 0x00], 0x59, 0x12, 0x84C0),
            ([0xF2, 0x01, 0x83], 0x37, 0xC2, 0xD374),
            ([0x0F, 0xAA, 0x00, 0x55], 0x79, 0xC6, 0x2023),
            ([0x00, 0xFF, 0x55, 0x11], 0xB8, 0x77, 0xB8F9),
            ([0x33, 0x22, 0x55, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF], 0xCB, 0x11, 0xF53F),
            ([0x92, 0x6B, 0x55], 0x8C, 0x33, 0x0745),
            ([0xFF, 0xFF, 0xFF, 0xFF], 0x74, 0x6C, 0x1D0F),
        ] as [([UInt8], UInt64, UInt64, UInt64)]
    )
    func checksums(bytes: [UInt8], j1850: UInt64, h2f: UInt64, ccitt: UInt64) {
        for (algorithm, expected) in [
            (ChecksumAlgorithm.crc8SAEJ1850, j1850), (.crc8H2F, h2f), (.crc16CCITT, ccitt),
        ] {
            let state = bytes.reduce(algorithm.start) { algorithm.taking($1, after: $0) }
            #expect(algorithm.end(state) == expected, "\(algorithm.name)")
        }
    }

    @Test("Texts of what is bounded or not available")
    func texts() {
        #expect(FieldValue(Reading<Int>.atMost(3)) == .bound(.atMost, 3, places: 0))
        let both = SpeedLimitAndRecommendedSpeed(speedLimit: 255, recommendedSpeed: 255)
        let code = LongValueCode(speedLimitAndRecommendedSpeed: both)
        let text = Field.value.value(
            of: code.raw, in: .profileLong, profile: .long(.speedLimitAndRecommendedSpeed)
        ).text
        #expect(text == "speedLimit=n/a recommendedSpeed=n/a source=unknown")
    }

    @Test("A profile type of its own is named in the DBC, other kinds have no types")
    func databaseNames() throws {
        var layout = Layout(.adasis)
        layout.setIdentifier(CANIdentifier(truncatingBase: 0x400), of: ShortProfileType.curvature)
        layout.setIdentifier(CANIdentifier(truncatingBase: 0x401), of: LongProfileType.altitude)
        let names = try layout.database().messages.map(\.name)
        #expect(
            names.contains("PROFILE_SHORT_CURVATURE") && names.contains("PROFILE_LONG_ALTITUDE"))
        var types = ProfileTypeSet()
        types.insert(3)
        let position = try #require(layout.messages.first)
        let odd = try MessageLayout(
            kind: position.kind, identifier: position.identifier, signals: position.signals,
            profileTypes: types)
        #expect(try Layout(messages: [odd]).database().messages.map(\.name) == ["POSITION"])
    }

    private static let shared = CANIdentifier(truncatingBase: 0x123)

    private static func message(
        _ kind: MessageKind, length: Int = 8, isFD: Bool = false, types: ProfileTypeSet = .all,
        trailer: Trailer? = nil
    ) throws -> MessageLayout {
        let message = try #require(Layout(.adasis).messages.first { $0.kind == kind })
        return try MessageLayout(
            kind: kind, identifier: shared, frameLength: length, isFD: isFD,
            signals: message.signals, profileTypes: types, trailer: trailer)
    }

    private static func trailer(counter: Int, checksum: Int) -> Trailer {
        Trailer(
            counter: SignalBits(startBit: counter, width: 4, byteOrder: .intel),
            checksum: SignalBits(startBit: checksum, width: 8, byteOrder: .intel),
            algorithm: .crc8H2F)
    }

    @Test("What is on one identifier is in frames of one kind, with trailers in one place")
    func oneFrame() throws {
        let position = try Self.message(.position, isFD: true)
        #expect(throws: LayoutError.self) {
            try Layout(messages: [position, try Self.message(.segment)])
        }
        #expect(throws: LayoutError.self) {
            try Layout(messages: [position, try Self.message(.segment, length: 12, isFD: true)])
        }
        #expect(throws: Never.self) {
            try Layout(messages: [position, try Self.message(.segment, isFD: true)])
        }
        var curvature = ProfileTypeSet()
        curvature.insert(1)
        var others = ProfileTypeSet.all
        others.subtract(curvature)
        let first = try Self.message(.profileShort, length: 12, isFD: true, types: others)
        #expect(throws: LayoutError.self) {
            try Layout(
                messages: [
                    first,
                    try Self.message(.profileShort, length: 16, isFD: true, types: curvature),
                ])
        }
        // Types that share an identifier have their fields in the same places.
        let second = try Self.message(.profileShort, length: 12, isFD: true, types: curvature)
        let less = try MessageLayout(
            kind: second.kind, identifier: second.identifier, frameLength: 12, isFD: true,
            signals: second.signals.filter { $0.field != .controlPoint }, profileTypes: curvature)
        #expect(throws: Never.self) { try Layout(messages: [first, second]) }
        #expect(throws: LayoutError.self) { try Layout(messages: [first, less]) }
        // And the same checksum.
        for (algorithm, isFine) in [(ChecksumAlgorithm.crc8H2F, true), (.crc8SAEJ1850, false)] {
            var trailer = Self.trailer(counter: 64, checksum: 72)
            let one = try Self.message(
                .profileShort, length: 12, isFD: true, types: others, trailer: trailer)
            trailer.algorithm = algorithm
            let other = try Self.message(
                .profileShort, length: 12, isFD: true, types: curvature, trailer: trailer)
            #expect(((try? Layout(messages: [one, other])) != nil) == isFine)
        }
        func sealed(_ kind: MessageKind, _ trailer: Trailer?) throws -> MessageLayout {
            try Self.message(kind, length: 12, isFD: true, trailer: trailer)
        }
        let usual = Self.trailer(counter: 64, checksum: 72)
        for (trailer, isFine) in [
            (usual, true), (Self.trailer(counter: 68, checksum: 72), false),
            (Self.trailer(counter: 64, checksum: 80), false), (nil, false),
        ] {
            let messages = [try sealed(.position, usual), try sealed(.segment, trailer)]
            #expect(((try? Layout(messages: messages)) != nil) == isFine)
        }
    }

    @Test("A system specific message is read where it was written")
    func systemSpecific() throws {
        let layout = Layout(.adasis)
        let position = try #require(layout.messages.first).placing(
            at: 8, frameLength: 16, isFD: true)
        let segment = try #require(layout.messages.first { $0.kind == .segment })
        let moved = try MessageLayout(
            kind: .segment, identifier: position.identifier, frameLength: 16, isFD: true,
            signals: segment.signals.map { SignalPlacement($0.field, $0.bits.moved(byBytes: 8)) })
        let both = try Layout(messages: [position, moved])
        let message = Message.systemSpecific(SystemSpecificMessage(bytes: 0x0012_3456_789A_BCDE))
        let read = try both.decode(both.encode(message))
        #expect(read == (try layout.decode(layout.encode(message))))
    }
}
