/// The conversion of a stored number to a physical value.
enum MDF4Conversion: Equatable {
    /// The physical value is the stored number.
    case none
    /// The physical value is `factor` × number + `offset`.
    case linear(factor: Double, offset: Double)
    /// Another conversion, such as a table.
    case unsupported
}

/// The place and type of a number in a record.
struct MDF4Channel {
    /// The form in which a number is stored.
    enum Form {
        case unsigned
        case signed
        case float
        /// Bytes without an order, such as the payload of a frame.
        case bytes
        /// Not stored: the number is the index of the record.
        case index
        /// A form that no member of a frame has, such as a text.
        case other
    }

    let form: Form
    let isBigEndian: Bool
    /// The first byte, from the start of the record behind its record id.
    let firstByte: Int
    /// The lowest bit's place in that byte, 0...7 (big endian: in the last byte).
    let firstBit: Int
    let bitCount: Int
    let conversion: MDF4Conversion
    /// The bit that is set where the value is not valid, counted from the first invalidation byte.
    let invalidationBit: Int?

    /// The bytes that the number touches.
    var byteCount: Int { (firstBit + bitCount + 7) / 8 }

    /// Whether each record of that size holds the channel.
    func fits(in recordSize: Int) -> Bool {
        form == .index || firstByte <= recordSize && byteCount <= recordSize - firstByte
    }

    /// The stored bits, at most 64, of a record that holds the channel.
    func bits(of record: MDF4Record) -> UInt64 {
        if form == .index { return UInt64(record.index) }
        let count = min(byteCount, 9)
        let start = record.start + firstByte
        var value: UInt64 = 0
        for index in 0..<count {
            let byte = UInt64(record.bytes[isBigEndian ? start + count - 1 - index : start + index])
            // A shift by a negative number goes to the right, one beyond the width gives 0.
            value |= byte << (8 * index - firstBit)
        }
        return bitCount >= 64 ? value : value & ~(~0 << UInt64(bitCount))
    }

    /// The stored integer with its sign.
    func integer(of record: MDF4Record) -> Int64? {
        let bits = bits(of: record)
        guard form == .signed else { return Int64(exactly: bits) }
        guard bitCount > 0, bitCount < 64 else { return Int64(bitPattern: bits) }
        let shift = UInt64(64 - bitCount)
        return Int64(bitPattern: bits << shift) >> Int64(shift)
    }

    /// The number before its conversion.
    func number(of record: MDF4Record) -> Double {
        if form != .float { return integer(of: record).map(Double.init) ?? .infinity }
        let bits = bits(of: record)
        return bitCount == 32
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
            : Double(bitPattern: bits)
    }

    /// The physical value as a natural number; `nil` where it is not valid or no such number.
    func natural(of record: MDF4Record) -> UInt64? {
        if let invalidationBit, record.isInvalid(bit: invalidationBit) { return nil }
        if conversion != .linear(factor: 1, offset: 0),
            case .linear(let factor, let offset) = conversion
        {
            return UInt64(exactly: (number(of: record) * factor + offset).rounded())
        }
        if form == .float { return UInt64(exactly: number(of: record).rounded()) }
        if form == .signed { return integer(of: record).flatMap { UInt64(exactly: $0) } }
        return bits(of: record)
    }
}

/// A record: its bytes, and where they stand.
struct MDF4Record {
    let bytes: [UInt8]
    /// The first byte behind the record id.
    let start: Int
    /// The record's number in its channel group, from 0.
    let index: Int
    /// The place of the first invalidation byte, `nil` where the record has none.
    let invalidation: Int?

    /// Whether the invalidation bit is set.
    func isInvalid(bit: Int) -> Bool {
        guard let invalidation else { return false }
        return bytes[invalidation + bit / 8] >> UInt8(bit % 8) & 1 != 0
    }
}

extension MDF4File {
    /// Reads the place and the type of a channel.
    ///
    /// Types: 0 fixed length, 1 variable length, 2 master, 3 virtual master, 5 maximum length,
    /// 6 virtual.
    mutating func channel(_ block: MDF4Block) -> MDF4Channel {
        let body = block.body
        let type = bytes[body]
        let dataType = bytes[body + 2]
        let flags = number(at: body + 12, size: 4)
        // Flag 1: all values are invalid; flag 2: each record says so with a bit.
        let hasBit = flags & 2 != 0
        return MDF4Channel(
            form: MDF4File.form(type: type, dataType: dataType),
            isBigEndian: [1, 3, 5].contains(dataType),
            firstByte: Int(number(at: body + 4, size: 4)),
            firstBit: Int(bytes[body + 3] & 7),
            bitCount: Int(number(at: body + 8, size: 4)),
            conversion: conversion(of: block),
            invalidationBit: hasBit ? Int(number(at: body + 16, size: 4)) : nil)
    }

    private static func form(type: UInt8, dataType: UInt8) -> MDF4Channel.Form {
        if type == 3 || type == 6 { return .index }
        switch dataType {
        case 0, 1: return .unsigned
        case 2, 3: return .signed
        case 4, 5: return .float
        case 10: return .bytes
        default: return .other
        }
    }

    private mutating func conversion(of channel: MDF4Block) -> MDF4Conversion {
        guard let block = block(behindLink: 4, of: channel, .conversion) else { return .none }
        let body = block.body
        switch bytes[body] {
        case 0: return .none
        case 1:
            guard number(at: body + 6, size: 2) >= 2, block.end - body >= 40 else { break }
            return .linear(factor: double(at: body + 32), offset: double(at: body + 24))
        default: break
        }
        return .unsupported
    }
}
