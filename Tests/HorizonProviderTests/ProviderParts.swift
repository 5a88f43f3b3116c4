import ADASISv2
import Quantities
import RoadMap

@testable import Horizon
@testable import HorizonProvider

// The parts of a provider as tests set them: the provider itself changes them by events alone. Each setter
// makes a provider of the same parts but one.
extension HorizonProvider {
    /// The paths on the wire. Nothing of them is in the queue until they are looked at.
    var paths: [WirePath] {
        get { wire.paths }
        set { setWire(paths: newValue) }
    }
    var pool: PathIndexPool {
        get { wire.pool }
        set { setWire(pool: newValue) }
    }
    var odometer: Metres {
        get { wire.odometer }
        set { setWire(odometer: newValue) }
    }
    var progress: Metres {
        get { wire.progress }
        set { setWire(progress: newValue) }
    }
    var mainOffset: Centimetres {
        get { wire.mainOffset }
        set { setWire(mainOffset: newValue) }
    }
    var queue: SendQueue { wire.queue }
    var sideRoads: [SideRoads.Road] { wire.sideRoads.roads }

    private mutating func setWire(
        paths: [WirePath]? = nil, pool: PathIndexPool? = nil, odometer: Metres? = nil,
        progress: Metres? = nil, mainOffset: Centimetres? = nil
    ) {
        let new = WireTree(
            parameters, trailing: wire.trailing, paths: paths ?? wire.paths,
            pool: pool ?? wire.pool,
            odometer: odometer ?? wire.odometer, progress: progress ?? wire.progress,
            mainOffset: mainOffset ?? wire.mainOffset)
        self = HorizonProvider(self, wire: new)
    }

    private mutating func changeWire<Result>(_ body: (inout WireTree) -> Result) -> Result {
        var changed = wire
        defer { self = HorizonProvider(self, wire: changed) }
        return body(&changed)
    }

    mutating func refresh(at time: MonotonicTime) {
        // Looked at again whatever has been looked at before.
        setWire()
        let scope = scope
        changeWire { $0.refresh(scope, at: time) }
    }

    mutating func repeatItems(of path: Int) { changeWire { $0.change(path) { $0.repeatItems() } } }
    mutating func noteMention(of path: Int, at time: MonotonicTime) {
        changeWire { $0.noteMention(of: path, at: time) }
    }
    mutating func noteDepartures(from main: PathID?) {
        changeWire { $0.noteDepartures(from: main) }
    }
    mutating func releasePaths(notIn tree: PathTree) { changeWire { $0.releasePaths(notIn: tree) } }
    mutating func release(_ path: Int, progress: Metres?) {
        changeWire { $0.release(path, progress: progress) }
    }
    mutating func takeIndexes(for tree: PathTree, at time: MonotonicTime) {
        let (position, scope) = (position, scope)
        changeWire { $0.takeIndexes(for: tree, position, scope, at: time) }
    }
    func indexesKept(in tree: PathTree) -> Int {
        var wire = wire
        return wire.indexesKept(in: tree, speed: position.vehicle.speed)
    }

    var vehicle: VehicleState {
        get { position.vehicle }
        set { setPosition { $0.vehicle = newValue } }
    }
    var dueCandidate: Int? {
        get { position.dueCandidate }
        set { setPosition { $0.dueCandidate = newValue } }
    }
    var reportedPlace: PositionSchedule.ReportedPlace? {
        get { position.reported }
        set { setPosition { $0.reported = newValue } }
    }
    var reportedProgress: Metres? {
        get { position.reportedProgress }
        set { setPosition { $0.reportedProgress = newValue } }
    }
    var lastPosition: MonotonicTime? {
        get { position.lastTime }
        set { setPosition { $0.lastTime = newValue } }
    }
    var lastOnPath: MonotonicTime? {
        get { position.lastOnPath }
        set { setPosition { $0.lastOnPath = newValue } }
    }

    private struct PositionParts {
        var vehicle: VehicleState
        var dueCandidate: Int?
        var reported: PositionSchedule.ReportedPlace?
        var reportedProgress: Metres?
        var lastTime: MonotonicTime?
        var lastOnPath: MonotonicTime?
    }

    private mutating func setPosition(_ change: (inout PositionParts) -> Void) {
        var parts = PositionParts(
            vehicle: vehicle, dueCandidate: dueCandidate, reported: reportedPlace,
            reportedProgress: reportedProgress, lastTime: lastPosition, lastOnPath: lastOnPath)
        change(&parts)
        let new = PositionSchedule(
            parameters.timing, vehicle: parts.vehicle, dueCandidate: parts.dueCandidate,
            reported: parts.reported, reportedProgress: parts.reportedProgress,
            lastTime: parts.lastTime, lastOnPath: parts.lastOnPath)
        self = HorizonProvider(self, position: new)
    }

    /// What becomes of a POSITION of the best place with an index.
    mutating func notePosition(on index: PathIndex, at time: MonotonicTime) {
        var changed = position
        let loss = changed.noteSent(on: index, of: wire, at: time, parameters.clientMemory)
        self = HorizonProvider(self, position: changed)
        let isOnlyOne = parameters.timing.positionCandidates == 1
        let scope = scope
        changeWire {
            if loss.ofHorizon { $0.repeatItems(scope) }
            if index.isNormal { $0.notePositionSent(isOnlyOne: isOnlyOne) }
        }
    }

    var awaitsPosition: Bool { mask.allows(.position) && position.isAwaited(on: wire) }
    func nextCandidate(after candidate: Int) -> Int? {
        position.nextCandidate(after: candidate, on: wire)
    }
    func position(_ candidate: Int, at time: MonotonicTime) -> PositionMessage {
        position.message(candidate, on: wire, at: time)
    }
    func metaDataMessage() -> MetaDataMessage {
        MetaDataMessage(context.country, of: context.map, parameters)
    }

    var nextMetaData: MonotonicTime? {
        get { metaData.next }
        set { self = HorizonProvider(self, metaData: MetaDataSchedule(metaData, next: newValue)) }
    }
    var picked: FrameSender.Pending? { sender.pending }
    var hasOtherRoads: Bool { roadUpdate.isPending }
    /// Whether nothing waits, not even what clients hold that missed nothing.
    var hasRepeatedAll: Bool { isComplete && !wire.hasDue(.again) }

    mutating func forgetRoadUpdates() {
        self = HorizonProvider(self, roadUpdate: RoadUpdate())
    }

    mutating func requestRoadUpdate() {
        var changed = roadUpdate
        changed.request()
        self = HorizonProvider(self, roadUpdate: changed)
    }
}

/// An item with the state of its transmission.
struct HeldItem {
    var message: Message
    var metres: Int
    var series: Series
    var branch: PathID?
    var due = Urgency.now
    /// Its urgency when the queue was filled; `nil` before that.
    var waiting: Urgency?
    var sent: Message?
    var repetition: PathItem.Repetition?
    var sentTime = MonotonicTime.zero
    var sentOdometer = Metres.zero
    var sentCounter = CyclicCounter.zero

    var item: PathItem {
        PathItem(
            message: message, metres: metres, series: series, branch: branch, sent: sent,
            repetition: repetition, counter: sentCounter)
    }
    var wasSent: Bool { item.wasSent }
    var isUpdate: Bool { item.isUpdate }
    var messageToSend: Message { item.messageToSend }

    mutating func replace(_ message: Message) {
        var item = item
        if item.replace(message) { due = .now }
        self.message = item.message
    }
}

extension WirePath {
    /// The items with the state of their transmission.
    var held: [HeldItem] {
        get {
            items.indices.map {
                HeldItem(
                    message: items[$0].message, metres: items[$0].metres, series: items[$0].series,
                    branch: items[$0].branch, due: items.due($0), waiting: items.waiting($0),
                    sent: items[$0].sent,
                    repetition: items[$0].repetition, sentTime: items.sentTime($0),
                    sentOdometer: items.sentOdometer($0), sentCounter: items[$0].sentCounter)
            }
        }
        set {
            let new = PathItems(
                newValue.map {
                    ($0.item, $0.due, $0.waiting ?? $0.due, $0.sentTime, $0.sentOdometer)
                })
            self = WirePath(
                id: id, index: index, placement: placement, isAnnounced: isAnnounced,
                mentioned: mentioned, items: new, building: building)
        }
    }

    /// Where it is in the tree.
    var at: PathPlacement {
        get { placement }
        set { place(newValue) }
    }

    var known: Bool {
        get { isAnnounced }
        set {
            self = WirePath(
                id: id, index: index, placement: placement, isAnnounced: newValue,
                mentioned: mentioned, items: items, building: building)
        }
    }

    var named: MonotonicTime? {
        get { mentioned }
        set { if let newValue { noteMention(at: newValue) } }
    }

    mutating func insert(_ item: HeldItem) { insert(item.item) }

    mutating func dropItems(before metres: Int) {
        var kept = items
        kept.drop(before: metres)
        self = WirePath(
            id: id, index: index, placement: placement, isAnnounced: isAnnounced,
            mentioned: mentioned, items: kept, building: building)
    }

    func isInForce(_ item: Int, at metres: Int) -> Bool {
        var last = LastItems()
        last.pass(upTo: metres, of: items)
        return last.isInForce(item, of: items)
    }
}
