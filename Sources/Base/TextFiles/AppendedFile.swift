import CLibrary

/// A file that whole lines are appended to. Where it has reached its limit, it is renamed to `FILE.1` and begins anew.
/// A file that is renamed or removed by somebody else begins anew too: the path is where lines are looked for.
public struct AppendedFile: ~Copyable, Sendable {
    private let path: String
    /// The size at which it is renamed, bytes.
    private let limit: Int
    private var descriptor: Int32

    /// Opens a file, and creates one where there is none. The failure is one line that names the path.
    public init(_ path: String, limit: Int) throws(Failure) {
        let opened = try Self.open(path)
        self.path = path
        self.limit = limit
        descriptor = opened
    }

    deinit { CLibrary.close(descriptor) }

    /// Opens a file to append to: a regular one, which its user alone may read. No link is followed. A part of a line that
    /// a power cut has left is ended, so that the next one is whole.
    private static func open(_ path: String) throws(Failure) -> Int32 {
        let flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let number = CLibrary.open(path, flags, 0o600)
        guard number >= 0 else { throw Failure("cannot write \(path): \(systemErrorText())") }
        var status = stat()
        guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            CLibrary.close(number)
            throw Failure("cannot write \(path): it is not a regular file")
        }
        guard fchmod(number, 0o600) == 0 else {
            let reason = systemErrorText()
            CLibrary.close(number)
            throw Failure("cannot write \(path): \(reason)")
        }
        var last: UInt8 = 0x0A
        if status.st_size > 0, pread(number, &last, 1, status.st_size - 1) == 1, last != 0x0A {
            last = 0x0A
            CLibrary.write(number, &last, 1)
        }
        return number
    }

    /// Appends whole lines, and removes from `lines` what the file has: after a failure, those are left that it has not.
    /// Of no line does it have a part.
    public mutating func append(_ lines: inout [UInt8]) throws(Failure) {
        try follow(for: lines.count)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure }
        var done = 0
        defer { lines.removeFirst(done) }
        while done < lines.count {
            let start = done
            let count = lines.withUnsafeBytes {
                CLibrary.write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start)
            }
            if count >= 0 {
                done += count
                continue
            }
            if errno == EINTR { continue }
            let failure = failure
            // A disk that is full has taken a part: the line that it ends in goes again.
            done = lines[..<done].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            ftruncate(descriptor, status.st_size + off_t(done))
            throw failure
        }
    }

    private var failure: Failure { Failure("cannot write \(path): \(systemErrorText())") }

    /// Goes to the file that lines are to be in: a new one where the path has none, or where its file would be too long.
    private mutating func follow(for count: Int) throws(Failure) {
        var own = stat()
        guard fstat(descriptor, &own) == 0 else { throw failure }
        var named = stat()
        if lstat(path, &named) == 0, named.st_dev == own.st_dev, named.st_ino == own.st_ino {
            guard Int(own.st_size) + count > limit else { return }
            guard rename(path, path + ".1") == 0 || errno == ENOENT else {
                throw Failure("cannot keep \(path) as \(path).1: \(systemErrorText())")
            }
        }
        let next = try Self.open(path)
        CLibrary.close(descriptor)
        descriptor = next
    }
}
