import ADASISv2
import Horizon
import Quantities

/// A path on the wire.
struct WirePath {
    /// The path's name in the tree.
    let id: PathID
    /// Its index on the wire.
    let index: PathIndex
    /// Its placement in the tree, as of the last update.
    private(set) var placement = PathPlacement()
    /// The relative probability of its SEGMENTs: that of the branch from its parent, 1 for a path that began as
    /// the main path.
    private(set) var probability = 1.0
    /// Whether clients know it: a STUB has opened it, or POSITION has named it.
    private(set) var isAnnounced = false
    /// When a message last named it; `nil` if none has. The main path is announced before the first POSITION on it.
    private(set) var mentioned: MonotonicTime?
    /// The items that a client must hold.
    private(set) var items = PathItems()
    private var built = PathBuilding()
    /// The end of the trailing length at the last pass over the items, in whole metres.
    private var trailingEnd = Int.min

    /// A path that has no items yet.
    init(id: PathID, index: PathIndex) {
        self.id = id
        self.index = index
    }

    /// A path with its items.
    init(
        id: PathID, index: PathIndex, placement: PathPlacement, isAnnounced: Bool = false,
        mentioned: MonotonicTime? = nil, items: PathItems = PathItems(),
        building: PathBuilding = PathBuilding()
    ) {
        self.id = id
        self.index = index
        self.placement = placement
        self.isAnnounced = isAnnounced
        self.mentioned = mentioned
        self.items = items
        built = building
    }

    /// A new path in the memory of a dropped one.
    init(id: PathID, index: PathIndex, inMemoryOf old: consuming WirePath) {
        self.init(id: id, index: index)
        exchangeMemory(with: &old)
    }

    /// The builder's part: the progress of building, and waiting points.
    var building: PathBuilding {
        get { built }
        _modify { yield &built }
    }

    /// The builder's part: its continuous profiles before thinning.
    var open: OpenProfiles {
        get { built.open }
        _modify { yield &built.open }
    }

    /// The points of a profile before thinning.
    subscript(open profile: LineProfile) -> OpenSpots<Double> {
        get { profile == .curvature ? built.open.curvature : built.open.slope }
        _modify {
            if profile == .curvature {
                yield &built.open.curvature
            } else {
                yield &built.open.slope
            }
        }
    }

    /// The stated errors of a profile, as far back as there are points.
    subscript(errorsOf profile: LineProfile) -> OpenSpots<Double> {
        get { profile == .curvature ? built.open.curvatureErrors : built.open.slopeErrors }
        _modify {
            if profile == .curvature {
                yield &built.open.curvatureErrors
            } else {
                yield &built.open.slopeErrors
            }
        }
    }

    /// The distance from the vehicle to its start.
    var startDistance: Centimetres { placement.startDistance }
    /// Its level in the tree.
    var level: Int { placement.level }
    /// Whether it leaves another path in the current tree.
    var isSidePath: Bool { placement.parent != nil }

    /// Exchanges the memory with a dropped path, if that memory is larger.
    mutating func exchangeMemory(with old: inout WirePath) {
        items.exchangeMemory(with: &old.items)
        open.curvature.exchangeMemory(with: &old.open.curvature)
        open.slope.exchangeMemory(with: &old.open.slope)
        open.curvatureErrors.exchangeMemory(with: &old.open.curvatureErrors)
        open.slopeErrors.exchangeMemory(with: &old.open.slopeErrors)
        open.slopeSteps.exchangeMemory(with: &old.open.slopeSteps)
        open.altitude.exchangeMemory(with: &old.open.altitude)
        open.places.exchangeMemory(with: &old.open.places)
    }

    /// Sets its placement in the tree.
    mutating func place(_ placement: PathPlacement) { self.placement = placement }

    /// Moves it relative to the vehicle.
    mutating func setStartDistance(_ distance: Centimetres) { placement.startDistance = distance }

    /// Sets the distance to the branch point from the main path on the route to it.
    mutating func setDeparture(_ distance: Centimetres?) { placement.departure = distance }

    /// Sets the probability of the branch from its parent.
    mutating func setProbability(_ probability: Double) { self.probability = probability }

    /// The vehicle has taken it. The SEGMENTs that hold at the vehicle and ahead are certain from now on.
    mutating func noteTaken() {
        guard probability < 1 else { return }
        probability = 1
        built.lastSegment?.relativeProbability = .certain
        let vehicle = wireMetres(Centimetres.zero - startDistance)
        var atVehicle = LastItems()
        atVehicle.pass(upTo: vehicle, of: items)
        for index in items.indices
        where items.metres(index) > vehicle || atVehicle.isInForce(index, of: items) {
            guard case .segment(var message) = items[index].message else { continue }
            message.relativeProbability = .certain
            replace(index, with: .segment(message))
        }
    }

    /// Clients know the path from now on.
    mutating func announce() { isAnnounced = true }

    /// How long no message has named it; zero if none ever has.
    func silence(at time: MonotonicTime) -> Nanoseconds { mentioned.map { time - $0 } ?? .zero }

    /// All its items are due again if no message has named it for longer than this.
    mutating func repeatItems(after memory: Nanoseconds, at time: MonotonicTime) {
        if silence(at: time) > memory { repeatItems() }
    }

    /// Notes that a message names it.
    mutating func noteMention(at time: MonotonicTime) { mentioned = time }

    /// Puts an item in its place (``PathItems/insert(_:)``).
    mutating func insert(_ item: PathItem) { items.insert(item) }

    /// Adds an item, which stands in its place after ``settleItems()``.
    mutating func add(_ item: PathItem) { items.add(item) }

    /// Puts the added items in their places.
    mutating func settleItems() { items.settle() }

    /// Changes the content of an item and makes it due.
    mutating func replace(_ item: Int, with message: Message) { items.replace(item, with: message) }

    /// Makes an item due, or not due.
    mutating func setDue(_ urgency: Urgency, _ item: Int) { items.setDue(urgency, item) }

    /// Makes an item due, as a part of a repetition of everything or of all messages of a kind. It is waited for where a
    /// filter wants it now.
    mutating func setToRepeat(_ item: Int, within filter: borrowing ItemFilter) {
        if filter.wants(item, of: items) {
            items.setToRepeat(item)
        } else {
            items.setDue(.now, item)
        }
    }

    /// Makes all its items due.
    mutating func repeatItems() { items.repeatAll() }

    /// Drops its items.
    mutating func removeItems() { items.removeAll() }

    /// Records the transmission of an item.
    mutating func noteSent(
        _ item: Int, at time: MonotonicTime, odometer: Metres, counter: CyclicCounter,
        trailing: Centimetres
    ) {
        items.noteSent(
            item, at: time, odometer: odometer, counter: counter,
            for: placeOfRepetition(item, trailing: trailing))
    }

    /// Drops the items behind the trailing length, except those in force there. Makes items due
    /// whose repetition is due, and those whose own place the vehicle has gone back to.
    mutating func refresh(
        at time: MonotonicTime, odometer: Metres, trailing: Centimetres, passedRoad: Centimetres,
        _ level: LevelParameters, cyclicInterval: Nanoseconds
    ) {
        let end = wireMetres(Centimetres.zero - startDistance - trailing)
        if end < trailingEnd { items.comeBack(to: end, from: trailingEnd) }
        trailingEnd = end
        items.drop(before: end)
        items.refresh(
            at: time, odometer: odometer, vehicle: wireMetres(Centimetres.zero - startDistance),
            passed: wireMetres(passedRoad - startDistance), level, cyclicInterval: cyclicInterval)
    }

    /// Whether an item waits with an urgency that clients can place, and that a filter wants.
    func waits(_ urgency: Urgency, within filter: @autoclosure () -> ItemFilter) -> Bool {
        guard isAnnounced, items.waiting.contains(urgency) else { return false }
        let filter = filter()
        return filter.isOpen
            && items.indices.contains {
                items.due($0) == urgency && filter.wants($0, of: items)
            }
    }

    /// The turn angles of the roads that branch off at a metre.
    func takenAngles(at metres: Int) -> TakenAngles {
        var taken = TakenAngles()
        items.forEachStub(at: metres) { stub in
            if let angle = stub.message.turnAngle { taken.insert(angle) }
        }
        return taken
    }
}

/// The placement of a path in the tree, as far as the wire needs it.
struct PathPlacement {
    /// Its level.
    var level = 0
    /// The path that it leaves, while it is a side path.
    var parent: PathID?
    /// The distance from the vehicle to its start.
    var startDistance = Centimetres.zero
    /// The distance ahead to the branch point from the main path on the route to it; `nil` for the
    /// main path, and if the vehicle has turned off before.
    var departure: Centimetres?
}
