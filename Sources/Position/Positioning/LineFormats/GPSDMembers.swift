/// Where the members of a line of gpsd's JSON stand. Of a member that stands twice the last one
/// counts.
struct GPSDMembers {
    private var ranges = [22 of Range<Int>?](repeating: nil)

    /// The members by the length of their keys.
    private static let byLength = (0...11).map { length in
        GPSDMember.allCases.filter { $0.key.utf8.count == length }
    }

    init(_ bytes: Span<UInt8>) throws(JSONObjectScanner.Failure) {
        var scanner = JSONObjectScanner()
        while let member = try scanner.next(in: bytes) {
            switch member.value {
            case .string(let range): note(member.key, range, isText: true, bytes)
            case .number(let range): note(member.key, range, isText: false, bytes)
            case .literal, .nested: break
            }
        }
    }

    /// Where the value of a member stands; `nil` if the line does not have it.
    subscript(member: GPSDMember) -> Range<Int>? { ranges[member.rawValue] }

    private mutating func note(
        _ key: Range<Int>, _ range: Range<Int>, isText: Bool, _ bytes: Span<UInt8>
    ) {
        guard key.count < Self.byLength.count else { return }
        for member in Self.byLength[key.count]
        where member.isText == isText && bytes.holds(member.key, at: key) {
            ranges[member.rawValue] = range
        }
    }
}
