public import ADASISv2
public import Quantities

/// A path as the client holds it.
public struct ReconstructedPath: Sendable {
    /// The path's index.
    public let index: PathIndex
    /// The path that it leaves; `nil` where that is not known.
    public internal(set) var parent: PathIndex?
    /// Where it leaves the other path, in whole metres from that path's start.
    public internal(set) var stubMetres = 0
    /// The STUB that opened it, with the turn angle, the probability and the road's attributes.
    public internal(set) var stub: StubMessage?
    /// What leaves this path. Counters and flags of all messages held are cleared.
    public internal(set) var stubs = Track<StubMessage>()
    /// What the road is like.
    public internal(set) var segments = Track<SegmentMessage>()
    /// The profiles, short before long ones, by their codes. One without spots is not held any more.
    public internal(set) var profiles: [ProfileTrack] = []
    /// When a message last spoke of the path.
    public internal(set) var lastMentioned = MonotonicTime.zero
    /// Whether the vehicle can come here, or just came from here. A path that it cannot reach waits
    /// for its STUB.
    public internal(set) var isReachable = false

    /// Whether the client knows of the path at all.
    var isHeld = false
    /// Where the vehicle was last seen on the path: what its offsets are unwrapped by.
    var vehicleMetres: Int?
    /// What lies before this place is forgotten.
    var keptFrom = Int.min

    init(index: PathIndex) { self.index = index }

    /// Forgets everything, and keeps the memory for the next path of this index.
    mutating func clear() {
        parent = nil
        stubMetres = 0
        stub = nil
        stubs.items.removeAll(keepingCapacity: true)
        segments.items.removeAll(keepingCapacity: true)
        for place in profiles.indices {
            profiles[place].track.items.removeAll(keepingCapacity: true)
        }
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
            profiles[place].track.unwrap(from: lowest, period: OffsetCode.period)
        }
    }

    /// Where a profile is among ``profiles``; it is made where it is not there.
    mutating func place(of kind: ProfileKind) -> Int {
        var place = 0
        while place < profiles.count, profiles[place].kind.order < kind.order { place += 1 }
        if place == profiles.count || profiles[place].kind != kind {
            profiles.insert(ProfileTrack(kind: kind), at: place)
        }
        return place
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
    public func spots(of kind: ProfileKind) -> [Placed<ProfileSpot>] {
        profiles.first { $0.kind == kind }?.spots ?? []
    }

    /// The value of a profile at a place, in the unit of ``ProfileKind/value(of:)``: between its
    /// spots on a straight line or in steps, as the profile has it; beyond the last spot the last
    /// value; unknown before the first one and where there is none.
    public func value(of kind: ProfileKind, at offset: Metres) -> Reading<Double> {
        guard let track = profiles.first(where: { $0.kind == kind })?.track,
            let before = track.inForce(at: offset)
        else { return .unknown }
        let first = kind.value(of: before.content.raw)
        guard kind.isLinear, offset > before.offset, let after = track.next(after: offset) else {
            return first
        }
        let second = kind.value(of: after.content.raw)
        guard let start = first.value, let end = second.value else { return .unknown }
        let share = (offset - before.offset) / (after.offset - before.offset)
        return .known(start + (end - start) * share)
    }
}
