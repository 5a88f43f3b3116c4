import Glibc

/// Whole files, read and written with errors that name them.
public enum Files {
    /// The bytes of a file; `-` is standard input. The failure names the path and the reason; one is that
    /// the file has more than `most` bytes.
    public static func read(_ path: String, atMost most: Int = .max) throws(Failure) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Failure("cannot open \(path): \(Program.systemError())")
        }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = chunk.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure("cannot read \(path): \(Program.systemError())")
            }
            guard count <= most - bytes.count else {
                throw Failure("\(path): more than \(most) bytes")
            }
            bytes.append(contentsOf: chunk[..<count])
        }
    }
}

/// An output, of text or bytes, that is written in large pieces: a file that only takes its name once it is
/// complete, or standard output where the path is `-`. A pipe or a device is written to as it is; of a link
/// the file that it leads to is written.
public final class TextOutput {
    private let path: String
    /// What is written: the path, or what it is a link to.
    private let target: String
    private let temporary: String?
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isFinished = false

    /// Opens the output. A file is written beside its final place and moved there by ``finish()``.
    public init(_ path: String) throws(Failure) {
        self.path = path
        buffer.reserveCapacity(1 << 16)
        if path == "-" {
            temporary = nil
            target = path
            descriptor = STDOUT_FILENO
            return
        }
        var status = stat()
        let isThere = stat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT != S_IFREG, status.st_mode & S_IFMT != S_IFDIR {
            temporary = nil
            target = path
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw Failure("cannot write \(path): \(Program.systemError())")
            }
            return
        }
        target = isThere ? Self.resolved(path) : path
        let name = "\(target).\(getpid()).partial"
        temporary = name
        descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw Failure("cannot write \(path): \(Program.systemError())")
        }
    }

    deinit {
        guard !isFinished, descriptor >= 0, descriptor != STDOUT_FILENO else { return }
        close(descriptor)
        if let temporary { unlink(temporary) }
    }

    /// The path of the file that a path leads to by links.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
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

    /// Hands on what has been gathered.
    public func flush() throws(Failure) {
        var start = 0
        while start < buffer.count {
            let count = buffer.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure("cannot write \(path): \(Program.systemError())")
            }
            start += count
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes the rest and gives the file its name; a durable one once the disk has it.
    public func finish(isDurable: Bool = false) throws(Failure) {
        try flush()
        guard descriptor != STDOUT_FILENO else { return }
        isFinished = true
        let isSafe = !isDurable || fsync(descriptor) == 0
        guard close(descriptor) == 0, isSafe, temporary.map({ rename($0, target) == 0 }) ?? true
        else {
            let reason = Program.systemError()
            if let temporary { unlink(temporary) }
            throw Failure("cannot write \(path): \(reason)")
        }
    }
}
