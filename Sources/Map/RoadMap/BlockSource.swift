import CLibrary

/// Where the bytes of a map file come from. Everything the map knows is read through here, in whole
/// blocks, so that memory never grows with the map.
public protocol BlockSource: AnyObject {
    /// The length of the file in bytes.
    var length: UInt64 { get }

    /// Fills the buffer with the bytes from an offset on: all of it, or an error.
    func read(at offset: UInt64, into buffer: inout [UInt8], count: Int) throws(MapError)

    /// Says that bytes will be read soon. It does not wait for them, and nothing may come of it.
    func prefetch(at offset: UInt64, count: Int)
}

extension BlockSource {
    /// What lies in memory need not be fetched.
    public func prefetch(at offset: UInt64, count: Int) {}
}

/// A map file read with `pread`: works on a read-only file system, and a failing disk is an error
/// and not a signal.
public final class FileBlockSource: BlockSource {
    let descriptor: Int32
    /// The length of the file when it was opened.
    public let length: UInt64

    /// Opens a file for reading.
    public init(path: String) throws(MapError) {
        (descriptor, length) = try openForReading(path)
    }

    deinit { close(descriptor) }

    /// Reads with as many calls as it takes.
    public func read(at offset: UInt64, into buffer: inout [UInt8], count: Int) throws(MapError) {
        var done = 0
        while done < count {
            let start = done
            let result = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe pread(
                    descriptor,
                    bytes.baseAddress.map { unsafe $0 + start },
                    count - start,
                    off_t(offset) + off_t(start)
                )
            }
            if result == 0 {
                throw .truncated(needed: offset + UInt64(count), length: offset + UInt64(done))
            }
            if result < 0 {
                if errno == EINTR { continue }
                throw .cannotRead(offset: offset + UInt64(done), reason: lastSystemError())
            }
            done += result
        }
    }
}

extension FileBlockSource {
    /// Lets the system read ahead.
    public func prefetch(at offset: UInt64, count: Int) {
        posix_fadvise(descriptor, off_t(offset), off_t(count), POSIX_FADV_WILLNEED)
    }
}

/// A map that lies in memory, as tests and tools make it.
public final class MemoryBlockSource: BlockSource {
    private let bytes: [UInt8]

    /// A source of bytes.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number of bytes.
    public var length: UInt64 { UInt64(bytes.count) }

    /// Copies bytes.
    public func read(at offset: UInt64, into buffer: inout [UInt8], count: Int) throws(MapError) {
        guard offset <= length, UInt64(count) <= length - offset else {
            throw .truncated(needed: offset + UInt64(count), length: length)
        }
        for index in 0..<count { buffer[index] = bytes[Int(offset) + index] }
    }
}

/// Opens a regular file; its descriptor and its length. A pipe in its place is not waited for; who holds a lease on the
/// file (fcntl(2)) is, for as long as the kernel lets him.
func openForReading(_ path: String) throws(MapError) -> (descriptor: Int32, length: UInt64) {
    var descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0, errno == EWOULDBLOCK { descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else {
        throw .cannotOpen(path: path, reason: lastSystemError())
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
        let reason = lastSystemError()
        close(descriptor)
        throw .cannotOpen(path: path, reason: reason)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
        close(descriptor)
        throw .cannotOpen(path: path, reason: "not a regular file")
    }
    return (descriptor, UInt64(status.st_size))
}

func lastSystemError() -> String { unsafe String(cString: strerror(errno)) }
