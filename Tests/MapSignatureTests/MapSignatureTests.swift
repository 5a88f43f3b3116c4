import Foundation
@testable import MapSignature
import RoadMap
import Testing

/// Signatures that openssl 3 made (`openssl pkeyutl -sign -rawin` over a SHA-512 digest).
@Suite("Signatures of maps")
struct MapSignatureTests {
    private static let key = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEA55pVUYEs9aaoBzE3AT6aPDX1SoSifvx8J8MQnCAE+O0=
        -----END PUBLIC KEY-----

        """
    private static let signature =
        "glD0ixn1qglPxqBQPJC+ohSwh5Fr0EqZzDN9q4WJvo59E3aZaV0+4mtcuul8dxBbUe54INUrprpzKHcPX6p9BQ=="
    private static let map = Array("a map".utf8)

    private func check(_ bytes: [UInt8], signature: Data?) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.ehmap").path()
        try signature?.write(to: folder.appending(path: "a.ehmap.sig"))
        let key = try #require(MapKey(pem: Array(Self.key.utf8)))
        try MapSignature.check(MemoryBlockSource(bytes), named: path, against: key)
    }

    @Test func `What openssl signed is trusted`() throws {
        try check(Self.map, signature: Data(base64Encoded: Self.signature))
    }

    @Test func `A map or a signature with one other bit is not`() throws {
        let signature = try #require(Data(base64Encoded: Self.signature))
        for bit in 0..<40 {
            var other = Self.map
            other[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: MapSignatureError.self) { try check(other, signature: signature) }
        }
        for bit in stride(from: 0, to: 512, by: 7) {
            var other = signature
            other[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: MapSignatureError.self) { try check(Self.map, signature: other) }
        }
        #expect(throws: MapSignatureError.self) { try check(Self.map + [0], signature: signature) }
    }

    @Test func `A file that changes after its check is not read any more`() throws {
        let source = ChangingSource((0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 31) })
        var digests: [UInt8] = []
        for start in stride(from: 0, to: source.bytes.count, by: SealedBlockSource.pieceLength) {
            let end = min(start + SealedBlockSource.pieceLength, source.bytes.count)
            SealedBlockSource.append(
                digestOf: Array(source.bytes[start..<end]), count: end - start, to: &digests)
        }
        let sealed = SealedBlockSource(source, digests: digests)
        var buffer = [UInt8](repeating: 0, count: 40_000)
        for (offset, count) in [(0, 1), (16_383, 2), (99_999, 1), (30_000, 40_000), (100_000, 0)] {
            try sealed.read(at: UInt64(offset), into: &buffer, count: count)
            #expect(buffer[..<count] == source.bytes[offset..<offset + count])
        }
        source.bytes[20_000] ^= 1
        try sealed.read(at: 0, into: &buffer, count: 16_384)
        try sealed.read(at: 32_768, into: &buffer, count: 40_000)
        for (offset, count) in [(16_383, 2), (20_000, 1), (16_400, 5)] {
            #expect(throws: MapError.changed(offset: 16_384)) {
                try sealed.read(at: UInt64(offset), into: &buffer, count: count)
            }
        }
        #expect(throws: MapError.self) {
            try sealed.read(at: 99_999, into: &buffer, count: 2)
        }
    }

    /// The loop reads while another thread waits for a slow disk.
    @Test func `One read does not wait for another`() throws {
        let piece = SealedBlockSource.pieceLength
        let source = SlowSource(count: 3 * piece, slowAt: UInt64(piece))
        var digests: [UInt8] = []
        for _ in 0..<3 {
            SealedBlockSource.append(
                digestOf: [UInt8](repeating: 0, count: piece), count: piece, to: &digests)
        }
        let sealed = SealedBlockSource(source, digests: digests)
        let reader = Thread {
            var buffer = [UInt8](repeating: 1, count: 10)
            try? sealed.read(at: UInt64(piece), into: &buffer, count: 10)
            source.isRead.signal()
        }
        reader.start()
        source.isBegun.wait()
        var buffer = [UInt8](repeating: 1, count: 10)
        for offset in [0, UInt64(2 * piece)] {
            try sealed.read(at: offset, into: &buffer, count: 10)
        }
        #expect(buffer == [UInt8](repeating: 0, count: 10))
        source.mayGoOn.signal()
        source.isRead.wait()
    }

    @Test func `No signature and half a signature are named`() throws {
        let missing = #expect(throws: MapSignatureError.self) {
            try check(Self.map, signature: nil)
        }
        #expect("\(try #require(missing))".contains("a.ehmap.sig: No such file"))
        let half = #expect(throws: MapSignatureError.self) {
            try check(Self.map, signature: Data(repeating: 1, count: 32))
        }
        #expect("\(try #require(half))".contains("it has 32 bytes and not 64"))
    }

    @Test(arguments: [
        "", "MCowBQYDK2VwAyEA55pVUYEs9aaoBzE3AT6aPDX1SoSifvx8J8MQnCAE+O0=",
        "-----END PUBLIC KEY-----\n-----BEGIN PUBLIC KEY-----",
        "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----",
        "-----BEGIN PUBLIC KEY-----\n%%%%\n-----END PUBLIC KEY-----",
        "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA55pVUYEs9aao\n-----END PUBLIC KEY-----",
        "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VuAyEA55pVUYEs9aaoBzE3AT6aPDX1SoSifvx8J8MQnCAE+O0=\n"
            + "-----END PUBLIC KEY-----",
    ])
    func `What is no Ed25519 key is refused`(text: String) {
        #expect(MapKey(pem: Array(text.utf8)) == nil)
    }
}

/// A file that somebody writes to.
private final class ChangingSource: BlockSource {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var length: UInt64 { UInt64(bytes.count) }

    func read(at offset: UInt64, into buffer: inout [UInt8], count: Int) throws(MapError) {
        for index in 0..<count { buffer[index] = bytes[Int(offset) + index] }
    }
}

/// Zeros, of which those at one offset come late.
private final class SlowSource: BlockSource, Sendable {
    let length: UInt64
    private let slow: UInt64
    let isBegun = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    let isRead = DispatchSemaphore(value: 0)

    init(count: Int, slowAt offset: UInt64) {
        length = UInt64(count)
        slow = offset
    }

    func read(at offset: UInt64, into buffer: inout [UInt8], count: Int) throws(MapError) {
        for index in 0..<count { buffer[index] = 0 }
        guard offset == slow else { return }
        isBegun.signal()
        mayGoOn.wait()
    }
}
