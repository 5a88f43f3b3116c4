import ADASISv2
import CANFrames
import RandomNumbers

/// Messages at random around a vehicle that drives, with counters that run on.
struct RandomSender {
    private var random: SplitMix64
    private let layout = Layout(.adasis)
    private var counters = [CyclicCounter](repeating: .zero, count: 8)
    private var path = PathIndex.first
    private var metres = 0
    /// Whether all messages are about two paths and four places, in quick succession.
    private let isDense: Bool

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        metres = seed % 3 == 0 ? 8_120 : 100
        isDense = seed % 2 == 0
    }

    /// The time to the next message in milliseconds, now and then a long one.
    mutating func pause() -> UInt64 {
        switch roll(400) {
        case 0: 2_500
        case 1: 11_000
        case 2: 40_000
        default: UInt64(roll(isDense ? 6 : 20))
        }
    }

    mutating func frame() -> CANFrame {
        var message = message()
        let kind = Int(message.kind.rawValue)
        message.cyclicCounter = counters[kind]
        // A lost frame, now and then.
        counters[kind].advance()
        if roll(20) == 0 { counters[kind].advance() }
        return layout.encode(message)
    }

    private mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private mutating func somePath() -> PathIndex {
        if roll(60) == 0 { return PathIndex(raw: UInt8(roll(8))) }
        return PathIndex(raw: UInt8(8 + roll(isDense ? 2 : 6)))
    }

    /// A place near the vehicle, or anywhere.
    private mutating func place() -> OffsetCode {
        if roll(80) == 0 { return OffsetCode(raw: UInt16(roll(8_192))) }
        if isDense { return OffsetCode(metresFromPathStart: metres / 100 * 100 + 40 * roll(4)) }
        return OffsetCode(metresFromPathStart: metres - 60 + 20 * roll(30))
    }

    private mutating func message() -> Message {
        switch roll(10) {
        case 0, 1: .position(position())
        case 2, 3: .stub(stub())
        case 4, 5: .segment(segment())
        case 6, 7: .profileShort(short())
        case 8: .profileLong(long())
        default: .metaData(metaData())
        }
    }

    private mutating func position() -> PositionMessage {
        metres += roll(isDense ? 3 : 40)
        switch roll(60) {
        case 0: metres += 300
        case 1: metres = max(0, metres - 200)
        case 2, 3, 4:
            path = PathIndex(raw: UInt8(8 + roll(isDense ? 2 : 6)))
            metres = roll(3) == 0 ? metres : roll(80)
        default: break
        }
        var message = PositionMessage(
            pathIndex: roll(50) == 0 ? somePath() : path,
            offset: OffsetCode(metresFromPathStart: metres))
        message.positionIndex = roll(8) == 0 ? PositionIndex(raw: UInt16(roll(4))) : 0
        message.speed = SpeedCode(raw: UInt16(roll(512)))
        message.positionAge = PositionAgeCode(raw: UInt16(roll(512)))
        message.relativeHeading = AngleCode(raw: UInt8(roll(256)))
        return message
    }

    private mutating func stub() -> StubMessage {
        var sub = somePath()
        if roll(4) == 0 { sub = roll(2) == 0 ? .noFurtherData : .continuation }
        var message = StubMessage(pathIndex: somePath(), offset: place(), subPathIndex: sub)
        message.turnAngle = AngleCode(raw: UInt8(60 * roll(4)))
        message.relativeProbability = ProbabilityCode(raw: UInt8(roll(4)))
        message.update = roll(4) == 0
        message.retransmission = roll(4) == 0
        message.lastStubAtOffset = roll(2) == 0
        return message
    }

    private mutating func segment() -> SegmentMessage {
        var message = SegmentMessage(
            pathIndex: roll(15) == 0 ? .currentLink : somePath(), offset: place())
        message.functionalRoadClass = FunctionalRoadClassCode(raw: UInt8(roll(3)))
        message.partOfCalculatedRoute = TriStateCode(raw: UInt8(roll(4)))
        message.update = roll(4) == 0
        return message
    }

    private mutating func short() -> ProfileShortMessage {
        var message = ProfileShortMessage(
            profileType: ShortProfileType(raw: UInt8(roll(12) == 0 ? roll(32) : 1 + roll(9))),
            pathIndex: somePath(), offset: place())
        message.value0 = ProfileValueCode(raw: UInt16(roll(3) == 0 ? roll(1_024) : 500 + roll(8)))
        message.value1 = ProfileValueCode(raw: UInt16(500 + roll(4)))
        message.distance1 = ProfileDistanceCode(
            raw: UInt16(roll(3) == 0 ? roll(1_024) : 20 * roll(5)))
        message.update = roll(4) == 0
        message.controlPoint = roll(9) == 0
        message.accuracy = AccuracyCode(raw: UInt8(roll(4)))
        if isDense {
            message.profileType = roll(2) == 0 ? .curvature : .headingChange
            message.value0 = ProfileValueCode(raw: UInt16(500 + roll(2)))
            message.value1 = ProfileValueCode(raw: UInt16(500 + roll(2)))
            message.distance1 = ProfileDistanceCode(raw: UInt16(40 * roll(4)))
            message.controlPoint = false
            message.accuracy = .unknown
        }
        return message
    }

    private mutating func long() -> ProfileLongMessage {
        var message = ProfileLongMessage(
            profileType: LongProfileType(raw: UInt8(roll(12) == 0 ? roll(32) : 1 + roll(11))),
            pathIndex: somePath(), offset: place())
        if roll(3) == 0 { message.profileType = .extendedLane }
        let values: [UInt32] = [0, .max, 1 << 28, 2 << 28, 3 << 28 | 1, 0xFF00_0000, 1_900_000_000]
        message.value = LongValueCode(raw: values[roll(values.count)])
        message.update = roll(4) == 0
        message.controlPoint = roll(9) == 0
        return message
    }

    private mutating func metaData() -> MetaDataMessage {
        var message = MetaDataMessage(
            countryCode: CountryCode(raw: UInt16(270 + roll(3))), drivingSide: .right,
            speedUnit: SpeedUnitCode(raw: UInt8(roll(2))))
        message.mapVersionYear = MapYearCode(raw: UInt8(roll(64)))
        return message
    }
}
