import CLibrary

/// A failure, as one line on standard error. It names the input and
/// the place in it. The program ends with status 1.
public struct Failure: Error, CustomStringConvertible {
    /// The line, without the program's name and without a full stop.
    public let description: String
    /// Whether it says nothing of the input: it could not be read now.
    public let isPassing: Bool

    /// Makes a failure of its line.
    public init(_ description: String, isPassing: Bool = false) {
        self.description = description
        self.isPassing = isPassing
    }

    /// A failed system call on a file, with its reason (errno(3)); to be made before any other call. It is passing where
    /// the reason is the system's or the disk's.
    static func ofCall(_ text: String) -> Failure {
        let reason = errno
        let passing = [EMFILE, ENFILE, ENOMEM, EIO, ESTALE]
        return Failure("\(text): \(systemErrorText())", isPassing: passing.contains(reason))
    }
}

/// The reason of the last failed system call (errno(3)), to be read before any other call.
public func systemErrorText() -> String {
    String(cString: strerror(errno))
}
