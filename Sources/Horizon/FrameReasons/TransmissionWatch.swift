public import ADASISv2
public import Engine
import Horizon
import HorizonProvider
public import Quantities

/// Finds the reason for each message of an engine.
///
/// ```swift
/// var watch = TransmissionWatch(engine)               // before the first event
/// watch.note(engine, after: event, at: time)          // after each event
/// let reason = watch.reason(of: message, at: time)    // for each message sent
/// ```
/// It concludes the reason from the events and the messages before. It keeps all messages of the paths of the
/// tree: it is made for people, and allocates memory.
public struct TransmissionWatch {
    private let parameters: ProviderParameters
    private let trailing: Metres
    /// The paths with an index, by their index.
    private var places: [PathIndex: PathPlace] = [:]
    /// The paths that messages have named, by their numbers.
    private var sent: [PathID: SentPath] = [:]
    /// The last path of each index.
    private var owners: [PathIndex: PathID] = [:]
    private var odometer = Metres.zero
    private var revision: Int?
    /// Everything that was sent before is sent again.
    private var renewal: SentPath.Renewal?
    /// All messages of a kind are sent again.
    private var requests: [MessageKind: MonotonicTime] = [:]
    private var enabled: MonotonicTime?
    private var last = LastCyclic()

    /// A watch of an engine that has sent nothing.
    public init(_ engine: Engine) {
        parameters = engine.parameters.provider
        trailing = engine.tree.parameters.trailing.metres
    }

    /// Looks at the engine after an event.
    public mutating func note(_ engine: Engine, after event: EngineEvent, at time: MonotonicTime) {
        odometer = engine.tree.odometer
        switch event {
        case .clientsLost: (renewal, last.isAnnouncing) = (.init(.clientsLost, time), true)
        case .map: last.isAnnouncing = true
        case .mask: enabled = time
        case .request(let kind, nil): requests[kind] = time
        case .request(let kind, let counter?): request(kind, counter)
        default: break
        }
        places.removeAll(keepingCapacity: true)
        for path in engine.tree.paths {
            guard let index = engine.pathIndex(of: path.id) else { continue }
            places[index] = PathPlace(
                id: path.id, level: path.level, vehicle: Metres.zero - path.startDistance.metres)
            owners[index] = path.id
        }
        guard revision != engine.tree.revision else { return }
        revision = engine.tree.revision
        let living = Set(engine.tree.paths.map(\.id))
        let memory = parameters.clientMemory.path
        sent = sent.filter { living.contains($0.key) || time - $0.value.named <= memory }
    }

    /// The reason of a message that is sent. Each message is asked for once, in the order of the bus.
    public mutating func reason(of message: Message, at time: MonotonicTime) -> TransmissionReason {
        switch message {
        case .position(let position): return reason(of: position, at: time)
        case .metaData: return reasonOfMetaData(message, at: time)
        case .segment(let segment) where segment.pathIndex == .currentLink:
            defer { last.currentLink = (message.withoutCounterAndFlags, time) }
            guard let currentLink = last.currentLink else { return TransmissionReason(.newPath) }
            let interval = time - currentLink.time
            let isSame = currentLink.message == message.withoutCounterAndFlags
            return TransmissionReason(isSame ? .cycle : .newValue, interval: interval)
        case .segment, .stub, .profileShort, .profileLong: return reasonOfData(message, at: time)
        case .systemSpecific: return TransmissionReason(.unknown)
        }
    }

    private mutating func reason(
        of message: PositionMessage, at time: MonotonicTime
    ) -> TransmissionReason {
        let before = last.position
        if message.positionIndex == 0 {
            let memory = parameters.clientMemory
            if let position = last.position, time - position > memory.positionTimeout {
                last.isForgotten = true
            }
            let wasAway = last.positionOnPath.map { time - $0 > memory.path } ?? false
            last.position = time
            if message.pathIndex.isNormal {
                last.positionOnPath = time
                if last.isForgotten || wasAway { renewal = .init(.clientsForgot, time) }
                last.isForgotten = false
            }
        }
        if let id = owners[message.pathIndex] { name(id, on: message.pathIndex, at: time) }
        return TransmissionReason(.cycle, interval: before.map { time - $0 })
    }

    private mutating func reasonOfMetaData(
        _ message: Message, at time: MonotonicTime
    ) -> TransmissionReason {
        defer {
            last.metaData = (message.withoutCounterAndFlags, time)
            last.isAnnouncing = false
        }
        guard let metaData = last.metaData else { return TransmissionReason(.start) }
        let interval = time - metaData.time
        let isRequested = requests[.metaData].map { $0 > metaData.time } ?? false
        let cause: TransmissionCause =
            if metaData.message != message.withoutCounterAndFlags {
                .newValue
            } else if last.isAnnouncing {
                .announcement
            } else if isRequested {
                .request
            } else if interval < parameters.timing.metaDataInterval {
                .announcement
            } else {
                .cycle
            }
        return TransmissionReason(cause, interval: interval)
    }

    /// A request for the last message of a kind with a counter.
    private mutating func request(_ kind: MessageKind, _ counter: CyclicCounter) {
        var last: (path: PathID, time: MonotonicTime)?
        for (path, sent) in sent {
            guard let time = sent.lastTime(of: kind, counter) else { continue }
            if let last, (last.time, last.path) >= (time, path) { continue }
            last = (path, time)
        }
        if let last { sent[last.path]?.noteRequest(of: kind, counter, sentAt: last.time) }
    }

    /// A message names a path.
    private mutating func name(_ id: PathID, on index: PathIndex, at time: MonotonicTime) {
        if sent[id] == nil {
            let place = places[index]
            sent[id] = SentPath(
                at: time, vehicle: place?.vehicle ?? .zero, parameters.level(place?.level ?? .max))
        }
        sent[id]?.name(at: time, forgottenAfter: parameters.clientMemory.path)
    }

    private mutating func reasonOfData(
        _ message: Message, at time: MonotonicTime
    ) -> TransmissionReason {
        guard let index = message.place?.path, let id = owners[index] else {
            return TransmissionReason(.unknown)
        }
        let vehicle = places[index]?.vehicle ?? .zero
        var opened: PathID?
        var isOpening = false
        var isSilent = false
        if case .stub(let stub) = message, stub.subPathIndex.isNormal {
            opened = owners[stub.subPathIndex]
            let named = opened.flatMap { sent[$0]?.named }
            isOpening = opened != nil && named == nil
            isSilent = named.map { time - $0 >= parameters.pathRefreshInterval } ?? false
        }
        name(id, on: index, at: time)
        defer {
            if case .stub(let stub) = message, let opened {
                name(opened, on: stub.subPathIndex, at: time)
            }
        }
        let moment = SentPath.Moment(
            time: time, odometer: odometer, vehicle: vehicle, trailing: trailing)
        guard let found = sent[id]?.note(message, at: moment) else {
            return TransmissionReason(.unknown)
        }
        guard let before = found.before else {
            let cause: TransmissionCause =
                if message.retransmission {
                    .unknown
                } else if isOpening || found.isOfNewPath {
                    .newPath
                } else if let enabled, found.isFirstOfKind, enabled > found.pathBegan {
                    .enabled
                } else {
                    .withinReach
                }
            return TransmissionReason(cause)
        }
        let (interval, distance) = (time - before.time, odometer - before.odometer)
        func result(_ cause: TransmissionCause) -> TransmissionReason {
            TransmissionReason(cause, interval: interval, distance: distance)
        }
        if isOpening, found.isOther { return TransmissionReason(.newPath) }
        if found.isOther { return result(.newValue) }
        let isAsked = requests[message.kind].map { $0 > before.time } ?? false
        if before.isRequested || isAsked { return result(.request) }
        for renewal in [renewal, found.renewal] {
            if let renewal, renewal.time >= before.time { return result(renewal.cause) }
        }
        let level = parameters.level(places[index]?.level ?? .max)
        if distance >= level.stream(of: message.kind).repetitionDistance {
            return result(.distance)
        }
        if isSilent { return result(.pathRefresh) }
        let cyclic = parameters.pace.cyclicInterval
        if cyclic > .zero, interval >= cyclic { return result(.time) }
        return result(.unknown)
    }
}

/// The last messages that are sent at an interval.
private struct LastCyclic {
    var metaData: (message: Message, time: MonotonicTime)?
    /// Whether clients may not hold the next META-DATA.
    var isAnnouncing = true
    var currentLink: (message: Message, time: MonotonicTime)?
    /// The best place, and the last one on a path.
    var position: MonotonicTime?
    var positionOnPath: MonotonicTime?
    /// Whether clients have dropped the horizon since, because no POSITION came for too long.
    var isForgotten = false
}

/// A path on the wire.
private struct PathPlace {
    let id: PathID
    let level: Int
    /// The offset of the vehicle on it, also before its start.
    let vehicle: Metres
}
