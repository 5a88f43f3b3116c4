/// A numeric internet address; an IPv4 one is the same as its IPv6 form `::ffff:a.b.c.d` (RFC 4291, 2.5.5.2).
public struct InternetAddress: Sendable, Hashable {
    /// The 128 bits of IPv6, the highest first.
    public let high: UInt64
    /// The lower 64 bits.
    public let low: UInt64

    /// An address of its bits.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// An IPv4 address of its 32 bits.
    public init(v4 bits: UInt32) { self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(bits)) }

    /// Parses `192.168.1.7` or `fd00::7`; `nil` for anything else. A zone (`%eth0`) is none of an address.
    public init?(text: Substring) {
        if let bits = Self.v4(text) {
            self.init(v4: bits)
            return
        }
        // At most one gap, which stands for zeros.
        let halves = Self.halves(of: text)
        let isWhole = halves.tail == nil
        guard let head = Self.groups(halves.head, isLast: isWhole),
            let tail = Self.groups(halves.tail ?? "", isLast: true)
        else { return nil }
        let missing = 8 - head.count - tail.count
        guard isWhole ? missing == 0 : missing >= 1 else { return nil }
        let all = head + [UInt16](repeating: 0, count: missing) + tail
        self.init(
            high: all[..<4].reduce(0) { $0 << 16 | UInt64($1) },
            low: all[4...].reduce(0) { $0 << 16 | UInt64($1) })
    }

    private static func halves(of text: Substring) -> (head: Substring, tail: Substring?) {
        var index = text.startIndex
        while index < text.endIndex {
            let next = text.index(after: index)
            if text[index] == ":", next < text.endIndex, text[next] == ":" {
                return (text[..<index], text[text.index(after: next)...])
            }
            index = next
        }
        return (text, nil)
    }

    /// The groups of a part. The last group of an address may be an IPv4 address.
    private static func groups(_ text: Substring, isLast: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (index, part) in parts.enumerated() {
            if (1...4).contains(part.utf8.count), part.utf8.first != UInt8(ascii: "+"),
                let group = UInt16(part, radix: 16)
            {
                groups.append(group)
            } else if isLast, index == parts.count - 1, let bits = v4(part) {
                groups += [
                    UInt16(truncatingIfNeeded: bits >> 16), UInt16(truncatingIfNeeded: bits),
                ]
            } else {
                return nil
            }
        }
        return groups
    }

    private static func v4(_ text: Substring) -> UInt32? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bits: UInt32 = 0
        for part in parts {
            let digits = part.utf8
            guard (1...3).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
                digits.count == 1 || digits.first != 0x30, let byte = UInt8(part)
            else { return nil }
            bits = bits << 8 | UInt32(byte)
        }
        return bits
    }
}

extension InternetAddress: CustomStringConvertible {
    /// Its text. The longest run of zeros is written as `::` (RFC 5952).
    public var description: String {
        if high == 0, low >> 32 == 0xFFFF {
            return stride(from: 24, through: 0, by: -8).map { "\(low >> UInt64($0) & 0xFF)" }
                .joined(separator: ".")
        }
        let groups = [high, low].flatMap { half in
            stride(from: UInt64(48), through: 0, by: -16).map { half >> $0 & 0xFFFF }
        }
        var gap = 0..<0
        var start = 0
        for index in 0...groups.count where index == groups.count || groups[index] != 0 {
            if index - start > max(gap.count, 1) { gap = start..<index }
            start = index + 1
        }
        func text(_ part: ArraySlice<UInt64>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard !gap.isEmpty else { return text(groups[...]) }
        return text(groups[..<gap.lowerBound]) + "::" + text(groups[gap.upperBound...])
    }
}
