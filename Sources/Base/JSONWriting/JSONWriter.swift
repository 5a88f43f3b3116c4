/// Writes one JSON object (RFC 8259) as a line. An unknown value is `null`.
public struct JSONWriter: Sendable {
    /// The text so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// A writer of no text.
    public init() {}

    /// Begins an object.
    public mutating func beginObject(_ key: String? = nil) { begin(key, "{") }

    /// Begins an array.
    public mutating func beginArray(_ key: String? = nil) { begin(key, "[") }

    /// Ends the current object.
    public mutating func endObject() { end("}") }

    /// Ends the current array.
    public mutating func endArray() { end("]") }

    /// Adds a text.
    @inline(never)
    public mutating func text(_ key: String?, _ value: String?) {
        guard let value else { return null(key) }
        name(key)
        string(value)
    }

    /// Adds a whole number.
    @inline(never)
    public mutating func integer(_ key: String?, _ value: Int64?) {
        guard let value else { return null(key) }
        name(key)
        raw(String(value))
    }

    /// Adds a whole number.
    public mutating func integer(_ key: String?, _ value: Int?) {
        integer(key, value.map(Int64.init))
    }

    /// Adds a number with so many decimals at most. A number that is not finite is unknown.
    @inline(never)
    public mutating func number(_ key: String?, _ value: Double?, places: Int) {
        guard let value, let text = Self.decimal(value, places: places) else { return null(key) }
        name(key)
        raw(text)
    }

    /// Adds a truth value.
    @inline(never)
    public mutating func truth(_ key: String?, _ value: Bool?) {
        guard let value else { return null(key) }
        name(key)
        raw(value ? "true" : "false")
    }

    /// Adds an unknown value.
    @inline(never)
    public mutating func null(_ key: String?) {
        name(key)
        raw("null")
    }

    /// A number in decimals, without trailing zeros and without an exponent; `nil` where it has no such form.
    public static func decimal(_ value: Double, places: Int) -> String? {
        var factor = 1.0
        for _ in 0..<places { factor *= 10 }
        let scaled = (value * factor).rounded()
        guard scaled.magnitude < 9e15 else { return nil }
        var whole = String(Int64(scaled.magnitude))
        if whole.utf8.count <= places {
            whole = String(repeating: "0", count: places + 1 - whole.utf8.count) + whole
        }
        var decimals = whole.suffix(places)
        let digits = whole.dropLast(places)
        while decimals.last == "0" { decimals.removeLast() }
        let sign = scaled < 0 ? "-" : ""
        return sign + digits + (decimals.isEmpty ? "" : "." + decimals)
    }

    /// Drops the text and keeps its memory.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Ends the line, after the last object or array.
    public mutating func endLine() {
        bytes.append(0x0A)
        needsComma = false
    }

    private mutating func begin(_ key: String?, _ bracket: String) {
        name(key)
        bytes.append(contentsOf: bracket.utf8)
        needsComma = false
    }

    private mutating func end(_ bracket: String) {
        bytes.append(contentsOf: bracket.utf8)
        needsComma = true
    }

    private mutating func name(_ key: String?) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = false
        guard let key else { return }
        string(key)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
            case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
            case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
            case 0..<0x20, 0x7F:
                let digits = String(byte, radix: 16)
                bytes.append(contentsOf: "\\u00".utf8)
                if byte < 0x10 { bytes.append(UInt8(ascii: "0")) }
                bytes.append(contentsOf: digits.utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }
}
