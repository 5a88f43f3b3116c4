import ADASISv2
import CANDatabase
import CANFrames
import Testing

/// A frame with these bytes.
private func frame(_ identifier: UInt16, _ bytes: [UInt8]) -> CANFrame {
    var frame = CANFrame(
        identifier: CANIdentifier(truncatingBase: identifier), clampedLength: bytes.count)
    for (index, byte) in bytes.enumerated() { frame.bytes[index] = byte }
    return frame
}

@Suite("Requests of clients")
struct RequestLayoutTests {
    /// A car maker's own: a mask, and a checksum (CRC-8 SAE J1850) with a counter.
    private static let maker = """
        VERSION ""
        BO_ 801 Ask: 4 X
         SG_ As_Type : 7|3@0+ (1,0) [0|7] "" X
         SG_ As_Count : 4|2@0+ (1,0) [0|3] "" X
         SG_ As_All : 2|1@0+ (1,0) [0|1] "" X
         SG_ As_Roads : 8|1@0+ (1,0) [0|1] "" X
         SG_ As_Bends : 9|1@0+ (1,0) [0|1] "" X
         SG_ As_Alive : 19|4@0+ (1,0) [0|15] "" X
         SG_ As_Signed : 23|4@0- (1,0) [-8|7] "" X
         SG_ As_Check : 31|8@0+ (1,0) [0|255] "" X
        """

    private func maker(_ change: (inout RequestSource) -> Void = { _ in }) throws -> RequestLayout {
        var source = RequestSource(message: "Ask")
        source.signals = [
            RequestSource.Name(.messageType, "As_Type"),
            RequestSource.Name(.cyclicCounter, "As_Count"), RequestSource.Name(.reset, "As_All"),
            RequestSource.Name(.wants(.stub), "As_Roads"),
            RequestSource.Name(.wants(.profileShort), "As_Bends"),
        ]
        source.checksum = "As_Check"
        source.algorithm = .crc8SAEJ1850
        source.aliveCounter = "As_Alive"
        change(&source)
        return try RequestLayout(source, in: try Database(parsing: Self.maker))
    }

    @Test(
        "GM's Map_Retrans_Request_FO, with manually calculated values",
        .enabled(if: GM.isThere, "needs GM's DBC: set EHORIZON_GM_DBC"),
        arguments: [
            // Counter in bits 7 and 6, type in bits 5 to 3, reset in bit 2.
            (0x00, ClientRequest()), (0x04, ClientRequest(isReset: true)),
            (0x18, ClientRequest(.stub, counter: CyclicCounter(raw: 0))),
            (0x58, ClientRequest(.stub, counter: CyclicCounter(raw: 1))),
            (0xE8, ClientRequest(.profileLong, counter: CyclicCounter(raw: 3))),
            (0x30, ClientRequest(.metaData, counter: CyclicCounter(raw: 0))),
            (0xD4, ClientRequest(.segment, counter: CyclicCounter(raw: 3), isReset: true)),
            // GM's own type 7, and 0, the checksum of GM's protection frame, are not of the protocol.
            (0x38, ClientRequest()), (0xC0, ClientRequest()), (0x03, ClientRequest()),
        ] as [(UInt8, ClientRequest)])
    func general(byte: UInt8, request: ClientRequest) throws {
        let layout = try GM.requests()
        #expect(layout.identifier == CANIdentifier(base: 0x162))
        #expect(try layout.request(in: frame(0x162, [byte])) == request)
        #expect(throws: RequestLayout.Rejection.tooShort) {
            try layout.request(in: frame(0x162, []))
        }
    }

    @Test(
        "The plain layout",
        arguments: [
            ([0x00], ClientRequest()), ([0x02], ClientRequest(isReset: true)),
            ([0x60], ClientRequest(.stub)),
            // The counter counts with its flag alone.
            ([0x6C], ClientRequest(.stub)),
            ([0x7C], ClientRequest(.stub, counter: CyclicCounter(raw: 3))),
            ([0x50, 0xFF], ClientRequest(.segment, counter: CyclicCounter(raw: 0))),
            ([0x01, 0x3C], ClientRequest(mask: .all)), ([0x01, 0xFF], ClientRequest(mask: .all)),
            ([0x01, 0x0C], ClientRequest(mask: ClientMask(raw: 0x0C))),
            ([0x03, 0x00], ClientRequest(isReset: true, mask: ClientMask(raw: 0))),
            // A frame that is too short for the mask has none.
            ([0x03], ClientRequest(isReset: true)),
        ] as [([UInt8], ClientRequest)])
    func plain(bytes: [UInt8], request: ClientRequest) throws {
        #expect(try RequestLayout.plain().request(in: frame(0x306, bytes)) == request)
    }

    @Test("Checksum, counter and mask of a DBC")
    func sealed() throws {
        let layout = try maker()
        let crc: (UInt8, UInt8, UInt8) -> UInt8 = { one, two, three in
            // CRC-8 SAE J1850, bit by bit: polynomial 0x1D, begins with 0xFF, ends inverted.
            var state: UInt8 = 0xFF
            for byte in [one, two, three] {
                state ^= byte
                for _ in 0..<8 { state = state & 0x80 == 0 ? state << 1 : state << 1 ^ 0x1D }
            }
            return ~state
        }
        let sum = crc(0x68, 0x01, 0x05)
        let good = frame(801, [0x68, 0x01, 0x05, sum])
        #expect(
            try layout.request(in: good)
                == ClientRequest(
                    .stub, counter: CyclicCounter(raw: 1),
                    // What has no signal is wanted.
                    mask: ClientMask(raw: 1 << 3 | 1 << 2 | 1 << 5)))
        #expect(layout.aliveCounter(in: good) == 5)
        for bit in 0..<32 {
            var bytes: [UInt8] = [0x68, 0x01, 0x05, sum]
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: RequestLayout.Rejection.wrongChecksum) {
                try layout.request(in: frame(801, bytes))
            }
        }
        #expect(throws: RequestLayout.Rejection.tooShort) {
            try layout.request(in: frame(801, [0x68, 0x01, 0x05]))
        }
    }

    @Test("What a DBC cannot hold is named")
    func refused() throws {
        func refusal(_ change: (inout RequestSource) -> Void) -> String? {
            do {
                _ = try maker(change)
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(refusal { $0.message = "No" } == "the DBC has no message 'No'")
        #expect(refusal { $0.checksum = "No" } == "Ask has no signal 'No'")
        #expect(
            refusal { $0.aliveCounter = "As_Signed" }?.hasPrefix("Ask.As_Signed is signed") == true)
        #expect(
            refusal { $0.signals[0].name = "As_Count" }
                == "the signal 'As_Count' has fewer than 3 bits")
        #expect(
            refusal { $0.checksum = "As_Alive" }
                == "the signal 'As_Alive' has not the 8 bits of the checksum's algorithm")
    }

    @Test("A client can switch off what is configured, and never POSITION and META-DATA")
    func masks() {
        let none = ClientMask(raw: 0).applied(to: MessagePreset.all.mask)
        #expect(MessageKind.standard.filter { none.allows($0) } == [.position, .metaData])
        #expect(
            ClientMask.all.applied(to: MessagePreset.default.mask) == MessagePreset.default.mask)
        let stubs = ClientMask(raw: 1 << MessageKind.stub.rawValue)
        #expect(stubs.allows(.stub) && !stubs.allows(.segment))
        #expect(!stubs.applied(to: MessagePreset.none.mask).allows(.stub))
    }
}
