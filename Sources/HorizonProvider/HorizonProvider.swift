import ADASISv2
public import CANFrames
import Horizon
public import Quantities
public import RoadMap

/// Turns the path tree into ADASIS v2 frames.
///
/// The provider keeps, for each path on the wire, what a client has to hold of it; whatever is new,
/// has changed or is due again waits to be sent. The bus pulls: ``nextFrame(at:)`` picks the most
/// urgent message and only then sets counter, age and flags, and ``frameWasSent(at:)`` makes it
/// count. A frame that the bus could not take is simply asked for again.
///
/// The order is META-DATA, POSITION, then near before far across all paths, a STUB before anything on
/// the path that it opens.
public struct HorizonProvider {
    /// What is sent, how often and how fast.
    public let parameters: ProviderParameters

    let map: RoadMap
    var builder: ItemBuilder
    var pool: PathIndexPool
    var paths: [WirePath] = []
    var vehicle = VehicleState(.notCalibrated)
    var mainOffset = Centimetres.zero
    var odometer = Metres.zero
    var queue = SendQueue()
    private var pacing: Pacing
    private var counters = [CyclicCounter](repeating: .zero, count: 8)
    private var isPositionDue = false
    private var startTime: MonotonicTime?
    private var nextMetaData: MonotonicTime?
    private var picked: Pick?

    /// What the last call to ``nextFrame(at:)`` chose.
    private enum Pick {
        case metaData, position
        case item(path: PathID, index: Int)
    }

    /// A provider for a map. The trailing length is that of the trees it will be given.
    public init(map: RoadMap, parameters: ProviderParameters, trailing: Centimetres) {
        self.map = map
        self.parameters = parameters
        builder = ItemBuilder(map: map, mask: parameters.mask)
        pool = PathIndexPool(
            rest: parameters.indexRest, distance: trailing.metres + Metres(50))
        pacing = Pacing(
            framesPerSecond: parameters.maximumFramesPerSecond, burst: parameters.burst)
    }

    /// Lets the next POSITION be sent; one that still waits is replaced, not joined.
    public mutating func positionIsDue() { isPositionDue = true }

    /// Asks for everything to be sent again: nobody knows what the clients hold.
    public mutating func repeatEverything() {
        nextMetaData = nil
        isPositionDue = true
        for path in paths.indices {
            for item in paths[path].items.indices where paths[path].items[item].wasSent {
                paths[path].items[item].isPending = true
            }
        }
        queue.gather(from: paths, vehicle: mainOffset)
    }

    /// The frame that is to go on the bus now, `nil` where there is none. Nothing changes until
    /// ``frameWasSent(at:)``: a frame that could not be sent is made anew by the next call.
    public mutating func nextFrame(at time: MonotonicTime) -> CANFrame? {
        picked = nil
        if startTime == nil { startTime = time }
        if parameters.mask.allows(.metaData), time >= nextMetaData ?? time {
            picked = .metaData
            return frame(of: .metaData(metaData()))
        }
        if isPositionDue, parameters.mask.allows(.position) {
            picked = .position
            return frame(of: .position(position(at: time)))
        }
        guard pacing.allowsFrame(at: time), let next = queue.first(in: paths) else { return nil }
        picked = .item(path: paths[next.path].id, index: next.item)
        let item = paths[next.path].items[next.item]
        return frame(of: item.messageToSend)
    }

    /// Makes the frame of the last ``nextFrame(at:)`` count: the bus has taken it.
    public mutating func frameWasSent(at time: MonotonicTime) {
        guard let picked else { return }
        self.picked = nil
        pacing.frameWasSent(at: time)
        switch picked {
        case .metaData:
            let start = startTime ?? time
            let isStarting = time - start < parameters.metaDataStartDuration
            nextMetaData =
                time
                + (isStarting ? parameters.metaDataStartInterval : parameters.metaDataInterval)
            counters[Int(MessageKind.metaData.rawValue)].advance()
        case .position:
            isPositionDue = false
            counters[Int(MessageKind.position.rawValue)].advance()
        case .item(let id, let index):
            guard let path = paths.firstIndex(where: { $0.id == id }) else { return }
            paths[path].items[index].isPending = false
            paths[path].items[index].wasSent = true
            paths[path].items[index].isUpdate = false
            paths[path].items[index].sentOdometer = odometer
            let item = paths[path].items[index]
            counters[Int(item.message.kind.rawValue)].advance()
            if let branch = item.branch,
                case .stub(let stub) = item.message,
                let opened = paths.firstIndex(where: { $0.id == branch }),
                stub.subPathIndex == paths[opened].index
            {
                paths[opened].isAnnounced = true
            }
        }
    }

    /// The moment at which a frame may be ready that is not now, `nil` where only an update or a tick
    /// can bring one.
    public func nextFrameTime(after time: MonotonicTime) -> MonotonicTime? {
        var earliest = parameters.mask.allows(.metaData) ? nextMetaData : nil
        if queue.hasMore(in: paths) {
            let paced = max(pacing.nextFrameTime, time)
            earliest = min(earliest ?? paced, paced)
        }
        return earliest
    }

    private func frame(of message: Message) -> CANFrame {
        var message = message
        message.cyclicCounter = counters[Int(message.kind.rawValue)]
        return parameters.layout.encode(message)
    }

    private func metaData() -> MetaDataMessage {
        let country = map.header.country
        var message = MetaDataMessage(
            countryCode: CountryCode(isoNumeric: Int(country.numericCode)),
            drivingSide: country.drivingSide == .left ? .left : .right,
            speedUnit: country.speedUnit == .kilometresPerHour
                ? .kilometresPerHour : .milesPerHour)
        message.mapProvider = .other
        if let time = map.header.dataTime {
            let date = CivilDate(secondsSince1970: time)
            message.mapVersionYear = MapYearCode(year: date.year)
            message.mapVersionQuarter =
                MapQuarterCode(quarter: (date.month + 2) / 3) ?? MapQuarterCode(raw: 0)
        }
        return message
    }

    /// POSITION as it is true at the moment of sending: its age is that of the offset in it.
    private func position(at time: MonotonicTime) -> PositionMessage {
        let age = vehicle.time.map { max(time - $0, .zero) }
        var message = PositionMessage(pathIndex: .notCalibrated)
        if let age, age > parameters.positionLifetime { return message }
        message.positionAge = PositionAgeCode(age)
        message.speed = SpeedCode(vehicle.speed)
        message.currentLane = .unknown
        message.positionConfidence = PositionConfidenceCode(rank: confidenceRank)
        switch vehicle.place {
        case .notCalibrated: message.pathIndex = .notCalibrated
        case .offRoad: message.pathIndex = .offRoad
        case .noMap: message.pathIndex = .noMap
        case .onPath:
            guard let main = paths.first else { return message }
            message.pathIndex = main.index
            message.offset = OffsetCode(metresFromPathStart: wireMetres(mainOffset))
            message.relativeHeading =
                vehicle.relativeHeading.map { AngleCode($0) } ?? AngleCode.unknown
            message.positionProbability = ProbabilityCode(vehicle.probability)
        }
        return message
    }

    /// The protocol orders confidence without saying what it measures; here it is the accuracy of the
    /// position, in steps that about double: 2, 5, 10, 20, 50, 100 m.
    private var confidenceRank: Int? {
        guard let accuracy = vehicle.accuracy?.value else { return nil }
        return [2.0, 5, 10, 20, 50, 100].firstIndex { accuracy <= $0 } ?? 6
    }
}

extension PathItem {
    /// The message with its flags; only the counter is still to be set.
    var messageToSend: Message {
        var message = message
        message.retransmission = wasSent && !isUpdate
        if isUpdate { message.setUpdate() }
        return message
    }
}

extension Message {
    /// Marks the message as replacing one that was sent for the same place.
    fileprivate mutating func setUpdate() {
        switch self {
        case .segment(var message):
            message.update = true
            self = .segment(message)
        case .stub(var message):
            message.update = true
            self = .stub(message)
        case .profileShort(var message):
            message.update = true
            self = .profileShort(message)
        case .profileLong(var message):
            message.update = true
            self = .profileLong(message)
        case .systemSpecific, .position, .metaData: break
        }
    }
}
