import ADASISv2
import Horizon
import Quantities
import RoadMap

extension HorizonProvider {
    func metaData() -> MetaDataMessage {
        var message = MetaDataMessage(
            countryCode: CountryCode(isoNumeric: Int(country.numericCode)),
            drivingSide: country.drivingSide == .left ? .left : .right,
            speedUnit: country.speedUnit == .kilometresPerHour
                ? .kilometresPerHour : .milesPerHour)
        message.mapProvider = parameters.mapProvider
        message.hardwareVersion = NumberCode(
            raw: UInt16(truncatingIfNeeded: parameters.hardwareVersion))
        if let time = map.header.dataTime {
            let date = CivilDate(secondsSince1970: time)
            message.mapVersionYear = MapYearCode(year: date.year)
            message.mapVersionQuarter = MapQuarterCode(raw: UInt8((date.month - 1) / 3))
        }
        return message
    }

    /// POSITION as it is true at the moment of sending, of the best place or of another candidate: its
    /// age is that of the offset in it.
    func position(_ candidate: Int, at time: MonotonicTime) -> PositionMessage {
        let age = vehicle.time.map { max(time - $0, .zero) }
        var message = PositionMessage(pathIndex: .notCalibrated)
        if let age, age > parameters.timing.positionLifetime { return message }
        message.positionAge = PositionAgeCode(age)
        message.speed = SpeedCode(vehicle.speed)
        message.currentLane = .unknown
        message.positionConfidence = PositionConfidenceCode(rank: confidenceRank)
        switch vehicle.place {
        case .notCalibrated: message.pathIndex = .notCalibrated
        case .offRoad: message.pathIndex = .offRoad
        case .noMap: message.pathIndex = .noMap
        case .onPath where candidate == 0:
            guard let main = paths.first else { return message }
            message.pathIndex = main.index
            message.offset = OffsetCode(metresFromPathStart: wireMetres(mainOffset))
            message.relativeHeading = code(vehicle.relativeHeading)
            message.positionProbability = ProbabilityCode(vehicle.probability)
        case .onPath:
            let other = vehicle.alternatives[candidate - 1]
            guard let path = announcedPath(other.path) else { return message }
            message.positionIndex = PositionIndex(raw: UInt16(candidate))
            message.pathIndex = path.index
            message.offset = OffsetCode(
                metresFromPathStart: wireMetres(Centimetres(rounding: other.offset) ?? .zero))
            message.relativeHeading = code(other.relativeHeading)
            message.positionProbability = ProbabilityCode(roundingDown: other.probability)
        }
        return message
    }

    /// Whether clients would misunderstand what is sent until the next POSITION: on a path that they do
    /// not see the vehicle on, also while it is said to be on none, or where it has come farther than
    /// half the trailing length.
    var awaitsPosition: Bool {
        guard mask.allows(.position), let main = paths.first else { return false }
        guard let toldPlace, toldPlace.path == main.id else { return true }
        return abs((mainOffset - toldPlace.offset).value) > max(trailing.value / 2, 2500)
    }

    /// The candidate that is told of after another one, `nil` where there is none. Clients can only
    /// place those on paths that they know.
    func nextCandidate(after candidate: Int) -> Int? {
        guard vehicle.place == .onPath else { return nil }
        let last = min(vehicle.alternatives.count, parameters.timing.positionCandidates - 1)
        guard candidate < last else { return nil }
        return (candidate + 1...last).first {
            announcedPath(vehicle.alternatives[$0 - 1].path) != nil
        }
    }

    private func announcedPath(_ id: PathID) -> WirePath? {
        paths.first { $0.id == id && $0.isAnnounced }
    }

    private func code(_ heading: Degrees?) -> AngleCode {
        heading.map { AngleCode($0) } ?? .unknown
    }

    /// The protocol orders confidence without saying what it measures; here it is the accuracy of the
    /// position, in steps that about double: 2, 5, 10, 20, 50, 100 m.
    private var confidenceRank: Int? {
        guard let accuracy = vehicle.accuracy?.value else { return nil }
        return [2.0, 5, 10, 20, 50, 100].firstIndex { accuracy <= $0 } ?? 6
    }
}

/// The SEGMENT with path index 4, of the link that the car is on.
struct CurrentLink {
    private var message: SegmentMessage?
    /// When it is to be sent, `nil` where there is none.
    private(set) var nextTime: MonotonicTime?

    /// Takes what holds where the car is; `nil` off road.
    mutating func update(_ message: SegmentMessage?, at time: MonotonicTime) {
        guard message != self.message else { return }
        self.message = message
        nextTime = message == nil ? nil : time
    }

    /// The message, where it is time for it.
    func due(at time: MonotonicTime) -> SegmentMessage? {
        guard let nextTime, time >= nextTime else { return nil }
        return message
    }

    mutating func wasSent(at time: MonotonicTime, again interval: Nanoseconds) {
        nextTime = time + interval
    }

    /// Lets it be sent now.
    mutating func repeatNow(at time: MonotonicTime) {
        if message != nil { nextTime = time }
    }
}
