import ADASISv2
import Horizon
public import Quantities

/// The vehicle's state for POSITION, and the last transmitted position.
struct PositionSchedule {
    private let timing: TimingParameters
    /// The vehicle as of the last update.
    private(set) var vehicle = VehicleState(.notCalibrated)
    /// The next candidate for POSITION; `nil` if all were reported.
    private(set) var dueCandidate: Int?
    /// The place of the vehicle in the last POSITION; `nil` if it was on no path.
    private(set) var reported: ReportedPlace?
    /// The progress of the vehicle at the last POSITION on a path.
    private(set) var reportedProgress: Metres?
    /// The time of the last POSITION, and of the last one on a path.
    private(set) var lastTime: MonotonicTime?
    private(set) var lastOnPath: MonotonicTime?
    /// Whether clients have dropped the horizon since the last POSITION on a path, because none came for too long.
    private var isForgotten = false

    /// What clients have dropped before a POSITION, and are to get again.
    struct ClientLoss {
        let ofMetaData: Bool
        let ofHorizon: Bool
    }

    /// A place on the main path at that time.
    struct ReportedPlace {
        let path: PathID
        let offset: Centimetres
    }

    init(_ timing: TimingParameters) { self.timing = timing }

    /// A schedule after POSITIONs at these times.
    init(
        _ timing: TimingParameters, vehicle: VehicleState, dueCandidate: Int? = nil,
        reported: ReportedPlace? = nil, reportedProgress: Metres? = nil,
        lastTime: MonotonicTime? = nil, lastOnPath: MonotonicTime? = nil
    ) {
        self.timing = timing
        self.vehicle = vehicle
        self.dueCandidate = dueCandidate
        self.reported = reported
        self.reportedProgress = reportedProgress
        self.lastTime = lastTime
        self.lastOnPath = lastOnPath
    }

    /// The share of the bus load limit that the next POSITION uses. Bits are reserved for the best
    /// candidate, not for others.
    var share: BusBudget.Share { dueCandidate == 0 ? .position : .tree }

    /// Stores the vehicle's new state. It replaces waiting candidates: the next POSITION reports
    /// the new ones.
    mutating func update(_ vehicle: VehicleState) {
        self.vehicle = vehicle
        if dueCandidate != 0 { dueCandidate = nil }
    }

    /// Makes the next POSITION due, which replaces a waiting one.
    mutating func tick(isSent: Bool) { dueCandidate = isSent ? 0 : nil }

    /// The place of the last POSITION does not apply to the current paths.
    mutating func forgetPlace() { reported = nil }

    /// The next tree measures distances from its own start.
    mutating func forgetProgress() { reportedProgress = nil }

    /// Whether clients would misunderstand messages before the next POSITION. This is so if they do
    /// not see the vehicle on the main path or on any path, or if it drove more than half the
    /// trailing length since.
    func isAwaited(on wire: WireTree) -> Bool {
        guard let main = wire.paths.first else { return false }
        guard let reported, reported.path == main.id else { return true }
        return abs((wire.mainOffset - reported.offset).value) > max(wire.trailing.value / 2, 2500)
    }

    /// Records POSITION of the best candidate with its path index, including the index for a
    /// vehicle on no path. `true` if this one is on a path, and clients have dropped the horizon since the last one on a path:
    /// none came for too long, or none on a path for longer.
    mutating func noteSent(
        on index: PathIndex, of wire: WireTree, at time: MonotonicTime, _ memory: ClientMemory
    )
        -> ClientLoss
    {
        let wasSilent = lastTime.map { time - $0 > memory.positionTimeout } ?? false
        if wasSilent { isForgotten = true }
        lastTime = time
        guard index.isNormal else {
            reported = nil
            return ClientLoss(ofMetaData: wasSilent, ofHorizon: false)
        }
        let wasAway = lastOnPath.map { time - $0 > memory.path } ?? false
        defer { isForgotten = false }
        lastOnPath = time
        reportedProgress = wire.progress
        reported = wire.paths.first.map { ReportedPlace(path: $0.id, offset: wire.mainOffset) }
        return ClientLoss(ofMetaData: wasSilent, ofHorizon: isForgotten || wasAway)
    }

    /// Advances to the next candidate.
    mutating func advance(on wire: WireTree) {
        dueCandidate = dueCandidate.flatMap { nextCandidate(after: $0, on: wire) }
    }

    /// The candidate after another one; `nil` if there is none. Clients can place candidates only
    /// on paths that they know.
    func nextCandidate(after candidate: Int, on wire: WireTree) -> Int? {
        guard vehicle.place == .onPath else { return nil }
        let last = min(vehicle.alternatives.count, timing.positionCandidates - 1)
        guard candidate < last else { return nil }
        return (candidate + 1...last).first {
            wire.announcedIndex(of: vehicle.alternatives[$0 - 1].path) != nil
        }
    }

    /// Whether the vehicle is on a path by its last fix or its dead reckoning, which is not too old.
    func isOnPath(at time: MonotonicTime) -> Bool {
        vehicle.place == .onPath && !isTooOld(at: time)
    }

    private func isTooOld(at time: MonotonicTime) -> Bool {
        vehicle.time.map { time - $0 > timing.positionLifetime } ?? false
    }

    /// POSITION at the moment of transmission, for the best candidate or another one. Its age is
    /// the age of its offset.
    func message(_ candidate: Int, on wire: WireTree, at time: MonotonicTime) -> PositionMessage {
        var message = PositionMessage(pathIndex: .notCalibrated)
        if isTooOld(at: time) { return message }
        message.positionAge = PositionAgeCode(vehicle.time.map { max(time - $0, .zero) })
        message.speed = SpeedCode(vehicle.speed)
        message.currentLane = .unknown
        message.positionConfidence = PositionConfidenceCode(rank: confidenceRank)
        switch vehicle.place {
        case .notCalibrated: message.pathIndex = .notCalibrated
        case .offRoad: message.pathIndex = .offRoad
        case .noMap: message.pathIndex = .noMap
        case .onPath where candidate == 0:
            guard let main = wire.paths.first else { return message }
            message.pathIndex = main.index
            message.offset = OffsetCode(metresFromPathStart: wireMetres(wire.mainOffset))
            message.relativeHeading = code(vehicle.relativeHeading)
            message.positionProbability = ProbabilityCode(vehicle.probability)
        case .onPath:
            let other = vehicle.alternatives[candidate - 1]
            guard let index = wire.announcedIndex(of: other.path) else { return message }
            message.positionIndex = PositionIndex(raw: UInt16(candidate))
            message.pathIndex = index
            message.offset = OffsetCode(
                metresFromPathStart: wireMetres(Centimetres(rounding: other.offset) ?? .zero))
            message.relativeHeading = code(other.relativeHeading)
            message.positionProbability = ProbabilityCode(roundingDown: other.probability)
        }
        return message
    }

    private func code(_ heading: Degrees?) -> AngleCode {
        heading.map { AngleCode($0) } ?? .unknown
    }

    /// The protocol orders confidence without defining its measure. Here it is the accuracy of the
    /// position, in steps that about double: 2, 5, 10, 20, 50, 100 m.
    private var confidenceRank: Int? {
        guard let accuracy = vehicle.accuracy?.value else { return nil }
        let steps: [6 of Double] = [2, 5, 10, 20, 50, 100]
        for rank in steps.indices where accuracy <= steps[rank] { return rank }
        return 6
    }
}

/// How long clients remember messages (reference §8, confidence C).
public struct ClientMemory: Sendable {
    /// The time after which they forget a path that no message named.
    public let path: Nanoseconds
    /// The time without a POSITION after which they have no horizon.
    public let positionTimeout: Nanoseconds
}
