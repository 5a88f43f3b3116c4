import ADASISv2
import Horizon
import Quantities
import RoadMap

/// A path as it stands on the wire.
struct WirePath {
    /// The path's name in the tree.
    let id: PathID
    /// Its index on the wire.
    let index: PathIndex
    /// The probability with which it leaves its parent; it stays when the path becomes the main one.
    var probability = 1.0
    /// Its level in the tree.
    var level = 0
    /// The path that it leaves, while it does.
    var parent: PathID?
    /// The distance from the vehicle to its start.
    var startDistance = Centimetres.zero
    /// How far ahead the way to it leaves the main path; `nil` where the vehicle has turned off before,
    /// and for the main path.
    var departure: Centimetres?
    /// Whether clients know it: a STUB has opened it, or POSITION speaks of it.
    var isAnnounced = false
    /// When a message last named it.
    var mentioned = MonotonicTime.zero
    /// What a client has to hold of it, in the order of place and series.
    var items: [PathItem] = []
    /// How many links of the path have been made into items.
    var builtLinks = 0
    /// Whether the path is known to end with its last link.
    var hasEnded = false
    /// The last SEGMENT, the next differs from it.
    var lastSegment: SegmentMessage?
    /// The last values of the step profiles, by ``StepProfile``; the next ones differ from them. Where
    /// there are none, all values are said.
    var lastSteps: RoadSteps? = RoadSteps()
    /// Where the lanes of the last link lead.
    var lastLanes = TurnLanes()
    /// Curvature (1/m) that has not been thinned out yet, from the last spot that was sent on.
    var curvature = OpenSpots<Double>()
    /// The same of the slope (per cent, uphill positive), linear between spots.
    var slope = OpenSpots<Double>()
    /// The stated error of the curvature (1/m), as far back as there is curvature to send.
    var curvatureErrors = OpenSpots<Double>()
    /// That of the slope (per cent).
    var slopeErrors = OpenSpots<Double>()
    /// The same of the slope in steps.
    var slopeSteps = OpenSteps()
    /// The same of the altitude (m).
    var altitude = OpenSpots<Double>()
    /// Places that have not been thinned out yet, from the last one that was sent on.
    var places = OpenSpots<PlaceSpot>()

    /// The spots of a profile that wait to be thinned out.
    subscript(_ profile: LineProfile) -> OpenSpots<Double> {
        get { profile == .curvature ? curvature : slope }
        _modify { if profile == .curvature { yield &curvature } else { yield &slope } }
    }

    /// The stated errors of a profile.
    subscript(errorsOf profile: LineProfile) -> OpenSpots<Double> {
        get { profile == .curvature ? curvatureErrors : slopeErrors }
        _modify {
            if profile == .curvature { yield &curvatureErrors } else { yield &slopeErrors }
        }
    }

    /// Whether it leaves another path, in the tree as it is now.
    var isSidePath: Bool { parent != nil }

    init(id: PathID, index: PathIndex) {
        self.id = id
        self.index = index
    }

    /// A new path in the memory of one that was given up.
    init(id: PathID, index: PathIndex, inMemoryOf old: consuming WirePath) {
        self.init(id: id, index: index)
        exchangeMemory(with: &old)
    }

    /// Takes the memory of a path that was given up, where that is the larger, and leaves its own in its
    /// place.
    mutating func exchangeMemory(with old: inout WirePath) {
        items.exchangeMemory(with: &old.items)
        curvature.exchangeMemory(with: &old.curvature)
        slope.exchangeMemory(with: &old.slope)
        curvatureErrors.exchangeMemory(with: &old.curvatureErrors)
        slopeErrors.exchangeMemory(with: &old.slopeErrors)
        slopeSteps.exchangeMemory(with: &old.slopeSteps)
        altitude.exchangeMemory(with: &old.altitude)
        places.exchangeMemory(with: &old.places)
    }

    /// Puts an item in its place. Of two items of one series on one metre the later one holds from
    /// there on: it takes the place of the earlier.
    mutating func insert(_ item: PathItem) {
        var place = items.count
        while place > 0, precedes(item, items[place - 1]) { place -= 1 }
        if place > 0, item.branch == nil, items[place - 1].metres == item.metres,
            items[place - 1].series == item.series, !item.isAnotherSign(than: items[place - 1])
        {
            items[place - 1].replace(item.message)
        } else {
            items.insert(item, at: place)
        }
    }

    /// The angle of a new STUB, or the next one that no other road at that metre has: the angle is all
    /// that tells clients roads without an index apart. Steps are 1.4 degrees.
    func distinctAngle(_ angle: AngleCode, at metres: Int) -> AngleCode {
        guard case .known = angle.reading else { return angle }
        var free = angle
        repeat {
            let isTaken = items.contains { $0.metres == metres && $0.message.turnAngle == free }
            if !isTaken { return free }
            free = AngleCode(raw: (free.raw + 1) % 254)
        } while free != angle
        return angle
    }

    private func precedes(_ left: PathItem, _ right: PathItem) -> Bool {
        left.metres != right.metres ? left.metres < right.metres : left.series < right.series
    }

    /// Gives up what lies before a place, but for what still holds there.
    mutating func dropItems(before metres: Int) {
        var behind = 0
        while behind < items.count, items[behind].metres <= metres { behind += 1 }
        var kept: UInt64 = 0
        var target = behind
        for index in stride(from: behind - 1, through: 0, by: -1) {
            let bit: UInt64 = 1 << UInt64(items[index].series.number)
            if items[index].series.isPoint || kept & bit != 0 { continue }
            kept |= bit
            target -= 1
            items[target] = items[index]
        }
        items.removeFirst(target)
    }

    /// Whether an item holds at a place: the last one of its series at or before it.
    func isInForce(_ index: Int, at metres: Int) -> Bool {
        let item = items[index]
        guard !item.series.isPoint, item.metres <= metres else { return false }
        for later in items[(index + 1)...] {
            if later.metres > metres { break }
            if later.series == item.series { return false }
        }
        return true
    }
}

extension Array {
    /// Gives the elements of another array up, and takes its memory where that is the larger.
    mutating func exchangeMemory(with other: inout Self) {
        other.removeAll(keepingCapacity: true)
        guard other.capacity > capacity else { return }
        other.append(contentsOf: self)
        swap(&self, &other)
        other.removeAll(keepingCapacity: true)
    }
}

extension Message {
    /// The turn angle of a STUB.
    fileprivate var turnAngle: AngleCode? {
        if case .stub(let stub) = self { stub.turnAngle } else { nil }
    }
}
