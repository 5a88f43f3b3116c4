/// One part of a PROFILE LONG value that is several in 32 bits.
///
/// The parts of a type, most significant first, are one table: coding, texts and documentation read
/// it.
public struct ValuePart: Sendable, Hashable {
    /// The meaning of the part's number.
    public enum Meaning: Sendable, Hashable {
        /// The number itself.
        case number
        /// A speed in META-DATA's unit; 0 is not known, all bits set are not available, and of a limit
        /// the number before that is none.
        case speed(isLimit: Bool)
        /// Yes or no.
        case flag
        /// The name at this place of the list; beyond it, reserved.
        case names([String])
        /// A name for each bit, the least significant first.
        case flags([String])
        /// Sent as 0.
        case reserved
    }

    /// The name in texts and JSON.
    public let name: String
    /// The number of bits.
    public let width: Int
    /// The meaning of the number.
    public let meaning: Meaning
    /// A further remark; may be empty.
    public let remark: String

    init(_ name: String, _ width: Int, _ meaning: Meaning = .number, remark: String = "") {
        self.name = name
        self.width = width
        self.meaning = meaning
        self.remark = remark
    }

    /// The words of a text. Lists of names are written this way because the compiler, as of Swift 6.3,
    /// crashes over literals of them in Embedded mode.
    static func list(_ names: String) -> [String] {
        names.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    }

    /// The largest number.
    var largest: UInt32 { UInt32.max >> UInt32(32 - width) }

    /// The meaning of a number of the part.
    func value(of number: UInt32) -> FieldValue? {
        switch meaning {
        case .reserved: nil
        case .number: .integer(Int(number))
        case .speed(let isLimit):
            switch number {
            case 0: .unknown
            case largest: .notAvailable
            case largest - 1 where isLimit: .word("unlimited")
            default: .integer(Int(number))
            }
        case .flag: .flag(number != 0)
        case .names(let names): Int(number) < names.count ? .word(names[Int(number)]) : .reserved
        case .flags(let names):
            .flags(names.indices.filter { number >> UInt32($0) & 1 != 0 }.map { names[$0] })
        }
    }
}

/// As many numbers as any value has parts: sending one asks for no memory.
typealias PackedNumbers = [7 of UInt32]

/// A PROFILE LONG value of several parts.
protocol PackedLongValue {
    static var parts: [ValuePart] { get }
    /// The numbers of the parts, in their order, then zeros; what is reserved is left out.
    var numbers: PackedNumbers { get }
    init(numbers: [UInt32])
}

extension LongValueCode {
    /// The code of a value of several parts, each saturating; `nil` is not available.
    init<Value: PackedLongValue>(packing value: Value?) {
        guard let value else {
            self = .notAvailable
            return
        }
        let numbers = value.numbers
        var next = 0
        var raw: UInt32 = 0
        for part in Value.parts {
            raw <<= UInt32(part.width)
            if part.meaning == .reserved { continue }
            raw |= min(numbers[next], part.largest)
            next += 1
        }
        self.raw = raw
    }

    func unpacked<Value: PackedLongValue>(as type: Value.Type) -> Reading<Value> {
        if self == .notAvailable { return .notAvailable }
        let numbers = numbers(of: Value.parts)
        let used = zip(Value.parts, numbers).filter { $0.0.meaning != .reserved }
        return .known(Value(numbers: used.map { $0.1 }))
    }

    /// The number of each part.
    func numbers(of parts: [ValuePart]) -> [UInt32] {
        var rest = raw
        return parts.map { part in
            // The first part is what the shift by its width moves out at the top.
            defer { rest <<= UInt32(part.width) }
            return rest >> UInt32(32 - part.width)
        }
    }
}
