import CLibrary
import CLinux

/// A Unix socket (unix(7)) at a path, which programs of this machine connect to. It never blocks.
public struct UnixListener: ~Copyable {
    /// Why there is no socket.
    public enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// The path names something else than a socket.
        case notASocket
        /// Another process listens there.
        case inUse
        /// A system call has failed.
        case system(SystemError)

        /// The reason in words.
        public var description: String {
            switch self {
            case .notASocket: "it exists and is no socket"
            case .inUse: "another process listens there"
            case .system(let error): "\(error)"
            }
        }
    }

    private let owned: OwnedDescriptor
    private let path: String
    private let identity: FileIdentity

    /// The longest path: the kernel's limit, less the end of the name that the socket has at first.
    public static let longestPath = 100
    /// The most connections that wait to be accepted.
    private static let backlog: Int32 = 16

    /// Listens at a path. The socket of a process that has ended is replaced; the name never names a socket that
    /// nobody listens to, and nobody can connect before the socket has its mode.
    public static func open(path: String, mode: UInt32) throws(Problem) -> UnixListener {
        try checkName(path)
        do throws(SystemError) {
            let owned = OwnedDescriptor(try systemCall("socket") { clinux_unix_stream_socket() })
            let identity = try bind(owned.number, path, mode)
            return UnixListener(owned, path, identity)
        } catch {
            throw .system(error)
        }
    }

    private init(_ owned: consuming OwnedDescriptor, _ path: String, _ identity: FileIdentity) {
        self.owned = owned
        self.path = path
        self.identity = identity
    }

    /// Gives the socket its name and mode, and listens.
    private static func bind(
        _ descriptor: Int32, _ path: String, _ mode: UInt32
    ) throws(SystemError) -> FileIdentity {
        let name = path + ".new"
        if let old = FileIdentity(of: name), old.isSocket { _ = unlink(name) }
        try systemCall("bind") { clinux_unix_bind(descriptor, name) }
        do throws(SystemError) {
            try systemCall("chmod") { chmod(name, mode) }
            try systemCall("listen") { listen(descriptor, backlog) }
            guard let identity = FileIdentity(of: name) else { throw SystemError("stat", ENOENT) }
            try systemCall("rename") { rename(name, path) }
            return identity
        } catch {
            _ = unlink(name)
            throw error
        }
    }

    private static func checkName(_ path: String) throws(Problem) {
        guard let old = FileIdentity(of: path) else { return }
        guard old.isSocket else { throw .notASocket }
        let number: Int32
        do throws(SystemError) {
            number = try systemCall("socket") { clinux_unix_stream_socket() }
        } catch {
            throw .system(error)
        }
        let probe = OwnedDescriptor(number)
        switch attempt({ clinux_unix_connect(probe.number, path) }) {
        // A full backlog has a process behind it too.
        case .success, .failure(EAGAIN): throw .inUse
        case .failure: break
        }
    }

    /// Readable when there is a connection to accept.
    public var descriptor: Int32 { owned.number }

    /// The next connection; `nil` if there is none.
    public func accept() throws(SystemError) -> UnixConnection? {
        switch attempt({ clinux_unix_accept(owned.number) }) {
        case .success(let number): return UnixConnection(number)
        case .failure(EAGAIN), .failure(ECONNABORTED): return nil
        case .failure(let code): throw SystemError("accept", code)
        }
    }

    /// Removes the name, if it still names this socket.
    public func remove() {
        guard FileIdentity(of: path) == identity else { return }
        _ = unlink(path)
    }
}

/// One connection of a ``UnixListener``. It never blocks.
public struct UnixConnection: ~Copyable {
    private let owned: OwnedDescriptor

    init(_ number: Int32) { owned = OwnedDescriptor(number) }

    /// Its descriptor.
    public var descriptor: Int32 { owned.number }

    /// The user who has made the connection; `nil` if the kernel does not name one.
    public var user: UInt32? { UInt32(exactly: clinux_unix_peer(owned.number)) }

    /// Reads what is there. 0 bytes are the end of the other side.
    public func read(into buffer: inout [UInt8]) -> Attempt<Int> {
        attempt {
            buffer.withUnsafeMutableBytes { recv(owned.number, $0.baseAddress, $0.count, 0) }
        }
    }

    /// Writes as many bytes as there is room for.
    public func write(_ bytes: ArraySlice<UInt8>) -> Attempt<Int> {
        attempt {
            bytes.withUnsafeBytes {
                send(owned.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
        }
    }
}

/// What distinguishes a file from others.
private struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64
    let isSocket: Bool

    /// `nil` where there is no file.
    init?(of path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        isSocket = status.st_mode & S_IFMT == S_IFSOCK
    }
}
