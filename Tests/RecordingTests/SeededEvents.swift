import ADASISv2
import CANFrames
import Engine
import Geodesy
import Positioning
import Quantities
import RoadMap
import Routing

@testable import Recording

/// Events at random, from a seed.
struct SeededEvents {
    var state: UInt64
    private(set) var frames: [CANFrame] = []
    private var time = SeededEvents.header.start

    init(state: UInt64) { self.state = state }

    static let header = RecordingHeader(
        start: MonotonicTime(nanoseconds: 123_456_789_012),
        startUTC: UTCTime(nanoseconds: 1_700_000_000_000_000_000),
        map: MapIdentity(length: 4711, checksum: 0xDEAD_BEEF),
        configuration: Array("[pace]\nbus_load_percent = 5\n".utf8),
        learnedTurns: Array("what was learned".utf8))

    mutating func bits() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }

    mutating func next(_ below: Int) -> Int { Int((bits() >> 20) % UInt64(below)) }

    mutating func event() -> RecordedEvent {
        // Mostly a little later; now and then much, or at the same moment.
        time = time + Nanoseconds(Int64(bits() >> UInt64(next(8) == 0 ? 20 : 40)))
        switch next(16) {
        case 0: return .engine(fix().map { .position(.fix($0)) } ?? .tick, time)
        case 1:
            let utc = next(2) == 0 ? nil : UTCTime(nanoseconds: Int64(bitPattern: bits()))
            let noFix = NoFix(time: utc, reason: next(2) == 0 ? .void : .noPlace)
            return .engine(.position(.noFix(noFix)), time)
        case 2: return .engine(.tick, time)
        case 3: return .engine(.clientsLost, time)
        case 4:
            let kind = MessageKind.allCases[next(MessageKind.allCases.count)]
            let counter = next(2) == 0 ? nil : CyclicCounter(raw: UInt8(next(4)))
            return .engine(.request(kind, counter), time)
        case 5:
            var mask = MessageMask()
            for kind in MessageKind.standard where next(2) == 0 { mask.set(kind, to: true) }
            return .engine(.mask(mask), time)
        case 6: return .asked(time)
        case 7:
            let identity = MapIdentity(length: bits(), checksum: UInt32(truncatingIfNeeded: bits()))
            return .engine(.map(identity), time)
        case 8:
            let links = (0..<next(20)).compactMap { _ in DirectedLink(packed: bits() >> 15) }
            return .engine(next(2) == 0 ? .course(links) : .route(links), time)
        case 9:
            var motion = VehicleMotion()
            if next(2) == 0 { motion.speed = MetresPerSecond(Double(next(9000)) / 97 - 10) }
            if next(2) == 0 { motion.yawRate = DegreesPerSecond(Double(next(9000)) / 83 - 50) }
            if next(2) == 0 { motion.odometer = Metres(Double(next(1_000_000_000)) / 10) }
            return .engine(.vehicle(motion), time)
        case 10:
            let all = SurfaceCondition.allCases
            return .engine(.surface(all[next(all.count)]), time)
        case 12:
            guard next(4) > 0, let link = DirectedLink(packed: bits() >> 15) else {
                return .engine(.lastPlace(.offRoad), time)
            }
            let place = LinkPlace(link, offset: Metres(Double(next(9000)) / 7))
            return .engine(
                .lastPlace(
                    .onRoad(
                        place, accuracy: Metres(Double(next(90)) / 7),
                        probability: Double(next(100)) / 100)), time)
        case 11:
            let all = TurnIndicator.allCases
            let lanes: [DrivenLane] = [
                .unknown, .fromLeft(UInt8(1 + next(15))), .fromRight(UInt8(1 + next(15))),
            ]
            return .engine(
                .driver(
                    DriverSignals(
                        indicator: next(3) == 0 ? nil : all[next(all.count)],
                        lane: next(3) == 0 ? nil : lanes[next(lanes.count)])), time)
        case 13:
            let rate = 10_000 + next(7_990_001)
            return .engine(.bitRate(rate, packageSize: 1 + next(1000)), time)
        case 14:
            let limits: [SpeedLimit] = [
                .limited(50, .kilometresPerHour), .limited(20, .milesPerHour), .unlimited,
                .walkingPace, .variable,
            ]
            let list = (0..<next(20)).compactMap { _ -> RoadRestriction? in
                guard let link = DirectedLink(packed: bits() >> 15) else { return nil }
                let from = Centimetres(next(100_000))
                return RoadRestriction(
                    link, from: from, to: from + Centimetres(next(100_000)),
                    next(2) == 0 ? .closed : .limit(limits[next(limits.count)]))
            }
            return .engine(.restrictions(list), time)
        default:
            var frame = CANFrame(
                identifier: CANIdentifier(truncatingBase: UInt16(next(0x800))), clampedLength: 8)
            for index in 0..<8 { frame.bytes[index] = UInt8(next(256)) }
            frames.append(frame)
            return .sent(time, check: frame.recordingCheck)
        }
    }

    private mutating func fix() -> Fix? {
        let place = Coordinate(
            latitudeE7: Int32(next(1_800_000_001) - 900_000_000),
            longitudeE7: Int32(next(1_800_000_001) - 900_000_000))
        guard let place else { return nil }
        var fix = Fix(time: nil, place: place)
        if next(2) == 0 { fix.time = UTCTime(nanoseconds: Int64(bitPattern: bits())) }
        if next(2) == 0 { fix.course = Degrees(Double(next(360_000)) / 1000) }
        if next(2) == 0 { fix.speed = MetresPerSecond(Double(next(70_000)) / 997) }
        if next(2) == 0 { fix.accuracy = Metres(Double(next(1000)) / 7) }
        if next(2) == 0 { fix.altitude = Metres(Double(next(10_000)) / 3 - 400) }
        if next(2) == 0 { fix.heading = Degrees(Double(next(360_000)) / 1000) }
        if next(2) == 0 { fix.delay = Nanoseconds(Int64(next(2_000_000_000))) }
        switch next(3) {
        case 0: fix.mode = .twoDimensional
        case 1: fix.mode = .threeDimensional
        default: break
        }
        return fix
    }
}
