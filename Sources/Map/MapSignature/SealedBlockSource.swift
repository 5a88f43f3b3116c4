import CSodium
public import RoadMap
import Synchronization

/// A map file whose signature was checked: each read is compared with what was read then. The file is divided
/// into pieces of equal length, and the BLAKE2b digest of each is kept, 0.2 % of the file. So a file that is
/// changed in place is not used, whatever its checksums say.
public final class SealedBlockSource: BlockSource, @unchecked Sendable {
    /// The length of a piece, as long as most blocks.
    static let pieceLength = 1 << 14
    /// The length of a digest.
    static let digestLength = 32

    private let source: any BlockSource
    private let digests: [UInt8]
    /// Memory of reads that are over, for the next ones. Several threads read at once, and none waits for the disk of
    /// another.
    private let spare = Mutex<[Memory]>([])

    /// The memory of one read.
    private struct Memory: Sendable {
        var pieces: [UInt8] = []
        var digest = [UInt8](repeating: 0, count: digestLength)
    }

    /// The length of the file when it was checked.
    public let length: UInt64

    /// A file with the digests of its pieces, one behind the other.
    init(_ source: any BlockSource, digests: [UInt8]) {
        self.source = source
        self.digests = digests
        length = source.length
    }

    /// Adds the digest of a piece.
    static func append(digestOf piece: [UInt8], count: Int, to digests: inout [UInt8]) {
        var digest = [UInt8](repeating: 0, count: digestLength)
        unsafe crypto_generichash(&digest, digestLength, piece, UInt64(count), nil, 0)
        digests += digest
    }

    /// Reads the pieces that hold the bytes, and compares them with the digests.
    public func read(at offset: UInt64, into buffer: inout [UInt8], count: Int) throws(MapError) {
        guard offset <= length, UInt64(count) <= length - offset else {
            throw .truncated(needed: offset + UInt64(count), length: length)
        }
        let size = UInt64(Self.pieceLength)
        let first = offset / size * size
        let end = min((offset + UInt64(count) + size - 1) / size * size, length)
        var memory = spare.withLock { $0.popLast() } ?? Memory()
        defer { spare.withLock { [memory] in $0.append(memory) } }
        let missing = Int(end - first) - memory.pieces.count
        if missing > 0 { memory.pieces += [UInt8](repeating: 0, count: missing) }
        try source.read(at: first, into: &memory.pieces, count: Int(end - first))
        for piece in Int(first / size)..<Int((end + size - 1) / size) {
            let start = piece * Self.pieceLength - Int(first)
            let rest = min(Self.pieceLength, Int(end - first) - start)
            try compare(piece, at: start, count: rest, in: &memory)
        }
        let skipped = Int(offset - first)
        for index in 0..<count { buffer[index] = memory.pieces[skipped + index] }
    }

    /// Compares a piece that was read with its digest.
    private func compare(
        _ piece: Int, at start: Int, count: Int, in memory: inout Memory
    ) throws(MapError) {
        unsafe memory.pieces.withUnsafeBufferPointer { bytes in
            _ = unsafe crypto_generichash(
                &memory.digest, Self.digestLength, bytes.baseAddress.map { unsafe $0 + start },
                UInt64(count), nil, 0)
        }
        let known = piece * Self.digestLength
        for index in 0..<Self.digestLength where memory.digest[index] != digests[known + index] {
            throw .changed(offset: UInt64(piece) * UInt64(Self.pieceLength))
        }
    }

    /// Lets the system read ahead.
    public func prefetch(at offset: UInt64, count: Int) {
        source.prefetch(at: offset, count: count)
    }
}
