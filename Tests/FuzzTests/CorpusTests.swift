import Foundation
import FuzzEntries
import RandomNumbers
import Testing

@Suite("What the fuzzer found, and what it began with")
struct CorpusTests {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fuzz/Corpus")

    static func corpus(of entry: FuzzEntry) throws -> [[UInt8]] {
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: entry.rawValue), includingPropertiesForKeys: nil)
        return try files.sorted { $0.path() < $1.path() }.map { Array(try Data(contentsOf: $0)) }
    }

    @Test("The corpus is understood or refused", arguments: FuzzEntry.allCases)
    func replay(entry: FuzzEntry) throws {
        let corpus = try Self.corpus(of: entry)
        #expect(!corpus.isEmpty)
        for bytes in corpus { #expect(entry.feed(bytes) == nil) }
    }

    @Test("So is each corpus with bytes changed, cut and repeated", arguments: FuzzEntry.allCases)
    func mutations(entry: FuzzEntry) throws {
        var numbers = SplitMix64(seed: 2026)
        func random(below bound: Int) -> Int { Int(numbers.next() % UInt64(bound)) }
        for bytes in try Self.corpus(of: entry) where !bytes.isEmpty && bytes.count < 8_000 {
            for _ in 0..<40 {
                var changed = bytes
                for _ in 0...random(below: 3) {
                    let place = random(below: changed.count)
                    switch random(below: 4) {
                    case 0: changed[place] = UInt8(random(below: 256))
                    case 1: changed[place] ^= 1 << UInt8(random(below: 8))
                    case 2: changed.insert(contentsOf: changed[place...].prefix(16), at: place)
                    default: if changed.count > 1 { changed.removeLast(changed.count - place - 1) }
                    }
                }
                #expect(entry.feed(changed) == nil, "\(changed)")
            }
        }
    }
}
