import PageExchange

/// The records of a scene for browsers that read them at their own pace.
///
/// The places in the records are counted from the start of the scene. Of a live scene the last records are kept: who
/// falls behind them has to begin anew.
struct SceneStore {
    /// The content of a piece of the answer, and of the kept records of a live scene, bytes.
    private static let piece = 1 << 18
    private static let kept = 1 << 25

    /// Whether more records come.
    let isLive: Bool
    private var records: [UInt8] = []
    private var begin = 0

    /// A scene without records.
    init(isLive: Bool) { self.isLive = isLive }

    /// The place behind the last record.
    var end: Int { begin + records.count }

    /// Adds records, each with its line feed.
    mutating func add(_ bytes: [UInt8]) {
        records += bytes
        guard isLive, records.count > 2 * Self.kept else { return }
        // Records end with a line feed: the first kept one is whole.
        let from = records.count - Self.kept
        guard let line = records[from...].firstIndex(of: 0x0A) else { return }
        begin += line + 1
        records.removeFirst(line + 1)
    }

    /// The begin of the answer to a browser: the first records, then those from a place on.
    func beginning(with first: [UInt8], from place: Int) -> PageAnswer {
        PageAnswer(
            type: "application/x-ndjson", body: first,
            next: place == end && !isLive ? nil : Self.path(place))
    }

    /// The records from a place on; `nil` while there are none, and more may come. Behind the kept ones the answer ends.
    func answer(from place: Int) -> PageAnswer? {
        guard place >= begin, place <= end else { return PageAnswer(200) }
        guard place < end else { return isLive ? nil : PageAnswer(200) }
        let from = place - begin
        let to = min(from + Self.piece, records.count)
        let next = begin + to
        return PageAnswer(
            body: Array(records[from..<to]), next: next == end && !isLive ? nil : Self.path(next))
    }

    /// The place that the path of a continuation names; `nil` if it is no such path.
    static func place(in path: String) -> Int? {
        let words = path.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count == 2, words[0] == "scene" else { return nil }
        return Int(words[1])
    }

    private static func path(_ place: Int) -> String { "scene/\(place)" }
}
