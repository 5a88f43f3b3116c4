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
    /// The looks until a version is read again that could not be read.
    private var looksUntilAgain: Int?
    /// As many looks.
    static var pauseInLooks: Int { 40 }

    /// No look was taken.
    public init() {}

    /// Looks at the version of the name, `nil` where it has no file.
    public mutating func look(_ version: Version?) -> Step {
        defer { last = version }
        if let known {
            if version == known {
                guard let looks = looksUntilAgain else { return .none }
                looksUntilAgain = looks - 1
                guard looks == 1 else { return .none }
            } else if version != last {
                return .none
            }
        }
        (known, looksUntilAgain) = (.some(version), nil)
        return version == nil ? .missing : .read
    }

    /// The version of the last look could not be read: it is read again after ``pauseInLooks`` looks.
    public mutating func noteUnread() { looksUntilAgain = Self.pauseInLooks }
}
