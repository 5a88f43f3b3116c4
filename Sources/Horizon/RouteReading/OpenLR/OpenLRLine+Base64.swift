// The text form of binary references.
extension OpenLRLine {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Reads one reference in Base64 (RFC 4648, 4), with blanks around it.
    init(base64 text: ArraySlice<UInt8>) throws(RouteError) {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        var line = 1
        var isOver = false
        var digits = 0
        for byte in text {
            if byte == 0x0A { line += 1 }
            if byte <= 0x20 {
                isOver = isOver || digits > 0
                continue
            }
            if byte == UInt8(ascii: "=") {
                isOver = true
                continue
            }
            guard let digit = Self.alphabet.firstIndex(of: byte) else {
                throw .input(
                    line: line, "expected GPX, GeoJSON, a list of ways, or OpenLR in Base64")
            }
            guard !isOver else { throw .input(line: line, "expected only one OpenLR reference") }
            digits += 1
            bits = bits << 6 | UInt32(digit)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        do throws(RouteError) {
            try self.init(bytes)
        } catch { throw .input(line: line, error.description) }
    }

    /// The binary format in Base64; `nil` where ``bytes`` is.
    public var base64: String? {
        guard let bytes else { return nil }
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits =
                group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                text.append(
                    place <= group.count
                        ? Self.alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)]
                        : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
