import CLibrary

/// The files that a command reads and those that it writes, by the flags that name them: none of the former is
/// to be lost by the latter.
public struct NamedFiles {
    private var read: [(flag: String, path: String)] = []
    private var written: [(flag: String, path: String)] = []

    /// No files yet.
    public init() {}

    /// Adds a file that is read; `nil` and `-` are none.
    public mutating func reads(_ flag: String, _ path: String?) {
        if let path, path != "-" { read.append((flag, path)) }
    }

    /// Adds a file that is written; `nil` and `-` are none.
    public mutating func writes(_ flag: String, _ path: String?) {
        if let path, path != "-" { written.append((flag, path)) }
    }

    /// Checks that no file is written that is read, or written twice. Devices and pipes may be.
    public func check() throws(UsageFailure) {
        for (number, output) in written.enumerated() {
            if let input = read.first(where: { Self.isSame($0.path, output.path) }) {
                throw UsageFailure(
                    "\(output.flag) \(output.path): that is the file of \(input.flag), which is read"
                )
            }
            if let other = written[..<number].first(where: { Self.isSame($0.path, output.path) }) {
                throw UsageFailure(
                    "\(output.flag) \(output.path): that is the file of \(other.flag) too")
            }
        }
    }

    /// Whether two paths lead to one file, by whatever links.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        var (first, second) = (stat(), stat())
        switch (stat(left, &first) == 0, stat(right, &second) == 0) {
        case (true, true):
            return first.st_mode & S_IFMT == S_IFREG && first.st_dev == second.st_dev
                && first.st_ino == second.st_ino
        case (false, false):
            return place(left) == place(right)
        default: return false
        }
    }

    /// Where a file that is not there yet would be: its folder by whatever links, and its name.
    private static func place(_ path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        let name = parts.last.map(String.init) ?? path
        let folder = path.hasPrefix("/") ? "/" : "."
        let whole = folder + "/" + parts.dropLast().joined(separator: "/")
        guard let real = realpath(whole, nil) else { return path }
        defer { free(real) }
        return String(cString: real) + "/" + name
    }
}
