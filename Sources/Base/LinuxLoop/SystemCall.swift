import CLibrary

/// A system call that failed for a reason its caller has no answer to.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the call, as its manual page has it.
    public let call: String
    /// The reason, as errno(3) numbers it.
    public let code: Int32

    /// A failure of a call.
    public init(_ call: String, _ code: Int32) {
        self.call = call
        self.code = code
    }

    /// The call and the reason in one line.
    public var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// Makes a system call: once more where a signal interrupted it, and with a typed error where it
/// fails. Every system call of the package's rim goes through this function or ``attempt(_:)``.
/// (After swift-nio's `System.swift`.)
@discardableResult
public func systemCall<Result: FixedWidthInteger & SignedInteger>(
    _ name: StaticString,
    _ call: () -> Result
) throws(SystemError) -> Result {
    switch attempt(call) {
    case .success(let result): return result
    case .failure(let code): throw SystemError("\(name)", code)
    }
}

/// The result of a system call.
public enum Attempt<Result> {
    /// It returned that.
    case success(Result)
    /// It failed with that errno.
    case failure(Int32)
}

/// Makes a system call, once more where a signal interrupted it, and hands the reason of its failure
/// to a caller that has an answer to some of them.
public func attempt<Result: FixedWidthInteger & SignedInteger>(
    _ call: () -> Result
) -> Attempt<Result> {
    while true {
        let result = call()
        if result >= 0 { return .success(result) }
        let code = errno
        if code != EINTR { return .failure(code) }
    }
}

/// A file descriptor that is closed when its owner goes.
public struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number.
    public let number: Int32

    /// Takes over a descriptor.
    public init(_ number: Int32) { self.number = number }

    deinit {
        // Linux closes the descriptor even where it reports an error, EINTR included: never twice.
        _ = close(number)
    }
}
