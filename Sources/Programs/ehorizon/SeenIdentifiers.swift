import CANFrames

/// The identifiers of a log, to name them where none belongs to the layout.
struct SeenIdentifiers {
    private var counts: [CANIdentifier: Int] = [:]

    /// A log of random frames has no more.
    private static let most = 4096
    /// So many are named.
    private static let named = 6

    private var isFull: Bool { counts.count >= Self.most }

    mutating func note(_ identifier: CANIdentifier) {
        guard !isFull || counts[identifier] != nil else { return }
        counts[identifier, default: 0] += 1
    }

    /// The line for a log without a message of the layout: the most frequent identifiers first.
    var nothingFits: String {
        let all = counts.sorted { ($1.value, $0.key.text) < ($0.value, $1.key.text) }
        guard !all.isEmpty else { return "the log has no message of this layout" }
        let names = all.prefix(Self.named).map { "0x\($0.key.text)" }.joined(separator: ", ")
        let isMore = all.count > Self.named
        let rest = all.count - Self.named
        let more = isMore ? " and \(isFull ? "many" : "\(rest)") other\(rest == 1 ? "" : "s")" : ""
        let row = row.map { " base=0x\($0.text)" } ?? ""
        return "the log has no message of this layout; it has \(names)\(more):"
            + " choose them with --can-id\(row), or a layout with --layout"
    }

    /// The first of six identifiers in a row that has no neighbour; `nil` unless there is one such row.
    private var row: CANIdentifier? {
        // What came after so many is not among them.
        guard !isFull else { return nil }
        let starts = counts.keys.filter { start in
            (-1...6).allSatisfy { step in
                let value = Int(start.value) + step
                let isThere =
                    UInt32(exactly: value).flatMap {
                        start.isExtended ? CANIdentifier(extended: $0) : CANIdentifier(base: $0)
                    }.map { counts[$0] != nil } ?? false
                return isThere == (0...5).contains(step)
            }
        }
        return starts.count == 1 ? starts.first : nil
    }
}
