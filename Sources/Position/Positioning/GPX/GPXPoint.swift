import Geodesy
import Quantities

/// A track point as far as it has been read, with its errors.
struct GPXPoint {
    let line: Int
    private var latitudeE7: Int32?
    private var longitudeE7: Int32?
    private var time: UTCTime?
    private var altitude: Metres?
    private var speed: MetresPerSecond?
    private var course: Degrees?
    private var dilution: Double?
    private var mode: FixMode?
    private var isVoid = false
    private var quality: FixQuality?
    private var problem: InputProblem?

    /// A point by its opening tag.
    init(_ bytes: Span<UInt8>, _ tag: XMLTag, line: Int) {
        self.line = line
        latitudeE7 = coordinate(.latitude, tag.attribute("lat", in: bytes), bytes, 900_000_000)
        longitudeE7 = coordinate(.longitude, tag.attribute("lon", in: bytes), bytes, 1_800_000_000)
    }

    private mutating func fail(_ kind: InputProblem.Kind, column: Int = 1) {
        if problem == nil { problem = InputProblem(kind, line: line, column: column) }
    }

    private mutating func coordinate(
        _ field: InputField, _ range: Range<Int>?, _ bytes: Span<UInt8>, _ largest: UInt64
    ) -> Int32? {
        guard let range else {
            fail(.missing(field))
            return nil
        }
        guard let number = DecimalNumber(bytes, range) else {
            fail(.malformed(field))
            return nil
        }
        guard let value = number.scaled(by: 7), value.magnitude <= largest else {
            fail(.outOfRange(field))
            return nil
        }
        return Int32(value)
    }

    /// Takes the text of one of its elements, which has just ended. Returns the error of a value
    /// that the point is used without.
    mutating func take(
        _ text: Span<UInt8>, of name: Range<Int>, in tag: Span<UInt8>,
        at place: (line: Int, column: Int)
    ) -> (field: InputField, problem: InputProblem)? {
        let all = text.indices
        var dropped: (InputField, InputProblem)?
        func number(_ field: InputField, isMagnitude: Bool = false) -> Double? {
            if text.count == 0 { return nil }
            let number = DecimalNumber(text, all)
            if let number, !isMagnitude || field.permits(number.value) { return number.value }
            let kind: InputProblem.Kind = number == nil ? .malformed(field) : .outOfRange(field)
            dropped = (field, InputProblem(kind, line: place.line, column: place.column))
            return nil
        }
        if tag.holds("time", at: name) {
            time = CalendarDate.moment(text, all)
            if time == nil { fail(.malformed(.time), column: place.column) }
        } else if tag.holds("ele", at: name) {
            altitude = number(.altitude).map { Metres($0) }
        } else if tag.holds("speed", at: name) {
            speed = number(.speed, isMagnitude: true).map { MetresPerSecond($0) }
        } else if tag.holds("course", at: name) {
            course = number(.course).map { Degrees($0).normalized }
        } else if tag.holds("hdop", at: name) {
            dilution = number(.dilution, isMagnitude: true)
        } else if tag.holds("fix", at: name) {
            isVoid = text.holds("none", at: all)
            if text.holds("2d", at: all) { mode = .twoDimensional }
            if text.holds("3d", at: all) { mode = .threeDimensional }
            if text.holds("dgps", at: all) { quality = .differential }
        }
        return dropped
    }

    /// The place of the point.
    func place() throws(InputProblem) -> Coordinate {
        if let problem { throw problem }
        guard let latitudeE7, let longitudeE7,
            let place = Coordinate(latitudeE7: latitudeE7, longitudeE7: longitudeE7)
        else { throw InputProblem(.missing(.latitude), line: line, column: 1) }
        return place
    }

    /// The event of the point.
    func event() throws(InputProblem) -> PositionEvent {
        if let problem { throw problem }
        guard let time else { throw InputProblem(.missing(.time), line: line, column: 1) }
        if isVoid { return .noFix(NoFix(time: time, reason: .void)) }
        let place = try place()
        guard !place.standsForNone else { return .noFix(NoFix(time: time, reason: .noPlace)) }
        return .fix(
            Fix(
                time: time, place: place, mode: mode, course: course, speed: speed,
                accuracy: dilution.flatMap { Dilution.accuracy($0, quality, isKnown: false) },
                altitude: altitude))
    }
}
