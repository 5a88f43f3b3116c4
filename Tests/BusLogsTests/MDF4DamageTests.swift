import CANFrames
import LogSketch
import Testing

@testable import BusLogs

@Suite("Damaged MDF 4 files")
struct MDF4DamageTests {
    private typealias File = MDF4TestFile

    private static let records = (0..<4).flatMap {
        File.record(seconds: Double($0), identifier: 0x100 + UInt64($0), [UInt8($0)])
    }

    /// A sorted file of four frames, with the addresses of its blocks.
    private static func file() -> (
        file: File, dataGroup: Int, group: Int, channels: [Int], data: Int
    ) {
        var file = File()
        let channels = file.frameChannels()
        let group = file.channelGroup(channels: channels, count: 4, size: File.recordSize)
        let data = file.block("DT", records)
        let dataGroup = file.dataGroup([group], data: data)
        return (file, dataGroup, group, channels, data)
    }

    @Test("a truncated file gives the records that it has")
    func truncated() {
        var (file, dataGroup, _, _, _) = Self.file()
        let data = file.block("DT", Self.records)
        file.link(2, of: dataGroup, to: data)
        let cut = File.read(Array(file.bytes.dropLast(30)))
        #expect(cut.lines.count == 2)
        #expect(
            cut.problems.first == "byte \(data): the block ##DT ends beyond the end of the file")
        #expect(cut.problems.count == 2)

        var (whole, _, _, _, block) = Self.file()
        whole.set(File.number(1 << 40, 8), at: block + 8)
        let result = File.read(whole.bytes)
        #expect(result.lines.count == 4)
        #expect(
            result.problems == ["byte \(block): the block ##DT ends beyond the end of the file"])
    }

    @Test("cyclic links end")
    func cycles() {
        var (file, dataGroup, group, channels, _) = Self.file()
        file.link(0, of: dataGroup, to: dataGroup)
        file.link(0, of: group, to: group)
        file.link(0, of: channels[1], to: channels[0])
        file.link(1, of: channels[0], to: channels[1])
        let list = file.block("DL", links: [0, 0, 0], [0, 0, 0, 0] + File.number(2, 4))
        file.link(0, of: list, to: list)
        file.link(1, of: list, to: list)
        file.link(2, of: dataGroup, to: list)
        let result = File.read(file.bytes)
        #expect(result.lines == [])
        #expect(
            result.problems.contains("byte \(dataGroup): two links lead to the same block ##DG"))
        #expect(result.problems.contains("byte \(group): two links lead to the same block ##CG"))
    }

    @Test("a chain of header lists ends")
    func headerLists() {
        var (file, dataGroup, _, _, _) = Self.file()
        let first = file.block("HL", links: [0], [0, 0, 0, 0, 0, 0, 0, 0])
        let second = file.block("HL", links: [first], [0, 0, 0, 0, 0, 0, 0, 0])
        file.link(0, of: first, to: second)
        file.link(2, of: dataGroup, to: first)
        #expect(File.read(file.bytes).problems.count == 2)
    }

    @Test("channels nested 20,000 deep do not overflow the stack")
    func nesting() {
        var (file, _, group, _, _) = Self.file()
        var inner = 0
        for _ in 0..<20_000 {
            inner = file.channel("CAN_DataFrame", dataType: 10, byte: 8, bits: 8, members: [inner])
        }
        file.link(1, of: group, to: inner)
        #expect(File.read(file.bytes).lines == [])
    }

    @Test("a compressed block that states too much is refused", arguments: [1 << 20, 1 << 62, -1])
    func inflation(count: Int) {
        var (file, dataGroup, _, _, _) = Self.file()
        let body =
            Array("DT".utf8) + [0, 0, 0, 0, 0, 0] + File.number(UInt64(bitPattern: Int64(count)), 8)
            + File.number(4, 8) + [1, 2, 3, 4]
        let block = file.block("DZ", body)
        file.link(2, of: dataGroup, to: block)
        let problems = File.read(file.bytes).problems
        #expect(problems.first == "byte \(block): the block ##DZ states more data than it has")
    }

    @Test("a list that names a block twice gives its data once")
    func doubleBlock() {
        var (file, dataGroup, _, _, data) = Self.file()
        let list = file.block("DL", links: [0, data, data], [0, 0, 0, 0] + File.number(2, 4))
        file.link(2, of: dataGroup, to: list)
        let result = File.read(file.bytes)
        #expect(result.lines.count == 4)
        #expect(result.problems == ["byte \(data): two links lead to the same block ##DT"])
    }

    @Test("a record that is no frame is a problem at its place, and the others are read")
    func wrongRecords() {
        var (file, _, _, _, data) = Self.file()
        let start = data + 24
        file.set([9], at: start + 15)  // nine data bytes
        file.set(File.number(0x800, 4), at: start + 24 + 9)  // 12 bits of identifier
        file.set(File.number(Double.nan.bitPattern, 8), at: start + 48)
        let result = File.read(file.bytes)
        #expect(result.lines == ["(1700000003.000000) can1 103#03"])
        #expect(
            Set(result.problems) == [
                "byte \(start): the record has fewer data bytes than the frame",
                "byte \(start + 24): the identifier of the frame is too large",
                "byte \(start + 48): the frame has no time, or one beyond the years 1677 to 2262",
            ])
    }

    @Test("no MDF file, or one of another version")
    func identification() {
        #expect(File.read([]).problems == ["byte 0: the log is no MDF file"])
        #expect(
            File.read(File(version: 330).bytes).problems
                == ["byte 28: the MDF version 330 is not supported, expected 400 to 499"])
    }

    @Test("a log above the limit is read up to it")
    func limit() {
        let bytes = Self.file().file.bytes
        var reader = MDF4Reader(limit: 100)
        var items: [BusLogItem] = []
        reader.take(bytes.span, into: &items)
        reader.take(bytes.span, into: &items)
        reader.finish(into: &items)
        let text = "the log has more than 100 bytes, the most that the reader takes"
        #expect(items.first == .problem(text, at: .byte(100)))
    }

    @Test("random damage does no harm")
    func randomDamage() {
        let seed: UInt64 = 20_231_114
        var state = seed
        func random(below bound: Int) -> Int {
            // xorshift64: https://doi.org/10.18637/jss.v008.i14
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        let whole = Self.file().file.bytes
        for round in 0..<5_000 {
            var bytes = whole
            for _ in 0...random(below: 8) {
                let place = random(below: bytes.count)
                switch random(below: 4) {
                case 0: bytes[place] = 0xFF
                case 1: bytes[place] = UInt8(random(below: 256))
                default: bytes[place] ^= 1 << UInt8(random(below: 8))
                }
            }
            if round.isMultiple(of: 10) { bytes.removeLast(random(below: bytes.count)) }
            let result = File.read(bytes)
            #expect(result.lines.count <= 100, "seed \(seed), round \(round)")
        }
    }

    @Test("data bytes without a place in the record do not trap")
    func virtualBytes() {
        var file = File()
        let time = file.channel("t", type: 2, dataType: 4, byte: 0, bits: 64)
        let identifier = file.channel("CAN_DataFrame.ID", byte: 0, bits: 8)
        let length = file.channel("CAN_DataFrame.DataLength", byte: 6, bit: 3, bits: 2)
        let bytes = file.channel("CAN_DataFrame.DataBytes", type: 6, byte: 4_000_000, bits: 64)
        let channels = [time, identifier, length, bytes]
        let group = file.channelGroup(channels: channels, count: 1, size: 8)
        file.dataGroup([group], data: file.block("DT", File.number((1.5).bitPattern, 8)))
        #expect(File.read(file.bytes).lines == [])
    }
}
