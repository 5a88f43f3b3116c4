import Geodesy
import Quantities

/// Where the members of a line of gpsd's JSON stand, as far as they are of use here.
///
/// Source: gpsd_json(5), gpsd 3.22, "TPV", "SKY", "ATT", "DEVICE". `time` is ISO 8601 UTC; `mode` 0 unknown, 1 no fix, 2 2D,
/// 3 3D; `lat`, `lon` degrees; `track` degrees from true north; `speed` m/s; `epx`, `epy`, `eph` m;
/// `alt` (before 3.20) and `altMSL` m above mean sea level; `status` 2 differential, 3 and 4 RTK, 5 and
/// 6 dead reckoning, 8 simulated; `hdop`; `nSat` satellites in view; `heading` degrees from true north;
/// `path` and `activated` of a device.
struct GPSDLine {
    var reportClass: Range<Int>?
    var device: Range<Int>?
    var message: Range<Int>?
    var major: Range<Int>?
    var minor: Range<Int>?
    var mode: Range<Int>?
    var time: Range<Int>?
    var latitude: Range<Int>?
    var longitude: Range<Int>?
    var track: Range<Int>?
    var speed: Range<Int>?
    var errorEast: Range<Int>?
    var errorNorth: Range<Int>?
    var errorHorizontal: Range<Int>?
    var altitude: Range<Int>?
    var altitudeMSL: Range<Int>?
    var status: Range<Int>?
    var dilution: Range<Int>?
    var satellites: Range<Int>?
    var heading: Range<Int>?
    var path: Range<Int>?
    var activated: Range<Int>?

    /// The longest line taken: gpsd's own limit for a report is 10,240 bytes (`GPS_JSON_RESPONSE_MAX`,
    /// gpsd 3.22).
    static let limit = 16_384

    init(_ bytes: Span<UInt8>) throws(JSONObjectScanner.Failure) {
        var scanner = JSONObjectScanner()
        while let member = try scanner.next(in: bytes) {
            switch member.value {
            case .string(let range): note(text: range, member.key, bytes)
            case .number(let range): note(number: range, member.key, bytes)
            case .literal, .nested: break
            }
        }
    }

    private mutating func note(text range: Range<Int>, _ key: Range<Int>, _ bytes: Span<UInt8>) {
        if bytes.holds("class", at: key) { reportClass = range }
        if bytes.holds("device", at: key) { device = range }
        if bytes.holds("time", at: key) { time = range }
        if bytes.holds("message", at: key) { message = range }
        if bytes.holds("path", at: key) { path = range }
    }

    private mutating func note(number range: Range<Int>, _ key: Range<Int>, _ bytes: Span<UInt8>) {
        switch key.count {
        case 3:
            if bytes.holds("lat", at: key) { latitude = range }
            if bytes.holds("lon", at: key) { longitude = range }
            if bytes.holds("epx", at: key) { errorEast = range }
            if bytes.holds("epy", at: key) { errorNorth = range }
            if bytes.holds("eph", at: key) { errorHorizontal = range }
            if bytes.holds("alt", at: key) { altitude = range }
        case 4:
            if bytes.holds("mode", at: key) { mode = range }
            if bytes.holds("hdop", at: key) { dilution = range }
            if bytes.holds("nSat", at: key) { satellites = range }
        case 5:
            if bytes.holds("speed", at: key) { speed = range }
            if bytes.holds("track", at: key) { track = range }
        case 6:
            if bytes.holds("altMSL", at: key) { altitudeMSL = range }
            if bytes.holds("status", at: key) { status = range }
        case 7: if bytes.holds("heading", at: key) { heading = range }
        case 9: if bytes.holds("activated", at: key) { activated = range }
        case 11:
            if bytes.holds("proto_major", at: key) { major = range }
            if bytes.holds("proto_minor", at: key) { minor = range }
        default: break
        }
    }
}

extension GPSDLine {
    /// What is wrong with a field, and at which byte.
    private static func wrong(_ kind: InputProblem.Kind, _ at: Range<Int>?) -> Failure {
        Failure(kind: kind, offset: at?.lowerBound ?? 0)
    }
    typealias Failure = JSONObjectScanner.Failure

    /// What a TPV report says of when and where the receiver is; ``addValues(to:_:_:)`` reads the rest.
    func event(_ bytes: Span<UInt8>) throws(Failure) -> PositionEvent {
        var moment: UTCTime?
        if let time {
            moment = CalendarDate.moment(bytes, time)
            guard moment != nil else { throw Self.wrong(.malformed(.time), time) }
        }
        let mode = try number(bytes, mode, .mode)?.scaled(by: 0) ?? 0
        guard mode >= 2 else { return .noFix(NoFix(time: moment, reason: .void)) }
        guard let latitudeE7 = try number(bytes, latitude, .latitude)?.scaled(by: 7),
            let longitudeE7 = try number(bytes, longitude, .longitude)?.scaled(by: 7)
        else { return .noFix(NoFix(time: moment, reason: .noPlace)) }
        guard latitudeE7.magnitude <= 900_000_000 else {
            throw Self.wrong(.outOfRange(.latitude), latitude)
        }
        guard
            let place = Coordinate(
                latitudeE7: Int32(latitudeE7),
                longitudeE7: Int32(clamping: longitudeE7)
            )
        else { throw Self.wrong(.outOfRange(.longitude), longitude) }
        return .fix(
            Fix(
                time: moment, place: place, mode: mode >= 3 ? .threeDimensional : .twoDimensional))
    }

    /// Adds what else a TPV report says to its fix; `drop` is told of values that it is used without.
    func addValues(
        to fix: inout Fix, _ bytes: Span<UInt8>, _ drop: (InputField, Failure) -> Void
    ) {
        fix.course = value(bytes, track, .course, drop).map { Degrees($0).normalized }
        fix.speed = magnitude(bytes, speed, .speed, drop).map { MetresPerSecond($0) }
        fix.accuracy = accuracy(bytes, drop)
        fix.altitude = value(bytes, altitudeMSL ?? altitude, .altitude, drop).map { Metres($0) }
    }

    /// How the receiver came by the fix, `nil` where the report does not say (3.22 leaves 1 out).
    func quality(_ bytes: Span<UInt8>) -> FixQuality? {
        switch integer(bytes, status) {
        case 1, 9: return .autonomous
        case 2: return .differential
        case 3, 4: return .realTimeKinematic
        case 5, 6, 7, 8: return .estimated
        default: return nil
        }
    }

    /// The horizontal dilution of a SKY report.
    func dilution(_ bytes: Span<UInt8>, _ drop: (InputField, Failure) -> Void) -> Double? {
        magnitude(bytes, dilution, .dilution, drop)
    }

    /// The heading of an ATT report.
    func direction(_ bytes: Span<UInt8>, _ drop: (InputField, Failure) -> Void) -> Degrees? {
        value(bytes, heading, .heading, drop).map { Degrees($0).normalized }
    }

    /// The standard deviation of one axis. gpsd's manual leaves the certainty of its estimates open;
    /// its source (gpsd 3.22, gps.h) says 95 %.
    private func accuracy(
        _ bytes: Span<UInt8>, _ drop: (InputField, Failure) -> Void
    ) -> Metres? {
        if let east = magnitude(bytes, errorEast, .accuracy, drop),
            let north = magnitude(bytes, errorNorth, .accuracy, drop)
        {
            return Metres(max(east, north) / Dilution.axisConfidence)
        }
        return magnitude(bytes, errorHorizontal, .accuracy, drop).map {
            Metres($0 / Dilution.planarConfidence)
        }
    }

    private func number(
        _ bytes: Span<UInt8>,
        _ range: Range<Int>?,
        _ field: InputField
    ) throws(Failure) -> DecimalNumber? {
        guard let range else { return nil }
        guard let number = DecimalNumber(bytes, range) else {
            throw Self.wrong(.malformed(field), range)
        }
        return number
    }

    /// A number that a report can be without.
    private func value(
        _ bytes: Span<UInt8>, _ range: Range<Int>?, _ field: InputField,
        _ drop: (InputField, Failure) -> Void
    ) -> Double? {
        do throws(Failure) {
            return try number(bytes, range, field)?.value
        } catch {
            drop(field, error)
            return nil
        }
    }

    /// Such a number that cannot be negative.
    private func magnitude(
        _ bytes: Span<UInt8>, _ range: Range<Int>?, _ field: InputField,
        _ drop: (InputField, Failure) -> Void
    ) -> Double? {
        guard let value = value(bytes, range, field, drop) else { return nil }
        guard value >= 0 else {
            drop(field, Self.wrong(.outOfRange(field), range))
            return nil
        }
        return value
    }

    /// The whole number in a range.
    func integer(_ bytes: Span<UInt8>, _ range: Range<Int>?) -> Int? {
        range.flatMap { DecimalNumber(bytes, $0)?.scaled(by: 0) }.map { Int($0) }
    }
}
