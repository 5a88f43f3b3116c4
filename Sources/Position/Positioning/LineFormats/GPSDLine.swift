import Geodesy
import Quantities

/// A line of gpsd's JSON: its members as values.
struct GPSDLine {
    private let members: GPSDMembers

    /// The longest line taken: gpsd's own limit for a report is 10,240 bytes
    /// (`GPS_JSON_RESPONSE_MAX`, gpsd 3.22).
    static let limit = 16_384

    typealias Failure = JSONObjectScanner.Failure

    init(_ bytes: Span<UInt8>) throws(Failure) { members = try GPSDMembers(bytes) }

    /// Where a member stands; `nil` if the line does not have it.
    subscript(member: GPSDMember) -> Range<Int>? { members[member] }

    /// The whole number of a member.
    func integer(_ bytes: Span<UInt8>, _ member: GPSDMember) -> Int? {
        members[member].flatMap { DecimalNumber(bytes, $0)?.scaled(by: 0) }.map { Int($0) }
    }

    /// The error of a field, at its byte.
    private static func wrong(_ kind: InputProblem.Kind, _ at: Range<Int>?) -> Failure {
        Failure(kind: kind, offset: at?.lowerBound ?? 0)
    }

    /// Time and place of a TPV report; ``addValues(to:_:_:)`` reads the rest.
    func event(_ bytes: Span<UInt8>) throws(Failure) -> PositionEvent {
        var moment: UTCTime?
        if let time = members[.time] {
            moment = CalendarDate.moment(bytes, time)
            guard moment != nil else { throw Self.wrong(.malformed(.time), time) }
        }
        let mode = try number(bytes, .mode, .mode)?.scaled(by: 0) ?? 0
        guard mode >= 2 else { return .noFix(NoFix(time: moment, reason: .void)) }
        guard let latitudeE7 = try number(bytes, .latitude, .latitude)?.scaled(by: 7),
            let longitudeE7 = try number(bytes, .longitude, .longitude)?.scaled(by: 7)
        else { return .noFix(NoFix(time: moment, reason: .noPlace)) }
        guard latitudeE7.magnitude <= 900_000_000 else {
            throw Self.wrong(.outOfRange(.latitude), members[.latitude])
        }
        guard
            let place = Coordinate(
                latitudeE7: Int32(latitudeE7),
                longitudeE7: Int32(clamping: longitudeE7)
            )
        else { throw Self.wrong(.outOfRange(.longitude), members[.longitude]) }
        guard !place.standsForNone else { return .noFix(NoFix(time: moment, reason: .noPlace)) }
        return .fix(
            Fix(
                time: moment, place: place, mode: mode >= 3 ? .threeDimensional : .twoDimensional))
    }

    /// Adds the other values of a TPV report to its fix; `drop` gets the values that cannot be
    /// used.
    func addValues(
        to fix: inout Fix, _ bytes: Span<UInt8>, _ drop: (InputField, Failure) -> Void
    ) {
        fix.course = value(bytes, .track, .course, drop).map { Degrees($0).normalized }
        fix.speed = magnitude(bytes, .speed, .speed, drop).map { MetresPerSecond($0) }
        fix.accuracy = accuracy(bytes, drop)
        let altitude = members[.altitudeMSL] == nil ? GPSDMember.altitude : .altitudeMSL
        fix.altitude = value(bytes, altitude, .altitude, drop).map { Metres($0) }
    }

    /// The kind of fix; `nil` if the report does not have it (3.22 leaves 1 out).
    func quality(_ bytes: Span<UInt8>) -> FixQuality? {
        switch integer(bytes, .status) {
        case 1, 9: return .autonomous
        case 2: return .differential
        case 3, 4: return .realTimeKinematic
        case 5, 6, 7, 8: return .estimated
        default: return nil
        }
    }

    /// The horizontal dilution of a SKY report.
    func dilution(_ bytes: Span<UInt8>, _ drop: (InputField, Failure) -> Void) -> Double? {
        magnitude(bytes, .dilution, .dilution, drop)
    }

    /// The heading of an ATT report.
    func direction(_ bytes: Span<UInt8>, _ drop: (InputField, Failure) -> Void) -> Degrees? {
        value(bytes, .heading, .heading, drop).map { Degrees($0).normalized }
    }

    /// The standard deviation of one axis. gpsd's manual leaves the certainty of its estimates
    /// open; its source (gpsd 3.22, gps.h) says 95 %.
    private func accuracy(
        _ bytes: Span<UInt8>, _ drop: (InputField, Failure) -> Void
    ) -> Metres? {
        if let east = magnitude(bytes, .errorEast, .accuracy, drop),
            let north = magnitude(bytes, .errorNorth, .accuracy, drop)
        {
            return Metres(max(east, north) / Dilution.axisConfidence)
        }
        return magnitude(bytes, .errorHorizontal, .accuracy, drop).map {
            Metres($0 / Dilution.planarConfidence)
        }
    }

    private func number(
        _ bytes: Span<UInt8>,
        _ member: GPSDMember,
        _ field: InputField
    ) throws(Failure) -> DecimalNumber? {
        guard let range = members[member] else { return nil }
        guard let number = DecimalNumber(bytes, range) else {
            throw Self.wrong(.malformed(field), range)
        }
        return number
    }

    /// A number that a report can be without.
    private func value(
        _ bytes: Span<UInt8>, _ member: GPSDMember, _ field: InputField,
        _ drop: (InputField, Failure) -> Void
    ) -> Double? {
        do throws(Failure) {
            return try number(bytes, member, field)?.value
        } catch {
            drop(field, error)
            return nil
        }
    }

    /// A number that a report can be without, and that cannot be negative.
    private func magnitude(
        _ bytes: Span<UInt8>, _ member: GPSDMember, _ field: InputField,
        _ drop: (InputField, Failure) -> Void
    ) -> Double? {
        guard let value = value(bytes, member, field, drop) else { return nil }
        guard field.permits(value) else {
            drop(field, Self.wrong(.outOfRange(field), members[member]))
            return nil
        }
        return value
    }
}
