import RandomNumbers
import RoadMap
import Testing

@testable import Observations

/// The file: what is written is read, and nothing else is.
@Suite struct BytesTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func whatIsWrittenIsRead(seed: UInt64) throws {
        let whole = Samples.observations(seed, drives: Int(seed) * 3)
        #expect(try Observations(whole.bytes) == whole)
        let release = whole.released(leastCars: 2)
        #expect(try Observations(release.bytes) == release)
        #expect(release.leastCars == 2)
        #expect(try Observations(Observations().bytes) == Observations())
    }

    @Test func everyChangedByteIsNoticed() {
        let bytes = Samples.observations(3).bytes
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x10
            #expect(throws: ObservationsError.self) { try Observations(changed) }
        }
        for end in 0..<bytes.count {
            #expect(throws: ObservationsError.self) { try Observations(Array(bytes[..<end])) }
        }
    }

    /// Whatever bytes with a right checksum say, they are refused or they are the form of what was read.
    @Test(arguments: 1...40 as ClosedRange<UInt64>) func hostileBytesAreRefusedOrOneForm(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        let good = Samples.observations(seed, drives: 3).bytes
        for _ in 0..<200 {
            var bytes = Array(good.dropLast(4))
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 8..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            let sum = CRC32C.of(bytes.span)
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
            guard let read = try? Observations(bytes) else { continue }
            #expect(read.bytes == bytes)
        }
    }

    @Test func otherFilesAreNamed() {
        for bytes in [[], Array("EHOBS002".utf8) + [0, 0, 0, 0, 0]] as [[UInt8]] {
            #expect(throws: ObservationsError.otherFormat) { try Observations(bytes) }
        }
    }
}
