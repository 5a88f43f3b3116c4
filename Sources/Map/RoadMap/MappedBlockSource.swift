import CLibrary

/// A map file in the memory of the process, for the bench: the system keeps what was read, and many
/// passes over a large map cost no calls. A file that is cut off or fails while it is mapped ends the
/// process with SIGBUS, so the daemon does without.
@safe
public final class MappedBlockSource: BlockSource {
    private let bytes: UnsafeRawBufferPointer

    /// The length of the file when it was mapped.
    public var length: UInt64 { unsafe UInt64(bytes.count) }

    /// Maps a file.
    public init(path: String) throws(MapError) {
        let (descriptor, length) = try openForReading(path)
        // The mapping outlives the descriptor.
        defer { close(descriptor) }
        // Nothing can be mapped of an empty file, and an empty file is no map.
        guard length > 0 else { throw .notAMap }
        let start = unsafe mmap(nil, Int(length), PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let start = unsafe start, unsafe start != MAP_FAILED else {
            throw .cannotOpen(path: path, reason: lastSystemError())
        }
        unsafe bytes = UnsafeRawBufferPointer(start: start, count: Int(length))
    }

    deinit {
        guard let start = unsafe bytes.baseAddress else { return }
        unsafe munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
    }

    /// Copies bytes.
    public func read(at offset: UInt64, into buffer: inout [UInt8], count: Int) throws(MapError) {
        guard offset <= length, UInt64(count) <= length - offset else {
            throw .truncated(needed: offset + UInt64(count), length: length)
        }
        unsafe buffer.withUnsafeMutableBytes { target in
            unsafe target.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[Int(offset)..<Int(offset) + count])
            )
        }
    }
}
