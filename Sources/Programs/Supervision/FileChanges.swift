/// Decides when a file that others write is read: when its name has another version, and still has it at the next
/// look, since a file that is being written has another version at each. At the start it is read at once.
public struct FileChanges<Version: Equatable & Sendable>: Sendable {
    /// What a look leads to.
    public enum Step: Sendable, Hashable {
        /// Nothing has changed, or the file is being written.
        case none
        /// The file is to be read.
        case read
        /// There is no file of this name any more; at the start, there is none yet.
        case missing
    }

    /// The version that was read or was missing; `nil` before the first look.
    private var known: Version??
    /// The version of the look before.
    private var last: Version?

    /// No look was taken.
    public init() {}

    /// Looks at the version of the name, `nil` where it has no file.
    public mutating func look(_ version: Version?) -> Step {
        defer { last = version }
        if let known {
            guard version != known, version == last else { return .none }
        }
        known = .some(version)
        return version == nil ? .missing : .read
    }
}
