import CANFrames
import LogSketch
import Testing

@testable import BusLogs

/// A log in any format, with and without gzip, in pieces of any size.
@Suite struct BusLogTests {
    private static let frames: [LoggedFrame] = (0..<40).map { number in
        var frame = CANFrame(identifier: CANIdentifier(truncatingBase: 0x300), clampedLength: 8)
        frame.bytes[0] = UInt8(number)
        return LoggedFrame(
            nanoseconds: 1_436_509_052_249_713_000 + Int64(number) * 1_000_000, interface: "can1",
            content: .data(frame))
    }

    private static func bytes(named name: String) -> [UInt8] {
        var output = BusLogOutput(named: name)
        var bytes: [UInt8] = []
        for frame in frames { output.write(frame, to: &bytes) }
        output.finish(to: &bytes)
        if let header = output.header { bytes.replaceSubrange(..<header.count, with: header) }
        return bytes
    }

    private static func items(of bytes: [UInt8], pieces size: Int) -> (BusLogFormat?, [BusLogItem])
    {
        var log = BusLog()
        let items = log.items(of: bytes, pieces: size)
        return (log.format, items)
    }

    private static func frames(of items: [BusLogItem]) -> [LoggedFrame] {
        items.compactMap { item in
            if case .frame(let frame, _) = item { frame } else { nil }
        }
    }

    @Test(
        arguments: [
            ("drive.log", BusLogFormat.candumpLog), ("drive.asc", .asc), ("A/DRIVE.ASC", .asc),
            ("drive.blf", .blf), ("drive.pcapng", .pcap), ("asc", .candumpLog),
        ], [1, 7, 1 << 16])
    func whatIsWrittenIsReadAlike(_ file: (name: String, format: BusLogFormat), pieces: Int) {
        let (format, items) = Self.items(of: Self.bytes(named: file.name), pieces: pieces)
        #expect(format == file.format)
        #expect(Self.frames(of: items) == Self.frames)
        #expect(items.count == Self.frames.count)
    }

    @Test(arguments: [1, 3, 1 << 16]) func aLogWithinGzipIsReadAlike(pieces: Int) throws {
        let text = Self.bytes(named: "drive.log")
        // RFC 1952: a header of ten bytes, deflated data, the checksum and the size.
        let deflated = try #require(zlibStream(of: text)).dropFirst(2).dropLast(4)
        var wrapped: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + deflated
        var checksum: UInt32 = 0xFFFF_FFFF
        for byte in text {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1) * 0xEDB8_8320 }
        }
        wrapped.append(UInt64(~checksum), size: 4)
        wrapped.append(UInt64(text.count), size: 4)
        let (format, items) = Self.items(of: wrapped, pieces: pieces)
        #expect(format == .candumpLog)
        #expect(Self.frames(of: items) == Self.frames)
        // What was complete before the damage is read.
        let (_, cut) = Self.items(of: Array(wrapped.dropLast(9)), pieces: pieces)
        #expect(Self.frames(of: cut).count > 30)
        #expect(
            cut.contains(
                .problem(
                    "the compressed data are incomplete", at: .byte(wrapped.count - 9))))
    }

    /// A block of deflate has a type; 3 is none. The place does not depend on the pieces.
    @Test(arguments: [1, 4, 1 << 16]) func damageWithinGzipHasItsPlace(pieces: Int) {
        let bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 0b111] + [UInt8](1...20)
        let (_, items) = Self.items(of: bytes, pieces: pieces)
        let sentence = "the compressed data are damaged (zlib: invalid block type)"
        #expect(items == [.problem(sentence, at: .byte(11))])
    }

    @Test func whatIsNoLogIsRefusedLineByLine() {
        let (format, items) = Self.items(of: Array("hello\nworld\n".utf8), pieces: 5)
        #expect(format == .candumpLog)
        #expect(items.count == 2)
        #expect(Self.frames(of: items).isEmpty)
    }

    @Test(arguments: [
        ("  can0  300   [2]  01 02\n", false), (" (1.000000)  can0  300   [2]  01 02\n", true),
        ("(1.000000) can0 300#0102\n", true),
    ])
    func aLogWithoutTimesIsKnown(_ text: String, hasTimes: Bool) {
        var log = BusLog()
        var items: [BusLogItem] = []
        log.take(Array(text.utf8).span, into: &items)
        log.finish(into: &items)
        #expect(log.hasTimes == hasTimes)
        #expect(items.count == 1)
    }

    @Test func anEmptyLogHasNothing() {
        let (_, items) = Self.items(of: [], pieces: 1)
        #expect(items.isEmpty)
    }

    @Test(
        arguments: [
            ("  can0  300   [2]  01 02\n", BusLogFormat.candumpText),
            (" (1436509052.249713)  can0  300   [2]  01 02\n", .candumpText),
            ("\n(1436509052.249713) can0 300#0102\n", .candumpLog),
            (";$FILEVERSION=1.1\n", .trc), ("date Thu Nov 26 11:00:00 am 2026\n", .asc),
            ("// version 9.0.0\nbase hex  timestamps absolute\n", .asc),
        ])
    func aTextTellsItsFormat(_ text: String, _ format: BusLogFormat) {
        #expect(BusLogFormat.guess(Array(text.utf8), isWhole: false) == format)
    }
}
