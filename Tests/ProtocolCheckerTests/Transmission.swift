import ADASISv2
import ProtocolChecker
import Quantities
import Testing

/// What a sender puts on the bus, message by message 4 ms apart, with POSITION each 100 ms and META-DATA
/// each 5 s as the protocol wants it, unless a test wants otherwise.
struct Transmission {
    var checker: ProtocolChecker
    var time = MonotonicTime(nanoseconds: 1_000_000_000)
    /// Where POSITION says the vehicle is; `nil` sends none.
    var place: (path: Int, metres: Int)? = (8, 0)
    /// How far the vehicle comes in 100 ms.
    var step = 0
    var sendsMetaData = true
    private var counters = [CyclicCounter](repeating: .zero, count: 7)
    private var nextPosition: MonotonicTime
    private var nextMetaData: MonotonicTime

    /// A transmission that has begun as it should: META-DATA, POSITION.
    init(_ parameters: CheckerParameters = CheckerParameters(), begins: Bool = true) {
        checker = ProtocolChecker(parameters: parameters)
        nextPosition = time
        nextMetaData = time
        if begins { wait(0) }
    }

    /// The message with its counter.
    mutating func counted(_ message: Message) -> Message {
        var message = message
        message.cyclicCounter = counters[Int(message.kind.rawValue)]
        counters[Int(message.kind.rawValue)].advance()
        return message
    }

    mutating func send(_ message: Message) {
        checker.check(counted(message), at: time)
        wait(4)
    }

    /// Lets time pass, with what is sent at its intervals.
    mutating func wait(_ milliseconds: Int64) {
        let end = time + .milliseconds(milliseconds)
        while true {
            let metaData = sendsMetaData ? nextMetaData : nil
            let position = place == nil ? nil : nextPosition
            guard let next = [metaData, position].compactMap(\.self).min(), next <= end else {
                break
            }
            time = max(time, next)
            if next == metaData {
                checker.check(counted(.germany), at: time)
                nextMetaData = next + .milliseconds(5_000)
            } else if let (path, metres) = place {
                place = (path, metres + step)
                checker.check(
                    counted(.position(path, metres + step, speed: Double(step) * 10)), at: time)
                nextPosition = next + .milliseconds(100)
            }
        }
        time = end
        // A test that sends POSITION by itself hands over with its last one 4 ms ago.
        if place == nil { nextPosition = end + .milliseconds(96) }
    }

    /// Sends no POSITION for a while.
    mutating func pausePosition(_ milliseconds: Int64) {
        let held = place
        place = nil
        wait(milliseconds)
        place = held
        nextPosition = time
        wait(0)
    }

    /// The vehicle is somewhere else, as the next POSITION says.
    mutating func move(to path: Int, _ metres: Int) {
        place = (path, metres - step)
        wait(100)
    }

    /// The rules that were broken, each once, in the order of the rules.
    var broken: [Rule] { Rule.allCases.filter { checker.count(of: $0) > 0 } }

    /// The same, after the end.
    mutating func end() -> [Rule] {
        checker.finish(at: time)
        return broken
    }
}

extension PathIndex {
    init(_ index: Int) { self.init(raw: UInt8(index)) }
}

extension OffsetCode {
    init(_ metres: Int) { self.init(metresFromPathStart: metres) }
}

extension Message {
    static func position(
        _ path: Int, _ metres: Int, candidate: Int = 0, speed: Double? = nil
    ) -> Message {
        var position = PositionMessage(pathIndex: PathIndex(path), offset: OffsetCode(metres))
        position.positionIndex = PositionIndex(raw: UInt16(candidate))
        position.speed = SpeedCode(speed.map { MetresPerSecond($0) })
        position.positionAge = PositionAgeCode(.zero)
        return .position(position)
    }

    static func stub(
        _ path: Int, _ metres: Int, to sub: Int, turn: Int = 90, update: Bool = false,
        repeated: Bool = false, last: Bool = true
    ) -> Message {
        var stub = StubMessage(
            pathIndex: PathIndex(path), offset: OffsetCode(metres), subPathIndex: PathIndex(sub))
        stub.turnAngle = AngleCode(raw: UInt8(turn))
        stub.update = update
        stub.retransmission = repeated
        stub.lastStubAtOffset = last
        return .stub(stub)
    }

    static func segment(
        _ path: Int, _ metres: Int, lanes: Int = 1, update: Bool = false, repeated: Bool = false
    ) -> Message {
        var segment = SegmentMessage(pathIndex: PathIndex(path), offset: OffsetCode(metres))
        segment.lanesDrivingDirection = DrivingLanesCode(lanes)
        segment.update = update
        segment.retransmission = repeated
        return .segment(segment)
    }

    static func short(_ type: Int, _ metres: Int, _ value: Int) -> Message {
        var profile = ProfileShortMessage(
            profileType: ShortProfileType(raw: UInt8(type)), pathIndex: .first,
            offset: OffsetCode(metres))
        profile.value0 = ProfileValueCode(raw: UInt16(value))
        return .profileShort(profile)
    }

    static func long(_ type: Int, _ metres: Int, _ value: UInt32) -> Message {
        var profile = ProfileLongMessage(
            profileType: LongProfileType(raw: UInt8(type)), pathIndex: .first,
            offset: OffsetCode(metres))
        profile.value = LongValueCode(raw: value)
        return .profileLong(profile)
    }

    static var germany: Message { country(276) }

    static func country(_ number: Int) -> Message {
        .metaData(
            MetaDataMessage(
                countryCode: CountryCode(raw: UInt16(number)), drivingSide: .right,
                speedUnit: .kilometresPerHour))
    }
}
