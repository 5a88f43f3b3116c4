/// Tags that were not understood, for the report. They are neither guessed nor silently skipped.
public struct TagRemarks: Sendable {
    /// A key with its remark, the number of values, and the first value.
    public struct Entry: Sendable, Hashable {
        /// The key, and the reason.
        public var what: String
        /// The first such value.
        public var example: String
        /// The number of values.
        public var count: Int
    }

    /// A value of one object.
    struct Detail: Hashable {
        /// The key.
        var key: String
        /// The part of the value.
        var clause: String
        /// The reason.
        var reason: String
        /// Whether it was understood but may be a mistake.
        var isDoubt: Bool
    }

    /// Each value in order, without those of other instances.
    private(set) var details: [Detail] = []
    private var unreadEntries: [String: Entry] = [:]
    private var doubtfulEntries: [String: Entry] = [:]

    /// Records a value that was not understood, by `key: reason`. `clause` is the part of the value, if it is not all
    /// of it.
    mutating func note(
        _ what: String, _ example: some StringProtocol, clause: Substring? = nil
    ) {
        Self.count(what, example, in: &unreadEntries)
        let parts = what.split(separator: ": ", maxSplits: 1)
        details.append(
            Detail(
                key: parts.first.map(String.init) ?? what,
                clause: clause.map(String.init) ?? String(example),
                reason: parts.count > 1 ? String(parts[1]) : what, isDoubt: false))
    }

    /// Records a limit that was understood but may be a mistake.
    mutating func doubt(_ what: String, _ example: some StringProtocol) {
        Self.count(what, example, in: &doubtfulEntries)
        details.append(
            Detail(key: "maxspeed", clause: String(example), reason: what, isDoubt: true))
    }

    /// Whether there are no remarks.
    var isEmpty: Bool { unreadEntries.isEmpty && doubtfulEntries.isEmpty }

    /// Adds the remarks of another instance.
    mutating func note(_ others: TagRemarks) {
        func add(_ entries: [String: Entry], to own: inout [String: Entry]) {
            for (what, entry) in entries {
                own[what, default: Entry(what: what, example: entry.example, count: 0)].count +=
                    entry.count
            }
        }
        add(others.unreadEntries, to: &unreadEntries)
        add(others.doubtfulEntries, to: &doubtfulEntries)
    }

    private static func count(
        _ what: String,
        _ example: some StringProtocol,
        in entries: inout [String: Entry]
    ) {
        let what = printable(what)
        entries[what, default: Entry(what: what, example: printable(example), count: 0)].count += 1
    }

    /// A text of a file in one line, without control characters for a terminal.
    private static func printable(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return String(text) }
        return String(
            decoding: text.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
    }

    /// The tags that were not understood, in alphabetical order.
    public var unread: [Entry] { unreadEntries.values.sorted { $0.what < $1.what } }

    /// The tags that may be mistakes, in alphabetical order.
    public var doubtful: [Entry] { doubtfulEntries.values.sorted { $0.what < $1.what } }
}
