/// Tags that were read and not understood, for the report: never guessed at, never passed over in
/// silence.
public struct TagRemarks: Sendable {
    /// A key with its remark, how often, and the value that had it first.
    public struct Entry: Sendable, Hashable {
        /// The key, and why it was not understood.
        public var what: String
        /// The first such value.
        public var example: String
        /// How many there are.
        public var count: Int
    }

    private var unreadEntries: [String: Entry] = [:]
    private var doubtfulEntries: [String: Entry] = [:]

    /// Notes a value that was not understood.
    mutating func note(_ what: String, _ example: some StringProtocol) {
        Self.count(what, example, in: &unreadEntries)
    }

    /// Notes a value that was understood and may be a mistake.
    mutating func doubt(_ what: String, _ example: some StringProtocol) {
        Self.count(what, example, in: &doubtfulEntries)
    }

    /// Whether there is nothing to say.
    var isEmpty: Bool { unreadEntries.isEmpty && doubtfulEntries.isEmpty }

    /// Notes what others say too.
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

    /// A text of a file in one line, without what would steer a terminal.
    private static func printable(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return String(text) }
        return String(
            decoding: text.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
    }

    /// What was not understood, in alphabetical order.
    public var unread: [Entry] { unreadEntries.values.sorted { $0.what < $1.what } }

    /// What may be a mistake, in alphabetical order.
    public var doubtful: [Entry] { doubtfulEntries.values.sorted { $0.what < $1.what } }
}
