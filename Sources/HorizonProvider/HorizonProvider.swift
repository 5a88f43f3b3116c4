public import ADASISv2
public import CANFrames
public import Horizon
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
    /// What is sent, how far, how often and how fast. Mask and extent are ``mask`` and ``extent`` by
    /// now.
    public let parameters: ProviderParameters
    /// The messages and profile types that are sent, of those that the layout has.
    public internal(set) var mask: MessageMask
    /// How much of the tree is told.
    public internal(set) var extent: ProviderParameters.Extent

    private(set) var map: RoadMap
    /// Where the vehicle is, or was last: META-DATA tells of it, and all speeds are in its unit.
    var country: Country
    var builder: ItemBuilder
    var pool: PathIndexPool
    var paths: [WirePath] = []
    /// Paths that were given up, kept for their memory.
    var spares: [WirePath] = []
    var sideRoads: [SideRoad] = []
    var vehicle = VehicleState(.notCalibrated)
    var mainOffset = Centimetres.zero
    var trailing: Centimetres
    var odometer = Metres.zero
    var queue = SendQueue()
    var currentLink = CurrentLink()
    private var budget: BusBudget
    private var aliveCounters: AliveCounters
    private var counters = [CyclicCounter](repeating: .zero, count: 8)
    /// The next candidate that POSITION is to tell of, `nil` where all are told.
    var dueCandidate: Int?
    /// Where clients have the vehicle, by the last POSITION; `nil` where it was on no path.
    var toldPlace: ToldPlace?
    /// How far the vehicle had come when clients last saw it on a path.
    var toldOdometer: Metres?
    /// When POSITION was last sent, and when it was last on a path.
    var lastPosition: MonotonicTime?
    var lastOnPath: MonotonicTime?
    /// When META-DATA is due next, `nil` for now. It comes fast from then on, as at the start, for it
    /// may have changed, or clients be new.
    var nextMetaData: MonotonicTime?
    /// What was asked for last is META-DATA: for a client, and it is what it was.
    var isMetaDataAskedFor = false
    /// When META-DATA began to come fast.
    private var startTime: MonotonicTime?
    private var lastMetaData: MonotonicTime?
    /// Whether what META-DATA needed at the start is the tree's by now.
    private var hasSettled = false
    var picked: Pick?
    /// Whether what was said of the roads on the wire may not hold any more.
    var hasOtherRoads = false
    /// The route that the roads on the wire were built for.
    var routeNumber = 0
    /// Memory for what roads are like by now.
    var draft = WirePath(id: .none, index: .unknown)

    /// A place on the main path of that time.
    struct ToldPlace {
        let path: PathID
        let offset: Centimetres
    }

    /// What the last call to ``nextFrame(at:)`` chose, and how long its frame is.
    struct Pick {
        let kind: Kind
        let bits: Int
        let message: Message

        enum Kind {
            case metaData, currentLink
            case position(PathIndex)
            case item(path: Int, index: Int)
        }
    }

    /// A provider for a map. The trailing length is that of the trees it will be given.
    public init(map: RoadMap, parameters: ProviderParameters, trailing: Centimetres) {
        self.map = map
        self.parameters = parameters
        self.trailing = trailing
        mask = parameters.mask.carried(by: parameters.layout)
        extent = parameters.extent
        aliveCounters = AliveCounters(for: parameters.layout)
        country = map.header.country
        builder = ItemBuilder(
            map: map, unit: country.speedUnit, reduction: parameters.reduction)
        pool = PathIndexPool(
            rest: parameters.indexRest, distance: parameters.restDistance)
        budget = BusBudget(parameters)
        paths.reserveCapacity(PathIndexPool.count)
        spares.reserveCapacity(PathIndexPool.count)
    }

    /// Goes over to another map. Its tree has no path yet: all paths on the wire are given up, and
    /// clients are told of the new map before anything on it.
    public mutating func changeMap(
        to map: RoadMap, emptied tree: PathTree, at time: MonotonicTime
    ) throws(MapError) {
        self.map = map
        country = map.header.country
        builder = ItemBuilder(
            map: map, unit: country.speedUnit, reduction: parameters.reduction)
        routeNumber = 0
        try update(tree: tree, vehicle: VehicleState(.notCalibrated), at: time)
        toldPlace = nil
        // The new tree counts the way from where it begins.
        toldOdometer = nil
        pool.forgetDistances()
        repeatEverything(at: time)
    }

    /// Lets the next POSITION be sent, one that still waits is replaced and not joined, and looks what
    /// is due again by now.
    public mutating func tick(at time: MonotonicTime) {
        dueCandidate = sendsPosition ? 0 : nil
        refresh(at: time)
    }

    /// The frame that is to go on the bus now, `nil` where there is none. Nothing changes until
    /// ``frameWasSent(at:)``: a frame that could not be sent is made anew by the next call.
    public mutating func nextFrame(at time: MonotonicTime) -> CANFrame? {
        picked = nil
        if mask.allows(.metaData), time >= nextMetaData ?? time {
            // What comes more often than it was reckoned with has to keep to the budget.
            let frame = pick(
                .metaData, .metaData(metaData()), withinBudgetAt: isMetaDataExtra ? time : nil)
            if let frame { return frame }
        }
        if let candidate = dueCandidate, sendsPosition {
            let message = position(candidate, at: time)
            // Only where the car is never waits; where else it may be has to keep to the budget.
            let frame = pick(
                .position(message.pathIndex), .position(message),
                withinBudgetAt: candidate == 0 ? nil : time)
            if let frame { return frame }
        }
        // META-DATA may say another unit, in which all that follows is meant.
        if isMetaDataRequested { return nil }
        if let message = currentLink.due(at: time), mask.allows(.segment) {
            return pick(.currentLink, .segment(message), withinBudgetAt: time)
        }
        if awaitsPosition { return nil }
        shareOut(at: time)
        while let next = queue.first(in: paths) {
            guard let message = paths[next.path].message(next.item, trailing: trailing) else {
                paths[next.path].items[next.item].due = .no
                continue
            }
            return pick(.item(path: next.path, index: next.item), message, withinBudgetAt: time)
        }
        return nil
    }

    private var isMetaDataRequested: Bool {
        nextMetaData == nil && lastMetaData != nil && mask.allows(.metaData)
    }

    /// Whether META-DATA that comes next is beyond what is set aside for it: out of turn, or fast once
    /// more.
    private var isMetaDataExtra: Bool {
        guard let nextMetaData, let startTime else { return isMetaDataRequested }
        return hasSettled && nextMetaData - startTime < parameters.timing.metaDataStartDuration
    }

    /// Once META-DATA has come to its pace, what it needed at the start is for the tree.
    private mutating func shareOut(at time: MonotonicTime) {
        guard !hasSettled, let lastMetaData, let nextMetaData,
            time - lastMetaData >= .milliseconds(1000), nextMetaData > time
        else { return }
        hasSettled = true
        budget.setAside(
            parameters.bitsSetAside(metaDataInterval: parameters.timing.metaDataInterval))
    }

    /// Makes the frame of the last ``nextFrame(at:)`` count: the bus has taken it.
    public mutating func frameWasSent(at time: MonotonicTime) {
        guard let pick = picked else { return }
        picked = nil
        parameters.layout.advance(&aliveCounters, by: pick.message)
        switch pick.kind {
        case .metaData:
            if isMetaDataExtra { budget.frameWasSent(bits: pick.bits, at: time) }
            if nextMetaData == nil, !isMetaDataAskedFor { startTime = time }
            let isStarting =
                time - (startTime ?? time) < parameters.timing.metaDataStartDuration
            let interval =
                isStarting
                ? parameters.timing.metaDataStartInterval : parameters.timing.metaDataInterval
            nextMetaData = time + interval
            lastMetaData = time
            counters[Int(MessageKind.metaData.rawValue)].advance()
        case .position(let index):
            if dueCandidate == 0 {
                notePosition(on: index, at: time)
            } else {
                budget.frameWasSent(bits: pick.bits, at: time)
            }
            if let path = paths.firstIndex(where: { $0.index == index }) {
                noteMention(of: path, at: time)
            }
            dueCandidate = dueCandidate.flatMap(nextCandidate)
            counters[Int(MessageKind.position.rawValue)].advance()
        case .currentLink:
            budget.frameWasSent(bits: pick.bits, at: time)
            currentLink.wasSent(at: time, again: parameters.timing.currentLinkInterval)
            counters[Int(MessageKind.segment.rawValue)].advance()
        case .item(let path, let index):
            budget.frameWasSent(bits: pick.bits, at: time)
            itemWasSent(path: path, index: index, at: time)
        }
    }

    private mutating func itemWasSent(path: Int, index: Int, at time: MonotonicTime) {
        let kind = Int(paths[path].items[index].message.kind.rawValue)
        noteMention(of: path, at: time)
        paths[path].items[index].due = .no
        paths[path].items[index].sent = paths[path].items[index].message
        paths[path].items[index].saidAgainAt = paths[path].placeOfRepetition(
            index, trailing: trailing)
        paths[path].items[index].sentTime = time
        paths[path].items[index].sentOdometer = odometer
        paths[path].items[index].sentCounter = counters[kind]
        counters[kind].advance()
        if let branch = paths[path].items[index].branch,
            case .stub(let stub) = paths[path].items[index].message,
            let opened = paths.firstIndex(where: { $0.id == branch }),
            stub.subPathIndex == paths[opened].index
        {
            paths[opened].isAnnounced = true
            noteMention(of: opened, at: time)
        }
    }

    /// Whether a client that has received every frame holds the whole horizon.
    public var isComplete: Bool {
        (dueCandidate == nil || !sendsPosition) && !queue.hasDue(in: paths)
    }

    /// Whether a POSITION waits to be sent.
    public var isPositionDue: Bool { dueCandidate != nil && sendsPosition }

    var sendsPosition: Bool { mask.allows(.position) && extent != .currentLink }

    /// The index that a path of the tree has on the wire, `nil` where it has none.
    public func pathIndex(of id: PathID) -> PathIndex? { paths.first { $0.id == id }?.index }

    /// The moment at which a frame may be ready that is not now, `nil` where only an update or a tick
    /// can bring one.
    public func nextFrameTime(after time: MonotonicTime) -> MonotonicTime? {
        var earliest: MonotonicTime?
        func consider(_ candidate: MonotonicTime?) {
            guard let candidate else { return }
            earliest = min(earliest ?? candidate, candidate)
        }
        if mask.allows(.metaData), let nextMetaData {
            consider(
                isMetaDataExtra
                    ? budget.nextFrameTime(after: max(time, nextMetaData)) : nextMetaData)
        }
        if mask.allows(.segment), let next = currentLink.nextTime {
            consider(budget.nextFrameTime(after: max(time, next)))
        }
        let hasItems = queue.hasMore(in: paths) && !awaitsPosition
        if hasItems || isMetaDataRequested || (dueCandidate != nil && sendsPosition) {
            consider(budget.nextFrameTime(after: time))
        }
        return earliest
    }

    /// Makes the frame of a message, `nil` where it has to keep to the budget and there is no room.
    private mutating func pick(
        _ kind: Pick.Kind, _ message: Message, withinBudgetAt time: MonotonicTime? = nil
    ) -> CANFrame? {
        var message = message
        message.cyclicCounter = counters[Int(message.kind.rawValue)]
        let frame = parameters.layout.encode(message, at: aliveCounters)
        let bits = frame.worstCaseBits
        if let time, !budget.allows(bits: bits, at: time) { return nil }
        picked = Pick(kind: kind, bits: bits, message: message)
        return frame
    }
}
