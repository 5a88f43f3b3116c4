import MapSketch
import RandomNumbers
import RecordSorting
import Testing

@Suite("Records are sorted within the memory there is")
struct RecordSorterTests {
    /// Records of different lengths, their keys drawn at random, as they come out again.
    private func sorted(memory: Int, count: Int) throws -> (lines: [String], spilled: UInt64) {
        let space = SortingSpace(memory: memory, folder: "/tmp")
        let sorter = RecordSorter(in: space)
        var random = SplitMix64(seed: 11)
        for number in 0..<count {
            let key = Int64.random(in: -500...500, using: &random).sortingKey
            let bytes = [UInt8](repeating: UInt8(number & 0xFF), count: number % 67)
            try sorter.add(key, UInt64(number), bytes)
        }
        #expect(sorter.count == count)
        let records = try sorter.sorted()
        var lines: [String] = []
        while try records.next() {
            let bytes = records.bytes.rest.map { "\($0)" }.joined()
            lines.append("\(Int64(sortingKey: records.key)) \(records.second) \(bytes)")
        }
        try records.rewind()
        var again = 0
        while try records.next() { again += 1 }
        #expect(again == count)
        return (lines, space.spilledBytes)
    }

    @Test func `On the disk and in memory the order is the same`() throws {
        let inMemory = try sorted(memory: .max, count: 30_000)
        let onDisk = try sorted(memory: 0, count: 30_000)
        #expect(inMemory.spilled == 0)
        #expect(onDisk.spilled > 1_000_000)
        #expect(inMemory.lines == onDisk.lines)
        let keys = inMemory.lines.compactMap { line in
            line.split(separator: " ").prefix(2).compactMap { Int($0) }
        }
        #expect(keys.count == 30_000)
        #expect(zip(keys, keys.dropFirst()).allSatisfy { ($0[0], $0[1]) < ($1[0], $1[1]) })
    }

    @Test func `A folder that takes no file is named`() throws {
        let sorter = RecordSorter(in: SortingSpace(memory: 0, folder: "/nonexistent"))
        let error = #expect(throws: SortingError.self) {
            for number in 0..<100_000 { try sorter.add(0, UInt64(number)) }
        }
        #expect("\(try #require(error))".contains("/nonexistent"))
    }
}
