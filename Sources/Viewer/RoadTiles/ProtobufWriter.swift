/// Writes the fields of a message of Protocol Buffers.
struct ProtobufWriter {
    /// The message so far.
    private(set) var bytes: [UInt8] = []

    /// A number whose sign stands in its lowest bit.
    static func zigzag(_ value: Int64) -> UInt64 {
        UInt64(bitPattern: value << 1 ^ value >> 63)
    }

    /// Appends fields that are written already.
    mutating func append(_ fields: [UInt8]) { bytes += fields }

    mutating func varint(field: Int, _ value: UInt64) {
        add(UInt64(field) << 3)
        add(value)
    }

    mutating func double(field: Int, _ value: Double) {
        add(UInt64(field) << 3 | 1)
        for byte in 0..<8 {
            bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt64(byte))))
        }
    }

    mutating func text(field: Int, _ text: String) { message(field: field, Array(text.utf8)) }

    mutating func message(field: Int, _ content: [UInt8]) {
        add(UInt64(field) << 3 | 2)
        add(UInt64(content.count))
        bytes += content
    }

    mutating func packed(field: Int, _ numbers: [UInt32]) {
        guard !numbers.isEmpty else { return }
        var content = ProtobufWriter()
        for number in numbers { content.add(UInt64(number)) }
        message(field: field, content.bytes)
    }

    private mutating func add(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
