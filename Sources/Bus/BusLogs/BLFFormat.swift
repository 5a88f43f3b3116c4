/// The Binary Logging Format of Vector: numbers of its objects and sizes of its headers, all little-endian.
///
/// There is no public specification. Sources: python-can 4.6 (`can/io/blf.py`) and Wireshark (`wiretap/blf.h`).
enum BLFFormat {
    /// The types of the objects that are read. Others are skipped.
    enum ObjectType {
        static let message: UInt32 = 1
        static let error: UInt32 = 2
        static let container: UInt32 = 10
        static let extendedError: UInt32 = 73
        static let message2: UInt32 = 86
        static let flexibleMessage: UInt32 = 100
        static let flexibleMessage64: UInt32 = 101
    }

    /// The size of the file header that all known writers use.
    static let fileHeaderSize = 144
    /// The part of the file header up to the two times.
    static let knownFileHeaderSize = 72
    /// Signature, header size, header version, object size, object type.
    static let baseHeaderSize = 16
    /// The base header, flags, object version and time stamp.
    static let objectHeaderSize = 32
    /// Compression method and uncompressed size, behind a container's base header.
    static let containerHeaderSize = 16
    /// The most uncompressed bytes in one container of ours; Vector's default.
    static let containerCapacity = 128 * 1024

    /// The flag of an identifier of 29 bits.
    static let extendedFlag: UInt32 = 0x8000_0000
    /// The flag of a remote frame in CAN_MESSAGE, CAN_MESSAGE2 and CAN_FD_MESSAGE.
    static let remoteFlag: UInt64 = 0x80

    /// The number of payload bytes for a DLC of CAN FD (ISO 11898-1).
    static func flexibleLength(dlc: Int) -> Int? {
        switch dlc {
        case 0...8: dlc
        case 9...12: 12 + 4 * (dlc - 9)
        case 13: 32
        case 14: 48
        case 15: 64
        default: nil
        }
    }

    /// The DLC of a CAN FD frame with that many payload bytes.
    static func flexibleDLC(length: Int) -> Int {
        switch length {
        case ...8: max(length, 0)
        case ...24: 9 + (length - 9) / 4
        case ...32: 13
        case ...48: 14
        default: 15
        }
    }
}

/// A Windows SYSTEMTIME, taken as UTC: eight 16-bit numbers.
struct BLFSystemTime: Equatable {
    /// Year, month (1...12), day of the week (0 is Sunday), day, hour, minute, second, millisecond.
    var fields: [8 of UInt16]

    static func == (left: BLFSystemTime, right: BLFSystemTime) -> Bool {
        left.fields.indices.allSatisfy { left.fields[$0] == right.fields[$0] }
    }

    init(fields: [8 of UInt16]) { self.fields = fields }

    /// The time at or before some nanoseconds since 1970.
    init(nanoseconds: Int64) {
        let millisecondsPerDay: Int64 = 86_400_000
        let milliseconds = floorQuotient(nanoseconds, 1_000_000)
        let day = floorQuotient(milliseconds, millisecondsPerDay)
        let ofDay = milliseconds - day * millisecondsPerDay
        let date = civilDate(day: day)
        func field(_ value: Int64) -> UInt16 { UInt16(truncatingIfNeeded: value) }
        fields = [
            field(date.year), field(date.month),
            // 1970-01-01 was a Thursday.
            field(day + 4 - 7 * floorQuotient(day + 4, 7)),
            field(date.day), field(ofDay / 3_600_000), field(ofDay / 60_000 % 60),
            field(ofDay / 1000 % 60), field(ofDay % 1000),
        ]
    }

    /// The nanoseconds since 1970, `nil` where it is no date or not within Int64 (the years 1677 to 2262).
    var nanoseconds: Int64? {
        let (year, month, day) = (Int64(fields[0]), Int64(fields[1]), Int64(fields[3]))
        guard (1677...2262).contains(year), (1...12).contains(month), (1...31).contains(day),
            fields[4] < 24, fields[5] < 60, fields[6] < 60, fields[7] < 1000
        else { return nil }
        let hours = dayNumber(year: year, month: month, day: day) * 24 + Int64(fields[4])
        let seconds = (hours * 60 + Int64(fields[5])) * 60 + Int64(fields[6])
        let milliseconds = seconds * 1000 + Int64(fields[7])
        let (nanoseconds, overflows) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
        return overflows ? nil : nanoseconds
    }

    /// Whether no time is given at all.
    var isZero: Bool { fields.indices.allSatisfy { fields[$0] == 0 } }
}

/// The quotient rounded down, also below zero.
func floorQuotient(_ value: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
}

/// The days since 1970-01-01 of a date of the Gregorian calendar. The year begins in March here, so that the leap day
/// is the last day of the year; an era is 400 years.
private func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let era = floorQuotient(marchYear, 400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}

/// The date of a day since 1970-01-01.
private func civilDate(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = floorQuotient(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = (marchMonth + 2) % 12 + 1
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
}
