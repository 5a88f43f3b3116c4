/// The version of one name of a map's files: its file, and the file of its signature.
public struct NameVersion<Version: Equatable & Sendable>: Equatable, Sendable {
    /// The file; `nil` where there is none.
    public let file: Version?
    /// The signature; `nil` where there is none or none is needed.
    public let signature: Version?

    /// A version of its parts.
    public init(file: Version?, signature: Version?) {
        self.file = file
        self.signature = signature
    }
}

/// Decides which files of a map are checked: those whose names have another version than before.
public struct MapNames<Version: Equatable & Sendable>: Sendable {
    private var seen: [NameVersion<Version>]
    private var isRefused: [Bool]
    /// In how many looks each name is checked again; `nil` where it is not.
    private var looksLeft: [Int?]

    /// A file that could not be read is checked again after so many looks: a minute.
    public static var looksUntilAgain: Int { 60 }

    /// The names with their versions at the start.
    public init(_ versions: [NameVersion<Version>]) {
        seen = versions
        isRefused = versions.map { _ in false }
        looksLeft = versions.map { _ in nil }
    }

    /// Whether the file of a name is to be checked.
    ///
    /// A name without a file is about to be replaced and waits. A signature may come before its map or
    /// after it: alone it matters to a file that was refused.
    public mutating func isToCheck(_ index: Int, _ version: NameVersion<Version>) -> Bool {
        guard let file = version.file else { return false }
        guard version != seen[index] else { return isAgain(index) }
        let isNew = file != seen[index].file
        seen[index] = version
        return isNew || isRefused[index]
    }

    private mutating func isAgain(_ index: Int) -> Bool {
        guard let left = looksLeft[index] else { return false }
        looksLeft[index] = left - 1
        return left <= 1
    }

    /// Takes note that files which were fit could not be read later: all names are checked again after a while.
    public mutating func checkAgain() {
        looksLeft = looksLeft.map { _ in Self.looksUntilAgain }
    }

    /// Takes note of the result of a check.
    /// - Parameter isPassing: Whether the file could not be read, so that nothing is known of it.
    public mutating func noteChecked(_ index: Int, isFit: Bool, isPassing: Bool = false) {
        isRefused[index] = !isFit
        looksLeft[index] = isPassing ? Self.looksUntilAgain : nil
    }
}
