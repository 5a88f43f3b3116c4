import CANFrames
import LogSketch
import CZlib
import Testing

@testable import BusLogs

@Suite("MDF 4 reader")
struct MDF4ReaderTests {
    private typealias File = MDF4TestFile

    private static let records =
        File.record(seconds: 0.5, identifier: 0x123, [1, 2, 3])
        + File.record(seconds: 1.25, bus: 2, identifier: 0x12345678, flags: 1, [])
        + File.record(seconds: 2, identifier: 0x7FF, flags: 0b1110, [9, 8, 7, 6, 5, 4, 3, 2])
    private static let lines = [
        "(1700000000.500000) can1 123#010203",
        "(1700000001.250000) can2 12345678#",
        "(1700000002.000000) can1 7FF##70908070605040302",
    ]

    /// A sorted file whose data the closure writes.
    private static func file(
        isFlat: Bool = false, count: UInt64 = 3, _ data: (inout File) -> Int
    ) -> File {
        var file = File()
        let channels = file.frameChannels(isFlat: isFlat)
        let group = file.channelGroup(channels: channels, count: count, size: File.recordSize)
        let block = data(&file)
        file.dataGroup([group], data: block)
        return file
    }

    private static func compressed(_ bytes: [UInt8], columns: Int = 0) -> [UInt8] {
        var content = bytes
        if columns > 0 {
            let rows = bytes.count / columns
            content = (0..<rows * columns).map { bytes[$0 % rows * columns + $0 / rows] }
            content += bytes[(rows * columns)...]
        }
        var count = compressBound(uLong(content.count))
        var result = [UInt8](repeating: 0, count: Int(count))
        #expect(compress(&result, &count, content, uLong(content.count)) == Z_OK)
        let head = Array("DT".utf8) + [columns > 0 ? 1 : 0, 0] + File.number(UInt64(columns), 4)
        return head + File.number(UInt64(bytes.count), 8) + File.number(UInt64(count), 8)
            + result.prefix(Int(count))
    }

    @Test(
        "reads composed and flat channels, whatever the pieces", arguments: [false, true],
        [1, 7, 4096])
    func plain(isFlat: Bool, pieces: Int) {
        let file = Self.file(isFlat: isFlat) { $0.block("DT", Self.records) }
        let result = File.read(file.bytes, pieces: pieces)
        #expect(result.lines == Self.lines)
        #expect(result.problems == [])
    }

    @Test("reads compressed data", arguments: [0, 24, 7])
    func compression(columns: Int) {
        let file = Self.file { $0.block("DZ", Self.compressed(Self.records, columns: columns)) }
        let result = File.read(file.bytes)
        #expect(result.lines == Self.lines)
        #expect(result.problems == [])
    }

    @Test("reads lists whose blocks end inside records")
    func lists() {
        let file = Self.file { file in
            let first = file.block("DT", Array(Self.records[..<30]))
            let second = file.block("DZ", Self.compressed(Array(Self.records[30..<60])))
            let third = file.block("DT", Array(Self.records[60...]))
            let body = [0, 0, 0, 0] + File.number(2, 4) + File.number(30, 8)
            let last = file.block("DL", links: [0, third], [0, 0, 0, 0] + File.number(1, 4))
            let list = file.block("DL", links: [last, first, second], body)
            return file.block("HL", links: [list], [0, 0, 0, 0, 0, 0, 0, 0])
        }
        let result = File.read(file.bytes)
        #expect(result.lines == Self.lines)
        #expect(result.problems == [])
    }

    @Test("reads mixed records, with data bytes of variable length, integer times and big endian")
    func mixed() {
        var file = File()
        let strings = file.channelGroup(channels: [], identifier: 9, count: 2, size: 0, flags: 1)
        let linear = file.linear(factor: 1e-6)
        let bytes = file.channel(
            "CAN_DataFrame.DataBytes", type: 1, dataType: 10, byte: 10, bits: 64, data: strings)
        let identifier = file.channel("CAN_DataFrame.ID", dataType: 1, byte: 8, bit: 3, bits: 11)
        let channels = [
            file.channel("t", type: 2, byte: 0, bits: 64, conversion: linear), bytes, identifier,
        ]
        let frames = file.channelGroup(channels: channels, identifier: 5, count: 2, size: 18)
        let time = file.channel("t", type: 2, byte: 0, bits: 32, conversion: linear)
        let error = file.channel("CAN_ErrorFrame.BusChannel", byte: 4, bits: 8)
        let errors = file.channelGroup(channels: [time, error], identifier: 6, count: 1, size: 5)
        let records: [UInt8] =
            [5] + File.number(3_000_001, 8) + [0x24, 0x68 | 7] + File.number(6, 8)
            + [6] + File.number(2_000_000, 4) + [4]
            + [9, 2, 0, 0, 0, 0xAA, 0xBB] + [9, 1, 0, 0, 0, 0xCC]
            + [5] + File.number(3_000_002, 8) + [0xFF, 0xF8] + File.number(0, 8)
        let data = file.block("DT", records)
        file.dataGroup([strings, frames, errors], data: data, identifierSize: 1)
        let result = File.read(file.bytes)
        #expect(
            result.lines == [
                "(1700000002.000000) can4 20000080#0000000000000000",
                "(1700000003.000001) can0 48D#CC",
                "(1700000003.000002) can0 7FF#AABB",
            ])
        #expect(result.problems == [])
    }

    @Test("reads signal data and remote frames, and merges data groups by time")
    func merge() {
        var file = File()
        let signal = file.block("SD", [2, 0, 0, 0, 0xAB, 0xCD])
        let members = [
            file.channel("ID", byte: 8, bits: 32),
            file.channel(
                "BusChannel", type: 6, byte: 0, bits: 0,
                conversion: file.linear(factor: 0, offset: 3)),
            file.channel("DataBytes", type: 1, dataType: 10, byte: 12, bits: 64, data: signal),
        ]
        let composed = file.channel(
            "CAN_DataFrame", dataType: 10, byte: 8, bits: 96, members: members)
        let time = file.channel("t", type: 2, dataType: 4, byte: 0, bits: 64)
        let first = file.channelGroup(channels: [time, composed], count: 1, size: 20)
        let data = file.block(
            "DT", File.number((1.0).bitPattern, 8) + File.number(0x9000_0000, 4) + File.number(0, 8)
        )
        file.dataGroup([first], data: data)
        let remote = file.frameChannels("CAN_RemoteFrame")
        let second = file.channelGroup(channels: remote, count: 2, size: File.recordSize)
        let records =
            File.record(seconds: 0.25, identifier: 0x100, [1, 2, 3, 4])
            + File.record(seconds: 4, identifier: 0x100, [])
        let remotes = file.block("DT", records)
        file.dataGroup([second], data: remotes)
        let result = File.read(file.bytes)
        #expect(
            result.lines == [
                "(1700000000.250000) can1 100#R4", "(1700000001.000000) can3 10000000#ABCD",
                "(1700000004.000000) can1 100#R",
            ])
        #expect(result.problems == [])
    }

    @Test("reads an unfinalized file whose counts and length are not up to date")
    func unfinalized() {
        var file = File(mark: "UnFinMF ", unfinished: 5)
        let channels = file.frameChannels()
        let group = file.channelGroup(channels: channels, count: 0, size: File.recordSize)
        let dataGroup = file.dataGroup([group], data: 0)
        file.link(2, of: dataGroup, to: file.block("DT"))
        let result = File.read(file.bytes + Self.records)
        #expect(result.lines == Self.lines)
        #expect(result.problems == [])
    }

    @Test("reads a channel group whose times another group has")
    func remoteMaster() {
        var file = File()
        let time = file.channel("t", type: 2, dataType: 4, byte: 0, bits: 64)
        let master = file.channelGroup(channels: [time], count: 2, size: 8, flags: 0)
        let seconds = File.number((0.5).bitPattern, 8) + File.number((1.5).bitPattern, 8)
        file.dataGroup([master], data: file.block("DV", seconds))
        let identifier = file.channel("CAN_DataFrame.ID", byte: 0, bits: 32)
        let count = File.number(0, 8) + File.number(2, 8) + File.number(10, 8)
        // One invalidation byte, which a block of values does not have.
        let sizes = File.number(4, 4) + File.number(1, 4)
        let group = file.block("CG", links: [0, identifier, 0, 0, 0, 0, master], count + sizes)
        let values = file.block("DV", File.number(1, 4) + File.number(2, 4))
        let list = file.block("LD", links: [0, values], File.number(0, 4) + File.number(1, 4))
        file.dataGroup([group], data: list)
        let result = File.read(file.bytes)
        #expect(
            result.lines == ["(1700000000.500000) can0 001#", "(1700000001.500000) can0 002#"])
        #expect(result.problems == [])
    }
}
