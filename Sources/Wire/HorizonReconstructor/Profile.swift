public import ADASISv2

/// The value of a profile at one place.
public struct ProfileSpot: Sendable, Hashable {
    /// The number on the wire.
    public let raw: UInt32
    /// How exact it is; a long profile does not say.
    public let accuracy: AccuracyCode
    /// Whether it is a control point.
    public let isControlPoint: Bool
}

/// The spots of one profile along a path.
public struct ProfileTrack: Sendable {
    /// Which profile.
    public let kind: ProfileType
    /// The spots.
    public private(set) var track = Track<ProfileSpot>()

    private let isPoint: Bool
    private let keyWidth: Int

    init(_ kind: ProfileType) {
        self.kind = kind
        isPoint = kind.course == .points
        keyWidth = kind.record?.keyWidth ?? 0
    }

    /// The spots by ascending offset.
    public var spots: [Placed<ProfileSpot>] { track.items }

    /// Puts a spot at its place.
    ///
    /// - Returns: whether anything is new.
    mutating func put(
        _ spot: ProfileSpot, at metres: Int, _ arrival: Arrival
    ) throws(DropReason) -> Bool {
        try track.put(spot, at: metres, replacing: index(of: spot, at: metres), arrival)
    }

    /// Forgets what is between two places, both excluded.
    mutating func forget(between first: Int, and last: Int) {
        track.forget(between: first, and: last)
    }

    /// Brings everything into the period of the offsets that begins at a place.
    mutating func unwrap(from lowest: Int) {
        track.unwrap(from: lowest, period: OffsetCode.period)
    }

    /// Forgets everything, and keeps the memory.
    mutating func removeAll() { track.removeAll() }

    /// The spot at a place that another one stands for. Several traffic signs or lanes can stand at
    /// one place: the leading bits of the value distinguish them.
    private func index(of spot: ProfileSpot, at metres: Int) -> Int? {
        let here = track.indices(at: metres)
        guard keyWidth > 0 else { return here.first }
        let shift = UInt32(32 - keyWidth)
        return here.first { track.items[$0].content.raw >> shift == spot.raw >> shift }
    }

    /// Forgets what is before a place and does not hold there. Each lane holds up to the next point of
    /// this lane, whatever the points of other lanes are.
    mutating func forget(before metres: Int) {
        guard !isPoint, keyWidth > 0 else {
            return track.forget(before: metres, keepsInForce: !isPoint)
        }
        var later: UInt64 = 0
        for index in (0..<track.firstIndex { $0 > metres }).reversed() {
            let key: UInt64 = 1 << UInt64(track.items[index].content.raw >> UInt32(32 - keyWidth))
            if later & key != 0, track.items[index].metres < metres {
                track.remove(at: index)
            }
            later |= key
        }
    }
}
