import CLibrary

/// An output, of text or bytes, that is written in large pieces: a file that only takes its name once it is
/// complete, or standard output where the path is `-`. A pipe or a device is written to as it is; of a link
/// the file that it leads to is written.
public final class TextOutput {
    private let path: String
    /// The file that takes its name at the end; `nil` for what is written to as it is.
    private let file: NewFile?
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isFinished = false

    /// Opens the output. A file is written beside its final place and moved there by ``finish()``.
    /// - Parameter isPrivate: Whether the file's user alone may read it; such a file is never behind a link.
    public init(_ path: String, isPrivate: Bool = false) throws(Failure) {
        self.path = path
        buffer.reserveCapacity(1 << 16)
        if path == "-" {
            file = nil
            descriptor = STDOUT_FILENO
            return
        }
        if isPrivate, Files.isLink(path) {
            throw Failure("cannot write \(path): it is a symbolic link")
        }
        var status = stat()
        let isThere = stat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT != S_IFREG, status.st_mode & S_IFMT != S_IFDIR {
            file = nil
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw Failure("cannot write \(path): \(systemErrorText())")
            }
            return
        }
        let new = try NewFile(isThere ? Files.resolved(path) : path, isPrivate: isPrivate)
        file = new
        descriptor = new.descriptor
    }

    deinit {
        guard file == nil, !isFinished, descriptor >= 0, descriptor != STDOUT_FILENO else { return }
        close(descriptor)
    }

    /// Adds text.
    public func write(_ text: String) throws(Failure) {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Adds bytes.
    public func write(_ bytes: [UInt8]) throws(Failure) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Adds a line, with its line feed.
    public func line(_ text: String) throws(Failure) {
        try write(text)
        buffer.append(0x0A)
    }

    /// Writes other bytes over the first ones, where the output is a file of its own: a pipe or a device keeps what it
    /// has.
    public func overwriteStart(_ bytes: [UInt8]) throws(Failure) {
        guard file != nil else { return }
        try flush()
        let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard count == bytes.count else {
            throw Failure("cannot write \(path): \(systemErrorText())")
        }
    }

    /// Hands on what has been gathered.
    public func flush() throws(Failure) {
        var start = 0
        while start < buffer.count {
            let count = buffer.withUnsafeBytes {
                CLibrary.write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure("cannot write \(path): \(systemErrorText())")
            }
            start += count
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes the rest and gives the file its name; a durable one once the disk has it.
    public func finish(isDurable: Bool = false) throws(Failure) {
        try flush()
        guard descriptor != STDOUT_FILENO else { return }
        if let file { return try file.takeName(isDurable: isDurable) }
        isFinished = true
        guard close(descriptor) == 0 else {
            throw Failure("cannot write \(path): \(systemErrorText())")
        }
    }
}
