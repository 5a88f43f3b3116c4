import ADASISv2
import Quantities

/// Whether the POSITIONs come from several vehicles in turn: one breaks the counter, does not continue the place of the one
/// before, and continues that of an earlier one.
struct SenderTrack {
    private struct Place {
        let path: PathIndex
        let offset: OffsetCode
        let time: MonotonicTime
    }

    /// An earlier POSITION is looked for among so many, so far back.
    private static let most = 6
    private static let memory = Nanoseconds.seconds(1)
    /// A vehicle comes no farther in a second, in metres.
    private static let fastest = 100.0
    /// An offset is in whole metres.
    private static let tolerance = 3.0

    /// The number of POSITIONs.
    private(set) var positions = 0
    /// Those that continue an earlier one in the place of the last one.
    private(set) var foreign = 0
    private var last: [Place] = []

    mutating func note(
        _ position: PositionMessage, at time: MonotonicTime, _ violations: [Violation]
    ) {
        guard position.positionIndex == 0 else { return }
        positions += 1
        let place = Place(path: position.pathIndex, offset: position.offset, time: time)
        // Of one vehicle a counter may be broken by a loss, and a place by a fault; both at once are rare.
        if violations.contains(where: { $0.rule == .counter }), let before = last.last,
            !continues(before, to: place),
            last.dropLast().contains(where: { continues($0, to: place) })
        {
            foreign += 1
        }
        last.append(place)
        if last.count > Self.most { last.removeFirst() }
    }

    private func continues(_ former: Place, to place: Place) -> Bool {
        guard place.time - former.time <= Self.memory, place.path == former.path,
            let before = former.offset.metres,
            let metres = place.offset.metres(nearestTo: before)
        else { return false }
        let farthest = Self.fastest * (place.time - former.time).seconds + Self.tolerance
        // The clock of a log may jump back.
        let way = Double(metres - before)
        return way >= -Self.tolerance && way <= farthest
    }
}
