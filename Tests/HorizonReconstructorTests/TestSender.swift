import ADASISv2
import HorizonReconstructor
import Quantities
import Testing

/// A sender in miniature, with a client that hears it: keeps the counters, and a clock that goes on by
/// 4 ms a message.
struct Line {
    var client: HorizonReconstructor
    var time = MonotonicTime(nanoseconds: 1_000_000_000)
    private var counters = [CyclicCounter](repeating: .zero, count: 7)

    init(parameters: ReconstructorParameters = ReconstructorParameters()) {
        client = HorizonReconstructor(parameters: parameters)
    }

    var tree: ReconstructedTree { client.tree }

    /// The message with its counter.
    mutating func counted(_ message: Message) -> Message {
        var message = message
        message.cyclicCounter = counters[Int(message.kind.rawValue)]
        counters[Int(message.kind.rawValue)].advance()
        return message
    }

    /// Sends a message, and the client takes it.
    @discardableResult
    mutating func send(_ message: Message) -> Reception {
        let message = counted(message)
        time = time + .milliseconds(4)
        return client.ingest(message, at: time)
    }

    /// Sends a message that gets lost.
    mutating func lose(_ message: Message) {
        _ = counted(message)
        time = time + .milliseconds(4)
    }

    mutating func wait(_ milliseconds: Int64) {
        time = time + .milliseconds(milliseconds)
        client.advance(to: time)
    }

    /// Drives along a path in steps of ten metres, one in 100 ms.
    mutating func drive(_ path: Int, from: Int, to: Int) {
        for metres in stride(from: from, through: to, by: 10) {
            wait(96)
            send(.position(path, metres))
        }
    }
}

extension PathIndex {
    /// A path of the tree; 0 for what is none.
    init(_ index: Int) { self.init(raw: UInt8(index)) }
}

extension Message {
    static func position(_ path: Int, _ metres: Int, candidate: Int = 0, speed: Double? = nil)
        -> Message
    {
        var position = PositionMessage(
            pathIndex: PathIndex(path), offset: OffsetCode(metresFromPathStart: metres))
        position.positionIndex = PositionIndex(raw: UInt16(candidate))
        position.speed = SpeedCode(speed.map { MetresPerSecond($0) })
        position.positionAge = PositionAgeCode(.zero)
        return .position(position)
    }

    static func offPath(_ index: PathIndex) -> Message {
        .position(PositionMessage(pathIndex: index))
    }

    static func stub(
        _ path: Int, _ metres: Int, to sub: Int, turn: Int = 90, probability: Int = 15,
        update: Bool = false, repeated: Bool = false, last: Bool = true
    ) -> Message {
        var stub = StubMessage(
            pathIndex: PathIndex(path), offset: OffsetCode(metresFromPathStart: metres),
            subPathIndex: PathIndex(sub))
        stub.turnAngle = AngleCode(raw: UInt8(turn))
        stub.relativeProbability = ProbabilityCode(raw: UInt8(probability))
        stub.update = update
        stub.retransmission = repeated
        stub.lastStubAtOffset = last
        return .stub(stub)
    }

    static func segment(
        _ path: Int, _ metres: Int, lanes: Int, update: Bool = false, repeated: Bool = false
    ) -> Message {
        var segment = SegmentMessage(
            pathIndex: PathIndex(path), offset: OffsetCode(metresFromPathStart: metres))
        segment.lanesDrivingDirection = DrivingLanesCode(lanes)
        segment.update = update
        segment.retransmission = repeated
        return .segment(segment)
    }

    static func short(
        _ type: ShortProfileType, _ path: Int, _ metres: Int, _ value: UInt16, then: UInt16? = nil,
        after distance: Int = 0, update: Bool = false, repeated: Bool = false
    ) -> Message {
        var profile = ProfileShortMessage(
            profileType: type, pathIndex: PathIndex(path),
            offset: OffsetCode(metresFromPathStart: metres))
        profile.value0 = ProfileValueCode(raw: value)
        if let then {
            profile.value1 = ProfileValueCode(raw: then)
            profile.distance1 = ProfileDistanceCode(raw: UInt16(distance))
        }
        profile.update = update
        profile.retransmission = repeated
        return .profileShort(profile)
    }

    static func long(_ type: LongProfileType, _ path: Int, _ metres: Int, _ value: UInt32)
        -> Message
    {
        var profile = ProfileLongMessage(
            profileType: type, pathIndex: PathIndex(path),
            offset: OffsetCode(metresFromPathStart: metres))
        profile.value = LongValueCode(raw: value)
        return .profileLong(profile)
    }

    static var germany: Message {
        .metaData(
            MetaDataMessage(
                countryCode: CountryCode(isoNumeric: 276), drivingSide: .right,
                speedUnit: .kilometresPerHour))
    }
}

extension ReconstructedTree {
    /// The lanes in force at a place: which SEGMENT the client thinks holds there.
    func lanes(_ path: Int, _ metres: Double) -> Int? {
        self[PathIndex(path)]?.segment(at: Metres(metres))?.lanesDrivingDirection.reading.value
    }

    /// The places of a path's segments.
    func segmentPlaces(_ path: Int) -> [Int] {
        self[PathIndex(path)]?.segments.items.map(\.metres) ?? []
    }

    /// The indexes of the paths that the vehicle can reach.
    var reachable: [Int] { paths.map { Int($0.index.raw) } }

    /// The indexes of the paths that wait for their STUB.
    var pending: [Int] { pendingPaths.map { Int($0.index.raw) } }
}
