@testable import BusLogs
import CANFrames
import Testing

@Suite struct BLFTests {
    @Test func roundTrip() {
        let sent = randomFrames(5000, seed: 1)
        let items = read(write(sent, with: BLFWriter()), with: BLFReader())
        #expect(problems(items) == [])
        #expect(frames(items) == sent)
    }

    @Test func noFrames() {
        let bytes = write([], with: BLFWriter())
        #expect(bytes.count == 144)
        #expect(read(bytes, with: BLFReader()) == [])
    }

    @Test func itemsDoNotDependOnTheSplit() {
        let bytes = write(randomFrames(3000, seed: 2), with: BLFWriter())
        let whole = read(bytes, with: BLFReader())
        for piece in [1, 7, 4096] { #expect(read(bytes, with: BLFReader(), piece: piece) == whole) }
    }

    @Test func headerIsCompleteAtTheEnd() {
        var writer = BLFWriter()
        var bytes: [UInt8] = []
        let sent = randomFrames(3000, seed: 3)
        for frame in sent { writer.write(frame, to: &bytes) }
        writer.finish(to: &bytes)
        let header = writer.fileHeader
        #expect(header.count == 144)
        var queue = ByteQueue()
        queue.append(header[...])
        #expect(queue.number(at: 16, size: 8) == UInt64(bytes.count))
        #expect(queue.number(at: 32, size: 4) == 3000)
        bytes.replaceSubrange(0..<144, with: header)
        #expect(frames(read(bytes, with: BLFReader())) == sent)
    }

    @Test(
        arguments: [
            (0, [1970, 1, 4, 1, 0, 0, 0, 0]),
            (1_709_210_096_789_999_999, [2024, 2, 4, 29, 12, 34, 56, 789]),
            (-1, [1969, 12, 3, 31, 23, 59, 59, 999]),
            (4_107_542_400_000_000_000, [2100, 3, 1, 1, 0, 0, 0, 0]),
        ] as [(Int64, [Int])])
    func systemTime(nanoseconds: Int64, fields: [Int]) {
        let time = BLFSystemTime(nanoseconds: nanoseconds)
        #expect((0..<8).map { Int(time.fields[$0]) } == fields)
        #expect(time.nanoseconds == floorQuotient(nanoseconds, 1_000_000) * 1_000_000)
    }

    @Test func timesAtTheEndsOfTheRange() {
        var frame = randomFrames(1, seed: 4)[0]
        var sent: [LoggedFrame] = []
        for time in [Int64.min / 1_000_000 * 1_000_000, -5, 0, Int64.max] {
            frame.nanoseconds = time
            sent.append(frame)
        }
        #expect(frames(read(write(sent, with: BLFWriter()), with: BLFReader())) == sent)
        // A frame before the first one gets the first one's millisecond.
        let late = frames(read(write(sent.reversed(), with: BLFWriter()), with: BLFReader()))
        let floor = Int64.max / 1_000_000 * 1_000_000
        #expect(late.map(\.nanoseconds) == [.max, floor, floor, floor])
        frame.nanoseconds = .min
        #expect(frames(read(write([frame], with: BLFWriter()), with: BLFReader())).count == 1)
    }

    @Test func channelsOfNames() {
        var channels = ChannelNumbers()
        let names = ["can0", "can2", "vcan0", "can3", "can1", "can01", "can0", "can70000"]
        #expect(names.map { channels.number(of: $0) } == [1, 2, 3, 4, 5, 6, 1, 7])
    }

    @Test func damagedContainerIsOneProblem() {
        let sent = randomFrames(8000, seed: 5)
        var bytes = write(sent, with: BLFWriter())
        let starts = containerStarts(bytes)
        #expect(starts.count > 3)
        bytes[starts[2] + 5000] ^= 0x10
        let items = read(bytes, with: BLFReader())
        #expect(problems(items).count == 1)
        #expect(problems(items)[0].hasPrefix("byte \(starts[2]): the compressed data are damaged"))
        let left = frames(items)
        #expect(left.count < sent.count && left.count > sent.count / 2)
        #expect(left.last == sent.last)
        #expect(read(bytes, with: BLFReader(), piece: 13) == items)
    }

    @Test(arguments: [0, 0x0001_0000, 0x0FFF_FFFF, 0xFFFF_FFFF])
    func containerWithAWrongSize(size: UInt64) {
        let sent = randomFrames(8000, seed: 6)
        var bytes = write(sent, with: BLFWriter())
        let starts = containerStarts(bytes)
        var number: [UInt8] = []
        number.append(size, size: 4)
        bytes.replaceSubrange(starts[1] + 8..<starts[1] + 12, with: number)
        let items = read(bytes, with: BLFReader())
        #expect(frames(items).last == sent.last)
        #expect(frames(items).count > sent.count / 2)
        #expect(problems(items).count <= 1)
        #expect(read(bytes, with: BLFReader(), piece: 999) == items)
    }

    @Test func truncatedFileKeepsItsFrames() {
        let sent = randomFrames(10_000, seed: 7)
        let bytes = write(sent, with: BLFWriter())
        let starts = containerStarts(bytes)
        let cut = Array(bytes[..<(starts[2] + 20_000)])
        let items = read(cut, with: BLFReader())
        #expect(problems(items).count == 1)
        let left = frames(items)
        #expect(left.count > 2000)
        #expect(left[...] == sent[..<left.count])
    }

    @Test func notABLF() {
        let items = read(Array("(0.0) can0 1#".utf8), with: BLFReader())
        let sentence = "the file is no BLF file: it does not begin with LOGG"
        #expect(problems(items) == ["byte 0: \(sentence)"])
        #expect(problems(read([], with: BLFReader())).count == 1)
    }

    @Test func randomDamageDoesNoHarm() {
        var random = SeededRandom(state: 8)
        let bytes = write(randomFrames(60, seed: 9), with: BLFWriter())
        let stored = storedBLF(of: randomFrames(60, seed: 10))
        for round in 0..<400 {
            let damaged = flip(round % 2 == 0 ? bytes : stored, bits: 1 + round % 7, &random)
            let whole = read(damaged, with: BLFReader())
            #expect(read(damaged, with: BLFReader(), piece: 1 + round % 37) == whole)
        }
        for round in 0..<200 {
            var noise = Array(stored[..<(144 + round % 2 * 32)])
            for _ in 0..<300 { noise.append(UInt8.random(in: 0...255, using: &random)) }
            let whole = read(noise, with: BLFReader())
            #expect(read(noise, with: BLFReader(), piece: 1) == whole)
        }
    }

    @Test func noProblemForGoodBytes() {
        let sent = randomFrames(500, seed: 10)
        let items = read(storedBLF(of: sent, container: 333), with: BLFReader())
        #expect(problems(items) == [])
        #expect(frames(items) == sent)
    }
}

/// The places of the containers in a file of ours.
func containerStarts(_ bytes: [UInt8]) -> [Int] {
    var queue = ByteQueue()
    queue.append(bytes[...])
    queue.skip(144)
    var starts: [Int] = []
    while queue.count >= 16 {
        starts.append(queue.used)
        let size = Int(queue.number(at: 8, size: 4))
        queue.skip(size + size % 4)
    }
    return starts
}

/// A file with uncompressed containers; objects span containers.
func storedBLF(of frames: [LoggedFrame], container: Int = 1000) -> [UInt8] {
    let bytes = write(frames, with: BLFWriter())
    var contents: [UInt8] = []
    for start in containerStarts(bytes) {
        let inflater = Inflater(.zlib)
        inflater.push(bytes[(start + 32)...])
        while let piece = try? inflater.next(atMost: 5000) { contents += piece }
    }
    var file = Array(bytes[..<144])
    var rest = contents[...]
    while !rest.isEmpty {
        let part = rest.prefix(container)
        rest = rest.dropFirst(container)
        file += "LOBJ".utf8
        file.append(16, size: 2)
        file.append(1, size: 2)
        file.append(UInt64(32 + part.count), size: 4)
        file.append(10, size: 4)
        file.appendZeros(8)
        file.append(UInt64(part.count), size: 4)
        file.appendZeros(4)
        file += part
        file.appendZeros(part.count % 4)
    }
    return file
}
