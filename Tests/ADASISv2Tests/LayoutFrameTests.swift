import ADASISv2
import CANDatabase
import CANFrames
import RandomNumbers
import Testing

@Suite("Frames of unusual layouts, bit by bit")
struct LayoutFrameTests {
    private static func bits(_ start: Int, _ width: Int, _ order: ByteOrder) -> SignalBits {
        SignalBits(startBit: start, width: width, byteOrder: order)
    }

    /// A STUB of few fields in a frame of 64 bytes.
    private static func stub(
        _ signals: [(Field, SignalBits)], byteOffset: Int = 0
    ) throws -> MessageLayout {
        try MessageLayout(
            kind: .stub, identifier: CANIdentifier(truncatingBase: 1), frameLength: 64, isFD: true,
            byteOffset: byteOffset, signals: signals.map { SignalPlacement($0.0, $0.1) })
    }

    /// What the bit engine alone writes is read, and written again.
    private static func check(_ message: MessageLayout) throws {
        let layout = try Layout(messages: [message])
        var generator = SplitMix64(seed: 11)
        for _ in 0..<100 {
            let random = RandomFrame(message, using: &generator)
            let (kind, raw) = try #require(try layout.fields(of: random.frame))
            for (index, field) in kind.fields.enumerated() {
                guard let expected = random.raw[field] else { continue }
                #expect(UInt64(raw[index]) == expected, "\(field)")
            }
            let decoded = try #require(try layout.decode(random.frame))
            #expect(layout.encode(decoded) == random.frame)
        }
    }

    @Test("Fields nine bytes apart, in both byte orders, and at the frame's end")
    func places() throws {
        for order in [ByteOrder.intel, .motorola] {
            let start = order == .intel ? 0 : 7
            try Self.check(
                Self.stub([
                    (.messageType, Self.bits(start == 0 ? 5 : 7, 3, order)),
                    (.turnAngle, Self.bits(64 + start, 8, order)),
                ]))
            try Self.check(
                Self.stub([
                    (.messageType, Self.bits(start == 0 ? 5 : 7, 3, order)),
                    (.turnAngle, Self.bits(56 + start, 8, order)),
                ]))
            try Self.check(
                Self.stub([
                    (.messageType, Self.bits(8 * 60 + (start == 0 ? 5 : 7), 3, order)),
                    (.turnAngle, Self.bits(8 * 63 + start, 8, order)),
                ]))
        }
        try Self.check(
            Self.stub([
                (.messageType, Self.bits(7, 3, .motorola)), (.offset, Self.bits(4, 13, .motorola)),
                (.pathIndex, Self.bits(40, 6, .intel)), (.turnAngle, Self.bits(53, 8, .intel)),
            ]))
    }

    @Test("Reserved bits are told as they are, and places beyond the fields are 0")
    func reserved() throws {
        let layout = Layout(.adasis)
        let (_, raw) = try #require(
            try layout.fields(of: frame(layout.identifier(of: .position), 0x3FFF_FFFF_FFFF_FFFF)))
        let count = MessageKind.position.fields.count
        #expect(raw[count - 1] == 1)
        for index in count..<20 { #expect(raw[index] == 0) }
    }

    @Test("System specific messages in other frames")
    func systemSpecific() throws {
        let special = Message.systemSpecific(SystemSpecificMessage(bytes: 0x0123_4567_89AB_CDEF))
        let last = try LayoutTests.moved(byteOffset: 56, spread: false)
        let frame = last.encode(special)
        #expect(frame.bytes[55] == 0 && frame.bytes[56] == 0x01 && frame.bytes[63] == 0xEF)
        #expect(try last.decode(frame) == special)
        let (kind, raw) = try #require(try last.fields(of: frame))
        #expect(kind == .systemSpecific)
        for index in 0..<20 { #expect(raw[index] == 0) }
        // The others begin at another byte.
        let all = Layout(.adasis).messages
        let mixed = try Layout(messages: [
            all[0].placing(at: 8, frameLength: 16, isFD: true), all[1],
        ])
        #expect(try mixed.decode(mixed.encode(special)) == special)
        // Sealed like any other, with the counter's first number.
        let sealed = try TrailerTests.layout()
        #expect(try sealed.decode(sealed.encode(special)) == special)
        #expect(sealed.aliveCounter(of: sealed.encode(special)) == 0)
    }

    @Test("The first of several messages on one identifier is named where none fits")
    func wrongFrames() throws {
        var layout = Layout(.adasis)
        let shared = CANIdentifier(truncatingBase: 0x123)
        for kind in MessageKind.standard { layout.setIdentifier(shared, of: kind) }
        #expect(throws: FrameError.wrongFormat(.position, isFD: true)) {
            try layout.decode(CANFrame(identifier: shared, clampedLength: 8, isFD: true))
        }
        #expect(throws: FrameError.wrongLength(.position, expected: 8, actual: 5)) {
            try layout.decode(CANFrame(identifier: shared, clampedLength: 5))
        }
        let error = FrameError.wrongChecksum(.stub, expected: 0xAB, actual: 0xC)
        #expect(error.description == "STUB with checksum 0xc instead of 0xab")
    }

    @Test("The lateral offset of a car maker")
    func lateralOffset() throws {
        let layout = try Layout(messages: [
            MessageLayout(
                kind: .position, identifier: CANIdentifier(truncatingBase: 1),
                signals: [
                    SignalPlacement(.messageType, Self.bits(7, 3, .motorola)),
                    SignalPlacement(.lateralOffset, Self.bits(32, 9, .intel)),
                ])
        ])
        var position = PositionMessage()
        position.lateralOffset = LateralOffsetCode(raw: 0x1A5)
        let frame = layout.encode(.position(position))
        #expect(frame.bytes[4] == 0xA5 && frame.bytes[5] == 1)
        #expect(try layout.decode(frame) == .position(position))
        let scale = Field.lateralOffset.record.scale
        #expect(scale.factor == 1 && scale.offset == -256)
    }

    @Test("A checksum covers all bytes but its own")
    func covered() throws {
        var frame = CANFrame(
            identifier: CANIdentifier(truncatingBase: 1), clampedLength: 12, isFD: true)
        for index in 0..<12 { frame.bytes[index] = UInt8(index * 17 + 3) }
        func sum(_ byte: Int, _ covered: Range<Int>?, of frame: CANFrame) -> UInt64 {
            var trailer = Trailer(
                checksum: Self.bits(8 * byte, 8, .intel), algorithm: .crc8H2F)
            trailer.covered = covered
            return trailer.checksum(of: frame)
        }
        let all = sum(0, nil, of: frame)
        #expect(sum(0, 0..<64, of: frame) == all && sum(0, 0..<12, of: frame) == all)
        #expect(sum(0, 1..<12, of: frame) == all, "its own byte is left out")
        #expect(sum(11, nil, of: frame) == sum(20, 0..<11, of: frame))
        #expect(sum(0, 0..<11, of: frame) != all)
        // Of a byte that it fills in part, the other bits count.
        let sum7 = ChecksumAlgorithm(name: "sum-7", width: 7, initial: 0) {
            ($0 + UInt64($1)) & 0x7F
        }
        let trailer = Trailer(checksum: Self.bits(1, 7, .intel), algorithm: sum7)
        var few = CANFrame(identifier: frame.identifier, clampedLength: 2)
        few.bytes[0] = 0xFF
        few.bytes[1] = 4
        #expect(trailer.checksum(of: few) == 5)
    }
}
