@testable import BusLogs
import CANFrames
import Testing

@Suite struct PcapTests {
    private let names = ["can0", "vcan-a", "can1", "x"]

    /// A pcap file with one packet at 1.000000002 s.
    private func pcap(_ link: UInt64, _ packet: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(UInt64(PcapFormat.nanosecondMagic), size: 4)
        bytes.append(0x4_0002, size: 4)
        bytes.appendZeros(12)
        bytes.append(link, size: 4)
        for number in [1, 2, packet.count, packet.count] { bytes.append(UInt64(number), size: 4) }
        return bytes + packet
    }

    /// The same file written by a big-endian machine.
    private func bigEndianPcap(_ link: UInt64, _ packet: [UInt8]) -> [UInt8] {
        let file = pcap(link, [])
        func reversed(_ words: Range<Int>) -> [UInt8] {
            words.flatMap { file[$0 * 4..<$0 * 4 + 4].reversed() }
        }
        let size = [0, 0, 0, UInt8(packet.count)]
        return reversed(0..<1) + [0, 2, 0, 4] + reversed(2..<8) + size + size + packet
    }

    private func texts(_ bytes: [UInt8]) -> [String] {
        let items = read(bytes, with: PcapReader())
        return frames(items).map(\.text) + problems(items)
    }

    @Test func roundTrip() {
        let sent = randomFrames(2000, seed: 1, interfaces: names)
        let bytes = write(sent, with: PcapWriter())
        let items = read(bytes, with: PcapReader())
        #expect(problems(items) == [])
        #expect(frames(items) == sent)
        for piece in [1, 7, 4096] {
            #expect(read(bytes, with: PcapReader(), piece: piece) == items)
        }
        #expect(read(write([], with: PcapWriter()), with: PcapReader()) == [])
    }

    @Test func links() {
        let frame: [UInt8] = [0x80, 0, 1, 0x23, 2, 0, 0, 0, 0xAA, 0xBB]
        let cooked = Array(frame[..<4].reversed() + frame[4...])
        let first: [UInt8] = [0, 1, 1, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0C]
        let second: [UInt8] =
            [0, 0x0C, 0, 0, 0, 0, 0, 7, 1, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        #expect(texts(pcap(227, frame)) == ["(0000000001.000000) can0 00000123#AABB"])
        #expect(texts(pcap(113, first + cooked)) == ["(0000000001.000000) can0 00000123#AABB"])
        #expect(texts(pcap(276, second + cooked)) == ["(0000000001.000000) if7 00000123#AABB"])
        #expect(texts(pcap(1, frame)) == ["byte 0: the link type 1 of the file is not CAN"])
        var other = first + cooked
        other[15] = 0
        other[14] = 8
        #expect(texts(pcap(113, other)) == [])
    }

    /// What Wireshark writes where it has read a log of another format, as in its conversion of a candump log.
    @Test func framesThatWiresharkExported() {
        func exported(_ name: String, _ frame: [UInt8], isTerminated: Bool = false) -> [UInt8] {
            let text = Array(name.utf8) + (isTerminated ? [0] : [])
            return [0, 12, 0, UInt8(text.count)] + text + [0, 99, 0, 1, 7, 0, 0, 0, 0] + frame
        }
        let host: [UInt8] = [0x23, 1, 0, 0x80, 2, 0, 0, 0, 0xAA, 0xBB]
        let big: [UInt8] = Array(host[..<4].reversed() + host[4...])
        let expected = ["(0000000001.000000) can0 00000123#AABB"]
        for isTerminated in [false, true] {
            #expect(
                texts(pcap(252, exported("can-hostendian", host, isTerminated: isTerminated)))
                    == expected)
        }
        #expect(texts(pcap(252, exported("can-bigendian", big))) == expected)
        #expect(texts(bigEndianPcap(252, exported("can-hostendian", big))) == expected)
        let flexible: [UInt8] = [0x23, 1, 0, 0, 2, 5, 0, 0, 0xAA, 0xBB]
        #expect(
            texts(pcap(252, exported("canfd", flexible))) == ["(0000000001.000000) can0 123##5AABB"]
        )
        #expect(texts(pcap(252, exported("ip", host))) == [])
        #expect(
            texts(pcap(252, exported("canfd", [1, 2])))
                == ["byte 24: the packet is too short for a CAN frame"])
        let noEnd = ["byte 24: the tags of the packet have no end"]
        #expect(texts(pcap(252, [0, 12, 0, 9, 1])) == noEnd)
        #expect(texts(pcap(252, [])) == noEnd)
    }

    @Test func flexibleFrames() {
        let header: [UInt8] = [0, 0, 1, 0x23, 9, 5, 0, 0]
        // Nine bytes are no length of CAN FD: the controller would send twelve.
        #expect(
            texts(pcap(227, header + (1...9).map { UInt8($0) }))
                == ["(0000000001.000000) can0 123##5010203040506070809000000"]
        )
        #expect(
            texts(pcap(227, header + [1, 2]))
                == ["byte 24: the packet has only 2 of the 9 bytes of the frame"]
        )
        // A packet of the size of struct canfd_frame is CAN FD without its flag too.
        let plain: [UInt8] = [0, 0, 1, 0x23, 1, 0, 0, 0, 0xFF]
        #expect(
            texts(pcap(227, plain + [UInt8](repeating: 0, count: 63)))
                == ["(0000000001.000000) can0 123##4FF"]
        )
    }

    @Test func brokenPackets() {
        #expect(
            texts(pcap(227, [0, 0, 1])) == ["byte 24: the packet is too short for a CAN frame"]
        )
        #expect(
            texts(pcap(113, [0, 0, 1])) == ["byte 24: the packet is too short for its header"]
        )
        #expect(
            texts(pcap(227, [0, 0, 8, 0, 0, 0, 0, 0]))
                == ["byte 24: the identifier is out of range"]
        )
        #expect(
            texts(pcap(227, [0, 0, 1, 0, 0x80, 0, 0, 0]))
                == ["byte 24: the packet is a CAN XL frame, which is not supported"]
        )
        #expect(
            texts(Array(pcap(227, [0, 0, 1, 0]).dropLast()))
                == ["byte 43: the file ends within a packet"]
        )
        var huge = pcap(227, [0])
        huge[24 + 11] = 0xFF
        #expect(texts(huge)[0].hasPrefix("byte 24: the packet states"))
        #expect(texts(Array("no capture".utf8)) == ["byte 0: the file is no pcap or pcapng file"])
        #expect(texts([]) == ["byte 0: the file ends within the file header"])
    }

    @Test(
        arguments: [
            (6, 7, 7000), (9, 7, 7), (12, 7999, 7), (0, 7, 7_000_000_000),
            (0x80, 7, 7_000_000_000), (0x8A, 1024, 1_000_000_000), (0xC0, 1 << 63, 500_000_000),
            (0xFF, .max, 0), (0x7F, .max, 0), (0xBF, 1 << 63, 1_000_000_000),
        ] as [(UInt8, UInt64, Int64)])
    func resolution(option: UInt8, stamp: UInt64, nanoseconds: Int64) {
        #expect(PcapResolution(option: option).nanoseconds(stamp) == nanoseconds)
    }

    @Test(arguments: [0, 6, 9, 0x80, 0x81] as [UInt8])
    func resolutionOutOfRange(option: UInt8) {
        #expect(PcapResolution(option: option).nanoseconds(.max) == nil)
    }

    @Test func damagedBlockIsOneProblem() {
        let sent = randomFrames(100, seed: 2)
        let bytes = write(sent, with: PcapWriter())
        var queue = ByteQueue()
        queue.append(bytes[...])
        var starts: [Int] = []
        while queue.count > 0 {
            starts.append(queue.used)
            queue.skip(Int(queue.number(at: 4, size: 4)))
        }
        var damaged = bytes
        damaged[starts[50] + 4] ^= 1
        let items = read(damaged, with: PcapReader())
        #expect(problems(items) == ["byte \(starts[50]): the header of the block is wrong"])
        #expect(frames(items).count == sent.count - 1)
        #expect(read(damaged, with: PcapReader(), piece: 5) == items)
        // A length behind the end of the file.
        damaged[starts[50] + 5] ^= 0xF1
        damaged[starts[50] + 4] ^= 1
        #expect(
            problems(read(damaged, with: PcapReader()))
                == ["byte \(starts[50]): the file ends within the block"]
        )
        #expect(frames(read(damaged, with: PcapReader(), piece: 5)) == frames(items))
    }

    @Test func randomDamageDoesNoHarm() {
        var random = SeededRandom(state: 8)
        let block = write(randomFrames(30, seed: 9, interfaces: names), with: PcapWriter())
        let files = [
            block, pcap(227, [0, 0, 1, 0, 8, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
            pcap(113, [UInt8](repeating: 12, count: 40)),
            pcap(276, [0, 13] + [UInt8](repeating: 3, count: 90)),
        ]
        for round in 0..<1000 {
            let damaged = flip(files[round % 4], bits: 1 + round % 7, &random)
            let whole = read(damaged, with: PcapReader())
            #expect(read(damaged, with: PcapReader(), piece: 1 + round % 17) == whole)
        }
        for _ in 0..<500 {
            var noise = Array(block[..<28])
            for _ in 0..<200 { noise.append(UInt8.random(in: 0...7, using: &random)) }
            let whole = read(noise, with: PcapReader())
            #expect(read(noise, with: PcapReader(), piece: 1) == whole)
        }
    }
}
