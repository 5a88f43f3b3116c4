import ADASISv2
import Quantities

/// Whether the POSITIONs come from several vehicles in turn: one that fits neither the counter nor the place of the one
/// before fits both of an earlier one.
struct SenderTrack {
    private struct Place {
        let position: PositionMessage
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
    /// Those that fit an earlier one in the place of the last one.
    private(set) var foreign = 0
    private let smallJump: Int
    private var last: [Place] = []

    init(_ parameters: CheckerParameters) { smallJump = parameters.smallJump }

    mutating func note(
        _ position: PositionMessage, at time: MonotonicTime, _ violations: [Violation]
    ) {
        guard position.positionIndex == 0 else { return }
        positions += 1
        let rules = violations.map(\.rule)
        let isOff = rules.contains {
            [.positionJump, .positionBackwards, .positionMotion].contains($0)
        }
        if isOff, rules.contains(.counter),
            last.dropLast().contains(where: { isNext(position, at: time, after: $0) })
        {
            foreign += 1
        }
        last.append(Place(position: position, time: time))
        if last.count > Self.most { last.removeFirst() }
    }

    private func isNext(
        _ position: PositionMessage, at time: MonotonicTime, after place: Place
    ) -> Bool {
        let former = place.position
        guard time - place.time <= Self.memory, position.pathIndex == former.pathIndex,
            position.cyclicCounter == former.cyclicCounter.next,
            let before = former.offset.metres,
            let metres = position.offset.metres(nearestTo: before)
        else { return false }
        let way = Double(metres - before)
        let farthest = Self.fastest * (time - place.time).seconds + Self.tolerance
        return metres >= before - smallJump && way <= farthest
    }
}
