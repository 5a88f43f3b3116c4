/// An entry of a list of ways, one a line: `4358023`, or `-4358023` for a way that is driven against its own
/// direction. Blank lines, and all text after `#`, are comments.
public struct WayEntry: Sendable, Hashable {
    /// The OpenStreetMap way.
    public var way: Int64
    /// Whether the way is driven against its own direction; `nil` where the list has no sign.
    public var isBackward: Bool?
    /// The line of the file, counted from 1.
    public var line: Int

    /// Reads a list.
    static func list(_ bytes: ArraySlice<UInt8>) throws(RouteError) -> [WayEntry] {
        var entries: [WayEntry] = []
        var number = 0
        for text in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            let words = text.prefix { $0 != UInt8(ascii: "#") }.split { $0 <= 0x20 }
            for word in words {
                guard let value = Int64(String(decoding: word, as: UTF8.self)),
                    value != 0, value != .min
                else { throw .input(line: number, "expected the number of a way") }
                let sign = word.first
                entries.append(
                    WayEntry(
                        way: abs(value),
                        isBackward: sign == UInt8(ascii: "-")
                            ? true : sign == UInt8(ascii: "+") ? false : nil,
                        line: number))
            }
        }
        guard !entries.isEmpty else { throw .route("the list contains no way") }
        return entries
    }
}
