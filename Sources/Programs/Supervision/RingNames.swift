public import Quantities
import TextFiles

/// The names of the files of a ring buffer: `000012-20261124T132030Z-bus-off.rec`. Their numbers have the order in
/// which they were written, also where the system's clock was set.
public struct RingNames: Sendable {
    /// The name of the next file.
    public let next: String
    /// The files that are removed for it: the oldest.
    public let surplus: [String]

    /// The names beside those that are in the folder.
    /// - Parameters:
    ///   - most: The most files that are kept.
    ///   - utc: The system's time.
    public init(among names: [String], most: Int, _ reason: RingReason, at utc: UTCTime) {
        var own: [(number: Int, name: String)] = []
        for name in names {
            if let number = Self.number(of: name) { own.append((number, name)) }
        }
        var last = 0
        for file in own { last = max(last, file.number) }
        let number = last % Self.mostNumbers + 1
        let time = utcText(utc.nanoseconds / 1_000_000_000).filter { $0 != "-" && $0 != ":" }
        let digits = String(number)
        next =
            String(repeating: "0", count: max(0, 6 - digits.count)) + digits
            + "-\(time)-\(reason.rawValue).rec"
        var surplus: [String] = []
        while own.count >= most {
            var oldest = 0
            for index in own.indices where own[index].number < own[oldest].number { oldest = index }
            surplus.append(own.remove(at: oldest).name)
        }
        self.surplus = surplus
    }

    private static let mostNumbers = 999_999_999

    /// The number of a name; `nil` for a file that is none of a ring buffer.
    private static func number(of name: String) -> Int? {
        let parts = name.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, (6...9).contains(parts[0].count),
            parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), parts[1].count == 16,
            RingReason.allCases.contains(where: { parts[2] == $0.rawValue + ".rec" })
        else { return nil }
        return Int(parts[0])
    }
}
