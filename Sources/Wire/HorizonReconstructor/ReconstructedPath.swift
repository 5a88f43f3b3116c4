public import ADASISv2
public import Quantities

/// A path as the client holds it.
public struct ReconstructedPath: Sendable {
    /// The path's index.
    public let index: PathIndex
    /// The path that it leaves; `nil` where that is not known.
    public private(set) var parent: PathIndex?
    /// Where it leaves the other path, in whole metres from that path's start.
    public private(set) var stubMetres = 0
    /// The STUB that opened it, with the turn angle, the probability and the road's attributes.
    public private(set) var stub: StubMessage?
    /// What leaves this path. Counters and flags of all messages held are cleared.
    public private(set) var stubs = Track<StubMessage>()
    /// What the road is like.
    public private(set) var segments = Track<SegmentMessage>()
    /// The profiles, short before long ones, by their codes. One without spots is not held any more.
    public private(set) var profiles: [ProfileTrack] = []
    /// When a message last spoke of the path.
    public private(set) var lastMentioned = MonotonicTime.zero
    /// Whether the vehicle can come here, or just came from here. A path that it cannot reach waits
    /// for its STUB.
    public private(set) var isReachable = false

    /// Whether the client knows of the path at all.
    private(set) var isHeld = false
    /// Where the vehicle was last seen on the path: what its offsets are unwrapped by.
    private(set) var vehicleMetres: Int?
    /// What lies before this place is forgotten.
    private(set) var keptFrom = Int.min

    init(index: PathIndex) { self.index = index }

    /// Forgets everything, and keeps the memory for the next path of this index.
    mutating func clear() {
        parent = nil
        stubMetres = 0
        stub = nil
        stubs.removeAll()
        segments.removeAll()
        for place in profiles.indices { profiles[place].removeAll() }
        isReachable = false
        isHeld = false
        vehicleMetres = nil
        keptFrom = Int.min
    }

    /// The offset from the path's start of what a message says of it. `nil` where it has none.
    func metres(of offset: OffsetCode, sentBehind: Int) -> Int? {
        guard let raw = offset.metres else { return nil }
        guard let vehicleMetres else { return raw }
        let lowest = vehicleMetres - sentBehind
        let rest = (raw - lowest) % OffsetCode.period
        return lowest + (rest < 0 ? rest + OffsetCode.period : rest)
    }

    /// Forgets what the vehicle has left behind.
    mutating func forget(before metres: Int) {
        guard metres > keptFrom else { return }
        keptFrom = metres
        stubs.forget(before: metres, keepsInForce: false)
        segments.forget(before: metres, keepsInForce: true)
        for place in profiles.indices {
            profiles[place].forget(before: metres)
        }
    }

    /// Takes the vehicle's first place on a path that this client saw nothing begin: what is before
    /// it by more than the sender speaks of lies ahead, beyond the offsets' wrap.
    mutating func unwrap(from lowest: Int) {
        stubs.unwrap(from: lowest, period: OffsetCode.period)
        segments.unwrap(from: lowest, period: OffsetCode.period)
        for place in profiles.indices {
            profiles[place].unwrap(from: lowest)
        }
    }

    /// Where a profile is among ``profiles``; it is made where it is not there.
    private mutating func place(of kind: ProfileType) -> Int {
        var place = 0
        while place < profiles.count, profiles[place].kind < kind { place += 1 }
        if place == profiles.count || profiles[place].kind != kind {
            profiles.insert(ProfileTrack(kind), at: place)
        }
        return place
    }
}

// Changes by messages.
extension ReconstructedPath {
    /// Notes that a message speaks of the path.
    mutating func mention(at time: MonotonicTime) {
        isHeld = true
        lastMentioned = time
    }

    /// Lets the path begin at a stub of another one.
    mutating func begin(at metres: Int, of parent: PathIndex, _ stub: StubMessage) {
        self.parent = parent
        stubMetres = metres
        self.stub = stub
    }

    /// Forgets where the path begins.
    mutating func forgetBeginning() {
        parent = nil
        stub = nil
    }

    /// Moves the beginning one period of the offsets on.
    mutating func unwrapBeginning() { stubMetres += OffsetCode.period }

    /// Takes the vehicle's place on the path.
    mutating func see(vehicleAt metres: Int) { vehicleMetres = metres }

    /// Takes the path into the vehicle's reach, from a place on.
    mutating func reach(from metres: Int) {
        isReachable = true
        forget(before: metres)
    }

    mutating func put(
        _ stub: StubMessage, at metres: Int, replacing old: Int?, _ arrival: Arrival
    ) throws(DropReason) -> Bool {
        try stubs.put(stub, at: metres, replacing: old, arrival)
    }

    mutating func put(
        _ segment: SegmentMessage, at metres: Int, _ arrival: Arrival
    ) throws(DropReason) -> Bool {
        let old = segments.indices(at: metres).first
        let isNew = try segments.put(segment, at: metres, replacing: old, arrival)
        segments.forget(before: keptFrom, keepsInForce: true)
        return isNew
    }

    /// Puts the values of a message at their places; an update of two values replaces what was between
    /// them.
    mutating func put(
        _ spots: (first: ProfileSpot, second: ProfileSpot?), of kind: ProfileType, at metres: Int,
        _ distance: Int, _ arrival: Arrival
    ) throws(DropReason) -> Bool {
        let place = place(of: kind)
        var isNew = try profiles[place].put(spots.first, at: metres, arrival)
        if let second = spots.second {
            let isSecondNew = try profiles[place].put(second, at: metres + distance, arrival)
            isNew = isNew || isSecondNew
            if arrival.isUpdate {
                profiles[place].forget(between: metres, and: metres + distance)
            }
        }
        profiles[place].forget(before: keptFrom)
        return isNew
    }

    /// Leaves a stub as a road whose path is lost.
    mutating func forgetPath(_ child: PathIndex, at metres: Int) {
        for place in stubs.indices(at: metres)
        where stubs.items[place].content.subPathIndex == child {
            stubs.change(place) { $0.subPathIndex = .noFurtherData }
        }
    }
}

// Questions.
extension ReconstructedPath {
    /// What the road is like at a place; `nil` where no SEGMENT has said so.
    public func segment(at offset: Metres) -> SegmentMessage? {
        segments.inForce(at: offset)?.content
    }

    /// The next road that leaves the path beyond a place.
    public func nextStub(after offset: Metres) -> Placed<StubMessage>? {
        stubs.next(after: offset)
    }

    /// The spots of a profile; none where the path has none of it.
    public func spots(of kind: ProfileType) -> [Placed<ProfileSpot>] {
        profiles.first { $0.kind == kind }?.spots ?? []
    }

    /// The value of a profile at a place, in the unit of `ProfileType.value(of:)`: between its
    /// spots on a straight line or in steps, as the profile has it; beyond the last spot the last
    /// value; unknown before the first one and where there is none.
    public func value(of kind: ProfileType, at offset: Metres) -> Reading<Double> {
        guard let track = profiles.first(where: { $0.kind == kind })?.track,
            let before = track.inForce(at: offset)
        else { return .unknown }
        let first = kind.value(of: before.content.raw)
        guard kind.course == .line, offset > before.offset, let after = track.next(after: offset)
        else {
            return first
        }
        let second = kind.value(of: after.content.raw)
        guard let start = first.value, let end = second.value else { return .unknown }
        let share = (offset - before.offset) / (after.offset - before.offset)
        return .known(start + (end - start) * share)
    }
}
