import ADASISv2
import CANDatabase
import CANFrames
import RandomNumbers
import Testing

@Suite("Trailers")
struct TrailerTests {
    /// The check values of the catalogue of CRCs by G. Cook, https://reveng.sourceforge.io/crc-catalogue
    @Test(
        "The named algorithms give the check values of the catalogue",
        arguments: [
            ("crc-8-sae-j1850", 0x4B), ("crc-8h2f", 0xDF), ("crc-16-ccitt-false", 0x29B1),
            ("xor-8", 0x31),
        ] as [(String, UInt64)]
    )
    func checkValues(name: String, check: UInt64) throws {
        let algorithm = try #require(ChecksumAlgorithm(name: name))
        #expect(algorithm.name == name)
        // "123456789", and the checksum behind it.
        let bits = SignalBits(startBit: 9 * 8, width: algorithm.width, byteOrder: .intel)
        var frame = CANFrame(
            identifier: CANIdentifier(truncatingBase: 1), clampedLength: 12, isFD: true)
        for (index, byte) in "123456789".utf8.enumerated() { frame.bytes[index] = byte }
        var trailer = Trailer(checksum: bits, algorithm: algorithm)
        trailer.covered = 0..<9
        #expect(trailer.checksum(of: frame) == check)
        // The first two bytes as the data identifier, low byte first, then the rest.
        for index in 0..<7 { frame.bytes[index] = frame.bytes[index + 2] }
        trailer.covered = 0..<7
        trailer.dataIdentifier = 0x3231
        #expect(trailer.checksum(of: frame) == check)
        for (index, byte) in "1234567".utf8.enumerated() { frame.bytes[index] = byte }
        trailer.dataIdentifier = 0x3938
        trailer.dataIdentifierPlace = .last
        #expect(trailer.checksum(of: frame) == check)
    }

    /// `adasis` in frames of twelve bytes: counter in byte 8, checksum in byte 9.
    static func layout(_ algorithm: ChecksumAlgorithm = .crc8SAEJ1850) throws -> Layout {
        try Layout(.adasis).placing(at: 0, frameLength: 12, isFD: true).sealed { message in
            Trailer(
                counter: SignalBits(startBit: 64, width: 4, byteOrder: .intel),
                checksum: SignalBits(startBit: 72, width: algorithm.width, byteOrder: .intel),
                algorithm: algorithm,
                dataIdentifier: UInt16(message.identifier.value)
            )
        }
    }

    @Test("Frames are sealed, counted and verified")
    func sealing() throws {
        let layout = try Self.layout()
        var counters = AliveCounters(for: layout)
        let message = Message.position(PositionMessage(pathIndex: .first))
        #expect(layout.encode(message) == layout.encode(message, counting: &counters))
        for count in UInt64(1)...20 {
            let frame = layout.encode(message, counting: &counters)
            #expect(layout.aliveCounter(of: frame) == count % 16)
            #expect(try layout.decode(frame) == message)
        }
        // Each message has its own counter.
        let stub = layout.encode(.stub(StubMessage()), counting: &counters)
        #expect(layout.aliveCounter(of: stub) == 0)
        let special = Message.systemSpecific(SystemSpecificMessage(bytes: 7))
        let frame = layout.encode(special, counting: &counters)
        #expect(layout.aliveCounter(of: frame) == 21 % 16)
        #expect(try layout.decode(frame) == special)
    }

    @Test("Each changed bit is found")
    func verification() throws {
        let layout = try Self.layout(.crc8H2F)
        let frame = layout.encode(.stub(StubMessage(pathIndex: .first)))
        for bit in 0..<80 {
            var changed = frame
            changed.bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let error = #expect(throws: FrameError.self) { try layout.decode(changed) }
            guard bit / 8 != 0 else { continue }
            guard case .wrongChecksum(.stub, let expected, let actual)? = error else {
                Issue.record("bit \(bit): \(String(describing: error))")
                continue
            }
            #expect(expected != actual)
            #expect(error?.description.contains("checksum 0x") == true)
        }
    }

    @Test("Messages without a trailer have no counter")
    func without() throws {
        let layout = Layout(.adasis)
        var counters = AliveCounters(for: layout)
        let message = Message.position(PositionMessage())
        #expect(layout.encode(message, counting: &counters) == layout.encode(message))
        #expect(layout.aliveCounter(of: layout.encode(message)) == nil)
        // Counters of another layout count nothing.
        let other = try Self.layout()
        var few = AliveCounters(for: try Layout(messages: [Layout(.adasis).messages[0]]))
        let stub = other.encode(.stub(StubMessage()), counting: &few)
        #expect(other.aliveCounter(of: stub) == 0)
    }

    @Test("An algorithm of one's own, and a checksum that shares a byte")
    func custom() throws {
        let sum = ChecksumAlgorithm(name: "sum-4", width: 4, initial: 0) {
            ($0 + UInt64($1)) & 0xF
        }
        let message = try #require(Layout(.adasis).messages.last)
        let layout = try Layout(messages: [
            message.placing(
                at: 1,
                frameLength: 12,
                isFD: true,
                trailer: Trailer(
                    counter: SignalBits(startBit: 4, width: 4, byteOrder: .intel),
                    checksum: SignalBits(startBit: 0, width: 4, byteOrder: .intel),
                    algorithm: sum
                )
            )
        ])
        var metaData = MetaDataMessage(
            countryCode: .unknown, drivingSide: .left, speedUnit: .kilometresPerHour)
        metaData.hardwareVersion = 3
        let frame = layout.encode(.metaData(metaData))
        let total = (0..<12).reduce(0) { $0 + UInt64(frame.bytes[$1]) }
        #expect(UInt64(frame.bytes[0]) == (total - UInt64(frame.bytes[0])) & 0xF)
        #expect(try layout.decode(frame) == .metaData(metaData))
        #expect(ChecksumAlgorithm(name: "sum-4") == nil)
        #expect(Set([sum, .xor, sum]).count == 2)
    }

    @Test("Trailers that cannot be")
    func errors() throws {
        let stub = Layout(.adasis).messages[2]
        func problem(_ counter: Int?, _ checksum: SignalBits) -> LayoutError? {
            let bits = counter.map { SignalBits(startBit: $0, width: 4, byteOrder: .intel) }
            let trailer = Trailer(counter: bits, checksum: checksum, algorithm: .xor)
            return #expect(throws: LayoutError.self) {
                try stub.placing(at: 0, frameLength: 12, isFD: true, trailer: trailer)
            }
        }
        func bits(_ start: Int, _ width: Int) -> SignalBits {
            SignalBits(startBit: start, width: width, byteOrder: .intel)
        }
        #expect(problem(nil, bits(64, 7)) == .tooNarrow(.stub, .checksum, width: 7, needed: 8))
        #expect(problem(nil, bits(90, 8)) == .outsideFrame(.stub, .checksum))
        #expect(problem(66, bits(64, 8)) == .overlap(.stub, .checksum, .aliveCounter))
        #expect(problem(0, bits(64, 8)) == .overlap(.stub, .aliveCounter, .offset))
    }

    @Test("The bytes that a checksum covers lie in the frame, and not all of them are its own")
    func coverage() throws {
        let stub = Layout(.adasis).messages[2]
        func problem(_ covered: Range<Int>, _ start: Int = 72, _ width: Int = 8) -> LayoutError? {
            var trailer = Trailer(
                checksum: SignalBits(startBit: start, width: width, byteOrder: .intel),
                algorithm: width < 8
                    ? ChecksumAlgorithm(name: "xor-7", width: 7, initial: 0) {
                        ($0 ^ UInt64($1)) & 0x7F
                    } : .xor)
            trailer.covered = covered
            do throws(LayoutError) {
                _ = try stub.placing(at: 0, frameLength: 12, isFD: true, trailer: trailer)
                return nil
            } catch {
                return error
            }
        }
        for covered in [0..<12, 0..<1, 8..<10, 9..<11, 11..<12] { #expect(problem(covered) == nil) }
        for covered in [-1..<5, 5..<13, 0..<64, 12..<13] {
            #expect(problem(covered) == .coverageOutsideFrame(.stub, covered, length: 12))
        }
        #expect(problem(9..<10) == .nothingCovered(.stub, 9..<10))
        // Of a byte that the checksum only shares the rest is covered.
        #expect(problem(9..<10, 73, 7) == nil && problem(9..<10, 72, 7) == nil)
        #expect(problem(8..<10, 64, 16) == .nothingCovered(.stub, 8..<10))
        #expect(problem(8..<11, 64, 16) == nil)
        #expect(
            problem(5..<13)?.description
                == "STUB: the checksum covers bytes 5 to 12, and the frame has 12")
        #expect(
            problem(9..<10)?.description
                == "STUB: of bytes 9 to 9 the checksum would cover itself alone")
    }

    @Test("A trailer behind a message that is spread over the frame")
    func spread() throws {
        let layout = try LayoutTests.moved(byteOffset: 4, spread: true).sealed { _ in
            Trailer(
                checksum: SignalBits(startBit: 0, width: 16, byteOrder: .intel),
                algorithm: .crc16CCITT
            )
        }
        for message in layout.messages {
            var generator = SplitMix64(seed: 6)
            let raw = RandomFrame(message, using: &generator).frame
            let decoded = try #require(
                try LayoutTests.moved(byteOffset: 4, spread: true).decode(raw))
            #expect(try layout.decode(layout.encode(decoded)) == decoded)
        }
    }
}
